"""Drawn tables on the page, before they are started: drawn by lot, changed by hand, posted back with the form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from games.scoring.errors import RuleError
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.names import display_name
from scorekeeper.evenings.tables.playable_games import Playable
from scorekeeper.evenings.tables.table_start import DrawnTable
from scorekeeper.play.formatting import in_words
from scorekeeper.play.pages.shared import token_in
from scorekeeper.play.session_draft import MOST_SEATS


@dataclass(frozen=True, kw_only=True)
class DrawnTableRow:
    """One table: the players in seat order, and the key of its game and rule set (see `Playable.key`)."""

    players: tuple[int, ...]
    game: str
    token: str = ""

    def written(self) -> str:
        """Return the table as written in query parameters.

        >>> DrawnTableRow(players=(3, 12, 5), game="skat:isko").written()
        'skat:isko:3,12,5'
        """
        return f"{self.game}:{','.join(map(str, self.players))}"

    @classmethod
    def read(cls, text: str) -> DrawnTableRow:
        """Read a table from query parameters; ignores whatever is not a number."""
        game, _sep, players = text.rpartition(":")
        return cls(players=_keys(players)[:MOST_SEATS], game=game)


@dataclass(frozen=True, kw_only=True)
class DrawBoard:
    """All tables, and the players left over."""

    tables: tuple[DrawnTableRow, ...]
    unseated: tuple[int, ...]

    @classmethod
    def of(cls, data: Mapping[str, str]) -> DrawBoard:
        """Read the posted tables; ignores whatever is not a number, and gives a malformed token's table a new one."""
        tables: list[DrawnTableRow] = []
        while (seats := data.get(f"seats-{len(tables)}")) is not None:
            number = len(tables)
            game, token = data.get(f"game-{number}", ""), token_in(data.get(f"token-{number}", ""))
            tables.append(DrawnTableRow(players=_keys(seats)[:MOST_SEATS], game=game, token=token))
        return cls(tables=tuple(tables), unseated=_keys(data.get("left", "")))

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(key for table in self.tables for key in table.players) + self.unseated

    @property
    def is_whole(self) -> bool:
        """Return whether there are tables, each with a token of its own, and nobody has two seats."""
        tokens = {table.token for table in self.tables}
        return 0 < len(self.tables) == len(tokens) and len(set(self.people)) == len(self.people)

    @property
    def games(self) -> tuple[str, ...]:
        return tuple(table.game for table in self.tables)

    def swapped(self, one: int, other: int) -> DrawBoard:
        """Return the tables with two people swapped; one of them may be left over."""
        other_of = {one: other, other: one}

        def then(keys: Sequence[int]) -> tuple[int, ...]:
            return tuple(other_of.get(key, key) for key in keys)

        tables = tuple(replace(table, players=then(table.players)) for table in self.tables)
        return DrawBoard(tables=tables, unseated=then(self.unseated))

    def drawn(self, games: Mapping[str, Playable], stake: Decimal | None) -> list[DrawnTable]:
        """Return the tables to start; raises `KeyError` for an unknown game."""
        return [
            DrawnTable(game=games[table.game], players=table.players, token=table.token, stake=stake)
            for table in self.tables
        ]


def _keys(text: str) -> tuple[int, ...]:
    """Return the numbers that the page posted, comma-separated.

    >>> _keys("3,x,12")
    (3, 12)
    """
    parts = text.split(",")
    return tuple(int(part) for part in parts if part.isascii() and part.isdigit() and len(part) < 10)


@dataclass(frozen=True, kw_only=True)
class ShownTable:
    """A table as the page prints it: its index on the page, and the table number it will have at the evening."""

    number: int
    at_evening: int
    drawn: DrawnTableRow
    people: Sequence[tuple[int, str]]
    games: Sequence[tuple[str, str]]
    problem: str

    @property
    def posted(self) -> str:
        return ",".join(map(str, self.drawn.players))


def shown(
    board: DrawBoard,
    people: Mapping[int, Player],
    games: Mapping[str, str],
    playable: Mapping[str, Playable],
    refused: tuple[int, RuleError] | None,
    first_number: int,
) -> list[ShownTable]:
    """Return the tables to print, each with the games for its number of players and its own error message."""
    tables = []
    for number, drawn in enumerate(board.tables):
        names = [display_name(people[key]) for key in drawn.players]
        problem = in_words(refused[1].message, names) if refused and refused[0] == number else ""
        tables.append(
            ShownTable(
                number=number,
                at_evening=first_number + number,
                drawn=drawn,
                people=list(zip(drawn.players, names, strict=True)),
                games=[(key, words) for key, words in games.items() if len(drawn.players) in playable[key].sizes],
                problem=problem,
            )
        )
    return tables
