"""A session has stretches: its seats, options and first dealer move to the first one, which takes the session's key.

A settlement has the counters that the stake is paid for. They follow from its totals and payments.
"""

from __future__ import annotations

from typing import Any

import django.db.models.deletion
from django.core.management.color import no_style
from django.db import migrations, models


def begin_first_stretches(apps: Any, schema_editor: Any) -> None:
    connection = schema_editor.connection
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO play_stretch (id, session_id, first_hand, options, first_dealer) "
            "SELECT id, id, 1, options, first_dealer FROM play_session"
        )
        for statement in connection.ops.sequence_reset_sql(no_style(), [apps.get_model("play", "Stretch")]):
            cursor.execute(statement)
    connection.check_constraints(["play_stretch"])  # PostgreSQL alters no table whose rows it has yet to check


def work_out_gains(apps: Any, schema_editor: Any) -> None:
    settlements = apps.get_model("play", "Settlement").objects.using(schema_editor.connection.alias)
    changed = []
    for settlement in settlements.only("totals", "transfers").iterator():
        settlement.gains = _gains(settlement.totals, settlement.transfers)
        changed.append(settlement)
    settlements.bulk_update(changed, ["gains"], batch_size=500)


def _gains(totals: list[int], transfers: list[dict[str, int]] | None) -> list[int]:
    if transfers is None:
        return [len(totals) * total - sum(totals) for total in totals]
    gains = [0] * len(totals)
    for transfer in transfers:
        gains[transfer["debtor"]] -= transfer["amount"]
        gains[transfer["creditor"]] += transfer["amount"]
    return gains


class Migration(migrations.Migration):
    dependencies = [
        ("evenings", "0002_rounds_and_box"),
        ("play", "0001_tables"),
    ]

    operations = [
        migrations.CreateModel(
            name="Stretch",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("first_hand", models.PositiveIntegerField(default=1)),
                ("options", models.JSONField(default=dict)),
                ("first_dealer", models.PositiveSmallIntegerField()),
                (
                    "session",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="stretches",
                        to="play.session",
                    ),
                ),
            ],
            options={
                "ordering": ["first_hand"],
                "verbose_name_plural": "stretches",
            },
        ),
        migrations.RunPython(begin_first_stretches, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="stretch",
            constraint=models.UniqueConstraint(fields=("session", "first_hand"), name="stretch_first_hand"),
        ),
        migrations.RemoveConstraint(model_name="seat", name="seat_place"),
        migrations.RemoveConstraint(model_name="seat", name="seat_player"),
        migrations.RenameField(model_name="seat", old_name="session", new_name="stretch"),
        migrations.AlterField(
            model_name="seat",
            name="stretch",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="seats",
                to="play.stretch",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("stretch", "place"), name="seat_place"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("stretch", "player"), name="seat_player"),
        ),
        migrations.RemoveField(model_name="session", name="options"),
        migrations.RemoveField(model_name="session", name="first_dealer"),
        migrations.AddField(
            model_name="session",
            name="title",
            field=models.CharField(blank=True, default="", max_length=60, verbose_name="title"),
        ),
        migrations.AddField(
            model_name="session",
            name="note",
            field=models.TextField(blank=True, default="", verbose_name="note"),
        ),
        migrations.AddField(
            model_name="session",
            name="deleted_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="deleted"),
        ),
        migrations.AddField(
            model_name="session",
            name="round",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="sessions",
                to="evenings.round",
                verbose_name="round",
            ),
        ),
        migrations.AddField(
            model_name="settlement",
            name="gains",
            field=models.JSONField(default=list),
            preserve_default=False,
        ),
        migrations.RunPython(work_out_gains, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="change",
            name="verb",
            field=models.CharField(
                choices=[
                    ("start", "Session started"),
                    ("import", "Session imported"),
                    ("players", "Players changed"),
                    ("record", "Hand recorded"),
                    ("insert", "Hand inserted"),
                    ("swap", "Hands swapped"),
                    ("amend", "Hand amended"),
                    ("void", "Hand voided"),
                    ("restore", "Hand restored"),
                    ("close", "Session closed"),
                    ("reopen", "Session reopened"),
                    ("renew", "Link renewed"),
                    ("shut_out", "Someone shut out"),
                    ("let_in", "Someone let in again"),
                    ("set_call", "Call set"),
                    ("take_back", "Call cleared"),
                    ("lock", "Session locked"),
                    ("unlock", "Session unlocked"),
                    ("details", "Details changed"),
                    ("exchange", "People exchanged"),
                    ("tick", "Payment ticked"),
                    ("untick", "Tick removed from a payment"),
                    ("undo", "Change undone"),
                    ("delete", "Session deleted"),
                    ("undelete", "Session restored"),
                    ("agree", "End of the round agreed"),
                    ("together", "Night settled together"),
                    ("apart", "Night settled separately again"),
                ],
                max_length=10,
            ),
        ),
    ]
