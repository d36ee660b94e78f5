"""Chromium, driven by Playwright as in all other browser tests."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Browser, Error, sync_playwright

from scorekeeper.devtools.sandbox import chromium
from tests.engines.engine import PHONE, Engine, Size


class Chromium(Engine):
    """A context of a `browser` that is running, or a Chromium of its own. Playwright is started once in a process."""

    name = "chromium"
    mistakes = (Error,)

    def __init__(self, size: Size = PHONE, *, dark: bool = False, browser: Browser | None = None) -> None:
        super().__init__(size, dark=dark)
        self.browser = browser

    @classmethod
    def missing(cls) -> Sequence[str]:
        return [] if chromium.find() else ["chromium-headless-shell"]

    def start(self) -> None:
        context = (self.browser or self.launch()).new_context(
            viewport={"width": self.size.width, "height": self.size.height},
            color_scheme="dark" if self.dark else "light",
            locale="en-GB",
        )
        self.ends.callback(context.close)
        self.page = context.new_page()
        self.ends.callback(self.leave)

    def launch(self) -> Browser:
        playwright = self.ends.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=chromium.needed(), args=list(chromium.QUIET))
        self.ends.callback(browser.close)
        return browser

    def leave(self) -> None:
        with suppress(Error):
            self.page.goto("about:blank")  # a page that holds a stream open may never be closed

    def go(self, address: str) -> None:
        self.page.goto(address)

    def evaluate(self, expression: str) -> str | None:
        result: str | None = self.page.evaluate(expression)
        return result

    def press(self, x: float, y: float) -> None:
        self.page.mouse.click(x, y)

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)

    def remember(self, site: str, name: str, value: str) -> None:
        self.page.context.add_cookies([{"name": name, "value": value, "url": site}])

    def picture(self, file: Path) -> None:
        self.page.screenshot(path=file)
