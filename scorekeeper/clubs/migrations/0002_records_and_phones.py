"""Members have records; removed phones lose their access to their club's tables, unless they joined again since."""

from __future__ import annotations

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Exists, OuterRef

import scorekeeper.clubs.dates
import scorekeeper.clubs.phone_numbers


def delete_lost_accesses(apps: Any, schema_editor: Any) -> None:
    alias = schema_editor.connection.alias
    accesses, phones = (
        apps.get_model(*name).objects.using(alias) for name in (("play", "Access"), ("clubs", "RemovedPhone"))
    )
    removed = phones.filter(
        club=OuterRef("session__club"), device=OuterRef("device"), removed_at__gte=OuterRef("granted_at")
    )
    accesses.filter(Exists(removed), shut_out_at=None).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0001_tables"),
        ("play", "0001_tables"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="PersonalData",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("federation_number", models.CharField(blank=True, max_length=20, verbose_name="federation number")),
                ("email", models.EmailField(blank=True, max_length=254, verbose_name="e-mail")),
                (
                    "phone_number",
                    models.CharField(
                        blank=True,
                        max_length=40,
                        validators=[scorekeeper.clubs.phone_numbers.validate_phone_number],
                        verbose_name="phone number",
                    ),
                ),
                (
                    "entered_on",
                    models.DateField(
                        blank=True,
                        null=True,
                        validators=[scorekeeper.clubs.dates.since_1900, scorekeeper.clubs.dates.in_the_past],
                        verbose_name="entry date",
                    ),
                ),
            ],
            options={
                "verbose_name": "personal data",
                "verbose_name_plural": "personal data",
            },
        ),
        migrations.AddField(
            model_name="player",
            name="category",
            field=models.CharField(
                blank=True,
                help_text="In the club’s own words, such as Seniors.",
                max_length=60,
                verbose_name="category",
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="member_number",
            field=models.CharField(blank=True, max_length=20, verbose_name="member number"),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.UniqueConstraint(
                condition=models.Q(models.Q(("member_number", ""), _negated=True), ("merged_into__isnull", True)),
                fields=("club", "member_number"),
                name="member_number_once",
            ),
        ),
        migrations.AddField(
            model_name="personaldata",
            name="player",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE, related_name="personal_data", to="clubs.player"
            ),
        ),
        migrations.RunPython(delete_lost_accesses, migrations.RunPython.noop),
        migrations.DeleteModel(name="RemovedPhone"),
    ]
