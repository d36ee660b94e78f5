"""The list of a table as it is written on paper: a row for each player, and the check line below.

The *check line* computes the round points of the table from the sums of the columns alone, so that people who add up by
hand can find mistakes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.scoring.rules import AnyRules
from games.scoring.types import Table

Results = Sequence[Mapping[str, int]]
"""The result of each place, in seat order: `points` and, where the game counts games, `won` and `lost`."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TableSheetRow:
    """What a player has: `own` and `others` are what the own games and those that others lost bring beside points."""

    name: str
    points: int
    won: int
    lost: int
    others_lost: int
    own: int
    others: int

    @property
    def round_points(self) -> int:
        return self.points + self.own + self.others


@dataclass(frozen=True, kw_only=True, slots=True)
class CheckLine:
    """The sums of the columns. `each_own` and `each_others` are what a game brings: 50 and, at a table of four, 90."""

    points: int
    won: int
    lost: int
    each_own: int
    each_others: int

    @property
    def games(self) -> int:
        """The games won without those lost."""
        return self.won - self.lost

    @property
    def round_points(self) -> int:
        return self.points + self.each_own * self.games + self.each_others * self.lost


@dataclass(frozen=True, kw_only=True, slots=True)
class TableSheet:
    """The rows in seat order and the check line."""

    rows: tuple[TableSheetRow, ...]
    check: CheckLine
    counts_games: bool

    @property
    def has_premiums(self) -> bool:
        """Whether games bring something beside their points."""
        return bool(self.check.each_own or self.check.each_others)

    @property
    def has_round_points(self) -> bool:
        """Whether a round counts other than its points: with premiums, or a share of a pool."""
        return self.has_premiums or any(row.round_points != row.points for row in self.rows)

    @property
    def total(self) -> int:
        return sum(row.round_points for row in self.rows)


def sheet_of(rules: AnyRules, table: Table, results: Results) -> TableSheet:
    """Return the list of a table with these results.

    The worked example of the federation's points, at a table of four:

    >>> from games.registry import find_rules
    >>> rules = find_rules("skat")
    >>> options = {"payment": "sheet", "contra": False, "ramsch": False, "seeger": True}
    >>> table = rules.table(["Anne", "Bruno", "Chloé", "David"], rules="isko", options=options)
    >>> figures = [(912, 9, 1), (131, 4, 3), (540, 8, 2), (-45, 3, 2)]
    >>> results = [dict(zip(("points", "won", "lost"), row)) for row in figures]
    >>> sheet = sheet_of(rules, table, results)
    >>> [row.round_points for row in sheet.rows], sheet.total, sheet.check.round_points
    ([1522, 331, 1020, 185], 3058, 3058)
    """
    won = [result.get("won", 0) for result in results]
    lost = [result.get("lost", 0) for result in results]
    points = tuple([result["points"] for result in results])
    totals = rules.round_totals(table, points, won, lost)
    each_own, each_others = _premiums_of_one(rules, table)
    rows = tuple(
        TableSheetRow(
            name=name,
            points=points[seat],
            won=won[seat],
            lost=lost[seat],
            others_lost=sum(lost) - lost[seat],
            own=each_own * (won[seat] - lost[seat]),
            others=totals[seat] - points[seat] - each_own * (won[seat] - lost[seat]),
        )
        for seat, name in enumerate(table.players)
    )
    check = CheckLine(
        points=sum(points),
        won=sum(won),
        lost=sum(lost),
        each_own=each_own,
        each_others=each_others,
    )
    return TableSheet(rows=rows, check=check, counts_games=rules.counts_games)


def _premiums_of_one(rules: AnyRules, table: Table) -> tuple[int, int]:
    """Return what a won game brings its player, and what a lost one brings all others together."""
    none = (0,) * table.size
    one = (1, *none[1:])
    return rules.round_totals(table, none, one, none)[0], sum(rules.round_totals(table, none, none, one)[1:])
