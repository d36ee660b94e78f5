"""How far it is, on a terminal, and what came of it, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from time import monotonic
from typing import TYPE_CHECKING, TextIO

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.moving_house.kinds import KINDS
from scorekeeper.moving_house.report import Report, Verdict

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

EVERY = 0.2
"""Seconds between two looks at how far it is."""

VERDICTS: Mapping[Verdict, StrPromise] = {
    Verdict.NEW: gettext_lazy("new"),
    Verdict.SAME: gettext_lazy("here already, just so"),
    Verdict.MATCHED: gettext_lazy("matched by the name with a record that is here"),
    Verdict.LONGER: gettext_lazy("go on in the file, and now here"),
    Verdict.OLDER: gettext_lazy("have gone on here; they stay so"),
    Verdict.DIFFERS: gettext_lazy("different here; they stay as they are here"),
    Verdict.PARTED: gettext_lazy("changed here and in the file; they stay as they are here"),
}
NAMED = (Verdict.MATCHED, Verdict.DIFFERS, Verdict.PARTED, Verdict.OLDER, Verdict.LONGER)
"""Of these one asks which; new people are named too."""


def told_on(terminal: TextIO, steps: Iterable[tuple[int, int]]) -> None:
    """Does the steps; on a terminal a line says all the time how far it is."""
    shown = 0.0
    for done, whole in steps:
        if terminal.isatty() and monotonic() - shown > EVERY:
            shown = monotonic()
            terminal.write(f"\r{percent(done, whole)} %  ")
            terminal.flush()
    if shown:
        terminal.write("\r       \r")


def percent(done: int, whole: int) -> int:
    """How much is done, never all before it is.

    >>> percent(0, 0), percent(1, 3), percent(3, 3)
    (0, 33, 99)
    """
    return min(99, 100 * done // whole) if whole else 0


def rows(report: Report) -> Iterator[tuple[str, str, int, list[str]]]:
    """The kind, the verdict, how many, and their names where one would ask for them."""
    for kind, words in [pair for each in KINDS for pair in each.words.items()]:
        for verdict, said in VERDICTS.items():
            if number := report.of(kind, verdict):
                named = verdict in NAMED or (kind, verdict) == ("player", Verdict.NEW)
                yield str(words), str(said), number, report.told[kind, verdict] if named else []


def in_words(report: Report) -> Iterator[str]:
    """One line for each."""
    yield _("A new club: %(club)s") % {"club": report.club} if report.is_new else report.club
    for kind, verdict, number, named in rows(report):
        names = "".join(f"\n    {name}" for name in named)
        yield f"  {kind}: {number:,} {verdict}{names}"
