"""What a game of Skat is worth to its declarer, by the rules it was played by.

An *entry* is what is written for the declarer, with its sign; who pays it is not known here. A *reason* is a part of it
with the paragraph it rests on. *Class* is the book's one number for how a game ended, *steps* are what ISkO adds up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from games.scoring.text import SeatName, Text, joined
from games.scoring.text import gettext_lazy as _
from games.scoring.types import Seat
from games.skat.outcome import Outcome
from games.skat.tariff import (
    CONTRA_TIMES,
    EVERY_TRICK_IN_RAMSCH,
    FOSTER_CLASS,
    GUCKI_SOLO_ADDED,
    GUCKI_SOLO_TIMES,
    LOST_DOUBLE,
    NULL_VALUE,
    NULLO,
    POINTS_TO_WIN,
    RAMSCH,
    RAMSCH_TIMES,
    SCHNEIDER_MADE,
    SCHNEIDER_SUFFERED,
    Call,
    Contra,
    Level,
    Suit,
)


class Reason(NamedTuple):
    """A part of an entry: its paragraph, in words, what it brings the declarer, and in short where that comes from."""

    rule: str
    label: Text
    entry: int
    short: str = ""


GAME_NAMES: Mapping[tuple[str, Suit | None], Text] = {
    (Call.TOURNEE, Suit.DIAMONDS): _("Diamond tournée"),
    (Call.TOURNEE, Suit.HEARTS): _("Heart tournée"),
    (Call.TOURNEE, Suit.SPADES): _("Spade tournée"),
    (Call.TOURNEE, Suit.CLUBS): _("Club tournée"),
    (Call.SOLO, Suit.DIAMONDS): _("Diamond solo"),
    (Call.SOLO, Suit.HEARTS): _("Heart solo"),
    (Call.SOLO, Suit.SPADES): _("Spade solo"),
    (Call.SOLO, Suit.CLUBS): _("Club solo"),
    (Call.SUIT, Suit.DIAMONDS): _("Diamonds"),
    (Call.SUIT, Suit.HEARTS): _("Hearts"),
    (Call.SUIT, Suit.SPADES): _("Spades"),
    (Call.SUIT, Suit.CLUBS): _("Clubs"),
    (Call.TURNED_GRAND, None): _("Turned grand"),
    (Call.GUCKI_GRAND, None): _("Gucki grand"),
    (Call.SOLO_GRAND, None): _("Solo grand"),
    (Call.OPEN_GRAND, None): _("Open grand"),
    (Call.GRAND, None): _("Grand"),
    (Call.GUCKI_NULLO, None): _("Gucki nullo"),
    (Call.OPEN_GUCKI_NULLO, None): _("Open gucki nullo"),
    (Call.SOLO_NULLO, None): _("Solo nullo"),
    (Call.OPEN_SOLO_NULLO, None): _("Open solo nullo"),
    (Call.REVOLUTION, None): _("Revolution"),
    (Call.NULL, None): _("Null"),
    (Call.RAMSCH, None): _("Ramsch"),
    (Call.PASSED, None): _("All passed"),
}

CALL_NAMES: Mapping[str, Text] = {
    Call.TOURNEE: _("Tournée"),
    Call.SOLO: _("Solo"),
    Call.SUIT: _("Suit game"),
    **{call: name for (call, suit), name in GAME_NAMES.items() if suit is None},
}
"""The games by their calls, whatever the suit."""

NULL_NAMES: Mapping[tuple[bool, bool], Text] = {
    (False, False): _("Null"),
    (True, False): _("Null hand"),
    (False, True): _("Null ouvert"),
    (True, True): _("Null ouvert hand"),
}
"""By whether it was played from the hand and whether it was open."""


def reached(rules: str, card_points: int, *, schwarz: bool) -> Level:
    """How far the side that got further came: the declarer when he won, the others when he lost.

    >>> reached("foster", 90, schwarz=False).name, reached("isko", 90, schwarz=False).name
    ('GAME', 'SCHNEIDER')
    """
    if schwarz:
        return Level.SCHWARZ
    far = card_points >= SCHNEIDER_MADE[rules] or card_points <= SCHNEIDER_SUFFERED
    return Level.SCHNEIDER if far else Level.GAME


def made(outcome: Outcome, reach: Level) -> bool:
    """Whether the declarer has his 61 card points and all that was announced."""
    return outcome.card_points >= POINTS_TO_WIN and reach >= outcome.level


# The book's games


def _far(outcome: Outcome) -> Level:
    """How far a game of `foster` counts: lost with an announcement as announced, whatever else happened (S)."""
    reach = reached("foster", outcome.card_points, schwarz=outcome.schwarz)
    return reach if made(outcome, reach) or not outcome.level else outcome.level


def foster_class(outcome: Outcome) -> int:
    """The class of a suit game or a grand in `foster`.

    Schneider announced and missed (S):

    >>> foster_class(Outcome(call="solo", suit="hearts", matadors=3, announced="schneider", card_points=90))
    3
    """
    return FOSTER_CLASS[outcome.level, _far(outcome)]


def foster_reasons(outcome: Outcome) -> Iterator[Reason]:
    """The entry of a suit game or a grand in `foster`: the unit times class and matadors.

    Heart solo with three, schneider announced (S): 91 card points win 60, 90 lose 60.

    >>> solo = Outcome(call="solo", suit="hearts", matadors=3, announced="schneider", card_points=91)
    >>> [(reason.entry, str(reason.label)) for reason in foster_reasons(solo)]
    [(60, '10 × (3 + 3) = 60, Heart solo, matadors 3: schneider announced and made')]
    """
    won = made(outcome, reached("foster", outcome.card_points, schwarz=outcome.schwarz))
    level, far, class_ = outcome.level, _far(outcome), foster_class(outcome)
    value = outcome.unit * (class_ + outcome.matadors)
    label = _(
        "{unit} × ({class_} + {matadors}) = {value}, {game}, matadors {matadors}: {what}",
        unit=outcome.unit,
        class_=class_,
        matadors=outcome.matadors,
        value=value,
        game=GAME_NAMES[outcome.call, outcome.suit],
        what=_OPEN_WORDS[won] if outcome.call == Call.OPEN_GRAND else ENDED[won, level, far],
    )
    short = f"{outcome.unit} × {class_ + outcome.matadors}"
    yield Reason("foster-value", label, value if won else -value, short)
    if not won and (outcome.call in LOST_DOUBLE or outcome.passt_mir_nicht):
        yield _lost_double(outcome, value)


def foster_nullo_reasons(outcome: Outcome) -> Iterator[Reason]:
    """The entry of a nullo in `foster`: its unit, and a gucki lost counts double (S)."""
    value = NULLO[outcome.call]
    yield _nullo(outcome, value)
    if not outcome.made and outcome.call in LOST_DOUBLE:
        yield _lost_double(outcome, value)


def _nullo(outcome: Outcome, value: int) -> Reason:
    words = _("{game} made: {value}") if outcome.made else _("{game} lost: {value}")
    label = Text(words.template, {"game": GAME_NAMES[outcome.call, None], "value": value})
    return Reason("nullo", label, value if outcome.made else -value)


def _lost_double(outcome: Outcome, value: int) -> Reason:
    if outcome.passt_mir_nicht:
        label = _("passt mir nicht, and lost: {value} once more", value=value)
    else:
        label = _("a gucki lost: {value} once more", value=value)
    return Reason("foster-loss", label, -value)


def gucki_solo_reasons(outcome: Outcome) -> Iterator[Reason]:
    """The entry of a solo or a grand in `gucki_solo`; every loss is double.

    Spade solo with one, schneider announced and schwarz made (L).

    >>> solo = Outcome(call="solo", suit="spades", matadors=1, announced="schneider", card_points=120,
    ...                schwarz=True)
    >>> [(reason.entry, str(reason.label)) for reason in gucki_solo_reasons(solo)]
    [(77, '2 × 11 × (1 + 2) + 11 = 77, Spade solo, matadors 1: schneider announced, schwarz made')]
    """
    reach = reached("gucki_solo", outcome.card_points, schwarz=outcome.schwarz)
    won, level, unit = made(outcome, reach), outcome.level, outcome.unit
    times, added = GUCKI_SOLO_TIMES[level], GUCKI_SOLO_ADDED[level] + (0 if level else reach)
    value = times * unit * (outcome.matadors + added)
    before = f"{times} × " if times > 1 else ""
    after = ""
    if won and level is Level.SCHNEIDER and reach is Level.SCHWARZ:
        value += unit
        after = f" + {unit}"
    words = {
        "sum": f"{before}{unit} × ({outcome.matadors} + {added}){after}",
        "value": value,
        "game": GAME_NAMES[outcome.call, outcome.suit],
        "matadors": outcome.matadors,
        "what": ENDED[won, level, reach if won or not level else level],
    }
    template = _WON_SUM if won else _LOST_SUM
    short = f"{before}{unit} × {outcome.matadors + added}{after}"
    yield Reason("gucki-solo-value", Text(template.template, words), value if won else -2 * value, short)


def gucki_solo_nullo_reasons(outcome: Outcome) -> Iterator[Reason]:
    """The entry of a nullo in `gucki_solo`: lost, it counts double."""
    value = NULLO[outcome.call]
    if outcome.made:
        yield _nullo(outcome, value)
    else:
        label = _("{game} lost, counts double: 2 × {value}", game=GAME_NAMES[outcome.call, None], value=value)
        yield Reason("nullo", label, -2 * value)


_WON_SUM = _("{sum} = {value}, {game}, matadors {matadors}: {what}")
_LOST_SUM = _("{sum} = {value}, {game}, matadors {matadors}: {what}, counts double")

ENDED: Mapping[tuple[bool, Level, Level], Text] = {
    (True, Level.GAME, Level.GAME): _("won"),
    (True, Level.GAME, Level.SCHNEIDER): _("schneider made"),
    (True, Level.GAME, Level.SCHWARZ): _("schwarz made"),
    (True, Level.SCHNEIDER, Level.SCHNEIDER): _("schneider announced and made"),
    (True, Level.SCHNEIDER, Level.SCHWARZ): _("schneider announced, schwarz made"),
    (True, Level.SCHWARZ, Level.SCHWARZ): _("schwarz announced and made"),
    (False, Level.GAME, Level.GAME): _("lost"),
    (False, Level.GAME, Level.SCHNEIDER): _("lost, the declarer schneider*"),
    (False, Level.GAME, Level.SCHWARZ): _("lost, the declarer schwarz*"),
    (False, Level.SCHNEIDER, Level.SCHNEIDER): _("schneider announced and missed"),
    (False, Level.SCHWARZ, Level.SCHWARZ): _("schwarz announced and missed"),
}
"""How a game of the book ended, by whether it was won, what was announced and how far it came."""

_OPEN_WORDS = {True: _("every trick made*"), False: _("a trick was missed*")}


# The international game


class Steps(NamedTuple):
    """The steps of a game by ISkO, added up: their sum, how it is written, and what they are."""

    multiplier: int
    sum: str
    words: Text


class Value(NamedTuple):
    """A game by ISkO: its base value, its steps, and whether card points and announcements were made."""

    base: int
    steps: Steps
    made: bool

    @property
    def value(self) -> int:
        return self.base * self.steps.multiplier


STEPS: Mapping[str, Text] = {
    "game": _("game"),
    "hand": _("hand"),
    "schneider": _("schneider"),
    "schneider-announced": _("schneider announced"),
    "schwarz": _("schwarz"),
    "schwarz-announced": _("schwarz announced"),
    "ouvert": _("ouvert"),
}


@cache
def _steps(matadors: int, hand: bool, level: Level, reach: Level, ouvert: bool) -> Steps:
    # An announced step counts when it is missed, but never twice.
    counted = {
        "game": True,
        "hand": hand,
        "schneider": max(reach, level) >= Level.SCHNEIDER,
        "schneider-announced": level >= Level.SCHNEIDER,
        "schwarz": max(reach, level) >= Level.SCHWARZ,
        "schwarz-announced": level >= Level.SCHWARZ,
        "ouvert": ouvert,
    }
    names = [STEPS[name] for name, counts in counted.items() if counts]
    words = joined([_("matadors {matadors}", matadors=matadors), *names])
    return Steps(matadors + len(names), " + ".join([str(matadors), *("1" for _name in names)]), words)


def isko_value(outcome: Outcome) -> Value:
    """What a suit game or a grand is worth, before anybody asks what was bid.

    The dearest game, a grand ouvert with four:

    >>> grand = Outcome(call="grand", matadors=4, hand=True, ouvert=True, card_points=120, schwarz=True)
    >>> isko_value(grand).steps.multiplier, isko_value(grand).value, isko_value(grand).made
    (11, 264, True)
    """
    reach = reached("isko", outcome.card_points, schwarz=outcome.schwarz)
    steps = _steps(outcome.matadors, outcome.hand, outcome.level, reach, outcome.ouvert)
    return Value(outcome.unit, steps, made(outcome, reach))


def reaching(base: int, bid: int) -> int:
    """The smallest multiple of a base value that reaches a bid.

    >>> reaching(12, 46), reaching(9, 20), reaching(12, 48)
    (48, 27, 48)
    """
    return -(-bid // base) * base


def isko_reasons(outcome: Outcome) -> Iterator[Reason]:
    """The entry of a suit game or a grand: the value when won, twice what it is worth or was bid when lost.

    Clubs hand with one after a bid of 46 (M): 74 card points are overbid, 95 make it 48.

    >>> clubs = Outcome(call="suit", suit="clubs", bid=46, matadors=1, hand=True, card_points=74)
    >>> [(reason.rule, reason.entry) for reason in isko_reasons(clubs)]
    [('overbid', -96)]
    """
    found = isko_value(outcome)
    base, value, steps = found.base, found.value, found.steps
    words = {
        "sum": f"{base} × ({steps.sum})",
        "value": value,
        "game": GAME_NAMES[outcome.call, outcome.suit],
        "steps": steps.words,
    }
    short = f"{base} × {steps.multiplier}"
    if value < outcome.bid:
        counted = reaching(base, outcome.bid)
        label = _(
            "{sum} = {value}, {game} overbid: {bid} was bid; {base} × {times} = {counted}, counts double",
            bid=outcome.bid,
            base=base,
            times=counted // base,
            counted=counted,
            **words,
        )
        yield Reason("overbid", label, -2 * counted, f"{base} × {counted // base}")
    elif found.made:
        yield Reason("isko-value", _("{sum} = {value}, {game} won: {steps}", **words), value, short)
    else:
        label = _("{sum} = {value}, {game} lost, counts double: {steps}", **words)
        yield Reason("isko-value", label, -2 * value, short)


def null_reasons(outcome: Outcome) -> Iterator[Reason]:
    """The entry of a null: one of four values, lost double (ISkO)."""
    kind = outcome.hand, outcome.ouvert
    value = NULL_VALUE[kind]
    if outcome.made:
        yield Reason("null", _("{game} made: {value}", game=NULL_NAMES[kind], value=value), value)
    else:
        label = _("{game} lost, counts double: 2 × {value}", game=NULL_NAMES[kind], value=value)
        yield Reason("null", label, -2 * value)


def with_contra(outcome: Outcome, reasons: Iterator[Reason]) -> Iterator[Reason]:
    """The same, doubled or made four times (M)."""
    entry = 0
    for reason in reasons:
        entry += reason.entry
        yield reason
    if outcome.contra is not None:
        times = CONTRA_TIMES[outcome.contra]
        label = _("{contra}: {entry} × {times}", contra=CONTRA_NAMES[outcome.contra], entry=entry, times=times)
        yield Reason("contra", label, (times - 1) * entry)


CONTRA_NAMES = {Contra.CONTRA: _("Contra"), Contra.RE: _("Re")}


# Whatever was played


def _isko(reasons: Callable[[Outcome], Iterator[Reason]]) -> Callable[[Outcome], Iterator[Reason]]:
    return lambda outcome: with_contra(outcome, reasons(outcome))


REASONS: Mapping[str, Mapping[str, Callable[[Outcome], Iterator[Reason]]]] = {
    "foster": {
        **dict.fromkeys([Call.TOURNEE, Call.SOLO], foster_reasons),
        **dict.fromkeys([Call.TURNED_GRAND, Call.GUCKI_GRAND, Call.SOLO_GRAND, Call.OPEN_GRAND], foster_reasons),
        **dict.fromkeys(NULLO, foster_nullo_reasons),
    },
    "gucki_solo": {
        **dict.fromkeys([Call.SOLO, Call.GRAND], gucki_solo_reasons),
        **dict.fromkeys([Call.GUCKI_NULLO, Call.OPEN_GUCKI_NULLO], gucki_solo_nullo_reasons),
    },
    "isko": {
        **dict.fromkeys([Call.SUIT, Call.GRAND], _isko(isko_reasons)),
        Call.NULL: _isko(null_reasons),
    },
}
"""How the games of each rule set are scored."""


def ramsch_losers(outcome: Outcome) -> tuple[tuple[Seat, int], ...]:
    """Who loses a Ramsch, with his card points: whoever has most, two who tie, and nobody when all three have 40."""
    taken = [(Seat(seat), points) for seat, points in enumerate(outcome.points_taken) if points is not None]
    most = max(points for _seat, points in taken)
    losers = tuple((seat, points) for seat, points in taken if points == most)
    return () if len(losers) == len(taken) else losers


def ramsch_reason(rules: str, outcome: Outcome, loser: Seat, points: int) -> Reason:
    """What a Ramsch costs one who loses it.

    >>> ramsch = Outcome(call="ramsch", points_taken=(75, 45, 0), trickless=(Seat(2),))
    >>> ramsch_reason("foster", ramsch, Seat(0), 75).entry, ramsch_reason("isko", ramsch, Seat(0), 75).entry
    (-30, -150)
    """
    trickless = len(outcome.trickless)
    words = {"player": SeatName(loser), "points": points, "trickless": trickless}
    if rules != "isko":
        value = RAMSCH[trickless]
        label = _RAMSCH_WORDS[trickless]
        return Reason("ramsch", Text(label.template, {**words, "value": value}), -value)
    if trickless in RAMSCH_TIMES:
        times = RAMSCH_TIMES[trickless]
        label = _MODERN_RAMSCH_WORDS[trickless]
        return Reason("ramsch", Text(label.template, {**words, "times": times}), -times * points)
    label = _("{player} took every trick: {value}", value=EVERY_TRICK_IN_RAMSCH, **words)
    return Reason("ramsch", label, EVERY_TRICK_IN_RAMSCH)


_RAMSCH_WORDS = {
    0: _("{player} has most, {points} card points; everybody took a trick: {value}*"),
    1: _("{player} has most, {points} card points; one took no trick: {value}"),
    2: _("{player} has most, {points} card points; two took no trick: {value}"),
}
_MODERN_RAMSCH_WORDS = {
    0: _("{player} has most: {points} card points"),
    1: _("{player} has most; one took no trick: {times} × {points} card points"),
}
