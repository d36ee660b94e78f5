"""The line on every page of the demo which says that it is one."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import RequestContext

from scorekeeper.welcome import visitors

register = template.Library()


@register.inclusion_tag("welcome/_demo_note.html", takes_context=True)
def demo_note(context: RequestContext) -> dict[str, Any]:
    """Print the line if this page, of a table or of whatever this browser opens, belongs to the demo."""
    request, session = context.get("request"), context.get("session")
    visit = visitors.visit_of(request, club=getattr(session, "club_id", None)) if request else None
    return {"visit": visit, "csrf_token": context.get("csrf_token")}
