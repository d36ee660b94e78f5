"""The project's own promises: safe settings, headers, the key, the server. Pages are tested elsewhere."""

import gettext
import re
import signal
import socket
import stat
import subprocess
import tomllib
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.signals import request_finished
from django.db.migrations.loader import MigrationLoader
from django.test import Client

from scorekeeper.environment import data_folder, flag, local_time_zone, number, secret_key, words
from scorekeeper.web.hosts import addresses, host_names
from tests.asgi_requests import AsgiRequest, piece, with_a_form
from tests.external_programs import ROOT, python, serving, settings_with

# The settings


def test_default_settings_are_safe(tmp_path: Path) -> None:
    configured = settings_with(tmp_path / "new")
    assert configured["DEBUG"] is False
    assert configured["ALLOWED_HOSTS"] == ["*"]
    assert len(configured["SECRET_KEY"]) > 80
    assert configured["DATABASES"]["default"]["NAME"] == str(tmp_path / "new" / "db.sqlite3")
    assert configured["TRUST_PROXY"] is False
    assert configured["LANGUAGE_CODE"] == "en"


@pytest.mark.parametrize(
    ("system", "environment", "folder"),
    [
        ("linux", {}, "/home/anne/.local/share/scorekeeper"),
        ("linux", {"XDG_DATA_HOME": "/data/anne"}, "/data/anne/scorekeeper"),
        ("darwin", {}, "/home/anne/Library/Application Support/Scorekeeper"),
        ("win32", {}, "/home/anne/AppData/Local/Scorekeeper"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/Scorekeeper"),
    ],
)
def test_an_installed_program_keeps_its_data_where_the_system_does(
    monkeypatch: pytest.MonkeyPatch, system: str, environment: dict[str, str], folder: str
) -> None:
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": "/home/anne", **environment}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.platform", system)
    assert data_folder().as_posix() == folder


def test_an_account_without_a_home_folder_is_told_to_set_another(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    with pytest.raises(ImproperlyConfigured, match="Set DATA_DIR"):
        data_folder()


def test_two_installations_have_different_keys(tmp_path: Path) -> None:
    assert secret_key(tmp_path / "a" / "secret_key") != secret_key(tmp_path / "b" / "secret_key")


def test_the_key_is_created_once_and_readable_by_its_owner_only(tmp_path: Path) -> None:
    file = tmp_path / "data" / "secret_key"
    made = secret_key(file)
    assert secret_key(file) == made
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert [left.name for left in file.parent.iterdir()] == ["secret_key"]


def test_processes_started_together_use_the_same_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(16) as pool:
        keys = set(pool.map(secret_key, [tmp_path / "secret_key"] * 64))
    assert len(keys) == 1


def test_an_empty_key_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret_key").touch()
    with pytest.raises(ImproperlyConfigured, match="is empty"):
        secret_key(tmp_path / "secret_key")


@pytest.mark.parametrize(("given", "meant"), [("1", True), ("yes", True), ("TRUE", True), ("0", False), ("off", False)])
def test_flags_are_parsed(monkeypatch: pytest.MonkeyPatch, given: str, *, meant: bool) -> None:
    monkeypatch.setenv("SOME_FLAG", given)
    assert flag("SOME_FLAG", default=not meant) is meant


def test_an_invalid_environment_variable_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_FLAG", "ture")
    with pytest.raises(ImproperlyConfigured, match="SOME_FLAG is 'ture'"):
        flag("SOME_FLAG")
    with pytest.raises(ImproperlyConfigured, match="whole number"):
        number("SOME_FLAG", default=1)


def test_lists_in_the_environment_are_trimmed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_WORDS", " a.example, b.example ,")
    assert words("SOME_WORDS") == ["a.example", "b.example"]


def test_an_unknown_time_zone_does_not_prevent_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Europe/Paris")
    assert local_time_zone() == "Europe/Paris"
    for unknown in ("../nonsense", "CET-1CEST"):
        monkeypatch.setenv("TZ", unknown)
        assert local_time_zone()


def pinned(file: str) -> dict[str, set[str]]:
    """Every pinned package as `name==version`, in lower case with dashes, and the hashes of its files."""
    hashes: dict[str, set[str]] = {}
    for block in re.split(r"\n(?=\w)", (ROOT / file).read_text()):
        name = re.sub("[_.]", "-", block.partition("==")[0].lower())
        version = re.match(r"[\w.]+", block.partition("==")[2])
        assert version, block
        hashes[f"{name}=={version[0]}"] = set(re.findall(r"--hash=sha256:([0-9a-f]{64})\b", block))
    return hashes


def named(requirement: str) -> str:
    """Return a direct dependency in the same form."""
    name, _equal, version = requirement.partition(";")[0].partition("==")
    return f"{re.sub('[_.]', '-', name.partition('[')[0].lower())}=={version}"


def test_every_dependency_is_pinned_with_hashes_at_the_projects_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    runs = {named(requirement) for requirement in project["dependencies"]}
    extras = project["optional-dependencies"].values()
    tests = {
        named(requirement) for extra in extras for requirement in extra if not requirement.startswith("scorekeeper[")
    }
    camera = {named(requirement) for requirement in project["optional-dependencies"]["camera"]}
    everything, server = pinned(".constraints.txt"), pinned(".constraints.run.txt")
    with_camera = pinned(".constraints.camera.txt")
    assert runs | tests <= set(everything)
    assert runs <= set(server)
    assert server.items() <= everything.items()
    assert not tests & set(server)
    assert runs | camera <= set(with_camera)
    assert server.items() <= with_camera.items() <= everything.items()
    assert all(everything.values())


def test_the_package_is_built_with_the_pinned_backend() -> None:
    content = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert set(content["build-system"]["requires"]) <= set(content["project"]["optional-dependencies"]["dev"])


@pytest.mark.parametrize("file", [".constraints.txt", ".constraints.run.txt", ".constraints.camera.txt"])
def test_pinned_packages_name_no_registry(file: str) -> None:
    text = (ROOT / file).read_text()
    assert "://" not in text
    assert not re.search(r"^\s*--(?!hash=)", text, re.MULTILINE)


@pytest.mark.thorough
def test_only_packages_with_known_hashes_are_installed() -> None:
    make = ["make", "--dry-run", "--always-make", ".venv/dev", ".venv/camera"]
    output = subprocess.run(make, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    installs = re.findall(r"pip install .*--requirement (\S+)", output)
    assert installs == [".constraints.run.txt", ".constraints.txt", ".constraints.camera.txt"]
    assert output.count("pip install") == output.count("--require-hashes") == len(installs)


# The database


@pytest.mark.thorough
def test_sqlite_uses_write_ahead_logging_and_survives_a_power_cut(tmp_path: Path) -> None:
    script = "from django.db import connection as c; cursor = c.cursor()\n"
    script += "print([cursor.execute(f'PRAGMA {p}').fetchone()[0] for p in ('journal_mode', 'synchronous')])"
    done = python("-c", script, data_dir=tmp_path, DJANGO_SETTINGS_MODULE="scorekeeper.settings")
    assert done.stdout == "['wal', 2]\n"
    database = settings_with(tmp_path)["DATABASES"]["default"]
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert database["OPTIONS"]["timeout"] == 10
    assert database["CONN_MAX_AGE"] is None
    assert not database.get("ATOMIC_REQUESTS")


def test_every_migration_has_its_reverse() -> None:
    ours = [
        migration
        for migration in MigrationLoader(None).disk_migrations.values()
        if migration.__module__.startswith("scorekeeper.")
    ]
    assert ours
    assert [(str(migration), step) for migration in ours for step in migration.operations if not step.reversible] == []


def test_database_url_configures_postgresql_with_persistent_checked_connections(tmp_path: Path) -> None:
    configured = settings_with(tmp_path, DATABASE_URL="postgres://club:secret@db.example/club")["DATABASES"]["default"]
    assert configured["ENGINE"] == "django.db.backends.postgresql"
    assert configured["CONN_HEALTH_CHECKS"]
    assert configured["CONN_MAX_AGE"] is None


def test_options_in_the_database_url_are_kept(tmp_path: Path) -> None:
    url = "postgres://club:secret@db.example/club?sslmode=require&connect_timeout=9"
    options = settings_with(tmp_path, DATABASE_URL=url)["DATABASES"]["default"]["OPTIONS"]
    assert (options["sslmode"], options["connect_timeout"], options["tcp_user_timeout"]) == ("require", 9, 3000)


# Headers of every answer

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


@with_a_form
@pytest.mark.parametrize("address", ["/form/", "/nowhere/"])
def test_pages_have_the_security_headers(client: Client, address: str) -> None:
    headers = client.get(address).headers
    assert HEADERS.items() <= dict(headers).items()
    assert headers["X-Frame-Options"] == "DENY"
    assert "camera=()" in headers["Permissions-Policy"]
    assert "screen-wake-lock=(self)" in headers["Permissions-Policy"]


@with_a_form
def test_the_policy_allows_only_our_own_files(client: Client) -> None:
    policy = client.get("/form/").headers["Content-Security-Policy"]
    assert sorted(policy.split("; ")) == [
        "base-uri 'none'",
        "default-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "object-src 'none'",
    ]


def test_static_files_have_the_security_headers(client: Client) -> None:
    response = client.get("/static/django_htmx/htmx-2.min.js")
    assert response.status_code == 200
    assert HEADERS.items() <= dict(response.headers).items()
    b"".join(response)


@with_a_form
def test_a_form_without_a_csrf_token_is_refused() -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post("/form/", {"word": "Garde"}).status_code == 403


@with_a_form
def test_a_form_with_a_csrf_token_is_accepted_without_a_session() -> None:
    client = Client(enforce_csrf_checks=True)
    token = client.get("/form/").content.decode()
    response = client.post("/form/", {"word": "Garde", "csrfmiddlewaretoken": token})
    assert response.content == b"Garde"
    assert client.cookies["csrftoken"]["httponly"]
    assert list(client.cookies) == ["csrftoken"]


@with_a_form
def test_an_unknown_host_name_is_refused(client: Client) -> None:
    assert client.get("/form/", headers={"Host": "evil.example"}).status_code == 400


# Behind a proxy that encrypts


def test_https_enables_all_secure_settings(tmp_path: Path) -> None:
    configured = settings_with(tmp_path, HTTPS="1")
    assert configured["SECURE_SSL_REDIRECT"]
    assert configured["CSRF_COOKIE_SECURE"]
    assert configured["LANGUAGE_COOKIE_SECURE"]
    assert configured["SECURE_HSTS_SECONDS"] == 31536000
    assert configured["SECURE_PROXY_SSL_HEADER"] == ["HTTP_X_FORWARDED_PROTO", "https"]
    assert "upgrade-insecure-requests" in configured["CONTENT_SECURITY_POLICY"]


def test_forwarded_headers_are_not_trusted_by_default(tmp_path: Path) -> None:
    assert settings_with(tmp_path)["SECURE_PROXY_SSL_HEADER"] is None
    assert settings_with(tmp_path, HTTPS="1", TRUST_PROXY="0")["SECURE_PROXY_SSL_HEADER"] is None


# The server


@with_a_form
def test_a_response_is_sent_in_one_piece() -> None:
    head, body = AsgiRequest(piece()).messages_sent
    assert head["status"] == 200
    assert len(body["body"]) == 64


@with_a_form
def test_a_response_is_closed_so_that_django_knows_it_is_finished() -> None:
    finished = []

    def note(**kwargs: Any) -> None:
        finished.append(kwargs["sender"])

    request_finished.connect(note)
    try:
        AsgiRequest(piece())
    finally:
        request_finished.disconnect(note)
    assert len(finished) == 1


@with_a_form
def test_an_incomplete_form_is_not_processed() -> None:
    request = AsgiRequest(piece(b"word=Gar", more=True), {"type": "http.disconnect"}, method="POST")
    assert request.messages_sent == []


@pytest.mark.thorough
def test_an_oversized_header_is_refused(tmp_path: Path) -> None:
    with serving(tmp_path) as (_server, port, _output), socket.create_connection(("127.0.0.1", port), 60) as connection:
        with suppress(ConnectionError):
            connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: " + b"x" * 200_000 + b"\r\n\r\n")
        answer = b""
        with suppress(ConnectionError):  # it may hang up on what it hasn't read
            answer = connection.recv(12)
        assert answer in (b"HTTP/1.1 400", b"")


def test_the_printed_addresses_can_be_reached_by_a_phone() -> None:
    assert not [address for address in addresses() if address.startswith(("127.", "169.254.", "0."))]
    assert host_names()


def status(port: int, host: str) -> int:
    request = urllib.request.Request(f"http://127.0.0.1:{port}/static/nothing.css", headers={"Host": host})
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            status_code: int = response.status
            return status_code
    except urllib.error.HTTPError as error:
        with error:
            return error.code


@pytest.mark.thorough
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_the_server_prints_its_address_and_stops_on_request(tmp_path: Path, stop: signal.Signals) -> None:
    with serving(tmp_path) as (server, port, output):
        assert f"http://localhost:{port}/" in output
        for address in addresses():
            assert f"http://{address}:{port}/" in output
            assert "▄" in output
        reachable = ["localhost", *addresses(), *host_names()]
        assert {status(port, f"{host}:{port}") for host in reachable} == {404}
        assert status(port, "evil.example") == 400
        with socket.create_connection(("127.0.0.1", port)) as lingering:
            lingering.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nhalf")
            server.send_signal(stop)
            server.wait(timeout=60)
        assert server.returncode == 0


@pytest.mark.thorough
def test_a_form_and_its_cookie_are_served_over_the_network(tmp_path: Path) -> None:
    assert python("manage.py", "prepare", data_dir=tmp_path).returncode == 0
    with (
        serving(tmp_path) as (_server, port, _output),
        urllib.request.urlopen(f"http://localhost:{port}/new/", timeout=60) as response,
    ):
        assert response.status == 200
        assert any(cookie.startswith("csrftoken=") for cookie in response.headers.get_all("Set-Cookie", []))
        assert b"csrfmiddlewaretoken" in response.read()


@pytest.mark.thorough
def test_with_migrations_disabled_the_database_is_left_unchanged(tmp_path: Path) -> None:
    done = python("manage.py", "prepare", "--no-migrate", data_dir=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert [left.name for left in tmp_path.iterdir()] == ["secret_key"]


@pytest.mark.thorough
def test_a_port_in_use_is_reported_in_one_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = python("manage.py", "serve", data_dir=tmp_path, PORT=port)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert f"Can't listen on port {port}" in done.stderr


@pytest.mark.thorough
def test_a_number_that_is_no_port_is_reported_in_one_line(tmp_path: Path) -> None:
    done = python("manage.py", "serve", data_dir=tmp_path, PORT="99999")
    assert done.returncode == 1
    assert done.stderr == (
        "CommandError: Can't listen on port 99999 (ports are numbers up to 65535). "
        "Set the variable PORT to another, such as 8123.\n"
    )


# Translations

PO = """msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgid "Dealer"
msgstr "Donneur"
"""


@pytest.mark.parametrize("place", ["locale", "games/whist/locale"])
def test_translations_are_compiled_without_gettext(
    place: str, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BASE_DIR, settings.LOCALE_PATHS = tmp_path, [tmp_path / "locale"]
    (tmp_path / "games").mkdir()
    source = tmp_path / place / "fr" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    source.write_text(PO)
    monkeypatch.setenv("PATH", "")
    call_command("compilemessages", verbosity=0)
    with source.with_suffix(".mo").open("rb") as compiled:
        assert gettext.GNUTranslations(compiled).gettext("Dealer") == "Donneur"


def test_an_unreadable_form_is_a_bad_request() -> None:
    odd = "application/x-www-form-urlencoded; charset=utf-16"
    client = Client(SERVER_NAME="localhost", enforce_csrf_checks=True)
    client.cookies["csrftoken"] = "a" * 32
    assert client.generic("POST", "/new/", b"a=b", content_type=odd).status_code == 400
