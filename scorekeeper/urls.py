"""The URLs of the project.

Search engines may index every public page except printed sheets, since each request for one costs a typesetting run.
"""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import TemplateView

handler400 = "scorekeeper.database.unavailable.bad_request"
handler403 = "scorekeeper.web.errors.forbidden"
handler404 = "scorekeeper.web.errors.not_found"
handler500 = "scorekeeper.database.unavailable.server_error"

robots = TemplateView.as_view(template_name="robots.txt", content_type="text/plain; charset=utf-8")

urlpatterns = [
    path("robots.txt", robots),
    path("", include("scorekeeper.play.urls")),
    path("", include("scorekeeper.standings.urls")),
    path("club/", include("scorekeeper.accounts.urls")),
    path("", include("scorekeeper.desk.urls")),
    path("", include("scorekeeper.files.urls")),
    path("", include("scorekeeper.printing.urls")),
    path("", include("scorekeeper.reading.urls")),
    path("club/", include("scorekeeper.clubs.urls")),
    path("", include("scorekeeper.web.pwa.urls")),
    path("", include("scorekeeper.guide.urls")),
    path("", include("scorekeeper.welcome.urls")),
    path("api/", include("scorekeeper.api.urls")),
    path("admin/", admin.site.urls),
]
