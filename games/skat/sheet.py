"""Skat on paper: the list as German clubs know it, or what each player pays where hands are paid at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from games.page import Tariff
from games.scoring.text import Amount, SeatName, Text
from games.scoring.text import gettext_lazy as _
from games.sheet import NUMBER, WHAT, Column, Part, Played, Row, ScoreSheet, Value, total
from games.skat import page
from games.skat.forms import SIGNS
from games.skat.outcome import Outcome
from games.skat.rules import PARAGRAPHS, on_sheet
from games.skat.tariff import SEEGER_OTHERS, SEEGER_OWN, Call, Level
from games.skat.worth import GAME_NAMES, NULL_NAMES, REASONS, STEPS, reached

TICK = "×"
BASE, MATADORS, SUM, GAIN, LOSS = "base", "matadors", "sum", "gain", "loss"

_STEP_HEADS: Mapping[str, Text] = {
    "hand": _("H"),
    "schneider": _("S"),
    "schneider-announced": _("SA"),
    "schwarz": _("Z"),
    "schwarz-announced": _("ZA"),
    "ouvert": _("O"),
}
"""The steps of ISkO but the game itself, which always counts."""


@dataclass(frozen=True)
class Standing:
    """What stands for one player on a list: the points, and the games won and lost as declarer."""

    points: int = 0
    won: int = 0
    lost: int = 0

    def cells(self, seat: int) -> dict[str, Value]:
        return {total(seat): Amount(self.points), _won(seat): self.won, _lost(seat): self.lost}

    def after(self, hand: Played, seat: int) -> Standing:
        """The same after a hand; what Seeger and Fabian add is added at the foot."""
        lines = hand.scored.entry.lines
        points = sum(line.amounts[seat] for line in lines if line.rule != "seeger-fabian")
        declares = getattr(hand.scored.hand.outcome, "declarer", None) == seat
        won = declares and _entry(hand) > 0
        return Standing(self.points + points, self.won + won, self.lost + (declares and not won))


def _won(seat: int) -> str:
    return f"won-{seat}"


def _lost(seat: int) -> str:
    return f"lost-{seat}"


def _entry(hand: Played) -> int:
    """What was written for the declarer, without what Seeger and Fabian add."""
    outcome = hand.scored.hand.outcome
    assert isinstance(outcome, Outcome)
    return sum(line.amounts[outcome.declarer or 0] for line in hand.scored.entry.lines if line.rule != "seeger-fabian")


class SkatSheet(ScoreSheet):
    """A row a hand: the game, its value, and below each name the running total with the games won and lost."""

    @property
    def hands(self) -> int:  # type: ignore[override] # a list is twelve rounds (ISkO)
        return 12 * self.table.size

    # The columns

    def columns(self) -> Sequence[Column]:
        isko = self.table.rules == "isko"
        of_game = self._isko_columns() if isko else [Column(name=SUM, head=_("Value"), share=1.7)]
        return [
            Column(name=NUMBER, share=0.7),
            Column(name=WHAT, head=_("Played"), share=1.9 if isko else 3, words=True),
            *of_game,
            Column(name=GAIN, head="+", share=1),
            Column(name=LOSS, head="−", share=1),
            *(self._list_columns() if on_sheet(self.table) else self.seat_columns()),
        ]

    def _isko_columns(self) -> list[Column]:
        steps = [Column(name=step, head=head, share=0.55, ticks=True) for step, head in _STEP_HEADS.items()]
        return [Column(name=BASE, head=_("Base"), share=0.8), Column(name=MATADORS, head=_("M"), share=0.6), *steps]

    def _list_columns(self) -> list[Column]:
        columns = []
        for seat in self.table.seats:
            name = SeatName(seat)
            columns += [
                Column(name=total(seat), head=_("Points"), share=1.5, group=name, seat=seat, running=True),
                Column(name=_won(seat), head="+", share=0.6, group=name, seat=seat, running=True),
                Column(name=_lost(seat), head="−", share=0.6, group=name, seat=seat, running=True),
            ]
        return columns

    def explained(self) -> Sequence[Text]:
        if self.table.rules != "isko":
            return ()
        steps = [Text("{head} {step}", {"head": head, "step": STEPS[step]}) for step, head in _STEP_HEADS.items()]
        return (_("M matadors;"), *steps)

    # The rows

    def cells(self, hand: Played) -> Mapping[str, Value]:
        outcome = hand.scored.hand.outcome
        assert isinstance(outcome, Outcome)
        if outcome.declarer is None:
            return {WHAT: hand.what if outcome.call == Call.RAMSCH else GAME_NAMES[Call.PASSED, None]}
        entry = _entry(hand)
        value = {GAIN: entry} if entry > 0 else {LOSS: -entry}
        if self.table.rules == "isko":
            return {**_isko_cells(outcome), **value}
        first, *_more = REASONS[self.table.rules][outcome.call](outcome)
        return {WHAT: GAME_NAMES[outcome.call, outcome.suit], SUM: first.short, **value}

    def filled(self, hands: Sequence[Played]) -> Sequence[Row]:
        """On a list, each row has the figures of whose game it was, and what is carried over those of all."""
        if not on_sheet(self.table):
            return super().filled(hands)
        standings = self.standings(hands)
        return [self._listed(*one) for one in zip(hands, standings[:-1], standings[1:], strict=True)]

    def _listed(self, hand: Played, before: Sequence[Standing], after: Sequence[Standing]) -> Row:
        plain, cells, carried = super().row(hand), dict[str, Value](), dict[str, Value]()
        for seat, (old, new) in enumerate(zip(before, after, strict=True)):
            carried |= new.cells(seat)
            if new != old:
                cells |= new.cells(seat)
        own = {name: value for name, value in plain.cells.items() if "-" not in name or name in _STEP_HEADS}
        return replace(plain, cells={**own, **cells}, carried=carried)

    def standings(self, hands: Sequence[Played]) -> list[tuple[Standing, ...]]:
        """Where everybody stands before the first hand and after each."""

        def add(standing: tuple[Standing, ...], hand: Played) -> tuple[Standing, ...]:
            return tuple(one.after(hand, seat) for seat, one in enumerate(standing))

        return list(accumulate(hands, add, initial=(Standing(),) * self.table.size))

    # Below the rows

    def foot(self, hands: Sequence[Played] | None) -> Sequence[Row]:
        if not on_sheet(self.table):
            return super().foot(hands)
        if self.table.rules != "isko":
            return self._settled_foot(hands)
        size, standing = self.table.size, None if hands is None else self.standings(hands)[-1]
        played = sum(one.lost for one in standing or ())
        own = [SEEGER_OWN * (one.won - one.lost) for one in standing or ()]
        others = [SEEGER_OTHERS[size] * (played - one.lost) for one in standing or ()]
        points = [one.points for one in standing or ()]
        sums = [sum(parts) for parts in zip(points, own, others, strict=True)]
        first: dict[str, Value] = {}
        for seat, one in enumerate(standing or ()):
            first |= one.cells(seat)
        return [
            Row(cells={WHAT: _("Points"), **first}, strong=True),
            _sums(_("Games won less games lost, × {times}", times=SEEGER_OWN), own),
            _sums(_("Games that the others lost, × {times}", times=SEEGER_OTHERS[size]), others),
            _sums(_("Seeger-Fabian"), sums, strong=True),
        ]

    def _settled_foot(self, hands: Sequence[Played] | None) -> list[Row]:
        """The totals, and the same as paying each hand would have settled them (L)."""
        rows = list(super().foot(hands))
        totals = hands[-1].scored.totals if hands else (0,) * self.table.size
        paid = [self.table.size * own - sum(totals) for own in totals]
        return [*rows, _sums(_("Paid by all"), paid if hands is not None else [])]

    # The tariff

    def small_print(self) -> Sequence[Tariff]:
        if self.table.rules == "isko":
            return (page.isko_base(), page.nulls())
        if self.table.rules == "foster":
            return (page.foster_suits(), page.foster_grands(), page.classes())
        return (page.gucki_units(), page.gucki_announced())

    def card(self) -> Sequence[Part]:
        if self.table.rules != "isko":
            return ()
        options = self.table.options
        parts = [
            Part.of(PARAGRAPHS["isko-value"], page.isko_base(), page.isko_steps(), page.isko_values()),
            Part.of(PARAGRAPHS["overbid"]),
            Part.of(PARAGRAPHS["null"], page.nulls()),
            Part(title=_("What can be bid"), tariffs=(page.bids(),)),
        ]
        if options["contra"]:
            parts.append(Part.of(PARAGRAPHS["contra"], page.contra()))
        if options["ramsch"]:
            parts.append(Part.of(PARAGRAPHS["ramsch"], page.ramsch()))
        parts.append(Part.of(PARAGRAPHS["seeger-fabian"], page.seeger()))
        return parts


def _sums(words: Text, sums: Sequence[int], *, strong: bool = False) -> Row:
    return Row(cells={WHAT: words, **{total(seat): Amount(one) for seat, one in enumerate(sums)}}, strong=strong)


def _isko_cells(outcome: Outcome) -> dict[str, Value]:
    """The game with its base value, matadors and steps."""
    if outcome.call == Call.NULL:
        return {WHAT: NULL_NAMES[outcome.hand, outcome.ouvert]}
    name = GAME_NAMES[outcome.call, outcome.suit]
    what = name if outcome.suit is None else Text("{sign} {name}", {"sign": SIGNS[outcome.suit], "name": name})
    level = outcome.level
    far = max(level, reached("isko", outcome.card_points, schwarz=outcome.schwarz))
    steps = {
        "hand": outcome.hand,
        "schneider": far >= Level.SCHNEIDER,
        "schneider-announced": level >= Level.SCHNEIDER,
        "schwarz": far >= Level.SCHWARZ,
        "schwarz-announced": level >= Level.SCHWARZ,
        "ouvert": outcome.ouvert,
    }
    ticks = {step: TICK for step, counts in steps.items() if counts}
    return {WHAT: what, BASE: outcome.unit, MATADORS: outcome.matadors, **ticks}
