"""Rows of older versions are converted step by step, in backups and club files."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.migrations.loader import MigrationLoader

from scorekeeper.files.archive import schema_history
from scorekeeper.files.archive.format import ArchiveError, ArchiveLine
from scorekeeper.files.archive.reader import header_of, open_archive
from scorekeeper.files.archive.records import CLUB_ROWS
from scorekeeper.files.archive.schema_history import (
    Added,
    Change,
    Changed,
    Renamed,
    SchemaStep,
    UnknownSchemaError,
    Upgrade,
)
from scorekeeper.play.models import Session
from tests.clubs.clubs import SampleClub
from tests.files.archive.moved import lines_of, packed, resealed
from tests.files.figures import figures
from tests.files.older_files import LAST_BEFORE_1_0, SETS, old_database

FIRST, SECOND, THIRD = ("play", "0001_first"), ("play", "0002_second"), ("play", "1000_third")


def steps(monkeypatch: pytest.MonkeyPatch, *found: SchemaStep) -> None:
    monkeypatch.setattr(schema_history, "STEPS", found)


def more(monkeypatch: pytest.MonkeyPatch, *changes: Change) -> None:
    """Add steps to the schema history."""
    steps(monkeypatch, *schema_history.STEPS, SchemaStep(THIRD, changes))


def pending(*schema: schema_history.Migration) -> list[schema_history.Migration]:
    return [step.migration for step in schema_history.pending(schema)]


def today(kind: str, row: schema_history.Row, upgrade: Upgrade) -> tuple[str, schema_history.Row]:
    """Return what a row of a backup becomes."""
    kind, changes = upgrade.of(kind)
    for change in changes:
        row = change.apply(row)
    return kind, row


# The steps


def test_every_migration_is_in_the_schema_history_after_its_dependencies() -> None:
    """Every new migration must have its step for older rows."""
    graph = MigrationLoader(None).graph
    ours = {app.label for app in apps.get_app_configs() if app.name.startswith("scorekeeper.")}
    migrations = schema_history.migrations()
    assert {*migrations} >= {one for one in graph.nodes if one[0] in ours}
    for place, migration in enumerate(migrations):
        needed = graph.forwards_plan(migration) if migration in graph.nodes else []
        assert {one for one in needed if one[0] in ours} <= {*migrations[: place + 1]}


def test_a_schema_lacks_the_changes_that_it_does_not_name(monkeypatch: pytest.MonkeyPatch) -> None:
    steps(monkeypatch, SchemaStep(FIRST), SchemaStep(SECOND), SchemaStep(THIRD))
    assert pending(FIRST, THIRD) == [SECOND]


def test_migrations_that_restart_include_all_earlier_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    last = ("play", "1001_last")
    steps(monkeypatch, SchemaStep(FIRST), SchemaStep(SECOND), SchemaStep(THIRD, restart=True), SchemaStep(last))
    assert pending(FIRST) == [SECOND, THIRD, last]
    assert pending(THIRD) == [last]
    assert pending(THIRD, last) == []


def test_a_schema_with_an_unknown_migration_is_newer() -> None:
    with pytest.raises(UnknownSchemaError, match=r"^play\.9999_more, auth\.0001_initial$"):
        Upgrade([*schema_history.migrations(), ("play", "9999_more"), ("auth", "0001_initial")])
    Upgrade([("auth", "0001_initial")], others=[("auth", "0001_initial")])


def test_a_row_gets_every_change_in_order_also_after_a_rename(monkeypatch: pytest.MonkeyPatch) -> None:
    steps(
        monkeypatch,
        SchemaStep(FIRST),
        SchemaStep(
            SECOND, [Added("play.table", {"stake": None, "options": dict}), Renamed("play.table", "play.session")]
        ),
        SchemaStep(
            THIRD, [Changed("play.session", lambda row: {**row, "stake": "1"}), Added("play.table", {"wood": "oak"})]
        ),
    )
    upgrade = Upgrade([FIRST])
    assert today("play.table", {"id": 7}, upgrade) == ("play.session", {"id": 7, "stake": "1", "options": {}})
    assert upgrade.former("play.session") == "play.table"
    later = Upgrade([FIRST, SECOND])
    assert today("play.session", {"id": 7}, later) == ("play.session", {"id": 7, "stake": "1"})
    assert later.former("play.session") == "play.session"


def test_older_clubs_and_players_get_unique_uids() -> None:
    upgrade = Upgrade([FIRST], others=[FIRST])
    uids = [today(kind, {}, upgrade)[1]["uid"] for kind in ("clubs.club", "clubs.player", "clubs.player")]
    assert [len(uid) for uid in uids] == [16, 16, 16]
    assert len({*uids}) == 3


# A backup


@pytest.mark.django_db(transaction=True)
def test_renamed_and_dropped_tables_and_columns_are_backed_up_and_restored(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As if sessions had once been tables, their currency a coin, with a column for their wood."""

    def with_currency(row: schema_history.Row) -> schema_history.Row:
        wood.add(row["wood"])
        return {**{name: row[name] for name in row if name not in ("coin", "wood")}, "currency": row["coin"]}

    latest, file = LAST_BEFORE_1_0, tmp_path / "file"
    wood: set[str | None] = set()
    first = SchemaStep(THIRD, [Changed("play.table", with_currency), Renamed("play.table", "play.session")])
    steps(monkeypatch, first, *schema_history.STEPS)
    with old_database(latest, tmp_path):
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE play_session RENAME COLUMN currency TO coin")
            cursor.execute("ALTER TABLE play_session ADD COLUMN wood varchar(10)")
            cursor.execute("UPDATE play_session SET wood = 'oak' WHERE id = 1")
            cursor.execute("ALTER TABLE play_session RENAME TO play_table")
        call_command("backup", to=file, stdout=StringIO())
    counts = header_of(file, is_club=False).counts
    assert "play.table" in counts
    assert "play.session" not in counts
    call_command("restore", str(file), stdout=StringIO())
    assert wood == {"oak", None}
    assert figures() == latest.figures


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "change",
    [
        Added("play.seat", {"cushion": "red"}),
        Changed("play.access", lambda row: {name: row[name] for name in row if name != "facing"}),
        Renamed("printing.writtentotal", "printing.total"),
    ],
    ids=["a column more", "a column less", "another table"],
)
def test_rows_without_a_model_are_refused_in_one_sentence(monkeypatch: pytest.MonkeyPatch, change: Change) -> None:
    more(monkeypatch, change)
    sentence = r"^The file has (play\.seat|play\.access|printing\.total) in a form that this version cannot bring up to"
    with pytest.raises(CommandError, match=sentence):
        call_command("restore", str(SETS[-1].backup))
    assert not Session.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_empty", [False, True], ids=["with rows", "empty"])
def test_nothing_is_restored_over_tables_from_before_1_0(is_empty: bool, tmp_path: Path) -> None:
    with old_database(SETS[0], tmp_path):
        with transaction.atomic(), connection.cursor() as cursor:
            for table in {*connection.introspection.table_names(cursor)} - {"django_migrations"}:
                if is_empty:
                    cursor.execute(f"DELETE FROM {table}")  # noqa: S608 - our own tables
        sentence = r"^This installation is from before version 1\.0; restore into a new one\. Nothing was restored\.$"
        with pytest.raises(CommandError, match=sentence):
            call_command("restore", str(SETS[-1].backup))


# A club file


@pytest.fixture
def sample_club() -> SampleClub:
    sample_club = SampleClub()
    scorer = sample_club.table()
    scorer.record()
    return sample_club


@pytest.mark.django_db
def test_a_club_file_names_its_schema(sample_club: SampleClub, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(packed(sample_club.club))
    header = header_of(tmp_path / "file", is_club=True)
    assert (header.version, header.migrations) == (1, schema_history.migrations())


@pytest.mark.django_db
def test_an_older_line_with_nested_rows_is_upgraded(
    sample_club: SampleClub, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Pretend that sessions were once called tables, without a tariff, and places were called chairs."""
    lines = lines_of(packed(sample_club.club))
    [session] = [line for line in lines if line.get("kind") == "play.session"]
    older = {name: value for name, value in session.items() if name != "tariff"}
    older |= {"kind": "play.table", "seats": [{**seat, "chair": seat["place"]} for seat in session["seats"]]}
    for seat in older["seats"]:
        del seat["place"]
    file = resealed([older if line is session else line for line in lines], tmp_path / "file")
    more(
        monkeypatch,
        Added("play.table", {"tariff": None, "watch_token": "secret"}),
        Renamed("play.table", "play.session"),
        Changed(
            "play.chair", lambda row: {**{name: row[name] for name in row if name != "chair"}, "place": row["chair"]}
        ),
        Renamed("play.chair", "play.seat"),
    )
    assert [{"kind": line.kind, **line.row} for line in read(file)] == lines[1:]


def read(file: Path) -> list[ArchiveLine]:
    with open_archive(file, is_club=True) as archive:
        return list(archive.lines)


def test_a_new_foreign_key_becomes_a_reference_in_an_older_club_file() -> None:
    session = CLUB_ROWS["play.session"]
    assert session.kept({"game": "skat"}, {"game": "skat", "evening_id": None, "club_id": None}) == {
        "game": "skat",
        "evening": None,
    }


@pytest.mark.django_db
def test_an_older_line_that_cannot_be_upgraded_is_refused_by_number(
    sample_club: SampleClub, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_bytes(packed(sample_club.club))
    more(monkeypatch, Changed("clubs.player", lambda row: {**row, "name": row["surname"]}))
    with pytest.raises(ArchiveError, match=r"^Line 3: this has the wrong format\.$"):
        read(tmp_path / "file")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("migrations", "sentence"),
    [
        ([["play", "9999_more"]], r"newer version of Scorekeeper, with migrations unknown here: play\.9999_more\.$"),
        ([["play"]], r"^Line 1, migrations: this has the wrong format\.$"),
        (7, r"^Line 1, migrations: this has the wrong format\.$"),
    ],
)
def test_a_club_file_of_an_unknown_schema_is_refused(
    sample_club: SampleClub, tmp_path: Path, migrations: Any, sentence: str
) -> None:
    lines = lines_of(packed(sample_club.club))
    lines[0]["migrations"] = migrations
    file = resealed(lines, tmp_path / "file")
    with pytest.raises(ArchiveError, match=sentence):
        header_of(file, is_club=True)
