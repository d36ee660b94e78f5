"""Which addresses show a page in a browser."""

from __future__ import annotations

from tests.e2e.phones import Phone


def pages_of(phone: Phone, addresses: dict[str, str]) -> tuple[dict[str, str], set[str]]:
    """The addresses that show a page, and the names of those that don't; the others are files."""
    pages, nothing = {}, set()
    for name, path in addresses.items():
        response = phone.context.request.get(phone.site + path, max_redirects=0)
        written = response.headers["content-type"].startswith("text/html")
        if response.status == 200 and written and "<html" in response.text():
            pages[name] = path
        elif response.status != 200 or written:
            nothing.add(name)
    return pages, nothing
