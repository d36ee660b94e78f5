"""Who may see a table and who may record at it: those who started it, and those let in by a link."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scorekeeper.play.models import Role
from scorekeeper.play.recording import services
from scorekeeper.play.recording.transaction import Write
from scorekeeper.play.urls import of_a_session
from tests.e2e.conftest import Phones
from tests.e2e.phones import Phone
from tests.play.tables import Scribe, device, fresh

pytestmark = pytest.mark.django_db(transaction=True)

WRITES = {"record", "preview", "undo", "amend", "amend_preview", "void", "restore", "close", "reopen"}
WRITES |= {"play_again", "renew_link", "revoke_access", "restore_access"}
FOR_WRITERS = {"correction", "amend", "void", "close"}
"""Pages of no use to those who may only watch."""


def addresses(scribe: Scribe) -> dict[str, str]:
    """Every address of the session, by its name."""
    found = {}
    for pattern in of_a_session:
        number = [1] if "number" in pattern.pattern.converters else []
        found[str(pattern.name)] = reverse(str(pattern.name), args=[scribe.session.public_id, *number])
    return found


class Forger:
    """Sends forms that this browser was never shown."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        page = phone.context.request.get(f"{phone.site}/new/").text()
        self.token = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[0]

    def post(self, address: str) -> int:
        """What the server answers."""
        form: dict[str, str | float | bool] = {"csrfmiddlewaretoken": self.token, "revision": "1", "token": "forged"}
        form.update(GARDE)
        answer = self.phone.context.request.post(self.phone.site + address, form=form, max_redirects=0)
        return answer.status


GARDE = {"call": "garde", "taker": "0", "bouts": "2", "points-tens": "4", "points-units": "9"}


def test_stranger_finds_nothing_and_writes_nothing(phones: Phones) -> None:
    scribe = Scribe()
    scribe.record()
    stranger = phones()
    forger = Forger(stranger)
    for name, address in addresses(scribe).items():
        assert stranger.context.request.get(stranger.site + address).status == 404, name
        if name in WRITES:
            assert forger.post(address) == 404, name
    page = stranger.sit_down(scribe.session)
    for name in ("Anne", "Bruno", "198", "Hand"):
        expect(page.get_by_text(name)).to_have_count(0)
    assert [change.verb for change in scribe.session.changes.all()] == ["start", "record"]


def test_unknown_table_looks_the_same_as_one_that_is_closed_to_a_stranger(phones: Phones) -> None:
    stranger = phones()
    page = stranger.sit_down(Scribe().session)
    closed = page.locator("body").inner_text()
    page.goto("/s/doesNotExist/")
    assert page.locator("body").inner_text() == closed


def test_watcher_sees_and_cannot_write(phones: Phones, javascript: bool) -> None:
    scribe = Scribe()
    scribe.record()
    watcher = phones(javascript=javascript)
    page = watcher.page
    page.goto(reverse("watch", args=[scribe.session.watch_token]))
    watcher.shows((198, -66, -66, -66))
    assert watcher.ledger() == ["1"]
    why = watcher.ask_why(1)
    expect(why).to_contain_text("(25 + 8) × 2")
    expect(page.get_by_role("link", name="Amend")).to_have_count(0)
    forger = Forger(watcher)
    for name, address in addresses(scribe).items():
        if name in WRITES:
            assert forger.post(address) == 403, name
        if name in WRITES - FOR_WRITERS or name in ("export", "tablet_side"):
            continue  # no page of their own
        page.goto(address)
        if name in FOR_WRITERS:
            expect(page.get_by_role("heading", level=1)).to_have_text("You can only watch here")
        expect(page.locator("form[method=post]:not(#languages, #tablet-side)")).to_have_count(0)
        assert scribe.session.scorer_token not in page.content()
    assert fresh(scribe.session).totals == (198, -66, -66, -66)
    assert [change.verb for change in scribe.session.changes.all()] == ["start", "record"]


def test_watcher_sees_a_new_hand_without_doing_anything(phones: Phones) -> None:
    scribe = Scribe()
    scribe.record()
    watcher = phones()
    watcher.page.goto(reverse("watch", args=[scribe.session.watch_token]))
    watcher.shows((198, -66, -66, -66))
    scribe.record()
    watcher.shows((396, -132, -132, -132))
    assert watcher.ledger() == ["2", "1"]
    scribe.close()
    expect(watcher.page.get_by_role("heading", level=1)).to_have_text("Anne wins")


def test_scorer_link_hands_writing_on_and_the_journal_says_to_whom(phones: Phones, javascript: bool) -> None:
    scribe = Scribe()
    scribe.record()
    mine, bruno = phones(scribe, javascript=javascript), phones(javascript=javascript)
    mine.sit_down(scribe.session)
    link = mine.open("share", scribe.session.public_id).locator("#scorer-url").input_value()
    page = bruno.page
    page.goto(link)
    expect(page.get_by_role("heading", level=1)).to_have_text("Record at this table")
    # Opening the link doesn't use it.
    assert bruno.context.request.get(bruno.site + addresses(scribe)["session"]).status == 404
    page.get_by_role("button", name="Bruno").tap()
    bruno.shows((198, -66, -66, -66))
    bruno.tap_all({"call": "prise", "taker": "Chloé", "bouts": 1, "points": 51})
    bruno.save.tap()
    bruno.says("Hand 2: Chloé +75")
    mine.open("journal", scribe.session.public_id)
    told = mine.page.locator(".change-item")
    expect(told.first).to_contain_text("Bruno recorded hand 2")
    expect(told.first).to_contain_text("Prise by Chloé")
    expect(told.nth(1)).to_contain_text("Scorer 1 recorded hand 1")
    page.goto(link)  # a scorer is not asked again
    bruno.shows((173, -91, 9, -91))


def test_watcher_becomes_a_scorer_by_the_other_link(phones: Phones) -> None:
    scribe = Scribe()
    phone = phones()
    phone.page.goto(reverse("watch", args=[scribe.session.watch_token]))
    expect(phone.save).to_have_count(0)
    phone.page.goto(reverse("join", args=[scribe.session.scorer_token]))
    phone.page.get_by_label("Someone else").fill("Tante Frieda")
    phone.page.get_by_role("button", name="Record under this name").tap()
    phone.tap_all({"call": "passed"})
    phone.save.tap()
    phone.says("Hand 1: no change")
    phone.open("journal", scribe.session.public_id)
    expect(phone.page.locator(".change-item").first).to_contain_text("Tante Frieda recorded hand 1")


@pytest.mark.parametrize("link", ["join", "watch"])
def test_link_that_was_guessed_leads_nowhere(phones: Phones, link: str) -> None:
    stranger = phones()
    answer = stranger.page.goto(reverse(link, args=["A" * 32]))
    assert answer
    assert answer.status == 404


def test_link_is_renewed_and_a_browser_shut_out_and_let_in_again(phones: Phones, javascript: bool) -> None:
    scribe = Scribe()
    mine, bruno = phones(scribe, javascript=javascript), phones(javascript=javascript)
    page = mine.open("share", scribe.session.public_id)
    old = page.locator("#scorer-url").input_value()
    bruno.page.goto(old)
    bruno.page.get_by_role("button", name="Bruno").tap()
    bruno.shows((0, 0, 0, 0))
    page.reload()
    page.get_by_text("Renew this link").first.tap()
    page.get_by_role("button", name="Renew the link").first.tap()
    expect(page.get_by_role("status")).to_contain_text("The scorer link has been renewed.")
    assert page.locator("#scorer-url").input_value() != old
    stranger = phones(javascript=javascript)
    stranger.page.goto(old)
    expect(stranger.page.get_by_role("heading", level=1)).to_have_text("This link is not valid")
    page.get_by_role("button", name="Shut out").tap()
    expect(page.get_by_role("status")).to_contain_text("Bruno is shut out.")
    bruno.page.goto(reverse("session", args=[scribe.session.public_id]))
    expect(bruno.page.get_by_role("heading", level=1)).to_have_text("This browser has been shut out")
    page.get_by_role("button", name="Let in again").tap()
    expect(page.get_by_role("status")).to_contain_text("Bruno is in again.")
    bruno.page.goto(reverse("session", args=[scribe.session.public_id]))
    bruno.shows((0, 0, 0, 0))


def test_browser_that_is_shut_out_over_a_hand_is_told_so_and_keeps_it_on_the_screen(phones: Phones) -> None:
    scribe, name = Scribe(), device()
    access = services.join(scribe.session, device=name, role=Role.SCORER, label="Bruno")
    bruno = phones(name=name)
    bruno.known_as(name)
    bruno.sit_down(scribe.session)
    bruno.tap_all({"call": "prise", "taker": "Chloé", "bouts": 1, "points": 51})
    services.revoke_access(Write(scribe.session, scribe.access, 0, "out"), access_pk=access.pk)
    bruno.page.evaluate("refresh(Infinity)")  # as the page polls
    bruno.save.tap()
    expect(bruno.page.locator("#status-message")).to_contain_text("has shut this browser out")
    expect(bruno.chip("call", "prise")).to_be_checked()
    assert not scribe.session.hands.exists()
