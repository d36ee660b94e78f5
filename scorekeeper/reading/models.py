"""Photographed pages of a score sheet, kept from the photo until their hands are recorded.

A page first belongs to the browser that sent it, and to a session as soon as that is known. It is nobody's record: the
hands are, once they are recorded. So it is deleted with the last one, when it is thrown away, when its session is
closed, and after a day in any case; and neither a backup nor a club file has it.
"""

from django.db import models
from django.utils import timezone

from scorekeeper.clubs.models import Club
from scorekeeper.play.models import Session


class PhotographedPage(models.Model):
    """A page as it was seen. `code` is that of its sheet, and `image` is a JPEG of the flattened page.

    Of several photos of a page, the latest counts. `club` is that of the session, or of the phone before there is one.
    `left_out` are the rows of which a person said that they hold no hand. `recorded` has the row and the number of each
    hand that is recorded; if the hand is undone, so that the number is free, its row is to be recorded again.
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
    left_out = models.JSONField(default=list)
    recorded = models.JSONField(default=list)
    image = models.BinaryField()
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index(fields=["device"], name="photographed_page_device")]

    def __str__(self) -> str:
        return f"{self.number}"
