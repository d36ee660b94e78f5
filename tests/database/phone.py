"""A phone that talks to the real server as its page would, and gives up if nothing comes back."""

from __future__ import annotations

import http.client
import socket
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from scorekeeper.devtools.bench import form_of
from scorekeeper.play.models import Access
from scorekeeper.web.cookies import DEVICE_COOKIE, signed_device
from tests.servers import Server

PATIENCE = 60
"""Seconds after which a phone gives up. This is not a performance limit: without it, a test would hang."""

TAPS = {"call": "garde", "taker": "0", "bouts": "2", "points-tens": "4", "points-units": "9"}
"""Anne makes a garde by 8: 66 from each of the three others (FFT)."""


@dataclass
class Response:
    status: int
    headers: Any
    text: str


class EventStream:
    """The content of an event stream."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection, self.text = connection, ""

    def until(self, words: str) -> str:
        """Return everything received, as soon as it contains these words."""
        end = time.monotonic() + PATIENCE
        while words not in self.text:
            self.connection.settimeout(max(0.01, end - time.monotonic()))
            piece = self.connection.recv(65536).decode()
            assert piece, f"the stream ended: {self.text}"
            self.text += piece
        return self.text


class Phone:
    """A phone with access to a table."""

    def __init__(self, server: Server, access: Access) -> None:
        self.server, self.session = server, access.session
        self.cookies = {DEVICE_COOKIE: signed_device(access.device)}

    def table(self) -> Response:
        return self.ask("GET", reverse("session", args=[self.session.public_id]))

    def filled_in(self, **changes: str) -> dict[str, str]:
        """Return the fields of the table's form with a hand filled in."""
        return form_of(self.table().text, "outcome") | TAPS | changes

    def send(self, form: dict[str, str], **headers: str) -> Response:
        headers = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true", **headers}
        return self.ask("POST", reverse("record", args=[self.session.public_id]), urlencode(form), **headers)

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    @contextmanager
    def stream(self) -> Iterator[EventStream]:
        """Yield the event stream of the table once it is open."""
        lines = f"GET /live/?t={self.session.public_id}.{self.session.revision} HTTP/1.1", "Host: localhost"
        with closing(socket.create_connection(("127.0.0.1", self.server.port), PATIENCE)) as connection:
            connection.sendall("\r\n".join([*lines, f"Cookie: {self.cookie}", "", ""]).encode())
            events = EventStream(connection)
            events.until("retry:")
            yield events

    def ask(self, method: str, path: str, body: str | None = None, **headers: str) -> Response:
        headers["Cookie"] = self.cookie
        with closing(http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)) as connection:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            text = response.read().decode()
        for cookie in response.msg.get_all("Set-Cookie", []):
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name.strip()] = value
        return Response(response.status, response.headers, text)
