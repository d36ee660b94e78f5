"""HTTPS in the local network: Caddy in front of this server, with a certificate authority of its own.

Caddy serves plain HTTP as well, and cookies are the same there: phones that don't trust the authority can still play,
and a phone is recognised at either address. This isn't `HTTPS=1`, which makes browsers refuse plain HTTP for a year.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

from scorekeeper.operations.network import supervisor

CERTIFICATE = "/scorekeeper.crt"
"""The path at which phones download the authority's certificate."""
PATIENCE = 30
"""Seconds until Caddy must have its certificates; it takes less than one."""
EVERYWHERE = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - compared, not bound
"""The hosts that mean every address of this computer, each with the address at which it reaches itself."""


class ProxyError(Exception):
    """Why there is no HTTPS, in a sentence."""


class Ports(NamedTuple):
    """The address and ports at which Caddy listens, and the port of this server on this computer."""

    host: str
    plain: int
    encrypted: int
    server: int


class HttpsProxy:
    """Caddy, for as long as this process lives; its keys and its configuration are in a folder of their own."""

    def __init__(self, folder: Path, ports: Ports, *, ended: Callable[[], None]) -> None:
        self.folder, self.ports, self.ended = folder, ports, ended
        self.addresses: list[str] = []
        self.names: list[str] = []
        self.process: subprocess.Popen[bytes] | None = None

    def configure(self, addresses: list[str], names: list[str]) -> None:
        """Have certificates for these addresses and names. A running Caddy notices it within a second."""
        self.addresses, self.names = addresses, ["localhost", *names, *addresses]
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = self.folder / "caddy.json.new"
        draft.write_text(json.dumps(configuration(self.folder, self.ports, self.names), indent=1), encoding="utf-8")
        draft.replace(self.folder / "caddy.json")

    def __enter__(self) -> HttpsProxy:
        """Return once every name has a valid certificate; raises `ProxyError`."""
        program = shutil.which("caddy")
        if not program:
            raise ProxyError(
                "HTTPS needs the program caddy. Install it (apt install caddy, dnf install caddy, brew install caddy, "
                "winget install CaddyServer.Caddy), or leave --https out."
            )
        caddy = [program, "run", "--config", str(self.folder / "caddy.json"), "--watch"]
        with (self.folder / "caddy.log").open("wb") as log:
            self.process = subprocess.Popen(  # noqa: S603 - Caddy, with a file of ours
                [sys.executable, "-I", supervisor.__file__, *caddy],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                env={**os.environ, "XDG_CONFIG_HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder)},
                start_new_session=True,  # Ctrl-C reaches this server alone, which answers what is under way first
            )
        try:
            self._await_certificates()
        except BaseException:
            self.__exit__()
            raise
        Thread(target=self._watch, args=[self.process], daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        """End Caddy."""
        process, self.process = self.process, None
        if process and process.stdin:
            process.stdin.close()
            with suppress(subprocess.TimeoutExpired):
                process.wait(timeout=10)

    def _watch(self, process: subprocess.Popen[bytes]) -> None:
        process.wait()
        if self.process:
            self.ended()

    def _await_certificates(self) -> None:
        until = time.monotonic() + PATIENCE
        missing = list(self.names)
        while missing:
            if time.monotonic() > until or (self.process and self.process.poll() is not None):
                raise ProxyError(f"Caddy doesn't serve HTTPS: {self.last_words()}")
            with suppress(OSError):
                self._shake_hands(missing[0])
                del missing[0]
                continue
            time.sleep(0.05)

    def _shake_hands(self, name: str) -> None:
        """Connect like a phone that trusts the authority; raises `OSError` if such a phone couldn't."""
        trust = ssl.create_default_context(cafile=root_certificate(self.folder))
        here = EVERYWHERE.get(self.ports.host, self.ports.host)
        # Browsers don't send an address as a name: Caddy knows it from the connection.
        where = name if name in self.addresses else here
        with socket.create_connection((where, self.ports.encrypted), timeout=5) as wire:
            trust.wrap_socket(wire, server_hostname=name).close()

    def last_words(self) -> str:
        """Return the end of Caddy's log."""
        lines = (self.folder / "caddy.log").read_text(encoding="utf-8", errors="replace").strip().splitlines()
        return lines[-1] if lines else "it gives no reason."


def root_certificate(folder: Path) -> Path:
    """Return the file with the authority's certificate, which phones must trust. The key beside it is secret."""
    return folder / "pki" / "authorities" / "local" / "root.crt"


def configuration(folder: Path, ports: Ports, names: list[str]) -> dict[str, Any]:
    """Return Caddy's configuration."""
    certificate = root_certificate(folder)
    routes = [
        {
            "match": [{"path": [CERTIFICATE]}],
            "handle": [
                {"handler": "headers", "response": {"set": {"Content-Type": ["application/x-x509-ca-cert"]}}},
                {"handler": "rewrite", "uri": f"/{certificate.name}"},
                {"handler": "file_server", "root": str(certificate.parent), "hide": ["*.key"]},
            ],
        },
        {
            "handle": [
                {
                    "handler": "reverse_proxy",
                    "upstreams": [{"dial": f"127.0.0.1:{ports.server}"}],
                    # Otherwise a hand may be sent into a connection that the server is just closing.
                    "transport": {"protocol": "http", "keep_alive": {"enabled": False}},
                }
            ],
        },
    ]
    host = f"[{ports.host}]" if ":" in ports.host else ports.host
    # No HTTP/3: browsers use it with a public authority only. Names and certificates are given below, not guessed.
    server = {"protocols": ["h1", "h2"], "automatic_https": {"disable": True}, "routes": routes}
    encrypted = {**server, "listen": [f"{host}:{ports.encrypted}"], "tls_connection_policies": [{}]}
    return {
        # No admin endpoint: every program on this computer could use it.
        "admin": {"disabled": True, "config": {"persist": False}},
        # Its errors name addresses, which contain the secrets of links.
        "logging": {"logs": {"default": {"level": "ERROR", "exclude": ["http"]}}},
        "storage": {"module": "file_system", "root": str(folder)},
        "apps": {
            "pki": {
                "certificate_authorities": {
                    "local": {"root_common_name": f"Scorekeeper on {socket.gethostname()}", "install_trust": False}
                }
            },
            "tls": {
                "certificates": {"automate": names},
                "automation": {"policies": [{"subjects": names, "issuers": [{"module": "internal"}]}]},
            },
            "http": {
                "servers": {"plain": {**server, "listen": [f"{host}:{ports.plain}"]}, "encrypted": encrypted},
                "grace_period": "1s",  # for event streams, which never end by themselves
            },
        },
    }
