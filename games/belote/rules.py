"""Rules of Belote: the classic game with a turned-up card, and the coinchée or contrée, which is played by auction.

Both partners have what their side scored; the amounts don't sum to zero. K is what a side that takes every trick has
for the cards, S what a doubled or failed contract counts for them, C what was bid.

Sources: F is the Fédération Française de Belote (2016), C its rules of the Belote coinchée and contrée (2015), M common
tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from games.belote import tariff
from games.belote.hand import (
    BELOTE_NAME,
    DEDANS,
    EVERY_CALL,
    LITIGE,
    Announcement,
    Outcome,
    Variant,
    fields_of,
    hand_of,
    result,
)
from games.belote.tariff import Call, Camp, Kind, Trump
from games.scoring.errors import Code, refuse
from games.scoring.fields import Fields
from games.scoring.hand import MADE, Hand
from games.scoring.hand import Call as Declared
from games.scoring.paragraphs import CORRECTION_IN_SCORE, paragraphs
from games.scoring.rules import Rules, rule_sets
from games.scoring.sides import SIDE_WORDS, Score, Side, higher, of_partners, of_side, partners, side_of, with_amounts
from games.scoring.text import Text, joined
from games.scoring.text import message as _
from games.scoring.types import Amounts, Contest, Entry, Line, Option, Paragraph, RuleSet, SeatNumber, Table

_ROUND = _("Each side’s score is rounded to the nearest ten, with 5 rounded up.")
_TARGET = Option(
    "target",
    _("Played to"),
    _("The game ends when a side has this many points*; with 0, points don’t end it."),
    default=1000,
    low=0,
)
_DEALS = Option(
    "deals",
    _("Deals"),
    _("The game ends after this many deals, not counting those that all passed; with 0, there is no fixed number."),
    low=0,
)
_ANNOUNCEMENTS = Option("announcements", _("Announcements"), _("Tierce, cinquante, cent and carré count."))
_SANS_TOUT_ATOUT = Option(
    "sans_tout_atout", _("Sans atout and tout atout"), _("They can be trumps as well as the four suits.")
)


def _rounding(default: bool) -> Option:
    return Option("round_to_ten", _("Round to tens"), _ROUND, default=default)


RULE_SETS = rule_sets(
    RuleSet(
        "classic",
        _("Classic belote"),
        _("A card is turned up; the taker’s side must have more than the other."),
        players=(4,),
        options=(
            _TARGET,
            _DEALS,
            _ANNOUNCEMENTS,
            Option(
                "tie",
                _("Equal totals"),
                _("Whether the taker’s points are held for the next hand, or the taker has failed."),
                choices=(("litige", LITIGE), ("dedans", Text("dedans"))),
            ),
            _rounding(default=False),
            _SANS_TOUT_ATOUT,
        ),
    ),
    RuleSet(
        "coinche",
        Text("Coinche, contrée"),
        _("Belote by auction: a number of points is bid, and can be doubled twice."),
        players=(4,),
        options=(
            _TARGET,
            _DEALS,
            _ANNOUNCEMENTS,
            Option(
                "marque",
                _("What is written"),
                _("The points made and the contract, or only one of them*."),
                choices=(
                    ("faits_annonces", _("points made and contract")),
                    ("annonces", _("the contract")),
                    ("faits", _("points made")),
                ),
            ),
            Option(
                "doubles",
                _("Coinche multiplies"),
                _("All that is written, or only the contract."),
                choices=(("all", _("everything")), ("contract", _("the contract"))),
            ),
            Option(
                "belote_counts",
                _("Belote counts towards the contract"),
                _("Without this option, belote counts neither for the contract nor against it."),
                default=True,
            ),
            _rounding(default=True),
            _SANS_TOUT_ATOUT,
        ),
    ),
)

_F = _("Fédération Française de Belote, rules of 2016")
_C = _("Fédération Française de Belote, coinchée and contrée, 2015")

PARAGRAPHS = paragraphs(
    _("{first}; {second}", first=_F, second=_C),
    Paragraph(
        "points",
        _("Card points"),
        _("A hand has 162 card points, including the last trick; a side that takes every trick has 252."),
    ),
    Paragraph(
        "belote",
        BELOTE_NAME,
        _("King and queen of trumps in one hand: 20 for the side that showed them, whatever happens."),
    ),
    Paragraph(
        "announcements",
        _("Announcements"),
        _(
            "Only one side’s announcements count, and they count towards the contract as well. A side without a "
            "trick hands its own over*."
        ),
        _C,
    ),
    Paragraph(
        "made",
        _("Contract made (classic)"),
        _("If the attack has more than the defence, each side scores what it has."),
        _F,
    ),
    Paragraph(
        "failed",
        Text("Dedans"),
        _("If the attack has less, the defence scores 162, or 252 for a capot, and all announcements*."),
        _F,
    ),
    Paragraph(
        "litige",
        Text("Litige"),
        _("Equal totals: the defence scores its own; the attack’s is held for the side that wins the next hand."),
        _F,
    ),
    Paragraph("rounding", _("Rounding"), _ROUND),
    Paragraph(
        "contract",
        _("The contract (coinche)"),
        _("The attack needs what it bid, and more than the defence. The side that wins the hand adds the bid."),
        _C,
    ),
    Paragraph(
        "doubles",
        Text("Coinche, surcoinche"),
        _("The winner of the hand scores all cards, announcements and the contract, times 2 or 4."),
        _C,
    ),
    Paragraph(
        "marque",
        _("What is written"),
        _("Some tables write only the contract, or only the points made*."),
        _("Common tables"),
    ),
    CORRECTION_IN_SCORE,
)


class BeloteState(NamedTuple):
    """What is carried from hand to hand: the score, what is held from a litige, and who waits at the target.

    A side waits if it stood there after a hand in which it took no trick or failed. `deals` are those that were played.
    """

    dealer: SeatNumber
    score: Score = (0, 0)
    held: int = 0
    deals: int = 0
    waits: tuple[bool, bool] = (False, False)

    def winner(self, table: Table) -> Side | None:
        """Return the side that has won: the higher of those that reached the target or, after all deals, of both.

        >>> table = BeloteRules().table(["A", "Y", "B", "Z"])
        >>> BeloteState(SeatNumber(0), score=(1010, 1020)).winner(table), BeloteState(SeatNumber(0)).winner(table)
        (<Side.YZ: 'yz'>, None)
        """
        target, deals = table.options["target"], table.options["deals"]
        sides = zip(Side, self.score, self.waits, strict=True)
        there = [side for side, own, waits in sides if own >= int(target) > 0 and not waits]
        if len(there) == 1:
            return there[0]
        return higher(Side, self.score) if there or (deals and self.deals >= int(deals)) else None


class BeloteRules(Rules[BeloteState, Outcome]):
    slug = "belote"
    rule_sets = RULE_SETS
    paragraphs = PARAGRAPHS
    tariffs = tariff.TARIFFS
    hand = EVERY_CALL
    outcome = Outcome
    state = BeloteState
    dealt_again = frozenset({Call.PASSED})
    partners_share = both_score = True

    def hand_at(self, table: Table) -> Hand:
        return hand_of(Variant.of(table))

    def offered_calls(self, table: Table) -> list[Declared]:
        """Return the calls up to the highest bid that there is at this table."""
        highest = max(Variant.of(table).highest_bid(trump) for trump in Variant.of(table).trumps)
        return [call for call in super().offered_calls(table) if int(call.fixed.get("contract", 0)) <= highest]

    def deciding_at(self, table: Table) -> Mapping[str, Fields]:
        return {
            call.word: Fields(field for item in call.items if item.name in ("trump", "capot") for field in item.fields)
            for call in self.hand_at(table).calls
        }

    def fields(self, table: Table, call: str, raw: Mapping[str, Any]) -> Fields:
        trump = next((trump for trump in tariff.WITHOUT_SUIT if raw.get("trump") == trump), None)
        return fields_of(Variant.of(table), call, trump, is_capot=raw.get("capot") is not None)

    def over(self, table: Table, state: BeloteState) -> bool:
        return state.winner(table) is not None

    def score(self, table: Table, state: BeloteState, outcome: Outcome) -> tuple[Entry, BeloteState]:
        """Return the entry of a hand and the next position.

        A contract of 90, made with 87 points and the belote.

        >>> rules = BeloteRules()
        >>> table = rules.table(["A", "Y", "B", "Z"], rules="coinche")
        >>> hand = Outcome("contrat", contract=90, points=87, belote=Camp.ATTACK)
        >>> rules.score(table, rules.opening(table), hand)[0].amounts
        (200, 80, 200, 80)
        """
        after = state._replace(dealer=table.after(state.dealer))
        if outcome.call == Call.PASSED:
            return Entry.from_lines(table.size, ()), after
        _refuse_impossible(outcome)
        made = result(outcome, Variant.of(table))
        hand = Played(table, outcome, made)
        if table.rules == "classic":
            lines = list(hand.classic(state.held))
            held = 0 if made is not None else state.held + hand.rounded(outcome.total(Camp.ATTACK))
            after = after._replace(held=held)
        else:
            lines = list(hand.coinche())
        entry = Entry.from_lines(table.size, lines)
        after = after._replace(score=with_amounts(state.score, entry.amounts), deals=state.deals + 1)
        return entry, after if table.rules == "classic" else after._replace(waits=hand.waits(after))

    def corrected(self, table: Table, state: BeloteState, amounts: Amounts) -> BeloteState:
        return state._replace(score=with_amounts(state.score, amounts))

    def contests(self, table: Table, state: BeloteState, outcome: Outcome, amounts: Amounts) -> tuple[Contest, ...]:
        """Return the taker's side against the other; in a litige, nobody made or lost anything."""
        if outcome.call == Call.PASSED:
            return ()
        made = result(outcome, Variant.of(table))
        attack, defence = partners(_side(outcome, Camp.ATTACK)), partners(_side(outcome, Camp.DEFENCE))
        return (Contest("" if made is None else outcome.call, attack, defence, made),)

    def state_document(self, table: Table, state: BeloteState) -> dict[str, Any]:
        """Return the score, what is held in the classic game, and who has won."""
        winner = state.winner(table)
        return {
            "score": dict(zip(Side, state.score, strict=True)),
            **({"held": state.held} if table.rules == "classic" else {}),
            "game_over": winner is not None,
            "winner": winner,
        }


def _side(outcome: Outcome, camp: Camp) -> Side:
    taker = side_of(outcome.taker)
    return taker if camp is Camp.ATTACK else taker.other


class Played(NamedTuple):
    """A hand that was played, with the lines of what each side scores. `made` is None in a litige."""

    table: Table
    outcome: Outcome
    made: bool | None

    # In both games

    def rounded(self, points: int) -> int:
        """Return points as they are written.

        >>> table = BeloteRules().table(["A", "Y", "B", "Z"], options={"round_to_ten": True})
        >>> [Played(table, Outcome("prise"), True).rounded(points) for points in (84, 85)]
        [80, 90]
        """
        return (points + 5) // 10 * 10 if self.table.options["round_to_ten"] else points

    @property
    def winner(self) -> Camp:
        """The side that wins the hand."""
        return Camp.ATTACK if self.made else Camp.DEFENCE

    def line(self, rule: str, label: Text, points: Mapping[Camp, int]) -> Line:
        """Return a line with what each side gains, which both of its players do."""
        gains = {_side(self.outcome, camp): gain for camp, gain in points.items()}
        return Line(rule, label, of_partners(*(gains.get(side, 0) for side in Side)))

    def bonuses(self, rule: str, points: Mapping[Camp, int]) -> Iterator[Line]:
        """Yield the line of each side that has belotes or announcements."""
        for camp, worth in points.items():
            if worth:
                label = of_side(PARAGRAPHS[rule].title, SIDE_WORDS[_side(self.outcome, camp)])
                yield self.line(rule, label, {camp: worth})

    def rounding(self, scores: Mapping[Camp, int]) -> Iterator[Line]:
        """Yield how much rounding these scores adds or takes, if it does."""
        more = {camp: self.rounded(points) - points for camp, points in scores.items()}
        if any(more.values()):
            yield self.line("rounding", _("Rounded to tens"), more)

    # The classic game

    def classic(self, held: int) -> Iterator[Line]:
        """Yield the lines of a hand of the classic game, in which so much is held from a litige before."""
        outcome = self.outcome
        attack, defence = outcome.total(Camp.ATTACK), outcome.total(Camp.DEFENCE)
        if self.made is None:
            label = _("Litige: {points} each, those of the attack are held", points=attack)
            yield self.line("litige", label, {Camp.DEFENCE: defence})
            yield from self.rounding({Camp.DEFENCE: defence})
            return
        label = joined([f"{attack} – {defence}", self.said])
        if self.made:
            cards = {camp: outcome.cards(camp) for camp in Camp}
            yield self.line("made", label, cards)
            yield from self.bonuses("announcements", {camp: outcome.announced(camp) for camp in Camp})
        else:
            cards = {Camp.ATTACK: 0, Camp.DEFENCE: tariff.ALL_CARD_POINTS if outcome.capot else tariff.CARD_POINTS}
            yield self.line("failed", label, cards)
            yield from self.bonuses("announcements", {Camp.DEFENCE: self.all_announced})
        yield from self.bonuses("belote", {camp: outcome.belotes(camp) for camp in Camp})
        yield from self.rounding(cards)
        if held:
            yield self.line("litige", _("Held from a litige"), {self.winner: held})

    @property
    def all_announced(self) -> int:
        """What the announcements of both sides are worth."""
        return sum(self.outcome.announced(camp) for camp in Camp)

    # The coinchée

    @property
    def bid(self) -> int:
        """C, what was bid."""
        place = tariff.OF_BID.get(self.outcome.call)
        return self.table.figures[place] if place else self.outcome.contract

    @property
    def times(self) -> int:
        coinche = self.outcome.coinche
        return self.table.figures[tariff.OF_DOUBLED[coinche]] if coinche else 1

    @property
    def contract(self) -> Text:
        """The contract with its result: "100, made"."""
        bid = tariff.CALL_NAMES.get(self.outcome.call) or str(self.outcome.contract)
        doubled = [tariff.DOUBLED_NAMES[self.outcome.coinche]] if self.outcome.coinche else []
        return joined([bid, *doubled, self.said])

    @property
    def said(self) -> Text:
        return MADE if self.made else DEDANS

    def coinche(self) -> Iterator[Line]:
        """Return the lines of a hand of the coinchée."""
        return self.simply_made() if self.made and self.times == 1 else self.all_to_the_winner()

    @property
    def writes_bid(self) -> bool:
        """Whether tables that write only one figure write what was bid, not the cards."""
        if self.made:
            return self.table.options["marque"] == "annonces" or self.outcome.call == Call.GENERALE
        return self.outcome.call in tariff.OF_BID

    def simply_made(self) -> Iterator[Line]:
        outcome, writes_both = self.outcome, self.table.options["marque"] == "faits_annonces"
        cards = {camp: outcome.cards(camp) for camp in Camp}
        if writes_both or not self.writes_bid:
            label = joined([PARAGRAPHS["points"].title, f"{cards[Camp.ATTACK]} – {cards[Camp.DEFENCE]}"])
            yield self.line("points" if writes_both else "marque", label, cards)
            yield from self.rounding(cards)
        if writes_both or self.writes_bid:
            yield self.line("contract" if writes_both else "marque", self.contract, {Camp.ATTACK: self.bid})
        yield from self.bonuses("announcements", {camp: outcome.announced(camp) for camp in Camp})
        yield from self.bonuses("belote", {camp: outcome.belotes(camp) for camp in Camp})

    def all_to_the_winner(self) -> Iterator[Line]:
        """Yield what the winner of a doubled or failed contract scores, and the other side's belotes."""
        outcome, options, winner = self.outcome, self.table.options, self.winner
        cards = self.rounded(tariff.ALL_CARD_POINTS if self.made and outcome.all_tricks else tariff.CARD_POINTS)
        rule, contract = "doubles" if self.times > 1 else "contract", self.bid
        if options["marque"] != "faits_annonces":
            rule, cards, contract = "marque", 0, self.bid if self.writes_bid else cards
        added = [points for points in (cards, self.all_announced, outcome.belotes(winner)) if points]
        points, worked = sum(added) + contract, " + ".join(map(str, [*added, contract]))
        if self.times > 1 and options["doubles"] == "contract":
            points, worked = sum(added) + contract * self.times, f"{worked} × {self.times}"
        elif self.times > 1:
            points, worked = points * self.times, f"({worked}) × {self.times}"
        yield self.line(rule, joined([self.contract, worked]), {winner: points})
        yield from self.bonuses("belote", {winner.other: outcome.belotes(winner.other)})

    def waits(self, after: BeloteState) -> tuple[bool, bool]:
        """Return whether each side waits at the target: it took no trick or failed, so belote alone brought it there.

        A side that waits ends that only with a trick in a hand that it doesn't fail.
        """
        target = int(self.table.options["target"])
        blocked = {_side(self.outcome, camp) for camp in Camp if self.outcome.all_tricks == camp.other}
        if not self.made:
            blocked.add(_side(self.outcome, Camp.ATTACK))
        first, other = (
            side in blocked and (waits or own >= target > 0)
            for side, own, waits in zip(Side, after.score, after.waits, strict=True)
        )
        return first, other


# Impossible hands

HANDS, IN_A_HAND = 2, 2
"""The hands of a side, and the announcements that one of them can hold."""


def _refuse_impossible(outcome: Outcome) -> None:
    """Raise `RuleError` if what the fields say together cannot have happened, in the order of the rules page."""
    if outcome.call in (Call.PRISE, Call.CONTRAT) and not outcome.capot:
        _refuse_points(outcome.points, outcome.defence_points)
    if outcome.attack_belotes + outcome.defence_belotes > tariff.MOST_BELOTES:
        refuse("defence_belotes", _("There are at most four belotes."), Code.TOTAL)
    if outcome.trump is not Trump.TOUT_ATOUT:
        for name, points in (("points", outcome.points), ("defence_points", outcome.defence_points)):
            if points in tariff.NO_CARDS_MAKE:
                refuse(name, _("No tricks add up to {points} points.", points=points))
    if outcome.announcements:
        _refuse_announcements(outcome.announcements)


def _refuse_points(own: int | None, other: int | None) -> None:
    if own is None and other is None:
        refuse("points", _("How many card points did one of the sides have?"), Code.REQUIRED)
    if own is not None and other is not None and own + other != tariff.CARD_POINTS:
        message = _("The points of both sides add up to {sum}, not {all}.", sum=own + other, all=tariff.CARD_POINTS)
        refuse("defence_points", message, Code.TOTAL)


def _refuse_announcements(announcements: tuple[Announcement, ...]) -> None:
    kinds = [announcement.kind for announcement in announcements]
    for place, announcement in enumerate(announcements):
        if announcement.by != announcements[0].by:
            refuse(f"announcements.{place}.by", _("Only the announcements of one side count: the side with the best."))
    for place, kind in enumerate(kinds):
        if kind in tariff.CARRES and kind in kinds[:place]:
            refuse(f"announcements.{place}.kind", _("There is only one carré of each."))
    if not _held_by_two(kinds):
        refuse("announcements", _("Two hands of eight cards can’t hold these announcements."))


def _held_by_two(kinds: list[Kind]) -> bool:
    """Return whether two hands hold these: two in each at most, and beside a cent only a tierce.

    >>> _held_by_two([Kind.CENT, Kind.TIERCE, Kind.CINQUANTE, Kind.CARRE_AS]), _held_by_two([Kind.CENT] * 3)
    (True, False)
    """
    cents, tierces = kinds.count(Kind.CENT), kinds.count(Kind.TIERCE)
    others = len(kinds) - cents - tierces
    return cents <= HANDS and others <= IN_A_HAND * (HANDS - cents) and len(kinds) <= IN_A_HAND * HANDS
