"""Rules of Skat: what each hand is worth to its declarer, and who pays it.

The *declarer* plays alone against the *opponents*; with four at the table the dealer sits out. *Card points*, 120 in
all, are the points in tricks; game points, or just points, are what is scored. *Matadors* are the unbroken run of top
trumps from the club jack that the declarer has (with) or lacks (without). `game_value.py` computes the *entry*, a
game's value to the declarer; this module has the rule sets, and who pays.

Sources: S is the source text, Foster's *Complete Hoyle* (1909); L its laws and score-sheet pages; ISkO the
Internationale Skatordnung; M common modern tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from games.scoring.errors import Code, RuleError
from games.scoring.hand import Hand
from games.scoring.payments import each_pays
from games.scoring.rules import Rules
from games.scoring.settlement import by_difference
from games.scoring.text import Text
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
from games.skat.game_value import value_parts
from games.skat.hand import FOUR, Outcome, hand_at, hand_of
from games.skat.refusals import refuse_impossible, refuse_ramsch
from games.skat.tariff import BIDS, CARD_POINTS, GRAND_UNIT, LOST_TIMES, OTHERS, OWN, POINTS, TARIFFS, Call, PaymentRule
from games.skat.tariff import SEEGER as PREMIUMS

_SHEET_RULE = PaymentRule.SHEET.value  # looked up once: an enum takes long to look up its members
_EACH, _SHEET = (PaymentRule.EACH.value, _("Paid hand by hand")), (PaymentRule.SHEET.value, _("Written on a sheet"))
_PAYMENT_HELP = _(
    "Paid hand by hand, the declarer settles with every other player at the table, including the one sitting out. On "
    "a sheet, only the declarer’s own figure is written."
)
SEEGER_FABIAN = "seeger-fabian"
"""The paragraph of the premiums, and the rule of their line in an entry."""

PAYMENT = Option(name="payment", label=_("Payment"), help=_PAYMENT_HELP, default="each", choices=(_EACH, _SHEET))
RAMSCH = Option(
    name="ramsch",
    label=_("Ramsch"),
    help=_("When all pass, everyone plays alone, and the player with the most card points loses."),
    default=True,
)
CONTRA = Option(
    name="contra",
    label=_("Contra and re"),
    help=_("The opponents can double the game, and the declarer can double it again."),
    default=False,
)
SEEGER = Option(
    name="seeger",
    label=_("Tournament points (Seeger-Fabian)"),
    help=_(
        "50 more for a game won, 50 less for one lost, and 40 (four at the table: 30) to each of the others. For a "
        "sheet without Ramsch and contra."
    ),
    default=False,
)
_SHEET_PAYMENT = replace(PAYMENT, default="sheet", choices=(_SHEET, _EACH))
_NO_RAMSCH = replace(RAMSCH, default=False)

RULE_SETS = {
    "foster": RuleSet(
        slug="foster",
        name=_("Foster 1909"),
        summary=_("The American game of the book: tournée, solo, gucki, grands, nullos and Ramsch."),
        players=(3, 4),
        options=(PAYMENT, RAMSCH),
    ),
    "gucki_solo": RuleSet(
        slug="gucki_solo",
        name=_("Gucki-solo"),
        summary=_("The book’s newer form: the declarer always takes the skat, and every loss counts double."),
        players=(3, 4),
        options=(PAYMENT, RAMSCH),
    ),
    "isko": RuleSet(
        slug="isko",
        name=_("International (ISkO)"),
        summary=_("The game of clubs and tournaments: bid, hand, schneider, schwarz, ouvert, on a score sheet."),
        players=(3, 4),
        options=(_SHEET_PAYMENT, _NO_RAMSCH, CONTRA, SEEGER),
    ),
}

_S = _("Foster, Complete Hoyle (1909), on counting")
_L = _("Foster, Complete Hoyle (1909), laws")
_S_L = _("{first}; {second}", first=_S, second=_L)
_ISKO = _("Internationale Skatordnung")
_MODERN = _("Common modern tables")

PARAGRAPHS = {
    paragraph.slug: paragraph
    for paragraph in (
        Paragraph(
            slug="foster-value",
            title=_("Suit games and grands in Foster’s game"),
            sentence=_(
                "The unit of the game times the sum of class and matadors. Game is class 1, schneider 2, schneider "
                "announced or schwarz made 3, schwarz after announcing schneider 4, schwarz announced 5. A game lost "
                "with an announcement counts the class announced."
            ),
            source=_S_L,
        ),
        Paragraph(
            slug="foster-loss",
            title=_("What is lost double in Foster’s game"),
            sentence=_("Guckis and games played passt mir nicht lose double; all other games lose single."),
            source=_S,
        ),
        Paragraph(
            slug="nullo",
            title=_("Nullos"),
            sentence=_(
                "A nullo has a fixed value, without matadors and classes. A gucki nullo loses double; other nullos "
                "lose single."
            ),
            source=_S_L,
        ),
        Paragraph(
            slug="gucki-solo-value",
            title=_("Suit games and grands in Gucki-solo"),
            sentence=_(
                "The unit times the matadors plus 1, and 1 more each for schneider and schwarz. Schneider announced: "
                "twice the unit times the matadors plus 2, and one unit more if schwarz is made. Schwarz announced: "
                "three times the unit times the matadors plus 3. Every loss counts double."
            ),
            source=_L,
        ),
        Paragraph(
            slug="isko-value",
            title=_("Suit games and grands by ISkO"),
            sentence=_(
                "The base value times the sum of the matadors, 1 for the game, and 1 each for hand, schneider, "
                "schneider announced, schwarz, schwarz announced and ouvert. A lost game counts double."
            ),
            source=_ISKO,
        ),
        Paragraph(
            slug="overbid",
            title=_("Overbid"),
            sentence=_(
                "A game worth less than the bid is lost, whatever the card points: the smallest multiple of its base "
                "value that reaches the bid counts, doubled."
            ),
            source=_ISKO,
        ),
        Paragraph(
            slug="null",
            title=_("Null"),
            sentence=_(
                "Null is worth 23, null hand 35, null ouvert 46, null ouvert hand 59. A lost one counts double."
            ),
            source=_ISKO,
        ),
        Paragraph(
            slug="contra",
            title=_("Contra and re"),
            sentence=_("Contra doubles what is won or lost; re makes it four times as much. The bid doesn’t change."),
            source=_MODERN,
        ),
        Paragraph(
            slug=SEEGER_FABIAN,
            title=_("Tournament points (Seeger-Fabian)"),
            sentence=_(
                "A game won gives its declarer 50 more; a game lost costs 50 more and gives each of the others 40, at "
                "a table of four 30."
            ),
            source=_("Seeger-Fabian list"),
        ),
        Paragraph(
            slug="ramsch",
            title=_("Ramsch"),
            sentence=_(
                "The player with the most card points loses. By the book, that player loses 20*, or 30 if one player "
                "took no trick, 50 if two did. By modern tables, that player loses his card points, doubled if one "
                "player took no trick; a player who took every trick wins 120."
            ),
            source=_("{first}; {second}", first=_S, second=_MODERN),
        ),
        Paragraph(
            slug="correction",
            title=_("Correction"),
            sentence=_("Points moved by hand, with a reason. A correction never moves the deal."),
            source=_("Our own"),
        ),
    )
}

HEAVY_LOSS = 80
"""The number of card points from which the loss of a grand looks mistyped."""


class SkatState(NamedTuple):
    """The deal, and on a Seeger-Fabian list, each player's points and games won and lost; otherwise these are empty."""

    dealer: SeatNumber
    points: Amounts = ()
    won: Amounts = ()
    lost: Amounts = ()


class SkatRules(Rules[SkatState, Outcome]):
    """Skat, in the rule sets `foster`, `gucki_solo` and `isko`."""

    slug = "skat"
    rule_sets = RULE_SETS
    paragraphs = PARAGRAPHS
    tariffs = TARIFFS
    hand = hand_of("isko", BIDS)
    outcome = Outcome
    counts_games = True

    def check_table(self, table: Table) -> None:
        options = table.options
        if options.get("seeger") and (on_sheet(table), options["contra"], options["ramsch"]) != (True, False, False):
            message = _("A Seeger-Fabian list is written on a sheet and has neither contra nor Ramsch.")
            raise RuleError(Code.IMPOSSIBLE, "options.seeger", message)

    def zero_sum(self, table: Table) -> bool:
        return not on_sheet(table)

    def opening(self, table: Table) -> SkatState:
        if not table.options.get("seeger"):
            return SkatState(dealer=table.first_dealer)
        nothing = (0,) * table.size
        return SkatState(dealer=table.first_dealer, points=nothing, won=nothing, lost=nothing)

    def carries_on(self, table: Table) -> bool:
        """Return False: a list only adds up, and no game on it affects another."""
        return False

    def sits_out(self, table: Table, state: SkatState) -> SeatNumber | None:
        return state.dealer if table.size == FOUR else None

    def hand_at(self, table: Table) -> Hand:
        return hand_at(table)

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
            refuse_impossible(table, state.dealer, outcome)
        elif outcome.call == Call.RAMSCH:
            refuse_ramsch(table, outcome)
        size, next_dealer = table.size, table.after(state.dealer)
        parts = value_parts(table.rules, table.figures, outcome)
        sheet = on_sheet(table)
        lines = [Line(part.rule, part.label, _amounts(size, seat, sheet, part.entry)) for seat, part in parts]
        if not state.points or outcome.declarer is None:
            after = SkatState(next_dealer, state.points, state.won, state.lost)
        else:
            entry = sum([part.entry for _seat, part in parts])
            lines.append(_seeger_line(table, outcome.declarer, won=entry > 0))
            after = _listed(state, next_dealer, outcome.declarer, entry)
        return Entry.from_lines(size, lines), after

    def contests(self, table: Table, state: SkatState, outcome: Outcome, amounts: Amounts) -> tuple[Contest, ...]:
        """Return the declarer against the two other active players; nothing for a Ramsch."""
        if outcome.declarer is None:
            return ()
        made = amounts[outcome.declarer] > 0
        playing = self.playing(table, state)
        return (Contest.against_the_rest(outcome.call, (outcome.declarer,), playing=playing, made=made),)

    def list_points(self, table: Table, hands: Sequence[ScoredHand]) -> Amounts:
        """Return the game points, however the hands were paid, with the corrections; without Seeger-Fabian points."""
        return game_points(table, hands)

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
        return tuple([own + more for own, more in zip(points, premiums(table, won, lost), strict=True)])

    def looks_mistyped(self, table: Table, outcome: Outcome) -> Text | None:
        """Return that a grand was lost by 80 card points or more, although it takes the best cards to bid one.

        >>> SkatRules().looks_mistyped(None, Outcome(call="grand", declarer=SeatNumber(0), card_points=18))
        Text(template='Grand lost by {points} card points', values={'points': 84}, plural='')
        """
        lost_by = CARD_POINTS - 2 * outcome.card_points
        if outcome.call not in GRAND_UNIT or lost_by < HEAVY_LOSS:
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
        return {"points": state.points, "won": state.won, "lost": state.lost} if state.points else {}

    def ranks(self, table: Table, state: SkatState, totals: Amounts) -> list[tuple[int, ...]]:
        """Return the sort keys; on a Seeger-Fabian list, the total, then more games won, then fewer lost."""
        if not state.won:
            return super().ranks(table, state, totals)
        return [(totals[seat], state.won[seat], -state.lost[seat]) for seat in table.seats]

    def state_document(self, table: Table, state: SkatState) -> dict[str, Any]:
        """Return, with Seeger-Fabian points, the plain points and the games won and lost of each player."""
        return {name: dict(zip(table.players, values, strict=True)) for name, values in self.counted(state).items()}


def on_sheet(table: Table) -> bool:
    """Return whether only the declarer's own figure is written, so that hands don't sum to zero."""
    return table.options["payment"] == _SHEET_RULE


def running(scored: ScoredHand) -> Amounts:
    """Return the running totals on a list; that of a tournament has the games' points, and Seeger-Fabian at the end."""
    state = scored.state
    return state.points if isinstance(state, SkatState) and state.points else scored.totals


# Payments


def _amounts(size: int, player: SeatNumber, sheet: bool, entry: int) -> Amounts:
    """Return what each seat gains from a player's entry."""
    if sheet:
        return tuple([entry if seat == player else 0 for seat in range(size)])
    return each_pays(size, entry, to=player, payers=[SeatNumber(seat) for seat in range(size) if seat != player])


def _seeger_line(table: Table, declarer: SeatNumber, *, won: bool) -> Line:
    amount = table.figures[PREMIUMS, OWN, POINTS]
    if won:
        label = _("a game won: {own} more", own=amount)
    else:
        others = table.figures[PREMIUMS, f"{OTHERS}-{table.size}", POINTS]
        label = _("a game lost: {own}, and {others} to each of the others", own=-amount, others=others)
    return Line(SEEGER_FABIAN, label, premium(table, declarer, won=won))


def _listed(state: SkatState, dealer: SeatNumber, declarer: SeatNumber, entry: int) -> SkatState:
    """Return the next position, with one more game on the list."""

    def added(amounts: Amounts, amount: int) -> Amounts:
        return (*amounts[:declarer], amounts[declarer] + amount, *amounts[declarer + 1 :])

    return SkatState(
        dealer=dealer,
        points=added(state.points, entry),
        won=added(state.won, 1) if entry > 0 else state.won,
        lost=added(state.lost, 1) if entry < 0 else state.lost,
    )


# Tournament points


def premium(table: Table, declarer: SeatNumber, *, won: bool) -> Amounts:
    """Return the Seeger-Fabian points of a game.

    As printed: won, the declarer gains 50; lost, he loses 50 and each other player gains 40 (three at the table) or 30.

    >>> premium(SkatRules().table(["Anna", "Ben", "Clara", "David"]), SeatNumber(1), won=False)
    (30, -50, 30, 30)
    """
    declarers, others = table.figures[PREMIUMS, OWN, POINTS], 0
    if not won:
        declarers, others = -declarers, table.figures[PREMIUMS, f"{OTHERS}-{table.size}", POINTS]
    return tuple([declarers if seat == declarer else others for seat in table.seats])


def premiums(table: Table, won: Sequence[int], lost: Sequence[int]) -> Amounts:
    """Return the Seeger-Fabian points of a whole list, from the games that each seat won and lost.

    Each player has 50 for each game won, −50 for each one lost, and 30 (three at the table: 40) for each that another
    player lost.

    >>> premiums(SkatRules().table(["Anna", "Ben", "Clara", "David"]), [9, 4, 0, 0], [1, 3, 0, 0])
    (490, 80, 120, 120)
    """
    own = table.figures[PREMIUMS, OWN, POINTS]
    others = table.figures[PREMIUMS, f"{OTHERS}-{table.size}", POINTS]
    return tuple([own * (ups - downs) + others * (sum(lost) - downs) for ups, downs in zip(won, lost, strict=True)])


def game_points(table: Table, hands: Iterable[ScoredHand]) -> Amounts:
    """Return what these hands write on a list.

    That is the value of each game to its declarer or, of a Ramsch, to its loser, and corrections as they were written.
    """
    points = [0] * table.size
    for scored in hands:
        outcome = scored.hand.outcome
        if isinstance(outcome, Correction):
            points = [own + amount for own, amount in zip(points, outcome.amounts, strict=True)]
        elif isinstance(outcome, Outcome):
            for seat, part in value_parts(table.rules, table.figures, outcome):
                points[seat] += part.entry
    return tuple(points)
