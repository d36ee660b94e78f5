"""Five Tarot partien of four deals with 21 players: four tables of four and one of five, teams kept apart, sealed.

The first table of round 1 plays on a phone, and the second one disputes its list. The other tables' lists are written
by the desk's services, as typing them all would only take time: there, everybody has 0.

Who sits where is a matter of the lot, but not what it comes to. From round 2 on the player who won the first table
takes 100 from each of the others at the table, and nobody else wins or loses anything. So the total of the winner is
297 from the first table + 100 for each one met after it; everybody else has what round 1 brought, −100 for each time
that they met the winner. It is worked by hand, as no published tournament of 21 with all its figures has been found.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from games.scoring.text import number_words
from scorekeeper.desk import lists
from scorekeeper.desk.models import Tournament, TournamentEntry
from scorekeeper.evenings.models import Round
from scorekeeper.play.models import Session
from tests.desk.club_evening import ClubEvening
from tests.desk.club_tournament import enter, make_tournament
from tests.e2e.conftest import Phones
from tests.e2e.phones import choose
from tests.e2e.tournaments.tournament_desk import (
    LAPTOP,
    at_table,
    draw_next,
    joined,
    open_list,
    publish,
    publish_next,
    start_first_table,
)

pytestmark = pytest.mark.django_db(transaction=True)

TEAMS = {
    "Les Atouts": ("Anne Arnaud", "Bruno Braun", "Chloé Clair", "David Dahl"),
    "Le Petit au bout": ("Émile Étienne", "Fanny Faure", "Gaspard Girard", "Hélène Henry"),
    "Garde sans": ("Inès Imbert", "Jules Jacquet", "Karine Klein", "Léo Lambert"),
}
ALONE = (
    *("Marion Mercier", "Noé Nicolas", "Océane Olivier", "Paul Perrin", "Quentin Quéré", "Rose Renard"),
    *("Simon Schmitt", "Théo Thomas", "Ursule Vasseur"),
)
ROUNDS = 5
TERMS: dict[str, Any] = {
    "rounds": ROUNDS,
    "hands": {"4": 4, "5": 4},
    "seating": "fewest_meetings",
    "seed": 21,
    "odd_tables": 5,
    "keep_apart": "team",
    "entry_fee": "5.00",
    "prizes": {"percent": [50, 30, 20]},
}
PRIZES = (5250, 3150, 2100)
"""The percentages of 21 fees, in cents."""
FIRST_TABLE = (297, -283, -67, 53)
"""What the hands of `deals` come to, in seat order; 25 and the difference to the contract, times two for a garde:

seat 0, garde with two bouts and 49 points, made by 8:       +198   −66   −66   −66
seat 1, garde with two bouts and 39 points, lost by 2:        +54  −162   +54   +54
seat 0, prise with one bout and 51 points, made exactly:      +75   −25   −25   −25
seat 3, prise with three bouts and 41 points, made by 5:      −30   −30   −30   +90
"""
SECOND_TABLE = (120, 40, -40, -120)


def deals(names: Sequence[str]) -> list[dict[str, Any]]:
    """Return the deals of the first table; the one that is passed out is not one of the four."""
    return [
        {"call": "passed"},
        {"call": "garde", "taker": names[0], "bouts": 2, "points": 49},
        {"call": "garde", "taker": names[1], "bouts": 2, "points": 39},
        {"call": "prise", "taker": names[0], "bouts": 1, "points": 51},
        {"call": "prise", "taker": names[3], "bouts": 3, "points": 41},
    ]


def make_partien(club: ClubEvening) -> Tournament:
    tournament = make_tournament(club.evening, game="tarot", rules="fft", options={}, terms=TERMS, is_sealed=True)
    team_of = {name: team for team, names in TEAMS.items() for name in names}
    for name in (*team_of, *ALONE):
        enter(tournament, club.player(name), team=team_of.get(name, ""))
    return tournament


def play_and_confirm(phones: Phones, session: Session, names: Sequence[str]) -> None:
    """Play the deals of a table on a phone; two phones agree that it is over, and another player confirms the list."""
    phone, other = (joined(phones, session, name) for name in names[:2])
    phone.sit_down(session)
    played = 0
    for deal in deals(names):
        expect(phone.page.get_by_role("heading", level=1)).to_contain_text(f"Hand {played + 1} of 4")
        phone.fill_in(deal, names)
        phone.record()
        played += deal["call"] != "passed"
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("The round is over")
    phone.page.get_by_role("button", name="Agreed").tap()
    expect(phone.page.locator("#agreement")).to_contain_text(f"Still to agree: {names[1]}")
    other.sit_down(session).get_by_role("button", name="Everybody agrees: close").tap()
    other.page.get_by_role("link", name="Confirm the list of table 1").tap()
    other.page.get_by_role("button", name=f"{names[1]}: the list is right").tap()
    expect(other.page.get_by_text(f"Confirmed by {names[1]}, locked.")).to_be_visible()


def type_list(page: Page, points: Sequence[int]) -> None:
    for place, figure in enumerate(points):
        page.locator(f"[name=points-{place}]").fill(str(figure))
    page.get_by_role("button", name="Save the list").click()


def type_dispute_and_confirm(page: Page, table: int) -> None:
    """Type a list that doesn't sum to zero, correct it, dispute what was saved, and confirm it by the signature."""
    open_list(page, table)
    type_list(page, (SECOND_TABLE[0] + 10, *SECOND_TABLE[1:]))
    expect(page.get_by_text("The points of a table sum to zero; these sum to 10.")).to_be_visible()
    expect(page.locator("[name=points-0]")).to_have_value(str(SECOND_TABLE[0] + 10))
    type_list(page, SECOND_TABLE)
    page.get_by_text("Dispute the list").first.click()
    page.get_by_label("What is wrong").fill("The petit au bout is missing.")
    page.get_by_role("button", name="Dispute the list").click()
    expect(page.get_by_text("The petit au bout is missing.")).to_be_visible()
    page.get_by_text("Type the totals from paper").click()
    type_list(page, SECOND_TABLE)
    page.get_by_role("button", name="I have seen the signature: confirm").click()
    expect(page.get_by_text("with a signature")).to_be_visible()


def write_other_lists(
    tournament: Tournament, round_: Round, winner: TournamentEntry | None = None, *, but: Sequence[int] = ()
) -> None:
    """Write and confirm the lists of the other tables, where the winner takes 100 from each of the others."""
    for table in range(1, 6):
        if table in but:
            continue
        seated = at_table(round_, table)
        others = len(seated) - 1
        amounts = [100 * others if player == winner else -100 if winner in seated else 0 for player in seated]
        results = [{"points": amount} for amount in amounts]
        lists.type_list(tournament, round_, table, results, by="Desk")
        lists.confirm(tournament, round_, table, seen=results, by="Desk", by_signature=True)


def meet_again_by_hand(page: Page, first: Round) -> None:
    """Swap somebody of a draft so that the first two of round 1's first table sit together again."""
    one, other, *_others = (entry.name for entry in at_table(first, 1))
    table = page.locator("section.drawn-table", has_text=one)
    neighbour = next(box for box in table.locator("[name=swap]").all() if not holds(box, one))
    for box in (neighbour, page.get_by_label(other)):
        choose(box)
    page.get_by_role("button", name="Swap the two").click()
    expect(page.locator("section.drawn-table", has_text=one)).to_contain_text("have met in round 1.")
    expect(page.get_by_text(re.compile("pairs? meets? again"))).to_be_visible()


def holds(box: Locator, name: str) -> bool:
    return name in box.locator("xpath=ancestor::label").inner_text()


def seated_tables(*rounds: int) -> list[list[str]]:
    """Return the names at every table of these rounds."""
    return [
        [entry.name for entry in at_table(round_, table)]
        for round_ in Round.objects.filter(number__in=rounds)
        for table in range(1, 6)
    ]


def meetings() -> Counter[tuple[str, str]]:
    """Return how often every pair has sat at one table."""
    tables = seated_tables(*range(1, ROUNDS + 1))
    return Counter(pair for names in tables for pair in combinations(sorted(names), 2))


def totals_by_hand(first: Round) -> Counter[str]:
    """Return the totals as the beginning of this file works them out."""
    totals = Counter({entry.name: 0 for entry in TournamentEntry.objects.all()})
    for table, points in ((1, FIRST_TABLE), (2, SECOND_TABLE)):
        totals.update({entry.name: point for entry, point in zip(at_table(first, table), points, strict=True)})
    winner = at_table(first, 1)[0].name
    for names in seated_tables(*range(2, ROUNDS + 1)):
        if winner in names:
            totals.subtract(dict.fromkeys(names, 100))
            totals[winner] += 100 * len(names)
    return totals


def placed(totals: Counter[str]) -> list[tuple[int, str, str]]:
    """Return places, names and totals in the order of the page; the same total is the same place."""
    numbers = {entry.name: entry.number for entry in TournamentEntry.objects.all()}
    order = sorted(totals, key=lambda name: (-totals[name], numbers.get(name, 0), name))
    better = {total: sum(other > total for other in totals.values()) for total in totals.values()}
    return [(1 + better[totals[name]], name, number_words(totals[name])) for name in order]


def prizes_by_hand(totals: Counter[str]) -> dict[str, str]:
    """Return what everybody wins; those who share a place share its prize and as many after it."""
    prizes = {}
    for name, total in totals.items():
        better, sharing = (sum(other > total for other in totals.values()), list(totals.values()).count(total))
        if cents := sum(PRIZES[better : better + sharing]) // sharing:
            prizes[name] = f"€{cents / 100:.2f}"
    return prizes


def prizes_shown(page: Page) -> dict[str, str]:
    items = page.locator("section[aria-labelledby=prizes-title] li").all()
    return {item.locator("span").inner_text().split(". ")[1]: item.locator("b").inner_text() for item in items}


def shown(page: Page, title: str) -> list[tuple[int, str, str]]:
    page.wait_for_load_state()  # until all rows are there
    rows = page.locator(f"section[aria-labelledby={title}-title] tbody tr").all()
    return [
        (
            int(row.locator("td").first.inner_text()),
            row.locator("summary span").inner_text(),
            row.locator("td.amount").inner_text(),
        )
        for row in rows
    ]


def test_five_partien_of_tarot_from_the_first_draw_to_the_release(phones: Phones) -> None:
    members = (*(name for names in TEAMS.values() for name in names), *ALONE)
    club = ClubEvening(members=members)
    tournament = make_partien(club)
    desk = phones(**LAPTOP)
    desk.known_as(club.device)
    page = desk.open("tournament", club.evening.public_id)

    first = publish_next(page, 1)
    assert [len(at_table(first, table)) for table in range(1, 6)] == [4, 4, 4, 4, 5]
    session = start_first_table(page)
    play_and_confirm(phones, session, [entry.name for entry in at_table(first, 1)])
    type_dispute_and_confirm(page, 2)
    write_other_lists(tournament, first, but=(1, 2))

    winner = at_table(first, 1)[0]
    for number in range(2, ROUNDS):
        write_other_lists(tournament, publish_next(page, number), winner)
    together = {pair for names in TEAMS.values() for pair in combinations(sorted(names), 2)}
    assert not together & meetings().keys(), "no team mates have met"
    draw_next(page, ROUNDS)
    meet_again_by_hand(page, first)
    write_other_lists(tournament, publish(page, ROUNDS), winner)
    assert not Round.objects.filter(seats__table=None).exists(), "nobody sits out"

    # Sealed: neither the club nor the public sees a ranking until the desk releases it.
    page = desk.open("tournament_result", club.evening.public_id)
    page.get_by_text("Public page").click()
    page.get_by_role("button", name="Open the page").click()
    link = page.get_by_label("Link", exact=True).input_value()
    member, stranger = phones(), phones()
    member.known_as(club.watching_phone())
    member.open("tournament_result", club.evening.public_id)
    stranger.page.goto(link)
    for screen in (member.page, stranger.page):
        expect(screen.get_by_text("The result is sealed.")).to_be_visible()
        assert shown(screen, "ranking") == []
    page.get_by_role("button", name="Release the result").click()
    member.page.reload()
    stranger.page.reload()

    totals = totals_by_hand(first)
    teams = Counter({team: sum(totals[name] for name in names) for team, names in TEAMS.items()})
    repeated = sum(times > 1 for times in meetings().values())
    most = max(meetings().values())
    often = "twice" if most == 2 else f"more than once, up to {most} times"
    for screen in (page, member.page, stranger.page):
        expect(screen.locator("section[aria-labelledby=ranking-title] tbody tr")).to_have_count(21)
        assert shown(screen, "ranking") == placed(totals)
        assert shown(screen, "teams") == placed(teams)
        assert prizes_shown(screen) == prizes_by_hand(totals)
        expect(screen.get_by_text(f"sat at the same table {often}.")).to_contain_text(f"{repeated} pair")
    assert totals[winner.name] >= FIRST_TABLE[0] + 4 * 300
    assert len(set(totals.values())) < len(totals), "some share a place"
