"""The question before a write that hits many rows at once or can't be undone."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

Action = Callable[[Any, HttpRequest, QuerySet[Any]], HttpResponse | None]
MOST_NAMED = 20
"""How many of the rows are named; of more, their number is given."""


def unconfirmed(
    admin: Any,
    request: HttpRequest,
    *,
    title: StrOrPromise,
    words: StrOrPromise,
    rows: QuerySet[Any] | None = None,
) -> HttpResponse | None:
    """Return the page that asks and then posts the same form again, or None if that was done."""
    if "confirmed" in request.POST:
        return None
    number = rows.count() if rows is not None else 0
    context = {
        **admin.admin_site.each_context(request),
        "opts": admin.opts,
        "title": title,
        "words": words,
        "rows": [admin.row_name(row) for row in rows[:MOST_NAMED]] if rows is not None else [],
        "others": max(number - MOST_NAMED, 0),
        "fields": [(name, value) for name, values in request.POST.lists() for value in values],
    }
    return render(request, "admin/confirmation.html", context)


def asks_first(words: StrOrPromise) -> Callable[[Action], Action]:
    """Make an action of a list ask before it is carried out; `words` say what it does and whether it can be undone."""

    def decorated(action: Action) -> Action:
        @wraps(action)
        def asking(admin: Any, request: HttpRequest, rows: QuerySet[Any]) -> HttpResponse | None:
            title = vars(asking)["short_description"]  # set by `admin.action`
            return unconfirmed(admin, request, title=title, words=words, rows=rows) or action(admin, request, rows)

        return asking

    return decorated
