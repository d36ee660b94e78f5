"""Totals that do not sum to zero are paid by difference: player i gets (n·Tᵢ − ΣT) × stake."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import pytest

from games.scoring.types import CORRECTION
from scorekeeper.desk import settlement
from scorekeeper.play import queries
from scorekeeper.play.formatting import notation_of_session
from scorekeeper.play.ledger import session_ledger
from scorekeeper.play.pages.summary import Summary, summary
from tests.api.api_client import Program
from tests.clubs.clubs import SampleClub, signed_in
from tests.desk.club_evening import ClubEvening
from tests.files.spreadsheets.spreadsheet_files import csv_rows, fetched
from tests.play.browsers import browser, words_of
from tests.play.tables import FOUR, GARDE, Scorer
from tests.printing.print_pages import printed

pytestmark = pytest.mark.django_db

LIST = (912, 131, 400, -50)
"""Anne, Bruno, Chloé, David. n·T − ΣT with n = 4 and ΣT = 1393:

Anne 3648 − 1393 = 2255, Bruno 524 − 1393 = −869, Chloé 1600 − 1393 = 207, David −200 − 1393 = −1593; together 0.
"""


def listed(*totals: int) -> Mapping[str, Any]:
    """A whole list played elsewhere, entered as one correction."""
    return {"call": CORRECTION, "amounts": {str(seat): total for seat, total in enumerate(totals)}, "note": "list"}


def skat(
    totals: tuple[int, ...] = LIST, stake: str | None = "0.01", *, sample_club: SampleClub | None = None, **changes: Any
) -> Scorer:
    names = FOUR[: len(totals)]
    arguments = {"game": "skat", "rules": "isko", "players": names, "stake": stake and Decimal(stake), **changes}
    scorer = sample_club.table(*arguments.pop("players"), **arguments) if sample_club else Scorer(**arguments)
    scorer.record(listed(*totals))
    return scorer


def found(scorer: Scorer) -> Summary:
    session = scorer.session
    plain = notation_of_session(session, in_counters=False)
    return summary(session, session_ledger(session), plain, queries.settlement(session))


def paid(scorer: Scorer) -> list[tuple[str | None, str | None, str]] | None:
    payments = found(scorer).payments
    return None if payments is None else [(payment.debtor, payment.creditor, payment.money) for payment in payments]


@pytest.mark.parametrize("closed", [False, True], ids=["open", "closed"])
def test_a_skat_list_is_settled_by_difference(closed: bool) -> None:
    scorer = skat()
    if closed:
        scorer.close()
    assert [(line.name, line.total, line.money) for line in found(scorer).ranking] == [
        ("Anne", 912, "€22.55"),
        ("Chloé", 400, "€2.07"),
        ("Bruno", 131, "−€8.69"),
        ("David", -50, "−€15.93"),
    ]
    # Three payments among four people: the largest debt goes to the largest claim first.
    assert paid(scorer) == [("Bruno", "Anne", "€6.62"), ("Bruno", "Chloé", "€2.07"), ("David", "Anne", "€15.93")]


def test_each_gain_is_derived_from_the_totals() -> None:
    assert [
        (difference.name, difference.term, difference.gain, difference.money)
        for difference in found(skat()).differences
    ] == [
        ("Anne", "4 × 912 − 1393", 2255, "+€22.55"),
        ("Bruno", "4 × 131 − 1393", -869, "−€8.69"),
        ("Chloé", "4 × 400 − 1393", 207, "+€2.07"),
        ("David", "4 × (−50) − 1393", -1593, "−€15.93"),
    ]


def test_amounts_of_three_players_are_whole_cents_that_sum_to_zero_at_any_stake() -> None:
    """The book's list: −7, 88 and 19 settle as −121, 164 and −43; at 0.0125 that is −1.5125, 2.05 and −0.5375.

    Rounded down to whole cents, −1.52, 2.05 and −0.54 lack one cent. It goes to the player who lost most by rounding:
    0.0075.
    """
    scorer = skat((-7, 88, 19), "0.0125")
    assert [difference.gain for difference in found(scorer).differences] == [-121, 164, -43]
    assert paid(scorer) == [("Anne", "Bruno", "€1.51"), ("Chloé", "Bruno", "€0.54")]
    assert {line.name: line.money for line in found(scorer).ranking}["Bruno"] == "€2.05"


def test_without_a_stake_nobody_pays() -> None:
    scorer = skat(stake=None)
    scorer.close()
    assert (paid(scorer), found(scorer).differences) == (None, [])
    assert "No stake was agreed, so nobody pays." in words_of(browser(scorer).get(url(scorer)))


def test_equal_totals_owe_nothing() -> None:
    scorer = skat((30, 30, 30))
    assert paid(scorer) == []
    assert {line.money for line in found(scorer).ranking} == {"€0.00"}


def url(scorer: Scorer) -> str:
    return f"/s/{scorer.session.public_id}/"


def test_the_page_of_a_closed_session_lists_payments_with_their_derivation() -> None:
    scorer = skat()
    scorer.close()
    words = words_of(browser(scorer).get(url(scorer)))
    assert "Bruno pays Anne €6.62" in words
    assert "pays Anne €15.93" in words
    assert "David 4 × (−50) − 1393 −1593 −€15.93" in words


def test_a_zero_sum_game_is_settled_by_its_totals() -> None:
    scorer = Scorer(stake=Decimal("0.05"))
    scorer.record(GARDE)
    assert paid(scorer) == [(name, "Anne", "€3.30") for name in FOUR[1:]]
    assert found(scorer).differences == []


# The evening


def test_an_evening_settles_a_list_together_with_its_other_tables() -> None:
    """A garde at 0.05 gives Anne 9.90 from three others; with the list Anne has 32.45, Bruno −11.99 …"""
    club_evening = ClubEvening(members=FOUR)
    club_evening.played(*FOUR)
    skat(sample_club=club_evening).close()
    done = club_evening.settle()
    assert {balance.name: str(balance.amount) for balance in done.balances} == {
        "Anne": "32.45",
        "Bruno": "-11.99",
        "Chloé": "-1.23",
        "David": "-19.23",
    }
    assert len(done.rows) == 3
    assert sum(row.money or 0 for row in done.rows) == Decimal("32.45")


def test_the_settlement_page_derives_the_amounts() -> None:
    club_evening = ClubEvening(members=FOUR)
    skat(sample_club=club_evening).close()
    address = f"/club/evenings/{club_evening.evening.public_id}/cash/"
    assert "Anne 4 × 912 − 1393 +2255 +€22.55" in words_of(club_evening.phone.get(address))
    assert "pays Anne €15.93" in words_of(club_evening.phone.get(address))


def test_an_open_list_counts_in_money_on_the_evening_page() -> None:
    club_evening = ClubEvening(members=FOUR)
    skat(sample_club=club_evening)
    words = words_of(club_evening.phone.get(f"/club/evenings/{club_evening.evening.public_id}/"))
    assert "+€22.55" in words


def test_an_evening_settled_before_without_its_list_is_unchanged() -> None:
    """As before lists were paid: what was settled then has been paid, and is not changed afterwards."""
    club_evening = ClubEvening(members=FOUR)
    scorer = skat(sample_club=club_evening, stake=None)
    scorer.close()
    club_evening.settle()
    scorer.session.settlements.update(stake=Decimal("0.01"))
    club_evening.evening.refresh_from_db()
    (table,) = settlement.tables_of(club_evening.evening, settlement.sessions_of(club_evening.evening))
    assert (table.money, str(table.why_not)) == (None, "the settlement does not include it")
    assert "22.55" not in words_of(club_evening.phone.get(f"/club/evenings/{club_evening.evening.public_id}/"))


def test_other_rules_are_compared_in_money_by_difference() -> None:
    scorer = skat()
    words = words_of(browser(scorer).get(f"{url(scorer)}what-if/", {"rules": "isko", "option-contra": "yes"}))
    assert "€22.55" in words
    assert "€9.12" not in words


# Paper, files and the API


def test_the_printed_sheet_lists_payments_with_their_derivation() -> None:
    scorer = skat()
    sheet = printed(browser(scorer), f"{url(scorer)}print/")
    assert sheet.has("Bruno → Anne €6.62")
    assert sheet.has("David 4 × (−50) − 1393 −1593 −€15.93")


def test_results_are_exported_with_amounts_by_difference() -> None:
    sample_club = SampleClub(members=FOUR)
    skat(sample_club=sample_club).close()
    rows = csv_rows(fetched(signed_in(sample_club.organiser()), "results.csv"))
    assert [[row[8], row[11], *row[14:18]] for row in rows] == [
        ["Name", "Total", "Stake", "Currency", "Money", "Paid by difference"],
        ["Anne", "912", "0.01", "€", "22.55", "2255"],
        ["Bruno", "131", "0.01", "€", "-8.69", "-869"],
        ["Chloé", "400", "0.01", "€", "2.07", "207"],
        ["David", "-50", "0.01", "€", "-15.93", "-1593"],
    ]


def test_the_api_returns_the_amounts_and_their_derivation() -> None:
    sample_club = SampleClub(members=FOUR)
    scorer = skat(sample_club=sample_club)
    program = Program(sample_club.club)

    def players_in_api() -> list[tuple[Any, ...]]:
        players = program.get_json(f"sessions/{scorer.session.public_id}")["players"]
        return [(player["name"], player["total"], player["gain"], player["money"]) for player in players]

    assert players_in_api()[0] == ("Anne", 912, None, None)
    scorer.close()
    assert players_in_api() == [
        ("Anne", 912, 2255, "22.55"),
        ("Bruno", 131, -869, "-8.69"),
        ("Chloé", 400, 207, "2.07"),
        ("David", -50, -1593, "-15.93"),
    ]
    assert "transfers" not in program.get_json(f"sessions/{scorer.session.public_id}/ledger")
