"""The demo: what is in it, who sees that it is a demo, and that nothing of it remains."""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scorekeeper.accounts.models import SECRET_LENGTH, SecondFactor
from scorekeeper.clubs import services
from scorekeeper.clubs.models import Club, ClubDevice, Player
from scorekeeper.desk.models import Tournament
from scorekeeper.evenings.models import Evening
from scorekeeper.play import queries
from scorekeeper.play.models import Result, Role, Session
from scorekeeper.play.recording.access import join, remove_phones, share_board
from scorekeeper.welcome import address, first_answer
from scorekeeper.welcome.demo import evening
from scorekeeper.welcome.demo.disposal import throw_away
from scorekeeper.welcome.demo.people import CLUBS
from tests.clubs.clubs import ClubObjects, SampleClub, signed_in
from tests.play.browsers import browser, words_of
from tests.play.tables import Scorer, device, fresh

pytestmark = pytest.mark.django_db


def demo(language: str = "en", name: str | None = None) -> Club:
    return evening.make(language=language, device=name or device())


def rows() -> dict[str, int]:
    """Return the number of rows of every table that has any."""
    counts = {model._meta.label: model._base_manager.count() for model in apps.get_models(include_auto_created=True)}
    return {label: count for label, count in counts.items() if count}


@pytest.fixture(autouse=True)
def only_tonight(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a smaller demo, of which every part is there all the same, except in thorough tests."""
    if not request.node.get_closest_marker("thorough"):
        monkeypatch.setattr(evening, "WEEKS_PLAYED", 1)
        for name, hands in {"HANDS": 2, "HANDS_SO_FAR": 1, "FIRST_HANDS": 1}.items():
            monkeypatch.setattr(evening, name, hands)


def visitor(link: str | None = None, **headers: str) -> Client:
    client = Client(headers=headers)
    assert client.post(link or address.new_path(), {"answer": "demo"})["Location"] == reverse("demo")
    return client


# What is in it


@pytest.mark.thorough
@pytest.mark.parametrize("language", sorted(CLUBS))
def test_the_demo_is_a_club_evening_in_full_swing(language: str) -> None:
    club, plan = demo(language), CLUBS[language]
    tonight = Evening.objects.get(club=club, name=plan.evening)
    assert {player.name for player in club.players.all()} == set(plan.people)
    assert tonight.presences.count() == len(plan.people)
    tables = Session.objects.filter(evening=tonight)
    assert [tables.filter(closed_at=None).count(), tables.exclude(closed_at=None).count()] == [2, 2]
    assert len(set(tables.values_list("game", flat=True))) > 1
    assert Evening.objects.filter(club=club, settled_at__isnull=False).count() == evening.WEEKS_PLAYED
    assert Result.objects.filter(session__club=club).count() > len(plan.people)
    assert Tournament.objects.get(evening__club=club).entries.count() > 10
    for session in Session.objects.all():
        ledger = fresh(session)
        assert ledger.refusal is None
        assert len(ledger.counting) >= evening.FIRST_HANDS
        assert session.started_at < (session.closed_at or timezone.now())
        assert all(change.at <= timezone.now() for change in queries.journal(session))


@pytest.mark.parametrize("language", sorted(CLUBS))
def test_nobody_has_two_names_or_sits_at_two_tables(language: str) -> None:
    plan = CLUBS[language]
    assert len(set(plan.people)) == len(plan.people) >= sum(table.size for table in plan.tables)
    assert plan.people[0].split()[0] == plan.organiser


@pytest.mark.thorough
@pytest.mark.parametrize("language", sorted(CLUBS))
def test_everything_on_the_first_page_can_be_opened(language: str) -> None:
    client = visitor(**{"accept-language": language})
    page = client.get(reverse("demo"))
    assert CLUBS[language].name in page.content.decode()
    links = [page.context["table"].public_id, page.context["tonight"].public_id]
    addresses = [
        reverse("session", args=[links[0]]),
        reverse("evening", args=[links[1]]),
        reverse("standings"),
        reverse("tournament", args=[page.context["tournament"].evening.public_id]),
        reverse("admin:index"),
        "/",
    ]
    for url in addresses:
        shown = client.get(url)
        assert shown.status_code == 200, url
        assert reverse("throw_demo_away") in shown.content.decode(), url
        assert url == "/" or url in page.content.decode()


# Who sees that it is one


def test_a_phone_that_joined_and_a_watcher_see_that_it_is_a_demo_but_cannot_throw_it_away() -> None:
    club = demo()
    session = Session.objects.filter(club=club, closed_at=None).first()
    assert session
    phone, watcher = Client(), Client()
    phone.post(reverse("join_club", args=[club.phones_token]))
    watcher.get(reverse("watch", args=[session.watch_token]))
    table = reverse("session", args=[session.public_id])
    for client, page in ((phone, "/"), (phone, reverse("demo")), (watcher, table)):
        shown = client.get(page).content.decode()
        assert "This is a demo" in shown
        assert reverse("throw_demo_away") not in shown
    assert phone.post(reverse("throw_demo_away")).status_code == 404
    assert watcher.post(reverse("throw_demo_away")).status_code in (302, 404)
    assert Client().post(reverse("throw_demo_away")).status_code in (302, 404)
    assert first_answer.demo() == club


def test_others_in_the_network_see_nothing_of_the_demo() -> None:
    demo()
    stranger = Client()
    assert "demo" not in stranger.get("/").content.decode().casefold()
    assert stranger.get(reverse("demo")).status_code == 404


def test_a_table_at_home_beside_it_is_not_a_demo() -> None:
    demo()
    scorer = Scorer()
    page = browser(scorer).get(reverse("session", args=[scorer.session.public_id]))
    assert "This is a demo" not in page.content.decode()


def test_no_page_asks_for_the_demo_once_the_question_is_over() -> None:
    client = browser(Scorer())
    client.get("/games/")
    with CaptureQueriesContext(connection) as asked:
        client.get("/games/")
    assert not [query for query in asked if "firstanswer" in query["sql"]]
    assert first_answer._over


def test_no_page_asks_for_the_demo_in_a_browser_that_nobody_knows() -> None:
    demo()
    with CaptureQueriesContext(connection) as asked:
        Client().get("/games/")
    assert not [query for query in asked if "firstanswer" in query["sql"]]


def test_a_page_notices_the_demo_that_another_process_makes() -> None:
    client = Client()
    name = device()
    client.cookies["device"] = browser(name=name).cookies["device"].value
    assert "This is a demo" not in client.get("/").content.decode()
    demo(name=name)
    assert "This is a demo" in client.get("/").content.decode()


# One demo


def test_two_taps_and_two_browsers_make_one_demo() -> None:
    link = address.new_path()
    first, second = visitor(link), visitor(link)
    assert Club.objects.count() == 1
    first.post(link, {"answer": "demo"})
    assert Club.objects.count() == 1
    assert User.objects.count() == 1
    for client in (first, second):
        assert reverse("throw_demo_away") in client.get("/").content.decode()
    assert ClubDevice.objects.filter(runs=True).count() == 2


def test_while_there_is_a_demo_the_welcome_address_offers_to_throw_it_away() -> None:
    link, other = address.new_path(), address.new_path()
    visitor(link)
    page = Client().get(other)
    assert "The demo is still here" in words_of(page)
    assert Client().post(link, {"answer": "home"})["Location"] == link
    assert Client().get(f"{link}club/")["Location"] == link
    assert "/welcome/" in address.to_print("192.168.1.20", 8000)
    thrown = Client().post(other, {"answer": "throw_away"})
    assert thrown["Location"].startswith("/welcome/")
    assert first_answer.is_open()


def test_a_demo_that_could_not_be_made_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    before = rows()

    def fails(*given: Any, **more: Any) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(evening, "_tournament", fails)
    with pytest.raises(OSError, match="disk"):
        demo()
    assert rows() == before
    assert first_answer.is_open()


# Throwing it away


def test_after_one_tap_every_table_of_the_database_is_as_it_was() -> None:
    before = rows()
    client = visitor()
    club = first_answer.demo()
    assert club
    _use_everything(club, client)
    assert len(rows()) - len(before) > 30
    thrown = client.post(reverse("throw_demo_away"))
    assert rows() == before
    assert "Where will you keep the score?" in words_of(client.get(thrown["Location"]))
    assert client.post(reverse("throw_demo_away"))["Location"] == "/"  # a second tap
    assert client.get(reverse("demo")).status_code == 404
    assert client.get("/admin/").status_code == 302


def _use_everything(club: Club, client: Client) -> None:
    """Use whatever a club has: more of every model, and guests, phones, organisers and members with a login."""
    sample = SampleClub.__new__(SampleClub)
    sample.club, sample.device = club, device()
    services.admit_phone(club, sample.device)
    scorer = sample.table("Anne", "Bruno", "Chloé", "David")
    scorer.record()
    ClubObjects(sample, scorer.session, sample.member("Spare Person"))
    second = sample.organiser("second")
    SecondFactor.objects.create(user=second, secret="A" * SECRET_LENGTH, last_step=0)
    signed_in(second).get("/admin/")
    services.dismiss_organiser(club.organisers.get(user=sample.organiser("dismissed")))
    share_board(sample.device)
    watcher = device()
    join(scorer.session, device=watcher, role=Role.WATCHER)
    share_board(watcher)
    services.admit_phone(club, lost := device())
    join(scorer.session, device=lost, role=Role.SCORER)
    remove_phones(ClubDevice.objects.filter(device=lost))
    season = reverse("admin:standings_season_add")
    assert client.post(season, {"club": club.pk, "name": "Spring", "starts": "2026-01-01"}).status_code in (200, 302)


def test_sessions_played_at_home_stay() -> None:
    before = rows()
    client = visitor()
    club = first_answer.demo()
    assert club
    at_home = Scorer()
    at_home.record()
    share_board(at_home.access.device)
    join(at_home.session, device=club.devices.get().device, role=Role.SCORER)  # a phone of the demo plays there too
    real = rows()
    thrown = client.post(reverse("throw_demo_away"))
    assert thrown["Location"] == "/"
    assert not first_answer.is_awaited()
    kept = rows()
    assert before.keys() < kept.keys()
    assert fresh(at_home.session).totals == (198, -66, -66, -66)
    assert kept["play.Session"] == 1
    assert kept["play.Seat"] == kept["clubs.Player"] == 4
    assert kept["play.Access"] == 2
    assert kept["play.Board"] == 1
    assert kept.keys() < real.keys()


def test_a_club_that_was_made_meanwhile_stays_with_its_accounts() -> None:
    client = visitor()
    club = first_answer.demo()
    assert club
    ours = SampleClub("Les Atouts")
    marion, both = ours.organiser("marion"), ours.organiser("both")
    services.make_organiser(club, both)
    dismissed = ours.organiser("dismissed")
    services.dismiss_organiser(ours.club.organisers.get(user=dismissed))
    root = User.objects.create_superuser("root")
    client.post(reverse("throw_demo_away"))
    assert list(Club.objects.all()) == [ours.club]
    assert set(User.objects.all()) == {marion, both, dismissed, root}
    assert ours.club.players.count() == 4


def test_people_of_the_demo_who_sit_at_a_real_table_stay_there() -> None:
    club = demo()
    at_home = Scorer()
    seat = at_home.session.seats[0]
    at_home.session.stretch.seats.filter(pk=seat.pk).update(player=club.players.first())
    throw_away(club)
    seat.refresh_from_db()
    assert seat.player.club is None
    assert Player.objects.filter(seats=None).count() == 1  # whose seat it was
