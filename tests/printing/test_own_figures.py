"""Club figures on printed rule cards and score sheets."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.scoring.documents import session_document
from games.scoring.replay import Ledger
from games.scoring.tariffs import OwnTariff
from games.scoring.types import Table
from scorekeeper.printing.score_sheets import ordinary_sheet, rule_card
from scorekeeper.printing.session_sheets import blank_sheet
from scorekeeper.printing.typesetting import PageSetup
from tests.printing.every_setting import NAMES, NARROWEST, SETTINGS, Setting, every_corner, every_setting, game_of
from tests.printing.printed import Printed

LONGEST = "W" * 60


def table_of(setting: Setting, own: OwnTariff | None) -> Table:
    _slug, rules, size = setting
    return game_of(setting).rules.table(NAMES[:size], rules=rules, tariff=own)


def all_changed(setting: Setting) -> OwnTariff:
    """Every figure replaced by the highest possible one, which takes the most space."""
    printed = game_of(setting).rules.tariff(setting[1])
    figures: dict[tuple[str, str, str], int] = {
        place: table.high if figure != table.high else table.low
        for table in printed.schedules
        for place, figure in table.cells()
    }
    return printed.own(LONGEST, figures, version=9999)


def one_changed(setting: Setting) -> OwnTariff:
    printed = game_of(setting).rules.tariff(setting[1])
    place, figure = next(iter(printed.figures.items()))
    return printed.own("Thursdays", {place: figure + 1}, version=2)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "setting", [setting for setting in SETTINGS if game_of(setting).rules.tariff(setting[1]).figures]
)
def test_a_sheet_names_the_tariff_and_shows_its_figures_beside_the_printed_ones(setting: Setting) -> None:
    game, own = game_of(setting), one_changed(setting)
    table = table_of(setting, own)
    ((place, figure),) = own.figures.items()
    beside = f"{figure} ({game.rules.tariff(setting[1]).figures[place]})"
    for printed in (
        Printed.of(ordinary_sheet(blank_sheet(game, table, NAMES[: table.size]), PageSetup("a4"))),
        Printed.of(rule_card(game, table, PageSetup("a4"))),
    ):
        assert printed.has("“Thursdays”, version 2")
        assert printed.has("Our figures")
        assert printed.has(beside)


@pytest.mark.thorough
@every_setting
def test_a_sheet_for_the_printed_tariff_has_no_club_figures(setting: Setting) -> None:
    game, table = game_of(setting), table_of(setting, None)
    sheet = ordinary_sheet(blank_sheet(game, table, NAMES[: table.size]), PageSetup("a4"))
    for printed in (Printed.of(sheet), Printed.of(rule_card(game, table, PageSetup("a4")))):
        assert not printed.has("Our figures")
        assert not printed.has("In brackets")


@pytest.mark.thorough
@every_corner
def test_a_tariff_with_every_figure_changed_fits(setting: Setting, paper: str) -> None:
    """A blank sheet across the paper, a filled one upright on the narrowest."""
    game, table = game_of(setting), table_of(setting, all_changed(setting))
    look = PageSetup(paper, landscape=paper != NARROWEST)
    to_write = blank_sheet(game, table, NAMES[: table.size])
    empty = Ledger(game.rules, table, (), game.rules.opening(table))
    sheet = ordinary_sheet(to_write if look.landscape else replace(to_write, ledger=empty), look)
    printed = Printed.of(sheet)
    assert printed.outside() == []
    assert all(printed.has(cell) for tariff in sheet["tariffs"] for row in tariff["rows"] for cell in row)
    assert session_document(empty)["tariff"]["name"] == LONGEST


@pytest.mark.thorough
@every_corner
def test_a_rule_card_shows_every_club_figure(setting: Setting, paper: str) -> None:
    made = rule_card(game_of(setting), table_of(setting, all_changed(setting)), PageSetup(paper))
    printed = Printed.of(made)
    cells = [cell for tariff in made["parts"][0]["tariffs"] for row in tariff["rows"] for cell in row]
    assert len([cell for cell in cells if "(" in cell]) >= len(all_changed(setting).figures)
    assert all(printed.has(cell) for cell in cells if "(" in cell)
