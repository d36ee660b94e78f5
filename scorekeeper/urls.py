"""All addresses: those of `play` are those of the project."""

from django.urls import include, path

handler400 = "scorekeeper.errors.bad_request"

urlpatterns = [
    path("", include("scorekeeper.play.urls")),
]
