"""Games, URLs, translations and templates, loaded before the server answers instead of during the first requests."""

from collections.abc import Iterator
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.forms.renderers import get_default_renderer
from django.template.loader import get_template
from django.urls import get_resolver, reverse
from django.utils import translation

from games import registry

WITH_TEMPLATES = ("games", "scorekeeper", "django.contrib.admin")
"""The packages of the apps whose templates pages use."""
OF_FIELDS = (
    "label.html",
    "errors/list/default.html",
    *(f"widgets/{kind}.html" for kind in ("number", "text", "select")),
)
SUFFIXES = (".html", ".svg")


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
