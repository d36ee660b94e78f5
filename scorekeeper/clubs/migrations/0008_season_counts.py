"""No season asks for more sessions than its standings page takes; one that did asks for the most."""

from typing import Any

import django.core.validators
import django.db.models.deletion
from django.db import migrations, models

MOST = 1000


def take_down(apps: Any, schema_editor: Any) -> None:
    seasons = apps.get_model("clubs", "Season").objects
    for column in ("minimum", "best"):
        seasons.filter(**{f"{column}__gt": MOST}).update(**{column: MOST})


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0007_deeds_of_phones"),
    ]

    operations = [
        migrations.RunPython(take_down, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="clubdevice",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="devices",
                to="clubs.club",
                verbose_name="club",
            ),
        ),
        migrations.AlterField(
            model_name="season",
            name="best",
            field=models.PositiveSmallIntegerField(
                blank=True,
                null=True,
                validators=[django.core.validators.MaxValueValidator(1000)],
                verbose_name="best sessions that count",
            ),
        ),
        migrations.AlterField(
            model_name="season",
            name="minimum",
            field=models.PositiveSmallIntegerField(
                default=0,
                validators=[django.core.validators.MaxValueValidator(1000)],
                verbose_name="sessions to be ranked",
            ),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("minimum__lte", 1000), models.Q(("best__isnull", True), ("best__lte", 1000), _connector="OR")
                ),
                name="season_counts",
            ),
        ),
    ]
