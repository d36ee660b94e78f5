"""What a browser's worker keeps, and what it never keeps, while there is a connection."""

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.clubs.clubs import SampleClub
from tests.desk.club_evening import TWELVE, ClubEvening
from tests.e2e.club_pages import addresses
from tests.e2e.conftest import Phones
from tests.e2e.panel import sign_in
from tests.e2e.phones import Phone, until
from tests.e2e.service_worker import at, keeps, kept, started
from tests.play.tables import Scorer

pytestmark = pytest.mark.django_db(transaction=True)

PRISE = {"call": "prise", "taker": "Bruno", "bouts": 1, "points": 51}
TABLES = 20
"""The number of tables kept, those opened last."""


@pytest.fixture
def scorer(transactional_db: None) -> Scorer:
    scorer = Scorer()
    scorer.record()
    return scorer


@pytest.fixture
def phone(phones: Phones, scorer: Scorer) -> Phone:
    return phones(scorer, service_workers="allow")


def text_kept(page: Page, address: str) -> str:
    text: str = page.evaluate("async (address) => (await (await caches.match(address))?.text()) ?? ''", address)
    return text


def test_the_first_page_visited_is_cached(phone: Phone, scorer: Scorer) -> None:
    page = phone.sit_down(scorer.session)
    keeps(page, at(scorer.session))


def test_pages_come_from_the_server_while_online(phone: Phone, scorer: Scorer) -> None:
    started(phone)
    page = phone.sit_down(scorer.session)
    keeps(page, at(scorer.session))
    scorer.record()
    page.reload()
    assert phone.ledger() == ["2", "1"]
    until(page, lambda: "396" in text_kept(page, at(scorer.session)))  # twice 198


def test_a_page_is_cached_with_everything_that_it_needs(phone: Phone, scorer: Scorer) -> None:
    started(phone)
    page = phone.sit_down(scorer.session)
    keeps(page, at(scorer.session))
    named = page.evaluate(
        """() => [...document.querySelectorAll("script[src], link[rel=stylesheet], link[rel*=icon], use")]
            .map((one) => (one.src ?? one.getAttribute("href")).replace(location.origin, "").replace(/#.*/, ""))"""
    )
    assert {"/static/img/marks.svg", "/static/css/table.css", "/static/js/waiting.js"} <= set(named) | {
        address.removeprefix(phone.site) for address in named
    }
    for address in named:
        assert page.evaluate("async (address) => Boolean(await caches.match(address))", address), address


def test_requests_of_a_page_bypass_the_worker(phone: Phone, scorer: Scorer) -> None:
    started(phone)
    page = phone.sit_down(scorer.session)
    through: dict[str, bool] = {}
    page.on(
        "response",
        lambda response: through.update({f"{response.request.method} {response.url}": response.from_service_worker}),
    )
    phone.tap_all(PRISE)
    phone.foresees("Record: Bruno +75", (173, 9, -91, -91))
    assert phone.record() == 200
    phone.says("Hand 2: Bruno +75")
    sent = {name for name in through if name.startswith("POST")}
    assert {name.rpartition(at(scorer.session))[2] for name in sent} == {"preview/", "record/"}
    assert not any(through[name] for name in sent)


def test_a_new_version_replaces_its_files_and_the_open_table(
    phone: Phone, scorer: Scorer, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(phone)
    other = Scorer(device=scorer.access.device)
    phone.sit_down(other.session)
    page = phone.sit_down(scorer.session)
    keeps(page, at(scorer.session), at(other.session))
    (before,) = page.evaluate("caches.keys()")
    phone.tap_all(PRISE)
    monkeypatch.setattr(staticfiles_storage, "manifest_hash", "another", raising=False)
    page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())")
    until(page, lambda: before not in page.evaluate("caches.keys()"))
    keeps(page, at(scorer.session))
    # A page that was open meanwhile keeps working.
    assert phone.record() == 200
    phone.says("Hand 2: Bruno +75")
    until(page, lambda: "Hand 3" in text_kept(page, at(scorer.session)))
    assert len(page.evaluate("caches.keys()")) == 1


def test_the_last_opened_tables_are_cached(phone: Phone, scorer: Scorer) -> None:
    started(phone)
    device_id = scorer.access.device
    sessions = [scorer.session, *(Scorer(device=device_id).session for _ in range(TABLES))]
    for count, session in enumerate(sessions, 1):
        keeps(phone.sit_down(session), *(at(session) for session in sessions[max(0, count - TABLES) : count]))


def test_club_and_panel_pages_are_not_cached(phones: Phones, transactional_db: None) -> None:
    club_evening = ClubEvening()
    going = club_evening.table(*TWELVE[:4])
    phone = phones(name=club_evening.device, service_workers="allow")
    phone.known_as(club_evening.device)
    started(phone)
    page = phone.page
    looked_at = addresses(club_evening, going.session, club_evening.player(TWELVE[0]))
    for address in looked_at.values():
        page.goto(address)
    sign_in(phone, club_evening.organiser().get_username())
    for address in ("/admin/", "/admin/clubs/player/", "/admin/play/session/"):
        page.goto(address)
    page.goto(reverse("print"))
    phone.sit_down(going.session)
    until(page, lambda: at(going.session) in kept(page))
    assert set(kept(page)) <= {"/offline/", at(going.session)}


def test_signing_an_organiser_out_clears_the_cached_tables(phones: Phones, transactional_db: None) -> None:
    club_evening = ClubEvening()
    going = club_evening.table(*TWELVE[:4])
    phone = phones(service_workers="allow")
    started(phone)
    sign_in(phone, club_evening.organiser().get_username())
    page = phone.sit_down(going.session)
    keeps(page, at(going.session))
    page.goto("/admin/")
    page.get_by_role("button", name="Log out").tap()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    keeps(page)


def test_leaving_the_club_clears_the_cached_tables(phones: Phones, transactional_db: None) -> None:
    sample_club = SampleClub()
    phone = phones(name=sample_club.device, service_workers="allow")
    phone.known_as(sample_club.device)
    started(phone)
    session = sample_club.start()
    page = phone.sit_down(session)
    keeps(page, at(session))
    phone.open("club_phone")
    page.get_by_role("button", name="Leave the club").tap()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    keeps(page)


def test_a_form_that_could_not_be_sent_keeps_its_input(phone: Phone, scorer: Scorer, bad_wifi: None) -> None:
    started(phone)
    page = phone.open("amend", scorer.session.public_id, 1)
    phone.tap("call", "garde_sans")
    phone.foresees("Amend: Anne +396", (396, -132, -132, -132))  # 66 × 2 from each
    phone.context.set_offline(True)
    with page.expect_event("requestfailed"):
        phone.save.tap()
    expect(phone.chip("call", "garde_sans")).to_be_checked()
    assert page.url.endswith("/hands/1/amend/")
    phone.context.set_offline(False)
    phone.save.tap()
    page.wait_for_url(f"**{at(scorer.session)}")
    phone.shows((396, -132, -132, -132))
