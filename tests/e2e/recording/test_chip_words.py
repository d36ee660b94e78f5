"""No word on a chip of a hand's form is broken in the middle, on small phones."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize

from games import registry
from tests.e2e.conftest import Phones
from tests.play.tables import FIVE, Scorer

pytestmark = pytest.mark.django_db(transaction=True)

SMALL: tuple[ViewportSize, ...] = ({"width": 360, "height": 560}, {"width": 390, "height": 664})
LANGUAGES = ("fr-FR", "de-DE")
"""Those of longer words than English has."""

BROKEN = """() => {
    const form = document.getElementById("outcome"), found = new Set();
    for (const fold of form.querySelectorAll("details")) fold.open = true;
    const look = () => {
        for (const chip of form.querySelectorAll(".chip > span")) {
            if (!chip.checkVisibility({visibilityProperty: true})) continue;
            const texts = document.createTreeWalker(chip, NodeFilter.SHOW_TEXT);
            while (texts.nextNode()) {
                if (texts.currentNode.parentElement.closest(".visually-hidden")) continue;
                // A translation may say where a word can be divided.
                for (const word of texts.currentNode.data.matchAll(/[^\\s\\u00ad-]+/g)) {
                    const letters = [...word[0]].map((_, place) => {
                        const range = document.createRange(), start = word.index + place;
                        range.setStart(texts.currentNode, start);
                        range.setEnd(texts.currentNode, start + 1);
                        return [...range.getClientRects()].at(-1);  // a hyphen before it is not of the word
                    });
                    const box = chip.getBoundingClientRect(), [first, last] = [letters[0], letters.at(-1)];
                    if (!first || !last) continue;  // a word for screen readers
                    const isOut = first.left < box.left || last.right > box.right;
                    if (isOut || Math.abs(first.top - last.top) > 2) found.add(word[0]);
                }
            }
        }
    };
    look();
    for (const call of form.querySelectorAll('[name="call"]')) {  // each has fields of its own
        call.checked = true;
        call.dispatchEvent(new Event("cleared", {bubbles: true}));
        look();
    }
    return [...found];
}"""


@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize("slug", registry.slugs())
def test_no_word_on_a_chip_is_broken(phones: Phones, transactional_db: None, slug: str, locale: str) -> None:
    phone, broken = phones(locale=locale), {}
    for rules, rule_set in registry.get(slug).rules.rule_sets.items():
        scorer = Scorer(game=slug, rules=rules, players=FIVE[: rule_set.players[-1]], first_dealer=0)
        phone.belongs_to(scorer)
        page = phone.sit_down(scorer.session)
        for small in SMALL:
            page.set_viewport_size(small)
            if words := page.evaluate(BROKEN):
                broken[rules, small["width"]] = words
    assert broken == {}
