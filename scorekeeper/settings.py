"""The settings: what the environment says first, then what follows from it.

Safe as it stands: without a single variable set, DEBUG is off, the key is secret, and only this machine is answered
to (`manage.py serve` adds the machine's own addresses in the local network).
"""

import os
from pathlib import Path
from typing import Any

import dj_database_url
from csp.constants import NONE, SELF

from games import registry
from scorekeeper.environment import choice, flag, local_time_zone, number, rate, secret_key, words

BASE_DIR = Path(__file__).resolve().parent.parent

# --- The environment, and nothing else in the project reads it -----------------------------------------------------

DATA_DIR = Path(os.environ.get("DATA_DIR") or BASE_DIR / ".data").expanduser().resolve()  # the database and the key
SECRET_KEY = os.environ.get("SECRET_KEY") or secret_key(DATA_DIR / "secret_key")
DEBUG = flag("DEBUG")
ALLOWED_HOSTS = words("ALLOWED_HOSTS") or ["localhost", "127.0.0.1", "[::1]"]
ALLOWED_HOSTS_GIVEN = bool(words("ALLOWED_HOSTS"))  # then `serve` adds nothing to them
DATABASE_URL = os.environ.get("DATABASE_URL") or f"sqlite:///{DATA_DIR / 'db.sqlite3'}"
HTTPS = flag("HTTPS")  # the world reaches us by https only, through a proxy that does the encryption
TRUST_PROXY = flag("TRUST_PROXY", default=HTTPS)  # believe the proxy's X-Forwarded-* headers
LANGUAGE_CODE = os.environ.get("LANGUAGE_CODE") or "en"  # not LANGUAGE: gettext owns that name on most desktops
TIME_ZONE = os.environ.get("TIME_ZONE") or local_time_zone()
HOST = os.environ.get("HOST") or "0.0.0.0"  # noqa: S104 - the phones at the table are meant to reach it
PORT = number("PORT", default=8000)
WORKERS = number("WORKERS", default=1)  # processes that serve; more than one take PostgreSQL
LIMITS = {  # what one browser or one address in the network may do, for each process; `off` is no limit
    "starts": rate("LIMIT_STARTS", default="60/h"),  # sessions started, anew, again or from a document, by an address
    "joins": rate("LIMIT_JOINS", default="300/h"),  # browsers let in by a link, at an address
    "misses": rate("LIMIT_MISSES", default="60/10m"),  # addresses tried that lead nowhere, by an address
    "logins": rate("LIMIT_LOGINS", default="20/10m"),  # wrong passwords, from an address
    "writes": rate("LIMIT_WRITES", default="300/m"),  # forms sent at a table, by a browser
    "prints": rate("LIMIT_PRINTS", default="120/m"),  # sheets set for a look or as a file, for an address
    "api": rate("LIMIT_API", default="300/m"),  # what a program asks of the API, by its token
}
LOG_FORMAT = choice("LOG_FORMAT", "plain", "json")
LOG_REQUESTS = flag("LOG_REQUESTS")  # a line for every request that was answered

# --- The application -----------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "scorekeeper.clubs.panel_config.PanelConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
    "scorekeeper.clubs",
    "scorekeeper.play",
    "scorekeeper.paper",
    "scorekeeper.guide",
    "scorekeeper.exchange",
    "scorekeeper.shell",
    "scorekeeper.upkeep",
    "scorekeeper.moving_house",
    "scorekeeper.api",
    *[f"games.{slug}" for slug in registry.slugs()],
]

MIDDLEWARE = [
    "scorekeeper.upkeep.health.health",
    # These come first, so that every answer has their headers, whichever of the others gives it.
    "scorekeeper.middleware.permissions_policy",
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    # For the organisers' panel alone: on all other pages it is the phone that counts, whoever has signed in on it.
    "scorekeeper.clubs.middleware.PanelSessions",
    "scorekeeper.clubs.middleware.PanelAccounts",
    "scorekeeper.clubs.middleware.PanelMessages",
    "django_htmx.middleware.HtmxMiddleware",
    "scorekeeper.languages.once",
    "scorekeeper.middleware.vary_on_htmx",
    "scorekeeper.middleware.refusals",
]

ROOT_URLCONF = "scorekeeper.urls"
WSGI_APPLICATION = "scorekeeper.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    },
]

# --- The database --------------------------------------------------------------------------------------------------

DATABASES: dict[str, Any] = {"default": dj_database_url.parse(DATABASE_URL)}

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # IMMEDIATE: a transaction takes the write lock when it begins and waits its turn, where a late upgrade would fail
    # at once. FULL: a hand that was acknowledged survives a power cut.
    DATABASES["default"] |= {
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": (
                "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-20000; PRAGMA temp_store=MEMORY;"
            ),
        },
    }
elif DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
    # A connection is tried before it is used: the server may have restarted, or dropped who was idle over night.
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    DATABASES["default"].setdefault("OPTIONS", {})["pool"] = {"min_size": 1, "max_size": 10, "timeout": 10}

# --- Language and time ---------------------------------------------------------------------------------------------

LANGUAGES = [("en", "English"), ("fr", "Français"), ("de", "Deutsch")]  # each in its own language: it is chosen from
LOCALE_PATHS = [BASE_DIR / "scorekeeper" / "locale", BASE_DIR / "games" / "locale"]
FORMAT_MODULE_PATH = "scorekeeper.formats"
USE_I18N = True
USE_TZ = True

# --- Static files --------------------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / ".static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = DEBUG

# --- Protection ----------------------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
        "upgrade-insecure-requests": HTTPS,
    }
}
PERMISSIONS_POLICY = {  # what no page here needs is given up; the wake lock keeps the table's screen on
    "accelerometer": "()",
    "browsing-topics": "()",
    "camera": "()",
    "display-capture": "()",
    "geolocation": "()",
    "gyroscope": "()",
    "magnetometer": "()",
    "microphone": "()",
    "midi": "()",
    "payment": "()",
    "usb": "()",
    "screen-wake-lock": "(self)",
}
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"

CSRF_FAILURE_VIEW = "scorekeeper.errors.csrf_failure"
CSRF_COOKIE_HTTPONLY = True  # forms carry their token; no script reads the cookie
CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600

PANEL = "/admin/"  # where organisers sign in; the cookie of their session is sent nowhere else
SESSION_COOKIE_PATH = PANEL
SESSION_COOKIE_AGE = 14 * 24 * 3600
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "scorekeeper.clubs.passwords.SignsPhonesOut"},
]

CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = SESSION_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUST_PROXY else None
SILENCED_SYSTEM_CHECKS = [
    "security.W005",  # HSTS for all subdomains, and
    "security.W021",  # in the browsers' preload list: promises for a whole domain, which is not ours to give
]

DATA_UPLOAD_MAX_MEMORY_SIZE = FILE_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2500  # who is at an evening, in the panel: eight for each of three hundred
DATA_UPLOAD_MAX_NUMBER_FILES = 2

# --- The log: on standard error, warnings and errors, and requests where they are asked for -----------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {
            "()": "scorekeeper.upkeep.log.Plain",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
        "json": {"()": "scorekeeper.upkeep.log.Json"},
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "WARNING", "propagate": True},  # not Django's mail to administrators
        "django.request": {"handlers": [], "level": "ERROR", "propagate": True},  # a mistyped form is no news
        # Addresses of lists that somebody made up: refused, and no news either.
        "django.security.DisallowedModelAdminLookup": {"level": "CRITICAL"},
        "django.security.DisallowedModelAdminToField": {"level": "CRITICAL"},
        "django.server": {"handlers": [], "level": "WARNING", "propagate": True},
        "scorekeeper.requests": {"level": "INFO" if LOG_REQUESTS else "WARNING"},
    },
}
