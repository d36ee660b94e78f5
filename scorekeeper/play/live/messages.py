"""What a stream may listen to and what it receives. All of this reads the database, in the thread of the pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial, wraps
from typing import ParamSpec, TypeGuard, TypeVar

from asgiref.sync import sync_to_async
from django.db import close_old_connections
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import CsrfViewMiddleware, get_token
from django.utils import translation

from scorekeeper.play import notifications, queries
from scorekeeper.play.ledger import ledgers, notations
from scorekeeper.play.ledger.ledgers import SessionLedger
from scorekeeper.play.live.hub import Stream, TopicUpdate, Variant, event
from scorekeeper.play.models import Access, Board, Change, Role, Session
from scorekeeper.play.recording import ports
from scorekeeper.play.screens import journals
from scorekeeper.play.views import shared_table
from scorekeeper.play.visibility.removed_phones import opens
from scorekeeper.play.visibility.sealed_results import hidden_from
from scorekeeper.web import device_cookie
from scorekeeper.web.request_params import number_of
from scorekeeper.web.secret_links import NoSuchLinkError, get_by_token
from scorekeeper.web.throttling import RateLimitedError

MOST_TOPICS = 100
"""The most tables that one page can listen to."""

_csrf = CsrfViewMiddleware(lambda request: HttpResponse())

P = ParamSpec("P")
T = TypeVar("T")


def outside_requests(read: Callable[P, T]) -> Callable[P, T]:
    """Decorate a function so that it cleans up the database connection, as a request does."""

    @wraps(read)
    def reading(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return read(*args, **kwargs)
        finally:
            close_old_connections()

    return reading


@sync_to_async
@outside_requests
def admit(request: HttpRequest) -> Stream | None:
    """Return the stream that is requested, or None if the browser has no access to one of its tables.

    Each `?t=<session>.<revision>` names a table and the revision that the page shows. With `&push`, it receives the
    rendered table. `Last-Event-ID` is the last revision sent before a reconnect. With `&board`, the page is the
    device's own board, with `&board=<token>` the one behind this link.
    """
    topics = [topic.rpartition(".")[::2] for topic in request.GET.getlist("t")[:MOST_TOPICS]]
    if any("\0" in name for name in (request.GET.get("board", ""), *dict(topics))):  # PostgreSQL rejects it
        return None
    if "board" in request.GET:
        return _board(request, dict(topics))
    device = device_cookie.device_id(request)
    if device is None or not topics:
        return None
    let_in = Access.objects.filter(opens(), device=device)
    tables = let_in.filter(session__public_id__in=[topic for topic, _revision in topics])
    roles = dict(tables.values_list("session__public_id", "role"))
    at = {topic: number_of(revision) for topic, revision in topics}
    if roles.keys() != at.keys():
        return None
    last = number_of(request.headers.get("Last-Event-ID", ""))
    stream = Stream({topic: max(revision, last) for topic, revision in at.items()}, device)
    if "push" in request.GET and len(at) == 1:
        _push(stream, request, is_scorer=Role.SCORER in roles.values())
    return stream


def _push(stream: Stream, request: HttpRequest, *, is_scorer: bool) -> None:
    """Let the table be pushed to a stream; to a scorer's only if its forms can be sent by this browser."""
    variant = Variant(translation.get_language_from_request(request), notations.wants_counters(request))
    if not is_scorer:
        stream.variant = variant
    elif csrf_token := _csrf_token(request):
        stream.variant = variant._replace(scorer=stream.device)
        stream.own = partial(_with_tokens, csrf_token)


def _csrf_token(request: HttpRequest) -> str:
    """Return a CSRF token for the forms of this browser; empty if it has no cookie to go with it."""
    _csrf.process_request(request)
    has_cookie = "CSRF_COOKIE" in request.META and "CSRF_COOKIE_NEEDS_UPDATE" not in request.META
    return get_token(request) if has_cookie else ""


def _with_tokens(csrf_token: str, message: bytes) -> bytes:
    """Put the tokens of one page into the forms of a message."""
    return shared_table.with_tokens(message.decode(), csrf_token).encode()


def _board(request: HttpRequest, topics: Mapping[str, str]) -> Stream | None:
    """Return the stream of a board, with a message waiting if the page shows other tables than the board."""
    token, link = request.GET["board"], dict[str, int]()
    if token:
        try:
            device: str | None = get_by_token(request, Board, token=token).device
        except (NoSuchLinkError, RateLimitedError):
            return None
        link = {notifications.link_of(token): 0}
    else:
        device = device_cookie.device_id(request)
    if device is None:
        return None
    topic, tables = notifications.board_of(device), {session.public_id for session in queries.board(device)}
    at = {table: number_of(topics[table]) for table in tables & topics.keys()}
    stream = Stream(at | link | {topic: 0}, device)
    if tables != topics.keys():
        stream.tell(topic, None, event("changed"))
    return stream


@sync_to_async
@outside_requests
def topic_update(topic: str, variants: frozenset[Variant]) -> TopicUpdate | None:
    """Return the update of a topic. The table is rendered once for each variant.

    If its result is sealed, watchers fetch the table instead, which some of them may not see. Scorers fetch it where it
    is more than the form of a new hand.
    """
    session = queries.find_session(topic)
    if session is None:
        return _board_update(topic)
    ledger = ledgers.of(session)
    let_in, scorers = queries.let_in(session, {variant.scorer for variant in variants})
    changed = event("changed", at=session.revision)
    messages: dict[Variant | None, bytes] = dict.fromkeys((None, *variants), changed)
    if session.closed_at is None and session.deleted_at is None and not hidden_from(None, [session]):
        watcher = Access(session=session, role=Role.WATCHER)
        is_scored = any(variant.scorer for variant in variants)
        latest = queries.changes_since(session, session.revision - 1, until=ledger.revision) if is_scored else ()
        rows_wait = is_scored and ports.sheet_photos().rows_wait(session)
        for variant in variants:
            if not variant.scorer:
                messages[variant] = _table(watcher, ledger, variant)
            elif _is_pushed(scorer := scorers.get(variant.scorer), ledger, latest):
                messages[variant] = _table(scorer, ledger, variant, latest, rows_wait=rows_wait)
    return TopicUpdate(session.revision, let_in, messages, since=session.revision - 1)


def _is_pushed(access: Access | None, ledger: SessionLedger, latest: Sequence[Change]) -> TypeGuard[Access]:
    """Return whether a scorer is sent the table.

    Not after a change of its own, whose response has the table; and not if the page needs more than the table: it can
    no longer record, a hand was undone, or play continues in a further stretch.
    """
    return (
        access is not None
        and access.role == Role.SCORER
        and access.session.locked_at is None
        and not access.has_further_stretch
        and ledger.undone is None
        and all(change.access_id != access.pk for change in latest)
    )


def _board_update(topic: str) -> TopicUpdate | None:
    """Return the update which says that a board or its link has changed; None if the link no longer works."""
    board, link = notifications.board_of(""), notifications.link_of("")
    if topic.startswith(board):
        device: str | None = topic.removeprefix(board)
    else:
        device = Board.objects.filter(token=topic.removeprefix(link)).values_list("device", flat=True).first()
    return None if device is None else TopicUpdate(None, frozenset({device}), {None: event("changed")})


def _table(
    access: Access,
    ledger: SessionLedger,
    variant: Variant,
    latest: Sequence[Change] = (),
    *,
    rows_wait: bool = False,
) -> bytes:
    """Render the table as this scorer sees it after the `latest` changes or, without anything personal, a watcher."""
    session = access.session
    notation = notations.of_session(session, in_counters=variant.in_counters)
    with translation.override(variant.language):
        updates = journals.updates(ledger, latest, notation)
        table = shared_table.rendered(access, ledger, notation, rows_wait=rows_wait, updates=updates)
    return event("table", table, at=session.revision) if table else event("changed", at=session.revision)


@sync_to_async
@outside_requests
def revisions(topics: Iterable[str]) -> Mapping[str, int]:
    """Return the latest revisions of those topics that are sessions."""
    return dict(Session.objects.filter(public_id__in=topics).values_list("public_id", "revision"))
