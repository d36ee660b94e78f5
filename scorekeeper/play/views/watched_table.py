"""The table as watchers fetch it after a change: rendered once for all who read the same language and notation."""

from __future__ import annotations

from gzip import compress
from threading import Lock

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language

from scorekeeper.play import round_progress
from scorekeeper.play.ledger import ledgers
from scorekeeper.play.ledger.notations import Notation
from scorekeeper.play.models import Access
from scorekeeper.play.views import table_context
from scorekeeper.play.views.tablet_seating import tablet_places
from scorekeeper.web.kept import Kept

_tables = Kept[tuple[bytes, bytes]](most=200)
"""More than change at once: only the latest revision of a session is still fetched."""
_lock = Lock()
"""Held while a table is rendered: when hundreds ask for it at once, it is rendered for the first of them."""


def answer(request: HttpRequest, access: Access, notation: Notation) -> HttpResponse:
    """Return the table as `rendered`. It is compressed once for all, as it has no secret that its size could betray."""
    plain, compressed = rendered(access, notation)
    takes_gzip = "gzip" in request.headers.get("Accept-Encoding", "")
    response = HttpResponse(compressed, headers={"Content-Encoding": "gzip"}) if takes_gzip else HttpResponse(plain)
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


def rendered(access: Access, notation: Notation) -> tuple[bytes, bytes]:
    """Return the table without anything that belongs to one browser, as the part that htmx swaps; also compressed.

    What it shows can change without a new revision as well: the planned hands of a round, and the place from which a
    player who watches sees the table.
    """
    session = access.session
    with _lock:
        ledger = ledgers.of(session)
        key = (
            (session.public_id, session.revision, get_language(), notation),
            (round_progress.of(session, ledger), tuple(tablet_places(access, ledger))),
        )

        def render() -> tuple[bytes, bytes]:
            context = table_context.context_of_next_hand(access, ledger, notation)
            plain = render_to_string("play/_table.html", context).encode()
            return plain, compress(plain)

        return _tables.get(key, render)
