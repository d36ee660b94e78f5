"""A phone that an organiser has removed: it loses access to the club's tables, evenings and sessions."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from scorekeeper.accounts import logins
from scorekeeper.clubs.models import AuditEntry, ClubDevice
from scorekeeper.play import queries as tables
from scorekeeper.play import recording
from scorekeeper.play.errors import LastScorerError
from scorekeeper.play.models import Access, Change, Role, Session
from scorekeeper.play.recording.write import Write
from tests.clubs.clubs import SampleClub, signed_in
from tests.desk.club_evening import ClubEvening
from tests.play.browsers import Form, browser, words_of
from tests.play.live_pages import Page, cookie_of, in_the_pages, listening, run_in_event_loop, seated, until
from tests.play.tables import FIVE, FOUR, GARDE, PASSED, start, token

pytestmark = pytest.mark.django_db


def remove(sample_club: SampleClub, *phones: str) -> Client:
    """Delete the phones in the panel: one on its page, several in the list."""
    organiser_client = signed_in(sample_club.organiser())
    keys = [ClubDevice.objects.get(device=phone).pk for phone in phones or (sample_club.device,)]
    if len(keys) == 1:
        organiser_client.post(reverse("admin:clubs_clubdevice_delete", args=keys), {"post": "yes"})
    else:
        chosen = {"action": "delete_selected", "_selected_action": keys, "confirmed": "yes"}
        organiser_client.post(reverse("admin:clubs_clubdevice_changelist"), chosen)
    return organiser_client


def address(session: Session, page: str = "session", *more: int) -> str:
    return reverse(page, args=[session.public_id, *more])


class Removed(ClubEvening):
    """A phone that has closed one table of Anne, Bruno, Chloé and David and had another open when it was removed."""

    def __init__(self) -> None:
        super().__init__(members=FIVE)
        self.closed = self.table(*FOUR)
        self.closed.record(GARDE)
        self.closed.close()
        self.open = self.table(*FOUR)
        self.open.record(GARDE)
        self.organiser_client = remove(self)


PAGES = ("session", "ledger", "journal", "chart", "export", "share", "updates", "what_if", "print_session", "close")


def test_no_page_of_the_clubs_tables_opens_on_a_removed_phone() -> None:
    sample_club = Removed()
    for scorer, page in product((sample_club.open, sample_club.closed), PAGES):
        assert sample_club.phone.get(address(scorer.session, page)).status_code == 404


def test_nothing_sent_by_a_removed_phone_is_recorded() -> None:
    sample_club = Removed()
    pages = ("record", "preview", "undo", "set_call", "close", "reopen", "play_again", "change_players")
    for scorer, page in product((sample_club.open, sample_club.closed), pages):
        before = scorer.session.changes.count(), Session.objects.count()
        form = {"call": "passed", "revision": str(scorer.session.revision), "token": token(), "leaves": "0"}
        response = sample_club.phone.post(address(scorer.session, page), {**form, "name": "Emil"})
        assert response.status_code == 404
        assert (scorer.session.changes.count(), Session.objects.count()) == before


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_a_hand_on_its_way_while_the_phone_is_removed_is_refused() -> None:
    sample_club = ClubEvening(members=FIVE)
    scorer = sample_club.table(*FOUR)
    write = Write(scorer.session, scorer.access, 0, token())
    remove(sample_club)
    with pytest.raises(PermissionDenied):
        recording.record(write, raw=PASSED)
    assert not scorer.session.hands.exists()


def test_club_and_evening_pages_do_not_open_and_accept_nothing() -> None:
    sample_club = Removed()
    for page in ("/club/", "/club/phone/"):
        assert sample_club.phone.get(page)["Location"] == "/"
    for page in ("/club/standings/", "/club/members/", "/club/evenings/"):
        assert sample_club.phone.get(page).status_code == 404
    for page in ("evening", "evening_draw", "evening_cash"):
        assert sample_club.phone.get(reverse(page, args=[sample_club.evening.public_id])).status_code == 404
    assert sample_club.phone.post(reverse("evening_cash", args=[sample_club.evening.public_id])).status_code == 404
    sample_club.evening.refresh_from_db()
    assert sample_club.evening.settled_at is None


def test_home_and_board_show_none_of_the_clubs_tables() -> None:
    sample_club = Removed()
    own_session = start(device=sample_club.device)
    home = tables.home(sample_club.device)
    assert [table.session for table in (*home.open, *home.closed)] == [own_session]
    assert tables.board(sample_club.device) == [own_session]
    assert tables.only_table(sample_club.device) == own_session
    assert own_session.club is None


def test_the_journal_still_says_what_was_done_on_the_phone() -> None:
    sample_club = ClubEvening(members=FIVE)
    scorer = sample_club.table(*FOUR)
    scorer.record(GARDE)
    before = [(change.who, change.at) for change in tables.journal(scorer.session)]
    organiser_client = remove(sample_club)
    assert not Change.objects.filter(access__isnull=False).exists()
    assert [(change.who, change.at) for change in tables.journal(scorer.session)] == before
    journal = organiser_client.get(address(scorer.session, "journal"))
    assert "Scorer 1 started the session" in words_of(journal)


@pytest.mark.django_db(transaction=True)
def test_event_streams_of_a_removed_phone_end() -> None:
    sample_club = ClubEvening(members=FIVE)
    scorer = sample_club.table(*FOUR)
    scorer.record(GARDE)
    watcher, phone = seated(scorer.session), scorer.access

    async def scenario() -> None:
        leaving, staying = await listening(phone).open(), await listening(watcher).open()
        board = await Page(f"board&t={scorer.session.public_id}.1", cookie_of(sample_club.device)).open()
        await in_the_pages(remove, sample_club)
        await until(lambda: leaving.over)
        await until(lambda: board.over)
        assert not staying.over
        # A browser reconnects by itself, and is told at once that its board has changed.
        again = await Page(f"board&t={scorer.session.public_id}.1", cookie_of(sample_club.device)).open()
        await again.hears(("changed", None))
        assert (await listening(phone).open()).status == 404

    run_in_event_loop(scenario)


# What remains, and the way back


def test_a_removed_phone_can_join_a_table_by_its_link_but_starts_none_of_the_club() -> None:
    sample_club = Removed()
    session = sample_club.open.session
    link = reverse("join", args=[session.scorer_token])
    form = Form(sample_club.phone.get(link)).fields
    assert sample_club.phone.post(link, {**form, "label": "Anne"})["Location"] == address(session)
    recording.record(Write(session, now(sample_club, session), 1, token()), raw=PASSED)
    assert sample_club.phone.get(address(sample_club.closed.session)).status_code == 404
    fields = Form(sample_club.phone.get("/new/?game=tarot")).fields
    names = {f"player-{place}": name for place, name in enumerate(FOUR)}
    started = sample_club.phone.post("/new/", {**fields, **names, "players": "4"})
    assert started.status_code == 302
    assert Session.objects.latest("pk").club is None


def now(sample_club: SampleClub, session: Session) -> Access:
    return Access.objects.get(session=session, device=sample_club.device)


def test_a_removed_phone_with_the_watch_link_only_watches() -> None:
    sample_club = Removed()
    session = sample_club.open.session
    assert sample_club.phone.get(reverse("watch", args=[session.watch_token]))["Location"] == address(session)
    page = sample_club.phone.get(address(session))
    assert page.status_code == 200
    assert b'id="outcome"' not in page.content
    assert now(sample_club, session).role == Role.WATCHER


def test_the_table_continues_without_the_removed_phone() -> None:
    """Only others who write there are counted, and a session that follows doesn't let it in."""
    sample_club = ClubEvening(members=FIVE)
    scorer = sample_club.table(*FOUR)
    bruno = recording.join(scorer.session, device=sample_club.watching_phone(), role=Role.SCORER, label="Bruno")
    remove(sample_club)
    with pytest.raises(LastScorerError):
        recording.shut_out(Write(scorer.session, bruno, 0, token()), access_pk=bruno.pk)
    recording.close(Write(scorer.session, bruno, 0, token()))
    followed = recording.change_players(Write(scorer.session, bruno, 1, token()), leaving=[0], joining=["Emil"])
    assert sample_club.phone.get(address(followed)).status_code == 404
    assert list(followed.accesses.values_list("device", flat=True)) == [bruno.device]
    assert [access.device for access in tables.accesses(scorer.session)] == [bruno.device]


def by_the_clubs_link(sample_club: Removed) -> None:
    sample_club.phone.post(reverse("join_club", args=[sample_club.club.phones_token]))


def by_a_login(sample_club: Removed) -> None:
    anne = sample_club.player("Anne")
    logins.give(anne, "anne")
    anne.refresh_from_db()
    logins.sign_in(anne, sample_club.device)


@pytest.mark.parametrize("back", [by_the_clubs_link, by_a_login])
def test_a_phone_that_joins_again_watches_until_it_opens_a_tables_link(back: Callable[[Removed], None]) -> None:
    sample_club = Removed()
    session = sample_club.open.session
    back(sample_club)
    assert sample_club.phone.get("/club/").status_code == 200
    page = sample_club.phone.get(address(session))
    assert (page.status_code, b'id="outcome"' in page.content) == (200, False)
    sample_club.phone.post(reverse("join", args=[session.scorer_token]), {"label": "Anne"})
    assert b'id="outcome"' in sample_club.phone.get(address(session)).content


def test_a_phone_shut_out_at_a_table_stays_shut_out() -> None:
    sample_club = ClubEvening(members=FIVE)
    scorer = sample_club.table(*FOUR)
    phone = sample_club.watching_phone()
    watcher = recording.join(scorer.session, device=phone, role=Role.WATCHER)
    recording.shut_out(Write(scorer.session, **scorer.now({})), access_pk=watcher.pk)
    remove(sample_club, phone)
    browser(name=phone).post(reverse("join_club", args=[sample_club.club.phones_token]))
    response = browser(name=phone).get(address(scorer.session))
    assert (response.status_code, "shut out" in words_of(response)) == (403, True)


def test_tables_of_another_club_and_the_home_table_are_unaffected() -> None:
    sample_club, other = Removed(), SampleClub("Other")
    at_home = start(device=sample_club.device)
    sample_club.phone.post(reverse("join_club", args=[other.club.phones_token]))
    assert sample_club.phone.get("/club/").status_code == 200
    assert sample_club.phone.get(address(at_home)).status_code == 200
    assert sample_club.phone.get(address(sample_club.open.session)).status_code == 404


def test_a_phone_that_leaves_the_club_itself_keeps_its_tables() -> None:
    sample_club = ClubEvening(members=FIVE)
    scorer = sample_club.table(*FOUR)
    sample_club.phone.post("/club/phone/")
    assert sample_club.phone.get(address(scorer.session)).status_code == 200
    assert sample_club.phone.get("/club/")["Location"] == "/"


# The panel


def test_several_phones_are_removed_at_once_and_recorded_in_the_audit_log() -> None:
    sample_club = ClubEvening(members=FIVE)
    scorer, phone = sample_club.table(*FOUR), sample_club.watching_phone()
    recording.join(scorer.session, device=phone, role=Role.WATCHER)
    remove(sample_club, sample_club.device, phone)
    assert not ClubDevice.objects.exists()
    assert not scorer.session.accesses.exists()
    assert AuditEntry.objects.filter(model="clubs.clubdevice").count() == 2


@pytest.mark.parametrize("where", ["list", "one", "several"])
def test_the_panel_explains_what_removing_ends_and_keeps(where: str) -> None:
    sample_club = ClubEvening(members=FIVE)
    organiser_client, phone = signed_in(sample_club.organiser()), ClubDevice.objects.get()
    listed = reverse("admin:clubs_clubdevice_changelist")
    page: Any
    if where == "list":
        page = organiser_client.get(listed)
        assert "Renew the links of all open tables" in words_of(page)
    elif where == "one":
        page = organiser_client.get(reverse("admin:clubs_clubdevice_delete", args=[phone.pk]))
    else:
        page = organiser_client.post(listed, {"action": "delete_selected", "_selected_action": [phone.pk]})
    words = words_of(page)
    assert "it can no longer open or record at the club’s tables, run evenings or start sessions for the club" in words
    assert "anyone with the link to a table can open that table" in words
    assert "open the phone link on it again. It can then watch the club’s tables" in words


def test_the_links_of_all_open_tables_are_renewed_at_once() -> None:
    sample_club, other = Removed(), SampleClub("Other")
    theirs = other.start()
    sessions = [sample_club.open.session, sample_club.closed.session, theirs]
    before = [(session.scorer_token, session.watch_token) for session in sessions]
    page = sample_club.organiser_client.post(
        reverse("admin:clubs_clubdevice_renew_links"), {"club": sample_club.club.pk, "confirmed": "yes"}, follow=True
    )
    assert "Links renewed. 1 session." in words_of(page)
    after = [Session.objects.get(pk=session.pk) for session in sessions]
    changed = [(session.scorer_token, session.watch_token) != old for session, old in zip(after, before, strict=True)]
    assert changed == [True, False, False]
    assert sample_club.phone.get(reverse("join", args=[before[0][0]])).status_code == 404
    form = {"club": other.club.pk, "confirmed": "yes"}
    sample_club.organiser_client.post(reverse("admin:clubs_clubdevice_renew_links"), form)
    assert Session.objects.get(pk=theirs.pk).scorer_token == before[2][0]
