"""URLs of the panel that receive or produce a large file; the server treats them separately."""

import re

MOST = 128 * 1024 * 1024
"""The most bytes of an uploaded club file: compressed, some hundred thousand hands."""

_TAKES = re.compile(r"/admin/clubs/club/import/$")
_GIVES = re.compile(r"/admin/clubs/club/[0-9]+/export/file\.club$")


def takes_file(address: str) -> bool:
    """Return whether a club file is uploaded to this path.

    >>> takes_file("/admin/clubs/club/import/"), takes_file("/admin/clubs/club/")
    (True, False)
    """
    return _TAKES.search(address) is not None


def gives_file(address: str) -> bool:
    """Return whether this path produces a club file, which takes many reads and no writes.

    >>> gives_file("/admin/clubs/club/7/export/file.club")
    True
    """
    return _GIVES.search(address) is not None
