"""Parameters of requests that every page reads in the same way."""

from __future__ import annotations

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

LONGEST_NUMBER = 10


class HtmxRequest(HttpRequest):
    """A request after the htmx middleware. For type checkers only; it is never instantiated."""

    htmx: HtmxDetails


def number_of(text: str) -> int:
    """Return the whole number in a text, or −1."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < LONGEST_NUMBER else -1
