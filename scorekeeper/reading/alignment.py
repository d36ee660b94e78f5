"""Which hands the rows of a session's own sheet hold, if hands were undone, voided or added since it was printed."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from difflib import SequenceMatcher
from typing import Any

from games.scoring.errors import RuleError
from games.scoring.replay import score_hand
from games.scoring.types import Amounts
from scorekeeper.play.ledger.ledgers import PlayedHand, SessionLedger
from scorekeeper.printing.marked_sheets.layout import marked_sheet
from scorekeeper.reading.decoder.hands import read_hands
from scorekeeper.reading.sheet.sheets import SeenSheet


def aligned(sheet: SeenSheet, rows: Sequence[int], ledger: SessionLedger) -> dict[int, int]:
    """Return the numbers of the hands that these rows hold, from the first row of the sheet on.

    The first row holds the first hand, and so on, even if a row was misread or its hand amended. Rows or hands are only
    skipped, and rows matched with voided hands, if that makes more rows hold the hands that they seem to.
    """
    in_order = dict(zip(rows, (hand.number for hand in ledger.counting), strict=False))
    read, brought = _read(sheet, rows), {hand.number: _brought(ledger, hand) for hand in ledger.hands}
    shifted: dict[int, int] = {}
    numbers = list(brought)
    there: list[Any] = [brought[number] or f"hand {number}" for number in numbers]
    here: list[Any] = [read.get(row) or f"row {row}" for row in rows]
    for kind, begin, end, begins, ends in SequenceMatcher(None, here, there, autojunk=False).get_opcodes():
        if kind in ("equal", "replace"):
            shifted |= dict(zip(rows[begin:end], numbers[begins:ends], strict=False))

    def alike(hands: dict[int, int]) -> int:
        return sum(row in read and read[row] == brought[number] for row, number in hands.items())

    return shifted if alike(shifted) > alike(in_order) else in_order


def _read(sheet: SeenSheet, rows: Sequence[int]) -> dict[int, Amounts]:
    """Return what the hands in these rows brought, as far as they can be read."""
    game, table = sheet.game_at_table
    seen = [sheet.row(row) for row in rows]
    hands = read_hands(marked_sheet(game, table), game.rules.opening(table), (0,) * table.size, seen)
    return {rows[hand.row]: hand.scored.entry.amounts for hand in hands if hand.scored}


def _brought(ledger: SessionLedger, hand: PlayedHand) -> Amounts | None:
    """Return what a hand brought, or would have if it hadn't been voided; None if the rules refuse it."""
    if hand.scored:
        return hand.scored.entry.amounts
    with suppress(RuleError):
        state, nothing = ledger.state_before(hand.number), (0,) * ledger.table.size
        return score_hand(ledger.rules, ledger.table, state, nothing, hand.raw, ledger.naming).entry.amounts
    return None
