"""Rules of French Tarot: who pays whom after each hand.

*Attack* and *defence* are the camps of one hand. The *taker* leads the attack; with five and a called king he can have
a *partner*. *Points* are the card points of the attack, of 91 in all. The *bouts* are the 1 of trumps (the *petit*),
the 21 and the Excuse. The *mort* is the one of five players who sits out. S is what one defender pays the attack.

Sources: T is a French page on counting scores (rule set `classic`), FFT the rules of the Fédération Française de Tarot,
2012 (rule set `fft`).
"""

from __future__ import annotations

from games.scoring.errors import Code, RuleError
from games.scoring.hand import Hand
from games.scoring.numbers import Number
from games.scoring.paragraphs import CORRECTION, paragraphs
from games.scoring.payments import each_pays, side_pays, times
from games.scoring.rules import Rules, rule_sets
from games.scoring.text import SeatName, Text
from games.scoring.text import message as _
from games.scoring.types import Amounts, Contest, Deal, Entry, Line, Option, Paragraph, RuleSet, SeatNumber, Table
from games.tarot.hand import FOUR, Outcome, active, contract_won, hand_of, margin, with_mort
from games.tarot.tariff import (
    CALL_NAMES,
    CARD_POINTS,
    DEAREST_FFT,
    DEFENCE_POINTS,
    EACH,
    GRAND_AGAINST_DOG,
    MISERE_NAMES,
    MISERES,
    MULTIPLIER,
    OF_CALL,
    OF_CONTRACT,
    OF_PETIT,
    OF_SLAMS,
    OUR_SLAMS,
    PETIT_POINTS,
    POIGNEE_NAMES,
    POIGNEE_TRUMPS,
    POIGNEES,
    POINTS_NEEDED,
    POINTS_WITH_BOUTS,
    SLAM_NAMES,
    SLAM_POINTS_WITH_DOG,
    SLAMS_OF,
    TARIFFS,
    TRUMPS,
    Call,
    Camp,
    MisereKind,
    Range,
    Slam,
)

ROUND_TO_TEN = Option(
    "round_to_ten",
    _("Round to tens"),
    _("Points above or below the contract are rounded to the nearest ten, with 5 rounded up*."),
)
FIVE_PLAYERS = Option(
    "five_players",
    _("Five at the table"),
    _("With a called king, the taker has a partner; with a mort, the dealer sits out and four play."),
    choices=(("called_king", _("Called king")), ("mort", _("The dealer sits out"))),
    players=(5,),
)

RULE_SETS = rule_sets(
    RuleSet(
        "classic",
        _("Classic"),
        _("Four players. Poignées and misères are settled by the player who showed them; a little slam counts."),
        players=(4,),
        options=(ROUND_TO_TEN,),
    ),
    RuleSet(
        "fft",
        _("Federation (FFT)"),
        _("The rules of the French federation, for three, four or five players: poignées go to the camp that wins."),
        players=(3, 4, 5),
        options=(FIVE_PLAYERS, ROUND_TO_TEN),
    ),
)

_T = _("A French page on counting Tarot scores")
_FFT = _("Fédération Française de Tarot, rules of 2012")
_BOTH = _("{first}; {second}", first=_T, second=_FFT)

PARAGRAPHS = paragraphs(
    _BOTH,
    Paragraph(
        "contract",
        _("The contract"),
        _(
            "The attack needs 56, 51, 41 or 36 points with no, one, two or three bouts. A contract is worth 25 "
            "plus every point above or below, times 1, 2, 4 or 6 for Prise, Garde, Garde sans and Garde contre. "
            "Half points are rounded up or, where tens are counted, to the nearest ten, with 5 rounded up*."
        ),
    ),
    Paragraph(
        "petit-au-bout",
        _("Petit au bout"),
        _(
            "The camp that wins the last trick with the petit in it gets 10 times the contract’s multiplier, "
            "whoever played the petit and whoever wins the contract."
        ),
    ),
    Paragraph(
        "slam",
        _("Slam"),
        _(
            "A slam is added to the contract and never multiplied; a slam that was announced and missed is "
            "deducted. A star* marks a case that no source prices: the figure is our own."
        ),
    ),
    Paragraph(
        "poignee",
        _("Poignée"),
        _(
            "A poignée is worth 20, 30 or 40, never multiplied. By the Federation’s rules, it goes to the camp "
            "that wins the contract; by the Classic rules, the player who showed it settles it with each of the "
            "three others."
        ),
    ),
    Paragraph(
        "misere",
        _("Misère"),
        _(
            "No honours or no trumps is worth 10: the player who showed it gets it from each of the others if his "
            "camp wins, and pays it to each if his camp loses."
        ),
        _T,
    ),
    CORRECTION,
)


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

    def deals_again(self, table: Table, state: Deal) -> tuple[str, ...]:
        not_played = (Call.MISDEAL, Call.PASSED, Call.PETIT_SEC) if with_mort(table) else (Call.MISDEAL,)
        return tuple(f"call={call}" for call in not_played)

    def sits_out(self, table: Table, state: Deal) -> tuple[SeatNumber, ...]:
        return (state.dealer,) if with_mort(table) else ()

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


# Impossible hands: fields that are valid by themselves but contradict each other


def refuse_impossible(table: Table, players: int, outcome: Outcome) -> None:
    """Raise `RuleError` at the first contradiction between the fields of a contract, in the order of the rules page.

    `players` is the number of players who take part in the hand.
    """
    if outcome.points is None and outcome.defence_points is None:
        raise RuleError(Code.REQUIRED, "points", _("How many points were made?"))
    if outcome.partner == outcome.taker:
        raise RuleError(Code.SAME_PLAYER, "partner", _("Nobody can be their own partner. Choose “alone” instead."))
    # A single poignée, which is what most bonuses are, contradicts nothing.
    several_bonuses = outcome.miseres or len(outcome.poignees) > 1
    if several_bonuses:
        _refuse_duplicates(outcome)
    if outcome.points is not None and outcome.defence_points is not None:
        total = outcome.points + outcome.defence_points
        if total != CARD_POINTS:
            message = _("Both camps together have {all} points, not {total}.", all=CARD_POINTS, total=total)
            raise RuleError(Code.TOTAL, "defence_points", message)
    if outcome.petit_au_bout:
        _refuse_petit(outcome)
    _refuse_points(players, outcome)
    if outcome.slam_made:
        _refuse_slam(players, outcome)
    if several_bonuses:
        _refuse_bonuses(table, players, outcome)


def _refuse_duplicates(outcome: Outcome) -> None:
    seats: set[object] = set()
    for number, poignee in enumerate(outcome.poignees):
        if poignee.player in seats:
            message = _("{player} can show only one poignée.", player=SeatName(poignee.player))
            raise RuleError(Code.SAME_PLAYER, f"poignees.{number}.player", message)
        seats.add(poignee.player)
    for number, misere in enumerate(outcome.miseres):
        if misere in outcome.miseres[:number]:
            message = _("{player} can show this misère only once.", player=SeatName(misere.player))
            raise RuleError(Code.SAME_PLAYER, f"miseres.{number}.player", message)


def _refuse_petit(outcome: Outcome) -> None:
    if outcome.petit_au_bout is Camp.ATTACK and outcome.bouts == 0:
        raise _impossible("petit_au_bout", _("The petit is a bout, so an attack without a bout can’t have won it."))
    if outcome.petit_au_bout is Camp.DEFENCE and outcome.bouts == len(POINTS_NEEDED) - 1:
        raise _impossible("petit_au_bout", _("The petit is a bout, so an attack with three bouts has it."))


def _refuse_points(players: int, outcome: Outcome) -> None:
    low, high = POINTS_WITH_BOUTS[players][outcome.bouts]
    points: Number = outcome.attack_points
    if not low <= points <= high:
        values = {"low": low, "high": high, "points": points}
        message = (
            _("Without a bout the attack has {low} to {high} points, not {points}.", **values)
            if outcome.bouts == 0
            else _(
                "With {bouts} of the bouts the attack has {low} to {high} points, not {points}.",
                bouts=outcome.bouts,
                **values,
            )
        )
        raise _impossible(outcome.points_field, message)


def _refuse_slam(players: int, outcome: Outcome) -> None:
    made, petit = outcome.slam_made, outcome.petit_au_bout
    against_dog = outcome.call == Call.GARDE_CONTRE
    if made is Slam.GRAND and petit is Camp.DEFENCE:
        raise _impossible("petit_au_bout", _("The attack won every trick, including the last one."))
    if made is Slam.DEFENCE and petit is Camp.ATTACK:
        raise _impossible("petit_au_bout", _("The defence won every trick, including the last one."))
    if made is Slam.GRAND and not against_dog:
        if outcome.bouts not in SLAM_POINTS_WITH_DOG:
            raise _impossible("bouts", _("A slam includes at least two bouts: the defence can keep only the Excuse."))
        exactly = SLAM_POINTS_WITH_DOG[outcome.bouts]
        if outcome.attack_points != exactly:
            raise _impossible(
                outcome.points_field,
                _("A slam with {bouts} bouts is exactly {points} points.", bouts=outcome.bouts, points=exactly),
            )
        return
    if made is Slam.DEFENCE and outcome.call != Call.GARDE_SANS and outcome.bouts > 1:
        raise _impossible("bouts", _("An attack without a trick can have kept only the Excuse, no other bout."))
    low, high = _slam_range(players, outcome)
    if not low <= outcome.attack_points <= high:
        message = _(
            "With this slam the attack has {low} to {high} points, not {points}.",
            low=low,
            high=high,
            points=outcome.attack_points,
        )
        raise _impossible(outcome.points_field, message)


def _slam_range(players: int, outcome: Outcome) -> Range:
    """Return the fewest and the most points the attack can have with this slam."""
    if outcome.slam_made is Slam.GRAND:
        return GRAND_AGAINST_DOG[players]
    if outcome.slam_made is Slam.PETIT:
        return PETIT_POINTS[outcome.call]
    return DEFENCE_POINTS[players][outcome.call]


def _refuse_bonuses(table: Table, players: int, outcome: Outcome) -> None:
    needed = sum(POIGNEE_TRUMPS[players][poignee.size] for poignee in outcome.poignees)
    if needed > TRUMPS:
        message = _("These poignées need {needed} trumps; there are {all}.", needed=needed, all=TRUMPS)
        raise _impossible("poignees", message)
    showing = {poignee.player for poignee in outcome.poignees}
    for number, misere in enumerate(outcome.miseres):
        if misere.kind is MisereKind.NO_TRUMPS and misere.player in showing:
            message = _("{player} shows a poignée, so can’t be without trumps.", player=SeatName(misere.player))
            raise _impossible(f"miseres.{number}.kind", message)
    if len(outcome.miseres) < table.size:
        return
    for kind in MisereKind:
        if sum(misere.kind is kind for misere in outcome.miseres) == table.size:
            raise _impossible("miseres", _("Not everyone can have this misère: someone holds those cards."))


def _impossible(field: str, message: Text) -> RuleError:
    return RuleError(Code.IMPOSSIBLE, field, message)
