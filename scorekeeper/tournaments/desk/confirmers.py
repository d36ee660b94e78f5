"""Who may confirm the list of a table on a phone there: a second player, that is, not the one who wrote it.

The *writers* are the phone that recorded last and the one that closed the session, unless it did so as the last that
agreed that the round is over. A phone belongs to a player if it records under the player's name. If only the writers
have a phone at the table, one of them passes it on: another player checks the list there and taps their own name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.clubs.names import folded
from scorekeeper.play.errors import PANEL
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
    present = [names[key] for one in _phones(session) if one.pk not in writers and (key := folded(one.label)) in names]
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
    played = changes.exclude(verb__in=(*BESIDE_PLAY, Verb.CLOSE, Verb.REOPEN, Verb.START)).first()
    agreed = changes.filter(verb=Verb.AGREE, revision__gt=played.revision if played else 0).exists()
    closed = None if agreed else changes.filter(verb=Verb.CLOSE).first()
    for latest in (played, closed):
        if latest is not None:
            yield latest


def _phones(session: Session) -> list[Access]:
    return list(session.accesses.filter(shut_out_at=None).exclude(device__startswith=PANEL).order_by("pk"))


def _only_started(access: Access) -> bool:
    """Return whether a phone has done nothing but start the session, as the desk's starts all tables of a round."""
    verbs = set(access.changes.values_list("verb", flat=True))
    return verbs == {Verb.START}
