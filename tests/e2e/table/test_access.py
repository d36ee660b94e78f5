"""Who may see a table and who may record at it: those who started it, and those let in by a link."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scorekeeper.play import recording
from scorekeeper.play.models import Role
from scorekeeper.play.recording.write import Write
from scorekeeper.play.urls import of_a_session
from tests.e2e.conftest import Phones
from tests.e2e.phones import Phone
from tests.play.tables import Scorer, device, fresh

pytestmark = pytest.mark.django_db(transaction=True)

WRITES = {"record", "preview", "undo", "amend", "amend_preview", "void", "unvoid", "close", "reopen"}
WRITES |= {"payments", "play_again", "renew_link", "shut_out", "let_in", "delete", "undelete"}
FOR_WRITERS = {"correction", "amend", "void", "close", "delete"}
"""Pages of no use to those who may only watch."""


def addresses(scorer: Scorer) -> dict[str, str]:
    """Return every address of the session by its name."""
    found = {}
    for pattern in of_a_session:
        number = [1] if {"number", "turns"} & pattern.pattern.converters.keys() else []
        found[str(pattern.name)] = reverse(str(pattern.name), args=[scorer.session.public_id, *number])
    return found


class Forger:
    """A browser that sends forms it was never shown."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        page = phone.context.request.get(f"{phone.site}/new/").text()
        self.token = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[0]

    def post(self, address: str) -> int:
        """Return the status of the response."""
        form: dict[str, str | float | bool] = {"csrfmiddlewaretoken": self.token, "revision": "1", "token": "forged"}
        form.update(GARDE)
        response = self.phone.context.request.post(self.phone.site + address, form=form, max_redirects=0)
        return response.status


GARDE = {"call": "garde", "taker": "0", "bouts": "2", "points-tens": "4", "points-units": "9"}


def test_a_stranger_sees_and_writes_nothing(phones: Phones) -> None:
    scorer = Scorer()
    scorer.record()
    stranger = phones()
    forger = Forger(stranger)
    for name, address in addresses(scorer).items():
        assert stranger.context.request.get(stranger.site + address).status == 404, name
        if name in WRITES:
            assert forger.post(address) == 404, name
    page = stranger.sit_down(scorer.session)
    for name in ("Anne", "Bruno", "198", "Hand"):
        expect(page.get_by_text(name)).to_have_count(0)
    assert [change.verb for change in scorer.session.changes.all()] == ["start", "record"]


def test_an_unknown_table_and_a_table_without_access_look_the_same(phones: Phones) -> None:
    stranger = phones()
    page = stranger.sit_down(Scorer().session)
    closed = page.locator("body").inner_text()
    page.goto("/s/doesNotExist/")
    assert page.locator("body").inner_text() == closed


def test_a_watcher_sees_and_cannot_write(phones: Phones) -> None:
    scorer = Scorer()
    scorer.record()
    watcher = phones()
    page = watcher.page
    page.goto(reverse("watch", args=[scorer.session.watch_token]))
    watcher.shows((198, -66, -66, -66))
    assert watcher.ledger() == ["1"]
    why = watcher.ask_why(1)
    expect(why).to_contain_text("(25 + 8) × 2")
    expect(page.get_by_role("link", name="Amend")).to_have_count(0)
    forger = Forger(watcher)
    for name, address in addresses(scorer).items():
        if name in WRITES:
            assert forger.post(address) == 403, name
        if name in WRITES - FOR_WRITERS or name in ("export", "tablet_side"):
            continue  # no page of their own
        page.goto(address)
        if name in FOR_WRITERS:
            expect(page.get_by_role("heading", level=1)).to_have_text("You can only watch here")
        expect(page.locator("form[method=post]:not(#languages, #tablet-side)")).to_have_count(0)
        assert scorer.session.scorer_token not in page.content()
    assert fresh(scorer.session).totals == (198, -66, -66, -66)
    assert [change.verb for change in scorer.session.changes.all()] == ["start", "record"]


def test_a_watcher_sees_a_new_hand_without_reloading(phones: Phones) -> None:
    scorer = Scorer()
    scorer.record()
    watcher = phones()
    watcher.page.goto(reverse("watch", args=[scorer.session.watch_token]))
    watcher.shows((198, -66, -66, -66))
    scorer.record()
    watcher.shows((396, -132, -132, -132))
    assert watcher.ledger() == ["2", "1"]
    scorer.close()
    expect(watcher.page.get_by_role("heading", level=1)).to_have_text("Anne wins")


def test_the_scorer_link_grants_access_and_the_journal_records_it(phones: Phones) -> None:
    scorer = Scorer()
    scorer.record()
    own_phone, bruno = phones(scorer), phones()
    own_phone.sit_down(scorer.session)
    link = own_phone.open("share", scorer.session.public_id).locator("#scorer-url").input_value()
    page = bruno.page
    page.goto(link)
    expect(page.get_by_role("heading", level=1)).to_have_text("Record at this table")
    # Opening the link doesn't use it.
    assert bruno.context.request.get(bruno.site + addresses(scorer)["session"]).status == 404
    page.get_by_role("button", name="Bruno").tap()
    bruno.shows((198, -66, -66, -66))
    bruno.tap_all({"call": "prise", "taker": "Chloé", "bouts": 1, "points": 51})
    bruno.save.tap()
    bruno.says("Hand 2: Chloé +75")
    own_phone.open("journal", scorer.session.public_id)
    entries = own_phone.page.locator(".change-item")
    expect(entries.first).to_contain_text("Bruno recorded hand 2")
    expect(entries.first).to_contain_text("Prise by Chloé")
    expect(entries.nth(1)).to_contain_text("Scorer 1 recorded hand 1")
    page.goto(link)  # a scorer is not asked again
    bruno.shows((173, -91, 9, -91))


def test_a_watcher_becomes_a_scorer_with_the_scorer_link(phones: Phones) -> None:
    scorer = Scorer()
    phone = phones()
    phone.page.goto(reverse("watch", args=[scorer.session.watch_token]))
    expect(phone.save).to_have_count(0)
    phone.page.goto(reverse("join", args=[scorer.session.scorer_token]))
    phone.page.get_by_label("Someone else").fill("Tante Frieda")
    phone.page.get_by_role("button", name="Record under this name").tap()
    phone.tap_all({"call": "passed"})
    phone.save.tap()
    phone.says("Hand 1: no change")
    phone.open("journal", scorer.session.public_id)
    expect(phone.page.locator(".change-item").first).to_contain_text("Tante Frieda recorded hand 1")


@pytest.mark.parametrize("link", ["join", "watch"])
def test_a_guessed_link_is_refused(phones: Phones, link: str) -> None:
    stranger = phones()
    response = stranger.page.goto(reverse(link, args=["A" * 32]))
    assert response
    assert response.status == 404


def test_renewing_a_link_shuts_a_browser_out_until_it_joins_again(phones: Phones) -> None:
    scorer = Scorer()
    own_phone, bruno = phones(scorer), phones()
    page = own_phone.open("share", scorer.session.public_id)
    old = page.locator("#scorer-url").input_value()
    bruno.page.goto(old)
    bruno.page.get_by_role("button", name="Bruno").tap()
    bruno.shows((0, 0, 0, 0))
    page.reload()
    page.get_by_text("Renew this link").first.tap()
    page.get_by_role("button", name="Renew the link").first.tap()
    expect(page.get_by_role("status")).to_contain_text("The scorer link has been renewed.")
    assert page.locator("#scorer-url").input_value() != old
    stranger = phones()
    stranger.page.goto(old)
    expect(stranger.page.get_by_role("heading", level=1)).to_have_text("This link is not valid")
    page.get_by_role("button", name="Shut out").tap()
    expect(page.get_by_role("status")).to_contain_text("Bruno is shut out.")
    bruno.page.goto(reverse("session", args=[scorer.session.public_id]))
    expect(bruno.page.get_by_role("heading", level=1)).to_have_text("This browser has been shut out")
    page.get_by_role("button", name="Let in again").tap()
    expect(page.get_by_role("status")).to_contain_text("Bruno has been let in again.")
    bruno.page.goto(reverse("session", args=[scorer.session.public_id]))
    bruno.shows((0, 0, 0, 0))


def test_a_browser_shut_out_while_entering_a_hand_keeps_it_on_the_screen(phones: Phones) -> None:
    scorer, name = Scorer(), device()
    access = recording.join(scorer.session, device=name, role=Role.SCORER, label="Bruno")
    bruno = phones(name=name)
    bruno.known_as(name)
    bruno.sit_down(scorer.session)
    bruno.tap_all({"call": "prise", "taker": "Chloé", "bouts": 1, "points": 51})
    recording.shut_out(Write(scorer.session, scorer.access, 0, "out"), access_pk=access.pk)
    bruno.page.evaluate("refresh(Infinity)")  # as the page polls
    bruno.save.tap()
    expect(bruno.page.locator("#status-message")).to_contain_text("has shut this browser out")
    expect(bruno.chip("call", "prise")).to_be_checked()
    assert not scorer.session.hands.exists()
