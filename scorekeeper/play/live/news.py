"""What a stream may hear of, and what it is sent: everything here reads the database, in the thread of the pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.db import close_old_connections
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import translation

from scorekeeper.play import announcements, devices, ledgers, notation, queries
from scorekeeper.play.ledgers import SessionLedger
from scorekeeper.play.live.hub import News, Stream, Variant, event
from scorekeeper.play.models import Access, Board, Role, Session
from scorekeeper.play.views.behind import LinkIsNone, behind
from scorekeeper.play.views.posted import number_of
from scorekeeper.play.views.table import context_of
from scorekeeper.rates import TooOften

MOST_TOPICS = 100
"""To how many tables one page listens at most."""

P = ParamSpec("P")
T = TypeVar("T")


def among_the_pages(read: Callable[P, T]) -> Callable[P, T]:
    """Leaves the database connection as the end of a request would."""

    @wraps(read)
    def reading(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return read(*args, **kwargs)
        finally:
            close_old_connections()

    return reading


@sync_to_async
@among_the_pages
def admit(request: HttpRequest) -> Stream | None:
    """The stream that is asked for; None for whoever was not let in at one of its tables.

    `?t=<session>.<revision>` names each table and what the page shows of it; with `&push` it is to be sent the table as
    watchers see it. Whoever comes back says with `Last-Event-ID` what it was sent last. With `&board` the page is the
    board of the device, with `&board=<token>` the one that this link leads to.
    """
    asked = [topic.rpartition(".")[::2] for topic in request.GET.getlist("t")[:MOST_TOPICS]]
    if any("\0" in name for name in (request.GET.get("board", ""), *dict(asked))):  # PostgreSQL refuses to look for it
        return None
    if "board" in request.GET:
        return _board(request, dict(asked))
    device = devices.known(request)
    if device is None or not asked:
        return None
    let_in = Access.objects.filter(device=device, shut_out_at=None)
    tables = let_in.filter(session__public_id__in=[topic for topic, _revision in asked])
    roles = dict(tables.values_list("session__public_id", "role"))
    at = {topic: number_of(revision) for topic, revision in asked}
    if roles.keys() != at.keys():
        return None
    last = number_of(request.headers.get("Last-Event-ID", ""))
    watches = "push" in request.GET and list(roles.values()) == [Role.WATCHER]
    variant = Variant(translation.get_language_from_request(request), notation.wants_counters(request))
    return Stream({topic: max(revision, last) for topic, revision in at.items()}, device, variant if watches else None)


def _board(request: HttpRequest, asked: Mapping[str, str]) -> Stream | None:
    """The stream of a board; told at once where other tables are on it by now than those that the page shows."""
    token, link = request.GET["board"], dict[str, int]()
    if token:
        try:
            device: str | None = behind(request, Board, token=token).device
        except (LinkIsNone, TooOften):
            return None
        link = {announcements.link_of(token): 0}
    else:
        device = devices.known(request)
    if device is None:
        return None
    topic, tables = announcements.board_of(device), {session.public_id for session in queries.board(device)}
    at = {table: number_of(asked[table]) for table in tables & asked.keys()}
    stream = Stream(at | link | {topic: 0}, device)
    if tables != asked.keys():
        stream.tell(topic, None, event("changed"))
    return stream


@sync_to_async
@among_the_pages
def news(topic: str, variants: frozenset[Variant]) -> News | None:
    """What a topic has come to; the table as it is now is printed once for each variant."""
    session = Session.objects.filter(public_id=topic).first()
    if session is None:
        return _news_of_board(topic)
    ledger = ledgers.of(session)
    changed = event("changed", at=session.revision)
    messages: dict[Variant | None, bytes] = {None: changed}
    for variant in variants:
        messages[variant] = changed if session.closed_at else _table(session, ledger, variant)
    let_in = session.accesses.filter(shut_out_at=None)
    return News(session.revision, frozenset(let_in.values_list("device", flat=True)), messages)


def _news_of_board(topic: str) -> News | None:
    """Other tables are on it; or the link to it leads there no more."""
    board, link = announcements.board_of(""), announcements.link_of("")
    if topic.startswith(board):
        device: str | None = topic.removeprefix(board)
    else:
        device = Board.objects.filter(token=topic.removeprefix(link)).values_list("device", flat=True).first()
    return None if device is None else News(None, frozenset({device}), {None: event("changed")})


def _table(session: Session, ledger: SessionLedger, variant: Variant) -> bytes:
    """What everybody who only watches sees: there is nothing of their own in it."""
    watcher, shown = Access(session=session, role=Role.WATCHER), notation.of_session(session, laid=variant.laid)
    with translation.override(variant.language):
        text = render_to_string("play/_table.html", context_of(watcher, ledger, None, shown))
    return event("table", text, at=session.revision)


@sync_to_async
@among_the_pages
def revisions(topics: Iterable[str]) -> Mapping[str, int]:
    """Where the sessions among some topics stand."""
    return dict(Session.objects.filter(public_id__in=topics).values_list("public_id", "revision"))
