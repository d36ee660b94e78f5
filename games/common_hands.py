"""The ten most common hands of a game, which its form must record quickly.

Each game lists them in `games/<slug>/common_hands.json`. A hand's *budget* is the number of taps it may take on a
phone, from ledger to ledger, saving included. `taps` is the number it does take; `because` justifies a hand over its
budget.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from games import files, registry
from games.scoring.codec import encode_hand
from games.scoring.document_format import VERSION
from games.scoring.documents import SESSION_FORMAT, StretchDocument, read
from games.scoring.naming import Naming
from games.scoring.text import Text
from games.ui.forms import OutcomeForm, Position

TEN = 10


@dataclass(frozen=True, kw_only=True)
class CommonHand:
    """A common hand, played as the first of a session."""

    id: str
    why: str
    document: StretchDocument
    budget: int
    taps: int
    because: str

    @property
    def raw(self) -> Mapping[str, Any]:
        """The outcome as it would be stored."""
        scored = self.document.ledger().hands[0]
        return encode_hand(self.document.rules, self.document.table, scored.hand, self._by_seat)

    @property
    def chips(self) -> Mapping[str, str]:
        """The chips chosen once the hand is entered, including those the form preselects."""
        return self._form.from_raw(self._position, self.raw).data

    @property
    def what(self) -> Text:
        """The hand in one line."""
        return registry.get(self.document.rules.slug).describe(self.document.table, self.raw)

    @property
    def _form(self) -> type[OutcomeForm]:
        return registry.get(self.document.rules.slug).form

    @property
    def _position(self) -> Position:
        rules, table = self.document.rules, self.document.table
        return Position(rules=rules, table=table, state=rules.opening(table), number=1)

    @property
    def _by_seat(self) -> Naming:
        return Naming(self.document.table.players, by_seat=True)


@dataclass(frozen=True, kw_only=True)
class CommonHands:
    """The common hands of a game, and the source by which they were chosen."""

    source: str
    hands: tuple[CommonHand, ...]


@cache
def common_hands(slug: str) -> CommonHands:
    """Return the common hands of a game, or none if it has no `common_hands.json`."""
    path = files.of_game(slug, "common_hands.json")
    if path is None:
        return CommonHands(source="", hands=())
    declared = json.loads(path.read_text(encoding="utf-8"))
    hands = tuple(_hand(slug, declared["tables"], raw) for raw in declared["hands"])
    return CommonHands(source=declared["source"], hands=hands)


def _hand(slug: str, tables: Mapping[str, Any], raw: Mapping[str, Any]) -> CommonHand:
    head = {"format": SESSION_FORMAT, "version": VERSION, "game": slug}
    return CommonHand(
        id=raw["id"],
        why=raw["why"],
        document=read({**head, **tables[raw["table"]], "hands": [raw["hand"]]}, registry.find_rules).single(),
        budget=raw["budget"],
        taps=raw["taps"],
        because=raw.get("because", ""),
    )
