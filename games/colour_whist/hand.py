"""What is recorded of a hand of wiezen: the call with its players, and how it went.

The trumps, the auction and who led are not recorded, since they change nothing that is paid. A call with levels is one
call for each of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from games.scoring.errors import Code, RuleError
from games.scoring.fields import MISSING, STILL_MISSING, Field, FlagField, WholeField
from games.scoring.hand import DEALER_NOTE, Call, Count, Flag, Hand, Item, Made, Player, SaidByCall
from games.scoring.naming import Naming, Reading, not_playing
from games.scoring.text import SeatName, Text, plural_message
from games.scoring.text import message as _
from games.scoring.types import SeatNumber

TRICKS = 13
LOWEST = 8
"""The level of an emballage that doesn't say one."""
TROELA = 9
"""The tricks that `troela` needs, and `trou` once the partner has changed trumps."""
PARTNERSHIP, ALONE, MISERE = "partnership", "alone", "misere"
"""The paragraphs of the calls, which are also the schedules with their figures."""
WON, LOST = "made", "lost"
"""The columns of these schedules."""
LEVEL, CHANGED, DECLARERS = "level", "trump_changed", "declarers"

Declarers = tuple[tuple[SeatNumber, bool], ...]
"""Everyone who played a misère or a piccolo, in seat order, and whether it was made."""


class Outcome(NamedTuple):
    """The outcome of one deal: the call and its items."""

    call: str
    caller: SeatNumber | None = None
    partner: SeatNumber | None = None
    level: int = LOWEST
    tricks: int | None = None
    made: bool = False
    trump_changed: bool = False
    declarers: Declarers = ()

    @property
    def side(self) -> tuple[SeatNumber, ...]:
        """The caller, with the partner if there is one; nobody in a misère."""
        return tuple([seat for seat in (self.caller, self.partner) if seat is not None])


@dataclass(frozen=True, kw_only=True)
class DeclarersField(Field):
    """True or false for each player who played the call, at least one."""

    schema = {"type": "object", "additionalProperties": FlagField.schema, "minProperties": 1}

    def read(self, value: Any, place: str, reading: Reading) -> Declarers:
        if type(value) is not dict:
            raise RuleError(Code.INVALID, place, _("This must say who made the call and who lost it."))
        if not value:
            raise RuleError(Code.REQUIRED, place, STILL_MISSING)
        return tuple(sorted(self._declarer(key, made, f"{place}.{key}", reading) for key, made in value.items()))

    @staticmethod
    def _declarer(key: str, made: Any, place: str, reading: Reading) -> tuple[SeatNumber, bool]:
        seat = reading.naming.seat_of_key(key, place)
        if seat in reading.sits_out:
            raise RuleError(Code.NOT_PLAYING, place, not_playing(reading, seat))
        return seat, _MADE_OR_NOT.read(made, place, reading)

    def write(self, value: Declarers, naming: Naming) -> dict[str, bool]:
        return {naming.key(seat): made for seat, made in value}


_MADE_OR_NOT = FlagField(name=WON)


@dataclass(frozen=True, eq=False)
class PlayedBy(Item):
    """Who played a call that several can play at once, each for himself, and who of them made it."""

    @property
    def fields(self) -> tuple[Field, ...]:
        return (DeclarersField(name=self.name),)

    def said(self, raw: Mapping[str, Any]) -> Iterator[Text]:
        for seat, made in raw.get(self.name, {}).items():
            yield Text((_MADE_BY if made else _LOST_BY).template, {"player": SeatName(int(seat))})


@dataclass(frozen=True, eq=False)
class _Taken(Count):
    """The tricks of the caller's side; `trou` needs more of them once the partner has changed trumps."""

    def verdict(self, raw: Mapping[str, Any], needs: int | None) -> Text | None:
        return super().verdict(raw, max(needs, TROELA) if needs and raw.get(CHANGED) else needs)


_MADE_BY, _LOST_BY = _("made by {player}"), _("lost by {player}")


# The declaration

_CALLER = Player("caller", _("Caller"), _("caller"), called=True)
_PARTNER = Player("partner", _("Partner"), _("partner"), other_than="caller", called=True)
_TAKEN = _Taken(
    "tricks",
    _("Tricks made"),
    _("tricks made"),
    high=TRICKS,
    one=plural_message("{number} trick made", "{number} tricks made", 1),
)
_MADE = Made()
_CHANGED = Flag(CHANGED, _("Trumps changed by the partner"), _("trumps changed"), rare=True, short=Text("x"))
_DECLARERS = PlayedBy(DECLARERS, _("Played by, each alone"), _("who played it"))
_TOGETHER, _BY_TRICKS, _BY_ONE = (_CALLER, _PARTNER, _TAKEN), (_CALLER, _TAKEN), (_CALLER, _MADE)

ALLEEN, TROEL, ABONDANCE = _("Alleen"), _("Troel"), _("Abondance")
OPEN, SLIM = _("Open miserie"), _("Solo slim")


def paragraph_of(call: Call) -> str:
    """Return the paragraph of a call, which is also the schedule with its figures."""
    return PARTNERSHIP if _PARTNER in call.items else ALONE if _CALLER in call.items else MISERE


def _call(key: str, name: Text, short: str, box: str, items: tuple[Item, ...], **more: Any) -> Call:
    """Return a call that has what it pays on its chip."""
    call = Call(
        key, name, Text(short), box, items, worth=lambda table: table.figures[paragraph_of(call), key, WON], **more
    )
    return call


class Words(NamedTuple):
    """The words for a call with levels: that of outcomes, its name, those of its chips, in shorthand and on a box."""

    word: str
    name: Text
    chip: Text
    short: str
    box: str


def _levels(words: Words, levels: range, who: tuple[Item, ...], result: Item, usual: int = 0) -> Iterator[Call]:
    """Yield a call for each level. The `usual` one, which can be left out, has the word itself as its key."""
    field = WholeField(name=LEVEL, low=levels[0], high=levels[-1], default=usual or MISSING)
    level = SaidByCall(LEVEL, words.name, _("level"), field=field)
    for number in levels:
        is_usual = number == usual
        spelled = [f"{spelling}{number}" for spelling in words.short.split()]
        yield _call(
            words.word if is_usual else f"{words.word}_{number}",
            Text("{call} {level}", {"call": words.name, LEVEL: number}),
            " ".join([words.short, *spelled] if is_usual else spelled),
            words.box,
            (*who, level, result),
            chip=Text(words.chip.template, {LEVEL: number}),
            needs=number if result is _TAKEN else None,
            word=words.word,
            fixed={} if is_usual else {LEVEL: number},
        )


@cache
def hand_of(rules: str, **needs: int) -> Hand:
    """Return what is recorded of a hand by a rule set, with the tricks that its options ask for."""
    return Hand(
        by="caller",
        starts_with="vraag" if rules == "wiezen" else "emballage",
        folded=DEALER_NOTE if rules == "wiezen" else _("Trumps changed, dealer, note"),
        calls=tuple(_wiezen(**needs) if rules == "wiezen" else _couleur(**needs)),
    )


def _wiezen(alone_from: int = 5, troel_from: int = 8) -> Iterator[Call]:
    yield _call("vraag", _("Vraag"), "vr vraag", "Vr", _TOGETHER, needs=8)
    yield _call("troel", TROEL, "tr troel", "Tr", _TOGETHER, needs=troel_from)
    yield _call("troela", _("Troela"), "ta troela", "Ta", _TOGETHER, needs=TROELA)
    yield _call("alleen", ALLEEN, "al alleen", "Al", _BY_TRICKS, needs=alone_from)
    yield from _abondances(_MADE)
    yield _call("miserie", _("Miserie"), "mi miserie", "Mi", (_DECLARERS,))
    yield _call("open_miserie", OPEN, "om open-miserie", "Om", (_DECLARERS,))
    yield _call("solo", _("Solo 13"), "so solo", "So", _BY_ONE)
    yield _call("solo_slim", SLIM, "sl slim solo-slim", "Sl", _BY_ONE)
    yield _PASSED


def _couleur(trou_from: int = 8) -> Iterator[Call]:
    words = Words("emballage", _("Samen"), _("Samen {level}"), "em emballage samen", "Em")
    yield from _levels(words, range(LOWEST, 14), (_CALLER, _PARTNER), _TAKEN, usual=LOWEST)
    yield from _levels(
        Words("seul", ALLEEN, _("Alleen {level}"), "se seul al alleen", "Se"), range(5, 9), (_CALLER,), _TAKEN
    )
    yield from _abondances(_TAKEN)
    yield _call("chelem", SLIM, "ch chelem slim", "Ch", _BY_ONE)
    yield _call("trou", TROEL, "tr trou troel", "Tr", (*_TOGETHER, _CHANGED), needs=trou_from)
    yield _call("petite_misere", _("Kleine miserie"), "pm petite-misere km", "Pm", (_DECLARERS,))
    yield _call("piccolo", _("Piccolo"), "pi piccolo", "Pi", (_DECLARERS,))
    yield _call("grande_misere", _("Grote miserie"), "gm grande-misere", "Gm", (_DECLARERS,))
    yield _call("misere_etalee", OPEN, "me misere-etalee om", "Me", (_DECLARERS,))
    yield _PASSED


def _abondances(result: Item) -> Iterator[Call]:
    words = Words("abondance", ABONDANCE, _("Abond. {level}"), "ab abondance", "Ab")
    return _levels(words, range(9, 13), (_CALLER,), result)


_PASSED = Call("passed", _("Rondje pas"), _("-- passed"), "–", minor=True)

HAND = Hand(by="caller", calls=(*_wiezen(), *_couleur()))
"""The calls of both rule sets."""
