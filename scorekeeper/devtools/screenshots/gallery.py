"""The page that shows all screenshots: a row for each scene, a column for each view."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from django.utils.html import format_html, format_html_join
from django.utils.safestring import mark_safe

from scorekeeper.devtools.screenshots.camera import SceneView
from scorekeeper.devtools.screenshots.scenes import Scene

STYLE = mark_safe(
    "body{font:14px sans-serif;background:#888}section{margin:2em 0}div{display:flex;gap:1em;align-items:start;"
    "overflow-x:auto}figure{margin:0;flex:none}img{display:block;width:300px}figcaption{padding:.3em 0}"
)


def write(folder: Path, scenes: Sequence[Scene], looks: Sequence[SceneView]) -> Path:
    """Write `index.html` in the folder of the screenshots and return its path."""
    rows = [
        format_html(
            "<section><h2>{}</h2><div>{}</div></section>",
            scene.name,
            format_html_join(
                "",
                '<figure><figcaption>{0}</figcaption><a href="{0}/{1}.png">'
                '<img src="{0}/{1}.png" alt="" loading="lazy"></a></figure>',
                [(view.name, scene.name) for view in looks],
            ),
        )
        for scene in scenes
    ]
    page = format_html(
        '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Screenshots</title><style>{}</style>{}',
        STYLE,
        format_html_join("", "{}", [(row,) for row in rows]),
    )
    file = folder / "index.html"
    file.write_text(page)
    return file
