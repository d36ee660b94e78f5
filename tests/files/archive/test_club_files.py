"""A club moves to a server that does not have it: all of it or nothing, with new links."""

from __future__ import annotations

import stat
from collections.abc import Callable
from dataclasses import replace
from io import StringIO
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import Q
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.models import AuditEntry, Club, Merge, PersonalData, Player
from scorekeeper.desk.models import Tournament, TournamentEntry
from scorekeeper.devtools.everything.club import everything
from scorekeeper.evenings.models import EveningSettlement, Presence, Round
from scorekeeper.files.archive import club_files, reader, tables
from scorekeeper.organisers import merging
from scorekeeper.play import queries, recording
from scorekeeper.play.models import Change, Payment, Role, Session
from scorekeeper.play.recording.details import SessionDetails
from scorekeeper.play.recording.write import Write
from tests.clubs.clubs import signed_in
from tests.desk.club_evening import ClubEvening
from tests.files import CLUB
from tests.files.archive.moved import counts, emptied, lines_of, packed, sealed, unpacked
from tests.files.figures import figures, of_club
from tests.play.browsers import Form, words_of
from tests.play.stretches import at, change_players
from tests.play.tables import FOUR, Scorer, device, fresh, token

pytestmark = pytest.mark.django_db(transaction=True)

IMPORT = "/admin/clubs/club/import/"


@pytest.fixture
def club_evening() -> ClubEvening:
    club_evening = ClubEvening(members=FOUR)
    club_evening.table(*FOUR).record()
    return club_evening


@pytest.fixture
def path(club_evening: ClubEvening, tmp_path: Path) -> Path:
    """The file of a club with one session, in an installation that has nothing of it any more."""
    path = tmp_path / "file.club"
    path.write_bytes(packed(club_evening.club))
    emptied()
    return path


def names_of(club: Club) -> Any:
    """Return what rows with keys in other rows are called, and what those keys say."""
    people, sessions = dict(club.players.values_list("pk", "uid")), dict(club.sessions.values_list("pk", "public_id"))
    settlements = EveningSettlement.objects.filter(evening__club=club).order_by("settled_at")
    of_club = Q(settlement__session__club=club) | Q(evening_settlement__evening__club=club)
    merge = Merge.objects.get(club=club)
    seats = [[seat.stretch.session.public_id, seat.place] for seat in club_seats(merge)]
    return {
        "settled sessions": [[sessions.get(key) for key in row.sessions] for row in settlements],
        "balances": [[people[balance["player"]] for balance in row.balances] for row in settlements],
        "tables": [
            [[sessions[int(key)] for key in each.get("tables", {})] for each in row.balances] for row in settlements
        ],
        "payments": [
            [people.get(row.debtor_id or 0), people.get(row.creditor_id or 0), row.ticked_at]
            for row in Payment.objects.filter(of_club).order_by("pk")
        ],
        "merge": [merge.kept.uid, merge.gone.uid, seats],
        "joined": [
            [club.evenings.get(pk=row["evening"]).public_id, Presence.objects.get(pk=row["kept"]["pk"]).player.uid]
            for row in merge.moved["joined"]
        ],
        "log": [
            str(apps.get_model(entry.model)._base_manager.filter(pk=entry.key or 0).first())
            for entry in AuditEntry.objects.filter(club=club).exclude(model="clubs.club").order_by("at", "pk")
        ],
    }  # fmt: skip


def club_seats(merge: Merge) -> Any:
    return apps.get_model("play.seat").objects.filter(pk__in=merge.moved["seats"]).select_related("stretch__session")


@pytest.mark.both_databases
def test_a_club_moves_with_everything_into_a_server_with_others(tmp_path: Path) -> None:
    everything(CLUB)
    club, path = Club.objects.get(name=CLUB), tmp_path / "file.club"
    path.write_bytes(packed(club))
    expected, names = of_club(figures(), CLUB), names_of(club)
    personal = set(PersonalData.objects.filter(player__club=club).values_list("player__uid", "email"))
    rounds = Round.objects.filter(evening__club=club).count()
    entries = set(TournamentEntry.objects.filter(tournament__evening__club=club).values_list("name", "player__uid"))
    emptied()
    ClubEvening("Elsewhere", members=FOUR).table(*FOUR).record()  # so that keys are in use
    unpacked(path)
    moved = Club.objects.get(name=CLUB)
    assert of_club(figures(), CLUB) == expected
    assert names_of(moved) == names
    assert set(PersonalData.objects.filter(player__club=moved).values_list("player__uid", "email")) == personal
    assert Round.objects.filter(evening__club=moved).count() == rounds > 0
    moved_entries = TournamentEntry.objects.filter(tournament__evening__club=moved)
    assert set(moved_entries.values_list("name", "player__uid")) == entries
    merging.unmerge(Merge.objects.get(club=moved, undone_at=None))
    assert Merge.objects.get(club=moved).gone.seats.count() == 1


@pytest.mark.both_databases
def test_links_are_new_and_neither_set_is_in_the_file(club_evening: ClubEvening, tmp_path: Path) -> None:
    session, path = club_evening.club.sessions.get(), tmp_path / "file.club"
    Tournament.objects.create(evening=club_evening.evening, game="skat", rules="isko", options={}, terms={})

    def secrets() -> set[str]:
        club, session, tournament = Club.objects.get(), Session.objects.get(), Tournament.objects.get()
        tokens = {*Change.objects.values_list("token", flat=True), club.phones_token, session.scorer_token}
        return tokens | {session.watch_token, tournament.sign_up_token, tournament.public_token}

    before = secrets()
    path.write_bytes(packed(club_evening.club))
    text = str(lines_of(path.read_bytes()))
    emptied()
    unpacked(path)
    assert session.public_id in text
    assert [secret for secret in before | secrets() if secret in text] == []
    assert before & secrets() == set()


@pytest.mark.both_databases
def test_accounts_and_phones_stay(club_evening: ClubEvening, tmp_path: Path) -> None:
    club_evening.organiser("marion")
    (tmp_path / "file.club").write_bytes(packed(club_evening.club))
    assert {line.get("kind") for line in lines_of((tmp_path / "file.club").read_bytes())} <= {None, *club_files.MOVED}
    emptied()
    unpacked(tmp_path / "file.club")
    assert not User.objects.exists()
    assert {label for label, rows in counts().items() if rows and label.startswith(("auth.User", "accounts"))} == set()


STAYS = {
    "clubs.organiser", "clubs.clubdevice", "play.access", "play.board", "play.night", "reading.sessionsheet",
    "reading.photographedpage", "welcome.firstanswer", "api.apitoken",
}  # fmt: skip
"""What belongs to an installation, to sheets that lie on its tables, or to sessions without a club."""


def test_every_model_either_moves_or_stays() -> None:
    ours = {model._meta.label_lower for model in tables.models() if model.__module__.startswith("scorekeeper.")}
    assert {label for label in ours if not label.startswith("accounts.")} == {*club_files.MOVED} | STAYS
    assert {*club_files.MOVED} & STAYS == set()


# Refusals


def refused(path: Path, sentence: str) -> None:
    """Check that the import of a file gives this message and writes nothing."""
    before = counts()
    with pytest.raises(CommandError, match=sentence) as raised:
        call_command("importclub", str(path))
    assert "\n" not in str(raised.value)
    assert counts() == before


def test_a_club_that_is_here_is_refused(path: Path) -> None:
    unpacked(path)
    refused(path, r"^The club “Coupe-file” is already here\. Nothing was imported\.$")


@pytest.mark.both_databases
def test_a_different_club_of_the_same_name_is_refused(path: Path) -> None:
    Club.objects.create(name="coupe-file", slug="other")
    refused(path, r"^A different club here is also called “Coupe-file”\. Rename it first\. Nothing was imported\.$")


@pytest.mark.both_databases
def test_a_club_some_of_whose_people_are_here_is_refused(path: Path) -> None:
    uid = next(line["row"]["uid"] for line in lines_of(path.read_bytes()) if line.get("kind") == "clubs.player")
    Player.objects.create(name="Anne", uid=uid)
    refused(path, r"^The database does not take what the file holds \(.*\)\. Nothing was imported\.$")


def test_a_short_name_in_use_is_replaced(path: Path) -> None:
    Club.objects.create(name="Other", slug="coupe-file")
    assert unpacked(path).club.slug == "coupe-file-2"


TEXTS = ("uid", "name", "slug", "phones_token")
CHANGED: dict[str, Callable[[list[dict[str, Any]]], object]] = {
    "two clubs": lambda lines: lines.append(
        {**lines[1], "row": {**lines[1]["row"], "id": 99, **dict.fromkeys(TEXTS, "x")}}
    ),
    "no club": lambda lines: lines.pop(1),
    "another kind": lambda lines: lines[1].update(kind="clubs.dog"),
    "an audit log without keys": lambda lines: lines[-1]["row"].pop("id"),
    "a header without migrations": lambda lines: lines[0].pop("migrations"),
}  # fmt: skip


def test_a_file_that_no_version_wrote_is_refused(path: Path) -> None:
    content = path.read_bytes()
    why = r"^(The file (is damaged|holds)|This is not a file of Scorekeeper).*\. Nothing was im"
    for change in CHANGED.values():
        lines = lines_of(content)
        change(lines)
        refused(sealed(lines, path), why)


def test_a_truncated_file_is_refused(path: Path) -> None:
    content = path.read_bytes()
    for kept in (0, 20, -300, -1):
        path.write_bytes(content[:kept])
        refused(path, r"^(The file ends early|This is not a file of Scorekeeper).*\. Nothing was imported\.$")


# While people play


@pytest.mark.both_databases
def test_a_hand_is_recorded_until_the_import_writes(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scorer, prepared = Scorer(), tables.prepared

    def record() -> None:
        scorer.record()
        connection.close()

    def disturbed(model: Any, rows: Any, into: Any) -> Any:
        if into.alias != reader.STAGING and model is Session:
            phone = Thread(target=record)
            phone.start()
            phone.join(timeout=60)
            assert not phone.is_alive(), "the writer was kept waiting"
        return prepared(model, rows, into)

    monkeypatch.setattr(tables, "prepared", disturbed)
    unpacked(path)
    assert scorer.totals == (198, -66, -66, -66)
    assert Session.objects.count() == 2


# The commands


def test_the_commands_report_what_they_did(club_evening: ClubEvening, tmp_path: Path) -> None:
    path, out = tmp_path / "file.club", StringIO()
    call_command("exportclub", "coupe-file", str(path), stdout=out)
    assert out.getvalue() == f"{path}: {path.stat().st_size:,} bytes.\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    emptied()
    call_command("importclub", str(path), stdout=(out := StringIO()))
    assert out.getvalue() == "“Coupe-file” was imported. People: 4, evenings: 1, sessions: 1, hands: 1.\n"
    assert fresh(Session.objects.get()).totals == (198, -66, -66, -66)
    assert AuditEntry.objects.get(model="clubs.club").who == "manage.py importclub"


def test_a_session_whose_players_changed_moves_with_all_its_stretches(
    club_evening: ClubEvening, tmp_path: Path
) -> None:
    scorer = at(club_evening.club.sessions.get(), club_evening.device)
    change_players(scorer, (1,), ("Emil",)).record()
    before = fresh(scorer.session)
    call_command("exportclub", "coupe-file", str(tmp_path / "file.club"), stdout=StringIO())
    emptied()
    call_command("importclub", str(tmp_path / "file.club"), stdout=(out := StringIO()))
    assert "sessions: 1, hands: 2." in out.getvalue()
    after = fresh(Session.objects.get())
    assert (after.names, after.totals) == (before.names, before.totals)


def exchange_guest(scorer: Scorer) -> None:
    wanted = SessionDetails.from_session(scorer.session, scorer.session.people)
    wanted = replace(wanted, names=("Guest", *FOUR[1:]))
    recording.exchange_people(Write(scorer.session, **scorer.now({})), wanted=wanted)


def seat_guests(scorer: Scorer) -> None:
    """Let a guest sit down, and then another in the same seat, before a hand."""
    change_players(change_players(scorer, (0,), ("Guest",)), (0,), ("Another guest",))


@pytest.mark.parametrize(("change", "seated"), [(exchange_guest, FOUR[0]), (seat_guests, "Guest")])
def test_other_people_are_replaced_by_the_same_ones_by_undo_after_a_move(
    club_evening: ClubEvening, tmp_path: Path, change: Callable[[Scorer], None], seated: str
) -> None:
    change(at(club_evening.club.sessions.get(), club_evening.device))
    (tmp_path / "file.club").write_bytes(packed(club_evening.club))
    emptied()
    ClubEvening("Another", members=FOUR)  # whose people have the keys that these had
    club = unpacked(tmp_path / "file.club").club
    session = club.sessions.get()
    access = recording.join(session, device=device(), role=Role.SCORER, label="Marion")
    recording.undo(Write(session, access, session.revision, token()))
    assert queries.seats(session)[0].player == club.players.get(name=seated)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("exportclub", "nowhere"), r"^There is no club 'nowhere' here\. Clubs: none\.$"),
        (("importclub", "/nowhere/file"), r"^file: No such file or directory\. Nothing was imported\.$"),
    ],
)
def test_missing_files_and_clubs_are_reported(words: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        call_command(*words)


# The panel


def root() -> Client:
    return signed_in(User.objects.create_superuser("root", password="spades and clubs"))


def sent(client: Client, file: bytes, **fields: str) -> Any:
    return client.post(IMPORT, {**fields, "file": SimpleUploadedFile("file.club", file)})


def test_an_organiser_downloads_a_club_and_a_superuser_imports_it(club_evening: ClubEvening) -> None:
    organiser = signed_in(club_evening.organiser("marion"))
    page = organiser.get(reverse("admin:clubs_club_export", args=[club_evening.club.pk]))
    assert "Accounts, logins and passwords, organisers, phones" in words_of(page)
    response = organiser.get(reverse("admin:clubs_club_file", args=[club_evening.club.pk]))
    assert response["Content-Disposition"] == 'attachment; filename="coupe-file.club"'
    file = response.getvalue()
    emptied()
    client = root()
    page = client.get(sent(client, file)["Location"])
    assert "“Coupe-file” was imported. People: 4, evenings: 1, sessions: 1, hands: 1." in words_of(page)
    assert fresh(Session.objects.get()).totals == (198, -66, -66, -66)
    assert AuditEntry.objects.get(model="clubs.club").who == "root"
    again = sent(client, file)
    assert (again.status_code, Club.objects.count()) == (422, 1)
    assert "The club “Coupe-file” is already here." in words_of(again)


def test_a_double_tap_on_the_import_shows_the_club_that_the_first_tap_imported(club_evening: ClubEvening) -> None:
    organiser = signed_in(club_evening.organiser("marion"))
    file = organiser.get(reverse("admin:clubs_club_file", args=[club_evening.club.pk])).getvalue()
    emptied()
    client = root()
    opened = Form(client.get(IMPORT), "").fields
    for _tap in range(2):
        page = client.get(sent(client, file, **opened)["Location"])
        assert "“Coupe-file” was imported. People: 4, evenings: 1, sessions: 1, hands: 1." in words_of(page)
    assert Club.objects.count() == 1
    assert sent(client, file, **Form(client.get(IMPORT), "").fields).status_code == 422


def test_what_is_no_club_file_is_refused_at_the_field(db: None) -> None:
    client = root()
    answer = sent(client, b"\x89PNG")
    assert answer.status_code == 422
    assert "This is not a file of Scorekeeper." in words_of(answer)
    assert client.post(IMPORT).status_code == 422


def test_an_organiser_imports_nothing_and_downloads_no_other_club(club_evening: ClubEvening) -> None:
    organiser = signed_in(club_evening.organiser("marion"))
    other = Club.objects.create(name="Other", slug="other")
    assert organiser.get(IMPORT).status_code == 404
    assert sent(organiser, b"").status_code == 404
    assert "Import a club" not in words_of(organiser.get("/admin/clubs/club/"))
    for name in ("export", "file"):
        assert organiser.get(reverse(f"admin:clubs_club_{name}", args=[other.pk])).status_code == 404
