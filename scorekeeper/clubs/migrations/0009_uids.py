"""Clubs and people get a name by which they are the same in every installation."""

from typing import Any

from django.db import migrations, models

import scorekeeper.clubs.models
from scorekeeper.clubs.models import make_uid

TOGETHER = 1000


def name_them(apps: Any, schema_editor: Any) -> None:
    for model in (apps.get_model("clubs", "Club"), apps.get_model("clubs", "Player")):
        unnamed = model.objects.filter(uid=None).only("pk")
        while found := list(unnamed[:TOGETHER]):
            for one in found:
                one.uid = make_uid()
            model.objects.bulk_update(found, ["uid"])


def uid(**more: Any) -> Any:
    return models.CharField(max_length=16, unique=True, editable=False, **more)


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0008_season_counts"),
    ]

    operations = [
        *(migrations.AddField(name, "uid", uid(null=True)) for name in ("club", "player")),
        migrations.RunPython(name_them, migrations.RunPython.noop),
        *(
            migrations.AlterField(name, "uid", uid(default=scorekeeper.clubs.models.make_uid))
            for name in ("club", "player")
        ),
    ]
