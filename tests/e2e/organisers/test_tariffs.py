"""A club's own tariff in a browser: copied from Boston's decimal one, used in a session, and changed afterwards.

Every figure is worked out from the printed tables. Bruno bids seven and takes seven: 20 from each as printed, 24 in the
club's tariff. Anne bids five and takes four: 10 to each as printed, 13 in the tariff's second version.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.clubs.clubs import SampleClub
from tests.e2e.conftest import Phones
from tests.e2e.page_checks import violations
from tests.e2e.panel import sign_in, wide
from tests.e2e.phones import ON_ITS_WAY, Phone, choose, unfold_line
from tests.play.tables import FOUR

pytestmark = pytest.mark.django_db(transaction=True)

SEVEN = (("call", "7"), ("bidder", "1"), ("tricks", "7"))
ONE_SHORT = (("call", "5"), ("bidder", "0"), ("tricks", "4"))
MADE, SHORT, MISERE = "figure.winning.7.7", "figure.failing.5.1", "figure.misere.little_misere.each"


def figure(page: Page, name: str, value: str) -> None:
    page.locator(f'[name="{name}"]').fill(value)


def copy_boston(panel_browser: Phone) -> None:
    """Copy the printed tariff as the organiser, mistype once, and change two cells."""
    page = panel_browser.page
    page.goto("/admin/clubs/tariff/")
    page.get_by_role("link", name="Add tariff").click()
    page.get_by_text("More games").click()
    page.get_by_role("link", name="Boston: Decimal").click()
    page.get_by_label("Name", exact=True).fill("Thursdays")
    expect(page.get_by_role("textbox", name="Made: from each, by the tricks taken Bid 7 7", exact=True)).to_have_value(
        "20"
    )
    figure(page, MADE, "24")
    figure(page, MISERE, "thirty")
    save(page)
    expect(page.get_by_role("alert")).to_contain_text("Little misère: This must be a whole number.")
    assert violations(page) + wide(panel_browser) == []
    expect(page.locator(f'[name="{MADE}"]')).to_have_value("24")
    page.get_by_role("alert").get_by_role("link").click()
    expect(page.locator(f'[name="{MISERE}"]')).to_be_focused()
    figure(page, MISERE, "30")
    save(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Thursdays")
    expect(page.locator("td.changed small")).to_have_text(["printed: 20", "printed: 20"])


def save(page: Page) -> None:
    page.get_by_role("button", name="Save").first.click()
    page.wait_for_load_state()


def start(phone: Phone, *, again: bool = False) -> str:
    """Start a session with the club's tariff on the club's phone; return its address.

    Once they have played, everybody is seated `again`.
    """
    page = phone.page
    page.goto("/new/?game=boston&rules=decimal")
    unfold_line(page, "Rules:")
    choose(page.get_by_role("radio", name="Thursdays"))
    if again:
        expect(page.get_by_label("Player 1", exact=True)).to_have_value(FOUR[0])
    else:
        seat_everybody(page)
    expect(page.get_by_role("radio", name="Thursdays")).to_be_checked()
    expect(page.locator(ON_ITS_WAY)).to_have_count(0)  # a redrawn form has another button
    page.get_by_role("button", name="Start the session").tap()
    page.wait_for_url("**/s/*/")
    return page.url


def seat_everybody(page: Page) -> None:
    for name in FOUR:
        page.get_by_role("button", name=name, exact=True).tap()
        expect(page.get_by_role("button", name=name, exact=True)).to_have_attribute("aria-pressed", "true")


def play(phone: Phone, hand: tuple[tuple[str, str], ...], button_text: str, totals: tuple[int, ...]) -> None:
    for name, value in hand:
        phone.tap(name, value)
    phone.foresees(f"Record: {button_text}", totals)
    assert phone.record() == 200
    phone.shows(totals)


def finish(phone: Phone) -> None:
    phone.menu("Close and settle")
    phone.page.get_by_role("button", name="Close and settle").tap()
    over(phone)


def over(phone: Phone) -> None:
    """Bruno has 72 + 10, Anne −24 − 30, the others −24 + 10."""
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Bruno wins")
    phone.page.wait_for_load_state()
    names, totals = (phone.page.locator(f".ranked__{part}").all_inner_texts() for part in ("name", "total"))
    ranked = dict(zip(map(str.strip, names), totals, strict=True))
    assert ranked == {"Bruno": "+82", "Chloé": "−14", "David": "−14", "Anne": "−54"}
    for name, amount in (("Anne", "54"), ("Chloé", "14"), ("David", "14")):
        expect(phone.page.locator(".payment", has_text=f"{name} pays Bruno")).to_contain_text(amount)


def test_a_finished_session_keeps_its_figures_when_the_club_changes_them(phones: Phones) -> None:
    sample_club = SampleClub("Thursday club", FOUR)
    sample_club.organiser("marion")
    panel_browser = phones(is_mobile=False, viewport={"width": 1180, "height": 820})
    sign_in(panel_browser, "marion")
    copy_boston(panel_browser)
    tariff = panel_browser.page.url

    phone = phones()
    phone.known_as(sample_club.device)
    first = start(phone)
    play(phone, SEVEN, "Bruno +72", (-24, 72, -24, -24))
    play(phone, ONE_SHORT, "Anne −30", (-54, 82, -14, -14))
    finish(phone)

    figure(panel_browser.page, SHORT, "13")
    save(panel_browser.page)
    expect(panel_browser.page.locator(".messagelist")).to_contain_text("Version 2 has been saved.")
    expect(panel_browser.page.get_by_text("used by 1 session")).to_have_count(1)

    phone.page.goto(first)
    over(phone)
    second = start(phone, again=True)
    assert second != first
    play(phone, ONE_SHORT, "Anne −39", (-39, 13, 13, 13))
    play(phone, SEVEN, "Bruno +72", (-63, 85, -11, -11))
    phone.page.goto(first)
    over(phone)

    panel_browser.page.goto(tariff)
    expect(panel_browser.page.get_by_text("used by 1 session")).to_have_count(2)

    what_if(phone)
    phone.page.goto(first)
    over(phone)


def what_if(phone: Phone) -> None:
    """The finished session by the club's second version, in which one short costs 13, and as printed."""
    page = phone.page
    page.get_by_role("link", name="What if…").tap()
    for chosen, differences in (
        ("“Thursdays”, version 2", {"Anne": "−9", "Bruno": "+3", "Chloé": "+3", "David": "+3"}),
        ("As printed", {"Anne": "+4", "Bruno": "−12", "Chloé": "+4", "David": "+4"}),
    ):
        choose(page.get_by_role("radio", name=chosen, exact=True))
        for name, difference in differences.items():
            row = page.locator("tr", has=page.get_by_role("rowheader", name=name, exact=True))
            expect(row.locator("td.amount")).to_have_text(difference)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_largest_tariff_scrolls_in_its_own_box_on_a_phone(phones: Phones, scheme: str) -> None:
    sample_club = SampleClub("Thursday club", FOUR)
    sample_club.organiser("marion")
    panel_browser = phones(is_mobile=False, viewport={"width": 390, "height": 844}, color_scheme=scheme)
    sign_in(panel_browser, "marion")
    page = panel_browser.page
    page.goto("/admin/clubs/tariff/add/?game=boston&rules=decimal")
    assert wide(panel_browser) == []
    last = page.locator('[name="figure.failing.13.13"]')
    last.focus()
    row = page.locator("#r-failing-13")
    expect(row).to_be_in_viewport()  # it stays in place while the cells scroll
    field, head = last.bounding_box(), row.bounding_box()
    assert field
    assert head
    assert head["x"] + head["width"] <= field["x"]
    assert field["x"] + field["width"] <= 390
    # By keyboard, back along the row: no field is hidden under the name of its row.
    for _step in range(12):
        page.keyboard.press("Shift+Tab")
        under = page.evaluate(
            """() => {
                const place = document.activeElement.getBoundingClientRect();
                const row = document.activeElement.closest("tr").firstElementChild.getBoundingClientRect();
                return row.right - place.left;
            }"""
        )
        assert under <= 0
    assert violations(page) == []


def test_without_scripts_a_table_is_reset_and_the_input_stays(phones: Phones) -> None:
    sample_club = SampleClub("Thursday club", FOUR)
    sample_club.organiser("marion")
    panel_browser = phones(is_mobile=False, javascript=False)
    sign_in(panel_browser, "marion")
    page = panel_browser.page
    page.goto("/admin/clubs/tariff/add/?game=solo_whist&rules=foster")
    page.get_by_label("Name", exact=True).fill("Fridays")
    figure(page, "figure.stake.solo.each", "99")
    figure(page, "figure.odd_trick.each.each", "3")
    page.locator("#grid-stake").get_by_role("button", name="Restore the printed figures").click()
    expect(page.get_by_role("status")).to_contain_text("These are the printed figures.")
    assert page.url.endswith("#grid-stake")
    expect(page.locator('[name="figure.stake.solo.each"]')).to_have_value("10")
    expect(page.locator('[name="figure.odd_trick.each.each"]')).to_have_value("3")
    page.get_by_label("Name", exact=True).press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Fridays")
    expect(page.locator("td.changed")).to_have_count(1)
