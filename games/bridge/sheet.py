"""Score sheet of Bridge: what each side writes below and above the line, and its total."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from games.bridge import tariff
from games.bridge.hand import DOUBLED_WORDS, SIDES, SLAM_WORDS
from games.bridge.rules import HONOURS, on_the_sheet
from games.bridge.tariff import CHICAGO, RUBBER, Strain
from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import SeatNumber
from games.ui.page import TariffTable
from games.ui.page import tariff as tariff_table
from games.ui.sheet import DEALER_COLUMN, NUMBER, WHAT, ScoreSheet, SheetColumn, SheetHand, SheetRow, Value, gain, total

BELOW, ABOVE = "below-{}", "above-{}"
ONLY_IN_RUBBERS, ONLY_IN_CHICAGO = {"game-won", "rubber", "unfinished"}, {"game", "part-score"}

_HEAD = [_("undoubled"), *DOUBLED_WORDS.values()]


def _pair(figures: tuple[int, int]) -> str:
    return f"{figures[0]}\u00a0/\u00a0{figures[1]}" if figures[0] != figures[1] else str(figures[0])


def _tricks() -> TariffTable:
    further = tariff.TRICK[Strain.NOTRUMP]
    worth = (
        ("♣ ♦", tariff.TRICK[Strain.CLUBS]),
        ("♥ ♠", tariff.TRICK[Strain.HEARTS]),
        (_("Notrump, the first"), further + tariff.FIRST_AT_NOTRUMP),
        (_("Notrump, each further"), further),
    )
    rows = [[words, *(points * factor for factor in tariff.FACTOR.values())] for words, points in worth]
    return tariff_table(_("Each trick of the contract"), [_("Strain"), *_HEAD], rows)


def _bonuses() -> TariffTable:
    doubled = DOUBLED_WORDS.items()
    worth = [(_("each overtrick, {doubled}", doubled=words), tariff.OVERTRICK[word]) for word, words in doubled]
    worth += [(_("contract {doubled}", doubled=words), (tariff.FOR_MAKING[word],) * 2) for word, words in doubled]
    worth += [(words, tariff.SLAM[level]) for level, words in SLAM_WORDS.items()]
    caption = _("Overtricks and bonuses, not vulnerable / vulnerable")
    return tariff_table(caption, [_("Made"), _("points")], [[words, _pair(points)] for words, points in worth])


def _undertricks() -> TariffTable:
    names = (_("the first"), _("the second and third, each"), _("each further one"))
    rows: list[list[Text | str]] = [
        [words, *(_pair((plain[place], vulnerable[place])) for plain, vulnerable in tariff.UNDERTRICKS.values())]
        for place, words in enumerate(names)
    ]
    return tariff_table(_("Undertricks, not vulnerable / vulnerable"), [_("Undertrick"), *_HEAD], rows)


PAGE_TARIFFS = {"tricks": _tricks, "bonuses": _bonuses, "undertricks": _undertricks}
"""The tables that the text of the page shows."""


class BridgeSheet(ScoreSheet):
    """A sheet with columns for each side, and a heavier line where a game has been won."""

    def columns(self) -> Sequence[SheetColumn]:
        return [
            SheetColumn(name=NUMBER, share=0.6),
            DEALER_COLUMN,
            SheetColumn(name=WHAT, head=_("Contract"), share=4, words=True),
            *(column for seat, side in enumerate(SIDES.values()) for column in self._of_side(SeatNumber(seat), side)),
        ]

    def _of_side(self, seat: SeatNumber, side: Text) -> list[SheetColumn]:
        heads = {BELOW: _("Below"), ABOVE: _("Above")} if self.table.rules == RUBBER else {gain(seat): "±"}
        points = [
            SheetColumn(name=name.format(seat), head=head, share=1.2, group=side, seat=seat)
            for name, head in heads.items()
        ]
        return [*points, SheetColumn(name=total(seat), head="Σ", share=1.4, group=side, seat=seat, running=True)]

    def explained(self) -> Sequence[Text]:
        return (_("Σ: how far the side is ahead (+) or behind (−) in all."),)

    def blank(self) -> Sequence[SheetRow]:
        return [replace(row, begins=False) for row in super().blank()]

    def filled(self, hands: Sequence[SheetHand]) -> Sequence[SheetRow]:
        new = [
            False,
            *(any(line.rule in ("game-won", "unfinished") for line in hand.scored.entry.lines) for hand in hands),
        ]
        return [replace(self.row(hand), begins=begins) for hand, begins in zip(hands, new, strict=False)]

    def cells(self, hand: SheetHand) -> Mapping[str, Value]:
        cells: dict[str, Value] = {WHAT: hand.what}
        for seat in (0, 1):
            points = zip((BELOW, ABOVE), on_the_sheet(hand.scored.entry.lines, seat), strict=True)
            cells |= {column.format(seat): number for column, number in points if number}
        return cells

    def small_print(self) -> Sequence[TariffTable]:
        return (*(table() for table in PAGE_TARIFFS.values()), *super().small_print())

    def on_card(self, slug: str) -> bool:
        if slug == HONOURS:
            return self.table.options[HONOURS] is True
        return slug not in (ONLY_IN_RUBBERS if self.table.rules == CHICAGO else ONLY_IN_CHICAGO)
