"""Lists of Skat as federations print them: base value, matadors, steps, the game's value and the declarer's total."""

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
_TOTALS_ALONE = FederationList(
    columns=(
        ListColumn(width=8),
        MeaningColumn(width=10, places=2, means=dict(_base_values()), dash={GAME: ticked(Call.PASSED)}),
        NumberColumn(width=7, field=MATADORS, places=1),
        NumberColumn(width=7, field=MATADORS, places=1),
        *(TickColumn(width=6, field=STEP, key=step) for step in _STEPS),
        ValueColumn(width=12, places=3, field=RESULT, key=MADE, negative=False),
        ValueColumn(width=12, places=3, field=RESULT, key=LOST, negative=True),
    ),
    each_player=(TotalColumn(width=24, places=4),),
    declarer=DECLARER,
    rows={3: Rows(number=36, height=6.5), 4: Rows(number=48, height=5)},
    rules=("isko",),
    options={"payment": "sheet", "ramsch": False, "contra": False},
)
PAPER_LISTS: Mapping[str, FederationList] = {
    "dskv": _TOTALS_ALONE,
    "dskv-counted": replace(
        _TOTALS_ALONE, each_player=(TotalColumn(width=16, places=4), ListColumn(width=6), ListColumn(width=6))
    ),
}
"""The lists by name. On a counted one, each player's games won and lost are counted beside the total."""
