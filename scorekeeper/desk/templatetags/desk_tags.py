"""What the pages of a table show of the desk, which can't be imported there."""

from __future__ import annotations

from django import template

from scorekeeper.desk.pages.session_list import ListNotice, notice
from scorekeeper.play.models import Access

register = template.Library()


@register.simple_tag
def list_notice(access: Access) -> ListNotice | None:
    """Return what the page of a closed session says about its list in a tournament; None if it belongs to none."""
    return notice(access)
