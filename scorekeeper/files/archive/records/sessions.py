"""Sessions, each on one line with all its rows: seats, every row of every hand, journal, settlements, results.

An existing session is the same if its journal is. If the journal here is the beginning of the one in the file, the
session is extended; if the two have diverged, it stays as it is here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.clubs.models import Club
from scorekeeper.evenings.table_numbers import number_tables
from scorekeeper.files.archive.fields import LinePart, told
from scorekeeper.files.archive.id_map import Arrival
from scorekeeper.files.archive.records.base import RecordType, Said
from scorekeeper.files.archive.records.session_rows import OF_CHANGE, SessionRows, lines_of
from scorekeeper.files.archive.references import Names, sessions_by_name
from scorekeeper.files.archive.replay_check import totals_by_session
from scorekeeper.files.archive.report import Verdict
from scorekeeper.play import notifications
from scorekeeper.play.models import Change, Session

TOGETHER = 50
"""How many sessions are read or written at once."""


class SessionKind(RecordType):
    slug = "session"
    words = {"session": gettext_lazy("Sessions")}

    def __init__(self) -> None:
        self._waiting: list[SessionRows] = []
        self._follows: list[tuple[str, LinePart]] = []
        self._named: set[str] = set()

    def count(self, club: Club) -> int:
        return club.sessions.count()

    def pack(self, club: Club, names: Names) -> Iterator[Said]:
        after = 0
        known = club.sessions.order_by("pk")
        while found := list(known.filter(pk__gt=after)[:TOGETHER]):
            after = found[-1].pk
            yield from lines_of(found, names, totals_by_session(found))

    def unpack(self, part: LinePart, arrival: Arrival) -> None:
        rows = SessionRows.read(part, arrival)
        if rows.public_id in self._named:
            raise part["public_id"].refused(_("this session is already in the file."))
        self._named.add(rows.public_id)
        self._waiting.append(rows)
        if len(self._waiting) >= TOGETHER:
            self._write(arrival)

    def flush(self, arrival: Arrival) -> None:
        self._write(arrival)
        for public_id, part in self._follows:
            before = arrival.sessions.get(part.text())
            if before is None:
                raise part.refused(_("the file has no entry with this name."))
            # Leave `follows` empty if another session already follows that one here.
            if arrival.writes and not Session.objects.filter(follows=before).exists():
                Session.objects.filter(pk=arrival.sessions[public_id]).update(follows=before)
        if arrival.writes:
            number_tables(arrival.club)

    def _write(self, arrival: Arrival) -> None:
        """Write the waiting sessions: new, extended or left alone; replay those written and compare their totals."""
        waiting, self._waiting = self._waiting, []
        here = sessions_by_name({one.public_id for one in waiting}, lock=arrival.writes)
        journals = _journals([one for one in here.values() if one.club_id == arrival.club.pk])
        new, longer = [], []
        for rows in waiting:
            found = here.get(rows.public_id)
            if found is None:
                new.append(rows)
                arrival.report.count(self.slug, Verdict.NEW, rows.name)
                continue
            if found.club_id != arrival.club.pk:
                raise rows.part["public_id"].refused(_("here, this session belongs to another club."))
            arrival.sessions[rows.public_id] = found.pk
            verdict = _verdict(rows, found, journals.get(found.pk, []), arrival)
            arrival.report.count(self.slug, verdict, rows.name)
            if verdict is Verdict.LONGER:
                rows.take_over(found, known=len(journals[found.pk]))
                longer.append(rows)
        self._insert(new, longer, arrival)

    def _insert(self, new: Sequence[SessionRows], longer: Sequence[SessionRows], arrival: Arrival) -> None:
        for rows in new:
            follows = rows.part["follows"].maybe()
            if follows:
                self._follows.append((rows.public_id, follows))
        if not arrival.writes:
            for rows in (*new, *longer):
                rows.require_totals(rows.replayed())
                arrival.sessions.setdefault(rows.public_id, 0)
            return
        arrival.insert([rows.session for rows in new])
        for rows in longer:
            rows.clear()
            rows.session.save()
            notifications.announce(rows.public_id)
        SessionRows.insert([*new, *longer], arrival)
        totals = totals_by_session([rows.session for rows in (*new, *longer)])
        for rows in (*new, *longer):
            rows.require_totals(totals[rows.session.pk])
            arrival.sessions[rows.public_id] = rows.session.pk


def _journals(sessions: Sequence[Session]) -> dict[int, list[Said]]:
    found: dict[int, list[Said]] = {one.pk: [] for one in sessions}
    for change in Change.objects.filter(session__in=sessions).order_by("session_id", "revision").iterator(500):
        found[change.session_id].append(told(Change, OF_CHANGE, [getattr(change, name) for name in OF_CHANGE]))
    return found


def _verdict(rows: SessionRows, found: Session, here: Sequence[Said], arrival: Arrival) -> Verdict:
    """Decide what happens to an existing session; one of a held evening is never extended."""
    there = rows.part["changes"].said
    if here == there:
        return Verdict.SAME if found.revision == rows.session.revision else Verdict.PARTED
    if here == there[: len(here)]:
        held = found.evening is not None and found.evening.public_id in arrival.held
        same = list(found.seats.order_by("place").values_list("name", flat=True)) == [seat.name for seat in rows.seats]
        return Verdict.LONGER if same and not held else Verdict.PARTED
    return Verdict.OLDER if there == here[: len(there)] else Verdict.PARTED
