"""The pages of a tournament's terms: making an evening a tournament, and its terms to read and to change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.scoring.errors import RuleError
from scorekeeper.clubs import queries as clubs
from scorekeeper.clubs.models import Club
from scorekeeper.evenings.tables import playable_games
from scorekeeper.evenings.tables.playable_games import Playable
from scorekeeper.evenings.views.context import EveningRequest, find_run_evening
from scorekeeper.evenings.views.evenings import of_evening
from scorekeeper.evenings.views.seat_draw import game_names
from scorekeeper.play.errors import ConflictError
from scorekeeper.play.formatting import in_words
from scorekeeper.tournaments.desk import terms as desk
from scorekeeper.tournaments.desk.terms import TournamentPlan
from scorekeeper.tournaments.forms.lists import ReasonForm
from scorekeeper.tournaments.forms.terms import TermsForm, initial_of, usual_plan
from scorekeeper.tournaments.models import Tournament
from scorekeeper.tournaments.views.context import find_run_tournament, find_tournament, of_tournament
from scorekeeper.tournaments.words import terms_in_words
from scorekeeper.web.errors import CONFLICT, UNPROCESSABLE, point_at_error
from scorekeeper.web.request_params import number_of

Write = Callable[[TournamentPlan], object]
REASON = gettext_lazy("Reason")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, evening: str) -> HttpResponse:
    """Make an evening a tournament: choose the game, look through its usual terms, save."""
    evening_request = find_run_evening(request, evening)
    if Tournament.objects.filter(evening=evening_request.evening).exists():
        return redirect("tournament", evening)

    def make(plan: TournamentPlan) -> None:
        desk.make(evening_request.evening, plan, by=evening_request.by)

    return _form_page(request, evening_request, stored=None, write=make, context=of_evening(evening_request))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def terms(request: HttpRequest, evening: str) -> HttpResponse:
    """Show the terms of a tournament; phones that run the evenings can change them."""
    desk_request = find_tournament(request, evening)
    tournament, context = desk_request.tournament, of_tournament(desk_request)
    context |= {"terms": list(terms_in_words(tournament, desk_request.evening.currency).values())}
    if request.method != "POST" and not desk_request.may_change:
        return render(request, "tournaments/terms.html", context)
    desk_request = find_run_tournament(request, evening)

    def change(plan: TournamentPlan) -> None:
        desk.change(tournament, plan, by=desk_request.by)

    return _form_page(request, desk_request, stored=TournamentPlan.of(tournament), write=change, context=context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def ordinary(request: HttpRequest, evening: str) -> HttpResponse:
    """Say what is deleted when the tournament becomes an ordinary evening again, or why it can't; or do it."""
    evening_request = find_run_evening(request, evening)
    tournament = Tournament.objects.filter(evening=evening_request.evening).first()
    if tournament is None:  # a second tap
        return redirect("evening", evening)
    if request.method != "POST":
        return _ordinary_page(request, evening_request, tournament)
    return _make_ordinary(request, evening_request, tournament)


def _make_ordinary(request: HttpRequest, evening_request: EveningRequest, tournament: Tournament) -> HttpResponse:
    form, seen = ReasonForm(REASON, request.POST), number_of(request.POST.get("entries", ""))
    if not form.is_valid():
        return _ordinary_page(request, evening_request, tournament, form=form, status=UNPROCESSABLE)
    try:
        reason, by = form.cleaned_data["reason"], evening_request.by
        desk.make_ordinary(tournament, entries=seen, reason=reason, by=by)
    except ConflictError:
        problem = _("The entries have changed in the meantime. Check the number again.")
        return _ordinary_page(request, evening_request, tournament, form=form, problem=problem, status=CONFLICT)
    except RuleError as error:
        if error.field == "reason":
            form.refuse(error)
        return _ordinary_page(request, evening_request, tournament, form=form, status=UNPROCESSABLE)
    return redirect("evening", tournament.evening.public_id)


def _ordinary_page(
    request: HttpRequest,
    evening_request: EveningRequest,
    tournament: Tournament,
    *,
    form: ReasonForm | None = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    form = form or ReasonForm(REASON)
    point_at_error(form)
    context = {
        **of_evening(evening_request),
        "tournament": tournament,
        "form": form,
        "entries": tournament.entries.count(),
        "by_link": tournament.entries.filter(by_link=True).count(),
        "draft": tournament.evening.rounds.filter(published_at=None).first(),
        "problem": problem,
    }
    try:
        desk.refuse_ordinary(tournament)
    except RuleError as error:
        context["refused"] = in_words(error.message)
    return render(request, "tournaments/ordinary.html", context, status=status)


def _form_page(
    request: HttpRequest,
    evening_request: EveningRequest,
    *,
    stored: TournamentPlan | None,
    write: Write,
    context: Mapping[str, Any],
) -> HttpResponse:
    """Show the form, or write what it says.

    Its buttons `redraw` it for another number of rounds, or show the usual terms of another `game`. Those are shown
    too where the game was changed and the form sent as it was: the terms on it are another game's.
    """
    games = playable_games.playable(evening_request.evening)
    posted, action = request.POST.dict(), request.POST.get("action", "")
    were_of_another = action != "game" and posted.get("terms_of", posted.get("game")) != posted.get("game")
    if were_of_another:
        action = "game"
    chosen = posted.get("game") or (f"{stored.game}:{stored.rules}" if stored else "")
    if chosen not in games:
        chosen = playable_games.default_game(evening_request.evening, games)
    form = _form(games[chosen], stored, posted, action)
    if form.is_bound and form.is_valid():
        try:
            write(form.plan())
        except RuleError as error:
            form.refuse(error)
        else:
            return redirect("tournament", evening_request.evening.public_id)
    if form.is_bound:
        point_at_error(form)
    page = {
        **context,
        "form": form,
        "games": game_names(games),
        "chosen": chosen,
        "were_of_another": were_of_another,
        "categories": _categories(evening_request.phone.club),
    }
    return render(request, "tournaments/terms_form.html", page, status=UNPROCESSABLE if form.is_bound else 200)


def _form(playable: Playable, stored: TournamentPlan | None, posted: Mapping[str, str], action: str) -> TermsForm:
    if action == "redraw":
        return TermsForm(playable, initial=posted)
    if posted and action != "game":
        return TermsForm(playable, posted, initial={})
    is_stored = stored is not None and (stored.game, stored.rules) == (playable.rules.slug, playable.slug)
    return TermsForm(playable, initial=initial_of(stored if stored and is_stored else usual_plan(playable)))


def _categories(club: Club) -> list[str]:
    return clubs.categories(Club.objects.filter(pk=club.pk))
