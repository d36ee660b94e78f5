"""An organiser imports a list of members: its errors, the preview, and the result."""

from __future__ import annotations

import pytest
from playwright.sync_api import FilePayload, expect

from tests.clubs.clubs import SampleClub
from tests.e2e.conftest import Phones
from tests.e2e.page_checks import violations
from tests.e2e.panel import sign_in, wide
from tests.e2e.phones import Phone

pytestmark = pytest.mark.django_db(transaction=True)

ROWS = "Name;Nickname;Guest\nAnne Arnaud;;no\nBruno Braun;Bru;no\nChloe Clair;;no\n"
RIGHT = f"{ROWS}=1+1;Formula;yes\nAnne Arnoud;;no\n"
LONG = "Wilhelmine Maximiliane von Hohenzollern-Sigmaringen-Hechingen"


def choose(phone: Phone, text: str) -> None:
    """Upload a file and view the preview."""
    file = FilePayload(name="members.csv", mimeType="text/csv", buffer=text.encode())
    phone.page.get_by_label("File (CSV or XLSX)").set_input_files(file)
    with phone.page.expect_navigation():
        phone.page.get_by_role("button", name="Check the file").click()


def looked_at(phone: Phone) -> list[str]:
    """Return what axe finds, if scripts run, and what is wider than the screen."""
    return (violations(phone.page) if phone.javascript else []) + wide(phone)


def test_a_member_list_is_corrected_previewed_and_imported(phones: Phones) -> None:
    sample_club = SampleClub(members=("Anne Arnaud", "Bruno Braun", "Chloé Clair"))
    sample_club.organiser("marion")
    phone = phones(is_mobile=False, viewport={"width": 390, "height": 820})
    page = phone.page
    sign_in(phone, "marion")
    with page.expect_navigation():
        page.get_by_role("link", name="Import and export").click()
    assert looked_at(phone) == []
    with page.expect_navigation():
        page.get_by_role("link", name="Import members …").click()
    assert looked_at(phone) == []

    choose(phone, f'{RIGHT}"{LONG}')
    expect(page.locator(".errorlist")).to_contain_text("Row 7: A quotation mark is opened here")
    assert looked_at(phone) == []
    choose(phone, f"{RIGHT}{LONG}{LONG};;no\nZoé;;perhaps\n")
    expect(page.get_by_role("alert")).to_contain_text("2 rows have errors and are left out")
    expect(page.get_by_role("region", name="2 rows have errors").get_by_role("row")).to_have_count(3)
    expect(page.get_by_role("button", name="Import")).to_be_visible()
    assert looked_at(phone) == []
    choose(phone, RIGHT)
    for name in ("2 are probably already in the club", "1 is new", "1 will change", "1 is unchanged"):
        expect(page.get_by_role("region", name=name)).to_be_visible()
    expect(page.get_by_role("row", name="Bruno Braun")).to_contain_text("Nickname: none → Bru")
    assert looked_at(phone) == []
    assert sample_club.club.players.count() == 3

    page.get_by_label("Anne Arnoud").check()
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_text("Added: 2. Changed: 1.")).to_be_visible()
    names = sorted(sample_club.club.players.values_list("name", "nickname"))
    people = [
        ("=1+1", "Formula"),
        ("Anne Arnaud", ""),
        ("Anne Arnoud", ""),
        ("Bruno Braun", "Bru"),
        ("Chloé Clair", ""),
    ]
    assert names == people


def test_a_member_list_is_imported_by_keyboard(phones: Phones) -> None:
    sample_club = SampleClub(members=())
    sample_club.organiser("marion")
    phone = phones(is_mobile=False, viewport={"width": 1180, "height": 820})
    sign_in(phone, "marion")
    page = phone.page
    page.goto("/admin/spreadsheets/import/")
    file = FilePayload(name="members.csv", mimeType="text/csv", buffer=b"Name\nZora\n")
    page.get_by_label("File (CSV or XLSX)").set_input_files(file)
    page.get_by_label("File (CSV or XLSX)").focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Check the file")).to_be_focused()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    page.get_by_role("button", name="Import").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Added: 1. Changed: 0.")).to_be_visible()


def test_a_file_is_downloaded_with_the_chosen_filters(phones: Phones) -> None:
    sample_club = SampleClub(members=("=1+1",))
    sample_club.organiser("marion")
    phone = phones(is_mobile=False, accept_downloads=True)
    sign_in(phone, "marion")
    phone.page.goto("/admin/spreadsheets/")
    with phone.page.expect_download() as fetched:
        phone.page.get_by_role("button", name="Members as CSV").click()
    assert fetched.value.suggested_filename == "coupe-file-members.csv"
    assert fetched.value.path().read_bytes().decode("utf-8-sig").splitlines()[1] == "'=1+1,,No,,,,,,,"
    phone.page.get_by_label("First day").fill("2026-02-02")
    phone.page.get_by_label("Last day").fill("2026-01-01")
    phone.page.get_by_role("button", name="Results as XLSX").click()
    expect(phone.page.locator(".errorlist")).to_contain_text("The last day must not be before the first.")
    expect(phone.page.get_by_label("First day")).to_have_value("2026-02-02")
    assert looked_at(phone) == []
