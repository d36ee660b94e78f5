from django.db import migrations

from scorekeeper.database.wall import Parent, wall_around

TABLES: dict[str, str | Parent] = {
    "clubs_club": "id",
    "clubs_organiser": "club_id",
    "clubs_clubdevice": "club_id",
    "clubs_removedphone": "club_id",
    "clubs_tariff": "club_id",
    "clubs_tariffversion": ("tariff_id", "clubs_tariff"),
    "clubs_houserules": "club_id",
    "clubs_player": "club_id",
    "clubs_personaldata": ("player_id", "clubs_player"),
    "clubs_merge": "club_id",
    "clubs_auditentry": "club_id",
    "play_session": "club_id",
    "evenings_evening": "club_id",
    "evenings_presence": ("evening_id", "evenings_evening"),
    "evenings_round": ("evening_id", "evenings_evening"),
    "evenings_roundseat": ("round_id", "evenings_round"),
    "evenings_eveningsettlement": ("evening_id", "evenings_evening"),
    "standings_season": "club_id",
    "tournaments_tournament": ("evening_id", "evenings_evening"),
    "tournaments_tournamententry": ("tournament_id", "tournaments_tournament"),
    "tournaments_tablelist": ("round_id", "evenings_round"),
    "api_apitoken": "club_id",
}


class Migration(migrations.Migration):
    """Hide the rows of each club from requests of others; see `scorekeeper.database.wall`."""

    dependencies = [
        ("clubs", "0002_member_records"),
        ("play", "0008_agreement"),
        ("evenings", "0004_rounds"),
        ("standings", "0002_championship"),
        ("tournaments", "0002_sign_up_key"),
        ("api", "0001_tables"),
    ]

    operations = [wall_around(TABLES)]
