"""The list of the day and the cash of tournaments that were calculated by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from games.registry import find_rules
from scorekeeper.desk import rounds, settlement
from scorekeeper.desk.cash import Purpose, cash_of
from scorekeeper.desk.document import read
from scorekeeper.desk.models import Tournament
from scorekeeper.desk.result.day_list import DayList, MissingLists, day_list
from scorekeeper.desk.stored_result import result_of, version
from scorekeeper.evenings.models import Round
from tests.desk.club_evening import ClubEvening
from tests.desk.club_tournament import pay_fees
from tests.desk.documents import NAMES, examples, table, tournament
from tests.desk.stored import store

WORKED = {example["id"]: example["document"] for example in examples("worked_examples.json")}


def day_of(name: str) -> DayList:
    return day_list(read(WORKED[name], find_rules))


def test_a_line_says_what_the_others_at_the_table_lost() -> None:
    """From the calculation of the example: 8 lost at table 1 and 3 at table 2, less one's own."""
    lines = {line.entry.name: line.rounds[0] for line in day_of("skat-by-the-federation").lines}
    assert {name: (line.table, line.others_lost) for name, line in lines.items()} == {
        "Anne": (1, 7),
        "Bruno": (1, 5),
        "Chloé": (1, 6),
        "David": (1, 6),
        "Emil": (2, 3),
        "Frida": (2, 1),
        "Gustav": (2, 2),
    }


def test_the_check_line_of_a_table_is_that_on_its_sheet() -> None:
    """Σ rounds = Σ points + 50·(Σ won − Σ lost) + (4-table: 3·30, 3-table: 2·40) × Σ lost, as calculated by hand."""
    sums = [
        (sums.table, sums.points, sums.won, sums.lost, sums.premiums, sums.round_points)
        for sums in day_of("skat-by-the-federation").sums
    ]
    assert sums == [
        (1, 1538, 24, 8, 50 * (24 - 8) + 90 * 8, 3058),
        (2, 368, 11, 3, 50 * (11 - 3) + 80 * 3, 1008),
    ]


def test_a_line_has_loss_money_and_prize() -> None:
    """Anne pays 5.00 for the first round and nothing for the second, Bruno 1.00 and 0.50."""
    lines = {line.entry.name: line for line in day_of("loss-money-afresh-in-each-round").lines}
    assert {name: (line.loss_money, line.prize) for name, line in lines.items()} == {
        "Anne": (500, 0),
        "Bruno": (150, 0),
        "Chloé": (0, 1500),
    }


def test_special_prizes_stand_with_those_who_win_them() -> None:
    """Anne and Chloé share 10.01; Chloé has the best place, Anne the last one of the women."""
    lines = {line.entry.name: line for line in day_of("special-prizes").lines}
    special = {name: [(prize.what, cents) for prize, cents in line.special] for name, line in lines.items()}
    assert special == {
        "Anne": [("best_round", 500), ("last", 200)],
        "Bruno": [("best", 300), ("last", 100)],
        "Chloé": [("best_round", 500), ("best", 800)],
        "David": [],
    }


def test_a_missed_round_shows_the_average() -> None:
    day = day_of("missed-average")
    averages = [round_ for line in day.lines for round_ in line.rounds if round_.is_average]
    assert averages
    assert all(round_.table is None and round_.result is None and round_.figure is not None for round_ in averages)


def test_tables_whose_lists_do_not_count_are_missing() -> None:
    first = {"tables": [table(1, NAMES[:4], (1, 2, 3, 4)), table(2, NAMES[4:8])]}
    second = {"tables": [table(1, NAMES[4:8]), table(2, NAMES[:4])]}
    day = day_list(read(tournament(NAMES[:8], rounds=[first, second]), find_rules))
    assert day.missing == (MissingLists(round=1, tables=(2,)), MissingLists(round=2, tables=(1, 2)))
    assert (day.number_missing, day.rounds_to_come) == (3, 3)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("example", "paid", "expected"),
    [
        ("withdrawn", [1, 3], {"paid": 1000, "open": 1000, "loss": 400, "prizes": 1700, "house": 700}),
        (
            "loss-money-afresh-in-each-round",
            [],
            {"paid": 0, "open": 1500, "loss": 650, "prizes": 1500, "house": 650},
        ),
        ("special-prizes", [], {"paid": 0, "open": 0, "loss": 0, "prizes": 2400, "house": -2400}),
    ],
)
def test_the_cash_balances_to_the_cent(example: str, paid: list[int], expected: dict[str, int]) -> None:
    evening = ClubEvening()
    stored = store(WORKED[example], evening.evening)
    if paid:
        pay_fees(stored, *paid)
    cash = cash_of(settlement.latest(evening.evening), stored)
    sums = {column.purpose: column for column in cash.sums}
    cents = {
        "paid": sums[Purpose.FEE].received if Purpose.FEE in sums else 0,
        "open": sums[Purpose.FEE].open if Purpose.FEE in sums else 0,
        "loss": sums[Purpose.LOSS_MONEY].due if Purpose.LOSS_MONEY in sums else 0,
        "prizes": -sums[Purpose.PRIZE].due if Purpose.PRIZE in sums else 0,
        "house": cash.house or 0,
    }
    assert {name: int(amount * 100) for name, amount in cents.items()} == expected
    assert sum(line.owes for line in cash.lines) * 100 == expected["open"] + expected["loss"]
    assert sum(line.gets for line in cash.lines) * 100 == expected["prizes"]


@pytest.mark.django_db
def test_a_result_is_computed_once_for_each_version(monkeypatch: pytest.MonkeyPatch) -> None:
    stored = store(WORKED["withdrawn"], ClubEvening().evening)
    computed: list[Any] = []

    def counted(document: Any) -> DayList:
        computed.append(document)
        return day_list(document)

    monkeypatch.setattr("scorekeeper.desk.stored_result.day_list", counted)
    assert result_of(stored) is result_of(stored)
    assert len(computed) == 1
    before = version(stored)
    stored.evening.rounds.last().lists.update(confirmed_at=None)  # type: ignore[union-attr]
    assert version(stored) != before
    assert result_of(stored).day.number_missing == 1
    assert len(computed) == 2


def swap_seats(stored: Tournament) -> None:
    one, other = stored.evening.rounds.get(number=1).seats.filter(table=1)[:2]
    one.player, other.player = other.player, one.player
    one.delete()
    other.save()
    one.save()


def seat_out(stored: Tournament) -> None:
    stored.evening.rounds.get(number=1).seats.filter(table=1, place=3).update(table=None, place=None)


def confirm_again(stored: Tournament) -> None:
    stored.evening.rounds.get(number=1).lists.update(confirmed_at=timezone.now())


def enter_team(stored: Tournament) -> None:
    stored.entries.filter(number=1).update(team="Damen")


def publish_another(stored: Tournament) -> None:
    rounds.publish(rounds.draft(stored.evening, Round(game=stored.game, rules=stored.rules, seating="fixed"), []))


@pytest.mark.django_db
@pytest.mark.parametrize("change", [swap_seats, seat_out, confirm_again, enter_team, publish_another])
def test_every_change_gives_another_version(change: Callable[[Tournament], None]) -> None:
    stored = store(WORKED["withdrawn"], ClubEvening().evening)
    before = version(stored)
    assert version(stored) == before
    change(stored)
    assert version(stored) != before


@pytest.mark.django_db
def test_a_draft_does_not_change_the_version() -> None:
    stored = store(WORKED["withdrawn"], ClubEvening().evening)
    before = version(stored)
    plan = Round(game=stored.game, rules=stored.rules, seating="fixed")
    rounds.draft(stored.evening, plan, [[entry.player_id for entry in stored.entries.all()]])
    assert version(stored) == before


@pytest.mark.django_db
def test_the_number_of_queries_of_a_version_does_not_grow(django_assert_num_queries: Any) -> None:
    for name, example in (("Small", "before-the-first-round"), ("Large", "skat-by-the-federation")):
        stored = store(WORKED[example], ClubEvening(name).evening)
        with django_assert_num_queries(5):
            version(stored)
