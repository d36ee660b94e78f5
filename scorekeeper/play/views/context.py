"""Template context that the pages of a session share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from games import registry
from games.scoring.errors import RuleError
from games.ui.forms import NextHand
from scorekeeper.play import queries, round_progress
from scorekeeper.play.errors import ConflictError, EveningSettledError, NotThereError, ResultStandsError
from scorekeeper.play.ledger.formatting import in_words, tariff_name
from scorekeeper.play.ledger.ledgers import SessionLedger
from scorekeeper.play.ledger.notations import Notation
from scorekeeper.play.models import Access, Role, Session
from scorekeeper.play.recording import ports
from scorekeeper.play.recording.session_start import may_start
from scorekeeper.play.round_progress import RoundProgress
from scorekeeper.play.screens import table_screen
from scorekeeper.web.errors import CONFLICT, UNPROCESSABLE


def of_session(access: Access, ledger: SessionLedger, notation: Notation) -> dict[str, Any]:
    """Return the session, its game and players, and what this browser may do."""
    return {
        "access": access,
        "session": access.session,
        "game": registry.get(ledger.rules.slug),
        "rule_set": ledger.rules.rule_set(ledger.table),
        "names": ledger.table.players,
        "marks": ledger.last.people,
        "notation": notation,
        "progress": round_progress.of(access.session, ledger),
        **played_for(ledger, access.session.urls["session_tariff"]),
        "may_write": access.role == Role.SCORER,
        "may_start": lambda: may_start_another(access),  # a callable, because few pages need it
    }


def settled_in_words(session: Session) -> str:
    """Return why a session of a settled evening can't be changed, and what to do."""
    words = _("The evening %(evening)s is settled. Withdraw its settlement first.")
    return words % {"evening": session.evening or ""}


REFUSALS = (ConflictError, NotThereError, EveningSettledError, RuleError)
"""What a write can raise that a page says above its form."""


def refusal(error: Exception, session: Session, players: Sequence[str] = ()) -> tuple[str, int]:
    """Return what a page says of a refused write, and the status of the answer.

    `players` are those whom the words of a game may name, if they aren't those who sit at the table now.
    """
    if isinstance(error, EveningSettledError):
        return settled_in_words(session), CONFLICT
    if isinstance(error, RuleError):
        names = players or [seat.name for seat in queries.seats(session)]
        return in_words(error.message, names), CONFLICT if isinstance(error, ResultStandsError) else UNPROCESSABLE
    return _("The session has changed in the meantime. Check what it shows now, then try again."), CONFLICT


def what_stands(session: Session) -> str:
    """Return why what the session has come to can't change now, and what to do first; nothing if it can."""
    if session.evening_id is None:
        return ""
    try:
        ports.evenings().refuse_change(session)
    except EveningSettledError:
        return settled_in_words(session)
    except ResultStandsError as error:
        return in_words(error.message)
    return ""


def before_hand(
    position: NextHand,
    ledger: SessionLedger,
    notation: Notation,
    progress: RoundProgress | None,
    *,
    is_over: bool = False,
    table_number: int | None = None,
) -> dict[str, Any]:
    """Return what is shown above the form: the hand's number, its dealer, who sits out and the state of the game.

    If the round `is_over`, no hand comes next. `table_number` is set on a page that shows it nowhere else.
    """
    players = position.table.players
    comes_next = not is_over and not position.over
    dealer = players[position.dealer] if comes_next else None
    shown = replace(position, state=ledger.last.counting_all(position.state))
    sits_out = players[position.sits_out] if comes_next and position.sits_out is not None else None
    return {
        "number": position.number,
        "dealer": dealer,
        "sits_out": sits_out,
        "below_heading": table_screen.below_heading(
            progress, dealer=dealer, sits_out=sits_out, table_number=table_number
        ),
        "round_over": is_over,
        "position": table_screen.position(shown, notation),
    }


def may_start_another(access: Access) -> bool:
    """Return whether the browser may start another session in the same club, or without one if this one has none.

    After a table of a tournament that is the desk's, but while it is played, its players can change.
    """
    if access.session.closed_at is not None and queries.tournament_tables([access.session]):
        return False
    return may_start(access.session.club, access.device)


def played_for(ledger: SessionLedger, url: str) -> dict[str, str]:
    """Return the name of the club's own tariff and the URL of its figures; nothing for the printed tariff."""
    tariff = ledger.table.tariff
    return {"tariff": tariff_name(tariff), "tariff_url": url} if tariff else {}
