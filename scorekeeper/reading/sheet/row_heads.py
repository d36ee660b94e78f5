"""The headings above the picture of a row: those of the sheet's columns and boxes, at the same scale.

They are drawn anew, since those in the photo are too small to read on a phone. All lengths are millimetres.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from django.utils.translation import gettext as _

from games.ui.marked_sheet import DigitBoxes, Field, Ticks
from scorekeeper.printing.marked_sheets.code import SheetCode
from scorekeeper.printing.marked_sheets.layout import BESIDE, IN_WORDS, Cell, Column, marked_sheet, total
from scorekeeper.printing.marked_sheets.sheets import first_letters
from scorekeeper.printing.score_sheets import Words
from scorekeeper.reading.sheet.layouts import layout_of

BESIDE_ROW = 1.0
"""The paper above and below a row in its picture."""
HIGH = 1.3
"""The height of the headings, as a multiple of the picture's height; `typing.css` has the same figure."""
TITLE, SIZES, NARROWEST = 4.0, (3.2, 2.8, 2.5), 0.75
"""The height of the column headings, the height of letters, and how far letters may be squeezed."""
OVER_A_BOX = 4.8
NARROW, WIDE = frozenset("fijlrtI.,:;!|'’()- "), frozenset("mwMWGO—…")


def drawn(code: SheetCode, names: Sequence[str]) -> str:
    """Return the headings of a sheet's rows as SVG, with the names of the players."""
    layout = layout_of(code)
    row = layout.pages[0].rows[0]
    height = HIGH * (row.box.height + 2 * BESIDE_ROW)
    # Firefox and Safari fit a picture into whole pixels: it has to fill them, or the headings are beside their boxes.
    heads = _Heads(code=code, names=names, columns=layout.columns, cells=row.cells, left=row.box.x, height=height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{row.box.width:g}" height="{height:g}" '
        f'viewBox="0 0 {row.box.width:g} {height:g}" preserveAspectRatio="none" font-family="system-ui, sans-serif" '
        f'fill="#222"><rect width="100%" height="100%" fill="#fff"/>{"".join(heads.parts())}</svg>'
    )


def shape_of(code: SheetCode) -> float:
    """Return the aspect ratio of a row's picture: width by height."""
    box = layout_of(code).pages[0].rows[0].box
    return box.width / (box.height + 2 * BESIDE_ROW)


@dataclass(frozen=True, kw_only=True)
class _Heads:
    code: SheetCode
    names: Sequence[str]
    columns: Sequence[Column]
    cells: Sequence[Cell]
    left: float
    height: float

    def parts(self) -> Iterator[str]:
        """Yield the headings of each column, and the lines between columns."""
        sheet = marked_sheet(*self.code.game_at_table())
        fields = {field.name: field for field in sheet.fields()}
        totals = {total(seat): name for seat, name in enumerate(self.names)}
        words = Words(self.names)
        for column in self.columns[1:]:
            x, field = column.x - self.left, fields.get(column.field)
            yield f'<path d="M{x:g} 0v{self.height:g}" stroke="#bbb" stroke-width=".2"/>'
            if self.code.list and column.field not in totals:
                yield from self._over_a_cell(column, fields.get(column.field), words)
            elif column.field in totals:
                yield _level(totals[column.field], x + column.width / 2, self.height - 1.2, column.width - 1)
            elif isinstance(field, Ticks) and len(field.boxes) > 1:
                if field.head:
                    yield _level(words(field.head), x + column.width / 2, TITLE - 0.9, column.width - 0.4)
                yield from self._boxes(field)
            elif field is not None:
                head = field.head if isinstance(field, DigitBoxes) or field.head else field.boxes[0].head
                yield _over(words(head), x + column.width / 2, self.height, self.height - 1, column.width)
            elif column.field == IN_WORDS:
                yield _level(_("in words"), x + BESIDE, self.height - 1.2, column.width - BESIDE - 0.4, anchor="start")

    def _over_a_cell(self, column: Column, field: Field | None, words: Words) -> Iterator[str]:
        """Yield the heading of a column of a list printed elsewhere, which has no boxes."""
        if field is None:
            return
        key = next((cell.key for cell in self.cells if cell.box.x == column.x), "")
        head = next((box.head for box in field.boxes if box.key == key), "") if isinstance(field, Ticks) else ""
        yield _over(
            words(head or field.head),
            column.x + column.width / 2 - self.left,
            self.height,
            self.height - 1,
            column.width,
        )

    def _boxes(self, field: Ticks) -> Iterator[str]:
        """Yield the headings of boxes side by side, on as many lines as the boxes."""
        own = [cell for cell in self.cells if cell.field == field.name]
        lines = sorted({cell.box.y for cell in own})
        room = (self.height - TITLE) / len(lines)
        words = Words(_distinct(self.names, room - 0.8) if len(lines) == 1 else first_letters(self.names))
        for cell in own:
            bottom = TITLE + (lines.index(cell.box.y) + 1) * room
            middle = cell.box.x + cell.box.width / 2 - self.left
            yield _over(words(field.boxes[cell.place].head), middle, bottom, room - 0.8, OVER_A_BOX)


def _over(words: str, middle: float, bottom: float, room: float, width: float) -> str:
    """Return words over boxes: level if they fit that width, otherwise turned."""
    if _width(words) * SIZES[0] <= width:
        return _level(words, middle, bottom - 1.2, width)
    return _turned(words, middle, bottom - 0.8, room)


def _level(words: str, x: float, bottom: float, room: float, *, anchor: str = "middle") -> str:
    fitted = _fitted(words, room)
    return f'<text x="{x:g}" y="{bottom:g}" text-anchor="{anchor}" {fitted.attributes}>{escape(fitted.words)}</text>'


def _turned(words: str, middle: float, bottom: float, room: float) -> str:
    fitted = _fitted(words, room)
    place = f'transform="translate({middle + fitted.size / 3:g} {bottom:g}) rotate(-90)"'
    return f"<text {place} {fitted.attributes}>{escape(fitted.words)}</text>"


@dataclass(frozen=True, kw_only=True)
class _Fitted:
    """Words in the size in which they fit."""

    words: str
    size: float
    room: float

    @property
    def attributes(self) -> str:
        squeezed = f' textLength="{self.room:g}" lengthAdjust="spacingAndGlyphs"'
        return f'font-size="{self.size}"{squeezed if _width(self.words) * self.size > self.room else ""}'


def _fitted(words: str, room: float) -> _Fitted:
    """Return words in the largest size that fits, squeezed or cut if none does."""
    size = next((size for size in SIZES if _width(words) * size * NARROWEST <= room), SIZES[-1])
    return _Fitted(words=_cut(words, room), size=size, room=room)


def _distinct(names: Sequence[str], room: float) -> Sequence[str]:
    """Return names cut to fit; if some would then be the same, the first letters that tell them apart."""
    cut = [_cut(name, room) for name in names]
    return cut if len(set(cut)) == len(cut) else first_letters(names)


def _cut(words: str, room: float) -> str:
    """Return as many letters as fit in the smallest size."""
    if _has_room(words, room):
        return words
    while words and not _has_room(f"{words}…", room):
        words = words[:-1].rstrip()
    return f"{words}…"


def _has_room(words: str, room: float) -> bool:
    return _width(words) * SIZES[-1] * NARROWEST <= room


def _width(words: str) -> float:
    """Return the approximate width of words, for letters of height 1."""
    return sum(0.35 if word in NARROW else 0.85 if word in WIDE else 0.65 if word.isupper() else 0.56 for word in words)
