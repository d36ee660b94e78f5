"""Forms for starting a session, importing one, and joining as a scorer.

They show each error where it belongs on the page. If the rules refuse something with a `RuleError`, `refuse` shows its
message at the right field. The form of a hand is defined by its game (`games.ui.forms`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.urls import reverse_lazy
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games import registry
from games.game import Game
from games.scoring.documents import LONGEST_NAME, DocumentError, SessionDocument, load
from games.scoring.errors import RuleError
from games.scoring.text import quoted
from games.scoring.types import Option, RuleSet
from scorekeeper.clubs.dates import of_a_session
from scorekeeper.clubs.name_fields import TOO_LONG, NameField, validate_visible
from scorekeeper.clubs.names import folded
from scorekeeper.clubs.queries import KnownPeople
from scorekeeper.play.form_fields import (
    CURRENCIES,
    Radios,
    StakeField,
    option_field,
    option_in_words,
    option_value,
)
from scorekeeper.play.ledger.formatting import in_words, sum_of_money
from scorekeeper.play.models import TOKEN_LENGTH
from scorekeeper.play.new_session.session_draft import TARIFF, Draft, same_name
from scorekeeper.play.recording.ports import TableEvening

MOST_HANDS = 2000  # years of evenings; the page of a much longer session would be slow for everybody
LONGEST_DOCUMENT = 512 * 1024
"""Bytes, enough for some thousand hands."""
FEW_EVENINGS = 2
"""Up to this many evenings are all shown."""
MOST_OFFERED = 16
"""How many known names are offered as chips. All of them are offered to complete what is typed."""


@dataclass(frozen=True)
class SeatRow:
    """A row of the form for one seat. `deals` marks the first dealer, `first` and `last` the ends of the list."""

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
    """A player who is offered as a chip; `chosen` or not."""

    name: str
    chosen: bool


class EveningChoiceForm(forms.Form):
    """A form that asks which evening a session belongs to, if it has the field `evening`."""

    def evenings_first(self) -> list[Any]:
        """Return the radio buttons that are shown at once: the chosen evening or else the latest, and no evening."""
        *evenings, none = self["evening"]
        if len(evenings) <= FEW_EVENINGS:
            return [*evenings, none]
        chosen = [radio for radio in evenings if radio.data["value"] == self["evening"].value()]
        return [*(chosen or evenings[:1]), none]

    def evenings_folded(self) -> list[Any]:
        """Return the other radio buttons, which would push the players below the start button."""
        first = {radio.data["value"] for radio in self.evenings_first()}
        return [radio for radio in self["evening"] if radio.data["value"] not in first]


class NewSessionForm(EveningChoiceForm):
    """The form of a new session: shows a draft as it is or, if `checked`, validates it.

    `games` are those to choose from, in the order in which they are offered; all of them if there are none.
    `page` is what the page posted to have the form redrawn. Fields that the redraw does not change are preserved as
    they are in the page by then, because the user may have gone on typing.
    """

    use_required_attribute = False  # seats are moved and added before they are filled
    game = forms.ChoiceField(widget=Radios)
    rules = forms.ChoiceField(widget=Radios)
    first_dealer = forms.IntegerField(widget=forms.HiddenInput)
    stake = StakeField(required=False, label=_("Stake per point"))
    currency = forms.CharField(
        required=False,
        max_length=8,
        validators=[validate_visible],
        error_messages=TOO_LONG,
        label=_("Currency"),
        widget=forms.TextInput(attrs={"class": "input", "list": "currencies", "autocomplete": "off"}),
    )
    played_on = forms.DateField(
        required=False,
        validators=[of_a_session],
        label=_("Played on"),
        widget=forms.DateInput(attrs={"type": "date", "class": "input"}),
    )
    me = NameField(
        required=False,
        label=_("Your name"),
        widget=forms.TextInput(attrs={"class": "input", "autocomplete": "off", "spellcheck": "false"}),
    )
    token = forms.CharField(max_length=TOKEN_LENGTH, widget=forms.HiddenInput)

    def __init__(
        self,
        draft: Draft,
        *,
        games: Sequence[Game] = (),
        evenings: Sequence[TableEvening] = (),
        checked: bool = False,
        page: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        posted = draft.posted()
        super().__init__(posted if checked else None, initial=posted, label_suffix="")
        self.draft = draft
        self.people: KnownPeople | None = None  # those of the club that the session would belong to
        self.same_people: tuple[str, ...] = ()  # those of last time
        self.rules_open = False  # whether to unfold the rules although nothing in them is wrong
        self.currencies = CURRENCIES
        redraw = {
            "hx-post": reverse_lazy("new"),
            "hx-trigger": "change",
            "hx-target": "#new_form",
            "hx-select": "#new_form > *",
            "hx-swap": "innerHTML settle:0ms",
            "hx-sync": "#new_form:queue all",
            "hx-vals": '{"action": "redraw"}',
        }
        self._choice("game").choices = [(game.slug, in_words(game.name)) for game in games or registry.all_games()]
        self._choice("rules").choices = [(slug, in_words(rules.name)) for slug, rules in self._rule_sets.items()]
        for name in ("game", "rules", "stake", "currency", "me"):
            self.fields[name].widget.attrs.update(redraw)
        for place in range(draft.size):
            self.fields[f"player-{place}"] = self._player_field(place)
        for option in draft.shown_options:
            self.fields[f"option-{option.name}"] = option_field(option)
            self.fields[f"option-{option.name}"].widget.attrs.update(redraw)
        if evenings or draft.evening:
            self.fields["evening"] = _evening_field(evenings)
            self.fields["evening"].widget.attrs.update(redraw)
        stays = draft.as_in(page)
        for name in stays & self.fields.keys():
            self.fields[name].widget.attrs["hx-preserve"] = "true"
        self.dealer_stays = "first_dealer" in stays

    def _choice(self, name: str) -> forms.ChoiceField:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        return field

    def _player_field(self, place: int) -> forms.CharField:
        attrs = {"class": "input", "list": "known-players", "autocomplete": "off", "autocapitalize": "words"}
        return forms.CharField(
            required=False,  # a game may do without one of the seats; `clean` counts them
            max_length=LONGEST_NAME,
            error_messages=TOO_LONG,
            label=_("Player %(number)s") % {"number": place + 1},
            widget=forms.TextInput(attrs={**attrs, "spellcheck": "false"}),
        )

    @property
    def _rule_sets(self) -> dict[str, RuleSet]:
        return dict(self.draft.game.rules.rule_sets)

    # For the template

    def rule_sets(self) -> Iterator[tuple[Any, RuleSet]]:
        """Return each rule set with its radio button."""
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

    def suggested_players(self, names: Sequence[str], most: int = MOST_OFFERED) -> list[KnownPlayer]:
        """Return the players who can be seated with a tap, at most `most`."""
        return [KnownPlayer(name, any(same_name(name, seated) for seated in self.draft.names)) for name in names[:most]]

    def same_people_seated(self) -> bool:
        return self.draft.seats_exactly(self.same_people)

    def has_free_seat(self) -> bool:
        """Return whether the known players are unfolded: there is a seat to give them."""
        return "" in self.draft.names

    def paper_shown(self) -> bool:
        """Return whether the fold for a session written on paper is open."""
        return bool(self.draft.played_on) or "played_on" in self.errors

    def money_shown(self) -> bool:
        """Return whether the fold for money is open."""
        return "stake" in self.errors or "currency" in self.errors

    def me_shown(self) -> bool:
        """Return whether the fold for the name of the person who starts the session is open."""
        return "me" in self.errors

    def named_seats(self) -> list[KnownPlayer]:
        """Return the players who have a name, each with whether it is the one who starts the session."""
        return [KnownPlayer(name, same_name(name, self.draft.me)) for name in self.draft.names if name]

    def rules_shown(self) -> bool:
        """Return whether the fold for the rules and their options is open."""
        return self.rules_open or any(name == "rules" or name.startswith("option-") for name in self.errors)

    def rules_in_words(self) -> str:
        """Return the rule set and what is chosen of its options, in one line."""
        options = self.draft.completed().options
        said = (option_in_words(option, options.get(option.name, "")) for option in self.draft.shown_options)
        return " · ".join([in_words(self.draft.rule_set.name), *filter(None, said)])

    def stake_in_words(self) -> str:
        """Return what a point is worth, in one line: empty for no money, and as it was typed if it is not an amount."""
        try:
            stake = StakeField(required=False).clean(self.draft.stake)
        except ValidationError:
            return self.draft.stake
        if stake is None:
            return ""
        money = sum_of_money(stake, self.draft.currency.strip() or CURRENCIES[0])
        return gettext("%(money)s per point") % {"money": money}

    # Validation

    def clean(self) -> dict[str, Any]:
        names: dict[str, str] = {}
        for place in range(self.draft.size):
            name = self.cleaned_data.get(f"player-{place}")
            if name and folded(name) in names:
                self.add_error(
                    f"player-{place}", ValidationError(_("%(name)s is already at this table."), params={"name": name})
                )
            elif name:
                names[folded(name)] = name
        missing = self.draft.missing
        if missing and "" in self.draft.names:
            words = ngettext("%(number)s player is still missing.", "%(number)s players are still missing.", missing)
            self.add_error(f"player-{self.draft.names.index('')}", words % {"number": missing})
        if f"option-{TARIFF}" in self.errors:  # else no button is marked, which would silently mean the printed one
            self.data = {**self.data, f"option-{TARIFF}": ""}
        return self.cleaned_data

    def start_arguments(self) -> dict[str, Any]:
        """Return the arguments of `services.start_session` except the device; the form must be valid."""
        cleaned, started = self.cleaned_data, self.draft.as_named()
        names = (cleaned[f"player-{place}"] for place in range(self.draft.size))
        return {
            "game": cleaned["game"],
            "rules": cleaned["rules"],
            "options": {
                option.name: option_value(option, cleaned[f"option-{option.name}"])
                for option in started.shown_options
                if option.name != TARIFF and f"option-{option.name}" in cleaned  # else it was not on the page
            },
            "tariff": cleaned.get(f"option-{TARIFF}", ""),
            "players": [name for name in names if name],
            "first_dealer": started.dealer,
            "stake": cleaned["stake"],
            "currency": cleaned["currency"].strip() or CURRENCIES[0],
            "label": cleaned["me"],
            "token": cleaned["token"],
            "evening": None if self.draft.evening is None else cleaned.get("evening"),
            "played_on": cleaned["played_on"],
        }

    def point_at_error(self) -> None:
        """Set the focus on the first invalid field of the page."""
        last = ["me", "stake", "currency", "played_on"]
        for name in [*(name for name in self.fields if name not in last), *last]:
            if name in self.errors:
                self.fields[name].widget.attrs["autofocus"] = True
                return

    def refuse(self, error: RuleError) -> None:
        """Show the message of a refusal at its field, or at the form if it has no such field."""
        name = (error.field or "").replace("options.", "option-")
        self.add_error(name if name in self.fields else None, in_words(error.message))


def _evening_field(evenings: Sequence[TableEvening]) -> forms.Field:
    choices = [(evening.public_id, evening.title()) for evening in evenings]
    return forms.ChoiceField(
        required=False,
        choices=[*choices, ("", _("No evening"))],
        widget=Radios,
        error_messages={"invalid_choice": _("This evening has been settled in the meantime. Choose another, or none.")},
    )


class ImportForm(EveningChoiceForm):
    """The form to import a session document, as a file or as text."""

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

    def __init__(self, *args: Any, evenings: Sequence[TableEvening] = (), **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        if evenings or self.data.get("evening"):
            self.fields["evening"] = _evening_field(evenings)

    @property
    def evening(self) -> str | None:
        """The public ID of the chosen evening, empty for none; None if it was not asked for."""
        chosen: str | None = self.cleaned_data.get("evening") if "evening" in self.data else None
        return chosen

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        if self.errors:
            return cleaned
        place = "file" if cleaned.get("file") else "text"
        data = cleaned["file"].read(LONGEST_DOCUMENT + 1) if cleaned.get("file") else cleaned["text"].encode()
        if not data.strip():
            self.add_error("text", _("Choose a file, or paste the text of a document."))
        elif len(data) > LONGEST_DOCUMENT:
            self.add_error(place, _("This is too long for a session document."))
        else:
            try:
                cleaned["document"] = load(data, registry.find_rules)
            except DocumentError as error:
                self.refuse(error)
            else:
                if cleaned["document"].number_of_hands > MOST_HANDS:
                    words = _("A session can have at most %(most)s hands.")
                    self.add_error(place, ValidationError(words, params={"most": MOST_HANDS}))
        return cleaned

    @property
    def document(self) -> SessionDocument:
        """The session document; the form must be valid."""
        document: SessionDocument = self.cleaned_data["document"]
        return document

    def refuse_evening(self, error: RuleError) -> None:
        """Show why the session can't belong to the evening. Nothing is wrong with the document."""
        self.add_error("evening" if "evening" in self.fields else None, in_words(error.message))

    def refuse(self, error: DocumentError) -> None:
        """Show which hand and field of the document is wrong, and why, at the field in which it was given."""
        place = "file" if self.cleaned_data.get("file") else "text"
        words = in_words(error.error.message, error.players)
        params = {"hand": error.hand, "field": quoted(error.error.field or ""), "words": words}
        if error.hand is None:
            message = _("%(field)s: %(words)s") if error.error.field else _("%(words)s")
        else:
            message = _("Hand %(hand)s, %(field)s: %(words)s") if error.error.field else _("Hand %(hand)s: %(words)s")
        self.add_error(place, ValidationError(message, params=params))


class JoinForm(forms.Form):
    """The form for the name of a new scorer: that of one of the players, or another one."""

    use_required_attribute = False
    label = NameField(
        label=_("Your name"),
        error_messages={"required": _("Enter your name. The journal shows it beside your changes.")},
        widget=forms.TextInput(attrs={"class": "input", "autocomplete": "name"}),
    )
