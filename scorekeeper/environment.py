"""What the settings read from outside: environment variables, the secret key's file, the machine's time zone.

A *flag* is a yes or a no; *words* are separated by commas; a *rate* is so many in a period. Nothing here knows a
setting by name.
"""

import os
import re
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path
from zoneinfo import ZoneInfo

from django.core.exceptions import ImproperlyConfigured

YES = {"1", "true", "yes", "on"}
NO = {"0", "false", "no", "off", ""}


def flag(name: str, *, default: bool = False) -> bool:
    """A yes or no; anything else is refused, so that a slip of the pen never turns a protection off."""
    given = os.environ.get(name)
    if given is None:
        return default
    if given.strip().lower() in YES:
        return True
    if given.strip().lower() in NO:
        return False
    raise ImproperlyConfigured(f"{name} is {given!r}; it takes 1 or 0.")


def words(name: str) -> list[str]:
    """The comma-separated words of a variable; none when it is unset or empty."""
    return [word.strip() for word in os.environ.get(name, "").split(",") if word.strip()]


def number(name: str, *, default: int) -> int:
    """A whole number; anything else is refused."""
    given = os.environ.get(name, "").strip()
    try:
        return int(given) if given else default
    except ValueError:
        raise ImproperlyConfigured(f"{name} is {given!r}; it takes a whole number.") from None


PERIODS = {"s": 1, "m": 60, "h": 3600}


def rate(name: str, *, default: str) -> tuple[int, int] | None:
    """How many in how many seconds, written like 60/h or 60/10m; `off` is no limit; anything else is refused."""
    given = os.environ.get(name, "").strip() or default
    if given == "off":
        return None
    written = re.fullmatch(r"([1-9]\d{0,8})/([1-9]\d{0,2})?([smh])", given, re.ASCII)
    if not written:
        raise ImproperlyConfigured(f"{name} is {given!r}; it takes a rate such as 60/h or 60/10m, or off.")
    count, number, unit = written.groups()
    return int(count), int(number or 1) * PERIODS[unit]


def choice(name: str, *allowed: str) -> str:
    """One of these words, the first when nothing is given; anything else is refused."""
    given = os.environ.get(name, "").strip() or allowed[0]
    if given not in allowed:
        raise ImproperlyConfigured(f"{name} is {given!r}; it takes {' or '.join(allowed)}.")
    return given


def secret_key(path: Path) -> str:
    """The key kept at `path`, made there at the first start, readable by its owner only.

    It is written aside and then linked into place: a link fails when the name is taken, so two processes that start
    together agree on one key, and none ever reads half of one.
    """
    if not path.exists():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(prefix=".secret_key.", dir=path.parent)  # opened with O_EXCL, mode 600
        try:
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write(secrets.token_urlsafe(64))
            with suppress(FileExistsError):  # another process was first; its key is as good
                os.link(draft, path)
        finally:
            os.unlink(draft)
    key = path.read_text(encoding="ascii").strip()
    if not key:
        raise ImproperlyConfigured(f"{path} is empty. Delete it, and a new key is made at the next start.")
    return key


def local_time_zone() -> str:
    """The name of the machine's time zone, or UTC when it does not tell."""
    linked = os.path.realpath("/etc/localtime").partition("zoneinfo/")[2]
    for name in (os.environ.get("TZ", "").lstrip(":"), linked):
        try:
            if name:
                return ZoneInfo(name).key
        except (ValueError, OSError):  # a POSIX rule such as "CET-1CEST", or a zone that is not on this machine
            continue
    return "UTC"
