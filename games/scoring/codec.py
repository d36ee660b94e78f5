"""Conversion of hands from and to JSON.

A session document identifies players by name, a stored outcome by seat number, so stored outcomes don't change when a
player is renamed or merged. `Naming` is the only difference between the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.scoring.errors import Code, RuleError
from games.scoring.fields import AmountsField, Fields, NoteField, listed, read_each, refuse_strangers, write_fields
from games.scoring.naming import Naming
from games.scoring.rules import O, Rules, S
from games.scoring.text import Amount, SeatName, quoted
from games.scoring.text import message as _
from games.scoring.types import CORRECTION, Amounts, Correction, EnteredHand, SeatNumber, Table

_AMOUNTS = AmountsField(name="amounts")
NOTE = NoteField(name="note")
CORRECTION_FIELDS = Fields((_AMOUNTS, NOTE))


def decode_hand(
    rules: Rules[S, O], table: Table, state: S, raw: Mapping[str, Any], naming: Naming
) -> tuple[EnteredHand, S]:
    """Decode a hand from JSON; return it with the state before it, in which a stated dealer replaces the expected one.

    Raise `RuleError` at the first error. The contract fixes the order of the checks: the end of the game, the call, the
    deciding fields, unknown fields, the dealer, then each field.
    """
    if type(raw) is not dict and not isinstance(raw, Mapping):  # the abstract class is slow to check
        raise RuleError(Code.INVALID, None, _("A hand must be an object."))
    call = raw.get("call", rules.ordinary_call)
    if call == CORRECTION:
        return _decode_correction(rules, table, raw, naming), state
    if rules.over(table, state):
        raise RuleError(Code.OVER, None, _("The last hand has been played. No more hands can be recorded."))
    # The call of an ordinary hand is internal to the rules, so a document may not name it.
    if call not in rules.calls(table) or (call == rules.ordinary_call and "call" in raw):
        raise _no_such_call(rules, table, raw)
    if deciding := rules.deciding_at(table).get(call):
        read_each(deciding, raw, naming.reading(), {})
    fields = rules.fields(table, call, raw)
    refuse_strangers(fields.names_of_hand, raw)
    dealer = None
    if "dealer" in raw:
        dealer = naming.seat(raw["dealer"], "dealer")
        state = rules.with_dealer(table, state, dealer)
    reading = naming.reading(rules.sits_out(table, state))
    values = read_each(fields, raw, reading, {**rules.blank, "call": call})
    note = NOTE.read(raw["note"], "note", naming.reading()) if "note" in raw else ""
    return EnteredHand(rules.outcome._make(values.values()), dealer, note), state


def _no_such_call(rules: Rules[S, O], table: Table, raw: Mapping[str, Any]) -> RuleError:
    """Return the error of a hand without a possible call."""
    if "call" not in raw:
        return RuleError(Code.REQUIRED, "call", _("What was played?"))
    if type(raw["call"]) is not str:
        return RuleError(Code.INVALID, "call", _("This must be one of the choices."))
    words = listed(word for word in rules.calls(table) if word != rules.ordinary_call)
    message = _("“{given}” is not one of the choices: {words}.", given=quoted(raw["call"]), words=words)
    return RuleError(Code.UNKNOWN_CHOICE, "call", message)


def _decode_correction(rules: Rules[S, O], table: Table, raw: Mapping[str, Any], naming: Naming) -> EnteredHand:
    refuse_strangers(CORRECTION_FIELDS.names | {"call"}, raw)
    values = read_each(CORRECTION_FIELDS, raw, naming.reading(), {})
    if not values["note"].strip():
        raise RuleError(Code.REQUIRED, "note", _("A correction needs a reason."))
    if rules.zero_sum(table) and sum(values["amounts"]):
        raise RuleError(
            Code.TOTAL,
            "amounts",
            _("What some gain, others must lose: the amounts sum to {total}, not to 0.", total=sum(values["amounts"])),
        )
    _refuse_unequal_partners(rules.sharing(table), values["amounts"])
    return EnteredHand(Correction(amounts=values["amounts"]), None, values["note"])


def _refuse_unequal_partners(sides: Iterable[Sequence[SeatNumber]], amounts: Amounts) -> None:
    for first, *partners in sides:
        for partner in partners:
            if amounts[partner] != amounts[first]:
                raise RuleError(
                    Code.IMPOSSIBLE,
                    "amounts",
                    _(
                        "Partners have the same amount: {player} gets {amount}, {partner} {other}.",
                        player=SeatName(first),
                        amount=Amount(amounts[first], signed=True),
                        partner=SeatName(partner),
                        other=Amount(amounts[partner], signed=True),
                    ),
                )


def encode_hand(rules: Rules[S, O], table: Table, hand: EnteredHand, naming: Naming) -> dict[str, Any]:
    """Encode a hand as JSON; decoding it in the same position returns the same hand."""
    raw: dict[str, Any] = {}
    outcome: Any = hand.outcome
    if isinstance(outcome, Correction):
        return {"call": CORRECTION, "amounts": _AMOUNTS.write(outcome.amounts, naming), "note": hand.note}
    if outcome.call != rules.ordinary_call:
        raw["call"] = str(outcome.call)
    if hand.dealer is not None:
        raw["dealer"] = naming.value(SeatNumber(hand.dealer))
    # Where one field decides about the others, `fields` looks it up by name.
    given = {name: value for name, value in outcome._asdict().items() if value is not None}
    fields = rules.fields(table, str(outcome.call), given)
    raw.update(write_fields(fields, outcome, naming))
    if hand.note:
        raw["note"] = hand.note
    return raw
