"""Orders of a tournament's paper: what is chosen on the page, read from the database and made ready for printing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils import translation
from django.utils.translation import gettext as _

from scorekeeper.desk.document import TournamentError
from scorekeeper.desk.models import Tournament, TournamentEntry
from scorekeeper.desk.result.day_list import DayList
from scorekeeper.desk.round_seats import SeatedRound, seated_round
from scorekeeper.desk.stored_result import result_of
from scorekeeper.evenings.models import RoundSeat
from scorekeeper.play.formatting import in_words
from scorekeeper.printing.forms import LISTS, PLACE_CARDS, PRIZES, RESULT, SEATING, START_CARDS, PrintChoices
from scorekeeper.printing.jobs import blank_sheets
from scorekeeper.printing.jobs.printable import CannotPrintError, Printable, named
from scorekeeper.printing.notices import tournament_result
from scorekeeper.printing.sheets.headings import Back
from scorekeeper.printing.tournament_paper import lists, player_cards, seating_plan
from scorekeeper.printing.tournament_paper.forms import OF_A_ROUND
from scorekeeper.printing.typesetting.names import on_paper
from scorekeeper.printing.typesetting.typesetter import Order, Sheet


@dataclass(frozen=True, kw_only=True)
class TournamentOrder:
    """What somebody wants printed of a tournament; `round` is the number of a published round, 0 for none."""

    tournament: Tournament
    choices: PrintChoices
    round: int
    back: Back

    @cached_property
    def entries(self) -> list[TournamentEntry]:
        return list(self.tournament.entries.all())

    @cached_property
    def seated(self) -> SeatedRound:
        """The round with its seats, by the names of the entries."""
        evening = self.tournament.evening
        round_ = evening.rounds.get(number=self.round)
        round_.evening = evening
        return seated_round(round_, {entry.player_id: entry.name for entry in self.entries})

    @property
    def title(self) -> str:
        """The name of the tournament, in the language of the paper."""
        evening = self.tournament.evening
        return f"{on_paper(evening.club.name)} · {evening.title(name_format=on_paper)}"

    @cached_property
    def day(self) -> DayList:
        """What the tournament has come to; raise `CannotPrintError` if its rows don't fit together."""
        try:
            return result_of(self.tournament).day
        except TournamentError as error:
            raise CannotPrintError(in_words(error.error.message)) from None

    @cached_property
    def numbers(self) -> dict[int, int]:
        """The start numbers by the player's key."""
        return {entry.player_id: entry.number for entry in self.entries}


Made = tuple[Sequence[Sheet], Sequence[str]]
"""Sheets, and sentences on what is missing there."""


def _lists(order: TournamentOrder) -> Made:
    return lists.of_round(order.seated, order.numbers, order.choices.page_setup, order.back)


def _seating_plan(order: TournamentOrder) -> Made:
    return [seating_plan.of_round(order.seated, order.title, order.choices.page_setup)], []


def _place_cards(order: TournamentOrder) -> Made:
    return [player_cards.place_cards(order.seated, order.numbers, order.choices.page_setup)], []


def _start_cards(order: TournamentOrder) -> Made:
    tournament = order.tournament
    if not order.entries:
        return [], [_("Nobody has entered yet.")]
    published = RoundSeat.objects.filter(round__evening=tournament.evening).exclude(round__published_at=None)
    seats = {(seat.round.number, seat.player_id): seat for seat in published.select_related("round")}
    rounds = max(tournament.terms["rounds"], *(number for number, _player in seats), 1)
    return [player_cards.start_cards(order.entries, seats, rounds, order.title, order.choices.page_setup)], []


def _result(order: TournamentOrder) -> Made:
    if not order.entries:
        return [], [_("Nobody has entered yet.")]
    currency = order.tournament.evening.currency
    return [tournament_result.result(order.day, currency, order.title, order.choices.page_setup)], []


def _prizes(order: TournamentOrder) -> Made:
    currency = order.tournament.evening.currency
    sheet = tournament_result.prizes(order.day, currency, order.title, order.choices.page_setup)
    return ([sheet], []) if sheet else ([], [_("Nobody has won a prize yet.")])


MAKE: Mapping[str, Callable[[TournamentOrder], Made]] = {
    LISTS: _lists,
    SEATING: _seating_plan,
    START_CARDS: _start_cards,
    PLACE_CARDS: _place_cards,
    RESULT: _result,
    PRIZES: _prizes,
}
"""How each paper is made."""


def of_tournament(order: TournamentOrder) -> Printable:
    """Return what is ordered; raise `CannotPrintError` if there is nothing to print."""
    choices, of_a_round = order.choices, order.choices.what in OF_A_ROUND
    if of_a_round and not order.round:
        raise CannotPrintError(_("No round has been published yet."))
    with translation.override(choices.language):
        sheets, missing = MAKE[choices.what](order)
        title, part = order.title, _("Round") + f" {order.round}" if of_a_round else ""
    if not sheets:
        raise CannotPrintError(" ".join(missing) or _("There are no tables yet."))
    if choices.what == LISTS:
        missing = [*missing, *blank_sheets.without_boxes(sheets, choices.page_setup)]
    return Printable(
        order=Order(title=title, language=choices.language, sheets=sheets),
        name=named(title, choices.what, part),
        missing=missing,
        previewed=2,
    )
