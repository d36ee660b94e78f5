"""Clubs, their people and their phones.

A *club* is people who meet to play; without one there is only the home table. A *player* is a person who plays, with or
without a login: a *member* of a club, its *guest*, or somebody entered on a phone that belongs to no club. An
*organiser* signs in and looks after a club. A phone of a club starts the club's sessions; one that *runs* evenings also
records attendance, draws seats and settles. A phone joins by the club's link, or when a member with a login signs in on
it. An organiser can *remove* a phone, which loses its access.

A player's number and category are the club's own and stay with the record. *Personal data* is in a row beside it, which
only organisers see: no list of people reads it by accident, and it can be deleted whole.

A *merge* joins two records of the same person. An *entry of the audit log* is anything done by an organiser, or by a
phone at an evening; every package writes it here, and `scorekeeper.organisers.audit_log` shows it.

Where a player sat, and under which name, is stored in a seat (`scorekeeper.play`); nothing here knows what was played.
"""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone, translation
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games import registry
from games.scoring.documents import LONGEST_NAME
from games.scoring.tariffs import LONGEST_TARIFF_NAME
from scorekeeper.clubs.dates import in_the_past, since_1900
from scorekeeper.clubs.phone_numbers import LONGEST_PHONE_NUMBER, validate_phone_number

TOKEN_LENGTH = 43
LONGEST_NUMBER = 20
"""The most characters of a member's number in the club or at the federation."""


def make_uid() -> str:
    """Return a random id that a club, person or tariff keeps in every installation: 96 bits."""
    return secrets.token_urlsafe(12)


def make_phones_token() -> str:
    """Return the secret for the link of a club's phones: 192 random bits."""
    return secrets.token_urlsafe(24)


class Starters(models.TextChoices):
    """Who may start a club's sessions."""

    PHONES = "phones", _("every phone of the club")
    RUNNERS = "runners", _("phones that run evenings")


class Club(models.Model):
    """People who meet to play. No club can see another's data."""

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
    """A browser, known by its device cookie, that belongs to a club and starts its sessions. It has one club at most.

    `player` is the record whose login was used here, even if that has since been merged. A phone that did not join
    `by_link` belongs to the club only while somebody is signed in.
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
        return self.label or gettext("Phone without a name")


class Tariff(models.Model):
    """A club's own tariff for one rule set of a game. Its latest version has the figures.

    A `retired` tariff is no longer offered; sessions that use it keep it. A session stores the name that the tariff had
    at its start, so `former_names` keeps earlier names.
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
    """One version of a club's tariff: the figures that differ from the printed tariff, by their places.

    A version never changes. A session gets a copy of the latest version when it starts.
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
    """How a club plays a game: the defaults when one of its phones starts a session."""

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
        game = registry.find(self.game)
        return game.name.render((), translation) if game else self.game


class Player(models.Model):
    """A person who plays. Without a club, only phones that recorded at a table with that person know the record."""

    uid = models.CharField(max_length=16, unique=True, default=make_uid, editable=False)
    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, null=True, blank=True, related_name="players", verbose_name=_("club")
    )
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    nickname = models.CharField(
        _("nickname"), max_length=LONGEST_NAME, blank=True, help_text=_("Shown at tables and on score sheets.")
    )
    member_number = models.CharField(_("member number"), max_length=LONGEST_NUMBER, blank=True)
    category = models.CharField(
        _("category"), max_length=LONGEST_NAME, blank=True, help_text=_("In the club’s own words, such as Seniors.")
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
            models.UniqueConstraint(  # a merged record keeps its number, for when the merge is undone
                fields=["club", "member_number"],
                condition=~Q(member_number="") & Q(merged_into__isnull=True),
                name="member_number_once",
            ),
            models.CheckConstraint(condition=Q(user__isnull=True) | Q(club__isnull=False), name="login_of_club"),
        ]

    def __str__(self) -> str:
        return self.name


class PersonalData(models.Model):
    """What a club knows of a player that is nobody else's business. Only the organisers' panel and its files show it.

    There is no row for a player of whom nothing is known. A merged record keeps its own row until the personal data of
    the record that was kept is deleted.
    """

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="personal_data")
    federation_number = models.CharField(_("federation number"), max_length=LONGEST_NUMBER, blank=True)
    email = models.EmailField(_("e-mail"), blank=True)
    phone_number = models.CharField(
        _("phone number"), max_length=LONGEST_PHONE_NUMBER, blank=True, validators=[validate_phone_number]
    )
    entered_on = models.DateField(_("entry date"), null=True, blank=True, validators=[since_1900, in_the_past])

    class Meta:
        verbose_name = verbose_name_plural = _("personal data")

    def __str__(self) -> str:
        return f"{self.player}"


class Merge(models.Model):
    """A merge of two records of the same person: `kept` has the seats of `gone` until the merge is undone."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="merges", verbose_name=_("club"))
    kept = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", verbose_name=_("kept"))
    gone = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", verbose_name=_("merged into it"))
    moved = models.JSONField()  # what moved to `kept`, and its former state: see `scorekeeper.organisers.merging`
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


class AuditEntry(models.Model):
    """An entry of the club's audit log: an action in the panel, or by a phone at an evening. It outlives its object.

    `message` has the format of Django's admin log, so that it can be shown in any language; for an evening it has the
    format that `scorekeeper.desk.audit_notes` reads.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="audit_entries", db_index=False)
    at = models.DateTimeField(default=timezone.now)
    who = models.CharField(max_length=150, blank=True)  # an account, or a phone's name if it has one
    action = models.PositiveSmallIntegerField()
    model = models.CharField(max_length=50)  # such as "clubs.player"; `key` and `name` are the object's
    key = models.CharField(max_length=20)
    name = models.CharField(max_length=200)
    message = models.TextField(blank=True)

    class Meta:
        ordering = ["-at", "-pk"]
        indexes = [models.Index(fields=["club", "at"], name="audit_entry_of_club")]

    def __str__(self) -> str:
        return self.name
