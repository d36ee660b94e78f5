"""A hand that waits on a phone which an organiser removes is shown, with the message that it isn't recorded."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from scorekeeper.clubs.models import ClubDevice
from scorekeeper.play.visibility import removed_phones
from tests.clubs.clubs import SampleClub
from tests.e2e.conftest import Phones
from tests.e2e.tarot_hands import PRISE
from tests.play.tables import FOUR

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_removed_phone_shows_the_hand_that_was_waiting(phones: Phones, bad_wifi: None) -> None:
    sample_club = SampleClub(members=FOUR)
    scorer = sample_club.table(*FOUR)
    phone = phones(scorer)
    page = phone.sit_down(scorer.session)
    phone.tap_all(PRISE)
    phone.context.set_offline(True)
    phone.save.tap()
    expect(page.locator("#waiting li span")).to_contain_text("Prise")
    removed_phones.remove(list(ClubDevice.objects.all()))
    phone.context.set_offline(False)
    expect(page.get_by_role("heading", level=1)).to_have_text("This phone was removed from the club")
    expect(page.locator("#waiting li")).to_contain_text("Prise")
    expect(page.locator("#waiting li")).to_contain_text("this phone can no longer record there")
    assert not scorer.session.hands.exists()
    page.get_by_role("button", name="Discard").tap()
    expect(page.locator("#waiting li")).to_have_count(0)
