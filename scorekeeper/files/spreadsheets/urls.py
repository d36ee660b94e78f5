"""URLs of exported files, so that the server can stream them."""

from django.conf import settings

DOWNLOAD = "spreadsheets/download/"


def is_download(address: str) -> bool:
    """Return whether this path is an exported file, which may take long and is sent as it is made.

    >>> is_download("/admin/spreadsheets/download/"), is_download("/admin/spreadsheets/")
    (True, False)
    """
    return address == f"{settings.PANEL}{DOWNLOAD}"
