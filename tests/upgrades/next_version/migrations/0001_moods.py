from django.db import migrations

ADD = "ALTER TABLE play_session ADD COLUMN mood varchar(20) NOT NULL DEFAULT 'calm'"
MOVE = "UPDATE play_seat SET name = 'Nobody'"


class Migration(migrations.Migration):
    dependencies = [("play", "0003_payments")]

    operations = [
        migrations.RunSQL(ADD, "ALTER TABLE play_session DROP COLUMN mood"),
        migrations.RunSQL(MOVE, migrations.RunSQL.noop),
    ]
