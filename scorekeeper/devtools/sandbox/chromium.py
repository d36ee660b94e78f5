"""The browser that is installed on this machine, for measurements that need one; none is downloaded."""

from __future__ import annotations

import os
import shutil
from importlib.util import find_spec

QUIET = (
    "--no-sandbox",  # it only opens our own pages, and has no sandbox when root runs the bench
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--blink-settings=lazyLoadingImageMarginPxUnknown=1250",  # lazy images load as far ahead as on 4G
)
"""Command-line flags, so that nothing but the page keeps the browser busy."""


class NotInstalledError(Exception):
    """A program that a benchmark needs is not installed; the message says which, and how to install it."""


SHELL = "chromium-headless-shell"
"""Debian's name for Chromium without windows, which opens a page in a quarter of the time."""


def find() -> str | None:
    """Return the path of Chromium or Chrome, or None.

    The environment variables `CHROMIUM` and `CHROME_PATH` (the name that other programs use) take precedence.
    """
    names = (
        os.environ.get("CHROMIUM"),
        os.environ.get("CHROME_PATH"),
        SHELL,
        "chromium",
        "chromium-browser",
        "google-chrome",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    )
    return next((path for name in names if name and (path := shutil.which(name))), None)


def needed() -> str:
    """Return the path of Chromium or Chrome, or raise `NotInstalledError`."""
    path = find()
    if path is None:
        raise NotInstalledError("Neither Chromium nor Chrome is here: install one, or CHROME_PATH says where it is.")
    return path


def check_driven() -> None:
    """Raise `NotInstalledError` unless both a browser and Playwright are installed."""
    needed()
    if find_spec("playwright") is None:
        raise NotInstalledError("Playwright is not here: it is among the packages that `make test` installs.")
