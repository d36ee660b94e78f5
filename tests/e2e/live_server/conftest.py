"""Fixtures for tests on the real server, which has event streams."""

from collections.abc import Iterator

import pytest

from tests.servers import Server


@pytest.fixture(scope="session")
def server(django_db_setup: None) -> Iterator[Server]:
    """One server for all tests, as it takes seconds to start; whatever it keeps of a table goes by a random name."""
    with Server() as server:
        yield server


@pytest.fixture
def site(server: Server, transactional_db: None) -> str:
    return server.url
