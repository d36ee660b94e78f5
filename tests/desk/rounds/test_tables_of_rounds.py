"""A table of a round: it belongs to the round until its session ends, and says how far it is."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorekeeper.organisers.sessions import one_session
from scorekeeper.organisers.sessions.one_session import CannotMoveError
from scorekeeper.play import recording
from scorekeeper.play.ledger import progress_of, session_ledger
from scorekeeper.play.models import Session
from scorekeeper.play.recording.players import start_again
from scorekeeper.play.recording.write import Write
from tests.clubs.clubs import signed_in
from tests.desk.club_evening import TWELVE, ClubEvening
from tests.play.browsers import watcher_of, words_of
from tests.play.tables import GARDE, PASSED, Scorer, token
from tests.printing.print_pages import printed

pytestmark = pytest.mark.django_db
A, B, C = TWELVE[:4], TWELVE[4:8], TWELVE[8:]
GRAND = {"call": "grand", "declarer": 0, "bid": 24, "matadors": 1, "card_points": 74}


def change_players(scorer: Scorer, leaving: list[int], joining: list[str]) -> Scorer:
    """Return the scorer of the session in which they go on."""
    write = Write(scorer.session, **scorer.now({}))
    return Scorer(recording.change_players(write, leaving=leaving, joining=joining))


def progress(session: Session) -> tuple[int, int | None]:
    """Return the hands that were played in the round, and those that are planned."""
    found = progress_of(session, session_ledger(session))
    assert found is not None
    return found.hands, found.planned


def test_tables_of_a_round_keep_their_numbers() -> None:
    club_evening = ClubEvening()
    rounds = club_evening.begin_round(), club_evening.begin_round()
    for of_round, four in zip(rounds, (A, B), strict=True):
        session = Session.objects.get(pk=club_evening.start_in_round(of_round, *four, table=3).pk)
        assert (session.round, session.table_number) == (of_round, 3)


def test_with_other_players_the_table_stays_in_the_round() -> None:
    club_evening = ClubEvening()
    of_round = club_evening.begin_round()
    club_evening.start_in_round(of_round, *B, table=1)
    scorer = Scorer(club_evening.start_in_round(of_round, *A, table=2))
    scorer.record()
    further = change_players(scorer, [0], [C[0]]).session
    assert further == scorer.session
    assert (further.round, further.table_number) == (of_round, 2)


def test_the_next_session_of_the_same_people_is_of_the_same_evening_although_another_is_open() -> None:
    club_evening = ClubEvening()
    scorer = Scorer(club_evening.start(*A))
    club_evening.club.evenings.create(date=club_evening.evening.date)
    scorer.record()
    scorer.close()
    again = start_again(scorer.session, device=scorer.access.device, token=token())
    assert again.evening == club_evening.evening


def test_the_next_session_of_the_same_people_is_not_in_the_round() -> None:
    club_evening = ClubEvening()
    of_round = club_evening.begin_round()
    scorer = Scorer(club_evening.start_in_round(of_round, *A, table=1))
    club_evening.start_in_round(of_round, *B, table=2)
    scorer.record()
    scorer.close()
    again = Scorer(start_again(scorer.session, device=club_evening.device, token=token()))
    assert (again.session.round, again.session.table_number) == (None, 3)
    again.record()
    again.close()
    once_more = start_again(again.session, device=club_evening.device, token=token())
    assert (once_more.round, once_more.table_number) == (None, 3)


def test_a_change_of_players_after_the_round_starts_a_session_outside_it() -> None:
    club_evening = ClubEvening()
    scorer = Scorer(club_evening.start_in_round(club_evening.begin_round(), *A))
    scorer.record()
    scorer.close()
    scorer.session.refresh_from_db()
    followed = change_players(scorer, [0], [C[0]]).session
    assert followed != scorer.session
    assert (followed.round, followed.table_number) == (None, 2)


def test_a_table_of_a_round_stays_at_its_evening() -> None:
    club_evening = ClubEvening()
    session = club_evening.start_in_round(club_evening.begin_round(), *A, table=2)
    one_session.move(session, club_evening.evening)
    assert Session.objects.get(pk=session.pk).round is not None
    for other in (club_evening.begin(name="Another"), None):
        with pytest.raises(CannotMoveError, match="table 2 of round 1, so it stays at its evening"):
            one_session.move(session, other)
    stored = Session.objects.get(pk=session.pk)
    assert (stored.evening, stored.table_number) == (club_evening.evening, 2)


# How far a table is


@pytest.mark.parametrize(
    ("game", "rules", "hands", "counted"),
    [
        ("tarot", "fft", [GARDE, PASSED, {"call": "petit_sec"}, {"call": "misdeal"}, GARDE], 2),
        ("skat", "isko", [GRAND, PASSED, GRAND], 3),
    ],
)
def test_hands_count_as_the_game_says(game: str, rules: str, hands: list[dict[str, Any]], counted: int) -> None:
    club_evening = ClubEvening()
    of_round = club_evening.begin_round({"4": 20}, game=game, rules=rules)
    scorer = Scorer(club_evening.start_in_round(of_round, *A))
    for hand in hands:
        scorer.record(hand)
    assert progress(scorer.session) == (counted, 20)
    scorer.record({"call": "correction", "amounts": {"0": 10, "1": -10}, "note": "a slip"})
    assert progress(scorer.session) == (counted, 20)
    scorer.void(len(hands))
    assert progress(scorer.session) == (counted - 1, 20)


def test_planned_hands_depend_on_the_size_of_the_table() -> None:
    club_evening = ClubEvening()
    of_round = club_evening.begin_round({"4": 48, "3": 36}, game="skat", rules="isko")
    assert progress(club_evening.start_in_round(of_round, *A)) == (0, 48)
    assert progress(club_evening.start_in_round(of_round, *B[:3], table=2)) == (0, 36)
    assert progress(club_evening.start_in_round(club_evening.begin_round(), *C)) == (0, None)


def test_the_hands_of_all_stretches_count() -> None:
    club_evening = ClubEvening()
    of_round = club_evening.begin_round({"4": 20, "5": 25})
    scorer = Scorer(club_evening.start_in_round(of_round, *A))
    scorer.record()
    scorer.record(PASSED)
    further = change_players(scorer, [0], [C[0]])
    assert progress(further.session) == (1, 20)
    further.record()
    assert progress(further.session) == (2, 20)
    last = change_players(further, [], [A[0]])
    assert progress(last.session) == (2, 25)


def test_a_table_of_no_round_has_no_progress() -> None:
    session = ClubEvening().start(*A)
    assert progress_of(session, session_ledger(session)) is None


# The pages


def test_every_page_shows_round_table_and_progress() -> None:
    club_evening = ClubEvening()
    club_evening.begin_round()
    scorer = Scorer(club_evening.start_in_round(club_evening.begin_round({"4": 20}), *A, table=3))
    scorer.record()
    name = scorer.session.public_id
    pages = [
        (club_evening.phone, reverse("session", args=[name])),
        (watcher_of(scorer.session), reverse("session", args=[name])),
        (club_evening.phone, reverse("ledger", args=[name])),
        (club_evening.phone, reverse("scores", args=[name])),
        (club_evening.phone, reverse("board")),
        (club_evening.phone, reverse("evening", args=[club_evening.evening.public_id])),
    ]
    for client, address in pages:
        shown = words_of(client.get(address))
        assert [part in shown for part in ("Round 2", "Table 3")] == [True] * 2, address
        assert "1 of 20" in shown or "Hand 2 of 20" in shown, address


@pytest.mark.parametrize(
    "page", ["chart", "journal", "share", "close", "what_if", "session_details", "delete", "change_players"]
)
def test_the_other_pages_of_a_session_show_round_and_table(page: str) -> None:
    club_evening = ClubEvening()
    session = club_evening.start_in_round(club_evening.begin_round(), *A, table=3)
    assert "Round 1 · Table 3" in words_of(club_evening.phone.get(reverse(page, args=[session.public_id])))


def test_the_result_shows_round_and_table() -> None:
    club_evening = ClubEvening()
    scorer = Scorer(club_evening.start_in_round(club_evening.begin_round({"4": 20}), *A, table=3))
    scorer.record()
    scorer.close()
    page = club_evening.phone.get(reverse("session", args=[scorer.session.public_id]))
    assert "Round 1 · Table 3 · French Tarot" in words_of(page)
    sheet = printed(club_evening.phone, reverse("print_session", args=[scorer.session.public_id]))
    assert sheet.has("Round 1")
    assert sheet.has("Table 3")


def test_the_evening_lists_its_tables_by_round() -> None:
    club_evening = ClubEvening()
    first, second = club_evening.begin_round(), club_evening.begin_round()
    club_evening.start_in_round(second, *A, table=1)
    club_evening.start_in_round(first, *B, table=2)
    shown = words_of(club_evening.phone.get(reverse("evening", args=[club_evening.evening.public_id])))
    places = [shown.index(f"{table} · French Tarot") for table in ("Round 1 · Table 2", "Round 2 · Table 1")]
    assert places == sorted(places)


def count_queries(client: Client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


def test_lists_take_as_many_queries_for_three_tables_as_for_one() -> None:
    counts = []
    for number in (1, 3):
        club_evening = ClubEvening(f"Club {number}")
        of_round = club_evening.begin_round({"4": 20})
        for table in range(number):
            scorer = Scorer(club_evening.start_in_round(of_round, *TWELVE[4 * table : 4 * table + 4], table=table + 1))
            scorer.record()
            change_players(scorer, [0], [f"Zoé {table}"])
        lists = ("/", "/board/", reverse("evening", args=[club_evening.evening.public_id]))
        counts.append([count_queries(club_evening.phone, address) for address in lists])
    assert counts[0] == counts[1]


def test_the_panel_shows_rounds_if_there_are_any() -> None:
    club_evening = ClubEvening()
    client = signed_in(club_evening.organiser())
    in_round = club_evening.start_in_round(club_evening.begin_round(), *A)
    free = club_evening.start(*B)
    pages = [f"/admin/play/session/{session.pk}/change/" for session in (in_round, free)]
    shown = [re.search(r"field-round\b", client.get(page).content.decode()) is not None for page in pages]
    assert shown == [True, False]
