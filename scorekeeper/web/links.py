"""Links meant for other devices, with their QR codes, and the pages behind secret links.

In a browser on the server itself, the address bar shows `localhost`, which is useless on a phone. Links then use this
machine's address in the local network, if there is one.

Messengers, social networks and search engines open a link only to show a preview of it. They keep no cookies and don't
follow a link into a table, and nobody watches through them. A program that isn't recognised is treated like a browser.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import Any, NoReturn, TypeVar
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.http.request import validate_host
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.cache import never_cache

from scorekeeper.web import throttling
from scorekeeper.web.errors import RefusedError
from scorekeeper.web.hosts import addresses

ONLY_HERE = {"localhost", "127.0.0.1", "[::1]"}


def base_of(request: HttpRequest) -> tuple[str, bool]:
    """Return the base URL for links, and whether other devices can reach it."""
    requested = request.build_absolute_uri("/").rstrip("/")
    parts = urlsplit(requested)
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    if host not in ONLY_HERE:
        return requested, True
    for address in addresses():
        if validate_host(address, settings.ALLOWED_HOSTS):
            return f"{parts.scheme}://{address}{f':{parts.port}' if parts.port else ''}", True
    return requested, False


def qr_code(text: str) -> SafeString:
    """Return a QR code as an SVG element, dark on light in every colour scheme, as cameras need it."""
    svg = segno.make(text, error="m", micro=False).svg_inline(omitsize=True, border=4, dark="#000", light="#fff")
    return mark_safe(svg)  # noqa: S308 - drawn by segno: paths and numbers, none of the text


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
    return model._default_manager.filter(**token).first() or refuse_link(request)


def refuse_link(request: HttpRequest) -> NoReturn:
    """Raise `NoSuchLinkError`, and count the miss."""
    count_miss(request)
    raise NoSuchLinkError


def count_miss(request: HttpRequest) -> None:
    """Count a wrong link; raise `RateLimitedError` if there were too many from this address.

    Only wrong links are refused for that. A right one always opens: a whole club may share the address, and what stops
    guessing is the length of the secrets.
    """
    throttling.spend("misses", throttling.caller(request), on="links")


_PREVIEWERS = re.compile(
    r"(?<!\bcu)bot\b|crawler|spider|facebookexternalhit|^WhatsApp/|Slack-ImgProxy|SkypeUriPreview"  # Cubot makes phones
    r"|Mastodon/|Embedly|Iframely|Google-PageRenderer|LinkPreview",
    re.IGNORECASE,
)


def wants_preview(request: HttpRequest) -> bool:
    """Return whether a request comes from a program that shows previews of links, by its own account.

    The browsers inside messengers, which name these in the middle, are browsers.
    """
    return _PREVIEWERS.search(request.headers.get("User-Agent", "")) is not None
