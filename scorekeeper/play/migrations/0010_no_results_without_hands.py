"""A session in which nothing was played and nothing moved has no results; older versions wrote some, of nought."""

from typing import Any

from django.db import migrations
from django.db.models import Exists, OuterRef


def remove_results_of_nothing(apps: Any, schema_editor: Any) -> None:
    results = apps.get_model("play", "Result").objects.all()
    of_something = results.filter(session=OuterRef("session")).exclude(hands=0, total=0)
    if results.filter(~Exists(of_something)).delete()[0]:
        schema_editor.connection.check_constraints()  # PostgreSQL alters no table for which a check still waits


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0009_session_tariff"),
    ]

    operations = [
        migrations.RunPython(remove_results_of_nothing, migrations.RunPython.noop),
    ]
