"""Names of the games of Skat."""

from __future__ import annotations

from collections.abc import Mapping

from games.scoring.text import Text
from games.scoring.text import gettext_lazy as _
from games.skat.tariff import Call, Contra, Suit

GAME_NAMES: Mapping[tuple[str, Suit | None], Text] = {
    (Call.TOURNEE, Suit.DIAMONDS): _("Diamond tournée"),
    (Call.TOURNEE, Suit.HEARTS): _("Heart tournée"),
    (Call.TOURNEE, Suit.SPADES): _("Spade tournée"),
    (Call.TOURNEE, Suit.CLUBS): _("Club tournée"),
    (Call.SOLO, Suit.DIAMONDS): _("Diamond solo"),
    (Call.SOLO, Suit.HEARTS): _("Heart solo"),
    (Call.SOLO, Suit.SPADES): _("Spade solo"),
    (Call.SOLO, Suit.CLUBS): _("Club solo"),
    (Call.SUIT, Suit.DIAMONDS): _("Diamonds"),
    (Call.SUIT, Suit.HEARTS): _("Hearts"),
    (Call.SUIT, Suit.SPADES): _("Spades"),
    (Call.SUIT, Suit.CLUBS): _("Clubs"),
    (Call.TURNED_GRAND, None): _("Turned grand"),
    (Call.GUCKI_GRAND, None): _("Gucki grand"),
    (Call.SOLO_GRAND, None): _("Solo grand"),
    (Call.OPEN_GRAND, None): _("Open grand"),
    (Call.GRAND, None): _("Grand"),
    (Call.GUCKI_NULLO, None): _("Gucki nullo"),
    (Call.OPEN_GUCKI_NULLO, None): _("Open gucki nullo"),
    (Call.SOLO_NULLO, None): _("Solo nullo"),
    (Call.OPEN_SOLO_NULLO, None): _("Open solo nullo"),
    (Call.REVOLUTION, None): _("Revolution"),
    (Call.NULL, None): _("Null"),
    (Call.RAMSCH, None): _("Ramsch"),
    (Call.PASSED, None): _("All passed"),
}

CALL_NAMES: Mapping[str, Text] = {
    Call.TOURNEE: _("Tournée"),
    Call.SOLO: _("Solo"),
    Call.SUIT: _("Suit game"),
    **{call: name for (call, suit), name in GAME_NAMES.items() if suit is None},
}
"""The names of the games by call, regardless of suit."""

NULL_NAMES: Mapping[tuple[bool, bool], Text] = {
    (False, False): _("Null"),
    (True, False): _("Null hand"),
    (False, True): _("Null ouvert"),
    (True, True): _("Null ouvert hand"),
}
"""The names of the nulls, by whether hand and whether ouvert."""

CONTRA_NAMES: Mapping[Contra, Text] = {Contra.CONTRA: _("Contra"), Contra.RE: _("Re")}
