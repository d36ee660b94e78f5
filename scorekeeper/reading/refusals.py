"""Sentences for pictures and pages that can't be read, each of which says what to do."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

OF_FILES = {
    "empty": _("This file is empty. Take the picture again."),
    "heavy": _("This file is larger than 25 MB. Send a photo of the page, not a larger scan."),
    "large": _("This file is too large to open. Scan at 300 dots per inch, or take a photo."),
    "heic": _("Pictures in HEIC can’t be read. Save this one as a JPEG, or take it again from this page."),
    "unknown": _("Files of this kind can’t be read. Send a JPEG, PNG, WebP or PDF."),
    "broken": _("This file is damaged or incomplete. Take the picture again, or send the file again."),
    "locked": _("This PDF is protected by a password. Save it without one, or send a photo."),
    "pages": _("This PDF has too many pages. Send only those of the sheet."),
}
"""By the code of a `PictureError`."""

OF_PICTURES = {
    "blank": _("This page is blank. Send the side of the sheet that the hands are on."),
    "no-sheet": _(
        "There is no sheet with corner marks in this picture. Photograph it from above, with all four marks visible."
    ),
    "several": _("There is more than one sheet in this picture. Photograph them one by one."),
    "half": _("Part of the sheet is outside the picture. All four corner marks must be in it."),
    "corner": _("A corner of the sheet is hidden. Take your hand away, and smooth the paper out."),
    "small": _("The sheet is too small in this picture. Move closer until it fills the picture."),
    "tiny": _("This picture has too few pixels to read. Send the photo itself, not a preview of it."),
    "blurred": _("This picture is blurred. Hold the phone still, with more light, and take it again."),
    "no-code": _("The square code on the sheet can’t be read. Move closer, and keep shadows and reflections off it."),
    "other-version": _(
        "This sheet was printed by another version, which places the boxes differently. Type its hands."
    ),
    "unknown-rules": _("This sheet is for a game or for rules that this server doesn’t have."),
    "dark": _("This picture is too dark. Turn on a light or go to a window, and take it again."),
    "bent": _("The paper is too crumpled or bent. Lay it flat, and take the picture again."),
    "list-half": _("Part of the table is outside the picture. Take it with some paper all around the table."),
    "list-small": _("The list is too small in this picture. Move closer until it fills the picture."),
    "list-blurred": _("This picture is blurred. Hold the phone still, with more light, and take it again."),
    "list-columns": _(
        "There is a table in this picture, but neither corner marks nor the columns of a list that can be read. Take "
        "it from above, flat and sharp; if it is another list, type its hands."
    ),
    "list-rows": _(
        "This list has too few rows. Take the whole table from above; if it is another list, type its hands."
    ),
}
"""By the code of a `NotASheetError`."""

OF_CODES = {
    "not-a-sheet": _("This isn’t the link of a score sheet. You can still photograph the sheet."),
    "other-version": OF_PICTURES["other-version"],
    "damaged": _("The link of this sheet is incomplete. You can still photograph the sheet."),
    "unknown-rules": OF_PICTURES["unknown-rules"],
}
"""By the code of a `SheetCodeError`."""

BLANK_SKIPPED = _("Page %(page)s of %(file)s is blank and was skipped.")
OTHERS = _("These are pages of different sheets. Send the pages of one sheet at a time.")
TWICE = _("Page %(page)s is included twice. Send each page once.")
TOO_MANY = _("You can send at most %(most)s pages at once. Send the pages of one sheet.")
NOTHING_WRITTEN = _(
    "No row of this sheet is filled in. If there are hands on it, take the picture again, closer up or in better light."
)
NO_FILE = _("Choose a picture of the sheet.")
TOO_LARGE = _("Together, these files are larger than %(most)s MB. Send the pages one at a time.")

ELSEWHERE = _(
    "This sheet belongs to a session that isn’t here, or that this browser can’t record in. Open its scorer link "
    "first, then photograph the sheet."
)
CLOSED = _("The session of this sheet is closed. Reopen it, then photograph the sheet.")
OF_ANOTHER = _("This sheet belongs to another session: %(session)s. Open that one, then photograph the sheet there.")
OTHER_GAME = _(
    "This sheet doesn’t belong to this session: it was printed for another game, %(game)s. Start a session from it "
    "instead."
)
OTHER_TABLE = _(
    "This sheet doesn’t belong to this session: it was printed for other rules, other players or another first dealer. "
    "Start a session from it instead."
)
NOT_INSTALLED = _("This server can’t read photos yet. Until then, type the hands from the sheet.")


def sentence_for(code: str) -> str | Promise:
    """Return the sentence for the code of a `PictureError` or `NotASheetError`."""
    return OF_FILES.get(code) or OF_PICTURES[code]
