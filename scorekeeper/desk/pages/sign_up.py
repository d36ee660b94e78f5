"""The sign-up link: where the desk opens, prints and closes it, and the public page behind it."""

from __future__ import annotations

from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.scoring.errors import RuleError
from scorekeeper.desk import sign_up as desk
from scorekeeper.desk.entries import is_drawn
from scorekeeper.desk.models import Tournament
from scorekeeper.desk.pages.desk_request import find_run_tournament, tournament_context
from scorekeeper.desk.pages.entries import PlacesForm, SignUpForm
from scorekeeper.desk.terms_in_words import special_categories, terms_in_words
from scorekeeper.evenings.errors import EveningSettledError
from scorekeeper.play.errors import NotThereError
from scorekeeper.play.formatting import in_words
from scorekeeper.play.pages.invite_links import Link
from scorekeeper.play.pages.shared import new_token, token_of
from scorekeeper.web import cookies, throttling
from scorekeeper.web.errors import CONFLICT, UNPROCESSABLE, point_at_error
from scorekeeper.web.links import base_of, get_by_token, qr_code, secret_link_view

COOKIE = SALT = "sign_up"
MOST_KEYS = 20
"""How many sign-ups one browser can take back: a family, or the last ones."""


# The desk


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def link(request: HttpRequest, evening: str) -> HttpResponse:
    """Show the sign-up link with its code; open, close and renew it."""
    desk_request = find_run_tournament(request, evening)
    tournament = desk_request.tournament
    given = request.POST if "open" in request.POST else None
    form = PlacesForm(given, initial={"places": tournament.sign_up_places})
    if request.method == "POST":
        if "renew" in request.POST:
            desk.renew(tournament, seen=request.POST["renew"], by=desk_request.by)
        elif "open" not in request.POST:
            desk.set_open(tournament, is_open=False, by=desk_request.by)
        elif form.is_valid():
            desk.set_open(tournament, is_open=True, places=form.cleaned_data["places"], by=desk_request.by)
        if not form.errors:
            return redirect("tournament_sign_up", evening)
        point_at_error(form)
    base, reachable = base_of(request)
    url = base + reverse("sign_up", args=[tournament.sign_up_token])
    context = {
        **tournament_context(desk_request),
        "link": Link("sign-up", url, qr_code(url)),
        "reachable": reachable,
        "number": tournament.entries.filter(by_link=True).count(),
        "fee": terms_in_words(tournament, tournament.evening.currency).get("entry_fee", ("", ""))[1],
        "form": form,
    }
    return render(request, "desk/sign_up_link.html", context, status=UNPROCESSABLE if form.is_bound else 200)


# The public page


@secret_link_view
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest, token: str) -> HttpResponse:
    """Sign up for a tournament, and take that back: what this browser signed up, and nobody else's."""
    tournament = get_by_token(request, Tournament, sign_up_token=token)
    if request.method != "POST":
        return _page(request, tournament, SignUpForm(initial={"token": new_token()}))
    throttling.spend("joins", throttling.caller(request), on="sign-ups")
    if "take_back" in request.POST:
        return _take_back(request, tournament)
    form = SignUpForm(request.POST)
    if not form.is_valid():
        return _refused(request, tournament, form)
    key = token_of(request)
    try:
        desk.add(tournament, form.details(), key=key)
    except EveningSettledError:
        return _closed(request, tournament)
    except RuleError as error:
        form.refuse(error)
        return _refused(request, tournament, form)
    response = redirect("sign_up", token)
    _remember(response, [key, *_keys(request)])
    return response


def _take_back(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    key = request.POST["take_back"]
    if key not in _keys(request):
        raise Http404
    try:
        desk.take_back(tournament, key=key)
    except EveningSettledError:
        return _closed(request, tournament)
    except NotThereError:
        pass  # a second tap
    except RuleError as error:
        form = SignUpForm(initial={"token": new_token()})
        return _page(request, tournament, form, problem=in_words(error.message), status=CONFLICT)
    response = redirect("sign_up", tournament.sign_up_token)
    _remember(response, [other for other in _keys(request) if other != key])
    return response


def _refused(request: HttpRequest, tournament: Tournament, form: SignUpForm) -> HttpResponse:
    point_at_error(form)
    return _page(request, tournament, form, status=UNPROCESSABLE)


def _closed(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = SignUpForm(initial={"token": new_token()})
    return _page(request, tournament, form, problem=in_words(desk.CLOSED), status=CONFLICT)


def _page(
    request: HttpRequest, tournament: Tournament, form: SignUpForm, *, problem: str = "", status: int = 200
) -> HttpResponse:
    evening = tournament.evening
    keys = _keys(request)
    context = {
        "club": evening.club,
        "evening": evening,
        "terms": list(terms_in_words(tournament, evening.currency).values()),
        "number": tournament.entries.count(),
        "mine": tournament.entries.filter(sign_up_key__in=keys),
        "waiting": tournament.sign_ups.filter(key__in=keys),
        "may_take_back": evening.settled_at is None and not is_drawn(tournament),
        "is_open": tournament.accepts_sign_ups and evening.settled_at is None,
        "categories": special_categories(tournament),
        "form": form,
        "problem": problem,
    }
    return render(request, "desk/sign_up.html", context, status=status)


def _keys(request: HttpRequest) -> list[str]:
    """Return the keys of what this browser signed up, the latest first."""
    try:
        keys = signing.loads(cookies.read(request, COOKIE), salt=SALT)
    except signing.BadSignature:
        return []
    return [str(key) for key in keys]


def _remember(response: HttpResponse, keys: list[str]) -> None:
    cookies.keep(response, COOKIE, signing.dumps(list(dict.fromkeys(keys))[:MOST_KEYS], salt=SALT))
