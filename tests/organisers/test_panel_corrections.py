"""A hand of a closed session, corrected from the panel in one step: reopened, changed, closed again."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from scorekeeper.evenings.models import Evening
from scorekeeper.play import results
from scorekeeper.play.errors import SessionClosedError
from scorekeeper.play.ledger import forget_ledgers
from scorekeeper.play.models import Hand, Session, Verb
from tests.clubs.clubs import SampleClub, signed_in
from tests.desk.club_evening import STAKE, ClubEvening
from tests.play.browsers import Form, words_of
from tests.play.expected_results import result_rows
from tests.play.tables import GARDE, Scorer, fresh

pytestmark = pytest.mark.django_db

FOUR = ("Anne", "Bruno", "Chloé", "David")
SETTLED = "is settled. Withdraw its settlement first."
JUST_MADE = (150, -50, -50, -50)
"""The amount of a garde with 41 points, where 49 make 198."""


class Closed:
    """A closed session of the club, and an organiser viewing it."""

    def __init__(self, sample_club: SampleClub | None = None) -> None:
        self.sample_club = sample_club or SampleClub(members=FOUR)
        self.scorer = Scorer(self.sample_club.start(*FOUR, stake=STAKE))
        self.scorer.record(GARDE)
        self.scorer.record({**GARDE, "taker": 1, "points": 40})  # down by 1: he pays 52 to each
        self.scorer.close()
        self.client = signed_in(self.sample_club.organiser("marion"))

    @property
    def session(self) -> Session:
        forget_ledgers()
        return Session.objects.get(pk=self.scorer.session.pk)

    def place(self, number: int, page: str) -> str:
        return f"/admin/play/session/{self.scorer.session.pk}/hands/{number}/{page}"

    def form(self, number: int) -> dict[str, str]:
        return Form(self.client.get(self.place(number, "amend/")), "/amend/").fields

    def amend(self, **fields: str) -> Any:
        """Send the form of the first hand with 41 points in place of its own; return the page that follows."""
        form = {**self.form(1), "points-units": "1", **fields}
        return self.client.post(self.place(1, "amend/"), form, follow=True)

    def verbs(self) -> list[tuple[str, str]]:
        return [(change.verb, change.who) for change in self.session.changes.order_by("revision")][3:]


def test_a_hand_of_a_closed_session_is_corrected_and_settled_in_one_step() -> None:
    at = Closed()
    before = at.session.settlements.get()
    assert before.totals == [198 + 52, -66 - 156, -66 + 52, -66 + 52]
    page = at.amend()
    assert "Corrected. The session was reopened and closed again." in words_of(page)
    assert at.verbs() == [
        (Verb.CLOSE, "Scorer 1"),
        (Verb.REOPEN, "marion"),
        (Verb.AMEND, "marion"),
        (Verb.CLOSE, "marion"),
    ]
    assert at.session.closed_at is not None
    before.refresh_from_db()
    assert before.withdrawn_at is not None
    now = at.session.settlements.get(withdrawn_at=None)
    assert now.totals == [150 + 52, -50 - 156, -50 + 52, -50 + 52]
    assert fresh(at.session).totals == tuple(now.totals)


def test_a_correction_keeps_the_closing_time() -> None:
    at = Closed()
    hours_ago = timezone.now() - timedelta(hours=40)
    Session.objects.filter(pk=at.session.pk).update(closed_at=hours_ago)
    at.amend()
    assert at.session.closed_at == hours_ago
    assert at.verbs()[-1] == (Verb.CLOSE, "marion")


def test_an_unchanged_amendment_is_not_a_correction() -> None:
    at = Closed()
    page = at.client.post(at.place(1, "amend/"), at.form(1), follow=True)
    assert "The hand is unchanged." in words_of(page)
    assert "Corrected" not in words_of(page)
    assert at.verbs() == [(Verb.CLOSE, "Scorer 1")]
    assert at.session.settlements.get().withdrawn_at is None


def test_corrected_results_equal_those_of_a_session_played_that_way() -> None:
    at = Closed()
    at.amend()
    played = Scorer(players=FOUR, stake=STAKE)
    played.record({**GARDE, "points": 41})
    played.record({**GARDE, "taker": 1, "points": 40})
    played.close()
    written = result_rows(at.session)
    assert written == result_rows(played.session)
    assert [row[1] for row in written["results"]] == [202, -206, 2, 2]
    call_command("recount", "--all", stdout=StringIO())
    assert result_rows(at.session) == written


def test_the_audit_log_lists_the_steps_of_a_correction() -> None:
    at = Closed()
    at.amend()
    words = words_of(at.client.get("/admin/play/session/journal/"))
    steps = ["marion closed the session", "marion amended hand 1", "marion reopened the session"]
    assert [words.find(step) for step in steps] == sorted(words.find(step) for step in steps)
    assert all(step in words for step in steps)


def test_a_hand_of_a_closed_session_is_voided_and_restored() -> None:
    at = Closed()
    page = at.client.get(at.place(2, "void/"))
    voided = at.client.post(at.place(2, "void/"), Form(page, "").fields, follow=True)
    assert "Corrected. The session was reopened and closed again." in words_of(voided)
    assert at.session.settlements.get(withdrawn_at=None).totals == [198, -66, -66, -66]
    restored = at.client.post(
        at.place(2, "unvoid/"), Form(at.client.get(at.place(2, "")), "/unvoid/").fields, follow=True
    )
    assert "reopened and closed again" in words_of(restored)
    assert at.session.settlements.get(withdrawn_at=None).totals == [198 + 52, -66 - 156, -66 + 52, -66 + 52]
    assert [row[1] for row in result_rows(at.session)["results"]] == [250, -222, -14, -14]
    verbs = [verb for verb, _who in at.verbs()][1:]
    assert verbs == ["reopen", "void", "close", "reopen", "restore", "close"]


def test_a_double_tap_corrects_once() -> None:
    at = Closed()
    form = {**at.form(1), "points-units": "1"}
    for _tap in range(2):
        assert at.client.post(at.place(1, "amend/"), form).status_code == 302
    assert len(at.verbs()) == 4
    assert Hand.objects.filter(number=1).count() == 2


def test_a_correction_based_on_an_outdated_page_is_refused_and_its_input_kept() -> None:
    at = Closed()
    late = {**at.form(2), "points-units": "2"}
    at.amend()
    page = at.client.post(at.place(2, "amend/"), late)
    assert page.status_code == 409
    assert "The session has changed in the meantime." in words_of(page)
    assert at.session.settlements.get(withdrawn_at=None).totals == [202, -206, 2, 2]


def test_a_correction_that_the_rules_refuse_does_not_reopen_the_session() -> None:
    at = Closed()
    page = at.amend(**{"points-tens": "9", "points-units": "9"})
    assert page.status_code == 422
    assert [verb for verb, _who in at.verbs()] == ["close"]
    assert at.session.closed_at is not None


def test_sessions_of_a_settled_evening_cannot_be_corrected() -> None:
    club_evening = ClubEvening(members=FOUR)
    at = Closed(club_evening)
    begun = {**at.form(1), "points-units": "1"}
    club_evening.settle()
    assert SETTLED in words_of(at.client.get(f"/admin/play/session/{at.session.pk}/change/"))
    for place in ("amend/", "void/"):  # opened by its address
        page = at.client.get(at.place(1, place))
        assert SETTLED in words_of(page)
        assert "<button" not in page.content.decode().partition("<main")[2].partition("</main")[0]
    page = at.client.post(at.place(1, "amend/"), begun)
    assert page.status_code == 409
    assert SETTLED in words_of(page)
    assert Form(page, "/amend/").fields["points-units"] == "1"
    void = at.client.post(at.place(1, "void/"), {"revision": str(at.session.revision), "token": "void"})
    assert void.status_code == 409
    assert SETTLED in words_of(void)
    assert [verb for verb, _who in at.verbs()] == ["close"]
    Evening.objects.update(settled_at=None)
    assert "reopened and closed again" in words_of(at.amend())


def test_the_hand_page_of_a_settled_evening_offers_no_change_and_says_why() -> None:
    at = Closed()
    evening = Evening.objects.create(club=at.sample_club.club, date=timezone.localdate(), name="Settled")
    Session.objects.filter(pk=at.session.pk).update(evening=evening)
    for settled_at, offered in ((timezone.now(), False), (None, True)):
        Evening.objects.update(settled_at=settled_at)
        page = at.client.get(at.place(1, ""))
        assert (at.place(1, "amend/") in page.content.decode()) is offered
        assert (SETTLED in words_of(page)) is not offered


def test_restoring_a_hand_is_refused_if_the_evening_is_settled() -> None:
    club_evening = ClubEvening(members=FOUR)
    at = Closed(club_evening)
    page = at.client.get(at.place(2, "void/"))
    at.client.post(at.place(2, "void/"), Form(page, "").fields)
    form = Form(at.client.get(at.place(2, "")), "/unvoid/").fields
    Evening.objects.update(settled_at=timezone.now())
    response = at.client.post(at.place(2, "unvoid/"), form)
    assert response.status_code == 409
    assert SETTLED in words_of(response)
    assert [verb for verb, _who in at.verbs()] == ["close", "reopen", "void", "close"]


def test_if_the_rules_refuse_a_later_hand_the_session_stays_open_with_a_message() -> None:
    at = Closed()
    second = Hand.objects.get(number=2)
    Hand.objects.filter(pk=second.pk).update(outcome={**second.outcome, "points": 92})  # as after a rule was corrected
    forget_ledgers()
    page = at.amend()
    assert "Corrected. The session is now open" in words_of(page)
    assert at.session.closed_at is None
    assert [verb for verb, _who in at.verbs()] == ["close", "reopen", "amend"]
    assert not at.session.results.exists()
    at.client.post(at.place(2, "void/"), Form(at.client.get(at.place(2, "void/")), "").fields)
    assert "Closed." in words_of(
        at.client.post(
            f"/admin/play/session/{at.session.pk}/action/",
            {"verb": "close", "revision": str(at.session.revision), "token": "close"},
            follow=True,
        )
    )
    assert at.session.settlements.get(withdrawn_at=None).totals == list(JUST_MADE)


def test_a_correction_is_atomic(monkeypatch: pytest.MonkeyPatch) -> None:
    at = Closed()
    form = {**at.form(1), "points-units": "1"}
    at.client.raise_request_exception = False

    def fail(made: Any) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(results, "insert", fail)
    assert at.client.post(at.place(1, "amend/"), form).status_code == 500
    assert [verb for verb, _who in at.verbs()] == ["close"]
    assert at.session.settlements.get().withdrawn_at is None
    assert at.session.results.count() == 4
    assert fresh(at.session).totals == (250, -222, -14, -14)


def test_at_the_table_a_closed_session_must_be_reopened_first() -> None:
    at = Closed()
    with pytest.raises(SessionClosedError):
        at.scorer.amend(1, {**GARDE, "points": 41})
    assert at.session.closed_at is not None
