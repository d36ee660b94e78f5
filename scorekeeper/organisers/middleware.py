"""Django's messages, restricted to the organisers' panel."""

from typing import Any

from django.conf import settings
from django.contrib.messages.middleware import MessageMiddleware
from django.http import HttpRequest


class PanelMessages(MessageMiddleware):
    """Django's middleware, for the panel only: other pages show no messages, so they must not consume any."""

    def __call__(self, request: HttpRequest) -> Any:
        if request.path_info.startswith(settings.PANEL):
            return super().__call__(request)
        return self.get_response(request)
