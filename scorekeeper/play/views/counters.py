"""The choice between amounts as counters and as numbers. Like the language, it can be made on any page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from scorekeeper.play.ledger import notations


@require_POST
def counters(request: HttpRequest) -> HttpResponse:
    """Set the notation of amounts and redirect back to the page on which it was chosen."""
    back = request.POST.get("next", "")
    is_own_site = url_has_allowed_host_and_scheme(
        back, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    response = redirect(back if is_own_site else reverse("home"))
    notations.remember(response, in_counters=request.POST.get("counters") == notations.IN_COUNTERS)
    return response
