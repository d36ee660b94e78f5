"""Lighthouse scores on its phone profile, which simulates a slow phone on a slow network.

Lighthouse is a Node program and is not installed with the app. A page gets the run with the median performance; each
run starts without a browser cache. The browser has access through its device cookie, and Lighthouse clears everything
else.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from statistics import median_low
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from scorekeeper.devtools.bench.pages.weights import FIRST_VIEW
from scorekeeper.devtools.bench.timing import verdict
from scorekeeper.devtools.demo_data.insertion import insert_club
from scorekeeper.devtools.demo_data.tarot_evening import table_with
from scorekeeper.devtools.sandbox import chromium
from scorekeeper.devtools.sandbox.chromium import NotInstalledError
from scorekeeper.devtools.sandbox.server import running_server
from scorekeeper.devtools.sandbox.urls import KNOWN_AS

AIMS = {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 100}
"""The lowest score of each category, of 100."""
HANDS, MEMBERS = 10_000, 60
"""Size of the club whose standings are tested: some years of play."""
RUNS, ATTEMPTS = 3, 3
HEAD = (
    f"{'':20}{'speed':>7}{'access':>8}{'practice':>10}{'SEO':>5}"
    f"{'bytes':>9}{'LCP ms':>8}{'CLS':>7}{'TBT ms':>8}{'machine':>9}"
)

Audit = Mapping[str, Any]


@dataclass(frozen=True)
class LighthouseReport:
    """The report of one Lighthouse run."""

    raw: Mapping[str, Any]

    @cached_property
    def scores(self) -> dict[str, int]:
        return {name: round(100 * (self.raw["categories"][name]["score"] or 0)) for name in AIMS}

    def number(self, audit: str) -> float:
        """Return the numeric value of an audit, in its own unit."""
        return float(self.raw["audits"][audit]["numericValue"])

    @property
    def machine(self) -> float:
        """Lighthouse's own benchmark of the processor: about 1,000 for a current laptop, less for a busy one."""
        return float(self.raw["environment"]["benchmarkIndex"])

    def lacking(self, category: str) -> Iterator[str]:
        """Yield the audits that lowered a category's score, each with its result."""
        for reference in self.raw["categories"][category]["auditRefs"]:
            audit: Audit = self.raw["audits"][reference["id"]]
            if reference["weight"] and audit["score"] is not None and audit["score"] < 1:
                yield f"{audit['title']} ({audit['id']}, {audit.get('displayValue') or audit['score']})"


@dataclass(frozen=True)
class LighthouseResult:
    """A page and its run with the median performance."""

    name: str
    report: LighthouseReport

    @property
    def met(self) -> bool:
        enough = all(self.report.scores[name] >= least for name, least in AIMS.items())
        return enough and verdict(self.report.number("total-byte-weight"), FIRST_VIEW) == "met"

    def lines(self) -> Iterator[str]:
        one = self.report
        speed, access, practice, seo = one.scores.values()
        yield (
            f"{self.name:20}{speed:7}{access:8}{practice:10}{seo:5}"
            f"{one.number('total-byte-weight'):9,.0f}{one.number('largest-contentful-paint'):8,.0f}"
            f"{one.number('cumulative-layout-shift'):7.3f}{one.number('total-blocking-time'):8,.0f}"
            f"{one.machine:9,.0f}   {'met' if self.met else 'MISSED'}"
        )
        for category in AIMS:
            yield from (f"    {category}: {problem}" for problem in one.lacking(category))


def find() -> tuple[str, str]:
    """Return the paths of Lighthouse and the browser, or raise `NotInstalledError`."""
    program = shutil.which(os.environ.get("LIGHTHOUSE") or "lighthouse")
    if program is None:
        raise NotInstalledError(
            "Lighthouse is not here: `npm install --global lighthouse` installs it, "
            "or LIGHTHOUSE says where the program is."
        )
    return program, chromium.needed(full_browser=True)


def measure_pages(program: str, browser: str, *, runs: int, hands: int) -> Iterator[LighthouseResult]:
    """Yield the result of each page; call it on the test bed."""
    device = secrets.token_hex(16)
    pages = _pages(device, hands)
    with running_server() as server, TemporaryDirectory(prefix="lighthouse-", ignore_cleanup_errors=True) as folder:
        lighthouse = _Lighthouse(program, browser, f"http://localhost:{server.port}", device, Path(folder))
        for name, path in pages.items():
            reports = [lighthouse.at(path) for _run in range(runs)]
            middle = median_low(report.scores["performance"] for report in reports)
            yield LighthouseResult(name, next(report for report in reports if report.scores["performance"] == middle))


def _pages(device: str, hands: int) -> dict[str, str]:
    """Create a session and a club for the phone, and return the paths to test, by name."""
    session = table_with(50, device)
    insert_club("Les Atouts", members=MEMBERS, hands=hands, device=device, random=Random(1))  # noqa: S311
    return {
        "home": reverse("home"),
        "new session": reverse("new"),
        "session, 50 hands": reverse("session", args=[session.public_id]),
        "standings": reverse("standings"),
    }


@dataclass(frozen=True)
class _Lighthouse:
    """Lighthouse, the browser that it starts, and a folder for the browser's profile and the report."""

    program: str
    browser: str
    site: str
    device: str
    folder: Path

    @property
    def flags(self) -> list[str]:
        # With a desktop's keyring, a browser could not read the cookies that another one stored.
        profile = ["--password-store=basic", f"--user-data-dir={self.folder / 'profile'}"]
        return ["--headless=new", *chromium.QUIET, *profile]

    def at(self, path: str) -> LighthouseReport:
        """Run Lighthouse once; retry if the run fails before anything is measured."""
        for _attempt in range(ATTEMPTS):
            self._be_let_in()
            report, error = self._run(path)
            if report and "runtimeError" not in report:
                return LighthouseReport(report)
        raise RuntimeError(f"Lighthouse could not look at {path}: {error}")

    def _be_let_in(self) -> None:
        url = f"{self.site}{KNOWN_AS}?{urlencode({'device': self.device})}"
        subprocess.run([self.browser, *self.flags, "--dump-dom", url], capture_output=True, check=True)  # noqa: S603

    def _run(self, path: str) -> tuple[dict[str, Any] | None, str]:
        """Return the report, if one was written, and the error output."""
        report = self.folder / "report.json"
        report.unlink(missing_ok=True)
        command = [
            self.program,
            self.site + path,
            "--quiet",
            "--output=json",
            f"--output-path={report}",
            f"--only-categories={','.join(AIMS)}",
            f"--chrome-flags={' '.join(self.flags)}",
        ]
        environ = os.environ | {"CHROME_PATH": self.browser}
        process = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)  # noqa: S603
        return (json.loads(report.read_text()) if report.exists() else None), process.stderr
