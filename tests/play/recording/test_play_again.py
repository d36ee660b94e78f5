"""Playing again with the same people from several phones: one next session, to which all of them have access."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.scoring.rules import AnyRules
from games.scoring.types import SeatNumber, Table
from scorekeeper.play import recording
from scorekeeper.play.errors import AccessRevokedError
from scorekeeper.play.models import Role, Session
from scorekeeper.play.recording.players import start_again
from scorekeeper.play.recording.start import dealt_first
from scorekeeper.play.recording.write import Write
from tests.play.browsers import browser, words_of
from tests.play.tables import FOUR, GARDE, Scorer, device, token

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


class Finished:
    """A closed session with two phones that record and one that watches."""

    def __init__(self) -> None:
        self.scorer = Scorer(label="Anne")
        self.session = self.scorer.session
        self.other, self.watcher = device(), device()
        recording.join(self.session, device=self.other, role=Role.SCORER, label="Bruno")
        recording.join(self.session, device=self.watcher, role=Role.WATCHER)
        self.scorer.record()
        self.scorer.close()

    def again(self, device_id: str) -> Session:
        return start_again(self.session, device=device_id, token=token())

    def tap(self, client: Client) -> str:
        url = reverse("play_again", args=[self.session.public_id])
        return client.post(url, {"token": token()})["Location"]


def close(session: Session, device_id: str) -> None:
    """Play a hand and close the session from this phone."""
    access = session.accesses.get(device=device_id)
    for verb in ("record", "close"):
        session.refresh_from_db()
        write = Write(session, access, session.revision, token())
        recording.record(write, raw=GARDE) if verb == "record" else recording.close(write)
    session.refresh_from_db()


def test_two_phones_that_tap_same_people_again_get_the_same_session() -> None:
    finished = Finished()
    one, other = browser(finished.scorer), browser(name=finished.other)
    assert finished.tap(one) == finished.tap(other) == finished.tap(one)
    followed = Session.objects.exclude(pk=finished.session.pk).get()
    assert followed.follows == finished.session
    assert [seat.name for seat in followed.seats] == list(FOUR)
    assert {access.device: (access.role, access.label) for access in followed.accesses.all()} == {
        finished.scorer.access.device: (Role.SCORER, "Anne"),
        finished.other: (Role.SCORER, "Bruno"),
        finished.watcher: (Role.WATCHER, ""),
    }
    page = words_of(other.get(reverse("session", args=[finished.session.public_id])))
    assert "The table continues: to the next session" in page
    close(followed, finished.other)
    page = words_of(other.get(reverse("session", args=[finished.session.public_id])))
    assert "The table played on: to the next session" in page


def test_a_phone_that_joins_the_closed_session_later_is_let_into_the_next_one() -> None:
    finished, late = Finished(), device()
    followed = finished.again(finished.other)
    recording.join(finished.session, device=late, role=Role.SCORER, label="Chloé")
    assert finished.again(late) == followed
    assert followed.accesses.get(device=late).label == "Chloé"


def test_a_tap_on_an_older_result_leads_to_the_session_that_is_being_played() -> None:
    finished = Finished()
    second = finished.again(finished.other)
    close(second, finished.other)
    third = finished.again(finished.scorer.access.device)
    assert (third.follows, third.stretch.first_dealer) == (second, 1), "David and Anne have dealt"
    assert finished.again(finished.other) == third


def test_two_phones_at_the_same_moment_start_one_session(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both find no next session, and the second one to write finds that of the first."""
    finished, moment = Finished(), "scorekeeper.play.recording.players.dealt_first"
    started: list[Session] = []

    def overtaken(rules: AnyRules, table: Table, due: SeatNumber) -> Table:
        monkeypatch.setattr(moment, dealt_first)
        started.append(finished.again(finished.other))
        return dealt_first(rules, table, due)

    monkeypatch.setattr(moment, overtaken)
    assert [finished.again(finished.scorer.access.device)] == started
    assert Session.objects.count() == 2


def test_after_a_change_of_players_the_former_players_can_start_their_own_session() -> None:
    finished = Finished()
    access = finished.scorer.access
    write = Write(finished.session, access, finished.session.revision, token())
    with_emil = recording.change_players(write, leaving=[0], joining=["Emil"])
    again = finished.again(finished.other)
    assert again.follows is None
    assert [seat.name for seat in again.seats] == list(FOUR)
    assert with_emil.follows == finished.session


def test_a_session_without_hands_is_not_the_next_one() -> None:
    finished = Finished()
    mistaken = finished.again(finished.other)
    access = mistaken.accesses.get(device=finished.other)
    recording.close(Write(mistaken, access, mistaken.revision, token()))
    followed = finished.again(finished.other)
    assert followed not in (mistaken, finished.session)
    assert followed.follows == finished.session


@pytest.mark.parametrize(("days", "devices"), [(0, 3), (2, 1)], ids=["the same evening", "another week"])
def test_everybody_has_access_only_on_the_same_evening(days: int, devices: int) -> None:
    finished = Finished()
    Session.objects.update(closed_at=timezone.now() - timedelta(days=days))
    finished.session.refresh_from_db()
    followed = finished.again(finished.other)
    assert followed.accesses.count() == devices
    assert (followed.follows is None) == (days > 0)


def test_a_browser_that_was_shut_out_of_the_next_session_stays_out() -> None:
    finished = Finished()
    followed = finished.again(finished.other)
    access = followed.accesses.get(device=finished.other)
    theirs = followed.accesses.get(device=finished.scorer.access.device)
    recording.shut_out(Write(followed, access, followed.revision, token()), access_pk=theirs.pk)
    with pytest.raises(AccessRevokedError):
        finished.again(finished.scorer.access.device)
    close(followed, finished.other)
    with pytest.raises(AccessRevokedError):
        finished.again(finished.scorer.access.device)


def test_a_token_that_was_spent_elsewhere_does_not_prevent_the_next_session() -> None:
    finished, spent = Finished(), token()
    Scorer(token=spent)
    another = start_again(finished.session, device=finished.other, token=spent)
    assert [seat.name for seat in another.seats] == list(FOUR)


def test_a_session_that_was_reopened_is_the_one_to_play() -> None:
    """A phone still shows the result, with its button, when another one has reopened the session."""
    finished = Finished()
    page = browser(name=finished.other)
    assert "Same people again" in words_of(page.get(reverse("session", args=[finished.session.public_id])))
    finished.scorer.reopen()
    assert finished.tap(page) == reverse("session", args=[finished.session.public_id])
    assert Session.objects.count() == 1
