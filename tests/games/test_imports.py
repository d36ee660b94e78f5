"""A game is imported only from its own folder; the registry finds it."""

from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parents[2]
GAMES = {f"games.{found.parent.name}" for found in (ROOT / "games").glob("*/game.py")}


def game_of(module: str) -> str | None:
    """Return the game in whose folder a module is, if any."""
    folder = ".".join(module.split(".")[:2])
    return folder if folder in GAMES else None


def test_games_are_imported_from_their_own_folder_only() -> None:
    graph = grimp.build_graph("games", "scorekeeper", cache_dir=None)
    imports = [
        (module, imported)
        for module in sorted(graph.modules)
        for imported in sorted(graph.find_modules_directly_imported_by(module))
        if game_of(imported)
    ]
    assert {game_of(imported) for _module, imported in imports} == GAMES
    assert [imported for imported in imports if game_of(imported[0]) != game_of(imported[1])] == []
