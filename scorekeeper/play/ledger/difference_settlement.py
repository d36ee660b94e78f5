"""How money that is paid by difference is worked out, for every place that shows such a settlement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from games.scoring.text import number_words
from scorekeeper.play.ledger.formatting import sum_of_money
from scorekeeper.play.ledger.session_totals import SessionTotals


@dataclass(frozen=True)
class DifferenceGain:
    """One player's gain: the arithmetic term, its value, and the value in money."""

    name: str
    term: str
    gain: int
    money: str


def difference_gains(names: Sequence[str], come_to: SessionTotals, money: Sequence[Decimal]) -> list[DifferenceGain]:
    """Return the derivation for each player in seat order; `money` is what the gains are shown to be worth.

    >>> totals = {"counted": (-7, 88, 19), "gains": (-121, 164, -43)}
    >>> come_to = SessionTotals(**totals, transfers=None, stake=Decimal(1), currency="€")
    >>> [(one.term, one.gain) for one in difference_gains("ABC", come_to, [Decimal(0)] * 3)]
    [('3 × (−7) − 100', -121), ('3 × 88 − 100', 164), ('3 × 19 − 100', -43)]
    """
    everybody = _in_brackets(sum(come_to.totals))
    return [
        DifferenceGain(
            name=name,
            term=f"{len(names)} × {_in_brackets(total)} − {everybody}",
            gain=gain,
            money=sum_of_money(worth, come_to.currency, sign=True),
        )
        for name, total, gain, worth in zip(names, come_to.totals, come_to.gains, money, strict=True)
    ]


def _in_brackets(number: int) -> str:
    """Return a number as it is written within a term: in brackets if it is negative."""
    return f"({number_words(number)})" if number < 0 else number_words(number)
