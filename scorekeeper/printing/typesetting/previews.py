"""Images of an order, cached: the pages of a preview, which a browser requests one by one, and pictures to share."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from scorekeeper.printing.typesetting import typesetter
from scorekeeper.printing.typesetting.typesetter import Order

MOST_CACHED = 12
"""Number of cached orders, each of a few pages of about half a megabyte."""

_cache: OrderedDict[bytes, list[bytes]] = OrderedDict()
_lock = Lock()


def of(order: Order, before: Callable[[], object]) -> list[bytes]:
    """Return an SVG of each page; if they are not cached, call `before`, then typeset them."""
    return _cached(order, before, typesetter.pages)


def picture(order: Order, before: Callable[[], object]) -> bytes:
    """Return the PNG of a picture; if it is not cached, call `before`, then draw it.

    It is cached by revision and language, since its words depend on nothing else.
    """
    return _cached(order, before, lambda one: [typesetter.picture(one)])[0]


def _cached(order: Order, before: Callable[[], object], make: Callable[[Order], list[bytes]]) -> list[bytes]:
    source = order.written()
    with _lock:
        if source in _cache:
            _cache.move_to_end(source)
            return _cache[source]
    before()
    pages = make(order)
    with _lock:
        _cache[source] = pages
        while len(_cache) > MOST_CACHED:
            _cache.popitem(last=False)
    return pages


def forget() -> None:
    """Empty the cache."""
    with _lock:
        _cache.clear()
