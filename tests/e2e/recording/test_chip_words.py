"""No word on a chip of a hand's form is broken in the middle, on small phones and in large type."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.sync_api import ViewportSize

from games import registry
from tests.e2e.conftest import Phones
from tests.e2e.page_checks import BROKEN, BROKEN_NAMES
from tests.play.tables import FIVE, Scorer

pytestmark = pytest.mark.django_db(transaction=True)

# The last is a phone of 390 × 664 with its type at 130 per cent.
SMALL: tuple[ViewportSize, ...] = (
    {"width": 360, "height": 560},
    {"width": 390, "height": 664},
    {"width": 300, "height": 511},
)
PHONE: ViewportSize = {"width": 390, "height": 664}
LARGE_TYPE = "size => { document.documentElement.style.fontSize = size; }"
"""What a system does that makes type alone larger: the page is no smaller, so no media query knows of it."""
LANGUAGES = ("fr-FR", "de-DE")
"""Those of longer words than English has."""


@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize("slug", registry.slugs())
def test_no_word_on_a_chip_is_broken(phones: Phones, transactional_db: None, slug: str, locale: str) -> None:
    phone, broken = phones(locale=locale), {}
    for rules, rule_set in registry.get(slug).rules.rule_sets.items():
        scorer = Scorer(game=slug, rules=rules, players=FIVE[: rule_set.players[-1]], first_dealer=0)
        phone.page.goto("about:blank")  # the table before would be loaded again, as it is not this scorer's
        phone.belongs_to(scorer)
        page = phone.sit_down(scorer.session)
        for small in SMALL:
            page.set_viewport_size(small)
            if words := page.evaluate(BROKEN):
                broken[rules, f"{small['width']} px"] = words
        page.set_viewport_size(PHONE)
        page.evaluate(LARGE_TYPE, "130%")
        if words := page.evaluate(BROKEN):
            broken[rules, "large type"] = words
        page.evaluate(LARGE_TYPE, "150%")
        if page.evaluate("document.documentElement.scrollWidth") > PHONE["width"]:
            broken[rules, "larger type"] = "wider than the phone"
    assert broken == {}


NAMES = {
    "nine letters": ("Hannelore", "Anne-Sophie", "Karl-Heinz", "Élisabeth", "Ömer"),
    "twelve letters": ("Maximilienne", "Bartholomäus", "Anne-Sophie", "Emil", "Marie-Christine"),
    "fifteen letters": ("Maximilianowitz", "Wolfgang-Amadeus", "Hildegard", "Ömer", "Chloé"),
}
# Phones of 320 and 390 pixels with their type at 150, 130 and 100 per cent, one on its side, and a tablet. Larger type
# is a smaller page: that is what a browser makes of it.
PAGES: tuple[ViewportSize, ...] = (
    {"width": 213, "height": 373},
    {"width": 260, "height": 443},
    {"width": 300, "height": 511},
    {"width": 390, "height": 664},
    {"width": 320, "height": 560},
    {"width": 844, "height": 390},
    {"width": 1180, "height": 820},
)


TABLES = (
    *(("tarot", "fft", size) for size in (3, 4, 5)),
    # Their forms name players or sides elsewhere than on the chips for the one who plays.
    ("boston", "original", 4),
    ("colour_whist", "wiezen", 4),
    ("jass", "schieber", 4),
    ("mort", "foster", 4),
    ("spades", "partnership", 4),
)


@pytest.mark.parametrize(("slug", "rules", "size"), TABLES)
@pytest.mark.parametrize("names", NAMES.values(), ids=NAMES)
def test_no_name_is_broken(
    phones: Phones, transactional_db: None, names: Sequence[str], slug: str, rules: str, size: int
) -> None:
    scorer = Scorer(game=slug, rules=rules, players=names[:size], first_dealer=0)
    page = phones(scorer, locale="fr-FR").sit_down(scorer.session)
    parts, broken = " ".join(names).replace("-", " ").split(), {}

    def look(where: str) -> None:
        on_chips = set(page.evaluate(BROKEN)) & set(parts)  # unfolds everything
        if words := on_chips | set(page.evaluate(BROKEN_NAMES, parts)):
            broken[where] = words

    for viewport in PAGES:
        page.set_viewport_size(viewport)
        look(f"{viewport['width']} px")
    page.evaluate(LARGE_TYPE, "150%")
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 664})
        look(f"{width} px, large type")
    assert broken == {}
