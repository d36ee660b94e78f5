"""The paragraphs of the rules, and those that are the same in several games."""

from __future__ import annotations

from dataclasses import replace

from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import NO_SOURCE, Paragraph

CORRECTION = Paragraph(
    "correction",
    _("Correction"),
    _("Points moved by hand, with a reason. A correction never moves the deal."),
    _("Our own"),
)
CORRECTION_IN_SCORE = Paragraph(
    "correction",
    _("Correction"),
    _("Points moved by hand, with a reason. They count in the score and can end the game or reopen it."),
    _("Our own"),
)
"""In a game that is played to a score; see `Rules.corrected`."""


def paragraphs(source: Text, *declared: Paragraph) -> dict[str, Paragraph]:
    """Return the paragraphs of a game by their slugs; those without a source of their own have this one."""
    return {
        paragraph.slug: replace(paragraph, source=source) if paragraph.source is NO_SOURCE else paragraph
        for paragraph in declared
    }
