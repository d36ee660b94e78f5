"""A flood from one address does not disturb others."""

from __future__ import annotations

import asyncio
import resource
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.urls import reverse

from scorekeeper.devtools.bench import form_of
from scorekeeper.play.models import Access, Role, Session
from tests.external_programs import install, serving
from tests.play.live_pages import cookie_of, run_in_event_loop, seated, until
from tests.play.tables import GARDE, Scorer
from tests.servers import database_url

pytestmark = pytest.mark.django_db(transaction=True)

FLOOD, WATCHDOG, CLUB = "127.0.0.1", "127.0.0.2", "127.0.0.3"
"""The addresses of the flooding client, of the load balancer that checks health, and of the club."""
HALF_OPEN, STREAMS = 1040, 1200
OPEN_FILES = 1024
"""The open files a process may have by default on most systems; the server gets no more here."""
LONGEST_LOG = 100_000
PATIENCE = 60


@contextmanager
def many_open_files() -> Iterator[None]:
    """This process makes the flood."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


class FloodConnection(asyncio.Protocol):
    """A connection from an address, on which this is sent, and what comes back."""

    def __init__(self, sent: bytes) -> None:
        self.sent, self.heard, self.lost = sent, b"", False

    async def opened(self, port: int, of: str) -> FloodConnection:
        with suppress(ConnectionError):  # closed at once
            await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", port, local_addr=(of, 0))
        return self

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.sent)

    def data_received(self, data: bytes) -> None:
        self.heard += data

    def connection_lost(self, error: Exception | None) -> None:
        self.lost = True

    @property
    def status(self) -> str:
        """Return the status of the answer, or how it ended without one."""
        return self.heard[9:12].decode() or ("hung up" if self.lost else "")

    @property
    def is_open(self) -> bool:
        return self.status == "200" and not self.lost


def stream(access: Access) -> FloodConnection:
    """Return the event stream of somebody at the table."""
    topic = f"t={access.session.public_id}.{access.session.revision}"
    lines = [f"GET /live/?{topic} HTTP/1.1", "Host: localhost", f"Cookie: {cookie_of(access.device)}"]
    return FloodConnection("\r\n".join([*lines, "", ""]).encode())


def request(
    port: int, method: str, path: str, body: str = "", *, of: str, cookies: Iterable[str] = ()
) -> tuple[int, str, str]:
    """Return the status, the text and the cookie of an answer, which must come during the flood."""
    headers = {"Host": "localhost", "Accept-Encoding": "identity", "Cookie": "; ".join(cookies)}
    headers |= {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
    with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE, source_address=(of, 0))) as connection:
        connection.request(method, path, body or None, headers)
        with connection.getresponse() as response:
            cookie = response.getheader("Set-Cookie", "").partition(";")[0]
            return response.status, response.read().decode(), cookie


def record(port: int, session: Session, device: str) -> int:
    """Return the status of the answer to a hand that somebody of the club records."""
    table = reverse("session", args=[session.public_id])
    _status, page, cookie = request(port, "GET", table, of=CLUB, cookies=[cookie_of(device)])
    hand = {"call": "garde", "taker": "0", "bouts": "2", "points-tens": "4", "points-units": "9"}
    form = urlencode(form_of(page, "outcome") | hand)
    return request(port, "POST", f"{table}record/", form, of=CLUB, cookies=[cookie_of(device), cookie])[0]


def test_a_flood_of_half_open_connections_and_streams_from_one_address_disturbs_nobody(tmp_path: Path) -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    scorer.session.refresh_from_db()
    watchers = [seated(scorer.session, Role.WATCHER) for _ in range(5)]
    many = [seated(scorer.session, Role.WATCHER) for _ in range(STREAMS // 20)]
    log = tmp_path / "log"
    own = {"DATABASE_URL": database_url(), "SECRET_KEY": settings.SECRET_KEY}
    install(tmp_path)  # which collects the static files, too

    async def flood(port: int) -> None:
        async def is_ready() -> bool:
            return (await asyncio.to_thread(request, port, "GET", "/health/ready", of=WATCHDOG))[:2] == (200, "ok\n")

        club = [await stream(watcher).opened(port, CLUB) for watcher in watchers]
        await until(lambda: all(b"retry:" in connection.heard for connection in club))
        half_open = []
        for number in range(HALF_OPEN):
            half_open.append(await FloodConnection(b"GET / HTTP/1.1\r\nHost: loc").opened(port, FLOOD))
            assert number % 260 or await is_ready()
        assert await is_ready()
        assert sum(not connection.lost for connection in half_open) < OPEN_FILES
        streams = []
        for number in range(STREAMS):
            streams.append(await stream(many[number % len(many)]).opened(port, FLOOD))
            assert number % 300 or await is_ready()
        await until(lambda: all(connection.status for connection in streams))
        assert await is_ready()
        assert Counter(connection.status for connection in streams) == {"200": 300, "429": 900}
        assert sum(connection.is_open for connection in streams) == 300
        assert await asyncio.to_thread(record, port, scorer.session, scorer.access.device) == 302
        await until(lambda: all(b"id: 2\nevent: changed" in connection.heard for connection in club))
        assert await is_ready()
        assert all(connection.is_open for connection in club)
        for connection in (*club, *half_open, *streams):
            connection.transport.abort()
        await until(lambda: all(connection.lost for connection in (*club, *half_open, *streams)))

    with (
        many_open_files(),
        log.open("w") as stderr,
        serving(tmp_path, stderr=stderr, open_files=str(OPEN_FILES), **own) as (_server, port, _output),
    ):
        run_in_event_loop(lambda: flood(port))
    assert log.stat().st_size < LONGEST_LOG
    assert "Traceback" not in log.read_text()
