"""What is wrong with a page: what axe finds, targets that are too small, and what is wider than the screen."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.e2e.phones import ON_ITS_WAY

AXE = Axe().axe_script
LONG = ("Maximilian-Alexander", "Anne-Sophie", "Chloé", "Jean-Baptiste", "Wilhelmine")
"""Names that make a page wide, and a short one."""

SMALL_TARGETS = """() => [...document.querySelectorAll('a, button, input, summary, select, textarea, label.chip')]
  .filter((one) => one.checkVisibility({visibilityProperty: true}) && !one.closest('.visually-hidden, .skip'))
  .filter((one) => one.tagName === 'LABEL' || !one.closest('label'))
  .filter((one) => !one.matches('.rule a, .example a, .source a, p > a:not([class])')) // within what is read
  .map((one) => [one, (one.closest('tr.hand') ?? one).getBoundingClientRect()]) // the whole row is the link
  .filter(([one, box]) => box.width < 43.9 || box.height < 43.9)
  .map(([one, box]) => `${one.outerHTML.slice(0, 60)} ${box.width} × ${box.height}`)"""


def violations(page: Page) -> list[str]:
    """Return axe's findings in the colours in which the page is shown: by day, unless the browser prefers dark ones."""
    page.wait_for_load_state()
    expect(page.locator(ON_ITS_WAY)).to_have_count(0)  # what is being worked out is pale
    if not page.evaluate("'axe' in window"):
        page.evaluate(f"() => {{ {AXE} }}")
    # Only `violations`: of what passes, which is nearly all, axe would name and hand over every element. No rule needs
    # the stylesheets themselves, which axe would fetch again.
    found = page.evaluate("axe.run({preload: false, resultTypes: ['violations']})")["violations"]
    return [f"{violation['id']}: {[node['target'] for node in violation['nodes']]}" for violation in found]


def complaints_of(page: Page) -> list[str]:
    """Return what is wrong with a page as it is shown, besides what axe finds."""
    page.wait_for_load_state()  # without its styles, everything is small
    small_targets: list[str] = page.evaluate(SMALL_TARGETS)
    width, screen = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    return [*small_targets, *([f"{width} wide"] if width > screen else [])]


HALF_BEHIND_THE_BAR = """() => {
    const bar = document.getElementById("bar");
    const targets = [...document.querySelectorAll(":is(#table, #outcome) :is(.chip, summary, a, button)")]
        .filter((one) => one.getClientRects().length && !bar.contains(one));
    if (!targets.length) throw new Error("There is nothing to tap.");
    return targets.map((one) => [one, one.getBoundingClientRect()])
        .map(([one, {x, width, top, bottom}]) =>
            [one, ...[top, bottom].map((y) => document.elementFromPoint(x + width / 2, y === top ? y + 2 : y - 2))])
        .filter(([one, first, last]) => one.contains(first) && (!last || bar.contains(last)))
        .map(([one]) => one.innerText);
}"""
"""Returns the words of what can be tapped, and begins above the bar, but ends behind it."""

BROKEN_NAMES = """(names) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = new Set();
    while (texts.nextNode()) {
        if (!texts.currentNode.parentElement.checkVisibility()) continue;
        for (const { 0: word, index } of texts.currentNode.data.matchAll(/[^\\s-]+/g)) {
            if (!names.includes(word)) continue;
            const range = document.createRange();
            range.setStart(texts.currentNode, index);
            range.setEnd(texts.currentNode, index + word.length);
            const parts = [...range.getClientRects()].filter(({ width }) => width);
            const lines = new Set(parts.map(({ top }) => Math.round(top)));
            if (lines.size > 1) found.add(word);
        }
    }
    return [...found];
}"""
"""Returns which of these words are divided in the middle anywhere on the page."""

BROKEN = """() => {
    const form = document.getElementById("outcome"), found = new Set(), seen = new Set();
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
                    seen.add(word[0]);
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
    if (!seen.size) throw new Error("There are no words on chips.");
    return [...found];
}"""
"""The words on the chips of a hand's form that are divided in the middle, with the fields of every call."""
