"""Handwritten digits that the model has never seen, for the simulated pen: a row of the sheet for each digit.

The first of each row are from MNIST, the others from optdigits. samples.md beside the sheet says whose they are and
under which licence.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

SAMPLES = Path(__file__).with_name("samples.png")
MNIST_EACH, OPTDIGITS_EACH = 100, 45
SIDE = 28

Samples = npt.NDArray[np.uint8]


def held_out() -> Samples:
    """Return the samples, white on black: by digit, then one after the other, each 28×28."""
    sheet = cv2.imread(str(SAMPLES), cv2.IMREAD_GRAYSCALE)
    assert sheet is not None
    return np.asarray(sheet, np.uint8).reshape(10, SIDE, -1, SIDE).swapaxes(1, 2)
