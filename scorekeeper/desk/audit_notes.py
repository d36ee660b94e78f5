"""Entries in the club's audit log for what phones do at an evening, written in the same transaction.

An entry stores an action code and its words, such as a name as it was then, so it can be shown in any language. What
organisers do in the panel, the panel logs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from decimal import Decimal
from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.clubs.models import AuditEntry
from scorekeeper.desk.models import EntryPayment
from scorekeeper.evenings.models import Evening
from scorekeeper.play.formatting import sum_of_money

AT_EVENING = 4
"""The action of these entries; the panel uses Django's 1 to 3."""
LONGEST = 200
THROUGH_BOX = "box"
"""The last word of entries about a settlement through the cash box."""


class EveningAction(StrEnum):
    """What was done. The values are stored."""

    BEGIN = "begin"
    CHANGE = "change"
    DELETE = "delete"
    COME = "come"
    LEAVE = "leave"
    NOT_THERE = "not_there"
    SET_TIMES = "set_times"
    DRAW = "draw"
    DRAFT = "draft"
    DISCARD = "discard"
    SWAP = "swap"
    SEAT = "seat"
    DID_NOT_COME = "did_not_come"
    PUBLISH = "publish"
    CLOCK = "clock"
    SETTLE = "settle"
    WITHDRAW = "withdraw"
    TICK = "tick"
    UNTICK = "untick"


def note(evening: Evening, by: str, action: EveningAction, *words: str) -> None:
    """Write an entry. `by` is the member signed in on the phone, or else the phone's name; it may be empty."""
    AuditEntry.objects.create(**columns(evening, by, action, *words))


def columns(evening: Evening, by: str, action: StrEnum, *words: str, at: int = AT_EVENING) -> dict[str, object]:
    """Return the columns of an entry, except its time; `at` is the action of the log that it belongs to."""
    return {
        "club_id": evening.club_id,
        "who": by,
        "action": at,
        "model": "evenings.evening",
        "key": str(evening.pk),
        "name": evening.name_in_audit_log()[:LONGEST],
        "message": json.dumps([action, *words], ensure_ascii=False),
    }


def _change(*fields: str) -> str:
    names = ", ".join(str(Evening._meta.get_field(name).verbose_name) for name in fields)  # type: ignore[union-attr]
    return _("changed the evening: %(fields)s") % {"fields": names}


def _set_times(name: str, came: str, left: str) -> str:
    if not left:
        return _("set when %(name)s arrived: %(came)s") % {"name": name, "came": came}
    words = _("set when %(name)s arrived and left: %(came)s, %(left)s")
    return words % {"name": name, "came": came, "left": left}


def _draw(number: str) -> str:
    tables = int(number)
    return ngettext("started %(number)d table from the draw", "started %(number)d tables from the draw", tables) % {
        "number": tables
    }


def _swap(number: str, one: str, other: str, reason: str) -> str:
    parts = {"number": number, "one": one, "other": other, "reason": reason}
    if not reason:
        return _("swapped %(one)s and %(other)s in round %(number)s") % parts
    return _("swapped %(one)s and %(other)s in round %(number)s: %(reason)s") % parts


def _seat(number: str, name: str, table: str, reason: str) -> str:
    parts = {"number": number, "name": name, "table": table, "reason": reason}
    if not reason:
        return _("seated %(name)s at table %(table)s of round %(number)s") % parts
    return _("seated %(name)s at table %(table)s of round %(number)s: %(reason)s") % parts


def _did_not_come(number: str, name: str, other: str, reason: str) -> str:
    parts = {"number": number, "name": name, "other": other}
    if other:
        words = _("noted that %(name)s did not come to round %(number)s and seated %(other)s instead") % parts
    else:
        words = _("noted that %(name)s did not come to round %(number)s") % parts
    return _("%(change)s: %(reason)s") % {"change": words, "reason": reason} if reason else words


def _clock(number: str, minutes: str) -> str:
    words = ngettext(
        "started the clock of round %(number)s: %(minutes)d minute",
        "started the clock of round %(number)s: %(minutes)d minutes",
        int(minutes),
    )
    return words % {"number": number, "minutes": int(minutes)}


def _settle(way: str = "") -> str:
    return _("settled the evening through the cash box") if way == THROUGH_BOX else _("settled the evening")


def payment_in_words(debtor: str, creditor: str, money: str, currency: str, way: str = "") -> str:
    """Return who pays whom how much; `way` is empty, `THROUGH_BOX` or what an entry of a tournament pays or gets."""
    parts = {"debtor": debtor, "creditor": creditor, "sum": sum_of_money(Decimal(money), currency)}
    if way and way != THROUGH_BOX:
        return f"{payment_in_words(debtor, creditor, money, currency, THROUGH_BOX)} ({EntryPayment.What(way).label})"
    if way and debtor:
        return _("%(debtor)s pays %(sum)s into the cash box") % parts
    if way:
        return _("%(creditor)s gets %(sum)s from the cash box") % parts
    if not creditor:
        return _("%(debtor)s pays %(sum)s into the kitty") % parts
    return _("%(debtor)s pays %(creditor)s %(sum)s") % parts


WORDS: Mapping[str, Callable[..., str]] = {
    EveningAction.BEGIN: lambda: _("started the evening"),
    EveningAction.CHANGE: _change,
    EveningAction.DELETE: lambda: _("deleted the evening"),
    EveningAction.COME: lambda name: _("marked %(name)s as present") % {"name": name},
    EveningAction.LEAVE: lambda name: _("marked %(name)s as left") % {"name": name},
    EveningAction.NOT_THERE: lambda name: _("removed %(name)s from the attendance") % {"name": name},
    EveningAction.SET_TIMES: _set_times,
    EveningAction.DRAW: _draw,
    EveningAction.DRAFT: lambda number: _("drafted the seats of round %(number)s") % {"number": number},
    EveningAction.DISCARD: lambda number: _("discarded the seats of round %(number)s") % {"number": number},
    EveningAction.SWAP: _swap,
    EveningAction.SEAT: _seat,
    EveningAction.DID_NOT_COME: _did_not_come,
    EveningAction.PUBLISH: lambda number: _("published round %(number)s") % {"number": number},
    EveningAction.CLOCK: _clock,
    EveningAction.SETTLE: _settle,
    EveningAction.WITHDRAW: lambda: _("withdrew the settlement of the evening"),
    EveningAction.TICK: lambda *payment: _("ticked as paid: %(payment)s") % {"payment": payment_in_words(*payment)},
    EveningAction.UNTICK: lambda *payment: _("removed a tick: %(payment)s") % {"payment": payment_in_words(*payment)},
}


def in_words(entry: AuditEntry) -> str:
    """Return what was done, as a sentence without a subject."""
    action, *words = json.loads(entry.message)
    return WORDS[action](*words)
