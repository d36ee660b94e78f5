"""Changing the details of a session: the names of its players, the stake, a title and a note.

A name that is corrected stays in its seat: hands and totals remain as they are. Without a club, a known player of the
new name takes the place of the old one; otherwise the player is renamed, or becomes a new one if it was also seen at
other tables. In a club only guests can be renamed here, because the names of members belong to the organisers.

Names and money are frozen once the session is closed; title and note are not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from typing import Any

from games.scoring.documents import read_players
from games.scoring.errors import Code, RuleError
from games.scoring.text import gettext_lazy as _
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.names import folded, tidy, typed_name
from scorekeeper.play import payments, queries
from scorekeeper.play.errors import SessionClosedError, UnchangedError
from scorekeeper.play.ledger.ledgers import SessionLedger
from scorekeeper.play.models import Access, Seat, Session, Verb
from scorekeeper.play.recording.planned_changes import PlannedChange
from scorekeeper.play.recording.session_start import known_by_name


@dataclass(frozen=True, kw_only=True)
class SessionDetails:
    """What can be changed about a session besides its hands. `names` are in seat order."""

    names: tuple[str, ...]
    stake: Decimal | None
    currency: str
    title: str
    note: str

    @classmethod
    def of(cls, session: Session, seats: Sequence[Seat]) -> SessionDetails:
        names = tuple(seat.name for seat in seats)
        return cls(names=names, stake=session.stake, currency=session.currency, title=session.title, note=session.note)


def can_be_renamed(session: Session, seat: Seat) -> bool:
    """Return whether the player of a seat can be renamed at the table."""
    return session.club_id is None or seat.player.guest


def plan_details(session: Session, access: Access, ledger: SessionLedger, wanted: SessionDetails) -> PlannedChange:
    """Return the step that makes the details as wanted.

    Raise `UnchangedError` if they are, `SessionClosedError` if names or money of a closed session would change, and
    `RuleError` at the name that is refused.
    """
    seats = queries.seats(session)
    before = SessionDetails.of(session, seats)
    typed = [
        seat.name if tidy(name) == seat.name else typed_name(name)
        for seat, name in zip(seats, wanted.names, strict=True)
    ]
    names = read_players(ledger.rules.rule_set(ledger.table), typed)
    wanted = replace(wanted, names=names)
    if wanted == before:
        raise UnchangedError
    same_money = (wanted.stake, wanted.currency) == (before.stake, before.currency)
    if session.closed_at is not None and not (same_money and wanted.names == before.names):
        raise SessionClosedError
    renamed = _renamed(session, access.device, seats, wanted.names)
    # A known player is written as elsewhere, however the name was typed.
    known = {seat.place: new.name for seat, new in renamed.items() if isinstance(new, Player)}
    wanted = replace(wanted, names=tuple(known.get(place, name) for place, name in enumerate(wanted.names)))
    money = {"stake": wanted.stake, "currency": wanted.currency}

    def insert(_at: datetime) -> None:
        for seat in renamed:
            _rename(session, seat, renamed[seat])

    return PlannedChange(
        verb=Verb.DETAILS,
        ledger=ledger.revised(ledger.revision + 1),
        before=_changed(before, wanted),
        after=_changed(wanted, before),
        insert=insert,
        columns={**money, "title": wanted.title, "note": wanted.note},
        reloads=bool(renamed),
        moves_money=not same_money,
    )


def _renamed(session: Session, device: str, seats: Sequence[Seat], names: Sequence[str]) -> dict[Seat, Player | str]:
    """Return the seats whose name changes, each with the known player who sits there or the new name."""
    if len({folded(name) for name in names}) < len(names):
        raise RuleError(Code.PLAYERS, "players", _("Two players cannot have the same name."))
    known = known_by_name(device, session.club)
    renamed: dict[Seat, Player | str] = {}
    for seat, name in zip(seats, names, strict=True):
        if name == seat.name:
            continue
        field = f"players.{seat.place}"
        if not can_be_renamed(session, seat):
            raise RuleError(Code.INVALID, field, _("Only an organiser can rename a member."))
        other = known.get(folded(name))
        if other is None or other == seat.player:
            renamed[seat] = name
        elif session.club_id is not None:
            words = _("{name} belongs to the club already. Choose “Change players” instead.", name=name)
            raise RuleError(Code.SAME_PLAYER, field, words)
        elif any(other == seated.player for seated in seats):
            raise RuleError(Code.SAME_PLAYER, field, _("{name} is already at this table.", name=name))
        elif Seat.objects.filter(stretch__session=session, player=other).exists():
            words = _("{name} played in this session before. Choose “Change players” instead.", name=name)
            raise RuleError(Code.SAME_PLAYER, field, words)
        else:
            renamed[seat] = other
    return renamed


def _rename(session: Session, seat: Seat, new: Player | str) -> None:
    """Write the new name of a seat in every stretch, with the player who sits there from now on."""
    player = seat.player
    of_session = Seat.objects.filter(stretch__session=session, player=player)
    if isinstance(new, Player):
        player, name = new, new.name
    else:
        name = new
        elsewhere = Seat.objects.filter(player=player).exclude(stretch__session=session).exists()
        if session.club_id is None and elsewhere and folded(name) != folded(player.name):
            player = Player.objects.create(name=name)
        else:
            Player.objects.filter(pk=player.pk).update(name=name)
    of_session.update(player=player, name=name)
    if player != seat.player:
        payments.move([session.pk], seat.player, player)
    session.accesses.filter(label=seat.name).update(label=name)


def _changed(details: SessionDetails, other: SessionDetails) -> Mapping[str, Any]:
    """Return what differs in these details from the others, as the journal stores it."""
    changed: dict[str, Any] = {}
    if details.names != other.names:
        changed["names"] = list(details.names)
    if (details.stake, details.currency) != (other.stake, other.currency):
        changed["stake"] = None if details.stake is None else str(details.stake)
        changed["currency"] = details.currency
    changed |= {
        name: getattr(details, name) for name in ("title", "note") if getattr(details, name) != getattr(other, name)
    }
    return changed
