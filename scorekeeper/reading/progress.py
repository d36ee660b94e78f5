"""Which rows of a session's photographed sheet are recorded: from the sheet, or at the table."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, takewhile
from typing import Any, NamedTuple

from django.db.models import Max

from games.scoring.types import Amounts
from scorekeeper.play.ledger.ledgers import PlayedHand, SessionLedger
from scorekeeper.play.models import Hand, Session
from scorekeeper.play.screens.table_screen import IgnoredByCache
from scorekeeper.reading import kept_pages, matching
from scorekeeper.reading.models import SessionSheet
from scorekeeper.reading.observations import BLANK
from scorekeeper.reading.sheet.seen_sheet import SeenSheet

AT_ONCE = 8
"""How many rows are compared with hands at once."""


class SheetProgress(NamedTuple):
    """How much of a sheet is recorded: the rows `done`, with the numbers of their hands, and the `rows` that wait.

    Of those done, the rows `at_table` hold hands that were recorded at the table, which isn't saved yet. `instead` is a
    different hand that was recorded there in place of the first waiting row. The rows `out` were left out.
    """

    known: SessionSheet
    done: Mapping[int, int]
    out: Collection[int]
    rows: Sequence[int]
    at_table: Mapping[int, int]
    instead: PlayedHand | None


def progress_of(session: Session, sheet: SeenSheet, ledger: SessionLedger, offsets: Amounts) -> SheetProgress:
    """Return how much of a session's sheet is recorded; `offsets` are those of its latest totals."""
    known = known_of(session, sheet)
    saved, out = recorded_rows(session, known), {row for row in known.left_out if row in sheet.numbers}
    waiting = [row for row in rows_with_hands(sheet, out) if row not in saved]
    pairs = _recorded_since(session, ledger, waiting, saved)
    at_table = _rows_that_hold(pairs, saved, session, sheet, ledger, offsets)
    rows = [row for row in waiting if row not in at_table]
    return SheetProgress(known, {**saved, **at_table}, out, rows, at_table, pairs.get(rows[0]) if rows else None)


# What is saved


def rows_wait(session: Session, sheet: SeenSheet) -> bool:
    """Return whether a row of a session's sheet waits, by saved data alone: rows aren't compared with hands."""
    known = known_of(session, sheet)
    saved = recorded_rows(session, known)
    return any(row not in saved for row in rows_with_hands(sheet, known.left_out))


def known_of(session: Session, sheet: SeenSheet) -> SessionSheet:
    return kept_pages.session_sheet(session, sheet.code).get()


def recorded_rows(session: Session, known: SessionSheet) -> dict[int, int]:
    """Return the numbers of the hands recorded from rows, by row, including voided hands but not undone ones."""
    outcomes = outcomes_of(session, [number for _row, number, _outcome in known.recorded])
    return {row: number for row, number, outcome in known.recorded if outcomes.get(number) == outcome}


def outcomes_of(session: Session, numbers: Iterable[int]) -> dict[int, Any]:
    """Return the outcomes of hands by number, as they were first recorded."""
    rows = Hand.objects.filter(session=session, number__in=numbers, replaces=None)
    return dict(rows.values_list("number", "outcome"))


def rows_with_hands(sheet: SeenSheet, left_out: Collection[int]) -> list[int]:
    """Return the numbers of the rows that seem to hold a hand, before the rules of the game are applied."""
    return [
        number
        for number, row in zip(sheet.numbers, sheet.rows, strict=True)
        if number not in left_out and (number <= sheet.code.printed or row.ink > BLANK)
    ]


# What was recorded at the table


def _recorded_since(
    session: Session, ledger: SessionLedger, waiting: Sequence[int], done: Mapping[int, int]
) -> dict[int, PlayedHand]:
    """Return the hands recorded in place of waiting rows, if any.

    It comes after the hand of the last row above that is done or, without one, after the last hand before the photo.
    """
    before = 0 if done and min(done) < min(waiting, default=0) else _last_before_the_photo(session) if waiting else 0
    pairs: dict[int, PlayedHand] = {}
    for above, rows in groupby(waiting, lambda row: max((one for one in done if one < row), default=0)):
        between = list(rows)
        last = done[above] if above else before
        next_one = min((number for row, number in done.items() if row > between[-1]), default=ledger.next_number)
        hands = [hand for hand in ledger.counting if last < hand.number < next_one and hand.number not in done.values()]
        pairs |= dict(zip(between, hands, strict=False))
    return pairs


def _rows_that_hold(
    pairs: Mapping[int, PlayedHand],
    done: Mapping[int, int],
    session: Session,
    sheet: SeenSheet,
    ledger: SessionLedger,
    offsets: Amounts,
) -> dict[int, int]:
    """Return the rows that hold the same hand as was recorded in their place, with the number of that hand.

    Below a row with a different hand, most must match: the table may have played on, and some hands are frequent.
    """
    seen, now, key = IgnoredByCache(sheet), IgnoredByCache(ledger), (id(sheet), session.pk, ledger.revision)
    held: dict[int, int] = {}
    for rows in _in_a_row(pairs):
        hands = tuple(pairs[row].number for row in rows)
        above = row_above(rows[0], hands[0], done)
        same = _same(seen, now, rows, hands, offsets, *key)
        if above and rows[0] not in same:
            same |= _same(seen, now, (above, *rows), (done[above], *hands), offsets, *key)
        at_first = set(takewhile(same.__contains__, rows))
        found = same if 2 * len(same.intersection(rows)) > len(rows) else at_first
        held |= {row: number for row, number in zip(rows, hands, strict=True) if row in found}
        if not found and len(rows) == AT_ONCE:
            break
    return held


def row_above(row: int, hand: int, done: Mapping[int, int]) -> int:
    """Return the row with the previous hand; 0 if there is none.

    The row continues its totals, even if a different hand was recorded instead of one further above.
    """
    above = max((one for one in done if one < row), default=0)
    return above if done.get(above) == hand - 1 else 0


def _in_a_row(pairs: Mapping[int, PlayedHand]) -> Iterator[tuple[int, ...]]:
    """Yield rows with consecutive hands, a few at a time."""
    rows: list[int] = []
    for row, hand in pairs.items():
        if len(rows) == AT_ONCE or (rows and hand.number != pairs[rows[-1]].number + 1):
            yield tuple(rows)
            rows = []
        rows.append(row)
    if rows:
        yield tuple(rows)


def _last_before_the_photo(session: Session) -> int:
    """Return the number of the last hand that was recorded before the photo was taken; 0 if there was none."""
    originals = Hand.objects.filter(session=session, replaces=None, recorded_at__lt=kept_pages.taken_at(session))
    number: int | None = originals.aggregate(Max("number"))["number__max"]
    return number or 0


@lru_cache(maxsize=kept_pages.SHEETS_AT_HAND)
def _same(
    sheet: IgnoredByCache[SeenSheet],
    ledger: IgnoredByCache[SessionLedger],
    rows: tuple[int, ...],
    numbers: tuple[int, ...],
    offsets: Amounts,
    *_key: int,
) -> frozenset[int]:
    """Return those of the rows that hold the hands with these numbers, row by row.

    Cached, since it takes a while; the key is all arguments but the first two.
    """
    hands = [ledger.value.hand(number) for number in numbers]
    same = matching.same_hands(sheet.value, rows, hands, ledger.value, offsets)
    return frozenset(row for row, holds in same.items() if holds)
