"""Evenings, who attends them, their rounds, and how they are settled.

An *evening* is the sessions of one date that settle together. A *presence* records that somebody attends one. In a
*round* of it everybody plays the same game for a fixed number of hands, in seats given out beforehand. Its *settlement*
is across its sessions. A session refers to its evening and its round (`scorekeeper.play.models`).
"""

import secrets
from collections.abc import Callable
from decimal import Decimal

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.scoring.documents import LONGEST_NAME
from scorekeeper.clubs.models import Club, Player
from scorekeeper.web.dates import long_day

CENT = Decimal("0.01")


def make_public_id() -> str:
    """Return a random name for an evening's URL: 72 bits."""
    return secrets.token_urlsafe(9)


class Evening(models.Model):
    """The sessions of one date that settle together, with the contribution to the kitty.

    If it is a tournament, its result can be *sealed*: until it is released, nobody but the desk and the players of a
    table see what it has come to. It can be corrected until `final_at`, each time with a reason.
    """

    public_id = models.CharField(max_length=16, unique=True, default=make_public_id, editable=False)
    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="evenings", db_index=False, verbose_name=_("club")
    )
    date = models.DateField(_("date"))
    name = models.CharField(_("name"), max_length=LONGEST_NAME, blank=True)
    kitty = models.DecimalField(
        _("into the kitty"),
        max_digits=8,
        decimal_places=2,
        null=True,
        blank=True,
        help_text=_("What everyone present pays into the club’s kitty."),
    )
    rounding = models.DecimalField(
        _("rounded to"),
        max_digits=8,
        decimal_places=2,
        default=CENT,
        help_text=_("The smallest coin used to settle the evening."),
    )
    currency = models.CharField(_("currency"), max_length=8, default="€")
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True)
    is_sealed = models.BooleanField(default=False, editable=False)
    final_at = models.DateTimeField(null=True, blank=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-date", "-pk"]
        verbose_name, verbose_name_plural = _("evening"), _("evenings")
        constraints = [
            models.CheckConstraint(condition=Q(kitty__isnull=True) | Q(kitty__gt=0), name="evening_kitty"),
            models.CheckConstraint(condition=Q(rounding__gt=0), name="evening_rounding"),
        ]
        indexes = [models.Index(fields=["club", "date"], name="evening_of_club")]

    def __str__(self) -> str:
        return self.name or long_day(self.date)

    @property
    def is_final(self) -> bool:
        """Whether the result can't be corrected any more."""
        return self.final_at is not None and self.final_at <= timezone.now()

    def name_in_audit_log(self) -> str:
        """Return the name, or else the date, which `scorekeeper.clubs.audit_notes.about` formats."""
        return self.name or self.date.isoformat()

    def title(self, name_format: Callable[[str], str] = str) -> str:
        """Return the name, as formatted by `name_format`, and the date; only the date if there is no name."""
        day = long_day(self.date)
        return f"{name_format(self.name)}, {day}" if self.name else day


class Presence(models.Model):
    """A player's attendance at an evening, with the times of arrival and departure.

    With `by_table` nobody entered it: it exists because the player sat down at a table of the evening, and moves with
    that table.
    """

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="presences", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="presences", verbose_name=_("player"))
    came_at = models.DateTimeField(_("came"))
    left_at = models.DateTimeField(_("left"), null=True, blank=True)
    by_table = models.BooleanField(default=False, editable=False)

    class Meta:
        verbose_name, verbose_name_plural = _("presence"), _("attendance")
        constraints = [models.UniqueConstraint(fields=["evening", "player"], name="presence_once")]

    def __str__(self) -> str:
        return f"{self.player}"


class Round(models.Model):
    """A round of an evening: everybody plays this game for the planned hands, at the table where they are seated.

    At an ordinary evening, tables can play another game: `games` are those by table number, `{"2": "tarot:fft"}`. The
    options and the tariff are those of the tournament or of the club's house rules, and so is the stake if they have
    one.
    `hands` are the planned hands by the size of the table, `{"4": 48, "3": 36}`; a size that is missing has no limit.
    `table_size` and `wished_tables` are the size and the number of all tables, if the desk chose one.
    `seating` says how the seats were given out: a `SeatingMethod`, or `fixed`. Only the desk sees the seats until the
    round is published. The clock runs for `minutes` from `clock_started_at` on.
    """

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="rounds", db_index=False)
    number = models.PositiveSmallIntegerField()
    game = models.CharField(max_length=30)
    rules = models.CharField(max_length=30)
    games = models.JSONField(default=dict)
    stake = models.DecimalField(max_digits=8, decimal_places=4, null=True, blank=True)  # money for each point
    hands = models.JSONField(default=dict)
    table_size = models.PositiveSmallIntegerField(null=True, blank=True)
    wished_tables = models.PositiveSmallIntegerField(null=True, blank=True)
    seating = models.CharField(max_length=20)
    seed = models.BigIntegerField(null=True, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    clock_started_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["evening", "number"], name="round_number"),
            models.CheckConstraint(condition=Q(stake__isnull=True) | Q(stake__gt=0), name="round_stake"),
        ]

    def __str__(self) -> str:
        return f"{self.number}"

    def played_at(self, table: int | None) -> tuple[str, str]:
        """Return the game and the rule set that a table plays."""
        game, _colon, rules = self.games.get(str(table), f"{self.game}:{self.rules}").partition(":")
        return game, rules


class RoundSeat(models.Model):
    """Where a player sits in a round: table and place, counted from 1 and from 0; neither for one who sits out."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="round_seats")
    table = models.PositiveSmallIntegerField(null=True, blank=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["table", "place", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["round", "player"], name="round_seat_player"),
            models.UniqueConstraint(fields=["round", "table", "place"], name="round_seat_place"),
            models.CheckConstraint(
                condition=Q(table__isnull=True, place__isnull=True) | Q(table__gt=0, place__isnull=False),
                name="round_seat_both_or_neither",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}"


class EveningSettlement(models.Model):
    """The settlement of an evening in money, frozen.

    `balances` are `{"player": key, "name": at the time, "played": gain at the tables, "tables": the same by session
    key, "fee": into the kitty, "amount": with kitty and rounding}`; older ones lack the fee. Money is stored as decimal
    text. `sessions` are the keys of the sessions included. Its payments are rows, of people as the balances have them:
    those of two records that were merged later stay apart.

    With `through_box` nobody pays anybody else: each person pays into the cash box (no creditor) or is paid out of it
    (no debtor), and what remains there is the kitty.
    """

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="settlements")
    sessions = models.JSONField()
    balances = models.JSONField()
    through_box = models.BooleanField(default=False)
    kitty = models.DecimalField(max_digits=10, decimal_places=2, default=0)
    currency = models.CharField(max_length=8)
    settled_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["evening"], condition=Q(withdrawn_at__isnull=True), name="evening_settlement_one_stands"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.evening}"
