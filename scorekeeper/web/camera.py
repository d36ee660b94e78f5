"""Whether this server can read photographed sheets: the extra `camera` is optional."""

from functools import cache
from importlib.util import find_spec


@cache
def is_installed() -> bool:
    """Return whether the packages that read photos are here; they are not imported, which takes a while."""
    return all(find_spec(package) for package in ("cv2", "numpy", "pypdfium2"))
