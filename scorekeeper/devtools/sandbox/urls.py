"""The app's URLs and two more that exist only for the bench."""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from scorekeeper.clubs.models import Player
from scorekeeper.web import device_cookie

FLOOR = "/bench/floor/"
KNOWN_AS = "/bench/known-as/"


def floor(request: HttpRequest) -> HttpResponse:
    """Write one row and return a fragment: the least that a write can do."""
    player = Player.objects.create(name=request.POST["name"])
    return HttpResponse(f"<p>{player.pk}</p>")


def known_as(request: HttpRequest) -> HttpResponse:
    """Set the cookie of the requested device, for browsers whose cookies cannot be set otherwise."""
    response = HttpResponse()
    device_cookie.remember(response, request.GET["device"])
    return response


urlpatterns = [
    path(FLOOR[1:], floor),
    path(KNOWN_AS[1:], known_as),
    path("", include("scorekeeper.urls")),
]
