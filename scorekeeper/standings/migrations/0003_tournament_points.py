"""Tournament points of Skat sessions in which corrections, Ramsch and contra count from now on.

They are emptied, and `recount`, which runs at every start, works them out from the hands.
"""

from __future__ import annotations

from typing import Any

from django.db import migrations
from django.db.models import Q


def empty_points(apps: Any, schema_editor: Any) -> None:
    alias = schema_editor.connection.alias
    hands, results = (
        apps.get_model(*name).objects.using(alias) for name in (("play", "Hand"), ("standings", "Result"))
    )
    changed = Q(outcome__call__in=("correction", "ramsch")) | Q(outcome__contra__in=("contra", "re"))
    sessions = hands.filter(changed, session__game="skat").values("session")
    results.filter(session__in=sessions).update(points=None)


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0001_tables"),
        ("standings", "0002_championship"),
    ]

    operations = [
        migrations.RunPython(empty_points, migrations.RunPython.noop),
    ]
