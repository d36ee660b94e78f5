"""The call: announced, shown on the other phones, and gone once the hand is recorded."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

from scorekeeper.play import queries, recording
from scorekeeper.play.errors import ConflictError, NotThereError
from scorekeeper.play.models import Role, Session
from scorekeeper.play.recording.write import Write, WriteResult
from tests.play.browsers import HTMX, Form, browser, watcher_of, words_of
from tests.play.tables import GARDE, PASSED, Scorer, device, token

pytestmark = pytest.mark.django_db
CALLED = {"call": "garde", "taker": "0"}
CORRECTION = {"call": "correction", "amounts": {"0": 10, "1": -10}, "note": "a slip"}


def call(scorer: Scorer, posted: dict[str, str] = CALLED, **changes: Any) -> WriteResult:
    return recording.set_call(Write(scorer.session, **scorer.now(changes)), posted=posted)


def take_back(scorer: Scorer, **changes: Any) -> WriteResult:
    return recording.clear_call(Write(scorer.session, **scorer.now(changes)))


def called(scorer: Scorer) -> object:
    return Session.objects.get(pk=scorer.session.pk).called


# The service


def test_setting_a_call_stores_only_the_call() -> None:
    scorer = Scorer()
    call(scorer, {**CALLED, "slam_announced": "grand", "bouts": "2", "note": "x", "token": "t", "nonsense": "1"})
    assert called(scorer) == {**CALLED, "slam_announced": "grand"} == scorer.session.called


@pytest.mark.parametrize("posted", [{}, {"bouts": "2"}, {"call": "passed"}, {"call": "x", "taker": "9"}, {"call": ""}])
def test_without_a_call_nothing_is_stored(posted: dict[str, str]) -> None:
    scorer = Scorer()
    with pytest.raises(NotThereError):
        call(scorer, posted)
    assert called(scorer) is None


def test_calls_cannot_be_set_in_mort() -> None:
    scorer = Scorer(game="mort", rules="foster", players=("Anne", "Bruno", "Chloé"), first_dealer=2)
    with pytest.raises(NotThereError):
        call(scorer, {"side": "vivant", "tricks": "7"})


@pytest.mark.parametrize(
    ("verb", "stays"),
    [
        (Scorer.record, False),
        (Scorer.close, True),
        (take_back, False),
        (lambda scorer: scorer.void(1), True),
        (lambda scorer: scorer.amend(1, PASSED), True),
        (lambda scorer: scorer.record(CORRECTION), True),
        (lambda scorer: call(scorer, {"call": "prise"}), True),
    ],
    ids=["record", "close", "take back", "void", "amend", "correction", "another call"],
)
def test_a_call_stays_until_its_hand_is_recorded(verb: Callable[[Scorer], Any], stays: bool) -> None:
    scorer = Scorer()
    scorer.record()
    call(scorer)
    verb(scorer)
    assert (called(scorer) is not None) is stays
    assert scorer.session.called == called(scorer)


def test_a_call_conflicts_with_another_call_but_not_with_a_hand() -> None:
    scorer = Scorer()
    seen = scorer.session.revision
    call(scorer)
    with pytest.raises(ConflictError):
        call(scorer, {"call": "prise"}, revision=seen)
    with pytest.raises(ConflictError):
        take_back(scorer, revision=seen)
    scorer.record(revision=seen)
    with pytest.raises(ConflictError):
        scorer.record(revision=seen)
    assert [change.verb for change in queries.journal(scorer.session)] == ["record", "set_call", "start"]


def test_a_double_tap_sets_a_call_once() -> None:
    scorer, once = Scorer(), token()
    call(scorer, token=once)
    assert call(scorer, token=once, revision=0).repeated
    assert scorer.session.revision == 1


def test_a_call_can_be_cleared_once() -> None:
    scorer = Scorer()
    with pytest.raises(NotThereError):
        take_back(scorer)


def test_watchers_cannot_set_a_call() -> None:
    scorer = Scorer()
    for name in ("set_call", "clear_call"):
        response = watcher_of(scorer.session).post(reverse(name, args=[scorer.session.public_id]), CALLED)
        assert response.status_code == 403


# The pages


def at(scorer: Scorer, name: str) -> str:
    return reverse(name, args=[scorer.session.public_id])


def test_watchers_see_the_current_call() -> None:
    scorer = Scorer()
    call(scorer, {"call": "garde", "taker": "1", "slam_announced": "grand"})
    page = words_of(watcher_of(scorer.session).get(at(scorer, "session")))
    assert "Being played: Garde by Bruno, slam announced: every trick" in page


def test_an_untouched_form_contains_the_call_and_may_be_replaced() -> None:
    scorer = Scorer()
    call(scorer)
    other = device()
    recording.join(scorer.session, device=other, role=Role.SCORER)
    page = browser(name=other).get(at(scorer, "session"))
    assert Form(page, "record").fields.items() >= CALLED.items()
    assert "data-filled" not in page.content.decode()
    assert "Clear the call" in words_of(page)


def test_the_scorer_who_set_a_call_keeps_other_taps() -> None:
    scorer = Scorer()
    client = browser(scorer)
    posted = {**Form(client.get(at(scorer, "session")), "record").fields, **CALLED, "bouts": "2"}
    page = client.post(at(scorer, "set_call"), posted, headers=HTMX)
    assert Form(page, "record").fields.items() >= {**CALLED, "bouts": "2"}.items()
    assert "data-filled" in page.content.decode()
    assert "Being played: Garde by Anne" in words_of(page)


def test_without_scripts_the_button_works_and_returns_to_the_table() -> None:
    scorer = Scorer()
    client = browser(scorer)
    page = client.get(at(scorer, "session"))
    assert f'formaction="{at(scorer, "set_call")}"' in page.content.decode()
    response = client.post(at(scorer, "set_call"), {**Form(page, "record").fields, **CALLED})
    assert response["Location"] == at(scorer, "session")
    page = client.get(at(scorer, "session"))
    response = client.post(at(scorer, "clear_call"), Form(page, "record").fields)
    assert response["Location"] == at(scorer, "session")
    assert called(scorer) is None


def test_the_button_appears_once_part_of_a_call_is_tapped() -> None:
    scorer = Scorer()
    client = browser(scorer)

    def offers(**posted: str) -> bool:
        page = client.post(at(scorer, "preview"), posted, headers=HTMX).content.decode()
        return "Set the call" in page.replace("<noscript>", "<!--").split("<!--")[0]

    assert not offers()
    assert not offers(bouts="2")
    assert offers(call="garde")


def test_without_taps_the_page_says_what_is_missing() -> None:
    scorer = Scorer()
    response = browser(scorer).post(at(scorer, "set_call"), {"revision": "0", "token": token()})
    assert response.status_code == 409
    assert "First choose the call." in words_of(response)


def test_setting_a_call_at_a_closed_table_is_refused_with_a_message() -> None:
    scorer = Scorer()
    scorer.close()
    response = browser(scorer).post(at(scorer, "set_call"), {**CALLED, "revision": "0", "token": token()})
    assert response["Location"] == f"{at(scorer, 'session')}?unwritten"


def test_the_journal_lists_calls() -> None:
    scorer = Scorer(label="Anne")
    call(scorer)
    take_back(scorer)
    scorer.record(GARDE)
    page = words_of(browser(scorer).get(at(scorer, "journal")))
    assert "Anne set the call Garde by Anne" in page
    assert "Anne cleared the call was Garde by Anne" in page


def test_the_board_shows_the_current_call() -> None:
    scorer = Scorer()
    scorer.record()
    call(scorer, {"call": "prise", "taker": "3"})
    page = words_of(browser(scorer).get(reverse("board")))
    assert "Being played: Prise by David" in page
    assert "Garde" not in page


@pytest.mark.parametrize(
    ("game", "rules", "posted", "words"),
    [
        ("tarot", "fft", {"taker": "2"}, "Chloé"),
        ("boston", "decimal", {"call": "8", "bidder": "1"}, "8 bid by Bruno"),
        ("boston", "decimal", {"call": "8"}, "8"),
        ("solo_whist", "foster", {"call": "solo", "caller": "0"}, "Solo by Anne"),
        ("cayenne", "foster", {"cayenne": "hearts", "trump": "spades"}, "Spades, cayenne: Hearts"),
        (
            "skat",
            "isko",
            {"call": "grand", "declarer": "1", "bid": "24", "way": "hand"},
            "Grand by Bruno, hand, bid 24",
        ),
    ],
)
def test_each_game_describes_a_call_in_its_own_words(game: str, rules: str, posted: dict[str, str], words: str) -> None:
    players = ("Anne", "Bruno", "Chloé", "David")[: 3 if game == "skat" else 4]
    scorer = Scorer(game=game, rules=rules, players=players)
    call(scorer, posted)
    page = words_of(watcher_of(scorer.session).get(at(scorer, "session")))
    assert f"Being played: {words}" in page


# Closing


def test_closing_while_a_hand_is_played_asks_first() -> None:
    scorer = Scorer()
    scorer.record()
    call(scorer)
    client, url = browser(scorer), reverse("close", args=[scorer.session.public_id])
    page = client.get(url)
    assert "Hand 2 is still being played: Garde by Anne ." in words_of(page)
    assert "Close without this hand" in words_of(page)
    assert called(scorer) == CALLED
    client.post(url, Form(page).fields)
    assert Session.objects.get(pk=scorer.session.pk).closed_at is not None


def test_a_call_that_is_set_after_the_page_was_opened_is_asked_about_before_closing() -> None:
    scorer = Scorer()
    client, url = browser(scorer), reverse("close", args=[scorer.session.public_id])
    fields = Form(client.get(url)).fields
    call(scorer)
    answer = client.post(url, fields)
    assert (answer.status_code, "is still being played" in words_of(answer)) == (409, True)
    assert Session.objects.get(pk=scorer.session.pk).closed_at is None


def test_a_session_that_is_reopened_has_the_call_that_was_set_when_it_was_closed() -> None:
    scorer = Scorer()
    call(scorer)
    scorer.close()
    scorer.reopen()
    page = browser(scorer).get(reverse("session", args=[scorer.session.public_id]))
    assert "Clear the call" in words_of(page)
    assert called(scorer) == CALLED
