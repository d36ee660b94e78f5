"""Rules of Schafkopf: who pays whom after each hand, and what goes into and out of the stock.

Four play, each for himself over the evening; with five at the table the dealer sits out. In a hand, the party of the
*declarer* plays against the others. *v* is what the hand is worth to each winner. The *stock* lies beside the players;
players and stock together sum to zero.

Sources: BSV is the Schafkopfordnung of the Bayerischer Schafkopf-Verein (1989) with its tariff; SP sauspiel.de on
settling a hand; O a teaching site on the tariffs; N schafkopfen.net on the stock. A star marks our own reading.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from games.schafkopf.hand import FIVE, NO_JUNGFRAU, OWN, Game, Outcome, hand_at, hand_of
from games.schafkopf.lines import DOUBLES, lines, worth
from games.schafkopf.tariff import STOCK, TARIFF_NAMES, TARIFFS
from games.scoring.errors import Code, RuleError, refuse
from games.scoring.hand import Hand
from games.scoring.naming import refuse_absent
from games.scoring.paragraphs import CORRECTION, paragraphs
from games.scoring.payments import shared_out
from games.scoring.rules import Rules, rule_sets
from games.scoring.text import Amount, SeatName, Text, joined, named
from games.scoring.text import message as _
from games.scoring.types import Amounts, Contest, Entry, Line, Option, Paragraph, RuleSet, SeatNumber, Table

ALL_BUT_ONE = 3
NO_STOCK = "none"
TAKES_STOCK = {
    NO_STOCK: frozenset[str](),
    "rufspiel": frozenset({Game.RUFSPIEL}),
    "every": frozenset({Game.RUFSPIEL, Game.SOLO, Game.WENZ, Game.SIE, Game.BETTEL}),
}
"""The calls that win or double the stock, by the option."""

RULE_SETS = rule_sets(
    RuleSet(
        "club",
        _("As at most tables"),
        _("Rufspiel, Wenz and Solo with Laufende; a Ramsch and a stock are options."),
        players=(4, FIVE),
        options=(
            Option(
                "tariff",
                _("Tariff"),
                _("Two figures are base and Solo, three are base, Rufspiel and Solo."),
                default="10_50",
                choices=tuple((slug, Text(name)) for slug, name in TARIFF_NAMES.items()),
            ),
            Option("ramsch", Text("Ramsch"), _("When nobody plays, a Ramsch is played.")),
            Option(
                "jungfrau",
                Text("Jungfrau"),
                _("What a player without a trick is worth in a Ramsch; no effect if no Ramsch is played."),
                choices=(
                    (OWN, _("is paid double")),
                    (NO_JUNGFRAU, _("is paid nothing extra")),
                    (DOUBLES, _("doubles what everybody gets")),
                ),
            ),
            Option(
                "stock",
                Text("Stock"),
                _("When the cards are thrown in, each player pays into a stock, which a later game wins or doubles."),
                choices=(
                    (NO_STOCK, _("no")),
                    ("rufspiel", _("for Rufspiele only")),
                    ("every", _("for every game")),
                ),
            ),
        ),
    )
)

_BSV, _SP = _("Schafkopfordnung of the Bayerischer Schafkopf-Verein (1989)"), Text("sauspiel.de")
_BSV_SP = _("{first}; {second}", first=_BSV, second=_SP)


PARAGRAPHS = paragraphs(
    _BSV_SP,
    Paragraph(
        "rufspiel",
        Text("Rufspiel"),
        _(
            "Declarer and partner each get the price of a Rufspiel with what is added to it, if they have 61 "
            "Augen; otherwise each pays it. The other two pay or get it."
        ),
    ),
    Paragraph(
        "solo",
        Text("Solo, Wenz"),
        _("The declarer gets the price with what is added to it from each of the three others, or pays that to each."),
    ),
    Paragraph(
        "schneider-schwarz",
        Text("Schneider, Schwarz"),
        _(
            "If the losers are Schneider, the base is added; if they have no trick, it is added twice. Schneider "
            "is the declarer’s party with 30 Augen or fewer, the other with 29 or fewer."
        ),
    ),
    Paragraph(
        "laufende",
        Text("Laufende"),
        _(
            "The unbroken row of the highest trumps in one party: the base for each, if there are at least three, "
            "or two in a Wenz. The winners get it, whichever party held them."
        ),
    ),
    Paragraph(
        "tout",
        Text("Tout"),
        _(
            "A Tout doubles the Solo or Wenz and its Laufende. It is lost if a single trick is missing. Schneider "
            "and Schwarz are not paid."
        ),
    ),
    Paragraph(
        "sie", Text("Sie"), _("All four Ober and all four Unter in one hand: a Solo with eight Laufende, four times*.")
    ),
    Paragraph(
        "bettel",
        Text("Bettel"),
        _(
            "The declarer takes no trick and gets three times the base from each, or pays it to each. Nothing is "
            "added but doublings."
        ),
        _BSV,
    ),
    Paragraph(
        "doubling", Text("Klopfen, Spritzen"), _("Each Klopfer and each Spritze doubles all that the hand is worth.")
    ),
    Paragraph(
        "ramsch",
        Text("Ramsch"),
        _(
            "The player with the most Augen pays twice the base to each of the others. If two have the most, the "
            "one with more tricks has lost, then the one with the higher trump*. A Jungfrau took no trick: she "
            "gets four times the base, or doubles what everybody gets."
        ),
    ),
    Paragraph(
        "durchmarsch",
        Text("Durchmarsch"),
        _("One player takes every trick of a Ramsch: it counts as a Solo won Schwarz."),
        _BSV,
    ),
    Paragraph(
        "stock",
        Text("Stock"),
        _(
            "When the cards are thrown in, each of the four pays the base into the stock. The declarer’s party "
            "takes all of it if it wins the next game, or pays as much again into it if it loses; in a Rufspiel, "
            "each of the two gets or pays half. Klopfer and Spritzen don’t affect it*."
        ),
        _("{first}; {second}", first=Text("schafkopfen.net"), second=_SP),
    ),
    CORRECTION,
)


class SchafkopfState(NamedTuple):
    """The position before a hand; `doubled` is whether anybody has knocked or given a Spritze at this table."""

    dealer: SeatNumber
    stock: int = 0
    doubled: bool = False


class SchafkopfRules(Rules[SchafkopfState, Outcome]):
    """Schafkopf, in the rule set `club`."""

    slug = "schafkopf"
    rule_sets = RULE_SETS
    paragraphs = PARAGRAPHS
    tariffs = TARIFFS
    hand = hand_of(ramsch=True, jungfrau=True)
    outcome = Outcome
    state = SchafkopfState

    def sits_out(self, table: Table, state: SchafkopfState) -> tuple[SeatNumber, ...]:
        return (state.dealer,) if table.size == FIVE else ()

    def hand_at(self, table: Table) -> Hand:
        return hand_at(table)

    def score(self, table: Table, state: SchafkopfState, outcome: Outcome) -> tuple[Entry, SchafkopfState]:
        """Return the entry of a hand and the position after it.

        A Wenz-Tout won with two Laufende and three Klopfer: (50 + 20) × 2 × 8 from each (SP).

        >>> rules = SchafkopfRules()
        >>> table = rules.table(["Anne", "Bruno", "Chloé", "David"])
        >>> wenz = Outcome("wenz", declarer=SeatNumber(0), made=True, tout=True, laufende=2, klopfer=3)
        >>> entry, _after = rules.score(table, rules.opening(table), wenz)
        >>> entry.amounts, [str(line.label) for line in entry.lines]
        ((3360, -1120, -1120, -1120), ['Wenz made: 50', '2 Laufende × 10', 'Tout: 70 × 2', '3 Klopfer: × 8'])
        """
        _refuse_players(outcome, self.sits_out(table, state))
        _refuse_impossible(outcome)
        playing = self.playing(table, state)
        paid = [] if outcome.call == Game.PASSED else lines(table, playing, outcome)
        line, stock = _stock(table, playing, state.stock, outcome)
        entry = Entry.from_lines(table.size, [*paid, *([line] if line else [])])
        doubled = state.doubled or outcome.klopfer + outcome.spritzen > 0
        return entry, SchafkopfState(table.after(state.dealer), stock, doubled)

    def contests(self, table: Table, state: SchafkopfState, outcome: Outcome, amounts: Amounts) -> tuple[Contest, ...]:
        """Return the declarer's party against the others; nothing for a Ramsch, in which each plays for himself."""
        if outcome.declarer is None:
            return ()
        playing = self.playing(table, state)
        return (Contest.against_the_rest(outcome.call, outcome.party, playing=playing, made=outcome.won),)

    def state_document(self, table: Table, state: SchafkopfState) -> dict[str, Any]:
        return {"stock": state.stock} if with_stock(table) else {}

    def round_totals(self, table: Table, points: Amounts, won: Sequence[int], lost: Sequence[int]) -> Amounts:
        """Return the points with a share of the stock, which has what the players have lost together.

        What doesn't divide goes to the lowest totals*.
        """
        return shared_out(points) if with_stock(table) else points

    def settled(self, table: Table, state: SchafkopfState, totals: Amounts) -> Amounts:
        return self.round_totals(table, totals, (), ())


def with_stock(table: Table) -> bool:
    return table.options["stock"] != NO_STOCK


# What cannot have happened


def _refuse_players(outcome: Outcome, sits_out: tuple[SeatNumber, ...]) -> None:
    for field in ("declarer", "partner", "loser"):
        refuse_absent(getattr(outcome, field), sits_out, field)
    if outcome.partner is not None and outcome.partner == outcome.declarer:
        raise RuleError(Code.SAME_PLAYER, "partner", _("Nobody can be their own partner."))


def _refuse_impossible(outcome: Outcome) -> None:
    if outcome.tout and outcome.step:
        refuse("step", _("A Tout is about every trick, so Schneider and Schwarz are not paid with it."))
    if outcome.loser is not None and outcome.loser in outcome.jungfrauen:
        message = _("{player} has the most Augen, so at least one trick.", player=SeatName(outcome.loser))
        raise RuleError(Code.IMPOSSIBLE, f"jungfrauen.{outcome.jungfrauen.index(outcome.loser)}", message)
    if len(outcome.jungfrauen) >= ALL_BUT_ONE:
        refuse("jungfrauen", _("If three took no trick, the fourth took them all: that is a Durchmarsch."))


# The stock


def _stock(table: Table, playing: Sequence[SeatNumber], stock: int, outcome: Outcome) -> tuple[Line | None, int]:
    """Return the line for what goes into the stock or comes out of it, if anything, and the stock after the hand."""
    if outcome.call == Game.PASSED and with_stock(table):
        each = worth(table, STOCK)
        amounts = tuple(-each if seat in playing else 0 for seat in table.seats)
        label = _("Into the stock: {amount} from each", amount=Amount(each))
        return (Line("stock", label, amounts) if each else None), stock - sum(amounts)
    if not stock or outcome.call not in TAKES_STOCK[str(table.options["stock"])]:
        return None, stock
    share = stock // len(outcome.party) * (1 if outcome.won else -1)
    amounts = tuple(share if seat in outcome.party else 0 for seat in table.seats)
    names = joined([named(seat) for seat in outcome.party], by=" + ")
    words = _STOCK_WON if outcome.won else _STOCK_DOUBLED
    label = Text(words.template, {"players": names, "stock": Amount(stock)})
    return Line("stock", label, amounts), 0 if outcome.won else 2 * stock


_STOCK_WON = _("The stock to {players}: {stock}")
_STOCK_DOUBLED = _("The stock doubled by {players}: {stock}")
