"""Totals written on a paper list that is typed in; its hands are stored like those of any session.

A *written total* is a player's running total on the paper after a hand. It is only compared with the app's total.
"""

from django.db import models

from scorekeeper.play.models import Session


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
