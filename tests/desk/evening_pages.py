"""The pages of a club's evening, as the phone that runs it uses them."""

from typing import Any

from django.urls import reverse

from scorekeeper.desk import attendance
from tests.desk.club_evening import TWELVE, ClubEvening
from tests.play.browsers import Form

OF_THE_CLUB = {"evenings", "dates"}
PER_PERSON = {"evening_person"}
PER_ROUND = {"evening_clock", "round", "round_draw"}


def url(name: str, club_evening: ClubEvening) -> str:
    if name in OF_THE_CLUB:
        return reverse(name)
    more = [club_evening.player(TWELVE[0]).pk] if name in PER_PERSON else [1] if name in PER_ROUND else []
    return reverse(name, args=[club_evening.evening.public_id, *more])


def there(club_evening: ClubEvening, *names: str) -> list[int]:
    return [attendance.check_in(club_evening.evening, name=name).player_id for name in names]


def drawn(club_evening: ClubEvening, *names: str, **data: str) -> Any:
    """The draft of a round of these people, or the form that was refused."""
    keys = there(club_evening, *names)
    posted = {"free": keys, "game": "tarot:classic", "action": "draw", **data}
    return club_evening.phone.post(url("evening_draw", club_evening), posted, follow=True)


def seats(shown: Any) -> list[list[int]]:
    """Who sits at each table of a draft, by primary key."""
    return [[player.key for player in table.of.players] for table in shown.context["tables"]]


def act(club_evening: ClubEvening, shown: Any, action: str, **changes: Any) -> Any:
    """What a button of a draft answers; `changes` are fields that were filled in, as `game_2` or `swap`."""
    games: dict[str, Any] = {f"game-{table.of.number}": table.game for table in shown.context["tables"]}
    games |= {"start": [table.of.number for table in shown.context["tables"]]}
    changed = {name.replace("game_", "game-"): value for name, value in changes.items()}
    name = "round_draw" if action == "draw" else "round"
    address = reverse(name, args=[club_evening.evening.public_id, shown.context["round"].number])
    return club_evening.phone.post(address, {**Form(shown, "").fields, **games, **changed, "action": action})
