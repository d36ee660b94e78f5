"""What is recorded of a hand of French Tarot: the contract with its result and bonuses, or why it wasn't played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from math import ceil, floor
from typing import Any, NamedTuple

from games.scoring.hand import Answer, Call, Count, Hand, Item, Limit, OfPlayers, OneOf, Player, Points
from games.scoring.numbers import Number
from games.scoring.text import Text, plural_message
from games.scoring.text import message as _
from games.scoring.types import SeatNumber, Table
from games.tarot.tariff import (
    CALL_NAMES,
    CARD_POINTS,
    MISERE_NAMES,
    OF_CALL,
    POIGNEE_NAMES,
    POIGNEE_TRUMPS,
    POINTS_NEEDED,
    POINTS_WITH_BOUTS,
    SLAM_POINTS_WITH_DOG,
    Camp,
    MisereKind,
    PoigneeSize,
    Slam,
)
from games.tarot.tariff import Call as Contract

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


def contract_won(bouts: int, points: Number) -> bool:
    """Return whether the attack's card points reach what its bouts require; half a point short fails.

    >>> contract_won(2, 41), contract_won(2, 40.5)
    (True, False)
    """
    return floor(points) >= POINTS_NEEDED[bouts]


def margin(*, bouts: int, points: Number, round_to_ten: bool = False) -> tuple[bool, int, int]:
    """Return whether the contract is won, by how much, and how much of that counts.

    Half a point goes to the winning camp, so the margin is rounded up (FFT).

    >>> margin(bouts=2, points=49)
    (True, 8, 8)
    >>> margin(bouts=2, points=40.5)
    (False, 1, 1)
    """
    needed, full_points = POINTS_NEEDED[bouts], floor(points)
    won = contract_won(bouts, points)
    by = counted = ceil(points) - needed if won else needed - full_points
    if round_to_ten:
        counted = (by + 5) // 10 * 10
    return won, by, counted


# The declaration

_TAKER = Player("taker", _("Taker"), _("taker"), called=True)
_PARTNER = Player(
    "partner",
    _("Partner"),
    _("partner"),
    other_than="taker",
    optional=_("alone"),
    short=_("al alone"),
    called=True,
)
_BOUTS = Count("bouts", _("Bouts"), _("bouts"), high=3, one=plural_message("{number} bout", "{number} bouts", 1))
OF_ATTACK, OF_DEFENCE = _("att."), _("def.")
"""The camps, on the heads of boxes."""
_PETIT = OneOf(
    "petit_au_bout",
    _("Petit au bout"),
    head=_("Petit"),
    answers=(
        Answer(
            Camp.ATTACK,
            _("Attack"),
            _("petit au bout to the attack"),
            _("pa petit-attack"),
            never_with=("bouts=0",),
            box=OF_ATTACK,
        ),
        Answer(
            Camp.DEFENCE,
            _("Defence"),
            _("petit au bout to the defence"),
            _("pd petit-defence"),
            never_with=("bouts=3",),
            box=OF_DEFENCE,
        ),
    ),
)
_MISERES = OfPlayers(
    "miseres",
    _("Misères"),
    rare=True,
    several=True,
    part="kind",
    make=Misere,
    answers=(
        Answer(
            MisereKind.NO_HONOURS,
            MISERE_NAMES[MisereKind.NO_HONOURS],
            _("No honours: {player}"),
            _("mh no-honours"),
            box=_("MH"),
        ),
        Answer(
            MisereKind.NO_TRUMPS,
            MISERE_NAMES[MisereKind.NO_TRUMPS],
            _("No trumps: {player}"),
            _("mt no-trumps"),
            never_with=tuple(f"poignees-{{seat}}={size}" for size in PoigneeSize),
            box=_("MT"),
        ),
    ),
)
_GRAND, _LITTLE, _OF_DEFENCE = _("Every trick"), _("All but one"), _("Every trick to the defence")
_ANNOUNCED = {
    Slam.GRAND: Answer(Slam.GRAND, _GRAND, _("slam announced: every trick"), _("sa slam-announced")),
    Slam.PETIT: Answer(Slam.PETIT, _LITTLE, _("slam announced: all but one"), _("la little-slam-announced")),
}
_SLAM_MADE = {
    Slam.GRAND: Answer(Slam.GRAND, _GRAND, _("slam made: every trick"), _("sm slam-made")),
    Slam.PETIT: Answer(Slam.PETIT, _LITTLE, _("slam made: all but one"), _("lm little-slam-made")),
    Slam.DEFENCE: Answer(
        Slam.DEFENCE, _OF_DEFENCE, _("slam made: every trick to the defence"), _("sd slam-of-the-defence")
    ),
}
_WITH_EVERY_TRICK = tuple(
    f"call={call}&bouts={bouts}&points-tens={number // 10}&points-units={number % 10}&defence_points={of_defence}"
    for call in (Contract.PRISE, Contract.GARDE, Contract.GARDE_SANS)
    for bouts, points in SLAM_POINTS_WITH_DOG.items()
    for of_defence, number in (("", points), ("1", CARD_POINTS - points))
)
"""The points of a slam, as they are tapped; in a garde contre, the dog leaves several."""


def _poignees(players: int) -> OfPlayers:
    words = {
        PoigneeSize.SIMPLE: (_("simple"), _("simple poignée by {player}"), _("po poignee")),
        PoigneeSize.DOUBLE: (_("double"), _("double poignée by {player}"), _("pod double-poignee")),
        PoigneeSize.TRIPLE: (_("triple"), _("triple poignée by {player}"), _("pot triple-poignee")),
    }
    answers = tuple(
        Answer(size, *words[size], means=POIGNEE_NAMES[size], hint=str(trumps))
        for size, trumps in POIGNEE_TRUMPS[players].items()
    )
    return OfPlayers("poignees", _("Poignées"), rare=True, part="size", make=Poignee, answers=answers)


def _points(players: int) -> Points:
    return Points(
        "points",
        _("Points"),
        _("points"),
        typed=_("points of the attack"),
        total=CARD_POINTS,
        other="defence_points",
        other_label=_("of the defence"),
        other_short=_("d defence"),
        other_means=_("points of the defence: d42"),
        one=_("{points} points"),
        halves=players != FOUR,
        limits=tuple(_limits(players)),
        needs=_needed,
        unknown=_("There are at most three bouts."),
        means=_meaning,
    )


def _limits(players: int) -> Iterator[Limit]:
    """Yield the points that each number of bouts allows to the attack, and to the defence."""
    for bouts, (low, high) in enumerate(POINTS_WITH_BOUTS[players]):
        attack, defence = (float(low), float(high)), (float(CARD_POINTS - high), float(CARD_POINTS - low))
        yield Limit((attack,), f"bouts={bouts}&defence_points=")
        yield Limit((defence,), f"bouts={bouts}&defence_points=1")


def _needed(raw: Mapping[str, Any]) -> int | None:
    """Return the points that the attack needs with these bouts."""
    bouts = raw.get("bouts")
    return POINTS_NEEDED[bouts] if isinstance(bouts, int) and bouts < len(POINTS_NEEDED) else None


def _meaning(raw: Mapping[str, Any], is_of_defence: bool) -> Text:
    """Return whose points are entered, and what they mean: "of the defence: made by 7"."""
    camp = _("of the defence") if is_of_defence else _("of the attack")
    points, needed = raw.get("defence_points" if is_of_defence else "points"), _needed(raw)
    if needed is None:
        return camp
    if not isinstance(points, int | float) or points > CARD_POINTS:
        result = _("{points} needed", points=needed)
    else:
        won, by, _counted = margin(bouts=raw["bouts"], points=CARD_POINTS - points if is_of_defence else points)
        result = (_("made by {by}", by=by) if won else _("lost by {by}", by=by)) if by else _("just made")
    return _("{camp}: {result}", camp=camp, result=result)


@cache
def hand_of(rules: str, players: int) -> Hand:
    """Return what is recorded of a hand by a rule set, with this many players who take part."""
    is_classic = rules == "classic"
    announced = (Slam.GRAND, Slam.PETIT) if is_classic else (Slam.GRAND,)
    made = (Slam.GRAND, Slam.PETIT) if is_classic else (Slam.GRAND, Slam.DEFENCE)
    points, bouts = _points(players), _BOUTS
    bonuses = (
        _PETIT,
        _poignees(players),
        *([_MISERES] if is_classic else []),
        OneOf(
            "slam_announced",
            _("Slam announced"),
            called=True,
            rare=True,
            answers=tuple(_ANNOUNCED[slam] for slam in announced),
        ),
        OneOf(
            "slam_made",
            _("Slam made"),
            rare=True,
            answers=tuple(_SLAM_MADE[slam] for slam in made),
            asked=dict.fromkeys(_WITH_EVERY_TRICK, Slam.GRAND),
        ),
    )
    who: tuple[Item, ...] = (_TAKER, _PARTNER) if players == FIVE else (_TAKER,)

    def contract(key: str, short: Text, box: str) -> Call:
        return Call(
            key,
            Text(CALL_NAMES[key]),
            short,
            box,
            (*who, bouts, points, *bonuses),
            aim=lambda table: f"×{table.figures[OF_CALL[key]]}",
            told=(points, bouts, *bonuses),
        )

    return Hand(
        by="taker",
        legend=_("Contract"),
        missing=_("contract"),
        minor_legend=_("Not played"),
        template="tarot/_form.html",
        folded=_("Poignées, slam, dealer, note"),
        calls=(
            contract(Contract.PRISE.value, _("p prise"), "P"),
            contract(Contract.GARDE.value, _("g garde"), "G"),
            contract(Contract.GARDE_SANS.value, _("gs garde-sans"), "GS"),
            contract(Contract.GARDE_CONTRE.value, _("gc garde-contre"), "GC"),
            Call(Contract.PASSED.value, _("All passed"), _("-- passed"), "–", minor=True),
            Call(Contract.MISDEAL.value, _("Misdeal"), _("md misdeal"), _("MD"), minor=True),
            Call(Contract.PETIT_SEC.value, _("Petit sec"), _("ps petit-sec"), "PS", minor=True),
        ),
    )
