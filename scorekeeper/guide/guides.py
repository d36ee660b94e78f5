"""The two guides: their texts, which are Markdown files in this folder, and the pictures in them.

In every language, text in quotation marks is a label as the app shows it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.ui import written_text
from games.ui.written_text import WrittenText

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A picture: part of the page of a scene, at the full width of a phone.

    It extends from the first to the last element that the selector `crop` matches. The text of the guide says where it
    is shown: `[[picture SCENE alternative text]]`.
    """

    scene: str
    crop: str


@dataclass(frozen=True, kw_only=True)
class Guide:
    """A guide; the sections that need the camera are shown only where the server can read photos."""

    name: str
    title: Promise
    pictures: tuple[Picture, ...]
    need_camera: frozenset[str] = frozenset()

    def text(self, language: str) -> WrittenText:
        """Return the text in a language of the app."""
        return _text(self.name, language)


@cache
def _text(name: str, language: str) -> WrittenText:
    return written_text.read((HERE / f"{name}.{language}.md").read_text(encoding="utf-8"))


TABLE = Guide(
    name="table",
    title=_("A short guide for the table"),
    pictures=(
        Picture(scene="table-solo_whist-filled", crop="#outcome .played, #bar"),
        Picture(scene="table-solo_whist-why", crop=".derivation h2, .derivation tbody tr:nth-child(-n+3)"),
        Picture(scene="table-boston-recorded", crop="#bar"),
        Picture(scene="table-offline", crop="#bar"),
        Picture(scene="table-solo_whist-closed", crop="#payments"),
    ),
    need_camera=frozenset({"photograph"}),
)
ORGANISER = Guide(
    name="organiser",
    title=_("A short guide for organisers"),
    pictures=(
        Picture(scene="panel-tonight", crop="#tonight-title, .front .steps"),
        Picture(scene="evening", crop="#people > :nth-child(-n+3)"),
        Picture(scene="evening-cash-settled", crop="#cash .section-head, .cash-line:nth-child(-n+2)"),
        Picture(scene="standings", crop=".standings:has(abbr) tr:nth-child(-n+7) > :nth-child(-n+3)"),
    ),
)
GUIDES = (TABLE, ORGANISER)
