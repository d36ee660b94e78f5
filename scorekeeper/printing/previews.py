"""Previews: the pages of an order as images, cached because a browser requests them one by one."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from scorekeeper.printing import typesetter
from scorekeeper.printing.typesetter import Order

KEPT = 12
"""Number of cached orders, each of a few pages of about half a megabyte."""

_kept: OrderedDict[bytes, list[bytes]] = OrderedDict()
_lock = Lock()


def of(order: Order, before: Callable[[], object]) -> list[bytes]:
    """Return an SVG of each page; if they are not cached, call `before`, then typeset them."""
    source = order.written()
    with _lock:
        if source in _kept:
            _kept.move_to_end(source)
            return _kept[source]
    before()
    pages = typesetter.pages(order)
    with _lock:
        _kept[source] = pages
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return pages


def forget() -> None:
    """Empty the cache."""
    with _lock:
        _kept.clear()
