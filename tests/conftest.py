"""What all tests share: the browser, and the report of what could not be run."""

import gc
import os
import sys
import threading
from collections.abc import Iterator
from copy import copy
from typing import Any

import pytest
from asgiref.sync import SyncToAsync
from django.db import connection, connections, transaction
from django.template import Template
from django.template.context import BaseContext
from django.test import TransactionTestCase
from django.test import client as test_client
from django.test.utils import ContextList
from hypothesis import settings as hypothesis_settings
from pytest_django import DjangoDbBlocker

from scorekeeper.devtools.sandbox import chromium
from tests.property_tests import CI, number_of_examples

REQUIRE_ALL = os.environ.get("REQUIRE_ALL") == "1"

# Playwright keeps an event loop running in the test thread. There, asgiref stores thread-local data by context: earlier
# connections are not found again, and later ones may never be closed.
connections._connections = threading.local()  # type: ignore[attr-defined]  # Django has no way in for this

MADE_BY_MIGRATE = {"django_content_type", "auth_permission"}


def close_connections(all_here: threading.Barrier) -> None:
    """Close those of this thread, once all others of its pool are about to do so."""
    all_here.wait()
    connections.close_all()


def empty_the_tables(_test: TransactionTestCase) -> None:
    """Reset every table to its state after the migrations, after a test that has committed.

    Django would flush them: in PostgreSQL, TRUNCATE takes ten times as long as deleting the few rows of a test, and in
    both databases the rows that `migrate` creates for the apps would be deleted and created again.
    """
    for database in connections.all():
        # Foreign keys are checked at the end of the transaction.
        with transaction.atomic(database.alias), database.cursor() as cursor:
            for name in {*database.introspection.django_table_names()} - MADE_BY_MIGRATE:
                cursor.execute(f"DELETE FROM {database.ops.quote_name(name)}")  # noqa: S608 - our own tables
    # Else a thread keeps its connection and checks it at its next request, which fails in a test that may not use the
    # database.
    server = sys.modules.get("scorekeeper.asgi")
    pools = [*server.pools.values(), server.health.thread] if server else []
    for pool in (SyncToAsync.single_thread_executor, *pools):
        all_here = threading.Barrier(pool._max_workers)
        for _thread in range(pool._max_workers):
            pool.submit(close_connections, all_here)


TransactionTestCase._fixture_teardown = empty_the_tables  # type: ignore[attr-defined]  # nor a way in for this


def store_what_was_rendered(store: dict[str, Any], *, template: Template, context: BaseContext, **_more: Any) -> None:
    """Keep the templates and contexts of a response for the test.

    Django would copy a page's context once more for each part that the page includes, which takes a tenth of the time
    of all requests.
    """
    store.setdefault("templates", []).append(template)
    copies: dict[int, BaseContext] = store.setdefault("copies", {})
    if id(context) not in copies:
        copies[id(context)] = context
        store.setdefault("context", ContextList()).append(copy(context))


test_client.store_rendered_templates = store_what_was_rendered  # type: ignore[attr-defined]  # it isn't declared

# Two workers share two cores with a browser, so the duration of an example means nothing. On CI every run uses the same
# examples.
hypothesis_settings.register_profile("suite", max_examples=number_of_examples(33), deadline=None, derandomize=CI)
hypothesis_settings.load_profile("suite")


CHROMIUM = chromium.find()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {
        **browser_type_launch_args,
        "executable_path": CHROMIUM,
        "args": list(chromium.QUIET),
    }


def pytest_configure(config: pytest.Config) -> None:
    if REQUIRE_ALL and CHROMIUM is None:
        raise pytest.UsageError("REQUIRE_ALL=1, and no Chromium was found for the browser tests.")


THOROUGH = (
    "tests/e2e/",
    "tests/engines/",
    # Servers and processes that are flooded, killed, locked out, or started for each test.
    "tests/database/test_data_directory.py",
    "tests/database/test_startup_checks.py",
    "tests/database/test_postgresql_outage.py",
    "tests/database/test_sqlite_locked.py",
    "tests/installing/",
    "tests/operations/serving/test_flood.py",
    "tests/operations/serving/test_request_bodies.py",
    "tests/operations/serving/test_server.py",
    "tests/operations/test_other_systems.py",
    "tests/upgrades/",
    "tests/test_command_line.py",
    "tests/test_killed_server.py",
    # Very many cases, and very large files.
    "tests/files/spreadsheets/test_round_trip.py",
    "tests/files/spreadsheets/test_streaming.py",
    "tests/files/test_browsers_of_1_0.py",
    "tests/files/test_older_files.py",
    "tests/organisers/test_panel_urls.py",
    "tests/printing/test_every_sheet.py",
    "tests/test_fuzz.py",
    # Whole photos, very many digits and ticks.
    "tests/reading/boxes/test_digits.py",
    "tests/reading/boxes/test_ticks.py",
    "tests/reading/lists/test_lists.py",
    "tests/reading/photo/test_pictures.py",
    "tests/reading/photo/test_registration.py",
    # A game that was removed from the app.
    "tests/clubs/test_uninstalled_games.py",
    # For developers of the app only, and for who tries it.
    "tests/devtools/",
    "tests/welcome/test_demo.py",
    "tests/games/test_example_game.py",
)
"""What `make test` leaves out and `make test-all` runs, besides what drives a browser or has the mark itself."""


def fixtures_of(item: pytest.Item) -> set[str]:
    return {*getattr(item, "fixturenames", ())}


def uses_database(item: pytest.Item) -> bool:
    fixtures = {"db", "transactional_db", "live_server"}
    return bool(item.get_closest_marker("django_db") or fixtures & fixtures_of(item))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if "browser_type" in fixtures_of(item):  # what Playwright's `page` needs; a parameter may be called `page`
            item.add_marker("browser")
        path = item.path.relative_to(config.rootpath).as_posix()
        if path.startswith(THOROUGH) or item.get_closest_marker("browser"):
            item.add_marker("thorough")
        if CHROMIUM is None and item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.skip(reason="no Chromium"))


@pytest.fixture(scope="session", autouse=True)
def database_first(request: pytest.FixtureRequest, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Create the test database before any test runs, whatever their order, and leave nobody connected to it at the end.

    A server thread keeps the name that the database had when the thread was first used. It may still be answering a
    browser that has been closed when the last test ends; PostgreSQL refuses to drop a database that is in use.
    """
    if not any(uses_database(item) for item in request.session.items):
        yield
        return
    request.getfixturevalue("django_db_setup")
    yield
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            cursor.execute(f"SELECT pg_terminate_backend(pid, 5000) {others}")


@pytest.fixture(autouse=True)
def welcome_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no page ask for the demo, as in every installation that is in use; the tests of the demo undo this."""
    monkeypatch.setattr("scorekeeper.welcome.first_answer._over", True)


def pytest_collection_finish() -> None:
    """Freeze everything imported and collected, so that garbage collection need not scan it each time."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = [str(report.longrepr) for report in terminalreporter.stats.get("skipped", [])]
    absent = (
        ("Chromium", "no Chromium"),
        ("Another browser engine", "no engine"),
        ("gettext", "no gettext"),
        ("A way to make network namespaces", "no network namespaces"),
    )
    for program, reason in absent:
        if count := sum(reason in why for why in skipped):
            terminalreporter.write_line(f"{program} not found, so these were skipped: {count}", yellow=True)
