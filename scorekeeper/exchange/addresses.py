"""Where files are handed out, for whoever decides how an address is answered."""

from django.conf import settings

FILES = "exchange/files/"


def is_handed_out(address: str) -> bool:
    """Whether what is at an address is a file that may take a while, and leaves as it is made.

    >>> is_handed_out("/admin/exchange/files/"), is_handed_out("/admin/exchange/")
    (True, False)
    """
    return address == f"{settings.PANEL}{FILES}"
