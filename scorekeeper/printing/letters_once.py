"""Shrink the SVG of a page: define each letter once for all sizes, with no more precision than can be seen.

Typst defines a letter again for each size, with nine decimal places. This module measures each *outline* in *units*:
the largest length of which all its numbers are multiples, a thousandth of the type size. So a letter has the same
outline in all sizes. Outlines are drawn on a grid of fifteen units. A *run* is a row of letters in one size.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

GRID = 15
SMALL = 1500
"""Outlines no longer than this, in units, are drawn ten times as fine: dashes and dots, for example."""
USUAL = 0.002
"""The unit of a run in which no outline has one: fine enough for any size."""
FEW, LEAST, NOTHING = 8, 1e-3, 2e-5
"""How many of an outline's smallest numbers determine its unit, the least unit, and the largest rounding error."""

SYMBOL = re.compile(rb'<symbol id="(g[0-9A-F]+)" overflow="visible"><path d="([^"]*)"[^>]*/></symbol>')
RUN = re.compile(rb'<g transform="matrix\(1 0 0 -1 ([-\d.]+) ([-\d.]+)\)">((?:<use [^>]*/>)+)</g>')
LETTER = re.compile(rb'<use xlink:href="#(g[0-9A-F]+)" x="([-\d.]+)" y="0"([^>]*)/>')
GIVEN = re.compile(rb'"#(g[0-9A-F]{16,})"')
NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")
STEP = re.compile(rb"([MZmlhvcq])([-\d. ]*)")
LONG = re.compile(rb"-?\d+\.\d{3,}")
PLAIN = re.compile(
    rb' fill-rule="nonzero"| fill="#000000"| stroke-(?:linecap="butt"|linejoin="miter"|miterlimit="4"|dashoffset="0")'
)
"""Attributes with default values, which can be dropped."""


def drawn_once(svg: bytes) -> bytes:
    """Return the same image at a third of its size when sent."""
    letters = _Letters(svg)
    rest = LONG.sub(lambda found: _short(float(found[0]), 2), SYMBOL.sub(b"", svg))
    rest = PLAIN.sub(b"", RUN.sub(letters.run, rest))
    return rest.removesuffix(b"</svg>") + letters.definitions(rest) + b"</svg>"


class _Letters:
    """The letters of a page: Typst's outlines by its names, and the names of the outlines that replace them."""

    def __init__(self, svg: bytes) -> None:
        self.symbols = {found[1]: found[0] for found in SYMBOL.finditer(svg)}
        self.outlines: dict[bytes, bytes] = dict(SYMBOL.findall(svg))
        self.names: dict[bytes, bytes] = {}

    def run(self, found: re.Match[bytes]) -> bytes:
        """Return the replacement for a run: its letters by position, in the look of the first."""
        letters = LETTER.findall(found[3])
        units = [unit_of(self.outlines[name]) for name, _at, _look in letters]
        scale = GRID * min((unit for unit in units if unit), default=USUAL)
        uses = [self._use(self.outlines[name], scale, float(at)) for name, at, _look in letters]
        _name, _at, look = letters[0]
        matrix = b"matrix(%.7g 0 0 -%.7g %b %b)" % (scale, scale, found[1], found[2])
        return b'<g transform="%b"%b>%b</g>' % (matrix, look, b"".join(uses))

    def _use(self, outline: bytes, scale: float, at: float) -> bytes:
        name = self.names.setdefault(on_grid(outline, scale), b"%x" % len(self.names))
        place = b' x="%b"' % _short(at / scale, 0) if at else b""
        return b'<use href="#%b"%b/>' % (name, place)

    def definitions(self, page: bytes) -> bytes:
        """Return the `<defs>` of the page, including the original symbols still used outside plain runs."""
        left = [self.symbols[name] for name in sorted(set(GIVEN.findall(page)))]
        paths = [b'<path id="%b" d="%b"/>' % (name, outline) for outline, name in self.names.items()]
        return b"<defs>%b</defs>" % b"".join(left + paths)


@lru_cache(maxsize=4096)
def unit_of(outline: bytes) -> float:
    """Return the largest length of which all numbers of an outline are multiples; 0 if it has none, as for a space.

    >>> unit_of(b"M 0 0m 0.6 0.42v -0.18")
    0.06
    """
    numbers = sorted({abs(float(one)) for one in NUMBER.findall(outline)} - {0})
    found = 0.0
    for number in numbers[:FEW]:
        found, rest = max(found, number), min(found, number)
        while rest > NOTHING:
            over = found % rest
            found, rest = rest, over if min(over, rest - over) > NOTHING else 0.0
    for number in numbers if found > LEAST else ():
        found = number / round(number / found)  # refine with larger numbers, in which rounding matters less
    return round(found, 7) if found > LEAST else 0


@lru_cache(maxsize=4096)
def on_grid(outline: bytes, scale: float) -> bytes:
    """Return an outline in steps of a grid this wide, or finer if the outline is short.

    >>> on_grid(b"M 0 0m 3 4.1c 0 0.52 1 1 1 1Z ", 0.01), on_grid(b"M 0 0m 0.3 0.41h 0.1Z ", 0.01)
    (b'm300 410c0 52 100 100 100 100Z', b'm30 41h10Z')
    """
    around = sum(abs(float(one)) for one in NUMBER.findall(outline)) / scale * GRID
    digits = 0 if around > SMALL else 1
    return b"".join(_steps(outline, scale, digits)).replace(b" -", b"-")


def _steps(outline: bytes, scale: float, digits: int) -> Iterator[bytes]:
    """Yield each step from the rounded end of the last one, so that rounding errors don't add up."""
    x = y = start_x = start_y = 0.0
    on_x = on_y = on_start_x = on_start_y = 0.0
    last = b""
    for step, given in STEP.findall(outline):
        numbers = [float(one) / scale for one in NUMBER.findall(given)]
        if step == b"M":
            continue  # an absolute move to the current position
        if step == b"Z":
            (x, y), (on_x, on_y), last = (start_x, start_y), (on_start_x, on_start_y), step
            yield step
            continue
        across = {b"h": [*numbers, 0.0], b"v": [0.0, *numbers]}.get(step, numbers)
        ends = [
            (round(x + dx, digits), round(y + dy, digits)) for dx, dy in zip(across[::2], across[1::2], strict=True)
        ]
        moved = [along for end_x, end_y in ends for along in (end_x - on_x, end_y - on_y)]
        told = {b"h": moved[:1], b"v": moved[1:]}.get(step, moved)
        if any(told) or step == b"m":
            yield (b" " if step == last else step) + b" ".join(_short(one, digits) for one in told)
            last = b"" if step == b"m" else step  # coordinates without a command after a move would be a line
        (x, y), (on_x, on_y) = (x + across[-2], y + across[-1]), ends[-1]
        if step == b"m":
            start_x, start_y, on_start_x, on_start_y = x, y, on_x, on_y


def _short(number: float, digits: int) -> bytes:
    """Format a number with at most this many decimal places, without leading zero.

    >>> _short(-0.04, 1), _short(12.50, 2), _short(0.31, 2)
    (b'0', b'12.5', b'.31')
    """
    found = f"{round(number, digits) + 0.0:.{digits}f}"
    found = found.rstrip("0").rstrip(".") if "." in found else found
    return found.removeprefix("0").encode() if found.startswith("0.") else found.replace("-0.", "-.").encode()
