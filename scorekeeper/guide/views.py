"""Views of the two guides."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from scorekeeper.guide.organising import ORGANISER
from scorekeeper.guide.parts import TABLE, Guide, GuidePart, Picture
from scorekeeper.guide.pictures import PictureRecord, path_of, records
from scorekeeper.web import camera


@dataclass(frozen=True)
class ShownPicture:
    """A picture in the reader's language."""

    picture: Picture
    path: str
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
    parts = [(part, _shown(part, language)) for part in guide.parts if not part.needs_camera or camera.is_installed()]
    return render(request, "guide/guide.html", {"guide": guide, "parts": parts, "for_table": guide is TABLE})


def _shown(part: GuidePart, language: str) -> ShownPicture | None:
    if part.picture is None:
        return None
    return ShownPicture(part.picture, path_of(part.picture, language), records(language)[part.picture.scene])
