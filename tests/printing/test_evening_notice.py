"""The result of an evening for the notice board: each table with its places, and no short list broken by a page."""

from __future__ import annotations

import pytest

from scorekeeper.play.models import Session
from scorekeeper.printing.typesetting import PAPERS
from tests.desk.club_evening import STAKE, TWELVE, ClubEvening
from tests.lowest_wins import let_the_lowest_win
from tests.play.tables import GARDE, PASSED, Scorer
from tests.printing.print_pages import printed
from tests.printing.printed import Printed

pytestmark = pytest.mark.django_db
LOST = {**GARDE, "taker": 3, "points": 33}
"""David's garde with two bouts fails by 8: 66 to each of the others."""


def result(club_evening: ClubEvening, **params: str) -> Printed:
    return printed(
        club_evening.phone, f"/club/evenings/{club_evening.evening.public_id}/print/", what="result", **params
    )


def words_of(notice: Printed) -> str:
    return " ".join(word for page in notice.pages for word in page)


def between(words: str, first: str, then: str = "\0") -> str:
    """Return what is between two titles."""
    assert first in words
    return words.partition(first)[2].partition(then)[0].strip()


def test_tables_are_listed_by_number_whatever_the_game_and_stake() -> None:
    club_evening = ClubEvening()
    first = Scorer(club_evening.start(*TWELVE[:3], game="skat", rules="isko", stake=STAKE * 20))
    first.record(PASSED)
    club_evening.played(*TWELVE[3:7], stake=STAKE / 5)
    club_evening.played(*TWELVE[7:11], game="tarot", hands=3, stake=None)
    Session.objects.filter(pk=first.session.pk).update(table_number=9)
    words = words_of(result(club_evening))
    titles = [
        "Table 2 · French Tarot",
        "Table 3 · French Tarot",
        "Table 9 · Skat, still being played",
        "Balances",
    ]
    assert [words.count(title) for title in titles] == [1, 1, 1, 1]
    assert sorted(titles, key=words.index) == titles


def test_equal_totals_share_a_rank_at_the_table_and_in_money() -> None:
    club_evening = ClubEvening()
    scorer = Scorer(club_evening.start(*TWELVE[:4], stake=STAKE))
    for raw in (GARDE, LOST):
        scorer.record(raw)
    scorer.close()
    words = words_of(result(club_evening))
    assert between(words, "Table 1 · French Tarot Pl. Player Total", "Balances") == (
        "1. Member A +264 2. Member B 0 2. Member C 0 4. Member D −264"
    )
    assert between(words, "Balances Pl. Player At the tables Gets or pays", "Who pays whom") == (
        "1. Member A +€13.20 +€13.20 2. Member B €0.00 €0.00 2. Member C €0.00 €0.00 4. Member D −€13.20 −€13.20"
    )


def test_a_game_played_at_several_tables_has_a_combined_list() -> None:
    club_evening = ClubEvening()
    club_evening.played(*TWELVE[:4])
    club_evening.played(*TWELVE[4:8], hands=2)
    club_evening.played(TWELVE[0], *TWELVE[8:11])
    words = words_of(result(club_evening))
    assert between(words, "French Tarot, all tables Pl. Player Total", "Table 1 ·").startswith(
        "1. Member A +396 1. Member E +396 3. Member B −66 3. Member C −66 3. Member D −66 3. Member I −66"
    )
    only = ClubEvening("Only one")
    only.played(*TWELVE[:4])
    assert "all tables" not in words_of(result(only))


@pytest.mark.parametrize("paper", PAPERS)
def test_a_table_is_kept_on_one_page_and_a_long_list_repeats_its_heading(paper: str) -> None:
    people = tuple(f"Member-{number}" for number in range(28))
    club_evening = ClubEvening(members=people)
    for first in range(0, 28, 4):
        club_evening.played(*people[first : first + 4])
    pages = [" ".join(page) for page in result(club_evening, paper=paper).pages]
    assert len(pages) > 1
    for number in range(7):
        title, last = f"Table {number + 1} · French Tarot", f"Member-{4 * number + 3} −66"
        (page,) = (page for page in pages if title in page)
        assert last in page.partition(title)[2].partition("Table")[0]
    money = [page for page in pages if "€9.90" in page or "−€3.30 −€3.30" in page]
    assert all("Balances Pl. Player At the tables Gets or pays" in page for page in money)
    payments = [page for page in pages if "→" in page]
    assert all("Who pays whom" in page for page in payments)


def test_the_lowest_total_is_first_at_its_table_and_over_all_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Member A has 198 and then 396, the worst totals; the others −66 or −132. By difference that is four times."""
    let_the_lowest_win(monkeypatch)
    club_evening = ClubEvening()
    club_evening.played(*TWELVE[:4])
    club_evening.played(TWELVE[0], *TWELVE[4:7], hands=2)
    words = words_of(result(club_evening))
    first = between(words, "Table 1 · French Tarot, the lowest total wins Pl. Player Total", "Table 2")
    assert first == "1. Member B −66 1. Member C −66 1. Member D −66 4. Member A +198"
    over_all = between(words, "French Tarot, all tables Pl. Player Total", "Table 1 ·")
    assert over_all.startswith("1. Member E +528 1. Member F +528 1. Member G +528 4. Member B +264")
    assert over_all.endswith("7. Member A −2376")
    assert "Where the lowest total wins, a result is the sum of all totals at the table" in words
