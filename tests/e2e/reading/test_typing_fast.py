"""A paper list typed faster than the server answers: every line is recorded once, in order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.e2e.conftest import Phones
from tests.e2e.phones import unanswered
from tests.play.tables import Scorer, fresh
from tests.reading.transcript.typed import FOUR, as_typed

pytestmark = pytest.mark.django_db(transaction=True)

TWELVE = [as_typed(number) for number in range(1, 13)]
TYPED = "**/type/**"
AFTER_TWELVE = (91, 146, -3, 84)
"""The totals after hand 12 of the list: Anne's of hand 12, Bruno's of 9, Chloé's of 11, David's of 10."""


@pytest.fixture
def scorer(transactional_db: None) -> Scorer:
    return Scorer(game="skat", rules="isko", players=FOUR)


@pytest.fixture
def typing_page(phones: Phones, scorer: Scorer) -> Page:
    """The page on a laptop."""
    phone = phones(scorer, viewport={"width": 1180, "height": 820}, has_touch=False, is_mobile=False)
    return phone.sit_down_to_type(scorer.session)


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


def recorded(scorer: Scorer) -> list[tuple[str, int | None]]:
    """Return the game and the declarer of every hand that counts."""
    hands = fresh(scorer.session).hands
    return [(hand.raw.get("suit", hand.raw["call"]), hand.raw.get("declarer")) for hand in hands if not hand.voided]


def waits(page: Page, *lines: str) -> None:
    expect(page.locator("#waiting li > span")).to_have_text(lines)


def rows(page: Page, number: int) -> None:
    expect(page.locator(".sheet__hand")).to_have_count(number, timeout=120_000)


def test_twelve_lines_typed_without_pause_give_the_expected_ledger(typing_page: Page, scorer: Scorer) -> None:
    slow(typing_page, 450)
    type_lines(typing_page, *TWELVE)
    expect(typing_page.locator("#line")).to_be_focused()
    expect(typing_page.locator("#line")).to_have_value("")
    rows(typing_page, 12)
    ledger = fresh(scorer.session)
    assert ledger.totals == AFTER_TWELVE
    assert len(ledger.hands) == 12
    expect(typing_page.locator("#parting")).to_have_text("12 totals on the sheet, and all match.")
    expect(typing_page.locator("#waiting li")).to_have_count(0)


def test_typing_after_enter_does_not_change_the_line_that_was_sent(typing_page: Page, scorer: Scorer) -> None:
    """A regression test: the remnant of the second line, all but its first keys, was read as “all passed”."""
    slow(typing_page, 450)
    type_lines(typing_page, "1 c 2 +", "2 n -")
    rows(typing_page, 2)
    assert recorded(scorer) == [("clubs", 0), ("null", 1)]


def test_keys_typed_while_the_response_arrives_stay_in_place(typing_page: Page) -> None:
    field = typing_page.locator("#line").element_handle()
    with unanswered(typing_page, TYPED):
        type_lines(typing_page, "1 c 2 +")
        typing_page.keyboard.type("2 h 2")
        typing_page.keyboard.press("ArrowLeft")
    rows(typing_page, 1)
    assert field.evaluate("line => line.isConnected && line === document.activeElement")
    assert field.evaluate("line => [line.value, line.selectionStart]") == ["2 h 2", 4]


def test_the_number_of_waiting_lines_is_shown(typing_page: Page) -> None:
    status = typing_page.get_by_role("status").filter(has_text="Waiting to be sent")
    with unanswered(typing_page, TYPED):
        type_lines(typing_page, *TWELVE[:3])
        expect(status).to_have_text("Waiting to be sent: 3")
    rows(typing_page, 3)
    expect(status).to_have_text("Waiting to be sent: 0")
    expect(typing_page.locator("#waiting")).to_be_hidden()


def test_a_refused_line_holds_back_the_following_ones_until_it_is_corrected(typing_page: Page, scorer: Scorer) -> None:
    wrong = TWELVE[4].replace("1 +", "12 +")
    assert wrong == "3 s 12 + = 22"
    with unanswered(typing_page, TYPED):
        type_lines(typing_page, *TWELVE[:4], wrong, *TWELVE[5:])
    rows(typing_page, 4)
    expect(typing_page.locator("#status-message strong")).to_have_text(
        "matadors: This must be between 1 and 11, not 12."
    )
    expect(typing_page.get_by_role("button", name="Correct")).to_have_count(1)
    waits(typing_page, wrong, *TWELVE[5:])
    expect(typing_page.locator("#line")).to_have_value("")
    typing_page.get_by_role("button", name="Correct").focus()
    typing_page.keyboard.press("Enter")
    expect(typing_page.locator("#line")).to_have_value(wrong)
    expect(typing_page.locator("#line")).to_be_focused()
    expect(typing_page.locator("#result")).to_have_text("matadors: This must be between 1 and 11, not 12.")
    typing_page.locator("#line").fill(TWELVE[4])
    typing_page.keyboard.press("Enter")
    rows(typing_page, 12)
    assert fresh(scorer.session).totals == AFTER_TWELVE
    expect(typing_page.locator("#waiting li")).to_have_count(0)


def test_a_waiting_list_that_has_not_changed_keeps_the_focus(typing_page: Page) -> None:
    """A regression test: as the table settled, the list was made anew, and a button lost its focus, or its tap."""
    with unanswered(typing_page, TYPED):
        type_lines(typing_page, "1 c foo +", "2 h 2 +")
    button = typing_page.get_by_role("button", name="Correct")
    button.focus()
    typing_page.locator("#line").dispatch_event("htmx:load")
    expect(button).to_be_focused()


def test_a_refused_line_can_be_discarded(typing_page: Page, scorer: Scorer) -> None:
    with unanswered(typing_page, TYPED):
        type_lines(typing_page, "1 c 1 +", "1 c foo +", "2 h 2 +", "4 g 1 +")
    typing_page.get_by_role("button", name="Discard").click()
    rows(typing_page, 3)
    assert recorded(scorer) == [("clubs", 0), ("hearts", 1), ("grand", 3)]
    expect(typing_page.locator("#line")).to_be_focused()


def test_a_line_returned_to_the_field_is_shown_only_there(typing_page: Page) -> None:
    type_lines(typing_page, "1 c foo +")
    expect(typing_page.locator("#line")).to_have_value("1 c foo +")
    expect(typing_page.get_by_role("button", name="Discard")).not_to_be_visible()
    typing_page.locator("#line").clear()
    typing_page.get_by_role("button", name="Discard").click()
    expect(typing_page.locator("#waiting li")).to_have_count(0)


def test_a_line_begun_when_another_is_refused_is_left_alone(typing_page: Page) -> None:
    with unanswered(typing_page, TYPED):
        type_lines(typing_page, "1 c foo +")
        typing_page.keyboard.type("2 h")
    expect(typing_page.locator("#status-message strong")).to_have_text("“foo” is not recognised.")
    expect(typing_page.locator("#line")).to_have_value("2 h")
    expect(typing_page.get_by_role("button", name="Discard")).to_be_visible()
    type_lines(typing_page, " 2 +")
    waits(typing_page, "1 c foo +", "2 h 2 +")


def test_undo_while_the_next_line_is_typed_undoes_the_right_line(typing_page: Page, scorer: Scorer) -> None:
    type_lines(typing_page, "1 c 1 +")
    rows(typing_page, 1)
    with unanswered(typing_page, TYPED):
        typing_page.get_by_role("button", name="Undo").click()
        typing_page.locator("#line").focus()
        type_lines(typing_page, "2 c 1 +")
    expect(typing_page.locator("#status-message span")).to_have_text("Hand 1: 12 × 2: Bruno +24")
    rows(typing_page, 1)
    assert recorded(scorer) == [("clubs", 1)]
    expect(typing_page.locator("#status-message strong")).to_have_count(0)


def test_a_refused_line_can_be_overwritten_while_another_answer_arrives(typing_page: Page, scorer: Scorer) -> None:
    with unanswered(typing_page, TYPED):
        type_lines(typing_page, "1 c foo +", "2 h 2 +")
    slow(typing_page, 450)
    typing_page.get_by_role("button", name="Correct").click()
    typing_page.keyboard.press("ControlOrMeta+a")
    type_lines(typing_page, "1 c 1 +", "4 g 1 +")
    rows(typing_page, 3)
    assert recorded(scorer) == [("clubs", 0), ("hearts", 1), ("grand", 3)]


def test_an_unfinished_line_waits_while_a_refused_one_is_corrected(typing_page: Page) -> None:
    with unanswered(typing_page, TYPED):
        type_lines(typing_page, "1 c foo +", "2 h 2 +")
    expect(typing_page.get_by_role("button", name="Correct")).to_be_visible()
    typing_page.keyboard.type("4 g 1")
    typing_page.get_by_role("button", name="Correct").click()
    expect(typing_page.locator("#line")).to_have_value("1 c foo +")
    waits(typing_page, "1 c foo +", "2 h 2 +", "4 g 1")


def test_undo_returns_the_line_as_it_was_typed(typing_page: Page, scorer: Scorer) -> None:
    type_lines(typing_page, "1  clubs 1 + = 30")
    rows(typing_page, 1)
    typing_page.get_by_role("button", name="Undo").click()
    expect(typing_page.locator("#line")).to_have_value("1  clubs 1 + = 30")
    expect(typing_page.locator("#line")).to_be_focused()
    expect(typing_page.locator("#result")).to_contain_text("Clubs by")
    typing_page.keyboard.press("Enter")
    rows(typing_page, 1)
    assert recorded(scorer) == [("clubs", 0)]


@pytest.mark.parametrize("width", [390, 320])
def test_a_long_name_makes_nothing_wider_than_the_screen(phones: Phones, width: int, transactional_db: None) -> None:
    name = "Donaudampfschifffahrtsgesellschaftskapitaenin"
    assert len(name) == 45
    scorer = Scorer(game="skat", rules="isko", players=(name, *FOUR[1:]))
    phone = phones(scorer, viewport={"width": width, "height": 844}, is_mobile=False)
    page = phone.sit_down_to_type(scorer.session)
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
def test_lines_typed_offline_wait_and_are_sent_when_the_connection_is_back(typing_page: Page, scorer: Scorer) -> None:
    connect = slow(typing_page, 450)
    type_lines(typing_page, *TWELVE[:3])
    connect(False)
    type_lines(typing_page, *TWELVE[3:])
    expect(typing_page.locator("#connection-status")).to_contain_text("Not connected")
    held = typing_page.locator("#waiting li > span").all_inner_texts()
    assert len(held) >= 9
    assert held == TWELVE[12 - len(held) :]
    connect(True)
    rows(typing_page, 12)
    assert fresh(scorer.session).totals == AFTER_TWELVE
    expect(typing_page.locator("#connection-status")).to_be_empty()


@pytest.fixture
def lossy(typing_page: Page) -> Iterator[Callable[[], int]]:
    """The server receives every line, but the first answer to every second one is lost. Returns how many were lost."""
    heard: list[str] = []
    lost: list[str] = []

    def lose_responses(route: Route, request: Request) -> None:
        line = str(re.search(r"&token=[^&]+", request.post_data or ""))
        if line not in heard and len(heard) % 2:
            lost.append(line)
            route.fetch()
            route.abort()
        else:
            route.continue_()
        heard.append(line)

    typing_page.route("**/type/", lose_responses)
    yield lambda: len(lost)
    typing_page.unroute("**/type/")


@pytest.mark.usefixtures("bad_wifi")
def test_no_line_is_recorded_twice_when_responses_are_lost(
    typing_page: Page, scorer: Scorer, lossy: Callable[[], int]
) -> None:
    type_lines(typing_page, *TWELVE[:4])
    rows(typing_page, 4)
    assert lossy() >= 1
    assert len(fresh(scorer.session).hands) == 4
    assert fresh(scorer.session).totals == (-12, 30, 0, 48)


@pytest.mark.usefixtures("bad_wifi")
def test_waiting_lines_survive_reloading_the_page(typing_page: Page, scorer: Scorer) -> None:
    typing_page.route("**/type/", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    type_lines(typing_page, *TWELVE[:5], "1 c foo +", *TWELVE[5:])
    typing_page.reload()
    waits(typing_page, *TWELVE[:5], "1 c foo +", *TWELVE[5:])
    typing_page.unroute("**/type/")
    rows(typing_page, 5)
    waits(typing_page, "1 c foo +", *TWELVE[5:])
    typing_page.reload()
    typing_page.get_by_role("button", name="Discard").click()
    rows(typing_page, 12)
    assert fresh(scorer.session).totals == AFTER_TWELVE


@pytest.mark.usefixtures("bad_wifi")
def test_changes_by_others_are_shown_before_the_remaining_lines_are_sent(typing_page: Page, scorer: Scorer) -> None:
    typing_page.context.set_offline(True)
    type_lines(typing_page, "2 c 1 +", "1 h 2 +")
    scorer.session.refresh_from_db()
    scorer.record({"call": "passed"})
    typing_page.context.set_offline(False)
    expect(typing_page.locator("#status-message strong")).to_contain_text("The session has changed in the meantime")
    waits(typing_page, "2 c 1 +", "1 h 2 +")
    typing_page.get_by_role("button", name="Correct").click()
    expect(typing_page.locator("#line")).to_have_value("2 c 1 +")
    typing_page.keyboard.press("Enter")
    rows(typing_page, 3)
    assert [game for game, _who in recorded(scorer)] == ["passed", "clubs", "hearts"]
