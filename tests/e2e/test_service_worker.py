"""What a browser's worker keeps, and what it never keeps, while there is a connection."""

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.clubs.clubs import House
from tests.e2e.conftest import Phones
from tests.e2e.phones import Phone
from tests.e2e.service_worker import at, keeps, kept, started
from tests.e2e.test_club_pages import addresses
from tests.e2e.test_panel import sign_in
from tests.e2e.test_recording import until
from tests.evenings.club_evening import TWELVE, Night
from tests.play.tables import Scribe

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.looks]

PRISE = {"call": "prise", "taker": "Bruno", "bouts": 1, "points": 51}
TABLES = 20
"""The number of tables kept, those opened last."""


@pytest.fixture
def scribe(transactional_db: None) -> Scribe:
    scribe = Scribe()
    scribe.record()
    return scribe


@pytest.fixture
def phone(phones: Phones, scribe: Scribe) -> Phone:
    return phones(scribe, service_workers="allow")


def text_kept(page: Page, address: str) -> str:
    found: str = page.evaluate("async (address) => (await (await caches.match(address))?.text()) ?? ''", address)
    return found


def test_the_first_page_of_all_is_kept_as_well(phone: Phone, scribe: Scribe) -> None:
    page = phone.sit_down(scribe.session)
    keeps(page, at(scribe.session))


def test_while_there_is_a_connection_every_page_is_the_servers(phone: Phone, scribe: Scribe) -> None:
    started(phone)
    page = phone.sit_down(scribe.session)
    keeps(page, at(scribe.session))
    scribe.record()
    page.reload()
    assert phone.ledger() == ["2", "1"]
    until(page, lambda: "396" in text_kept(page, at(scribe.session)))  # twice 198


def test_a_page_is_kept_with_all_that_it_is_made_of(phone: Phone, scribe: Scribe) -> None:
    started(phone)
    page = phone.sit_down(scribe.session)
    keeps(page, at(scribe.session))
    named = page.evaluate(
        """() => [...document.querySelectorAll("script[src], link[rel=stylesheet], link[rel*=icon], use")]
            .map((one) => (one.src ?? one.getAttribute("href")).replace(location.origin, "").replace(/#.*/, ""))"""
    )
    assert {"/static/img/marks.svg", "/static/css/table.css", "/static/js/waiting.js"} <= set(named) | {
        address.removeprefix(phone.site) for address in named
    }
    for address in named:
        assert page.evaluate("async (address) => Boolean(await caches.match(address))", address), address


def test_what_a_page_itself_sends_and_fetches_does_not_go_through_the_worker(phone: Phone, scribe: Scribe) -> None:
    started(phone)
    page = phone.sit_down(scribe.session)
    through: dict[str, bool] = {}
    page.on(
        "response",
        lambda answer: through.update({f"{answer.request.method} {answer.url}": answer.from_service_worker}),
    )
    phone.tap_all(PRISE)
    phone.foresees("Record: Bruno +75", (173, 9, -91, -91))
    assert phone.record() == 200
    phone.says("Hand 2: Bruno +75")
    sent = {name for name in through if name.startswith("POST")}
    assert {name.rpartition(at(scribe.session))[2] for name in sent} == {"preview/", "record/"}
    assert not any(through[name] for name in sent)


def test_another_version_brings_its_own_files_and_the_table_that_lies_open(
    phone: Phone, scribe: Scribe, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(phone)
    other = Scribe(device=scribe.access.device)
    phone.sit_down(other.session)
    page = phone.sit_down(scribe.session)
    keeps(page, at(scribe.session), at(other.session))
    (before,) = page.evaluate("caches.keys()")
    phone.tap_all(PRISE)
    monkeypatch.setattr(staticfiles_storage, "manifest_hash", "another", raising=False)
    page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())")
    until(page, lambda: before not in page.evaluate("caches.keys()"))
    keeps(page, at(scribe.session))
    # A page that was open meanwhile keeps working.
    assert phone.record() == 200
    phone.says("Hand 2: Bruno +75")
    until(page, lambda: "Hand 3" in text_kept(page, at(scribe.session)))
    assert len(page.evaluate("caches.keys()")) == 1


def test_the_tables_that_were_opened_last_are_kept(phone: Phone, scribe: Scribe) -> None:
    started(phone)
    mine = scribe.access.device
    sessions = [scribe.session, *(Scribe(device=mine).session for _ in range(TABLES))]
    for count, session in enumerate(sessions, 1):
        keeps(phone.sit_down(session), *(at(session) for session in sessions[max(0, count - TABLES) : count]))


def test_no_page_of_a_club_and_none_of_the_panel_is_kept(phones: Phones, transactional_db: None) -> None:
    night = Night()
    going = night.table(*TWELVE[:4])
    phone = phones(name=night.device, service_workers="allow")
    phone.known_as(night.device)
    started(phone)
    page = phone.page
    looked_at = addresses(night, going.session, night.player(TWELVE[0]))
    for address in looked_at.values():
        page.goto(address)
    sign_in(phone, night.organiser().get_username())
    for address in ("/admin/", "/admin/clubs/player/", "/admin/play/session/"):
        page.goto(address)
    page.goto(reverse("print"))
    phone.sit_down(going.session)
    until(page, lambda: at(going.session) in kept(page))
    assert set(kept(page)) <= {"/offline/", at(going.session)}


def test_an_organiser_who_signs_out_leaves_no_table_behind(phones: Phones, transactional_db: None) -> None:
    night = Night()
    going = night.table(*TWELVE[:4])
    phone = phones(service_workers="allow")
    started(phone)
    sign_in(phone, night.organiser().get_username())
    page = phone.sit_down(going.session)
    keeps(page, at(going.session))
    page.goto("/admin/")
    page.get_by_role("button", name="Log out").tap()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    keeps(page)


def test_whoever_leaves_the_club_leaves_no_table_behind(phones: Phones, transactional_db: None) -> None:
    house = House()
    phone = phones(name=house.device, service_workers="allow")
    phone.known_as(house.device)
    started(phone)
    session = house.start()
    page = phone.sit_down(session)
    keeps(page, at(session))
    phone.open("club_phone")
    page.get_by_role("button", name="Leave the club").tap()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    keeps(page)


def test_a_form_that_could_not_be_sent_stays_as_it_was_filled_in(phone: Phone, scribe: Scribe, bad_wifi: None) -> None:
    started(phone)
    page = phone.open("amend", scribe.session.public_id, 1)
    phone.tap("call", "garde_sans")
    phone.context.set_offline(True)
    with page.expect_event("requestfailed"):
        phone.save.tap()
    expect(phone.chip("call", "garde_sans")).to_be_checked()
    assert page.url.endswith("/hands/1/amend/")
    phone.context.set_offline(False)
    phone.save.tap()
    phone.shows((396, -132, -132, -132))  # 66 × 2 from each
