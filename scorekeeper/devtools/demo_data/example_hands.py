"""Hands for demo data of every game: those of its worked examples, repeated as needed.

Hands of one *kind* have the same number of players, rules and options, so they can follow one another.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from games import examples, registry
from games.scoring.codec import encode_hand
from games.scoring.documents import StretchDocument
from games.scoring.errors import RuleError
from games.scoring.naming import Naming
from games.scoring.replay import Ledger, replay

Raw = Mapping[str, Any]


def kinds(slug: str) -> list[StretchDocument]:
    """Return one document for each kind, with the hands of all its examples at the table of the first.

    The rules need not accept each hand after the one before it.
    """
    grouped: dict[object, list[StretchDocument]] = defaultdict(list)
    for document in examples.documents(slug):
        if document.hands:
            grouped[document.table.rules, tuple(document.table.options.items()), document.table.size].append(document)
    return [_merge(alike) for alike in grouped.values()]


def _merge(documents: Sequence[StretchDocument]) -> StretchDocument:
    first = documents[0]
    hands = [scored.hand for document in documents for scored in document.ledger().hands]
    raws = tuple(encode_hand(first.rules, first.table, hand, first.naming) for hand in hands)
    return StretchDocument(first.rules, first.table, raws)


def session_of(
    slug: str, rules: str, names: Sequence[str], hands: int, *, begin: int = 0, only: Callable[[Raw], bool] = bool
) -> Ledger:
    """Return a session of these players with the worked examples' hands that their table accepts, from `begin` on.

    `only` chooses among the hands, whose players are given by seat.
    It has fewer than `hands` hands if the table refuses a whole round of the examples.
    """
    game = registry.get(slug)
    table = game.rules.table(names, rules=rules)
    naming = Naming(table.players, by_seat=True)
    ledger = replay(game.rules, table, [], naming)
    raws = [raw for raw in _by_seat(slug) if only(raw)]
    refused, place = 0, begin
    while len(ledger.hands) < hands and refused < len(raws):
        try:
            ledger, refused = ledger.then(raws[place % len(raws)], naming), 0
        except (RuleError, LookupError):  # LookupError: a seat that this table doesn't have
            refused += 1
        place += 1
    return ledger


@cache
def _by_seat(slug: str) -> tuple[Raw, ...]:
    """Return the hands of the worked examples, with players by seat."""
    return tuple(
        encode_hand(document.rules, document.table, scored.hand, Naming(document.table.players, by_seat=True))
        for document in examples.documents(slug)
        for scored in document.ledger().hands
    )
