import django.db.models.deletion
from django.db import migrations, models

import scorekeeper.play.models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("clubs", "0002_records_and_phones"),
        ("evenings", "0002_rounds_and_box"),
    ]

    operations = [
        migrations.CreateModel(
            name="Tournament",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.CharField(max_length=30)),
                ("rules", models.CharField(max_length=30)),
                ("options", models.JSONField(default=dict)),
                ("terms", models.JSONField(default=dict)),
                ("sign_up_open", models.BooleanField(default=False)),
                ("sign_up_places", models.PositiveSmallIntegerField(default=100, verbose_name="places")),
                (
                    "sign_up_token",
                    models.CharField(default=scorekeeper.play.models.make_token, max_length=43, unique=True),
                ),
                (
                    "public_token",
                    models.CharField(default=scorekeeper.play.models.make_token, max_length=43, unique=True),
                ),
                ("is_public", models.BooleanField(default=False)),
                ("is_sealed", models.BooleanField(default=False)),
                ("final_at", models.DateTimeField(blank=True, null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "evening",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tournament",
                        to="evenings.evening",
                        verbose_name="evening",
                    ),
                ),
            ],
            options={
                "verbose_name": "tournament",
                "verbose_name_plural": "tournaments",
            },
        ),
        migrations.CreateModel(
            name="TableList",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("table", models.PositiveSmallIntegerField()),
                ("results", models.JSONField(blank=True, null=True)),
                ("typed", models.BooleanField(default=False)),
                ("proposed_by", models.CharField(blank=True, max_length=60)),
                ("proposed_at", models.DateTimeField(blank=True, null=True)),
                ("confirmed_by", models.CharField(blank=True, max_length=60)),
                ("confirmed_at", models.DateTimeField(blank=True, null=True)),
                ("by_signature", models.BooleanField(default=False)),
                ("disputed_by", models.CharField(blank=True, max_length=60)),
                ("disputed_at", models.DateTimeField(blank=True, null=True)),
                ("dispute", models.TextField(blank=True)),
                (
                    "round",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lists",
                        to="evenings.round",
                    ),
                ),
            ],
            options={
                "ordering": ["table"],
                "constraints": [
                    models.UniqueConstraint(fields=("round", "table"), name="table_list_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("confirmed_at__isnull", True), ("disputed_at__isnull", True), _connector="OR"
                        ),
                        name="table_list_not_both",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("confirmed_at__isnull", True), ("results__isnull", False), _connector="OR"),
                        name="table_list_confirmed_results",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SignUp",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(editable=False, max_length=43)),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                ("team", models.CharField(blank=True, max_length=60, verbose_name="team")),
                ("category", models.CharField(blank=True, max_length=60, verbose_name="category")),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "tournament",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sign_ups",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "verbose_name": "sign-up",
                "verbose_name_plural": "sign-ups",
                "ordering": ["pk"],
                "constraints": [models.UniqueConstraint(fields=("tournament", "key"), name="sign_up_key_once")],
            },
        ),
        migrations.CreateModel(
            name="TournamentEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(verbose_name="start number")),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                ("team", models.CharField(blank=True, max_length=60, verbose_name="team")),
                ("tandem", models.CharField(blank=True, max_length=60, verbose_name="tandem")),
                ("category", models.CharField(blank=True, max_length=60, verbose_name="category")),
                ("withdrawn_after", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("penalties", models.JSONField(default=list)),
                ("fee_paid_at", models.DateTimeField(blank=True, null=True, verbose_name="fee paid")),
                ("by_link", models.BooleanField(default=False, editable=False)),
                ("sign_up_key", models.CharField(blank=True, default="", editable=False, max_length=43)),
                ("entered_at", models.DateTimeField(auto_now_add=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="clubs.player",
                        verbose_name="player",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "verbose_name": "entry",
                "verbose_name_plural": "entries",
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="entry_number"),
                    models.UniqueConstraint(fields=("tournament", "player"), name="entry_player"),
                    models.UniqueConstraint(fields=("tournament", "name"), name="entry_name"),
                    models.UniqueConstraint(
                        condition=models.Q(("sign_up_key", ""), _negated=True),
                        fields=("tournament", "sign_up_key"),
                        name="entry_sign_up_key",
                    ),
                    models.CheckConstraint(condition=models.Q(("number__gt", 0)), name="entry_number_from_one"),
                ],
            },
        ),
    ]
