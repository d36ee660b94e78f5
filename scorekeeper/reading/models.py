"""Photographed pages of a score sheet, how much of each sheet of a session is done, and the totals on a typed one.

A page first belongs to the browser that sent it, and to a session once that is known. Pages are only kept to record
hands. A page is deleted soon after its last hand is recorded, when somebody discards it, when its session is closed,
and after a day in any case. Backups and club files don't include pages.

A *written total* is a player's running total on the paper after a hand. It is only compared with the app's total.
"""

from django.db import models
from django.utils import timezone

from scorekeeper.clubs.models import Club
from scorekeeper.play.models import Session


class PhotographedPage(models.Model):
    """A page as it was seen. `code` is that of its sheet, and `image` is a JPEG of the flattened page.

    If a page was photographed several times, the latest photo counts. `club` is that of the session, or of the phone
    before there is one. `first_row` is the number of the first of its `rows`; `carried` are the totals above it, from
    the page before. `recorded_at` is set once none of its rows is waiting.
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

    class Meta:
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

    def __str__(self) -> str:
        return f"{self.pk}"


class WrittenTotal(models.Model):
    """A total on the paper after a hand, for the player in seat `place`; hand 0 stands for the end of the list."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="written_totals", db_index=False)
    hand_number = models.PositiveIntegerField()
    place = models.PositiveSmallIntegerField()
    total = models.IntegerField()

    class Meta:
        app_label = "printing"  # whose table it has been since 1.0.0
        constraints = [models.UniqueConstraint(fields=["session", "hand_number", "place"], name="written_total_once")]

    def __str__(self) -> str:
        return f"{self.hand_number}: {self.total}"
