"""The corner markers of a sheet that the camera reads: the first four of OpenCV's dictionary `DICT_4X4_50`.

The patterns are those of `cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)`. They are repeated here so that
printing doesn't need OpenCV.
"""

PATTERNS = (
    (".#..", "#.#.", "##..", "##.#"),
    ("####", "....", ".##.", ".#.#"),
    ("##..", "##..", "##.#", "..#."),
    (".##.", ".##.", "#.##", "#..#"),
)
"""The inner modules of the markers 0 to 3, row by row: black is #. A black border of one module is around them."""
