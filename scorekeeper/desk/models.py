"""Tournaments of a club, their entries, and the lists of their tables.

A *tournament* is an evening with terms: its rounds and seats are those of the evening (`scorekeeper.evenings.models`).
An *entry* is a player with a start number, and its *payments* are what the desk ticked as paid. A *sign-up* is a name
that somebody left through the link; the desk makes it an entry. A *list* is the result of a table in a round:
*proposed* by the person who wrote it, *confirmed* by a second player or by the desk, and then counts; a dispute stops
it.

Everything in the tournament document is stored as it is there, so that importing and exporting only copy it. Ranking,
prizes and money are not stored but computed (`scorekeeper.desk.result`).
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.scoring.documents import LONGEST_NAME
from scorekeeper.clubs.models import Player
from scorekeeper.evenings.models import Evening, Round
from scorekeeper.play.models import TOKEN_LENGTH, make_token


class Tournament(models.Model):
    """The terms of an evening that is a tournament, and who may see and enter what.

    `options` and `terms` are as in the tournament document. Anyone with the link can sign up while `sign_up_open`,
    until entries and sign-ups fill the `sign_up_places`, and see the result unless it is sealed.
    """

    evening = models.OneToOneField(
        Evening, on_delete=models.PROTECT, related_name="tournament", verbose_name=_("evening")
    )
    game = models.CharField(max_length=30)
    rules = models.CharField(max_length=30)
    options = models.JSONField(default=dict)
    terms = models.JSONField(default=dict)
    sign_up_open = models.BooleanField(default=False)
    sign_up_places = models.PositiveSmallIntegerField(_("places"), default=100)
    sign_up_token = models.CharField(max_length=TOKEN_LENGTH, unique=True, default=make_token)
    public_token = models.CharField(max_length=TOKEN_LENGTH, unique=True, default=make_token)
    is_public = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name, verbose_name_plural = _("tournament"), _("tournaments")

    def __str__(self) -> str:
        return f"{self.evening}"

    @property
    def accepts_sign_ups(self) -> bool:
        """Whether anyone with the link can sign up; after the end, another fee would change the prizes."""
        return self.sign_up_open and not self.evening.is_final


def tournament_of(evening: Evening) -> Tournament | None:
    """Return the tournament of an evening, or None."""
    tournament = Tournament.objects.filter(evening=evening).first()
    if tournament is not None:
        tournament.evening = evening
    return tournament


class TournamentEntry(models.Model):
    """A player with a start number.

    `name` is the one on lists, where it is unique. `withdrawn_after` is the last round that they take part in, 0 for
    none. `penalties` are as in the tournament document. `sign_up_key` is the token of the form by which an entry came
    `by_link`: sending it again makes no second entry, and the browser that keeps it can take the entry back.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries", db_index=False)
    number = models.PositiveSmallIntegerField(_("start number"))
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries", verbose_name=_("player"))
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    team = models.CharField(_("team"), max_length=LONGEST_NAME, blank=True)
    tandem = models.CharField(_("tandem"), max_length=LONGEST_NAME, blank=True)
    category = models.CharField(_("category"), max_length=LONGEST_NAME, blank=True)
    withdrawn_after = models.PositiveSmallIntegerField(null=True, blank=True)
    penalties = models.JSONField(default=list)
    by_link = models.BooleanField(default=False, editable=False)
    sign_up_key = models.CharField(max_length=TOKEN_LENGTH, blank=True, default="", editable=False)
    entered_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        verbose_name, verbose_name_plural = _("entry"), _("entries")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entry_number"),
            models.UniqueConstraint(fields=["tournament", "player"], name="entry_player"),
            models.UniqueConstraint(fields=["tournament", "name"], name="entry_name"),
            models.UniqueConstraint(
                fields=["tournament", "sign_up_key"], condition=~Q(sign_up_key=""), name="entry_sign_up_key"
            ),
            models.CheckConstraint(condition=Q(number__gt=0), name="entry_number_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"


class EntryPayment(models.Model):
    """What an entry paid the desk, with who ticked it and when; a prize that was paid out is negative.

    What is due is not stored: it follows from the terms and the result, so that a correction shows what is open again.
    """

    class What(models.TextChoices):
        """What is paid for."""

        FEE = "fee", _("Entry fee")
        LOSS_MONEY = "loss_money", _("Loss money")
        PRIZE = "prize", _("Prize")

    entry = models.ForeignKey(TournamentEntry, on_delete=models.CASCADE, related_name="payments")
    what = models.CharField(max_length=10, choices=What)
    cents = models.BigIntegerField()
    ticked_at = models.DateTimeField()
    ticked_by = models.CharField(max_length=150, blank=True)  # the label at the time, as in the journal

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.entry_id} {self.what}"


class SignUp(models.Model):
    """A name that somebody left through the link, until the desk enters it or turns it down; nobody of the club yet.

    `key` is the token of its form, as the `sign_up_key` of an entry.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="sign_ups", db_index=False)
    key = models.CharField(max_length=TOKEN_LENGTH, editable=False)
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    team = models.CharField(_("team"), max_length=LONGEST_NAME, blank=True)
    category = models.CharField(_("category"), max_length=LONGEST_NAME, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        verbose_name, verbose_name_plural = _("sign-up"), _("sign-ups")
        constraints = [models.UniqueConstraint(fields=["tournament", "key"], name="sign_up_key_once")]

    def __str__(self) -> str:
        return self.name


class TableList(models.Model):
    """The result of a table in a round, and who vouches for it.

    `results` are `{"points": …, "won": …, "lost": …}` for each place in seat order, as in the tournament document. They
    are typed from paper, or copied from the table's session when it is confirmed; null until then.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="lists", db_index=False)
    table = models.PositiveSmallIntegerField()
    results = models.JSONField(null=True, blank=True)
    typed = models.BooleanField(default=False)
    proposed_by = models.CharField(max_length=LONGEST_NAME, blank=True)
    proposed_at = models.DateTimeField(null=True, blank=True)
    confirmed_by = models.CharField(max_length=LONGEST_NAME, blank=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    by_signature = models.BooleanField(default=False)
    disputed_by = models.CharField(max_length=LONGEST_NAME, blank=True)
    disputed_at = models.DateTimeField(null=True, blank=True)
    dispute = models.TextField(blank=True)

    class Meta:
        ordering = ["table"]
        constraints = [
            models.UniqueConstraint(fields=["round", "table"], name="table_list_once"),
            models.CheckConstraint(
                condition=Q(confirmed_at__isnull=True) | Q(disputed_at__isnull=True), name="table_list_not_both"
            ),
            models.CheckConstraint(
                condition=Q(confirmed_at__isnull=True) | Q(results__isnull=False), name="table_list_confirmed_results"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}"
