"""Keeping the photographed pages of a sheet for as long as they are needed, and reading them back.

A browser keeps the pages of one sheet that has no session yet; a new sheet replaces them. The same is true of a
session.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from urllib.parse import urlencode

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.models import Club
from scorekeeper.play.ledger import session_ledger
from scorekeeper.play.models import PhotographedPage, PhotographedPageQuerySet, Session
from scorekeeper.printing.marked_sheets.code import SheetCode
from scorekeeper.reading import progress
from scorekeeper.reading.observations import RowSeen, totals_as_json, totals_of_json
from scorekeeper.reading.sheet.layouts import layout_of, readable
from scorekeeper.reading.sheet.seen_sheet import SeenPage, SeenSheet, same_sheet

SHEETS_AT_HAND = 20
"""How many sheets are cached as they were read, so that a page needn't read its rows again."""


@dataclass(frozen=True, kw_only=True)
class NewPage:
    """A page that was just read, with a JPEG of its flattened picture."""

    seen: SeenPage
    image: bytes


# Writes


@transaction.atomic(durable=True)
def keep(pages: Sequence[NewPage], *, device: str, club: Club | None, session: Session | None) -> None:
    """Keep pages of one sheet; they replace older photos of the same pages and all pages of other sheets."""
    _lock(session)
    code, numbers = pages[0].seen.code, {page.seen.code.page for page in pages}
    _make_room(_pages(session, device), code, numbers)
    PhotographedPage.objects.bulk_create(
        PhotographedPage(
            club=club if session is None else session.club,
            session=session,
            device=device,
            number=page.seen.code.page,
            code=page.seen.code.written(),
            first_row=page.seen.first_row,
            rows=[row.as_json() for row in page.seen.rows],
            carried=totals_as_json(page.seen.carried),
            image=page.image,
        )
        for page in pages
    )
    if session is not None:
        _photographed(session, code)


@transaction.atomic(durable=True)
def hand_over(device: str, session: Session) -> None:
    """Give a session the pages that a browser sent without one; they replace others as with `keep`."""
    _lock(session)
    pages = _pages(None, device).kept()
    codes = [SheetCode.parse(code) for code in pages.values_list("code", flat=True)]
    if codes:
        _make_room(_pages(session, device), codes[0], {code.page for code in codes})
        pages.update(session=session, club=session.club)
        _photographed(session, codes[0])


def _photographed(session: Session, code: SheetCode) -> None:
    """Save where a sheet continues that was just photographed, and whether all its hands are recorded already."""
    progress.photographed(session, code)
    now = Session.objects.get(pk=session.pk)
    sheet = sheet_of(now)
    if sheet is not None and not sheet.written_rows(_done(now, code)):
        set_finished(session, sheet)


def set_finished(session: Session, sheet: SeenSheet) -> None:
    """Save that no row of these pages is waiting; they are then kept only while their last hand can be undone."""
    session.photographed_pages.filter(first_row__lte=sheet.numbers[-1]).update(recorded_at=timezone.now())


def throw_away_of_device(device: str) -> None:
    """Delete the pages of a browser that have no session."""
    _pages(None, device).delete()


def _lock(session: Session | None) -> None:
    if session is not None:
        Session.objects.select_for_update(no_key=True).only("pk").get(pk=session.pk)


def _make_room(before: PhotographedPageQuerySet, code: SheetCode, numbers: Collection[int]) -> None:
    """Delete the earlier pages that are of another sheet, or older photos of the new pages."""
    gone = [
        page.pk
        for page in before.only("number", "code")
        if page.number in numbers or not same_sheet(SheetCode.parse(page.code), code)
    ]
    PhotographedPage.objects.filter(pk__in=gone).delete()


# Queries


def sheet_of(session: Session) -> SeenSheet | None:
    """Return the photographed sheet of a session, or None if there is none.

    It begins with the first page, or a later one if the rows before it are done, and ends before the next missing page.
    Use `SeenSheet.hands` with the state and totals of the session.
    """
    sheet = seen_of(session, "")
    return sheet if sheet is not None and sheet.before <= _done(session, sheet.code) else None


def seen_of(session: Session | None, device: str) -> SeenSheet | None:
    """Return the sheet of a session or a browser, beginning with the first page that was photographed."""
    return _sheet(_pages(session, device).kept())


def sheet_of_device(device: str) -> SeenSheet | None:
    """Return the sheet that a browser photographed and that has no session yet, or None."""
    sheet = seen_of(None, device)
    return None if sheet is None or sheet.before else sheet


def session_of_last_photo(device: str) -> Session | None:
    """Return the session of the last photo that a browser sent; None if the photo has none or is gone."""
    last = PhotographedPage.objects.kept().filter(device=device).select_related("session").order_by("-pk").first()
    return last.session if last else None


def page_with(session: Session, row: int) -> PhotographedPage | None:
    """Return the page of a session that has this row, counted from 1; None if there is none that can be read."""
    pages = PhotographedPage.objects.kept().filter(session=session, first_row__lte=row)
    page = pages.order_by("-first_row", "-pk").first()
    if page is None or row >= page.first_row + len(page.rows) or readable(page.code) is None:
        return None
    return page


def picture_url(session: Session, row: int, *, doubt: Sequence[str] = ()) -> str:
    """Return the URL of the picture of a row, counted from 1; the boxes of the fields in `doubt` are framed."""
    url = reverse("row_picture", args=[session.public_id, row])
    return f"{url}?{urlencode({'doubt': ','.join(doubt)})}" if doubt else url


@dataclass(frozen=True, kw_only=True)
class PagesHere:
    """The pages of a sheet that are kept: `code` is that of one of them, `numbers` are those of all.

    `missing` are the numbers of other pages with rows that aren't done. The rows up to `done` are. `photo` says which
    photos these are.
    """

    code: SheetCode
    numbers: Sequence[int]
    missing: Sequence[int]
    done: int
    photo: str

    @property
    def can_be_read(self) -> bool:
        """Whether no earlier page is missing."""
        return not any(number < self.numbers[0] for number in self.missing)


def pages_here(session: Session | None, device: str) -> PagesHere | None:
    """Return the pages of a session or, without one, of a browser; None if there are none."""
    sheet = seen_of(session, device)
    if sheet is None:
        return None
    numbers = sorted(set(_pages(session, device).kept().values_list("number", flat=True)))
    done = 0 if session is None else _done(session, sheet.code)
    missing = [
        page.number
        for page in layout_of(sheet.code).pages
        if page.number not in numbers and page.rows[-1].number > done
    ]
    return PagesHere(code=sheet.code, numbers=numbers, missing=missing, done=done, photo=sheet.photo)


def _done(session: Session, code: SheetCode) -> int:
    return progress.rows_done(progress.known_of(session, code), session_ledger(session))


def _pages(session: Session | None, device: str) -> PhotographedPageQuerySet:
    """Return the pages of a session or, without one, those of a browser."""
    if session is None:
        return PhotographedPage.objects.filter(device=device, session=None)
    return PhotographedPage.objects.filter(session=session)


def _sheet(pages: PhotographedPageQuerySet) -> SeenSheet | None:
    latest = {number: (pk, at) for number, pk, at in pages.order_by("pk").values_list("number", "pk", "created_at")}
    if not latest:
        return None
    in_order: list[tuple[int, datetime]] = []
    first = min(latest)
    while first + len(in_order) in latest:
        in_order.append(latest[first + len(in_order)])
    return _sheet_of_pages(tuple(in_order))


@lru_cache(maxsize=SHEETS_AT_HAND)
def _sheet_of_pages(keys: tuple[tuple[int, datetime], ...]) -> SeenSheet | None:
    """Return the sheet of these pages; None if one was just deleted, or can't be read any more since the rules changed.

    Cached, because every hand asks for it again.
    """
    columns = ("code", "first_row", "rows", "carried")
    by_key = PhotographedPage.objects.only(*columns).in_bulk([pk for pk, _at in keys])
    codes = {pk: code for pk, page in by_key.items() if (code := readable(page.code))}
    if len(codes) < len(keys):
        return None
    return SeenSheet(
        photo="".join(f"{pk}," for pk, _at in keys),
        pages=tuple(
            SeenPage(
                code=codes[pk],
                first_row=by_key[pk].first_row,
                rows=tuple(map(RowSeen.from_json, by_key[pk].rows)),
                carried=totals_of_json(by_key[pk].carried),
            )
            for pk, _at in keys
        ),
    )
