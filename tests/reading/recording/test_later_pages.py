"""A later page of a sheet, photographed after the hands of the earlier pages were recorded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from django.urls import reverse

from scorekeeper.printing.marked_sheets.code import SheetCode
from scorekeeper.reading import kept_pages, waiting_rows
from scorekeeper.reading.kept_pages import NewPage
from scorekeeper.reading.models import PhotographedPage
from tests.play.browsers import browser, words_of
from tests.play.tables import Scorer
from tests.reading.decoder.rows import number
from tests.reading.pages import pages_of
from tests.reading.reader import PRISE, Reader
from tests.reading.two_pages import BLANK, FIRST, HANDS, play

pytestmark = pytest.mark.django_db

NO_HAND: Mapping[str, Any] = {}


def own(scorer: Scorer) -> SheetCode:
    return replace(BLANK, session=scorer.session.public_id)


def photograph(scorer: Scorer, *pages: NewPage) -> None:
    kept_pages.keep(pages, device=scorer.access.device, club=None, session=scorer.session)
    waiting_rows.match_recorded(scorer.session)


def next_row(scorer: Scorer) -> int:
    """Return the row that the typing page asks about or lists next; 0 if none waits."""
    reader = Reader(scorer=scorer)
    reader.look()
    return _row_of(reader)


def _row_of(reader: Reader) -> int:
    _before, found, after = reader.page.content.decode().partition('name="row" value="')
    return int(after.partition('"')[0]) if found else 0


def asks_for_page_1(scorer: Scorer) -> bool:
    page = browser(scorer).get(f"/s/{scorer.session.public_id}/sheet/")
    return "Missing: page 1." in words_of(page)


@pytest.mark.parametrize("code_of", [own, lambda _scorer: BLANK], ids=["its own", "blank"])
def test_a_later_page_is_read_after_the_first_was_recorded_and_its_photo_deleted(code_of: Any) -> None:
    scorer = Scorer()
    first, second = pages_of(code_of(scorer), HANDS)
    photograph(scorer, first)
    reader = Reader(scorer=scorer)
    reader.look()
    reader.record()
    assert len(reader.calls) == FIRST
    PhotographedPage.objects.all().delete()
    photograph(scorer, second)
    assert not asks_for_page_1(scorer)
    assert "Record 3 hands" in reader.look()
    assert _row_of(reader) == 19
    reader.record()
    assert reader.calls[FIRST:] == ["garde", "prise", "passed"]


def test_a_later_page_is_read_if_the_earlier_hands_were_recorded_at_the_table() -> None:
    scorer = Scorer()
    play(scorer, HANDS[:FIRST])
    photograph(scorer, pages_of(BLANK, HANDS)[1])
    assert next_row(scorer) == 19


def test_its_rows_that_were_recorded_at_the_table_do_not_wait() -> None:
    scorer = Scorer()
    play(scorer, HANDS[: FIRST + 2])
    photograph(scorer, pages_of(BLANK, HANDS)[1])
    assert next_row(scorer) == 21


@pytest.mark.parametrize("empty", [5, FIRST])
def test_earlier_rows_without_a_hand_are_recognised_by_the_carried_totals(empty: int) -> None:
    scorer = Scorer()
    hands = [*HANDS[: empty - 1], NO_HAND, *HANDS[empty - 1 :]]
    play(scorer, hands[:FIRST])
    photograph(scorer, pages_of(BLANK, hands)[1])
    assert next_row(scorer) == 19
    play(scorer, hands[FIRST : FIRST + 1])
    assert next_row(scorer) == 20, "the hand was recorded at the table, after the photo"
    photograph(scorer, pages_of(BLANK, hands)[1])
    assert next_row(scorer) == 20, "the photo was taken again"


@pytest.mark.parametrize("code_of", [own, lambda _scorer: BLANK], ids=["its own", "blank"])
def test_the_earlier_pages_are_asked_for_if_hands_are_missing(code_of: Any) -> None:
    scorer = Scorer()
    play(scorer, HANDS[: FIRST - 2])
    first, second = pages_of(code_of(scorer), HANDS)
    photograph(scorer, second)
    assert asks_for_page_1(scorer)
    assert next_row(scorer) == 0
    photograph(scorer, first)
    assert next_row(scorer) == FIRST - 1


def test_without_carried_totals_as_many_hands_as_rows_are_enough() -> None:
    scorer = Scorer()
    play(scorer, HANDS[: FIRST + 1])
    page = pages_of(BLANK, HANDS)[1]
    nothing = {seat: number(None, 4, signed=True) for seat in range(4)}
    photograph(scorer, replace(page, seen=replace(page.seen, carried=nothing)))
    assert next_row(scorer) == 20


def test_carried_totals_that_differ_from_the_session_are_asked_about() -> None:
    """Anne has 1020 after eighteen hands: six times 198 − 28."""
    scorer = Scorer()
    play(scorer, HANDS[:FIRST])
    page = pages_of(BLANK, HANDS)[1]
    carried = {**page.seen.carried, 0: number(1030, 4, signed=True)}
    photograph(scorer, replace(page, seen=replace(page.seen, carried=carried)))
    words = Reader(scorer=scorer).look()
    assert "Row 19 on the sheet: what does it say?" in words
    assert "Carried over to this page: 1030 for Anne. Here, the total is 1020." in words


def test_a_later_page_of_a_sheet_that_begins_at_0_again_continues_its_first_page() -> None:
    scorer = Scorer()
    play(scorer, [PRISE, PRISE])
    first, second = pages_of(BLANK, HANDS)
    photograph(scorer, first)
    reader = Reader(scorer=scorer)
    reader.look()
    reader.record()
    PhotographedPage.objects.all().delete()
    photograph(scorer, second)
    words = reader.look()
    assert "Record 3 hands" in words
    assert "Carried over to this page" not in words
    assert "and all match." in reader.record()
    photograph(scorer, second)
    assert next_row(scorer) == 0, "all of its hands are recorded"


def test_a_first_page_that_is_only_half_full_is_still_needed() -> None:
    scorer = Scorer()
    first, _second = pages_of(BLANK, HANDS[:5])
    photograph(scorer, first)
    reader = Reader(scorer=scorer)
    reader.look()
    reader.record()
    PhotographedPage.objects.all().delete()
    first, second = pages_of(BLANK, HANDS)
    photograph(scorer, second)
    assert asks_for_page_1(scorer)
    photograph(scorer, first)
    assert next_row(scorer) == 6


def test_rows_of_an_earlier_page_recorded_at_the_table_are_not_called_empty() -> None:
    scorer = Scorer()
    first, _empty = pages_of(BLANK, HANDS[:6])
    photograph(scorer, first)
    reader = Reader(scorer=scorer)
    reader.look()
    reader.record()
    scorer.session.refresh_from_db()
    play(scorer, HANDS[6:FIRST])
    _first, second = pages_of(BLANK, HANDS)
    photograph(scorer, second)
    words = reader.look()
    assert _row_of(reader) == FIRST + 1
    assert "were skipped" not in words


def test_the_photo_of_a_page_that_waits_for_another_can_be_discarded() -> None:
    scorer = Scorer()
    play(scorer, HANDS[:3])
    _first, second = pages_of(BLANK, HANDS)
    photograph(scorer, second)
    page = browser(scorer).get(f"/s/{scorer.session.public_id}/sheet/")
    throw_away = reverse("type_throw_away", args=[scorer.session.public_id])
    assert f'action="{throw_away}"' in page.content.decode()
    browser(scorer).post(throw_away)
    assert not PhotographedPage.objects.exists()
