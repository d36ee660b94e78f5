"""Pages of a club, requested by its phone, by another club's phone and by a stranger: each sees only its own."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from scorekeeper.clubs.models import Club
from scorekeeper.standings import urls
from scorekeeper.standings.models import Season
from tests.clubs.clubs import OURS, SampleClub
from tests.play.browsers import browser
from tests.standings.stored_results import NEW_YEAR, met, played

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

OF_OURS = ("Anne Arnaud", "Bruno Braun")
OF_THEIRS = ("Xaver Xander", "Yves Yver")
OF_NO_PLAYER = {"club", "standings", "championship", "members"}
OF_A_PLAYER = {"member", "member_sessions"}


ELSEWHERE = {"club_phone", "join_club"} | {"sign_in", "sign_out", "set_password", "me", "my_name", "my_password"}
"""The pages of a phone, its link and the sign-in pages; evenings are checked separately."""


def test_every_club_page_is_tested_for_isolation() -> None:
    packages = ("clubs", "accounts")
    routes: list[Any] = [
        route for package in packages for route in get_resolver(f"scorekeeper.{package}.urls").url_patterns
    ]
    routes += urls.of_a_club
    names = {route.name for route in routes if isinstance(route, URLPattern)}
    assert names == OF_NO_PLAYER | OF_A_PLAYER | ELSEWHERE


def addresses(club: Club, season: Season) -> list[str]:
    player, other = club.players.order_by("pk")
    pages = []
    for name in sorted(OF_NO_PLAYER):
        pages += [reverse(name), f"{reverse(name)}?season={season.pk}"]
    for name in sorted(OF_A_PLAYER):
        address = reverse(name, args=[player.pk])
        pages += [
            address,
            f"{address}?season={season.pk}",
            f"{address}?with={other.pk}",
            f"{address}?against={other.pk}",
        ]
    return pages


def club_with_addresses(name: str, members: tuple[str, ...]) -> tuple[SampleClub, list[str]]:
    sample_club = SampleClub(name, members)
    session = played(sample_club.club, {members[0]: 77, members[1]: -77})
    met(session, members[0], members[1], together=3, against=4)
    season = Season.objects.create(club=sample_club.club, name=f"Season of {name}", starts=NEW_YEAR)
    return sample_club, addresses(sample_club.club, season)


def seen(client: Client, address: str, names: tuple[str, ...]) -> bool:
    """Return whether anything of these people is on the page."""
    response = client.get(address)
    assert response.status_code in (200, 302, 404), address
    return any(name.encode() in response.content for name in names)


def test_each_club_sees_its_own_data_and_nothing_of_the_other() -> None:
    (ours, our_addresses), (theirs, their_addresses) = (
        club_with_addresses(OURS, OF_OURS),
        club_with_addresses("Theirs", OF_THEIRS),
    )
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
