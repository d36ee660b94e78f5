"""The form of a hand of French Tarot: six taps for an ordinary hand, seven with a partner."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from games.scoring.hand import seat_name
from games.scoring.rules import AnyRules
from games.scoring.text import SeatName, Text, joined, ngettext_lazy
from games.scoring.text import gettext_lazy as _
from games.scoring.types import ScoredHand, SeatNumber, Table
from games.tarot.club_tariff import CALL_NAMES, MISERE_NAMES, OF_CALL
from games.tarot.outcome import FIVE, FOUR, Outcome, active
from games.tarot.rules import margin
from games.tarot.tariff import (
    CARD_POINTS,
    MULTIPLIER,
    POIGNEE_TRUMPS,
    POINTS_NEEDED,
    POINTS_WITH_BOUTS,
    Call,
    Camp,
    MisereKind,
    PoigneeSize,
    Slam,
)
from games.ui.forms import Choice, Choices, Digits, Limit, OutcomeForm, whole_number

NOT_PLAYED = {
    Call.PASSED: _("All passed"),
    Call.MISDEAL: _("Misdeal"),
    Call.PETIT_SEC: _("Petit sec"),
}
SIZE_WORDS = {PoigneeSize.SIMPLE: _("simple"), PoigneeSize.DOUBLE: _("double"), PoigneeSize.TRIPLE: _("triple")}
CAMP_WORDS = {Camp.ATTACK: _("Attack"), Camp.DEFENCE: _("Defence")}
PETIT_WORDS = {
    Camp.ATTACK: _("petit au bout to the attack"),
    Camp.DEFENCE: _("petit au bout to the defence"),
}
SLAM_WORDS = {
    Slam.GRAND: _("Every trick"),
    Slam.PETIT: _("All but one"),
    Slam.DEFENCE: _("Every trick to the defence"),
}
POIGNEES_SAID = {
    PoigneeSize.SIMPLE: _("simple poignée"),
    PoigneeSize.DOUBLE: _("double poignée"),
    PoigneeSize.TRIPLE: _("triple poignée"),
}
SLAM_PHRASES = {
    Slam.GRAND: _("every trick"),
    Slam.PETIT: _("all but one"),
    Slam.DEFENCE: _("every trick to the defence"),
}
"""The slams as part of a sentence."""
ALONE = "alone"


class TarotForm(OutcomeForm):
    """The form of French Tarot. Poignées, misères and slams are in the folded part."""

    template = "tarot/_form.html"
    # Groups of chips

    @property
    def active(self) -> int:
        return active(self.table)

    @property
    def classic(self) -> bool:
        return self.table.rules == "classic"

    @property
    def played(self) -> bool:
        """Whether a contract is chosen, or nothing yet."""
        return self.data.get("call", "") not in NOT_PLAYED

    @cached_property
    def call(self) -> Choices:
        offered: list[tuple[str, Text | str, Text | str]] = [
            (call, name, f"×{self.table.figures[OF_CALL[call]]}") for call, name in CALL_NAMES.items()
        ]
        return self.chips("call", _("Contract"), offered, needed=True, look="calls")

    @cached_property
    def not_played(self) -> Choices:
        return self.chips("call", _("Not played"), list(NOT_PLAYED.items()), look="minor", silent=True)

    @cached_property
    def taker(self) -> Choices:
        return self.players("taker", _("Taker"), self.position.playing, needed=True)

    @cached_property
    def partner(self) -> Choices | None:
        if self.active != FIVE:
            return None
        also = [(ALONE, _("alone"))]
        return self.players("partner", _("Partner"), self.position.playing, needed=True, also=also, other_than="taker")

    @cached_property
    def bouts(self) -> Choices:
        return self.chips("bouts", _("Bouts"), [(str(n), str(n)) for n in range(4)], needed=True, look="four")

    @cached_property
    def points(self) -> Digits:
        of_defence = Choice("defence_points", _("of the defence"), bool(self.data.get("defence_points")))
        of = Choices("points-of", _("Points"), (of_defence,), many=True, look="of", silent=True)
        limits, halves = _limits(self.active), self.active != FOUR
        digits = self.digits("points", _("Points"), *limits, up_to=CARD_POINTS, halves=halves, of=of)
        return replace(digits, said=self._said() if self.played else "")

    @property
    def says(self) -> list[Digits]:
        return [self.points]

    def _said(self) -> Text:
        """Return whose points are entered, and what they mean: "of the defence: made by 7"."""
        camp = _("of the defence") if self.data.get("defence_points") else _("of the attack")
        made_by = self._made_by()
        return _("{camp}: {result}", camp=camp, result=made_by) if made_by else camp

    def _made_by(self) -> Text | str:
        """Return by how much the contract is made or lost, or else the points that it needs, once that is known."""
        bouts, points = whole_number(self.data.get("bouts", "")), self.number_of_digits("points")
        if not isinstance(bouts, int) or bouts >= len(POINTS_NEEDED):
            return ""
        if not isinstance(points, int | float) or points > CARD_POINTS:
            return _("{points} needed", points=POINTS_NEEDED[bouts])
        of_attack = CARD_POINTS - points if self.data.get("defence_points") else points
        won, by, _counted = margin(bouts=bouts, points=of_attack)
        if not by:
            return _("just made")
        return _("made by {by}", by=by) if won else _("lost by {by}", by=by)

    @cached_property
    def petit_au_bout(self) -> Choices:
        offered = [("", _("no")), *((camp.value, words) for camp, words in CAMP_WORDS.items())]
        never_with = {Camp.ATTACK.value: ("bouts=0",), Camp.DEFENCE.value: ("bouts=3",)}
        return self.chips("petit_au_bout", _("Petit au bout"), offered, look="three", never_with=never_with)

    @cached_property
    def poignees(self) -> list[Choices]:
        """A group for each active player: no poignée, or its size with the number of trumps it needs."""
        trumps = POIGNEE_TRUMPS[self.active]
        sizes = [(size.value, words, str(trumps[size])) for size, words in SIZE_WORDS.items()]
        return [
            self.chips(
                f"poignees-{seat}",
                Text("{player}", {"player": SeatName(seat)}),
                [("", _("no")), *sizes],
                look="line four",
                silent=True,
            )
            for seat in self.position.playing
        ]

    @cached_property
    def miseres(self) -> list[Choices]:
        """A group for each active player with the misères shown; `classic` only."""
        if not self.classic:
            return []
        return [self._miseres_of(seat) for seat in self.position.playing]

    def _miseres_of(self, seat: SeatNumber) -> Choices:
        shown = tuple(f"poignees-{seat}={size}" for size in PoigneeSize)
        chips = tuple(
            Choice(
                f"miseres-{seat}-{kind}",
                words,
                bool(self.data.get(f"miseres-{seat}-{kind}")),
                never_with=shown if kind is MisereKind.NO_TRUMPS else (),
            )
            for kind, words in MISERE_NAMES.items()
        )
        return Choices(
            f"miseres-{seat}",
            Text("{player}", {"player": SeatName(seat)}),
            chips,
            many=True,
            look="line two",
            silent=True,
        )

    @cached_property
    def slam_announced(self) -> Choices:
        words = (Slam.GRAND, Slam.PETIT) if self.classic else (Slam.GRAND,)
        return self._slams("slam_announced", _("Slam announced"), words)

    @cached_property
    def slam_made(self) -> Choices:
        words = (Slam.GRAND, Slam.PETIT) if self.classic else (Slam.GRAND, Slam.DEFENCE)
        return self._slams("slam_made", _("Slam made"), words)

    def _slams(self, name: str, legend: Text, slams: Iterable[Slam]) -> Choices:
        return self.chips(
            name, legend, [("", _("no")), *((slam.value, SLAM_WORDS[slam]) for slam in slams)], look="line three"
        )

    @property
    def poignees_error(self) -> Text | None:
        return self.error_at("poignees")

    @property
    def miseres_error(self) -> Text | None:
        return self.error_at("miseres")

    @property
    def called(self) -> tuple[str, ...]:
        return ("call", "taker", "partner", "slam_announced")

    def called_in_words(self) -> Text:
        raw = self.raw()
        if not {"call", "taker"} <= raw.keys():
            return super().called_in_words()
        return joined([_undertaken(raw), *_slams_in(raw, "slam_announced")])

    @property
    def folded(self) -> tuple[str, ...]:
        return ("poignees", "miseres", "slam_announced", "slam_made")

    # Conversion between posted data and outcomes

    @property
    def groups(self) -> tuple[str, ...]:
        partner = ("partner",) if self.partner else ()
        miseres = ("miseres",) if self.classic else ()
        bonuses = ("petit_au_bout", "poignees", *miseres, "slam_announced", "slam_made")
        return ("call", "taker", *partner, "bouts", "points", *bonuses)

    def needed(self) -> Iterable[tuple[str, Text]]:
        yield "call", _("contract")
        if self.played:
            yield "taker", _("taker")
            if self.partner:
                yield "partner", _("partner")
            yield "bouts", _("bouts")
            yield "points", _("points")

    def raw_of_call(self, call: str) -> dict[str, Any]:
        if not self.played:
            return {}
        data = self.data
        raw: dict[str, Any] = {}
        for name in ("taker", "bouts"):
            if data.get(name):
                raw[name] = whole_number(data[name])
        if data.get("partner") and self.partner:
            raw["partner"] = None if data["partner"] == ALONE else whole_number(data["partner"])
        points = self.number_of_digits("points")
        if points is not None:
            raw["defence_points" if data.get("defence_points") else "points"] = points
        for name in ("petit_au_bout", "slam_announced", "slam_made"):
            if data.get(name):
                raw[name] = data[name]
        # If the dealer was changed, a player named here may sit out now; keep the name, so that the rules refuse it.
        seats = [seat for seat in self.table.seats if data.get(f"poignees-{seat}")]
        if seats:
            raw["poignees"] = [{"player": int(seat), "size": data[f"poignees-{seat}"]} for seat in seats]
        miseres = [
            (seat, kind) for seat in self.table.seats for kind in MisereKind if data.get(f"miseres-{seat}-{kind}")
        ]
        if miseres and self.classic:
            raw["miseres"] = [{"player": int(seat), "kind": str(kind)} for seat, kind in miseres]
        return raw

    def values_of_call(self, raw: Mapping[str, Any]) -> dict[str, str]:
        values = {name: str(raw[name]) for name in ("taker", "bouts") if name in raw}
        if "taker" in raw and self.active == FIVE:
            partner = raw.get("partner")
            values["partner"] = ALONE if partner is None else str(partner)
        if "points" in raw or "defence_points" in raw:
            values |= self.values_of_digits("points", raw["points"] if "points" in raw else raw["defence_points"])
            if "points" not in raw:
                values["defence_points"] = "1"
        for name in ("petit_au_bout", "slam_announced", "slam_made"):
            if raw.get(name):
                values[name] = raw[name]
        for poignee in raw.get("poignees", ()):
            values[f"poignees-{poignee['player']}"] = poignee["size"]
        for misere in raw.get("miseres", ()):
            values[f"miseres-{misere['player']}-{misere['kind']}"] = "1"
        return values

    def group_of(self, field: str) -> str:
        return "points" if field == "defence_points" else super().group_of(field)

    def headline(self, scored: ScoredHand) -> SeatNumber | None:
        outcome = scored.hand.outcome
        return outcome.taker if isinstance(outcome, Outcome) and outcome.call in MULTIPLIER else None

    @classmethod
    def describe_call(cls, rules: AnyRules, table: Table, raw: Mapping[str, Any]) -> Text:
        call = raw["call"]
        if call in NOT_PLAYED:
            return NOT_PLAYED[call]
        points = raw["points"] if "points" in raw else CARD_POINTS - raw["defence_points"]
        parts = [
            _undertaken(raw),
            _("{points} points", points=points),
            ngettext_lazy("{number} bout", "{number} bouts", raw["bouts"]),
        ]
        if raw.get("petit_au_bout"):
            parts.append(PETIT_WORDS[Camp(raw["petit_au_bout"])])
        for poignee in raw.get("poignees", ()):
            values = {"size": POIGNEES_SAID[PoigneeSize(poignee["size"])], "player": seat_name(poignee["player"])}
            parts.append(_("{size} by {player}", **values))
        for misere in raw.get("miseres", ()):
            values = {"kind": MISERE_NAMES[MisereKind(misere["kind"])], "player": seat_name(misere["player"])}
            parts.append(_("{kind}: {player}", **values))
        return joined([*parts, *_slams_in(raw, "slam_announced", "slam_made")])


def _limits(active: int) -> Iterator[Limit]:
    """Yield the points that each number of bouts allows to the attack, and to the defence."""
    for bouts, (low, high) in enumerate(POINTS_WITH_BOUTS[active]):
        attack, defence = (float(low), float(high)), (float(CARD_POINTS - high), float(CARD_POINTS - low))
        yield Limit((attack,), f"bouts={bouts}&defence_points=")
        yield Limit((defence,), f"bouts={bouts}&defence_points=1")


def _undertaken(raw: Mapping[str, Any]) -> Text:
    """Return the contract with its taker and partner: "Garde by Anne"."""
    words = _("{call} by {player}", call=CALL_NAMES[raw["call"]], player=seat_name(raw["taker"]))
    if raw.get("partner") is None:
        return words
    return _("{call} by {player} with {partner}", partner=seat_name(raw["partner"]), **words.values)


def _slams_in(raw: Mapping[str, Any], *names: str) -> list[Text]:
    words = {"slam_announced": _("slam announced"), "slam_made": _("slam made")}
    return [
        _("{what}: {slam}", what=words[name], slam=SLAM_PHRASES[Slam(raw[name])]) for name in names if raw.get(name)
    ]
