"""Pages of a club, requested by its phone, by another club's phone and by a stranger: each sees only its own."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from scorekeeper.clubs.models import Club
from scorekeeper.standings.models import Season
from tests.clubs.clubs import OURS, House
from tests.play.browsers import browser
from tests.standings.stored_results import NEW_YEAR, met, played

pytestmark = pytest.mark.django_db

OF_OURS = ("Anne Arnaud", "Bruno Braun")
OF_THEIRS = ("Xaver Xander", "Yves Yver")
OF_NO_PLAYER = {"club", "standings", "members"}
OF_A_PLAYER = {"member", "member_sessions"}


ELSEWHERE = {"club_phone", "join_club"} | {"sign_in", "sign_out", "set_password", "me", "my_name", "my_password"}
"""The pages of a phone, its link and the sign-in pages; evenings are checked separately."""


def test_the_walk_leaves_no_page_of_a_club_out() -> None:
    rooms = ("clubs", "accounts", "standings")
    found: list[Any] = [one for room in rooms for one in get_resolver(f"scorekeeper.{room}.urls").url_patterns]
    names = {one.name for one in found if isinstance(one, URLPattern)}
    assert names == OF_NO_PLAYER | OF_A_PLAYER | ELSEWHERE


def addresses(club: Club, season: Season) -> list[str]:
    player, other = club.players.order_by("pk")
    found = []
    for name in sorted(OF_NO_PLAYER):
        found += [reverse(name), f"{reverse(name)}?season={season.pk}"]
    for name in sorted(OF_A_PLAYER):
        address = reverse(name, args=[player.pk])
        found += [
            address,
            f"{address}?season={season.pk}",
            f"{address}?with={other.pk}",
            f"{address}?against={other.pk}",
        ]
    return found


def whole(name: str, members: tuple[str, ...]) -> tuple[House, list[str]]:
    house = House(name, members)
    session = played(house.club, {members[0]: 77, members[1]: -77})
    met(session, members[0], members[1], together=3, against=4)
    season = Season.objects.create(club=house.club, name=f"Season of {name}", starts=NEW_YEAR)
    return house, addresses(house.club, season)


def seen(client: Client, address: str, names: tuple[str, ...]) -> bool:
    """Return whether anything of these people is on the page."""
    answer = client.get(address)
    assert answer.status_code in (200, 302, 404), address
    return any(name.encode() in answer.content for name in names)


def test_each_club_sees_its_own_and_nothing_of_the_other_by_any_address() -> None:
    (ours, our_addresses), (theirs, their_addresses) = whole(OURS, OF_OURS), whole("Theirs", OF_THEIRS)
    stranger = browser()
    for address in our_addresses:
        assert ours.phone.get(address).status_code == 200, address
        assert not seen(theirs.phone, address, (*OF_OURS, f"Season of {OURS}")), address
        assert not seen(stranger, address, (*OF_OURS, f"Season of {OURS}", OURS)), address
    for address in their_addresses:
        assert not seen(ours.phone, address, (*OF_THEIRS, "Season of Theirs")), address
    for address in their_addresses:
        if "=" in address and not address.startswith("/club/?") and not address.startswith("/club/members/?"):
            assert ours.phone.get(address).status_code == 404, address
    showing = sum(seen(ours.phone, address, OF_OURS) for address in our_addresses)
    assert showing >= len(our_addresses) - 2  # the first page
