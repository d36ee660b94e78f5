"""Recovery codes move to the row of their second factor."""

from __future__ import annotations

from typing import Any

from django.db import migrations, models


def move(apps: Any, schema_editor: Any) -> None:
    alias = schema_editor.connection.alias
    factors, codes = (
        apps.get_model("accounts", name).objects.using(alias) for name in ("SecondFactor", "RecoveryCode")
    )
    for factor in factors.all():
        hashes = codes.filter(second_factor=factor).order_by("pk").values_list("hash", flat=True)
        factors.filter(pk=factor.pk).update(recovery_hashes=list(hashes))


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_tables"),
    ]

    operations = [
        migrations.AddField(
            model_name="secondfactor",
            name="recovery_hashes",
            field=models.JSONField(default=list),
        ),
        migrations.RunPython(move, migrations.RunPython.noop),
        migrations.DeleteModel(name="RecoveryCode"),
    ]
