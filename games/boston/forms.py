"""The form of a hand of Boston: four taps for an ordinary hand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.boston.club_tariff import CALL_NAMES, EACH, MISERES, cell_of, penalty_amounts
from games.boston.outcome import OF_CALL, Outcome, Payee
from games.boston.tariff import BIDS, RED, TRICKS, Call, PrintedFigure
from games.scoring.hand import Limit, seat_name
from games.scoring.rules import AnyRules
from games.scoring.text import Amount, SeatName, Text, joined, ngettext_lazy
from games.scoring.text import gettext_lazy as _
from games.scoring.types import ScoredHand, SeatNumber, Table
from games.ui.forms import (
    RESULTS,
    Choices,
    Digits,
    OutcomeForm,
    is_made,
    naming_players,
    result_posted,
    whole_number,
)

OTHER = "other"
HIGHEST_DIGITS = 999
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


class BostonForm(OutcomeForm):
    """The form of Boston. Bids and misères are listed lowest first; penalties are in the folded part."""

    template = "boston/_form.html"

    # Groups of chips

    @property
    def kind(self) -> str:
        """The chosen call, `tricks` for a number of tricks and while none is chosen."""
        call = self.data.get("call", "")
        return Call.TRICKS if not call or call.isdigit() else call

    @property
    def takes(self) -> frozenset[str]:
        """The names of the fields of that call, except penalties."""
        fields = OF_CALL.get(self.kind)
        return frozenset() if fields is None else fields.names

    @property
    def with_pool(self) -> bool:
        return self.table.options["pool"] is True

    @cached_property
    def call(self) -> Choices:
        figures, rules = self.table.figures, self.table.rules
        offered = [
            (call.value, CALL_NAMES[call], "", Amount(figures[MISERES, call, EACH]))
            if isinstance(call, Call)
            else _tricks_bid(call, cell_of(figures, rules, bid=call, tricks=call)[1])
            for call in BIDS
        ]
        return self.chips("call", _("Bid"), offered, needed=True, look="calls bids")

    @cached_property
    def nobody_bid(self) -> Choices:
        calls = (Call.MISERE_PARTOUT, Call.PASSED)
        return self.chips(
            "call", _("Nobody bid"), [(call.value, CALL_NAMES[call]) for call in calls], look="minor", silent=True
        )

    @cached_property
    def bidder(self) -> Choices:
        return self.players("bidder", _("Bidder"), self.table.seats, needed=True)

    @cached_property
    def tricks(self) -> Choices:
        return self._tricks("tricks", _("Tricks taken by the bidder"))

    def _tricks(self, name: str, legend: Text) -> Choices:
        offered = [(str(tricks), str(tricks)) for tricks in range(TRICKS + 1)]
        return self.chips(name, legend, offered, needed=True, look="tricks")

    @cached_property
    def tricks_taken(self) -> list[Choices]:
        """A group for each player's tricks in misère partout."""
        return [
            self._tricks(f"tricks_taken-{seat}", Text("{player}", {"player": SeatName(seat)}))
            for seat in self.table.seats
        ]

    @property
    def tricks_taken_error(self) -> Text | None:
        return self.error_at("tricks_taken")

    @property
    def penalties_error(self) -> Text | None:
        return self.error_at("penalties")

    @cached_property
    def usual_amounts(self) -> list[int]:
        """The penalties of the book or the club's tariff; any other amount is entered digit by digit."""
        return penalty_amounts(self.table.figures)

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
        seats = {str(int(seat)): (seat,) for seat in self.table.seats}
        names = [(value, self.table.players[seat]) for value, (seat,) in seats.items()]
        words = [(Payee.EACH.value, _("each of the others"))]
        if self.with_pool:
            words.insert(0, (Payee.POOL.value, _("the pool")))
        amounts = [(str(amount), str(amount), _in_red(amount)) for amount in self.usual_amounts]
        by = self.chips(f"{name}-by", _("Penalty of"), [("", _("nobody")), *names], look="offender", silent=True)
        to = self.chips(
            f"{name}-to",
            _("to"),
            [*words, *names],
            look="payees",
            silent=True,
            never_with={seat: (f"{name}-by={seat}",) for seat, _name in names},  # nobody pays themselves
        )
        return PenaltyRow(
            name,
            naming_players(by, seats),
            naming_players(to, seats),
            self.chips(
                f"{name}-amount", _("white counters"), [*amounts, (OTHER, _("other"))], look="four", silent=True
            ),
            self.digits(f"{name}-{OTHER}", _("Another amount"), Limit(((1, HIGHEST_DIGITS),)), up_to=HIGHEST_DIGITS),
            self.error_at(name),
        )

    @property
    def called(self) -> tuple[str, ...]:
        return ("call", "bidder")

    def called_in_words(self) -> Text:
        raw = self.raw()
        if not {"call", "bidder"} <= raw.keys():
            return super().called_in_words()
        player = seat_name(raw["bidder"])
        if "bid" in raw:
            return _("{bid} bid by {player}", bid=raw["bid"], player=player)
        return _("{call} by {player}", call=CALL_NAMES[raw["call"]], player=player)

    @property
    def folded(self) -> tuple[str, ...]:
        return ("penalties",)

    # Conversion between posted data and outcomes

    @property
    def groups(self) -> tuple[str, ...]:
        of_each = tuple(f"tricks_taken-{seat}" for seat in self.table.seats)
        rows = tuple(f"penalties-{row}" for row in self.used_rows)
        return ("call", "bidder", "tricks", "made", *of_each, "tricks_taken", *rows, "penalties")

    def group_of(self, field: str) -> str:
        name, *places = field.split(".")
        if name == "bid":
            return "call"
        if name == "tricks_taken" and places:
            return f"{name}-{places[0]}"
        if name == "penalties" and places and int(places[0]) < len(self.used_rows):
            return f"{name}-{self.used_rows[int(places[0])]}"
        return name

    def needed(self) -> Iterable[tuple[str, Text]]:
        yield "call", _("bid")
        words = {
            "bidder": _("bidder"),
            "tricks": _("tricks"),
            "made": _("made or lost"),
            "tricks_taken": _("tricks of all four"),
        }
        for name, word in words.items():
            if name in self.takes:
                yield name, word
        for row in self.used_rows:
            name = f"penalties-{row}"
            yield f"{name}-to", _("who gets the penalty")
            amount = OTHER if self.data.get(f"{name}-amount") == OTHER else "amount"
            yield f"{name}-{amount}", _("amount of the penalty")

    def given(self, name: str) -> bool:
        if name == "tricks_taken":
            return all(self.data.get(f"{name}-{seat}") for seat in self.table.seats)
        return super().given(name)

    def raw_of_call(self, call: str) -> dict[str, Any]:
        raw: dict[str, Any] = {"call": Call.TRICKS.value, "bid": int(call)} if self._is_bid(call) else {}
        for name in ("bidder", "tricks"):
            if name in self.takes and self.data.get(name):
                raw[name] = whole_number(self.data[name])
        if "made" in self.takes and self.data.get("made"):
            raw["made"] = is_made(self.data["made"])
        if "tricks_taken" in self.takes:
            raw["tricks_taken"] = dict(self._tricks_of_each())
        penalties = [self._raw_penalty(f"penalties-{row}") for row in self.used_rows]
        if penalties:
            raw["penalties"] = penalties
        return raw

    @staticmethod
    def _is_bid(call: str) -> bool:
        return isinstance(whole_number(call), int)

    def _tricks_of_each(self) -> Iterator[tuple[str, int | str]]:
        for seat in self.table.seats:
            tricks = self.data.get(f"tricks_taken-{seat}")
            if tricks:
                yield str(int(seat)), whole_number(tricks)

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

    def values_of_call(self, raw: Mapping[str, Any]) -> dict[str, str]:
        values = {name: str(raw[name]) for name in ("bidder", "tricks") if name in raw}
        if "bid" in raw:
            values["call"] = str(raw["bid"])
        if "made" in raw:
            values["made"] = result_posted(raw["made"])
        for seat, tricks in raw.get("tricks_taken", {}).items():
            values[f"tricks_taken-{seat}"] = str(tricks)
        for row, penalty in enumerate(raw.get("penalties", ())):
            name, amount = f"penalties-{row}", penalty["amount"]
            values |= {f"{name}-by": str(penalty["by"]), f"{name}-to": str(penalty["to"])}
            if amount in self.usual_amounts:
                values[f"{name}-amount"] = str(amount)
            else:
                values[f"{name}-amount"] = OTHER
                values |= self.values_of_digits(f"{name}-{OTHER}", amount, hundreds=True)
        return values

    def headline(self, scored: ScoredHand) -> SeatNumber | None:
        outcome = scored.hand.outcome
        if isinstance(outcome, Outcome) and outcome.bidder is not None:
            return outcome.bidder
        return super().headline(scored)

    # In one line

    @classmethod
    def describe_call(cls, rules: AnyRules, table: Table, raw: Mapping[str, Any]) -> Text:
        return joined([cls._describe_played(table, raw), *map(cls._describe_penalty, raw.get("penalties", ()))])

    @staticmethod
    def _describe_played(table: Table, raw: Mapping[str, Any]) -> Text:
        call = raw["call"]
        if call == Call.TRICKS:
            values = {name: raw[name] for name in ("bid", "tricks")}
            return _("{bid} bid by {player}, {tricks} taken", player=seat_name(raw["bidder"]), **values)
        if "made" in raw:
            words = _("{call} by {player}", call=CALL_NAMES[call], player=seat_name(raw["bidder"]))
            return joined([words, RESULTS[result_posted(raw["made"])]])
        if "tricks_taken" in raw:
            counts: list[Text | str] = [
                Text("{player} {tricks}", {"player": SeatName(seat), "tricks": raw["tricks_taken"][str(int(seat))]})
                for seat in table.seats
            ]
            return _("{call}: {tricks}", call=CALL_NAMES[call], tricks=joined(counts))
        return CALL_NAMES[call]

    @staticmethod
    def _describe_penalty(penalty: Mapping[str, Any]) -> Text:
        values = {"player": seat_name(penalty["by"]), "amount": Amount(penalty["amount"])}
        words = _PAYEE_WORDS.get(penalty["to"])
        if words is not None:
            return Text(words.template, values)
        return _("penalty of {player} to {payee}: {amount}", payee=seat_name(penalty["to"]), **values)


_PAYEE_WORDS = {
    Payee.POOL: _("penalty of {player} to the pool: {amount}"),
    Payee.EACH: _("penalty of {player} to each of the others: {amount}"),
}


def _tricks_bid(bid: int, exactly: PrintedFigure) -> tuple[str, str, str, Amount]:
    """Return the chip of a bid of tricks, with what it pays if made exactly."""
    return str(bid), str(bid), "", Amount(exactly.worth)


def _in_red(amount: int) -> Text | str:
    """Return the amount of a penalty in red counters, or an empty string if it isn't a whole number of them."""
    return "" if amount % RED else ngettext_lazy("{number} red", "{number} red", amount // RED)
