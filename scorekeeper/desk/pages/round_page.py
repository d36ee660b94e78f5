"""The page of one round: its seats are looked at, changed and published, and its tables started."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.game import Game
from games.scoring.errors import Code, RuleError
from games.scoring.text import message
from scorekeeper.clubs import queries as clubs
from scorekeeper.clubs.names import tidy
from scorekeeper.desk import rounds, table_start, tournament_rounds
from scorekeeper.desk.models import Tournament, tournament_of
from scorekeeper.desk.pages.desk_request import DeskRequest, desk_context
from scorekeeper.desk.pages.evening import evening_page
from scorekeeper.desk.pages.evening_request import EveningRequest, find_evening, find_run_evening
from scorekeeper.desk.pages.rounds import clock_context, set_clock
from scorekeeper.desk.pages.seat_draw import draw_lots, game_names
from scorekeeper.desk.pages.seat_explanation import SeatExplanation, explanation
from scorekeeper.desk.pages.tournament_rounds import index_page
from scorekeeper.desk.round_seats import SeatedRound, SeatedTable, by_table, earlier_tables, seated_round
from scorekeeper.desk.rounds import tables_with_list, unseated
from scorekeeper.desk.table_start import TableRefusedError
from scorekeeper.desk.terms_in_words import SEATING_WORDS
from scorekeeper.evenings.models import Round
from scorekeeper.play.errors import ConflictError
from scorekeeper.play.evening_tables import free_players
from scorekeeper.play.formatting import game_and_rules, in_words
from scorekeeper.play.game_picker import games_in_order
from scorekeeper.web import throttling
from scorekeeper.web.errors import CONFLICT, UNPROCESSABLE
from scorekeeper.web.request_params import number_of

LONGEST_REASON = 200


@dataclass(frozen=True, kw_only=True)
class RoundRequest(EveningRequest):
    """The requesting phone, the round it asks for, and the tournament of its evening, if it is one."""

    round: Round
    tournament: Tournament | None


Action = Callable[[HttpRequest, RoundRequest, str], None]
"""What a button of the page does, with the version of the seats that the page showed."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def round_(request: HttpRequest, evening: str, number: int) -> HttpResponse:
    """Show the tables of a round; a POST request does one of `ACTIONS`."""
    is_write = request.method == "POST"
    evening_request = (find_run_evening if is_write else find_evening)(request, evening)
    found = _find(evening_request, number_of(str(number)))
    if found is None and is_write:
        return _gone(request, evening_request)
    if found is None:
        return redirect("tournament_rounds" if tournament_of(evening_request.evening) else "evening", evening)
    return _write(request, found) if is_write else _page(request, found)


def _find(evening_request: EveningRequest, number: int) -> RoundRequest | None:
    found = evening_request.rounds.filter(number=number).first()
    if found is None:
        return None
    found.evening = evening_request.evening
    return RoundRequest(
        phone=evening_request.phone,
        evening=evening_request.evening,
        round=found,
        tournament=tournament_of(evening_request.evening),
    )


def _write(request: HttpRequest, found: RoundRequest) -> HttpResponse:
    act = ACTIONS.get(request.POST.get("action", ""))
    if act is None:
        raise Http404
    seen = request.POST.get("seen", "")
    try:
        _choose_games(request, found, seen)
        act(request, found, seen)
    except RuleError as error:
        return _page(request, found, refused=error, status=UNPROCESSABLE)
    except TableRefusedError as refused:
        return _page(request, found, problem=_why_refused(refused, found), status=UNPROCESSABLE)
    except ConflictError:
        return _changed_meanwhile(request, found)
    return redirect(_where_next(act, found))


def _where_next(act: Action, found: RoundRequest) -> str:
    """Return the URL to which a button of the page leads."""
    args, number = [found.evening.public_id], found.round.number
    if found.tournament is not None and act is _discard:
        return reverse("tournament_rounds", args=args)
    if found.tournament is None and act is _start:
        return reverse("evening_links", args=args)
    if act is _print:
        return f"{reverse('print_evening', args=args)}?round={number}"
    if act in (_change, _discard):
        return reverse("evening_draw", args=args) + ("?change=1" if act is _change else "")
    return reverse("round", args=[*args, number])


def _choose_games(request: HttpRequest, found: RoundRequest, seen: str) -> None:
    """Store the games that are chosen for the tables of a draft, whatever button was tapped."""
    if found.round.published_at is not None or found.tournament is not None:
        return
    playable = table_start.playable(found.evening)
    at_tables = by_table(found.round.seats.all())
    posted = {table: request.POST[f"game-{table}"] for table in at_tables if f"game-{table}" in request.POST}
    if not set(posted.values()) <= playable.keys():
        raise Http404
    if posted:
        rounds.choose_games(found.round, {table: playable[key] for table, key in posted.items()}, seen=seen)


def _why_refused(refused: TableRefusedError, found: RoundRequest) -> str:
    """Return why a table could not be started, with the names of its players."""
    names = {table.number: [player.name for player in table.players] for table in _seated(found).tables}
    words = in_words(refused.error.message, names[refused.number])
    return _("Table %(number)s: %(problem)s") % {"number": refused.number, "problem": words}


def _seated(found: RoundRequest) -> SeatedRound:
    entries = found.tournament.entries.values_list("player", "name") if found.tournament else ()
    return seated_round(found.round, dict(entries))


def _changed_meanwhile(request: HttpRequest, found: RoundRequest) -> HttpResponse:
    """Show what somebody else has made of the round, or the page that leads to it if it is gone."""
    now = _find(found, found.round.number)
    if now is not None:
        problem = _("Someone else has changed this in the meantime. These are the seats now.")
        return _page(request, now, problem=problem, status=CONFLICT)
    return _gone(request, found)


def _gone(request: HttpRequest, evening_request: EveningRequest) -> HttpResponse:
    """Say that there is no such draft any more, on the page that leads to another."""
    problem = _("Someone else has discarded this draft in the meantime.")
    tournament = tournament_of(evening_request.evening)
    if tournament is None:
        return evening_page(request, evening_request, problem=problem, status=CONFLICT)
    desk_request = DeskRequest(phone=evening_request.phone, evening=evening_request.evening, tournament=tournament)
    return index_page(request, desk_request, problem=problem, status=CONFLICT)


def _reason(request: HttpRequest) -> str:
    return tidy(request.POST.get("reason", ""))[:LONGEST_REASON]


def _swap(request: HttpRequest, found: RoundRequest, seen: str) -> None:
    two = list(dict.fromkeys(map(number_of, request.POST.getlist("swap"))))
    if len(two) != 2:
        raise RuleError(Code.REQUIRED, "swap", message("Select the two people to swap."))
    rounds.swap(found.round, *two, seen=seen, reason=_reason(request), by=found.by)


def _seat(request: HttpRequest, found: RoundRequest, seen: str) -> None:
    player, table = (number_of(request.POST.get(name, "")) for name in ("player", "table"))
    if player < 0 or table < 0:
        raise RuleError(Code.REQUIRED, "player", message("Select who is to be seated, and a table."))
    rounds.seat(found.round, player, table, seen=seen, reason=_reason(request), by=found.by)


def _did_not_come(request: HttpRequest, found: RoundRequest, seen: str) -> None:
    absent = list(dict.fromkeys(map(number_of, request.POST.getlist("swap"))))
    if len(absent) != 1:
        raise RuleError(Code.REQUIRED, "swap", message("Select the one person who did not come."))
    given = request.POST.get("instead", "")
    rounds.did_not_come(
        found.round,
        *absent,
        instead=number_of(given) if given else None,
        seen=seen,
        reason=_reason(request),
        by=found.by,
    )


def _draw_again(request: HttpRequest, found: RoundRequest, seen: str) -> None:
    if found.tournament is not None:
        raise Http404
    seats = list(found.round.seats.all())
    free = {player.pk for player in free_players(found.evening)}
    people = [seat.player_id for seat in seats if seat.player_id in free]
    sizes: Sequence[int] = [len(at_table) for at_table in by_table(seats).values()]
    if len(people) < len(seats):
        sizes = rounds.chosen_sizes(
            len(people),
            rounds.game_of(found.round),
            size=found.round.table_size,
            tables=found.round.wished_tables,
        )
    if not sizes:
        raise RuleError(Code.PLAYERS, "swap", message("Too few of these people are still free. Change who plays."))
    rounds.draw_again(found.round, *draw_lots(found.evening, people, sizes), seen=seen, by=found.by)


def _publish(request: HttpRequest, found: RoundRequest, seen: str) -> None:
    rounds.publish(found.round, seen=seen, by=found.by)


def _discard(request: HttpRequest, found: RoundRequest, seen: str) -> None:
    rounds.discard(found.round, seen=seen, by=found.by)


def _start(request: HttpRequest, found: RoundRequest, seen: str) -> None:
    tables = [number_of(table) for table in request.POST.getlist("start")]
    if not tables:
        raise RuleError(Code.REQUIRED, "start", message("Select the tables that record on a phone."))
    throttling.spend("starts", throttling.caller(request))
    label = clubs.journal_name(found.phone)
    rounds.start_tables(found.round, tables, seen=seen, device=found.phone.device, label=label)


def _clock(request: HttpRequest, found: RoundRequest, seen: str) -> None:
    set_clock(found.round, request, by=found.by)


def _print(request: HttpRequest, found: RoundRequest, seen: str) -> None:
    """Go on to the sheets; the games that were chosen are stored by then."""


def _change(request: HttpRequest, found: RoundRequest, seen: str) -> None:
    """Go on to the form of the draw."""


ACTIONS: Mapping[str, Action] = {
    "swap": _swap,
    "seat": _seat,
    "did_not_come": _did_not_come,
    "draw": _draw_again,
    "publish": _publish,
    "discard": _discard,
    "start": _start,
    "start_clock": _clock,
    "stop_clock": _clock,
    "print": _print,
    "change": _change,
}


@dataclass(frozen=True, kw_only=True)
class ShownTable:
    """A table of the page: what it plays if that can be chosen or differs, and sentences about who meets there."""

    of: SeatedTable
    notes: Sequence[str]
    game: str = ""
    games: Sequence[tuple[str, str]] = ()
    game_in_words: str = ""


def _page(
    request: HttpRequest,
    found: RoundRequest,
    *,
    refused: RuleError | None = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    shown = found.round
    version = rounds.version(shown)  # first: what is changed after this is a conflict
    seated = _seated(found)
    explained = explanation(seated, earlier_tables(found.evening, shown))
    listed = tables_with_list(shown)
    open_ = [table for table in seated.waiting if table.number not in listed]
    waiting = shown.published_at is None or bool(open_)
    games = rounds.games_of(shown, [table.number for table in open_])
    context = {
        **desk_context(found),
        **clock_context(shown),
        "tournament": found.tournament,
        "round": shown,
        "seating": SEATING_WORDS.get(shown.seating, ""),
        "seated": seated,
        "tables": _tables(found, seated, explained, games_in_order(request)),
        "explained": explained,
        "version": version,
        "none_begun": len(open_) == len(seated.tables),
        "listed": listed,
        "is_draft": shown.published_at is None,
        "may_change": found.may_change and waiting,
        "unseated": unseated(shown) if found.may_change and waiting else [],
        "with_free_seat": [table for table in open_ if len(table.players) + 1 in games[table.number].sizes],
        "marked": [number_of(key) for key in request.POST.getlist("swap")],
        "instead": number_of(request.POST.get("instead", "")),
        "reason": _reason(request),
        "refused": {str(refused.field): in_words(refused.message)} if refused else {},
        "problem": problem or (in_words(refused.message) if refused and refused.field != "reason" else ""),
    }
    return render(request, "desk/round.html", context, status=status)


def _tables(
    found: RoundRequest, seated: SeatedRound, explained: SeatExplanation, in_order: Sequence[Game]
) -> list[ShownTable]:
    teams = tournament_rounds.teams_apart(found.tournament) if found.tournament else {}
    choosing = found.round.published_at is None and found.tournament is None
    playable = table_start.playable(found.evening, in_order) if choosing else {}
    names = game_names(playable)
    free = None if found.tournament else {player.pk for player in free_players(found.evening)}
    return [
        ShownTable(
            of=table,
            notes=[*_not_free(table, free), *explained.at_tables[table.number], *_same_team(table, teams)],
            game=":".join(found.round.played_at(table.number)),
            games=[(key, names[key]) for key, choice in playable.items() if len(table.players) in choice.sizes],
            game_in_words=game_and_rules(*found.round.played_at(table.number)) if found.round.games else "",
        )
        for table in seated.tables
    ]


def _not_free(table: SeatedTable, free: Collection[int] | None) -> list[str]:
    """Return a sentence for each at a table that has not begun who isn't there or plays elsewhere."""
    if free is None or table.session is not None:
        return []
    return [
        _("%(name)s isn’t free any more.") % {"name": player.name} for player in table.players if player.key not in free
    ]


def _same_team(table: SeatedTable, teams: Mapping[int, str]) -> list[str]:
    """Return a sentence for each team that the terms keep apart and that has two or more at a table."""
    together: dict[str, list[str]] = {}
    for player in table.players:
        if player.key in teams:
            together.setdefault(teams[player.key], []).append(player.name)
    return [
        _("From the same team, %(team)s: %(names)s.") % {"team": team, "names": ", ".join(names)}
        for team, names in together.items()
        if len(names) > 1
    ]
