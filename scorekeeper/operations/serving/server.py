"""The configuration of uvicorn, and its shutdown: running requests are finished, event streams are closed."""

from __future__ import annotations

import signal
import sys
from socket import socket
from types import FrameType

import uvicorn
from django.conf import settings
from uvicorn.supervisors import Multiprocess

from scorekeeper.web.connections import ACCEPTED_AT_ONCE, HttpConnection

APPLICATION = "scorekeeper.asgi:application"

LAST_CALL = 5
"""Seconds that a running request has left when the server is told to stop; a hand takes milliseconds."""

QUEUE = 2048
"""Connections that the system queues until they are accepted."""


class Server(uvicorn.Server):
    """A server that queues more connections than it accepts at a time, so that a burst drops nobody."""

    async def startup(self, sockets: list[socket] | None = None) -> None:
        """Start as uvicorn does, then lengthen the queue: uvicorn uses one number for both."""
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(QUEUE)


def configured(application: str = APPLICATION, *, workers: int = 1) -> uvicorn.Config:
    """Return the configuration of every installation, at home or behind a proxy."""
    return uvicorn.Config(
        application,
        http=HttpConnection,
        ws="none",
        lifespan="off",
        log_config=None,  # uvicorn's loggers use our configuration
        log_level="error",  # its warnings are about invalid requests
        access_log=False,  # we have our own, which hides secrets
        server_header=False,
        proxy_headers=settings.TRUST_PROXY,
        forwarded_allow_ips="*" if settings.TRUST_PROXY else None,
        timeout_graceful_shutdown=LAST_CALL,
        backlog=ACCEPTED_AT_ONCE,
        workers=workers,
    )


def run(config: uvicorn.Config, listener: socket) -> None:
    """Serve until SIGTERM, which ends the process with status 0, or Ctrl-C."""
    signal.signal(signal.SIGTERM, _leave)  # uvicorn stops first and passes the signal on
    if config.workers > 1:
        Multiprocess(config, sockets=[listener]).run()
    else:
        Server(config).run(sockets=[listener])


def _leave(number: int, frame: FrameType | None) -> None:
    sys.exit(0)
