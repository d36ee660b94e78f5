"""Tokens are made, used and revoked; each verb is one transaction."""

from __future__ import annotations

import re
import secrets
from datetime import timedelta
from hashlib import sha256

from django.utils import timezone

from scorekeeper.api.models import ApiToken
from scorekeeper.clubs.models import Club

MARK = "score_"
"""What every token begins with, so that one which was published by mistake is found and known for what it is."""
SHOWN = len(MARK) + 4
BYTES = 32
COARSE = timedelta(minutes=1)
"""How often it is written down at most that a token was used."""
TOKEN = re.compile(rf"{MARK}[-\w]{{43}}", re.ASCII)


def issue(club: Club, name: str, *, by: str = "") -> tuple[ApiToken, str]:
    """A new token of a club and its secret, which is nowhere else from now on."""
    token = ApiToken(club=club, name=name)
    secret = fill_in(token, by=by)
    token.save()
    return token, secret


def fill_in(token: ApiToken, *, by: str) -> str:
    """Give a token that is not saved yet its secret, 256 random bits, of which it keeps the hash."""
    secret = MARK + secrets.token_urlsafe(BYTES)
    token.prefix, token.hash, token.created_by = secret[:SHOWN], hashed(secret), by
    return secret


def hashed(secret: str) -> str:
    """How a secret is kept. One of 256 random bits needs no slow hash: nobody tries them all."""
    return sha256(secret.encode()).hexdigest()


def holder(secret: str) -> ApiToken | None:
    """The token of this secret, unless it was revoked; that it was used is written down.

    It is looked up by its hash: how long an index takes to compare that tells nothing of the secret.
    """
    if not TOKEN.fullmatch(secret):
        return None
    found = ApiToken.objects.select_related("club").filter(hash=hashed(secret), revoked_at=None).first()
    if found is not None:
        _note_use(found)
    return found


def _note_use(token: ApiToken) -> None:
    now = timezone.now().replace(second=0, microsecond=0)
    if token.last_used_at is None or now - token.last_used_at >= COARSE:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)


def revoke(token: ApiToken) -> bool:
    """Let a token open nothing any more; whether it still did."""
    return bool(ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now()))
