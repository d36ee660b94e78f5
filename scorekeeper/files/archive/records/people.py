"""Members and guests: matched by uid, then by a name that is unique in the file and here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.clubs.models import Club, Merge, Player
from scorekeeper.clubs.names import folded
from scorekeeper.clubs.queries import now_part_of
from scorekeeper.evenings.models import Evening, Presence
from scorekeeper.files.archive.fields import LinePart, columns, told
from scorekeeper.files.archive.id_map import Arrival
from scorekeeper.files.archive.records.base import RecordType, Said
from scorekeeper.files.archive.references import Names
from scorekeeper.files.archive.report import Verdict
from scorekeeper.play.models import Seat

COLUMNS = ("uid", "name", "nickname", "guest", "retired_at", "created_at")
COMPARED = ("name", "nickname", "guest", "retired_at")


class PlayerKind(RecordType):
    """Members and guests; matched only when all are read, because names must be unique."""

    slug = "player"
    words = {"player": gettext_lazy("Members and guests")}

    def __init__(self) -> None:
        self._said: dict[str, tuple[LinePart, dict[str, Any], str | None]] = {}

    def count(self, club: Club) -> int:
        return club.players.count()

    def pack(self, club: Club, names: Names) -> Iterator[Said]:
        for *values, kept in club.players.order_by("pk").values_list(*COLUMNS, "merged_into__uid"):
            yield {**told(Player, COLUMNS, values), "merged_into": kept}

    def unpack(self, part: LinePart, arrival: Arrival) -> None:
        said = columns(Player, COLUMNS, part.only(*COLUMNS, "merged_into"))
        kept = part["merged_into"].maybe()
        if said["uid"] in self._said:
            raise part["uid"].refused(_("this person is already in the file."))
        self._said[said["uid"]] = part, said, kept.text() if kept else None

    def flush(self, arrival: Arrival) -> None:
        here = self._here(arrival)
        by_name = self._by_name(arrival, here)
        new: dict[str, Player] = {}
        for uid, (_part, said, kept) in self._said.items():
            found = here.get(uid)
            if found is None and kept is None and (found := by_name.get(folded(said["name"]))):
                self._match(found, uid, arrival)
            elif found is None:
                found = new[uid] = Player(club=arrival.club, **said)
                arrival.report.count(self.slug, Verdict.NEW, said["name"])
            else:
                self._compare(found, said, kept, arrival)
            arrival.records[uid] = found
        arrival.insert(list(new.values()), again=("created_at",))
        arrival.new_people = set(new)
        self._merge_new(new, arrival)
        arrival.people = {uid: now_part_of(player) for uid, player in arrival.records.items()}

    def _here(self, arrival: Arrival) -> dict[str, Player]:
        """Return the club's players by uid; raises `ClubFileError` if one in the file belongs to another club here."""
        known = Player.objects.filter(uid__in=list(self._said))
        if other := known.exclude(pk__in=arrival.here(Player)).first():
            part, said, _kept = self._said[other.uid]
            raise part.refused(_("here, %(name)s belongs to another club.") % {"name": said["name"]})
        found = {one.pk: one for one in arrival.here(Player)}
        for one in found.values():
            if one.merged_into_id is not None:
                one.merged_into = found[one.merged_into_id]
        return {one.uid: one for one in found.values()}

    def _by_name(self, arrival: Arrival, here: dict[str, Player]) -> dict[str, Player]:
        """Return the existing players that a name in the file can match: unmerged, and unique on both sides."""
        free = [one for one in here.values() if one.uid not in self._said and one.merged_into is None]
        free_names = Counter(folded(one.name) for one in free)
        asked = Counter(
            folded(said["name"]) for uid, (_part, said, kept) in self._said.items() if kept is None and uid not in here
        )
        return {name: one for one in free if free_names[name := folded(one.name)] == 1 and asked[name] == 1}

    def _match(self, found: Player, uid: str, arrival: Arrival) -> None:
        """Take over the file's uid, so that the two stay matched even if renamed."""
        found.uid = uid
        if arrival.writes:
            found.save(update_fields=["uid"])
        arrival.report.count(self.slug, Verdict.MATCHED, found.name)

    def _compare(self, found: Player, said: dict[str, Any], kept: str | None, arrival: Arrival) -> None:
        same = all(getattr(found, name) == said[name] for name in COMPARED)
        merged = found.merged_into.uid if found.merged_into else None
        verdict = Verdict.SAME if same and merged == kept else Verdict.DIFFERS
        arrival.report.count(self.slug, verdict, found.name)

    def _merge_new(self, new: dict[str, Player], arrival: Arrival) -> None:
        """Link new records that had been merged into others."""
        merged = []
        for uid, player in new.items():
            part, _columns, kept = self._said[uid]
            if kept is not None:
                if kept not in arrival.records:
                    raise part["merged_into"].refused(_("the file has no person with this name."))
                player.merged_into = arrival.records[kept]
                merged.append(player)
                _require_end(player, part["merged_into"])
        if arrival.writes:
            Player.objects.bulk_update(merged, ["merged_into"], batch_size=200)


def _require_end(player: Player, part: LinePart) -> None:
    """Raise `ClubFileError` for a chain of merges that leads back to itself."""
    seen = [player]
    while (after := seen[-1].merged_into) is not None:
        if any(after is one for one in seen):
            raise part.refused(_("a player can’t be merged with themselves."))
        seen.append(after)


MOVED = ("seats", "presences", "joined")
OF_MERGE = ("merged_at", "merged_by", "undone_at")


class MergeKind(RecordType):
    """Merges, after all rows that a merge moves. Merges made here stay as they are."""

    slug = "merge"
    words = {"merge": gettext_lazy("Merges")}

    def __init__(self) -> None:
        self._new: list[Merge] = []

    def count(self, club: Club) -> int:
        return club.merges.count()

    def pack(self, club: Club, names: Names) -> Iterator[Said]:
        for merge in club.merges.order_by("pk"):
            people = {"kept": names.player(merge.kept_id), "gone": names.player(merge.gone_id)}
            values = [getattr(merge, name) for name in OF_MERGE]
            yield {**told(Merge, OF_MERGE, values), **people, "moved": _moved_told(merge.moved, names)}

    def unpack(self, part: LinePart, arrival: Arrival) -> None:
        said = columns(Merge, OF_MERGE, part.only(*OF_MERGE, "kept", "gone", "moved"))
        kept, gone = (_record(part[name], arrival) for name in ("kept", "gone"))
        if kept is gone:
            raise part["gone"].refused(_("a player can’t be merged with themselves."))
        verdict = self._verdict(kept, gone, said, arrival)
        arrival.report.count(self.slug, verdict, f"{gone} → {kept}")
        if verdict is Verdict.NEW:
            moved = _moved(part["moved"], arrival, gone) if arrival.writes else {}
            self._new.append(Merge(club=arrival.club, kept=kept, gone=gone, moved=moved, **said))

    def _verdict(self, kept: Player, gone: Player, said: dict[str, Any], arrival: Arrival) -> Verdict:
        """Return the verdict on a merge.

        A merge in force is new only if the merged record is; otherwise importing it would mean carrying it out here.
        """
        if kept.pk and gone.pk:
            for undone_at in Merge.objects.filter(kept=kept, gone=gone, merged_at=said["merged_at"]).values_list(
                "undone_at", flat=True
            ):
                return Verdict.SAME if undone_at == said["undone_at"] else Verdict.DIFFERS
        is_new = any(arrival.records[uid] is gone for uid in arrival.new_people)
        return Verdict.NEW if is_new or said["undone_at"] is not None else Verdict.DIFFERS

    def flush(self, arrival: Arrival) -> None:
        arrival.insert(self._new)


def _record(part: LinePart, arrival: Arrival) -> Player:
    found = arrival.records.get(part.text())
    if found is None:
        raise part.refused(_("the file has no person with this name."))
    return found


def _moved_told(moved: dict[str, Any], names: Names) -> dict[str, Any]:
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
    presences = [names.presence(key) for key in moved["presences"]]
    return {**moved, "seats": names.seats(moved["seats"]), "presences": presences, "joined": joined}


def _moved(part: LinePart, arrival: Arrival, gone: Player) -> dict[str, Any]:
    """Return what a merge moved with the keys here; rows that don't exist here are left out."""
    part.only(*MOVED, "nickname")
    seats = {(one[0], one[1]): None for one in (_pair(seat) for seat in part["seats"].each())}
    keys = {
        (public_id, place): key
        for key, public_id, place in Seat.objects.filter(
            session__in=[arrival.sessions[name] for name, _place in seats if name in arrival.sessions]
        ).values_list("pk", "session__public_id", "place")
    }
    joined = [_joined(one, arrival, gone) for one in part["joined"].each()]
    return {
        **part.said,
        "seats": [keys[seat] for seat in seats if seat in keys],
        "presences": [
            arrival.presences[one] for each in part["presences"].each() if (one := each.number()) in arrival.presences
        ],
        "joined": [one for one in joined if one],
    }


def _pair(part: LinePart) -> tuple[str, int]:
    two = list(part.each())
    if len(two) != 2:
        raise part.refused(_("this has the wrong format."))
    return two[0].text(), two[1].number()


def _joined(part: LinePart, arrival: Arrival, gone: Player) -> dict[str, Any] | None:
    evening = arrival.evenings.get(part.only("evening", "kept", "gone")["evening"].text())
    kept, was = (part[name].only("pk", "came_at", "left_at", "by_table") for name in ("kept", "gone"))
    if evening is None or kept["pk"].number() not in arrival.presences:
        return None
    there = columns(Presence, ("came_at", "left_at"), was)
    columns(Presence, ("came_at", "left_at"), kept)
    return {
        "evening": evening.pk,
        "kept": {**kept.said, "pk": arrival.presences[kept["pk"].number()]},
        "gone": {**was.said, "pk": _kept_free(was["pk"].number(), arrival, evening, gone, there)},
    }


def _kept_free(number: int, arrival: Arrival, evening: Evening, gone: Player, there: dict[str, Any]) -> int:
    """Return a key for a presence that no longer exists, kept free in case the merge is undone."""
    if number not in arrival.presences:
        presence = Presence.objects.create(evening=evening, player=gone, **there)
        arrival.presences[number] = presence.pk
        presence.delete()
    return arrival.presences[number]
