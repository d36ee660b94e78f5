"""What a secret link leads to, and what is done about those who try addresses."""

from __future__ import annotations

from typing import TypeVar

from django.db.models import Model
from django.http import HttpRequest

from scorekeeper import rates
from scorekeeper.errors import Refused

Row = TypeVar("Row", bound=Model)


class LinkIsNone(Refused):
    """A link leads nowhere: it was renewed, or never was one."""

    status, template = 404, "link.html"


def behind(request: HttpRequest, model: type[Row], **token: str) -> Row:
    """The row whose secret a link has.

    Whoever has tried too many that lead nowhere is refused before this one is looked up, or the limit would be no
    hindrance to guessing. The secrets are compared by the database, in an index: how long that takes tells nothing of
    use about 192 random bits.
    """
    caller = rates.caller(request)
    rates.require_room("misses", caller, on="links")
    row = model._default_manager.filter(**token).first()
    if row is None:
        rates.spend("misses", caller, on="links")
        raise LinkIsNone
    return row
