"""The form of a hand of Cayenne. Six taps for an ordinary one: cayenne, trump, odd trick, tricks, honours, save."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from games.cayenne.lines import SIDE_WORDS
from games.cayenne.outcome import MISDEAL, Outcome, Position
from games.cayenne.tariff import ALL_HONOURS, ALL_TRICKS, BOOK, MULTIPLIER, NO_TRUMP, SUITS, Penalty, Side, Trump
from games.forms import Choice, Choices, OutcomeForm, whole_number
from games.scoring.replay import ScoredHand
from games.scoring.text import Text, joined, signed_words
from games.scoring.text import gettext_lazy as _
from games.scoring.types import Table

PLAYED = ""
NOT_PLAYED = {MISDEAL: _("Misdeal")}
TRUMP_WORDS = {
    Trump.HEARTS: _("Hearts"),
    Trump.DIAMONDS: _("Diamonds"),
    Trump.CLUBS: _("Clubs"),
    Trump.SPADES: _("Spades"),
    Trump.GRAND: _("Grand"),
    Trump.NULLO: _("Nullo"),
}
PENALTY_WORDS = {
    Penalty.DEDUCT: _("Value of 3 off"),
    Penalty.ADD: _("Value of 3 to the others"),
    Penalty.TRICKS: _("3 tricks taken"),
}
REVOKES_SHOWN = 2


class CayenneForm(OutcomeForm):
    """Cayenne. Each trump shows what it multiplies with the cayenne chosen; without trumps no honours are asked."""

    template = "cayenne/_form.html"

    # What is offered

    @property
    def played(self) -> bool:
        return self.data.get("call", PLAYED) not in NOT_PLAYED

    @property
    def no_trump(self) -> bool:
        return self.data.get("trump") in NO_TRUMP

    @cached_property
    def cayenne(self) -> Choices:
        return self.chips("cayenne", _("Cayenne, the card turned"), [(suit.value, TRUMP_WORDS[suit]) for suit in SUITS])

    @cached_property
    def trump(self) -> Choices:
        return self.chips("trump", _("Trump"), [(trump.value, words) for trump, words in TRUMP_WORDS.items()])

    @property
    def suits(self) -> list[tuple[Choice, list[tuple[str, int]]]]:
        """The suits that may be trumps, each with what it multiplies by the cayenne."""
        return [
            (chip, [(cayenne.value, MULTIPLIER[cayenne, Trump(chip.value)]) for cayenne in SUITS])
            for chip in self.trump
            if chip.value in SUITS
        ]

    @property
    def no_trumps(self) -> list[tuple[Choice, int]]:
        """Grand and nullo, with what they multiply whatever the cayenne."""
        return [(chip, MULTIPLIER[None, Trump(chip.value)]) for chip in self.trump if chip.value in NO_TRUMP]

    @cached_property
    def side(self) -> Choices:
        return self.chips("side", _("The odd trick was won by"), self._sides(), needed=True, look="two")

    def _sides(self) -> list[tuple[str, Text]]:
        return [(side.value, words) for side, words in SIDE_WORDS.items()]

    @cached_property
    def tricks(self) -> Choices:
        """The tricks of the side that has more than six."""
        offered = [(str(won), str(won), f"+{won - BOOK}") for won in range(BOOK + 1, ALL_TRICKS + 1)]
        return self.chips("tricks", _("Tricks of that side"), offered, needed=True, look="seven")

    @cached_property
    def honours(self) -> Choices:
        """The honours of the one side and the other."""
        offered = [(str(held), f"{held} – {ALL_HONOURS - held}") for held in range(ALL_HONOURS, -1, -1)]
        legend = _("Honours, {one} – {other}", one=SIDE_WORDS[Side.AB], other=SIDE_WORDS[Side.YZ])
        return self.chips("honours", legend, offered, needed=True, look="six")

    @cached_property
    def call(self) -> Choices:
        offered = [(PLAYED, _("Played")), *NOT_PLAYED.items()]
        return self.chips("call", _("The deal"), offered, look="minor", silent=True)

    @cached_property
    def revokes(self) -> list[tuple[Choices, Choices]]:
        """For each revoke the side that made it and the penalty; always one more than are used."""
        shown = max(REVOKES_SHOWN, len(self._revokes()) + 1)
        penalties = [(penalty.value, words) for penalty, words in PENALTY_WORDS.items()]
        return [
            (
                self.chips(
                    f"revokes-{number}-by",
                    _("Revoke {number} by", number=number + 1),
                    [("", _("no revoke")), *self._sides()],
                    look="line three",
                    silent=True,
                ),
                self.chips(f"revokes-{number}-penalty", _("Penalty"), penalties, look="line three", silent=True),
            )
            for number in range(shown)
        ]

    @property
    def revokes_error(self) -> Text | None:
        return self.error_at("revokes")

    @property
    def rare_count(self) -> int:
        """How many of the folded things are used."""
        raw = self.raw()
        return len(raw.get("revokes", ())) + sum(name in raw for name in ("call", "note", "dealer"))

    # From the screen to the rules and back

    @property
    def groups(self) -> tuple[str, ...]:
        return ("call", "cayenne", "trump", "side", "tricks", "honours", "revokes")

    def needed(self) -> Iterable[tuple[str, Text]]:
        if not self.played:
            return
        if not self.no_trump:
            yield "cayenne", _("cayenne")
        yield "trump", _("trump")
        yield "side", _("odd trick")
        yield "tricks", _("tricks")
        if not self.no_trump:
            yield "honours", _("honours")

    def raw_of_call(self, call: str) -> dict[str, Any]:
        if not self.played:
            return {}
        data = self.data
        raw: dict[str, Any] = {name: data[name] for name in ("cayenne", "trump") if data.get(name)}
        if data.get("tricks") and data.get("side"):
            won = whole_number(data["tricks"])
            lost = isinstance(won, int) and data["side"] == Side.YZ
            raw["tricks"] = ALL_TRICKS - int(won) if lost else won
        if data.get("honours") and not self.no_trump:
            raw["honours"] = whole_number(data["honours"])
        if revokes := self._revokes():
            raw["revokes"] = revokes
        return raw

    def _revokes(self) -> list[dict[str, str]]:
        """The revokes that were tapped; a penalty without a side is none yet."""
        found = []
        places = [key.split("-")[1] for key in self.data if key.startswith("revokes-") and key.endswith("-by")]
        for place in sorted(places, key=lambda place: (len(place), place)):
            if by := self.data[f"revokes-{place}-by"]:
                penalty = self.data.get(f"revokes-{place}-penalty")
                found.append({"by": by, **({"penalty": penalty} if penalty else {})})
        return found

    def values_of_call(self, raw: Mapping[str, Any]) -> dict[str, str]:
        if "tricks" not in raw:
            return {}
        tricks = int(raw["tricks"])
        side, won = (Side.AB, tricks) if tricks > BOOK else (Side.YZ, ALL_TRICKS - tricks)
        values = {"side": side.value, "tricks": str(won)}
        values |= {name: raw[name] for name in ("cayenne", "trump") if name in raw}
        if "honours" in raw:
            values["honours"] = str(int(raw["honours"]))
        for number, revoke in enumerate(raw.get("revokes", ())):
            values |= {f"revokes-{number}-{name}": revoke[name] for name in ("by", "penalty")}
        return values

    # In words

    def result(self, scored: ScoredHand) -> Text:
        """Which side gains what; where no counters move, what the markers and the sheet say."""
        after, before, outcome = scored.state, self.expected.state, scored.hand.outcome
        assert isinstance(after, Position)
        assert isinstance(before, Position)
        if not isinstance(outcome, Outcome) or outcome.call == MISDEAL:
            return super().result(scored)
        if last := after.last_rubber:
            side = last.winner if last.value >= 0 else last.winner.other
            amount = signed_words(abs(last.value))
            return Text("{side} {amount}", {"side": SIDE_WORDS[side], "amount": amount})
        parts = [_between(after.marker.ab, after.marker.yz)]
        if after.games != before.games:
            parts.append(_("games {ab} – {yz}", ab=after.games.ab, yz=after.games.yz))
        return joined(parts)

    @classmethod
    def describe_call(cls, table: Table, raw: Mapping[str, Any]) -> Text:
        call = raw.get("call", PLAYED)
        if call in NOT_PLAYED:
            return NOT_PLAYED[call]
        trump, cayenne = Trump(raw["trump"]), Trump(raw["cayenne"]) if "cayenne" in raw else None
        multiplier = MULTIPLIER[cayenne, trump]
        values = {"trump": TRUMP_WORDS[trump], "multiplier": multiplier, "ab": raw["tricks"]}
        parts = [_("{trump} × {multiplier}: {ab} – {yz}", yz=ALL_TRICKS - raw["tricks"], **values)]
        if "honours" in raw:
            parts.append(_("honours {ab} – {yz}", ab=raw["honours"], yz=ALL_HONOURS - raw["honours"]))
        if cayenne:
            parts.append(_("cayenne: {suit}", suit=TRUMP_WORDS[cayenne]))
        for revoke in raw.get("revokes", ()):
            side, penalty = SIDE_WORDS[Side(revoke["by"])], PENALTY_WORDS[Penalty(revoke["penalty"])]
            parts.append(_("revoke: {side}, {penalty}", side=side, penalty=penalty))
        return joined(parts)


def _between(ab: int, yz: int) -> Text:
    """A figure for each side, between their names."""
    sides = {"one": SIDE_WORDS[Side.AB], "other": SIDE_WORDS[Side.YZ]}
    return Text("{one} {ab} – {yz} {other}", {"ab": ab, "yz": yz, **sides})
