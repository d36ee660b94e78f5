"""Descriptions of games of Skat: short ones for chips, and full ones for lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from games.scoring.hand import seat_name
from games.scoring.tariffs import Figures
from games.scoring.text import Text
from games.scoring.text import gettext_lazy as _
from games.skat.club_tariff import NULLOS, NULLS, POINTS, WAY_OF_NULL, unit_of
from games.skat.names import CONTRA_NAMES, GAME_NAMES, NULL_NAMES
from games.skat.tariff import CARD_POINTS, GRAND_UNIT, SUIT_UNIT, Announced, Call, Contra, Suit
from games.ui.forms import RESULTS, result_posted, whole_number

SIGNS = {Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠", Suit.CLUBS: "♣"}
AS_TEXT = "\ufe0e"
"""The variation selector that asks for a suit symbol as text, not as an emoji."""

CHIP_NAMES: Mapping[str, Text] = {
    Call.TOURNEE: _("Tournée"),
    Call.SOLO: _("Solo"),
    Call.TURNED_GRAND: _("Turned grand"),
    Call.GUCKI_GRAND: _("Gucki grand"),
    Call.SOLO_GRAND: _("Solo grand"),
    Call.OPEN_GRAND: _("Open grand"),
    Call.GRAND: _("Grand"),
    Call.GUCKI_NULLO: _("Gucki nullo"),
    Call.OPEN_GUCKI_NULLO: _("Gucki open"),
    Call.SOLO_NULLO: _("Solo nullo"),
    Call.OPEN_SOLO_NULLO: _("Solo open"),
    Call.REVOLUTION: _("Revo­lution"),  # with a soft hyphen
    Call.NULL: _("Null"),
    Call.RAMSCH: _("Ramsch"),
    Call.PASSED: _("All passed"),
}
"""The names of the calls on chips, where there is little room."""

MEANINGS: Mapping[str, Text] = {Call.GRAND: _("only jacks are trumps"), Call.NULL: _("to take no trick")}
"""What the names of modern games mean, for those that say nothing by themselves."""

WAY_WORDS: Mapping[str, Text | str] = {
    "": _("with skat"),
    "hand": "Hand",
    "schneider": _("Schneider announced"),
    "schwarz": _("Schwarz announced"),
    "ouvert": _("Ouvert"),
}

NULL_WAY_WORDS: Mapping[str, Text | str] = {
    "": _("Null"),
    "hand": "Hand",
    "ouvert": _("Ouvert"),
    "ouvert-hand": _("Ouvert hand"),
}

ANNOUNCED_WORDS = {Announced.SCHNEIDER: _("Schneider"), Announced.SCHWARZ: _("Schwarz")}


def undertaken(raw: Mapping[str, Any]) -> Text:
    """Return the game with its declarer."""
    game = GAME_NAMES[raw["call"], Suit(raw["suit"]) if "suit" in raw else None]
    if raw["call"] == Call.NULL:
        game = NULL_NAMES[bool(raw.get("hand")), bool(raw.get("ouvert"))]
    return _("{game} by {player}", game=game, player=seat_name(raw["declarer"]))


def chips_of(call: Call, figures: Figures) -> list[tuple[str, Text | str, Text | str]]:
    """Return the chips of a call, with its unit or value: one for each suit, or one if it has no suits."""
    name = CHIP_NAMES.get(call)
    if call not in SUIT_UNIT:
        assert name is not None  # only the modern suit game, which has suits, has no name of its own
        worth = str(_worth(call, figures))
        hint = Text("{worth}, {meaning}", {"worth": worth, "meaning": MEANINGS[call]}) if call in MEANINGS else worth
        return [(call.value, name, hint)]
    return [
        (
            f"{call}-{suit}",
            Text("{sign} {name}", {"sign": SIGNS[suit] + AS_TEXT, "name": name or GAME_NAMES[call, suit]}),
            str(unit_of(figures, call, suit)),
        )
        for suit in SUIT_UNIT[call]
    ]


def _worth(call: Call, figures: Figures) -> int:
    """Return the unit of a grand, or the value of a nullo or of the simplest null."""
    if call in GRAND_UNIT:
        return unit_of(figures, call, None)
    return figures[NULLS, WAY_OF_NULL[False, False], POINTS] if call == Call.NULL else figures[NULLOS, call, POINTS]


def in_words(raw: Mapping[str, Any]) -> Iterator[Text]:
    """Yield the details of a declarer's game."""
    null = raw["call"] == Call.NULL
    if "made" in raw:
        yield RESULTS[result_posted(raw["made"])]
    if "matadors" in raw:
        yield _("matadors {matadors}", matadors=raw["matadors"])
    if raw.get("hand") and not null:
        yield _("hand")
    if raw.get("announced"):
        yield _("{announced} announced", announced=ANNOUNCED_WORDS[Announced(raw["announced"])])
    if raw.get("ouvert") and not null:
        yield _("ouvert")
    if raw.get("passt_mir_nicht"):
        yield _("passt mir nicht")
    if "bid" in raw:
        yield _("bid {bid}", bid=raw["bid"])
    if "card_points" in raw:
        yield _("{points} card points", points=raw["card_points"])
    if raw.get("schwarz"):
        all_of_them = raw["card_points"] == CARD_POINTS
        yield _("no trick for the others") if all_of_them else _("no trick for the declarer")
    if raw.get("contra"):
        yield CONTRA_NAMES[Contra(raw["contra"])]


def ramsch_words(raw: Mapping[str, Any]) -> Iterator[Text]:
    for seat, points in raw["points_taken"].items():
        yield Text("{player} {points}", {"player": seat_name(whole_number(seat)), "points": points})
    for seat in raw.get("trickless", ()):
        yield _("no trick for {player}", player=seat_name(seat))
