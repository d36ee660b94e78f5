"""The API's endpoints with their parameters and answers, from which the OpenAPI schema is generated.

All URLs start with `/api/v1/`. Within a version nothing changes its meaning; a breaking change needs a new number.
"""

from http import HTTPStatus
from typing import Any

from django.db import Error
from django.utils.translation import gettext_noop
from ninja import NinjaAPI, Query
from ninja.errors import ValidationError
from ninja.renderers import JSONRenderer

from scorekeeper.api import problems, queries, schemas, sessions, tournaments
from scorekeeper.api.auth import ApiRequest, Bearer
from scorekeeper.api.query_params import ChampionshipParams, PageParams, QueryParams, SessionsParams, StandingsParams
from scorekeeper.api.schema import schema
from scorekeeper.web.throttling import RateLimitedError


class UnescapedJSONRenderer(JSONRenderer):
    """Writes letters such as é as they are, not as escapes."""

    json_dumps_params = {"ensure_ascii": False, "separators": (",", ":")}


api = NinjaAPI(
    title="Scorekeeper",
    version="1",
    description=(
        "Read-only access to the data of one club: its members, seasons, standings, evenings and sessions. Send a "
        "token of the club with every request: `Authorization: Bearer score_…`. Organisers create tokens in the panel. "
        "Every endpoint supports GET and HEAD. Successful responses have an ETag; send it back as `If-None-Match`, and "
        "if nothing has changed, you receive a 304 without a body."
    ),
    openapi_url=None,
    docs_url=None,
    auth=Bearer(),
    renderer=UnescapedJSONRenderer(),
    urls_namespace="api",
)
api.exception_handler(problems.ProblemError)(problems.problem_response)
api.exception_handler(RateLimitedError)(problems.too_many_requests)
api.exception_handler(ValidationError)(problems.invalid_parameters)
api.exception_handler(Error)(problems.database_unavailable)


def responses(answer: Any, *refused: HTTPStatus) -> dict[int, Any]:
    """Return the answers of an endpoint by status, including the refusals that every endpoint can give."""
    always = (HTTPStatus.UNAUTHORIZED, HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)
    by_status = {HTTPStatus.OK: answer, HTTPStatus.UNPROCESSABLE_ENTITY: problems.BadParameters}
    by_status |= dict.fromkeys((*always, *refused), problems.Problem)
    return {status.value: by_status[status] for status in sorted(by_status)}


NOT_HERE, CANNOT_BE_REPLAYED, SEALED = HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT, HTTPStatus.FORBIDDEN


@api.get("/club", operation_id="club", summary=gettext_noop("The club"), response=responses(schemas.Club))
def club(request: ApiRequest, params: Query[QueryParams]) -> schemas.Club:
    """Return the club that the token belongs to, with the time zone in which its days begin and end."""
    return queries.club(request.auth.club)


@api.get(
    "/members",
    operation_id="members",
    summary=gettext_noop("Members and guests"),
    response=responses(schemas.Members),
)
def members(request: ApiRequest, params: Query[QueryParams]) -> schemas.Members:
    """List the members, then the guests, then everyone who has retired.

    Each group is sorted by the name shown at tables: the nickname, or the name if there is none.
    """
    return queries.people(request.auth.club)


@api.get("/seasons", operation_id="seasons", summary=gettext_noop("Seasons"), response=responses(schemas.Seasons))
def seasons(request: ApiRequest, params: Query[QueryParams]) -> schemas.Seasons:
    """List the seasons with their terms, newest first."""
    return queries.seasons(request.auth.club)


@api.get(
    "/standings",
    operation_id="standings",
    summary=gettext_noop("Standings of a season or of all time"),
    response=responses(schemas.Standings),
)
def standings(request: ApiRequest, params: Query[StandingsParams]) -> schemas.Standings:
    """Return the standings, with the same terms and figures as the club's page. Only closed sessions count."""
    return queries.table(request.auth.club, params)


@api.get(
    "/championship",
    operation_id="championship",
    summary=gettext_noop("Championship: every result of every member"),
    response=responses(schemas.Championship),
)
def championship(request: ApiRequest, params: Query[ChampionshipParams]) -> schemas.Championship:
    """Return every member's result of every evening or round, which of them are struck, and the ranking.

    Guests are not part of it. Members who share a place share its place points in equal parts.
    """
    return queries.championship(request.auth.club, params)


@api.get("/evenings", operation_id="evenings", summary=gettext_noop("Evenings"), response=responses(schemas.Evenings))
def evenings(request: ApiRequest, params: Query[PageParams]) -> schemas.Evenings:
    """List the evenings, newest first, one page at a time."""
    return queries.evenings(request.auth.club, params)


@api.get(
    "/evenings/{secret:evening}",
    operation_id="evening",
    summary=gettext_noop("An evening: attendance, rounds, tables and payments"),
    response=responses(schemas.EveningInFull, NOT_HERE),
)
def evening(request: ApiRequest, evening: str, params: Query[QueryParams]) -> schemas.EveningInFull:
    """Return an evening with its attendance, its published rounds, its sessions and, if it is settled, its settlement.

    While the result of its tournament is sealed, the results of its lists, the sessions that count for it and the
    settlement are left out.
    """
    return queries.evening(request.auth.club, evening)


@api.get(
    "/sessions",
    operation_id="sessions",
    summary=gettext_noop("Sessions"),
    response=responses(schemas.Sessions),
)
def list_sessions(request: ApiRequest, params: Query[SessionsParams]) -> schemas.Sessions:
    """List sessions, the latest started first, one page at a time; filter them by date, game, state and evening.

    Sessions that were closed without a hand, or with every hand voided, are left out, as are those that count for the
    result of a tournament while its desk keeps it sealed.
    """
    return sessions.listed(request.auth.club, params)


@api.get(
    "/sessions/{secret:session}",
    operation_id="session",
    summary=gettext_noop("A session: seats and results"),
    response=responses(schemas.Session, SEALED, NOT_HERE),
)
def session(request: ApiRequest, session: str, params: Query[QueryParams]) -> schemas.Session:
    """Return one session, with the same fields as in the list."""
    return sessions.one(request.auth.club, session)


@api.get(
    "/sessions/{secret:session}/document",
    operation_id="session_document",
    summary=gettext_noop("A session as a document: every hand as recorded"),
    response=responses(
        schemas.SessionDocument | schemas.SessionDocumentOfStretches, SEALED, NOT_HERE, CANNOT_BE_REPLAYED
    ),
    exclude_unset=True,
)
def session_document(request: ApiRequest, session: str, params: Query[QueryParams]) -> Any:
    """Return the session document, which another installation can import and the `score` command can score.

    It is of version 1, or of version 2 if the players or the options changed in the middle of the session.
    """
    return sessions.as_session_document(request.auth.club, session)


@api.get(
    "/sessions/{secret:session}/ledger",
    operation_id="session_ledger",
    summary=gettext_noop("The ledger of a session: what every hand scored, and why"),
    response=responses(
        schemas.LedgerDocument | schemas.LedgerDocumentOfStretches, SEALED, NOT_HERE, CANNOT_BE_REPLAYED
    ),
    by_alias=True,
    exclude_unset=True,
)
def session_ledger(request: ApiRequest, session: str, params: Query[QueryParams]) -> Any:
    """Return the ledger document, as the `score` command prints it, but with labels in the requested language."""
    return sessions.as_ledger_document(request.auth.club, session)


@api.get(
    "/sessions/{secret:session}/journal",
    operation_id="session_journal",
    summary=gettext_noop("The journal of a session: who changed what and when"),
    response=responses(schemas.Journal, SEALED, NOT_HERE, CANNOT_BE_REPLAYED),
)
def session_journal(request: ApiRequest, session: str, params: Query[QueryParams]) -> schemas.Journal:
    """Return every change at the table, newest first: hands recorded, amended and voided, and all others."""
    return sessions.journal(request.auth.club, session)


@api.get(
    "/tournaments",
    operation_id="tournaments",
    summary=gettext_noop("Tournaments"),
    response=responses(schemas.Tournaments),
)
def list_tournaments(request: ApiRequest, params: Query[PageParams]) -> schemas.Tournaments:
    """List the tournaments, newest first, one page at a time."""
    return tournaments.listed(request.auth.club, params)


@api.get(
    "/tournaments/{secret:evening}/entries",
    operation_id="tournament_entries",
    summary=gettext_noop("The entries of a tournament, with penalties"),
    response=responses(schemas.TournamentEntries, NOT_HERE),
)
def tournament_entries(request: ApiRequest, evening: str, params: Query[QueryParams]) -> schemas.TournamentEntries:
    """List the entries by start number. Their seats and lists are in the rounds of the evening."""
    return tournaments.entries(request.auth.club, evening)


@api.get(
    "/tournaments/{secret:evening}/ranking",
    operation_id="tournament_ranking",
    summary=gettext_noop("The ranking of a tournament, with money and prizes"),
    response=responses(schemas.TournamentRanking, SEALED, NOT_HERE, CANNOT_BE_REPLAYED),
    exclude_unset=True,
)
def tournament_ranking(request: ApiRequest, evening: str, params: Query[QueryParams]) -> Any:
    """Return the ranking document after the rounds so far; refused while the desk keeps the result sealed."""
    return tournaments.ranking(request.auth.club, evening)


@api.get(
    "/openapi.json",
    operation_id="schema",
    summary=gettext_noop("This schema (no token needed)"),
    response={200: dict[str, Any], 422: problems.BadParameters},
    auth=None,
)
def openapi(request: ApiRequest, params: Query[QueryParams]) -> Any:
    """Return the OpenAPI 3.1 schema of this API."""
    return schema(api)
