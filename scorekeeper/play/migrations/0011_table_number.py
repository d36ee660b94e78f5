"""Tables have a number at their evening; those that are there are numbered in the order in which they were started."""

from typing import Any

from django.db import migrations, models


def number_tables(apps: Any, schema_editor: Any) -> None:
    """A session that follows another one at the same evening is at the same table."""
    sessions = apps.get_model("play", "Session").objects.using(schema_editor.connection.alias)
    found = sessions.exclude(evening=None).only("pk", "evening", "follows").order_by("evening_id", "started_at", "pk")
    numbers: dict[int, tuple[int, int]] = {}
    highest: dict[int, int] = {}
    numbered = []
    for session in found.iterator(chunk_size=1000):
        evening, number = numbers.get(session.follows_id, (None, 0))
        if evening != session.evening_id:
            number = highest[session.evening_id] = highest.get(session.evening_id, 0) + 1
        numbers[session.pk] = session.evening_id, number
        session.table_number = number
        numbered.append(session)
    sessions.bulk_update(numbered, ["table_number"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [("play", "0010_no_results_without_hands")]

    operations = [
        migrations.AddField(
            model_name="session",
            name="table_number",
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="table number"),
        ),
        migrations.RunPython(number_tables, migrations.RunPython.noop),
    ]
