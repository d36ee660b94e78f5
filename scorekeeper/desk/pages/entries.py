"""The page of a tournament's entries: one by name, several as lines, and an entry to change."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations, islice
from typing import TYPE_CHECKING, Any

from django import forms
from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import registry
from games.scoring.errors import RuleError
from scorekeeper.clubs import duplicates
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.name_fields import TOO_LONG, LinesField
from scorekeeper.clubs.names import display_name, name_order
from scorekeeper.desk import entries as desk
from scorekeeper.desk import entry_payments, evening_overview, sign_up
from scorekeeper.desk.entries import EnteredLines, categories_of
from scorekeeper.desk.models import EntryPayment, Tournament, TournamentEntry
from scorekeeper.desk.pages.desk_request import DeskRequest, find_run_tournament, find_tournament, tournament_context
from scorekeeper.desk.pages.form_fields import DeskForm, name_field, number_field
from scorekeeper.desk.pages.lists import LONGEST_REASON
from scorekeeper.desk.register import COLUMNS, HIGHEST_NUMBER, MOST_ENTRIES, EntryDetails
from scorekeeper.play.formatting import in_words
from scorekeeper.web.errors import UNPROCESSABLE, point_at_error
from scorekeeper.web.request_params import number_of

LONGEST_LINES = 100_000


class EntryForm(DeskForm):
    """Somebody who enters: name, team and category."""

    name = name_field(_("Name"), required=True, list="people")
    team = name_field(_("Team"), list="teams")
    category = name_field(_("Category"), list="categories")

    def details(self) -> EntryDetails:
        """Return what the form says; it must be valid."""
        return EntryDetails(**{name: self.cleaned_data[name] for name in COLUMNS if name in self.fields})


class StoredEntryForm(EntryForm):
    """An entry to change, with its start number and tandem."""

    number = number_field(_("Start number"), min_value=1, max_value=HIGHEST_NUMBER)
    tandem = name_field(_("Tandem"), list="tandems")
    field_order = ("number", "name", "team", "tandem", "category")


class PenaltyForm(DeskForm):
    """Points that are taken off an entry, in which round, and why."""

    round = forms.TypedChoiceField(label=_("Round"), coerce=int, widget=forms.Select(attrs={"class": "input"}))
    points = number_field(_("Points to take off"))
    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        widget=forms.TextInput(attrs={"class": "input", "autocomplete": "off"}),
        error_messages={**TOO_LONG, "required": _("Give a reason for the penalty.")},
    )

    def __init__(self, rounds: Sequence[int], data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, auto_id="penalty-%s", initial={"round": rounds[-1] if rounds else None})
        choices = self.fields["round"]
        assert isinstance(choices, forms.TypedChoiceField)
        choices.choices = [(number, str(number)) for number in rounds]


class SignUpForm(EntryForm):
    """Somebody who signs up by the link. Nothing is suggested: the names of the club are nobody's business here."""

    name = name_field(_("First and last name"), required=True, autocomplete="name")
    team = name_field(_("Team, if you play for one"))
    category = name_field(_("Category, if any"), list="categories")
    token = forms.CharField(required=False, widget=forms.HiddenInput)


class PlacesForm(DeskForm):
    """How many places the sign-up link fills."""

    places = number_field(
        _("Places"),
        min_value=1,
        max_value=MOST_ENTRIES,
        help_text=_("With as many entries and sign-ups, nobody else can sign up through the link."),
    )


class LinesForm(DeskForm):
    """Several entries, a line for each."""

    remarks: Sequence[str] = ()
    """What is to be said of the file that the lines were read from."""
    lines = LinesField(
        label=_("One line each: name; team; category; member number"),
        max_length=LONGEST_LINES,
        widget=forms.Textarea(attrs={"class": "input", "rows": 6, "autocomplete": "off", "spellcheck": "false"}),
        error_messages={**TOO_LONG, "required": _("Enter a name.")},
        help_text=_(
            "Separated by semicolons or tabs. Only the name is required, a start number can come first, and "
            "“Meier, Anne” is read as Anne Meier."
        ),
    )


if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

MOST_WARNINGS = 50
"""A bot may enter many similar names by the link, and each pair of them would be a warning."""


@dataclass(frozen=True, kw_only=True)
class NameWarning:
    """An entry that may be the same person as another entry, or as a member who has not entered."""

    entry: TournamentEntry
    other: str
    reason: StrPromise


FEE_IS_PAID = Exists(EntryPayment.objects.filter(entry=OuterRef("pk"), what=EntryPayment.What.FEE))


def _with_fees(tournament: Tournament) -> QuerySet[TournamentEntry]:
    """Return the entries with their players and whether the fee is paid."""
    return tournament.entries.select_related("player").annotate(fee_is_paid=FEE_IS_PAID)


def _fees(tournament: Tournament) -> dict[str, Any] | None:
    """Return how many have paid the fee, and what that comes to; None if there is no entry fee."""
    if "entry_fee" not in tournament.terms:
        return None
    fee, paid = Decimal(tournament.terms["entry_fee"]), tournament.entries.filter(FEE_IS_PAID).count()
    return {"paid": paid, "received": fee * paid, "due": fee * tournament.entries.count()}


def _listed(tournament: Tournament) -> dict[str, Any]:
    """Return the entries and what the desk should know of them; the number of queries doesn't grow with the list."""
    entries = list(_with_fees(tournament))
    club = tournament.evening.club
    entered = {entry.player_id for entry in entries}
    members = [member for member in evening_overview.members(club) if member.pk not in entered]
    present = tournament.evening.presences.filter(left_at=None).values_list("player_id", flat=True)
    names = sorted(map(display_name, members), key=name_order)
    return {
        "entries": entries,
        "fees": _fees(tournament),
        "warnings": list(islice(_warnings(entries, members), MOST_WARNINGS)),
        "people": list(dict.fromkeys([*names, *evening_overview.guests(club)])),
        "sign_ups": list(tournament.sign_ups.all()),
        "number_absent": len(set(present) - entered),
    }


@dataclass(frozen=True, slots=True)
class _Name:
    """A name to compare: of an entry, or of a member who has not entered."""

    player: Player
    entry: TournamentEntry | None
    surname: str
    """The first letter of the last word, empty for a single word."""

    def may_be(self, other: _Name) -> bool:
        return not self.surname or not other.surname or self.surname == other.surname


def _warnings(entries: Sequence[TournamentEntry], members: Sequence[Player]) -> Iterator[NameWarning]:
    """Yield look-alikes. Only names with the same initials are compared: of 400 entries, not each with each."""
    by_letter: dict[str, list[_Name]] = defaultdict(list)
    everybody = [(entry.name, entry.player, entry) for entry in entries]
    for name, player, entry in [*everybody, *((display_name(member), member, None) for member in members)]:
        words = duplicates.look(name).split()
        surname = words[-1][0] if len(words) > 1 else ""
        by_letter[words[0][0] if words else ""].append(_Name(player, entry, surname))
    for names in by_letter.values():
        for one, other in combinations(names, 2):
            if one.entry is None or not (other.entry or one.player.guest) or not one.may_be(other):
                continue
            if reason := duplicates.reason(one.player, other.player):
                shown = str(other.entry or display_name(other.player))
                yield NameWarning(entry=one.entry, other=shown, reason=reason)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def entries(request: HttpRequest, evening: str) -> HttpResponse:
    """Show the entries; `enter` somebody, the `lines` of a text or everybody `present`, and tick fees.

    `confirm` a sign-up by the link or `turn_down` one, or all that the page showed.
    """
    if request.method != "POST":
        desk_request = find_tournament(request, evening)
        entered = desk_request.tournament.entries.filter(pk=number_of(request.GET.get("entered", ""))).first()
        return list_page(request, desk_request, entered=entered)
    desk_request = find_run_tournament(request, evening)
    actions = {"lines": _enter_lines, "present": _enter_present}
    buttons = {"fee": _tick_fee, "confirm": _confirm_sign_ups, "turn_down": _turn_sign_ups_down}
    act = actions.get(request.POST.get("action", ""), _enter)
    pressed = next((button for button in buttons if button in request.POST), None)
    try:
        return (buttons[pressed] if pressed else act)(request, desk_request)
    except RuleError as error:
        return list_page(request, desk_request, problem=in_words(error.message), status=UNPROCESSABLE)


def _enter(request: HttpRequest, desk_request: DeskRequest) -> HttpResponse:
    form = EntryForm(request.POST)
    if form.is_valid():
        try:
            entry = desk.enter(desk_request.tournament, form.details(), by=desk_request.by)
        except RuleError as error:
            form.refuse(error)
        else:
            return redirect(f"{_url(desk_request)}?entered={entry.pk}")
    point_at_error(form)
    return list_page(request, desk_request, form=form, status=UNPROCESSABLE)


def _enter_lines(request: HttpRequest, desk_request: DeskRequest) -> HttpResponse:
    form = LinesForm(request.POST)
    if not form.is_valid():
        point_at_error(form)
        return list_page(request, desk_request, lines=form, status=UNPROCESSABLE)
    entered = desk.enter_lines(desk_request.tournament, form.cleaned_data["lines"], by=desk_request.by)
    if not entered.refused:
        return redirect(f"{_url(desk_request)}#entries")
    form = LinesForm(initial={"lines": "\n".join(line for line, _reason in entered.refused)})
    return list_page(request, desk_request, lines=form, came_of_lines=entered, status=UNPROCESSABLE)


def _enter_present(request: HttpRequest, desk_request: DeskRequest) -> HttpResponse:
    return _entered(request, desk_request, desk.enter_present(desk_request.tournament, by=desk_request.by))


def _confirm_sign_ups(request: HttpRequest, desk_request: DeskRequest) -> HttpResponse:
    keys = _sign_ups(request, "confirm")
    return _entered(request, desk_request, sign_up.confirm(desk_request.tournament, keys, by=desk_request.by))


def _turn_sign_ups_down(request: HttpRequest, desk_request: DeskRequest) -> HttpResponse:
    sign_up.turn_down(desk_request.tournament, _sign_ups(request, "turn_down"), by=desk_request.by)
    return redirect(_url(desk_request))


def _sign_ups(request: HttpRequest, button: str) -> list[int]:
    """Return the keys of the sign-ups that a button stands for; all are those that the page showed."""
    chosen = request.POST[button]
    return [number_of(key) for key in (request.POST.getlist("waiting") if chosen == "all" else [chosen])]


def _entered(request: HttpRequest, desk_request: DeskRequest, entered: EnteredLines) -> HttpResponse:
    """Show the list, with the names that were not entered and why."""
    if not entered.refused:
        return redirect(f"{_url(desk_request)}#entries")
    problems = [
        gettext("%(name)s has not been entered: %(problem)s") % {"name": name, "problem": in_words(reason)}
        for name, reason in entered.refused
    ]
    return list_page(request, desk_request, problem=" ".join(problems), status=UNPROCESSABLE)


def _tick_fee(request: HttpRequest, desk_request: DeskRequest) -> HttpResponse:
    fee = request.POST.get("fee", "")
    key = number_of(fee.removesuffix(":paid"))
    entry_payments.tick_fee(desk_request.tournament, entry=key, paid=fee.endswith(":paid"), by=desk_request.by)
    if request.htmx:  # type: ignore[attr-defined]
        context = {
            **tournament_context(desk_request),
            "entry": _with_fees(desk_request.tournament).get(pk=key),
            "fees": _fees(desk_request.tournament),
            "ticked": True,
        }
        return render(request, "desk/_fee_ticked.html", context)
    return redirect(f"{_url(desk_request)}#entry-{key}")


def _url(desk_request: DeskRequest) -> str:
    return reverse("tournament", args=[desk_request.evening.public_id])


def list_page(
    request: HttpRequest,
    desk_request: DeskRequest,
    *,
    form: EntryForm | None = None,
    lines: LinesForm | None = None,
    came_of_lines: EnteredLines | None = None,
    entered: TournamentEntry | None = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    """Show the list with its forms: those given as they were filled in, the others empty."""
    listed = _listed(desk_request.tournament)
    refused = came_of_lines.refused if came_of_lines else []
    context = {
        **tournament_context(desk_request),
        **listed,
        **_suggestions(desk_request, listed["entries"]),
        "form": form or EntryForm(),
        "lines": lines or LinesForm(),
        "lines_open": lines is not None,
        "refused": [(line, in_words(reason)) for line, reason in refused],
        "number_entered": len(came_of_lines.entries) if came_of_lines else 0,
        "entered": entered,
        "problem": problem,
    }
    return render(request, "desk/entries.html", context, status=status)


def _suggestions(desk_request: DeskRequest, listed: Any) -> dict[str, list[str]]:
    """Return what the fields of an entry suggest."""
    return {
        "teams": list(dict.fromkeys(entry.team for entry in listed if entry.team)),
        "tandems": list(dict.fromkeys(entry.tandem for entry in listed if entry.tandem)),
        "categories": categories_of(listed, desk_request.phone.club),
    }


# One entry


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def entry(request: HttpRequest, evening: str, entry: int) -> HttpResponse:
    """Show an entry to change; `withdraw` it, take it `back` or `delete` it; give a `penalty`, or `forgive` one."""
    desk_request = find_run_tournament(request, evening)
    stored = desk_request.tournament.entries.select_related("player").filter(pk=number_of(str(entry))).first()
    if stored is None:
        raise Http404
    if request.method != "POST":
        return _entry_page(request, desk_request, stored)
    act = {
        "withdraw": _withdraw,
        "back": _bring_back,
        "delete": _delete,
        "penalty": _give_penalty,
        "forgive": _forgive_penalty,
    }
    try:
        return act.get(request.POST.get("action", ""), _save)(request, desk_request, stored)
    except RuleError as error:
        return _entry_page(request, desk_request, stored, problem=in_words(error.message), status=UNPROCESSABLE)


def _save(request: HttpRequest, desk_request: DeskRequest, stored: TournamentEntry) -> HttpResponse:
    form = StoredEntryForm(request.POST)
    if form.is_valid():
        number = form.cleaned_data["number"]
        try:
            desk.change(desk_request.tournament, stored.pk, form.details(), number=number, by=desk_request.by)
        except RuleError as error:
            form.refuse(error)
        else:
            return redirect(f"{_url(desk_request)}#entry-{stored.pk}")
    point_at_error(form)
    return _entry_page(request, desk_request, stored, form=form, status=UNPROCESSABLE)


def _withdraw(request: HttpRequest, desk_request: DeskRequest, stored: TournamentEntry) -> HttpResponse:
    after = number_of(request.POST.get("after", ""))
    desk.withdraw(desk_request.tournament, stored.pk, after=after, by=desk_request.by)
    return redirect(f"{_url(desk_request)}#entry-{stored.pk}")


def _bring_back(request: HttpRequest, desk_request: DeskRequest, stored: TournamentEntry) -> HttpResponse:
    desk.bring_back(desk_request.tournament, stored.pk, by=desk_request.by)
    return redirect(f"{_url(desk_request)}#entry-{stored.pk}")


def _delete(request: HttpRequest, desk_request: DeskRequest, stored: TournamentEntry) -> HttpResponse:
    desk.delete(desk_request.tournament, stored.pk, by=desk_request.by)
    return redirect(f"{_url(desk_request)}#entries")


def _give_penalty(request: HttpRequest, desk_request: DeskRequest, stored: TournamentEntry) -> HttpResponse:
    form = PenaltyForm(desk.rounds_of(stored), request.POST)
    if form.is_valid():
        said, seen = form.cleaned_data, number_of(request.POST.get("seen", ""))
        try:
            desk.give(
                desk_request.tournament,
                stored.pk,
                round_=said["round"],
                points=said["points"],
                reason=said["reason"],
                seen=seen,
                by=desk_request.by,
            )
        except RuleError as error:
            form.refuse(error)
        else:
            return redirect(f"{request.path}#penalties")
    point_at_error(form)
    return _entry_page(request, desk_request, stored, penalty=form, status=UNPROCESSABLE)


def _forgive_penalty(request: HttpRequest, desk_request: DeskRequest, stored: TournamentEntry) -> HttpResponse:
    place, seen = (number_of(request.POST.get(name, "")) for name in ("place", "seen"))
    desk.take_back(desk_request.tournament, stored.pk, place=place, seen=seen, by=desk_request.by)
    return redirect(f"{request.path}#penalties")


def _entry_page(
    request: HttpRequest,
    desk_request: DeskRequest,
    stored: TournamentEntry,
    *,
    form: StoredEntryForm | None = None,
    penalty: PenaltyForm | None = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    tournament = desk_request.tournament
    stored.refresh_from_db(fields=["penalties"])
    initial = {name: getattr(stored, name) for name in StoredEntryForm.field_order}
    seated = desk.last_round_of(tournament, stored)
    context = {
        **tournament_context(desk_request),
        **_suggestions(desk_request, tournament.entries.all()),
        "entry": stored,
        "form": form or StoredEntryForm(initial=initial),
        "seated": seated,
        "may_withdraw_after": range(seated, max(int(tournament.terms["rounds"]), seated + 1)),
        "may_delete": _may_delete(desk_request, stored),
        "penalty": penalty or PenaltyForm(desk.rounds_of(stored)),
        "lowest_wins": registry.lowest_wins(tournament.game, tournament.rules),
        "problem": problem,
    }
    return render(request, "desk/entry.html", context, status=status)


def _may_delete(desk_request: DeskRequest, stored: TournamentEntry) -> bool:
    try:
        desk.refuse_delete(desk_request.tournament, stored)
    except RuleError:
        return False
    return True
