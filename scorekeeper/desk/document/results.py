"""The results of a table: read from its sheet or by replaying its session, and what they count in its round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from games.scoring.documents import DocumentError, StretchDocument, read
from games.scoring.errors import Code, RuleError
from games.scoring.fields import STILL_MISSING
from games.scoring.numbers import MOST
from games.scoring.replay import Ledger, TableList
from games.scoring.rules import AnyRules
from games.scoring.text import gettext_lazy as _
from games.scoring.text import quoted
from games.scoring.types import Table
from scorekeeper.desk.document.errors import TournamentError
from scorekeeper.desk.document.types import RoundResult, TournamentGame
from scorekeeper.desk.document.values import DocumentValue


def read_results(
    members: Mapping[str, DocumentValue], game: TournamentGame, table: Table, hands: int | None
) -> tuple[RoundResult, ...] | None:
    """Return the results of a table in seat order, or None if it has not been played.

    `hands` are the planned hands, if the terms have them. Raise `RuleError`, or `TournamentError` at a session.
    """
    if "results" in members:
        source = members["results"]
        if "session" in members:
            members["session"].refuse(Code.UNKNOWN_FIELD, _("A table has either results or a session."))
        written = read_sheet(source, game.rules, table.players)
    elif "session" in members:
        source = members["session"]
        session = _read_session(source, game, table)
        if not session.hands:
            return None
        written = _replayed(session).table_list()
    else:
        return None
    return round_results(game.rules, table, written, hands, field=source.field)


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


def read_sheet(value: DocumentValue, rules: AnyRules, seats: Sequence[str]) -> TableList:
    """Return the list of a table from the results by name; raise `RuleError` at the first that is wrong."""
    results = value.mapping()
    for name, result in results.items():
        if name not in seats:
            result.refuse(Code.UNKNOWN_PLAYER, _("{name} is not at this table.", name=quoted(name)))
    for name in seats:
        if name not in results:
            raise RuleError(Code.REQUIRED, value.of(name), STILL_MISSING)
    games = ("won", "lost") if rules.counts_games else ()
    rows = [_read_row(results[name], games) for name in seats]
    return TableList(*zip(*rows, strict=True))


def _read_row(value: DocumentValue, games: Sequence[str]) -> tuple[int, int, int]:
    members = value.members(("points", *games))
    won, lost = (members[name].whole(0, MOST) for name in games) if games else (0, 0)
    return members["points"].whole(), won, lost


def _read_session(value: DocumentValue, game: TournamentGame, table: Table) -> StretchDocument:
    """Return the session of a table, which must be of the tournament's game, rules and options."""
    slug = game.rules.slug
    given = value.raw.get("game", slug) if type(value.raw) is dict else slug
    if type(given) is str and given != slug:
        raise _different("game")
    try:
        session = read(value.raw, {slug: game.rules}.get).single()
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


def _replayed(session: StretchDocument) -> Ledger:
    try:
        return session.ledger()
    except DocumentError as error:
        raise _in_session(error) from error


def results_of(ledger: Ledger) -> list[dict[str, int]]:
    """Return what a session came to, in seat order, as a document has it in the results of a table."""
    games = ("won", "lost") if ledger.rules.counts_games else ()
    return [dict(zip(("points", *games), row, strict=False)) for row in zip(*ledger.table_list(), strict=True)]


def list_of(results: Sequence[Mapping[str, int]]) -> TableList:
    """Return the list of a table from its results in seat order."""
    return TableList(*(tuple(one.get(column, 0) for one in results) for column in TableList._fields))


def _in_session(error: DocumentError) -> TournamentError:
    """Return the error of a session as one of the tournament; the fields of a hand stay as they are."""
    inner = error.error
    if error.hand is None:
        field = "session" if inner.field is None else f"session.{inner.field}"
        inner = RuleError(inner.code, field, inner.message)
    return TournamentError(inner, session=error)
