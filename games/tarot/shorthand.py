"""Shorthand of French Tarot: the taker, the contract, the bouts and the points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.scoring.text import Text
from games.scoring.text import gettext_lazy as _
from games.tarot.club_tariff import CALL_NAMES, MISERE_NAMES, POIGNEE_NAMES
from games.tarot.forms import NOT_PLAYED, PETIT_WORDS, SLAM_PHRASES
from games.tarot.outcome import FIVE, active
from games.tarot.tariff import POINTS_NEEDED, Call, Camp, MisereKind, PoigneeSize, Slam
from games.ui.shorthand import Pieces, Shorthand
from games.ui.tokens import CALL, MISDEAL, NUMBER, PASSED, PASSED_BY_ALL, PLAYER, Word, refuse

ALONE, DEFENCE, PETIT, POIGNEES, MISERES = "alone", "defence", "petit_au_bout", "poignees", "miseres"
ANNOUNCED, MADE = "slam_announced", "slam_made"

CALLS: Mapping[Call, Text] = {
    Call.PRISE: _("p prise"),
    Call.GARDE: _("g garde"),
    Call.GARDE_SANS: _("gs garde-sans"),
    Call.GARDE_CONTRE: _("gc garde-contre"),
}
UNPLAYED: Mapping[Call, Text] = {Call.PASSED: PASSED, Call.PETIT_SEC: _("ps petit-sec"), Call.MISDEAL: MISDEAL}
PETITS = {Camp.ATTACK: _("pa petit-attack"), Camp.DEFENCE: _("pd petit-defence")}
SIZES = {
    PoigneeSize.SIMPLE: _("po poignee"),
    PoigneeSize.DOUBLE: _("pod double-poignee"),
    PoigneeSize.TRIPLE: _("pot triple-poignee"),
}
KINDS = {MisereKind.NO_HONOURS: _("mh no-honours"), MisereKind.NO_TRUMPS: _("mt no-trumps")}
SLAMS_ANNOUNCED = {Slam.GRAND: _("sa slam-announced"), Slam.PETIT: _("la little-slam-announced")}
SLAMS_MADE = {
    Slam.GRAND: _("sm slam-made"),
    Slam.PETIT: _("lm little-slam-made"),
    Slam.DEFENCE: _("sd slam-of-the-defence"),
}
OF_ALL = (
    Word(slot=DEFENCE, value=DEFENCE, spelled=_("d defence"), means=_("points of the defence: d42"), takes=NUMBER),
)
TAKER, PARTNER, BOUTS, POINTS = _("taker"), _("partner, or al if the taker plays alone"), _("bouts"), _("points")


class TarotShorthand(Shorthand):
    """The shorthand of French Tarot: at most six words for an ordinary hand."""

    many = frozenset({POIGNEES, MISERES})
    fields = {"bouts": BOUTS, "points": POINTS, "defence_points": POINTS}

    @property
    def classic(self) -> bool:
        return self.table.rules == "classic"

    # Vocabulary

    def words(self) -> Sequence[Word]:
        return tuple(self._words())

    def _words(self) -> Iterator[Word]:
        for call, spelled in CALLS.items():
            yield Word(slot=CALL, value=call, spelled=spelled, means=CALL_NAMES[call])
        for call, spelled in UNPLAYED.items():
            yield Word(slot=CALL, value=call, spelled=spelled, means=NOT_PLAYED[call])
        if active(self.table) == FIVE:
            yield Word(slot=ALONE, value=True, spelled=_("al alone"), means=_("the taker plays alone"))
        yield from OF_ALL
        for camp, spelled in PETITS.items():
            yield Word(slot=PETIT, value=camp, spelled=spelled, means=PETIT_WORDS[camp])
        for size, spelled in SIZES.items():
            yield Word(slot=POIGNEES, value=size, spelled=spelled, means=POIGNEE_NAMES[size], takes=PLAYER)
        if self.classic:
            for kind, spelled in KINDS.items():
                yield Word(slot=MISERES, value=kind, spelled=spelled, means=MISERE_NAMES[kind], takes=PLAYER)
        yield from self._slams(ANNOUNCED, _("slam announced"), SLAMS_ANNOUNCED, Slam.DEFENCE)
        yield from self._slams(MADE, _("slam made"), SLAMS_MADE, Slam.DEFENCE if self.classic else Slam.PETIT)

    def _slams(self, slot: str, contest: Text, spelled: Mapping[Slam, Text], unknown: Slam) -> Iterator[Word]:
        for slam, words in spelled.items():
            if slam != unknown and (self.classic or slam != Slam.PETIT):
                means = _("{what}: {slam}", what=contest, slam=SLAM_PHRASES[slam])
                yield Word(slot=slot, value=slam, spelled=words, means=means)

    def order(self) -> Sequence[Text]:
        five = _(
            "Type the taker, the partner, the contract, the bouts and the points of the attack. Instead of the points "
            "you can type +8 for eight more than the contract needs, −3 for three fewer."
        )
        others = _(
            "Type the taker, the contract, the bouts and the points of the attack. Instead of the points you can type "
            "+8 for eight more than the contract needs, −3 for three fewer."
        )
        example = f"{self.spell(POIGNEES, PoigneeSize.SIMPLE)}:2"
        hint = _(
            "After a colon, type who showed a poignée, as in {example}. Without a colon, it was the taker.",
            example=example,
        )
        return (five if active(self.table) == FIVE else others, hint)

    def examples(self) -> Sequence[str]:
        garde, prise = self.spell(CALL, Call.GARDE), self.spell(CALL, Call.PRISE)
        petit, poignee = self.spell(PETIT, Camp.ATTACK), self.spell(POIGNEES, PoigneeSize.SIMPLE)
        if active(self.table) == FIVE:
            alone = self.spell(ALONE, True)
            return (
                f"1 3 {garde} 2 49",
                f"2 {alone} {prise} 1 -3",
                f"4 5 {garde} 3 +10 {petit} {poignee}:4",
                PASSED_BY_ALL,
            )
        return (f"1 {garde} 2 49", f"2 {prise} 1 -3", f"3 {garde} 3 +10 {petit} {poignee}:2", PASSED_BY_ALL)

    # Parsing

    def understand(self, pieces: Pieces) -> dict[str, Any]:
        call = pieces.word(CALL) or pieces.misses(_("the contract"))
        raw: dict[str, Any] = {"call": str(call)}
        if call not in CALLS:
            return raw
        alone = pieces.word(ALONE)
        taker, *partner = pieces.players(*([TAKER, PARTNER] if active(self.table) == FIVE and not alone else [TAKER]))
        raw["taker"] = int(taker)
        if partner:
            raw["partner"] = int(partner[0])
        raw["bouts"] = pieces.number(BOUTS)
        return raw | self._points(pieces, raw["bouts"]) | self._shown(pieces, raw["taker"])

    @staticmethod
    def _points(pieces: Pieces, bouts: int) -> dict[str, Any]:
        """Return the points of the attack or the defence, which can be typed as the margin of the contract."""
        if defence := pieces.word(DEFENCE):
            points = pieces.word(NUMBER)  # both camps' points were counted
            defence_points = {"defence_points": pieces.misses(POINTS) if defence[1] is None else defence[1]}
            return defence_points if points is None else {"points": points, **defence_points}
        result = pieces.result()
        if result is None:
            return {"points": pieces.number(POINTS)}
        if result.by is None:
            refuse(_("By how many points? Type +8, −3 and so on."))
        if bouts not in range(len(POINTS_NEEDED)):
            refuse(_("There are at most three bouts."))
        points = POINTS_NEEDED[bouts] + result.by * (1 if result.made else -1)
        return {"points": int(points)}

    @staticmethod
    def _shown(pieces: Pieces, taker: int) -> dict[str, Any]:
        """Return the bonuses: petit au bout, slams, poignées and misères."""
        raw: dict[str, Any] = {}
        for slot in (PETIT, ANNOUNCED, MADE):
            if word := pieces.word(slot):
                raw[slot] = str(word)
        for slot, name in ((POIGNEES, "size"), (MISERES, "kind")):
            announced = [piece.value for piece in pieces.several(slot)]
            if announced:
                raw[slot] = [
                    {"player": taker if player is None else int(player), name: str(kind)} for kind, player in announced
                ]
        return raw
