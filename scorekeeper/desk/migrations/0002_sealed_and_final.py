"""The evening of a tournament says whether its result is sealed or final; fees that were ticked are payments."""

from decimal import Decimal
from typing import Any

import django.db.models.deletion
from django.db import migrations, models


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


def create_payments(apps: Any, schema_editor: Any) -> None:
    database = schema_editor.connection.alias
    entries, payments = (
        apps.get_model("tournaments", name).objects.using(database) for name in ("TournamentEntry", "EntryPayment")
    )
    payments.bulk_create(
        payments.model(
            entry=entry,
            what="fee",
            cents=int(Decimal(entry.tournament.terms.get("entry_fee", "0.00")) * 100),
            ticked_at=entry.fee_paid_at,
        )
        for entry in entries.exclude(fee_paid_at=None).select_related("tournament")
    )


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
        migrations.CreateModel(
            name="EntryPayment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "what",
                    models.CharField(
                        choices=[("fee", "Entry fee"), ("loss_money", "Loss money"), ("prize", "Prize")], max_length=10
                    ),
                ),
                ("cents", models.BigIntegerField()),
                ("ticked_at", models.DateTimeField()),
                ("ticked_by", models.CharField(blank=True, max_length=150)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="payments",
                        to="tournaments.tournamententry",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.RunPython(create_payments, migrations.RunPython.noop),
        migrations.RemoveField(
            model_name="tournamententry",
            name="fee_paid_at",
        ),
    ]
