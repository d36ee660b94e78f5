"""Tables of Mort for its page "how this is scored" and for paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from games.families.whist.hand import ALL_TRICKS, BOOK
from games.families.whist.marker import PENALTY
from games.mort.lines import settle, shares
from games.mort.marker import FOUR, NOTHING, MortState, OfSides, roles
from games.mort.rules import MortRules
from games.mort.tariff import (
    CLASS_OF,
    CLASS_WORDS,
    CLASS_WORTH,
    CONSOLATION,
    LEFT_TO_OFFENDERS,
    SLAM,
    TARIFFS,
    GameClass,
    Side,
)
from games.scoring.text import Text, number_words
from games.scoring.text import message as _
from games.scoring.types import SeatNumber
from games.ui.page import NOTHING as NO_FIGURE
from games.ui.page import TariffTable, Value, ours, signed, tariff

_RULES = MortRules()


def seating(size: int) -> TariffTable:
    """Return the roles in each game, with players numbered in the order of the cut."""
    table = _RULES.table([str(number) for number in range(1, size + 1)])
    games = [(game, roles(table, MortState(dealer=SeatNumber(0), game=game))) for game in range(1, size + 1)]
    return tariff(
        _("{players} players: roles by the order of the cut", players=size),
        [_("In game"), "Vivant", _("Right"), _("Left"), _("sits out")],
        [
            [game, seats.vivant + 1, seats.right + 1, seats.left + 1, NO_FIGURE if seats.out is None else seats.out + 1]
            for game, seats in games
        ],
    )


def tricks() -> TariffTable:
    return tariff(
        _("What the tricks put on the marker"),
        [_("Tricks of the side"), _("Points")],
        [
            *([won, won - BOOK] for won in range(BOOK + 1, ALL_TRICKS)),
            [ALL_TRICKS, _("a slam, and nothing on the marker")],
        ],
    )


def penalties() -> TariffTable:
    return tariff(
        _("The three penalties for a revoke"),
        [_("The other side may"), _("How much"), _("Limit")],
        [
            [_("take points off the offenders’ marker"), PENALTY, ours(_("not below 0"))],
            [_("add points to its own marker"), PENALTY, _("may win the game")],
            [
                _("take tricks of the offenders"),
                ours(_("fewer if they have fewer; {left} stays with them", left=LEFT_TO_OFFENDERS)),
            ],
        ],
        words=3,
    )


def classes() -> TariffTable:
    def row(game_class: GameClass) -> list[Value]:
        markers = [
            number_words(marker) for marker, class_of_marker in enumerate(CLASS_OF) if class_of_marker is game_class
        ]
        return [CLASS_WORDS[game_class], " · ".join(markers), CLASS_WORTH[game_class]]

    return tariff(
        _("The class of a game"),
        [_("Class"), _("Losers’ marker"), _("adds")],
        [row(game_class) for game_class in GameClass],
    )


def _pair(vivant: int, adversaries: int) -> OfSides:
    return {Side.VIVANT: vivant, Side.ADVERSARIES: adversaries}


def nets() -> TariffTable:
    """Return Foster's three examples, the smallest game and the greatest, as the rules settle them."""

    def row(name: Text, side: Side, marker: OfSides, slams: OfSides = NOTHING) -> list[Value]:
        last, losers = settle(TARIFFS["foster"].figures, side, marker, slams), side.other
        worked = f"{marker[side]} + {CLASS_WORTH[last.game_class]} + {CONSOLATION} − {marker[losers]}"
        worked += f" − {SLAM}" * slams[losers]
        return [name, worked.replace(" ", "\N{NO-BREAK SPACE}"), number_words(last.net)]

    return tariff(
        _("Foster’s examples, worked: marker, class and consolation, less what the losers have"),
        [_("A game of"), _("worked"), _("result")],
        [
            row(_("8 to 2 for Vivant"), Side.VIVANT, _pair(8, 2)),
            row(_("5 to 4 for the adversaries, who lost a slam"), Side.ADVERSARIES, _pair(4, 5), _pair(1, 0)),
            row(_("8 to 0 for Vivant, and 3 for a revoke"), Side.VIVANT, _pair(11, 0)),
            row(_("the minimum: 5 to 4"), Side.VIVANT, _pair(5, 4)),
            row(_("the maximum without slams: 10 to 0"), Side.VIVANT, _pair(10, 0)),
        ],
    )


def shares_of(size: int, *sharing: bool) -> TariffTable:
    """Return the shares at a table of this size, with a row for each value of `sit_out_shares` in `sharing`."""
    table = _RULES.table([str(number) for number in range(1, size + 1)])
    seated = roles(table, _RULES.opening(table))
    heads: dict[SeatNumber, Value] = {seated.vivant: "Vivant", seated.right: _("each adversary")}
    if seated.out is not None:
        heads[seated.out] = _("sits out")

    def row(shared: bool) -> list[Value]:
        amounts = shares(size, seated, shared)
        words = _("the player sitting out shares with Vivant") if shared else _("default")
        return [words, *(signed(amounts[seat]) for seat in heads)]

    return tariff(
        _("How many times each player gets the result of the game when Vivant wins; reversed when he loses"),
        [_("Rule"), *heads.values()],
        [row(shared) for shared in sharing],
    )


PAGE_TARIFFS: Mapping[str, Callable[[], TariffTable]] = {
    "seating-three": partial(seating, 3),
    "seating-four": partial(seating, 4),
    "tricks": tricks,
    "penalties": penalties,
    "classes": classes,
    "nets": nets,
    "shares": partial(shares_of, FOUR, False, True),
}
"""The tables that the text of the page shows."""
