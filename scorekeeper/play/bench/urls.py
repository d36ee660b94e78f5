"""The app's addresses and one more, which exists while the bench runs."""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from scorekeeper.clubs.models import Player

FLOOR = "/bench/floor/"


def floor(request: HttpRequest) -> HttpResponse:
    """The least that a write can be: one row, and a fragment that says so."""
    player = Player.objects.create(name=request.POST["name"])
    return HttpResponse(f"<p>{player.pk}</p>")


urlpatterns = [
    path(FLOOR[1:], floor),
    path("", include("scorekeeper.urls")),
]
