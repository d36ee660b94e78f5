"""A connection between browser and server that a test can cut and mend."""

from __future__ import annotations

import socket
from contextlib import suppress
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Event, Thread
from typing import Self

from tests.servers import Server


class Connection(ThreadingTCPServer):
    """A port that forwards everything to the server until it is `cut`.

    While it is cut, open connections are closed, and every new one is closed at once.
    """

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, server: Server) -> None:
        super().__init__(("127.0.0.1", 0), Passing)
        self.behind = server
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        self.lost = Event()
        self.open: set[socket.socket] = set()

    def __enter__(self) -> Self:
        Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self.cut()
        self.shutdown()
        self.server_close()

    def cut(self) -> None:
        self.lost.set()
        for connection in list(self.open):
            shut(connection)

    def mend(self) -> None:
        self.lost.clear()


class Passing(BaseRequestHandler):
    """One connection of the browser, and ours to the server behind."""

    server: Connection
    request: socket.socket

    def handle(self) -> None:
        with socket.create_connection(("127.0.0.1", self.server.behind.port)) as behind:
            ends = {self.request, behind}
            self.server.open |= ends
            if not self.server.lost.is_set():  # asked after `open` has them: it may be cut at any moment
                back = Thread(target=forward, args=(behind, self.request), daemon=True)
                back.start()
                forward(self.request, behind)
                back.join()
            self.server.open -= ends


def forward(source: socket.socket, target: socket.socket) -> None:
    """Send on what arrives until one end is closed, then close the other."""
    with suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
    shut(source)
    shut(target)


def shut(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
