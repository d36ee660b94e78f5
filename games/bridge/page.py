"""Tables of Bridge for its page "how this is scored" and for paper: the figures that no club changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.bridge.hand import DOUBLED_WORDS, SLAM_WORDS
from games.bridge.tariff import FACTOR, FIRST_AT_NOTRUMP, FOR_MAKING, OVERTRICK, SLAM, TRICK, UNDERTRICKS, Strain
from games.scoring.text import message as _
from games.ui.page import TariffTable, tariff

_UNDOUBLED = _("undoubled")


def _pair(figures: tuple[int, int]) -> str:
    return f"{figures[0]}\u00a0/\u00a0{figures[1]}" if figures[0] != figures[1] else str(figures[0])


def _tricks() -> TariffTable:
    minor, major, further = TRICK[Strain.CLUBS], TRICK[Strain.HEARTS], TRICK[Strain.NOTRUMP]
    return tariff(
        _("Each trick of the contract"),
        [_("Strain"), _UNDOUBLED, *DOUBLED_WORDS.values()],
        [
            [words, *(points * factor for factor in FACTOR.values())]
            for words, points in (
                ("♣ ♦", minor),
                ("♥ ♠", major),
                (_("Notrump, the first"), further + FIRST_AT_NOTRUMP),
                (_("Notrump, each further"), further),
            )
        ],
    )


def _bonuses() -> TariffTable:
    overtricks = [(_("each overtrick, {doubled}", doubled=DOUBLED_WORDS[word]), OVERTRICK[word]) for word in OVERTRICK]
    for_making = [
        (_("contract {doubled}", doubled=DOUBLED_WORDS[word]), (points, points)) for word, points in FOR_MAKING.items()
    ]
    slams = [(words, SLAM[level]) for level, words in SLAM_WORDS.items()]
    return tariff(
        _("Overtricks and bonuses, not vulnerable / vulnerable"),
        [_("Made"), _("points")],
        [[words, _pair(points)] for words, points in (*overtricks, *for_making, *slams)],
    )


def _undertricks() -> TariffTable:
    rows = (_("the first"), _("the second and third, each"), _("each further one"))
    return tariff(
        _("Undertricks, not vulnerable / vulnerable"),
        [_("Undertrick"), _UNDOUBLED, *DOUBLED_WORDS.values()],
        [
            [words, *(_pair((plain[place], vulnerable[place])) for plain, vulnerable in UNDERTRICKS.values())]
            for place, words in enumerate(rows)
        ],
    )


PAGE_TARIFFS: Mapping[str, Callable[[], TariffTable]] = {
    "tricks": _tricks,
    "bonuses": _bonuses,
    "undertricks": _undertricks,
}
"""The tables that the text of the page shows."""
