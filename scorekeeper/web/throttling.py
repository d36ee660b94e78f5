"""Rate limits: by browser or IP address, and for some kinds of requests by account or API token.

A *meter* follows the generic cell rate algorithm: every use fills it a little and it drains at a constant rate, so it
allows a burst first and then so many per period. It is one number for each key, it tells to the second when there is
room again, and it needs no cleanup: an empty meter is the same as none. The usual library starts a cleanup thread after
nearly every hit, which made recording a hand slower by a third of a millisecond.

Meters are in the memory of one process: several processes allow that many times more, and a restart empties them. They
keep a client from filling the disk or guessing links all night. Tables are protected by the length of their secrets.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from ipaddress import IPv4Address, IPv6Address, ip_address
from math import ceil
from threading import Lock

from django.conf import settings
from django.http import HttpRequest

MOST_METERS = 50_000
"""Meters in all, some 200 bytes each; beyond that the least recently used ones are dropped."""

Meter = tuple[str, str]

log = logging.getLogger("scorekeeper.events")
_meters: OrderedDict[Meter, float] = OrderedDict()  # the time at which each is empty again
_lock = Lock()


class RateLimitedError(Exception):
    """A rate limit is reached; after `wait` whole seconds there is room for the same again."""

    def __init__(self, wait: float) -> None:
        super().__init__(f"wait {wait:.1f} s")
        self.wait = max(1, ceil(wait))


def spend(limit: str, key: str, *, on: str = "", amount: int = 1) -> None:
    """Count one use, or this amount, against a limit of the settings; raises `RateLimitedError`.

    `on` names a meter of its own.
    """
    allowed = settings.LIMITS[limit]
    if allowed is None:
        return
    (count, period), meter = allowed, (on or limit, key)
    now = time.monotonic()
    with _lock:
        full = max(_meters.get(meter, now), now) + amount * period / count
        if full - now > period:
            raise _refusal(limit, full - now - period)
        _meters[meter] = full
        _meters.move_to_end(meter)
        if len(_meters) > MOST_METERS:
            _meters.popitem(last=False)


def require_room(limit: str, key: str, *, on: str = "", amount: int = 1) -> None:
    """Raise `RateLimitedError` if `spend` would, without counting anything."""
    allowed = settings.LIMITS[limit]
    if allowed is None:
        return
    count, period = allowed
    now = time.monotonic()
    excess = _meters.get((on or limit, key), now) + amount * period / count - now - period
    if excess > 0:
        raise _refusal(limit, excess)


def _refusal(limit: str, wait: float) -> RateLimitedError:
    """Return the exception to raise, logged."""
    log.info(
        "A request was refused by the limit on %s.", limit, extra={"fields": {"event": "throttled", "limit": limit}}
    )
    return RateLimitedError(wait)


def forget() -> None:
    """Empty all meters."""
    with _lock:
        _meters.clear()


def caller(request: HttpRequest) -> str:
    """Return the IP address of the client, as far as one household or one server can be told from others.

    Behind a trusted proxy it is the last address in X-Forwarded-For: the proxy wrote that one itself, and took the
    earlier ones from the client. An IPv6 client has at least 2⁶⁴ addresses; they count as one.
    """
    if settings.TRUST_PROXY:
        forwarded = counted_as(request.META.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2])
        if forwarded:
            return forwarded
    return counted_as(request.META.get("REMOTE_ADDR") or "")


def counted_as(text: str) -> str:
    """Return the address in a text, with or without a port, in the form that is counted; empty if there is none."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address: IPv4Address | IPv6Address = ip_address(text.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(address, IPv4Address):
        return str(address)
    return str(address.ipv4_mapped or IPv6Address(int(address) >> 64 << 64))
