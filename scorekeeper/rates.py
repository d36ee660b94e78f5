"""How often something may be done, counted for each browser or each address in the network.

A *meter* is filled a little by everything that is counted and runs out at an even pace: so many at once, and so many in
a period after that (the generic cell rate algorithm). It is one number for each key, tells to the second when there is
room again, and needs no clearing away: a meter that has run out is as good as none. The library that is usual for this
starts a thread to clear up after nearly every hit, which made a hand dearer by a third of a millisecond.

Meters are in the memory of one process: several let through as many times more, and a restart forgets them. They keep
somebody from filling the disk or trying addresses all night; what keeps a table closed is that its secrets are long.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from ipaddress import IPv4Address, IPv6Address, ip_address
from math import ceil
from threading import Lock

from django.conf import settings
from django.http import HttpRequest

KEPT = 50_000
"""Meters in all, some 200 bytes each; then those that were used longest ago go."""

_meters: OrderedDict[tuple[str, str], float] = OrderedDict()  # by when each will have run out
_lock = Lock()


class TooOften(Exception):  # noqa: N818 - what happened, in the words of a person
    """Somebody has to wait; after `wait` whole seconds there is room for one more."""

    def __init__(self, wait: float) -> None:
        super().__init__(f"wait {wait:.1f} s")
        self.wait = max(1, ceil(wait))


def spend(limit: str, key: str, *, on: str = "") -> None:
    """Count one against a limit of the settings, on a meter of its own where `on` names one; raises `TooOften`."""
    allowed = settings.LIMITS[limit]
    if allowed is None:
        return
    count, period = allowed
    meter = (on or limit, key)
    now = time.monotonic()
    with _lock:
        full = max(_meters.get(meter, now), now) + period / count
        if full - now > period:
            raise TooOften(full - now - period)
        _meters[meter] = full
        _meters.move_to_end(meter)
        if len(_meters) > KEPT:
            _meters.popitem(last=False)


def require_room(limit: str, key: str, *, on: str = "") -> None:
    """Refuse whoever could not spend one now, without counting anything; raises `TooOften`."""
    allowed = settings.LIMITS[limit]
    if allowed is None:
        return
    count, period = allowed
    now = time.monotonic()
    over = _meters.get((on or limit, key), now) + period / count - now - period
    if over > 0:
        raise TooOften(over)


def forget() -> None:
    """Empty all meters."""
    with _lock:
        _meters.clear()


def caller(request: HttpRequest) -> str:
    """The address in the network that a request comes from, as far as one household or one server can be told.

    Behind a proxy that is believed it is the last one in X-Forwarded-For: the proxy wrote that itself, all before it
    is what it was told. Whoever has IPv6 has 2⁶⁴ addresses at least, which count as one.
    """
    if settings.TRUST_PROXY:
        forwarded = _address(request.META.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2])
        if forwarded:
            return forwarded
    return _address(request.META.get("REMOTE_ADDR") or "")


def _address(text: str) -> str:
    """The address in a text, with or without a port; nothing where there is none."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found: IPv4Address | IPv6Address = ip_address(text.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(found, IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or IPv6Address(int(found) >> 64 << 64))
