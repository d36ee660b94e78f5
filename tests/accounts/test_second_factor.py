"""Two-factor authentication in the panel: turned on, asked for, turned off, reset; and no way around it."""

from __future__ import annotations

import re
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client

from scorekeeper.accounts import second_factor
from scorekeeper.accounts.models import RecoveryCode, SecondFactor
from scorekeeper.clubs.audit_notes import in_words
from scorekeeper.clubs.models import AuditEntry, Player
from scorekeeper.web import throttling
from tests.accounts.member_logins import own_page, page_of, sign_in
from tests.accounts.second_factors import (
    PASSWORD,
    SECRET,
    Watch,
    give_code,
    give_password,
    give_recovery_code,
    signed_in_with_code,
    with_factor,
)
from tests.clubs.clubs import House, signed_in
from tests.e2e.all_pages import Everything
from tests.play.browsers import browser, words_of
from tests.play.tables import device
from tests.play.test_concurrent_writes import at_once

pytestmark = pytest.mark.django_db

OWN_PAGE = "/admin/second-factor/"
CODE_PAGE = "/admin/login/code/"


@pytest.fixture
def marion(house: House) -> User:
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


# Turning on


def test_an_organiser_turns_it_on_with_a_code_and_gets_ten_recovery_codes_once(marion: User, watch: Watch) -> None:
    client = signed_in(marion)
    page = client.get(OWN_PAGE)
    secret = secret_on(page)
    assert len(secret) == 32  # 160 bits in base32
    assert "<svg" in page.content.decode()
    assert secret_on(client.get(OWN_PAGE)) == secret  # an app that was set up before a reload still works
    wrong = client.post(OWN_PAGE, {"code": "000000" if watch.code(0, secret) != "000000" else "111111"})
    assert (wrong.status_code, secret_on(wrong)) == (422, secret)
    assert "This code is wrong" in words_of(wrong)
    done = client.post(OWN_PAGE, {"code": watch.code(0, secret)})
    codes = codes_on(done)
    assert len(set(codes)) == 10
    assert all(re.fullmatch(r"([a-z2-7]{4}-){3}[a-z2-7]{4}", code) for code in codes)
    assert "no-store" in done["Cache-Control"]
    assert journal() == [("marion", "Two-factor authentication turned on.")]
    page = client.get(OWN_PAGE)
    assert "You have 10 recovery codes left." in words_of(page)
    assert not any(code in page.content.decode() for code in [secret, *codes])
    assert client.get("/admin/").status_code == 200  # this browser has given a code


def test_of_recovery_codes_the_database_has_hashes_only(marion: User, watch: Watch) -> None:
    codes = with_factor(marion, watch)
    stored = " ".join(RecoveryCode.objects.values_list("hash", flat=True))
    assert not any(code in stored or code.replace("-", "") in stored for code in codes)
    assert len(stored.split()) == 10


@pytest.mark.parametrize(
    ("typed", "said"), [("", "This field is required."), ("12345", "six digits"), ("１２３４５６", "six digits")]
)
def test_what_is_no_code_is_refused_in_words(marion: User, typed: str, said: str) -> None:
    client = signed_in(marion)
    client.get(OWN_PAGE)
    page = client.post(OWN_PAGE, {"code": typed})
    assert page.status_code == 422
    assert said in words_of(page)
    assert not SecondFactor.objects.exists()


def test_it_is_turned_on_once_in_two_windows(marion: User, watch: Watch) -> None:
    client = signed_in(marion)
    secret = secret_on(client.get(OWN_PAGE))
    with_factor(marion, watch)
    assert client.post(OWN_PAGE, {"code": watch.code(0, secret)})["Location"].startswith("/admin/login/")
    assert SecondFactor.objects.get().secret == SECRET


def test_an_account_has_one_second_factor(marion: User, watch: Watch) -> None:
    with_factor(marion, watch)
    with pytest.raises(second_factor.AlreadyOnError):
        second_factor.turn_on(marion, SECRET, watch.code())


# Signing in


def test_after_the_password_a_code_is_asked_for_and_then_the_page_is_shown(marion: User, watch: Watch) -> None:
    with_factor(marion, watch)
    client = Client()
    assert give_password(client, address="/admin/clubs/player/")["Location"] == CODE_PAGE
    page = client.get(CODE_PAGE)
    for attribute in ('inputmode="numeric"', 'autocomplete="one-time-code"'):
        assert attribute in page.content.decode()
    assert client.get("/admin/clubs/player/")["Location"].startswith("/admin/login/")
    code = watch.code()
    assert give_code(client, f"{code[:3]} {code[3:]}")["Location"] == "/admin/clubs/player/"
    assert client.get("/admin/clubs/player/").status_code == 200
    assert give_code(client, code)["Location"] == "/admin/"  # a second tap


def test_without_a_second_factor_the_password_is_enough(marion: User) -> None:
    client = Client()
    assert give_password(client)["Location"] == "/admin/"
    assert client.get("/admin/").status_code == 200


def test_no_page_of_the_panel_opens_before_the_code_is_given(watch: Watch) -> None:
    everything = Everything()
    with_factor(User.objects.get(username="marion"), watch)
    client = Client()
    give_password(client)
    for name, address in everything.addresses(of_the_panel=True).items():
        if name in ("admin:sign_in_code", "admin:jsi18n"):
            continue
        for answer in (client.get(address), client.post(address)):
            there = (answer.status_code, answer.headers.get("Location", "").partition("?")[0])
            if name == "admin:login":
                assert there in {(302, CODE_PAGE), (200, "")}, name
            else:
                assert there in {(302, "/admin/login/"), (302, "/admin/")}, name
    assert give_code(client, watch.code()).status_code == 302
    assert client.get("/admin/").status_code == 200


def test_the_page_for_the_code_is_for_those_who_have_given_the_password(marion: User, watch: Watch) -> None:
    with_factor(marion, watch)
    assert Client().get(CODE_PAGE)["Location"] == "/admin/login/"
    assert give_code(Client(), watch.code())["Location"] == "/admin/login/"


def test_who_has_given_the_password_can_sign_in_as_somebody_else_after_all(marion: User, watch: Watch) -> None:
    with_factor(marion, watch)
    client = Client()
    give_password(client)
    assert client.post(CODE_PAGE, {"leave": "1"})["Location"] == "/admin/login/"
    assert client.get(CODE_PAGE)["Location"] == "/admin/login/"


@pytest.mark.parametrize(("steps", "status"), [(-2, 422), (-1, 302), (0, 302), (1, 302), (2, 422)])
def test_a_clock_may_be_wrong_by_one_step(marion: User, watch: Watch, steps: int, status: int) -> None:
    with_factor(marion, watch)
    watch.now += 100 * 30
    client = Client()
    give_password(client)
    assert give_code(client, watch.code(steps)).status_code == status


def test_a_code_is_good_once_and_no_earlier_one_after_it(marion: User, watch: Watch) -> None:
    with_factor(marion, watch)
    watch.now += 100 * 30
    first, other = Client(), Client()
    give_password(first)
    give_password(other)
    assert give_code(first, watch.code()).status_code == 302
    for steps in (0, -1):
        answer = give_code(other, watch.code(steps))
        assert answer.status_code == 422
        assert "has been used before" in words_of(answer)
    assert give_code(other, watch.code(1)).status_code == 302


def test_the_code_that_turned_it_on_does_not_sign_in(marion: User, watch: Watch) -> None:
    _factor, _codes = second_factor.turn_on(marion, SECRET, watch.code())
    client = Client()
    give_password(client)
    assert give_code(client, watch.code()).status_code == 422


@pytest.mark.django_db(transaction=True)
def test_of_several_who_use_one_code_at_once_one_gets_in(marion: User, watch: Watch) -> None:
    with_factor(marion, watch)
    code = watch.code()

    def use() -> str:
        try:
            second_factor.use_code(marion, code)
        except second_factor.WrongCodeError:
            return "refused"
        return "in"

    assert at_once([use] * 4) == {"in": 1, "refused": 3}


def test_a_session_from_before_it_was_turned_on_is_asked_for_a_code(marion: User, watch: Watch) -> None:
    elsewhere = signed_in(marion)
    assert elsewhere.get("/admin/").status_code == 200
    with_factor(marion, watch)
    page = elsewhere.get("/admin/clubs/player/", follow=True)
    assert page.wsgi_request.path == CODE_PAGE
    assert give_code(elsewhere, watch.code())["Location"] == "/admin/clubs/player/"


def test_a_session_that_gave_a_code_of_a_former_second_factor_is_asked_again(marion: User, watch: Watch) -> None:
    with_factor(marion, watch)
    client = signed_in_with_code(watch)
    second_factor.turn_off(marion)
    assert client.get("/admin/").status_code == 200
    watch.now += 30
    with_factor(marion, watch)
    assert client.get("/admin/").status_code == 302


# Recovery codes


def test_a_recovery_code_signs_in_once_however_it_is_typed(marion: User, watch: Watch) -> None:
    code = with_factor(marion, watch)[3]
    client = Client()
    give_password(client)
    assert 'inputmode="numeric"' not in client.get(f"{CODE_PAGE}?recovery").content.decode()
    assert give_recovery_code(client, f" {code.upper().replace('-', ' ')} ")["Location"] == "/admin/"
    assert journal() == [("marion", "Signed in with a recovery code.")]
    assert "You have 9 recovery codes left." in words_of(client.get(OWN_PAGE))
    other = Client()
    give_password(other)
    answer = give_recovery_code(other, code)
    assert answer.status_code == 422
    assert "This recovery code is wrong or has been used before." in words_of(answer)


def test_a_recovery_code_is_of_one_account(house: House, marion: User, watch: Watch) -> None:
    code = with_factor(marion, watch)[0]
    with_factor(House("Other").organiser("karl"), watch)
    client = Client()
    give_password(client, "karl")
    assert give_recovery_code(client, code).status_code == 422
    assert RecoveryCode.objects.count() == 20


def test_new_recovery_codes_take_the_password_and_replace_the_old(marion: User, watch: Watch) -> None:
    old = with_factor(marion, watch)
    client = signed_in_with_code(watch)
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


def test_it_is_turned_off_with_the_password(marion: User, watch: Watch) -> None:
    with_factor(marion, watch)
    client = signed_in_with_code(watch)
    for form in ({"off": "1"}, {"off": "1", "password": "wrong"}):
        assert client.post(OWN_PAGE, form).status_code == 422
    page = client.post(OWN_PAGE, {"off": "1", "password": PASSWORD}, follow=True)
    assert "You sign in with your password alone" in words_of(page)
    assert journal() == [("marion", "Two-factor authentication turned off.")]
    assert give_password(Client())["Location"] == "/admin/"


def test_another_password_does_not_turn_it_off(marion: User, watch: Watch) -> None:
    with_factor(marion, watch)
    marion.set_password("seven of hearts")
    marion.save()
    client = Client()
    form = {"username": "marion", "password": "seven of hearts", "next": "/admin/"}
    assert client.post("/admin/login/", form)["Location"] == CODE_PAGE


# A lost phone


def test_a_superuser_resets_it_for_somebody_who_has_lost_the_phone(house: House, marion: User, watch: Watch) -> None:
    with_factor(marion, watch)
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


def test_nobody_else_does_and_nobody_ones_own_without_the_password(house: House, marion: User, watch: Watch) -> None:
    with_factor(marion, watch)
    reset = f"/admin/auth/user/{marion.pk}/second-factor/"
    assert Client().post(reset).status_code == 302
    assert signed_in(house.organiser("colleague")).post(reset).status_code == 404
    User.objects.filter(pk=marion.pk).update(is_superuser=True)
    assert signed_in_with_code(watch).post(reset)["Location"] == OWN_PAGE
    assert SecondFactor.objects.exists()


def test_the_command_resets_it_and_says_when_there_is_nothing_to_reset(marion: User, watch: Watch) -> None:
    with_factor(marion, watch)
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


def test_signing_in_on_a_phone_asks_for_no_code_and_opens_nothing_of_the_panel(
    house: House, marion: User, watch: Watch
) -> None:
    anne = house.club.players.get()
    Player.objects.filter(pk=anne.pk).update(user=marion)
    with_factor(marion, watch)
    phone = browser(name=device())
    assert sign_in(phone, "marion", PASSWORD)["Location"] == "/club/me/"
    assert own_page(phone) == page_of(anne)
    assert phone.get("/admin/")["Location"].startswith("/admin/login/")
    assert phone.get(CODE_PAGE)["Location"] == "/admin/login/"


# Wrong codes


def limited(settings: Any, **limits: tuple[int, int]) -> None:
    throttling.forget()
    settings.LIMITS = {**settings.LIMITS, **limits}


def wrong_codes(count: int, watch: Watch) -> None:
    """Try codes with the right password, each in a new browser."""
    for number in range(count):
        client = Client(REMOTE_ADDR=f"192.0.2.{number}")
        give_password(client)
        assert "This code is wrong" in words_of(give_code(client, watch.code(50 + number)))


def test_wrong_codes_are_counted_by_account(marion: User, watch: Watch, settings: Any) -> None:
    limited(settings, codes=(3, 3600))
    codes = with_factor(marion, watch)
    wrong_codes(3, watch)
    client = Client()
    give_password(client)
    assert "Too many wrong codes for this account." in words_of(give_code(client, watch.code()))
    assert "Too many wrong codes for this account." in words_of(give_recovery_code(client, codes[0]))
    throttling.forget()
    assert give_code(client, watch.code()).status_code == 302


def test_a_browser_in_which_a_code_was_given_before_is_counted_by_itself(
    marion: User, watch: Watch, settings: Any
) -> None:
    limited(settings, codes=(3, 3600))
    with_factor(marion, watch)
    known = signed_in_with_code(watch)
    known.post("/admin/logout/")
    wrong_codes(3, watch)
    give_password(known)
    assert give_code(known, watch.next_code())["Location"] == "/admin/"
    known.post("/admin/logout/")
    give_password(known)
    for number in range(3):
        assert "This code is wrong" in words_of(give_code(known, watch.code(50 + number)))
    assert "Too many wrong codes" in words_of(give_code(known, watch.next_code()))
    throttling.forget()


def test_the_password_alone_makes_no_browser_known_for_codes(
    house: House, marion: User, watch: Watch, settings: Any
) -> None:
    Player.objects.filter(pk=house.club.players.get().pk).update(user=marion)
    limited(settings, codes=(3, 3600))
    with_factor(marion, watch)
    wrong_codes(3, watch)
    phone = browser(name=device())
    sign_in(phone, "marion", PASSWORD)
    give_password(phone)
    assert "Too many wrong codes" in words_of(give_code(phone, watch.code()))
    throttling.forget()


def test_wrong_passwords_before_a_change_are_counted_as_at_the_sign_in(
    marion: User, watch: Watch, settings: Any
) -> None:
    with_factor(marion, watch)
    client = signed_in_with_code(watch)
    limited(settings, logins=(2, 600), accounts=(9, 3600))
    for _try in range(2):
        assert "Wrong password." in words_of(client.post(OWN_PAGE, {"off": "1", "password": "wrong"}))
    assert "Too many wrong passwords" in words_of(client.post(OWN_PAGE, {"off": "1", "password": PASSWORD}))
    assert SecondFactor.objects.exists()
    throttling.forget()
