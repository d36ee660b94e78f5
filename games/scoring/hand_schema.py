"""The fields of a game's hands as a JSON schema, for those who read or write session documents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from games.scoring.codec import CORRECTION_FIELDS, NOTE
from games.scoring.fields import PLAYER, Fields, Schema, object_schema
from games.scoring.rules import AnyRules
from games.scoring.types import CORRECTION, Option, OptionValue, Table


def hand_schema(rules: AnyRules) -> Schema:
    """Return the schema of a hand: an alternative for each call, with the fields that it can have at any table."""
    variants: dict[str, list[Fields]] = {CORRECTION: [CORRECTION_FIELDS]}
    for table in _tables(rules):
        for call in rules.calls(table):
            of_call = variants.setdefault(call, [])
            of_call += [fields for fields in _fields(rules, table, call) if fields not in of_call]
    return {"anyOf": [_call_schema(rules, call, fields) for call, fields in variants.items()]}


def _call_schema(rules: AnyRules, call: str, variants: list[Fields]) -> Schema:
    more = {} if call == CORRECTION else {"dealer": PLAYER, "note": NOTE.schema}
    schema = object_schema(variants, **more)
    if call != rules.ordinary_call:
        schema["properties"] = {"call": {"const": call}, **schema["properties"]}
        schema["required"].insert(0, "call")
    return {"title": call, **schema}


def _tables(rules: AnyRules) -> Iterator[Table]:
    """Yield a table of every size and rule set, with the default options and with each option set otherwise."""
    for slug, rule_set in rules.rule_sets.items():
        for size in rule_set.players:
            names = [str(number) for number in range(size)]
            yield rules.table(names, rules=slug)
            for option in rule_set.options:
                for value in _values(option):
                    if size in (option.players or rule_set.players):
                        yield rules.table(names, rules=slug, options={option.name: value})


def _values(option: Option) -> Iterator[OptionValue]:
    if option.choices:
        yield from (value for value, _label in option.choices)
    elif isinstance(option.default, bool):
        yield not option.default


def _fields(rules: AnyRules, table: Table, call: str) -> Iterator[Fields]:
    """Yield the fields of a call for each word of the field that decides about the others, or with and without it."""
    raws: list[Mapping[str, Any]] = [
        {field.name: word} for field in rules.deciding_at(table).get(call, ()) for word in field.schema["enum"]
    ]
    yield from (rules.fields(table, call, raw) for raw in raws or [{}])
    if instead := rules.hand_at(table).fields_instead.get(call):
        yield instead[1]
