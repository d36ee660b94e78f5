"""What a stream may listen to and what it receives. All of this reads the database, in the thread of the pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.db import close_old_connections
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import translation

from scorekeeper.play import notifications, queries
from scorekeeper.play.ledger import ledgers, notations
from scorekeeper.play.ledger.ledgers import SessionLedger
from scorekeeper.play.live.hub import Stream, TopicUpdate, Variant, event
from scorekeeper.play.models import Access, Board, Role, Session
from scorekeeper.play.removed_phones import opens
from scorekeeper.play.sealed_results import hidden_from
from scorekeeper.play.views.table import context_of
from scorekeeper.web import device_cookie
from scorekeeper.web.club_scope import as_request, enter, every_club
from scorekeeper.web.request_params import number_of
from scorekeeper.web.secret_links import NoSuchLinkError, get_by_token
from scorekeeper.web.throttling import RateLimitedError

MOST_TOPICS = 100
"""The most tables that one page can listen to."""

P = ParamSpec("P")
T = TypeVar("T")


def outside_requests(read: Callable[P, T]) -> Callable[P, T]:
    """Decorate a function so that it reads what a request would, and cleans up the database connection as that does."""

    @wraps(read)
    def reading(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            with as_request():
                return read(*args, **kwargs)
        finally:
            close_old_connections()

    return reading


@sync_to_async
@outside_requests
@every_club()
def admit(request: HttpRequest) -> Stream | None:
    """Return the stream that is requested, or None if the browser has no access to one of its tables.

    Each `?t=<session>.<revision>` names a table and the revision that the page shows. With `&push`, a watcher receives
    the rendered table. `Last-Event-ID` is the last revision sent before a reconnect. With `&board`, the page is the
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
    watches = "push" in request.GET and list(roles.values()) == [Role.WATCHER]
    variant = Variant(translation.get_language_from_request(request), notations.wants_counters(request))
    return Stream({topic: max(revision, last) for topic, revision in at.items()}, device, variant if watches else None)


def _board(request: HttpRequest, topics: Mapping[str, str]) -> Stream | None:
    """Return the stream of a board, with a message waiting if the page shows other tables than the board."""
    token, link = request.GET["board"], dict[str, int]()
    if token:
        try:
            device: str | None = get_by_token(request, Board, "", token=token).device
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

    If its result is sealed, watchers fetch the table instead, which some of them may not see.
    """
    with every_club():
        # Raw SQL, because it runs after every recorded hand.
        session = next(iter(Session.objects.raw("SELECT * FROM play_session WHERE public_id = %s", [topic])), None)
    if session is None:
        return _board_update(topic)
    enter(session.club_id)
    ledger = ledgers.of(session)
    changed = event("changed", at=session.revision)
    messages: dict[Variant | None, bytes] = {None: changed}
    has_table = session.closed_at is None and session.deleted_at is None and not hidden_from(None, [session])
    for variant in variants:
        messages[variant] = _table(session, ledger, variant) if has_table else changed
    return TopicUpdate(session.revision, queries.devices_let_in(session), messages)


def _board_update(topic: str) -> TopicUpdate | None:
    """Return the update which says that a board or its link has changed; None if the link no longer works."""
    board, link = notifications.board_of(""), notifications.link_of("")
    if topic.startswith(board):
        device: str | None = topic.removeprefix(board)
    else:
        device = Board.objects.filter(token=topic.removeprefix(link)).values_list("device", flat=True).first()
    return None if device is None else TopicUpdate(None, frozenset({device}), {None: event("changed")})


def _table(session: Session, ledger: SessionLedger, variant: Variant) -> bytes:
    """Render the table as every watcher sees it, without anything personal."""
    watcher, notation = (
        Access(session=session, role=Role.WATCHER),
        notations.of_session(session, in_counters=variant.in_counters),
    )
    with translation.override(variant.language):
        text = render_to_string("play/_table.html", context_of(watcher, ledger, None, notation))
    return event("table", text, at=session.revision)


@sync_to_async
@outside_requests
@every_club()
def revisions(topics: Iterable[str]) -> Mapping[str, int]:
    """Return the latest revisions of those topics that are sessions."""
    return dict(Session.objects.filter(public_id__in=topics).values_list("public_id", "revision"))
