"""The form of a hand of Skat: five or six taps for an ordinary hand, four for a nullo.

By the modern rule sets, it asks whether a game was won. Card points are behind one more tap; if they are entered, they
decide.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from games.scoring.codec import decode_hand
from games.scoring.errors import RuleError
from games.scoring.hand import LOST, Flag, Item, Made, OneOf, Player, Players, SaidByCall, Times
from games.scoring.naming import Naming
from games.scoring.rules import AnyRules
from games.scoring.text import MINUS, Amount, Text, joined, named
from games.scoring.text import message as _
from games.scoring.types import ScoredHand, SeatNumber, Table
from games.skat.game_value import game_part, ramsch_losers
from games.skat.hand import (
    POSSIBLE_POINTS,
    TRICKLESS,
    Number,
    Outcome,
    PointsTaken,
    Schwarz,
    SwitchedOff,
    Ways,
    outcome_in,
)
from games.skat.tariff import CARD_POINTS, NULLS, POINTS_TO_WIN, Call, bids_of, value_of_null
from games.ui.forms import Choice, Choices
from games.ui.hand_form import NO, YES, Group, Groups, HandForm, Unfolding

BID, MADE, STEP, POINTS_OF_GAME, SCHWARZ = "bid", "made", "step", "card_points", "schwarz"
NOBODY_TRICKLESS = f"{TRICKLESS.name}-nobody"
UNDECIDED = (0, CARD_POINTS)
"""The card points with which one side may have taken no trick, or only tricks worth nothing."""


class SkatForm(HandForm):
    """The form of Skat. Game and suit take one tap."""

    # Groups of chips

    @cached_property
    def call(self) -> Choices:
        return replace(super().call, look="games")

    def group(self, item: Item) -> Group:
        match item:
            case Number():
                return self._unfolding(item, item.few, look=f"{item.name} keys")
            case PointsTaken():
                digits = [
                    self.digits(f"{item.name}-{seat}", named(seat), POSSIBLE_POINTS, up_to=CARD_POINTS)
                    for seat in self.position.playing
                ]
                return Groups(item.name, item.label, tuple(digits), self.error_at(item.name), CARD_POINTS)
        return super().group(item)

    def _chips(self, item: Item) -> Choices:
        if isinstance(item, Number):
            numbers = [(str(number), str(number)) for number in item.numbers]
            look, never_with = f"line {item.name} keys", self._never_with_null if item.name == BID else None
            return self.chips(item.name, item.label, numbers, needed=item.needed, look=look, never_with=never_with)
        group = super()._chips(item)
        match item:
            case Player():
                group = self.players(item.name, item.label, self.position.playing, needed=True, line=True)
            case Ways() if item.is_named:
                group = self._nulls(item)
            case Ways():
                group = self.chips(item.name, item.label, [way[:2] for way in item.ways], look="five")
            case Made():
                group = replace(group, look="line two")
            case Flag() if item.called:
                chip = Choice(item.name, _("Passt mir nicht"), self.data.get(item.name) == YES)
                group = replace(group, choices=(chip,), many=True, look="line one")
            case Schwarz():
                group = self.chips(item.name, item.label, [(NO, _("no")), (YES, _("yes"))], look="line two")
            case Times():
                never, *times = group
                group = replace(group, choices=(replace(never, label="–"), *times))
            case OneOf() if item.name == STEP:
                nothing, *steps = group
                group = replace(group, choices=(replace(nothing, label=_("neither")), *steps), look="line three")
        return group

    def _players(self, item: Players) -> Choices:
        """Return who took no trick; a player without card points leaves it open, so nobody has a chip too."""
        group, nobody = super()._players(item), Choice(NOBODY_TRICKLESS, _("no player"))
        never = tuple(f"{chip.value}={YES}" for chip in group)
        nobody = replace(nobody, checked=bool(self.data.get(nobody.value)), never_with=never)
        chips = [replace(chip, never_with=(f"{nobody.value}={YES}",)) for chip in group]
        return replace(group, choices=(*chips, nobody))

    @property
    def _never_with_null(self) -> Mapping[str, tuple[str, ...]]:
        highest = max(figure for place, figure in self.table.figures.items() if place[0] == NULLS)
        return {str(bid): (f"call={Call.NULL}",) for bid in bids_of(self.table) if bid > highest}

    def _nulls(self, item: Ways) -> Choices:
        """Return the nulls with their values, each of which is impossible after a higher bid."""
        worth = {way.key: value_of_null(self.table.figures, **way.fills) for way in item.ways}
        offered = [(way.key, way.label, str(worth[way.key])) for way in item.ways]
        bids = bids_of(self.table)
        never_with = {key: tuple(f"{BID}={bid}" for bid in bids if bid > value) for key, value in worth.items()}
        return self.chips(item.name, item.label, offered, look="four", never_with=never_with)

    @property
    def called_groups(self) -> list[Choices]:
        """The groups of all games: what the chosen one doesn't take is hidden, but stays tapped."""
        groups = [self.call]
        for item in self.hand.items:
            match self.group(item) if item.called else None:
                case Choices() as group:
                    groups.append(group)
                case Unfolding(few=few, others=others):
                    groups += [few, others]
        return groups

    # Conversion between posted data and outcomes

    @property
    def groups(self) -> tuple[str, ...]:
        items = [item for item in self.hand.items if not isinstance(item, SaidByCall | SwitchedOff)]
        ramsch = [item for item in items if isinstance(item, PointsTaken)]
        of_ramsch = [f"{item.name}-{seat}" for item in ramsch for seat in self.position.playing]
        return tuple(dict.fromkeys(["call", *(item.name for item in items), *of_ramsch]))

    def group_of(self, field: str) -> str:
        first, _dot, name = field.partition(".")
        if first == "points_taken" and name:
            players = self.table.players
            return f"{first}-{players.index(name) if name in players else name}"
        return "call" if first == "contra" and first not in self.groups else super().group_of(field)

    def needed(self) -> Iterable[tuple[str, Text]]:
        result = POINTS_OF_GAME if self.tells_points else MADE
        for name, words in super().needed():
            if name == "points_taken":
                # All but one, and nobody who took no trick.
                told = self._ramsch_points
                untold = [seat for seat in self.position.playing if seat not in told]
                for seat in untold[:-1]:
                    yield f"{name}-{seat}", _("card points of {player}", player=self.table.players[seat])
            elif name not in (POINTS_OF_GAME, MADE):
                yield name, words
            elif name == result:
                yield name, self._with_value_so_far(words)
        if self.tells_points and self.number_of_digits(POINTS_OF_GAME, CARD_POINTS) in UNDECIDED:
            yield SCHWARZ, _("whether one side took no trick")
        points = self._ramsch_points.values() if TRICKLESS in self.taken else ()
        is_whole = sum(number for number in points if isinstance(number, int)) == CARD_POINTS
        if is_whole and 0 in points and not self.raw_of_item(TRICKLESS):
            yield NOBODY_TRICKLESS, _("who took no trick")

    @property
    def tells_points(self) -> bool:
        """Whether card points say how the game went, not only whether it was made; one digit is enough to begin."""
        taken = {item.name for item in self.taken}
        begun = any(self.data.get(f"{POINTS_OF_GAME}-{digit}") for digit in ("tens", "units"))
        return POINTS_OF_GAME in taken and (begun or MADE not in taken)

    def _with_value_so_far(self, words: Text) -> Text:
        """Return the words for the missing result, with the game's value if it is made exactly as announced.

        The value isn't known yet if anything else is missing that a game with card points needs.
        """
        raw = self.raw_of_call(self.data.get("call", ""))
        raw = {name: value for name, value in raw.items() if name not in (MADE, STEP)}
        raw |= {"declarer": int(self.position.playing[0]), POINTS_OF_GAME: POINTS_TO_WIN}
        naming = Naming(self.table.players, by_seat=True)
        try:
            hand, _state = decode_hand(self.position.rules, self.table, self.position.state, raw, naming)
        except RuleError:
            return words
        assert isinstance(hand.outcome, Outcome)
        part = game_part(self.table, hand.outcome._replace(made=True))
        if part.rule == "overbid":
            return _("{result} (overbid so far: {bid} was bid)", result=words, bid=hand.outcome.bid)
        return _("{result} ({short} = {value})", result=words, short=part.short, value=abs(part.entry))

    def _raw_of(self, items: Sequence[Item]) -> dict[str, Any]:
        """Return the fields of these items; card points, if there are any, take the place of won or lost."""
        raw = super()._raw_of(items)
        others = (MADE, STEP) if POINTS_OF_GAME in raw else (SCHWARZ,)
        return {name: value for name, value in raw.items() if name not in others}

    def raw_of_item(self, item: Item) -> dict[str, Any]:
        match item:
            case Number() if not self.data.get(item.name) and item.usual is not None:
                return {item.name: item.usual}
            case Ways():
                posted = self.data.get(item.name, "")
                fills = {way.key: way.fills for way in item.ways}
                return {**fills.get(posted, {"announced": posted})}  # the rules refuse an unknown way
            case Schwarz() if self.data.get(item.name, NO) == NO:
                return {}
            case PointsTaken():
                return {item.name: {str(int(seat)): points for seat, points in sorted(self._ramsch_points.items())}}
        return super().raw_of_item(item)

    def _points_of(self, seat: SeatNumber) -> int | float | str | None:
        """Return a player's card points in a Ramsch: as entered, or 0 for a player who took no trick."""
        points = self.number_of_digits(f"points_taken-{seat}", CARD_POINTS)
        return 0 if points is None and self.data.get(f"trickless-{seat}") else points

    @property
    def _ramsch_points(self) -> dict[SeatNumber, int | float | str]:
        """The card points in a Ramsch, as far as they are known: once one player or nothing is left, of everybody."""
        # If the dealer was changed, a player named here may sit out now; keep the name, so that the rules refuse it.
        known = {seat: points for seat in self.table.seats if (points := self._points_of(seat)) is not None}
        unknown = [seat for seat in self.position.playing if seat not in known]
        numbers = [points for points in known.values() if isinstance(points, int)]
        left = max(0, CARD_POINTS - sum(numbers))  # a sum above 120 is for the rules to refuse
        if (len(unknown) == 1 or not left) and len(numbers) == len(known):
            known |= dict.fromkeys(unknown, left)
        return known

    def values_of_item(self, item: Item, raw: Mapping[str, Any]) -> dict[str, str]:
        match item:
            case Number() if raw.get(item.name) == item.usual:
                return {}
            case Ways():
                return {item.name: [way.key for way in item.ways if way.fills.items() <= raw.items()][-1]}
            case Schwarz() if not raw.get(item.name):
                return {item.name: NO} if raw.get(POINTS_OF_GAME) in UNDECIDED else {}
            case Players() if not raw.get(item.name):
                return {NOBODY_TRICKLESS: YES} if 0 in raw["points_taken"].values() else {}
            case PointsTaken():
                digits = [self.values_of_digits(f"{item.name}-{seat}", raw[item.name][seat]) for seat in raw[item.name]]
                return {name: digit for of_player in digits for name, digit in of_player.items()}
        return super().values_of_item(item, raw)

    # In words

    def result(self, scored: ScoredHand) -> Text:
        """Return the score of a hand with its derivation in short: "12 × 3: Anna +36"; overbid games are marked."""
        result = super().result(scored)
        outcome = scored.hand.outcome
        if not isinstance(outcome, Outcome):
            return result
        if outcome.declarer is None:
            losers = ramsch_losers(outcome) if outcome.points_taken else ()
            if len(losers) < 2:
                return result
            names = joined([named(loser) for loser, _points in losers], by=" + ")
            amount = Amount(scored.entry.amounts[losers[0][0]], signed=True)
            return Text("{players} {amount}", {"players": names, "amount": amount})
        part = game_part(self.table, outcome)
        short: Text | str = part.short
        if self.table.options.get("seeger"):
            premium = scored.entry.lines[-1].amounts[outcome.declarer]
            points = part.short if part.short and premium > 0 else Amount(part.entry)
            premium_in_words = f"+ {premium}" if premium > 0 else f"{MINUS} {-premium}"
            short = Text("{points} {premium}", {"points": points, "premium": premium_in_words})
        if part.rule == "overbid":
            return _("overbid, {short}: {result}", short=short, result=result)
        return _("{short}: {result}", short=short, result=result) if short else result

    @classmethod
    def describe_call(cls, rules: AnyRules, table: Table, raw: Mapping[str, Any]) -> Text:
        """Return the outcome in one line, which says of a lost game that it is; an overbid one isn't said to be won."""
        if "matadors" not in raw or raw.get(MADE) is False:
            return super().describe_call(rules, table, raw)
        part = game_part(table, outcome_in(raw))
        if part.entry > 0:
            return super().describe_call(rules, table, raw)
        told = {name: value for name, value in raw.items() if name not in (MADE, STEP)}
        call = rules.hand_at(table).call_of(told)
        return call.words(told, _("overbid") if part.rule == "overbid" else LOST)
