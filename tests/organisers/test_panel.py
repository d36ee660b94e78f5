"""The organisers' panel: what each page does, and that nobody reaches another club's data."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from io import StringIO
from itertools import product
from typing import Any

import pytest
from django.conf import settings
from django.contrib.admin import site
from django.contrib.admin.models import DELETION
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client, RequestFactory, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, get_resolver, reverse
from django.utils import timezone

from games.scoring.tariffs import FigurePlace
from games.solo_whist.rules import SoloWhistRules
from scorekeeper.accounts import logins
from scorekeeper.api import auth
from scorekeeper.api.models import ApiToken
from scorekeeper.clubs import queries, services
from scorekeeper.clubs.models import (
    AuditEntry,
    Club,
    ClubDevice,
    HouseRules,
    Merge,
    Organiser,
    PersonalData,
    Player,
    Tariff,
    TariffVersion,
)
from scorekeeper.desk import settlement
from scorekeeper.desk.models import SignUp, TableList, Tournament, TournamentEntry
from scorekeeper.evenings.models import Evening, Presence, Round, RoundSeat
from scorekeeper.organisers.panel import ClubScopedAdmin
from scorekeeper.play.models import Access, Change, Hand, Session
from scorekeeper.standings.models import Season
from scorekeeper.web import throttling
from tests.clubs.clubs import MEMBERS, OURS, ClubObjects, SampleClub, signed_in
from tests.desk.club_evening import ClubEvening
from tests.organisers.panel_pages import SESSIONS_PAGE, act
from tests.play.browsers import Form, words_of
from tests.play.tables import FOUR, GARDE, Scorer, start
from tests.printing.printed import Printed

pytestmark = pytest.mark.django_db

MEMBERS_PAGE = "/admin/clubs/player/"


# Signing in


def test_createclub_creates_a_club_and_an_organiser_who_can_sign_in(capsys: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("four of clubs\n"))
    call_command("createclub", "Les  Atouts", organiser="marion", password_stdin=True)
    club = Club.objects.get(name="Les Atouts")
    assert club.slug == "les-atouts"
    assert f"/club/{club.phones_token}/" in capsys.readouterr().out
    client = Client()
    assert "/admin/login/" in client.get("/admin/")["Location"]
    response = client.post("/admin/login/", {"username": "marion", "password": "four of clubs", "next": "/admin/"})
    assert response["Location"] == "/admin/"
    assert "Les Atouts" in words_of(client.get("/admin/clubs/club/"))


@pytest.mark.parametrize(
    ("name", "password", "reason"),
    [
        ("One", "four of clubs", "There is already a club"),
        ("", "four of clubs", "1 to 60"),
        ("Two", "1234", "too short"),
    ],
)
def test_createclub_refuses_invalid_input_and_creates_nothing(
    monkeypatch: Any, name: str, password: str, reason: str
) -> None:
    services.create_club("One")
    monkeypatch.setattr("sys.stdin", StringIO(password + "\n"))
    with pytest.raises(CommandError, match=reason):
        call_command("createclub", name, organiser="marion", password_stdin=True)
    assert (Club.objects.count(), User.objects.count()) == (1, 0)


def test_createclub_without_a_terminal_says_how_to_pass_the_password(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(prompt: str) -> str:
        raise EOFError(prompt)

    monkeypatch.setattr("scorekeeper.clubs.management.commands.createclub.getpass", nobody)
    with pytest.raises(CommandError, match=r"--password-stdin\.$"):
        call_command("createclub", "Les Atouts", organiser="marion")
    assert not Club.objects.exists()


def test_createclub_uses_an_existing_account() -> None:
    marion = SampleClub("One").organiser("marion")
    call_command("createclub", "Two", organiser="marion", stdout=StringIO())
    assert [organiser.club.name for organiser in Organiser.objects.filter(user=marion).order_by("club__name")] == [
        "One",
        "Two",
    ]


def test_wrong_passwords_are_limited_for_the_right_one_too() -> None:
    SampleClub().organiser("marion")
    throttling.forget()
    with override_settings(LIMITS={**settings.LIMITS, "logins": (2, 600)}):
        client = Client()
        for password in ("wrong", "wrong again", "spades and clubs"):
            response = client.post("/admin/login/", {"username": "marion", "password": password})
        assert response.status_code == 200
        assert "Too many wrong passwords" in words_of(response)
    throttling.forget()


def test_a_failed_sign_in_creates_no_session(client: Client) -> None:
    SampleClub()
    for page in ("/", "/new/", "/club/standings/", "/admin/"):
        assert "sessionid" not in client.get(page).cookies


# Members


def test_members_are_searched_by_name_and_nickname_and_filtered() -> None:
    sample_club = SampleClub(members=("Anne Arnaud",))
    sample_club.member("Johann Schmidt", "Hannes")
    sample_club.member("Karl Korn", retired=True)
    sample_club.member("Zoé", guest=True)
    client = signed_in(sample_club.organiser())

    def listed(query: str) -> set[str]:
        return {player.name for player in client.get(MEMBERS_PAGE + query).context["cl"].result_list}

    assert listed("") == {"Anne Arnaud", "Johann Schmidt", "Karl Korn", "Zoé"}
    assert listed("?q=hann") == {"Johann Schmidt"}
    assert listed("?q=arn") == {"Anne Arnaud"}
    assert listed("?guest__exact=1") == {"Zoé"}
    assert listed("?retired=yes") == {"Karl Korn"}
    assert listed("?retired=no") == {"Anne Arnaud", "Johann Schmidt", "Zoé"}


def test_a_new_member_of_the_only_club_is_offered_at_the_table() -> None:
    sample_club = SampleClub(members=())
    client = signed_in(sample_club.organiser())
    form = client.get(f"{MEMBERS_PAGE}add/").context["adminform"].form
    assert form["club"].initial == sample_club.club.pk
    client.post(f"{MEMBERS_PAGE}add/", {"club": sample_club.club.pk, "name": "  Tante   Frieda ", "nickname": ""})
    assert queries.people(sample_club.club).members == ("Tante Frieda",)


@pytest.mark.parametrize(
    ("name", "nickname", "place"),
    [("hannes", "", "name"), ("Hans Roth", "HANNES", "nickname"), ("a\x07b", "", "name")],
)
def test_two_members_with_the_same_display_name_are_refused(name: str, nickname: str, place: str) -> None:
    sample_club = SampleClub(members=())
    sample_club.member("Johann Schmidt", "Hannes")
    client = signed_in(sample_club.organiser())
    response = client.post(f"{MEMBERS_PAGE}add/", {"club": sample_club.club.pk, "name": name, "nickname": nickname})
    assert list(response.context["adminform"].form.errors) == [place]
    assert sample_club.club.players.count() == 1


def test_a_retired_member_is_not_offered_until_restored() -> None:
    sample_club = SampleClub(members=("Anne", "Bruno", "Chloé"))
    client = signed_in(sample_club.organiser())
    anne, bruno = sample_club.club.players.filter(name__in=("Anne", "Bruno")).order_by("name")
    assert "2 people changed." in words_of(act(client, MEMBERS_PAGE, "retire", anne, bruno))
    assert queries.people(sample_club.club).members == ("Chloé",)
    assert "1 person changed." in words_of(act(client, MEMBERS_PAGE, "bring_back", anne))
    assert queries.people(sample_club.club).members == ("Anne", "Chloé")


def test_members_who_have_played_cannot_be_deleted_or_change_clubs() -> None:
    sample_club, other = SampleClub(), SampleClub("Other")
    sample_club.start(*MEMBERS[:3], "Zoé")
    client = signed_in(sample_club.organiser())
    services.make_organiser(other.club, User.objects.get())
    played, never = sample_club.club.players.get(name="Zoé"), sample_club.member("Never")
    assert client.post(f"{MEMBERS_PAGE}{played.pk}/delete/", {"post": "yes"}).status_code == 403
    client.post(f"{MEMBERS_PAGE}{played.pk}/change/", {"name": "Zoé", "club": other.club.pk, "guest": "on"})
    played.refresh_from_db()
    assert played.club == sample_club.club
    assert client.post(f"{MEMBERS_PAGE}{never.pk}/delete/", {"post": "yes"}).status_code == 302
    assert not Player.objects.filter(pk=never.pk).exists()


def test_a_person_of_a_withdrawn_settlement_cannot_be_deleted() -> None:
    evening = ClubEvening(members=(*FOUR, "Emil"), kitty=Decimal("1.00"))
    evening.played(*FOUR)
    emil = evening.player("Emil")
    Presence.objects.create(evening=evening.evening, player=emil, came_at=timezone.now())
    settled = evening.settle()
    assert settled.key
    settlement.withdraw(evening.evening, settlement=settled.key)
    emil.presences.all().delete()
    address = f"{MEMBERS_PAGE}{emil.pk}/delete/"
    assert signed_in(evening.organiser()).post(address, {"post": "yes"}).status_code == 403


# Clubs and organisers


def test_an_organiser_renames_the_club_but_cannot_create_or_delete_clubs() -> None:
    sample_club = SampleClub()
    client = signed_in(sample_club.organiser())
    client.post(
        f"/admin/clubs/club/{sample_club.club.pk}/change/",
        {"name": "Les Atouts", "slug": "x", "phones_token": "x", "starters": "runners"},
    )
    renamed = Club.objects.get()
    assert (renamed.name, renamed.slug, renamed.phones_token) == (
        "Les Atouts",
        "coupe-file",
        sample_club.club.phones_token,
    )
    assert renamed.starters == "runners"
    assert client.get("/admin/clubs/club/add/").status_code == 403
    assert client.post(f"/admin/clubs/club/{sample_club.club.pk}/delete/", {"post": "yes"}).status_code == 403


def test_a_superuser_creates_a_club() -> None:
    client = signed_in(User.objects.create_superuser("root", password="spades and clubs"))
    client.post("/admin/clubs/club/add/", {"name": "Les Atouts"})
    assert Club.objects.get().slug == "les-atouts"


def test_the_phone_link_is_shown_with_its_qr_code_and_renewed() -> None:
    sample_club = SampleClub()
    client = signed_in(sample_club.organiser())
    page = f"/admin/clubs/club/{sample_club.club.pk}/link/"
    shown = client.get(page).content.decode()
    assert f"/club/{sample_club.club.phones_token}/" in shown
    assert "<svg" in shown
    asked = words_of(client.post(page))
    assert "The old link stops working, and this can’t be undone." in asked
    assert Club.objects.get().phones_token == sample_club.club.phones_token
    client.post(page, {"confirmed": "yes"})
    renewed = Club.objects.get().phones_token
    assert renewed != sample_club.club.phones_token
    assert queries.club_of(sample_club.device) == sample_club.club
    question = client.post(page, {"let_all_go": "1"})
    assert "1 phone loses access at once" in words_of(question)
    assert queries.club_of(sample_club.device) == sample_club.club
    done = client.post(page, {**Form(question).fields, "confirmed": "yes"}, follow=True)
    assert "The old one no longer works. 1 phone was removed." in words_of(done)
    assert queries.club_of(sample_club.device) is None


def test_an_organiser_appoints_and_dismisses_others_but_not_the_last() -> None:
    sample_club = SampleClub()
    client = signed_in(sample_club.organiser("marion"))
    form = {"club": sample_club.club.pk, "username": "theo", "password1": "ace of spades", "password2": "ace of spades"}
    assert client.post("/admin/clubs/organiser/add/", form).status_code == 302
    theo = User.objects.get(username="theo")
    assert theo.is_staff
    assert not theo.is_superuser
    assert Client().login(username="theo", password="ace of spades")
    delete = {
        organiser.user.username: f"/admin/clubs/organiser/{organiser.pk}/delete/"
        for organiser in Organiser.objects.all()
    }
    shown = client.get("/admin/clubs/organiser/").content.decode()
    assert {name: address in shown for name, address in delete.items()} == {"marion": False, "theo": True}
    assert client.post(delete["marion"], {"post": "yes"}).status_code == 403  # not oneself, by mistake
    other = signed_in(theo)
    assert "theo" in words_of(client.get(delete["theo"]))  # asks first
    assert client.post(delete["theo"], {"post": "yes"}).status_code == 302
    assert other.get("/admin/")["Location"].startswith("/admin/login/")
    entry = AuditEntry.objects.latest("pk")
    assert (entry.who, entry.model, entry.action, entry.name) == ("marion", "clubs.organiser", DELETION, "theo")
    administrator = signed_in(User.objects.create_superuser("root"))
    assert administrator.post(delete["marion"], {"post": "yes"}).status_code == 403  # the last one
    assert administrator.get(f"/admin/clubs/club/{sample_club.club.pk}/delete/").status_code == 200


@pytest.mark.parametrize(
    ("wrong", "field"),
    [({"username": "marion"}, "username"), ({"password2": "other words"}, "password2"), ({"club": ""}, "club")],
)
def test_invalid_input_for_a_new_organiser_is_refused_at_its_field(wrong: dict[str, str], field: str) -> None:
    sample_club = SampleClub()
    client = signed_in(sample_club.organiser("marion"))
    form = {"club": sample_club.club.pk, "username": "theo", "password1": "ace of spades", "password2": "ace of spades"}
    response = client.post("/admin/clubs/organiser/add/", {**form, **wrong})
    assert list(response.context["adminform"].form.errors) == [field]
    assert User.objects.count() == 1


def test_a_new_organiser_is_not_told_about_signed_in_phones() -> None:
    page = words_of(signed_in(SampleClub().organiser("marion")).get("/admin/clubs/organiser/add/"))
    assert "Your password must contain at least 8 characters." in page
    assert "Phones on which this account is signed in" not in page


# Sessions


def test_sessions_are_listed_with_a_link_to_their_table() -> None:
    sample_club = SampleClub()
    scorer = sample_club.table()
    scorer.record(GARDE)
    client = signed_in(sample_club.organiser())
    words = words_of(client.get(SESSIONS_PAGE))
    assert "French Tarot" in words
    assert ", ".join(MEMBERS) in words
    assert [session.pk for session in client.get(f"{SESSIONS_PAGE}?q=Chlo").context["cl"].result_list] == [
        scorer.session.pk
    ]
    link = re.findall(r'href="(/watch/[^"]+)"', client.get(SESSIONS_PAGE).content.decode())[0]
    assert "Anne Arnaud" in words_of(client.get(link, follow=True))
    scorer.close()
    assert not client.get(f"{SESSIONS_PAGE}?open=yes").context["cl"].result_list
    assert client.get(f"{SESSIONS_PAGE}{scorer.session.pk}/change/").status_code == 200


def test_sessions_are_exported_as_one_document_per_line() -> None:
    sample_club = SampleClub()
    one, two = sample_club.table(), sample_club.table("Zoé", *MEMBERS[1:])
    one.record(GARDE)
    lines = act(signed_in(sample_club.organiser()), SESSIONS_PAGE, "export", one.session, two.session).content.decode()
    documents = [json.loads(line) for line in lines.splitlines()]
    assert sorted((tuple(document["players"]), len(document["hands"])) for document in documents) == [
        (MEMBERS, 1),
        (("Zoé", *MEMBERS[1:]), 0),
    ]


def test_renewed_links_invalidate_the_old_ones_and_are_recorded() -> None:
    sample_club = SampleClub()
    scorer = sample_club.table()
    client = signed_in(sample_club.organiser("marion"))
    assert "Links renewed. 1 session." in words_of(act(client, SESSIONS_PAGE, "renew_links", scorer.session))
    now = Session.objects.get()
    assert now.scorer_token != scorer.session.scorer_token
    assert now.watch_token != scorer.session.watch_token
    assert [(change.verb, change.who) for change in now.changes.order_by("revision")][1:] == [("renew", "marion")] * 2
    assert sample_club.phone.get(reverse("session", args=[now.public_id])).status_code == 200


# Permissions


class Walk:
    """Two clubs with everything in them, and the users who might ask."""

    def __init__(self) -> None:
        self.sample_club, other = SampleClub(OURS), SampleClub("Theirs", ("Xaver", "Yves", "Zita", "Wanda"))
        self.scorer = self.sample_club.table()
        self.scorer.record(GARDE)
        self.scorer.close()
        self.spare = self.sample_club.member("Spare Person")
        second = self.sample_club.organiser("ours-2")
        own = self.sample_club.organiser("ours")
        superuser = User.objects.create_superuser("root", password="spades and clubs")
        other.table("Xaver", "Yves", "Zita", "Wanda")
        self.clients = {
            "another club's organiser": signed_in(other.organiser("theirs")),
            "another club's member": signed_in_phone(other),
            "own organiser": signed_in(own),
            "superuser": signed_in(superuser),
        }
        self.club_objects = ClubObjects(self.sample_club, self.scorer.session, self.spare)
        ClubDevice.objects.filter(device=self.sample_club.device).update(runs=True)
        round_of_evening = Round.objects.create(
            evening=self.club_objects.by_model["evening"], number=1, game="skat", rules="isko", seating="fixed"
        )
        RoundSeat.objects.create(round=round_of_evening, player=self.spare)
        TableList.objects.create(round=round_of_evening, table=1)
        self.objects = self.club_objects.by_model | {"organiser": Organiser.objects.get(user=second)}
        self.secrets = self.club_objects.secrets | {"ours-2"}

    def reveals(self, response: Any) -> set[str]:
        if response.get("Content-Type") == "application/pdf":
            printed = Printed(response.content)
            return {secret for secret in self.secrets if printed.has(secret)}
        content = b"".join(response.streaming_content) if response.streaming else response.content
        text = content.decode(errors="replace")
        return {secret for secret in self.secrets if secret in text}


def program_with(token: str) -> Client:
    """Return a client of the API."""
    return Client(headers={"Authorization": f"Bearer {token}"})


def signed_in_phone(sample_club: SampleClub) -> Client:
    """Return a phone of the club that runs its evenings, with a member signed in, which sends the club's API token."""
    member = sample_club.club.players.order_by("pk").first()
    assert member
    logins.give(member, f"member-of-{sample_club.club.slug}")
    logins.sign_in(member, sample_club.device)
    ClubDevice.objects.filter(device=sample_club.device).update(runs=True)
    client = sample_club.phone
    client.defaults["HTTP_AUTHORIZATION"] = f"Bearer {auth.issue(sample_club.club, 'Theirs')[1]}"
    return client


def addresses_of_panel(walk: Walk) -> dict[str, str]:
    """Return every address of the panel for objects of our club, by name."""
    addresses = {}
    for pattern in [*site.get_urls()]:
        inner: list[Any] = [pattern] if isinstance(pattern, URLPattern) else pattern.url_patterns
        for route in inner:
            if not route.name:
                continue
            model = next((model for model in walk.objects if f"_{model}_" in f"{route.name}_"), None)
            pk = walk.objects[model].pk if model else 1
            given = {"object_id": pk, "pk": pk, "number": 1, "id": 1, "content_type_id": 1, "job": "x" * 16}
            given |= {"app_label": "clubs", "url": "nowhere", "evening": walk.objects["evening"].public_id}
            names = list(route.pattern.converters) or list(route.pattern.regex.groupindex)
            addresses[route.name] = reverse(f"admin:{route.name}", kwargs={key: given[key] for key in names})
    return addresses


def test_every_panel_page_is_tested_for_isolation() -> None:
    walk = Walk()
    addresses = addresses_of_panel(walk)
    for model, admin in site._registry.items():
        name = model._meta.model_name
        assert isinstance(admin, ClubScopedAdmin) is (model is not User), f"{name} is registered without a border"
        assert name in {*walk.objects, "user"}, f"the walk has no {name} of our club"
        pages = {f"{model._meta.app_label}_{name}_{page}" for page in ("changelist", "add", "change", "delete")}
        assert pages <= addresses.keys()
    assert {
        "clubs_club_link",
        "clubs_player_login",
        "autocomplete",
        "app_list",
        "auth_user_changelist",
        "view_on_site",
    } <= addresses.keys()


STRANGERS = ["another club's organiser", "another club's member"]
"""Whoever has less, has less than one of these: nobody, a phone without a member, a program."""


@pytest.mark.parametrize("who", STRANGERS)
def test_no_panel_page_shows_or_changes_another_clubs_data(who: str) -> None:
    walk = Walk()
    everything, verbs = forged(walk), forged_verbs(walk)
    before = snapshot()
    for name, address in addresses_of_panel(walk).items():
        if name != "logout":
            aimed = [post for aim, posts in verbs.items() if aim in name for post in posts]
            assert_hidden(walk, walk.clients[who], address, [everything, *aimed])
    assert snapshot() == before


@pytest.mark.thorough
def test_no_panel_page_obeys_a_verb_of_another_page() -> None:
    walk = Walk()
    theirs = walk.clients["another club's organiser"]
    every_verb = [post for posts in forged_verbs(walk).values() for post in posts]
    before = snapshot()
    for (name, address), post in product(addresses_of_panel(walk).items(), every_verb):
        if name != "logout":
            assert not walk.reveals(theirs.post(address, post)), (address, post)
    assert snapshot() == before


def assert_hidden(walk: Walk, client: Client, address: str, posts: list[dict[str, Any]]) -> None:
    """Check that a page shows this client nothing of our club, whatever it is sent."""
    assert not walk.reveals(client.get(address)), address
    for post in posts:
        assert not walk.reveals(client.post(address, post)), (address, post)
        assert not walk.reveals(client.get(address, post)) - {"theirs"}, (address, post)


def forged(walk: Walk) -> dict[str, Any]:
    """Return what a form could be made to post, with our objects wherever something is chosen."""
    everything = {"post": "yes", "name": "Stolen", "club": str(walk.sample_club.club.pk), "username": "thief"}
    everything |= {"password1": "ace of spades", "password2": "ace of spades", "let_all_go": "1", "confirmed": "yes"}
    everything |= {"one": str(walk.spare.pk), "other": str(walk.club_objects.guest.pk), "kept": str(walk.spare.pk)}
    everything |= {"names_typed": "Stolen", "label": "Stolen", "runs": "on", "starters": "runners", "rules": "fft"}
    everything |= {"pk": str(walk.scorer.session.pk), "what": "filled"}
    everything |= {"merge": str(walk.objects["merge"].pk), "evening": str(walk.objects["evening"].pk)}
    tariff = walk.objects["tariff"]
    everything |= {"copy": str(tariff.pk), "game": "solo_whist", "seen_name": tariff.name, "seen_version": "1"}
    everything |= {f"figure.{FigurePlace(*place)}": "1" for place in SoloWhistRules.tariffs["foster"].figures}
    return everything


def forged_verbs(walk: Walk) -> dict[str, list[dict[str, Any]]]:
    """Return the same with each verb that a page knows, by what is in the names of these pages."""
    everything = forged(walk)
    session = {"revision": str(walk.scorer.session.revision), "token": "forged", "call": "passed"}
    of_session = ("reopen", "lock", "renew", "move", f"shut_out:{walk.scorer.access.pk}")
    return {
        "session": [{**everything, **session, "verb": verb} for verb in of_session],
        "login": [{**everything, "of": str(walk.spare.pk), "verb": verb} for verb in ("give", "renew", "take_away")],
        "tariff": [{**everything, "rules": "foster", "verb": verb} for verb in ("save", "retire", "put_back:stake")],
    }


def snapshot() -> list[Any]:
    """Return all rows of a club."""
    rows: list[Any] = []
    models = (
        Club,
        Player,
        PersonalData,
        Organiser,
        Session,
        User,
        Merge,
        Evening,
        Season,
        HouseRules,
        ClubDevice,
        Presence,
        ApiToken,
        Tariff,
        TariffVersion,
        Round,
        Tournament,
        TournamentEntry,
        SignUp,
        TableList,
    )
    for model in (*models, Hand, Change, Access):
        skipped = {"last_login", "granted_at", "joined_at"}
        names = [field.attname for field in model._meta.concrete_fields if field.attname not in skipped]
        rows.append(sorted(map(repr, model._default_manager.values_list(*names))))
    return rows


@pytest.mark.parametrize("may", ["view", "change", "delete"])
def test_a_permission_does_not_cover_the_rows_of_another_club(may: str) -> None:
    """Lists find no such rows either, so nothing else would show that the permission was asked."""
    ours, theirs = SampleClub("Ours"), SampleClub("Theirs")
    request = RequestFactory().get("/admin/")
    request.user = ours.organiser()
    permission = getattr(site._registry[Player], f"has_{may}_permission")
    assert permission(request, ours.member("One of ours"))
    assert not permission(request, theirs.member("One of theirs"))


@pytest.mark.both_databases
@pytest.mark.parametrize("who", ["own organiser", "superuser"])
def test_organisers_can_open_every_page_with_their_own_data(who: str) -> None:
    walk = Walk()
    client = walk.clients[who]
    addresses = addresses_of_panel(walk)
    for name in addresses:
        if name.endswith(("_change", "_history", "_link", "_login")) and not name.startswith("auth_"):
            answer = client.get(addresses[name])
            if name == "evenings_evening_change":
                assert answer["Location"] == reverse("evening", args=[walk.objects["evening"].public_id])
            else:
                assert answer.status_code == 200, name
    assert set(MEMBERS) <= walk.reveals(client.get(addresses["clubs_player_changelist"]))
    assert client.get(addresses["auth_user_changelist"]).status_code == (200 if who == "superuser" else 403)


def test_an_action_on_another_clubs_members_changes_nothing() -> None:
    walk = Walk()
    retired = walk.sample_club.member("Retired One", retired=True)
    theirs = walk.clients["another club's organiser"]
    for action in ("retire", "bring_back"):
        assert not walk.reveals(act(theirs, MEMBERS_PAGE, action, walk.spare, retired, select_across="1")), action
    assert {walk.spare.pk: None, retired.pk: retired.retired_at} == dict(
        Player.objects.filter(pk__in=[walk.spare.pk, retired.pk]).values_list("pk", "retired_at")
    )


def test_an_action_on_another_clubs_sessions_shows_and_changes_nothing() -> None:
    walk = Walk()
    theirs = walk.clients["another club's organiser"]
    for action in ("export", "renew_links", "lock", "unlock", "close", "reopen"):
        assert not walk.reveals(act(theirs, SESSIONS_PAGE, action, walk.scorer.session)), action
    unchanged = Session.objects.get(pk=walk.scorer.session.pk)
    assert (unchanged.scorer_token, unchanged.revision) == (walk.scorer.session.scorer_token, 2)


def test_no_form_offers_or_accepts_another_club() -> None:
    walk = Walk()
    theirs = walk.clients["another club's organiser"]
    for page in (MEMBERS_PAGE, "/admin/clubs/organiser/"):
        offered = theirs.get(f"{page}add/").context["adminform"].form.fields["club"].queryset
        assert [club.name for club in offered] == ["Theirs"]
        form = {"club": walk.sample_club.club.pk, "name": "Thief", "username": "thief"}
        response = theirs.post(f"{page}add/", {**form, "password1": "ace of spades", "password2": "ace of spades"})
        assert "club" in response.context["adminform"].form.errors
    for page in (MEMBERS_PAGE, SESSIONS_PAGE, "/admin/clubs/organiser/"):
        assert not walk.reveals(theirs.get(f"{page}?club__id__exact={walk.sample_club.club.pk}", follow=True)) - {OURS}
        assert not walk.reveals(theirs.get(f"{page}?q=a", follow=True))


def test_autocompletion_finds_nothing_of_another_club() -> None:
    walk = Walk()
    models = [("clubs", "player"), ("clubs", "organiser"), ("play", "session"), ("play", "seat")]
    for (app, model), field, who in product(models, ("club", "user", "player", "session"), STRANGERS):
        params = {"app_label": app, "model_name": model, "field_name": field, "term": ""}
        assert not walk.reveals(walk.clients[who].get("/admin/autocomplete/", params)), (model, field, who)


def test_autocompletion_finds_the_organisers_own_club() -> None:
    walk = Walk()
    params = {"app_label": "play", "model_name": "seat", "field_name": "player", "term": "Spare"}
    assert walk.reveals(walk.clients["own organiser"].get("/admin/autocomplete/", params)) == {"Spare Person"}


@pytest.mark.parametrize("who", STRANGERS)
def test_no_app_page_shows_a_club_to_others(who: str) -> None:
    walk = Walk()
    for name, address in addresses_of_app(walk.club_objects).items():
        seen = walk.clients[who].get(address)
        assert not walk.reveals(seen), (name, address)
        assert not walk.reveals(walk.clients[who].post(address, forged(walk))), (name, address)


@pytest.mark.parametrize("who", ["own organiser", "superuser"])
def test_organisers_cannot_write_on_any_app_page(who: str) -> None:
    """At the tables, only the browser's access counts: an organiser without it is a watcher."""
    walk = Walk()
    before = snapshot()
    for address in addresses_of_app(walk.club_objects).values():
        walk.clients[who].post(address, forged(walk))
    assert snapshot() == before


OPEN_TO_WHO_HAS_THE_SECRET = {
    *("join", "watch", "watch_picture", "join_club", "linked_board", "set_password", "calendar"),
    *("sign_up", "public_result", "public_wall", "public_seats"),
    *("welcome", "first_club"),
}
"""Addresses that are the permission: nobody finds one by chance."""


def addresses_of_app(club_objects: ClubObjects) -> dict[str, str]:
    """Return every address of the app and the API for objects of our club, by name or else by its pattern.

    Fail at an unknown part of an address.
    """
    addresses: dict[str, str] = {}

    def walk(patterns: list[Any], before: str) -> None:
        for inner in patterns:
            pattern = f"{before}{inner.pattern}"
            if not isinstance(inner, URLPattern):
                if inner.namespace != "admin":
                    walk(inner.url_patterns, pattern)
            elif inner.name not in OPEN_TO_WHO_HAS_THE_SECRET:
                address = pattern
                for name, value in club_objects.named_in(pattern).items():
                    address = re.sub(rf"<(\w+:)?{name}>", str(value), address)
                assert "<" not in address, f"the walk does not know what is in {pattern}"
                addresses[inner.name or pattern] = f"/{address}"

    walk(get_resolver().url_patterns, "")
    assert {"home", "new", "session", "club_phone", "journal", "api/v1/club"} <= addresses.keys()
    return addresses


@pytest.mark.both_databases
def test_the_app_pages_show_a_club_to_its_own_phone_and_program() -> None:
    """So the addresses that others try do lead to something."""
    walk = Walk()
    phone, addresses = walk.sample_club.phone, addresses_of_app(walk.club_objects)
    program = program_with(walk.club_objects.api_secret)
    pages = {"club", "standings", "championship", "members", "member", "member_sessions", "evenings", "evening"}
    pages |= {"evening_seats", "evening_cash", "print_evening", "tournament", "tournament_rounds"}
    pages |= {"round", "tournament_result", "session", "journal", "ledger", "chart", "share", "hand"}
    pages |= {"print_session", "print_standings_pdf", "dates", "print_dates_pdf"}
    assert pages - {name for name, address in addresses.items() if walk.reveals(phone.get(address))} == set()
    routes = {name for name in addresses if name.startswith("api/v1/") and not name.endswith("openapi.json")}
    shown = {name for name in routes if walk.reveals(program.get(addresses[name]))}
    assert routes - shown == set()


def test_players_of_the_home_table_are_visible_to_no_organiser() -> None:
    start()
    sample_club = SampleClub(members=())
    client = signed_in(sample_club.organiser())
    assert not client.get(MEMBERS_PAGE).context["cl"].result_list
    at_home = Player.objects.filter(club=None).first()
    assert at_home
    assert client.get(f"{MEMBERS_PAGE}{at_home.pk}/change/").status_code == 302


def test_the_home_tables_people_are_offered_no_login() -> None:
    start()
    at_home = Player.objects.filter(club=None).first()
    assert at_home
    client = signed_in(SampleClub().organiser(superuser=True))
    page = client.get(f"{MEMBERS_PAGE}{at_home.pk}/change/")
    assert page.status_code == 200
    assert f"{at_home.pk}/login/" not in page.content.decode()


# Number of queries


LISTS = [
    *(MEMBERS_PAGE, SESSIONS_PAGE, f"{SESSIONS_PAGE}journal/", "/admin/"),
    *(f"/admin/clubs/{model}/" for model in ("club", "organiser", "houserules", "tariff", "merge", "clubdevice")),
    *("/admin/clubs/player/duplicates/", "/admin/evenings/evening/", "/admin/standings/season/"),
    "/admin/api/apitoken/",
]


def test_a_list_takes_as_many_queries_for_three_rows_as_for_one() -> None:
    counts = []
    for number in (1, 3):
        user = User.objects.create_user(f"organiser-{number}", password="spades and clubs", is_staff=True)
        for place in range(number):
            sample_club = SampleClub(f"Club {number} {place}", MEMBERS[: place + 1])
            services.make_organiser(sample_club.club, user)
            ClubObjects(sample_club, sample_club.start(), sample_club.member(f"Spare Persson {number} {place}"))
        # Two clubs at least, so that there is a filter by club in both.
        services.make_organiser(SampleClub(f"Other {number}", ()).club, user)
        client = signed_in(user)
        counts.append({page: queries_of(client, page) for page in LISTS})
    assert counts[0] == counts[1]


def queries_of(client: Client, page: str) -> int:
    """Return how many queries a page takes that has been shown before."""
    client.get(page)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(page).status_code == 200
    return len(captured)


def test_an_export_takes_as_many_queries_for_three_sessions_as_for_one() -> None:
    counts = []
    for number in (1, 3):
        sample_club = SampleClub(f"Club {number}")
        client = signed_in(sample_club.organiser())
        sessions = [Scorer(sample_club.start()).session for _ in range(number)]
        with CaptureQueriesContext(connection) as captured:
            act(client, SESSIONS_PAGE, "export", *sessions)
        counts.append(len(captured))
    assert counts[0] == counts[1]
