"""Create, use and revoke tokens. One transaction per verb."""

from __future__ import annotations

import re
import secrets
from datetime import timedelta
from hashlib import sha256

from django.utils import timezone

from scorekeeper.api.models import ApiToken
from scorekeeper.clubs.models import Club
from scorekeeper.database.locks import unless_busy

BASE = "/api/v1"
"""Where what a token reads is."""
MARK = "score_"
"""The prefix of every token, so that a published one can be found and recognised."""
SHOWN = len(MARK) + 4
BYTES = 32
COARSE = timedelta(minutes=1)
"""Minimum time between two updates of a token's last use."""
TOKEN = re.compile(rf"{MARK}[-\w]{{43}}", re.ASCII)


def issue(club: Club, name: str, *, by: str = "") -> tuple[ApiToken, str]:
    """Create a token for a club; return it with its secret, which is stored nowhere."""
    token = ApiToken(club=club, name=name)
    secret = fill_in(token, by=by)
    token.save()
    return token, secret


def fill_in(token: ApiToken, *, by: str) -> str:
    """Give an unsaved token a secret of 256 random bits; store its hash and return the secret."""
    secret = MARK + secrets.token_urlsafe(BYTES)
    token.prefix, token.hash, token.created_by = secret[:SHOWN], hashed(secret), by
    return secret


def hashed(secret: str) -> str:
    """Return the stored hash of a secret. 256 random bits can't be guessed, so no slow hash is needed."""
    return sha256(secret.encode()).hexdigest()


def holder(secret: str) -> ApiToken | None:
    """Return the token with this secret, or None if it is unknown or revoked; record its use.

    It is looked up by its hash, so the timing of the index reveals nothing about the secret.
    """
    if not TOKEN.fullmatch(secret):
        return None
    token = ApiToken.objects.select_related("club").filter(hash=hashed(secret), revoked_at=None).first()
    if token is not None:
        _note_use(token)
    return token


def _note_use(token: ApiToken) -> None:
    now = timezone.now().replace(second=0, microsecond=0)
    if token.last_used_at is None or now - token.last_used_at >= COARSE:
        with unless_busy():
            ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)


def revoke(token: ApiToken) -> bool:
    """Revoke a token; return whether it was valid until now."""
    return bool(ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now()))
