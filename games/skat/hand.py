"""What is recorded of a hand of Skat: the game with its declarer and how it went, or a Ramsch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import KW_ONLY, dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from games.scoring.errors import Code, RuleError
from games.scoring.fields import Field, FlagField, NumbersField, PlayerField, PlayersField, WholeField, WordField
from games.scoring.hand import NEVER, Answer, Flag, Hand, Item, Made, OneOf, Player, SaidByCall, seat_name
from games.scoring.hand import Call as DeclaredCall
from games.scoring.naming import Reading
from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import SeatNumber, Table
from games.skat.tariff import (
    CALL_NAMES,
    CALLS,
    CARD_POINTS,
    CONTRA_NAMES,
    GAME_NAMES,
    GRAND_UNIT,
    LEVEL,
    MATADORS,
    NULL_NAMES,
    NULLO,
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
        return level_announced(self.call, self.announced, ouvert=self.ouvert)


def level_announced(call: str, announced: str | None, *, ouvert: bool) -> Level:
    """Return the announced level; an open game announces schwarz."""
    return Level.SCHWARZ if ouvert or call == _OPEN_GRAND else LEVEL[announced]


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


# Items


@dataclass(frozen=True, eq=False)
class Declarer(Player):
    """The player who plays alone."""

    @property
    def fields(self) -> tuple[Field, ...]:
        return (DeclarerField(name=self.name),)


@dataclass(frozen=True, eq=False)
class Number(Item):
    """The bid, or the matadors: a number of which nearly every game has one of the first `few`.

    The others are folded away. `one` is how a hand says it. It may have a `usual` number, which needs no tap.
    """

    _: KW_ONLY
    field: WholeField
    few: int
    one: Text
    usual: int | None = None

    @property
    def fields(self) -> tuple[Field, ...]:
        return (self.field,)

    @property
    def needed(self) -> bool:
        return self.usual is None

    @property
    def numbers(self) -> list[int]:
        return sorted(self.field.accepted)

    def said(self, raw: Mapping[str, Any]) -> Iterator[Text]:
        if self.name in raw:
            yield Text(self.one.template, {self.name: raw[self.name]})


@dataclass(frozen=True, eq=False)
class Way:
    """A way to play a game: its chip, and the fields that it fills."""

    key: str
    label: Text | str
    fills: Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class Ways(Item):
    """From the hand or not, and what was announced: one of several ways, each of which fills several fields.

    What a null is called says how it is played.
    """

    missing: Text = NEVER
    _: KW_ONLY
    ways: tuple[Way, ...]
    filled: tuple[Field, ...]
    is_named: bool = False

    @property
    def fields(self) -> tuple[Field, ...]:
        return self.filled

    @property
    def needed(self) -> bool:
        return False

    def said(self, raw: Mapping[str, Any]) -> Iterator[Text]:
        if self.is_named:
            return
        if raw.get("hand"):
            yield _("hand")
        yield from ANNOUNCEMENT.said(raw)
        if raw.get("ouvert"):
            yield _("ouvert")


@dataclass(frozen=True, eq=False)
class CardPoints(Item):
    """The declarer's card points, with the skat."""

    @property
    def fields(self) -> tuple[Field, ...]:
        return (WholeField(name=self.name, low=0, high=CARD_POINTS),)

    def said(self, raw: Mapping[str, Any]) -> Iterator[Text]:
        if self.name in raw:
            yield _("{points} card points", points=raw[self.name])


@dataclass(frozen=True, eq=False)
class Tick(Flag):
    """Something that happened or not, on a `chip` that is ticked."""

    _: KW_ONLY
    chip: Text


@dataclass(frozen=True, eq=False)
class Schwarz(Tick):
    """That one side took no trick; the card points say which."""

    def said(self, raw: Mapping[str, Any]) -> Iterator[Text]:
        if raw.get(self.name):
            all_of_them = raw.get("card_points") == CARD_POINTS
            yield _("no trick for the others") if all_of_them else _("no trick for the declarer")


@dataclass(frozen=True, eq=False)
class NoContra(OneOf):
    """Contra at a table without it: documents can have the field, but nothing in it."""

    @property
    def fields(self) -> tuple[Field, ...]:
        return (SwitchedOffField(name=self.name, default=None, nullable=True),)


@dataclass(frozen=True, eq=False)
class PointsTaken(Item):
    """Everybody's card points in a Ramsch, and who took no trick. The last player gets the rest."""

    _: KW_ONLY
    trickless: str

    @property
    def fields(self) -> tuple[Field, ...]:
        return (NumbersField(name=self.name, high=CARD_POINTS), PlayersField(name=self.trickless))

    def said(self, raw: Mapping[str, Any]) -> Iterator[Text]:
        for seat, points in raw[self.name].items():
            yield Text("{player} {points}", {"player": seat_name(int(seat)), "points": points})
        for seat in raw.get(self.trickless, ()):
            yield _("no trick for {player}", player=seat_name(seat))


@dataclass(frozen=True, eq=False)
class NullCall(DeclaredCall):
    """A null, whose name says how it is played."""

    def undertaken(self, raw: Mapping[str, Any]) -> Text:
        words = super().undertaken(raw)
        name = NULL_NAMES[raw.get("hand") is True, raw.get("ouvert") is True]
        return Text(words.template, {**words.values, "call": name})


# The declaration

SIGNS = {Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠", Suit.CLUBS: "♣"}
AS_TEXT = "\ufe0e"
"""The variation selector that asks for a suit symbol as text, not as an emoji."""
FEW_BIDS, FEW_MATADORS = 5, 4

_HAND, _OUVERT = FlagField(name="hand", default=False), FlagField(name="ouvert", default=False)
_ANNOUNCED_FIELD = WordField(name="announced", words=tuple(Announced), default=None, nullable=True)

_DECLARER = Declarer("declarer", _("Declarer"), _("declarer"), called=True)
_SUIT = {
    call: SaidByCall("suit", CALL_NAMES[call], _("the suit"), field=WordField(name="suit", words=tuple(Suit)))
    for call in SUIT_UNIT
}
_MATADORS = {
    is_grand: Number(
        "matadors",
        _("With or without"),
        _("matadors"),
        field=WholeField(name="matadors", low=1, high=most),
        few=FEW_MATADORS,
        one=_("matadors {matadors}"),
    )
    for is_grand, most in MATADORS.items()
}
_WAYS = Ways(
    "way",
    _("From the hand, and what was announced"),
    called=True,
    ways=(
        Way("", _("with skat"), {}),
        Way("hand", "Hand", {"hand": True}),
        Way("schneider", _("Schneider announced"), {"hand": True, "announced": Announced.SCHNEIDER.value}),
        Way("schwarz", _("Schwarz announced"), {"hand": True, "announced": Announced.SCHWARZ.value}),
        Way("ouvert", _("Ouvert"), {"hand": True, "ouvert": True}),
    ),
    filled=(_HAND, _ANNOUNCED_FIELD, _OUVERT),
)
"""All ways to play a suit game or a grand by ISkO; an announcement always needs hand."""
_NULL_WAYS = Ways(
    "null-way",
    _("Which null"),
    called=True,
    ways=(
        Way("", _("Null"), {}),
        Way("hand", "Hand", {"hand": True}),
        Way("ouvert", _("Ouvert"), {"ouvert": True}),
        Way("ouvert-hand", _("Ouvert hand"), {"hand": True, "ouvert": True}),
    ),
    filled=(_HAND, _OUVERT),
    is_named=True,
)
ANNOUNCEMENT = OneOf(
    "announced",
    _("Announced"),
    called=True,
    rare=True,
    answers=(
        Answer(
            Announced.SCHNEIDER,
            _("Schneider"),
            _("Schneider announced"),
            _("sa schneider-announced"),
        ),
        Answer(Announced.SCHWARZ, _("Schwarz"), _("Schwarz announced"), _("za schwarz-announced")),
    ),
)
_CARD_POINTS = CardPoints("card_points", _("Card points, with the skat"), _("card points"))
_SCHWARZ = Schwarz(
    "schwarz", _("Schwarz"), _("schwarz"), rare=True, short=_("z schwarz"), chip=_("One side took no trick")
)
_PASST_MIR_NICHT = Tick(
    "passt_mir_nicht",
    _("Turned twice"),
    _("passt mir nicht"),
    called=True,
    short=_("pmn passt-mir-nicht"),
    chip=_("Passt mir nicht"),
)
_MADE = Made()
_CONTRA: Mapping[bool, Item] = {
    False: NoContra("contra", _("Contra"), answers=()),
    True: OneOf(
        "contra",
        _("Contra"),
        rare=True,
        answers=tuple(
            Answer(contra, CONTRA_NAMES[contra], CONTRA_NAMES[contra], short)
            for contra, short in ((Contra.CONTRA, _("co contra")), (Contra.RE, _("re re")))
        ),
    ),
}
_POINTS_TAKEN = PointsTaken(
    "points_taken", _("Card points; the last player gets the rest"), _("card points"), trickless="trickless"
)

_COUNTED, _NULLO = (_CARD_POINTS, _SCHWARZ), (_DECLARER, _MADE)
_GRAND = (_DECLARER, _MATADORS[True], ANNOUNCEMENT, *_COUNTED)
_SOLO = (_DECLARER, _SUIT[Call.SOLO], _MATADORS[False], ANNOUNCEMENT, *_COUNTED)
_ITEMS: Mapping[str, Mapping[str, tuple[Item, ...]]] = {
    "foster": {
        Call.TOURNEE: (_DECLARER, _SUIT[Call.TOURNEE], _MATADORS[False], *_COUNTED, _PASST_MIR_NICHT),
        Call.SOLO: _SOLO,
        Call.TURNED_GRAND: (_DECLARER, _MATADORS[True], *_COUNTED, _PASST_MIR_NICHT),
        Call.GUCKI_GRAND: _GRAND,
        Call.SOLO_GRAND: _GRAND,
        Call.OPEN_GRAND: (_DECLARER, _MATADORS[True], *_COUNTED),
        **dict.fromkeys(NULLO, _NULLO),
    },
    "gucki_solo": {Call.SOLO: _SOLO, Call.GRAND: _GRAND, **dict.fromkeys(NULLO, _NULLO)},
}
"""What is recorded of each game of the book."""
_USUAL = {"foster": Call.SOLO, "gucki_solo": Call.SOLO, "isko": Call.SUIT}
"""The game whose fields show while none is chosen."""

_SHORT: Mapping[Call, Text] = {
    Call.TOURNEE: _("t tournee"),
    Call.SOLO: _("so solo"),
    Call.SUIT: NEVER,
    Call.TURNED_GRAND: _("tg turned-grand"),
    Call.GUCKI_GRAND: _("gg gucki-grand"),
    Call.SOLO_GRAND: _("sg solo-grand"),
    Call.OPEN_GRAND: _("og open-grand"),
    Call.GUCKI_NULLO: _("gn gucki-nullo"),
    Call.OPEN_GUCKI_NULLO: _("ogn open-gucki-nullo"),
    Call.SOLO_NULLO: _("sn solo-nullo"),
    Call.OPEN_SOLO_NULLO: _("osn open-solo-nullo"),
    Call.REVOLUTION: _("rev revolution"),
    Call.GRAND: _("g gr grand"),
    Call.NULL: _("n null"),
}
"""The spellings of the games; a suit alone means the suit game of the rule set."""
_ON_CHIP: Mapping[str, Text] = {
    Call.OPEN_GUCKI_NULLO: _("Gucki open"),
    Call.OPEN_SOLO_NULLO: _("Solo open"),
    Call.REVOLUTION: _("Revo­lution"),  # with a soft hyphen
}
_MEANS: Mapping[str, Text] = {Call.GRAND: _("only jacks are trumps"), Call.NULL: _("to take no trick")}
"""What the names of modern games mean, for those that say nothing by themselves."""


_TOLD = (
    *("declarer", "suit", "made", "matadors", "way", "null-way", "announced", "passt_mir_nicht", "bid"),
    *("card_points", "schwarz", "contra"),
)
"""The items in the order in which the ledger tells of a game: the bid after what it is for."""


def _told(items: tuple[Item, ...]) -> tuple[Item, ...]:
    return tuple(sorted(items, key=lambda item: _TOLD.index(item.name)))


def _of_suit(call: Call, suit: Suit, items: tuple[Item, ...]) -> DeclaredCall:
    name = GAME_NAMES[call, suit]
    return DeclaredCall(
        f"{call.value}-{suit.value}",
        name,
        _SHORT[call],
        SIGNS[suit],
        items,
        chip=Text(
            "{sign} {name}",
            {"sign": SIGNS[suit] + AS_TEXT, "name": name if call is Call.SUIT else CALL_NAMES[call]},
        ),
        aim=lambda table: str(unit_of(table.figures, call, suit)),
        word=call.value,
        fixed={"suit": suit.value},
        told=_told(items),
    )


def _without_suit(call: Call, items: tuple[Item, ...]) -> DeclaredCall:
    def aim(table: Table) -> Text | str:
        worth = str(_worth(call, table))
        return Text("{worth}, {meaning}", {"worth": worth, "meaning": _MEANS[call]}) if call in _MEANS else worth

    make = NullCall if call is Call.NULL else DeclaredCall
    box = "G" if call in GRAND_UNIT else "Rev" if call is Call.REVOLUTION else "N"
    chip, told = _ON_CHIP.get(call), _told(items)
    return make(call.value, CALL_NAMES[call], _SHORT[call], box, items, chip=chip, aim=aim, told=told)


def _worth(call: Call, table: Table) -> int:
    """Return the unit of a grand, or the value of a nullo or of the simplest null."""
    if call in GRAND_UNIT:
        return unit_of(table.figures, call, None)
    return table.figures[(NULLS, WAY_OF_NULL[False, False], POINTS) if call is Call.NULL else (NULLOS, call, POINTS)]


def _items_of_isko(bids: tuple[int, ...], *, contra: bool) -> Mapping[str, tuple[Item, ...]]:
    low, high = bids[0], bids[-1]
    bid = Number(
        "bid",
        _("Bidding"),
        NEVER,
        called=True,
        field=WholeField(
            name="bid",
            low=low,
            high=high,
            values=frozenset(bids),
            message=_("This is not a possible bid; bids go from {low} to {high}.", low=low, high=high),
        ),
        few=FEW_BIDS,
        one=_("bid {bid}"),
        usual=low,
    )
    counted = (_WAYS, *_COUNTED, _CONTRA[contra])
    return {
        Call.SUIT: (_DECLARER, _SUIT[Call.SUIT], bid, _MATADORS[False], *counted),
        Call.GRAND: (_DECLARER, bid, _MATADORS[True], *counted),
        Call.NULL: (_DECLARER, bid, _NULL_WAYS, _MADE, _CONTRA[contra]),
    }


_RAMSCH = DeclaredCall(Call.RAMSCH.value, CALL_NAMES[Call.RAMSCH], _("r ramsch"), "R", (_POINTS_TAKEN,))
_PASSED = DeclaredCall(Call.PASSED.value, CALL_NAMES[Call.PASSED], _("-- passed"), "–", minor=True)


@lru_cache(maxsize=256)
def hand_of(rules: str, bids: tuple[int, ...], *, contra: bool = False, ramsch: bool = False) -> Hand:
    """Return what is recorded of a hand by a rule set, at a table with these possible bids and these options."""
    items = _items_of_isko(bids, contra=contra) if rules == "isko" else _ITEMS[rules]
    suits = [_of_suit(call, suit, items[call]) for call in CALLS[rules] for suit in SUIT_UNIT.get(call, ())]
    others = [_without_suit(call, items[call]) for call in CALLS[rules] if call not in SUIT_UNIT]
    return Hand(
        by="declarer",
        legend=_("The game"),
        missing=_("game"),
        minor_legend=_("Not played"),
        template="skat/_form.html",
        folded=_folded(rules, contra=contra),
        usual=f"{_USUAL[rules]}-{Suit.CLUBS}",
        calls=(
            *suits,
            *others,
            *([_RAMSCH] if ramsch else []),
            _PASSED,
        ),
    )


def _folded(rules: str, *, contra: bool) -> Text:
    if rules != "isko":
        return _("Announced, schwarz, dealer, note")
    return _("Schwarz, contra, dealer, note") if contra else _("Schwarz, dealer, note")


def hand_at(table: Table) -> Hand:
    options = table.options
    return hand_of(table.rules, bids_of(table), contra=options.get("contra") is True, ramsch=options["ramsch"] is True)
