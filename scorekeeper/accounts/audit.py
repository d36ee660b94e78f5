"""Audit log entries about second factors, in the panel's log and in the journals of the account's clubs."""

from __future__ import annotations

import json

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User

from scorekeeper.clubs.audit_notes import AuditAction, audit_message
from scorekeeper.clubs.models import AuditEntry, Organiser

COMMAND_LINE = "manage.py"


def note(user: User, action: AuditAction, *, by: User | None) -> None:
    """Log what was done to this account and by whom; `by` is None on the command line."""
    message = audit_message(action)
    if by is not None:
        LogEntry.objects.log_actions(by.pk, [user], CHANGE, change_message=message, single_object=True)
    AuditEntry.objects.bulk_create(
        AuditEntry(
            club_id=organiser.club_id,
            who=by.get_username() if by else COMMAND_LINE,
            action=CHANGE,
            model="clubs.organiser",
            key=str(organiser.pk),
            name=user.get_username(),
            message=json.dumps(message),
        )
        for organiser in Organiser.objects.filter(user=user)
    )
