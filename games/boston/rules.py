"""Rules of Boston: who pays whom after each hand, and what goes into and out of the pool.

Everyone plays for himself; the *bidder* plays alone against three *adversaries*. In *misère partout* there is no
bidder, and everyone tries to lose tricks. The *pool* is an account beside the players; players and pool together sum to
zero. All amounts are in white counters. The auction and the suit are not recorded, since they never change what is
paid.

Sources: F is Foster, *Complete Hoyle* (1909), FT its winning table, M common modern tables; see `tariff.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from games.boston.hand import EACH, MISERES, TRICKS, Outcome, Payee, PenaltyPaid, hand_of, with_pool
from games.boston.tariff import MISERE, PARTOUT, TARIFFS, TRICK_FEWER, has_star, place_of
from games.scoring.errors import Code, RuleError
from games.scoring.hand import Hand
from games.scoring.paragraphs import CORRECTION, paragraphs
from games.scoring.payments import each_pays, shared_out
from games.scoring.rules import Rules, rule_sets
from games.scoring.text import Amount, SeatName, Text, joined, named
from games.scoring.text import message as _
from games.scoring.types import Amounts, Contest, Entry, Line, Option, Paragraph, RuleSet, SeatNumber, Table

SEATS = 4

OPTIONS = (
    Option(
        "overtricks",
        _("Over-tricks"),
        _(
            "Tricks above the bid are paid. Without this option, a bid that is made pays as if exactly the bid had "
            "been taken."
        ),
        default=True,
    ),
    Option(
        "pool",
        _("Pool"),
        _("Everyone pays into a pool. A bidder who makes the bid takes it; one who fails doubles it."),
    ),
    Option(
        "ante",
        _("Into an empty pool"),
        _("What each player puts into an empty pool, in white counters*; has no effect without a pool."),
        default=10,
        low=1,
        high=1000,
    ),
)

RULE_SETS = rule_sets(
    RuleSet(
        "decimal",
        _("Decimal"),
        _("The American decimal tables, as commonly used in clubs."),
        players=(SEATS,),
        options=OPTIONS,
    ),
    RuleSet(
        "original",
        _("Original"),
        _("The older tables of the same book, with their odd figures."),
        players=(SEATS,),
        options=OPTIONS,
    ),
)

_F = _("Foster, Complete Hoyle (1909)")
_WINNING = _("Foster, Complete Hoyle (1909), winning table; common modern tables; cells with a star* are our own")

PARAGRAPHS = paragraphs(
    _F,
    Paragraph(
        "tricks-made",
        _("Tricks: a bid that is made"),
        _(
            "A bidder who takes at least the tricks he bid gets the figure in the winning table from each of the "
            "three others: the row of the bid, the column of the tricks taken. A star* marks a figure we "
            "couldn’t read in any source."
        ),
        _WINNING,
    ),
    Paragraph(
        "tricks-failed",
        _("Tricks: a bid that fails"),
        _(
            "A bidder who takes fewer tricks than he bid pays the figure in the failure table to each of the "
            "three others: the row of the bid, the column of the tricks short."
        ),
    ),
    Paragraph(
        "misere",
        _("Misère"),
        _(
            "The bidder undertakes to take no trick: none of twelve in a little misère or spread, since everyone "
            "first discards one card; in a spread his hand lies open. He gets from each of the three others, or "
            "pays to each, {little_misere} for a little misère, {grand_misere} for a grand one, {little_spread} "
            "for a little and {grand_spread} for a grand spread.",
            **MISERE,
        ),
    ),
    Paragraph(
        "misere-partout",
        _("Misère partout"),
        _(
            "When all pass, the hands are played to lose tricks. The player with the most tricks pays each of the "
            "others {worth} for every trick that player took fewer; if several tie for the most, they share the "
            "payment.",
            worth=PARTOUT,
        ),
    ),
    Paragraph(
        "pool",
        _("The pool"),
        _(
            "Each player puts the same amount into an empty pool*. A bidder who makes his call takes the pool; "
            "one who fails pays in as much as it holds. Misère partout and a pass leave it unchanged*."
        ),
    ),
    Paragraph(
        "penalty",
        _("Penalties"),
        _(
            "A player who breaks a rule pays a penalty on top of what the hand itself costs: to the pool, to each "
            "of the others, or to one of them."
        ),
    ),
    CORRECTION,
)


class BostonState(NamedTuple):
    """The state between hands: the dealer, and the white counters in the pool."""

    dealer: SeatNumber
    pool: int = 0


class BostonRules(Rules[BostonState, Outcome]):
    """Boston, in the rule sets `decimal` and `original`."""

    slug = "boston"
    rule_sets = RULE_SETS
    paragraphs = PARAGRAPHS
    tariffs = TARIFFS
    hand = hand_of(pool=False)
    outcome = Outcome
    state = BostonState

    def check_table(self, table: Table) -> None:
        """Refuse players whose name is a payee's."""
        reserved = next((name for name in table.players if name in tuple(Payee)), None)
        if reserved is not None:
            message = _("No player can be called “{name}”: a penalty to {name} would be ambiguous.", name=reserved)
            raise RuleError(Code.PLAYERS, "players", message)

    def hand_at(self, table: Table) -> Hand:
        return hand_of(pool=with_pool(table))

    def score(self, table: Table, state: BostonState, outcome: Outcome) -> tuple[Entry, BostonState]:
        """Return the entry of one hand and the next position.

        The order of the lines is ante, hand, pool, penalties. Six, two, five and no tricks in misère partout: A loses
        eleven red (F).

        >>> rules = BostonRules()
        >>> table = rules.table(["A", "Y", "B", "Z"])
        >>> outcome = Outcome(call="misere_partout", tricks_taken=(6, 2, 5, 0))
        >>> rules.score(table, rules.opening(table), outcome)[0].amounts
        (-110, 40, 10, 60)
        """
        if outcome.tricks_taken:
            _refuse_sum(outcome.tricks_taken)
        lines: list[Line] = []
        pool = state.pool
        has_pool = with_pool(table)
        if has_pool and not pool:
            ante = int(table.options["ante"])
            label = _("Into the empty pool: {ante} from each*", ante=Amount(ante))
            lines.append(Line("pool", label, (-ante,) * SEATS))
            pool = SEATS * ante
        if outcome.bidder is not None:
            lines.append(_bid_line(table, outcome, outcome.bidder))
            if has_pool:
                line, pool = _pool_line(outcome.bidder, pool, won=call_made(outcome))
                lines.append(line)
        elif outcome.tricks_taken:
            lines.append(_partout_line(table.figures[TRICK_FEWER], outcome.tricks_taken))
        lines += map(_penalty_line, outcome.penalties)
        pool += sum(penalty.amount for penalty in outcome.penalties if penalty.to is Payee.POOL)
        return Entry.from_lines(SEATS, lines), BostonState(table.after(state.dealer), pool)

    def contests(self, table: Table, state: BostonState, outcome: Outcome, amounts: Amounts) -> tuple[Contest, ...]:
        """Return the bidder against the others; nothing for misère partout, in which each plays for himself."""
        if outcome.bidder is None:
            return ()
        made, bidder = call_made(outcome), (outcome.bidder,)
        return (Contest.against_the_rest(outcome.call, bidder, playing=table.seats, made=made),)

    def state_document(self, table: Table, state: BostonState) -> dict[str, Any]:
        return {"pool": state.pool} if with_pool(table) else {}

    def round_totals(self, table: Table, points: Amounts, won: Sequence[int], lost: Sequence[int]) -> Amounts:
        """Return the points with a share of the pool, which has what the players have lost together.

        Odd counters go to the lowest totals*.

        >>> rules = BostonRules()
        >>> rules.round_totals(rules.table(["A", "Y", "B", "Z"], options={"pool": True}), (0, -20, -11, -11), (), ())
        (10, -9, 0, -1)
        """
        return shared_out(points) if with_pool(table) else points

    def settled(self, table: Table, state: BostonState, totals: Amounts) -> Amounts:
        return self.round_totals(table, totals, (), ())


# Bids


def call_made(outcome: Outcome) -> bool:
    """Return whether the bidder took the tricks he bid, or made his misère.

    >>> call_made(Outcome(call="tricks", bidder=SeatNumber(0), bid=7, tricks=6))
    False
    """
    if outcome.bid is None or outcome.tricks is None:
        return outcome.made is True
    return outcome.tricks >= outcome.bid


def _from_each(seat: SeatNumber, amount: int) -> Amounts:
    """Return the amounts if a seat gets this from each of the others, or pays it to each if it is negative."""
    others = [SeatNumber(other) for other in range(SEATS) if other != seat]
    return each_pays(SEATS, amount, to=seat, payers=others)


def _bid_line(table: Table, outcome: Outcome, bidder: SeatNumber) -> Line:
    """Return the line for what each adversary settles with the bidder."""
    made, bid, tricks = call_made(outcome), outcome.bid, outcome.tricks
    if bid is None or tricks is None:
        figure = table.figures[MISERES, outcome.call, EACH]
        words = _MISERE_MADE if made else _MISERE_LOST
        label = Text(words.template, {"worth": Amount(figure), "call": BostonRules.hand.names[outcome.call]})
        return Line("misere", label, _from_each(bidder, figure if made else -figure))
    overtricks = table.options["overtricks"] is True
    place = place_of(bid, tricks, overtricks=overtricks)
    figure = table.figures[place]
    if not made:
        words = _TRICKS_LOST
    elif tricks > bid and not overtricks:
        words = _NO_OVERTRICKS
    else:
        words = _TRICKS_MADE
    worth = _("{worth}*", worth=Amount(figure)) if has_star(table.rules, place, figure) else Amount(figure)
    label = Text(words.template, {"worth": worth, "bid": bid, "tricks": tricks, "short": bid - tricks})
    slug = "tricks-made" if made else "tricks-failed"
    return Line(slug, label, _from_each(bidder, figure if made else -figure))


_MISERE_MADE = _("{worth}, {call} made")
_MISERE_LOST = _("{worth}, {call} lost")
_TRICKS_MADE = _("{worth}, {bid} bid and {tricks} taken")
_TRICKS_LOST = _("{worth}, {bid} bid and {tricks} taken, short by {short}")
_NO_OVERTRICKS = _("{worth}, {bid} bid and {tricks} taken, over-tricks not counted")


# Misère partout


def _refuse_sum(tricks_taken: Amounts) -> None:
    if sum(tricks_taken) != TRICKS:
        message = _("All four together took {all} tricks, not {total}.", all=TRICKS, total=sum(tricks_taken))
        raise RuleError(Code.TOTAL, "tricks_taken", message)


def partout(worth: int, tricks_taken: Amounts) -> Amounts:
    """Return the amounts of misère partout, always in whole white counters.

    Two who tie for the most tricks lose 35 each in this example (F). The printed figure always divides evenly. With a
    club's own odd figure, two losers can share an odd number of counters; then the earlier seat pays one more*.

    >>> partout(10, (5, 5, 1, 2)), partout(5, (5, 5, 1, 2))
    ((-35, -35, 40, 30), (-18, -17, 20, 15))
    """
    most = max(tricks_taken)
    lost, odd = divmod(worth * (SEATS * most - TRICKS), tricks_taken.count(most))
    amounts = [worth * (most - taken) if taken < most else -lost for taken in tricks_taken]
    if odd:
        amounts[tricks_taken.index(most)] -= odd
    return tuple(amounts)


def _partout_line(worth: int, tricks_taken: Amounts) -> Line:
    most, amounts = max(tricks_taken), partout(worth, tricks_taken)
    losers = [seat for seat, taken in enumerate(tricks_taken) if taken == most]
    names: list[Text | str] = [named(seat) for seat in losers]
    words = _PARTOUT_ALONE if len(losers) == 1 else _PARTOUT_TIED
    values = {"worth": Amount(worth), "most": most, "losers": joined(names)}
    if amounts[losers[0]] != amounts[losers[-1]]:
        words, values["player"] = _PARTOUT_ODD, SeatName(losers[0])
    return Line("misere-partout", Text(words.template, values), amounts)


_PARTOUT_ALONE = _("Misère partout, {losers} took the most: {worth} for each trick fewer than {most}")
_PARTOUT_TIED = _("Misère partout, {losers} took the most and share: {worth} for each trick fewer than {most}")
_PARTOUT_ODD = _(
    "Misère partout, {losers} took the most and share, the odd counter from {player}*: {worth} for each trick fewer "
    "than {most}"
)


# The pool and the penalties


def _alone(seat: SeatNumber, amount: int) -> Amounts:
    """Return the amounts if one seat gains from the pool or pays into it."""
    return tuple([amount if place == seat else 0 for place in range(SEATS)])


def _pool_line(bidder: SeatNumber, pool: int, *, won: bool) -> tuple[Line, int]:
    """Return the line for what the bidder takes from the pool or pays into it, and the pool after that."""
    values = {"player": SeatName(bidder), "pool": Amount(pool)}
    if won:
        return Line("pool", Text(_POOL_WON.template, values), _alone(bidder, pool)), 0
    return Line("pool", Text(_POOL_DOUBLED.template, values), _alone(bidder, -pool)), 2 * pool


_POOL_WON = _("{player} takes the pool: {pool}")
_POOL_DOUBLED = _("{player} doubles the pool: {pool}")


def _penalty_line(penalty: PenaltyPaid) -> Line:
    by, amount = penalty.by, penalty.amount
    values = {"player": SeatName(by), "amount": Amount(amount)}
    if penalty.to is Payee.POOL:
        return Line("penalty", _("Penalty of {player} to the pool: {amount}", **values), _alone(by, -amount))
    if penalty.to is Payee.EACH:
        label = _("Penalty of {player} to each of the others: {amount}", **values)
        return Line("penalty", label, _from_each(by, -amount))
    label = _("Penalty of {player} to {payee}: {amount}", payee=SeatName(penalty.to), **values)
    return Line("penalty", label, each_pays(SEATS, amount, to=penalty.to, payers=(by,)))
