"""What is recorded of a hand of Skat: the fields of its outcome, and the words for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, NamedTuple

from games.scoring.errors import Code, RuleError
from games.scoring.fields import Field, Fields, FlagField, PlayerField, PlayersField, WholeField, WordField
from games.scoring.hand import result_words, seat_name
from games.scoring.naming import Naming, Reading, not_playing
from games.scoring.numbers import out_of_range, whole
from games.scoring.tariffs import Figures
from games.scoring.text import SeatName, Text
from games.scoring.text import gettext_lazy as _
from games.scoring.types import SeatNumber, Table
from games.skat.tariff import (
    BIDS,
    CALLS,
    CARD_POINTS,
    CONTRA_NAMES,
    GAME_NAMES,
    GRAND_UNIT,
    LEVEL,
    MATADORS,
    NULL_NAMES,
    NULLOS,
    NULLS,
    POINTS,
    SUIT_UNIT,
    WAY_OF_NULL,
    Announced,
    Call,
    Contra,
    Level,
    Suit,
    bids_of,
    unit_of,
)

FOUR = 4
NO_FIELDS = Fields()
_OPEN_GRAND = Call.OPEN_GRAND  # looked up once: an enum takes long to look up its members


class Outcome(NamedTuple):
    """The outcome of one deal. Fields that the call doesn't take have their default.

    `points_taken` are the card points of a Ramsch in seat order, None for the player who sat out.
    """

    call: str
    declarer: SeatNumber | None = None
    suit: Suit | None = None
    bid: int = 0
    matadors: int = 0
    hand: bool = False
    announced: Announced | None = None
    ouvert: bool = False
    card_points: int = 0
    schwarz: bool = False
    passt_mir_nicht: bool = False
    contra: Contra | None = None
    made: bool = False
    points_taken: tuple[int | None, ...] = ()
    trickless: tuple[SeatNumber, ...] = ()

    @property
    def level(self) -> Level:
        """The announced level; an open game announces schwarz."""
        return Level.SCHWARZ if self.ouvert or self.call == _OPEN_GRAND else LEVEL[self.announced]


@dataclass(frozen=True, kw_only=True)
class DeclarerField(PlayerField):
    """The declarer. Whether he plays this hand is checked later, once all fields are valid."""

    def read(self, value: Any, place: str, reading: Reading) -> SeatNumber:
        return reading.naming.seat(value, place)


@dataclass(frozen=True, kw_only=True)
class SwitchedOffField(Field):
    """A field that the table's options switch off: only null is valid."""

    schema = {"type": "null"}

    def read(self, value: Any, place: str, reading: Reading) -> None:
        if type(value) is not str:
            raise RuleError(Code.INVALID, place, _("This must be one of the choices."))
        raise RuleError(Code.UNKNOWN_CHOICE, place, _("This isn’t played at this table."))


@dataclass(frozen=True, kw_only=True)
class PointsTakenField(Field):
    """The card points of the three active players; read in seat order, None for the player who sits out."""

    schema = {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0, "maximum": CARD_POINTS}}

    def read(self, value: Any, place: str, reading: Reading) -> tuple[int | None, ...]:
        if type(value) is not dict:
            raise RuleError(Code.INVALID, place, _("This must give card points to each player."))
        seats = {reading.naming.seat_of_key(key, f"{place}.{key}"): key for key in value}
        if reading.sits_out in seats:
            absent = reading.sits_out
            assert absent is not None
            raise RuleError(Code.NOT_PLAYING, f"{place}.{seats[absent]}", not_playing(reading, absent))
        card_points: list[int | None] = [None] * len(reading.naming.players)
        for seat in range(len(card_points)):
            if seat not in seats and seat != reading.sits_out:
                field = f"{place}.{reading.naming.key(SeatNumber(seat))}"
                raise RuleError(
                    Code.REQUIRED, field, _("How many card points did {player} take?", player=SeatName(seat))
                )
        for seat, key in seats.items():
            card_points[seat] = _card_points(value[key], f"{place}.{key}")
        return tuple(card_points)

    def write(self, value: tuple[int | None, ...], naming: Naming) -> dict[str, int]:
        return {naming.key(SeatNumber(seat)): points for seat, points in enumerate(value) if points is not None}


def _card_points(value: object, place: str) -> int:
    number = whole(value)
    if number is None:
        raise RuleError(Code.INVALID, place, _("This must be a whole number."))
    if not 0 <= number <= CARD_POINTS:
        raise RuleError(Code.OUT_OF_RANGE, place, out_of_range(0, CARD_POINTS, number))
    return number


_MATADORS = {grand: WholeField(name="matadors", low=1, high=high) for grand, high in MATADORS.items()}
_SUIT = WordField(name="suit", words=tuple(Suit))
_ANNOUNCED = WordField(name="announced", words=tuple(Announced), default=None, nullable=True)


def _bid_field(bids: tuple[int, ...]) -> WholeField:
    return WholeField(
        name="bid",
        low=bids[0],
        high=bids[-1],
        values=frozenset(bids),
        message=_("This is not a possible bid; bids go from {low} to {high}.", low=bids[0], high=bids[-1]),
    )


_BID = _bid_field(BIDS)
_HAND, _OUVERT = FlagField(name="hand", default=False), FlagField(name="ouvert", default=False)
_CARD_POINTS = WholeField(name="card_points", low=0, high=CARD_POINTS)
_SCHWARZ = FlagField(name="schwarz", default=False)
_PASST_MIR_NICHT = FlagField(name="passt_mir_nicht", default=False)
_MADE = FlagField(name="made")
_CONTRA = {
    False: SwitchedOffField(name="contra", default=None, nullable=True),
    True: WordField(name="contra", words=tuple(Contra), default=None, nullable=True),
}
_DECLARER = DeclarerField(name="declarer")
_COUNTED = (_CARD_POINTS, _SCHWARZ)
_NULLO = (_DECLARER, _MADE)

_FIELDS: Mapping[tuple[str, str], tuple[Field, ...]] = {
    ("foster", Call.TOURNEE): (_DECLARER, _SUIT, _MATADORS[False], *_COUNTED, _PASST_MIR_NICHT),
    ("foster", Call.SOLO): (_DECLARER, _SUIT, _MATADORS[False], _ANNOUNCED, *_COUNTED),
    ("foster", Call.TURNED_GRAND): (_DECLARER, _MATADORS[True], *_COUNTED, _PASST_MIR_NICHT),
    ("foster", Call.GUCKI_GRAND): (_DECLARER, _MATADORS[True], _ANNOUNCED, *_COUNTED),
    ("foster", Call.SOLO_GRAND): (_DECLARER, _MATADORS[True], _ANNOUNCED, *_COUNTED),
    ("foster", Call.OPEN_GRAND): (_DECLARER, _MATADORS[True], *_COUNTED),
    ("foster", Call.GUCKI_NULLO): _NULLO,
    ("foster", Call.OPEN_GUCKI_NULLO): _NULLO,
    ("foster", Call.SOLO_NULLO): _NULLO,
    ("foster", Call.OPEN_SOLO_NULLO): _NULLO,
    ("foster", Call.REVOLUTION): _NULLO,
    ("gucki_solo", Call.SOLO): (_DECLARER, _SUIT, _MATADORS[False], _ANNOUNCED, *_COUNTED),
    ("gucki_solo", Call.GRAND): (_DECLARER, _MATADORS[True], _ANNOUNCED, *_COUNTED),
    ("gucki_solo", Call.GUCKI_NULLO): _NULLO,
    ("gucki_solo", Call.OPEN_GUCKI_NULLO): _NULLO,
    ("isko", Call.SUIT): (_DECLARER, _SUIT, _BID, _MATADORS[False], _HAND, _ANNOUNCED, _OUVERT, *_COUNTED),
    ("isko", Call.GRAND): (_DECLARER, _BID, _MATADORS[True], _HAND, _ANNOUNCED, _OUVERT, *_COUNTED),
    ("isko", Call.NULL): (_DECLARER, _BID, _HAND, _OUVERT, _MADE),
}
"""The fields of each game, in the order in which they are checked; `isko` adds `contra` to each."""

_RAMSCH_FIELDS = Fields((PointsTakenField(name="points_taken"), PlayersField(name="trickless")))


@cache
def calls_of(rules: str, ramsch: bool) -> tuple[str, ...]:
    nobody_alone = (Call.RAMSCH, Call.PASSED) if ramsch else (Call.PASSED,)
    return tuple(str(call) for call in (*CALLS[rules], *nobody_alone))


def fields_at(table: Table, call: str) -> Fields:
    """Return the fields of a call at a table, with the bids that its tariff allows."""
    contra, bids = table.options.get("contra") is True, bids_of(table)
    if bids is BIDS:
        return _fields_of(table.rules, call, contra)
    return _fields_with(bids, table.rules, call, contra)


@lru_cache(maxsize=256)
def _fields_with(bids: tuple[int, ...], rules: str, call: str, contra: bool) -> Fields:
    fields = _fields_of(rules, call, contra)
    if "bid" not in fields.names:
        return fields
    return Fields([_bid_field(bids) if field is _BID else field for field in fields])


@cache
def _fields_of(rules: str, call: str, contra: bool) -> Fields:
    if call == Call.RAMSCH:
        return _RAMSCH_FIELDS
    fields = _FIELDS.get((rules, call))
    if fields is None:
        return NO_FIELDS
    return Fields((*fields, _CONTRA[contra]) if rules == "isko" else fields)


# In words

SIGNS = {Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠", Suit.CLUBS: "♣"}
AS_TEXT = "\ufe0e"
"""The variation selector that asks for a suit symbol as text, not as an emoji."""

CHIP_NAMES: Mapping[str, Text] = {
    Call.TOURNEE: _("Tournée"),
    Call.SOLO: _("Solo"),
    Call.TURNED_GRAND: _("Turned grand"),
    Call.GUCKI_GRAND: _("Gucki grand"),
    Call.SOLO_GRAND: _("Solo grand"),
    Call.OPEN_GRAND: _("Open grand"),
    Call.GRAND: _("Grand"),
    Call.GUCKI_NULLO: _("Gucki nullo"),
    Call.OPEN_GUCKI_NULLO: _("Gucki open"),
    Call.SOLO_NULLO: _("Solo nullo"),
    Call.OPEN_SOLO_NULLO: _("Solo open"),
    Call.REVOLUTION: _("Revo­lution"),  # with a soft hyphen
    Call.NULL: _("Null"),
    Call.RAMSCH: _("Ramsch"),
    Call.PASSED: _("All passed"),
}
"""The names of the calls on chips, where there is little room."""

MEANINGS: Mapping[str, Text] = {Call.GRAND: _("only jacks are trumps"), Call.NULL: _("to take no trick")}
"""What the names of modern games mean, for those that say nothing by themselves."""

WAY_WORDS: Mapping[str, Text | str] = {
    "": _("with skat"),
    "hand": "Hand",
    "schneider": _("Schneider announced"),
    "schwarz": _("Schwarz announced"),
    "ouvert": _("Ouvert"),
}

NULL_WAY_WORDS: Mapping[str, Text | str] = {
    "": _("Null"),
    "hand": "Hand",
    "ouvert": _("Ouvert"),
    "ouvert-hand": _("Ouvert hand"),
}

ANNOUNCED_WORDS = {Announced.SCHNEIDER: _("Schneider"), Announced.SCHWARZ: _("Schwarz")}


def undertaken(raw: Mapping[str, Any]) -> Text:
    """Return the game with its declarer."""
    game = GAME_NAMES[raw["call"], Suit(raw["suit"]) if "suit" in raw else None]
    if raw["call"] == Call.NULL:
        game = NULL_NAMES[bool(raw.get("hand")), bool(raw.get("ouvert"))]
    return _("{game} by {player}", game=game, player=seat_name(raw["declarer"]))


def chips_of(call: Call, figures: Figures) -> list[tuple[str, Text | str, Text | str]]:
    """Return the chips of a call, with its unit or value: one for each suit, or one if it has no suits."""
    name = CHIP_NAMES.get(call)
    if call not in SUIT_UNIT:
        assert name is not None  # only the modern suit game, which has suits, has no name of its own
        worth = str(_worth(call, figures))
        hint = Text("{worth}, {meaning}", {"worth": worth, "meaning": MEANINGS[call]}) if call in MEANINGS else worth
        return [(call.value, name, hint)]
    return [
        (
            f"{call}-{suit}",
            Text("{sign} {name}", {"sign": SIGNS[suit] + AS_TEXT, "name": name or GAME_NAMES[call, suit]}),
            str(unit_of(figures, call, suit)),
        )
        for suit in SUIT_UNIT[call]
    ]


def _worth(call: Call, figures: Figures) -> int:
    """Return the unit of a grand, or the value of a nullo or of the simplest null."""
    if call in GRAND_UNIT:
        return unit_of(figures, call, None)
    return figures[NULLS, WAY_OF_NULL[False, False], POINTS] if call == Call.NULL else figures[NULLOS, call, POINTS]


def in_words(raw: Mapping[str, Any]) -> Iterator[Text]:
    """Yield the details of a declarer's game."""
    null = raw["call"] == Call.NULL
    if "made" in raw:
        yield result_words(raw["made"])
    if "matadors" in raw:
        yield _("matadors {matadors}", matadors=raw["matadors"])
    if raw.get("hand") and not null:
        yield _("hand")
    if raw.get("announced"):
        yield _("{announced} announced", announced=ANNOUNCED_WORDS[Announced(raw["announced"])])
    if raw.get("ouvert") and not null:
        yield _("ouvert")
    if raw.get("passt_mir_nicht"):
        yield _("passt mir nicht")
    if "bid" in raw:
        yield _("bid {bid}", bid=raw["bid"])
    if "card_points" in raw:
        yield _("{points} card points", points=raw["card_points"])
    if raw.get("schwarz"):
        all_of_them = raw["card_points"] == CARD_POINTS
        yield _("no trick for the others") if all_of_them else _("no trick for the declarer")
    if raw.get("contra"):
        yield CONTRA_NAMES[Contra(raw["contra"])]


def ramsch_words(raw: Mapping[str, Any]) -> Iterator[Text]:
    for seat, points in raw["points_taken"].items():
        yield Text("{player} {points}", {"player": seat_name(int(seat)), "points": points})
    for seat in raw.get("trickless", ()):
        yield _("no trick for {player}", player=seat_name(seat))
