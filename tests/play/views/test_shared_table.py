"""The table after a hand: rendered once for the phones that get the same, but with each phone's own tokens."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation

from scorekeeper.play import round_progress, stretches
from scorekeeper.play.ledger.ledgers import CarriedTotals
from scorekeeper.play.models import Access, Role
from scorekeeper.play.recording import services
from scorekeeper.play.round_progress import RoundProgress
from scorekeeper.play.views import shared_table, table_context
from tests.play.browsers import HTMX
from tests.play.second_scorer import SecondScorer, rendered, without_tokens
from tests.play.tables import PASSED, Scorer, device

pytestmark = pytest.mark.django_db


@pytest.fixture
def scorer() -> Scorer:
    scorer = Scorer()
    scorer.record()
    return scorer


@pytest.fixture
def renderings(monkeypatch: pytest.MonkeyPatch) -> list[Access]:
    """Return for whom tables were rendered."""
    found: list[Access] = []
    original = table_context.context_of_next_hand

    def noted(access: Access, *args: Any, **options: Any) -> dict[str, Any]:
        found.append(access)
        return original(access, *args, **options)

    monkeypatch.setattr(table_context, "context_of_next_hand", noted)
    return found


def joined(scorer: Scorer, label: str = "", role: Role = Role.SCORER) -> Access:
    return services.join(scorer.session, device=device(), role=role, label=label)


def test_phones_that_get_the_same_table_share_one_rendering(scorer: Scorer, renderings: list[Access]) -> None:
    anne, bruno = joined(scorer), joined(scorer)
    own, sent = rendered(anne), rendered(bruno, updates="Anne recorded hand 1")
    assert renderings == [anne]
    assert "Hand 1:" in own
    assert "Anne recorded hand 1" not in own
    assert "Anne recorded hand 1" in sent
    assert "Hand 1:" not in sent, "the sentence on the latest write is for whoever made it"


def test_phones_that_get_another_table_have_a_rendering_of_their_own(scorer: Scorer, renderings: list[Access]) -> None:
    anne, watcher = joined(scorer, "Marion"), joined(scorer, role=Role.WATCHER)
    first = rendered(anne)
    assert 'id="outcome"' in first
    assert 'id="outcome"' not in rendered(watcher)
    with translation.override("fr"):
        assert "donneur" in rendered(anne)
    other_side = rendered(joined(scorer, scorer.session.seats.get(place=1).name))
    assert other_side != first, "this page is turned to another player"
    other_table = Scorer()
    other_table.record()
    assert other_table.session.public_id in rendered(joined(other_table, "Marion"))
    before = len(renderings)
    scorer.record()
    assert "Hand 3 ·" in rendered(anne), "the revision has changed"
    assert len(renderings) == before + 1


def test_changed_planned_hands_show_at_once(scorer: Scorer, monkeypatch: pytest.MonkeyPatch) -> None:
    anne = joined(scorer)
    for planned in (24, 20):  # which is no change of the session
        progress = RoundProgress(round=1, hands=1, planned=planned)
        monkeypatch.setattr(round_progress, "of", lambda *_of, now=progress: now)
        assert f"1 of {planned}" in rendered(anne)


def test_corrected_totals_of_an_earlier_stretch_show_at_once(scorer: Scorer, monkeypatch: pytest.MonkeyPatch) -> None:
    anne, standings = joined(scorer), set()
    for total in (1000, 2000):  # in another session than this one
        amounts = (total, -total, 0, 0)
        carried = CarriedTotals(amounts=amounts, counted=(), marks=(0, 1, 2, 3), left=(), before="earlier")
        monkeypatch.setattr(stretches, "carrying", lambda _session, ledger, now=carried: ledger.carrying(now))
        standings.add(rendered(anne).partition('id="standings"')[2])
    assert len(standings) == 2


def test_nothing_is_shared_if_play_continues_in_a_further_stretch(scorer: Scorer) -> None:
    anne = joined(scorer)
    anne.has_further_stretch = True
    assert rendered(anne) == "", "some may look at it and others not"


def test_nothing_is_shared_while_phones_agree_that_the_round_is_over(
    scorer: Scorer, monkeypatch: pytest.MonkeyPatch
) -> None:
    progress = RoundProgress(round=1, hands=1, planned=1)
    monkeypatch.setattr(round_progress, "of", lambda *_of: progress)
    assert rendered(joined(scorer)) == "", "each phone is asked something else"
    assert "The round is over" in rendered(joined(scorer, role=Role.WATCHER)), "watchers are asked nothing"


def test_the_response_to_a_recorded_hand_has_the_table_that_the_phone_would_fetch(scorer: Scorer) -> None:
    bruno = SecondScorer(scorer.session)
    page = bruno.client.get(bruno.address).content.decode()
    tokens = {"csrfmiddlewaretoken": bruno.client.cookies["csrftoken"].value, "revision": "1", "token": "first"}
    assert 'name="revision" value="1"' in page
    answer = bruno.client.post(f"{bruno.address}record/", {**tokens, **PASSED}, headers=HTMX)
    fetched = bruno.client.get(bruno.address, headers=HTMX)
    assert answer["X-Revision"] == "2"
    assert without_tokens(answer.content.decode()) == without_tokens(fetched.content.decode())
    for placeholder in (shared_table.STATUS, shared_table.CSRF_TOKEN, shared_table.TOKEN):
        assert placeholder not in answer.content.decode()


def test_each_form_has_a_token_of_its_own(scorer: Scorer) -> None:
    table = rendered(joined(scorer))
    first, second = shared_table.with_tokens(table, "csrf"), shared_table.with_tokens(table, "csrf")
    assert first != second
    assert without_tokens(first) == without_tokens(second)
