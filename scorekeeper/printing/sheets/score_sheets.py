"""Score sheets: blank ones for a table, filled ones of a session."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from games import registry
from games.game import Game
from games.scoring.codec import encode_hand
from games.scoring.naming import Naming
from games.scoring.replay import Ledger
from games.scoring.rules import AnyRules
from games.scoring.text import Text, number_words, signed_words
from games.scoring.types import Table
from games.ui.page import TariffCell, TariffTable, own_tables
from games.ui.sheet import CardPart, ScoreSheet, SheetBox, SheetHand
from scorekeeper.play.formatting import in_words, note_in_words, tariff_name
from scorekeeper.play.pages.summary import ShownPayment
from scorekeeper.play.totals import DifferenceGain
from scorekeeper.printing.sheets.rows import AS_TEXT, SheetTable, Words
from scorekeeper.printing.typesetting import PageSetup, Sheet, names_on_paper, on_paper


@dataclass(frozen=True, kw_only=True)
class Heading:
    """The heading of a sheet besides the game's name, with the QR code; empty facts get room to write.

    `base` is the base URL of this server for a code that the camera reads, empty if other machines can't reach it.
    """

    subtitle: str
    facts: Sequence[tuple[str, str]]
    qr: str = ""
    base: str = ""


@dataclass(frozen=True, kw_only=True)
class CarriedOver:
    """A player's total from the earlier stretches of a session, and the one after the stretch on the sheet."""

    name: str
    before: int
    total: int


@dataclass(frozen=True, kw_only=True)
class Sums:
    """What a filled sheet has below its rows: who pays whom, how differences are paid, and what is carried over."""

    payments: Sequence[ShownPayment] = ()
    differences: Sequence[DifferenceGain] = ()
    together: Sequence[CarriedOver] = ()


NO_SUMS = Sums()


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


def tariff_words(one: TariffTable) -> dict[str, Any]:
    """Return a tariff, translated, for the Typst templates."""
    return {
        "caption": in_words(one.caption),
        "head": [_cell(cell) for cell in one.head],
        "rows": [[_cell(cell) for cell in row] for row in one.rows],
        "words": one.words,
        "star": f"* {in_words(one.star)}" if one.ours else "",
    }


@dataclass(frozen=True, kw_only=True)
class Filling:
    """What a filled sheet has beyond a blank one; `missing` is a sentence on what is left out, and why."""

    hands: Sequence[SheetHand]
    payments: Sequence[Sequence[str]] = ()
    differences: Sequence[Sequence[str]] = ()
    together: Sequence[Sequence[str]] = ()
    appendix: Sequence[Mapping[str, Any]] = ()
    missing: str = ""


@dataclass(frozen=True, kw_only=True)
class Paper:
    """A sheet for a table, with the known `names`; blank without a `filling`, with a row for each `planned` hand."""

    game: Game
    table: Table
    names: Sequence[str]
    heading: Heading
    page_setup: PageSetup
    filling: Filling | None = None
    planned: int | None = None
    signatures: Sequence[str] = ()

    @cached_property
    def made(self) -> ScoreSheet:
        """The game's own score sheet for this table."""
        small = self.page_setup.paper == "a5"
        return self.game.sheet(self.game.rules, self.table, small=small, planned=self.planned)

    @property
    def hands(self) -> Sequence[SheetHand] | None:
        """The played hands, or None for a blank sheet."""
        return self.filling.hands if self.filling else None

    def sheet(self) -> Sheet:
        """Return the sheet for typesetting."""
        words, heading, filling, made = Words(self.names), self.heading, self.filling, self.made
        rows = made.filled(filling.hands) if filling else made.blank()
        return {
            "kind": "score",
            "page": self.page_setup.page(landscape=made.landscape),
            "title": in_words(self.game.name),
            "subtitle": heading.subtitle,
            "facts": heading.facts,
            "qr": heading.qr,
            "blank": filling is None,
            **SheetTable(made.columns(), words).printed(rows, made.foot(self.hands), self.table.first_dealer),
            "boxes": list(self._boxes(words)),
            "signatures": self.signatures,
            "explained": " ".join(self._explained()),
            "tariffs": [tariff_words(one) for one in (*own_figures(self.game.rules, self.table), *made.small_print())],
            "derivations": _("How each hand was scored"),
            "appendix": filling.appendix if filling else (),
        }

    def _boxes(self, words: Words) -> Iterator[dict[str, Any]]:
        """Yield the small tables below the rows: the game's own, what is carried over, and what is paid."""
        for box in self.made.boxes(self.hands):
            yield small_box(box, words)
        if self.filling and self.filling.together:
            head = ["", _("Before"), _("Here"), _("Total")]
            yield {"title": _("The session so far"), "head": head, "rows": self.filling.together, "words": 1}
        if self.filling and self.filling.payments:
            yield {"title": _("Who pays whom"), "head": [], "rows": self.filling.payments, "words": 3}
        if self.filling and self.filling.differences:
            yield {"title": _("Paid by difference"), "head": [], "rows": self.filling.differences, "words": 1}

    def _explained(self) -> Iterator[str]:
        """Yield the sentences above the small print."""
        if self.filling and self.filling.missing:
            yield self.filling.missing
        for sentence in self.made.explained():
            yield in_words(sentence, self.names)
        yield from own_words(self.table)


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


def filled(
    ledger: Ledger,
    heading: Heading,
    page_setup: PageSetup,
    *,
    numbers: Sequence[int] | None = None,
    sums: Sums = NO_SUMS,
    appendix: bool = False,
    missing: str = "",
) -> Sheet:
    """Return the sheet of a session so far, to be signed; with `appendix`, including each hand's derivation."""
    hands, players = played(ledger, numbers), ledger.table.players
    paid = [name for one in sums.payments for name in (one.debtor, one.creditor)]
    people = names_on_paper([*players, *paid, *(one.name for one in sums.together)])
    names = [people[name] for name in players]
    filling = Filling(
        hands=hands,
        payments=_payments(sums.payments, people),
        differences=[[people[one.name], one.term, signed_words(one.gain), one.money] for one in sums.differences],
        together=[
            [people[one.name], *map(signed_words, (one.before, one.total - one.before, one.total))]
            for one in sums.together
        ],
        appendix=[_derivation(ledger, hand, names) for hand in hands] if appendix else (),
        missing=missing,
    )
    game, table = registry.get(ledger.rules.slug), ledger.table
    return Paper(
        game=game,
        table=table,
        names=names,
        heading=heading,
        page_setup=page_setup,
        filling=filling,
        signatures=names,
    ).sheet()


def _payments(payments: Sequence[ShownPayment], people: Mapping[str, str]) -> list[list[str]]:
    """Return the rows of payments; each name in a cell of its own, so that right-to-left names don't mix."""
    return [
        [
            *(people[one.debtor], "→", people[one.creditor]),
            *([] if one.amount is None else [number_words(one.amount)]),
            *([one.money] if one.money else []),
        ]
        for one in payments
    ]


def _derivation(ledger: Ledger, hand: SheetHand, names: Sequence[str]) -> dict[str, Any]:
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


def blank(game: Game, table: Table, names: Sequence[str], heading: Heading, page_setup: PageSetup) -> Sheet:
    """Return a blank sheet with the names that are known."""
    people = names_on_paper(names)
    seated = [people[name] for name in names]
    return Paper(game=game, table=table, names=seated, heading=heading, page_setup=page_setup).sheet()


def of_round(
    game: Game,
    table: Table,
    marks: Sequence[str],
    heading: Heading,
    page_setup: PageSetup,
    *,
    planned: int | None,
) -> Sheet:
    """Return the list of a table in a round: a row for each planned hand, and lines to sign.

    `marks` precede the names there: the start numbers, or nothing.
    """
    people = names_on_paper(table.players)
    names = [people[name] for name in table.players]
    signatures = [f"{mark} {name}".strip() for mark, name in zip(marks, names, strict=True)]
    return Paper(
        game=game,
        table=table,
        names=names,
        heading=heading,
        page_setup=page_setup,
        planned=planned,
        signatures=signatures,
    ).sheet()


def card(game: Game, table: Table, page_setup: PageSetup) -> Sheet:
    """Return the rule card for a table."""
    sheet, rule_set = game.sheet(game.rules, table), game.rules.rule_set(table)
    name = in_words(rule_set.name)
    return {
        "kind": "card",
        "page": page_setup.page(landscape=sheet.card_landscape),
        "title": in_words(game.name),
        "subtitle": name,
        "lead": in_words(rule_set.summary),
        "parts": [
            {
                "title": in_words(part.title),
                "sentences": [in_words(sentence) for sentence in part.sentences],
                "tariffs": [tariff_words(one) for one in part.tariffs],
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
