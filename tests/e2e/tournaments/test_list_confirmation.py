"""Two phones at a table of a tournament: one closes it, the other confirms its list."""

from __future__ import annotations

import re
from collections import Counter
from functools import partial

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from scorekeeper.desk.models import TableList
from tests.concurrency import at_once
from tests.desk.lists.list_desk import TAROT, ListDesk, joined, list_of
from tests.e2e.conftest import Phones
from tests.play.browsers import Form, browser

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_second_player_confirms_and_every_phone_shows_it(phones: Phones, javascript: bool) -> None:
    desk = ListDesk(tables=1, **TAROT)
    anne = desk.played()
    bruno = phones(joined(anne.session, "Bruno"), javascript=javascript)
    chloe = phones(joined(anne.session, "Chloé"), javascript=javascript)
    writer = phones(anne, javascript=javascript)
    for phone in (writer, chloe, bruno):
        phone.sit_down(anne.session)
    expect(writer.page.locator("#list-notice")).to_contain_text("another phone: Bruno and Chloé")
    bruno.page.get_by_role("link", name="Confirm the list of table 1").click()
    bruno.page.get_by_role("button", name="Bruno: the list is right").click()
    for phone in (writer, chloe, bruno):
        if not javascript and phone is not bruno:
            phone.page.reload()
        expect(phone.page.locator("#list-notice")).to_contain_text("Confirmed by Bruno, locked.")
    bruno.page.go_back()  # to the form that was sent
    again = bruno.page.get_by_role("button", name="Bruno: the list is right")
    if again.count():
        again.click()
        expect(bruno.page.locator("#list-notice")).to_contain_text("Confirmed by Bruno, locked.")
    assert TableList.objects.get().confirmed_by == "Bruno"


def test_a_dispute_shows_on_the_other_phones_and_at_the_desk(phones: Phones, javascript: bool) -> None:
    desk = ListDesk(tables=1, **TAROT)
    anne = desk.played()
    bruno = phones(joined(anne.session, "Bruno"), javascript=javascript)
    writer, organiser = phones(anne, javascript=javascript), phones(javascript=javascript)
    organiser.known_as(desk.club.device)
    writer.sit_down(anne.session)
    organiser.page.goto(desk.status)
    expect(organiser.page.get_by_text("finished, not confirmed")).to_be_visible()
    page = bruno.page
    page.goto(list_of(anne.session))
    page.get_by_text("Something is wrong").click()
    page.get_by_role("button", name="Dispute the list").click()
    expect(page.get_by_text("Say what is wrong with the list.")).to_be_visible()
    page.get_by_label("What is wrong?").fill("Hand 1 was lost.")
    page.get_by_role("button", name="Dispute the list").click()
    for phone, where in ((bruno, "main"), (writer, "#list-notice"), (organiser, "#table-lists")):
        if not javascript and phone is not bruno:
            phone.page.reload()
        expect(phone.page.locator(where)).to_contain_text(re.compile("Bruno.*Hand 1 was lost.", re.DOTALL))


def test_of_two_phones_that_confirm_at_once_only_one_succeeds() -> None:
    desk = ListDesk(tables=1, **TAROT)
    anne = desk.played()
    clients = [browser(joined(anne.session, name)) for name in ("Bruno", "Chloé")]
    fields = [{**Form(client.get(list_of(anne.session))).fields, "action": "confirm"} for client in clients]
    url = list_of(anne.session)

    def confirm(client: Client, data: dict[str, str]) -> str:
        return f"{client.post(url, data).status_code}"

    sent = at_once([partial(confirm, client, data) for client, data in zip(clients, fields, strict=True)])
    # The second is told that it came too late, or that it is done.
    assert sent in (Counter({"302": 2}), Counter(["302", "409"]))
    assert TableList.objects.get().confirmed_by in ("Bruno", "Chloé")
    page = clients[0].get(reverse("session", args=[anne.session.public_id]))
    assert b"locked." in page.content
