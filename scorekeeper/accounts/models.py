"""Stored second factors. None of this is in a backup (see `scorekeeper.files.archive.backup`)."""

from __future__ import annotations

from uuid import uuid4

from django.conf import settings
from django.db import models

SECRET_LENGTH = 32


class SecondFactor(models.Model):
    """The secret of an account's authenticator app, confirmed by a code, and its recovery codes.

    The primary key is random. A session stores it as proof that a code was given, so a later second factor invalidates
    it.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="second_factor")
    secret = models.CharField(max_length=SECRET_LENGTH)  # base32, 160 bits
    last_step = models.BigIntegerField()  # of the last accepted code; each code works once
    recovery_hashes = models.JSONField(default=list)  # of the unused recovery codes
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"second factor of {self.user}"
