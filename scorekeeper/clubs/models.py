"""Who plays.

A *club* is people who meet to play; without any, there is only the home table. A *player* is a person who plays, with
or without a login: a *member* of a club or its *guest*, or somebody whom a phone of no club has written for. An
*organiser* signs in and looks after a club. A phone that belongs to a club starts the club's sessions.

Where a player sat, and under which name, is a seat's matter (`scorekeeper.play`); nothing here knows what was played.
"""

import secrets

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.scoring.documents import LONGEST_NAME

TOKEN_LENGTH = 43


def make_phones_token() -> str:
    """The secret in the link of a club's phones: 192 random bits."""
    return secrets.token_urlsafe(24)


class Club(models.Model):
    """People who meet to play. No club sees anything of another."""

    name = models.CharField(_("name"), max_length=LONGEST_NAME, unique=True)
    slug = models.SlugField(_("short name"), max_length=LONGEST_NAME, unique=True)
    phones_token = models.CharField(max_length=TOKEN_LENGTH, unique=True, default=make_phones_token, editable=False)
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
    """A browser, known by its device cookie, that starts a club's sessions; it belongs to one club at most."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="devices")
    device = models.CharField(max_length=32, unique=True)
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name, verbose_name_plural = _("phone"), _("phones")

    def __str__(self) -> str:
        return f"{self.club}"


class Player(models.Model):
    """A person who plays. Without a club: known to whoever has written at a table where that person sat."""

    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, null=True, blank=True, related_name="players", verbose_name=_("club")
    )
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    nickname = models.CharField(
        _("nickname"), max_length=LONGEST_NAME, blank=True, help_text=_("What tables and score sheets say.")
    )
    guest = models.BooleanField(_("guest"), default=False)
    retired_at = models.DateTimeField(_("retired"), null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name, verbose_name_plural = _("member"), _("members and guests")

    def __str__(self) -> str:
        return self.name
