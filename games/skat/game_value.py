"""The value of a game of Skat to its declarer, by rule set.

An *entry* is the signed figure written for the declarer; this module doesn't know who pays it. A *class* is the book's
number for how a game ended; *steps* are what ISkO adds up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from games.scoring.tariffs import Figures
from games.scoring.text import SeatName, Text, joined
from games.scoring.text import message as _
from games.scoring.types import SeatNumber, Table
from games.skat.hand import Outcome, outcome_in
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
    NULL_GAMES,
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


def told_in_points(rules: str, raw: Mapping[str, Any], level: Level, *, won: bool) -> dict[str, Any]:
    """Return card points, and whether one side was schwarz, with which a hand `raw` ends as it was told.

    >>> told_in_points("isko", {"call": "grand", "announced": "schneider"}, Level.GAME, won=True)
    {'card_points': 90}
    >>> told_in_points("foster", {"call": "solo"}, Level.SCHWARZ, won=False)
    {'card_points': 0, 'schwarz': True}
    """
    if won:
        level = max(level, outcome_in(raw).level)
        points = {Level.GAME: POINTS_TO_WIN, Level.SCHNEIDER: SCHNEIDER_MADE[rules]}.get(level, CARD_POINTS)
    else:
        points = {Level.GAME: POINTS_TO_WIN - 1, Level.SCHNEIDER: SCHNEIDER_SUFFERED}.get(level, 0)
    return {"card_points": points, **({"schwarz": True} if level is Level.SCHWARZ else {})}


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


class Step(StrEnum):
    """What a list ticks of a game."""

    HAND = "hand"
    SCHNEIDER = "schneider"
    SCHNEIDER_ANNOUNCED = "schneider-announced"
    SCHWARZ = "schwarz"
    SCHWARZ_ANNOUNCED = "schwarz-announced"
    OUVERT = "ouvert"


STEPS: Mapping[Step, Text] = {
    Step.HAND: _("hand"),
    Step.SCHNEIDER: _("schneider"),
    Step.SCHNEIDER_ANNOUNCED: _("schneider announced"),
    Step.SCHWARZ: _("schwarz"),
    Step.SCHWARZ_ANNOUNCED: _("schwarz announced"),
    Step.OUVERT: _("ouvert"),
}


def steps_of(rules: str, outcome: Outcome) -> list[Step]:
    """Return the steps of a suit game or a grand that a list ticks: those that count, and the levels announced.

    By ISkO, a level that was announced counts even if it was missed; in the book's games, nothing else counts then.
    """
    end = ended(rules, outcome)
    announced = Level.SCHWARZ if outcome.ouvert else outcome.announced or Level.GAME
    is_missed = rules not in MODERN and not end.made and end.announced is not Level.GAME
    counted = Level.GAME if is_missed else max(announced, end.reached)
    ticked = {
        Step.HAND: outcome.hand,
        Step.SCHNEIDER: counted >= Level.SCHNEIDER,
        Step.SCHNEIDER_ANNOUNCED: announced >= Level.SCHNEIDER,
        Step.SCHWARZ: counted >= Level.SCHWARZ,
        Step.SCHWARZ_ANNOUNCED: announced >= Level.SCHWARZ,
        Step.OUVERT: outcome.ouvert,
    }
    return [step for step, is_ticked in ticked.items() if is_ticked]


# The book's games


def _foster(figures: Figures, outcome: Outcome) -> ValuePart:
    """Return the value of a suit game or a grand in `foster`: the unit times the sum of class and matadors."""
    call, matadors, end = outcome.call, outcome.matadors, ended("foster", outcome)
    unit, class_ = worth_of(figures, call, outcome.suit), figures[CLASSES, end.announced, end.counted]
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
    return ValuePart("foster-value", label, value if end.made else -value, f"{unit} × {class_ + matadors}")


def _gucki_solo(figures: Figures, outcome: Outcome) -> ValuePart:
    """Return the value of a solo or a grand in `gucki_solo`; every loss is double."""
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
    return ValuePart("gucki-solo-value", label, entry, f"{before}{unit} × {matadors + added}{after}")


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


def _isko(figures: Figures, outcome: Outcome) -> ValuePart:
    """Return the value of a suit game or a grand: the base value times matadors and steps, lost twice that.

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
        return ValuePart("overbid", label, -LOST_TIMES * counted, f"{base} × {counted // base}")
    words["steps"] = joined([_("matadors {matadors}", matadors=matadors), *steps])
    if ended("isko", outcome).made:
        label, entry = _("{sum} = {value}, {game} made: {steps}", **words), value
    else:
        label, entry = _("{sum} = {value}, {game} lost, counts double: {steps}", **words), -LOST_TIMES * value
    return ValuePart("isko-value", label, entry, f"{base} × {matadors + len(steps)}")


# All games


_BY_MATADORS: Mapping[str, Callable[[Figures, Outcome], ValuePart]] = {
    "foster": _foster,
    "gucki_solo": _gucki_solo,
    **dict.fromkeys(MODERN, _isko),
}


def game_part(table: Table, outcome: Outcome) -> ValuePart:
    """Return the value of a game to its declarer, before anything changes it.

    Heart solo with three, schneider announced (S): 91 card points win 60, 90 lose 60. Spade solo with one, schneider
    announced and schwarz made (L). Clubs hand with one after a bid of 46 (M): with 74 card points it is overbid.

    >>> from games.skat.rules import SkatRules
    >>> hearts = Outcome(call="solo", suit="hearts", matadors=3, announced=Level.SCHNEIDER, card_points=91)
    >>> spades = Outcome(call="solo", suit="spades", matadors=1, announced=Level.SCHNEIDER, card_points=120,
    ...                  schwarz=True)
    >>> clubs = Outcome(call="suit", suit="clubs", bid=46, matadors=1, hand=True, card_points=74)
    >>> for rules, game in (("foster", hearts), ("gucki_solo", spades), ("isko", clubs)):
    ...     part = game_part(SkatRules().table(["Anna", "Ben", "Clara"], rules=rules), game)
    ...     print(part.rule, part.entry, part.label)
    foster-value 60 10 × (3 + 3) = 60, Heart solo, matadors 3: schneider announced and made
    gucki-solo-value 77 2 × 11 × (1 + 2) + 11 = 77, Spade solo, matadors 1: schneider announced, schwarz made
    overbid -96 12 × (1 + 1 + 1) = 36, Clubs overbid: 46 was bid; 12 × 4 = 48, counts double
    """
    call, figures = outcome.call, table.figures
    if outcome.matadors:  # as in all suit games and grands
        return _BY_MATADORS[table.rules](figures, outcome)
    if call == Call.NULL:
        rule, game = "null", NULL_GAMES[outcome.hand, outcome.ouvert].name
        value = value_of_null(figures, hand=outcome.hand, ouvert=outcome.ouvert)
    else:
        rule, game, value = "nullo", GAME_NAMES[call, None], worth_of(figures, call)
    if outcome.made:
        return ValuePart(rule, _("{game} made: {value}", game=game, value=value), value)
    if table.rules == "foster":
        return ValuePart(rule, _("{game} lost: {value}", game=game, value=value), -value)
    label = _("{game} lost, counts double: 2 × {value}", game=game, value=value)
    return ValuePart(rule, label, -LOST_TIMES * value)


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
    first: dict[SeatNumber, ValuePart] = {}
    if outcome.declarer is not None:
        first[outcome.declarer] = game_part(table, outcome)
    elif outcome.call == Call.RAMSCH:
        first = {loser: _ramsch_part(table, outcome, loser, points) for loser, points in ramsch_losers(outcome)}
    return [(seat, part) for seat, value in first.items() for part in _changed(table, outcome, value, in_bock)]


def _changed(table: Table, outcome: Outcome, value: ValuePart, in_bock: bool) -> Sequence[ValuePart]:
    """Return the value of a hand with the parts that change it, in the order of the rules page."""
    entry, changed = value.entry, [value]

    def change(rule: str, label: Text, becomes: int) -> None:
        nonlocal entry
        changed.append(ValuePart(rule, label, becomes - entry))
        entry = becomes

    def multiply(rule: str, what: Text, times: int) -> None:
        change(rule, _("{what}: {entry} × {times}", what=what, entry=entry, times=times), entry * times)

    if entry < 0 and outcome.passt_mir_nicht:
        change("foster-loss", _("passt mir nicht, lost: another {value}", value=-entry), LOST_TIMES * entry)
    elif entry < 0 and table.rules == "foster" and outcome.call in LOST_DOUBLE:
        change("foster-loss", _("lost gucki: another {value}", value=-entry), LOST_TIMES * entry)
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
