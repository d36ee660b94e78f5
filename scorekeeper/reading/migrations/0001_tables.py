import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("clubs", "0002_records_and_phones"),
        ("play", "0003_payments"),
    ]

    operations = [
        migrations.CreateModel(
            name="SessionSheet",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.TextField()),
                ("done", models.PositiveSmallIntegerField(default=0)),
                ("next_hand", models.PositiveIntegerField(default=0)),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="photographed_sheets",
                        to="play.session",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PhotographedPage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("device", models.CharField(max_length=32)),
                ("number", models.PositiveSmallIntegerField()),
                ("code", models.TextField()),
                ("first_row", models.PositiveSmallIntegerField()),
                ("rows", models.JSONField()),
                ("carried", models.JSONField(default=list)),
                ("image", models.BinaryField()),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("recorded_at", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="photographed_pages",
                        to="clubs.club",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="photographed_pages",
                        to="play.session",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["device"], name="photographed_page_device")],
            },
        ),
    ]
