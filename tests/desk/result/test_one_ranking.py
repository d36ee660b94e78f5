"""One ranking of a tournament's evening: its pages, its paper and its file say the same, or link to it."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from scorekeeper.desk import lists
from scorekeeper.desk.models import TableList
from scorekeeper.desk.stored_result import result_of
from scorekeeper.files.spreadsheets.export_filter import ExportFilter
from scorekeeper.files.spreadsheets.results import results
from scorekeeper.play import recording
from scorekeeper.play.recording.write import Write
from scorekeeper.printing.evening_paper import evenings_print_order
from scorekeeper.printing.forms import RESULT, PrintChoices
from scorekeeper.printing.typesetting import PageSetup
from scorekeeper.standings.player_stats import career
from scorekeeper.standings.standings import Terms, standings
from tests.desk.lists.list_desk import TAROT, ListDesk
from tests.play.browsers import words_of
from tests.play.tables import GARDE

pytestmark = pytest.mark.django_db

TYPED = [{"points": 30}, {"points": -10}, {"points": -10}, {"points": -10}]
OF_SESSION = {"Anne": 198, "Bruno": -66, "Chloé": -66, "David": -66}
OF_PAPER = {"Emil": 30, "Frida": -10, "Gustav": -10, "Heidi": -10}


class Evening(ListDesk):
    """Two tables: one with a session, one on paper, both confirmed."""

    def __init__(self) -> None:
        super().__init__(tables=2, **TAROT)
        self.at_table = self.played()
        self.confirm(1)
        self.type(2)

    def confirm(self, table: int) -> TableList:
        seen = lists.proposed(self.round, table)
        return lists.confirm(self.tournament, self.round, table, seen=seen, by="Rosa")

    def type(self, table: int, results: Any = TYPED) -> None:
        lists.type_list(self.tournament, self.round, table, results, by="Rosa")
        self.confirm(table)

    @property
    def totals(self) -> list[dict[str, Any]]:
        """The totals by name in the ranking, the standings, on the members' pages and in the file of results."""
        terms = Terms(club=self.club.club)
        season = standings(terms).ranked
        rows: list[Any] = list(results(ExportFilter(club=self.club.club)).rows)
        return [
            {line.tally.name: line.tally.total for line in result_of(self.tournament).day.lines},
            {standing.name: standing.total for standing in season},
            {standing.name: career(terms, standing.player).games[0].all.amount for standing in season},
            {row[9]: row[11] for row in rows},
        ]


def test_ranking_standings_members_pages_and_the_file_of_results_have_the_same_totals() -> None:
    evening = Evening()
    assert evening.totals == [OF_SESSION | OF_PAPER] * 4


def test_the_page_of_the_evening_links_to_the_ranking_and_shows_no_other() -> None:
    evening = Evening()
    page = evening.club.phone.get(reverse("evening", args=[evening.club.evening.public_id]))
    assert reverse("tournament_result", args=[evening.club.evening.public_id]) in page.content.decode()
    assert "Current standing" not in words_of(page)
    assert "Ranking The ranking of the tournament" in words_of(page)


def test_the_result_for_the_notice_board_is_the_ranking() -> None:
    evening = Evening()
    choices = PrintChoices(what=RESULT, language="en", page_setup=PageSetup())
    (sheet,) = evenings_print_order([evening.club.evening], choices, "").sheets
    assert all(name in str(sheet) for name in OF_SESSION | OF_PAPER)


def test_what_is_typed_over_a_session_counts_everywhere_until_the_desk_takes_the_session() -> None:
    evening = Evening()
    lists.open_again(evening.round, 1, reason="Disputed", by="Rosa")
    evening.type(1)
    typed = dict(zip(OF_SESSION, (30, -10, -10, -10), strict=True))
    assert evening.totals == [typed | OF_PAPER] * 4

    lists.open_again(evening.round, 1, reason="Hand 1 was lost", by="Rosa")
    evening.at_table.reopen()
    recording.amend(Write(evening.at_table.session, **evening.at_table.now({})), number=1, raw={**GARDE, "taker": 1})
    evening.at_table.close()
    page = evening.club.phone.get(evening.url())
    state = page.context["state"]
    assert [sheet.rows[0].points for sheet in (state.sheet, state.session_sheet)] == [30, -66]
    assert "The session of this table has a different result." in words_of(page)
    assert evening.post("use", {}).status_code == 302
    evening.confirm(1)
    amended = {**OF_SESSION, "Anne": -66, "Bruno": 198}
    assert evening.totals == [amended | OF_PAPER] * 4


def test_without_a_result_of_the_session_what_was_typed_stays() -> None:
    desk = ListDesk(tables=1, **TAROT)
    lists.type_list(desk.tournament, desk.round, 1, TYPED)
    answer = desk.post("use", {})
    assert (answer.status_code, "This table has no result yet." in words_of(answer)) == (422, True)
    assert desk.stored().typed


def test_corrections_of_a_seeger_fabian_list_count_everywhere() -> None:
    """Anne wins clubs with one, 24 + 50, and is given 24 by hand; Bruno has a penalty of 50."""
    desk = ListDesk(tables=1)
    scorer = desk.scorer()
    clubs = {"call": "suit", "declarer": 0, "suit": "clubs", "bid": 18, "matadors": 1, "card_points": 70}
    scorer.record(clubs)
    scorer.record({"call": "correction", "amounts": {"0": 24, "1": -50}, "note": "Carried over"})
    scorer.close()
    lists.confirm(desk.tournament, desk.round, 1, seen=lists.proposed(desk.round, 1), by="Rosa")
    totals = {"Anne": 98, "Bruno": -50, "Chloé": 0, "David": 0}
    assert dict(zip(totals, scorer.totals, strict=True)) == totals
    day = result_of(desk.tournament).day
    assert {line.tally.name: line.tally.total for line in day.lines} == totals
    for points in (False, True):
        ranked = standings(Terms(club=desk.club.club, game="skat", points=points)).ranked
        assert {standing.name: standing.total for standing in ranked} == totals
    rows: list[Any] = list(results(ExportFilter(club=desk.club.club)).rows)
    assert {row[9]: (row[11], row[12]) for row in rows} == {name: (total, total) for name, total in totals.items()}
    page = desk.club.phone.get(desk.url())
    assert [row.round_points for row in page.context["state"].sheet.rows] == list(totals.values())
    assert "don’t fit" not in words_of(page)
