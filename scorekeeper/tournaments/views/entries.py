"""The pages of entries: the list with what the desk does to it, and one entry."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.scoring.errors import RuleError
from scorekeeper.play.formatting import in_words
from scorekeeper.tournaments.desk import entries as desk
from scorekeeper.tournaments.desk import penalties, sign_up
from scorekeeper.tournaments.desk.entries import EnteredLines, categories_of
from scorekeeper.tournaments.entry_list import entry_list, fee_totals
from scorekeeper.tournaments.forms.entries import EntryForm, LinesForm, PenaltyForm, StoredEntryForm
from scorekeeper.tournaments.models import TournamentEntry
from scorekeeper.tournaments.views.context import (
    DeskRequest,
    find_run_tournament,
    find_tournament,
    of_tournament,
)
from scorekeeper.web.errors import UNPROCESSABLE, point_at_error
from scorekeeper.web.request_params import number_of


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
    form = EntryForm(request.POST, label_suffix="")
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
    form = LinesForm(request.POST, label_suffix="")
    if not form.is_valid():
        point_at_error(form)
        return list_page(request, desk_request, lines=form, status=UNPROCESSABLE)
    entered = desk.enter_lines(desk_request.tournament, form.cleaned_data["lines"], by=desk_request.by)
    if not entered.refused:
        return redirect(f"{_url(desk_request)}#entries")
    form = LinesForm(initial={"lines": "\n".join(refused.line for refused in entered.refused)}, label_suffix="")
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
        _("%(name)s has not been entered: %(problem)s") % {"name": one.line, "problem": in_words(one.reason)}
        for one in entered.refused
    ]
    return list_page(request, desk_request, problem=" ".join(problems), status=UNPROCESSABLE)


def _tick_fee(request: HttpRequest, desk_request: DeskRequest) -> HttpResponse:
    given, _colon, paid = request.POST.get("fee", "").partition(":")
    key = number_of(given)
    desk.set_fee_paid(desk_request.tournament, key, paid=paid == "paid", by=desk_request.by)
    if request.htmx:  # type: ignore[attr-defined]
        context = {
            **of_tournament(desk_request),
            "entry": desk_request.tournament.entries.select_related("player").get(pk=key),
            "fees": fee_totals(desk_request.tournament),
            "ticked": True,
        }
        return render(request, "tournaments/_fee_ticked.html", context)
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
    tournament = desk_request.tournament
    listed = entry_list(tournament)
    refused = came_of_lines.refused if came_of_lines else []
    context = {
        **of_tournament(desk_request),
        **_suggestions(desk_request, listed.entries),
        "listed": listed,
        "fees": listed.fees,
        "form": form or EntryForm(label_suffix=""),
        "lines": lines or LinesForm(label_suffix=""),
        "lines_open": lines is not None,
        "refused": [(one.line, in_words(one.reason)) for one in refused],
        "number_entered": len(came_of_lines.entries) if came_of_lines else 0,
        "entered": entered,
        "problem": problem,
    }
    return render(request, "tournaments/entries.html", context, status=status)


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
    form = StoredEntryForm(request.POST, label_suffix="")
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
    form = PenaltyForm(penalties.rounds_of(stored), request.POST)
    if form.is_valid():
        said, seen = form.cleaned_data, number_of(request.POST.get("seen", ""))
        try:
            penalties.give(
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
    penalties.take_back(desk_request.tournament, stored.pk, place=place, seen=seen, by=desk_request.by)
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
    names = ("number", "name", "team", "tandem", "category")
    initial = {name: getattr(stored, name) for name in names}
    seated = desk.last_round_of(tournament, stored)
    context = {
        **of_tournament(desk_request),
        **_suggestions(desk_request, tournament.entries.all()),
        "entry": stored,
        "form": form or StoredEntryForm(initial=initial, label_suffix=""),
        "seated": seated,
        "may_withdraw_after": range(seated, max(int(tournament.terms["rounds"]), seated + 1)),
        "may_delete": _may_delete(desk_request, stored),
        "penalty": penalty or PenaltyForm(penalties.rounds_of(stored)),
        "problem": problem,
    }
    return render(request, "tournaments/entry.html", context, status=status)


def _may_delete(desk_request: DeskRequest, stored: TournamentEntry) -> bool:
    try:
        desk.refuse_delete(desk_request.tournament, stored)
    except RuleError:
        return False
    return True
