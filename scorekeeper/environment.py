"""Readers for what the settings take from outside: environment variables, the key file, the system time zone.

A *flag* is a yes or no, *words* are comma-separated, and a *rate* is a number per period. No setting is named here.
Every reader raises `ImproperlyConfigured` for a value it doesn't understand.
"""

import os
import re
import secrets
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

YES = {"1", "true", "yes", "on"}
NO = {"0", "false", "no", "off", ""}


def text(name: str, *, default: str = "") -> str:
    """Return a variable as it is; the default if it is unset or empty."""
    return os.environ.get(name) or default


def flag(name: str, *, default: bool = False) -> bool:
    """Return a yes or no. Anything else is an error, so that a typo never turns off a protection."""
    value = os.environ.get(name)
    if value is None:
        return default
    if value.strip().lower() in YES:
        return True
    if value.strip().lower() in NO:
        return False
    raise ImproperlyConfigured(f"{name} is {value!r}; it takes 1 or 0.")


def words(name: str) -> list[str]:
    """Return the comma-separated words of a variable, or an empty list if it is unset or empty."""
    return [word.strip() for word in text(name).split(",") if word.strip()]


def number(name: str, *, default: int) -> int:
    """Return a whole number; anything else is an error."""
    value = text(name).strip()
    try:
        return int(value) if value else default
    except ValueError:
        raise ImproperlyConfigured(f"{name} is {value!r}; it takes a whole number.") from None


PERIODS = {"s": 1, "m": 60, "h": 3600}


def rate(name: str, *, default: str) -> tuple[int, int] | None:
    """Return a rate such as 60/h or 60/10m as (count, seconds), or None for `off`; anything else is an error."""
    value = text(name).strip() or default
    if value == "off":
        return None
    match = re.fullmatch(r"([1-9]\d{0,8})/([1-9]\d{0,2})?([smh])", value, re.ASCII)
    if not match:
        raise ImproperlyConfigured(f"{name} is {value!r}; it takes a rate such as 60/h or 60/10m, or off.")
    count, number, unit = match.groups()
    return int(count), int(number or 1) * PERIODS[unit]


def choice(name: str, *allowed: str) -> str:
    """Return one of the allowed words, by default the first; anything else is an error."""
    value = text(name).strip() or allowed[0]
    if value not in allowed:
        raise ImproperlyConfigured(f"{name} is {value!r}; it takes {', '.join(allowed[:-1])} or {allowed[-1]}.")
    return value


def database(name: str, *, default: str) -> dict[str, Any]:
    """Return the database of a URL as Django's settings; anything but SQLite or PostgreSQL is an error.

    The error doesn't repeat the URL, which may contain a password.
    """
    try:
        parsed: dict[str, Any] = dict(dj_database_url.parse(text(name, default=default)))
    except ValueError:
        parsed = {}
    if parsed.get("ENGINE") not in ("django.db.backends.sqlite3", "django.db.backends.postgresql"):
        raise ImproperlyConfigured(
            f"{name} is not the URL of an SQLite or PostgreSQL database, such as postgres://user@host/name "
            "(special characters in a password are percent-encoded)."
        )
    return parsed


def time_zone(name: str) -> str:
    """Return the name of a time zone, by default the system's; one that doesn't exist here is an error."""
    value = text(name).strip()
    try:
        return ZoneInfo(value).key if value else local_time_zone()
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ImproperlyConfigured(f"{name} is {value!r}; it takes a time zone such as Europe/Paris.") from None


def data_folder() -> Path:
    """Return the folder in which this system keeps the data of a program that is installed for one account."""
    try:
        if sys.platform == "win32":
            return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "Scorekeeper"
        if sys.platform == "darwin":
            return Path.home() / "Library" / "Application Support" / "Scorekeeper"
        return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "scorekeeper"
    except RuntimeError as error:  # of Path.home()
        raise ImproperlyConfigured(
            "This account has no home folder. Set DATA_DIR to a folder that it can write to."
        ) from error


SHORTEST_KEY = 16
"""Characters of a secret key: if they are random, nobody can guess them."""


def require_long(name: str, key: str) -> str:
    """Return a key given from outside; one that could be guessed is an error, which doesn't repeat it."""
    if len(key) < SHORTEST_KEY:
        raise ImproperlyConfigured(f"{name} is too short; a key takes at least {SHORTEST_KEY} random characters.")
    return key


def secret_key(path: Path) -> str:
    """Return the key stored at `path`; create it on the first start, readable by its owner only.

    The key is written to a temporary file and then linked into place. A link fails if the name exists, so two processes
    that start together agree on one key, and neither reads half a key.
    """
    try:
        return _secret_key(path)
    except OSError as error:
        reason = "its folder is a file" if path.parent.is_file() else error.strerror
        raise ImproperlyConfigured(
            f"{path} can't be read or created ({reason}). DATA_DIR must be a folder that this account can "
            "write to, with space on its disk."
        ) from error


def _secret_key(path: Path) -> str:
    if not path.exists():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(prefix=".secret_key.", dir=path.parent)  # created with O_EXCL and mode 600
        try:
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write(secrets.token_urlsafe(64))
            with suppress(FileExistsError):  # another process was first: use its key
                os.link(draft, path)
        finally:
            os.unlink(draft)
    key = path.read_text(encoding="ascii").strip()
    if not key:
        raise ImproperlyConfigured(f"{path} is empty. Delete it to have a new key created at the next start.")
    return key


def local_time_zone() -> str:
    """Return the name of the system time zone, or UTC if it can't be found."""
    linked = os.path.realpath("/etc/localtime").partition("zoneinfo/")[2]
    for name in (os.environ.get("TZ", "").lstrip(":"), linked):
        try:
            if name:
                return ZoneInfo(name).key
        except (
            ZoneInfoNotFoundError,
            ValueError,
            OSError,
        ):  # a POSIX rule such as "CET-1CEST", or a zone that this system doesn't have
            continue
    return "UTC"
