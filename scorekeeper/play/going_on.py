"""The same table with other people: a session is closed and another one follows it, in one transaction.

The order of the seats is kept: who comes takes the place of who leaves, in the order of the places; who comes beyond
that sits down behind the last, and a place that nobody takes is no more. Game, rules, options, stake and evening stay.
Whoever would have dealt next deals first, or who has taken that place; where it is gone, the next one in the order of
the deal. All browsers that were let in at the table are let in at what follows it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import IntegrityError, transaction

from games.scoring.documents import read_options, read_players
from games.scoring.errors import Code, RuleError
from games.scoring.text import gettext_lazy as _
from games.scoring.types import Seat as Place
from games.scoring.types import Table
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.names import folded, tidy
from scorekeeper.play import announcements, evenings, ledgers, steps
from scorekeeper.play.ledgers import SessionLedger
from scorekeeper.play.models import Access, Session, make_token
from scorekeeper.play.refusals import Closed
from scorekeeper.play.starting import Opening, dealt_first, known_by_name, refuse_doubles
from scorekeeper.play.steps import Step


@dataclass(frozen=True, kw_only=True)
class Change:
    """Who leaves a table, by their places, and who comes, by their names."""

    session: Session
    access: Access
    leaving: frozenset[int]
    coming: tuple[str, ...]

    def table(self, ledger: SessionLedger) -> Table:
        """The table that goes on; raises `RuleError` where the game takes no such table."""
        if not self.leaving and not self.coming:
            raise RuleError(Code.REQUIRED, "players", _("Say who leaves, or who comes."))
        rule_set = ledger.rules.rule_set(ledger.table)
        names, due = seated_then(
            ledger.table.players, self.leaving, self.coming, ledger.rules.dealer(ledger.table, ledger.state)
        )
        players = read_players(rule_set, names)
        if len({folded(name) for name in players}) < len(players):
            raise RuleError(Code.PLAYERS, "players", _("Two players cannot have the same name."))
        if self.coming:
            refuse_doubles(players, self._known())
        options = read_options(rule_set, self.session.options)
        wanted = replace(ledger.table, players=players, options=options, first_dealer=due)
        return dealt_first(ledger.rules, wanted, due)

    def closing(self, ledger: SessionLedger) -> Step:
        """The step that closes the session and starts the one that follows."""
        step = steps.closing(self.session, ledger)
        opening = self._opening(ledger, make_token())

        def insert(at: datetime) -> int | None:
            row = step.insert(at)
            self._insert(opening)
            return row

        return replace(step, insert=insert, moves_money=True)

    def after_closing(self, token: str) -> Session:
        """What follows a session that is closed already; raises `Closed` where something else does."""
        opening = self._opening(ledgers.of(self.session), token)
        try:
            with transaction.atomic(durable=True):
                return self._insert(opening)
        except IntegrityError:
            followed = Session.objects.filter(follows=self.session).first()
            if followed is not None and followed.creation_token == token:
                return followed
            raise Closed from None

    def _opening(self, ledger: SessionLedger, token: str) -> Opening:
        session = self.session
        evening = session.evening
        if evening is None or evening.settled_at is not None:
            evening = evenings.tonight(session.club) if session.club and session.closed_at else None
        return Opening(
            device=self.access.device,
            game=session.game,
            club=session.club,
            evening=evening,
            follows=session,
            table=self.table(ledger),
            stake=session.stake,
            currency=session.currency,
            token=token,
            label=self.access.label,
        )

    def _known(self) -> dict[str, Player]:
        """Whom a name means: at this table first, whatever they are called elsewhere."""
        known = known_by_name(self.access.device, self.session.club)
        seated = {folded(seat.name): seat.player for seat in self.session.seats.select_related("player")}
        return {**known, **seated}

    def _insert(self, opening: Opening) -> Session:
        followed = opening.insert(self._known())
        others = list(self.session.accesses.exclude(pk=self.access.pk).order_by("pk"))
        Access.objects.bulk_create(
            Access(session=followed, device=one.device, role=one.role, label=one.label, shut_out_at=one.shut_out_at)
            for one in others
        )
        announcements.announce(*(announcements.board_of(one.device) for one in others))
        return followed


def seated_then(
    names: Sequence[str], leaving: frozenset[int], coming: Sequence[str], due: Place
) -> tuple[list[str], Place]:
    """The names in the order of the seats, and the place of who is due to deal.

    >>> seated_then(["Anne", "Bruno", "Chloé", "David"], frozenset([1]), ["Emil"], Place(1))
    (['Anne', 'Emil', 'Chloé', 'David'], 1)
    >>> seated_then(["Anne", "Bruno", "Chloé", "David", "Emil"], frozenset([3, 4]), [], Place(4))
    (['Anne', 'Bruno', 'Chloé'], 0)
    """
    coming = [tidy(name) for name in coming]
    taken = dict(zip(sorted(leaving), coming, strict=False))
    then = [(place, taken.get(place, name)) for place, name in enumerate(names)]
    kept = [(place, name) for place, name in then if place not in leaving or place in taken]
    dealer = next((seat for seat, (place, _name) in enumerate(kept) if place >= due), 0)
    return [name for _place, name in kept] + coming[len(leaving) :], Place(dealer)
