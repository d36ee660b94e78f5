"""Score sheet of Belote: who dealt, who took at what, the points, and two columns for what the sides score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from games.belote import tariff
from games.belote.hand import COINCHE, LITIGE, Outcome, Variant, result
from games.belote.tariff import Call, Camp
from games.scoring.codec import encode_hand
from games.scoring.hand import MADE, Points
from games.scoring.naming import Naming
from games.scoring.text import SeatName, Text, joined
from games.scoring.text import message as _
from games.ui.page import NOTHING, TariffTable
from games.ui.page import tariff as tariff_table
from games.ui.sheet import DEALER_COLUMN, NUMBER, WHAT, CardPart, ScoreSheet, SheetColumn, SheetHand, Value

TAKER, CONTRACT, POINTS = "taker", "contract", "points"
NOT_COINCHE, NOT_CLASSIC = {"made", "failed", "litige"}, {"contract", "doubles", "marque"}
"""The paragraphs that the other rule set has alone."""

_DEDANS = _("If the attack has less, the defence scores 162, or 252 for a capot. Each side keeps its belote.")
_DEDANS_WITH_ANNOUNCEMENTS = _(
    "If the attack has less, the defence scores 162, or 252 for a capot, and all announcements*. Each side keeps its "
    "belote."
)
_TIE_IS_DEDANS = _("With equal totals, the attack is dedans as well.")
_NEEDED = _("The attack needs what it bid, and more than the defence.")
_CONTRACT_DOUBLED = _("The winner of the hand scores all cards and announcements, and the contract times 2 or 4.")
_WRITTEN: Mapping[str, Text] = {
    "annonces": _(
        "Only the contract is written if it is made. If it fails, the defence writes {points}, or what a capot or "
        "générale is worth."
    ),
    "faits": _(
        "Only the points made are written, for a générale what it is worth. If the contract fails, the defence writes "
        "{points}, or what a capot or générale is worth."
    ),
}
"""What tables write that write less than points made and contract."""


BIDS = range(tariff.LOWEST_BID, 161, 20)
FAILED, ALL_CARDS = 160, 250
"""S and K: what a doubled or failed contract counts for the cards, where scores are rounded."""


def announcements(*, sans_atout: bool = True) -> TariffTable:
    """Return what belote and announcements are worth, with what they are at sans atout, where it is played."""
    worth = [_("a suit, tout atout"), "Sans atout"] if sans_atout else [_("worth")]
    rows: list[tuple[Text, int, int | str]] = [(_("Belote"), tariff.BELOTE, NOTHING)]
    rows += [(one.name, one.worth, one.sans_atout) for one in tariff.ANNOUNCED.values()]
    head = [_("Announcements"), *worth]
    return tariff_table(_("Belote and announcements"), head, [row[: len(head)] for row in rows])


def contracts() -> TariffTable:
    """Return what a failed or doubled contract brings its winner, where scores are rounded."""
    figures = tariff.TARIFFS["coinche"].figures
    rows: list[tuple[Text | str, int]] = [(str(bid), FAILED + bid) for bid in BIDS]
    for call, place in tariff.OF_BID.items():
        name = tariff.CALL_NAMES[call]
        rows += [(joined([name, MADE]), ALL_CARDS + figures[place]), (f"{name}, dedans", FAILED + figures[place])]
    times = (1, *(figures[place] for place in tariff.OF_DOUBLED.values()))
    return tariff_table(
        _("A failed or doubled contract: what its winner scores, without belote and announcements"),
        [_("Contract"), _("single"), *tariff.DOUBLED_NAMES.values()],
        [[name, *(worth * k for k in times)] for name, worth in rows],
    )


class BeloteSheet(ScoreSheet):
    """A sheet with a row for each hand: its dealer, its taker and contract, and what each side scores."""

    @property
    def is_classic(self) -> bool:
        return self.table.rules == "classic"

    # The columns

    def columns(self) -> Sequence[SheetColumn]:
        contract = [] if self.is_classic else [SheetColumn(name=CONTRACT, head=_("Contract"), share=1.7, words=True)]
        return [
            SheetColumn(name=NUMBER, share=0.6),
            DEALER_COLUMN,
            SheetColumn(name=TAKER, head=_("Taker"), share=1.6, words=True),
            *contract,
            SheetColumn(name=POINTS, head=_("Points"), share=0.9),
            SheetColumn(name=WHAT, head=_("Remarks"), share=2.6, words=True),
            *self.side_columns(),
        ]

    def explained(self) -> Sequence[Text]:
        return (_("Points: the card points of the taker’s side."),)

    # The rows

    def cells(self, hand: SheetHand) -> Mapping[str, Value]:
        outcome = hand.scored.hand.outcome
        assert isinstance(outcome, Outcome)
        if outcome.call == Call.PASSED:
            return {WHAT: hand.what}
        raw = encode_hand(self.rules, self.table, hand.scored.hand, Naming(self.table.players, by_seat=True))
        items = self.rules.hand_at(self.table).call_of(raw).items
        beside = [item for item in items if item is not COINCHE and not isinstance(item, Points)]
        remarks = [words for item in beside for words in item.said(raw)]
        if result(outcome, Variant.of(self.table)) is None:
            remarks.append(LITIGE)
        cells: dict[str, Value] = {TAKER: SeatName(outcome.taker), WHAT: joined(remarks)}
        if not outcome.all_tricks and outcome.call not in tariff.CALL_NAMES:
            cells[POINTS] = outcome.cards(Camp.ATTACK)
        if not self.is_classic:
            bid = tariff.CALL_NAMES.get(outcome.call) or str(outcome.contract)
            cells[CONTRACT] = joined([bid, *COINCHE.said(raw)])
        return cells

    # The tariff

    @cached_property
    def printed(self) -> Mapping[str, TariffTable]:
        """The schedules of this rule set, after what announcements are worth where they count."""
        options = self.table.options
        if not options["announcements"]:
            return super().printed
        return {"announcements": announcements(sans_atout=options["sans_tout_atout"] is True), **super().printed}

    def card(self) -> Sequence[CardPart]:
        *parts, last = super().card()
        if not self._is_usual_coinche:
            return [*parts, last]
        return [*parts, replace(last, tariffs=(*last.tariffs, contracts()))]

    @property
    def _is_usual_coinche(self) -> bool:
        """Whether a failed or doubled contract counts as the federation has it, in whole tens."""
        options = self.table.options
        usual = {"marque": "faits_annonces", "doubles": "all", "round_to_ten": True}
        return all(options.get(name) == value for name, value in usual.items())

    def on_card(self, slug: str) -> bool:
        options = self.table.options
        if slug in (NOT_CLASSIC if self.is_classic else NOT_COINCHE):
            return False
        by_option = {
            "announcements": options["announcements"] is True,
            "rounding": options["round_to_ten"] is True,
            "litige": options.get("tie") == "litige",
            "doubles": not self._writes_less,
            "marque": self._writes_less,
        }
        return by_option.get(slug, True)

    @property
    def _writes_less(self) -> bool:
        return self.table.options.get("marque") in _WRITTEN

    def sentence_on_card(self, slug: str) -> Text:
        options = self.table.options
        if slug == "failed":
            dedans = _DEDANS_WITH_ANNOUNCEMENTS if options["announcements"] else _DEDANS
            return joined([dedans, *([_TIE_IS_DEDANS] if options["tie"] == "dedans" else [])], by=" ")
        if slug == "contract" and self._writes_less:
            return _NEEDED
        if slug == "doubles" and options["doubles"] == "contract":
            return _CONTRACT_DOUBLED
        if slug == "marque":
            points = FAILED if options["round_to_ten"] else tariff.CARD_POINTS
            return Text(_WRITTEN[str(options["marque"])].template, {"points": points})
        return super().sentence_on_card(slug)
