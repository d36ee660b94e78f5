"""Nothing moves under a thumb: with each tap of a hand, beside another writer, without a connection."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from games import common_hands, registry
from scorekeeper.devtools.everything import home
from scorekeeper.devtools.screenshots.scenes import LONG
from scorekeeper.play import recording
from scorekeeper.play.models import Role
from tests.e2e.conftest import Phones
from tests.e2e.page_checks import HALF_BEHIND_THE_BAR
from tests.e2e.phones import ON_ITS_WAY, until
from tests.e2e.recording.taps import LEAST, PLACE, UNCHOSEN, prepare_hand
from tests.play.tables import FIVE, FOUR, PASSED, Scorer, device

pytestmark = pytest.mark.django_db(transaction=True)

HANDS = 2
"""How many of the most common hands of each game are tried."""
UNFOLDING = "solo_whist"
LEFT_BY_THE_BROWSER: ViewportSize = {"width": 390, "height": 664}
ON_ITS_SIDE: ViewportSize = {"width": 844, "height": 390}
DESK: ViewportSize = {"width": 1180, "height": 820}
LONG_WORD = ("Anne Schwarzenbergerinnen", *LONG[1:4])
"""On the button, the first name and what it gains are on three lines in large type."""
SIZES = [(390, 664), (360, 560), (390, 844), (844, 390), (1180, 820)]
PHONES = [(390, 664), (360, 640)]
FILL_IN = f"""(form, wanted) => {{
    for (const [name, value] of ({UNCHOSEN})(form, wanted)) {{
        form.querySelector(`[name="${{name}}"][value="${{value}}"]`).click();
    }}
}}"""
DRAWN = "() => new Promise(requestAnimationFrame)"
SIXTH = 110
"""Pixels of that height that the bar may take."""


def near(before: tuple[float, float], after: tuple[float, float]) -> bool:
    """At the same place, to within a pixel."""
    return before[1] == after[1] and abs(before[0] - after[0]) < 1


def place(target: Locator) -> tuple[float, float]:
    box = target.bounding_box()
    assert box
    return round(box["x"]), round(box["y"])


def tapped(page: Page, target: Locator) -> dict[str, tuple[Any, Any]]:
    """Tap a chip and wait for the answer; return where it was and is, and the button that is tapped last."""
    if target.evaluate(PLACE) is None:
        target.evaluate("target => target.scrollIntoView({block: 'center'})")
    both = {"chip": target, "save": page.locator("#save")}
    before = {name: place(locator) for name, locator in both.items()}
    spot = target.evaluate(PLACE)
    with page.expect_response("**/preview/"):
        page.touchscreen.tap(spot["x"], spot["y"])
    expect(page.locator(ON_ITS_WAY)).to_have_count(0)
    return {name: (before[name], place(locator)) for name, locator in both.items()}


@pytest.mark.parametrize("slug", registry.slugs())
def test_neither_the_tapped_chip_nor_the_button_moves(
    phones: Phones, site: str, transactional_db: None, slug: str
) -> None:
    name = device()
    phone = phones()
    phone.known_as(name)
    page = phone.page
    for hand in common_hands.common_hands(slug).hands[:HANDS]:
        prepared = prepare_hand(hand, name)
        page.goto(site + prepared.path)
        form = page.locator("#outcome")
        for field, value in form.evaluate(UNCHOSEN, prepared.chips):
            found = tapped(page, form.locator(f'[name="{field}"][value="{value}"]'))
            if slug == UNFOLDING and field == "call":  # the first tap decides what else there is to tap
                del found["save"]
            assert all(near(*moved) for moved in found.values()), (hand.id, field, value, found)
        page.locator("#save").tap()
        page.locator(".ledger .number").first.wait_for()
        expect(page.locator("#hand-title"), hand.id).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("slug", registry.slugs())
def test_nothing_is_half_behind_the_bar(phones: Phones, site: str, transactional_db: None, slug: str) -> None:
    """With each of the common calls at each of the tables, in German, whose words are the longest."""
    name = device()
    phone = phones(locale="de-DE")
    phone.known_as(name)
    page, half = phone.page, {}
    hands = common_hands.common_hands(slug).hands
    for hand in {(str(hand.document.table), hand.raw.get("call")): hand for hand in hands}.values():
        prepared = prepare_hand(hand, name)
        page.goto(site + prepared.path)
        for state in ("new", "filled in"):
            if state == "filled in":
                with page.expect_response("**/preview/"):
                    page.locator("#outcome").evaluate(FILL_IN, prepared.chips)
                expect(page.locator(ON_ITS_WAY)).to_have_count(0)
            for width, height in PHONES:
                page.set_viewport_size({"width": width, "height": height})
                page.evaluate(DRAWN)
                half[hand.id, state, width] = page.evaluate(HALF_BEHIND_THE_BAR)
    assert {where: what for where, what in half.items() if what} == {}


LIFT = "document.body.style.getPropertyValue('--lift')"


@pytest.mark.parametrize("size", [LEFT_BY_THE_BROWSER, DESK], ids=["phone", "desk"])
def test_the_bar_is_lifted_by_a_row_only_at_the_top_of_the_page(
    phones: Phones, transactional_db: None, size: ViewportSize
) -> None:
    scorer = Scorer(game="doppelkopf", rules="ddv")
    phone = phones(scorer, viewport=size, has_touch=size != DESK, is_mobile=size != DESK)
    page = phone.sit_down(scorer.session)
    assert page.evaluate(HALF_BEHIND_THE_BAR) == []
    lift = page.evaluate(LIFT)
    assert 0 < float(lift.removesuffix("px")) < 2 * LEAST
    page.evaluate("scrollTo({top: 200, behavior: 'instant'})")
    until(page, lambda: page.evaluate(LIFT) == "")
    page.evaluate("scrollTo({top: 0, behavior: 'instant'})")
    until(page, lambda: page.evaluate(LIFT) == lift)
    page.set_viewport_size(ON_ITS_SIDE)
    until(page, lambda: page.evaluate(LIFT) == "")


HIDDEN = f"""(form, wanted) => [...form.querySelectorAll("[type=radio], [type=checkbox]")]
    .filter((chip) => wanted[chip.name] === chip.value && !chip.closest("details:not([open])") && !({PLACE})(chip))
    .map((chip) => chip.name)"""
"""Returns the fields of the chosen chips that are out of sight."""


LAUFENDE = 3
"""The place of a hand with Laufende among the common ones of Schafkopf."""


@pytest.mark.parametrize(("slug", "place"), [*((slug, 0) for slug in registry.slugs()), ("schafkopf", LAUFENDE)])
def test_a_common_hand_is_amended_without_a_scroll(
    phones: Phones, site: str, transactional_db: None, slug: str, place: int
) -> None:
    name = device()
    phone = phones(locale="de-DE")
    phone.known_as(name)
    page, hand = phone.page, common_hands.common_hands(slug).hands[place]
    prepared = prepare_hand(hand, name)
    home.record(prepared.session, name, hand.raw)
    phone.open("amend", prepared.session.public_id, 1)
    for size in (LEFT_BY_THE_BROWSER, ON_ITS_SIDE):
        page.set_viewport_size(size)
        page.evaluate(DRAWN)
        assert page.locator("#outcome").evaluate(HIDDEN, prepared.chips) == [], size
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        assert page.evaluate(HALF_BEHIND_THE_BAR) == [], (width, height)


def test_a_deal_that_was_not_played_moves_nothing_and_leaves_no_gap(
    phones: Phones, site: str, transactional_db: None
) -> None:
    name = device()
    phone = phones()
    phone.known_as(name)
    page = phone.page
    for slug in registry.slugs():
        page.goto(site + prepare_hand(common_hands.common_hands(slug).hands[0], name).path)
        asked_for = page.locator(".fields > .played")
        height = asked_for.evaluate("one => one.offsetHeight")
        chips = page.locator(".pick.minor input:visible")
        for place_in_row in chips.evaluate_all("chips => chips.flatMap((chip, at) => (chip.checked ? [] : at))"):
            found = tapped(page, chips.nth(place_in_row))
            assert all(near(*moved) for moved in found.values()), (slug, found)
            assert asked_for.evaluate("one => one.offsetHeight") == height, slug
            expect(asked_for).to_be_visible()
            expect(asked_for).to_have_js_property("inert", True)


def standing(page: Page) -> tuple[bool, bool]:
    """Whether the bar takes at most a sixth of the phone, and ends where the screen ends."""
    box = page.locator("#bar").bounding_box()
    assert box
    return box["height"] <= SIXTH, box["y"] + box["height"] == LEFT_BY_THE_BROWSER["height"]


@pytest.mark.parametrize(
    "players",
    [FOUR, LONG[:4], LONG, LONG_WORD],
    ids=["short names", "long names", "five long names", "a long word"],
)
def test_the_bar_is_low_and_at_the_bottom_in_every_state(
    phones: Phones, transactional_db: None, players: Sequence[str]
) -> None:
    scorer = Scorer(players=players)
    garde: dict[str, Any] = {"call": "garde", "taker": players[0], "bouts": 2, "points": 49}
    if len(players) == len(LONG):
        garde["partner"] = players[1]
    scorer.record(PASSED)
    phone = phones(scorer)
    phone.page.set_viewport_size(LEFT_BY_THE_BROWSER)
    page = phone.sit_down(scorer.session)
    found = {"empty": standing(page)}
    phone.tap("call", "garde")
    expect(phone.save).to_contain_text("Still missing")
    found["half filled"] = standing(page)
    phone.tap_all(garde, players)
    expect(phone.save).to_contain_text("Record: ")
    found["filled"] = standing(page)
    scorer.record(PASSED)
    phone.save.tap()
    phone.says("The session has changed in the meantime")
    found["too late"] = standing(page)
    phone.save.tap()
    phone.says("Hand 3")
    found["recorded"] = standing(page)
    page.get_by_role("button", name="Undo").tap()
    phone.says("Hand 3 was undone")
    found["undone"] = standing(page)
    page.mouse.wheel(0, 300)
    until(page, lambda: bool(page.evaluate("scrollY > 0")))
    found["scrolled"] = standing(page)
    assert found == dict.fromkeys(found, (True, True))


def test_a_phone_on_its_side_shows_most_of_a_hand_and_a_wide_button(phones: Phones, transactional_db: None) -> None:
    scorer = Scorer(players=LONG[:4])
    phone = phones(scorer, viewport=ON_ITS_SIDE)
    page = phone.sit_down(scorer.session)
    for field, value in (("call", "garde"), ("taker", "3"), ("bouts", "2"), ("points-tens", "4")):
        phone.reach(field, value)
    button = phone.save.bounding_box()
    assert button
    assert button["width"] > ON_ITS_SIDE["width"] / 3
    expect(page.locator("#hand-title")).to_be_in_viewport(ratio=1)


def test_nothing_moves_when_another_phone_writes_or_the_connection_is_lost(
    phones: Phones, site: str, transactional_db: None
) -> None:
    scorer = Scorer()
    scorer.record()
    recording.join(scorer.session, device=(other := device()), role=Role.SCORER, label="Bruno")
    phone = phones(name=other)
    phone.known_as(other)
    page = phone.sit_down(scorer.session)
    phone.tap("call", "garde")
    expect(phone.save).to_contain_text("Still missing")
    chip, save = phone.chip("taker", "0"), phone.save
    before = place(chip), place(save)
    scorer.record(PASSED)
    expect(page.locator(".ledger .number")).to_have_text(["2", "1"])
    assert (place(chip), place(save)) == before
    page.evaluate("document.getElementById('connection-status').replaceChildren('Not connected.')")
    expect(page.locator("#connection-status")).to_be_visible()
    assert (place(chip), place(save)) == before


COVERED = """() => {
    const status = document.getElementById("connection-status");
    status.replaceChildren(status.dataset.words);
    const strip = status.getBoundingClientRect();
    const covers = (one) => {
        const box = one.getBoundingClientRect();
        return box.left < strip.right && strip.left < box.right && box.top < strip.bottom && strip.top < box.bottom;
    };
    const words = document.createRange();
    words.selectNodeContents(document.getElementById("hand-title"));
    const parts = ".menu > summary, .wordmark svg, h1 small, legend, #standings li, .ledger h2";
    const rest = document.querySelectorAll(parts);
    return [words, ...rest].filter(covers).length;
}"""
"""Returns how many parts of a table the offline message covers."""


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_the_offline_message_covers_nothing(phones: Phones, transactional_db: None, locale: str) -> None:
    scorer = Scorer(game="skat", rules="isko", players=LONG[:4])
    phone = phones(scorer, locale=locale)
    page = phone.sit_down(scorer.session)
    covered = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        covered[width, height] = page.evaluate(COVERED)
    assert covered == dict.fromkeys(SIZES, 0)


def test_unfolding_and_errors_move_nothing_above_them(phones: Phones, transactional_db: None) -> None:
    scorer = Scorer()
    phone = phones(scorer)
    page = phone.sit_down(scorer.session)
    phone.fill_in({"call": "garde", "taker": "Anne", "bouts": 2, "points": 92})
    expect(phone.save).to_contain_text("Not possible")
    rare, chip = page.locator("details.rare > summary"), phone.chip("call", "garde")
    rare.scroll_into_view_if_needed()
    before = place(rare), place(chip)
    rare.tap()
    expect(page.locator("details.rare")).to_have_attribute("open", "")
    assert (place(rare), place(chip)) == before
    rare.tap()
    expect(page.locator("details.rare")).not_to_have_attribute("open", "")
    assert (place(rare), place(chip)) == before


LINES = """button => {
    const words = document.createRange();
    words.selectNodeContents(button);
    return new Set([...words.getClientRects()].map(line => line.y)).size;
}"""
"""Returns on how many lines the words of a button are."""


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "de-DE"])
def test_the_words_beside_record_fit_on_one_line(phones: Phones, transactional_db: None, locale: str) -> None:
    scorer = Scorer()
    scorer.record()
    phone = phones(scorer, locale=locale)
    button = phone.sit_down(scorer.session).locator("button.undo")
    lines = {button.inner_text(): button.evaluate(LINES)}
    scorer.undo()
    phone.sit_down(scorer.session)
    lines[button.inner_text()] = button.evaluate(LINES)
    assert list(lines.values()) == [1, 1], lines


def test_the_call_button_is_beside_the_first_label_and_clear_of_the_menu(
    phones: Phones, transactional_db: None
) -> None:
    scorer = Scorer()
    phone = phones(scorer)
    page = phone.sit_down(scorer.session)
    phone.tap("call", "garde")
    page.get_by_role("button", name="Set the call").wait_for()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        button, label, menu = (
            page.locator(selector).bounding_box()
            for selector in (".calling button", ".calls > legend", ".menu > summary")
        )
        assert button
        assert label
        assert menu
        assert button["y"] < label["y"] + label["height"] / 2 < button["y"] + button["height"], (width, height)
        assert button["x"] > label["x"] + label["width"], (width, height)
        assert menu["y"] + menu["height"] <= button["y"] or button["x"] + button["width"] <= menu["x"], (width, height)


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "de-DE"])
def test_a_long_first_label_leaves_room_to_set_the_call(phones: Phones, transactional_db: None, locale: str) -> None:
    scorer = Scorer(game="cayenne", rules="foster")
    phone = phones(scorer, javascript=False, locale=locale)  # without scripts, the button is always there
    page = phone.sit_down(scorer.session)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        button, label, menu = (
            page.locator(selector).first.bounding_box()
            for selector in (".calling button", "#outcome legend", ".menu > summary")
        )
        assert button
        assert label
        assert menu
        assert button["x"] > label["x"] + label["width"], (width, height)
        assert menu["y"] + menu["height"] <= button["y"] or button["x"] + button["width"] <= menu["x"], (width, height)


CHIPS_COVERED = """button => {
    const box = button.getBoundingClientRect();
    const chips = [...document.querySelectorAll("#outcome .chip")].filter(chip => chip.checkVisibility());
    return chips.map(chip => [chip.innerText, chip.getBoundingClientRect()])
        .filter(([, chip]) => chip.top < box.bottom - 1 && chip.left < box.right && chip.bottom > box.top)
        .filter(([, chip]) => chip.right > box.left)
        .map(([words]) => words);
}"""
"""Returns the words of the chips that the button covers."""


def test_the_call_button_covers_no_chip(phones: Phones, site: str, transactional_db: None) -> None:
    name = device()
    phone = phones(javascript=False, locale="de-DE", viewport=LEFT_BY_THE_BROWSER)
    phone.known_as(name)
    covered = {}
    for slug in registry.slugs():
        for hand in common_hands.common_hands(slug).hands[:HANDS]:
            phone.page.goto(site + prepare_hand(hand, name).path)
            button = phone.page.locator(".calling button")
            if button.count():
                covered[slug] = button.evaluate(CHIPS_COVERED)
    assert not any(covered.values()), covered
    assert covered


def test_a_form_for_five_fits_above_the_bar_of_a_tablet(phones: Phones, transactional_db: None) -> None:
    scorer = Scorer(players=FIVE)
    phone = phones(scorer, viewport={"width": 1180, "height": 820})
    page = phone.sit_down(scorer.session)
    last, bar = page.locator(".pick.minor").bounding_box(), page.locator("#bar").bounding_box()
    assert last
    assert bar
    assert last["y"] + last["height"] <= bar["y"]
