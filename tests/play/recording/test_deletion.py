"""Deleting a session that was a mistake: it counts nowhere, can be restored for 30 days, and is then erased."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.contrib.sessions.models import Session as SignIn
from django.core.exceptions import PermissionDenied
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from scorekeeper.clubs.models import Player
from scorekeeper.devtools.everything.addresses import addresses
from scorekeeper.devtools.everything.club import everything
from scorekeeper.play import queries, recording
from scorekeeper.play.errors import ConflictError, NotThereError, SessionDeletedError, SessionLockedError
from scorekeeper.play.models import RECOVERABLE, Access, Change, Hand, Payment, Role, Session
from scorekeeper.play.recording.players import following
from scorekeeper.play.recording.session import erase_expired
from scorekeeper.play.recording.write import Write
from scorekeeper.play.urls import of_a_session
from scorekeeper.reading.transcript import totals
from tests.clubs.clubs import SampleClub, signed_in
from tests.play.browsers import HTMX, Form, browser, url, watcher_of, words_of
from tests.play.live_pages import in_the_pages, listening, run_in_event_loop, seated
from tests.play.tables import GARDE, PASSED, Scorer, another, device, token

pytestmark = pytest.mark.django_db


def delete(scorer: Scorer, **changes: Any) -> Any:
    return recording.delete(Write(scorer.session, **scorer.now(changes)))


def undelete(scorer: Scorer, **changes: Any) -> Any:
    return recording.undelete(Write(scorer.session, **scorer.now(changes)))


def table(*hands: dict[str, Any], closed: bool = False, **changes: Any) -> Scorer:
    scorer = Scorer(**{"label": "Anne", **changes})
    for hand in hands:
        scorer.record(hand)
    if closed:
        scorer.close()
    return scorer


def deleted(**changes: Any) -> Scorer:
    scorer = table(GARDE, **changes)
    delete(scorer)
    return scorer


def document(scorer: Scorer) -> bytes:
    return browser(scorer).get(url("export", scorer.session)).content


def long_ago(session: Session, since: timedelta = RECOVERABLE) -> None:
    """Act as if the session had been deleted that long ago."""
    Session.objects.filter(pk=session.pk).update(deleted_at=timezone.now() - since)


# The services


def test_deleting_hides_a_session_and_restoring_brings_it_back() -> None:
    scorer = table(GARDE)
    device_id = scorer.access.device
    delete(scorer)
    home = queries.home(device_id)
    assert (home.open, home.closed, [table.session for table in home.deleted]) == ([], [], [scorer.session])
    assert queries.board(device_id) == []
    assert queries.known_players(device_id) == []
    undelete(scorer)
    home = queries.home(device_id)
    assert ([table.session for table in home.open], home.deleted) == ([scorer.session], [])
    assert queries.known_players(device_id) == ["Anne", "Bruno", "Chloé", "David"]
    assert [change.verb for change in queries.journal(scorer.session)[:2]] == ["undelete", "delete"]


GARDES = st.tuples(st.integers(0, 3), st.integers(9, 87))
HANDS = st.lists(
    st.just(PASSED) | GARDES.map(lambda taken: {**GARDE, "taker": taken[0], "points": taken[1]}), max_size=4
)


class TestRestoring(TestCase):
    """What is true of every session."""

    @given(hands=HANDS, voided=st.booleans(), closed=st.booleans(), paid=st.booleans())
    def test_a_restored_session_is_byte_for_byte_what_it_was(
        self, hands: list[dict[str, Any]], voided: bool, closed: bool, paid: bool
    ) -> None:
        scorer = table(*hands)
        if voided and hands:
            scorer.void(1)
        if closed:
            settlement = scorer.close()
            settlement.payments.update(ticked_at=settlement.settled_at if paid else None)
        before, rows = document(scorer), rows_of(scorer.session)
        delete(scorer)
        undelete(scorer)
        assert document(scorer) == before
        assert rows_of(scorer.session) == rows


def rows_of(session: Session) -> list[Any]:
    """Return all rows of a session but its journal, and the columns that a restored session has again."""
    payments = Payment.objects.filter(settlement__session=session)
    models: list[Any] = [session.stretches, session.hands, session.settlements, payments, session.accesses]
    columns = {**Session.objects.filter(pk=session.pk).values().get(), "revision": None}
    results = session.results.order_by("seat").values("seat", "total", "hands", "points", "best", "worst")
    return [columns, list(results), *[list(rows.order_by("pk").values()) for rows in models]]


def test_a_deleted_session_takes_no_write_until_it_is_restored() -> None:
    scorer = table(GARDE)
    late = scorer.session.revision
    delete(scorer)
    writes: list[Callable[[], Any]] = [
        scorer.record,
        lambda: scorer.record(revision=late),
        lambda: scorer.amend(1, PASSED),
        lambda: scorer.void(1),
        scorer.undo,
        scorer.close,
        scorer.reopen,
        lambda: delete(scorer),
        lambda: recording.renew_link(Write(scorer.session, **scorer.now({})), role=Role.WATCHER),
        lambda: recording.set_call(Write(scorer.session, **scorer.now({})), posted={"call": "garde", "taker": "1"}),
        lambda: recording.change_players(Write(scorer.session, **scorer.now({})), leaving=[1], joining=["Emil"]),
        lambda: totals.write(scorer.session, access=scorer.access, number=1, totals={0: 198}),
    ]
    for write in writes:
        with pytest.raises(SessionDeletedError):
            write()
    assert (Hand.objects.count(), scorer.session.changes.count(), Session.objects.count()) == (1, 3, 1)
    undelete(scorer)
    scorer.record(revision=late)  # entered before the session was deleted
    assert scorer.totals == (396, -132, -132, -132)


def test_no_payment_is_ticked_while_the_session_is_deleted() -> None:
    scorer = table(GARDE, closed=True)
    payment = scorer.session.settlements.get().payments.all()[0]
    delete(scorer)
    with pytest.raises(SessionDeletedError):
        recording.tick_payment(Write(scorer.session, **scorer.now({})), payment=payment.pk, paid=True)


def test_a_session_in_which_somebody_has_just_recorded_is_not_deleted() -> None:
    scorer = table(GARDE)
    seen = scorer.session.revision
    another(scorer, "Bruno").record()
    with pytest.raises(ConflictError):
        delete(scorer, revision=seen)
    assert Session.objects.get().deleted_at is None


def test_a_later_call_or_tick_does_not_prevent_deletion() -> None:
    scorer = table(GARDE)
    seen, bruno = scorer.session.revision, another(scorer, "Bruno")
    recording.set_call(Write(bruno.session, **bruno.now({})), posted={"call": "garde", "taker": "1"})
    delete(scorer, revision=seen)
    assert Session.objects.get().deleted_at is not None


def test_a_form_that_is_sent_twice_deletes_once_and_restores_once() -> None:
    scorer, once, again = table(GARDE), token(), token()
    delete(scorer, token=once)
    assert delete(scorer, token=once).repeated
    undelete(scorer, token=again)
    assert undelete(scorer, token=again).repeated
    with pytest.raises(NotThereError):
        undelete(scorer)
    assert scorer.session.changes.count() == 4


def test_undo_looks_past_a_deletion() -> None:
    scorer = deleted()
    undelete(scorer)
    assert scorer.undo().hand_number == 1
    assert scorer.totals == (0, 0, 0, 0)


def test_a_deleted_session_follows_none_and_another_can_take_its_place() -> None:
    scorer = table(GARDE, closed=True)
    mistaken = recording.change_players(Write(scorer.session, **scorer.now({})), leaving=[1], joining=["Emil"])
    second = Scorer(mistaken)
    second.record()
    delete(second)
    assert following(scorer.session) is None
    right = recording.change_players(Write(scorer.session, **scorer.now({})), leaving=[2], joining=["Emil"])
    undelete(second)
    assert following(scorer.session) == right


# Who may


@pytest.mark.parametrize("verb", [recording.delete, recording.undelete])
def test_only_scorers_may_delete_or_restore(verb: Callable[[Write], Any]) -> None:
    scorer = table(GARDE)
    if verb is recording.undelete:
        delete(scorer)
    session = scorer.session
    watcher = recording.join(session, device=device(), role=Role.WATCHER)
    for access in (watcher, Scorer().access):
        with pytest.raises(PermissionDenied):
            verb(Write(session, access, session.revision, token()))
    Session.objects.filter(pk=session.pk).update(locked_at=timezone.now())
    with pytest.raises(SessionLockedError):
        verb(Write(session, scorer.access, session.revision, token()))


@pytest.mark.parametrize("name", ["delete", "undelete"])
def test_watchers_and_strangers_delete_and_restore_nothing(name: str) -> None:
    scorer = table(GARDE)
    watcher = watcher_of(scorer.session)
    if name == "undelete":
        delete(scorer)
    posted = {"revision": scorer.session.revision, "token": token()}
    assert watcher.post(url(name, scorer.session), posted).status_code == 403
    assert browser().post(url(name, scorer.session), posted).status_code == 404
    assert (Session.objects.get().deleted_at is None) is (name == "delete")


def test_watchers_are_not_offered_to_delete_or_restore() -> None:
    scorer = table(GARDE)
    watcher = watcher_of(scorer.session)
    assert url("delete", scorer.session) in browser(scorer).get(url("session", scorer.session)).content.decode()
    assert url("delete", scorer.session) not in watcher.get(url("session", scorer.session)).content.decode()
    delete(scorer)
    page = watcher.get(url("session", scorer.session))
    assert "Anne deleted it on" in words_of(page)
    assert "Anyone who records here can restore it until" in words_of(page)
    assert url("undelete", scorer.session) not in page.content.decode()


def test_a_locked_session_does_not_offer_deletion() -> None:
    scorer = table(GARDE)
    Session.objects.filter(pk=scorer.session.pk).update(locked_at=timezone.now())
    assert url("delete", scorer.session) not in browser(scorer).get(url("session", scorer.session)).content.decode()
    assert browser(scorer).get(url("delete", scorer.session)).status_code == 403


def test_a_club_phone_that_does_not_record_there_only_sees_that_it_is_deleted() -> None:
    sample_club = SampleClub()
    scorer = sample_club.table()
    delete(scorer)
    others = SampleClub("Others")
    assert others.phone.get(url("session", scorer.session)).status_code == 404
    organiser = signed_in(sample_club.organiser("marion"))
    words = words_of(organiser.get(url("session", scorer.session)))
    assert "This session is deleted" in words
    assert "Restore the session" not in words


# The pages


def test_without_scripts_a_session_is_deleted_and_restored_by_plain_forms() -> None:
    scorer = table(GARDE)
    client, page = browser(scorer), browser(scorer).get(url("delete", scorer.session))
    assert "French Tarot Anne, Bruno, Chloé, David 1 hand" in words_of(page)
    assert "restore it for 30 days" in words_of(page)
    answer = client.post(url("delete", scorer.session), Form(page).fields, follow=True)
    assert answer.redirect_chain == [(url("session", scorer.session), 302)]
    assert "Anne deleted it on" in words_of(answer)
    answer = client.post(url("undelete", scorer.session), Form(answer).fields, follow=True)
    assert answer.redirect_chain == [(url("session", scorer.session), 302)]
    assert 'id="outcome"' in answer.content.decode()
    journal = words_of(client.get(url("journal", scorer.session)))
    assert "Anne restored the session" in journal
    assert "Anne deleted the session" in journal


def test_the_page_asks_again_if_somebody_has_recorded_since() -> None:
    scorer = table(GARDE)
    client = browser(scorer)
    form = Form(client.get(url("delete", scorer.session))).fields
    another(scorer, "Bruno").record()
    answer = client.post(url("delete", scorer.session), form)
    assert (answer.status_code, "The session has changed in the meantime" in words_of(answer)) == (409, True)
    assert client.post(url("delete", scorer.session), Form(answer).fields).status_code == 302
    assert Session.objects.get().deleted_at is not None


def test_deleting_or_restoring_a_second_time_leads_to_the_session() -> None:
    scorer = table(GARDE)
    client = browser(scorer)
    forms = [Form(client.get(url("delete", scorer.session))).fields for _phone in range(2)]
    for form in forms:
        assert client.post(url("delete", scorer.session), form, follow=True).status_code in (200, 410)
    form = Form(client.get(url("session", scorer.session))).fields
    for _phone in range(2):
        answer = client.post(url("undelete", scorer.session), {**form, "token": token()})
        assert answer["Location"] == url("session", scorer.session)
    assert client.get(url("undelete", scorer.session))["Location"] == url("session", scorer.session)


READABLE = ("session", "payments", "undelete")
"""The pages of a session that answer while it is deleted; the last two lead to the first."""


@pytest.mark.parametrize("name", sorted({str(route.name) for route in of_a_session} - {*READABLE}))
def test_every_other_page_of_a_deleted_session_says_that_it_is_deleted(name: str) -> None:
    scorer = deleted(closed=name == "reopen")
    client = browser(scorer)
    for answer in (
        client.get(url(name, scorer.session)),
        client.post(url(name, scorer.session), {"revision": 1, "token": token()}),
    ):
        if answer.status_code != 405:
            assert answer.status_code == 410
            assert "This session was deleted" in words_of(answer)
            assert url("session", scorer.session) in answer.content.decode()
    assert Change.objects.filter(session=scorer.session).latest("revision").verb == "delete"


def test_a_hand_sent_to_a_deleted_session_is_refused_with_a_message_beside_the_form() -> None:
    scorer = deleted()
    answer = browser(scorer).post(url("record", scorer.session), {**GARDE, "token": token()}, headers=HTMX)
    assert (answer.status_code, answer["HX-Retarget"]) == (410, "#status-message")
    assert "so nothing was recorded. What you entered stays on this phone." in words_of(answer)
    assert Hand.objects.count() == 1


def test_the_home_page_lists_deleted_sessions_apart() -> None:
    scorer = table(GARDE, closed=True)
    client = browser(scorer)
    assert "Deleted" not in words_of(client.get(reverse("home")))
    delete(scorer)
    page = client.get(reverse("home"))
    assert "Deleted French Tarot, Anne, Bruno, Chloé, David" in words_of(page)
    assert "Finished" not in words_of(page)
    long_ago(scorer.session)
    assert "Deleted" not in words_of(client.get(reverse("home")))


def test_the_links_of_a_deleted_session_let_nobody_in() -> None:
    scorer = deleted()
    session = scorer.session
    addresses = [reverse("join", args=[session.scorer_token]), reverse("watch", args=[session.watch_token])]
    for address in addresses:
        answer = Client().get(address)
        assert answer.status_code == 410
        assert "This session was deleted" in words_of(answer)
        assert session.public_id not in answer.content.decode()
        preview = Client().get(address, headers={"User-Agent": "WhatsApp/2.23.20.0"})
        assert "Chloé" not in preview.content.decode()
        assert browser(scorer).get(address)["Location"] == url("session", session)
    assert Client().post(addresses[0], {"label": "Emil"}).status_code == 410
    assert Access.objects.count() == 1
    long_ago(session)
    assert {Client().get(address).status_code for address in addresses} == {404}


def test_the_picture_of_its_result_is_gone() -> None:
    scorer = table(GARDE, closed=True)
    picture = reverse("watch_picture", args=[scorer.session.watch_token])
    assert Client().get(picture).status_code == 200
    delete(scorer)
    assert Client().get(picture).status_code == 404
    assert browser(scorer).get(reverse("result_picture", args=[scorer.session.public_id])).status_code == 410


def test_open_pages_learn_of_a_deletion_by_polling_and_reload() -> None:
    scorer = table(GARDE, closed=True)
    watcher, seen = watcher_of(scorer.session), scorer.session.revision
    delete(scorer)
    for name in ("session", "payments"):
        answer = watcher.get(url(name, scorer.session), {"since": seen}, headers=HTMX)
        assert answer["HX-Redirect"] == url("session", scorer.session)
    assert 'data-live="/live/?t=' in watcher.get(url("session", scorer.session)).content.decode()


@pytest.mark.django_db(transaction=True)
def test_phones_at_the_table_are_notified_of_deletion_and_restoration() -> None:
    scorer = table(GARDE)
    watcher, bruno = seated(scorer.session), seated(scorer.session, Role.SCORER)

    async def scenario() -> None:
        watching, writing = await listening(watcher).open(), await listening(bruno).open()
        await in_the_pages(delete, scorer)
        await watching.hears(("changed", 2))  # the table is gone: the page is reloaded
        await writing.hears(("changed", 2))
        await in_the_pages(undelete, scorer)
        await watching.hears(("changed", 2), ("changed", 3))
        await writing.hears(("changed", 2), ("changed", 3))

    run_in_event_loop(scenario)


@pytest.mark.thorough
def test_no_other_page_names_a_deleted_session() -> None:
    """Every address of the app, as a phone of the club sees it on which an organiser is signed in."""
    rows = everything()
    mistaken = table(device=rows.club_phone, players=("Wim", "Xavier", "Yann", "Zoé"))
    mistaken.record(GARDE)
    Session.objects.filter(pk=mistaken.session.pk).update(title="Mistaken table")
    client = browser(mistaken)
    client.force_login(rows.organiser)

    def naming() -> set[str]:
        every = addresses(rows, of_the_panel=False) | addresses(rows, of_the_panel=True)
        found = set()
        for name, address in every.items():
            answer = client.get(address)
            body = b"".join(answer) if answer.streaming else answer.content
            if b"Mistaken table" in body or mistaken.session.public_id.encode() in body:
                found.add(name)
        return found

    assert {"home", "board", "evening", "admin:index"} <= naming()
    mistaken.session.refresh_from_db()
    delete(mistaken)
    assert naming() == {"home"}  # in the fold of deleted sessions


# Erased


def test_after_thirty_days_it_can_be_neither_seen_nor_restored() -> None:
    scorer = deleted()
    client, session = browser(scorer), scorer.session
    long_ago(session, RECOVERABLE - timedelta(minutes=1))
    assert client.get(url("session", session)).status_code == 200
    long_ago(session)
    assert {client.get(url(name, session)).status_code for name in ("session", "journal", "undelete")} == {404}
    with pytest.raises(NotThereError):
        undelete(scorer)


def test_maintenance_erases_what_was_deleted_thirty_days_ago_and_nothing_else() -> None:
    gone, lately, open_table = deleted(players=("Zoé", "Yann", "Xavier", "Anne")), deleted(), table(GARDE)
    seen_elsewhere = gone.session.seats[3].player
    open_table.session.stretch.seats.filter(place=0).update(player=seen_elsewhere)
    long_ago(gone.session)
    output = StringIO()
    call_command("erasedeleted", stdout=output)
    assert output.getvalue() == "Erased 1 deleted or abandoned sessions.\n"
    assert set(Session.objects.all()) == {lately.session, open_table.session}
    assert not Change.objects.filter(session=gone.session.pk).exists()
    assert not Player.objects.filter(name__in=["Zoé", "Yann", "Xavier"]).exists()
    assert Player.objects.filter(pk=seen_elsewhere.pk).exists()
    assert erase_expired() == 0


@pytest.mark.parametrize(
    ("of", "is_erased"),
    [
        ("abandoned", True),
        ("abandoned and closed", True),
        ("started lately", False),
        ("renamed lately", False),
        ("a voided hand", False),
        ("a club's", False),
    ],
)
def test_maintenance_erases_a_home_session_that_was_started_and_abandoned(of: str, *, is_erased: bool) -> None:
    scorer = SampleClub().table() if of == "a club's" else table()
    session = scorer.session
    if of == "a voided hand":
        scorer.record(GARDE)
        scorer.void(1)
    if of == "abandoned and closed":
        scorer.close()
    if of != "started lately":
        Change.objects.filter(session=session).update(at=timezone.now() - RECOVERABLE)
    if of == "renamed lately":
        Change.objects.filter(session=session, revision=0).update(at=timezone.now())
    assert erase_expired() == is_erased
    assert Session.objects.filter(pk=session.pk).exists() is not is_erased


def test_maintenance_deletes_sign_ins_that_have_expired() -> None:
    for key, days in (("expired", -1), ("valid", 1)):
        SignIn.objects.create(session_key=key, expire_date=timezone.now() + timedelta(days=days))
    call_command("erasedeleted")
    assert [sign_in.session_key for sign_in in SignIn.objects.all()] == ["valid"]


def test_deleting_a_session_erases_those_that_were_deleted_long_ago() -> None:
    gone = deleted()
    long_ago(gone.session)
    kept = deleted()
    assert list(Session.objects.all()) == [kept.session]


def test_erasing_a_session_of_a_club_leaves_its_people() -> None:
    sample_club = SampleClub()
    scorer = sample_club.table()
    delete(scorer)
    long_ago(scorer.session)
    assert erase_expired() == 1
    assert sample_club.club.players.count() == 4


def test_a_restore_with_a_token_that_was_spent_before_leads_to_the_deleted_session() -> None:
    scorer, once = table(), token()
    scorer.record(token=once)
    delete(scorer)
    answer = browser(scorer).post(url("undelete", scorer.session), {"revision": "2", "token": once})
    assert (answer.status_code, answer.headers["Location"]) == (302, url("session", scorer.session))
    scorer.session.refresh_from_db()
    assert scorer.session.deleted_at is not None
