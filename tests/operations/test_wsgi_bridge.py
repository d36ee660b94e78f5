"""The bridge from ASGI to WSGI, checked against PEP 3333 by the standard library's validator."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment
from wsgiref.validate import validator

import pytest

from scorekeeper.operations.wsgi_bridge import environ, exchange

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


class Answer:
    """The body of an answer, which remembers whether it was closed."""

    closed = False

    def __iter__(self) -> Iterator[bytes]:
        yield b"Anne "
        yield b"198"

    def close(self) -> None:
        self.closed = True


def test_the_environment_is_that_of_the_request() -> None:
    found = environ(SCOPE, BytesIO(b"hello"))
    assert found["PATH_INFO"].encode("latin1").decode() == "/s/Chloé/"
    assert found["QUERY_STRING"] == "hand=1&at=2"
    assert (found["REQUEST_METHOD"], found["wsgi.url_scheme"]) == ("POST", "https")
    assert (found["SERVER_NAME"], found["SERVER_PORT"], found["REMOTE_ADDR"]) == ("localhost", "8000", "192.0.2.9")
    assert (found["HTTP_HOST"], found["CONTENT_TYPE"], found["CONTENT_LENGTH"]) == ("localhost:8000", "text/plain", "5")


@pytest.mark.parametrize("announced", [(b"content-length", b"2"), (b"transfer-encoding", b"chunked")])
def test_the_length_is_that_of_the_body_whatever_was_announced(announced: tuple[bytes, bytes]) -> None:
    found = environ({**SCOPE, "headers": [announced]}, BytesIO(b"hello"))
    assert found["CONTENT_LENGTH"] == "5"
    assert "HTTP_TRANSFER_ENCODING" not in found


def test_a_header_that_is_sent_twice_arrives_as_one() -> None:
    assert environ(SCOPE, BytesIO())["HTTP_X_FORWARDED_FOR"] == "192.0.2.1,192.0.2.2"


def test_the_answer_is_sent_as_asgi_messages_and_closed() -> None:
    answer, messages = Answer(), list[dict[str, Any]]()

    def application(environ: WSGIEnvironment, start_response: StartResponse) -> Answer:
        assert environ["wsgi.input"].read(5) == b"hello"
        start_response("201 Created", [("Content-Type", "text/plain"), ("X-Name", " a=1")])
        return answer

    exchange(validator(application), SCOPE, BytesIO(b"hello"), messages.append)
    start, *pieces = messages
    assert start == {
        "type": "http.response.start",
        "status": 201,
        "headers": [(b"content-type", b"text/plain"), (b"x-name", b"a=1")],
    }
    assert b"".join(piece.get("body", b"") for piece in pieces) == b"Anne 198"
    assert [piece.get("more_body", False) for piece in pieces] == [True, True, False]
    assert answer.closed


def test_the_answer_is_closed_if_it_cannot_be_sent() -> None:
    answer = Answer()

    def application(environ: WSGIEnvironment, start_response: StartResponse) -> Answer:
        start_response("200 OK", [("Content-Type", "text/plain")])
        return answer

    def send(message: dict[str, Any]) -> None:
        raise ConnectionError

    with pytest.raises(ConnectionError):
        exchange(application, SCOPE, BytesIO(), send)
    assert answer.closed
