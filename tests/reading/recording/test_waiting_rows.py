"""The rows of a photographed sheet on the page for typing a paper list: what is asked, and what is recorded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import registry
from games.scoring.codec import encode_hand
from games.scoring.naming import Naming
from scorekeeper.devtools.demo_data import example_hands
from scorekeeper.play.errors import ConflictError
from scorekeeper.play.models import Session
from scorekeeper.printing.marked_sheets.code import SheetCode
from scorekeeper.printing.marked_sheets.layout import marked_sheet, sheet_layout
from scorekeeper.printing.models import WrittenTotal
from scorekeeper.printing.transcript import totals
from scorekeeper.printing.transcript.sheet_drafts import WaitingRows
from scorekeeper.reading import kept_pages, recording_port, waiting_rows
from scorekeeper.reading.models import PhotographedPage, SessionSheet
from scorekeeper.reading.observations import NumberSeen, RowSeen, TickSeen
from tests.clubs.clubs import SampleClub
from tests.games.marked_rows import can_be_marked
from tests.play.browsers import HTMX, Form, browser, watcher_of, words_of
from tests.play.tables import FOUR, GARDE, PASSED, Scorer, fresh
from tests.reading.decoder.rows import blank, digit, in_words, number, unclear
from tests.reading.pages import CODE, pages_of
from tests.reading.reader import PRISE, THREE, Reader, keep, leave_out, other_sheet, reader_of

pytestmark = pytest.mark.django_db

TOTALS = ((198, -66, -66, -66), (170, 18, -94, -94), (170, 18, -94, -94))
"""The totals after each of the three hands, worked out by hand."""


# How rows can look


def points_unclear(row: RowSeen) -> RowSeen:
    """A row whose points may be 49 or 44, and whose totals may be those of either."""
    points = NumberSeen(places=(digit(4), digit(9, d4=0.4)))
    losses = {seat: replace(unclear(None, None, 6, 6, d5=0.4), minus=0.99) for seat in (1, 2, 3)}
    return replace(row, numbers={**row.numbers, "points": points}, totals={0: unclear(None, 1, 9, 8, d6=0.4), **losses})


def scribbled(row: RowSeen) -> RowSeen:
    """A row with too many ticks and no totals."""
    return replace(blank(row), ticks={key: TickSeen(ticked=0.9) for key in row.ticks})


def wrong_sum(row: RowSeen) -> RowSeen:
    """A row in which Anne's total is 208 in place of 198."""
    total = NumberSeen(places=tuple(digit(one) for one in (None, 2, 0, 8)), minus=0.0)
    return replace(row, totals={**row.totals, 0: total})


def smudged(row: RowSeen) -> RowSeen:
    return replace(row, ticks={key: replace(tick, astray=True) for key, tick in row.ticks.items()})


# Rows that are sure


def test_certain_rows_are_listed_and_recorded_together() -> None:
    reader = Reader(*THREE)
    words = reader.look()
    assert "Record 3 hands" in words
    assert "Garde" in words
    assert reader.page.content.decode().count('alt="Row ') == 3
    words = reader.record()
    assert "Hand 3: no change" in words
    assert "12 totals on the sheet, and all match." in words
    ledger = fresh(reader.scorer.session)
    assert [hand.scored.totals for hand in ledger.hands if hand.scored] == list(TOTALS)
    assert [change.verb for change in reader.scorer.session.changes.order_by("revision")][1:] == ["record"] * 3
    assert {(row.hand_number, row.place): row.total for row in WrittenTotal.objects.all()} == {
        (number, place): total for number, after in enumerate(TOTALS, 1) for place, total in enumerate(after)
    }


def test_a_double_tap_records_nothing_twice() -> None:
    reader = Reader(*THREE)
    reader.look()
    answers = [reader.send(), reader.send(), reader.client.post(f"{reader.here}sheet/", reader.fields, headers=HTMX)]
    assert [answer.status_code for answer in answers] == [302, 302, 200]
    assert answers[0].headers["Location"] == answers[1].headers["Location"]
    assert reader.calls == ["garde", "prise", "passed"]
    assert WrittenTotal.objects.count() == 12


def test_rows_that_were_recorded_before_the_answer_was_lost_are_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server stopped after the second hand, before its totals were written; the form is sent again."""
    reader = Reader(*THREE)
    reader.look()
    write = totals.write

    def stop(*args: Any, number: int, **arguments: Any) -> None:
        if number == 2:
            raise RuntimeError
        write(*args, number=number, **arguments)

    with monkeypatch.context() as patch:
        patch.setattr(totals, "write", stop)
        with pytest.raises(RuntimeError):
            reader.send()
    assert reader.calls == ["garde", "prise"]
    reader.record()
    assert reader.calls == ["garde", "prise", "passed"]
    assert WrittenTotal.objects.count() == 12


def test_the_rows_up_to_one_are_recorded_and_the_next_can_be_typed() -> None:
    """The second row was read wrongly, so only the first is recorded; then the second is typed."""
    reader = Reader(*THREE)
    reader.look()
    words = reader.record(**reader.button("until", "(row 1)"))
    assert reader.calls == ["garde"]
    assert "Hand 2 · Anne deals" in words
    assert reader.type("2 p 2 44").status_code == 302
    assert reader.calls == ["garde", "prise"]
    assert "Record 1 hand" in reader.look()


def test_going_back_to_record_more_rows_skips_those_that_are_recorded() -> None:
    reader = Reader(*THREE)
    reader.look()
    for until in (reader.button("until", "(row 2)"), {}):
        assert reader.send(**until).status_code == 302
    assert reader.calls == ["garde", "prise", "passed"]


def test_going_back_after_an_undo_records_nothing() -> None:
    reader = Reader(*THREE)
    reader.look()
    before = reader.fields
    reader.record()
    undo = Form(reader.page, "/undo/").fields
    assert reader.client.post(f"{reader.here}undo/", undo).status_code == 302
    assert reader.client.post(f"{reader.here}sheet/", before).status_code == 409
    assert reader.calls == ["garde", "prise"]


def test_if_two_record_the_rows_one_is_refused_and_nothing_is_duplicated() -> None:
    reader = Reader(*THREE)
    other = Reader()
    other.here, other.client = reader.here, reader.client
    reader.look()
    other.look()
    reader.record(**reader.button("until", "(row 1)"))
    response = other.send()
    assert response.status_code == 409
    assert "The session has changed in the meantime." in words_of(response)
    assert "Record 2 hands" in words_of(response)
    other.page = response
    other.record()
    assert reader.calls == ["garde", "prise", "passed"]


def test_a_hand_recorded_at_the_table_since_the_page_was_opened_is_not_recorded_again() -> None:
    reader = Reader(*THREE)
    reader.look()
    reader.scorer.record(GARDE)
    reader.page = reader.send()
    assert reader.page.status_code == 409
    assert "Record 2 hands" in words_of(reader.page)
    reader.record()
    assert reader.calls == ["garde", "prise", "passed"]


def test_rows_on_the_page_are_recorded_even_if_the_photo_is_gone() -> None:
    reader = Reader(*THREE)
    reader.look()
    kept_pages.throw_away(reader.scorer.session)
    reader.record()
    assert reader.calls == ["garde", "prise", "passed"]


def test_another_photo_is_never_recorded_unseen() -> None:
    reader = Reader(*THREE)
    reader.look()
    keep(reader.scorer, [PRISE, PRISE])
    reader.record()
    assert reader.calls == ["garde", "prise", "passed"]


def test_the_rows_of_a_photo_taken_again_are_recorded_once() -> None:
    reader = Reader(*THREE)
    reader.look()
    keep(reader.scorer, THREE)
    assert "Read from the sheet" not in reader.record()
    assert reader.calls == ["garde", "prise", "passed"]


def test_rows_recorded_from_an_old_page_are_not_taken_for_those_of_another_sheet() -> None:
    reader = Reader(*THREE)
    reader.look()
    other_sheet(reader, PASSED, GARDE, PRISE)
    words = reader.record()
    assert reader.calls == ["garde", "prise", "passed"]
    assert "Record 3 hands" in words
    assert 'name="row" value="1"' in reader.page.content.decode()
    other = Reader(*THREE)
    other.look()
    other_sheet(other, PASSED, GARDE, PRISE)
    words = other.record(**other.button("until", "(row 1)"))
    assert other.calls == ["garde"]
    assert 'name="row" value="1"' in other.page.content.decode()


def test_a_hand_typed_on_an_old_page_is_not_taken_for_a_row_of_another_sheet() -> None:
    reader = reader_of([GARDE, PRISE], {1: in_words})
    reader.look()
    other_sheet(reader, PASSED, PRISE)
    assert reader.type("2 p 2 44").status_code == 302
    reader.look()
    assert 'name="row" value="1"' in reader.page.content.decode()


def test_no_row_of_another_sheet_is_left_out_on_an_old_page() -> None:
    reader = Reader(*THREE)
    reader.look()
    other_sheet(reader, PASSED, GARDE)
    assert leave_out(reader, 1).status_code == 409
    assert [sheet.left_out for sheet in SessionSheet.objects.all()] == [[], []]


@pytest.mark.parametrize("sealed", ["", "x", "W10:1rABC:xyz"])
def test_rows_that_this_page_never_showed_are_refused(sealed: str) -> None:
    reader = Reader(*THREE)
    reader.look()
    assert reader.send(drafts=sealed).status_code == 409
    assert reader.calls == []


def test_rows_of_another_session_are_refused() -> None:
    reader, other = Reader(*THREE), Reader(*THREE)
    reader.look()
    other.look()
    assert reader.send(drafts=other.fields["drafts"]).status_code == 409
    assert reader.calls == []


# Rows that are asked


def test_rows_are_recorded_up_to_the_next_question() -> None:
    reader = reader_of([GARDE, PRISE, PASSED], {2: in_words})
    assert "Record 1 hand" in reader.look()
    words = reader.record()
    assert "Row 2 on the sheet: what does it say?" in words
    assert (
        "This hand is written in words. From the totals, it could be the one below: compare them, or type it." in words
    )
    assert reader.type("2 p 2 44").status_code == 302
    assert "Record 1 hand" in reader.look()
    reader.record()
    assert reader.calls == ["garde", "prise", "passed"]


def test_a_number_in_doubt_is_asked_with_the_other_hands_as_buttons() -> None:
    reader = reader_of([GARDE], {1: points_unclear})
    words = reader.look()
    assert "Points: 49 or 44?" in words
    assert "doubt=points" in reader.page.content.decode()
    response = reader.send(**reader.button("instead", "44"))
    assert response.status_code == 302
    assert [hand.raw["points"] for hand in fresh(reader.scorer.session).hands] == [44]


def test_the_likeliest_hand_is_recorded_as_it_is_shown() -> None:
    reader = reader_of([GARDE], {1: points_unclear})
    reader.look()
    reader.record()
    assert [hand.raw for hand in fresh(reader.scorer.session).hands] == [GARDE]


def test_a_wrong_sum_is_reported_and_later_rows_follow_it_without_a_question() -> None:
    """Anne's first total is ten too high, and so are those after it, because the writer added to it."""

    def ten_more(row: RowSeen) -> RowSeen:
        total = NumberSeen(places=tuple(digit(one) for one in (None, 1, 8, 0)), minus=0.0)
        return replace(row, totals={**row.totals, 0: total})

    reader = reader_of(THREE, {1: wrong_sum, 2: ten_more, 3: ten_more})
    assert "Hand 1: Anne has 208 on the sheet, 198 here." in reader.look()
    words = reader.record()
    assert "Record 2 hands" in words
    assert "Anne: the sheet is 10 higher from hand 1 on." in words
    reader.record()
    assert fresh(reader.scorer.session).totals == TOTALS[-1]


def test_ink_beside_a_box_is_mentioned_if_the_rest_leaves_no_doubt() -> None:
    reader = reader_of([GARDE, PASSED], {1: smudged})
    words = reader.look()
    assert "There is ink in or beside a box where none belongs." in words
    assert reader.page.content.decode().count("doubt=") >= 1


def test_a_hand_that_this_session_refuses_is_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = Reader(GARDE)
    found = waiting_rows.waiting(reader.scorer.session, fresh(reader.scorer.session), (0, 0, 0, 0)).drafts
    refused = [replace(found[0], raw={**GARDE, "points": 92}, others=[GARDE, {**GARDE, "bouts": 9}])]
    monkeypatch.setattr(waiting_rows, "waiting", lambda *_: WaitingRows(drafts=refused))
    reader.look()
    assert reader.fields["drafts"] == ""
    assert reader.page.content.decode().count('name="instead"') == 1


def test_an_unreadable_row_has_to_be_typed() -> None:
    def words_alone(row: RowSeen) -> RowSeen:
        return in_words(blank(row))

    reader = reader_of([PASSED, GARDE, PASSED], {1: words_alone, 2: scribbled})
    assert "This hand is written in words: type it." in reader.look()
    assert ">Record</button>" in reader.page.content.decode()  # of the line
    assert reader.fields["drafts"] == ""
    assert reader.type("--").status_code == 302
    assert "This row can’t be read: type what it says." in reader.look()


@pytest.mark.parametrize(
    ("look", "says"),
    [
        (lambda row: in_words(blank(row)), "This hand is written in words: type it."),
        (lambda row: blank(row, ("taker", "0")), "There is ink in this row, but no hand."),
    ],
)
def test_a_last_row_with_ink_is_never_dropped(look: Any, says: str) -> None:
    reader = reader_of([GARDE, PASSED], {2: look})
    reader.look()
    assert says in reader.record()


# Rows without a hand


def test_a_row_that_was_left_empty_is_skipped() -> None:
    reader = reader_of([PASSED, PASSED, GARDE], {2: blank})
    words = reader.look()
    assert "Record 2 hands" in words
    assert "Row 2 is empty and was skipped. If a hand belongs there, add it before row 3." in words
    words = reader.record()
    assert reader.calls == ["passed", "garde"]
    assert "Read from the sheet" not in words


def test_rows_that_were_left_empty_are_still_named_when_those_above_are_recorded() -> None:
    reader = reader_of([PASSED, PASSED, PASSED, GARDE], {1: blank, 3: blank})
    words = reader.look()
    assert "Row 1 is empty and was skipped." in words
    assert "Row 3 is empty and was skipped." in words
    words = reader.record(**reader.button("until", "(row 2)"))
    assert "Row 1 is empty" not in words
    assert "Row 3 is empty and was skipped. If a hand belongs there, add it before row 4." in words


def test_a_row_left_out_by_a_person_is_not_called_empty() -> None:
    reader = reader_of([PASSED, PASSED, GARDE], {2: in_words})
    reader.look()
    reader.record()
    assert leave_out(reader, 2).status_code == 302
    words = reader.look()
    assert "Record 1 hand" in words
    assert "is empty" not in words


def test_a_faint_mark_among_other_rows_is_asked_about() -> None:
    def faint(row: RowSeen) -> RowSeen:
        nothing = blank(row)
        return replace(nothing, ticks={**nothing.ticks, ("taker", "0"): TickSeen(ticked=0.15)})

    reader = reader_of([PASSED, PASSED, GARDE], {2: faint})
    assert "Record 1 hand" in reader.look()
    assert "There is ink in this row, but no hand. If there is one, type it." in reader.record()
    assert "doubt=taker" in reader.page.content.decode()


def photo_of(reader: Reader) -> str:
    sheet = kept_pages.sheet_of(reader.scorer.session)
    assert sheet is not None
    return sheet.photo


def test_a_crossed_out_row_is_left_out_and_the_next_one_is_asked() -> None:
    reader = reader_of([PASSED, GARDE, PRISE], {2: in_words})
    reader.look()
    reader.record()
    assert leave_out(reader, 2).status_code == 302
    words = reader.look()
    assert "Row 3 on the sheet" in reader.page.content.decode()
    assert "Hand 2 ·" in words
    assert reader.type("2 p 2 44").status_code == 302
    assert reader.calls == ["passed", "prise"]
    assert "Read from the sheet" not in reader.look()


def test_rows_that_were_left_out_by_mistake_can_be_put_back_until_the_next_one_is_recorded() -> None:
    reader = Reader(PASSED, PASSED, PRISE)
    reader.look()
    assert leave_out(reader, 1).status_code == 302
    assert "Record 2 hands" in reader.look()
    assert leave_out(reader, 1, back=True).status_code == 302
    assert "Record 3 hands" in reader.look()
    assert leave_out(reader, 1).status_code == 302
    reader.look()
    stale = reader.page
    words = reader.record(**reader.button("until", "(row 2)"))
    assert "Put row 1 back" not in words
    reader.page = stale
    assert leave_out(reader, 1, back=True).status_code == 409
    assert "Record 1 hand" in reader.look()


def test_leaving_out_the_last_row_keeps_the_photo_for_a_while() -> None:
    reader = Reader(GARDE)
    reader.look()
    assert leave_out(reader, 1).status_code == 302
    words = reader.look()
    assert "Record 1 hand" not in words
    assert "Throw the photo away" in words
    assert leave_out(reader, 1, back=True).status_code == 302
    assert "Record 1 hand" in reader.look()


def test_leaving_out_a_row_twice_leaves_out_one() -> None:
    reader = Reader(*THREE)
    reader.look()
    page = reader.page
    for _time in range(2):
        reader.page = page
        assert leave_out(reader, 1).status_code == 302
    assert [sheet.left_out for sheet in SessionSheet.objects.all()] == [[1]]


def test_a_row_that_somebody_else_has_recorded_is_not_left_out() -> None:
    reader = Reader(*THREE)
    reader.look()
    reader.scorer.record(GARDE)
    response = leave_out(reader, 1)
    assert response.status_code == 409
    assert [sheet.left_out for sheet in SessionSheet.objects.all()] == [[]]
    access = reader.scorer.access
    with pytest.raises(ConflictError):
        waiting_rows.leave_out(access, 1, photo=photo_of(reader), revision=0)


def test_a_row_left_out_while_somebody_records_it_counts_as_recorded() -> None:
    """Otherwise the next row would be taken for recorded."""
    reader = Reader(*THREE)
    reader.look()
    waiting_rows.leave_out(reader.scorer.access, 1, photo=photo_of(reader), revision=0)
    reader.record(**reader.button("until", "(row 1)"))
    assert 'name="row" value="2"' in reader.page.content.decode()
    waiting_rows.leave_out(reader.scorer.access, 2, photo=photo_of(reader), revision=1)
    assert reader.type("2 p 2 44").status_code == 302
    reader.look()
    assert 'name="row" value="3"' in reader.page.content.decode()


# The photo


def later(**times: Any) -> None:
    """Let the photos grow older, and what was recorded from them."""
    for page in PhotographedPage.objects.exclude(recorded_at=None):
        assert page.recorded_at
        page.recorded_at -= timedelta(**times)
        page.save()
    kept_pages.erase_expired()


def test_the_photo_is_deleted_soon_after_the_last_row() -> None:
    reader = Reader(*THREE)
    reader.look()
    reader.record(**reader.button("until", "(row 2)"))
    later(minutes=11)
    assert PhotographedPage.objects.count() == 1
    words = reader.record()
    assert "Throw the photo away" not in words
    assert "This sheet has been read." not in words_of(
        reader.client.get(f"/s/{reader.scorer.session.public_id}/sheet/")
    )
    later(minutes=9)
    assert PhotographedPage.objects.count() == 1
    later(minutes=2)
    assert not PhotographedPage.objects.exists()


def test_the_photo_is_deleted_soon_after_the_last_row_was_typed() -> None:
    reader = Reader(GARDE)
    reader.look()
    assert reader.type("1 g 2 49").status_code == 302
    later(minutes=11)
    assert not PhotographedPage.objects.exists()


def undo(reader: Reader) -> None:
    form = Form(reader.page, "/undo/").fields
    assert reader.client.post(f"{reader.here}undo/", form).status_code == 302


def test_the_last_row_waits_again_after_an_undo() -> None:
    reader = Reader(*THREE)
    reader.look()
    reader.record()
    undo(reader)
    assert "Record 1 hand" in reader.look()
    reader.record()
    assert reader.calls == ["garde", "prise", "passed"]
    later(minutes=11)
    assert not PhotographedPage.objects.exists()


def test_a_row_waits_while_another_hand_has_the_number_of_the_one_that_was_undone() -> None:
    """The row's own hand takes its place again, whoever records it."""
    reader = Reader(GARDE, PRISE)
    reader.look()
    reader.record()
    undo(reader)
    reader.scorer.session.refresh_from_db()
    reader.scorer.record(PASSED)
    assert 'name="row" value="2"' in (reader.look() and reader.page.content.decode())
    reader.scorer.undo()
    reader.scorer.record(PRISE)
    reader.look()
    assert 'name="row"' not in reader.page.content.decode()


def test_a_row_whose_hand_was_amended_stays_recorded() -> None:
    reader = Reader(GARDE, PRISE)
    reader.look()
    reader.record()
    reader.scorer.session.refresh_from_db()
    reader.scorer.amend(2, {**PRISE, "points": 40})
    reader.look()
    assert 'name="row"' not in reader.page.content.decode()


def test_the_photo_can_be_discarded() -> None:
    reader = Reader(*THREE)
    reader.look()
    response = reader.client.post(f"{reader.here}sheet/thrown-away/", Form(reader.page, "/thrown-away/").fields)
    assert response.headers["Location"] == reader.here
    assert not PhotographedPage.objects.exists()
    assert "Record 3 hands" not in reader.look()


# Which row comes next


def test_a_hand_that_is_not_on_the_sheet_ticks_no_row_off() -> None:
    reader = Reader(*THREE)
    reader.scorer.record(PRISE)
    assert "Row 1 has no hand" in reader.look()


def written(row: RowSeen) -> RowSeen:
    """A row that is written only in words; its totals are in their boxes."""
    return replace(in_words(blank(row)), totals=row.totals)


DIFFERENT = (
    "This row doesn’t match hand {0}, which was recorded at the table. If the row is right, amend hand {0}. "
    "If it is a different hand, type it."
)
UNREADABLE = "This row can’t be read: type what it says."


@pytest.mark.parametrize(
    ("hands", "recorded", "next_row"),
    [((GARDE,), [PRISE], 1), (THREE, [GARDE, {**PRISE, "taker": 2}], 2), (THREE, [PRISE, PASSED], 1)],
    ids=["the only one", "after one that matches", "with a further one"],
)
def test_a_row_says_that_another_hand_was_recorded_in_its_place(
    hands: Sequence[Mapping[str, Any]], recorded: Sequence[Mapping[str, Any]], next_row: int
) -> None:
    reader = Reader(*hands)
    reader.look()
    for hand in recorded:
        reader.scorer.record(hand)
    words = reader.look()
    assert f"Row {next_row} on the sheet: what does it say?" in words
    assert DIFFERENT.format(next_row) in words
    assert UNREADABLE not in words


FIVE_HANDS: tuple[Mapping[str, Any], ...] = (GARDE, PRISE, PASSED, {**GARDE, "taker": 2}, {**PRISE, "taker": 3})


def test_each_row_says_that_another_hand_was_recorded_in_its_place() -> None:
    """The hands between them are those of their rows, although the totals differ."""
    reader = Reader(*FIVE_HANDS)
    for hand in (PRISE, PRISE, PASSED, PRISE):
        reader.scorer.record(hand)
    words = reader.look()
    assert DIFFERENT.format(1) in words
    assert "Rows below this one are recorded" not in words
    assert "Row 1 has no hand" in words
    assert leave_out(reader, 1).status_code == 302
    words = reader.look()
    assert DIFFERENT.format(4) in words
    assert "Row 4 has no hand" in words
    assert leave_out(reader, 4).status_code == 302
    assert "Row 5 has no hand" in reader.look()


def test_a_row_below_that_holds_the_same_hand_by_chance_still_waits() -> None:
    """The table has played on: these hands aren't on the sheet."""
    reader = Reader(*FIVE_HANDS)
    for hand in (PRISE, GARDE, PASSED, PASSED):
        reader.scorer.record(hand)
    words = reader.look()
    assert DIFFERENT.format(1) in words
    assert [sheet.recorded for sheet in SessionSheet.objects.all()] == [[]]


def test_rows_below_one_that_is_typed_as_a_different_hand_are_not_recorded_twice() -> None:
    reader = Reader(*FIVE_HANDS)
    for hand in (PRISE, PRISE, PASSED):
        reader.scorer.record(hand)
    assert DIFFERENT.format(1) in reader.look()
    assert reader.type("1 g 2 49").status_code == 302
    assert "Row 4 has no hand" in reader.look()
    assert reader.calls == ["prise", "prise", "passed", "garde"]


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("de", "Diese Zeile passt nicht zu Spiel 1, das am Tisch eingetragen wurde."),
        ("fr", "Cette ligne ne correspond pas à la donne 1, qui a été inscrite à la table."),
    ],
)
def test_a_row_says_in_each_language_that_another_hand_was_recorded_in_its_place(language: str, says: str) -> None:
    reader = Reader(GARDE)
    reader.scorer.record(PRISE)
    reader.client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    assert says in reader.look()


def test_once_the_hand_at_the_table_is_corrected_its_row_is_recorded() -> None:
    reader = Reader(*THREE)
    reader.scorer.record(PRISE)
    assert DIFFERENT.format(1) in reader.look()
    reader.scorer.amend(1, GARDE)
    words = reader.look()
    assert "doesn’t match" not in words
    assert "Row 2 has no hand" in words


def other_totals(row: RowSeen) -> RowSeen:
    """A row whose totals are all 7 too high."""
    after = [total + 7 for total in TOTALS[1]]
    return replace(row, totals={seat: number(total, 4, signed=True) for seat, total in enumerate(after)})


def test_a_row_whose_totals_all_differ_says_so_and_offers_its_hand() -> None:
    reader = reader_of([GARDE, PRISE], {2: other_totals})
    reader.look()
    words = reader.record()
    assert "All totals in this row differ from those expected after its hand." in words
    assert UNREADABLE not in words
    words = reader.record(**reader.button("instead", "Prise"))
    assert reader.calls == ["garde", "prise"]
    assert "Hand 2: Anne has 177 on the sheet, 170 here." in words
    assert "Hand 2: David has −87 on the sheet, −94 here." in words


def test_an_unreadable_row_is_reported_even_if_another_hand_was_recorded() -> None:
    reader = reader_of([GARDE, PASSED], {1: scribbled})
    reader.scorer.record(PRISE)
    words = reader.look()
    assert UNREADABLE in words
    assert "doesn’t match" not in words


@pytest.mark.parametrize(
    ("hands", "change", "recorded", "next_row"),
    [
        (THREE, {}, [GARDE], 2),
        ([GARDE, PASSED, PRISE], {}, [GARDE, PASSED], 3),
        ([PASSED, GARDE], {}, [PASSED], 2),
        ([PASSED, GARDE], {1: written}, [PASSED], 2),
        ([PASSED, PASSED, GARDE], {}, [PASSED], 2),
        ([GARDE, PRISE], {1: written}, [PRISE], 1),
        ([{}, PASSED, GARDE], {}, [PASSED], 3),
    ],
    ids=["with points", "without", "the first", "in words", "one of two", "another in words", "after an empty row"],
)
def test_hands_recorded_at_the_table_after_the_photo_tick_their_rows_off(
    hands: Sequence[Mapping[str, Any]], change: Any, recorded: Sequence[Mapping[str, Any]], next_row: int
) -> None:
    reader = reader_of(hands, change)
    for hand in recorded:
        reader.scorer.record(hand)
    assert f"Row {next_row} has no hand" in reader.look()


def test_a_row_ticked_off_by_the_table_waits_again_after_an_undo_but_not_after_an_amendment() -> None:
    reader = Reader(*THREE)
    reader.scorer.record(GARDE)
    reader.scorer.record(PRISE)
    assert "Row 3 has no hand" in reader.look()
    reader.scorer.undo()
    assert "Row 2 has no hand" in reader.look()
    reader.scorer.amend(1, {**GARDE, "points": 50})
    assert "Row 2 has no hand" in reader.look()


def test_the_photo_is_deleted_soon_after_its_last_row_was_recorded_at_the_table() -> None:
    reader = Reader(GARDE, PASSED)
    reader.look()
    reader.record(**reader.button("until", "(row 1)"))
    reader.scorer.session.refresh_from_db()
    reader.scorer.record(PASSED)
    later(minutes=9)
    reader.look()
    assert 'name="row"' not in reader.page.content.decode()
    later(minutes=2)
    assert not PhotographedPage.objects.exists()


def test_once_the_last_row_was_recorded_at_the_table_the_photo_that_was_set_aside_is_used() -> None:
    reader = Reader(GARDE)
    pages = pages_of(replace(CODE, rows=10), [GARDE, PRISE])
    session = reader.scorer.session
    kept_pages.keep(pages, device=reader.scorer.access.device, club=None, session=session, set_aside=True)
    reader.scorer.record(GARDE)
    assert "Row 2 has no hand" in reader.look()


@pytest.mark.parametrize("change", ["amended", "voided"])
def test_a_row_recorded_at_the_table_stays_recorded_whatever_happens_to_its_hand(change: str) -> None:
    """Nobody has looked at the page for the sheet in the meantime."""
    reader = Reader(*THREE)
    reader.scorer.record(GARDE)
    if change == "amended":
        reader.scorer.amend(1, {**GARDE, "points": 50})
    else:
        reader.scorer.void(1)
    assert "Row 2 has no hand" in reader.look()


def test_pages_save_nothing_but_show_what_was_recorded_at_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server stopped after two hands were recorded, before it saved which rows hold them."""
    reader = Reader(*THREE)
    monkeypatch.setattr(recording_port, "tick_off", lambda _session: None)
    reader.scorer.record(GARDE)
    reader.scorer.record(PRISE)
    with CaptureQueriesContext(connection) as statements:
        assert "Row 3 has no hand" in reader.look()
        assert "1 row of the photographed sheet isn’t recorded yet" in words_of(
            reader.client.get(f"/s/{reader.scorer.session.public_id}/close/")
        )
    assert not {query["sql"].split()[0] for query in statements} & {"INSERT", "UPDATE", "DELETE"}
    reader.record()
    assert reader.calls == ["garde", "prise", "passed"]


def test_the_hand_is_recorded_even_if_ticking_rows_off_fails(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_session: Session) -> None:
        raise ValueError

    reader = Reader(*THREE)
    monkeypatch.setattr(waiting_rows, "tick_off", fail)
    reader.scorer.record(GARDE)
    assert reader.calls == ["garde"]
    assert "could not be ticked off" in caplog.text


def test_hands_of_a_further_sheet_are_ticked_off_although_others_came_before_it() -> None:
    scorer = Scorer()
    before = (PASSED, PASSED, GARDE)
    for hand in before:
        scorer.record(hand)
    (page,) = pages_of(CODE, (*before, PASSED, PRISE))
    seen = replace(page.seen, rows=page.seen.rows[len(before) :])  # the totals go on from those of the session
    kept_pages.keep([replace(page, seen=seen)], device=scorer.access.device, club=None, session=scorer.session)
    waiting_rows.match_recorded(scorer.session)
    assert "Row 1 has no hand" in Reader(scorer=scorer).look()
    scorer.record(PASSED)
    assert "Row 2 has no hand" in Reader(scorer=scorer).look()


def test_a_voided_hand_does_not_bring_a_recorded_row_back() -> None:
    reader = Reader(*THREE)
    reader.look()
    reader.record(until="2")
    reader.scorer.session.refresh_from_db()
    reader.scorer.void(1)
    assert "Row 3 has no hand" in reader.look()


def photographed(scorer: Scorer, hands: Sequence[Mapping[str, Any]]) -> None:
    """Photograph a blank sheet, with these hands on it, for the session."""
    pages = pages_of(CODE, hands)
    kept_pages.keep(pages, device=scorer.access.device, club=None, session=scorer.session)
    waiting_rows.match_recorded(scorer.session)


def test_a_blank_sheet_that_was_recorded_continues_where_it_ended() -> None:
    scorer = Scorer()
    for hand in (GARDE, PRISE):
        scorer.record(hand)
    photographed(scorer, THREE)
    assert "Row 3 has no hand" in Reader(scorer=scorer).look()


def test_a_copy_of_a_blank_sheet_is_not_taken_for_the_one_that_was_recorded() -> None:
    """Both have the same code, since they come from one print."""
    scorer = Scorer()
    photographed(scorer, (GARDE, PASSED))
    reader = Reader(scorer=scorer)
    reader.look()
    reader.record()
    photographed(scorer, (PRISE, GARDE, PASSED))
    assert "Row 1 has no hand" in reader.look()


def test_a_further_blank_sheet_begins_with_its_first_row() -> None:
    scorer = Scorer()
    for hand in (PASSED, PASSED, GARDE):
        scorer.record(hand)
    photographed(scorer, (GARDE, PRISE))
    assert "Row 1 has no hand" in Reader(scorer=scorer).look()


# A sheet whose totals begin at 0 again

ANEW = "The totals on this sheet begin at 0 again."


def beside(hands: Sequence[Mapping[str, Any]], on_sheet: Sequence[Mapping[str, Any]]) -> Reader:
    """A session with these hands, and then a blank sheet with others."""
    scorer = Scorer()
    for hand in hands:
        scorer.record(hand)
    photographed(scorer, on_sheet)
    return Reader(scorer=scorer)


def test_a_sheet_whose_totals_begin_at_0_again_is_added_to_the_session() -> None:
    """GARDE and PRISE come to (170, 18, −94, −94), before the sheet and on it."""
    reader = beside((GARDE, PRISE), (PRISE, GARDE, PASSED))
    words = reader.look()
    assert words.count(ANEW) == 1
    assert "Record 3 hands" in words
    assert "on the sheet," not in words
    words = reader.record()
    assert "12 totals on the sheet, and all match." in words
    assert "From hand 3 on, the totals on the sheet begin at 0 again." in words
    assert fresh(reader.scorer.session).totals == (340, 36, -188, -188)


def test_a_sheet_whose_totals_continue_is_not_said_to_begin_at_0_again() -> None:
    scorer = Scorer()
    for hand in (GARDE, PRISE):
        scorer.record(hand)
    (page,) = pages_of(CODE, (GARDE, PRISE, PRISE, GARDE))
    page = replace(page, seen=replace(page.seen, rows=(*page.seen.rows[2:], *page.seen.rows[-2:])))
    kept_pages.keep([page], device=scorer.access.device, club=None, session=scorer.session)
    waiting_rows.match_recorded(scorer.session)
    reader = Reader(scorer=scorer)
    words = reader.look()
    assert "Record 2 hands" in words
    assert "begin at 0" not in words + reader.record()


def test_its_rows_can_be_recorded_one_by_one_and_photographed_again() -> None:
    reader = beside((GARDE, PRISE), (PRISE, GARDE))
    reader.look()
    words = reader.record(**reader.button("until", "(row 1)"))
    assert ANEW not in words
    assert "Record 1 hand" in words
    reader.record()
    photographed(reader.scorer, (PRISE, GARDE, PASSED))
    assert "Row 3 has no hand" in reader.look()
    words = reader.record()
    assert reader.calls == ["garde", "prise", "prise", "garde", "passed"]
    assert "12 totals on the sheet, and all match." in words


def test_a_wrong_sum_on_such_a_sheet_is_reported_as_it_is_on_paper() -> None:
    """Anne's total is 208 on the sheet, and 198 since it began."""
    scorer = Scorer()
    scorer.record(PRISE)
    (page,) = pages_of(CODE, (GARDE, PASSED))
    first, *others = page.seen.rows
    page = replace(page, seen=replace(page.seen, rows=(wrong_sum(first), *others)))
    kept_pages.keep([page], device=scorer.access.device, club=None, session=scorer.session)
    waiting_rows.match_recorded(scorer.session)
    assert "Hand 2: Anne has 208 on the sheet, 198 here." in Reader(scorer=scorer).look()


def test_two_sheets_can_begin_at_0_one_after_the_other() -> None:
    reader = beside((GARDE,), (PRISE, GARDE))
    reader.look()
    reader.record()
    photographed(reader.scorer, (PASSED, GARDE, PRISE))
    words = reader.look()
    assert ANEW in words
    words = reader.record()
    assert "From hand 2 on, the totals on the sheet begin at 0 again." in words
    assert "From hand 4 on, the totals on the sheet begin at 0 again." in words
    assert "20 totals on the sheet, and all match." in words


def test_a_sheet_recorded_before_another_one_is_recognised() -> None:
    reader = beside((GARDE, PASSED), (PRISE, GARDE))
    reader.look()
    reader.record()
    photographed(reader.scorer, (PASSED, GARDE, PRISE))
    reader.look()
    reader.record()
    photographed(reader.scorer, (PRISE, GARDE))
    assert "Record 2 hands" not in reader.look()
    assert len(reader.calls) == 7


def test_a_sheet_whose_first_hands_were_entered_at_the_table_is_recognised() -> None:
    reader = beside((GARDE, PASSED, PRISE, GARDE), (PRISE, GARDE, PASSED))
    words = reader.look()
    assert "Row 3 has no hand" in words
    assert "Record 1 hand" in words


def test_a_second_copy_whose_totals_continue_is_not_said_to_begin_at_0_again() -> None:
    """The second copy continues the totals of the first one, which began at 0 after a hand."""
    reader = beside((PRISE,), (GARDE, PASSED))
    reader.look()
    reader.record()
    (page,) = pages_of(CODE, (GARDE, PASSED, PRISE, GARDE))
    page = replace(page, seen=replace(page.seen, rows=(*page.seen.rows[2:], *page.seen.rows[-2:])))
    kept_pages.keep([page], device=reader.scorer.access.device, club=None, session=reader.scorer.session)
    waiting_rows.match_recorded(reader.scorer.session)
    words = reader.look()
    assert "Record 2 hands" in words
    assert ANEW not in words
    assert "16 totals on the sheet, and all match." in reader.record()


def test_a_sheet_that_is_discarded_before_it_was_recorded_leaves_no_trace() -> None:
    reader = beside((GARDE,), (PRISE, GARDE))
    kept_pages.throw_away(reader.scorer.session)
    (page,) = pages_of(replace(CODE, rows=10), (GARDE, PRISE, GARDE))
    page = replace(page, seen=replace(page.seen, rows=(*page.seen.rows[1:], page.seen.rows[-1])))
    kept_pages.keep([page], device=reader.scorer.access.device, club=None, session=reader.scorer.session)
    waiting_rows.match_recorded(reader.scorer.session)
    words = reader.look()
    assert "Record 2 hands" in words
    assert "begin at 0" not in words + reader.record()


# A hand that is corrected


def test_rows_are_read_again_after_a_hand_was_corrected() -> None:
    """The totals of row 2 fit the hands as they were played, but not the one that was typed for row 1."""
    reader = Reader(GARDE, GARDE)
    reader.look()
    reader.type("2 p 2 44")
    assert "Anne: the sheet is 226 higher from hand 1 on." in reader.look()
    reader.scorer.session.refresh_from_db()
    reader.scorer.amend(1, GARDE)
    words = reader.look()
    assert "Record 1 hand" in words
    assert "the sheet is" not in words


# Who may


def test_strangers_and_watchers_record_nothing() -> None:
    reader, other_club = Reader(*THREE), SampleClub()
    reader.look()
    for rest in ("sheet/", "sheet/left-out/", "sheet/thrown-away/"):
        form = {**reader.fields, "row": "1"}
        for client, status in ((browser(), 404), (other_club.phone, 404), (watcher_of(reader.scorer.session), 403)):
            assert client.post(reader.here + rest, form).status_code == status, rest
        assert reader.client.get(reader.here + rest).status_code == 302
    assert reader.calls == []
    assert [sheet.left_out for sheet in SessionSheet.objects.all()] == [[]]


def test_rows_are_not_recorded_in_a_closed_session() -> None:
    reader = Reader(*THREE)
    reader.look()
    fields = reader.fields
    reader.scorer.record(GARDE)
    reader.scorer.close()
    for rest in ("sheet/", "sheet/left-out/"):
        response = reader.client.post(reader.here + rest, {**fields, "row": "1"})
        assert "?unwritten" in response.headers["Location"]
    assert reader.calls == ["garde"]


# All games


@pytest.mark.parametrize("slug", [slug for slug in registry.slugs() if registry.get(slug).marked_sheet])
def test_a_sheet_of_every_game_is_recorded_as_it_was_played(slug: str) -> None:
    """All hands pass through the form unchanged, and the page compares the totals on the sheet."""
    game = registry.get(slug)
    chosen = game.rules.default_rules
    names = FOUR[: min(4, max(game.rules.rule_sets[chosen].players))]
    sheet, naming = marked_sheet(game, game.rules.table(names, rules=chosen)), Naming(names, by_seat=True)
    played = example_hands.session_of(slug, chosen, names, 8, only=lambda raw: can_be_marked(sheet, raw))
    dealer = int(played.table.first_dealer)
    scorer = Scorer(game=slug, rules=chosen, players=names, first_dealer=dealer)
    hands = [encode_hand(game.rules, played.table, scored.hand, naming) for scored in played.hands]
    across = sheet_layout(game, played.table, paper="a4", rows=8).landscape
    code = SheetCode(game=slug, rules=chosen, names=names, first_dealer=dealer, rows=8, landscape=across)
    pages = pages_of(code, hands)
    kept_pages.keep(pages, device=scorer.access.device, club=None, session=scorer.session)
    reader = Reader(scorer=scorer)
    reader.look()
    while "drafts" in reader.fields:
        words = reader.record()
    assert "and all match." in words
    assert fresh(scorer.session).totals == played.totals
