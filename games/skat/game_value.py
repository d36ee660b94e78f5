"""The value of a game of Skat to its declarer, by rule set.

An *entry* is the signed figure written for the declarer; this module doesn't know who pays it. A *reason* is a part of
the entry, with the paragraph of the rules behind it. A *class* is the book's number for how a game ended; *steps* are
what ISkO adds up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from games.scoring.tariffs import Figures
from games.scoring.text import SeatName, Text, joined
from games.scoring.text import message as _
from games.scoring.types import SeatNumber
from games.skat.hand import Outcome
from games.skat.tariff import (
    ADDED,
    ANNOUNCED,
    CARD_POINTS,
    CLASSES,
    CONTRA,
    CONTRA_NAMES,
    EVERY_TRICK,
    GAME_NAMES,
    LEVELS,
    LOST_DOUBLE,
    LOST_TIMES,
    NULL_NAMES,
    NULLO,
    NULLOS,
    NULLS,
    POINTS,
    POINTS_TO_WIN,
    RAMSCH,
    RAMSCH_POINTS,
    RAMSCH_TIMES,
    SCHNEIDER_MADE,
    SCHNEIDER_SUFFERED,
    TIMES,
    WAY_OF_NULL,
    Call,
    Level,
    unit_of,
)


class ValuePart(NamedTuple):
    """A part of an entry: its paragraph, a label, what the declarer gains, and the derivation in short."""

    rule: str
    label: Text
    entry: int
    short: str = ""


Parts = tuple[ValuePart, ...]
"""The parts of an entry. Those with a derivation are cached by what they derive from, since most games recur."""


def reached(rules: str, card_points: int, *, schwarz: bool) -> Level:
    """Return the level reached by the winning side: the declarer or the opponents.

    >>> reached("foster", 90, schwarz=False).name, reached("isko", 90, schwarz=False).name
    ('GAME', 'SCHNEIDER')
    """
    if schwarz:
        return Level.SCHWARZ
    is_schneider = card_points >= SCHNEIDER_MADE[rules] or card_points <= SCHNEIDER_SUFFERED
    return Level.SCHNEIDER if is_schneider else Level.GAME


def points_for(rules: str, reach: Level, *, won: bool) -> int:
    """Return card points with which the winning side reaches this level; only schwarz isn't decided by them.

    >>> points_for("isko", Level.SCHNEIDER, won=True), points_for("isko", Level.GAME, won=False)
    (90, 60)
    """
    if won:
        return {Level.GAME: POINTS_TO_WIN, Level.SCHNEIDER: SCHNEIDER_MADE[rules]}.get(reach, CARD_POINTS)
    return {Level.GAME: POINTS_TO_WIN - 1, Level.SCHNEIDER: SCHNEIDER_SUFFERED}.get(reach, 0)


class Ended(NamedTuple):
    """How a suit game or a grand ended: whether it was made, the level announced, and the one reached."""

    made: bool
    announced: Level
    reached: Level

    @property
    def counted(self) -> Level:
        """The level that counts in the book's games: if an announced game is lost, the one announced (S)."""
        return self.reached if self.made or not self.announced else self.announced


def ended(rules: str, outcome: Outcome) -> Ended:
    """Return how a game ended; it is made with 61 card points and the announced level."""
    announced, reach = outcome.level, reached(rules, outcome.card_points, schwarz=outcome.schwarz)
    return Ended(outcome.card_points >= POINTS_TO_WIN and reach >= announced, announced, reach)


# The book's games


def foster_class(figures: Figures, outcome: Outcome) -> int:
    """Return the class of a suit game or a grand in `foster`.

    Schneider announced and missed (S):

    >>> from games.skat.tariff import TARIFFS
    >>> solo = Outcome(call="solo", suit="hearts", matadors=3, announced="schneider", card_points=90)
    >>> foster_class(TARIFFS["foster"].figures, solo)
    3
    """
    return _class(figures, ended("foster", outcome))


def _class(figures: Figures, end: Ended) -> int:
    return figures[CLASSES, LEVELS[end.announced], LEVELS[end.counted]]


def foster_reasons(figures: Figures, outcome: Outcome) -> Parts:
    """Return the entry of a suit game or a grand in `foster`: the unit times the sum of class and matadors.

    Heart solo with three, schneider announced (S): 91 card points win 60, 90 lose 60.

    >>> from games.skat.tariff import TARIFFS
    >>> solo = Outcome(call="solo", suit="hearts", matadors=3, announced="schneider", card_points=91)
    >>> [(reason.entry, str(reason.label)) for reason in foster_reasons(TARIFFS["foster"].figures, solo)]
    [(60, '10 × (3 + 3) = 60, Heart solo, matadors 3: schneider announced and made')]
    """
    call, matadors, end = outcome.call, outcome.matadors, ended("foster", outcome)
    unit, class_ = unit_of(figures, call, outcome.suit), _class(figures, end)
    value = unit * (class_ + matadors)
    label = _(
        "{unit} × ({class_} + {matadors}) = {value}, {game}, matadors {matadors}: {what}",
        unit=unit,
        class_=class_,
        matadors=matadors,
        value=value,
        game=GAME_NAMES[call, outcome.suit],
        what=_OPEN_WORDS[end.made] if call == Call.OPEN_GRAND else ENDED[end.made, end.announced, end.counted],
    )
    part = ValuePart("foster-value", label, value if end.made else -value, f"{unit} × {class_ + matadors}")
    if not end.made and (call in LOST_DOUBLE or outcome.passt_mir_nicht):
        return part, _lost_double(value, passt_mir_nicht=outcome.passt_mir_nicht)
    return (part,)


def foster_nullo_reasons(figures: Figures, outcome: Outcome) -> Parts:
    """Return the entry of a nullo in `foster`: its unit, doubled for a lost gucki (S)."""
    call = outcome.call
    value = figures[NULLOS, call, POINTS]
    if outcome.made:
        return (_nullo_made(call, value),)
    part = ValuePart("nullo", _("{game} lost: {value}", game=GAME_NAMES[call, None], value=value), -value)
    return (part, _lost_double(value)) if call in LOST_DOUBLE else (part,)


def _nullo_made(call: str, value: int) -> ValuePart:
    return ValuePart("nullo", _("{game} made: {value}", game=GAME_NAMES[call, None], value=value), value)


def _lost_double(value: int, *, passt_mir_nicht: bool = False) -> ValuePart:
    if passt_mir_nicht:
        label = _("passt mir nicht, lost: another {value}", value=value)
    else:
        label = _("lost gucki: another {value}", value=value)
    return ValuePart("foster-loss", label, -value)


def gucki_solo_reasons(figures: Figures, outcome: Outcome) -> Parts:
    """Return the entry of a solo or a grand in `gucki_solo`; every loss is double.

    Spade solo with one, schneider announced and schwarz made (L).

    >>> solo = Outcome(call="solo", suit="spades", matadors=1, announced="schneider", card_points=120,
    ...                schwarz=True)
    >>> from games.skat.tariff import TARIFFS
    >>> [(reason.entry, str(reason.label)) for reason in gucki_solo_reasons(TARIFFS["gucki_solo"].figures, solo)]
    [(77, '2 × 11 × (1 + 2) + 11 = 77, Spade solo, matadors 1: schneider announced, schwarz made')]
    """
    end, matadors = ended("gucki_solo", outcome), outcome.matadors
    unit, announced = unit_of(figures, outcome.call, outcome.suit), LEVELS[end.announced]
    times = figures[ANNOUNCED, announced, TIMES]
    added = figures[ANNOUNCED, announced, ADDED] + (0 if end.announced else end.reached)
    value = times * unit * (matadors + added)
    before = f"{times} × " if times > 1 else ""
    after = ""
    if end == (True, Level.SCHNEIDER, Level.SCHWARZ):
        value += unit
        after = f" + {unit}"
    words = {
        "sum": f"{before}{unit} × ({matadors} + {added}){after}",
        "value": value,
        "game": GAME_NAMES[outcome.call, outcome.suit],
        "matadors": matadors,
        "what": ENDED[end.made, end.announced, end.counted],
    }
    template, entry = (_WON_SUM, value) if end.made else (_LOST_SUM, -LOST_TIMES * value)
    short = f"{before}{unit} × {matadors + added}{after}"
    return (ValuePart("gucki-solo-value", Text(template.template, words), entry, short),)


def gucki_solo_nullo_reasons(figures: Figures, outcome: Outcome) -> Parts:
    """Return the entry of a nullo in `gucki_solo`, doubled if lost."""
    call = outcome.call
    value = figures[NULLOS, call, POINTS]
    if outcome.made:
        return (_nullo_made(call, value),)
    label = _("{game} lost, counts double: 2 × {value}", game=GAME_NAMES[call, None], value=value)
    return (ValuePart("nullo", label, -LOST_TIMES * value),)


_WON_SUM = _("{sum} = {value}, {game}, matadors {matadors}: {what}")
_LOST_SUM = _("{sum} = {value}, {game}, matadors {matadors}: {what}, counts double")

ENDED: Mapping[tuple[bool, Level, Level], Text] = {
    (True, Level.GAME, Level.GAME): _("made"),
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
"""How a game of the book ended, by whether it was won and the levels announced and reached."""

_OPEN_WORDS = {True: _("every trick made*"), False: _("missed a trick*")}


# The international game


class Value(NamedTuple):
    """The value of a game by ISkO, before comparison with the bid.

    It is the base value times the sum of the matadors and of the steps, 1 each. `words` are the values of its label,
    and `parts` its entry unless it is overbid.
    """

    base: int
    multiplier: int
    value: int
    made: bool
    words: Mapping[str, object]
    parts: Parts


STEPS: Mapping[str, Text] = {
    "game": _("game"),
    "hand": _("hand"),
    "schneider": _("schneider"),
    "schneider-announced": _("schneider announced"),
    "schwarz": _("schwarz"),
    "schwarz-announced": _("schwarz announced"),
    "ouvert": _("ouvert"),
}


def isko_value(figures: Figures, outcome: Outcome) -> Value:
    """Return the value of a suit game or a grand, regardless of the bid.

    The highest possible game, a grand ouvert with four:

    >>> grand = Outcome(call="grand", matadors=4, hand=True, ouvert=True, card_points=120, schwarz=True)
    >>> from games.skat.tariff import TARIFFS
    >>> value = isko_value(TARIFFS["isko"].figures, grand)
    >>> value.multiplier, value.value, value.made
    (11, 264, True)
    """
    base, matadors = unit_of(figures, outcome.call, outcome.suit), outcome.matadors
    end = ended("isko", outcome)
    # An announced step counts even if it is missed, but never twice.
    level = max(end.announced, end.reached)
    counted = {
        "game": True,
        "hand": outcome.hand,
        "schneider": level >= Level.SCHNEIDER,
        "schneider-announced": end.announced >= Level.SCHNEIDER,
        "schwarz": level >= Level.SCHWARZ,
        "schwarz-announced": end.announced >= Level.SCHWARZ,
        "ouvert": outcome.ouvert,
    }
    steps = [STEPS[name] for name, counts in counted.items() if counts]
    multiplier = matadors + len(steps)
    value = base * multiplier
    words = {
        "sum": f"{base} × ({' + '.join([str(matadors), *('1' for _step in steps)])})",
        "value": value,
        "game": GAME_NAMES[outcome.call, outcome.suit],
        "steps": joined([_("matadors {matadors}", matadors=matadors), *steps]),
    }
    if end.made:
        label, entry = _("{sum} = {value}, {game} made: {steps}", **words), value
    else:
        label, entry = _("{sum} = {value}, {game} lost, counts double: {steps}", **words), -LOST_TIMES * value
    part = ValuePart("isko-value", label, entry, f"{base} × {multiplier}")
    return Value(base, multiplier, value, end.made, words, (part,))


def reaching(base: int, bid: int) -> int:
    """Return the smallest multiple of a base value that reaches a bid.

    >>> reaching(12, 46), reaching(9, 20), reaching(12, 48)
    (48, 27, 48)
    """
    return -(-bid // base) * base


def isko_reasons(figures: Figures, outcome: Outcome) -> Parts:
    """Return the entry of a suit game or a grand: its value if won, or twice its value if lost.

    For an overbid game, the smallest multiple that reaches the bid replaces the value. Clubs hand with one after a bid
    of 46 (M): with 74 card points it is overbid, with 95 it is worth 48.

    >>> clubs = Outcome(call="suit", suit="clubs", bid=46, matadors=1, hand=True, card_points=74)
    >>> from games.skat.tariff import TARIFFS
    >>> [(reason.rule, reason.entry) for reason in isko_reasons(TARIFFS["isko"].figures, clubs)]
    [('overbid', -96)]
    """
    worth = isko_value(figures, outcome)
    if worth.value >= outcome.bid:
        return worth.parts
    counted = reaching(worth.base, outcome.bid)
    label = _(
        "{sum} = {value}, {game} overbid: {bid} was bid; {base} × {times} = {counted}, counts double",
        bid=outcome.bid,
        base=worth.base,
        times=counted // worth.base,
        counted=counted,
        **worth.words,
    )
    return (ValuePart("overbid", label, -LOST_TIMES * counted, f"{worth.base} × {counted // worth.base}"),)


def null_reasons(figures: Figures, outcome: Outcome) -> Parts:
    """Return the entry of a null: one of four values, doubled if lost (ISkO)."""
    kind = outcome.hand, outcome.ouvert
    value = figures[NULLS, WAY_OF_NULL[kind], POINTS]
    if outcome.made:
        return (ValuePart("null", _("{game} made: {value}", game=NULL_NAMES[kind], value=value), value),)
    label = _("{game} lost, counts double: 2 × {value}", game=NULL_NAMES[kind], value=value)
    return (ValuePart("null", label, -LOST_TIMES * value),)


def with_contra(figures: Figures, outcome: Outcome, reasons: Parts) -> Parts:
    """Return these reasons, and one that doubles (contra) or quadruples (re) the entry (M)."""
    assert outcome.contra is not None
    entry, times = sum(reason.entry for reason in reasons), figures[CONTRA, outcome.contra, TIMES]
    label = _("{contra}: {entry} × {times}", contra=CONTRA_NAMES[outcome.contra], entry=entry, times=times)
    return (*reasons, ValuePart("contra", label, (times - 1) * entry))


# All games


Scoring = Callable[[Figures, Outcome], Parts]


REASONS: Mapping[str, Mapping[str, Scoring]] = {
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
        **dict.fromkeys([Call.SUIT, Call.GRAND], isko_reasons),
        Call.NULL: null_reasons,
    },
}
"""The scoring functions of each rule set, by call."""


def value_parts(rules: str, figures: Figures, outcome: Outcome) -> list[tuple[SeatNumber, ValuePart]]:
    """Return whose figure a hand changes, and by what: the declarer's, or those of the losers of a Ramsch."""
    if outcome.declarer is not None:
        reasons = REASONS[rules][outcome.call](figures, outcome)
        if outcome.contra is not None:
            reasons = with_contra(figures, outcome, reasons)
        return [(outcome.declarer, reason) for reason in reasons]
    if outcome.call == Call.RAMSCH:
        losers = ramsch_losers(outcome)
        return [(loser, ramsch_reason(rules, figures, outcome, loser, points)) for loser, points in losers]
    return []


def ramsch_losers(outcome: Outcome) -> tuple[tuple[SeatNumber, int], ...]:
    """Return the losers of a Ramsch with their card points: the highest, or two who tie; nobody if all have 40."""
    card_points = [points for points in outcome.points_taken if points is not None]
    most = max(card_points)
    if card_points.count(most) == len(card_points):
        return ()
    return tuple([(SeatNumber(seat), most) for seat, points in enumerate(outcome.points_taken) if points == most])


def ramsch_reason(rules: str, figures: Figures, outcome: Outcome, loser: SeatNumber, points: int) -> ValuePart:
    """Return the entry of a player who loses a Ramsch.

    >>> from games.skat.tariff import TARIFFS
    >>> ramsch = Outcome(call="ramsch", points_taken=(75, 45, 0), trickless=(SeatNumber(2),))
    >>> [ramsch_reason(rules, TARIFFS[rules].figures, ramsch, SeatNumber(0), 75).entry for rules in ("foster", "isko")]
    [-30, -150]
    """
    trickless = len(outcome.trickless)
    words = {"player": SeatName(loser), "points": points, "trickless": trickless}
    if rules != "isko":
        value = figures[RAMSCH, str(trickless), POINTS]
        label = _RAMSCH_WORDS[trickless]
        if not trickless and value != RAMSCH_POINTS[trickless]:
            label = _OWN_RAMSCH
        return ValuePart("ramsch", Text(label.template, {**words, "value": value}), -value)
    if trickless in RAMSCH_TIMES:
        times = figures[RAMSCH, str(trickless), TIMES]
        label = _MODERN_RAMSCH_WORDS[trickless]
        if not trickless and times != 1:
            label = _TIMES_RAMSCH
        return ValuePart("ramsch", Text(label.template, {**words, "times": times}), -times * points)
    value = figures[EVERY_TRICK, EVERY_TRICK, POINTS]
    return ValuePart("ramsch", _("{player} took every trick: {value}", value=value, **words), value)


_RAMSCH_WORDS = {
    0: _("{player} has most, {points} card points; everyone took a trick: {value}*"),
    1: _("{player} has most, {points} card points; one took no trick: {value}"),
    2: _("{player} has most, {points} card points; two took no trick: {value}"),
}
_MODERN_RAMSCH_WORDS = {
    0: _("{player} has most: {points} card points"),
    1: _("{player} has most; one took no trick: {times} × {points} card points"),
}
_OWN_RAMSCH = _("{player} has most, {points} card points; everyone took a trick: {value}")
"""For a club's own figure in place of our 20."""
_TIMES_RAMSCH = _("{player} has most: {times} × {points} card points")
