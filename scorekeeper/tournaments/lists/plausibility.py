"""Results of a table that look mistyped, so that the desk checks the paper again. Nothing is refused here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from games.scoring.replay import Ledger
from games.scoring.rules import AnyRules
from games.scoring.text import SeatName, Text
from games.scoring.text import gettext_lazy as _
from games.scoring.types import Correction, Table
from scorekeeper.play.ledger import RoundProgress
from scorekeeper.tournaments.lists.table_sheet import Results, TableSheetRow, sheet_of

OTHER_SESSION = _("The session of this table has a different result.")


class Doubt(NamedTuple):
    """Something that looks mistyped, in a hand of the session if it has a number."""

    message: Text
    hand: int | None = None


def doubts_of_list(rules: AnyRules, table: Table, results: Results, hands: int | None) -> list[Doubt]:
    """Return what looks mistyped in the list of a table; `hands` are the planned ones."""
    return [Doubt(message) for message in _of_list(rules, table, results, hands)]


def _of_list(rules: AnyRules, table: Table, results: Results, hands: int | None) -> Iterator[Text]:
    sheet = sheet_of(rules, table, results)
    games = sheet.check.won + sheet.check.lost
    if hands is not None and games > hands:
        yield _("{games} games were won or lost, in {hands} hands.", games=games, hands=hands)
    for seat, row in enumerate(sheet.rows):
        if _is_outside(rules, table, row, hands):
            yield _points_outside(rules, seat, row.points, won=row.won, lost=row.lost)


def _is_outside(rules: AnyRules, table: Table, row: TableSheetRow, hands: int | None) -> bool:
    possible = rules.round_range(table, hands=hands, won=row.won, lost=row.lost)
    return possible is not None and not possible[0] <= row.points <= possible[1]


def most_doubtful(rules: AnyRules, table: Table, results: Results, hands: int | None) -> tuple[str, int]:
    """Return the column and seat of the figure that most likely makes the sum of a list wrong.

    Of too many games it is the largest number. Of points that don't sum to zero it is the one without its minus sign,
    or else one that the hands don't allow.

    >>> from games.registry import find_rules
    >>> rules = find_rules("tarot")
    >>> table = rules.table(["Anne", "Bruno", "Chloé", "David"])
    >>> most_doubtful(rules, table, [{"points": points} for points in (198, -66, 66, -66)], 4)
    ('points', 2)
    """
    if rules.counts_games:
        return max(
            ((column, seat) for column in ("won", "lost") for seat in range(table.size)),
            key=lambda at: results[at[1]][at[0]],
        )
    rows = sheet_of(rules, table, results).rows
    total = sum(row.points for row in rows)
    unsigned = (seat for seat, row in enumerate(rows) if 2 * row.points == total)
    outside = (seat for seat, row in enumerate(rows) if _is_outside(rules, table, row, hands))
    return "points", next(chain(unsigned, outside), 0)


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


def doubts_of_progress(progress: RoundProgress) -> list[Doubt]:
    """Return what is in doubt about a session that was closed after so many hands."""
    if progress.planned is None or progress.hands >= progress.planned:
        return []
    message = _(
        "The session was closed after {played} of {planned} hands.", played=progress.hands, planned=progress.planned
    )
    return [Doubt(message)]
