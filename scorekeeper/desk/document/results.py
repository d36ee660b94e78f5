"""The results of a table: read from its sheet or by replaying its session, and what they count in its round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, Any

from pydantic import TypeAdapter

from games.scoring.documents import DocumentError, StretchDocument, read
from games.scoring.errors import Code, RuleError
from games.scoring.fields import MISSING, STILL_MISSING
from games.scoring.numbers import MOST
from games.scoring.replay import Ledger, TableList
from games.scoring.rules import AnyRules
from games.scoring.text import message as _
from games.scoring.text import quoted
from games.scoring.types import Table
from scorekeeper.desk.document.errors import TournamentError
from scorekeeper.desk.document.game import TournamentGame
from scorekeeper.desk.document.types import RoundResult
from scorekeeper.desk.document.values import NOTHING_ELSE, read_as, whole_from


@dataclass(frozen=True, kw_only=True, slots=True)
class _WithoutGames:
    __pydantic_config__ = NOTHING_ELSE
    points: Annotated[int, whole_from(-MOST)]


@dataclass(frozen=True, kw_only=True, slots=True)
class _WithGames(_WithoutGames):
    won: Annotated[int, whole_from(0)]
    lost: Annotated[int, whole_from(0)]


SHEETS: Mapping[bool, TypeAdapter[Any]] = {
    True: TypeAdapter(dict[str, _WithGames]),
    False: TypeAdapter(dict[str, _WithoutGames]),
}
"""The sheet of a table by whether its game counts games."""


def read_results(
    results: Any, session: Any, game: TournamentGame, table: Table, hands: int | None
) -> tuple[RoundResult, ...] | None:
    """Return the results of a table in seat order, or None if it has not been played.

    `hands` are the planned hands, if the terms have them. Raise `RuleError`, or `TournamentError` at a session.
    """
    if results is not MISSING:
        if session is not MISSING:
            raise RuleError(Code.UNKNOWN_FIELD, "session", _("A table has either results or a session."))
        return round_results(game.rules, table, read_sheet(results, game.rules, table.players), hands)
    if session is MISSING:
        return None
    played = _read_session(session, game, table)
    if not played.hands:
        return None
    try:
        ledger = played.ledger()
    except DocumentError as error:
        raise _in_session(error) from error
    return round_results(game.rules, table, ledger.table_list(), hands, field="session")


def round_results(
    rules: AnyRules, table: Table, written: TableList, hands: int | None, *, field: str = "results"
) -> tuple[RoundResult, ...]:
    """Return what a list counts in its round, in seat order; raise `RuleError` at the field if its sums can't be."""
    games = sum(written.won) + sum(written.lost)
    if hands is not None and games > hands:
        text = _(
            "More games were won and lost ({games}) than there are hands at this table ({hands}).",
            games=games,
            hands=hands,
        )
        raise RuleError(Code.TOTAL, field, text)
    if rules.results_balance and sum(written.points) != 0:
        text = _("The points of a table sum to zero; these sum to {total}.", total=sum(written.points))
        raise RuleError(Code.TOTAL, field, text)
    totals = rules.round_totals(table, *written)
    return tuple(
        RoundResult(points, total, won, lost)
        for points, total, won, lost in zip(written.points, totals, written.won, written.lost, strict=True)
    )


def read_sheet(raw: Any, rules: AnyRules, seats: Sequence[str]) -> TableList:
    """Return the list of a table from its `results` by name; raise `RuleError` at the first that is wrong."""
    for name in raw if type(raw) is dict else ():
        if name not in seats:
            message = _("{name} is not at this table.", name=quoted(name))
            raise RuleError(Code.UNKNOWN_PLAYER, f"results.{name}", message)
    rows = read_as(SHEETS[rules.counts_games], raw, "results")
    for name in seats:
        if name not in rows:
            raise RuleError(Code.REQUIRED, f"results.{name}", STILL_MISSING)
    return table_list([asdict(rows[name]) for name in seats])


def _read_session(raw: Any, game: TournamentGame, table: Table) -> StretchDocument:
    """Return the session of a table, which must be of the tournament's game, rules and options."""
    slug = game.rules.slug
    given = raw.get("game", slug) if type(raw) is dict else slug
    if type(given) is str and given != slug:
        raise _different("game")
    try:
        session = read(raw, {slug: game.rules}.get).single()
    except DocumentError as error:
        raise _in_session(error) from error
    for field in _differences(table, session.table):
        raise _different(field)
    return session


def _differences(table: Table, theirs: Table) -> Iterator[str]:
    """Yield the fields in which the table of a session is not that of the tournament."""
    if theirs.rules != table.rules:
        yield "rules"
    for name, value in table.options.items():
        if theirs.options.get(name) != value:
            yield f"options.{name}"
    if theirs.players != table.players:
        yield "players"
    if theirs.tariff is not None:
        yield "tariff"


def _different(field: str) -> TournamentError:
    message = _("The session differs from the tournament here.")
    return _in_session(DocumentError(None, RuleError(Code.INVALID, field, message)))


def results_of(ledger: Ledger) -> list[dict[str, int]]:
    """Return what a session came to, in seat order, as a document has it in the results of a table."""
    games = ("won", "lost") if ledger.rules.counts_games else ()
    return [dict(zip(("points", *games), row, strict=False)) for row in zip(*ledger.table_list(), strict=True)]


def table_list(results: Sequence[Mapping[str, int]]) -> TableList:
    """Return the list of a table from its results in seat order."""
    return TableList(*(tuple(result.get(column, 0) for result in results) for column in TableList._fields))


def _in_session(error: DocumentError) -> TournamentError:
    """Return the error of a session as one of the tournament; the fields of a hand stay as they are."""
    inner = error.error
    if error.hand is None:
        field = "session" if inner.field is None else f"session.{inner.field}"
        inner = RuleError(inner.code, field, inner.message)
    return TournamentError(inner, session=error)
