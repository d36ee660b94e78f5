"""Tables of Cayenne for its page "how this is scored" and for paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.cayenne.hand import TRUMP_WORDS
from games.cayenne.tariff import (
    CLASS_WORDS,
    GAME_CLASS,
    GAME_WORTH,
    HONOURS,
    NO_TRUMP_TIMES,
    OUR_CLASS,
    RUBBER,
    SLAM_WORDS,
    SLAMS,
    SUITS,
    TARIFFS,
    TIMES,
    GameClass,
    multiplier_of,
)
from games.families.whist.hand import ALL_TRICKS, BOOK
from games.families.whist.marker import PENALTY
from games.scoring.text import message as _
from games.ui.page import NOTHING, TariffTable, Value, ours, tariff


def multiplier() -> TariffTable:
    """Return the multiplier of each trump suit, by cayenne."""
    figures = TARIFFS["foster"].figures
    return tariff(
        _("The multiplier of each trump, by the cayenne"),
        [_("Cayenne"), *(TRUMP_WORDS[trump] for trump in SUITS)],
        [
            [TRUMP_WORDS[cayenne], *(f"× {multiplier_of(figures, cayenne, trump)}" for trump in SUITS)]
            for cayenne in SUITS
        ],
    )


def no_trump() -> TariffTable:
    return tariff(
        _("Without trump, whatever the cayenne"),
        [_("Trump"), _("multiply by")],
        [[TRUMP_WORDS[trump], f"× {times}"] for trump, times in NO_TRUMP_TIMES.items()],
    )


def penalties() -> TariffTable:
    return tariff(
        _("The three penalties for a revoke"),
        [_("The other side may"), _("How much"), _("Limit")],
        [
            [
                _("take points off the offenders’ marker"),
                _("{penalty} × the multiplier", penalty=PENALTY),
                ours(_("not below 0")),
            ],
            [
                _("add points to its own marker"),
                _("{penalty} × the multiplier", penalty=PENALTY),
                _("may win games"),
            ],
            [
                _("take tricks of the offenders"),
                _("{penalty} tricks", penalty=PENALTY),
                _("as many as they have; not at nullo*"),
            ],
        ],
        words=3,
    )


def tricks() -> TariffTable:
    """Return the points for tricks above six, by multiplier."""
    multipliers = sorted({*TIMES, *NO_TRUMP_TIMES.values()})
    return tariff(
        _("What the tricks put on the marker"),
        [_("Tricks of the side"), *(f"× {multiplier}" for multiplier in multipliers)],
        [[won, *((won - BOOK) * multiplier for multiplier in multipliers)] for won in range(BOOK + 1, ALL_TRICKS + 1)],
    )


def slams() -> TariffTable:
    return tariff(
        _("Slams, never multiplied"),
        [_("Tricks actually won"), _("Slam"), _("Points"), _("at nullo")],
        [[tricks, SLAM_WORDS[tricks], points, ours(NOTHING)] for tricks, points in SLAMS.items()],
        words=2,
    )


def honours() -> TariffTable:
    multipliers = sorted(TIMES)
    return tariff(
        _("What the honours count"),
        [_("Held of five"), _("count"), *(f"× {multiplier}" for multiplier in multipliers)],
        [[held, worth, *(worth * multiplier for multiplier in multipliers)] for held, worth in HONOURS.items()],
    )


def values() -> TariffTable:
    """Return the worth of a game by the losers' marker. A star marks the class with the marker not in the source."""

    def row(game_class: GameClass) -> list[Value]:
        markers = [str(marker) for marker, class_of_marker in enumerate(GAME_CLASS) if class_of_marker is game_class]
        words = " · ".join(markers)
        return [
            CLASS_WORDS[game_class],
            ours(words) if str(OUR_CLASS) in markers else words,
            GAME_WORTH[game_class],
        ]

    return tariff(
        _("What a game is worth"),
        [_("The game is"), _("Losers’ marker"), _("on the sheet")],
        [row(game_class) for game_class in GameClass],
        words=2,
    )


def rubber() -> TariffTable:
    """Return the sheets at the end of Foster's example, which has three hands."""
    ab, yz, little = (2, 4, 4), (2, 3, 4, 4), SLAMS[12]
    return tariff(
        _("Foster’s rubber: the sheets, and their difference"),
        [_("Side"), _("games won"), _("rubber"), _("slams"), _("together")],
        [
            ["Y – Z", " + ".join(map(str, yz)), RUBBER, little, sum(yz) + RUBBER + little],
            ["A – B", " + ".join(map(str, ab)), NOTHING, NOTHING, sum(ab)],
            [_("value"), "", "", "", sum(yz) + RUBBER + little - sum(ab)],
        ],
    )


PAGE_TARIFFS: Mapping[str, Callable[[], TariffTable]] = {
    "multiplier": multiplier,
    "no-trump": no_trump,
    "penalties": penalties,
    "tricks": tricks,
    "slams": slams,
    "honours": honours,
    "values": values,
    "rubber": rubber,
}
"""The tables that the text of the page shows."""
