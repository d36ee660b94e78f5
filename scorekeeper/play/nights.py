"""A night at home: the sessions without a club that are settled together, and who owes whom for all of them.

Stored are only which sessions these are (`Session.night`) and the payments that were ticked (`Payment.night`). What is
still owed is worked out each time, from the settlements in force and from what has been paid. So a session can be
corrected, reopened or deleted afterwards, and a further one can join: what was paid stays paid.

Money is added up by currency, and rounded once, before the kitties. Points are never added up: those of two games are
not worth the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from scorekeeper.clubs.names import display_name
from scorekeeper.play.models import Night, Payment, Session, Settlement
from scorekeeper.play.money import CENT, KITTY, AccountPayment, Key, fewest_payments, settle_money
from scorekeeper.play.totals import SessionTotals
from scorekeeper.web.dates import evening_date


def played_that_night(session: Session, device: str | None) -> list[Session]:
    """Return the other closed sessions of the same night that this browser records, in the order of their starts.

    They belong to no club, and were played by people of this session or of others among them.
    """
    if session.club_id is not None:
        return []
    day = evening_date(session.started_at)
    others = Session.objects.recorded_by(device).closed_with_hands().within(day, day).filter(club=None)
    in_order = list(others.exclude(pk=session.pk).with_seats().order_by("started_at", "pk"))
    return _with_people_in_common(session, in_order)


def joinable(session: Session, device: str | None) -> list[Session]:
    """Return the sessions with which this one can be settled: those of `played_that_night` that had a stake.

    At most one night is among them that is already settled together, and only if this browser records all of it.
    """
    if session.stake is None or session.night_id is not None:
        return []
    others = [other for other in played_that_night(session, device) if other.stake]
    nights = {other.night_id for other in others if other.night_id}
    elsewhere = (
        Session.objects.not_deleted()
        .filter(night__in=nights)
        .exclude(pk__in=Session.objects.recorded_by(device).values("pk"))
    )
    known = sorted(nights - set(elsewhere.values_list("night", flat=True)))[:1]
    return [other for other in others if other.night_id in (None, *known)]


def hidden_nights(sessions: Iterable[Session], device: str | None) -> set[int]:
    """Return the nights of these sessions that this browser may not see, since it has no access to all of them."""
    nights = {session.night_id for session in sessions if session.night_id}
    own = Session.objects.open_to(device).values("pk")
    hidden = Session.objects.not_deleted().filter(night__in=nights).exclude(pk__in=own)
    return {pk for pk in hidden.values_list("night", flat=True) if pk} if nights else set()


def _with_people_in_common(session: Session, others: Sequence[Session]) -> list[Session]:
    people, found = _players(session), set[Session]()
    while new := [other for other in others if other not in found and people & _players(other)]:
        found.update(new)
        people = people.union(*map(_players, new))
    return [other for other in others if other in found]


def _players(session: Session) -> set[int]:
    return {seat.player_id for seat in session.people}


@dataclass(frozen=True)
class Gain:
    """What somebody gained in a session, or in all of a night."""

    name: str
    money: Decimal
    currency: str


@dataclass(frozen=True, kw_only=True)
class NightTable:
    """A closed session of a night, with the key of its settlement and the exact money that each of its people gained.

    `in_cents` is the money as the page of the session shows it. Each of them pays the `kitty`, besides.
    """

    session: Session
    settlement: int
    money: Mapping[int, Decimal]
    in_cents: Mapping[int, Decimal]
    currency: str
    kitty: Decimal


@dataclass(frozen=True, kw_only=True)
class NightSettlement:
    """What the sessions of a night come to, and what was paid; `open` are those that are played again."""

    night: Night
    tables: Sequence[NightTable]
    open: Sequence[Session]
    ticked: Sequence[Payment]

    @classmethod
    def of(cls, night: Night) -> NightSettlement:
        sessions = list(night.sessions.not_deleted().with_seats().order_by("started_at", "pk"))
        standing = Settlement.objects.filter(session__in=sessions, withdrawn_at=None)
        frozen = {settlement.session_id: settlement for settlement in standing}
        return cls(
            night=night,
            tables=[_table(session, frozen[session.pk]) for session in sessions if session.closed_at],
            open=[session for session in sessions if not session.closed_at],
            ticked=list(night.payments.select_related("debtor", "creditor")),
        )

    @property
    def version(self) -> str:
        """What the night comes to depends on: the settlements in force."""
        return ".".join(str(table.settlement) for table in self.tables)

    @property
    def ticks(self) -> str:
        return ".".join(str(payment.pk) for payment in self.ticked)

    @property
    def sessions(self) -> list[Session]:
        return [*(table.session for table in self.tables), *self.open]

    @cached_property
    def gains(self) -> Mapping[str, Mapping[Key, Decimal]]:
        """What each player gained in all of them, by currency, in whole cents and before the kitties."""
        sums: dict[str, defaultdict[int, Decimal]] = {}
        for table in self.tables:
            gained = sums.setdefault(table.currency, defaultdict(Decimal))
            for player, money in table.money.items():
                gained[player] += money
        return {currency: settle_money(exact, kitty=None, rounding=CENT).amounts for currency, exact in sums.items()}

    @property
    def kitties(self) -> list[tuple[Decimal, str]]:
        """What is paid into the kitty altogether, in each currency."""
        sums = defaultdict[str, Decimal](Decimal)
        for table in self.tables:
            sums[table.currency] += table.kitty * len(table.money)
        return [(money, currency) for currency, money in sums.items() if money]

    @cached_property
    def payments(self) -> Mapping[str, Payment]:
        """The payments by a key for their forms; those that were ticked are rows.

        Usually these are the fewest that settle the night, some of them ticked. If others were ticked, before a
        session joined or was corrected, they come first, and then the fewest that settle the rest. While a session is
        played again, nobody knows what it will come to, so there are only those that were ticked.
        """
        paid = {str(payment.pk): payment for payment in self.ticked}
        if self.open:
            return paid
        owed, ticked = self._fewest(()), {_key(payment): payment for payment in self.ticked}
        if len(ticked) == len(self.ticked) and ticked.keys() <= owed.keys():
            return owed | ticked
        return paid | self._fewest(self.ticked)

    def _fewest(self, paid: Sequence[Payment]) -> dict[str, Payment]:
        """Return the fewest payments that settle the night after some were made."""
        left = defaultdict[str, defaultdict[Key, Decimal]](lambda: defaultdict(Decimal))
        for currency, amounts in self.gains.items():
            left[currency].update(amounts)
        for table in self.tables:
            for player in table.money:
                left[table.currency][player] -= table.kitty
                left[table.currency][KITTY] += table.kitty
        for payment in paid:
            amounts, money = left[payment.currency], payment.money or Decimal(0)
            amounts[payment.debtor_id] += money
            amounts[payment.creditor_id] -= money
        payments = [
            self._row(payment, currency)
            for currency, amounts in left.items()
            for payment in fewest_payments(amounts, coin=CENT)
        ]
        return {_key(payment): payment for payment in payments}

    def _row(self, payment: AccountPayment, currency: str) -> Payment:
        return Payment(
            night=self.night,
            debtor_id=payment.debtor,
            creditor_id=payment.creditor,
            money=payment.amount,
            currency=currency,
        )

    @property
    def balances(self) -> list[Gain]:
        """What each player gained in the sessions, in each currency, the most first."""
        gains = [
            Gain(self.names[player or 0], money, currency)  # never the kitty
            for currency, amounts in self.gains.items()
            for player, money in amounts.items()
        ]
        return sorted(gains, key=lambda gain: (gain.currency, -gain.money))

    @cached_property
    def names(self) -> Mapping[int, str]:
        """The names by player, as in the last session; of somebody who is in none any more, as elsewhere."""
        people = [player for payment in self.ticked for player in (payment.debtor, payment.creditor) if player]
        names = {player.pk: display_name(player) for player in people}
        return names | {seat.player_id: seat.name for session in self.sessions for seat in session.people}

    def name(self, key: Key) -> str | None:
        """Return the name of a player; None for the kitty."""
        return None if key is KITTY else self.names[key]


def _table(session: Session, settlement: Settlement) -> NightTable:
    players = [seat.player_id for seat in session.people]
    come_to = SessionTotals.from_settlement(settlement)
    return NightTable(
        session=session,
        settlement=settlement.pk,
        money=dict(zip(players, come_to.worth or (), strict=False)),
        in_cents=dict(zip(players, come_to.money.amounts.values() if come_to.money else (), strict=False)),
        currency=settlement.currency,
        kitty=settlement.kitty or Decimal(0),
    )


def _key(payment: Payment) -> str:
    """Return what makes two payments the same, who pays whom and how much, in letters and digits."""
    cents = int((payment.money or 0) / CENT)
    return f"{payment.debtor_id}-{payment.creditor_id}-{cents}-{payment.currency.encode().hex()}"
