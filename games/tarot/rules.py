"""Rules of French Tarot: who pays whom after each hand.

*Attack* and *defence* are the camps of one hand. The *taker* leads the attack; with five and a called king he can have
a *partner*. *Points* are the card points of the attack, of 91 in all. The *bouts* are the 1 of trumps (the *petit*),
the 21 and the Excuse. The *mort* is the one of five players who sits out. S is what one defender pays the attack.

Sources: T is a French page on counting scores (rule set `classic`), FFT the rules of the Fédération Française de Tarot,
2012 (rule set `fft`).
"""

from __future__ import annotations

from games.scoring.hand import Hand
from games.scoring.payments import each_pays, side_pays, times
from games.scoring.rules import Rules
from games.scoring.text import SeatName, Text
from games.scoring.text import message as _
from games.scoring.types import Amounts, Contest, Deal, Entry, Line, Option, Paragraph, RuleSet, SeatNumber, Table
from games.tarot.hand import FOUR, Outcome, active, contract_won, hand_of, margin, with_mort
from games.tarot.refusals import refuse_impossible
from games.tarot.tariff import (
    CALL_NAMES,
    DEAREST_FFT,
    EACH,
    MISERE_NAMES,
    MISERES,
    MULTIPLIER,
    OF_CALL,
    OF_CONTRACT,
    OF_PETIT,
    OF_SLAMS,
    OUR_SLAMS,
    POIGNEE_NAMES,
    POIGNEES,
    SLAM_NAMES,
    SLAMS_OF,
    TARIFFS,
    Call,
    Camp,
)

ROUND_TO_TEN = Option(
    name="round_to_ten",
    label=_("Round to tens"),
    help=_("Points above or below the contract are rounded to the nearest ten, with 5 rounded up*."),
    default=False,
)
FIVE_PLAYERS = Option(
    name="five_players",
    label=_("Five at the table"),
    help=_("With a called king, the taker has a partner; with a mort, the dealer sits out and four play."),
    default="called_king",
    choices=(("called_king", _("Called king")), ("mort", _("The dealer sits out"))),
    players=(5,),
)

RULE_SETS = {
    "classic": RuleSet(
        slug="classic",
        name=_("Classic"),
        summary=_(
            "Four players. Poignées and misères are settled by the player who showed them; a little slam counts."
        ),
        players=(4,),
        options=(ROUND_TO_TEN,),
    ),
    "fft": RuleSet(
        slug="fft",
        name=_("Federation (FFT)"),
        summary=_(
            "The rules of the French federation, for three, four or five players: poignées go to the camp that wins."
        ),
        players=(3, 4, 5),
        options=(FIVE_PLAYERS, ROUND_TO_TEN),
    ),
}

_T = _("A French page on counting Tarot scores")
_FFT = _("Fédération Française de Tarot, rules of 2012")
_BOTH = _("{first}; {second}", first=_T, second=_FFT)

PARAGRAPHS = {
    paragraph.slug: paragraph
    for paragraph in (
        Paragraph(
            slug="contract",
            title=_("The contract"),
            sentence=_(
                "The attack needs 56, 51, 41 or 36 points with no, one, two or three bouts. A contract is worth 25 "
                "plus every point above or below, times 1, 2, 4 or 6 for Prise, Garde, Garde sans and Garde contre. "
                "Half points are rounded up or, where tens are counted, to the nearest ten, with 5 rounded up*."
            ),
            source=_BOTH,
        ),
        Paragraph(
            slug="petit-au-bout",
            title=_("Petit au bout"),
            sentence=_(
                "The camp that wins the last trick with the petit in it gets 10 times the contract’s multiplier, "
                "whoever played the petit and whoever wins the contract."
            ),
            source=_BOTH,
        ),
        Paragraph(
            slug="slam",
            title=_("Slam"),
            sentence=_(
                "A slam is added to the contract and never multiplied; a slam that was announced and missed is "
                "deducted. A star* marks a case that no source prices: the figure is our own."
            ),
            source=_BOTH,
        ),
        Paragraph(
            slug="poignee",
            title=_("Poignée"),
            sentence=_(
                "A poignée is worth 20, 30 or 40, never multiplied. By the Federation’s rules, it goes to the camp "
                "that wins the contract; by the Classic rules, the player who showed it settles it with each of the "
                "three others."
            ),
            source=_BOTH,
        ),
        Paragraph(
            slug="misere",
            title=_("Misère"),
            sentence=_(
                "No honours or no trumps is worth 10: the player who showed it gets it from each of the others if his "
                "camp wins, and pays it to each if his camp loses."
            ),
            source=_T,
        ),
        Paragraph(
            slug="correction",
            title=_("Correction"),
            sentence=_("Counters moved by hand, with a reason. A correction never moves the deal."),
            source=_("Our own"),
        ),
    )
}


class TarotRules(Rules[Deal, Outcome]):
    """French Tarot, in the rule sets `classic` and `fft`."""

    slug = "tarot"
    rule_sets = RULE_SETS
    paragraphs = PARAGRAPHS
    tariffs = TARIFFS
    hand = hand_of("classic", FOUR)
    outcome = Outcome
    misdeals = frozenset({Call.MISDEAL})
    dealt_again = frozenset({Call.PASSED, Call.PETIT_SEC})
    results_balance = True

    def opening(self, table: Table) -> Deal:
        return Deal(table.first_dealer)

    def sits_out(self, table: Table, state: Deal) -> SeatNumber | None:
        return state.dealer if with_mort(table) else None

    def hand_at(self, table: Table) -> Hand:
        return hand_of(table.rules, active(table))

    def round_range(self, table: Table, *, hands: int | None, won: int, lost: int) -> tuple[int, int] | None:
        """Return what a taker would have who won or lost every hand, alone and at the highest price (FFT).

        >>> rules = TarotRules()
        >>> table = rules.table(["Anne", "Bruno", "Chloé", "David"], rules="fft")
        >>> rules.round_range(table, hands=4, won=0, lost=0)
        (-11832, 11832)
        """
        if hands is None or table.rules != "fft" or table.tariff:
            return None
        most = hands * DEAREST_FFT[active(table)] * (active(table) - 1)
        return -most, most

    def score(self, table: Table, state: Deal, outcome: Outcome) -> tuple[Entry, Deal]:
        """Return the entry of one hand, with S shared between the camps, and the next position.

        FFT, four players: garde, two bouts, 49 points, petit au bout by the attack, simple poignée.

        >>> rules = TarotRules()
        >>> table = rules.table(["Anne", "Bruno", "Chloé", "David"], rules="fft")
        >>> from games.tarot.hand import Poignee
        >>> from games.tarot.tariff import PoigneeSize
        >>> poignee = Poignee(player=SeatNumber(0), size=PoigneeSize.SIMPLE)
        >>> outcome = Outcome(call="garde", taker=SeatNumber(0), bouts=2, points=49,
        ...                   petit_au_bout=Camp.ATTACK, poignees=(poignee,))
        >>> rules.score(table, rules.opening(table), outcome)[0].amounts
        (318, -106, -106, -106)
        """
        played = outcome.call in MULTIPLIER
        lines: list[Line] = []
        if played:
            playing = self.playing(table, state)
            refuse_impossible(table, len(playing), outcome)
            lines = _lines(table, playing, outcome)
        # The same dealer deals again after a misdeal, and a mort until somebody takes (FFT).
        same_dealer = not played and (outcome.call == Call.MISDEAL or with_mort(table))
        after = state if same_dealer else Deal(table.after(state.dealer))
        return Entry.from_lines(table.size, lines), after

    def contests(self, table: Table, state: Deal, outcome: Outcome, amounts: Amounts) -> tuple[Contest, ...]:
        """Return the taker and his partner against the defence; nothing if there was no taker."""
        if outcome.call not in MULTIPLIER:
            return ()
        partner = () if outcome.partner is None else (outcome.partner,)
        made, playing = contract_won(outcome.bouts, outcome.attack_points), self.playing(table, state)
        return (Contest.against_the_rest(outcome.call, (outcome.taker, *partner), playing=playing, made=made),)


# The lines of an entry


def _shares(size: int, playing: tuple[SeatNumber, ...], taker: SeatNumber, partner: SeatNumber | None) -> Amounts:
    """Return the shares of S: each defender pays one; the taker and his partner receive them."""
    attack = {taker, partner}
    defence = tuple(seat for seat in playing if seat not in attack)
    # The taker gets two thirds, the partner one third (FFT).
    receivers = {taker: len(defence)} if partner is None else {taker: 2, partner: 1}
    return side_pays(size, 1, to=receivers, payers=defence)


def _lines(table: Table, playing: tuple[SeatNumber, ...], outcome: Outcome) -> list[Line]:
    call, figures = outcome.call, table.figures
    base, multiplier = figures[OF_CONTRACT], figures[OF_CALL[call]]
    shares = _shares(table.size, playing, outcome.taker, outcome.partner)
    round_to_ten = table.options["round_to_ten"] is True
    won, by, counted = margin(bouts=outcome.bouts, points=outcome.attack_points, round_to_ten=round_to_ten)
    worth = (base + counted) * multiplier
    values = {"base": base, "by": by, "counted": counted, "multiplier": multiplier, "call": CALL_NAMES[call]}
    label = Text(_contract_words(won, by, counted).template, values)
    lines = [Line("contract", label, times(shares, worth if won else -worth))]
    if outcome.petit_au_bout:
        lines.append(_petit_line(figures[OF_PETIT], multiplier, outcome.petit_au_bout, shares))
    if outcome.slam_announced or outcome.slam_made:
        slams = outcome.slam_announced, outcome.slam_made
        slam = figures[OF_SLAMS[slams]]
        if slam:
            as_printed = slam == SLAMS_OF[table.rules][slams]
            words = _SLAM_OF_OURS if as_printed and slams in OUR_SLAMS else _WHAT_AND_VALUE
            label = Text(words.template, {"what": SLAM_NAMES[slams], "value": slam})
            lines.append(Line("slam", label, times(shares, slam)))
    for poignee in outcome.poignees:
        value = figures[POIGNEES, poignee.size, EACH]
        what = _("{size} by {player}", size=POIGNEE_NAMES[poignee.size], player=SeatName(poignee.player))
        label = Text(_WHAT_AND_VALUE.template, {"what": what, "value": value})
        if table.rules == "classic":
            amounts = _personal(playing, poignee.player, value, shares, won)
        else:
            amounts = times(shares, value if won else -value)
        lines.append(Line("poignee", label, amounts))
    for misere in outcome.miseres:
        value = figures[MISERES, misere.kind, EACH]
        what = _("{kind}: {player}", kind=MISERE_NAMES[misere.kind], player=SeatName(misere.player))
        label = Text(_WHAT_AND_VALUE.template, {"what": what, "value": value})
        lines.append(Line("misere", label, _personal(playing, misere.player, value, shares, won)))
    return lines


def _petit_line(base: int, multiplier: int, camp: Camp, shares: Amounts) -> Line:
    value = base * multiplier
    if camp is Camp.ATTACK:
        label = _("{base} × {multiplier}, petit au bout to the attack", base=base, multiplier=multiplier)
        return Line("petit-au-bout", label, times(shares, value))
    label = _("{base} × {multiplier}, petit au bout to the defence", base=base, multiplier=multiplier)
    return Line("petit-au-bout", label, times(shares, -value))


def _personal(playing: tuple[SeatNumber, ...], player: SeatNumber, value: int, shares: Amounts, won: bool) -> Amounts:
    """Return a bonus by `classic`: every other player, own camp included, pays it, or gets it if his camp lost (T)."""
    gained = value if won == (shares[player] > 0) else -value
    return each_pays(len(shares), gained, to=player, payers=[seat for seat in playing if seat != player])


def _contract_words(won: bool, by: int, counted: int) -> Text:
    """Return the template for a contract's line."""
    if not by:
        return _JUST_MADE
    if by == counted:
        return _MADE_BY if won else _DOWN_BY
    return _MADE_BY_ROUNDED if won else _DOWN_BY_ROUNDED


_JUST_MADE = _("{base} × {multiplier}, {call} just made")
_MADE_BY = _("({base} + {counted}) × {multiplier}, {call} made by {by}")
_DOWN_BY = _("({base} + {counted}) × {multiplier}, {call} down by {by}")
_MADE_BY_ROUNDED = _("({base} + {counted}) × {multiplier}, {call} made by {by}, rounded to {counted}")
_DOWN_BY_ROUNDED = _("({base} + {counted}) × {multiplier}, {call} down by {by}, rounded to {counted}")
_WHAT_AND_VALUE = _("{what}: {value}")
_SLAM_OF_OURS = _("{what}*: {value}")
