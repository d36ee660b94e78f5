"""What was read from a sheet, as JSON: the session document, and how certain each hand is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from games.game import Game
from games.scoring.codec import decode_hand, encode_hand
from games.scoring.document_format import VERSION
from games.scoring.documents import SESSION_FORMAT
from games.scoring.naming import Naming
from games.scoring.types import State, Table
from scorekeeper.reading.decoder.hands import ReadHand

READING_FORMAT = "scorekeeper.reading"


class OfTable(Protocol):
    """A sheet or list whose game and table are known."""

    @property
    def game_at_table(self) -> tuple[Game, Table]: ...


def reading_document(sheet: OfTable, hands: list[ReadHand], remarks: Iterable[str] = ()) -> dict[str, Any]:
    """Return the document of a sheet with these hands.

    `session` is a session document with the hands that could be read. `remarks` are sentences about the whole sheet.
    `hands` has an entry for every row: its number, the hand or null, how `sure` it is, whether somebody is `asked`, the
    fields that are `doubtful`, those with ink `astray`, those in which something `against` the hand stands and those
    `overruled` by the totals, the totals `written`, by how much a total is a slip, and which `others` the hand may be.
    """
    game, table = sheet.game_at_table
    naming = Naming(table.players)
    rows = [_row(sheet, hand, naming, asked=hand.asked) for hand in hands]
    return {
        "format": READING_FORMAT,
        "version": VERSION,
        "session": {
            "format": SESSION_FORMAT,
            "version": VERSION,
            "game": game.slug,
            "rules": table.rules,
            "options": dict(table.options),
            "players": list(table.players),
            "first_dealer": table.players[table.first_dealer],
            "hands": [row["hand"] for row in rows if row["hand"] is not None],
        },
        "remarks": list(remarks),
        "hands": rows,
    }


def _row(sheet: OfTable, hand: ReadHand, naming: Naming, *, asked: bool) -> dict[str, Any]:
    game, table = sheet.game_at_table
    return {
        "row": hand.row + 1,
        "hand": None if hand.scored is None else encode_hand(game.rules, table, hand.scored.hand, naming),
        "sure": round(hand.sure, 4),
        "asked": asked,
        "doubtful": list(hand.doubtful),
        "astray": list(hand.astray),
        "against": list(hand.against),
        "overruled": list(hand.overruled),
        "written": {table.players[seat]: total for seat, total in hand.written.items()},
        "slips": {table.players[seat]: off for seat, off in hand.slips.items()},
        "others": [_by_name(sheet, hand.state, other) for other in hand.others],
    }


def _by_name(sheet: OfTable, state: State, raw: Mapping[str, Any]) -> dict[str, Any]:
    game, table = sheet.game_at_table
    hand, _state = decode_hand(game.rules, table, state, raw, Naming(table.players, by_seat=True))
    return encode_hand(game.rules, table, hand, Naming(table.players))
