"""Shorthand of Hearts: everybody's points in the order of the seats."""

from __future__ import annotations

from collections.abc import Sequence

from games.hearts.hand import ALL_POINTS, JACK, MOON, PLAYED, POINTS, Moon
from games.ui.hand_shorthand import HandShorthand

EXAMPLES = ((5, 14, 7), (0, ALL_POINTS, 0))


class HeartsShorthand(HandShorthand):
    """The shorthand of Hearts, with an ordinary hand and a moon as examples."""

    def examples(self) -> Sequence[str]:
        return [self._example(points) for points in EXAMPLES]

    def _example(self, points: Sequence[int]) -> str:
        everybody = {str(int(seat)): 0 for seat in self.table.seats} | {
            str(seat): number for seat, number in enumerate(points)
        }
        choice = {MOON.name: Moon.OTHERS.value} if MOON in self.items and ALL_POINTS in points else {}
        jack = {JACK.name: 0} if JACK in self.items else {}
        return self.write({"call": PLAYED, POINTS.name: everybody, **jack, **choice})
