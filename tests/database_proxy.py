"""A connection to PostgreSQL that a test can cut and restore."""

from __future__ import annotations

import socket
from contextlib import suppress
from threading import Thread
from types import TracebackType
from urllib.parse import unquote, urlsplit, urlunsplit

from tests.ports import free_port


class Proxy:
    """Passes connections on to the database of a URL; `url` is the same database through the proxy."""

    def __init__(self, url: str) -> None:
        self.port = free_port()
        parts = urlsplit(url)
        host, port = unquote(parts.netloc.rpartition("@")[2].partition(":")[0]), parts.port or 5432
        self.target: str | tuple[str, int] = f"{host}/.s.PGSQL.{port}" if host.startswith("/") else (host, port)
        who = parts.netloc.rpartition("@")[0]
        self.url = urlunsplit(parts._replace(netloc=f"{who}@127.0.0.1:{self.port}"))
        self.ends: list[socket.socket] = []

    def __enter__(self) -> Proxy:
        self.mend()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.cut()

    def cut(self) -> None:
        """Act as if the server were stopped: close connections and accept no new ones."""
        for end in (self.listener, *self.ends):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self.ends.clear()

    def mend(self) -> None:
        """Let new connections through."""
        self.listener = socket.socket()
        self.listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.listener.bind(("127.0.0.1", self.port))
        self.listener.listen(100)
        Thread(target=self._accept, args=(self.listener,), daemon=True).start()

    def _accept(self, listener: socket.socket) -> None:
        with suppress(OSError):  # closed
            while True:
                near, _address = listener.accept()
                self.ends.append(near)
                far = socket.socket(socket.AF_UNIX if isinstance(self.target, str) else socket.AF_INET)
                try:
                    far.connect(self.target)
                except OSError:  # the database itself is down
                    far.close()
                    near.close()
                    continue
                self.ends.append(far)
                for one, other in ((near, far), (far, near)):
                    Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):  # closed, or reset by a process that was killed
            while piece := one.recv(65536):
                other.sendall(piece)
        with suppress(OSError):
            other.shutdown(socket.SHUT_WR)
