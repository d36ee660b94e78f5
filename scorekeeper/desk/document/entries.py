"""Reading the entries of a tournament document."""

from __future__ import annotations

from games.scoring.errors import Code
from games.scoring.numbers import MOST
from games.scoring.text import gettext_lazy as _
from scorekeeper.desk.document.types import DocumentEntry, Penalty, TournamentTerms
from scorekeeper.desk.document.values import DocumentValue

REQUIRED = ("number", "name")
OPTIONAL = ("team", "tandem", "category", "withdrawn_after", "penalties")


def read_entries(value: DocumentValue, terms: TournamentTerms) -> tuple[DocumentEntry, ...]:
    """Return the entries; no two have the same start number or name."""
    by_name: dict[str, DocumentEntry] = {}
    by_number: dict[int, DocumentEntry] = {}
    for item in value.items():
        members = item.members(REQUIRED, OPTIONAL)
        entry = _read_entry(members, terms)
        if other := by_name.get(entry.name):
            message = _("Start number {number} has the same name.", number=other.number)
            members["name"].refuse(Code.SAME_PLAYER, message)
        if other := by_number.get(entry.number):
            members["number"].refuse(Code.SAME_PLAYER, _("{name} has the same start number.", name=other.name))
        by_name[entry.name] = by_number[entry.number] = entry
    return tuple(by_number.values())


def _read_entry(members: dict[str, DocumentValue], terms: TournamentTerms) -> DocumentEntry:
    def name(key: str) -> str | None:
        return members[key].name() if key in members else None

    return DocumentEntry(
        number=members["number"].whole(1, MOST),
        name=members["name"].name(),
        team=name("team"),
        tandem=name("tandem"),
        category=name("category"),
        withdrawn_after=members["withdrawn_after"].whole(0, terms.rounds) if "withdrawn_after" in members else None,
        penalties=tuple(_read_penalty(item, terms) for item in members["penalties"].items())
        if "penalties" in members
        else (),
    )


def _read_penalty(value: DocumentValue, terms: TournamentTerms) -> Penalty:
    members = value.members(("round", "points", "reason"))
    return Penalty(
        round=members["round"].whole(1, terms.rounds),
        points=members["points"].whole(1),
        reason=members["reason"].text(),
    )
