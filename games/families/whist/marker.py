"""The markers of both sides while a hand is scored, in games of whist that are won by points on a marker.

`steps` records what happened, for the lines of the ledger; each game has its own words for them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Generic, NamedTuple

from games.families.whist.hand import ALL_TRICKS, BOOK, Penalty, Revoke
from games.scoring.errors import Code, RuleError
from games.scoring.sides import SideT
from games.scoring.text import message as _
from games.scoring.types import Paragraph

PENALTY = 3
"""What a revoke costs: so many points, as often as a trick counts, or so many tricks."""

DEDUCTED, ADDED, TAKEN = "deducted", "added", "taken"
"""The kinds of steps in which penalties are paid."""
TAKEN_WORDS = _("{others} revoked: tricks that pass to {side}: {number}")
TRICKS, SLAM, HONOURS, SHUT_OUT = "tricks", "slam", "honours", "shut_out"
"""The kinds of the usual other ones; what is shut out doesn't count because a game was won before."""

CORRECTION = Paragraph(
    "correction",
    _("Correction"),
    _("Counters moved by hand, with a reason. A correction moves neither a marker nor the deal."),
    _("Our own"),
)

_KEPT = _("The side that revoked must keep one trick, so there is none to take.")
_NONE_LEFT = _("The side that revoked has no trick left to take.")


class Step(NamedTuple, Generic[SideT]):
    """An event that can move a marker: its side, and that side's marker afterwards.

    `rule` is the slug of the paragraph. `number` is what was counted (tricks, honours), `points` what that is worth.
    `stopped` means that the side would have won a game, but its marker was kept one below.
    """

    rule: str
    kind: str
    side: SideT
    marker: int
    number: int
    points: int = 0
    stopped: bool = False


@dataclass
class MarkedHand(Generic[SideT]):
    """A hand that is being scored: the markers and the tricks after the steps so far.

    A side wins a game with `game` points on its marker, but not if it is one of the `offenders`, who revoked: its
    marker stops one below. Each trick above six counts `multiplier`. A revoke that is paid in tricks costs
    `tricks_taken`.
    """

    game: int
    marker: dict[SideT, int]
    tricks: dict[SideT, int]
    multiplier: int = 1
    tricks_taken: int = PENALTY
    offenders: frozenset[SideT] = frozenset()
    steps: list[Step[SideT]] = field(default_factory=list)

    @property
    def odd(self) -> SideT:
        """The side with more than six tricks, after the penalties so far."""
        return next(side for side, number in self.tricks.items() if number > BOOK)

    def note(self, rule: str, kind: str, side: SideT, number: int, points: int = 0, *, stopped: bool = False) -> None:
        """Record a step, with the marker as it is now."""
        self.steps.append(Step(rule, kind, side, self.marker[side], number, points, stopped))

    def add(self, rule: str, kind: str, side: SideT, number: int, points: int, *, stops: bool = False) -> None:
        """Add points to a side's marker; with `stops`, they can't win a game, even if the side didn't revoke."""
        total = self.marker[side] + points
        stopped = total >= self.game and (stops or side in self.offenders)
        self.marker[side] = self.game - 1 if stopped else total
        self.note(rule, kind, side, number, points, stopped=stopped)

    def penalize(self, revokes: Iterable[Revoke[SideT]], *, kept: int = 0, field: str = "penalty") -> None:
        """Apply all `deduct` penalties, then all `add`, then all `tricks`; those of one kind in the order of the list.

        `kept` is how many tricks the offenders keep. If they have no others, raise `RuleError` at this `field` of the
        revoke.
        """
        placed = list(enumerate(revokes))
        self.offenders = frozenset([revoke.by for _place, revoke in placed])
        for penalty in Penalty:
            for place, revoke in placed:
                if revoke.penalty is penalty:
                    self._penalize(revoke, f"revokes.{place}.{field}", kept)

    def _penalize(self, revoke: Revoke[SideT], at: str, kept: int) -> None:
        by, points = revoke.by, PENALTY * self.multiplier
        match revoke.penalty:
            case Penalty.DEDUCT:
                off = min(points, self.marker[by])
                self.marker[by] -= off
                self.note("revoke", DEDUCTED, by, off, points)
            case Penalty.ADD:
                self.add("revoke", ADDED, by.other, PENALTY, points)
            case Penalty.TRICKS:
                taken = min(self.tricks_taken, self.tricks[by] - kept)
                if taken < 1:
                    raise RuleError(Code.IMPOSSIBLE, at, _KEPT if kept else _NONE_LEFT)
                self.tricks[by] -= taken
                self.tricks[by.other] += taken
                self.note("revoke", TAKEN, by.other, taken)


def majority(first: SideT, number: int, of: int) -> tuple[SideT, int]:
    """Return the side with the greater part, such as of the honours, and its number; the first has this number."""
    return (first, number) if 2 * number > of else (first.other, of - number)


def tricks_of(first: SideT, number: int) -> dict[SideT, int]:
    """Return the tricks of both sides from those of the first."""
    return {first: number, first.other: ALL_TRICKS - number}
