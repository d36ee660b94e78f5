"""Request bodies: sender and size are checked before the body is read, and no more is read than needed."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import closing

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client

from scorekeeper import asgi
from scorekeeper.files.urls import MOST
from scorekeeper.operations.serving import request_bodies
from scorekeeper.operations.serving.request_bodies import IN_MEMORY, MAX_BODY, MAX_READ
from scorekeeper.web.errors import SOON
from tests.asgi_requests import AsgiRequest, piece, with_a_form
from tests.clubs.clubs import SampleClub, signed_in
from tests.servers import Server

pytestmark = pytest.mark.django_db(transaction=True)

READ_IN = "/admin/clubs/club/import/"
MEMBERS = "/admin/spreadsheets/import/"
TAKE_FILES = (READ_IN, MEMBERS)


LARGE = [piece(b"x" * IN_MEMORY, more=True), piece(b"x")]
"""The smallest body that is not kept in memory."""
MUCH = b"x" * MAX_BODY


def sent_by(client: Client, *messages: dict[str, object], address: str, chunked: bool = False) -> AsgiRequest:
    """Return what happens to a form sent from the panel."""
    cookie = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
    headers = [(b"cookie", cookie.encode())] if cookie else []
    return AsgiRequest(*messages, method="POST", address=address, headers=headers, chunked=chunked)


def organiser() -> Client:
    return signed_in(SampleClub().organiser("marion", superuser=True))


# The sender


@pytest.mark.parametrize("address", TAKE_FILES)
@pytest.mark.parametrize("chunked", [False, True])
def test_a_signed_out_user_gets_the_sign_in_page_before_the_body_is_read(address: str, *, chunked: bool) -> None:
    request = sent_by(Client(), *LARGE, address=address, chunked=chunked)
    assert (request.status, request.unread, request.headers[b"connection"]) == (403, len(LARGE), b"close")
    assert f'name="next" value="{address}"'.encode() in request.body  # the sign-in, which leads back here
    assert request.headers[b"set-cookie"].startswith(b"csrftoken=")


@pytest.mark.parametrize("address", TAKE_FILES)
def test_a_user_without_permission_is_refused_before_the_body_is_read(address: str) -> None:
    nobody = signed_in(User.objects.create_user("nobody", password="spades and clubs", is_staff=True))
    request = sent_by(nobody, *LARGE, address=address)
    assert (request.status, request.unread) == (404, len(LARGE))


@pytest.mark.parametrize("address", TAKE_FILES)
@pytest.mark.parametrize("chunked", [False, True])
def test_the_body_of_an_organiser_is_read(address: str, *, chunked: bool) -> None:
    request = sent_by(organiser(), *LARGE, address=address, chunked=chunked)
    assert (request.status, request.unread) == (403, 0)  # by the view, which looks for the token of the form
    assert b"connection" not in request.headers


def test_small_forms_are_not_checked_by_a_separate_request(monkeypatch: pytest.MonkeyPatch) -> None:
    methods = []
    run = asgi.run

    async def noted(scope: dict[str, str], *given: object) -> object:
        methods.append(scope["method"])
        return await run(scope, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(asgi, "run", noted)
    sent_by(Client(), piece(b"x" * IN_MEMORY), address=READ_IN)
    assert methods == ["POST"]
    sent_by(Client(), *LARGE, address=READ_IN)
    assert methods == ["POST", "GET", "GET"]  # the page, and the sign-in instead of it


# The size


@with_a_form
def test_a_body_declared_too_large_is_refused_unread() -> None:
    request = AsgiRequest(piece(MUCH, more=True), piece(b"x"), method="POST")
    assert (request.status, request.unread) == (413, 2)
    assert b"Too large" in request.body
    assert request.headers[b"connection"] == b"close"


@with_a_form
def test_an_undeclared_body_is_refused_as_soon_as_it_is_too_large() -> None:
    request = AsgiRequest(piece(MUCH, more=True), piece(b"x", more=True), piece(b"x"), method="POST", chunked=True)
    assert (request.status, request.unread) == (413, 1)


@with_a_form
@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_that_is_too_large_is_drained_before_the_response(*, chunked: bool) -> None:
    request = AsgiRequest(piece(MUCH, more=True), piece(MUCH, more=True), piece(b"x"), method="POST", chunked=chunked)
    assert (request.status, request.messages) == (413, [])


@with_a_form
@pytest.mark.parametrize("chunked", [False, True])
def test_draining_a_body_without_end_stops(*, chunked: bool) -> None:
    endless = [piece(MUCH, more=True)] * 100
    request = AsgiRequest(*endless, method="POST", chunked=chunked)
    assert request.status == 413
    assert len(endless) - len(request.messages) <= (MAX_READ // MAX_BODY) + 1 + 2 * chunked
    assert not request.messages_sent[-1].get("more_body")


@with_a_form
def test_draining_a_stalled_body_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_bodies, "LINGER", 0)
    request = AsgiRequest(*[piece(MUCH, more=True)] * 2, method="POST")
    assert request.status == 413
    assert not request.messages_sent[-1].get("more_body")


@with_a_form
def test_a_body_just_within_the_limit_is_left_to_django() -> None:
    assert AsgiRequest(piece(MUCH), method="POST").status == 403  # which checks its token


def test_only_the_club_file_form_takes_larger_bodies() -> None:
    large, client = [piece(MUCH, more=True), piece(b"x")], organiser()
    assert sent_by(client, *large, address=READ_IN).status == 403  # which checks its token
    assert sent_by(client, *large, address="/admin/clubs/club/").status == 413


@pytest.mark.parametrize("chunked", [False, True])
def test_the_club_file_form_has_a_limit_too(monkeypatch: pytest.MonkeyPatch, *, chunked: bool) -> None:
    assert MOST == 128 * 1024 * 1024
    monkeypatch.setattr(asgi, "MOST", MAX_BODY + 1)
    client = organiser()
    assert sent_by(client, piece(MUCH, more=True), piece(b"x"), address=READ_IN, chunked=chunked).status == 403
    assert sent_by(client, piece(MUCH, more=True), piece(b"xx"), address=READ_IN, chunked=chunked).status == 413


# The number


@with_a_form
def test_large_bodies_of_one_address_are_queued_but_small_ones_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    request = AsgiRequest(*LARGE, method="POST", client=("192.0.2.7", 4711))
    assert (request.status, request_bodies._large.used) == (403, 0)
    monkeypatch.setattr(request_bodies, "LARGE_OF_ONE", 0)
    request = AsgiRequest(*LARGE, method="POST", client=("192.0.2.7", 4711))
    assert (request.status, request.unread, request.headers[b"retry-after"]) == (429, len(LARGE), b"%d" % SOON)
    assert b"Nothing was recorded. Try again in 5 seconds." in request.body
    assert AsgiRequest(piece(b"x" * IN_MEMORY), method="POST", client=("192.0.2.7", 4711)).status == 403


@with_a_form
def test_large_bodies_of_all_addresses_are_queued_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_bodies, "LARGE", 0)
    assert AsgiRequest(*LARGE, method="POST").status == 429


# On the real server


@pytest.fixture
def server(transactional_db: None) -> Iterator[Server]:
    with Server() as server:
        yield server


def head(address: str, size: int, *lines: str) -> bytes:
    first = [f"POST {address} HTTP/1.1", "Host: localhost", f"Content-Length: {size}"]
    return "\r\n".join([*first, "Content-Type: multipart/form-data; boundary=x", *lines, "", ""]).encode()


def answer_to(server: Server, *sent: bytes) -> bytes:
    """Return what is answered until the server hangs up; nothing more is sent."""
    with closing(socket.create_connection(("127.0.0.1", server.port), timeout=60)) as connection:
        for part in sent:
            connection.sendall(part)
        return b"".join(iter(lambda: connection.recv(65536), b""))


def test_a_hundred_megabytes_from_a_signed_out_user_are_refused_at_the_head(server: Server) -> None:
    size = 100 * 1024 * 1024
    with closing(socket.create_connection(("127.0.0.1", server.port), timeout=60)) as connection:
        connection.sendall(head(READ_IN, size))
        assert connection.recv(65536).startswith(b"HTTP/1.1 403 ")
    with closing(socket.create_connection(("127.0.0.1", server.port), timeout=60)) as connection:
        connection.sendall(head(READ_IN, size, "Expect: 100-continue"))
        assert connection.recv(65536).startswith(b"HTTP/1.1 403 ")  # and not 100
    with closing(socket.create_connection(("127.0.0.1", server.port), timeout=60)) as connection:
        connection.sendall(head("/new/", size))
        assert connection.recv(65536).startswith(b"HTTP/1.1 413 ")


def test_a_client_that_keeps_sending_gets_the_response(server: Server) -> None:
    size = MAX_READ // 2
    response = answer_to(server, head(READ_IN, size), b"x" * size)
    assert response.startswith(b"HTTP/1.1 403 ")


def test_an_organiser_uploads_a_file_of_several_megabytes(server: Server) -> None:
    cookie = f"{settings.SESSION_COOKIE_NAME}={organiser().cookies[settings.SESSION_COOKIE_NAME].value}"
    size = 3 * MAX_BODY
    response = answer_to(server, head(READ_IN, size, f"Cookie: {cookie}", "Connection: close"), b"x" * size)
    assert response.startswith(b"HTTP/1.1 403 ")  # by the view: it came without the form's token
