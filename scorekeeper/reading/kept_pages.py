"""Keeping the photographed pages of a sheet for as long as they are needed, and reading them back.

A browser keeps the pages of one sheet that has no session yet; a new sheet replaces them. The same is true of a
session. New pages can be set aside until somebody confirms that they may replace the others.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache
from urllib.parse import urlencode

from django.db import transaction
from django.db.models import Min, Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.models import Club
from scorekeeper.database import quick_reads
from scorekeeper.play.models import Session
from scorekeeper.printing.marked_sheets.code import SheetCode
from scorekeeper.reading.models import PhotographedPage, SessionSheet
from scorekeeper.reading.observations import RowSeen, totals_as_json, totals_of_json
from scorekeeper.reading.sheet.layouts import layout_of
from scorekeeper.reading.sheet.seen_sheet import SeenPage, SeenSheet, same_sheet

KEPT = timedelta(days=1)
"""The longest that a page is kept."""
UNDO = timedelta(minutes=10)
"""How long a page is kept after its last hand was recorded; if that hand is undone meanwhile, its row waits again."""
SHEETS_AT_HAND = 20
"""How many sheets are cached as they were read, so that a page needn't read its rows again."""


@dataclass(frozen=True, kw_only=True)
class NewPage:
    """A page that was just read, with a JPEG of its flattened picture."""

    seen: SeenPage
    image: bytes


# Writes


@transaction.atomic(durable=True)
def keep(
    pages: Sequence[NewPage],
    *,
    device: str,
    club: Club | None,
    session: Session | None,
    set_aside: bool = False,
    copy: bool = False,
) -> None:
    """Keep pages of one sheet; they replace older photos of the same pages and all pages of other sheets.

    Pages to `set_aside` replace only those that were set aside before; `use_set_aside` does the rest. Pages of another
    `copy` of a blank sheet, which has the same code, replace all.
    """
    _lock(session)
    code, numbers = pages[0].seen.code, {page.seen.code.page for page in pages}
    _make_room(_pages(session, device).filter(set_aside=set_aside), code, numbers, copy=copy)
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
            set_aside=set_aside,
        )
        for page in pages
    )
    if not set_aside:
        _remember(session, code)


@transaction.atomic(durable=True)
def use_set_aside(session: Session | None, device: str) -> None:
    """Replace the pages with those that were set aside, if there are any."""
    _lock(session)
    pages = _pages(session, device)
    aside = pages.filter(set_aside=True).first()
    if aside is not None:
        pages.filter(set_aside=False).delete()
        pages.update(set_aside=False)
        _remember(session, SheetCode.parse(aside.code))


def drop_set_aside(session: Session | None, device: str) -> None:
    """Delete the pages that were set aside."""
    _pages(session, device).filter(set_aside=True).delete()


@transaction.atomic(durable=True)
def hand_over(
    device: str, session: Session, *, was_set_aside: bool = False, set_aside: bool = False, copy: bool = False
) -> None:
    """Give a session the pages that a browser sent without one; they replace others as with `keep`.

    They are the pages that the browser uses or, if `was_set_aside`, the others.
    """
    _lock(session)
    pages = _kept(_pages(None, device), set_aside=was_set_aside)
    codes = [SheetCode.parse(code) for code in pages.values_list("code", flat=True)]
    if codes:
        before = _pages(session, device).filter(set_aside=set_aside)
        _make_room(before, codes[0], {code.page for code in codes}, copy=copy)
        pages.update(session=session, club=session.club, set_aside=set_aside)
        if not set_aside:
            _remember(session, codes[0])


def finish(session: Session) -> None:
    """Note that no row of the sheet is waiting; its pages are then kept only while its last hand can be undone."""
    PhotographedPage.objects.filter(session=session, set_aside=False).update(recorded_at=timezone.now())


def throw_away(session: Session) -> None:
    """Delete the pages of a session."""
    PhotographedPage.objects.filter(session=session).delete()


def throw_away_of_device(device: str) -> None:
    """Delete the pages of a browser that have no session; use those that were set aside."""
    pages = _pages(None, device)
    pages.filter(set_aside=False).delete()
    pages.update(set_aside=False)


def erase_expired() -> int:
    """Delete the pages that have been kept long enough; return how many."""
    deleted, _by_model = PhotographedPage.objects.exclude(_still_kept()).delete()
    return deleted


def _lock(session: Session | None) -> None:
    if session is not None:
        Session.objects.select_for_update(no_key=True).only("pk").get(pk=session.pk)


def _make_room(before: QuerySet[PhotographedPage], code: SheetCode, numbers: Collection[int], *, copy: bool) -> None:
    """Delete the earlier pages that are of another sheet or `copy`, or older photos of the new pages."""
    gone = [
        page.pk
        for page in before.only("number", "code")
        if copy or page.number in numbers or not same_sheet(SheetCode.parse(page.code), code)
    ]
    PhotographedPage.objects.filter(pk__in=gone).delete()


def _remember(session: Session | None, code: SheetCode) -> None:
    if session is not None:
        SessionSheet.objects.get_or_create(session=session, code=_of_first_page(code))


@transaction.atomic(durable=True)
def begin(session: Session, code: SheetCode, *, after: int, at_0: bool) -> None:
    """Save that a sheet begins after a hand of a session, and whether its totals begin `at_0` there.

    Any other sheet that began there was never recorded, since there is no hand between the two.
    """
    _lock(session)
    for known in SessionSheet.objects.filter(session=session):
        is_it = at_0 and known.code == _of_first_page(code)
        restarts = [*(one for one in known.restarts if one != after), *([after] if is_it else [])]
        if restarts != known.restarts:
            known.restarts = restarts
            known.save(update_fields=["restarts"])


# Queries

# Raw SQL, since the first runs with every hand that is recorded at the table, and the second with every table rendered.
_OF_SESSION = f"SELECT 1 FROM {PhotographedPage._meta.db_table} WHERE session_id = %s"  # noqa: S608 - our own name
HAS_PHOTOS = f"{_OF_SESSION} LIMIT 1"
HAS_UNRECORDED_PAGES = f"{_OF_SESSION} AND NOT set_aside AND recorded_at IS NULL LIMIT 1"


def has_photos(session: Session) -> bool:
    """Return whether a session has photographed pages, including expired ones that are still to be deleted."""
    return bool(quick_reads.rows(HAS_PHOTOS, [session.pk]))


def has_unrecorded_pages(session: Session) -> bool:
    """Return whether rows may wait on photographed pages of a session, including expired ones."""
    return bool(quick_reads.rows(HAS_UNRECORDED_PAGES, [session.pk]))


def restarts(session: Session) -> list[int]:
    """Return the numbers of the hands after which a sheet begins whose totals begin at 0 again."""
    of_sheets = SessionSheet.objects.filter(session=session).values_list("restarts", flat=True)
    return sorted({number for numbers in of_sheets for number in numbers})


def session_sheet(session: Session, code: SheetCode) -> QuerySet[SessionSheet]:
    """Return what is known of a sheet that was photographed for a session, as a query for at most one row."""
    return SessionSheet.objects.filter(session=session, code=_of_first_page(code))


def rows_done(session: Session, code: SheetCode) -> int:
    """Return how many rows of a sheet are on pages that aren't needed any more, from the first row on."""
    return session_sheet(session, code).values_list("done", flat=True).first() or 0


def sheet_of(session: Session) -> SeenSheet | None:
    """Return the photographed sheet of a session, or None if there is none.

    It begins with the first page, or a later one if nothing waits on those before it, and ends before the next missing
    page. Use `SeenSheet.hands` with the state and totals of the session.
    """
    sheet = seen_of(session, "")
    return sheet if sheet is not None and sheet.before <= rows_done(session, sheet.code) else None


def seen_of(session: Session | None, device: str, *, set_aside: bool = False) -> SeenSheet | None:
    """Return the sheet of a session or a browser, beginning with the first page that was photographed."""
    return _sheet(_kept(_pages(session, device), set_aside=set_aside))


def sheet_of_device(device: str) -> SeenSheet | None:
    """Return the sheet that a browser photographed and that has no session yet, or None."""
    sheet = seen_of(None, device)
    return None if sheet is None or sheet.before else sheet


def taken_at(session: Session) -> datetime | None:
    """Return when the earliest of a session's pages was photographed; None if it has none."""
    taken: datetime | None = _kept(_pages(session, "")).aggregate(Min("created_at"))["created_at__min"]
    return taken


def session_of_last_photo(device: str) -> Session | None:
    """Return the session of the last photo that a browser sent; None if the photo has none or is gone."""
    last = _kept(PhotographedPage.objects.filter(device=device)).select_related("session").order_by("-pk").first()
    return last.session if last else None


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
    """The pages of a sheet that are kept: `code` is that of one of them, `numbers` are those of all.

    `missing` are the numbers of other pages that may have waiting hands. `set_aside` is whether these pages are.
    """

    code: SheetCode
    numbers: Sequence[int]
    missing: Sequence[int]
    set_aside: bool

    @property
    def can_be_read(self) -> bool:
        """Whether no earlier page is missing."""
        return not any(number < self.numbers[0] for number in self.missing)


def pages_here(session: Session | None, device: str, *, set_aside: bool = False) -> PagesHere | None:
    """Return the pages of a session or, without one, of a browser; None if there are none or no row waits."""
    kept = _kept(_pages(session, device), set_aside=set_aside).order_by("number")
    rows = list(kept.values_list("number", "code", "recorded_at"))
    if all(recorded_at for _number, _code, recorded_at in rows):
        return None
    code, numbers = SheetCode.parse(rows[0][1]), sorted({number for number, _code, _at in rows})
    done = 0 if session is None else rows_done(session, code)
    missing = [
        page.number for page in layout_of(code).pages if page.number not in numbers and page.rows[-1].number > done
    ]
    return PagesHere(code=code, numbers=numbers, missing=missing, set_aside=set_aside)


def _pages(session: Session | None, device: str) -> QuerySet[PhotographedPage]:
    """Return the pages of a session or, without one, those of a browser."""
    if session is None:
        return PhotographedPage.objects.filter(device=device, session=None)
    return PhotographedPage.objects.filter(session=session)


def _still_kept() -> Q:
    now = timezone.now()
    not_long_recorded = Q(recorded_at=None) | Q(recorded_at__gt=now - UNDO)
    return Q(created_at__gt=now - KEPT) & not_long_recorded


def _kept(pages: QuerySet[PhotographedPage], *, set_aside: bool = False) -> QuerySet[PhotographedPage]:
    return pages.filter(_still_kept(), set_aside=set_aside)


def _of_first_page(code: SheetCode) -> str:
    return replace(code, page=1).written()


def _sheet(pages: QuerySet[PhotographedPage]) -> SeenSheet | None:
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
    """Return the sheet of these pages; None if one was just deleted. Cached, because every hand asks for it again."""
    columns = ("code", "first_row", "rows", "carried")
    by_key = PhotographedPage.objects.only(*columns).in_bulk([pk for pk, _at in keys])
    if len(by_key) < len(keys):
        return None
    return SeenSheet(
        photo="".join(f"{pk}," for pk, _at in keys),
        pages=tuple(
            SeenPage(
                code=SheetCode.parse(by_key[pk].code),
                first_row=by_key[pk].first_row,
                rows=tuple(map(RowSeen.of_json, by_key[pk].rows)),
                carried=totals_of_json(by_key[pk].carried),
            )
            for pk, _at in keys
        ),
    )
