"""The penalties on the form of a hand of Boston: who pays, to whom, and how much."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

from games.boston.hand import Payee, Penalties, with_pool
from games.boston.tariff import PENALTIES, PENALTY, RED, THREE_DIGITS
from games.scoring.hand import Item, Limit
from games.scoring.text import Text, plural_message
from games.scoring.text import message as _
from games.ui.forms import Choices, Digits, whole_number
from games.ui.hand_form import Group, HandForm

OTHER = "other"
FEWEST_ROWS = 3
"""Rows for penalties on a new form; there is always one more than are used."""
_PENALTY_ROW = re.compile(r"penalties-(0|[1-9][0-9]{0,3})-by")


@dataclass(frozen=True, slots=True)
class PenaltyRow:
    """The row for a penalty: who pays, to whom, and how much; `other` is for amounts without a chip."""

    name: str
    by: Choices
    to: Choices
    amount: Choices
    other: Digits
    error: Text | None


@dataclass(frozen=True, slots=True)
class PenaltyRows:
    """All rows for penalties, in the game's own template."""

    template: ClassVar[str] = "boston/_penalties.html"
    name: str
    legend: Text
    rows: list[PenaltyRow]
    error: Text | None


class BostonForm(HandForm):
    """The form of Boston, with rows for penalties in the folded part."""

    def group(self, item: Item) -> Group:
        if isinstance(item, Penalties):
            return PenaltyRows(item.name, item.label, self.penalties, self.error_at(item.name))
        return super().group(item)

    @cached_property
    def usual_amounts(self) -> list[int]:
        """The penalties of the book or the club's tariff; any other amount is entered digit by digit."""
        return sorted({self.table.figures[PENALTIES, *place] for place in PENALTY} - {0})

    @cached_property
    def used_rows(self) -> list[int]:
        """The numbers of the rows in which a penalty was entered."""
        matches = (_PENALTY_ROW.fullmatch(name) for name, value in self.data.items() if value)
        return sorted({int(matched[1]) for matched in matches if matched})

    @cached_property
    def penalties(self) -> list[PenaltyRow]:
        """The rows for penalties, with a free one at the end."""
        free = self.used_rows[-1] + 1 if self.used_rows else 0
        return [self._penalty(row) for row in sorted({*self.used_rows, free, *range(FEWEST_ROWS)})]

    def _penalty(self, row: int) -> PenaltyRow:
        name = f"penalties-{row}"
        words = [(Payee.EACH.value, _("each of the others"))]
        if with_pool(self.table):
            words.insert(0, (Payee.POOL.value, _("the pool")))
        amounts = [(str(amount), str(amount), _in_red(amount)) for amount in self.usual_amounts]
        by = self.players(f"{name}-by", _("Penalty of"), self.table.seats, also=[("", _("nobody"))])
        # Nobody pays themselves.
        to = self.players(f"{name}-to", _("to"), self.table.seats, also=words, other_than=f"{name}-by")
        return PenaltyRow(
            name,
            replace(by, silent=True),
            replace(to, silent=True),
            self.chips(
                f"{name}-amount", _("white counters"), [*amounts, (OTHER, _("other"))], look="four", silent=True
            ),
            self.digits(f"{name}-{OTHER}", _("Another amount"), Limit(((1, THREE_DIGITS),)), up_to=THREE_DIGITS),
            self.error_at(name),
        )

    # From the screen to an outcome and back

    @property
    def groups(self) -> tuple[str, ...]:
        *others, penalties = super().groups
        return (*others, *(f"penalties-{row}" for row in self.used_rows), penalties)

    def group_of(self, field: str) -> str:
        name, *places = field.split(".")
        if name == "penalties" and places and int(places[0]) < len(self.used_rows):
            return f"{name}-{self.used_rows[int(places[0])]}"
        return super().group_of(field)

    def needed(self) -> Iterable[tuple[str, Text]]:
        yield from super().needed()
        for row in self.used_rows:
            name = f"penalties-{row}"
            yield f"{name}-to", _("who gets the penalty")
            amount = OTHER if self.data.get(f"{name}-amount") == OTHER else "amount"
            yield f"{name}-{amount}", _("amount of the penalty")

    def raw_of_item(self, item: Item) -> dict[str, Any]:
        if isinstance(item, Penalties):
            penalties = [self._raw_penalty(f"penalties-{row}") for row in self.used_rows]
            return {item.name: penalties} if penalties else {}
        return super().raw_of_item(item)

    def _raw_penalty(self, name: str) -> dict[str, Any]:
        raw: dict[str, Any] = {"by": whole_number(self.data[f"{name}-by"])}
        payee = self.data.get(f"{name}-to")
        if payee:
            raw["to"] = whole_number(payee)
        amount = self.data.get(f"{name}-amount", "")
        worth = self.number_of_digits(f"{name}-{OTHER}") if amount == OTHER else whole_number(amount)
        if worth not in ("", None):
            raw["amount"] = worth
        return raw

    def values_of_item(self, item: Item, raw: Mapping[str, Any]) -> dict[str, str]:
        if not isinstance(item, Penalties):
            return super().values_of_item(item, raw)
        values: dict[str, str] = {}
        for row, penalty in enumerate(raw.get(item.name, ())):
            name, amount = f"penalties-{row}", penalty["amount"]
            values |= {f"{name}-by": str(penalty["by"]), f"{name}-to": str(penalty["to"])}
            if amount in self.usual_amounts:
                values[f"{name}-amount"] = str(amount)
            else:
                values[f"{name}-amount"] = OTHER
                values |= self.values_of_digits(f"{name}-{OTHER}", amount, hundreds=True)
        return values


def _in_red(amount: int) -> Text | str:
    """Return the amount of a penalty in red counters, or an empty string if it isn't a whole number of them."""
    return "" if amount % RED else plural_message("{number} red", "{number} red", amount // RED)
