"""Marked sheet of Skat, made like a list: four marks for a game that was simply won or lost.

The declarer, the game, its steps and the result are ticked; only the matadors are a digit. Card points are not on it,
and the bid only where it decides: in an overbid game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.scoring.errors import Code, RuleError
from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import Amounts, ScoredHand, SeatNumber, State
from games.skat.game_value import STEPS, ended, isko_value, points_for
from games.skat.hand import Outcome, hand_at, level_announced
from games.skat.rules import SEEGER_FABIAN, on_sheet, running
from games.skat.shorthand import NEITHER, NO_POINTS
from games.skat.tariff import (
    CARD_POINTS,
    CONTRA_NAMES,
    LEVEL,
    NULLO,
    NULLS,
    POINTS,
    SUIT_UNIT,
    TARIFFS,
    TIMES,
    WAY_OF_NULL,
    Call,
    Level,
    Suit,
    bids_of,
    unit_of,
)
from games.skat.tariff import CONTRA as SAID
from games.ui.marked_sheet import (
    LOST,
    MADE,
    DigitBoxes,
    Field,
    MarkedRow,
    MarkedSheet,
    Marks,
    TickBox,
    Ticks,
    is_only_in_words,
    players,
    result,
    ticked,
)
from games.ui.paper_list import (
    CountColumn,
    FederationList,
    ListColumn,
    MeaningColumn,
    NumberColumn,
    Rows,
    TickColumn,
    TotalColumn,
    ValueColumn,
)

DECLARER, GAME, HOW, MATADORS, STEP, RESULT, NUMBER = "declarer", "game", "how", "matadors", "step", "result", "number"
SUIT, NULLOS = "suit", "nullo"
TURNED, SOLO, GUCKI, OPEN, PASST_MIR_NICHT = "turned", "solo", "gucki", "open", "passt_mir_nicht"
HAND, OUVERT = "hand", "ouvert"
SCHNEIDER, SCHNEIDER_ANNOUNCED, SCHWARZ, SCHWARZ_ANNOUNCED = (
    "schneider",
    "schneider-announced",
    "schwarz",
    "schwarz-announced",
)

Ways = frozenset[str]
PLAIN: Ways = frozenset()

MARKED: Mapping[str, Mapping[str, tuple[str, Ways]]] = {
    "foster": {
        Call.TOURNEE: (SUIT, frozenset({TURNED})),
        Call.SOLO: (SUIT, frozenset({SOLO})),
        Call.TURNED_GRAND: (Call.GRAND, frozenset({TURNED})),
        Call.GUCKI_GRAND: (Call.GRAND, frozenset({GUCKI})),
        Call.SOLO_GRAND: (Call.GRAND, frozenset({SOLO})),
        Call.OPEN_GRAND: (Call.GRAND, frozenset({OPEN})),
        Call.GUCKI_NULLO: (NULLOS, frozenset({GUCKI})),
        Call.OPEN_GUCKI_NULLO: (NULLOS, frozenset({GUCKI, OPEN})),
        Call.SOLO_NULLO: (NULLOS, frozenset({SOLO})),
        Call.OPEN_SOLO_NULLO: (NULLOS, frozenset({SOLO, OPEN})),
        Call.REVOLUTION: (Call.REVOLUTION, PLAIN),
    },
    "gucki_solo": {
        Call.SOLO: (SUIT, PLAIN),
        Call.GRAND: (Call.GRAND, PLAIN),
        Call.GUCKI_NULLO: (NULLOS, PLAIN),
        Call.OPEN_GUCKI_NULLO: (NULLOS, frozenset({OPEN})),
    },
    "isko": {Call.SUIT: (SUIT, PLAIN), Call.GRAND: (Call.GRAND, PLAIN), Call.NULL: (Call.NULL, PLAIN)},
}
"""How each game is marked: what is played, the same for every suit, and the way in which it is played."""

CALL_OF: Mapping[str, Mapping[tuple[str, Ways], str]] = {
    rules: {marked: str(call) for call, marked in calls.items()} for rules, calls in MARKED.items()
}
_MEANS: Mapping[str, Text] = {Call.GRAND: _("Grand"), NULLOS: _("nullo")}
"""The words for what several games of the book are marked as."""
_OPEN = TickBox(key=OPEN, head=_("op."), means=_("open"))
WAYS: Mapping[str, tuple[TickBox, ...]] = {
    "foster": (
        TickBox(key=TURNED, head="T", means=_("Tournée, or a turned grand")),
        TickBox(key=SOLO, head="S", means=_("Solo")),
        TickBox(key=GUCKI, head="Gu", means=_("Gucki")),
        _OPEN,
        TickBox(key=PASST_MIR_NICHT, head="pmn", means=_("Passt mir nicht")),
    ),
    "gucki_solo": (_OPEN,),
    "isko": (),
}
_LEVELS = (
    TickBox(key=SCHNEIDER, head=_("schn"), means=STEPS[SCHNEIDER]),
    TickBox(key=SCHNEIDER_ANNOUNCED, head=_("ann."), means=STEPS[SCHNEIDER_ANNOUNCED]),
    TickBox(key=SCHWARZ, head=_("schw"), means=STEPS[SCHWARZ]),
    TickBox(key=SCHWARZ_ANNOUNCED, head=_("ann."), means=STEPS[SCHWARZ_ANNOUNCED]),
)
_OF_ISKO = (TickBox(key=HAND, head=STEPS[HAND]), *_LEVELS, TickBox(key=OUVERT, head=_("ouv."), means=STEPS[OUVERT]))
_CONTRAS = tuple(map(str, CONTRA_NAMES))
TIED = 2
"""The most players who can lose a Ramsch."""
ALL_THE_SAME = 40
_MOST = {(1, False): 50, (1, True): 61, (TIED, False): 45, (TIED, True): 60}
"""Card points with which so many players lose a Ramsch of the book, by whether one took no trick."""
MOST_MATADORS, MOST_NUMBER = 9, 99


class SkatMarkedSheet(MarkedSheet):
    """The boxes of Skat.

    A tick at each step that counts, as on a list: an announced level is ticked twice, even if it was missed. The book's
    games have ways (tournée, solo, gucki, open). In a Ramsch, those with the most card points are ticked as declarer,
    schwarz means that one player took no trick, and + that a player took every trick. Left to words are more than 9
    matadors and bids of three digits.
    """

    landscape = True
    low_rows = True
    value_head = _("Game value")
    remarks = (NO_POINTS, NEITHER)

    @property
    def _isko(self) -> bool:
        return self.table.rules == "isko"

    @property
    def _with_ramsch(self) -> bool:
        return self.table.options["ramsch"] is True

    @property
    def _with_contra(self) -> bool:
        return self.table.options.get("contra") is True

    # The boxes

    def fields(self) -> Sequence[Field]:
        return tuple(self._fields())

    def _fields(self) -> Iterator[Field]:
        rules = self.table.rules
        yield players(self.table, DECLARER, _("Declarer"), most=TIED if self._with_ramsch else 1)
        yield Ticks(name=GAME, head=_("The game"), boxes=tuple(self._games()))
        if WAYS[rules]:
            most = max(len(ways) for _game, ways in MARKED[rules].values())
            yield Ticks(name=HOW, head="", boxes=WAYS[rules], most=most)
        yield DigitBoxes(name=MATADORS, head=_("Matadors"), places=1)
        steps = (*(_OF_ISKO if self._isko else _LEVELS), *(self._contras() if self._with_contra else ()))
        yield Ticks(name=STEP, head=_("Steps"), boxes=steps, most=len(steps))
        yield result(RESULT)
        if self._isko:
            yield DigitBoxes(name=NUMBER, head=_("Bid value"), places=2)

    def _games(self) -> Iterator[TickBox]:
        """Yield a box for each suit, and one for all grands and all nullos."""
        boxes: dict[str, TickBox] = {}
        for call in hand_at(self.table).calls:
            game, _how = MARKED[self.table.rules].get(call.word, (call.word, PLAIN))
            key = str(call.fixed.get("suit", game))
            means = "" if call.fixed else _MEANS.get(game, call.name)
            boxes.setdefault(key, TickBox(key=key, head=call.box, means=means))
        yield from boxes.values()

    def _contras(self) -> Iterator[TickBox]:
        for contra, name in CONTRA_NAMES.items():
            yield TickBox(key=contra, head=f"×{self.table.figures[SAID, contra, TIMES]}", means=name)

    def explained(self) -> Sequence[Text]:
        sentences = [_("Tick every step that counts; one that was announced counts even if it was missed.")]
        if self._isko:
            sentences.append(_("Write the bid only if the game was overbid."))
        if on_sheet(self.table):
            sentences.append(_("Write the total of the declarer only."))
        if self.table.options.get("seeger"):
            sentences.append(_("Total the values of the games; Seeger-Fabian points are added at the end."))
        if self._with_ramsch:
            sentences.append(
                _(
                    "Ramsch: tick who has the most card points as declarer, schwarz if one player took no trick, and + "
                    "if one player took every trick."
                )
            )
            if self._isko:
                sentences.append(_("In a Ramsch, write those card points in place of the bid."))
        return sentences

    def left_open(self, raw: Mapping[str, Any]) -> Sequence[Text]:
        if raw["call"] == Call.RAMSCH:
            return (NO_POINTS,)
        if "card_points" not in raw:
            return ()
        return (NEITHER if raw.get("bid") == bids_of(self.table)[0] else NO_POINTS,)

    # The totals

    def running(self, scored: ScoredHand) -> Amounts:
        return running(scored)

    def value(self, scored: ScoredHand) -> int:
        """Return the value of the game, without the premium of Seeger-Fabian."""
        return sum(sum(line.amounts) for line in scored.entry.lines if line.rule != SEEGER_FABIAN)

    def writes_total(self, scored: ScoredHand, seat: SeatNumber) -> bool:
        """Return whether a total is written: on a list only the declarer's, or those that a Ramsch changed."""
        if not on_sheet(self.table):
            return super().writes_total(scored, seat)
        declarer = getattr(scored.hand.outcome, "declarer", None)
        return bool(scored.entry.amounts[seat]) if declarer is None else declarer == seat

    # From marks to a hand

    def outcome(self, state: State, marks: Marks) -> dict[str, Any]:
        row = MarkedRow(marks)
        game = row.needed_box(GAME)
        if game == Call.PASSED:
            raw: dict[str, Any] = {"call": game}
        else:
            raw = self._ramsch(row, state) if game == Call.RAMSCH else self._played(row, game)
        row.refuse_rest()
        return raw

    def _played(self, row: MarkedRow, game: str) -> dict[str, Any]:
        how, of_suit = row.several(HOW), game in SUIT_UNIT[Call.SOLO]
        call = CALL_OF[self.table.rules].get((SUIT if of_suit else game, how - {PASST_MIR_NICHT}))
        if call is None:
            raise RuleError(Code.INVALID, HOW, _("These boxes together don’t make a game."))
        raw: dict[str, Any] = {"call": call, "declarer": int(row.needed_box(DECLARER))}
        raw |= {"suit": game} if of_suit else {}
        raw |= {PASST_MIR_NICHT: True} if PASST_MIR_NICHT in how else {}
        won = row.needed_box(RESULT) == MADE
        if "made" in hand_at(self.table).fields[call].names:
            raw["made"] = won
            return raw | (self._null(row) if call == Call.NULL else {})
        return raw | self._counted(row, call, won=won)

    def _null(self, row: MarkedRow) -> dict[str, Any]:
        steps, contra = self._steps(row)
        if not steps <= {HAND, OUVERT}:
            raise RuleError(Code.INVALID, STEP, _("A null has no schneider and no schwarz."))
        # A null can't be overbid, so any bid that it reaches scores the same.
        bid = self.table.figures[NULLS, WAY_OF_NULL[HAND in steps, OUVERT in steps], POINTS]
        return {"bid": bid, **dict.fromkeys(steps, True), **contra}

    def _steps(self, row: MarkedRow) -> tuple[frozenset[str], dict[str, Any]]:
        """Take the steps; return them, and contra or re apart from them."""
        steps = row.several(STEP)
        said = [word for word in _CONTRAS if word in steps]
        if len(said) > 1:
            raise RuleError(Code.INVALID, STEP, _("Tick either contra or re."))
        return steps.difference(_CONTRAS), {"contra": said[0]} if said else {}

    def _counted(self, row: MarkedRow, call: str, *, won: bool) -> dict[str, Any]:
        """Return the fields of a suit game or a grand, with card points and a bid that give the same score."""
        steps, contra = self._steps(row)
        announced = SCHWARZ if SCHWARZ_ANNOUNCED in steps else SCHNEIDER if SCHNEIDER_ANNOUNCED in steps else None
        ouvert = OUVERT in steps
        level = level_announced(call, announced, ouvert=ouvert)
        reach = Level.SCHWARZ if SCHWARZ in steps else Level.SCHNEIDER if SCHNEIDER in steps else Level.GAME
        if won:
            reach = max(reach, level)
        elif reach <= level:  # a level that was announced and missed
            reach = Level.GAME
        raw: dict[str, Any] = {"matadors": row.needed_number(MATADORS)}
        if self._isko:
            bid = row.number(NUMBER)
            raw["bid"] = bids_of(self.table)[0] if bid is None else bid
            # A game with an announcement, or ouvert, is always a hand game.
            raw |= {HAND: True} if HAND in steps or level else {}
            raw |= {OUVERT: True} if ouvert else {}
        raw |= {"announced": announced} if announced and not ouvert else {}
        raw["card_points"] = points_for(self.table.rules, reach, won=won)
        return raw | ({"schwarz": True} if reach is Level.SCHWARZ else {}) | contra

    def _ramsch(self, row: MarkedRow, state: State) -> dict[str, Any]:
        """Return a Ramsch in which those marked have the most card points, and the others share the rest."""
        playing = [int(seat) for seat in self.rules.playing(self.table, state)]
        losers, steps = sorted(map(int, row.several(DECLARER))), row.several(STEP)
        took_all, others = row.box(RESULT) == MADE, [seat for seat in playing if seat not in losers]
        if len(losers) > (1 if took_all else TIED) or len(losers) + len(others) > len(playing):
            raise RuleError(Code.INVALID, DECLARER, _("Tick the player with the most card points, or two who tie."))
        if steps - {SCHWARZ}:
            raise RuleError(Code.INVALID, STEP, _("In a Ramsch, only schwarz is ticked, if one player took no trick."))
        trickless = others if took_all else others[-1:] if steps else []
        if not losers:
            taken = dict.fromkeys(playing, ALL_THE_SAME)
        else:
            most = CARD_POINTS if took_all else self._most(row, len(losers), one_without=bool(steps))
            taken = dict.fromkeys(losers, most) | _shared(most, len(losers), others, evenly=not trickless)
        points = {str(seat): taken[seat] for seat in playing}
        return {"call": str(Call.RAMSCH), "points_taken": points} | ({"trickless": trickless} if trickless else {})

    def _most(self, row: MarkedRow, losers: int, *, one_without: bool) -> int:
        """Return the most card points; by the book, any that make these players lose score the same."""
        return row.needed_number(NUMBER) if self._isko else _MOST[losers, one_without]

    # From a hand to marks

    def marks(self, raw: Mapping[str, Any]) -> Marks | None:
        if is_only_in_words(raw):
            return None
        if raw["call"] == Call.PASSED:
            return {GAME: ticked(Call.PASSED)}
        if raw["call"] == Call.RAMSCH:
            return self._marks_of_ramsch(raw)
        return self._marks_of_game(Outcome(**{name: raw[name] for name in Outcome._fields if name in raw}))

    def _marks_of_game(self, outcome: Outcome) -> Marks | None:
        call = outcome.call
        game, how = MARKED[self.table.rules][call]
        marks: dict[str, frozenset[str] | int] = {
            DECLARER: ticked(outcome.declarer),
            GAME: ticked(outcome.suit or game),
        }
        if how := how | ({PASST_MIR_NICHT} if outcome.passt_mir_nicht else PLAIN):
            marks[HOW] = how
        won, bid, steps = outcome.made, 0, set[str]()
        if call not in NULLO and call != Call.NULL:
            marks[MATADORS] = outcome.matadors
            won, overbid, steps = self._result(outcome)
            bid = outcome.bid if overbid else 0
        steps |= {name for name, counts in ((HAND, outcome.hand), (OUVERT, outcome.ouvert)) if counts}
        steps |= {outcome.contra} if outcome.contra else set()
        if steps:
            marks[STEP] = frozenset(map(str, steps))
        marks[RESULT] = ticked(MADE if won else LOST)
        if outcome.matadors > MOST_MATADORS or bid > MOST_NUMBER:
            return None
        return {**marks, NUMBER: bid} if bid else marks

    def _result(self, outcome: Outcome) -> tuple[bool, bool, set[str]]:
        """Return whether a suit game or a grand was won, whether it was overbid, and the levels that count."""
        end = ended(self.table.rules, outcome)
        reach = end.reached
        if self._isko:
            worth = isko_value(self.table.figures, outcome)
            overbid = worth.value < outcome.bid
            announced = outcome.level
            return worth.made and not overbid, overbid, set(_levels(announced, max(announced, reach)))
        won, announced = end.made, LEVEL[outcome.announced]
        # If a game with an announcement is lost, nothing else counts.
        return won, False, set(_levels(announced, reach if won or not outcome.level else Level.GAME))

    def _marks_of_ramsch(self, raw: Mapping[str, Any]) -> Marks | None:
        taken, trickless = raw["points_taken"], raw.get("trickless", ())
        most = max(taken.values())
        losers = frozenset(seat for seat, points in taken.items() if points == most)
        marks: dict[str, frozenset[str] | int] = {GAME: ticked(Call.RAMSCH)}
        if len(losers) == len(taken):
            return marks
        marks[DECLARER] = losers
        if len(trickless) > 1:
            return {**marks, RESULT: ticked(MADE)}
        if trickless:
            marks[STEP] = ticked(SCHWARZ)
        if not self._isko:
            return marks
        return {**marks, NUMBER: most} if most <= MOST_NUMBER else None


def _levels(announced: Level, reach: Level) -> Iterator[str]:
    for name, level, by in (
        (SCHNEIDER, Level.SCHNEIDER, reach),
        (SCHNEIDER_ANNOUNCED, Level.SCHNEIDER, announced),
        (SCHWARZ, Level.SCHWARZ, reach),
        (SCHWARZ_ANNOUNCED, Level.SCHWARZ, announced),
    ):
        if by >= level:
            yield name


def _shared(most: int, losers: int, others: Sequence[int], *, evenly: bool) -> dict[int, int]:
    """Return how the others share the rest of the card points of a Ramsch: all of them have fewer than the losers."""
    rest = CARD_POINTS - most * losers
    half = rest // 2 if evenly and len(others) > 1 else 0
    half = 0 if half == 1 else half  # no card is worth one point
    if max(half, rest - half) >= most:
        raise RuleError(Code.OUT_OF_RANGE, NUMBER, _("Somebody else would have as many card points, or more."))
    return dict(zip(others, (rest - half, half), strict=False))


# Lists as federations print them; docs/sheets.md says where the columns are known from


def _base_values() -> Iterator[tuple[int, Marks]]:
    """Yield what each base value means; that of a null says how it was played, ticked or not."""
    figures = TARIFFS["isko"].figures
    for suit in Suit:
        yield unit_of(figures, Call.SUIT, suit), {GAME: ticked(suit)}
    yield unit_of(figures, Call.GRAND, None), {GAME: ticked(Call.GRAND)}
    for (hand, ouvert), way in WAY_OF_NULL.items():
        steps = frozenset(step for step, played in ((HAND, hand), (OUVERT, ouvert)) if played)
        yield figures[NULLS, way, POINTS], {GAME: ticked(Call.NULL), STEP: steps}


_STEPS = (HAND, SCHNEIDER, SCHNEIDER_ANNOUNCED, SCHWARZ, SCHWARZ_ANNOUNCED, OUVERT)
_COUNTED = FederationList(
    columns=(
        ListColumn(width=7),
        MeaningColumn(width=10, places=2, means=dict(_base_values()), dash={GAME: ticked(Call.PASSED)}),
        NumberColumn(width=5.2, field=MATADORS, places=1),
        NumberColumn(width=5.2, field=MATADORS, places=1),
        *(TickColumn(width=5.2, field=STEP, key=step) for step in _STEPS),
        ValueColumn(width=10, places=3, field=RESULT, key=MADE, negative=False),
        ValueColumn(width=10, places=3, field=RESULT, key=LOST, negative=True),
    ),
    each_player=(
        TotalColumn(width=15.6, places=4),
        CountColumn(width=6, field=RESULT, key=MADE),
        CountColumn(width=5.2, field=RESULT, key=LOST),
    ),
    after=(TickColumn(width=5.8, field=GAME, key=Call.PASSED, optional=True),),
    declarer=DECLARER,
    rows={3: Rows(number=36, height=5.5), 4: Rows(number=48, height=4.3)},
    rules=("isko",),
    options={"payment": "sheet", "ramsch": False, "contra": False},
    usual={"seeger": True},
)
PAPER_LISTS: Mapping[str, FederationList] = {
    "dskv": _COUNTED,
    "totals": replace(_COUNTED, each_player=(TotalColumn(width=24, places=4),)),
}
"""The lists by name: with columns that count each player's games won and lost, and with the totals alone."""
