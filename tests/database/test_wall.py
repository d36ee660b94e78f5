"""The second wall between clubs: PostgreSQL hides the rows of a club from requests that have not entered it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.db import ProgrammingError, connection, connections, transaction
from django.db.utils import DataError
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import Client
from django.urls import path, reverse
from django.utils import timezone
from pytest_django import Settings

from scorekeeper.api import tokens
from scorekeeper.clubs import phones
from scorekeeper.clubs.models import AuditEntry, Club, ClubDevice, PersonalData, Player, RemovedPhone
from scorekeeper.database import wall
from scorekeeper.evenings.models import Evening, EveningSettlement, Presence, Round, RoundSeat
from scorekeeper.play.access import access_of
from scorekeeper.play.models import Session
from scorekeeper.reading.models import PhotographedPage, SessionSheet
from scorekeeper.standings.models import Season
from scorekeeper.tournaments.models import TableList, TournamentEntry
from scorekeeper.web import club_scope
from tests.clubs.clubs import ClubObjects, SampleClub, signed_in
from tests.play.browsers import browser, words_of

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no row-level security"),
]

THROUGH_SESSIONS = (
    "read through sessions, which are behind the wall; a policy would make the standings three to five times as slow"
)
OF_ACCOUNTS = "an account may look after several clubs and be a member of others"
OF_BROWSERS = "a browser may have access to tables of several clubs"
OUTSIDE = {
    "play.Seat": THROUGH_SESSIONS,
    "play.Hand": THROUGH_SESSIONS,
    "play.Access": OF_BROWSERS,
    "play.Board": OF_BROWSERS,
    "play.Change": THROUGH_SESSIONS,
    "play.Settlement": THROUGH_SESSIONS,
    "standings.Result": THROUGH_SESSIONS,
    "standings.CallStats": THROUGH_SESSIONS,
    "standings.PlayerPairStats": THROUGH_SESSIONS,
    "printing.WrittenTotal": THROUGH_SESSIONS,
    "welcome.FirstAnswer": "what the installation is for, asked before there is any club",
    "accounts.SecondFactor": OF_ACCOUNTS,
    "accounts.RecoveryCode": OF_ACCOUNTS,
    "auth.User": OF_ACCOUNTS,
    "auth.Group": "unused",
    "auth.Permission": "unused",
    "admin.LogEntry": "what an account did itself; its only page shows an account its own",
    "contenttypes.ContentType": "the names of the models",
    "sessions.Session": OF_ACCOUNTS,
}
"""The models that are not behind the wall, with the reason."""


def test_every_model_is_behind_the_wall_or_outside_for_a_reason() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname FROM pg_class JOIN pg_policy ON polrelid = pg_class.oid "
            "WHERE relrowsecurity AND relforcerowsecurity AND polcmd = '*'"
        )
        walled = {name for (name,) in cursor.fetchall()}
    behind = {model._meta.label for model in apps.get_models() if model._meta.db_table in walled}
    assert {model._meta.label for model in apps.get_models()} - behind == {*OUTSIDE}


def test_the_tests_have_an_account_that_the_wall_binds() -> None:
    assert not wall.is_bypassed()


# What a request sees, whatever it asks for

BEHIND = tuple(model for model in apps.get_models() if model._meta.label not in OUTSIDE)


def filled(name: str) -> SampleClub:
    """A club with one of everything."""
    sample_club, now = SampleClub(name), timezone.now()
    club, player = sample_club.club, sample_club.member("Spare Person")
    session = sample_club.start()
    evening = ClubObjects(sample_club, session, player).by_model["evening"]
    evening_round = Round.objects.create(evening=evening, number=1, game="skat", rules="isko", seating="fixed")
    RoundSeat.objects.create(round=evening_round, player=player)
    TableList.objects.create(round=evening_round, table=1)
    rows: dict[str, list[object]] = {"sessions": [], "balances": [], "transfers": []}
    EveningSettlement.objects.create(evening=evening, currency="€", settled_at=now, withdrawn_at=now, **rows)
    AuditEntry.objects.create(club=club, action=1, model="clubs.player", key="1", name="Spare Person")
    RemovedPhone.objects.create(club=club, device=f"phone of {name}", removed_at=now)
    PhotographedPage.objects.create(
        club=club, device=f"phone of {name}", number=1, code="", first_row=1, rows=[], image=b""
    )
    SessionSheet.objects.create(session=session, code="")
    sample_club.organiser()
    return sample_club


@pytest.fixture
def ours() -> SampleClub:
    return filled("Ours")


@pytest.fixture
def theirs() -> SampleClub:
    return filled("Theirs")


def visible() -> dict[str, int]:
    """Count the rows that are visible to the simplest statement."""
    counts = {}
    with connection.cursor() as cursor:
        for model in BEHIND:
            cursor.execute(f'SELECT count(*) FROM "{model._meta.db_table}"')  # noqa: S608 - our own tables
            counts[model._meta.label] = cursor.fetchone()[0]
    return counts


def test_a_request_sees_no_club_until_it_enters_one_and_then_only_that(ours: SampleClub, theirs: SampleClub) -> None:
    everything = visible()
    assert all(everything.values())
    with club_scope.as_request():
        assert not any(visible().values())
        club_scope.enter(ours.club.pk)
        assert {label: 2 * count for label, count in visible().items()} == everything
        assert {player.club_id for player in Player.objects.all()} == {ours.club.pk}
        with club_scope.every_club():
            assert visible() == everything
        assert {player.club_id for player in Player.objects.all()} == {ours.club.pk}
        club_scope.enter(theirs.club.pk)
        assert visible() == everything


def test_rows_of_no_club_are_always_visible(ours: SampleClub) -> None:
    nobodys = Player.objects.create(name="Of the home table")
    with club_scope.as_request():
        assert list(Player.objects.all()) == [nobodys]


def test_a_request_can_neither_change_nor_delete_rows_of_a_club_that_it_has_not_entered(
    ours: SampleClub, theirs: SampleClub
) -> None:
    own = Player.objects.filter(club=ours.club).count()
    with club_scope.as_request():
        club_scope.enter(ours.club.pk)
        assert Player.objects.update(category="Seniors") == own
        assert not TournamentEntry.objects.filter(tournament__evening__club=theirs.club).update(name="Changed")
        assert not Season.objects.exclude(club=ours.club).delete()[0]
    assert {*Player.objects.filter(club=theirs.club).values_list("category", flat=True)} == {""}


def test_a_request_cannot_write_rows_into_a_club_that_it_has_not_entered(ours: SampleClub, theirs: SampleClub) -> None:
    evening = Evening.objects.filter(club=theirs.club).latest("pk")
    stranger = theirs.member("Xaver Xander")

    def refused(write: Callable[[], object]) -> None:
        with pytest.raises(ProgrammingError, match="row-level security"), transaction.atomic():
            write()

    with club_scope.as_request():
        club_scope.enter(ours.club.pk)
        refused(lambda: Season.objects.create(club=theirs.club, name="Smuggled", starts=date(2026, 1, 1)))
        refused(lambda: PersonalData.objects.create(player=stranger, email="x@example.org"))
        refused(lambda: Presence.objects.create(evening=evening, player=stranger, came_at=evening.created_at))
        refused(lambda: Player.objects.filter(club=ours.club).update(club=theirs.club))


# Whose request it is


def names_of_all_clubs() -> str:
    """Return what a query that forgets to ask for one club finds."""
    return " ".join(Club.objects.order_by("name").values_list("name", flat=True))


def forgetful(find: Callable[..., Any]) -> Callable[..., HttpResponse]:
    """Return a view that finds out whose request it is, and then queries every club."""

    def view(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        find(request, **kwargs)
        return HttpResponse(names_of_all_clubs())

    return view


def failing(request: HttpRequest) -> HttpResponse:
    phones.club_phone_of(request)
    assert names_of_all_clubs()
    raise ZeroDivisionError


def failing_in_the_database(request: HttpRequest) -> HttpResponse:
    phones.club_phone_of(request)
    with transaction.atomic():
        assert names_of_all_clubs()
        return HttpResponse(str(Session.objects.raw("SELECT 1 / 0 AS id")[0]))


def download(request: HttpRequest) -> StreamingHttpResponse:
    """Send names that are read only after the view has returned."""
    phones.club_phone_of(request)
    return StreamingHttpResponse(f"{club.name} " for club in Club.objects.order_by("name").iterator())


urlpatterns = [
    path("nobody/", forgetful(lambda _request: None)),
    path("phone/", forgetful(phones.phone_of)),
    path("session/<str:public_id>/", forgetful(access_of)),
    path("api/", forgetful(lambda request: tokens.holder(request.headers["Token"]))),
    path("admin/", admin.site.admin_view(forgetful(lambda _request: None))),
    path("admin/login/", forgetful(lambda _request: None), name="login"),
    path("failing/", failing),
    path("failing-in-the-database/", failing_in_the_database),
    path("download/", download),
]


@pytest.fixture(autouse=True)
def forgetful_pages(settings: Settings) -> None:
    settings.ROOT_URLCONF = __name__


def seen(client: Client, address: str, **headers: str) -> str:
    response: Any = client.get(address, headers=headers)
    assert response.status_code == 200
    return (b"".join(response.streaming_content) if response.streaming else response.content).decode().strip()


def test_a_view_that_does_not_find_out_whose_request_it_is_sees_no_club(ours: SampleClub) -> None:
    assert seen(ours.phone, "/nobody/") == ""


def test_a_phone_sees_its_club(ours: SampleClub, theirs: SampleClub) -> None:
    assert [seen(client, "/phone/") for client in (ours.phone, theirs.phone, browser())] == ["Ours", "Theirs", ""]


def test_a_browser_that_opens_a_table_sees_its_club(ours: SampleClub, theirs: SampleClub) -> None:
    table = ours.start("Elsa", "Frieda", "Gaston", "Hanna")
    assert seen(ours.phone, f"/session/{table.public_id}/") == "Ours"


def test_a_token_sees_its_club(ours: SampleClub, theirs: SampleClub) -> None:
    secret = tokens.issue(theirs.club, "Another website")[1]
    assert seen(Client(), "/api/", Token=secret) == "Theirs"
    assert seen(Client(), "/api/", Token=secret[:-1]) == ""


def test_organisers_see_their_clubs_in_the_panel_and_the_site_administrator_sees_all(
    ours: SampleClub, theirs: SampleClub
) -> None:
    assert seen(signed_in(ours.organiser("alone")), "/admin/") == "Ours"
    both = ours.organiser("both")
    both.organises.create(club=theirs.club)
    assert seen(signed_in(both), "/admin/") == "Ours Theirs"
    assert seen(signed_in(ours.organiser("root", superuser=True)), "/admin/") == "Ours Theirs"
    assert seen(Client(), "/admin/login/") == ""


def test_a_name_taken_by_a_hidden_club_is_reported(ours: SampleClub, theirs: SampleClub, settings: Settings) -> None:
    settings.ROOT_URLCONF = "scorekeeper.urls"
    change = reverse("admin:clubs_club_change", args=[ours.club.pk])
    response = signed_in(ours.organiser("alone")).post(change, {"name": "Theirs", "starters": "phones"})
    assert "Club with this Name already exists." in words_of(response)


def test_a_phone_that_joins_another_club_leaves_its_own(
    ours: SampleClub, theirs: SampleClub, settings: Settings
) -> None:
    settings.ROOT_URLCONF = "scorekeeper.urls"
    ours.phone.post(reverse("join_club", args=[theirs.club.phones_token]))
    assert ClubDevice.objects.get(device=ours.device).club == theirs.club


def test_a_request_begins_outside_every_club_on_the_connection_of_the_last_one(
    ours: SampleClub, theirs: SampleClub
) -> None:
    seen(ours.phone, "/phone/")
    assert seen(Client(), "/nobody/") == ""
    for address, error in (("/failing/", ZeroDivisionError), ("/failing-in-the-database/", DataError)):
        with pytest.raises(error):
            ours.phone.get(address)
        assert seen(Client(), "/nobody/") == ""
        assert seen(theirs.phone, "/phone/") == "Theirs"


def test_a_download_sees_its_club_to_its_end_and_the_next_request_does_not(
    ours: SampleClub, theirs: SampleClub
) -> None:
    assert seen(ours.phone, "/download/") == "Ours"
    assert seen(Client(), "/nobody/") == ""
    assert names_of_all_clubs() == "Ours Theirs"  # no request


# Connections and transactions


def test_clubs_entered_in_a_transaction_are_sent_again_after_a_rollback(ours: SampleClub, theirs: SampleClub) -> None:
    with club_scope.as_request():
        club_scope.enter(ours.club.pk)
        for _again in range(2):
            with transaction.atomic():
                club_scope.enter(theirs.club.pk)
                assert names_of_all_clubs() == "Ours Theirs"
                transaction.set_rollback(True)
            assert names_of_all_clubs() == "Ours Theirs"
    with club_scope.as_request(), transaction.atomic():
        assert names_of_all_clubs() == ""
        transaction.set_rollback(True)
    assert names_of_all_clubs() == "Ours Theirs"


def test_the_clubs_are_sent_to_the_database_only_if_they_have_changed(ours: SampleClub) -> None:
    sent = []
    with club_scope.as_request():
        club_scope.enter(ours.club.pk)
        for _again in range(3):
            names_of_all_clubs()
            with connection.cursor() as cursor:
                cursor.execute("SELECT current_query()")
                sent.append(cursor.fetchone()[0])
    assert sent == ["SELECT current_query()"] * 3


@pytest.mark.django_db(transaction=True)
def test_every_thread_has_its_own_clubs() -> None:
    """The threads of printing, downloads and waiting writers each have a connection of their own."""
    clubs = [SampleClub("Ours"), SampleClub("Theirs")]

    def of_thread(sample_club: SampleClub) -> str:
        try:
            return seen(sample_club.phone, "/phone/")
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as threads:
        assert [*threads.map(of_thread, clubs * 4)] == ["Ours", "Theirs"] * 4


def test_a_thread_of_a_server_that_serves_no_request_sees_no_club(
    ours: SampleClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(club_scope, "_served", True)
    assert names_of_all_clubs() == ""
    with club_scope.every_club():
        assert names_of_all_clubs() == "Ours"


def test_a_connection_without_the_setting_sees_no_club(ours: SampleClub) -> None:
    with connection.cursor() as cursor:
        cursor.execute("RESET scorekeeper.clubs")
        cursor.execute("SELECT count(*) FROM clubs_club")
        assert cursor.fetchone() == (0,)
        cursor.execute("SET scorekeeper.clubs = '{(,)}'")  # as the connection was told
