from django.core.validators import MaxValueValidator
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("standings", "0001_tables"),
    ]

    operations = [
        migrations.AddField(
            model_name="season",
            name="counted_by",
            field=models.CharField(
                choices=[("evenings", "evenings"), ("rounds", "rounds")],
                default="evenings",
                max_length=10,
                verbose_name="what is counted",
            ),
        ),
        migrations.AddField(
            model_name="season",
            name="scoring",
            field=models.CharField(
                choices=[
                    ("sum", "sum of the points"),
                    ("average", "average"),
                    ("place_points", "place points, 25-18-15"),
                    ("players_behind", "place points, by players"),
                    ("per_cent", "per cent of the best"),
                ],
                default="sum",
                max_length=20,
                verbose_name="the championship ranks by",
            ),
        ),
        migrations.AlterField(
            model_name="season",
            name="best",
            field=models.PositiveSmallIntegerField(
                blank=True, null=True, validators=[MaxValueValidator(1000)], verbose_name="how many of the best count"
            ),
        ),
        migrations.AlterField(
            model_name="season",
            name="minimum",
            field=models.PositiveSmallIntegerField(
                default=0, validators=[MaxValueValidator(1000)], verbose_name="how many are needed to be ranked"
            ),
        ),
    ]
