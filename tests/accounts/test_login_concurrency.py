"""A login that is given, used and removed at the same moment: real threads, on the database the tests run on."""

from collections import Counter
from functools import partial

import pytest
from django.contrib.auth.models import User

from scorekeeper.accounts import logins
from scorekeeper.clubs.models import ClubDevice, Player
from tests.accounts.member_logins import OTHER, PASSWORD, waiting, with_login
from tests.clubs.clubs import House
from tests.play.tables import device
from tests.play.test_concurrent_writes import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_login_that_is_given_many_times_at_once_is_one_account() -> None:
    house = House(members=("Anne",))
    anne = house.club.players.get()

    def give(username: str) -> str:
        logins.give(anne, username)
        return "given"

    assert at_once([partial(give, name) for name in ("anne", "anne", "anne", "anna", "anna")]) == Counter(given=5)
    assert User.objects.get().players.get() == anne


def test_one_user_name_that_two_records_are_given_at_once_is_one_of_theirs() -> None:
    house = House(members=("Anne", "Anna"))

    def give(player: Player) -> str:
        try:
            logins.give(player, "anne")
        except logins.UsernameTakenError:
            return "taken"
        return "given"

    said = at_once([partial(give, player) for player in house.club.players.all()])
    assert said == Counter(given=1, taken=1)
    assert User.objects.get().players.count() == 1


def test_a_link_that_is_used_on_several_phones_at_once_is_used_on_one() -> None:
    house = House(members=("Anne",))
    token = waiting(house.club.players.get()).split("/")[-2]
    user = User.objects.get()

    def use(password: str) -> str:
        try:
            logins.set_password(user, token=token, password=password, device=device())
        except logins.LoginLinkUsedError:
            return "used before"
        return password

    said = at_once([partial(use, password) for password in (PASSWORD, OTHER, PASSWORD, OTHER)])
    del said["used before"]
    [(password, times)] = said.items()
    assert times == 1
    assert User.objects.get().check_password(password)
    assert ClubDevice.objects.filter(player__isnull=False).count() == 1


def test_a_login_that_is_taken_away_while_its_owner_signs_in_leaves_no_phone_behind() -> None:
    for number in range(4):
        house = House(f"Club {number}", members=("Anne",))
        anne = house.club.players.get()
        with_login(anne, f"anne-{number}")

        def take_away(player: Player = anne) -> str:
            logins.take_away(player)
            return "done"

        def sign_in(player: Player = anne) -> str:
            logins.sign_in(player, device())
            return "done"

        assert at_once([take_away, sign_in, sign_in, take_away, sign_in]) == Counter(done=5)
        assert house.club.devices.get().device == house.device
