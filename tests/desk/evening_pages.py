"""The pages of a club's evening, as the phone that runs it uses them."""

from typing import Any

from django.urls import reverse

from scorekeeper.desk import attendance
from tests.desk.club_evening import TWELVE, ClubEvening

PER_PERSON = {"evening_person"}
PER_ROUND = {"evening_clock"}


def url(name: str, club_evening: ClubEvening) -> str:
    if name == "evenings":
        return reverse(name)
    more = [club_evening.player(TWELVE[0]).pk] if name in PER_PERSON else [1] if name in PER_ROUND else []
    return reverse(name, args=[club_evening.evening.public_id, *more])


def there(club_evening: ClubEvening, *names: str) -> list[int]:
    return [attendance.check_in(club_evening.evening, name=name).player_id for name in names]


def games(shown: Any) -> dict[str, str]:
    """The chosen options of the page's selects, which are not inputs."""
    return {f"game-{table.number}": table.drawn.game for table in shown.context["tables"]}


def drawn(club_evening: ClubEvening, *names: str, **data: str) -> Any:
    keys = there(club_evening, *names)
    return club_evening.phone.post(
        url("evening_draw", club_evening), {"free": keys, "game": "tarot:classic", "action": "draw", **data}
    )
