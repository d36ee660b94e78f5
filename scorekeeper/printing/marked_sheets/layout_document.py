"""The layout of a sheet as a JSON document: where every box is, and what a mark in it means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from games.game import Game
from games.scoring.types import Table
from games.ui.marked_sheet import Ticks
from scorekeeper.printing.marked_sheets.layout import IN_WORDS, PageLayout, SheetLayout, marked_sheet, total
from scorekeeper.printing.sheets.rows import Words


def layout_document(game: Game, table: Table, layout: SheetLayout) -> Mapping[str, Any]:
    """Return the layout with the fields of a row, in the language that is active."""
    return {
        "version": layout.version,
        "game": game.slug,
        "rules": table.rules,
        "players": list(table.players),
        "fields": list(_fields(game, table)),
        "pages": [_page(page) for page in layout.pages],
    }


def _fields(game: Game, table: Table) -> Iterator[dict[str, Any]]:
    """Yield what is marked in a row, from the left: ticks with their boxes, and numbers."""
    words, marked = Words(table.players), marked_sheet(game, table)
    for field in marked.fields():
        plain = {"name": field.name, "head": words(field.head)}
        if isinstance(field, Ticks):
            boxes = [{"key": box.key, "head": words(box.head), "means": words(box.means)} for box in field.boxes]
            yield {**plain, "kind": "ticks", "most": field.most, "boxes": boxes}
        else:
            yield {**plain, "kind": "number", "places": field.places, "signed": field.signed}
    yield {"name": IN_WORDS, "head": "", "kind": "ticks", "most": 1, "boxes": [{"key": "", "head": "", "means": ""}]}
    for seat, name in enumerate(table.players):
        yield {"name": total(seat), "head": name, "kind": "number", "places": marked.total_places, "signed": True}


def _page(page: PageLayout) -> dict[str, Any]:
    return {
        "number": page.number,
        "width": page.width,
        "height": page.height,
        "markers": [{"id": marker.id, **asdict(marker.box)} for marker in page.markers],
        "qr": asdict(page.qr),
        "rows": [
            {
                "number": row.number,
                **asdict(row.box),
                "cells": [
                    {
                        "kind": cell.kind,
                        "field": cell.field,
                        **({"key": cell.key} if cell.kind == "tick" else {"place": cell.place}),
                        **asdict(cell.box),
                    }
                    for cell in row.cells
                ],
            }
            for row in page.rows
        ],
    }
