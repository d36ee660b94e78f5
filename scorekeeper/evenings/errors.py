"""Refusals of an evening, and of what a result stands on."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied

from games.scoring.errors import Code, RuleError
from games.scoring.text import Text
from scorekeeper.clubs.models import ClubDevice
from scorekeeper.evenings.models import Evening
from scorekeeper.web.errors import RefusedError


class EveningSettledError(RefusedError):
    """The evening is settled. Its attendance and its tables can't change until the settlement is withdrawn."""

    status, template = 409, "desk/evening_settled.html"

    def __init__(self, evening: Evening) -> None:
        super().__init__(f"{evening.public_id} is settled")
        self.context = {"evening": evening}


class ResultStandsError(RuleError):
    """A confirmed list or a final result stands on what would change. The message says what to do first."""

    def __init__(self, message: Text) -> None:
        super().__init__(Code.IMPOSSIBLE, None, message)


class NotRunnerError(RefusedError, PermissionDenied):
    """This phone of the club may not run its evenings."""

    status, template = 403, "desk/not_runner.html"

    def __init__(self, phone: ClubDevice) -> None:
        super().__init__(f"{phone} does not run evenings")
        self.context = {"phone": phone}
