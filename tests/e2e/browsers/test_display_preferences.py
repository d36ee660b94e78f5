"""Display preferences of the system: its own colours, no motion, and colours that can't be told apart."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.clubs.clubs import SampleClub
from tests.e2e.conftest import Phones
from tests.e2e.panel import sign_in
from tests.play.tables import FIVE, GARDE, Scorer

pytestmark = pytest.mark.django_db(transaction=True)

LOOK = """(one) => {
    const style = getComputedStyle(one);
    return [style.backgroundColor, style.borderTopWidth, style.borderTopColor, style.color];
}"""
SYSTEM = """(name) => {
    const one = document.body.appendChild(document.createElement("i"));
    one.style.color = name;
    const colour = getComputedStyle(one).color;
    one.remove();
    return colour;
}"""
MOVES = """() => [...document.querySelectorAll("*")].flatMap((one) => [null, "::before", "::after"].map((part) => {
    const style = getComputedStyle(one, part);
    const unmoved = ["none", "untappable", "untappable-meanwhile"].includes(style.animationName);
    const still = unmoved && style.transitionDuration.split(", ").every((time) => time === "0s");
    return still && style.scrollBehavior !== "smooth" ? null : `${one.tagName}.${one.className} ${part ?? ""}`;
})).filter(Boolean)"""


def a_table() -> Scorer:
    scorer = Scorer(players=FIVE)
    for taker in (0, 1):
        scorer.record({**GARDE, "taker": taker, "partner": 2})
    return scorer


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_forced_colours_show_everything(phones: Phones, scheme: str) -> None:
    scorer = a_table()
    phone = phones(scorer, is_mobile=False, has_touch=False, forced_colors="active", color_scheme=scheme)
    page = phone.sit_down(scorer.session)
    highlight, ink = page.evaluate(SYSTEM, "Highlight"), page.evaluate(SYSTEM, "CanvasText")
    waiting = phone.colour_of_save()
    phone.fill_in({**GARDE, "taker": "Anne", "partner": "Bruno"}, FIVE)
    expect(phone.save).to_have_text("Record: Anne +132")
    chips = {value: page.locator(f'[name="taker"][value="{value}"] + span') for value in ("0", "1")}
    assert chips["0"].evaluate(LOOK)[:3] == [highlight, "3px", highlight]
    assert chips["1"].evaluate(LOOK)[0] != highlight
    assert phone.colour_of_save() == highlight != waiting
    phone.chip("taker", "0").focus()
    page.keyboard.press("ArrowRight")
    assert chips["1"].evaluate("chip => getComputedStyle(chip).outlineStyle") == "solid"
    phone.open("chart", scorer.session.public_id)
    assert (
        page.locator('[aria-current="page"]').first.evaluate("link => getComputedStyle(link).borderBottomStyle")
        == "solid"
    )
    lines = page.locator(".track__line:visible")
    assert lines.evaluate_all("lines => lines.map((line) => getComputedStyle(line).stroke)") == [ink] * 5
    # Without colours there are still the dashes, the marks and the names.
    drawn = page.locator(".track:visible").evaluate_all(
        """tracks => tracks.map((track) => [track.querySelector("polyline").getAttribute("stroke-dasharray"),
            track.querySelector("use").getAttribute("href"), track.querySelector(".track__name").textContent].join())"""
    )
    assert len(set(drawn)) == 5


def test_nothing_moves_with_reduced_motion(phones: Phones) -> None:
    scorer, sample_club = a_table(), SampleClub()
    sample_club.organiser("marion")
    phone = phones(scorer, is_mobile=False, reduced_motion="reduce")
    page, problems = phone.sit_down(scorer.session), {}
    phone.fill_in({**GARDE, "taker": "Anne", "partner": "Bruno"}, FIVE)
    assert phone.record() == 200
    problems["table"] = page.evaluate(MOVES)
    for name in ("home", "new", "board", "games"):
        problems[name] = phone.open(name).evaluate(MOVES)
    sign_in(phone, "marion")
    problems["panel"] = page.evaluate(MOVES)
    assert {name: what for name, what in problems.items() if what} == {}
