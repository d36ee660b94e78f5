"""Base classes of the forms that record a hand.

An `OutcomeForm` stands between the table screen and the rules. It offers the choices, and converts what was tapped to
an outcome as JSON (`raw`) and back. It doesn't validate: the rules refuse an outcome and name the field, and the form
shows the message at the right group.

*Choices* are a group of chips, of which one can be chosen (or several, with `many`). *Digits* are a number entered
digit by digit, without the system keyboard. They are radio buttons and check boxes, so they work without JavaScript.

Chips and digits also say when they are impossible, so that `chosen.js` can remove them. A *condition* names the posted
values on which that depends, as a query such as `bouts=0&call=prise`.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import ceil
from typing import Any, ClassVar, Protocol

from games.scoring.errors import Code, RuleError
from games.scoring.fields import STILL_MISSING
from games.scoring.hand import Limit
from games.scoring.rules import AnyRules
from games.scoring.text import Amount, Text, joined, named
from games.scoring.text import message as _
from games.scoring.types import CORRECTION, ScoredHand, SeatNumber, State, Table

WITH_HUNDREDS = 200
"""Numbers that can reach this have a row of hundreds; below, the row of tens goes past 90."""
HALF = ".5"
"""The end of the value of a unit with half a point."""
WIDTHS = dict.fromkeys("fijlrtI'’.-", 0.5) | dict.fromkeys("mwMW", 1.5)
"""How wide some letters are, in letters of the usual width; other capitals are a quarter wider than that."""
ROW_OF_LETTERS, LINE_OF_LETTERS = 40, 30
"""Letters that fit in a row of chips on a phone, with the marks of the players before their names; in a line, fewer."""
MARK = 2
"""The room that the mark of a player takes before the name, in letters."""
SHORTEST, LONGEST = 5, 16
"""The lengths of names, in letters of the usual width, that the styles tell apart."""


def widest_word(name: str) -> int:
    """Return how wide a name is that can be divided between its words, in letters of the usual width.

    >>> widest_word("Marie-Christine"), widest_word("Lilli"), widest_word("Wim")
    (8, 4, 4)
    """
    words = name.replace("-", "- ").split()
    return max(ceil(sum(WIDTHS.get(one, 1.25 if one.isupper() else 1) for one in word)) for word in words)


@dataclass(frozen=True, slots=True)
class Choice:
    """A chip: the value that is posted and its label, with a second word (`hint`) and its `worth` in small print.

    The `usual` chip of a group is preselected for a new hand. The chip is impossible under any of the conditions in
    `never_with`. A chip that names players has their `seats`, whose marks it shows; its `hint` is then only read aloud.
    That of a call says which items it `takes`, by their numbers, and what it `needs`, for the styles.
    """

    value: str
    label: Text | str
    checked: bool = False
    hint: Text | str = ""
    worth: Amount | None = None
    usual: bool = field(default=False, kw_only=True)
    never_with: tuple[str, ...] = field(default=(), kw_only=True)
    seats: tuple[int, ...] = field(default=(), kw_only=True)
    takes: tuple[int, ...] | None = field(default=None, kw_only=True)
    needs: int | None = field(default=None, kw_only=True)


Offered = tuple[str, Text | str] | tuple[str, Text | str, Text | str] | tuple[str, Text | str, Text | str, Amount]


@dataclass(frozen=True, slots=True)
class Choices:
    """A group of chips.

    `needed` marks a group in which something must be chosen before the hand is complete. With `many`, each chip is a
    form field of its own. A `silent` group shows no error message: the larger group it belongs to does. A group that is
    `shown_with` conditions shows only while one of them holds.
    """

    name: str
    legend: Text
    choices: tuple[Choice, ...]
    needed: bool = False
    many: bool = False
    look: str = ""
    error: Text | None = None
    silent: bool = False
    shown_with: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[Choice]:
        return iter(self.choices)


@dataclass(frozen=True, slots=True)
class Digits:
    """A number entered as tens and units, with hundreds if it can have them, and the `limits` that apply to it.

    `of` is a chip beside the digits that says what they count; `said` is what the number means so far, or None if the
    game never says that. `asks` is what some numbers leave open.
    """

    name: str
    legend: Text
    tens: Choices
    units: Choices
    limits: tuple[Limit, ...]
    of: Choices | None = None
    error: Text | None = None
    hundreds: Choices | None = None
    said: Text | str | None = None
    asks: Choices | None = None

    @property
    def parts(self) -> list[Choices]:
        return [part for part in (self.hundreds, self.tens, self.units, self.of) if part]

    @property
    def limits_as_json(self) -> str:
        """The limits for `chosen.js`: pairs of a condition and ranges."""
        return json.dumps([(limit.condition, limit.ranges) for limit in self.limits])


class Says(Protocol):
    """What says what is entered so far, anew with every preview: the number of digits, or what is left of a sum."""

    @property
    def name(self) -> str: ...

    @property
    def said(self) -> Text | str | None: ...


@dataclass(frozen=True, kw_only=True)
class Position:
    """What the game stands at before a hand, from which the form works out what to offer."""

    rules: AnyRules
    table: Table
    state: State
    number: int = 0

    @cached_property
    def dealer(self) -> SeatNumber:
        return self.rules.dealer(self.table, self.state)

    @cached_property
    def sits_out(self) -> tuple[SeatNumber, ...]:
        return self.rules.sits_out(self.table, self.state)

    @cached_property
    def playing(self) -> tuple[SeatNumber, ...]:
        return self.rules.playing(self.table, self.state)

    @cached_property
    def over(self) -> bool:
        return self.rules.over(self.table, self.state)

    def dealt_by(self, dealer: SeatNumber) -> Position:
        """Return the position with another dealer; raise `RuleError` if that player can't deal."""
        state = self.rules.with_dealer(self.table, self.state, dealer)
        return Position(rules=self.rules, table=self.table, state=state, number=self.number)


class OutcomeForm(ABC):
    """The form of one hand. Each game defines how its fields are offered, posted and described.

    `data` is what was posted, or what would have been posted for a stored outcome. `error` is the refusal to show.
    """

    template: ClassVar[str]
    """The partial that renders the fields."""

    def __init__(
        self, position: Position, data: Mapping[str, str] | None = None, *, error: RuleError | None = None
    ) -> None:
        self.expected = position
        self.data: Mapping[str, str] = self._without_old_dealer(data or {})
        self.error = error
        self.position = self._stated(position)
        self.table = position.table

    @staticmethod
    def _without_old_dealer(data: Mapping[str, str]) -> Mapping[str, str]:
        """Return the posted data without a dealer nobody chose.

        The form preselects the dealer expected when it was rendered; by now that may be somebody else.
        """
        if "dealer" in data and data["dealer"] == data.get("expected_dealer"):
            return {name: value for name, value in data.items() if name != "dealer"}
        return data

    def _stated(self, position: Position) -> Position:
        """Return the position with the chosen dealer, or unchanged if that player can't deal."""
        dealer = whole_number(self.data.get("dealer", ""))
        if isinstance(dealer, int) and 0 <= dealer < position.table.size and dealer != position.dealer:
            try:
                return position.dealt_by(SeatNumber(dealer))
            except RuleError:
                return position
        return position

    @property
    def sits_out(self) -> str:
        """The seats of the players for whom the form has no chips, as the form posts them."""
        return " ".join(str(int(seat)) for seat in self.position.sits_out)

    @property
    def others_play(self) -> bool:
        """Whether the posted form was drawn for other players than those who play now, as after a change of dealer."""
        return self.data.get("drawn_without", self.sits_out) != self.sits_out

    # Defined by each game

    @abstractmethod
    def raw(self) -> dict[str, Any]:
        """Return the outcome as the codec reads it, with players by seat number."""

    @abstractmethod
    def values_of_call(self, raw: Mapping[str, Any]) -> dict[str, str]:
        """Return what would have been posted for this outcome: the inverse of `raw`."""

    @classmethod
    @abstractmethod
    def describe_call(cls, rules: AnyRules, table: Table, raw: Mapping[str, Any]) -> Text:
        """Return an outcome of one of the game's calls in one line."""

    @property
    @abstractmethod
    def groups(self) -> tuple[str, ...]:
        """The groups on the screen that can show an error message, except `dealer` and `note`."""

    @abstractmethod
    def needed(self) -> Iterable[tuple[str, Text]]:
        """Return the groups required for the chosen call, with their labels, in the order of the screen."""

    @property
    def folded(self) -> tuple[str, ...]:
        """The fields of an outcome that are offered in the folded part of the form, except `dealer` and `note`."""
        return ()

    @property
    def called_groups(self) -> list[Choices]:
        """The groups of what is called before the cards are played, such as the auction."""
        return []

    @property
    def says(self) -> Sequence[Says]:
        """What says what is entered so far, such as "made by 8"."""
        return []

    def called_in_words(self) -> Text:
        """Return what was called so far, by default as the labels of the chosen chips."""
        return labels_of(self.called_groups)

    def group_of(self, field: str) -> str:
        """Return the group on the screen for a field of the outcome: by default, the part before the first dot."""
        return field.split(".", maxsplit=1)[0]

    def headline(self, scored: ScoredHand) -> SeatNumber | None:
        """Return the seat whose amount is on the save button: by default the largest; None if nothing moves."""
        amounts = scored.entry.amounts
        seat = max(range(len(amounts)), key=lambda seat: abs(amounts[seat]))
        return SeatNumber(seat) if amounts[seat] else None

    def result(self, scored: ScoredHand) -> Text:
        """Return the score of a hand as the save button shows it: "Anne +198", or "Anne + Chloé +198" of partners."""
        seat = self.headline(scored)
        if seat is None:
            return _("no change")
        amount = Amount(scored.entry.amounts[seat], signed=True)
        sharing = next(seats for seats in self.sharing if seat in seats)
        names = joined([named(partner) for partner in sharing], by=" + ")
        return Text("{players} {amount}", {"players": names, "amount": amount})

    # Shared by all games

    @property
    def sharing(self) -> tuple[tuple[SeatNumber, ...], ...]:
        """The seats that always have the same amount: those of a side, or each by itself."""
        return self.position.rules.sharing(self.table)

    @cached_property
    def call_so_far(self) -> dict[str, str]:
        """The posted values of the `called_groups`; empty while they are the same as on a new form."""
        if not self.data:  # a new form: nothing to compare, after each hand
            return {}
        chosen, untouched = (_chosen(form.called_groups) for form in (self, type(self)(self.expected)))
        return chosen if chosen != untouched else {}

    @classmethod
    def from_raw(cls, position: Position, raw: Mapping[str, Any]) -> OutcomeForm:
        """Return the form as it was filled in to record this outcome in this position."""
        form = cls(position)
        values = {"call": str(raw.get("call", "")), "note": str(raw.get("note", ""))}
        if "dealer" in raw:
            values["dealer"] = str(raw["dealer"])
        return cls(position, {**values, **form.values_of_call(raw)})

    @classmethod
    def describe(cls, rules: AnyRules, table: Table, raw: Mapping[str, Any]) -> Text:
        """Return a stored outcome in one line, corrections included."""
        if raw.get("call") == CORRECTION:
            return CorrectionForm.describe_call(rules, table, raw)
        return cls.describe_call(rules, table, raw)

    @cached_property
    def missing(self) -> list[tuple[str, Text]]:
        """The required groups not yet filled in; no score is previewed while there are any."""
        return [(name, words) for name, words in self.needed() if not self.given(name)]

    def complete(self) -> dict[str, Any]:
        """Return the outcome to record.

        Raise `RuleError` while something is missing: what a document may leave out, as it means no, can decide a hand.
        """
        if self.missing:
            raise RuleError(Code.REQUIRED, self.missing[0][0], STILL_MISSING)
        return self.raw()

    def given(self, name: str) -> bool:
        """Return whether a group is filled in."""
        return bool(self.data.get(name)) or self.number_of_digits(name) is not None

    @property
    def rare_count(self) -> int | None:
        """The number of folded fields in use, counting each entry of a list; None if the form has no fold."""
        folded = {*self.folded, "dealer", "note"}
        used = [value for name, value in self.raw().items() if name in folded and value is not False]
        return sum(len(value) if isinstance(value, list) else 1 for value in used)

    @property
    def errors(self) -> list[tuple[str, Text | None]]:
        """Every group that can show an error message, with the message or None."""
        return [(name, self.error_at(name)) for name in (*self.groups, "dealer", "note")]

    @property
    def general_error(self) -> Text | None:
        """The refusal, if it belongs to no single group on the screen."""
        if self.error is None or any(sentence for _name, sentence in self.errors):
            return None
        return self.error.message

    def error_at(self, name: str) -> Text | None:
        """Return the error message to show at a group: the refusal, if it belongs there, or that it is missing."""
        if self.error is None or self.error.field is None:
            return None
        if self.group_of(self.error.field) == name:
            return self.error.message
        return STILL_MISSING if any(f"{left}-".startswith(f"{name}-") for left in self._left_out) else None

    @cached_property
    def _left_out(self) -> list[str]:
        """All missing groups, if the hand was refused because a field is missing; the refusal names only the first.

        Computed on a form without the refusal: `missing` may read chips, which would ask for their messages again.
        """
        if self.error is None or self.error.code != Code.REQUIRED:
            return []
        return [name for name, _words in type(self)(self.expected, self.data).missing]

    @cached_property
    def dealers(self) -> Choices:
        """The group for the dealer, with the expected dealer preselected."""
        return self.players("dealer", _("Dealer"), self.table.seats, default=str(int(self.expected.dealer)))

    @property
    def note(self) -> str:
        return self.data.get("note", "")

    @property
    def note_error(self) -> Text | None:
        return self.error_at("note")

    # Building blocks for the games' forms

    def chips(
        self,
        name: str,
        legend: Text,
        offered: Sequence[Offered],
        *,
        needed: bool = False,
        default: str = "",
        look: str = "",
        silent: bool = False,
        never_with: Mapping[str, tuple[str, ...]] | None = None,
    ) -> Choices:
        """Return a group of chips from tuples of value and label, optionally with a hint and a worth.

        `never_with` has the conditions under which values are impossible.
        """
        chosen, never = self.data.get(name, default), never_with or {}
        choices = tuple(
            [
                Choice(value, words, value == chosen, *small, usual=value == default, never_with=never.get(value, ()))
                for value, words, *small in offered
            ]
        )
        return Choices(name, legend, choices, needed=needed, look=look, error=self.error_at(name), silent=silent)

    def players(
        self,
        name: str,
        legend: Text,
        seats: Iterable[SeatNumber],
        *,
        needed: bool = False,
        default: str = "",
        also: Sequence[tuple[str, Text | str]] = (),
        other_than: str = "",
        line: bool = False,
    ) -> Choices:
        """Return a group with a chip for each seat, labelled with the player's name, followed by `also`.

        The player chosen in the group `other_than` is impossible here. In a `line`, the chips are beside the legend.
        """
        named = {str(int(seat)): (seat,) for seat in seats}
        offered = [(value, self.table.players[seat]) for value, (seat,) in named.items()]
        letters = max(widest_word(name) for _value, name in offered)
        room = LINE_OF_LETTERS if line else ROW_OF_LETTERS
        mark_above = (len(offered) + len(also)) * (letters + MARK) > room
        width = min(max(letters if mark_above else letters + MARK, SHORTEST), LONGEST)
        look = f"{'line ' * line}players letters-{width}{' mark-above' * mark_above}"
        never_with = {value: (f"{other_than}={value}",) for value in named} if other_than else None
        group = self.chips(
            name, legend, [*offered, *also], needed=needed, default=default, look=look, never_with=never_with
        )
        return naming_players(group, named)

    def digits(
        self, name: str, legend: Text, *limits: Limit, up_to: int, halves: bool = False, of: Choices | None = None
    ) -> Digits:
        """Return digits for a number from 0 to `up_to`, with hundreds if there would be too many tens.

        Without hundreds, the tens and the units share the rows of a keypad. With `halves`, each unit has a second key
        for half a point more, so that a half point takes no extra tap.
        """
        with_hundreds = up_to >= WITH_HUNDREDS
        tens_look, units_look = ("digits", "digits") if with_hundreds else ("digits tens", "digits units")
        tens = [(str(ten), str(ten * 10)) for ten in range(10 if with_hundreds else up_to // 10 + 1)]
        units = [(str(unit), str(unit)) for unit in range(10)]
        if halves:
            units_look += " halves"
            units = [key for unit in range(10) for key in ((str(unit), str(unit)), _with_half(unit))]
        return Digits(
            name,
            legend,
            self.chips(f"{name}-tens", _("Tens"), tens, needed=True, look=tens_look, silent=True),
            self.chips(f"{name}-units", _("Units"), units, needed=True, look=units_look, silent=True),
            (Limit(((0, up_to),)), *limits),
            of,
            self.error_at(name),
            self._hundreds(name, up_to) if with_hundreds else None,
        )

    def _hundreds(self, name: str, up_to: int) -> Choices:
        """Return the chips for the hundreds, 0 preselected; a larger number recorded earlier gets an extra chip."""
        hundreds = whole_number(self.data.get(f"{name}-hundreds", ""))
        larger = [hundreds] if isinstance(hundreds, int) and hundreds > up_to // 100 else []
        offered = [(str(hundred), str(hundred * 100)) for hundred in (*range(up_to // 100 + 1), *larger)]
        return self.chips(f"{name}-hundreds", _("Hundreds"), offered, default="0", look="digits", silent=True)

    def number_of_digits(self, name: str, up_to: int | None = None) -> int | float | str | None:
        """Return the number entered as digits, or None while a digit is missing: of 120 at most, not after 12 tens.

        Text that is not a number is returned unchanged.
        """
        hundreds, tens, units = (self.data.get(f"{name}-{part}", "") for part in ("hundreds", "tens", "units"))
        if not units and f"{hundreds}{tens}0" == str(up_to):
            units = "0"
        if not tens or not units:
            return None
        whole = units.removesuffix(HALF)
        number = whole_number(f"{hundreds}{tens}{whole or units}")
        return number + 0.5 if whole != units and isinstance(number, int) else number

    @staticmethod
    def values_of_digits(name: str, number: float, *, hundreds: bool = False) -> dict[str, str]:
        """Return what would have been posted for this number: the inverse of `number_of_digits`."""
        tens, units = divmod(int(number), 10)
        half = HALF if number != int(number) else ""
        values = {f"{name}-tens": str(tens), f"{name}-units": f"{units}{half}"}
        if hundreds:
            values |= {f"{name}-hundreds": str(tens // 10), f"{name}-tens": str(tens % 10)}
        return values


def _with_half(unit: int) -> tuple[str, str]:
    """Return the value and the label of the key for a unit with half a point."""
    return f"{unit}{HALF}", f"{unit or ''}½"


def naming_players(group: Choices, seats: Mapping[str, tuple[SeatNumber, ...]]) -> Choices:
    """Return a group whose chips of these values name the players in these seats."""
    return replace(group, choices=tuple([replace(chip, seats=seats.get(chip.value, ())) for chip in group]))


def _chosen(groups: Iterable[Choices]) -> dict[str, str]:
    """Return the chosen chips of these groups as a browser posts them."""
    chips = [(group, chip) for group in groups for chip in group if chip.checked and chip.value]
    return dict((chip.value, "1") if group.many else (group.name, chip.value) for group, chip in chips)


def whole_number(text: str) -> int | str:
    """Return the text as a whole number; other text is returned unchanged, for the rules to refuse."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else text


class CorrectionForm(OutcomeForm):
    """The form of a correction: counters moved by hand, with a reason. The same for every game.

    Players who always have the same amount share a field, which is named after the first of them.
    """

    template = "play/_correction.html"

    @property
    def groups(self) -> tuple[str, ...]:
        return ("amounts", *(f"amounts-{first}" for first, *_partners in self.sharing))

    @property
    def errors(self) -> list[tuple[str, Text | None]]:
        """As for any hand, but without the dealer: a correction has none."""
        return [(name, self.error_at(name)) for name in (*self.groups, "note")]

    @property
    def rare_count(self) -> None:
        return None

    def needed(self) -> Iterable[tuple[str, Text]]:
        yield "amounts", _("amounts")
        yield "note", _("reason")

    def given(self, name: str) -> bool:
        return any(self._typed.values()) if name == "amounts" else super().given(name)

    @cached_property
    def amounts(self) -> list[tuple[str, tuple[SeatNumber, ...], str, str, Text | None]]:
        """For each player or side: the field's name, the seats, the names, what was typed, and the error message."""
        fields = []
        for seats in self.sharing:
            field, names = f"amounts-{seats[0]}", " + ".join(self.table.players[seat] for seat in seats)
            fields.append((field, seats, names, self.data.get(field, ""), self.error_at(field)))
        return fields

    @property
    def amounts_error(self) -> Text | None:
        return self.error_at("amounts")

    @property
    def _typed(self) -> dict[tuple[SeatNumber, ...], int | str]:
        """What was typed for each player or side."""
        typed = {seats: self.data.get(f"amounts-{seats[0]}", "").strip() for seats in self.sharing}
        return {seats: signed_number(text) for seats, text in typed.items() if text}

    def raw(self) -> dict[str, Any]:
        """Return the correction; raise `RuleError` if nothing moves, which stored documents may have."""
        if not self.given("amounts"):
            raise RuleError(Code.REQUIRED, "amounts", _("Type at least one amount other than 0."))
        amounts = {str(int(seat)): amount for seats, amount in self._typed.items() for seat in seats}
        return {"call": CORRECTION, "amounts": amounts, "note": self.data.get("note", "").strip()}

    def complete(self) -> dict[str, Any]:
        return self.raw()  # here the refusals say more than that something is missing

    def values_of_call(self, raw: Mapping[str, Any]) -> dict[str, str]:
        return {f"amounts-{seat}": str(amount) for seat, amount in raw["amounts"].items()}

    @classmethod
    def describe_call(cls, rules: AnyRules, table: Table, raw: Mapping[str, Any]) -> Text:
        return _("Correction: {note}", note=raw.get("note", ""))

    def group_of(self, field: str) -> str:
        return field.replace(".", "-")


def labels_of(groups: Iterable[Choices]) -> Text:
    """Return the labels of the chosen chips."""
    return joined([chip.label for group in groups for chip in group if chip.checked and chip.value], by=" · ")


def signed_number(text: str) -> int | str:
    """Return a typed amount as a number, accepting hyphens and dashes as minus; other text is returned unchanged.

    >>> signed_number("+20"), signed_number("−20"), signed_number("- 20"), signed_number("twenty")
    (20, -20, -20, 'twenty')
    """
    sign = -1 if text[:1] in ("-", "−", "–") else 1
    digits = text.lstrip("+-−–").strip()
    number = whole_number(digits)
    return sign * number if isinstance(number, int) and len(text) - len(digits) < 3 else text
