"""Environment variables of version 1.0.0 that are no longer read are named at the start."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from scorekeeper.operations import former_settings
from tests.external_programs import ROOT, serving

OF_1_0 = {
    *("DATA_DIR", "SECRET_KEY", "SECRET_KEY_FALLBACKS", "DEBUG", "ALLOWED_HOSTS", "DATABASE_URL", "HTTPS"),
    *("TRUST_PROXY", "LANGUAGE_CODE", "TIME_ZONE", "HOST", "PORT", "WORKERS", "LOG_FORMAT", "LOG_REQUESTS"),
    *("LIMIT_STARTS", "LIMIT_JOINS", "LIMIT_MISSES", "LIMIT_LOGINS", "LIMIT_ACCOUNTS", "LIMIT_CODES", "LIMIT_WRITES"),
    *("LIMIT_PRINTS", "LIMIT_API", "LIMIT_CONNECTIONS", "LIMIT_STREAMS", "LIMIT_BROWSER_STREAMS"),
}
"""Every variable that the settings of 1.0.0 read."""


def test_every_variable_of_1_0_is_read_or_named() -> None:
    source = (ROOT / "scorekeeper" / "settings.py").read_text()
    assert {name for name in OF_1_0 if f'"{name}"' not in source} == former_settings.FORMER.keys()


@pytest.mark.parametrize(
    ("environ", "named"),
    [
        ({}, []),
        ({"PORT": "8123", "LIMIT_STARTS": "500/h"}, []),
        ({"LIMIT_STREAMS": "", "LIMIT_MISSES": "9/h"}, ["LIMIT_MISSES", "LIMIT_STREAMS"]),
    ],
)
def test_variables_that_are_no_longer_read_are_named(environ: dict[str, str], named: list[str]) -> None:
    assert list(former_settings.warnings(environ)) == [
        f"{name} is set, but no longer read: this limit is fixed now (see “Limits” in docs/hosting.md). "
        "Remove the variable."
        for name in named
    ]


def test_a_start_names_them(tmp_path: Path) -> None:
    with serving(tmp_path, stderr=subprocess.PIPE, LIMIT_LOGINS="5/h", LIMIT_JOINS="5/h") as (server, _port, _output):
        server.terminate()
        errors = server.communicate(timeout=60)[1]
    assert errors.startswith("LIMIT_LOGINS is set, but no longer read: ")
    assert errors.count("\n") == 1
