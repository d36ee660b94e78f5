"""Seasons have a championship; Skat sessions get other tournament points, with corrections, Ramsch and contra.

They are emptied, and `recount`, which runs at every start, works them out from the hands.
"""

from __future__ import annotations

from typing import Any

import django.core.validators
from django.db import migrations, models
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
        ("standings", "0001_tables"),
    ]

    operations = [
        migrations.AddField(
            model_name="season",
            name="counted_by",
            field=models.CharField(
                choices=[("evenings", "evenings"), ("rounds", "rounds")],
                default="evenings",
                max_length=10,
                verbose_name="what is counted",
            ),
        ),
        migrations.AddField(
            model_name="season",
            name="scoring",
            field=models.CharField(
                choices=[
                    ("sum", "sum of the points"),
                    ("average", "average"),
                    ("place_points", "place points, 25-18-15"),
                    ("players_behind", "place points, by players"),
                    ("per_cent", "per cent of the best"),
                ],
                default="sum",
                max_length=20,
                verbose_name="the championship ranks by",
            ),
        ),
        migrations.AddField(
            model_name="season",
            name="only_tournaments",
            field=models.BooleanField(default=False, verbose_name="only tournaments count"),
        ),
        migrations.AlterField(
            model_name="season",
            name="best",
            field=models.PositiveSmallIntegerField(
                blank=True,
                null=True,
                validators=[django.core.validators.MaxValueValidator(1000)],
                verbose_name="how many of the best count",
            ),
        ),
        migrations.AlterField(
            model_name="season",
            name="minimum",
            field=models.PositiveSmallIntegerField(
                default=0,
                validators=[django.core.validators.MaxValueValidator(1000)],
                verbose_name="how many are needed to be ranked",
            ),
        ),
        migrations.RunPython(empty_points, migrations.RunPython.noop),
    ]
