"""The camera: Chromium with the screen of a phone, tablet or laptop, light or dark, in one language."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Error, FloatRect, Page, sync_playwright

from scorekeeper.devtools.sandbox import chromium
from scorekeeper.devtools.screenshots.scenes import Scene, SceneAction, Who

LOCALES = {"en": "en-GB", "fr": "fr-FR", "de": "de-DE"}
PATIENCE = 8000  # milliseconds until a step times out
TALLEST = 4000  # pixels; longer pages, such as the rules, are cut off


@dataclass(frozen=True, kw_only=True)
class Screen:
    """The screen of a kind of device."""

    name: str
    width: int
    height: int
    touch: bool


SCREENS = {
    screen.name: screen
    for screen in (
        Screen(name="phone", width=390, height=844, touch=True),
        Screen(name="tablet", width=1180, height=820, touch=True),
        Screen(name="laptop", width=1440, height=900, touch=False),
    )
}


@dataclass(frozen=True, kw_only=True)
class SceneView:
    """A combination of screen, colour scheme and language in which scenes are photographed."""

    screen: Screen
    scheme: str
    language: str
    sharp: float = 1
    """Device pixels per CSS pixel."""

    @property
    def name(self) -> str:
        return f"{self.screen.name}-{self.scheme}-{self.language}"


class UnexpectedStatusError(Exception):
    """The page of a scene answers with another HTTP status than the scene expects."""


class Camera:
    """A browser that photographs the pages of one server."""

    def __init__(self, browser: Browser, site: str, cookies: Mapping[Who, Mapping[str, str]]) -> None:
        self.browser, self.site, self.cookies = browser, site, cookies

    def take(self, scene: Scene, view: SceneView, file: Path) -> str:
        """Save the whole page of a scene as a PNG; return an empty string, or why that failed."""
        try:
            with self.page(scene, view) as page:
                page.evaluate(ALL_PICTURES)
                height = min(TALLEST, page.evaluate("document.documentElement.scrollHeight"))
                clip = FloatRect(x=0, y=0, width=view.screen.width, height=max(height, view.screen.height))
                # `full_page` only if needed: it drops touch emulation, and some pages look different without.
                page.screenshot(path=file, clip=clip, full_page=height > view.screen.height, animations="disabled")
        except Error as error:
            return error.message.splitlines()[0]
        except UnexpectedStatusError as error:
            return str(error)
        return ""

    @contextmanager
    def page(self, scene: Scene, view: SceneView) -> Iterator[Page]:
        """Open the page in the scene's state; afterwards, undo what was recorded for it."""
        with self._context(scene.who, view) as context:
            page = context.new_page()
            response = page.goto(self.site + scene.path)
            if response and response.status != scene.status:
                raise UnexpectedStatusError(f"{scene.path} answers {response.status} instead of {scene.status}")
            ACTIONS[scene.action](page)
            yield page
            if scene.action == "record":
                _empty(page)
            if scene.action == "draw":
                page.locator("[name=action][value=discard]").click()
            if scene.action == "offline":
                page.evaluate("localStorage.clear()")  # or the queued hand is sent while leaving the page
            page.goto("about:blank")  # closing a page while it navigates may hang

    @contextmanager
    def _context(self, role: Who, view: SceneView) -> Iterator[BrowserContext]:
        context = self.browser.new_context(
            viewport={"width": view.screen.width, "height": view.screen.height},
            device_scale_factor=view.sharp,
            has_touch=view.screen.touch,
            is_mobile=view.screen.touch and view.screen.width < 500,
            color_scheme="dark" if view.scheme == "dark" else "light",
            locale=LOCALES[view.language],
            reduced_motion="reduce",
            service_workers="block",
        )
        context.set_default_timeout(PATIENCE)
        cookies = self.cookies.get(role, {})
        context.add_cookies([{"name": name, "value": value, "url": self.site} for name, value in cookies.items()])
        try:
            yield context
        finally:
            context.close()


@contextmanager
def camera(site: str, cookies: Mapping[Who, Mapping[str, str]]) -> Iterator[Camera]:
    """Open a browser, and close it afterwards."""
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=chromium.needed(), args=list(chromium.QUIET)) as browser,
    ):
        yield Camera(browser, site, cookies)


ALL_PICTURES = """() => Promise.allSettled([...document.images].map((picture) => {
    picture.loading = "eager";
    return picture.decode();
}))"""
"""Loads every image, including lazy ones further down the page."""


# Actions before a picture is taken


def _fill(page: Page) -> None:
    """Fill in the form of the next hand like the last hand that is not voided, and wait for the preview."""
    last = page.locator("#ledger .hand:not(.voided) .number").first.inner_text()
    amend = page.context.new_page()
    amend.goto(f"{page.url}hands/{last}/amend/")
    taps = amend.locator("#outcome :is([type=radio], [type=checkbox]):checked").evaluate_all(
        "chips => chips.map(chip => [chip.name, chip.value])"
    )
    amend.close()
    with page.expect_response("**/preview/"):
        page.locator("#outcome").evaluate(
            """(form, taps) => {
                for (const [name, value] of taps) {
                    const chip = form.querySelector(`[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`);
                    if (chip) chip.checked = true;
                }
                form.querySelector("input").dispatchEvent(new Event("change", {bubbles: true}));
            }""",
            taps,
        )
    page.locator("#outcome:not(.htmx-request)").wait_for()
    page.wait_for_timeout(100)


def _record(page: Page) -> None:
    _fill(page)
    with page.expect_response("**/record/"):
        page.locator("#save").click()
    page.locator("#outcome:not([data-filled])").wait_for()  # that of the next hand


def _empty(page: Page) -> None:
    """Undo what was recorded, and empty the form that it is given back in."""
    with page.expect_response("**/undo/"):
        page.locator("[form=undo]").click()
    with page.expect_response("**/call/clear/"):
        page.locator("[form=undo][formaction]").press("Enter")  # a click there would be the second of a double tap


def _save(page: Page) -> None:
    with page.expect_response("**/record/"):
        page.locator("#save").click()
    page.locator("#outcome .error:not(:empty), #status-message .problem").locator("visible=true").first.wait_for()


def _conflict(page: Page) -> None:
    _fill(page)
    page.locator("#outcome [name=revision]").evaluate("field => { field.value = field.value - 1; }")
    _save(page)


def _offline(page: Page) -> None:
    _fill(page)
    page.context.set_offline(True)
    page.locator("#save").click()
    page.locator("#waiting li").wait_for()
    page.locator("#connection-status:not(:empty)").wait_for()


def _why(page: Page) -> None:
    page.locator("#ledger .hand a").nth(1).click()
    page.locator(".derivation").wait_for()


def _unfold(page: Page) -> None:
    page.locator("#outcome details").evaluate_all("folds => folds.forEach((fold) => { fold.open = true; })")


def _submit(page: Page) -> None:
    """Submit the form as it is, without the browser's validation, and wait for the error."""
    button = page.locator("main form .button--main").last
    button.evaluate("button => { button.formNoValidate = true; button.click(); }")
    page.locator("main .error, main [role=alert]").locator("visible=true").first.wait_for()


def _type(page: Page) -> None:
    page.locator("#line").fill("garde 3 2b 51,5")
    page.wait_for_timeout(700)


def _draw(page: Page) -> None:
    page.locator("main form [name=draw], main form [type=submit]").first.click()
    page.wait_for_load_state()


def _menu(page: Page) -> None:
    page.locator(".head .menu > summary").click()


def _turn(page: Page) -> None:
    page.locator("#tablet-side-top").dispatch_event("click")


ACTIONS: Mapping[SceneAction, Callable[[Page], None]] = {
    "nothing": lambda page: None,
    "save": _save,
    "submit": _submit,
    "fill": _fill,
    "record": _record,
    "conflict": _conflict,
    "offline": _offline,
    "unfold": _unfold,
    "why": _why,
    "draw": _draw,
    "type": _type,
    "menu": _menu,
    "turn": _turn,
}
