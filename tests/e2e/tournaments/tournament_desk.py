"""What people do at the desk of a tournament, in the browser of a laptop, and at its tables."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from scorekeeper.desk.models import TournamentEntry
from scorekeeper.evenings.models import Round
from scorekeeper.play import recording
from scorekeeper.play.models import Role, Session
from tests.e2e.conftest import Phones
from tests.e2e.phones import Phone
from tests.play.tables import device

LAPTOP = {"viewport": {"width": 1180, "height": 820}, "is_mobile": False, "has_touch": False}


def draw_next(page: Page, number: int) -> None:
    """Draw a round, which nobody else sees yet."""
    page.get_by_role("link", name="Rounds", exact=True).click()
    page.get_by_role("button", name=f"Draw round {number}").click()
    expect(page.get_by_role("button", name="Publish the seats")).to_be_visible()
    page.wait_for_load_state()  # until all tables are there


def publish_next(page: Page, number: int) -> Round:
    """Draw and publish a round."""
    draw_next(page, number)
    return publish(page, number)


def publish(page: Page, number: int) -> Round:
    """Publish the round that the page shows as a draft."""
    page.get_by_role("button", name="Publish the seats").click()
    expect(page.get_by_role("button", name="Start the selected tables")).to_be_visible()
    page.wait_for_load_state()
    return Round.objects.get(number=number)


def at_table(round_: Round, table: int) -> list[TournamentEntry]:
    """Return the entries at a table, in seat order."""
    seats = round_.seats.filter(table=table).order_by("place").values_list("player", flat=True)
    entries = {entry.player_id: entry for entry in TournamentEntry.objects.all()}
    return [entries[player] for player in seats]


def start_first_table(page: Page) -> Session:
    """Start table 1 on a phone; the other tables write on paper."""
    for chip in page.get_by_label("on a phone").all()[1:]:
        chip.uncheck(force=True)
    page.get_by_role("button", name="Start the selected tables").click()
    expect(page.get_by_role("link", name="started")).to_be_visible()
    return Session.objects.get()


def joined(phones: Phones, session: Session, name: str) -> Phone:
    """Return the phone of a player who has joined a table."""
    phone, known = phones(), device()
    recording.join(session, device=known, role=Role.SCORER, label=name)
    phone.known_as(known)
    return phone


def open_list(page: Page, table: int) -> None:
    page.get_by_role("link", name="Lists", exact=True).click()
    page.get_by_role("link", name=f"Table {table}", exact=True).click()
