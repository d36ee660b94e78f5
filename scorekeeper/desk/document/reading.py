"""Reading a tournament document, from its text or from decoded JSON."""

from __future__ import annotations

from typing import Annotated

from pydantic import TypeAdapter

from games.scoring.document_format import DocumentFormat, read_json, typed
from games.scoring.documents import FindRules
from games.scoring.errors import RuleError
from games.scoring.text import message as _
from scorekeeper.desk.document.entries import read_entries
from scorekeeper.desk.document.errors import TournamentError
from scorekeeper.desk.document.game import read_tournament_game
from scorekeeper.desk.document.rounds import read_rounds
from scorekeeper.desk.document.terms import read_terms
from scorekeeper.desk.document.types import TournamentRecord
from scorekeeper.desk.document.values import one_of, read_as

KIND = TypeAdapter(Annotated[str, one_of(("rounds",))])
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


def read(raw: object, find_rules: FindRules) -> TournamentRecord:
    """Read a tournament document from decoded JSON; raise `TournamentError` if it is invalid."""
    try:
        document = FORMAT.check(raw)
        read_as(KIND, typed(document, "kind", str), "kind")
        game = read_tournament_game(document, find_rules)
        terms = read_terms(typed(document, "terms", dict), game)
        entries = read_entries(typed(document, "entries", list), terms)
        rounds = read_rounds(typed(document, "rounds", list), game, terms, entries)
    except RuleError as error:
        raise TournamentError(error) from error
    return TournamentRecord(game=game, entries=entries, terms=terms, rounds=rounds)
