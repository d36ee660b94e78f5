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
