import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("clubs", "0002_records_and_phones"),
    ]

    operations = [
        migrations.CreateModel(
            name="FirstAnswer",
            fields=[
                ("id", models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False)),
                (
                    "answer",
                    models.CharField(choices=[("home", "Home"), ("club", "Club"), ("demo", "Demo")], max_length=4),
                ),
                ("given_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "demo",
                    models.OneToOneField(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.club"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("id", 1)), name="first_answer_once"),
                    models.CheckConstraint(
                        condition=models.Q(("answer", "demo"), ("demo", None), _connector="OR"),
                        name="first_answer_demo",
                    ),
                ],
            },
        ),
    ]
