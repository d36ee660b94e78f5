"""Pages before a session: home, a new session, an import, and joining by link."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from games import registry
from games.scoring.documents import DocumentError
from games.scoring.errors import RuleError
from scorekeeper.clubs import organisers
from scorekeeper.clubs import queries as clubs
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.names import display_name
from scorekeeper.play import queries
from scorekeeper.play.access import access_of
from scorekeeper.play.errors import AccessRevokedError, SessionDeletedError
from scorekeeper.play.forms.new_session import MOST_OFFERED, ImportForm, JoinForm, NewSessionForm
from scorekeeper.play.ledger import ledgers, notations
from scorekeeper.play.ledger.formatting import in_words
from scorekeeper.play.ledger.ledgers import is_empty
from scorekeeper.play.models import Access, Role, Session
from scorekeeper.play.new_session import last_time
from scorekeeper.play.new_session.session_draft import LONGEST_FIELD, SAME_PEOPLE, ClubRules, Draft, of_table
from scorekeeper.play.recording import ports, services, session_start
from scorekeeper.play.recording.play_again import start_again
from scorekeeper.play.recording.ports import TableEvening
from scorekeeper.play.screens.link_preview import link_preview
from scorekeeper.play.screens.summary import summary
from scorekeeper.play.sealed_results import hidden_from
from scorekeeper.play.views import pages
from scorekeeper.play.views.request_params import new_token, takes_forms, token_of
from scorekeeper.web import device_cookie, throttling
from scorekeeper.web.errors import UNPROCESSABLE
from scorekeeper.web.form_errors import point_at_error
from scorekeeper.web.link_previews import wants_preview
from scorekeeper.web.links import base_of
from scorekeeper.web.secret_links import NoSuchLinkError, get_by_token, secret_link_view

STARTS = {"start": "session", "start-typing": "type"}
"""The buttons that start a session, each with the route that it leads to."""
MOST_EVENINGS = 8
"""How many unsettled evenings are offered, newest first."""
MOST_PRESENT = 60
"""How many of those present at an evening are offered: high enough for all of them."""


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the sessions of this browser: open ones first, finished ones below."""
    device = device_cookie.device_id(request)
    club = clubs.club_of(device)
    context = {
        "home": queries.home(device),
        "club": club or organisers.club_read_by(request),
        "signs_in": club is None and clubs.any_clubs(),
        "games": last_time.games_in_order(device),
        "names": {game.slug: game.name for game in registry.all_games()},
        "scorer": Role.SCORER,
        "new_token": new_token,
    }
    response = render(request, "play/home.html", context)
    if device:
        device_cookie.remember(response, device)
    return response


@never_cache
@require_safe
def phones_table(request: HttpRequest) -> HttpResponse:
    """Redirect to the table that this phone is at, or to the home page if that is not clear.

    The installed app starts here. It has a URL of its own, so that links to the home page still lead there.
    """
    device = device_cookie.device_id(request)
    session = queries.only_table(device) if device else None
    return redirect("session", session.public_id) if session else redirect("home")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Show the form of a new session, or start it. Every button posts the draft; only the start buttons validate it."""
    club = clubs.club_of(device_cookie.device_id(request))
    session_start.require_starter(club, device_cookie.device_id(request))
    evenings, club_rules = _evenings(request), queries.club_rules(club)
    games = last_time.games_in_order(device_cookie.device_id(request))
    if request.method != "POST":
        offered = {"game": games[0].slug, **usual(request, club_rules), **_usual_evening(request, evenings)}
        draft = _with_last_people(request, Draft.of({"token": new_token(), **offered}, club_rules))
        draft = _with_me(request, draft)
        return _named(request, _drafting(request, NewSessionForm(draft, games=games, evenings=evenings)))
    draft = Draft.of({**request.POST.dict(), "token": token_of(request)}, club_rules)
    action = request.POST.get("action", "start")
    if action == "paper":
        return _on_paper(request, draft)
    if action not in STARTS:
        # After a refusal every field is drawn anew, so that none keeps its error.
        page = {} if "refused" in request.POST else request.POST.dict()
        draft = _with_me(request, _after(request, draft, action))
        form = NewSessionForm(draft, games=games, evenings=evenings, page=page)
        form.rules_open = action == "redraw" and not request.htmx  # type: ignore[attr-defined] # its button is in there
        return _drafting(request, form)
    draft, unseen = _with_me(request, draft), draft.unseen(request.POST.dict())
    form = NewSessionForm(draft.completed() if unseen else draft, games=games, evenings=evenings, checked=True)
    if form.is_valid() and not unseen:
        throttling.spend("starts", throttling.caller(request))
        device = device_cookie.device_id_or_new(request)
        try:
            session = session_start.start_session(device=device, once=True, **form.start_arguments())
        except RuleError as error:
            form.refuse(error)
        else:
            return _let_in(request, session, device, page=STARTS[action])
    if unseen:
        form.rules_open = True
        form.add_error(None, _("These rules have options you haven’t seen yet. Check them, then start."))
    return _drafting(request, form, status=UNPROCESSABLE)


def _on_paper(request: HttpRequest, draft: Draft) -> HttpResponse:
    """Redirect to a score sheet for the drafted table, without starting a session."""
    url = f"{reverse('print')}?{urlencode({**draft.on_paper(), 'evening': draft.evening or ''})}"
    return HttpResponseClientRedirect(url) if request.htmx else redirect(url)  # type: ignore[attr-defined]


def usual(request: HttpRequest, club_rules: ClubRules) -> dict[str, str]:
    """Return the initial fields: those in the query string, or else the game that this browser played last.

    If the club has house rules for that game, they apply instead of the rules that were played last. Without further
    fields in the query string, the game has rules, options, tariff and stake of this browser's latest session of it.
    """
    device = device_cookie.device_id(request)
    if request.GET.keys() <= {"game", "evening"}:
        game, club = request.GET.get("game") or last_time.game_of(device), clubs.club_of(device)
        if last := last_time.table_of(device, game, club=club, club_rules=club_rules):
            return last if game not in club_rules.houses else {"game": game}
    if "game" in request.GET:
        return {
            "rules": "",
            **{name: value[:LONGEST_FIELD] for name, value in request.GET.dict().items() if of_table(name)},
        }
    accesses = Access.objects.of(device).filter(session__deleted_at=None)
    latest = accesses.order_by("-pk").values("session__game", "session__rules").first()
    if latest is None:
        return {"game": next(iter(club_rules.houses))} if club_rules.houses else {}
    game = latest["session__game"]
    return {"game": game} if game in club_rules.houses else {"game": game, "rules": latest["session__rules"]}


def _evenings(request: HttpRequest) -> list[TableEvening]:
    """Return the evenings that a new session of this browser can belong to."""
    club = clubs.club_of(device_cookie.device_id(request))
    return list(ports.evenings().unsettled(club)[:MOST_EVENINGS]) if club else []


def _usual_evening(request: HttpRequest, evenings: Sequence[TableEvening]) -> dict[str, str]:
    """Return the evening to preselect: the requested one or tonight's. No field if there is none to choose from."""
    if not evenings:
        return {}
    public_id = request.GET.get("evening")
    if public_id in {evening.public_id for evening in evenings}:
        return {"evening": str(public_id)}
    tonight = ports.evenings().tonight(evenings[0].club)
    return {"evening": tonight.public_id if tonight else ""}


def _after(request: HttpRequest, draft: Draft, action: str) -> Draft:
    """Return the draft after a button was tapped. The people of last time are not known to the draft."""
    return draft.with_or_without_all(_same_people(request, draft)) if action == SAME_PEOPLE else draft.after(action)


def _with_me(request: HttpRequest, draft: Draft) -> Draft:
    """Return the draft with the name of the person who starts the session, if this browser knows it."""
    if draft.me:
        return draft
    device = device_cookie.device_id(request)
    club = clubs.club_of(device)
    return replace(draft, me=session_start.known_as(device, club.pk if club else None, draft.names))


def _same_people(request: HttpRequest, draft: Draft) -> tuple[str, ...]:
    """Return the people of last time, whom one tap seats; nobody if the rules are not for so many."""
    device = device_cookie.device_id(request)
    sizes = draft.rule_set.players
    return last_time.people_of(device, clubs.club_of(device), game=draft.game.slug, sizes=sizes)


def _with_last_people(request: HttpRequest, draft: Draft) -> Draft:
    """Return the draft with the people of last time seated, unless others clearly play this time.

    They do if the draft names somebody, if somebody else is signed in on a shared phone, or if not all of them are
    waiting for a table at the evening.
    """
    names = _same_people(request, draft)
    device = device_cookie.device_id(request)
    club = clubs.club_of(device)
    me = clubs.signed_in_as(device, club.pk) if club else ""
    present = _present(club, draft)
    if any(draft.names) or (me and me not in names) or (present and not {*names} <= {*present}):
        return draft
    return draft.with_or_without_all(names)


def _present(club: Club | None, draft: Draft) -> list[str]:
    """Return the names of those who are present at the evening of the draft and sit at none of its tables."""
    evening = club.evenings.filter(public_id=draft.evening).first() if club and draft.evening else None
    return [display_name(player) for player in ports.evenings().free(evening)] if evening else []


def _drafting(request: HttpRequest, form: NewSessionForm, *, status: int = 200) -> HttpResponse:
    device = device_cookie.device_id(request)
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
        form.point_at_error()
    context = {
        "form": form,
        "draft": form.draft,
        "played_before": bool(last_time.game_of(device)),
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
        return _named(request, render(request, "play/import.html", {"form": form}))
    caller = throttling.caller(request)
    throttling.spend("starts", caller)  # before the document is read, which can take long
    size = int(request.META["CONTENT_LENGTH"])
    throttling.require_room("imports", caller, amount=size)
    form = ImportForm(request.POST, request.FILES, evenings=evenings)
    if form.is_valid():
        device = device_cookie.device_id_or_new(request)
        try:
            session = session_start.import_document(
                device=device, document=form.document, token=token_of(request), evening=form.evening
            )
        except DocumentError as error:
            form.refuse(error)
        except RuleError as error:
            form.refuse_evening(error)
        else:
            with suppress(throttling.RateLimitedError):  # another import took the room just now
                throttling.spend("imports", caller, amount=size)
            return _let_in(request, session, device)
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
        return pages.closed(request, access, problem=words, status=UNPROCESSABLE)
    return _let_in(request, session, access.device)


@secret_link_view
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Show the form of the scorer link, which asks for a name, or let the browser in as a scorer."""
    session = get_by_token(request, Session, scorer_token=token)
    device = device_cookie.device_id_or_new(request)
    access = _access_by(session, device)
    _require_not_deleted(session, access)
    ledgers.rules_of(session)
    if access and access.role == Role.SCORER and request.method != "POST":
        return redirect("session", session.public_id)
    me = clubs.signed_in_as(device, session.club_id)
    form = JoinForm(request.POST if request.method == "POST" else None, initial={"label": me})
    if request.method == "POST" and form.is_valid():
        throttling.spend("joins", throttling.caller(request))
        services.join(session, device=device, role=Role.SCORER, label=form.cleaned_data["label"])
        return _let_in(request, session, device)
    point_at_error(form)
    context: dict[str, Any] = {
        "form": form,
        "session": session,
        "game": registry.get(session.game),
        "names": [seat.name for seat in queries.seats(session)],
    }
    return _named(request, render(request, "play/join.html", context, status=UNPROCESSABLE if form.is_bound else 200))


@secret_link_view
@require_safe
def watch(request: HttpRequest, token: str) -> HttpResponse:
    """Let the browser in as a watcher and redirect to the session (watch link).

    A program that shows a preview of the link is not let in. It gets the words and the picture of the preview.
    """
    session = get_by_token(request, Session, watch_token=token)
    device = device_cookie.device_id_or_new(request)
    access = _access_by(session, device)
    _require_not_deleted(session, access)
    if wants_preview(request):
        return _preview(request, session)
    if access is None:
        throttling.spend("joins", throttling.caller(request))
        services.join(session, device=device, role=Role.WATCHER)
    return _let_in(request, session, device)


def _preview(request: HttpRequest, session: Session) -> HttpResponse:
    ledger, notation = queries.ledger(session), notations.of_session(session, in_counters=False)
    says_nothing = is_empty(session, ledger) or hidden_from(None, [session])
    settlement = None if says_nothing else queries.settlement(session)
    result = None if settlement is None else summary(session, ledger, notation, settlement)
    base, _reachable = base_of(request)
    context = {"preview": link_preview(session, ledger, notation, base, result)}
    return render(request, "play/link_preview.html", context)


def _require_not_deleted(session: Session, access: Access | None) -> None:
    """Raise the refusal of a link to a deleted session, unless the browser has access and so sees its page."""
    if session.has_expired:
        raise NoSuchLinkError
    if session.deleted_at is not None and access is None:
        raise SessionDeletedError(session, joined=False)


def _access_by(session: Session, device: str) -> Access | None:
    """Return the access that a browser already has to the table, or None; raise `AccessRevokedError`."""
    if queries.access_revoked(device, session.public_id):
        raise AccessRevokedError
    return Access.objects.of(device).filter(session=session).first()


def _named(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Set the device cookie on the page of a form that lets a browser in.

    The browser needs the cookie before it posts. Otherwise the second post of a double tap would come from an unknown
    device, which can't be told that the token was spent.
    """
    device_cookie.remember(response, device_cookie.device_id_or_new(request))
    return response


def _let_in(request: HttpRequest, session: Session, device: str, *, page: str = "session") -> HttpResponse:
    """Redirect to a page of the session and set the device cookie."""
    url = reverse(page, args=[session.public_id])
    response: HttpResponse = HttpResponseClientRedirect(url) if request.htmx else redirect(url)  # type: ignore[attr-defined]
    device_cookie.remember(response, device)
    return response
