"""What a closed session comes to: its settlement with the payments, and the results on which standings are based."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from scorekeeper.clubs.models import Player
from scorekeeper.play.models.session import Night, Seat, Session


class Settlement(models.Model):
    """The totals of a closed session, frozen: a later correction of the rules doesn't change them.

    `totals` are the sums of the hands, and `gains` the counters that the stake is paid for, by person. `transfers` are
    `{"debtor": person, "creditor": person, "amount": counters}`, or null if no payments settle the totals. A person is
    the place among the people of the session.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="settlements")
    totals = models.JSONField()
    gains = models.JSONField()
    transfers = models.JSONField(null=True)
    stake = models.DecimalField(max_digits=8, decimal_places=4, null=True, blank=True)
    currency = models.CharField(max_length=8)
    kitty = models.DecimalField(max_digits=6, decimal_places=2, null=True, blank=True)  # from each person
    settled_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["session"], condition=Q(withdrawn_at__isnull=True), name="settlement_one_stands"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.totals}"


class Payment(models.Model):
    """Who owes whom how much of a settlement, of a session or of an evening, and when it was ticked as paid.

    Without a debtor or a creditor it is a payment out of the cash box, or into the box or the kitty. `amount` are
    counters; null if it is paid in money only. A session of an evening is paid with the evening: nobody sees its own.
    Of a night, only the payments that were ticked are stored.
    """

    settlement = models.ForeignKey(Settlement, on_delete=models.CASCADE, null=True, related_name="payments")
    evening_settlement = models.ForeignKey(
        "evenings.EveningSettlement", on_delete=models.CASCADE, null=True, related_name="payments"
    )
    night = models.ForeignKey(Night, on_delete=models.CASCADE, null=True, related_name="payments")
    debtor = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="debts")
    creditor = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="claims")
    amount = models.PositiveBigIntegerField(null=True)
    money = models.DecimalField(max_digits=14, decimal_places=2, null=True)
    currency = models.CharField(max_length=8)
    ticked_at = models.DateTimeField(null=True)
    ticked_by = models.CharField(max_length=150, blank=True)  # the label at the time, as in the journal

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(settlement__isnull=False, evening_settlement__isnull=True, night__isnull=True)
                | Q(settlement__isnull=True, evening_settlement__isnull=False, night__isnull=True)
                | Q(settlement__isnull=True, evening_settlement__isnull=True, night__isnull=False),
                name="payment_of_one_settlement",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.debtor_id} → {self.creditor_id}"

    @property
    def terms(self) -> tuple[object, ...]:
        """What makes two payments the same: who pays whom, and how much."""
        return self.debtor_id, self.creditor_id, self.amount, self.money, self.currency


class Result(models.Model):
    """One seat's result of a closed session, on which standings are based. It is deleted when the session is reopened.

    `total` is what standings add up: the settled total or, where the lowest wins, the gain by difference. `hands` is
    how many the seat played, without corrections and misdeals. `best` and `worst` are the numbers of the hands in which
    it gained most and lost most, each with the amount. `points` are tournament points, if the game has them. A
    session with larger amounts than anybody plays for has no results.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="results", db_index=False)
    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="result")
    total = models.BigIntegerField()
    points = models.BigIntegerField(null=True)
    hands = models.PositiveIntegerField()
    best = models.PositiveIntegerField(null=True)
    best_amount = models.BigIntegerField(default=0)
    worst = models.PositiveIntegerField(null=True)
    worst_amount = models.BigIntegerField(default=0)

    class Meta:
        app_label = "standings"  # whose tables they have been since 1.0.0
        constraints = [models.UniqueConstraint(fields=["session", "seat"], name="result_of_seat")]

    def __str__(self) -> str:
        return f"{self.total}"


class CallStats(models.Model):
    """How often a seat made or failed one call in a session, and what it gained in those hands."""

    result = models.ForeignKey(Result, on_delete=models.CASCADE, related_name="call_stats", db_index=False)
    call = models.CharField(max_length=40)
    made = models.PositiveIntegerField(default=0)
    failed = models.PositiveIntegerField(default=0)
    amount = models.BigIntegerField(default=0)

    class Meta:
        app_label = "standings"  # whose tables they have been since 1.0.0
        verbose_name_plural = "call stats"
        constraints = [models.UniqueConstraint(fields=["result", "call"], name="call_stats_once")]

    def __str__(self) -> str:
        return self.call


class PlayerPairStats(models.Model):
    """How many hands a seat played on the same side as another seat and against it, and what it gained in them."""

    result = models.ForeignKey(Result, on_delete=models.CASCADE, related_name="pair_stats", db_index=False)
    other = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="+")
    together = models.PositiveIntegerField(default=0)
    together_amount = models.BigIntegerField(default=0)
    against = models.PositiveIntegerField(default=0)
    against_amount = models.BigIntegerField(default=0)

    class Meta:
        app_label = "standings"  # whose tables they have been since 1.0.0
        verbose_name_plural = "player pair stats"
        constraints = [models.UniqueConstraint(fields=["result", "other"], name="pair_stats_once")]

    def __str__(self) -> str:
        return f"{self.other}"
