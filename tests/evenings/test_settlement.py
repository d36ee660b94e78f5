"""Whatever is closed, reopened, settled and withdrawn: an amount changes when a hand does, and at no other time."""

from decimal import Decimal
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from scorekeeper.evenings import settlement
from scorekeeper.evenings.models import EveningSettlement
from scorekeeper.play.errors import EveningSettledError
from scorekeeper.play.models import Session
from tests.evenings.club_evening import TWELVE, Night
from tests.play.tables import GARDE, Scribe
from tests.property_tests import examples

LOST = {**GARDE, "points": 20}
HANDS = st.lists(st.sampled_from([GARDE, LOST]), max_size=3)
STAKES = st.none() | st.sampled_from([Decimal("0.05"), Decimal("0.0125"), Decimal("0.1")])
TABLES = st.lists(st.tuples(st.integers(0, 8), HANDS, STAKES), min_size=1, max_size=3)
MONEY = st.none() | st.sampled_from([Decimal("0.25"), Decimal("1.50")])
STEPS = st.lists(st.tuples(st.sampled_from(["settle", "withdraw", "reopen", "close", "amend"]), st.integers(0, 2)))


class Story:
    """An evening, what is done to it, and what it was settled at for the hands as they were."""

    def __init__(self, tables: list[tuple[int, Any, Decimal | None]], **terms: Any) -> None:
        self.night = Night(**terms)
        self.scribes = []
        for first, hands, stake in tables:
            scribe = Scribe(self.night.start(*TWELVE[first : first + 4], stake=stake))
            for hand in hands:
                scribe.record(hand)
            scribe.close()
            self.scribes.append(scribe)
        self.known: dict[tuple[int, ...], Any] = {}

    def hands(self) -> tuple[int, ...]:
        """Return the rows that count, which change as soon as a hand changes."""
        rows = [(hand.pk, hand.voided_at is not None) for scribe in self.scribes for hand in scribe.session.hands.all()]
        return tuple(key for key, voided in sorted(rows) if not voided)

    def do(self, step: str, number: int) -> None:
        scribe = self.scribes[number % len(self.scribes)]
        scribe.session = Session.objects.get(pk=scribe.session.pk)
        is_open = scribe.session.closed_at is None
        standing = settlement.standing(self.night.evening)
        if step == "settle" and not self.open_tables():
            self.settle()
        elif step == "withdraw" and standing:
            settlement.withdraw(self.night.evening, settlement=standing.pk)
        elif step == "reopen" and not is_open:
            try:
                scribe.reopen()
            except EveningSettledError:
                assert standing
            else:
                assert not standing
        elif step == "close" and is_open:
            scribe.close()
        elif step == "amend" and is_open and scribe.session.hands.exists():
            scribe.amend(1, LOST)

    def settle(self) -> None:
        try:
            done = self.night.settle().frozen()
        except EveningSettledError:
            return
        assert self.known.setdefault(self.hands(), done) == done

    def open_tables(self) -> bool:
        return any(session.closed_at is None for session in settlement.sessions_of(self.night.evening))


class SettledEvenings(TestCase):
    @given(TABLES, MONEY, st.sampled_from([Decimal("0.01"), Decimal("0.10"), Decimal("0.50")]), STEPS)
    @examples(25)
    def test_an_evening_is_settled_at_the_same_as_long_as_no_hand_is_another(
        self, tables: Any, kitty: Decimal | None, rounding: Decimal, steps: list[tuple[str, int]]
    ) -> None:
        story = Story(tables, kitty=kitty, rounding=rounding)
        story.settle()
        frozen = {row.pk: (row.balances, row.transfers, row.kitty) for row in EveningSettlement.objects.all()}
        for step, number in steps:
            story.do(step, number)
            for row in EveningSettlement.objects.all():
                now = (row.balances, row.transfers, row.kitty)
                assert frozen.setdefault(row.pk, now) == now
                assert sum(Decimal(one["amount"]) for one in row.balances) + row.kitty == 0
