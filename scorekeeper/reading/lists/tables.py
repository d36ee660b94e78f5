"""The lists printed elsewhere that a table may have kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games import registry
from games.game import Game
from games.scoring.types import SeatNumber, Table
from games.ui.paper_list import FederationList
from scorekeeper.printing.marked_sheets.code import SheetCode, options_that_differ


class ListError(Exception):
    """There is no such list for a table; `code` says why: `players`, `rules` or `options`."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


@dataclass(frozen=True, kw_only=True)
class ListOfTable:
    """A list, by its name, that a table may have kept."""

    game: Game
    table: Table
    name: str
    form: FederationList

    def code(self) -> SheetCode:
        """Return the code that the list would have if it were a sheet; it names no players."""
        return SheetCode(
            game=self.game.slug,
            rules=self.table.rules,
            names=("",) * self.table.size,
            first_dealer=self.table.first_dealer,
            rows=self.form.rows[self.table.size].number,
            options=options_that_differ(self.game, self.table),
            list=self.name,
        )


def check(table: Table, form: FederationList) -> None:
    """Raise `ListError` if the list isn't for this table."""
    if table.size not in form.rows:
        raise ListError("players", f"The list is not for {table.size} players.")
    if table.rules not in form.rules:
        raise ListError("rules", f"The list is not for the rules {table.rules}.")
    for option, value in form.options.items():
        if table.options.get(option) != value:
            raise ListError("options", f"The list is only for games with {option}={value}.")


def lists_for(game: Game, table: Table) -> list[ListOfTable]:
    """Return the lists that a table may have kept; none if it plays by other rules or a tariff of its own."""
    found = []
    for name, form in game.paper_lists.items():
        try:
            check(table, form)
        except ListError:
            continue
        found.append(ListOfTable(game=game, table=table, name=name, form=form))
    return [] if table.tariff else found


def all_lists() -> Iterator[ListOfTable]:
    """Yield every known list for each number of players, with the rules that it is usually kept by.

    The player in the first place deals first.
    """
    for slug in registry.slugs():
        game = registry.get(slug)
        for name, form in game.paper_lists.items():
            for size in form.rows:
                names = [f"#{place}" for place in range(1, size + 1)]
                options = {**form.options, **form.usual}
                table = game.rules.table(names, rules=form.rules[0], first_dealer=SeatNumber(0), options=options)
                yield ListOfTable(game=game, table=table, name=name, form=form)
