"""A phone that an organiser has removed: it loses access to the club's tables, evenings and sessions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.accounts import logins
from scorekeeper.clubs import queries
from scorekeeper.clubs.models import AuditEntry, ClubDevice, RemovedPhone
from scorekeeper.clubs.phones import PhoneRemovedError
from scorekeeper.play import queries as tables
from scorekeeper.play.errors import LastScorerError
from scorekeeper.play.models import Access, Role, Session
from scorekeeper.play.recording import services, session_start
from scorekeeper.play.recording.transaction import Write
from tests.clubs.clubs import House, signed_in
from tests.evenings.club_evening import Night
from tests.play.browsers import Form, browser, words_of
from tests.play.live_pages import Page, cookie_of, in_the_pages, listening, live, seated, until
from tests.play.tables import FIVE, FOUR, GARDE, PASSED, device, start, token

pytestmark = pytest.mark.django_db
SENTENCE = "An organiser has removed this phone from Coupe-file."


def remove(house: House, *phones: str) -> Client:
    """Delete the phones in the panel: one on its page, several in the list."""
    office = signed_in(house.organiser())
    keys = [ClubDevice.objects.get(device=phone).pk for phone in phones or (house.device,)]
    if len(keys) == 1:
        office.post(reverse("admin:clubs_clubdevice_delete", args=keys), {"post": "yes"})
    else:
        chosen = {"action": "delete_selected", "_selected_action": keys, "post": "yes"}
        office.post(reverse("admin:clubs_clubdevice_changelist"), chosen)
    return office


def address(session: Session, page: str = "session", *more: int) -> str:
    return reverse(page, args=[session.public_id, *more])


class Removed(Night):
    """A phone that has closed one table of Anne, Bruno, Chloé and David and had another open when it was removed."""

    def __init__(self) -> None:
        super().__init__(members=FIVE)
        self.closed = self.table(*FOUR)
        self.closed.record(GARDE)
        self.closed.close()
        self.open = self.table(*FOUR)
        self.open.record(GARDE)
        self.office = remove(self)


PAGES = ("session", "ledger", "journal", "chart", "export", "share", "updates", "what_if", "print_session", "close")


@pytest.mark.parametrize("page", PAGES)
def test_no_page_of_the_clubs_tables_opens(page: str) -> None:
    house = Removed()
    for scribe in (house.open, house.closed):
        answer = house.phone.get(address(scribe.session, page))
        assert answer.status_code == 403
        assert SENTENCE in words_of(answer)
        assert "ask an organiser for the club’s phone link" in words_of(answer)


@pytest.mark.parametrize(
    "page", ["record", "preview", "undo", "set_call", "close", "reopen", "play_again", "change_players"]
)
def test_nothing_that_it_sends_is_recorded(page: str) -> None:
    house = Removed()
    for scribe in (house.open, house.closed):
        before = scribe.session.changes.count(), Session.objects.count()
        form = {"call": "passed", "revision": str(scribe.session.revision), "token": token(), "leaves": "0"}
        answer = house.phone.post(address(scribe.session, page), {**form, "name": "Emil"})
        assert answer.status_code == 403
        assert "It can no longer open or record at the club’s tables" in words_of(answer)
        assert (scribe.session.changes.count(), Session.objects.count()) == before


def test_a_form_that_is_being_filled_in_stays_with_the_sentence_beside_it() -> None:
    house = Removed()
    form = {"call": "passed", "revision": "1", "token": token()}
    answer = house.phone.post(address(house.open.session, "record"), form, headers={"HX-Request": "true"})
    assert (answer.status_code, answer["HX-Retarget"]) == (403, "#status-message")
    assert SENTENCE in words_of(answer)


@pytest.mark.parametrize(
    "page",
    ["/club/", "/club/standings/", "/club/members/", "/club/evenings/", "/club/phone/"],
)
def test_the_pages_of_the_club_say_what_happened(page: str) -> None:
    answer = Removed().phone.get(page)
    assert (answer.status_code, SENTENCE in words_of(answer)) == (403, True)


def test_the_pages_of_an_evening_do_as_well_and_take_nothing() -> None:
    house = Removed()
    for page in ("evening", "evening_draw", "evening_settlement"):
        answer = house.phone.get(reverse(page, args=[house.evening.public_id]))
        assert (answer.status_code, SENTENCE in words_of(answer)) == (403, True)
    assert house.phone.post(reverse("evening_settlement", args=[house.evening.public_id])).status_code == 403
    house.evening.refresh_from_db()
    assert house.evening.settled_at is None


def test_its_home_and_board_have_none_of_the_clubs_tables_and_say_why() -> None:
    house = Removed()
    mine = start(device=house.device)
    page = house.phone.get("/")
    found = tables.home(house.device)
    assert [one.session for one in (*found.open, *found.closed)] == [mine]
    assert tables.board(house.device) == [mine]
    assert tables.only_table(house.device) == mine
    assert "This phone was removed from Coupe-file." in words_of(page)
    assert mine.club is None


def test_hands_that_wait_on_it_have_a_place_on_the_page_and_are_said_to_be_unrecorded() -> None:
    page = Removed().phone.get("/club/").content.decode()
    assert 'id="waiting"' in page
    assert "was not recorded: this phone can no longer record there" in page
    assert "js/waiting" in page


@pytest.mark.django_db(transaction=True)
def test_its_streams_end_and_it_hears_nothing_more() -> None:
    house = Night(members=FIVE)
    scribe = house.table(*FOUR)
    scribe.record(GARDE)
    watcher, phone = seated(scribe.session), scribe.access

    async def story() -> None:
        leaving, staying = await listening(phone).open(), await listening(watcher).open()
        board = await Page(f"board&t={scribe.session.public_id}.1", cookie_of(house.device)).open()
        await in_the_pages(remove, house)
        await until(lambda: leaving.over)
        await until(lambda: board.over)
        assert not staying.over
        # A browser reconnects by itself, and is told at once that its board has changed.
        again = await Page(f"board&t={scribe.session.public_id}.1", cookie_of(house.device)).open()
        await again.hears(("changed", None))
        assert (await listening(phone).open()).status == 404

    live(story)


# What remains, and the way back


def test_whoever_has_the_link_of_a_table_comes_in_by_it_but_starts_nothing() -> None:
    house = Removed()
    session = house.open.session
    link = reverse("join", args=[session.scorer_token])
    form = Form(house.phone.get(link)).fields
    assert house.phone.post(link, {**form, "label": "Anne"})["Location"] == address(session)
    services.record(Write(session, now(house, session), 1, token()), raw=PASSED)
    services.close(Write(session, now(house, session), 2, token()))
    assert house.phone.post(address(session, "play_again"), {"token": token()}).status_code == 403
    with pytest.raises(PhoneRemovedError):
        session_start.again(session, device=house.device, token=token())
    with pytest.raises(PhoneRemovedError):
        services.change_players(Write(session, now(house, session), 3, token()), leaving=[0], joining=["Emil"])
    page = words_of(house.phone.get(address(session)))
    assert "Same people again" not in page
    assert "Continue with other players" not in page
    assert [one.goes_on for one in tables.home(house.device).closed] == [False]
    assert house.phone.get(address(house.closed.session)).status_code == 403


def now(house: House, session: Session) -> Access:
    return Access.objects.get(session=session, device=house.device)


def test_by_the_link_to_watch_it_only_watches_whatever_it_did_before() -> None:
    house = Removed()
    session = house.open.session
    assert house.phone.get(reverse("watch", args=[session.watch_token]))["Location"] == address(session)
    page = house.phone.get(address(session))
    assert page.status_code == 200
    assert b'id="outcome"' not in page.content
    assert now(house, session).role == Role.WATCHER


def test_the_table_goes_on_without_it() -> None:
    """Only others who write there are counted, and a session that follows doesn't let it in."""
    house = Night(members=FIVE)
    scribe = house.table(*FOUR)
    bruno = services.join(scribe.session, device=house.looker(), role=Role.SCORER, label="Bruno")
    remove(house)
    with pytest.raises(LastScorerError):
        services.revoke_access(Write(scribe.session, bruno, 0, token()), access_pk=bruno.pk)
    followed = services.change_players(Write(scribe.session, bruno, 0, token()), leaving=[0], joining=["Emil"])
    assert house.phone.get(address(followed)).status_code == 403
    assert list(followed.accesses.values_list("device", flat=True)) == [bruno.device]
    assert [one.device for one in tables.accesses(scribe.session)] == [bruno.device]


def by_the_clubs_link(house: Removed) -> None:
    house.phone.post(reverse("join_club", args=[house.club.phones_token]))


def by_a_login(house: Removed) -> None:
    anne = house.player("Anne")
    logins.give(anne, "anne")
    anne.refresh_from_db()
    logins.sign_in(anne, house.device)


@pytest.mark.parametrize("back", [by_the_clubs_link, by_a_login])
def test_a_phone_that_comes_back_has_what_it_had(back: Callable[[Removed], None]) -> None:
    house = Removed()
    back(house)
    assert house.phone.get("/club/").status_code == 200
    assert b'id="outcome"' in house.phone.get(address(house.open.session)).content
    assert not RemovedPhone.objects.exists()
    house.open.close()
    session_start.again(house.closed.session, device=house.device, token=token())


def test_who_was_shut_out_at_a_table_stays_out_there() -> None:
    house = Night(members=FIVE)
    scribe = house.table(*FOUR)
    phone = house.looker()
    watcher = services.join(scribe.session, device=phone, role=Role.WATCHER)
    services.revoke_access(Write(scribe.session, **scribe.now({})), access_pk=watcher.pk)
    remove(house, phone)
    browser(name=phone).post(reverse("join_club", args=[house.club.phones_token]))
    answer = browser(name=phone).get(address(scribe.session))
    assert (answer.status_code, "shut out" in words_of(answer)) == (403, True)


def test_another_club_and_the_home_table_are_nothing_of_it() -> None:
    house, other = Removed(), House("Other")
    at_home = start(device=house.device)
    house.phone.post(reverse("join_club", args=[other.club.phones_token]))
    assert house.phone.get("/club/").status_code == 200
    assert house.phone.get(address(at_home)).status_code == 200
    assert house.phone.get(address(house.open.session)).status_code == 403
    assert queries.was_removed(house.club, house.device)
    assert not queries.was_removed(other.club, house.device)


def test_a_phone_that_leaves_by_itself_keeps_its_tables() -> None:
    house = Night(members=FIVE)
    scribe = house.table(*FOUR)
    house.phone.post("/club/phone/")
    assert house.phone.get(address(scribe.session)).status_code == 200
    assert house.phone.get("/club/")["Location"] == "/"


# The panel


def test_several_are_removed_at_once_and_the_journal_says_so() -> None:
    house = Night(members=FIVE)
    remove(house, house.device, house.looker())
    assert (ClubDevice.objects.count(), RemovedPhone.objects.count()) == (0, 2)
    assert AuditEntry.objects.filter(model="clubs.clubdevice").count() == 2


@pytest.mark.parametrize("where", ["list", "one", "several"])
def test_the_panel_says_beside_the_button_what_ends_and_what_stays(where: str) -> None:
    house = Night(members=FIVE)
    office, phone = signed_in(house.organiser()), ClubDevice.objects.get()
    listed = reverse("admin:clubs_clubdevice_changelist")
    page: Any
    if where == "list":
        page = office.get(listed)
        assert "Renew the links of all open tables" in words_of(page)
    elif where == "one":
        page = office.get(reverse("admin:clubs_clubdevice_delete", args=[phone.pk]))
    else:
        page = office.post(listed, {"action": "delete_selected", "_selected_action": [phone.pk]})
    words = words_of(page)
    assert "it can no longer open or record at the club’s tables, run evenings or start sessions for the club" in words
    assert "anyone with the link to a table can open that table" in words


def test_the_links_of_all_open_tables_are_renewed_at_once() -> None:
    house, other = Removed(), House("Other")
    theirs = other.start()
    sessions = [house.open.session, house.closed.session, theirs]
    before = [(one.scorer_token, one.watch_token) for one in sessions]
    page = house.office.post(reverse("admin:clubs_clubdevice_renew_links"), {"club": house.club.pk}, follow=True)
    assert "Links renewed. 1 session." in words_of(page)
    after = [Session.objects.get(pk=one.pk) for one in sessions]
    changed = [(one.scorer_token, one.watch_token) != old for one, old in zip(after, before, strict=True)]
    assert changed == [True, False, False]
    assert house.phone.get(reverse("join", args=[before[0][0]])).status_code == 404
    house.office.post(reverse("admin:clubs_clubdevice_renew_links"), {"club": other.club.pk})
    assert Session.objects.get(pk=theirs.pk).scorer_token == before[2][0]


def test_a_stranger_learns_nothing_by_it() -> None:
    house = Removed()
    for page in (address(house.open.session), "/club/standings/"):
        assert browser(name=device()).get(page).status_code == 404
