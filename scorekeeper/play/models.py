"""Sessions, their hands and results, and who has access to them.

A *session* is one game at one table until it is settled. It has one or more *stretches*: when the players or the
options change, a further one begins with the next hand. The *seats* of a stretch are in the order of the deal. A *hand*
is one deal and its outcome. Its rows are never overwritten: an amended hand is a new row that `replaces` the old one.
The *live* row of a number is the one that no other replaces. It counts unless it is voided. A *change* is one line of
the journal and one revision of the session.

The *people* of a session are all who sat in one of its stretches, in the order in which they sat down. What a session
has come to is theirs: in a settlement, a list of totals has one for each of them.

A *settlement* freezes the totals of a closed session, and its *payments* say who owes whom. *Access* is what one
browser may do at a table. The *board* of a browser shows all its tables to anyone with the link. A session may belong
to an evening and to one of its rounds. Each person of a closed session has a *result*, with the statistics of their
*calls* and of each *pair* that they make with another. A paper sheet of the session can be photographed to record the
hands on it.

A foreign key to the session has no index of its own if a constraint or index begins with the session.

Columns, constraints and the methods of the query sets are here: writes are in `recording`, reads in `queries`. Totals
are not stored but replayed from the hands.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta
from enum import StrEnum
from functools import lru_cache
from typing import Self

from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from games import registry
from games.scoring.documents import LONGEST_NAME
from scorekeeper.clubs.models import Club, Player
from scorekeeper.web.dates import evening_date, long_day, start_of_evening

TOKEN_LENGTH = 43
RECOVERABLE = timedelta(days=30)
"""How long a deleted session can be restored; after that it is erased."""


def make_public_id() -> str:
    """Return the ID of a session in URLs: 71 random bits.

    Letters and digits only: some programs cut a link before a hyphen at its end, and in a spreadsheet a hyphen at the
    beginning would make it a formula.
    """
    return get_random_string(12)


def make_token() -> str:
    """Return the secret of a link: 192 random bits."""
    return secrets.token_urlsafe(24)


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
    table_number = models.PositiveSmallIntegerField(_("table number"), null=True, blank=True)  # at the evening or round
    follows = models.OneToOneField(  # the session before it at this table
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="followed_by"
    )
    game = models.CharField(max_length=30)
    rules = models.CharField(max_length=30)
    tariff = models.JSONField(null=True, blank=True)  # the club's own at the start, as in a document
    stake = models.DecimalField(max_digits=8, decimal_places=4, null=True, blank=True)  # money for each point
    currency = models.CharField(max_length=8, default="€")
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
    first_dealer = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["first_hand"]
        verbose_name_plural = "stretches"
        constraints = [models.UniqueConstraint(fields=["session", "first_hand"], name="stretch_first_hand")]

    def __str__(self) -> str:
        return f"{self.first_hand}"


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


class Verb(models.TextChoices):
    """The kind of a change. Each belongs to a write of the scoring service, and has a name to filter by.

    Journals keep the values that version 1.0.0 wrote, even where the write has a better name now.
    """

    START = "start", _("Session started")
    IMPORT = "import", _("Session imported")
    PLAYERS = "players", _("Players changed")
    RECORD = "record", _("Hand recorded")
    INSERT = "insert", _("Hand inserted")
    SWAP = "swap", _("Hands swapped")
    AMEND = "amend", _("Hand amended")
    VOID = "void", _("Hand voided")
    UNVOID = "restore", _("Hand restored")
    CLOSE = "close", _("Session closed")
    REOPEN = "reopen", _("Session reopened")
    RENEW = "renew", _("Link renewed")
    SHUT_OUT = "shut_out", _("Someone shut out")
    LET_IN = "let_in", _("Someone let in again")
    SET_CALL = "set_call", _("Call set")
    CLEAR_CALL = "take_back", _("Call cleared")
    LOCK = "lock", _("Session locked")
    UNLOCK = "unlock", _("Session unlocked")
    DETAILS = "details", _("Details changed")
    EXCHANGE_PEOPLE = "exchange", _("People exchanged")
    TICK = "tick", _("Payment ticked")
    UNTICK = "untick", _("Tick removed from a payment")
    UNDO = "undo", _("Change undone")
    DELETE = "delete", _("Session deleted")
    UNDELETE = "undelete", _("Session restored")
    AGREE = "agree", _("End of the round agreed")


OF_ACCESS = (Verb.RENEW, Verb.SHUT_OUT, Verb.LET_IN, Verb.LOCK, Verb.UNLOCK)
"""The changes to who may join and write. They don't affect what was played."""


OF_CALL = (Verb.SET_CALL, Verb.CLEAR_CALL)
"""The changes to the call of the next hand. They score nothing until that hand is recorded."""


OF_PAYMENTS = (Verb.TICK, Verb.UNTICK)
"""The ticks on the payments of a closed session. They change nothing that was played or settled."""


OF_DELETION = (Verb.DELETE, Verb.UNDELETE)
"""A session was deleted, or restored as it was. In between, nothing is written."""


BESIDE_PLAY = (*OF_ACCESS, *OF_PAYMENTS, *OF_DELETION, Verb.DETAILS, Verb.AGREE)
"""The changes that leave hands and calls as they are: Undo looks past them."""


class Role(models.TextChoices):
    """What a browser may do at a table."""

    SCORER = "scorer"
    WATCHER = "watcher"


class TabletSide(StrEnum):
    """One of the four sides of a tablet, named as seen while its page is not turned."""

    BOTTOM = "bottom"
    LEFT = "left"
    TOP = "top"
    RIGHT = "right"


class AccessQuerySet(models.QuerySet["Access"]):
    """Accesses of browsers."""

    def of(self, device: str | None) -> Self:
        """Return what this browser may do, without the tables from which it was shut out."""
        return self.not_shut_out().filter(device=device)

    def not_shut_out(self) -> Self:
        return self.filter(shut_out_at=None)

    def shut_out(self) -> Self:
        return self.filter(shut_out_at__isnull=False)


class Access(models.Model):
    """What a browser, known by its device cookie, may do at a table; `label` is the name under which it writes."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="accesses", db_index=False)
    device = models.CharField(max_length=32)
    role = models.CharField(max_length=10, choices=Role)
    label = models.CharField(max_length=LONGEST_NAME, blank=True)
    facing = models.CharField(max_length=6, default=TabletSide.BOTTOM.value)  # the side that its page faces
    granted_at = models.DateTimeField(auto_now_add=True)
    shut_out_at = models.DateTimeField(null=True, blank=True)  # no access since then, until let in again

    objects = AccessQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "accesses"
        constraints = [models.UniqueConstraint(fields=["session", "device"], name="access_device")]
        indexes = [models.Index(fields=["device"], name="access_by_device")]

    def __str__(self) -> str:
        return f"{self.label or self.role}"


class Board(models.Model):
    """The link to all tables of a browser, for others such as a wall display."""

    device = models.CharField(max_length=32, unique=True)
    token = models.CharField(max_length=TOKEN_LENGTH, unique=True, default=make_token)

    def __str__(self) -> str:
        return self.device


class Change(models.Model):
    """One line of the journal: who changed what and when, and what it was before. `revision` is the one it made."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="changes", db_index=False)
    revision = models.PositiveIntegerField()
    verb = models.CharField(max_length=10, choices=Verb)
    hand_number = models.PositiveIntegerField(null=True, blank=True)
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    access = models.ForeignKey(Access, on_delete=models.SET_NULL, null=True, blank=True, related_name="changes")
    who = models.CharField(max_length=LONGEST_NAME, blank=True)  # the label at the time; it can change later
    at = models.DateTimeField()
    token = models.CharField(max_length=TOKEN_LENGTH)

    class Meta:
        ordering = ["revision"]
        constraints = [
            models.UniqueConstraint(fields=["session", "token"], name="change_token_spent_once"),
            models.UniqueConstraint(fields=["session", "revision"], name="change_revision"),
        ]

    def __str__(self) -> str:
        return f"{self.revision} {self.verb}"


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
    """

    settlement = models.ForeignKey(Settlement, on_delete=models.CASCADE, null=True, related_name="payments")
    evening_settlement = models.ForeignKey(
        "evenings.EveningSettlement", on_delete=models.CASCADE, null=True, related_name="payments"
    )
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
                condition=Q(settlement__isnull=True, evening_settlement__isnull=False)
                | Q(settlement__isnull=False, evening_settlement__isnull=True),
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


PHOTO_KEPT = timedelta(days=1)
"""The longest that a photographed page is kept."""
PHOTO_KEPT_FOR_UNDO = timedelta(minutes=10)
"""How long a page is kept after its last hand was recorded; if that hand is undone meanwhile, its row waits again."""


class PhotographedPageQuerySet(models.QuerySet["PhotographedPage"]):
    """Photographed pages, which expire."""

    def kept(self) -> Self:
        return self.filter(_still_kept())

    def expired(self) -> Self:
        return self.exclude(_still_kept())

    def waiting(self, next_hand: int) -> Self:
        """Return those of a session with rows that aren't recorded, or whose hands were undone since.

        `next_hand` is the number of the session's next hand. A page that can't be read yet, because one before it is
        missing, is left out.
        """
        waits = Q(recorded_at=None) | Q(session__photographed_sheets__next_hand__gt=next_hand)
        return self.kept().filter(waits, first_row__lte=F("session__photographed_sheets__done") + 1)


def _still_kept() -> Q:
    now = timezone.now()
    not_long_recorded = Q(recorded_at=None) | Q(recorded_at__gt=now - PHOTO_KEPT_FOR_UNDO)
    return Q(created_at__gt=now - PHOTO_KEPT) & not_long_recorded


class PhotographedPage(models.Model):
    """A page of a photographed score sheet, as it was seen; it is only kept to record the hands on it.

    It first belongs to the browser that sent it, and to a session once that is known. It is deleted soon after its last
    hand is recorded, when somebody discards it, when its session is closed, and after a day in any case. Backups and
    club files don't include pages.

    `code` is that of its sheet, and `image` is a JPEG of the flattened page. If a page was photographed several times,
    the latest photo counts. `club` is that of the session, or of the phone before there is one. `first_row` is the
    number of the first of its `rows`; `carried` are the totals above it, from the page before. `recorded_at` is set
    once none of its rows is waiting.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, null=True, blank=True, related_name="photographed_pages")
    session = models.ForeignKey(
        Session, on_delete=models.CASCADE, null=True, blank=True, related_name="photographed_pages"
    )
    device = models.CharField(max_length=32)
    number = models.PositiveSmallIntegerField()
    code = models.TextField()
    first_row = models.PositiveSmallIntegerField()
    rows = models.JSONField()  # what was seen in each, as `RowSeen.as_json` writes it
    carried = models.JSONField(default=list)  # as `totals_as_json` writes them
    image = models.BinaryField()
    created_at = models.DateTimeField(default=timezone.now)
    recorded_at = models.DateTimeField(null=True, blank=True)

    objects = PhotographedPageQuerySet.as_manager()

    class Meta:
        app_label = "reading"  # which reads the photos
        indexes = [models.Index(fields=["device"], name="photographed_page_device")]

    def __str__(self) -> str:
        return f"{self.number}"


class SessionSheet(models.Model):
    """How much of a sheet that was photographed for a session is done. It outlives the photos.

    With it, another page or photo of the sheet continues where the last one ended, even if names were corrected since.
    `code` is that of the first page. The rows up to `done` are recorded, or hold no hand. `next_hand` is the number of
    the hand after the last one that is known to be among these rows; 0 if a person chose `done`, or for a blank sheet
    of which nothing is recorded.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="photographed_sheets")
    code = models.TextField()
    done = models.PositiveSmallIntegerField(default=0)
    next_hand = models.PositiveIntegerField(default=0)

    class Meta:
        app_label = "reading"  # which reads the photos

    def __str__(self) -> str:
        return f"{self.pk}"
