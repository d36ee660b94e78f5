"""Check that a public class name means one thing: `python -m tests.class_names`, part of `make check`.

Two kinds of classes may share a name:

* The games' own. Each game has its `Outcome` or `Penalty`, which mean the same for another game. No class outside the
  games' folders has the name of one of these.
* The API's schemas. Each is named after what it shows, because clients see these names.
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCHEMAS = "scorekeeper/api/schemas.py"
OF_DJANGO = {"Command"}
"""Names that Django prescribes."""


def public_classes(source: str) -> Iterator[str]:
    """Yield the names of the public classes at the top level of a module.

    >>> list(public_classes("class Session: ...\\nclass _Helper: ..."))
    ['Session']
    """
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node.name


def meaning(path: str) -> str:
    """Return what tells one meaning of a name from another: the module, or the games' folders together.

    >>> meaning("games/skat/outcome.py"), meaning("games/ui/forms.py")
    ('games/*', 'games/ui/forms.py')
    """
    parts = path.split("/")
    of_a_game = parts[0] == "games" and len(parts) > 2 and (ROOT / "games" / parts[1] / "game.py").exists()
    return "games/*" if of_a_game else path


def shared_names() -> dict[str, set[str]]:
    """Return every name with more than one meaning, and where it is used."""
    modules_of = defaultdict[str, set[str]](set)
    for folder in ("games", "scorekeeper"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            path = file.relative_to(ROOT).as_posix()
            if path != SCHEMAS and not {"tests", "migrations"} & set(path.split("/")):
                for name in public_classes(file.read_text(encoding="utf-8")):
                    modules_of[name].add(meaning(path))
    return {name: places for name, places in modules_of.items() if len(places) > 1 and name not in OF_DJANGO}


if __name__ == "__main__":
    shared = shared_names()
    sys.exit("\n".join(f"{name}: {', '.join(sorted(places))}" for name, places in sorted(shared.items())) or 0)
