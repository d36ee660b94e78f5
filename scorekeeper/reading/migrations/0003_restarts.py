from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("reading", "0002_session_sheets")]

    operations = [
        migrations.AddField(
            model_name="sessionsheet",
            name="restarts",
            field=models.JSONField(default=list),
        ),
    ]
