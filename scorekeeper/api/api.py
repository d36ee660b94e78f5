"""Every address of the API, with what it takes and answers: the schema says what stands here, and no more.

Under `/api/v1/`; what is there keeps its meaning, and what a later version takes away stands under another number.
"""

from http import HTTPStatus
from typing import Any

from django.utils.translation import gettext_noop
from ninja import NinjaAPI, Query
from ninja.errors import ValidationError
from ninja.renderers import JSONRenderer

import scorekeeper.play.converters  # noqa: F401 - the kinds of arguments below
from scorekeeper.api import answers, problems, reads, sessions
from scorekeeper.api.asked import Asked, PageAsked, SessionsAsked, StandingsAsked
from scorekeeper.api.door import ApiRequest, Bearer
from scorekeeper.rates import TooOften

BASE = "/api/v1"


class AsItIsSpelled(JSONRenderer):
    """Names are not every letter a code."""

    json_dumps_params = {"ensure_ascii": False, "separators": (",", ":")}


api = NinjaAPI(
    title="Scorekeeper",
    version="1",
    description=(
        "What one club has, to be read: who plays, what was played, and how it stands. Every request carries a token "
        "of the club, which its organisers make in their panel: `Authorization: Bearer score_…`. HEAD is answered as "
        "GET. Answers have an ETag; with `If-None-Match` one that has not changed is 304 without a body."
    ),
    openapi_url=None,
    docs_url=None,
    auth=Bearer(),
    renderer=AsItIsSpelled(),
    urls_namespace="api",
)
api.exception_handler(problems.Refused)(problems.of_refusal)
api.exception_handler(TooOften)(problems.of_haste)
api.exception_handler(ValidationError)(problems.of_parameters)


def answering(answer: Any, *refused: HTTPStatus) -> dict[int, Any]:
    """What an address answers, by the status; these three everybody may meet."""
    always = (HTTPStatus.UNAUTHORIZED, HTTPStatus.TOO_MANY_REQUESTS)
    found = {HTTPStatus.OK: answer, HTTPStatus.UNPROCESSABLE_ENTITY: problems.BadParameters}
    found |= dict.fromkeys((*always, *refused), problems.Problem)
    return {status.value: found[status] for status in sorted(found)}


NOT_HERE, CANNOT_BE_TOLD = HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT


@api.get("/club", operation_id="club", summary=gettext_noop("The club"), response=answering(answers.Club))
def club(request: ApiRequest, asked: Query[Asked]) -> answers.Club:
    """Whose token it is, and in which time zone its days begin and end."""
    return reads.club(request.auth.club)


@api.get(
    "/members",
    operation_id="members",
    summary=gettext_noop("Members and guests"),
    response=answering(answers.Members),
)
def members(request: ApiRequest, asked: Query[Asked]) -> answers.Members:
    """Everybody whom the club knows: members by name, then guests, then who has retired."""
    return reads.people(request.auth.club)


@api.get("/seasons", operation_id="seasons", summary=gettext_noop("Seasons"), response=answering(answers.Seasons))
def seasons(request: ApiRequest, asked: Query[Asked]) -> answers.Seasons:
    """The latest first, each with its terms."""
    return reads.seasons(request.auth.club)


@api.get(
    "/standings",
    operation_id="standings",
    summary=gettext_noop("Standings of a season or of all time"),
    response=answering(answers.Standings),
)
def standings(request: ApiRequest, asked: Query[StandingsAsked]) -> answers.Standings:
    """The same numbers on the same terms as the club's page of standings, from its closed sessions."""
    return reads.table(request.auth.club, asked)


@api.get("/evenings", operation_id="evenings", summary=gettext_noop("Evenings"), response=answering(answers.Evenings))
def evenings(request: ApiRequest, asked: Query[PageAsked]) -> answers.Evenings:
    """The latest first, page by page."""
    return reads.evenings(request.auth.club, asked)


@api.get(
    "/evenings/{secret:evening}",
    operation_id="evening",
    summary=gettext_noop("An evening: who was there, its tables, and who paid whom"),
    response=answering(answers.EveningInFull, NOT_HERE),
)
def evening(request: ApiRequest, evening: str, asked: Query[Asked]) -> answers.EveningInFull:
    """With its sessions in the order in which they were begun, and its settlement where it is settled."""
    return reads.evening(request.auth.club, evening)


@api.get(
    "/sessions",
    operation_id="sessions",
    summary=gettext_noop("Sessions"),
    response=answering(answers.Sessions),
)
def list_sessions(request: ApiRequest, asked: Query[SessionsAsked]) -> answers.Sessions:
    """The latest begun first, page by page, of a span of dates, a game, an evening, open or closed."""
    return sessions.listed(request.auth.club, asked)


@api.get(
    "/sessions/{secret:session}",
    operation_id="session",
    summary=gettext_noop("A session: who sat where, and what it came to"),
    response=answering(answers.Session, NOT_HERE),
)
def session(request: ApiRequest, session: str, asked: Query[Asked]) -> answers.Session:
    """As the list of sessions has it."""
    return sessions.one(request.auth.club, session)


@api.get(
    "/sessions/{secret:session}/document",
    operation_id="session_document",
    summary=gettext_noop("A session as a document: every hand as it was recorded"),
    response=answering(answers.SessionDocument, NOT_HERE, CANNOT_BE_TOLD),
    exclude_unset=True,
)
def session_document(request: ApiRequest, session: str, asked: Query[Asked]) -> Any:
    """What is exported, what another installation imports, and what the `score` command reads."""
    return sessions.as_session_document(request.auth.club, session)


@api.get(
    "/sessions/{secret:session}/ledger",
    operation_id="session_ledger",
    summary=gettext_noop("The ledger of a session: what every hand came to, and why"),
    response=answering(answers.LedgerDocument, NOT_HERE, CANNOT_BE_TOLD),
    by_alias=True,
    exclude_unset=True,
)
def session_ledger(request: ApiRequest, session: str, asked: Query[Asked]) -> Any:
    """What the `score` command prints; its sentences are in the language asked for."""
    return sessions.as_ledger_document(request.auth.club, session)


@api.get(
    "/openapi.json",
    operation_id="schema",
    summary=gettext_noop("This schema, for which no token is needed"),
    response={200: dict[str, Any], 422: problems.BadParameters},
    auth=None,
)
def openapi(request: ApiRequest, asked: Query[Asked]) -> Any:
    """The schema of all addresses, OpenAPI 3.1."""
    from scorekeeper.api.schema import schema  # which is made of what stands above

    return schema()
