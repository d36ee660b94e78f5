"""Settlements of random evenings: amounts change only when a hand does."""

from decimal import Decimal
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from games.scoring.errors import RuleError
from scorekeeper.desk import settlement
from scorekeeper.evenings.errors import EveningSettledError
from scorekeeper.evenings.models import EveningSettlement
from scorekeeper.play.models import Session
from tests.desk.club_evening import TWELVE, ClubEvening
from tests.play.tables import GARDE, Scorer
from tests.property_tests import examples

LOST = {**GARDE, "points": 20}
HANDS = st.lists(st.sampled_from([GARDE, LOST]), max_size=3)
STAKES = st.none() | st.sampled_from([Decimal("0.05"), Decimal("0.0125"), Decimal("0.1")])
TABLES = st.lists(st.tuples(st.integers(0, 8), HANDS, STAKES), min_size=1, max_size=3)
MONEY = st.none() | st.sampled_from([Decimal("0.25"), Decimal("1.50")])
STEPS = st.lists(st.tuples(st.sampled_from(["settle", "withdraw", "reopen", "close", "amend"]), st.integers(0, 2)))


class EveningHistory:
    """An evening, the actions on it, and its settlements by the hands at that time."""

    def __init__(self, tables: list[tuple[int, Any, Decimal | None]], **terms: Any) -> None:
        self.club_evening = ClubEvening(**terms)
        self.scorers = []
        for first, hands, stake in tables:
            scorer = Scorer(self.club_evening.start(*TWELVE[first : first + 4], stake=stake))
            for hand in hands:
                scorer.record(hand)
            scorer.close()
            self.scorers.append(scorer)
        self.known: dict[tuple[int, ...], Any] = {}

    def hands(self) -> tuple[int, ...]:
        """Return the rows that count, which change as soon as a hand changes."""
        rows = [(hand.pk, hand.voided_at is not None) for scorer in self.scorers for hand in scorer.session.hands.all()]
        return tuple(key for key, voided in sorted(rows) if not voided)

    def do(self, step: str, number: int) -> None:
        scorer = self.scorers[number % len(self.scorers)]
        scorer.session = Session.objects.get(pk=scorer.session.pk)
        is_open = scorer.session.closed_at is None
        standing = settlement.standing(self.club_evening.evening)
        if step == "settle" and not self.open_tables():
            self.settle()
        elif step == "withdraw" and standing:
            settlement.withdraw(self.club_evening.evening, settlement=standing.pk)
        elif step == "reopen" and not is_open:
            try:
                scorer.reopen()
            except EveningSettledError:
                assert standing
            except RuleError:  # the same people sit at another table
                assert self.open_tables()
            else:
                assert not standing
        elif step == "close" and is_open:
            scorer.close()
        elif step == "amend" and is_open and scorer.session.hands.exists():
            scorer.amend(1, LOST)

    def settle(self) -> None:
        try:
            done = self.club_evening.settle().frozen()
        except EveningSettledError:
            return
        assert self.known.setdefault(self.hands(), done) == done

    def open_tables(self) -> bool:
        return any(session.closed_at is None for session in settlement.sessions_of(self.club_evening.evening))


def as_frozen(row: EveningSettlement) -> Any:
    return row.balances, [payment.terms for payment in row.payments.all()], row.kitty


class SettledEvenings(TestCase):
    @given(TABLES, MONEY, st.sampled_from([Decimal("0.01"), Decimal("0.10"), Decimal("0.50")]), STEPS)
    @examples(8)
    def test_unchanged_hands_always_give_the_same_settlement(
        self, tables: Any, kitty: Decimal | None, rounding: Decimal, steps: list[tuple[str, int]]
    ) -> None:
        history = EveningHistory(tables, kitty=kitty, rounding=rounding)
        history.settle()
        frozen = {row.pk: as_frozen(row) for row in EveningSettlement.objects.all()}
        for step, number in steps:
            history.do(step, number)
            for row in EveningSettlement.objects.all():
                now = as_frozen(row)
                assert frozen.setdefault(row.pk, now) == now
                assert sum(Decimal(balance["amount"]) for balance in row.balances) + row.kitty == 0
