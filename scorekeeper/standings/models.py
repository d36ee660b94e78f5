"""Results of closed sessions and the seasons that they count in.

A *season* is a span of dates with the terms of its standings. Each seat of a closed session has a *result*, with the
statistics of its *calls* and of each *pair* that it makes with another seat.
"""

from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.scoring.documents import LONGEST_NAME
from scorekeeper.clubs.models import Club
from scorekeeper.play.models import Seat, Session
from scorekeeper.standings.championship import Scoring

MOST_UNITS = 1000
"""Maximum of a season's counts of evenings or rounds; nobody plays more in a season."""


class CountedBy(models.TextChoices):
    """What a season counts: evenings, or the rounds of its evenings."""

    EVENINGS = "evenings", _("evenings")
    ROUNDS = "rounds", _("rounds")


SCORING_WORDS = {
    Scoring.SUM.value: _("sum of the points"),
    Scoring.AVERAGE.value: _("average"),
    Scoring.PLACE_POINTS.value: _("place points, 25-18-15"),
    Scoring.PLAYERS_BEHIND.value: _("place points, by players"),
    Scoring.PER_CENT.value: _("per cent of the best"),
}
"""What a championship can rank by."""


class Season(models.Model):
    """A span of dates, first and last day included, and the terms of its standings.

    An empty `game` or `rules` means all of them. `minimum` and `best` count evenings or rounds, as `counted_by` says
    (`scorekeeper.standings.units`): `minimum` are needed to be ranked and, with `best`, only that many of each player's
    best count. The championship ranks by `scoring`; the standings always add up.
    """

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="seasons", db_index=False, verbose_name=_("club")
    )
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    starts = models.DateField(_("first day"))
    ends = models.DateField(_("last day"), null=True, blank=True)
    game = models.CharField(pgettext_lazy("of cards", "game"), max_length=30, blank=True)
    rules = models.CharField(_("rules"), max_length=30, blank=True)
    minimum = models.PositiveSmallIntegerField(
        _("how many are needed to be ranked"), default=0, validators=[MaxValueValidator(MOST_UNITS)]
    )
    best = models.PositiveSmallIntegerField(
        _("how many of the best count"), null=True, blank=True, validators=[MaxValueValidator(MOST_UNITS)]
    )
    counted_by = models.CharField(_("what is counted"), max_length=10, choices=CountedBy, default=CountedBy.EVENINGS)
    scoring = models.CharField(
        _("the championship ranks by"), max_length=20, choices=list(SCORING_WORDS.items()), default=Scoring.SUM.value
    )

    class Meta:
        ordering = ["-starts", "name"]
        verbose_name, verbose_name_plural = _("season"), _("seasons")
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="season_name"),
            models.CheckConstraint(condition=Q(ends__isnull=True) | Q(ends__gte=F("starts")), name="season_span"),
            models.CheckConstraint(condition=Q(best__isnull=True) | Q(best__gt=0), name="season_best"),
            models.CheckConstraint(
                condition=Q(minimum__lte=MOST_UNITS) & (Q(best__isnull=True) | Q(best__lte=MOST_UNITS)),
                name="season_counts",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Result(models.Model):
    """One seat's result of a closed session, on which standings are based. It is deleted when the session is reopened.

    `hands` is how many the seat played, without corrections and misdeals. `best` and `worst` are the numbers of the
    hands in which it gained most and lost most, each with the amount. `points` are tournament points, if the game has
    them. A session with larger amounts than anybody plays for has no results.
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
        verbose_name_plural = "player pair stats"
        constraints = [models.UniqueConstraint(fields=["result", "other"], name="pair_stats_once")]

    def __str__(self) -> str:
        return f"{self.other}"
