"""The addresses of the API. They have no names: nothing of the app leads to them but the page that explains them."""

from __future__ import annotations

from django.urls import URLPattern, path, re_path

from scorekeeper.api.api import api
from scorekeeper.api.door import door, nothing_here

LIBRARYS_OWN = "api-root"
"""An address that the library has for itself."""

found = [one for one in api.urls[0] if isinstance(one, URLPattern) and one.name != LIBRARYS_OWN]

of_version_1 = [URLPattern(one.pattern, door(one.callback)) for one in found]

urlpatterns = [
    path("v1/", (of_version_1, None, None)),
    re_path("", door(nothing_here)),
]
