"""WebKitGTK, Safari's engine on Linux: its MiniBrowser on a screen of its own, driven by Selenium."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from glob import glob
from pathlib import Path

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.engines.engine import Engine, found

TOOLBAR = 38
"""Height in pixels of the MiniBrowser's own bars above the page."""


class WebKit(Engine):
    name = "webkit"
    mistakes = (WebDriverException,)

    @classmethod
    def missing(cls) -> Sequence[str]:
        needed = {
            "webkit2gtk-driver": cls.browser() and found("WebKitWebDriver"),
            "xvfb": found("Xvfb"),
            "matchbox-window-manager": found("matchbox-window-manager"),
        }
        return [package for package, program in needed.items() if not program]

    @staticmethod
    def browser() -> str | None:
        return found(*glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser"))

    def start(self) -> None:
        environment = {**os.environ, "LANG": "en_GB.UTF-8", "NO_AT_BRIDGE": "1", **self.screen()}
        if self.dark:
            environment["GTK_THEME"] = "Adwaita:dark"
        # Without a window manager no window is ever active, and `:focus` matches nothing.
        self.launch(["matchbox-window-manager", "-use_titlebar", "no"], environment)
        options = Options()
        options.binary_location = str(self.browser())
        options.add_argument("--automation")
        service = Service(found("WebKitWebDriver"), env=environment)
        self.driver = webdriver.WebKitGTK(options=options, service=service)
        self.ends.callback(self.driver.quit)
        fills = "(width, height) => innerWidth === width && innerHeight === height"
        self.wait(f"sees a page of {self.size}", fills, self.size.width, self.size.height)

    def screen(self) -> dict[str, str]:
        """Start an X server of the size of the window and return the environment that names it."""
        reading_end, writing_end = os.pipe()
        size = f"{self.size.width}x{self.size.height + TOOLBAR}x24"
        with os.fdopen(reading_end) as reader:
            self.launch(
                ["Xvfb", "-displayfd", str(writing_end), "-screen", "0", size, "-nolisten", "tcp"], None, writing_end
            )
            os.close(writing_end)
            return {"DISPLAY": f":{reader.readline().strip()}"}

    def launch(self, command: Sequence[str], environment: dict[str, str] | None, *kept: int) -> None:
        process = subprocess.Popen(
            command, env=environment, pass_fds=kept, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self.ends.enter_context(process)
        self.ends.callback(process.kill)

    def go(self, address: str) -> None:
        self.driver.get(address)

    def evaluate(self, expression: str) -> str | None:
        result: str | None = self.driver.execute_script(f"return {expression}")
        return result

    def press(self, x: float, y: float) -> None:
        actions = ActionBuilder(self.driver)
        actions.pointer_action.move_to_location(round(x), round(y)).click()
        actions.perform()

    def type(self, text: str) -> None:
        ActionChains(self.driver).send_keys(text).perform()

    def remember(self, site: str, name: str, value: str) -> None:
        self.go(f"{site}/health/alive")  # only a page can be given a cookie
        self.driver.add_cookie({"name": name, "value": value, "path": "/"})

    def picture(self, file: Path) -> None:
        self.driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")  # is drawn
        self.driver.save_screenshot(str(file))
