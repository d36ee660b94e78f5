"""The API's tokens.

A *token* is a secret that another program sends to read one club's data. Only its hash is stored, so the database
doesn't reveal it. A *revoked* token no longer works but stays in the list.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.scoring.documents import LONGEST_NAME
from scorekeeper.clubs.models import Club


class ApiToken(models.Model):
    """A token for one club's data; `prefix` is the start of the secret, by which people recognise it."""

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="api_tokens", db_index=False, verbose_name=_("club")
    )
    name = models.CharField(
        _("name"),
        max_length=LONGEST_NAME,
        help_text=_("The program that will use it. The name appears in the list and in the journal."),
    )
    prefix = models.CharField(_("begins with"), max_length=12, editable=False)
    hash = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    created_by = models.CharField(
        pgettext_lazy("whoever did it", "by"), max_length=150, blank=True, editable=False
    )  # an account's name, as it was then
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True, editable=False)  # to the minute
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name, verbose_name_plural = _("API token"), _("API tokens")
        ordering = ["-created_at", "-pk"]
        constraints = [
            # Also keeps a form that is sent twice from creating two tokens.
            models.UniqueConstraint(
                fields=["club", "name"], condition=Q(revoked_at__isnull=True), name="api_token_name"
            ),
        ]
        indexes = [models.Index(fields=["club", "created_at"], name="api_token_of_club")]

    def __str__(self) -> str:
        return self.name
