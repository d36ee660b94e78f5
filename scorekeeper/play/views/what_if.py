"""The what-if page: a session compared with the same hands under other rules, for everyone who may look at it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from scorekeeper.clubs import queries as clubs
from scorekeeper.clubs.models import Club
from scorekeeper.play.access import access_of
from scorekeeper.play.ledger import ledgers, notations
from scorekeeper.play.ledger.notations import Notation
from scorekeeper.play.models import Access
from scorekeeper.play.screens.what_if import compare, drafted
from scorekeeper.play.screens.what_if_forms import WhatIfForm
from scorekeeper.play.views.context import of_session, played_for
from scorekeeper.web.request_params import HtmxRequest


@dataclass(frozen=True, kw_only=True)
class WhatIfUrls:
    """The URLs of the page, at the table or in the organisers' panel. `club` is the one whose tariffs it may offer."""

    back: str
    address: str
    tariff: str
    hand: Callable[[int], str]
    club: Club | None
    in_panel: bool = False


@require_safe
def what_if(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Show what the session would have come to under the rules in the query string. Nothing is written."""
    access = access_of(request, public_id)
    club = access.session.club
    urls = WhatIfUrls(
        back=reverse("session", args=[public_id]),
        address=reverse("what_if", args=[public_id]),
        tariff=reverse("session_tariff", args=[public_id]),
        hand=lambda number: reverse("hand", args=[public_id, number]),
        club=club if club and clubs.club_of(access.device) == club else None,
    )
    return what_if_page(request, access, urls)


def what_if_page(request: HtmxRequest, access: Access, urls: WhatIfUrls) -> HttpResponse:
    """Show the form and, if it asks for other rules than were played, the comparison."""
    session, data = access.session, request.GET.dict()
    ledger = ledgers.of(session)
    form = WhatIfForm(drafted(session, ledger, urls.club, data), ledger, data)
    tables = form.tables(ledger)
    as_usual = notations.of(request, session)
    notation = as_usual if form.draft.rule_set.slug == session.rules else Notation()
    result = (
        compare(session, ledger, tables, notation, urls.hand, all_hands=data.get("hands") == "all")
        if tables is not None and tables != [stretch.table for stretch in ledger.stretches]
        else None
    )
    context = {
        **of_session(access, ledger, as_usual),
        **played_for(ledger, urls.tariff),
        "urls": urls,
        "form": form,
        "draft": form.draft,
        "what_if_notation": notation,
        "found": result,
        "refusal": ledger.refusal,
        "all_hands": f"{urls.address}?{urlencode({**data, 'hands': 'all'})}",
    }
    return render(request, "play/_what_if.html" if request.htmx else "play/what_if.html", context)
