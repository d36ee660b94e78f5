"""What a stream may listen to and what is new there. All of this reads the database, in one thread of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.db import close_old_connections
from django.http import HttpRequest

from scorekeeper.play import notifications, queries
from scorekeeper.play.live.hub import Stream, TopicUpdate
from scorekeeper.play.models import Access, Board, Session
from scorekeeper.web import device_cookie
from scorekeeper.web.request_params import number_of
from scorekeeper.web.secret_links import NoSuchLinkError, get_by_token
from scorekeeper.web.throttling import RateLimitedError

MOST_TOPICS = 100
"""The most tables that one page can listen to."""

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

    Each `?t=<session>.<revision>` names a table and the revision that the page shows. `Last-Event-ID` is the last
    revision sent before a reconnect. With `&board`, the page is the device's own board, with `&board=<token>` the one
    behind this link.
    """
    topics = [topic.rpartition(".")[::2] for topic in request.GET.getlist("t")[:MOST_TOPICS]]
    if any("\0" in name for name in (request.GET.get("board", ""), *dict(topics))):  # PostgreSQL rejects it
        return None
    if "board" in request.GET:
        return _board(request, dict(topics))
    device = device_cookie.device_id(request)
    if device is None or not topics:
        return None
    let_in = Access.objects.of(device)
    at = {topic: number_of(revision) for topic, revision in topics}
    tables = let_in.filter(session__public_id__in=at).values_list("session__public_id", flat=True)
    if set(tables) != at.keys():
        return None
    last = number_of(request.headers.get("Last-Event-ID", ""))
    return Stream({topic: max(revision, last) for topic, revision in at.items()}, device)


def _board(request: HttpRequest, topics: Mapping[str, str]) -> Stream | None:
    """Return the stream of a board. It is told of a change at once if the page shows other tables than the board."""
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
        stream.tell(topic, None)
    return stream


@sync_to_async
@outside_requests
def topic_update(topic: str) -> TopicUpdate | None:
    """Return what is new of a topic; None if it is a link to a board that no longer works."""
    if session := Session.objects.filter(public_id=topic).first():
        devices = Access.objects.filter(shut_out_at=None, session=session).values_list("device", flat=True)
        return TopicUpdate(session.revision, frozenset(devices))
    board, link = notifications.board_of(""), notifications.link_of("")
    if topic.startswith(board):
        device: str | None = topic.removeprefix(board)
    else:
        device = Board.objects.filter(token=topic.removeprefix(link)).values_list("device", flat=True).first()
    return None if device is None else TopicUpdate(None, frozenset({device}))


@sync_to_async
@outside_requests
def revisions(topics: Iterable[str]) -> Mapping[str, int]:
    """Return the latest revisions of those topics that are sessions."""
    return dict(Session.objects.filter(public_id__in=topics).values_list("public_id", "revision"))
