"""Every game on paper, under all its rules and with any number of players: the content, read back from the PDF."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from django.utils import translation

from games.scoring.replay import Ledger
from games.scoring.text import number_words
from games.scoring.types import Correction
from games.ui.sheet import NUMBER, ScoreSheet, SheetRow
from scorekeeper.play.pages.summary import ShownPayment
from scorekeeper.printing.score_sheets import Words, rule_card
from scorekeeper.printing.score_sheets import played as hands_of
from scorekeeper.printing.typesetting import PageSetup
from tests.printing.every_setting import (
    LARGEST,
    LONG,
    LONGEST_LANGUAGE,
    NAMES,
    NARROWEST,
    Setting,
    every_corner,
    every_setting,
    game_of,
    played,
)
from tests.printing.made_sheets import blank, filled
from tests.printing.printed import DrawnPage, Printed, letters_of

CARRIED = "Carriedover"
TWO_PAGES = 24
"""Hands for which a sheet and its appendix go on to a second page."""


def plain(words: str) -> str:
    """Return words without break marks."""
    return words.replace("\u00ad", "")


def letters_in(made: ScoreSheet, rows: Sequence[SheetRow], names: Sequence[str]) -> list[str]:
    """Return the content of each row of a game's sheet, its cells from the left."""
    words = Words(names)
    return [letters_of("".join(words(row.cells.get(column.name, "")) for column in made.columns())) for row in rows]


@every_corner
def test_a_blank_sheet_shows_the_rotating_dealer(setting: Setting, paper: str) -> None:
    game, (_slug, rules, size) = game_of(setting), setting
    table = game.rules.table(NAMES[:size], rules=rules)
    sheet = blank(game, table, NAMES, PageSetup(paper))
    printed = Printed.of(sheet)
    assert len(printed.pages) == 1 if paper == "a4" else len(printed.pages) <= 2
    assert all(printed.has(name) for name in NAMES[:size])
    assert not printed.fonts_outside()
    made = game.sheet(game.rules, table, small=paper == "a5")
    rows = letters_in(made, made.blank(), NAMES)
    assert [row for page in printed.rows for row in page if row != CARRIED][: len(rows)] == rows
    assert [row for row in made.blank() if row.cells.get(NUMBER)]
    rings = [row for row in made.blank() if row.dealer is not None]  # none where a column names the dealer
    assert printed.dealt - printed.letters.count("○deals") == len(rings)


@every_setting
def test_a_blank_sheet_fits_on_a_page_and_has_lines_where_names_are_missing(setting: Setting) -> None:
    game, (_slug, rules, size) = game_of(setting), setting
    table = game.rules.table(NAMES[:size], rules=rules)
    named, unnamed = (Printed.of(blank(game, table, names, PageSetup("a4"))) for names in (NAMES[:size], [""] * size))
    assert (len(named.pages), len(unnamed.pages)) == (1, 1)
    assert [DrawnPage(page).lines for page in unnamed.reader.pages] == [
        DrawnPage(page).lines for page in named.reader.pages
    ]


@every_corner
def test_a_filled_sheet_matches_the_ledger(setting: Setting, paper: str) -> None:
    ledger = played(setting)
    assert len(ledger.hands) >= 8
    sheet = filled(ledger, PageSetup(paper), payments=[ShownPayment("Anne", "Bruno", 1234, "€61.70")])
    printed = Printed.of(sheet)
    assert printed.has("Anne → Bruno 1234 €61.70")
    assert not printed.fonts_outside()
    made, hands = game_of(setting).sheet(ledger.rules, ledger.table, small=paper == "a5"), hands_of(ledger)
    rows = letters_in(made, [*made.filled(hands), *made.foot(hands)], NAMES)
    assert [row for page in printed.rows for row in page if not row.startswith(CARRIED)] == rows
    sharing = ledger.rules.sharing(ledger.table)
    totals = ".*".join(re.escape(number_words(ledger.totals[seat])) for seat, *_partners in sharing)
    assert any(re.search(totals, row) for row in rows[-len(made.foot(hands)) :])


@every_setting
def test_no_page_of_a_filled_sheet_is_empty(setting: Setting) -> None:
    long_session = played(setting)
    ledgers = [
        Ledger(long_session.rules, long_session.table, long_session.hands[:hands], long_session.state)
        for hands in (0, 1, 30, 40, 47, 48, 49, 50, 51, 52, 60)
    ]
    printed = Printed.of(*(filled(ledger, PageSetup("a4")) for ledger in ledgers))
    assert len(printed.pages) >= len(ledgers)
    assert all(len(words) > 10 for words in printed.pages)


@every_corner
def test_the_longest_names_are_printed_in_full_and_nothing_in_the_margins(setting: Setting, paper: str) -> None:
    """The narrowest paper is upright, and the lowest lies across."""
    long_session, look = played(setting, LONG), PageSetup(paper, landscape=paper != NARROWEST)
    hands = long_session.hands[:TWO_PAGES]
    ledger = Ledger(long_session.rules, long_session.table, hands, long_session.state)
    payments = [ShownPayment(LONG[0], LONG[1], 12345, "€1,234.50")] * 4
    printed = Printed.of(filled(ledger, look, payments=payments, appendix=True))
    assert all(printed.has(name) for name in ledger.table.players)
    assert printed.outside() == []
    assert Printed.of(blank(game_of(setting), ledger.table, LONG, look)).outside() == []


@every_setting
def test_an_appendix_has_every_derivation_line_of_every_hand(setting: Setting) -> None:
    ledger = played(setting)
    printed = Printed.of(filled(ledger, PageSetup("a4"), appendix=True))
    labels = [
        line.label.render(ledger.table.players)
        for scored in ledger.hands
        if not isinstance(scored.hand.outcome, Correction)
        for line in scored.entry.lines
    ]
    assert labels
    assert all(printed.has(label) for label in labels)


@pytest.mark.parametrize(
    ("setting", "language", "paper"),
    [
        *((setting, LONGEST_LANGUAGE, NARROWEST) for setting in LARGEST.values()),
        (("tarot", "fft", 5), "en", "a4"),
        (("skat", "isko", 4), "fr", "a4"),
    ],
)
def test_a_rule_card_fits_on_one_page(setting: Setting, language: str, paper: str) -> None:
    game, (_slug, rules, size) = game_of(setting), setting
    table = game.rules.table(NAMES[:size], rules=rules)
    with translation.override(language):
        made = rule_card(game, table, PageSetup(paper))
    printed = Printed.of(made, language=language)
    assert len(printed.pages) == 1
    assert not printed.fonts_outside()
    assert made["parts"]
    assert all(printed.has(plain(part["title"])) for part in made["parts"])
    cells = [cell for part in made["parts"] for tariff in part["tariffs"] for row in tariff["rows"] for cell in row]
    assert all(printed.has(plain(cell)) for cell in cells if " " not in cell)
