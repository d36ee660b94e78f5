"""After an upgrade from version 1.0.0, browsers have the same access, links lead to the same places, and pages and the
API show the same.

`facts.json` of the second set says what that version itself showed. Version 1.0.0 didn't tick payments or delete
sessions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import nullcontext
from html import unescape
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from scorekeeper.play.models import Session
from scorekeeper.web.cookies import DEVICE_COOKIE
from tests.accounts.second_factors import give_password, give_recovery_code
from tests.files.older_files import SETS, old_database
from tests.play.browsers import words_of

pytestmark = pytest.mark.django_db(transaction=True)

OF_1_0 = next(older for older in SETS if str(older) == "0008-1.0.0")
FACTS = OF_1_0.facts
LINKS = FACTS["links"]
BROWSERS = FACTS["browsers"]
DOUBTFUL = {*FACTS["shut out"], *FACTS["removed"], "nobody"}
"""The browsers that could be let in by mistake."""


@pytest.fixture(params=["database", "backup"])
def upgraded(request: pytest.FixtureRequest, tmp_path: Path, settings: Any) -> Iterator[str]:
    """Upgrade the database of version 1.0.0 or restore its backup, and yield which."""
    settings.SECRET_KEY = FACTS["secret key"]
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]
    of_database = request.param == "database"
    with old_database(OF_1_0, tmp_path) if of_database else nullcontext():
        if of_database:
            call_command("migrate", verbosity=0)
        else:
            call_command("restore", str(OF_1_0.backup), stdout=StringIO())
        yield request.param


@pytest.mark.both_databases
def test_everything_is_as_version_1_0_showed_it(upgraded: str) -> None:
    those_shut_out_stay_out()
    for name, of in BROWSERS.items():
        client = browser(name)
        asked = LINKS["watcher"] if name in DOUBTFUL else of["opens"]  # refusing takes longer
        assert opened(client, asked) == of["opens"], name
        assert recordable(client, of["opens"]) == of["records"], name
        assert (client.get("/club/evenings/").status_code == 200) == of["is the club's"], name
    the_journals_say_who_changed_what(LINKS["watcher"])
    followed = Session.objects.filter(follows__isnull=False)
    assert dict(followed.values_list("public_id", "follows__public_id")) == FACTS["follows"]
    nothing_is_ticked()
    members_sign_in()
    links_lead_to_the_same_places()
    the_api_keeps_its_promises()
    if upgraded == "database":  # a backup has no second factors
        recovery_codes_that_were_not_used_are_valid()


def test_a_club_file_of_version_1_0_says_who_changed_what() -> None:
    call_command("importclub", str(OF_1_0.club_file), stdout=StringIO())
    links = {session.public_id: f"/watch/{session.watch_token}/" for session in Session.objects.all()}
    assert links.keys() == {key for key, of in OF_1_0.figures["sessions"].items() if of["club"]}
    the_journals_say_who_changed_what(links)


def browser(name: str) -> Client:
    client = Client()
    client.cookies[DEVICE_COOKIE] = BROWSERS[name]["cookie"]
    return client


def opened(client: Client, asked: Iterable[str] = LINKS["watcher"]) -> list[str]:
    """Return the sessions to which a browser has access; their documents are the cheapest of their pages."""
    return [key for key in asked if client.get(f"/s/{key}/export.json").status_code == 200]


def recordable(client: Client, asked: Iterable[str]) -> list[str]:
    """Return the sessions in which a browser may write, by the page for closing them."""
    return [key for key in asked if client.get(f"/s/{key}/close/").status_code in (200, 302)]


def those_shut_out_stay_out() -> None:
    for name, keys in FACTS["shut out"].items():
        client = browser(name)
        for key in keys:
            for link in (LINKS["watcher"][key], LINKS["scorer"][key]):
                assert client.get(link).status_code == 403, (name, link)
            assert client.post(LINKS["scorer"][key], {"label": "Me again"}).status_code == 403
            assert client.get(f"/s/{key}/").status_code == 403


def links_lead_to_the_same_places() -> None:
    visitor = Client()
    assert [visitor.get(link).status_code for link in LINKS["nowhere"]] == [404, 404]
    for key, link in LINKS["watcher"].items():
        assert visitor.get(link)["Location"] == f"/s/{key}/"
    assert opened(visitor) == [*LINKS["watcher"]]
    for key, link in LINKS["scorer"].items():
        assert visitor.get(f"/s/{key}/close/").status_code == 403
        assert visitor.post(link, {"label": "Vera"})["Location"] == f"/s/{key}/"
        assert (visitor.get(f"/s/{key}/close/").status_code in (200, 302)) == (key not in FACTS["locked"])
    removed = browser("removed")  # comes back like anybody else, to this table only
    key = next(iter(FACTS["follows"]))
    assert removed.get(LINKS["watcher"][key])["Location"] == f"/s/{key}/"
    assert opened(removed) == [key]
    assert Client().get(LINKS["board"]).status_code == 200
    phone = Client()
    assert phone.post(LINKS["club"])["Location"] == "/new/"
    assert phone.get("/club/evenings/").status_code == 200


def the_journals_say_who_changed_what(links: Mapping[str, str]) -> None:
    """Check every line: of tarot but that a hand was lost, of other games without the hand or result: worded anew."""
    for key, link in links.items():
        now, then = [line.replace(", lost", "") for line in journal(link)], FACTS["journals"][key]
        if OF_1_0.figures["sessions"][key]["game"] != "tarot":
            now, then = ([re.sub(r"(hand \d+|the session) .*", r"\1", line) for line in lines] for lines in (now, then))
        assert now == then, key


def journal(link: str) -> list[str]:
    """Return the lines of the journal of a session, without the times."""
    visitor = Client()
    page = visitor.get(visitor.get(link)["Location"] + "journal/").content.decode()
    days = re.findall(r'(?s)<ol class="journal.*?</ol>', page)
    lines = [line for day in days for line in re.findall("(?s)<li.*?</li>", day)]
    return [text(re.sub("(?s)<time.*?</time>", "", line)) for line in lines]


def text(markup: str) -> str:
    within_words = re.sub("</?bdi>", "", markup)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", within_words)).split())


def nothing_is_ticked() -> None:
    pages = [browser("home scorer").get(f"/s/{key}/") for key in BROWSERS["home scorer"]["opens"]]
    settled = next(found for found in FACTS["api"]["responses"]["evenings"]["evenings"] if found["settled_at"])
    pages.append(browser("runner").get(f"/club/evenings/{settled['id']}/cash/"))
    ticks = [tick for page in pages for tick in re.findall('aria-checked="([a-z]+)"', page.content.decode())]
    assert {*ticks} == {"false"}


def members_sign_in() -> None:
    own_page = browser("member's phone").get("/club/me/")["Location"]
    assert re.fullmatch(r"/club/members/\d+/", own_page)
    phone = Client()
    assert phone.post("/club/sign-in/", FACTS["member"])["Location"] == "/club/me/"
    assert phone.get("/club/me/")["Location"] == own_page


def the_api_keeps_its_promises() -> None:
    token = {"authorization": f"Bearer {FACTS['api']['token']}"}
    for address, then in FACTS["api"]["responses"].items():
        now = Client().get(f"/api/v1/{address}", headers=token)
        assert now.status_code == 200, address
        assert_includes(now.json(), then, address)


def assert_includes(now: Any, then: Any, where: str) -> None:
    """Check that nothing of an answer has gone or changed; fields may have been added."""
    if isinstance(then, dict):
        assert then.keys() <= now.keys(), where
        for name in then:
            assert_includes(now[name], then[name], f"{where}.{name}")
    elif isinstance(then, list):
        assert len(now) == len(then), where
        for number, of_then in enumerate(then):
            assert_includes(now[number], of_then, f"{where}[{number}]")
    else:
        assert now == then, where


def recovery_codes_that_were_not_used_are_valid() -> None:
    used, (first, second, *_others) = FACTS["second factor"]["used"], FACTS["second factor"]["unused"]
    marion, elsewhere = Client(), Client()
    give_password(marion)
    assert [give_recovery_code(marion, code).status_code for code in used] == [422] * len(used)
    assert give_recovery_code(marion, first)["Location"] == "/admin/"
    left = len(FACTS["second factor"]["unused"]) - 1
    assert f"You have {left} recovery codes left." in words_of(marion.get("/admin/second-factor/"))
    give_password(elsewhere)
    assert give_recovery_code(elsewhere, first).status_code == 422
    assert give_recovery_code(elsewhere, second)["Location"] == "/admin/"
