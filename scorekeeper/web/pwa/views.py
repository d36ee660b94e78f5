"""Views of the installable app: the manifest, the service worker and the offline page."""

from __future__ import annotations

import hashlib
import json
import re
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

STATIC = Path(settings.BASE_DIR) / "static"


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Return the web app manifest, in the language of the person who installs it."""
    name, paper = _("Scorekeeper"), paper_by_day()
    content = {
        "id": "/",
        "name": name,
        "short_name": name,
        "description": _(
            "Keeps the score at the card table: enter each hand with a few taps, see why it scored what it did, and "
            "who pays whom at the end."
        ),
        "lang": get_language(),
        "dir": "ltr",
        "start_url": reverse("table"),
        "scope": "/",
        "display": "standalone",
        "background_color": paper,
        "theme_color": paper,
        "categories": ["games", "utilities"],
        "icons": [
            {"src": static("img/icon-192.png"), "type": "image/png", "sizes": "192x192"},
            {"src": static("img/icon-512.png"), "type": "image/png", "sizes": "512x512"},
            # It fills the square, and its marks are within every shape that a system cuts.
            {"src": static("img/icon-maskable.png"), "type": "image/png", "sizes": "512x512", "purpose": "maskable"},
            {"src": static("img/icon.svg"), "type": "image/svg+xml", "sizes": "any"},
        ],
        "shortcuts": [
            {"name": _("New session"), "url": reverse("new")},
            {"name": _("Score sheets"), "url": reverse("print")},
        ],
    }
    return JsonResponse(content, content_type="application/manifest+json", json_dumps_params={"ensure_ascii": False})


@cache
def paper_by_day() -> str:
    """Return the light background colour from the stylesheet. A manifest has one colour and no dark mode."""
    match = re.search(r"--paper: (#[0-9a-f]{6});", (STATIC / "css" / "tokens.css").read_text())
    assert match
    return match[1]


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker for this version's files and this browser's language.

    Browsers fetch it now and then and install it anew if a single byte differs. The new worker brings everything kept
    for offline use with it, so the files of one version stay together.
    """
    page = render(request, "web/offline.html").content  # links the files that every page uses
    version = hashlib.sha256(getattr(staticfiles_storage, "manifest_hash", "").encode() + page).hexdigest()[:12]
    script = f"const VERSION = {json.dumps(version)};\n{_script()}"
    return HttpResponse(script, content_type="text/javascript")


@cache
def _script() -> str:
    return (STATIC / "js" / "worker.js").read_text()


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Return the page that the worker shows when it has no other: hands that wait, and tables that were kept.

    It is the same for everybody. Only the worker fetches it; a browser that navigates here is online and is redirected.
    """
    if request.headers.get("Sec-Fetch-Mode") == "navigate":
        return redirect("home")
    return render(request, "web/offline.html")
