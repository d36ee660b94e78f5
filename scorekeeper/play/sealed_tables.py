"""Tables whose results a tournament keeps sealed until its desk releases them.

Until then, what a table of one of its rounds has come to is seen by the desk, which are the club's phones that run
evenings, and by the table's own players: on a phone that records there, or that is theirs by its name or by the member
who has signed in. Nobody else sees it, and it counts nowhere. Whatever shows the totals of tables asks here; the
ranking of the tournament asks the evening itself, as `EveningRequest.is_hidden` does.
"""

from __future__ import annotations

from collections.abc import Collection

from scorekeeper.clubs.models import ClubDevice
from scorekeeper.clubs.names import folded
from scorekeeper.play.errors import ResultSealedError
from scorekeeper.play.models import Access, Role, Seat, Session


def hidden_from(device: str | None, sessions: Collection[Session]) -> set[int]:
    """Return the primary keys of those sessions whose results this browser may not see; None is everybody's browser."""
    in_rounds = {session.pk: session for session in sessions if session.round_id is not None}
    if not in_rounds:
        return set()
    hidden = set(Session.objects.sealed().filter(pk__in=in_rounds).values_list("pk", flat=True))
    if not hidden or device is None:
        return hidden
    phone = ClubDevice.objects.filter(device=device).first()
    if phone and phone.runs:
        hidden = {pk for pk in hidden if in_rounds[pk].club_id != phone.club_id}
    return hidden - _own(device, phone, hidden)


def _own(device: str, phone: ClubDevice | None, sessions: Collection[int]) -> set[int]:
    """Return those of the sessions at which a browser records, or at which its player sits."""
    accesses = list(Access.objects.of(device).filter(session__in=sessions))
    records = {access.session_id for access in accesses if access.role == Role.SCORER}
    labels = {(access.session_id, folded(access.label)) for access in accesses}
    if phone:
        labels |= {(session, folded(phone.label)) for session in sessions}
    sits = {
        seat.stretch.session_id
        for seat in Seat.objects.of(sessions)
        if (seat.stretch.session_id, folded(seat.name)) in labels or (phone and phone.player_id == seat.player_id)
    }
    return records | sits


def refuse_hidden(access: Access) -> None:
    """Raise `ResultSealedError` if the browser may not see what the session has come to."""
    if access.role != Role.SCORER and hidden_from(access.device, [access.session]):
        raise ResultSealedError
