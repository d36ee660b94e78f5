"""The log says what happened in each request, and never contains the secret of a link."""

import asyncio
import json
import logging
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.urls import URLPattern, URLResolver, get_resolver

from scorekeeper.environment import choice
from scorekeeper.operations.logs import Json, Plain, hidden, logged, request_id
from tests.documentation import table
from tests.external_programs import ROOT
from tests.play.tables import token


class LogLines(logging.Handler):
    """Return what was logged, in the log's format."""

    def __init__(self, formatter: logging.Formatter) -> None:
        super().__init__()
        self.setFormatter(formatter)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@pytest.fixture
def log_lines() -> Iterator[LogLines]:
    """Everything that Scorekeeper itself logs, as JSON."""
    log, handler = logging.getLogger("scorekeeper"), LogLines(Json())
    requests = logging.getLogger("scorekeeper.requests")
    level = requests.level
    log.addHandler(handler)
    requests.setLevel(logging.INFO)
    yield handler
    log.removeHandler(handler)
    requests.setLevel(level)


async def page(scope: Any, receive: Any, send: Any) -> None:
    """Logs something while it answers."""
    logging.getLogger("scorekeeper.page").warning("was here")
    await send({"type": "http.response.start", "status": 303, "headers": [(b"location", b"/")]})
    await send({"type": "http.response.body", "body": b""})


def request(
    path: str = "/new/", headers: Any = (), application: Any = page, receive: Any = None, **scope: Any
) -> dict[bytes, bytes]:
    """Send one request to an application with the request log; return the headers of its answer."""
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": path, "headers": headers, "query_string": b"a=secret", **scope}
    with ThreadPoolExecutor(1) as thread:  # after a browser test, this thread has a loop already
        thread.submit(asyncio.run, logged(application)(scope, receive, send)).result()
    return dict(sent[0]["headers"]) if sent else {}


def test_a_request_is_logged_as_one_json_line(log_lines: LogLines) -> None:
    headers = request()
    message, line = [json.loads(line) for line in log_lines.lines]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", line.pop("time"))
    assert 0 <= line.pop("milliseconds") < 60_000
    assert re.fullmatch(r"GET /new/ 303 \d+\.\d ms", line.pop("message"))
    made = line.pop("request_id")
    assert re.fullmatch(r"[0-9a-f]{16}", made)
    assert headers == {b"location": b"/", b"x-request-id": made.encode()}
    about = {"level": "INFO", "logger": "scorekeeper.requests", "event": "request"}
    assert line == about | {"method": "GET", "path": "/new/", "status": 303}
    assert (message["message"], message["request_id"]) == ("was here", made)
    assert not request_id.get()


def test_a_proxys_request_id_is_kept_if_it_is_valid(log_lines: LogLines) -> None:
    assert request(headers=[(b"x-request-id", b"7f.a-B_1")])[b"x-request-id"] == b"7f.a-B_1"
    for nonsense in (b"", b"x" * 65, b'a"b', b"a\tb", "é".encode()):
        assert re.fullmatch(rb"[0-9a-f]{16}", request(headers=[(b"x-request-id", nonsense)])[b"x-request-id"])


def test_a_client_that_disconnects_is_logged(log_lines: LogLines) -> None:
    async def disconnected(scope: Any, receive: Any, send: Any) -> None:
        pass

    assert request(application=disconnected) == {}
    assert json.loads(log_lines.lines[0])["status"] == 0


def test_an_exception_is_logged_and_raised_again(log_lines: LogLines) -> None:
    async def broken(scope: Any, receive: Any, send: Any) -> None:
        raise RuntimeError("bug")

    with pytest.raises(RuntimeError):
        request(application=broken)
    assert json.loads(log_lines.lines[0])["status"] == 0


def test_a_path_cannot_inject_log_lines(log_lines: LogLines) -> None:
    request("/new/\n{}\x1b[31m")
    assert json.loads(log_lines.lines[-1])["path"] == "/new/%0A%7B%7D%1B%5B31m"


def test_requests_are_logged_only_if_enabled_and_health_checks_never(log_lines: LogLines) -> None:
    request("/health/ready")
    logging.getLogger("scorekeeper.requests").setLevel(logging.WARNING)
    request("/new/")
    assert [json.loads(line)["message"] for line in log_lines.lines] == ["was here", "was here"]


def test_other_kinds_of_connection_are_passed_on(log_lines: LogLines) -> None:
    seen = []

    async def lifespan(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope["type"])

    request(application=lifespan, type="lifespan")
    assert seen == ["lifespan"]
    assert log_lines.lines == []


# Refused requests


def refused(host: str) -> logging.LogRecord:
    """As Django logs it."""
    fault = (ValueError, ValueError("as it is raised"), None)
    message = f"Invalid HTTP_HOST header: '{host}'."
    return logging.LogRecord("django.security.DisallowedHost", logging.ERROR, "", 0, message, (), fault)


def test_a_refused_request_is_a_warning_without_a_traceback_for_every_handler() -> None:
    record = refused("evil.example")
    for _handler in range(2):
        line = json.loads(Json().format(record))
        assert (line["level"], line["message"]) == ("WARNING", "Invalid HTTP_HOST header: 'evil.example'.")
        assert "exception" not in line
        assert Plain("{levelname} {message}", style="{").format(record) == f"WARNING {line['message']}"


def test_a_long_refused_host_is_cut_to_one_line() -> None:
    line = Plain("{message}", style="{").format(refused("evil\n2026-11-21 ERROR " + "x" * 5000))
    assert "\n" not in line
    assert len(line) == 301


# Events of the server


def test_events_are_documented_with_their_fields() -> None:
    """Every event in the source is in the table of the hosting guide, and the other way round."""
    source = "".join(path.read_text() for path in (ROOT / "scorekeeper").rglob("*.py"))
    named = set(re.findall(r'"event": "(\w+)"', source))
    rows = table("docs/hosting.md", "## Logs")
    documented = {name for cell, *_rest in rows for name in re.findall(r"`(\w+)`", cell)}
    assert named == documented - {"time", "level", "logger", "message", "request_id", "exception", "event"}


# Secrets


def routes(resolver: URLResolver, before: str = "/") -> Iterator[str]:
    """Return every URL pattern of the project."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            yield f"{before}{pattern.pattern}"
        else:
            yield from routes(pattern, f"{before}{pattern.pattern}")


SECRET = "V5sXzRdA0bC-_9kQ"
WITH_TOKENS = [route for route in routes(get_resolver()) if "token>" in route]


def test_some_links_contain_tokens() -> None:
    assert {"/join/<secret:token>/", "/watch/<secret:token>/"} <= set(WITH_TOKENS)


@pytest.mark.parametrize("formatter", [Json(), Plain("{message}", style="{")], ids=["json", "plain"])
def test_no_token_is_ever_logged(formatter: logging.Formatter) -> None:
    for route, end in product(WITH_TOKENS, ("", "?x=1", "x/y", "'", '"')):
        address = re.sub(r"<\w+:\w*token>", SECRET, route) + end
        with pytest.raises(LookupError) as caught:
            raise LookupError(f"<WSGIRequest: GET '{address}'>")
        fault = (caught.type, caught.value, caught.tb)
        record = logging.LogRecord("x", logging.ERROR, "", 0, "Not Found: %s", (address,), fault)
        record.fields = {"path": address}
        message = formatter.format(record)
        assert SECRET not in message, address
        assert "LookupError" in message
        assert "…" in message, address


def test_tokens_are_hidden_whatever_characters_they_contain(log_lines: LogLines) -> None:
    for _ in range(200):
        link = f"/join/{token()}/"
        request(link)
        assert json.loads(log_lines.lines[-1])["path"] == "/join/…/"
        assert hidden(f"Forbidden (CSRF cookie not set.): {link}") == "Forbidden (CSRF cookie not set.): /join/…/"


# Settings


def test_an_error_is_one_json_line_with_its_traceback() -> None:
    with pytest.raises(ValueError, match="Chloé") as caught:
        raise ValueError("Chloé\nDavid")
    fault = (caught.type, caught.value, caught.tb)
    record = logging.LogRecord("x", logging.ERROR, "", 0, "%s fell", ("Anne",), fault)
    line = Json().format(record)
    assert "\n" not in line
    message = json.loads(line)
    assert message["message"] == "Anne fell"
    assert message["exception"].startswith("Traceback")
    assert message["exception"].endswith("ValueError: Chloé\nDavid")


def test_an_invalid_log_format_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_FORMAT", "jsno")
    with pytest.raises(ImproperlyConfigured, match=r"^LOG_FORMAT is 'jsno'; it takes plain or json\.$"):
        choice("LOG_FORMAT", "plain", "json")
    monkeypatch.delenv("LOG_FORMAT")
    assert choice("LOG_FORMAT", "plain", "json") == "plain"
