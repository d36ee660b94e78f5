"""`manage.py serve`: the production server, for phones in the local network."""

import logging
import os
import socket
import sys
from contextlib import nullcontext, suppress
from typing import IO, Any

import segno
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from scorekeeper import __version__
from scorekeeper.database import data_directory, inspection
from scorekeeper.operations import former_settings
from scorekeeper.operations.serving import server
from scorekeeper.web.hosts import addresses
from scorekeeper.welcome import address as welcome_address

UNHEARD = 60_000
"""Milliseconds without an acknowledgement after which a connection is closed, such as a phone's without reception."""

EVERYWHERE = ("", "0.0.0.0", "::")  # noqa: S104 - compared, not bound
"""The hosts that mean every address of this computer."""

log = logging.getLogger("scorekeeper.events")


class Command(BaseCommand):
    """One process and one writer by default, as SQLite needs; PostgreSQL allows several."""

    help = "Serve Scorekeeper on the local network until Ctrl-C. HOST, PORT and WORKERS are environment variables."

    def handle(self, *args: Any, **options: Any) -> None:
        """Bind the port first, so that a port in use is reported before anything else."""
        host, workers = settings.HOST, settings.WORKERS
        if workers < 1:
            raise CommandError(f"The number of processes must be at least 1, not {workers}.")
        if workers > 1 and connection.vendor == "sqlite":
            raise CommandError("SQLite allows only one process. Several need PostgreSQL (DATABASE_URL).")
        listener = listen(host, settings.PORT)
        port = listener.getsockname()[1]
        mark = self.prepared()
        # uvicorn shuts down first and then passes the signal on
        with (
            suppress(KeyboardInterrupt),
            data_directory.private_files(),
            mark or nullcontext(),
        ):
            self.announce(port, addresses() if host in EVERYWHERE else [host])
            about = {"version": __version__, "database": connection.vendor, "workers": workers, "port": port}
            log.info("The server starts.", extra={"fields": {"event": "start", **about}})
            try:
                server.run(server.configured(workers=workers), listener)
            finally:
                log.info("The server has stopped.", extra={"fields": {"event": "stop"}})

    def prepared(self) -> IO[str] | None:
        """Refuse an unusable database and print other warnings; return the lock on the data directory."""
        try:
            inspection.require_usable(must_exist=True, every_page=False)  # `prepare` has read them
        except inspection.UnreachableDatabaseError as error:
            self.stderr.write(f"{error} Until it responds, every page says that it is unavailable.")
        except inspection.UnusableDatabaseError as error:
            raise CommandError(str(error)) from error
        for warning in (*former_settings.warnings(os.environ), *data_directory.make_private()):
            self.stderr.write(warning)
        if connection.vendor != "sqlite":  # several hosts may share the folder
            return None
        with data_directory.private_files():
            mark, warning = data_directory.claim()
        if warning:
            self.stderr.write(warning)
        return mark

    def announce(self, port: int, reachable: list[str]) -> None:
        """Print the URLs for this machine and for phones, with a QR code."""
        self.stdout.write(f"On this computer:     http://localhost:{port}/")
        for address in reachable:
            self.stdout.write(f"In the local network: http://{address}:{port}/")
        scanned = f"http://{reachable[0]}:{port}/" if reachable else ""
        if welcome := welcome_address.to_print(reachable[0] if reachable else "localhost", port):
            self.stdout.write(f"To set it up:         {welcome}")
            scanned = scanned and welcome  # once it is set up, it leads everybody at the table to the home page
        if scanned:
            self.show_code(scanned)
        else:
            self.stdout.write("No local network found: phones can't reach this computer.")
        self.stdout.write("Press Ctrl-C to stop.")
        sys.stdout.flush()

    def show_code(self, url: str) -> None:
        """Print a QR code."""
        with suppress(UnicodeEncodeError):  # a terminal without block characters still shows the URL
            segno.make_qr(url).terminal(sys.stdout, border=2, compact=True)
            sys.stdout.flush()


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket; raises `CommandError` with the reason if the port can't be used."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Unless the protocol is named, asyncio leaves Nagle's algorithm on: what follows the head of a response would wait
    # until the head is acknowledged, 40 ms later.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux only; accepted connections inherit it
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNHEARD)
    try:
        listener.bind((host, port))
        # If the other server also bound with SO_REUSEADDR, it is listen() that fails.
        listener.listen(server.QUEUE)
    except (OSError, OverflowError) as error:
        listener.close()
        free = 8123 if port != 8123 else 8124
        why = getattr(error, "strerror", None) or "ports are numbers up to 65535"
        another = f"Set the variable PORT to another, such as {free}."
        raise CommandError(f"Can't listen on port {port} ({why}). {another}") from error
    listener.set_inheritable(True)
    return listener
