"""A whole Preisskat: 23 entries, two Serien, a late entry, one who leaves, a list on paper, a dispute, and the prizes.

What is entered and decided goes through the pages; the other tables' lists are written by the desk's services, as
typing the totals of every table would only take time.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import FilePayload, Page, expect

from scorekeeper.desk import lists
from scorekeeper.desk.models import Tournament
from scorekeeper.evenings.models import Round
from scorekeeper.play import recording
from scorekeeper.play.models import Session
from scorekeeper.play.recording.write import Write
from tests.desk.club_evening import ClubEvening
from tests.desk.club_tournament import PREISSKAT, make_tournament
from tests.e2e.conftest import Phones
from tests.e2e.phones import pdf_of
from tests.e2e.tournaments.tournament_desk import LAPTOP, at_table, joined, open_list, publish_next, start_first_table
from tests.play.tables import device

pytestmark = pytest.mark.django_db(transaction=True)

BY_FILE = (
    *("Anne Arnaud", "Bernd Vogt", "Chloé Clair", "Dieter Dahl", "Erika Ernst", "Frida Fuchs", "Gustav Groß"),
    *("Hannelore Hirsch", "Ida Iversen", "Jürgen Jäger", "Käthe Kowalski", "Ludwig Lang", "Mehmet Yılmaz"),
    *("Nora Neumann", "Otto Oberhuber", "Paula Petersen", "Quirin Quast", "Rosa Richter", "Stefan Sommer"),
    *("Tilda Thoma", "Uschi Urban", "Viktor Vogel"),
)
BY_LINK = "Wolfgang Schulze-Niederdorf"
LATE = "Xaver Xylander"
SUIT = {"call": "suit", "suit": "clubs", "card_points": 72, "bid": 18, "matadors": 1}


def enter_all(page: Page, phones: Phones) -> None:
    """Enter 22 players from a file and the last one by the sign-up link."""
    rows = "\n".join(["Name", *BY_FILE])
    page.get_by_text("Several at once").click()
    file = FilePayload(name="entries.csv", mimeType="text/csv", buffer=rows.encode())
    page.get_by_label("Or a file").set_input_files(file)
    page.get_by_role("button", name="Read the file").click()
    expect(page.get_by_label("One line each")).to_have_value(re.compile(BY_FILE[-1]))
    page.get_by_role("button", name="Enter all").click()
    expect(page.get_by_role("heading", name="22 entries")).to_be_visible()
    page.get_by_role("link", name="Sign-up link").click()
    page.get_by_role("button", name="Open the link").click()
    player = phones().page
    player.goto(page.get_by_label("Link", exact=True).input_value())
    player.get_by_label("First and last name").fill(BY_LINK)
    player.get_by_role("button", name="Sign up").tap()
    expect(player.get_by_role("button", name=f"Take back the sign-up of {BY_LINK}")).to_be_visible()
    page.get_by_role("link", name="Entries").first.click()
    page.get_by_role("button", name=f"Confirm {BY_LINK}").click()
    player.reload()
    expect(player.get_by_text("You are number 23")).to_be_visible()


def play_and_confirm(phones: Phones, session: Session, names: Sequence[str]) -> None:
    """Play the one hand of a table, close it when everybody agrees, and let a second player confirm the list."""
    phone, other = (joined(phones, session, name) for name in names[:2])
    access = session.accesses.get(label=names[0])
    write = Write(session, access, session.revision, device())
    recording.record(write, raw={**SUIT, "declarer": 0})
    phone.sit_down(session).get_by_role("button", name="Agreed").tap()
    expect(phone.page.locator("#agreement")).to_contain_text(f"Still to agree: {names[1]}")
    other.sit_down(session).get_by_role("button", name="Everybody agrees: close").tap()
    other.page.get_by_role("link", name="Confirm the list of table 1").tap()
    other.page.get_by_role("button", name=f"{names[1]}: the list is right").tap()
    expect(other.page.get_by_text(f"Confirmed by {names[1]}, locked.")).to_be_visible()


def type_from_paper(page: Page, rows: Sequence[tuple[int, int, int]], check: int) -> None:
    for place, row in enumerate(rows):
        for column, figure in zip(("points", "won", "lost"), row, strict=True):
            page.locator(f"[name={column}-{place}]").fill(str(figure))
    page.get_by_label("Check line on the paper").fill(str(check))
    page.get_by_role("button", name="Save the list").click()


def dispute_correct_and_confirm(page: Page, table: int) -> None:
    """Type a list with a wrong check line, dispute what was saved, correct it, and confirm it by the signature.

    The first player at a table of four lost one game of 20 points: 20 − 50, and 30 for each of the others, which makes
    −40 − 50 + 3 · 30 = 0 with the points below.
    """
    open_list(page, table)
    rows = [(-40, 0, 1), (0, 0, 0), (0, 0, 0), (0, 0, 0)]
    type_from_paper(page, rows, check=40)
    expect(page.get_by_text("The figures above add up to 0.")).to_be_visible()
    page.get_by_label("Check line on the paper").fill("0")
    page.get_by_role("button", name="Save the list").click()
    page.get_by_text("Dispute the list").first.click()
    page.get_by_label("What is wrong").fill("The game was worth 20.")
    page.get_by_role("button", name="Dispute the list").click()
    expect(page.get_by_text("The game was worth 20.")).to_be_visible()
    page.get_by_text("Type the totals from paper").click()
    page.get_by_role("button", name="Save the list").click()
    page.get_by_role("button", name="I have seen the signature: confirm").click()
    expect(page.get_by_text("with a signature")).to_be_visible()


def write_other_lists(tournament: Tournament, round_: Round, *, but: Sequence[int] = ()) -> None:
    """Write and confirm the lists of the other tables, at which nobody won or lost a game.

    Everybody has ten points less for each start number: 990, 980, 970 …
    """
    tables = {seat.table for seat in round_.seats.all() if seat.table is not None} - set(but)
    for table in sorted(tables):
        results = [{"points": 1000 - 10 * entry.number, "won": 0, "lost": 0} for entry in at_table(round_, table)]
        lists.type_list(tournament, round_, table, results, by="Desk")
        lists.confirm(tournament, round_, table, seen=results, by="Desk", by_signature=True)


def wins_and_prizes(page: Page, best: Sequence[tuple[str, int]]) -> None:
    """Check the result: the best three who have stayed share 24 fees and the 0.50 of the lost game, 240.50 in all.

    They win 50, 30 and 20 per cent of it.
    """
    page.get_by_role("link", name="Result", exact=True).click()
    rows = page.locator(".ranking tbody tr")
    expect(rows).to_have_count(24)
    for row, (name, total), prize in zip(rows.all(), best, ("€120.25", "€72.15", "€48.10"), strict=False):
        for words in (name, f"{total}", prize):
            expect(row).to_contain_text(words)
    expect(rows.last).to_contain_text("withdrawn")


def is_released_and_public(page: Page, phones: Phones, club: ClubEvening, winner: str) -> None:
    """Check that a phone of the club sees no result until it is released, and that a stranger sees it by the link."""
    watcher = phones()
    watcher.known_as(club.watching_phone())
    page.get_by_role("button", name="Seal the result").click()
    expect(page.get_by_role("button", name="Release the result")).to_be_visible()
    watcher.open("tournament_result", club.evening.public_id)
    expect(watcher.page.locator(".ranking")).to_have_count(0)
    page.get_by_role("button", name="Release the result").click()
    expect(page.get_by_role("button", name="Seal the result")).to_be_visible()
    expect(watcher.page.locator(".ranking tbody tr").first).to_contain_text(winner)
    page.get_by_text("Public page").click()
    page.get_by_role("button", name="Open the page").click()
    stranger = phones().page
    stranger.goto(page.get_by_label("Link", exact=True).input_value())
    expect(stranger.locator(".ranking tbody tr").first).to_contain_text(winner)


def balances(page: Page) -> None:
    """Check the cash: nobody has paid a fee yet, and nothing remains for the house."""
    page.get_by_role("link", name="Cash", exact=True).click()
    for label, figures in (
        ("Entry fee", "€240.00 €0.00 €240.00"),
        ("Loss money", "€0.50 €0.00 €0.50"),
        ("Prize", "−€240.50 €0.00 −€240.50"),
        ("In the box", "€0.00 €0.00 €0.00"),
    ):
        expect(page.get_by_role("row", name=f"{label} {figures}")).to_be_visible()
    expect(page.locator("#cash .totals")).to_contain_text("Remains for the house €0.00")


def test_a_preisskat_from_the_entries_to_the_prizes(phones: Phones) -> None:
    club = ClubEvening(members=BY_FILE[:2])
    tournament = make_tournament(club.evening, terms={**PREISSKAT, "hands": {"4": 1, "3": 1}})
    desk = phones(**LAPTOP)
    desk.known_as(club.device)
    page = desk.open("tournament", club.evening.public_id)
    enter_all(page, phones)

    # Table 1 plays on a phone, table 2 is disputed, the others write on paper.
    desk.open("tournament", club.evening.public_id)
    first = publish_next(page, 1)
    session = start_first_table(page)
    play_and_confirm(phones, session, [entry.name for entry in at_table(first, 1)])
    dispute_correct_and_confirm(page, 2)
    write_other_lists(tournament, first, but=(1, 2))

    # One comes late, and the leader leaves.
    page.get_by_role("link", name="Entries", exact=True).click()
    page.get_by_label("Name", exact=True).fill(LATE)
    page.get_by_role("button", name="Enter", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("number 24")
    elsewhere = {entry.number for table in (1, 2) for entry in at_table(first, table)}
    leading = [number for number in range(1, 24) if number not in elsewhere]
    page.locator(".entry__name", has_text=BY_FILE[leading[0] - 1]).click()
    page.get_by_label("The last round that they play").select_option("1")
    page.get_by_role("button", name="Withdraw", exact=True).click()

    # The second round is by rank: the best four who are left meet at table 1.
    second = publish_next(page, 2)
    assert [entry.number for entry in at_table(second, 1)] == leading[1:5]
    write_other_lists(tournament, second)
    wins_and_prizes(page, [(BY_FILE[number - 1], 2000 - 20 * number) for number in leading[1:4]])
    winner = BY_FILE[leading[1] - 1]
    page.get_by_role("link", name="Print the result").click()
    assert pdf_of(desk).has(winner)
    page.get_by_role("link", name="Result", exact=True).click()
    is_released_and_public(page, phones, club, winner)
    balances(page)
