"""Phones that have lost the connection: what they show, what waits, and what they must never show again."""

import re

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.play import recording
from scorekeeper.play.recording.write import Write
from tests.e2e.conftest import Phones
from tests.e2e.hand_taps import tap_each
from tests.e2e.page_checks import complaints_of, violations
from tests.e2e.phones import Phone, held, until
from tests.e2e.service_worker import at, keeps, started
from tests.play.tables import FOUR, PASSED, Scorer, device, fresh

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("bad_wifi")]

# (25 + 8) × 2 = 66 for each of the three others
GARDE = {"call": "garde", "taker": "Anne", "bouts": 2, "points": 49}
# 25 for each
PRISE = {"call": "prise", "taker": "Bruno", "bouts": 1, "points": 51}
TOLD = "Contract Prise · Taker Bruno · Bouts 1 · Points 51"


@pytest.fixture
def scorer(transactional_db: None) -> Scorer:
    """A table with one hand: Anne has 198, the others −66 each."""
    scorer = Scorer()
    scorer.record()
    return scorer


@pytest.fixture
def anne(phones: Phones, scorer: Scorer) -> Phone:
    """The phone that records there."""
    phone = phones(scorer, service_workers="allow")
    started(phone)
    return phone


def recorded(scorer: Scorer) -> list[str]:
    return [hand.raw["call"] for hand in fresh(scorer.session).hands]


def cut_off(phone: Phone, scorer: Scorer) -> Page:
    """The page of a phone that joined the table, kept it, and has lost the connection."""
    page = phone.sit_down(scorer.session)
    keeps(page, at(scorer.session))
    phone.context.set_offline(True)
    return page


def waits(page: Page, *hands: str) -> None:
    expect(page.locator("#waiting li span")).to_have_text(list(hands))


def test_what_was_tapped_is_kept_over_a_reload_offline(anne: Phone, scorer: Scorer) -> None:
    page = cut_off(anne, scorer)
    tap_each(anne, (("call", "prise"), ("taker", "1"), ("bouts", "1")))
    page.reload()
    expect(anne.chip("taker", "1")).to_be_checked()
    tap_each(anne, (("points-tens", "5"), ("points-units", "1")))
    anne.save.tap()
    waits(page, TOLD)
    anne.tap("call", "garde")
    page.reload()
    waits(page, TOLD)
    expect(anne.chip("call", "garde")).to_be_checked()
    expect(anne.chip("call", "prise")).not_to_be_checked()
    anne.context.set_offline(False)
    until(page, lambda: recorded(scorer) == ["garde", "prise"])


def test_the_table_reloads_offline_as_it_was(anne: Phone, scorer: Scorer) -> None:
    page = anne.sit_down(scorer.session)
    keeps(page, at(scorer.session))
    anne.tap_all(PRISE)
    assert anne.record() == 200
    anne.says("Hand 2: Bruno +75")
    until(page, lambda: "Hand 3" in page.evaluate("async () => (await caches.match(location.pathname)).text()"))
    anne.context.set_offline(True)
    page.reload()
    assert anne.ledger() == ["2", "1"]
    anne.shows((173, 9, -91, -91))
    expect(page.locator("#hand-title")).to_contain_text("Hand 3 · Bruno deals")
    expect(page.locator("#connection-status")).to_contain_text("Not connected")
    expect(page.locator("body")).to_have_css("background-color", "rgb(247, 241, 227)")  # the styles are there, and
    assert page.evaluate("typeof htmx") == "object"  # the scripts


def test_a_hand_entered_offline_is_recorded_when_the_connection_is_back(anne: Phone, scorer: Scorer) -> None:
    page = cut_off(anne, scorer)
    page.reload()
    anne.tap_all(PRISE)
    result = page.locator("#result")
    expect(result).not_to_have_class("waiting")  # it can be tapped, and looks so
    anne.save.tap()
    waits(page, TOLD)
    expect(result).to_have_class("waiting")  # nothing can be recorded any more
    anne.context.set_offline(False)
    anne.says("Hand 2: Bruno +75")
    waits(page)
    assert recorded(scorer) == ["garde", "prise"]
    page.reload()
    anne.shows((173, 9, -91, -91))
    assert recorded(scorer) == ["garde", "prise"]


def test_offline_hands_are_recorded_once_and_in_order(anne: Phone, scorer: Scorer) -> None:
    page = cut_off(anne, scorer)
    for hand, waiting in ((PRISE, 1), (PASSED, 2)):
        anne.tap_all(hand)
        anne.save.tap()
        expect(page.locator("#waiting li")).to_have_count(waiting)
        page.reload()
        expect(page.locator("#waiting li")).to_have_count(waiting)
    expect(page.locator("#hand-title")).to_have_text("Hand 4 · Chloé deals")
    anne.tap_all(GARDE)
    anne.save.tap()
    expect(page.locator("#waiting li")).to_have_count(3)
    expect(page.locator("#hand-title")).to_have_text("Hand 5 · David deals")
    anne.context.set_offline(False)
    anne.says("Hand 4: Anne +198")
    waits(page)
    assert recorded(scorer) == ["garde", "prise", "passed", "garde"]


def test_two_tabs_that_send_the_same_hands_disturb_neither(phones: Phones, scorer: Scorer) -> None:
    """The other tab is told late of the hand that this one sent, with two more."""
    phone = phones(scorer)
    page, other = phone.sit_down(scorer.session), phone.context.new_page()
    other.goto(page.url)
    phone.context.set_offline(True)
    for hand in (PRISE, PASSED, GARDE):
        phone.tap_all(hand)
        phone.save.tap()
    waits(page, TOLD, "All passed", "Contract Garde · Taker Anne · Bouts 2 · Points 49")
    expect(other.locator("#waiting li")).to_have_count(3)
    expect(other.locator("#hand-title")).to_have_text("Hand 5 · David deals")
    sent_late = held(other, "**/record/", times=1)
    not_sent = held(page, "**/record/")
    page.route("**/record/", lambda route: route.continue_(), times=2)
    phone.context.set_offline(False)
    until(page, lambda: bool(sent_late and not_sent))
    expect(other.locator("#waiting li")).to_have_count(1)
    sent_late[0].continue_()
    until(page, lambda: recorded(scorer) == ["garde", "prise", "passed", "garde"])
    not_sent[0].continue_()
    for tab in (page, other):
        waits(tab)
        expect(tab.locator("#hand-title")).to_have_text("Hand 5 · David deals")


def test_a_closed_app_opens_its_table_offline(anne: Phone, scorer: Scorer) -> None:
    page = cut_off(anne, scorer)
    anne.tap_all(PRISE)
    anne.save.tap()
    waits(page, TOLD)
    page.close()
    page = anne.page = anne.context.new_page()
    anne.open("table")  # what the home screen opens
    expect(page).to_have_url(re.compile(at(scorer.session)))
    waits(page, TOLD)
    anne.tap_all(PASSED)
    anne.save.tap()
    expect(page.locator("#waiting li")).to_have_count(2)
    anne.context.set_offline(False)
    anne.says("Hand 3: no change")
    waits(page)
    assert recorded(scorer) == ["garde", "prise", "passed"]


def test_a_page_not_opened_before_lists_waiting_hands_and_loads_when_online(anne: Phone, scorer: Scorer) -> None:
    page = cut_off(anne, scorer)
    anne.tap_all(PRISE)
    anne.save.tap()
    waits(page, TOLD)
    anne.open("journal", scorer.session.public_id)
    expect(page.get_by_role("heading", level=1)).to_have_text("Not connected")
    waits(page, TOLD)
    expect(page.locator("#tables a")).to_have_text(["Anne, Bruno, Chloé, David · French Tarot"])
    anne.context.set_offline(False)
    expect(page.get_by_role("heading", level=1)).to_have_text("Journal")
    until(page, lambda: recorded(scorer) == ["garde", "prise"])


def test_the_offline_page_is_accessible(anne: Phone, scorer: Scorer) -> None:
    page = cut_off(anne, scorer)
    anne.tap_all(PRISE)
    anne.save.tap()
    waits(page, TOLD)
    anne.open("games")
    page.set_viewport_size({"width": 320, "height": 700})
    assert complaints_of(page) == []
    assert violations(page) == []
    expect(page.get_by_role("heading", name="Tables as last seen")).to_be_visible()
    page.locator("#tables a").tap()
    expect(page.locator("#hand-title")).to_have_text("Hand 3 · Bruno deals")  # hand 2 waits


@pytest.mark.parametrize(("code", "words"), [("fr", "Pas de connexion"), ("de", "Keine Verbindung")])
def test_the_offline_page_uses_the_language_chosen_last(anne: Phone, scorer: Scorer, code: str, words: str) -> None:
    page = anne.sit_down(scorer.session)
    keeps(page, at(scorer.session))
    anne.open("games")
    (before,) = page.evaluate("caches.keys()")
    page.locator(f"#languages [value={code}]").tap()
    expect(page.locator("html")).to_have_attribute("lang", code)
    page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())")
    until(page, lambda: before not in page.evaluate("caches.keys()"))
    anne.context.set_offline(True)
    anne.open("home")
    expect(page.get_by_role("heading", level=1)).to_have_text(words)
    expect(page.locator("html")).to_have_attribute("lang", code)


def test_a_phone_that_was_shut_out_does_not_see_the_table_offline(anne: Phone, phones: Phones, scorer: Scorer) -> None:
    recording.join(scorer.session, device=(other := device()), role="scorer", label="Bruno")
    page = anne.sit_down(scorer.session)
    keeps(page, at(scorer.session))
    by = scorer.session.accesses.get(device=other)
    scorer.session.refresh_from_db()
    recording.shut_out(Write(scorer.session, by, scorer.session.revision, "shut-out"), access_pk=scorer.access.pk)
    anne.sit_down(scorer.session)
    keeps(page)
    anne.context.set_offline(True)
    anne.sit_down(scorer.session)
    expect(page.get_by_role("heading", level=1)).to_have_text("Not connected")
    expect(page.locator("body")).not_to_contain_text("Chloé")
    expect(page.locator("#tables")).to_be_hidden()


def test_a_hand_entered_after_leaving_and_returning_is_a_new_hand(anne: Phone, scorer: Scorer) -> None:
    page = cut_off(anne, scorer)
    anne.tap_all(PRISE)
    anne.save.tap()
    waits(page, TOLD)
    anne.open("journal", scorer.session.public_id)
    page.go_back()
    waits(page, TOLD)
    anne.tap_all(PASSED)
    anne.save.tap()
    expect(page.locator("#waiting li")).to_have_count(2)
    anne.context.set_offline(False)
    anne.says("Hand 3: no change")
    assert recorded(scorer) == ["garde", "prise", "passed"]


def test_six_hands_of_skat_at_four_are_entered_offline_with_the_right_dealers(phones: Phones) -> None:
    """Grands on the list: with two 24 × 3 = 72, with one 24 × 2 = 48; one that is lost counts twice against.

    Anne wins 72, Bruno 48, Chloé 48, and David loses 144 and wins 72.
    """
    scorer = Scorer(game="skat", rules="isko")  # David deals first
    phone = phones(scorer, service_workers="allow")
    started(phone)
    page = cut_off(phone, scorer)
    title = page.locator("#hand-title")
    hands = [
        ("David", "Anne", 2, 70),
        ("Anne", "Bruno", 1, 70),
        ("Bruno", "", 0, 0),
        ("Chloé", "David", 2, 50),
        ("David", "Chloé", 1, 61),
        ("Anne", "David", 2, 70),
    ]
    for number, (dealer, declarer, matadors, card_points) in enumerate(hands, 1):
        expect(title).to_have_text(f"Hand {number} · {dealer} deals The dealer sits out")
        others = [name for name in FOUR if name != dealer]
        expect(page.locator('[name="declarer"] + span')).to_have_text(others)
        tens, units = divmod(card_points, 10)
        grand = {"call": "grand", "declarer": FOUR.index(declarer or dealer), "matadors": matadors}
        grand |= {"card_points-tens": tens, "card_points-units": units}
        tap_each(phone, [(name, str(value)) for name, value in (grand if declarer else PASSED).items()])
        phone.save.tap()
        expect(page.locator("#waiting li")).to_have_count(number)
        if number == 3:
            page.reload()
            expect(page.locator("#waiting li")).to_have_count(3)
    expect(title).to_have_text("Hand 7 · Bruno deals The dealer sits out")
    phone.context.set_offline(False)
    phone.says("Hand 6: 24 × 3: David +72")
    waits(page)
    expect(title).to_have_text("Hand 7 · Bruno deals The dealer sits out")
    phone.shows((72, 48, 48, -72))
    stored = fresh(scorer.session).hands
    dealers = [FOUR[hand.scored.dealer] for hand in stored if hand.scored and hand.scored.dealer is not None]
    assert dealers == [dealer for dealer, *_hand in hands]
    assert [FOUR[hand.raw["declarer"]] if "declarer" in hand.raw else "" for hand in stored] == [
        declarer for _dealer, declarer, *_hand in hands
    ]
    assert all("dealer" not in hand.raw for hand in stored)  # each was the one whose turn it was
    assert scorer.totals == (72, 48, 48, -72)
