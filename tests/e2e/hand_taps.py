"""Helpers for browser tests of single games: the taps for a hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from playwright.sync_api import expect

from tests.e2e.phones import Phone

Taps = tuple[tuple[str, str], ...]
"""The name and value of a chip."""


def tap_each(phone: Phone, taps: Iterable[tuple[str, str]]) -> None:
    for name, value in taps:
        phone.tap(name, value)


def from_ledger_to_ledger(phone: Phone, taps: Taps, *, count: int, result: str) -> None:
    """Record the first hand with this many taps, including save, none of which needs scrolling."""
    assert len(taps) + 1 == count
    for name, value in taps:
        phone.reach(name, value)
    expect(phone.save).to_have_text(f"Record: {result}")
    phone.save.tap()
    phone.says(f"Hand 1: {result}")
    assert phone.ledger() == ["1"]


def play(phone: Phone, number: int, taps: Taps, result: str, totals: Sequence[int]) -> None:
    """Record one hand of an evening and check its result before and after saving."""
    tap_each(phone, taps)
    phone.foresees(f"Record: {result}", totals)
    phone.save.tap()
    phone.says(f"Hand {number}: {result}")
    phone.shows(totals)


def groups_in_sight(phone: Phone, shown: Mapping[str, str]) -> set[str]:
    """Return which groups of chips are visible, each identified by one of its chips."""
    return {name for name, value in shown.items() if phone.chip(name, value).is_visible()}
