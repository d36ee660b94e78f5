"""A list of Skat: the table counts its hands to the last, says that it is over, and lets it go on."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scorekeeper.play import recording
from scorekeeper.play.errors import NotThereError
from scorekeeper.play.models import Session
from scorekeeper.play.recording.players import start_again
from scorekeeper.play.recording.session import agree
from scorekeeper.play.recording.write import Write
from tests.play.browsers import Form, browser, url, watcher_of, words_of
from tests.play.new_sessions import posted
from tests.play.tables import FOUR, Scorer, token

pytestmark = pytest.mark.django_db

PASSED = {"call": "passed"}
SKAT: dict[str, str] = {"game": "skat", "rules": "isko"}


def list_of(hands: int, **changes: Any) -> Scorer:
    return Scorer(game="skat", rules="isko", players=FOUR[:3], planned_hands=hands, **changes)


def shown(scorer: Scorer, client: Client | None = None) -> str:
    return words_of((client or browser(scorer)).get(url("session", scorer.session)))


def test_the_heading_counts_the_hands_of_the_list() -> None:
    scorer = list_of(48)
    for _hand in range(14):
        scorer.record(PASSED)
    words = shown(scorer)
    assert "Hand 15 of 48 · Bruno deals" in words, "Chloé dealt the first hand, Bruno the third, and so every third"
    assert "14 of 48" not in words
    assert "The list is not finished. Hands played: 14 of 48." in words_of(
        browser(scorer).get(url("close", scorer.session))
    )


def test_after_the_last_hand_the_table_offers_to_close_or_to_play_on() -> None:
    scorer = list_of(2)
    scorer.record(PASSED)
    assert "Hand 2 of 2" in shown(scorer)
    scorer.record(PASSED)
    client, watcher = browser(scorer), watcher_of(scorer.session)
    assert "The list is over" in shown(scorer, watcher)
    page = client.get(url("session", scorer.session))
    assert "The list is over" in words_of(page)
    assert 'id="outcome"' not in page.content.decode()
    assert f'href="{url("close", scorer.session)}"' in page.content.decode()
    further = f"{url('session', scorer.session)}?further"
    assert f'href="{further}">Enter another hand' in page.content.decode()
    assert 'id="outcome"' in client.get(further).content.decode()
    with pytest.raises(NotThereError):  # nobody has to agree, as in a round
        agree(Write(scorer.session, **scorer.now({})))


def test_a_list_with_more_hands_than_planned_is_over() -> None:
    """A hand was entered on purpose, or waited on a phone, and one that was forgotten is inserted."""
    scorer = list_of(1)
    scorer.record(PASSED)
    scorer.record(PASSED)
    assert "The list is over 2 of 1" in shown(scorer)
    recording.insert(Write(scorer.session, **scorer.now({})), beside=1, after=False, raw=PASSED)
    scorer.amend(1, {**PASSED, "note": "found"})
    page = browser(scorer).get(url("session", scorer.session))
    assert "The list is over 3 of 1" in words_of(page)
    assert 'id="outcome"' not in page.content.decode()


def test_another_hand_than_those_of_the_list_is_counted_and_can_be_undone() -> None:
    scorer = list_of(1)
    scorer.record(PASSED)
    further = f"{url('session', scorer.session)}?further"
    assert "Hand 2 of 1 · Anne deals" in words_of(browser(scorer).get(further))
    scorer.record(PASSED)
    scorer.undo()
    assert "Hand 2 of 1 · Anne deals" in shown(scorer), "the hand that was given back is in the form"


def test_a_voided_hand_is_played_again_as_one_of_the_list() -> None:
    scorer = list_of(2)
    scorer.record(PASSED)
    scorer.record(PASSED)
    scorer.void(1)
    assert "Hand 2 of 2 · " in shown(scorer)


def test_the_board_says_how_far_the_list_is() -> None:
    scorer = list_of(2)
    scorer.record(PASSED)
    assert "1 of 2" in words_of(browser(scorer).get("/board/"))
    scorer.record(PASSED)
    assert "The list is over" in words_of(browser(scorer).get("/board/"))


def test_the_form_of_a_new_session_offers_the_usual_lengths_for_skat_alone(client: Client) -> None:
    assert "planned_hands" not in Form(client.get("/new/?game=tarot")).fields
    page = client.get("/new/?game=skat").content.decode()
    offered = [hands for hands in ("", "24", "36", "48", "60") if f'name="planned_hands" value="{hands}"' in page]
    assert offered == ["", "36", "48", "60"]
    client.post("/new/", {**Form(client.get("/new/?game=skat")).fields, **posted(**SKAT, planned_hands="48")})
    session = Session.objects.get()
    assert session.planned_hands == 48
    assert "48 hands" in words_of(client.get("/new/?game=skat")), "it is offered as it was played last"
    again = start_again(session, device=session.accesses.get().device, token=token())
    assert again.planned_hands == 48


def test_without_a_length_nothing_is_counted(client: Client) -> None:
    client.post("/new/", {**Form(client.get("/new/?game=skat")).fields, **posted(**SKAT)})
    session = Session.objects.get()
    assert session.planned_hands is None
    assert "Hand 1 · " in words_of(client.get(url("session", session)))


def test_the_length_can_be_changed_while_it_is_played() -> None:
    scorer = list_of(48)
    client, page = browser(scorer), url("session_details", scorer.session)
    for hands, words in (("36", "set the length of the list to 36"), ("", "removed the length of the list")):
        client.post(page, {**Form(client.get(page)).fields, "planned_hands": hands})
        assert words in words_of(client.get(url("journal", scorer.session)))
    assert "Hand 1 · " in shown(scorer)
