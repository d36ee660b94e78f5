"""The value of a game of Skat to its declarer, by rule set.

An *entry* is the signed figure written for the declarer; this module doesn't know who pays it. A *class* is the book's
number for how a game ended; *steps* are what ISkO adds up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from games.scoring.tariffs import Figures
from games.scoring.text import SeatName, Text, joined
from games.scoring.text import message as _
from games.scoring.types import SeatNumber, Table
from games.skat.hand import Outcome
from games.skat.tariff import (
    ADDED,
    ANNOUNCED,
    BOCK_TIMES,
    CARD_POINTS,
    CLASSES,
    CONTRA,
    CONTRA_NAMES,
    EVERY_TRICK,
    GAME_NAMES,
    LOST_DOUBLE,
    LOST_TIMES,
    MODERN,
    NULL_NAMES,
    POINTS,
    POINTS_TO_WIN,
    PUSHED_TIMES,
    RAMSCH,
    SCHNEIDER_MADE,
    SCHNEIDER_SUFFERED,
    TARIFFS,
    TIMES,
    Call,
    Level,
    value_of_null,
    worth_of,
)


class ValuePart(NamedTuple):
    """A part of an entry: its paragraph, a label, what the declarer gains, and the derivation in short."""

    rule: str
    label: Text
    entry: int
    short: str = ""


Parts = tuple[ValuePart, ...]


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
        return self.reached if self.made or self.announced is Level.GAME else self.announced


def ended(rules: str, outcome: Outcome) -> Ended:
    """Return how a game ended, as told or by its card points: made with 61 and the announced level."""
    announced = outcome.level
    if outcome.made is not None:
        step = outcome.step or Level.GAME
        return Ended(outcome.made, announced, max(announced, step) if outcome.made else step)
    points = outcome.card_points
    is_schneider = points >= SCHNEIDER_MADE[rules] or points <= SCHNEIDER_SUFFERED
    reach = Level.SCHWARZ if outcome.schwarz else Level.SCHNEIDER if is_schneider else Level.GAME
    return Ended(points >= POINTS_TO_WIN and reach >= announced, announced, reach)


HAND, OUVERT = "hand", "ouvert"
SCHNEIDER, SCHNEIDER_ANNOUNCED = "schneider", "schneider-announced"
SCHWARZ, SCHWARZ_ANNOUNCED = "schwarz", "schwarz-announced"
STEPS: Mapping[str, Text] = {
    HAND: _("hand"),
    SCHNEIDER: _("schneider"),
    SCHNEIDER_ANNOUNCED: _("schneider announced"),
    SCHWARZ: _("schwarz"),
    SCHWARZ_ANNOUNCED: _("schwarz announced"),
    OUVERT: _("ouvert"),
}
"""What a list ticks of a game, with the words for it."""
LEVEL_STEPS = ((Level.SCHNEIDER, SCHNEIDER, SCHNEIDER_ANNOUNCED), (Level.SCHWARZ, SCHWARZ, SCHWARZ_ANNOUNCED))


def steps_of(rules: str, outcome: Outcome) -> list[str]:
    """Return the steps of a suit game or a grand that a list ticks: those that count, and the levels announced.

    By ISkO, a level that was announced counts even if it was missed; in the book's games, nothing else counts then.
    """
    end = ended(rules, outcome)
    announced = Level.SCHWARZ if outcome.ouvert else outcome.announced or Level.GAME
    is_missed = rules not in MODERN and not end.made and end.announced is not Level.GAME
    counted = Level.GAME if is_missed else max(announced, end.reached)
    return [
        *([HAND] if outcome.hand else []),
        *(
            step
            for level, made, said in LEVEL_STEPS
            for step, highest in ((made, counted), (said, announced))
            if highest >= level
        ),
        *([OUVERT] if outcome.ouvert else []),
    ]


# The book's games


def foster_class(figures: Figures, end: Ended) -> int:
    """Return the class of a suit game or a grand in `foster`.

    Schneider announced and missed (S):

    >>> solo = Outcome(call="solo", suit="hearts", matadors=3, announced=Level.SCHNEIDER, card_points=90)
    >>> foster_class(TARIFFS["foster"].figures, ended("foster", solo))
    3
    """
    return figures[CLASSES, end.announced, end.counted]


def _foster(figures: Figures, outcome: Outcome) -> Parts:
    """Return the entry of a suit game or a grand in `foster`: the unit times the sum of class and matadors."""
    call, matadors, end = outcome.call, outcome.matadors, ended("foster", outcome)
    unit, class_ = worth_of(figures, call, outcome.suit), foster_class(figures, end)
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
    if end.made:
        return (part,)
    if outcome.passt_mir_nicht:
        return (part, ValuePart("foster-loss", _("passt mir nicht, lost: another {value}", value=value), -value))
    return (part, _lost_gucki(value)) if call in LOST_DOUBLE else (part,)


def _lost_gucki(value: int) -> ValuePart:
    return ValuePart("foster-loss", _("lost gucki: another {value}", value=value), -value)


def _gucki_solo(figures: Figures, outcome: Outcome) -> Parts:
    """Return the entry of a solo or a grand in `gucki_solo`; every loss is double."""
    end, matadors = ended("gucki_solo", outcome), outcome.matadors
    unit = worth_of(figures, outcome.call, outcome.suit)
    times, added = figures[ANNOUNCED, end.announced, TIMES], figures[ANNOUNCED, end.announced, ADDED]
    if end.announced is Level.GAME:
        added += [*Level].index(end.reached)
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
    if end.made:
        label, entry = _("{sum} = {value}, {game}, matadors {matadors}: {what}", **words), value
    else:
        label = _("{sum} = {value}, {game}, matadors {matadors}: {what}, counts double", **words)
        entry = -LOST_TIMES * value
    return (ValuePart("gucki-solo-value", label, entry, f"{before}{unit} × {matadors + added}{after}"),)


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


def isko_value(figures: Figures, outcome: Outcome) -> int:
    """Return the value of a suit game or a grand, regardless of the bid: the base value times matadors and steps.

    The highest possible game, a grand ouvert with four:

    >>> grand = Outcome(call="grand", matadors=4, hand=True, ouvert=True, card_points=120, schwarz=True)
    >>> isko_value(TARIFFS["isko"].figures, grand)
    264
    """
    multiplier = outcome.matadors + 1 + len(steps_of("isko", outcome))
    return worth_of(figures, outcome.call, outcome.suit) * multiplier


def is_overbid(figures: Figures, outcome: Outcome) -> bool:
    """Return whether a suit game or a grand is worth less than was bid."""
    return bool(outcome.bid) and isko_value(figures, outcome) < outcome.bid


def _isko(figures: Figures, outcome: Outcome) -> Parts:
    """Return the entry of a suit game or a grand: its value if won, or twice its value if lost.

    For an overbid game, the smallest multiple that reaches the bid replaces the value.
    """
    base, matadors = worth_of(figures, outcome.call, outcome.suit), outcome.matadors
    steps = [_("game"), *(STEPS[step] for step in steps_of("isko", outcome))]
    value = base * (matadors + len(steps))
    words = {
        "sum": f"{base} × ({' + '.join([str(matadors), *('1' for _step in steps)])})",
        "value": value,
        "game": GAME_NAMES[outcome.call, outcome.suit],
    }
    if value < outcome.bid:
        counted = -(-outcome.bid // base) * base
        words |= {"bid": outcome.bid, "base": base, "times": counted // base, "counted": counted}
        label = _(
            "{sum} = {value}, {game} overbid: {bid} was bid; {base} × {times} = {counted}, counts double", **words
        )
        return (ValuePart("overbid", label, -LOST_TIMES * counted, f"{base} × {counted // base}"),)
    words["steps"] = joined([_("matadors {matadors}", matadors=matadors), *steps])
    if ended("isko", outcome).made:
        label, entry = _("{sum} = {value}, {game} made: {steps}", **words), value
    else:
        label, entry = _("{sum} = {value}, {game} lost, counts double: {steps}", **words), -LOST_TIMES * value
    return (ValuePart("isko-value", label, entry, f"{base} × {matadors + len(steps)}"),)


# All games


_BY_CARD_POINTS: Mapping[str, Callable[[Figures, Outcome], Parts]] = {
    "foster": _foster,
    "gucki_solo": _gucki_solo,
    **dict.fromkeys(MODERN, _isko),
}


def declarers_parts(rules: str, figures: Figures, outcome: Outcome) -> Parts:
    """Return the entry of a declarer.

    Heart solo with three, schneider announced (S): 91 card points win 60, 90 lose 60. Spade solo with one, schneider
    announced and schwarz made (L). Clubs hand with one after a bid of 46 (M): with 74 card points it is overbid.

    >>> hearts = Outcome(call="solo", suit="hearts", matadors=3, announced=Level.SCHNEIDER, card_points=91)
    >>> spades = Outcome(call="solo", suit="spades", matadors=1, announced=Level.SCHNEIDER, card_points=120,
    ...                  schwarz=True)
    >>> clubs = Outcome(call="suit", suit="clubs", bid=46, matadors=1, hand=True, card_points=74)
    >>> for rules, game in (("foster", hearts), ("gucki_solo", spades), ("isko", clubs)):
    ...     (part,) = declarers_parts(rules, TARIFFS[rules].figures, game)
    ...     print(part.rule, part.entry, part.label)
    foster-value 60 10 × (3 + 3) = 60, Heart solo, matadors 3: schneider announced and made
    gucki-solo-value 77 2 × 11 × (1 + 2) + 11 = 77, Spade solo, matadors 1: schneider announced, schwarz made
    overbid -96 12 × (1 + 1 + 1) = 36, Clubs overbid: 46 was bid; 12 × 4 = 48, counts double
    """
    call = outcome.call
    if outcome.matadors:  # as in all suit games and grands
        return _BY_CARD_POINTS[rules](figures, outcome)
    if call == Call.NULL:
        rule, game = "null", NULL_NAMES[outcome.hand, outcome.ouvert]
        value = value_of_null(figures, hand=outcome.hand, ouvert=outcome.ouvert)
    else:
        rule, game, value = "nullo", GAME_NAMES[call, None], worth_of(figures, call)
    if outcome.made:
        return (ValuePart(rule, _("{game} made: {value}", game=game, value=value), value),)
    if rules == "foster":
        part = ValuePart(rule, _("{game} lost: {value}", game=game, value=value), -value)
        return (part, _lost_gucki(value)) if call in LOST_DOUBLE else (part,)
    label = _("{game} lost, counts double: 2 × {value}", game=game, value=value)
    return (ValuePart(rule, label, -LOST_TIMES * value),)


def value_parts(table: Table, outcome: Outcome, *, in_bock: bool = False) -> list[tuple[SeatNumber, ValuePart]]:
    """Return whose figure a hand changes, and by what: the declarer's, or those of the losers of a Ramsch.

    Clubs hand with one, lost after contra in a Bock round, where lost hand games count once.

    >>> from games.skat.rules import SkatRules
    >>> table = SkatRules().table(["Anna", "Ben", "Clara"], rules="pub", options={"single_hand": True})
    >>> clubs = Outcome(call="suit", declarer=SeatNumber(0), suit="clubs", bid=18, matadors=1, hand=True, made=False,
    ...                 contra="contra")
    >>> [(part.rule, part.entry) for _seat, part in value_parts(table, clubs, in_bock=True)]
    [('isko-value', -72), ('single-hand', 36), ('contra', -36), ('bock', -72)]
    """
    parts_of: dict[SeatNumber, Parts] = {}
    if outcome.declarer is not None:
        parts_of[outcome.declarer] = declarers_parts(table.rules, table.figures, outcome)
    elif outcome.call == Call.RAMSCH:
        for loser, points in ramsch_losers(outcome):
            parts_of[loser] = (_ramsch_part(table, outcome, loser, points),)
    return [(seat, part) for seat, parts in parts_of.items() for part in _changed(table, outcome, parts, in_bock)]


def _changed(table: Table, outcome: Outcome, parts: Parts, in_bock: bool) -> Sequence[ValuePart]:
    """Return the parts of an entry with those that change their sum, in the order of the rules page."""
    entry, changed = sum([part.entry for part in parts]), [*parts]

    def change(rule: str, label: Text, becomes: int) -> None:
        nonlocal entry
        changed.append(ValuePart(rule, label, becomes - entry))
        entry = becomes

    def multiply(rule: str, what: Text, times: int) -> None:
        change(rule, _("{what}: {entry} × {times}", what=what, entry=entry, times=times), entry * times)

    if entry < 0 and outcome.hand and table.options.get("single_hand"):
        once = entry // LOST_TIMES
        change("single-hand", _("a lost hand game counts once: {entry}", entry=once), once)
    if outcome.contra:
        multiply("contra", CONTRA_NAMES[outcome.contra], table.figures[CONTRA, outcome.contra, TIMES])
    if outcome.pushed:
        multiply("ramsch", _("skat pushed on, {number}", number=outcome.pushed), PUSHED_TIMES**outcome.pushed)
    if in_bock:
        multiply("bock", _("Bock round"), BOCK_TIMES)
    limit = table.options.get("ramsch_limit")
    if isinstance(limit, int) and outcome.call == Call.RAMSCH and 0 < limit < -entry:
        change("ramsch", _("at most {limit} are lost", limit=limit), -limit)
    return changed


def ramsch_losers(outcome: Outcome) -> tuple[tuple[SeatNumber, int], ...]:
    """Return the losers of a Ramsch with their card points: the highest, or two who tie; nobody if all have 40."""
    card_points = [points for points in outcome.points_taken if points is not None]
    most = max(card_points)
    if card_points.count(most) == len(card_points):
        return ()
    return tuple([(SeatNumber(seat), most) for seat, points in enumerate(outcome.points_taken) if points == most])


def _ramsch_part(table: Table, outcome: Outcome, loser: SeatNumber, points: int) -> ValuePart:
    """Return the entry of a player who loses a Ramsch or, having taken every trick, wins it."""
    figures, trickless = table.figures, len(outcome.trickless)
    words = {"player": SeatName(loser), "points": points}
    if table.rules not in MODERN:
        value = figures[RAMSCH, str(trickless), POINTS]
        is_own = value != TARIFFS[table.rules].figures[RAMSCH, str(trickless), POINTS]
        label = _OWN_RAMSCH if is_own and not trickless else _RAMSCH_WORDS[trickless]
        return ValuePart("ramsch", Text(label.template, {**words, "value": value}), -value)
    if len(outcome.trickless) > 1:
        value = figures[EVERY_TRICK, EVERY_TRICK, POINTS]
        return ValuePart("ramsch", _("{player} took every trick: {value}", value=value, **words), value)
    times = figures[RAMSCH, str(trickless), TIMES]
    label = _TIMES_RAMSCH if times != 1 and not trickless else _MODERN_RAMSCH_WORDS[trickless]
    return ValuePart("ramsch", Text(label.template, {**words, "times": times}), -times * points)


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
