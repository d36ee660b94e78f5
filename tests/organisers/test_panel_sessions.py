"""A session in the organisers' panel: locked, reopened, closed, moved, corrected through its game's form."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scorekeeper.evenings import attendance, settlement
from scorekeeper.evenings.models import Evening
from scorekeeper.organisers import move_session
from scorekeeper.play.errors import ConflictError, SessionLockedError
from scorekeeper.play.models import Access, Session
from scorekeeper.play.recording import services
from scorekeeper.play.recording.transaction import Write
from tests.clubs.clubs import MEMBERS, House, signed_in
from tests.evenings.club_evening import Night
from tests.play.browsers import Form, words_of
from tests.play.tables import GARDE, Scribe, device, fresh, token
from tests.play.test_concurrent_writes import at_once

pytestmark = pytest.mark.django_db

SESSIONS_PAGE = "/admin/play/session/"


class Office:
    """A club with one table of two hands, and its organiser at the panel."""

    def __init__(self, name: str = "Coupe-file") -> None:
        self.house = House(name)
        self.scribe = self.house.table()
        self.scribe.record(GARDE)
        self.client: Client = signed_in(self.house.organiser("marion" if name == "Coupe-file" else name))

    def session(self) -> Session:
        return Session.objects.get(pk=self.scribe.session.pk)

    @property
    def page(self) -> str:
        return f"{SESSIONS_PAGE}{self.scribe.session.pk}/"

    def look(self) -> str:
        return words_of(self.client.get(f"{self.page}change/"))

    def do(self, verb: str, **more: Any) -> str:
        """Press a button of the page as it is now; return what the page then says."""
        form = {**Form(self.client.get(f"{self.page}change/"), "/action/").fields, "verb": verb, **more}
        return words_of(self.client.post(f"{self.page}action/", form, follow=True))

    def verbs(self) -> list[tuple[str, str]]:
        return [(change.verb, change.who) for change in self.session().changes.order_by("revision")]


# Locked


def test_a_locked_session_is_written_in_from_the_panel_alone() -> None:
    office = Office()
    assert "Locked." in office.do("lock")
    assert office.session().locked_at is not None
    assert office.verbs()[-1] == ("lock", "marion")
    scribe = office.scribe
    writes: list[Callable[[], Any]] = [
        scribe.record,
        scribe.undo,
        scribe.close,
        lambda: scribe.void(1),
        lambda: services.renew_link(Write(scribe.session, **scribe.now({})), role="watcher"),
    ]
    for write in writes:
        for seen in (Session.objects.get(pk=office.session().pk), unaware(office.session())):
            scribe.session = seen
            with pytest.raises(SessionLockedError):
                write()
    assert len(office.verbs()) == 3
    assert "Unlocked." in office.do("unlock")
    scribe.session = office.session()
    scribe.record()
    assert fresh(office.session()).totals == (396, -132, -132, -132)


def unaware(session: Session) -> Session:
    """A request that began before the session was locked."""
    session.locked_at, session.revision = None, session.revision - 1
    return session


def test_phones_are_told_that_it_is_locked_and_have_no_form() -> None:
    office = Office()
    phone, table = office.house.phone, reverse("session", args=[office.session().public_id])
    form = Form(phone.get(table), "/record/").fields
    office.do("lock")
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


def test_a_hand_that_was_sent_twice_is_no_refusal_when_it_is_locked_in_between() -> None:
    office = Office()
    once = token()
    seen = office.scribe.session.revision
    office.scribe.record(GARDE, token=once)
    office.do("lock")
    office.scribe.session = office.session()
    assert office.scribe.record(GARDE, token=once, revision=seen).repeated


def test_only_the_panel_locks() -> None:
    office = Office()
    for verb in (services.lock, services.unlock):
        with pytest.raises(PermissionDenied):
            verb(Write.on_latest(office.session(), office.scribe.access, token()))
    assert office.session().locked_at is None


def test_locked_twice_it_is_locked_once() -> None:
    office = Office()
    office.do("lock")
    page = office.client.get(f"{office.page}change/")
    form = {**Form(page, "/action/").fields, "verb": "unlock"}
    for _ in range(2):
        office.client.post(f"{office.page}action/", form)
    assert [verb for verb, _who in office.verbs()] == ["start", "record", "lock", "unlock"]


def test_a_lock_that_comes_between_two_hands_keeps_what_was_there() -> None:
    office = Office()
    office.do("lock")
    office.do("unlock")
    office.scribe.session = office.session()
    assert office.scribe.undo().hand_number == 1  # Undo reverses the last hand, not the lock
    assert fresh(office.session()).totals == (0, 0, 0, 0)


@pytest.mark.django_db(transaction=True)
def test_of_a_hand_and_a_lock_at_once_no_hand_comes_after_the_lock() -> None:
    for _ in range(4):
        scribe = Scribe()
        panel = Access.objects.create(session=scribe.session, device="panel 1", role="scorer", label="marion")

        def locks() -> str:
            services.lock(Write.on_latest(Session.objects.get(pk=scribe.session.pk), panel, token()))  # noqa: B023
            return "locked"

        def writes() -> str:
            mine = Session.objects.get(pk=scribe.session.pk)  # noqa: B023
            try:
                services.record(Write(mine, scribe.access, mine.revision, token()), raw=GARDE)  # noqa: B023
            except (SessionLockedError, ConflictError):
                return "refused"
            return "written"

        said = at_once([locks, writes, writes])
        assert said["locked"] == 1
        assert said["written"] + said["refused"] == 2
        assert set(said) <= {"locked", "written", "refused"}
        verbs = list(scribe.session.changes.order_by("revision").values_list("verb", flat=True))
        assert verbs[-1] == "lock"


# Closed and reopened


def test_a_table_that_was_left_open_is_ended_from_the_panel_and_reopened() -> None:
    office = Office()
    assert "Closed." in office.do("close")
    assert office.session().closed_at is not None
    assert office.session().settlements.get().totals == [198, -66, -66, -66]
    assert "Reopened." in office.do("reopen")
    assert office.session().closed_at is None
    assert office.verbs()[-2:] == [("close", "marion"), ("reopen", "marion")]


def test_an_end_is_refused_in_words_where_a_hand_is_no_longer_taken() -> None:
    office = Office()
    hand = office.session().hands.get()
    hand.outcome = {**hand.outcome, "points": 200}  # as if the rules had been corrected since
    hand.save()
    fresh(office.session())
    said = office.do("close")
    assert "Hand 1 would become impossible" in said
    assert office.session().closed_at is None


def test_several_are_ended_at_once_and_those_that_are_over_are_named() -> None:
    office = Office()
    over = office.house.table("Zoé", *MEMBERS[1:])
    over.record(GARDE)
    over.close()
    form = {"action": "close", "_selected_action": [office.session().pk, over.session.pk], "index": "0"}
    said = words_of(office.client.post(SESSIONS_PAGE, form, follow=True))
    assert "Closed. 1 session." in said
    assert "Zoé, Bruno Braun, Chloé Clair, David Dahl: not possible in its current state" in said
    assert office.session().closed_at is not None
    assert "0 sessions" not in words_of(office.client.post(SESSIONS_PAGE, form, follow=True))


# Moved


def evening(house: House, day: int, **fields: Any) -> Evening:
    return Evening.objects.create(club=house.club, date=date(2026, 11, day), **fields)


def test_a_session_is_moved_to_another_evening_at_which_its_players_are_then() -> None:
    office = Office()
    friday, saturday = evening(office.house, 20), evening(office.house, 21)
    assert "Moved to another evening." in office.do("move", evening=friday.pk)
    assert office.session().evening == friday
    assert {one.player.name for one in friday.presences.select_related("player")} == set(MEMBERS)
    office.do("move", evening=saturday.pk)
    assert office.session().evening == saturday
    assert (friday.presences.count(), saturday.presences.count()) == (0, 4)
    office.do("move", evening="")
    assert office.session().evening is None
    assert (friday.presences.count(), saturday.presences.count()) == (0, 0)


ANNE, BRUNO, CHLOE, DAVID = MEMBERS
KITTY = Decimal(5)


class TwoNights(Night):
    """The club's evening of tonight, at which a table was played, and last night's, to which the table belongs."""

    def __init__(self) -> None:
        super().__init__(members=(*MEMBERS, "Emil", "Fanny"), kitty=KITTY)
        self.other = self.begin(day=self.evening.date - timedelta(days=1), kitty=KITTY)

    def there(self) -> tuple[set[str], set[str]]:
        """Return who is present at each of the two evenings."""
        tonight, last = (
            set(one.presences.values_list("player__name", flat=True)) for one in (self.evening, self.other)
        )
        return tonight, last

    def pay(self) -> tuple[Decimal, Decimal]:
        """Return what each of the two kitties gets."""
        tonight, last = (
            settlement.preview_settlement(one, settlement.tables_of(one, settlement.sessions_of(one))).kitty
            for one in (self.evening, self.other)
        )
        return tonight, last


@pytest.mark.parametrize("closed", [True, False])
def test_who_was_there_for_the_session_alone_goes_along_and_pays_one_kitty(closed: bool) -> None:
    nights = TwoNights()
    attendance.check_in(nights.evening, name=ANNE)  # written down, before she played
    scribe = nights.table(*MEMBERS)
    scribe.record(GARDE)
    if closed:
        scribe.close()
    nights.played(BRUNO, "Emil", "Fanny", "Zoé") if closed else nights.start("Emil", "Fanny", "Zoé", "Xaver")
    attendance.check_in(nights.other, name=CHLOE)
    times = nights.evening.presences.get(player__name=DAVID).came_at
    move_session.move(scribe.session, nights.other)
    tonight, last = nights.there()
    assert last == set(MEMBERS)  # all who play there, and Chloé once
    stays = {ANNE, BRUNO} if closed else {ANNE}  # Bruno sat at another table of tonight as well
    assert tonight & set(MEMBERS) == stays
    assert nights.other.presences.get(player__name=DAVID).came_at == times
    assert nights.pay() == (KITTY * (len(stays) + (3 if closed else 4)), KITTY * 4)


def test_a_table_that_went_on_is_moved_piece_by_piece_and_nobody_stays_behind() -> None:
    nights = TwoNights()
    first = nights.table(*MEMBERS)
    first.record(GARDE)
    followed = services.change_players(Write(first.session, **first.now({})), leaving=[0], joining=["Emil"])
    move_session.move(Session.objects.get(pk=first.session.pk), nights.other)
    assert nights.there() == ({BRUNO, CHLOE, DAVID, "Emil"}, set(MEMBERS))
    move_session.move(followed, nights.other)
    assert nights.there() == (set(), {*MEMBERS, "Emil"})
    move_session.move(followed, nights.evening)
    assert nights.there() == ({BRUNO, CHLOE, DAVID, "Emil"}, set(MEMBERS))


def test_who_is_written_down_once_more_after_the_game_stays() -> None:
    nights = TwoNights()
    scribe = nights.table(*MEMBERS)
    scribe.record(GARDE)
    scribe.close()
    anne = nights.player(ANNE)
    attendance.leave(nights.evening, player=anne.pk)
    attendance.check_in(nights.evening, player=anne.pk)
    attendance.leave(nights.evening, player=nights.player(BRUNO).pk)
    move_session.move(scribe.session, nights.other)
    assert nights.there() == ({ANNE}, set(MEMBERS))


def test_moved_to_the_evening_it_is_of_nothing_changes() -> None:
    nights = TwoNights()
    scribe = nights.table(*MEMBERS)
    before = list(nights.evening.presences.order_by("pk").values())
    move_session.move(scribe.session, nights.evening)
    assert list(nights.evening.presences.order_by("pk").values()) == before


def test_a_settled_evening_gives_up_no_session_and_takes_none() -> None:
    office = Office()
    friday, saturday = evening(office.house, 20), evening(office.house, 21, settled_at=timezone.now())
    assert "21 November 2026 is settled. Withdraw its settlement first." in office.do("move", evening=saturday.pk)
    assert office.session().evening is None
    office.do("move", evening=friday.pk)
    Evening.objects.filter(pk=friday.pk).update(settled_at=timezone.now())
    assert "20 November 2026 is settled" in office.do("move", evening="")
    assert office.session().evening == friday


def test_an_evening_of_another_club_is_neither_offered_nor_taken() -> None:
    office = Office()
    theirs = evening(House("Theirs"), 19)
    assert str(theirs) == "19 November 2026"
    assert str(theirs) not in office.look()
    assert "no longer exists" in office.do("move", evening=theirs.pk)
    assert office.session().evening is None


# Its hands


def test_a_hand_is_corrected_through_the_form_of_its_game() -> None:
    office = Office()
    office.scribe.record({"call": "passed"})
    page = office.client.get(f"{office.page}change/")
    link = re.findall(rf'href="({office.page}hands/1/)"', page.content.decode())[0]
    hand = office.client.get(link)
    assert "Back to the session in the panel" in words_of(hand)
    assert f'href="{link}amend/"' in hand.content.decode()
    form = Form(office.client.get(f"{link}amend/"), "/amend/").fields
    assert (form["call"], form["taker"]) == ("garde", "0")
    preview = office.client.post(f"{link}amend/preview/", {**form, "points-units": "1"})
    assert "150" in words_of(preview)
    done = office.client.post(f"{link}amend/", {**form, "points-units": "1"})
    assert done["Location"] == f"{office.page}change/"
    # Two bouts need 41: 25 × 2 from each.
    assert fresh(office.session()).totals == (150, -50, -50, -50)
    assert office.verbs()[-1] == ("amend", "marion")


def test_what_the_game_refuses_comes_back_as_it_was_filled_in() -> None:
    office = Office()
    form = Form(office.client.get(f"{office.page}hands/1/amend/"), "/amend/").fields
    refused = office.client.post(f"{office.page}hands/1/amend/", {**form, "points-tens": "9", "points-units": "2"})
    assert refused.status_code == 422
    again = Form(refused, "/amend/").fields
    assert (again["points-tens"], again["points-units"]) == ("9", "2")
    assert fresh(office.session()).totals == (198, -66, -66, -66)


def test_a_hand_is_voided_and_restored_from_the_panel() -> None:
    office = Office()
    form = Form(office.client.get(f"{office.page}hands/1/void/")).fields
    office.client.post(f"{office.page}hands/1/void/", form)
    assert fresh(office.session()).totals == (0, 0, 0, 0)
    assert "(voided)" in office.look()
    form = Form(office.client.get(f"{office.page}hands/1/"), "/restore/").fields
    office.client.post(f"{office.page}hands/1/restore/", form)
    assert fresh(office.session()).totals == (198, -66, -66, -66)
    assert office.verbs()[-2:] == [("void", "marion"), ("restore", "marion")]


def test_a_hand_of_a_locked_session_is_corrected_from_the_panel() -> None:
    office = Office()
    office.do("lock")
    form = Form(office.client.get(f"{office.page}hands/1/amend/"), "/amend/").fields
    office.client.post(f"{office.page}hands/1/amend/", {**form, "points-units": "1"})
    assert fresh(office.session()).totals == (150, -50, -50, -50)


def test_to_look_at_a_session_writes_nothing() -> None:
    office = Office()
    for place in ("change/", "hands/1/", "hands/1/amend/", "hands/1/void/", "export.json"):
        assert office.client.get(f"{office.page}{place}").status_code == 200
    assert office.session().accesses.count() == 1
    assert office.client.get(f"{office.page}hands/9/").status_code == 404


# Access


def test_a_browser_is_shut_out_from_the_panel_even_the_last_one_and_let_in_again() -> None:
    office = Office()
    mine = office.scribe.access
    assert "A browser shut out." in office.do(f"shut_out:{mine.pk}")
    table = reverse("session", args=[office.session().public_id])
    assert office.house.phone.get(table).status_code == 403
    assert "A browser let in again." in office.do(f"let_in:{mine.pk}")
    assert office.house.phone.get(table).status_code == 200


def test_nobody_at_the_table_shuts_the_panel_out() -> None:
    office = Office()
    office.do("renew")
    share = office.house.phone.get(reverse("share", args=[office.session().public_id]))
    assert "marion" not in words_of(share)


def test_a_session_is_exported() -> None:
    office = Office()
    document = office.client.get(f"{office.page}export.json").json()
    assert (document["players"], len(document["hands"])) == (list(MEMBERS), 1)


# Number of queries


def test_the_page_of_a_session_asks_as_much_for_three_hands_as_for_one() -> None:
    counts = []
    for number in (1, 3):
        office = Office(f"Club {number}")
        for place in range(1, number):
            evening(office.house, place)
            office.scribe.record(GARDE)
            services.join(office.session(), device=device(), role="watcher")
        office.look()
        with CaptureQueriesContext(connection) as asked:
            office.look()
        counts.append(len(asked))
    assert counts[0] == counts[1]
