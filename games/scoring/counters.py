"""Counters of several kinds, such as red and white ones: an amount as it is laid on the table.

The *unit* is what the ledger counts in. Every kind of counter is worth some units, the cheapest exactly one, so that
any amount can be laid. What is owed is laid in the same counters; the sign stands once, before all of them.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.scoring.text import MINUS, Text, ngettext_lazy
from games.scoring.text import gettext_lazy as _


@dataclass(frozen=True, eq=False, kw_only=True)
class Kind:
    """One kind of counter: how many units it is worth, what some of it are called, and how it is drawn.

    `words` is a text with a plural; `look` is a disc or a ring, so that nobody need see its colour.
    """

    worth: int
    words: Text
    look: str

    def some(self, number: int) -> Text:
        """That many of them in words."""
        return Text(self.words.template, {"number": number}, self.words.plural)


@dataclass(frozen=True, eq=False, kw_only=True)
class Counters:
    """The kinds that lie on the table, the dearest first.

    `unit` and `name` say what amounts can be shown in: the unit alone, or all kinds. `rate` says what they are worth.
    """

    kinds: tuple[Kind, ...]
    unit: Text
    name: Text
    rate: Text

    def laid(self, amount: int) -> list[tuple[int, Kind]]:
        """How many of each kind an amount is, with as few counters as can be, whoever owes it.

        >>> [number for number, _kind in red_and_white(red=10).laid(-65)]
        [6, 5]
        """
        left, laid = abs(amount), []
        for kind in self.kinds:
            number, left = divmod(left, kind.worth)
            if number:
                laid.append((number, kind))
        return laid


def sign_of(amount: int, *, signed: bool) -> str:
    """What stands before the counters: a true minus sign, and a plus where something is gained.

    >>> sign_of(-65, signed=False), sign_of(65, signed=False), sign_of(65, signed=True)
    ('−', '', '+')
    """
    return MINUS if amount < 0 else "+" if signed and amount else ""


def red_and_white(*, red: int) -> Counters:
    """The counters of the old clubs, of which a red one is worth `red` white ones."""
    return Counters(
        kinds=(
            Kind(worth=red, words=ngettext_lazy("{number} red", "{number} red", red), look="disc"),
            Kind(worth=1, words=ngettext_lazy("{number} white", "{number} white", 1), look="ring"),
        ),
        unit=_("white counters"),
        name=_("red and white"),
        rate=_("a red one is {red} white", red=red),
    )
