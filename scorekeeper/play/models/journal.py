"""The journal of a session: what was changed, by whom and when."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.scoring.documents import LONGEST_NAME
from scorekeeper.play.models.access import TOKEN_LENGTH, Access
from scorekeeper.play.models.session import Session


class Verb(models.TextChoices):
    """The kind of a change. Each belongs to a write of the scoring service, and has a name to filter by.

    Journals keep the values that version 1.0.0 wrote, even where the write has a better name now.
    """

    START = "start", _("Session started")
    IMPORT = "import", _("Session imported")
    PLAYERS = "players", _("Players changed")
    RECORD = "record", _("Hand recorded")
    INSERT = "insert", _("Hand inserted")
    SWAP = "swap", _("Hands swapped")
    AMEND = "amend", _("Hand amended")
    VOID = "void", _("Hand voided")
    UNVOID = "restore", _("Hand restored")
    CLOSE = "close", _("Session closed")
    REOPEN = "reopen", _("Session reopened")
    RENEW = "renew", _("Link renewed")
    SHUT_OUT = "shut_out", _("Someone shut out")
    LET_IN = "let_in", _("Someone let in again")
    SET_CALL = "set_call", _("Call set")
    CLEAR_CALL = "take_back", _("Call cleared")
    LOCK = "lock", _("Session locked")
    UNLOCK = "unlock", _("Session unlocked")
    DETAILS = "details", _("Details changed")
    EXCHANGE_PEOPLE = "exchange", _("People exchanged")
    TICK = "tick", _("Payment ticked")
    UNTICK = "untick", _("Tick removed from a payment")
    UNDO = "undo", _("Change undone")
    DELETE = "delete", _("Session deleted")
    UNDELETE = "undelete", _("Session restored")
    AGREE = "agree", _("End of the round agreed")
    TOGETHER = "together", _("Night settled together")
    APART = "apart", _("Night settled separately again")


OF_ACCESS = (Verb.RENEW, Verb.SHUT_OUT, Verb.LET_IN, Verb.LOCK, Verb.UNLOCK)
"""The changes to who may join and write. They don't affect what was played."""


OF_CALL = (Verb.SET_CALL, Verb.CLEAR_CALL)
"""The changes to the call of the next hand. They score nothing until that hand is recorded."""


OF_PAYMENTS = (Verb.TICK, Verb.UNTICK)
"""The ticks on the payments of a closed session. They change nothing that was played or settled."""


OF_DELETION = (Verb.DELETE, Verb.UNDELETE)
"""A session was deleted, or restored as it was. In between, nothing is written."""


OF_NIGHT = (Verb.TOGETHER, Verb.APART)
"""The session is settled together with others of the same night, or no longer."""


BESIDE_PLAY = (*OF_ACCESS, *OF_PAYMENTS, *OF_NIGHT, *OF_DELETION, Verb.DETAILS, Verb.AGREE)
"""The changes that leave hands and calls as they are: Undo looks past them."""

DEALS_KEPT = "deals_kept"
"""Stands beside what a hand was before, if the hands after it kept their dealers through the change."""


class Change(models.Model):
    """One line of the journal: who changed what and when, and what it was before. `revision` is the one it made."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="changes", db_index=False)
    revision = models.PositiveIntegerField()
    verb = models.CharField(max_length=10, choices=Verb)
    hand_number = models.PositiveIntegerField(null=True, blank=True)
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    access = models.ForeignKey(Access, on_delete=models.SET_NULL, null=True, blank=True, related_name="changes")
    who = models.CharField(max_length=LONGEST_NAME, blank=True)  # the label at the time; it can change later
    at = models.DateTimeField()
    token = models.CharField(max_length=TOKEN_LENGTH)

    class Meta:
        ordering = ["revision"]
        constraints = [
            models.UniqueConstraint(fields=["session", "token"], name="change_token_spent_once"),
            models.UniqueConstraint(fields=["session", "revision"], name="change_revision"),
        ]

    def __str__(self) -> str:
        return f"{self.revision} {self.verb}"
