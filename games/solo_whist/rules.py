"""Rules of Solo Whist: who pays whom after each hand.

The *caller* plays against all the others; in a *proposal* he has a *partner*, wherever that player sits. The
*adversaries* are the rest. The *stake* is what one adversary settles for the call itself; an *odd trick* is a trick
over or under what the call needs.

Sources: F is Foster, *Complete Hoyle* (1909), rule set `foster`; W the common modern British tables, rule set
`british`; D a variant from German rules.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.scoring.errors import Code, RuleError
from games.scoring.paragraphs import CORRECTION, paragraphs
from games.scoring.payments import each_pays, side_pays, times
from games.scoring.rules import Rules, rule_sets
from games.scoring.text import Amount, SeatName, Text
from games.scoring.text import message as _
from games.scoring.types import Amounts, Contest, Deal, Entry, Line, Option, Paragraph, RuleSet, SeatNumber, Table
from games.solo_whist.hand import HAND, ODD_TRICK, Outcome
from games.solo_whist.tariff import EACH, GRAND, STAKE, STAKES, TARIFFS

GRAND_OPTION = Option(
    "grand",
    _("Grand"),
    _("If nobody calls, the hand can be played without trumps, everyone alone; the last trick loses."),
    default=True,
)
FIRST_UNDERTRICK_FREE = Option(
    "first_undertrick_free",
    _("First under-trick free"),
    _("A call that fails pays its stake but nothing for the first missing trick, in every call*."),
)

RULE_SETS = rule_sets(
    RuleSet(
        "foster",
        _("Foster"),
        _("The book’s payments in white counters, with one counter for each trick over or under."),
        players=(4,),
        options=(GRAND_OPTION, FIRST_UNDERTRICK_FREE),
    ),
    RuleSet(
        "british",
        _("British"),
        _("Flat payments of one to six units; tricks over or under don’t count."),
        players=(4,),
        options=(GRAND_OPTION,),
    ),
)

_F = _("Foster, Complete Hoyle (1909)")
_F_W = _("{first}; {second}", first=_F, second=_("common modern British tables"))

PARAGRAPHS = paragraphs(
    _F_W,
    Paragraph(
        "proposal",
        _("Proposal"),
        _(
            "Two partners need 8 of the 13 tricks together, with the turned-up trumps. Each partner settles with "
            "one adversary: the stake is 5, and 1 for each trick over or under; 1 and nothing by the British rules."
        ),
    ),
    Paragraph(
        "solo",
        _("Solo"),
        _(
            "The caller needs 5 tricks alone, with the turned-up trumps, and settles with each of the three "
            "others: the stake is 10, and 1 for each trick over or under; 1 and nothing by the British rules."
        ),
    ),
    Paragraph(
        "misere",
        _("Misère"),
        _(
            "The caller takes no trick, and there are no trumps. He settles 15 with each of the three others; 2 "
            "by the British rules. There are no odd tricks."
        ),
    ),
    Paragraph(
        "abundance",
        _("Abundance"),
        _(
            "The caller needs 9 tricks alone, with trumps of his choice or, in trumps, those turned up. He settles "
            "20 with each of the three others, and 1 for each trick over or under; 3 and nothing by the British "
            "rules."
        ),
    ),
    Paragraph(
        "spread",
        _("Spread"),
        _(
            "The caller takes no trick, and his cards lie open after the first one. He settles 30 with each of the "
            "three others; 4 by the British rules. There are no odd tricks."
        ),
    ),
    Paragraph(
        "slam",
        _("Slam"),
        _(
            "The caller takes all 13 tricks with trumps of his choice, and leads. He settles 40 with each of the "
            "three others; 6 by the British rules. There are no odd tricks."
        ),
    ),
    Paragraph(
        "grand",
        _("Grand"),
        _(
            "If nobody calls, the hand is played without trumps, everyone alone. The player who wins the last "
            "trick pays the stake of a solo to each of the others, whatever happened in the other tricks."
        ),
        _F,
    ),
    CORRECTION,
)

SLUGS: Mapping[str, str] = {**{call: call for call in STAKE["foster"]}, "abundance_in_trumps": "abundance"}
"""The paragraph that explains each call's line; there is one for "abundance, of any kind" (F)."""

CALLS_WITHOUT_GRAND = tuple(call for call in HAND.words_of_calls if call != "grand")


class SoloWhistRules(Rules[Deal, Outcome]):
    """Solo Whist, in the rule sets `foster` and `british`."""

    slug = "solo_whist"
    rule_sets = RULE_SETS
    paragraphs = PARAGRAPHS
    tariffs = TARIFFS
    hand = HAND
    outcome = Outcome

    def calls(self, table: Table) -> tuple[str, ...]:
        return HAND.words_of_calls if table.options["grand"] else CALLS_WITHOUT_GRAND

    def score(self, table: Table, state: Deal, outcome: Outcome) -> tuple[Entry, Deal]:
        """Return the entry of a hand, which has at most one line, and the next position; the deal always passes on.

        A solo with seven tricks: two red and two white counters from each (F).

        >>> rules = SoloWhistRules()
        >>> table = rules.table(["A", "Y", "B", "Z"])
        >>> solo = Outcome(call="solo", caller=SeatNumber(0), tricks=7)
        >>> entry, _after = rules.score(table, rules.opening(table), solo)
        >>> entry.amounts, str(entry.lines[0].label)
        ((36, -12, -12, -12), '10 + 2, Solo made by 2')
        """
        if outcome.partner is not None and outcome.partner == outcome.caller:
            raise RuleError(Code.SAME_PLAYER, "partner", _("Nobody can be their own partner."))
        lines = () if outcome.call == "passed" else (_line(table, outcome),)
        return Entry.from_lines(table.size, lines), Deal(table.after(state.dealer))

    def contests(self, table: Table, state: Deal, outcome: Outcome, amounts: Amounts) -> tuple[Contest, ...]:
        """Return the caller and his partner against the others; nothing if nobody called, as in a grand."""
        if outcome.caller is None:
            return ()
        side = (outcome.caller,) if outcome.partner is None else (outcome.caller, outcome.partner)
        made = outcome.made is True if outcome.tricks is None else outcome.tricks >= HAND.needs[outcome.call]
        return (Contest.against_the_rest(outcome.call, side, playing=table.seats, made=made),)


def odd_tricks(odd_trick: int, call: str, tricks: int, *, first_free: bool = False) -> tuple[bool, int, int]:
    """Return whether a call counted by tricks is made, by how many tricks, and what those odd tricks are worth.

    >>> odd_tricks(1, "solo", 4)
    (False, 1, 1)
    >>> odd_tricks(1, "solo", 4, first_free=True)
    (False, 1, 0)
    >>> odd_tricks(0, "solo", 7)
    (True, 2, 0)
    """
    difference = tricks - HAND.needs[call]
    made, by = difference >= 0, abs(difference)
    paid = by - 1 if first_free and not made else by
    return made, by, odd_trick * paid


def _line(table: Table, outcome: Outcome) -> Line:
    call, figures = outcome.call, table.figures
    if outcome.last_trick is not None:
        stake = figures[STAKES, GRAND, EACH]
        # He pays each of the others, so each of them pays him a negative amount.
        label = _(
            "{stake}, Grand: the last trick to {player}",
            stake=Amount(stake),
            player=SeatName(outcome.last_trick),
        )
        return Line("grand", label, times(_shares(outcome.last_trick, None), -stake))
    assert outcome.caller is not None
    shares = _shares(outcome.caller, outcome.partner)
    stake, slug = figures[STAKES, call, EACH], SLUGS[call]
    if outcome.tricks is None:
        words = _MADE_WORDS if outcome.made else _LOST_WORDS
        label = Text(words.template, {"stake": Amount(stake), "call": HAND.names[call]})
        return Line(slug, label, times(shares, stake if outcome.made else -stake))
    first_free = table.options.get("first_undertrick_free") is True
    odd_trick = figures[ODD_TRICK]
    made, by, odd = odd_tricks(odd_trick, call, outcome.tricks, first_free=first_free)
    words = _tricks_words(made, by, first_free=first_free, counted=odd_trick > 0)
    label = Text(words.template, {"stake": Amount(stake), "call": HAND.names[call], "by": by, "odd": Amount(odd)})
    return Line(slug, label, times(shares, stake + odd if made else -stake - odd))


def _shares(caller: SeatNumber, partner: SeatNumber | None) -> Amounts:
    """Return how often each seat gets what one adversary settles: a lone caller three times, two partners once each."""
    adversaries = [SeatNumber(seat) for seat in range(4) if seat not in (caller, partner)]
    if partner is None:
        return each_pays(4, 1, to=caller, payers=adversaries)
    return side_pays(4, 1, to={caller: 1, partner: 1}, payers=adversaries)


def _tricks_words(made: bool, by: int, *, first_free: bool, counted: bool) -> Text:
    """Return the template for the line of a call counted by tricks."""
    if not counted or not by:
        return _MADE_WORDS if made else _LOST_WORDS
    if made:
        return _MADE_BY
    return _DOWN_BY_FIRST_FREE if first_free else _DOWN_BY


_MADE_WORDS = _("{stake}, {call} made")
_LOST_WORDS = _("{stake}, {call} lost")
_MADE_BY = _("{stake} + {odd}, {call} made by {by}")
_DOWN_BY = _("{stake} + {odd}, {call} down by {by}")
_DOWN_BY_FIRST_FREE = _("{stake} + {odd}, {call} down by {by}, the first of them free*")
