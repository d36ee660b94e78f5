"""The model that tells which digit a box holds: what it is given, and what it returns.

docs/digits-model.md describes the model. Its trainer needs this module without Django.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from scorekeeper.reading.boxes.ink import Ink
from scorekeeper.reading.photo.geometry import PIXELS_PER_MM, Grey

MODEL = Path(__file__).with_name("digits.onnx")

# The model's classes, in order: the ten digits, an empty box, and ink that isn't a single digit.
EMPTY, NO_DIGIT = 10, 11
CLASSES = 12

# A digit is `LARGEST` pixels high or wide in a picture of `SIDE`, as in MNIST. Ink that is smaller than a digit is
# drawn smaller, so that a dot doesn't look like a zero.
SIDE, LARGEST = 28, 20
SMALLEST_DIGIT = 5 * PIXELS_PER_MM // 2
FAINTEST_PEAK = 90


def probabilities(pictures: Sequence[Grey]) -> npt.NDArray[np.float32]:
    """Return the probability of each of the model's classes for each of these pictures."""
    # OpenCV's networks aren't safe to share among threads, and this one loads in a few milliseconds.
    network = cv2.dnn.readNetFromONNX(str(MODEL))
    network.setInput(np.stack(pictures)[:, None].astype(np.float32) / 255)
    return np.asarray(network.forward(), np.float32)


def picture(written: Ink) -> Grey:
    """Return the ink as the model expects it: white on black, scaled to one size and contrast, and centred by mass."""
    centred = np.zeros((SIDE, SIDE), np.uint8)
    if not written.width:
        return centred
    crop = written.dark[written.y : written.y + written.height, written.x : written.x + written.width]
    strong = cv2.convertScaleAbs(crop, alpha=255 / max(written.peak, FAINTEST_PEAK))
    scale = LARGEST / max(written.width, written.height, SMALLEST_DIGIT)
    width, height = max(1, round(written.width * scale)), max(1, round(written.height * scale))
    small = cv2.resize(strong, (width, height), interpolation=cv2.INTER_AREA)
    moments = cv2.moments(small)
    weight = moments["m00"] or 1
    x = min(max(round((SIDE - 1) / 2 - moments["m10"] / weight), 0), SIDE - width)
    y = min(max(round((SIDE - 1) / 2 - moments["m01"] / weight), 0), SIDE - height)
    centred[y : y + height, x : x + width] = small
    return centred
