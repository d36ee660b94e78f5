"""What every form that writes carries: the revision it saw, and a token that is spent once."""

import secrets

from django.http import HttpRequest

from scorekeeper.play.models import TOKEN_LENGTH


def new_token() -> str:
    """A token that is spent by the next write."""
    return secrets.token_urlsafe(12)


def token_of(request: HttpRequest) -> str:
    """The token of a form, or a new one where it was lost."""
    return request.POST.get("token", "")[:TOKEN_LENGTH] or new_token()


def revision_of(request: HttpRequest) -> int:
    """The revision that a form saw; one that is no number was never seen."""
    text = request.POST.get("revision", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1
