"""Members and guests, matched by uid, then by a name that is unique in the file and here; and their personal data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.clubs import personal_data
from scorekeeper.clubs.models import Club, Merge, PersonalData, Player
from scorekeeper.clubs.names import folded
from scorekeeper.clubs.queries import now_part_of
from scorekeeper.evenings.models import Evening, Presence
from scorekeeper.files.archive.format import LinePart
from scorekeeper.files.archive.records.base import RecordType
from scorekeeper.files.archive.records.id_map import IdMap
from scorekeeper.files.archive.records.references import Names
from scorekeeper.files.archive.records.report import Verdict
from scorekeeper.files.archive.rows import Columns, RowType
from scorekeeper.files.archive.schema_history import Row
from scorekeeper.play.models import Seat

COMPARED = ("name", "nickname", "member_number", "category", "guest", "retired_at")


class PlayerRecord(RecordType):
    """Members and guests; matched only when all are read, because names must be unique."""

    slug = "player"
    labels = {"player": gettext_lazy("Members and guests"), "member_number": gettext_lazy("Member numbers")}
    rows = RowType(model=Player, references={"merged_into": "merged_into__uid"})

    def __init__(self) -> None:
        super().__init__()
        self._rows: dict[str, tuple[LinePart, dict[str, Any], str | None]] = {}

    def import_(self, part: LinePart, id_map: IdMap) -> None:
        row = self.rows.read(part)
        merged_into = part["merged_into"].or_none()
        if row["uid"] in self._rows:
            raise part["uid"].error(_("this person is already in the file."))
        self._rows[row["uid"]] = part, row, merged_into.text() if merged_into else None

    def flush(self, id_map: IdMap) -> None:
        existing = self._existing(id_map)
        by_name = self._by_name(id_map, existing)
        new: dict[str, Player] = {}
        for uid, (_part, row, merged_into) in self._rows.items():
            record = existing.get(uid)
            if record is None and merged_into is None and (record := by_name.get(folded(row["name"]))):
                self._match(record, uid, id_map)
            elif record is None:
                record = new[uid] = Player(club=id_map.club, **{**row, "member_number": ""})
                id_map.report.count(self.slug, Verdict.NEW, row["name"])
            else:
                self._compare(record, row, merged_into, id_map)
            id_map.records[uid] = record
        id_map.insert(list(new.values()), timestamps=("created_at",))
        id_map.new_people = set(new)
        self._merge_new(new, id_map)
        self._number_new(new, id_map)
        id_map.people = {uid: now_part_of(player) for uid, player in id_map.records.items()}

    def _existing(self, id_map: IdMap) -> dict[str, Player]:
        """Return the club's players by uid; raises `ArchiveError` if one in the file belongs to another club here."""
        same_uid = Player.objects.filter(uid__in=list(self._rows))
        if other := same_uid.exclude(pk__in=id_map.existing(Player)).first():
            part, row, _kept = self._rows[other.uid]
            raise part.error(_("here, %(name)s belongs to another club.") % {"name": row["name"]})
        players = {one.pk: one for one in id_map.existing(Player)}
        for one in players.values():
            if one.merged_into_id is not None:
                one.merged_into = players[one.merged_into_id]
        return {one.uid: one for one in players.values()}

    def _by_name(self, id_map: IdMap, existing: dict[str, Player]) -> dict[str, Player]:
        """Return the existing players that a name in the file can match: unmerged, and unique on both sides."""
        unmatched = [one for one in existing.values() if one.uid not in self._rows and one.merged_into is None]
        unmatched_names = Counter(folded(one.name) for one in unmatched)
        in_file_names = Counter(
            folded(row["name"])
            for uid, (_part, row, merged_into) in self._rows.items()
            if merged_into is None and uid not in existing
        )
        return {
            name: one
            for one in unmatched
            if unmatched_names[name := folded(one.name)] == 1 and in_file_names[name] == 1
        }

    def _match(self, player: Player, uid: str, id_map: IdMap) -> None:
        """Take over the file's uid, so that the two stay matched even if renamed."""
        player.uid = uid
        if id_map.writes:
            player.save(update_fields=["uid"])
        id_map.report.count(self.slug, Verdict.MATCHED, player.name)

    def _compare(self, player: Player, row: dict[str, Any], merged_into: str | None, id_map: IdMap) -> None:
        same = all(getattr(player, name) == row[name] for name in COMPARED)
        merged = player.merged_into.uid if player.merged_into else None
        verdict = Verdict.SAME if same and merged == merged_into else Verdict.DIFFERS
        id_map.report.count(self.slug, verdict, player.name)

    def _merge_new(self, new: dict[str, Player], id_map: IdMap) -> None:
        """Link new records that had been merged into others."""
        merged = []
        for uid, player in new.items():
            part, _columns, merged_into = self._rows[uid]
            if merged_into is not None:
                if merged_into not in id_map.records:
                    raise part["merged_into"].error(_("the file has no person with this name."))
                player.merged_into = id_map.records[merged_into]
                merged.append(player)
                _require_end(player, part["merged_into"])
        if id_map.writes:
            Player.objects.bulk_update(merged, ["merged_into"], batch_size=200)

    def _number_new(self, new: dict[str, Player], id_map: IdMap) -> None:
        """Give new records their member numbers, when those that had been merged no longer count.

        A number that somebody else has here stays theirs, and the report names the new record.
        """
        used_here = set(id_map.existing(Player).filter(merged_into=None).values_list("member_number", flat=True))
        used_in_file: set[str] = set()
        for uid, player in new.items():
            part, row, merged_into = self._rows[uid]
            number = row["member_number"]
            if number and merged_into is None:
                if number in used_in_file:
                    raise part["member_number"].error(_("this member number is already in the file."))
                if number in used_here:
                    id_map.report.count("member_number", Verdict.DIFFERS, f"{number} ({player})")
                    continue
                used_in_file.add(number)
            player.member_number = number
        if id_map.writes:
            numbered = [player for player in new.values() if player.member_number]
            Player.objects.bulk_update(numbered, ["member_number"], batch_size=200)


class PersonalDataRecord(RecordType):
    """Personal data of people who are new here. Other people's data stays as it is here, even if it was deleted."""

    slug = "personal_data"
    labels = {"personal_data": gettext_lazy("Personal data")}
    rows = RowType(model=PersonalData, references={"player": "player__uid"})

    def __init__(self) -> None:
        super().__init__()
        self._existing: dict[int, Row] = {}
        self._read: set[str] = set()

    def count(self, club: Club) -> int:
        return PersonalData.objects.filter(player__club=club).count()

    def export(self, club: Club, names: Names) -> Iterator[Row]:
        yield from self.rows.fetched(player__club=club)

    def import_(self, part: LinePart, id_map: IdMap) -> None:
        row, uid = self.rows.read(part), part["player"].text()
        player = _record(part["player"], id_map)
        if uid in self._read:
            raise part["player"].error(_("this person is already in the file."))
        if not self._read and not id_map.is_new:
            rows = PersonalData.objects.filter(player__club=id_map.club)
            self._existing = {one.pop("player"): one for one in rows.values("player", *row)}
        self._read.add(uid)
        verdict = Verdict.SAME if self._existing.get(player.pk) == row else Verdict.DIFFERS
        if uid in id_map.new_people:
            verdict = Verdict.NEW
            self._new.append(PersonalData(player=player, **row))
        id_map.report.count(self.slug, verdict, player.name)


def _require_end(player: Player, part: LinePart) -> None:
    """Raise `ArchiveError` for a chain of merges that leads back to itself."""
    chain = [player]
    while (after := chain[-1].merged_into) is not None:
        if any(after is one for one in chain):
            raise part.error(_("a player can’t be merged with themselves."))
        chain.append(after)


MOVED = ("seats", "presences", "joined")
MOVED_LATER = ("rounds", "tournaments")
"""What older files don't have."""
TIMES = Columns(Presence, ["came_at", "left_at"])


class MergeRecord(RecordType):
    """Merges, after all rows that a merge moves. Merges made here stay as they are."""

    slug = "merge"
    labels = {"merge": gettext_lazy("Merges")}
    rows = RowType(model=Merge, references={"kept": "kept__uid", "gone": "gone__uid"})

    def export(self, club: Club, names: Names) -> Iterator[Row]:
        for row in self.rows.fetched(club=club):
            yield {**row, "moved": _exported_moves(row["moved"], names)}

    def import_(self, part: LinePart, id_map: IdMap) -> None:
        row = self.rows.read(part)
        kept, gone = (_record(part[name], id_map) for name in ("kept", "gone"))
        if kept is gone:
            raise part["gone"].error(_("a player can’t be merged with themselves."))
        verdict = self._verdict(kept, gone, row, id_map)
        id_map.report.count(self.slug, verdict, f"{gone} → {kept}")
        if verdict is Verdict.NEW:
            row["moved"] = _moved(part["moved"], id_map, gone) if id_map.writes else {}
            self._new.append(Merge(club=id_map.club, kept=kept, gone=gone, **row))

    def _verdict(self, kept: Player, gone: Player, row: dict[str, Any], id_map: IdMap) -> Verdict:
        """Return the verdict on a merge.

        A merge in force is new only if the merged record is; otherwise importing it would mean carrying it out here.
        """
        if kept.pk and gone.pk:
            for undone_at in Merge.objects.filter(kept=kept, gone=gone, merged_at=row["merged_at"]).values_list(
                "undone_at", flat=True
            ):
                return Verdict.SAME if undone_at == row["undone_at"] else Verdict.DIFFERS
        is_new = any(id_map.records[uid] is gone for uid in id_map.new_people)
        return Verdict.NEW if is_new or row["undone_at"] is not None else Verdict.DIFFERS


def _record(part: LinePart, id_map: IdMap) -> Player:
    player = id_map.records.get(part.text())
    if player is None:
        raise part.error(_("the file has no person with this name."))
    return player


def _exported_moves(moved: dict[str, Any], names: Names) -> dict[str, Any]:
    """Return what a merge moved, without keys. Times and nicknames stay as they were."""

    def stored(presence: dict[str, Any]) -> dict[str, Any]:
        return {**presence, "pk": names.presence(presence["pk"])}

    joined = [
        {
            "evening": names.evenings[one["evening"]],
            "kept": stored(one["kept"]),
            "gone": stored(one["gone"]),
        }
        for one in moved["joined"]
        if one["evening"] in names.evenings
    ]
    return {
        **moved,
        "seats": names.seats(moved["seats"]),
        "presences": [names.presence(key) for key in moved["presences"]],
        "joined": joined,
        "rounds": [names.rounds[key] for key in moved.get("rounds", ()) if key in names.rounds],
        "tournaments": [names.evenings[key] for key in moved.get("tournaments", ()) if key in names.evenings],
    }


def _moved(part: LinePart, id_map: IdMap, gone: Player) -> dict[str, Any]:
    """Return what a merge moved with the keys here; rows that don't exist here are left out."""
    part.only(*MOVED, *MOVED_LATER, "nickname", "filled")
    for name in part.at("filled", part.content.get("filled", [])).each():  # older files have none
        if name.text() not in personal_data.RECORD_FIELDS:
            raise name.wrong_format()
    seats = {(one[0], one[1]): None for one in (_pair(seat) for seat in part["seats"].each())}
    keys = {
        (public_id, place): key
        for key, public_id, place in Seat.objects.filter(
            session__in=[id_map.sessions[name] for name, _place in seats if name in id_map.sessions]
        ).values_list("pk", "session__public_id", "place")
    }
    joined = [_joined(one, id_map, gone) for one in part["joined"].each()]
    numbers, tournaments = (list(part.at(name, part.content.get(name, [])).each()) for name in MOVED_LATER)
    rounds = [id_map.rounds.get(_pair(one)) for one in numbers]
    evenings = [id_map.evenings.get(one.text()) for one in tournaments]
    return {
        **part.content,
        "seats": [keys[seat] for seat in seats if seat in keys],
        "presences": [
            id_map.presences[one] for each in part["presences"].each() if (one := each.number()) in id_map.presences
        ],
        "joined": [one for one in joined if one],
        "rounds": [one.pk for one in rounds if one],
        "tournaments": [one.pk for one in evenings if one],
    }


def _pair(part: LinePart) -> tuple[str, int]:
    two = list(part.each())
    if len(two) != 2:
        raise part.wrong_format()
    return two[0].text(), two[1].number()


def _joined(part: LinePart, id_map: IdMap, gone: Player) -> dict[str, Any] | None:
    evening = id_map.evenings.get(part.only("evening", "kept", "gone")["evening"].text())
    kept, old = (part[name].only("pk", "came_at", "left_at", "by_table") for name in ("kept", "gone"))
    if evening is None or kept["pk"].number() not in id_map.presences:
        return None
    times = TIMES.checked(old)
    TIMES.checked(kept)
    return {
        "evening": evening.pk,
        "kept": {**kept.content, "pk": id_map.presences[kept["pk"].number()]},
        "gone": {**old.content, "pk": _kept_free(old["pk"].number(), id_map, evening, gone, times)},
    }


def _kept_free(number: int, id_map: IdMap, evening: Evening, gone: Player, times: dict[str, Any]) -> int:
    """Return a key for a presence that no longer exists, kept free in case the merge is undone."""
    if number not in id_map.presences:
        presence = Presence.objects.create(evening=evening, player=gone, **times)
        id_map.presences[number] = presence.pk
        presence.delete()
    return id_map.presences[number]
