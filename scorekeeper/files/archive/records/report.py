"""The result of an import, or of its dry run: counts, and the names of single rows."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

MOST_NAMES = 200
"""How many rows of each kind and verdict are named; the others are only counted."""


class Verdict(StrEnum):
    """What happens to something in the file."""

    NEW = "new"
    SAME = "same"  # exists here, identical
    MATCHED = "matched"  # by name, with a record here
    LONGER = "longer"  # the file continues it, and it is extended here
    OLDER = "older"  # the version here has continued
    DIFFERS = "differs"  # stays as it is here
    PARTED = "parted"  # has continued in both; stays as it is here


def history_verdict(
    existing: Sequence[Any], in_file: Sequence[Any], same: Callable[[Any, Any], bool] = operator.eq
) -> Verdict:
    """Return the verdict on two lists that only grow, here and in the file.

    `same` says whether an earlier item of the shorter list is that of the longer one.

    >>> [history_verdict([1], in_file).value for in_file in ([1], [1, 2], [], [3])]
    ['same', 'longer', 'older', 'parted']
    """
    if existing == in_file:
        return Verdict.SAME
    shorter, longer, verdict = (
        (existing, in_file, Verdict.LONGER) if len(existing) <= len(in_file) else (in_file, existing, Verdict.OLDER)
    )
    return verdict if all(map(same, shorter, longer)) else Verdict.PARTED


WRITTEN = (Verdict.NEW, Verdict.MATCHED, Verdict.LONGER)


@dataclass
class ImportReport:
    """Counts by kind and verdict, and the first names of each."""

    club: str = ""
    is_new: bool = False
    counts: Counter[tuple[str, Verdict]] = field(default_factory=Counter)
    names: dict[tuple[str, Verdict], list[str]] = field(default_factory=dict)

    def count(self, kind: str, verdict: Verdict, name: str = "") -> None:
        self.counts[kind, verdict] += 1
        names = self.names.setdefault((kind, verdict), [])
        if name and len(names) < MOST_NAMES:
            names.append(name)

    def of(self, kind: str, *verdicts: Verdict) -> int:
        return sum(self.counts[kind, verdict] for verdict in verdicts)

    @property
    def changes(self) -> int:
        """The number of things that are, or would be, written."""
        return sum(number for (_kind, verdict), number in self.counts.items() if verdict in WRITTEN)

    def as_json(self) -> dict[str, Any]:
        rows: Sequence[Any] = [
            [kind, verdict, number, self.names.get((kind, verdict), [])]
            for (kind, verdict), number in self.counts.items()
        ]
        return {"club": self.club, "is_new": self.is_new, "rows": rows}

    @classmethod
    def from_json(cls, content: dict[str, Any]) -> ImportReport:
        report = cls(content["club"], content["is_new"])
        for kind, verdict, number, names in content["rows"]:
            report.counts[kind, Verdict(verdict)] = number
            report.names[kind, Verdict(verdict)] = names
        return report
