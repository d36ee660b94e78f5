"""Shorthand of Skat, made for the rows of a list, which have neither the bid nor the card points.

By the modern rule sets, won or lost is recorded as typed; the book's games get card points that come to the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.scoring.hand import LOST, MADE, NEVER, Call, Item, Made, OneOf, Players, Points, SaidByCall
from games.scoring.text import Text
from games.scoring.text import message as _
from games.skat.game_value import STEPS, Step, told_in_points
from games.skat.hand import ANNOUNCEMENT, TRICKLESS, Number, PointsTaken, Schwarz, Ways
from games.skat.tariff import (
    CALL_NAMES,
    CARD_POINTS,
    GAME_NAMES,
    MODERN,
    SUIT_CALLS,
    Level,
    Suit,
    bids_of,
    value_of_null,
)
from games.skat.tariff import Call as Game
from games.ui.hand_shorthand import HandShorthand
from games.ui.shorthand import Pieces
from games.ui.tokens import (
    CALL,
    CLUBS,
    DIAMONDS,
    HEARTS,
    NUMBER,
    PASSED_BY_ALL,
    RESULT,
    SPADES,
    Piece,
    TypedResult,
    Word,
    refuse,
)

SUIT, BID, STEP, HAND, OUVERT = "suit", "bid", "step", "hand", "ouvert"
LEVEL = "level"
"""The slot of schneider and schwarz as they came out, in `step` or in card points."""

SUITS = {Suit.CLUBS: CLUBS, Suit.SPADES: SPADES, Suit.HEARTS: HEARTS, Suit.DIAMONDS: DIAMONDS}
SUIT_GAME: Mapping[str, str] = {**dict.fromkeys(MODERN, Game.SUIT), "gucki_solo": Game.SOLO}
"""The game that a suit alone means."""

NO_POINTS, NEITHER = _("card points not on the sheet"), _("bid and card points not on the sheet")


class SkatShorthand(HandShorthand):
    """The shorthand of Skat: the declarer, the game, the matadors, and won or lost."""

    counted = (Number, Points, PointsTaken)
    many = frozenset({TRICKLESS.name})
    remarks = (NO_POINTS,)

    # Vocabulary

    def words(self) -> Sequence[Word]:
        suits = [Word(slot=SUIT, value=s, spelled=short, means=GAME_NAMES["suit", s]) for s, short in SUITS.items()]
        of_suit = {call.word: call.short for call in self.calls if call.fixed and call.short is not NEVER}
        games = [Word(slot=CALL, value=key, spelled=short, means=CALL_NAMES[key]) for key, short in of_suit.items()]
        results = [
            Word(slot=RESULT, value=TypedResult(made=True, by=None), spelled=_("won win"), means=MADE),
            Word(slot=RESULT, value=TypedResult(made=False, by=None), spelled=_("lost loss"), means=LOST),
        ]
        return [*suits, *games, *results, *super().words()]

    def words_of(self, item: Item) -> Iterator[Word]:
        match item:
            case Number() if item.name == BID:
                means = _("bid, with its value: b48")
                yield Word(slot=BID, value=BID, spelled=_("b bid"), means=means, takes=NUMBER)
            case Ways() if not item.is_named:
                yield Word(slot=HAND, value=True, spelled=_("ha hand"), means=STEPS[Step.HAND])
                yield Word(slot=OUVERT, value=True, spelled=_("o ouvert"), means=STEPS[Step.OUVERT])
                yield from super().words_of(ANNOUNCEMENT)
            case Schwarz():
                means = STEPS[Step.SCHNEIDER]
                yield Word(slot=LEVEL, value=Level.SCHNEIDER, spelled=_("s schneider"), means=means)
                yield Word(slot=LEVEL, value=Level.SCHWARZ, spelled=item.short, means=item.missing)
            case OneOf() if item.name == STEP:
                pass  # said by the words of `Schwarz`
            case Players():
                yield Word(slot=item.name, value=0, spelled=item.short, means=_("no trick, in a Ramsch"))
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
        first, second, third = (int(seat) + 1 for seat in self.rules.playing(self.table, self.state))
        clubs, schneider = self.spell(SUIT, Suit.CLUBS), self.spell(LEVEL, Level.SCHNEIDER)
        if self.table.rules in MODERN:
            grand, null = self.spell(CALL, Game.GRAND), self.spell(CALL, Game.NULL)
            clubs_hand, null_ouvert = f"{clubs} 1 {self.spell(HAND, True)}", f"{null} {self.spell(OUVERT, True)}"
            games = (f"{second} {clubs_hand} +", f"{first} {grand} 2 {schneider} -", f"{third} {null_ouvert} +")
        else:
            solo, nullo = self.spell(CALL, Game.SOLO), self.spell(CALL, Game.GUCKI_NULLO)
            hearts_solo = f"{self.spell(SUIT, Suit.HEARTS)} {solo} 3 {schneider}"
            games = (f"{second} {clubs} {solo} 1 +", f"{first} {hearts_solo} +", f"{third} {nullo} -")
        return (*games, PASSED_BY_ALL)

    # From a line to a hand and back

    def understand(self, pieces: Pieces) -> dict[str, Any]:
        has_suit = any(piece.slot == SUIT for piece in pieces.left)
        game = pieces.word(CALL) or (SUIT_GAME.get(self.table.rules) if has_suit else None)
        if game is None:
            pieces.misses(_("tournée or solo") if has_suit else _("the game"))
        if game in SUIT_CALLS:
            suit = pieces.word(SUIT) or pieces.misses(_("the suit"))
            game = f"{game}-{suit}"
        pieces.left.append(Piece("", CALL, game))
        raw = super().understand(pieces)
        if raw["call"] == Game.NULL:  # which can't be overbid
            return {BID: value_of_null(self.table.figures, hand=HAND in raw, ouvert=OUVERT in raw), **raw}
        return {BID: bids_of(self.table)[0], **raw} if BID in self.hand.call_of(raw).names else raw

    def fields_of(self, item: Item, pieces: Pieces, call: Call, raw: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        if item in call.either[1]:
            return  # what is typed in place of card points is read with them
        match item:
            case SaidByCall():
                pass
            case Number() if item.name != BID:
                yield item.name, pieces.number(item.missing)
            case Number():
                if typed := pieces.word(item.name):
                    bid = typed[1]
                    yield item.name, pieces.misses(_("the value that was bid")) if bid is None else bid
            case Ways():
                said = {name: True for name in (HAND, OUVERT) if pieces.word(name)}
                if not item.is_named:
                    said |= dict(super().fields_of(ANNOUNCEMENT, pieces, call, raw))
                    # A game with an announcement, or ouvert, is always a hand game.
                    said |= {HAND: True} if said else {}
                yield from said.items()
            case Points():
                yield from self._result(pieces, call, raw).items()
            case PointsTaken():
                yield from self._points_taken(pieces, item).items()
            case _:
                yield from super().fields_of(item, pieces, call, raw)

    def _result(self, pieces: Pieces, call: Call, raw: Mapping[str, Any]) -> dict[str, Any]:
        """Return the card points as typed or, if only the result was typed, that or card points with that result."""
        points, level = pieces.word(NUMBER), pieces.word(LEVEL, Level.GAME)
        if points is not None:
            if level is Level.SCHNEIDER:
                refuse(_("Leave schneider out: the card points decide it."))
            return {"card_points": points, **({"schwarz": True} if level is Level.SCHWARZ else {})}
        won = pieces.made(_("+ or −, or the card points"))
        if STEP in call.names:
            return {"made": won, **({} if level is Level.GAME else {STEP: level.value})}
        pieces.remark(NO_POINTS)
        return told_in_points(self.table.rules, raw, level, won=won)

    def _points_taken(self, pieces: Pieces, item: PointsTaken) -> dict[str, Any]:
        """Return the card points of a Ramsch, of which the last can be left out."""
        playing = self.rules.playing(self.table, self.state)
        typed = pieces.several(NUMBER, TRICKLESS.name)
        if not len(playing) - 1 <= len(typed) <= len(playing):
            pieces.misses(_("the card points of everyone who plays"))
        points = [piece.value for piece in typed]
        if len(points) < len(playing):
            points.append(max(0, CARD_POINTS - sum(points)))
        trickless = [int(seat) for seat, piece in zip(playing, typed, strict=False) if piece.slot == TRICKLESS.name]
        taken = {str(int(seat)): p for seat, p in zip(playing, points, strict=True)}
        return {item.name: taken} | ({TRICKLESS.name: trickless} if trickless else {})

    def tokens(self, item: Item, raw: Mapping[str, Any]) -> Iterator[str]:
        match item:
            case SaidByCall():
                if raw["call"] != Game.SUIT:
                    yield self.spell(CALL, raw["call"])
                yield self.spell(SUIT, raw[SUIT])
            case Number() if item.name != BID:
                yield str(raw[item.name])
            case Number():
                if number := raw.get(item.name):
                    yield f"{self.spell(item.name, item.name)}{number}"
            case Ways():
                yield from (self.spell(name, value=True) for name in (HAND, OUVERT) if raw.get(name))
                yield from super().tokens(ANNOUNCEMENT, raw)
            case Made() if item.name not in raw:
                pass
            case Players():
                pass  # said with everybody's card points
            case OneOf() if item.name == STEP and raw.get(STEP):
                yield self.spell(LEVEL, raw[STEP])
            case Schwarz() if raw.get(item.name):
                yield self.spell(LEVEL, Level.SCHWARZ)
            case PointsTaken():
                yield from self._tokens_of_ramsch(item, raw)
            case _:
                yield from super().tokens(item, raw)

    def _tokens_of_ramsch(self, item: PointsTaken, raw: Mapping[str, Any]) -> Iterator[str]:
        for seat, points in raw[item.name].items():
            is_trickless = int(seat) in raw.get(TRICKLESS.name, ())
            yield self.spell(TRICKLESS.name, 0) if is_trickless else str(points)
