"""Audit log texts, stored so that they can be read in any language.

Django stores a form's changes in a format of its own; this module reads it and translates the field names. Every other
action is stored as a code word with its names.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from django.contrib.admin.models import CHANGE, LogEntry
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.models import AuditEntry
from scorekeeper.web.dates import long_day

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class AuditAction(StrEnum):
    """What was done. The values are stored in the database."""

    LOGIN_GIVEN = "login_given"
    LOGIN_TAKEN_AWAY = "login_taken_away"
    LOGIN_RENEWED = "login_renewed"
    PERSONAL_DATA_DELETED = "personal_data_deleted"
    MERGED = "merged"
    UNDONE = "undone"
    RETIRED = "retired"
    BROUGHT_BACK = "brought_back"
    RUNS = "runs"
    STOPPED_RUNNING = "runs_no_more"
    THIS_BROWSER = "this_browser"
    CLUB_LINK = "club_link"
    PHONES_REMOVED = "phones_removed"
    LOCK = "lock"
    UNLOCK = "unlock"
    CLOSE = "close"
    REOPEN = "reopen"
    DELETE = "delete"
    UNDELETE = "undelete"
    RENEW = "renew"
    SHUT_OUT = "shut_out"
    LET_IN = "let_in"
    MOVE = "move"
    READ_IN = "read_in"
    TOKEN_REVOKED = "token_revoked"  # noqa: S105 - a word
    TARIFF_SET = "tariff_set"
    TARIFF_RENAMED = "tariff_renamed"
    TARIFF_RETIRED = "tariff_retired"
    MEMBERS_IN = "members_in"
    SECOND_FACTOR_ON = "second_factor_on"
    SECOND_FACTOR_OFF = "second_factor_off"
    SECOND_FACTOR_RESET = "second_factor_reset"
    RECOVERY_CODES_RENEWED = "recovery_codes_renewed"
    RECOVERY_CODE_USED = "recovery_code_used"


WORDS: Mapping[str, StrPromise] = {
    AuditAction.LOGIN_GIVEN: _("Login given: %(name)s."),
    AuditAction.LOGIN_TAKEN_AWAY: _("Login removed: %(name)s."),
    AuditAction.LOGIN_RENEWED: _("New password link for %(name)s."),
    AuditAction.PERSONAL_DATA_DELETED: _("Personal data deleted."),
    AuditAction.MERGED: _("Merged with %(name)s."),
    AuditAction.UNDONE: _("Merge undone."),
    AuditAction.RETIRED: _("Retired."),
    AuditAction.BROUGHT_BACK: _("Restored."),
    AuditAction.RUNS: _("Runs evenings."),
    AuditAction.STOPPED_RUNNING: _("No longer runs evenings."),
    AuditAction.THIS_BROWSER: _("This browser runs evenings."),
    AuditAction.CLUB_LINK: _("Phone link renewed."),
    AuditAction.PHONES_REMOVED: _("All phones removed: %(number)s."),
    AuditAction.LOCK: _("Locked."),
    AuditAction.UNLOCK: _("Unlocked."),
    AuditAction.CLOSE: _("Closed."),
    AuditAction.REOPEN: _("Reopened."),
    AuditAction.DELETE: _("Session deleted."),
    AuditAction.UNDELETE: _("Session restored."),
    AuditAction.RENEW: _("Links renewed."),
    AuditAction.SHUT_OUT: _("A browser shut out."),
    AuditAction.LET_IN: _("A browser let in again."),
    AuditAction.MOVE: _("Moved to another evening."),
    AuditAction.READ_IN: _("Club imported; new: people %(people)s, evenings %(evenings)s, sessions %(sessions)s."),
    AuditAction.TOKEN_REVOKED: _("Revoked."),
    AuditAction.TARIFF_SET: _("Version %(version)s saved; figures changed: %(changed)s."),
    AuditAction.TARIFF_RENAMED: _("Renamed from “%(name)s”."),
    AuditAction.TARIFF_RETIRED: _("Retired: no longer offered."),
    AuditAction.MEMBERS_IN: _("Members imported: %(added)s added, %(changed)s changed."),
    AuditAction.SECOND_FACTOR_ON: _("Two-factor authentication turned on."),
    AuditAction.SECOND_FACTOR_OFF: _("Two-factor authentication turned off."),
    AuditAction.SECOND_FACTOR_RESET: _("Two-factor authentication reset."),
    AuditAction.RECOVERY_CODES_RENEWED: _("New recovery codes."),
    AuditAction.RECOVERY_CODE_USED: _("Signed in with a recovery code."),
}


def audit_message(action: AuditAction, **names: object) -> list[dict[str, Any]]:
    """Return the log message for an action."""
    return [{"noted": [action, {key: str(name) for key, name in names.items()}]}]


def in_words(message: str) -> str:
    """Return a log message in the reader's language; a message in no known format is returned unchanged."""
    try:
        parts = json.loads(message) if message.startswith("[") else None
    except json.JSONDecodeError:
        parts = None
    if not isinstance(parts, list) or not all(isinstance(part, dict) for part in parts):
        return message
    return " ".join(_part(part) for part in parts)


def about(entry: AuditEntry) -> str:
    """Return what an entry is about, by its name at the time. An evening without a name was stored by its date."""
    if entry.model == "evenings.evening":
        with suppress(ValueError):
            return long_day(date.fromisoformat(entry.name))
    return entry.name


def _part(part: dict[str, Any]) -> str:
    if "noted" in part:
        action, names = part["noted"]
        return str(WORDS[action] % dict(names))
    if fields := part.get("changed", {}).get("fields"):
        part = {"changed": {**part["changed"], "fields": [_field(name) for name in fields]}}
    return str(LogEntry(action_flag=CHANGE, change_message=json.dumps([part])).get_change_message())


def _field(name: str) -> str:
    """Return the translation of a stored field label, which may start with a capital that the translations lack."""
    small = name[:1].lower() + name[1:]
    return gettext(name) if gettext(name) != name else gettext(small)
