"""Files in the folders of the games, which can be in any `games` folder on Python's path."""

from __future__ import annotations

from pathlib import Path

import games


def of_game(slug: str, name: str) -> Path | None:
    """Return the file of a game with this name, or None if the game has none."""
    paths = (Path(folder, slug, name) for folder in games.__path__)
    return next((path for path in paths if path.exists()), None)
