"""The form of a hand, made from what the game declares (`games.scoring.hand`).

Which items show follows from the chosen call: its chip names their numbers, and the styles need no rule of a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import combinations
from typing import Any, ClassVar, Protocol
from urllib.parse import parse_qsl

from games.scoring.hand import (
    LOST,
    MADE,
    Answer,
    Call,
    Count,
    CountOfEach,
    Flag,
    Hand,
    Item,
    Made,
    OfPlayers,
    OneOf,
    Player,
    Players,
    Points,
    SaidByCall,
    Times,
)
from games.scoring.rules import AnyRules
from games.scoring.sides import SIDE_WORDS
from games.scoring.text import Amount, Text, joined, named
from games.scoring.text import message as _
from games.scoring.types import Correction, ScoredHand, SeatNumber, Table
from games.ui.forms import WITH_HUNDREDS, Choice, Choices, Digits, Offered, OutcomeForm, Says, labels_of, whole_number

NO, YES = "0", "1"
"""What is posted for a flag, and for a call that is lost or made."""
NOBODY = "alone"
"""What is posted for a player who isn't there."""
NONE = ""
"""What is posted for none of several words."""
MANY = 8
"""More calls than this are on smaller chips."""
COLUMNS = {1: "one", 2: "two", 3: "three", 4: "four"}


@dataclass(frozen=True, slots=True)
class Groups:
    """A group of chips, or digits, for each of several players, with one error message for all."""

    name: str
    legend: Text
    groups: tuple[Choices | Digits, ...]
    error: Text | None
    together: int | None = None
    """The sum of the numbers in all of them."""


@dataclass(frozen=True, slots=True)
class Unfolding:
    """The chips of a number: the few that nearly every hand has, and the others, which unfold."""

    template: ClassVar[str] = "play/_unfolding.html"
    name: str
    few: Choices
    others: Choices

    @property
    def folded(self) -> Text | str:
        """The chosen number, if it is one of the others; it stands on their fold."""
        return next((chip.label for chip in self.others if chip.checked), "")

    @property
    def others_in_short(self) -> str:
        return f"{self.others.choices[0].value}–{self.others.choices[-1].value}"


class OwnGroup(Protocol):
    """What a game shows for an item of its own, in a template of its own."""

    @property
    def template(self) -> str: ...


Group = Choices | Digits | Groups | OwnGroup


@dataclass(frozen=True, slots=True)
class Shown:
    """A group that shows if the chosen call takes its `item`, by number; `at_first`, while none is chosen.

    It is `result` if it says how the hand went.
    """

    group: Group
    item: int
    at_first: bool
    result: bool


class HandForm(OutcomeForm):
    """The form of a declared hand: the calls, the items of the chosen one, and what happened if nobody called."""

    # The calls

    @cached_property
    def hand(self) -> Hand:
        return self.position.rules.hand_at(self.table)

    @property
    def template(self) -> str:  # type: ignore[override] # declared with the hand
        return self.hand.template

    @cached_property
    def offered_calls(self) -> list[Call]:
        """The calls that there are at this table."""
        return self.position.rules.offered_calls(self.table)

    @cached_property
    def chosen(self) -> Call | None:
        """The chosen call; that of an ordinary hand if it needs no choice."""
        key = self.call_key or self.position.rules.ordinary_call
        return self.hand.by_key.get(key or "")

    @property
    def call_key(self) -> str:
        """The key of the call that was posted or that a new form starts with, empty if there is none."""
        return self.data.get("call", self.hand.starts_with)

    @property
    def taken(self) -> tuple[Item, ...]:
        """The items of the chosen call or, while none is chosen, those that most calls have.

        Points that nobody counts are left out.
        """
        items = self.chosen.items if self.chosen else self.hand.at_first
        return tuple(item for item in items if not (isinstance(item, Points) and self._is_tapped(item.unless)))

    def _is_tapped(self, item: Item | None) -> bool:
        return item is not None and bool(self.raw_of_item(item))

    @cached_property
    def call(self) -> Choices:
        """The calls that somebody undertakes; none if there is only the one that a new form starts with."""
        calls = self._calls(minor=False)
        return replace(calls, choices=()) if self.hand.words_of_calls == (self.hand.starts_with,) else calls

    @cached_property
    def minor_call(self) -> Choices:
        """The calls of a hand that nobody undertook, after the ordinary one if that needs no choice."""
        return self._calls(minor=True)

    def _calls(self, *, minor: bool) -> Choices:
        hand, ordinary = self.hand, self.position.rules.ordinary_call
        calls = [call for call in self.offered_calls if call.minor is minor and call.key != ordinary]
        if minor and calls and ordinary:
            calls.insert(0, hand.by_key[ordinary])
        look = "minor" if minor else "calls many" if len(calls) > MANY else "calls"
        legend = hand.minor_legend if minor else hand.legend
        offered = [self._offered(call) for call in calls]
        silent = minor and bool(self.call.choices)  # that group shows the message
        default = self.hand.starts_with
        group = self.chips("call", legend, offered, needed=not minor, default=default, look=look, silent=silent)
        chips = zip(calls, group, strict=True)
        return replace(
            group, choices=tuple(replace(chip, takes=self._shown_with(call), needs=call.needs) for call, chip in chips)
        )

    def _offered(self, call: Call) -> Offered:
        aim = call.aim(self.table) if callable(call.aim) else call.aim
        key, label = "" if call.key == self.position.rules.ordinary_call else call.key, call.chip or call.name
        return (key, label, aim, Amount(call.worth(self.table))) if call.worth else (key, label, aim)

    def _shown_with(self, call: Call) -> tuple[int, ...]:
        """Return the numbers of the items that show while a call is chosen.

        A hand that nobody undertook has none of those that are there at first; they fade, so that nothing moves.
        """
        shown = (*self.hand.at_first, *call.items) if call.minor else call.items
        return tuple(number for number, item in enumerate(self.hand.items, 1) if item in shown)

    # The items

    @cached_property
    def played(self) -> list[Shown]:
        """The items of the calls that somebody undertakes."""
        return [self._shown(item) for item in self._items(minor=False) if not item.rare]

    @cached_property
    def not_played(self) -> list[Shown]:
        """The items of the other calls."""
        return [self._shown(item) for item in self._items(minor=True)]

    @cached_property
    def rare(self) -> list[Shown]:
        """The items that are folded away, of the calls that somebody undertakes."""
        return [self._shown(item) for item in self._items(minor=False) if item.rare and not self._is_for_all(item)]

    @cached_property
    def rare_for_all(self) -> list[Shown]:
        """The items that are folded away, of all calls."""
        return [self._shown(item) for item in self._items(minor=False) if item.rare and self._is_for_all(item)]

    def _is_for_all(self, item: Item) -> bool:
        return any(call.minor and item in call.items for call in self.offered_calls)

    def _items(self, *, minor: bool) -> list[Item]:
        undertaken = {item for call in self.offered_calls if not call.minor for item in call.items}
        others = {item for call in self.offered_calls for item in call.items} - undertaken
        shown = (others if minor else undertaken) - {item for item in self.hand.items if isinstance(item, SaidByCall)}
        return [item for item in self.hand.items if item in shown]

    def _shown(self, item: Item) -> Shown:
        return Shown(
            self.group(item),
            self.hand.items.index(item) + 1,
            at_first=item in self.hand.at_first,
            result=isinstance(item, Count | Made) and not item.called,
        )

    @cached_property
    def shown(self) -> Mapping[str, Shown]:
        """The items by name, for a template that arranges them; of several with the same name, the first."""
        return {item.name.replace("-", "_"): self._shown(item) for item in reversed(self.hand.items)}

    def group(self, item: Item) -> Group:
        """Return what an item is tapped in."""
        if isinstance(item, Points):
            return self._points(item)
        if isinstance(item, Players):
            return self._players(item)
        if isinstance(item, CountOfEach):
            numbers = [(str(number), str(number)) for number in range(item.together + 1)]
            chips = [
                self.chips(f"{item.name}-{seat}", named(seat), numbers, needed=True, look="tricks")
                for seat in self.position.playing
            ]
            return Groups(item.name, item.label, tuple(chips), self.error_at(item.name), item.together)
        if isinstance(item, OfPlayers):
            of_player = self._several if item.several else self._words
            groups = [of_player(f"{item.name}-{seat}", named(seat), item, seat) for seat in self.position.playing]
            return Groups(item.name, item.label, tuple(groups), self.error_at(item.name))
        return self._unfolding(item, item.few + 1) if isinstance(item, Times) and item.few else self._chips(item)

    def _unfolding(self, item: Item, shown: int, *, look: str = "numbers") -> Unfolding:
        group = self._chips(item)
        others = replace(group, choices=group.choices[shown:], needed=False, look=look, silent=True)
        return Unfolding(item.name, replace(group, choices=group.choices[:shown]), others)

    def _chips(self, item: Item) -> Choices:
        match item:
            case Player():
                also = [(NOBODY, item.optional)] if item.optional else []
                seats = self.position.playing
                return self.players(item.name, item.label, seats, needed=True, other_than=item.other_than, also=also)
            case Count():
                numbers = [(str(number), str(number)) for number in range(item.high + 1)]
                look = COLUMNS.get(len(numbers), "tricks")
                return self.chips(item.name, item.label, numbers, needed=True, look=look)
            case Times():
                return self._times(item)
            case Flag():
                return self.chips(item.name, item.label, [(NO, _("no")), (YES, _("yes"))], default=NO, look="two")
            case OneOf():
                return self._words(item.name, item.label, item)
        return self.chips(item.name, item.label, [(YES, MADE), (NO, LOST)], needed=True, look="two")

    def _players(self, item: Players) -> Choices:
        """Return a chip for each player; once enough are chosen, the others are impossible."""
        seats = self.position.playing
        group = self.players(item.name, item.label, seats, needed=item.needed, other_than=item.other_than)
        names = [f"{item.name}-{chip.value}" for chip in group]
        chips = []
        for chip, name in zip(group, names, strict=True):
            others = [other for other in names if other != name]
            enough = combinations(others, item.number) if item.number else ()
            never_with = (*chip.never_with, *("&".join(f"{other}={YES}" for other in chosen) for chosen in enough))
            chips.append(replace(chip, value=name, checked=bool(self.data.get(name)), never_with=never_with))
        return replace(group, choices=tuple(chips), many=True)

    def _times(self, item: Times) -> Choices:
        """Return a chip for each number, impossible with too many of the other item."""
        numbers = [(NONE, "0"), *((str(number), str(number)) for number in item.numbers)]
        never_with = {
            str(number): tuple(f"{item.other}={more}" for more in item.numbers if number + more > item.together)
            for number in item.numbers
            if item.other
        }
        return self.chips(item.name, item.label, numbers, look="line numbers", never_with=never_with)

    def _points(self, item: Points) -> Digits:
        of = None
        if item.other:
            chip = Choice(item.other, item.other_label, bool(self.data.get(item.other)))
            of = Choices(f"{item.name}-of", item.label, (chip,), many=True, look="of", silent=True)
        digits = self.digits(item.name, item.label, *item.limits, up_to=item.total, halves=item.halves, of=of)
        for asking in self.hand.items:
            if isinstance(asking, OneOf) and asking.asked:
                offered = [(YES, _("yes")), (NO, _("no"))]
                asks = self.chips(_asked(asking), asking.label, offered, needed=True, look="line two")
                digits = replace(digits, asks=replace(asks, shown_with=tuple(_questions(asking))))
        if item.means is None:
            return digits
        is_of_other = bool(self.data.get(item.other))
        said = item.means(self.raw_of_call(self.call_key), is_of_other) if item in self.taken else ""
        return replace(digits, said=said)

    def _words(self, name: str, legend: Text, item: OneOf | OfPlayers, seat: SeatNumber | None = None) -> Choices:
        offered: list[Offered] = [] if item.needed else [(NONE, _("no"))]
        offered += [(answer.value, answer.label, answer.hint) for answer in item.answers]
        columns = COLUMNS.get(max(3, len(offered)), "")
        look = f"line {columns}" if item.rare else columns
        never_with = {answer.value.value: _at_seat(answer, seat) for answer in item.answers}
        return self.chips(
            name, legend, offered, needed=item.needed, look=look, never_with=never_with, silent=seat is not None
        )

    def _several(self, name: str, legend: Text, item: OfPlayers, seat: SeatNumber) -> Choices:
        chips = [
            Choice(
                f"{name}-{answer.value}",
                answer.label,
                bool(self.data.get(f"{name}-{answer.value}")),
                never_with=_at_seat(answer, seat),
            )
            for answer in item.answers
        ]
        look = f"line {COLUMNS[len(chips)]}"
        return Choices(name, legend, tuple(chips), many=True, look=look, silent=True)

    @property
    def says(self) -> Sequence[Says]:
        groups = [self.group(item) for item in self.hand.items if isinstance(item, Points) and item.means]
        return [group for group in groups if isinstance(group, Digits)]

    @property
    def groups(self) -> tuple[str, ...]:
        shown = ("call",) if self.call.choices or self.minor_call.choices else ()
        offered = {item for call in self.offered_calls for item in call.items}
        return (*shown, *(name for item in self.hand.items if item in offered for name in self._groups_of(item)))

    def _groups_of(self, item: Item) -> Iterator[str]:
        if isinstance(item, CountOfEach):
            yield from (f"{item.name}-{seat}" for seat in self.position.playing)
        if not isinstance(item, SaidByCall):
            yield item.name

    def group_of(self, field: str) -> str:
        name, *places = field.split(".")
        items = (*self.taken, *self.hand.items)
        match next((item for item in items if any(filled.name == name for filled in item.fields)), None):
            case None:
                return name
            case SaidByCall():
                return "call"
            case CountOfEach() if places:
                return f"{name}-{places[0]}"
            case item:
                return item.name

    def given(self, name: str) -> bool:
        match next((item for item in self.hand.items if item.name == name), None):
            case Points() as item:
                return bool(self.raw_of_item(item))
            case CountOfEach() as item:
                return len(self.raw_of_item(item).get(name, ())) >= len(self.position.playing)
            case Players() as item:
                return len(self.raw_of_item(item).get(name, ())) >= (item.number or 0)
        return super().given(name)

    @property
    def called_groups(self) -> list[Choices]:
        """The call and what is called besides; if none can be chosen, what is called for an ordinary hand."""
        items = self.taken if self.call.choices else self.hand.at_first
        groups = [self.call, *(self.group(item) for item in items if item.called)]
        return [group for group in groups if isinstance(group, Choices) and group.choices]

    def called_in_words(self) -> Text:
        raw, call = self.raw(), self.chosen
        if call is None or self.hand.by not in raw:
            taken = {self.call.name, *(item.name for item in self.taken)}
            return labels_of(group for group in self.called_groups if group.name in taken)
        said = [words for item in call.told or call.items if item.called for words in item.said(raw)]
        return joined([call.undertaken(raw), *said])

    @property
    def folded(self) -> tuple[str, ...]:
        return tuple(item.name for item in self.hand.items if item.rare)

    def needed(self) -> Iterable[tuple[str, Text]]:
        if self.call.choices and not self.call_key:
            yield "call", self.hand.missing
        for item in self.taken:
            if item.needed:
                yield item.name, item.missing
            elif isinstance(item, OneOf) and _in_question(item, self.data):
                yield _asked(item), item.label

    # From the screen to an outcome and back

    def raw(self) -> dict[str, Any]:
        call, dealer = self.call_key, whole_number(self.data.get("dealer", ""))
        raw = ({"call": call} if call else {}) | self.raw_of_call(call)
        if dealer not in ("", self.expected.dealer):
            raw["dealer"] = dealer
        if note := self.data.get("note", "").strip():
            raw["note"] = note
        return raw

    def raw_of_call(self, call: str) -> dict[str, Any]:
        """Return the fields of this call from the posted data, leaving out what was not tapped."""
        chosen = self.chosen if call else None
        said = {"call": chosen.word, **chosen.fixed} if chosen else {}
        return said | self._raw_of(self.taken)

    def _raw_of(self, items: Sequence[Item]) -> dict[str, Any]:
        return {name: value for item in items for name, value in self.raw_of_item(item).items()}

    def raw_of_item(self, item: Item) -> dict[str, Any]:
        """Return the fields of an item from what was posted, leaving out what was not tapped."""
        if isinstance(item, Points):
            points = self.number_of_digits(item.name, item.total)
            return {} if points is None else {item.other if self.data.get(item.other) else item.name: points}
        if isinstance(item, CountOfEach):
            numbers = self.number_of_each(item)
            return {item.name: numbers} if numbers else {}
        if isinstance(item, OfPlayers | Players):
            several = list(self._records(item) if isinstance(item, OfPlayers) else self._seats(item))
            return {item.name: several} if several else {}
        if isinstance(item, OneOf) and self.data.get(_asked(item)) == YES:
            word = _in_question(item, self.data)
            if word:
                return {item.name: word.value}
        is_given = self.data.get(item.name) and not isinstance(item, SaidByCall)
        return {_field_of(item): _value(item, self.data[item.name])} if is_given else {}

    def number_of_each(self, item: CountOfEach) -> dict[str, Any]:
        """Return the numbers that were tapped, by seat; if only one is missing or nothing is left, all of them."""
        numbers, left = self.posted_of_each(item), self.left_by(item)
        missing = [str(int(seat)) for seat in self.position.playing if str(int(seat)) not in numbers]
        known = numbers | (dict.fromkeys(missing, left) if left == 0 or (left > 0 and len(missing) == 1) else {})
        return {seat: known[seat] for seat in map(str, map(int, self.table.seats)) if seat in known}

    def left_by(self, item: CountOfEach) -> int:
        """Return what the numbers that were tapped leave for the others."""
        return item.together - sum(number for number in self.posted_of_each(item).values() if isinstance(number, int))

    def posted_of_each(self, item: CountOfEach) -> dict[str, Any]:
        posted = {str(int(seat)): self.data.get(f"{item.name}-{seat}") for seat in self.table.seats}
        return {seat: whole_number(number) for seat, number in posted.items() if number}

    def _records(self, item: OfPlayers) -> Iterable[dict[str, Any]]:
        """Yield what was tapped for each player.

        If the dealer was changed, somebody named here may sit out now; the name is kept, for the rules to refuse.
        """
        for seat in self.table.seats:
            name = f"{item.name}-{seat}"
            if item.several:
                words = [answer.value.value for answer in item.answers if self.data.get(f"{name}-{answer.value}")]
            else:
                words = [self.data[name]] if self.data.get(name) else []
            yield from ({"player": int(seat), item.part: word} for word in words)

    def _seats(self, item: Players) -> Iterator[int]:
        """Yield who was tapped, as in `_records`."""
        yield from (int(seat) for seat in self.table.seats if self.data.get(f"{item.name}-{seat}"))

    def values_of_call(self, raw: Mapping[str, Any]) -> dict[str, str]:
        call = self.hand.call_of(raw)
        values = {"call": call.key} if "call" in raw else {}
        values |= {name: value for item in call.items for name, value in self.values_of_item(item, raw).items()}
        open_ones = [item for item in call.items if isinstance(item, OneOf) and _in_question(item, values)]
        return values | {_asked(item): NO for item in open_ones}

    def values_of_item(self, item: Item, raw: Mapping[str, Any]) -> dict[str, str]:
        """Return what would have been posted for the fields of an item: the inverse of `raw_of_item`."""
        if isinstance(item, Points):
            given = next((name for name in (item.name, item.other) if raw.get(name) is not None), None)
            if given is None:
                return {}
            values = self.values_of_digits(item.name, raw[given], hundreds=item.total >= WITH_HUNDREDS)
            return values | ({item.other: YES} if given == item.other else {})
        if isinstance(item, CountOfEach):
            return {f"{item.name}-{seat}": str(number) for seat, number in raw[item.name].items()}
        if isinstance(item, OfPlayers):
            records = [(f"{item.name}-{record['player']}", str(record[item.part])) for record in raw.get(item.name, ())]
            return dict((f"{name}-{word}", YES) if item.several else (name, word) for name, word in records)
        if isinstance(item, Players):
            return {f"{item.name}-{seat}": YES for seat in raw.get(item.name, ())}
        field = _field_of(item)
        is_there = not isinstance(item, SaidByCall) and (field in raw or isinstance(item, Player))
        return {item.name: _posted(item, raw.get(field))} if is_there else {}

    # In words

    def result(self, scored: ScoredHand) -> Text:
        """Return the score of a hand; of two sides that both score, first that of the player whom the hand is about."""
        rules, amounts, seat = self.position.rules, scored.entry.amounts, self.headline(scored)
        if seat is None or not rules.sides(self.table) or rules.zero_sum(self.table) or not any(amounts):
            return super().result(scored)
        side = tuple(SIDE_WORDS.values())[seat % 2]
        own, other = (Amount(amounts[place % 2]) for place in (seat, seat + 1))
        return Text("{side} {own} – {other}", {"side": side, "own": own, "other": other})

    def headline(self, scored: ScoredHand) -> SeatNumber | None:
        outcome: Any = scored.hand.outcome
        is_by_somebody = not isinstance(outcome, Correction) and self.hand.by in self.hand.fields[outcome.call].names
        return SeatNumber(getattr(outcome, self.hand.by)) if is_by_somebody else super().headline(scored)

    @classmethod
    def describe_call(cls, rules: AnyRules, table: Table, raw: Mapping[str, Any]) -> Text:
        return rules.hand_at(table).words(raw)


def _at_seat(answer: Answer, seat: SeatNumber | None) -> tuple[str, ...]:
    """Return the conditions under which an answer is impossible, for a player."""
    return tuple(condition.format(seat=seat) for condition in answer.never_with)


def _asked(item: OneOf) -> str:
    """Return the name of the question that some points ask of an item."""
    return f"{item.name}-asked"


def _questions(item: OneOf) -> dict[str, StrEnum]:
    """Return the words that the form asks for by their conditions; it asks nothing once a word is chosen."""
    return {f"{condition}&{item.name}=": word for condition, word in item.asked.items()}


def _in_question(item: OneOf, data: Mapping[str, str]) -> StrEnum | None:
    """Return the word that these points ask for, if any."""
    for condition, word in _questions(item).items():
        if all(data.get(name, "") == value for name, value in parse_qsl(condition, keep_blank_values=True)):
            return word
    return None


def _field_of(item: Item) -> str:
    """Return the field of an item that has only one."""
    return item.field if isinstance(item, Times) else item.name


def _value(item: Item, posted: str) -> Any:
    """Return a posted value as the rules read it; other text is returned unchanged, for them to refuse."""
    match item:
        case Made() | Flag():
            return {YES: True, NO: False}.get(posted, posted)
        case OneOf():
            return posted
        case Player() if item.optional and posted == NOBODY:
            return None
    return whole_number(posted)


def _posted(item: Item, value: Any) -> str:
    """Return what would have been posted for a value: the inverse of `_value`."""
    match item:
        case Made() | Flag():
            return YES if value else NO
        case Player() if value is None:
            return NOBODY
        case Times() if not value:
            return NONE
    return str(value)
