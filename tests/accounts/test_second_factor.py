"""Two-factor authentication in the panel: turned on, asked for, turned off, reset; and no way around it."""

from __future__ import annotations

import re
from functools import partial
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client

from scorekeeper.accounts import second_factor
from scorekeeper.accounts.models import SecondFactor
from scorekeeper.clubs.audit_notes import in_words
from scorekeeper.clubs.models import AuditEntry, Player
from scorekeeper.devtools.everything.addresses import addresses
from scorekeeper.devtools.everything.club import everything
from scorekeeper.web import throttling
from tests.accounts.member_logins import own_page, page_of, sign_in
from tests.accounts.second_factors import (
    PASSWORD,
    SECRET,
    FakeClock,
    give_code,
    give_password,
    give_recovery_code,
    signed_in_with_code,
    with_factor,
)
from tests.clubs.clubs import SampleClub, signed_in
from tests.concurrency import at_once
from tests.play.browsers import browser, words_of
from tests.play.tables import device

pytestmark = pytest.mark.django_db

OWN_PAGE = "/admin/second-factor/"
CODE_PAGE = "/admin/login/code/"


@pytest.fixture
def marion(sample_club: SampleClub) -> User:
    return User.objects.get(username="marion")


def journal() -> list[tuple[str, str]]:
    return [(entry.who, in_words(entry.message)) for entry in AuditEntry.objects.order_by("pk")]


def secret_on(page: Any) -> str:
    found = re.search(r'<code id="secret">([^<]+)</code>', page.content.decode())
    assert found
    return found[1].replace(" ", "")


def codes_on(page: Any) -> list[str]:
    listed = page.content.decode().partition('id="recovery-codes"')[2].partition("</ol>")[0]
    return re.findall(r"<code>([^<]+)</code>", listed)


def turn_on(client: Client, code: str, password: str = PASSWORD) -> Any:
    return client.post(OWN_PAGE, {"code": code, "password": password})


# Turning on


def test_an_organiser_enables_it_with_a_code_and_gets_ten_recovery_codes_once(
    marion: User, fake_clock: FakeClock
) -> None:
    client = signed_in(marion)
    page = client.get(OWN_PAGE)
    secret = secret_on(page)
    assert len(secret) == 32  # 160 bits in base32
    assert "<svg" in page.content.decode()
    assert secret_on(client.get(OWN_PAGE)) == secret  # an app that was set up before a reload still works
    wrong = turn_on(client, "000000" if fake_clock.code(0, secret) != "000000" else "111111")
    assert (wrong.status_code, secret_on(wrong)) == (422, secret)
    assert "This code is wrong" in words_of(wrong)
    done = turn_on(client, fake_clock.code(0, secret))
    codes = codes_on(done)
    assert len(set(codes)) == 10
    assert all(re.fullmatch(r"([a-z2-7]{4}-){3}[a-z2-7]{4}", code) for code in codes)
    assert "no-store" in done["Cache-Control"]
    assert journal() == [("marion", "Two-factor authentication turned on.")]
    page = client.get(OWN_PAGE)
    assert "You have 10 recovery codes left." in words_of(page)
    assert not any(code in page.content.decode() for code in [secret, *codes])
    assert client.get("/admin/").status_code == 200  # this browser has given a code


@pytest.mark.parametrize(("password", "message"), [("", "This field is required."), ("hearts", "Wrong password.")])
def test_an_open_panel_is_not_enough_to_enable_it(
    marion: User, fake_clock: FakeClock, password: str, message: str
) -> None:
    client = signed_in(marion)
    refused = turn_on(client, fake_clock.code(0, secret_on(client.get(OWN_PAGE))), password)
    assert refused.status_code == 422
    assert message in words_of(refused)
    assert not SecondFactor.objects.exists()


def test_recovery_codes_are_stored_as_hashes(marion: User, fake_clock: FakeClock) -> None:
    codes = with_factor(marion, fake_clock)
    stored = " ".join(SecondFactor.objects.get().recovery_hashes)
    assert not any(code in stored or code.replace("-", "") in stored for code in codes)
    assert len(stored.split()) == 10


@pytest.mark.parametrize(
    ("typed", "message"), [("", "This field is required."), ("12345", "six digits"), ("１２３４５６", "six digits")]
)
def test_an_invalid_code_is_refused_with_a_message(marion: User, typed: str, message: str) -> None:
    client = signed_in(marion)
    client.get(OWN_PAGE)
    page = turn_on(client, typed)
    assert page.status_code == 422
    assert message in words_of(page)
    assert not SecondFactor.objects.exists()


def test_enabling_it_in_two_windows_enables_it_once(marion: User, fake_clock: FakeClock) -> None:
    client = signed_in(marion)
    secret = secret_on(client.get(OWN_PAGE))
    with_factor(marion, fake_clock)
    assert turn_on(client, fake_clock.code(0, secret))["Location"].startswith("/admin/login/")
    assert SecondFactor.objects.get().secret == SECRET


def test_an_account_has_one_second_factor(marion: User, fake_clock: FakeClock) -> None:
    with_factor(marion, fake_clock)
    with pytest.raises(second_factor.AlreadyOnError):
        second_factor.turn_on(marion, SECRET, fake_clock.code())


# Signing in


def test_the_code_is_asked_for_after_the_password_and_then_the_page_is_shown(
    marion: User, fake_clock: FakeClock
) -> None:
    with_factor(marion, fake_clock)
    client = Client()
    assert give_password(client, address="/admin/clubs/player/")["Location"] == CODE_PAGE
    page = client.get(CODE_PAGE)
    for attribute in ('inputmode="numeric"', 'autocomplete="one-time-code"'):
        assert attribute in page.content.decode()
    assert client.get("/admin/clubs/player/")["Location"].startswith("/admin/login/")
    code = fake_clock.code()
    assert give_code(client, f"{code[:3]} {code[3:]}")["Location"] == "/admin/clubs/player/"
    assert client.get("/admin/clubs/player/").status_code == 200
    assert give_code(client, code)["Location"] == "/admin/"  # a second tap


def test_without_a_second_factor_the_password_is_enough(marion: User) -> None:
    client = Client()
    assert give_password(client)["Location"] == "/admin/"
    assert client.get("/admin/").status_code == 200


def test_no_panel_page_opens_before_the_code_is_given(fake_clock: FakeClock) -> None:
    rows = everything()
    with_factor(rows.administrator, fake_clock)
    client = Client()
    give_password(client)
    for name, address in addresses(rows, of_the_panel=True).items():
        if name in ("admin:sign_in_code", "admin:jsi18n"):
            continue
        for response in (client.get(address), client.post(address)):
            there = (response.status_code, response.headers.get("Location", "").partition("?")[0])
            if name == "admin:login":
                assert there in {(302, CODE_PAGE), (200, "")}, name
            else:
                assert there in {(302, "/admin/login/"), (302, "/admin/")}, name
    assert give_code(client, fake_clock.code()).status_code == 302
    assert client.get("/admin/").status_code == 200


def test_the_code_page_requires_the_password_first(marion: User, fake_clock: FakeClock) -> None:
    with_factor(marion, fake_clock)
    assert Client().get(CODE_PAGE)["Location"] == "/admin/login/"
    assert give_code(Client(), fake_clock.code())["Location"] == "/admin/login/"


def test_somebody_else_can_sign_in_after_the_password_was_given(marion: User, fake_clock: FakeClock) -> None:
    with_factor(marion, fake_clock)
    client = Client()
    give_password(client)
    assert client.post(CODE_PAGE, {"leave": "1"})["Location"] == "/admin/login/"
    assert client.get(CODE_PAGE)["Location"] == "/admin/login/"


@pytest.mark.parametrize(("steps", "status"), [(-2, 422), (-1, 302), (0, 302), (1, 302), (2, 422)])
def test_a_code_of_the_previous_or_next_step_is_accepted(
    marion: User, fake_clock: FakeClock, steps: int, status: int
) -> None:
    with_factor(marion, fake_clock)
    fake_clock.now += 100 * 30
    client = Client()
    give_password(client)
    assert give_code(client, fake_clock.code(steps)).status_code == status


def test_a_code_works_once_and_no_earlier_one_after_it(marion: User, fake_clock: FakeClock) -> None:
    with_factor(marion, fake_clock)
    fake_clock.now += 100 * 30
    first, other = Client(), Client()
    give_password(first)
    give_password(other)
    assert give_code(first, fake_clock.code()).status_code == 302
    for steps in (0, -1):
        response = give_code(other, fake_clock.code(steps))
        assert response.status_code == 422
        assert "has been used before" in words_of(response)
    assert give_code(other, fake_clock.code(1)).status_code == 302


def test_the_code_that_enabled_it_does_not_sign_in(marion: User, fake_clock: FakeClock) -> None:
    _factor, _codes = second_factor.turn_on(marion, SECRET, fake_clock.code())
    client = Client()
    give_password(client)
    assert give_code(client, fake_clock.code()).status_code == 422


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_a_code_used_several_times_at_once_works_once(marion: User, fake_clock: FakeClock) -> None:
    with_factor(marion, fake_clock)
    code = fake_clock.code()

    def use() -> str:
        try:
            second_factor.use_code(marion, code)
        except second_factor.WrongCodeError:
            return "refused"
        return "in"

    assert at_once([use] * 4) == {"in": 1, "refused": 3}


def test_a_session_from_before_it_was_enabled_is_asked_for_a_code(marion: User, fake_clock: FakeClock) -> None:
    elsewhere = signed_in(marion)
    assert elsewhere.get("/admin/").status_code == 200
    with_factor(marion, fake_clock)
    page = elsewhere.get("/admin/clubs/player/", follow=True)
    assert page.wsgi_request.path == CODE_PAGE
    assert give_code(elsewhere, fake_clock.code())["Location"] == "/admin/clubs/player/"


@pytest.mark.parametrize("address", ["https://evil.example/admin/", "//evil.example/", "javascript:alert(1)", ""])
def test_a_code_leads_to_no_other_site(address: str, marion: User, fake_clock: FakeClock) -> None:
    elsewhere = signed_in(marion)
    with_factor(marion, fake_clock)
    elsewhere.get("/admin/login/", {"next": address})
    assert give_code(elsewhere, fake_clock.code())["Location"] == "/admin/"


def test_a_session_with_a_code_of_a_replaced_second_factor_is_asked_again(marion: User, fake_clock: FakeClock) -> None:
    with_factor(marion, fake_clock)
    client = signed_in_with_code(fake_clock)
    second_factor.turn_off(marion)
    assert client.get("/admin/").status_code == 200
    fake_clock.now += 30
    with_factor(marion, fake_clock)
    assert client.get("/admin/").status_code == 302


# Recovery codes


def test_a_recovery_code_works_once_however_it_is_typed(marion: User, fake_clock: FakeClock) -> None:
    code = with_factor(marion, fake_clock)[3]
    client = Client()
    give_password(client)
    assert 'inputmode="numeric"' not in client.get(f"{CODE_PAGE}?recovery").content.decode()
    assert give_recovery_code(client, f" {code.upper().replace('-', ' ')} ")["Location"] == "/admin/"
    assert journal() == [("marion", "Signed in with a recovery code.")]
    assert "You have 9 recovery codes left." in words_of(client.get(OWN_PAGE))
    other = Client()
    give_password(other)
    response = give_recovery_code(other, code)
    assert response.status_code == 422
    assert "This recovery code is wrong or has been used before." in words_of(response)


def test_a_recovery_code_works_for_its_own_account_only(
    sample_club: SampleClub, marion: User, fake_clock: FakeClock
) -> None:
    code = with_factor(marion, fake_clock)[0]
    with_factor(SampleClub("Other").organiser("karl"), fake_clock)
    client = Client()
    give_password(client, "karl")
    assert give_recovery_code(client, code).status_code == 422
    assert [len(factor.recovery_hashes) for factor in SecondFactor.objects.all()] == [10, 10]


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_each_recovery_code_works_once_even_if_several_are_used_at_once(marion: User, fake_clock: FakeClock) -> None:
    codes = with_factor(marion, fake_clock)[:2]

    def use(code: str) -> str:
        try:
            second_factor.use_recovery_code(marion, code)
        except second_factor.WrongCodeError:
            return "refused"
        return code

    assert at_once([partial(use, code) for code in codes * 3]) == {codes[0]: 1, codes[1]: 1, "refused": 4}
    assert len(SecondFactor.objects.get().recovery_hashes) == 8


def test_new_recovery_codes_require_the_password_and_replace_the_old(marion: User, fake_clock: FakeClock) -> None:
    old = with_factor(marion, fake_clock)
    client = signed_in_with_code(fake_clock)
    refused = client.post(OWN_PAGE, {"codes": "1", "password": "wrong"})
    assert (refused.status_code, codes_on(refused)) == (422, [])
    assert "Wrong password." in words_of(refused)
    new = codes_on(client.post(OWN_PAGE, {"codes": "1", "password": PASSWORD}))
    assert len(set(new) - set(old)) == 10
    assert journal() == [("marion", "New recovery codes.")]
    other = Client()
    give_password(other)
    assert [give_recovery_code(other, code).status_code for code in (old[0], new[0])] == [422, 302]


# Turning off


def test_disabling_it_requires_the_password(marion: User, fake_clock: FakeClock) -> None:
    with_factor(marion, fake_clock)
    client = signed_in_with_code(fake_clock)
    for form in ({"off": "1"}, {"off": "1", "password": "wrong"}):
        assert client.post(OWN_PAGE, form).status_code == 422
    page = client.post(OWN_PAGE, {"off": "1", "password": PASSWORD}, follow=True)
    assert "You sign in with your password alone" in words_of(page)
    assert journal() == [("marion", "Two-factor authentication turned off.")]
    assert give_password(Client())["Location"] == "/admin/"


def test_a_wrong_password_does_not_disable_it(marion: User, fake_clock: FakeClock) -> None:
    with_factor(marion, fake_clock)
    marion.set_password("seven of hearts")
    marion.save()
    client = Client()
    form = {"username": "marion", "password": "seven of hearts", "next": "/admin/"}
    assert client.post("/admin/login/", form)["Location"] == CODE_PAGE


# A lost phone


def test_a_superuser_resets_it_for_somebody_who_lost_the_phone(
    sample_club: SampleClub, marion: User, fake_clock: FakeClock
) -> None:
    with_factor(marion, fake_clock)
    root = signed_in(User.objects.create_superuser("root", password=PASSWORD))
    change, reset = f"/admin/auth/user/{marion.pk}/change/", f"/admin/auth/user/{marion.pk}/second-factor/"
    assert reset in root.get(change).content.decode()
    assert "Reset two-factor authentication" in words_of(root.get(reset))
    assert SecondFactor.objects.exists()
    for _tap in range(2):
        assert root.post(reset)["Location"] == change
    assert journal() == [("root", "Two-factor authentication reset.")]
    assert "Two-factor authentication reset." in words_of(root.get(f"/admin/auth/user/{marion.pk}/history/"))
    assert reset not in root.get(change).content.decode()
    assert "doesn’t use two-factor authentication" in words_of(root.get(reset))
    assert give_password(Client())["Location"] == "/admin/"


def test_only_a_superuser_resets_it_and_only_with_the_password(
    sample_club: SampleClub, marion: User, fake_clock: FakeClock
) -> None:
    with_factor(marion, fake_clock)
    reset = f"/admin/auth/user/{marion.pk}/second-factor/"
    assert Client().post(reset).status_code == 302
    assert signed_in(sample_club.organiser("colleague")).post(reset).status_code == 404
    User.objects.filter(pk=marion.pk).update(is_superuser=True)
    assert signed_in_with_code(fake_clock).post(reset)["Location"] == OWN_PAGE
    assert SecondFactor.objects.exists()


def test_the_command_resets_it_and_says_when_there_is_nothing_to_reset(marion: User, fake_clock: FakeClock) -> None:
    with_factor(marion, fake_clock)
    out = StringIO()
    call_command("reset_second_factor", "marion", stdout=out)
    assert out.getvalue() == "marion can now sign in with the password alone.\n"
    assert journal() == [("manage.py", "Two-factor authentication reset.")]
    assert give_password(Client())["Location"] == "/admin/"
    with pytest.raises(CommandError, match="marion has no second factor"):
        call_command("reset_second_factor", "marion")
    with pytest.raises(CommandError, match="There is no account “nobody”"):
        call_command("reset_second_factor", "nobody")


# No way around it


def test_signing_in_on_a_phone_asks_for_no_code_and_does_not_open_the_panel(
    sample_club: SampleClub, marion: User, fake_clock: FakeClock
) -> None:
    anne = sample_club.club.players.get()
    Player.objects.filter(pk=anne.pk).update(user=marion)
    with_factor(marion, fake_clock)
    phone = browser(name=device())
    assert sign_in(phone, "marion", PASSWORD)["Location"] == "/club/me/"
    assert own_page(phone) == page_of(anne)
    assert phone.get("/admin/")["Location"].startswith("/admin/login/")
    assert phone.get(CODE_PAGE)["Location"] == "/admin/login/"


# Wrong codes


def limited(settings: Any, **limits: tuple[int, int]) -> None:
    throttling.forget()
    settings.LIMITS = {**settings.LIMITS, **limits}


def wrong_codes(count: int, fake_clock: FakeClock) -> None:
    """Try codes with the right password, each in a new browser."""
    for number in range(count):
        client = Client(REMOTE_ADDR=f"192.0.2.{number}")
        give_password(client)
        assert "This code is wrong" in words_of(give_code(client, fake_clock.code(50 + number)))


def test_wrong_codes_are_counted_per_account(marion: User, fake_clock: FakeClock, settings: Any) -> None:
    limited(settings, codes=(3, 3600))
    codes = with_factor(marion, fake_clock)
    wrong_codes(3, fake_clock)
    client = Client()
    give_password(client)
    assert "Too many wrong codes for this account." in words_of(give_code(client, fake_clock.code()))
    assert "Too many wrong codes for this account." in words_of(give_recovery_code(client, codes[0]))
    throttling.forget()
    assert give_code(client, fake_clock.code()).status_code == 302


def test_a_browser_that_has_given_a_code_before_is_counted_separately(
    marion: User, fake_clock: FakeClock, settings: Any
) -> None:
    limited(settings, codes=(3, 3600))
    with_factor(marion, fake_clock)
    known = signed_in_with_code(fake_clock)
    known.post("/admin/logout/")
    wrong_codes(3, fake_clock)
    give_password(known)
    assert give_code(known, fake_clock.next_code())["Location"] == "/admin/"
    known.post("/admin/logout/")
    give_password(known)
    for number in range(3):
        assert "This code is wrong" in words_of(give_code(known, fake_clock.code(50 + number)))
    assert "Too many wrong codes" in words_of(give_code(known, fake_clock.next_code()))
    throttling.forget()


def test_the_password_alone_does_not_make_a_browser_known_for_codes(
    sample_club: SampleClub, marion: User, fake_clock: FakeClock, settings: Any
) -> None:
    Player.objects.filter(pk=sample_club.club.players.get().pk).update(user=marion)
    limited(settings, codes=(3, 3600))
    with_factor(marion, fake_clock)
    wrong_codes(3, fake_clock)
    phone = browser(name=device())
    sign_in(phone, "marion", PASSWORD)
    give_password(phone)
    assert "Too many wrong codes" in words_of(give_code(phone, fake_clock.code()))
    throttling.forget()


def test_wrong_passwords_in_the_second_factor_settings_count_towards_the_limit(
    marion: User, fake_clock: FakeClock, settings: Any
) -> None:
    with_factor(marion, fake_clock)
    client = signed_in_with_code(fake_clock)
    limited(settings, logins=(2, 600), accounts=(9, 3600))
    for _try in range(2):
        assert "Wrong password." in words_of(client.post(OWN_PAGE, {"off": "1", "password": "wrong"}))
    assert "Too many wrong passwords" in words_of(client.post(OWN_PAGE, {"off": "1", "password": PASSWORD}))
    assert SecondFactor.objects.exists()
    throttling.forget()
