"""`manage.py serve`: the production server, for the phones in the local network."""

import os
import socket
import sys
from argparse import ArgumentParser
from contextlib import suppress
from typing import Any

import segno
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from scorekeeper import network
from scorekeeper.upkeep import server


class Command(BaseCommand):
    """One process, one writer: what SQLite wants. PostgreSQL takes several."""

    help = "Serves the scorekeeper on the local network until Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """All default to the settings, and so to the environment."""
        parser.add_argument("--host", default=settings.HOST, help="the address to listen on (default: %(default)s)")
        parser.add_argument("--port", default=settings.PORT, type=int, help="(default: %(default)s)")
        parser.add_argument(
            "--workers", default=settings.WORKERS, type=int, help="processes, with PostgreSQL (default: %(default)s)"
        )

    def handle(self, *args: Any, host: str, port: int, workers: int, **options: Any) -> None:
        """Binds first, so that a port in use is said before anything else."""
        if workers < 1:
            raise CommandError(f"{workers} processes cannot serve anybody.")
        if workers > 1 and connection.vendor == "sqlite":
            raise CommandError("SQLite has one writer, so one process serves: several take PostgreSQL (DATABASE_URL).")
        listener = listen(host, port)
        port = listener.getsockname()[1]
        reachable = network.addresses() if host in ("0.0.0.0", "::", "") else [host]  # noqa: S104 - compared, not bound
        if not settings.ALLOWED_HOSTS_GIVEN:
            settings.ALLOWED_HOSTS += [*reachable, *network.host_names()]
            os.environ["ALLOWED_HOSTS"] = ",".join(settings.ALLOWED_HOSTS)  # other processes read the settings anew
        self.announce(port, reachable)
        with suppress(KeyboardInterrupt):  # uvicorn has shut down by then and passes the signal on
            server.run(server.configured(workers=workers), listener)

    def announce(self, port: int, reachable: list[str]) -> None:
        """Prints where to go on this machine and, with a QR code, on the phones."""
        self.stdout.write(f"On this machine:      http://localhost:{port}/")
        for address in reachable:
            self.stdout.write(f"In the local network: http://{address}:{port}/")
        if reachable:
            with suppress(UnicodeEncodeError):  # a terminal without block characters still has the address
                segno.make_qr(f"http://{reachable[0]}:{port}/").terminal(sys.stdout, border=2, compact=True)
        else:
            self.stdout.write("No local network was found: phones cannot reach this machine.")
        self.stdout.write("Ctrl-C stops.")
        sys.stdout.flush()


def listen(host: str, port: int) -> socket.socket:
    """A socket bound to host and port; says plainly why when there is none to be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        # Listening is what collides when the other server has bound with SO_REUSEADDR too.
        listener.listen(2048)
    except (OSError, OverflowError) as error:
        listener.close()
        raise CommandError(
            f"Cannot serve on port {port} ({getattr(error, 'strerror', None) or error}). "
            f"Another one: PORT={8123 if port != 8123 else 8124} make run"
        ) from error
    listener.set_inheritable(True)
    return listener
