"""Rules of Spades for two teams of partners: bids, nils, bags, and the end of the game.

Both partners have what their team scored; the amounts don't sum to zero. A *bag* is a trick that no bid asked for.

Sources: P is Pagat (John McLeod) on Spades, Z Microsoft's Zone, W Wikipedia. What no source says, or tables do in
different ways, is marked * in the sentences.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from games.scoring.errors import Code, RuleError, refuse
from games.scoring.hand import Hand
from games.scoring.paragraphs import CORRECTION_IN_SCORE, paragraphs
from games.scoring.rules import Rules, rule_sets
from games.scoring.sides import PARTNERS, Score, of_partners, with_amounts
from games.scoring.text import Text, joined
from games.scoring.text import message as _
from games.scoring.types import Amounts, Contest, Entry, Line, Option, Paragraph, RuleSet, SeatNumber, Table
from games.spades import tariff
from games.spades.hand import HANDS, TEAM_NAMES, TEAMS, Outcome, nil_words

BID, NIL, BLIND, GAME = "bid", "nil", "blind", "game"
"""The parts that count in the statistics: a team's bid, a nil, and a game that a hand ended."""
TEN = 10
NEAREST_LOSS = 100
"""The least that a team must be below zero to lose the game, if it can be lost there."""

RULE_SETS = rule_sets(
    RuleSet(
        "partnership",
        _("Partnership"),
        _("Two against two; bags count, and ten of them cost a hundred."),
        players=(4,),
        options=(
            Option(
                "target",
                _("Played to"),
                _("The score that wins the game; 200 and 250 are short games."),
                default=500,
                low=100,
                high=10000,
            ),
            Option("blind_nil", _("Blind nil"), _("A nil may be bid before looking at the cards*."), default=True),
            Option(
                "failed_nil",
                _("Tricks of a failed nil"),
                _("What the tricks of a player whose nil fails count as."),
                choices=(("bags", _("are bags")), ("count", _("count towards the partner’s bid"))),
            ),
            Option(
                "lose_at",
                _("Limit below zero"),
                _("A team this many points below zero has lost; at least 100, or 0 for no limit."),
                low=0,
                high=1000,
            ),
        ),
    )
)

_P, _Z = _("Pagat on Spades"), _("Microsoft’s Zone, Learn to play Spades")


PARAGRAPHS = paragraphs(
    _P,
    Paragraph(
        "bid",
        _("The bid"),
        _("A team that takes the tricks it bid scores 10 for each of them; with fewer tricks, it loses as much."),
    ),
    Paragraph(
        "bags",
        _("Bags"),
        _("Every trick above the bid is a bag and scores 1; so do tricks of a failed nil, even beside a set bid*."),
    ),
    Paragraph(
        "nil",
        _("Nil"),
        _("A player who bids nil and takes no trick scores 100 for the team; with a trick, the team loses 100."),
    ),
    Paragraph("blind-nil", _("Blind nil"), _("A nil that is bid before looking at the cards counts double: 200.")),
    Paragraph(
        "bag-penalty",
        _("Ten bags"),
        _("For every ten bags in the game, a team loses 100; bags above ten are carried over."),
    ),
    Paragraph(
        "game-won",
        _("Winning the game"),
        _("When a team reaches the target, the higher score wins; if both are equal, play goes on*."),
        _Z,
    ),
    CORRECTION_IN_SCORE,
)


class SpadesState(NamedTuple):
    """What is carried from hand to hand: the score of each team, and its bags since the last penalty."""

    dealer: SeatNumber
    score: Score = (0, 0)
    bags: tuple[int, int] = (0, 0)

    def winner(self, table: Table) -> int | None:
        """Return the team that has won, the first or the second as 0 or 1, or None while the game goes on.

        >>> table = SpadesRules().table(["A", "B", "C", "D"])
        >>> [SpadesState(SeatNumber(0), score).winner(table) for score in ((510, 520), (510, 510), (490, 0))]
        [1, None, None]
        """
        first, second = self.score
        lose_at = int(table.options["lose_at"])
        is_lost = lose_at > 0 and min(self.score) <= -lose_at
        if first == second or not (is_lost or max(self.score) >= int(table.options["target"])):
            return None
        return 0 if first > second else 1


class TeamHand(NamedTuple):
    """What a team made of its bid, and the bags that it took."""

    bid: int
    made: bool
    bags: int

    @property
    def words(self) -> Text:
        return _("bid {bid}, made", bid=self.bid) if self.made else _("bid {bid}, set", bid=self.bid)


class SpadesRules(Rules[SpadesState, Outcome]):
    """Spades for four players with fixed partners."""

    slug = "spades"
    rule_sets = RULE_SETS
    paragraphs = PARAGRAPHS
    tariffs = {"partnership": tariff.TARIFF}
    hand = HANDS[True]
    outcome = Outcome
    state = SpadesState
    parts = frozenset({BID, NIL, BLIND, GAME})
    partners_share = both_score = True

    def check_table(self, table: Table) -> None:
        if 0 < int(table.options["lose_at"]) < NEAREST_LOSS:
            refuse("options.lose_at", _("The limit must be at least 100, or 0 for no limit."), Code.OUT_OF_RANGE)

    def hand_at(self, table: Table) -> Hand:
        return HANDS[table.options["blind_nil"] is True]

    def over(self, table: Table, state: SpadesState) -> bool:
        return state.winner(table) is not None

    def score(self, table: Table, state: SpadesState, outcome: Outcome) -> tuple[Entry, SpadesState]:
        """Return the entry of a hand and the next position.

        The book's example, at 337 points with seven bags: a bid of five, and eight tricks.

        >>> rules = SpadesRules()
        >>> table = rules.table(["A", "B", "C", "D"])
        >>> state = SpadesState(SeatNumber(3), score=(337, 120), bags=(7, 0))
        >>> entry, after = rules.score(table, state, Outcome("hand", bid_team1=5, bid_team2=5, tricks=8))
        >>> [(line.rule, line.amounts[:2]) for line in entry.lines], after.score, after.bags
        ([('bid', (50, 50)), ('bags', (3, 0)), ('bag-penalty', (-100, 0))], (290, 170), (0, 0))
        """
        _refuse_impossible(outcome)
        teams = team_hands(table, outcome)
        bags = (state.bags[0] + teams[0].bags, state.bags[1] + teams[1].bags)
        lines = [line for line in _lines(table, outcome, teams, bags) if any(line.amounts)]
        entry = Entry.from_lines(table.size, lines)
        after = SpadesState(table.after(state.dealer), state.score, (bags[0] % TEN, bags[1] % TEN))
        after = self.corrected(table, after, entry.amounts)
        winner = after.winner(table)
        if winner is not None:
            high, low = max(after.score), min(after.score)
            label = _("{team} win, {high} to {low}", team=TEAM_NAMES[winner], high=high, low=low)
            entry = Entry.from_lines(table.size, [*lines, Line("game-won", label, of_partners(0, 0))])
        return entry, after

    def corrected(self, table: Table, state: SpadesState, amounts: Amounts) -> SpadesState:
        return state._replace(score=with_amounts(state.score, amounts))

    def contests(self, table: Table, state: SpadesState, outcome: Outcome, amounts: Amounts) -> tuple[Contest, ...]:
        """Return each team's bid, each nil, and the game if the hand ended it."""
        contests: list[Contest] = []
        winner = self.corrected(table, state, amounts).winner(table)
        for team, hand in enumerate(team_hands(table, outcome)):
            partners, opponents = PARTNERS[team], PARTNERS[1 - team]
            if hand.bid:
                contests.append(Contest(BID, partners, opponents, hand.made))
            contests += [
                Contest(BLIND if nil.blind else NIL, (nil.player,), opponents, not nil.tricks)
                for nil in outcome.nils_of(team)
            ]
            if winner is not None:
                contests.append(Contest(GAME, partners, opponents, winner == team))
        return tuple(contests)

    def state_document(self, table: Table, state: SpadesState) -> dict[str, Any]:
        winner = state.winner(table)
        return {
            "score": dict(zip(TEAMS, state.score, strict=True)),
            "bags": dict(zip(TEAMS, state.bags, strict=True)),
            "game_over": winner is not None,
            "winner": None if winner is None else TEAMS[winner],
        }


def team_hands(table: Table, outcome: Outcome) -> tuple[TeamHand, TeamHand]:
    """Return what each team made of its bid."""
    first, second = (_team_hand(table, outcome, team) for team in range(len(TEAMS)))
    return first, second


def _team_hand(table: Table, outcome: Outcome, team: int) -> TeamHand:
    bid, tricks = outcome.bids[team], outcome.taken[team]
    of_nils = 0 if table.options["failed_nil"] == "count" else sum(nil.tricks for nil in outcome.nils_of(team))
    made = tricks - of_nils >= bid
    return TeamHand(bid, made, tricks - bid if made else of_nils)


def _lines(table: Table, outcome: Outcome, teams: tuple[TeamHand, TeamHand], bags: tuple[int, int]) -> Iterator[Line]:
    """Yield the lines of a hand, some of them worth nothing; `bags` are those so far, before a penalty."""

    def figure(row: str) -> int:
        return table.figures[tariff.FIGURES, row, tariff.POINTS]

    bids = [figure(tariff.BID) * hand.bid * (1 if hand.made else -1) for hand in teams]
    yield Line("bid", joined([hand.words for hand in teams], by=" – "), of_partners(*bids))
    taken = [hand.bags for hand in teams]
    yield Line("bags", _("bags {first} – {second}", first=taken[0], second=taken[1]), of_partners(*taken))
    for nil in outcome.nils:
        worth = figure(tariff.BLIND if nil.blind else tariff.NIL) * (-1 if nil.tricks else 1)
        rule = "blind-nil" if nil.blind else "nil"
        yield Line(rule, nil_words(*nil), of_partners(*(worth if nil.player in seats else 0 for seats in PARTNERS)))
    penalties = [number // TEN for number in bags]
    late = joined([TEAM_NAMES[team] for team, times in enumerate(penalties) if times])
    amounts = of_partners(*(-figure(tariff.TEN_BAGS) * times for times in penalties))
    yield Line("bag-penalty", _("Ten bags: {teams}", teams=late), amounts)


def _refuse_impossible(outcome: Outcome) -> None:
    """Raise `RuleError` for bids and nils that don't fit together, or nils that don't fit the tricks."""
    both_nil = [len(outcome.nils_of(team)) == len(PARTNERS[team]) for team in range(len(TEAMS))]
    for team, bid in enumerate(outcome.bids):
        if (bid == 0) != both_nil[team]:
            words = _("Both partners bid nil, so the bid is 0.") if bid else _("A bid of 0 is a nil of both partners.")
            raise RuleError(Code.IMPOSSIBLE, f"bid_{TEAMS[team]}", words)
    left = list(outcome.taken)
    for number, nil in enumerate(outcome.nils):
        team = nil.player % len(TEAMS)
        left[team] -= nil.tricks
        if left[team] < 0:
            refuse(f"nils.{number}.tricks", _("That is more than the team took: {tricks}.", tricks=outcome.taken[team]))
    if any(both and rest for both, rest in zip(both_nil, left, strict=True)):
        raise RuleError(Code.TOTAL, "nils", _("Both partners bid nil: their tricks are all those of the team."))
