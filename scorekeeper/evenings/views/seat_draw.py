"""The pages of the seat draw: choose who plays, see the draw, change it by hand or draw again, start the tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.scoring.errors import RuleError
from scorekeeper.clubs import queries as clubs
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.names import display_name
from scorekeeper.evenings import queries
from scorekeeper.evenings.forms import PlannedHandsForm, StakeForm
from scorekeeper.evenings.models import Round
from scorekeeper.evenings.rounds import rounds
from scorekeeper.evenings.rounds.rounds import RoundPlan, RoundSeats
from scorekeeper.evenings.seating import SeatingMethod, even_sizes, numbers_of_tables
from scorekeeper.evenings.tables import playable_games, seat_draw, seat_draw_page, table_start
from scorekeeper.evenings.tables.playable_games import Playable
from scorekeeper.evenings.tables.seat_draw_page import DrawBoard, DrawnTableRow
from scorekeeper.evenings.tables.table_start import DrawnTable, TableRefusedError
from scorekeeper.evenings.views.context import EveningRequest, find_run_evening
from scorekeeper.evenings.views.evenings import of_evening
from scorekeeper.play.errors import ConflictError, EveningSettledError
from scorekeeper.play.formatting import game_and_rules, sum_of_money
from scorekeeper.play.pages.shared import new_token
from scorekeeper.web import throttling
from scorekeeper.web.errors import CONFLICT, UNPROCESSABLE
from scorekeeper.web.request_params import number_of

AGAIN = "again"
MOST_ON_PAPER = 60
"""The most tables in one address; a PDF has no more sheets."""


@dataclass(frozen=True, kw_only=True)
class DrawRequest:
    """What the form says: who of those free plays, which game, how many tables, at which stake, how many hands."""

    evening_request: EveningRequest
    free: Mapping[int, Player]
    games: Mapping[str, Playable]
    chosen: tuple[int, ...]
    game: str
    number: str
    stake: StakeForm
    hands: PlannedHandsForm
    problems: dict[str, str] = field(default_factory=dict)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def draw(request: HttpRequest, evening: str) -> HttpResponse:
    """Choose who plays; then `draw`, `swap` two people, `start` the tables shown, or print them (`paper`).

    `AGAIN` draws everybody who is free for the next round, with the terms of the last one.
    """
    evening_request = find_run_evening(request, evening)
    if evening_request.evening.settled_at is not None:
        raise EveningSettledError(evening_request.evening)
    action = request.POST.get("action", "")
    draw_request = _draw_request(_same_terms(evening_request) if action == AGAIN else request.POST, evening_request)
    if request.method != "POST" or action == "choose":
        return _choosing(request, draw_request)
    if not draw_request.stake.is_valid() or not draw_request.hands.is_valid():
        return _choosing(request, draw_request, status=UNPROCESSABLE)
    if action in ("draw", AGAIN):
        return _draw(request, draw_request)
    board = DrawBoard.of(request.POST.dict())
    people = {player.pk: player for player in evening_request.phone.club.players.filter(pk__in=board.people)}
    if not board.is_whole or set(people) != set(board.people):
        raise Http404
    act = {"start": _start, "paper": _on_paper}.get(action, _swap)
    return act(request, draw_request, board, people)


def _same_terms(evening_request: EveningRequest) -> QueryDict:
    """Return what the form would post for a round of everybody who is free, on the terms of the last round."""
    posted = QueryDict(mutable=True)
    posted.setlist("free", [str(player.pk) for player in queries.free(evening_request.evening)])
    last = evening_request.evening.rounds.last()
    if last is not None:
        posted["game"] = f"{last.game}:{last.rules}"
        posted["stake"] = "" if last.stake is None else f"{last.stake.normalize():f}"
        posted.update(_hands_of(last))
    return posted


def _hands_of(round_: Round) -> dict[str, str]:
    return {f"hands_{size}": str(hands) for size, hands in round_.hands.items()}


def _draw_request(posted: QueryDict, evening_request: EveningRequest) -> DrawRequest:
    free_people = {player.pk: player for player in queries.free(evening_request.evening)}
    games = playable_games.playable(evening_request.evening)
    chosen = tuple(free_people)
    if posted:
        chosen = tuple(key for key in map(number_of, posted.getlist("free")) if key in free_people)
    game = posted.get("game") or playable_games.default_game(evening_request.evening, games)
    last = evening_request.evening.rounds.last()
    remembered = _hands_of(last) if last is not None and f"{last.game}:{last.rules}" == game else {}
    sizes = sorted({size for one in games.values() for size in one.sizes})
    return DrawRequest(
        evening_request=evening_request,
        free=free_people,
        games=games,
        chosen=chosen,
        game=game if game in games else next(iter(games)),
        number=posted.get("tables", "").strip(),
        stake=StakeForm(posted or None, label_suffix=""),
        hands=PlannedHandsForm(sizes, posted or None, initial=remembered, label_suffix=""),
    )


def _choosing(request: HttpRequest, draw_request: DrawRequest, *, status: int = 200) -> HttpResponse:
    context = {
        **of_evening(draw_request.evening_request),
        "draw_request": draw_request,
        "free": [(key, display_name(player), key in draw_request.chosen) for key, player in draw_request.free.items()],
        "games": game_names(draw_request.games),
    }
    return render(request, "evenings/draw.html", context, status=status)


def game_names(games: Mapping[str, Playable]) -> dict[str, str]:
    """Return the label of each game: its rule set, and the stake if the house rules name one."""
    names = {}
    for key, one in games.items():
        words = game_and_rules(one.rules.slug, one.slug)
        if one.of_house:
            words += " · " + _("house rules")
        if one.stake:
            words += f" · {sum_of_money(one.stake, one.currency)}"
        names[key] = words
    return names


def _draw(request: HttpRequest, draw_request: DrawRequest) -> HttpResponse:
    allowed, people = draw_request.games[draw_request.game].sizes, len(draw_request.chosen)
    number = number_of(draw_request.number) if draw_request.number else None
    if people < min(allowed):
        draw_request.problems["free"] = ngettext(
            "A table of this game needs at least %(least)s; %(number)s person is selected.",
            "A table of this game needs at least %(least)s; %(number)s people are selected.",
            people,
        ) % {"least": min(allowed), "number": people}
    elif number is not None and number not in numbers_of_tables(people, allowed):
        draw_request.problems["tables"] = _(
            "With %(people)s people there can be 1 to %(most)s tables of this game."
        ) % {
            "people": people,
            "most": people // min(allowed),
        }
    if draw_request.problems:
        return _choosing(request, draw_request, status=UNPROCESSABLE)
    tables, unseated = seat_draw.draw_lots(
        draw_request.evening_request.evening, draw_request.chosen, even_sizes(people, allowed, number)
    )
    drawn = tuple(DrawnTableRow(players=tuple(table), game=draw_request.game, token=new_token()) for table in tables)
    return _draw_page(request, draw_request, DrawBoard(tables=drawn, unseated=tuple(unseated)), draw_request.free)


def _swap(
    request: HttpRequest, draw_request: DrawRequest, board: DrawBoard, people: Mapping[int, Player]
) -> HttpResponse:
    two = [key for key in map(number_of, request.POST.getlist("swap")) if key in people]
    if len(set(two)) != 2:
        problem = _("Select the two people to swap.")
        return _draw_page(request, draw_request, board, people, problem=problem, marked=two, status=UNPROCESSABLE)
    return _draw_page(request, draw_request, board.swapped(*two), people)


def _start(
    request: HttpRequest, draw_request: DrawRequest, board: DrawBoard, people: Mapping[int, Player]
) -> HttpResponse:
    phone, evening = draw_request.evening_request.phone, draw_request.evening_request.evening
    throttling.spend("starts", throttling.caller(request))
    try:
        tables = board.drawn(draw_request.games, draw_request.stake.cleaned_data["stake"])
        device, label = phone.device, clubs.journal_name(phone)
        if seat_draw.are_a_round(evening, board.games):
            plan, seats = _round_of(draw_request, board, tables)
            tokens = [table.token for table in tables]
            rounds.draw_and_start(evening, plan, seats, tokens, device=device, label=label)
        else:
            table_start.start(evening, device=device, label=label, tables=tables)
    except KeyError:
        raise Http404 from None
    except ConflictError:
        problem = _("Someone else has changed this in the meantime. Draw again.")
        return _draw_page(request, draw_request, board, people, problem=problem, status=CONFLICT)
    except TableRefusedError as refused:
        return _draw_page(
            request, draw_request, board, people, refused=(refused.number, refused.error), status=UNPROCESSABLE
        )
    return redirect("evening_links", evening.public_id)


def _round_of(
    draw_request: DrawRequest, board: DrawBoard, tables: Sequence[DrawnTable]
) -> tuple[RoundPlan, RoundSeats]:
    """Return the tables as a round: what is played, and who sits where."""
    game, hands = tables[0].game, draw_request.hands.planned()
    plan = RoundPlan(
        game=game,
        seating=SeatingMethod.FEWEST_MEETINGS,
        hands={size: hands[size] for size in map(str, game.sizes) if size in hands},
        stake=tables[0].stake,
    )
    return plan, RoundSeats(tables=[table.players for table in tables], out=board.unseated)


def _on_paper(
    request: HttpRequest, draw_request: DrawRequest, board: DrawBoard, people: Mapping[int, Player]
) -> HttpResponse:
    """Redirect to the score sheets for these tables; starts nothing."""
    query = urlencode([("table", table.written()) for table in board.tables[:MOST_ON_PAPER]])
    return redirect(f"{reverse('print_evening', args=[draw_request.evening_request.evening.public_id])}?{query}")


def _draw_page(
    request: HttpRequest,
    draw_request: DrawRequest,
    board: DrawBoard,
    people: Mapping[int, Player],
    *,
    problem: str = "",
    marked: list[int] | None = None,
    refused: tuple[int, RuleError] | None = None,
    status: int = 200,
) -> HttpResponse:
    games = game_names(draw_request.games)
    context: dict[str, Any] = {
        **of_evening(draw_request.evening_request),
        "draw_request": draw_request,
        "tables": seat_draw_page.shown(
            board,
            people,
            games,
            draw_request.games,
            refused,
            seat_draw.first_number(draw_request.evening_request.evening, board.games),
        ),
        "left": [(key, display_name(people[key])) for key in board.unseated],
        "left_posted": ",".join(map(str, board.unseated)),
        "marked": marked or [],
        "people": board.people,
        "problem": problem,
    }
    return render(request, "evenings/drawn_tables.html", context, status=status)
