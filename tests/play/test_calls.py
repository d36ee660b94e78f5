"""What is being played: said when it is called, shown on the other phones, and gone once the hand is recorded."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

from scorekeeper.play import queries
from scorekeeper.play.errors import ConflictError, NotThereError
from scorekeeper.play.models import Role, Session
from scorekeeper.play.recording import services
from scorekeeper.play.recording.transaction import Write, WriteResult
from tests.play.browsers import Form, browser, watcher_of, words_of
from tests.play.tables import GARDE, PASSED, Scorer, device, fresh, token

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
CALLED = {"call": "garde", "taker": "0"}
CORRECTION = {"call": "correction", "amounts": {"0": 10, "1": -10}, "note": "a slip"}


def call(scorer: Scorer, posted: dict[str, str] = CALLED, **changes: Any) -> WriteResult:
    return services.set_call(Write(scorer.session, **scorer.now(changes)), posted=posted)


def take_back(scorer: Scorer, **changes: Any) -> WriteResult:
    return services.clear_call(Write(scorer.session, **scorer.now(changes)))


def called(scorer: Scorer) -> object:
    return Session.objects.get(pk=scorer.session.pk).called


# The service


def test_of_what_was_tapped_only_the_call_is_kept() -> None:
    scorer = Scorer()
    call(scorer, {**CALLED, "slam_announced": "grand", "bouts": "2", "note": "x", "token": "t", "nonsense": "1"})
    assert called(scorer) == {**CALLED, "slam_announced": "grand"} == scorer.session.called


@pytest.mark.parametrize("posted", [{}, {"bouts": "2"}, {"call": "passed"}, {"call": "x", "taker": "9"}, {"call": ""}])
def test_where_nothing_is_called_nothing_is_kept(posted: dict[str, str]) -> None:
    scorer = Scorer()
    with pytest.raises(NotThereError):
        call(scorer, posted)
    assert called(scorer) is None


def test_nothing_is_called_at_mort() -> None:
    scorer = Scorer(game="mort", rules="foster", players=("Anne", "Bruno", "Chloé"), first_dealer=2)
    with pytest.raises(NotThereError):
        call(scorer, {"side": "vivant", "tricks": "7"})


@pytest.mark.parametrize(
    ("verb", "stays"),
    [
        (Scorer.record, False),
        (Scorer.close, False),
        (take_back, False),
        (Scorer.undo, True),
        (lambda scorer: scorer.void(1), True),
        (lambda scorer: scorer.amend(1, PASSED), True),
        (lambda scorer: scorer.record(CORRECTION), True),
        (lambda scorer: call(scorer, {"call": "prise"}), True),
    ],
    ids=["record", "close", "take back", "undo", "void", "amend", "correction", "another call"],
)
def test_a_call_stays_until_its_hand_is_recorded(verb: Callable[[Scorer], Any], stays: bool) -> None:
    scorer = Scorer()
    scorer.record()
    call(scorer)
    verb(scorer)
    assert (called(scorer) is not None) is stays
    assert scorer.session.called == called(scorer)


def test_undo_takes_back_the_hand_before_the_call() -> None:
    scorer = Scorer()
    scorer.record()
    call(scorer)
    assert scorer.undo().hand_number == 1
    assert fresh(scorer.session).totals == (0, 0, 0, 0)


def test_a_call_is_in_the_way_of_no_hand_but_of_another_call() -> None:
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


def test_a_double_tap_calls_once() -> None:
    scorer, once = Scorer(), token()
    call(scorer, token=once)
    assert call(scorer, token=once, revision=0).repeated
    assert scorer.session.revision == 1


def test_what_was_taken_back_cannot_be_taken_back() -> None:
    scorer = Scorer()
    with pytest.raises(NotThereError):
        take_back(scorer)


def test_who_only_watches_calls_nothing() -> None:
    scorer = Scorer()
    for name in ("set_call", "clear_call"):
        response = watcher_of(scorer.session).post(reverse(name, args=[scorer.session.public_id]), CALLED)
        assert response.status_code == 403


# The pages


def at(scorer: Scorer, name: str) -> str:
    return reverse(name, args=[scorer.session.public_id])


def test_who_watches_reads_what_is_being_played() -> None:
    scorer = Scorer()
    call(scorer, {"call": "garde", "taker": "1", "slam_announced": "grand"})
    page = words_of(watcher_of(scorer.session).get(at(scorer, "session")))
    assert "Being played: Garde by Bruno, slam announced: every trick" in page


def test_a_form_that_is_untouched_has_the_call_and_may_be_swapped() -> None:
    scorer = Scorer()
    call(scorer)
    other = device()
    services.join(scorer.session, device=other, role=Role.SCORER)
    page = browser(name=other).get(at(scorer, "session"))
    assert Form(page, "record").fields.items() >= CALLED.items()
    assert "data-filled" not in page.content.decode()
    assert "Clear the call" in words_of(page)


def test_who_called_keeps_what_else_was_tapped() -> None:
    scorer = Scorer()
    client = browser(scorer)
    posted = {**Form(client.get(at(scorer, "session")), "record").fields, **CALLED, "bouts": "2"}
    page = client.post(at(scorer, "set_call"), posted, headers=HTMX)
    assert Form(page, "record").fields.items() >= {**CALLED, "bouts": "2"}.items()
    assert "data-filled" in page.content.decode()
    assert "Being played: Garde by Anne" in words_of(page)


def test_without_scripts_the_button_is_there_and_leads_back() -> None:
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


def test_the_button_is_offered_once_something_of_the_call_is_tapped() -> None:
    scorer = Scorer()
    client = browser(scorer)

    def offers(**posted: str) -> bool:
        page = client.post(at(scorer, "preview"), posted, headers=HTMX).content.decode()
        return "Set the call" in page.replace("<noscript>", "<!--").split("<!--")[0]

    assert not offers()
    assert not offers(bouts="2")
    assert offers(call="garde")


def test_where_nothing_is_tapped_the_page_says_what_is_missing() -> None:
    scorer = Scorer()
    response = browser(scorer).post(at(scorer, "set_call"), {"revision": "0", "token": token()})
    assert response.status_code == 409
    assert "First choose the call." in words_of(response)


def test_a_closed_table_says_so() -> None:
    scorer = Scorer()
    scorer.close()
    response = browser(scorer).post(at(scorer, "set_call"), {**CALLED, "revision": "0", "token": token()})
    assert response["Location"] == f"{at(scorer, 'session')}?unwritten"


def test_the_journal_tells_of_calls() -> None:
    scorer = Scorer(label="Anne")
    call(scorer)
    take_back(scorer)
    scorer.record(GARDE)
    page = words_of(browser(scorer).get(at(scorer, "journal")))
    assert "Anne set the call Garde by Anne" in page
    assert "Anne cleared the call was Garde by Anne" in page


def test_the_board_says_what_is_being_played() -> None:
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
def test_each_game_says_it_in_its_own_words(game: str, rules: str, posted: dict[str, str], words: str) -> None:
    players = ("Anne", "Bruno", "Chloé", "David")[: 3 if game == "skat" else 4]
    scorer = Scorer(game=game, rules=rules, players=players)
    call(scorer, posted)
    page = words_of(watcher_of(scorer.session).get(at(scorer, "session")))
    assert f"Being played: {words}" in page
