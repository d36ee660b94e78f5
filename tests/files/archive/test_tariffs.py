"""A club's own tariffs when it moves to another installation, with the sessions that use them."""

from pathlib import Path
from typing import Any

import pytest

from games.scoring.tariffs import FigurePlace
from games.solo_whist.rules import SoloWhistRules
from scorekeeper.clubs import tariffs
from scorekeeper.clubs.models import AuditEntry, Club, HouseRules, Tariff
from scorekeeper.files.archive.format import ArchiveError
from scorekeeper.files.archive.records.report import Verdict
from scorekeeper.organisers import tariff_editing
from scorekeeper.organisers.tariff_editing import ShownVersion
from scorekeeper.play.models import Session
from tests.files.archive.moved import counts, emptied, lines_of, moved, packed, resealed, unpacked
from tests.files.archive.whist import SOLO_FOR, Whist
from tests.play.tables import fresh

pytestmark = pytest.mark.django_db

PRINTED = SoloWhistRules.tariffs["foster"].figures
SLAM_FOR = FigurePlace("stake", "slam", "each")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "file.club"


def verdicts(path: Path) -> dict[str, int]:
    """Return what the import does to tariffs."""
    return {verdict.value: number for (kind, verdict), number in unpacked(path).counts.items() if kind == "tariff"}


def test_every_version_is_moved_and_sessions_score_the_same(path: Path) -> None:
    club = moved(Whist().club, path)
    tariff = club.tariffs.get()
    assert [(one.number, one.figures, one.made_by) for one in tariff.versions.all()] == [
        (1, {"stake.solo.each": 12}, "Olga"),
        (2, {"stake.solo.each": 15}, "Otto"),
    ]
    assert HouseRules.objects.get().tariff == tariff
    session = Session.objects.get()
    assert session.tariff == {"name": "Thursdays", "version": 1, "figures": {"stake.solo.each": 12}}
    assert fresh(session).totals == (36, -12, -12, -12)


def test_exporting_an_imported_tariff_gives_the_same_file(path: Path) -> None:
    there = lines_of(packed(Whist().club))
    path.write_bytes(packed(Club.objects.get()))
    emptied()
    unpacked(path)
    AuditEntry.objects.filter(model="clubs.club").delete()  # that it was read in
    assert lines_of(packed(Club.objects.get())) == there


def test_importing_a_tariff_twice_duplicates_nothing(path: Path) -> None:
    moved(Whist().club, path)
    before = counts()
    assert verdicts(path) == {Verdict.SAME: 1}
    assert counts() == before


def test_a_tariff_changed_at_its_origin_is_changed_here(path: Path) -> None:
    whist = Whist()
    path.write_bytes(packed(whist.club))
    tariffs.set_figures(whist.tariff, {SOLO_FOR: 15, SLAM_FOR: 50}, by="Olga")
    longer = packed(whist.club)
    emptied()
    unpacked(path)
    path.write_bytes(longer)
    assert verdicts(path) == {Verdict.LONGER: 1}
    assert tariffs.latest(Tariff.objects.get()).figures == {SOLO_FOR: 15, SLAM_FOR: 50}


def test_a_tariff_renamed_at_its_origin_is_recognised(path: Path) -> None:
    whist = Whist()
    path.write_bytes(packed(whist.club))
    tariff_editing.save(
        whist.tariff, name="Fridays", figures=PRINTED, shown=ShownVersion(name="Thursdays", version=2), by="Olga"
    )
    renamed = packed(whist.club)
    emptied()
    unpacked(path)
    path.write_bytes(renamed)
    assert verdicts(path) == {Verdict.LONGER: 1}
    tariff = Tariff.objects.get()
    assert (tariff.name, tariff.former_names) == ("Fridays", ["Thursdays"])
    assert tariff_editing.played_for([tariff]) == {tariff.pk: {1: 1}}


def test_a_tariff_of_the_same_name_is_matched(path: Path) -> None:
    path.write_bytes(packed(Whist().club))
    Tariff.objects.update(uid="another", name="THURSDAYS")
    assert verdicts(path) == {Verdict.DIFFERS: 1}
    assert Tariff.objects.count() == 1


def test_a_tariff_changed_here_is_kept(path: Path) -> None:
    tariff = moved(Whist().club, path).tariffs.get()
    tariffs.set_figures(tariff, {SLAM_FOR: 50}, by="Olga")
    assert verdicts(path) == {Verdict.OLDER: 1}
    assert tariffs.latest(tariff).figures == {SLAM_FOR: 50}


def test_a_tariff_changed_in_both_places_is_kept_and_named(path: Path) -> None:
    whist = Whist()
    path.write_bytes(packed(whist.club))
    tariffs.set_figures(whist.tariff, {SLAM_FOR: 60}, by="Olga")
    there = packed(whist.club)
    emptied()
    unpacked(path)
    tariff = Tariff.objects.get()
    tariffs.set_figures(tariff, {SLAM_FOR: 50}, by="Otto")
    path.write_bytes(there)
    report = unpacked(path)
    assert report.names["tariff", Verdict.PARTED] == ["Thursdays"]
    assert tariffs.latest(tariff).figures == {SLAM_FOR: 50}


def test_a_dry_run_without_an_existing_club_matches_the_import(path: Path) -> None:
    path.write_bytes(packed(Whist().club))
    emptied()
    foreseen = unpacked(path, writes=False)
    assert not Club.objects.exists()
    assert foreseen.of("tariff", Verdict.NEW) == foreseen.of("house_rules", Verdict.NEW) == 1
    assert unpacked(path) == foreseen


@pytest.mark.parametrize(
    ("kind", "changes", "place"),
    [
        ("clubs.tariff", {"versions": []}, "versions"),
        (
            "clubs.tariff",
            {"versions": [{"number": 2, "figures": {}, "made_at": "2026-11-22T08:00Z", "made_by": ""}]},
            "vers",
        ),
        (
            "clubs.tariff",
            {"versions": [{"number": 1, "figures": {"a.b.c": "x"}, "made_at": "2026-11-22T08:00Z", "made_by": ""}]},
            "versions[0].figures",
        ),
        ("clubs.tariff", {"former_names": [1]}, "former_names"),
        ("clubs.houserules", {"tariff": "Fridays"}, "tariff"),
        ("play.session", {"tariff": []}, "tariff"),
        ("play.session", {"tariff": {"name": "x", "figures": {"stake.duo.each": 1}}}, "tariff"),
    ],
)
def test_an_impossible_tariff_is_reported_with_its_line(
    path: Path, kind: str, changes: dict[str, Any], place: str
) -> None:
    lines = lines_of(packed(Whist().club))
    emptied()
    before = counts()
    changed = [{**line, **changes} if line.get("kind") == kind else line for line in lines]
    with pytest.raises(ArchiveError, match=place.replace("[", r"\[")):
        unpacked(resealed(changed, path))
    assert counts() == before
