"""The seat draw of an evening: each one is drawn anew, and different people sit out."""

import random
from collections import Counter

import pytest
from django.utils import timezone

from scorekeeper.desk.pages import seat_draw
from scorekeeper.evenings.models import Round
from tests.desk.club_evening import TWELVE, ClubEvening


@pytest.fixture
def same_lots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the same lots in every run of the test."""
    lots = random.Random(5)  # noqa: S311 - the same draw every time is what a test wants
    monkeypatch.setattr(random, "SystemRandom", lambda: lots)


def keys(club_evening: ClubEvening, names: tuple[str, ...]) -> list[int]:
    return [club_evening.player(name).pk for name in names]


@pytest.mark.django_db
@pytest.mark.usefixtures("same_lots")
def test_drawing_again_gives_another_result() -> None:
    club_evening = ClubEvening()
    people = keys(club_evening, TWELVE)
    draws = [seat_draw.draw_lots(club_evening.evening, people, (4, 4, 4))[0] for _draw in range(5)]
    assert len({frozenset(map(frozenset, tables)) for tables in draws}) == 5


@pytest.mark.django_db
@pytest.mark.usefixtures("same_lots")
def test_nobody_sits_out_twice_in_a_row() -> None:
    club_evening = ClubEvening()
    club_evening.played(*TWELVE[:4])
    club_evening.played(*TWELVE[4:8])
    people = keys(club_evening, TWELVE[:9])
    left = Counter(seat_draw.draw_lots(club_evening.evening, people, (4, 4))[1][0] for _draw in range(200))
    assert sorted(left) == people[:8]
    assert all(10 <= times <= 45 for times in left.values())  # 25 each


@pytest.mark.django_db
@pytest.mark.usefixtures("same_lots")
def test_those_who_played_on_paper_sit_out_first() -> None:
    club_evening = ClubEvening()
    people = keys(club_evening, TWELVE[:9])
    on_paper = club_evening.begin_round()
    Round.objects.update(published_at=timezone.now())
    for place, player in enumerate(people[:4]):
        on_paper.seats.create(table=1, place=place, player_id=player)
    for _draw in range(10):
        (left,) = seat_draw.draw_lots(club_evening.evening, people, (4, 4))[1]
        assert left in people[:4]


@pytest.mark.django_db
@pytest.mark.usefixtures("same_lots")
def test_seats_are_drawn_whoever_has_met() -> None:
    """The first four have met, and one of them is left over; the other three deal as often as anybody else."""
    club_evening = ClubEvening()
    club_evening.played(*TWELVE[:4])
    people = keys(club_evening, TWELVE[:9])
    last: Counter[int] = Counter()
    for _draw in range(400):
        tables, left = seat_draw.draw_lots(club_evening.evening, people, (4, 4))
        assert set(left) < set(people[:4])
        last.update(table[-1] for table in tables)
    assert 265 <= sum(last[key] for key in people[:4]) <= 335  # 300 expected
