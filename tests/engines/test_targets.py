"""Every page, in Chromium: no link, button or chip is covered or smaller than 24 pixels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest
from django.test import Client
from django.urls import reverse

from games import registry
from scorekeeper.devtools.everything.addresses import OWN, pages
from scorekeeper.devtools.everything.club import PASSWORD, everything
from scorekeeper.devtools.everything.home import FIVE, closed, played
from tests.accounts.member_logins import sign_in
from tests.clubs.clubs import signed_in
from tests.engines.conftest import Start
from tests.engines.connection import Connection
from tests.engines.engine import DESK, PHONE
from tests.engines.targets import wrong_on
from tests.play.browsers import browser

pytestmark = [
    pytest.mark.django_db(transaction=True),
    # Sizes hardly differ between engines, and this walk takes minutes; the smoke test plays an evening in each.
    pytest.mark.parametrize("engine", ["chromium"], indirect=True),
]

HANDS = 12


def tables(device: str) -> Iterator[tuple[str, str]]:
    """For every game: a table for each rule set and number of players, a form to amend a hand, a closed session."""
    for game in registry.all_games():
        for rule_set in game.rules.rule_sets.values():
            for size in rule_set.players:
                at = played(device, game.slug, rule_set.slug, FIVE[:size], HANDS, evening="")
                name = f"{game.slug}, {rule_set.slug}, {size} players"
                yield name, reverse("session", args=[at.public_id])
        yield f"{game.slug}, amended", reverse("amend", args=[at.public_id, HANDS])
        over = closed(device, game.slug, rule_set.slug, FIVE[:size], HANDS, evening="")
        yield f"{game.slug}, closed", reverse("session", args=[over.public_id])


def wrong_in(engine: Start, site: str, client: Client, pages: Mapping[str, str]) -> list[str]:
    """Return what is wrong on these pages, on a phone and on a desktop, in a browser with the cookies of a client."""
    problems = []
    todo = [PHONE, DESK]
    while todo:
        with engine(todo[0]) as page:
            sizes = todo if page.resizable else todo[:1]
            for name, cookie in client.cookies.items():
                page.remember(site, name, cookie.value)
            for name, address in pages.items():
                page.go(site + address)
                for size in sizes:
                    if page.resizable:
                        page.resize(size)
                    problems += [f"{name}, {size}: {wrong}" for wrong in wrong_on(page)]
        todo = todo[len(sizes) :]
    return problems


def test_every_page_of_the_app(engine: Start, connection: Connection) -> None:
    rows = everything()
    found = pages(rows, of_the_panel=False)
    anybody, member = browser(name=rows.club_phone), browser(name=rows.club_phone)
    sign_in(member, password=PASSWORD)
    own = {name: found.pop(name) for name in OWN}
    others = dict(tables(rows.club_phone)) | {"nowhere": "/nowhere/"}
    problems = wrong_in(engine, connection.url, anybody, found | others)
    problems += wrong_in(engine, connection.url, member, own)
    assert not problems, "\n".join(problems)


def test_every_page_of_the_panel(engine: Start, connection: Connection) -> None:
    rows = everything()
    client = signed_in(rows.administrator)
    problems = wrong_in(engine, connection.url, client, pages(rows, of_the_panel=True))
    problems += wrong_in(engine, connection.url, Client(), {"admin:login": reverse("admin:login")})
    assert not problems, "\n".join(problems)
