"""Rules of Jass: the Schieber, which two sides play to a target, and the Differenzler, which everybody plays alone.

In the Schieber both partners have what their side scored, and a side's points of the game being played are its
*marker*. In the Differenzler everybody announces what he will take, and the differences are counted. Nothing is paid by
the hand.

Sources: SL is Swisslos on Schieber and Differenzler, P Pagat, R the rules of a Jass school and of the Jassonkel, U an
Uri site, JW jasswelt and jassverzeichnis, JV the Jassverband Schweiz as JassWiki prints its rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, NoReturn

from games.jass.hand import EVERY_CALL, TEAM_WORDS, Outcome, Team, announced_and_taken, hand_of
from games.jass.tariff import ALL_POINTS, EXACT_BONUS, MATCH, NO_CARDS_MAKE, STOECK, TARIFFS, times_place
from games.scoring.errors import Code, RuleError, refuse
from games.scoring.hand import Hand
from games.scoring.paragraphs import paragraphs
from games.scoring.rules import Rules, rule_sets
from games.scoring.sides import PARTNERS, Score, higher, of_partners, of_side, of_sides, partners, with_amounts
from games.scoring.text import Text, joined
from games.scoring.text import message as _
from games.scoring.types import Amounts, Contest, Entry, Line, Option, Paragraph, RuleSet, SeatNumber, Table

GAME, MORE_CARDS, EXACT = "game", "more_cards", "exact"
"""What statistics count: a game, more than half of the card points, an exact announcement."""

RULE_SETS = rule_sets(
    RuleSet(
        "schieber",
        Text("Schieber"),
        _("Two against two, with trumps, Weis and Stöck, to a target or over a number of hands."),
        players=(4,),
        stake_per_game=True,
        options=(
            Option(
                "cards",
                _("Cards"),
                _("What the suits are called."),
                choices=(("german", _("German pack")), ("french", _("French pack"))),
            ),
            Option(
                "target",
                _("Played to"),
                _(
                    "Points that win a game: 1000 is common, 2500 with multipliers. No effect with a fixed number of "
                    "hands."
                ),
                default=1000,
                low=100,
                high=10000,
                proposed=(("multipliers", "1_2_3", 2500), ("multipliers", "1_2_2", 2500)),
            ),
            Option(
                "multipliers",
                _("Multipliers"),
                _(
                    "How many times all points of a hand count, by its trumps; the last figure is for Obenabe and "
                    "Undenufe."
                ),
                choices=(("none", _("no")), ("1_2_3", Text("× 1, 2, 3")), ("1_2_2", Text("× 1, 2, 2"))),
            ),
            Option("games", _("Number of games"), _("How many games are played."), low=1),
            Option(
                "hands",
                _("Hands in a game"),
                _("With a number here, a game (a Passe) ends after that many hands; with 0, at the target."),
                low=0,
            ),
        ),
    ),
    RuleSet(
        "differenzler",
        Text("Differenzler"),
        _("Everybody announces what they will take, and the differences count. The lowest total wins."),
        players=(3, 4),
        lowest_wins=True,
        options=(
            Option("rounds", _("Number of hands"), _("How many hands are played."), default=12, low=1),
            Option(
                "exact_bonus",
                _("Exact announcements"),
                _("10 points off for an exact announcement of more than nothing."),
            ),
        ),
    ),
)

PARAGRAPHS = paragraphs(
    _("Swisslos, rules of the Schieber"),
    Paragraph(
        "cards",
        _("Points of the cards"),
        _(
            "157 card points a hand, including 5 for the last trick. With multipliers, everything that a hand "
            "brings is multiplied, depending on its trumps."
        ),
    ),
    Paragraph("match", Text("Match"), _("A side that takes every trick scores 100 more, times the multiplier.")),
    Paragraph(
        "weis",
        Text("Weis"),
        _("Only the side with the best Weis writes its Weise, times the multiplier."),
        _("Swisslos; a Jass school and the Jassonkel on the figures"),
    ),
    Paragraph(
        "stoeck", Text("Stöck"), _("King and Ober of trumps in one hand: 20 for the side, times the multiplier.")
    ),
    Paragraph(
        "game-won",
        _("Who wins the game"),
        _(
            "The side that reaches the target has won; if both do in one hand, the one that said so first, or else "
            "Stöck before Weis. Over a fixed number of hands, the side with more points has won."
        ),
        _("Swisslos, the Jassverband Schweiz"),
    ),
    Paragraph(
        "difference",
        _("The difference"),
        _(
            "What a player announced, less what he took or the other way round: always counted as positive. By "
            "option, an exact announcement of more than nothing takes 10 off."
        ),
        _("Swisslos, Pagat, jasswelt"),
    ),
    Paragraph(
        "correction",
        _("Correction"),
        _("Points moved by hand, with a reason. In the Schieber they count in the game and can end it."),
        _("Our own"),
    ),
)


class LastGame(NamedTuple):
    """A game that has just ended: who won it, and the points of both sides."""

    winner: Team
    points: Score

    @property
    def lead(self) -> int:
        """How much more the winner has, which can be negative: the side that was out first may have less."""
        first, other = self.points
        return first - other if self.winner is Team.FIRST else other - first


class JassState(NamedTuple):
    """What is carried from hand to hand.

    In the Schieber, `marker` and `hands` are the points and hands of the game that is being played, `won` the games
    that each player has won. In the Differenzler, `hands` are all of them. `target` is 0 where no points win a game.
    """

    dealer: SeatNumber
    won: Amounts
    target: int = 0
    marker: Score = (0, 0)
    hands: int = 0
    last_game: LastGame | None = None

    @property
    def games(self) -> Score:
        """The games that each side has won."""
        return self.won[0], self.won[1]

    @property
    def lacking(self) -> Score:
        """What each side lacks to the target."""
        first, other = self.marker
        return max(0, self.target - first), max(0, self.target - other)


class JassRules(Rules[JassState, Outcome]):
    slug = "jass"
    rule_sets = RULE_SETS
    paragraphs = PARAGRAPHS
    tariffs = TARIFFS
    hand = EVERY_CALL
    outcome = Outcome
    parts = frozenset({GAME, MORE_CARDS, EXACT})
    partners_share = both_score = True

    def hand_at(self, table: Table) -> Hand:
        return hand_of(table)

    def sides(self, table: Table) -> tuple[tuple[SeatNumber, ...], ...]:
        return PARTNERS if table.rules == "schieber" else ()

    def opening(self, table: Table) -> JassState:
        to_target = table.rules == "schieber" and table.options["hands"] == 0
        target = int(table.options["target"]) if to_target else 0
        return JassState(dealer=table.first_dealer, won=(0,) * table.size, target=target)

    def over(self, table: Table, state: JassState) -> bool:
        if table.rules == "schieber":
            return sum(state.games) >= int(table.options["games"])
        return state.hands >= int(table.options["rounds"])

    def hands_planned(self, table: Table) -> int | None:
        return int(table.options["rounds"]) if table.rules == "differenzler" else None

    def score(self, table: Table, state: JassState, outcome: Outcome) -> tuple[Entry, JassState]:
        """Return the entry of a hand and the next position.

        A match with a Weis of 50.

        >>> rules = JassRules()
        >>> table = rules.table(["A", "B", "C", "D"])
        >>> hand = Outcome("trumpf", match=Team.FIRST, weis_team1=50)
        >>> rules.score(table, rules.opening(table), hand)[0].amounts
        (307, 0, 307, 0)
        """
        after = state._replace(dealer=table.after(state.dealer), hands=state.hands + 1, last_game=None)
        if table.rules == "differenzler":
            return _differences(table, outcome), after
        _refuse_impossible(outcome)
        lines = list(_lines(table, outcome))
        amounts = Entry.from_lines(table.size, lines).amounts
        after = after._replace(marker=with_amounts(state.marker, amounts))
        if winner := _winner(table, state, after, outcome):
            lines.append(_game_won(table, after, winner))
            after = _ended(after, winner)
        return Entry.from_lines(table.size, lines), after

    def corrected(self, table: Table, state: JassState, amounts: Amounts) -> JassState:
        """Return the state in which a correction counts, unless the last game is over; it is no hand."""
        after = state._replace(last_game=None)
        if table.rules == "differenzler" or self.over(table, state):
            return after
        after = after._replace(marker=with_amounts(state.marker, amounts))
        winner = _higher(table, after)
        return _ended(after, winner) if winner else after

    def contests(self, table: Table, state: JassState, outcome: Outcome, amounts: Amounts) -> tuple[Contest, ...]:
        """Return which side had more card points and won a game that ended, or whose announcement was exact."""
        if table.rules == "differenzler":
            exact = zip(table.seats, outcome.announced, outcome.points, strict=True)
            return tuple(Contest(EXACT, (seat,), (), announced == taken) for seat, announced, taken in exact)
        more = Team.FIRST if outcome.cards(Team.FIRST) > outcome.cards(Team.OTHER) else Team.OTHER
        ended = self.score(table, state, outcome)[1].last_game
        return (*of_sides(MORE_CARDS, more), *(of_sides(GAME, ended.winner) if ended else ()))

    def counted(self, state: JassState) -> Mapping[str, Amounts]:
        return {"won": state.won}

    def ranks(self, table: Table, state: JassState, totals: Amounts) -> list[tuple[int, ...]]:
        """Return the sort keys: games won and the total or, in the Differenzler, the lowest total first."""
        if table.rules == "differenzler":
            return super().ranks(table, state, totals)
        return list(zip(state.won, totals, strict=True))

    def staked(self, table: Table, state: JassState, totals: Amounts) -> Amounts:
        return state.won if self.rule_set(table).stake_per_game else totals

    def state_document(self, table: Table, state: JassState) -> dict[str, Any]:
        if table.rules == "differenzler":
            return {"rounds_played": state.hands, "over": self.over(table, state)}
        last, played = state.last_game, sum(state.games)
        return {
            "game": min(played + 1, int(table.options["games"])),
            "points": _by_team(state.marker),
            "games": _by_team(state.games),
            "last_game": last
            and {"winner": last.winner.value, "points": _by_team(last.points), "difference": last.lead},
            **({"hands_played": state.hands} if table.options["hands"] else {}),
        }


def _by_team(numbers: Score) -> dict[str, int]:
    return dict(zip(Team, numbers, strict=True))


# The Schieber


def _refuse_impossible(outcome: Outcome) -> None:
    """Raise `RuleError` if the points and Weise of a hand can't be."""
    points = outcome.points
    if points is None and outcome.match is None:
        refuse("points", _("Enter the points, or whose match it was."), Code.REQUIRED)
    if outcome.match and points not in (None, outcome.cards(Team.FIRST)):
        refuse("points", _("A match is 157 points to 0; {points} were entered.", points=points))
    if points in NO_CARDS_MAKE:
        _refuse_points(points, "points")
    if outcome.weis_team1 and outcome.weis_team2:
        refuse("weis_team2", _("Only one side writes its Weis: the one with the best."))


def _refuse_points(points: int, field: str) -> NoReturn:
    refuse(field, _("Nobody can have {points}: no card is worth one point.", points=points))


def _times(table: Table, outcome: Outcome) -> int:
    """Return what multiplies everything that a hand brings."""
    multipliers = str(table.options["multipliers"])
    if multipliers == "none":
        return 1
    return table.figures[times_place(multipliers, outcome.call, outcome.suit)]


def _lines(table: Table, outcome: Outcome) -> Iterator[Line]:
    """Yield a line for everything that a hand brings, multiplied; what is worth nothing has none."""
    times = _times(table, outcome)
    first, other = (outcome.cards(team) for team in Team)
    cards = f"{first} – {other}" if times == 1 else f"({first} – {other}) × {times}"
    yield Line("cards", Text("{cards}", {"cards": cards}), of_partners(first * times, other * times))
    bonuses = (
        ("match", outcome.match, table.figures[MATCH]),
        *(("weis", team, outcome.weis(team)) for team in Team),
        ("stoeck", outcome.stoeck, table.figures[STOECK]),
    )
    for rule, team, points in bonuses:
        if team and points:
            figures = str(points) if times == 1 else f"{points} × {times}"
            what = of_side(
                Text("{what} {points}", {"what": PARAGRAPHS[rule].title, "points": figures}), TEAM_WORDS[team]
            )
            yield Line(rule, what, of_partners(*(points * times if team is side else 0 for side in Team)))


def _there(table: Table, state: JassState) -> list[Team]:
    """Return the sides that a game can end for: those at the target or, over a number of hands, both after the last."""
    if not state.target:
        return list(Team) if state.hands >= int(table.options["hands"]) else []
    return [team for team, lacking in zip(Team, state.lacking, strict=True) if not lacking]


def _higher(table: Table, state: JassState) -> Team | None:
    """Return the side for which the game ends; of two the higher, and neither if they are level.

    >>> table = JassRules().table(["A", "B", "C", "D"])
    >>> state = JassRules().opening(table)
    >>> [_higher(table, state._replace(marker=marker)) for marker in ((999, 0), (1000, 0), (1010, 1020), (1010, 1010))]
    [None, <Team.FIRST: 'team1'>, <Team.OTHER: 'team2'>, None]
    """
    there = _there(table, state)
    return higher(Team, state.marker) if len(there) == len(Team) else next(iter(there), None)


def _winner(table: Table, before: JassState, after: JassState, outcome: Outcome) -> Team | None:
    """Return the side that has won the game with this hand; raise `RuleError` if it isn't clear which one.

    If both reach the target in the same hand, the one that said so first has won, or else the one that is there with
    its Stöck, or with its Stöck and Weis. If a correction had brought both there level, the higher one has won.
    """
    there = _there(table, after)
    if outcome.out:
        if outcome.out not in there:
            refuse("out", _("{side} didn’t reach {target}.", side=TEAM_WORDS[outcome.out], target=after.target))
        return outcome.out
    if len(there) < len(Team) or not after.target or len(_there(table, before)) == len(Team):
        return _higher(table, after)
    times, stoeck = _times(table, outcome), table.figures[STOECK]
    for counts_weis in (False, True):
        for team, marker in zip(Team, before.marker, strict=True):
            points = (stoeck if outcome.stoeck is team else 0) + (outcome.weis(team) if counts_weis else 0)
            if marker + points * times >= after.target:
                return team
    message = _("Both sides reached {target} with tricks: enter who said so first.", target=after.target)
    raise RuleError(Code.REQUIRED, "out", message)


def _ended(state: JassState, winner: Team) -> JassState:
    """Return the state after a game: both markers begin anew."""
    seats = partners(winner)
    won = tuple(games + (seat in seats) for seat, games in enumerate(state.won))
    return JassState(state.dealer, won, state.target, last_game=LastGame(winner, state.marker))


def _game_won(table: Table, state: JassState, winner: Team) -> Line:
    """Return the line of the game that a hand ended, which moves nothing."""
    points, others = state.marker if winner is Team.FIRST else state.marker[::-1]
    values = {"side": TEAM_WORDS[winner], "points": points, "others": others}
    return Line("game-won", _("{side} win the game, {points} to {others}", **values), (0,) * table.size)


# The Differenzler


def _differences(table: Table, outcome: Outcome) -> Entry:
    """Return what everybody is off by; raise `RuleError` for points that can't be.

    >>> table = JassRules().table(["A", "B", "C"], rules="differenzler", options={"exact_bonus": True})
    >>> _differences(table, Outcome("differenzler", announced=(40, 60, 30), points=(52, 75, 30))).amounts
    (12, 15, -10)
    """
    for player, points in zip(table.players, outcome.points, strict=True):
        if points == 1:
            _refuse_points(points, f"points.{player}")
    if (total := sum(outcome.points)) != ALL_POINTS:
        refuse("points", _("The points add up to {total}, not to {all}.", total=total, all=ALL_POINTS), Code.TOTAL)
    bonus = table.figures[EXACT_BONUS] if table.options["exact_bonus"] else 0
    amounts = tuple(
        abs(announced - points) or (-bonus if announced else 0)
        for announced, points in zip(outcome.announced, outcome.points, strict=True)
    )
    if not any(amounts):
        return Entry.from_lines(table.size, ())
    numbers = zip(table.seats, outcome.announced, outcome.points, strict=True)
    label = joined([announced_and_taken(*of_player) for of_player in numbers])
    return Entry.from_lines(table.size, [Line("difference", label, amounts)])
