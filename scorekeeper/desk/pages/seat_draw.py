"""The seat draw of an evening: who plays with whom, and whether the drawn tables are a round."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import chain, groupby
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
from scorekeeper.desk import rounds, table_start
from scorekeeper.desk.pages.evening import PlannedHandsForm, StakeForm, of_evening
from scorekeeper.desk.pages.evening_request import EveningRequest, find_run_evening
from scorekeeper.desk.rounds import RoundPlan, RoundSeats
from scorekeeper.desk.seating import Entrant, SeatingMethod, SeatingRequest, count_meetings, numbers_of_tables, seat
from scorekeeper.desk.seating.requests import even_sizes
from scorekeeper.desk.table_start import DrawnTable, Playable, TableRefusedError
from scorekeeper.evenings.errors import EveningSettledError
from scorekeeper.evenings.models import Evening, Round
from scorekeeper.play.errors import ConflictError
from scorekeeper.play.evening_tables import free_players, next_table_number
from scorekeeper.play.formatting import game_and_rules, in_words, sum_of_money
from scorekeeper.play.models import Seat
from scorekeeper.play.pages.shared import new_token, token_in
from scorekeeper.play.session_draft import MOST_SEATS
from scorekeeper.web import throttling
from scorekeeper.web.errors import CONFLICT, UNPROCESSABLE
from scorekeeper.web.request_params import number_of


def draw_lots(evening: Evening, people: Sequence[int], sizes: Sequence[int]) -> tuple[list[list[int]], list[int]]:
    """Draw tables of these sizes for these players, by primary key; return them and the players left over.

    Those who have met tonight are kept apart as far as possible, and those who have played most are left over. Each
    call draws anew, the seats at a table included.
    """
    tables_tonight = _seated_tonight(evening)
    played = Counter(chain.from_iterable(tables_tonight))
    most = max(played.values(), default=0)
    lots = random.SystemRandom()
    seating = seat(
        SeatingRequest(
            sizes=sizes,
            entrants=[Entrant(number=int(key), name=key, sat_out=most - played[key]) for key in map(str, people)],
            method=SeatingMethod.FEWEST_MEETINGS,
            seed=lots.getrandbits(64),
            meetings=count_meetings([tables_tonight]),
        )
    )
    tables = [[int(key) for key in lots.sample(table, len(table))] for table in seating.tables]
    return tables, [int(key) for key in seating.out]


def _seated_tonight(evening: Evening) -> list[list[str]]:
    """Return who has sat at each table; the seating engine knows people by names, which are their keys here."""
    seats = Seat.objects.of(evening.sessions.not_deleted())
    rows = seats.order_by("stretch_id", "place").values_list("stretch_id", "player_id")
    return [[str(player) for _stretch, player in table] for _stretch, table in groupby(rows, key=lambda row: row[0])]


def are_a_round(evening: Evening, games: Collection[str]) -> bool:
    """Return whether drawn tables are a round: all play the same. The rounds of a tournament are drawn at its desk."""
    return len(set(games)) == 1 and not hasattr(evening, "tournament")


def first_number(evening: Evening, games: Collection[str]) -> int:
    """Return the number of the first of the drawn tables that play these games."""
    return 1 if are_a_round(evening, games) else next_table_number(evening)


@dataclass(frozen=True, kw_only=True)
class DrawnTableRow:
    """One table: the players in seat order, and the key of its game and rule set (see `Playable.key`)."""

    players: tuple[int, ...]
    game: str
    token: str = ""

    def written(self) -> str:
        """Return the table as written in query parameters.

        >>> DrawnTableRow(players=(3, 12, 5), game="skat:isko").written()
        'skat:isko:3,12,5'
        """
        return f"{self.game}:{','.join(map(str, self.players))}"

    @classmethod
    def read(cls, text: str) -> DrawnTableRow:
        """Read a table from query parameters; ignores whatever is not a number."""
        game, _sep, players = text.rpartition(":")
        return cls(players=_keys(players)[:MOST_SEATS], game=game)


@dataclass(frozen=True, kw_only=True)
class DrawBoard:
    """All tables, and the players left over."""

    tables: tuple[DrawnTableRow, ...]
    unseated: tuple[int, ...]

    @classmethod
    def of(cls, data: Mapping[str, str]) -> DrawBoard:
        """Read the posted tables; ignores whatever is not a number, and gives a malformed token's table a new one."""
        tables: list[DrawnTableRow] = []
        while (seats := data.get(f"seats-{len(tables)}")) is not None:
            number = len(tables)
            game, token = data.get(f"game-{number}", ""), token_in(data.get(f"token-{number}", ""))
            tables.append(DrawnTableRow(players=_keys(seats)[:MOST_SEATS], game=game, token=token))
        return cls(tables=tuple(tables), unseated=_keys(data.get("left", "")))

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(key for table in self.tables for key in table.players) + self.unseated

    @property
    def is_whole(self) -> bool:
        """Return whether there are tables, each with a token of its own, and nobody has two seats."""
        tokens = {table.token for table in self.tables}
        return 0 < len(self.tables) == len(tokens) and len(set(self.people)) == len(self.people)

    @property
    def games(self) -> tuple[str, ...]:
        return tuple(table.game for table in self.tables)

    def swapped(self, one: int, other: int) -> DrawBoard:
        """Return the tables with two people swapped; one of them may be left over."""
        other_of = {one: other, other: one}

        def then(keys: Sequence[int]) -> tuple[int, ...]:
            return tuple(other_of.get(key, key) for key in keys)

        tables = tuple(replace(table, players=then(table.players)) for table in self.tables)
        return DrawBoard(tables=tables, unseated=then(self.unseated))

    def drawn(self, games: Mapping[str, Playable], stake: Decimal | None) -> list[DrawnTable]:
        """Return the tables to start; raises `KeyError` for an unknown game."""
        return [
            DrawnTable(game=games[table.game], players=table.players, token=table.token, stake=stake)
            for table in self.tables
        ]


def _keys(text: str) -> tuple[int, ...]:
    """Return the numbers that the page posted, comma-separated.

    >>> _keys("3,x,12")
    (3, 12)
    """
    parts = text.split(",")
    return tuple(int(part) for part in parts if part.isascii() and part.isdigit() and len(part) < 10)


@dataclass(frozen=True, kw_only=True)
class ShownTable:
    """A table as the page prints it: its index on the page, and the table number it will have at the evening."""

    number: int
    at_evening: int
    drawn: DrawnTableRow
    people: Sequence[tuple[int, str]]
    games: Sequence[tuple[str, str]]
    problem: str

    @property
    def posted(self) -> str:
        return ",".join(map(str, self.drawn.players))


def shown(
    board: DrawBoard,
    people: Mapping[int, Player],
    games: Mapping[str, str],
    playable: Mapping[str, Playable],
    refused: tuple[int, RuleError] | None,
    first_number: int,
) -> list[ShownTable]:
    """Return the tables to print, each with the games for its number of players and its own error message."""
    tables = []
    for number, drawn in enumerate(board.tables):
        names = [display_name(people[key]) for key in drawn.players]
        problem = in_words(refused[1].message, names) if refused and refused[0] == number else ""
        tables.append(
            ShownTable(
                number=number,
                at_evening=first_number + number,
                drawn=drawn,
                people=list(zip(drawn.players, names, strict=True)),
                games=[(key, words) for key, words in games.items() if len(drawn.players) in playable[key].sizes],
                problem=problem,
            )
        )
    return tables


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
    posted.setlist("free", [str(player.pk) for player in free_players(evening_request.evening)])
    last = evening_request.evening.rounds.last()
    if last is not None:
        posted["game"] = f"{last.game}:{last.rules}"
        posted["stake"] = "" if last.stake is None else f"{last.stake.normalize():f}"
        posted.update(_hands_of(last))
    return posted


def _hands_of(round_: Round) -> dict[str, str]:
    return {f"hands_{size}": str(hands) for size, hands in round_.hands.items()}


def _draw_request(posted: QueryDict, evening_request: EveningRequest) -> DrawRequest:
    free_people = {player.pk: player for player in free_players(evening_request.evening)}
    games = table_start.playable(evening_request.evening)
    chosen = tuple(free_people)
    if posted:
        chosen = tuple(key for key in map(number_of, posted.getlist("free")) if key in free_people)
    game = posted.get("game") or table_start.default_game(evening_request.evening, games)
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
    return render(request, "desk/draw.html", context, status=status)


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
    tables, unseated = draw_lots(
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
        if are_a_round(evening, board.games):
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
        "tables": shown(
            board,
            people,
            games,
            draw_request.games,
            refused,
            first_number(draw_request.evening_request.evening, board.games),
        ),
        "left": [(key, display_name(people[key])) for key in board.unseated],
        "left_posted": ",".join(map(str, board.unseated)),
        "marked": marked or [],
        "people": board.people,
        "problem": problem,
    }
    return render(request, "desk/drawn_tables.html", context, status=status)
