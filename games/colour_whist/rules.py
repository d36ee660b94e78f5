"""Rules of wiezen: who pays whom after each hand.

The *caller* plays alone or with a *partner*, wherever that player sits; the *declarers* of a misère or a piccolo each
play for themselves. What one player pays another is the *price* of a hand.

Sources: I is the scale of the International World Whist Association (rule set `wiezen`), W the rules and the table of
pagat.com and Whisthub (rule set `couleur`), N the Dutch and French encyclopaedias and the rules of Liège clubs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from games.colour_whist.hand import (
    ALONE,
    HAND,
    LOST,
    MISERE,
    PARTNERSHIP,
    TRICKS,
    TROELA,
    WON,
    Outcome,
    hand_of,
    paragraph_of,
)
from games.colour_whist.tariff import BY_TRICKS, FACTOR, FREE, NAMES, OVER, STEP, TARIFFS, THIRTEEN, TITLES, UNDER
from games.scoring.errors import Code, RuleError
from games.scoring.hand import Call, Hand
from games.scoring.paragraphs import paragraphs
from games.scoring.payments import side_pays
from games.scoring.rules import Rules, rule_sets
from games.scoring.text import Amount, SeatName, Text
from games.scoring.text import message as _
from games.scoring.types import Amounts, Contest, Entry, Line, Option, Paragraph, RuleSet, SeatNumber, Table

FIVE = 5


def _pass_doubles(*, default: bool) -> Option:
    return Option(
        "pass_doubles",
        _("Double after a passed hand"),
        _("The next hand that is played counts double; two passed hands in a row don’t count four times."),
        default=default,
    )


def _from(name: str, label: Text, help_: Text, low: int) -> Option:
    return Option(name, label, help_, default=low, low=low, high=low + 1)


RULE_SETS = rule_sets(
    RuleSet(
        "wiezen",
        NAMES["wiezen"],
        _("The last card is turned up for trumps; one asks and another goes along. Small figures."),
        players=(4, FIVE),
        options=(
            _pass_doubles(default=False),
            _from("alone_from", _("Tricks of alleen"), _("How many tricks a player alone needs: 5 or 6."), 5),
            _from("troel_from", _("Tricks of troel"), _("How many tricks troel needs: 8 or 9*."), 8),
        ),
    ),
    RuleSet(
        "couleur",
        NAMES["couleur"],
        _("Whist à la couleur: the suits are ranked, and players outbid each other level by level."),
        players=(4, FIVE),
        options=(
            _pass_doubles(default=True),
            _from(
                "trou_from",
                _("Tricks of troel (trou)"),
                _("How many tricks it needs: 8, and 9 after a change of trumps, or always 9."),
                8,
            ),
        ),
    ),
)

_I = _("Scale of the International World Whist Association, as score programs use it")
_W = _("pagat.com and Whisthub, kleurenwiezen")
_I_W = _("{first}; {second}", first=_I, second=_W)

PARAGRAPHS = paragraphs(
    _I_W,
    Paragraph(
        PARTNERSHIP,
        TITLES[PARTNERSHIP],
        _(
            "Each of the two partners gets the price if they make their call, and pays it if they fail; each "
            "opponent pays or gets it. The partners need not sit opposite each other."
        ),
    ),
    Paragraph(
        ALONE,
        TITLES[ALONE],
        _(
            "A caller who plays alone gets the price from each of the three others, and pays it to each if the "
            "call fails."
        ),
    ),
    Paragraph(
        MISERE,
        TITLES[MISERE],
        _(
            "A misère takes no trick, a piccolo exactly one. Several can play it at once: each of them settles "
            "the price with the three others, including the others who play it."
        ),
    ),
    Paragraph(
        "doubled",
        _("Doubled hand"),
        _("As an option, the first hand that is played after one that all passed counts double."),
        _W,
    ),
    Paragraph(
        "correction",
        _("Correction"),
        _("Counters moved by hand, with a reason. Neither the deal nor a doubling changes."),
        _("Our own"),
    ),
)


class WiezenState(NamedTuple):
    """The state between hands: the dealer, and whether the next hand that is played counts double."""

    dealer: SeatNumber
    doubled: bool = False


class ColourWhistRules(Rules[WiezenState, Outcome]):
    """Wiezen, in the rule sets `wiezen` and `couleur`."""

    slug = "colour_whist"
    rule_sets = RULE_SETS
    paragraphs = PARAGRAPHS
    tariffs = TARIFFS
    hand = HAND
    outcome = Outcome
    state = WiezenState

    def deals_again(self, table: Table, state: WiezenState) -> tuple[str, ...]:
        return ("call=passed",) if table.rules == "couleur" else ()

    def sits_out(self, table: Table, state: WiezenState) -> tuple[SeatNumber, ...]:
        return (state.dealer,) if table.size == FIVE else ()

    def hand_at(self, table: Table) -> Hand:
        needs = {name: int(value) for name, value in table.options.items() if name != "pass_doubles"}
        return hand_of(table.rules, **needs)

    def score(self, table: Table, state: WiezenState, outcome: Outcome) -> tuple[Entry, WiezenState]:
        """Return the entry of a hand and the state after it.

        Two misères at once, of which one is made (W):

        >>> rules = ColourWhistRules()
        >>> table = rules.table(["A", "B", "C", "D"], rules="couleur")
        >>> declarers = ((SeatNumber(0), True), (SeatNumber(1), False))
        >>> rules.score(table, rules.opening(table), Outcome("grande_misere", declarers=declarers))[0].amounts
        (48, -48, 0, 0)
        """
        if outcome.partner is not None and outcome.partner == outcome.caller:
            raise RuleError(Code.SAME_PLAYER, "partner", _("Nobody can be their own partner."))
        playing = self.playing(table, state)
        if len(outcome.declarers) == len(playing) and all(made for _seat, made in outcome.declarers):
            raise RuleError(Code.IMPOSSIBLE, "declarers", _("Not all four can have made it: somebody took the tricks."))
        if outcome.call == "passed":
            dealer = state.dealer if table.rules == "couleur" else table.after(state.dealer)
            return Entry.from_lines(table.size, ()), WiezenState(dealer, table.options["pass_doubles"] is True)
        lines = list(_lines(table, self.hand_at(table), playing, outcome))
        if state.doubled:
            label = _("× 2, as the hand before was passed by all")
            lines.append(Line("doubled", label, Entry.from_lines(table.size, lines).amounts))
        return Entry.from_lines(table.size, lines), WiezenState(table.after(state.dealer))

    def contests(self, table: Table, state: WiezenState, outcome: Outcome, amounts: Amounts) -> tuple[Contest, ...]:
        """Return the caller's side against the others, or every declarer against the three others."""
        sides: list[tuple[tuple[SeatNumber, ...], bool]] = [((seat,), made) for seat, made in outcome.declarers]
        if outcome.side:
            sides.append((outcome.side, call_made(call_of(self.hand_at(table), outcome), outcome)))
        playing = self.playing(table, state)
        return tuple(Contest.against_the_rest(outcome.call, side, playing=playing, made=made) for side, made in sides)

    def state_document(self, table: Table, state: WiezenState) -> dict[str, Any]:
        return {"doubled": state.doubled} if table.options["pass_doubles"] else {}


def call_of(hand: Hand, outcome: Outcome) -> Call:
    """Return the call of an outcome, whose key has the level if there are several."""
    return hand.by_key.get(f"{outcome.call}_{outcome.level}") or hand.by_key[outcome.call]


def tricks_needed(call: Call, outcome: Outcome) -> int:
    """Return the tricks that make a call which counts them.

    >>> trou = hand_of("couleur").by_key["trou"]
    >>> tricks_needed(trou, Outcome("trou")), tricks_needed(trou, Outcome("trou", trump_changed=True))
    (8, 9)
    """
    return max(call.needs or 0, TROELA if outcome.trump_changed else 0)


def call_made(call: Call, outcome: Outcome) -> bool:
    return outcome.made if outcome.tricks is None else outcome.tricks >= tricks_needed(call, outcome)


def _lines(table: Table, hand: Hand, playing: tuple[SeatNumber, ...], outcome: Outcome) -> Iterator[Line]:
    """Yield the line of a hand, or one for each player of a misère."""
    call = call_of(hand, outcome)
    paragraph = paragraph_of(call)
    for seat, made in outcome.declarers:
        price = table.figures[paragraph, call.key, WON if made else LOST]
        words = _MADE_BY_PLAYER if made else _LOST_BY_PLAYER
        label = Text(words.template, {"price": Amount(price), "call": call.name, "player": SeatName(seat)})
        yield Line(paragraph, label, _settled(table, playing, (seat,), price if made else -price))
    if outcome.side:
        price, label = price_of(table, call, outcome)
        yield Line(paragraph, label, _settled(table, playing, outcome.side, price))


def _settled(table: Table, playing: tuple[SeatNumber, ...], side: tuple[SeatNumber, ...], price: int) -> Amounts:
    """Return the amounts if a side gets the price from each of the others, or pays it if it is negative."""
    others = [seat for seat in playing if seat not in side]
    return side_pays(table.size, price, to=dict.fromkeys(side, len(others) // len(side)), payers=others)


def price_of(table: Table, call: Call, outcome: Outcome) -> tuple[int, Text]:
    """Return what the caller's side gets from each opponent, negative if it pays, and how that comes about.

    >>> rules = ColourWhistRules()
    >>> table = rules.table(["A", "B", "C", "D"])
    >>> alone = Outcome("alleen", caller=SeatNumber(0), tricks=13)
    >>> price, label = price_of(table, rules.hand_at(table).by_key["alleen"], alone)
    >>> price, str(label)
    (20, '(2 + 8) × 2*, Alleen with all 13 tricks')
    """
    made, tricks, figures = call_made(call, outcome), outcome.tricks, table.figures
    rows = BY_TRICKS[table.rules].get(call.key) or BY_TRICKS[table.rules].get(call.word)
    row = rows[max(number for number in rows if number <= (tricks or 0))] if rows and made else call.key
    price = figures[paragraph_of(call), row, WON if made else LOST]
    by = 0 if tricks is None else abs(tricks - tricks_needed(call, outcome))
    step, paid = (OVER, by) if made else (UNDER, by - FREE[table.rules])
    more = figures.get((STEP, call.word, step), 0) * paid
    factor = figures.get(THIRTEEN, 1) if made and tricks == TRICKS else 1
    if factor > 1:
        words = _ALL_OURS if factor == FACTOR else _ALL
    elif more:
        words = _MADE_BY if made else _DOWN_BY
    elif rows and made:
        words = _MADE_WITH
    else:
        words = _MADE if made else _LOST
    values = {"price": Amount(price), "more": Amount(more), "factor": factor, "call": call.name, "by": by}
    label = Text(words.template, {**values, "tricks": tricks})
    return (price + more) * factor * (1 if made else -1), label


_MADE, _LOST = _("{price}, {call} made"), _("{price}, {call} lost")
_MADE_WITH = _("{price}, {call} with {tricks} tricks")
_MADE_BY = _("{price} + {more}, {call} made by {by}")
_DOWN_BY = _("{price} + {more}, {call} down by {by}")
_ALL = _("({price} + {more}) × {factor}, {call} with all 13 tricks")
_ALL_OURS = _("({price} + {more}) × {factor}*, {call} with all 13 tricks")
_MADE_BY_PLAYER, _LOST_BY_PLAYER = _("{price}, {call} made by {player}"), _("{price}, {call} lost by {player}")
