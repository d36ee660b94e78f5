"""A session of two hundred hands: the latest are shown at once, the others on demand."""

import json

import pytest
from playwright.sync_api import expect

from games import registry
from games.scoring.documents import load
from scorekeeper.play.recording.start import import_document
from tests.e2e.conftest import Phones
from tests.play.tables import FOUR, Scorer, device, token

pytestmark = pytest.mark.django_db(transaction=True)
HANDS = 200


@pytest.fixture
def scorer(transactional_db: None) -> Scorer:
    """Each in turn just makes a prise: 25 from the three others; after four hands all totals are as before."""
    document = {
        "format": "scorekeeper.session",
        "version": 1,
        "game": "tarot",
        "rules": "fft",
        "players": list(FOUR),
        "hands": [{"call": "prise", "taker": FOUR[number % 4], "bouts": 1, "points": 51} for number in range(HANDS)],
    }
    loaded = load(json.dumps(document), registry.find_rules)
    return Scorer(import_document(device=device(), document=loaded, token=token()))


def test_older_hands_load_on_request(phones: Phones, scorer: Scorer) -> None:
    phone = phones(scorer)
    page = phone.sit_down(scorer.session)
    phone.shows((0, 0, 0, 0))
    shown = phone.ledger()
    assert shown[0] == str(HANDS)
    assert 5 <= len(shown) <= 20
    older = page.locator(".older a")
    while older.count():
        before = len(phone.ledger())
        older.tap()
        expect(page.locator(f".ledger .hand >> nth={before}")).to_be_visible()
        page.wait_for_load_state()
    assert phone.ledger() == [str(number) for number in range(HANDS, 0, -1)]
    first = page.locator(".ledger .hand").last
    expect(first.locator("td b")).to_have_text(["75", "−25", "−25", "−25"])
    phone.ask_why(1)


def test_a_hand_is_recorded_and_an_old_one_amended(phones: Phones, scorer: Scorer) -> None:
    phone = phones(scorer)
    phone.sit_down(scorer.session)
    phone.tap_all({"call": "prise", "taker": "Anne", "bouts": 1, "points": 51})
    phone.save.tap()
    phone.says(f"Hand {HANDS + 1}: Anne +75")
    phone.shows((75, -25, -25, -25))
    # −26 instead of 25: 153 less for Anne, 51 more for each of the others
    phone.open("amend", scorer.session.public_id, 1)
    phone.fill_in({"call": "prise", "taker": "Anne", "bouts": 1, "points": 50})
    phone.foresees("Amend: Anne −78", (-78, 26, 26, 26))
    phone.save.tap()
    phone.says("Hand 1: Anne −78")
    phone.shows((-78, 26, 26, 26))
