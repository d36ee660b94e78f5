"""At the end of its round, a table offers no further hand by itself, and closes when every phone there agrees."""

from __future__ import annotations

import pytest
from django.urls import reverse

from scorekeeper.play import recording
from scorekeeper.play.errors import ConflictError, NotThereError, SessionClosedError
from scorekeeper.play.models import Access, Role, Session, Verb
from scorekeeper.play.recording.session import round_agreement
from scorekeeper.play.recording.write import Write
from tests.desk.club_evening import TWELVE
from tests.desk.rounds.club_rounds import table
from tests.play.browsers import Form, browser, words_of
from tests.play.tables import GARDE, PASSED, Scorer, device, token

pytestmark = pytest.mark.django_db

A = TWELVE[:4]


class AnotherPhone(Scorer):
    """A phone that has joined the table as a scorer."""

    def __init__(self, session: Session, label: str = "Bruno", *, role: str = Role.SCORER) -> None:
        self.session = session
        self.access = recording.join(session, device=device(), role=role, label=label)


def agree(phone: Scorer, **changes: object) -> bool:
    """Agree at this phone, which sees the latest revision unless another is given; return whether it is closed now."""
    phone.session.refresh_from_db()
    recording.agree(Write(phone.session, **phone.now(changes)))
    return Session.objects.get(pk=phone.session.pk).closed_at is not None


def verbs(session: Session) -> list[str]:
    return list(session.changes.order_by("revision").values_list("verb", flat=True))


def missing(session: Session) -> list[str]:
    return [phone.label for phone in round_agreement(session).missing]


# Who has to agree


def test_with_one_phone_one_tap_closes_the_session() -> None:
    scorer = table()
    assert agree(scorer)
    assert verbs(scorer.session)[-2:] == [Verb.AGREE, Verb.CLOSE]
    assert scorer.session.settlements.count() == 1


def test_with_several_phones_the_last_one_closes_it() -> None:
    scorer = table()
    bruno, _chloe = AnotherPhone(scorer.session), AnotherPhone(scorer.session, "Chloé", role=Role.WATCHER)
    assert not agree(scorer)
    assert missing(scorer.session) == ["Bruno"]
    assert not agree(scorer)
    assert verbs(scorer.session)[-1] == Verb.AGREE
    assert verbs(scorer.session).count(Verb.AGREE) == 1
    assert agree(bruno)


def test_a_phone_that_has_only_started_the_table_need_not_agree() -> None:
    desk = table(hands=0)
    bruno = AnotherPhone(desk.session)
    bruno.record()
    bruno.record()
    assert missing(desk.session) == ["Bruno"]
    assert agree(bruno)


def test_a_phone_that_started_the_table_and_recorded_there_has_to_agree() -> None:
    scorer = table(hands=1)
    bruno = AnotherPhone(scorer.session)
    bruno.record()
    assert not agree(bruno)
    assert agree(scorer)


def test_a_phone_that_was_shut_out_need_not_agree() -> None:
    scorer = table()
    bruno = AnotherPhone(scorer.session)
    recording.shut_out(Write(scorer.session, **scorer.now({})), access_pk=bruno.access.pk)
    assert agree(scorer)


def test_the_phones_of_a_further_stretch_are_those_that_wrote_in_any() -> None:
    scorer = table(planned=3, hands=1)
    bruno = AnotherPhone(scorer.session)
    bruno.record()
    scorer.session.refresh_from_db()
    write = Write(scorer.session, **scorer.now({}))
    further = recording.change_players(write, leaving=[0], joining=[TWELVE[4]])
    phones = [Access.objects.get(session=further, device=phone.access.device) for phone in (scorer, bruno)]
    recording.record(Write(further, phones[0], further.revision, token()), raw=GARDE)
    assert set(missing(further)) == {phone.label for phone in phones}


# When agreement stands


def test_nobody_can_agree_before_the_planned_hands_are_played() -> None:
    scorer = table(planned=3)
    scorer.record(PASSED)  # in Tarot another one is dealt
    with pytest.raises(NotThereError):
        agree(scorer)
    scorer.record()
    assert agree(scorer)


def test_any_change_cancels_agreement() -> None:
    scorer = table()
    bruno = AnotherPhone(scorer.session)
    agree(scorer)
    bruno.session.refresh_from_db()
    bruno.amend(1, {**GARDE, "points": 60})
    assert len(missing(scorer.session)) == 2
    assert not agree(bruno)
    assert agree(scorer)


def test_a_reopened_session_asks_again() -> None:
    scorer = table()
    agree(scorer)
    scorer.session.refresh_from_db()
    scorer.reopen()
    assert len(missing(scorer.session)) == 1


def test_agreement_based_on_an_outdated_page_is_refused() -> None:
    scorer = table()
    bruno = AnotherPhone(scorer.session)
    seen = scorer.session.revision
    scorer.amend(1, {**GARDE, "points": 60})
    with pytest.raises(ConflictError):
        agree(bruno, revision=seen)
    assert len(missing(scorer.session)) == 2


def test_phones_that_agree_at_the_same_moment_close_it_once() -> None:
    scorer = table()
    bruno = AnotherPhone(scorer.session)
    seen, spent = scorer.session.revision, token()
    assert not agree(scorer, revision=seen)
    assert agree(bruno, revision=seen, token=spent)
    assert agree(bruno, revision=seen, token=spent)
    with pytest.raises(ConflictError):
        agree(scorer, revision=seen)
    with pytest.raises(SessionClosedError):
        agree(scorer)
    assert scorer.session.settlements.count() == 1


def test_undo_and_waiting_hands_ignore_agreement() -> None:
    scorer = table()
    AnotherPhone(scorer.session)
    seen = scorer.session.revision
    agree(scorer)
    scorer.record(revision=seen)
    scorer.session.refresh_from_db()
    assert verbs(scorer.session)[-2:] == [Verb.AGREE, Verb.RECORD]
    scorer.undo()
    assert len(scorer.session.hands.all()) == 2


# The pages


def address(session: Session, name: str = "session") -> str:
    return reverse(name, args=[session.public_id])


def test_the_end_of_the_round_replaces_the_form() -> None:
    scorer = table(hands=1)
    assert 'id="outcome"' in browser(scorer).get(address(scorer.session)).content.decode()
    scorer.record()
    page = browser(scorer).get(address(scorer.session))
    shown = words_of(page)
    assert 'id="outcome"' not in page.content.decode()
    assert "The round is over" in shown
    assert "Round 1 · 2 of 2" in shown
    assert "Undo" in shown
    assert "Everybody agrees: close" in shown
    assert "deals" not in shown


def test_a_further_hand_can_be_entered_on_purpose() -> None:
    scorer = table()
    client = browser(scorer)
    page = client.get(f"{address(scorer.session)}?further")
    assert "Hand 3 of 2 · Member B deals Round 1" in words_of(page)
    form = Form(page, "/record/").fields | {"call": "garde", "taker": "0", "bouts": "2", "points-tens": "4"}
    client.post(address(scorer.session, "record"), form | {"points-units": "9"})
    scorer.session.refresh_from_db()
    assert "Round 1 · 3 of 2" in words_of(client.get(address(scorer.session)))


def test_a_hand_that_is_called_or_was_undone_keeps_its_form() -> None:
    scorer = table()
    scorer.record()
    scorer.undo()
    assert 'id="outcome"' in browser(scorer).get(address(scorer.session)).content.decode()
    recording.clear_call(Write(scorer.session, **scorer.now({})))
    assert 'id="outcome"' not in browser(scorer).get(address(scorer.session)).content.decode()
    recording.set_call(Write(scorer.session, **scorer.now({})), posted={"call": "garde", "taker": "0"})
    assert 'id="outcome"' in browser(scorer).get(address(scorer.session)).content.decode()


def test_the_page_says_who_has_agreed_and_who_has_not() -> None:
    scorer = table()
    bruno = AnotherPhone(scorer.session)
    client, other = browser(scorer), browser(bruno)
    form = Form(client.get(address(scorer.session)), "/agree/").fields
    client.post(address(scorer.session, "agree"), form)
    shown = words_of(client.get(address(scorer.session)))
    assert "Agreed: you" in shown
    assert "Still to agree: Bruno" in shown
    assert 'type="submit" class="button' not in client.get(address(scorer.session)).content.decode()
    assert "Everybody agrees: close" in words_of(other.get(address(scorer.session)))
    form = Form(other.get(address(scorer.session)), "/agree/").fields
    answer = other.post(address(scorer.session, "agree"), form, headers={"HX-Request": "true"})
    assert answer.headers["HX-Redirect"] == address(scorer.session)
    assert "wins" in words_of(client.get(address(scorer.session)))
    again = client.post(address(scorer.session, "agree"), form)
    assert again["Location"] == address(scorer.session)


def test_watchers_and_the_board_see_that_the_round_is_over() -> None:
    scorer = table()
    watcher = AnotherPhone(scorer.session, role=Role.WATCHER)
    pages = [
        browser(watcher).get(address(scorer.session)),
        browser(watcher).get(address(scorer.session, "scores")),
        browser(watcher).get(reverse("board")),
    ]
    assert ["The round is over" in words_of(page) for page in pages] == [True] * 3
    assert ["Agreed" in words_of(page) for page in pages] == [False] * 3
    assert ['class="dealer"' in page.content.decode() for page in pages] == [False] * 3
    assert browser(watcher).post(address(scorer.session, "agree"), {"revision": "1"}).status_code == 403


def test_the_journal_says_who_has_agreed() -> None:
    scorer = table()
    AnotherPhone(scorer.session)
    agree(scorer)
    shown = words_of(browser(scorer).get(address(scorer.session, "journal")))
    assert "Scorer 1 agreed that the round is over" in shown
