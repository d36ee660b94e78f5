"""Forgotten hands are inserted, and hands that were recorded in the wrong order are swapped."""

import pytest
from django.urls import reverse

from scorekeeper.play import queries, recording
from scorekeeper.play.errors import ConflictError, LaterHandError, NotThereError
from scorekeeper.play.ledger import forget_ledgers
from scorekeeper.play.models import Hand
from scorekeeper.play.recording.write import Write
from scorekeeper.reading.models import WrittenTotal
from tests.clubs.clubs import SampleClub, signed_in
from tests.play.browsers import HTMX, Form, browser, words_of
from tests.play.stretches import BRUNO_TAKES, bruno_left, change_players
from tests.play.tables import FIVE, FOUR, GARDE, PASSED, Scorer, fresh, token

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

JUST_MADE = {**GARDE, "points": 41}
"""Anne makes her garde by 0: (25 + 0) × 2 = 50 from each of the others."""


def insert(scorer: Scorer, beside: int, raw: object = GARDE, *, after: bool = False) -> None:
    recording.insert(Write(scorer.session, **scorer.now({})), beside=beside, after=after, raw=raw)  # type: ignore[arg-type]


def swap(scorer: Scorer, number: int, other: int) -> None:
    recording.swap(Write(scorer.session, **scorer.now({})), number=number, other=other)


def running(scorer: Scorer) -> list[int]:
    """Anne's total after each hand, by the numbers of the hands."""
    return [
        stretch.standing(hand.scored.totals)[0]
        for stretch in fresh(scorer.session).stretches
        for hand in stretch.hands
        if hand.scored
    ]


def three_hands() -> Scorer:
    scorer = Scorer()
    for raw in (GARDE, JUST_MADE, BRUNO_TAKES):
        scorer.record(raw)
    return scorer


def test_a_forgotten_hand_is_inserted_and_later_ones_are_renumbered() -> None:
    scorer = three_hands()
    assert running(scorer) == [198, 348, 282]
    insert(scorer, 2, BRUNO_TAKES)
    assert running(scorer) == [198, 132, 282, 216]
    assert [hand.number for hand in fresh(scorer.session).hands] == [1, 2, 3, 4]
    insert(scorer, 1)
    assert running(scorer) == [198, 396, 330, 480, 414]


def test_an_inserted_hand_belongs_to_those_beside_whom_it_stands() -> None:
    scorer = bruno_left()  # Anne made a garde with Bruno at the table, Emil one
    insert(scorer, 1, BRUNO_TAKES, after=True)
    assert [stretch.first_hand for stretch in scorer.session.stretches.all()] == [1, 3]
    assert dict(zip(fresh(scorer.session).names, fresh(scorer.session).totals, strict=True)) == {
        "Anne": 66,
        "Bruno": 132,
        "Chloé": -198,
        "David": -198,
        "Emil": 198,
    }
    insert(scorer, 3, BRUNO_TAKES)
    assert fresh(scorer.session).totals == (0, 132, -264, -264, 396)
    assert [stretch.first_hand for stretch in scorer.session.stretches.all()] == [1, 3]


def test_two_hands_are_swapped() -> None:
    scorer = three_hands()
    scorer.amend(2, {**JUST_MADE, "points": 42})
    scorer.amend(2, JUST_MADE)
    swap(scorer, 2, 3)
    assert running(scorer) == [198, 132, 282]
    swap(scorer, 3, 1)
    assert running(scorer) == [150, 84, 282]


def test_the_order_of_hands_changes_the_rubber() -> None:
    """Mort: twelve tricks win the game at once (six over six), so it matters who won first."""
    scorer = Scorer(game="mort", rules="foster", players=FOUR, first_dealer=0)
    scorer.record({"tricks": 12})
    scorer.record({"tricks": 6})
    before = fresh(scorer.session).state
    swap(scorer, 1, 2)
    assert fresh(scorer.session).state != before
    scorer.undo()
    assert fresh(scorer.session).state == before


def test_the_order_of_hands_changes_what_a_rubber_is_worth() -> None:
    """Cayenne: at grand every trick over six counts 8.

    Anne and Chloé's ten tricks make 32: three games against 0, of 4 each, and 2 on the marker. Then Bruno and David's
    seven make 8, and Anne and Chloé's seven 8 as well, which wins the fourth game. Against 8 it is a single, so the
    rubber is worth 4 + 4 + 4 + 1, and 8 for the winners. If that hand comes second, against 0, it is a quadruple:
    4 + 4 + 4 + 4 and 8; the 8 of the others then belong to the next rubber.
    """
    scorer = Scorer(game="cayenne", rules="foster", players=FOUR, first_dealer=0, options={"rubbers": 2})
    for tricks in (10, 6, 7):
        scorer.record({"trump": "grand", "tricks": tricks})
    assert fresh(scorer.session).totals == (21, -21, 21, -21)
    swap(scorer, 2, 3)
    assert fresh(scorer.session).totals == (24, -24, 24, -24)
    assert "Anne and Chloé 0 No game yet Bruno and David 8 No game yet Rubber 2" in words_of(
        browser(scorer).get(scorer.session.urls["session"])
    )
    scorer.undo()
    assert fresh(scorer.session).totals == (21, -21, 21, -21)


@pytest.mark.parametrize("write", [lambda scorer: insert(scorer, 2, BRUNO_TAKES), lambda scorer: swap(scorer, 1, 3)])
def test_either_is_undone(write) -> None:
    scorer = three_hands()
    write(scorer)
    scorer.undo()
    assert running(scorer) == [198, 348, 282]
    assert [hand.number for hand in Hand.objects.order_by("number")] == [1, 2, 3]
    with pytest.raises(NotThereError):
        scorer.undo()


def test_totals_on_paper_and_lines_of_the_journal_stay_with_their_hands() -> None:
    scorer = three_hands()
    for number, total in ((0, 7), (1, 198), (2, 348)):
        WrittenTotal.objects.create(session=scorer.session, hand_number=number, place=0, total=total)
    insert(scorer, 2, BRUNO_TAKES)
    assert set(WrittenTotal.objects.values_list("hand_number", "total")) == {(0, 7), (1, 198), (3, 348)}
    told = {change.verb: change.hand_number for change in queries.journal(scorer.session)}
    assert told["insert"] == 2
    recorded = scorer.session.changes.filter(verb="record").order_by("revision")
    assert list(recorded.values_list("hand_number", flat=True)) == [1, 3, 4]


def test_hands_that_become_impossible_in_another_order_are_not_swapped() -> None:
    """Five with a mort: the dealer sits out, so the order of hands is that of who can take."""
    scorer = Scorer(players=FIVE, options={"five_players": "mort"}, first_dealer=4)
    scorer.record(GARDE)
    scorer.record(BRUNO_TAKES)  # Anne sits out
    with pytest.raises(LaterHandError) as refused:
        swap(scorer, 1, 2)
    assert refused.value.number == 2
    assert len(fresh(scorer.session).hands) == 2


@pytest.mark.parametrize(("number", "other"), [(1, 1), (1, 4), (0, 1), (1, 2)], ids=["one", "none", "zero", "others"])
def test_hands_of_different_players_and_hands_that_are_not_there_are_not_swapped(number: int, other: int) -> None:
    scorer = bruno_left()
    with pytest.raises(NotThereError):
        swap(scorer, number, other)
    with pytest.raises(NotThereError):
        insert(scorer, 7)


def test_the_pages_show_what_would_change_and_then_do_it() -> None:
    scorer = three_hands()
    client, public_id = browser(scorer), scorer.session.public_id
    shown = client.get(reverse("hand", args=[public_id, 2]))
    assert "A hand was forgotten before hand 2" in words_of(shown)
    assert "Hands 2 and 3 are in the wrong order" in words_of(shown)
    assert "A hand was forgotten after hand 2" not in words_of(shown)
    url = reverse("insert", args=[public_id, 2])
    posted = Form(client.get(url), url).fields | {"call": "garde", "taker": "1", "bouts": "2"}
    posted |= {"points-tens": "4", "points-units": "9"}
    looked = words_of(client.post(f"{url}?preview", posted, headers=HTMX))
    assert "Insert: Bruno +198" in looked
    assert "Anne 216" in looked.replace("leads ", "")
    assert client.post(url, posted)["Location"] == scorer.session.urls["session"]
    assert running(scorer) == [198, 132, 282, 216]
    url = reverse("swap", args=[public_id, 2])
    shown = client.get(url)
    assert "Swap these hands?" in words_of(shown)
    assert client.post(url, Form(shown).fields)["Location"] == scorer.session.urls["session"]
    assert running(scorer) == [198, 348, 282, 216]
    assert "swapped hands 2 and 3" in words_of(client.get(reverse("journal", args=[public_id])))


def test_the_last_hand_before_a_change_of_players_is_inserted_after_another() -> None:
    scorer = bruno_left()
    client, public_id = browser(scorer), scorer.session.public_id
    assert "A hand was forgotten after hand 1" in words_of(client.get(reverse("hand", args=[public_id, 1])))
    url = f"{reverse('insert', args=[public_id, 1])}?after"
    posted = Form(client.get(url), action="/insert/").fields | {"call": "passed"}
    client.post(url, posted)
    assert [stretch.first_hand for stretch in scorer.session.stretches.all()] == [1, 3]


def test_the_panel_inserts_and_swaps_in_a_closed_session() -> None:
    sample_club = SampleClub()
    scorer = sample_club.table()
    for raw in (GARDE, PASSED):
        scorer.record(raw)
    scorer.close()
    client = signed_in(sample_club.organiser())
    for name, more in (("insert", {"call": "passed"}), ("swap", {})):
        url = reverse(f"admin:play_session_{name}", args=[scorer.session.pk, 1])
        answer = client.post(url, Form(client.get(url), url).fields | more)
        assert answer.status_code == 302, words_of(answer)
    assert [hand.raw["call"] for hand in fresh(scorer.session).hands] == ["garde", "passed", "passed"]
    assert scorer.session.settlements.filter(withdrawn_at=None).get().totals == [198, -66, -66, -66]


def test_a_change_of_players_after_an_insertion_begins_with_the_next_hand() -> None:
    scorer = three_hands()
    insert(scorer, 1)
    scorer = change_players(scorer, (1,), ("Emil",))
    assert [stretch.first_hand for stretch in scorer.session.stretches.all()] == [1, 5]


def test_undoing_a_hand_at_the_end_of_a_stretch_moves_an_unplayed_one_back() -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    scorer = change_players(scorer, (1,), ("Emil",))
    insert(scorer, 1, {"call": "passed"}, after=True)
    scorer.undo()
    assert list(scorer.session.stretches.values_list("first_hand", flat=True)) == [1, 2]
    scorer.record(BRUNO_TAKES)
    forget_ledgers()
    assert dict(zip(fresh(scorer.session).names, fresh(scorer.session).totals, strict=True)) == {
        "Anne": 132,
        "Bruno": -66,
        "Chloé": -132,
        "David": -132,
        "Emil": 198,
    }


@pytest.mark.parametrize("way", ["insert", "swap"])
def test_a_form_that_is_sent_again_after_undo_is_not_taken_for_a_repetition(way: str) -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    scorer.record(BRUNO_TAKES)
    spent = token()

    def send() -> None:
        write = Write(scorer.session, **(scorer.now({}) | {"token": spent}))
        if way == "insert":
            recording.insert(write, beside=1, after=False, raw=GARDE)
        else:
            recording.swap(write, number=1, other=2)

    send()
    scorer.undo()
    with pytest.raises(ConflictError):
        send()
