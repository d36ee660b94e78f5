"""A club moves to another installation in a browser: download its file, delete everything, import the file."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import expect

from scorekeeper.clubs.models import Club
from scorekeeper.play.models import Session
from tests.desk.club_evening import ClubEvening
from tests.e2e.conftest import Phones
from tests.e2e.page_checks import violations
from tests.e2e.panel import sign_in, wide
from tests.e2e.phones import Phone
from tests.files.archive.moved import emptied
from tests.play.tables import FOUR, fresh

pytestmark = pytest.mark.django_db(transaction=True)


def seen(phone: Phone) -> list[str]:
    return violations(phone.page) + wide(phone)


def test_a_club_moves_to_another_installation(phones: Phones, tmp_path: Path) -> None:
    club_evening = ClubEvening(members=FOUR)
    club_evening.table(*FOUR).record()
    club_evening.organiser("marion")
    phone = phones(is_mobile=False)
    sign_in(phone, "marion")
    phone.page.goto(f"/admin/clubs/club/{club_evening.club.pk}/change/")
    phone.page.get_by_role("link", name="Move to another server").click()
    with phone.page.expect_download() as downloading:
        phone.page.get_by_role("link", name="Download the club’s file").click()
    file = tmp_path / downloading.value.suggested_filename
    downloading.value.save_as(file)
    assert file.name == "coupe-file.club"
    emptied()
    User.objects.create_superuser("root", password="spades and clubs")
    other = phones(is_mobile=False)
    sign_in(other, "root")
    other.page.goto("/admin/clubs/club/")
    other.page.get_by_role("link", name="Import a club").click()
    foreign = tmp_path / "foreign.png"
    foreign.write_bytes(b"\x89PNG")
    other.page.get_by_label("Club file").set_input_files(foreign)
    other.page.get_by_role("button", name="Import").click()
    expect(other.page.get_by_text("This is not a file of Scorekeeper.")).to_be_visible()
    faults = seen(other)
    assert not Club.objects.exists()
    other.page.get_by_label("Club file").set_input_files(file)
    other.page.get_by_role("button", name="Import").press("Enter")
    expect(other.page.get_by_text("“Coupe-file” was imported.")).to_be_visible()
    assert faults + seen(other) == []
    assert fresh(Session.objects.get()).totals == (198, -66, -66, -66)
    assert Club.objects.get().name == "Coupe-file"
