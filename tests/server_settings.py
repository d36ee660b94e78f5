"""The settings of a server that a test starts: the tests' settings, with the test's own key, database and limits."""

import os
from pathlib import Path

KEY = os.environ.get("KEY_UNDER_TEST", "")  # before the others: they forget what this machine is set to

from scorekeeper.database import circuit_breaker, locks  # noqa: E402
from scorekeeper.environment import address  # noqa: E402
from tests.settings import *  # noqa: E402, F403 - the environment comes first; all of them are meant
from tests.settings import CONCURRENT  # noqa: E402

SECRET_KEY = KEY
if "STREAMS_UNDER_TEST" in os.environ:
    CONCURRENT["streams"] = int(os.environ["STREAMS_UNDER_TEST"])
METRICS = address("METRICS_UNDER_TEST")
if "PATIENCE_UNDER_TEST" in os.environ:  # with a database that is locked, or a busy machine that connects slowly
    locks.PATIENCE = circuit_breaker.PATIENCE = float(os.environ["PATIENCE_UNDER_TEST"])
if "FOLDER_UNDER_TEST" in os.environ:  # shared by all processes; otherwise each has its own
    DATA_DIR = Path(os.environ["FOLDER_UNDER_TEST"])
