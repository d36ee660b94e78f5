"""The content of the database, in which no secret may be found."""

from __future__ import annotations

from django.apps import apps


def whole_database() -> str:
    """Return every value of every row."""
    return repr([list(model._default_manager.values_list()) for model in apps.get_models()])
