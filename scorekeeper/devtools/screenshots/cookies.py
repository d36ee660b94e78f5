"""The cookies of the browsers that take the screenshots."""

from __future__ import annotations

from http.cookies import SimpleCookie

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpResponse

from scorekeeper.devtools.everything.club import Everything
from scorekeeper.devtools.screenshots.scenes import Who
from scorekeeper.web import cookies


def cookies_of(rows: Everything) -> dict[Who, dict[str, str]]:
    """Return the cookies of each kind of viewer; organisers are signed in, the others are known by their devices."""
    devices: dict[Who, str] = {
        "kitchen": rows.kitchen,
        "watcher": rows.watcher,
        "club_phone": rows.club_phone,
        "member_phone": rows.member_phone,
        "new_club": rows.new_club,
    }
    users: dict[Who, User] = {"organiser": rows.organiser, "administrator": rows.administrator}
    return {
        **{viewer: _device(name) for viewer, name in devices.items()},
        **{viewer: _signed_in(user) for viewer, user in users.items()},
    }


def _device(name: str) -> dict[str, str]:
    answer = HttpResponse()
    cookies.remember_device(answer, name)
    return {key: morsel.value for key, morsel in SimpleCookie(answer.cookies.output(header="")).items()}


def _signed_in(user: User) -> dict[str, str]:
    store = SessionStore()
    store[SESSION_KEY] = str(user.pk)
    store[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()
    store.create()
    return {settings.SESSION_COOKIE_NAME: str(store.session_key)}
