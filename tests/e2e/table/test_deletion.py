"""Deleting a session that was a mistake, with and without scripts, and what the other phones at the table show."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.play import recording
from scorekeeper.play.models import Role, Session
from scorekeeper.play.recording.write import Write
from tests.e2e.conftest import Phones
from tests.e2e.phones import Phone
from tests.e2e.tarot_hands import PRISE, recorded
from tests.play.tables import Scorer, device

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def scorer(transactional_db: None) -> Scorer:
    """A table with one hand, at which Anne records."""
    scorer = Scorer(label="Anne")
    scorer.record()
    return scorer


def delete(scorer: Scorer) -> None:
    scorer.session.refresh_from_db()
    recording.delete(Write(scorer.session, **scorer.now({})))


def heading(page: Page, words: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(words)


def test_a_mistaken_session_is_deleted_from_the_menu_and_found_again_at_home(phones: Phones, scorer: Scorer) -> None:
    phone = phones(scorer)
    page = phone.sit_down(scorer.session)
    phone.menu("Delete this session")
    heading(page, "Delete this session?")
    page.get_by_role("button", name="Delete this session").tap()
    heading(page, "This session is deleted")
    expect(page.get_by_text("Anne deleted it on")).to_be_visible()
    page.get_by_role("link", name="All sessions").tap()
    expect(page.get_by_role("link", name="French Tarot, Anne, Bruno, Chloé, David")).to_be_hidden()
    page.locator("summary", has_text="Deleted").tap()
    page.get_by_role("link", name="French Tarot, Anne, Bruno, Chloé, David").tap()
    page.get_by_role("button", name="Restore the session").tap()
    phone.shows((198, -66, -66, -66))
    phone.tap_all(PRISE)
    phone.save.tap()
    phone.says("Hand 2: Bruno +75")
    assert recorded(scorer) == ["garde", "prise"]


@pytest.mark.parametrize("closed", [False, True], ids=["open", "closed"])
def test_another_phone_at_the_table_is_told_at_once_and_can_restore_it(
    phones: Phones, scorer: Scorer, closed: bool
) -> None:
    if closed:
        scorer.close()
    anne, bruno, watcher = phones(scorer), phones(), phones()
    for other, role in ((bruno, Role.SCORER), (watcher, Role.WATCHER)):
        name = device()
        recording.join(scorer.session, device=name, role=role, label="Bruno" if role == Role.SCORER else "")
        other.known_as(name)
    shown = "Anne wins"
    for person in (anne, bruno, watcher):
        person.sit_down(scorer.session)
    anne.menu("Delete this session")
    anne.page.get_by_role("button", name="Delete this session").tap()
    for person in (anne, bruno, watcher):
        heading(person.page, "This session is deleted")
    expect(watcher.page.get_by_role("button", name="Restore the session")).to_have_count(0)
    expect(watcher.page.get_by_text("Anyone who records here can restore it until")).to_be_visible()
    bruno.page.get_by_role("button", name="Restore the session").tap()
    for person in (anne, bruno, watcher):
        if closed:
            heading(person.page, shown)
        else:
            person.shows((198, -66, -66, -66))


def with_a_waiting_hand(phone: Phone, scorer: Scorer) -> Phone:
    """Return a phone that has lost the connection and keeps the hand that was just recorded there."""
    phone.sit_down(scorer.session)
    phone.tap_all(PRISE)
    phone.context.set_offline(True)
    phone.save.tap()
    expect(phone.page.locator("#waiting li span")).to_contain_text("Prise")
    return phone


@pytest.mark.usefixtures("bad_wifi")
def test_a_hand_from_an_offline_phone_is_refused_with_a_message_and_kept_until_the_session_is_restored(
    phones: Phones, scorer: Scorer
) -> None:
    phone = with_a_waiting_hand(phones(scorer), scorer)
    page = phone.page
    delete(scorer)
    phone.context.set_offline(False)
    heading(page, "This session is deleted")
    expect(page.locator("#waiting li")).to_contain_text("Prise")
    expect(page.locator("#waiting li")).to_contain_text("was not recorded and stays on this phone")
    page.reload()
    expect(page.locator("#waiting li")).to_contain_text("was not recorded and stays on this phone")
    assert recorded(scorer) == ["garde"]
    page.get_by_role("button", name="Restore the session").tap()
    page.get_by_role("button", name="View").tap()
    phone.says("Hand 2: Bruno +75")
    expect(page.locator("#waiting li")).to_have_count(0)
    assert recorded(scorer) == ["garde", "prise"]


@pytest.mark.usefixtures("bad_wifi")
def test_a_hand_from_an_offline_phone_is_kept_when_others_close(phones: Phones, scorer: Scorer) -> None:
    phone = with_a_waiting_hand(phones(scorer), scorer)
    page = phone.page
    scorer.close()
    phone.context.set_offline(False)
    expect(page.get_by_role("alert")).to_contain_text("so what you sent was not recorded")
    expect(page.locator("#waiting li")).to_contain_text("Prise")
    expect(page.locator("#waiting li")).to_contain_text("was not recorded and stays on this phone")
    page.get_by_role("button", name="Discard").tap()
    expect(page.locator("#waiting li")).to_have_count(0)
    assert recorded(scorer) == ["garde"]


@pytest.mark.usefixtures("bad_wifi")
def test_a_hand_from_an_offline_phone_is_shown_to_be_checked_when_others_change_players(
    phones: Phones, scorer: Scorer
) -> None:
    phone = with_a_waiting_hand(phones(scorer), scorer)
    recording.change_players(Write(scorer.session, **scorer.now({})), leaving=(1,), joining=("Emil",))
    phone.context.set_offline(False)
    phone.says("Players or rules have changed in the meantime.")
    expect(phone.page.get_by_role("radio", name="Prise")).to_be_checked()
    assert recorded(scorer) == ["garde"]


@pytest.mark.usefixtures("bad_wifi")
def test_a_hand_being_entered_when_the_session_is_deleted_is_refused_with_a_message_and_kept(
    phones: Phones, scorer: Scorer
) -> None:
    phone = phones(scorer)
    page = phone.sit_down(scorer.session)
    phone.tap_all(PRISE)
    delete(scorer)
    phone.save.tap()
    phone.says("This session was deleted, so nothing was recorded. What you entered stays on this phone.")
    expect(phone.chip("call", "prise")).to_be_checked()
    page.get_by_role("link", name="To the deleted session").tap()
    expect(page.locator("#waiting li")).to_contain_text("Prise")
    page.get_by_role("button", name="Restore the session").tap()
    page.get_by_role("button", name="View").tap()
    phone.says("Hand 2: Bruno +75")
    assert recorded(scorer) == ["garde", "prise"]


def test_without_scripts_a_hand_of_a_deleted_session_is_refused_with_a_message(phones: Phones, scorer: Scorer) -> None:
    phone = phones(scorer, javascript=False)
    page = phone.sit_down(scorer.session)
    phone.tap_all(PRISE)
    delete(scorer)
    phone.save.tap()
    heading(page, "This session was deleted")
    page.get_by_role("link", name="To the deleted session").tap()
    page.get_by_role("button", name="Restore the session").tap()
    phone.shows((198, -66, -66, -66))
    assert Session.objects.get().deleted_at is None
