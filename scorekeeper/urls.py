"""All addresses: those of `play` are those of the project."""

from django.urls import include, path

urlpatterns = [
    path("", include("scorekeeper.play.urls")),
]
