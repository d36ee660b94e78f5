"""Matching the rows of a photographed sheet with the recorded hands of a session.

`anew` are the numbers of the hands after which a sheet begins whose totals begin at 0 again.
"""

from __future__ import annotations

from collections.abc import Sequence

from games import registry
from games.scoring.types import Amounts, ScoredHand, State
from scorekeeper.play.ledger.ledgers import PlayedHand, SessionLedger
from scorekeeper.printing.marked_sheets.layout import marked_sheet
from scorekeeper.reading.decoder.beginnings import ENOUGH, at_0, begins_at_0
from scorekeeper.reading.decoder.evidence import LOOKS_DIFFERENT, number_cost, number_guesses
from scorekeeper.reading.decoder.hands import read_hands
from scorekeeper.reading.models import SessionSheet
from scorekeeper.reading.observations import RowSeen, TotalsOnPaper
from scorekeeper.reading.sheet.seen_sheet import SeenSheet

SURELY_THE_SAME = 2
"""If this many of the last hands scored points and the first rows hold the same hands, that is no coincidence."""


def start_of(
    sheet: SeenSheet, rows: Sequence[int], ledger: SessionLedger, known: SessionSheet, anew: Sequence[int]
) -> int | None:
    """Return how many hands of the session come before the first of these rows; None if earlier pages are missing.

    A blank sheet begins with the first hand of the session, or where a sheet began at 0 again, if most of its rows hold
    the hands from there on. Otherwise its first rows hold the last hands, or it continues after all of them. A later
    page begins where its carried totals are those of the session, or after as many hands as there are rows before it.
    Otherwise it continues after all of them.
    """
    hands: Sequence[PlayedHand] = ledger.counting
    if sheet.code.printed > sheet.before or (sheet.code.session and not sheet.before):
        return sheet.before
    carried = _where_carried(sheet, ledger, anew)
    begun = [sum(hand.number <= after for hand in hands) for after in anew] if not sheet.before else []
    for start in carried or [sheet.before, *begun]:
        if have_the_same_hands(sheet, rows, hands[start:], ledger, anew):
            return start
    if not sheet.before:
        for start in range(max(0, len(hands) - ENOUGH), len(hands)):
            if _begins_with(sheet, rows, hands[start:], ledger, anew):
                return start
    last_known = max((*known.left_out, *(one[0] for one in known.recorded)), default=0)
    is_complete = len(hands) in carried or max(len(hands), last_known) >= sheet.before
    return len(hands) if is_complete else None


def _where_carried(sheet: SeenSheet, ledger: SessionLedger, anew: Sequence[int]) -> list[int]:
    """Return after how many hands the session had the totals carried over to the first page, likeliest first."""
    carried = sheet.pages[0].carried
    totals = {
        after: _on_paper(ledger, hand.number + 1, anew)
        for after, hand in enumerate(ledger.counting, start=1)
        if hand.scored
    }
    found = [after for after, now in totals.items() if are_written(carried, now)]
    return sorted(found, key=lambda after: abs(after - sheet.before))


def have_the_same_hands(
    sheet: SeenSheet, rows: Sequence[int], hands: Sequence[PlayedHand], ledger: SessionLedger, anew: Sequence[int]
) -> bool:
    """Return whether most of these rows hold these hands; the first few are enough."""
    same = _first_same_hands(sheet, rows, hands, ledger, anew).values()
    return 2 * sum(same) > len(same)


def _begins_with(
    sheet: SeenSheet, rows: Sequence[int], hands: Sequence[PlayedHand], ledger: SessionLedger, anew: Sequence[int]
) -> bool:
    """Return whether the first rows hold these last hands of the session, and that is no coincidence."""
    if sum(any(hand.scored.entry.amounts) for hand in hands if hand.scored) < SURELY_THE_SAME:
        return False
    same = _first_same_hands(sheet, rows, hands, ledger, anew)
    return len(same) == len(hands) and all(same.values())


def _first_same_hands(
    sheet: SeenSheet, rows: Sequence[int], hands: Sequence[PlayedHand], ledger: SessionLedger, anew: Sequence[int]
) -> dict[int, bool]:
    """Return whether each of the first few rows holds the hand at the same position."""
    hands = hands[:ENOUGH]
    seen = [sheet.row(row) for row, _hand in zip(rows, hands, strict=False)]
    if not seen:
        return {}
    number = hands[0].number
    offsets = offsets_before(ledger, number, anew)
    if not sheet.before and first_rows_begin_at_0(seen, ledger, number, offsets):
        offsets = at_0(_before(ledger, number)[-1])
    return same_hands(sheet, rows, hands, ledger, offsets)


def same_hands(
    sheet: SeenSheet, rows: Sequence[int], hands: Sequence[PlayedHand], ledger: SessionLedger, offsets: Amounts
) -> dict[int, bool]:
    """Return whether each of these rows holds the hand at the same position; empty rows are skipped.

    A row in words holds the hand if its totals are those after that hand.
    """
    pairs = [(row, hand.scored) for row, hand in zip(rows, hands, strict=False) if hand.scored]
    if not pairs:
        return {}
    state, totals, _running = _before(ledger, hands[0].number)
    marked, same = marked_sheet(*sheet.game_at_table), {}
    for read in read_hands(marked, state, totals, [sheet.row(row) for row, _scored in pairs], offsets):
        row, scored = pairs[read.row]
        if read.scored is not None:
            same[row] = read.scored.entry.amounts == scored.entry.amounts
        else:
            off = offsets or (0,) * len(totals)
            after = [total + more for total, more in zip(marked.running(scored), off, strict=True)]
            same[row] = read.in_words and are_written(sheet.row(row).totals, after)
    return same


def is_another(
    sheet: SeenSheet, rows: Sequence[int], hands: Sequence[PlayedHand], ledger: SessionLedger, offsets: Amounts
) -> bool:
    """Return whether the last row, read with those before it in place of recorded hands, holds a different hand.

    Each row takes the place of the hand at the same position.
    """
    last = hands[-1].scored
    if last is None:
        return False
    state, totals, _running = _before(ledger, hands[0].number)
    read = read_hands(marked_sheet(*sheet.game_at_table), state, totals, list(map(sheet.row, rows)), offsets)
    found = [one.scored for one in read if rows[one.row] == rows[-1]]
    return any(one is not None and one.entry.amounts != last.entry.amounts for one in found)


def are_written(on_paper: TotalsOnPaper, totals: Sequence[int]) -> bool:
    """Return whether the written totals may be these; False if none are written."""
    readings = {seat: number_guesses(number)[0] for seat, number in on_paper.items()}
    written = [seat for seat, best in readings.items() if best.number is not None]
    return bool(written) and all(
        number_cost(on_paper[seat], totals[seat]) <= readings[seat].cost + LOOKS_DIFFERENT for seat in written
    )


def totals_as_written(sheet: SeenSheet, row: int, scored: ScoredHand, offsets: Amounts) -> dict[int, int]:
    """Return the totals written in a row, by seat: those after this hand where they fit, otherwise the likeliest."""
    marked, seen = marked_sheet(*sheet.game_at_table), sheet.row(row).totals
    after = [total + more for total, more in zip(marked.running(scored), offsets, strict=True)]
    written = {}
    for seat in sheet.game_at_table[1].seats:
        likeliest = number_guesses(seen[seat])[0].number
        if likeliest is not None and marked.writes_total(scored, seat):
            written[int(seat)] = after[seat] if are_written({seat: seen[seat]}, after) else likeliest
    return written


def _before(ledger: SessionLedger, number: int) -> tuple[State, Amounts, Amounts]:
    """Return the state before a hand, the totals by the rules, and the totals that a sheet shows."""
    scored = next((hand.scored for hand in reversed(ledger.counting) if hand.number < number), None)
    nothing = (0,) * ledger.table.size
    if scored is None:
        return ledger.state_before(number), nothing, nothing
    running = marked_sheet(registry.get(ledger.rules.slug), ledger.table).running(scored)
    return scored.state, scored.totals, running


def offsets_before(ledger: SessionLedger, number: int, anew: Sequence[int]) -> Amounts:
    """Return by how much the totals before a hand are higher on paper, if they began at 0 after those in `anew`."""
    last = max((after for after in anew if after < number), default=0)
    return at_0(_before(ledger, last + 1)[-1])


def _on_paper(ledger: SessionLedger, number: int, anew: Sequence[int]) -> Amounts:
    """Return the totals before a hand as the paper shows them."""
    pairs = zip(_before(ledger, number)[-1], offsets_before(ledger, number, anew), strict=True)
    return tuple(total + offset for total, offset in pairs)


def first_rows_begin_at_0(rows: Sequence[RowSeen], ledger: SessionLedger, number: int, offsets: Amounts = ()) -> bool:
    """Return whether the totals begin at 0 again in these rows, the first of which holds this hand."""
    marked = marked_sheet(registry.get(ledger.rules.slug), ledger.table)
    return begins_at_0(marked, *_before(ledger, number), rows, offsets)
