"""A simulated phone: the photo of a page that lies on a wooden table.

The page is a bent sheet in space in front of a pinhole camera. Light, shadow, blur, noise and JPEG follow in the order
in which a camera adds them. The same seed gives the same photo.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
import numpy.typing as npt

from scorekeeper.reading.photo.geometry import homography_of, mapped

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

PHONE = (3000, 4000)  # 12 megapixels, held upright
FOCAL = 0.72  # of the picture's longer side, as the main camera of a phone (26 mm on 35 mm film)
COARSE = 8  # the page's place is computed for one pixel in 8 × 8 and interpolated between them
WARM = np.array([0.90, 0.97, 1.0], dtype=np.float32)  # the light of a lamp, as blue, green, red
PAPER = 0.88  # the share of light that paper reflects; black ink reflects a tenth of that
INK = 0.08
WOOD = np.array([60, 100, 140], dtype=np.float32)


def photograph(
    image: Image,
    *,
    angle: float = 0,
    turn: float = 0,
    shadow: float = 0,
    blur: float = 0,
    noise: float = 0,
    bend: float = 0,
    quality: int = 90,
    fill: float = 0.9,
    size: tuple[int, int] = PHONE,
    seed: int = 0,
) -> bytes:
    """Return a photo of a page, grey or BGR, as JPEG.

    `angle` is how far the camera is tilted from looking straight down, in a direction that the seed chooses, and `turn`
    how far the page is rotated, both in degrees. `shadow` is the share of light that a shadow takes, from 0 to 1; light
    that fades across the picture takes half as much. `blur` is the standard deviation of a bell curve in pixels of the
    photo; a shaking hand adds as much in one direction. `noise` is in grey levels. `bend` is how high the middle of the
    page is above its edges, as a share of its width. `fill` is the share of the picture's width that the page takes.
    """
    chance = np.random.default_rng(seed)
    page = _bgr(image)
    where = _Scene(page, angle=angle, turn=turn, bend=bend, fill=fill, size=size, chance=chance).page_points()
    photo = _table(size, chance)
    _lay(page, where, photo)
    photo *= _light(size, shadow, chance)[..., np.newaxis] * WARM
    photo = _blurred(photo, blur, chance)
    photo += noise * _speckle(size, chance)
    _, jpeg = cv2.imencode(".jpg", np.clip(photo, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, quality])
    return jpeg.tobytes()


def _bgr(image: Image) -> Image:
    return image if image.ndim == 3 else np.repeat(image[..., np.newaxis], 3, axis=2)


class _Scene:
    """The camera above the page; lengths are in widths of the page, whose middle is the origin."""

    def __init__(
        self,
        page: Image,
        *,
        angle: float,
        turn: float,
        bend: float,
        fill: float,
        size: tuple[int, int],
        chance: np.random.Generator,
    ) -> None:
        self.page_size = page.shape[1], page.shape[0]
        self.half_height = page.shape[0] / page.shape[1] / 2
        self.size, self.bend = size, bend
        self.along = chance.uniform(0, math.pi)  # the direction in which the page is bent
        self.turning = _tilt(math.radians(angle), chance.uniform(0, 2 * math.pi)) @ _rotation(math.radians(turn))
        self.focal = FOCAL * max(size)
        self.distance = self._distance(fill)

    def _distance(self, fill: float) -> float:
        """Return the distance of the camera at which the page takes its share of the picture."""
        corners = np.array([(x, y) for x in (-0.5, 0.5) for y in (-self.half_height, self.half_height)])
        near, far = 0.5, 50.0
        for _ in range(40):
            self.distance = (near + far) / 2
            seen = np.abs(self.seen(corners) / np.array(self.size) - 0.5).max() * 2
            near, far = (self.distance, far) if seen > fill else (near, self.distance)
        return far

    def seen(self, points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Return where points of the page are in the picture, in pixels."""
        c, s = math.cos(self.along), math.sin(self.along)
        across = (points[..., 0] * c + points[..., 1] * s) / (abs(c) / 2 + abs(s) * self.half_height)
        height = self.bend * (1 - across**2)
        space = np.stack([points[..., 0], points[..., 1], -height], axis=-1) @ self.turning.T
        depth = space[..., 2] + self.distance
        picture: npt.NDArray[np.float64] = self.focal * space[..., :2] / depth[..., np.newaxis]
        return picture + np.array(self.size) / 2

    def page_points(self) -> Floats:
        """Return for each pixel of the picture which pixel of the page is seen there."""
        width, height = self.size
        x, y = np.meshgrid(np.arange(0, width + COARSE, COARSE), np.arange(0, height + COARSE, COARSE))
        pixels = np.stack([x, y], axis=-1).astype(np.float64)
        flat, self.bend = self.bend, 0
        square = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
        back = homography_of(self.seen(square), square)
        self.bend = flat
        goal = mapped(pixels, back)
        points = goal
        for _ in range(12):  # the bend is found iteratively: each step leaves a much smaller error
            points = points + np.clip(goal - mapped(self.seen(points), back), -1, 1)
        on_page = (points + np.array([0.5, self.half_height])) * self.page_size[0] - 0.5
        large = (x.shape[1] * COARSE, x.shape[0] * COARSE)
        grow = np.array([[COARSE, 0, 0], [0, COARSE, 0]], dtype=np.float32)  # exact at the points, unlike resize
        grown = cv2.warpAffine(on_page.astype(np.float32), grow, large, flags=cv2.INTER_LINEAR)
        return grown[:height, :width].astype(np.float32, copy=False)


def _rotation(angle: float) -> npt.NDArray[np.float64]:
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def _tilt(angle: float, towards: float) -> npt.NDArray[np.float64]:
    c, s = math.cos(angle), math.sin(angle)
    turning: npt.NDArray[np.float64] = _rotation(towards) @ [[1, 0, 0], [0, c, -s], [0, s, c]] @ _rotation(-towards)
    return turning


def _table(size: tuple[int, int], chance: np.random.Generator) -> Floats:
    """Return a table of wood: grain along its boards, and a dark gap between two of them."""
    width, height = size
    grain = chance.standard_normal((max(height // 400, 2), max(width // 6, 2)), dtype=np.float32)
    knots = chance.standard_normal((7, 7), dtype=np.float32)
    pattern = 0.10 * cv2.resize(grain, size, interpolation=cv2.INTER_CUBIC)
    pattern += 0.12 * cv2.resize(knots, size, interpolation=cv2.INTER_CUBIC)
    wood: Floats = WOOD * np.clip(1 + pattern, 0.3, 1.7)[..., np.newaxis]
    for gap in chance.integers(0, width, size=3):
        wood[:, gap : gap + max(width // 400, 1)] *= 0.4
    return wood


def _lay(page: Image, where: Floats, photo: Floats) -> None:
    """Put the page into the photo, as bright as paper and ink are."""
    row, column = (side // 2 for side in where.shape[:2])
    step = float(np.linalg.norm(where[row, column + 1] - where[row, column]))
    if step > 1:  # several pixels of the page make one of the photo
        page = cv2.GaussianBlur(page, (0, 0), step / 2).astype(np.uint8)
    x, y = np.ascontiguousarray(where[..., 0]), np.ascontiguousarray(where[..., 1])
    seen = cv2.remap(page, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    sides = [np.minimum(at + 0.5, side - 0.5 - at) for at, side in ((x, page.shape[1]), (y, page.shape[0]))]
    inside = np.clip(np.minimum(*sides) / step, 0, 1)
    bright = 255 * INK + seen.astype(np.float32) * (PAPER - INK)
    photo += (bright - photo) * inside[..., np.newaxis].astype(np.float32)


def _light(size: tuple[int, int], shadow: float, chance: np.random.Generator) -> Floats:
    """Return how bright the light is at each pixel: it fades to one side, and something casts a shadow."""
    width, height = size
    x, y = np.meshgrid(np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-1, 1, height, dtype=np.float32))
    fade, edge = chance.uniform(0, 2 * math.pi, size=2)
    light = 1 - shadow / 2 * (1 + (x * math.cos(fade) + y * math.sin(fade)) / math.sqrt(2)) / 2
    across = x * math.cos(edge) + y * math.sin(edge) - chance.uniform(-0.4, 0.4)
    soft = chance.uniform(0.01, 0.15)
    light *= 1 - shadow / (1 + np.exp(np.clip(-across / soft * 4, -30, 30)))
    return light.astype(np.float32)


def _speckle(size: tuple[int, int], chance: np.random.Generator) -> Floats:
    """Return noise as a repeated tile: nobody can tell, and drawing 36 million numbers takes seconds."""
    tile = chance.standard_normal((521, 523, 3), dtype=np.float32)
    return np.tile(tile, (size[1] // 521 + 1, size[0] // 523 + 1, 1))[: size[1], : size[0]]


def _blurred(photo: Floats, blur: float, chance: np.random.Generator) -> Floats:
    if not blur:
        return photo
    photo = cv2.GaussianBlur(photo, (0, 0), blur).astype(np.float32)
    length = max(round(blur * 3.5), 1) | 1  # a line with the same standard deviation
    line = np.zeros((length, length), dtype=np.float32)
    line[length // 2] = 1 / length
    turned = cv2.getRotationMatrix2D((length // 2, length // 2), chance.uniform(0, 180), 1)
    kernel = cv2.warpAffine(line, turned, (length, length))
    return cv2.filter2D(photo, -1, kernel / kernel.sum()).astype(np.float32)
