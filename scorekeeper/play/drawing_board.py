"""Tables on the page before they are started: laid by the lot, changed by hand, posted back as they lie there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from games.scoring.errors import RuleError
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.names import called
from scorekeeper.play.draft import MOST_SEATS
from scorekeeper.play.drawn import DrawnTable, Playable
from scorekeeper.play.words import in_words


@dataclass(frozen=True, kw_only=True)
class Laid:
    """One table: who sits there in the order of the seats, and what is to be played by the key of its rules."""

    players: tuple[int, ...]
    game: str
    token: str = ""

    def written(self) -> str:
        """The table as an address carries it.

        >>> Laid(players=(3, 12, 5), game="skat:isko").written()
        'skat:isko:3,12,5'
        """
        return f"{self.game}:{','.join(map(str, self.players))}"

    @classmethod
    def read(cls, text: str) -> Laid:
        """The table that an address says; what is no number is nobody."""
        game, _sep, players = text.rpartition(":")
        return cls(players=_keys(players)[:MOST_SEATS], game=game)


@dataclass(frozen=True, kw_only=True)
class Board:
    """All tables, and who is left over."""

    tables: tuple[Laid, ...]
    left: tuple[int, ...]

    @classmethod
    def of(cls, data: Mapping[str, str]) -> Board:
        """What was posted; what is no number is nobody."""
        tables: list[Laid] = []
        while (seats := data.get(f"seats-{len(tables)}")) is not None:
            number = len(tables)
            game, token = data.get(f"game-{number}", ""), data.get(f"token-{number}", "")
            tables.append(Laid(players=_keys(seats)[:MOST_SEATS], game=game, token=token))
        return cls(tables=tuple(tables), left=_keys(data.get("left", "")))

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(key for table in self.tables for key in table.players) + self.left

    def swapped(self, one: int, other: int) -> Board:
        """Two people change places, those who are left over among them."""
        other_of = {one: other, other: one}

        def then(keys: Sequence[int]) -> tuple[int, ...]:
            return tuple(other_of.get(key, key) for key in keys)

        tables = tuple(replace(table, players=then(table.players)) for table in self.tables)
        return Board(tables=tables, left=then(self.left))

    def drawn(self, games: Mapping[str, Playable], stake: Decimal | None) -> list[DrawnTable]:
        """What `drawn.start` takes; raises `KeyError` for a game that there is not."""
        return [
            DrawnTable(game=games[table.game], players=table.players, token=table.token, stake=stake)
            for table in self.tables
        ]


def _keys(text: str) -> tuple[int, ...]:
    """Numbers as the page posts them.

    >>> _keys("3,x,12")
    (3, 12)
    """
    parts = text.split(",")
    return tuple(int(part) for part in parts if part.isascii() and part.isdigit() and len(part) < 10)


@dataclass(frozen=True, kw_only=True)
class Shown:
    """A table as the page prints it."""

    number: int
    laid: Laid
    people: Sequence[tuple[int, str]]
    games: Sequence[tuple[str, str]]
    problem: str

    @property
    def posted(self) -> str:
        return ",".join(map(str, self.laid.players))


def shown(
    board: Board,
    people: Mapping[int, Player],
    games: Mapping[str, str],
    playable: Mapping[str, Playable],
    refused: tuple[int, RuleError] | None,
) -> list[Shown]:
    """Each table with the games that can be played by so many; what was refused stands at its table."""
    tables = []
    for number, laid in enumerate(board.tables):
        names = [called(people[key]) for key in laid.players]
        problem = in_words(refused[1].message, names) if refused and refused[0] == number else ""
        tables.append(
            Shown(
                number=number,
                laid=laid,
                people=list(zip(laid.players, names, strict=True)),
                games=[(key, words) for key, words in games.items() if len(laid.players) in playable[key].sizes],
                problem=problem,
            )
        )
    return tables
