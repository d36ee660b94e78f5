"""What a hand of Schafkopf pays, line by line: the price, what is added to it, and what doubles it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from games.schafkopf.hand import DOUBLING, NAMES, STEP_NAMES, Game, Outcome, Step
from games.schafkopf.tariff import GAME, JUNGFRAU, LAUFENDE, MORE, SIE_LAUFENDE, SIE_TIMES, STOCK
from games.scoring.hand import result_words
from games.scoring.payments import each_pays, side_pays, times
from games.scoring.text import Amount, SeatName, Text, joined
from games.scoring.text import message as _
from games.scoring.types import Amounts, Entry, Line, SeatNumber, Table

PARTS = {Step.SCHNEIDER: (Step.SCHNEIDER,), Step.SCHWARZ: (Step.SCHNEIDER, Step.SCHWARZ)}
"""What is paid for each step: Schwarz besides Schneider (BSV)."""
OPPONENTS = 3
"""Of a player who plays alone."""
DOUBLES = "doubles"
"""The option by which a Jungfrau doubles what everybody gets."""


def worth(table: Table, row: str) -> int:
    """Return a figure of the tariff that the table plays by."""
    schedule = GAME if row in list(Game) or row == JUNGFRAU else MORE
    return table.figures[schedule, row, str(table.options["tariff"])]


def lines(table: Table, playing: Iterable[SeatNumber], outcome: Outcome) -> list[Line]:
    """Return the lines of a hand, without the stock; what adds nothing has no line."""
    party = outcome.party
    others = [seat for seat in playing if seat not in party]
    to = dict.fromkeys(party, len(others) // len(party))
    shares = side_pays(table.size, 1 if outcome.won else -1, to=to, payers=others)
    paid = [Line(rule, label, times(shares, value)) for rule, label, value in _values(table, outcome)]
    paid += _of_jungfrauen(table, outcome, shares)
    if number := outcome.klopfer + outcome.spritzen:
        said = [words for item in DOUBLING for words in item.said(outcome._asdict())]
        label = _("{said}: × {factor}", said=joined(said), factor=2**number)
        so_far = Entry.from_lines(table.size, paid).amounts
        paid.append(Line("doubling", label, times(so_far, 2**number - 1)))
    return [line for line in paid if any(line.amounts)]


def price_each(entry: Entry, outcome: Outcome) -> int | None:
    """Return what each other player paid the declarer, or got if it is negative; None if he has none."""
    if outcome.declarer is None:
        return None
    paid = sum(line.amounts[outcome.declarer] for line in entry.lines if line.rule != STOCK)
    return paid if outcome.partner is not None else paid // OPPONENTS


def _values(table: Table, outcome: Outcome) -> Iterator[tuple[str, Text, int]]:
    """Yield what each winner gets for the hand before it is doubled: the paragraph, the label and the value."""
    rule = Game.SOLO if outcome.call == Game.WENZ else outcome.call
    label, price = _price(table, outcome)
    laufende = outcome.laufende * worth(table, LAUFENDE)
    yield rule, label, price
    if outcome.step:
        parts = PARTS[outcome.step]
        names, figures = joined([STEP_NAMES[part] for part in parts], by=" + "), [worth(table, part) for part in parts]
        yield "schneider-schwarz", _priced(names, figures), sum(figures)
    if laufende:
        values = {"number": outcome.laufende, "each": Amount(worth(table, LAUFENDE))}
        yield "laufende", Text("{number} Laufende × {each}", values), laufende
    if outcome.tout:
        yield "tout", _("Tout: {value} × 2", value=Amount(price + laufende)), price + laufende


def _price(table: Table, outcome: Outcome) -> tuple[Text, int]:
    """Return what a game itself is worth to each winner."""
    name = NAMES[outcome.call]
    if outcome.call == Game.SIE:
        solo, each = worth(table, Game.SOLO), worth(table, LAUFENDE)
        values = {"solo": Amount(solo), "number": SIE_LAUFENDE, "each": Amount(each), "times": SIE_TIMES}
        label = _("{call}: ({solo} + {number} × {each}) × {times}", call=name, **values)
        return label, (solo + SIE_LAUFENDE * each) * SIE_TIMES
    if outcome.call == Game.DURCHMARSCH:
        figures = [worth(table, row) for row in (Game.SOLO, *PARTS[Step.SCHWARZ])]
        return _priced(name, figures), sum(figures)
    price = worth(table, outcome.call)
    result = result_words(outcome.won)
    return _priced(Text("{call} {result}", {"call": name, "result": result}), [price]), price


def _priced(what: Text, figures: Sequence[int]) -> Text:
    amounts = [Text("{amount}", {"amount": Amount(figure)}) for figure in figures]
    return _("{what}: {figures}", what=what, figures=joined(amounts, by=" + "))


def _of_jungfrauen(table: Table, outcome: Outcome, shares: Amounts) -> Iterator[Line]:
    """Yield what a Jungfrau adds: the loser pays her alone more (BSV), or she doubles it for everybody (SP)."""
    price = worth(table, Game.RAMSCH)
    for number, seat in enumerate(outcome.jungfrauen):
        if table.options["jungfrau"] == DOUBLES:
            label = _("Jungfrau {player}: × 2", player=SeatName(seat))
            yield Line("ramsch", label, times(shares, price << number))
        elif outcome.loser is not None:
            figure = worth(table, JUNGFRAU)
            values = {"player": SeatName(seat), "figure": Amount(figure), "price": Amount(price)}
            label = Text(_MORE_FOR_HER.template, values)
            yield Line("ramsch", label, each_pays(table.size, figure - price, to=seat, payers=(outcome.loser,)))


_MORE_FOR_HER = _("Jungfrau {player}: {figure} in place of {price}")
