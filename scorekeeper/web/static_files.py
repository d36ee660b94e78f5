"""Static files as they are collected for the server: our scripts and styles without their comments.

Comments are a quarter of what a page would load. Without this, every explanation would count against the size budget of
a page.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any

from django.conf import settings
from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage

COMMENTS = {".css": re.compile(rb"/\*.*?\*/\s*", re.DOTALL), ".js": re.compile(rb"^\s*//.*\n", re.MULTILINE)}
"""In scripts, only comments on lines of their own: elsewhere, `//` may be part of a string."""
OF_OTHERS = ("admin/", "django_htmx/")
"""Files whose comments may be licences."""


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc] # whitenoise is not typed
    """Files named by their content and compressed, as WhiteNoise serves them."""

    @cached_property
    def _urls(self) -> dict[tuple[str, bool, bool], str]:
        return {}

    def url(self, name: str, force: bool = False) -> str:
        """Return the URL of a file, worked out once: a page has dozens, and Django takes them apart each time."""
        key = name, force, settings.DEBUG
        if key not in self._urls:
            self._urls[key] = super().url(name, force)
        return self._urls[key]

    def _save(self, name: str, content: File[Any]) -> str:
        """Save a file under its own name, or under the one with its hash; Django makes both from the source."""
        comments = COMMENTS.get(name[name.rfind(".") :])
        if comments and not name.startswith(OF_OTHERS):
            content = ContentFile(comments.sub(b"", b"".join(content.chunks())))
        saved: str = super()._save(name, content)
        return saved
