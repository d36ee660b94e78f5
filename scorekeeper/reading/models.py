"""Photographed pages of a score sheet, and what is known of the sheets of a session.

A page first belongs to the browser that sent it, and to a session once that is known. Pages are only kept to record
hands. A page is deleted soon after its last hand is recorded, when somebody discards it, when its session is closed,
and after a day in any case. Backups and club files don't include pages.
"""

from django.db import models
from django.utils import timezone

from scorekeeper.clubs.models import Club
from scorekeeper.play.models import Session


class PhotographedPage(models.Model):
    """A page as it was seen. `code` is that of its sheet, and `image` is a JPEG of the flattened page.

    If a page was photographed several times, the latest photo counts. `club` is that of the session, or of the phone
    before there is one. `first_row` is the number of the first of its `rows`; `carried` are the totals above it, from
    the page before. `recorded_at` is set once none of its rows is waiting. A page that is `set_aside` is used only
    after somebody has confirmed that it may replace another sheet with waiting rows.
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
    set_aside = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now)
    recorded_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["device"], name="photographed_page_device")]

    def __str__(self) -> str:
        return f"{self.number}"


class SessionSheet(models.Model):
    """What is known of a sheet that was photographed for a session. It outlives the photos.

    With it, another page or photo of the sheet is recognised, even if names were corrected since. `code` is that of the
    first page. `left_out` are the rows that somebody marked as holding no hand. `recorded` has, for each recorded hand,
    its row, its number, and its outcome when it was recorded; once a different hand has that number, the row waits
    again. `done` is how many rows of the first pages aren't needed any more, since a later page continues after the
    hands of the session. `restarts` has, for each copy whose totals begin at 0 again, the number of the last hand
    before it.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="photographed_sheets")
    code = models.TextField()
    left_out = models.JSONField(default=list)
    recorded = models.JSONField(default=list)
    done = models.PositiveSmallIntegerField(default=0)
    restarts = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"{self.pk}"
