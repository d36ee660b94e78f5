"""Work that would otherwise be done during the first requests.

Before the server answers anything, it loads games, URLs, translations and templates. Once it answers, it asks for the
tables in play as their phones will: Django, Python and the games prepare much when a page is first asked for.
"""

import logging
from collections.abc import Iterator
from concurrent.futures import Executor
from io import BytesIO
from pathlib import Path
from threading import Event
from wsgiref.types import WSGIApplication

from django.apps import apps
from django.conf import settings
from django.db import Error
from django.forms.renderers import get_default_renderer
from django.http import HttpResponse
from django.template.loader import get_template
from django.urls import get_resolver, reverse
from django.utils import translation

from games import registry
from scorekeeper.operations.serving.wsgi_bridge import exchange
from scorekeeper.play import queries
from scorekeeper.play.ledger import ledgers
from scorekeeper.web import device_cookie

WITH_TEMPLATES = ("games", "scorekeeper", "django.contrib.admin")
"""The packages of the apps whose templates pages use."""
OF_FIELDS = (
    "label.html",
    "errors/list/default.html",
    *(f"widgets/{kind}.html" for kind in ("number", "text", "select")),
)
SUFFIXES = (".html", ".svg")

log = logging.getLogger(__name__)


def warm_up() -> None:
    """Load everything that each process loads once; takes some tenths of a second."""
    registry.all_games()
    get_resolver().reverse_dict  # noqa: B018 - made when it is first asked for
    reverse("admin:index")  # the panel has its own
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            translation.gettext("Home")
    for name in templates():
        get_template(name)
    for name in OF_FIELDS:
        get_default_renderer().get_template(f"django/forms/{name}")


def templates() -> Iterator[str]:
    """Yield the names of the app's own templates, and of those of Django's that the panel uses."""
    of_apps = [Path(app.path) for app in apps.get_app_configs() if app.name.startswith(WITH_TEMPLATES)]
    for folder in (path / "templates" for path in (settings.BASE_DIR, *of_apps)):
        for file in folder.rglob("*"):
            if file.suffix in SUFFIXES:
                yield str(file.relative_to(folder))


# Once the server answers


def between_requests(thread: Executor, steps: Iterator[object]) -> Event:
    """Take one step after the other in the thread of the pages; requests get their turn in between.

    Return an event for the end of it.
    """
    ended = Event()

    def step() -> None:
        try:
            next(steps)
        except StopIteration:
            ended.set()
        except Error:  # then the pages say so
            ended.set()
        except Exception:
            log.exception("The pages could not be prepared.")
            ended.set()
        else:
            thread.submit(step)

    thread.submit(step)
    return ended


def read_tables(application: WSGIApplication) -> Iterator[None]:
    """Ask for the page of the newest table of each game, then read the ledgers of the others; each is a step.

    Without any table it asks for the home page.
    """
    scorers = queries.scorers_of_tables_in_play(ledgers.MOST_CACHED)
    of_each_game = {access.session.game: access for access in reversed(scorers)}
    for access in of_each_game.values():
        ask(application, reverse("session", args=[access.session.public_id]), access.device)
        yield
    if not scorers:
        ask(application, reverse("home"))
        yield
    for access in scorers:
        ledgers.of(access.session)
        yield


def ask(application: WSGIApplication, path: str, device: str = "") -> None:
    """Request a page as the browser with this name does; the answer goes nowhere."""
    host, phone = settings.ALLOWED_HOSTS[0].lstrip("."), HttpResponse()
    device_cookie.remember(phone, device)
    cookies = "; ".join(f"{name}={cookie.coded_value}" for name, cookie in phone.cookies.items())
    scope = {
        "method": "GET",
        "path": path,
        "query_string": b"",
        "http_version": "1.1",
        "scheme": "https" if settings.HTTPS else "http",
        "headers": [(b"host", (b"localhost" if host == "*" else host.encode())), (b"cookie", cookies.encode())],
    }
    exchange(application, scope, BytesIO(), lambda _message: None)
