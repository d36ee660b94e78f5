"""Benchmarks that drive a running server over HTTP from outside, as browsers do; `manage.py bench` runs them.

The server is that of any checkout, so an older one can be measured beside a newer one. It has a temporary database, no
rate limits, and three additions that `SETTINGS` makes: an address that writes one row, which is the *floor* of every
write; a header with the number of SQL statements of a response; and one for requests before which the server forgets
the ledgers in its memory. Server and browsers share this machine.
"""

from __future__ import annotations

import gzip
import json
import logging
import os
import re
import resource
import secrets
import selectors
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from http.client import HTTPConnection, HTTPException
from math import ceil
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Event, Thread
from time import perf_counter
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit

SETTINGS = """
from scorekeeper.settings import *
from scorekeeper.settings import CONCURRENT, DATA_DIR, LIMITS, MIDDLEWARE

DEBUG = False
ALLOWED_HOSTS = ["127.0.0.1", "localhost"]
ALLOWED_HOSTS_GIVEN = True
SECURE_SSL_REDIRECT = SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = False
LIMITS = dict.fromkeys(LIMITS, (10**9, 1))  # counted as usual, but never reached
CONCURRENT = dict.fromkeys(CONCURRENT)  # all browsers come from one address
STATIC_ROOT = DATA_DIR / "static"
MIDDLEWARE = ["bench_settings.counted", *MIDDLEWARE, "bench_settings.floor"]


def counted(get_response):
    from django.db import connection

    def middleware(request):
        if "X-Forget" in request.headers:
            from scorekeeper.play.ledger import ledgers

            ledgers.forget()
        statements = []

        def count(execute, *args):
            statements.append(args[0])
            return execute(*args)

        with connection.execute_wrapper(count):
            response = get_response(request)
        response["X-Statements"] = str(len(statements))
        return response

    return middleware


def floor(get_response):
    from django.http import HttpResponse

    def middleware(request):
        if request.path != "/bench/floor/":
            return get_response(request)
        from scorekeeper.clubs.models import Player

        return HttpResponse(f"<p>{Player.objects.create(name=request.POST['name']).pk}</p>")

    return middleware
"""
RUNS_EVENINGS = "from scorekeeper.clubs.models import ClubDevice; ClubDevice.objects.update(runs=True)"
"""Lets the club's phones run its evenings, which an organiser would allow in the panel."""
FLOOR = "/bench/floor/"
PLAYERS = ("Marion", "Théo", "Inès", "Gabriel")
FEW, MANY = 50, 500
"""Hands of an ordinary session and of the longest one."""
EVERY = 2.0
"""Seconds between two hands at a table, much faster than anybody plays."""
GRACE = 10.0
"""Seconds after the last hand before it counts as missed."""
WARM_UP = 3
"""Rounds that do not count: the first requests are slower."""
PATIENCE = 120.0
"""Seconds to wait for a response."""
ENTRIES = 400
"""People who take part in the tournament beside the tables: a hundred lists to print."""
NEXT = 5
"""Repeated requests of a page of the club."""
END_OF_EVENT = b"\n\n\r\n"
"""The end of a server-sent event and of the HTTP chunk that carries it."""

log = logging.getLogger(__name__)


# The server


@dataclass
class Server:
    """A checkout's server, with its data in a temporary folder."""

    checkout: Path
    folder: Path
    port: int = 0
    phone_link: str = ""
    """The link that makes a browser a phone of the seeded club."""

    @property
    def environment(self) -> dict[str, str]:
        return os.environ | {
            "PYTHONPATH": str(self.folder),
            "PYTHONUTF8": "1",
            "DJANGO_SETTINGS_MODULE": "bench_settings",
            "DATA_DIR": str(self.folder),
            "DATABASE_URL": f"sqlite:///{self.folder / 'bench.sqlite3'}",
            "HOST": "127.0.0.1",
            "PORT": "0",
            "WORKERS": "1",
            **dict.fromkeys(("HTTPS", "TRUST_PROXY", "LOG_REQUESTS"), "0"),
        }

    def manage(self, *arguments: str, **environment: str) -> str:
        """Run a command of the checkout and return what it prints."""
        ran = subprocess.run(  # noqa: S603 - our own program
            [sys.executable, "manage.py", *arguments],
            cwd=self.checkout,
            env=self.environment | environment,
            capture_output=True,
            text=True,
            check=False,
        )
        if ran.returncode:
            raise RuntimeError(f"manage.py {arguments[0]}: {ran.stderr}")
        return ran.stdout

    def seed(self, hands: int) -> None:
        """Create a club with at least that many hands."""
        printed = self.manage("seed", "--hands", str(hands))
        self.phone_link = urlsplit(printed.split()[-1]).path

    @contextmanager
    def running(self) -> Iterator[None]:
        """Start the server and stop it afterwards; `port` is its port meanwhile."""
        output, problems = "", self.folder / "problems"
        with (
            problems.open("w") as errors,
            subprocess.Popen(
                [sys.executable, "manage.py", "serve"],
                cwd=self.checkout,
                env=self.environment,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            ) as process,
        ):
            try:
                while "Ctrl-C" not in output:
                    line = process.stdout.readline() if process.stdout else ""
                    if not line:
                        raise RuntimeError(f"The server ended: {problems.read_text()}")
                    output += line
                self.port = int(re.findall(r":(\d+)/", output)[0])
                Browser(self).get("/robots.txt")  # it accepts connections a moment after it says so
                yield
            finally:
                process.terminate()


@contextmanager
def server_of(checkout: Path, beside: Path) -> Iterator[Server]:
    """Prepare the server of a checkout, with its data in a folder beside the user's own."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # the server inherits it: each watcher is a connection
    beside.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Not in the system's temporary folder, which may be in memory, where commits are free.
    with TemporaryDirectory(prefix="bench-", dir=beside) as folder:
        server = Server(checkout.resolve(), Path(folder).resolve())
        (server.folder / "bench_settings.py").write_text(SETTINGS)
        server.manage("prepare")
        yield server


# Browsers


@dataclass(frozen=True)
class Answer:
    """A response; `seconds` is the time from sending the request until all of it was there."""

    path: str
    headers: Mapping[str, str]
    body: bytes
    seconds: float

    @property
    def text(self) -> str:
        return self.body.decode()


class Browser:
    """A browser with cookies; it follows redirects, and raises `HTTPException` for an error.

    Each request has a connection of its own, and connecting is not timed.
    """

    def __init__(self, server: Server) -> None:
        self.server = server
        self.cookies: dict[str, str] = {}

    def get(self, path: str) -> Answer:
        return self.ask("GET", path)

    def post(self, path: str, values: Mapping[str, str], *, htmx: bool = False) -> Answer:
        return self.ask("POST", path, urlencode(values).encode(), {"HX-Request": "true"} if htmx else {})

    def ask(self, method: str, path: str, body: bytes = b"", more: Mapping[str, str] | None = None) -> Answer:
        headers = {**self.headers(), "Accept-Encoding": "gzip", **(more or {})}
        if body:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        with closing(self.connected()) as wire:
            began = perf_counter()
            wire.request(method, path, body or None, headers)
            response = wire.getresponse()
            content = response.read()
            took = perf_counter() - began
        for cookie in response.msg.get_all("Set-Cookie", []):
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        if response.status in (301, 302, 303):
            to = urlsplit(urljoin(path, response.headers["Location"]))
            return self.ask("GET", f"{to.path}?{to.query}" if to.query else to.path)
        if response.status >= 400:
            raise HTTPException(f"{method} {path} was answered with {response.status}")
        if response.headers.get("Content-Encoding") == "gzip":
            content = gzip.decompress(content)
        answered = {name.lower(): value for name, value in response.headers.items()}
        return Answer(path, answered, content, took)

    def connected(self) -> HTTPConnection:
        wire = HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
        wire.connect()
        return wire

    def headers(self) -> dict[str, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"Accept-Language": "en", **({"Cookie": cookies} if cookies else {})}

    def submit(self, path: str, form: str = "", **values: str) -> Answer:
        """Open a page and submit a form on it, with these values in place of its own."""
        return self.post(path, form_of(self.get(path).text, form) | values)


def form_of(page: str, form: str) -> dict[str, str]:
    """Return the fields that a browser would send if the form with this id were submitted as it is.

    Without an id, they are those of all forms that have none.
    """
    reader = _FormReader(form)
    reader.feed(page)
    return reader.values


class _FormReader(HTMLParser):
    def __init__(self, form: str) -> None:
        super().__init__()
        self.form, self.inside, self.select, self.values = form, False, "", dict[str, str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        name, value = attributes.get("name") or "", attributes.get("value") or ""
        if tag == "form":
            self.inside = (attributes.get("id") or "") == self.form
        if not self.inside:
            return
        chosen = attributes.get("type") not in ("radio", "checkbox") or "checked" in attributes
        if name and chosen and tag in ("input", "textarea"):
            self.values[name] = value
        if tag == "select":
            self.select = name
        if tag == "option" and ("selected" in attributes or self.select not in self.values):
            self.values[self.select] = value

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False


# Tables


@dataclass
class Table:
    """A session of French Tarot of four at a phone that records; `sent` says when each revision was requested."""

    browser: Browser
    path: str
    form: dict[str, str]
    number: int = 0
    sent: dict[int, float] = field(default_factory=dict)

    @classmethod
    def started(cls, browser: Browser) -> Table:
        """Start a session by the form for it."""
        names = {f"player-{place}": name for place, name in enumerate(PLAYERS)}
        form = form_of(browser.get("/new/?game=tarot").text, "new_form")
        page = browser.post("/new/", form | names | {"rules": "fft", "first_dealer": "3", "action": "start"})
        return cls(browser, page.path, form_of(page.text, "outcome"))

    @classmethod
    def imported(cls, browser: Browser, hands: int) -> Table:
        """Start a session of that many hands, from a session document."""
        outcomes = [
            {"call": "garde", "taker": PLAYERS[number % 4], "bouts": 2, "points": 40 + number % 10}
            for number in range(hands)
        ]
        head = {"format": "scorekeeper.session", "version": 1, "game": "tarot", "rules": "fft"}
        document = json.dumps({**head, "players": PLAYERS, "hands": outcomes})
        page = browser.submit("/import/", text=document)
        return cls(browser, page.path, form_of(page.text, "outcome"))

    def post(self, action: str) -> Answer:
        """Record or preview another hand, on the revision that the last one made."""
        self.number += 1
        taker, units = self.number % 4, self.number // 4 % 10  # differ, so that nothing is cached
        hand = {"call": "garde", "taker": str(taker), "bouts": "2", "points-tens": "4", "points-units": str(units)}
        values = self.form | hand | {"token": secrets.token_urlsafe(12)}
        return self.browser.post(f"{self.path}{action}/", values, htmx=True)

    def record(self) -> float:
        """Record a hand and return the seconds that it took."""
        began = perf_counter()
        answer = self.post("record")
        self.form["revision"] = answer.headers["x-revision"]
        self.sent[int(self.form["revision"])] = began
        return answer.seconds


def measure_table(server: Server, rounds: int) -> dict[str, dict[str, float]]:
    """Time each request once a round, one after the other, so that a moment of load affects all of them."""
    times: dict[str, list[float]] = {}
    with server.running():
        browser = Browser(server)
        table, long = Table.imported(browser, FEW), Table.imported(browser, MANY)
        named = {**form_of(browser.get("/new/").text, "languages"), "name": "Marion"}
        measured: dict[str, Callable[[], float]] = {
            "floor": lambda: browser.post(FLOOR, named).seconds,
            "record": table.record,
            "preview": lambda: table.post("preview").seconds,
            "page": lambda: browser.get(table.path).seconds,
            "replay_500": lambda: browser.ask("GET", long.path, more={"X-Forget": "yes"}).seconds,
        }
        for number in range(WARM_UP + rounds):
            browser.get(table.path)  # its ledger was forgotten
            for name, measure in measured.items():
                took = measure()
                if number >= WARM_UP:
                    times.setdefault(name, []).append(took * 1000)
    floor = median(times.pop("floor"))
    return {
        name: {"ms": round(median(of), 2), "times_floor": round(median(of) / floor, 2)} for name, of in times.items()
    }


# Load


@dataclass
class Watcher:
    """A phone with an event stream of a table; `received` says when it had each revision."""

    table: Table
    wire: socket.socket
    pending: bytes = b""
    received: list[tuple[float, int]] = field(default_factory=list)

    @classmethod
    def opened(cls, table: Table, link: str) -> Watcher:
        """Join a table by its watch link, load its page and open the stream of the page."""
        browser = Browser(table.browser.server)
        address = re.search(r'data-live="([^"]*)"', browser.get(link).text)
        assert address, "the page has no event stream"
        wire = browser.connected()
        wire.request("GET", unescape(address[1]), headers=browser.headers() | {"Accept": "text/event-stream"})
        return cls(table, wire.sock)

    def read(self) -> None:
        """Note the events that have arrived whole; raise `HTTPException` if the stream has ended."""
        data = self.wire.recv(2**20)
        if not data:
            raise HTTPException("a stream broke off")
        self.pending += data
        if self.pending.endswith(END_OF_EVENT):
            at = perf_counter()
            self.received += [
                (at, int(revision)) for revision in re.findall(rb"^id: (\d+)", self.pending, re.MULTILINE)
            ]
            self.pending = b""

    def delays(self) -> list[float | None]:
        """Return the seconds until this phone had each hand, or a later one; None if it never did."""
        return [
            next((at - sent for at, shown in self.received if shown >= revision), None)
            for revision, sent in self.table.sent.items()
        ]


class Load:
    """Tables that record for some seconds, phones that follow them, and a tournament that draws seats and prints."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.errors = 0
        self.durations: list[float] = []
        self.recorded = Event()
        """Set when the last hand is recorded."""
        self.over = Event()

    def measure(self, tables: int, watchers: int, seconds: float) -> dict[str, Any]:
        desk = Desk.of_tournament(self.server)
        started = [Table.started(Browser(self.server)) for _number in range(tables)]
        following: list[Watcher] = []
        for number, table in enumerate(started):
            page = table.browser.get(f"{table.path}share/").text
            link = re.findall(r"/watch/[\w-]+/", page)[0]
            following += [Watcher.opened(table, link) for _number in range(3 + (watchers if number == 0 else 0))]
            table.record()  # the first one is always the slowest
            table.sent.clear()
        reading = Thread(target=self.read, args=[following])
        reading.start()
        with ThreadPoolExecutor(tables + 1) as threads:
            beside = threads.submit(self.draw_and_print, desk)
            recording = [
                threads.submit(self.record, table, EVERY * number / tables, max(round(seconds / EVERY), 1))
                for number, table in enumerate(started)
            ]
            try:
                for one in recording:
                    one.result()
            finally:
                self.recorded.set()
            beside.result()
        deadline = perf_counter() + GRACE
        while perf_counter() < deadline and any(None in watcher.delays() for watcher in following):
            time.sleep(0.1)
        self.over.set()
        reading.join()
        return self.result(started[0], following)

    def record(self, table: Table, after: float, hands: int) -> None:
        """Record that many hands, the first one after some seconds."""
        begun = perf_counter() + after
        for number in range(hands):
            time.sleep(max(begun + number * EVERY - perf_counter(), 0))
            with self.noted():
                self.durations.append(table.record())

    def draw_and_print(self, desk: Desk) -> None:
        """Draw the seats and print the lists, again and again while hands are recorded."""
        while True:
            with self.noted():
                desk.draw_and_discard()
                desk.print_lists()
            if self.recorded.is_set():
                return

    def read(self, watchers: Sequence[Watcher]) -> None:
        """Read all event streams until it is over."""
        with selectors.DefaultSelector() as selector:
            for watcher in watchers:
                selector.register(watcher.wire, selectors.EVENT_READ, watcher)
            while not self.over.is_set():
                for key, _events in selector.select(0.1):
                    try:
                        key.data.read()
                    except (OSError, HTTPException) as error:
                        self.note(error)
                        selector.unregister(key.fileobj)

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Note an error response or a lost connection, and go on."""
        try:
            yield
        except (OSError, HTTPException) as error:
            self.note(error)

    def note(self, error: Exception) -> None:
        """Count an error and log it."""
        self.errors += 1
        log.warning("%r", error)

    def result(self, watched: Table, following: Sequence[Watcher]) -> dict[str, Any]:
        delays = [(watcher.table, watcher.delays()) for watcher in following]
        of_hands = zip(*(of for table, of in delays if table is watched), strict=True)
        last = [max(of_hand) for of in of_hands if (of_hand := [delay for delay in of if delay is not None])]
        taken = sorted(self.durations)
        shares = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "max": 1}
        return {
            "recording_ms": {
                name: round(taken[ceil(share * len(taken)) - 1] * 1000, 1) for name, share in shares.items()
            },
            "last_watcher_ms": round(median(last) * 1000, 1),
            "missed": sum(of.count(None) for _table, of in delays),
            "errors": self.errors,
        }


@dataclass
class Desk:
    """The desk of a tournament whose first round is published: 400 people at a hundred tables."""

    browser: Browser
    path: str

    @classmethod
    def of_tournament(cls, server: Server) -> Desk:
        """Begin an evening on the club's phone, make it a tournament, enter everybody and draw the first round."""
        browser = Browser(server)
        browser.submit(server.phone_link)
        server.manage("shell", "-c", RUNS_EVENINGS)
        path = f"{browser.submit('/club/evenings/').path}tournament/"
        two_draws = {"rounds": "2", "seating_1": "draw", "seating_2": "draw"}
        browser.submit(f"{path}new/", "terms", **two_draws)
        people = "\n".join(f"Person {number}" for number in range(1, ENTRIES + 1))
        browser.submit(path, action="lines", lines=people)
        drawn = browser.submit(f"{path}rounds/", anyway="1")
        browser.submit(drawn.path, action="publish")
        return cls(browser, path)

    def draw_and_discard(self) -> None:
        """Draw the seats of the second round and discard them."""
        drawn = self.browser.submit(f"{self.path}rounds/", anyway="1")
        self.browser.submit(drawn.path, action="discard")

    def print_lists(self) -> None:
        """Print the lists of the first round, a sheet for each table."""
        self.browser.get(f"{self.path}print/sheet.pdf?what=lists&round=1")


def measure_load(server: Server, tables: int, watchers: int, seconds: float) -> dict[str, Any]:
    """Measure how long recording takes at that many tables, and when the last watcher of the first one has a hand."""
    server.seed(hands=1)
    with server.running():
        return Load(server).measure(tables, watchers, seconds)


# The club


def measure_club(server: Server, hands: int) -> dict[str, Any]:
    """Measure pages of a club: each is the first request after a start, and is then requested again."""
    server.seed(hands)
    name, password = "organiser", secrets.token_urlsafe(12)
    account = {"DJANGO_SUPERUSER_USERNAME": name, "DJANGO_SUPERUSER_PASSWORD": password}
    server.manage("createsuperuser", "--no-input", "--email", "", **account)
    with server.running():
        browser = Browser(server)
        browser.submit(server.phone_link)
        browser.submit("/admin/login/?next=/admin/", "login-form", username=name, password=password)
        pages = _pages_of_club(browser)
    measured = []
    for page, path in pages.items():
        with server.running():
            first, *later = [browser.get(path) for _number in range(1 + NEXT)]
        times = {
            "first_ms": round(first.seconds * 1000, 1),
            "next_ms": round(median(answer.seconds for answer in later) * 1000, 1),
        }
        measured.append({"name": page, **times, "statements": int(first.headers["x-statements"])})
    return {"pages": measured}


def _pages_of_club(browser: Browser) -> dict[str, str]:
    """Return the pages by name, with the first member in the standings and the latest season."""
    standings = browser.get("/club/standings/").text
    member = re.findall(r"/club/members/\d+/", standings)[0]
    season = re.findall(r"\?season=(\d+)", browser.get("/club/").text)[0]
    return {
        "the club": "/club/",
        "standings": "/club/standings/",
        "standings of a season": f"/club/standings/?season={season}",
        "championship of a season": f"/club/standings/championship/?season={season}",
        "members": "/club/members/",
        "a member": member,
        "sessions of a member": f"{member}sessions/",
        "evenings": "/club/evenings/",
        "panel": "/admin/",
        "panel: people": "/admin/clubs/player/",
        "panel: sessions": "/admin/play/session/",
        "panel: journal": "/admin/play/session/journal/",
    }
