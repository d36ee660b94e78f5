"""The first start of a server: what it prints, and what it logs."""

from __future__ import annotations

import re
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

import pytest

from tests.external_programs import install, record_a_hand, serving

pytestmark = pytest.mark.thorough

WELCOME = re.compile(r"To set it up: +http://\S+(/welcome/[\w-]+/)")


def welcome(output: str) -> str:
    found = WELCOME.search(output)
    assert found, output
    return found[1]


def test_an_empty_installation_prints_an_address_until_the_question_is_answered(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with log.open("w") as stderr, serving(tmp_path, stderr=stderr, LOG_REQUESTS="1") as (_server, port, output):
        first, site = welcome(output), f"http://localhost:{port}"
    with log.open("a") as stderr, serving(tmp_path, stderr=stderr, LOG_REQUESTS="1") as (_server, port, output):
        link, site = welcome(output), f"http://localhost:{port}"
        assert link != first
        browser = build_opener(HTTPCookieProcessor(CookieJar()))
        page = browser.open(site + link).read().decode()
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        assert token
        fields = urlencode({"csrfmiddlewaretoken": token[1], "answer": "home"}).encode()
        assert browser.open(site + link, fields).url == f"{site}/welcome/"
        assert browser.open(site + first).url == f"{site}/"  # everyone who scans the code that was printed
    with serving(tmp_path) as (_server, _port, output):
        assert "welcome" not in output
    logged = log.read_text()
    assert "GET /welcome/%E2%80%A6/" in logged or "GET /welcome/…/" in logged
    assert link.split("/")[2] not in logged


def test_an_installation_with_sessions_prints_none(tmp_path: Path) -> None:
    install(tmp_path)
    record_a_hand(tmp_path)
    with serving(tmp_path) as (_server, _port, output):
        assert "welcome" not in output
        assert "In the local network" in output or "No local network" in output
