"""Rounds of an evening: drafted, swapped, published, and their tables started."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.scoring.errors import Code, RuleError
from scorekeeper.clubs.models import AuditEntry
from scorekeeper.desk import attendance, rounds
from scorekeeper.desk.audit_notes import in_words
from scorekeeper.evenings.models import Evening, Round
from scorekeeper.play.errors import ConflictError, NotThereError
from scorekeeper.play.models import Session
from tests.desk.club_evening import TWELVE, ClubEvening
from tests.desk.club_tournament import make_tournament
from tests.desk.rounds.club_rounds import drafted, keys, plan, published, seven, start

pytestmark = pytest.mark.django_db


@pytest.fixture
def club_evening() -> ClubEvening:
    evening = ClubEvening()
    for name in TWELVE:
        attendance.check_in(evening.evening, name=name)
    return evening


def seated(round_: Round) -> dict[str, tuple[int, int] | None]:
    """Return where everybody sits, by the letter of the name: table and place, or None for sitting out."""
    return {
        seat.player.name[-1]: None if seat.table is None or seat.place is None else (seat.table, seat.place)
        for seat in round_.seats.select_related("player")
    }


SEATED = {
    "A": (1, 0),
    "B": (1, 1),
    "C": (1, 2),
    "D": (1, 3),
    "E": (2, 0),
    "F": (2, 1),
    "G": (2, 2),
    "H": None,
}


def test_nothing_is_drawn_at_an_evening_that_has_become_a_tournament(club_evening: ClubEvening) -> None:
    drawn = club_evening.evening
    make_tournament(Evening.objects.get(pk=drawn.pk))
    with pytest.raises(ConflictError):
        rounds.draw(drawn, plan(), *seven(club_evening))
    assert Round.objects.count() == 0


def test_a_draft_can_be_discarded_twice_but_no_published_round(club_evening: ClubEvening) -> None:
    round_ = drafted(club_evening)
    rounds.discard(round_)
    rounds.discard(round_)
    assert Round.objects.count() == 0
    with pytest.raises(ConflictError):
        rounds.discard(published(club_evening))


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("A", "F", {"A": (2, 1), "F": (1, 0)}),
        ("A", "B", {"A": (1, 1), "B": (1, 0)}),
        ("G", "H", {"G": None, "H": (2, 2)}),
    ],
    ids=["two tables", "one table", "one sits out"],
)
def test_two_players_swap_their_seats(
    club_evening: ClubEvening, one: str, other: str, expected: dict[str, tuple[int, int] | None]
) -> None:
    round_ = drafted(club_evening)
    rounds.swap(round_, *keys(club_evening, f"Member {one}", f"Member {other}"))
    assert seated(round_) == {**SEATED, **expected}


def test_a_published_round_is_swapped_only_with_a_reason_which_the_audit_log_keeps(club_evening: ClubEvening) -> None:
    round_ = published(club_evening)
    two = keys(club_evening, TWELVE[0], TWELVE[4])
    with pytest.raises(RuleError) as refused:
        rounds.swap(round_, *two, reason=" ")
    assert (refused.value.code, refused.value.field) == (Code.REQUIRED, "reason")
    rounds.swap(round_, *two, reason="Wheelchair", by="Rosa")
    entry = AuditEntry.objects.latest("pk")
    assert (entry.who, in_words(entry)) == ("Rosa", "swapped Member A and Member E in round 1: Wheelchair")


@pytest.mark.parametrize(
    ("missing", "instead", "expected"),
    [
        ("B", None, {"A": (1, 0), "C": (1, 1), "D": (1, 2)}),
        ("B", "H", {"H": (1, 1)}),
        ("B", "I", {"I": (1, 1)}),
        ("E", "H", {"H": (2, 0)}),
        ("H", None, {}),
    ],
    ids=["a table of three", "who sits out", "who was late", "at the table of three", "who sits out does not come"],
)
def test_an_absent_player_is_replaced_or_the_table_gets_smaller(
    club_evening: ClubEvening, missing: str, instead: str | None, expected: dict[str, tuple[int, int]]
) -> None:
    round_ = published(club_evening)
    other = keys(club_evening, f"Member {instead}")[0] if instead else None
    rounds.did_not_come(round_, *keys(club_evening, f"Member {missing}"), instead=other, reason="Ill", by="Rosa")
    others = {name: seat for name, seat in SEATED.items() if name != missing}
    assert seated(round_) == {**others, **expected}
    entry = AuditEntry.objects.latest("pk")
    there = f" and seated Member {instead} instead" if instead else ""
    assert in_words(entry) == f"noted that Member {missing} did not come to round 1{there}: Ill"


def test_a_table_that_is_too_small_says_what_to_do_and_stays(club_evening: ClubEvening) -> None:
    round_ = published(club_evening)
    with pytest.raises(RuleError, match="Table 2 can’t play with 2") as refused:
        rounds.did_not_come(round_, *keys(club_evening, TWELVE[4]), reason="Ill")
    assert (refused.value.code, refused.value.field) == (Code.PLAYERS, "swap")
    assert seated(round_) == SEATED


def test_after_publication_removal_needs_a_reason_and_a_table_that_has_not_begun(club_evening: ClubEvening) -> None:
    round_ = published(club_evening)
    anne = keys(club_evening, TWELVE[0])[0]
    with pytest.raises(RuleError) as refused:
        rounds.did_not_come(round_, anne)
    assert (refused.value.code, refused.value.field) == (Code.REQUIRED, "reason")
    start(club_evening, round_, 1)
    with pytest.raises(RuleError, match="Table 1 has started") as refused:
        rounds.did_not_come(round_, anne, reason="Ill")
    assert seated(round_) == SEATED


@pytest.mark.parametrize("instead", ["E", "A"], ids=["who sits elsewhere", "the same"])
def test_only_players_without_a_seat_get_one(club_evening: ClubEvening, instead: str) -> None:
    round_ = drafted(club_evening)
    with pytest.raises(NotThereError):
        rounds.did_not_come(round_, *keys(club_evening, TWELVE[0]), instead=keys(club_evening, f"Member {instead}")[0])
    assert seated(round_) == SEATED


def test_players_of_a_table_that_has_begun_are_not_swapped(club_evening: ClubEvening) -> None:
    round_ = published(club_evening)
    start(club_evening, round_, 2)
    with pytest.raises(RuleError) as refused:
        rounds.swap(round_, *keys(club_evening, TWELVE[0], TWELVE[4]), reason="Late")
    assert (refused.value.code, refused.value.field) == (Code.IMPOSSIBLE, "swap")
    rounds.swap(round_, *keys(club_evening, TWELVE[0], TWELVE[1]), reason="Late")


@pytest.mark.parametrize(
    ("name", "expected"), [("H", {"H": (2, 3)}), ("I", {"I": (2, 3)})], ids=["one who sits out", "a late entry"]
)
def test_somebody_without_a_seat_gets_the_free_one(
    club_evening: ClubEvening, name: str, expected: dict[str, tuple[int, int]]
) -> None:
    round_ = drafted(club_evening)
    rounds.seat(round_, club_evening.player(f"Member {name}").pk, 2)
    assert seated(round_) == {**SEATED, **expected}


def test_a_published_round_gets_a_late_entry_only_with_a_reason_which_the_audit_log_keeps(
    club_evening: ClubEvening,
) -> None:
    round_ = published(club_evening)
    (late,) = keys(club_evening, TWELVE[8])
    with pytest.raises(RuleError) as refused:
        rounds.seat(round_, late, 2)
    assert (refused.value.code, refused.value.field) == (Code.REQUIRED, "reason")
    rounds.seat(round_, late, 2, reason="The train", by="Rosa")
    entry = AuditEntry.objects.latest("pk")
    assert (entry.who, in_words(entry)) == ("Rosa", "seated Member I at table 2 of round 1: The train")


def test_neither_a_full_table_nor_one_that_has_begun_takes_anybody(club_evening: ClubEvening) -> None:
    round_ = published(club_evening)
    start(club_evening, round_, 2)
    (late,) = keys(club_evening, TWELVE[8])
    for table, code in ((1, Code.PLAYERS), (2, Code.IMPOSSIBLE)):
        with pytest.raises(RuleError) as refused:
            rounds.seat(round_, late, table, reason="Late")
        assert (refused.value.code, refused.value.field) == (code, "table")


def test_nobody_gets_two_seats_or_one_at_a_table_that_is_not_there(club_evening: ClubEvening) -> None:
    round_ = drafted(club_evening)
    for player, table in ((TWELVE[0], 2), (TWELVE[8], 3)):
        with pytest.raises(NotThereError):
            rounds.seat(round_, club_evening.player(player).pk, table)


def test_seats_that_have_changed_since_they_were_looked_at_are_not_published(club_evening: ClubEvening) -> None:
    round_ = drafted(club_evening)
    seen = rounds.version(round_)
    rounds.swap(round_, *keys(club_evening, TWELVE[0], TWELVE[4]))
    with pytest.raises(ConflictError):
        rounds.publish(round_, seen=seen)
    rounds.discard(round_)
    again = drafted(club_evening)
    with pytest.raises(ConflictError):
        rounds.publish(again, seen=seen)


def test_no_table_of_a_tournaments_draft_is_started(club_evening: ClubEvening) -> None:
    make_tournament(club_evening.evening)
    with pytest.raises(ConflictError):
        start(club_evening, drafted(club_evening))
    assert Session.objects.count() == 0


def test_a_clock_keeps_running_if_its_form_is_sent_again(
    club_evening: ClubEvening, monkeypatch: pytest.MonkeyPatch
) -> None:
    round_, now = published(club_evening), timezone.now()
    starts = []
    for seconds, minutes in ((0, 90), (5, 90), (6, 60), (60, 60)):
        monkeypatch.setattr(timezone, "now", lambda at=seconds: now + timedelta(seconds=at))
        started = rounds.start_clock(round_, minutes).clock_started_at
        assert started
        starts.append((started - now).total_seconds())
    assert starts == [0, 0, 6, 60]
