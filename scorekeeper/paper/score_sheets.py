"""Score sheets in words: blank ones for a table, filled ones of a session."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from games import registry
from games.game import Game
from games.page import Cell, Tariff
from games.scoring.codec import encode_hand
from games.scoring.naming import Naming
from games.scoring.replay import Ledger
from games.scoring.text import Amount, SeatName, Text, number_words, signed_words
from games.scoring.types import Seat, Table
from games.sheet import Box, Column, Played, Row, Value
from scorekeeper.paper.names import names_on_paper
from scorekeeper.paper.pages import Look, Page, page_of
from scorekeeper.paper.press import Sheet
from scorekeeper.paper.widths import BOLD, at_most
from scorekeeper.play.summary import Payment
from scorekeeper.play.words import in_words

AS_TEXT = "\ufe0e"
"""Asks for the printed sign of a suit, which is the only one that the book face has."""
AROUND = 1.6
"""The room around the words of a cell, in millimetres."""


@dataclass(frozen=True, kw_only=True)
class Heading:
    """What stands above the rows besides the game, and the way back; what is empty is left to be written."""

    subtitle: str
    facts: Sequence[tuple[str, str]]
    qr: str = ""


class Words:
    """What a cell holds, in the language of the paper; `names` are those of the players in seat order."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names

    def __call__(self, value: Value) -> str:
        if isinstance(value, str):
            return value
        if isinstance(value, Text):
            return in_words(value, self.names).replace(AS_TEXT, "")
        if isinstance(value, SeatName):
            return self.names[value.seat]
        return str(value) if isinstance(value, Amount) else number_words(value)


def _columns(columns: Sequence[Column], page: Page, words: Words) -> list[dict[str, Any]]:
    shares = sum(column.share for column in columns)
    return [_column(column, round(page.inside * column.share / shares, 3), words) for column in columns]


def _column(column: Column, width: float, words: Words) -> dict[str, Any]:
    head = words(column.head)
    return {
        "head": head,
        "fits": at_most(head) <= width - 1,
        "width": width,
        "group": words(column.group),
        "seat": column.seat,
        "words": column.words,
        "ticks": column.ticks,
    }


class Rows:
    """Rows in words, for columns of some width."""

    def __init__(self, columns: Sequence[Column], widths: Sequence[float], words: Words) -> None:
        self.columns, self.words = columns, words
        self.free = [width - AROUND for width in widths]
        self.words_at = next(place for place, column in enumerate(columns) if column.words)
        seats = [column.seat for column in columns]
        self.firsts = {seat: seats.index(seat) for seat in seats if seat is not None}

    def row(self, row: Row, *, round_begins: bool = False, sums: bool = False) -> dict[str, Any]:
        """One row; one of `sums`, too, has its words across all empty columns beside them."""
        carried = row.cells if row.carried is None else row.carried
        cells = [self.words(row.cells.get(column.name, "")) for column in self.columns]
        special = [one for place, words in enumerate(cells) if (one := self._special(place, words, row))]
        spanned = self._spread(self.words_at, cells, special, row) if sums or row.across else 0
        if row.across:
            for first in self.firsts.values():
                self._spread(first, cells, special, row)
        carries = [self.words(carried.get(one.name, "")) if one.running else "" for one in self.columns]
        return {
            "cells": cells,
            "special": special,
            "carried": carries,
            "carried-tight": [place for place, words in enumerate(carries) if not self._fits(place, words, bold=True)],
            "round": round_begins,
            "heads": row.heads,
            "sum": sums,
            "spanned": spanned,
        }

    def _spread(self, at: int, cells: Sequence[str], special: list[dict[str, Any]], row: Row) -> int:
        """Let words take all columns beside them up to the next player's, if these are empty; where that ends."""
        end = next(end for end in self._ends if end > at)
        if not cells[at] or any(cells[at + 1 : end]):
            return 0
        one = next((one for one in special if one["at"] == at), None)
        if one is None:
            one = _special(at, cells[at], row)
            special.insert(0, one)
        one["span"] = end - at
        return end

    @cached_property
    def _ends(self) -> list[int]:
        """Where the columns of somebody begin, and where all end."""
        return [*sorted(self.firsts.values()), len(self.columns)]

    def _special(self, place: int, words: str, row: Row) -> dict[str, Any] | None:
        """What there is to a cell besides its words: the press takes its time for those."""
        column = self.columns[place]
        seat = column.seat
        struck = seat is not None and seat == row.out and not words
        deals = seat is not None and seat == row.dealer and self.firsts[seat] == place
        fits = self._fits(place, words, bold=row.strong)
        if struck or deals or (row.strong and words) or not fits:
            return _special(place, words, row, deals=deals, struck=struck, fits=fits)
        return None

    def _fits(self, place: int, words: str, *, bold: bool) -> bool:
        """Whether words surely have their place in a cell; the press measures the others."""
        return at_most(words) * (BOLD if bold else 1) <= self.free[place]


def _special(
    place: int, words: str, row: Row, *, deals: bool = False, struck: bool = False, fits: bool = False
) -> dict[str, Any]:
    return {
        "at": place,
        "span": 1,
        "words": words,
        "deals": deals,
        "struck": struck,
        "strong": row.strong,
        "fits": fits,
    }


def _box(box: Box, words: Words) -> dict[str, Any]:
    return {
        "title": words(box.title),
        "head": [words(cell) for cell in box.head],
        "rows": [[words(cell) for cell in row] for row in box.rows],
        "words": box.words,
    }


def _cell(cell: Cell) -> str:
    return in_words(cell.words).replace(AS_TEXT, "") + ("*" if cell.ours else "")


def tariff_words(one: Tariff) -> dict[str, Any]:
    """A tariff as the press prints it."""
    return {
        "caption": in_words(one.caption),
        "head": [_cell(cell) for cell in one.head],
        "rows": [[_cell(cell) for cell in row] for row in one.rows],
        "words": one.words,
        "star": f"* {in_words(one.star)}" if one.ours else "",
    }


@dataclass(frozen=True, kw_only=True)
class Filling:
    """What a filled sheet has and a blank one has not."""

    hands: Sequence[Played]
    signatures: Sequence[str]
    boxes: Sequence[Mapping[str, Any]] = ()
    appendix: Sequence[Mapping[str, Any]] = ()


def _with_rounds(rows: Sequence[Row], first_dealer: Seat) -> Iterator[tuple[Row, bool]]:
    """Each row, and whether the deal has gone round before it, or what the row itself says of that."""
    before: Seat | None = first_dealer
    for row in rows:
        yield row, row.dealer == first_dealer != before if row.begins is None else row.begins
        before = before if row.dealer is None else row.dealer


def _sheet(
    game: Game, table: Table, names: Sequence[str], heading: Heading, look: Look, filling: Filling | None = None
) -> Sheet:
    hands = filling.hands if filling else None
    made = game.sheet(game.rules, table, small=look.paper == "a5")
    words, columns = Words(names), made.columns()
    page = page_of(look, landscape=made.landscape)
    printed = _columns(columns, page, words)
    rows = Rows(columns, [column["width"] for column in printed], words)
    return {
        "kind": "score",
        "page": page.measures(),
        "blank": hands is None,
        "title": in_words(game.name),
        "subtitle": heading.subtitle,
        "facts": [list(fact) for fact in heading.facts],
        "qr": heading.qr,
        "columns": printed,
        "rows": [
            rows.row(row, round_begins=begins)
            for row, begins in _with_rounds(made.blank() if hands is None else made.filled(hands), table.first_dealer)
        ],
        "foot": [rows.row(row, sums=True) for row in made.foot(hands)],
        "boxes": [*(_box(box, words) for box in made.boxes(hands)), *(filling.boxes if filling else ())],
        "signatures": list(filling.signatures if filling else ()),
        "explained": [in_words(sentence, names) for sentence in made.explained()],
        "small": [tariff_words(one) for one in made.small_print()],
        "carried": _("Carried over"),
        "derivations": _("Why each hand came to what it did"),
        "appendix": list(filling.appendix if filling else ()),
        "footer": heading.subtitle,
    }


def played(ledger: Ledger, numbers: Sequence[int] | None = None) -> list[Played]:
    """The hands of a ledger with what was recorded of each in a line; `numbers` are theirs, where some were voided."""
    rules, table = ledger.rules, ledger.table
    game, naming = registry.get(rules.slug), Naming(table.players, by_seat=True)
    numbers = numbers or range(1, len(ledger.hands) + 1)
    return [
        Played(
            number=number,
            what=game.describe(table, encode_hand(rules, table, scored.hand, naming)),
            note=scored.hand.note,
            scored=scored,
            before=before,
        )
        for number, (scored, before) in zip(numbers, ledger.played(), strict=True)
    ]


def filled(
    ledger: Ledger,
    heading: Heading,
    look: Look,
    *,
    numbers: Sequence[int] | None = None,
    payments: Sequence[Payment] = (),
    appendix: bool = False,
) -> Sheet:
    """The sheet of a session as it stands, to be signed; on demand with why each hand came to what it did."""
    hands, players = played(ledger, numbers), ledger.table.players
    people = names_on_paper([*players, *(name for one in payments for name in (one.debtor, one.creditor))])
    names = [people[name] for name in players]
    filling = Filling(
        hands=hands,
        signatures=names,
        boxes=_payments(payments, people),
        appendix=[_derivation(ledger, hand, names) for hand in hands] if appendix else (),
    )
    return _sheet(registry.get(ledger.rules.slug), ledger.table, names, heading, look, filling)


def _payments(payments: Sequence[Payment], people: Mapping[str, str]) -> list[dict[str, Any]]:
    """Who pays whom, where payments settle the session; each name for itself, whichever way it is written."""
    rows = [
        [people[one.debtor], "→", people[one.creditor], number_words(one.amount), *([one.money] if one.money else [])]
        for one in payments
    ]
    return [{"title": _("Who pays whom"), "head": [], "rows": rows, "words": 3}] if rows else []


def _derivation(ledger: Ledger, hand: Played, names: Sequence[str]) -> dict[str, Any]:
    paragraphs = ledger.rules.paragraphs
    return {
        "title": f"{hand.number}. {in_words(hand.what, names)}",
        "lines": [
            {
                "label": in_words(line.label, names),
                "rule": in_words(paragraphs[line.rule].title),
                "amounts": " ".join(signed_words(amount) for amount in line.amounts),
            }
            for line in hand.scored.entry.lines
        ],
    }


def blank(game: Game, table: Table, names: Sequence[str], heading: Heading, look: Look) -> Sheet:
    """A sheet to be written on by hand, with the names that are known."""
    people = names_on_paper(names)
    return _sheet(game, table, [people[name] for name in names], heading, look)
