"""The forms of the pages: starting a session, importing one, sitting down as a scorer.

They find the place on the page where an error belongs. What the rules refuse, the rules say (`RuleError`): a form puts
it at its field with `refuse`. The form of a hand is the game's own (`games.forms`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _

from games import registry
from games.scoring.documents import LONGEST_NAME, DocumentError, SessionDocument, load
from games.scoring.errors import RuleError
from games.scoring.text import can_be_a_name, quoted
from games.scoring.types import Option, OptionValue, RuleSet
from scorekeeper.clubs.dates import in_our_time
from scorekeeper.clubs.models import Evening
from scorekeeper.clubs.queries import People
from scorekeeper.play.deeds import MOST_PAGES, PANEL, Asked
from scorekeeper.play.draft import NO, YES, Draft, same_name
from scorekeeper.play.models import TOKEN_LENGTH
from scorekeeper.play.words import in_words, name_of_evening


def shown(text: str) -> None:
    """Refuse what shows nothing, cannot be kept, or turns the direction of whatever stands beside it."""
    if not can_be_a_name(text):
        raise ValidationError(_("There is a character in this that cannot be kept or seen."))


MOST_HANDS = 2000  # years of evenings; a page of many more would keep everybody waiting
LONGEST_DOCUMENT = 512 * 1024
"""Bytes; some thousand hands."""
CURRENCIES = ("€", "$", "£", "CHF")
MOST_MONEY = 1000
MOST_OFFERED = 16
"""Of the names known here, how many are chips; all of them complete what is typed."""


class MoneyField(forms.Field):
    """Money: a decimal number with a point or a comma, more than nothing, in whole cents."""

    widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", "class": "input"})
    smallest = Decimal("0.01")
    out_of_range = _("Enter more than 0 and at most %(most)s.")
    too_fine = _("Money here has at most two decimal places.")

    def to_python(self, value: Any) -> Decimal | None:
        given = str(value or "").replace(",", ".").replace(" ", "")
        if not given:
            return None
        try:
            money = Decimal(given)
        except InvalidOperation:
            raise ValidationError(_("“%(given)s” is not an amount of money."), params={"given": value}) from None
        if not money.is_finite() or not 0 < money <= MOST_MONEY:
            raise ValidationError(self.out_of_range, params={"most": MOST_MONEY})
        if money != money.quantize(self.smallest):
            raise ValidationError(self.too_fine)
        return money


class StakeField(MoneyField):
    """Money for a point: down to a hundredth of a cent."""

    widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", "class": "input input--stake"})
    smallest = Decimal("0.0001")
    out_of_range = _("A stake is more than 0 and at most %(most)s.")
    too_fine = _("A stake has at most four decimal places.")


@dataclass(frozen=True)
class SeatRow:
    """A seat on the page: its place, who sits there, and what can be done with it."""

    place: int
    field: BoundField
    deals: bool
    first: bool
    last: bool
    guest: bool

    @property
    def number(self) -> int:
        return self.place + 1


@dataclass(frozen=True)
class KnownPlayer:
    """A member of the club, or a player whom this browser has written for, offered as a chip."""

    name: str
    seated: bool


class NewSessionForm(forms.Form):
    """A draft of a session, shown as it is or, when `checked`, judged.

    With `typed` the fields on the page stay as they are by now, whatever was typed while the form was drawn anew.
    """

    use_required_attribute = False  # seats are moved and added before they are filled
    game = forms.ChoiceField(widget=forms.RadioSelect)
    rules = forms.ChoiceField(widget=forms.RadioSelect)
    first_dealer = forms.IntegerField(widget=forms.HiddenInput)
    stake = StakeField(required=False, label=_("Stake for a point"))
    currency = forms.CharField(
        required=False,
        max_length=8,
        validators=[shown],
        label=_("Currency"),
        widget=forms.TextInput(attrs={"class": "input", "list": "currencies", "autocomplete": "off"}),
    )
    token = forms.CharField(max_length=TOKEN_LENGTH, widget=forms.HiddenInput)

    def __init__(
        self, draft: Draft, *, evenings: Sequence[Evening] = (), checked: bool = False, typed: bool = False
    ) -> None:
        posted = draft.posted()
        super().__init__(posted if checked else None, initial=posted, label_suffix="")
        self.draft = draft
        self.people: People | None = None  # of the club that the session would belong to
        self.currencies = CURRENCIES
        redraw = {
            "hx-post": reverse_lazy("new"),
            "hx-trigger": "change",
            "hx-target": "#new_form",
            "hx-swap": "outerHTML",
            "hx-vals": '{"action": "redraw"}',
        }
        self._choice("game").choices = [(game.slug, in_words(game.name)) for game in registry.all_games()]
        self._choice("rules").choices = [(slug, in_words(rules.name)) for slug, rules in self._rule_sets.items()]
        for name in ("game", "rules"):
            self.fields[name].widget.attrs.update(redraw)
        for place in range(draft.size):
            self.fields[f"player-{place}"] = self._player_field(place)
        for option in draft.shown_options:
            self.fields[f"option-{option.name}"] = option_field(option)
        if evenings or draft.evening:
            self.fields["evening"] = _evening_field(evenings)
            self.fields["evening"].widget.attrs.update(redraw)
        if typed:
            for name, field in self.fields.items():
                if name.startswith("player-") or (name in ("stake", "currency") and not draft.as_house):
                    field.widget.attrs["hx-preserve"] = "true"

    def _choice(self, name: str) -> forms.ChoiceField:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        return field

    def _player_field(self, place: int) -> forms.CharField:
        attrs = {"class": "input", "list": "known-players", "autocomplete": "off", "autocapitalize": "words"}
        return forms.CharField(
            max_length=LONGEST_NAME,
            label=_("Player %(number)s") % {"number": place + 1},
            error_messages={"required": _("Who sits here?")},
            widget=forms.TextInput(attrs={**attrs, "spellcheck": "false"}),
        )

    @property
    def _rule_sets(self) -> dict[str, RuleSet]:
        return dict(self.draft.game.rules.rule_sets)

    # What the page prints

    def rule_sets(self) -> Iterator[tuple[Any, RuleSet]]:
        """Each rule set with its radio button."""
        return zip(self["rules"], self._rule_sets.values(), strict=True)

    def seats(self) -> Iterator[SeatRow]:
        last = self.draft.size - 1
        for place in range(self.draft.size):
            name = self.draft.names[place]
            guest = bool(self.people and name and self.people.is_guest(name))
            yield SeatRow(place, self[f"player-{place}"], place == self.draft.dealer, place == 0, place == last, guest)

    def options(self) -> Iterator[tuple[Option, BoundField]]:
        for option in self.draft.shown_options:
            yield option, self[f"option-{option.name}"]

    def known(self, names: Sequence[str], most: int = MOST_OFFERED) -> list[KnownPlayer]:
        """Those who can be seated with a tap, and whether they are."""
        return [KnownPlayer(name, any(same_name(name, seated) for seated in self.draft.names)) for name in names[:most]]

    def money_shown(self) -> bool:
        """Whether the folded part has something to show."""
        return bool(self.draft.stake) or "stake" in self.errors or "currency" in self.errors

    # What was decided

    def clean(self) -> dict[str, Any]:
        seen: dict[str, str] = {}
        for place in range(self.draft.size):
            name = self.cleaned_data.get(f"player-{place}")
            if name and name.casefold() in seen:
                self.add_error(
                    f"player-{place}", ValidationError(_("%(name)s sits at this table already."), params={"name": name})
                )
            elif name:
                seen[name.casefold()] = name
        return self.cleaned_data

    def wanted(self) -> dict[str, Any]:
        """What `services.start_session` takes, from a form that is valid."""
        cleaned = self.cleaned_data
        return {
            "game": cleaned["game"],
            "rules": cleaned["rules"],
            "options": {
                option.name: option_value(option, cleaned[f"option-{option.name}"])
                for option in self.draft.shown_options
            },
            "players": [cleaned[f"player-{place}"] for place in range(self.draft.size)],
            "first_dealer": cleaned["first_dealer"],
            "stake": cleaned["stake"],
            "currency": cleaned["currency"].strip() or CURRENCIES[0],
            "token": cleaned["token"],
            "evening": None if self.draft.evening is None else cleaned.get("evening"),
        }

    def point_at_error(self) -> None:
        """Let the first field on the page that is wrong have the keyboard."""
        last = ["stake", "currency"]
        for name in [*(name for name in self.fields if name not in last), *last]:
            if name in self.errors:
                self.fields[name].widget.attrs["autofocus"] = True
                return

    def refuse(self, error: RuleError) -> None:
        """Put what the rules refuse at its field, or at the form when it has none of that name."""
        name = (error.field or "").replace("options.", "option-")
        self.add_error(name if name in self.fields else None, in_words(error.message))


def _evening_field(evenings: Sequence[Evening]) -> forms.Field:
    choices = [(evening.public_id, name_of_evening(evening)) for evening in evenings]
    return forms.ChoiceField(
        required=False,
        choices=[*choices, ("", _("no evening"))],
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": _("This evening is settled meanwhile. Choose another, or none.")},
    )


def option_field(option: Option) -> forms.Field:
    label, help_text = in_words(option.label), in_words(option.help)
    if option.low is not None:
        widget = forms.NumberInput(attrs={"class": "input input--number", "inputmode": "numeric"})
        return forms.IntegerField(
            label=label,
            help_text=help_text,
            initial=option.default,
            min_value=option.low,
            max_value=option.high,
            widget=widget,
        )
    choices: list[tuple[str, Any]] = [(value, in_words(words)) for value, words in option.choices]
    default = option.default
    if not choices:
        choices = [(NO, _("No")), (YES, _("Yes"))]
        default = YES if option.default else NO
    return forms.ChoiceField(
        label=label, help_text=help_text, initial=default, choices=choices, widget=forms.RadioSelect
    )


def option_value(option: Option, cleaned: Any) -> OptionValue:
    if option.choices:
        return str(cleaned)
    return int(cleaned) if option.low is not None else cleaned == YES


class ImportForm(forms.Form):
    """A session document, as a file or as text."""

    use_required_attribute = False
    file = forms.FileField(
        required=False,
        label=_("A file"),
        widget=forms.FileInput(attrs={"class": "input", "accept": ".json,application/json"}),
    )
    text = forms.CharField(
        required=False,
        strip=False,
        label=_("Or its text"),
        widget=forms.Textarea(attrs={"class": "input", "spellcheck": "false", "autocomplete": "off", "rows": 8}),
    )
    token = forms.CharField(max_length=TOKEN_LENGTH, widget=forms.HiddenInput)

    def __init__(self, *args: Any, evenings: Sequence[Evening] = (), **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        if evenings or self.data.get("evening"):
            self.fields["evening"] = _evening_field(evenings)

    @property
    def evening(self) -> str | None:
        """The evening that was chosen, empty for none; None where that was not asked."""
        chosen: str | None = self.cleaned_data.get("evening") if "evening" in self.data else None
        return chosen

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        if self.errors:
            return cleaned
        place = "file" if cleaned.get("file") else "text"
        given = cleaned["file"].read(LONGEST_DOCUMENT + 1) if cleaned.get("file") else cleaned["text"].encode()
        if not given.strip():
            self.add_error("text", _("Choose a file, or paste the text of a document."))
        elif len(given) > LONGEST_DOCUMENT:
            self.add_error(place, _("This is too long for a session document."))
        else:
            try:
                cleaned["document"] = load(given, registry.find_rules)
            except DocumentError as error:
                self.refuse(error)
            else:
                if len(cleaned["document"].hands) > MOST_HANDS:
                    words = _("A session has at most %(most)s hands.")
                    self.add_error(place, ValidationError(words, params={"most": MOST_HANDS}))
        return cleaned

    @property
    def document(self) -> SessionDocument:
        """The document of a form that is valid."""
        document: SessionDocument = self.cleaned_data["document"]
        return document

    def refuse_evening(self, error: RuleError) -> None:
        """Say why the session cannot be of the evening: nothing is wrong with the document."""
        self.add_error("evening" if "evening" in self.fields else None, in_words(error.message))

    def refuse(self, error: DocumentError) -> None:
        """Say which hand and which field is wrong, and why, where the document was given."""
        place = "file" if self.cleaned_data.get("file") else "text"
        words = in_words(error.error.message, error.players)
        params = {"hand": error.hand, "field": quoted(error.error.field or ""), "words": words}
        if error.hand is None:
            message = _("%(field)s: %(words)s") if error.error.field else _("%(words)s")
        else:
            message = _("Hand %(hand)s, %(field)s: %(words)s") if error.error.field else _("Hand %(hand)s: %(words)s")
        self.add_error(place, ValidationError(message, params=params))


class JoinForm(forms.Form):
    """As whom somebody writes: one of the players, or a name of their own."""

    use_required_attribute = False
    label = forms.CharField(
        max_length=LONGEST_NAME,
        validators=[shown],
        label=_("Your name"),
        error_messages={"required": _("Say who you are; it stands in the journal beside what you write.")},
        widget=forms.TextInput(attrs={"class": "input", "autocomplete": "name"}),
    )


class JournalForm(forms.Form):
    """What of the journal of everything is wanted; what cannot be read is as if it had been left empty."""

    use_required_attribute = False
    q = forms.CharField(required=False, max_length=60, label=_("Who, or what about"))
    verb = forms.ChoiceField(required=False, label=_("What was done"))
    since = forms.DateField(
        required=False, validators=[in_our_time], label=_("From"), widget=forms.DateInput(attrs={"type": "date"})
    )
    until = forms.DateField(
        required=False, validators=[in_our_time], label=_("To"), widget=forms.DateInput(attrs={"type": "date"})
    )
    session = forms.IntegerField(required=False, min_value=1, max_value=2**31, widget=forms.HiddenInput)
    page = forms.IntegerField(required=False, min_value=1, max_value=MOST_PAGES, widget=forms.HiddenInput)

    def __init__(self, data: Mapping[str, Any]) -> None:
        super().__init__(data, label_suffix="")
        verb = self.fields["verb"]
        assert isinstance(verb, forms.ChoiceField)
        verb.choices = [("", _("Everything")), (PANEL, _("In the panel")), *VERBS]

    def asked(self) -> Asked:
        self.is_valid()
        found = self.cleaned_data
        return Asked(
            words=found.get("q") or "",
            verb=found.get("verb") or "",
            session=found.get("session"),
            since=found.get("since"),
            until=found.get("until"),
            page=found.get("page") or 1,
        )

    def address(self, page: int) -> str:
        """The same with another page."""
        given = {name: str(value) for name, value in self.cleaned_data.items() if value and name != "page"}
        return "?" + urlencode({**given, "page": page})


VERBS = [
    ("start", _("Session started")),
    ("import", _("Session imported")),
    ("record", _("Hand recorded")),
    ("amend", _("Hand amended")),
    ("void", _("Hand voided")),
    ("restore", _("Hand restored")),
    ("close", _("Session closed")),
    ("reopen", _("Session reopened")),
    ("renew", _("Link renewed")),
    ("shut_out", _("Somebody shut out")),
    ("let_in", _("Somebody let in again")),
    ("lock", _("Session locked")),
    ("unlock", _("Session unlocked")),
]
