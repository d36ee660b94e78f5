"""What is true of every tournament, whatever its results, fees, prizes and withdrawals."""

from __future__ import annotations

from copy import deepcopy
from decimal import ROUND_DOWN, Decimal
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from games.registry import find_rules
from scorekeeper.desk.document import read
from tests.desk.documents import Document, score, seat
from tests.desk.result.strategies import tournaments
from tests.property_tests import examples

CENT = Decimal("0.01")


def withdrawn_of(document: Document) -> set[str]:
    """Return the names of those who withdrew before the last round."""
    return {entry["name"] for entry in document["entries"] if entry.get("withdrawn_after", 3) < 3}


def prizes_by_place(document: Document, cash: Document) -> list[Decimal]:
    """Return the prize of each place that the terms pay."""
    given_terms, entries = document["terms"], len(document["entries"])
    offered = given_terms["prizes"]
    pool = entries * (Decimal(given_terms.get("entry_fee", "0.00")) - Decimal(given_terms.get("house_share", "0.00")))
    if given_terms.get("loss_money_to") == "pool":
        pool += Decimal(cash["loss_money"])
    amounts = [Decimal(amount) for amount in offered.get("amounts", [])]
    amounts += [(pool * share / 100).quantize(CENT, ROUND_DOWN) for share in offered.get("percent", [])]
    return amounts[: max(1, entries // offered["every"])] if "every" in offered else amounts


@given(tournaments())
@examples(33)
def test_the_cash_report_balances(document: Document) -> None:
    """Money is neither made nor lost, and who withdrew wins none."""
    ranking = score(document)
    given_terms = document["terms"]
    if not {"entry_fee", "loss_money", "prizes"} & given_terms.keys():
        assert "cash" not in ranking
        return
    cash = {name: Decimal(amount) for name, amount in ranking["cash"].items()}
    assert cash["house"] == cash["entry_fees"] + cash["loss_money"] - cash["prizes"]
    assert cash["entry_fees"] == len(document["entries"]) * Decimal(given_terms.get("entry_fee", "0.00"))
    assert cash["loss_money"] == sum(Decimal(entry.get("loss_money", "0.00")) for entry in ranking["entries"])
    assert cash["prizes"] == sum(Decimal(entry.get("prize", "0.00")) for entry in ranking["entries"])
    if "prizes" in given_terms:
        withdrawn = withdrawn_of(document)
        assert {entry["prize"] for entry in ranking["entries"] if entry["name"] in withdrawn} <= {"0.00"}


@given(tournaments().filter(lambda document: "prizes" in document["terms"]))
@examples(20)
def test_every_prize_that_somebody_can_win_is_paid_except_for_odd_cents(document: Document) -> None:
    """A group that shares places, or a special prize, loses less than a cent for each of its members."""
    ranking, offered = score(document), document["terms"]["prizes"]
    contenders = [entry for entry in ranking["entries"] if entry["name"] not in withdrawn_of(document)]
    by_place = prizes_by_place(document, ranking["cash"])[: len(contenders)]
    categories = {entry["name"]: entry.get("category") for entry in document["entries"]}
    special = [
        Decimal(prize["amount"])
        for prize in offered["special"]
        if any(
            prize.get("category") in (None, categories[entry["name"]])
            and (prize["for"] != "best_round" or any(figure is not None for figure in entry["rounds"]))
            for entry in contenders
        )
    ]
    full, paid = sum(by_place) + sum(special), Decimal(ranking["cash"]["prizes"])
    assert full - len(contenders) * (1 + len(special)) * CENT <= paid <= full


@given(tournaments().filter(lambda document: "prizes" in document["terms"]))
@examples(20)
def test_equal_places_win_equal_prizes_and_alone_the_whole_one(document: Document) -> None:
    document["terms"]["prizes"]["special"] = []
    ranking = score(document)
    contenders = [entry for entry in ranking["entries"] if entry["name"] not in withdrawn_of(document)]
    by_place = prizes_by_place(document, ranking["cash"])
    places = [entry["place"] for entry in contenders]
    for entry in contenders:
        sharing = places.count(entry["place"])
        shared = sum(by_place[entry["place"] - 1 :][:sharing])
        assert 0 <= shared - sharing * Decimal(entry["prize"]) < sharing * CENT


@given(tournaments(), st.randoms(use_true_random=False))
@examples(20)
def test_the_ranking_does_not_depend_on_the_order_of_entries_and_results(document: Document, chance: Random) -> None:
    other = deepcopy(document)
    chance.shuffle(other["entries"])
    for round_ in other["rounds"]:
        for table in round_["tables"]:
            if "results" in table:
                table["results"] = dict(chance.sample(list(table["results"].items()), len(table["results"])))
    assert score(other) == score(document)


@given(tournaments())
@examples(20)
def test_places_follow_totals_and_withdrawals(document: Document) -> None:
    ranking = score(document)
    withdrawn = withdrawn_of(document)
    merits = [(entry["name"] not in withdrawn, entry["total"]) for entry in ranking["entries"]]
    assert merits == sorted(merits, reverse=True)
    for listed in [ranking["entries"], ranking.get("teams", []), ranking.get("tandems", [])]:
        places = [entry["place"] for entry in listed]
        assert all(place == places.index(place) + 1 for place in places)
        for entry in listed:
            assert entry["total"] == sum(figure for figure in entry["rounds"] if figure is not None)
    if "lot" in document["terms"].get("tie_breaks", []):
        assert [entry["place"] for entry in ranking["entries"]] == list(range(1, len(document["entries"]) + 1))


@given(tournaments())
@examples(20)
def test_team_totals_are_those_of_their_members(document: Document) -> None:
    ranking = score(document)
    shown = {entry["name"]: entry["rounds"] for entry in ranking["entries"]}
    for group, listed in [("team", "teams"), ("tandem", "tandems")]:
        members: dict[str, list[list[int | None]]] = {}
        for entry in document["entries"]:
            if group in entry:
                members.setdefault(entry[group], []).append(shown[entry["name"]])
        assert {team["name"] for team in ranking.get(listed, [])} == members.keys()
        for team in ranking.get(listed, []):
            for figure, *own in zip(team["rounds"], *members[team["name"]], strict=True):
                numbers = [number for number in own if number is not None]
                assert figure == (sum(numbers) if numbers else None)


@given(tournaments())
@examples(10)
def test_seating_keeps_the_document_and_depends_only_on_the_seed(document: Document) -> None:
    seated = seat(document)
    assert seated == seat(deepcopy(document))
    if "error" not in seated:
        before, after = read(document, find_rules), read(seated, find_rules)
        assert after.rounds[:-1] == before.rounds
        assert (after.entries, after.terms) == (before.entries, before.terms)
