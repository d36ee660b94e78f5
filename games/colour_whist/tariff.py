"""Figures of wiezen, in the schedules in which a club can replace them.

I is the scale of the International World Whist Association, as independent score programs have it (rule set `wiezen`);
W is the table of pagat.com and Whisthub (rule set `couleur`). They are what one player pays another.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.colour_whist.hand import ALONE, LOST, MISERE, PARTNERSHIP, TRICKS, WON, hand_of
from games.scoring.hand import CALL
from games.scoring.hand import LOST as LOST_WORD
from games.scoring.hand import MADE as MADE_WORD
from games.scoring.tariffs import PrintedTariff, schedule
from games.scoring.text import Text
from games.scoring.text import message as _

NAMES = {"wiezen": _("Wiezen"), "couleur": _("Kleurenwiezen")}
TITLES = {PARTNERSHIP: _("Two against two"), ALONE: _("One against three"), MISERE: _("Misères and piccolo")}
SEUL_MORE, TROU_13 = "seul_more", "trou_13"

FIGURES: Mapping[str, Mapping[str, Mapping[str, tuple[int, ...]]]] = {
    "wiezen": {
        PARTNERSHIP: {"vraag": (2, 6), "troel": (4, 6), "troela": (4, 6)},
        ALONE: {
            "alleen": (2, 4),
            "abondance_9": (5, 5),
            "abondance_10": (6, 6),
            "abondance_11": (8, 8),
            "abondance_12": (9, 9),
            "solo": (25, 25),
            "solo_slim": (30, 30),
        },
        MISERE: {"miserie": (7, 7), "open_miserie": (14, 14)},
    },
    "couleur": {
        PARTNERSHIP: {
            "emballage": (8, 8),
            "emballage_9": (11, 11),
            "emballage_10": (14, 14),
            "emballage_11": (17, 17),
            "emballage_12": (20, 20),
            "emballage_13": (30, 23),
            "trou": (16, 16),
            TROU_13: (30,),
        },
        ALONE: {
            "seul_5": (3, 3),
            "seul_6": (4, 4),
            "seul_7": (5, 5),
            SEUL_MORE: (6,),
            "seul_8": (7, 7),
            "abondance_9": (10, 10),
            "abondance_10": (15, 15),
            "abondance_11": (20, 20),
            "abondance_12": (30, 30),
            "chelem": (60, 60),
        },
        MISERE: {"petite_misere": (6, 6), "piccolo": (8, 8), "grande_misere": (12, 12), "misere_etalee": (24, 24)},
    },
}
"""What is paid for a call that is made and, but for the extra tricks of a made one, that is lost (I, W)."""

BY_TRICKS: Mapping[str, Mapping[str, Mapping[int, str]]] = {
    "wiezen": {},
    "couleur": {
        "emballage": {8: "emballage"} | {tricks: f"emballage_{tricks}" for tricks in range(9, 14)},
        "trou": {8: "trou", TRICKS: TROU_13},
        "seul": {5: "seul_5", 6: "seul_6", 7: "seul_7", 8: SEUL_MORE},
        "seul_8": {8: "seul_8"},
        "abondance": {tricks: f"abondance_{tricks}" for tricks in range(9, 13)},
    },
}
"""The figures by which a made call is paid, from which number of tricks on, by word or by key (W)."""

OVER, UNDER = "over", "under"
STEP = "step"
STEPS: Mapping[str, Mapping[tuple[str, str], int]] = {
    "wiezen": {
        ("vraag", OVER): 1,
        ("vraag", UNDER): 2,
        ("alleen", OVER): 1,
        ("alleen", UNDER): 2,
        ("troel", OVER): 2,
        ("troel", UNDER): 2,
        ("troela", OVER): 2,
        ("troela", UNDER): 2,
    },
    "couleur": {("emballage", UNDER): 3, ("seul", UNDER): 1},
}
"""What each trick above adds, and each missing one; by `wiezen`, the first missing trick is in the price (I, W)."""
FREE: Mapping[str, int] = {"wiezen": 1, "couleur": 0}
"""How many missing tricks are in the price of a lost call (I, W)."""

THIRTEEN = "thirteen", "each", "factor"
FACTOR = 2
"""The place and the figure for all thirteen tricks, in the calls that count them; `wiezen` only*."""


def _titled(title: Text, rules: str) -> Text:
    return Text("{title} ({rules})", {"title": title, "rules": NAMES[rules]})


def _tariff(rules: str) -> PrintedTariff:
    hand, prices = hand_of(rules), {WON: MADE_WORD, LOST: LOST_WORD}
    names: Mapping[str, Text] = {**{call.key: call.name for call in hand.calls}, **_MORE}
    schedules = [
        schedule(
            paragraph,
            _titled(TITLES[paragraph], rules),
            {row: names[row] for row in rows},
            prices,
            {
                (row, column): figure
                for row, figures in rows.items()
                for column, figure in zip(prices, figures, strict=False)
            },
            corner=CALL,
            low=1,  # so that making a call always gains
        )
        for paragraph, rows in FIGURES[rules].items()
    ]
    columns = {
        "wiezen": {OVER: _("each trick above"), UNDER: _("each missing trick after the first")},
        "couleur": {UNDER: _("each missing trick")},
    }[rules]
    words = dict.fromkeys(word for word, _column in STEPS[rules])
    steps = schedule(
        STEP,
        _titled(_("Tricks above and missing"), rules),
        {word: hand.names[word] for word in words},
        columns,
        STEPS[rules],
        corner=CALL,
    )
    return PrintedTariff(*schedules, steps, *([_THIRTEEN] if rules == "wiezen" else []))


_MORE = {
    TROU_13: _("{call}, all 13 tricks", call=hand_of("couleur").by_key["trou"].name),
    SEUL_MORE: _("{call} 5 to 7, 8 tricks or more", call=hand_of("couleur").names["seul"]),
}
_THIRTEEN = schedule(
    THIRTEEN[0],
    _("All 13 tricks, in a call that counts tricks"),
    {THIRTEEN[1]: _("the price times")},
    {THIRTEEN[2]: _("Factor")},
    {THIRTEEN[1]: FACTOR},
    corner=_("Tricks made"),
    low=1,
    ours=[THIRTEEN[1]],
)

TARIFFS: Mapping[str, PrintedTariff] = {rules: _tariff(rules) for rules in FIGURES}
