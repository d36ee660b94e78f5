"""The pictures of the guides: their files, their sizes and the text that was on them when they were taken."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from scorekeeper.guide.guides import GUIDES, HERE, Picture

SHARP = 1.5
"""Device pixels per CSS pixel, enough for a picture to be legible on a phone."""


@dataclass(frozen=True, kw_only=True)
class PictureRecord:
    """A picture in one language: its size in CSS pixels, and the text on it."""

    width: int
    height: int
    text: str


def every() -> list[Picture]:
    return [picture for guide in GUIDES for picture in guide.pictures]


def path_of(scene: str, language: str) -> str:
    """Return the path of a picture's static file."""
    return f"guide/{language}/{scene}.webp"


def file_of(picture: Picture, language: str) -> Path:
    return HERE / "static" / path_of(picture.scene, language)


@cache
def records(language: str) -> Mapping[str, PictureRecord]:
    """Return the pictures as they were taken in a language, by the name of the scene."""
    return {name: PictureRecord(**record) for name, record in json.loads(_notes(language).read_text()).items()}


def note(language: str, pictures: Mapping[str, PictureRecord]) -> None:
    """Store the sizes and texts of the pictures that were taken in a language."""
    words = json.dumps({name: asdict(picture) for name, picture in pictures.items()}, ensure_ascii=False, indent=1)
    _notes(language).write_text(f"{words}\n")
    records.cache_clear()


def _notes(language: str) -> Path:
    return HERE / "records" / f"{language}.json"
