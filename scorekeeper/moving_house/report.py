"""What unpacking a file comes to, or would: how much of what is new, and what is said of single things."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

MOST_TOLD = 200
"""Of each verdict on a kind so many are named; the others are counted."""


class Verdict(StrEnum):
    """What becomes of something that is in the file."""

    NEW = "new"
    SAME = "same"  # it is here already, just so
    MATCHED = "matched"  # by its name, with a record that is here
    LONGER = "longer"  # it goes on in the file, and now here
    OLDER = "older"  # it has gone on here
    DIFFERS = "differs"  # and stays as it is here
    PARTED = "parted"  # it has gone on in both; it stays as it is here


WRITTEN = (Verdict.NEW, Verdict.MATCHED, Verdict.LONGER)


@dataclass
class Report:
    """By kind and verdict how many there are, and the names of those that one would ask for."""

    club: str = ""
    is_new: bool = False
    counts: Counter[tuple[str, Verdict]] = field(default_factory=Counter)
    told: dict[tuple[str, Verdict], list[str]] = field(default_factory=dict)

    def count(self, kind: str, verdict: Verdict, name: str = "") -> None:
        self.counts[kind, verdict] += 1
        named = self.told.setdefault((kind, verdict), [])
        if name and len(named) < MOST_TOLD:
            named.append(name)

    def of(self, kind: str, *verdicts: Verdict) -> int:
        return sum(self.counts[kind, verdict] for verdict in verdicts)

    @property
    def changes(self) -> int:
        """How many things are, or would be, written."""
        return sum(number for (_kind, verdict), number in self.counts.items() if verdict in WRITTEN)

    def as_json(self) -> dict[str, Any]:
        rows: Sequence[Any] = [
            [kind, verdict, number, self.told.get((kind, verdict), [])]
            for (kind, verdict), number in self.counts.items()
        ]
        return {"club": self.club, "is_new": self.is_new, "rows": rows}

    @classmethod
    def from_json(cls, said: dict[str, Any]) -> Report:
        report = cls(said["club"], said["is_new"])
        for kind, verdict, number, named in said["rows"]:
            report.counts[kind, Verdict(verdict)] = number
            report.told[kind, Verdict(verdict)] = named
        return report
