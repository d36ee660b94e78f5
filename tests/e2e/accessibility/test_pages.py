"""Every page in a browser: what axe finds, the size of targets, nothing wider than the screen."""

from decimal import Decimal

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games import registry
from scorekeeper.play.models import Session
from scorekeeper.play.recording import services
from scorekeeper.printing.transcript import totals
from tests.e2e.conftest import Phones
from tests.e2e.page_checks import complaints_of, violations
from tests.e2e.phones import choose, unfold_line
from tests.play.tables import FIVE, FOUR, GARDE, Scorer, device

LONG = ("Maximilian-Alexander", "Anne-Sophie", "Chloé", "Jean-Baptiste", "Wilhelmine")


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
def test_a_session_is_started_by_tapping_and_typing_names(phones: Phones, javascript: bool) -> None:
    scorer = Scorer()
    phone = phones(scorer, javascript=javascript)
    page = phone.open("new")
    page.get_by_role("button", name="Other people").tap()
    expect(page.get_by_label("Player 1", exact=True)).to_have_value("")
    for name in ("David", "Anne"):
        page.get_by_role("button", name=name, exact=True).tap()
        expect(page.get_by_role("button", name=name, exact=True)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Start the session").tap()
    expect(page.get_by_text("1 player is still missing.")).to_have_count(1)
    expect(page.get_by_label("Player 3", exact=True)).to_be_focused()
    page.get_by_role("button", name="Add a player").tap()
    expect(page.get_by_label("Player 5", exact=True)).to_be_attached()  # and stays empty
    for number, name in ((3, "Fanny"), (4, "Gustave")):
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    page.get_by_role("button", name="Move player 4 up").tap()
    expect(page.get_by_label("Player 3", exact=True)).to_have_value("Gustave")
    choose(page.get_by_label("Player 1 deals first"))
    unfold_line(page, "Stake:")
    page.get_by_label("Stake per point").fill("0,10")
    page.get_by_role("button", name="Start the session").tap()
    page.wait_for_url("**/s/*/")
    session = Session.objects.exclude(pk=scorer.session.pk).get()
    assert [seat.name for seat in session.seats.order_by("place")] == ["David", "Anne", "Gustave", "Fanny"]
    assert (session.first_dealer, session.stake) == (0, Decimal("0.1"))


@pytest.mark.django_db(transaction=True)
def test_a_known_game_with_known_people_is_started_in_two_taps_without_a_scroll(
    phones: Phones, javascript: bool
) -> None:
    """What is about to start is seen above the button: game, rules, stake and everybody's name."""
    scorer = Scorer(players=FIVE)
    scorer.record({**GARDE, "partner": 1})
    page = phones(scorer, javascript=javascript, viewport={"width": 390, "height": 664}).open("home")
    expect(page.get_by_role("link", name="French Tarot", exact=True)).to_be_in_viewport(ratio=1)
    page.get_by_role("link", name="French Tarot", exact=True).tap()
    start = page.get_by_role("button", name="Start the session")
    expect(start).to_be_in_viewport(ratio=1)
    button = start.bounding_box()
    assert button is not None
    lines = [page.locator("summary", has_text=words) for words in ("Game:", "Rules:", "Stake:")]
    for seen in (*lines, *page.locator(".seat > .input").all()):
        box = seen.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= button["y"]
    expect(page.get_by_label("Player 5", exact=True)).to_have_value("Emil")
    start.tap()
    page.wait_for_url("**/s/*/")
    assert page.evaluate("scrollY") == 0
    session = Session.objects.exclude(pk=scorer.session.pk).get()
    assert (session.game, session.rules) == ("tarot", "fft")
    assert [seat.name for seat in session.seats.order_by("place")] == list(FIVE)


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "de-DE"])
def test_the_names_of_a_first_table_are_seen_above_the_button(
    phones: Phones, transactional_db: None, locale: str
) -> None:
    page = phones(viewport={"width": 390, "height": 664}, locale=locale).page
    hidden = []
    for game in registry.all_games():
        page.goto(f"{reverse('new')}?game={game.slug}")
        last, button = (page.locator(one).bounding_box() for one in (".seat:last-child > .input", "#start"))
        assert last
        assert button
        if last["y"] + last["height"] > button["y"]:
            hidden.append(game.slug)
    assert hidden == []


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
def test_the_starter_taps_a_name_among_those_just_typed(phones: Phones) -> None:
    page = phones().page
    page.goto("/new/?game=skat")
    for number, name in enumerate(("Uta", "Veit", "Willi"), 1):
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    unfold_line(page, "Who are you?")
    page.get_by_role("group", name="Who are you?").get_by_role("button", name="Veit", exact=True).tap()
    expect(page.locator("#who > summary")).to_have_text("You: Veit")
    expect(page.get_by_label("Your name")).to_have_value("Veit")
    expect(page.get_by_label("Player 3", exact=True)).to_have_value("Willi")
    page.get_by_role("button", name="Start the session").tap()
    page.wait_for_url("**/s/*/")
    assert Session.objects.get().accesses.get().label == "Veit"


@pytest.mark.django_db(transaction=True)
def test_the_enter_key_starts_the_session_without_reseating_anybody(phones: Phones, javascript: bool) -> None:
    phone = phones(javascript=javascript)
    page = phone.open("new")
    for number, name in enumerate(("Anne", "Bruno", "Chloé", "David"), 1):
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    page.get_by_label("Player 2", exact=True).press("Enter")
    page.wait_for_url("**/s/*/")
    assert [seat.name for seat in Session.objects.get().seats.order_by("place")] == ["Anne", "Bruno", "Chloé", "David"]


@pytest.mark.django_db(transaction=True)
def test_choosing_another_rule_set_shows_its_options_and_keeps_the_names(phones: Phones, javascript: bool) -> None:
    page = phones(javascript=javascript).page
    page.goto("/new/?game=tarot")
    page.get_by_label("Player 1", exact=True).fill("Anne")
    unfold_line(page, "Rules:")
    page.get_by_label("Federation (FFT)").tap()
    if not javascript:
        page.get_by_role("button", name="Show the options of these rules").tap()
    page.get_by_role("button", name="Add a player").tap()
    expect(page.locator("#rules > summary")).to_have_text("Rules: Federation (FFT) · Called king")
    expect(page.get_by_label("Player 1", exact=True)).to_have_value("Anne")
    if not javascript:  # which keeps the fold open
        unfold_line(page, "Rules:")
    choose(page.get_by_label("The dealer sits out", exact=True))
    if not javascript:
        page.get_by_role("button", name="Show the options of these rules").tap()
    expect(page.locator("#rules > summary")).to_have_text("Rules: Federation (FFT) · The dealer sits out")
    expect(page.get_by_text("Five at the table")).to_be_visible()


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
