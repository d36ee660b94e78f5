"""Penalties: the desk takes points off an entry in a round, with a reason; they count in every total."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorekeeper.clubs.models import AuditEntry, Player
from scorekeeper.desk import lists, publication
from scorekeeper.desk.audit_notes import AT_DESK, in_words
from scorekeeper.desk.document_export import document_of
from scorekeeper.desk.document_import import import_tournament
from scorekeeper.desk.models import TournamentEntry
from scorekeeper.desk.stored_result import result_of
from scorekeeper.files.spreadsheets.export_filter import ExportFilter
from scorekeeper.files.spreadsheets.results import results
from scorekeeper.files.spreadsheets.tournaments import list_of_the_day
from scorekeeper.standings.models import CountedBy
from scorekeeper.standings.player_stats import career
from scorekeeper.standings.standings import Terms, standings
from tests.clubs.clubs import SampleClub
from tests.desk.documents import NAMES, score, table, tournament
from tests.desk.lists.list_desk import TAROT, ListDesk
from tests.play.browsers import words_of

pytestmark = pytest.mark.django_db

TOTALS = {"Anne": 198 - 50 - 20, "Bruno": -66, "Chloé": -66, "David": -66}
LATE = {"round": "1", "points": "50", "reason": "Late"}


class Desk(ListDesk):
    """A tournament of one table, whose list is its session's and confirmed."""

    def __init__(self) -> None:
        super().__init__(tables=1, **TAROT)
        self.played()
        lists.confirm(self.tournament, self.round, 1, seen=lists.proposed(self.round, 1), by="Rosa")
        self.entry = self.club.entries[0]
        self.page = reverse("tournament_entry", args=[self.club.evening.public_id, self.entry.pk])

    def act(self, action: str, **fields: Any) -> Any:
        seen = len(TournamentEntry.objects.get(pk=self.entry.pk).penalties)
        return self.club.phone.post(self.page, {"action": action, "seen": seen, **fields})

    @property
    def totals(self) -> list[dict[str, Any]]:
        """The totals by name in the ranking, its file, the standings by evening and by round, and the other file."""
        club, day = self.club.club, result_of(self.tournament).day
        terms = Terms(club=club)
        season = standings(terms).ranked
        by_rounds = standings(Terms(club=club, counted_by=CountedBy.ROUNDS)).ranked
        rows: list[Any] = list(results(ExportFilter(club=club)).rows)
        of_day = list_of_the_day(day, "Day")
        column = list(of_day.headings).index("Total")
        return [
            {line.tally.name: line.tally.total for line in day.lines},
            {str(row[2]): row[column] for row in map(list, of_day.rows)},
            {standing.name: standing.total for standing in season},
            {standing.name: standing.total for standing in by_rounds},
            {standing.name: career(terms, standing.player).games[0].all.amount for standing in season},
            {name: sum(row[11] for row in rows if row[9] == name) for name in TOTALS},
        ]


def test_penalties_count_in_every_total_and_can_be_given_back() -> None:
    desk = Desk()
    assert desk.act("penalty", **LATE).status_code == 302
    assert desk.act("penalty", round="1", points="20", reason="Cards shown").status_code == 302
    assert desk.totals == [TOTALS] * 6
    assert [standing.sessions for standing in standings(Terms(club=desk.club.club)).ranked] == [1] * 4
    assert "Round 1: 50 points off, Late" in words_of(desk.club.phone.get(desk.page))
    shown = words_of(desk.club.phone.get(reverse("tournament_result", args=[desk.club.evening.public_id])))
    assert "penalty −70" in shown
    assert desk.act("forgive", place="1").status_code == 302
    assert desk.totals == [{**TOTALS, "Anne": 148}] * 6
    written = AuditEntry.objects.filter(action=AT_DESK).order_by("pk")
    assert [in_words(note) for note in written][-3:] == [
        "took 50 points off Anne in round 1: Late",
        "took 20 points off Anne in round 1: Cards shown",
        "gave Anne the 20 points of round 1 back",
    ]


def test_the_file_tells_namesakes_apart_in_penalties_and_reads_them_at_once() -> None:
    desk = Desk()
    for entry, number in zip(desk.club.entries[:2], ("7", "8"), strict=True):
        Player.objects.filter(pk=entry.player_id).update(name="Anne", member_number=number)
    counts = []
    for _penalty in range(2):
        desk.act("penalty", **LATE)
        with CaptureQueriesContext(connection) as captured:
            rows: list[Any] = list(results(ExportFilter(club=desk.club.club)).rows)
        counts.append(len(captured))
    assert [row[8] for row in rows] == ["Anne (7)", "Anne (8)", "Chloé", "David", "Anne (7)", "Anne (7)"]
    assert counts[0] == counts[1]


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("reason", " ", "Give a reason for the penalty."),
        ("points", "0", "Enter a number from 1 to"),
        ("points", "many", "Enter a whole number."),
        ("round", "2", "is not one of the available choices"),
    ],
)
def test_a_penalty_is_refused_at_its_field(field: str, value: str, words: str) -> None:
    desk = Desk()
    answer = desk.act("penalty", **{**LATE, field: value})
    assert (answer.status_code, words in words_of(answer)) == (422, True)
    assert desk.totals[0]["Anne"] == 198


def test_a_second_tap_gives_no_second_penalty() -> None:
    desk = Desk()
    sent = {"action": "penalty", "seen": 0, **LATE}
    assert [desk.club.phone.post(desk.page, sent).status_code for _tap in range(2)] == [302, 422]
    assert desk.totals[0]["Anne"] == 148


def test_a_final_result_takes_no_penalty() -> None:
    desk = Desk()
    publication.make_final(desk.tournament)
    answer = desk.act("penalty", **LATE)
    assert (answer.status_code, "The result is final" in words_of(answer)) == (422, True)
    assert desk.totals[0]["Anne"] == 198


# The document

SEATS = NAMES[:4]


def with_penalty(**changes: Any) -> dict[str, Any]:
    points = {"Anne": 30, "Bruno": -10, "Chloé": -10, "David": -10}
    of_list = {**table(1, SEATS), "results": {name: {"points": own} for name, own in points.items()}}
    document = tournament(SEATS, game="tarot", rules="fft", rounds=[{"tables": [of_list]}])
    document["entries"][0]["penalties"] = [{"round": 1, "points": 50, "reason": "Late", **changes}]
    return document


def test_a_penalty_in_a_document_counts_in_its_round() -> None:
    ranking = score(with_penalty())["entries"]
    assert [(line["name"], line["rounds"], line["total"]) for line in ranking][-1] == ("Anne", [-20], -20)


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"round": 9}, "entries.0.penalties.0.round", "out_of_range"),
        ({"points": 0}, "entries.0.penalties.0.points", "out_of_range"),
        ({"points": "50"}, "entries.0.penalties.0.points", "invalid"),
        ({"reason": ""}, "entries.0.penalties.0.reason", "invalid"),
        ({"why": "Late"}, "entries.0.penalties.0.why", "unknown_field"),
    ],
)
def test_a_wrong_penalty_in_a_document_is_refused(changes: dict[str, Any], field: str, code: str) -> None:
    error = score(with_penalty(**changes))["error"]
    assert (error["field"], error["code"]) == (field, code)


def test_penalties_are_imported_and_exported() -> None:
    document = with_penalty()
    stored = import_tournament(SampleClub().club, json.dumps(document).encode(), day=date(2026, 3, 6))
    assert document_of(stored)["entries"] == document["entries"]
    assert result_of(stored).day.lines[-1].tally.total == -20
