"""A minimal browser: it keeps cookies, reads forms, and records what is sent over the wire."""

from __future__ import annotations

import gzip
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from html.parser import HTMLParser
from http.cookies import SimpleCookie
from io import BytesIO
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse

from scorekeeper.web import device_cookie

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


@dataclass(frozen=True)
class BenchAnswer:
    """A response; `body` is as it was sent, compressed or not."""

    status: str
    headers: list[tuple[str, str]]
    body: bytes

    @property
    def size(self) -> int:
        """Bytes over the wire, headers included."""
        head = [f"HTTP/1.1 {self.status}", *(f"{name}: {value}" for name, value in self.headers), "", ""]
        return len("\r\n".join(head).encode()) + len(self.body)

    @property
    def headers_by_name(self) -> dict[str, str]:
        return {name.lower(): value for name, value in self.headers}

    @property
    def text(self) -> str:
        packed = self.headers_by_name.get("content-encoding") == "gzip"
        return (gzip.decompress(self.body) if packed else self.body).decode()


class Browser:
    """A browser that calls the WSGI application directly, with all of its middleware and nothing else in between.

    Any status but 200 raises `RuntimeError`; with `refusals`, statuses from 400 to 499 are accepted too.
    """

    def __init__(self, application: Application, device: str, *, refusals: bool = False) -> None:
        self.application, self.refusals = application, refusals
        remembered = HttpResponse()
        device_cookie.remember(remembered, device)
        self.cookies = SimpleCookie({name: cookie.value for name, cookie in remembered.cookies.items()})

    def get(self, path: str) -> BenchAnswer:
        return self.ready("GET", path)()

    def ready(
        self, method: str, path: str, values: Mapping[str, str] | None = None, *, htmx: bool = False
    ) -> Callable[[], BenchAnswer]:
        """Prepare a request and return a function that sends it."""
        body = urlencode(values or {}).encode()
        path, _mark, query = path.partition("?")
        environ = {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": "",
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "CONTENT_TYPE": "application/x-www-form-urlencoded" if body else "",
            "CONTENT_LENGTH": str(len(body)),
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": "localhost",
            "HTTP_ACCEPT": "text/html",
            "HTTP_ACCEPT_ENCODING": "gzip, deflate",
            "HTTP_ACCEPT_LANGUAGE": "en",
            "HTTP_COOKIE": "; ".join(f"{name}={cookie.coded_value}" for name, cookie in self.cookies.items()),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": False,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }
        if htmx:
            environ["HTTP_HX_REQUEST"] = "true"
        return lambda: self._send(environ)

    def _send(self, environ: dict[str, Any]) -> BenchAnswer:
        head: list[Any] = []
        answer = self.application(environ, lambda *args: head.extend(args))
        try:
            body = b"".join(answer)
        finally:
            if hasattr(answer, "close"):
                answer.close()
        status, headers = head[:2]
        if not status.startswith("200") and not (self.refusals and status.startswith("4")):
            raise RuntimeError(f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']} was answered with {status}")
        for name, value in headers:
            if name == "Set-Cookie":
                self.cookies.load(value)
        return BenchAnswer(status, headers, body)


def form_of(page: str, form: str) -> dict[str, str]:
    """Return the fields that a browser would send if the form with this id were submitted as it is."""
    reader = _FormReader(form)
    reader.feed(page)
    return reader.values


class _FormReader(HTMLParser):
    def __init__(self, form: str) -> None:
        super().__init__()
        self.form, self.inside, self.values = form, False, dict[str, str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag == "form":
            self.inside = attributes.get("id") == self.form
        name = attributes.get("name")
        chosen = attributes.get("type") not in ("radio", "checkbox") or "checked" in attributes
        if self.inside and name and chosen and tag in ("input", "textarea"):
            self.values[name] = attributes.get("value") or ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False
