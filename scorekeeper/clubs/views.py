"""A phone joins its club or leaves it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorekeeper.clubs import queries, services
from scorekeeper.clubs.models import Club, ClubDevice
from scorekeeper.web import cookies, throttling
from scorekeeper.web.links import get_by_token, secret_link_view


@secret_link_view
@require_http_methods(["GET", "HEAD", "POST"])
def join_club(request: HttpRequest, token: str) -> HttpResponse:
    """Show the link of a club's phones; only POST joins."""
    club = get_by_token(request, Club, phones_token=token)
    device = cookies.device_id_or_new(request)
    if request.method == "POST":
        throttling.spend("joins", throttling.caller(request))
        services.admit_phone(club, device)
        response: HttpResponse = redirect("new")
    else:
        phone = ClubDevice.objects.filter(device=device).select_related("club").first()
        joined = phone is not None and phone.club == club and phone.by_link
        present = phone.club if phone and phone.club != club else None
        holder = queries.holder_of(device) if present else None
        context = {"club": club, "joined": joined, "present": present, "holder": holder}
        response = render(request, "clubs/join.html", context)
    cookies.remember_device(response, device)
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def phone(request: HttpRequest) -> HttpResponse:
    """Show this phone's club, and leave it with POST."""
    device = cookies.device_id(request)
    club = queries.club_of(device)
    if club is None or device is None:
        return redirect("home")
    if request.method == "POST":
        services.leave_club(device)
        return redirect("home")
    return render(request, "clubs/phone.html", {"club": club, "holder": queries.holder_of(device)})
