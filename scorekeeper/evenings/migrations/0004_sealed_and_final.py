"""Whether the result of an evening is sealed, and since when it is final."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("evenings", "0003_payments"),
    ]

    operations = [
        migrations.AddField(
            model_name="evening",
            name="is_sealed",
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.AddField(
            model_name="evening",
            name="final_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
    ]
