"""What is recorded of a hand of Bridge: the contract, its declarer, how many tricks it made, and honours.

A *result* tells the tricks from the contract: 0 made, 1 an overtrick, −2 two down.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from games.bridge.tariff import ALL_HONOURS, CHICAGO, FOUR_HONOURS, Doubled, Strain
from games.scoring.fields import Field, WholeField
from games.scoring.hand import MADE, Answer, Call, Count, Hand, Item, OneOf, Player, SaidByCall, Times, seat_name
from games.scoring.sides import SIDE_WORDS
from games.scoring.text import Amount, Text, joined
from games.scoring.text import message as _
from games.scoring.types import SeatNumber

ALL_TRICKS, BOOK, LEVELS = 13, 6, range(1, 8)
CONTRACT, PASSED, UNFINISHED = "contract", "passed", "unfinished"
SIDES: Mapping[str, Text] = dict(zip(("ns", "ew"), SIDE_WORDS.values(), strict=True))
"""The sides, each by the names of its players: the first and third player, the second and fourth."""


class Outcome(NamedTuple):
    """The outcome of one deal. If it was not played, only `call` is set."""

    call: str
    declarer: SeatNumber = SeatNumber(0)
    level: int = 0
    strain: Strain = Strain.CLUBS
    doubled: Doubled | None = None
    tricks: int | None = None
    result: int | None = None
    honours_ns: int = 0
    honours_ew: int = 0

    @property
    def side(self) -> int:
        """The declarer’s side."""
        return self.declarer % 2

    @property
    def over(self) -> int:
        """The result of the contract."""
        return result_of(self._asdict())

    @property
    def honours(self) -> tuple[int, int]:
        return self.honours_ns, self.honours_ew


def result_of(raw: Mapping[str, Any]) -> int:
    """Return the result of a contract, which may be told by its tricks.

    >>> result_of({"level": 4, "tricks": 9}), result_of({"level": 4, "result": 1})
    (-1, 1)
    """
    result: int | None = raw.get("result")
    return raw["tricks"] - BOOK - raw["level"] if result is None else result


def contract_words(level: int, strain: str, doubled: Doubled | None) -> Text:
    """Return a contract as players write it: "4♠", "3 NT doubled"."""
    contract = Text("{level}{strain}", {"level": level, "strain": STRAINS[strain]})
    return joined([contract, DOUBLED_WORDS[doubled]], by=" ") if doubled else contract


@dataclass(frozen=True, eq=False)
class Tricks(Count):
    """The tricks of declarer and dummy, or the result that they are; people usually say the result."""

    @property
    def fields(self) -> tuple[Field, ...]:
        return (
            WholeField(name=self.name, low=0, high=ALL_TRICKS, default=None),
            WholeField(name="result", low=-ALL_TRICKS, high=ALL_TRICKS - BOOK - LEVELS[0], default=None),
        )

    @property
    def needed(self) -> bool:
        """False, since a form begins with a contract that was just made."""
        return False

    def said(self, raw: Mapping[str, Any]) -> Iterator[Text]:
        result = result_of(raw)
        yield Text("{result}", {"result": Amount(result, signed=True)}) if result else MADE

    def verdict(self, raw: Mapping[str, Any], needs: int | None) -> Text | None:
        """Return the slam that was made; how far a contract went down is said already."""
        return SLAM_WORDS.get(raw[LEVEL.name]) if result_of(raw) >= 0 else None


@dataclass(frozen=True, eq=False)
class Contract(Call):
    """A contract, whose sentence begins with its level and strain: "4♠ doubled by Anne"."""

    def undertaken(self, raw: Mapping[str, Any]) -> Text:
        strain = raw.get(STRAIN.name)
        contract = contract_words(raw[LEVEL.name], strain, raw.get(DOUBLED.name)) if strain else self.name
        return _("{call} by {player}", call=contract, player=seat_name(raw[DECLARER.name]))


STRAINS: Mapping[str, Text] = {
    Strain.CLUBS: Text("♣\ufe0e"),
    Strain.DIAMONDS: Text("♦\ufe0e"),
    Strain.HEARTS: Text("♥\ufe0e"),
    Strain.SPADES: Text("♠\ufe0e"),
    Strain.NOTRUMP: _(" NT"),
}
SLAM_WORDS: Mapping[int, Text] = {6: _("small slam"), 7: _("grand slam")}
DOUBLED_WORDS: Mapping[Doubled, Text] = {Doubled.DOUBLED: _("doubled"), Doubled.REDOUBLED: _("redoubled")}

DECLARER = Player("declarer", _("Declarer"), _("declarer"), called=True)
LEVEL = SaidByCall("level", _("Contract"), _("level"), field=WholeField(name="level", low=LEVELS[0], high=LEVELS[-1]))
STRAIN = OneOf(
    "strain",
    _("Strain"),
    _("strain"),
    called=True,
    answers=(
        Answer(Strain.CLUBS, STRAINS[Strain.CLUBS], _("Clubs"), _("c clubs")),
        Answer(Strain.DIAMONDS, STRAINS[Strain.DIAMONDS], _("Diamonds"), _("d diamonds")),
        Answer(Strain.HEARTS, STRAINS[Strain.HEARTS], _("Hearts"), _("h hearts")),
        Answer(Strain.SPADES, STRAINS[Strain.SPADES], _("Spades"), _("s spades")),
        Answer(Strain.NOTRUMP, _("NT"), _("Notrump"), _("nt notrump")),
    ),
)
DOUBLED = OneOf(
    "doubled",
    _("Doubled"),
    called=True,
    answers=(
        Answer(Doubled.DOUBLED, _("doubled"), DOUBLED_WORDS[Doubled.DOUBLED], _("x doubled"), box="X"),
        Answer(Doubled.REDOUBLED, _("redoubled"), DOUBLED_WORDS[Doubled.REDOUBLED], _("xx redoubled"), box="XX"),
    ),
)
TRICKS = Tricks("tricks", _("Result"), _("tricks"), head=_("Tricks"), high=ALL_TRICKS, one=Text("{number}"))


def _honours(side: str, short: Text) -> Times:
    """Return what a side scores for honours in one hand."""
    label, points = _("Honours of {side}", side=SIDES[side]), (FOUR_HONOURS, ALL_HONOURS)
    return Times(f"honours_{side}", label, rare=True, numbers=points, one=Text("{label} {number}"), short=short)


HONOURS = (_honours("ns", _("hn honours-ns")), _honours("ew", _("he honours-ew")))


def _contract(level: int, items: tuple[Item, ...]) -> Contract:
    key, told, fixed = str(level), (TRICKS, *HONOURS), {LEVEL.name: level}
    return Contract(key, Text(key), Text(key), key, items, needs=BOOK + level, told=told, word=CONTRACT, fixed=fixed)


@cache
def hand_of(rules: str, *, honours: bool) -> Hand:
    """Return what is recorded of a hand by a rule set, with honours or without."""
    items: tuple[Item, ...] = (DECLARER, LEVEL, STRAIN, DOUBLED, TRICKS, *(HONOURS if honours else ()))
    not_played = [Call(PASSED, _("All passed"), _("-- passed"), "–", minor=True)]
    if rules != CHICAGO:
        not_played.append(Call(UNFINISHED, _("Rubber broken off"), _("off broken-off"), _("off"), minor=True))
    return Hand(
        calls=(*(_contract(level, items) for level in LEVELS), *not_played),
        by=DECLARER.name,
        legend=_("Contract"),
        missing=_("contract"),
        minor_legend=_("The deal"),
        template="bridge/_form.html",
        folded=_("Other results, honours, dealer, note") if honours else _("Other results, dealer, note"),
    )
