"""Hands for benchmarks and demo data of every game: those of its worked examples, repeated as needed.

Hands of one *kind* have the same number of players, rules and options, so they can follow one another. A session goes
on as long as the rules accept another hand; when a game ends, a new session starts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import cycle, islice
from typing import Any

from games import examples, registry
from games.scoring.codec import encode_hand
from games.scoring.documents import SessionDocument
from games.scoring.errors import RuleError
from games.scoring.naming import Naming
from games.scoring.replay import Ledger, replay, score_hand

Raw = Mapping[str, Any]


def sessions(slug: str, hands: int) -> list[SessionDocument]:
    """Return sessions with `hands` hands in all, each kind in proportion to its examples; none without examples."""
    session_kinds = kinds(slug)
    if not session_kinds:
        return []
    total = sum(len(kind.hands) for kind in session_kinds)
    shares = [hands * len(kind.hands) // total for kind in session_kinds]
    shares[0] += hands - sum(shares)
    return [
        session for kind, share in zip(session_kinds, shares, strict=True) for session in _sessions_of_kind(kind, share)
    ]


def kinds(slug: str) -> list[SessionDocument]:
    """Return one document for each kind, with the hands of all its examples at the table of the first.

    The rules need not accept each hand after the one before it.
    """
    grouped: dict[object, list[SessionDocument]] = defaultdict(list)
    for one in examples.documents(slug):
        if one.hands:
            grouped[one.table.rules, tuple(one.table.options.items()), one.table.size].append(one)
    return [_merge(alike) for alike in grouped.values()]


def _merge(documents: Sequence[SessionDocument]) -> SessionDocument:
    first = documents[0]
    hands = [scored.hand for document in documents for scored in document.ledger().hands]
    raws = tuple(encode_hand(first.rules, first.table, hand, first.naming) for hand in hands)
    return SessionDocument(first.rules, first.table, raws)


def _sessions_of_kind(kind: SessionDocument, hands: int) -> Iterator[SessionDocument]:
    """Yield sessions with that many hands of a kind in all; the kind's first hand can always open one."""
    raws = cycle(kind.hands)
    while hands > 0:
        accepted = tuple(_accepted(kind, raws, hands))
        hands -= len(accepted)
        yield SessionDocument(kind.rules, kind.table, accepted)


def _accepted(kind: SessionDocument, raws: Iterator[Raw], hands: int) -> Iterator[Raw]:
    """Yield the offered hands that one session accepts, until it has enough, is over or refuses a whole round."""
    state, totals, naming = kind.rules.opening(kind.table), (0,) * kind.table.size, kind.naming
    # A session that is over accepts corrections, but nothing else.
    while hands and not kind.rules.over(kind.table, state):
        for raw in islice(raws, len(kind.hands)):
            try:
                scored = score_hand(kind.rules, kind.table, state, totals, raw, naming)
            except RuleError:
                continue
            state, totals, hands = scored.state, scored.totals, hands - 1
            yield raw
            break
        else:
            return


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
