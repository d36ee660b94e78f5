"""The settings of a server that a test starts: the tests' settings, with the test's own key, database and limits."""

import os

KEY = os.environ.get("KEY_UNDER_TEST", "")  # before the others: they forget what this machine is set to

from scorekeeper.database import locks  # noqa: E402
from tests.settings import *  # noqa: E402, F403 - the environment comes first; all of them are meant
from tests.settings import CONCURRENT  # noqa: E402

SECRET_KEY = KEY
if "STREAMS_UNDER_TEST" in os.environ:
    CONCURRENT["streams"] = int(os.environ["STREAMS_UNDER_TEST"])
if "PATIENCE_UNDER_TEST" in os.environ:  # with a database that is locked
    locks.PATIENCE = float(os.environ["PATIENCE_UNDER_TEST"])
