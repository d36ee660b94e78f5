"""The icons of the app, all made from one drawing, `static/img/icon.svg`.

*Any* is the drawing as it is. *Maskable* fills the square and keeps the marks within the safe zone, which is visible in
whatever shape a system cuts. *Touch* fills the square too; iOS only rounds its corners.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import typst
from django.conf import settings

IMAGES = Path(settings.BASE_DIR) / "static" / "img"
DRAWING = IMAGES / "icon.svg"
BOX = 'viewBox="0 0 32 32"'
ROUNDED = '<rect width="32" height="32" rx="6"'
FILLED = '<rect x="-9" y="-9" width="50" height="50"'
PAGE = b"""
#set page(width: 1in, height: 1in, margin: 0pt, fill: none)
#image(bytes(sys.inputs.svg), format: "svg", width: 100%)
"""


@dataclass(frozen=True)
class Icon:
    """An icon by its file name in `static/img` and its width in pixels.

    With a `margin`, in the drawing's units, it is a full square from which the system cuts a shape.
    """

    name: str
    pixels: int
    margin: int | None = None

    def drawn(self) -> bytes:
        """Return the PNG. The same drawing always gives the same bytes."""
        drawing = DRAWING.read_text()
        if self.margin is not None:
            assert ROUNDED in drawing
            box = f"{-self.margin} {-self.margin} {32 + 2 * self.margin} {32 + 2 * self.margin}"
            drawing = drawing.replace(ROUNDED, FILLED).replace(BOX, f'viewBox="{box}"')
        picture = typst.compile(PAGE, format="png", ppi=self.pixels, sys_inputs={"svg": drawing})
        assert isinstance(picture, bytes)
        return picture


ANY = (Icon("icon-192.png", 192), Icon("icon-512.png", 512))
MASKABLE = Icon("icon-maskable.png", 512, margin=4)
TOUCH = Icon("icon-touch.png", 180, margin=0)
EVERY = (*ANY, MASKABLE, TOUCH)
