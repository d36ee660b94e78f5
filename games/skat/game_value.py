"""The value of a game of Skat to its declarer, by rule set.

An *entry* is the signed figure written for the declarer; this module doesn't know who pays it. A *reason* is a part of
the entry, with the paragraph of the rules behind it. A *class* is the book's number for how a game ended; *steps* are
what ISkO adds up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from games.scoring.tariffs import Figures
from games.scoring.text import SeatName, Text, joined
from games.scoring.text import gettext_lazy as _
from games.scoring.types import Seat
from games.skat.club_tariff import (
    ADDED,
    ANNOUNCED,
    CLASSES,
    CONTRA,
    EVERY_TRICK,
    LEVELS,
    NULLOS,
    NULLS,
    POINTS,
    RAMSCH,
    TIMES,
    WAY_OF_NULL,
    unit_of,
)
from games.skat.names import CONTRA_NAMES, GAME_NAMES, NULL_NAMES
from games.skat.outcome import Outcome
from games.skat.tariff import (
    CARD_POINTS,
    LOST_DOUBLE,
    NULLO,
    POINTS_TO_WIN,
    RAMSCH_TIMES,
    SCHNEIDER_MADE,
    SCHNEIDER_SUFFERED,
    Call,
    Level,
)
from games.skat.tariff import RAMSCH as PRINTED_RAMSCH


class ValuePart(NamedTuple):
    """A part of an entry: its paragraph, a label, what the declarer gains, and the derivation in short."""

    rule: str
    label: Text
    entry: int
    short: str = ""


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


def made(outcome: Outcome, reach: Level) -> bool:
    """Return whether the declarer has 61 card points and reached the announced level."""
    return outcome.card_points >= POINTS_TO_WIN and reach >= outcome.level


# The book's games


def _ended(outcome: Outcome) -> tuple[bool, Level, Level]:
    """Return whether a game of `foster` was made, the announced level, and the one that counts.

    If an announced game is lost, the announced level counts in any case (S).
    """
    reach = reached("foster", outcome.card_points, schwarz=outcome.schwarz)
    won, level = made(outcome, reach), outcome.level
    return won, level, reach if won or not level else level


def foster_class(figures: Figures, outcome: Outcome) -> int:
    """Return the class of a suit game or a grand in `foster`.

    Schneider announced and missed (S):

    >>> from games.skat.club_tariff import TARIFFS
    >>> solo = Outcome(call="solo", suit="hearts", matadors=3, announced="schneider", card_points=90)
    >>> foster_class(TARIFFS["foster"].figures, solo)
    3
    """
    _won, level, counted = _ended(outcome)
    return figures[CLASSES, LEVELS[level], LEVELS[counted]]


def foster_reasons(figures: Figures, outcome: Outcome) -> Iterator[ValuePart]:
    """Yield the entry of a suit game or a grand in `foster`: the unit times the sum of class and matadors.

    Heart solo with three, schneider announced (S): 91 card points win 60, 90 lose 60.

    >>> from games.skat.club_tariff import TARIFFS
    >>> solo = Outcome(call="solo", suit="hearts", matadors=3, announced="schneider", card_points=91)
    >>> [(reason.entry, str(reason.label)) for reason in foster_reasons(TARIFFS["foster"].figures, solo)]
    [(60, '10 × (3 + 3) = 60, Heart solo, matadors 3: schneider announced and made')]
    """
    won, level, counted = ended = _ended(outcome)
    class_ = figures[CLASSES, LEVELS[level], LEVELS[counted]]
    unit = unit_of(figures, outcome.call, outcome.suit)
    value = unit * (class_ + outcome.matadors)
    label = _(
        "{unit} × ({class_} + {matadors}) = {value}, {game}, matadors {matadors}: {what}",
        unit=unit,
        class_=class_,
        matadors=outcome.matadors,
        value=value,
        game=GAME_NAMES[outcome.call, outcome.suit],
        what=_OPEN_WORDS[won] if outcome.call == Call.OPEN_GRAND else ENDED[ended],
    )
    short = f"{unit} × {class_ + outcome.matadors}"
    yield ValuePart("foster-value", label, value if won else -value, short)
    if not won and (outcome.call in LOST_DOUBLE or outcome.passt_mir_nicht):
        yield _lost_double(outcome, value)


def foster_nullo_reasons(figures: Figures, outcome: Outcome) -> Iterator[ValuePart]:
    """Yield the entry of a nullo in `foster`: its unit, doubled for a lost gucki (S)."""
    value = figures[NULLOS, outcome.call, POINTS]
    yield _nullo(outcome, value)
    if not outcome.made and outcome.call in LOST_DOUBLE:
        yield _lost_double(outcome, value)


def _nullo(outcome: Outcome, value: int) -> ValuePart:
    words = _("{game} made: {value}") if outcome.made else _("{game} lost: {value}")
    label = Text(words.template, {"game": GAME_NAMES[outcome.call, None], "value": value})
    return ValuePart("nullo", label, value if outcome.made else -value)


def _lost_double(outcome: Outcome, value: int) -> ValuePart:
    if outcome.passt_mir_nicht:
        label = _("passt mir nicht, lost: another {value}", value=value)
    else:
        label = _("lost gucki: another {value}", value=value)
    return ValuePart("foster-loss", label, -value)


def gucki_solo_reasons(figures: Figures, outcome: Outcome) -> Iterator[ValuePart]:
    """Yield the entry of a solo or a grand in `gucki_solo`; every loss is double.

    Spade solo with one, schneider announced and schwarz made (L).

    >>> solo = Outcome(call="solo", suit="spades", matadors=1, announced="schneider", card_points=120,
    ...                schwarz=True)
    >>> from games.skat.club_tariff import TARIFFS
    >>> [(reason.entry, str(reason.label)) for reason in gucki_solo_reasons(TARIFFS["gucki_solo"].figures, solo)]
    [(77, '2 × 11 × (1 + 2) + 11 = 77, Spade solo, matadors 1: schneider announced, schwarz made')]
    """
    reach = reached("gucki_solo", outcome.card_points, schwarz=outcome.schwarz)
    won, level, unit = made(outcome, reach), outcome.level, unit_of(figures, outcome.call, outcome.suit)
    times = figures[ANNOUNCED, LEVELS[level], TIMES]
    added = figures[ANNOUNCED, LEVELS[level], ADDED] + (0 if level else reach)
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
    yield ValuePart("gucki-solo-value", Text(template.template, words), value if won else -2 * value, short)


def gucki_solo_nullo_reasons(figures: Figures, outcome: Outcome) -> Iterator[ValuePart]:
    """Yield the entry of a nullo in `gucki_solo`, doubled if lost."""
    value = figures[NULLOS, outcome.call, POINTS]
    if outcome.made:
        yield _nullo(outcome, value)
    else:
        label = _("{game} lost, counts double: 2 × {value}", game=GAME_NAMES[outcome.call, None], value=value)
        yield ValuePart("nullo", label, -2 * value)


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


class Steps(NamedTuple):
    """The steps of a game by ISkO: their sum as a number and as a formula, and their names."""

    multiplier: int
    sum: str
    words: Text


class Value(NamedTuple):
    """The value of a game by ISkO, before comparison with the bid: base value, steps, and whether it was made."""

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
    # An announced step counts even if it is missed, but never twice.
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


def isko_value(figures: Figures, outcome: Outcome) -> Value:
    """Return the value of a suit game or a grand, regardless of the bid.

    The highest possible game, a grand ouvert with four:

    >>> grand = Outcome(call="grand", matadors=4, hand=True, ouvert=True, card_points=120, schwarz=True)
    >>> from games.skat.club_tariff import TARIFFS
    >>> value = isko_value(TARIFFS["isko"].figures, grand)
    >>> value.steps.multiplier, value.value, value.made
    (11, 264, True)
    """
    reach = reached("isko", outcome.card_points, schwarz=outcome.schwarz)
    steps = _steps(outcome.matadors, outcome.hand, outcome.level, reach, outcome.ouvert)
    return Value(unit_of(figures, outcome.call, outcome.suit), steps, made(outcome, reach))


def reaching(base: int, bid: int) -> int:
    """Return the smallest multiple of a base value that reaches a bid.

    >>> reaching(12, 46), reaching(9, 20), reaching(12, 48)
    (48, 27, 48)
    """
    return -(-bid // base) * base


def isko_reasons(figures: Figures, outcome: Outcome) -> Iterator[ValuePart]:
    """Yield the entry of a suit game or a grand: its value if won, or twice its value if lost.

    For an overbid game, the smallest multiple that reaches the bid replaces the value. Clubs hand with one after a bid
    of 46 (M): with 74 card points it is overbid, with 95 it is worth 48.

    >>> clubs = Outcome(call="suit", suit="clubs", bid=46, matadors=1, hand=True, card_points=74)
    >>> from games.skat.club_tariff import TARIFFS
    >>> [(reason.rule, reason.entry) for reason in isko_reasons(TARIFFS["isko"].figures, clubs)]
    [('overbid', -96)]
    """
    worth = isko_value(figures, outcome)
    base, value, steps = worth.base, worth.value, worth.steps
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
        yield ValuePart("overbid", label, -2 * counted, f"{base} × {counted // base}")
    elif worth.made:
        yield ValuePart("isko-value", _("{sum} = {value}, {game} made: {steps}", **words), value, short)
    else:
        label = _("{sum} = {value}, {game} lost, counts double: {steps}", **words)
        yield ValuePart("isko-value", label, -2 * value, short)


def null_reasons(figures: Figures, outcome: Outcome) -> Iterator[ValuePart]:
    """Yield the entry of a null: one of four values, doubled if lost (ISkO)."""
    kind = outcome.hand, outcome.ouvert
    value = figures[NULLS, WAY_OF_NULL[kind], POINTS]
    if outcome.made:
        yield ValuePart("null", _("{game} made: {value}", game=NULL_NAMES[kind], value=value), value)
    else:
        label = _("{game} lost, counts double: 2 × {value}", game=NULL_NAMES[kind], value=value)
        yield ValuePart("null", label, -2 * value)


def with_contra(figures: Figures, outcome: Outcome, reasons: Iterable[ValuePart]) -> Iterable[ValuePart]:
    """Return these reasons, and if `contra` is set, one that doubles (contra) or quadruples (re) the entry (M)."""
    if outcome.contra is None:
        return reasons
    reasons = list(reasons)
    entry, times = sum(reason.entry for reason in reasons), figures[CONTRA, outcome.contra, TIMES]
    label = _("{contra}: {entry} × {times}", contra=CONTRA_NAMES[outcome.contra], entry=entry, times=times)
    return [*reasons, ValuePart("contra", label, (times - 1) * entry)]


# All games


Scoring = Callable[[Figures, Outcome], Iterable[ValuePart]]


def _isko(reasons: Scoring) -> Scoring:
    return lambda figures, outcome: with_contra(figures, outcome, reasons(figures, outcome))


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
        **dict.fromkeys([Call.SUIT, Call.GRAND], _isko(isko_reasons)),
        Call.NULL: _isko(null_reasons),
    },
}
"""The scoring functions of each rule set, by call."""


def value_parts(rules: str, figures: Figures, outcome: Outcome) -> list[tuple[Seat, ValuePart]]:
    """Return whose figure a hand changes, and by what: the declarer's, or those of the losers of a Ramsch."""
    if outcome.declarer is not None:
        return [(outcome.declarer, reason) for reason in REASONS[rules][outcome.call](figures, outcome)]
    if outcome.call == Call.RAMSCH:
        losers = ramsch_losers(outcome)
        return [(loser, ramsch_reason(rules, figures, outcome, loser, points)) for loser, points in losers]
    return []


def ramsch_losers(outcome: Outcome) -> tuple[tuple[Seat, int], ...]:
    """Return the losers of a Ramsch with their card points: the highest, or two who tie; nobody if all have 40."""
    points_by_seat = [(Seat(seat), points) for seat, points in enumerate(outcome.points_taken) if points is not None]
    most = max(points for _seat, points in points_by_seat)
    losers = tuple((seat, points) for seat, points in points_by_seat if points == most)
    return () if len(losers) == len(points_by_seat) else losers


def ramsch_reason(rules: str, figures: Figures, outcome: Outcome, loser: Seat, points: int) -> ValuePart:
    """Return the entry of a player who loses a Ramsch.

    >>> from games.skat.club_tariff import TARIFFS
    >>> ramsch = Outcome(call="ramsch", points_taken=(75, 45, 0), trickless=(Seat(2),))
    >>> [ramsch_reason(rules, TARIFFS[rules].figures, ramsch, Seat(0), 75).entry for rules in ("foster", "isko")]
    [-30, -150]
    """
    trickless = len(outcome.trickless)
    words = {"player": SeatName(loser), "points": points, "trickless": trickless}
    if rules != "isko":
        value = figures[RAMSCH, str(trickless), POINTS]
        label = _RAMSCH_WORDS[trickless]
        if not trickless and value != PRINTED_RAMSCH[trickless]:
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
