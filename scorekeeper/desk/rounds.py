"""Writes of an evening's rounds: seats are drafted, looked at, swapped and published; then the tables are started.

Only the desk sees a draft, and each of its tables can play another game. Once a round is published, seats change only
with a reason, which the audit log keeps, and only at tables that have not started and have no list on paper, and only
players who take part get one. Nothing is written to a settled evening (`EveningSettledError`). The *clock* of a round
runs for its minutes once it is started.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from hashlib import blake2s

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games import registry
from games.scoring.errors import Code, RuleError
from games.scoring.text import message as _
from scorekeeper.clubs.names import display_name
from scorekeeper.desk import table_start
from scorekeeper.desk.audit_notes import EveningAction, note
from scorekeeper.desk.models import Tournament, tournament_of
from scorekeeper.desk.round_seats import by_table, started
from scorekeeper.desk.seating.requests import even_sizes
from scorekeeper.desk.table_start import Playable
from scorekeeper.evenings.models import Evening, Round, RoundSeat
from scorekeeper.evenings.queries import lock_evening, refuse_when_final
from scorekeeper.play.errors import ConflictError, NotThereError
from scorekeeper.play.evening_tables import free_players
from scorekeeper.play.models import Session

Seats = Sequence[Sequence[int]]
"""Who sits at each table in seat order, table 1 first, by primary key."""


# Seats


def chosen_sizes(people: int, game: Playable, *, size: int | None, tables: int | None) -> tuple[int, ...]:
    """Return the sizes of the tables of a round at an ordinary evening, of one size or so many if the desk chose that.

    Empty if there are too few people for one table. Raise `RuleError` at `size` or `tables` for what can't be had.
    """
    if size not in (None, *game.sizes):
        raise RuleError(Code.PLAYERS, "size", _("This game can’t be played at tables of {size}.", size=size))
    return even_sizes(people, game.sizes if size is None else (size,), tables)


@transaction.atomic(durable=True)
def draft(evening: Evening, plan: Round, tables: Seats, out: Sequence[int] = (), *, by: str = "") -> Round:
    """Store a round that is planned as the next one of an evening, with its seats and those who sit out."""
    return draft_locked(lock_evening(evening), plan, tables, out, by=by)


def draft_locked(evening: Evening, plan: Round, tables: Seats, out: Sequence[int], *, by: str = "") -> Round:
    """Do as `draft` does, at an evening that the caller has locked to work out the seats."""
    refuse_when_final(evening)
    last = evening.rounds.last()
    plan.evening, plan.number = evening, last.number + 1 if last else 1
    plan.save()
    _insert_seats(plan, tables, out)
    note(evening, by, EveningAction.DRAFT, str(plan.number))
    return plan


@transaction.atomic(durable=True)
def draw(
    evening: Evening, plan: Round, tables: Seats, out: Sequence[int] = (), *, seen: str = "", by: str = ""
) -> Round:
    """Draft the next round of an ordinary evening, in place of the draft with the `version` that was `seen`.

    Return any other draft that there is: the form was sent twice, or somebody else was faster. Raise `ConflictError`
    if the draft that was seen is gone, or if the evening has become a tournament, whose terms say how it is seated.
    """
    locked = lock_evening(evening)
    if tournament_of(locked):
        raise ConflictError
    before = locked.rounds.filter(published_at=None).first()
    if before is None and seen:
        raise ConflictError
    if before is not None:
        if version(before) != seen:
            return before
        before.delete()
    return draft_locked(locked, plan, tables, out, by=by)


@transaction.atomic(durable=True)
def choose_games(round_: Round, games: Mapping[int, Playable], *, seen: str) -> None:
    """Let tables of a draft play these games, by table number; nothing changes once the round is published.

    Raise `ConflictError` if the seats are no longer those of the `version` that was `seen`, and `RuleError` at `games`
    for a table that is too small or too large for its game.
    """
    locked = lock(round_)
    if locked.published_at is not None:
        return
    if seen != version(locked):
        raise ConflictError
    at_tables = by_table(locked.seats.all())
    for table, game in games.items():
        size = len(at_tables[table])
        if size not in game.sizes:
            message = _(
                "{players} people can’t play this game at table {number}. Choose another game there.",
                players=size,
                number=table,
            )
            raise RuleError(Code.PLAYERS, "games", message)
    own = f"{locked.game}:{locked.rules}"
    locked.games = round_.games = {str(table): game.key for table, game in games.items() if game.key != own}
    locked.save(update_fields=["games"])


def _insert_seats(round_: Round, tables: Seats, out: Sequence[int]) -> None:
    rows = [
        RoundSeat(round=round_, player_id=player, table=number, place=place)
        for number, players in enumerate(tables, 1)
        for place, player in enumerate(players)
    ]
    RoundSeat.objects.bulk_create([*rows, *(RoundSeat(round=round_, player_id=player) for player in out)])


@transaction.atomic(durable=True)
def draw_again(round_: Round, tables: Seats, out: Sequence[int], *, seen: str, by: str = "") -> None:
    """Give a draft other seats; tables of other sizes lose the game that was chosen for them.

    Raise `ConflictError` if the draft is no longer that of the `version` that was `seen`.
    """
    locked = _lock_seen(round_, seen)
    if locked.published_at is not None:
        raise ConflictError
    before = [len(at_table) for at_table in by_table(locked.seats.all()).values()]
    if before != list(map(len, tables)):
        locked.games = {}
        locked.save(update_fields=["games"])
    locked.seats.all().delete()
    _insert_seats(locked, tables, out)
    note(locked.evening, by, EveningAction.DRAFT, str(locked.number))


@transaction.atomic(durable=True)
def discard(round_: Round, *, seen: str | None = None, by: str = "") -> None:
    """Delete a draft; one that is already gone is no error.

    Raise `ConflictError` if it has been published or is no longer that of the `version` that was `seen`, and
    `ResultStandsError` if the result of its tournament is final.
    """
    evening = lock_evening(round_.evening)
    draft_ = evening.rounds.filter(pk=round_.pk).first()
    if draft_ is None:
        return
    refuse_when_final(evening)
    if draft_.published_at is not None or seen not in (None, version(draft_)):
        raise ConflictError
    draft_.delete()
    note(evening, by, EveningAction.DISCARD, str(round_.number))


@transaction.atomic(durable=True)
def swap(
    round_: Round,
    one: int,
    other: int,
    *,
    seen: str | None = None,
    reason: str = "",
    by: str = "",
) -> None:
    """Swap the seats of two players; one of them may sit out.

    Raise `RuleError` for a published round without a reason, at `reason`, and for a table whose seats stay, at `swap`;
    `ConflictError` if the seats are no longer those of the `version` that was `seen`, so that a second tap doesn't swap
    the two back.
    """
    locked = _lock_seen(round_, seen)
    seats = {seat.player_id: seat for seat in locked.seats.select_related("player").filter(player__in=(one, other))}
    if len(seats) != 2:
        raise NotThereError("both must have a seat in the round, or sit out")
    _require_reason(locked, reason)
    _refuse_begun(locked, [seat.table for seat in seats.values()], field="swap")
    first, second = seats[one], seats[other]
    places = (second.table, second.place), (first.table, first.place)
    RoundSeat.objects.filter(pk__in=(first.pk, second.pk)).update(table=None, place=None)  # frees the places
    for seat, (table, place) in zip((first, second), places, strict=True):
        RoundSeat.objects.filter(pk=seat.pk).update(table=table, place=place)
    names = [display_name(seat.player) for seat in (first, second)]
    note(locked.evening, by, EveningAction.SWAP, str(locked.number), *names, reason.strip())


@transaction.atomic(durable=True)
def seat(
    round_: Round,
    player: int,
    table: int,
    *,
    seen: str | None = None,
    reason: str = "",
    by: str = "",
) -> None:
    """Seat somebody at the first free place of a table: a late entry, or one who sits out.

    Raise `RuleError` for a published round without a reason, at `reason`, and for a table that is full or whose seats
    stay, at `table`; `ConflictError` as `swap` does, and for somebody who may not sit; and `NotThereError` for a player
    who has a seat in the round already.
    """
    locked = _lock_seen(round_, seen)
    row = locked.seats.filter(player=player).first() or RoundSeat(round=locked, player_id=player)
    taken = set(locked.seats.filter(table=table).values_list("place", flat=True))
    if row.table is not None or not taken:
        raise NotThereError("the player must be without a seat, and the table in the round")
    if not may_sit(locked, player):
        raise ConflictError
    _require_reason(locked, reason)
    _refuse_begun(locked, [table], field="table")
    if len(taken) + 1 not in game_of(locked, table).sizes:
        raise RuleError(Code.PLAYERS, "table", _("Table {number} is full.", number=table))
    row.table, row.place = table, min(set(range(len(taken) + 1)) - taken)
    row.save()
    words = str(locked.number), display_name(row.player), str(table), reason.strip()
    note(locked.evening, by, EveningAction.SEAT, *words)


@transaction.atomic(durable=True)
def did_not_come(
    round_: Round,
    player: int,
    *,
    instead: int | None = None,
    seen: str | None = None,
    reason: str = "",
    by: str = "",
) -> None:
    """Take somebody who did not come out of a round; `instead` gets the seat, or the table plays with one fewer.

    Raise `RuleError` for a published round without a reason, at `reason`, and at `swap` for a table whose seats
    stay, or that is too small for one fewer; `ConflictError` as `seat` does. `instead` sits out, or has no seat yet.
    """
    locked = _lock_seen(round_, seen)
    row = locked.seats.select_related("player").filter(player=player).first()
    other = locked.seats.filter(player=instead).first() or RoundSeat(round=locked, player_id=instead or 0)
    if row is None or other.table is not None or other.player_id == player:
        raise NotThereError("the player must be in the round, and the other at none of its tables")
    if instead is not None and not may_sit(locked, instead):
        raise ConflictError
    _require_reason(locked, reason)
    _refuse_begun(locked, [row.table], field="swap")
    row.delete()
    if instead is not None and row.table is not None:
        other.table, other.place = row.table, row.place
        other.save()
    elif row.table is not None:
        _close_gap(locked, row)
    name = "" if instead is None else display_name(other.player)
    words = str(locked.number), display_name(row.player), name, reason.strip()
    note(locked.evening, by, EveningAction.DID_NOT_COME, *words)


def _close_gap(round_: Round, left: RoundSeat) -> None:
    """Let those who sat behind somebody move up; raise `RuleError` if too few are left."""
    others = list(round_.seats.filter(table=left.table).order_by("place"))
    if len(others) not in game_of(round_, left.table or 0).sizes:
        message = _(
            "Table {number} can’t play with {players}. Choose who gets the seat, or first swap {name} with somebody at "
            "a larger table.",
            number=left.table,
            players=len(others),
            name=display_name(left.player),
        )
        raise RuleError(Code.PLAYERS, "swap", message)
    for place, seat_ in enumerate(others):
        RoundSeat.objects.filter(pk=seat_.pk).update(place=place)


def _require_reason(round_: Round, reason: str) -> None:
    if round_.published_at is not None and not reason.strip():
        raise RuleError(Code.REQUIRED, "reason", _("This round is published. Give a reason for the change."))


def version(round_: Round) -> str:
    """Return a short hash of a round and its seats, by which a page says what it showed."""
    seats = round_.seats.order_by("pk").values_list("player", "table", "place")
    return blake2s(repr((round_.pk, *seats)).encode(), digest_size=8).hexdigest()


@transaction.atomic(durable=True)
def publish(round_: Round, *, seen: str | None = None, by: str = "") -> Round:
    """Show everybody where they sit. Publishing again changes nothing.

    Raise `ConflictError` if the seats are no longer those of the `version` that was `seen`.
    """
    locked = lock(round_)
    _publish(locked, seen, by)
    return locked


def _publish(locked: Round, seen: str | None, by: str) -> None:
    if locked.published_at is not None:
        return
    if seen not in (None, version(locked)):
        raise ConflictError
    locked.published_at = timezone.now()
    locked.save(update_fields=["published_at"])
    note(locked.evening, by, EveningAction.PUBLISH, str(locked.number))


def lock(round_: Round) -> Round:
    """Lock the evening of a round and return the round as stored.

    Raise `ConflictError` if it was discarded, and `ResultStandsError` if the result of the evening is final.
    """
    evening = lock_evening(round_.evening)
    refuse_when_final(evening)
    locked = evening.rounds.filter(pk=round_.pk).first()
    if locked is None:
        raise ConflictError
    locked.evening = evening
    return locked


def lock_published(round_: Round) -> Round:
    """Lock a published round; raise `ConflictError` for a draft."""
    locked = lock(round_)
    if locked.published_at is None:
        raise ConflictError
    return locked


def _lock_seen(round_: Round, seen: str | None) -> Round:
    """Lock a round; raise `ConflictError` as well if it is no longer that of the `version` that was seen."""
    locked = lock(round_)
    if seen not in (None, version(locked)):
        raise ConflictError
    return locked


def _refuse_begun(round_: Round, tables: Sequence[int | None], *, field: str) -> None:
    begun, listed = started(round_), tables_with_list(round_)
    for table in tables:
        if table in begun:
            message = _("Table {number} has started. Change its players at the table.", number=table)
            raise RuleError(Code.IMPOSSIBLE, field, message)
        if table is not None and table in listed:
            raise _has_list(table, field)


def _has_list(table: int, field: str) -> RuleError:
    message = _("Table {number} already has a list, so its seats can’t be changed.", number=table)
    return RuleError(Code.IMPOSSIBLE, field, message)


# Tables


@transaction.atomic(durable=True)
def start_tables(
    round_: Round,
    tables: Sequence[int] | None = None,
    *,
    seen: str | None = None,
    device: str,
    label: str,
) -> list[Session]:
    """Start the tables of a round, or some of them, and return their sessions.

    The draft of an ordinary evening is published by that, if it is that of the `version` that was `seen`; the draft of
    a tournament raises `ConflictError`. Tables that have been started stay as they are, and their sessions are returned
    with the others. All are started or none: raise `TableRefusedError` for the first that is refused, and `RuleError`
    for one that has a list on paper, and for one of whose players has left.
    """
    locked = lock(round_)
    if locked.published_at is None and tournament_of(locked.evening):
        raise ConflictError
    _publish(locked, seen, label)
    for table in tables_with_list(locked):
        if tables is None or table in tables:
            raise _has_list(table, "start")
    begun = started(locked)
    at_tables = by_table(locked.seats.all())
    if not set(tables or ()) <= at_tables.keys():
        raise NotThereError("the tables must be in the round")
    seated = {
        number: [seat.player_id for seat in at_table]
        for number, at_table in at_tables.items()
        if tables is None or number in tables
    }
    waiting = {number: players for number, players in seated.items() if number not in begun}
    _refuse_departed(locked, [player for players in waiting.values() for player in players])
    new = table_start.start_all(locked, waiting, games_of(locked, waiting), device=device, label=label)
    begun.update(new)
    if new:
        note(locked.evening, label, EveningAction.DRAW, str(len(new)))
    return [begun[number] for number in seated]


def _refuse_departed(round_: Round, players: Sequence[int]) -> None:
    """Raise `RuleError` at `start` if one of these people has left: starting a table would mark them as present."""
    left = round_.evening.presences.filter(player__in=players, left_at__isnull=False).select_related("player").first()
    if left is not None:
        message = _(
            "{name} has left. Choose who gets the seat, or mark them as present again.", name=display_name(left.player)
        )
        raise RuleError(Code.NOT_PLAYING, "start", message)


def game_of(round_: Round, table: int = 0) -> Playable:
    """Return what is played at a table of a round; without one, where no other game was chosen."""
    return games_of(round_, [table])[table]


def games_of(round_: Round, tables: Iterable[int]) -> dict[int, Playable]:
    """Return what is played at tables of a round: as the tournament says, or else the club's house rules.

    Raise `NotThereError` if a game is not installed any more.
    """
    tournament = Tournament.objects.filter(evening=round_.evening_id).first()
    games = {} if tournament else table_start.playable(round_.evening)
    played = {}
    for table in tables:
        slug, rules = round_.played_at(table)
        game = registry.find(slug)
        if game is None:
            raise NotThereError(f"the game {slug} is not installed")
        if tournament:
            played[table] = Playable(rules=game.rules, slug=rules, options=tournament.options)
        else:
            choice = games[f"{slug}:{rules}"]
            with_stake = replace(choice, stake=round_.stake, currency=round_.evening.currency)
            played[table] = choice if choice.stake else with_stake
    return played


MOST_MINUTES = 600
SENT_AGAIN = timedelta(seconds=10)
"""Within this time after a start, another start with the same minutes is the same form sent again."""


@transaction.atomic(durable=True)
def start_clock(round_: Round, minutes: int, *, by: str = "") -> Round:
    """Start the clock of a published round, or start it again.

    A clock that was started with the same minutes a moment ago (`SENT_AGAIN`) keeps running. Raise `RuleError` at
    `minutes` if they are too few or too many, and `ConflictError` for a draft.
    """
    if not 0 < minutes <= MOST_MINUTES:
        raise RuleError(Code.OUT_OF_RANGE, "minutes", _("Enter 1 to {most} minutes.", most=MOST_MINUTES))
    locked, now = lock_published(round_), timezone.now()
    if locked.minutes == minutes and locked.clock_started_at and now - locked.clock_started_at < SENT_AGAIN:
        return locked
    locked.minutes, locked.clock_started_at = minutes, now
    locked.save(update_fields=["minutes", "clock_started_at"])
    note(locked.evening, by, EveningAction.CLOCK, str(locked.number), str(minutes))
    return locked


@transaction.atomic(durable=True)
def stop_clock(round_: Round) -> None:
    """Stop the clock; its minutes stay for the next start."""
    locked = lock(round_)
    locked.clock_started_at = None
    locked.save(update_fields=["clock_started_at"])


def clock_ends_at(round_: Round) -> datetime | None:
    """Return when the clock runs out, or None if it is not running."""
    if round_.clock_started_at is None or round_.minutes is None:
        return None
    return round_.clock_started_at + timedelta(minutes=round_.minutes)


def tables_with_list(round_: Round) -> set[int]:
    """Return the tables that have a list, by number: their results belong to the places, so the players stay."""
    return set(round_.lists.exclude(results=None).values_list("table", flat=True))


def unseated(round_: Round) -> list[tuple[int, str]]:
    """Return who could get a seat at a table of a round, by primary key and name: who is free, or takes part."""
    seated = {seat.player_id for seat in round_.seats.all() if seat.table is not None}
    tournament = Tournament.objects.filter(evening=round_.evening_id).first()
    if tournament is None:
        free = [(player.pk, display_name(player)) for player in free_players(round_.evening)]
    else:
        playing = Q(withdrawn_after=None) | Q(withdrawn_after__gte=round_.number)
        free = list(tournament.entries.filter(playing).values_list("player", "name"))
    return [(key, name) for key, name in free if key not in seated]


def may_sit(round_: Round, player: int) -> bool:
    """Return whether a player can get a seat at a table of a round."""
    return player in dict(unseated(round_))
