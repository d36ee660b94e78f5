"""What looks mistyped in the results of a table, so that the desk looks at the paper again. Nothing is refused here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.scoring.replay import Ledger
from games.scoring.rules import AnyRules
from games.scoring.text import SeatName, Text
from games.scoring.text import gettext_lazy as _
from games.scoring.types import Correction, Table
from scorekeeper.tournaments.table_sheet import Results, sheet_of

OTHER_SESSION = _("The session of this table came to something else.")


class Doubt(NamedTuple):
    """Something that looks mistyped, in a hand of the session if it has a number."""

    message: Text
    hand: int | None = None


def doubts_of_list(rules: AnyRules, table: Table, results: Results, hands: int | None) -> list[Doubt]:
    """Return what looks mistyped in the list of a table with so many planned hands."""
    return [Doubt(message) for message in _of_list(rules, table, results, hands)]


def _of_list(rules: AnyRules, table: Table, results: Results, hands: int | None) -> Iterator[Text]:
    sheet = sheet_of(rules, table, results)
    games = sheet.check.won + sheet.check.lost
    if hands is not None and games > hands:
        yield _("{games} games were won or lost, in {hands} hands.", games=games, hands=hands)
    for seat, row in enumerate(sheet.rows):
        possible = rules.round_range(table, hands=hands, won=row.won, lost=row.lost)
        if possible is not None and not possible[0] <= row.points <= possible[1]:
            yield _points_outside(rules, seat, row.points, won=row.won, lost=row.lost)


def _points_outside(rules: AnyRules, seat: int, points: int, *, won: int, lost: int) -> Text:
    name = SeatName(seat)
    if not rules.counts_games:
        return _("{player}: {points} points are more than the hands allow.", player=name, points=points)
    return _(
        "{player}: {points} points don’t fit {won} won and {lost} lost games.",
        player=name,
        points=points,
        won=won,
        lost=lost,
    )


def doubts_of_hands(ledger: Ledger, numbers: Sequence[int]) -> list[Doubt]:
    """Return the hands of a session that look mistyped; `numbers` are those of the hands on its pages."""
    return [
        Doubt(message, number)
        for number, scored in zip(numbers, ledger.hands, strict=False)
        if not isinstance(scored.hand.outcome, Correction)
        and (message := ledger.rules.looks_mistyped(ledger.table, scored.hand.outcome))
    ]
