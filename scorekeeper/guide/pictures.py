"""The pictures as they were taken: where they are, how large, and what the page said then."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from scorekeeper.guide.organising import ORGANISER
from scorekeeper.guide.parts import TABLE, Guide, Picture

HERE = Path(__file__).resolve().parent
SHARP = 1.5
"""Pixels of a picture for each of the page, so that it can be read on a phone."""

GUIDES: tuple[Guide, ...] = (TABLE, ORGANISER)


@dataclass(frozen=True, kw_only=True)
class Taken:
    """A picture in one language: its size in pixels of the page, and the words that are seen on it."""

    width: int
    height: int
    said: str


def every() -> list[Picture]:
    return [picture for guide in GUIDES for picture in guide.pictures]


def path_of(picture: Picture, language: str) -> str:
    """Among the static files."""
    return f"guide/{language}/{picture.scene}.webp"


def file_of(picture: Picture, language: str) -> Path:
    return HERE / "static" / path_of(picture, language)


@cache
def taken(language: str) -> Mapping[str, Taken]:
    """By the name of the scene."""
    return {name: Taken(**found) for name, found in json.loads(_notes(language).read_text()).items()}


def note(language: str, found: Mapping[str, Taken]) -> None:
    """Write down what was taken."""
    words = json.dumps({name: asdict(one) for name, one in found.items()}, ensure_ascii=False, indent=1)
    _notes(language).write_text(f"{words}\n")
    taken.cache_clear()


def _notes(language: str) -> Path:
    return HERE / "taken" / f"{language}.json"
