"""Settings of the server that the screenshots start: those of production, on the test bed and over plain HTTP."""

from scorekeeper.settings import *  # noqa: F403 - all settings are wanted
from scorekeeper.settings import CONCURRENT, DATA_DIR, LIMITS

DEBUG = False
ALLOWED_HOSTS = ["127.0.0.1", "localhost"]
ALLOWED_HOSTS_GIVEN = True
SECURE_SSL_REDIRECT = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = False
LIMITS = dict.fromkeys(LIMITS, (10**9, 1))  # counted as usual, but never reached
CONCURRENT = dict.fromkeys(CONCURRENT)  # all pages are opened from one address
STATIC_ROOT = DATA_DIR / "static"
