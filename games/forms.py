"""What the outcome forms of all games share.

An `OutcomeForm` stands between the table screen and the rules: it turns what was tapped into an outcome as JSON (`raw`)
and back, and offers the choices that can be made. It never judges: the rules refuse, with the field, and the form finds
the place on the screen where that belongs.

*Choices* are a group of chips of which one is chosen (or some, with `many`); *digits* are a number tapped digit by
digit, so that no system keyboard is needed. Both work without JavaScript: they are radio buttons.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from games.scoring.errors import Code, RuleError
from games.scoring.fields import STILL_MISSING
from games.scoring.replay import AnyRules, ScoredHand
from games.scoring.text import Amount, SeatName, Text, joined
from games.scoring.text import gettext_lazy as _
from games.scoring.types import CORRECTION, Seat, State, Table

WITH_HUNDREDS = 200
"""From what number on a number is tapped as hundreds, tens and units: with fewer, the hundreds are among the tens."""
LONG = 10
"""A word of so many letters in a name is wider than a quarter of a phone."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One chip: what is posted, what is read, and in small what it is worth and a second word.

    The `usual` one of a group is chosen on the form of a new hand.
    """

    value: str
    label: Text | str
    checked: bool = False
    hint: Text | str = ""
    worth: Amount | None = None
    usual: bool = field(default=False, kw_only=True)


Offered = tuple[str, Text | str] | tuple[str, Text | str, Text | str] | tuple[str, Text | str, Text | str, Amount]


@dataclass(frozen=True, slots=True)
class Choices:
    """A group of chips.

    `needed` marks a group in which something must be chosen before a hand is whole; with `many` each chip is a field of
    its own. A `silent` group has no place for a sentence: it is part of a larger one that has.
    """

    name: str
    legend: Text
    choices: tuple[Choice, ...]
    needed: bool = False
    many: bool = False
    look: str = ""
    error: Text | None = None
    silent: bool = False

    def __iter__(self) -> Iterator[Choice]:
        return iter(self.choices)


@dataclass(frozen=True, slots=True)
class Digits:
    """A number tapped as tens and units, with hundreds or a half where there are any."""

    name: str
    legend: Text
    tens: Choices
    units: Choices
    half: Choices | None = None
    of: Choices | None = None
    error: Text | None = None
    hundreds: Choices | None = None

    @property
    def parts(self) -> list[Choices]:
        return [part for part in (self.of, self.hundreds, self.tens, self.units, self.half) if part]


@dataclass(frozen=True, kw_only=True)
class Position:
    """The table before a hand: what the form must know to offer what can be chosen."""

    rules: AnyRules
    table: Table
    state: State
    number: int = 0

    @cached_property
    def dealer(self) -> Seat:
        return self.rules.dealer(self.table, self.state)

    @cached_property
    def sits_out(self) -> Seat | None:
        return self.rules.sits_out(self.table, self.state)

    @cached_property
    def playing(self) -> tuple[Seat, ...]:
        return self.rules.playing(self.table, self.state)

    @cached_property
    def over(self) -> bool:
        return self.rules.over(self.table, self.state)

    def dealt_by(self, dealer: Seat) -> Position:
        """The same position with another dealer; refuses who cannot deal."""
        state = self.rules.with_dealer(self.table, self.state, dealer)
        return Position(rules=self.rules, table=self.table, state=state, number=self.number)


class OutcomeForm(ABC):
    """The form of one hand. A game says how its fields are posted (`raw_of_call`), offered and described.

    `data` is what was posted, or what a stored outcome would have posted (`values`). `error` is the refusal to show.
    """

    template: ClassVar[str]
    """The partial that prints the game's own fields."""

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
        """What was posted, less a dealer who was only expected as the form was printed: by now it may be another."""
        if "dealer" in data and data["dealer"] == data.get("expected_dealer"):
            return {name: value for name, value in data.items() if name != "dealer"}
        return data

    def _stated(self, position: Position) -> Position:
        """The position with the dealer that was tapped, where that can be."""
        dealer = whole_number(self.data.get("dealer", ""))
        if isinstance(dealer, int) and 0 <= dealer < position.table.size and dealer != position.dealer:
            try:
                return position.dealt_by(Seat(dealer))
            except RuleError:
                return position
        return position

    # What the game defines

    @abstractmethod
    def raw_of_call(self, call: str) -> dict[str, Any]:
        """The fields of this call, from what was posted; what was not tapped is left out."""

    @abstractmethod
    def values_of_call(self, raw: Mapping[str, Any]) -> dict[str, str]:
        """What would have been posted for this outcome: the inverse of `raw_of_call`."""

    @classmethod
    @abstractmethod
    def describe_call(cls, table: Table, raw: Mapping[str, Any]) -> Text:
        """An outcome of one of the game's calls in one line."""

    @property
    @abstractmethod
    def groups(self) -> tuple[str, ...]:
        """The groups on the screen that have a place for a sentence, `dealer` and `note` apart."""

    @abstractmethod
    def needed(self) -> Iterable[tuple[str, Text]]:
        """The groups that must be filled in for the chosen call, with their names, in the order of the screen."""

    @property
    def folded(self) -> tuple[str, ...]:
        """The fields of an outcome that are offered behind the fold, `dealer` and `note` apart."""
        return ()

    @property
    def called(self) -> tuple[str, ...]:
        """The attributes with the groups of what is called before the cards are played, if anything is."""
        return ()

    def called_in_words(self) -> Text:
        """What was called so far, by default in the words of the chips."""
        chosen = [chip.label for group in self._called_groups for chip in group if chip.checked and chip.value]
        return joined(chosen, by=" · ")

    def group_of(self, field: str) -> str:
        """The group on the screen to which a field of the outcome belongs; by default its first word."""
        return field.split(".", maxsplit=1)[0]

    def headline(self, scored: ScoredHand) -> Seat | None:
        """Whose amount the save button says: by default the one who moves most; nobody if nothing moves."""
        amounts = scored.entry.amounts
        seat = max(range(len(amounts)), key=lambda seat: abs(amounts[seat]))
        return Seat(seat) if amounts[seat] else None

    def result(self, scored: ScoredHand) -> Text:
        """What a hand came to, in the words of the save button: "Anne +198"."""
        seat = self.headline(scored)
        if seat is None:
            return _("nothing moves")
        amount = Amount(scored.entry.amounts[seat], signed=True)
        return Text("{player} {amount}", {"player": SeatName(seat), "amount": amount})

    # What they share

    def raw(self) -> dict[str, Any]:
        """The outcome as the codec reads it, players by seat number."""
        raw: dict[str, Any] = {}
        call = self.data.get("call", "")
        if call:
            raw["call"] = call
        raw.update(self.raw_of_call(call))
        dealer = whole_number(self.data.get("dealer", ""))
        if dealer not in ("", self.expected.dealer):
            raw["dealer"] = dealer
        note = self.data.get("note", "").strip()
        if note:
            raw["note"] = note
        return raw

    @property
    def _called_groups(self) -> list[Choices]:
        return [group for name in self.called if (group := getattr(self, name))]

    @cached_property
    def call_so_far(self) -> dict[str, str]:
        """What of the call was tapped, as it is posted; nothing as long as all of it stands as on a new form."""
        said, untouched = (_chosen(form._called_groups) for form in (self, type(self)(self.expected)))
        return said if said != untouched else {}

    @classmethod
    def of_raw(cls, position: Position, raw: Mapping[str, Any]) -> OutcomeForm:
        """The form as it was when this outcome was recorded in this position."""
        form = cls(position)
        values = {"call": str(raw.get("call", "")), "note": str(raw.get("note", ""))}
        if "dealer" in raw:
            values["dealer"] = str(raw["dealer"])
        return cls(position, {**values, **form.values_of_call(raw)})

    @classmethod
    def describe(cls, table: Table, raw: Mapping[str, Any]) -> Text:
        """A stored outcome in one line, corrections included."""
        if raw.get("call") == CORRECTION:
            return CorrectionForm.describe_call(table, raw)
        return cls.describe_call(table, raw)

    @cached_property
    def missing(self) -> list[tuple[str, Text]]:
        """The groups that are still to be filled in; nothing else is wrong while there are some."""
        return [(name, words) for name, words in self.needed() if not self.given(name)]

    def given(self, name: str) -> bool:
        """Whether anything was tapped in a group; digits need both digits."""
        if f"{name}-tens" in self.data or f"{name}-units" in self.data:
            return bool(self.data.get(f"{name}-tens")) and bool(self.data.get(f"{name}-units"))
        return bool(self.data.get(name))

    @property
    def rare_count(self) -> int | None:
        """How many of the folded things are used, each entry of a list being one; None where nothing is folded."""
        folded = {*self.folded, "dealer", "note"}
        used = [value for name, value in self.raw().items() if name in folded]
        return sum(len(value) if isinstance(value, list) else 1 for value in used)

    @property
    def errors(self) -> list[tuple[str, Text | None]]:
        """Every place for a sentence on the screen, with the sentence or None."""
        return [(name, self.error_at(name)) for name in (*self.groups, "dealer", "note")]

    @property
    def general_error(self) -> Text | None:
        """The refusal, when it belongs to no single place on the screen."""
        if self.error is None or any(sentence for _name, sentence in self.errors):
            return None
        return self.error.message

    def error_at(self, name: str) -> Text | None:
        """The sentence to show at a group, if that is where the refusal belongs."""
        if self.error is None or self.error.field is None:
            return None
        if self.group_of(self.error.field) == name:
            return self.error.message
        return STILL_MISSING if any(f"{left}-".startswith(f"{name}-") for left in self._left_out) else None

    @cached_property
    def _left_out(self) -> list[str]:
        """All that a hand lacks which is refused for the first of it.

        It is asked of a form without the refusal: what is needed may hang on chips, which have their sentence in them.
        """
        if self.error is None or self.error.code != Code.REQUIRED:
            return []
        return [name for name, _words in type(self)(self.expected, self.data).missing]

    @cached_property
    def dealers(self) -> Choices:
        """Who deals; the expected dealer is chosen until somebody else is."""
        return self.players("dealer", _("Dealer"), self.table.seats, default=str(int(self.expected.dealer)))

    @property
    def note(self) -> str:
        return self.data.get("note", "")

    @property
    def note_error(self) -> Text | None:
        return self.error_at("note")

    # Bricks for the forms of the games

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
    ) -> Choices:
        """A group of chips from (value, words), with a small second word and what that is worth, where they have it."""
        chosen = self.data.get(name, default)
        choices = tuple(
            [Choice(value, words, value == chosen, *small, usual=value == default) for value, words, *small in offered]
        )
        return Choices(name, legend, choices, needed=needed, look=look, error=self.error_at(name), silent=silent)

    def players(
        self,
        name: str,
        legend: Text,
        seats: Iterable[Seat],
        *,
        needed: bool = False,
        default: str = "",
        also: Sequence[tuple[str, Text | str]] = (),
    ) -> Choices:
        """A chip for each seat, with the player's name, and `also` other choices."""
        offered = [(str(int(seat)), self.table.players[seat]) for seat in seats]
        words = " ".join(player for _seat, player in offered).replace("-", " ").split()
        look = "players long" if any(len(word) >= LONG for word in words) else "players"
        return self.chips(name, legend, [*offered, *also], needed=needed, default=default, look=look)

    def digits(self, name: str, legend: Text, *, up_to: int, halves: bool = False, of: Choices | None = None) -> Digits:
        """A number from 0 to `up_to`, tapped as tens and units; with hundreds, where there would be too many tens."""
        with_hundreds = up_to >= WITH_HUNDREDS
        tens = [(str(ten), str(ten * 10)) for ten in range(10 if with_hundreds else up_to // 10 + 1)]
        units = [(str(unit), str(unit)) for unit in range(10)]
        half = None
        if halves:
            chip = Choice(f"{name}-half", "½", bool(self.data.get(f"{name}-half")))
            half = Choices(f"{name}-half", _("Half point"), (chip,), many=True, look="half", silent=True)
        return Digits(
            name,
            legend,
            self.chips(f"{name}-tens", _("Tens"), tens, needed=True, look="digits", silent=True),
            self.chips(f"{name}-units", _("Units"), units, needed=True, look="digits", silent=True),
            half,
            of,
            self.error_at(name),
            self._hundreds(name, up_to) if with_hundreds else None,
        )

    def _hundreds(self, name: str, up_to: int) -> Choices:
        """None until some are tapped; a larger number that was once recorded keeps a chip of its own."""
        given = whole_number(self.data.get(f"{name}-hundreds", ""))
        larger = [given] if isinstance(given, int) and given > up_to // 100 else []
        offered = [(str(hundred), str(hundred * 100)) for hundred in (*range(up_to // 100 + 1), *larger)]
        return self.chips(f"{name}-hundreds", _("Hundreds"), offered, default="0", look="digits", silent=True)

    def number_of_digits(self, name: str) -> int | float | str | None:
        """The number that was tapped as digits; None while a digit is missing; text that is no number stays text."""
        hundreds, tens, units = (self.data.get(f"{name}-{part}", "") for part in ("hundreds", "tens", "units"))
        if not tens or not units:
            return None
        number = whole_number(f"{hundreds}{tens}{units}")
        if isinstance(number, int) and self.data.get(f"{name}-half"):
            return number + 0.5
        return number

    @staticmethod
    def values_of_digits(name: str, number: float, *, hundreds: bool = False) -> dict[str, str]:
        """What would have been posted for a number tapped as digits."""
        tens, units = divmod(int(number), 10)
        values = {f"{name}-tens": str(tens), f"{name}-units": str(units)}
        if hundreds:
            values |= {f"{name}-hundreds": str(tens // 10), f"{name}-tens": str(tens % 10)}
        if number != int(number):
            values[f"{name}-half"] = "1"
        return values


def _chosen(groups: Iterable[Choices]) -> dict[str, str]:
    """The chips of some groups that are chosen, as a browser posts them."""
    chips = [(group, chip) for group in groups for chip in group if chip.checked and chip.value]
    return dict((chip.value, "1") if group.many else (group.name, chip.value) for group, chip in chips)


def whole_number(text: str) -> int | str:
    """The number that a text is; any other text is given back as it is, so that the rules can refuse it."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text


def seat_name(value: object) -> SeatName | str:
    """A seat number of a stored outcome as a name to be filled in."""
    return SeatName(value) if isinstance(value, int) else str(value)


class CorrectionForm(OutcomeForm):
    """Counters moved by hand, with the reason; the same for every game."""

    template = "play/_correction.html"

    @property
    def groups(self) -> tuple[str, ...]:
        return ("amounts", *(f"amounts-{seat}" for seat in self.table.seats))

    @property
    def errors(self) -> list[tuple[str, Text | None]]:
        """Without a dealer: a correction has none."""
        return [(name, self.error_at(name)) for name in (*self.groups, "note")]

    @property
    def rare_count(self) -> None:
        return None

    def needed(self) -> Iterable[tuple[str, Text]]:
        yield "note", _("reason")

    @cached_property
    def amounts(self) -> list[tuple[str, str, str, Text | None]]:
        """For each player the field's name, the player's name, what was typed, and the sentence about it."""
        return [
            (f"amounts-{seat}", name, self.data.get(f"amounts-{seat}", ""), self.error_at(f"amounts-{seat}"))
            for seat, name in enumerate(self.table.players)
        ]

    @property
    def amounts_error(self) -> Text | None:
        return self.error_at("amounts")

    def raw(self) -> dict[str, Any]:
        typed = {str(int(seat)): self.data.get(f"amounts-{seat}", "").strip() for seat in self.table.seats}
        amounts = {seat: signed_number(text) for seat, text in typed.items() if text}
        return {"call": CORRECTION, "amounts": amounts, "note": self.data.get("note", "").strip()}

    def raw_of_call(self, call: str) -> dict[str, Any]:
        return self.raw()

    def values_of_call(self, raw: Mapping[str, Any]) -> dict[str, str]:
        return {f"amounts-{seat}": str(amount) for seat, amount in raw["amounts"].items()}

    @classmethod
    def describe_call(cls, table: Table, raw: Mapping[str, Any]) -> Text:
        return _("Correction: {note}", note=raw.get("note", ""))

    def group_of(self, field: str) -> str:
        return field.replace(".", "-")


def signed_number(text: str) -> int | str:
    """The number that a typed amount is, with any of the signs people type; other text stays as it is.

    >>> signed_number("+20"), signed_number("−20"), signed_number("- 20"), signed_number("twenty")
    (20, -20, -20, 'twenty')
    """
    sign = -1 if text[:1] in ("-", "−", "–") else 1
    digits = text.lstrip("+-−–").strip()
    number = whole_number(digits)
    return sign * number if isinstance(number, int) and len(text) - len(digits) < 3 else text
