"""HTTPS in the local network: Caddy before the server, trusted or not, and gone when the server is."""

import http.cookiejar
import os
import re
import signal
import socket
import ssl
import subprocess
import time
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from typing import Any

import pytest
from playwright.sync_api import BrowserType, Error, Page, expect

from scorekeeper.devtools.sandbox import chromium
from tests.conftest import REQUIRE_ALL
from tests.external_programs import ROOT, install, python, serving
from tests.operations.network.wifi import LAPTOP, hosts
from tests.ports import free_port

WAIT = 120
"""Seconds within which something must have happened, on a busy machine."""
SECURE = """async () => {
    const worker = navigator.serviceWorker?.register("/sw.js").then(() => true, (error) => error.message);
    return [isSecureContext, "wakeLock" in navigator, Boolean(navigator.clipboard), await worker];
}"""


@pytest.fixture(autouse=True)
def caddy() -> None:
    if missing := [name for name in ("caddy", "certutil") if which(name) is None]:
        (pytest.fail if REQUIRE_ALL else pytest.skip)(f"not installed: {', '.join(missing)}")


@pytest.fixture
def evening(tmp_path: Path) -> tuple[Path, str, str]:
    """A data directory, and the paths of the links to record and to watch at a table."""
    folder = tmp_path / "data"
    install(folder)
    links = re.findall(r"/(?:join|watch)/[\w-]+/", python("manage.py", "demo", data_dir=folder).stdout)
    return folder, links[0], links[1]


def authority(folder: Path) -> Path:
    return folder / "https" / "pki" / "authorities" / "local" / "root.crt"


@contextmanager
def encrypted(folder: Path, *arguments: str, **options: Any) -> Iterator[tuple["subprocess.Popen[str]", int, int]]:
    """Serve with HTTPS; return the process, the port of plain HTTP and that of HTTPS."""
    port = free_port()
    with serving(folder, "--https", str(port), *arguments, **options) as (server, plain, output):
        assert f":{port}/" in output
        yield server, plain, port


class Browser:
    """A phone that trusts the authority, and keeps cookies."""

    def __init__(self, folder: Path) -> None:
        trust = ssl.create_default_context(cafile=authority(folder))
        trust.verify_flags |= ssl.VERIFY_X509_STRICT  # as from Python 3.13 on
        self.cookies = http.cookiejar.CookieJar(http.cookiejar.DefaultCookiePolicy(strict_ns_domain=0))
        self.opener = urllib.request.build_opener(
            urllib.request.HTTPSHandler(context=trust), urllib.request.HTTPCookieProcessor(self.cookies)
        )

    def get(self, url: str, **form: str) -> tuple[str, str, dict[str, str]]:
        """Return the address, the text and the headers of a page; a form is sent as a browser does."""
        body = urllib.parse.urlencode(form).encode() if form else None
        parts = urllib.parse.urlsplit(url)
        headers = {"Referer": url, "Origin": f"{parts.scheme}://{parts.netloc}"} if form else {}
        with self.opener.open(urllib.request.Request(url, body, headers), timeout=WAIT) as response:
            found = {name.lower(): value for name, value in response.headers.items()}
            return response.url, response.read().decode(), found

    def join(self, link: str) -> str:
        """Return the address of the table at which this phone may record from now on."""
        (token,) = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', self.get(link)[1])[:1]
        return self.get(link, csrfmiddlewaretoken=token, label="Anne")[0]


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + WAIT
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_phone_is_recognised_with_and_without_encryption(evening: tuple[Path, str, str]) -> None:
    folder, join, _watch = evening
    with encrypted(folder) as (_server, plain, port):
        phone = Browser(folder)
        table = phone.join(f"http://localhost:{plain}{join}")
        assert table.startswith(f"http://localhost:{plain}/s/")
        _secure, page, headers = phone.get(table.replace(f"http://localhost:{plain}", f"https://localhost:{port}"))
        assert 'id="save"' in page
        assert "strict-transport-security" not in headers
        assert "upgrade-insecure-requests" not in headers["content-security-policy"]
        assert {cookie.name for cookie in phone.cookies} >= {"device", "csrftoken"}
        assert not [cookie.name for cookie in phone.cookies if cookie.secure]
        # And back again, after an evening with HTTPS.
        assert 'id="save"' in phone.get(table)[1]


def test_links_for_other_phones_need_no_certificate(evening: tuple[Path, str, str]) -> None:
    folder, join, _watch = evening
    with encrypted(folder) as (_server, plain, port):
        phone = Browser(folder)
        table = phone.join(f"https://localhost:{port}{join}")
        assert table.startswith(f"https://localhost:{port}/s/")
        page = phone.get(f"{table}share/")[1]
        links = re.findall(r"https?://[\w.]+:\d+/(?:join|watch)/", page)
        assert links
        assert {urllib.parse.urlsplit(link).port for link in links} == {plain}
        assert not [link for link in links if link.startswith("https")]


def test_of_its_folder_only_the_certificate_is_served(evening: tuple[Path, str, str]) -> None:
    folder, _join, _watch = evening
    with encrypted(folder) as (_server, plain, _port):
        phone = Browser(folder)
        _url, certificate, headers = phone.get(f"http://localhost:{plain}/scorekeeper.crt")
        assert certificate == authority(folder).read_text()
        assert headers["content-type"] == "application/x-x509-ca-cert"
        for path in ("/root.key", "/scorekeeper.crt/../root.key", "/pki/authorities/local/root.key"):
            with pytest.raises(urllib.error.HTTPError, match="404"):
                phone.get(f"http://localhost:{plain}{path}")
    private = [path for path in (folder / "https").rglob("*") if path.stat().st_mode & 0o077]
    assert not private


def test_limits_count_the_real_address_of_the_phone_and_not_a_claimed_one(evening: tuple[Path, str, str]) -> None:
    folder, _join, _watch = evening
    with encrypted(folder, LIMIT_MISSES="2/h") as (_server, plain, _port):
        codes = []
        for claimed in range(4):
            headers = {"X-Forwarded-For": f"10.0.0.{claimed}", "X-Forwarded-Proto": "https"}
            asked = urllib.request.Request(f"http://localhost:{plain}/watch/V5sXzRdA0bC/", headers=headers)
            with pytest.raises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(asked, timeout=WAIT)
            codes.append(refused.value.code)
            refused.value.close()
        assert codes == [404, 404, 429, 429]


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_caddy_stops_with_the_server_however_that_stops(evening: tuple[Path, str, str], end: signal.Signals) -> None:
    folder, _join, watch = evening
    with encrypted(folder) as (server, plain, port):
        phone = Browser(folder)
        table = phone.get(f"https://localhost:{port}{watch}")[0]
        live = re.search(r'/live/[^"]+', phone.get(table)[1])
        assert live
        asked = urllib.request.Request(f"https://localhost:{port}{live[0]}")
        with phone.opener.open(asked, timeout=WAIT) as stream:  # an open stream delays nothing
            assert stream.readline()
            server.send_signal(end)
            assert server.wait(timeout=WAIT) == (-end if end == signal.SIGKILL else 0)
        until(lambda: not listens(port) and not listens(plain))


def test_the_server_stops_with_caddy(evening: tuple[Path, str, str]) -> None:
    folder, _join, _watch = evening
    with encrypted(folder, stderr=subprocess.PIPE) as (server, _plain, _port):
        children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
        (caddy,) = Path(f"/proc/{children[0]}/task/{children[0]}/children").read_text().split()
        os.kill(int(caddy), signal.SIGKILL)
        _output, errors = server.communicate(timeout=WAIT)
        assert "Caddy has ended" in errors
        assert server.returncode == 1


@pytest.mark.parametrize(
    ("given", "environment", "said"),
    [
        ([], {"PATH": "/nowhere"}, "HTTPS needs the program caddy. Install it (apt install caddy,"),
        ([], {"HTTPS": "1"}, "leave one of them out"),
        (["--port", "0", "--https", "1"], {"TAKEN": "1"}, "Can't listen on port 1 ("),
    ],
)
def test_missing_requirements_are_reported_in_one_sentence(
    tmp_path: Path, given: list[str], environment: dict[str, str], said: str
) -> None:
    install(tmp_path)
    ports = ["--port", str(free_port()), "--https", str(free_port())]
    with socket.socket() as taken:
        if environment.pop("TAKEN", ""):
            taken.bind(("0.0.0.0", 0))
            taken.listen()
            ports[3] = str(taken.getsockname()[1])
            said = f"Can't listen on port {ports[3]} ("
        done = python("manage.py", "serve", *ports, data_dir=tmp_path, **environment)
    assert done.returncode == 1
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_two_phones_that_trust_the_certificate(
    evening: tuple[Path, str, str], tmp_path: Path, browser_type: BrowserType
) -> None:
    """By name, in a network of their own: a hand is recorded on one and seen on the other, in a secure context."""
    folder, join, watch = evening
    with hosts() as (laptop, phones), encrypted(folder, "--name", inside=laptop.enter) as (_server, plain, port):
        site = f"https://scorekeeper.local:{port}"

        @contextmanager
        def phone(home: Path) -> Iterator[Page]:
            program = tmp_path / "phone"
            program.write_text(f'#!/bin/sh\nexec {" ".join(phones.enter)} {chromium.find()} "$@"\n')
            program.chmod(0o755)
            browser = browser_type.launch(
                executable_path=program,
                args=[*chromium.QUIET, f"--host-resolver-rules=MAP scorekeeper.local {LAPTOP}"],
                env={**os.environ, "HOME": str(home)},
            )
            yield browser.new_page()
            browser.close()

        with phone(tmp_path / "stranger") as page:
            page.goto(f"http://scorekeeper.local:{plain}")
            assert page.evaluate(SECURE) == [False, False, False, None]
            with pytest.raises(Error, match="ERR_CERT_AUTHORITY_INVALID"):
                page.goto(site)
        trust(tmp_path / "home", authority(folder))
        with phone(tmp_path / "home") as scorer, phone(tmp_path / "home") as watcher:
            watcher.goto(f"{site}{watch}")
            assert watcher.evaluate(SECURE) == [True, True, True, True]
            scorer.goto(f"{site}{join}")
            scorer.locator(".person-choice button").first.click()
            expect(scorer.locator("#save")).to_be_visible(timeout=WAIT * 1000)
            assert scorer.url.startswith(f"{site}/s/")
            scorer.locator('#outcome .chip:has([name="call"][value="passed"])').click()
            said = scorer.locator("#status-message")
            before = said.text_content() or ""  # the hand that somebody else recorded last
            scorer.locator("#save").click()
            expect(said).not_to_have_text(before, timeout=WAIT * 1000)
            expect(said).to_contain_text("Hand", timeout=WAIT * 1000)
            hand = (said.text_content() or "").strip().partition(":")[0]
            expect(watcher.locator("#status-message")).to_contain_text(hand, timeout=WAIT * 1000)


def trust(home: Path, certificate: Path) -> None:
    """Have Chromium trust the authority, as a phone does where it was installed."""
    store, none = home / ".pki" / "nssdb", home / "password"
    store.mkdir(parents=True)
    none.touch()
    subprocess.run(
        ["certutil", "-d", f"sql:{store}", "-A", "-t", "C,,", "-n", "club", "-i", certificate, "-f", none],
        cwd=ROOT,
        check=True,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=60,
    )
