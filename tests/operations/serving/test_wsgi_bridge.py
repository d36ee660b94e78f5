"""The bridge from ASGI to WSGI, checked against PEP 3333 by the standard library's validator."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment
from wsgiref.validate import validator

import pytest

from scorekeeper.operations.serving.threads import IN_MEMORY, Answer, environ, exchange

SCOPE = {
    "type": "http",
    "http_version": "1.1",
    "method": "POST",
    "scheme": "https",
    "path": "/s/Chloé/",
    "query_string": b"hand=1&at=2",
    "headers": [
        (b"host", b"localhost:8000"),
        (b"content-type", b"text/plain"),
        (b"content-length", b"5"),
        (b"x-forwarded-for", b"192.0.2.1"),
        (b"x-forwarded-for", b"192.0.2.2"),
    ],
    "client": ("192.0.2.9", 50123),
    "server": ("localhost", 8000),
}


class FakeResponse:
    """The body of a response, which records whether it was closed."""

    closed = False

    def __init__(self, pieces: Iterable[bytes] = (b"Anne ", b"198")) -> None:
        self.pieces = pieces

    def __iter__(self) -> Iterator[bytes]:
        yield from self.pieces

    def close(self) -> None:
        self.closed = True


def test_the_wsgi_environment_matches_the_request() -> None:
    environment = environ(SCOPE, BytesIO(b"hello"))
    assert environment["PATH_INFO"].encode("latin1").decode() == "/s/Chloé/"
    assert environment["QUERY_STRING"] == "hand=1&at=2"
    assert (environment["REQUEST_METHOD"], environment["wsgi.url_scheme"]) == ("POST", "https")
    assert (environment["SERVER_NAME"], environment["SERVER_PORT"], environment["REMOTE_ADDR"]) == (
        "localhost",
        "8000",
        "192.0.2.9",
    )
    assert (environment["HTTP_HOST"], environment["CONTENT_TYPE"], environment["CONTENT_LENGTH"]) == (
        "localhost:8000",
        "text/plain",
        "5",
    )


@pytest.mark.parametrize("announced", [(b"content-length", b"2"), (b"transfer-encoding", b"chunked")])
def test_the_content_length_is_that_of_the_body(announced: tuple[bytes, bytes]) -> None:
    environment = environ({**SCOPE, "headers": [announced]}, BytesIO(b"hello"))
    assert environment["CONTENT_LENGTH"] == "5"
    assert "HTTP_TRANSFER_ENCODING" not in environment


def test_a_repeated_header_is_joined() -> None:
    assert environ(SCOPE, BytesIO())["HTTP_X_FORWARDED_FOR"] == "192.0.2.1,192.0.2.2"


def delivered(answer: Answer) -> list[dict[str, Any]]:
    """Return the messages of an answer."""
    messages = list[dict[str, Any]]()

    async def send(message: dict[str, Any]) -> None:
        messages.append(message)

    with ThreadPoolExecutor(1) as thread:  # after a browser test, this one has a loop already
        thread.submit(asyncio.run, answer.deliver(send)).result()
    return messages


def test_the_response_is_collected_and_closed_and_sent_as_asgi_messages() -> None:
    response = FakeResponse()

    def application(environ: WSGIEnvironment, start_response: StartResponse) -> FakeResponse:
        assert environ["wsgi.input"].read(5) == b"hello"
        start_response("201 Created", [("Content-Type", "text/plain"), ("X-Name", " a=1")])
        return response

    answer = exchange(validator(application), SCOPE, BytesIO(b"hello"))
    assert response.closed
    start, piece = delivered(answer)
    assert start == {
        "type": "http.response.start",
        "status": 201,
        "headers": [(b"content-type", b"text/plain"), (b"x-name", b"a=1")],
    }
    assert piece == {"type": "http.response.body", "body": b"Anne 198", "more_body": False}
    assert answer.body.closed


@pytest.mark.parametrize("size", [IN_MEMORY, IN_MEMORY + 1, 2 * IN_MEMORY])
def test_a_large_response_is_sent_in_pieces(size: int) -> None:
    body = b"198 -66 -66 -66\n" * (size // 16) + b"x" * (size % 16)

    def application(environ: WSGIEnvironment, start_response: StartResponse) -> FakeResponse:
        start_response("200 OK", [("Content-Type", "text/plain")])
        return FakeResponse([body[:16], body[16:]])

    _start, *pieces = delivered(exchange(application, SCOPE, BytesIO()))
    assert b"".join(piece["body"] for piece in pieces) == body
    assert [piece["more_body"] for piece in pieces] == [True] * ((size - 1) // IN_MEMORY) + [False]


def test_the_response_is_closed_if_it_fails() -> None:
    def failing() -> Iterator[bytes]:
        yield b"Anne "
        raise ConnectionError

    response = FakeResponse(failing())

    def application(environ: WSGIEnvironment, start_response: StartResponse) -> FakeResponse:
        start_response("200 OK", [("Content-Type", "text/plain")])
        return response

    with pytest.raises(ConnectionError):
        exchange(application, SCOPE, BytesIO())
    assert response.closed
