"""Fixtures for tests on the real server, which has event streams."""

from collections.abc import Iterator

import pytest

from tests.servers import Server


@pytest.fixture
def server(transactional_db: None) -> Iterator[Server]:
    with Server() as server:
        yield server


@pytest.fixture
def site(server: Server) -> str:
    return server.url
