"""The result of a tournament for the desk and the club.

Its rows in words and figures are made here, because a template takes more than twice as long for 400 entries.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.text import compress_string
from django.utils.translation import gettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.scoring.errors import RuleError
from scorekeeper.desk import publication, tournament_rounds
from scorekeeper.desk.document.terms import TournamentTerms
from scorekeeper.desk.models import Tournament
from scorekeeper.desk.pages.desk_request import DeskRequest, find_run_tournament, find_tournament, tournament_context
from scorekeeper.desk.pages.evening_request import NOTHING_NEW
from scorekeeper.desk.pages.tournament_rounds import by_round
from scorekeeper.desk.result.day_list import DayLine, DayList, DayRound, MissingLists
from scorekeeper.desk.result.ranking import Placed, RoundFigure, Tally
from scorekeeper.desk.stored_result import StoredResult, result_of, version
from scorekeeper.desk.terms_in_words import (
    columns_in_words,
    match_points_in_words,
    special_in_words,
    teams_in_words,
    tie_breaks_in_words,
)
from scorekeeper.evenings.models import Evening
from scorekeeper.play.formatting import amount, in_words, signed, sum_of_cents
from scorekeeper.web.errors import UNPROCESSABLE
from scorekeeper.web.links import base_of, qr_code
from scorekeeper.web.request_params import HtmxRequest


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundCell:
    """A round of an entry or a team: what it is called, what it shows, and how that came about."""

    title: str
    figure: str
    details: str = ""
    is_average: bool = False
    match_points: str = ""

    @property
    def cell(self) -> str:
        """What stands in the column of the round: an average for a missed one is in brackets."""
        figure = f"({self.figure})" if self.is_average else self.figure
        return f"{figure} · {self.match_points}" if self.match_points else figure


@dataclass(frozen=True, kw_only=True, slots=True)
class ResultRow:
    """An entry, a team or a tandem in the ranking. `about` is what stands below the name; `cells` follow the rounds.

    `total` is what it ranks by; match points leave its `points` beside them.
    """

    place: str
    name: str
    rounds: Sequence[RoundCell]
    total: str
    about: str = ""
    cells: Sequence[str] = ()
    loss_money: str = ""
    prize: str = ""
    points: str = ""
    is_withdrawn: bool = False
    is_negative: bool = False


def rows_of_entries(day: DayList, currency: str, *, shows_loss_money: bool) -> Iterator[ResultRow]:
    """Yield everybody in order of place."""
    for line in day.lines:
        tally = line.tally
        games = [str(tally.won), str(tally.lost), str(line.others_lost)] if day.counts_games else []
        loss_money = sum_of_cents(line.loss_money, currency) if shows_loss_money else ""
        prize = sum_of_cents(line.prize, currency) if line.prize else ""
        yield ResultRow(
            place=str(line.place),
            name=tally.name,
            about=_about(line),
            rounds=[_round(round_, counts_games=day.counts_games) for round_ in line.rounds],
            cells=[*games, *([loss_money] if shows_loss_money else []), *([prize] if day.winners else [])],
            loss_money=loss_money,
            prize=prize,
            total=amount(tally.total),
            is_withdrawn=tally.withdrawn,
            is_negative=tally.total < 0,
        )


def columns_of_entries(day: DayList, *, shows_loss_money: bool) -> list[str]:
    """Return the headings of the cells that follow the rounds."""
    return [
        *(columns_in_words("won", "lost", "others_lost") if day.counts_games else []),
        *([_("Loss money")] if shows_loss_money else []),
        *([_("Prize")] if day.winners else []),
    ]


def rows_of_group(group: Sequence[Placed], terms: TournamentTerms) -> Iterator[ResultRow]:
    """Yield the teams or the tandems in order of place."""
    for place, tally in group:
        points = amount(tally.total) if tally.match_points else ""
        yield ResultRow(
            place=str(place),
            name=tally.name,
            rounds=[_round_of_team(tally, number, terms) for number in range(1, len(tally.rounds) + 1)],
            cells=[points] if points else [],
            points=points,
            total=(match_points_in_words(tally.match_points, terms.match_points) or "–")
            if points
            else _figure(tally.total),
            is_negative=not points and tally.total < 0,
        )


def _round_of_team(tally: Tally, number: int, terms: TournamentTerms) -> RoundCell:
    match_points = match_points_in_words(tally.match_points[number - 1 : number], terms.match_points)
    is_short = number - 1 in tally.filled_up
    short = _("one player missing; counts as %(size)s") % {"size": terms.team_size} if is_short else ""
    return RoundCell(
        title=_("Round %(number)s") % {"number": number},
        figure=_figure(tally.rounds[number - 1]),
        details=" · ".join(filter(None, [match_points, short])),
        match_points=match_points,
    )


def check_lines(day: DayList) -> Iterator[Sequence[str]]:
    """Yield round and table of each list with its sums."""
    for sums in day.sums:
        games = [str(sums.won), str(sums.lost), signed(sums.premiums), amount(sums.round_points)]
        yield [f"{sums.round}–{sums.table}", amount(sums.points), *(games if day.counts_games else [])]


def _about(line: DayLine) -> str:
    entry = line.entry
    withdrawn = _("withdrawn") if line.tally.withdrawn else None
    return " · ".join(filter(None, [str(entry.number), entry.team, entry.tandem, entry.category, withdrawn]))


def _round(day_round: DayRound, *, counts_games: bool) -> RoundCell:
    if day_round.table is None:
        title = _("Round %(number)s") % {"number": day_round.number}
    else:
        title = _("Round %(round)s, table %(table)s") % {"round": day_round.number, "table": day_round.table}
    return RoundCell(
        title=title,
        figure=_figure(day_round.figure),
        details=_details(day_round, counts_games=counts_games),
        is_average=day_round.is_average,
    )


def _details(day_round: DayRound, *, counts_games: bool) -> str:
    if day_round.is_average:
        return _("missed; counts the average")
    if day_round.result is None:
        return ""
    details = []
    if counts_games:
        words = _("%(points)s game points; %(won)s won, %(lost)s lost, %(others)s lost by others")
        won, lost = day_round.result.won, day_round.result.lost
        details.append(
            words
            % {"points": amount(day_round.result.points), "won": won, "lost": lost, "others": day_round.others_lost}
        )
    if day_round.result.penalty:
        details.append(_("penalty %(points)s") % {"points": amount(-day_round.result.penalty)})
    return "; ".join(details)


def _figure(figure: RoundFigure) -> str:
    return "–" if figure is None else amount(figure)


INDENTATION = re.compile(r"\n[ \n]+")
"""More than half of the HTML of a long list, which phones would have to parse."""

NOISE = GZipMiddleware.max_random_bytes
"""Random bytes by which a compressed answer is longer, so that its length says nothing about its secrets (BREACH)."""

Verb = Callable[..., None]
VERBS: Mapping[str, Verb] = {
    "seal": publication.seal,
    "release": publication.release,
    "open": publication.open_to_public,
    "close": publication.close_to_public,
    "final": publication.make_final,
}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def result(request: HtmxRequest, evening: str) -> HttpResponse:
    """Show the result as far as it is known; a page that is open polls, and gets 204 if nothing has changed.

    The desk releases and seals it here, opens it to the public, and declares it final.
    """
    if request.method == "POST":
        return _write(request, find_run_tournament(request, evening))
    desk_request = find_tournament(request, evening)
    seen = version(desk_request.tournament)
    if request.GET.get("seen") == f"{seen}{desk_request.phone.runs:d}":
        return HttpResponse(status=NOTHING_NEW)
    if request.htmx:
        return polled_part(request, _shown(desk_request, seen))
    return _page(request, desk_request, seen=seen)


def _write(request: HttpRequest, desk_request: DeskRequest) -> HttpResponse:
    action = request.POST.get("action", "")
    try:
        if action == "final" and "anyway" not in request.POST:
            publication.refuse_when_played(desk_request.tournament)
            if _outstanding(desk_request.tournament):
                return _page(request, desk_request, asks=True, status=UNPROCESSABLE)
        if action == "correct":
            publication.open_again(desk_request.tournament, reason=request.POST.get("reason", ""), by=desk_request.by)
        elif action == "renew":
            publication.renew_link(desk_request.tournament, seen=request.POST.get("link", ""), by=desk_request.by)
        elif action in VERBS:
            VERBS[action](desk_request.tournament, by=desk_request.by)
    except RuleError as error:
        return _page(request, desk_request, problem=in_words(error.message), status=UNPROCESSABLE)
    return redirect(f"{reverse('tournament_result', args=[desk_request.evening.public_id])}#desk")


def _outstanding(tournament: Tournament) -> dict[str, Any]:
    """Return what a result that is final now would be without: rounds, lists by round, and sign-ups that wait.

    Nothing if it is whole.
    """
    published = tournament.evening.rounds.exclude(published_at=None).count()
    found = {
        "rounds": max(tournament.terms["rounds"] - published, 0),
        "lists": by_round(tournament_rounds.unconfirmed(tournament)),
        "sign_ups": tournament.sign_ups.count(),
    }
    return found if any(found.values()) else {}


def _shown(desk_request: DeskRequest, seen: str) -> dict[str, Any]:
    """Return what the page shows of the result to this phone, and the address at which it asks for a newer one."""
    tournament, is_desk = desk_request.tournament, desk_request.phone.runs
    path = reverse("tournament_result", args=[desk_request.evening.public_id])
    return {
        "tournament": tournament,
        **shown_result(tournament, seen, is_hidden=desk_request.is_hidden),
        "fresh": f"{path}?seen={seen}{is_desk:d}",
    }


def _page(
    request: HttpRequest,
    desk_request: DeskRequest,
    *,
    seen: str | None = None,
    problem: str = "",
    asks: bool = False,
    status: int = 200,
) -> HttpResponse:
    tournament, is_desk = desk_request.tournament, desk_request.phone.runs
    context = {
        **tournament_context(desk_request),
        **_shown(desk_request, seen or version(tournament)),
        "is_desk": is_desk,
        "problem": problem,
        "asks": asks,
    }
    if is_desk and not tournament.evening.is_final:
        context["outstanding"] = _outstanding(tournament)
    if is_desk and tournament.is_public:
        base, context["reachable"] = base_of(request)
        url = base + reverse("public_result", args=[tournament.public_token])
        context["link"] = {"url": url, "qr": qr_code(url)}
    return render(request, "desk/result.html", context, status=status)


def shown_result(
    tournament: Tournament, at_version: str, *, is_hidden: bool, is_public: bool = False
) -> dict[str, Any]:
    """Return what a page shows of the result: it as HTML, or that it is sealed, or why there is none."""
    if is_hidden:
        return {"is_hidden": True}
    try:
        stored = result_of(tournament, at_version)
    except RuleError as error:
        return {"fault": in_words(error.message)}
    return {"stored": stored, "html": _html(tournament.evening, stored, is_public=is_public)}


def _html(evening: Evening, stored: StoredResult, *, is_public: bool) -> str:
    """Return the result as HTML, the same for all who see it; the public doesn't see who owes loss money."""
    day, terms = stored.day, stored.day.tournament.terms

    def render_once() -> str:
        shows_loss_money = terms.loss_money is not None and not is_public
        ties = tie_breaks_in_words(terms.tie_breaks)
        context = {
            "day": day,
            "rows": list(rows_of_entries(day, evening.currency, shows_loss_money=shows_loss_money)),
            "columns": columns_of_entries(day, shows_loss_money=shows_loss_money),
            "teams": list(rows_of_group(day.ranking.teams, terms)),
            "teams_note": " ".join(teams_in_words(terms)),
            "total": columns_in_words("total"),
            "tandems": list(rows_of_group(day.ranking.tandems, terms)),
            "check_lines": [] if is_public else list(check_lines(day)),
            "currency": evening.currency,
            "numbers": range(1, len(day.tournament.rounds) + 1),
            "missing": [(missing, _tables(evening, missing, are_linked=not is_public)) for missing in day.missing],
            "prizes": [(line, _special(line)) for line in day.winners],
            "ties": gettext("Equal totals: %(ties)s") % {"ties": ties} if ties else "",
        }
        return INDENTATION.sub("\n", render_to_string("desk/_result.html", context))

    return stored.kept("public" if is_public else "club", render_once)


def polled_part(request: HttpRequest, context: Mapping[str, Any]) -> HttpResponse:
    """Return the part of a result page that an open one replaces.

    Hundreds of pages ask for it when a list is confirmed, so it is made and compressed once for all of them. It depends
    on nothing but the result, whether it is final, the language, and the address at which to ask again, which says who
    sees it.
    """

    def part() -> str:
        return render_to_string("desk/_shown_result.html", dict(context))

    if "stored" not in context:  # sealed or faulty, and short
        return HttpResponse(part())
    stored, name = context["stored"], f"{context['fresh']} final {context['tournament'].evening.is_final}"
    html = stored.kept(f"part {name}", part)
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return HttpResponse(html)
    packed = stored.kept(f"packed {name}", lambda: compress_string(html.encode(), max_random_bytes=NOISE))
    return HttpResponse(packed, headers={"Content-Encoding": "gzip", "Vary": "Accept-Encoding"})


def _tables(evening: Evening, missing: MissingLists, *, are_linked: bool) -> str:
    """Return the numbers of the tables whose lists are missing, each with a link to its list if they `are_linked`."""
    if not are_linked:
        return ", ".join(map(str, missing.tables))
    links = (
        (
            reverse("tournament_list", args=[evening.public_id, missing.round, table]),
            gettext("Round %(round)s, table %(table)s") % {"round": missing.round, "table": table},
            table,
        )
        for table in missing.tables
    )
    return format_html_join(" ", '<a class="tap-target" href="{}" aria-label="{}">{}</a>', links)


def _special(line: DayLine) -> list[tuple[str, int]]:
    """Return the special prizes of an entry in words, each with its cents."""
    return [(special_in_words(prize.what, prize.category), cents) for prize, cents in line.special]
