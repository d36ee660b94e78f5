"""Up to which row a photographed sheet is done: where that starts, how it follows, and what a person says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.play.models import PhotographedPage, SessionSheet
from scorekeeper.printing.marked_sheets.code import SheetCode
from scorekeeper.reading import kept_pages
from scorekeeper.reading.kept_pages import NewPage
from tests.play.browsers import Form, browser, words_of
from tests.play.tables import GARDE, PASSED, Scorer, fresh
from tests.reading.decoder.rows import in_words, number
from tests.reading.pages import CODE, pages_of
from tests.reading.reader import PRISE, THREE, Reader, keep, say_done
from tests.reading.two_pages import BLANK, FIRST, HANDS, play

pytestmark = pytest.mark.django_db

Hands = Sequence[Mapping[str, Any]]
ALREADY = "recorded already"
ANEW = "The totals on this sheet begin at 0 again."


def own(scorer: Scorer, code: SheetCode = CODE) -> SheetCode:
    return replace(code, session=scorer.session.public_id)


def photograph(scorer: Scorer, pages: Sequence[NewPage]) -> Reader:
    kept_pages.keep(pages, device=scorer.access.device, club=None, session=scorer.session)
    return Reader(scorer=scorer)


def next_row(reader: Reader) -> int:
    """Return the row that the typing page asks about or lists next; 0 if none waits."""
    reader.look()
    _before, found, after = reader.page.content.decode().partition('name="row" value="')
    return int(after.partition('"')[0]) if found else 0


def done(reader: Reader) -> int:
    """Return the number in the field."""
    reader.look()
    return int(Form(reader.page, "/sheet/done/").fields["done"])


# Where it starts


def test_a_sessions_own_sheet_starts_after_the_hands_of_the_session() -> None:
    scorer = Scorer()
    play(scorer, THREE[:2])
    reader = photograph(scorer, pages_of(own(scorer), THREE))
    assert (done(reader), next_row(reader)) == (2, 3)
    assert "Record 1 hand" in reader.look()


def test_a_printed_hand_that_was_undone_is_not_recorded_again() -> None:
    scorer = Scorer()
    play(scorer, THREE[:2])
    scorer.undo()
    reader = photograph(scorer, pages_of(replace(own(scorer), printed=2), [*THREE[:2], PASSED]))
    assert done(reader) == 2


def test_a_blank_sheet_starts_with_its_first_row() -> None:
    scorer = Scorer()
    play(scorer, [PRISE, PRISE])
    reader = photograph(scorer, pages_of(CODE, [GARDE, PASSED]))
    assert (done(reader), next_row(reader)) == (0, 1)


def test_a_sheet_photographed_again_starts_after_its_recorded_rows() -> None:
    reader = Reader()
    photograph(reader.scorer, pages_of(CODE, THREE[:2]))
    reader.look()
    reader.record()
    PhotographedPage.objects.all().delete()
    photograph(reader.scorer, pages_of(CODE, THREE))
    assert next_row(reader) == 3
    reader.record()
    assert reader.calls == ["garde", "prise", "passed"]


# How it follows


def test_it_follows_the_rows_that_are_recorded_and_typed() -> None:
    reader = Reader()
    keep(reader.scorer, [GARDE, PRISE, {}, PASSED], {2: in_words})
    assert done(reader) == 0
    reader.record()
    assert done(reader) == 1
    reader.type("2 p 2 44")
    assert done(reader) == 2
    reader.record()
    assert done(reader) == 4, "row 3 is empty"
    assert "All rows of this sheet are done." in reader.look()


@pytest.mark.parametrize("change", ["amended", "voided"])
def test_a_row_stays_done_whatever_happens_to_its_hand(change: str) -> None:
    reader = Reader(*THREE)
    reader.look()
    reader.record(**reader.button("until", "(row 2)"))
    reader.scorer.session.refresh_from_db()
    if change == "amended":
        reader.scorer.amend(2, {**PRISE, "points": 40})
    else:
        reader.scorer.void(2)
    assert done(reader) == 2


# Rows that may be recorded already


@pytest.mark.parametrize(
    ("recorded", "button"),
    [
        (THREE[:1], "Row 1 is recorded already"),
        (THREE[:2], "Rows 1 to 2 are recorded already"),
        (THREE, "Rows 1 to 3 are recorded already"),
        ((PASSED, *THREE[:2]), "Rows 1 to 2 are recorded already"),
    ],
    ids=["one", "two", "all", "the last ones"],
)
def test_rows_with_the_last_hands_recorded_are_asked_about(recorded: Hands, button: str) -> None:
    reader = Reader()
    photograph(reader.scorer, pages_of(CODE, THREE))
    play(reader.scorer, recorded)
    words = reader.look()
    assert "Row 1 on the sheet: what does it say?" in words
    assert button in words


@pytest.mark.parametrize("recorded", [(PRISE,), (GARDE, {**PRISE, "points": 43}), (GARDE, PASSED)])
def test_rows_with_other_hands_are_not(recorded: Hands) -> None:
    reader = Reader()
    photograph(reader.scorer, pages_of(CODE, THREE))
    play(reader.scorer, recorded)
    assert ALREADY not in reader.look()


def test_whoever_says_that_they_are_recorded_goes_on_after_them() -> None:
    reader = Reader()
    photograph(reader.scorer, pages_of(CODE, THREE))
    play(reader.scorer, THREE[:2])
    reader.look()
    assert say_done(reader, 2).status_code == 302
    assert "Record 1 hand" in reader.look()
    reader.record()
    assert reader.calls == ["garde", "prise", "passed"]


def test_whoever_records_such_a_row_is_not_asked_about_the_next() -> None:
    reader = Reader()
    photograph(reader.scorer, pages_of(CODE, [PASSED, PASSED, GARDE]))
    play(reader.scorer, [PASSED, PASSED])
    assert "Rows 1 to 2 are recorded already" in reader.look()
    reader.record()
    assert "Record 2 hands" in reader.look()


def test_a_hand_recorded_at_the_table_since_the_page_was_opened_is_asked_about() -> None:
    reader = Reader(*THREE)
    reader.look()
    reader.scorer.record(GARDE)
    reader.page = reader.send()
    assert reader.page.status_code == 409
    assert "Row 1 is recorded already" in words_of(reader.page)


def test_rows_of_a_photo_taken_again_meanwhile_are_asked_about() -> None:
    reader = Reader(*THREE)
    reader.look()
    keep(reader.scorer, THREE)
    assert "Rows 1 to 3 are recorded already" in reader.record()
    assert reader.calls == ["garde", "prise", "passed"]


@pytest.mark.parametrize(
    ("language", "question", "button"),
    [
        ("de", "Die zuletzt eingetragenen Spiele stehen auch in den Zeilen 1 bis 2.", "sind schon eingetragen"),
        ("fr", "Les dernières donnes enregistrées sont celles des lignes 1 à 2.", "sont déjà enregistrées"),
    ],
)
def test_the_question_in_each_language(language: str, question: str, button: str) -> None:
    reader = Reader()
    photograph(reader.scorer, pages_of(CODE, THREE))
    play(reader.scorer, THREE[:2])
    reader.client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    words = reader.look()
    assert question in words
    assert button in words


# What a person says


def test_it_can_be_changed_both_ways() -> None:
    reader = Reader(*THREE)
    reader.look()
    assert say_done(reader, 2).headers["Location"] == reader.here
    assert next_row(reader) == 3
    assert say_done(reader, 0).status_code == 302
    assert "Record 3 hands" in reader.look()


def test_a_second_copy_of_a_blank_sheet_is_recorded_from_row_1() -> None:
    """It has the same code as the first, so the number starts where that one ended."""
    reader = Reader()
    photograph(reader.scorer, pages_of(CODE, [GARDE, PASSED]))
    reader.look()
    reader.record()
    photograph(reader.scorer, pages_of(CODE, [PRISE, GARDE]))
    assert done(reader) == 2
    say_done(reader, 0)
    assert "Record 2 hands" in reader.look()
    reader.record()
    assert reader.calls == ["garde", "passed", "prise", "garde"]


def test_it_ends_with_the_sheet() -> None:
    reader = Reader(*THREE)
    reader.look()
    say_done(reader, 99)
    assert done(reader) == 12


@pytest.mark.parametrize("value", ["", "x", "-1", "1.5"])
def test_what_is_not_a_row_changes_nothing(value: str) -> None:
    reader = Reader(*THREE)
    say_done_now = f"{reader.here}sheet/done/"
    reader.look()
    fields = {**Form(reader.page, "/sheet/done/").fields, "done": value}
    response = reader.client.post(say_done_now, fields)
    assert response.status_code == 422
    assert "Enter the number of a row." in words_of(response)
    assert done(reader) == 0


def test_it_is_not_changed_on_a_page_that_is_out_of_date() -> None:
    reader = Reader(*THREE)
    reader.look()
    before = reader.page
    reader.record(**reader.button("until", "(row 2)"))
    reader.page = before
    assert say_done(reader, 0).status_code == 409
    assert done(reader) == 2


def test_it_is_not_changed_for_a_photo_that_was_replaced() -> None:
    reader = Reader(*THREE)
    reader.look()
    before = reader.page
    keep(reader.scorer, [GARDE])
    reader.page = before
    assert say_done(reader, 1).status_code == 409
    assert [sheet.done for sheet in SessionSheet.objects.all()] == [0]


# Later pages


def test_a_later_page_is_read_after_the_first_was_recorded_and_its_photo_deleted() -> None:
    scorer = Scorer()
    first, second = pages_of(BLANK, HANDS)
    reader = photograph(scorer, [first])
    reader.look()
    reader.record()
    assert len(reader.calls) == FIRST
    PhotographedPage.objects.all().delete()
    photograph(scorer, [second])
    assert "Record 3 hands" in reader.look()
    reader.record()
    assert reader.calls[FIRST:] == ["garde", "prise", "passed"]


def test_a_later_page_of_a_sessions_own_sheet_continues_after_its_hands() -> None:
    scorer = Scorer()
    play(scorer, HANDS[: FIRST + 2])
    assert next_row(photograph(scorer, pages_of(own(scorer, BLANK), HANDS)[1:])) == FIRST + 3


def test_a_later_page_waits_for_the_first_or_until_somebody_says_that_it_is_done() -> None:
    scorer = Scorer()
    play(scorer, HANDS[:FIRST])
    reader = photograph(scorer, pages_of(BLANK, [*HANDS[:FIRST], PRISE, GARDE, PASSED])[1:])
    assert next_row(reader) == 0
    page = browser(scorer).get(f"/s/{scorer.session.public_id}/sheet/")
    assert "Missing: page 1." in words_of(page)
    reader.page = page
    assert say_done(reader, FIRST).headers["Location"] == reader.here
    assert next_row(reader) == FIRST + 1
    assert "Record 3 hands" in reader.look()


def test_carried_totals_that_differ_from_the_session_are_asked_about() -> None:
    """Anne has 1020 after eighteen hands: six times 198 − 28."""
    scorer = Scorer()
    play(scorer, HANDS[:FIRST])
    page = pages_of(own(scorer, BLANK), HANDS)[1]
    carried = {**page.seen.carried, 0: number(1030, 4, signed=True)}
    words = photograph(scorer, [replace(page, seen=replace(page.seen, carried=carried))]).look()
    assert "Row 19 on the sheet: what does it say?" in words
    assert "Carried over to this page: 1030 for Anne. Here, the total is 1020." in words


def test_a_page_of_another_copy_of_a_blank_sheet_is_asked_about() -> None:
    """Its hands are sure in themselves, but the totals carried over are those of other hands."""
    scorer = Scorer()
    (first, _), (_, second) = pages_of(BLANK, HANDS), pages_of(BLANK, [PASSED, *HANDS[1:]])
    reader = photograph(scorer, [first, second])
    assert f"Record {FIRST} hands" in reader.look()
    words = reader.record()
    assert "Row 19 on the sheet: what does it say?" in words
    assert "Carried over to this page: 822 for Anne. Here, the total is 1020." in words


# A sheet whose totals begin at 0 again


def test_a_sheet_whose_totals_begin_at_0_again_is_added_to_the_session() -> None:
    """GARDE and PRISE come to (170, 18, −94, −94), before the sheet and on it."""
    scorer = Scorer()
    play(scorer, [GARDE, PRISE])
    reader = photograph(scorer, pages_of(CODE, [GARDE, PASSED, PRISE]))
    words = reader.look()
    assert words.count(ANEW) == 1
    assert "Record 3 hands" in words
    words = reader.record(**reader.button("until", "(row 1)"))
    assert "Record 2 hands" in words
    reader.record()
    assert fresh(scorer.session).totals == (340, 36, -188, -188)


def test_a_sheet_whose_totals_continue_is_not_said_to_begin_at_0_again() -> None:
    scorer = Scorer()
    play(scorer, [GARDE, PRISE])
    (page,) = pages_of(CODE, (GARDE, PRISE, GARDE, PASSED))
    page = replace(page, seen=replace(page.seen, rows=(*page.seen.rows[2:], *page.seen.rows[-2:])))
    words = photograph(scorer, [page]).look()
    assert "Record 2 hands" in words
    assert ANEW not in words
