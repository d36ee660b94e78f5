"""`make audit` fails on a known vulnerability, and never reports success if no database was asked."""

import json
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest

from tests import audit

FLAW = {
    "id": "PYSEC-1",
    "aliases": ["CVE-2026-1"],
    "summary": "It gives everything away.",
    "affected": [
        {
            "package": {"name": "django", "ecosystem": "PyPI"},
            "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "99.1"}]}],
        }
    ],
}
Known = Callable[[str, str], list[dict[str, Any]]]


@pytest.fixture
def database(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Known], list[str]]]:
    """Run an advisory database with the OSV interface; return the packages that were requested."""
    requested: list[str] = []
    answers: list[Known] = []

    class Answering(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            query = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            requested.append(query["package"]["name"])
            found = answers[0](query["package"]["name"], query["version"])
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps({"vulns": found} if found else {}).encode())

        def log_message(self, *args: object) -> None:
            pass

    def answering(known: Known) -> list[str]:
        answers[:] = [known]
        return requested

    with ThreadingHTTPServer(("127.0.0.1", 0), Answering) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/"
        monkeypatch.setattr(audit, "SOURCES", [("--vulnerability-service", "osv", "--osv-url", address)])
        yield answering
        server.shutdown()


def only_the_sample(name: str, version: str) -> list[dict[str, Any]]:
    return [FLAW] if f"{name}=={version}" == audit.VULNERABLE else []


def test_every_pinned_package_is_checked(database: Any) -> None:
    requested = database(only_the_sample)
    status, messages = audit.audit()
    pinned = audit.pins()
    assert {"django==5.2.19", "colorama==0.4.6"} <= set(pinned)
    assert (status, messages) == (0, [f"Known vulnerabilities: none in {len(pinned)} packages."])
    assert len(requested) == 1 + len(pinned)


def test_a_known_vulnerability_fails_and_is_named(database: Any, tmp_path: Any, monkeypatch: Any) -> None:
    (tmp_path / "pinned").write_text("Django==5.2.19\nsegno==1.6.6\n")
    monkeypatch.setattr(audit, "PINNED", tmp_path / "pinned")
    database(lambda name, version: [FLAW] if name == "django" else only_the_sample(name, version))
    assert audit.audit() == (1, ["django 5.2.19 is vulnerable: PYSEC-1, CVE-2026-1; mended in 99.1"])


def test_an_index_without_advisories_is_not_trusted(database: Any) -> None:
    database(lambda name, version: [])
    assert audit.audit() == (0, ["Known vulnerabilities: not checked: no way to the advisory database."])


def test_an_unreachable_database_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    nobody = ("--vulnerability-service", "osv", "--osv-url", "http://127.0.0.1:9/")
    monkeypatch.setattr(audit, "SOURCES", [nobody])
    assert audit.audit() == (0, ["Known vulnerabilities: not checked: no way to the advisory database."])


def test_a_package_missing_from_the_database_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """As pip-audit reports what it skipped."""
    skipped = {"name": "segno", "skip_reason": "Dependency not found on PyPI and could not be audited: segno (1.6.6)"}
    monkeypatch.setattr(audit, "knows", lambda source: True)
    monkeypatch.setattr(
        audit, "asked", lambda source, requirements: [skipped, {"name": "polib", "version": "1", "vulns": []}]
    )
    assert audit.audit() == (
        0,
        [f"segno: not checked: {skipped['skip_reason']}", "Known vulnerabilities: none in 1 packages."],
    )
