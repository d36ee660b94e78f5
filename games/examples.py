"""Worked examples of a game, scored, for its rules page and its tests.

An *example* is a session document with a title and a source, listed in `games/<slug>/examples.json`. If the document
can't be scored, the example has a *refusal* instead of hands. This module uses neither pages nor the database.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from games import files, registry
from games.game import Game
from games.scoring.codec import encode_hand
from games.scoring.documents import DocumentError, StretchDocument, read
from games.scoring.errors import RuleError
from games.scoring.naming import Naming
from games.scoring.replay import Ledger
from games.scoring.text import Text
from games.scoring.types import Amounts, Line, ScoredHand

ENGLISH = "en"


@dataclass(frozen=True, kw_only=True, slots=True)
class ExampleHand:
    """A hand of an example: its outcome in one line, the dealer (empty for a correction), and its score."""

    number: int
    what: Text
    dealer: str
    lines: tuple[Line, ...]
    amounts: Amounts


@dataclass(frozen=True, kw_only=True, slots=True)
class Example:
    """A worked example, either scored or refused.

    `titles` and `sources` are keyed by language code. `rules` is the slug of the rule set; `options` has a label for
    each option not at its default.
    """

    id: str
    titles: Mapping[str, str]
    sources: Mapping[str, str]
    title: str
    source: str
    rules: str
    players: tuple[str, ...]
    options: tuple[Text, ...] = ()
    hands: tuple[ExampleHand, ...] = ()
    totals: Amounts = ()
    refusal: RuleError | None = None

    def in_language(self, language: str) -> Example:
        """Return the example with its title and source in this language, or in English if not translated."""
        return replace(
            self,
            title=self.titles.get(language, self.titles[ENGLISH]),
            source=self.sources.get(language, self.sources[ENGLISH]),
        )


@cache
def scored_examples(slug: str) -> tuple[Example, ...]:
    """Return all examples of a game, scored, in the order of its file; none if it has no `examples.json`."""
    game = registry.get(slug)
    return tuple(_example(game, raw) for raw in _listed(slug))


def documents(slug: str) -> Iterator[StretchDocument]:
    """Yield the session documents of the examples that can be scored."""
    for raw in _listed(slug):
        with suppress(DocumentError):
            document = read(raw["document"], registry.find_rules).single()
            document.ledger()
            yield document


def _listed(slug: str) -> list[dict[str, Any]]:
    """Return the examples as the game's file has them."""
    path = files.of_game(slug, "examples.json")
    return json.loads(path.read_text(encoding="utf-8")) if path else []


def _example(game: Game, raw: Mapping[str, Any]) -> Example:
    document = raw["document"]
    example = Example(
        id=raw["id"],
        titles={ENGLISH: raw["title"], **raw.get("titles", {})},
        sources={ENGLISH: raw["source"], **raw.get("sources", {})},
        title=raw["title"],
        source=raw["source"],
        rules=document.get("rules", game.rules.default_rules),
        players=tuple(document["players"]),
    )
    try:
        ledger = read(document, registry.find_rules).single().ledger()
    except DocumentError as refused:
        return replace(example, refusal=refused.error)
    return replace(
        example,
        options=tuple(_stated_options(ledger)),
        hands=tuple(_hand(game, ledger, number, scored) for number, scored in enumerate(ledger.hands, 1)),
        totals=ledger.totals,
    )


def _stated_options(ledger: Ledger) -> Iterator[Text]:
    """Yield the options that are not at their default, in words."""
    table = ledger.table
    for option in ledger.rules.rule_set(table).options:
        value = table.options[option.name]
        if value != option.default:
            yield option.in_words(value)


def _hand(game: Game, ledger: Ledger, number: int, scored: ScoredHand) -> ExampleHand:
    table = ledger.table
    stored = encode_hand(ledger.rules, table, scored.hand, Naming(table.players, by_seat=True))
    return ExampleHand(
        number=number,
        what=game.describe(table, stored),
        dealer="" if scored.dealer is None else table.players[scored.dealer],
        lines=scored.entry.lines,
        amounts=scored.entry.amounts,
    )
