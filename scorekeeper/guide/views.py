"""Views of the two guides."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.ui.written_text import Placeholder
from scorekeeper.guide.guides import ORGANISER, TABLE, Guide
from scorekeeper.guide.pictures import PictureRecord, path_of, records
from scorekeeper.web import camera


@dataclass(frozen=True)
class ShownPicture:
    """A picture in the reader's language."""

    path: str
    alt: str
    size: PictureRecord


@require_safe
def table(request: HttpRequest) -> HttpResponse:
    """Show the guide for the table."""
    return _page(request, TABLE)


@require_safe
def organiser(request: HttpRequest) -> HttpResponse:
    """Show the guide for organisers."""
    return _page(request, ORGANISER)


def _page(request: HttpRequest, guide: Guide) -> HttpResponse:
    language = get_language() or settings.LANGUAGE_CODE
    text = guide.text(language)
    parts = [
        (section, [_shown(block, language) for block in section.blocks])
        for section in text.sections
        if section.slug not in guide.need_camera or camera.is_installed()
    ]
    context = {"guide": guide, "lead": text.introduction, "parts": parts, "for_table": guide is TABLE}
    return render(request, "guide/guide.html", context)


def _shown(block: str | Placeholder, language: str) -> str | ShownPicture:
    if isinstance(block, str):
        return block
    scene, *alt = block.arguments
    return ShownPicture(path_of(scene, language), " ".join(alt), records(language)[scene])
