"""Which addresses of the panel take a large file, or are long in making one: the server treats them apart."""

import re

MOST = 128 * 1024 * 1024
"""Bytes that may be sent as a club's file: packed, some hundred thousand hands."""

_TAKES = re.compile(r"/admin/clubs/club/read-in/$")
_GIVES = re.compile(r"/admin/clubs/club/[0-9]+/moving/file\.club$")


def takes_file(address: str) -> bool:
    """Whether a club's file is sent there.

    >>> takes_file("/admin/clubs/club/read-in/"), takes_file("/admin/clubs/club/")
    (True, False)
    """
    return _TAKES.search(address) is not None


def gives_file(address: str) -> bool:
    """Whether a club's file is made there, which reads much and writes nothing.

    >>> gives_file("/admin/clubs/club/7/moving/file.club")
    True
    """
    return _GIVES.search(address) is not None
