"""The reads of pages: the right results, in a fixed number of statements."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scorekeeper.clubs.models import Club
from scorekeeper.desk import attendance, evening_overview, tonight
from scorekeeper.play import queries, recording
from scorekeeper.play.ledger import forget_ledgers
from scorekeeper.play.models import Access, Role, Session
from tests.clubs.clubs import SampleClub
from tests.play.browsers import words_of
from tests.play.tables import FOUR, GARDE, PASSED, Scorer, device, start, token

pytestmark = pytest.mark.django_db


def started(session: Session, days_ago: int) -> None:
    Session.objects.filter(pk=session.pk).update(started_at=timezone.now() - timedelta(days=days_ago))


def test_home_lists_open_and_closed_sessions_newest_first() -> None:
    device_id = device()
    old, new, closed, settled = (Scorer(device=device_id) for _ in range(4))
    for number, scorer in enumerate((old, new, closed, settled), 1):
        started(scorer.session, 10 - number)
        for _ in range(number):
            scorer.record()
        scorer.void(1)
    new.record(PASSED)
    closed.close()
    settled.close()
    Scorer()  # an unrelated table
    home = queries.home(device_id)
    assert [(listed.session, listed.hands) for listed in home.open] == [(new.session, 2), (old.session, 0)]
    assert [(listed.session, listed.hands) for listed in home.closed] == [(settled.session, 3), (closed.session, 2)]
    assert [listed.totals[0] for listed in (*home.open, *home.closed)] == [198, 0, 594, 396]
    assert {listed.names for listed in (*home.open, *home.closed)} == {FOUR}
    assert not home.more


def test_home_shows_watched_sessions() -> None:
    watcher, session = device(), start()
    recording.join(session, device=watcher, role=Role.WATCHER)
    assert [(listed.session, listed.role) for listed in queries.home(watcher).open] == [(session, "watcher")]


def test_home_leaves_out_old_closed_sessions_and_says_so() -> None:
    device_id = device()
    scorers = [Scorer(device=device_id) for _ in range(3)]
    for scorer in scorers:
        scorer.record(GARDE)
        scorer.close()
    assert [queries.home(device_id, closed=most).more for most in (2, 3)] == [True, False]
    assert [listed.session for listed in queries.home(device_id, closed=2).closed] == [
        scorers[2].session,
        scorers[1].session,
    ]


@pytest.mark.parametrize("stranger", [None, "", "0" * 32])
def test_home_of_an_unknown_device_is_empty(stranger: str | None) -> None:
    start()
    home = queries.home(stranger)
    assert (home.open, home.closed, home.more) == ([], [], False)


def statements_for_home(device_id: str) -> int:
    forget_ledgers()
    with CaptureQueriesContext(connection) as statements:
        queries.home(device_id)
    return len(statements)


def test_home_takes_as_many_queries_for_three_sessions_as_for_one() -> None:
    device_id, counts = device(), []
    for sessions in (1, 3):
        while Session.objects.filter(closed_at=None).count() < sessions:
            still_open, closed = Scorer(device=device_id), Scorer(device=device_id)
            for _ in range(sessions):
                still_open.record()
                closed.record()
            closed.close()
        counts.append(statements_for_home(device_id))
    assert counts == [9, 9]


@pytest.mark.parametrize("hands", [1, 3])
def test_journal_and_history_take_one_query_each(hands: int) -> None:
    scorer = Scorer()
    for _ in range(hands):
        scorer.record()
        scorer.amend(1, PASSED)
    with CaptureQueriesContext(connection) as statements:
        assert len([(change.who, change.before) for change in queries.journal(scorer.session)]) == 1 + 2 * hands
        assert len([row.outcome for row in scorer.session.hands.filter(number=1).order_by("pk")]) == 1 + hands
    assert len(statements) == 2


def test_access_is_loaded_with_its_session() -> None:
    device_id = device()
    session = start(device=device_id)
    with CaptureQueriesContext(connection) as statements:
        assert queries.open_for(device_id, session.public_id).session.game == "tarot"
    assert len(statements) == 1
    with pytest.raises(Access.DoesNotExist):
        queries.open_for(device_id, "nowhere")


def test_known_players_are_listed_once_latest_first() -> None:
    device_id = device()
    started(start(device=device_id), days_ago=9)
    start(device=device_id, players=("Zoé", "Bruno", "Yves"))
    start(players=("Somebody", "Else", "Entirely"))
    with CaptureQueriesContext(connection) as statements:
        assert queries.known_players(device_id) == ["Bruno", "Yves", "Zoé", "Anne", "Chloé", "David"]
    assert len(statements) == 1
    assert queries.known_players(None) == []


def test_a_watcher_is_offered_no_names() -> None:
    watcher = device()
    recording.join(start(), device=watcher, role=Role.WATCHER)
    assert queries.known_players(watcher) == []


def test_seats_are_in_dealing_order() -> None:
    assert [(seat.place, seat.name) for seat in queries.seats(start())] == list(enumerate(FOUR))


def test_the_journal_is_newest_first() -> None:
    scorer = Scorer(label="Anne")
    scorer.record(token=token())
    scorer.amend(1, PASSED)
    assert [(change.revision, change.verb, change.hand_number, change.before, change.after)
            for change in queries.journal(scorer.session)] == [
        (2, "amend", 1, GARDE, PASSED),
        (1, "record", 1, None, GARDE),
        (0, "start", None, None, None),
    ]  # fmt: skip


def test_corrections_and_misdeals_do_not_count_as_hands() -> None:
    sample_club = SampleClub()
    today = attendance.begin(sample_club.club, token=token(), day=timezone.localdate(), rounding=Decimal("0.1"))
    scorer = sample_club.table(evening=today.public_id)
    correction = {"call": "correction", "amounts": {"0": 5, "1": -5}, "note": "owed"}
    for raw in (GARDE, {"call": "misdeal"}, PASSED, correction):
        scorer.record(raw)
    tables, _more = tonight.open_tables(Club.objects.all())
    assert tables[0].hands == evening_overview.at(today).open[0].hands == 2
    assert queries.home(sample_club.device).open[0].hands == 2
    scorer.close()
    assert queries.home(sample_club.device).closed[0].hands == 2
    assert "2 hands" in words_of(sample_club.phone.get(f"/s/{scorer.session.public_id}/"))
    assert set(scorer.session.results.values_list("hands", flat=True)) == {2}

    Session.objects.update(game="bygone")
    assert queries.home(sample_club.device).closed[0].hands == 3
