"""Fields: what each kind accepts, what it refuses and where, and that it writes what it has read."""

from enum import StrEnum
from typing import Any

import pytest

from games.scoring.errors import RuleError
from games.scoring.fields import (
    AmountsField,
    Field,
    Fields,
    FlagField,
    NoteField,
    NumbersField,
    PlayerField,
    PlayersField,
    PointsField,
    RecordsField,
    WholeField,
    WordField,
    read_fields,
    write_fields,
)
from games.scoring.naming import Naming
from games.scoring.numbers import whole
from games.scoring.types import SeatNumber
from tests.scoring.toy import SIDE, Side

NAMES = ("Ida", "Jo", "Kim", "Lea")
BY_NAME = Naming(NAMES)
BY_SEAT = Naming(NAMES, by_seat=True)
KIM_RESTS = BY_NAME.reading((SeatNumber(2),))


class Suit(StrEnum):
    HEARTS = "hearts"
    CLUBS = "clubs"


PLAYER = PlayerField(name="f")
TRICKS = WholeField(name="f", low=0, high=13)
BID = WholeField(name="f", low=18, high=264, values=frozenset({18, 20, 22}))
OPEN_END = WholeField(name="f", low=1, high=None)
HALVES = PointsField(name="f", low=0, high=91, halves=True)
POINTS = PointsField(name="f", low=0, high=91, halves=False)
SUIT = WordField(name="f", words=tuple(Suit))
FLAG = FlagField(name="f")
SIDES = RecordsField(name="f", fields=SIDE, make=Side)
FRIENDS = PlayersField(name="f")
AMOUNTS = AmountsField(name="f")
NUMBERS = NumbersField(name="f", high=13)
NOTE = NoteField(name="f", longest=5)


@pytest.mark.parametrize(
    ("field", "given", "value"),
    [
        (PLAYER, "Lea", 3),
        (TRICKS, 0, 0),
        (TRICKS, 13, 13),
        (TRICKS, 7.0, 7),
        (BID, 20, 20),
        (OPEN_END, 10**9, 10**9),
        (HALVES, 40.5, 40.5),
        (HALVES, 40.0, 40),
        (HALVES, 91, 91),
        (HALVES, -0.0, 0),
        (POINTS, 91.0, 91),
        (SUIT, "clubs", Suit.CLUBS),
        (FLAG, False, False),
        (SIDES, [], ()),
        (SIDES, [{"player": "Jo"}], (Side(player=SeatNumber(1)),)),
        (
            SIDES,
            [{"player": "Jo", "worth": 3}, {"player": "Ida"}],
            (Side(player=SeatNumber(1), worth=3), Side(player=SeatNumber(0))),
        ),
        (FRIENDS, ["Lea", "Ida"], (3, 0)),
        (AMOUNTS, {"Kim": 3, "Ida": -3}, (-3, 0, 3, 0)),
        (AMOUNTS, {}, (0, 0, 0, 0)),
        (NUMBERS, {"Lea": 13, "Ida": 0, "Kim": 1.0, "Jo": 2}, (0, 2, 1, 13)),
        (NOTE, "five!", "five!"),
    ],
)
def test_valid_field_values(field: Field, given: Any, value: Any) -> None:
    read = field.read(given, "f", BY_NAME.reading())
    assert read == value
    assert type(read) is type(value) or isinstance(read, type(value))
    assert field.read(field.write(read, BY_NAME), "f", BY_NAME.reading()) == value
    assert field.read(field.write(read, BY_SEAT), "f", BY_SEAT.reading()) == value


@pytest.mark.parametrize(
    ("field", "given", "place", "code"),
    [
        (PLAYER, "Max", "f", "unknown_player"),
        (PLAYER, 3, "f", "invalid"),
        (PLAYER, None, "f", "invalid"),
        (PLAYER, ["Ida"], "f", "invalid"),
        (PLAYER, "Kim", "f", "not_playing"),
        (TRICKS, -1, "f", "out_of_range"),
        (TRICKS, 14, "f", "out_of_range"),
        (TRICKS, 1e300, "f", "out_of_range"),
        (TRICKS, 8.5, "f", "invalid"),
        (TRICKS, "8", "f", "invalid"),
        (TRICKS, True, "f", "invalid"),
        (TRICKS, None, "f", "invalid"),
        (TRICKS, [8], "f", "invalid"),
        (TRICKS, float("inf"), "f", "invalid"),
        (TRICKS, float("nan"), "f", "invalid"),
        (BID, 19, "f", "out_of_range"),
        (BID, 265, "f", "out_of_range"),
        (OPEN_END, 0, "f", "out_of_range"),
        (HALVES, 40.25, "f", "invalid"),
        (HALVES, 91.5, "f", "out_of_range"),
        (HALVES, -0.5, "f", "out_of_range"),
        (HALVES, True, "f", "invalid"),
        (HALVES, "40", "f", "invalid"),
        (HALVES, float("inf"), "f", "invalid"),
        (HALVES, float("nan"), "f", "invalid"),
        (POINTS, 40.5, "f", "invalid"),
        (SUIT, "spades", "f", "unknown_choice"),
        (SUIT, "", "f", "unknown_choice"),
        (SUIT, 1, "f", "invalid"),
        (SUIT, {}, "f", "invalid"),
        (FLAG, 1, "f", "invalid"),
        (FLAG, "true", "f", "invalid"),
        (SIDES, {}, "f", "invalid"),
        (SIDES, ["Ida"], "f.0", "invalid"),
        (SIDES, [{"player": "Ida"}, {}], "f.1.player", "required"),
        (SIDES, [{"player": "Ida", "worth": 0}], "f.0.worth", "out_of_range"),
        (SIDES, [{"player": "Ida", "of": 0}], "f.0.of", "unknown_field"),
        (SIDES, [{"player": "Kim"}], "f.0.player", "not_playing"),
        (FRIENDS, "Ida", "f", "invalid"),
        (FRIENDS, ["Ida", "Max"], "f.1", "unknown_player"),
        (FRIENDS, ["Ida", "Jo", "Ida"], "f.2", "same_player"),
        (FRIENDS, ["Ida", "Kim"], "f.1", "not_playing"),
        (AMOUNTS, [1, -1], "f", "invalid"),
        (AMOUNTS, {"Max": 1}, "f.Max", "unknown_player"),
        (AMOUNTS, {"Ida": 0.5}, "f.Ida", "invalid"),
        (AMOUNTS, {"Ida": True}, "f.Ida", "invalid"),
        (NUMBERS, [1, 2, 3, 4], "f", "invalid"),
        (NUMBERS, {"Ida": 14, "Max": 0}, "f.Max", "unknown_player"),
        (NUMBERS, {"Lea": 0, "Ida": 14}, "f.Ida", "out_of_range"),
        (NUMBERS, {"Lea": "0", "Ida": 1}, "f.Jo", "required"),
        (NOTE, "sixsix", "f", "out_of_range"),
        (NOTE, 5, "f", "invalid"),
    ],
)
def test_invalid_field_values(field: Field, given: Any, place: str, code: str) -> None:
    with pytest.raises(RuleError) as refused:
        field.read(given, "f", KIM_RESTS)
    assert (refused.value.field, refused.value.code) == (place, code)
    assert refused.value.message.render(NAMES)


@pytest.mark.parametrize("given", [4, -1, "Ida", "0", True, 1.0, None])
def test_an_invalid_seat_is_refused(given: Any) -> None:
    with pytest.raises(RuleError) as refused:
        PLAYER.read(given, "f", BY_SEAT.reading())
    assert refused.value.code == ("unknown_player" if type(given) is int else "invalid")


def test_a_stored_outcome_names_seats() -> None:
    assert PLAYER.write(SeatNumber(3), BY_SEAT) == 3
    assert FRIENDS.write((SeatNumber(3), SeatNumber(0)), BY_SEAT) == [3, 0]
    assert AMOUNTS.write((-3, 0, 3, 0), BY_SEAT) == {"0": -3, "2": 3}
    assert AMOUNTS.write((-3, 0, 3, 0), BY_NAME) == {"Ida": -3, "Kim": 3}
    assert SIDES.write([Side(player=SeatNumber(1), worth=3)], BY_SEAT) == [{"player": 1, "worth": 3}]


OPTIONAL = WholeField(name="optional", low=0, high=9, default=4)
NULLABLE = WholeField(name="nullable", low=0, high=9, default=None, nullable=True)
NEEDED = WholeField(name="needed", low=0, high=9)
FIELDS = Fields((NEEDED, OPTIONAL, NULLABLE))


@pytest.mark.parametrize(
    ("raw", "values"),
    [
        ({"needed": 1}, {"needed": 1, "optional": 4, "nullable": None}),
        ({"needed": 1, "nullable": None}, {"needed": 1, "optional": 4, "nullable": None}),
        ({"nullable": 2, "optional": 3, "needed": 1}, {"needed": 1, "optional": 3, "nullable": 2}),
    ],
)
def test_a_field_with_a_default_is_optional(raw: dict[str, Any], values: dict[str, Any]) -> None:
    assert read_fields(FIELDS, raw, BY_NAME.reading()) == values


@pytest.mark.parametrize(
    ("raw", "place", "code"),
    [
        ({}, "r.needed", "required"),
        ({"needed": 1, "optional": None}, "r.optional", "invalid"),
        ({"needed": None}, "r.needed", "invalid"),
        ({"stranger": 1}, "r.stranger", "unknown_field"),
        ({"needed": 99, "optional": 99}, "r.needed", "out_of_range"),
        ({"optional": 99}, "r.needed", "required"),
    ],
)
def test_fields_are_checked_in_order(raw: dict[str, Any], place: str, code: str) -> None:
    with pytest.raises(RuleError) as refused:
        read_fields(FIELDS, raw, BY_NAME.reading(), "r.")
    assert (refused.value.field, refused.value.code) == (place, code)


def test_default_values_are_not_stored() -> None:
    side = Fields((PlayerField(name="player"), WholeField(name="worth", low=1, high=9, default=1)))
    assert write_fields(side, Side(player=SeatNumber(2)), BY_NAME) == {"player": "Kim"}
    assert write_fields(side, Side(player=SeatNumber(2), worth=2), BY_NAME) == {"player": "Kim", "worth": 2}


@pytest.mark.parametrize(
    ("given", "number"), [(8, 8), (8.0, 8), (-8, -8), (8.5, None), (True, None), ("8", None), (None, None), ([], None)]
)
def test_whole_numbers(given: Any, number: int | None) -> None:
    assert whole(given) == number
