"""Reading the pages of a sheet from uploaded files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _

from scorekeeper.reading import refusals
from scorekeeper.reading.kept_pages import NewPage
from scorekeeper.reading.lists.tables import ListOfTable
from scorekeeper.reading.sheet.seen_sheet import SheetError, same_sheet

MOST_PAGES = 6
"""The most pages that one request may have, each of which takes a second or more to read."""
MOST_MEGABYTES = 32
MOST_BYTES = MOST_MEGABYTES * 1024 * 1024
"""The most bytes of all files in one request: five photos of 6 MB."""


OF_SHEETS = {"others": refusals.OTHERS, "twice": refusals.TWICE}
"""Sentences by the code of a `SheetError`."""


@dataclass(frozen=True, kw_only=True)
class Upload:
    """The pages that were read, in order and of one sheet, and sentences about files that can't be read.

    `remarks` are sentences about blank pages.
    """

    pages: Sequence[NewPage] = ()
    remarks: Sequence[str] = ()
    problems: Sequence[str] = field(default_factory=list)


def read(files: Sequence[UploadedFile[Any]], spend: Callable[[], None], known: Sequence[ListOfTable] = ()) -> Upload:
    """Read the pages in files, or the `known` lists that are printed elsewhere; `spend` is called before each page.

    Good pages are read even if another one isn't, so that only that one has to be photographed again.
    """
    # Imported here, since these modules need packages that a server can do without, and take a while to load.
    from scorekeeper.reading.photo.markers import NotASheetError  # noqa: PLC0415
    from scorekeeper.reading.photo.pictures import PictureError  # noqa: PLC0415

    if len(files) > MOST_PAGES:
        return Upload(problems=[refusals.TOO_MANY % {"most": MOST_PAGES}])
    pages: list[NewPage] = []
    problems: list[str] = []
    blank: list[str] = []
    remarks: list[str] = []
    for file in files:
        try:
            pages += _pages_in(file, MOST_PAGES - len(pages), spend, known, remarks)
        except (PictureError, NotASheetError) as error:
            sentences = blank if error.code == "blank" else problems
            sentences.append(_named(file, files, str(refusals.sentence_for(error.code))))
        except _TooManyPagesError:
            problems.append(refusals.TOO_MANY % {"most": MOST_PAGES})
            break
    try:
        if not pages:
            return Upload(problems=[*problems, *blank])
        return Upload(pages=_in_order(pages), problems=problems, remarks=remarks)
    except SheetError as error:
        sentence = OF_SHEETS[error.code] % {"page": error.page}
        return Upload(problems=[*problems, sentence])


class _TooManyPagesError(Exception):
    pass


def _pages_in(
    file: UploadedFile[Any],
    room: int,
    spend: Callable[[], None],
    known: Sequence[ListOfTable],
    remarks: list[str],
) -> Iterator[NewPage]:
    from scorekeeper.reading.lists.photos import page_or_list_in  # noqa: PLC0415
    from scorekeeper.reading.sheet import photos  # noqa: PLC0415 - see above

    name = file.name or ""

    def skipped(number: int) -> None:
        remarks.append(refusals.BLANK_SKIPPED % {"page": number, "file": name})

    read = partial(page_or_list_in, known=known)
    for page in photos.pages_in(file.read(), name, read, before=spend, skipped=skipped):
        if not room:
            raise _TooManyPagesError
        room -= 1
        yield NewPage(seen=page, image=page.jpeg())


def _named(file: UploadedFile[Any], files: Sequence[UploadedFile[Any]], sentence: str) -> str:
    """Return a sentence about a file, with its name if there are several."""
    if len(files) == 1:
        return sentence
    return _("%(file)s: %(sentence)s") % {"file": file.name, "sentence": sentence}


def _in_order(pages: Iterable[NewPage]) -> list[NewPage]:
    """Return pages in order; raise `SheetError` if they are of several sheets, or one is included twice."""
    ordered = sorted(pages, key=lambda page: page.seen.code.page)
    for before, page in pairwise(ordered):
        if not same_sheet(before.seen.code, page.seen.code):
            raise SheetError("others", page.seen.code.page)
        if before.seen.code.page == page.seen.code.page:
            raise SheetError("twice", page.seen.code.page)
    return ordered
