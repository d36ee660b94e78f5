"""Starting a session, from its form or from a session document, and playing again with the same people.

The forms show each error where it belongs on the page. If the rules refuse something with a `RuleError`, `refuse` shows
its message at the right field. The form of a hand is defined by its game (`games.ui.forms`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from games import registry
from games.scoring.documents import LONGEST_NAME, DocumentError, SessionDocument, load
from games.scoring.errors import RuleError
from games.scoring.text import quoted
from games.scoring.types import Option, RuleSet
from scorekeeper.clubs import queries as clubs
from scorekeeper.clubs.dates import validate_session_date
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.name_fields import TOO_LONG, NameField
from scorekeeper.clubs.names import display_name, folded
from scorekeeper.clubs.queries import KnownPeople
from scorekeeper.evenings.models import Evening
from scorekeeper.evenings.queries import evening_tonight, near, unsettled_evenings
from scorekeeper.play import queries
from scorekeeper.play.access import access_of
from scorekeeper.play.evening_tables import free_players
from scorekeeper.play.form_fields import MoneyForm, list_field, option_field, option_in_words, option_value
from scorekeeper.play.formatting import in_words, stake_in_words
from scorekeeper.play.game_picker import GamePicker, game_picker, games_in_order
from scorekeeper.play.models import TOKEN_LENGTH, Access, Session
from scorekeeper.play.pages.shared import let_in, new_token, takes_forms, token_of, with_device_cookie
from scorekeeper.play.pages.summary import closed_page
from scorekeeper.play.recording.players import start_again
from scorekeeper.play.recording.start import import_document, known_as, require_starter, start_session
from scorekeeper.play.session_draft import (
    LONGEST_FIELD,
    SAME_PEOPLE,
    TARIFF,
    ClubRules,
    Draft,
    is_about_play,
    last_game,
    last_people,
    last_table,
    same_name,
)
from scorekeeper.web import cookies, throttling
from scorekeeper.web.errors import UNPROCESSABLE, point_at_error
from scorekeeper.web.locales import reading_locale

MOST_HANDS = 2000  # years of evenings; the page of a much longer session would be slow for everybody
LONGEST_DOCUMENT = 512 * 1024
"""Bytes, enough for some thousand hands."""
FEW_EVENINGS = 2
"""Up to this many evenings are all shown."""
MOST_OFFERED = 16
"""How many known names are offered as chips. All of them are offered to complete what is typed."""


@dataclass(frozen=True)
class SeatRow:
    """A row of the form for one seat; `deals` marks the first dealer."""

    field: BoundField
    deals: bool
    guest: bool


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


class NewSessionForm(EveningChoiceForm, MoneyForm):
    """The form of a new session: shows a draft as it is or, if `checked`, validates it.

    `picker` has the games to choose from.
    """

    first_dealer = forms.IntegerField(widget=forms.HiddenInput)
    me = NameField(
        required=False,
        label=_("Your name"),
        widget=forms.TextInput(attrs={"class": "input", "autocomplete": "off", "spellcheck": "false"}),
    )
    played_on = forms.DateField(
        required=False,
        validators=[validate_session_date],
        label=_("Played on"),
        widget=forms.DateInput(attrs={"type": "date", "class": "input"}),
    )
    token = forms.CharField(max_length=TOKEN_LENGTH, widget=forms.HiddenInput)

    def __init__(
        self,
        draft: Draft,
        *,
        picker: GamePicker,
        club: Club | None,
        evenings: Sequence[Evening],
        checked: bool = False,
    ) -> None:
        posted = draft.posted()
        super().__init__(posted if checked else None, initial=posted, label_suffix="")
        self.draft, self.picker = draft, picker
        self.people: KnownPeople | None = None  # those of the club that the session would belong to
        self.same_people: tuple[str, ...] = ()  # those of last time
        self.rules_open = False  # whether to unfold the rules although nothing in them is wrong
        rule_sets = draft.game.rules.rule_sets.items()
        self.fields = {  # the first invalid one gets the focus
            "game": forms.ChoiceField(choices=[(slug, slug) for slug in registry.slugs()]),
            "rules": forms.ChoiceField(
                choices=[(slug, in_words(rules.name)) for slug, rules in rule_sets], widget=forms.RadioSelect
            ),
            **{f"player-{place}": _player_field(place) for place in range(draft.size)},
            **{f"option-{option.name}": option_field(option) for option in draft.shown_options},
            **({"planned_hands": list_field(draft.game)} if draft.game.list_lengths else {}),
            **({"evening": _evening_field(evenings)} if evenings or draft.evening else {}),
            **self.fields,
        }
        self.fit(draft.rule_set, club)

    # For the template

    def rule_sets(self) -> Iterator[tuple[Any, RuleSet]]:
        """Return each rule set with its radio button."""
        return zip(self["rules"], self.draft.game.rules.rule_sets.values(), strict=True)

    def seats(self) -> Iterator[SeatRow]:
        for place, name in enumerate(self.draft.names):
            guest = bool(self.people and name and self.people.is_guest(name))
            yield SeatRow(self[f"player-{place}"], place == self.draft.dealer, guest)

    def options(self) -> Iterator[tuple[Option, BoundField]]:
        for option in self.draft.shown_options:
            yield option, self[f"option-{option.name}"]

    def suggested_players(self, names: Sequence[str], most: int = MOST_OFFERED) -> list[KnownPlayer]:
        """Return the players who can be seated with a tap, at most `most`."""
        return [KnownPlayer(name, any(same_name(name, seated) for seated in self.draft.names)) for name in names[:most]]

    def same_people_seated(self) -> bool:
        return self.draft.seats_exactly(self.same_people)

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
        hands = self.draft.planned_hands if "planned_hands" in self.fields else ""
        length = gettext("%(hands)s hands") % {"hands": hands} if hands else ""
        return " · ".join(filter(None, [in_words(self.draft.rule_set.name), *said, length]))

    def stake_in_words(self) -> str:
        """Return what is played for, in one line: empty for no money, and as it was typed if it is not an amount."""
        draft = self.draft
        try:
            stake = self.fields["stake"].clean(draft.stake)
            kitty = self.fields["kitty"].clean(draft.kitty) if "kitty" in self.fields else None
        except ValidationError:
            return draft.stake
        return stake_in_words(stake, draft.currency.strip(), kitty, draft.rule_set) if stake else ""

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
        """Return the arguments of `start_session` except the device; the form must be valid."""
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
            "currency": cleaned["currency"],
            "kitty": cleaned.get("kitty"),
            "planned_hands": cleaned.get("planned_hands"),
            "label": cleaned["me"],
            "token": cleaned["token"],
            "evening": None if self.draft.evening is None else cleaned.get("evening"),
            "played_on": cleaned["played_on"],
        }

    def refuse(self, error: RuleError) -> None:
        """Show the message of a refusal at its field, or at the form if it has no such field."""
        name = (error.field or "").replace("options.", "option-")
        self.add_error(name if name in self.fields else None, in_words(error.message))


def _player_field(place: int) -> forms.Field:
    attrs = {"class": "input", "list": "known-players", "autocomplete": "off", "autocapitalize": "words"}
    return forms.CharField(
        required=False,  # a game may do without one of the seats; `clean` counts them
        max_length=LONGEST_NAME,
        error_messages=TOO_LONG,
        label=_("Player %(number)s") % {"number": place + 1},
        widget=forms.TextInput(attrs={**attrs, "spellcheck": "false"}),
    )


def _evening_field(evenings: Sequence[Evening]) -> forms.Field:
    choices = [(evening.public_id, evening.title()) for evening in evenings]
    return forms.ChoiceField(
        required=False,
        choices=[*choices, ("", _("No evening"))],
        widget=forms.RadioSelect,
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

    def __init__(self, *args: Any, evenings: Sequence[Evening] = (), **kwargs: Any) -> None:
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


STARTS = {"start": "session", "start-typing": "type"}
"""The buttons that start a session, each with the route that it leads to."""
GAME = "game:"
"""What the buttons that choose a game begin with."""
MOST_EVENINGS = 8
"""How many unsettled evenings are offered, newest first."""
MOST_PRESENT = 60
"""How many of those present at an evening are offered: high enough for all of them."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Show the form of a new session, or start it. Every button posts the draft; only the start buttons validate it."""
    club = clubs.club_of(cookies.device_id(request))
    require_starter(club, cookies.device_id(request))
    evenings, club_rules = _evenings(request), queries.club_rules(club)
    if request.method != "POST":
        offered = {**usual(request, club_rules), **_usual_evening(request, evenings)}
        draft = _with_last_people(
            request, Draft.from_fields({"token": new_token(), **offered}, club_rules, locale=reading_locale(request))
        )
        draft = _with_me(request, draft)
        return with_device_cookie(request, _drafting(request, _form(request, draft, evenings)))
    action = request.POST.get("action", "start")
    posted = {**request.POST.dict(), "token": token_of(request)}
    if action.startswith(GAME):
        posted["game"] = action.removeprefix(GAME)
    draft = Draft.from_fields(posted, club_rules, locale=reading_locale(request))
    if action == "paper":
        return _on_paper(request, draft)
    draft = _with_me(request, _after(request, draft, action))
    if action not in STARTS:
        form = _form(request, draft, evenings)
        form.rules_open = action == "redraw" and not request.htmx  # type: ignore[attr-defined] # its button is in there
        return _drafting(request, form)
    unseen = draft.unseen(request.POST.get("for", ""))
    form = _form(request, draft.completed() if unseen else draft, evenings, checked=True)
    if form.is_valid() and not unseen:
        throttling.spend("starts", throttling.caller(request))
        device = cookies.device_id_or_new(request)
        try:
            session = start_session(device=device, once=True, **form.start_arguments())
        except RuleError as error:
            form.refuse(error)
        else:
            return let_in(request, session, device, page=STARTS[action])
    if unseen:
        form.rules_open = True
        form.add_error(None, gettext("These rules have options you haven’t seen yet. Check them, then start."))
    return _drafting(request, form, status=UNPROCESSABLE)


def _form(request: HttpRequest, draft: Draft, evenings: Sequence[Evening], *, checked: bool = False) -> NewSessionForm:
    picker = game_picker(request, chosen=draft.game.slug)
    club = clubs.club_of(cookies.device_id(request))
    return NewSessionForm(draft, picker=picker, club=club, evenings=evenings, checked=checked)


def _on_paper(request: HttpRequest, draft: Draft) -> HttpResponse:
    """Redirect to a score sheet for the drafted table, without starting a session."""
    url = f"{reverse('print')}?{urlencode({**draft.on_paper(), 'evening': draft.evening or ''})}"
    return HttpResponseClientRedirect(url) if request.htmx else redirect(url)  # type: ignore[attr-defined]


def usual(request: HttpRequest, club_rules: ClubRules) -> dict[str, str]:
    """Return the initial fields: those in the query string, or else the game that this browser played last.

    If the club has house rules for that game, they apply instead of the rules that were played last. Without further
    fields in the query string, the game has rules, options, tariff and stake of this browser's latest session of it.
    """
    device = cookies.device_id(request)
    if request.GET.keys() <= {"game", "evening"}:
        game, club = request.GET.get("game") or last_game(device), clubs.club_of(device)
        if last := last_table(device, game, club=club, club_rules=club_rules):
            return last if game not in club_rules.houses else {"game": game}
    if "game" in request.GET:
        return {
            "rules": "",
            **{name: value[:LONGEST_FIELD] for name, value in request.GET.dict().items() if is_about_play(name)},
        }
    accesses = Access.objects.of(device).filter(session__in=Session.objects.not_deleted())
    latest = accesses.order_by("-pk").values("session__game", "session__rules").first()
    if latest is None:
        return {"game": next(iter(club_rules.houses), games_in_order(request)[0].slug)}
    game = latest["session__game"]
    return {"game": game} if game in club_rules.houses else {"game": game, "rules": latest["session__rules"]}


def _evenings(request: HttpRequest) -> list[Evening]:
    """Return the evenings that a new session of this browser can belong to."""
    club = clubs.club_of(cookies.device_id(request))
    return list(near(unsettled_evenings(club))[:MOST_EVENINGS]) if club else []


def _usual_evening(request: HttpRequest, evenings: Sequence[Evening]) -> dict[str, str]:
    """Return the evening to preselect: the requested one or tonight's. No field if there is none to choose from."""
    if not evenings:
        return {}
    public_id = request.GET.get("evening")
    if public_id in {evening.public_id for evening in evenings}:
        return {"evening": str(public_id)}
    tonight = evening_tonight(evenings[0].club)
    return {"evening": tonight.public_id if tonight else ""}


def _after(request: HttpRequest, draft: Draft, action: str) -> Draft:
    """Return the draft after a button was tapped. The people of last time are not known to the draft."""
    return draft.with_or_without_all(_same_people(request, draft)) if action == SAME_PEOPLE else draft.after(action)


def _with_me(request: HttpRequest, draft: Draft) -> Draft:
    """Return the draft with the name of the person who starts the session, if this browser knows it."""
    if draft.me:
        return draft
    device = cookies.device_id(request)
    club = clubs.club_of(device)
    return replace(draft, me=known_as(device, club.pk if club else None, draft.names))


def _same_people(request: HttpRequest, draft: Draft) -> tuple[str, ...]:
    """Return the people of last time, whom one tap seats; nobody if the rules are not for so many."""
    device = cookies.device_id(request)
    sizes = draft.rule_set.players
    return last_people(device, clubs.club_of(device), game=draft.game.slug, sizes=sizes)


def _with_last_people(request: HttpRequest, draft: Draft) -> Draft:
    """Return the draft with the people of last time seated, unless others clearly play this time.

    They do if the draft names somebody, if somebody else is signed in on a shared phone, or if not all of them are
    waiting for a table at the evening.
    """
    names = _same_people(request, draft)
    device = cookies.device_id(request)
    club = clubs.club_of(device)
    me = clubs.signed_in_as(device, club.pk) if club else ""
    present = _present(club, draft)
    if any(draft.names) or (me and me not in names) or (present and not {*names} <= {*present}):
        return draft
    return draft.with_or_without_all(names)


def _present(club: Club | None, draft: Draft) -> list[str]:
    """Return the names of those who are present at the evening of the draft and sit at none of its tables."""
    evening = club.evenings.filter(public_id=draft.evening).first() if club and draft.evening else None
    return [display_name(player) for player in free_players(evening)] if evening else []


def _drafting(request: HttpRequest, form: NewSessionForm, *, status: int = 200) -> HttpResponse:
    device = cookies.device_id(request)
    club, most = clubs.club_of(device), MOST_OFFERED
    if club:
        form.people = clubs.people(club)
        suggested, names = [*form.people.members], [*form.people.members, *form.people.guests]
        if present := _present(club, form.draft):
            suggested, most = present, MOST_PRESENT
        me = clubs.signed_in_as(device, club.pk)
        suggested.sort(key=lambda name: name != me)  # the member who is signed in comes first
    else:
        suggested = names = queries.known_players(device)
    form.same_people = _same_people(request, form.draft)
    if form.is_bound:
        point_at_error(form)
    context = {
        "form": form,
        "draft": form.draft,
        "known": form.suggested_players(suggested, most),
        "known_names": names,
        "club": club,
    }
    template = "play/_new_form.html" if request.htmx else "play/new.html"  # type: ignore[attr-defined]
    return render(request, template, context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def import_session(request: HttpRequest) -> HttpResponse:
    """Show the form to import a session document, as a file or as text, or import it."""
    evenings = _evenings(request)
    if request.method != "POST":
        form = ImportForm(initial={"token": new_token(), **_usual_evening(request, evenings)}, evenings=evenings)
        return with_device_cookie(request, render(request, "play/import.html", {"form": form}))
    caller = throttling.caller(request)
    throttling.spend("starts", caller)  # before the document is read, which can take long
    size = int(request.META["CONTENT_LENGTH"])
    throttling.require_room("imports", caller, amount=size)
    form = ImportForm(request.POST, request.FILES, evenings=evenings)
    if form.is_valid():
        device = cookies.device_id_or_new(request)
        try:
            session = import_document(
                device=device, document=form.document, token=token_of(request), evening=form.evening
            )
        except DocumentError as error:
            form.refuse(error)
        except RuleError as error:
            form.refuse_evening(error)
        else:
            with suppress(throttling.RateLimitedError):  # another import took the room just now
                throttling.spend("imports", caller, amount=size)
            return let_in(request, session, device)
    point_at_error(form)
    return render(request, "play/import.html", {"form": form}, status=UNPROCESSABLE)


@takes_forms
def play_again(request: HttpRequest, public_id: str) -> HttpResponse:
    """Start another session with the same players under the same rules, or open the one that another phone started."""
    access = access_of(request, public_id)  # nothing is written in the old session, so it may be locked
    throttling.spend("starts", throttling.caller(request))
    try:
        session = start_again(access.session, device=access.device, token=token_of(request))
    except RuleError as error:  # a player sits at another table of the evening
        words = in_words(error.message)
        if access.session.closed_at is None:
            return redirect("session", public_id)
        return closed_page(request, access, problem=words, status=UNPROCESSABLE)
    return let_in(request, session, access.device)
