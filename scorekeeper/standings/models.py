"""The seasons of a club: spans of dates with the terms of their standings."""

from __future__ import annotations

from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.scoring.documents import LONGEST_NAME
from scorekeeper.clubs.models import Club
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
    best count. The championship ranks by `scoring`; the standings always add up. With `only_tournaments`, nothing else
    counts in either.
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
    only_tournaments = models.BooleanField(_("only tournaments count"), default=False)

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
