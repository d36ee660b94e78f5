"""Benchmarks that drive a running server over HTTP from outside, as browsers do; `manage.py bench` runs them.

The server is that of any checkout, so an older one can be measured beside a newer one. It has a temporary database, no
rate limits, and three additions that `SETTINGS` makes: an address that writes one row, which is the *floor* of every
write; a header with the number of SQL statements of a response; and one for requests before which the server forgets
the ledgers in its memory. Server and browsers share this machine.
"""

from __future__ import annotations

import gzip
import logging
import os
import re
import secrets
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from email.message import Message
from functools import partial
from html import unescape
from html.parser import HTMLParser
from http import HTTPStatus
from http.client import HTTPConnection
from http.cookiejar import CookieJar
from itertools import islice
from pathlib import Path
from selectors import EVENT_READ, BaseSelector, DefaultSelector
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from threading import Event, Thread
from time import perf_counter
from typing import Any
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

from scorekeeper.devtools.sandbox.server import started

SETTINGS = """
from scorekeeper.settings import *
from scorekeeper.settings import CONCURRENT, DATA_DIR, LIMITS, MIDDLEWARE

LIMITS = dict.fromkeys(LIMITS, (10**9, 1))  # counted as usual, but never reached
CONCURRENT = dict.fromkeys(CONCURRENT)  # all browsers come from one address
STATIC_ROOT = DATA_DIR / "static"
MIDDLEWARE = ["bench_settings.counted", *MIDDLEWARE, "bench_settings.floor"]


def counted(get_response):
    from django.db import connection

    def middleware(request):
        if "X-Forget" in request.headers:
            from scorekeeper.play.ledger import forget_ledgers

            forget_ledgers()
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
DRAWS = 10
"""How often the seats of a round are drawn."""
NEXT = 5
"""Repeated requests of a page of the club."""

log = logging.getLogger(__name__)


# The server


@dataclass
class Server:
    """A checkout's server, with its data in a temporary folder."""

    checkout: Path
    folder: Path
    address: str = ""
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
            "ALLOWED_HOSTS": "127.0.0.1",
            **dict.fromkeys(("DEBUG", "HTTPS", "TRUST_PROXY", "LOG_REQUESTS"), "0"),
        }

    def manage(self, *arguments: str, **environment: str) -> str:
        """Run a command of the checkout and return what it prints."""
        ran = subprocess.run(  # noqa: S603 - our own program
            [sys.executable, "manage.py", *arguments],
            cwd=self.checkout,
            env=self.environment | environment,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        return ran.stdout

    def seed(self, hands: int) -> None:
        """Create a club with at least that many hands."""
        printed = self.manage("seed", "--hands", str(hands))
        self.phone_link = urlsplit(printed.split()[-1]).path

    @contextmanager
    def running(self) -> Iterator[None]:
        """Start the server and stop it afterwards; `address` is where it is meanwhile."""
        with started(self.checkout, self.environment) as port:
            self.address = f"http://127.0.0.1:{port}"
            Browser(self).get("/robots.txt")  # it accepts connections a moment after it says so
            yield


@contextmanager
def server_of(checkout: Path, beside: Path) -> Iterator[Server]:
    """Prepare the server of a checkout, with its data in a folder beside the user's own."""
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
    """A response; `seconds` is the time from asking until all of it was there, redirects included."""

    path: str
    headers: Message
    text: str
    seconds: float


class Browser:
    """A browser with cookies; it raises `OSError` for an error response and for a lost connection."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.cookies = CookieJar()
        self.opener = build_opener(HTTPCookieProcessor(self.cookies))
        self.opener.addheaders = [("Accept-Language", "en"), ("Accept-Encoding", "gzip")]

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask(Request(self.server.address + path, headers=headers))  # noqa: S310 - our own server

    def post(self, path: str, values: Mapping[str, str], **headers: str) -> Answer:
        return self.ask(Request(self.server.address + path, urlencode(values).encode(), headers))  # noqa: S310

    def ask(self, request: Request) -> Answer:
        began = perf_counter()
        with self.opener.open(request, timeout=PATIENCE) as response:
            body = response.read()
        took = perf_counter() - began
        if response.headers["Content-Encoding"] == "gzip":
            body = gzip.decompress(body)
        text = "" if response.headers["Content-Type"] == "application/pdf" else body.decode()
        return Answer(response.url.removeprefix(self.server.address), response.headers, text, took)

    def stream(self, path: str) -> Any:
        """Open an event stream and return the response."""
        return self.opener.open(self.server.address + path, timeout=PATIENCE)

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
    def started(cls, browser: Browser, hands: int) -> Table:
        """Start a session and record that many hands."""
        form = form_of(browser.get("/new/?game=tarot").text, "new_form")
        names = {f"player-{place}": name for place, name in enumerate(PLAYERS)}
        page = browser.post("/new/", form | names | {"rules": "fft", "first_dealer": "3", "action": "start"})
        table = cls(browser, page.path, form_of(page.text, "outcome"))
        for _hand in range(hands):
            table.record()
        table.sent.clear()
        return table

    def post(self, action: str) -> Answer:
        """Record or preview another hand, on the revision that the last one made."""
        self.number += 1
        taker, units = self.number % 4, self.number // 4 % 10  # differ, so that nothing is cached
        hand = {"call": "garde", "taker": str(taker), "bouts": "2", "points-tens": "4", "points-units": str(units)}
        values = self.form | hand | {"token": secrets.token_urlsafe(12)}
        return self.browser.post(f"{self.path}{action}/", values, **{"HX-Request": "true"})

    def record(self) -> float:
        """Record a hand and return the seconds that it took."""
        began = perf_counter()
        answer = self.post("record")
        self.form["revision"] = answer.headers["X-Revision"]
        self.sent[int(self.form["revision"])] = began
        return answer.seconds


def measure_table(server: Server, rounds: int) -> dict[str, dict[str, float]]:
    """Time each request once a round, one after the other, so that a moment of load affects all of them."""
    times: dict[str, list[float]] = {}
    with server.running():
        browser = Browser(server)
        table, long = Table.started(browser, FEW), Table.started(browser, MANY)
        named = {**form_of(browser.get("/new/").text, "languages"), "name": "Marion"}
        measured: dict[str, Callable[[], float]] = {
            "floor": lambda: browser.post("/bench/floor/", named).seconds,
            "record": table.record,
            "preview": lambda: table.post("preview").seconds,
            "page": lambda: browser.get(table.path).seconds,
            "replay_500": lambda: browser.get(long.path, **{"X-Forget": "yes"}).seconds,
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
    """A phone with an event stream of a table, which fetches the table when the stream says that it has changed.

    `received` says when it had each revision.
    """

    table: Table
    stream: Any
    address: str
    cookies: str
    shown: int
    announced: int = 0
    is_fetching: bool = False
    received: list[tuple[float, int]] = field(default_factory=list)

    @classmethod
    def opened(cls, table: Table, link: str) -> Watcher:
        """Join a table by its watch link, load its page and open the stream of the page."""
        browser = Browser(table.browser.server)
        page = browser.get(link).text
        stream, shown, latest = (
            unescape(re.findall(f'data-{name}="([^"]*)"', page)[0]) for name in ("live", "revision", "latest")
        )
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in browser.cookies)
        return cls(table, browser.stream(stream), latest, cookies, int(shown))

    def hear(self, selector: BaseSelector) -> None:
        """Read what the stream says, and fetch what is new; raise `ConnectionError` if the stream has ended."""
        data = os.read(self.stream.fileno(), 2**20)
        if not data:
            raise ConnectionError("a stream broke off")
        self.announced = max([self.announced, *map(int, re.findall(rb"^id: (\d+)", data, re.MULTILINE))])
        self.fetch(selector)

    def fetch(self, selector: BaseSelector) -> None:
        """Ask for the table over a new connection, as phones do after minutes, if the page doesn't show the latest."""
        if self.is_fetching or self.announced <= self.shown:
            return
        self.is_fetching = True
        connection = HTTPConnection(urlsplit(self.table.browser.server.address).netloc, timeout=PATIENCE)
        headers = {"HX-Request": "true", "Cookie": self.cookies, "Accept-Encoding": "gzip", "Accept-Language": "en"}
        connection.request("GET", f"{self.address}?since={self.shown}", headers=headers)
        selector.register(connection.sock, EVENT_READ, partial(self.receive, selector, connection))

    def receive(self, selector: BaseSelector, connection: HTTPConnection) -> None:
        """Read the table that was asked for."""
        selector.unregister(connection.sock)
        with closing(connection):
            response = connection.getresponse()
            body = response.read()
        self.is_fetching = False
        if response.status != HTTPStatus.OK:
            raise ConnectionError(f"a watcher got {response.status}")
        at = perf_counter()
        self.shown = int(re.findall(rb'data-revision="(\d+)"', gzip.decompress(body))[0])
        self.received.append((at, self.shown))
        self.fetch(selector)

    def delays(self) -> list[float | None]:
        """Return the seconds until this phone had each hand, or a later one; None if it never did."""
        return [
            next((at - sent for at, shown in self.received if shown >= revision), None)
            for revision, sent in self.table.sent.items()
        ]


@dataclass
class Desk:
    """The desk of a tournament whose first round is published: 400 people in teams of four, at a hundred tables."""

    browser: Browser
    path: str

    @classmethod
    def from_server(cls, server: Server, seatings: Sequence[str], **terms: str) -> Desk:
        """Begin an evening on the club's phone, make it a tournament, enter everybody and draw the first round."""
        browser = Browser(server)
        browser.submit(server.phone_link)
        server.manage("shell", "-c", RUNS_EVENINGS)
        path = f"{browser.submit('/club/evenings/').path}tournament/"
        terms |= {f"seating_{number}": seating for number, seating in enumerate(seatings, 1)}
        browser.submit(f"{path}new/", "terms", rounds=str(len(seatings)), **terms)
        people = "\n".join(f"Person {number};Team {number % (ENTRIES // 4)}" for number in range(1, ENTRIES + 1))
        browser.submit(path, action="lines", lines=people)
        desk = cls(browser, path)
        desk.draw("publish")
        return desk

    def draw(self, then: str) -> float:
        """Draw the seats of the next round, publish or discard them, and return the seconds until they were shown."""
        drawn = self.browser.submit(f"{self.path}rounds/", anyway="1")
        self.browser.submit(drawn.path, action=then)
        return drawn.seconds

    def print_lists(self) -> None:
        """Print the lists of the first round, a sheet for each table."""
        self.browser.get(f"{self.path}print/sheet.pdf?what=lists&round=1")


@dataclass
class Load:
    """What goes on at the same time: tables that record, phones that follow them, and a tournament's desk."""

    tables: list[Table]
    watchers: list[Watcher]
    desk: Desk
    durations: list[float] = field(default_factory=list)
    errors: int = 0
    recorded: Event = field(default_factory=Event)
    """Set when the last hand is recorded."""

    def run(self, hands: int) -> None:
        """Record that many hands at each table, and wait until all phones have them or do not get them."""
        over = Event()
        reading = Thread(target=self.read_until, args=[over])
        reading.start()
        with ThreadPoolExecutor(len(self.tables) + 1) as threads:
            threads.submit(self.draw_and_print)
            begun = perf_counter()
            recording = [
                threads.submit(self.record, table, hands, begun + EVERY * number / len(self.tables))
                for number, table in enumerate(self.tables)
            ]
            wait(recording)
            self.recorded.set()
        deadline = perf_counter() + GRACE
        while perf_counter() < deadline and any(None in watcher.delays() for watcher in self.watchers):
            time.sleep(0.1)
        over.set()
        reading.join()

    def record(self, table: Table, hands: int, first: float) -> None:
        for number in range(hands):
            time.sleep(max(first + number * EVERY - perf_counter(), 0))
            with self.noting_errors():
                self.durations.append(table.record())

    def draw_and_print(self) -> None:
        """Draw the seats of the second round and print the lists of the first, again and again."""
        while not self.recorded.is_set():
            with self.noting_errors():
                self.desk.draw("discard")
                self.desk.print_lists()

    def read_until(self, over: Event) -> None:
        with DefaultSelector() as selector:
            for watcher in self.watchers:
                selector.register(watcher.stream, EVENT_READ, partial(watcher.hear, selector))
            while not over.is_set():
                for key, _events in selector.select(0.1):
                    with self.noting_errors():
                        key.data()

    @contextmanager
    def noting_errors(self) -> Iterator[None]:
        """Log and count an error response or a lost connection, and go on."""
        try:
            yield
        except OSError as error:
            self.errors += 1
            log.warning("%r", error)


def measure_load(server: Server, tables: int, watchers: int, seconds: float) -> dict[str, Any]:
    """Measure how long recording takes at that many tables, and when the last watcher of the first one has a hand."""
    server.seed(hands=1)
    with server.running():
        playing = [Table.started(Browser(server), hands=1) for _number in range(tables)]
        following = list[Watcher]()
        for table in playing:
            link = re.findall(r"/watch/[\w-]+/", table.browser.get(f"{table.path}share/").text)[0]
            phones = 3 + (watchers if table is playing[0] else 0)
            following += [Watcher.opened(table, link) for _number in range(phones)]
        load = Load(playing, following, Desk.from_server(server, ["draw", "draw"]))
        load.run(hands=max(round(seconds / EVERY), 1))
    of_hands = zip(*(watcher.delays() for watcher in following if watcher.table is playing[0]), strict=True)
    last = [max(delay for delay in of_hand if delay is not None) for of_hand in of_hands if any(of_hand)]
    shares = quantiles(load.durations, n=100, method="inclusive")
    times = {"p50": shares[49], "p95": shares[94], "p99": shares[98], "max": max(load.durations)}
    return {
        "recording_ms": {name: round(seconds * 1000, 1) for name, seconds in times.items()},
        "last_watcher_ms": round(median(last) * 1000, 1),
        "missed": sum(watcher.delays().count(None) for watcher in following),
        "errors": load.errors,
    }


# Seats


def measure_seats(server: Server) -> dict[str, dict[str, float]]:
    """Measure how long drawing 400 people takes with teams kept apart, and recording a hand meanwhile."""
    server.seed(hands=1)
    measured = {}
    with server.running(), ThreadPoolExecutor(1) as threads:
        table = Table.started(Browser(server), hands=1)
        desk = Desk.from_server(server, ["fewest_meetings", "fewest_meetings", "rank"], keep_apart="on")
        for seating in ("fewest_meetings", "rank"):
            drawing = threads.submit(lambda: [desk.draw("discard") for _draw in range(DRAWS)])
            recording = [table.record()]
            while not drawing.done():
                recording.append(table.record())
            seconds = {"draw": drawing.result(), "recording": recording}
            measured[seating] = {
                f"{what}_{name}_ms": round(of(times) * 1000, 1)
                for what, times in seconds.items()
                for name, of in (("median", median), ("max", max))
            }
            desk.draw("publish")
    return measured


# The club


def measure_club(server: Server, hands: int, most: int | None = None) -> dict[str, Any]:
    """Measure pages of a club, all or the first `most`.

    Each is the first request after a start, and is then requested again.
    """
    server.seed(hands)
    name, password = "organiser", secrets.token_urlsafe(12)
    account = {"DJANGO_SUPERUSER_USERNAME": name, "DJANGO_SUPERUSER_PASSWORD": password}
    server.manage("createsuperuser", "--no-input", "--email", "", **account)
    browser = Browser(server)
    with server.running():
        browser.submit(server.phone_link)
        browser.submit("/admin/login/?next=/admin/", "login-form", username=name, password=password)
        pages = _pages_of_club(browser)
    measured = []
    for page, path in islice(pages.items(), most):
        with server.running():
            first, *later = [browser.get(path) for _number in range(1 + NEXT)]
        times = {
            "first_ms": round(first.seconds * 1000, 1),
            "next_ms": round(median(answer.seconds for answer in later) * 1000, 1),
        }
        measured.append({"name": page, **times, "statements": int(first.headers["X-Statements"])})
    return {"pages": measured}


def _pages_of_club(browser: Browser) -> dict[str, str]:
    """Return the pages by name, with the first member in the standings and the latest season."""
    standings = browser.get("/club/standings/").text
    member = re.findall(r"/club/members/\d+/", standings)[0]
    season = re.findall(r"\?season=(\d+)", standings)[0]
    return {
        "the club": "/club/",
        "standings": "/club/standings/",
        "standings of a season": f"/club/standings/?season={season}",
        "standings, Seeger-Fabian": "/club/standings/?game=skat&by=points",
        "championship": "/club/standings/championship/",
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
