"""What the pages of a table show of the desk, which can't be imported there; and what all pages of the desk show."""

from __future__ import annotations

from typing import Any

from django import template

from scorekeeper.clubs.organisers import clubs_of, looks_after_one
from scorekeeper.desk.pages.session_list import ListNotice, notice
from scorekeeper.play.models import Access

register = template.Library()


@register.simple_tag
def list_notice(access: Access) -> ListNotice | None:
    """Return what the page of a closed session says about its list in a tournament; None if it belongs to none."""
    return notice(access)


@register.inclusion_tag("desk/_for_organisers.html", takes_context=True)
def for_organisers(context: dict[str, Any]) -> dict[str, Any]:
    """Lead an organiser back to the panel, and offer to make a browser that can't write here run the evenings."""
    phone, request = context.get("phone"), context.get("request")
    if not phone or not request or not looks_after_one(request):
        return {}
    offered = not phone.runs and clubs_of(request.user).filter(pk=phone.club_id).exists()
    return {"is_organiser": True, "club": phone.club if offered else None, "request": request}
