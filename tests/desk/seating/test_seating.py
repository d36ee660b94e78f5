"""The seating engine: what every seating has in common, and what each method promises."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations
from math import comb
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.scoring.errors import RuleError
from scorekeeper.desk.seating import search
from scorekeeper.desk.seating.methods import seat
from scorekeeper.desk.seating.requests import (
    Entrant,
    Seating,
    SeatingMethod,
    SeatingRequest,
    count_meetings,
    even_sizes,
    numbers_of_tables,
    summary,
    table_sizes,
)
from tests.desk.seating.brute_force import all_partitions, all_seatings, mates, repeats
from tests.property_tests import examples

ROOT = Path(__file__).parents[3]
SKAT, TAROT, BOSTON = (3, 4), (3, 4, 5), (4,)
NOT_CYCLIC = [SeatingMethod.DRAW, SeatingMethod.RANK, SeatingMethod.FEWEST_MEETINGS]


def entrants(count: int, teams: Sequence[str | None] = (), sat_out: Sequence[int] = ()) -> list[Entrant]:
    return [
        Entrant(
            number=number + 1,
            name=f"P{number + 1}",
            team=teams[number] if teams else None,
            sat_out=sat_out[number] if sat_out else 0,
        )
        for number in range(count)
    ]


def request_for(
    allowed: Sequence[int], entrants: Sequence[Entrant], *, odd_tables: int = 5, **asked: Any
) -> SeatingRequest:
    """Return the request for tables of the sizes that a tournament has."""
    return SeatingRequest(sizes=table_sizes(allowed, len(entrants), odd_tables), entrants=entrants, **asked)


def by_name(request: SeatingRequest) -> dict[str, str | None]:
    return {entrant.name: entrant.team for entrant in request.entrants}


def played(request: SeatingRequest, rounds: int) -> list[Seating]:
    """Return the seatings of several rounds with the same people."""
    seatings: list[Seating] = []
    sat_out: Counter[str] = Counter()
    at_odd_tables: Counter[str] = Counter()
    for number in range(rounds):
        people = [
            replace(entrant, sat_out=sat_out[entrant.name], at_odd_tables=at_odd_tables[entrant.name])
            for entrant in request.entrants
        ]
        seating = seat(
            replace(
                request,
                entrants=people,
                round=number,
                meetings=count_meetings(seating.tables for seating in seatings),
                first=seatings[0].tables if seatings else (),
            )
        )
        sat_out.update(seating.out)
        at_odd_tables.update(odd_tables_of(seating))
        seatings.append(seating)
    return seatings


def odd_tables_of(seating: Seating) -> list[str]:
    """Return who sits at a table that doesn't seat four."""
    return [name for table in seating.tables if len(table) != 4 for name in table]


def fewest_pairs_of_mates(teams: Mapping[str, str | None], tables: int) -> int:
    """Return how many pairs there are if each team is spread evenly over the tables."""
    sizes = Counter(team for team in teams.values() if team is not None)
    return sum(
        comb(size // tables + 1, 2) * (size % tables) + comb(size // tables, 2) * (tables - size % tables)
        for size in sizes.values()
    )


@st.composite
def requests(draw: st.DrawFn, most: int = 40, methods: Sequence[SeatingMethod] = NOT_CYCLIC) -> SeatingRequest:
    allowed = draw(st.sampled_from([SKAT, TAROT, BOSTON]))
    count = draw(st.integers(min(allowed), most))
    teams = draw(st.lists(st.sampled_from([None, "A", "B", "C", "D"]), min_size=count, max_size=count))
    sat_out = draw(st.lists(st.integers(0, 2), min_size=count, max_size=count))
    people = entrants(count, teams, sat_out)
    pairs = st.sets(st.sampled_from([entrant.name for entrant in people]), min_size=2, max_size=2).map(frozenset)
    return request_for(
        allowed,
        people,
        method=draw(st.sampled_from(methods)),
        round=draw(st.integers(0, 4)),
        seed=draw(st.integers(0, 99)),
        ranking=draw(st.permutations(range(1, count + 1))),
        meetings=draw(st.dictionaries(pairs, st.integers(1, 3), max_size=4 * count)),
        odd_tables=draw(st.sampled_from([3, 5])),
        keep_apart=draw(st.booleans()),
    )


# Every seating


@examples(20)
@given(requests())
def test_everybody_has_one_place_at_a_table_of_the_size_asked_for_or_sits_out(request_: SeatingRequest) -> None:
    seating = seat(request_)
    assert [len(table) for table in seating.tables] == list(request_.sizes)
    names = [*chain.from_iterable(seating.tables), *seating.out]
    assert sorted(names) == sorted(entrant.name for entrant in request_.entrants)


@examples(20)
@given(requests())
def test_nobody_sits_out_who_has_done_so_more_often_than_somebody_at_a_table(request_: SeatingRequest) -> None:
    seating = seat(request_)
    sat_out = {entrant.name: entrant.sat_out for entrant in request_.entrants}
    seated = [sat_out[name] for table in seating.tables for name in table]
    assert all(sat_out[name] <= min(seated) for name in seating.out)


@examples(13)
@given(requests(), st.randoms(use_true_random=False))
def test_the_order_in_which_entrants_are_listed_makes_no_difference(request_: SeatingRequest, random) -> None:
    shuffled = list(request_.entrants)
    random.shuffle(shuffled)
    meetings = list(request_.meetings.items())
    random.shuffle(meetings)
    assert seat(replace(request_, entrants=shuffled, meetings=dict(meetings))) == seat(request_)


@examples(20)
@given(requests())
def test_teams_are_kept_apart_as_far_as_possible(request_: SeatingRequest) -> None:
    request_ = replace(request_, keep_apart=True)
    seating = seat(request_)
    teams = {name: team for name, team in by_name(request_).items() if name not in seating.out}
    assert mates(seating.tables, by_name(request_)) == fewest_pairs_of_mates(teams, len(seating.tables))


@examples(10)
@given(requests(most=7))
def test_no_choice_of_who_sits_out_keeps_teams_further_apart(request_: SeatingRequest) -> None:
    people = [replace(entrant, sat_out=0) for entrant in request_.entrants]
    if len(people) < 4:
        return
    request_ = replace(request_, entrants=people, sizes=(4,), keep_apart=True)
    teams = by_name(request_)
    least = min(mates(tables, teams) for tables in all_seatings(frozenset(teams), [4]))
    assert mates(seat(request_).tables, teams) == least


SEATED_ELSEWHERE = """
from scorekeeper.desk.seating.methods import seat
from scorekeeper.desk.seating.requests import Entrant, SeatingMethod, SeatingRequest, count_meetings
people = [Entrant(number=number, name=f"P{number}", team=f"T{number % 5}") for number in range(1, 31)]
for method in ("draw", "rank", "fewest_meetings"):
    seatings = []
    for number in range(4):
        met = count_meetings(one.tables for one in seatings)
        asked = dict(method=SeatingMethod(method), round=number, seed=7, meetings=met, keep_apart=number % 2 == 0)
        seatings.append(seat(SeatingRequest(sizes=(4,) * 6 + (3, 3), entrants=people, **asked)))
    print(seatings)
"""
"""A program that seats thirty people in four rounds by each method."""


def test_the_same_seed_seats_the_same_in_every_process() -> None:
    """Python hashes strings otherwise in each process, so that the order of a set would show."""
    printed = {
        subprocess.run(
            [sys.executable, "-c", SEATED_ELSEWHERE],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for hash_seed in ("1", "2", "3")
    }
    (once,) = printed
    assert once.count("Seating(") == 12


@pytest.mark.parametrize("method", NOT_CYCLIC)
@pytest.mark.parametrize(("sizes", "count", "rounds"), [(BOSTON, 21, 4), (BOSTON, 11, 12), (SKAT, 5, 12)])
def test_everybody_sits_out_in_turn(method: SeatingMethod, sizes: tuple[int, ...], count: int, rounds: int) -> None:
    request_ = request_for(sizes, entrants(count), method=method, seed=1)
    times: Counter[str] = Counter({entrant.name: 0 for entrant in request_.entrants})
    for seating in played(request_, rounds):
        times.update(seating.out)
        assert max(times.values()) - min(times.values()) <= 1


# Whose turn it is


@examples(20)
@given(st.data())
def test_everybody_is_at_odd_tables_and_sits_out_in_turn(data: st.DataObject) -> None:
    """In any number of rounds with the same people; the search for fewer meetings changes nothing about that."""
    allowed = data.draw(st.sampled_from([SKAT, TAROT, BOSTON, (3,), (5,), (4, 5)]))
    people = entrants(data.draw(st.integers(3, 40)))
    wished = data.draw(st.sampled_from([None, *numbers_of_tables(len(people), allowed)]))
    odd_tables = data.draw(st.sampled_from([3, 5]))
    sizes = even_sizes(len(people), allowed, wished) if wished else table_sizes(allowed, len(people), odd_tables)
    if not sizes:
        return
    asked: dict[str, Any] = {
        "method": SeatingMethod.FEWEST_MEETINGS,
        "seed": data.draw(st.integers(0, 99)),
        "rotate": True,
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "EFFORT", 20_000)
        seatings = played(SeatingRequest(sizes=sizes, entrants=people, **asked), data.draw(st.integers(1, 6)))
    for times in (
        Counter(chain.from_iterable(map(odd_tables_of, seatings))),
        Counter(chain.from_iterable(seating.out for seating in seatings)),
    ):
        of_everybody = [times[person.name] for person in people]
        assert max(of_everybody) - min(of_everybody) <= 1


def test_in_turn_at_a_table_of_five_as_few_meet_again_as_can_be() -> None:
    """The five of the first round sit at four tables then, and the next five come from four: two pairs meet again."""
    request_ = request_for(TAROT, entrants(21), method=SeatingMethod.FEWEST_MEETINGS, seed=1, rotate=True)
    first, second = played(request_, 2)
    assert repeats(second.tables, count_meetings([first.tables])) == 2
    assert not set(odd_tables_of(first)) & set(odd_tables_of(second))


@examples(8)
@given(requests(most=9, methods=[SeatingMethod.FEWEST_MEETINGS]), st.booleans(), st.data())
def test_of_turns_and_meetings_one_comes_first(request_: SeatingRequest, rotate: bool, data: st.DataObject) -> None:
    """Compared with all seatings: with `rotate` by the turns first, without it by the meetings."""
    times = data.draw(st.lists(st.integers(0, 2), min_size=len(request_.entrants), max_size=len(request_.entrants)))
    people = [replace(one, at_odd_tables=number) for one, number in zip(request_.entrants, times, strict=True)]
    request_ = replace(request_, entrants=people, rotate=rotate, keep_apart=False)
    turns = {person.name: person.at_odd_tables for person in people}

    def order(tables: Sequence[Sequence[str] | frozenset[str]]) -> tuple[int, int]:
        unfair = sum(turns[name] for table in tables if len(table) != 4 for name in table)
        met = repeats(tables, request_.meetings)
        return (unfair, met) if rotate else (met, unfair)

    seating = seat(request_)
    seated = frozenset(chain.from_iterable(seating.tables))
    assert order(seating.tables) == min(order(tables) for tables in all_partitions(seated, list(request_.sizes)))


# Sizes of tables


@pytest.mark.parametrize(
    ("game", "odd_tables", "players", "sizes"),
    [
        (SKAT, 5, 12, (4, 4, 4)),
        (SKAT, 5, 11, (4, 4, 3)),
        (SKAT, 5, 10, (4, 3, 3)),
        (SKAT, 5, 9, (3, 3, 3)),
        (SKAT, 5, 6, (3, 3)),
        (SKAT, 5, 5, (4,)),
        (SKAT, 5, 3, (3,)),
        (SKAT, 5, 2, ()),
        (TAROT, 5, 21, (4, 4, 4, 4, 5)),
        (TAROT, 5, 22, (4, 4, 4, 5, 5)),
        (TAROT, 5, 15, (5, 5, 5)),
        (TAROT, 5, 11, (4, 4, 3)),
        (TAROT, 5, 7, (4, 3)),
        (TAROT, 5, 6, (3, 3)),
        (TAROT, 3, 21, (4, 4, 4, 3, 3, 3)),
        (TAROT, 3, 6, (3, 3)),
        (TAROT, 3, 5, (5,)),
        (BOSTON, 5, 7, (4,)),
        (BOSTON, 5, 8, (4, 4)),
        (BOSTON, 5, 3, ()),
    ],
)
def test_table_sizes(game: tuple[int, ...], odd_tables: int, players: int, sizes: tuple[int, ...]) -> None:
    assert table_sizes(game, players, odd_tables) == sizes


@pytest.mark.parametrize("odd_tables", [3, 5])
@pytest.mark.parametrize("allowed", [SKAT, TAROT, BOSTON], ids=["skat", "tarot", "boston"])
def test_tables_have_allowed_sizes_and_seat_as_many_as_possible_at_fours_if_possible(
    allowed: tuple[int, ...], odd_tables: int
) -> None:
    """Compared with every possible number of tables of one other size beside those of four."""
    others = set(allowed) - {4} or {4}
    for players in range(80):
        seated = {4 * fours + size * odd for size in others for fours in range(21) for odd in range(28)}
        sizes = table_sizes(allowed, players, odd_tables)
        assert set(sizes) <= set(allowed)
        assert sum(sizes) == max(number for number in seated if number <= players)
        odd = len(sizes) - sizes.count(4)
        preferred = {odd_tables} & others if odd_tables in sizes else others
        fewer = {4 * fours + size * less for size in preferred for fours in range(21) for less in range(odd)}
        assert sum(sizes) not in fewer


# By rank


def test_the_order_fills_tables_of_four_first_and_late_entries_come_last() -> None:
    request_ = request_for(SKAT, entrants(10), method=SeatingMethod.RANK, ranking=(8, 2, 3, 4, 5, 6, 7, 1))
    assert seat(request_).tables == (("P8", "P2", "P3", "P4"), ("P5", "P6", "P7"), ("P1", "P9", "P10"))


def test_the_last_by_rank_sits_out() -> None:
    request_ = request_for(SKAT, entrants(5), method=SeatingMethod.RANK, ranking=(5, 4, 3, 2, 1))
    assert seat(request_) == Seating(tables=(("P5", "P4", "P3", "P2"),), out=("P1",))


@examples(8)
@given(requests(most=8, methods=[SeatingMethod.RANK]))
def test_tables_by_rank_with_teams_apart_differ_as_little_as_possible(request_: SeatingRequest) -> None:
    request_ = replace(request_, keep_apart=True)
    seating, teams = seat(request_), by_name(request_)
    here = [entrant for entrant in request_.entrants if entrant.name not in seating.out]
    alone = seat(replace(request_, entrants=here, keep_apart=False)).tables
    assert _key(seating.tables, alone, teams) == min(
        _key(tables, alone, teams)
        for tables in all_seatings(frozenset(chain.from_iterable(alone)), [len(table) for table in alone])
    )


def _key(tables: Sequence[Sequence[str] | frozenset[str]], alone: Sequence[Sequence[str]], teams) -> tuple[int, int]:
    at = {name: table for table, names in enumerate(alone) for name in names}
    moved = sum(abs(at[name] - table) for table, names in enumerate(tables) for name in names)
    return mates(tables, teams), moved


# By lot


def test_the_draw_is_the_documented_one() -> None:
    """`printf 7:1:4 | sha256sum` begins with 1107, that of 1 with 1d19, of 2 with 3fbc, and so on."""
    request_ = request_for(SKAT, entrants(7), method=SeatingMethod.DRAW, seed=7)
    assert seat(request_).tables == (("P4", "P1", "P2", "P5"), ("P3", "P7", "P6"))


def test_another_round_or_another_seed_is_another_draw() -> None:
    request_ = request_for(SKAT, entrants(30), method=SeatingMethod.DRAW, seed=7)
    assert len({seat(request_), seat(replace(request_, round=1)), seat(replace(request_, seed=8))}) == 3


# Fewest meetings


@examples(8)
@given(requests(most=9, methods=[SeatingMethod.FEWEST_MEETINGS]))
def test_small_fields_have_the_fewest_meetings_possible(request_: SeatingRequest) -> None:
    _compare_with_all(request_)


@examples(4)
@given(requests(most=12, methods=[SeatingMethod.FEWEST_MEETINGS]).filter(lambda request: len(request.entrants) > 9))
def test_up_to_twelve_players_have_the_fewest_meetings_possible(request_: SeatingRequest) -> None:
    _compare_with_all(request_)


def _compare_with_all(request_: SeatingRequest) -> None:
    seating = seat(request_)
    teams = by_name(request_) if request_.keep_apart else dict.fromkeys(by_name(request_))
    seated = frozenset(chain.from_iterable(seating.tables))
    sizes = [len(table) for table in seating.tables]
    assert (mates(seating.tables, teams), repeats(seating.tables, request_.meetings)) == min(
        (mates(tables, teams), repeats(tables, request_.meetings)) for tables in all_partitions(seated, sizes)
    )


def test_those_who_have_met_most_sit_out() -> None:
    """Of seven who may equally sit out, three do: those who have met everybody."""
    people = entrants(7)
    meetings = {
        frozenset({one.name, other.name}): 1 for one, other in combinations(people, 2) if one.number in (2, 4, 5)
    }
    request_ = request_for(BOSTON, people, method=SeatingMethod.FEWEST_MEETINGS, meetings=meetings)
    assert seat(request_).out == ("P2", "P4", "P5")


@pytest.mark.parametrize("tables", [*range(4, 14), 25, 100])
def test_in_the_second_round_of_full_tables_nobody_meets_again(tables: int) -> None:
    request_ = request_for(BOSTON, entrants(4 * tables), method=SeatingMethod.FEWEST_MEETINGS, seed=tables)
    first = seat(request_).tables
    second = replace(request_, round=1, meetings=count_meetings([first]))
    assert repeats(seat(second).tables, second.meetings) == 0
    assert repeats(seat(replace(second, first=first)).tables, second.meetings) == 0


@pytest.mark.parametrize(
    ("sizes", "players", "rotate", "rounds"),
    [
        (SKAT, 13, False, 4),
        (SKAT, 15, True, 5),
        (SKAT, 16, True, 5),
        (SKAT, 18, True, 4),
        (SKAT, 18, False, 4),
        (SKAT, 19, True, 5),
        (SKAT, 20, True, 5),
        (SKAT, 21, True, 4),
        (SKAT, 23, True, 6),
        (SKAT, 24, True, 7),
        (SKAT, 27, True, 7),
        (SKAT, 32, True, 9),
        (TAROT, 39, True, 6),
        (SKAT, 40, True, 7),
        (SKAT, 48, True, 8),
        (BOSTON, 100, True, 8),
    ],
)
def test_nobody_meets_again_for_several_rounds(sizes: tuple[int, ...], players: int, rotate: bool, rounds: int) -> None:
    """Where people take turns at odd tables, for fewer of them."""
    asked: dict[str, Any] = {"method": SeatingMethod.FEWEST_MEETINGS, "seed": players, "rotate": rotate}
    seatings = played(request_for(sizes, entrants(players), **asked), rounds)
    assert summary(count_meetings(seating.tables for seating in seatings)).most == 1


@pytest.mark.parametrize("players", [17, 23, 30, 40])
def test_the_only_tables_at_which_nobody_meets_again_are_found(players: int) -> None:
    """Everybody has met everybody else, except for those at certain hidden tables."""
    hidden = seat(request_for(SKAT, entrants(players), method=SeatingMethod.DRAW, seed=1)).tables
    strangers = count_meetings([hidden])
    everybody = count_meetings([[[entrant.name for entrant in entrants(players)]]])
    request_ = request_for(
        SKAT,
        entrants(players),
        method=SeatingMethod.FEWEST_MEETINGS,
        seed=2,
        meetings=everybody - strangers,
    )
    assert {frozenset(table) for table in seat(request_).tables} == {frozenset(table) for table in hidden}


def test_a_late_entry_and_a_withdrawal_do_not_bring_people_together_again() -> None:
    request_ = request_for(SKAT, entrants(24), method=SeatingMethod.FEWEST_MEETINGS, seed=1)
    first = seat(request_).tables
    later = [*request_.entrants[:7], *request_.entrants[8:], Entrant(number=40, name="Zoé")]
    second = replace(request_, round=1, entrants=later, meetings=count_meetings([first]), first=first)
    assert repeats(seat(second).tables, second.meetings) == 0


def test_meetings_that_could_not_be_avoided_are_counted() -> None:
    request_ = request_for(BOSTON, entrants(8), method=SeatingMethod.FEWEST_MEETINGS)
    once, twice = (count_meetings(seating.tables for seating in played(request_, rounds)) for rounds in (1, 2))
    assert (summary(once).most, summary(once).repeated) == (1, 0)
    assert (summary(twice).most, summary(twice).repeated) == (2, 4)


# Cyclic


@pytest.mark.parametrize("tables", [5, 7, 11, 13, 25])
def test_in_a_cyclic_seating_nobody_meets_twice(tables: int) -> None:
    request_ = request_for(SKAT, entrants(4 * tables), method=SeatingMethod.CYCLIC)
    seatings = played(request_, tables)
    for round_, seating in enumerate(seatings):
        for number in range(4 * tables):
            table, place = divmod(number, 4)
            assert seating.tables[(table + place * round_) % tables][place] == f"P{number + 1}"
    assert summary(count_meetings(seating.tables for seating in seatings)).most == 1


@pytest.mark.parametrize("players", [3, 8, 12, 16, 19, 21, 24, 36])
def test_other_numbers_have_no_cyclic_seating(players: int) -> None:
    with pytest.raises(RuleError) as refused:
        seat(request_for(SKAT, entrants(players), method=SeatingMethod.CYCLIC))
    assert (refused.value.code, refused.value.field) == ("unknown_choice", "method")


def test_a_cyclic_seating_needs_the_players_of_the_first_round() -> None:
    request_ = request_for(SKAT, entrants(20), method=SeatingMethod.CYCLIC)
    changed = [*request_.entrants[1:], Entrant(number=21, name="P21")]
    with pytest.raises(RuleError) as refused:
        seat(replace(request_, round=1, first=seat(request_).tables, entrants=changed))
    assert (refused.value.code, refused.value.field) == ("unknown_choice", "method")


def test_a_cyclic_seating_continues_from_the_tables_that_were_played() -> None:
    request_ = request_for(SKAT, entrants(20), method=SeatingMethod.CYCLIC, round=1)
    first = tuple(tuple(f"P{20 - 4 * table - place}" for place in range(4)) for table in range(5))
    assert seat(replace(request_, first=first)).tables[0] == ("P20", "P3", "P6", "P9")


# What is refused


@pytest.mark.parametrize("method", SeatingMethod)
def test_too_few_players_cannot_be_seated(method: SeatingMethod) -> None:
    with pytest.raises(RuleError) as refused:
        seat(request_for(SKAT, entrants(2), method=method, seed=1))
    assert (refused.value.code, refused.value.field) == ("players", "entrants")


def test_tables_for_more_people_than_there_are_cannot_be_filled() -> None:
    with pytest.raises(RuleError) as refused:
        seat(SeatingRequest(sizes=(4, 4), entrants=entrants(7), method=SeatingMethod.RANK))
    assert (refused.value.code, refused.value.field) == ("players", "entrants")
