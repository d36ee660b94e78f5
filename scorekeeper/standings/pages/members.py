"""The pages of a member: figures by game and call, with and against whom, and the sessions behind a figure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse

from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.names import display_name
from scorekeeper.clubs.phones import for_its_phones, player_of, with_player
from scorekeeper.clubs.queries import Phone
from scorekeeper.desk.round_seats import current_round
from scorekeeper.evenings.queries import evening_tonight
from scorekeeper.play.models import CallStats, PlayerPairStats, Result
from scorekeeper.standings.pages.terms import choices_of, terms_of
from scorekeeper.standings.player_stats import PlayedSession, call_words, career, is_paid, played
from scorekeeper.standings.standings import SORTS, Terms, seasons
from scorekeeper.standings.wording import unit_of


@dataclass(frozen=True, kw_only=True)
class TableTotal:
    """One person at a table, and the session's total for them."""

    name: str
    amount: int


@dataclass(frozen=True, kw_only=True)
class Contribution:
    """One session's share of a figure: how many hands, None if nobody knows, and what the player gained in them.

    `made` and `failed` are None unless the figure is about a call.
    """

    session: PlayedSession
    hands: int | None
    amount: int
    made: int | None = None
    failed: int | None = None
    table: Sequence[TableTotal] = ()


@dataclass(frozen=True, kw_only=True)
class ContributionFilter:
    """What a figure is about: all hands, a call, or the hands with or against someone."""

    call: str = ""
    company: str = ""
    other: Player | None = None


def contributions(terms: Terms, player: Player, about: ContributionFilter) -> list[Contribution]:
    """Return the sessions behind a figure, newest first."""
    sessions = list(reversed(played(terms, player)))
    if about.call:
        return list(_call_contributions(terms, player, about.call, sessions))
    if about.other:
        return list(_company_contributions(terms, player, about.other, about.company, sessions))
    return [Contribution(session=session, hands=session.hands, amount=session.amount) for session in sessions]


def _call_contributions(
    terms: Terms, player: Player, call: str, sessions: Iterable[PlayedSession]
) -> Iterator[Contribution]:
    rows = terms.stats_of(player, CallStats).filter(call=call)
    figures = {row[0]: row[1:] for row in rows.values_list("result__session", "made", "failed", "amount")}
    for session in sessions:
        if session.pk is not None and session.pk in figures:
            made, failed, amount = figures[session.pk]
            yield Contribution(session=session, hands=made + failed, amount=amount, made=made, failed=failed)


def _company_contributions(
    terms: Terms, player: Player, other: Player, company: str, sessions: Iterable[PlayedSession]
) -> Iterator[Contribution]:
    rows = terms.stats_of(player, PlayerPairStats).filter(other__player=other)
    figures = {row[0]: row[1:] for row in rows.values_list("result__session", company, f"{company}_amount")}
    for session in sessions:
        hands, amount = figures.get(session.pk, (0, 0)) if session.pk is not None else (0, 0)
        if hands:
            yield Contribution(session=session, hands=hands, amount=amount)


def with_tables(listed: Sequence[Contribution]) -> list[Contribution]:
    """Return the shares with everyone at each table, in the order in which they sat down."""
    at: dict[int | None, list[TableTotal]] = {}
    sessions = [contribution.session.pk for contribution in listed if contribution.session.pk is not None]
    results = Result.objects.filter(session__in=sessions).order_by("session", "pk")
    for session, name, total in results.values_list("session", "seat__name", "total"):
        at.setdefault(session, []).append(TableTotal(name=name, amount=total))
    return [
        replace(contribution, table=_on_paper(contribution.session) or at[contribution.session.pk])
        for contribution in listed
    ]


def _on_paper(session: PlayedSession) -> list[TableTotal]:
    results = session.on_paper.results if session.on_paper else ()
    return [TableTotal(name=display_name(result.player), amount=result.total) for result in results]


ON_A_PAGE = 50
WORD = re.compile(r"\w+")
"""The form of a stored call."""


@for_its_phones
def member(request: HttpRequest, phone: Phone, pk: int) -> HttpResponse:
    """Show one player's figures; a merged record redirects to the player it was merged into."""
    phone, player = with_player(request, phone, pk)
    club, me = phone.club, phone.holder
    if player.merged_into_id:
        return _kept_redirect(request, "member", player)
    club_seasons = seasons(club)
    terms = replace(terms_of(request.GET, club, club_seasons)[0], minimum=0, best=None, points=False, sort="total")
    context = {
        "club": club,
        "player": player,
        "name": display_name(player),
        "me": me if me and me.player == player else None,
        **(_seat_tonight(player) if me and me.player == player else {}),
        "terms": terms,
        "query": terms.query(minimum="", best=""),
        "choices": choices_of(request, terms, club_seasons, points=False),
        "career": career(terms, player),
    }
    return render(request, "standings/member.html", context)


def _seat_tonight(player: Player) -> dict[str, Any]:
    """Return where a member sits in the round that is on, and at which evening."""
    evening = evening_tonight(player.club) if player.club else None
    seated = current_round(evening) if evening else None
    return {"evening": evening, "seated": seated, "own_seat": seated.seat_of(player.pk) if seated else None}


@for_its_phones
def sessions(request: HttpRequest, phone: Phone, pk: int) -> HttpResponse:
    """List the sessions behind a figure, newest first, with their sum."""
    phone, player = with_player(request, phone, pk)
    club = phone.club
    if player.merged_into_id:
        return _kept_redirect(request, "member_sessions", player)
    terms, _form = terms_of(request.GET, club, seasons(club))
    about = _about(request.GET, club, terms.game)
    if about.call or about.other:
        terms = replace(terms, best=None)
    listed = contributions(terms, player, about)
    counting = [contribution for contribution in listed if contribution.session.counts]
    page = Paginator(listed, ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "club": club,
        "player": player,
        "name": display_name(player),
        "terms": terms,
        "about": about,
        "call": call_words(terms.game, about.call) if about.call else "",
        "paid": not about.call or is_paid(terms.game, about.call),
        "with_whom": display_name(about.other) if about.other else "",
        "query": replace(terms, best=None, minimum=0, points=False, sort=SORTS[0]).query(minimum="", best=""),
        "unit": unit_of(terms),
        "page": page,
        "shares": with_tables(list(page)),
        "games": {contribution.session.game for contribution in page},
        "sessions": len({contribution.session.session for contribution in counting}),
        "left_out": len({contribution.session.session for contribution in listed if not contribution.session.counts}),
        "hands": sum(contribution.hands or 0 for contribution in counting),
        "amount": sum(contribution.amount for contribution in counting),
        "made": sum(contribution.made or 0 for contribution in counting),
        "failed": sum(contribution.failed or 0 for contribution in counting),
        "page_query": _without_page(request.GET),
    }
    return render(request, "standings/sessions.html", context)


def _kept_redirect(request: HttpRequest, name: str, player: Player) -> HttpResponse:
    query = request.GET.urlencode()
    return redirect(reverse(name, args=[player.merged_into_id]) + (f"?{query}" if query else ""))


def _about(query: QueryDict, club: Club, game: str) -> ContributionFilter:
    """Return what the figure is about; 404 for a call without a game."""
    call = query.get("call", "")
    if call and not (game and WORD.fullmatch(call)):
        raise Http404
    for name, company in (("with", "together"), ("against", "against")):
        if not call and query.get(name):
            return ContributionFilter(company=company, other=player_of(club, query.get(name, "")))
    return ContributionFilter(call=call)


def _without_page(query: QueryDict) -> str:
    rest: Any = query.copy()
    rest.pop("page", None)
    return str(rest.urlencode())
