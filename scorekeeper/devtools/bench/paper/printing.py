"""Benchmark of printing: the sheets of a large evening as one document, one sheet, and its preview.

Each is timed from the ledgers to the finished document. Every round prints other hands and other players, so that the
typesetter has nothing cached.

Single sheets are timed apart from the evening's documents: Typst frees what it cached for a document ten documents
later, and freeing 16 tables takes longer than one sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count, cycle, islice

from games import registry
from games.scoring.replay import Ledger
from scorekeeper.devtools.bench.timing import Measurement, Ready
from scorekeeper.devtools.demo_data.example_hands import session_of
from scorekeeper.printing.sheets.score_sheets import Heading, filled
from scorekeeper.printing.typesetting import typesetter
from scorekeeper.printing.typesetting.pages import PageSetup

TABLES, HANDS, PEOPLE = 16, 48, 4
ALL_MS, ONE_MS = 500, 50
"""Milliseconds for all tables as one document, and for one sheet or its preview."""

Press = Callable[[typesetter.Order], object]
Games = Sequence[tuple[str, str]]

_people = count(1)


def sheets() -> list[Measurement]:
    """Return one sheet of each game, and its preview."""
    return [
        Measurement(f"{slug}, {name}", _printing(make, [(slug, rules)], 1), aim=ONE_MS)
        for slug, rules in _games()
        for name, make in (("PDF", typesetter.pdf), ("preview", typesetter.pages))
    ]


def evenings() -> list[Measurement]:
    """Return all tables of an evening as one document: with one game, and with all games."""
    return [
        Measurement(f"{TABLES} tables of {name}, PDF", _printing(typesetter.pdf, games, TABLES), aim=ALL_MS)
        for name, games in (("Skat", [("skat", "isko")]), ("all games", _games()))
    ]


def _games() -> Games:
    return [(game.slug, game.rules.default_rules) for game in registry.all_games()]


def _printing(make: Press, games: Games, tables: int) -> Ready:
    def ready(_round: int) -> Callable[[], object]:
        ledgers = [_session(slug, rules) for slug, rules in islice(cycle(games), tables)]
        return lambda: make(_order(ledgers))

    return ready


def _session(slug: str, rules: str) -> Ledger:
    people = [f"{name} {next(_people)}" for name in ("Anne", "Bruno", "Chloé", "David")[:PEOPLE]]
    return session_of(slug, rules, people, HANDS, begin=next(_people))


def _order(ledgers: Sequence[Ledger]) -> typesetter.Order:
    page_setup = PageSetup()
    sheets = [
        filled(ledger, Heading(subtitle="Red Lion Card Club", facts=(("Table", f"{number}"),)), page_setup)
        for number, ledger in enumerate(ledgers, 1)
    ]
    return typesetter.Order(title="Scorekeeper", language="en", sheets=sheets)
