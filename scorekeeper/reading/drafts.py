"""The hands of a session's photographed sheet that aren't recorded yet, for the page that types a paper list.

The next row is the first that holds a hand and from which none was recorded. Rows that are blank, or of which a person
said that they hold no hand, are skipped.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from math import inf
from typing import Any

from django.db import transaction

from games import registry
from games.notes import with_remarks
from games.scoring.types import Amounts
from games.ui.marked_sheet import MarkedSheet
from scorekeeper.play.errors import ConflictError, require_scorer
from scorekeeper.play.ledger import ledgers
from scorekeeper.play.ledger.ledgers import SessionLedger
from scorekeeper.play.models import Access, Session
from scorekeeper.play.screens.table_screen import IgnoredByCache
from scorekeeper.printing.marked_sheets.layout import marked_sheet
from scorekeeper.printing.transcript.sheet_drafts import SheetDraft, WaitingRows
from scorekeeper.reading import questions, services
from scorekeeper.reading.decoder.hands import ReadHand, read_hands
from scorekeeper.reading.models import PhotographedPage
from scorekeeper.reading.seen import NumberSeen, RowSeen
from scorekeeper.reading.sheets import SeenPage, SeenSheet

BLANK, CLEAR = 0.1, 0.5
"""A row is blank if no box has ink with more than the first probability; ink is clear from the second on."""

SHEETS_AT_HAND = 20


def waiting(session: Session, ledger: SessionLedger, offsets: Amounts) -> WaitingRows:
    """Return the rows of a session's sheet that aren't recorded; none if there is no photo."""
    sheet = services.sheet_of(session)
    if sheet is None:
        return WaitingRows()
    recorded, out = _recorded(session, ledger), _left_out(session)
    rows = [row for row in _rows_with_hands(sheet, out) if row not in recorded]
    last, following = max(recorded, default=0), min(rows, default=inf)
    return WaitingRows(
        drafts=_drafts(session, ledger, sheet, rows, offsets),
        left_out=sorted(row for row in out if last < row < following),
        shape=sheet.shape,
    )


def _drafts(
    session: Session, ledger: SessionLedger, sheet: SeenSheet, rows: Sequence[int], offsets: Amounts
) -> list[SheetDraft]:
    game = registry.get(ledger.rules.slug)
    if game.marked_sheet is None or ledger.refusal:
        return []
    marked = marked_sheet(game, ledger.table)
    read = _read(
        IgnoredByCache(sheet), IgnoredByCache(ledger), tuple(rows), offsets, id(sheet), session.pk, ledger.revision
    )
    return [_draft(session, marked, row, sheet.rows[row - 1], hand) for row, hand in zip(rows, read, strict=False)]


@transaction.atomic(durable=True)
def recorded(session: Session, hands: Mapping[int, int]) -> None:
    """Take note of the numbers of the hands that these rows hold, whoever left one out at the same moment."""
    Session.objects.select_for_update(no_key=True).only("pk").get(pk=session.pk)
    for page in PhotographedPage.objects.filter(session=session).only("first_row", "rows", "left_out", "recorded"):
        on_it = range(page.first_row, page.first_row + len(page.rows))
        page.left_out = [row for row in page.left_out if row not in hands]
        before = [pair for pair in page.recorded if pair[1] not in hands.values()]
        page.recorded = [*before, *([row, number] for row, number in hands.items() if row in on_it)]
        page.save(update_fields=["left_out", "recorded"])


def match_recorded(session: Session) -> None:
    """Take note of the rows of a sheet that was just photographed whose hands were recorded before.

    A blank sheet either begins with the first hand of the session, and then has mostly the same hands, or goes on after
    another sheet.
    """
    sheet, ledger, out = services.sheet_of(session), ledgers.of(session), _left_out(session)
    if sheet is None or not ledger.counting or _recorded(session, ledger):
        return
    rows = _rows_with_hands(sheet, out)
    if sheet.code.session or _has_the_same_hands(sheet, rows, ledger):
        recorded(session, {row: hand.number for row, hand in zip(rows, ledger.counting, strict=False)})


def _has_the_same_hands(sheet: SeenSheet, rows: Sequence[int], ledger: SessionLedger) -> bool:
    """Return whether most of the first rows of a sheet hold the first hands of a session."""
    marked, opening = marked_sheet(*sheet.game_at_table), ledger.rules.opening(ledger.table)
    seen = [sheet.rows[row - 1] for row in rows[: len(ledger.counting)]]
    read = read_hands(marked, opening, (0,) * ledger.table.size, seen)
    same = [
        hand.scored is not None and now.scored is not None and hand.scored.entry.amounts == now.scored.entry.amounts
        for hand in read
        for now in [ledger.counting[hand.row]]
    ]
    return 2 * sum(same) > len(same)


@transaction.atomic(durable=True)
def leave_out(access: Access, row: int, *, revision: int, back: bool = False) -> None:
    """Take note that a row holds no hand, or put it `back`.

    Raise `ConflictError` if the session is no longer at this revision.
    """
    session = access.session
    require_scorer(session, access)
    now = Session.objects.select_for_update(no_key=True).only("revision").get(pk=session.pk)
    if now.revision != revision:
        raise ConflictError
    page = services.page_with(session, row)
    if page is not None and (row in page.left_out) is back:
        page.left_out = [*(one for one in page.left_out if one != row), *([] if back else [row])]
        page.save(update_fields=["left_out"])


def throw_away(access: Access) -> None:
    """Delete the photo."""
    require_scorer(access.session, access)
    services.throw_away(access.session)


# The rows


def _left_out(session: Session) -> set[int]:
    pages = PhotographedPage.objects.filter(session=session)
    return {row for rows in pages.values_list("left_out", flat=True) for row in rows}


def _recorded(session: Session, ledger: SessionLedger) -> set[int]:
    """Return the rows whose hands are recorded, voided ones among them, and weren't undone."""
    pages, last = PhotographedPage.objects.filter(session=session), len(ledger.hands)
    return {row for pairs in pages.values_list("recorded", flat=True) for row, number in pairs if number <= last}


def is_blank(pages: Sequence[SeenPage]) -> bool:
    """Return whether nothing is written in the rows of these pages, apart from the hands that were printed."""
    return not any(
        _ink(row) > BLANK
        for page in pages
        for number, row in enumerate(page.rows, page.first_row)
        if number > page.code.printed
    )


def _rows_with_hands(sheet: SeenSheet, left_out: Collection[int]) -> list[int]:
    """Return the numbers of the rows that hold a hand, for all that can be seen without the rules."""
    return [
        number
        for number, row in enumerate(sheet.rows, start=1)
        if number not in left_out and (number <= sheet.code.printed or _ink(row) > BLANK)
    ]


def _ink(row: RowSeen) -> float:
    """Return the probability of ink in that box of a row where there is most likely some."""
    ticks = [*row.ticks.values(), row.in_words]
    numbers = [number for number in (*row.numbers.values(), *row.totals.values()) if isinstance(number, NumberSeen)]
    places = [place for number in numbers for place in number.places]
    return max(*(tick.ticked for tick in ticks), *(1 - place.empty for place in places))


@lru_cache(maxsize=SHEETS_AT_HAND)
def _read(
    sheet: IgnoredByCache[SeenSheet],
    ledger: IgnoredByCache[SessionLedger],
    rows: tuple[int, ...],
    offsets: Amounts,
    *_key: int,
) -> list[ReadHand | None]:
    """Return the hands of these rows, None for a row that looks empty. Cached, since it takes a while.

    Rows after the last hand are left out, unless there is clear ink in them.
    """
    now, seen = ledger.taken(), [sheet.value.rows[row - 1] for row in rows]
    marked = marked_sheet(registry.get(now.rules.slug), now.table)
    hands = {hand.row: hand for hand in read_hands(marked, now.state, now.totals, seen, offsets)}
    last = max((at for at, row in enumerate(seen) if at in hands or _ink(row) > CLEAR), default=-1)
    return [hands.get(at) for at in range(last + 1)]


def _draft(session: Session, marked: MarkedSheet, row: int, seen: RowSeen, hand: ReadHand | None) -> SheetDraft:
    return SheetDraft(
        row=row,
        raw=None if hand is None or hand.raw is None else _with_remarks(marked, hand.raw),
        written={} if hand is None else hand.written,
        asked=hand is None or hand.asked,
        questions=list(questions.about(marked, hand, seen)),
        others=[] if hand is None else [_with_remarks(marked, other) for other in hand.others],
        picture=services.picture_url(session, row, doubt=questions.fields_in_doubt(hand)),
    )


def _with_remarks(marked: MarkedSheet, raw: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a hand with remarks on what the sheet leaves open in its note."""
    note = with_remarks(raw.get("note", ""), marked.left_open(raw))
    return {**raw, "note": note} if note else raw
