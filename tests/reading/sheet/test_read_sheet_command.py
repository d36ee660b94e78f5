"""The command that reads photos of a sheet: its document, its pictures, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from django.core.management import CommandError, call_command

from games import registry
from games.scoring.documents import load
from games.ui.marked_sheet import Marks
from scorekeeper.printing.marked_sheets import sheets
from scorekeeper.printing.marked_sheets.layout import sheet_layout, total
from scorekeeper.printing.session_sheets import blank_sheet
from scorekeeper.printing.typesetting import Order, PageSetup, press
from scorekeeper.reading.observations import NumberSeen, RowSeen
from scorekeeper.reading.photo.markers import NotASheetError
from scorekeeper.reading.sheet import photos as reading
from scorekeeper.reading.sheet.photos import PhotoOfPage
from tests.external_programs import ROOT
from tests.handwriting.camera import photograph
from tests.handwriting.pen import Pen
from tests.handwriting.samples import held_out
from tests.play.tables import Scorer
from tests.reading.decoder.rows import digit, number
from tests.reading.decoder.tarot_session import (
    HANDS,
    MARKS,
    NOTHING,
    SHEET,
    TOTALS,
    unreadable,
    with_number,
    with_total,
    written,
)
from tests.reading.sheet.seen_pages import CODE, NAMES, ROWS, seen_page

NAMED: list[dict[str, Any]] = [{**hand, "taker": NAMES[hand["taker"]]} for hand in HANDS]

Seen = Callable[..., None]


@pytest.fixture
def photos(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Seen:
    """Photos of pages, in files with these names, in which these rows are seen; an error is raised.

    `skips` are the numbers of a file's blank pages.
    """
    in_files: dict[str, PhotoOfPage | Exception] = {}
    blank: dict[str, Sequence[int]] = {}

    def pages_in(_data: bytes, name: str, _read: object, *, skipped: Callable[[int], object]) -> Iterator[PhotoOfPage]:
        page = in_files[name]
        for skips in blank.get(name, ()):
            skipped(skips)
        if isinstance(page, Exception):
            raise page
        yield page

    def see(
        name: str,
        rows: Sequence[RowSeen] = (),
        *,
        error: Exception | None = None,
        first_row: int = 1,
        carried: Sequence[int] = (),
        skips: Sequence[int] = (),
        **code: Any,
    ) -> None:
        (tmp_path / name).touch()
        blank[name] = skips
        seen = [*rows, *[NOTHING] * (ROWS - len(rows))]
        above = {seat: number(total, SHEET.total_places, signed=True) for seat, total in enumerate(carried)}
        in_files[name] = error or replace(seen_page(replace(CODE, **code), seen, first_row), carried=above)

    monkeypatch.setattr(reading, "pages_in", pages_in)
    return see


def read_sheet(folder: Path, *names: str, **options: Any) -> dict[str, Any]:
    printed = StringIO()
    call_command("read_sheet", *[str(folder / name) for name in names], stdout=printed, **options)
    document: dict[str, Any] = json.loads(printed.getvalue())
    return document


def test_the_document_has_the_session_and_the_certainty_of_each_hand(photos: Seen, tmp_path: Path) -> None:
    photos("sheet.jpg", [written(0), NOTHING, written(1, with_total(1, 0, 51)), written(2, with_total(2, 0, 82))])
    document = read_sheet(tmp_path, "sheet.jpg")
    assert (document["format"], document["version"]) == ("scorekeeper.reading", 1)
    assert document["session"]["players"] == list(NAMES)
    assert document["session"]["first_dealer"] == "David"
    assert document["session"]["hands"] == [row["hand"] for row in document["hands"]] == NAMED[:3]
    first, second, third = document["hands"]
    assert (first["row"], second["row"], third["row"]) == (1, 3, 4)
    assert first["sure"] > 0.99
    assert [row["asked"] for row in document["hands"]] == [False, True, False]
    assert [row["slips"] for row in document["hands"]] == [{}, {"Anne": 12}, {}]
    assert second["written"] == {"Anne": 51, "Bruno": 147, "Chloé": -93, "David": -93}


def test_empty_rows_among_others_are_remarked_on(photos: Seen, tmp_path: Path) -> None:
    photos("sheet.jpg", [NOTHING, written(0), NOTHING, NOTHING, written(1)])
    assert read_sheet(tmp_path, "sheet.jpg")["remarks"] == [
        "Row 1 is empty and was skipped. If a hand belongs there, add it before row 2.",
        "Rows 3, 4 are empty and were skipped. If a hand belongs there, add it before row 5.",
    ]
    photos("full.jpg", [written(0), written(1)])
    assert read_sheet(tmp_path, "full.jpg")["remarks"] == []


def test_the_documented_reading_has_the_fields_of_a_reading(photos: Seen, tmp_path: Path) -> None:
    section = (ROOT / "docs" / "sheets.md").read_text().split("## The `read-sheet` command")[1]
    documented = json.loads(section.split("```json")[1].split("```")[0])
    photos("sheet.jpg", [written(0)])
    document = read_sheet(tmp_path, "sheet.jpg")
    assert list(documented) == list(document)
    assert list(documented["hands"][0]) == list(document["hands"][0])


def test_the_session_in_the_document_can_be_scored(photos: Seen, tmp_path: Path) -> None:
    photos("sheet.jpg", [written(at) for at in range(4)])
    session = load(json.dumps(read_sheet(tmp_path, "sheet.jpg")["session"]), registry.find_rules)
    assert session.single().ledger().totals == TOTALS[3]


def test_a_hand_in_doubt_has_its_alternatives(photos: Seen, tmp_path: Path) -> None:
    doubtful = NumberSeen(places=(digit(4), digit(9, d4=0.3)))
    photos("sheet.jpg", [with_number(unreadable(written(0)), "points", doubtful)])
    (row,) = read_sheet(tmp_path, "sheet.jpg")["hands"]
    assert (row["hand"], row["others"]) == (NAMED[0], [{**NAMED[0], "points": 44}])
    assert row["asked"]
    assert "points" in row["doubtful"]


def test_pages_are_put_in_order(photos: Seen, tmp_path: Path) -> None:
    photos("b.jpg", [written(1)], page=2, pages=2)
    photos("a.jpg", [written(0)], page=1, pages=2)
    document = read_sheet(tmp_path, "b.jpg", "a.jpg")
    assert [(row["row"], row["hand"]) for row in document["hands"]] == [(1, NAMED[0]), (ROWS + 1, NAMED[1])]


# What is refused


def refused(folder: Path, *names: str) -> str:
    with pytest.raises(CommandError) as error:
        read_sheet(folder, *names)
    return str(error.value).replace(str(folder), "…")


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    assert refused(tmp_path, "nowhere.jpg") == "…/nowhere.jpg: No such file or directory"


def test_a_file_that_is_not_a_picture_is_reported(tmp_path: Path) -> None:
    (tmp_path / "sheet.jpg").write_text("Anne 99")
    assert refused(tmp_path, "sheet.jpg") == (
        "…/sheet.jpg: sheet.jpg is neither a picture (JPEG, PNG or WebP) nor a PDF. (unknown)"
    )


def test_a_picture_that_is_not_a_sheet_is_reported_with_its_file(photos: Seen, tmp_path: Path) -> None:
    photos("a.jpg", [written(0)])
    photos("b.jpg", error=NotASheetError("blurred", "The picture is blurred."))
    assert refused(tmp_path, "a.jpg", "b.jpg") == "…/b.jpg: The picture is blurred. (blurred)"


def test_pages_that_do_not_make_a_sheet_are_reported(photos: Seen, tmp_path: Path) -> None:
    photos("1.jpg", pages=3)
    photos("3.jpg", page=3, pages=3)
    photos("other.jpg", page=2, pages=3, names=("Eva", *NAMES[1:]))
    assert refused(tmp_path, "1.jpg", "1.jpg") == "Page 1 is included twice. Name each page once."
    assert refused(tmp_path, "1.jpg", "3.jpg").startswith("Page 2 is missing. A sheet is read from its first page on")
    assert refused(tmp_path, "1.jpg", "other.jpg").startswith("Page 2 is of another sheet.")


def test_totals_added_up_only_for_the_next_page_do_not_split_a_sheet(photos: Seen, tmp_path: Path) -> None:
    photos("1.jpg", [written(0), written(1, {})], pages=2)
    photos("2.jpg", [written(2)], page=2, pages=2, first_row=7, carried=TOTALS[1])
    assert read_sheet(tmp_path, "1.jpg", "2.jpg")["session"]["hands"] == NAMED[:3]


def test_a_blank_page_beside_others_is_skipped_with_a_remark(photos: Seen, tmp_path: Path) -> None:
    photos("scan.pdf", [written(0)], skips=[2])
    photos("back.png", error=NotASheetError("blank", "The page is blank."), skips=[1])
    photos("other.png", error=NotASheetError("blank", "The page is blank."), skips=[1])
    assert read_sheet(tmp_path, "scan.pdf")["remarks"] == ["Page 2 of scan.pdf is blank and was skipped."]
    assert read_sheet(tmp_path, "back.png", "scan.pdf")["remarks"] == [
        "Page 1 of back.png is blank and was skipped.",
        "Page 2 of scan.pdf is blank and was skipped.",
    ]
    assert refused(tmp_path, "back.png", "other.png") == "…/back.png: The page is blank. (blank)"


# A sheet of a session


@pytest.mark.django_db
def test_a_sheet_of_a_session_continues_after_its_hands(photos: Seen, tmp_path: Path) -> None:
    scorer = Scorer(players=NAMES)
    for hand in HANDS[:2]:
        scorer.record(hand)
    photos("sheet.jpg", [written(at) for at in range(4)], session=scorer.session.public_id, printed=2)
    document = read_sheet(tmp_path, "sheet.jpg")
    assert [(row["row"], row["hand"], row["asked"]) for row in document["hands"]] == [
        (3, NAMED[2], False),
        (4, NAMED[3], False),
    ]


@pytest.mark.django_db
def test_a_hand_that_was_voided_since_the_sheet_was_printed_keeps_its_row(photos: Seen, tmp_path: Path) -> None:
    scorer = Scorer(players=NAMES)
    for hand in HANDS[:3]:
        scorer.record(hand)
    scorer.void(2)
    photos("sheet.jpg", [written(at) for at in range(4)], session=scorer.session.public_id, printed=3)
    document = read_sheet(tmp_path, "sheet.jpg")
    assert [row["row"] for row in document["hands"]] == [4]
    assert document["remarks"] == []


@pytest.mark.django_db
def test_an_empty_row_is_remarked_on_only_above_hands_that_are_not_recorded(photos: Seen, tmp_path: Path) -> None:
    scorer = Scorer(players=NAMES)
    for hand in HANDS[:2]:
        scorer.record(hand)
    rows = [written(0), written(1), NOTHING, written(2)]
    photos("sheet.jpg", rows, session=scorer.session.public_id)
    document = read_sheet(tmp_path, "sheet.jpg")
    assert [(row["row"], row["hand"]) for row in document["hands"]] == [(4, NAMED[2])]
    assert document["remarks"] == ["Row 3 is empty and was skipped. If a hand belongs there, add it before row 4."]


@pytest.mark.django_db
def test_a_later_page_is_read_if_the_session_has_the_hands_before_it(photos: Seen, tmp_path: Path) -> None:
    scorer = Scorer(players=NAMES)
    page: dict[str, Any] = {"page": 2, "pages": 2, "first_row": 3}
    photos("own.jpg", [written(at) for at in (2, 3)], session=scorer.session.public_id, **page)
    photos("blank.jpg", [written(at) for at in (2, 3)], **page)
    scorer.record(HANDS[0])
    assert refused(tmp_path, "own.jpg").startswith("Page 1 is missing.")
    scorer.record(HANDS[1])
    document = read_sheet(tmp_path, "own.jpg")
    assert [(row["row"], row["hand"], row["asked"]) for row in document["hands"]] == [
        (3, NAMED[2], False),
        (4, NAMED[3], False),
    ]
    scorer.record(HANDS[2])
    assert [row["row"] for row in read_sheet(tmp_path, "own.jpg")["hands"]] == [4]
    assert refused(tmp_path, "blank.jpg").startswith("Page 1 is missing.")


@pytest.mark.django_db
def test_a_sheet_with_hands_of_a_session_that_is_not_here_is_refused(photos: Seen, tmp_path: Path) -> None:
    photos("sheet.jpg", [written(at) for at in range(4)], session="elsewhere", printed=2)
    assert refused(tmp_path, "sheet.jpg") == (
        "Hands of a session are printed on this sheet, and that session isn't on this server."
    )


# A photo


@pytest.mark.thorough
def test_a_photo_of_a_printed_sheet_is_read(tmp_path: Path) -> None:
    game, table = registry.get("tarot"), SHEET.table
    paper = sheets.with_boxes(blank_sheet(game, table, NAMES, planned=ROWS), PageSetup("a4", camera=True))
    assert paper
    (png,) = press().print(Order(title="", language="en", sheets=[paper]), "png", ppi=254)
    image = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    rows: list[Marks] = [
        {**marks, **{total(seat): amount for seat, amount in enumerate(totals)}}
        for marks, totals in zip(MARKS, TOTALS, strict=True)
    ]
    page = sheet_layout(game, table, paper="a4", rows=ROWS).pages[0]
    filled = Pen(held_out(), seed=1).fill(image.astype(np.uint8), page, rows)
    (tmp_path / "sheet.jpg").write_bytes(photograph(filled, angle=8, turn=4, shadow=0.2, noise=2, seed=1))
    assert read_sheet(tmp_path, "sheet.jpg")["session"]["hands"] == NAMED
