"""What the pages of a table show of the desk, which can't be imported there; and what all pages of the desk show."""

from __future__ import annotations

from typing import Any

from django import template

from scorekeeper.clubs.organisers import clubs_of
from scorekeeper.desk.pages.session_list import ListNotice, notice
from scorekeeper.play.models import Access

register = template.Library()


@register.simple_tag
def list_notice(access: Access) -> ListNotice | None:
    """Return what the page of a closed session says about its list in a tournament; None if it belongs to none."""
    return notice(access)


@register.inclusion_tag("desk/_use_this_browser.html", takes_context=True)
def use_this_browser(context: dict[str, Any]) -> dict[str, Any]:
    """Offer an organiser, whose browser can't write here, to make it a phone that runs the club's evenings."""
    phone, request = context.get("phone"), context.get("request")
    offered = phone and request and not phone.runs and clubs_of(request.user).filter(pk=phone.club_id).exists()
    return {"club": phone.club if phone and offered else None, "request": request}
