"""Score sheets: everything on one as a `PrintedSheet`, and its data for Typst, in the language of the paper.

The table of a sheet is sent column by column, since Typst sets each column in one go. Rows with *special* cells, which
are bold or span several columns, are sent as they are; the lines of the columns are empty there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from typing import Any

import segno
from django.utils.translation import gettext as _

from games import registry
from games.game import Game
from games.scoring.codec import encode_hand
from games.scoring.naming import Naming
from games.scoring.replay import Ledger
from games.scoring.rules import AnyRules
from games.scoring.text import Amount, SeatName, Text, number_words, signed_words
from games.scoring.types import SeatNumber, Table
from games.ui.page import TariffCell, TariffTable, own_tables
from games.ui.sheet import CardPart, SheetBox, SheetColumn, SheetHand, SheetRow, Value
from scorekeeper.play.formatting import in_words, note_in_words, tariff_name
from scorekeeper.play.pages.summary import ShownPayment
from scorekeeper.play.totals import DifferenceGain
from scorekeeper.printing.typesetting import PageSetup, Sheet, names_on_paper, on_paper

AS_TEXT = "\ufe0e"
"""The variation selector that asks for a suit symbol as text; the body font has no other anyway."""

RING = "○"
EMPTY = "\u2007"
"""The line of an empty cell; a line without a letter would have no height."""

LINE_ENDS = re.compile(r"[\n\u2028\u2029]+")
"""What ends a line in the note of a correction; lines of its own would cover the rows above and below."""


@dataclass(frozen=True, kw_only=True)
class CarriedOver:
    """A player's total from the earlier stretches of a session, and the one after the stretch on the sheet."""

    name: str
    before: int
    total: int


@dataclass(frozen=True, kw_only=True)
class PrintedSheet:
    """Everything on the score sheet of a session, or of a table that has none yet.

    * Unknown `names` are empty, and empty `facts` get room to write.
    * `base` is the base URL of this server, empty if other machines can't reach it. The QR code leads to the `path`
      there.
    * `session` is the public ID of the session to which hands written on the sheet can be added from a photo.
    * A sheet without a `ledger` is blank, with a row for each `planned` hand or, for None, as many as usual. Its
      `marks` precede the names where the players sign; without any, nobody signs.
    * The ledger is that of one stretch, with the `numbers` of its hands if some were voided. `together` is what the
      stretches before have come to, and `missing` says what is left out, and why. With `appendix`, the sheet says how
      each hand was scored.
    """

    game: Game
    table: Table
    names: Sequence[str]
    subtitle: str
    facts: Sequence[tuple[str, str]]
    base: str = ""
    path: str = ""
    session: str | None = None

    planned: int | None = None
    marks: Sequence[str] = ()

    ledger: Ledger | None = None
    numbers: Sequence[int] = ()
    payments: Sequence[ShownPayment] = ()
    differences: Sequence[DifferenceGain] = ()
    together: Sequence[CarriedOver] = ()
    appendix: bool = False
    missing: str = ""

    @property
    def address(self) -> str:
        """The URL of the page that the QR code leads to, empty if there is none."""
        return self.base + self.path if self.base and self.path else ""

    @cached_property
    def hands(self) -> Sequence[SheetHand] | None:
        """The played hands, or None for a blank sheet."""
        return None if self.ledger is None else played(self.ledger, self.numbers)

    @cached_property
    def people(self) -> Mapping[str, str]:
        """How the names of everybody on the sheet are printed."""
        paid = [name for payment in self.payments for name in (payment.debtor, payment.creditor) if name]
        return names_on_paper([*self.names, *paid, *(carried.name for carried in self.together)])

    @cached_property
    def printed_names(self) -> list[str]:
        return [self.people[name] for name in self.names]

    @property
    def signatures(self) -> list[str]:
        """What is printed below the lines to sign."""
        if self.ledger is not None:
            return self.printed_names
        names = self.printed_names if self.marks else []
        return [f"{mark} {name}".strip() for mark, name in zip(self.marks, names, strict=True)]


def played(ledger: Ledger, numbers: Sequence[int] | None = None) -> list[SheetHand]:
    """Return the hands of a ledger for a score sheet; pass their `numbers` if some hands are voided."""
    rules, table = ledger.rules, ledger.table
    game, naming = registry.get(rules.slug), Naming(table.players, by_seat=True)
    numbers = numbers or range(1, len(ledger.hands) + 1)
    return [
        SheetHand(
            number=number,
            what=game.describe(table, encode_hand(rules, table, scored.hand, naming)),
            note=note_in_words(scored.hand.note),
            scored=scored,
            before=before,
        )
        for number, (scored, before) in zip(numbers, ledger.played(), strict=True)
    ]


# The data for Typst


class Words:
    """Renders cells in the language of the paper; `names` are those of the players in seat order."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names

    def __call__(self, value: Value) -> str:
        if isinstance(value, str):
            return value
        if isinstance(value, Text):
            return LINE_ENDS.sub(" ", in_words(value, self.names).replace(AS_TEXT, ""))
        if isinstance(value, SeatName):
            return self.names[value.seat]
        return str(value) if isinstance(value, Amount) else number_words(value)


class SheetTable:
    """The table of a sheet with these columns.

    `words_at` is its first column of words. `firsts` are the first columns of the seats; words span up to one of the
    `ends`.
    """

    def __init__(self, columns: Sequence[SheetColumn], words: Words) -> None:
        self.columns, self.words = columns, words
        self.words_at = next(at for at, column in enumerate(columns) if column.words)
        seats = [column.seat for column in columns]
        self.firsts = {seat: seats.index(seat) for seat in seats if seat is not None}
        self.ends = [*sorted(self.firsts.values()), len(columns)]

    def printed(self, rows: Sequence[SheetRow], foot: Sequence[SheetRow], first_dealer: SeatNumber) -> dict[str, Any]:
        """Return the table for the Typst templates.

        `heads` says for each row whether it stays with the next one; `begins` are the rows with a heavier line above. A
        column has for each row its line, the ring for the dealer, and what is carried over; `struck` are rows as well.
        """
        every, columns = [*rows, *foot], self.columns
        cells = [self._cells(row) for row in every]
        special = {
            number: list(self._special(row, cells[number], sums=number >= len(rows)))
            for number, row in enumerate(every)
            if row.strong or row.across or number >= len(rows)
        }
        lines = [[EMPTY] * len(columns) if number in special else words for number, words in enumerate(cells)]
        return {
            "columns": [
                {
                    **self._heading(at),
                    "lines": [words[at] or EMPTY for words in lines],
                    "carried": [self._carried(row, columns[at]) for row in rows],
                    "rings": [
                        RING if number not in special and self._deals(row, at) else EMPTY
                        for number, row in enumerate(every)
                    ],
                    "struck": [
                        number
                        for number, row in enumerate(every)
                        if number not in special and self._sits_out(row, at, cells[number])
                    ],
                }
                for at in range(len(columns))
            ],
            "special": special,
            "rows": len(rows),
            "foot": len(foot),
            "heads": [row.heads for row in rows],
            "begins": [number for number, begins in enumerate(_begins(rows, first_dealer)) if begins],
            "carried_over": self._carried_over(),
        }

    def _heading(self, at: int) -> dict[str, Any]:
        """Return a column with its heading.

        A column that `joins` the one before it shares the heading of its `group`, which is None if it has none. A
        `separate` column belongs to another player or group than the one before it.
        """
        column, before = self.columns[at], self.columns[at - 1] if at else None
        return {
            "head": self.words(column.head),
            "group": self.words(column.group) if column.group else None,
            "joins": bool(before and column.group and column.group == before.group),
            "separate": bool(before and (column.seat, column.group) != (before.seat, before.group)),
            "share": column.share,
            "kind": "words" if column.words else "ticks" if column.ticks else "figures",
        }

    def _cells(self, row: SheetRow) -> list[str]:
        return [self.words(row.cells.get(column.name, "")) for column in self.columns]

    def _carried(self, row: SheetRow, column: SheetColumn) -> str:
        """Return what a column carries over to the next page after this row."""
        carried = row.cells if row.carried is None else row.carried
        return self.words(carried.get(column.name, "")) if column.running else ""

    def _carried_over(self) -> dict[str, Any]:
        """Return the words of a row that carries totals over to the next page, and the columns that they span."""
        running = [at for at, column in enumerate(self.columns) if column.running]
        end = min(at for at in (*self.ends, *running) if at > self.words_at)
        return {"words": _("Carried over"), "at": self.words_at, "span": end - self.words_at}

    def _special(self, row: SheetRow, words: Sequence[str], *, sums: bool) -> Iterator[dict[str, Any]]:
        """Yield the cells of a row; words span the empty columns beside them: all of them or, in sums, the first."""
        spanning = (self.words_at, *self.firsts.values()) if row.across else (self.words_at,) if sums else ()
        at = 0
        while at < len(words):
            span = self._span(at, words) if at in spanning else 1
            yield {
                "words": words[at],
                "at": at,
                "span": span,
                "strong": row.strong,
                "deals": self._deals(row, at),
                "out": self._sits_out(row, at, words),
            }
            at += span

    def _span(self, first: int, words: Sequence[str]) -> int:
        """Return how many columns the words in `first` span: up to the next player's, if these are empty."""
        end = next(end for end in self.ends if end > first)
        return end - first if words[first] and not any(words[first + 1 : end]) else 1

    def _deals(self, row: SheetRow, at: int) -> bool:
        """Return whether a cell has the ring for the dealer."""
        return row.dealer is not None and self.firsts.get(row.dealer) == at

    def _sits_out(self, row: SheetRow, at: int, words: Sequence[str]) -> bool:
        """Return whether a cell is struck through."""
        return self.columns[at].seat in row.out and not words[at]


def _begins(rows: Sequence[SheetRow], first_dealer: SeatNumber) -> Iterator[bool]:
    """Yield for each row whether it begins a round of deals; the row's own `begins` takes precedence."""
    before: SeatNumber | None = first_dealer
    for row in rows:
        yield row.dealer == first_dealer != before if row.begins is None else row.begins
        before = before if row.dealer is None else row.dealer


def qr_svg(text: str, *, border: int) -> str:
    """Return a black-on-white QR code as SVG."""
    svg = BytesIO()
    segno.make(text, error="m", micro=False).save(
        svg, kind="svg", xmldecl=False, border=border, dark="#000", light="#fff", omitsize=True
    )
    return svg.getvalue().decode()


def small_box(box: SheetBox, words: Words) -> dict[str, Any]:
    """Return a small table below the rows, translated, for the Typst templates."""
    return {
        "title": words(box.title) if box.title else "",
        "head": [words(cell) for cell in box.head],
        "rows": [[words(cell) for cell in row] for row in box.rows],
        "words": box.words,
    }


def _cell(cell: TariffCell) -> str:
    beside = f" ({cell.printed})" if cell.printed else ""
    return in_words(cell.words).replace(AS_TEXT, "") + beside + ("*" if cell.ours else "")


def own_figures(rules: AnyRules, table: Table) -> tuple[TariffTable, ...]:
    """Return the schedules that the club's own tariff changes, with the printed figures beside its own."""
    return own_tables(rules.tariff(table.rules), table.tariff) if table.tariff else ()


def own_words(table: Table) -> list[str]:
    """Return sentences for above a club's own figures; none if the table plays by the printed tariff."""
    if table.tariff is None:
        return []
    return [
        _("Our figures: %(tariff)s.") % {"tariff": on_paper(tariff_name(table.tariff))},
        _("In brackets: as printed."),
    ]


def tariff_words(tariff: TariffTable) -> dict[str, Any]:
    """Return a tariff, translated, for the Typst templates."""
    return {
        "caption": in_words(tariff.caption),
        "head": [_cell(cell) for cell in tariff.head],
        "rows": [[_cell(cell) for cell in row] for row in tariff.rows],
        "words": tariff.words,
        "star": f"* {in_words(tariff.star)}" if tariff.ours else "",
    }


def ordinary_sheet(sheet: PrintedSheet, page_setup: PageSetup) -> Sheet:
    """Return a sheet for typesetting, without boxes for the camera."""
    game, table, names, hands = sheet.game, sheet.table, sheet.printed_names, sheet.hands
    made = game.sheet(game.rules, table, small=page_setup.paper == "a5", planned=sheet.planned)
    rows, words = made.blank() if hands is None else made.filled(hands), Words(names)
    explained = [
        *([sheet.missing] if sheet.missing else []),
        *(in_words(sentence, names) for sentence in made.explained()),
        *own_words(table),
    ]
    return {
        "kind": "score",
        "page": page_setup.page(landscape=made.landscape),
        "title": in_words(game.name),
        "subtitle": sheet.subtitle,
        "facts": sheet.facts,
        "qr": qr_svg(sheet.address, border=1) if sheet.address else "",
        "blank": hands is None,
        **SheetTable(made.columns(), words).printed(rows, made.foot(hands), table.first_dealer),
        "boxes": [*(small_box(box, words) for box in made.boxes(hands)), *_sums(sheet)],
        "signatures": sheet.signatures,
        "explained": " ".join(explained),
        "tariffs": [tariff_words(tariff) for tariff in (*own_figures(game.rules, table), *made.small_print())],
        "derivations": _("How each hand was scored"),
        "appendix": list(_derivations(sheet)) if sheet.appendix else (),
    }


def _sums(sheet: PrintedSheet) -> Iterator[dict[str, Any]]:
    """Yield the small tables of what is carried over and what is paid.

    Each name in a payment has a cell of its own, so that right-to-left names don't mix.
    """
    people = sheet.people
    totals = [(total.name, (total.before, total.total - total.before, total.total)) for total in sheet.together]
    together = [[people[name], *map(signed_words, amounts)] for name, amounts in totals]
    payments = [
        [
            *(debtor, "→", creditor),
            *([] if payment.amount is None else [number_words(payment.amount)]),
            *([payment.money] if payment.money else []),
        ]
        for payment in sheet.payments
        for debtor, creditor in [payment.on_paper(people)]
    ]
    differences = [
        [people[difference.name], difference.term, signed_words(difference.gain), difference.money]
        for difference in sheet.differences
    ]
    if together:
        head = ["", _("Before"), _("Here"), _("Total")]
        yield {"title": _("The session so far"), "head": head, "rows": together, "words": 1}
    if payments:
        yield {"title": _("Who pays whom"), "head": [], "rows": payments, "words": 3}
    if differences:
        yield {"title": _("Paid by difference"), "head": [], "rows": differences, "words": 1}


def _derivations(sheet: PrintedSheet) -> Iterator[dict[str, Any]]:
    """Yield how each hand was scored."""
    names, paragraphs = sheet.printed_names, sheet.game.rules.paragraphs
    for hand in sheet.hands or ():
        yield {
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


# The rule card


def rule_card(game: Game, table: Table, page_setup: PageSetup) -> Sheet:
    """Return the rule card for a table."""
    sheet, rule_set = game.sheet(game.rules, table), game.rules.rule_set(table)
    name = in_words(rule_set.name)
    return {
        "kind": "card",
        "page": page_setup.page(landscape=False),
        "title": in_words(game.name),
        "subtitle": name,
        "lead": in_words(rule_set.summary),
        "parts": [
            {
                "title": in_words(part.title),
                "sentences": [in_words(sentence) for sentence in part.sentences],
                "tariffs": [tariff_words(tariff) for tariff in part.tariffs],
            }
            for part in (*_own(game, table), *sheet.card())
        ],
        "footer": f"{in_words(game.name)} · {name}",
    }


def _own(game: Game, table: Table) -> list[CardPart]:
    """Return the part with the club's own figures, which comes first, if the club has any."""
    sentences = [Text("{words}", {"words": words}) for words in own_words(table)]
    return (
        [CardPart(title=sentences[0], sentences=tuple(sentences[1:]), tariffs=own_figures(game.rules, table))]
        if sentences
        else []
    )
