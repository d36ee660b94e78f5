"""Entries in the club's audit log for what phones do at an evening or at the desk of a tournament.

They are written in the same transaction. An entry is about the evening, and stores an action code and its words, such
as a name as it was then, so it can be shown in any language. What organisers do in the panel, the panel logs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from decimal import Decimal
from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from scorekeeper.clubs.models import AuditEntry
from scorekeeper.desk.models import EntryPayment
from scorekeeper.desk.terms_in_words import TERM_WORDS
from scorekeeper.evenings.models import Evening
from scorekeeper.play.formatting import sum_of_money

AT_EVENING, AT_DESK = 4, 5
"""The actions of these entries; the panel uses Django's 1 to 3."""
LONGEST = 200
THROUGH_BOX = "box"
"""The last word of entries about a settlement through the cash box."""


class EveningAction(StrEnum):
    """What was done at an evening. The values are stored."""

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


class DeskAction(StrEnum):
    """What was done at the desk of a tournament. The values are stored, and none is one of an `EveningAction`."""

    MAKE_TOURNAMENT = "make_tournament"
    MAKE_ORDINARY = "make_ordinary"
    TYPE_LIST = "type_list"
    USE_SESSION = "use_session"
    CONFIRM_LIST = "confirm_list"
    DISPUTE_LIST = "dispute_list"
    OPEN_LIST = "open_list"
    CHANGE_TERMS = "change_terms"
    ENTER = "enter"
    ENTER_SEVERAL = "enter_several"
    CHANGE_ENTRY = "change_entry"
    DELETE_ENTRY = "delete_entry"
    WITHDRAW = "withdraw_entry"
    BRING_BACK = "bring_back"
    GIVE_PENALTY = "give_penalty"
    TAKE_PENALTY_BACK = "take_penalty_back"
    OPEN_SIGN_UP = "open_sign_up"
    CLOSE_SIGN_UP = "close_sign_up"
    RENEW_SIGN_UP = "renew_sign_up"
    SIGN_UP = "sign_up"  # before sign-ups had to be confirmed
    CONFIRM_SIGN_UP = "confirm_sign_up"
    TURN_DOWN_SIGN_UP = "turn_down_sign_up"
    SIGN_OFF = "sign_off"
    FEE_PAID = "fee_paid"  # before fees were payments of the cash box
    FEE_NOT_PAID = "fee_not_paid"
    SEAL = "seal"
    RELEASE = "release"
    OPEN_TO_PUBLIC = "open_to_public"
    CLOSE_TO_PUBLIC = "close_to_public"
    RENEW_PUBLIC_LINK = "renew_public_link"
    MAKE_FINAL = "make_final"
    OPEN_RESULT = "open_result"
    IMPORT = "import"


def note(evening: Evening, by: str, action: EveningAction | DeskAction, *words: str) -> None:
    """Write an entry. `by` is the member signed in on the phone, or else the phone's name; it may be empty."""
    AuditEntry.objects.create(**columns(evening, by, action, *words))


def columns(evening: Evening, by: str, action: EveningAction | DeskAction, *words: str) -> dict[str, object]:
    """Return the columns of an entry, except its time."""
    return {
        "club_id": evening.club_id,
        "who": by,
        "action": AT_DESK if isinstance(action, DeskAction) else AT_EVENING,
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


def _change_terms(*names: str) -> str:
    terms = ", ".join(str(TERM_WORDS[name]) for name in names)
    return _("changed the terms of the tournament: %(terms)s") % {"terms": terms}


def _about_list(words: str) -> Callable[..., str]:
    """Return how an entry about the list of a table reads: the number of its round and table, and maybe a reason."""

    def written(round_: str, table: str, reason: str = "") -> str:
        return _(words) % {"round": round_, "table": table, "reason": reason}

    return written


def _enter_several(number: str) -> str:
    entries = int(number)
    return ngettext("entered %(number)d player", "entered %(number)d players", entries) % {"number": entries}


def _make_ordinary(number: str, reason: str) -> str:
    entries = int(number)
    return ngettext(
        "made the tournament an ordinary evening again and deleted its %(number)d entry: %(reason)s",
        "made the tournament an ordinary evening again and deleted its %(number)d entries: %(reason)s",
        entries,
    ) % {"number": entries, "reason": reason}


def _withdraw(name: str, after: str) -> str:
    if after == "0":
        return _("withdrew %(name)s before the first round") % {"name": name}
    return _("withdrew %(name)s after round %(round)s") % {"name": name, "round": after}


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
    DeskAction.MAKE_TOURNAMENT: lambda: _("made the evening a tournament"),
    DeskAction.MAKE_ORDINARY: _make_ordinary,
    DeskAction.CHANGE_TERMS: _change_terms,
    DeskAction.TYPE_LIST: _about_list(gettext_noop("entered the list of round %(round)s, table %(table)s")),
    DeskAction.USE_SESSION: _about_list(
        gettext_noop("took the list of round %(round)s, table %(table)s, from its session")
    ),
    DeskAction.CONFIRM_LIST: _about_list(gettext_noop("confirmed the list of round %(round)s, table %(table)s")),
    DeskAction.DISPUTE_LIST: _about_list(
        gettext_noop("disputed the list of round %(round)s, table %(table)s: %(reason)s")
    ),
    DeskAction.OPEN_LIST: _about_list(
        gettext_noop("opened the list of round %(round)s, table %(table)s, again: %(reason)s")
    ),
    DeskAction.ENTER: lambda name, number: _("entered %(name)s, number %(number)s") % {"name": name, "number": number},
    DeskAction.ENTER_SEVERAL: _enter_several,
    DeskAction.CHANGE_ENTRY: lambda name, number: (
        _("changed the entry of %(name)s, number %(number)s") % {"name": name, "number": number}
    ),
    DeskAction.DELETE_ENTRY: lambda name, number: (
        _("deleted the entry of %(name)s, number %(number)s") % {"name": name, "number": number}
    ),
    DeskAction.WITHDRAW: _withdraw,
    DeskAction.BRING_BACK: lambda name: _("undid the withdrawal of %(name)s") % {"name": name},
    DeskAction.GIVE_PENALTY: lambda name, points, round_, reason: (
        _("took %(points)s points off %(name)s in round %(round)s: %(reason)s")
        % {"name": name, "points": points, "round": round_, "reason": reason}
    ),
    DeskAction.TAKE_PENALTY_BACK: lambda name, points, round_: (
        _("gave %(name)s the %(points)s points of round %(round)s back")
        % {"name": name, "points": points, "round": round_}
    ),
    DeskAction.OPEN_SIGN_UP: lambda: _("opened the sign-up link of the tournament"),
    DeskAction.CLOSE_SIGN_UP: lambda: _("closed the sign-up link of the tournament"),
    DeskAction.RENEW_SIGN_UP: lambda: _("renewed the sign-up link of the tournament"),
    DeskAction.SIGN_UP: lambda name, number: (
        _("signed up through the link: %(name)s, number %(number)s") % {"name": name, "number": number}
    ),
    DeskAction.CONFIRM_SIGN_UP: lambda name, number: (
        _("confirmed the sign-up of %(name)s, number %(number)s") % {"name": name, "number": number}
    ),
    DeskAction.TURN_DOWN_SIGN_UP: lambda name: _("turned down the sign-up of %(name)s") % {"name": name},
    DeskAction.SIGN_OFF: lambda name, number: (
        _("took the entry back through the link: %(name)s, number %(number)s") % {"name": name, "number": number}
    ),
    DeskAction.FEE_PAID: lambda name: _("ticked the entry fee of %(name)s as paid") % {"name": name},
    DeskAction.FEE_NOT_PAID: lambda name: _("removed the tick for the entry fee of %(name)s") % {"name": name},
    DeskAction.IMPORT: lambda: _("imported the tournament from its document"),
    DeskAction.SEAL: lambda: _("sealed the result"),
    DeskAction.RELEASE: lambda: _("released the result"),
    DeskAction.OPEN_TO_PUBLIC: lambda: _("opened the public page of the result"),
    DeskAction.CLOSE_TO_PUBLIC: lambda: _("closed the public page of the result"),
    DeskAction.RENEW_PUBLIC_LINK: lambda: _("renewed the public link to the result"),
    DeskAction.MAKE_FINAL: lambda: _("declared the result final"),
    DeskAction.OPEN_RESULT: lambda reason: (
        _("allowed corrections of the result again: %(reason)s") % {"reason": reason}
    ),
}


def in_words(entry: AuditEntry) -> str:
    """Return what was done, as a sentence without a subject."""
    action, *words = json.loads(entry.message)
    return WORDS[action](*words)
