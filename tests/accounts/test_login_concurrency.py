"""A login that is given, used and removed at the same moment: real threads, on the database the tests run on."""

from collections import Counter
from functools import partial

import pytest
from django.contrib.auth.models import User

from scorekeeper.accounts import logins
from scorekeeper.clubs.models import ClubDevice, Player
from tests.accounts.member_logins import OTHER, PASSWORD, waiting, with_login
from tests.clubs.clubs import SampleClub
from tests.concurrency import at_once
from tests.play.tables import device

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def test_a_login_given_several_times_at_once_is_one_account() -> None:
    sample_club = SampleClub(members=("Anne",))
    anne = sample_club.club.players.get()

    def give(username: str) -> str:
        logins.give(anne, username)
        return "given"

    assert at_once([partial(give, name) for name in ("anne", "anne", "anne", "anna", "anna")]) == Counter(given=5)
    assert User.objects.get().players.get() == anne


def test_a_user_name_given_to_two_members_at_once_goes_to_one() -> None:
    sample_club = SampleClub(members=("Anne", "Anna"))

    def give(player: Player) -> str:
        try:
            logins.give(player, "anne")
        except logins.UsernameTakenError:
            return "taken"
        return "given"

    outcomes = at_once([partial(give, player) for player in sample_club.club.players.all()])
    assert outcomes == Counter(given=1, taken=1)
    assert User.objects.get().players.count() == 1


def test_a_password_link_used_on_several_phones_at_once_works_on_one() -> None:
    sample_club = SampleClub(members=("Anne",))
    token = waiting(sample_club.club.players.get()).split("/")[-2]
    user = User.objects.get()

    def use(password: str) -> str:
        try:
            logins.set_password(user, token=token, password=password, device=device())
        except logins.LoginLinkUsedError:
            return "used before"
        return password

    outcomes = at_once([partial(use, password) for password in (PASSWORD, OTHER, PASSWORD, OTHER)])
    del outcomes["used before"]
    [(password, times)] = outcomes.items()
    assert times == 1
    assert User.objects.get().check_password(password)
    assert ClubDevice.objects.filter(player__isnull=False).count() == 1


def test_removing_a_login_during_sign_in_leaves_no_phone_signed_in() -> None:
    for number in range(4):
        sample_club = SampleClub(f"Club {number}", members=("Anne",))
        anne = sample_club.club.players.get()
        with_login(anne, f"anne-{number}")

        def take_away(player: Player = anne) -> str:
            logins.take_away(player)
            return "done"

        def sign_in(player: Player = anne) -> str:
            logins.sign_in(player, device())
            return "done"

        assert at_once([take_away, sign_in, sign_in, take_away, sign_in]) == Counter(done=5)
        assert sample_club.club.devices.get().device == sample_club.device
