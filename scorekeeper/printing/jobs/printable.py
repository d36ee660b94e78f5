"""An order ready for printing, with its file name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.text import slugify

from scorekeeper.printing.typesetting.typesetter import Order, Sheet


class CannotPrintError(Exception):
    """Nothing can be printed; the message says why, in the reader's language."""


@dataclass(frozen=True, kw_only=True)
class Printable:
    """An order ready for printing, with its file name.

    `missing` are sentences on what is left out. `previewed` is the number of sheets in the preview.
    """

    order: Order
    name: str
    missing: Sequence[str] = ()
    previewed: int = 1

    @property
    def preview(self) -> Order:
        return Order(title=self.order.title, language=self.order.language, sheets=self.order.sheets[: self.previewed])


def named(*parts: object) -> str:
    """Return a file name made of these parts.

    >>> named("Skat", "2026-11-21", "Jörg & Zoë")
    'skat-2026-11-21-jorg-zoe'
    """
    return slugify(" ".join(map(str, parts)))[:80].strip("-") or "paper"


def of_sheets(sheets: Sequence[Sheet], *, title: str, language: str, name: str) -> Printable:
    """Return the sheets ready for printing, with the first two in the preview."""
    return Printable(order=Order(title=title, language=language, sheets=sheets), name=name, previewed=2)
