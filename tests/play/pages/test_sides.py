"""Partners who have always had the same amount share one column, wherever the totals of a session are shown."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from django.utils.html import strip_tags

from scorekeeper.play.models import Session
from scorekeeper.play.pages.charts import drawing
from scorekeeper.play.recording.players import change_players
from scorekeeper.play.recording.write import Write
from tests.play.browsers import browser, url, words_of
from tests.play.tables import FIVE, FOUR, PASSED, Scorer, fresh, token

pytestmark = pytest.mark.django_db

GRAND = {"trump": "grand", "tricks": 13}
"""7 tricks by cards, times 8, win all four games of a rubber: worth 30 with rubber and slam."""
FOR_ALL = {"call": "correction", "amounts": {"0": 5, "1": -5, "2": 5, "3": -5}, "note": "counted again"}
FOR_ONE = {"call": "correction", "amounts": {"0": 5, "1": -5}, "note": "the drinks"}


def cayenne(*hands: Mapping[str, Any]) -> Scorer:
    scorer = Scorer(game="cayenne", rules="foster", options={"rubbers": 2})
    for hand in hands:
        scorer.record(hand)
    return scorer


def page(scorer: Scorer, name: str = "session") -> str:
    return words_of(browser(scorer).get(url(name, scorer.session))).replace("\u00a0", " ")


def headings(scorer: Scorer) -> list[str]:
    """Return the names at the head of the ledger."""
    html = browser(scorer).get(url("ledger", scorer.session)).content.decode()
    found = re.findall(r'<th scope="col">.*?<span>(.*?)</span></th>', html)
    return [strip_tags(name).replace("\u00a0", " ") for name in found]


SIDES = ["Anne + Chloé", "Bruno + David"]


@pytest.mark.parametrize(
    ("hands", "names"),
    [
        ([GRAND], SIDES),
        ([GRAND, FOR_ALL], SIDES),
        ([GRAND, FOR_ONE], list(FOUR)),
    ],
)
def test_two_columns_until_a_correction_separates_partners(hands: list[Mapping[str, Any]], names: list[str]) -> None:
    assert headings(cayenne(*hands)) == names


def test_the_chart_has_one_line_for_a_side_and_names_both() -> None:
    """A grand slam is worth 30: each of a side gains it."""
    names = ("Hannelore", "Jo", "Friedrich", "Al")
    scorer = Scorer(game="cayenne", rules="foster", options={"rubbers": 2}, players=names)
    scorer.record(GRAND)
    chart = drawing(fresh(scorer.session))
    assert chart
    assert [name.replace("\u00a0", " ") for name in chart.names] == ["Hannelore + Friedrich", "Jo + Al"]
    assert [track.lines for track in chart.narrow.tracks] == [("Hannelore +", "Friedrich"), ("Jo +", "Al")]
    assert [track.total for track in chart.wide.tracks] == [30, -30]
    assert chart.rows == [(1, (30, -30))]
    scorer.record(FOR_ONE)
    separate = drawing(fresh(scorer.session))
    assert separate
    assert separate.names == names


def test_undoing_the_correction_joins_them_again() -> None:
    scorer = cayenne(GRAND, FOR_ONE)
    scorer.undo()
    assert headings(scorer) == SIDES


def test_the_table_and_the_ledger_show_a_total_for_each_side() -> None:
    scorer = cayenne(GRAND)
    response = browser(scorer).get(url("session", scorer.session))
    assert [(total.name.replace("\u00a0", " "), total.total) for total in response.context["standings"]] == [
        ("Anne + Chloé", "30"),
        ("Bruno + David", "−30"),
    ]
    assert response.content.decode().count('<b class="gain">30</b>') == 2  # in the bar and in the ledger


def facing(scorer: Scorer, turns: int = 0) -> list[tuple[str, str, str]]:
    """Return the place, the name and the total of everything that the scores show."""
    address = url("scores_turned", scorer.session, turns)
    totals = browser(scorer).get(address).context["totals"]
    return [(total.place, total.seat.name.replace("\u00a0", " "), total.seat.total) for total in totals]


def test_the_scores_have_a_half_for_each_side() -> None:
    scorer = cayenne(GRAND)
    assert facing(scorer) == [("bottom", "Anne + Chloé", "30"), ("top", "Bruno + David", "−30")]
    assert facing(scorer, 1) == [("top", "Anne + Chloé", "30"), ("bottom", "Bruno + David", "−30")]
    assert facing(scorer, 2) == facing(scorer)


def test_the_scores_face_each_player_once_partners_are_apart() -> None:
    places = [(place, name) for place, name, _total in facing(cayenne(GRAND, FOR_ONE))]
    assert places == list(zip(("bottom", "left", "top", "right"), FOUR, strict=True))


def test_a_hand_is_derived_in_two_columns() -> None:
    scorer = cayenne(GRAND)
    response = browser(scorer).get(url("hand", scorer.session, 1))
    assert [name.replace("\u00a0", " ") for name in response.context["names"]] == SIDES
    assert [cell.amount for cell in response.context["row"].cells] == ["+30", "−30"]
    assert all(len(reason.cells) == 2 for reason in response.context["reasons"])


def test_a_change_of_a_hand_is_shown_in_two_columns() -> None:
    scorer = cayenne(GRAND)
    totals = browser(scorer).get(url("void", scorer.session, 1)).context["standings"]
    assert [(total.name.replace("\u00a0", " "), total.change) for total in totals] == [
        ("Anne + Chloé", "−30"),
        ("Bruno + David", "+30"),
    ]


def test_the_result_ranks_sides_and_settles_between_people() -> None:
    scorer = Scorer(game="cayenne", rules="foster", stake="0.10")
    scorer.record(GRAND)
    scorer.close()
    result = page(scorer)
    assert "Anne and Chloé win" in result
    assert "1 Anne + Chloé +30 €3.00 each" in result
    assert "2 Bruno + David −30 −€3.00 each" in result
    payments = re.findall(r"(Bruno|David) pays (Anne|Chloé) 30 €3.00", result)
    assert [sorted(people) for people in zip(*payments, strict=True)] == [["Bruno", "David"], ["Anne", "Chloé"]]


def test_the_sides_must_be_the_same_in_every_stretch() -> None:
    scorer = cayenne(GRAND)
    write = Write(scorer.session, scorer.access, scorer.session.revision, token())
    change_players(write, leaving=(3,), joining=FIVE[4:])
    scorer.session = Session.objects.get(pk=scorer.session.pk)
    assert not fresh(scorer.session).has_sides
    assert "Anne + Chloé" not in page(scorer)


def test_a_game_without_sides_has_a_column_for_each() -> None:
    scorer = Scorer()
    scorer.record(PASSED)
    assert headings(scorer) == list(FOUR)
