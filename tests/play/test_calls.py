"""The call: announced, shown on the other phones, and gone once the hand is recorded."""

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
from tests.play.tables import GARDE, PASSED, Scribe, device, fresh, token

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
CALLED = {"call": "garde", "taker": "0"}
CORRECTION = {"call": "correction", "amounts": {"0": 10, "1": -10}, "note": "a slip"}


def call(scribe: Scribe, posted: dict[str, str] = CALLED, **changes: Any) -> WriteResult:
    return services.set_call(Write(scribe.session, **scribe.now(changes)), posted=posted)


def take_back(scribe: Scribe, **changes: Any) -> WriteResult:
    return services.clear_call(Write(scribe.session, **scribe.now(changes)))


def called(scribe: Scribe) -> object:
    return Session.objects.get(pk=scribe.session.pk).called


# The service


def test_of_what_was_tapped_only_the_call_is_kept() -> None:
    scribe = Scribe()
    call(scribe, {**CALLED, "slam_announced": "grand", "bouts": "2", "note": "x", "token": "t", "nonsense": "1"})
    assert called(scribe) == {**CALLED, "slam_announced": "grand"} == scribe.session.called


@pytest.mark.parametrize("posted", [{}, {"bouts": "2"}, {"call": "passed"}, {"call": "x", "taker": "9"}, {"call": ""}])
def test_where_nothing_is_called_nothing_is_kept(posted: dict[str, str]) -> None:
    scribe = Scribe()
    with pytest.raises(NotThereError):
        call(scribe, posted)
    assert called(scribe) is None


def test_nothing_is_called_at_mort() -> None:
    scribe = Scribe(game="mort", rules="foster", players=("Anne", "Bruno", "Chloé"), first_dealer=2)
    with pytest.raises(NotThereError):
        call(scribe, {"side": "vivant", "tricks": "7"})


@pytest.mark.parametrize(
    ("verb", "stays"),
    [
        (Scribe.record, False),
        (Scribe.close, False),
        (take_back, False),
        (Scribe.undo, True),
        (lambda scribe: scribe.void(1), True),
        (lambda scribe: scribe.amend(1, PASSED), True),
        (lambda scribe: scribe.record(CORRECTION), True),
        (lambda scribe: call(scribe, {"call": "prise"}), True),
    ],
    ids=["record", "close", "take back", "undo", "void", "amend", "correction", "another call"],
)
def test_a_call_stays_until_its_hand_is_recorded(verb: Callable[[Scribe], Any], stays: bool) -> None:
    scribe = Scribe()
    scribe.record()
    call(scribe)
    verb(scribe)
    assert (called(scribe) is not None) is stays
    assert scribe.session.called == called(scribe)


def test_undo_takes_back_the_hand_before_the_call() -> None:
    scribe = Scribe()
    scribe.record()
    call(scribe)
    assert scribe.undo().hand_number == 1
    assert fresh(scribe.session).totals == (0, 0, 0, 0)


def test_a_call_is_in_the_way_of_no_hand_but_of_another_call() -> None:
    scribe = Scribe()
    seen = scribe.session.revision
    call(scribe)
    with pytest.raises(ConflictError):
        call(scribe, {"call": "prise"}, revision=seen)
    with pytest.raises(ConflictError):
        take_back(scribe, revision=seen)
    scribe.record(revision=seen)
    with pytest.raises(ConflictError):
        scribe.record(revision=seen)
    assert [change.verb for change in queries.journal(scribe.session)] == ["record", "set_call", "start"]


def test_a_double_tap_calls_once() -> None:
    scribe, once = Scribe(), token()
    call(scribe, token=once)
    assert call(scribe, token=once, revision=0).repeated
    assert scribe.session.revision == 1


def test_what_was_taken_back_cannot_be_taken_back() -> None:
    scribe = Scribe()
    with pytest.raises(NotThereError):
        take_back(scribe)


def test_who_only_watches_calls_nothing() -> None:
    scribe = Scribe()
    for name in ("set_call", "clear_call"):
        answer = watcher_of(scribe.session).post(reverse(name, args=[scribe.session.public_id]), CALLED)
        assert answer.status_code == 403


# The pages


def at(scribe: Scribe, name: str) -> str:
    return reverse(name, args=[scribe.session.public_id])


def test_who_watches_reads_what_is_being_played() -> None:
    scribe = Scribe()
    call(scribe, {"call": "garde", "taker": "1", "slam_announced": "grand"})
    page = words_of(watcher_of(scribe.session).get(at(scribe, "session")))
    assert "Being played: Garde by Bruno, slam announced: every trick" in page


def test_a_form_that_is_untouched_has_the_call_and_may_be_swapped() -> None:
    scribe = Scribe()
    call(scribe)
    other = device()
    services.join(scribe.session, device=other, role=Role.SCORER)
    page = browser(name=other).get(at(scribe, "session"))
    assert Form(page, "record").fields.items() >= CALLED.items()
    assert "data-filled" not in page.content.decode()
    assert "Clear the call" in words_of(page)


def test_who_called_keeps_what_else_was_tapped() -> None:
    scribe = Scribe()
    client = browser(scribe)
    posted = {**Form(client.get(at(scribe, "session")), "record").fields, **CALLED, "bouts": "2"}
    page = client.post(at(scribe, "set_call"), posted, headers=HTMX)
    assert Form(page, "record").fields.items() >= {**CALLED, "bouts": "2"}.items()
    assert "data-filled" in page.content.decode()
    assert "Being played: Garde by Anne" in words_of(page)


def test_without_scripts_the_button_is_there_and_leads_back() -> None:
    scribe = Scribe()
    client = browser(scribe)
    page = client.get(at(scribe, "session"))
    assert f'formaction="{at(scribe, "set_call")}"' in page.content.decode()
    answer = client.post(at(scribe, "set_call"), {**Form(page, "record").fields, **CALLED})
    assert answer["Location"] == at(scribe, "session")
    page = client.get(at(scribe, "session"))
    answer = client.post(at(scribe, "clear_call"), Form(page, "record").fields)
    assert answer["Location"] == at(scribe, "session")
    assert called(scribe) is None


def test_the_button_is_offered_once_something_of_the_call_is_tapped() -> None:
    scribe = Scribe()
    client = browser(scribe)

    def offers(**posted: str) -> bool:
        page = client.post(at(scribe, "preview"), posted, headers=HTMX).content.decode()
        return "Set the call" in page.replace("<noscript>", "<!--").split("<!--")[0]

    assert not offers()
    assert not offers(bouts="2")
    assert offers(call="garde")


def test_where_nothing_is_tapped_the_page_says_what_is_missing() -> None:
    scribe = Scribe()
    answer = browser(scribe).post(at(scribe, "set_call"), {"revision": "0", "token": token()})
    assert answer.status_code == 409
    assert "First choose the call." in words_of(answer)


def test_a_closed_table_says_so() -> None:
    scribe = Scribe()
    scribe.close()
    answer = browser(scribe).post(at(scribe, "set_call"), {**CALLED, "revision": "0", "token": token()})
    assert answer["Location"] == f"{at(scribe, 'session')}?unwritten"


def test_the_journal_tells_of_calls() -> None:
    scribe = Scribe(label="Anne")
    call(scribe)
    take_back(scribe)
    scribe.record(GARDE)
    page = words_of(browser(scribe).get(at(scribe, "journal")))
    assert "Anne set the call Garde by Anne" in page
    assert "Anne cleared the call was Garde by Anne" in page


def test_the_board_says_what_is_being_played() -> None:
    scribe = Scribe()
    scribe.record()
    call(scribe, {"call": "prise", "taker": "3"})
    page = words_of(browser(scribe).get(reverse("board")))
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
    scribe = Scribe(game=game, rules=rules, players=players)
    call(scribe, posted)
    page = words_of(watcher_of(scribe.session).get(at(scribe, "session")))
    assert f"Being played: {words}" in page
