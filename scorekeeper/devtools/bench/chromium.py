"""The browser of this machine, for what only a browser can measure; none is downloaded."""

from __future__ import annotations

import os
import shutil
from importlib.util import find_spec

QUIET = (
    "--no-sandbox",  # it is shown nothing but our own pages, and cannot make one where the bench is run by root
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--blink-settings=lazyLoadingImageMarginPxUnknown=1250",  # a picture is fetched as far ahead as by a phone with 4G
)
"""What it is started with, so that nothing but the page keeps it busy."""


class NotInstalledError(Exception):
    """Something that the measuring needs is not on this machine; the message says what, and how to get it."""


SHELL = "chromium-headless-shell"
"""Chromium without the windows around its pages, as Debian calls it: it opens one in a quarter of the time."""


def find(*, whole: bool = False) -> str | None:
    """Where Chromium or Chrome is; `CHROMIUM` or, as other programs call it, `CHROME_PATH` says so first.

    Where it is only driven its shell will do; `whole` leaves that out.
    """
    names = (
        os.environ.get("CHROMIUM"),
        os.environ.get("CHROME_PATH"),
        None if whole else SHELL,
        "chromium",
        "chromium-browser",
        "google-chrome",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    )
    return next((found for name in names if name and (found := shutil.which(name))), None)


def needed(*, whole: bool = False) -> str:
    """The same for what cannot do without; raises `NotInstalledError`."""
    found = find(whole=whole)
    if found is None:
        raise NotInstalledError("Neither Chromium nor Chrome is here: install one, or CHROME_PATH says where it is.")
    return found


def check_driven() -> None:
    """Raises `NotInstalledError` where there is no browser, or nothing to drive it with."""
    needed()
    if find_spec("playwright") is None:
        raise NotInstalledError("Playwright is not here: it is among the packages that `make test` installs.")
