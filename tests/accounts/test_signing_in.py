"""Members signing in on a phone: what they may do, personal pages, passwords, and signing out."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core import signing
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorekeeper.accounts import logins
from scorekeeper.accounts.member_pages import SALT
from scorekeeper.clubs import queries
from scorekeeper.clubs.models import AuditEntry, ClubDevice, Player
from scorekeeper.organisers import merging
from scorekeeper.play import recording
from scorekeeper.play.models import Access, Role, Session
from scorekeeper.web import throttling
from tests.accounts.member_logins import OTHER, PASSWORD, own_page, page_of, phone_of, sign_in, waiting, with_login
from tests.clubs.clubs import MEMBERS, SampleClub
from tests.desk.club_evening import TWELVE, ClubEvening
from tests.desk.evening_pages import act, drawn
from tests.play.browsers import browser, words_of
from tests.play.new_sessions import posted
from tests.play.tables import FOUR, Scorer, device, start
from tests.standings.stored_results import played

pytestmark = pytest.mark.django_db

SIGN_IN = "/club/sign-in/"
WRONG = "The user name or the password is wrong."


@pytest.fixture
def sample_club() -> SampleClub:
    return SampleClub(members=("Anne", "Bruno", "Chloé", "David"))


@pytest.fixture
def anne(sample_club: SampleClub) -> Player:
    """A club whose member Anne has the login `anne`."""
    player = sample_club.club.players.get(name="Anne")
    with_login(player)
    return player


def new_password(first: str, second: str = "", **more: str) -> dict[str, str]:
    return {"new_password1": first, "new_password2": second or first, **more}


# Signing in


def test_a_member_who_signs_in_has_the_club_pages_on_any_phone(sample_club: SampleClub, anne: Player) -> None:
    phone = browser(name=device())
    assert phone.get("/club/standings/").status_code == 404
    response = sign_in(phone)
    assert response["Location"] == "/club/me/"
    assert own_page(phone) == page_of(anne)
    for address in ("/club/", "/club/standings/", "/club/members/", "/club/evenings/", page_of(anne)):
        assert phone.get(address).status_code == 200, address
    assert "A session of the club: Coupe-file" in words_of(phone.get("/new/"))
    assert phone.get(SIGN_IN)["Location"] == "/club/me/"


def test_a_phone_gets_its_device_name_before_it_signs_in_and_no_session(sample_club: SampleClub, anne: Player) -> None:
    phone = Client()
    name, *_signed_at = phone.get(SIGN_IN).cookies["device"].value.split(":")
    response = sign_in(phone)
    assert response.cookies["device"].value.startswith(f"{name}:")
    assert set(phone.cookies) <= {"device", "known-to", "csrftoken"}
    assert "no-store" in phone.get("/club/me/name/")["Cache-Control"]


def test_a_double_tap_signs_in_once(sample_club: SampleClub, anne: Player) -> None:
    phone = browser(name=device())
    assert [sign_in(phone)["Location"] for _tap in range(2)] == ["/club/me/", "/club/me/"]
    assert ClubDevice.objects.filter(player=anne).count() == 1


@pytest.mark.parametrize(
    ("username", "password", "message"),
    [
        ("anne", "hearts and spades", WRONG),
        ("nobody", PASSWORD, WRONG),
        ("ANNE", PASSWORD, WRONG),
        ("waits", "", "This field is required."),
        ("waits", "!abcdefg", WRONG),
        ("shut-down", PASSWORD, WRONG),
        ("", PASSWORD, "This field is required."),
        ("marion", "spades and clubs", "This account does not belong to a member."),
        ("a\0b", PASSWORD, "Null characters are not allowed."),
    ],
)
def test_a_refused_sign_in_explains_itself_and_keeps_the_typed_name(
    sample_club: SampleClub, anne: Player, username: str, password: str, message: str
) -> None:
    sample_club.organiser("marion")
    logins.give(sample_club.club.players.get(name="Bruno"), "waits")
    shut = with_login(sample_club.club.players.get(name="Chloé"), "shut-down")
    User.objects.filter(pk=shut.pk).update(is_active=False)
    phone = browser(name=device())
    response = sign_in(phone, username, password)
    assert response.status_code == 422
    assert message in words_of(response)
    assert response.context["form"]["username"].value() == username
    assert password not in response.content.decode() or not password
    assert phone.get("/club/standings/").status_code == 404


def test_an_unknown_name_and_a_wrong_password_look_and_cost_the_same(
    sample_club: SampleClub, anne: Player, monkeypatch: Any
) -> None:
    """Django hashes a password even for an unknown name, so that timing reveals nothing."""
    reckoned: list[str] = []

    def encode(self: Any, password: str, salt: str) -> str:
        reckoned.append(password)
        return f"md5${salt}$none"

    monkeypatch.setattr("django.contrib.auth.hashers.MD5PasswordHasher.encode", encode)
    pages = {words_of(sign_in(browser(name=device()), name, "wrong")).replace(name, "") for name in ("anne", "nobody")}
    assert len(pages) == 1
    assert reckoned == ["wrong", "wrong"]


def test_wrong_passwords_count_together_with_those_of_the_panel(sample_club: SampleClub, anne: Player) -> None:
    sample_club.organiser("marion")
    throttling.forget()
    with override_settings(LIMITS={**settings.LIMITS, "logins": (2, 600)}):
        sign_in(browser(), "anne", "wrong")
        Client().post("/admin/login/", {"username": "marion", "password": "wrong"})
        for response in (
            sign_in(browser()),
            Client().post("/admin/login/", {"username": "marion", "password": "spades and clubs"}),
        ):
            assert "Too many wrong passwords from this address." in words_of(response)
    throttling.forget()


def test_a_wrong_password_when_changing_it_counts_towards_the_limit(sample_club: SampleClub, anne: Player) -> None:
    throttling.forget()
    with override_settings(LIMITS={**settings.LIMITS, "logins": (2, 600)}):
        phone = browser(name=device())
        assert sign_in(phone)["Location"] == "/club/me/"
        form = new_password(OTHER, old_password="wrong")
        assert "was entered incorrectly" in words_of(phone.post("/club/me/password/", form))
        sign_in(phone, "anne", "wrong")
        response = phone.post("/club/me/password/", new_password(OTHER, old_password=PASSWORD))
        assert "Too many wrong passwords from this address." in words_of(response)
        assert OTHER not in response.content.decode()
    throttling.forget()


def test_retired_members_and_guests_can_sign_in_and_watch(sample_club: SampleClub) -> None:
    for player in (sample_club.member("Karl", retired=True), sample_club.member("Zoé", guest=True)):
        with_login(player, player.name)
        assert own_page(phone_of(player.name)) == page_of(player)


def test_the_home_table_without_clubs_offers_no_sign_in(client: Client) -> None:
    assert client.get(SIGN_IN).status_code == 404
    assert client.post(SIGN_IN, {"username": "anne", "password": PASSWORD}).status_code == 404
    assert "Sign in" not in words_of(client.get("/"))
    sample_club = SampleClub()
    assert "Sign in" in words_of(client.get("/"))
    assert "Sign in" not in words_of(sample_club.phone.get("/"))
    assert "Sign in" in words_of(sample_club.phone.get("/club/"))


# Out


def test_a_phone_that_joined_by_signing_in_leaves_the_club_by_signing_out(
    sample_club: SampleClub, anne: Player
) -> None:
    phone = phone_of()
    for _tap in range(2):
        assert phone.post("/club/sign-out/")["Location"] == "/club/"
    assert phone.get("/club/standings/").status_code == 404
    assert own_page(phone) == SIGN_IN
    assert ClubDevice.objects.get().device == sample_club.device


def test_a_phone_that_joined_by_the_link_stays_in_the_club_after_signing_out(
    sample_club: SampleClub, anne: Player
) -> None:
    ClubDevice.objects.update(runs=True, label="Tablet")
    sign_in(sample_club.phone)
    assert own_page(sample_club.phone) == page_of(anne)
    sample_club.phone.post("/club/sign-out/")
    assert own_page(sample_club.phone) == SIGN_IN
    assert sample_club.phone.get("/club/standings/").status_code == 200
    phone = ClubDevice.objects.get()
    assert (phone.runs, phone.label, phone.by_link, phone.player) == (True, "Tablet", True, None)


def test_a_phone_that_signed_in_and_then_used_the_link_stays_too(sample_club: SampleClub, anne: Player) -> None:
    link = reverse("join_club", args=[sample_club.club.phones_token])
    phone = phone_of()
    assert "Add this phone to the club" in words_of(phone.get(link))
    phone.post(link)
    assert own_page(phone) == page_of(anne)
    assert "already belongs to the club" in words_of(phone.get(link))
    phone.post("/club/sign-out/")
    assert phone.get("/club/standings/").status_code == 200


def test_opening_the_sign_out_page_does_not_sign_out(sample_club: SampleClub, anne: Player) -> None:
    phone = phone_of()
    assert phone.get("/club/sign-out/")["Location"] == "/club/"
    assert own_page(phone) == page_of(anne)


def test_another_member_can_sign_in_on_the_same_phone(sample_club: SampleClub, anne: Player) -> None:
    bruno = sample_club.club.players.get(name="Bruno")
    with_login(bruno, "bruno")
    phone = phone_of()
    sign_in(phone, "bruno")
    assert own_page(phone) == page_of(bruno)


# Clubs


def test_a_phone_of_another_club_is_offered_to_leave_it(sample_club: SampleClub, anne: Player) -> None:
    other = SampleClub("Other")
    assert "currently belongs to “Other”" in words_of(other.phone.get(SIGN_IN))
    sign_in(other.phone)
    assert queries.club_of(other.device) == sample_club.club
    other.phone.post("/club/sign-out/")
    assert queries.club_of(other.device) is None


def test_a_member_of_several_clubs_chooses_one(sample_club: SampleClub, anne: Player) -> None:
    second, third = SampleClub("Second", ("Anna",)), SampleClub("Third", ("Xaver",))
    anna = second.club.players.get()
    Player.objects.filter(pk=anna.pk).update(user=User.objects.get(username="anne"))
    phone = browser(name=device())
    page = sign_in(phone)
    assert [player.club.name for player in page.context["players"]] == ["Coupe-file", "Second"]
    assert own_page(phone) == SIGN_IN
    who = page.context["who"]
    wrong = phone.post(SIGN_IN, {"who": who, "club": str(third.club.pk)})
    assert [player.club.name for player in wrong.context["players"]] == ["Coupe-file", "Second"]
    for player in (anna, anne, anne):
        assert phone.post(SIGN_IN, {"who": who, "club": str(player.club_id)})["Location"] == "/club/me/"
        assert own_page(phone) == page_of(player)
    assert phone.get(page_of(anna)).status_code == 404


def test_signing_out_forgets_the_chosen_club(sample_club: SampleClub, anne: Player) -> None:
    second = SampleClub("Second", ("Anna",)).club
    second.players.update(user=User.objects.get(username="anne"))
    phone = browser(name=device())
    chosen = {"who": sign_in(phone).context["who"], "club": str(second.pk)}
    for _tap in range(2):
        assert phone.post(SIGN_IN, chosen)["Location"] == "/club/me/"
    phone.post("/club/sign-out/")
    assert phone.post(SIGN_IN, chosen).status_code == 422


def test_a_member_removed_while_choosing_a_club_gets_a_message(sample_club: SampleClub, anne: Player) -> None:
    second = SampleClub("Second", ("Anna",)).club
    user = User.objects.get(username="anne")
    second.players.update(user=user)
    phone = browser(name=device())
    chosen = {"who": sign_in(phone).context["who"], "club": str(second.pk)}
    Player.objects.update(user=None)
    page = phone.post(SIGN_IN, chosen)
    assert "This login no longer belongs to a club." in words_of(page)
    assert SIGN_IN in page.content.decode()


def test_the_proof_of_a_password_is_bound_to_one_phone_and_one_password(sample_club: SampleClub, anne: Player) -> None:
    user, club = User.objects.get(username="anne"), {"club": str(sample_club.club.pk)}
    device_id, seal = device(), (user.get_session_auth_hash(), "", "")
    forged = {
        "another phone's": signing.dumps([user.pk, device(), *seal], salt=SALT),
        "another password's": signing.dumps([user.pk, device_id, "x", "", ""], salt=SALT),
        "another page's": signing.dumps([user.pk, device_id, *seal], salt="scorekeeper.device"),
        "nobody's": signing.dumps([-1, device_id, *seal], salt=SALT),
        "another form's": signing.dumps([user.pk, device_id], salt=SALT),
        "nonsense": "x:y:z",
    }
    for what, who in forged.items():
        assert browser(name=device_id).post(SIGN_IN, {"who": who, **club}).status_code == 422, what
    good = signing.dumps([user.pk, device_id, *seal], salt=SALT)
    assert browser(name=device_id).post(SIGN_IN, {"who": good, **club})["Location"] == "/club/me/"


def test_signing_in_at_one_club_gives_no_access_to_another(sample_club: SampleClub, anne: Player) -> None:
    other = SampleClub("Other", ("Xaver", "Yves"))
    played(other.club, {"Xaver": 77, "Yves": -77})
    phone, xaver = phone_of(), other.club.players.get(name="Xaver")
    for address in (page_of(xaver), f"{page_of(xaver)}sessions/", f"{page_of(anne)}sessions/?with={xaver.pk}"):
        assert phone.get(address).status_code == 404, address
    for address in ("/club/", "/club/standings/", "/club/members/", "/club/me/name/", "/club/me/password/", SIGN_IN):
        page = phone.get(address).content.decode()
        assert not {"Xaver", "Yves", "Other"} & set(page.replace("<", " ").replace(">", " ").split()), address


@pytest.mark.parametrize("address", ["/club/me/", "/club/me/name/", "/club/me/password/"])
def test_personal_pages_lead_to_the_sign_in_page(sample_club: SampleClub, address: str) -> None:
    for client in (Client(), browser(name=device()), sample_club.phone):
        assert client.get(address)["Location"] == SIGN_IN
        assert client.post(address, {"nickname": "Thief"})["Location"] == SIGN_IN
    assert not Player.objects.filter(nickname="Thief").exists()


# The link for a password


def test_the_link_sets_a_password_once_and_signs_the_phone_in(sample_club: SampleClub) -> None:
    bruno = sample_club.club.players.get(name="Bruno")
    link, phone = waiting(bruno, "bruno"), browser(name=device())
    page = phone.get(link)
    assert "Your user name is bruno" in words_of(page)
    assert "no-store" in page["Cache-Control"]
    assert page["Referrer-Policy"] == "same-origin"
    for _tap in range(2):
        assert phone.post(link, new_password(PASSWORD))["Location"] == "/club/me/"
    assert own_page(phone) == page_of(bruno)
    assert phone.get(link)["Location"] == "/club/me/"
    assert User.objects.get(username="bruno").check_password(PASSWORD)
    stranger = browser(name=device())
    for response in (stranger.get(link), stranger.post(link, new_password(OTHER))):
        assert response.status_code == 404
        assert "A link for setting a password works once" in words_of(response)
    assert User.objects.get(username="bruno").check_password(PASSWORD)
    assert sign_in(stranger, "bruno")["Location"] == "/club/me/"


@pytest.mark.parametrize(
    ("first", "second", "field", "message"),
    [
        ("", "", "new_password1", "This field is required."),
        (PASSWORD, OTHER, "new_password2", "didn’t match"),
        ("short", "short", "new_password2", "too short"),
        ("password", "password", "new_password2", "too common"),
        ("bruno-b", "bruno-b", "new_password2", "too similar to the username"),
    ],
)
def test_an_invalid_password_is_refused_at_its_field_and_the_link_stays_valid(
    sample_club: SampleClub, first: str, second: str, field: str, message: str
) -> None:
    link, phone = waiting(sample_club.club.players.get(name="Bruno"), "bruno-b"), browser(name=device())
    response = phone.post(link, {"new_password1": first, "new_password2": second})
    assert response.status_code == 422
    assert message in str(response.context["form"].errors[field])
    assert phone.get(link).status_code == 200
    assert not User.objects.get(username="bruno-b").has_usable_password()


def test_the_slower_of_two_users_of_a_link_changes_nothing(sample_club: SampleClub) -> None:
    bruno = sample_club.club.players.get(name="Bruno")
    token = waiting(bruno, "bruno").split("/")[-2]
    user = User.objects.get(username="bruno")
    logins.set_password(user, token=token, password=PASSWORD, device=device())
    with pytest.raises(logins.LoginLinkUsedError):
        logins.set_password(user, token=token, password=OTHER, device=device())
    assert User.objects.get(username="bruno").check_password(PASSWORD)


@pytest.mark.parametrize(
    "spoiled",
    [
        lambda link: link[:-2] + ("x" if link[-2] != "x" else "y") + "/",
        lambda link: link.replace("/set-password/", "/set-password/x"),
        lambda link: "/club/set-password/OTk5/" + link.split("/")[-2] + "/",
        lambda link: "/club/set-password/////",
        lambda link: "/club/set-password/é/ü/",
    ],
)
def test_an_invalid_link_is_refused(sample_club: SampleClub, spoiled: Any) -> None:
    link = spoiled(waiting(sample_club.club.players.get(name="Bruno"), "bruno"))
    assert Client().get(link).status_code == 404
    assert Client().post(link, new_password(PASSWORD)).status_code == 404


def test_guessing_links_is_rate_limited_and_the_message_shows_no_password(sample_club: SampleClub) -> None:
    link = waiting(sample_club.club.players.get(name="Bruno"), "bruno")
    throttling.forget()
    with override_settings(LIMITS=dict.fromkeys(("starts", "joins", "logins", "writes")) | {"misses": (2, 600)}):
        wrong = "/club/set-password/x/y/"
        assert [Client().get(wrong).status_code for _try in range(2)] == [404, 404]
        response = Client().post(wrong, new_password(PASSWORD), follow=True)
        assert response.redirect_chain == [(wrong, 302)]
        assert response.status_code == 429
        assert PASSWORD not in response.content.decode()
        assert Client().post(link, new_password(PASSWORD))["Location"] == "/club/me/"
    throttling.forget()


# The member's own page


def test_only_the_members_own_page_says_so(sample_club: SampleClub, anne: Player) -> None:
    bruno = sample_club.club.players.get(name="Bruno")
    phone = phone_of()
    assert "This is you You are signed in on this phone as anne." in words_of(phone.get(page_of(anne)))
    for client, player in ((phone, bruno), (sample_club.phone, anne)):
        page = words_of(client.get(page_of(player)))
        assert "This is you" not in page
        assert "Sign out" not in page


def test_the_standings_mark_the_members_own_row(sample_club: SampleClub, anne: Player) -> None:
    bruno = sample_club.club.players.get(name="Bruno")
    played(sample_club.club, {"Anne": 77, "Bruno": -77})
    page = words_of(phone_of().get("/club/standings/"))
    assert "1 Anne (you) +77" in page
    assert page.count("(you)") == 1
    assert bruno.name in page
    assert "(you)" not in words_of(sample_club.phone.get("/club/standings/"))


def test_a_nickname_chosen_by_the_member_is_used_at_tables_and_recorded(sample_club: SampleClub, anne: Player) -> None:
    phone = phone_of()
    for nickname in ("  Nanni ", "Nanni"):
        assert phone.post("/club/me/name/", {"nickname": nickname})["Location"] == "/club/me/"
    anne.refresh_from_db()
    assert (anne.name, anne.nickname) == ("Anne", "Nanni")
    assert "Nanni" in queries.people(sample_club.club).members
    entry = AuditEntry.objects.get()
    assert (entry.club, entry.who, entry.name, entry.model, entry.key) == (
        *(sample_club.club, "anne", "Anne", "clubs.player"),
        str(anne.pk),
    )
    phone.post("/club/me/name/", {"nickname": ""})
    anne.refresh_from_db()
    assert anne.nickname == ""


@pytest.mark.parametrize(
    ("nickname", "message"),
    [
        ("BRUNO", "Another member has the same name"),
        ("hannes", "Another member has the same name"),
        ("x" * 61, "This is longer than 60 characters."),
        ("a\x07b", "This contains a character"),
    ],
)
def test_an_invalid_nickname_is_refused_and_kept_as_typed(
    sample_club: SampleClub, anne: Player, nickname: str, message: str
) -> None:
    sample_club.member("Johann", "Hannes")
    response = phone_of().post("/club/me/name/", {"nickname": nickname})
    assert response.status_code == 422
    assert message in words_of(response)
    assert response.context["form"]["nickname"].value() == nickname
    anne.refresh_from_db()
    assert anne.nickname == ""


def test_a_nickname_that_tells_two_members_apart_cannot_be_dropped(sample_club: SampleClub, anne: Player) -> None:
    Player.objects.filter(pk=anne.pk).update(nickname="Nanni")
    sample_club.member("Annegret", "Anne")
    assert phone_of().post("/club/me/name/", {"nickname": ""}).status_code == 422


# The password


def test_changing_the_password_signs_the_other_phones_out(sample_club: SampleClub, anne: Player) -> None:
    bruno = sample_club.club.players.get(name="Bruno")
    with_login(bruno, "bruno")
    here, there, his = phone_of(), phone_of(), phone_of("bruno")
    sign_in(sample_club.phone)
    form = new_password(OTHER, old_password=PASSWORD)
    for _tap in range(2):
        assert here.post("/club/me/password/", form)["Location"] == "/club/me/"
    assert own_page(here) == page_of(anne)
    assert own_page(his) == page_of(bruno)
    assert own_page(there) == own_page(sample_club.phone) == SIGN_IN
    assert there.get("/club/standings/").status_code == 404
    assert sample_club.phone.get("/club/standings/").status_code == 200
    assert sign_in(there).status_code == 422
    assert sign_in(there, password=OTHER)["Location"] == "/club/me/"


@pytest.mark.parametrize(
    ("old", "first", "second", "field"),
    [
        ("wrong", OTHER, OTHER, "old_password"),
        ("", OTHER, OTHER, "old_password"),
        (PASSWORD, OTHER, PASSWORD, "new_password2"),
        (PASSWORD, "12345678", "12345678", "new_password2"),
        (PASSWORD, "", "", "new_password1"),
    ],
)
def test_an_invalid_password_change_is_refused_at_its_field(
    sample_club: SampleClub, anne: Player, old: str, first: str, second: str, field: str
) -> None:
    form = {"old_password": old, "new_password1": first, "new_password2": second}
    response = phone_of().post("/club/me/password/", form)
    assert response.status_code == 422
    assert field in response.context["form"].errors
    assert User.objects.get(username="anne").check_password(PASSWORD)


# Merged


def test_a_login_follows_a_merge_and_its_undo(sample_club: SampleClub, anne: Player) -> None:
    bruno, chloe = (sample_club.club.players.get(name=name) for name in ("Bruno", "Chloé"))
    before = phone_of()
    merges = [merging.merge(bruno, anne, by="marion"), merging.merge(chloe, bruno, by="marion")]
    for phone in (before, phone_of()):
        assert own_page(phone) == page_of(chloe)
        assert "This is you" in words_of(phone.get(page_of(chloe)))
    before.post("/club/me/name/", {"nickname": "Clo"})
    chloe.refresh_from_db()
    assert chloe.nickname == "Clo"
    merging.unmerge(merges[1])
    assert own_page(before) == page_of(bruno)
    merging.unmerge(merges[0])
    for phone in (before, phone_of()):
        assert own_page(phone) == page_of(anne)
    anne.refresh_from_db()
    assert anne.user == User.objects.get(username="anne")


def test_the_logins_of_two_merged_records_both_lead_to_the_kept_one(sample_club: SampleClub, anne: Player) -> None:
    bruno = sample_club.club.players.get(name="Bruno")
    with_login(bruno, "bruno")
    merging.merge(bruno, anne, by="marion")
    assert own_page(phone_of()) == own_page(phone_of("bruno")) == page_of(bruno)


# At the table


def test_a_signed_in_phone_records_under_the_members_name(sample_club: SampleClub, anne: Player) -> None:
    Player.objects.filter(pk=anne.pk).update(nickname="Nanni")
    sign_in(sample_club.phone)
    session = sample_club.start(*FOUR)
    assert [access.label for access in session.accesses.all()] == ["Nanni"]
    Scorer(session).record()
    assert {change.who for change in session.changes.all()} == {"Nanni"}
    guest = device()
    assert recording.join(session, device=guest, role=Role.SCORER).label == "Scorer 2"


def test_tables_drawn_on_a_signed_in_phone_are_started_under_the_members_name() -> None:
    club_evening = ClubEvening()
    ClubDevice.objects.update(label="Tablet")
    with_login(club_evening.player(TWELVE[0]))
    sign_in(club_evening.phone)
    shown = drawn(club_evening, *TWELVE[:4])
    act(club_evening, shown, "start")
    assert Access.objects.get().label == TWELVE[0]


def test_the_members_name_is_filled_in_at_the_scorer_link(sample_club: SampleClub, anne: Player) -> None:
    session = sample_club.start(*FOUR)
    link = reverse("join", args=[session.scorer_token])
    assert phone_of().get(link).context["form"]["label"].value() == "Anne"
    assert not browser(name=device()).get(link).context["form"]["label"].value()
    phone_of().get(reverse("watch", args=[session.watch_token]))
    assert Access.objects.get(session=session, role=Role.WATCHER).label == "Anne"


def test_at_a_table_of_another_club_no_name_is_filled_in(sample_club: SampleClub, anne: Player) -> None:
    phone = phone_of()
    for session in (start(), SampleClub("Other").start()):
        phone.get(reverse("watch", args=[session.watch_token]))
        assert session.accesses.get(role=Role.WATCHER).label == ""
        link = reverse("join", args=[session.scorer_token])
        assert not phone.get(link).context["form"]["label"].value()


def test_the_new_session_page_offers_the_members_own_name_first(sample_club: SampleClub, anne: Player) -> None:
    def offered(client: Client) -> list[str]:
        return [known.name for known in client.get("/new/").context["known"]]

    sample_club.start("Bruno", "Chloé", "David", "Zoé")
    assert offered(sample_club.phone) == ["Bruno", "Chloé", "David", "Anne"]
    assert offered(phone_of()) == ["Anne", "Bruno", "Chloé", "David"]
    seats = dict(zip(("player-0", "player-1", "player-2", "player-3"), MEMBERS, strict=True))
    phone_of().post("/new/", posted(**seats))
    assert Session.objects.latest("pk").accesses.get().label == "Anne"


# Number of queries


def test_the_club_page_takes_as_many_queries_when_signed_in(sample_club: SampleClub, anne: Player) -> None:
    counts = []
    for client in (sample_club.phone, phone_of()):
        client.get("/club/")
        with CaptureQueriesContext(connection) as captured:
            assert client.get("/club/").status_code == 200
        counts.append(len(captured))
    assert counts[0] == counts[1]
