"""Where somebody sits out, a changed hand moves the deal of later ones only if they can have been dealt like that.

Five play tarot with a mort: Emil deals first and sits out, then Anne, and so on; after a passed hand the same player
deals again. A garde made by 8 is (25 + 8) × 2 = 66 from each of three, and a prise down by 10 is 25 + 10 = 35 to each.
"""

from collections.abc import Callable

import pytest
from django.urls import reverse

from scorekeeper.play import recording
from scorekeeper.play.errors import ConflictError
from scorekeeper.play.models import Hand
from scorekeeper.play.recording.write import Write
from tests.clubs.clubs import SampleClub, signed_in
from tests.play.browsers import HTMX, Form, browser, url, words_of
from tests.play.stretches import change_players
from tests.play.tables import FIVE, FOUR, GARDE, PASSED, Scorer, another, fresh, token, what_if

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

BY_BRUNO = {"call": "prise", "taker": 1, "bouts": 1, "points": 41}
BY_EMIL = {**GARDE, "taker": 4}
CORRECTION = {"call": "correction", "amounts": {"1": 10, "2": -10}, "note": "miscounted"}
KEPT = "the hands after it keep their dealers"


def mort() -> Scorer:
    return Scorer(players=FIVE, options={"five_players": "mort"}, first_dealer=4)


def four_hands() -> Scorer:
    """Dealt by Emil, Anne, Bruno and Chloé. If the deal moved back by one, Bruno would sit out the last, as its taker.

    Anne has 198 + 0 − 66 + 35 = 167, Bruno −66 − 105 + 0 − 105 = −276, Chloé −66 + 35 − 66 + 0 = −97, David
    −66 + 35 − 66 + 35 = −62, and Emil 0 + 35 + 198 + 35 = 268.
    """
    scorer = mort()
    for raw in (GARDE, BY_BRUNO, BY_EMIL, BY_BRUNO):
        scorer.record(raw)
    assert dealers(scorer) == [4, 0, 1, 2]
    assert scorer.totals == (167, -276, -97, -62, 268)
    return scorer


def insert_first(scorer: Scorer) -> None:
    recording.insert(Write(scorer.session, **scorer.now({})), beside=1, after=False, raw=BY_BRUNO)


def void_first(scorer: Scorer) -> None:
    scorer.void(1)


def pass_first(scorer: Scorer) -> None:
    scorer.amend(1, PASSED)


def dealers(scorer: Scorer) -> list[int]:
    """Return who dealt each hand that counts, as a new process would read it."""
    return [
        hand.scored.dealer for hand in fresh(scorer.session).hands if hand.scored and hand.scored.dealer is not None
    ]


def next_dealer(scorer: Scorer) -> int:
    ledger = fresh(scorer.session)
    return ledger.rules.dealer(ledger.table, ledger.state)


def outcomes(scorer: Scorer) -> list[tuple[object, bool, bool]]:
    return [(hand.raw, hand.amended, hand.voided) for hand in fresh(scorer.session).hands]


CHANGES = pytest.mark.parametrize(
    ("change", "dealt", "totals"),
    [
        (void_first, [0, 1, 2], (-31, -210, -31, 4, 268)),
        (pass_first, [4, 0, 1, 2], (-31, -210, -31, 4, 268)),
        (insert_first, [4, 4, 0, 1, 2], (202, -381, -62, -27, 268)),
    ],
)


@CHANGES
def test_later_hands_keep_their_dealers_if_one_would_become_impossible(
    change: Callable[[Scorer], None], dealt: list[int], totals: tuple[int, ...]
) -> None:
    scorer = four_hands()
    change(scorer)
    assert dealers(scorer) == dealt
    assert scorer.totals == totals
    assert next_dealer(scorer) == 3


@CHANGES
def test_undo_takes_the_kept_dealer_back_too(
    change: Callable[[Scorer], None], dealt: list[int], totals: tuple[int, ...]
) -> None:
    scorer = four_hands()
    before, rows = outcomes(scorer), Hand.objects.count()
    change(scorer)
    scorer.undo()
    is_amended = change is pass_first
    assert outcomes(scorer) == [(before[0][0], is_amended, False), *before[1:]]
    assert Hand.objects.count() == rows + 2 * is_amended  # an amendment is undone by a further row
    assert scorer.totals == (167, -276, -97, -62, 268)
    change(scorer)
    assert dealers(scorer) == dealt


def test_a_restored_hand_lets_later_ones_keep_their_dealers() -> None:
    scorer = mort()
    scorer.record(BY_BRUNO)
    scorer.void(1)
    scorer.record(GARDE)  # Emil deals still, and Anne takes; after hand 1 she would deal
    scorer.unvoid(1)
    assert dealers(scorer) == [4, 4]
    assert scorer.totals == (35 + 198, -105 - 66, 35 - 66, 35 - 66, 0)
    scorer.undo()
    assert outcomes(scorer) == [(BY_BRUNO, False, True), (GARDE, False, False)]


def test_the_deal_moves_where_it_can() -> None:
    scorer = mort()
    scorer.record(GARDE)
    scorer.record(BY_BRUNO)
    scorer.void(1)
    assert dealers(scorer) == [4]
    assert scorer.totals == (35, -105, 35, 35, 0)
    assert outcomes(scorer)[1] == (BY_BRUNO, False, False)


def test_the_next_hand_that_somebody_dealt_keeps_its_dealer() -> None:
    scorer = mort()
    for raw in (GARDE, CORRECTION, PASSED, BY_EMIL):
        scorer.record(raw)
    scorer.void(3)
    scorer.void(1)  # Emil would deal the hand that he took
    assert dealers(scorer) == [0]
    assert outcomes(scorer)[2:] == [(PASSED, False, True), ({**BY_EMIL, "dealer": 0}, True, False)]
    scorer.unvoid(3)
    assert dealers(scorer) == [4, 0]


def test_a_hand_of_skat_that_was_entered_twice_is_voided() -> None:
    """A grand with one is 24 × 2 = 48 on the list."""
    scorer = Scorer(game="skat", rules="isko", players=FOUR, first_dealer=3)
    grand = {"call": "grand", "matadors": 1, "card_points": 70, "bid": 18}
    for declarer in (1, 1, 0):
        scorer.record({**grand, "declarer": declarer})
    scorer.void(2)  # then Anne would sit out hand 3, in which she was the declarer
    assert dealers(scorer) == [3, 1]
    assert scorer.totals == (48, 48, 0, 0)


def test_players_of_the_next_stretch_deal_as_before() -> None:
    scorer = mort()
    scorer.record(GARDE)
    scorer.record(BY_EMIL)
    scorer = change_players(scorer, (1,), ("Fanny",))
    scorer.record(GARDE)
    assert dealers(scorer) == [4, 0, 1]
    scorer.void(1)
    assert dealers(scorer) == [0, 1]
    scorer.undo()
    scorer.void(2)
    assert dealers(scorer) == [4, 1]


def test_nothing_is_written_for_a_preview() -> None:
    scorer = four_hands()
    before = outcomes(scorer)
    assert what_if(scorer, 1, None).totals == (-31, -210, -31, 4, 268)
    assert what_if(scorer, 1, PASSED).totals == (-31, -210, -31, 4, 268)
    assert outcomes(scorer) == before


def test_of_two_phones_the_second_is_refused() -> None:
    scorer = four_hands()
    other, seen = another(scorer, "Bruno"), scorer.session.revision
    other.record(GARDE)
    with pytest.raises(ConflictError):
        scorer.void(1, revision=seen)
    assert Hand.objects.count() == 5
    scorer.void(1)
    with pytest.raises(ConflictError):
        other.amend(2, PASSED, revision=seen + 1)


def test_a_double_tap_is_written_once() -> None:
    scorer, once = four_hands(), token()
    seen = scorer.session.revision
    assert not scorer.void(1, token=once, revision=seen).repeated
    assert scorer.void(1, token=once, revision=seen).repeated
    assert Hand.objects.count() == 5
    assert scorer.session.changes.count() == 6  # the start and four hands


def test_hands_that_only_have_another_dealer_are_counted_apart_from_those_that_score_otherwise() -> None:
    """At a table of four everybody plays, so each later hand is dealt by the player before."""
    scorer = Scorer()
    for _hand in range(3):
        scorer.record()
    words = words_of(browser(scorer).get(url("void", scorer.session, 1)))
    assert "2 other hands only have other dealers" in words
    assert "too" not in words.partition("would then be")[2].partition("Void hand")[0]
    assert "No other hand changes." not in words


def test_the_pages_say_so_before_and_afterwards() -> None:
    scorer = four_hands()
    client, address = browser(scorer), url("void", scorer.session, 1)
    shown = client.get(address)
    assert "The hands after it keep their dealers." in words_of(shown)
    assert "No other hand changes." in words_of(shown)
    assert client.post(address, Form(shown).fields)["Location"] == scorer.session.urls["session"]
    assert f"voided hand 1; {KEPT}" in words_of(client.get(url("journal", scorer.session)))
    scorer.session.refresh_from_db()
    scorer.undo()
    address = url("amend_preview", scorer.session, 1)
    posted = Form(client.get(url("amend", scorer.session, 1)), "/amend/").fields | {"call": "passed"}
    assert "The hands after it keep their dealers." in words_of(client.post(address, posted, headers=HTMX))
    pass_first(scorer)
    journal = words_of(client.get(url("journal", scorer.session)))
    assert f"amended hand 1; {KEPT}" in journal
    assert journal.count(KEPT) == 2
    scorer.void(4)
    assert "keep their dealers" not in words_of(client.get(url("void", scorer.session, 3)))


def test_a_hand_keeps_its_dealer_when_it_is_amended() -> None:
    scorer = four_hands()
    scorer.void(1)
    client = browser(scorer)
    address = url("amend", scorer.session, 2)
    posted = Form(client.get(address), "/amend/").fields
    assert posted["dealer"] == "0"
    assert client.post(address, {**posted, "bouts": "0", "points-units": "6"}).status_code == 302
    assert fresh(scorer.session).hand(2).raw == {**BY_BRUNO, "bouts": 0, "points": 46, "dealer": 0}
    assert dealers(scorer) == [0, 1, 2]


def test_the_panel_voids_and_inserts_in_a_closed_session() -> None:
    sample_club = SampleClub()
    scorer = sample_club.table(*FIVE, options={"five_players": "mort"}, first_dealer=4)
    for raw in (GARDE, BY_EMIL):
        scorer.record(raw)
    scorer.close()
    client = signed_in(sample_club.organiser())
    address = reverse("admin:play_session_void", args=[scorer.session.pk, 1])
    assert client.post(address, Form(client.get(address)).fields).status_code == 302
    assert scorer.session.settlements.get(withdrawn_at=None).totals == [0, -66, -66, -66, 198]
    address = reverse("admin:play_session_insert", args=[scorer.session.pk, 2])
    posted = Form(client.get(address), address).fields | {"call": "passed"}
    assert client.post(address, posted).status_code == 302
    assert dealers(scorer) == [4, 0]
