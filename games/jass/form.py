"""The form of a hand of Jass: three taps for a hand of the Schieber, two for a number of the Differenzler."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from games.jass import hand
from games.jass.rules import JassState
from games.jass.tariff import ALL_POINTS, LARGEST_WEIS, WEISE
from games.scoring.hand import CountOfEach, Item, Limit, OneOf
from games.scoring.sides import partners
from games.scoring.text import SeatName, Text
from games.scoring.text import message as _
from games.scoring.types import SeatNumber
from games.ui.forms import Choice, Choices, Digits, Offered, Says, naming_players, whole_number
from games.ui.hand_form import YES, Group, HandForm

OF_SIDE = (hand.MATCH, hand.STOECK, hand.WEIS)
"""What is ticked for a side."""


@dataclass(frozen=True, slots=True)
class NumberOfEach:
    """A number for every player: chips that show its digits again, and the digits, which the form shows in turn.

    Where the numbers have a sum, the last one is the `rest`, which is only shown.
    """

    template: ClassVar[str] = "jass/_each.html"
    name: str
    legend: Text
    players: Choices
    digits: tuple[Digits, ...]
    error: Text | None
    together: int | None
    rest: Digits | None


class JassForm(HandForm):
    """The form of Jass: what a side has is ticked below its names."""

    @property
    def may_both_reach_target(self) -> bool:
        """Whether both sides can reach the target with the cards of this hand, so that it matters who is out first."""
        state, multipliers = self.position.state, self.table.options.get("multipliers")
        assert isinstance(state, JassState)
        times = max((figure for place, figure in self.table.figures.items() if place[2] == multipliers), default=1)
        return state.target > 0 and max(state.lacking) <= ALL_POINTS * times

    # The groups

    def group(self, item: Item) -> Group:
        if isinstance(item, hand.PointsOfEach):
            return self._of_each(item)
        if item is hand.WEIS:
            return self._weis
        group = super().group(item)
        if item is hand.OUT:
            assert isinstance(group, Choices)
            return naming_players(group, {team.value: partners(team) for team in hand.Team})
        return group

    @property
    def sides(self) -> list[Choices]:
        """What each side has: match, Stöck and Weis. What both can't have is impossible for the other."""
        return [self._side(team) for team in hand.Team]

    def _side(self, team: hand.Team) -> Choices:
        never_in_no_trumps = tuple(f"call={call.key}" for call in self.hand.calls if hand.STOECK not in call.items)
        chips = tuple(
            Choice(
                _ticked(item, team),
                item.label,
                bool(self.data.get(_ticked(item, team))),
                never_with=(f"{_ticked(item, team.other)}={YES}", *(never_in_no_trumps if item is hand.STOECK else ())),
            )
            for item in OF_SIDE
        )
        return Choices(f"of-{team}", hand.TEAM_WORDS[team], chips, many=True, look="three", silent=True)

    @property
    def _weis(self) -> Digits:
        """The sum of the Weise, posted in tens: the keys of its tens are hundreds, those of its units are tens."""
        hundreds: list[Offered] = [(str(hundred), str(hundred * 100)) for hundred in range(LARGEST_WEIS // 100 + 1)]
        tens: list[Offered] = [(str(ten), str(ten * 10)) for ten in range(10)]
        return Digits(
            hand.WEIS.name,
            hand.WEIS.label,
            self.chips("weis-tens", _("Hundreds"), hundreds, default="0", look="digits tens", silent=True),
            self.chips("weis-units", _("Tens"), tens, default="0", look="digits units", silent=True),
            (Limit(tuple((number // 10, number // 10) for number in sorted(WEISE))),),
            error=self.error_at(hand.WEIS.name),
        )

    def _of_each(self, item: hand.PointsOfEach) -> NumberOfEach:
        tapped = self._tapped(item)
        chips = tuple(Choice(f"{item.name}-{seat}", self.table.players[seat], seats=(seat,)) for seat in tapped)
        players = replace(self.players(f"{item.name}-of", item.label, tapped), choices=chips)
        digits = tuple(self._digits_of(item, seat) for seat in self.table.seats)
        together, rest = (ALL_POINTS, digits[-1]) if item is hand.TAKEN else (None, None)
        return NumberOfEach(
            item.name, item.label, players, digits[: len(tapped)], self.error_at(item.name), together, rest
        )

    def _tapped(self, item: hand.PointsOfEach) -> tuple[SeatNumber, ...]:
        """Return whose numbers are tapped: the last player took what the others left."""
        return self.table.seats[:-1] if item is hand.TAKEN else self.table.seats

    def _digits_of(self, item: hand.PointsOfEach, seat: SeatNumber) -> Digits:
        name, legend = f"{item.name}-{seat}", _("{label}: {player}", label=item.label, player=SeatName(seat))
        if item is not hand.TAKEN:
            return self.digits(name, legend, up_to=ALL_POINTS)
        digits = self.digits(name, legend, *hand.POINTS.limits, up_to=ALL_POINTS)
        left, is_rest = self.left_by(item), seat not in self._tapped(item)
        return replace(digits, said=Text("{points}", {"points": left}) if is_rest else _("{points} left", points=left))

    @property
    def says(self) -> Sequence[Says]:
        seats = self.table.seats if hand.TAKEN in self.hand.items else ()
        return [*super().says, *(self._digits_of(hand.TAKEN, seat) for seat in seats)]

    def _groups_of(self, item: Item) -> Iterator[str]:
        yield item.name  # those of all players have one message

    def group_of(self, field: str) -> str:
        return super().group_of(field.split(".", maxsplit=1)[0])

    # What is needed

    def needed(self) -> Iterable[tuple[str, Text]]:
        yield from super().needed()
        if any(self.data.get(_ticked(hand.WEIS, team)) for team in hand.Team):
            yield hand.WEIS.name, hand.WEIS.label

    def given(self, name: str) -> bool:
        return bool(self._sum_of_weise) if name == hand.WEIS.name else super().given(name)

    # From the screen to an outcome and back

    def raw_of_item(self, item: Item) -> dict[str, Any]:
        match item:
            case hand.TeamPoints():
                points = self.number_of_digits(item.name, item.total)
                if isinstance(points, int) and self.data.get(item.other):
                    points = item.total - points
                return {} if points is None else {item.name: points}
            case OneOf() if item in OF_SIDE:
                ticked = [team.value for team in hand.Team if self.data.get(_ticked(item, team))]
                return {item.name: " ".join(ticked)} if ticked else {}  # the rules refuse it for both sides
            case hand.Weis():
                number = self._sum_of_weise
                sides = [team for team in hand.Team if number and self.data.get(_ticked(item, team))]
                return {hand.WEIS_FIELDS[team]: number for team in sides}
        return super().raw_of_item(item)

    def number_of_each(self, item: CountOfEach) -> dict[str, Any]:
        return super().number_of_each(item) if item is hand.TAKEN else self.posted_of_each(item)

    def posted_of_each(self, item: CountOfEach) -> dict[str, Any]:
        posted = {str(int(seat)): self.number_of_digits(f"{item.name}-{seat}") for seat in self.table.seats}
        return {seat: number for seat, number in posted.items() if number is not None}

    @property
    def _sum_of_weise(self) -> Any:
        return whole_number(self.data.get("weis-tens", "0") + self.data.get("weis-units", "0") + "0")

    def values_of_item(self, item: Item, raw: Mapping[str, Any]) -> dict[str, str]:
        values: dict[str, str] = {}
        match item:
            case hand.PointsOfEach():
                for seat in self._tapped(item):
                    values |= self.values_of_digits(f"{item.name}-{seat}", raw[item.name][str(int(seat))])
            case OneOf() if item in OF_SIDE:
                values |= {_ticked(item, raw[item.name]): YES} if raw.get(item.name) else {}
            case hand.Weis():
                for team, number in hand.written(raw):
                    values |= {_ticked(item, team): YES, **self.values_of_digits(item.name, number // 10)}
            case _:
                values = super().values_of_item(item, raw)
        return values


def _ticked(item: Item, team: str) -> str:
    """Return what is posted if a side has something."""
    return f"{item.name}-{team}"
