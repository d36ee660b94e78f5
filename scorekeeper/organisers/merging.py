"""Merging two records of one person, and undoing it.

The record that is *kept* takes over the seats, presences, places in rounds and tournament entries of the one that is
*gone*, with the payments for those seats. The record that is gone is marked as merged and no longer offered. The kept
one also takes over number, category and personal data where it has none. The other keeps its own, so that a `Merge`,
which is kept for ever, names the fields and never repeats personal data.

Names on score sheets and entries, amounts and settlements don't depend on the record, so nothing that was played
changes. A `Merge` stores what was moved, so that undoing it moves exactly that back. For rounds and tournaments it
stores only which they are, because their seats can be reassigned: only one of the two records can be in each.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import combinations
from typing import Any, NoReturn

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from scorekeeper.clubs import personal_data
from scorekeeper.clubs.models import Merge, Player
from scorekeeper.desk.models import TournamentEntry
from scorekeeper.evenings.models import Evening, Presence, Round, RoundSeat
from scorekeeper.play import payments
from scorekeeper.play.models import Seat, Session
from scorekeeper.web.dates import long_day


class CannotMergeError(Exception):
    """A merge or its undoing is impossible; the message says why, in the reader's language."""


@dataclass(frozen=True, kw_only=True)
class RecordField:
    """A field of a member's record, and its value in the record that is gone."""

    name: str
    label: str
    value: str | date

    @property
    def text(self) -> str:
        return long_day(self.value) if isinstance(self.value, date) else self.value


@dataclass(frozen=True, kw_only=True)
class Preview:
    """What a merge would move. `both` are presences at evenings where both were, `presences` those at others.

    `filled` are fields that `kept` lacks, `left` those where the two records differ: there `kept` keeps its own.
    """

    kept: Player
    gone: Player
    seats: Sequence[Seat]
    presences: Sequence[Presence]
    both: Sequence[Presence]
    rounds: Sequence[Round]
    entries: Sequence[TournamentEntry]
    nickname: str
    filled: Sequence[RecordField]
    left: Sequence[RecordField]


def preview(kept: Player, gone: Player) -> Preview:
    """Return what a merge would move; raises `CannotMergeError`."""
    _require_two(kept, gone)
    presences = list(gone.presences.select_related("evening").order_by("evening__date", "pk"))
    kept_evenings = set(kept.presences.values_list("evening_id", flat=True))
    return Preview(
        kept=kept,
        gone=gone,
        seats=_seats(gone),
        presences=[presence for presence in presences if presence.evening_id not in kept_evenings],
        both=[presence for presence in presences if presence.evening_id in kept_evenings],
        rounds=list(Round.objects.filter(seats__player=gone).select_related("evening").order_by("pk")),
        entries=list(gone.entries.select_related("tournament__evening").order_by("pk")),
        nickname="" if kept.nickname else gone.nickname,
        filled=_filled(kept, gone),
        left=_left(kept, gone),
    )


def _seats(player: Player) -> list[Seat]:
    """Return the latest seat of a player in each session."""
    seats = player.seats.select_related("stretch__session").order_by("stretch__session__started_at", "pk")
    return list({seat.stretch.session_id: seat for seat in seats}.values())


def merge(kept: Player, gone: Player, *, by: str) -> Merge:
    """Merge one record into another; raises `CannotMergeError`. A second call changes nothing."""
    with transaction.atomic(durable=True):
        kept, gone = _locked(kept, gone)
        if gone.merged_into_id == kept.pk:
            return Merge.objects.get(gone=gone, undone_at=None)
        _require_two(kept, gone)
        seats = list(gone.seats.order_by("pk").values_list("pk", flat=True))
        _move_payments(seats, gone, kept)
        Seat.objects.filter(pk__in=seats).update(player=kept)
        joined = _join_presences(kept, gone)
        presences = list(gone.presences.order_by("pk").values_list("pk", flat=True))
        Presence.objects.filter(pk__in=presences).update(player=kept)
        moved = {"seats": seats, "presences": presences, "joined": joined, **_move_rounds_and_entries(kept, gone)}
        if gone.nickname and not kept.nickname:
            moved["nickname"] = gone.nickname
            Player.objects.filter(pk=kept.pk).update(nickname=gone.nickname)
        filled = _filled(kept, gone)
        moved["filled"] = [field.name for field in filled]
        Player.objects.filter(pk=gone.pk).update(merged_into=kept)  # first, as only one of the two may have the number
        _set_record_values(kept, {field.name: field.value for field in filled})
        assert kept.club_id is not None  # players without a club are never merged
        return Merge.objects.create(
            club_id=kept.club_id, kept=kept, gone=gone, moved=moved, merged_at=timezone.now(), merged_by=by
        )


def unmerge(merged: Merge) -> bool:
    """Undo a merge; False if that was done before. Raises `CannotMergeError`."""
    with transaction.atomic(durable=True):
        kept, gone = _locked(merged.kept, merged.gone)
        merged = Merge.objects.get(pk=merged.pk)
        if merged.undone_at is not None:
            return False
        _require_undoable(merged, kept, gone)
        moved = merged.moved
        _part_presences(kept, gone, moved["joined"])
        still = Seat.objects.filter(pk__in=moved["seats"], player=kept)  # others may have changed places since
        seats = list(still.values_list("pk", flat=True))
        _move_payments(seats, kept, gone)
        Seat.objects.filter(pk__in=seats).update(player=gone)
        Presence.objects.filter(pk__in=moved["presences"]).update(player=gone)
        _move_back_rounds_and_entries(kept, gone, moved)
        if "nickname" in moved:
            Player.objects.filter(pk=kept.pk, nickname=moved["nickname"]).update(nickname="")
        _empty_again(kept, gone, moved.get("filled", ()))
        Player.objects.filter(pk=gone.pk).update(merged_into=None)
        Merge.objects.filter(pk=merged.pk).update(undone_at=timezone.now())
        return True


def played_since(merged: Merge) -> bool:
    """Return whether the kept record was seated after the merge; those seats stay with it when the merge is undone."""
    others = Seat.objects.filter(player=merged.kept).exclude(pk__in=merged.moved["seats"])
    return others.filter(stretch__session__started_at__gt=merged.merged_at).exists()


def sat_together(people: Collection[int]) -> set[frozenset[int]]:
    """Return the pairs of these players that sat at one table or in one round: they can't be one person."""
    together: dict[tuple[str, int], set[int]] = {}
    for seats, where in ((Seat.objects, "stretch__session"), (RoundSeat.objects, "round")):
        for key, player in seats.filter(player__in=people).values_list(where, "player"):
            together.setdefault((where, key), set()).add(player)
    return {frozenset(pair) for seated in together.values() for pair in combinations(sorted(seated), 2)}


def _locked(kept: Player, gone: Player) -> tuple[Player, Player]:
    """Return both records, locked until the transaction ends, so that neither can be seated meanwhile."""
    keys = [kept.pk, gone.pk]
    players = {player.pk: player for player in Player.objects.filter(pk__in=keys).order_by("pk").select_for_update()}
    return players[kept.pk], players[gone.pk]


# Checks


def _require_two(kept: Player, gone: Player) -> None:
    """Raise `CannotMergeError` unless these are two unmerged players of one club who never took part side by side."""
    if kept.pk == gone.pk:
        raise CannotMergeError(_("You chose the same record twice. Choose two different people."))
    if kept.club_id is None or kept.club_id != gone.club_id:
        raise CannotMergeError(_("You can merge only two people of the same club."))
    for player in (kept, gone):
        if player.merged_into_id is not None:
            words = _("%(name)s has already been merged into %(other)s.")
            raise CannotMergeError(words % {"name": player, "other": player.merged_into})
    of_gone = Session.objects.filter(stretches__seats__player=gone).order_by("started_at", "pk")
    if together := of_gone.filter(stretches__seats__player=kept):
        dates = ", ".join(dict.fromkeys(_day(session.started_at) for session in together))
        words = _("%(one)s and %(other)s sat at the same table on %(dates)s, so they are different people.")
        raise CannotMergeError(words % {"one": kept, "other": gone, "dates": dates})
    rounds = Round.objects.filter(seats__player=kept).filter(seats__player=gone)
    if evenings := Evening.objects.filter(rounds__in=rounds):
        words = _("%(one)s and %(other)s are in the same round on %(dates)s, so they are different people.")
        raise CannotMergeError(words % {"one": kept, "other": gone, "dates": _dates(evenings)})
    if evenings := Evening.objects.filter(tournament__entries__player=kept).filter(tournament__entries__player=gone):
        words = _(
            "%(one)s and %(other)s are both entered in the tournament on %(dates)s. If they are the same person, "
            "delete one of the entries first."
        )
        raise CannotMergeError(words % {"one": kept, "other": gone, "dates": _dates(evenings)})


def _dates(evenings: QuerySet[Evening]) -> str:
    return ", ".join(dict.fromkeys(evening.date.isoformat() for evening in evenings.order_by("date", "pk")))


def _day(at: datetime) -> str:
    return f"{timezone.localtime(at):%Y-%m-%d}"


def _require_undoable(merged: Merge, kept: Player, gone: Player) -> None:
    """Raise `CannotMergeError` if what the merge moved has been merged again or changed since."""
    if kept.merged_into_id is not None:
        words = _("%(name)s has since been merged into %(other)s. Undo that merge first.")
        raise CannotMergeError(words % {"name": kept, "other": kept.merged_into})
    moved = merged.moved
    _require_free_number(gone, but=kept if "member_number" in moved.get("filled", ()) else gone)
    if Seat.objects.filter(pk__in=moved["seats"], player=kept).count() != len(moved["seats"]):
        raise CannotMergeError(_("Someone else now has the seat of %(name)s.") % {"name": merged.gone})
    presences = {presence.pk: presence for presence in kept.presences.select_related("evening")}
    for pk in moved["presences"]:
        if pk not in presences:
            raise CannotMergeError(_("An evening that %(name)s attended has changed.") % {"name": merged.gone})
    for joined in moved["joined"]:
        _require_as_joined(joined, presences.get(joined["kept"]["pk"]))
    moved_pks = {*moved["presences"], *(joined["kept"]["pk"] for joined in moved["joined"])}
    for later in Merge.objects.filter(kept=kept, undone_at=None, pk__gt=merged.pk):
        for joined in later.moved["joined"]:  # must be unchanged, so that the later merge can be undone
            if joined["kept"]["pk"] in moved_pks:
                _refuse_changed(presences[joined["kept"]["pk"]])


def _require_free_number(gone: Player, *, but: Player) -> None:
    """Raise `CannotMergeError` if the member number of the merged record was given to somebody else since."""
    others = Player.objects.filter(club=gone.club_id, merged_into=None).exclude(member_number="").exclude(pk=but.pk)
    if other := others.filter(member_number=gone.member_number).first():
        words = _("The member number of %(name)s, %(number)s, now belongs to %(other)s.")
        raise CannotMergeError(words % {"name": gone, "number": gone.member_number, "other": other})


def _require_as_joined(joined: Mapping[str, Any], now: Presence | None) -> None:
    """Raise `CannotMergeError` if combined times of presence were changed: nobody can tell whose they are."""
    if now is not None and _times(now) == _both(joined["kept"], joined["gone"]):
        return
    _refuse_changed(now)


def _refuse_changed(now: Presence | None) -> NoReturn:
    words = _("The attendance has been changed since, or merged again, for the evening: %(evening)s.")
    raise CannotMergeError(words % {"evening": now.evening if now else "—"})


# Number, category and personal data


def _record_fields(player: Player) -> list[RecordField]:
    """Return the fields of a record that are not empty."""
    return [
        RecordField(name=name, label=personal_data.label(name), value=value)
        for name, value in personal_data.record_of(player).items()
        if value
    ]


def _filled(kept: Player, gone: Player) -> list[RecordField]:
    """Return the fields that only the record that is gone has."""
    values = personal_data.record_of(kept)
    return [field for field in _record_fields(gone) if not values[field.name]]


def _left(kept: Player, gone: Player) -> list[RecordField]:
    """Return the fields in which the two records differ."""
    values = personal_data.record_of(kept)
    return [field for field in _record_fields(gone) if values[field.name] not in ("", None, field.value)]


def _set_record_values(player: Player, values: Mapping[str, Any]) -> None:
    of_club = {name: value for name, value in values.items() if name in personal_data.CLUB_FIELDS}
    if of_club:
        Player.objects.filter(pk=player.pk).update(**of_club)
    if personal := {name: value for name, value in values.items() if name in personal_data.FIELDS}:
        personal_data.store(player, personal)


def _empty_again(kept: Player, gone: Player, filled: Sequence[str]) -> None:
    """Empty the fields that a merge filled, unless the kept record says something else by now."""
    before, now = personal_data.record_of(gone), personal_data.record_of(kept)
    unchanged = [name for name in filled if now[name] and now[name] == before[name]]
    _set_record_values(kept, {name: None if name == "entered_on" else "" for name in unchanged})


# Payments


def _move_payments(seats: Collection[int], before: Player, now: Player) -> None:
    """Move the payments for these seats to another record, with their ticks.

    The payments of an evening stay as they are, like the balances of its settlement: both may have been there.
    """
    payments.move(
        list(Session.objects.filter(stretches__seats__in=seats).values_list("pk", flat=True)), {before.pk: now}
    )


# Rounds and tournaments


def _move_rounds_and_entries(kept: Player, gone: Player) -> dict[str, list[int]]:
    """Move places in rounds and tournament entries; return the rounds, and the evenings of the tournaments."""
    moved = {
        "rounds": list(gone.round_seats.order_by("pk").values_list("round", flat=True)),
        "tournaments": list(gone.entries.order_by("pk").values_list("tournament__evening", flat=True)),
    }
    gone.round_seats.update(player=kept)
    gone.entries.update(player=kept)
    return moved


def _move_back_rounds_and_entries(kept: Player, gone: Player, moved: Mapping[str, Any]) -> None:
    """Move back those that the kept record still has; merges of older versions moved none."""
    kept.round_seats.filter(round__in=moved.get("rounds", ())).update(player=gone)
    kept.entries.filter(tournament__evening__in=moved.get("tournaments", ())).update(player=gone)


# Evenings where both were present


def _join_presences(kept: Player, gone: Player) -> list[dict[str, Any]]:
    """Join the presences at evenings where both were: from the first arrival to the last departure."""
    kept_presences = {presence.evening_id: presence for presence in kept.presences.all()}
    joined: list[dict[str, Any]] = []
    for presence in gone.presences.filter(evening__in=kept_presences).order_by("pk"):
        other = kept_presences[presence.evening_id]
        kept_presence, gone_presence = _stored(other), _stored(presence)
        came_at, left_at = _both(kept_presence, gone_presence)
        by_table = other.by_table and presence.by_table
        Presence.objects.filter(pk=other.pk).update(came_at=came_at, left_at=left_at, by_table=by_table)
        presence.delete()
        joined.append({"evening": presence.evening_id, "kept": kept_presence, "gone": gone_presence})
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
    assert came_at is not None  # written by `_stored`
    return came_at, stored["left_at"] and parse_datetime(stored["left_at"])


def _both(one: Mapping[str, Any], other: Mapping[str, Any]) -> tuple[datetime, datetime | None]:
    """Return the combined times of two presences; no departure if either has none."""
    (arrived, departed), (arrived_too, departed_too) = _read(one), _read(other)
    return min(arrived, arrived_too), max(departed, departed_too) if departed and departed_too else None
