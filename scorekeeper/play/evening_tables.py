"""A table at its evening: who sits there, its number, and what keeps it from changing.

A table keeps its number when it continues with other players or plays again. A session that is played after a round
counts as another table, since round and number together name the one before. A session without an evening has no
number. Callers lock the evening first, so that no two tables get the same number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db.models import F, Max, Q, QuerySet
from django.utils import timezone

from games.scoring.errors import Code, RuleError
from games.scoring.text import message as _
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.names import display_name, name_order
from scorekeeper.evenings.errors import EveningSettledError, ResultStandsError
from scorekeeper.evenings.models import Evening, Presence, Round, RoundSeat
from scorekeeper.evenings.queries import refuse_when_final
from scorekeeper.play import queries
from scorekeeper.play.models import Seat, Session


def lock_evening_of(session: Session) -> None:
    """Lock the evening of a session, if it has one, because what the session has come to is about to change.

    Raise `EveningSettledError` if the evening is settled, and `ResultStandsError` if the table's list is confirmed or
    the result final.
    """
    _refuse_change(session, Evening.objects.select_for_update(of=("self",)))


def refuse_change_of(session: Session) -> None:
    """Raise what `lock_evening_of` raises, without locking: for a page, which then doesn't offer the change."""
    _refuse_change(session, Evening.objects.all())


def _refuse_change(session: Session, evenings: QuerySet[Evening]) -> None:
    for evening in evenings.filter(sessions=session.pk):
        if evening.settled_at is not None:
            raise EveningSettledError(evening)
        refuse_when_confirmed(session)


LIST_IS_CONFIRMED = _("The list of this table is confirmed. Open it again first, with a reason.")


def refuse_when_confirmed(session: Session) -> None:
    """Raise `ResultStandsError` if the list of a session's table is confirmed, or the whole result final."""
    if session.round is None or session.table_number is None:
        return
    refuse_when_final(session.round.evening)
    if session.round.lists.filter(table=session.table_number, confirmed_at__isnull=False).exists():
        raise ResultStandsError(LIST_IS_CONFIRMED)


# Seating


def seat_players(evening: Evening, session: Session, *, afterwards: bool = False) -> None:
    """Mark the players of a session just started as present; refuses anyone who sits at another open table.

    For a session entered `afterwards`, newcomers are present from when it started, and those who have left stay away.
    Raise `ResultStandsError` at a tournament's evening whose result is final: a further table would count there.
    """
    refuse_when_final(evening)
    players = _players_of(session)
    refuse_seated(evening, players, apart_from=session)
    present = set(evening.presences.filter(player__in=players).values_list("player_id", flat=True))
    if not afterwards:
        evening.presences.filter(player__in=players, left_at__isnull=False).update(left_at=None)
    came_at = session.started_at if afterwards else timezone.now()
    Presence.objects.bulk_create(
        Presence(evening=evening, player=player, came_at=came_at, by_table=True)
        for player in players
        if player.pk not in present
    )


def refuse_seated_elsewhere(evening: Evening, session: Session) -> None:
    """Raise `RuleError` if one of the players of a session sits at another open table of the evening."""
    refuse_seated(evening, _players_of(session), apart_from=session)


def refuse_return(evening: Evening, session: Session) -> None:
    """Raise `RuleError` if a deleted session can't return: the evening has moved on without it.

    Its players sit at another open table, or its table of the round was started again.
    """
    if session.closed_at is None:
        refuse_seated_elsewhere(evening, session)
    if session.round is None:
        return
    at_table = evening.sessions.listed().filter(round=session.round, table_number=session.table_number)
    if at_table.exclude(pk=session.pk).exists():
        message = _(
            "Table {number} of round {round} is played in another session now. Delete that one first.",
            number=session.table_number,
            round=session.round.number,
        )
        raise RuleError(Code.IMPOSSIBLE, "players", message)


def _players_of(session: Session) -> list[Player]:
    """Return those who sit at a table now, or sat there last."""
    return [seat.player for seat in queries.seats(session)]


def seat_players_again(evening: Evening, session: Session) -> None:
    """Mark the players of a session that returns to the evening as present, from when it was started."""
    presences = [
        Presence(evening=evening, player_id=seat.player_id, came_at=session.started_at, by_table=True)
        for seat in session.people
    ]
    Presence.objects.bulk_create(presences, ignore_conflicts=True)


def present_for(evening: Evening, session: Session) -> QuerySet[Presence]:
    """Return the presences that only this session created: not entered by hand, and at no other table."""
    own = Seat.objects.of([session])
    others = Seat.objects.of(evening.sessions.listed().exclude(pk=session.pk))
    presences = evening.presences.filter(player__in=own.values("player"), by_table=True)
    return presences.exclude(player__in=others.values("player"))


def refuse_seated(
    evening: Evening, players: Sequence[Player], *, apart_from: Session | None = None, field: str = "players"
) -> None:
    """Raise `RuleError` if one of the players sits at another open table of the evening."""
    open_tables = evening.sessions.in_play()
    if apart_from is not None:
        open_tables = open_tables.exclude(pk=apart_from.pk)
    seats = Seat.objects.of(open_tables).filter(player__in=players)
    seated = seats.in_last_stretch().order_by("player_id").first()
    if seated is not None:
        words = _(
            "{name} is still at another of this evening’s tables. Close that table first, or change its players.",
            name=seated.name,
        )
        raise RuleError(Code.SAME_PLAYER, field, words)


def free_players(evening: Evening) -> list[Player]:
    """Return those present who sit at no open table, by display name."""
    seats = Seat.objects.of(evening.sessions.in_play())
    seated = seats.in_last_stretch().values("player")
    present = evening.presences.filter(left_at=None).exclude(player__in=seated).values("player")
    return sorted(Player.objects.filter(pk__in=present), key=lambda player: name_order(display_name(player)))


TABLES_IN_ORDER = (F("round__number").asc(nulls_first=True), "table_number", "started_at", "pk")
"""The order of an evening's sessions: by round and table number, those outside of any round first."""


def next_table_number(evening: Evening) -> int:
    """Return the number of the evening's next table."""
    highest: int | None = evening.sessions.aggregate(highest=Max("table_number"))["highest"]
    return (highest or 0) + 1


def table_number_at(evening: Evening | None, before: Session | None, of_round: Round | None = None) -> int | None:
    """Return a table's number: that of the session `before` at the same table, or else the next.

    The session before counts only if it is of the same round, or of none as well. None without an evening.
    """
    if evening is None:
        return None
    if before is None or before.evening_id != evening.pk or before.round != of_round or before.table_number is None:
        return next_table_number(evening)
    return before.table_number


def number_tables(club: Club) -> None:
    """Give every table without a number one, in the order in which they were started."""
    missing = Session.objects.filter(club=club, table_number=None).exclude(evening=None)
    for session in missing.select_related("evening", "round").order_by("started_at", "pk"):
        before = Session.objects.filter(followed_by=session).first()
        session.table_number = table_number_at(session.evening, before, session.round)
        session.save(update_fields=["table_number"])


# Seats of a round


def refuse_round_seat(session: Session, name: str, player: Player | None, *, field: str) -> None:
    """Raise `RuleError` if somebody can't have a seat at a table of a round; without a player it is somebody new.

    They have a seat or have played at another table of it, or the round is one of a tournament that they haven't
    entered.
    """
    if session.round is None:
        return
    others = session.round.sessions.listed().exclude(pk=session.pk)
    plays = Seat.objects.of(others).filter(player=player).values_list("stretch__session__table_number", flat=True)
    seats = RoundSeat.objects.filter(round=session.round, player=player, table__isnull=False)
    elsewhere = [*seats.exclude(table=session.table_number).values_list("table", flat=True), *plays]
    if elsewhere:
        words = _("{name} has a seat at table {number} of this round.", name=name, number=elsewhere[0])
        raise RuleError(Code.SAME_PLAYER, field, words)
    takes_part = Q(entries__withdrawn_after=None) | Q(entries__withdrawn_after__gte=session.round.number)
    entered = Player.objects.filter(takes_part, entries__tournament__evening=session.evening_id)
    if queries.tournament_tables([session]) and (player is None or not entered.filter(pk=player.pk).exists()):
        words = _("{name} takes no part in this round of the tournament. Enter them at the desk first.", name=name)
        raise RuleError(Code.UNKNOWN_PLAYER, field, words)


def move_round_seats(session: Session, players: Mapping[int, Player]) -> None:
    """Give others the seats that people have at this table in its round; who has no seat then and is there sits out."""
    if session.round is None or not players:
        return
    seats = list(RoundSeat.objects.filter(round=session.round, table=session.table_number, player__in=players))
    taking = [players[seat.player_id] for seat in seats]
    out = {seat.player_id for seat in seats} - {player.pk for player in taking}
    if not queries.tournament_tables([session]):
        there = Presence.objects.filter(evening=session.evening_id, player__in=out)
        out = set(there.values_list("player_id", flat=True))
    without_table = RoundSeat.objects.filter(round=session.round, player__in=taking, table=None)
    RoundSeat.objects.filter(pk__in=[seat.pk for seat in (*seats, *without_table)]).delete()
    RoundSeat.objects.bulk_create(
        [
            *(
                RoundSeat(round=session.round, player=player, table=seat.table, place=seat.place)
                for seat, player in zip(seats, taking, strict=True)
            ),
            *(RoundSeat(round=session.round, player_id=player) for player in out),
        ]
    )
