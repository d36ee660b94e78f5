"""URLs of the API. They have no names, since no page links to them except the one that documents the API."""

from __future__ import annotations

from django.urls import URLPattern, path, re_path

from scorekeeper.api.auth import api_view, unknown_url
from scorekeeper.api.endpoints import api

LIBRARYS_OWN = "api-root"
"""The name of ninja's own root URL."""

found = [route for route in api.urls[0] if isinstance(route, URLPattern) and route.name != LIBRARYS_OWN]

of_version_1 = [URLPattern(route.pattern, api_view(route.callback)) for route in found]

urlpatterns = [
    path("v1/", (of_version_1, None, None)),
    re_path("", api_view(unknown_url)),
]
