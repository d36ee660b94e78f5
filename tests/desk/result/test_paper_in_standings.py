"""Tables that a tournament played on paper count in the standings of their club like those on a phone."""

from __future__ import annotations

import csv
import io
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.registry import find_rules
from games.scoring.documents import read
from scorekeeper.desk import lists, rounds
from scorekeeper.desk.models import TableList, Tournament
from scorekeeper.evenings.models import Evening, Round
from scorekeeper.organisers.club_overview import season_overview
from scorekeeper.play.models import Session
from scorekeeper.standings.models import CountedBy, Season
from scorekeeper.standings.pages.club import member_lists
from scorekeeper.standings.player_stats import career
from scorekeeper.standings.standings import Standing, Terms, championship, games_played, standings
from tests.api.api_client import Program
from tests.clubs.clubs import SampleClub, signed_in
from tests.desk.lists.list_desk import NAMES, TAROT, WON, ListDesk
from tests.games import worked_examples
from tests.play.browsers import words_of
from tests.play.tables import Scorer
from tests.printing.print_pages import printed

pytestmark = pytest.mark.django_db

PHONE, PAPER = NAMES[:4], NAMES[4:8]
CLUBS = {"call": "suit", "declarer": 0, "suit": "clubs", "bid": 18, "matadors": 1, "card_points": 70}
"""Clubs with one: 12 × 2 = 24; lost with 50 card points, −48."""
ALL = {"Anne": 104, "Bruno": -98, "Chloé": 30, "David": 30, "Emil": 1522, "Frida": 331, "Gustav": 1020, "Heidi": 185}
"""Anne wins 24 + 50 and has 30 for the game that Bruno loses: −48 − 50. The others are the federation's example."""
ZERO = [{"points": points} for points in (30, -10, -10, -10)]


def type_list(desk: ListDesk, results: Any = WON, *, table: int, of_round: Round | None = None) -> None:
    where = (desk.tournament, of_round or desk.round, table)
    lists.type_list(*where, results, by="Rosa")
    lists.confirm(*where, seen=results, by="Bruno")


class Preisskat(ListDesk):
    """A Preisskat whose first table was played on a phone, and the second on paper."""

    def __init__(self, **changes: Any) -> None:
        super().__init__(tables=2, **changes)
        self.scorer_of_first = self.scorer(1)
        self.scorer_of_first.record(CLUBS)
        self.scorer_of_first.record({**CLUBS, "declarer": 1, "card_points": 50})
        self.scorer_of_first.close()
        type_list(self, table=2)

    def second_round(self) -> Round:
        """The same tables once more, both on paper and without planned hands."""
        keys = [self.club.player(name).pk for name in NAMES[:8]]
        plan_ = Round(game="skat", rules="isko", seating="draw")
        further = rounds.publish(rounds.draft(self.club.evening, plan_, [keys[:4], keys[4:]]))
        for table in (1, 2):
            type_list(self, table=table, of_round=further)
        return further

    def terms(self, **changes: Any) -> Terms:
        return Terms(club=self.club.club, **changes)

    def season(self, **changes: Any) -> Season:
        starts = self.club.evening.date
        return Season.objects.create(club=self.club.club, name="Season", **{"starts": starts, **changes})

    def standings(self, **changes: Any) -> dict[str, Standing]:
        return {standing.name: standing for standing in standings(self.terms(**changes)).ranked}

    def totals(self, **changes: Any) -> dict[str, int]:
        return {name: standing.total for name, standing in self.standings(**changes).items()}


# What they count


@pytest.mark.parametrize("terms", [{}, {"game": "skat", "points": True}, {"game": "skat", "rules": "isko"}])
def test_both_tables_count_by_points_and_by_total(terms: dict[str, Any]) -> None:
    assert Preisskat().totals(**terms) == ALL


def test_hands_are_the_planned_ones_without_those_that_the_dealer_sat_out() -> None:
    """At a table of four everybody plays 36 of 48 hands; on the phone Anne and David sat out one of two."""
    found = Preisskat().standings()
    hands = {name: standing.hands for name, standing in found.items()}
    assert hands == {"Anne": 1, "Bruno": 2, "Chloé": 2, "David": 1, **dict.fromkeys(PAPER, 36)}
    assert found["Emil"].average * 36 == 1522
    assert {(standing.sessions, standing.units) for standing in found.values()} == {(1, 1)}


def test_hands_that_nobody_has_planned_are_in_no_average() -> None:
    desk = Preisskat()
    desk.second_round()
    emil, anne = desk.standings()["Emil"], desk.standings()["Anne"]
    assert (emil.total, emil.hands, emil.sessions, emil.units) == (2 * 1522, 36, 2, 1)
    assert emil.average * 36 == 1522
    assert anne.total == 104 + 1522
    assert anne.average == 104
    (skat,) = career(desk.terms(), desk.club.player("Emil")).games
    assert (skat.all.amount, skat.all.hands, skat.all.average) == (2 * 1522, 36, emil.average)


def test_the_matrix_has_them_by_evenings_and_by_rounds() -> None:
    desk = Preisskat()
    second = desk.second_round()
    emil, anne = desk.club.player("Emil"), desk.club.player("Anne")
    evenings = championship(desk.terms())
    assert [unit.unit for unit in evenings.units] == [("evening", desk.club.evening.pk)]
    by_rounds = championship(desk.terms(counted_by=CountedBy.ROUNDS, best=1))
    units = [("round", desk.round.pk), ("round", second.pk)]
    assert [unit.unit for unit in by_rounds.units] == units
    scores = {row.player: [row.scores[unit].amount for unit in units] for row in by_rounds.ranked}
    struck = {row.player: [row.scores[unit].struck for unit in units] for row in by_rounds.ranked}
    assert (scores[emil], scores[anne]) == ([1522, 1522], [104, 1522])
    assert (struck[emil], struck[anne]) == ([False, True], [True, False])  # of equal results the earlier counts


def test_a_season_of_tournaments_leaves_everything_else_out() -> None:
    """Neither a table beside the Preisskat's rounds nor another evening, at both of which David has won most."""
    desk = Preisskat()
    for evening in (desk.club.evening, desk.club.begin(day=date(2026, 1, 8))):
        session = desk.club.played("David", "Anne", "Bruno", "Chloé", hands=20)
        Session.objects.filter(pk=session.pk).update(evening=evening)
    of_all = Season.objects.create(club=desk.club.club, name="All", starts=date(2020, 1, 1), scoring="players_behind")
    of_tournaments = Season.objects.create(
        club=desk.club.club, name="Cup", starts=date(2020, 1, 1), scoring="players_behind", only_tournaments=True
    )
    terms = Terms(club=desk.club.club)
    found = championship(terms.in_season(of_tournaments))
    places = [(row.place, row.name, row.score) for row in found.ranked]
    assert places[:4] == [(1, "Emil", 8), (2, "Gustav", 7), (3, "Frida", 6), (4, "Heidi", 5)]
    assert places[4:] == [(5, "Anne", 4), (6, "Chloé", Fraction(5, 2)), (6, "David", Fraction(5, 2)), (8, "Bruno", 1)]
    assert len(championship(terms.in_season(of_all)).units) == len(found.units) + 1
    assert {row.name: row.total for row in standings(terms.in_season(of_tournaments)).ranked} == ALL
    words = words_of(desk.club.phone.get(reverse("championship"), {"season": of_tournaments.pk}))
    assert "Only tournaments count · All evenings count" in words
    paper = printed(desk.club.phone, reverse("print_standings"), season=of_tournaments.pk)
    assert paper.has("Only tournaments count · All evenings count")


def test_guests_are_not_in_the_matrix() -> None:
    desk = Preisskat()
    type(desk.club.player("Emil")).objects.filter(name="Emil").update(guest=True)
    assert {row.name for row in championship(desk.terms()).ranked} == set(NAMES[:8]) - {"Emil"}
    assert [guest.total for guest in standings(desk.terms()).guests] == [1522]


def test_in_other_games_the_points_of_the_list_are_the_total() -> None:
    desk = ListDesk(tables=1, **TAROT)
    type_list(desk, ZERO, table=1)
    found = standings(Terms(club=desk.club.club)).ranked
    assert {row.name: row.total for row in found} == {"Anne": 30, "Bruno": -10, "Chloé": -10, "David": -10}
    assert {row.hands for row in found} == {48}


def is_paid_by_hand(example: dict[str, Any]) -> bool:
    return not {"payment", "seeger"} & example["document"].get("options", {}).keys()


EXAMPLES = [
    example
    for example in worked_examples.examples("skat")
    if "totals" in example["expect"]
    and not ("correction" in str(example["document"]["hands"]) and is_paid_by_hand(example))
]


@pytest.mark.parametrize("example", EXAMPLES, ids=[example["title"] for example in EXAMPLES])
def test_the_list_of_a_session_counts_like_the_session(example: dict[str, Any]) -> None:
    ledger = read(example["document"], find_rules).single().ledger()
    assert ledger.rules.list_totals(ledger.table, *ledger.table_list()) == ledger.totals


# When they count


def test_a_sealed_tournament_counts_once_it_is_released() -> None:
    desk = Preisskat()
    Evening.objects.update(is_sealed=True)
    assert desk.totals() == {}
    Evening.objects.update(is_sealed=False)
    assert desk.totals() == ALL


@pytest.mark.parametrize(
    "missing",
    [{"confirmed_at": None}, {"typed": False}],
    ids=["not confirmed", "of a session"],
)
def test_only_confirmed_lists_from_paper_count(missing: dict[str, Any]) -> None:
    desk = Preisskat()
    TableList.objects.filter(table=2).update(**missing)
    assert desk.totals() == {name: ALL[name] for name in PHONE}


def test_a_table_never_counts_twice() -> None:
    """The list that the desk types for table 1 counts in place of its session."""
    desk = Preisskat()
    lists.confirm(desk.tournament, desk.round, 1, seen=lists.proposed(desk.round, 1), by="Chloé")
    assert desk.totals() == ALL
    TableList.objects.filter(table=1).update(typed=True, results=WON)
    assert {standing.sessions for standing in desk.standings().values()} == {1}
    assert {member.sessions for member in member_lists(desk.club.club).members} == {1}
    assert desk.totals() == {**dict(zip(PHONE, (1522, 331, 1020, 185), strict=True)), **{n: ALL[n] for n in PAPER}}


def test_a_list_counts_before_and_after_the_session_of_its_table_is_closed() -> None:
    desk = ListDesk(tables=1)
    scorer: Scorer = desk.scorer()
    scorer.record(CLUBS)
    type_list(desk, table=1)
    assert [standing.total for standing in standings(Terms(club=desk.club.club)).ranked] == [1522, 1020, 331, 185]
    scorer.close()
    assert [standing.total for standing in standings(Terms(club=desk.club.club)).ranked] == [1522, 1020, 331, 185]


def test_season_and_game_are_those_of_the_evening_and_the_round() -> None:
    desk = Preisskat()
    day, evenings = desk.club.evening.date, Evening.objects.filter(pk=desk.club.evening.pk)
    season = desk.season(ends=day, game="skat", rules="isko")
    assert desk.totals(season=season) == ALL
    for other in (-1, 1):
        evenings.update(date=day + timedelta(days=other))
        assert desk.totals(season=season) == {}
    assert desk.totals(game="tarot") == desk.totals(game="skat", rules="foster") == {}
    assert desk.totals(season=Season(starts=day), game="skat") == ALL


def test_other_clubs_and_the_home_table_are_unaffected() -> None:
    desk = Preisskat()
    assert standings(Terms(club=SampleClub("Other").club)).ranked == []
    assert standings(Terms(club=None, device=desk.club.device)).ranked == []


def test_a_list_that_the_rules_now_refuse_is_left_out() -> None:
    desk = Preisskat()
    Tournament.objects.update(options={"seeger": True, "contra": True})
    assert desk.totals() == {name: ALL[name] for name in PHONE}
    Tournament.objects.update(options={})
    Round.objects.update(game="gone")
    assert desk.totals() == {name: ALL[name] for name in PHONE}


def test_without_seeger_fabian_a_list_counts_its_points_and_has_tournament_points_as_well() -> None:
    desk = Preisskat()
    Tournament.objects.update(options={"contra": True})
    assert desk.totals()["Emil"] == 912  # the game points
    assert desk.totals(game="skat", points=True)["Emil"] == 1522


# Where they are shown


def test_pages_api_and_files_show_paper_tables() -> None:
    desk = Preisskat()
    program, phone, season = Program(desk.club.club), desk.club.phone, desk.season()
    assert "1 Emil +1522 +42.3 1 36 2 Gustav +1020" in words_of(phone.get(reverse("standings")))
    assert "1. Emil +1522 1 +1522" in words_of(phone.get(reverse("championship")))
    first = program.get_json("standings")["ranked"][0]
    assert (first["name"], first["total"], first["hands"], first["sessions"]) == ("Emil", 1522, 36, 1)
    paper = printed(phone, "/club/standings/print/", what="championship")
    assert "1. Emil +1522" in " ".join(paper.pages[0])
    assert program.get_json("championship")["ranked"][0]["scores"][0]["amount"] == 1522
    organiser = signed_in(desk.club.organiser())
    for file in ("championship.csv", "standings.csv"):
        response: Any = organiser.get(f"/admin/spreadsheets/download/?file={file}&season={season.pk}")
        rows = list(csv.reader(io.StringIO(b"".join(response.streaming_content).decode("utf-8-sig"))))
        assert {"1", "Emil", "1522"} <= set(rows[1])


def test_the_members_page_and_the_sessions_behind_it_show_paper_tables() -> None:
    desk = Preisskat()
    emil, phone = desk.club.player("Emil"), desk.club.phone
    assert "1 session · 36 hands" in words_of(phone.get(reverse("member", args=[emil.pk])))
    page = phone.get(reverse("member_sessions", args=[emil.pk]))
    assert "On paper · 36 hands Emil +1522 , Frida +331 , Gustav +1020 , Heidi +185" in words_of(page)
    assert reverse("evening", args=[desk.club.evening.public_id]) in page.content.decode()
    desk.second_round()
    page = phone.get(reverse("member_sessions", args=[emil.pk]), {"best": 1})
    assert [(share.hands, share.amount, share.session.counts) for share in page.context["shares"]] == [
        (None, 1522, True),
        (36, 1522, True),
    ]
    assert "On paper Emil +1522" in words_of(page)


def test_figures_of_single_hands_leave_paper_tables_out() -> None:
    desk = Preisskat()
    emil, anne = desk.club.player("Emil"), desk.club.player("Anne")
    (skat,) = career(desk.terms(), emil).games
    assert (skat.calls, skat.best, skat.worst) == ([], None, None)
    desk.second_round()
    url = reverse("member_sessions", args=[anne.pk])
    for query in ({"game": "skat", "call": "suit"}, {"against": desk.club.player("Chloé").pk}):
        assert [share.session.on_paper for share in desk.club.phone.get(url, query).context["shares"]] == [None]


def test_a_game_that_was_only_played_on_paper_can_be_chosen() -> None:
    desk = Preisskat()
    desk.scorer_of_first.session.delete()
    assert games_played(desk.club.club) == {"skat": ["isko"]}
    page = desk.club.phone.get(reverse("standings"), {"game": "skat", "by": "points"})
    assert "1 Emil +1522" in words_of(page)


def test_any_number_of_paper_tables_takes_as_many_queries() -> None:
    """Two leave out the sessions in place of which lists count; if there are rounds, two read lists and their seats."""
    desk = Preisskat()
    with CaptureQueriesContext(connection) as few:
        desk.totals()
    desk.second_round()
    with CaptureQueriesContext(connection) as many:
        desk.totals()
    other = Terms(club=SampleClub("Other").club)
    with CaptureQueriesContext(connection) as none:
        standings(other)
    assert [of_paper(captured) for captured in (few, many, none)] == [4, 4, 2]


def of_paper(statements: CaptureQueriesContext) -> int:
    return sum(any(name in statement["sql"] for name in ("tablelist", "roundseat")) for statement in statements)


def test_lists_of_members_and_the_panel_count_them_as_sessions() -> None:
    desk = Preisskat()
    desk.second_round()
    found = {member.name: (member.sessions, member.hands) for member in member_lists(desk.club.club).members}
    assert (found["Anne"], found["Emil"]) == ((2, 1), (2, 36))
    overview = season_overview(desk.club.club)
    assert overview
    assert overview.sessions == 4
    assert [leader.name for leader in overview.games[0].leaders][:1] == ["Emil"]
