"""Who plays.

A *club* is people who meet to play; without any, there is only the home table. A *player* is a person who plays, with
or without a login: a *member* of a club or its *guest*, or somebody whom a phone of no club has written for. An
*organiser* signs in and looks after a club. A phone that belongs to a club starts the club's sessions; one that *runs*
evenings also says who is there, draws tables and settles. A phone comes in by the club's link, or when a member with a
login signs in on it.

An *evening* is the sessions of one date that settle together; a *presence* is somebody who is there. A *season* is a
span of dates with the terms on which its standing is made. A *merge* says that two records were one person's; a
*deed* is anything that an organiser did, or a phone at an evening.

Where a player sat, and under which name, is a seat's matter (`scorekeeper.play`); nothing here knows what was played.
"""

import secrets
from decimal import Decimal

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.scoring.documents import LONGEST_NAME
from games.scoring.tariffs import LONGEST_TARIFF_NAME
from scorekeeper.days import long_day

TOKEN_LENGTH = 43
CENT = Decimal("0.01")
MOST_SESSIONS = 1000
"""What may be asked for of a standing's sessions: more nobody plays in a season."""


def make_public_id() -> str:
    """The name of an evening in addresses: 72 random bits."""
    return secrets.token_urlsafe(9)


def make_uid() -> str:
    """What a club or a person is the same by in every installation: 96 random bits."""
    return secrets.token_urlsafe(12)


def make_phones_token() -> str:
    """The secret in the link of a club's phones: 192 random bits."""
    return secrets.token_urlsafe(24)


class Starters(models.TextChoices):
    """Who may start a club's sessions."""

    PHONES = "phones", _("every phone of the club")
    RUNNERS = "runners", _("phones that run evenings")


class Club(models.Model):
    """People who meet to play. No club sees anything of another."""

    uid = models.CharField(max_length=16, unique=True, default=make_uid, editable=False)
    name = models.CharField(_("name"), max_length=LONGEST_NAME, unique=True)
    slug = models.SlugField(_("short name"), max_length=LONGEST_NAME, unique=True)
    phones_token = models.CharField(max_length=TOKEN_LENGTH, unique=True, default=make_phones_token, editable=False)
    starters = models.CharField(_("sessions are started by"), max_length=10, choices=Starters, default=Starters.PHONES)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name"]
        verbose_name, verbose_name_plural = _("club"), _("clubs")

    def __str__(self) -> str:
        return self.name


class Organiser(models.Model):
    """Somebody who signs in and looks after a club; one person may look after several."""

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="organisers", db_index=False, verbose_name=_("club")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="organises", verbose_name=_("account")
    )

    class Meta:
        verbose_name, verbose_name_plural = _("organiser"), _("organisers")
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="organiser_once")]

    def __str__(self) -> str:
        return self.user.get_username()


class ClubDevice(models.Model):
    """A browser, known by its device cookie, that starts a club's sessions; it belongs to one club at most.

    `player` is the record whose login was used on it, whatever that was merged into since. Where it did not join
    `by_link` it belongs to the club for as long as somebody is signed in.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="devices", verbose_name=_("club"))
    device = models.CharField(max_length=32, unique=True)
    label = models.CharField(_("name"), max_length=LONGEST_NAME, blank=True)
    runs = models.BooleanField(_("runs evenings"), default=False)
    player = models.ForeignKey("Player", on_delete=models.SET_NULL, null=True, blank=True, related_name="phones")
    by_link = models.BooleanField(default=True)
    joined_at = models.DateTimeField(_("joined"), auto_now_add=True)

    class Meta:
        verbose_name, verbose_name_plural = _("phone"), _("phones")

    def __str__(self) -> str:
        return self.label or f"{self.club}"


class Tariff(models.Model):
    """Figures of a club's own for one rule set of a game; what they are is its latest version.

    One that is `retired` is offered no more; sessions that are played for it keep it. `former_names` are those by which
    sessions may know it, for they keep the name that it had when they were started.
    """

    uid = models.CharField(max_length=16, unique=True, default=make_uid, editable=False)
    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="tariffs", db_index=False, verbose_name=_("club")
    )
    game = models.CharField(pgettext_lazy("of cards", "game"), max_length=30)
    rules = models.CharField(_("rules"), max_length=30)
    name = models.CharField(_("name"), max_length=LONGEST_TARIFF_NAME)
    former_names = models.JSONField(default=list, blank=True, editable=False)
    retired_at = models.DateTimeField(_("retired"), null=True, blank=True)

    class Meta:
        ordering = ["game", "name", "pk"]
        verbose_name, verbose_name_plural = _("tariff"), _("tariffs")
        constraints = [models.UniqueConstraint(fields=["club", "game", "rules", "name"], name="tariff_name")]

    def __str__(self) -> str:
        return self.name


class TariffVersion(models.Model):
    """What a club's tariff was from a day on: the figures in which it differs from the printed one, by their places.

    A version is never changed; a session is given a copy of the latest when it is started.
    """

    tariff = models.ForeignKey(Tariff, on_delete=models.CASCADE, related_name="versions", db_index=False)
    number = models.PositiveSmallIntegerField()
    figures = models.JSONField(default=dict)
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.CharField(max_length=150, blank=True)  # an account's name, as it was then

    class Meta:
        ordering = ["number"]
        verbose_name, verbose_name_plural = _("version of a tariff"), _("versions of a tariff")
        constraints = [models.UniqueConstraint(fields=["tariff", "number"], name="tariff_version")]

    def __str__(self) -> str:
        return f"{self.tariff} {self.number}"


class HouseRules(models.Model):
    """How a club plays a game: what is filled in when one of its phones starts a session."""

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="house_rules", db_index=False, verbose_name=_("club")
    )
    game = models.CharField(pgettext_lazy("of cards", "game"), max_length=30)
    rules = models.CharField(_("rules"), max_length=30)
    options = models.JSONField(_("options"), default=dict, blank=True)
    tariff = models.ForeignKey(
        Tariff, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("tariff")
    )
    stake = models.DecimalField(_("stake"), max_digits=8, decimal_places=4, null=True, blank=True)
    currency = models.CharField(_("currency"), max_length=8, default="€")

    class Meta:
        verbose_name, verbose_name_plural = _("house rules"), _("house rules")
        constraints = [
            models.UniqueConstraint(fields=["club", "game"], name="house_rules_of_game"),
            models.CheckConstraint(condition=Q(stake__isnull=True) | Q(stake__gt=0), name="house_rules_stake"),
        ]

    def __str__(self) -> str:
        return self.game


class Player(models.Model):
    """A person who plays. Without a club: known to whoever has written at a table where that person sat."""

    uid = models.CharField(max_length=16, unique=True, default=make_uid, editable=False)
    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, null=True, blank=True, related_name="players", verbose_name=_("club")
    )
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    nickname = models.CharField(
        _("nickname"), max_length=LONGEST_NAME, blank=True, help_text=_("What tables and score sheets say.")
    )
    guest = models.BooleanField(_("guest"), default=False)
    retired_at = models.DateTimeField(_("retired"), null=True, blank=True)
    merged_into = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True, related_name="merged")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="players"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name, verbose_name_plural = _("member"), _("members and guests")
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="login_once"),
            models.CheckConstraint(condition=Q(user__isnull=True) | Q(club__isnull=False), name="login_of_club"),
        ]

    def __str__(self) -> str:
        return self.name


class Merge(models.Model):
    """Two records that were one person's: `kept` was given the seats of `gone`, until that was undone."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="merges", verbose_name=_("club"))
    kept = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", verbose_name=_("kept"))
    gone = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", verbose_name=_("merged into it"))
    moved = models.JSONField()  # what was given to `kept`, and how it was: see `scorekeeper.play.merging`
    merged_at = models.DateTimeField(_("merged"))
    merged_by = models.CharField(
        pgettext_lazy("whoever did it", "by"), max_length=150, blank=True
    )  # an account's name, as it was then
    undone_at = models.DateTimeField(_("undone"), null=True, blank=True)

    class Meta:
        verbose_name, verbose_name_plural = _("merge"), _("merges")
        constraints = [
            models.UniqueConstraint(fields=["gone"], condition=Q(undone_at__isnull=True), name="merge_once"),
            models.CheckConstraint(condition=~Q(kept=F("gone")), name="merge_of_two"),
        ]

    def __str__(self) -> str:
        return f"{self.gone} → {self.kept}"


class Deed(models.Model):
    """What was done in the panel, or by a phone at an evening: a line of the club's journal, which outlives its object.

    `said` is what the panel's own log says of it, in its form, so that it can be read in any language; of an evening it
    is what `scorekeeper.play.evening_notes` reads.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="deeds", db_index=False)
    at = models.DateTimeField(default=timezone.now)
    who = models.CharField(max_length=150, blank=True)  # an account, or the name of a phone where it has one
    action = models.PositiveSmallIntegerField()
    model = models.CharField(max_length=50)  # of what it was done to, as in "clubs.player", with its key and its name
    key = models.CharField(max_length=20)
    name = models.CharField(max_length=200)
    said = models.TextField(blank=True)

    class Meta:
        ordering = ["-at", "-pk"]
        indexes = [models.Index(fields=["club", "at"], name="deed_of_club")]

    def __str__(self) -> str:
        return self.name


class Evening(models.Model):
    """The sessions of one date that settle together, and what it costs to be there."""

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
        help_text=_("What everybody who is there pays into the club's kitty."),
    )
    rounding = models.DecimalField(
        _("rounded to"),
        max_digits=8,
        decimal_places=2,
        default=CENT,
        help_text=_("The smallest coin in which the evening is settled."),
    )
    currency = models.CharField(_("currency"), max_length=8, default="€")
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True)
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


class Presence(models.Model):
    """Somebody who is at an evening, from when to when.

    With `by_table` nobody wrote that down: it is there because they sat down at a table of the evening, and goes with
    that table when it is moved.
    """

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="presences", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="presences", verbose_name=_("player"))
    came_at = models.DateTimeField(_("came"))
    left_at = models.DateTimeField(_("left"), null=True, blank=True)
    by_table = models.BooleanField(default=False, editable=False)

    class Meta:
        verbose_name, verbose_name_plural = _("presence"), _("who is there")
        constraints = [models.UniqueConstraint(fields=["evening", "player"], name="presence_once")]

    def __str__(self) -> str:
        return f"{self.player}"


class Season(models.Model):
    """A span of dates, and the terms on which its standing is made; the first and the last day belong to it.

    Of a game, of a rule set, or of all where these are empty. `minimum` is how many sessions somebody must have played
    to be ranked; with `best` only that many of each player's sessions count, the best of them.
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
        _("sessions to be ranked"), default=0, validators=[MaxValueValidator(MOST_SESSIONS)]
    )
    best = models.PositiveSmallIntegerField(
        _("best sessions that count"), null=True, blank=True, validators=[MaxValueValidator(MOST_SESSIONS)]
    )

    class Meta:
        ordering = ["-starts", "name"]
        verbose_name, verbose_name_plural = _("season"), _("seasons")
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="season_name"),
            models.CheckConstraint(condition=Q(ends__isnull=True) | Q(ends__gte=F("starts")), name="season_span"),
            models.CheckConstraint(condition=Q(best__isnull=True) | Q(best__gt=0), name="season_best"),
            models.CheckConstraint(
                condition=Q(minimum__lte=MOST_SESSIONS) & (Q(best__isnull=True) | Q(best__lte=MOST_SESSIONS)),
                name="season_counts",
            ),
        ]

    def __str__(self) -> str:
        return self.name
