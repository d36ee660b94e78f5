"""What is tapped and typed into the form of a new session while the server redraws it: nothing is lost."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.play.models import Session
from tests.e2e.conftest import Phones
from tests.e2e.phones import choose, held, pick_game, unfold_line, until
from tests.play.tables import Scorer

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def scorer(transactional_db: None) -> Scorer:
    """A table with one hand, whose people the form offers again."""
    scorer = Scorer()
    scorer.record()
    return scorer


def test_names_typed_while_the_form_is_redrawn_are_kept(phones: Phones, transactional_db: None) -> None:
    page = phones().page
    page.goto("/new/?game=tarot")
    page.get_by_label("Player 1", exact=True).fill("Anna")
    unfold_line(page, "Rules:")
    slow = held(page, "**/new/")
    page.get_by_label("Federation (FFT)").tap()
    page.get_by_label("Player 1", exact=True).fill("Anne")
    page.get_by_label("Player 2", exact=True).fill("Bruno")
    expect(page.get_by_role("button", name="Add a player")).to_have_count(0)
    until(page, lambda: bool(slow))
    slow[0].continue_()
    expect(page.get_by_role("button", name="Add a player")).to_be_visible()  # federation rules take a fifth
    expect(page.get_by_label("Player 1", exact=True)).to_have_value("Anne")
    expect(page.get_by_label("Player 2", exact=True)).to_have_value("Bruno")


def hold(page: Page) -> Callable[[], None]:
    """Hold back the next request of the new session's form; call the returned function to let it go."""
    routes = held(page, "**/new/", times=1)

    def release() -> None:
        until(page, lambda: bool(routes))
        routes[0].continue_()

    return release


def test_taps_while_the_form_is_redrawn_count(phones: Phones, scorer: Scorer) -> None:
    page = phones(scorer).open("new")
    page.get_by_text("Other people").tap()
    expect(page.get_by_label("Player 1", exact=True)).to_have_value("")
    release = hold(page)
    for name in ("David", "Anne", "Chloé"):
        page.get_by_role("button", name=name, exact=True).tap()
        page.evaluate("document.activeElement.blur()")  # not every browser focuses a button on a tap
    expect(page.get_by_role("button", name="David", exact=True)).to_have_attribute("aria-pressed", "false")
    release()
    for number, name in enumerate(("David", "Anne", "Chloé"), 1):
        expect(page.get_by_label(f"Player {number}", exact=True)).to_have_value(name)
    page.get_by_label("Player 4", exact=True).fill("Bruno")

    unfold_line(page, "Rules:")
    release = hold(page)
    choose(page.get_by_label("Federation (FFT)"))
    page.get_by_role("button", name="Start the session").tap()
    release()
    page.wait_for_url("**/s/*/")
    session = Session.objects.exclude(pk=scorer.session.pk).get()
    assert (session.game, session.rules) == ("tarot", "fft")
    assert [seat.name for seat in session.seats] == ["David", "Anne", "Chloé", "Bruno"]


def test_unfolding_and_printing_work_while_the_form_is_redrawn(phones: Phones) -> None:
    page = phones().open("new")
    release = hold(page)
    pick_game(page, "French Tarot")
    for fold in ("Rules:", "Stake:", "Enter from a paper sheet"):
        unfold_line(page, fold)
    page.get_by_label("Stake per point").fill("0.05")
    release()
    expect(page.get_by_label("Federation (FFT)")).to_be_visible()
    expect(page.get_by_label("Stake per point")).to_have_value("0.05")
    expect(page.get_by_label("Stake per point")).to_be_visible()
    expect(page.get_by_label("Played on")).to_be_visible()

    release = hold(page)
    choose(page.get_by_label("Federation (FFT)"))
    page.get_by_role("button", name="Print a score sheet for this game").tap()
    release()
    page.wait_for_url("**/print/?*rules=fft*")


def test_input_during_seating_a_name_is_kept(phones: Phones, scorer: Scorer) -> None:
    page = phones(scorer).open("new")
    page.get_by_text("Other people").tap()
    expect(page.get_by_label("Player 1", exact=True)).to_have_value("")
    release = hold(page)
    page.get_by_role("button", name="David", exact=True).tap()
    page.get_by_label("Player 4", exact=True).fill("Xaver")
    choose(page.get_by_label("Player 2 deals first"))
    pick_game(page, "Boston")
    page.get_by_role("button", name="Anne", exact=True).tap()
    release()
    for number, name in ((1, "David"), (2, "Anne"), (4, "Xaver")):
        expect(page.get_by_label(f"Player {number}", exact=True)).to_have_value(name)
    expect(page.get_by_label("Boston", exact=True)).to_be_checked()
    expect(page.get_by_label("Player 2 deals first")).to_be_checked()
    expect(page.locator("#new_form")).to_contain_text("Into an empty pool")
    unfold_line(page, "Rules:")

    release = hold(page)
    page.get_by_role("button", name="Anne", exact=True).tap()
    page.get_by_label("Into an empty pool").fill("33")
    release()
    expect(page.get_by_label("Player 2", exact=True)).to_have_value("")
    expect(page.get_by_label("Into an empty pool")).to_have_value("33")


def test_nobody_is_overwritten_in_a_seat_that_is_given_to_somebody_else(phones: Phones) -> None:
    page = phones().page
    page.goto("/new/?game=tarot")
    for number, name in enumerate(("Anne", "Bruno"), 1):
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    release = hold(page)
    page.get_by_role("button", name="Move player 2 up").tap()
    page.get_by_label("Player 1", exact=True).fill("Anna")
    page.get_by_label("Player 3", exact=True).fill("Chloé")
    release()
    for number, name in enumerate(("Bruno", "Anne", "Chloé"), 1):
        expect(page.get_by_label(f"Player {number}", exact=True)).to_have_value(name)
