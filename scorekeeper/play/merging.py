"""Two records that are one person's: which of them goes into the other, and how that is undone.

The record that is *kept* is given the seats and the presences of the one that is *gone*; that one is marked and offered
nowhere any more. Names on sheets, amounts and settlements are none of a player's record, so nothing that was played
moves. A `Merge` remembers what it gave, so that undoing gives exactly that back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NoReturn

from django.db import transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Merge, Player, Presence
from scorekeeper.play.models import Seat


class CannotMerge(Exception):  # noqa: N818 - what happened
    """Two records cannot be made one, or one two again; the message says why, in the reader's language."""


@dataclass(frozen=True, kw_only=True)
class Preview:
    """What a merge would give to the record that is kept. `evenings` are those where either was, `both` where both."""

    kept: Player
    gone: Player
    seats: Sequence[Seat]
    presences: Sequence[Presence]
    both: Sequence[Presence]
    nickname: str


def preview(kept: Player, gone: Player) -> Preview:
    """What would be given; raises `CannotMerge`."""
    _require_two(kept, gone)
    presences = list(gone.presences.select_related("evening").order_by("evening__date", "pk"))
    there = set(kept.presences.values_list("evening_id", flat=True))
    return Preview(
        kept=kept,
        gone=gone,
        seats=list(gone.seats.select_related("session").order_by("session__started_at", "pk")),
        presences=[one for one in presences if one.evening_id not in there],
        both=[one for one in presences if one.evening_id in there],
        nickname="" if kept.nickname else gone.nickname,
    )


def merge(kept: Player, gone: Player, *, by: str) -> Merge:
    """Give to one record what the other has; raises `CannotMerge`. Done twice, it is done once."""
    with transaction.atomic(durable=True):
        kept, gone = _locked(kept, gone)
        if gone.merged_into_id == kept.pk:
            return Merge.objects.get(gone=gone, undone_at=None)
        _require_two(kept, gone)
        seats = list(gone.seats.order_by("pk").values_list("pk", flat=True))
        Seat.objects.filter(pk__in=seats).update(player=kept)
        joined = _join_presences(kept, gone)
        presences = list(gone.presences.order_by("pk").values_list("pk", flat=True))
        Presence.objects.filter(pk__in=presences).update(player=kept)
        moved = {"seats": seats, "presences": presences, "joined": joined}
        if gone.nickname and not kept.nickname:
            moved["nickname"] = gone.nickname
            Player.objects.filter(pk=kept.pk).update(nickname=gone.nickname)
        Player.objects.filter(pk=gone.pk).update(merged_into=kept)
        assert kept.club_id is not None  # people of no club are not merged
        return Merge.objects.create(
            club_id=kept.club_id, kept=kept, gone=gone, moved=moved, merged_at=timezone.now(), merged_by=by
        )


def unmerge(merged: Merge) -> bool:
    """Give back what a merge gave, and say whether it was there to give back; raises `CannotMerge`."""
    with transaction.atomic(durable=True):
        kept, gone = _locked(merged.kept, merged.gone)
        merged = Merge.objects.get(pk=merged.pk)
        if merged.undone_at is not None:
            return False
        _require_undoable(merged, kept)
        moved = merged.moved
        _part_presences(kept, gone, moved["joined"])
        Seat.objects.filter(pk__in=moved["seats"]).update(player=gone)
        Presence.objects.filter(pk__in=moved["presences"]).update(player=gone)
        if "nickname" in moved:
            Player.objects.filter(pk=kept.pk, nickname=moved["nickname"]).update(nickname="")
        Player.objects.filter(pk=gone.pk).update(merged_into=None)
        Merge.objects.filter(pk=merged.pk).update(undone_at=timezone.now())
        return True


def played_since(merged: Merge) -> bool:
    """Whether the record that was kept was seated after the merge: undoing cannot tell by whom, and leaves it that."""
    others = Seat.objects.filter(player=merged.kept).exclude(pk__in=merged.moved["seats"])
    return others.filter(session__started_at__gt=merged.merged_at).exists()


def _locked(kept: Player, gone: Player) -> tuple[Player, Player]:
    """Both records as they are now; whoever would seat one of them meanwhile waits."""
    keys = [kept.pk, gone.pk]
    found = {one.pk: one for one in Player.objects.filter(pk__in=keys).order_by("pk").select_for_update()}
    return found[kept.pk], found[gone.pk]


# What is refused


def _require_two(kept: Player, gone: Player) -> None:
    """Refuse records that are not two people's of one club who may be one."""
    if kept.pk == gone.pk:
        raise CannotMerge(_("This is one record: choose two."))
    if kept.club_id is None or kept.club_id != gone.club_id:
        raise CannotMerge(_("Only two people of one club can be merged."))
    for one in (kept, gone):
        if one.merged_into_id is not None:
            words = _("%(name)s was merged into %(other)s already.")
            raise CannotMerge(words % {"name": one, "other": one.merged_into})
    if together := Seat.objects.filter(player=gone, session__seats__player=kept).select_related("session"):
        dates = ", ".join(dict.fromkeys(_day(seat.session.started_at) for seat in together))
        words = _("%(one)s and %(other)s sat at one table, on %(dates)s: they are two people.")
        raise CannotMerge(words % {"one": kept, "other": gone, "dates": dates})


def _day(at: datetime) -> str:
    return f"{timezone.localtime(at):%Y-%m-%d}"


def _require_undoable(merged: Merge, kept: Player) -> None:
    """Refuse where what was given has been given on, or was changed since."""
    if kept.merged_into_id is not None:
        words = _("%(name)s was merged into %(other)s since; undo that first.")
        raise CannotMerge(words % {"name": kept, "other": kept.merged_into})
    moved = merged.moved
    if Seat.objects.filter(pk__in=moved["seats"], player=kept).count() != len(moved["seats"]):
        raise CannotMerge(_("Somebody else sits now where %(name)s sat.") % {"name": merged.gone})
    there = {one.pk: one for one in kept.presences.select_related("evening")}
    for pk in moved["presences"]:
        if pk not in there:
            raise CannotMerge(_("An evening at which %(name)s was is no longer so.") % {"name": merged.gone})
    for joined in moved["joined"]:
        _require_as_joined(joined, there.get(joined["kept"]["pk"]))
    given = {*moved["presences"], *(joined["kept"]["pk"] for joined in moved["joined"])}
    for later in Merge.objects.filter(kept=kept, undone_at=None, pk__gt=merged.pk):
        for joined in later.moved["joined"]:  # what a later merge is to part again has to be as it found it
            if joined["kept"]["pk"] in given:
                _refuse_changed(there[joined["kept"]["pk"]])


def _require_as_joined(joined: Mapping[str, Any], now: Presence | None) -> None:
    """Refuse where somebody has changed when the person was there: whose that is, nobody can tell."""
    if now is not None and _times(now) == _both(joined["kept"], joined["gone"]):
        return
    _refuse_changed(now)


def _refuse_changed(now: Presence | None) -> NoReturn:
    words = _("When the person was there has been changed since, or merged once more, at the evening: %(evening)s.")
    raise CannotMerge(words % {"evening": now.evening if now else "—"})


# One evening at which both records were


def _join_presences(kept: Player, gone: Player) -> list[dict[str, Any]]:
    """One presence where both were: from when the first came until the last left."""
    theirs = {one.evening_id: one for one in kept.presences.all()}
    joined: list[dict[str, Any]] = []
    for presence in gone.presences.filter(evening__in=theirs).order_by("pk"):
        other = theirs[presence.evening_id]
        was, too = _stored(other), _stored(presence)
        came_at, left_at = _both(was, too)
        by_table = other.by_table and presence.by_table
        Presence.objects.filter(pk=other.pk).update(came_at=came_at, left_at=left_at, by_table=by_table)
        presence.delete()
        joined.append({"evening": presence.evening_id, "kept": was, "gone": too})
    return joined


def _part_presences(kept: Player, gone: Player, joined: Sequence[Mapping[str, Any]]) -> None:
    for both in joined:
        Presence.objects.filter(pk=both["kept"]["pk"], player=kept).update(**_columns(both["kept"]))
        Presence.objects.create(
            pk=both["gone"]["pk"], evening_id=both["evening"], player=gone, **_columns(both["gone"])
        )


def _stored(presence: Presence) -> dict[str, Any]:
    came_at, left_at = _times(presence)
    return {
        "pk": presence.pk,
        "came_at": came_at.isoformat(),
        "left_at": left_at and left_at.isoformat(),
        "by_table": presence.by_table,
    }


def _columns(stored: Mapping[str, Any]) -> dict[str, Any]:
    came_at, left_at = _read(stored)
    return {"came_at": came_at, "left_at": left_at, "by_table": stored.get("by_table", False)}


def _times(presence: Presence) -> tuple[datetime, datetime | None]:
    return presence.came_at, presence.left_at


def _read(stored: Mapping[str, Any]) -> tuple[datetime, datetime | None]:
    came_at = parse_datetime(stored["came_at"])
    assert came_at is not None  # we wrote it
    return came_at, stored["left_at"] and parse_datetime(stored["left_at"])


def _both(one: Mapping[str, Any], other: Mapping[str, Any]) -> tuple[datetime, datetime | None]:
    """From when to when somebody was there who was there at two times; who has not left once is there still."""
    (came, left), (came_too, left_too) = _read(one), _read(other)
    return min(came, came_too), max(left, left_too) if left and left_too else None
