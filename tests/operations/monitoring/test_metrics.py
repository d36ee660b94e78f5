"""The metrics: what is counted, under which names and labels, and that nothing else gets in."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families

from games import registry
from scorekeeper import environment, telemetry
from scorekeeper.database import unavailable
from scorekeeper.database.faults import Fault
from scorekeeper.files.archive import last_backup
from scorekeeper.operations.monitoring import prometheus, recent
from scorekeeper.operations.monitoring.processes import Reporter
from scorekeeper.operations.monitoring.recent import RecentRequests
from scorekeeper.play.errors import ConflictError
from scorekeeper.play.models import Verb
from scorekeeper.web import throttling
from scorekeeper.web.throttling import RateLimitedError
from tests.asgi_requests import AsgiRequest, piece
from tests.clubs.clubs import MEMBERS, SampleClub
from tests.documentation import first_cells
from tests.external_programs import ROOT
from tests.play.tables import Scorer, token

Labels = dict[str, str]


@pytest.fixture(autouse=True)
def from_zero(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    telemetry.forget()
    monkeypatch.setattr(recent, "requests", RecentRequests())
    yield
    telemetry.forget()


def samples() -> Iterator[tuple[str, Labels, float]]:
    """Yield the metrics as Prometheus reads them."""
    text = generate_latest(prometheus.registry()).decode()
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            yield sample.name, sample.labels, sample.value


def number(name: str, **labels: str) -> float | None:
    """Return the number under a name with exactly these labels, or None if there is none."""
    return next((value for one, its, value in samples() if one == f"scorekeeper_{name}" and its == labels), None)


# Requests


@pytest.mark.django_db(transaction=True)
def test_a_request_is_counted_and_timed_by_its_route() -> None:
    page = AsgiRequest(piece(b""), address="/games/")
    assert number("http_requests_total", route="games", method="GET", status="2xx") == 1, page.status
    assert number("http_request_duration_seconds_count", route="games", method="GET") == 1
    assert number("http_request_duration_seconds_bucket", route="games", method="GET", le="+Inf") == 1
    assert 0 < (number("http_request_duration_seconds_sum", route="games", method="GET") or 0) < 60
    assert number("http_request_wait_seconds_count", thread="pages") == 1


@pytest.mark.django_db(transaction=True)
def test_photos_wait_in_a_thread_of_their_own() -> None:
    """Pages are not slow because several photos are waiting to be read; `ScorekeeperQueue` must not say so."""
    AsgiRequest(piece(b""), method="POST", address="/sheet/")
    assert number("http_request_wait_seconds_count", thread="reading") == 1
    assert number("http_request_wait_seconds_count", thread="pages") is None


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("method", "address", "labels"),
    [
        ("GET", "/no/such/page/", {"route": "unmatched", "method": "GET", "status": "4xx"}),
        ("GET", "/%F0%9F%82%A1/Marion", {"route": "unmatched", "method": "GET", "status": "4xx"}),
        ("MARION", "/games/", {"route": "games", "method": "other", "status": "4xx"}),
        ("GET", "/health/alive", {"route": "health", "method": "GET", "status": "2xx"}),
        ("GET", "/static/none.css", {"route": "static", "method": "GET", "status": "4xx"}),
    ],
)
def test_requests_of_strangers_create_no_new_label(method: str, address: str, labels: Labels) -> None:
    AsgiRequest(piece(b""), method=method, address=address)
    assert [its for name, its, _value in samples() if name == "scorekeeper_http_requests_total"] == [labels]


@pytest.mark.django_db
def test_statements_are_counted_with_their_time() -> None:
    telemetry.current.set(record := telemetry.RequestRecord())
    try:
        sample_club = SampleClub()
        sample_club.phone.get(reverse("club"))
    finally:
        telemetry.current.set(None)
    assert record.route == "club"
    assert record.club == sample_club.club.pk
    assert record.statements > 0
    assert record.statement_seconds > 0
    assert record.started >= record.queued


# Tables


@pytest.mark.django_db
def test_hands_repeats_and_conflicts_are_counted() -> None:
    scorer, spent = Scorer(), token()
    scorer.record(token=spent, revision=0)
    scorer.record(token=spent, revision=0)
    with pytest.raises(ConflictError):
        scorer.record(token=token(), revision=0)
    assert number("changes_total", game="tarot", verb="record") == 1
    assert number("changes_repeated_total") == 1
    assert number("changes_refused_total") == 1
    assert scorer.session.pk in telemetry.active_sessions.now()


# Refusals and faults


def test_a_refusal_is_counted_by_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(settings.LIMITS, "starts", (1, 60))
    throttling.forget()
    throttling.spend("starts", "203.0.113.7")
    with pytest.raises(RateLimitedError):
        throttling.spend("starts", "203.0.113.7")
    with pytest.raises(RateLimitedError):
        throttling.require_room("starts", "203.0.113.7")
    throttling.forget()
    assert number("throttled_total", limit="starts") == 2


def test_a_database_fault_is_counted_by_its_kind() -> None:
    error = OperationalError("database or disk is full")
    unavailable.note(Fault.FULL, error)
    unavailable._met.clear()
    unavailable._logged.clear()
    assert number("database_faults_total", fault="full") == 1


def test_counters_without_labels_begin_at_zero() -> None:
    assert number("changes_refused_total") == number("database_statements_total") == 0


# The backup


def test_the_last_backup_is_the_newest_of_those_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
    assert number("backup_timestamp_seconds") is None
    elsewhere = tmp_path / "elsewhere.backup"
    elsewhere.write_bytes(b"x" * 100)
    last_backup.note(elsewhere)
    elsewhere.unlink()  # taken to another machine
    assert number("backup_size_bytes") == 100
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / "scorekeeper-20990101-000000.backup").write_bytes(b"x" * 200)
    assert number("backup_size_bytes") == 200
    (tmp_path / last_backup.NOTE).write_text("{}")
    assert number("backup_size_bytes") == 200


@pytest.mark.django_db
def test_the_command_notes_a_backup_in_any_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
    (tmp_path / "usb").mkdir()
    call_command("backup", to=tmp_path / "usb" / "tonight.backup", stdout=StringIO())
    made = last_backup.latest()
    assert made is not None
    assert made.path == str(tmp_path / "usb" / "tonight.backup")
    assert made.size == Path(made.path).stat().st_size


# What gets in


ROUTES = {"static", "health", "unmatched"}


def names_of_routes(resolver: URLResolver, before: str = "") -> Iterator[str]:
    """Yield what a request may be called: the name of its pattern or, without one, of its view."""
    space = f"{before}{resolver.namespace}:" if resolver.namespace else before
    for one in resolver.url_patterns:
        if isinstance(one, URLPattern):
            yield f"{space}{one.name or one.lookup_str}"
        else:
            yield from names_of_routes(one, space)


@pytest.mark.django_db(transaction=True)
def test_no_label_contains_a_name_a_secret_or_an_address() -> None:
    """After a club evening over HTTP, every label is one of the few that it can be."""
    sample_club = SampleClub("Les Atouts du Dimanche")
    scorer = sample_club.table()
    scorer.record()
    session = scorer.session
    for address in (f"/s/{session.public_id}/", f"/join/{session.scorer_token}/", f"/watch/{session.watch_token}/"):
        AsgiRequest(piece(b""), address=address, client=("203.0.113.7", 5000))
    AsgiRequest(piece(b"name=Marion"), method="POST", address=f"/s/{session.public_id}/record/")
    with suppress(RateLimitedError):
        throttling.spend("joins", "203.0.113.7")
    allowed = {
        "route": ROUTES | {name.replace("RoutePattern", "") for name in names_of_routes(get_resolver())},
        "method": {"GET", "HEAD", "POST", "other"},
        "status": {"2xx", "3xx", "4xx", "5xx"},
        "thread": {"pages", "printing", "reading", "waiting", "handing-out"},
        "fault": {fault.value for fault in Fault},
        "game": set(registry.slugs()),
        "verb": {str(verb.value) for verb in Verb},
        "limit": set(settings.LIMITS),
        "reason": {"client", "process", "database"},
        "form": {"pdf", "svg", "png"},
        "database": {"sqlite", "postgresql"},
    }
    text, seen = generate_latest(prometheus.registry()).decode(), set[str]()
    for name, labels, _value in samples():
        for label, value in labels.items():
            if label not in ("le", "version"):
                assert value in allowed[label], f"{name} has the {label} {value}"
                seen.add(label)
    assert {"route", "method", "status", "thread", "game", "verb"} <= seen
    private = {*MEMBERS, sample_club.club.name, session.public_id, session.scorer_token, session.watch_token}
    assert not [one for one in (*private, "203.0.113.7", "Marion") if one in text]


def test_every_metric_is_documented() -> None:
    exported = {family.name for family in prometheus.Figures().collect()} - {"scorekeeper"} | {"scorekeeper_info"}
    counters = {f"scorekeeper_{events.name}" for events in telemetry.EVENT_COUNTS}
    listed = set(first_cells("docs/hosting.md", "### Metrics"))
    backup = {"scorekeeper_backup_timestamp_seconds", "scorekeeper_backup_size_bytes"}  # only if there is one
    sqlite = {"scorekeeper_database_size_bytes", "scorekeeper_database_wal_size_bytes"}
    assert listed == {f"{name}_total" if name in counters else name for name in exported} | backup | sqlite


@pytest.mark.parametrize("page", ["docs/alerts.yaml", "docs/hosting.md"])
def test_alerts_use_metrics_that_exist(page: str) -> None:
    exported = {name for name, _labels, _value in samples()} | set(first_cells("docs/hosting.md", "### Metrics"))
    histograms = {f"scorekeeper_{one.name}" for one in telemetry.DISTRIBUTIONS}
    exported |= {f"{name}_{part}" for name in histograms for part in ("bucket", "count", "sum")}
    asked = set(re.findall(r"\bscorekeeper_\w+|\bprocess_\w+_(?:bytes|seconds|total|fds)", (ROOT / page).read_text()))
    assert asked
    assert asked <= exported


def test_the_alert_rules_are_complete() -> None:
    (group,) = yaml.safe_load((ROOT / "docs" / "alerts.yaml").read_text())["groups"]
    for rule in group["rules"]:
        assert rule.keys() >= {"alert", "expr", "annotations"}
        assert rule["annotations"].keys() == {"summary"}


# The address


def test_the_address_has_a_host_and_a_port(monkeypatch: pytest.MonkeyPatch) -> None:
    for text, meant in {"": None, "127.0.0.1:9100": ("127.0.0.1", 9100), "[::1]:9100": ("::1", 9100)}.items():
        monkeypatch.setenv("METRICS", text)
        assert environment.address("METRICS") == meant
    for text in ("9100", ":9100", "127.0.0.1", "127.0.0.1:0", "127.0.0.1:65536", "127.0.0.1:x"):
        monkeypatch.setenv("METRICS", text)
        with pytest.raises(ImproperlyConfigured, match="it takes an address with a port"):
            environment.address("METRICS")


def test_seconds_are_a_number_or_off(monkeypatch: pytest.MonkeyPatch) -> None:
    for text, meant in {"": 1.0, "0.25": 0.25, "3": 3.0, "off": None}.items():
        monkeypatch.setenv("LOG_SLOW", text)
        assert environment.seconds("LOG_SLOW", default=1) == meant
    for text in ("slow", "-1", "1e3", "1s"):
        monkeypatch.setenv("LOG_SLOW", text)
        with pytest.raises(ImproperlyConfigured, match="it takes seconds such as 1, or off"):
            environment.seconds("LOG_SLOW", default=1)


def test_a_port_in_use_is_reported_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port: int = other.getsockname()[1]
        monkeypatch.setattr(settings, "METRICS", ("127.0.0.1", port - 1))
        assert f"127.0.0.1 port {port} (Address already in use)" in prometheus.problem(workers=2)
        monkeypatch.setattr(settings, "METRICS", ("127.0.0.1", port))
        monkeypatch.setattr(settings, "PORT", 0)
        with pytest.raises(CommandError, match=rf"^Can't serve metrics on 127\.0\.0\.1 port {port} \(.*\)\. Set"):
            call_command("serve")


def test_without_the_setting_nothing_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Any] = []
    monkeypatch.setattr(prometheus, "start_http_server", lambda *address: started.append(address))
    assert settings.METRICS is None
    assert prometheus.problem(workers=4) == ""
    Reporter().report()
    assert started == []
    monkeypatch.setattr(settings, "METRICS", ("127.0.0.1", 9100))
    Reporter().report()
    assert [address[:2] for address in started] == [(9100, "127.0.0.1")]
