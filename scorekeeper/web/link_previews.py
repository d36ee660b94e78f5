"""Programs that open a link only to show a preview of it: messengers, social networks and search engines.

They keep no cookies and don't follow a link into a table, and nobody watches through them. A program that isn't
recognised is treated like a browser.
"""

from __future__ import annotations

import re

from django.http import HttpRequest

_PROGRAMS = re.compile(
    r"(?<!\bcu)bot\b|crawler|spider|facebookexternalhit|^WhatsApp/|Slack-ImgProxy|SkypeUriPreview"  # Cubot makes phones
    r"|Mastodon/|Embedly|Iframely|Google-PageRenderer|LinkPreview",
    re.IGNORECASE,
)


def wants_preview(request: HttpRequest) -> bool:
    """Return whether a request comes from a program that shows previews of links, by its own account.

    The browsers inside messengers, which name these in the middle, are browsers.
    """
    return _PROGRAMS.search(request.headers.get("User-Agent", "")) is not None
