from __future__ import annotations

from decimal import Decimal
from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def create_payments(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Write the payments of every settlement.

    A payment of somebody whose record was deleted, after their settlement was withdrawn, is left out.
    """
    alias = schema_editor.connection.alias
    settlements: Any = apps.get_model("evenings", "EveningSettlement")._default_manager.using(alias)
    payments = apps.get_model("play", "Payment")._default_manager.using(alias)
    people = {None, *apps.get_model("clubs", "Player")._default_manager.using(alias).values_list("pk", flat=True)}
    rows = []
    for settlement in settlements.order_by("pk"):
        for transfer in settlement.transfers:
            pair = transfer["debtor"], transfer["creditor"]
            if people.issuperset(pair):
                rows.append(
                    payments.model(
                        evening_settlement=settlement,
                        debtor_id=pair[0],
                        creditor_id=pair[1],
                        money=Decimal(transfer["amount"]),
                        currency=settlement.currency,
                    )
                )
    payments.bulk_create(rows, batch_size=1000)


class Migration(migrations.Migration):
    dependencies = [
        ("evenings", "0002_rounds_and_box"),
        ("play", "0003_payments"),
    ]

    operations = [
        migrations.RunPython(create_payments, migrations.RunPython.noop),
        migrations.RemoveField(
            model_name="eveningsettlement",
            name="transfers",
        ),
    ]
