"""Moving a club in the organisers' panel: the file, the preview, and the import; each organiser's own only."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from time import monotonic, sleep, time
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs import tariffs
from scorekeeper.clubs.models import AuditEntry, Club, HouseRules, Player
from scorekeeper.files.archive.club_files import jobs
from scorekeeper.files.archive.club_files.jobs import Stage
from scorekeeper.play.models import Session
from tests.clubs.clubs import signed_in
from tests.evenings.club_evening import ClubEvening
from tests.files.archive.moved import counts, emptied, lines_of, packed, previewed_import
from tests.files.archive.whist import SOLO_FOR, Whist
from tests.play.browsers import words_of
from tests.play.tables import FOUR, fresh

pytestmark = pytest.mark.django_db(transaction=True)

READ_IN = "/admin/clubs/club/import/"


def sent(client: Client, file: bytes, *, into: Any = "") -> Any:
    """Return the answer to an uploaded file."""
    return client.post(READ_IN, {"file": SimpleUploadedFile("file.club", file), "into": into})


def when_done(client: Client, address: str) -> Any:
    """Return the page of a job once it no longer proceeds by itself."""
    until = monotonic() + 20
    while monotonic() < until:
        page = client.get(address)
        if "Refresh" not in page.headers:
            return page
        sleep(0.05)
    raise AssertionError("it goes on for ever")


@pytest.fixture
def club_evening() -> ClubEvening:
    club_evening = ClubEvening(members=FOUR)
    club_evening.table(*FOUR).record()
    return club_evening


def root() -> Client:
    return signed_in(User.objects.create_superuser("root", password="spades and clubs"))


def test_a_club_is_downloaded_and_imported_into_another_installation(club_evening: ClubEvening) -> None:
    organiser = signed_in(club_evening.organiser("marion"))
    page = organiser.get(reverse("admin:clubs_club_export", args=[club_evening.club.pk]))
    assert "Accounts, logins and passwords, organisers, phones" in words_of(page)
    response = organiser.get(reverse("admin:clubs_club_file", args=[club_evening.club.pk]))
    file = response.getvalue()
    assert response["Content-Disposition"] == 'attachment; filename="coupe-file.club"'
    assert lines_of(file) == lines_of(packed(club_evening.club))
    emptied()
    client = root()
    address = sent(client, file)["Location"]
    seen = when_done(client, address)
    assert "A new club: Coupe-file" in words_of(seen)
    assert "Members and guests: 4 new" in words_of(seen)
    assert not Club.objects.exists()
    assert client.post(address)["Location"] == address
    done = when_done(client, address)
    assert "Imported" in words_of(done)
    assert fresh(Session.objects.get()).totals == (198, -66, -66, -66)
    assert AuditEntry.objects.get(model="clubs.club").who == "root"


def test_a_club_with_its_own_tariff_is_imported_into_another_installation() -> None:
    whist = Whist()
    public_id, tariff = whist.scorer.session.public_id, whist.scorer.session.tariff
    organiser = signed_in(whist.organiser("marion"))
    file = organiser.get(reverse("admin:clubs_club_file", args=[whist.club.pk])).getvalue()
    emptied()
    client = root()
    address = sent(client, file)["Location"]
    seen = words_of(when_done(client, address))
    for line in ("A new club: Coupe-file", "Tariffs: 1 new", "House rules: 1 new", "Sessions: 1 new"):
        assert line in seen
    assert not Club.objects.exists()
    client.post(address)
    assert "Imported" in words_of(when_done(client, address))
    session = Session.objects.get(public_id=public_id)
    assert session.tariff == tariff
    assert fresh(session).totals == (36, -12, -12, -12)  # a solo at 12 from each, as it was set then
    rules = HouseRules.objects.get()
    assert rules.tariff
    assert (rules.tariff.name, tariffs.latest(rules.tariff).figures) == ("Thursdays", {SOLO_FOR: 15})


def test_a_double_tap_and_a_second_upload_duplicate_nothing(club_evening: ClubEvening) -> None:
    file = packed(club_evening.club)
    emptied()
    client = root()
    address = sent(client, file)["Location"]
    when_done(client, address)
    for _tap in range(2):
        client.post(address)
    when_done(client, address)
    before = counts()
    client.post(address)
    when_done(client, address)
    again = when_done(client, sent(client, file)["Location"])
    assert "Everything in the file is already here" in words_of(again)
    assert {name: rows for name, rows in counts().items() if before[name] != rows} == {}


def test_the_progress_page_shows_finished_steps_and_reloads_itself(club_evening: ClubEvening) -> None:
    client = root()
    job = jobs.store_upload(SimpleUploadedFile("f", packed(club_evening.club)), User.objects.get(username="root"), None)
    job.update(percent=34)
    page = client.get(f"{READ_IN}{job.key}/")
    assert page["Refresh"] == "1"
    assert "Checking the file: 34 %" in words_of(page)
    assert '<progress id="progress" max="100" value="34">' in page.content.decode()


def test_a_job_that_stopped_reporting_counts_as_interrupted(
    club_evening: ClubEvening, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = root()
    job = jobs.store_upload(SimpleUploadedFile("f", packed(club_evening.club)), User.objects.get(username="root"), None)
    later = time() + 61
    monkeypatch.setattr(jobs, "time", lambda: later)
    page = client.get(f"{READ_IN}{job.key}/")
    assert "It was interrupted. Nothing was imported." in words_of(page)
    assert "Refresh" not in page.headers


def test_a_file_that_is_not_a_club_is_refused_at_the_field_and_a_damaged_one_by_line(club_evening: ClubEvening) -> None:
    client = signed_in(club_evening.organiser("marion"))
    refused = sent(client, b"\x89PNG" + bytes(99), into=club_evening.club.pk)
    assert refused.status_code == 422
    assert "This is not a Scorekeeper archive: its first line is missing or wrong." in words_of(refused)
    assert client.post(READ_IN, {"into": club_evening.club.pk}).status_code == 422
    page = when_done(client, sent(client, packed(club_evening.club)[:-30], into=club_evening.club.pk)["Location"])
    assert "the rest is missing. Nothing was imported." in words_of(page)


def test_a_hundred_megabytes_after_a_valid_line_are_refused(club_evening: ClubEvening) -> None:
    client = signed_in(club_evening.organiser("marion"))
    header = packed(club_evening.club).splitlines(keepends=True)[0]
    page = when_done(
        client, sent(client, gzip.compress(header + bytes(10**8), 1), into=club_evening.club.pk)["Location"]
    )
    assert "Line 2 is longer than any line the program writes. Nothing was imported." in words_of(page)


def test_an_internal_error_is_reported_and_logged(
    club_evening: ClubEvening, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    def fails(*_given: Any, **_named: Any) -> Any:
        raise RuntimeError("a bug")

    monkeypatch.setattr(jobs, "ClubImport", fails)
    job = previewed_import(club_evening.club, club_evening.organiser("marion"))
    assert (job.stage, job.note.error) == (Stage.FAILED, "Something went wrong.")
    assert "a bug" in caplog.text


# Permissions


def test_an_organiser_imports_only_into_their_own_club(club_evening: ClubEvening) -> None:
    other = ClubEvening("Elsewhere", ())
    client = signed_in(club_evening.organiser("marion"))
    assert other.club.name not in words_of(client.get(READ_IN))
    for into in (other.club.pk, "", "x"):
        assert sent(client, packed(club_evening.club), into=into).status_code == 422
    page = when_done(client, sent(client, packed(club_evening.club), into=club_evening.club.pk)["Location"])
    assert "Sessions: 1 already here, identical" in words_of(page)


def pages(club_evening: ClubEvening, key: str) -> list[str]:
    of_club = [reverse(f"admin:clubs_club_{name}", args=[club_evening.club.pk]) for name in ("export", "file")]
    return [*of_club, f"{READ_IN}{key}/"]


STRANGERS: dict[str, Callable[[ClubEvening], Client]] = {
    "another club's organiser": lambda club_evening: signed_in(ClubEvening("Elsewhere", ()).organiser("theirs")),
    "an account that looks after none": lambda club_evening: signed_in(User.objects.create_user("x", is_staff=True)),
    "the club's phone": lambda club_evening: club_evening.phone,
    "nobody": lambda club_evening: Client(),
}


@pytest.mark.parametrize("who", STRANGERS)
def test_other_users_get_no_file_and_see_no_job(club_evening: ClubEvening, who: str) -> None:
    job = previewed_import(club_evening.club, club_evening.organiser("marion"))
    client = STRANGERS[who](club_evening)
    for address in pages(club_evening, job.key):
        for response in (client.get(address), client.post(address)):
            assert response.status_code in (302, 403, 404, 405), address
            assert "/login/" in response.get("Location", "/login/")
    assert job.stage is Stage.CHECKED


def test_a_job_is_visible_to_its_owner_while_they_are_an_organiser(club_evening: ClubEvening) -> None:
    marion, other = club_evening.organiser("marion"), club_evening.organiser("other")
    job = previewed_import(club_evening.club, marion)
    assert signed_in(other).get(f"{READ_IN}{job.key}/").status_code == 404
    client = signed_in(marion)
    assert client.get(f"{READ_IN}{job.key}/").status_code == 200
    club_evening.club.organisers.filter(user=marion).delete()
    assert client.post(f"{READ_IN}{job.key}/").status_code in (403, 404, 302)
    assert jobs.find(job.key, marion).stage is Stage.CHECKED  # type: ignore[union-attr]


@pytest.mark.parametrize("key", ["x", "." * 16, "é" * 16, "x" * 16])
def test_an_unknown_job_is_not_found(club_evening: ClubEvening, key: str) -> None:
    assert root().get(f"{READ_IN}{key}/").status_code == 404


def test_an_uploaded_file_is_private_and_deleted_after_a_day(
    club_evening: ClubEvening, monkeypatch: pytest.MonkeyPatch
) -> None:
    marion = club_evening.organiser("marion")
    old = previewed_import(club_evening.club, marion)
    folder = settings.DATA_DIR / "club_transfers" / old.key
    assert folder.stat().st_mode & 0o077 == 0
    later = time() + 25 * 3600
    monkeypatch.setattr(jobs, "time", lambda: later)
    new = previewed_import(club_evening.club, marion)
    assert jobs.find(old.key, marion) is None
    assert not folder.exists()
    assert new.key != old.key


def test_an_import_whose_club_changed_is_previewed_again(club_evening: ClubEvening) -> None:
    file = packed(club_evening.club)
    emptied()
    client = root()
    address = sent(client, file)["Location"]
    when_done(client, address)
    Club.objects.create(name="Coupe-file", slug="taken")
    client.post(address)
    assert "A different club here is also called “Coupe-file”" in words_of(when_done(client, address))
    assert not Player.objects.exists()
