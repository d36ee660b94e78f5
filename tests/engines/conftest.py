"""The engines as fixtures, and the real server behind a connection that can be cut."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.conftest import REQUIRE_ALL
from tests.engines.all_engines import ENGINES
from tests.engines.connection import Connection
from tests.engines.engine import Engine
from tests.servers import Server


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> type[Engine]:
    """Each installed engine."""
    kind = ENGINES[request.param]
    if missing := kind.missing():
        (pytest.fail if REQUIRE_ALL else pytest.skip)(f"no engine, install {', '.join(missing)}")
    return kind


@pytest.fixture
def connection(transactional_db: None) -> Iterator[Connection]:
    """A server for this test, and the connection to it."""
    with Server() as server, Connection(server) as connection:
        yield connection
