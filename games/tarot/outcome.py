"""The outcome of a hand of French Tarot, and its fields."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from games.scoring.fields import Field, Fields, PlayerField, PointsField, RecordsField, WholeField, WordField
from games.scoring.numbers import Number
from games.scoring.types import SeatNumber, Table
from games.tarot.tariff import CARD_POINTS, Camp, MisereKind, PoigneeSize, Slam

FOUR, FIVE = 4, 5


class Poignee(NamedTuple):
    """A poignée that a player showed."""

    player: SeatNumber
    size: PoigneeSize


class Misere(NamedTuple):
    """A hand without honours or without trumps that a player showed; `classic` only."""

    player: SeatNumber
    kind: MisereKind


class Outcome(NamedTuple):
    """The outcome of one deal. If it was not played, only `call` is set."""

    call: str
    taker: SeatNumber = SeatNumber(0)
    partner: SeatNumber | None = None
    bouts: int = 0
    points: Number | None = None
    defence_points: Number | None = None
    petit_au_bout: Camp | None = None
    poignees: tuple[Poignee, ...] = ()
    miseres: tuple[Misere, ...] = ()
    slam_announced: Slam | None = None
    slam_made: Slam | None = None

    @property
    def attack_points(self) -> Number:
        """The attack's card points, computed if only the defence's were given."""
        if self.points is not None:
            return self.points
        assert self.defence_points is not None
        return CARD_POINTS - self.defence_points

    @property
    def points_field(self) -> str:
        """The name of the field of points that was given; `points` if both were."""
        return "defence_points" if self.points is None else "points"


def with_mort(table: Table) -> bool:
    """Return whether five sit at the table and the dealer sits out."""
    return table.size == FIVE and table.options["five_players"] == "mort"


def active(table: Table) -> int:
    """Return the number of players in each hand."""
    return FOUR if with_mort(table) else table.size


@cache
def contract_fields(rules: str, players: int) -> Fields:
    """Return the fields of a contract, in the order in which they are checked."""
    classic = rules == "classic"
    halves = players != FOUR
    announced = (Slam.GRAND, Slam.PETIT) if classic else (Slam.GRAND,)
    made = (Slam.GRAND, Slam.PETIT) if classic else (Slam.GRAND, Slam.DEFENCE)
    fields: list[Field] = [PlayerField(name="taker")]
    if players == FIVE:
        fields.append(PlayerField(name="partner", default=None, nullable=True))
    fields += [
        WholeField(name="bouts", low=0, high=3),
        PointsField(name="points", low=0, high=CARD_POINTS, halves=halves, default=None),
        PointsField(name="defence_points", low=0, high=CARD_POINTS, halves=halves, default=None),
        WordField(name="petit_au_bout", words=tuple(Camp), default=None, nullable=True),
        RecordsField(
            name="poignees",
            fields=Fields((PlayerField(name="player"), WordField(name="size", words=tuple(PoigneeSize)))),
            make=Poignee,
        ),
    ]
    if classic:
        fields.append(
            RecordsField(
                name="miseres",
                fields=Fields((PlayerField(name="player"), WordField(name="kind", words=tuple(MisereKind)))),
                make=Misere,
            )
        )
    fields += [
        WordField(name="slam_announced", words=announced, default=None, nullable=True),
        WordField(name="slam_made", words=made, default=None, nullable=True),
    ]
    return Fields(fields)
