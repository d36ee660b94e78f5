"""How long the photographed pages of a sheet are kept, whom they belong to, and what is read back from them."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from scorekeeper.play import recording
from scorekeeper.play.models import PHOTO_KEPT, PHOTO_KEPT_FOR_UNDO, PhotographedPage, Session
from scorekeeper.play.recording.write import Write
from scorekeeper.reading import kept_pages
from scorekeeper.reading.observations import DigitSeen, NumberSeen, RowSeen, TickSeen
from scorekeeper.reading.transcript.waiting_rows import waiting_now
from tests.play.browsers import browser
from tests.play.tables import GARDE, PASSED, Scorer, device, token
from tests.reading.pages import CODE, pages_of

pytestmark = pytest.mark.django_db

LONG = replace(CODE, rows=72)
"""A sheet of several pages."""


def keep(scorer: Scorer, *hands: dict[str, Any], **changes: Any) -> None:
    pages = pages_of(replace(CODE, session=scorer.session.public_id), hands)
    arguments = {"device": scorer.access.device, "club": None, "session": scorer.session, **changes}
    kept_pages.keep(pages, **arguments)


def kept() -> list[tuple[int, Session | None]]:
    return [(page.number, page.session) for page in PhotographedPage.objects.order_by("number", "pk")]


def test_a_row_is_read_back_as_it_was_seen() -> None:
    digits = (0.25, 0.5, *(0.0,) * 7, 0.125)
    seen = RowSeen(
        ticks={("call", "garde"): TickSeen(ticked=0.75, astray=True), ("taker", "0"): TickSeen(ticked=0.0)},
        numbers={"points": NumberSeen(places=(DigitSeen(empty=0.125, digits=digits, astray=True),))},
        totals={3: NumberSeen(places=(DigitSeen(empty=1.0, digits=(0.0,) * 10),), minus=0.5)},
        in_words=TickSeen(ticked=1.0),
    )
    assert RowSeen.from_json(seen.as_json()) == seen


def test_a_kept_sheet_gives_the_hands_on_it() -> None:
    scorer = Scorer()
    keep(scorer, GARDE, PASSED)
    sheet = kept_pages.sheet_of(scorer.session)
    assert sheet is not None
    assert [(hand.row, hand.raw, hand.asked) for hand in sheet.hands()] == [(0, GARDE, False), (1, PASSED, False)]


def test_without_a_photo_there_is_no_sheet() -> None:
    assert kept_pages.sheet_of(Scorer().session) is None


def test_the_sheet_ends_before_the_first_page_that_is_missing() -> None:
    pages, scorer = pages_of(LONG, [GARDE]), Scorer()
    assert len(pages) == 5
    where: dict[str, Any] = {"device": "d", "club": None, "session": scorer.session}
    kept_pages.keep(pages[1:2], **where)
    assert kept_pages.sheet_of(scorer.session) is None
    kept_pages.keep([pages[0], *pages[3:]], **where)
    sheet = kept_pages.sheet_of(scorer.session)
    assert sheet is not None
    assert [page.code.page for page in sheet.pages] == [1, 2]


def test_another_sheet_replaces_the_first() -> None:
    scorer = Scorer()
    keep(scorer, GARDE)
    kept_pages.keep(pages_of(replace(CODE, rows=10), []), device="d", club=None, session=scorer.session)
    assert [page.code for page in PhotographedPage.objects.all()] == [replace(CODE, rows=10).written()]


def test_pages_without_a_session_belong_to_the_browser_until_it_has_one() -> None:
    scorer, other = Scorer(), device()
    keep(scorer, GARDE, session=None)
    keep(scorer, GARDE, session=None, device=other)
    assert kept_pages.sheet_of(scorer.session) is None
    kept_pages.hand_over(scorer.access.device, scorer.session)
    assert kept() == [(1, scorer.session), (1, None)]
    assert kept_pages.sheet_of_device(scorer.access.device) is None
    assert kept_pages.sheet_of_device(other) is not None
    kept_pages.throw_away_of_device(other)
    assert kept() == [(1, scorer.session)]


def close(scorer: Scorer) -> None:
    scorer.close()


def throw_away(scorer: Scorer) -> None:
    scorer.session.photographed_pages.all().delete()


@pytest.mark.parametrize("end", [close, throw_away])
def test_a_photo_is_deleted_with_its_session(end: Any) -> None:
    scorer, other = Scorer(), Scorer()
    scorer.record()
    keep(scorer, GARDE)
    keep(other, GARDE)
    end(scorer)
    assert kept() == [(1, other.session)]


def test_the_rows_of_a_session_that_was_deleted_and_restored_still_wait() -> None:
    scorer = Scorer()
    keep(scorer, GARDE)
    recording.delete(Write(scorer.session, **scorer.now({})))
    recording.undelete(Write(scorer.session, **scorer.now({})))
    assert [draft.row for draft in waiting_now(scorer.session).drafts] == [1]


def test_a_photo_is_deleted_after_a_day() -> None:
    scorer = Scorer()
    keep(scorer, GARDE)
    keep(scorer, GARDE, session=None)
    PhotographedPage.objects.update(created_at=timezone.now() - PHOTO_KEPT + timedelta(minutes=1))
    call_command("erasedeleted")
    assert len(kept()) == 2
    PhotographedPage.objects.update(created_at=timezone.now() - PHOTO_KEPT)
    assert kept_pages.sheet_of(scorer.session) is None
    assert kept_pages.sheet_of_device(scorer.access.device) is None
    call_command("erasedeleted")
    assert kept() == []


def test_a_page_is_kept_until_the_page_before_it_is_photographed() -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    pages = pages_of(replace(LONG, session=scorer.session.public_id), [GARDE])
    kept_pages.keep([pages[0], pages[2]], device=scorer.access.device, club=None, session=scorer.session)
    PhotographedPage.objects.exclude(recorded_at=None).update(recorded_at=timezone.now() - PHOTO_KEPT_FOR_UNDO)
    call_command("erasedeleted")
    assert kept() == [(3, scorer.session)]


@pytest.mark.parametrize("change", [{"rules": "gone"}, {"options": {"gone": True}}, {"page": 2}])
def test_a_page_whose_rules_have_changed_is_no_longer_read(change: dict[str, Any]) -> None:
    scorer = Scorer()
    keep(scorer, GARDE, PASSED)
    page = PhotographedPage.objects.get()
    assert kept_pages.page_with(scorer.session, 1) == page
    code = replace(CODE, session=scorer.session.public_id, **change)
    PhotographedPage.objects.update(code=code.written(), created_at=timezone.now())
    assert kept_pages.sheet_of(scorer.session) is None
    assert kept_pages.pages_here(scorer.session, "") is None
    assert kept_pages.page_with(scorer.session, 1) is None
    client = browser(scorer)
    for name, arguments in (("row_picture", [1]), ("row_heads", []), ("type", []), ("session_sheet", [])):
        answer = client.get(reverse(name, args=[scorer.session.public_id, *arguments]))
        assert answer.status_code == (404 if name.startswith("row_") else 200), name
    recording.close(Write(scorer.session, scorer.access, scorer.session.revision, token()))
