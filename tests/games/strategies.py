"""Tables, hands and sessions of any game, drawn from what its rules declare.

A hand is drawn field by field. Most fields that have a default keep it, as they do in practice. What the rules refuse
is corrected the way people correct it: a missing field is filled in, another is left out or drawn again, up to a few
times.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from games.scoring.errors import Code, RuleError
from games.scoring.fields import (
    MISSING,
    Field,
    FlagField,
    NoteField,
    PlayerField,
    PlayersField,
    PointsField,
    RecordsField,
    WholeField,
    WordField,
)
from games.scoring.naming import Naming
from games.scoring.replay import Ledger, replay
from games.scoring.rules import AnyRules
from games.scoring.tariffs import OwnTariff, PrintedTariff
from games.scoring.types import CORRECTION, Option, SeatNumber, State, Table
from tests.games import worked_examples

Raw = dict[str, Any]
Draw = st.DrawFn

NAMES = ("Anne", "Bruno", "Chloé", "David", "Emma", "Farid", "Greta")
MENDINGS = 8
BRACES = "{nobody}"
NOTES = st.sampled_from(["counted twice", f"{BRACES} knows", "100 % “sûr”", "<b>"])


@dataclass(frozen=True)
class Session:
    """A table, the hands played at it as JSON, and their ledger; none of them is refused."""

    rules: AnyRules
    table: Table
    naming: Naming
    raws: list[Raw]

    @cached_property
    def ledger(self) -> Ledger:
        return replay(self.rules, self.table, self.raws, self.naming)


def option_values(option: Option) -> st.SearchStrategy[Any]:
    if option.choices:
        return st.sampled_from([word for word, _label in option.choices])
    if option.low is not None:
        return st.integers(option.low, option.high if option.high is not None else option.low + 100)
    return st.booleans()


@st.composite
def own_tariffs(draw: Draw, printed: PrintedTariff) -> OwnTariff:
    """Draw a club tariff with a few changed figures."""
    figures: dict[tuple[str, str, str], int] = {}
    for table in printed.schedules:
        places = [place for place, _figure in table.cells()]
        for place in draw(st.lists(st.sampled_from(places), max_size=2)):
            figures[place] = draw(st.integers(table.low, min(table.high, table.low + 500)))
    return printed.own("Thursdays", figures)


@st.composite
def tables(draw: Draw, rules: AnyRules) -> Table:
    """Any table of the game, by the printed tariff or another; options that exclude each other are drawn again."""
    rule_set = draw(st.sampled_from(list(rules.rule_sets.values())))
    size = draw(st.sampled_from(rule_set.players))
    options = {option.name: draw(st.just(option.default) | option_values(option)) for option in rule_set.options}
    dealer = draw(st.sampled_from([SeatNumber(seat) for seat in range(size)]))
    try:
        tariff = draw(st.none() | own_tariffs(rules.tariff(rule_set.slug)))
        return rules.table(NAMES[:size], rules=rule_set.slug, options=options, first_dealer=dealer, tariff=tariff)
    except RuleError:
        assume(False)
        raise


@dataclass(frozen=True)
class Drawing:
    """What is needed to draw a field."""

    rules: AnyRules
    table: Table
    state: State
    naming: Naming

    @property
    def players(self) -> list[Any]:
        """The players of the hand, as the naming identifies them."""
        return [self.naming.value(seat) for seat in self.rules.playing(self.table, self.state)]


def values(field: Field, drawing: Drawing) -> st.SearchStrategy[Any]:
    """The values of a field; for a kind that only one game has, those in its worked examples."""
    for kind, strategy in _STRATEGIES.items():
        if isinstance(field, kind):
            found: st.SearchStrategy[Any] = strategy(field, drawing)
            return found
    return st.sampled_from(seen(drawing.rules.slug, field.name, drawing.naming))


def _whole(field: WholeField, drawing: Drawing) -> st.SearchStrategy[Any]:
    if field.values is not None:
        return st.sampled_from(sorted(field.values))
    return st.integers(field.low, field.low + 50 if field.high is None else field.high)


def _points(field: PointsField, drawing: Drawing) -> st.SearchStrategy[Any]:
    whole_numbers = st.integers(field.low, field.high)
    return (
        whole_numbers | st.integers(2 * field.low, 2 * field.high).map(lambda half: half / 2)
        if field.halves
        else whole_numbers
    )


def _records(field: RecordsField, drawing: Drawing) -> st.SearchStrategy[Any]:
    return st.lists(
        st.fixed_dictionaries({part.name: values(part, drawing) for part in field.fields}), min_size=1, max_size=2
    )


_STRATEGIES: Mapping[type[Field], Any] = {
    PlayerField: lambda field, drawing: st.sampled_from(drawing.players),
    PlayersField: lambda field, drawing: st.lists(st.sampled_from(drawing.players), unique=True, max_size=2),
    WholeField: _whole,
    PointsField: _points,
    RecordsField: _records,
    WordField: lambda field, drawing: st.sampled_from([word.value for word in field.words]),
    FlagField: lambda field, drawing: st.booleans(),
    NoteField: lambda field, drawing: NOTES,
}


@cache
def _seen(slug: str, name: str) -> tuple[tuple[tuple[str, ...], Any], ...]:
    return tuple(
        (tuple(example["document"]["players"]), value)
        for example in worked_examples.examples(slug)
        if "error" not in example["expect"]
        for value in _values_of(example["document"]["hands"], name)
    )


def _values_of(value: Any, name: str) -> Iterator[Any]:
    """The values of a field with this name, in a hand or in a record of one."""
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _values_of(item, name)
    if isinstance(value, dict) and name in value:
        yield value[name]


def seen(slug: str, name: str, naming: Naming) -> list[Any]:
    """The values of that field in the worked examples, with their players replaced by ours."""
    found = []
    for players, value in _seen(slug, name):
        ours = {player: naming.value(SeatNumber(seat)) for seat, player in enumerate(players[: len(naming.players)])}
        found.append(_renamed(value, ours))
    if not found:
        raise LookupError(f"no worked example of {slug} says what “{name}” can be")
    return found


def _renamed(value: Any, ours: Mapping[str, Any]) -> Any:
    if isinstance(value, dict):
        return {str(ours.get(key, key)): _renamed(item, ours) for key, item in value.items()}
    if isinstance(value, list):
        return [_renamed(item, ours) for item in value]
    return ours.get(value, value) if isinstance(value, str) else value


@st.composite
def corrections(draw: Draw, drawing: Drawing) -> Raw:
    """Draw a correction from one player to another or, where partners have the same amount, from side to side."""
    rules, table = drawing.rules, drawing.table
    one, other = draw(st.permutations(rules.sharing(table)))[:2]
    amount = draw(st.integers(-100, 100))
    moved = {**dict.fromkeys(one, amount), **dict.fromkeys(other, -amount)}
    return {
        "call": CORRECTION,
        "amounts": {drawing.naming.key(seat): moved_amount for seat, moved_amount in moved.items()},
        "note": draw(NOTES),
    }


@st.composite
def attempts(draw: Draw, drawing: Drawing, call: str) -> Raw:
    """A hand of that call with every field in range; whether they fit together is for the rules to say."""
    rules = drawing.rules
    raw: Raw = {} if call == rules.ordinary_call else {"call": call}
    if draw(st.integers(0, 7)) == 7:
        raw["dealer"] = drawing.naming.value(draw(st.sampled_from(drawing.table.seats)))
    done: set[str] = set()
    decisive, _fields = rules.hand_at(drawing.table).fields_instead.get(call, ("", ()))
    if decisive and draw(st.booleans()):
        raw[decisive] = draw(st.booleans())
    while left := [field for field in rules.fields(drawing.table, call, raw) if field.name not in done]:
        field = left[0]
        done.add(field.name)
        if field.name in raw:
            continue
        if field.default is MISSING or draw(st.integers(0, 3)) == 0:
            raw[field.name] = draw(values(field, drawing))
    if draw(st.integers(0, 7)) == 7:
        raw["note"] = draw(NOTES)
    return raw


def any_attempt(drawing: Drawing) -> st.SearchStrategy[Raw]:
    """A hand of any call, more often of one with fields."""
    calls = drawing.rules.calls(drawing.table)
    played = [call for call in calls if drawing.rules.fields(drawing.table, call, {})]
    return st.sampled_from([*played, *calls]).flatmap(lambda call: attempts(drawing, call))


@st.composite
def hands(draw: Draw, rules: AnyRules, ledger: Ledger, naming: Naming) -> Raw | None:
    """A hand that can follow on this ledger, or None if none was found."""
    here = Drawing(rules, ledger.table, ledger.state, naming)
    if rules.over(ledger.table, ledger.state) or draw(st.integers(0, 9)) == 9:
        return draw(corrections(here))
    raw = draw(any_attempt(here))
    for _mending in range(MENDINGS):
        try:
            ledger.then(raw, naming)
        except RuleError as error:
            _mend(draw, here, raw, error)
        else:
            return raw
    return None


def _mend(draw: Draw, drawing: Drawing, raw: Raw, error: RuleError) -> None:
    name = (error.field or "").split(".")[0]
    call = str(raw.get("call", drawing.rules.ordinary_call))
    field = {field.name: field for field in drawing.rules.fields(drawing.table, call, raw)}.get(name)
    if field is None or (error.code != Code.REQUIRED and field.default is not MISSING and draw(st.booleans())):
        raw.pop(name, None)
    else:
        raw[name] = draw(values(field, drawing))


@st.composite
def sessions(draw: Draw, rules: AnyRules, most: int = 6, *, by_seat: bool = False) -> Session:
    """Draw a session in which nothing is refused."""
    table = draw(tables(rules))
    naming = Naming(table.players, by_seat=by_seat)
    ledger = replay(rules, table, [], naming)
    raws: list[Raw] = []
    for _hand in range(draw(st.integers(1, most))):
        raw = draw(hands(rules, ledger, naming))
        if raw is not None:
            raws.append(raw)
            ledger = ledger.then(raw, naming)
    return Session(rules, table, naming, raws)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-200, 200)
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(["", "Anne", "each", "prise", "grand", "attack"])
    | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=8) | st.sampled_from(["player", "call"]), inner, max_size=3)
    ),
    max_leaves=6,
)
"""Any JSON value."""


@st.composite
def spoilt(draw: Draw, document: Any) -> Any:
    """A document with something replaced, removed or added."""
    for _change in range(draw(st.integers(1, 3))):
        document = _spoil(draw, document)
    return document


def _spoil(draw: Draw, value: Any) -> Any:
    if isinstance(value, dict) and value and draw(st.integers(0, 4)):
        key = draw(st.sampled_from(sorted(value)))
        match draw(st.sampled_from(["into", "into", "into", "out", "new"])):
            case "into":
                return {**value, key: _spoil(draw, value[key])}
            case "out":
                return {name: item for name, item in value.items() if name != key}
        return {**value, draw(st.text(max_size=5)): draw(JSON)}
    if isinstance(value, list) and value and draw(st.integers(0, 4)):
        place = draw(st.integers(0, len(value) - 1))
        return [*value[:place], _spoil(draw, value[place]), *value[place + 1 :]]
    return draw(JSON)
