"""Camera sheets of sessions in progress: the played hands are marked, and there is room for the next ones."""

from __future__ import annotations

import pytest

from games.scoring.replay import Ledger
from games.scoring.text import number_words
from games.scoring.types import Amounts
from scorekeeper.printing.marked_sheets import sheets
from scorekeeper.printing.marked_sheets.code import SheetCode
from scorekeeper.printing.marked_sheets.layout import RowLayout, layout_of, marked_sheet, total
from scorekeeper.printing.typesetting import PageSetup, Sheet
from tests.printing.every_setting import Setting, every_setting, game_of
from tests.printing.every_setting import played as session_at
from tests.printing.marked_sheets.drawn_sheets import LIGHTEST_INK, Image, code_on, darkest, drawn, sheet_of
from tests.printing.printed import Printed

HANDS = 20


def begun(setting: Setting, hands: int = HANDS) -> tuple[Ledger, Sheet]:
    whole = session_at(setting)
    some = whole.hands[:hands]
    ledger = Ledger(whole.rules, whole.table, some, some[-1].state if some else whole.rules.opening(whole.table))
    numbers = [number + (number > 3) for number in range(1, len(some) + 1)]  # the fourth one was voided
    played = sheet_of(game_of(setting), ledger.table, ledger=ledger, numbers=numbers, session="s-1")
    sheet = sheets.with_boxes(played, PageSetup(camera=True))
    assert sheet is not None
    return ledger, sheet


def inked(picture: Image, row: RowLayout) -> set[tuple[str, str | int]]:
    """Return the field and the key or place of every box of a row with ink in it."""
    return {
        (cell.field, cell.key if cell.kind == "tick" else "sign" if cell.kind == "sign" else cell.place)
        for cell in row.cells
        if darkest(picture, cell.box) < LIGHTEST_INK
    }


def of_number(field: str, number: int, places: int) -> set[tuple[str, str | int]]:
    length = len(str(abs(number)))
    sign = {(field, "sign")} if number < 0 else set[tuple[str, str | int]]()
    return sign | {(field, place) for place in range(places - length, places)}


def of_totals(totals: Amounts, places: int) -> set[tuple[str, str | int]]:
    return {digit for seat, amount in enumerate(totals) for digit in of_number(total(seat), amount, places)}


@pytest.mark.thorough
@every_setting
def test_hands_are_marked_in_their_boxes(setting: Setting) -> None:
    ledger, sheet = begun(setting)
    pictures = drawn(sheet)
    code = code_on(pictures[0])
    assert (code.session, code.printed, code.names) == ("s-1", len(ledger.hands), ledger.table.players)
    marked = marked_sheet(game_of(setting), ledger.table)
    hands = sheets.rows_of(sheet_of(game_of(setting), ledger.table, ledger=ledger))
    places = {field.name: field.places for field in marked.fields() if hasattr(field, "places")}
    seen = 0
    for page, picture in zip(layout_of(code).pages, pictures, strict=True):
        for row in page.rows:
            found = inked(picture, row)
            if row.number == 0:
                before = page.rows[1].number - 1
                carried = hands[before - 1].running if before <= len(hands) else None
                if carried is None:
                    assert found == set()
                elif digits_of_longest(carried) <= marked.total_places:
                    assert found == of_totals(carried, marked.total_places)
            elif row.number > len(hands):
                assert found == set()
            elif hands[row.number - 1].marks is not None and (
                digits_of_longest(hands[row.number - 1].running) <= marked.total_places
            ):
                assert found == _expected(hands[row.number - 1], places, marked.total_places)
                seen += 1
    assert seen > 2


def digits_of_longest(totals: Amounts) -> int:
    return max(len(str(abs(amount))) for amount in totals)


def _expected(hand: sheets.PlayedRow, places: dict[str, int], total_places: int) -> set[tuple[str, str | int]]:
    expected: set[tuple[str, str | int]] = set()
    for name, value in (hand.marks or {}).items():
        if isinstance(value, int):
            expected |= of_number(name, value, places[name])
        else:
            expected |= {(name, key) for key in value}
    for seat, so_far in enumerate(hand.totals):
        if so_far is not None:
            expected |= of_number(total(seat), so_far, total_places)
    return expected


def test_numbers_continue_after_the_last_hand_and_voided_hands_keep_theirs() -> None:
    _ledger, sheet = begun(("tarot", "fft", 4), hands=5)
    numbers = [row["number"] for row in sheet["pages"][0]["rows"]]
    assert numbers[:7] == ["1", "2", "3", "5", "6", "7", "8"]


def test_the_next_dealer_is_the_one_who_is_due() -> None:
    ledger, sheet = begun(("tarot", "fft", 4), hands=5)
    rings = [row["deals"] for row in sheet["pages"][0]["rows"]]
    due = ledger.table.after(next(hand.dealer for hand in reversed(ledger.hands) if hand.dealer is not None))
    assert rings[5] == rings[9]
    assert rings.index(rings[5]) == next(at for at, hand in enumerate(ledger.hands) if hand.dealer == due)


def test_a_hand_in_words_has_boxes_only_for_the_totals() -> None:
    ledger, sheet = begun(("tarot", "fft", 4), hands=60)
    rows = [row for page in sheet["pages"] for row in page["rows"] if row["number"]]
    in_words = [row for row in rows[: len(ledger.hands)] if row["pattern"] == "totals"]
    assert in_words
    printed = Printed.of(sheet)
    assert all(printed.has(row["words"]) for row in in_words)


def test_a_session_that_is_longer_than_a_sheet_gets_more_rows() -> None:
    ledger, sheet = begun(("tarot", "fft", 4), hands=60)
    rows = [row for page in sheet["pages"] for row in page["rows"] if row["number"]]
    assert len(rows) == len(ledger.hands) + sheets.MORE_ROWS
    assert Printed.of(sheet).has(number_words(ledger.totals[0]))


def test_a_number_longer_than_its_boxes_is_printed_anyway() -> None:
    cells = (
        layout_of(SheetCode(game="tarot", rules="fft", names=("",) * 4, first_dealer=0, rows=9, landscape=True))
        .pages[0]
        .rows[0]
        .cells
    )
    of_total = [cell for cell in cells if cell.field == total(0)]
    [(minus, sign), (wide, digits)] = sheets.written_in(of_total, -123456)
    assert (sign, digits) == ("−", "123456")
    assert minus == of_total[0].box
    assert wide.width == sum(cell.box.width for cell in of_total[1:])
