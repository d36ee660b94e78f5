"""Reading the entries of a tournament document."""

from __future__ import annotations

from games.scoring.errors import Code
from games.scoring.numbers import MOST
from games.scoring.text import gettext_lazy as _
from scorekeeper.tournaments.document.types import TournamentEntry, TournamentTerms
from scorekeeper.tournaments.document.values import DocumentValue

REQUIRED = ("number", "name")
OPTIONAL = ("team", "tandem", "category", "withdrawn_after")


def read_entries(value: DocumentValue, terms: TournamentTerms) -> tuple[TournamentEntry, ...]:
    """Return the entries; no two have the same start number or name."""
    entries: list[TournamentEntry] = []
    taken: dict[str, set[object]] = {"name": set(), "number": set()}
    for item in value.items():
        members = item.members(REQUIRED, OPTIONAL)
        entry = _read_entry(members, terms)
        for key, others in taken.items():
            mine = getattr(entry, key)
            if mine in others:
                members[key].refuse(Code.SAME_PLAYER, _("Another entry has the same name or start number."))
            others.add(mine)
        entries.append(entry)
    return tuple(entries)


def _read_entry(members: dict[str, DocumentValue], terms: TournamentTerms) -> TournamentEntry:
    def name(key: str) -> str | None:
        return members[key].name() if key in members else None

    return TournamentEntry(
        number=members["number"].whole(1, MOST),
        name=members["name"].name(),
        team=name("team"),
        tandem=name("tandem"),
        category=name("category"),
        withdrawn_after=members["withdrawn_after"].whole(0, terms.rounds) if "withdrawn_after" in members else None,
    )
