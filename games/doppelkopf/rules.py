"""Rules of Doppelkopf: the value of each hand for the Re party, which Kontra pays, and what carries over.

The *Re* party holds the queens of clubs, *Kontra* doesn't; a soloist alone is Re. *Augen* are card points, 240 in all.
With five at the table the dealer sits out. `lines.py` has the value of a hand.

Sources: TSR are the Turnier-Spielregeln of the Deutscher Doppelkopf-Verband, with the paragraphs of later editions; H
stands for published home rules. A star marks our own reading.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from games.doppelkopf import lines
from games.doppelkopf.hand import DOPPELKOEPFE, FIVE, FUECHSE, SOLO, Outcome, hand_of, winner, with_bock
from games.doppelkopf.tariff import AUGEN, CAUGHT, DOPPELKOPF, FUCHS, KARLCHEN, TARIFFS, Party
from games.scoring.errors import Code, refuse
from games.scoring.hand import Hand
from games.scoring.naming import refuse_absent
from games.scoring.paragraphs import CORRECTION, paragraphs
from games.scoring.payments import side_pays, times
from games.scoring.rules import Rules, rule_sets
from games.scoring.text import SeatName
from games.scoring.text import message as _
from games.scoring.types import Amounts, Contest, Entry, Line, Option, Paragraph, RuleSet, SeatNumber, Table

STACKED, QUEUED = "stacked", "queued"
"""The options by which Bock rounds run side by side, or each waits until the one before is over."""
FUCHS_NEEDS = (0, 13, 24)
"""The fewest Augen of a party that caught so many Füchse: an ace and at least a jack each, in one trick or two."""
DOPPELKOPF_NEEDS = 40
KARLCHEN_NEEDS, CAUGHT_NEEDS = 2, 4
"""The fewest Augen of a party whose jack took the last trick, and of one that caught a jack with another card."""

PFLICHTSOLO = Option(
    "pflichtsolo",
    _("Pflichtsoli"),
    _("Everyone must play one solo. The same player deals again, and the form says who still owes one."),
    default=True,
)
ANNOUNCEMENTS = Option(
    "announcements",
    _("Re and Kontra"),
    _("What the two announcements are worth. Absagen always count one point each."),
    choices=(
        ("double", _("double everything")),
        ("double_game", _("double the game, but not special points")),
        (lines.PLUS_TWO, _("add two points each")),
    ),
)
BOCK = Option(
    "bock",
    _("Bock rounds"),
    _("After certain hands, the next hands count double, as many as there are players at the table."),
    choices=(
        (STACKED, _("side by side: two at a time count four times")),
        (QUEUED, _("one after the other")),
        ("none", _("none")),
    ),
)

RULE_SETS = rule_sets(
    RuleSet(
        "ddv",
        _("Tournament rules (DDV)"),
        _("The rules of the Deutscher Doppelkopf-Verband: announcements add points, and there is no Armut."),
        players=(4, 5),
        options=(PFLICHTSOLO,),
    ),
    RuleSet(
        "home",
        _("At home"),
        _("Common home rules: Re and Kontra double, with Bock rounds, Armut and points for a caught Karlchen."),
        players=(4, 5),
        options=(replace(PFLICHTSOLO, default=False), ANNOUNCEMENTS, BOCK),
    ),
)

PARAGRAPHS = paragraphs(
    _("Published home rules"),
    Paragraph(
        "game-value",
        _("Value of the game"),
        _(
            "The winner gets 1 point for winning, 1 each if the losers stay below 90, 60 and 30 and take no "
            "trick, 1 for each Absage said by either party, and 1 for each step reached against one. By the "
            "tournament rules Re and Kontra add 2 each. A soloist gets or pays it three times."
        ),
        _("Turnier-Spielregeln of the DDV, 7.2.2"),
    ),
    Paragraph(
        "nobody",
        _("Nobody wins"),
        _(
            "If both parties miss their Absagen, nobody wins. Only the steps below 90, 60 and 30 and those reached "
            "against Absagen count, the parties’ points being set off against each other."
        ),
        _("Turnier-Spielregeln of the DDV, 7.1.4"),
    ),
    Paragraph(
        "special-points",
        _("Special points"),
        _(
            "1 point each for a caught Fuchs, a Doppelkopf and the Karlchen, and for Kontra if it wins a normal "
            "game. They count for the party that made them, whoever won, and not in a solo."
        ),
        _("Turnier-Spielregeln of the DDV, 7.2.3"),
    ),
    Paragraph(
        "announcements",
        _("Re and Kontra double"),
        _(
            "At home, Re and Kontra each double what the hand is worth, with the special points or without them. "
            "An Absage alone includes the announcement. When nobody wins, nothing is doubled*."
        ),
    ),
    Paragraph(
        "bock",
        _("Bock rounds"),
        _(
            "A Bock round is as many hands as there are players at the table, beginning with the next one. They "
            "count double, special points included, even when nobody wins*."
        ),
    ),
    CORRECTION,
)


class DoppelkopfState(NamedTuple):
    """The position before a hand.

    `bock` are the hands left of each Bock round, oldest first; `solos` are the players who have played their
    Pflichtsolo, in that order.
    """

    dealer: SeatNumber
    bock: tuple[int, ...] = ()
    solos: tuple[SeatNumber, ...] = ()

    def factor(self, table: Table) -> int:
        """Return by how much the next hand is multiplied.

        >>> for bock in ("stacked", "queued"):
        ...     table = DoppelkopfRules().table(["A", "B", "C", "D"], rules="home", options={"bock": bock})
        ...     DoppelkopfState(SeatNumber(0), (1, 4)).factor(table)
        ...     DoppelkopfState(SeatNumber(0), (1, 4)).bock_after(table, set_off=1)
        4
        (3, 4)
        2
        (4, 4)
        """
        return 1 << self._running(table)

    def bock_after(self, table: Table, set_off: int) -> tuple[int, ...]:
        """Return the Bock rounds after a hand that set off some, each of a hand for every player."""
        running = self._running(table)
        left = [hands - 1 for hands in self.bock[:running]]
        return (*(hands for hands in left if hands), *self.bock[running:], *(table.size,) * set_off)

    def _running(self, table: Table) -> int:
        """Return how many Bock rounds run at the same time."""
        return min(len(self.bock), 1) if table.options.get("bock") == QUEUED else len(self.bock)


class DoppelkopfRules(Rules[DoppelkopfState, Outcome]):
    slug = "doppelkopf"
    rule_sets = RULE_SETS
    paragraphs = PARAGRAPHS
    tariffs = TARIFFS
    hand = hand_of("home", pflichtsolo=True, bock=True)
    outcome = Outcome
    state = DoppelkopfState
    results_balance = True

    def deals_again(self, table: Table, state: DoppelkopfState) -> tuple[str, ...]:
        left = [seat for seat in table.seats if seat not in state.solos]
        return tuple(f"call={SOLO}&declarer={seat}&pflicht=1" for seat in left)

    def sits_out(self, table: Table, state: DoppelkopfState) -> tuple[SeatNumber, ...]:
        return (state.dealer,) if table.size == FIVE else ()

    def hand_at(self, table: Table) -> Hand:
        return hand_of(table.rules, pflichtsolo=table.options["pflichtsolo"] is True, bock=with_bock(table))

    def score(self, table: Table, state: DoppelkopfState, outcome: Outcome) -> tuple[Entry, DoppelkopfState]:
        """Return the entry of a hand, and the position after it.

        Re announced and won with 135 Augen, and caught a Fuchs (TSR 7.2).

        >>> from games.doppelkopf.tariff import Said
        >>> rules = DoppelkopfRules()
        >>> table = rules.table(["Anne", "Bruno", "Chloé", "David"])
        >>> hand = Outcome("normal", re=(SeatNumber(0), SeatNumber(1)), augen=135, re_announced=Said.RE, fuchs_re=1)
        >>> entry, _after = rules.score(table, rules.opening(table), hand)
        >>> entry.amounts, [str(line.label) for line in entry.lines]
        ((4, 4, -4, -4), ['Re: 1 won + 2 Re', 'Re: 1 Fuchs'])
        """
        _refuse_players(outcome, self.sits_out(table, state))
        _refuse_impossible(outcome, state.solos)
        re = outcome.re_party
        kontra = [seat for seat in self.playing(table, state) if seat not in re]
        shares = side_pays(table.size, 1, to=dict.fromkeys(re, len(kontra) // len(re)), payers=kontra)
        values = lines.values(table, outcome, factor=state.factor(table))
        scored = [Line(rule, label, times(shares, points)) for rule, label, points in values if points]
        return Entry.from_lines(table.size, scored), DoppelkopfState(
            # The same player deals again after a Pflichtsolo (TSR 3).
            dealer=state.dealer if outcome.pflicht else table.after(state.dealer),
            bock=state.bock_after(table, outcome.bock),
            solos=(*state.solos, *re) if outcome.pflicht else state.solos,
        )

    def contests(self, table: Table, state: DoppelkopfState, outcome: Outcome, amounts: Amounts) -> tuple[Contest, ...]:
        """Return the Re party against Kontra; nothing if nobody won."""
        won_by, playing = winner(outcome), self.playing(table, state)
        if won_by is None:
            return ()
        made = won_by is Party.RE
        return (Contest.against_the_rest(outcome.call, outcome.re_party, playing=playing, made=made),)

    def state_document(self, table: Table, state: DoppelkopfState) -> dict[str, Any]:
        """Return who has played his Pflichtsolo, and the Bock rounds with the factor of the next hand."""
        document: dict[str, Any] = {}
        if table.options["pflichtsolo"]:
            document["pflichtsolo"] = [table.players[seat] for seat in state.solos]
        if with_bock(table):
            document |= {"bock": list(state.bock), "factor": state.factor(table)}
        return document


def _refuse_players(outcome: Outcome, sits_out: tuple[SeatNumber, ...]) -> None:
    """Refuse other than two players for Re, and a soloist who sits out."""
    if outcome.call != SOLO:
        if len(outcome.re) != 2:
            refuse("re", _("Re has two players, not {given}.", given=len(outcome.re)), Code.TOTAL)
    else:
        refuse_absent(outcome.declarer, sits_out, "declarer")


def _refuse_impossible(outcome: Outcome, solos: tuple[SeatNumber, ...]) -> None:
    """Refuse what the cards can't have given, and a second Pflichtsolo of a player; `solos` have played theirs.

    The order is that of the rules page.
    """
    if outcome.augen in (1, AUGEN - 1):
        refuse("augen", _("No card is worth 1, so a party can’t have 1 or 239 Augen."))
    if outcome.schwarz and outcome.augen not in (0, AUGEN):
        refuse("schwarz", _("A party without a trick has no Augen: Re has 0 or 240."))
    if outcome.fuchs_re + outcome.fuchs_kontra > FUECHSE[0].together:
        refuse("fuchs_kontra", _("There are only two Füchse."))
    if outcome.doppelkopf_re + outcome.doppelkopf_kontra > DOPPELKOEPFE[0].together:
        refuse("doppelkopf_kontra", _("Sixteen aces and tens make at most four Doppelköpfe."))
    for party in Party:
        _refuse_fewer(outcome, party, FUCHS_NEEDS[outcome.number(FUCHS, party)], f"{FUCHS}_{party}")
    for party in Party:
        needed = DOPPELKOPF_NEEDS * outcome.number(DOPPELKOPF, party)
        _refuse_fewer(outcome, party, needed, f"{DOPPELKOPF}_{party}")
    if outcome.karlchen:
        _refuse_fewer(outcome, outcome.karlchen, KARLCHEN_NEEDS, KARLCHEN)
    if caught_by := outcome.karlchen_gefangen:
        _refuse_fewer(outcome, caught_by, CAUGHT_NEEDS, CAUGHT)
        if outcome.karlchen not in (None, caught_by):
            refuse(CAUGHT, _("The party that catches a Karlchen takes the last trick itself."))
    if outcome.pflicht and outcome.declarer in solos:
        refuse("pflicht", _("{player} has already played a Pflichtsolo.", player=SeatName(outcome.declarer)))


def _refuse_fewer(outcome: Outcome, party: Party, needed: int, field: str) -> None:
    given = outcome.augen_of(party)
    if given < needed:
        refuse(field, _("That takes at least {needed} Augen; this party has {given}.", needed=needed, given=given))
