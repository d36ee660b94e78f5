"""Why a write was not done, beside the `RuleError` of the games, and the checks that all writes share."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.exceptions import PermissionDenied

from games.scoring.errors import RuleError
from games.scoring.text import gettext_lazy as _
from scorekeeper.play.models import Access, Role, Session
from scorekeeper.web.errors import RefusedError


class ConflictError(Exception):
    """Somebody else wrote first; nothing was written."""


class SessionClosedError(Exception):
    """The session is closed: it can be read and reopened, nothing else."""


class UnchangedError(Exception):
    """A correction of what is closed says what was recorded already; nothing was written."""


class NotThereError(LookupError):
    """What was to be changed is not there as this verb takes it: no page of ours offers that."""


class LastScorerError(Exception):
    """Nobody would be left who could write."""


class EveningSettledError(Exception):
    """The evening is settled: until that is withdrawn nothing of it changes, who was there as little as its tables."""


class TablesOpenError(Exception):
    """An evening is settled when all its tables are closed; `sessions` are those that are not."""

    def __init__(self, sessions: Sequence[Session]) -> None:
        super().__init__(f"{len(sessions)} tables are open")
        self.sessions = sessions


class NotRunnerError(RefusedError, PermissionDenied):
    """A phone of the club that does not run its evenings."""

    status, template = 403, "evenings/not_runner.html"


class ShutOutError(RefusedError, PermissionDenied):
    """Somebody at the table has shut this browser out."""

    status, template = 403, "shut_out.html"


class SessionLockedError(RefusedError, PermissionDenied):
    """An organiser has locked the session: from the panel alone it is written in."""

    status, template = 403, "locked.html"


class MayNotStartError(RefusedError, PermissionDenied):
    """The club lets only phones that run its evenings start sessions."""

    status, template = 403, "may_not_start.html"


class GameGoneError(RefusedError, LookupError):
    """A session of a game, or of one of its rule sets, that is not installed any more."""

    status, template = 404, "game_gone.html"


class LaterHandError(RuleError):
    """Another hand than the one that was changed cannot have happened then.

    `number` is that hand and `error` what is wrong with it. At no field of the form: there is nothing to mend in it.
    """

    def __init__(self, number: int, error: RuleError) -> None:
        words = _("Hand {hand} would become impossible: {reason}", hand=number, reason=error.message)
        super().__init__(error.code, None, words)
        self.number = number
        self.error = error


PANEL = "panel "
"""What the device of an organiser begins with who writes from the panel: no browser can have such a name."""


def of_panel(access: Access) -> bool:
    return access.device.startswith(PANEL)


def require_scorer(session: Session, access: Access) -> None:
    """Refuse whoever may only watch, or has come in at another table."""
    if access.session_id != session.pk or access.role != Role.SCORER:
        raise PermissionDenied
    if access.shut_out_at:
        raise ShutOutError
