"""The settings of a server that a test starts: those under test, with the test's own key and database."""

import os

KEY = os.environ.get("KEY_UNDER_TEST", "")  # before the others: they forget what this machine is set to

from tests.settings import *  # noqa: E402, F403 - the environment comes first; all of them are meant

SECRET_KEY = KEY
