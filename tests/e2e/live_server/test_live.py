"""Several phones at one table, on the real server: they all see what one records, and bad wifi loses nothing."""

import re
from contextlib import suppress
from functools import partial

import pytest
from playwright.sync_api import Error, Page, Request, expect

from scorekeeper.play import recording
from scorekeeper.play.models import Role
from tests.e2e.conftest import Phones
from tests.e2e.phones import ON_ITS_WAY, Phone
from tests.play.tables import PASSED, Scorer, device, fresh

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

# (25 + 8) × 2 = 66 for each of the three others
GARDE = {"call": "garde", "taker": "Anne", "bouts": 2, "points": 49}
# 25 for each
PRISE = {"call": "prise", "taker": "Bruno", "bouts": 1, "points": 51}

# Pages ask every four seconds where no stream comes through; here only the stream can tell them.
NO_POLLING = "window.setInterval = () => 0"
# When a page first showed each hand, in milliseconds by the machine's clock.
NOTE_HANDS = """() => {
    window.shown = {};
    const note = () => { window.shown[document.querySelector(".ledger .number").textContent] ??= Date.now(); };
    new MutationObserver(note).observe(document.querySelector("main"), {childList: true, subtree: true});
}"""
SECOND = 1000


@pytest.fixture
def scorer(transactional_db: None) -> Scorer:
    """A table with one hand: Anne has 198, the others −66 each."""
    scorer = Scorer()
    scorer.record()
    return scorer


def joined(phones: Phones, scorer: Scorer, role: str = Role.SCORER, label: str = "Bruno") -> Phone:
    """Another phone at the table, listening."""
    phone = phones(name=(name := device()))
    phone.page.add_init_script(NO_POLLING)
    recording.join(scorer.session, device=name, role=role, label=label)
    phone.known_as(name)
    with phone.page.expect_response("**/live/**"):
        phone.sit_down(scorer.session)
    return phone


def shows_hands(page: Page, *numbers: str) -> None:
    expect(page.locator(".ledger .number")).to_have_text(list(numbers))


def recorded(scorer: Scorer) -> list[str]:
    return [hand.raw["call"] for hand in fresh(scorer.session).hands]


def test_a_recorded_hand_appears_on_the_other_phones(phones: Phones, scorer: Scorer) -> None:
    anne = phones(scorer)
    anne.sit_down(scorer.session)
    bruno, chloe = joined(phones, scorer), joined(phones, scorer, Role.WATCHER)
    anne.tap_all(PRISE)
    assert anne.record() == 200
    shows_hands(bruno.page, "2", "1")
    shows_hands(chloe.page, "2", "1")
    for phone in (bruno, chloe):
        phone.shows((173, 9, -91, -91))
    bruno.says("Scorer 1 recorded hand 2 (Anne −25, Bruno +75, Chloé −25, David −25)")
    expect(bruno.page.locator("#hand-title")).to_contain_text("Hand 3")
    # What Bruno has now is an ordinary form.
    bruno.tap_all(PASSED)
    assert bruno.record() == 200
    shows_hands(anne.page, "3", "2", "1")
    shows_hands(chloe.page, "3", "2", "1")


def test_a_recorded_hand_appears_in_less_than_a_second(phones: Phones, scorer: Scorer) -> None:
    anne, bruno = joined(phones, scorer), joined(phones, scorer)
    for phone in (anne, bruno):
        phone.page.evaluate(NOTE_HANDS)
    bruno.tap("call", "garde")
    took = SECOND
    for hands in map(str, range(2, 12)):
        anne.tap_all(PASSED)
        anne.record()
        for phone in (anne, bruno):
            expect(phone.page.locator(".ledger .number").first).to_have_text(hands)
        mine, others = (phone.page.evaluate("window.shown") for phone in (anne, bruno))
        took = others[hands] - mine[hands]
        if took < SECOND:  # the machine is busy with other tests, so the best of several shows how fast the app is
            break
    expect(bruno.chip("call", "garde")).to_be_checked()
    assert took < SECOND


@pytest.mark.usefixtures("bad_wifi")
@pytest.mark.parametrize("status", [0, 502, 503])
def test_a_page_that_could_not_fetch_what_is_new_tries_again(
    phones: Phones, scorer: Scorer, status: int, meant: list[re.Pattern[str]]
) -> None:
    meant.append(re.compile(rf".*\b{status}\b"))
    anne, bruno = phones(scorer), joined(phones, scorer)
    anne.sit_down(scorer.session)
    fail = (lambda route: route.fulfill(status=status)) if status else (lambda route: route.abort())
    bruno.page.route("**/?since=*", fail, times=1)
    anne.tap_all(PRISE)
    assert anne.record() == 200
    shows_hands(bruno.page, "2", "1")
    expect(bruno.page.locator("#connection-status")).to_be_empty()


def note(urls: list[str], request: Request) -> None:
    if "since=" in request.url:
        urls.append(request.url)


def test_each_page_fetches_once_for_each_hand_of_others(phones: Phones, scorer: Scorer) -> None:
    anne, bruno, chloe = joined(phones, scorer), joined(phones, scorer), joined(phones, scorer, Role.WATCHER)
    fetched: dict[Phone, list[str]] = {phone: [] for phone in (anne, bruno, chloe)}
    for phone, urls in fetched.items():
        phone.page.on("request", partial(note, urls))
    for number, hand in ((2, PRISE), (3, PASSED)):
        anne.tap_all(hand)
        assert anne.record() == 200
        for phone in fetched:
            expect(phone.page.locator(".ledger .number").first).to_have_text(str(number))
    assert [[url.partition("since=")[2] for url in urls] for urls in fetched.values()] == [[], ["1", "2"], ["1", "2"]]
    bruno.tap_all(PASSED)
    assert bruno.record() == 200, "what it fetched is an ordinary form"
    assert recorded(scorer) == ["garde", "prise", "passed", "passed"]


def test_a_form_being_filled_in_is_not_replaced(phones: Phones, scorer: Scorer) -> None:
    anne, bruno = phones(scorer), joined(phones, scorer)
    anne.sit_down(scorer.session)
    bruno.tap_all(GARDE)
    bruno.page.get_by_label("Note").evaluate("note => { note.closest('details').open = true }")
    bruno.page.get_by_label("Note").fill("half a wo")
    where = "form => [scrollY, ...[...form.querySelectorAll('.chip, #note')].map(one => one.getBoundingClientRect().y)]"
    before = bruno.page.locator("#outcome").evaluate(where)
    anne.tap_all(PASSED)
    assert anne.record() == 200
    shows_hands(bruno.page, "2", "1")
    bruno.says("Scorer 1 recorded hand 2")
    expect(bruno.page.get_by_label("Note")).to_be_focused()
    bruno.page.keyboard.type("rd")
    expect(bruno.page.get_by_label("Note")).to_have_value("half a word")
    assert bruno.page.locator("#outcome").evaluate(where) == before
    assert bruno.record() == 409
    bruno.says("The session has changed in the meantime. Your entry is still here")
    expect(bruno.page.get_by_label("Note")).to_have_value("half a word")
    assert bruno.record() == 200
    assert recorded(scorer) == ["garde", "passed", "garde"]


def test_a_call_set_on_one_phone_appears_on_the_others(phones: Phones, scorer: Scorer) -> None:
    anne = phones(scorer)
    anne.sit_down(scorer.session)
    bruno, chloe = joined(phones, scorer), joined(phones, scorer, Role.WATCHER)
    anne.tap("call", "garde")
    anne.tap("taker", "0")
    anne.page.get_by_role("button", name="Set the call").tap()
    expect(chloe.page.locator(".playing")).to_have_text("Being played: Garde by Anne")
    expect(bruno.chip("call", "garde")).to_be_checked()
    bruno.says("Scorer 1 set the call: Garde by Anne")
    anne.says("Being played: Garde by Anne")
    expect(anne.chip("taker", "0")).to_be_checked()
    bruno.page.reload()
    expect(bruno.chip("taker", "0")).to_be_checked()
    # Bruno records the outcome, and the call is gone from every form.
    for name, value in (("bouts", "2"), ("points-tens", "4"), ("points-units", "9")):
        bruno.tap(name, value)
    assert bruno.record() == 200
    bruno.says("Hand 2: Anne +198")
    shows_hands(anne.page, "2", "1")
    expect(anne.chip("call", "garde")).not_to_be_checked()
    expect(chloe.page.locator(".playing")).to_have_count(0)


def test_a_cleared_call_disappears_and_does_not_get_in_the_way(phones: Phones, scorer: Scorer) -> None:
    anne, bruno = phones(scorer), joined(phones, scorer)
    anne.sit_down(scorer.session)
    bruno.tap_all(PRISE)
    anne.tap("call", "garde")
    anne.page.get_by_role("button", name="Set the call").tap()
    bruno.says("Scorer 1 set the call: Garde")
    expect(bruno.chip("call", "prise")).to_be_checked()
    anne.page.get_by_role("button", name="Clear the call").tap()
    expect(anne.chip("call", "garde")).not_to_be_checked()
    bruno.says("Scorer 1 cleared the call")
    assert bruno.record() == 200
    assert recorded(scorer) == ["garde", "prise"]


@pytest.mark.usefixtures("bad_wifi")
def test_hands_recorded_offline_wait_and_arrive_once(phones: Phones, scorer: Scorer) -> None:
    anne, bruno = phones(scorer), joined(phones, scorer)
    page = anne.sit_down(scorer.session)
    anne.context.set_offline(True)
    for hand, waiting in ((PRISE, 1), (PASSED, 2)):
        anne.tap_all(hand)
        anne.save.tap()
        expect(page.locator("#waiting li")).to_have_count(waiting)
    expect(page.locator("#waiting")).to_contain_text("waiting for a connection")
    expect(page.locator("#connection-status")).to_contain_text("Not connected")
    assert recorded(scorer) == ["garde"]
    with suppress(Error):
        page.reload()  # the browser's own page says that there is no connection
    anne.context.set_offline(False)
    anne.sit_down(scorer.session)
    shows_hands(page, "3", "2", "1")
    expect(page.locator("#waiting li")).to_have_count(0)
    shows_hands(bruno.page, "3", "2", "1")
    assert recorded(scorer) == ["garde", "prise", "passed"]
    page.reload()
    assert recorded(scorer) == ["garde", "prise", "passed"]


@pytest.mark.usefixtures("bad_wifi")
def test_waiting_hands_are_sent_as_soon_as_the_connection_is_back(phones: Phones, scorer: Scorer) -> None:
    anne = joined(phones, scorer)
    page = anne.page
    anne.context.set_offline(True)
    anne.tap_all(PRISE)
    anne.save.tap()
    expect(page.locator("#waiting li")).to_have_text(
        "Contract Prise · Taker Bruno · Bouts 1 · Points 51 waiting for a connection", use_inner_text=True
    )
    anne.context.set_offline(False)
    shows_hands(page, "2", "1")
    anne.says("Hand 2: Bruno +75")
    expect(page.locator("#waiting li")).to_have_count(0)
    expect(page.locator("#connection-status")).to_be_empty()


@pytest.mark.usefixtures("bad_wifi")
def test_a_hand_whose_response_was_lost_is_recorded_once(phones: Phones, scorer: Scorer) -> None:
    anne = joined(phones, scorer)
    page = anne.page

    def lose(route: object) -> None:
        route.fetch()  # type: ignore[attr-defined]
        route.abort()  # type: ignore[attr-defined]

    page.route("**/record/", lose, times=1)
    anne.tap_all(PRISE)
    anne.save.tap()
    shows_hands(page, "2", "1")
    expect(page.locator("#waiting li")).to_have_count(0)
    assert recorded(scorer) == ["garde", "prise"]


@pytest.mark.usefixtures("bad_wifi")
def test_a_hand_that_waited_too_long_returns_to_the_form(phones: Phones, scorer: Scorer) -> None:
    anne, bruno = joined(phones, scorer), phones(scorer)
    bruno.sit_down(scorer.session)
    anne.context.set_offline(True)
    for waiting, hand in enumerate((PRISE, GARDE), 1):
        anne.tap_all(hand)
        anne.save.tap()
        expect(anne.page.locator("#waiting li")).to_have_count(waiting)
    bruno.tap_all(PASSED)
    assert bruno.record() == 200
    anne.context.set_offline(False)
    anne.says("The session has changed in the meantime. Your entry is still here")
    expect(anne.chip("taker", "1")).to_be_checked()
    items = anne.page.locator("#waiting li")
    expect(items).to_have_count(2)
    expect(items.first.get_by_role("button")).to_have_text(["View", "Discard"])
    expect(items.last.locator("small:visible")).to_have_text("waiting for the hand before it")
    expect(anne.page.locator(ON_ITS_WAY)).to_have_count(0)  # a tap on a form that is being redrawn is lost
    assert anne.record() == 200
    expect(items).to_have_count(0)
    assert recorded(scorer) == ["garde", "passed", "prise", "garde"]


@pytest.mark.usefixtures("bad_wifi")
def test_a_refused_hand_replaces_the_one_being_filled_in(phones: Phones, scorer: Scorer) -> None:
    anne, bruno = joined(phones, scorer), phones(scorer)
    bruno.sit_down(scorer.session)
    anne.context.set_offline(True)
    anne.tap_all(PRISE)
    anne.save.tap()
    expect(anne.page.locator("#waiting li")).to_have_count(1)
    anne.tap_all(GARDE)
    bruno.tap_all(PASSED)
    assert bruno.record() == 200
    anne.context.set_offline(False)
    anne.page.get_by_role("button", name="View").tap()
    expect(anne.chip("call", "prise")).to_be_checked()
    expect(anne.page.locator("#waiting li")).to_have_count(2)
    expect(anne.page.locator(ON_ITS_WAY)).to_have_count(0)
    assert anne.record() == 200
    expect(anne.page.locator("#waiting li")).to_have_count(0)
    assert recorded(scorer) == ["garde", "passed", "prise", "garde"]
