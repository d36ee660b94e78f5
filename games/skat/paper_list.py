"""Lists of Skat as federations print them: base value, matadors, steps, the game's value and the declarer's total.

docs/sheets.md says where the columns are known from.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from games.skat.club_tariff import NULLS, POINTS, TARIFFS, WAY_OF_NULL, unit_of
from games.skat.marked_sheet import (
    DECLARER,
    GAME,
    HAND,
    MATADORS,
    OUVERT,
    RESULT,
    SCHNEIDER,
    SCHNEIDER_ANNOUNCED,
    SCHWARZ,
    SCHWARZ_ANNOUNCED,
    STEP,
)
from games.skat.tariff import Call, Suit
from games.ui.marked_sheet import LOST, MADE, Marks, ticked
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
