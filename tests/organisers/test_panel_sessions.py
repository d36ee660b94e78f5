"""A session in the organisers' panel: locked, reopened, closed, moved, corrected through its game's form."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scorekeeper.desk import attendance, settlement
from scorekeeper.evenings.models import Evening
from scorekeeper.organisers.sessions import one_session
from scorekeeper.play import recording
from scorekeeper.play.errors import ConflictError, SessionLockedError
from scorekeeper.play.models import Access, Session
from scorekeeper.play.recording.write import Write
from tests.clubs.clubs import MEMBERS, SampleClub, signed_in
from tests.concurrency import at_once
from tests.desk.club_evening import ClubEvening
from tests.organisers.panel_pages import SESSIONS_PAGE, SessionPage, act
from tests.play.browsers import Form, words_of
from tests.play.tables import GARDE, Scorer, device, fresh, token

pytestmark = pytest.mark.django_db


def test_sessions_are_neither_added_nor_erased_in_the_panel() -> None:
    session_page = SessionPage()
    session = session_page.session()
    client = signed_in(session_page.sample_club.organiser("other"))
    for page in ("add/", f"{session.pk}/delete/"):
        assert client.post(f"{SESSIONS_PAGE}{page}", {"post": "yes"}).status_code == 403
    client.post(SESSIONS_PAGE, {"action": "delete_selected", "_selected_action": session.pk, "confirmed": "yes"})
    assert Session.objects.get() == session


# Locked


def test_a_locked_session_can_be_changed_only_in_the_panel() -> None:
    session_page = SessionPage()
    assert "Locked." in session_page.do("lock")
    assert session_page.session().locked_at is not None
    assert session_page.verbs()[-1] == ("lock", "marion")
    scorer = session_page.scorer
    writes: list[Callable[[], Any]] = [
        scorer.record,
        scorer.undo,
        scorer.close,
        lambda: scorer.void(1),
        lambda: recording.renew_link(Write(scorer.session, **scorer.now({})), role="watcher"),
    ]
    for write in writes:
        for seen in (Session.objects.get(pk=session_page.session().pk), unaware(session_page.session())):
            scorer.session = seen
            with pytest.raises(SessionLockedError):
                write()
    assert len(session_page.verbs()) == 3
    assert "Unlocked." in session_page.do("unlock")
    scorer.session = session_page.session()
    scorer.record()
    assert fresh(session_page.session()).totals == (396, -132, -132, -132)


def unaware(session: Session) -> Session:
    """A request that began before the session was locked."""
    session.locked_at, session.revision = None, session.revision - 1
    return session


def test_phones_show_that_a_session_is_locked_and_no_form() -> None:
    session_page = SessionPage()
    phone, table = session_page.sample_club.phone, reverse("session", args=[session_page.session().public_id])
    form = Form(phone.get(table), "/record/").fields
    session_page.do("lock")
    shown = phone.get(table)
    assert "An organiser has locked this session" in words_of(shown)
    assert 'id="outcome"' not in shown.content.decode()
    refused = phone.post(f"{table}record/", {**form, "call": "passed"})
    assert refused.status_code == 403
    assert "This session is locked" in words_of(refused)
    by_htmx = phone.post(f"{table}record/", {**form, "call": "passed"}, headers={"HX-Request": "true"})
    assert by_htmx["HX-Retarget"] == "#status-message"  # what was typed stays on the screen
    assert "An organiser of the club has locked it" in words_of(by_htmx)
    assert phone.get(f"{table}journal/").status_code == 200


def test_a_locked_session_says_so_where_it_was_to_be_changed() -> None:
    session_page = SessionPage()
    session_page.scorer.close()
    session_page.do("lock")
    phone, public_id = session_page.sample_club.phone, session_page.session().public_id
    for page, args in (("reopen", []), ("close", []), ("amend", [1]), ("record", [])):
        refused = phone.get(reverse(page, args=[public_id, *args]))
        assert (refused.status_code, "This session is locked" in words_of(refused)) == (403, True)
    table = reverse("session", args=[public_id])
    assert "what you sent was not recorded" in words_of(phone.get(f"{table}?unwritten"))
    for late in ("unwritten", "closed"):
        shown = words_of(phone.get(f"{table}?{late}"))
        assert "An organiser has locked this session." in shown
        assert "Reopen it" not in shown


def test_a_repeated_hand_is_accepted_if_the_lock_came_in_between() -> None:
    session_page = SessionPage()
    once = token()
    seen = session_page.scorer.session.revision
    session_page.scorer.record(GARDE, token=once)
    session_page.do("lock")
    session_page.scorer.session = session_page.session()
    assert session_page.scorer.record(GARDE, token=once, revision=seen).repeated


def test_only_the_panel_can_lock() -> None:
    session_page = SessionPage()
    for verb in (recording.lock, recording.unlock):
        with pytest.raises(PermissionDenied):
            verb(Write.on_latest(session_page.session(), session_page.scorer.access, token()))
    assert session_page.session().locked_at is None


def test_locking_twice_locks_once() -> None:
    session_page = SessionPage()
    session_page.do("lock")
    page = session_page.client.get(f"{session_page.page}change/")
    form = {**Form(page, "/action/").fields, "verb": "unlock"}
    for _ in range(2):
        session_page.client.post(f"{session_page.page}action/", form)
    assert [verb for verb, _who in session_page.verbs()] == ["start", "record", "lock", "unlock"]


def test_undo_after_locking_and_unlocking_undoes_the_last_hand() -> None:
    session_page = SessionPage()
    session_page.do("lock")
    session_page.do("unlock")
    session_page.scorer.session = session_page.session()
    assert session_page.scorer.undo().hand_number == 1  # Undo reverses the last hand, not the lock
    assert fresh(session_page.session()).totals == (0, 0, 0, 0)


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_no_hand_is_recorded_after_a_concurrent_lock() -> None:
    for _ in range(4):
        scorer = Scorer()
        panel = Access.objects.create(session=scorer.session, device="panel 1", role="scorer", label="marion")

        def locks() -> str:
            recording.lock(Write.on_latest(Session.objects.get(pk=scorer.session.pk), panel, token()))  # noqa: B023
            return "locked"

        def writes() -> str:
            own_access = Session.objects.get(pk=scorer.session.pk)  # noqa: B023
            try:
                recording.record(Write(own_access, scorer.access, own_access.revision, token()), raw=GARDE)  # noqa: B023
            except (SessionLockedError, ConflictError):
                return "refused"
            return "written"

        words = at_once([locks, writes, writes])
        assert words["locked"] == 1
        assert words["written"] + words["refused"] == 2
        assert set(words) <= {"locked", "written", "refused"}
        verbs = list(scorer.session.changes.order_by("revision").values_list("verb", flat=True))
        assert verbs[-1] == "lock"


# Closed and reopened


def test_an_abandoned_table_is_closed_in_the_panel_and_reopened() -> None:
    session_page = SessionPage()
    assert "Closed." in session_page.do("close")
    assert session_page.session().closed_at is not None
    assert session_page.session().settlements.get().totals == [198, -66, -66, -66]
    assert "Reopened." in session_page.do("reopen")
    assert session_page.session().closed_at is None
    assert session_page.verbs()[-2:] == [("close", "marion"), ("reopen", "marion")]


def test_closing_a_session_that_cannot_be_scored_is_refused_with_a_message() -> None:
    session_page = SessionPage()
    hand = session_page.session().hands.get()
    hand.outcome = {**hand.outcome, "points": 200}  # as if the rules had been corrected since
    hand.save()
    fresh(session_page.session())
    words = session_page.do("close")
    assert "Hand 1 would become impossible" in words
    assert session_page.session().closed_at is None


def test_several_sessions_are_closed_at_once_and_already_closed_ones_named() -> None:
    session_page = SessionPage()
    over = session_page.sample_club.table("Zoé", *MEMBERS[1:])
    over.record(GARDE)
    over.close()
    words = words_of(act(session_page.client, SESSIONS_PAGE, "close", session_page.session(), over.session))
    assert "Closed. 1 session." in words
    assert "Zoé, Bruno Braun, Chloé Clair, David Dahl: not possible at the moment" in words
    assert session_page.session().closed_at is not None
    again = act(session_page.client, SESSIONS_PAGE, "close", session_page.session(), over.session)
    assert "0 sessions" not in words_of(again)


# Moved


def evening(sample_club: SampleClub, day: int, **fields: Any) -> Evening:
    return Evening.objects.create(club=sample_club.club, date=date(2026, 11, day), **fields)


def test_a_session_is_moved_to_another_evening_with_its_players() -> None:
    session_page = SessionPage()
    friday, saturday = evening(session_page.sample_club, 20), evening(session_page.sample_club, 21)
    assert "Moved to another evening." in session_page.do("move", evening=friday.pk)
    assert session_page.session().evening == friday
    assert {presence.player.name for presence in friday.presences.select_related("player")} == set(MEMBERS)
    session_page.do("move", evening=saturday.pk)
    assert session_page.session().evening == saturday
    assert (friday.presences.count(), saturday.presences.count()) == (0, 4)
    session_page.do("move", evening="")
    assert session_page.session().evening is None
    assert (friday.presences.count(), saturday.presences.count()) == (0, 0)


ANNE, BRUNO, CHLOE, DAVID = MEMBERS
KITTY = Decimal(5)


class TwoEvenings(ClubEvening):
    """The club's evening of tonight, at which a table was played, and last night's, to which the table belongs."""

    def __init__(self) -> None:
        super().__init__(members=(*MEMBERS, "Emil", "Fanny"), kitty=KITTY)
        self.other = self.begin(day=self.evening.date - timedelta(days=1), kitty=KITTY)

    def there(self) -> tuple[set[str], set[str]]:
        """Return who is present at each of the two evenings."""
        tonight, last = (
            set(evening.presences.values_list("player__name", flat=True)) for evening in (self.evening, self.other)
        )
        return tonight, last

    def pay(self) -> tuple[Decimal, Decimal]:
        """Return what each of the two kitties gets."""
        tonight, last = (
            settlement.preview_settlement(evening, settlement.tables_of(evening, settlement.sessions_of(evening))).kitty
            for evening in (self.evening, self.other)
        )
        return tonight, last


@pytest.mark.parametrize("closed", [True, False])
def test_a_player_present_only_for_the_session_moves_along_and_pays_one_kitty(closed: bool) -> None:
    two_evenings = TwoEvenings()
    attendance.check_in(two_evenings.evening, name=ANNE)  # written down, before she played
    scorer = two_evenings.table(*MEMBERS)
    scorer.record(GARDE)
    if closed:
        scorer.close()
    two_evenings.played(BRUNO, "Emil", "Fanny", "Zoé") if closed else two_evenings.start(
        "Emil", "Fanny", "Zoé", "Xaver"
    )
    attendance.check_in(two_evenings.other, name=CHLOE)
    times = two_evenings.evening.presences.get(player__name=DAVID).came_at
    one_session.move(scorer.session, two_evenings.other)
    tonight, last = two_evenings.there()
    assert last == set(MEMBERS)  # all who play there, and Chloé once
    stays = {ANNE, BRUNO} if closed else {ANNE}  # Bruno sat at another table of tonight as well
    assert tonight & set(MEMBERS) == stays
    assert two_evenings.other.presences.get(player__name=DAVID).came_at == times
    assert two_evenings.pay() == (KITTY * (len(stays) + (3 if closed else 4)), KITTY * 4)


def test_a_session_whose_players_changed_is_moved_with_everybody() -> None:
    two_evenings = TwoEvenings()
    scorer = two_evenings.table(*MEMBERS)
    scorer.record(GARDE)
    recording.change_players(Write(scorer.session, **scorer.now({})), leaving=[0], joining=["Emil"])
    one_session.move(scorer.session, two_evenings.other)
    assert two_evenings.there() == (set(), {*MEMBERS, "Emil"})
    one_session.move(scorer.session, two_evenings.evening)
    assert two_evenings.there() == ({*MEMBERS, "Emil"}, set())


def test_a_player_checked_in_again_after_the_session_stays() -> None:
    two_evenings = TwoEvenings()
    scorer = two_evenings.table(*MEMBERS)
    scorer.record(GARDE)
    scorer.close()
    anne = two_evenings.player(ANNE)
    attendance.leave(two_evenings.evening, player=anne.pk)
    attendance.check_in(two_evenings.evening, player=anne.pk)
    attendance.leave(two_evenings.evening, player=two_evenings.player(BRUNO).pk)
    one_session.move(scorer.session, two_evenings.other)
    assert two_evenings.there() == ({ANNE}, set(MEMBERS))


def test_moving_a_session_to_its_own_evening_changes_nothing() -> None:
    two_evenings = TwoEvenings()
    scorer = two_evenings.table(*MEMBERS)
    before = list(two_evenings.evening.presences.order_by("pk").values())
    one_session.move(scorer.session, two_evenings.evening)
    assert list(two_evenings.evening.presences.order_by("pk").values()) == before


def test_sessions_cannot_be_moved_from_or_to_a_settled_evening() -> None:
    session_page = SessionPage()
    friday, saturday = (
        evening(session_page.sample_club, 20),
        evening(session_page.sample_club, 21, settled_at=timezone.now()),
    )
    assert "21 November 2026 is settled. Withdraw its settlement first." in session_page.do("move", evening=saturday.pk)
    assert session_page.session().evening is None
    session_page.do("move", evening=friday.pk)
    page = f"{SESSIONS_PAGE}{session_page.session().pk}/change/"
    assert 'value="move"' in session_page.client.get(page).content.decode()
    Evening.objects.filter(pk=friday.pk).update(settled_at=timezone.now())
    assert "20 November 2026 is settled" in session_page.do("move", evening="")
    assert 'value="move"' not in session_page.client.get(page).content.decode()
    assert session_page.session().evening == friday


def test_an_evening_of_another_club_is_neither_offered_nor_accepted() -> None:
    session_page = SessionPage()
    theirs = evening(SampleClub("Theirs"), 19)
    assert str(theirs) == "19 November 2026"
    assert str(theirs) not in session_page.look()
    assert "no longer exists" in session_page.do("move", evening=theirs.pk)
    assert session_page.session().evening is None


# Its hands


def test_a_hand_is_corrected_with_the_form_of_its_game() -> None:
    session_page = SessionPage()
    session_page.scorer.record({"call": "passed"})
    page = session_page.client.get(f"{session_page.page}change/")
    link = re.findall(rf'href="({session_page.page}hands/1/)"', page.content.decode())[0]
    hand = session_page.client.get(link)
    assert "Back to the session in the panel" in words_of(hand)
    assert f'href="{link}amend/"' in hand.content.decode()
    form = Form(session_page.client.get(f"{link}amend/"), "/amend/").fields
    assert (form["call"], form["taker"]) == ("garde", "0")
    preview = session_page.client.post(f"{link}amend/preview/", {**form, "points-units": "1"})
    assert "150" in words_of(preview)
    done = session_page.client.post(f"{link}amend/", {**form, "points-units": "1"})
    assert done["Location"] == f"{session_page.page}change/"
    # Two bouts need 41: 25 × 2 from each.
    assert fresh(session_page.session()).totals == (150, -50, -50, -50)
    assert session_page.verbs()[-1] == ("amend", "marion")


def test_a_refused_correction_keeps_its_input() -> None:
    session_page = SessionPage()
    form = Form(session_page.client.get(f"{session_page.page}hands/1/amend/"), "/amend/").fields
    refused = session_page.client.post(
        f"{session_page.page}hands/1/amend/", {**form, "points-tens": "9", "points-units": "2"}
    )
    assert refused.status_code == 422
    again = Form(refused, "/amend/").fields
    assert (again["points-tens"], again["points-units"]) == ("9", "2")
    assert fresh(session_page.session()).totals == (198, -66, -66, -66)


def test_a_hand_is_voided_and_restored_in_the_panel() -> None:
    session_page = SessionPage()
    form = Form(session_page.client.get(f"{session_page.page}hands/1/void/")).fields
    session_page.client.post(f"{session_page.page}hands/1/void/", form)
    assert fresh(session_page.session()).totals == (0, 0, 0, 0)
    assert "(voided)" in session_page.look()
    form = Form(session_page.client.get(f"{session_page.page}hands/1/"), "/unvoid/").fields
    session_page.client.post(f"{session_page.page}hands/1/unvoid/", form)
    assert fresh(session_page.session()).totals == (198, -66, -66, -66)
    assert session_page.verbs()[-2:] == [("void", "marion"), ("restore", "marion")]


def test_a_hand_of_a_locked_session_is_corrected_in_the_panel() -> None:
    session_page = SessionPage()
    session_page.do("lock")
    form = Form(session_page.client.get(f"{session_page.page}hands/1/amend/"), "/amend/").fields
    session_page.client.post(f"{session_page.page}hands/1/amend/", {**form, "points-units": "1"})
    assert fresh(session_page.session()).totals == (150, -50, -50, -50)


def test_opening_a_session_writes_nothing() -> None:
    session_page = SessionPage()
    for place in ("change/", "hands/1/", "hands/1/amend/", "hands/1/void/", "export.json"):
        assert session_page.client.get(f"{session_page.page}{place}").status_code == 200
    assert session_page.session().accesses.count() == 1
    assert session_page.client.get(f"{session_page.page}hands/9/").status_code == 404


# Access


def test_the_panel_can_shut_out_any_browser_and_let_it_in_again() -> None:
    session_page = SessionPage()
    own_access = session_page.scorer.access
    assert "A browser shut out." in session_page.do(f"shut_out:{own_access.pk}")
    table = reverse("session", args=[session_page.session().public_id])
    assert session_page.sample_club.phone.get(table).status_code == 403
    assert "A browser let in again." in session_page.do(f"let_in:{own_access.pk}")
    assert session_page.sample_club.phone.get(table).status_code == 200


def test_nobody_at_the_table_can_shut_the_panel_out() -> None:
    session_page = SessionPage()
    session_page.do("renew")
    share = session_page.sample_club.phone.get(reverse("share", args=[session_page.session().public_id]))
    assert "marion" not in words_of(share)


def test_a_session_is_exported_from_its_page() -> None:
    session_page = SessionPage()
    document = session_page.client.get(f"{session_page.page}export.json").json()
    assert (document["players"], len(document["hands"])) == (list(MEMBERS), 1)


# Number of queries


def test_the_session_page_takes_as_many_queries_for_three_hands_as_for_one() -> None:
    counts = []
    for number in (1, 3):
        session_page = SessionPage(f"Club {number}")
        for place in range(1, number):
            evening(session_page.sample_club, place)
            session_page.scorer.record(GARDE)
            recording.join(session_page.session(), device=device(), role="watcher")
        session_page.look()
        with CaptureQueriesContext(connection) as captured:
            session_page.look()
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_a_long_list_looks_at_no_dates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each date would have to be read to say which years and months there are."""
    sample = SampleClub()
    for month in (3, 4):
        session = sample.table().session
        session.started_at = datetime(2026, month, 1, tzinfo=UTC)
        session.save()
    client, address = signed_in(sample.organiser()), SESSIONS_PAGE
    assert "started_at__month=4" in client.get(address).content.decode()
    monkeypatch.setattr("scorekeeper.organisers.sessions.admin.MOST_WITH_DATES", 1)
    with CaptureQueriesContext(connection) as statements:
        page = client.get(address).content.decode()
    assert "started_at__" not in page
    assert not [statement for statement in statements if re.search("MIN|DISTINCT", statement["sql"])]
    narrowed = client.get(address, {"started_at__year": "2026", "started_at__month": "4"})
    assert "started_at__day=1" in narrowed.content.decode()
