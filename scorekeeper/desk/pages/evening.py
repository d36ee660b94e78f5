"""A club's evenings, and the page of one: its terms, who is there, its tables and their standings so far."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.scoring.errors import RuleError
from scorekeeper.clubs import queries as clubs
from scorekeeper.clubs.names import display_name
from scorekeeper.clubs.phones import club_phone_of
from scorekeeper.desk import attendance, evening_overview, settlement
from scorekeeper.desk.pages.evening_request import (
    NOTHING_NEW,
    EveningRequest,
    find_evening,
    find_run_evening,
    post_only,
    require_runner,
)
from scorekeeper.desk.pages.form_fields import DeskForm, date_field, hands_field, name_field
from scorekeeper.desk.pages.rounds import round_context, set_clock
from scorekeeper.evenings.errors import ResultStandsError
from scorekeeper.evenings.models import Evening, Presence, make_public_id
from scorekeeper.evenings.queries import evening_tonight, near
from scorekeeper.play.errors import ConflictError
from scorekeeper.play.form_fields import CURRENCIES, KittyField, MoneyField, StakeField, currency_field
from scorekeeper.play.formatting import in_words
from scorekeeper.play.models import TOKEN_LENGTH, Role, Session
from scorekeeper.play.money import CENT
from scorekeeper.play.pages.invite_links import Link, share_links
from scorekeeper.play.pages.shared import OURS
from scorekeeper.web.dates import this_evening
from scorekeeper.web.errors import UNPROCESSABLE, point_at_error
from scorekeeper.web.locales import reading_locale
from scorekeeper.web.request_params import number_of


class EveningForm(DeskForm):
    """The date of an evening and the terms of its settlement."""

    day = date_field(_("Date"))
    name = name_field(_("Name (optional)"))
    kitty = KittyField(
        required=False,
        label=_("Into the kitty"),
        help_text=_("What everyone present pays into the club’s kitty. Leave empty for nothing."),
    )
    rounding = MoneyField(
        required=False, label=_("Rounded to"), help_text=_("The smallest coin used to settle the evening.")
    )
    currency = currency_field(required=True)
    token = forms.CharField(required=False, max_length=TOKEN_LENGTH, widget=forms.HiddenInput)
    currencies = CURRENCIES

    def terms(self) -> dict[str, Any]:
        """Return the arguments of `attendance.begin` and `attendance.change`; the form must be valid."""
        cleaned = self.cleaned_data
        return {
            "day": cleaned["day"],
            "name": cleaned["name"],
            "kitty": cleaned["kitty"],
            "rounding": cleaned["rounding"] or CENT,
            "currency": cleaned["currency"],
        }


class GuestForm(DeskForm):
    """The name of a guest."""

    name = name_field(_("A guest"), required=True, list="guests")


class TimesForm(DeskForm):
    """When someone came and left."""

    came = forms.TimeField(
        label=_("Arrived at"),
        error_messages={"required": _("Enter a time.")},
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time", "class": "input"}),
    )
    left = forms.TimeField(
        required=False,
        label=_("Left at"),
        help_text=_("Leave empty while they are still here."),
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time", "class": "input"}),
    )


class PlannedHandsForm(DeskForm):
    """The planned hands of a round by the size of the table, named `hands_4`; empty for a size without a limit."""

    def __init__(self, sizes: Iterable[int], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for size in sizes:
            self.fields[f"hands_{size}"] = hands_field(size)

    def planned(self) -> dict[str, int]:
        """Return the planned hands as a round stores them; the form must be valid."""
        return {name.removeprefix("hands_"): hands for name, hands in self.cleaned_data.items() if hands}


class StakeForm(DeskForm):
    """The stake of drawn tables whose house rules name none."""

    stake = StakeField(required=False, label=_("Stake per point"))


ON_A_PAGE = 40
LONGEST_ID = 16


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def index(request: HttpRequest) -> HttpResponse:
    """List the club's evenings; a phone that runs them can begin one here."""
    phone, status = club_phone_of(request), 200
    if request.method == "POST":
        require_runner(request, phone)
        form, status = EveningForm(request.POST), UNPROCESSABLE
        if form.is_valid():
            token = form.cleaned_data["token"]
            token = token if OURS.fullmatch(token) and len(token) <= LONGEST_ID else make_public_id()
            begun = attendance.begin(phone.club, token=token, by=clubs.journal_name(phone), **form.terms())
            return redirect("evening", begun.public_id)
    else:
        terms = attendance.usual_terms(phone.club, reading_locale(request))
        form = EveningForm(initial={"day": this_evening(), **terms, "token": make_public_id()})
    point_at_error(form)
    page = Paginator(near(phone.club.evenings.all()), ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "phone": phone,
        "club": phone.club,
        "page": page,
        "evenings": evening_overview.listed(list(page)),
        "form": form,
        "tonight": evening_tonight(phone.club),
    }
    return render(request, "desk/index.html", context, status=status)


@never_cache
@require_safe
def evening(request: HttpRequest, evening: str) -> HttpResponse:
    """Show one evening: who is present, its tables, the standings.

    An open page polls with the version it shows and gets 204 if nothing has changed.
    """
    evening_request = find_evening(request, evening)
    if request.GET.get("seen") == _version(evening_request):
        return HttpResponse(status=NOTHING_NEW)
    arrival = evening_request.evening.presences.filter(player=number_of(request.GET.get("came", ""))).select_related(
        "player"
    )
    return evening_page(request, evening_request, arrival=arrival.first())


def evening_page(
    request: HttpRequest,
    evening_request: EveningRequest,
    *,
    arrival: Presence | None = None,
    guest: GuestForm | None = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    """Return the page of an evening, with what was refused on it."""
    version = _version(evening_request)  # first: whatever is written after this shows up at the next poll
    at, club = evening_overview.at(evening_request.evening), evening_request.phone.club
    context = {
        "version": version,
        **evening_context(evening_request),
        "at": at,
        "is_hidden": evening_request.is_hidden,
        **round_context(at.round, evening_request.phone),
        "number": len(at.attendees) if evening_request.evening.settled_at else at.stay,
        "absent": evening_overview.absent(club, at.attendees) if evening_request.may_write else [],
        "guests": evening_overview.guests(club) if evening_request.may_write else [],
        "guest": guest or GuestForm(),
        "came": arrival,
        "came_name": display_name(arrival.player) if arrival else "",
        "problem": problem,
    }
    return render(request, "desk/evening.html", context, status=status)


def _version(evening_request: EveningRequest) -> str:
    """Return the version of the evening as this phone sees it, which includes its right to run evenings."""
    version = evening_overview.version(evening_request.evening)
    return f"{version}{evening_request.phone.runs:d}{evening_request.is_hidden:d}"


def evening_context(evening_request: EveningRequest) -> dict[str, Any]:
    """Return the context that every page of an evening needs."""
    return {
        "phone": evening_request.phone,
        "club": evening_request.phone.club,
        "evening": evening_request.evening,
        "may_write": evening_request.may_write,
    }


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def details(request: HttpRequest, evening: str) -> HttpResponse:
    """Change an evening's date, name and terms of settlement, or delete one that has nothing but its attendance."""
    evening_request = find_run_evening(request, evening)
    changed = evening_request.evening
    initial = {"day": changed.date, "name": changed.name, "kitty": changed.kitty, "rounding": changed.rounding}
    initial["currency"] = changed.currency
    if request.method == "POST" and "delete" in request.POST:
        try:
            attendance.delete(changed, by=evening_request.by)
            return redirect("evenings")
        except RuleError as error:
            return evening_page(request, evening_request, problem=in_words(error.message), status=UNPROCESSABLE)
    form = EveningForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            attendance.change(changed, by=evening_request.by, **form.terms())
        except ResultStandsError as error:
            form.add_error("day", in_words(error.message))
        else:
            return redirect("evening", changed.public_id)
    point_at_error(form)
    status = UNPROCESSABLE if form.is_bound else 200
    context = {**evening_context(evening_request), "form": form, "may_delete": attendance.may_delete(changed)}
    return render(request, "desk/details.html", context, status=status)


# Attendance


@post_only
def check_in(request: HttpRequest, evening: str) -> HttpResponse:
    """Mark a member as present with one tap, or a guest by name."""
    evening_request = find_run_evening(request, evening)
    if "player" in request.POST:
        presence = attendance.check_in(
            evening_request.evening, player=number_of(request.POST["player"]), by=evening_request.by
        )
    else:
        form = GuestForm(request.POST)
        if not form.is_valid():
            point_at_error(form)
            return evening_page(request, evening_request, guest=form, status=UNPROCESSABLE)
        presence = attendance.check_in(evening_request.evening, name=form.cleaned_data["name"], by=evening_request.by)
    return redirect(f"{_url(evening_request.evening)}?came={presence.player_id}#people")


@post_only
def leave(request: HttpRequest, evening: str) -> HttpResponse:
    """Note that someone goes home."""
    evening_request = find_run_evening(request, evening)
    return _write(request, evening_request, attendance.leave)


@post_only
def undo_check_in(request: HttpRequest, evening: str) -> HttpResponse:
    """Remove someone who was not present after all."""
    evening_request = find_run_evening(request, evening)
    return _write(request, evening_request, attendance.undo_check_in)


def _write(request: HttpRequest, evening_request: EveningRequest, verb: Any) -> HttpResponse:
    """Do one write about the posted player, then return to the evening."""
    try:
        verb(evening_request.evening, player=number_of(request.POST.get("player", "")), by=evening_request.by)
    except RuleError as error:
        return evening_page(request, evening_request, problem=in_words(error.message), status=UNPROCESSABLE)
    return redirect(f"{_url(evening_request.evening)}#people")


def _url(evening: Evening) -> str:
    return reverse("evening", args=[evening.public_id])


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def person(request: HttpRequest, evening: str, player: int) -> HttpResponse:
    """Set when someone came and left."""
    evening_request = find_run_evening(request, evening)
    presence = evening_request.evening.presences.filter(player=number_of(str(player))).select_related("player").first()
    if presence is None:
        raise Http404
    initial = {
        "came": timezone.localtime(presence.came_at).time(),
        "left": timezone.localtime(presence.left_at).time() if presence.left_at else None,
    }
    form = TimesForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            attendance.set_times(evening_request.evening, player=player, by=evening_request.by, **form.cleaned_data)
            return redirect(f"{_url(evening_request.evening)}#people")
        except RuleError as error:
            form.add_error("left", in_words(error.message))
    point_at_error(form)
    context = {
        **evening_context(evening_request),
        "form": form,
        "presence": presence,
        "name": display_name(presence.player),
        "stays": _why_not_removed(presence),
    }
    return render(request, "desk/person.html", context, status=UNPROCESSABLE if form.is_bound else 200)


def _why_not_removed(presence: Presence) -> str:
    """Return why someone can't be removed from the evening; nothing if that is possible."""
    try:
        attendance.refuse_played(presence)
    except RuleError as error:
        return in_words(error.message)
    return ""


# Links


@never_cache
@require_safe
def links(request: HttpRequest, evening: str) -> HttpResponse:
    """Show the scorer links of the open tables, for the phones that lie there."""
    evening_request = find_run_evening(request, evening)
    played = [session for session in settlement.sessions_of(evening_request.evening) if session.closed_at is None]
    tables = [(session, _link(request, session)) for session in played]
    reachable = share_links(request, played[0], may_write=False)[1] if played else True
    context = {**evening_context(evening_request), "tables": tables, "reachable": reachable}
    return render(request, "desk/links.html", context)


def _link(request: HttpRequest, session: Session) -> Link:
    """Return a table's scorer link, with a name unique on a page of several."""
    link = next(link for link in share_links(request, session, may_write=True)[0] if link.role == Role.SCORER)
    return Link(f"table-{session.pk}", link.url, link.qr)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def clock(request: HttpRequest, evening: str, number: int) -> HttpResponse:
    """Start or stop the clock of a round, then return to the evening."""
    if request.method != "POST":
        return redirect("evening", find_evening(request, evening).evening.public_id)
    evening_request = find_run_evening(request, evening)
    round_ = evening_request.evening.rounds.exclude(published_at=None).filter(number=number_of(str(number))).first()
    if round_ is None:
        raise Http404
    round_.evening = evening_request.evening
    try:
        set_clock(round_, request, by=evening_request.by)
    except RuleError as error:
        return evening_page(request, evening_request, problem=in_words(error.message), status=UNPROCESSABLE)
    except ConflictError:
        raise Http404 from None
    return redirect("evening", evening)
