"""On a slow network every tap gets feedback at once; on a fast one nothing flashes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Phones
from tests.e2e.phones import SETTLING, Phone, held
from tests.play.tables import Scorer

pytestmark = pytest.mark.django_db(transaction=True)

SEEN = """
    const of = (place, pseudo) => place ? getComputedStyle(place, pseudo) : {};
    const line = () => of(document.body, "::before").animationName === "asking";
    const save = () => of(document.querySelector("#save")).opacity < 1;
    const result = () => of(document.querySelector("#result")).opacity < 1;
"""
TAPPED = f"(target) => {{ {SEEN} document.querySelector(target).click(); return line(); }}"
"""Tap, and return whether the loading line has started when that is over."""
SIGNS = f"""(target) => new Promise((resolve) => {{
    {SEEN}
    const told = [];
    const began = performance.now();
    const look = () => {{
        told.push({{line: line(), save: save(), result: result(), at: performance.now() - began}});
        told.at(-1).result || told.at(-1).at > 30000 ? resolve(told) : setTimeout(look, 10);
    }};
    document.querySelector(target).click();
    look();
}})"""
"""Tap, and return what was seen until the result showed as loading."""


def heard(page: Page, target: str) -> bool:
    """Return whether the loading line has started when a tap is over; it is visible from the eightieth millisecond."""
    return bool(page.evaluate(TAPPED, target))


@pytest.fixture
def slow(phones: Phones, transactional_db: None) -> Iterator[Phone]:
    """A phone at a table, in a network in which every answer takes a second."""
    scorer = Scorer()
    scorer.record()
    phone = phones(scorer, reduced_motion="no-preference")
    phone.sit_down(scorer.session)
    wire = phone.context.new_cdp_session(phone.page)
    wire.send("Network.enable")
    speed = {"latency": 1000, "downloadThroughput": -1, "uploadThroughput": -1}
    wire.send("Network.emulateNetworkConditions", {"offline": False, **speed})
    yield phone
    wire.send("Network.emulateNetworkConditions", {"offline": False, **speed, "latency": 0})


def test_a_tapped_chip_is_filled_at_once_and_the_result_shows_as_loading(slow: Phone) -> None:
    held(slow.page, "**/preview/")
    moments = slow.page.evaluate(SIGNS, '[name="call"][value="garde"]')
    assert slow.chip("call", "garde").is_checked()
    assert not any(moment["line"] or moment["save"] for moment in moments)
    assert moments[-1]["result"]
    assert moments[-1]["at"] > 100


def test_save_undo_and_links_give_feedback_at_once(slow: Phone) -> None:
    page = slow.page
    slow.fill_in({"call": "passed"})
    expect(slow.save).to_have_text("Record: no change")
    assert heard(page, "#save")
    slow.says("Hand 2: no change")
    assert heard(page, ".undo")
    slow.says("Hand 2 was undone.")
    expect(page.locator(SETTLING)).to_have_count(0)  # htmx looks at the new rows until then
    assert heard(page, ".ledger .hand th a")
    expect(page.get_by_role("article")).to_be_visible()
    assert heard(page, 'nav a[href$="/journal/"]')
    expect(page.get_by_role("heading", level=1)).to_have_text("Journal")


def test_the_progress_line_disappears_after_the_last_response(slow: Phone) -> None:
    page = slow.page
    page.evaluate("document.body.toggleAttribute('data-leaving', true)")
    page.locator("#hand-title").tap()
    expect(page.locator("body:not([data-leaving])")).to_be_attached()
    page.evaluate("document.body.toggleAttribute('data-leaving', true)")
    page.evaluate("dispatchEvent(new Event('pageshow'))")  # returned to a page that was left
    expect(page.locator("body:not([data-leaving])")).to_be_attached()


def test_nothing_flashes_when_responses_are_fast(phones: Phones, transactional_db: None) -> None:
    scorer = Scorer()
    page = phones(scorer, reduced_motion="no-preference").sit_down(scorer.session)
    at_once = page.evaluate(
        """() => {
            const bar = document.querySelector("#bar");
            bar.classList.add("htmx-request");
            document.body.toggleAttribute("data-leaving", true);
            const {transform, animationDelay} = getComputedStyle(document.body, "::before");
            return [getComputedStyle(document.querySelector("#result")).opacity, transform, animationDelay];
        }"""
    )
    assert at_once == ["1", "matrix(0, 0, 0, 1, 0, 0)", "0.08s"]


def test_nothing_moves_with_reduced_motion(phones: Phones, transactional_db: None) -> None:
    scorer = Scorer()
    page = phones(scorer, reduced_motion="reduce").sit_down(scorer.session)
    page.evaluate("document.body.toggleAttribute('data-leaving', true)")
    line = "getComputedStyle(document.body, '::before')"
    assert page.evaluate(f"[{line}.borderTopWidth, {line}.transform]") == ["3px", "none"]
    names = page.evaluate("document.getAnimations().map(({animationName}) => animationName)")
    assert set(names) <= {"untappable", "untappable-meanwhile"}  # of buttons, which don't move
