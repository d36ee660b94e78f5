"""What axe sees on a page."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def violations(page: Page) -> list[str]:
    """By day everything that axe looks at; by night, when only the colours are others, the contrast."""
    found = list(Axe().run(page).response["violations"])
    page.emulate_media(color_scheme="dark")
    found += page.evaluate("axe.run({runOnly: ['color-contrast'], resultTypes: ['violations']})")["violations"]
    page.emulate_media(color_scheme="light")
    return [f"{one['id']}: {[node['target'] for node in one['nodes']]}" for one in found]
