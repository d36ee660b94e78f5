"""The reads of pages: the right results, in a fixed number of statements."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scorekeeper.clubs.models import Club
from scorekeeper.evenings import attendance, open_tables
from scorekeeper.evenings import queries as evening_queries
from scorekeeper.play import queries
from scorekeeper.play.ledger import ledgers
from scorekeeper.play.models import Access, Role, Session
from scorekeeper.play.recording import services
from tests.clubs.clubs import House
from tests.play.browsers import words_of
from tests.play.tables import FOUR, GARDE, PASSED, Scribe, device, start, token

pytestmark = pytest.mark.django_db


def started(session: Session, days_ago: int) -> None:
    Session.objects.filter(pk=session.pk).update(started_at=timezone.now() - timedelta(days=days_ago))


def test_home_lists_open_sessions_and_closed_ones_the_latest_first() -> None:
    mine = device()
    old, new, closed, settled = (Scribe(device=mine) for _ in range(4))
    for number, scribe in enumerate((old, new, closed, settled), 1):
        started(scribe.session, 10 - number)
        for _ in range(number):
            scribe.record()
        scribe.void(1)
    new.record(PASSED)
    closed.close()
    settled.close()
    Scribe()  # an unrelated table
    home = queries.home(mine)
    assert [(listed.session, listed.hands) for listed in home.open] == [(new.session, 2), (old.session, 0)]
    assert [(listed.session, listed.hands) for listed in home.closed] == [(settled.session, 3), (closed.session, 2)]
    assert [listed.totals[0] for listed in (*home.open, *home.closed)] == [198, 0, 594, 396]
    assert {listed.names for listed in (*home.open, *home.closed)} == {FOUR}
    assert not home.more


def test_home_shows_what_a_device_watches() -> None:
    watcher, session = device(), start()
    services.join(session, device=watcher, role=Role.WATCHER)
    assert [(listed.session, listed.role) for listed in queries.home(watcher).open] == [(session, "watcher")]


def test_home_leaves_out_old_closed_sessions_and_says_so() -> None:
    mine = device()
    scribes = [Scribe(device=mine) for _ in range(3)]
    for scribe in scribes:
        scribe.record(GARDE)
        scribe.close()
    assert [queries.home(mine, closed=most).more for most in (2, 3)] == [True, False]
    assert [listed.session for listed in queries.home(mine, closed=2).closed] == [
        scribes[2].session,
        scribes[1].session,
    ]


@pytest.mark.parametrize("stranger", [None, "", "0" * 32])
def test_home_of_a_stranger_is_empty(stranger: str | None) -> None:
    start()
    home = queries.home(stranger)
    assert (home.open, home.closed, home.more) == ([], [], False)


def statements_for_home(mine: str) -> int:
    ledgers.forget()
    with CaptureQueriesContext(connection) as statements:
        queries.home(mine)
    return len(statements)


def test_home_takes_as_many_statements_for_three_sessions_as_for_one() -> None:
    mine, counts = device(), []
    for sessions in (1, 3):
        while Session.objects.filter(closed_at=None).count() < sessions:
            still_open, closed = Scribe(device=mine), Scribe(device=mine)
            for _ in range(sessions):
                still_open.record()
                closed.record()
            closed.close()
        counts.append(statements_for_home(mine))
    assert counts == [7, 7]


@pytest.mark.parametrize("hands", [1, 3])
def test_journal_and_history_take_one_statement_each(hands: int) -> None:
    scribe = Scribe()
    for _ in range(hands):
        scribe.record()
        scribe.amend(1, PASSED)
    with CaptureQueriesContext(connection) as statements:
        assert len([(change.who, change.before) for change in queries.journal(scribe.session)]) == 1 + 2 * hands
        assert len([row.outcome for row in scribe.session.hands.filter(number=1).order_by("pk")]) == 1 + hands
    assert len(statements) == 2


def test_access_brings_its_session() -> None:
    mine = device()
    session = start(device=mine)
    with CaptureQueriesContext(connection) as statements:
        assert queries.open_for(mine, session.public_id).session.game == "tarot"
    assert len(statements) == 1
    with pytest.raises(Access.DoesNotExist):
        queries.open_for(mine, "nowhere")


def test_known_players_come_the_latest_first_and_once() -> None:
    mine = device()
    started(start(device=mine), days_ago=9)
    start(device=mine, players=("Zoé", "Bruno", "Yves"))
    start(players=("Somebody", "Else", "Entirely"))
    with CaptureQueriesContext(connection) as statements:
        assert queries.known_players(mine) == ["Bruno", "Yves", "Zoé", "Anne", "Chloé", "David"]
    assert len(statements) == 1
    assert queries.known_players(None) == []


def test_a_watcher_is_offered_no_names() -> None:
    watcher = device()
    services.join(start(), device=watcher, role=Role.WATCHER)
    assert queries.known_players(watcher) == []


def test_seats_are_in_the_order_of_the_deal() -> None:
    assert [(seat.place, seat.name) for seat in queries.seats(start())] == list(enumerate(FOUR))


def test_the_journal_is_read_the_latest_first() -> None:
    scribe = Scribe(label="Anne")
    scribe.record(token=token())
    scribe.amend(1, PASSED)
    assert [(change.revision, change.verb, change.hand_number, change.before, change.after)
            for change in queries.journal(scribe.session)] == [
        (2, "amend", 1, GARDE, PASSED),
        (1, "record", 1, None, GARDE),
        (0, "start", None, None, None),
    ]  # fmt: skip


def test_a_correction_and_a_misdeal_are_hands_nowhere() -> None:
    house = House()
    today = attendance.begin(house.club, token=token(), day=timezone.localdate(), rounding=Decimal("0.1"))
    scribe = house.table(evening=today.public_id)
    correction = {"call": "correction", "amounts": {"0": 5, "1": -5}, "note": "owed"}
    for raw in (GARDE, {"call": "misdeal"}, PASSED, correction):
        scribe.record(raw)
    tables, _more = open_tables.open_tables(Club.objects.all())
    assert tables[0].hands == evening_queries.at(today).open[0].hands == 2
    assert queries.home(house.device).open[0].hands == 2
    scribe.close()
    assert queries.home(house.device).closed[0].hands == 2
    assert "2 hands" in words_of(house.phone.get(f"/s/{scribe.session.public_id}/"))
    assert set(scribe.session.results.values_list("hands", flat=True)) == {2}

    Session.objects.update(game="bygone")
    assert queries.home(house.device).closed[0].hands == 3
