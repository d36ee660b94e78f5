"""What is true of every tournament, whatever its results, fees, prizes and withdrawals."""

from __future__ import annotations

from copy import deepcopy
from decimal import ROUND_DOWN, Decimal
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from games.registry import find_rules
from scorekeeper.tournaments.document import read
from tests.property_tests import examples
from tests.tournaments.documents import NAMES, Document, score, seat, tournament

CENT = Decimal("0.01")
CENTS = st.integers(0, 5000).map(lambda cents: f"{cents // 100}.{cents % 100:02}")
TIE_BREAKS = ("best_round", "last_round", "rounds_won", "won", "lost", "lot")
CATEGORIES = (None, "women", "youth")


@st.composite
def prizes(draw: st.DrawFn) -> Document:
    by_place = draw(
        st.one_of(
            st.fixed_dictionaries({"amounts": st.lists(CENTS, max_size=5)}),
            st.fixed_dictionaries({"percent": st.lists(st.integers(0, 20), max_size=5)}),
        )
    )
    special = st.fixed_dictionaries(
        {"for": st.sampled_from(["best_round", "best", "last"]), "amount": CENTS},
        optional={"category": st.sampled_from(["women", "youth"])},
    )
    every = draw(st.none() | st.integers(1, 6))
    return {**by_place, "special": draw(st.lists(special, max_size=3)), **({} if every is None else {"every": every})}


@st.composite
def terms(draw: st.DrawFn) -> Document:
    optional = {
        "missed": st.sampled_from(["nothing", "average"]),
        "tie_breaks": st.lists(st.sampled_from(TIE_BREAKS), unique=True, max_size=3),
        "loss_money": st.lists(st.integers(1, 5), unique=True, max_size=3).flatmap(
            lambda games: st.tuples(*[st.tuples(st.just(game), CENTS).map(list) for game in sorted(games)]).map(list)
        ),
        "loss_money_to": st.sampled_from(["house", "pool"]),
        "prizes": prizes(),
    }
    drawn: Document = draw(st.fixed_dictionaries({"seed": st.integers(0, 99)}, optional=optional))
    if draw(st.booleans()):
        drawn["entry_fee"] = draw(CENTS)
        drawn["house_share"] = draw(st.sampled_from(["0.00", drawn["entry_fee"]]))
    return drawn


@st.composite
def tournaments(draw: st.DrawFn) -> Document:
    """Draw a tournament of up to three rounds, seated by lot, with few different results, so that there are ties."""
    names = NAMES[: draw(st.integers(3, len(NAMES)))]
    document = tournament(names, options={"seeger": True}, terms={"rounds": 3, "hands": {"4": 48}, **draw(terms())})
    chance = draw(st.randoms(use_true_random=False))
    for entry in document["entries"]:
        entry.update({key: chance.choice("AB") for key in ("team", "tandem") if chance.random() < 0.7})
        if (category := chance.choice(CATEGORIES)) is not None:
            entry["category"] = category
        if chance.random() < 0.15:
            entry["withdrawn_after"] = chance.randrange(4)
    for _round in range(draw(st.integers(0, 3))):
        seated = seat(document)
        if "error" in seated:  # too many have withdrawn
            break
        document = seated
        for table in document["rounds"][-1]["tables"]:
            if chance.random() < 0.8:
                table["results"] = {name: result(chance) for name in table["seats"]}
    return document


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


def result(chance: Random) -> dict[str, int]:
    return {"points": chance.choice([-50, 0, 50]), "won": chance.randrange(3), "lost": chance.randrange(3)}


@given(tournaments())
@examples(100)
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
@examples(60)
def test_every_prize_that_somebody_can_win_is_paid_except_for_odd_cents(document: Document) -> None:
    """A group that shares places, or a special prize, loses less than a cent for each of its members."""
    ranking, offered = score(document), document["terms"]["prizes"]
    contenders = [entry for entry in ranking["entries"] if entry["name"] not in withdrawn_of(document)]
    by_place = prizes_by_place(document, ranking["cash"])[: len(contenders)]
    categories = {entry["name"]: entry.get("category") for entry in document["entries"]}
    special = [
        Decimal(one["amount"])
        for one in offered["special"]
        if any(
            one.get("category") in (None, categories[entry["name"]])
            and (one["for"] != "best_round" or any(figure is not None for figure in entry["rounds"]))
            for entry in contenders
        )
    ]
    full, paid = sum(by_place) + sum(special), Decimal(ranking["cash"]["prizes"])
    assert full - len(contenders) * (1 + len(special)) * CENT <= paid <= full


@given(tournaments().filter(lambda document: "prizes" in document["terms"]))
@examples(60)
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
@examples(60)
def test_the_ranking_does_not_depend_on_the_order_of_entries_and_results(document: Document, chance: Random) -> None:
    other = deepcopy(document)
    chance.shuffle(other["entries"])
    for one in other["rounds"]:
        for table in one["tables"]:
            if "results" in table:
                table["results"] = dict(chance.sample(list(table["results"].items()), len(table["results"])))
    assert score(other) == score(document)


@given(tournaments())
@examples(60)
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
@examples(60)
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
@examples(30)
def test_seating_keeps_the_document_and_depends_only_on_the_seed(document: Document) -> None:
    seated = seat(document)
    assert seated == seat(deepcopy(document))
    if "error" not in seated:
        before, after = read(document, find_rules), read(seated, find_rules)
        assert after.rounds[:-1] == before.rounds
        assert (after.entries, after.terms) == (before.entries, before.terms)
