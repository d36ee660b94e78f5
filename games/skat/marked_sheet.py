"""Marked sheet of Skat, made like a list: four marks for a game that was simply won or lost.

The declarer, the game, its steps and the result are ticked; only the matadors are a digit. Card points are not on it,
and the bid only where it decides: in an overbid game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.scoring.errors import Code, RuleError
from games.scoring.hand import Call as DeclaredCall
from games.scoring.hand import Flag, Item, Made, OneOf, Player, Points
from games.scoring.rules import AnyRules
from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import ScoredHand, SeatNumber, Table
from games.skat.game_value import STEPS, Step, ValuePart, game_part, steps_of, told_in_points
from games.skat.hand import (
    ANNOUNCEMENT,
    TRICKLESS,
    Number,
    PointsTaken,
    Ways,
    outcome_in,
    plays_contra,
    plays_ramsch,
)
from games.skat.rules import SEEGER_FABIAN, on_sheet
from games.skat.shorthand import BID, HAND, NEITHER, NO_POINTS, OUVERT
from games.skat.tariff import (
    CARD_POINTS,
    CONTRA,
    CONTRA_NAMES,
    MODERN,
    NULL_GAMES,
    TARIFFS,
    TIMES,
    Call,
    Level,
    Suit,
    bids_of,
    value_of_null,
    worth_of,
)
from games.ui.hand_sheet import RESULT, HandMarkedSheet
from games.ui.marked_sheet import (
    LOST,
    MADE,
    DigitBoxes,
    Field,
    Mark,
    MarkedRow,
    Marks,
    TickBox,
    Ticks,
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

DECLARER, GAME, HOW, MATADORS, STEP, NUMBER = "declarer", "game", "how", "matadors", "step", "number"
TURNED, SOLO, GUCKI, OPEN = "turned", "solo", "gucki", "open"

_OPEN = TickBox(key=OPEN, head=_("op."), means=_("open"))
WAYS: Mapping[str, tuple[TickBox, ...]] = {
    "foster": (
        TickBox(key=TURNED, head="T", means=_("Tournée, or a turned grand")),
        TickBox(key=SOLO, head="S", means=_("Solo")),
        TickBox(key=GUCKI, head="Gu", means=_("Gucki")),
        _OPEN,
        TickBox(key="passt_mir_nicht", head="pmn", means=_("Passt mir nicht")),
    ),
    "gucki_solo": (_OPEN,),
}
"""How a game is played, by rule set, where several games have the same box, such as all grands."""
_MEANS: Mapping[str, Text] = {"grand": _("Grand"), "nullo": _("nullo")}
_LEVELS = (
    TickBox(key=Step.SCHNEIDER, head=_("schn"), means=STEPS[Step.SCHNEIDER]),
    TickBox(key=Step.SCHNEIDER_ANNOUNCED, head=_("ann."), means=STEPS[Step.SCHNEIDER_ANNOUNCED]),
    TickBox(key=Step.SCHWARZ, head=_("schw"), means=STEPS[Step.SCHWARZ]),
    TickBox(key=Step.SCHWARZ_ANNOUNCED, head=_("ann."), means=STEPS[Step.SCHWARZ_ANNOUNCED]),
)
_HAND = TickBox(key=Step.HAND, head=STEPS[Step.HAND])
_OUVERT = TickBox(key=Step.OUVERT, head=_("ouv."), means=STEPS[Step.OUVERT])
TIED = 2
"""The most players who can lose a Ramsch."""
_MOST = {(1, False): 50, (1, True): 61, (TIED, False): 45, (TIED, True): 60}
"""Card points with which so many players lose a Ramsch of the book, by whether one took no trick."""
_SHARED = 4
"""The fewest card points that two players can share, because no card is worth one."""


class SkatMarkedSheet(HandMarkedSheet):
    """The boxes of Skat.

    A tick at each step that counts, as on a list: an announced level is ticked twice, even if it was missed. The book's
    games have ways (tournée, solo, gucki, open). In a Ramsch, those with the most card points are ticked as declarer,
    schwarz means that one player took no trick, and + that a player took every trick. Left to words are more than 9
    matadors, bids of three digits, pushes, and hands that set off Bock rounds.
    """

    low_rows = True
    value_head = _("Game value")
    remarks = (NO_POINTS, NEITHER)

    def __init__(self, rules: AnyRules, table: Table) -> None:
        super().__init__(rules, table)
        self.with_bids, self.with_ramsch = table.rules in MODERN, plays_ramsch(table)
        # Five players leave no room for contra, or for a fourth digit of the totals.
        is_narrow = table.size == 5
        self.with_contra, self.total_places = plays_contra(table) and not is_narrow, 3 if is_narrow else 4
        self.by_boxes = {self._boxes_of(call): call for call in self.calls}

    # The boxes

    def fields(self) -> Sequence[Field]:
        ways, most = WAYS.get(self.table.rules, ()), max(len(how) for _box, how in self.by_boxes)
        steps = [_HAND, *_LEVELS, _OUVERT] if self.with_bids else [*_LEVELS]
        for contra, name in CONTRA_NAMES.items() if self.with_contra else ():
            steps.append(TickBox(key=contra, head=f"×{self.table.figures[CONTRA, contra, TIMES]}", means=name))
        return (
            players(self.table, DECLARER, self.hand.item(DECLARER).label, most=TIED if self.with_ramsch else 1),
            Ticks(name=GAME, head=self.hand.legend, boxes=tuple(self._games())),
            *([Ticks(name=HOW, head="", boxes=ways, most=most)] if ways else []),
            DigitBoxes(name=MATADORS, head=_("Matadors"), places=1),
            Ticks(name=STEP, head=_("Steps"), boxes=tuple(steps), most=len(steps)),
            result(RESULT),
            *([DigitBoxes(name=NUMBER, head=_("Bid value"), places=2)] if self.with_bids else []),
        )

    def _games(self) -> Iterator[TickBox]:
        """Yield a box for each suit, and one for all grands and all nullos."""
        games = {key: call for (key, _how), call in self.by_boxes.items()}
        for key, call in games.items():
            yield TickBox(key=key, head=call.box, means="" if call.fixed else _MEANS.get(key, call.name))

    def _boxes_of(self, call: DeclaredCall) -> tuple[str, frozenset[str]]:
        """Return the box of a game and those of its ways, as its name says: an open gucki nullo is a nullo."""
        *_others, game = words = call.word.replace(Call.TOURNEE, TURNED).split("_")
        ways = frozenset(box.key for box in WAYS.get(self.table.rules, ()))
        return str(call.fixed.get("suit", game)), ways.intersection(words)

    def explained(self) -> Sequence[Text]:
        sentences = [_("Tick every step that counts; one that was announced counts even if it was missed.")]
        if self.with_bids:
            sentences.append(_("Write the bid only if the game was overbid."))
        if on_sheet(self.table):
            sentences.append(_("Write the total of the declarer only."))
        if self.table.options.get("seeger"):
            sentences.append(_("Total the values of the games; Seeger-Fabian points are added at the end."))
        if self.with_ramsch:
            sentences.append(
                _(
                    "Ramsch: tick who has the most card points as declarer, schwarz if one player took no trick, and + "
                    "if one player took every trick."
                )
            )
            if self.with_bids:
                sentences.append(_("In a Ramsch, write those card points in place of the bid."))
        return sentences

    def left_open(self, raw: Mapping[str, Any]) -> Sequence[Text]:
        if raw["call"] == Call.RAMSCH:
            return (NO_POINTS,)
        if "card_points" not in raw:
            return ()
        return (NEITHER if raw.get("bid") == bids_of(self.table)[0] else NO_POINTS,)

    # From marks to a hand

    def call_in(self, row: MarkedRow) -> DeclaredCall:
        game, how = row.needed_box(GAME), frozenset(way for way in (TURNED, SOLO, GUCKI, OPEN) if row.tick(HOW, way))
        call = self.by_boxes.get((game, how))
        if call is None:
            raise RuleError(Code.INVALID, HOW, _("These boxes together don’t make a game."))
        return call

    def raw_of(
        self, item: Item, call: DeclaredCall, row: MarkedRow, raw: Mapping[str, Any]
    ) -> Iterator[tuple[str, Any]]:
        if item in call.either[1]:
            return  # read as card points that come to the same
        match item:
            case Number() if item.name != BID:
                yield item.name, row.needed_number(MATADORS)
            case Number() if call.word != Call.NULL:
                bid = row.number(NUMBER)
                yield item.name, bids_of(self.table)[0] if bid is None else bid
            case Ways():
                yield from self._way(item, row).items()
            case Points():
                yield from self._card_points(row, raw).items()
            case PointsTaken():
                yield from self._points_taken(item, row).items()
            case Flag() if item.called and row.tick(HOW, item.name):
                yield item.name, True
            case OneOf() if item is ANNOUNCEMENT:
                yield from _announced(row).items()
            case OneOf():  # contra or re; if both are ticked, the other is left and refused
                if said := next((contra for contra in CONTRA_NAMES if row.tick(STEP, contra)), None):
                    yield item.name, str(said)
            case Player() | Made():
                yield from super().raw_of(item, call, row, raw)

    def _way(self, item: Ways, row: MarkedRow) -> dict[str, Any]:
        """Return how a game was played and, for a null, a bid: since it can't be overbid, any that it reaches."""
        ways: dict[str, Any] = {way: True for way in (HAND, OUVERT) if row.tick(STEP, way)}
        if item.is_named:
            return {BID: value_of_null(self.table.figures, **ways), **ways}
        announced = _announced(row)
        # A game with an announcement, or ouvert, is always a hand game.
        return {**ways, **({} if OUVERT in ways else announced), **({HAND: True} if ways or announced else {})}

    def _card_points(self, row: MarkedRow, raw: Mapping[str, Any]) -> dict[str, Any]:
        """Return card points that give the same score."""
        won = row.needed_box(RESULT) == MADE
        level = max(level for level in Level if level is Level.GAME or row.tick(STEP, level))
        if not won and level <= outcome_in(raw).level:  # a level that was announced and missed
            level = Level.GAME
        return told_in_points(self.table.rules, raw, level, won=won)

    def _points_taken(self, item: PointsTaken, row: MarkedRow) -> dict[str, Any]:
        """Return a Ramsch in which those marked have the most card points, and the others share the rest."""
        playing = [int(seat) for seat in self.rules.playing(self.table, row.state)]
        ticked, took_all = sorted(map(int, row.several(DECLARER))), row.box(RESULT) == MADE
        if len(ticked) not in ((1,) if took_all else range(TIED + 1)) or not set(ticked) <= set(playing):
            raise RuleError(Code.INVALID, DECLARER, _("Tick the player with the most card points, or two who tie."))
        losers = ticked or playing
        others = [seat for seat in playing if seat not in losers]
        one_without = bool(others) and row.tick(STEP, Step.SCHWARZ)
        if took_all or not others:
            most = CARD_POINTS // len(losers)
        else:
            most = row.needed_number(NUMBER) if self.with_bids else _MOST[len(losers), one_without]
        trickless = others if took_all else others[-1:] if one_without else []
        rest = CARD_POINTS - most * len(losers)
        last = 0 if trickless or len(others) < TIED or rest < _SHARED else rest // 2
        if max(last, rest - last) >= most:
            raise RuleError(Code.OUT_OF_RANGE, NUMBER, _("Somebody else would have as many card points, or more."))
        taken = dict.fromkeys(losers, most) | dict(zip(others, (rest - last, last), strict=False))
        points = {str(seat): taken[seat] for seat in playing}
        return {item.name: points} | ({TRICKLESS.name: trickless} if trickless else {})

    # From a hand to marks

    def has_boxes(self, raw: Mapping[str, Any]) -> bool:
        return not (raw.get("bock") or raw.get("pushed") or (raw.get("contra") and not self.with_contra))

    def marks_of_call(self, call: DeclaredCall) -> Iterator[tuple[str, Mark]]:
        game, how = self._boxes_of(call)
        yield GAME, ticked(game)
        yield HOW, how

    def marks_of(self, item: Item, call: DeclaredCall, raw: Mapping[str, Any]) -> Iterator[tuple[str, Mark]]:
        if item in call.either[1]:
            return  # ticked with the card points
        match item:
            case Number() if item.name != BID:
                yield MATADORS, raw[item.name]
            case Number() if call.word != Call.NULL and self._value(raw).rule == "overbid":
                yield NUMBER, raw[BID]
            case Ways():
                yield STEP, frozenset(name for name in (HAND, OUVERT) if raw.get(name))
            case Points():
                yield RESULT, ticked(MADE if self._value(raw).entry > 0 else LOST)
                yield STEP, frozenset(steps_of(self.table.rules, outcome_in(raw)))
            case PointsTaken():
                yield from self._marks_of_ramsch(raw[item.name], raw.get(TRICKLESS.name, ()))
            case Flag() if item.called and raw.get(item.name):
                yield HOW, ticked(item.name)
            case OneOf() if item is not ANNOUNCEMENT and raw.get(item.name):
                yield STEP, ticked(raw[item.name])
            case Player() | Made():
                yield from super().marks_of(item, call, raw)

    def _value(self, raw: Mapping[str, Any]) -> ValuePart:
        return game_part(self.table, outcome_in(raw))

    def _marks_of_ramsch(self, taken: Mapping[str, int], trickless: Sequence[int]) -> Iterator[tuple[str, Mark]]:
        most = max(taken.values())
        losers = frozenset(seat for seat, points in taken.items() if points == most)
        if len(losers) == len(taken):
            return
        yield DECLARER, losers
        if len(trickless) > 1:
            yield RESULT, ticked(MADE)
            return
        if trickless:
            yield STEP, ticked(Step.SCHWARZ)
        if self.with_bids:
            yield NUMBER, most

    # The totals

    def value(self, scored: ScoredHand) -> int:
        """Return the value of the game, without the premium of Seeger-Fabian."""
        return sum(sum(line.amounts) for line in scored.entry.lines if line.rule != SEEGER_FABIAN)

    def writes_total(self, scored: ScoredHand, seat: SeatNumber) -> bool:
        """Return whether a total is written: on a list only the declarer's, or those that a Ramsch changed."""
        if not on_sheet(self.table):
            return super().writes_total(scored, seat)
        declarer = getattr(scored.hand.outcome, "declarer", None)
        return bool(scored.entry.amounts[seat]) if declarer is None else declarer == seat


def _announced(row: MarkedRow) -> dict[str, str]:
    """Return the highest level that is ticked as announced."""
    ticked = [level.value for level in Level if row.tick(STEP, f"{level}-announced")]
    return {ANNOUNCEMENT.name: ticked[-1]} if ticked else {}


# Lists as federations print them; docs/sheets.md says where the columns are known from


def _base_values() -> Iterator[tuple[int, Marks]]:
    """Yield what each base value means; that of a null says how it was played, ticked or not."""
    figures = TARIFFS["isko"].figures
    for suit in Suit:
        yield worth_of(figures, Call.SUIT, suit), {GAME: ticked(suit)}
    yield worth_of(figures, Call.GRAND, None), {GAME: ticked(Call.GRAND)}
    for hand, ouvert in NULL_GAMES:
        steps = frozenset(step for step, played in ((HAND, hand), (OUVERT, ouvert)) if played)
        yield value_of_null(figures, hand=hand, ouvert=ouvert), {GAME: ticked(Call.NULL), STEP: steps}


_COUNTED = FederationList(
    columns=(
        ListColumn(width=7),
        MeaningColumn(width=10, places=2, means=dict(_base_values()), dash={GAME: ticked(Call.PASSED)}),
        NumberColumn(width=5.2, field=MATADORS, places=1),
        NumberColumn(width=5.2, field=MATADORS, places=1),
        *(TickColumn(width=5.2, field=STEP, key=step) for step in STEPS),
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
