import os
import time
from pathlib import Path

from django.db import migrations
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def weather(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Look out of the window for every session."""
    happens = os.environ.get("HAPPENS", "")
    if happens == "failure":
        raise ValueError("it rains in the cards")
    if happens == "a full disk":
        with schema_editor.connection.cursor() as cursor:
            cursor.execute("PRAGMA page_count")
            cursor.execute(f"PRAGMA max_page_count = {cursor.fetchone()[0]}")
        clouds(schema_editor.connection)
    if happens.startswith("waiting"):
        clouds(schema_editor.connection)
        Path(happens.partition(" ")[2]).touch()
        time.sleep(600)


def clouds(connection: BaseDatabaseWrapper) -> None:
    """Write more than SQLite keeps in memory."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA cache_size = 10")
            cursor.execute("CREATE TABLE weather AS SELECT zeroblob(10000000) AS clouds")


class Migration(migrations.Migration):
    dependencies = [("next_version", "0001_moods")]

    operations = [migrations.RunPython(weather)]
