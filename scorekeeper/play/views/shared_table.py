"""The table with the form of the next hand, rendered once for all phones that get the same after a hand.

Rendering it takes longer than recording the hand, and most phones at a table get the same: those that record, and those
that watch. What belongs to one phone alone is inserted afterwards: the status message, and the tokens of its forms.
"""

from __future__ import annotations

import secrets
from collections.abc import Hashable
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.translation import get_language

from scorekeeper.play import round_progress, stretches
from scorekeeper.play.ledger.ledgers import SessionLedger
from scorekeeper.play.ledger.notations import Notation
from scorekeeper.play.models import Access
from scorekeeper.play.screens import table_screen
from scorekeeper.play.screens.table_screen import IgnoredByCache
from scorekeeper.play.views import table_context
from scorekeeper.play.views.request_params import new_token
from scorekeeper.play.views.tablet_seating import tablet_places

STATUS, CSRF_TOKEN, TOKEN = [secrets.token_urlsafe(12) for _placeholder in range(3)]
"""Placeholders for what belongs to one phone in the rendered table; nobody can have typed them."""


def rendered(access: Access, ledger: SessionLedger, notation: Notation, *, rows_wait: bool, updates: str = "") -> str:
    """Return the table as the part that htmx swaps, with placeholders; empty if it differs from phone to phone.

    Its message has the `updates` of what others wrote or, without any, the latest write. It tells scorers whether rows
    of a photographed sheet wait. The table differs if the session continues in a further stretch, which some may not
    see, and while the players agree that the round is over.
    """
    if access.has_further_stretch:
        return ""
    session, ledger = access.session, stretches.carrying(access.session, ledger)
    table = _rendered(
        IgnoredByCache((access, ledger)),
        notation,
        rows_wait,
        session.public_id,
        session.revision,
        access.role,
        tuple(tablet_places(access, ledger)),
        round_progress.of(session, ledger),
        ledger.carried,
        get_language(),
    )
    message = "" if updates else table_screen.latest_in_words(ledger, notation)
    return table.replace(STATUS, render_to_string("play/_status.html", {"updates": updates, "message": message}))


@lru_cache(maxsize=100)
def _rendered(
    of: IgnoredByCache[tuple[Access, SessionLedger]], notation: Notation, rows_wait: bool, *_key: Hashable
) -> str:
    """Render the table of a revision; whatever else it shows, such as the progress of a round, is part of the key."""
    access, ledger = of.taken()
    context = table_context.context_of_next_hand(access, ledger, notation, token=TOKEN, status=STATUS)
    if context["agreement"]:
        return ""
    return render_to_string("play/_table.html", {**context, "rows_wait": rows_wait, "csrf_token": CSRF_TOKEN})


def with_tokens(table: str, csrf_token: str) -> str:
    """Put the tokens of one phone into the forms of a table."""
    return table.replace(CSRF_TOKEN, csrf_token).replace(TOKEN, new_token())
