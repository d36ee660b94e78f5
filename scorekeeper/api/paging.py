"""Pages of a list: the entry after which a page begins, and the entries on it."""

from __future__ import annotations

from typing import TypeVar

from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _

from scorekeeper.api.problems import BadParameterError
from scorekeeper.api.query_params import PageParams

Row = TypeVar("Row", bound=Model)


def last_seen(rows: QuerySet[Row], params: PageParams, public_id: str = "public_id") -> Row | None:
    """Return the entry after which the page begins, None for the first page.

    Raise `BadParameterError` if there is none with this ID; `public_id` is the lookup path to it.
    """
    if params.after is None:
        return None
    last = rows.filter(**{public_id: params.after}).first()
    if last is None:
        raise BadParameterError([("after", _("The club has no such entry."))])
    return last


def page_of(rows: QuerySet[Row], params: PageParams) -> tuple[list[Row], Row | None]:
    """Return the entries of a page, and the one after which the next page begins; None on the last page."""
    page = list(rows[: params.limit + 1])
    on_page = page[: params.limit]
    return on_page, on_page[-1] if len(page) > len(on_page) else None
