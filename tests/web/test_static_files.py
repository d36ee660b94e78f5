"""Our scripts and styles are served without their comments; other files are served as they are."""

from pathlib import Path

import pytest
from django.core.files.storage import FileSystemStorage

from scorekeeper.web.static_files import StaticFiles

STYLES = "/* The form\n   of a hand */\n.pick {\n  color: red; /* as on paper */\n}\n"
SCRIPT = '// Asks first.\n\nconst url = "https://a/"; // ours\n  // and then\nask(url);\n'


@pytest.mark.parametrize(
    ("name", "content", "served"),
    [
        ("css/a.css", STYLES, ".pick {\n  color: red; }\n"),
        ("js/a.js", SCRIPT, '\nconst url = "https://a/"; // ours\nask(url);\n'),
        ("admin/css/a.css", STYLES, STYLES),
        ("django_htmx/a.js", SCRIPT, SCRIPT),
        ("img/a.svg", STYLES, STYLES),
    ],
)
def test_comments_are_removed_from_static_files(name: str, content: str, served: str, tmp_path: Path) -> None:
    sources, collected = FileSystemStorage(tmp_path / "sources"), StaticFiles(tmp_path / "collected", "/static/")
    path = tmp_path / "sources" / name
    path.parent.mkdir(parents=True)
    path.write_text(content)
    with sources.open(name) as source:  # as `collectstatic` does
        collected.save(name, source)
    results = list(collected.post_process({name: (sources, name)}))
    assert results[0][0] == name
    assert (tmp_path / "collected" / collected.stored_name(name)).read_text() == served
