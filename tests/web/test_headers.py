"""Cleaning of request headers."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.urls import path

from scorekeeper.web import connections as port
from scorekeeper.web import throttling
from scorekeeper.web.headers import clean_headers, cleaned
from tests.asgi_requests import AsgiRequest, piece
from tests.external_programs import python, serving
from tests.operations.running_server import get

PROXY, CALLER, MADE_UP = ("127.0.0.1", 4711), b"198.51.100.1", b"6.6.6.6"

BEFORE = [(b"x_forwarded_for", MADE_UP), (b"x-forwarded-for", CALLER)]
AFTER = [*reversed(BEFORE)]
MIXED = [(b"x-forwarded-for", CALLER), (b"x-forwarded_for", MADE_UP), (b"x_forwarded-for", MADE_UP)]


def caller(request: HttpRequest) -> HttpResponse:
    """Return the client as rate limits see it."""
    return HttpResponse(throttling.caller(request))


urlpatterns = [path("caller/", caller)]


@pytest.mark.urls(__name__)
@pytest.mark.parametrize("headers", [BEFORE, AFTER, MIXED])
def test_pages_trust_no_forwarded_header_from_an_untrusted_caller(
    headers: list[tuple[bytes, bytes]], settings: Any
) -> None:
    settings.TRUST_PROXY = True
    assert AsgiRequest(piece(), address="/caller/", headers=headers, client=PROXY).body == CALLER


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("headers", [BEFORE, AFTER, MIXED])
def test_event_streams_trust_none_either(
    headers: list[tuple[bytes, bytes]], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.TRUST_PROXY, seen = True, list[str]()
    limits_of = port.limits_of

    def noted(request: HttpRequest, most: int, **limits: int) -> dict[str, int]:
        counted = limits_of(request, most, **limits)
        seen.extend(counted)
        return counted

    monkeypatch.setattr(port, "limits_of", noted)
    assert AsgiRequest(piece(), address="/live/", headers=headers, client=PROXY).status == 404
    assert seen == [f"address {CALLER.decode()}"]


def test_other_headers_are_unchanged() -> None:
    headers = [(b"host", b"localhost"), (b"x_request_id", b"1"), (b"accept", b"a_b"), (b"accept", b"c")]
    seen: list[Any] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope)

    scope = {"type": "http", "path": "/a_b", "headers": headers}
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, clean_headers(application)(scope, None, None)).result()
    assert seen == [{**scope, "headers": [headers[0], headers[2], headers[3]]}]


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        (b"text/html; charset=hex", b"text/html"),
        (b"text/html; x*=nope''a", b"text/html"),
        (b"application/x-www-form-urlencoded;charset=UTF-8", b"application/x-www-form-urlencoded"),
        (b"multipart/form-data; charset=rot13; boundary=abc", b"multipart/form-data; boundary=abc"),
        (b'multipart/form-data; boundary="a b"', b'multipart/form-data; boundary="a b"'),
        (b"nonsense", b""),
    ],
)
def test_only_the_boundary_of_a_content_type_is_kept(sent: bytes, kept: bytes) -> None:
    assert cleaned([(b"content-type", sent)]) == [(b"content-type", kept)]


@pytest.mark.urls(__name__)
@pytest.mark.parametrize("sent", [b"text/html; charset=hex", b"multipart/form-data; boundary=x; charset*=nope''a"])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_no_content_type_makes_the_server_fail(method: str, sent: bytes) -> None:
    headers = [(b"content-type", sent)]
    response = AsgiRequest(piece(), method=method, address="/caller/", headers=headers, query_string=b"a=1")
    assert response.status == (200 if method == "GET" else 403)  # a form without its token


def test_several_cookie_headers_are_joined() -> None:
    headers = [(b"cookie", b"a=1"), (b"host", b"localhost"), (b"cookie", b"b=2")]
    assert cleaned(headers) == [(b"host", b"localhost"), (b"cookie", b"a=1; b=2")]


@pytest.mark.thorough
def test_a_forged_header_does_not_evade_the_limit_on_guessing_links(tmp_path: Path) -> None:
    assert python("manage.py", "prepare", data_dir=tmp_path).returncode == 0
    with serving(tmp_path, TRUST_PROXY="1") as (_server, port, _output):
        forwarded = {"Host": "localhost", "X-Forwarded-For": CALLER.decode()}
        guesses = [{**forwarded, "X_Forwarded_For": f"6.6.6.{number}"} for number in range(62)]
        statuses = [get(port, "/watch/guess/", **headers)[0] for headers in guesses]
    assert statuses == [404] * 60 + [429] * 2
