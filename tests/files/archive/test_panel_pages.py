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
from scorekeeper.files.archive import jobs
from scorekeeper.files.archive.jobs import Stage
from scorekeeper.play.models import Session
from tests.clubs.clubs import signed_in
from tests.evenings.club_evening import Night
from tests.files.archive.moved import counts, emptied, lines_of, looked_through, packed
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
def night() -> Night:
    night = Night(members=FOUR)
    night.table(*FOUR).record()
    return night


def root() -> Client:
    return signed_in(User.objects.create_superuser("root", password="spades and clubs"))


def test_a_club_is_downloaded_and_read_into_another_installation(night: Night) -> None:
    organiser = signed_in(night.organiser("marion"))
    page = organiser.get(reverse("admin:clubs_club_export", args=[night.club.pk]))
    assert "Accounts, logins and passwords, organisers, phones" in words_of(page)
    answer = organiser.get(reverse("admin:clubs_club_file", args=[night.club.pk]))
    file = answer.getvalue()
    assert answer["Content-Disposition"] == 'attachment; filename="coupe-file.club"'
    assert lines_of(file) == lines_of(packed(night.club))
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


def test_a_club_with_a_tariff_of_its_own_is_read_into_another_installation() -> None:
    whist = Whist()
    public_id, tariff = whist.scribe.session.public_id, whist.scribe.session.tariff
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


def test_a_second_tap_and_a_second_file_double_nothing(night: Night) -> None:
    file = packed(night.club)
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


def test_progress_is_what_was_done_and_the_page_asks_again_by_itself(night: Night) -> None:
    client = root()
    job = jobs.store_upload(SimpleUploadedFile("f", packed(night.club)), User.objects.get(username="root"), None)
    job.update(percent=34)
    page = client.get(f"{READ_IN}{job.key}/")
    assert page["Refresh"] == "1"
    assert "Checking the file: 34 %" in words_of(page)
    assert '<progress id="progress" max="100" value="34">' in page.content.decode()


def test_a_job_of_which_nothing_is_heard_was_broken_off(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    client = root()
    job = jobs.store_upload(SimpleUploadedFile("f", packed(night.club)), User.objects.get(username="root"), None)
    later = time() + 61
    monkeypatch.setattr(jobs, "time", lambda: later)
    page = client.get(f"{READ_IN}{job.key}/")
    assert "It was interrupted. Nothing was imported." in words_of(page)
    assert "Refresh" not in page.headers


def test_what_is_no_club_is_refused_at_the_field_and_what_is_broken_by_its_line(night: Night) -> None:
    client = signed_in(night.organiser("marion"))
    refused = sent(client, b"\x89PNG" + bytes(99), into=night.club.pk)
    assert refused.status_code == 422
    assert "This is not a Scorekeeper archive: its first line is missing or wrong." in words_of(refused)
    assert client.post(READ_IN, {"into": night.club.pk}).status_code == 422
    page = when_done(client, sent(client, packed(night.club)[:-30], into=night.club.pk)["Location"])
    assert "the rest is missing. Nothing was imported." in words_of(page)


def test_a_hundred_megabytes_after_a_good_line_are_refused_by_the_next(night: Night) -> None:
    client = signed_in(night.organiser("marion"))
    header = packed(night.club).splitlines(keepends=True)[0]
    page = when_done(client, sent(client, gzip.compress(header + bytes(10**8), 1), into=night.club.pk)["Location"])
    assert "Line 2 is longer than any line the program writes. Nothing was imported." in words_of(page)


def test_a_failure_of_ours_is_said_and_logged(night: Night, monkeypatch: pytest.MonkeyPatch, caplog: Any) -> None:
    def fails(*_given: Any, **_named: Any) -> Any:
        raise RuntimeError("a bug")

    monkeypatch.setattr(jobs, "ClubImport", fails)
    job = looked_through(night.club, night.organiser("marion"))
    assert (job.stage, job.note.error) == (Stage.FAILED, "Something went wrong.")
    assert "a bug" in caplog.text


# Permissions


def test_an_organiser_reads_a_file_into_the_own_club_alone(night: Night) -> None:
    other = Night("Elsewhere", ())
    client = signed_in(night.organiser("marion"))
    assert other.club.name not in words_of(client.get(READ_IN))
    for into in (other.club.pk, "", "x"):
        assert sent(client, packed(night.club), into=into).status_code == 422
    page = when_done(client, sent(client, packed(night.club), into=night.club.pk)["Location"])
    assert "Sessions: 1 already here, identical" in words_of(page)


def pages(night: Night, key: str) -> list[str]:
    of_club = [reverse(f"admin:clubs_club_{name}", args=[night.club.pk]) for name in ("export", "file")]
    return [*of_club, f"{READ_IN}{key}/"]


STRANGERS: dict[str, Callable[[Night], Client]] = {
    "another club's organiser": lambda night: signed_in(Night("Elsewhere", ()).organiser("theirs")),
    "an account that looks after none": lambda night: signed_in(User.objects.create_user("x", is_staff=True)),
    "the club's phone": lambda night: night.phone,
    "nobody": lambda night: Client(),
}


@pytest.mark.parametrize("who", STRANGERS)
def test_nobody_else_gets_the_file_or_sees_a_job(night: Night, who: str) -> None:
    job = looked_through(night.club, night.organiser("marion"))
    client = STRANGERS[who](night)
    for address in pages(night, job.key):
        for answer in (client.get(address), client.post(address)):
            assert answer.status_code in (302, 403, 404, 405), address
            assert "/login/" in answer.get("Location", "/login/")
    assert job.stage is Stage.CHECKED


def test_a_job_is_its_senders_alone_and_only_while_they_look_after_the_club(night: Night) -> None:
    marion, other = night.organiser("marion"), night.organiser("other")
    job = looked_through(night.club, marion)
    assert signed_in(other).get(f"{READ_IN}{job.key}/").status_code == 404
    client = signed_in(marion)
    assert client.get(f"{READ_IN}{job.key}/").status_code == 200
    night.club.organisers.filter(user=marion).delete()
    assert client.post(f"{READ_IN}{job.key}/").status_code in (403, 404, 302)
    assert jobs.find(job.key, marion).stage is Stage.CHECKED  # type: ignore[union-attr]


@pytest.mark.parametrize("key", ["x", "." * 16, "é" * 16, "x" * 16])
def test_an_address_of_no_job_leads_nowhere(night: Night, key: str) -> None:
    assert root().get(f"{READ_IN}{key}/").status_code == 404


def test_a_file_is_its_owners_to_read_and_is_thrown_away_after_a_day(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    marion = night.organiser("marion")
    old = looked_through(night.club, marion)
    folder = settings.DATA_DIR / "club_transfers" / old.key
    assert folder.stat().st_mode & 0o077 == 0
    later = time() + 25 * 3600
    monkeypatch.setattr(jobs, "time", lambda: later)
    new = looked_through(night.club, marion)
    assert jobs.find(old.key, marion) is None
    assert not folder.exists()
    assert new.key != old.key


def test_what_was_written_since_is_looked_at_again_when_it_is_confirmed(night: Night) -> None:
    file = packed(night.club)
    emptied()
    client = root()
    address = sent(client, file)["Location"]
    when_done(client, address)
    Club.objects.create(name="Coupe-file", slug="taken")
    client.post(address)
    assert "A different club here is also called “Coupe-file”" in words_of(when_done(client, address))
    assert not Player.objects.exists()
