"""The worked examples of a game, scored: what its rules page shows and what the tests hold the rules to.

An *example* is a session document with its title and its source, as `games/<slug>/examples.json` lists them; its
*refusal* is what is said when the document cannot be scored. Nothing here knows a page or a database.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import games
from games import registry
from games.game import Game
from games.scoring.codec import encode_hand
from games.scoring.documents import DocumentError, SessionDocument, read
from games.scoring.errors import RuleError
from games.scoring.naming import Naming
from games.scoring.replay import Ledger, ScoredHand
from games.scoring.text import Text
from games.scoring.text import gettext_lazy as _
from games.scoring.types import Amounts, Line

ENGLISH = "en"


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayedHand:
    """One hand of an example: what was recorded in one line, who dealt (nobody a correction), and what it moved."""

    number: int
    what: Text
    dealer: str
    lines: tuple[Line, ...]
    amounts: Amounts


@dataclass(frozen=True, kw_only=True, slots=True)
class Example:
    """A worked example, either scored or refused.

    `titles` and `sources` are its title and source by language. `rules` is the slug of its rule set, `options` the
    labels of those that are not at their default.
    """

    id: str
    titles: Mapping[str, str]
    sources: Mapping[str, str]
    title: str
    source: str
    rules: str
    players: tuple[str, ...]
    options: tuple[Text, ...] = ()
    hands: tuple[PlayedHand, ...] = ()
    totals: Amounts = ()
    refusal: RuleError | None = None

    def in_language(self, language: str) -> Example:
        """The same with title and source in a language; in English where they have no other."""
        return replace(
            self,
            title=self.titles.get(language, self.titles[ENGLISH]),
            source=self.sources.get(language, self.sources[ENGLISH]),
        )


@cache
def of(slug: str) -> tuple[Example, ...]:
    """All examples of a game in the order of its file, scored; none where the game has no file."""
    game = registry.get(slug)
    return tuple(_example(game, raw) for raw in _listed(slug))


def documents(slug: str) -> Iterator[SessionDocument]:
    """The session documents of a game's examples that can be scored."""
    for raw in _listed(slug):
        with suppress(DocumentError):
            document = read(raw["document"], registry.find_rules)
            document.ledger()
            yield document


def _listed(slug: str) -> list[dict[str, Any]]:
    """The examples as they stand in the game's file."""
    found = [path for folder in games.__path__ if (path := Path(folder, slug, "examples.json")).exists()]
    return json.loads(found[0].read_text(encoding="utf-8")) if found else []


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
        ledger = read(document, registry.find_rules).ledger()
    except DocumentError as refused:
        return replace(example, refusal=refused.error)
    return replace(
        example,
        options=tuple(_stated_options(ledger)),
        hands=tuple(_hand(game, ledger, number, scored) for number, scored in enumerate(ledger.hands, 1)),
        totals=ledger.totals,
    )


def _stated_options(ledger: Ledger) -> Iterator[Text]:
    """The options that are not at their default, in words."""
    table = ledger.table
    for option in ledger.rules.rule_set(table).options:
        value = table.options[option.name]
        if value == option.default:
            continue
        if value is True:
            yield option.label
        elif value is False:
            yield _("{option}: no", option=option.label)
        else:
            yield Text(
                "{option}: {value}", {"option": option.label, "value": dict(option.choices).get(str(value), value)}
            )


def _hand(game: Game, ledger: Ledger, number: int, scored: ScoredHand) -> PlayedHand:
    table = ledger.table
    stored = encode_hand(ledger.rules, table, scored.hand, Naming(table.players, by_seat=True))
    return PlayedHand(
        number=number,
        what=game.describe(table, stored),
        dealer="" if scored.dealer is None else table.players[scored.dealer],
        lines=scored.entry.lines,
        amounts=scored.entry.amounts,
    )
