"""Every refusal page: it is accessible, and links to somewhere useful."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation
from playwright.sync_api import Route

from tests.e2e.conftest import Phones
from tests.e2e.page_checks import complaints_of, violations

TEMPLATES = settings.BASE_DIR / "templates"
PAGES = sorted(
    file.relative_to(TEMPLATES).as_posix()
    for file in TEMPLATES.rglob("*.html")
    if 'extends "error.html"' in file.read_text() or 'extends base|default:"error.html"' in file.read_text()
)


def test_every_error_page_is_covered() -> None:
    assert {"400.html", "403.html", "404.html", "413.html", "429.html", "500.html", "play/session_locked.html"} <= set(
        PAGES
    )


@pytest.mark.django_db(transaction=True)
def test_error_pages_are_accessible(phones: Phones) -> None:
    """In German, whose words are the longest."""
    page = phones(is_mobile=False, viewport={"width": 320, "height": 640}).page
    request = RequestFactory().get("/")
    with translation.override("de"):
        context = {"seconds": 90, "minutes": 2, "resent": [("name", "Anne")]}
        pages = {name: render_to_string(name, context, request) for name in PAGES}

    def give(route: Route) -> None:
        route.fulfill(body=pages[route.request.url.partition("/refused/")[2]], content_type="text/html")

    page.route("**/refused/**", give)
    problems = {}
    for name in pages:
        page.goto(f"/refused/{name}")
        assert page.locator("h1").inner_text(), name
        problems[name] = violations(page) + complaints_of(page)
    assert {name: what for name, what in problems.items() if what} == {}
