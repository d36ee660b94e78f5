"""Evenings have rounds, and can be settled through the cash box."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0002_records_and_phones"),
        ("evenings", "0001_tables"),
    ]

    operations = [
        migrations.AddField(
            model_name="eveningsettlement",
            name="through_box",
            field=models.BooleanField(default=False),
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("game", models.CharField(max_length=30)),
                ("rules", models.CharField(max_length=30)),
                ("games", models.JSONField(default=dict)),
                ("stake", models.DecimalField(blank=True, decimal_places=4, max_digits=8, null=True)),
                ("hands", models.JSONField(default=dict)),
                ("table_size", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("wished_tables", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("seating", models.CharField(max_length=20)),
                ("seed", models.BigIntegerField(blank=True, null=True)),
                ("published_at", models.DateTimeField(blank=True, null=True)),
                ("minutes", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("clock_started_at", models.DateTimeField(blank=True, null=True)),
                (
                    "evening",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rounds",
                        to="evenings.evening",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="RoundSeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("table", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("place", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="round_seats", to="clubs.player"
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="evenings.round",
                    ),
                ),
            ],
            options={
                "ordering": ["table", "place", "pk"],
            },
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.UniqueConstraint(fields=("evening", "number"), name="round_number"),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.CheckConstraint(
                condition=models.Q(("stake__isnull", True), ("stake__gt", 0), _connector="OR"), name="round_stake"
            ),
        ),
        migrations.AddConstraint(
            model_name="roundseat",
            constraint=models.UniqueConstraint(fields=("round", "player"), name="round_seat_player"),
        ),
        migrations.AddConstraint(
            model_name="roundseat",
            constraint=models.UniqueConstraint(fields=("round", "table", "place"), name="round_seat_place"),
        ),
        migrations.AddConstraint(
            model_name="roundseat",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("place__isnull", True), ("table__isnull", True)),
                    models.Q(("place__isnull", False), ("table__gt", 0)),
                    _connector="OR",
                ),
                name="round_seat_both_or_neither",
            ),
        ),
    ]
