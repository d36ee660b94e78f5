"""Rules of Skat: what each hand is worth to its declarer, and who pays it.

The *declarer* plays alone against the *opponents*; with four or five at the table, one or two sit out. *Card points*,
120 in all, are the points in tricks; game points, or just points, are what is scored. *Matadors* are the unbroken run
of top trumps from the club jack that the declarer has (with) or lacks (without). In a *Bock round*, as many hands as
there are players count double. `game_value.py` computes the *entry*, a game's value to the declarer; this module has
the rule sets, and who pays.

Sources: S is the source text, Foster's *Complete Hoyle* (1909); L its laws and score-sheet pages; ISkO the
Internationale Skatordnung; M common modern tables; C the lists of a circle of three, 2018 to 2023; H house rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from games.scoring.errors import Code, RuleError
from games.scoring.hand import Hand
from games.scoring.naming import refuse_absent
from games.scoring.paragraphs import CORRECTION, paragraphs
from games.scoring.payments import each_pays
from games.scoring.rules import Rules, rule_sets
from games.scoring.settlement import by_difference
from games.scoring.text import SeatName, Text
from games.scoring.text import message as _
from games.scoring.types import (
    Amounts,
    Contest,
    Correction,
    Entry,
    Line,
    Option,
    Paragraph,
    RuleSet,
    ScoredHand,
    SeatNumber,
    Table,
)
from games.skat.game_value import ValuePart, value_parts
from games.skat.hand import Outcome, hand_of, plays_bock, plays_contra, plays_ramsch
from games.skat.tariff import (
    BIDS,
    BOCK_TIMES,
    CARD_POINTS,
    GRAND_CALLS,
    LOST_TIMES,
    MODERN,
    OTHERS,
    OWN,
    POINTS,
    POSSIBLE_IN_THE_SKAT,
    TARIFFS,
    Call,
    Level,
    bids_of,
    value_of_null,
)
from games.skat.tariff import SEEGER as PREMIUMS

_EACH, _SHEET = ("each", _("Hand by hand")), ("sheet", _("Written on a sheet"))
_PAYMENT_HELP = _(
    "Paid hand by hand, the declarer settles with every other player at the table, including the one sitting out. On "
    "a sheet, only the declarer’s own figure is written."
)
SEEGER_FABIAN = "seeger-fabian"
"""The paragraph of the premiums, and the rule of their line in an entry."""

PAYMENT = Option("payment", _("Payment"), _PAYMENT_HELP, default="each", choices=(_EACH, _SHEET))
RAMSCH = Option(
    "ramsch",
    _("Ramsch"),
    _("When all pass, everyone plays alone, and the player with the most card points loses."),
    default=True,
)
CONTRA = Option(
    "contra", _("Contra and re"), _("The opponents can double the game, and the declarer can double it again.")
)
SEEGER = Option(
    "seeger",
    _("Tournament points (Seeger-Fabian)"),
    _(
        "50 more for a game won, 50 less for one lost, and 40 (four at the table: 30) to each of the others. For a "
        "sheet without Ramsch and contra."
    ),
)
SEEGER_BESIDE_BOCK = replace(
    SEEGER,
    help=_(
        "50 more for a game won, 50 less for one lost, and 40 (four at the table: 30, five: 24) to each of the others. "
        "Nothing doubles them. For a sheet."
    ),
)
BOCK = Option(
    "bock",
    _("Bock rounds"),
    _("A hand can set off rounds that count double, with as many hands as there are players at the table."),
    default="queued",
    choices=(("queued", _("One after another")), ("none", _("Not played"))),
)
RAMSCH_LIMIT = Option(
    "ramsch_limit",
    _("Most that a Ramsch costs"),
    _("However often it is doubled, nobody loses more in a Ramsch. 0: no limit."),
    default=0,
    low=0,
    high=9999,
)
SINGLE_HAND = Option(
    "single_hand",
    _("Lost hand games count once"),
    _("By the older rules. Otherwise they count double, like all lost games."),
)
_SHEET_PAYMENT = replace(PAYMENT, default="sheet", choices=(_SHEET, _EACH))
_NO_RAMSCH = replace(RAMSCH, default=False)

RULE_SETS = rule_sets(
    RuleSet(
        "foster",
        _("Foster 1909"),
        _("The American game of the book: tournée, solo, gucki, grands, nullos and Ramsch."),
        players=(3, 4),
        options=(PAYMENT, RAMSCH),
    ),
    RuleSet(
        "gucki_solo",
        _("Gucki-solo"),
        _("The book’s newer form: the declarer always takes the skat, and every loss counts double."),
        players=(3, 4),
        options=(PAYMENT, RAMSCH),
    ),
    RuleSet(
        "isko",
        _("International (ISkO)"),
        _("The game of clubs and tournaments: bid, hand, schneider, schwarz, ouvert, on a score sheet."),
        players=(3, 4),
        options=(_SHEET_PAYMENT, _NO_RAMSCH, CONTRA, SEEGER),
    ),
    RuleSet(
        "pub",
        _("Pub Skat"),
        _("The international game with contra, Bock rounds and a Ramsch in which the skat is pushed on."),
        players=(3, 4, 5),
        options=(_SHEET_PAYMENT, SEEGER_BESIDE_BOCK, BOCK, RAMSCH_LIMIT, SINGLE_HAND),
    ),
)

_S = _("Foster, Complete Hoyle (1909), on counting")
_L = _("Foster, Complete Hoyle (1909), laws")
_S_L = _("{first}; {second}", first=_S, second=_L)
_ISKO = _("Internationale Skatordnung")
_MODERN = _("Common modern tables")
_CIRCLE, _HOUSE = _("Score lists of a group of three, 2018 to 2023"), _("House rules")

PARAGRAPHS = paragraphs(
    _ISKO,
    Paragraph(
        "foster-value",
        _("Suit games and grands in Foster’s game"),
        _(
            "The unit of the game times the sum of class and matadors. Game is class 1, schneider 2, schneider "
            "announced or schwarz made 3, schwarz after announcing schneider 4, schwarz announced 5. A game lost "
            "with an announcement counts the class announced."
        ),
        _S_L,
    ),
    Paragraph(
        "foster-loss",
        _("What is lost double in Foster’s game"),
        _("Guckis and games played passt mir nicht lose double; all other games lose single."),
        _S,
    ),
    Paragraph(
        "nullo",
        _("Nullos"),
        _(
            "A nullo has a fixed value, without matadors and classes. A gucki nullo loses double; other nullos "
            "lose single."
        ),
        _S_L,
    ),
    Paragraph(
        "gucki-solo-value",
        _("Suit games and grands in Gucki-solo"),
        _(
            "The unit times the matadors plus 1, and 1 more each for schneider and schwarz. Schneider announced: "
            "twice the unit times the matadors plus 2, and one unit more if schwarz is made. Schwarz announced: "
            "three times the unit times the matadors plus 3. Every loss counts double."
        ),
        _L,
    ),
    Paragraph(
        "isko-value",
        _("Suit games and grands by ISkO"),
        _(
            "The base value times the sum of the matadors, 1 for the game, and 1 each for hand, schneider, "
            "schneider announced, schwarz, schwarz announced and ouvert. A lost game counts double."
        ),
    ),
    Paragraph(
        "overbid",
        _("Overbid"),
        _(
            "A game worth less than the bid is lost, whatever the card points: the smallest multiple of its base "
            "value that reaches the bid counts, doubled."
        ),
    ),
    Paragraph(
        "null",
        _("Null"),
        _("Null is worth 23, null hand 35, null ouvert 46, null ouvert hand 59. A lost one counts double."),
    ),
    Paragraph(
        "contra",
        _("Contra and re"),
        _("Contra doubles what is won or lost; re makes it four times as much. The bid doesn’t change."),
        _MODERN,
    ),
    Paragraph(
        SEEGER_FABIAN,
        _("Tournament points (Seeger-Fabian)"),
        _(
            "A game won gives its declarer 50 more; a game lost costs 50 more and gives each of the others 40, at "
            "a table of four 30, of five 24. Neither contra nor a Bock round doubles them."
        ),
        _("Seeger-Fabian list"),
    ),
    Paragraph(
        "single-hand",
        SINGLE_HAND.label,
        _("By the older rules, a hand game that is lost counts once, even a null or an overbid game*."),
        _HOUSE,
    ),
    Paragraph(
        "bock",
        _("Bock rounds"),
        _(
            "In a Bock round, what is won or lost counts double, after contra and in a Ramsch too. It has as many "
            "hands as there are players; passed hands don’t count. A new round waits until the last one is over."
        ),
        _("{first}; {second}", first=_CIRCLE, second=_HOUSE),
    ),
    Paragraph(
        "ramsch",
        _("Ramsch"),
        _(
            "The player with the most card points loses. By the book, that player loses 20*, or 30 if one player "
            "took no trick, 50 if two took none. By modern tables, that player loses his card points, doubled if "
            "one player took no trick; a player who took every trick wins 120. In Pub Skat, each player who pushes "
            "the skat on doubles that, and there can be a limit to what is lost."
        ),
        _("{first}; {second}; {third}; {fourth}", first=_S, second=_MODERN, third=_CIRCLE, fourth=_HOUSE),
    ),
    CORRECTION,
)

PLAYING, FOUR = 3, 4
HEAVY_LOSS = 80
"""The number of card points from which the loss of a grand looks mistyped."""


class SkatState(NamedTuple):
    """The deal, each player's game points and games won and lost, and the Bock rounds due.

    `bock` are the hands left in each round, of which only the first is running.
    """

    dealer: SeatNumber
    points: Amounts
    won: Amounts
    lost: Amounts
    bock: tuple[int, ...] = ()


class SkatRules(Rules[SkatState, Outcome]):
    """Skat, in the rule sets `foster`, `gucki_solo`, `isko` and `pub`."""

    slug = "skat"
    rule_sets = RULE_SETS
    paragraphs = PARAGRAPHS
    tariffs = TARIFFS
    hand = hand_of("isko", BIDS)
    outcome = Outcome
    counts_games = True

    def check_table(self, table: Table) -> None:
        if not table.options.get("seeger"):
            return
        if table.rules == "isko" and (not on_sheet(table) or plays_contra(table) or plays_ramsch(table)):
            raise _impossible(
                "options.seeger", _("A Seeger-Fabian list is written on a sheet and has neither contra nor Ramsch.")
            )
        if not on_sheet(table):
            raise _impossible("options.seeger", _("A Seeger-Fabian list is written on a sheet."))

    def zero_sum(self, table: Table) -> bool:
        return not on_sheet(table)

    def opening(self, table: Table) -> SkatState:
        nothing = (0,) * table.size
        return SkatState(table.first_dealer, nothing, nothing, nothing)

    def carries_on(self, table: Table) -> bool:
        """Return whether a hand can set off Bock rounds; otherwise a list only adds up."""
        return plays_bock(table)

    def sits_out(self, table: Table, state: SkatState) -> tuple[SeatNumber, ...]:
        """Return the dealer of four; of five, the dealer and the third player to his left."""
        if table.size == PLAYING:
            return ()
        return (state.dealer,) if table.size == FOUR else (state.dealer, table.seats[(state.dealer + 3) % table.size])

    def hand_at(self, table: Table) -> Hand:
        return hand_of(
            table.rules,
            bids_of(table),
            contra=plays_contra(table),
            ramsch=plays_ramsch(table),
            bock=plays_bock(table),
        )

    def score(self, table: Table, state: SkatState, outcome: Outcome) -> tuple[Entry, SkatState]:
        """Return the entry of one hand, paid by everybody or written for the declarer only, and the next position.

        Heart solo with three, schneider announced and made with 91, four at the table (S).

        >>> rules = SkatRules()
        >>> table = rules.table(["Anna", "Ben", "Clara", "David"])
        >>> solo = Outcome(call="solo", declarer=SeatNumber(0), suit="hearts", matadors=3,
        ...                announced="schneider", card_points=91)
        >>> rules.score(table, rules.opening(table), solo)[0].amounts
        (180, -60, -60, -60)
        """
        if outcome.declarer is not None:
            refuse_impossible(table, self.sits_out(table, state), outcome)
        elif outcome.call == Call.RAMSCH:
            refuse_ramsch(table, outcome)
        parts = value_parts(table, outcome, in_bock=bool(state.bock))
        lines = [Line(part.rule, part.label, _amounts(table, seat, part.entry)) for seat, part in parts]
        after = _after(table, state, outcome, parts)
        if outcome.declarer is not None and table.options.get("seeger"):
            lines.append(_seeger_line(table, outcome.declarer, won=after.won != state.won))
        return Entry.from_lines(table.size, lines), after

    def contests(self, table: Table, state: SkatState, outcome: Outcome, amounts: Amounts) -> tuple[Contest, ...]:
        """Return the declarer against the two others who play; nothing for a Ramsch."""
        if outcome.declarer is None:
            return ()
        made = amounts[outcome.declarer] > 0
        playing = self.playing(table, state)
        return (Contest.against_the_rest(outcome.call, (outcome.declarer,), playing=playing, made=made),)

    def list_points(self, table: Table, hands: Sequence[ScoredHand]) -> Amounts:
        """Return the game points, however the hands were paid, with the corrections; without Seeger-Fabian points."""
        if not hands:
            return (0,) * table.size
        corrections = [scored.hand.outcome.amounts for scored in hands if isinstance(scored.hand.outcome, Correction)]
        last: Any = hands[-1].state
        return tuple(map(sum, zip(last.points, *corrections, strict=True)))

    def running(self, table: Table, scored: ScoredHand) -> Amounts:
        """Return the running totals on a list; that of a tournament has the points, and Seeger-Fabian at the end."""
        state: Any = scored.state
        points: Amounts = state.points if table.options.get("seeger") else scored.totals
        return points

    def round_totals(self, table: Table, points: Amounts, won: Sequence[int], lost: Sequence[int]) -> Amounts:
        """Return the game points, with the Seeger-Fabian points of all games if the option is on."""
        return self.tournament_points(table, points, won, lost) if table.options.get("seeger") else points

    def list_totals(self, table: Table, points: Amounts, won: Sequence[int], lost: Sequence[int]) -> Amounts:
        """Return the points with the premiums or, if hands are paid one by one, what the payments come to.

        >>> rules = SkatRules()
        >>> table = rules.table(["Anna", "Ben", "Clara"], options={"payment": "each"})
        >>> rules.list_totals(table, (60, -40, 0), (1, 0, 0), (0, 1, 0))
        (160, -140, -20)
        """
        totals = super().list_totals(table, points, won, lost)
        return totals if on_sheet(table) else by_difference(totals)

    def tournament_points(self, table: Table, points: Amounts, won: Sequence[int], lost: Sequence[int]) -> Amounts:
        """Return the game points with the Seeger-Fabian points of all games, also of a list without that option."""
        return tuple(map(sum, zip(points, *premiums(table, won, lost), strict=True)))

    def looks_mistyped(self, table: Table, outcome: Outcome) -> Text | None:
        """Return that a grand was lost by 80 card points or more, although it takes the best cards to bid one.

        >>> SkatRules().looks_mistyped(None, Outcome(call="grand", declarer=SeatNumber(0), card_points=18))
        Text(template='Grand lost by {points} card points', values={'points': 84}, plural='')
        """
        lost_by = CARD_POINTS - 2 * outcome.card_points
        if outcome.call not in GRAND_CALLS or outcome.made is not None or lost_by < HEAVY_LOSS:
            return None
        return _("Grand lost by {points} card points", points=lost_by)

    def round_range(self, table: Table, *, hands: int | None, won: int, lost: int) -> tuple[int, int] | None:
        """Return the game points of the cheapest and the dearest games, which are printed for the modern rules alone.

        >>> rules = SkatRules()
        >>> table = rules.table(["Anna", "Ben", "Clara"], rules="isko", options={"payment": "sheet", "ramsch": False})
        >>> rules.round_range(table, hands=36, won=9, lost=1)
        (-366, 2340)
        """
        if table.rules != "isko" or table.tariff or table.options["ramsch"] or table.options["contra"]:
            return None
        cheapest, dearest = BIDS[0], BIDS[-1]
        return won * cheapest - lost * LOST_TIMES * dearest, won * dearest - lost * LOST_TIMES * cheapest

    def counted(self, state: SkatState) -> Mapping[str, Amounts]:
        return {"points": state.points, "won": state.won, "lost": state.lost}

    def ranks(self, table: Table, state: SkatState, totals: Amounts) -> list[tuple[int, ...]]:
        """Return the sort keys; on a Seeger-Fabian list, the total, then more games won, then fewer lost."""
        if not table.options.get("seeger"):
            return super().ranks(table, state, totals)
        return [(totals[seat], state.won[seat], -state.lost[seat]) for seat in table.seats]

    def state_document(self, table: Table, state: SkatState) -> dict[str, Any]:
        """Return the plain points and games won and lost of a Seeger-Fabian list, and the Bock rounds still to play."""
        counted = self.counted(state) if table.options.get("seeger") else {}
        document: dict[str, Any] = {
            name: dict(zip(table.players, values, strict=True)) for name, values in counted.items()
        }
        if plays_bock(table):
            document |= {"bock": list(state.bock), "factor": BOCK_TIMES if state.bock else 1}
        return document


def on_sheet(table: Table) -> bool:
    """Return whether only the declarer's own figure is written, so that hands don't sum to zero."""
    return table.options["payment"] == "sheet"


def _amounts(table: Table, player: SeatNumber, entry: int) -> Amounts:
    """Return what each seat gains from a player's entry."""
    if on_sheet(table):
        return tuple([entry if seat == player else 0 for seat in table.seats])
    return each_pays(table.size, entry, to=player, payers=[seat for seat in table.seats if seat != player])


def _after(
    table: Table, state: SkatState, outcome: Outcome, parts: Sequence[tuple[SeatNumber, ValuePart]]
) -> SkatState:
    """Return the state with one more hand; if it was played, it is one of a Bock round, and those it sets off wait."""
    points, won, lost, bock = list(state.points), list(state.won), list(state.lost), state.bock
    for seat, part in parts:
        points[seat] += part.entry
    declarer = outcome.declarer
    if declarer is not None:
        (won if points[declarer] > state.points[declarer] else lost)[declarer] += 1
    if bock and outcome.call != Call.PASSED:
        bock = (bock[0] - 1, *bock[1:]) if bock[0] > 1 else bock[1:]
    bock += (table.size,) * outcome.bock
    return SkatState(table.after(state.dealer), tuple(points), tuple(won), tuple(lost), bock)


# Tournament points


def seeger_figures(table: Table) -> tuple[int, int]:
    """Return what a game won or lost counts for its declarer, and a lost one for each of the others."""
    return table.figures[PREMIUMS, OWN, POINTS], table.figures[PREMIUMS, f"{OTHERS}-{table.size}", POINTS]


def _seeger_line(table: Table, declarer: SeatNumber, *, won: bool) -> Line:
    own, others = seeger_figures(table)
    if won:
        label, of_declarer, of_others = _("a game won: {own} more", own=own), own, 0
    else:
        label = _("a game lost: {own}, and {others} to each of the others", own=-own, others=others)
        of_declarer, of_others = -own, others
    amounts = tuple([of_declarer if seat == declarer else of_others for seat in table.seats])
    return Line(SEEGER_FABIAN, label, amounts)


def premiums(table: Table, won: Sequence[int], lost: Sequence[int]) -> tuple[Amounts, Amounts]:
    """Return the Seeger-Fabian points of a list for each player's own games, and for those that the others lost.

    As printed, 50 for each game won, −50 for each one lost, and 30 (three at the table: 40) for each of the others'.

    >>> premiums(SkatRules().table(["Anna", "Ben", "Clara", "David"]), [9, 4, 0, 0], [1, 3, 0, 0])
    ((400, 50, 0, 0), (90, 30, 120, 120))
    """
    own, others = seeger_figures(table)
    of_own = tuple([own * (ups - downs) for ups, downs in zip(won, lost, strict=True)])
    return of_own, tuple([others * (sum(lost) - downs) for downs in lost])


# Impossible hands


def refuse_impossible(table: Table, sits_out: tuple[SeatNumber, ...], outcome: Outcome) -> None:
    """Raise `RuleError` at the first contradiction between the fields of a game, in the order of the rules page."""
    refuse_absent(outcome.declarer, sits_out, "declarer")
    if table.rules in MODERN:
        if outcome.call == Call.NULL:
            _refuse_null(table, outcome)
        else:
            _refuse_announcements(outcome)
    points = outcome.card_points
    if points in (1, CARD_POINTS - 1):
        message = _("Nobody can have {points} card points: no card is worth one point.", points=points)
        raise _impossible("card_points", message)
    if outcome.schwarz and points != CARD_POINTS and points not in POSSIBLE_IN_THE_SKAT:
        message = _(
            "With {points} card points, both sides took a trick: without a trick, the declarer has only the "
            "points in the skat.",
            points=points,
        )
        raise _impossible("schwarz", message)


def _refuse_announcements(outcome: Outcome) -> None:
    if outcome.announced is not None and not outcome.hand:
        raise _impossible("announced", _("Only a hand game can be announced."))
    if outcome.ouvert and not outcome.hand:
        raise _impossible("ouvert", _("A suit game or grand ouvert must be a hand game."))
    if outcome.ouvert and outcome.announced is Level.SCHNEIDER:
        raise _impossible("announced", _("Ouvert announces schwarz, not schneider."))


def _refuse_null(table: Table, outcome: Outcome) -> None:
    value = value_of_null(table.figures, hand=outcome.hand, ouvert=outcome.ouvert)
    if value < outcome.bid:
        message = _(
            "A null worth {value} can’t be played after a bid of {bid}. The game is lost at once: enter it as a suit "
            "game or grand of the declarer’s choice, lost, for example clubs with 1.",
            value=value,
            bid=outcome.bid,
        )
        raise _impossible("bid", message)


def refuse_ramsch(table: Table, outcome: Outcome) -> None:
    card_points = outcome.points_taken
    total = sum(points for points in card_points if points is not None)
    if total != CARD_POINTS:
        message = _("There are {all} card points in total, not {total}.", all=CARD_POINTS, total=total)
        raise RuleError(Code.TOTAL, "points_taken", message)
    for seat, points in enumerate(card_points):
        if points == 1:
            message = _("{player} can’t have 1 card point: no card is worth one point.", player=SeatName(seat))
            raise _impossible(f"points_taken.{table.players[seat]}", message)
    for place, seat in enumerate(outcome.trickless):
        if card_points[seat]:
            message = _("{player} has card points, and therefore a trick.", player=SeatName(seat))
            raise _impossible(f"trickless.{place}", message)


def _impossible(field: str, message: Text) -> RuleError:
    return RuleError(Code.IMPOSSIBLE, field, message)
