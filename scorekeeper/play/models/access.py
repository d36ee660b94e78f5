"""What each browser may do at a table, and the link to all tables of a browser."""

from __future__ import annotations

import secrets
from enum import StrEnum
from typing import Self

from django.db import models

from games.scoring.documents import LONGEST_NAME

TOKEN_LENGTH = 43


def make_token() -> str:
    """Return the secret of a link: 192 random bits."""
    return secrets.token_urlsafe(24)


class Role(models.TextChoices):
    """What a browser may do at a table."""

    SCORER = "scorer"
    WATCHER = "watcher"


class TabletSide(StrEnum):
    """One of the four sides of a tablet, named as seen while its page is not turned."""

    BOTTOM = "bottom"
    LEFT = "left"
    TOP = "top"
    RIGHT = "right"


class AccessQuerySet(models.QuerySet["Access"]):
    """Accesses of browsers."""

    def of(self, device: str | None) -> Self:
        """Return what this browser may do, without the tables from which it was shut out."""
        return self.not_shut_out().filter(device=device)

    def not_shut_out(self) -> Self:
        return self.filter(shut_out_at=None)

    def shut_out(self) -> Self:
        return self.filter(shut_out_at__isnull=False)


class Access(models.Model):
    """What a browser, known by its device cookie, may do at a table; `label` is the name under which it writes."""

    session = models.ForeignKey("play.Session", on_delete=models.CASCADE, related_name="accesses", db_index=False)
    device = models.CharField(max_length=32)
    role = models.CharField(max_length=10, choices=Role)
    label = models.CharField(max_length=LONGEST_NAME, blank=True)
    facing = models.CharField(max_length=6, default=TabletSide.BOTTOM.value)  # the side that its page faces
    granted_at = models.DateTimeField(auto_now_add=True)
    shut_out_at = models.DateTimeField(null=True, blank=True)  # no access since then, until let in again

    objects = AccessQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "accesses"
        constraints = [models.UniqueConstraint(fields=["session", "device"], name="access_device")]
        indexes = [models.Index(fields=["device"], name="access_by_device")]

    def __str__(self) -> str:
        return f"{self.label or self.role}"


class Board(models.Model):
    """The link to all tables of a browser, for others such as a wall display."""

    device = models.CharField(max_length=32, unique=True)
    token = models.CharField(max_length=TOKEN_LENGTH, unique=True, default=make_token)

    def __str__(self) -> str:
        return self.device
