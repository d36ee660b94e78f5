"""The page with a club's own figures that a session is played for, as they were when it began."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from scorekeeper.play.access import access_of
from scorekeeper.play.ledger import ledgers, notations
from scorekeeper.play.models import Access
from scorekeeper.play.screens import tariff_figures
from scorekeeper.play.views.context import of_session


@require_safe
def figures(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the club's figures beside the printed ones, to everybody at the table."""
    return figures_page(request, access_of(request, public_id), reverse("session", args=[public_id]))


def figures_page(request: HttpRequest, access: Access, back: str, *, in_panel: bool = False) -> HttpResponse:
    ledger, notation = ledgers.of(access.session), notations.of(request, access.session)
    context = {
        **of_session(access, ledger, notation),
        "own": tariff_figures.of_table(ledger.rules, ledger.table),
        "urls": {"back": back, "in_panel": in_panel},
    }
    return render(request, "play/session_tariff.html", context)
