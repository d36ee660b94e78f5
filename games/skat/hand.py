"""What is recorded of a hand of Skat: the game with its declarer and how it went, or a Ramsch.

By the modern rule sets, a suit game or grand is told as won or lost with schneider and schwarz, or by card points.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import KW_ONLY, dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from games.scoring.errors import Code, RuleError
from games.scoring.fields import Field, FlagField, NumbersField, WholeField, WordField
from games.scoring.hand import (
    DEALER_NOTE,
    NEVER,
    Answer,
    Flag,
    Hand,
    Item,
    Limit,
    Made,
    OneOf,
    Player,
    Players,
    Points,
    SaidByCall,
    Times,
    seat_name,
)
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
    GAMES,
    GRAND_CALLS,
    MATADORS,
    MODERN,
    NULL_GAMES,
    NULLOS,
    NULLS,
    POSSIBLE_IN_THE_SKAT,
    SUIT_CALLS,
    Call,
    Contra,
    Level,
    Suit,
    worth_of,
)

_OPEN_GRAND = Call.OPEN_GRAND  # looked up once: an enum takes long to look up its members


class Outcome(NamedTuple):
    """The outcome of one deal. Fields that the call doesn't take have their default.

    A suit game or grand told as won or lost has `made` and `step`, what the side that lost it became, in place of card
    points. `points_taken` are the card points of a Ramsch in seat order, None for a player who sat out.
    """

    call: str
    declarer: SeatNumber | None = None
    suit: Suit | None = None
    bid: int = 0
    matadors: int = 0
    hand: bool = False
    announced: Level | None = None
    ouvert: bool = False
    card_points: int = 0
    schwarz: bool = False
    passt_mir_nicht: bool = False
    contra: Contra | None = None
    made: bool | None = None
    step: Level | None = None
    bock: int = 0
    pushed: int = 0
    points_taken: tuple[int | None, ...] = ()
    trickless: tuple[SeatNumber, ...] = ()

    @property
    def level(self) -> Level:
        """The announced level; an open game announces schwarz."""
        return Level.SCHWARZ if self.ouvert or self.call == _OPEN_GRAND else Level(self.announced or Level.GAME)


def outcome_in(raw: Mapping[str, Any]) -> Outcome:
    """Return the outcome that is stored as `raw`, or as much of it as is there."""
    return Outcome(**{name: raw[name] for name in Outcome._fields if name in raw})


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
class Number(Item):
    """The bid, or the matadors: a number of which nearly every game has one of the first `few`.

    The others are folded away. `one` is how a hand says it. If it is left out, it is the `usual` number, of which
    nothing is said.
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
    def numbers(self) -> list[int]:
        return sorted(self.field.accepted)

    def said(self, raw: Mapping[str, Any]) -> Iterator[Text]:
        if raw.get(self.name, self.usual) != self.usual:
            yield Text(self.one.template, {self.name: raw[self.name]})


class Way(NamedTuple):
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
    is_named: bool = False

    @property
    def fields(self) -> tuple[Field, ...]:
        return (_HAND, _OUVERT) if self.is_named else (_HAND, *ANNOUNCEMENT.fields, _OUVERT)

    def said(self, raw: Mapping[str, Any]) -> Iterator[Text]:
        if self.is_named:
            return
        if raw.get("hand"):
            yield _("hand")
        yield from ANNOUNCEMENT.said(raw)
        if raw.get("ouvert"):
            yield _("ouvert")


@dataclass(frozen=True, eq=False)
class Schwarz(Flag):
    """That one side took no trick; the card points say which."""

    def said(self, raw: Mapping[str, Any]) -> Iterator[Text]:
        if raw.get(self.name):
            all_of_them = raw.get("card_points") == CARD_POINTS
            yield _("no trick for the others") if all_of_them else _("no trick for the declarer")


@dataclass(frozen=True, eq=False)
class SwitchedOff(OneOf):
    """Contra at a table without it: documents can have the field, but nothing in it."""

    @property
    def fields(self) -> tuple[Field, ...]:
        return (SwitchedOffField(name=self.name, default=None, nullable=True),)


@dataclass(frozen=True, eq=False)
class PointsTaken(Item):
    """Everybody's card points in a Ramsch. The last player gets the rest."""

    @property
    def fields(self) -> tuple[Field, ...]:
        return (NumbersField(name=self.name, high=CARD_POINTS),)

    def said(self, raw: Mapping[str, Any]) -> Iterator[Text]:
        for seat, points in raw[self.name].items():
            yield Text("{player} {points}", {"player": seat_name(int(seat)), "points": points})


@dataclass(frozen=True, eq=False)
class NullCall(DeclaredCall):
    """A null, whose name says how it is played."""

    def undertaken(self, raw: Mapping[str, Any]) -> Text:
        words = super().undertaken(raw)
        name = NULL_GAMES[raw.get("hand") is True, raw.get("ouvert") is True].name
        return Text(words.template, {**words.values, "call": name})


# The declaration

SIGNS = {Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠", Suit.CLUBS: "♣"}
SIGNS_AS_TEXT = {suit: f"{sign}\ufe0e" for suit, sign in SIGNS.items()}
"""With the variation selector that asks for a suit symbol as text, not as an emoji."""

_DECLARER = Player("declarer", _("Declarer"), _("declarer"), called=True, checked_later=True)
_SUIT = {
    call: SaidByCall("suit", CALL_NAMES[call], _("the suit"), field=WordField(name="suit", words=tuple(Suit)))
    for call in SUIT_CALLS
}
_MATADORS = {
    is_grand: Number(
        "matadors",
        _("With or without"),
        _("matadors"),
        field=WholeField(name="matadors", low=1, high=most),
        few=4,
        one=_("matadors {matadors}"),
    )
    for is_grand, most in MATADORS.items()
}
_HAND, _OUVERT = FlagField(name="hand", default=False), FlagField(name="ouvert", default=False)
ANNOUNCEMENT = OneOf(
    "announced",
    _("Announced"),
    called=True,
    rare=True,
    answers=(
        Answer(Level.SCHNEIDER, _("Schneider"), _("Schneider announced"), _("sa schneider-announced")),
        Answer(Level.SCHWARZ, _("Schwarz"), _("Schwarz announced"), _("za schwarz-announced")),
    ),
)
_WAYS = Ways(
    "way",
    _("From the hand, and what was announced"),
    called=True,
    ways=(
        Way("", _("with skat"), {}),
        Way("hand", "Hand", {"hand": True}),
        Way("schneider", _("Schneider announced"), {"hand": True, "announced": Level.SCHNEIDER.value}),
        Way("schwarz", _("Schwarz announced"), {"hand": True, "announced": Level.SCHWARZ.value}),
        Way("ouvert", _("Ouvert"), {"hand": True, "ouvert": True}),
    ),
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
    is_named=True,
)
POSSIBLE_POINTS = Limit(((0, 0), (2, CARD_POINTS - 2), (CARD_POINTS, CARD_POINTS)))
"""No card is worth one point."""
_WITHOUT_A_TRICK = Limit(tuple((points, points) for points in (*POSSIBLE_IN_THE_SKAT, CARD_POINTS)), "schwarz=1")
_CARD_POINTS = Points(
    "card_points",
    _("Card points, with the skat"),
    _("card points"),
    total=CARD_POINTS,
    one=_("{points} card points"),
    limits=(POSSIBLE_POINTS, _WITHOUT_A_TRICK),
)
_SCHWARZ = Schwarz("schwarz", _("Did one side take no trick?"), _("schwarz"), short=_("z schwarz"))
_PASST_MIR_NICHT = Flag(
    "passt_mir_nicht",
    _("Turned twice"),
    _("passt mir nicht"),
    called=True,
    short=_("pmn passt-mir-nicht"),
)
_MADE = Made()
_STEP = OneOf(
    "step",
    _("Step"),
    answers=(
        Answer(Level.SCHNEIDER, _("Schneider"), _("Schneider"), _("s schneider")),
        Answer(Level.SCHWARZ, _("Schwarz"), _("Schwarz"), _("z schwarz")),
    ),
)
_CONTRA = OneOf(
    "contra",
    _("Contra"),
    rare=True,
    answers=tuple(
        Answer(contra, CONTRA_NAMES[contra], CONTRA_NAMES[contra], short)
        for contra, short in ((Contra.CONTRA, _("co contra")), (Contra.RE, _("re re")))
    ),
)
_NO_CONTRA = SwitchedOff("contra", _("Contra"), answers=())
_POINTS_TAKEN = PointsTaken("points_taken", _("Card points; the last player gets the rest"), _("card points"))
TRICKLESS = Players("trickless", _("Took no trick"), one=_("no trick for {player}"), short=_("x trickless"))

_BOCK = Times(
    "bock",
    _("Sets off Bock rounds"),
    _("Bock round set off"),
    rare=True,
    numbers=range(1, 4),
    short=_("bo bock"),
    typed=_("sets off a Bock round, or several: bo2"),
)
_PUSHED = Times(
    "pushed",
    _("Skat pushed on"),
    _("skat pushed on"),
    numbers=range(1, 4),
    short=_("pu pushed"),
    typed=_("skat pushed on, once or more often: pu2"),
)

_COUNTED, _TOLD_AS_MADE = (_CARD_POINTS, _SCHWARZ), (_MADE, _STEP)
_TOLD = (
    *("declarer", "suit", "matadors", "way", "null-way", "announced", "passt_mir_nicht", "bid"),
    *("made", "step", "card_points", "schwarz", "contra", "bock"),
)
"""The items in the order in which the ledger tells of a game: the bid after what it is for."""


def _call(call: Call, suit: Suit | None, items: tuple[Item, ...]) -> DeclaredCall:
    def aim(table: Table) -> Text | str:
        worth = worth_of(table.figures, call, suit)
        return Text("{worth}, {meaning}", {"worth": worth, "meaning": game.means}) if game.means else str(worth)

    game = GAMES[call]
    key, name, chip = call.value, GAME_NAMES[call, suit], game.chip
    box = "G" if call in GRAND_CALLS else "Rev" if call is Call.REVOLUTION else "N"
    if suit:
        key, box = f"{call}-{suit}", SIGNS[suit]
        short = name if call is Call.SUIT else game.name
        chip = Text("{sign} {name}", {"sign": SIGNS_AS_TEXT[suit], "name": short})
    return (NullCall if call is Call.NULL else DeclaredCall)(
        key,
        name,
        game.short,
        box,
        items,
        chip=chip,
        aim=aim,
        word=call.value,
        fixed={"suit": suit.value} if suit else {},
        told=tuple(sorted(items, key=lambda item: _TOLD.index(item.name))),
        either=(_COUNTED, _TOLD_AS_MADE) if _STEP in items else ((), ()),
    )


def _bid(bids: tuple[int, ...]) -> Number:
    low, high = bids[0], bids[-1]
    message = _("This is not a possible bid; bids go from {low} to {high}.", low=low, high=high)
    field = WholeField(name="bid", low=low, high=high, values=frozenset(bids), message=message)
    return Number("bid", _("Bid up to"), NEVER, called=True, field=field, few=5, one=_("bid {bid}"), usual=low)


def _items(call: Call, bid: tuple[Item, ...], rest: tuple[Item, ...]) -> tuple[Item, ...]:
    """Return what is recorded of a game: by the modern rule sets with a bid, by the book with none."""
    who = (_DECLARER, *((_SUIT[call],) if call in SUIT_CALLS else ()), *bid)
    if GAMES[call].schedule in (NULLOS, NULLS):
        return (*who, *((_NULL_WAYS,) if bid else ()), _MADE, *rest)
    matadors = _MATADORS[call in GRAND_CALLS]
    if bid:
        return (*who, matadors, _WAYS, *_TOLD_AS_MADE, *_COUNTED, *rest)
    if call in (Call.TOURNEE, Call.TURNED_GRAND):
        return (*who, matadors, *_COUNTED, _PASST_MIR_NICHT)
    return (*who, matadors, *(() if call is Call.OPEN_GRAND else (ANNOUNCEMENT,)), *_COUNTED)


@lru_cache(maxsize=256)
def hand_of(
    rules: str, bids: tuple[int, ...], *, contra: bool = False, ramsch: bool = False, bock: bool = False
) -> Hand:
    """Return what is recorded of a hand by a rule set, at a table with these possible bids and these options."""
    of_bock = (_BOCK,) if bock else ()
    bid: tuple[Item, ...] = (_bid(bids),) if rules in MODERN else ()
    rest = (_CONTRA if contra else _NO_CONTRA, *of_bock) if rules in MODERN else ()
    calls = []
    for call in CALLS[rules]:
        items = _items(call, bid, rest)
        calls += [_call(call, suit, items) for suit in (Suit if call in SUIT_CALLS else (None,))]
    if ramsch:
        taken = (_POINTS_TAKEN, TRICKLESS, *((_PUSHED, *of_bock) if rules == "pub" else ()))
        calls.append(DeclaredCall(Call.RAMSCH.value, CALL_NAMES[Call.RAMSCH], _("r ramsch"), "R", taken))
    calls.append(DeclaredCall(Call.PASSED.value, CALL_NAMES[Call.PASSED], _("-- passed"), "–", of_bock, minor=True))
    return Hand(
        by="declarer",
        legend=_("The game"),
        missing=_("game"),
        minor_legend=_("Not played"),
        template="skat/_form.html",
        folded=_FOLDED[rules in MODERN, contra, bock],
        usual=f"{Call.SUIT if rules in MODERN else Call.SOLO}-{Suit.CLUBS}",
        calls=tuple(calls),
    )


_FOLDED = {
    (False, False, False): _("Announced, dealer, note"),
    (True, False, False): DEALER_NOTE,
    (True, True, False): _("Contra, dealer, note"),
    (True, True, True): _("Contra, Bock, dealer, note"),
}
"""The heading of what is folded away, by whether the game is modern, with contra and with Bock rounds."""


def plays_contra(table: Table) -> bool:
    return table.rules == "pub" or table.options.get("contra") is True


def plays_ramsch(table: Table) -> bool:
    return table.rules == "pub" or table.options["ramsch"] is True


def plays_bock(table: Table) -> bool:
    return table.options.get("bock") == "queued"
