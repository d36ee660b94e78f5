"""An order ready for printing, with its file name, and the sheets to write on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.text import slugify
from django.utils.translation import gettext as _

from games.game import Game
from games.scoring.types import Table
from scorekeeper.printing.marked_sheets import sheets
from scorekeeper.printing.sheets import score_sheets
from scorekeeper.printing.sheets.score_sheets import Heading
from scorekeeper.printing.typesetting import Order, PageSetup, Sheet


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


def blank(
    game: Game,
    table: Table,
    names: Sequence[str],
    heading: Heading,
    page_setup: PageSetup,
    *,
    session: str | None = None,
) -> Sheet:
    """Return a blank sheet with the names that are known; `session` is the public ID of the one it is for."""
    marked = sheets.blank(game, table, names, heading, page_setup, session=session)
    return marked or score_sheets.blank(game, table, names, heading, page_setup)


def of_round(
    game: Game,
    table: Table,
    marks: Sequence[str],
    heading: Heading,
    page_setup: PageSetup,
    *,
    planned: int | None,
) -> Sheet:
    """Return the list of a table in a round, as `score_sheets.of_round` does."""
    marked = sheets.blank(game, table, table.players, heading, page_setup, rows=planned, marks=marks)
    return marked or score_sheets.of_round(game, table, marks, heading, page_setup, planned=planned)


def without_boxes(printed: Iterable[Sheet], page_setup: PageSetup) -> list[str]:
    """Return a sentence for the reader if sheets were to have boxes for the camera and some have none."""
    if not page_setup.camera or all(sheet["kind"] == sheets.MARKED for sheet in printed):
        return []
    return [_("The boxes that the camera reads don’t fit on this paper, so sheets are printed without them.")]
