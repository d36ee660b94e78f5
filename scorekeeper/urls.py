"""All addresses: those of tables and rules, those of clubs, what is printed, and the organisers' panel."""

from django.contrib import admin
from django.urls import include, path

handler400 = "scorekeeper.errors.bad_request"
handler403 = "scorekeeper.errors.forbidden"
handler404 = "scorekeeper.errors.not_found"
handler500 = "scorekeeper.errors.server_error"

urlpatterns = [
    path("", include("scorekeeper.play.urls")),
    path("", include("scorekeeper.clubs.urls")),
    path("", include("scorekeeper.paper.urls")),
    path("", include("scorekeeper.paper.transcript.urls")),
    path("admin/", admin.site.urls),
]
