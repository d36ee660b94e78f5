"""The form of a hand of Skat: five or six taps for an ordinary hand, four for a nullo."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

from games.scoring.codec import decode_hand
from games.scoring.errors import RuleError
from games.scoring.hand import Item, Limit, Player, SaidByCall
from games.scoring.naming import Naming
from games.scoring.text import SeatName, Text
from games.scoring.text import message as _
from games.scoring.types import ScoredHand, SeatNumber
from games.skat.game_value import REASONS
from games.skat.hand import CardPoints, NoContra, Number, Outcome, PointsTaken, Tick, Way, Ways
from games.skat.tariff import (
    CARD_POINTS,
    LEVEL,
    NULLS,
    POINTS,
    POINTS_TO_WIN,
    POSSIBLE_IN_THE_SKAT,
    SCHNEIDER_MADE,
    WAY_OF_NULL,
    Call,
    Level,
)
from games.ui.forms import Choice, Choices, Digits, Offered, naming_players
from games.ui.hand_form import YES, Group, HandForm, Shown

BID, NULL_WAY = "bid", "null-way"
POSSIBLE_POINTS = Limit(((0, 0), (2, CARD_POINTS - 2), (CARD_POINTS, CARD_POINTS)))
"""No card is worth one point."""
WITHOUT_A_TRICK = Limit(tuple((points, points) for points in (*POSSIBLE_IN_THE_SKAT, CARD_POINTS)), "schwarz=1")
ENOUGH = {Level.GAME: POINTS_TO_WIN, Level.SCHWARZ: CARD_POINTS}


@dataclass(frozen=True, slots=True)
class Unfolding:
    """The chips of a number: a few that are visible, and many that unfold."""

    template: ClassVar[str] = "skat/_unfolding.html"
    name: str
    few: Choices
    many: Choices

    @property
    def is_open(self) -> bool:
        return any(chip.checked for chip in self.many)


@dataclass(frozen=True, slots=True)
class Ramsch:
    """The card points of each active player in a Ramsch, of whom one can be left out, and who took no trick."""

    template: ClassVar[str] = "skat/_ramsch_points.html"
    name: str
    legend: Text
    points: list[Digits]
    trickless: Choices
    error: Text | None
    together: int = CARD_POINTS


class SkatForm(HandForm):
    """The form of Skat. Game and suit take one tap."""

    # Groups of chips

    @cached_property
    def call(self) -> Choices:
        return replace(super().call, look="games")

    @cached_property
    def shown(self) -> Mapping[str, Shown]:
        """The groups by name, for the template; the matadors are those of the suit games, which can be more."""
        return {item.name.replace("-", "_"): self._shown(item) for item in reversed(self.hand.items)}

    def group(self, item: Item) -> Group:
        match item:
            case Number():
                few, many = item.numbers[: item.few], item.numbers[item.few :]
                return Unfolding(item.name, self._numbers(item, few), self._numbers(item, many, silent=True))
            case CardPoints():
                return self.digits(item.name, item.label, POSSIBLE_POINTS, WITHOUT_A_TRICK, up_to=CARD_POINTS)
            case PointsTaken():
                return Ramsch(
                    item.name,
                    item.label,
                    [self._points_taken(f"{item.name}-{seat}", seat) for seat in self.position.playing],
                    self._trickless(item),
                    self.error_at(item.name),
                )
        return super().group(item)

    def _chips(self, item: Item) -> Choices:
        match item:
            case Player():
                group = super()._chips(item)
                return group if "long" in group.look else replace(group, look="line three")
            case Ways():
                offered = [self._way(item, way) for way in item.ways]
                look = "four" if item.is_named else "five"
                return self.chips(item.name, item.label, offered, look=look, never_with=self._never_with(item))
            case Tick():
                chip = Choice(item.name, item.chip, self.data.get(item.name) == YES)
                error = self.error_at(item.name)
                return Choices(item.name, item.label, (chip,), many=True, look="line one", error=error)
        return super()._chips(item)

    def _numbers(self, item: Number, numbers: Sequence[int], *, silent: bool = False) -> Choices:
        look = item.name if silent else f"line {item.name}"
        return self.chips(
            item.name,
            item.label,
            [(str(number), str(number)) for number in numbers],
            needed=item.needed and not silent,
            default="" if item.usual is None else str(item.usual),
            look=look,
            silent=silent,
            never_with=self._never_with_null(numbers) if item.name == BID else None,
        )

    def _never_with_null(self, bids: Sequence[int]) -> Mapping[str, tuple[str, ...]]:
        highest = max(self.table.figures[NULLS, way, POINTS] for way in WAY_OF_NULL.values())
        return {str(bid): (f"call={Call.NULL}",) for bid in bids if bid > highest}

    def _way(self, item: Ways, way: Way) -> Offered:
        return (way.key, way.label, str(self._null_value(way))) if item.is_named else (way.key, way.label)

    def _null_value(self, way: Way) -> int:
        return self.table.figures[NULLS, WAY_OF_NULL["hand" in way.fills, "ouvert" in way.fills], POINTS]

    def _never_with(self, item: Ways) -> Mapping[str, tuple[str, ...]]:
        """Return the bids that are higher than each null."""
        if not item.is_named:
            return {}
        bid = self.hand.item(BID)
        assert isinstance(bid, Number)
        return {
            way.key: tuple(f"{BID}={number}" for number in bid.numbers if number > self._null_value(way))
            for way in item.ways
        }

    def _points_taken(self, name: str, seat: SeatNumber) -> Digits:
        return self.digits(name, Text("{player}", {"player": SeatName(seat)}), POSSIBLE_POINTS, up_to=CARD_POINTS)

    def _trickless(self, item: PointsTaken) -> Choices:
        named = {f"{item.trickless}-{seat}": (seat,) for seat in self.position.playing}
        chips = tuple(
            Choice(name, self.table.players[seat], bool(self.data.get(name))) for name, (seat,) in named.items()
        )
        error = self.error_at(item.trickless)
        group = Choices(item.trickless, _("Took no trick"), chips, many=True, look="players", error=error)
        return naming_players(group, named)

    @property
    def called_groups(self) -> list[Choices]:
        """The groups of all games: what the chosen one doesn't take is hidden, but stays tapped."""
        groups = [self.call]
        for item in self.hand.items:
            match self.group(item) if item.called else None:
                case Choices() as group:
                    groups.append(group)
                case Unfolding(few=few, many=many):
                    groups += [few, many]
        return groups

    # Conversion between posted data and outcomes

    @property
    def groups(self) -> tuple[str, ...]:
        items = [item for item in self.hand.items if not isinstance(item, SaidByCall | NoContra)]
        ramsch = [item for item in items if isinstance(item, PointsTaken)]
        of_ramsch = [f"{item.name}-{seat}" for item in ramsch for seat in self.position.playing]
        names = ["call", *(item.name for item in items), *of_ramsch, *(item.trickless for item in ramsch)]
        return tuple(dict.fromkeys(names))

    def group_of(self, field: str) -> str:
        first, _dot, name = field.partition(".")
        if first == "points_taken" and name:
            return f"points_taken-{self._seat_called(name)}"
        if first == "suit" or (first == "contra" and first not in self.groups):
            return "call"
        ways = [item for item in (*self.taken, *self.hand.items) if isinstance(item, Ways)]
        return next((item.name for item in ways if any(first == filled.name for filled in item.filled)), first)

    def _seat_called(self, name: str) -> str:
        """Return a player's name as a seat number; other text is returned unchanged."""
        players = self.table.players
        return str(players.index(name)) if name in players else name

    def needed(self) -> Iterable[tuple[str, Text]]:
        for name, words in super().needed():
            if name == "points_taken":
                yield from self._needed_of_ramsch()
            else:
                yield name, self._points_needed() if name == "card_points" else words

    def _needed_of_ramsch(self) -> Iterator[tuple[str, Text]]:
        """Yield the players whose card points are required: all but one, and none who took no trick."""
        untold = [seat for seat in self.position.playing if self._points_of(seat) is None]
        for seat in untold[:-1]:
            name = f"points_taken-{seat}"
            yield name, _("card points of {player}", player=self.table.players[seat])

    def _points_needed(self) -> Text:
        """Return the label for the missing card points, with the game's value so far."""
        outcome = self._if_made()
        if outcome is None:
            return _("card points")
        reason = next(iter(REASONS[self.table.rules][outcome.call](self.table.figures, outcome)))
        if reason.rule == "overbid":
            return _("card points (overbid so far: {bid} was bid)", bid=outcome.bid)
        return _("card points ({short} = {value})", short=reason.short, value=abs(reason.entry))

    def _if_made(self) -> Outcome | None:
        """Return the outcome if the declarer makes exactly what he announced, or None while it is incomplete."""
        raw = self.raw_of_call(self.data.get("call", ""))
        is_open = raw.get("ouvert") or raw.get("call") == Call.OPEN_GRAND
        level = Level.SCHWARZ if is_open else LEVEL.get(raw.get("announced"))
        if level is None:
            return None
        raw |= {
            "declarer": int(self.position.playing[0]),
            "card_points": ENOUGH.get(level, SCHNEIDER_MADE[self.table.rules]),
            "schwarz": level is Level.SCHWARZ,
        }
        naming = Naming(self.table.players, by_seat=True)
        try:
            hand, _state = decode_hand(self.position.rules, self.table, self.position.state, raw, naming)
        except RuleError:
            return None
        return hand.outcome if isinstance(hand.outcome, Outcome) else None

    def raw_of_item(self, item: Item) -> dict[str, Any]:
        match item:
            case Number() if not self.data.get(item.name) and item.usual is not None:
                return {item.name: item.usual}
            case Ways():
                posted = self.data.get(item.name, "")
                fills = {way.key: way.fills for way in item.ways}
                return {**fills.get(posted, {"announced": posted})}  # the rules refuse an unknown way
            case CardPoints():
                points = self.number_of_digits(item.name)
                return {} if points is None else {item.name: points}
            case PointsTaken():
                return self._raw_of_ramsch(item)
        return super().raw_of_item(item)

    def _points_of(self, seat: SeatNumber) -> int | float | str | None:
        """Return a player's card points in a Ramsch: as entered, or 0 for a player who took no trick."""
        points = self.number_of_digits(f"points_taken-{seat}")
        return 0 if points is None and self.data.get(f"trickless-{seat}") else points

    def _raw_of_ramsch(self, item: PointsTaken) -> dict[str, Any]:
        # If the dealer was changed, a player named here may sit out now; keep the name, so that the rules refuse it.
        known = {seat: points for seat in self.table.seats if (points := self._points_of(seat)) is not None}
        unknown = [seat for seat in self.position.playing if seat not in known]
        numbers = [points for points in known.values() if isinstance(points, int)]
        if len(unknown) == 1 and len(numbers) == len(known):
            known[unknown[0]] = max(0, CARD_POINTS - sum(numbers))  # a sum above 120 is for the rules to refuse
        raw: dict[str, Any] = {item.name: {str(int(seat)): known[seat] for seat in sorted(known)}}
        trickless = [int(seat) for seat in self.table.seats if self.data.get(f"{item.trickless}-{seat}")]
        return raw | ({item.trickless: trickless} if trickless else {})

    def values_of_item(self, item: Item, raw: Mapping[str, Any]) -> dict[str, str]:
        match item:
            case Number():
                return {item.name: str(raw[item.name])} if item.name in raw else {}
            case Ways():
                ways = [way for way in item.ways if way.fills.items() <= raw.items()]
                return {item.name: ways[-1].key}
            case CardPoints():
                return self.values_of_digits(item.name, raw[item.name])
            case PointsTaken():
                values = {f"{item.trickless}-{seat}": YES for seat in raw.get(item.trickless, ())}
                for seat, points in raw[item.name].items():
                    values |= self.values_of_digits(f"{item.name}-{seat}", points)
                return values
        return super().values_of_item(item, raw)

    # In words

    def result(self, scored: ScoredHand) -> Text:
        """Return the score of a hand with its derivation in short: "12 × 3: Anna +36"; overbid games are marked."""
        result = super().result(scored)
        outcome = scored.hand.outcome
        if not isinstance(outcome, Outcome) or outcome.declarer is None:
            return result
        reason = next(iter(REASONS[self.table.rules][outcome.call](self.table.figures, outcome)))
        if reason.rule == "overbid":
            return _("overbid, {short}: {result}", short=reason.short, result=result)
        return _("{short}: {result}", short=reason.short, result=result) if reason.short else result
