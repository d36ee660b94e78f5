"""Score sheet of Skat: a list as German clubs keep it, or each player's payments if hands are paid one by one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from games.scoring.settlement import by_difference
from games.scoring.text import Amount, SeatName, Text, joined
from games.scoring.text import message as _
from games.scoring.types import Amounts, Paragraph, SeatNumber, State, Table
from games.skat import tariff
from games.skat.game_value import STEPS, Step, ended, game_part, steps_of
from games.skat.hand import SIGNS, SIGNS_AS_TEXT, Outcome, plays_bock, plays_contra, plays_ramsch
from games.skat.rules import PARAGRAPHS, SkatState, on_sheet, premiums, seeger_figures
from games.skat.tariff import Call
from games.ui import page
from games.ui.sheet import (
    NUMBER,
    TICK,
    WHAT,
    CardPart,
    ScoreSheet,
    SheetBox,
    SheetColumn,
    SheetHand,
    SheetRow,
    Value,
    sums,
    total,
)

BASE, CLASS, MATADORS, CONTRA, GAIN, LOSS = "base", "class", "matadors", "contra", "gain", "loss"

_BASE = SheetColumn(name=BASE, head=_("Base value"), share=0.9)
_MATADORS = SheetColumn(name=MATADORS, head=_("Matadors"), share=0.8)


HANDS, HANDS_ON_SMALL_PAPER = {3: 36, 4: 48, 5: 50}, {3: 18, 4: 20, 5: 20}
"""Rows of a blank sheet: a list of twelve rounds (ISkO), at five of ten, or as many as fit on a small page."""


_LOST: Mapping[str, Text] = {
    "foster": PARAGRAPHS["foster-loss"].sentence,
    "gucki_solo": _("Every loss counts double."),
    **dict.fromkeys(tariff.MODERN, _("Every loss counts double, hand games included.")),
}
"""What the scorer must know about lost games, by rule set."""

_OF_RAMSCH = {tariff.RAMSCH, tariff.EVERY_TRICK}


def _step(name: str, head: Text | str, group: Text | str = "", *, share: float = 0.62) -> SheetColumn:
    return SheetColumn(name=name, head=head, share=share, group=group, ticks=True)


_STEPS = (
    _step(Step.SCHNEIDER, "", _("Schneider")),
    _step(Step.SCHNEIDER_ANNOUNCED, _("ann."), _("Schneider")),
    _step(Step.SCHWARZ, "", _("Schwarz")),
    _step(Step.SCHWARZ_ANNOUNCED, _("ann."), _("Schwarz")),
)

_OF_GAME: Mapping[str, tuple[SheetColumn, ...]] = {
    "foster": (
        SheetColumn(name=WHAT, head=_("The game"), share=3, words=True),
        _BASE,
        SheetColumn(name=CLASS, head=_("Class"), share=0.75),
        _MATADORS,
    ),
    "gucki_solo": (SheetColumn(name=WHAT, head=_("The game"), share=2.2, words=True), _BASE, _MATADORS, *_STEPS),
    **dict.fromkeys(
        tariff.MODERN,
        (
            SheetColumn(name=WHAT, head=_("The game"), share=2, words=True),
            _BASE,
            _MATADORS,
            _step(Step.HAND, _("Hand game")),
            *_STEPS,
            _step(Step.OUVERT, _("Ouvert"), share=0.75),
        ),
    ),
}
"""The columns for the value of a game and its derivation, by rule set."""


# Tables of the rule card and of the page "how this is scored", besides those of the tariff

MOST_STEPS_OF_BOOK = 3
"""What is at most added to the matadors in Gucki-solo, with nothing announced: 1, schneider and schwarz."""


def cards() -> page.TariffTable:
    """Return the card points of each card, the same in all rule sets."""
    names = (_("ace"), _("ten"), _("king"), _("queen"), _("jack"), _("nine, eight, seven"))
    rows = zip(names, (11, 10, 4, 3, 2, 0), strict=True)
    return page.tariff(_("What the cards are worth"), [_("Card"), _("Card points")], rows)


def isko_steps() -> page.TariffTable:
    announced = _("or announced, or ouvert")
    counted = {
        Step.HAND: _("the skat was not taken"),
        Step.SCHNEIDER: _("one side has 30 card points or fewer, {announced}", announced=announced),
        Step.SCHNEIDER_ANNOUNCED: _("schneider or schwarz was announced, or ouvert"),
        Step.SCHWARZ: _("one side took no trick, {announced}", announced=announced),
        Step.SCHWARZ_ANNOUNCED: _("schwarz was announced, or ouvert"),
        Step.OUVERT: _("the declarer’s cards lay open"),
    }
    rows: list[list[page.Value]] = [
        [_("matadors"), _("with or without; in a grand 1 to 4"), "1–11"],
        [_("game"), _("always"), 1],
    ]
    rows += [[STEPS[step], words, 1] for step, words in counted.items()]
    return page.tariff(_("What counts"), [_("Step"), _("when"), _("Counts")], rows, words=2)


def isko_values() -> page.TariffTable:
    head: list[page.Value] = [_("Steps"), *SIGNS_AS_TEXT.values(), _("Grand")]
    return _values("isko", tariff.MOST_STEPS, _("Made: the sum of the steps; lost: twice as much"), head)


def bids() -> page.TariffTable:
    first, *rows = ([*map(str, tariff.BIDS[start : start + 9])] for start in range(0, len(tariff.BIDS), 9))
    return page.tariff(_("The 63 values"), first, rows)


# On the rule card alone


def foster_values() -> page.TariffTable:
    """Return the products of every unit of the book and every possible sum of class and matadors."""
    highest = max(tariff.FOSTER_CLASS.values())
    return _values("foster", highest, _("Unit times class and matadors added together"))


def gucki_values() -> page.TariffTable:
    """Return the values of games with nothing announced."""
    caption = _("Nothing announced: the unit times matadors, 1 and steps added together")
    return _values("gucki_solo", MOST_STEPS_OF_BOOK, caption)


def _values(rules: str, steps: int, caption: Text, head: Sequence[page.Value] = ()) -> page.TariffTable:
    """Return the multiples of the units of suit games and grands, with at most so many steps besides the matadors."""
    most: dict[int, int] = {}
    for call in tariff.CALLS[rules]:
        if call in (*tariff.SUIT_CALLS, *tariff.GRAND_CALLS):
            highest = tariff.MATADORS[call in tariff.GRAND_CALLS] + steps
            most |= {unit: max(highest, most.get(unit, 0)) for unit in tariff.GAMES[call].printed.values()}
    units = sorted(most)
    rows = range(2, max(most.values()) + 1)
    cells = [[times, *(unit * times if times <= most[unit] else page.NOTHING for unit in units)] for times in rows]
    return page.tariff(caption, head or ["×", *units], cells)


PAGE_TARIFFS: Mapping[str, Callable[[], page.TariffTable]] = {
    "cards": cards,
    "isko-steps": isko_steps,
    "isko-values": isko_values,
    "bids": bids,
}
"""The tables that the text of the page shows."""

Tables = tuple[str | Callable[[], page.TariffTable], ...]
"""Tables of the rule card: the slugs of schedules, and what makes other tables."""


class SkatSheet(ScoreSheet):
    """A sheet with a row for each hand: the game and its value, and each player's total and games won and lost."""

    @property
    def hands(self) -> int:  # type: ignore[override] # by the number at the table
        return (HANDS_ON_SMALL_PAPER if self.small else HANDS)[self.table.size]

    @property
    def tournament(self) -> bool:
        """Whether this is a list that Seeger-Fabian counts, or could: by ISkO, without Ramsch and contra."""
        table = self.table
        could = table.rules == "isko" and not plays_ramsch(table) and not plays_contra(table)
        return on_sheet(table) and (could or table.options.get("seeger") is True)

    # The columns

    def columns(self) -> Sequence[SheetColumn]:
        contra = [_step(CONTRA, _("Contra"))] if plays_contra(self.table) else []
        return [
            SheetColumn(name=NUMBER, share=0.7),
            *_OF_GAME[self.table.rules],
            *contra,
            SheetColumn(name=GAIN, head="+", share=1, group=_("Game value")),
            SheetColumn(name=LOSS, head="−", share=1, group=_("Game value")),
            *(self._list_columns() if on_sheet(self.table) else self.seat_columns()),
        ]

    def _list_columns(self) -> list[SheetColumn]:
        return [
            SheetColumn(name=f"{name}-{seat}", head=head, share=share, group=SeatName(seat), seat=seat, running=True)
            for seat in self.table.seats
            for name, head, share in (("total", _("Points"), 1.5), ("won", "+", 0.6), ("lost", "−", 0.6))
        ]

    # The rows

    def struck_out(self, state: State) -> tuple[SeatNumber, ...]:
        """As for any sheet; if hands are paid, the player who sits out is paid as well."""
        return super().struck_out(state) if on_sheet(self.table) else ()

    def cells(self, hand: SheetHand) -> Mapping[str, Value]:
        outcome, before, after = hand.scored.hand.outcome, hand.before, hand.scored.state
        assert isinstance(outcome, Outcome)
        assert isinstance(before, SkatState)
        assert isinstance(after, SkatState)
        if outcome.call == Call.PASSED:
            return {WHAT: hand.what}
        if outcome.declarer is None:
            cells: dict[str, Value] = {WHAT: _ramsch(outcome)}
        else:
            entry = after.points[outcome.declarer] - before.points[outcome.declarer]
            cells = {**self._cells_of_game(outcome), **({GAIN: entry} if entry > 0 else {LOSS: -entry})}
        return {**cells, WHAT: Text("{words} B", {"words": cells[WHAT]})} if before.bock else cells

    def _cells_of_game(self, outcome: Outcome) -> dict[str, Value]:
        """Return the cells for a game with its base value, matadors and steps; a null has none of these."""
        rules, figures = self.table.rules, self.table.figures
        cells: dict[str, Value] = {WHAT: _words(self.table, outcome)}
        if outcome.contra:
            cells[CONTRA] = f"× {figures[tariff.CONTRA, outcome.contra, tariff.TIMES]}"
        if not outcome.matadors:
            return cells
        cells |= {BASE: tariff.worth_of(figures, outcome.call, outcome.suit), MATADORS: outcome.matadors}
        if rules == "foster":
            end = ended(rules, outcome)
            return {**cells, CLASS: figures[tariff.CLASSES, end.announced, end.counted]}
        return {**cells, **dict.fromkeys(steps_of(rules, outcome), TICK)}

    def amounts(self, amounts: Amounts, totals: Amounts) -> dict[str, Value]:
        """As for any sheet, but empty on a list, whose own columns have the totals."""
        return {} if on_sheet(self.table) else super().amounts(amounts, totals)

    def filled(self, hands: Sequence[SheetHand]) -> Sequence[SheetRow]:
        """As for any sheet; on a list, each row has only the figures that changed, and all are carried over."""
        rows = super().filled(hands)
        if not on_sheet(self.table):
            return rows
        listed, before = [], self._list_cells(())
        for number, row in enumerate(rows, 1):
            after = self._list_cells(hands[:number])
            changed = _merged([now for now, then in zip(after, before, strict=True) if now != then])
            listed.append(replace(row, cells={**row.cells, **changed}, carried=_merged(after)))
            before = after
        return listed

    def _list_cells(self, hands: Sequence[SheetHand]) -> list[dict[str, Value]]:
        """Return the cells of each player's columns after these hands."""
        (points, *_premiums), state = self._standing(hands), self._state_after(hands)
        return [
            {total(seat): Amount(points[seat]), f"won-{seat}": state.won[seat], f"lost-{seat}": state.lost[seat]}
            for seat in self.table.seats
        ]

    def _state_after(self, hands: Sequence[SheetHand]) -> SkatState:
        state = hands[-1].scored.state if hands else self.rules.opening(self.table)
        assert isinstance(state, SkatState)
        return state

    def _standing(self, hands: Sequence[SheetHand]) -> tuple[Amounts, Amounts, Amounts]:
        """Return everybody's points after these hands, with the premiums for own games and for those of the others."""
        state, points = self._state_after(hands), self.rules.list_points(self.table, [hand.scored for hand in hands])
        return points, *premiums(self.table, state.won, state.lost)

    # Below the rows

    def foot(self, hands: Sequence[SheetHand] | None) -> Sequence[SheetRow]:
        if not on_sheet(self.table):
            return super().foot(hands)
        cells = {} if hands is None else _merged(self._list_cells(hands))
        points = SheetRow(cells={WHAT: _("Points"), **cells}, strong=True)
        written, own, others = ((), (), ()) if hands is None else self._standing(hands)
        if self.tournament:
            return [points, *self._seeger(written, own, others)]
        return [points, sums(_("The same, paid hand by hand"), by_difference(written))]  # L

    def _seeger(self, points: Amounts, own: Amounts, others: Amounts) -> list[SheetRow]:
        """Return the Seeger-Fabian rows of a list; if the table doesn't play for them, they are for comparison."""
        of_own, of_others = seeger_figures(self.table)
        counts = self.table.options["seeger"] is True
        name = _("Seeger-Fabian") if counts else _("Seeger-Fabian, for comparison")
        return [
            sums(_("Games won less games lost, × {times}", times=of_own), own),
            sums(_("Games lost by the others, × {times}", times=of_others), others),
            sums(name, [sum(figures) for figures in zip(points, own, others, strict=True)], strong=counts),
        ]

    def boxes(self, hands: Sequence[SheetHand] | None) -> Sequence[SheetBox]:
        """Return the check of a list that counts by Seeger-Fabian: its sums over all players.

        The game points and the premiums of all games won and lost add up to the players' final totals.
        """
        if not self.table.options.get("seeger"):
            return ()
        own, others = seeger_figures(self.table)
        head = (
            _("Check"),
            _("Points"),
            _("Games won less games lost, × {times}", times=own),
            _("Games lost, × {times}", times=others * (self.table.size - 1)),
            _("Together"),
            _("Seeger-Fabian"),
        )
        summed = [] if hands is None else [sum(figures) for figures in self._standing(hands)]
        together = [] if hands is None else [sum(summed), sum(self.totals_after(hands))]
        figures = map(Amount, (*summed, *together)) if hands is not None else [""] * 5
        return (SheetBox(head=head, rows=((_("All players"), *figures),)),)

    # The tariff

    def explained(self) -> Sequence[Text]:
        lost = _LOST[self.table.rules]
        return (joined([lost, _("B: Bock round, × 2")], by=" ") if plays_bock(self.table) else lost,)

    def small_print(self) -> Sequence[page.TariffTable]:
        """Return the schedules that have an effect at this table, without that of tournament points."""
        left_out = {tariff.SEEGER}
        left_out |= set() if plays_contra(self.table) else {tariff.CONTRA}
        left_out |= set() if plays_ramsch(self.table) else _OF_RAMSCH
        return [table for slug, table in self.printed.items() if slug not in left_out]

    def card(self) -> Sequence[CardPart]:
        """Return the whole tariff with the table's options."""
        table, limit = self.table, self.table.options.get("ramsch_limit")
        about = [*_PARTS[table.rules], *([(PARAGRAPHS["contra"], (tariff.CONTRA,))] if plays_contra(table) else [])]
        parts = [self._part(*part) for part in about]
        if plays_ramsch(table):
            sentences = [_("The player with the most card points loses.")]
            if limit is not None:  # as in Pub Skat
                sentences.append(_("Each player who pushes the skat on doubles that."))
            if limit:
                sentences.append(_("At most {limit} are lost.", limit=limit))
            tariffs = tuple(printed for slug, printed in self.printed.items() if slug in _OF_RAMSCH)
            parts.append(CardPart(title=PARAGRAPHS["ramsch"].title, sentences=tuple(sentences), tariffs=tariffs))
        if plays_bock(table):
            parts.append(self._part(PARAGRAPHS["bock"]))
        if table.options.get("seeger"):
            parts.append(self._part(PARAGRAPHS["seeger-fabian"], (tariff.SEEGER,)))
        by_each = _("The declarer settles with every other player at the table, including the one sitting out.")
        pays = _("Only the declarer’s own figure is written.") if on_sheet(table) else by_each
        return [*parts, CardPart(title=_("Who pays"), sentences=(pays,)), self._part(_("Cards"), (cards,))]

    def _part(self, about: Paragraph | Text, tables: Tables = ()) -> CardPart:
        tariffs = tuple(self.printed[table] if isinstance(table, str) else table() for table in tables)
        if isinstance(about, Paragraph):
            return CardPart.from_paragraph(about, *tariffs)
        return CardPart(title=about, tariffs=tariffs)


_PARTS: Mapping[str, tuple[tuple[Paragraph | Text, Tables], ...]] = {
    "foster": (
        (PARAGRAPHS["foster-value"], (tariff.UNITS, tariff.GRANDS, tariff.CLASSES, foster_values)),
        (PARAGRAPHS["foster-loss"], ()),
        (PARAGRAPHS["nullo"], (tariff.NULLOS,)),
    ),
    "gucki_solo": (
        (PARAGRAPHS["gucki-solo-value"], (tariff.UNITS, tariff.GRANDS, tariff.ANNOUNCED)),
        (PARAGRAPHS["nullo"], (tariff.NULLOS,)),
        (_("Game values"), (gucki_values,)),
    ),
    **dict.fromkeys(
        tariff.MODERN,
        (
            (PARAGRAPHS["isko-value"], (tariff.UNITS, tariff.GRANDS, isko_steps, isko_values)),
            (PARAGRAPHS["overbid"], ()),
            (PARAGRAPHS["null"], (tariff.NULLS,)),
            (_("Possible bids"), (bids,)),
        ),
    ),
}
"""What the rule card has of a rule set: paragraphs or headings, with their tables."""


def _merged(cells: Sequence[Mapping[str, Value]]) -> dict[str, Value]:
    return {name: value for of_player in cells for name, value in of_player.items()}


def _words(table: Table, outcome: Outcome) -> Text:
    """Return the name of a game with the suit symbol, and whether it was overbid; a null is called how it was played.

    For lack of room, an overbid suit game is only the suit symbol.
    """
    call, suit = outcome.call, outcome.suit
    if call == Call.NULL:
        return tariff.NULL_GAMES[outcome.hand, outcome.ouvert].name
    if game_part(table, outcome).rule == "overbid":
        game = tariff.GAME_NAMES[call, None] if suit is None else SIGNS[suit]
        return Text("{what} {overbid}", {"what": game, "overbid": _("overbid")})
    if suit is None:
        words = tariff.GAME_NAMES[call, None]
    else:
        name = tariff.GAME_NAMES[call, suit] if call == Call.SUIT else tariff.CALL_NAMES[call]
        words = Text("{sign} {name}", {"sign": SIGNS[suit], "name": name})
    return joined([words, _("passt mir nicht")]) if outcome.passt_mir_nicht else words


def _ramsch(outcome: Outcome) -> Text:
    """Return the name of a Ramsch with the active players' card points, in seat order."""
    card_points = " / ".join(str(points) for points in outcome.points_taken if points is not None)
    words = Text("{game} {taken}", {"game": tariff.GAME_NAMES[Call.RAMSCH, None], "taken": card_points})
    if not outcome.pushed:
        return words
    return Text("{words} ×{times}", {"words": words, "times": tariff.PUSHED_TIMES**outcome.pushed})
