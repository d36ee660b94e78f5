"""Writes of the lists of tables: typed, confirmed, disputed and corrected; and who may confirm one.

A second player confirms, that is, not the one who wrote it. The *writers* are the phone that recorded last and the one
that closed the session, unless it did so as the last that agreed that the round is over. A phone belongs to a player if
it records under the player's name. If only the writers have a phone at the table, one of them passes it on: another
player checks the list there and taps their own name.

A list is proposed by the person who typed it, or by the session of its table once that is closed. A second player of
the table confirms it, or the desk that has seen a signature. From then on it counts, and its session can't be changed.
A dispute keeps it from counting until the desk has settled it: by correcting the list or the session, and confirming
it. Every write locks the evening first, so that of two at once the second sees what the first has written: it raises
`ConflictError` if the list is no longer that of the `version` that was seen. Doing the same again changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2s

from django.db import transaction
from django.utils import timezone

from games.scoring.errors import Code, RuleError
from games.scoring.text import message as _
from scorekeeper.clubs.names import folded, tidy
from scorekeeper.desk import rounds
from scorekeeper.desk.audit_notes import DeskAction, note
from scorekeeper.desk.document.results import read_sheet, results_of, round_results
from scorekeeper.desk.models import TableList, Tournament
from scorekeeper.desk.round_seats import started, was_played_by
from scorekeeper.desk.stored_result import game_of
from scorekeeper.desk.table_states import Results
from scorekeeper.evenings.models import Round
from scorekeeper.play.errors import PANEL, ConflictError, NotThereError
from scorekeeper.play.ledger import session_ledger
from scorekeeper.play.models import BESIDE_PLAY, Access, Change, Role, Session, Verb


@dataclass(frozen=True, kw_only=True)
class Confirmers:
    """Who may confirm on one phone. If nobody may, `elsewhere` are those who may do so on their own phones."""

    names: Sequence[str] = ()
    is_handed_over: bool = False
    elsewhere: Sequence[str] = ()


def confirmers(access: Access) -> Confirmers:
    """Return who may confirm the list of a closed session on this phone."""
    session = access.session
    names = {folded(seat.name): seat.name for seat in session.seats}
    written = list(_written(session))
    # Of a phone that has been removed from the club since, only the name in the journal is left.
    wrote = {folded(change.access.label if change.access else change.who) for change in written}
    writers = {change.access_id for change in written} - {None}  # nor has someone who only looks a stored access
    has_written = access.pk in writers
    others = [name for key, name in names.items() if key not in wrote]
    mine = folded(access.label)
    if not has_written and mine in names and mine not in wrote:
        return Confirmers(names=[names[mine]])
    phones = session.accesses.not_shut_out().exclude(device__startswith=PANEL).order_by("pk")
    present = [names[key] for phone in phones if phone.pk not in writers and (key := folded(phone.label)) in names]
    elsewhere = [name for name in dict.fromkeys(present) if name in others]
    is_of_table = access.role == Role.SCORER and not _only_started(access)
    if is_of_table and not has_written and mine not in wrote:
        return Confirmers(names=others, elsewhere=elsewhere)
    if is_of_table and not elsewhere:
        return Confirmers(names=others, is_handed_over=True)
    return Confirmers(elsewhere=elsewhere)


def _written(session: Session) -> Iterator[Change]:
    """Yield the last change of a hand, and how the session was closed unless that was by agreement."""
    changes = session.changes.select_related("access").order_by("-revision")
    no_hand = (*BESIDE_PLAY, Verb.EXCHANGE_PEOPLE, Verb.CLOSE, Verb.REOPEN, Verb.START)
    played = changes.exclude(verb__in=no_hand).first()
    agreed = changes.filter(verb=Verb.AGREE, revision__gt=played.revision if played else 0).exists()
    closed = None if agreed else changes.filter(verb=Verb.CLOSE).first()
    for latest in (played, closed):
        if latest is not None:
            yield latest


def _only_started(access: Access) -> bool:
    """Return whether a phone has done nothing but start the session, as the desk's starts all tables of a round."""
    verbs = set(access.changes.values_list("verb", flat=True))
    return verbs == {Verb.START}


PLAYERS_CHANGED = _("The players of this table changed. The desk enters its list.")
NOT_OVER = _("This table is still being played. Close it first.")
NOTHING_PLAYED = _("This table has no result yet.")


def proposed(round_: Round, table: int) -> Results:
    """Return the list of a table that waits to be confirmed: as typed, or else that of its closed session.

    Raise `RuleError` if there is none.
    """
    written = round_.lists.filter(table=table).first()
    if written is not None and written.results is not None:
        return list(written.results)
    session = started(round_).get(table)
    if session is None:
        raise RuleError(Code.REQUIRED, None, NOTHING_PLAYED)
    return session_results(session)


def session_results(session: Session) -> Results:
    """Return what a session has come to; raise `RuleError` if it is not over, or others played than have the seats."""
    assert session.round is not None
    ledger = session_ledger(session)
    if not was_played_by(ledger, session.round.seats.filter(table=session.table_number).order_by("place")):
        raise RuleError(Code.IMPOSSIBLE, None, PLAYERS_CHANGED)
    if session.closed_at is None:
        raise RuleError(Code.IMPOSSIBLE, None, NOT_OVER)
    if not ledger.played:
        raise RuleError(Code.REQUIRED, None, NOTHING_PLAYED)
    return results_of(ledger.last.ledger)


def version(written: TableList) -> str:
    """Return a short hash of a list, by which a page says what it showed."""
    content = (written.results, written.proposed_at, written.confirmed_at, written.disputed_at)
    return blake2s(repr(content).encode(), digest_size=8).hexdigest()


# Typing


@transaction.atomic(durable=True)
def type_list(
    tournament: Tournament, round_: Round, table: int, results: Results, *, by: str = "", seen: str | None = None
) -> TableList:
    """Write the list of a table as typed from paper; it is no longer disputed, and not confirmed yet.

    Raise `RuleError` at the field that is wrong, such as `results.Anne.won`, and `ConflictError` if the list has been
    confirmed.
    """
    locked = rounds.lock_published(round_)
    _check(tournament, _players(tournament, locked, table), results)
    written = _row(locked, table)
    if written.confirmed_at is not None:
        raise ConflictError
    if written.typed and written.results == list(results) and written.disputed_at is None:
        return written
    _require_seen(written, seen)
    written.results, written.typed = list(results), True
    written.proposed_by, written.proposed_at = by, timezone.now()
    _settle_dispute(written)
    written.save()
    note(locked.evening, by, DeskAction.TYPE_LIST, str(locked.number), str(table))
    return written


@transaction.atomic(durable=True)
def use_session(round_: Round, table: int, *, by: str = "", seen: str | None = None) -> TableList:
    """Drop what was typed over the session of a table, whose own list then waits to be confirmed.

    Raise `RuleError` if the session has none, and `ConflictError` if the list has been confirmed.
    """
    locked = rounds.lock_published(round_)
    written, session = _row(locked, table), started(locked).get(table)
    if written.confirmed_at is not None:
        raise ConflictError
    if not written.typed:
        return written
    _require_seen(written, seen)
    if session is None:
        raise RuleError(Code.REQUIRED, None, NOTHING_PLAYED)
    session_results(session)
    written.results, written.typed = None, False
    written.proposed_by, written.proposed_at = "", None
    _settle_dispute(written)
    written.save()
    note(locked.evening, by, DeskAction.USE_SESSION, str(locked.number), str(table))
    return written


def _players(tournament: Tournament, round_: Round, table: int) -> list[str]:
    """Return the names at a table in seat order."""
    names = dict(tournament.entries.values_list("player", "name"))
    seats = round_.seats.filter(table=table).order_by("place")
    if not seats:
        raise NotThereError(f"round {round_.number} has no table {table}")
    return [names[seat.player_id] for seat in seats]


def _check(tournament: Tournament, players: Sequence[str], results: Results) -> None:
    """Raise `RuleError` if these results are impossible at a table of the tournament."""
    game = game_of(tournament)
    table = game.table(tuple(players))
    written = read_sheet(dict(zip(players, results, strict=True)), game.rules, players)
    round_results(game.rules, table, written, tournament.terms.get("hands", {}).get(str(table.size)))


# Confirming


@transaction.atomic(durable=True)
def confirm(
    tournament: Tournament, round_: Round, table: int, *, seen: Results, by: str, by_signature: bool = False
) -> TableList:
    """Confirm the list of a table, which then counts; its session can't be changed. Confirming again changes nothing.

    `seen` are the results that were confirmed: raise `ConflictError` if they are no longer those of the table, or if
    the list is disputed and no signature was seen, and `RuleError` if there are no results yet.
    """
    locked = rounds.lock_published(round_)
    written = _row(locked, table)
    if written.confirmed_at is not None:
        if written.results == list(seen):
            return written
        raise ConflictError
    results = proposed(locked, table)
    if list(results) != list(seen) or (written.disputed_at is not None and not by_signature):
        raise ConflictError
    _check(tournament, _players(tournament, locked, table), results)
    written.results = list(results)
    written.confirmed_by, written.confirmed_at, written.by_signature = by, timezone.now(), by_signature
    _settle_dispute(written)
    written.save()
    note(locked.evening, by, DeskAction.CONFIRM_LIST, str(locked.number), str(table))
    return written


@transaction.atomic(durable=True)
def dispute(round_: Round, table: int, *, reason: str, by: str, seen: str | None = None) -> TableList:
    """Keep the list of a table from counting, for a reason; one that is confirmed is left to the desk.

    Raise `RuleError` without a reason, at `reason`, and `ConflictError` if the list has been confirmed.
    """
    locked = rounds.lock_published(round_)
    if not tidy(reason):
        raise RuleError(Code.REQUIRED, "reason", _("Say what is wrong with the list."))
    if not locked.seats.filter(table=table).exists():
        raise NotThereError(f"round {locked.number} has no table {table}")
    written = _row(locked, table)
    if written.confirmed_at is not None:
        raise ConflictError
    if (written.dispute, written.disputed_by) == (tidy(reason), by):
        return written
    _require_seen(written, seen)
    written.dispute, written.disputed_by, written.disputed_at = tidy(reason), by, timezone.now()
    written.save()
    note(locked.evening, by, DeskAction.DISPUTE_LIST, str(locked.number), str(table), written.dispute)
    return written


@transaction.atomic(durable=True)
def open_again(round_: Round, table: int, *, reason: str, by: str) -> TableList:
    """Take the confirmation of a list back, so that it or its session can be corrected; it no longer counts.

    Raise `RuleError` without a reason, at `reason`. A list that is not confirmed stays as it is.
    """
    locked = rounds.lock_published(round_)
    if not tidy(reason):
        raise RuleError(Code.REQUIRED, "reason", _("Give a reason for the correction."))
    written = _row(locked, table)
    if written.confirmed_at is None:
        return written
    written.confirmed_by, written.confirmed_at, written.by_signature = "", None, False
    if not written.typed:
        written.results = None
    written.save()
    note(locked.evening, by, DeskAction.OPEN_LIST, str(locked.number), str(table), tidy(reason))
    return written


# Rows


def _row(round_: Round, table: int) -> TableList:
    """Return the list of a table, a new one if nothing has been written yet."""
    return round_.lists.filter(table=table).first() or TableList(round=round_, table=table)


def _require_seen(written: TableList, seen: str | None) -> None:
    if seen not in (None, version(written)):
        raise ConflictError


def _settle_dispute(written: TableList) -> None:
    written.dispute, written.disputed_by, written.disputed_at = "", "", None
