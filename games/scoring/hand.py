"""What people say of a hand of a game, declared once.

A `Hand` lists the calls of a game, each `Call` its items, and each `Item` is a field of the outcome with the words for
it. The rules read and write outcomes by it. `games.ui` makes the form, the shorthand and the boxes for the camera from
it; the ledger and the statistics take their words from it.

Whether a hand is possible is for the rules. Which calls there are at a table is, too (`Rules.calls`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import Any

from games.scoring.fields import (
    MISSING,
    Field,
    Fields,
    FlagField,
    NumbersField,
    PlayerField,
    PlayersField,
    PointsField,
    RecordsField,
    WholeField,
    WordField,
)
from games.scoring.numbers import Number
from games.scoring.text import SeatName, Text, joined
from games.scoring.text import message as _
from games.scoring.types import Table

MADE, LOST = _("made"), _("lost")
"""The results of a call that is only made or lost, with the same words in every game."""
RESULT, MADE_OR_LOST = _("Result"), _("made or lost")
CALL, THE_CALL = _("Call"), _("call")
NOBODY_CALLED = _("Nobody called")
SET_CALL, CLEAR_CALL = _("Set the call"), _("Clear the call")
DEALER_NOTE = _("Dealer, note")
NEVER = Text("")
"""Of items that are never missing."""


def result_words(made: bool) -> Text:
    return MADE if made else LOST


def seat_name(value: object) -> SeatName | str:
    """Return a seat number of a stored outcome as a placeholder for the player's name."""
    return SeatName(value) if isinstance(value, int) else str(value)


# Items


@dataclass(frozen=True, eq=False)
class Item:
    """What is recorded of a hand besides its call: one field of the outcome or, rarely, two.

    It is declared once and shared by the calls that take it. `label` is above its chips, and `missing` names it in the
    middle of a sentence: "still missing: tricks". `head` is above its boxes on the sheet for the camera, if that isn't
    the label; an item that is ticked in the boxes of another names that one (`box`). `typed` names it where hands are
    typed, if `missing` is too short to tell what to type. What is `called` is known before
    the cards are played. What is `rare` is folded away.
    """

    name: str
    label: Text
    missing: Text
    _: KW_ONLY
    head: Text | None = None
    box: str = ""
    typed: Text | None = None
    called: bool = False
    rare: bool = False

    @property
    def fields(self) -> tuple[Field, ...]:
        """How the rules read it from an outcome, and write it."""
        raise NotImplementedError

    @property
    def needed(self) -> bool:
        """Whether a hand isn't complete without it: if it can be `missing`."""
        return self.missing is not NEVER

    def said(self, raw: Mapping[str, Any]) -> Iterator[Text]:
        """Yield what the ledger says of it after the call: by default nothing, as the call itself names its players."""
        yield from ()

    def verdict(self, raw: Mapping[str, Any], needs: int | None) -> Text | None:
        """Return in a word what it makes of a call that needs so many, such as lost; None if that needs no saying."""
        return None


@dataclass(frozen=True, eq=False)
class Player(Item):
    """A player, or nobody if that is `optional`, the word for it. The one chosen in `other_than` is impossible here.

    The rules themselves check whether a player who is `checked_later` sits out: once all other fields are valid.
    """

    _: KW_ONLY
    other_than: str = ""
    checked_later: bool = False
    optional: Text | None = None
    short: Text | None = None
    """The word for nobody in shorthand."""

    @property
    def fields(self) -> tuple[Field, ...]:
        if self.optional:
            return (PlayerField(name=self.name, default=None, nullable=True, checked_later=self.checked_later),)
        return (PlayerField(name=self.name, checked_later=self.checked_later),)


@dataclass(frozen=True, eq=False)
class Players(Item):
    """Some of the players, such as those without a trick, by default nobody; or exactly so many as `number`.

    `one` is how a hand says it of a `player`, or of that many `players` together. In shorthand, so many are named as
    players are; otherwise, the player follows the word `short` after a colon. The one chosen in `other_than` is
    impossible here.
    """

    missing: Text = NEVER
    _: KW_ONLY
    number: int | None = None
    one: Text
    short: Text = NEVER
    other_than: str = ""

    @property
    def fields(self) -> tuple[Field, ...]:
        return (PlayersField(name=self.name, default=MISSING if self.number else ()),)

    @property
    def needed(self) -> bool:
        return self.number is not None

    def said(self, raw: Mapping[str, Any]) -> Iterator[Text]:
        seats = raw.get(self.name, ())
        if not self.number:
            yield from (Text(self.one.template, {"player": seat_name(seat)}) for seat in seats)
        elif seats:
            names = [Text("{player}", {"player": seat_name(seat)}) for seat in seats]
            yield Text(self.one.template, {"players": joined(names, by=" + ")})


@dataclass(frozen=True, eq=False)
class Count(Item):
    """A whole number from 0 to `high`, such as tricks; `one` is how a hand says it, as `plural_message` makes it.

    Where it makes no difference `at` a table by how much a call is made or lost, paper has only its result. A hand that
    is entered from there has the remark `uncounted` in its note.
    """

    _: KW_ONLY
    high: int
    one: Text
    at: Callable[[Table], bool] = lambda _table: True
    uncounted: Text | None = None

    @property
    def fields(self) -> tuple[Field, ...]:
        return (WholeField(name=self.name, low=0, high=self.high),)

    def said(self, raw: Mapping[str, Any]) -> Iterator[Text]:
        if self.name in raw:
            yield Text(self.one.template, {"number": raw[self.name]}, self.one.plural)

    def verdict(self, raw: Mapping[str, Any], needs: int | None) -> Text | None:
        return LOST if needs is not None and raw.get(self.name, needs) < needs else None


@dataclass(frozen=True, eq=False)
class CountOfEach(Item):
    """A whole number for each player, which are `together` so many, such as everybody's tricks.

    Its `head`, if there is one, is before each player's name.
    """

    _: KW_ONLY
    together: int

    @property
    def fields(self) -> tuple[Field, ...]:
        return (NumbersField(name=self.name, high=self.together),)

    def said(self, raw: Mapping[str, Any]) -> Iterator[Text]:
        for seat, number in raw[self.name].items():
            yield Text("{player} {number}", {"player": SeatName(int(seat)), "number": number})


@dataclass(frozen=True, eq=False)
class SaidByCall(Item):
    """A number that the call itself says, such as the tricks that are bid; the label names all such calls."""

    _: KW_ONLY
    field: Field

    @property
    def fields(self) -> tuple[Field, ...]:
        return (self.field,)

    @property
    def needed(self) -> bool:
        return False


@dataclass(frozen=True)
class Limit:
    """The only ranges in which a number is possible, always or under a condition; a range includes both its ends.

    A condition is a query of what is chosen in the form, such as `bouts=2&defence_points=`.
    """

    ranges: tuple[tuple[float, float], ...]
    condition: str = ""


def without_one(total: int, *conditions: str) -> tuple[Limit, ...]:
    """Return the limits of card points where no card is worth 1, always or under each of these conditions."""
    possible = ((0, 0), (2, total - 2), (total, total))
    return tuple(Limit(possible, condition) for condition in conditions or ("",))


@dataclass(frozen=True, eq=False)
class Points(Item):
    """Card points of one side, of which there are `total`; the rest are those of the other side.

    If the `other` side has a field, its points can be given in their place, or as well. In shorthand, `other_short`
    stands before them. Nobody counts them if there is the item `unless`, such as a match.

    `limits` are the numbers that are possible. `needs` returns how many make a call, from the rest of the outcome, or
    None if that is impossible, which is then refused as `unknown`. `means` returns what the form says of them so far,
    from an outcome that may be incomplete or impossible, and whether they are those of the other side. `one` is how a
    hand says them. `judged` returns its verdict, where that isn't whether they reach what the call needs.
    """

    _: KW_ONLY
    total: int
    other: str = ""
    other_label: Text = NEVER
    other_short: Text = NEVER
    other_means: Text = NEVER
    unless: Item | None = None
    one: Text
    halves: bool = False
    limits: tuple[Limit, ...] = ()
    needs: Callable[[Mapping[str, Any]], int | None] | None = None
    unknown: Text = NEVER
    means: Callable[[Mapping[str, Any], bool], Text | str] | None = None
    judged: Callable[[Mapping[str, Any]], Text | None] | None = None

    @property
    def fields(self) -> tuple[Field, ...]:
        if not self.other:
            return (WholeField(name=self.name, low=0, high=self.total),)
        return tuple(
            PointsField(name=name, low=0, high=self.total, halves=self.halves, default=None)
            for name in (self.name, self.other)
        )

    def are_counted(self, raw: Mapping[str, Any]) -> bool:
        """Return whether anybody counts the points, by the rest of the outcome."""
        return self.unless is None or not raw.get(self.unless.name)

    def is_in(self, raw: Mapping[str, Any]) -> bool:
        """Return whether the points of either side were given."""
        return raw.get(self.name) is not None or raw.get(self.other) is not None

    def points_in(self, raw: Mapping[str, Any]) -> Number:
        """Return the points of this side, computed if only those of the other were given."""
        points: Number = raw[self.name] if raw.get(self.name) is not None else self.total - raw[self.other]
        return points

    def said(self, raw: Mapping[str, Any]) -> Iterator[Text]:
        if self.are_counted(raw) and self.is_in(raw):
            points = self.points_in(raw)
            yield Text(self.one.template, {"points": points, "rest": self.total - points})

    def verdict(self, raw: Mapping[str, Any], needs: int | None) -> Text | None:
        if self.judged:
            return self.judged(raw)
        needs = self.needs(raw) if self.needs and self.is_in(raw) else None
        return LOST if needs is not None and self.points_in(raw) < needs else None


@dataclass(frozen=True, eq=False)
class Made(Item):
    """Whether a call was made, where no number says so."""

    name: str = "made"
    label: Text = RESULT
    missing: Text = MADE_OR_LOST

    @property
    def fields(self) -> tuple[Field, ...]:
        return (FlagField(name=self.name),)

    def said(self, raw: Mapping[str, Any]) -> Iterator[Text]:
        if self.name in raw:
            yield result_words(raw[self.name])


@dataclass(frozen=True, eq=False)
class Flag(Item):
    """Something that happened or not, such as a double; by default it didn't. `missing` is how a hand says it.

    `short` is its word in shorthand.
    """

    _: KW_ONLY
    short: Text

    @property
    def fields(self) -> tuple[Field, ...]:
        return (FlagField(name=self.name, default=False),)

    @property
    def needed(self) -> bool:
        return False

    def said(self, raw: Mapping[str, Any]) -> Iterator[Text]:
        if raw.get(self.name):
            yield self.missing


_ONCE_OR_MORE = Text("{what}", {}, "{number} × {what}")


@dataclass(frozen=True, eq=False)
class Times(Item):
    """How many times something happened: one of several `numbers`, or never, as in most hands.

    A hand says `missing` of once, "2 × " and that of twice; or `one` of any number, as `plural_message` makes it. If
    the first `few` numbers, at most three, do for nearly every hand, the others unfold. There are at most `together` of
    it and the `other` item. `short` is its word in shorthand, which the number follows. If calls differ in their
    numbers, the item of the others names the field `of` the first, whose word and boxes are for all.
    """

    missing: Text = NEVER
    _: KW_ONLY
    numbers: Sequence[int]
    few: int = 0
    together: int = 0
    other: str = ""
    one: Text = _ONCE_OR_MORE
    short: Text = NEVER
    of: str = ""

    @property
    def field(self) -> str:
        return self.of or self.name

    @property
    def is_counted(self) -> bool:
        """Whether its number is said of once, too."""
        return self.missing is NEVER

    @property
    def fields(self) -> tuple[Field, ...]:
        numbers = frozenset((0, *self.numbers))
        return (WholeField(name=self.field, low=0, high=max(numbers), values=numbers, default=0),)

    @property
    def needed(self) -> bool:
        return False

    def said(self, raw: Mapping[str, Any]) -> Iterator[Text]:
        if number := raw.get(self.field):
            values = {"number": number, "what": self.missing, "label": self.label}
            yield Text(self.one.template, values, self.one.plural)


@dataclass(frozen=True, eq=False)
class Answer:
    """A word that an item can have: its chip, how the ledger says it, and its spellings in shorthand.

    `said` can name the player whom it is about; `means` explains it in the list of words. `hint` is in small print on
    its chip, which is impossible under any of the conditions in `never_with`. `box` is the head of its box on the sheet
    for the camera, if the label is too long.
    """

    value: StrEnum
    label: Text
    said: Text
    short: Text
    _: KW_ONLY
    means: Text | None = None
    hint: Text | str = ""
    never_with: tuple[str, ...] = ()
    box: Text | str = ""


@dataclass(frozen=True, eq=False)
class OneOf(Item):
    """One of several words, or none of them if it is never `missing`.

    If the points leave open whether it was a certain one, the form asks that beside them: under the conditions in
    `asked`, each with the word that it asks for.
    """

    missing: Text = NEVER
    _: KW_ONLY
    answers: tuple[Answer, ...]
    asked: Mapping[str, StrEnum] = field(default_factory=dict)

    @property
    def fields(self) -> tuple[Field, ...]:
        words = tuple(answer.value for answer in self.answers)
        if self.needed:
            return (WordField(name=self.name, words=words),)
        return (WordField(name=self.name, words=words, default=None, nullable=True),)

    def said(self, raw: Mapping[str, Any]) -> Iterator[Text]:
        yield from (answer.said for answer in self.answers if raw.get(self.name) == answer.value)


@dataclass(frozen=True, eq=False)
class OfPlayers(Item):
    """Something that players have, such as a poignée: for each of them one of several words, or `several` of them.

    An outcome lists a record for each, as `make` builds it, with the `player` and the word as its `part`.
    """

    missing: Text = NEVER
    _: KW_ONLY
    answers: tuple[Answer, ...]
    part: str
    make: Callable[..., Any]
    several: bool = False

    @property
    def fields(self) -> tuple[Field, ...]:
        words = tuple(answer.value for answer in self.answers)
        record = Fields((PlayerField(name="player"), WordField(name=self.part, words=words)))
        return (RecordsField(name=self.name, fields=record, make=self.make),)

    def said(self, raw: Mapping[str, Any]) -> Iterator[Text]:
        said = {answer.value: answer.said for answer in self.answers}
        for record in raw.get(self.name, ()):
            yield Text(said[record[self.part]].template, {"player": seat_name(record["player"])})


# Calls

_SENTENCES = {1: _("{call} by {player}"), 2: _("{call} by {player} with {partner}")}
"""A call with its players, by how many are known."""
_NUMBERS = _("{call}: {numbers}")


@dataclass(frozen=True, eq=False)
class Call:
    """A call of a game, with its `items` in the order of the screen, in which they are also checked.

    * `short` are its spellings in shorthand, separated by spaces, the usual one first; `box` is the head of its box on
      the sheet for the camera.
    * `chip` is on its chip, if there is too little room for its name. `aim` is below that, or is made for the table.
    * `needs` is the number of the `Count` that makes it.
    * `counted_as` are the numbers that stand for made and for lost on a sheet with a number for every call.
    * `worth` is what it pays at a table, in small print on its chip.
    * A `minor` call is for a hand that nobody undertook.
    * `said` is its sentence, if "{call} by {player}" or just its name doesn't do; its values are the items, by name. It
      is empty if the items say it all. `told` are the items in the order in which the sentence goes on, if that is
      another one.
    * Of the two groups of items in `either`, an outcome has one: the second if the first field of that is there.
    * `word` is what an outcome calls it, if that isn't its `key`: bids of five and of six tricks are both `tricks`.
      `fixed` are the values that tell them apart.
    """

    key: str
    name: Text
    short: Text
    box: Text | str
    items: tuple[Item, ...] = ()
    _: KW_ONLY
    chip: Text | None = None
    aim: Text | str | Callable[[Table], Text | str] = ""
    needs: int | None = None
    counted_as: tuple[int, int] | None = None
    worth: Callable[[Table], int] | None = None
    minor: bool = False
    said: Text | None = None
    told: tuple[Item, ...] = ()
    either: tuple[tuple[Item, ...], tuple[Item, ...]] = ((), ())
    word: str = ""
    fixed: Mapping[str, int | str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "word", self.word or self.key)

    @cached_property
    def names(self) -> frozenset[str]:
        """The names of its items."""
        return frozenset(item.name for item in self.items)

    @cached_property
    def fields(self) -> Fields:
        """Its fields, as the rules read and write them."""
        return self._fields_without(self.either[1])

    @cached_property
    def fields_instead(self) -> tuple[str, Fields] | None:
        """The field that decides by being there that an outcome has other fields, and all that it has then."""
        first, second = self.either
        return (second[0].fields[0].name, self._fields_without(first)) if second else None

    def _fields_without(self, others: tuple[Item, ...]) -> Fields:
        return Fields(field for item in self.items if item not in others for field in item.fields)

    @cached_property
    def players(self) -> tuple[Player, ...]:
        return tuple(item for item in self.items if isinstance(item, Player))

    @cached_property
    def said_by_call(self) -> SaidByCall | None:
        return next((item for item in self.items if isinstance(item, SaidByCall)), None)

    @cached_property
    def points(self) -> Points | None:
        return next((item for item in self.items if isinstance(item, Points)), None)

    @cached_property
    def counted(self) -> tuple[Count | CountOfEach | Points | Made, ...]:
        """The items that say how the call went."""
        return tuple(item for item in self.items if isinstance(item, Count | CountOfEach | Points | Made))

    def undertaken(self, raw: Mapping[str, Any]) -> Text:
        """Return the call of an outcome with those of its players who are known: "Solo by Anne"."""
        players = {item.name: seat_name(raw[item.name]) for item in self.players if raw.get(item.name) is not None}
        if self.said is not None:
            return Text(self.said.template, {"call": self.name, **self.fixed, **players})
        values = {"call": self.name, **dict(zip(("player", "partner"), players.values(), strict=False))}
        return Text(_SENTENCES[len(players)].template, values) if players else self.name

    def words(self, raw: Mapping[str, Any], verdict: Text | None = None) -> Text:
        """Return an outcome of this call in one line: "Solo by Anne, 6 tricks".

        The `verdict`, by default that of the items, stands before the numbers: "Solo by Anne, lost, 4 tricks".
        """
        items = self.told or self.items
        verdict = verdict or next(filter(None, (item.verdict(raw, self.needs) for item in items)), None)
        before = next((item for item in items if item in self.counted), None) if verdict else None
        said: list[Text] = []
        for item in items:
            said += [verdict, *item.said(raw)] if verdict and item is before else item.said(raw)
        undertaken = self.undertaken(raw)
        if undertaken.template and any(isinstance(item, CountOfEach) for item in self.items):
            return Text(_NUMBERS.template, {"call": undertaken, "numbers": joined(said)})
        return joined([words for words in (undertaken, *said) if words.template])


@dataclass(frozen=True, kw_only=True)
class Hand:
    """The calls of a game, in the order of the screen. The first is that of an outcome which doesn't name its call.

    `legend` and `minor_legend` are above their chips. `by` is the item for the player whose amount is on the button
    that records the hand, if there is one. While no call is chosen, the form asks for what most calls have, or for what
    the `usual` one has. A new form has already chosen the call that it `starts_with`, which needs no word in shorthand
    and, if it is the only one, no chip.
    `template` arranges the form, if it isn't arranged as the forms of all games, and `folded` is the heading of what it
    folds away. `set_call` and `clear_call` are on the buttons for what is known before the play.
    """

    calls: tuple[Call, ...]
    by: str = ""
    legend: Text = CALL
    minor_legend: Text = NOBODY_CALLED
    missing: Text = THE_CALL
    usual: str = ""
    starts_with: str = ""
    template: str = "play/_hand_form.html"
    folded: Text = DEALER_NOTE
    set_call: Text = SET_CALL
    clear_call: Text = CLEAR_CALL

    @cached_property
    def by_key(self) -> Mapping[str, Call]:
        return MappingProxyType({call.key: call for call in self.calls})

    @cached_property
    def words_of_calls(self) -> tuple[str, ...]:
        """What outcomes call the calls."""
        return tuple(dict.fromkeys(call.word for call in self.calls))

    @cached_property
    def names(self) -> Mapping[str, Text]:
        """The names of what outcomes call the calls."""
        return MappingProxyType(
            {call.word: call.said_by_call.label if call.said_by_call else call.name for call in self.calls}
        )

    @cached_property
    def needs(self) -> Mapping[str, int]:
        """What each call needs that is counted."""
        return MappingProxyType({call.word: call.needs for call in self.calls if call.needs is not None})

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """The items of all calls, each once; those of the usual one are first, and rare ones at the end."""
        calls = [*([self.by_key[self.usual]] if self.usual else []), *self.calls]
        once = dict.fromkeys(item for call in calls for item in call.items)
        return tuple(sorted(once, key=lambda item: item.rare))

    def item(self, name: str) -> Item:
        return next(item for item in self.items if item.name == name)

    @cached_property
    def count(self) -> Count | None:
        """The item that is counted, if there is one."""
        return next((item for item in self.items if isinstance(item, Count)), None)

    @property
    def remarks(self) -> tuple[Text, ...]:
        """What notes may say of a hand from paper that left something open."""
        return tuple(item.uncounted for item in self.items if isinstance(item, Count) and item.uncounted)

    @cached_property
    def at_first(self) -> tuple[Item, ...]:
        """What is asked for while no call is chosen: by default, what most calls have that somebody undertakes."""
        if usual := self.usual or self.starts_with:
            return self.by_key[usual].items
        calls = [call for call in self.calls if not call.minor]
        return tuple(item for item in self.items if 2 * sum(item in call.items for call in calls) > len(calls))

    @cached_property
    def fields(self) -> Mapping[str, Fields]:
        """The fields of each call."""
        return MappingProxyType({call.word: call.fields for call in self.calls})

    @cached_property
    def fields_instead(self) -> Mapping[str, tuple[str, Fields]]:
        """The fields that some calls have instead of those, with the field that decides so by being there."""
        return MappingProxyType({call.word: call.fields_instead for call in self.calls if call.fields_instead})

    def call_of(self, raw: Mapping[str, Any]) -> Call:
        """Return the call of an outcome; of several with its word, the one that fixes most of its values.

        Raise `LookupError` if there is none.
        """
        word = raw.get("call", self.calls[0].word)
        calls = [call for call in self.calls if call.word == word and call.fixed.items() <= raw.items()]
        if not calls:
            raise LookupError(word)
        return max(calls, key=lambda call: len(call.fixed))

    def words(self, raw: Mapping[str, Any]) -> Text:
        """Return an outcome in one line, with players as placeholders."""
        return self.call_of(raw).words(raw)


NO_HAND = Hand(calls=())
