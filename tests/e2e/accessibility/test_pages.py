"""Every page in a browser: what axe finds, the size of targets, nothing wider than the screen."""

from decimal import Decimal

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games import registry
from scorekeeper.play.recording import services
from scorekeeper.printing.transcript import totals
from tests.e2e.conftest import Phones
from tests.e2e.page_checks import LONG, complaints_of, violations
from tests.play.tables import FOUR, GARDE, Scorer, device


def pages(device_id: str) -> dict[str, str]:
    """Return the addresses of all pages that this browser may see, by what they show."""
    going = Scorer(device=device_id, players=LONG, stake=Decimal("0.05"))
    for _ in range(3):
        going.record({**GARDE, "partner": 1})
    totals.write(going.session, access=going.access, number=1, totals={0: 264, 1: 132, 2: -1})
    closed = Scorer(device=device_id, players=LONG[:4])
    closed.record()
    closed.close()
    for _ in range(5):
        Scorer(device=device_id, players=LONG)
    other = Scorer()
    of_session = {
        name: reverse(name, args=[going.session.public_id]) for name in ("journal", "chart", "share", "close")
    }
    return {
        "home": reverse("home"),
        "board": reverse("board"),
        "board on the wall": reverse("linked_board", args=[services.share_board(device_id).token]),
        "new": reverse("new"),
        "import": reverse("import"),
        "guide": reverse("guide"),
        "guide for organisers": reverse("guide_organiser"),
        "join": reverse("join", args=[other.session.scorer_token]),
        "closed": reverse("session", args=[closed.session.public_id]),
        "type": reverse("type", args=[going.session.public_id]),
        "written totals": reverse("written_totals", args=[going.session.public_id, 1]),
        "paper": f"{reverse('print')}?game=tarot&rules=fft&players=5&player-0={LONG[0]}&paper=a9",
        "rule card": f"{reverse('print')}?game=skat&rules=isko&what=card",
        "paper of a session": f"{reverse('print_session', args=[closed.session.public_id])}?appendix=on",
        "nowhere": "/nowhere/",
        **of_session,
    }


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("widths", [[390, 320], [1180]], ids=["phones", "desk"])
def test_pages_are_accessible(phones: Phones, widths: list[int]) -> None:
    phone = phones(name=(device_id := device()), is_mobile=False)
    phone.known_as(device_id)
    page = phone.page
    problems = {}
    for name, address in pages(device_id).items():
        page.set_viewport_size({"width": widths[0], "height": 820})
        page.goto(address)
        problems[name] = violations(page)
        for width in widths:
            page.set_viewport_size({"width": width, "height": 820})
            problems[f"{name}, {width} wide"] = complaints_of(page)
    assert {name: what for name, what in problems.items() if what} == {}


@pytest.mark.django_db
@pytest.mark.parametrize("slug", registry.slugs())
def test_the_rules_of_every_game_are_accessible_on_the_narrowest_phone(phones: Phones, slug: str) -> None:
    page = phones(is_mobile=False, locale="de", viewport={"width": 320, "height": 820}).open("rules", slug)
    assert violations(page, by_night=False) == []
    assert complaints_of(page) == []


@pytest.mark.django_db(transaction=True)
def test_the_result_the_payments_and_what_to_do_next_are_seen_at_once(phones: Phones) -> None:
    scorer = Scorer(players=("Marie-Claude", *FOUR[1:]), stake="0.05")
    scorer.record()
    scorer.close()
    page = phones(scorer, viewport={"width": 390, "height": 664}).sit_down(scorer.session)
    seen = page.locator("h1, .ranked, .payment")
    assert seen.count() == 1 + 4 + 3
    next_steps = (
        page.get_by_role("link", name="Share the picture"),
        page.get_by_role("button", name="Same people again"),
    )
    for element in (*seen.all(), *next_steps):
        expect(element).to_be_in_viewport(ratio=1)


@pytest.mark.django_db(transaction=True)
def test_a_link_is_copied_by_tapping(phones: Phones) -> None:
    scorer = Scorer()
    phone = phones(scorer, permissions=["clipboard-read", "clipboard-write"])
    page = phone.open("share", scorer.session.public_id)
    page.get_by_role("button", name="Copy").first.tap()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").endswith(f"/join/{scorer.session.scorer_token}/")


def test_a_session_prints_24_hands_per_page(phones: Phones, transactional_db: None) -> None:
    scorer = Scorer()
    for _ in range(3):
        scorer.record()
    phone = phones(scorer, viewport={"width": 794, "height": 1123})
    page = phone.open("ledger", scorer.session.public_id)
    page.emulate_media(media="print")
    expect(page.locator(".ledger .hand-summary").first).to_be_visible()
    scorer.close()
    page = phone.sit_down(scorer.session)
    page.emulate_media(media="print")
    # A page of A4 in pixels.
    heights = page.locator(".sheet__hand").evaluate_all("hands => hands.map(hand => hand.offsetHeight)")
    assert max(heights) * 24 < 1123


@pytest.mark.parametrize("width", [195, 260, 390])
def test_the_session_menu_opens_within_the_screen(phones: Phones, transactional_db: None, width: int) -> None:
    scorer = Scorer()
    phone = phones(scorer, viewport={"width": width, "height": 600})
    page = phone.sit_down(scorer.session)
    page.locator(".menu > summary").tap()
    menu = page.get_by_role("navigation", name="This session")
    expect(menu).to_be_visible()
    box = menu.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    page.locator(".menu__more > summary").tap()
    last = menu.get_by_role("link").last
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport()
