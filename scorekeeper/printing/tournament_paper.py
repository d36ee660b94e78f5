"""What a tournament prints: its entries, cards, the plan of the seats, lists for the tables, and the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import registry
from games.scoring.errors import RuleError
from scorekeeper.desk import rounds
from scorekeeper.desk.models import Tournament, TournamentEntry
from scorekeeper.desk.pages.desk_request import find_tournament, tournament_context
from scorekeeper.desk.result.day_list import DayList
from scorekeeper.desk.round_seats import SeatedPlayer, SeatedRound, SeatedTable, seat_in_words, seated_round
from scorekeeper.desk.stored_result import result_of
from scorekeeper.desk.table_start import Playable
from scorekeeper.evenings.models import RoundSeat
from scorekeeper.play.formatting import in_words
from scorekeeper.play.session_draft import NO, YES
from scorekeeper.printing import tournament_result
from scorekeeper.printing.forms import (
    LISTS,
    PLACE_CARDS,
    PRIZES,
    RESULT,
    SEATING,
    START_CARDS,
    START_LIST,
    LookForm,
    PrintChoices,
    camera_choices,
    choice_field,
)
from scorekeeper.printing.notices import notice, section
from scorekeeper.printing.responses import PAGE, PrintRequest, print_response
from scorekeeper.printing.session_sheets import list_of_round, qr_base, typst_sheet, without_boxes
from scorekeeper.printing.typesetting import CannotPrintError, Order, PageSetup, Sheet, names_on_paper, on_paper
from scorekeeper.web.downloads import file_name

OF_A_ROUND = (LISTS, SEATING, PLACE_CARDS)


class TournamentPaperForm(LookForm):
    """A form with what only some papers ask for.

    For one round, these are the published rounds, the last one first; for the result, if the form `asks_for_money`,
    whether loss money and prizes are on it.
    """

    def __init__(self, query: QueryDict, what: Sequence[str], rounds: Sequence[int], *, asks_for_money: bool) -> None:
        self.rounds = [str(number) for number in rounds]
        latest = self.rounds[-1] if rounds else ""
        camera = camera_choices(registry.all_games())
        more = {"round": query.get("round") or latest, "money": query.get("money") or YES}
        super().__init__(query, what, more=more, camera=camera)
        if self.data["what"] in OF_A_ROUND and len(rounds) > 1:
            self.fields["round"] = choice_field(_("Round"), [(number, number) for number in self.rounds])
        if self.data["what"] == RESULT and asks_for_money:
            self.fields["money"] = choice_field(_("With loss money and prizes"), [(YES, _("Yes")), (NO, _("No"))])

    @property
    def round(self) -> int:
        """The number of the round, 0 if none is published; the form must be valid."""
        return int(self.cleaned_data.get("round") or (self.rounds[-1] if self.rounds else 0))


Seats = Mapping[tuple[int, int], RoundSeat]
"""Published seats by round number and the player's key."""


def start_cards(
    entries: Sequence[TournamentEntry], seats: Seats, rounds: int, title: str, page_setup: PageSetup
) -> Sheet:
    """Return a card for each entry, with table and seat of published rounds, and room to write those to come."""
    people = names_on_paper(entry.name for entry in entries)
    sizes = Counter((seat.round_id, seat.table) for seat in seats.values())
    return {
        "kind": "start-cards",
        "page": page_setup.page(landscape=page_setup.paper == "a5"),
        "subtitle": title,
        "head": [gettext("Round"), gettext("Table"), gettext("Seat"), gettext("Points")],
        "cards": [
            {
                "number": str(entry.number),
                "name": people[entry.name],
                "team": on_paper(entry.team or entry.tandem),
                "rounds": [
                    [str(number), *_where(seats.get((number, entry.player_id)), sizes)]
                    for number in range(1, rounds + 1)
                ],
            }
            for entry in entries
        ],
    }


def _where(seat: RoundSeat | None, sizes: Mapping[tuple[int, int | None], int]) -> list[str]:
    """Return table and seat, empty if they are not known yet, and dashes for one who sits out.

    `sizes` are those of the tables, by round and number.
    """
    if seat is None:
        return ["", ""]
    if seat.table is None or seat.place is None:
        return ["–", "–"]
    return [str(seat.table), seat_in_words(seat.round, seat.table, sizes[seat.round_id, seat.table], seat.place)]


def place_cards(seated: SeatedRound, numbers: Mapping[int, int], page_setup: PageSetup) -> Sheet:
    """Return a card for each seat of a round, table by table; `numbers` are the start numbers by the player's key."""
    people = names_on_paper(player.name for player in seated.by_name)
    where = gettext("Round %(number)s") % {"number": seated.round.number}
    cards = []
    for table in seated.tables:
        at_table = gettext("Table %(number)s") % {"number": table.number}
        for player in table.players:
            words = [where, at_table, gettext("Seat %(number)s") % {"number": player.seat}]
            if player.key in numbers:
                words.append(gettext("No. %(number)s") % {"number": numbers[player.key]})
            cards.append({"name": people[player.name], "place": " · ".join(words)})
    return {"kind": "place-cards", "page": page_setup.page(landscape=False), "cards": cards}


def seating_plan(seated: SeatedRound, numbers: Mapping[int, int], title: str, page_setup: PageSetup) -> Sheet:
    """Return the plan; `numbers` are the start numbers by the player's key, `title` is the name of the tournament."""
    people = names_on_paper(player.name for player in seated.by_name)
    no = gettext("No.")
    where = gettext("Round %(number)s") % {"number": seated.round.number}
    return {
        "kind": "seating-plan",
        "page": page_setup.page(landscape=False),
        "subtitle": title,
        "parts": [
            {
                "title": gettext("%(round)s: by name") % {"round": where},
                "head": [gettext("Name"), no, gettext("Table"), gettext("Seat")],
                "groups": [{"title": "", "rows": [_row(player, numbers, people)]} for player in seated.by_name],
            },
            {
                "title": gettext("%(round)s: by table") % {"round": where},
                "head": [gettext("Name"), no],
                "groups": _tables(seated, numbers, people),
            },
        ],
    }


def _row(player: SeatedPlayer, numbers: Mapping[int, int], people: Mapping[str, str]) -> list[str]:
    """Return a name with its number, table and seat; dashes for one who sits out."""
    where = ("–" if number is None else str(number) for number in (player.table, player.seat))
    return [people[player.name], str(numbers[player.key]), *where]


def _tables(seated: SeatedRound, numbers: Mapping[int, int], people: Mapping[str, str]) -> list[dict[str, Any]]:
    tables = [
        {
            "title": gettext("Table %(number)s") % {"number": table.number},
            "rows": [
                [f"{player.seat}\N{EN SPACE}{people[player.name]}", str(numbers[player.key])]
                for player in table.players
            ],
        }
        for table in seated.tables
    ]
    out = [[people[player.name], str(numbers[player.key])] for player in seated.out]
    return [*tables, *([{"title": gettext("Sitting out"), "rows": out}] if out else [])]


def table_lists(
    seated: SeatedRound, numbers: Mapping[int, int], page_setup: PageSetup, base: str
) -> tuple[list[Sheet], list[str]]:
    """Return the lists of all tables, and sentences on tables that the rules don't allow.

    `numbers` are the start numbers by the player's key; the QR code leads to the page of the round.
    """
    game = rounds.game_of(seated.round)
    sheets, missing = [], []
    for table in seated.tables:
        try:
            sheets.append(_list(seated, table, game, numbers, page_setup, base))
        except RuleError as error:
            missing.append(
                gettext("Table %(number)s: %(why)s") % {"number": table.number, "why": in_words(error.message)}
            )
    return sheets, missing


def _list(
    seated: SeatedRound,
    table: SeatedTable,
    played: Playable,
    numbers: Mapping[int, int],
    page_setup: PageSetup,
    base: str,
) -> Sheet:
    made = played.table([player.name for player in table.players])
    game = registry.get(played.rules.slug)
    marks = [_mark(player, numbers.get(player.key), has_name=made.size in game.seat_names) for player in table.players]
    return typst_sheet(list_of_round(game, made, seated.round, table.number, marks, base), page_setup)


def _mark(player: SeatedPlayer, number: int | None, *, has_name: bool) -> str:
    """Return what precedes a name where the player signs: the name of the seat, if it has one, and the number."""
    parts = [player.seat if has_name else None, None if number is None else str(number)]
    return " · ".join(part for part in parts if part)


@dataclass(frozen=True, kw_only=True)
class TournamentPaper:
    """What somebody wants printed of a tournament; `round` is the number of a published round, 0 for none."""

    tournament: Tournament
    choices: PrintChoices
    round: int
    with_money: bool
    base: str

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
        except RuleError as error:
            raise CannotPrintError(in_words(error.message)) from None

    @cached_property
    def numbers(self) -> dict[int, int]:
        """The start numbers by the player's key."""
        return {entry.player_id: entry.number for entry in self.entries}


Made = tuple[Sequence[Sheet], Sequence[str]]
"""Sheets, and sentences on what is missing there."""


def _lists(paper: TournamentPaper) -> Made:
    return table_lists(paper.seated, paper.numbers, paper.choices.page_setup, paper.base)


def _seating_plan(paper: TournamentPaper) -> Made:
    return [seating_plan(paper.seated, paper.numbers, paper.title, paper.choices.page_setup)], []


def _place_cards(paper: TournamentPaper) -> Made:
    return [place_cards(paper.seated, paper.numbers, paper.choices.page_setup)], []


def _start_list(paper: TournamentPaper) -> Made:
    if not paper.entries:
        return [], [gettext("Nobody has entered yet.")]
    people = names_on_paper(entry.name for entry in paper.entries)
    columns = [
        (heading, column)
        for heading, column in ((_("Team"), "team"), (_("Tandem"), "tandem"), (_("Category"), "category"))
        if any(getattr(entry, column) for entry in paper.entries)
    ]
    rows = [
        [str(entry.number), people[entry.name], *(on_paper(getattr(entry, column)) for _heading, column in columns)]
        for entry in paper.entries
    ]
    head = [gettext("No."), gettext("Name"), *(str(heading) for heading, _column in columns)]
    table = section("", head, rows, words=len(head), wide=[1])
    setup = paper.choices.page_setup
    return [notice(setup, title=gettext("Start list"), subtitle=paper.title, sections=[table])], []


def _start_cards(paper: TournamentPaper) -> Made:
    tournament = paper.tournament
    if not paper.entries:
        return [], [gettext("Nobody has entered yet.")]
    published = RoundSeat.objects.filter(round__evening=tournament.evening).exclude(round__published_at=None)
    seats = {(seat.round.number, seat.player_id): seat for seat in published.select_related("round")}
    rounds = max(tournament.terms["rounds"], *(number for number, _player in seats), 1)
    return [start_cards(paper.entries, seats, rounds, paper.title, paper.choices.page_setup)], []


def _result(paper: TournamentPaper) -> Made:
    if not paper.entries:
        return [], [gettext("Nobody has entered yet.")]
    currency, page_setup = paper.tournament.evening.currency, paper.choices.page_setup
    sheet = tournament_result.result(paper.day, currency, paper.title, page_setup, with_money=paper.with_money)
    return [sheet], []


def _prizes(paper: TournamentPaper) -> Made:
    currency = paper.tournament.evening.currency
    sheet = tournament_result.prizes(paper.day, currency, paper.title, paper.choices.page_setup)
    return ([sheet], []) if sheet else ([], [gettext("Nobody has won a prize yet.")])


MAKE: Mapping[str, Callable[[TournamentPaper], Made]] = {
    START_LIST: _start_list,
    LISTS: _lists,
    SEATING: _seating_plan,
    START_CARDS: _start_cards,
    PLACE_CARDS: _place_cards,
    RESULT: _result,
    PRIZES: _prizes,
}
"""How each paper is made."""


def paper_of_tournament(paper: TournamentPaper) -> Order:
    """Return what is wanted; raise `CannotPrintError` if there is nothing to print."""
    choices, of_a_round = paper.choices, paper.choices.what in OF_A_ROUND
    if of_a_round and not paper.round:
        raise CannotPrintError(gettext("No round has been published yet."))
    with translation.override(choices.language):
        sheets, missing = MAKE[choices.what](paper)
        title, part = paper.title, gettext("Round") + f" {paper.round}" if of_a_round else ""
    if not sheets:
        raise CannotPrintError(" ".join(missing) or gettext("There are no tables yet."))
    if choices.what == LISTS:
        missing = [*missing, *without_boxes(sheets, choices.page_setup)]
    return Order(
        title=title,
        language=choices.language,
        sheets=sheets,
        name=file_name(title, choices.what, part),
        missing=missing,
    )


@never_cache
@require_safe
def paper(request: HttpRequest, evening: str, output: str = PAGE, number: int = 1) -> HttpResponse:
    """Print something of a tournament; what, and of which round, is chosen on the page.

    While the result is sealed, only phones that run the evenings can print it.
    """
    desk_request = find_tournament(request, evening)
    published = list(desk_request.evening.rounds.exclude(published_at=None).values_list("number", flat=True))
    offered = [LISTS, SEATING, START_CARDS, PLACE_CARDS] if published else [START_CARDS, LISTS, SEATING, PLACE_CARDS]
    offered.append(START_LIST)
    if desk_request.phone.runs or not desk_request.evening.is_sealed:
        offered += [RESULT, PRIZES]
    asks_for_money = bool(desk_request.tournament.terms.keys() & {"loss_money", "prizes"})
    form = TournamentPaperForm(request.GET, offered, published, asks_for_money=asks_for_money)
    print_request = PrintRequest(
        request=request,
        output=output,
        number=number,
        url=reverse("tournament_paper", args=[evening]),
        base="desk/tournament_base.html",
        context={**tournament_context(desk_request), "title": gettext("Print"), "about": desk_request.evening.title()},
    )

    def make() -> Order:
        return paper_of_tournament(
            TournamentPaper(
                tournament=desk_request.tournament,
                choices=form.choices(),
                round=form.round,
                with_money=form.data["money"] == YES,
                base=qr_base(request),
            )
        )

    return print_response(print_request, form, make)
