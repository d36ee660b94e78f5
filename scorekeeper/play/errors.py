"""Exceptions for refused writes, besides the `RuleError` of the games, and the checks that all writes share.

A view needs to catch a `RefusedError` only where it has a better answer than the one for all views.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.core.exceptions import PermissionDenied

from games.scoring.errors import RuleError
from games.scoring.text import message as _
from scorekeeper.play.models import Access, Role, Session
from scorekeeper.web.errors import RefusedError


class ConflictError(Exception):
    """Somebody else wrote first. Nothing was written."""


class SessionClosedError(RefusedError):
    """The session is closed. It can only be read or reopened; its page says that nothing was written."""

    def __init__(self, session: Session) -> None:
        super().__init__(f"{session.public_id} is closed")
        self.location = f"{session.urls['session']}?unwritten"


class RowsWaitError(Exception):
    """Rows of the session's photographed sheet aren't recorded yet."""


class CallSetError(Exception):
    """A hand is being played: its call was set, but its result is not recorded."""


class UnchangedError(Exception):
    """The change would make no difference. Nothing was written."""


class NotThereError(RefusedError, LookupError):
    """The target of a write doesn't exist or is not in a state that allows it. Our pages offer no such write."""

    status, template = 404, "404.html"


class LastScorerError(Exception):
    """The table would be left without a scorer."""


class TablesOpenError(Exception):
    """The evening can't be settled because some of its tables are open; `sessions` are those tables."""

    def __init__(self, sessions: Sequence[Session]) -> None:
        super().__init__(f"{len(sessions)} tables are open")
        self.sessions = sessions


class AccessRevokedError(RefusedError, PermissionDenied):
    """This browser no longer has access to the table."""

    status, template = 403, "play/access_revoked.html"


class SessionLockedError(RefusedError, PermissionDenied):
    """An organiser has locked the session. It can be changed only from the organisers' panel."""

    status, template = 403, "play/session_locked.html"


class NightHiddenError(RefusedError, PermissionDenied):
    """The session is settled together with others of its night, to some of which this browser has no access."""

    status, template = 403, "play/night_hidden.html"


class ResultSealedError(RefusedError, PermissionDenied):
    """The session counts for a result that is sealed, and the browser is neither of its table nor of the desk."""

    status, template = 403, "play/result_sealed.html"


class SessionDeletedError(RefusedError):
    """The session was deleted. Until it is restored, it can be neither read nor changed."""

    status, template = 410, "play/session_deleted.html"

    def __init__(self, session: Session, *, joined: bool = True) -> None:
        """Refuse a browser that has `joined` the table, or one that has just opened its link."""
        super().__init__(f"{session.public_id} is deleted")
        self.context = {"url": session.urls["session"] if joined else ""}


class HandUndoneError(RefusedError):
    """The hand was undone since its page was opened, so it can't be amended, voided or restored."""

    status, template = 409, "play/hand_undone.html"

    def __init__(self, session: Session, number: int) -> None:
        super().__init__(f"hand {number} was undone")
        self.context = {"url": session.urls["session"], "number": number}


class CannotStartError(RefusedError, PermissionDenied):
    """In this club, only phones that run its evenings may start sessions."""

    status, template = 403, "play/cannot_start.html"


class GameNotInstalledError(RefusedError, LookupError):
    """The game of the session, or its rule set, is no longer installed."""

    status, template = 404, "play/game_not_installed.html"


class LaterHandError(RuleError):
    """A change of one hand would make another one impossible.

    `number` is that other hand, `error` what is wrong with it. No field is named, because the form itself is correct.
    """

    def __init__(self, number: int, error: RuleError) -> None:
        words = _("Hand {hand} would become impossible: {reason}", hand=number, reason=error.message)
        super().__init__(error.code, None, words)
        self.number = number
        self.error = error


PANEL = "panel "
"""The prefix of the device of an organiser who writes from the panel. No browser can have such a device."""


def is_panel_access(access: Access) -> bool:
    return access.device.startswith(PANEL)


def require_scorer(session: Session, access: Access) -> None:
    """Raise `PermissionDenied` for a watcher or an access to another table, or `AccessRevokedError`."""
    if access.session_id != session.pk or access.role != Role.SCORER:
        raise PermissionDenied
    if access.shut_out_at:
        raise AccessRevokedError
