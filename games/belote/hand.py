"""What is recorded of a hand of Belote: who takes at what, the card points or the capot, and what was shown.

The taker's side is the *attack*, the other the *defence*. A *total* is the card points of a side with its belotes and
announcements.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, NamedTuple

from games.belote import tariff
from games.belote.tariff import Camp, Doubled, Kind, Trump
from games.scoring.fields import NO_FIELDS, Field, Fields, RecordsField, WholeField, WordField, read_known
from games.scoring.hand import (
    MADE,
    NEVER,
    Answer,
    Call,
    Hand,
    Item,
    Made,
    OneOf,
    Player,
    Points,
    SaidByCall,
    Times,
    without_one,
)
from games.scoring.sides import of_side
from games.scoring.text import Text, joined
from games.scoring.text import message as _
from games.scoring.types import SeatNumber, Table

TEN = 10
TEMPLATE, FOLDED = "belote/_form.html", _("Capot, announcements, trumps, dealer, note")
DEDANS = Text("dedans")
"""The result of a contract that failed, which is a term in every language."""
LITIGE = _("litige")
BELOTE_NAME, CAPOT_NAME = _("Belote"), Text("Capot")


class Announcement(NamedTuple):
    """An announcement that counts, and the side that made it."""

    by: Camp
    kind: Kind


class Outcome(NamedTuple):
    """The outcome of one deal. If all four passed, only `call` is set."""

    call: str
    taker: SeatNumber = SeatNumber(0)
    contract: int = 0
    trump: Trump | None = None
    points: int | None = None
    defence_points: int | None = None
    capot: Camp | None = None
    made: bool = False
    belote: Camp | None = None
    attack_belotes: int = 0
    defence_belotes: int = 0
    announcements: tuple[Announcement, ...] = ()
    coinche: Doubled | None = None

    @property
    def all_tricks(self) -> Camp | None:
        """The side that took every trick, as far as is known: a bid that failed doesn't say who took how many."""
        return Camp.ATTACK if self.made else self.capot

    def cards(self, camp: Camp) -> int:
        """Return the card points of a side."""
        if self.all_tricks:
            return tariff.ALL_CARD_POINTS if camp == self.all_tricks else 0
        own, other = self.points, self.defence_points
        attack = own if own is not None else tariff.CARD_POINTS - (other or 0)
        return attack if camp is Camp.ATTACK else tariff.CARD_POINTS - attack

    def belotes(self, camp: Camp) -> int:
        """Return what a side's belotes are worth."""
        at_tout_atout = self.attack_belotes if camp is Camp.ATTACK else self.defence_belotes
        return tariff.BELOTE * (at_tout_atout + (self.belote == camp))

    def announced(self, camp: Camp) -> int:
        """Return what a side's announcements are worth; a side without a trick hands its own to the other."""
        counted = [tariff.ANNOUNCED[kind] for by, kind in self.announcements if (self.all_tricks or by) == camp]
        return sum(one.sans_atout if self.trump == Trump.SANS_ATOUT else one.worth for one in counted)

    def total(self, camp: Camp, *, belote_counts: bool = True) -> int:
        """Return what a side has for and against the contract."""
        return self.cards(camp) + self.announced(camp) + (self.belotes(camp) if belote_counts else 0)


class Variant(NamedTuple):
    """The options of a table that decide what is recorded of a hand, and what makes a contract."""

    rules: str
    announcements: bool
    sans_tout_atout: bool
    litige: bool
    belote_counts: bool

    @classmethod
    def of(cls, table: Table) -> Variant:
        options = table.options
        return cls(
            table.rules,
            options["announcements"] is True,
            options["sans_tout_atout"] is True,
            options.get("tie") == "litige",
            options.get("belote_counts") is not False,
        )

    @property
    def trumps(self) -> tuple[Trump, ...]:
        return tuple(trump for trump in Trump if self.sans_tout_atout or trump not in tariff.WITHOUT_SUIT)

    def highest_bid(self, trump: Trump | None) -> int:
        if self.announcements:
            return tariff.HIGHEST_WITH_ANNOUNCEMENTS
        return tariff.HIGHEST_AT_TOUT_ATOUT if trump is Trump.TOUT_ATOUT else tariff.HIGHEST_BID


def result(outcome: Outcome, variant: Variant) -> bool | None:
    """Return whether a contract was made; None for a litige.

    >>> coinche = Variant("coinche", False, False, litige=False, belote_counts=True)
    >>> result(Outcome("contrat", contract=90, points=87, belote=Camp.ATTACK), coinche)
    True
    >>> result(Outcome("contrat", contract=80, points=81), coinche)
    False
    """
    if outcome.call in tariff.OF_BID:
        return outcome.made
    attack, defence = (outcome.total(camp, belote_counts=variant.belote_counts) for camp in Camp)
    if outcome.capot is Camp.DEFENCE or attack < max(defence, outcome.contract):
        return False
    if attack == defence:
        return None if variant.litige else False
    return True


# The declaration


@dataclass(frozen=True, eq=False)
class Announcements(Item):
    """The announcements that count, which are all of one side."""

    missing: Text = NEVER
    rare: bool = True

    @property
    def fields(self) -> tuple[Field, ...]:
        one = Fields((WordField(name="by", words=tuple(Camp)), WordField(name="kind", words=tuple(Kind))))
        return (RecordsField(name=self.name, fields=one, make=Announcement),)

    def said(self, raw: Mapping[str, Any]) -> Iterator[Text]:
        for announcement in raw.get(self.name, ()):
            yield of_side(tariff.ANNOUNCED[announcement["kind"]].name, CAMPS[announcement["by"]])


CAMPS: Mapping[Camp, Text] = {Camp.ATTACK: _("Attack"), Camp.DEFENCE: _("Defence")}
BOXES: Mapping[Camp, Text] = {Camp.ATTACK: _("att."), Camp.DEFENCE: _("def.")}
TRUMPS: Mapping[str, tuple[Text, Text]] = {
    Trump.SPADES: (_("Spades"), Text("pi pique")),
    Trump.HEARTS: (_("Hearts"), Text("coe coeur")),
    Trump.DIAMONDS: (_("Diamonds"), Text("car carreau")),
    Trump.CLUBS: (_("Clubs"), Text("tr trefle")),
    Trump.SANS_ATOUT: (Text("Sans atout"), Text("sa sans-atout")),
    Trump.TOUT_ATOUT: (Text("Tout atout"), Text("ta tout-atout")),
}
"""Each trump with its name and its spellings in shorthand."""

TAKER = Player("taker", _("Taker"), _("taker"), called=True)
COINCHE = OneOf(
    "coinche",
    Text("Coinche"),
    called=True,
    answers=(
        Answer(Doubled.COINCHE, Text("Coinche"), Text("coinche"), Text("c coinche"), box="C"),
        Answer(Doubled.SURCOINCHE, Text("Surcoinche"), Text("surcoinche"), Text("sc surcoinche"), box="SC"),
    ),
)


def _of_camp(name: str, label: Text, *short: str, rare: bool = False, never_with: tuple[str, ...] = ()) -> OneOf:
    """Return something that one of the sides had."""
    answers = [
        Answer(camp, CAMPS[camp], of_side(label, CAMPS[camp]), Text(words), box=BOXES[camp], never_with=never_with)
        for camp, words in zip(Camp, short, strict=True)
    ]
    return OneOf(name, label, rare=rare, answers=tuple(answers))


NO_BELOTE = tuple(f"trump={trump}" for trump in tariff.WITHOUT_SUIT)
BELOTE_SHOWN = _of_camp("belote", BELOTE_NAME, "b belote", "bd belote-defence", never_with=NO_BELOTE)
CAPOT = replace(
    _of_camp("capot", CAPOT_NAME, "k tous-les-plis", "kd capot-defence", rare=True),
    asked={
        f"{digits}&defence_points={of_defence}": camp
        for digits, camps in (
            ("points-tens=16&points-units=2", (Camp.ATTACK, Camp.DEFENCE)),
            ("points-tens=0&points-units=0", (Camp.DEFENCE, Camp.ATTACK)),
        )
        for of_defence, camp in zip(("", "1"), camps, strict=True)
    },
)
"""A side with all card points may have left the other a trick worth nothing."""
BELOTES = tuple(
    Times(
        f"{camp}_belotes",
        label,
        of_side(BELOTE_NAME, CAMPS[camp]),
        typed=label,
        rare=True,
        numbers=range(1, tariff.MOST_BELOTES + 1),
        together=tariff.MOST_BELOTES,
        other=f"{camp.other}_belotes",
        short=short,
    )
    for camp, label, short in (
        (Camp.ATTACK, _("Belotes of the attack"), Text("ba belotes-attack")),
        (Camp.DEFENCE, _("Belotes of the defence"), Text("bb belotes-defence")),
    )
)
"""The belotes of each side at tout atout, where there can be four."""
ANNOUNCEMENTS, BID_MADE = Announcements("announcements", _("Announcements")), Made()
CONTRACT = SaidByCall(
    "contract",
    _("Contract"),
    _("contract"),
    field=WholeField(name="contract", low=tariff.LOWEST_BID, high=tariff.HIGHEST_WITH_ANNOUNCEMENTS),
)


def _trump(*words: Trump) -> OneOf:
    answers = tuple(Answer(word, TRUMPS[word][0], TRUMPS[word][0], TRUMPS[word][1]) for word in words)
    return OneOf("trump", _("Trumps"), called=True, rare=True, answers=answers)


def _points(variant: Variant, trump: OneOf) -> Points:
    trumps = ["", *(answer.value for answer in trump.answers if answer.value is not Trump.TOUT_ATOUT)]
    return Points(
        "points",
        _("Points"),
        _("points"),
        typed=_("points of the attack"),
        total=tariff.CARD_POINTS,
        other="defence_points",
        other_label=_("of the defence"),
        other_short=_("d defence"),
        other_means=_("points of the defence: d42"),
        unless=CAPOT,
        one=_("{points} points"),
        limits=without_one(tariff.CARD_POINTS, *(f"trump={trump}" for trump in trumps)),
        judged=lambda raw: _verdict(raw, variant),
        needs=lambda raw: _needed(raw, variant),
        unknown=_("There are at most four belotes."),
        means=lambda raw, is_of_defence: _meaning(raw, variant, is_of_defence),
    )


def _needed(raw: Mapping[str, Any], variant: Variant) -> int | None:
    """Return the card points that the attack needs: more than half of all, and enough for the contract."""
    outcome = _so_far(raw)
    if outcome is None:
        return None
    attack, defence = (
        outcome.announced(camp) + (outcome.belotes(camp) if variant.belote_counts else 0) for camp in Camp
    )
    return max((tariff.CARD_POINTS + defence - attack) // 2 + 1, outcome.contract - attack, 0)


def _meaning(raw: Mapping[str, Any], variant: Variant, is_of_defence: bool) -> Text:
    """Return whose points are entered, and what they mean: "of the attack: 92 – 70, made"."""
    camp = _("of the defence") if is_of_defence else _("of the attack")
    outcome, needed = _so_far(raw), _needed(raw, variant)
    if outcome is None or needed is None:
        return camp
    if outcome.points is None and outcome.defence_points is None:
        said = _("{points} needed", points=needed)
    else:
        own, other = (outcome.total(camp) for camp in (reversed(Camp) if is_of_defence else Camp))
        totals = Text("{own} – {other}", {"own": own, "other": other})
        words = {True: MADE, False: DEDANS, None: LITIGE}[result(outcome, variant)]
        said = joined([totals, words])
    return _("{camp}: {result}", camp=camp, result=said)


def _verdict(raw: Mapping[str, Any], variant: Variant) -> Text | None:
    """Return how a contract went that wasn't made, which the points say with everything else that counts."""
    outcome = _so_far(raw)
    return outcome and {False: DEDANS, None: LITIGE}.get(result(outcome, variant))


def _so_far(raw: Mapping[str, Any]) -> Outcome | None:
    """Return the outcome of a form that may be incomplete, without its players; None if something is impossible."""
    known = read_known(_COUNTED, raw)
    return None if known is None else Outcome(raw.get("call", ""), contract=raw.get("contract", 0), **known)


@cache
def hand_of(variant: Variant) -> Hand:
    """Return what is recorded of a hand at a table with these options."""
    trump = _trump(*variant.trumps)
    points = _points(variant, trump)
    belotes = BELOTES if variant.sans_tout_atout else ()
    shown: tuple[Item, ...] = (BELOTE_SHOWN, *belotes, *((ANNOUNCEMENTS,) if variant.announcements else ()))
    passed = Call(tariff.Call.PASSED.value, _("All passed"), _("-- passed"), "–", minor=True, chip=_("All pass"))
    hand = Hand(by="taker", minor_legend=_("The deal"), template=TEMPLATE, folded=FOLDED, calls=(passed,))
    if variant.rules == "classic":
        items, told = (TAKER, trump, *shown, CAPOT, points), (trump, points, CAPOT, *shown)
        prise = Call(tariff.Call.PRISE.value, Text("Prise"), _("p prise"), "P", items, told=told)
        return replace(hand, calls=(prise, passed), starts_with=prise.key)

    def bid(number: int) -> Call:
        items, told = (TAKER, CONTRACT, COINCHE, trump, *shown, CAPOT, points), (trump, COINCHE, points, CAPOT, *shown)
        word, fixed, key = tariff.Call.CONTRAT.value, {"contract": number}, str(number)
        return Call(key, Text(key), Text(key), key, items, told=told, word=word, fixed=fixed)

    def of_all_tricks(key: str, short: Text, box: str) -> Call:
        items, told = (TAKER, COINCHE, trump, *shown, BID_MADE), (trump, COINCHE, BID_MADE, *shown)
        return Call(key, Text(tariff.CALL_NAMES[key]), short, box, items, told=told)

    return replace(
        hand,
        legend=_("Contract"),
        missing=_("contract"),
        usual=str(tariff.LOWEST_BID),
        calls=(
            *map(bid, range(tariff.LOWEST_BID, tariff.HIGHEST_WITH_ANNOUNCEMENTS + 1, TEN)),
            of_all_tricks(tariff.Call.CAPOT.value, Text("cap capot"), "Cap"),
            of_all_tricks(tariff.Call.GENERALE.value, Text("gen generale"), "Gén"),
            passed,
        ),
    )


@cache
def fields_of(variant: Variant, call: str, trump: Trump | None, *, is_capot: bool) -> Fields:
    """Return the fields of a call, in the order in which they are checked."""
    left_out = {"points", "defence_points"} if is_capot else set()
    left_out |= {"belote"} if trump in tariff.WITHOUT_SUIT else set()
    left_out |= set() if trump is Trump.TOUT_ATOUT else {item.name for item in BELOTES}
    fields = [field for field in hand_of(variant).fields.get(call, NO_FIELDS) if field.name not in left_out]
    bids = range(tariff.LOWEST_BID, variant.highest_bid(trump) + 1, TEN)
    contract = WholeField(name="contract", low=bids[0], high=bids[-1], values=frozenset(bids))
    by_name = {field.name: contract if field.name == contract.name else field for field in fields}
    return Fields(by_name[name] for name in Outcome._fields if name in by_name)


_FULLEST = Variant("coinche", announcements=True, sans_tout_atout=True, litige=False, belote_counts=True)
_BID, _PRISE = hand_of(_FULLEST).calls[0], hand_of(_FULLEST._replace(rules="classic")).calls[0]
EVERY_CALL = replace(hand_of(_FULLEST), calls=(_PRISE, *hand_of(_FULLEST).calls))
"""The calls of both rule sets."""
_COUNTED = Fields(field for field in _BID.fields if field.name not in (TAKER.name, CONTRACT.name))
"""The fields that say what each side has."""
