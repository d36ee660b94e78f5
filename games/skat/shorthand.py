"""Shorthand of Skat, made for the rows of a list, which have neither the bid nor the card points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.scoring.hand import Item, OneOf
from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import Amounts, ScoredHand
from games.skat.game_value import STEPS, points_for
from games.skat.hand import ANNOUNCEMENT, Number, PointsTaken, Schwarz, Tick, Ways, hand_at
from games.skat.rules import SkatState
from games.skat.tariff import (
    CALL_NAMES,
    CARD_POINTS,
    GAME_NAMES,
    NULLS,
    POINTS,
    SUIT_UNIT,
    WAY_OF_NULL,
    Announced,
    Call,
    Level,
    Suit,
    bids_of,
)
from games.ui.hand_shorthand import words_of
from games.ui.shorthand import Pieces, Shorthand
from games.ui.tokens import (
    CALL,
    CLUBS,
    DIAMONDS,
    HEARTS,
    NUMBER,
    PASSED_BY_ALL,
    SPADES,
    TypedResult,
    Word,
    refuse,
)

SUIT, BID, HAND, LEVEL, ANNOUNCED, OUVERT = "suit", "bid", "hand", "level", "announced", "ouvert"
CONTRA, PASST_MIR_NICHT, TRICKLESS = "contra", "passt_mir_nicht", "trickless"

SUITS = {Suit.CLUBS: CLUBS, Suit.SPADES: SPADES, Suit.HEARTS: HEARTS, Suit.DIAMONDS: DIAMONDS}
SUIT_GAME: Mapping[str, str] = {"isko": Call.SUIT, "gucki_solo": Call.SOLO}

NO_POINTS, NEITHER = _("card points not on the sheet"), _("bid and card points not on the sheet")
DECLARER, MATADORS = _("declarer"), _("matadors")
RESULT_OR_POINTS, MADE_OR_LOST = _("+ or −, or the card points"), _("+ or −")


class SkatShorthand(Shorthand):
    """The shorthand of Skat: the declarer, the game, the matadors, and won or lost."""

    many = frozenset({TRICKLESS})
    remarks = (NO_POINTS, NEITHER)
    fields = {"matadors": MATADORS, "card_points": _("card points"), "points_taken": _("card points")}

    # Vocabulary

    def words(self) -> Sequence[Word]:
        return tuple(self._words())

    def _words(self) -> Iterator[Word]:
        hand = hand_at(self.table)
        for suit, spelled in SUITS.items():
            yield Word(slot=SUIT, value=suit, spelled=spelled, means=GAME_NAMES[Call.SUIT, suit])
        for call, spelled in {call.word: call.short for call in hand.calls}.items():
            if call != Call.SUIT:  # a suit alone says it
                yield Word(slot=CALL, value=call, spelled=spelled, means=CALL_NAMES[call])
        for item in hand.items:
            yield from self._words_of(item)

    @staticmethod
    def _words_of(item: Item) -> Iterator[Word]:
        match item:
            case Number() if item.name == BID:
                means = _("bid, with its value: b48")
                yield Word(slot=BID, value=BID, spelled=_("b bid"), means=means, takes=NUMBER)
            case Ways() if not item.is_named:
                yield Word(slot=HAND, value=True, spelled=_("ha hand"), means=STEPS["hand"])
                yield Word(slot=OUVERT, value=True, spelled=_("o ouvert"), means=STEPS["ouvert"])
                yield from words_of(ANNOUNCEMENT)
            case Schwarz():
                means = STEPS["schneider"]
                yield Word(slot=LEVEL, value=Level.SCHNEIDER, spelled=_("s schneider"), means=means)
                yield Word(slot=LEVEL, value=Level.SCHWARZ, spelled=item.short, means=item.missing)
            case Tick():
                yield Word(slot=item.name, value=True, spelled=item.short, means=item.missing)
            case PointsTaken():
                means = _("no trick, in a Ramsch")
                yield Word(slot=TRICKLESS, value=0, spelled=_("x trickless"), means=means)
            case OneOf():
                yield from words_of(item)

    def order(self) -> Sequence[Text]:
        pieces = [
            _(
                "Type the declarer, the game, the matadors, and + for made or − for lost; then anything else. You can "
                "type the card points after the matadors instead of + or −."
            )
        ]
        if Call.RAMSCH in self.rules.calls(self.table):
            pieces.append(_("For a Ramsch, type the card points of everyone who plays, in the order of their numbers."))
        return pieces

    def examples(self) -> Sequence[str]:
        clubs, hearts = self.spell(SUIT, Suit.CLUBS), self.spell(SUIT, Suit.HEARTS)
        schneider = self.spell(LEVEL, Level.SCHNEIDER)
        if self.table.rules == "isko":
            grand, null = self.spell(CALL, Call.GRAND), self.spell(CALL, Call.NULL)
            hand, ouvert = self.spell(HAND, True), self.spell(OUVERT, True)
            return (f"2 {clubs} 1 {hand} +", f"1 {grand} 2 {schneider} -", f"3 {null} {ouvert} +", PASSED_BY_ALL)
        solo = self.spell(CALL, Call.SOLO)
        nullo = self.spell(CALL, Call.GUCKI_NULLO)
        return (f"2 {clubs} {solo} 1 +", f"1 {hearts} {solo} 3 {schneider} +", f"3 {nullo} -", PASSED_BY_ALL)

    def running(self, scored: ScoredHand) -> Amounts:
        """Return the running totals; a tournament list has only the games' points, and Seeger-Fabian at the end."""
        state = scored.state
        return state.points if isinstance(state, SkatState) and state.points else super().running(scored)

    # Parsing

    def understand(self, pieces: Pieces) -> dict[str, Any]:
        suit = pieces.word(SUIT)
        call = pieces.word(CALL) or (SUIT_GAME.get(self.table.rules) if suit else None)
        if call is None:
            pieces.misses(_("tournée or solo") if suit else _("the game"))
        raw: dict[str, Any] = {"call": str(call)}
        if call == Call.PASSED:
            return raw
        if call == Call.RAMSCH:
            return raw | self._ramsch(pieces)
        (declarer,) = pieces.players(DECLARER)
        raw["declarer"] = int(declarer)
        if call in SUIT_UNIT:
            raw["suit"] = str(suit or pieces.misses(_("the suit")))
        elif suit:
            refuse(_("{game} has no suit.", game=CALL_NAMES[call]))
        is_counted = "card_points" in hand_at(self.table).fields[call].names
        return raw | (self._by_points if is_counted else self._by_tricks)(pieces, call) | self._flags(pieces)

    @staticmethod
    def _flags(pieces: Pieces) -> dict[str, Any]:
        contra, passt_mir_nicht = pieces.word(CONTRA), pieces.word(PASST_MIR_NICHT)
        return ({CONTRA: str(contra)} if contra else {}) | ({PASST_MIR_NICHT: True} if passt_mir_nicht else {})

    def _by_tricks(self, pieces: Pieces, call: str) -> dict[str, Any]:
        """Return the fields of a null or nullo: made or not."""
        result = pieces.result() or pieces.misses(MADE_OR_LOST)
        _refuse_number(result)
        raw: dict[str, Any] = {"made": result.made}
        if call == Call.NULL:
            hand, ouvert = bool(pieces.word(HAND)), bool(pieces.word(OUVERT))
            raw |= {name: True for name, flag in ((HAND, hand), (OUVERT, ouvert)) if flag}
            value = self.table.figures[NULLS, WAY_OF_NULL[hand, ouvert], POINTS]
            raw["bid"] = self._bid(pieces, pieces.word(BID), value)
        return raw

    def _by_points(self, pieces: Pieces, call: str) -> dict[str, Any]:
        """Return the fields of a suit game or a grand, with card points as typed or inferred from the result."""
        raw: dict[str, Any] = {"matadors": pieces.number(MATADORS)}
        announced, ouvert, hand, bid = (pieces.word(slot) for slot in (ANNOUNCED, OUVERT, HAND, BID))
        if self.table.rules == "isko":
            raw["bid"] = self._bid(pieces, bid, bids_of(self.table)[0])
            # A game with an announcement, or ouvert, is always a hand game.
            raw |= {HAND: True} if hand or announced or ouvert else {}
            raw |= {OUVERT: True} if ouvert else {}
        raw |= {ANNOUNCED: str(announced)} if announced else {}
        points, level = pieces.word(NUMBER), pieces.word(LEVEL, Level.GAME)
        if points is None:
            result = pieces.result() or pieces.misses(RESULT_OR_POINTS)
            _refuse_number(result)
            open_game = bool(ouvert) or announced is Announced.SCHWARZ or call == Call.OPEN_GRAND
            announced_level = Level.SCHWARZ if open_game else Level.SCHNEIDER if announced else Level.GAME
            level = max(level, announced_level if result.made else Level.GAME)
            points = points_for(self.table.rules, level, won=result.made)
            pieces.remark(NEITHER if self.table.rules == "isko" and not bid else NO_POINTS)
        elif level is Level.SCHNEIDER:
            refuse(_("Leave schneider out: the card points decide it."))
        return raw | {"card_points": points} | ({"schwarz": True} if level is Level.SCHWARZ else {})

    @staticmethod
    def _bid(pieces: Pieces, typed: tuple[str, int | None] | None, default: int) -> int:
        return default if typed is None else typed[1] or pieces.misses(_("the value that was bid"))

    def _ramsch(self, pieces: Pieces) -> dict[str, Any]:
        """Return the fields of a Ramsch: the active players' card points, of which the last can be left out."""
        playing = self.rules.playing(self.table, self.state)
        typed = pieces.several(NUMBER, TRICKLESS)
        if not len(playing) - 1 <= len(typed) <= len(playing):
            pieces.misses(_("the card points of everyone who plays"))
        points = [piece.value for piece in typed]
        if len(points) < len(playing):
            points.append(max(0, CARD_POINTS - sum(points)))
        trickless = [int(seat) for seat, piece in zip(playing, typed, strict=False) if piece.slot == TRICKLESS]
        raw: dict[str, Any] = {"points_taken": {str(int(seat)): p for seat, p in zip(playing, points, strict=True)}}
        return raw | ({"trickless": trickless} if trickless else {})


def _refuse_number(result: TypedResult) -> None:
    if result.by is not None:
        refuse(_("Don’t type a number after + or − here."))
