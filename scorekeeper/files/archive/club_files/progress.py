"""The progress of an import or export on a terminal, and its result in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from time import monotonic
from typing import TYPE_CHECKING, TextIO

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.files.archive.records import RECORDS
from scorekeeper.files.archive.records.report import ImportReport, Verdict

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

UPDATE_INTERVAL = 0.2
"""Seconds between two updates."""

VERDICTS: Mapping[Verdict, StrPromise] = {
    Verdict.NEW: gettext_lazy("new"),
    Verdict.SAME: gettext_lazy("already here, identical"),
    Verdict.MATCHED: gettext_lazy("matched by name with a record here"),
    Verdict.LONGER: gettext_lazy("continued in the file; updated here"),
    Verdict.OLDER: gettext_lazy("continued here; kept"),
    Verdict.DIFFERS: gettext_lazy("different here; kept as they are here"),
    Verdict.PARTED: gettext_lazy("changed both here and in the file; kept as they are here"),
}
NAMED = (Verdict.MATCHED, Verdict.DIFFERS, Verdict.PARTED, Verdict.OLDER, Verdict.LONGER)
"""The verdicts whose names are listed; the names of new people are listed too."""


def run_with_progress(terminal: TextIO, steps: Iterable[tuple[int, int]]) -> None:
    """Run the steps; on a terminal, show the progress."""
    last_update = 0.0
    for done, total in steps:
        if terminal.isatty() and monotonic() - last_update > UPDATE_INTERVAL:
            last_update = monotonic()
            terminal.write(f"\r{percent(done, total)} %  ")
            terminal.flush()
    if last_update:
        terminal.write("\r       \r")


def percent(done: int, total: int) -> int:
    """Return the progress in percent, at most 99.

    >>> percent(0, 0), percent(1, 3), percent(3, 3)
    (0, 33, 99)
    """
    return min(99, 100 * done // total) if total else 0


def rows(report: ImportReport) -> Iterator[tuple[str, str, int, list[str]]]:
    """Yield the kind, the verdict, the number, and the names if they are listed."""
    for kind, kind_label in [pair for each in RECORDS for pair in each.labels.items()]:
        for verdict, label in VERDICTS.items():
            if number := report.of(kind, verdict):
                has_names = verdict in NAMED or (kind, verdict) == ("player", Verdict.NEW)
                yield str(kind_label), str(label), number, report.names[kind, verdict] if has_names else []


def report_lines(report: ImportReport) -> Iterator[str]:
    """Yield the report line by line."""
    yield _("A new club: %(club)s") % {"club": report.club} if report.is_new else report.club
    for kind, verdict, number, listed in rows(report):
        names = "".join(f"\n    {name}" for name in listed)
        yield f"  {kind}: {number:,} {verdict}{names}"
