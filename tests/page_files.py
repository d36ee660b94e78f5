"""The files that a page loads."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import urljoin


def files_of(text: str, address: str) -> set[str]:
    """Return the URLs that a page or stylesheet loads at first: static files, and images that are not lazy."""
    if address.endswith(".css"):
        urls = re.findall(r"""(?:url\(["']?)(/static/[^"'#)]+)""", text)
        return {*urls, *(urljoin(address, link) for link in re.findall(r"""@import url\(["']?([^"')]+)""", text))}
    text = re.sub(r"<link rel=.apple-touch-icon[^>]*>", "", text)  # loaded only for the home screen
    text = re.sub(r"<img[^>]*loading=.lazy.[^>]*>", "", text)
    drawn = re.findall(r'<img[^>]*src="(/[^"]+)"', text)
    return {
        unescape(link) for link in (*drawn, *re.findall(r"""(?:href="|src="|url\(["']?)(/static/[^"'#)]+)""", text))
    }
