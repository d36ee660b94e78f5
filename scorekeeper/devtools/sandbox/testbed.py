"""The *test bed* of screenshots: a temporary database, and static files as in production."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test.utils import override_settings


@contextmanager
def testbed() -> Iterator[None]:
    """Set Django up as in production, on an empty database of the configured kind; everything is deleted afterwards."""
    settings.DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    with TemporaryDirectory(prefix="test-bed-", dir=settings.DATA_DIR) as folder, _settings(Path(folder)):
        call_command("collectstatic", verbosity=0, interactive=False)
        with _database(Path(folder)):
            yield


def _settings(folder: Path) -> override_settings:
    return override_settings(
        DEBUG=False,
        ALLOWED_HOSTS=["localhost"],
        SECURE_SSL_REDIRECT=False,
        LIMITS=dict.fromkeys(settings.LIMITS, (10**9, 1)),  # counted as usual, but never reached
        DATA_DIR=folder,
        STATIC_ROOT=folder / "static",
        WHITENOISE_USE_FINDERS=False,
        WHITENOISE_AUTOREFRESH=False,
    )


@contextmanager
def _database(folder: Path) -> Iterator[None]:
    """Create a database as the test runner does, under a name that no test run uses, and delete it afterwards."""
    original_name = connection.settings_dict["NAME"]
    name = f"test_bed_{secrets.token_hex(8)}"
    connection.settings_dict["TEST"]["NAME"] = str(folder / name) if connection.vendor == "sqlite" else name
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(original_name, verbosity=0)
