"""The evening of a tournament says whether its result is sealed or final."""

from typing import Any

from django.db import migrations


def to_evenings(apps: Any, schema_editor: Any) -> None:
    database = schema_editor.connection.alias
    evenings = apps.get_model("evenings", "Evening").objects.using(database)
    for tournament in apps.get_model("tournaments", "Tournament").objects.using(database):
        evenings.filter(pk=tournament.evening_id).update(is_sealed=tournament.is_sealed, final_at=tournament.final_at)


def to_tournaments(apps: Any, schema_editor: Any) -> None:
    database = schema_editor.connection.alias
    tournaments = apps.get_model("tournaments", "Tournament").objects.using(database)
    for evening in apps.get_model("evenings", "Evening").objects.using(database).filter(tournament__isnull=False):
        tournaments.filter(evening=evening).update(is_sealed=evening.is_sealed, final_at=evening.final_at)


class Migration(migrations.Migration):
    dependencies = [
        ("evenings", "0004_sealed_and_final"),
        ("tournaments", "0001_tables"),
    ]

    operations = [
        migrations.RunPython(to_evenings, to_tournaments),
        migrations.RemoveField(
            model_name="tournament",
            name="is_sealed",
        ),
        migrations.RemoveField(
            model_name="tournament",
            name="final_at",
        ),
    ]
