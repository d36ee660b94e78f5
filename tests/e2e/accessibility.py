"""What axe finds on a page."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.e2e.phones import ON_ITS_WAY


def violations(page: Page, *, preload: bool = True, by_night: bool = True) -> list[str]:
    """Return axe's findings: all of them by day, and by night the contrast, as only the colours differ.

    If a stylesheet imports another, axe would `preload` it as an inline style, which a page's policy forbids.
    """
    page.wait_for_load_state()
    expect(page.locator(ON_ITS_WAY)).to_have_count(0)  # what is being worked out is pale
    # Only `violations`: of what passes, which is nearly all, axe would name and hand over every element.
    violations_found = list(
        Axe().run(page, options={"preload": preload, "resultTypes": ["violations"]}).response["violations"]
    )
    if by_night:
        page.emulate_media(color_scheme="dark")
        violations_found += page.evaluate(
            "preload => axe.run({runOnly: ['color-contrast'], resultTypes: ['violations'], preload})", preload
        )["violations"]
        page.emulate_media(color_scheme="light")
    return [f"{one['id']}: {[node['target'] for node in one['nodes']]}" for one in violations_found]
