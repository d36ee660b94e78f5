"""A phone that reaches an installed server over the network; it can also be run as a command.

`python -m tests.installing.phone COOKIES ADDRESS record` starts a session, records a hand and prints the path of the
table; `… page PATH` prints a page. The cookies are kept in a file from one command to the next.
"""

from __future__ import annotations

import sys
import urllib.request
from http.cookiejar import LWPCookieJar
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from scorekeeper.devtools.bench import form_of

PLAYERS = ("Marion", "Gabriel", "Solène", "Inès")
HAND = {"call": "garde", "taker": "0", "bouts": "2", "points-tens": "4", "points-units": "9"}


class Phone:
    """A browser that keeps its cookies and follows redirects."""

    def __init__(self, address: str, cookies: Path | None = None) -> None:
        self.address = address
        self.cookies = LWPCookieJar(cookies)
        if cookies and cookies.exists():
            self.cookies.load(ignore_discard=True)
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def get(self, path: str, fields: dict[str, str] | None = None, language: str = "en") -> Any:
        """Return the response to a request, which is a POST if it has fields."""
        body = urlencode(fields).encode() if fields else None
        request = urllib.request.Request(self.address + path, body, {"Accept-Language": language})
        return self.opener.open(request, timeout=60)

    def page(self, path: str, fields: dict[str, str] | None = None, language: str = "en") -> str:
        with self.get(path, fields, language) as response:
            text: str = response.read().decode()
            return text

    def first_hand(self) -> str:
        """Start a session and record a hand; return the path of its table."""
        form = form_of(self.page("/new/?game=tarot"), "new_form")
        names = {f"player-{place}": name for place, name in enumerate(PLAYERS)}
        with self.get("/new/", form | names | {"rules": "fft", "first_dealer": "3", "action": "start"}) as response:
            table: str = response.url.removeprefix(self.address)
            form = form_of(response.read().decode(), "outcome")
        assert "+198" in self.page(f"{table}record/", form | HAND)
        return table


def main(cookies: str, address: str, command: str, path: str = "") -> None:
    phone = Phone(address, Path(cookies))
    print(phone.first_hand() if command == "record" else phone.page(path))  # noqa: T201 - the answer
    phone.cookies.save(ignore_discard=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
