"""Games are found by their folder; a new one needs no registration."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import games
from games import registry

GAME = """
from types import SimpleNamespace

from tests.scoring.toy import TOY

GAME = SimpleNamespace(slug="toy", rules=TOY)
"""


@pytest.fixture
def toy_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder beside the other games, with an unknown game in it."""
    folder = tmp_path / "toy"
    folder.mkdir()
    (folder / "game.py").write_text(GAME)
    (tmp_path / "no_game").mkdir()
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    registry.get.cache_clear()
    yield folder
    for name in ("games.toy", "games.toy.game"):
        sys.modules.pop(name, None)
    monkeypatch.undo()
    registry.get.cache_clear()


def test_a_folder_with_a_game_is_registered(toy_folder: Path) -> None:
    assert "toy" in registry.slugs()
    assert "no_game" not in registry.slugs()
    assert "scoring" not in registry.slugs()
    rules = registry.find_rules("toy")
    assert rules is not None
    assert rules.slug == "toy"
    assert [game.rules.slug for game in registry.all_games()] == registry.slugs()


def test_without_the_folder_there_is_no_game() -> None:
    assert registry.slugs() == sorted(registry.slugs())
    assert "toy" not in registry.slugs()
    assert registry.find_rules("toy") is None
    with pytest.raises(KeyError):
        registry.get("toy")


@pytest.mark.parametrize("slug", ["", "..", "scoring", "Tarot", "tarot/", "os"])
def test_an_invalid_slug_finds_nothing(slug: str) -> None:
    assert registry.find_rules(slug) is None
