"""Where a reader probably is, from the languages of the browser: which games, rules and money are usual there."""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language
from django.utils.translation.trans_real import parse_accept_lang_header

OF_REGIONS, EURO = {**dict.fromkeys(("AU", "CA", "NZ", "US"), "$"), "CH": "CHF", "GB": "£", "LI": "CHF"}, "€"
"""The currencies of regions, and that of all others."""
LETTER_PAPER = {"CA", "US"}
"""The regions that print on US Letter."""


def reading_locale(request: HttpRequest) -> str:
    """Return the language of the page, with the first region in the browser's list, if there is one: "en-GB"."""
    language = _reading_language()
    regions = (locale.partition("-")[2] for locale in _accepted(request))
    return next((f"{language}-{region.upper()}" for region in regions if region), language)


def _reading_language() -> str:
    """Return the language of the page, without a variety such as the one of Switzerland."""
    return (get_language() or "").partition("-")[0]


def locales(request: HttpRequest) -> Iterator[str]:
    """Yield the reader's languages as the browser lists them, each with its region first and then without.

    A language that was chosen on a page comes before the others, with the region that the browser has for it.
    """
    accepted = _accepted(request)
    reading = _reading_language()
    if settings.LANGUAGE_COOKIE_NAME in request.COOKIES:
        accepted = [*(locale for locale in accepted if locale.partition("-")[0] == reading), reading, *accepted]
    for locale in (*accepted, reading):
        language, _, region = locale.partition("-")
        if region:
            yield f"{language}-{region.upper()}"
        yield language


def usual_paper(locale: str) -> str:
    """Return the paper that readers there print on."""
    return "letter" if locale.rpartition("-")[2] in LETTER_PAPER else "a4"


def _accepted(request: HttpRequest) -> list[str]:
    return [locale for locale, _weight in parse_accept_lang_header(request.headers.get("Accept-Language", ""))]


def usual_currency(locale: str) -> str:
    """Return the currency that readers there are offered at first: pounds for "en-GB"."""
    return OF_REGIONS.get(locale.rpartition("-")[2], EURO)
