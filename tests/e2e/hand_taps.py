"""Helpers for the browser tests of single games: hands as the taps that they take."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tests.e2e.phones import Phone

Taps = tuple[tuple[str, str], ...]
"""The name and value of a chip."""


def tap_each(phone: Phone, taps: Iterable[tuple[str, str]]) -> None:
    for name, value in taps:
        phone.tap(name, value)


def play(phone: Phone, number: int, taps: Taps, result: str, totals: Sequence[int]) -> None:
    """Play one hand of an evening; check the text before saving and the totals afterwards."""
    tap_each(phone, taps)
    phone.foresees(f"Record: {result}", totals)
    phone.save.tap()
    phone.says(f"Hand {number}: {result}")
    phone.shows(totals)


IS_INERT = "chip => chip.closest('[inert]') !== null"


def groups_in_sight(phone: Phone, shown: Mapping[str, str]) -> set[str]:
    """The groups of chips that are offered, each found by one of its chips."""
    chips = {name: phone.chip(name, value) for name, value in shown.items()}
    return {name for name, chip in chips.items() if chip.is_visible() and not chip.evaluate(IS_INERT)}
