"""The form of a hand of Cayenne. An ordinary hand takes six taps: cayenne, trump, odd trick, tricks, honours, save."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from games.cayenne.after_hand import games_won
from games.cayenne.club_tariff import multiplier_of
from games.cayenne.lines import SIDE_WORDS
from games.cayenne.outcome import MISDEAL, Outcome, Position, partners
from games.cayenne.tariff import ALL_HONOURS, ALL_TRICKS, BOOK, NO_TRUMP, SUITS, Penalty, Side, Trump
from games.families.whist.forms import WhistForm
from games.scoring.rules import AnyRules
from games.scoring.text import Amount, SeatName, Text, joined
from games.scoring.text import gettext_lazy as _
from games.scoring.types import ScoredHand, SeatNumber, Table
from games.ui.forms import Choice, Choices, whole_number

NOT_PLAYED = {MISDEAL: _("Misdeal")}
TRUMP_WORDS = {
    Trump.HEARTS: _("Hearts"),
    Trump.DIAMONDS: _("Diamonds"),
    Trump.CLUBS: _("Clubs"),
    Trump.SPADES: _("Spades"),
    Trump.GRAND: _("Grand"),
    Trump.NULLO: _("Nullo"),
}
MEANINGS: Mapping[Trump, Text] = {Trump.GRAND: _("no trumps"), Trump.NULLO: _("no trumps, few tricks")}
PENALTY_WORDS: Mapping[str, Text] = {
    Penalty.DEDUCT: _("Value of 3 off"),
    Penalty.ADD: _("Value of 3 to the others"),
    Penalty.TRICKS: _("3 tricks taken"),
}


class CayenneForm(WhistForm):
    """The form of Cayenne. Trumps show their multiplier with the chosen cayenne; grand and nullo have no honours."""

    template = "cayenne/_form.html"
    side_names = SIDE_WORDS
    penalties = PENALTY_WORDS
    tricks_penalty = Penalty.TRICKS
    kept_tricks = 0
    not_played = NOT_PLAYED

    # Groups of chips

    @property
    def no_trump(self) -> bool:
        return self.data.get("trump") in NO_TRUMP

    @cached_property
    def cayenne(self) -> Choices:
        return self.chips("cayenne", _("Cayenne, the card turned"), [(suit.value, TRUMP_WORDS[suit]) for suit in SUITS])

    @cached_property
    def trump(self) -> Choices:
        offered = [(trump.value, words, MEANINGS.get(trump, "")) for trump, words in TRUMP_WORDS.items()]
        return self.chips("trump", _("Trump"), offered)

    @property
    def suits(self) -> list[tuple[Choice, list[tuple[str, int]]]]:
        """The suits as trumps, each with its multiplier for every cayenne."""
        figures = self.table.figures
        return [
            (chip, [(cayenne.value, multiplier_of(figures, cayenne, Trump(chip.value))) for cayenne in SUITS])
            for chip in self.trump
            if chip.value in SUITS
        ]

    @property
    def no_trumps(self) -> list[tuple[Choice, int]]:
        """Grand and nullo, each with its multiplier, which doesn't depend on the cayenne."""
        figures = self.table.figures
        return [
            (chip, multiplier_of(figures, None, Trump(chip.value))) for chip in self.trump if chip.value in NO_TRUMP
        ]

    @property
    def called(self) -> tuple[str, ...]:
        return ("cayenne", "trump")

    def called_in_words(self) -> Text:
        call = self.call_so_far
        trump = [TRUMP_WORDS[Trump(call["trump"])]] if "trump" in call else []
        cayenne = [_("cayenne: {suit}", suit=TRUMP_WORDS[Trump(call["cayenne"])])] if "cayenne" in call else []
        return joined([*trump, *cayenne])

    @property
    def seats_of_sides(self) -> Mapping[str, tuple[SeatNumber, ...]]:
        return {side: partners(side) for side in Side}

    def gain(self, won: int) -> int:
        return won - BOOK

    def without_tricks(self, by: str) -> Iterator[str]:
        yield f"trump={Trump.NULLO}"
        yield from super().without_tricks(by)

    @cached_property
    def honours(self) -> Choices:
        """The ways to divide the five honours between the sides."""
        offered = [(str(held), f"{held} – {ALL_HONOURS - held}") for held in range(ALL_HONOURS, -1, -1)]
        a, b, y, z = (SeatName(seat) for side in (Side.AB, Side.YZ) for seat in partners(side))
        legend = _("Honours, {a}/{b} – {y}/{z}", a=a, b=b, y=y, z=z)  # on a phone, one line
        return self.chips("honours", legend, offered, needed=True, look="six")

    # Conversion between posted data and outcomes

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
        yield from self.needed_of_revokes()

    def raw_of_call(self, call: str) -> dict[str, Any]:
        if not self.played:
            return {}
        data = self.data
        raw: dict[str, Any] = {name: data[name] for name in ("cayenne", "trump") if data.get(name)}
        if data.get("honours") and not self.no_trump:
            raw["honours"] = whole_number(data["honours"])
        return raw | self.raw_of_tricks()

    def values_of_call(self, raw: Mapping[str, Any]) -> dict[str, str]:
        if "tricks" not in raw:
            return {}
        values = self.values_of_tricks(raw)
        values |= {name: raw[name] for name in ("cayenne", "trump") if name in raw}
        if "honours" in raw:
            values["honours"] = str(int(raw["honours"]))
        return values

    # In words

    def result(self, scored: ScoredHand) -> Text:
        """Return which side gains what when a rubber ends; otherwise the markers, and the games if one was won."""
        after, before, outcome = scored.state, self.expected.state, scored.hand.outcome
        assert isinstance(after, Position)
        assert isinstance(before, Position)
        if not isinstance(outcome, Outcome) or outcome.call == MISDEAL:
            return super().result(scored)
        if last := after.last_rubber:
            side = last.winner if last.value >= 0 else last.winner.other
            amount = Amount(abs(last.value), signed=True)
            return Text("{side} {amount}", {"side": SIDE_WORDS[side], "amount": amount})
        parts = [_between(after.marker.ab, after.marker.yz)]
        if after.games != before.games:
            parts.append(games_won(after))
        return joined(parts)

    @classmethod
    def describe_call(cls, rules: AnyRules, table: Table, raw: Mapping[str, Any]) -> Text:
        call = raw.get("call")
        if call in NOT_PLAYED:
            return NOT_PLAYED[call]
        trump, cayenne = Trump(raw["trump"]), Trump(raw["cayenne"]) if "cayenne" in raw else None
        multiplier = multiplier_of(table.figures, cayenne, trump)
        values = {"trump": TRUMP_WORDS[trump], "multiplier": multiplier, "ab": raw["tricks"]}
        parts = [_("{trump} × {multiplier}, tricks {ab} – {yz}", yz=ALL_TRICKS - raw["tricks"], **values)]
        if "honours" in raw:
            parts.append(_("honours {ab} – {yz}", ab=raw["honours"], yz=ALL_HONOURS - raw["honours"]))
        if cayenne:
            parts.append(_("cayenne: {suit}", suit=TRUMP_WORDS[cayenne]))
        return joined([*parts, *cls.describe_revokes(raw)])


def _between(ab: int, yz: int) -> Text:
    """Return a figure for each side, between the names of the sides."""
    sides = {"one": SIDE_WORDS[Side.AB], "other": SIDE_WORDS[Side.YZ]}
    return Text("{one} {ab} – {yz} {other}", {"ab": ab, "yz": yz, **sides})
