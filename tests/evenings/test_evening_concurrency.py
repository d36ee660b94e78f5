"""Phones that run one evening at the same moment: real threads, on the database the tests run on."""

from collections import Counter
from collections.abc import Callable

import pytest

from scorekeeper.clubs.models import Player
from scorekeeper.evenings import attendance, settlement, table_start
from scorekeeper.evenings.models import Evening, EveningSettlement, Presence
from scorekeeper.evenings.table_start import DrawnTable, TableRefusedError
from scorekeeper.play.errors import ConflictError, EveningSettledError, SessionClosedError, TablesOpenError
from scorekeeper.play.models import Access, Session
from scorekeeper.play.recording import services
from scorekeeper.play.recording.transaction import Write
from tests.evenings.club_evening import TWELVE, Night
from tests.play.tables import Scribe, token
from tests.play.test_concurrent_writes import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_phones_that_settle_at_once_settle_once() -> None:
    night = Night()
    night.played(*TWELVE[:4])
    seen = night.preview_settlement().digest
    said = at_once([lambda: str(settlement.settle(night.evening, digest=seen).key)] * 6)
    assert list(said.values()) == [6]
    assert EveningSettlement.objects.count() == 1


def test_to_settle_an_evening_and_to_reopen_its_session_at_once_is_one_or_the_other() -> None:
    for number in range(4):
        night = Night(f"Club {number}")
        scribe = Scribe(night.played(*TWELVE[:4]))
        seen, access = night.preview_settlement().digest, scribe.access.pk

        def settle(night: Night = night, seen: str = seen) -> str:
            try:
                settlement.settle(night.evening, digest=seen)
            except (ConflictError, TablesOpenError):
                return "not settled"
            return "settled"

        def reopen(access: int = access) -> str:
            mine = Access.objects.select_related("session").get(pk=access)
            try:
                services.reopen(Write(mine.session, mine, mine.session.revision, token()))
            except EveningSettledError:
                return "not reopened"
            return "reopened"

        said = at_once([settle, reopen])
        assert said in (Counter(["settled", "not reopened"]), Counter(["not settled", "reopened"]))
        settled = Evening.objects.get(pk=night.evening.pk).settled_at is not None
        assert settled is (Session.objects.get(pk=scribe.session.pk).closed_at is not None)


def test_a_guest_who_is_tapped_in_many_times_at_once_is_one_person() -> None:
    night = Night()
    said = at_once([lambda: str(attendance.check_in(night.evening, name="Zoé").pk)] * 6)
    assert list(said.values()) == [6]
    assert Player.objects.filter(name="Zoé").count() == Presence.objects.count() == 1


def test_somebody_whom_two_phones_seat_at_once_sits_at_one_table() -> None:
    night = Night()
    game = table_start.playable(night.evening)["tarot:fft"]

    def phone(*names: str) -> Callable[[], str]:
        table = DrawnTable(game=game, players=[night.player(name).pk for name in names], token=token())

        def write() -> str:
            try:
                table_start.start(night.evening, device=night.device, label="", tables=[table])
            except TableRefusedError:
                return "refused"
            return "started"

        return write

    assert at_once([phone(*TWELVE[:4]), phone(*TWELVE[3:7])]) == {"started": 1, "refused": 1}
    assert Session.objects.count() == 1


def test_the_same_drawn_tables_sent_many_times_at_once_start_once() -> None:
    night = Night()
    game = table_start.playable(night.evening)["tarot:fft"]
    table = DrawnTable(game=game, players=[night.player(name).pk for name in TWELVE[:4]], token=token())

    def write() -> str:
        return str([one.pk for one in table_start.start(night.evening, device=night.device, label="", tables=[table])])

    assert list(at_once([write] * 6).values()) == [6]
    assert Session.objects.count() == 1


def test_two_phones_that_change_the_players_at_once_change_them_once() -> None:
    night = Night()
    scribe = Scribe(night.start(*TWELVE[:4]))

    def phone(name: str) -> Callable[[], str]:
        def write() -> str:
            access = Access.objects.select_related("session").get(pk=scribe.access.pk)
            try:
                services.change_players(Write(access.session, access, 0, token()), leaving=[0], joining=[name])
            except (ConflictError, SessionClosedError):
                return "too late"
            return "changed"

        return write

    assert at_once([phone(name) for name in TWELVE[4:7]]) == {"changed": 1, "too late": 2}
    assert Session.objects.count() == 2
