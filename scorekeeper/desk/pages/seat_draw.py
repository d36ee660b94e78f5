"""The seat draw of an evening: who plays, which game, and who sits with whom. What is drawn is the draft of a round."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.game import Game
from games.scoring.errors import RuleError
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.names import display_name
from scorekeeper.desk import rounds, table_start
from scorekeeper.desk.pages.evening import PlannedHandsForm, StakeForm, evening_context
from scorekeeper.desk.pages.evening_request import EveningRequest, find_run_evening
from scorekeeper.desk.round_seats import earlier_tables, started
from scorekeeper.desk.seating.methods import seat
from scorekeeper.desk.seating.requests import Entrant, SeatingMethod, SeatingRequest
from scorekeeper.desk.table_start import Playable
from scorekeeper.evenings.errors import EveningSettledError
from scorekeeper.evenings.models import Evening, Round
from scorekeeper.play.errors import ConflictError
from scorekeeper.play.evening_tables import free_players
from scorekeeper.play.formatting import game_and_rules, in_words, sum_of_money
from scorekeeper.play.game_picker import games_in_order
from scorekeeper.web.errors import CONFLICT, UNPROCESSABLE
from scorekeeper.web.request_params import number_of


def draw_lots(evening: Evening, people: Sequence[int], sizes: Sequence[int]) -> tuple[list[list[int]], list[int]]:
    """Draw tables of these sizes for these players, by primary key; return them and the players left over.

    Those who have played most are left over, and those sit at odd tables who have done so least. Then those who have
    met tonight are kept apart as far as possible. Each call draws anew, the seats at a table included.
    """
    earlier = earlier_tables(evening)
    played = Counter(key for _round, table in earlier.tables for key in table)
    most = max(played.values(), default=0)
    lots = random.SystemRandom()
    seating = seat(
        SeatingRequest(
            sizes=sizes,
            entrants=[
                Entrant(number=int(key), name=key, sat_out=most - played[key], at_odd_tables=earlier.at_odd_tables[key])
                for key in map(str, people)
            ],
            method=SeatingMethod.FEWEST_MEETINGS,
            seed=lots.getrandbits(64),
            meetings={pair: len(rounds) for pair, rounds in earlier.met.items()},
            rotate=True,
        )
    )
    tables = [[int(key) for key in lots.sample(table, len(table))] for table in seating.tables]
    return tables, [int(key) for key in seating.out]


AGAIN = "again"


@dataclass(frozen=True, kw_only=True)
class DrawRequest:
    """What the form says: who of those free plays, which game, the tables, at which stake, how many hands.

    `size` is the one chosen for all tables, of `sizes`. `seen` is the version of the draft that another draw replaces;
    empty without a draft. Tables that played another game in the last round keep it, if as many people sit there.
    """

    evening_request: EveningRequest
    free: Mapping[int, Player]
    games: Mapping[str, Playable]
    chosen: tuple[int, ...]
    game: str
    size: str
    sizes: Sequence[int]
    number: str
    stake: StakeForm
    hands: PlannedHandsForm
    seen: str
    games_of_tables: Mapping[str, str]
    problems: dict[str, str] = field(default_factory=dict)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def draw(request: HttpRequest, evening: str) -> HttpResponse:
    """Choose who plays, and draft a round of them; the rounds of a tournament are drawn at its desk.

    While there is a draft, this leads to it, unless the page is asked to `change` what it was drawn with. `AGAIN` draws
    everybody who is free for the next round, with the terms of the last one.
    """
    evening_request = find_run_evening(request, evening)
    if hasattr(evening_request.evening, "tournament"):
        return redirect("tournament_rounds", evening)
    if evening_request.evening.settled_at is not None:
        raise EveningSettledError(evening_request.evening)
    draft = evening_request.evening.rounds.filter(published_at=None).first()
    if draft is not None and request.method != "POST" and "change" not in request.GET:
        return redirect("round", evening, draft.number)
    again = request.POST.get("action") == AGAIN
    posted = _same_terms(evening_request) if again else request.POST
    draw_request = _draw_request(posted, evening_request, games_in_order(request))
    if request.method != "POST":
        return _choosing(request, draw_request)
    if not draw_request.stake.is_valid() or not draw_request.hands.is_valid():
        return _choosing(request, draw_request, status=UNPROCESSABLE)
    return _draw(request, draw_request)


def _same_terms(evening_request: EveningRequest) -> QueryDict:
    """Return what the form would post for a round of everybody who is free, on the terms of the last round."""
    posted = QueryDict(mutable=True)
    posted.setlist("free", [str(player.pk) for player in free_players(evening_request.evening)])
    last = evening_request.evening.rounds.last()
    if last is not None:
        posted["game"] = rounds.game_of(last).key
        posted.update({**_tables_of(last), **_hands_of(last), "stake": _stake_of(last)})
    return posted


def _stake_of(round_: Round) -> str:
    return "" if round_.stake is None else f"{round_.stake.normalize():f}"


def _tables_of(round_: Round) -> dict[str, str]:
    return {"size": str(round_.table_size or ""), "tables": str(round_.wished_tables or "")}


def _hands_of(round_: Round) -> dict[str, str]:
    return {f"hands_{size}": str(hands) for size, hands in round_.hands.items()}


def _draw_request(posted: QueryDict, evening_request: EveningRequest, in_order: Sequence[Game]) -> DrawRequest:
    """Read the form; an empty one has what a draft was drawn with, or what is usual."""
    evening = evening_request.evening
    free_people = {player.pk: player for player in free_players(evening)}
    games = table_start.playable(evening, in_order)
    last = evening.rounds.last()
    of_last = f"{last.game}:{last.rules}" if last else ""
    draft = last if last and last.published_at is None else None
    chosen, initial = list(free_people), {}
    size, number = posted.get("size", ""), posted.get("tables", "").strip()
    game = posted.get("game") or (of_last if draft else table_start.default_game(evening, games))
    if last and game == of_last:
        initial = _hands_of(last)
    if posted:
        chosen = list(dict.fromkeys(map(number_of, posted.getlist("free"))))
    elif draft:
        chosen = [seat.player_id for seat in draft.seats.all()]
        initial["stake"] = _stake_of(draft)
        size, number = _tables_of(draft).values()
    sizes = sorted({size for choice in games.values() for size in choice.sizes})
    return DrawRequest(
        evening_request=evening_request,
        free=free_people,
        games=games,
        chosen=tuple(key for key in chosen if key in free_people),
        game=game if game in games else next(iter(games)),
        size=size,
        sizes=sizes,
        number=number,
        stake=StakeForm(posted or None, initial=initial),
        hands=PlannedHandsForm(sizes, posted or None, initial=initial),
        seen=posted.get("seen", "") if posted else rounds.version(draft) if draft else "",
        games_of_tables=last.games if last and game == of_last else {},
    )


def _choosing(request: HttpRequest, draw_request: DrawRequest, *, problem: str = "", status: int = 200) -> HttpResponse:
    last = draw_request.evening_request.evening.rounds.exclude(published_at=None).last()
    context = {
        **evening_context(draw_request.evening_request),
        "problem": problem,
        "waits": last if last and not started(last) else None,
        "draw_request": draw_request,
        "free": [(key, display_name(player), key in draw_request.chosen) for key, player in draw_request.free.items()],
        "games": game_names(draw_request.games),
    }
    return render(request, "desk/draw.html", context, status=status)


def game_names(games: Mapping[str, Playable]) -> dict[str, str]:
    """Return the label of each game: its rule set, and the stake if the house rules name one."""
    names = {}
    for key, choice in games.items():
        words = game_and_rules(choice.rules.slug, choice.slug)
        if choice.of_house:
            words += " · " + _("house rules")
        if choice.stake:
            words += f" · {sum_of_money(choice.stake, choice.currency)}"
        names[key] = words
    return names


def _draw(request: HttpRequest, draw_request: DrawRequest) -> HttpResponse:
    game, hands = draw_request.games[draw_request.game], draw_request.hands.planned()
    plan = Round(
        game=game.rules.slug,
        rules=game.slug,
        seating=SeatingMethod.FEWEST_MEETINGS,
        hands={size: hands[size] for size in map(str, game.sizes) if size in hands},
        table_size=number_of(draw_request.size) if draw_request.size else None,
        wished_tables=number_of(draw_request.number) if draw_request.number else None,
        stake=draw_request.stake.cleaned_data["stake"],
    )
    people = len(draw_request.chosen)
    try:
        sizes = rounds.chosen_sizes(people, game, size=plan.table_size, tables=plan.wished_tables)
    except RuleError as error:
        draw_request.problems[str(error.field)] = in_words(error.message)
    else:
        if not sizes:
            draw_request.problems["free"] = ngettext(
                "A table of this game needs at least %(least)s; %(number)s person is selected.",
                "A table of this game needs at least %(least)s; %(number)s people are selected.",
                people,
            ) % {"least": plan.table_size or min(game.sizes), "number": people}
    if draw_request.problems:
        return _choosing(request, draw_request, status=UNPROCESSABLE)
    plan.games = {
        table: key
        for table, key in draw_request.games_of_tables.items()
        if sizes[int(table) - 1 : int(table)] and sizes[int(table) - 1] in draw_request.games[key].sizes
    }
    found = draw_request.evening_request
    lots = draw_lots(found.evening, draw_request.chosen, sizes)
    try:
        drafted = rounds.draw(found.evening, plan, *lots, seen=draw_request.seen, by=found.by)
    except ConflictError:
        problem = _("Someone else has changed this in the meantime. Draw again.")
        return _choosing(request, replace(draw_request, seen=""), problem=problem, status=CONFLICT)
    return redirect("round", found.evening.public_id, drafted.number)
