"""Views that print: anyone who may see a page may print it."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import registry
from games.scoring.errors import RuleError
from scorekeeper.clubs import queries as clubs
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.phones import for_its_phones
from scorekeeper.clubs.queries import Phone
from scorekeeper.desk import evening_overview, settlement
from scorekeeper.desk.cash import Cash, cash_of
from scorekeeper.desk.models import Tournament, tournament_of
from scorekeeper.desk.pages.evening import evening_context
from scorekeeper.desk.pages.evening_request import find_evening, refuse_hidden
from scorekeeper.desk.round_seats import seated_round
from scorekeeper.evenings.models import Evening
from scorekeeper.play import queries
from scorekeeper.play.access import access_of
from scorekeeper.play.formatting import in_words, notation_for
from scorekeeper.play.game_picker import game_picker
from scorekeeper.play.ledger import is_empty, session_ledger
from scorekeeper.play.models import Session
from scorekeeper.play.pages.new_session import usual
from scorekeeper.play.pages.night import settlement_of_night
from scorekeeper.play.pages.shared import TablePage
from scorekeeper.play.sealed_tables import hidden_from
from scorekeeper.printing.dates_paper import dates_print_order
from scorekeeper.printing.evening_paper import evenings_print_order, round_print_order, signing_list_print_order
from scorekeeper.printing.forms import (
    BLANK,
    CARD,
    CHAMPIONSHIP,
    DATES,
    FILLED,
    RESULT,
    SIGNING_LIST,
    BlankForm,
    LookForm,
    camera_choices,
)
from scorekeeper.printing.responses import PAGE, PrintRequest, picture_response, print_response
from scorekeeper.printing.result_picture import night_picture, result_picture
from scorekeeper.printing.session_sheets import qr_base, sessions_print_order, table_print_order
from scorekeeper.printing.standings_paper import standings_print_order
from scorekeeper.printing.typesetting import CannotPrintError, Order
from scorekeeper.standings.pages.terms import terms_of
from scorekeeper.standings.standings import seasons
from scorekeeper.web import cookies
from scorekeeper.web.links import get_by_token, secret_link_view
from scorekeeper.web.locales import reading_locale
from scorekeeper.web.request_params import number_of


@never_cache
@require_safe
def blank(request: HttpRequest, output: str = PAGE, number: int = 1) -> HttpResponse:
    """Print a blank sheet or a rule card, for any game."""
    device = cookies.device_id(request)
    club = clubs.club_of(device)
    evening = _evening(club, request.GET.get("evening", ""))
    club_rules = queries.club_rules(club)
    hidden = [("evening", evening.public_id)] if evening else []
    form = BlankForm(request.GET, usual(request, club_rules), club_rules, locale=reading_locale(request), hidden=hidden)

    def make() -> Order:
        base = qr_base(request)
        return table_print_order(
            form.draft.game, form.table, form.seated, form.choices(), club=club, evening=evening, base=base
        )

    start = urlencode({**form.draft.on_paper(), **dict(hidden)})
    context = {
        "title": _("Score sheets and rule cards"),
        "draft": form.draft,
        "picker": game_picker(request, chosen=form.draft.game.slug),
        "start": f"{reverse('new')}?{start}",
    }
    return print_response(
        PrintRequest(request=request, output=output, number=number, url=reverse("print"), context=context), form, make
    )


def _evening(club: Club | None, public_id: str) -> Evening | None:
    """Return the evening that a sheet is for; 404 unless it belongs to the phone's own club."""
    if not public_id:
        return None
    try:
        if club is not None:
            return evening_overview.find(club, public_id)
    except Evening.DoesNotExist:
        pass
    raise Http404


@never_cache
@require_safe
def session(request: HttpRequest, public_id: str, output: str = PAGE, number: int = 1) -> HttpResponse:
    """Print a session's sheet so far, a blank one with the same names, or the rule card.

    A session whose players changed has a sheet for each stretch, in one file.
    """
    access = access_of(request, public_id)
    played = access.session
    ledger = session_ledger(played)
    camera = camera_choices([registry.get(ledger.rules.slug)], goes_on=played.closed_at is None)
    form = LookForm(request.GET, (FILLED, BLANK, CARD), camera=camera)
    print_request = PrintRequest(
        request=request,
        output=output,
        number=number,
        url=reverse("print_session", args=[played.public_id]),
        base="play/session_base.html",
        context={**TablePage.from_request(request, access, ledger).context, "title": _("Print")},
    )

    def make() -> Order:
        return sessions_print_order([played], form.choices(), qr_base(request))

    return print_response(print_request, form, make)


@never_cache
@require_safe
def result(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the picture of a session's result to anyone who may see the session."""
    return _result(request, access_of(request, public_id).session)


@never_cache
@require_safe
def night(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the picture of the night of a session to anyone who may see the night."""
    settled = settlement_of_night(access_of(request, public_id))
    if settled is None or settled.open or not settled.gains:
        raise Http404
    return picture_response(request, night_picture(settled))


@secret_link_view
@require_safe
def result_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Return the same picture for a preview of the watcher link; 404 while the result is sealed."""
    played = get_by_token(request, Session, watch_token=token)
    if hidden_from(None, [played]):
        raise Http404
    return _result(request, played)


def _result(request: HttpRequest, played: Session) -> HttpResponse:
    ledger, settlement = session_ledger(played), queries.settlement(played)
    if settlement is None or is_empty(played, ledger) or played.deleted_at is not None:
        raise Http404
    picture = result_picture(played, ledger, settlement, notation_for(request, played))
    return picture_response(request, picture)


PAID = {"entry_fee", "loss_money", "prizes"}
"""The terms of a tournament whose money goes through the cash box."""


@never_cache
@require_safe
def evening(request: HttpRequest, evening: str, output: str = PAGE, number: int = 1) -> HttpResponse:
    """Print all tables of an evening in one file, filled or blank, its result for the notice board, or a list to sign.

    With `?round`, it prints blank sheets for the tables of that round which no phone has begun.

    A list to sign has what goes through the cash box; what a tournament has is only for the desk. While its result is
    sealed, only phones that run the evenings can print anything of its evening.
    """
    evening_request = find_evening(request, evening)
    refuse_hidden(evening_request)
    played, base = evening_request.evening, qr_base(request)
    of_this = evening_request.rounds.filter(number=number_of(request.GET.get("round", ""))).first()
    frozen = settlement.standing(played)
    offered = [BLANK] if of_this else [RESULT, FILLED, BLANK] if frozen else [FILLED, BLANK, RESULT]
    tournament = tournament_of(played) if evening_request.phone.runs else None
    if not of_this and ((frozen and frozen.through_box) or (tournament and tournament.terms.keys() & PAID)):
        offered.append(SIGNING_LIST)
    camera = camera_choices(registry.all_games())
    hidden = [("round", str(of_this.number))] if of_this else []
    form = LookForm(request.GET, offered, hidden=hidden, camera=camera)

    def make() -> Order:
        if of_this:
            of_this.evening = played
            return round_print_order(seated_round(of_this), form.choices(), base)
        if form.choices().what == SIGNING_LIST:
            return signing_list_print_order(played, _cash(played, tournament), form.choices())
        return evenings_print_order([played], form.choices(), base)

    print_request = PrintRequest(
        request=request,
        output=output,
        number=number,
        url=reverse("print_evening", args=[played.public_id]),
        base="desk/base.html",
        context={**evening_context(evening_request), "title": _("Print"), "about": played.title()},
    )
    return print_response(print_request, form, make)


def _cash(evening: Evening, tournament: Tournament | None) -> Cash:
    """Return the cash of an evening; raise `CannotPrintError` if there is nothing to sign for, or no result."""
    try:
        cash = cash_of(settlement.latest(evening), tournament)
    except RuleError as error:
        raise CannotPrintError(in_words(error.message)) from None
    if not cash.has_list_to_sign:
        raise CannotPrintError(_("Nobody owes anything."))
    return cash


@for_its_phones
def table(request: HttpRequest, phone: Phone, output: str = PAGE, number: int = 1) -> HttpResponse:
    """Print the standings for the notice board, with the same filters as on the page."""
    club = phone.club
    terms, numbers = terms_of(request.GET, club, seasons(club))
    if not numbers.is_valid():
        return redirect(f"{reverse('standings')}?{request.GET.urlencode()}")
    form = LookForm(request.GET, (RESULT, CHAMPIONSHIP), hidden=parse_qsl(terms.query()))
    print_request = PrintRequest(
        request=request,
        output=output,
        number=number,
        url=reverse("print_standings"),
        base="clubs/club_base.html",
        context={"club": club, "title": _("Print"), "about": terms.season.name if terms.season else _("Standings")},
    )
    return print_response(print_request, form, lambda: standings_print_order([terms], form.choices()))


@for_its_phones
def dates(request: HttpRequest, phone: Phone, output: str = PAGE, number: int = 1) -> HttpResponse:
    """Print the dates of the season in progress, or those to come, for the notice board."""
    form = LookForm(request.GET, (DATES,))
    print_request = PrintRequest(
        request=request,
        output=output,
        number=number,
        url=reverse("print_dates"),
        base="clubs/club_base.html",
        context={"club": phone.club, "title": _("Print"), "about": _("Dates")},
    )
    return print_response(print_request, form, lambda: dates_print_order(phone.club, form.choices()))
