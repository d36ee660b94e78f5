"""Previews: the pages of an order as images, cached because a browser requests them one by one."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from scorekeeper.printing import typesetter
from scorekeeper.printing.typesetter import Order

MOST_CACHED = 12
"""Number of cached orders, each of a few pages of about half a megabyte."""

_cache: OrderedDict[bytes, list[bytes]] = OrderedDict()
_lock = Lock()


def of(order: Order, before: Callable[[], object]) -> list[bytes]:
    """Return an SVG of each page; if they are not cached, call `before`, then typeset them."""
    source = order.written()
    with _lock:
        if source in _cache:
            _cache.move_to_end(source)
            return _cache[source]
    before()
    pages = typesetter.pages(order)
    with _lock:
        _cache[source] = pages
        while len(_cache) > MOST_CACHED:
            _cache.popitem(last=False)
    return pages


def forget() -> None:
    """Empty the cache."""
    with _lock:
        _cache.clear()
