"""Previews: the pages of an order as images, kept for a moment, since a browser asks for them one by one."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from scorekeeper.paper import press
from scorekeeper.paper.letters_once import drawn_once
from scorekeeper.paper.press import Order

KEPT = 12
"""Orders, each of a few pages of a hundred kilobytes or so."""

_kept: OrderedDict[bytes, list[bytes]] = OrderedDict()
_lock = Lock()


def of(order: Order, before: Callable[[], object]) -> list[bytes]:
    """An SVG of each page; `before` is called where it is not at hand and has to be printed."""
    written = order.written()
    with _lock:
        if written in _kept:
            _kept.move_to_end(written)
            return _kept[written]
    before()
    pages = [drawn_once(page) for page in press.pages(order)]
    with _lock:
        _kept[written] = pages
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return pages


def forget() -> None:
    """Empty what is kept."""
    with _lock:
        _kept.clear()
