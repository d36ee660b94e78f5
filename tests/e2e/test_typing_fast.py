"""A paper list typed faster than the server answers: every line is recorded once, in order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.e2e.conftest import Phones
from tests.play.tables import Scribe, fresh
from tests.printing.typed import FOUR, as_typed

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.looks]

TWELVE = [as_typed(number) for number in range(1, 13)]
AFTER_TWELVE = (91, 146, -3, 84)
"""The running totals of the list after its hand 12: Anne's of hand 12, Bruno's of 9, Chloé's of 11, David's of 10."""


@pytest.fixture
def scribe(transactional_db: None) -> Scribe:
    return Scribe(game="skat", rules="isko", players=FOUR)


@pytest.fixture
def desk(phones: Phones, scribe: Scribe) -> Page:
    """The page on a laptop."""
    phone = phones(scribe, viewport={"width": 1180, "height": 820}, has_touch=False, is_mobile=False)
    return phone.sit_down_to_type(scribe.session)


def slow(page: Page, milliseconds: int) -> Callable[[bool], None]:
    """Delay the answers; return a switch that cuts and restores the connection."""
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")

    def switch(connected: bool) -> None:
        speed = {"latency": milliseconds, "downloadThroughput": -1, "uploadThroughput": -1}
        wire.send("Network.emulateNetworkConditions", {"offline": not connected, **speed})

    switch(True)
    return switch


def type_lines(page: Page, *lines: str) -> None:
    """Type without looking up: no pauses, no waiting."""
    for line in lines:
        page.keyboard.type(line)
        page.keyboard.press("Enter")


def recorded(scribe: Scribe) -> list[tuple[str, int | None]]:
    """Return the game and the declarer of every hand that counts."""
    hands = fresh(scribe.session).hands
    return [(hand.raw.get("suit", hand.raw["call"]), hand.raw.get("declarer")) for hand in hands if not hand.voided]


def waiting(page: Page) -> list[str]:
    return page.locator("#waiting li > span").all_inner_texts()


def rows(page: Page, number: int) -> None:
    expect(page.locator(".sheet__hand")).to_have_count(number, timeout=40_000)


@pytest.mark.parametrize("latency", [450, 2000])
def test_twelve_lines_without_any_pause_are_the_ledger_of_the_list(desk: Page, scribe: Scribe, latency: int) -> None:
    slow(desk, latency)
    type_lines(desk, *TWELVE)
    expect(desk.locator("#line")).to_be_focused()
    expect(desk.locator("#line")).to_have_value("")
    rows(desk, 12)
    ledger = fresh(scribe.session)
    assert ledger.totals == AFTER_TWELVE
    assert len(ledger.hands) == 12
    expect(desk.locator("#parting")).to_have_text("12 totals on the sheet, and all match.")
    expect(desk.locator("#waiting li")).to_have_count(0)


def test_what_is_typed_after_enter_is_never_another_hand(desk: Page, scribe: Scribe) -> None:
    """A regression test: the remnant of the second line, all but its first keys, was read as “all passed”."""
    slow(desk, 450)
    type_lines(desk, "1 c 2 +", "2 n -")
    rows(desk, 2)
    assert recorded(scribe) == [("clubs", 0), ("null", 1)]


def test_keys_typed_while_the_answer_comes_stay_where_they_are(desk: Page) -> None:
    slow(desk, 450)
    type_lines(desk, "1 c 2 +")
    field = desk.locator("#line").element_handle()
    desk.keyboard.type("2 h 2", delay=40)
    desk.keyboard.press("ArrowLeft")
    rows(desk, 1)
    assert field.evaluate("line => line.isConnected && line === document.activeElement")
    assert field.evaluate("line => [line.value, line.selectionStart]") == ["2 h 2", 4]


def test_how_many_lines_wait_is_said(desk: Page) -> None:
    slow(desk, 2000)
    status = desk.get_by_role("status").filter(has_text="Waiting to be sent")
    type_lines(desk, *TWELVE[:3])
    expect(status).to_have_text("Waiting to be sent: 3")
    rows(desk, 3)
    expect(status).to_have_text("Waiting to be sent: 0")
    expect(desk.locator("#waiting")).to_be_hidden()


def test_a_line_refused_in_the_midst_holds_those_after_it_until_it_is_mended(desk: Page, scribe: Scribe) -> None:
    slow(desk, 450)
    wrong = TWELVE[4].replace("1 +", "12 +")
    assert wrong == "3 s 12 + = 22"
    type_lines(desk, *TWELVE[:4], wrong, *TWELVE[5:])
    rows(desk, 4)
    expect(desk.locator("#status-message strong")).to_have_text("matadors: This must be between 1 and 11, not 12.")
    expect(desk.get_by_role("button", name="Correct")).to_have_count(1)
    assert waiting(desk) == [wrong, *TWELVE[5:]]
    expect(desk.locator("#line")).to_have_value("")
    desk.get_by_role("button", name="Correct").focus()
    desk.keyboard.press("Enter")
    expect(desk.locator("#line")).to_have_value(wrong)
    expect(desk.locator("#line")).to_be_focused()
    expect(desk.locator("#result")).to_have_text("matadors: This must be between 1 and 11, not 12.")
    desk.locator("#line").fill(TWELVE[4])
    desk.keyboard.press("Enter")
    rows(desk, 12)
    assert fresh(scribe.session).totals == AFTER_TWELVE
    assert waiting(desk) == []


def test_a_line_refused_in_the_midst_may_be_discarded(desk: Page, scribe: Scribe) -> None:
    slow(desk, 450)
    type_lines(desk, "1 c 1 +", "1 c foo +", "2 h 2 +", "4 g 1 +")
    desk.get_by_role("button", name="Discard").click()
    rows(desk, 3)
    assert recorded(scribe) == [("clubs", 0), ("hearts", 1), ("grand", 3)]
    expect(desk.locator("#line")).to_be_focused()


def test_a_line_that_is_back_in_the_field_stands_there_only(desk: Page) -> None:
    type_lines(desk, "1 c foo +")
    expect(desk.locator("#line")).to_have_value("1 c foo +")
    expect(desk.get_by_role("button", name="Discard")).not_to_be_visible()
    desk.locator("#line").clear()
    desk.get_by_role("button", name="Discard").click()
    expect(desk.locator("#waiting li")).to_have_count(0)


def test_a_line_begun_when_another_is_refused_is_left_alone(desk: Page) -> None:
    slow(desk, 450)
    type_lines(desk, "1 c foo +")
    desk.keyboard.type("2 h")
    expect(desk.locator("#status-message strong")).to_have_text("“foo” is not recognised.")
    expect(desk.locator("#line")).to_have_value("2 h")
    expect(desk.get_by_role("button", name="Discard")).to_be_visible()
    type_lines(desk, " 2 +")
    assert waiting(desk) == ["1 c foo +", "2 h 2 +"]


def test_undo_while_the_next_line_is_typed_is_nobody_else(desk: Page, scribe: Scribe) -> None:
    type_lines(desk, "1 c 1 +")
    rows(desk, 1)
    slow(desk, 2000)
    desk.get_by_role("button", name="Undo").click()
    desk.locator("#line").focus()
    type_lines(desk, "2 c 1 +")
    rows(desk, 2)
    assert recorded(scribe) == [("clubs", 1)]
    expect(desk.locator("#status-message strong")).to_have_count(0)


@pytest.mark.parametrize("width", [390, 320])
def test_a_long_name_makes_nothing_wider_than_the_screen(phones: Phones, width: int, transactional_db: None) -> None:
    name = "Donaudampfschifffahrtsgesellschaftskapitaenin"
    assert len(name) == 45
    scribe = Scribe(game="skat", rules="isko", players=(name, *FOUR[1:]))
    phone = phones(scribe, viewport={"width": width, "height": 844}, is_mobile=False)
    page = phone.sit_down_to_type(scribe.session)
    wide = "[document.documentElement.scrollWidth, innerWidth]"
    type_lines(page, "1 c 1 + = 30", "2 h 1 +", "1 c foo +")
    expect(page.locator("#status-message strong")).to_be_visible()
    rows(page, 2)
    assert page.evaluate(wide) == [width, width]
    page.locator("#line").fill("1 c 2 +")
    expect(page.locator("#result")).to_contain_text(f"Clubs by {name}")
    assert page.evaluate(wide) == [width, width]
    page.keyboard.press("Enter")
    rows(page, 3)
    assert page.evaluate(wide) == [width, width]
    page.goto(f"{page.url}totals/1/")
    assert page.evaluate(wide) == [width, width]


# The connection is gone


@pytest.mark.usefixtures("bad_wifi")
def test_lines_typed_without_connection_wait_and_are_sent_when_it_is_back(desk: Page, scribe: Scribe) -> None:
    connect = slow(desk, 450)
    type_lines(desk, *TWELVE[:3])
    connect(False)
    type_lines(desk, *TWELVE[3:])
    expect(desk.locator("#connection-status")).to_contain_text("Not connected")
    held = waiting(desk)
    assert len(held) >= 9
    assert held == TWELVE[12 - len(held) :]
    connect(True)
    rows(desk, 12)
    assert fresh(scribe.session).totals == AFTER_TWELVE
    expect(desk.locator("#connection-status")).to_be_empty()


@pytest.fixture
def lossy(desk: Page) -> Iterator[Callable[[], int]]:
    """The server receives every line, but the first answer to every second one is lost. Returns how many were lost."""
    heard: list[str] = []
    lost: list[str] = []

    def answer(route: Route, request: Request) -> None:
        line = str(re.search(r"&token=[^&]+", request.post_data or ""))
        if line not in heard and len(heard) % 2:
            lost.append(line)
            route.fetch()
            route.abort()
        else:
            route.continue_()
        heard.append(line)

    desk.route("**/type/", answer)
    yield lambda: len(lost)
    desk.unroute("**/type/")


@pytest.mark.usefixtures("bad_wifi")
def test_no_line_is_recorded_twice_where_answers_are_lost(desk: Page, scribe: Scribe, lossy: Callable[[], int]) -> None:
    type_lines(desk, *TWELVE[:4])
    rows(desk, 4)
    assert lossy() >= 1
    assert len(fresh(scribe.session).hands) == 4
    assert fresh(scribe.session).totals == (-12, 30, 0, 48)


@pytest.mark.usefixtures("bad_wifi")
def test_lines_that_wait_are_kept_while_the_page_is_loaded_again(desk: Page, scribe: Scribe) -> None:
    desk.route("**/type/", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    type_lines(desk, *TWELVE[:5], "1 c foo +", *TWELVE[5:])
    desk.reload()
    assert waiting(desk) == [*TWELVE[:5], "1 c foo +", *TWELVE[5:]]
    desk.unroute("**/type/")
    rows(desk, 5)
    assert waiting(desk) == ["1 c foo +", *TWELVE[5:]]
    desk.reload()
    desk.get_by_role("button", name="Discard").click()
    rows(desk, 12)
    assert fresh(scribe.session).totals == AFTER_TWELVE


@pytest.mark.usefixtures("bad_wifi")
def test_what_others_wrote_meanwhile_is_looked_at_before_the_rest_is_sent(desk: Page, scribe: Scribe) -> None:
    desk.context.set_offline(True)
    type_lines(desk, "2 c 1 +", "1 h 2 +")
    scribe.session.refresh_from_db()
    scribe.record({"call": "passed"})
    desk.context.set_offline(False)
    expect(desk.locator("#status-message strong")).to_contain_text("Someone else has made a change in the meantime")
    assert waiting(desk) == ["2 c 1 +", "1 h 2 +"]
    desk.get_by_role("button", name="Correct").click()
    expect(desk.locator("#line")).to_have_value("2 c 1 +")
    desk.keyboard.press("Enter")
    rows(desk, 3)
    assert [game for game, _who in recorded(scribe)] == ["passed", "clubs", "hearts"]
