"""Right-to-left pages: a browser's translator turns pages round, and names may be written that way."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from scorekeeper.devtools.everything.addresses import addresses
from scorekeeper.devtools.everything.club import everything
from tests.e2e.all_pages import pages_of
from tests.e2e.conftest import Phones
from tests.e2e.panel import sign_in
from tests.e2e.phones import Phone
from tests.play.tables import GARDE, Scorer

pytestmark = pytest.mark.django_db(transaction=True)

TURNED = """() => {
    document.documentElement.dir = "rtl";
    for (const fold of document.querySelectorAll("details")) fold.open = true;
    // The scores between hands face their players; here they are put upright.
    for (const side of document.querySelectorAll(".scores__seat")) {
        Object.assign(side.style, {transform: "none", writingMode: "horizontal-tb"});
    }
    const place = (node, at) => {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        return range.getBoundingClientRect();
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), amounts = [];
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        for (const {index, 0: amount} of node.data.matchAll(/[+−](?=[\\d€$£])/g)) {
            const [sign, digit] = [place(node, index), place(node, index + 1)];
            if (digit.width) amounts.push([node.parentElement.outerHTML.slice(0, 160), sign.left < digit.left]);
        }
    }
    return amounts;
}"""
"""Return every amount with a sign, and whether the sign is on its left."""


def turned(phone: Phone, addresses: dict[str, str]) -> tuple[int, dict[str, set[str]]]:
    """The number of amounts on all pages, and by page those that are turned round."""
    found, wrong = 0, {}
    for name, address in pages_of(phone, addresses)[0].items():
        phone.page.goto(address)
        amounts = phone.page.evaluate(TURNED)
        found += len(amounts)
        wrong[name] = {place for place, well in amounts if not well}
    return found, {name: places for name, places in wrong.items() if places}


def test_amounts_keep_their_sign_in_right_to_left_names_on_every_page(phones: Phones) -> None:
    rows = everything()
    phone = phones(is_mobile=False)
    phone.known_as(rows.club_phone)
    found, wrong = turned(phone, addresses(rows, of_the_panel=False))
    assert wrong == {}
    assert found > 1000


def test_amounts_keep_their_sign_on_every_panel_page(phones: Phones) -> None:
    rows = everything()
    phone = phones(is_mobile=False)
    sign_in(phone, "marion")
    found, wrong = turned(phone, addresses(rows, of_the_panel=True))
    assert wrong == {}
    assert found > 10


def test_amounts_keep_their_sign_in_the_message_about_a_hand(phones: Phones, transactional_db: None) -> None:
    scorer = Scorer(players=("משה", "שרה", "Chloé", "David"))
    scorer.record(GARDE)
    phone = phones(scorer)
    page = phone.sit_down(scorer.session)
    lost = {"call": "garde", "taker": "שרה", "bouts": 2, "points": 30}  # by 11: (25 + 11) × 2 = 72 to each of three
    phone.fill_in(lost, players=("משה", "שרה", "Chloé", "David"))
    expect(phone.save).to_contain_text("−216")
    before = page.evaluate(TURNED)
    # An open menu covers the button.
    page.evaluate("() => document.querySelectorAll('details').forEach((fold) => { fold.open = false; })")
    assert phone.record() == 200
    expect(page.locator("#status-message")).to_contain_text("−216")
    after = page.evaluate(TURNED)
    for amounts in (before, after):
        assert [place for place, well in amounts if not well] == []
        assert any("<bdi>−216" in place for place, _well in amounts)
