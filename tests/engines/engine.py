"""The interface to a browser engine, whatever drives it."""

from __future__ import annotations

import json
import shutil
import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Self

PATIENCE = 60.0
"""Seconds to wait for a condition before the test fails: the machine is busy with other tests."""
PAUSE = 0.05
"""Seconds between two checks of a page."""


@dataclass(frozen=True)
class Size:
    """Width and height of the viewport in pixels."""

    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.width}×{self.height}"


PHONE = Size(390, 664)
"""The part of a 390 × 844 screen that the browser leaves to a page."""
DESK = Size(1180, 820)


def found(*names: str | None) -> str | None:
    """Return the first of these programs that is installed."""
    return next((path for name in names if name and (path := shutil.which(name))), None)


class Engine(ABC):
    """One browser with one page: a context manager that ends everything it has started.

    Elements are found by CSS selectors and by their text. Scripts take and return JSON.
    """

    name: ClassVar[str]
    mistakes: ClassVar[tuple[type[Exception], ...]]
    """Errors of the driver, also raised when a script meets a page that is just being left."""

    def __init__(self, size: Size = PHONE, *, dark: bool = False) -> None:
        self.size, self.dark = size, dark
        self.ends = ExitStack()

    @classmethod
    @abstractmethod
    def missing(cls) -> Sequence[str]:
        """Return the Debian packages that have to be installed for this engine."""

    @abstractmethod
    def start(self) -> None:
        """Start the browser, and push what ends it on `self.ends`."""

    @abstractmethod
    def go(self, address: str) -> None:
        """Open a page and wait until it is loaded."""

    @abstractmethod
    def evaluate(self, expression: str) -> str | None:
        """Return the value of a JavaScript expression, which is text or undefined."""

    @abstractmethod
    def press(self, x: float, y: float) -> None:
        """Press and release the primary button of a pointer at a point of the viewport."""

    @abstractmethod
    def type(self, text: str) -> None:
        """Type into the focused element."""

    @abstractmethod
    def remember(self, site: str, name: str, value: str) -> None:
        """Set a cookie."""

    @abstractmethod
    def picture(self, file: Path) -> None:
        """Save a screenshot of the viewport as a PNG."""

    def __enter__(self) -> Self:
        with ExitStack() as ends:
            self.ends = ends
            self.start()
            self.ends = ends.pop_all()
        return self

    def __exit__(self, *error: object) -> None:
        self.ends.close()

    # Inspecting a page

    def run(self, function: str, *arguments: Any) -> Any:
        """Call a JavaScript function in the page and return its result."""
        result = self.evaluate(f"JSON.stringify(({function})(...{json.dumps(arguments)}))")
        return None if result is None else json.loads(result)

    def wait(self, what: str, function: str, *arguments: Any) -> Any:
        """Call a JavaScript function until its result is true and return that. `what` is said if it never is."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                if result := self.run(function, *arguments):
                    return result
            except self.mistakes:
                if time.monotonic() > deadline:
                    raise
            if time.monotonic() > deadline:
                raise AssertionError(f"Nobody {what} in {self.name}: {self.words()}")
            time.sleep(PAUSE)

    def words(self) -> str:
        """Return the address and the text of the page."""
        result: str = self.run("() => `${location.href}: ${document.body?.innerText.replace(/\\s+/g, ' ')}`")
        return result

    # What a person does and sees

    def tap(self, selector: str, words: str = "") -> None:
        """Tap on the middle of the first visible element that matches and says these words; scroll to it if needed."""
        at = self.wait(f"can tap {selector} {words}", POINT, selector, words)
        self.press(at["x"], at["y"])

    def tap_each(self, selectors: Iterable[str]) -> None:
        for selector in selectors:
            self.tap(selector)

    def sees(self, selector: str, words: str = "") -> None:
        """Wait until an element that matches is visible and says these words."""
        self.wait(f"sees {selector} {words}", SEEN, selector, words)

    def sees_none(self, selector: str) -> None:
        """Wait until no element matches."""
        self.wait(f"sees no {selector}", "(selector) => !document.querySelector(selector)", selector)

    def texts(self, selector: str) -> list[str]:
        """Return the text of each element that matches."""
        result: list[str] = self.run(
            "(selector) => [...document.querySelectorAll(selector)].map((one) => one.innerText.trim())", selector
        )
        return result


_MATCHING = """
    const seen = (one) => one.checkVisibility({visibilityProperty: true}) && one.getClientRects().length;
    const says = (one) => one.textContent.replace(/\\s+/g, " ").includes(words);
    const one = [...document.querySelectorAll(selector)].find((one) => seen(one) && says(one));
"""
SEEN = f"(selector, words) => {{ {_MATCHING} return Boolean(one); }}"
POINT = f"""(selector, words) => {{
    {_MATCHING}
    // While htmx swaps, the element may be replaced before the tap.
    if (!one || document.readyState !== "complete") return null;
    if (document.querySelector(".htmx-request, .htmx-swapping, .htmx-settling")) return null;
    const box = () => one.getClientRects()[0];
    const middle = () => [box().x + box().width / 2, box().y + box().height / 2];
    // The label of a chip is hit instead of its field, the link of a ledger row instead of its cells.
    const owns = (hit) => hit && (one.contains(hit) || hit.closest("label, tr.hand")?.contains(one));
    if (!owns(document.elementFromPoint(...middle()))) one.scrollIntoView({{block: "center", behavior: "instant"}});
    const [x, y] = middle();
    return owns(document.elementFromPoint(x, y)) ? {{x, y}} : null;
}}"""
"""The middle of an element, scrolled into view; null while the element is covered."""
