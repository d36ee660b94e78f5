"""The command that prints a sheet for the camera, and says where its boxes are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games import registry
from games.ui.marked_sheet import Ticks
from scorekeeper.printing.marked_sheets.layout import marked_sheet
from tests.printing.marked_sheets.drawn_sheets import code_on, drawn_pdf
from tests.printing.printed import Printed


def print_sheet(folder: Path, *words: str) -> tuple[bytes, dict[str, Any]]:
    """Return the PDF and the layout."""
    output, layout = folder / "sheet.pdf", folder / "layout.json"
    call_command("print_sheet", *words, "--output", str(output), "--layout", str(layout))
    return output.read_bytes(), json.loads(layout.read_text())


def test_a_sheet_has_the_requested_table(tmp_path: Path) -> None:
    pdf, layout = print_sheet(
        tmp_path,
        *("skat", "--rules", "isko", "--option", "contra=yes", "--players", "Jörg", "Zoë", "Ute"),
        *("--first-dealer", "Zoë", "--rows", "12", "--language", "de", "--address", "https://cards.example/"),
    )
    printed = Printed(pdf)
    assert all(printed.has(words) for words in ("Jörg", "Zoë", "Ute", "Kontra", "in Worten"))
    code = code_on(drawn_pdf(pdf)[0])
    assert (code.names, code.first_dealer, code.rows, code.options) == (("Jörg", "Zoë", "Ute"), 1, 12, {"contra": True})
    assert layout["players"] == ["Jörg", "Zoë", "Ute"]
    assert [row["number"] for page in layout["pages"] for row in page["rows"]] == list(range(1, 13))


def test_the_layout_has_every_box_and_what_it_means(tmp_path: Path) -> None:
    game = registry.get("tarot")
    _pdf, layout = print_sheet(tmp_path, "tarot", "--rules", "fft", "--players", "4")
    fields = {field["name"]: field for field in layout["fields"]}
    for field in marked_sheet(game, game.rules.table("1234", rules="fft")).fields():
        assert fields[field.name]["head"] == str(field.head)
        if isinstance(field, Ticks):
            assert [box["key"] for box in fields[field.name]["boxes"]] == [box.key for box in field.boxes]
        else:
            assert fields[field.name]["places"] == field.places
    assert set(fields["total-3"]) == {"name", "head", "kind", "places", "signed"}
    row = layout["pages"][0]["rows"][0]
    assert {cell["field"] for cell in row["cells"]} == set(fields)
    for cell in row["cells"]:
        assert row["x"] < cell["x"] < cell["x"] + cell["width"] < row["x"] + row["width"]
        assert ("key" in cell) is (cell["kind"] == "tick") is not ("place" in cell)
    assert [marker["id"] for marker in layout["pages"][0]["markers"]] == [0, 1, 2, 3]


@pytest.mark.parametrize(("paper", "size"), [("a4", (297, 210)), ("letter", (279, 216))])
def test_a_sheet_has_the_requested_paper(tmp_path: Path, paper: str, size: tuple[int, int]) -> None:
    pdf, layout = print_sheet(tmp_path, "boston", "--paper", paper)
    box = Printed(pdf).reader.pages[0].mediabox
    assert (round(box.width / 72 * 25.4), round(box.height / 72 * 25.4)) == size
    assert (round(layout["pages"][0]["width"]), round(layout["pages"][0]["height"])) == size


WRONG = {
    "no such rules": (["tarot", "--rules", "isko"], "--rules must be one of classic, fft."),
    "no such option": (["tarot", "--option", "pool=yes"], "This rule set has no option “pool”."),
    "an option without a value": (["tarot", "--option", "round_to_ten"], "options.round_to_ten: "),
    "a number with two signs": (["boston", "--option", "ante=--5"], "options.ante: "),
    "a number that is too long": (["boston", "--option", f"ante={'9' * 5000}"], "options.ante: "),
    "too many players": (["mort", "--players", "9"], "players: "),
    "a name twice": (["mort", "--players", "Anne", "Ben", "anne"], "Two players cannot have the same name."),
    "a dealer who isn't there": (["mort", "--players", "3", "--first-dealer", "Zoë"], "there is no Zoë at this table."),
    "a seat that isn't there": (["mort", "--players", "3", "--first-dealer", "4"], "There is nobody in that seat."),
    "no rows": (["tarot", "--rows", "0"], "--rows must be between 1 and 999."),
    "paper that is too small": (["boston", "--paper", "a5"], "The boxes of boston do not fit on a5."),
    "no such game": (["piquet"], "invalid choice: 'piquet'"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_impossible_sheets_are_refused_with_a_message(tmp_path: Path, wrong: str) -> None:
    words, message = WRONG[wrong]
    with pytest.raises(CommandError) as refused:
        print_sheet(tmp_path, *words)
    assert message in str(refused.value)
    assert not list(tmp_path.iterdir())


def test_a_file_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    with pytest.raises(CommandError) as refused:
        call_command("print_sheet", "tarot", "--output", str(tmp_path / "nowhere" / "sheet.pdf"))
    assert "No such file or directory" in str(refused.value)
