"""All addresses: those of `play` are those of the project."""

from django.urls import include, path

handler400 = "scorekeeper.errors.bad_request"
handler403 = "scorekeeper.errors.forbidden"
handler404 = "scorekeeper.errors.not_found"
handler500 = "scorekeeper.errors.server_error"

urlpatterns = [
    path("", include("scorekeeper.play.urls")),
]
