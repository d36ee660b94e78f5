"""Sessions of those who sign in to the organisers' panel, and for the panel alone."""

from typing import Any

from django.conf import settings
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest


class OfPanel:
    """Keeps a middleware to the organisers' panel: all other pages are served without sessions and accounts."""

    get_response: Any

    def __call__(self, request: HttpRequest) -> Any:
        if request.path_info.startswith(settings.PANEL):
            return super().__call__(request)  # type: ignore[misc]
        return self.get_response(request)


class PanelSessions(OfPanel, SessionMiddleware):
    pass


class PanelAccounts(OfPanel, AuthenticationMiddleware):
    pass


class PanelMessages(OfPanel, MessageMiddleware):
    pass
