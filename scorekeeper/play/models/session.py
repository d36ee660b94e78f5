"""Sessions, their stretches with the seats, and their hands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import lru_cache
from typing import Self, TypedDict

from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from games import registry
from games.scoring.documents import LONGEST_NAME
from games.scoring.types import OptionValue
from scorekeeper.clubs.models import Club, Player
from scorekeeper.play.models.access import TOKEN_LENGTH, Access, Role, make_token
from scorekeeper.web.dates import evening_date, long_day, start_of_evening


class SessionTerms(TypedDict, total=False):
    """What is agreed for a session beside its table; the next one has the same."""

    stake: Decimal | None
    currency: str
    kitty: Decimal | None
    planned_hands: int | None


TERMS = tuple(SessionTerms.__annotations__)
"""The columns of a session for its terms."""
RECOVERABLE = timedelta(days=30)
"""How long a deleted session can be restored; after that it is erased."""


def make_public_id() -> str:
    """Return the ID of a session in URLs: 71 random bits.

    Letters and digits only: some programs cut a link before a hyphen at its end, and in a spreadsheet a hyphen at the
    beginning would make it a formula.
    """
    return get_random_string(12)


class SessionQuerySet(models.QuerySet["Session"]):
    """Sessions by what they are.

    A *deleted* session counts nowhere and no list shows it, but its rows stay as they are. For `RECOVERABLE` its page
    says who deleted it and offers to restore it. An *empty* session is closed without a hand that counts: none was
    recorded, or all of them are voided. It has no results, no list shows it, and its players are not marked present for
    it; its page says why, and it can be reopened.
    """

    def not_deleted(self) -> Self:
        return self.filter(deleted_at=None)

    def listed(self) -> Self:
        """Return those that count and that lists show: neither deleted nor empty."""
        return self.not_deleted().not_empty()

    def in_play(self) -> Self:
        """Return those that are being played: neither deleted nor closed."""
        return self.not_deleted().filter(closed_at=None)

    def recoverable(self) -> Self:
        """Return the deleted ones that can still be restored."""
        return self.filter(deleted_at__gt=timezone.now() - RECOVERABLE)

    def not_empty(self) -> Self:
        return self.filter(Q(closed_at=None) | Q(_with_hands()))

    def empty(self) -> Self:
        return self.filter(~Q(_with_hands()), closed_at__isnull=False)

    def closed_with_hands(self) -> Self:
        """Return the closed ones that are not empty.

        With `not_empty`, which is true of open ones as well, PostgreSQL would read the sessions of every club.
        """
        return self.filter(Q(_with_hands()), closed_at__isnull=False)

    def sealed(self) -> Self:
        """Return those whose results a tournament keeps sealed."""
        return self.filter(SEALED)

    def not_sealed(self) -> Self:
        return self.filter(~SEALED)

    def open_to(self, device: str | None) -> Self:
        """Return those to which a browser has access."""
        return self.filter(pk__in=Access.objects.of(device).values("session"))

    def recorded_by(self, device: str | None) -> Self:
        """Return those in which a browser may record, without deleted ones."""
        return self.not_deleted().filter(pk__in=Access.objects.of(device).filter(role=Role.SCORER).values("session"))

    def with_seats(self) -> Self:
        """Read the seats of every stretch, too, for `stretch`, `seats` and `people`."""
        return self.prefetch_related("stretches__seats")

    def within(self, first: date, last: date | None) -> Self:
        """Return those in a span of dates, both included; `last` is None for a span without an end.

        A session without an evening has the date of the evening on which it was started.
        """
        of_evening = Q(evening__date__gte=first)
        without_evening = Q(evening=None, started_at__gte=start_of_evening(first))
        if last:
            of_evening &= Q(evening__date__lte=last)
            without_evening &= Q(started_at__lt=start_of_evening(last + timedelta(days=1)))
        return self.filter(of_evening | without_evening)


SEALED = Q(round__isnull=False, evening__is_sealed=True)


def _with_hands() -> Exists:
    return Exists(Hand.objects.filter(session=OuterRef("pk"), replaced_by=None, voided_at=None))


class Night(models.Model):
    """Sessions without a club that are settled together; what is owed for them is worked out in `play.nights`."""

    joined_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.joined_at}"


class Session(models.Model):
    """One game at one table. `revision` counts its changes; a write must be based on the latest."""

    public_id = models.CharField(max_length=16, unique=True, default=make_public_id)
    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, null=True, blank=True, related_name="sessions", verbose_name=_("club")
    )
    evening = models.ForeignKey(
        "evenings.Evening",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="sessions",
        verbose_name=_("evening"),
    )
    round = models.ForeignKey(
        "evenings.Round",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="sessions",
        verbose_name=_("round"),
    )
    night = models.ForeignKey(Night, on_delete=models.SET_NULL, null=True, blank=True, related_name="sessions")
    table_number = models.PositiveSmallIntegerField(_("table number"), null=True, blank=True)  # at the evening or round
    follows = models.OneToOneField(  # the session before it at this table
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="followed_by"
    )
    game = models.CharField(max_length=30)
    rules = models.CharField(max_length=30)
    tariff = models.JSONField(null=True, blank=True)  # the club's own at the start, as in a document
    stake = models.DecimalField(max_digits=8, decimal_places=4, null=True, blank=True)  # money for each point
    currency = models.CharField(max_length=8, default="€")
    planned_hands = models.PositiveSmallIntegerField(null=True, blank=True)  # of a list; a round has its own
    kitty = models.DecimalField(max_digits=6, decimal_places=2, null=True, blank=True)  # from each, without a club
    title = models.CharField(_("title"), max_length=LONGEST_NAME, blank=True, default="")
    note = models.TextField(_("note"), blank=True, default="")
    revision = models.PositiveIntegerField(default=0)
    started_at = models.DateTimeField(_("started"))
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    locked_at = models.DateTimeField(_("locked"), null=True, blank=True)  # since then only organisers may write
    deleted_at = models.DateTimeField(_("deleted"), null=True, blank=True)  # hidden since then, and erased later
    called = models.JSONField(null=True, blank=True)  # the call of the next hand, as its form posts it
    scorer_token = models.CharField(max_length=TOKEN_LENGTH, unique=True, default=make_token)
    watch_token = models.CharField(max_length=TOKEN_LENGTH, unique=True, default=make_token)
    creation_token = models.CharField(max_length=TOKEN_LENGTH, unique=True)  # the token that started this session

    objects = SessionQuerySet.as_manager()

    class Meta:
        verbose_name, verbose_name_plural = _("session"), _("sessions")
        constraints = [models.CheckConstraint(condition=Q(stake__isnull=True) | Q(stake__gt=0), name="session_stake")]
        indexes = [models.Index(fields=["-started_at", "-id"], name="session_newest_first")]

    def __str__(self) -> str:
        """Return the game in the reader's language, and the date."""
        game = registry.find(self.game)
        name = game.name.render((), translation, str) if game else self.game
        return f"{name}, {long_day(evening_date(self.started_at))}"

    @property
    def stretch(self) -> Stretch:
        """The last stretch: the one that is played now, or was last."""
        return list(self.stretches.all())[-1]

    @property
    def seats(self) -> list[Seat]:
        """The seats of the last stretch in the order of the deal: who sits there now, or sat there last."""
        return list(self.stretch.seats.all())

    @property
    def people(self) -> list[Seat]:
        """The latest seat of everybody who sat at the table, in the order in which they first sat down."""
        return list({seat.player_id: seat for stretch in self.stretches.all() for seat in stretch.seats.all()}.values())

    @property
    def recoverable_until(self) -> datetime | None:
        """When a deleted session is erased; None if it is not deleted."""
        return None if self.deleted_at is None else self.deleted_at + RECOVERABLE

    @property
    def has_expired(self) -> bool:
        """Whether it was deleted so long ago that it can't be restored any more."""
        return self.recoverable_until is not None and self.recoverable_until <= timezone.now()

    @property
    def urls(self) -> Mapping[str, str]:
        """The URLs that the table prints after every hand, by route name."""
        return _urls_of_table(self.public_id)


@lru_cache(maxsize=1000)
def _urls_of_table(public_id: str) -> Mapping[str, str]:
    names = ("session", "record", "preview", "set_call", "clear_call", "updates", "undo", "ledger", "session_tariff")
    return {"live": reverse("live")} | {name: reverse(name, args=[public_id]) for name in names}


class Stretch(models.Model):
    """The players and the options of a session from one hand on, up to the next stretch.

    Every stretch but the last has a hand, so no two begin with the same one.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="stretches", db_index=False)
    first_hand = models.PositiveIntegerField(default=1)
    options = models.JSONField(default=dict)
    agreed = models.JSONField(null=True)  # the options before the game was played on to more
    first_dealer = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["first_hand"]
        verbose_name_plural = "stretches"
        constraints = [models.UniqueConstraint(fields=["session", "first_hand"], name="stretch_first_hand")]

    def __str__(self) -> str:
        return f"{self.first_hand}"

    @property
    def agreed_options(self) -> dict[str, OptionValue]:
        """The options as they were agreed, also if the game was over and played on to more."""
        options: dict[str, OptionValue] = self.agreed or self.options
        return options


class SeatQuerySet(models.QuerySet["Seat"]):
    """Seats, each with its stretch."""

    def of(self, sessions: Iterable[Session | int]) -> Self:
        """Return all seats of these sessions, stretch by stretch."""
        return self.filter(stretch__session__in=sessions).select_related("stretch").order_by(*IN_ORDER_OF_PLAY)

    def in_last_stretch(self) -> Self:
        """Return the seats at which people sit now, or sat last."""
        further = Stretch.objects.filter(
            session=OuterRef("stretch__session"), first_hand__gt=OuterRef("stretch__first_hand")
        )
        return self.filter(~Exists(further))


IN_ORDER_OF_PLAY = ("stretch__session_id", "stretch__first_hand", "place")


class Seat(models.Model):
    """A place at the table, counted from 0 in the order of the deal. `name` is the one shown in this session."""

    stretch = models.ForeignKey(Stretch, on_delete=models.CASCADE, related_name="seats", db_index=False)
    place = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    name = models.CharField(max_length=LONGEST_NAME)

    objects = SeatQuerySet.as_manager()

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(fields=["stretch", "place"], name="seat_place"),
            models.UniqueConstraint(fields=["stretch", "player"], name="seat_player"),
        ]

    def __str__(self) -> str:
        return self.name


class Hand(models.Model):
    """One row of a hand. The outcome is JSON with players by seat, and may include the dealer and a note.

    The row of a hand that was undone is deleted; the journal keeps what it said.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="hands", db_index=False)
    number = models.PositiveIntegerField()
    outcome = models.JSONField()
    rules_version = models.PositiveSmallIntegerField()
    replaces = models.OneToOneField("self", on_delete=models.CASCADE, null=True, blank=True, related_name="replaced_by")
    recorded_at = models.DateTimeField()
    voided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["session", "number"], condition=Q(replaces__isnull=True), name="hand_first_of_number"
            ),
        ]
        indexes = [models.Index(fields=["session", "number"], name="hand_number")]

    def __str__(self) -> str:
        return f"{self.number}"
