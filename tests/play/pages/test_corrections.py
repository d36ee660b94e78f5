"""The form of a correction: a field for each player or, where partners always have the same amount, for each side."""

from typing import Any

import pytest

from scorekeeper.play.models import Hand
from tests.play.browsers import HTMX, Form, browser, url, words_of
from tests.play.tables import Scorer, fresh

pytestmark = pytest.mark.django_db


def correct(scorer: Scorer, **typed: str) -> Any:
    """Fill in the form of a correction and record it."""
    client = browser(scorer)
    form = Form(client.get(url("correction", scorer.session)), "/record/")
    amounts = {name.replace("_", "-"): amount for name, amount in typed.items()}
    assert amounts.keys() <= form.fields.keys()
    return client.post(url("record", scorer.session), {**form.fields, "note": "the drinks", **amounts}, follow=True)


@pytest.mark.parametrize(("game", "rules"), [("tarot", "fft"), ("cayenne", "foster"), ("whist", "short")])
@pytest.mark.parametrize("typed", [{}, {"amounts_0": "0", "amounts_1": " "}], ids=["none", "zeros"])
def test_a_correction_that_moves_nothing_is_refused_at_its_amounts(
    game: str, rules: str, typed: dict[str, str]
) -> None:
    response = correct(Scorer(game=game, rules=rules), **typed)
    assert response.status_code == 422
    error = '<p class="error" id="e-amounts">Type at least one amount other than 0.</p>'
    assert error in " ".join(response.content.decode().split())
    assert not Hand.objects.exists()


def test_a_correction_without_a_reason_is_refused_by_the_page_at_the_reason() -> None:
    scorer = Scorer(game="whist", rules="short")
    assert " required" not in browser(scorer).get(url("correction", scorer.session)).content.decode()
    response = correct(scorer, amounts_0="5", amounts_1="-5", note="")
    assert response.status_code == 422
    error = '<p class="error" id="e-note">A correction needs a reason.</p>'
    assert error in " ".join(response.content.decode().split())
    assert not Hand.objects.exists()


@pytest.mark.parametrize("typed", ["1000000001", "−999999999999"])
def test_an_amount_that_is_too_large_is_refused_with_the_limits(typed: str) -> None:
    response = correct(Scorer(), amounts_0=typed)
    assert response.status_code == 422
    error = '<p class="error" id="e-amounts-0">This must be between −1000000000 and 1000000000.</p>'
    assert error in " ".join(response.content.decode().split())


def test_partners_who_share_are_corrected_and_announced_together() -> None:
    scorer = Scorer(game="whist", rules="drive")
    page = words_of(correct(scorer, amounts_0="5", amounts_1="3"))
    assert fresh(scorer.session).hand(1).raw["amounts"] == {"0": 5, "1": 3, "2": 5, "3": 3}
    assert "Hand 1: Anne + Chloé +5" in page.replace("\u00a0", " ")


def test_the_form_asks_once_for_each_side() -> None:
    page = browser(scorer := Scorer(game="whist", rules="short")).get(url("correction", scorer.session))
    assert [name for name in Form(page, "/record/").fields if name.startswith("amounts")] == ["amounts-0", "amounts-1"]
    words = words_of(page)
    assert "Anne + Chloé" in words
    assert "Bruno + David" in words


def test_a_reload_after_a_correction_shows_the_table() -> None:
    client = browser(scorer := Scorer(game="whist", rules="short"))
    form = Form(client.get(url("correction", scorer.session)), "/record/").fields
    sent = {**form, "amounts-0": "5", "amounts-1": "-5", "note": "drinks"}
    answer = client.post(url("record", scorer.session), sent, headers=HTMX)
    assert (answer.status_code, answer["HX-Replace-Url"]) == (200, url("session", scorer.session))
