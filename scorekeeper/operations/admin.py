"""The operator's page in the organisers' panel, in the module where Django's admin looks for it."""

from datetime import UTC, datetime
from typing import cast

from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from scorekeeper.operations.monitoring import outlook
from scorekeeper.organisers.panel import Panel


@never_cache
def server(request: HttpRequest) -> HttpResponse:
    """Show the site administrator how the server is doing; for organisers, there is no such page."""
    if not request.user.is_superuser:
        raise Http404
    overview = outlook.overview()
    context = {
        **admin.site.each_context(request),
        "title": _("Server"),
        "server": overview,
        "median": _milliseconds(overview.lately.quantile(0.5)),
        "most": _milliseconds(overview.lately.quantile(0.95)),
        "since": _time(min(one.began for one in overview.processes)),
        "backup_made": overview.backup_made,
        "processes": [
            {
                "report": one,
                "most": _milliseconds(one.lately.quantile(0.95)),
                "load": round(100 * one.load),
                "since": _time(one.began),
            }
            for one in overview.processes
        ],
        "routes": [
            {"about": one, "median": _milliseconds(one.median), "worst": _milliseconds(one.worst)}
            for one in overview.routes
        ],
        "errors": [(_time(one.at), one.words) for one in overview.errors],
    }
    return render(request, "admin/server/page.html", context)


def _milliseconds(seconds: float) -> int:
    return round(seconds * 1000)


def _time(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


cast(Panel, admin.site).pages.append(path("server/", admin.site.admin_view(server), name="server"))
