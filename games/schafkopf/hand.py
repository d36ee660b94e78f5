"""What is recorded of a hand of Schafkopf: the game and who played it, how it went, and how often it was doubled.

The *party* of the declarer is he and, in a Rufspiel, the holder of the called sow. Terms of the game are German in
every language.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from games.scoring.hand import NEVER, Answer, Call, Flag, Hand, Item, Made, OneOf, Player, Players, Times
from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import SeatNumber, Table

FIVE = 5
MOST_LAUFENDE, MOST_OF_WENZ, MOST_KLOPFER, MOST_SPRITZEN = 14, 4, 8, 4
OWN, NO_JUNGFRAU = "own", "none"
"""The options by which a Jungfrau is paid alone, and by which she is neither paid nor entered."""


class Step(StrEnum):
    """What the losing party became."""

    SCHNEIDER = "schneider"
    SCHWARZ = "schwarz"


class Game(StrEnum):
    """The calls."""

    RUFSPIEL = "rufspiel"
    SOLO = "solo"
    WENZ = "wenz"
    BETTEL = "bettel"
    SIE = "sie"
    RAMSCH = "ramsch"
    DURCHMARSCH = "durchmarsch"
    PASSED = "passed"


NAMES: Mapping[str, Text] = {
    **{game: Text(game.value.capitalize()) for game in Game},
    Game.PASSED: _("Thrown in"),
}
STEP_NAMES = {Step.SCHNEIDER: Text("Schneider"), Step.SCHWARZ: Text("Schwarz")}
WITH_RAMSCH = (Game.RAMSCH, Game.DURCHMARSCH)
"""The calls of a table that plays a Ramsch when nobody plays."""


class Outcome(NamedTuple):
    """The outcome of one deal: the call and its items."""

    call: str
    declarer: SeatNumber | None = None
    partner: SeatNumber | None = None
    loser: SeatNumber | None = None
    made: bool | None = None
    tout: bool = False
    step: Step | None = None
    laufende: int = 0
    jungfrauen: tuple[SeatNumber, ...] = ()
    klopfer: int = 0
    spritzen: int = 0

    @property
    def party(self) -> tuple[SeatNumber, ...]:
        """The declarer's party; of a Ramsch, its loser."""
        return tuple(seat for seat in (self.declarer, self.partner, self.loser) if seat is not None)

    @property
    def won(self) -> bool:
        """Whether that party won: a Sie and a Durchmarsch can't be lost, a Ramsch has only a loser."""
        return self.call in (Game.SIE, Game.DURCHMARSCH) or self.made is True


# The items, in the order in which they are checked

_DECLARER = Player("declarer", _("Who plays"), _("who plays"), called=True, checked_later=True)
_PARTNER = Player(
    "partner",
    _("Played with"),
    _("the partner"),
    typed=_("who held the called sow"),
    other_than="declarer",
    checked_later=True,
)
_LOSER = Player("loser", _("Who lost"), _("who lost"), checked_later=True)
_MADE = Made()
_TOUT = Flag("tout", Text("Tout"), Text("Tout"), head=Text("T"), called=True, short=Text("t tout"))
_WITHOUT_TOUT = tuple(f"call={game}&tout=1" for game in (Game.SOLO, Game.WENZ))
_STEP = OneOf(
    "step",
    _("Losers"),
    answers=tuple(
        Answer(step, STEP_NAMES[step], STEP_NAMES[step], Text(short), box=box, never_with=_WITHOUT_TOUT)
        for step, short, box in ((Step.SCHNEIDER, "s schneider", "Sn"), (Step.SCHWARZ, "sw schwarz", "Sw"))
    ),
)
_LAUFENDE = Times(
    "laufende",
    Text("Laufende"),
    head=Text("L"),
    numbers=range(3, MOST_LAUFENDE + 1),
    few=3,
    one=Text("{number} Laufende"),
    short=Text("l laufende"),
)
_LAUFENDE_OF_WENZ = replace(
    _LAUFENDE, name="laufende_wenz", numbers=range(2, MOST_OF_WENZ + 1), few=0, short=NEVER, of="laufende"
)
_JUNGFRAUEN = Players(
    "jungfrauen",
    Text("Jungfrauen"),
    one=_("Jungfrau: {player}"),
    short=Text("j jungfrau"),
    other_than="loser",
)
_KLOPFER = Times(
    "klopfer",
    Text("Klopfer"),
    head=Text("K"),
    numbers=range(1, MOST_KLOPFER + 1),
    few=3,
    one=Text("{number} Klopfer"),
    short=Text("k klopfer"),
)
_SPRITZEN = Times(
    "spritzen",
    Text("Spritzen"),
    head=Text("S"),
    numbers=range(1, MOST_SPRITZEN + 1),
    one=Text("{number} Spritze", {}, "{number} Spritzen"),
    short=Text("sp spritzen"),
)
DOUBLING = (_KLOPFER, _SPRITZEN)
_ALONE = (_DECLARER, _MADE, _TOUT, _STEP)


def _call(game: Game, short: str, box: str, *items: Item, chip: Text | None = None, said: Text | None = None) -> Call:
    return Call(game.value, NAMES[game], Text(f"{short} {game}"), box, items, chip=chip, said=said)


@cache
def hand_of(*, ramsch: bool, jungfrau: bool) -> Hand:
    """Return what is recorded of a hand at a table that plays a Ramsch, and pays a Jungfrau in it."""
    of_ramsch = (_LOSER, *((_JUNGFRAUEN,) if jungfrau else ()), _KLOPFER)
    calls = [
        _call(Game.RUFSPIEL, "r", "R", _DECLARER, _PARTNER, _MADE, _STEP, _LAUFENDE, *DOUBLING),
        _call(Game.SOLO, "so", "So", *_ALONE, _LAUFENDE, *DOUBLING),
        _call(Game.WENZ, "w", "W", *_ALONE, _LAUFENDE_OF_WENZ, *DOUBLING),
        _call(Game.BETTEL, "b", "B", _DECLARER, _MADE, *DOUBLING),
        _call(Game.SIE, "si", "Sie", _DECLARER, *DOUBLING),
    ]
    if ramsch:
        calls += [
            _call(Game.RAMSCH, "ra", "Ra", *of_ramsch, said=_("{call} lost by {loser}")),
            _call(Game.DURCHMARSCH, "d", "D", _DECLARER, _KLOPFER, chip=Text("Durch\N{SOFT HYPHEN}marsch")),
        ]
    calls.append(Call(Game.PASSED.value, NAMES[Game.PASSED], _("-- passed"), "–", minor=True))
    return Hand(
        by="declarer",
        legend=_("The game"),
        missing=_("game"),
        minor_legend=_("Nobody plays"),
        starts_with=Game.RUFSPIEL,
        template="schafkopf/_form.html",
        calls=tuple(calls),
    )


def hand_at(table: Table) -> Hand:
    options = table.options
    return hand_of(ramsch=options["ramsch"] is True, jungfrau=options["jungfrau"] != NO_JUNGFRAU)
