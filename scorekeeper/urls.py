"""All addresses: those of tables and rules, those of clubs, of paper, of what is installed, guides, API and panel.

Search engines may read what anybody may; what is printed is not for them, as each request is work for the press.
"""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import TemplateView

handler400 = "scorekeeper.errors.bad_request"
handler403 = "scorekeeper.errors.forbidden"
handler404 = "scorekeeper.errors.not_found"
handler500 = "scorekeeper.errors.server_error"

robots = TemplateView.as_view(template_name="robots.txt", content_type="text/plain; charset=utf-8")

urlpatterns = [
    path("robots.txt", robots),
    path("", include("scorekeeper.play.urls")),
    path("", include("scorekeeper.clubs.urls")),
    path("", include("scorekeeper.paper.urls")),
    path("", include("scorekeeper.paper.transcript.urls")),
    path("", include("scorekeeper.shell.urls")),
    path("", include("scorekeeper.guide.urls")),
    path("api/", include("scorekeeper.api.urls")),
    path("admin/", admin.site.urls),
]
