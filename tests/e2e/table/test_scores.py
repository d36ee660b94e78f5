"""The scores between hands: each total is on its player's side, however the device is held."""

import pytest
from playwright.sync_api import Page, expect

from games import common_hands
from tests.e2e.conftest import Phones
from tests.play.tables import FOUR, GARDE, Scorer

pytestmark = pytest.mark.django_db(transaction=True)

LONG = ("Maximilian-Alexander", "Anne-Sophie Delacroix", "Jean-Baptiste", "Ruprecht von Hohenzell", "Wilhelmine")
SIZES = ((390, 664), (390, 844), (360, 560), (300, 511), (844, 390), (1180, 820))
SMALL = ((277, 431), (568, 260), (844, 260))
"""360 × 560 with type that is 30 % larger, and phones on their side below the browser's bars."""

# Each seat's side of the screen, and what overlaps or is outside of the screen.
LAYOUT = """() => {
    const boxes = [...document.querySelectorAll(".scores__seat, .scores__middle > *")].map((one) => {
        const {left, top, right, bottom} = one.getBoundingClientRect();
        return {name: one.innerText, left, top, right, bottom};
    });
    const wrong = [];
    for (const [index, one] of boxes.entries()) {
        if (one.left < -1 || one.top < -1 || one.right > innerWidth + 1 || one.bottom > innerHeight + 1)
            wrong.push(`outside: ${one.name}`);
        for (const other of boxes.slice(index + 1))
            if (one.left < other.right - 1 && other.left < one.right - 1
                && one.top < other.bottom - 1 && other.top < one.bottom - 1)
                wrong.push(`${one.name} overlaps ${other.name}`);
    }
    return wrong;
}"""


# The names that are cut off.
CUT = """(names) => names
    .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight)
    .map((one) => one.innerText)"""


def bottom(page: Page) -> str:
    """Return the name at the bottom."""
    return page.locator(".scores__seat.bottom .scores__name > span").inner_text()


@pytest.mark.parametrize("players", [LONG, LONG[:4], LONG[:3]], ids=["five", "four", "three"])
def test_nothing_overlaps_on_any_screen(phones: Phones, players: tuple[str, ...]) -> None:
    scorer = Scorer(players=players)
    hand = GARDE if len(players) < 5 else {**GARDE, "partner": 1}
    scorer.record(hand)
    phone = phones(scorer)
    page = phone.open("scores", scorer.session.public_id)
    for width, height in (*SIZES, *SMALL):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(LAYOUT) == [], (width, height)


@pytest.mark.parametrize("players", [FOUR, LONG[:4]], ids=["short names", "long names"])
@pytest.mark.parametrize(("game", "rules"), [("mort", "foster"), ("cayenne", "foster"), ("whist", "short")])
def test_the_markers_overlap_nothing(phones: Phones, game: str, rules: str, players: tuple[str, ...]) -> None:
    scorer = Scorer(game=game, rules=rules, first_dealer=0, players=players)
    scorer.record(common_hands.common_hands(game).hands[0].raw)
    page = phones(scorer, locale="fr-FR").open("scores", scorer.session.public_id)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(LAYOUT) == [], (width, height)


def test_ordinary_names_are_whole_on_any_screen(phones: Phones) -> None:
    scorer = Scorer(players=("Chloé", "Wilhelmine", "Anne", "Jean-Baptiste"))
    scorer.record(GARDE)
    page = phones(scorer).open("scores", scorer.session.public_id)
    for width, height in (*SIZES, *SMALL):
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator(".scores__name > span").evaluate_all(CUT) == [], (width, height)


def test_the_page_follows_the_table_and_stays_turned(phones: Phones, javascript: bool) -> None:
    scorer = Scorer()
    page = phones(scorer, javascript=javascript).open("scores", scorer.session.public_id)
    assert bottom(page) == "Anne"
    page.get_by_role("link", name="Turn the seats").tap()
    expect(page.locator(".scores__seat.bottom")).to_contain_text("Bruno")
    scorer.record(GARDE)
    if not javascript:
        page.reload()
    expect(page.locator(".scores__seat.bottom b")).to_have_text("−66")
    assert bottom(page) == "Bruno"
    page.get_by_role("link", name="Back to the table").tap()
    expect(page.locator("#ledger")).to_contain_text("198")


@pytest.mark.parametrize(("name", "words"), [("scores", "Full screen"), ("share", "Copy")])
def test_a_button_that_the_browser_cannot_use_is_not_shown(phones: Phones, name: str, words: str) -> None:
    scorer = Scorer()
    page = phones(scorer, javascript=False).open(name, scorer.session.public_id)
    assert page.locator("button", has_text=words).count()
    expect(page.get_by_role("button", name=words)).to_have_count(0)
