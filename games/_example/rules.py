"""Lone Hand: who pays whom after each hand.

One player, the *declarer*, plays alone against all the others and needs more than half of the tricks.

This module is pure: it imports only `games.scoring` and the standard library. If yours gets long, move parts of it to
modules that are pure as well, such as `tariff.py`.
"""

from __future__ import annotations

from games._example.hand import CALL, HAND, Outcome
from games.scoring.paragraphs import CORRECTION, paragraphs
from games.scoring.payments import each_pays
from games.scoring.rules import Rules, rule_sets
from games.scoring.tariffs import PrintedTariff, schedule
from games.scoring.text import Amount
from games.scoring.text import message as _
from games.scoring.types import Deal, Entry, Line, Paragraph, RuleSet, Table

RULE_SETS = rule_sets(
    RuleSet(
        "common",
        _("Common rules"),
        _("Every hand is worth the same, and twice as much if it was doubled."),
        players=(3, 4),
    )
)

PARAGRAPHS = paragraphs(
    _("Made up"),
    Paragraph(
        "value",
        _("Value of a hand"),
        _(
            "The declarer needs more than half of the tricks. If he takes them, each of the others pays him the "
            "value of the hand; if not, he pays it to each of them."
        ),
    ),
    Paragraph(
        "doubling",
        _("Doubling"),
        _("Before the first lead, any of the others may double. The value is then paid twice."),
    ),
    CORRECTION,
)
"""The rules that lines refer to. Every game has the paragraph `correction`."""

STAKE, VALUE, EACH = "stake", "value", "each"
_TARIFF = PrintedTariff(
    schedule(
        STAKE,
        _("What each of the others pays or gets"),
        {VALUE: _("Value of a hand")},
        {EACH: _("points")},
        {VALUE: 10},
        corner=_("Hand"),
        low=1,
    ),
)


class ExampleRules(Rules[Deal, Outcome]):
    """Lone Hand. Nothing is carried from hand to hand but the deal, so the plain `Deal` will do."""

    slug = "_example"
    rule_sets = RULE_SETS
    paragraphs = PARAGRAPHS
    tariffs = {"common": _TARIFF}
    hand = HAND
    outcome = Outcome
    ordinary_call = CALL

    def score(self, table: Table, state: Deal, outcome: Outcome) -> tuple[Entry, Deal]:
        """Return the payments of a hand, a line for each reason; the next player deals.

        >>> from games.scoring.types import SeatNumber
        >>> rules = ExampleRules()
        >>> table = rules.table(["Ada", "Ben", "Cora"])
        >>> outcome = Outcome(call="hand", declarer=SeatNumber(0), made=True, doubled=True)
        >>> entry, after = rules.score(table, rules.opening(table), outcome)
        >>> entry.amounts, [str(line.label) for line in entry.lines], after.dealer
        ((40, -20, -20), ['10, made', '10, doubled'], 0)
        """
        value = table.figures[STAKE, VALUE, EACH]
        others = [seat for seat in table.seats if seat != outcome.declarer]
        paid = each_pays(table.size, value if outcome.made else -value, to=outcome.declarer, payers=others)
        result = _("{value}, made", value=Amount(value)) if outcome.made else _("{value}, lost", value=Amount(value))
        lines = [Line("value", result, paid)]
        if outcome.doubled:
            lines.append(Line("doubling", _("{value}, doubled", value=Amount(value)), paid))
        return Entry.from_lines(table.size, lines), Deal(dealer=table.after(state.dealer))
