"""The Django settings: first what comes from the environment, then what follows from it.

The defaults are safe. With no variable set, DEBUG is off, the key is secret, and only IP addresses and this computer's
own names are allowed hosts.

The same settings serve a checkout and an installed package. In the package, templates and static files are in this
folder, and nothing is written there.
"""

import sys
from pathlib import Path
from typing import Any

from games import registry
from scorekeeper.environment import (
    choice,
    data_folder,
    database,
    flag,
    number,
    rate,
    require_long,
    secret_key,
    text,
    time_zone,
    words,
)

PACKAGES = Path(__file__).resolve().parent.parent  # the folder of `scorekeeper` and `games`
CHECKOUT = (PACKAGES / "pyproject.toml").exists()
BASE_DIR = PACKAGES if CHECKOUT else PACKAGES / "scorekeeper"
PROGRAM = "manage.py" if CHECKOUT else Path(sys.argv[0]).name  # what is typed before a command

# The environment; nothing else in the project reads it

DATA_DIR = Path(  # the database and the key
    text("DATA_DIR") or (BASE_DIR / ".data" if CHECKOUT else data_folder())
)
DATA_DIR = DATA_DIR.expanduser().resolve()
SECRET_KEY = require_long("SECRET_KEY", text("SECRET_KEY") or secret_key(DATA_DIR / "secret_key"))
SECRET_KEY_FALLBACKS = [  # old keys; what they signed stays valid
    require_long("SECRET_KEY_FALLBACKS", key) for key in words("SECRET_KEY_FALLBACKS")
]
DEBUG = flag("DEBUG")
ALLOWED_HOSTS_GIVEN = bool(words("ALLOWED_HOSTS"))
ALLOWED_HOSTS = words("ALLOWED_HOSTS") or ["*"]  # of these, `scorekeeper.web.hosts` accepts only this computer's own
DATABASE = database("DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'db.sqlite3'}")
HTTPS = flag("HTTPS")  # served over HTTPS only, through a proxy that terminates TLS
TRUST_PROXY = flag("TRUST_PROXY", default=HTTPS)  # believe the proxy's X-Forwarded-* headers
LANGUAGE_CODE = choice("LANGUAGE_CODE", "en", "fr", "de")  # not LANGUAGE: most desktops set that one for gettext
TIME_ZONE = time_zone("TIME_ZONE")
HOST = text("HOST", default="0.0.0.0")  # noqa: S104 - the phones at the table are meant to reach it
PORT = number("PORT", default=8000)
WORKERS = number("WORKERS", default=1)  # server processes; several need PostgreSQL
LOG_FORMAT = choice("LOG_FORMAT", "plain", "json")
LOG_REQUESTS = flag("LOG_REQUESTS")  # log a line for every request

# Limits: an ordinary table reaches none. Each process counts for itself

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600
LIMITS: dict[str, tuple[int, int] | None] = {  # how many in how many seconds, by address unless it says otherwise
    "starts": rate("LIMIT_STARTS", default="60/h"),  # sessions started, also as a rematch or from a file
    "imports": (10_000_000, DAY),  # bytes of imported sessions: twenty of the largest, a thousand ordinary ones
    "joins": rate("LIMIT_JOINS", default="300/h"),  # browsers that join through a link
    "misses": (60, 10 * MINUTE),  # links that don't exist: a person mistypes a few, a program tries thousands
    "logins": (20, 10 * MINUTE),  # wrong passwords: a club's phones share an address; right ones by account
    "accounts": (100, HOUR),  # by account, in unknown browsers: many addresses that guess one password together
    "codes": (10, HOUR),  # by account, wrong two-factor codes: six digits could be guessed within days
    "writes": (300, MINUTE),  # by browser, forms sent at a table: a person taps once a second at most
    "prints": (120, MINUTE),  # sheets previewed or downloaded: a preview is drawn at every change of its form
    "photos": (60, 10 * MINUTE),  # pictures of sheets that are read, each a second or more of one core
    "api": (300, MINUTE),  # by token, requests to the API
}
CONCURRENT: dict[str, int | None] = {  # at any one time; a hundred phones behind one address need less
    "connections": 600,  # by address; ignored behind a proxy
    "streams": 300,  # event streams by address, one for each open page
    "browser_streams": 20,  # event streams by browser: its open pages
}

# The application

INSTALLED_APPS = [
    "scorekeeper.organisers.panel_config.PanelConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django_htmx",
    "scorekeeper.clubs",
    "scorekeeper.accounts",
    "scorekeeper.play",
    "scorekeeper.evenings",
    "scorekeeper.standings",
    "scorekeeper.desk",
    "scorekeeper.printing",
    "scorekeeper.reading",
    "scorekeeper.files",
    "scorekeeper.organisers",
    "scorekeeper.guide",
    "scorekeeper.welcome",
    "scorekeeper.api",
    "scorekeeper.web.pwa",
    "scorekeeper.upgrades",
    "scorekeeper.operations",
    *(["scorekeeper.devtools"] if CHECKOUT else []),
    "games.families",
    *[f"games.{slug}" for slug in registry.slugs()],
]

MIDDLEWARE = [
    # These come first, so that every answer has their headers, whichever middleware produces it.
    "scorekeeper.web.middleware.policies",
    "scorekeeper.web.middleware.private_by_default",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "scorekeeper.web.hosts.allowed_hosts",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    # Only organisers have a Django session; players are known by their device. It is read only by pages that need it.
    "django.contrib.sessions.middleware.SessionMiddleware",
    "scorekeeper.accounts.second_factor.TwoFactorMiddleware",
    "scorekeeper.organisers.middleware.PanelMessages",
    "django_htmx.middleware.HtmxMiddleware",
    "scorekeeper.web.middleware.vary_on_htmx",
    "scorekeeper.web.middleware.refusals",
    "scorekeeper.database.unavailable.unavailable",
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

# The database

DATABASES: dict[str, Any] = {"default": DATABASE}

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # IMMEDIATE: a transaction takes the write lock at its start and waits for it; an upgrade from a read would fail at
    # once. FULL: a hand that was acknowledged survives a power cut. A phone waits 15 seconds for an answer.
    DATABASES["default"] |= {
        "ENGINE": "scorekeeper.database.sqlite",
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "timeout": 10,
            "transaction_mode": "IMMEDIATE",
            "init_command": (
                "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-8000; PRAGMA temp_store=MEMORY;"
            ),
        },
    }
elif DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
    # Each thread keeps its connection and checks it before use, as the server may have restarted or closed connections
    # that were idle overnight. A host that disappears without closing its connections is given up after three seconds.
    DATABASES["default"] |= {
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            "connect_timeout": 5,
            "tcp_user_timeout": 3000,
            "keepalives_idle": 5,
            "keepalives_interval": 1,
            "keepalives_count": 3,
            **DATABASES["default"].get("OPTIONS", {}),
        },
    }

# Language and time

LANGUAGES = [("en", "English"), ("fr", "Français"), ("de", "Deutsch")]  # each in its own language, as the menu shows it
LOCALE_PATHS = [PACKAGES / "scorekeeper" / "locale", PACKAGES / "games" / "locale"]
FORMAT_MODULE_PATH = "scorekeeper.formats"
USE_I18N = True
USE_TZ = True

# Static files

STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / (".static" if CHECKOUT else "collected_static")
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "scorekeeper.web.static_files.StaticFiles"},
}
WHITENOISE_USE_FINDERS = DEBUG

# Protection

CONTENT_SECURITY_POLICY = {
    "default-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
    "object-src": "'none'",
    **({"upgrade-insecure-requests": ""} if HTTPS else {}),
}
PERMISSIONS_POLICY = {  # features that no page needs are off; the wake lock keeps the table's screen on
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

CSRF_FAILURE_VIEW = "scorekeeper.web.errors.csrf_failure"
CSRF_COOKIE_HTTPONLY = True  # forms carry the token, so no script has to read the cookie
CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600

PANEL = "/admin/"  # where organisers sign in; no other page reads their session
LOGIN_REDIRECT_URL = "admin:index"  # used when `next` points to another site
if HTTPS:  # see scorekeeper.web.cookies
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
SESSION_COOKIE_AGE = 14 * 24 * 3600
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "scorekeeper.accounts.passwords.PhoneSignOutValidator"},
]

CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = SESSION_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUST_PROXY else None
SILENCED_SYSTEM_CHECKS = [
    "security.W005",  # HSTS for all subdomains,
    "security.W021",  # HSTS preload: both are promises for a whole domain, which we can't make
]

DATA_UPLOAD_MAX_MEMORY_SIZE = FILE_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2500  # attendance in the panel: eight fields for each of 300 players

# The log: warnings and errors on standard error, and requests if LOG_REQUESTS is on

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {
            "()": "scorekeeper.operations.logs.Plain",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
        "json": {"()": "scorekeeper.operations.logs.Json"},
    },
    "filters": {
        "not_unavailable": {"()": "scorekeeper.operations.logs.NotUnavailable"},
    },
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT},
    },
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "WARNING", "propagate": True},  # no mail to ADMINS
        "django.request": {  # a 4xx is not worth a warning
            "handlers": [],
            "level": "ERROR",
            "propagate": True,
            "filters": ["not_unavailable"],
        },
        # Made-up filters in the panel's URLs: refused, and not worth logging.
        "django.security.DisallowedModelAdminLookup": {"level": "CRITICAL"},
        "django.security.DisallowedModelAdminToField": {"level": "CRITICAL"},
        "django.server": {"handlers": [], "level": "WARNING", "propagate": True},
        "scorekeeper.events": {"level": "INFO" if LOG_FORMAT == "json" else "WARNING"},
        "scorekeeper.requests": {"level": "INFO" if LOG_REQUESTS else "WARNING"},
    },
}
