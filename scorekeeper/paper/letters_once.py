"""Makes the image of a page small: each letter is drawn once, however large it is printed, and no finer than is seen.

The press draws a letter anew for each size, with nine digits behind the point. Here its *outline* is measured in
*units*, the length of which all its numbers are multiples: a thousandth of the size of the type, so that a letter in
two sizes has one outline. It is drawn on a grid of fifteen units. A *run* is what stands in a row in one size.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

GRID = 15
SMALL = 1500
"""Units around an outline: what has no more, as a dash or a dot, is drawn ten times as fine."""
USUAL = 0.002
"""The unit where none is found: fine enough for any size."""
FEW, LEAST, NOTHING = 8, 1e-3, 2e-5
"""The smallest numbers of an outline tell its unit, which is never less than this; and what is only a rounding."""

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
"""What goes without saying."""


def drawn_once(svg: bytes) -> bytes:
    """The same image, a third as heavy over the wire."""
    letters = _Letters(svg)
    rest = LONG.sub(lambda found: _short(float(found[0]), 2), SYMBOL.sub(b"", svg))
    rest = PLAIN.sub(b"", RUN.sub(letters.run, rest))
    return rest.removesuffix(b"</svg>") + letters.definitions(rest) + b"</svg>"


class _Letters:
    """The letters of a page: as the press has drawn them, by its names, and as they are drawn instead, with ours."""

    def __init__(self, svg: bytes) -> None:
        self.symbols = {found[1]: found[0] for found in SYMBOL.finditer(svg)}
        self.outlines: dict[bytes, bytes] = dict(SYMBOL.findall(svg))
        self.names: dict[bytes, bytes] = {}

    def run(self, found: re.Match[bytes]) -> bytes:
        """The letters of a run in one look, each by its place."""
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
        """All that is drawn; what is set otherwise than in a plain run, as drawn together, stays as it was."""
        left = [self.symbols[name] for name in sorted(set(GIVEN.findall(page)))]
        paths = [b'<path id="%b" d="%b"/>' % (name, outline) for outline, name in self.names.items()]
        return b"<defs>%b</defs>" % b"".join(left + paths)


@lru_cache(maxsize=4096)
def unit_of(outline: bytes) -> float:
    """The greatest length of which all numbers of an outline are multiples; 0 for what has none, as a space.

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
        found = number / round(number / found)  # the larger the number, the less it matters how it was rounded
    return round(found, 7) if found > LEAST else 0


@lru_cache(maxsize=4096)
def on_grid(outline: bytes, scale: float) -> bytes:
    """An outline with the points of a grid, so wide, for its own; what is small is drawn finer.

    >>> on_grid(b"M 0 0m 3 4.1c 0 0.52 1 1 1 1Z ", 0.01), on_grid(b"M 0 0m 0.3 0.41h 0.1Z ", 0.01)
    (b'm300 410c0 52 100 100 100 100Z', b'm30 41h10Z')
    """
    around = sum(abs(float(one)) for one in NUMBER.findall(outline)) / scale * GRID
    digits = 0 if around > SMALL else 1
    return b"".join(_steps(outline, scale, digits)).replace(b" -", b"-")


def _steps(outline: bytes, scale: float, digits: int) -> Iterator[bytes]:
    """Each step from where the last one has ended on the grid, so that what is rounded off does not add up."""
    x = y = start_x = start_y = 0.0
    on_x = on_y = on_start_x = on_start_y = 0.0
    last = b""
    for step, given in STEP.findall(outline):
        numbers = [float(one) / scale for one in NUMBER.findall(given)]
        if step == b"M":
            continue  # to where it is already
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
            last = b"" if step == b"m" else step  # what follows a move without a word of its own would be a line
        (x, y), (on_x, on_y) = (x + across[-2], y + across[-1]), ends[-1]
        if step == b"m":
            start_x, start_y, on_start_x, on_start_y = x, y, on_x, on_y


def _short(number: float, digits: int) -> bytes:
    """A number with so many digits behind the point at most.

    >>> _short(-0.04, 1), _short(12.50, 2), _short(0.31, 2)
    (b'0', b'12.5', b'.31')
    """
    found = f"{round(number, digits) + 0.0:.{digits}f}"
    found = found.rstrip("0").rstrip(".") if "." in found else found
    return found.removeprefix("0").encode() if found.startswith("0.") else found.replace("-0.", "-.").encode()
