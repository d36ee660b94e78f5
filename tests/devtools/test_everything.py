"""The club in which everything occurs: nothing that the app stores is left out."""

from __future__ import annotations

import pytest
from django.apps import apps

from scorekeeper.devtools.everything.club import everything

pytestmark = pytest.mark.django_db

WITHOUT_ROWS: set[str] = set()


def test_every_table_of_the_database_has_a_row() -> None:
    everything()
    assert {model._meta.label for model in apps.get_models() if not model._base_manager.exists()} == WITHOUT_ROWS
