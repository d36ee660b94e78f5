"""What stands on a paper list that was typed, beside the hands themselves, which are those of any session.

A *written total* is what the paper has as a player's running total after a hand: something to check against, never a
total of ours.
"""

from django.db import models

from scorekeeper.play.models import Session


class WrittenTotal(models.Model):
    """What the paper has for the player of a place after a hand; after the last one the hand is number 0."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="written_totals", db_index=False)
    hand_number = models.PositiveIntegerField()
    place = models.PositiveSmallIntegerField()
    total = models.IntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["session", "hand_number", "place"], name="written_total_once")]

    def __str__(self) -> str:
        return f"{self.hand_number}: {self.total}"
