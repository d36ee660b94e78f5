"""Starting a session in a browser: by tapping names and typing them, in two taps, and by keyboard."""

from decimal import Decimal

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from games import registry
from scorekeeper.play.models import Session
from tests.e2e.conftest import Phones
from tests.e2e.phones import choose, unfold_line
from tests.play.tables import FIVE, GARDE, Scorer


@pytest.mark.django_db(transaction=True)
def test_a_session_is_started_by_tapping_and_typing_names(phones: Phones) -> None:
    scorer = Scorer()
    phone = phones(scorer)
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
    assert [seat.name for seat in session.seats] == ["David", "Anne", "Gustave", "Fanny"]
    assert (session.stretch.first_dealer, session.stake) == (0, Decimal("0.1"))


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
    expect(page.get_by_role("radio", name="French Tarot")).to_be_checked()
    lines = [page.locator("summary", has_text=words) for words in ("More", "Rules:", "Stake:")]
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
    assert [seat.name for seat in session.seats] == list(FIVE)


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "de-DE"])
def test_the_names_of_a_first_table_are_visible_above_the_button(
    phones: Phones, transactional_db: None, locale: str
) -> None:
    page = phones(viewport={"width": 390, "height": 664}, locale=locale).page
    hidden = []
    for game in registry.all_games():
        page.goto(f"{reverse('new')}?game={game.slug}")
        if not names_are_above_the_button(page):
            hidden.append(game.slug)
    assert hidden == []
    page.set_viewport_size({"width": 360, "height": 560})
    page.goto(reverse("new"))
    assert names_are_above_the_button(page)


def names_are_above_the_button(page: Page) -> bool:
    last, button = (page.locator(selector).bounding_box() for selector in (".seat:last-child > .input", "#start"))
    assert last
    assert button
    return last["y"] + last["height"] <= button["y"]


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
def test_the_enter_key_starts_the_session_without_reseating_anybody(phones: Phones) -> None:
    phone = phones()
    page = phone.open("new")
    for number, name in enumerate(("Anne", "Bruno", "Chloé", "David"), 1):
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    page.get_by_label("Player 2", exact=True).press("Enter")
    page.wait_for_url("**/s/*/")
    assert [seat.name for seat in Session.objects.get().seats] == ["Anne", "Bruno", "Chloé", "David"]


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
    expect(page.locator("#rules > summary")).to_have_text("Rules: Federation (FFT) · Five at the table: Called king")
    expect(page.get_by_label("Player 1", exact=True)).to_have_value("Anne")
    if not javascript:  # which keeps the fold open
        unfold_line(page, "Rules:")
    choose(page.get_by_label("The dealer sits out", exact=True))
    if not javascript:
        page.get_by_role("button", name="Show the options of these rules").tap()
    words = "Rules: Federation (FFT) · Five at the table: The dealer sits out"
    expect(page.locator("#rules > summary")).to_have_text(words)
    expect(page.get_by_text("Five at the table", exact=True)).to_be_visible()
    if javascript:
        expect(page.get_by_label("The dealer sits out", exact=True)).to_be_focused()
