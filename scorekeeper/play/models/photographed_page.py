"""The photographed pages of a session's score sheet, and how much of the sheet is done."""

from __future__ import annotations

from datetime import timedelta
from typing import Self

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from scorekeeper.clubs.models import Club
from scorekeeper.play.models.session import Session

PHOTO_KEPT = timedelta(days=1)
"""The longest that a photographed page is kept."""
PHOTO_KEPT_FOR_UNDO = timedelta(minutes=10)
"""How long a page is kept after its last hand was recorded; if that hand is undone meanwhile, its row waits again."""


class PhotographedPageQuerySet(models.QuerySet["PhotographedPage"]):
    """Photographed pages, which expire."""

    def kept(self) -> Self:
        return self.filter(_still_kept())

    def expired(self) -> Self:
        return self.exclude(_still_kept())

    def waiting(self, next_hand: int) -> Self:
        """Return those of a session with rows that aren't recorded, or whose hands were undone since.

        `next_hand` is the number of the session's next hand. A page that can't be read yet, because one before it is
        missing, is left out.
        """
        waits = Q(recorded_at=None) | Q(session__photographed_sheets__next_hand__gt=next_hand)
        return self.kept().filter(waits, first_row__lte=F("session__photographed_sheets__done") + 1)


def _still_kept() -> Q:
    now = timezone.now()
    not_long_recorded = Q(recorded_at=None) | Q(recorded_at__gt=now - PHOTO_KEPT_FOR_UNDO)
    return Q(created_at__gt=now - PHOTO_KEPT) & not_long_recorded


class PhotographedPage(models.Model):
    """A page of a photographed score sheet, as it was seen; it is only kept to record the hands on it.

    It first belongs to the browser that sent it, and to a session once that is known. It is deleted soon after its last
    hand is recorded, when somebody discards it, when its session is closed, and after a day in any case. Backups and
    club files don't include pages.

    `code` is that of its sheet, and `image` is a JPEG of the flattened page. If a page was photographed several times,
    the latest photo counts. `club` is that of the session, or of the phone before there is one. `first_row` is the
    number of the first of its `rows`; `carried` are the totals above it, from the page before. `recorded_at` is set
    once none of its rows is waiting.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, null=True, blank=True, related_name="photographed_pages")
    session = models.ForeignKey(
        Session, on_delete=models.CASCADE, null=True, blank=True, related_name="photographed_pages"
    )
    device = models.CharField(max_length=32)
    number = models.PositiveSmallIntegerField()
    code = models.TextField()
    first_row = models.PositiveSmallIntegerField()
    rows = models.JSONField()  # what was seen in each, as `RowSeen.as_json` writes it
    carried = models.JSONField(default=list)  # as `totals_as_json` writes them
    image = models.BinaryField()
    created_at = models.DateTimeField(default=timezone.now)
    recorded_at = models.DateTimeField(null=True, blank=True)

    objects = PhotographedPageQuerySet.as_manager()

    class Meta:
        app_label = "reading"  # which reads the photos
        indexes = [models.Index(fields=["device"], name="photographed_page_device")]

    def __str__(self) -> str:
        return f"{self.number}"


class SessionSheet(models.Model):
    """How much of a sheet that was photographed for a session is done. It outlives the photos.

    With it, another page or photo of the sheet continues where the last one ended, even if names were corrected since.
    `code` is that of the first page. The rows up to `done` are recorded, or hold no hand. `next_hand` is the number of
    the hand after the last one that is known to be among these rows; 0 if a person chose `done`, or for a blank sheet
    of which nothing is recorded.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="photographed_sheets")
    code = models.TextField()
    done = models.PositiveSmallIntegerField(default=0)
    next_hand = models.PositiveIntegerField(default=0)

    class Meta:
        app_label = "reading"  # which reads the photos

    def __str__(self) -> str:
        return f"{self.pk}"
