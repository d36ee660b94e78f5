"""What the page of a closed session says about its list: who may confirm it, who has, or why it doesn't count yet."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.play.formatting import in_words as words_of
from scorekeeper.play.ledger import SessionLedger, session_ledger
from scorekeeper.play.models import Access, Session
from scorekeeper.play.pages.summary import listed
from scorekeeper.play.recording.ports import ListNotice
from scorekeeper.tournaments.desk import lists
from scorekeeper.tournaments.desk.confirmers import Confirmers, confirmers
from scorekeeper.tournaments.lists.table_states import TableState, table_states
from scorekeeper.tournaments.models import Tournament


def tournament_of(session: Session) -> Tournament | None:
    """Return the tournament in whose round a session was played, or None."""
    if session.round_id is None or session.table_number is None:
        return None
    return Tournament.objects.filter(evening=session.evening_id).select_related("evening").first()


def state_of(tournament: Tournament, session: Session) -> TableState | None:
    """Return the table of a session; None if the round no longer has it."""
    assert session.round is not None
    return next(iter(table_states(tournament, session.round, session.table_number)), None)


def notice(access: Access) -> ListNotice | None:
    """Return what the page says on this phone; None if the session is not of a tournament."""
    session = access.session
    tournament = tournament_of(session)
    state = state_of(tournament, session) if tournament else None
    if state is None or (state.results is None and not state.players_changed):
        return None
    here = confirmers(access)
    number = {"number": state.number}
    asks = is_open(state) and bool(here.names)
    return ListNotice(
        words=in_words(state, here),
        link=(_("Confirm the list of table %(number)s") if asks else _("The list of table %(number)s")) % number,
        url=reverse("table_list", args=[session.public_id]),
        version=lists.version(state.table_list),
        unit=_unit(session_ledger(session)),
        asks=asks,
        is_disputed=state.table_list.disputed_at is not None,
    )


def _unit(ledger: SessionLedger) -> str:
    """Return what the totals of a session are if the list has game points, but each game was paid at once."""
    if not (ledger.rules.counts_games and ledger.rules.zero_sum(ledger.table)):
        return ""
    return _("These totals are what the players pay each other. The tournament counts the game points of the list.")


def is_open(state: TableState) -> bool:
    """Return whether a list waits for a second player."""
    written = state.table_list
    return state.results is not None and written.confirmed_at is None and written.disputed_at is None


def in_words(state: TableState, here: Confirmers) -> str:
    """Return how far the list is, and who does what next."""
    written = state.table_list
    if written.confirmed_at is not None:
        return _("Confirmed by %(name)s, locked.") % {"name": written.confirmed_by or _("the desk")}
    if written.disputed_at is not None:
        words = _("Disputed by %(name)s; the desk settles it: %(reason)s")
        return words % {"name": written.disputed_by or _("the desk"), "reason": written.dispute}
    if state.results is None:
        return words_of(lists.PLAYERS_CHANGED if state.players_changed else lists.NOTHING_PLAYED)
    return _waiting(here)


def _waiting(here: Confirmers) -> str:
    if here.is_handed_over:
        return _("A second player checks the list before it counts. Hand this phone to another player at the table.")
    if here.names:
        return _("A second player checks the list before it counts.")
    if here.elsewhere:
        return _("The list is waiting to be confirmed on another phone: %(names)s.") % {"names": listed(here.elsewhere)}
    return _("The list is waiting to be confirmed by another player at the table, or by the desk.")
