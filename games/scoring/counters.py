"""Amounts in counters of several kinds, such as red and white ones.

The *unit* is what the ledger counts in. Each kind of counter is worth a number of units; the cheapest is worth one, so
any amount can be laid out. A negative amount uses the same counters, with one sign in front of all of them.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.scoring.text import MINUS, Text, plural_message
from games.scoring.text import message as _


@dataclass(frozen=True, eq=False, kw_only=True)
class CounterKind:
    """A kind of counter: its worth in units, its name and its shape.

    `words` is a text with a plural. `look` is a disc or a ring, so that kinds differ by more than colour.
    """

    worth: int
    words: Text
    look: str

    def some(self, number: int) -> Text:
        """Return this many of them in words."""
        return Text(self.words.template, {"number": number}, self.words.plural)


@dataclass(frozen=True, eq=False, kw_only=True)
class Counters:
    """The kinds of counters on the table, the most valuable first.

    `unit` and `name` label the two ways of showing amounts: in the unit only, or in all kinds. `rate` says in words
    what the kinds are worth.
    """

    kinds: tuple[CounterKind, ...]
    unit: Text
    name: Text
    rate: Text

    def pieces(self, amount: int) -> list[tuple[int, CounterKind]]:
        """Return an amount, regardless of its sign, as a number of each kind, using as few counters as possible.

        >>> [number for number, _kind in red_and_white(red=10).pieces(-65)]
        [6, 5]
        """
        remaining, pieces = abs(amount), []
        for kind in self.kinds:
            number, remaining = divmod(remaining, kind.worth)
            if number:
                pieces.append((number, kind))
        return pieces


def sign_of(amount: int, *, signed: bool) -> str:
    """Return the sign in front of the counters: a true minus sign, or with `signed` a plus for a gain.

    >>> sign_of(-65, signed=False), sign_of(65, signed=False), sign_of(65, signed=True)
    ('−', '', '+')
    """
    return MINUS if amount < 0 else "+" if signed and amount else ""


def red_and_white(*, red: int) -> Counters:
    """Return the red and white counters of the old clubs, with a red one worth `red` white ones."""
    return Counters(
        kinds=(
            CounterKind(worth=red, words=plural_message("{number} red", "{number} red", red), look="disc"),
            CounterKind(worth=1, words=plural_message("{number} white", "{number} white", 1), look="ring"),
        ),
        unit=_("white counters"),
        name=_("red and white"),
        rate=_("1 red = {red} white", red=red),
    )
