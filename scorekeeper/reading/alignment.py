"""Aligning the rows of a session's own sheet with its hands, if some were undone, voided or added since."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from contextlib import suppress
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from games.scoring.codec import encode_hand
from games.scoring.errors import RuleError
from games.scoring.replay import score_hand
from games.scoring.types import Amounts, ScoredHand
from scorekeeper.play.ledger.ledgers import PlayedHand, SessionLedger
from scorekeeper.printing.marked_sheets.layout import marked_sheet
from scorekeeper.reading.decoder.hands import read_hands
from scorekeeper.reading.sheet.seen_sheet import SeenSheet

NO_CHANCE = 2
"""Skipping must make at least this many more rows match their hands: a single one may match by chance."""


def aligned(sheet: SeenSheet, rows: Sequence[int], ledger: SessionLedger) -> dict[int, int]:
    """Return the numbers of the hands in these rows, which begin with the first row of the sheet.

    The first row holds the first hand, and so on, even if a row was misread or its hand amended. Either no voided hand
    has a row or, if more rows match that way, every one has. Rows or hands are skipped only if clearly more rows match
    then.
    """
    read = _read(sheet, rows, ledger)
    here = [read.get(row) for row in rows]
    there = [_scored(ledger, hand) for hand in ledger.hands]
    every, counting = range(len(there)), [at for at, hand in enumerate(ledger.hands) if not hand.voided]

    def alike(pairs: Sequence[tuple[int, int]]) -> int:
        return sum(_are_alike(here[row], there[hand]) for row, hand in pairs)

    in_order = max((list(zip(range(len(rows)), hands, strict=False)) for hands in (counting, every)), key=alike)
    shifted = max((_shifted(here, there, kind) for kind in (0, 1)), key=alike)
    best = shifted if alike(shifted) >= alike(in_order) + NO_CHANCE else in_order
    return {rows[row]: ledger.hands[hand].number for row, hand in best}


def hands_left_out(ledger: SessionLedger, on_sheet: Collection[int]) -> list[int]:
    """Return the numbers of the hands that a sheet lacks, although later ones are among the numbers `on_sheet`."""
    last = max(on_sheet, default=0)
    return [hand.number for hand in ledger.played if hand.number < last and hand.number not in on_sheet]


class _Look(NamedTuple):
    """What distinguishes a hand: its outcome, and what it was worth.

    The sheet doesn't have every detail of the outcome. What a hand is worth can depend on the hands before it.
    """

    outcome: str
    amounts: Amounts


def _are_alike(one: _Look | None, other: _Look | None) -> bool:
    return one is not None and other is not None and (one.outcome == other.outcome or one.amounts == other.amounts)


def _shifted(here: Sequence[_Look | None], there: Sequence[_Look | None], kind: int) -> list[tuple[int, int]]:
    """Return the positions of rows and of their hands, aligned by the outcomes (0) or the amounts (1)."""
    rows: list[Any] = [look[kind] if look else f"row {at}" for at, look in enumerate(here)]
    hands: list[Any] = [look[kind] if look else f"hand {at}" for at, look in enumerate(there)]
    return [
        pair
        for does, row, last_row, hand, last_hand in SequenceMatcher(None, rows, hands, autojunk=False).get_opcodes()
        if does in ("equal", "replace")
        for pair in zip(range(row, last_row), range(hand, last_hand), strict=False)
    ]


def _read(sheet: SeenSheet, rows: Sequence[int], ledger: SessionLedger) -> dict[int, _Look]:
    """Return the hands in these rows that can be read."""
    game, table = sheet.game_at_table
    seen = [sheet.row(row) for row in rows]
    hands = read_hands(marked_sheet(game, table), game.rules.opening(table), (0,) * table.size, seen)
    return {rows[hand.row]: _look(ledger, hand.scored) for hand in hands if hand.scored}


def _scored(ledger: SessionLedger, hand: PlayedHand) -> _Look | None:
    """Return a hand as it was scored, or would have been if it hadn't been voided; None if the rules refuse it."""
    if hand.scored:
        return _look(ledger, hand.scored)
    with suppress(RuleError):
        state, nothing = ledger.state_before(hand.number), (0,) * ledger.table.size
        return _look(ledger, score_hand(ledger.rules, ledger.table, state, nothing, hand.raw, ledger.naming))
    return None


def _look(ledger: SessionLedger, scored: ScoredHand) -> _Look:
    raw = encode_hand(ledger.rules, ledger.table, scored.hand, ledger.naming)
    return _Look(json.dumps({**raw, "note": ""}, sort_keys=True), scored.entry.amounts)
