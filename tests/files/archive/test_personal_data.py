"""Members' records in a club's file: they move with the club, and what was deleted stays deleted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scorekeeper.clubs import personal_data
from scorekeeper.clubs.models import Club, Merge, PersonalData, Player
from scorekeeper.files.archive.format import ArchiveError
from scorekeeper.files.archive.records.report import Verdict
from scorekeeper.organisers import merging
from tests.clubs.clubs import SampleClub
from tests.files.archive.moved import emptied, lines_of, packed, resealed, unpacked
from tests.files.evening import PERSONAL

pytestmark = pytest.mark.django_db

ANNE, BRUNO = "Anne Arnaud", "Bruno Braun"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "file.club"


def club_with_records() -> SampleClub:
    """A club in which the number and personal data of Ann were taken over by Anne."""
    sample_club = SampleClub(members=(ANNE, BRUNO))
    ann = sample_club.member("Ann", member_number="17", category="Seniors")
    personal_data.store(ann, PERSONAL)
    merging.merge(sample_club.club.players.get(name=ANNE), ann, by="marion")
    Player.objects.filter(name=BRUNO).update(member_number="18")
    return sample_club


def stored() -> list[tuple[Any, ...]]:
    columns = ("name", "member_number", "category", *(f"personal_data__{name}" for name in personal_data.FIELDS))
    return sorted(Player.objects.values_list(*columns), key=str)


def test_records_move_with_the_club_and_a_merge_can_be_undone_there(path: Path) -> None:
    path.write_bytes(packed(club_with_records().club))
    before = stored()
    assert before[1][1] == before[0][1] == "17"
    emptied()
    unpacked(path)
    assert stored() == before
    again = unpacked(path)
    assert (again.changes, again.of("personal_data", Verdict.SAME)) == (0, 2)
    merging.unmerge(Merge.objects.get())
    assert [row[1] for row in stored()] == ["17", "", "18"]
    assert [one.player.name for one in PersonalData.objects.all()] == ["Ann"]


def test_personal_data_that_was_deleted_stays_deleted(path: Path) -> None:
    path.write_bytes(packed(club_with_records().club))
    personal_data.delete(list(Player.objects.all()))
    report = unpacked(path)
    assert not PersonalData.objects.exists()
    assert report.of("personal_data", Verdict.DIFFERS) == 2


def test_a_number_already_taken_here_stays_with_its_owner(path: Path) -> None:
    path.write_bytes(packed(club_with_records().club))
    emptied()
    here = SampleClub(members=())
    here.member("Zoé", member_number="18")
    report = unpacked(path, into=here.club)
    assert dict(Player.objects.values_list("name", "member_number")) == {
        "Zoé": "18",
        ANNE: "17",
        "Ann": "17",
        BRUNO: "",
    }
    assert report.names["member_number", Verdict.DIFFERS] == [f"18 ({BRUNO})"]


def changed(club: Club, kind: str, row: int, path: Path, **values: Any) -> Path:
    """Return the club's file with other values in a row of a kind."""
    lines = lines_of(packed(club))
    of_kind = [line for line in lines if line.get("kind") == kind]
    of_kind[row].update(values)
    emptied()
    return resealed(lines, path)


@pytest.mark.parametrize(
    ("kind", "row", "values", "words"),
    [
        ("clubs.player", 0, {"member_number": "18"}, "member_number: this member number is already in the file."),
        ("clubs.personaldata", 0, {"email": "anne@"}, "email: Enter a valid email address."),
        ("clubs.personaldata", 0, {"entered_on": "2999-01-01"}, "entered_on: This date is in the future."),
        ("clubs.personaldata", 0, {"player": "nobody"}, "player: the file has no person with this name."),
        (
            "clubs.merge",
            0,
            {"moved": {"seats": [], "presences": [], "joined": [], "filled": ["name"]}},
            "moved.filled[0]: this has the wrong format.",
        ),
    ],
)
def test_a_broken_record_is_refused_with_its_place(
    kind: str, row: int, values: dict[str, Any], words: str, path: Path
) -> None:
    file = changed(club_with_records().club, kind, row, path, **values)
    with pytest.raises(ArchiveError) as refused:
        unpacked(file)
    assert str(refused.value).partition(", ")[2] == words
    assert not Player.objects.exists()


def test_personal_data_that_occurs_twice_for_a_person_is_refused(path: Path) -> None:
    lines = lines_of(packed(club_with_records().club))
    personal = next(line for line in lines if line.get("kind") == "clubs.personaldata")
    lines.insert(lines.index(personal), dict(personal))
    emptied()
    with pytest.raises(ArchiveError, match="this person is already in the file"):
        unpacked(resealed(lines, path))
