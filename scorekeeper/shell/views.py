"""What a browser asks for beside the pages: how the app is installed, and the worker that it runs."""

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
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorekeeper.play import devices, queries
from scorekeeper.shell import icons

STATIC = Path(settings.BASE_DIR) / "static"


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """The web app manifest, in the language of whoever installs it."""
    name, paper = _("Scorekeeper"), paper_by_day()
    content = {
        "id": "/",
        "name": name,
        "short_name": name,
        "description": _(
            "Keeps the score at the card table: tap in what happened, see why a score is what it is, and who pays whom "
            "at the end."
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
            *[_png(icon) for icon in icons.ANY],
            {**_png(icons.MASKABLE), "purpose": "maskable"},
            {"src": static("img/icon.svg"), "type": "image/svg+xml", "sizes": "any"},
        ],
        "shortcuts": [
            {"name": _("New session"), "url": reverse("new")},
            {"name": _("Score sheets"), "url": reverse("paper")},
        ],
    }
    answer = JsonResponse(content, content_type="application/manifest+json", json_dumps_params={"ensure_ascii": False})
    answer["Cache-Control"] = "no-cache"
    return answer


def _png(icon: icons.Icon) -> dict[str, str]:
    size = f"{icon.pixels}x{icon.pixels}"
    return {"src": static(f"img/{icon.name}"), "type": "image/png", "sizes": size}


@cache
def paper_by_day() -> str:
    """The ground of every page by day, as the stylesheets have it: a manifest knows one colour, and no night."""
    found = re.search(r"--paper: (#[0-9a-f]{6});", (STATIC / "css" / "tokens.css").read_text())
    assert found
    return found[1]


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The worker, as it is for the files of this version and the language of this browser.

    A browser asks for it now and then, and takes it for another one as soon as a byte of it differs. With the other
    comes all that is kept without a connection: what belongs to a version stays together.
    """
    shown = render(request, "offline.html").content  # names the files of every page
    version = hashlib.sha256(getattr(staticfiles_storage, "manifest_hash", "").encode() + shown).hexdigest()[:12]
    script = f"const VERSION = {json.dumps(version)};\n{_script()}"
    return HttpResponse(script, content_type="text/javascript", headers={"Cache-Control": "no-cache"})


@cache
def _script() -> str:
    return (STATIC / "js" / "worker.js").read_text()


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """What the worker shows where it has no page, the same for everybody: what waits, and the tables that it has.

    The worker fetches it; whoever goes there is connected.
    """
    if request.headers.get("Sec-Fetch-Mode") == "navigate":
        return redirect("home")
    return render(request, "offline.html")


@never_cache
@require_safe
def table(request: HttpRequest) -> HttpResponse:
    """What the home screen opens: the table that this phone lies on, or home where that is not clear.

    An address of its own, so that the way home from every page still leads home.
    """
    device = devices.known(request)
    session = queries.only_table(device) if device else None
    return redirect("session", session.public_id) if session else redirect("home")
