"""What is recorded of a hand of Jass: in the Schieber for two sides, in the Differenzler for every player.

The Schieber has the card points of one side, a match, Weise and Stöck, and who was out first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import KW_ONLY, dataclass
from functools import cache
from typing import Any, NamedTuple

from games.jass.tariff import ALL_POINTS, PACKS, WEISE, Call, Suit, times_place
from games.scoring.fields import Field, PointsField, WholeField
from games.scoring.hand import NEVER, Answer, CountOfEach, Hand, Item, OneOf, Points, without_one
from games.scoring.hand import Call as Declared
from games.scoring.sides import SIDE_WORDS, OneOfTwo, of_side
from games.scoring.text import SeatName, Text
from games.scoring.text import message as _
from games.scoring.types import Table


class Team(OneOfTwo):
    """The sides of the Schieber: the first and third player, the second and fourth."""

    FIRST = "team1"
    OTHER = "team2"


WEIS_FIELDS: Mapping[Team, str] = {team: f"weis_{team}" for team in Team}
TEAM_WORDS: Mapping[Team, Text] = dict(zip(Team, SIDE_WORDS.values(), strict=True))
"""Each side, by the names of its players."""
TEAM_BOXES: Mapping[Team, str] = {Team.FIRST: "1–3", Team.OTHER: "2–4"}


class Outcome(NamedTuple):
    """The outcome of one deal. `points` are those of the first side or, in the Differenzler, those of every player."""

    call: str
    suit: Suit | None = None
    points: Any = None
    match: Team | None = None
    weis_team1: int = 0
    weis_team2: int = 0
    stoeck: Team | None = None
    out: Team | None = None
    announced: tuple[int, ...] = ()

    def cards(self, team: Team) -> int:
        """Return the card points of a side of the Schieber."""
        if self.match:
            return ALL_POINTS if team is self.match else 0
        return int(self.points) if team is Team.FIRST else ALL_POINTS - int(self.points)

    def weis(self, team: Team) -> int:
        return self.weis_team1 if team is Team.FIRST else self.weis_team2


# The declaration


@dataclass(frozen=True, eq=False)
class TeamPoints(Points):
    """The card points of the first side. Those of the other side are the rest, and are never recorded."""

    @property
    def fields(self) -> tuple[Field, ...]:
        return (PointsField(name=self.name, low=0, high=self.total, halves=False, default=None),)


@dataclass(frozen=True, eq=False)
class Weis(Item):
    """The sum of the Weise that a side wrote; only one side does."""

    missing: Text = NEVER
    _: KW_ONLY
    short: Mapping[Team, Text]

    @property
    def fields(self) -> tuple[Field, ...]:
        return tuple(
            WholeField(name=name, low=0, high=max(WEISE), values=WEISE, default=0) for name in WEIS_FIELDS.values()
        )

    def said(self, raw: Mapping[str, Any]) -> Iterator[Text]:
        for team, number in written(raw):
            yield of_side(Text("{label} {number}", {"label": self.label, "number": number}), TEAM_WORDS[team])


def written(raw: Mapping[str, Any]) -> Iterator[tuple[Team, int]]:
    """Yield the side that wrote its Weis, with the sum of it."""
    yield from ((team, raw[name]) for team, name in WEIS_FIELDS.items() if raw.get(name))


@dataclass(frozen=True, eq=False)
class PointsOfEach(CountOfEach):
    """Card points of every player, announced or taken."""

    together: int = ALL_POINTS

    def said(self, raw: Mapping[str, Any]) -> Iterator[Text]:
        """Yield what every player announced and took, once."""
        if self is TAKEN:
            for seat, announced in raw[ANNOUNCED.name].items():
                yield announced_and_taken(int(seat), announced, raw[self.name][seat])


def announced_and_taken(seat: int, announced: int, taken: int) -> Text:
    """Return the numbers of a player: "Anne 40 → 52"."""
    values = {"player": SeatName(seat), "announced": announced, "taken": taken}
    return Text("{player} {announced} → {taken}", values)


@dataclass(frozen=True, eq=False)
class OfSuit(Declared):
    """A trump suit, which says by itself that it is one: "Schilten, 93 – 64"."""

    def undertaken(self, raw: Mapping[str, Any]) -> Text:
        return NEVER if raw.get("suit") else super().undertaken(raw)


def _of_teams(name: str, label: Text, short: str, *, rare: bool = False) -> OneOf:
    """Return something that one side can have; its words in shorthand end with "a" for the first side, or with "b"."""
    spelled = dict(zip(Team, (f"{short}a {name}-a", f"{short}b {name}-b"), strict=True))
    answers = tuple(
        Answer(team, words, of_side(label, words), Text(spelled[team]), box=TEAM_BOXES[team])
        for team, words in TEAM_WORDS.items()
    )
    return OneOf(name, label, rare=rare, answers=answers)


SUITS: Mapping[str, tuple[Text, Text, str]] = {
    Suit.EICHEL: (Text("Eicheln"), Text("ei eicheln eichel"), "Ei"),
    Suit.ROSEN: (Text("Rosen"), Text("ro rosen"), "Ro"),
    Suit.SCHELLEN: (Text("Schellen"), Text("sche schellen"), "Se"),
    Suit.SCHILTEN: (Text("Schilten"), Text("schi schilten"), "Si"),
    Suit.SPADES: (_("Spades"), _("s spades"), "♠"),
    Suit.HEARTS: (_("Hearts"), _("h hearts"), "♥"),
    Suit.DIAMONDS: (_("Diamonds"), _("d diamonds"), "♦"),
    Suit.CLUBS: (_("Clubs"), _("c clubs"), "♣"),
}
"""Each suit with its name, its spellings in shorthand, and the head of its box. German suits aren't translated."""


def _meaning(raw: Mapping[str, Any], is_of_others: bool) -> Text:
    """Return whose points are entered and, once they are known, first those of both sides: "93 – 64 Anne and Chloé"."""
    team = Team.OTHER if is_of_others else Team.FIRST
    points = raw.get("points")
    if not isinstance(points, int):
        return TEAM_WORDS[team]
    own = ALL_POINTS - points if is_of_others else points
    return Text("{own} – {rest} {side}", {"own": own, "rest": ALL_POINTS - own, "side": TEAM_WORDS[team]})


MATCH = _of_teams("match", Text("Match"), "m")
POINTS = TeamPoints(
    "points",
    _("Points"),
    _("points"),
    typed=_("points of the first side"),
    total=ALL_POINTS,
    other="points-of-others",
    other_label=_("of the others"),
    other_short=_("b others"),
    other_means=_("points of the other side: b64"),
    one=Text("{points} – {rest}"),
    limits=without_one(ALL_POINTS),
    unless=MATCH,
    means=_meaning,
)
WEIS = Weis("weis", Text("Weis"), short={Team.FIRST: Text("wa weis-a"), Team.OTHER: Text("wb weis-b")})
STOECK = _of_teams("stoeck", Text("Stöck"), "st")
OUT = _of_teams("out", _("Out first"), "o", rare=True)
ANNOUNCED = PointsOfEach("announced", _("Announced"), _("what everybody announced"), head=Text("→"))
TAKEN = PointsOfEach("points", _("Points taken"), _("what everybody took"), head=Text("="))


@cache
def _schieber(pack: str, times: tuple[int, ...], *, to_target: bool) -> Hand:
    """Return what is recorded of a hand with this pack, by the multipliers of its suits and of no trumps."""
    *of_suits, no_trumps = times or (0,)
    suit = OneOf(
        "suit",
        _("Trumps"),
        _("trumps") if of_suits else NEVER,
        called=bool(of_suits),
        rare=not of_suits,
        answers=tuple(
            Answer(suit, name, name, short, hint=f"× {of_suits[place]}" if of_suits else "", box=box)
            for place, (suit, (name, short, box)) in enumerate((suit, SUITS[suit]) for suit in PACKS[pack])
        ),
    )
    aim = f"× {no_trumps}" if no_trumps else ""
    out = (OUT,) if to_target else ()
    told = (MATCH, POINTS, STOECK, WEIS, *out)
    of_suit, items = (suit, POINTS, MATCH, WEIS, STOECK, *out), (POINTS, MATCH, WEIS, *out)
    return Hand(
        legend=_("Trumps"),
        starts_with=Call.TRUMPF.value,
        template="jass/_form.html",
        folded=_("Trumps, out first, dealer, note") if not of_suits else _("Out first, dealer, note"),
        calls=(
            OfSuit(Call.TRUMPF.value, _("A suit"), _("t trumps"), "T", of_suit, told=(suit, *told)),
            Declared(Call.OBENABE.value, Text("Obenabe"), Text("oben obenabe"), "O", items, aim=aim, told=told),
            Declared(Call.UNDENUFE.value, Text("Undenufe"), Text("unden undenufe"), "U", items, aim=aim, told=told),
        ),
    )


DIFFERENZLER = Hand(
    starts_with=Call.DIFFERENZLER.value,
    template="jass/_differenzler.html",
    calls=(
        Declared(Call.DIFFERENZLER.value, Text("Differenzler"), Text("diff differenzler"), "D", (ANNOUNCED, TAKEN)),
    ),
)


def hand_of(table: Table) -> Hand:
    """Return what is recorded of a hand at this table."""
    if table.rules == "differenzler":
        return DIFFERENZLER
    pack, multipliers = str(table.options["cards"]), str(table.options["multipliers"])
    times: tuple[int, ...] = ()
    if multipliers != "none":
        places = [times_place(multipliers, Call.TRUMPF, suit) for suit in PACKS[pack]]
        times = tuple(table.figures[place] for place in (*places, times_place(multipliers, Call.OBENABE, None)))
    return _schieber(pack, times, to_target=table.options["hands"] == 0)


EVERY_CALL = Hand(calls=(*_schieber("german", (), to_target=True).calls, *DIFFERENZLER.calls))
"""All calls of both rule sets, with the items of a table with the defaults."""
