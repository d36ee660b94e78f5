"""URLs of spreadsheets in the panel, which can take long to read and to make."""

from django.conf import settings

DOWNLOAD = "spreadsheets/download/"


def is_spreadsheet(address: str) -> bool:
    """Return whether this path makes or reads a spreadsheet.

    >>> is_spreadsheet("/admin/spreadsheets/download/"), is_spreadsheet("/admin/clubs/player/")
    (True, False)
    """
    return address.startswith(f"{settings.PANEL}spreadsheets/")
