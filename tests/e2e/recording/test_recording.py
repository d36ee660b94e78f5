"""Fingers, the back button, two writers and bad wifi while recording: nothing is lost, and nothing recorded twice."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Request, Route, expect

from scorekeeper.play import recording
from tests.e2e.conftest import Phones
from tests.e2e.phones import SETTLING, Phone, held, unanswered, until
from tests.e2e.recording.taps import ONCE_TAPPABLE
from tests.e2e.tarot_hands import GARDE, PRISE, on_its_way, recorded
from tests.play.tables import PASSED, Scorer, fresh

CHIPS = "chips => chips.map(({name, value}) => [name, value])"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def scorer(transactional_db: None) -> Scorer:
    """A table with one hand: Anne has 198, the others −66 each."""
    scorer = Scorer()
    scorer.record()
    return scorer


@pytest.fixture
def phone(phones: Phones, scorer: Scorer, javascript: bool) -> Phone:
    """A phone at the table. It doesn't ask by itself whether others have recorded something there."""
    phone = phones(scorer, javascript=javascript)
    phone.page.route("**/?since=*", lambda route: route.fulfill(status=204))
    phone.sit_down(scorer.session)
    return phone


def test_a_double_tap_records_one_hand(phone: Phone, scorer: Scorer) -> None:
    phone.tap_all(PRISE)
    on_their_way = set[Request]()

    def begins(request: Request) -> None:
        on_their_way.add(request)

    def ends(request: Request) -> None:
        on_their_way.discard(request)

    phone.page.on("request", begins)
    phone.page.on("requestfinished", ends)
    phone.page.on("requestfailed", ends)
    with unanswered(phone.page, "**/record/"):
        phone.save.dblclick()
    phone.says("Hand 2: Bruno +75")
    until(phone.page, lambda: not any(request.method == "POST" for request in on_their_way))
    assert recorded(scorer) == ["garde", "prise"]
    assert phone.ledger() == ["2", "1"]


def test_submitting_a_form_five_times_at_once_records_one_hand(phones: Phones, scorer: Scorer) -> None:
    phone = phones(scorer)
    page = phone.sit_down(scorer.session)
    phone.tap_all(PRISE)
    responses = page.evaluate(
        """async () => {
            const form = document.getElementById("outcome");
            const send = () => fetch(form.action, {method: "POST", body: new URLSearchParams(new FormData(form))});
            return (await Promise.all([1, 2, 3, 4, 5].map(send))).map(answer => [answer.status, answer.url]);
        }"""
    )
    assert {tuple(response) for response in responses} == {(200, page.url)}
    assert recorded(scorer) == ["garde", "prise"]


def test_reloading_after_saving_records_nothing_more(phone: Phone, scorer: Scorer) -> None:
    phone.tap_all(PRISE)
    phone.save.tap()
    phone.says("Hand 2: Bruno +75")
    phone.page.reload()
    assert phone.ledger() == ["2", "1"]
    phone.shows((173, 9, -91, -91))
    assert recorded(scorer) == ["garde", "prise"]


def test_going_back_and_saving_again_records_nothing_more(phone: Phone, scorer: Scorer) -> None:
    phone.tap_all(PRISE)
    phone.save.tap()
    phone.says("Hand 2: Bruno +75")
    phone.page.go_back()
    if phone.page.url == "about:blank":  # with scripts, saving loads no new page
        phone.page.go_forward()
    expect(phone.page.locator("#table")).to_be_visible()
    if phone.chip("call", "prise").is_checked():
        phone.save.tap()
        phone.says("Hand 2: Bruno +75")
    phone.shows((173, 9, -91, -91))
    assert recorded(scorer) == ["garde", "prise"]


@pytest.mark.usefixtures("bad_wifi")
@pytest.mark.parametrize("heard", [False, True])
def test_a_hand_being_sent_when_the_page_is_left_is_recorded_once(phones: Phones, scorer: Scorer, heard: bool) -> None:
    phone = phones(scorer)
    page, route = on_its_way(phone, scorer)
    if heard:
        route.fetch()
    phone.open("journal", scorer.session.public_id)
    phone.sit_down(scorer.session)
    phone.says("Hand 2: Bruno +75")
    phone.shows((173, 9, -91, -91))
    expect(page.locator("#waiting li")).to_have_count(0)
    assert recorded(scorer) == ["garde", "prise"]


@pytest.mark.usefixtures("bad_wifi")
@pytest.mark.parametrize("heard", [False, True])
def test_a_hand_being_sent_is_not_mixed_with_new_taps(phones: Phones, scorer: Scorer, heard: bool) -> None:
    phone = phones(scorer)
    page, route = on_its_way(phone, scorer)
    page.locator('#outcome [name="call"][value="garde"] + span').tap(force=True)
    page.get_by_role("button", name="Deutsch").tap(force=True)
    expect(phone.chip("call", "prise")).to_be_checked()
    if heard:
        route.fetch()
    route.abort()
    phone.says("Hand 2: Bruno +75")
    phone.tap_all(GARDE)
    phone.save.tap()
    phone.says("Hand 3: Anne +198")
    expect(page.locator("#waiting li")).to_have_count(0)
    assert recorded(scorer) == ["garde", "prise", "garde"]


@pytest.mark.usefixtures("bad_wifi")
def test_a_hand_waiting_when_the_session_is_closed_is_reported_as_unrecorded(phones: Phones, scorer: Scorer) -> None:
    phone = phones(scorer)
    page = phone.sit_down(scorer.session)
    page.route("**/record/", lambda route: route.abort())
    phone.tap_all(PRISE)
    phone.save.tap()
    expect(page.locator("#waiting li")).to_have_count(1)
    scorer.close()
    phone.sit_down(scorer.session)
    page.unroute("**/record/")
    closed = "The session was closed in the meantime, so what you sent was not recorded."
    expect(page.get_by_text(closed)).to_be_visible()
    assert recorded(scorer) == ["garde"]


HIDDEN = """(hidden) => {
    Object.defineProperty(document, "hidden", {value: hidden, configurable: true});
    document.dispatchEvent(new Event("visibilitychange", {bubbles: true}));
}"""


@pytest.mark.parametrize("faster", [False, True])
def test_a_hand_sent_while_the_page_was_hidden_stops_waiting_when_answered(
    phones: Phones, scorer: Scorer, faster: bool
) -> None:
    phone = phones(scorer)
    page, route = on_its_way(phone, scorer)
    page.evaluate(HIDDEN, True)
    expect(page.locator("#waiting li")).to_have_count(1)
    if faster:  # somebody else was first
        scorer.record(PASSED)
    route.continue_()
    page.evaluate(HIDDEN, False)
    if faster:
        phone.says("The session has changed in the meantime")
        expect(page.locator("#waiting li")).to_have_count(0)
        phone.save.tap()
        phone.says("Hand 3: Bruno +75")
    phone.says("Bruno +75")
    expect(page.locator("#waiting li")).to_have_count(0)
    assert page.evaluate("localStorage.getItem('waiting-hands')") == "{}"
    assert recorded(scorer) == ["garde", *["passed"] * faster, "prise"]


@pytest.mark.usefixtures("bad_wifi")
@pytest.mark.parametrize("sent_meanwhile", [False, True])
def test_the_next_hand_follows_one_whose_response_was_lost(
    phones: Phones, scorer: Scorer, sent_meanwhile: bool
) -> None:
    phone = phones(scorer)
    page = phone.sit_down(scorer.session)
    phone.tap_all(PRISE)
    lose_the_answer(page, "**/record/")
    phone.save.tap()
    expect(page.locator("#waiting li")).to_have_count(1)
    if sent_meanwhile:
        phone.tap("call", "garde")
        page.evaluate("flush()")
        expect(page.locator("#waiting li")).to_have_count(0)
    phone.tap_all(GARDE)
    phone.save.tap()
    phone.says("Hand 3: Anne +198")
    expect(page.locator("#waiting li")).to_have_count(0)
    assert recorded(scorer) == ["garde", "prise", "garde"]


def test_the_slower_scorer_keeps_the_form_and_sees_the_current_ledger(
    phone: Phone, phones: Phones, scorer: Scorer, javascript: bool
) -> None:
    other = phones(scorer, javascript=javascript)
    other.sit_down(scorer.session)
    phone.tap_all(PRISE)
    other.tap_all(GARDE | {"note": "Chloé counted"})
    phone.save.tap()
    phone.says("Hand 2: Bruno +75")
    other.save.tap()
    other.says("The session has changed in the meantime")
    assert other.ledger() == ["2", "1"]
    expect(other.page.locator(".ledger .hand").first).to_contain_text("173")
    for name, value in (("call", "garde"), ("taker", "0"), ("bouts", "2"), ("points-tens", "4"), ("points-units", "9")):
        expect(other.chip(name, value)).to_be_checked()
    expect(other.page.get_by_label("Note")).to_have_value("Chloé counted")
    assert recorded(scorer) == ["garde", "prise"]
    expect(other.page.get_by_role("heading", level=1)).to_contain_text("Hand 3 · Bruno deals")
    expect(other.save).to_have_text("Record: Anne +198")
    other.save.tap()
    other.says("Hand 3: Anne +198")
    other.shows((371, -57, -157, -157))
    expect(other.page.get_by_role("heading", level=1)).to_contain_text("Hand 4 · Chloé deals")
    assert recorded(scorer) == ["garde", "prise", "garde"]


def test_a_returned_form_waits_in_full_and_keeps_the_new_hands_form(
    phones: Phones, scorer: Scorer, bad_wifi: None
) -> None:
    phone = phones(scorer)
    page = phone.sit_down(scorer.session)
    phone.tap_all(PRISE)
    scorer.record(PASSED)
    phone.save.tap()
    expect(page.locator("#status-message")).to_contain_text("The session has changed in the meantime")
    phone.context.set_offline(True)
    phone.tap("bouts", "2")
    expect(page.locator("#standings")).to_have_attribute("data-stale", "")
    phone.save.tap()
    expect(page.locator("#waiting li span")).to_have_text("Contract Prise · Taker Bruno · Bouts 2 · Points 51")
    expect(page.locator("#status-message .problem")).to_have_count(0)
    fresh_form = phones(scorer).sit_down(scorer.session).locator("#outcome :checked").evaluate_all(CHIPS)
    after_the_waiting_hand = [["dealer", "2"] if chip == ["dealer", "1"] else chip for chip in fresh_form]
    assert page.locator("#outcome :checked").evaluate_all(CHIPS) == after_the_waiting_hand


@pytest.mark.usefixtures("bad_wifi")
def test_a_waiting_hand_scrolls_the_page_like_a_recorded_one(phones: Phones, scorer: Scorer) -> None:
    phone = phones(scorer, viewport={"width": 390, "height": 664})
    page = phone.sit_down(scorer.session)
    phone.fill_in(GARDE)
    page.evaluate("scrollTo(0, 200)")
    phone.record()
    assert page.evaluate("scrollY") == 0
    phone.context.set_offline(True)
    phone.fill_in(GARDE)
    page.evaluate("scrollTo(0, 200)")
    phone.save.tap()
    expect(page.locator("#waiting li")).to_be_visible()
    assert page.evaluate("scrollY") == 0


def test_undo_does_not_undo_somebody_elses_hand(phone: Phone, scorer: Scorer) -> None:
    phone.tap_all(PRISE)
    phone.save.tap()
    phone.says("Hand 2: Bruno +75")
    scorer.session.refresh_from_db()
    scorer.record()
    phone.page.get_by_role("button", name="Undo").tap()
    phone.says("The session has changed in the meantime, so nothing was undone")
    assert phone.ledger() == ["3", "2", "1"]
    assert not any(hand.voided for hand in fresh(scorer.session).hands)


def test_the_slower_amender_sees_what_would_change_now(phone: Phone, scorer: Scorer) -> None:
    page = phone.open("amend", scorer.session.public_id, 1)
    scorer.record()
    phone.tap("points-units", "1")
    phone.save.tap()
    phone.says("The session has changed in the meantime")
    expect(phone.chip("points-units", "1")).to_be_checked()
    # 25 × 2 = 50 for the first hand, 66 for the second
    phone.shows((348, -116, -116, -116))
    phone.save.tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Hand 3 ·")
    phone.shows((348, -116, -116, -116))


def test_two_phones_that_save_at_the_same_moment_both_get_a_response(phones: Phones, scorer: Scorer) -> None:
    two = [phones(scorer), phones(scorer)]
    for phone in two:
        phone.sit_down(scorer.session)
        phone.tap_all(PRISE)
        phone.foresees("Record: Bruno +75", (173, 9, -91, -91))
    for phone in two:
        phone.page.evaluate("setTimeout(() => document.getElementById('save').click())")
    for phone in two:
        expect(phone.page.locator("#status-message")).to_contain_text(re.compile("Hand 2|has changed"))
        assert phone.ledger() == ["2", "1"]
    assert recorded(scorer) == ["garde", "prise"]
    slower = next(phone for phone in two if phone.chip("call", "prise").is_checked())
    slower.save.tap()
    slower.says("Hand 3: Bruno +75")
    assert recorded(scorer) == ["garde", "prise", "prise"]


def lose_the_answer(page: Page, pattern: str) -> Callable[[], int]:
    """Pass the next requests on to the server, but lose the answers; count how many were lost."""
    lost = []

    def lose(route: Route) -> None:
        lost.append(route.fetch(max_redirects=0).status)
        route.abort()

    page.route(pattern, lose, times=1)
    return lambda: len(lost)


@pytest.mark.parametrize("away", ["reload", "journal and back", "journal and to the table", "another table"])
def test_what_was_tapped_is_kept(phones: Phones, scorer: Scorer, away: str) -> None:
    phone = phones(scorer)
    page = phone.sit_down(scorer.session)
    phone.tap("call", "prise")
    phone.tap("taker", "1")
    page.locator("summary", has_text="note").tap()
    page.locator("#note").fill("a long one")
    if away == "reload":
        page.reload()
    else:
        table = page.url
        if away == "another table":
            another = Scorer()
            recording.join(another.session, device=scorer.access.device, role="scorer", label="Anne")
            phone.sit_down(another.session)
            phone.tap("call", "garde")
        else:
            phone.open("journal", scorer.session.public_id)
        page.go_back() if away == "journal and back" else page.goto(table)
    expect(phone.chip("call", "prise")).to_be_checked()
    expect(phone.chip("taker", "1")).to_be_checked()
    expect(page.locator("#note")).to_have_value("a long one")
    expect(phone.save).to_contain_text("Still missing")
    phone.tap("bouts", "1")
    phone.tap("points-tens", "5")
    phone.tap("points-units", "1")
    expect(phone.save).to_contain_text("Record: Bruno +75")
    phone.save.tap()
    phone.says("Hand 2: Bruno +75")
    page.reload()
    expect(page.locator("#hand-title")).to_contain_text("Hand 3")
    assert page.locator("#outcome").evaluate("form => !new FormData(form).get('call')")
    assert fresh(scorer.session).hands[-1].raw["note"] == "a long one"


@pytest.mark.parametrize("status", [409, 422, 500])
def test_a_refused_hand_is_kept_over_a_reload(
    phones: Phones, scorer: Scorer, meant: list[re.Pattern[str]], status: int
) -> None:
    meant.append(re.compile(r".*\b500\b"))
    phone = phones(scorer)
    page = phone.sit_down(scorer.session)
    page.route("**/?since=*", lambda route: route.fulfill(status=204))
    phone.tap("call", "prise")
    phone.tap("taker", "1")
    if status == 409:
        scorer.record(PASSED)
    elif status == 500:
        page.route("**/record/", lambda route: route.fulfill(status=500), times=1)
    assert phone.record() == status
    page.reload()
    expect(phone.chip("call", "prise")).to_be_checked()
    expect(phone.chip("taker", "1")).to_be_checked()
    assert "prise" not in recorded(scorer)


def test_what_was_changed_in_a_hand_that_was_given_back_is_kept(phones: Phones, scorer: Scorer) -> None:
    phone = phones(scorer)
    page = phone.sit_down(scorer.session)
    page.get_by_role("button", name="Undo").tap()
    phone.says("Hand 1 was undone")
    phone.tap("taker", "2")
    page.reload()
    expect(phone.chip("taker", "2")).to_be_checked()
    phone.save.tap()
    phone.says("Hand 1: Chloé +198")
    assert recorded(scorer) == ["garde"]


def test_what_was_tapped_is_not_kept_for_a_hand_that_was_given_back_and_cleared(phones: Phones, scorer: Scorer) -> None:
    phone = phones(scorer)
    page = phone.sit_down(scorer.session)
    page.get_by_role("button", name="Undo").tap()
    phone.says("Hand 1 was undone")
    phone.tap("taker", "2")
    clear = page.get_by_role("button", name="Clear")
    clear.evaluate(ONCE_TAPPABLE)
    clear.tap()
    expect(phone.chip("taker", "2")).not_to_be_checked()
    page.reload()
    expect(phone.chip("taker", "2")).not_to_be_checked()


def test_what_was_tapped_can_be_cleared(phones: Phones, scorer: Scorer) -> None:
    phone = phones(scorer)
    page = phone.sit_down(scorer.session)
    clear = page.get_by_role("button", name="Clear")
    expect(clear).to_be_hidden()
    phone.tap_all(PRISE)
    expect(phone.save).to_contain_text("Record: Bruno +75")
    clear.tap()
    expect(page.locator("#outcome :checked:not([data-usual])")).to_have_count(0)
    expect(phone.save).not_to_contain_text("Bruno")
    phone.shows((198, -66, -66, -66))
    expect(clear).to_be_hidden()
    page.reload()
    expect(phone.chip("call", "prise")).not_to_be_checked()
    phone.tap_all(PRISE)
    assert phone.record() == 200
    assert recorded(scorer) == ["garde", "prise"]


def test_what_was_tapped_for_an_amendment_is_kept_until_it_is_made(phones: Phones, scorer: Scorer) -> None:
    phone = phones(scorer)
    page = phone.open("amend", scorer.session.public_id, 1)
    phone.tap("points-units", "5")
    page.reload()
    expect(phone.chip("points-units", "5")).to_be_checked()
    phone.save.tap()
    phone.says("Hand 1: Anne +174")  # (25 + 4) × 2 = 58 from each
    page = phone.open("amend", scorer.session.public_id, 1)
    phone.tap("points-units", "9")
    phone.save.tap()
    phone.says("Hand 1: Anne +198")


@pytest.mark.usefixtures("bad_wifi")
def test_retrying_after_a_lost_response_records_one_hand(phone: Phone, scorer: Scorer, javascript: bool) -> None:
    page = phone.page
    phone.tap_all(PRISE)
    lost = lose_the_answer(page, "**/record/")
    phone.save.tap()
    if not javascript:
        expect(page.locator("#outcome")).not_to_be_attached()  # the browser's own page
    until(page, lambda: lost() == 1)
    assert recorded(scorer) == ["garde", "prise"]
    if not javascript:  # a script has kept the form, and sends it again by itself
        page.reload()  # sends the form again
    phone.says("Hand 2: Bruno +75")
    phone.shows((173, 9, -91, -91))
    assert recorded(scorer) == ["garde", "prise"]


def test_tapping_save_while_the_preview_loads_counts(phones: Phones, scorer: Scorer) -> None:
    phone = phones(scorer)
    page = phone.sit_down(scorer.session)
    slow = held(page, "**/preview/")
    phone.tap_all(PRISE)
    phone.save.tap()
    phone.says("Hand 2: Bruno +75")
    expect(page.locator("#result")).to_have_text("Record")
    with page.expect_response("**/preview/"):
        for route in slow:
            route.continue_()
    page.evaluate("fetch(location.href)")  # when this is answered, the page has had the late answer too
    expect(page.locator(SETTLING)).to_have_count(0)
    expect(page.locator("#result")).to_have_text("Record")
    assert recorded(scorer) == ["garde", "prise"]


def test_a_double_tap_on_undo_undoes_one_hand(phone: Phone, scorer: Scorer) -> None:
    phone.tap_all(PASSED)
    phone.save.tap()
    phone.says("Hand 2: no change")
    with unanswered(phone.page, "**/undo/"):
        phone.page.get_by_role("button", name="Undo").dblclick()
    phone.says("Hand 2 was undone.")
    assert [hand.number for hand in fresh(scorer.session).hands] == [1]
