from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from games.scoring.settlement import fewest_transfers

CENT = Decimal("0.01")
BEYOND_PAYING = 10**12
Owed = tuple[int, int, int | None, Decimal | None]
"""Debtor and creditor by place, the amount in counters, and in money."""


def owed(transfers: Sequence[Mapping[str, int]] | None, gains: Sequence[int], stake: Decimal) -> list[Owed]:
    """Return the payments; in money only without transfers, or if the stake is in fractions of a cent."""
    if transfers is not None and not stake % CENT:
        return [
            (
                transfer["debtor"],
                transfer["creditor"],
                transfer["amount"],
                (transfer["amount"] * stake).quantize(CENT) if stake else None,
            )
            for transfer in transfers
        ]
    exact = [int(gain * stake * 10_000) for gain in gains]
    cents = [amount // 100 for amount in exact]
    by_remainder = sorted(range(len(exact)), key=lambda place: (-(exact[place] % 100), exact[place], place))
    for place in by_remainder[: -sum(cents)]:
        cents[place] += 1
    return [(transfer.debtor, transfer.creditor, None, transfer.amount * CENT) for transfer in fewest_transfers(cents)]


def create_payments(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Write the payments of every settlement of a session."""
    alias = schema_editor.connection.alias
    seats, settlements, payments = (
        apps.get_model("play", name)._default_manager.using(alias) for name in ("Seat", "Settlement", "Payment")
    )
    players: dict[int, list[int]] = {}
    by_session = seats.order_by("stretch__session", "place").values_list("stretch__session", "player")
    for session, player in by_session:
        players.setdefault(session, []).append(player)
    rows = []
    for settlement in settlements.order_by("session", "pk"):
        people, stake = players[settlement.session_id], settlement.stake or Decimal(0)
        for debtor, creditor, amount, money in owed(settlement.transfers, settlement.gains, stake):
            rows.append(
                payments.model(
                    settlement=settlement,
                    debtor_id=people[debtor],
                    creditor_id=people[creditor],
                    amount=amount,
                    money=money,
                    currency=settlement.currency,
                )
            )
    payable = [row for row in rows if max(row.amount or 0, row.money or 0) < BEYOND_PAYING]
    payments.bulk_create(payable, batch_size=1000)


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0001_tables"),
        ("evenings", "0001_tables"),
        ("play", "0002_stretches"),
    ]

    operations = [
        migrations.CreateModel(
            name="Night",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("joined_at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.AddField(
            model_name="session",
            name="night",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="sessions",
                to="play.night",
            ),
        ),
        migrations.AddField(
            model_name="session",
            name="kitty",
            field=models.DecimalField(blank=True, decimal_places=2, max_digits=6, null=True),
        ),
        migrations.AddField(
            model_name="session",
            name="planned_hands",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(model_name="stretch", name="agreed", field=models.JSONField(null=True)),
        migrations.AddField(
            model_name="settlement",
            name="kitty",
            field=models.DecimalField(blank=True, decimal_places=2, max_digits=6, null=True),
        ),
        migrations.CreateModel(
            name="Payment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("amount", models.PositiveBigIntegerField(null=True)),
                ("money", models.DecimalField(decimal_places=2, max_digits=14, null=True)),
                ("currency", models.CharField(max_length=8)),
                ("ticked_at", models.DateTimeField(null=True)),
                ("ticked_by", models.CharField(blank=True, max_length=150)),
                (
                    "creditor",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="claims",
                        to="clubs.player",
                    ),
                ),
                (
                    "debtor",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="debts",
                        to="clubs.player",
                    ),
                ),
                (
                    "evening_settlement",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="payments",
                        to="evenings.eveningsettlement",
                    ),
                ),
                (
                    "night",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="payments",
                        to="play.night",
                    ),
                ),
                (
                    "settlement",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="payments",
                        to="play.settlement",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.AddConstraint(
            model_name="payment",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("evening_settlement__isnull", True), ("night__isnull", True), ("settlement__isnull", False)
                    ),
                    models.Q(
                        ("evening_settlement__isnull", False), ("night__isnull", True), ("settlement__isnull", True)
                    ),
                    models.Q(
                        ("evening_settlement__isnull", True), ("night__isnull", False), ("settlement__isnull", True)
                    ),
                    _connector="OR",
                ),
                name="payment_of_one_settlement",
            ),
        ),
        migrations.RunPython(create_payments, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name="session",
            index=models.Index(fields=["-started_at", "-id"], name="session_newest_first"),
        ),
    ]
