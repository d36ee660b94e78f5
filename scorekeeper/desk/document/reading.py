"""Reading a tournament document, from its text or from decoded JSON."""

from __future__ import annotations

from typing import Any

from games.scoring.document_format import DocumentFormat, read_json, typed
from games.scoring.documents import FindRules, read_game, read_options, read_rule_set
from games.scoring.errors import RuleError
from games.scoring.text import gettext_lazy as _
from scorekeeper.desk.document.entries import read_entries
from scorekeeper.desk.document.errors import TournamentError
from scorekeeper.desk.document.rounds import read_rounds
from scorekeeper.desk.document.terms import read_terms
from scorekeeper.desk.document.types import TournamentDocument, TournamentGame
from scorekeeper.desk.document.values import DocumentValue

KINDS = ("rounds",)
FORMAT = DocumentFormat(
    name="scorekeeper.tournament",
    required=("format", "version", "game", "kind", "entries", "terms", "rounds"),
    optional=("rules", "options"),
    not_an_object=_("A tournament document is a JSON object."),
    another_format=_("This is not a tournament document."),
)


def decode(text: str | bytes) -> object:
    """Return decoded JSON, for `read`; raise `TournamentError` if the text is not JSON."""
    try:
        return read_json(text)
    except RuleError as error:
        raise TournamentError(error) from error


def read(raw: object, find_rules: FindRules) -> TournamentDocument:
    """Read a tournament document from decoded JSON; raise `TournamentError` if it is invalid."""
    try:
        return _read(FORMAT.check(raw), find_rules)
    except RuleError as error:
        raise TournamentError(error) from error


def _read(raw: dict[str, Any], find_rules: FindRules) -> TournamentDocument:
    DocumentValue(typed(raw, "kind", str), "kind").word(KINDS)
    game = read_tournament_game(raw, find_rules)
    terms = read_terms(typed(raw, "terms", dict), game)
    entries = read_entries(DocumentValue(typed(raw, "entries", list), "entries"), terms)
    rounds = read_rounds(DocumentValue(typed(raw, "rounds", list), "rounds"), game, terms, entries)
    return TournamentDocument(game=game, entries=entries, terms=terms, rounds=rounds)


def read_tournament_game(raw: dict[str, Any], find_rules: FindRules) -> TournamentGame:
    """Return the game of a document, from its `game`, `rules` and `options`; raise `RuleError` if they are invalid."""
    rules = read_game(raw, find_rules)
    rule_set = read_rule_set(rules, typed(raw, "rules", str, rules.default_rules))
    game = TournamentGame(
        rules=rules, rule_set=rule_set, options=read_options(rule_set, typed(raw, "options", dict, {}))
    )
    game.table(tuple(str(seat) for seat in range(rule_set.players[0])))  # options that exclude each other
    return game
