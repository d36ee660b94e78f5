"""Entries in the club's audit log for what the desk of a tournament does, like those of an evening.

An entry is about the evening, and stores an action code and its words as `scorekeeper.desk.audit_notes` does.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from scorekeeper.clubs.models import AuditEntry
from scorekeeper.desk.audit_notes import columns
from scorekeeper.desk.terms_in_words import TERM_WORDS
from scorekeeper.evenings.models import Evening

AT_DESK = 5
"""The action of these entries; evenings have 4, the panel has Django's 1 to 3."""


class DeskAction(StrEnum):
    """What was done. The values are stored."""

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


def note(evening: Evening, by: str, action: DeskAction, *words: str) -> None:
    """Write an entry. `by` is the member signed in on the phone, or else the phone's name; it may be empty."""
    AuditEntry.objects.create(**columns(evening, by, action, *words, at=AT_DESK))


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
