"""The cookies of the browsers that take the screenshots."""

from __future__ import annotations

from collections.abc import Sequence
from http.cookies import SimpleCookie

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpResponse

from scorekeeper.devtools.screenshots.sample_data import SampleData
from scorekeeper.devtools.screenshots.scenes import Who
from scorekeeper.web import device_cookie


def cookies_of(data: SampleData) -> dict[Who, dict[str, str]]:
    """Return the cookies of each kind of viewer; the organiser is signed in, the others are known by their devices."""
    browsers: Sequence[tuple[Who, str]] = (
        ("kitchen", data.kitchen),
        ("watcher", data.watcher),
        ("club_phone", data.club_phone),
        ("member_phone", data.member_phone),
        ("new_club", data.new_club),
    )
    return {**{browser: _device(name) for browser, name in browsers}, "organiser": _signed_in(data)}


def _device(name: str) -> dict[str, str]:
    answer = HttpResponse()
    device_cookie.remember(answer, name)
    return {key: morsel.value for key, morsel in SimpleCookie(answer.cookies.output(header="")).items()}


def _signed_in(data: SampleData) -> dict[str, str]:
    store = SessionStore()
    store[SESSION_KEY] = str(data.organiser.pk)
    store[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    store[HASH_SESSION_KEY] = data.organiser.get_session_auth_hash()
    store.create()
    return {settings.SESSION_COOKIE_NAME: str(store.session_key)}
