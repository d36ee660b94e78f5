"""Pages behind secret links, and protection against guessing them."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache

from scorekeeper.web import throttling
from scorekeeper.web.errors import RefusedError

Row = TypeVar("Row", bound=Model)
View = Callable[..., HttpResponse]


class NoSuchLinkError(RefusedError):
    """The link leads nowhere: it was renewed or never existed."""

    status, template = 404, "web/invalid_link.html"


def secret_link_view(view: View) -> View:
    """Make a view that anyone with its link can open: no browser keeps it, no search engine indexes it.

    If such a link was published, a search for a player's name would find it. Other pages don't need this: those that
    are not public answer strangers with 404.
    """

    @never_cache
    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        response.headers["X-Robots-Tag"] = "noindex"
        return response

    return shown


def get_by_token(request: HttpRequest, model: type[Row], **token: str) -> Row:
    """Return the row whose secret the link contains; raise `NoSuchLinkError` if there is none.

    The database compares the secrets in an index: its timing reveals nothing useful about 192 random bits.
    """
    row = model._default_manager.filter(**token).first()
    if row is None:
        count_miss(request)
        raise NoSuchLinkError
    return row


def count_miss(request: HttpRequest) -> None:
    """Count a wrong link; raise `RateLimitedError` if there were too many from this address.

    Only wrong links are refused for that. A right one always opens: a whole club may share the address, and what stops
    guessing is the length of the secrets.
    """
    throttling.spend("misses", throttling.caller(request), on="links")
