"""Places: who is first, second … by whatever is ranked."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

T = TypeVar("T")


def placed(items: Iterable[T], key: Callable[[T], Any]) -> list[tuple[int, T]]:
    """Return the items with their places, counted from 1, the highest key first.

    Equal keys share a place, and the next one is skipped; among them, the items stay in their order.

    >>> placed([12, -90, 66, 12], key=int)
    [(1, 66), (2, 12), (2, 12), (4, -90)]
    """
    in_order: list[tuple[int, T]] = []
    for number, item in enumerate(sorted(items, key=key, reverse=True), 1):
        shares = in_order and key(in_order[-1][1]) == key(item)
        in_order.append((in_order[-1][0] if shares else number, item))
    return in_order
