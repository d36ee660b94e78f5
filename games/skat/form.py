"""The form of a hand of Skat: five or six taps for an ordinary hand, four for a nullo."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from games.scoring.codec import decode_hand
from games.scoring.errors import RuleError
from games.scoring.hand import Limit
from games.scoring.naming import Naming
from games.scoring.rules import AnyRules
from games.scoring.text import SeatName, Text, joined
from games.scoring.text import gettext_lazy as _
from games.scoring.types import ScoredHand, SeatNumber, Table
from games.skat.game_value import REASONS
from games.skat.hand import (
    ANNOUNCED_WORDS,
    CHIP_NAMES,
    NULL_WAY_WORDS,
    WAY_WORDS,
    Outcome,
    chips_of,
    in_words,
    ramsch_words,
    undertaken,
)
from games.skat.tariff import (
    CALLS,
    CARD_POINTS,
    CONTRA_NAMES,
    GAME_NAMES,
    LEVEL,
    MATADORS,
    NULLS,
    POINTS,
    POINTS_TO_WIN,
    POSSIBLE_IN_THE_SKAT,
    SCHNEIDER_MADE,
    WAY_OF_NULL,
    Announced,
    Call,
    Level,
    bids_of,
)
from games.ui.forms import (
    Choice,
    Choices,
    Digits,
    OutcomeForm,
    is_made,
    naming_players,
    result_posted,
    whole_number,
)

WAYS: Mapping[str, dict[str, Any]] = {
    "": {},
    "hand": {"hand": True},
    "schneider": {"hand": True, "announced": Announced.SCHNEIDER.value},
    "schwarz": {"hand": True, "announced": Announced.SCHWARZ.value},
    "ouvert": {"hand": True, "ouvert": True},
}
"""All ways to play a suit game or a grand by ISkO, with their fields; an announcement always needs hand."""


NULL_WAYS: Mapping[str, tuple[bool, bool]] = {
    "": (False, False),
    "hand": (True, False),
    "ouvert": (False, True),
    "ouvert-hand": (True, True),
}
"""The ways to play a null: whether hand, and whether ouvert."""


CALLED = {"call", "hand", "announced", "ouvert", "passt_mir_nicht", "bid"}
"""The fields known before the cards are played, except the declarer."""
FEW_BIDS, FEW_MATADORS = 5, 4
"""How many bids and matadors are visible without unfolding; nearly every game needs no more."""

POSSIBLE_POINTS = Limit(((0, 0), (2, CARD_POINTS - 2), (CARD_POINTS, CARD_POINTS)))
"""No card is worth one point."""
ENOUGH = {Level.GAME: POINTS_TO_WIN, Level.SCHWARZ: CARD_POINTS}


class SkatForm(OutcomeForm):
    """The form of Skat. Game and suit take one tap.

    `skat.css` hides the fields that the chosen game doesn't take, and `raw` leaves them out.
    """

    template = "skat/_form.html"

    # Groups of chips

    @property
    def rules(self) -> str:
        return self.table.rules

    @property
    def isko(self) -> bool:
        return self.table.rules == "isko"

    @property
    def with_contra(self) -> bool:
        return self.table.options.get("contra") is True

    @property
    def with_ramsch(self) -> bool:
        return self.table.options["ramsch"] is True

    @cached_property
    def played(self) -> str:
        """The chosen call without its suit; empty if none is chosen."""
        return self.data.get("call", "").partition("-")[0]

    @cached_property
    def takes(self) -> frozenset[str]:
        """The names of the fields of the chosen call."""
        return self.position.rules.fields(self.table, self.played, {}).names

    @cached_property
    def call(self) -> Choices:
        offered: list[tuple[str, Text | str, Text | str]] = []
        for call in CALLS[self.rules]:
            offered += chips_of(call, self.table.figures)
        if self.with_ramsch:
            offered.append((Call.RAMSCH, CHIP_NAMES[Call.RAMSCH], ""))
        return self.chips("call", _("The game"), offered, needed=True, look="games")

    @cached_property
    def not_played(self) -> Choices:
        offered = [(Call.PASSED.value, CHIP_NAMES[Call.PASSED])]
        return self.chips("call", _("Not played"), offered, look="minor", silent=True)

    @cached_property
    def declarer(self) -> Choices:
        group = self.players("declarer", _("Declarer"), self.position.playing, needed=True)
        return group if "long" in group.look else replace(group, look="line three")

    @cached_property
    def matadors(self) -> Choices:
        return self._matadors(range(1, FEW_MATADORS + 1), silent=False)

    @cached_property
    def many_matadors(self) -> Choices:
        return self._matadors(range(FEW_MATADORS + 1, MATADORS[False] + 1), silent=True)

    @property
    def matadors_are_many(self) -> bool:
        return any(chip.checked for chip in self.many_matadors)

    def _matadors(self, numbers: Iterable[int], *, silent: bool) -> Choices:
        offered = [(str(number), str(number)) for number in numbers]
        look = "many-matadors" if silent else "line matadors"
        return self.chips("matadors", _("With or without"), offered, needed=not silent, look=look, silent=silent)

    @cached_property
    def _possible_bids(self) -> tuple[int, ...]:
        return bids_of(self.table)

    @cached_property
    def bids(self) -> Choices:
        return self._bids(self._possible_bids[:FEW_BIDS], silent=False)

    @cached_property
    def high_bids(self) -> Choices:
        return self._bids(self._possible_bids[FEW_BIDS:], silent=True)

    @property
    def bid_is_high(self) -> bool:
        return any(chip.checked for chip in self.high_bids)

    def _bids(self, bids: Sequence[int], *, silent: bool) -> Choices:
        offered = [(str(bid), str(bid)) for bid in bids]
        look, highest_null = "bids" if silent else "line bids", max(map(self._null_value, NULL_WAYS.values()))
        return self.chips(
            "bid",
            _("Bidding"),
            offered,
            default=str(self._possible_bids[0]),
            look=look,
            silent=silent,
            never_with={str(bid): ("call=null",) for bid in bids if bid > highest_null},
        )

    def _null_value(self, kind: tuple[bool, bool]) -> int:
        return self.table.figures[NULLS, WAY_OF_NULL[kind], POINTS]

    @cached_property
    def way(self) -> Choices:
        offered = list(WAY_WORDS.items())
        return self.chips("way", _("From the hand, and what was announced"), offered, look="five")

    @cached_property
    def null_way(self) -> Choices:
        values = {way: self._null_value(kind) for way, kind in NULL_WAYS.items()}
        offered = [(way, NULL_WAY_WORDS[way], str(value)) for way, value in values.items()]
        never_with = {
            way: tuple(f"bid={bid}" for bid in self._possible_bids if bid > value) for way, value in values.items()
        }
        return self.chips("null-way", _("Which null"), offered, look="four", silent=True, never_with=never_with)

    @cached_property
    def announced(self) -> Choices:
        offered = [("", _("no")), *((word.value, words) for word, words in ANNOUNCED_WORDS.items())]
        return self.chips("announced", _("Announced"), offered, look="line three")

    @cached_property
    def card_points(self) -> Digits:
        without_a_trick = Limit(tuple((points, points) for points in (*POSSIBLE_IN_THE_SKAT, CARD_POINTS)), "schwarz=1")
        return self.digits(
            "card_points", _("Card points, with the skat"), POSSIBLE_POINTS, without_a_trick, up_to=CARD_POINTS
        )

    @cached_property
    def schwarz(self) -> Choices:
        chip = Choice("schwarz", _("One side took no trick"), bool(self.data.get("schwarz")))
        return Choices("schwarz", _("Schwarz"), (chip,), many=True, look="line one", error=self.error_at("schwarz"))

    @cached_property
    def passt_mir_nicht(self) -> Choices:
        chip = Choice("passt_mir_nicht", _("Passt mir nicht"), bool(self.data.get("passt_mir_nicht")))
        error = self.error_at("passt_mir_nicht")
        return Choices("passt_mir_nicht", _("Turned twice"), (chip,), many=True, look="line one", error=error)

    @cached_property
    def contra(self) -> Choices:
        offered = [("", _("no")), *((word.value, words) for word, words in CONTRA_NAMES.items())]
        return self.chips("contra", _("Contra"), offered, look="line three")

    @cached_property
    def points_taken(self) -> list[Digits]:
        """The card points of each active player in a Ramsch; one of them can be left out."""
        return [
            self.digits(
                f"points_taken-{seat}", Text("{player}", {"player": SeatName(seat)}), POSSIBLE_POINTS, up_to=CARD_POINTS
            )
            for seat in self.position.playing
        ]

    @property
    def points_taken_error(self) -> Text | None:
        return self.error_at("points_taken")

    @cached_property
    def trickless(self) -> Choices:
        named = {f"trickless-{seat}": (seat,) for seat in self.position.playing}
        chips = tuple(
            Choice(name, self.table.players[seat], bool(self.data.get(name))) for name, (seat,) in named.items()
        )
        error = self.error_at("trickless")
        group = Choices("trickless", _("Took no trick"), chips, many=True, look="players", error=error)
        return naming_players(group, named)

    @property
    def called(self) -> tuple[str, ...]:
        if not self.isko:
            return ("call", "declarer", "passt_mir_nicht", "announced")
        return ("call", "declarer", "bids", "high_bids", *(["null_way"] if self.played == Call.NULL else ["way"]))

    def called_in_words(self) -> Text:
        raw = self.raw()
        if not {"call", "declarer"} <= raw.keys():
            return super().called_in_words()
        return joined([undertaken(raw), *in_words({name: raw[name] for name in CALLED & raw.keys()})])

    @property
    def folded(self) -> tuple[str, ...]:
        return ("schwarz", "contra") if self.isko else ("announced", "schwarz", "contra")

    # Conversion between posted data and outcomes

    @property
    def groups(self) -> tuple[str, ...]:
        way = ("bid", "way") if self.isko else ("announced", "passt_mir_nicht")
        contra = ("contra",) if self.with_contra else ()
        ramsch: tuple[str, ...] = ()
        if self.with_ramsch:
            ramsch = ("points_taken", *(f"points_taken-{seat}" for seat in self.position.playing), "trickless")
        return ("call", "declarer", "matadors", *way, "card_points", "schwarz", "made", *contra, *ramsch)

    def group_of(self, field: str) -> str:
        first, _dot, name = field.partition(".")
        if first == "points_taken" and name:
            return f"points_taken-{self._seat_called(name)}"
        if first in ("hand", "ouvert", "announced") and self.isko:
            return "way"
        if first == "suit" or (first == "contra" and not self.with_contra):
            return "call"
        return first

    def _seat_called(self, name: str) -> str:
        """Return a player's name as a seat number; other text is returned unchanged."""
        players = self.table.players
        return str(players.index(name)) if name in players else name

    def needed(self) -> Iterable[tuple[str, Text]]:
        yield "call", _("game")
        if self.played == Call.RAMSCH:
            yield from self._needed_of_ramsch()
        elif self.played != Call.PASSED:
            yield "declarer", _("declarer")
            if "made" in self.takes:
                yield "made", _("made or lost")
            else:
                yield "matadors", _("matadors")
                yield "card_points", self._points_needed()

    def _needed_of_ramsch(self) -> Iterator[tuple[str, Text]]:
        """Yield the players whose card points are required: all but one, and none who took no trick."""
        untold = [seat for seat in self.position.playing if self._points_of(seat) is None]
        for seat in untold[:-1]:
            name = f"points_taken-{seat}"
            yield name, _("card points of {player}", player=self.table.players[seat])

    def _points_needed(self) -> Text:
        """Return the label for the missing card points, with the game's value so far."""
        outcome = self._if_made()
        if outcome is None:
            return _("card points")
        reason = next(iter(REASONS[self.rules][outcome.call](self.table.figures, outcome)))
        if reason.rule == "overbid":
            return _("card points (overbid so far: {bid} was bid)", bid=outcome.bid)
        return _("card points ({short} = {value})", short=reason.short, value=abs(reason.entry))

    def _if_made(self) -> Outcome | None:
        """Return the outcome if the declarer makes exactly what he announced, or None while it is incomplete."""
        raw = self.raw_of_call(self.data.get("call", ""))
        level = (
            Level.SCHWARZ if raw.get("ouvert") or self.played == Call.OPEN_GRAND else LEVEL.get(raw.get("announced"))
        )
        if level is None or "card_points" not in self.takes:
            return None
        raw |= {
            "declarer": int(self.position.playing[0]),
            "card_points": ENOUGH.get(level, SCHNEIDER_MADE[self.rules]),
            "schwarz": level is Level.SCHWARZ,
        }
        naming = Naming(self.table.players, by_seat=True)
        try:
            hand, _state = decode_hand(self.position.rules, self.table, self.position.state, raw, naming)
        except RuleError:
            return None
        return hand.outcome if isinstance(hand.outcome, Outcome) else None

    def raw_of_call(self, call: str) -> dict[str, Any]:
        played, _dash, suit = call.partition("-")
        if not played:
            return {}
        raw: dict[str, Any] = {"call": played}
        if suit:
            raw["suit"] = suit
        if played == Call.RAMSCH:
            return raw | self._raw_of_ramsch()
        data = self.data
        fields: dict[str, Any] = {
            "declarer": whole_number(data.get("declarer", "")),
            "matadors": whole_number(data.get("matadors", "")),
            "card_points": self.number_of_digits("card_points"),
            "made": is_made(data.get("made", "")),
            "contra": data.get("contra"),
        }
        if self.isko:
            fields["bid"] = whole_number(data.get("bid") or str(self._possible_bids[0]))
            fields |= self._way(played)
        else:
            fields["announced"] = data.get("announced")
        for name in ("schwarz", "passt_mir_nicht"):
            fields[name] = True if data.get(name) else None
        return raw | {name: value for name, value in fields.items() if name in self.takes and value not in (None, "")}

    def _way(self, played: str) -> dict[str, Any]:
        if played != Call.NULL:
            way = self.data.get("way", "")
            return WAYS.get(way, {"announced": way})  # the rules refuse an unknown way as an announcement
        hand, ouvert = NULL_WAYS.get(self.data.get("null-way", ""), (False, False))
        return {name: True for name, announced in (("hand", hand), ("ouvert", ouvert)) if announced}

    def _points_of(self, seat: SeatNumber) -> int | float | str | None:
        """Return a player's card points in a Ramsch: as entered, or 0 for a player who took no trick."""
        points = self.number_of_digits(f"points_taken-{seat}")
        return 0 if points is None and self.data.get(f"trickless-{seat}") else points

    def _raw_of_ramsch(self) -> dict[str, Any]:
        # If the dealer was changed, a player named here may sit out now; keep the name, so that the rules refuse it.
        known = {seat: points for seat in self.table.seats if (points := self._points_of(seat)) is not None}
        unknown = [seat for seat in self.position.playing if seat not in known]
        numbers = [points for points in known.values() if isinstance(points, int)]
        if len(unknown) == 1 and len(numbers) == len(known):
            known[unknown[0]] = max(0, CARD_POINTS - sum(numbers))  # a sum above 120 is for the rules to refuse
        raw: dict[str, Any] = {"points_taken": {str(int(seat)): known[seat] for seat in sorted(known)}}
        trickless = [int(seat) for seat in self.table.seats if self.data.get(f"trickless-{seat}")]
        if trickless:
            raw["trickless"] = trickless
        return raw

    def values_of_call(self, raw: Mapping[str, Any]) -> dict[str, str]:
        call = raw.get("call", "")
        values = {name: str(raw[name]) for name in ("declarer", "matadors", "bid") if name in raw}
        values["call"] = f"{call}-{raw['suit']}" if "suit" in raw else call
        if "card_points" in raw:
            values |= self.values_of_digits("card_points", raw["card_points"])
        if "made" in raw:
            values["made"] = result_posted(raw["made"])
        for name in ("announced", "contra"):
            if raw.get(name):
                values[name] = raw[name]
        for name in ("schwarz", "passt_mir_nicht"):
            if raw.get(name):
                values[name] = "1"
        hand, ouvert = bool(raw.get("hand")), bool(raw.get("ouvert"))
        if call == Call.NULL:
            values["null-way"] = next(way for way, kind in NULL_WAYS.items() if kind == (hand, ouvert))
        elif hand:
            values["way"] = "ouvert" if ouvert else raw.get("announced") or "hand"
        for seat, points in raw.get("points_taken", {}).items():
            values |= self.values_of_digits(f"points_taken-{seat}", points)
        for seat in raw.get("trickless", ()):
            values[f"trickless-{seat}"] = "1"
        return values

    # In words

    def headline(self, scored: ScoredHand) -> SeatNumber | None:
        outcome = scored.hand.outcome
        if isinstance(outcome, Outcome) and outcome.declarer is not None:
            return outcome.declarer
        return super().headline(scored)

    def result(self, scored: ScoredHand) -> Text:
        """Return the score of a hand with its derivation in short: "12 × 3: Anna +36"; overbid games are marked."""
        result = super().result(scored)
        outcome = scored.hand.outcome
        if not isinstance(outcome, Outcome) or outcome.declarer is None:
            return result
        reason = next(iter(REASONS[self.rules][outcome.call](self.table.figures, outcome)))
        if reason.rule == "overbid":
            return _("overbid, {short}: {result}", short=reason.short, result=result)
        return _("{short}: {result}", short=reason.short, result=result) if reason.short else result

    @classmethod
    def describe_call(cls, rules: AnyRules, table: Table, raw: Mapping[str, Any]) -> Text:
        call = raw["call"]
        if call == Call.RAMSCH:
            return joined([GAME_NAMES[call, None], *ramsch_words(raw)])
        if call == Call.PASSED:
            return GAME_NAMES[call, None]
        return joined([undertaken(raw), *in_words(raw)])
