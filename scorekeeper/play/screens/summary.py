"""The result of a session as its page shows it: ranking, payments, and the best and worst hands."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from django.utils.translation import gettext as _

from games import registry
from games.scoring.types import Amounts, Seat
from scorekeeper.play import round_progress
from scorekeeper.play.ledger.difference_settlement import DifferenceGain, difference_gains
from scorekeeper.play.ledger.formatting import in_words, note_in_words, sum_of_money
from scorekeeper.play.ledger.notations import Notation
from scorekeeper.play.ledger.payments import ticked
from scorekeeper.play.ledger.session_totals import Pair, SeatPayment, SessionTotals
from scorekeeper.play.models import Session, Settlement
from scorekeeper.play.queries import PlayedHand, SessionLedger, hands_played
from scorekeeper.play.screens.charts import NARROW, WIDE, Chart, draw
from scorekeeper.play.stretches import Stretches, ledgers_of, sum_of

LONG_NAME = 14
"""From this many letters on, a name has no room for the money beside it on a phone."""


@dataclass(frozen=True)
class RankedPlayer:
    """A player's place at the end; equals share a place. `money` is empty without a stake."""

    seat: int
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

    `amount` is None if the totals are paid by difference, which is done in money only. `pair` are the seats of debtor
    and creditor, as the form of the tick names them.
    """

    debtor: str
    creditor: str
    amount: int | None
    money: str
    pair: str = ""
    is_paid: bool = False
    seen: str = ""
    """The amount as the form of the tick sends it, if the session has several stretches."""


@dataclass(frozen=True)
class EqualHand:
    """A hand in which as much was gained or lost as in no other; `names` are all who did in it.

    `public_id` and `part` are set if the session has several stretches: the one that was played then, and its number.
    """

    number: int
    names: str
    public_id: str = ""
    part: int = 0


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

    `marks` are the marks of the players by their `seat` in the ranking.
    """

    headline: str
    marks: tuple[int, ...]
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
    session: Session, ledger: SessionLedger, notation: Notation, settlement: Settlement | None = None
) -> Summary:
    """Return the result as it was settled or, without a settlement, as the ledger stands."""
    come_to = SessionTotals.of_settlement(settlement) if settlement else SessionTotals.of_ledger(ledger, session)
    names, totals, played = ledger.table.players, come_to.totals, scored_hands(ledger)
    ranks = ledger.rules.ranks(ledger.table, ledger.state, totals)
    return Summary(
        headline=_headline(names, ranks, ledger.rules.partnerships(ledger.table)),
        marks=ledger.marks,
        ranking=_ranking(names, come_to, ranks),
        payments=None
        if come_to.payments is None
        else shown_payments(names, come_to.payments, ticked(settlement) if settlement else ()),
        differences=difference_gains(names, come_to, list(come_to.money.amounts.values()))
        if come_to.transfers is None and come_to.money
        else [],
        pool_shared=come_to.shares_pool,
        hands=len(played),
        best=_feat(ledger, played, notation, sign=1),
        worst=_feat(ledger, played, notation, sign=-1),
        unfinished=[*unfinished_games(ledger), *unfinished_round(session, ledger)],
    )


def result_of(
    session: Session, ledger: SessionLedger, notation: Notation, settlement: Settlement | None, whole: Stretches
) -> Summary:
    """Return the result of the session that this is a stretch of, or of this session if it has no other stretches."""
    return summary_of_all(whole, notation) if whole else summary(session, ledger, notation, settlement)


def settled_result(
    session: Session, ledger: SessionLedger, notation: Notation, settlement: Settlement | None, whole: Stretches
) -> Summary | None:
    """Return the result of a session, or None if it has no settlement or if one of its stretches is open."""
    if settlement is None or not whole.are_settled:
        return None
    return result_of(session, ledger, notation, settlement, whole)


def summary_of_all(whole: Stretches, notation: Notation) -> Summary:
    """Return the result of a session of several stretches: everybody who played, and one list of payments."""
    names, come_to = [person.name for person in whole.people], whole.come_to
    ranks = whole.ranks()
    sessions, loaded = [one.session for one in whole.stretches], ledgers_of(whole.stretches)
    all_ledgers = [(session.public_id, loaded[session.pk]) for session in sessions if session.pk in loaded]
    return Summary(
        headline=_headline(names, ranks),
        marks=tuple(range(len(names))),
        ranking=_ranking(names, come_to, ranks),
        payments=payments_of_all(whole),
        differences=[],
        pool_shared=come_to.shares_pool,
        hands=sum(len(scored_hands(ledger)) for _public_id, ledger in all_ledgers),
        best=_feat_of_all(all_ledgers, notation, sign=1),
        worst=_feat_of_all(all_ledgers, notation, sign=-1),
        unfinished=_unfinished_of_all(whole, loaded),
    )


def unfinished_games(ledger: SessionLedger) -> list[str]:
    """Return in sentences what the game has under way, which counts for nobody if the session ends here."""
    game = registry.get(ledger.rules.slug)
    if game.unfinished is None:
        return []
    return [in_words(one, ledger.table.players) for one in game.unfinished(ledger.table, ledger.state)]


def unfinished_round(session: Session, ledger: SessionLedger) -> list[str]:
    """Return that the round has more hands than this table has played, if it has."""
    progress = round_progress.of(session, ledger)
    if progress is None or progress.planned is None or progress.is_over:
        return []
    figures = {"hands": progress.hands, "planned": progress.planned}
    return [_("The round is not finished. Hands played: %(hands)s of %(planned)s.") % figures]


def _unfinished_of_all(whole: Stretches, loaded: Mapping[int, SessionLedger]) -> list[str]:
    """Return what each stretch has left under way, and that the round is not finished."""
    sentences = [
        _("Part %(number)s: %(sentence)s") % {"number": part, "sentence": sentence}
        for part, one in enumerate(whole.stretches, 1)
        if one.session.pk in loaded
        for sentence in unfinished_games(loaded[one.session.pk])
    ]
    last = whole.last.session
    return [*sentences, *(unfinished_round(last, loaded[last.pk]) if last.pk in loaded else [])]


def payments_of_all(whole: Stretches) -> list[ShownPayment] | None:
    """Return the payments for all stretches with names, ticks, and the amounts that their forms send."""
    if whole.payments is None:
        return None
    shown = shown_payments([person.name for person in whole.people], whole.payments, whole.ticked())
    return [replace(one, seen=sum_of(payment)) for one, payment in zip(shown, whole.payments, strict=True)]


def lost_ticks_of_all(whole: Stretches) -> list[ShownPayment]:
    """Return the payments for all stretches that were ticked and have changed since."""
    return [
        ShownPayment(
            debtor=debtor,
            creditor=creditor,
            amount=None if currency else int(value),
            money=sum_of_money(Decimal(value), currency) if currency else "",
        )
        for debtor, creditor, amount in whole.lost_ticks()
        for value, _space, currency in [amount.partition(" ")]
    ]


@dataclass(frozen=True, slots=True)
class ListedStretch:
    """A stretch of a session as its result lists it: how many hands were played, and by whom."""

    session: Session
    hands: int
    names: str


def listed_stretches(whole: Stretches) -> list[ListedStretch]:
    """Return the stretches in the order of play; nothing if there is only one."""
    if not whole:
        return []
    hands = hands_played([one.session.pk for one in whole.stretches])
    return [
        ListedStretch(one.session, hands[one.session.pk], listed([seat.name for seat in one.seats]))
        for one in whole.stretches
    ]


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
            seat=seat,
            place=1 + sum(other > ranks[seat] for other in ranks),
            name=names[seat],
            total=come_to.totals[seat],
            money=sum_of_money(money.amounts[seat], come_to.currency) if money else "",
        )
        for seat in sorted(range(len(names)), key=lambda seat: ranks[seat], reverse=True)
    ]


def shown_payments(
    names: Sequence[str], payments: Iterable[SeatPayment], paid: Collection[Pair] = ()
) -> list[ShownPayment]:
    """Return payments with names and formatted money; `paid` are those that were ticked."""
    return [
        ShownPayment(
            debtor=names[one.debtor],
            creditor=names[one.creditor],
            amount=one.amount,
            money="" if one.money is None else sum_of_money(one.money, one.currency),
            pair=f"{one.debtor}-{one.creditor}",
            is_paid=one.pair in paid,
        )
        for one in payments
    ]


def _feat(ledger: SessionLedger, played: Iterable[PlayedHand], notation: Notation, *, sign: int) -> BestHand | None:
    """Return the hands in which somebody gained (sign 1) or lost (sign −1) the most."""
    amounts = {hand.number: hand.scored.entry.amounts for hand in played if hand.scored}
    size = max((sign * amount for of_hand in amounts.values() for amount in of_hand), default=0)
    if size <= 0:
        return None
    game, players = registry.get(ledger.rules.slug), ledger.table.players
    hands = tuple(
        EqualHand(number, listed([players[seat] for seat, amount in enumerate(of_hand) if sign * amount == size]))
        for number, of_hand in amounts.items()
        if sign * size in of_hand
    )
    return BestHand(
        title=in_words(game.best if sign > 0 else game.worst),
        amount=sign * size,
        what=in_words(game.describe(ledger.table, ledger.hand(hands[0].number).raw), players, notation.words),
        hands=hands,
    )


def scored_hands(ledger: SessionLedger) -> list[PlayedHand]:
    return [hand for hand in ledger.played if hand.scored]


def _feat_of_all(all_ledgers: Iterable[tuple[str, SessionLedger]], notation: Notation, *, sign: int) -> BestHand | None:
    """Return the best or the worst hands of all stretches."""
    best: BestHand | None = None
    for part, (public_id, ledger) in enumerate(all_ledgers, start=1):
        feat = _feat(ledger, scored_hands(ledger), notation, sign=sign)
        if feat is None or (best and sign * feat.amount < sign * best.amount):
            continue
        hands = tuple(replace(one, public_id=public_id, part=part) for one in feat.hands)
        if best and feat.amount == best.amount:
            best = replace(best, hands=best.hands + hands)
        else:
            best = replace(feat, hands=hands)
    return best


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
    """The score sheet of a session, or of one stretch of it.

    `left` are those who played until then, with totals; `joined` are those who didn't, listed for a sentence.
    """

    public_id: str
    names: Sequence[str]
    left: Sequence[tuple[str, int]]
    joined: Sequence[str]
    rows: Sequence[SummaryRow]

    @property
    def joined_in_words(self) -> str:
        return listed(self.joined)


def sheets(session: Session, ledger: SessionLedger, notation: Notation, whole: Stretches) -> list[SummarySheet]:
    """Return a score sheet for each stretch of the session, or one for a session that has no others."""
    if not whole:
        return [score_sheet(session, ledger, notation, whole)]
    loaded = ledgers_of(whole.stretches)
    return [
        score_sheet(one.session, loaded[one.session.pk], notation, whole)
        for one in whole.stretches
        if one.session.pk in loaded
    ]


def score_sheet(session: Session, ledger: SessionLedger, notation: Notation, whole: Stretches) -> SummarySheet:
    """Return the score sheet of one row: every hand, in the order of play, as on paper.

    Totals carry over from earlier stretches of the session.
    """
    ledger = whole.carry(session, ledger)
    names, game = ledger.table.players, registry.get(ledger.rules.slug)
    rows = [
        SummaryRow(
            number=hand.number,
            what=in_words(game.describe(ledger.table, hand.raw), names, notation.words),
            note=note_in_words(hand.raw.get("note", "")),
            cells=tuple(zip(hand.scored.entry.amounts, ledger.standing(hand.scored.totals), strict=True))
            if hand.scored
            else (),
            voided=hand.voided,
        )
        for hand in ledger.hands
    ]
    return SummarySheet(session.public_id, names, whole.left_at(session), whole.joined_at(session), rows)


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
    """Return the chart of the running totals; None if no hand counts."""
    rows = [(hand.number, hand.scored.totals) for hand in ledger.counting if hand.scored]
    return _drawing(ledger.table.players, rows)


def drawing_of_all(whole: Stretches) -> Drawing | None:
    """Return the chart of everybody's running totals over all stretches, whose hands are counted through."""
    loaded = ledgers_of(whole.stretches)
    places = {person.player: place for place, person in enumerate(whole.people)}
    totals, rows = [0] * len(places), list[tuple[int, Amounts]]()
    for stretch in whole.stretches:
        ledger = loaded.get(stretch.session.pk)
        before, seats = tuple(totals), [places[seat.player_id] for seat in stretch.seats]
        for hand in ledger.counting if ledger else ():
            if hand.scored:
                for place, total in zip(seats, hand.scored.totals, strict=True):
                    totals[place] = before[place] + total
                rows.append((len(rows) + 1, tuple(totals)))
        for place, total in zip(seats, stretch.come_to.totals, strict=True):
            totals[place] = before[place] + total  # with what was left in a pool
    return _drawing(tuple(person.name for person in whole.people), rows)


def _drawing(names: tuple[str, ...], rows: list[tuple[int, Amounts]]) -> Drawing | None:
    if not rows:
        return None
    numbers, totals = [number for number, _totals in rows], [row for _number, row in rows]
    return Drawing(draw(names, totals, numbers, NARROW), draw(names, totals, numbers, WIDE), names, rows)
