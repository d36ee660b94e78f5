"""The app's addresses and two more, which exist while the bench runs."""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from scorekeeper.clubs.models import Player
from scorekeeper.web import device_cookie

FLOOR = "/bench/floor/"
KNOWN_AS = "/bench/known-as/"


def floor(request: HttpRequest) -> HttpResponse:
    """The least that a write can be: one row, and a fragment that says so."""
    player = Player.objects.create(name=request.POST["name"])
    return HttpResponse(f"<p>{player.pk}</p>")


def known_as(request: HttpRequest) -> HttpResponse:
    """Makes whoever asks a certain device: a browser that nothing else can be told gets its cookie here."""
    response = HttpResponse()
    device_cookie.remember(response, request.GET["device"])
    return response


urlpatterns = [
    path(FLOOR[1:], floor),
    path(KNOWN_AS[1:], known_as),
    path("", include("scorekeeper.urls")),
]
