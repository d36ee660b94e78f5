"""Sessions, each on one line with all its rows: seats, every row of every hand, journal, settlements, results.

Deleted sessions are left out: they can be restored only where they were deleted.

An existing session is the same if its journal is. If the journal here is the beginning of the one in the file, the
session is extended; if the two have diverged, it stays as it is here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.clubs.models import Club
from scorekeeper.evenings.tables.table_numbers import number_tables
from scorekeeper.files.archive.format import LinePart
from scorekeeper.files.archive.records.base import RecordType
from scorekeeper.files.archive.records.id_map import IdMap
from scorekeeper.files.archive.records.references import Names, sessions_by_name
from scorekeeper.files.archive.records.report import Verdict, history_verdict
from scorekeeper.files.archive.records.session_rows import CHANGES, SESSIONS, SessionRows
from scorekeeper.files.archive.replay_check import totals_by_session
from scorekeeper.files.archive.rows import BATCH_SIZE
from scorekeeper.files.archive.schema_history import Row
from scorekeeper.play import notifications
from scorekeeper.play.models import Session
from scorekeeper.play.visibility.deleted_sessions import not_deleted


class SessionRecord(RecordType):
    slug = "session"
    labels = {"session": gettext_lazy("Sessions")}
    rows = SESSIONS

    def __init__(self) -> None:
        super().__init__()
        self._waiting: list[SessionRows] = []
        self._follows: list[tuple[str, LinePart]] = []
        self._public_ids: set[str] = set()

    def count(self, club: Club) -> int:
        return club.sessions.filter(not_deleted()).count()

    def export(self, club: Club, names: Names) -> Iterator[Row]:
        """Yield the sessions that are not deleted in batches, with the totals that they come to by their rows."""
        keys, of_club = sorted(names.sessions), {*names.sessions.values()}
        for start in range(0, len(keys), BATCH_SIZE):
            batch = keys[start : start + BATCH_SIZE]
            totals = totals_by_session(Session.objects.filter(pk__in=batch))
            for key, row in zip(batch, self.rows.fetched(pk__in=batch), strict=True):
                follows = row["follows"] if row["follows"] in of_club else None
                yield {**row, "follows": follows, "hands": _with_places(row["hands"]), "totals": totals[key]}

    def import_(self, part: LinePart, id_map: IdMap) -> None:
        rows = SessionRows.read(part, id_map)
        if rows.public_id in self._public_ids:
            raise part["public_id"].error(_("this session is already in the file."))
        self._public_ids.add(rows.public_id)
        self._waiting.append(rows)
        if len(self._waiting) >= BATCH_SIZE:
            self._write(id_map)

    def flush(self, id_map: IdMap) -> None:
        self._write(id_map)
        for public_id, part in self._follows:
            before = id_map.sessions.get(part.text())
            if before is None:
                raise part.error(_("the file has no entry with this name."))
            # Leave `follows` empty if another session already follows that one here.
            if id_map.writes and not Session.objects.filter(follows=before).exists():
                Session.objects.filter(pk=id_map.sessions[public_id]).update(follows=before)
        if id_map.writes:
            number_tables(id_map.club)

    def _write(self, id_map: IdMap) -> None:
        """Write the waiting sessions: new, extended or left alone; replay those written and compare their totals."""
        waiting, self._waiting = self._waiting, []
        existing = sessions_by_name({one.public_id for one in waiting}, lock=id_map.writes)
        journals = CHANGES.by_parent(session__in=[one for one in existing.values() if one.club_id == id_map.club.pk])
        new, longer = [], []
        for rows in waiting:
            stored = existing.get(rows.public_id)
            if stored is None:
                new.append(rows)
                id_map.report.count(self.slug, Verdict.NEW, rows.name)
                continue
            if stored.club_id != id_map.club.pk:
                raise rows.part["public_id"].error(_("here, this session belongs to another club."))
            id_map.sessions[rows.public_id] = stored.pk
            verdict = _verdict(rows, stored, journals[stored.pk], id_map)
            id_map.report.count(self.slug, verdict, rows.name)
            if verdict is Verdict.LONGER:
                rows.take_over(stored, existing_changes=len(journals[stored.pk]))
                longer.append(rows)
        self._insert(new, longer, id_map)

    def _insert(self, new: Sequence[SessionRows], longer: Sequence[SessionRows], id_map: IdMap) -> None:
        for rows in new:
            follows = rows.part["follows"].or_none()
            if follows:
                self._follows.append((rows.public_id, follows))
        if not id_map.writes:
            for rows in (*new, *longer):
                rows.require_totals(rows.replayed())
                id_map.sessions.setdefault(rows.public_id, 0)
            return
        id_map.insert([rows.session for rows in new])
        for rows in longer:
            rows.clear()
            rows.session.save()
            notifications.announce(rows.public_id)
        SessionRows.insert([*new, *longer], id_map)
        totals = totals_by_session([rows.session for rows in (*new, *longer)])
        for rows in (*new, *longer):
            rows.require_totals(totals[rows.session.pk])
            id_map.sessions[rows.public_id] = rows.session.pk


def _with_places(hands: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return every row of the hands; `replaces` becomes the place in the list of the row that it replaces."""
    places = {hand.pop("_key"): place for place, hand in enumerate(hands)}
    return [{**hand, "replaces": places.get(hand["replaces"])} for hand in hands]


def _verdict(rows: SessionRows, stored: Session, existing: Sequence[Row], id_map: IdMap) -> Verdict:
    """Decide what happens to an existing session; one of a held evening is never extended."""
    verdict = history_verdict(existing, rows.part["changes"].content)
    if verdict is Verdict.SAME and stored.revision != rows.session.revision:
        return Verdict.PARTED
    if verdict is Verdict.LONGER:
        held = stored.evening is not None and stored.evening.public_id in id_map.held
        same = list(stored.seats.order_by("place").values_list("name", flat=True)) == [seat.name for seat in rows.seats]
        return Verdict.LONGER if same and not held else Verdict.PARTED
    return verdict
