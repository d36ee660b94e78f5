"""Keeping the photographed pages of a sheet for as long as they are needed, and reading them back.

The pages of a browser that have no session yet are those of one sheet: another sheet takes their place. The same is
true of the pages of a session.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from urllib.parse import urlencode

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.models import Club
from scorekeeper.play.models import Session
from scorekeeper.printing.marked_sheets.code import SheetCode
from scorekeeper.reading.models import PhotographedPage
from scorekeeper.reading.seen import RowSeen
from scorekeeper.reading.sheets import SeenPage, SeenSheet, same_sheet
from scorekeeper.web.club_scope import every_club

KEPT = timedelta(days=1)
"""How long a page is kept at most."""
SHEETS_AT_HAND = 20


@dataclass(frozen=True, kw_only=True)
class NewPage:
    """A page that was just seen, with the JPEG of its flattened picture."""

    seen: SeenPage
    image: bytes


# Writes


@transaction.atomic(durable=True)
def keep(pages: Sequence[NewPage], *, device: str, club: Club | None, session: Session | None) -> None:
    """Keep pages of one sheet, in place of older photos of the same pages and of all pages of other sheets."""
    if session is None:
        before = _of_device(device)
    else:
        Session.objects.select_for_update(no_key=True).only("pk").get(pk=session.pk)
        before = PhotographedPage.objects.filter(session=session)
    code, numbers = pages[0].seen.code, {page.seen.code.page for page in pages}
    older = list(before.only("number", "code", "left_out", "recorded"))
    others = [page for page in older if not same_sheet(SheetCode.parse(page.code), code)]
    retaken = [page for page in older if page.number in numbers and page not in others]
    PhotographedPage.objects.filter(pk__in=[page.pk for page in (*others, *retaken)]).delete()
    done = {page.number: (page.left_out, page.recorded) for page in retaken}
    PhotographedPage.objects.bulk_create(
        PhotographedPage(
            club=club if session is None else session.club,
            session=session,
            device=device,
            number=page.seen.code.page,
            code=page.seen.code.written(),
            first_row=page.seen.first_row,
            rows=[row.as_json() for row in page.seen.rows],
            left_out=left_out,
            recorded=recorded,
            image=page.image,
        )
        for page in pages
        for left_out, recorded in [done.get(page.seen.code.page, ([], []))]
    )


@transaction.atomic(durable=True)
def hand_over(device: str, session: Session) -> None:
    """Give the pages that a browser has without a session to a session, in place of those that it has."""
    pages = _of_device(device)
    if pages.exists():
        PhotographedPage.objects.filter(session=session).delete()
        pages.update(session=session, club=session.club)


def throw_away(session: Session) -> None:
    """Delete the pages of a session."""
    PhotographedPage.objects.filter(session=session).delete()


def throw_away_of_device(device: str) -> None:
    """Delete the pages of a browser that have no session."""
    _of_device(device).delete()


@every_club()
def erase_expired() -> int:
    """Delete the pages that have been kept long enough; return how many."""
    deleted, _by_model = PhotographedPage.objects.filter(created_at__lte=timezone.now() - KEPT).delete()
    return deleted


# Queries


def sheet_of(session: Session) -> SeenSheet | None:
    """Return the photographed sheet of a session, or None if there is none.

    It ends before the first page that is missing. Use `SeenSheet.hands` with the state and totals of the session.
    """
    return _sheet(PhotographedPage.objects.filter(session=session))


def sheet_of_device(device: str) -> SeenSheet | None:
    """Return the sheet that a browser photographed and that has no session yet, or None."""
    return _sheet(_of_device(device))


def page_with(session: Session, row: int) -> PhotographedPage | None:
    """Return the page of a session that has this row, counted from 1; None if it was not photographed."""
    pages = _kept(PhotographedPage.objects.filter(session=session, first_row__lte=row))
    page = pages.order_by("-first_row", "-pk").first()
    return page if page is not None and row < page.first_row + len(page.rows) else None


def picture_url(session: Session, row: int, *, doubt: Sequence[str] = ()) -> str:
    """Return the URL of the picture of a row, counted from 1; the boxes of the fields in `doubt` are framed."""
    url = reverse("row_picture", args=[session.public_id, row])
    return f"{url}?{urlencode({'doubt': ','.join(doubt)})}" if doubt else url


@dataclass(frozen=True, kw_only=True)
class PagesHere:
    """The pages of a sheet that are kept: `code` is that of one of them, `numbers` are those of all."""

    code: SheetCode
    numbers: Sequence[int]

    @property
    def missing(self) -> list[int]:
        """The numbers of the pages that were not photographed."""
        return [number for number in range(1, self.code.pages + 1) if number not in self.numbers]


def pages_here(session: Session | None, device: str) -> PagesHere | None:
    """Return the pages that a session has or, without one, a browser; None if there are none."""
    pages = _of_device(device) if session is None else PhotographedPage.objects.filter(session=session)
    rows = list(_kept(pages).order_by("number").values_list("number", "code"))
    if not rows:
        return None
    return PagesHere(code=SheetCode.parse(rows[0][1]), numbers=sorted({number for number, _code in rows}))


def _of_device(device: str) -> QuerySet[PhotographedPage]:
    return PhotographedPage.objects.filter(device=device, session=None)


def _kept(pages: QuerySet[PhotographedPage]) -> QuerySet[PhotographedPage]:
    return pages.filter(created_at__gt=timezone.now() - KEPT)


def _sheet(pages: QuerySet[PhotographedPage]) -> SeenSheet | None:
    latest = {
        number: (pk, at) for number, pk, at in _kept(pages).order_by("pk").values_list("number", "pk", "created_at")
    }
    in_order: list[tuple[int, datetime]] = []
    while len(in_order) + 1 in latest:
        in_order.append(latest[len(in_order) + 1])
    return _sheet_of_pages(tuple(in_order)) if in_order else None


@lru_cache(maxsize=SHEETS_AT_HAND)
def _sheet_of_pages(keys: tuple[tuple[int, datetime], ...]) -> SeenSheet | None:
    """Return the sheet of these pages, None if one was deleted just now. Cached: every hand asks for it again."""
    by_key = PhotographedPage.objects.only("code", "first_row", "rows").in_bulk([pk for pk, _at in keys])
    if len(by_key) < len(keys):
        return None
    return SeenSheet(
        pages=tuple(
            SeenPage(
                code=SheetCode.parse(by_key[pk].code),
                first_row=by_key[pk].first_row,
                rows=tuple(map(RowSeen.of_json, by_key[pk].rows)),
            )
            for pk, _at in keys
        )
    )
