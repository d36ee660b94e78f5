"""A phone joins its club, and leaves it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorekeeper import rates
from scorekeeper.clubs import queries, services
from scorekeeper.clubs.models import Club, ClubDevice
from scorekeeper.play import devices
from scorekeeper.play.views.behind import behind, by_link


@by_link
@require_http_methods(["GET", "HEAD", "POST"])
def join_club(request: HttpRequest, token: str) -> HttpResponse:
    """The link of a club's phones: to look at it is not to take it."""
    club = behind(request, Club, phones_token=token)
    device = devices.known_or_new(request)
    if request.method == "POST":
        rates.spend("joins", rates.caller(request))
        services.let_phone_in(club, device)
        response: HttpResponse = redirect("new")
    else:
        phone = ClubDevice.objects.filter(device=device).select_related("club").first()
        joined = phone is not None and phone.club == club and phone.by_link
        present = phone.club if phone and phone.club != club else None
        holder = queries.holder_of(device) if present else None
        context = {"club": club, "joined": joined, "present": present, "holder": holder}
        response = render(request, "clubs/join.html", context)
    devices.remember(response, device)
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def phone(request: HttpRequest) -> HttpResponse:
    """The club of this phone, and the way out of it."""
    device = devices.known(request)
    club = queries.club_of(device)
    if club is None or device is None:
        return redirect("home")
    if request.method == "POST":
        services.let_phone_go(device)
        return redirect("home")
    return render(request, "clubs/phone.html", {"club": club, "holder": queries.holder_of(device)})
