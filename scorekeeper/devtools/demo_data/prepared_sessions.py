"""The prepared sessions, which the sessions of a seeded club are copies of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from games import registry
from games.scoring.codec import encode_hand
from games.scoring.documents import StretchDocument
from games.scoring.errors import RuleError
from games.scoring.naming import Naming
from games.scoring.replay import score_hand
from games.scoring.types import Table
from scorekeeper.devtools.demo_data.example_hands import kinds
from scorekeeper.play import results
from scorekeeper.play.ledger import PlayedHand, replayed
from scorekeeper.play.models import Seat, Session, Stretch
from scorekeeper.play.results import ResultRows
from scorekeeper.play.totals import SessionTotals

OF_A_KIND = 8
"""Sessions prepared from each kind of hands; see `scorekeeper.devtools.demo_data.example_hands`."""
FEWEST, SHORTEST, LONGEST = 4, 12, 36
"""The fewest different hands of a kind, and the range of a session's length; a game that ends can be shorter."""


@dataclass(frozen=True, kw_only=True)
class PreparedSession:
    """A scored session: its outcomes with players by seat, its totals and payments, and its result rows."""

    game: str
    table: Table
    version: int
    outcomes: Sequence[Mapping[str, Any]]
    totals: Sequence[int]
    gains: Sequence[int]
    transfers: Sequence[Mapping[str, int]] | None
    rows: ResultRows


def prepare_sessions(random: Random) -> list[PreparedSession]:
    """Return sessions of every installed game, for every rule set with enough worked examples."""
    return [
        prepare_session(document)
        for game in registry.all_games()
        for kind in kinds(game.slug)
        if len(kind.hands) >= FEWEST
        for document in _shuffled(kind, random)
    ]


def _shuffled(kind: StretchDocument, random: Random) -> Iterator[StretchDocument]:
    """Yield sessions of hands of one kind, each in another random order that the rules accept."""
    for _number in range(OF_A_KIND):
        hands = tuple(_accepted(kind, random, random.randint(SHORTEST, LONGEST)))
        if hands:
            yield StretchDocument(kind.rules, kind.table, hands)


def _accepted(kind: StretchDocument, random: Random, most: int) -> Iterator[Mapping[str, Any]]:
    """Yield up to `most` hands, each chosen at random from those that the rules accept at that point."""
    state, totals, naming = kind.rules.opening(kind.table), (0,) * kind.table.size, kind.naming
    for _number in range(most):
        for raw in random.sample(kind.hands, len(kind.hands)):
            try:
                scored = score_hand(kind.rules, kind.table, state, totals, raw, naming)
            except RuleError:
                continue
            state, totals = scored.state, scored.totals
            yield raw
            break
        else:
            return


def prepare_session(document: StretchDocument) -> PreparedSession:
    """Return the prepared session of a document."""
    rules, table, naming = document.rules, document.table, Naming(document.table.players, by_seat=True)
    outcomes = [encode_hand(rules, table, scored.hand, naming) for scored in document.ledger().hands]
    session = Session(game=rules.slug, rules=table.rules)
    stretch = Stretch(session=session, options=dict(table.options), first_dealer=table.first_dealer)
    seats = [Seat(stretch=stretch, place=place, player_id=place, name=name) for place, name in enumerate(table.players)]
    played = [PlayedHand(pk=0, number=number, raw=raw) for number, raw in enumerate(outcomes, 1)]
    ledger = replayed(session, seats, played)
    come_to = SessionTotals.from_ledger(ledger, session)
    return PreparedSession(
        game=rules.slug,
        table=table,
        version=rules.rule_set(table).version,
        outcomes=outcomes,
        totals=come_to.counted,
        gains=come_to.gains,
        transfers=come_to.transfers,
        rows=results.rows(session, seats, ledger, come_to),
    )
