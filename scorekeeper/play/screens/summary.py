"""The result of a session as its page shows it: ranking, payments, and the best and worst hands."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from django.utils.translation import gettext as _

from games import registry
from games.scoring.types import Amounts, Seat
from scorekeeper.play import round_progress
from scorekeeper.play.ledger.difference_settlement import DifferenceGain, difference_gains
from scorekeeper.play.ledger.formatting import in_words, note_in_words, sum_of_money
from scorekeeper.play.ledger.ledgers import StretchLedger
from scorekeeper.play.ledger.notations import Notation
from scorekeeper.play.ledger.session_totals import SeatPayment, SessionTotals
from scorekeeper.play.models import Payment, Session, Settlement
from scorekeeper.play.queries import PlayedHand, SessionLedger
from scorekeeper.play.screens.charts import NARROW, WIDE, Chart, draw

NO_ROWS: Mapping[SeatPayment, Payment] = MappingProxyType({})

LONG_NAME = 14
"""From this many letters on, a name has no room for the money beside it on a phone."""


@dataclass(frozen=True)
class RankedPlayer:
    """A player's place at the end; equals share a place. `money` is empty without a stake.

    `person` is the place among the people of the session.
    """

    person: int
    place: int
    name: str
    total: int
    money: str

    @property
    def has_long_name(self) -> bool:
        """Whether a phone has no room for the money beside the name."""
        return len(self.name) >= LONG_NAME


@dataclass(frozen=True)
class ShownPayment:
    """A payment in counters and, if there is a stake, in money.

    `amount` is None if the totals are paid by difference, which is done in money only. `key` is the primary key of its
    row, by which the form of the tick names it; None before the settlement.
    """

    debtor: str
    creditor: str
    amount: int | None
    money: str
    key: int | None = None
    is_paid: bool = False


@dataclass(frozen=True)
class EqualHand:
    """A hand in which as much was gained or lost as in no other; `names` are all who did in it."""

    number: int
    names: str


@dataclass(frozen=True)
class BestHand:
    """The hands in which somebody gained the most, or lost the most, the earliest first; there may be equals.

    `title` is the game's word for it, and `what` describes the first.
    """

    title: str
    amount: int
    what: str
    hands: tuple[EqualHand, ...]


@dataclass(frozen=True, kw_only=True)
class Summary:
    """The result of a session, or what it would be if the session were closed now.

    Totals that don't sum to zero are paid by difference: `differences` derives each player's money from the totals.
    Without a stake nobody pays for such totals, and `payments` is None. If `pool_shared`, the totals include each
    player's share of what was left in the pool, which the ledger doesn't show.

    `unfinished` says what is under way, such as a rubber, which isn't in the totals, or the round.
    """

    headline: str
    ranking: list[RankedPlayer]
    payments: list[ShownPayment] | None
    differences: list[DifferenceGain]
    pool_shared: bool
    hands: int
    best: BestHand | None
    worst: BestHand | None
    unfinished: list[str]

    @property
    def paid(self) -> int:
        """How many payments were ticked as paid."""
        return sum(payment.is_paid for payment in self.payments or ())

    @property
    def all_paid(self) -> bool:
        return bool(self.payments) and self.paid == len(self.payments or ())


def summary(
    session: Session,
    ledger: SessionLedger,
    notation: Notation,
    settlement: Settlement | None = None,
    rows: Mapping[SeatPayment, Payment] = NO_ROWS,
) -> Summary:
    """Return the result as it was settled or, without a settlement, as the ledger stands.

    `rows` are those of its payments, for a page that shows their ticks.
    """
    come_to = SessionTotals.of_settlement(settlement) if settlement else SessionTotals.of_ledger(ledger, session)
    names, played = ledger.names, [hand for hand in ledger.played if hand.scored]
    ranks = ledger.come_to.ranks(come_to.totals)
    is_one = len(ledger.stretches) == 1
    return Summary(
        headline=_headline(names, ranks, ledger.rules.partnerships(ledger.table) if is_one else ()),
        ranking=_ranking(names, come_to, ranks),
        payments=None if come_to.payments is None else shown_payments(names, come_to.payments, rows),
        differences=difference_gains(names, come_to, list(come_to.money.amounts.values()))
        if come_to.transfers is None and come_to.money and is_one
        else [],
        pool_shared=come_to.shares_pool,
        hands=len(played),
        best=_feat(ledger, played, notation, sign=1),
        worst=_feat(ledger, played, notation, sign=-1),
        unfinished=[*unfinished_games(ledger), *unfinished_round(session, ledger)],
    )


def unfinished_games(ledger: SessionLedger) -> list[str]:
    """Return in sentences what each stretch has under way."""
    return [sentence for stretch in ledger.stretches for sentence in unfinished_in(stretch)]


def unfinished_in(stretch: StretchLedger) -> list[str]:
    """Return in sentences what the game has under way, which counts for nobody if the stretch ends here."""
    game = registry.get(stretch.rules.slug)
    if game.unfinished is None:
        return []
    return [in_words(one, stretch.table.players) for one in game.unfinished(stretch.table, stretch.state)]


def unfinished_round(session: Session, ledger: SessionLedger) -> list[str]:
    """Return that the round has more hands than this table has played, if it has."""
    progress = round_progress.of(session, ledger)
    if progress is None or progress.planned is None or progress.is_over:
        return []
    figures = {"hands": progress.hands, "planned": progress.planned}
    return [_("The round is not finished. Hands played: %(hands)s of %(planned)s.") % figures]


def _headline(
    names: Sequence[str], ranks: Sequence[tuple[int, ...]], partnerships: Collection[tuple[Seat, ...]] = ()
) -> str:
    best = max(ranks)
    first = tuple(Seat(seat) for seat, rank in enumerate(ranks) if rank == best)
    winners = [names[seat] for seat in first]
    if len(winners) == len(names):
        return _("All square")
    if len(winners) == 1:
        return _("%(name)s wins") % {"name": winners[0]}
    words = _("%(names)s win") if first in partnerships else _("%(names)s share first place")
    return words % {"names": listed(winners)}


def listed(names: Sequence[str]) -> str:
    """Return names joined for a sentence: "Anne, Bruno and Chloé"."""
    if len(names) < 2:
        return "".join(names)
    return _("%(first)s and %(last)s") % {"first": ", ".join(names[:-1]), "last": names[-1]}


def _ranking(names: Sequence[str], come_to: SessionTotals, ranks: Sequence[tuple[int, ...]]) -> list[RankedPlayer]:
    money = come_to.money
    return [
        RankedPlayer(
            person=person,
            place=1 + sum(other > ranks[person] for other in ranks),
            name=names[person],
            total=come_to.totals[person],
            money=sum_of_money(money.amounts[person], come_to.currency) if money else "",
        )
        for person in sorted(range(len(names)), key=lambda person: ranks[person], reverse=True)
    ]


def shown_payments(
    names: Sequence[str], payments: Iterable[SeatPayment], rows: Mapping[SeatPayment, Payment] = NO_ROWS
) -> list[ShownPayment]:
    """Return payments with names, formatted money, and the ticks of their rows."""
    return [
        ShownPayment(
            debtor=names[one.debtor],
            creditor=names[one.creditor],
            amount=one.amount,
            money="" if one.money is None else sum_of_money(one.money, one.currency),
            key=row.pk if row else None,
            is_paid=row is not None and row.ticked_at is not None,
        )
        for one in payments
        for row in [rows.get(one)]
    ]


def _feat(ledger: SessionLedger, played: Iterable[PlayedHand], notation: Notation, *, sign: int) -> BestHand | None:
    """Return the hands in which somebody gained (sign 1) or lost (sign −1) the most."""
    amounts = {hand.number: hand.scored.entry.amounts for hand in played if hand.scored}
    size = max((sign * amount for of_hand in amounts.values() for amount in of_hand), default=0)
    if size <= 0:
        return None
    game = registry.get(ledger.rules.slug)
    hands = tuple(
        EqualHand(number, listed(_who_moved(ledger.at(number).table.players, of_hand, sign * size)))
        for number, of_hand in amounts.items()
        if sign * size in of_hand
    )
    table = ledger.at(hands[0].number).table
    return BestHand(
        title=in_words(game.best if sign > 0 else game.worst),
        amount=sign * size,
        what=in_words(game.describe(table, ledger.hand(hands[0].number).raw), table.players, notation.words),
        hands=hands,
    )


def _who_moved(players: Sequence[str], amounts: Amounts, amount: int) -> list[str]:
    return [name for name, moved in zip(players, amounts, strict=True) if moved == amount]


@dataclass(frozen=True)
class SummaryRow:
    """One hand of the score sheet; `cells` has each player's gain and total, and is empty if the hand doesn't count."""

    number: int
    what: str
    note: str
    cells: tuple[tuple[int, int], ...]
    voided: bool


@dataclass(frozen=True)
class SummarySheet:
    """The score sheet of a stretch: `left` are those who played until then, with totals, and `joined` the new ones."""

    names: Sequence[str]
    left: Sequence[tuple[str, int]]
    joined: Sequence[str]
    rows: Sequence[SummaryRow]


def sheets(ledger: SessionLedger, notation: Notation) -> list[SummarySheet]:
    """Return the score sheet of each stretch of the session: every hand, in the order of play, as on paper."""
    return [
        SummarySheet(
            names=stretch.table.players,
            left=ledger.left_at(stretch) if stretch.carried else (),
            joined=ledger.joined_at(stretch) if stretch.carried else (),
            rows=_sheet_rows(stretch, notation),
        )
        for stretch in ledger.stretches
    ]


def _sheet_rows(stretch: StretchLedger, notation: Notation) -> list[SummaryRow]:
    names, game = stretch.table.players, registry.get(stretch.rules.slug)
    return [
        SummaryRow(
            number=hand.number,
            what=in_words(game.describe(stretch.table, hand.raw), names, notation.words),
            note=note_in_words(hand.raw.get("note", "")),
            cells=tuple(zip(hand.scored.entry.amounts, stretch.standing(hand.scored.totals), strict=True))
            if hand.scored
            else (),
            voided=hand.voided,
        )
        for hand in stretch.hands
    ]


@dataclass(frozen=True)
class Drawing:
    """The chart for a phone and for a wide screen or paper; `rows` has each hand's number and the totals after it."""

    narrow: Chart
    wide: Chart
    names: tuple[str, ...]
    rows: list[tuple[int, tuple[int, ...]]]

    @property
    def is_flat(self) -> bool:
        """Whether every total was always zero, as in a session that ended before anybody scored."""
        return not any(any(totals) for _number, totals in self.rows)


def drawing(ledger: SessionLedger) -> Drawing | None:
    """Return the chart of everybody's running totals; None if no hand counts."""
    rows, totals = list[tuple[int, Amounts]](), [0] * len(ledger.people)
    for stretch in ledger.stretches:
        if stretch.carried:
            for person, total in zip(stretch.people, stretch.carried.amounts, strict=True):
                totals[person] = total
        for hand in stretch.counting:
            if hand.scored:
                for person, total in zip(stretch.people, stretch.standing(hand.scored.totals), strict=True):
                    totals[person] = total
                rows.append((hand.number, tuple(totals)))
    if not rows:
        return None
    numbers, running = [number for number, _totals in rows], [row for _number, row in rows]
    names = ledger.names
    return Drawing(draw(names, running, numbers, NARROW), draw(names, running, numbers, WIDE), names, rows)
