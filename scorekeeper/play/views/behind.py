"""What a secret link leads to, and what is done about those who try addresses."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache

from scorekeeper import rates
from scorekeeper.errors import Refused

Row = TypeVar("Row", bound=Model)
View = Callable[..., HttpResponse]


class LinkIsNone(Refused):
    """A link leads nowhere: it was renewed, or never was one."""

    status, template = 404, "link.html"


def by_link(view: View) -> View:
    """A page that whoever has its address may open: it is kept by no browser and listed by no search engine.

    Where such a link was put on a public page, it would else be found by the names of those who play. All other pages
    need no such word: those that are not for everybody are answered to a stranger with 404.
    """

    @never_cache
    @wraps(view)
    def shown(request: HttpRequest, *given: Any, **named: Any) -> HttpResponse:
        response = view(request, *given, **named)
        response.headers["X-Robots-Tag"] = "noindex"
        return response

    return shown


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
