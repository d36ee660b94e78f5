"""Changing the players or the options at a table, and playing again with the same people.

In the middle of a session, a further stretch begins with the next hand, and the totals carry over. After a session that
was closed, another one is started that follows it and begins from zero.

The seats keep their order, unless players swap. New players take the places of those who leave, from the lowest place
on. Further new players sit behind the last seat, and a place that nobody takes is removed. Game, rules, stake and
evening stay the same; the options of the rules can change from the next hand on.

After a game that has ended, the next one is a stretch too, even if everybody keeps the seat. Or the game goes on: its
target, or the number of its games, is raised in the stretch that was played.

The player who would have dealt next deals first, or the new player in that place. If the place is gone, the next one in
the order of the deal deals first. Every browser with access to a table gets the same access to a session that follows.

At the end of a session, several phones show the same button. Whichever is tapped first starts the next session, and
the other phones are led there. Later than a day after the end, the people start a session of their own, to which nobody
else has access, because the links of that evening were given for that evening.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.scoring.documents import read_options, read_players
from games.scoring.errors import Code, RuleError
from games.scoring.rules import AnyRules
from games.scoring.text import message as _
from games.scoring.types import OptionValue, SeatNumber, Table
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.names import folded, typed_name
from scorekeeper.evenings.errors import EveningSettledError
from scorekeeper.evenings.models import Evening
from scorekeeper.evenings.queries import evening_tonight
from scorekeeper.play import announcements, queries
from scorekeeper.play.errors import AccessRevokedError, CallSetError, RowsWaitError, SessionClosedError, require_scorer
from scorekeeper.play.evening_tables import seat_players
from scorekeeper.play.ledger import SessionLedger, session_ledger
from scorekeeper.play.models import Access, Role, Seat, Session, Verb
from scorekeeper.play.recording.access import (
    join,
)
from scorekeeper.play.recording.hands import call_goes_on
from scorekeeper.play.recording.session import drop_last_stretch
from scorekeeper.play.recording.start import (
    SessionStart,
    dealt_first,
    insert_stretch,
    known_by_name,
    refuse_after_tournament_table,
    refuse_duplicates,
    require_starter,
    settled_meanwhile,
    terms_of,
    unmerged,
)
from scorekeeper.play.recording.write import PlannedChange, Write, WriteResult, require_whole
from scorekeeper.web.dates import this_evening


def change_players(
    write: Write,
    *,
    leaving: Collection[int] = (),
    joining: Sequence[str] = (),
    order: Sequence[int] = (),
    options: Mapping[str, OptionValue] = MappingProxyType({}),
    despite_call: bool = True,
    despite_rows: bool = True,
) -> Session:
    """Change the players at a table and return the session in which they go on.

    That is the same session or, after one that is closed, another that follows it. `leaving` are places, `joining` are
    names, `order` are new places and `options` new values, as in `PlayerChange`.

    The call of the next hand is kept if it means the same at the new table. Otherwise raise `CallSetError`, or drop the
    call if `despite_call`. Raise `RowsWaitError` if rows of the photographed sheet aren't recorded, unless
    `despite_rows`.

    Raise `RuleError` if the game refuses the new table, `SessionClosedError` if somebody else closed it in the meantime
    or started the next one, and `CannotStartError` if this phone can't start sessions.
    """
    session, access = write.session, write.access
    require_starter(session.club, access.device)
    change = PlayerChange(
        session=session,
        access=access,
        leaving=frozenset(leaving),
        joining=tuple(joining),
        order=tuple(order),
        options=options,
        despite_call=despite_call,
        despite_rows=despite_rows,
    )
    if session.closed_at is not None:
        require_scorer(session, access)
        if not session.changes.filter(token=write.token, verb=Verb.PLAYERS).exists():
            return change.after_closing(write.token)
        return session  # the form was sent again
    write.commit(change.plan, Verb.PLAYERS)
    return session


def play_on(write: Write, *, options: Mapping[str, OptionValue]) -> WriteResult:
    """Let a game that is over go on with other options, such as a higher target.

    Raise `RuleError` if it would still be over or the game refuses the options, and `LaterHandError` at a hand that
    would be impossible.
    """
    return write.commit(lambda ledger: plan_play_on(write.session, ledger, options), Verb.PLAYERS)


def plan_play_on(session: Session, ledger: SessionLedger, options: Mapping[str, OptionValue]) -> PlannedChange:
    """Plan to change the options of the stretch that has ended, and to score its hands again."""
    after = ledger.with_options(options)
    require_whole(after)
    if after.last.is_over:
        raise RuleError(Code.INVALID, "options", _("That would end it too. Choose a higher number."))
    changed = {name: value for name, value in options.items() if ledger.table.options[name] != value}
    before = _last_stretch_in_the_journal(session, ledger)

    def insert(_at: datetime) -> None:
        stretch = session.stretches.filter(first_hand=ledger.last.first_hand)
        stretch.update(options=dict(after.table.options), agreed=before["agreed"] or before["options"])

    return PlannedChange(
        verb=Verb.PLAYERS,
        ledger=after.revised(ledger.revision + 1),
        before=before,
        after={"left": [], "joined": [], "options": changed},
        insert=insert,
        moves_money=True,
    )


def other_pairings(rules: AnyRules, table: Table) -> list[tuple[int, ...]]:
    """Return the seats to which four players move so that each has another partner; none in games without partners.

    >>> from games import registry
    >>> rules = registry.get("whist").rules
    >>> other_pairings(rules, rules.table(["Anne", "Bruno", "Chloé", "David"]))
    [(0, 2, 1, 3), (0, 1, 3, 2)]
    """
    sides = rules.sides(table)
    if [len(side) for side in sides] != [2, 2]:
        return []
    (_first, partner), opponents = sides
    pairings: list[tuple[int, ...]] = []
    for opponent in opponents:
        order = list(table.seats)
        order[partner], order[opponent] = opponent, partner
        pairings.append(tuple(order))
    return pairings


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
        """Return the table after the change; raise `RuleError` if the game refuses it.

        Only the next game of a session that goes on may be played without any change.
        """
        rule_set = ledger.rules.rule_set(ledger.table)
        now = self.session.stretch.agreed_options if self._is_next_game(ledger) else ledger.table.options
        options = read_options(rule_set, {**now, **self.options})
        order = self._order(ledger)
        is_changed = self.leaving or self.joining or self.changes_options(ledger) or order != _in_order(ledger)
        if not is_changed and not self._is_next_game(ledger):
            raise RuleError(Code.REQUIRED, "players", _("Choose who leaves or who joins, or change seats or rules."))
        due = ledger.rules.dealer(ledger.table, ledger.state)
        seated = [ledger.table.players[order.index(place)] for place in range(len(order))]
        left = frozenset(order[place] for place in self.leaving if place < len(order))
        names, due = next_seating(seated, left, self.joining, SeatNumber(order[due]))
        players = read_players(rule_set, names)
        if len({folded(name) for name in players}) < len(players):
            raise RuleError(Code.PLAYERS, "players", _("Two players cannot have the same name."))
        if self.joining:
            refuse_duplicates(players, self._known())
        new_table = replace(ledger.table, players=players, options=options, first_dealer=due)
        return dealt_first(ledger.rules, new_table, due)

    def _is_next_game(self, ledger: SessionLedger) -> bool:
        return self.session.closed_at is None and ledger.last.is_over

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

    def plan(self, ledger: SessionLedger) -> PlannedChange:
        """Plan the next stretch of the session. A stretch without a hand is replaced by it.

        Raise `CallSetError` at a call that can't be kept, unless the change is made `despite_call`, and `RowsWaitError`
        at rows of a sheet that aren't recorded, unless it is made `despite_rows`. The change itself raises `RuleError`
        if one of those who join sits at another table of the evening.
        """
        require_whole(ledger)
        session, table = self.session, self.table(ledger)
        drops_call = self.drops_call(ledger, table)
        if drops_call and not self.despite_call:
            raise CallSetError
        if not self.despite_rows and session.photographed_pages.waiting(ledger.next_number).exists():
            raise RowsWaitError
        people, before = self._known(), _last_stretch_in_the_journal(session, ledger)

        def insert(_at: datetime) -> None:
            if not ledger.last.hands:
                staying = [player for place, player in enumerate(before["players"]) if place not in self.leaving]
                drop_last_stretch(session, ledger, staying=staying)
            seated = unmerged(people, table.players)
            refuse_duplicates(table.players, seated)  # two of them may have just been merged
            insert_stretch(session, table, seated, first_hand=ledger.next_number)
            if session.evening is not None:
                seat_players(session.evening, session)
            session.photographed_pages.all().delete()

        step = PlannedChange(
            verb=Verb.PLAYERS,
            ledger=ledger.revised(ledger.revision + 1),
            before=before,
            after=self._in_the_journal(ledger, table),
            insert=insert,
            reloads=True,
            moves_money=True,
        )
        return replace(step, calls=None) if drops_call else step

    def drops_call(self, ledger: SessionLedger, table: Table) -> bool:
        """Return whether a hand is being played whose call can't be kept at the new table."""
        called = self.session.called
        if not called or self.session.closed_at is not None:
            return False
        return not call_goes_on(ledger, called, table)

    def after_closing(self, token: str) -> Session:
        """Start the session that follows one that is already closed, and return it.

        If the same token started it before, return that session. Raise `SessionClosedError` if another session follows,
        and `RuleError` after a table of a tournament.
        """
        refuse_after_tournament_table(self.session)
        opening = self._opening(session_ledger(self.session), token)
        try:
            with transaction.atomic(durable=True):
                return self._insert(opening)
        except IntegrityError:
            followed = following(self.session)
            if followed is not None and followed.creation_token == token:
                return followed
            raise SessionClosedError(self.session) from None

    def _opening(self, ledger: SessionLedger, token: str) -> SessionStart:
        session = self.session
        evening = session.evening
        if evening is None or evening.settled_at is not None:
            evening = evening_tonight(session.club) if session.club else None
        table = self.table(ledger)
        return SessionStart(
            device=self.access.device,
            game=session.game,
            club=session.club,
            evening=evening,
            follows=session,
            change=self._in_the_journal(ledger, table),
            table=table,
            **terms_of(session),
            token=token,
            label=self.access.label,
        )

    def _in_the_journal(self, ledger: SessionLedger, table: Table) -> dict[str, Any]:
        """Return who leaves and joins, and what else changes, as the journal stores it."""
        left = [name for place, name in enumerate(ledger.table.players) if place in self.leaving]
        changed: dict[str, Any] = {"left": left, "joined": [typed_name(name) for name in self.joining]}
        if self._is_next_game(ledger):
            changed["next_game"] = True
        if options := self.changes_options(ledger):
            changed["options"] = options
        if self._order(ledger) != _in_order(ledger):
            changed["seats"] = list(table.players)
        return changed

    def _known(self) -> dict[str, Player]:
        """Return the known players by folded name. People of this session win, under their names in it."""
        known = known_by_name(self.access.device, self.session.club)
        seats = Seat.objects.of([self.session]).select_related("player")
        return {**known, **{folded(seat.name): seat.player for seat in seats}}

    def _insert(self, opening: SessionStart) -> Session:
        return insert_following(opening, self._known())


def _last_stretch_in_the_journal(session: Session, ledger: SessionLedger) -> dict[str, Any]:
    """Return the stretch that is played now as the journal stores it, for Undo."""
    last = ledger.last
    return {
        "first_hand": last.first_hand,
        "options": dict(last.table.options),
        "agreed": session.stretch.agreed,
        "first_dealer": last.table.first_dealer,
        "players": [ledger.people[person].player for person in last.people],
        "names": list(last.table.players),
    }


def insert_following(opening: SessionStart, people: Mapping[str, Player]) -> Session:
    """Insert a session that follows another, with the same access for every browser. Call this within a transaction."""
    session = opening.follows
    assert session is not None
    # A deleted session no longer follows, nor does an empty one, unless others came after it.
    if following(session) is None:
        Session.objects.filter(follows=session).update(follows=None)
    followed = opening.insert(people)
    others = list(session.accesses.exclude(device=opening.device).order_by("pk"))
    Access.objects.bulk_create(
        Access(
            session=followed, device=access.device, role=access.role, label=access.label, shut_out_at=access.shut_out_at
        )
        for access in others
    )
    announcements.announce(*(announcements.board_of(access.device) for access in others))
    return followed


def following(session: Session) -> Session | None:
    """Return the session that follows this one, or None. A deleted one, or one closed without a hand, doesn't count."""
    return Session.objects.listed().filter(follows=session).first()


def _in_order(ledger: SessionLedger) -> tuple[int, ...]:
    """Return the places at the table as they are."""
    return tuple(range(len(ledger.table.players)))


def next_seating(
    names: Sequence[str], leaving: frozenset[int], joining: Sequence[str], due: SeatNumber
) -> tuple[list[str], SeatNumber]:
    """Return the names in seat order after the change, and the place of the player who is due to deal.

    >>> next_seating(["Anne", "Bruno", "Chloé", "David"], frozenset([1]), ["Emil"], SeatNumber(1))
    (['Anne', 'Emil', 'Chloé', 'David'], 1)
    >>> next_seating(["Anne", "Bruno", "Chloé", "David", "Emil"], frozenset([3, 4]), [], SeatNumber(4))
    (['Anne', 'Bruno', 'Chloé'], 0)
    """
    joining = [typed_name(name) for name in joining]
    replacements = dict(zip(sorted(leaving), joining, strict=False))
    by_place = [(place, replacements.get(place, name)) for place, name in enumerate(names)]
    seated = [(place, name) for place, name in by_place if place not in leaving or place in replacements]
    dealer = next((seat for seat, (place, _name) in enumerate(seated) if place >= due), 0)
    return [name for _place, name in seated] + joining[len(leaving) :], SeatNumber(dealer)


EVENING_LASTS = timedelta(days=1)
"""How long after its end a session is continued, with everybody who has access."""


def start_again(session: Session, *, device: str, token: str) -> Session:
    """Return the next session with the same players under the same rules, and start it unless another phone has.

    If the session was reopened, return it: the same people are playing it.

    The player who would deal next deals first, if the rules allow it. Raise `RuleError` after a table of a tournament
    and if one of the players sits at another table of the evening, and `AccessRevokedError` if the browser was shut out
    of what follows.
    """
    access = Access.objects.get(session=session, device=device)
    require_scorer(session, access)
    require_starter(session.club, device)
    was_reopened = session.closed_at is None and session.settlements.exists()
    if was_reopened:
        return session
    refuse_after_tournament_table(session)
    if session.closed_at is None or session.closed_at < timezone.now() - EVENING_LASTS:
        return _opening(session, access, token).write(_people(session))
    latest = _latest(session)
    if latest.closed_at is None:
        return _joined(latest, access)
    if following(latest) is not None:  # with other people
        return _opening(latest, access, token).write(_people(latest))
    return _followed(latest, access, token)


def _latest(session: Session) -> Session:
    """Return the last of the sessions that the same people have played since, one after the other."""
    people = _seated(session)
    while (followed := following(session)) is not None and _seated(followed) == people:
        session = followed
    return session


def _seated(session: Session) -> set[int]:
    return {seat.player_id for seat in session.seats}


def _joined(session: Session, access: Access) -> Session:
    """Return a session that another phone has started, to which this one has access as well."""
    join(session, device=access.device, role=Role.SCORER, label=access.label)
    return session


def _followed(session: Session, access: Access, token: str) -> Session:
    """Start the session that follows; if another phone does so at the same moment, return the one that it started."""
    if session.accesses.shut_out().filter(device=access.device).exists():
        raise AccessRevokedError
    opening = _opening(session, access, token, follows=session)
    try:
        with transaction.atomic(durable=True):
            return insert_following(opening, _people(session))
    except EveningSettledError:
        raise settled_meanwhile() from None
    except IntegrityError:
        latest = _latest(session)
        if latest != session:
            return _joined(latest, access)
        # The token was spent on something else, or the table has just continued with other people.
        return replace(opening, follows=None).write(_people(session))


def _opening(session: Session, access: Access, token: str, *, follows: Session | None = None) -> SessionStart:
    ledger = session_ledger(session)
    due = ledger.rules.dealer(ledger.table, ledger.state)
    table = replace(ledger.table, options=session.stretch.agreed_options)
    return SessionStart(
        device=access.device,
        game=session.game,
        club=session.club,
        evening=_evening_of_next(session),
        follows=follows,
        table=dealt_first(ledger.rules, table, due),
        **terms_of(session),
        token=token,
        label=access.label,
        repeats=session,
    )


def _evening_of_next(session: Session) -> Evening | None:
    """Return the evening of the next session: its own as long as that goes on, or else tonight's."""
    own = session.evening
    if own is not None and own.settled_at is None and own.date == this_evening():
        return own
    return evening_tonight(session.club) if session.club else None


def _people(session: Session) -> dict[str, Player]:
    return {folded(seat.name): seat.player for seat in queries.seats(session)}
