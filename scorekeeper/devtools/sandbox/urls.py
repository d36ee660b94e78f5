"""The app's URLs and one more that exists only for the bench."""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from scorekeeper.clubs.models import Player

FLOOR = "/bench/floor/"


def floor(request: HttpRequest) -> HttpResponse:
    """Write one row and return a fragment: the least that a write can do."""
    player = Player.objects.create(name=request.POST["name"])
    return HttpResponse(f"<p>{player.pk}</p>")


urlpatterns = [
    path(FLOOR[1:], floor),
    path("", include("scorekeeper.urls")),
]
