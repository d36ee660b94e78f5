"""What rows are called in a club file, which has no primary keys: uids, public ids, or numbers of the file's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scorekeeper.clubs.models import Club
from scorekeeper.evenings.models import Presence, Round
from scorekeeper.play.models import Seat, Session
from scorekeeper.play.visibility.deleted_sessions import not_deleted

UNKNOWN = "?"
"""The prefix for rows that no longer exist; settlements outlive the people and sessions they mention."""


@dataclass
class Names:
    """Names in the file by primary key. A round has its number at its evening, a presence one of the file's own.

    Deleted sessions are not in the file. Settlements that mention one do so as if it no longer existed.
    """

    players: dict[int, str] = field(default_factory=dict)
    evenings: dict[int, str] = field(default_factory=dict)
    rounds: dict[int, tuple[str, int]] = field(default_factory=dict)
    sessions: dict[int, str] = field(default_factory=dict)
    presences: dict[int, int] = field(default_factory=dict)

    @classmethod
    def of(cls, club: Club) -> Names:
        presences = Presence.objects.filter(evening__club=club).order_by("evening_id", "pk")
        return cls(
            players=dict(club.players.values_list("pk", "uid")),
            evenings=dict(club.evenings.values_list("pk", "public_id")),
            rounds={
                key: (evening, number)
                for key, evening, number in Round.objects.filter(evening__club=club).values_list(
                    "pk", "evening__public_id", "number"
                )
            },
            sessions=dict(club.sessions.filter(not_deleted()).values_list("pk", "public_id")),
            presences={pk: number for number, pk in enumerate(presences.values_list("pk", flat=True))},
        )

    def player(self, key: int) -> str:
        return self.players.get(key) or f"{UNKNOWN}{abs(key)}"

    def session(self, key: int) -> str:
        return self.sessions.get(key) or f"{UNKNOWN}{abs(key)}"

    def presence(self, key: int) -> int:
        """Return the number of a presence; one lost in a merge gets the next number."""
        return self.presences.setdefault(key, len(self.presences))

    def seats(self, keys: list[int]) -> list[list[str | int]]:
        """Return seats as pairs of session and place."""
        seats = Seat.objects.filter(pk__in=keys, session__in=self.sessions).order_by("pk")
        return [[self.sessions[session], place] for session, place in seats.values_list("session_id", "place")]


def key_of(name: str, keys: Mapping[str, int]) -> int:
    """Return the key for a name in the file; a negative one, which no row has, if the row no longer exists.

    >>> key_of("Ab3", {"Ab3": 7}), key_of("?12", {})
    (7, -12)
    """
    if name.startswith(UNKNOWN) and name[1:].isdecimal():
        return -int(name[1:])
    return keys[name]


def sessions_by_name(names: set[str], *, lock: bool) -> dict[str, Session]:
    """Return the sessions with these public ids, of any club; `lock` blocks writes until the transaction ends."""
    sessions = Session.objects.filter(public_id__in=names).select_related("evening")
    if lock:
        sessions = sessions.select_for_update(of=("self",))
    return {one.public_id: one for one in sessions}
