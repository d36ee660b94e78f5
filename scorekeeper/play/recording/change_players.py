"""Changing the players at a table: close its session and start one that follows it, in one transaction.

In the middle of a session, the new one is its next stretch: the totals carry over, and `scorekeeper.play.stretches`
adds the stretches up to one result. After a session that was closed, the new one begins from zero.

The seats keep their order, unless players swap. New players take the places of those who leave, from the lowest place
on. Further new players sit behind the last seat, and a place that nobody takes is removed. Game, rules, stake and
evening stay the same; the options of the rules can change from the next hand on.

The player who would have dealt next deals first, or the new player in that place. If the place is gone, the next one in
the order of the deal deals first. Every browser with access to the table gets the same access to the new session.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction

from games.scoring.documents import read_options, read_players
from games.scoring.errors import Code, RuleError
from games.scoring.text import gettext_lazy as _
from games.scoring.types import OptionValue, Table
from games.scoring.types import Seat as Place
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.names import folded, typed_name
from scorekeeper.play import notifications
from scorekeeper.play.errors import CallSetError, RowsWaitError, SessionClosedError
from scorekeeper.play.ledger import ledgers
from scorekeeper.play.ledger.ledgers import SessionLedger
from scorekeeper.play.models import Access, Session, make_token
from scorekeeper.play.recording import planned_changes, ports
from scorekeeper.play.recording.planned_changes import PlannedChange
from scorekeeper.play.recording.session_start import (
    SessionStart,
    dealt_first,
    known_by_name,
    refuse_after_tournament_table,
    refuse_duplicates,
)
from scorekeeper.play.visibility.deleted_sessions import counts_as_next
from scorekeeper.play.visibility.removed_phones import lost


@dataclass(frozen=True, kw_only=True)
class PlayerChange:
    """The players who leave a table, by place, and those who join it, by name.

    `order` are the new places of those who sit there now, before anybody leaves or joins; empty if they stay. `options`
    are the new values of the rules' options; those that are not in it stay.

    The call of a hand that is being played is kept, unless it would mean something else at the new table. It is then
    dropped if the change is made `despite_call`. In the same way, rows of a photographed sheet are left unrecorded if
    the change is made `despite_rows`.
    """

    session: Session
    access: Access
    leaving: frozenset[int]
    joining: tuple[str, ...]
    order: tuple[int, ...] = ()
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    despite_call: bool = True
    despite_rows: bool = True

    def table(self, ledger: SessionLedger) -> Table:
        """Return the table after the change; raise `RuleError` if nobody changes or the game refuses the new table."""
        rule_set = ledger.rules.rule_set(ledger.table)
        options = read_options(rule_set, {**self.session.options, **self.options})
        order = self._order(ledger)
        if not (self.leaving or self.joining or self.changes_options(ledger)) and order == _in_order(ledger):
            raise RuleError(Code.REQUIRED, "players", _("Choose who leaves or who joins, or change seats or rules."))
        due = ledger.rules.dealer(ledger.table, ledger.state)
        seated = [ledger.table.players[order.index(place)] for place in range(len(order))]
        left = frozenset(order[place] for place in self.leaving if place < len(order))
        names, due = next_seating(seated, left, self.joining, Place(order[due]))
        players = read_players(rule_set, names)
        if len({folded(name) for name in players}) < len(players):
            raise RuleError(Code.PLAYERS, "players", _("Two players cannot have the same name."))
        if self.joining:
            refuse_duplicates(players, self._known())
        new_table = replace(ledger.table, players=players, options=options, first_dealer=due)
        return dealt_first(ledger.rules, new_table, due)

    def changes_options(self, ledger: SessionLedger) -> dict[str, OptionValue]:
        """Return the options whose value changes."""
        return {name: value for name, value in self.options.items() if ledger.table.options.get(name) != value}

    def _order(self, ledger: SessionLedger) -> tuple[int, ...]:
        """Return the new place of each player who sits here now; raise `RuleError` if two have the same."""
        order = self.order or _in_order(ledger)
        if sorted(order) != sorted(_in_order(ledger)):
            words = _("Give everybody a different seat, from 1 to {last}.", last=len(ledger.table.players))
            raise RuleError(Code.INVALID, "players", words)
        return order

    def closing(self, ledger: SessionLedger) -> PlannedChange:
        """Return the step that closes the session and starts its next stretch.

        Raise `SessionClosedError` if the session has already been continued and was reopened only for corrections,
        `CallSetError` at a call that can't be kept, unless the change is made `despite_call`, and `RowsWaitError` at
        rows of a sheet that aren't recorded, unless it is made `despite_rows`.
        """
        if following(self.session) is not None:
            raise SessionClosedError
        step = planned_changes.plan_close(self.session, ledger)
        opening = self._opening(ledger, make_token())
        if not self.drops_call(ledger, opening.table):
            opening = replace(opening, called=self.session.called)
        elif not self.despite_call:
            raise CallSetError
        if not self.despite_rows and ports.sheet_photos().waiting_rows(self.session):
            raise RowsWaitError

        def insert(at: datetime) -> int | None:
            self._insert(opening)  # before the session closes, so that those who stay remain present at the evening
            return step.insert(at)

        return replace(step, insert=insert, moves_money=True, calls=None)

    def drops_call(self, ledger: SessionLedger, table: Table) -> bool:
        """Return whether a hand is being played whose call can't be kept at the new table."""
        called = self.session.called
        if not called or self.session.closed_at is not None:
            return False
        return not planned_changes.call_goes_on(ledger, called, table)

    def after_closing(self, token: str) -> Session:
        """Start the session that follows one that is already closed, and return it.

        If the same token started it before, return that session. Raise `SessionClosedError` if another session follows,
        and `RuleError` after a table of a tournament.
        """
        refuse_after_tournament_table(self.session)
        opening = self._opening(ledgers.of(self.session), token)
        try:
            with transaction.atomic(durable=True):
                return self._insert(opening)
        except IntegrityError:
            followed = following(self.session)
            if followed is not None and followed.creation_token == token:
                return followed
            raise SessionClosedError from None

    def _opening(self, ledger: SessionLedger, token: str) -> SessionStart:
        session = self.session
        evening = session.evening
        if evening is None or evening.settled_at is not None:
            evening = ports.evenings().tonight(session.club) if session.club and session.closed_at else None
        return SessionStart(
            device=self.access.device,
            game=session.game,
            club=session.club,
            evening=evening,
            round=session.round if session.closed_at is None else None,
            follows=session,
            continues=session.closed_at is None,
            change=self._in_the_journal(ledger),
            table=self.table(ledger),
            stake=session.stake,
            currency=session.currency,
            token=token,
            label=self.access.label,
        )

    def _in_the_journal(self, ledger: SessionLedger) -> dict[str, Any]:
        """Return who leaves and joins, and what else changes, as the journal of the new session stores it."""
        left = [name for place, name in enumerate(ledger.table.players) if place in self.leaving]
        changed: dict[str, Any] = {"left": left, "joined": [typed_name(name) for name in self.joining]}
        if options := self.changes_options(ledger):
            changed["options"] = options
        if self._order(ledger) != _in_order(ledger):
            changed["seats"] = True
        return changed

    def _known(self) -> dict[str, Player]:
        """Return the known players by folded name. Those at this table win, under their names in this session."""
        known = known_by_name(self.access.device, self.session.club)
        seated = {folded(seat.name): seat.player for seat in self.session.seats.select_related("player")}
        return {**known, **seated}

    def _insert(self, opening: SessionStart) -> Session:
        return insert_following(opening, self._known())


def insert_following(opening: SessionStart, people: Mapping[str, Player]) -> Session:
    """Insert a session that follows another, with the same access for every browser. Call this within a transaction."""
    session = opening.follows
    assert session is not None
    # A deleted session no longer follows, nor does an empty one, unless others came after it.
    set_aside = Session.objects.filter(~counts_as_next(), follows=session)
    set_aside.update(follows=None, continues=False)
    followed = opening.insert(people)
    others = list(session.accesses.filter(~lost()).exclude(device=opening.device).order_by("pk"))
    Access.objects.bulk_create(
        Access(session=followed, device=one.device, role=one.role, label=one.label, shut_out_at=one.shut_out_at)
        for one in others
    )
    notifications.announce(*(notifications.board_of(one.device) for one in others))
    return followed


def following(session: Session) -> Session | None:
    """Return the session that follows this one, or None. A deleted one, or one closed without a hand, doesn't count."""
    return Session.objects.filter(counts_as_next(), follows=session).first()


def _in_order(ledger: SessionLedger) -> tuple[int, ...]:
    """Return the places at the table as they are."""
    return tuple(range(len(ledger.table.players)))


def next_seating(
    names: Sequence[str], leaving: frozenset[int], joining: Sequence[str], due: Place
) -> tuple[list[str], Place]:
    """Return the names in seat order after the change, and the place of the player who is due to deal.

    >>> next_seating(["Anne", "Bruno", "Chloé", "David"], frozenset([1]), ["Emil"], Place(1))
    (['Anne', 'Emil', 'Chloé', 'David'], 1)
    >>> next_seating(["Anne", "Bruno", "Chloé", "David", "Emil"], frozenset([3, 4]), [], Place(4))
    (['Anne', 'Bruno', 'Chloé'], 0)
    """
    joining = [typed_name(name) for name in joining]
    replacements = dict(zip(sorted(leaving), joining, strict=False))
    by_place = [(place, replacements.get(place, name)) for place, name in enumerate(names)]
    seated = [(place, name) for place, name in by_place if place not in leaving or place in replacements]
    dealer = next((seat for seat, (place, _name) in enumerate(seated) if place >= due), 0)
    return [name for _place, name in seated] + joining[len(leaving) :], Place(dealer)
