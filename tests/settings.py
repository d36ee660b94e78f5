"""The settings for tests: those of production, away from the real data and this machine's environment."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

SCRATCH = Path(tempfile.mkdtemp(prefix="scorekeeper-tests-"))
atexit.register(shutil.rmtree, SCRATCH, ignore_errors=True)

for name in (
    *("SECRET_KEY", "SECRET_KEY_FALLBACKS", "DEBUG", "ALLOWED_HOSTS", "HTTPS", "TRUST_PROXY", "LANGUAGE_CODE"),
    *("LOG_FORMAT", "LOG_REQUESTS"),
):
    os.environ.pop(name, None)
os.environ |= {"DATA_DIR": str(SCRATCH), "TIME_ZONE": "Europe/Berlin"}  # somewhere with a summer time
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # Playwright has an event loop running where the tests use the database

from scorekeeper.settings import *  # noqa: E402, F403 - the environment comes first; all of them are meant
from scorekeeper.settings import DATABASES, LIMITS, STORAGES  # noqa: E402

LIMITS = dict.fromkeys(LIMITS, None)  # the tests are faster than any table; those of the limits set them again

ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]"]  # the server of a test can't be reached at other addresses

# Static files as they are in the source: nothing has to be collected before a test.
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = True
STATIC_ROOT = SCRATCH / "static"
STATIC_ROOT.mkdir()

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # a good one is slow by design

if DATABASES["default"]["ENGINE"] == "scorekeeper.database.sqlite":
    # A file, not memory: the live server's threads open connections of their own, as in production.
    DATABASES["default"]["TEST"] = {"NAME": str(SCRATCH / "test.sqlite3")}
    # Nothing here has to survive a power cut, and to wait for the disk at each commit takes a while.
    DATABASES["default"]["OPTIONS"]["init_command"] += " PRAGMA synchronous=OFF;"
