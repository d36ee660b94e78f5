"""Firefox, driven by WebDriver BiDi, which it speaks itself (https://w3c.github.io/webdriver-bidi/)."""

from __future__ import annotations

import base64
import json
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

from websocket import create_connection

from tests.engines.engine import PATIENCE, PAUSE, Engine, found

DARK, LIGHT = 0, 1
ABORTED = "NS_BINDING_ABORTED"
"""Firefox's error if a page being left reloads at that very moment, as a live one may."""
PREFERENCES = {
    "app.normandy.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.update.enabled": False,
    "intl.accept_languages": "en-GB",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "",
    "signon.rememberSignons": False,
    "toolkit.telemetry.enabled": False,
    "ui.useOverlayScrollbars": 1,  # as on a phone
}
"""These keep Firefox from asking other servers for anything."""


class RefusedError(Exception):
    """Firefox answers a command with an error."""


class Firefox(Engine):
    name = "firefox"
    mistakes = (RefusedError,)

    @classmethod
    def missing(cls) -> Sequence[str]:
        return [] if cls.program() else ["firefox-esr"]

    @staticmethod
    def program() -> str | None:
        return found("firefox-esr", "firefox", "/Applications/Firefox.app/Contents/MacOS/firefox")

    def start(self) -> None:
        profile = self.ends.enter_context(TemporaryDirectory(prefix="firefox-", ignore_cleanup_errors=True))
        preferences = {**PREFERENCES, "layout.css.prefers-color-scheme.content-override": DARK if self.dark else LIGHT}
        Path(profile, "user.js").write_text(
            "".join(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in preferences.items())
        )
        command = [str(self.program()), "--headless", "--profile", profile, "--remote-debugging-port", "0"]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.ends.enter_context(process)
        self.ends.callback(process.kill)
        self.socket = create_connection(listening(process, profile), timeout=2 * PATIENCE, suppress_origin=True)
        self.ends.callback(self.socket.close)
        self.last_id = 0
        self.ask("session.new", capabilities={})
        self.context = self.ask("browsingContext.getTree")["contexts"][0]["context"]
        viewport = {"width": self.size.width, "height": self.size.height}
        self.ask("browsingContext.setViewport", context=self.context, viewport=viewport)

    def ask(self, method: str, **parameters: Any) -> Any:
        """Send a command and return its result; events in between are dropped."""
        self.last_id += 1
        self.socket.send(json.dumps({"id": self.last_id, "method": method, "params": parameters}))
        while (answer := json.loads(self.socket.recv())).get("id") != self.last_id:
            pass
        if answer["type"] == "error":
            raise RefusedError(f"{method}: {answer['message']}")
        return answer["result"]

    def go(self, address: str) -> None:
        try:
            self.navigate(address)
        except RefusedError as error:
            if ABORTED not in str(error):
                raise
            self.navigate(address)

    def navigate(self, address: str) -> None:
        self.ask("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def evaluate(self, expression: str) -> str | None:
        result = self.ask(
            "script.evaluate", expression=expression, target={"context": self.context}, awaitPromise=False
        )
        if result["type"] == "exception":
            raise RefusedError(result["exceptionDetails"]["text"])
        value: str | None = result["result"].get("value")
        return value

    def act(self, kind: str, *actions: dict[str, Any]) -> None:
        self.ask("input.performActions", context=self.context, actions=[{"type": kind, "id": kind, "actions": actions}])

    def press(self, x: float, y: float) -> None:
        move = {"type": "pointerMove", "x": round(x), "y": round(y)}
        self.act("pointer", move, *({"type": what, "button": 0} for what in ("pointerDown", "pointerUp")))

    def type(self, text: str) -> None:
        self.act("key", *({"type": what, "value": char} for char in text for what in ("keyDown", "keyUp")))

    def remember(self, site: str, name: str, value: str) -> None:
        cookie = {"name": name, "value": {"type": "string", "value": value}, "domain": urlsplit(site).hostname}
        self.ask("storage.setCookie", cookie=cookie)

    def picture(self, file: Path) -> None:
        file.write_bytes(base64.b64decode(self.ask("browsingContext.captureScreenshot", context=self.context)["data"]))


def listening(process: subprocess.Popen[bytes], profile: str) -> str:
    """Return the address of BiDi as soon as Firefox has written it into its profile."""
    file = Path(profile, "WebDriverBiDiServer.json")
    while process.poll() is None:
        with suppress(FileNotFoundError, json.JSONDecodeError):
            result = json.loads(file.read_text())
            return f"ws://{result['ws_host']}:{result['ws_port']}/session"
        time.sleep(PAUSE)
    raise RefusedError("Firefox ended at once.")
