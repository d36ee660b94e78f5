"""Shorthand of Skat, made for the rows of a list, which have neither the bid nor the card points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.scoring.hand import NEVER, Call, Item, SaidByCall
from games.scoring.rules import AnyRules
from games.scoring.text import ENGLISH, Text, Translator
from games.scoring.text import message as _
from games.scoring.types import Amounts, ScoredHand, State, Table
from games.skat import tariff
from games.skat.game_value import STEPS, points_for
from games.skat.hand import ANNOUNCEMENT, CardPoints, Number, PointsTaken, Schwarz, Ways, level_announced
from games.skat.rules import running
from games.skat.tariff import (
    CALL_NAMES,
    CARD_POINTS,
    GAME_NAMES,
    NULLS,
    POINTS,
    SUIT_UNIT,
    WAY_OF_NULL,
    Level,
    Suit,
    bids_of,
)
from games.ui.hand_shorthand import HandShorthand
from games.ui.shorthand import Pieces
from games.ui.tokens import CALL, CLUBS, DIAMONDS, HEARTS, NUMBER, PASSED_BY_ALL, SPADES, Piece, Word, refuse

SUIT, BID, HAND, LEVEL, OUVERT, TRICKLESS = "suit", "bid", "hand", "level", "ouvert", "trickless"

SUITS = {Suit.CLUBS: CLUBS, Suit.SPADES: SPADES, Suit.HEARTS: HEARTS, Suit.DIAMONDS: DIAMONDS}
SUIT_GAME: Mapping[str, str] = {"isko": tariff.Call.SUIT, "gucki_solo": tariff.Call.SOLO}
"""The game that a suit alone means."""

NO_POINTS, NEITHER = _("card points not on the sheet"), _("bid and card points not on the sheet")


class SkatShorthand(HandShorthand):
    """The shorthand of Skat: the declarer, the game, the matadors, and won or lost."""

    def __init__(self, rules: AnyRules, table: Table, state: State, translator: Translator = ENGLISH) -> None:
        super().__init__(rules, table, state, translator)
        self.many = frozenset({TRICKLESS})
        self.remarks = (NO_POINTS, NEITHER)
        counted = [item for item in self.items if isinstance(item, Number | CardPoints | PointsTaken)]
        self.fields = {item.name: item.missing for item in counted if item.needed}

    # Vocabulary

    def words(self) -> Sequence[Word]:
        suits = [Word(slot=SUIT, value=s, spelled=short, means=GAME_NAMES["suit", s]) for s, short in SUITS.items()]
        of_suit = {call.word: call.short for call in self.calls if call.fixed and call.short is not NEVER}
        games = [Word(slot=CALL, value=key, spelled=short, means=CALL_NAMES[key]) for key, short in of_suit.items()]
        return [*suits, *games, *super().words()]

    def words_of(self, item: Item) -> Iterator[Word]:
        match item:
            case Number() if item.name == BID:
                means = _("bid, with its value: b48")
                yield Word(slot=BID, value=BID, spelled=_("b bid"), means=means, takes=NUMBER)
            case Ways() if not item.is_named:
                yield Word(slot=HAND, value=True, spelled=_("ha hand"), means=STEPS["hand"])
                yield Word(slot=OUVERT, value=True, spelled=_("o ouvert"), means=STEPS["ouvert"])
                yield from super().words_of(ANNOUNCEMENT)
            case Schwarz():
                means = STEPS["schneider"]
                yield Word(slot=LEVEL, value=Level.SCHNEIDER, spelled=_("s schneider"), means=means)
                yield Word(slot=LEVEL, value=Level.SCHWARZ, spelled=item.short, means=item.missing)
            case PointsTaken():
                means = _("no trick, in a Ramsch")
                yield Word(slot=TRICKLESS, value=0, spelled=_("x trickless"), means=means)
            case _:
                yield from super().words_of(item)

    def order(self) -> Sequence[Text]:
        sentences = [
            _(
                "Type the declarer, the game, the matadors, and + for made or − for lost; then anything else. You can "
                "type the card points after the matadors instead of + or −."
            )
        ]
        if any(isinstance(item, PointsTaken) for item in self.items):
            words = _("For a Ramsch, type the card points of everyone who plays, in the order of their numbers.")
            sentences.append(words)
        return sentences

    def examples(self) -> Sequence[str]:
        clubs, hearts = self.spell(SUIT, Suit.CLUBS), self.spell(SUIT, Suit.HEARTS)
        schneider = self.spell(LEVEL, Level.SCHNEIDER)
        if self.table.rules == "isko":
            grand, null = self.spell(CALL, "grand"), self.spell(CALL, "null")
            hand, ouvert = self.spell(HAND, True), self.spell(OUVERT, True)
            return (f"2 {clubs} 1 {hand} +", f"1 {grand} 2 {schneider} -", f"3 {null} {ouvert} +", PASSED_BY_ALL)
        solo, nullo = self.spell(CALL, "solo"), self.spell(CALL, "gucki_nullo")
        return (f"2 {clubs} {solo} 1 +", f"1 {hearts} {solo} 3 {schneider} +", f"3 {nullo} -", PASSED_BY_ALL)

    def running(self, scored: ScoredHand) -> Amounts:
        return running(scored)

    # From a line to a hand and back

    def understand(self, pieces: Pieces) -> dict[str, Any]:
        has_suit = any(piece.slot == SUIT for piece in pieces.left)
        game = pieces.word(CALL) or (SUIT_GAME.get(self.table.rules) if has_suit else None)
        if game is None:
            pieces.misses(_("tournée or solo") if has_suit else _("the game"))
        if game in SUIT_UNIT:
            suit = pieces.word(SUIT) or pieces.misses(_("the suit"))
            game = f"{game}-{suit}"
        pieces.left.append(Piece("", CALL, game))
        raw = super().understand(pieces)
        return {**self._usual_bid(raw), **raw}

    def _usual_bid(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        """Return the bid that a line without one means: the lowest, or the value of a null, which can't be overbid."""
        names = self.hand.call_of(raw).names
        if "null-way" in names:
            return {BID: self.table.figures[NULLS, WAY_OF_NULL[HAND in raw, OUVERT in raw], POINTS]}
        return {BID: bids_of(self.table)[0]} if BID in names else {}

    def fields_of(self, item: Item, pieces: Pieces, call: Call, raw: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        match item:
            case SaidByCall():
                pass
            case Number() if item.name == BID:
                if typed := pieces.word(BID):
                    yield BID, typed[1] or pieces.misses(_("the value that was bid"))
            case Number():
                yield item.name, pieces.number(item.missing)
            case Ways():
                said = {name: True for name in (HAND, OUVERT) if pieces.word(name)}
                if not item.is_named:
                    said |= dict(super().fields_of(ANNOUNCEMENT, pieces, call, raw))
                    # A game with an announcement, or ouvert, is always a hand game.
                    said |= {HAND: True} if said else {}
                yield from said.items()
            case CardPoints():
                yield from self._points(pieces, call, raw).items()
            case PointsTaken():
                yield from self._points_taken(pieces, item).items()
            case _:
                yield from super().fields_of(item, pieces, call, raw)

    def _points(self, pieces: Pieces, call: Call, raw: Mapping[str, Any]) -> dict[str, Any]:
        """Return the card points as typed, or some with the result that was typed."""
        points, level = pieces.word(NUMBER), pieces.word(LEVEL, Level.GAME)
        if points is None:
            won = pieces.made(_("+ or −, or the card points"))
            if won:
                level = max(level, level_announced(call.word, raw.get("announced"), ouvert=OUVERT in raw))
            points = points_for(self.table.rules, level, won=won)
            pieces.remark(NEITHER if self.table.rules == "isko" and BID not in raw else NO_POINTS)
        elif level is Level.SCHNEIDER:
            refuse(_("Leave schneider out: the card points decide it."))
        return {"card_points": points} | ({"schwarz": True} if level is Level.SCHWARZ else {})

    def _points_taken(self, pieces: Pieces, item: PointsTaken) -> dict[str, Any]:
        """Return the card points of a Ramsch, of which the last can be left out."""
        playing = self.rules.playing(self.table, self.state)
        typed = pieces.several(NUMBER, TRICKLESS)
        if not len(playing) - 1 <= len(typed) <= len(playing):
            pieces.misses(_("the card points of everyone who plays"))
        points = [piece.value for piece in typed]
        if len(points) < len(playing):
            points.append(max(0, CARD_POINTS - sum(points)))
        trickless = [int(seat) for seat, piece in zip(playing, typed, strict=False) if piece.slot == TRICKLESS]
        taken = {str(int(seat)): p for seat, p in zip(playing, points, strict=True)}
        return {item.name: taken} | ({item.trickless: trickless} if trickless else {})

    def tokens(self, item: Item, raw: Mapping[str, Any]) -> Iterator[str]:
        match item:
            case SaidByCall():
                if raw["call"] != tariff.Call.SUIT:
                    yield self.spell(CALL, raw["call"])
                yield self.spell(SUIT, raw[SUIT])
            case Number():
                yield f"{self.spell(BID, BID) if item.name == BID else ''}{raw[item.name]}"
            case Ways():
                yield from (self.spell(name, value=True) for name in (HAND, OUVERT) if raw.get(name))
                yield from super().tokens(ANNOUNCEMENT, raw)
            case CardPoints():
                yield str(raw[item.name])
            case Schwarz():
                if raw.get(item.name):
                    yield self.spell(LEVEL, Level.SCHWARZ)
            case PointsTaken():
                for seat, points in raw[item.name].items():
                    is_trickless = int(seat) in raw.get(item.trickless, ())
                    yield self.spell(TRICKLESS, 0) if is_trickless else str(points)
            case _:
                yield from super().tokens(item, raw)
