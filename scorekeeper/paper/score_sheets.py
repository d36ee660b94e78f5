"""Score sheets in words: blank ones for a table, filled ones of a session."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from games import registry
from games.game import Game
from games.page import Cell, Tariff, own_tables
from games.scoring.codec import encode_hand
from games.scoring.naming import Naming
from games.scoring.replay import AnyRules, Ledger
from games.scoring.text import number_words, signed_words
from games.scoring.types import Table
from games.sheet import Box, Played, ScoreSheet
from scorekeeper.paper.layout.closing import Box as PrintedBox
from scorekeeper.paper.layout.closing import Part, SmallTariff, boxes, signatures, small_print
from scorekeeper.paper.layout.head import Head
from scorekeeper.paper.layout.pages import Pages
from scorekeeper.paper.layout.table import Table as PrintedTable
from scorekeeper.paper.names import names_on_paper, on_paper
from scorekeeper.paper.pages import Look, Page, page_of
from scorekeeper.paper.press import Sheet
from scorekeeper.paper.rows import AS_TEXT, Rows, Words, table_columns, with_rounds
from scorekeeper.play.summary import Payment
from scorekeeper.play.words import in_words, name_of_tariff, note_in_words


@dataclass(frozen=True, kw_only=True)
class Heading:
    """What stands above the rows besides the game, and the way back; what is empty is left to be written."""

    subtitle: str
    facts: Sequence[tuple[str, str]]
    qr: str = ""


def _box(box: Box, words: Words, room: float, *, blank: bool) -> PrintedBox:
    return PrintedBox(
        title=words(box.title),
        rows=[[words(cell) for cell in row] for row in ((box.head, *box.rows) if box.head else box.rows)],
        head=bool(box.head),
        words=box.words,
        to_write=blank,
        room=room,
    )


def _cell(cell: Cell) -> str:
    beside = f" ({cell.printed})" if cell.printed else ""
    return in_words(cell.words).replace(AS_TEXT, "") + beside + ("*" if cell.ours else "")


def own_figures(rules: AnyRules, table: Table) -> tuple[Tariff, ...]:
    """The schedules in which the club's own tariff differs, with the printed figures beside its own."""
    return own_tables(rules.tariff(table.rules), table.tariff) if table.tariff else ()


def own_words(table: Table) -> list[str]:
    """What is said above a club's own figures; nothing where the table plays for the printed ones."""
    if table.tariff is None:
        return []
    return [
        _("Our figures: %(tariff)s.") % {"tariff": on_paper(name_of_tariff(table.tariff))},
        _("In brackets: as printed."),
    ]


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
    """What a filled sheet has and a blank one has not; `missing` is what it lacks, and why."""

    hands: Sequence[Played]
    signatures: Sequence[str]
    payments: Sequence[Sequence[str]] = ()
    appendix: Sequence[Mapping[str, Any]] = ()
    missing: str = ""


@dataclass(frozen=True, kw_only=True)
class Paper:
    """A sheet for a table, of `names` as far as they are known; blank without a `filling`."""

    game: Game
    table: Table
    names: Sequence[str]
    heading: Heading
    look: Look
    filling: Filling | None = None

    @cached_property
    def made(self) -> ScoreSheet:
        """What the game says of its sheet."""
        return self.game.sheet(self.game.rules, self.table, small=self.look.paper == "a5")

    @cached_property
    def page(self) -> Page:
        """The page that it is printed on."""
        return page_of(self.look, landscape=self.made.landscape)

    @property
    def hands(self) -> Sequence[Played] | None:
        """What was played, None where that is still to be written."""
        return self.filling.hands if self.filling else None

    def sheet(self) -> Sheet:
        """All of it, for the press."""
        return {
            "kind": "score",
            "page": self.page.measures(),
            "pages": self._pages().drawn(),
            "derivations": _("Why each hand came to what it did"),
            "appendix": list(self.filling.appendix if self.filling else ()),
            "footer": self.heading.subtitle,
        }

    def _pages(self) -> Pages:
        words, columns, heading = Words(self.names), self.made.columns(), self.heading
        rows, hands = Rows(columns, words), self.hands
        found = self.made.blank() if hands is None else self.made.filled(hands)
        return Pages(
            page=self.page,
            head=Head(title=in_words(self.game.name), subtitle=heading.subtitle, facts=heading.facts, qr=heading.qr),
            table=PrintedTable(table_columns(columns, self.page.inside, words)),
            rows=[rows.line(row, begins=begins) for row, begins in with_rounds(found, self.table.first_dealer)],
            foot=[rows.line(row, sums=True) for row in self.made.foot(hands)],
            carried_over=rows.carried_over,
            closing=self._closing(words),
            small=self._small_print(),
            blank=hands is None,
        )

    def _closing(self, words: Words) -> list[Part]:
        room, made = self.page.inside, self.made.boxes(self.hands)
        printed = [_box(box, words, room, blank=self.filling is None) for box in made]
        if self.filling is None:
            return list(boxes(printed, room))
        if payments := self.filling.payments:
            title = _("Who pays whom")
            printed.append(PrintedBox(title=title, rows=payments, head=False, words=3, to_write=False, room=room))
        return [*boxes(printed, room), *signatures(self.filling.signatures, room)]

    def _small_print(self) -> list[Part]:
        missing = [self.filling.missing] if self.filling and self.filling.missing else []
        explained = [in_words(sentence, self.names) for sentence in self.made.explained()]
        shown = [*own_figures(self.game.rules, self.table), *self.made.small_print()]
        tariffs = [part for one in shown for part in SmallTariff(**tariff_words(one)).within(self.page.inside)]
        own = own_words(self.table)
        return list(small_print([*missing, *explained, *own], tariffs, self.page.inside))


def played(ledger: Ledger, numbers: Sequence[int] | None = None) -> list[Played]:
    """The hands of a ledger with what was recorded of each in a line; `numbers` are theirs, where some were voided."""
    rules, table = ledger.rules, ledger.table
    game, naming = registry.get(rules.slug), Naming(table.players, by_seat=True)
    numbers = numbers or range(1, len(ledger.hands) + 1)
    return [
        Played(
            number=number,
            what=game.describe(table, encode_hand(rules, table, scored.hand, naming)),
            note=note_in_words(scored.hand.note),
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
    missing: str = "",
) -> Sheet:
    """The sheet of a session as it stands, to be signed; on demand with why each hand came to what it did."""
    hands, players = played(ledger, numbers), ledger.table.players
    people = names_on_paper([*players, *(name for one in payments for name in (one.debtor, one.creditor))])
    names = [people[name] for name in players]
    filling = Filling(
        hands=hands,
        signatures=names,
        payments=_payments(payments, people),
        appendix=[_derivation(ledger, hand, names) for hand in hands] if appendix else (),
        missing=missing,
    )
    game, table = registry.get(ledger.rules.slug), ledger.table
    return Paper(game=game, table=table, names=names, heading=heading, look=look, filling=filling).sheet()


def _payments(payments: Sequence[Payment], people: Mapping[str, str]) -> list[list[str]]:
    """Who pays whom, where payments settle the session; each name for itself, whichever way it is written."""
    return [
        [people[one.debtor], "→", people[one.creditor], number_words(one.amount), *([one.money] if one.money else [])]
        for one in payments
    ]


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
    known = [people[name] for name in names]
    return Paper(game=game, table=table, names=known, heading=heading, look=look).sheet()
