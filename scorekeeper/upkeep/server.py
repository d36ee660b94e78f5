"""How uvicorn is set up, and how it ends: what is being answered is answered, what never ends is hung up on."""

from __future__ import annotations

import signal
import sys
from socket import socket
from types import FrameType

import uvicorn
from django.conf import settings
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.supervisors import Multiprocess

APPLICATION = "scorekeeper.asgi:application"

LAST_CALL = 5
"""Seconds that a request which is being worked on has when the server is told to stop; a hand takes milliseconds."""


class Connection(H11Protocol):
    """One connection; knows at the end which answers to wait for."""

    def shutdown(self) -> None:
        """Waits neither for an event stream to end nor for the rest of a form that a phone has begun to send.

        An answer that has begun and is not complete is a stream: all others leave in one piece.
        """
        super().shutdown()
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is not None and not cycle.response_complete and (cycle.response_started or cycle.more_body):
            self.transport.close()


def configured(application: str = APPLICATION, *, workers: int = 1) -> uvicorn.Config:
    """The server of every installation, at home and behind a proxy."""
    return uvicorn.Config(
        application,
        http=Connection,
        ws="none",
        lifespan="off",
        log_config=None,  # uvicorn's loggers go the way of all others
        log_level="warning",
        access_log=False,  # we have our own, which knows what must not be written
        server_header=False,
        proxy_headers=settings.TRUST_PROXY,
        forwarded_allow_ips="*" if settings.TRUST_PROXY else None,
        timeout_graceful_shutdown=LAST_CALL,
        workers=workers,
    )


def run(config: uvicorn.Config, listener: socket) -> None:
    """Serves until SIGTERM, which ends the process with status 0, or Ctrl-C."""
    signal.signal(signal.SIGTERM, _leave)  # uvicorn stops first and passes the signal on
    if config.workers > 1:
        Multiprocess(config, sockets=[listener]).run()
    else:
        uvicorn.Server(config).run(sockets=[listener])


def _leave(number: int, frame: FrameType | None) -> None:
    sys.exit(0)
