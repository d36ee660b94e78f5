"""A file that is damaged, foreign or inconsistent is refused with its line and place, and nothing is written."""

from __future__ import annotations

import gzip
import json
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.clubs.models import Club, Player
from scorekeeper.files.archive.format import ArchiveError, ArchiveLine
from scorekeeper.files.archive.reader import header_of, open_archive
from tests.evenings.club_evening import ClubEvening
from tests.files.archive.moved import file_of, imported_or_refused, lines_of, resealed, unpacked
from tests.games.strategies import spoilt
from tests.play.tables import FOUR, GARDE

pytestmark = pytest.mark.django_db

MEGABYTE = 1024 * 1024


def one_session() -> Club:
    """A club of four with an evening and one session."""
    club_evening = ClubEvening(members=FOUR)
    scorer = club_evening.table(*FOUR, stake=None)
    scorer.record(GARDE)
    scorer.close()
    return club_evening.club


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The file of that club; the installation that reads it is empty."""
    path = tmp_path / "file.club"
    path.write_bytes(file_of(one_session))
    return path


def read(path: Path) -> list[ArchiveLine]:
    with open_archive(path, is_club=True) as archive:
        return list(archive.lines)


def refused(path: Path, sentence: str, *, writes: bool = True) -> None:
    with pytest.raises(ArchiveError, match=sentence):
        unpacked(path, writes=writes)
    assert not Club.objects.exists()
    assert not Player.objects.exists()


ANY_FILE = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])


@given(data=st.data(), zipped=st.booleans())
@ANY_FILE
def test_a_file_truncated_anywhere_is_refused(file: Path, data: st.DataObject, zipped: bool) -> None:
    content = gzip.compress(file.read_bytes()) if zipped else file.read_bytes()
    path = file.with_name("cut")
    path.write_bytes(content[: data.draw(st.integers(0, len(content) - 1))])
    refused(path, r"^The file ends early, after line \d+: the rest is missing\.$|^This is not a Scorekeeper archive")


@given(data=st.data())
@ANY_FILE
def test_a_changed_byte_is_reported_with_its_line(file: Path, data: st.DataObject) -> None:
    content = file.read_bytes()
    place = data.draw(st.integers(0, len(content) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != content[place]))
    path = file.with_name("changed")
    path.write_bytes(content[:place] + bytes([byte]) + content[place + 1 :])
    line = content[:place].count(b"\n") + 1
    last = f"|^The file ends early, after line {line - 1}"
    refused(path, rf"^Line ({line}|{line + 1})[:,]|^This is not a Scorekeeper archive{last}")


@given(data=st.data())
@ANY_FILE
def test_a_flipped_bit_in_a_compressed_file_is_noticed_or_harmless(file: Path, data: st.DataObject) -> None:
    content = gzip.compress(file.read_bytes(), mtime=0)
    place = data.draw(st.integers(0, len(content) - 1))
    path = file.with_name("changed")
    path.write_bytes(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])
    original_rows = read(file)
    try:
        assert read(path) == original_rows
    except ArchiveError as error:
        message = str(error)
    else:
        return
    assert message.startswith(("Line ", "The file is ", "The file ends early", "This is not a Scorekeeper archive"))


FOREIGN = {
    "nothing": b"",
    "an image": b"\x89PNG\r\n\x1a\n" + bytes(1000),
    "a PDF": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n",
    "a table": b"Name;Nickname\nAnne;\n",
    "two bytes of gzip": b"\x1f\x8b",
    "a ZIP": b"PK\x03\x04" + bytes(200),
    "a session": json.dumps({"format": "scorekeeper.session", "version": 1}).encode() + b"\n",
    "UTF-16": '{"format":"scorekeeper.club"}\n'.encode("utf-16"),
    "a number": b"7\n",
}


@pytest.mark.parametrize("what", FOREIGN)
def test_a_file_of_another_type_is_recognised(tmp_path: Path, what: str) -> None:
    path = tmp_path / "foreign"
    path.write_bytes(FOREIGN[what])
    foreign = r"^This is not a Scorekeeper archive|^The file ends early, after line 0|^The file is damaged after line 0"
    refused(path, foreign)
    with pytest.raises(ArchiveError, match=foreign):
        header_of(path, is_club=True)


@pytest.mark.parametrize("zipped", [False, True], ids=["as it is", "packed"])
@pytest.mark.parametrize("after", [0, 3], ids=["from the beginning", "after some lines"])
def test_a_hundred_megabytes_of_junk_are_refused_without_being_loaded(file: Path, zipped: bool, after: int) -> None:
    lines = file.read_bytes().splitlines(keepends=True)[:after]
    path = file.with_name("rubbish")
    with gzip.open(path, "wb", compresslevel=1) if zipped else open(path, "wb") as out:
        out.write(b"".join(lines))
        for _piece in range(100):
            out.write(bytes(MEGABYTE))
    tracemalloc.start()
    try:
        refused(
            path,
            "^Line 4 is longer than any line the program writes" if after else "^This is not a Scorekeeper archive",
        )
        _now, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < (100 if after else 2) * MEGABYTE


def test_names_in_another_encoding_are_reported_by_line_and_byte(file: Path) -> None:
    file.write_bytes(file.read_bytes().replace("Chloé".encode(), "Chloé".encode("cp1252")))
    refused(file, r"^Line 5: invalid UTF-8 at byte 68\.$")


def test_a_changed_name_is_reported_with_its_line(file: Path) -> None:
    file.write_bytes(file.read_bytes().replace(b'"name":"Anne"', b'"name":"Hans"'))
    refused(file, r"^Line 3: this was changed after it was written: the checksum doesn’t match\.$")


def without(number: int) -> Callable[[list[bytes]], list[bytes]]:
    return lambda lines: lines[: number - 1] + lines[number:]


MISSING = {
    "a line": (without(4), r"^Line \d+: earlier lines are missing or have been changed\.$"),
    "the header": (without(1), "^This is not a Scorekeeper archive"),
    "the end": (lambda lines: lines[:-1], r"^The file ends early, after line \d+: the rest is missing\.$"),
    "nothing, and something follows": (lambda lines: [*lines, lines[3]], r"^Line \d+: there is more text after"),
    "two lines stand where the other should": (
        lambda lines: [*lines[:2], lines[3], lines[2], *lines[4:]],
        r"^Line \d+: earlier lines are missing or have been changed\.$",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", MISSING)
def test_a_file_with_missing_lines_is_refused(file: Path, what: str) -> None:
    change, sentence = MISSING[what]
    file.write_bytes(b"".join(change(file.read_bytes().splitlines(keepends=True))))
    refused(file, sentence)


def test_a_file_of_a_newer_version_is_refused(file: Path) -> None:
    lines = lines_of(file.read_bytes())
    lines[0]["version"] = 2
    refused(resealed(lines, file), r"^The file was made by a newer version of Scorekeeper\.$")


# With checks that match

SESSION, EVENING, ANNE = 7, 6, 2


def put(line: int, *path: Any) -> Callable[[list[Any]], None]:
    """Set the last item of the path in the place that the others lead to."""
    *way, name, value = path

    def change(lines: list[Any]) -> None:
        here = lines[line]
        for step in way:
            here = here[step]
        here[name] = value

    return change


NOT_LINES: dict[str, dict[str, Any]] = {
    "a kind that is a list": {"kind": [], "row": {}},
    "a row that is a list": {"kind": "clubs.club", "row": []},
    "no row": {"kind": "clubs.club"},
    "more than a row": {"kind": "clubs.club", "row": {}, "club": {}},
}


@pytest.mark.parametrize("what", NOT_LINES)
def test_an_unknown_row_is_reported_with_its_line(file: Path, what: str) -> None:
    body = json.dumps(NOT_LINES[what]).encode()[:-1]
    line = b'%s,"check":"%08x"}\n' % (body, crc32(body))
    file.write_bytes(file.read_bytes().splitlines(keepends=True)[0] + line)
    refused(file, r"^Line 2: this has the wrong format\.$")


def moved_line(frm: int, to: int) -> Callable[[list[Any]], None]:
    return lambda lines: lines.insert(to, lines.pop(frm))


UNTRUE: dict[str, tuple[Callable[[list[Any]], object], str]] = {
    "a name of a thousand letters": (put(ANNE, "name", "A" * 1000), r"^Line 3, name: .*at most 60 characters"),
    "a name that is a number": (put(ANNE, "name", [1]), r"^Line 3, name: this has the wrong format\."),
    "a person twice": (lambda lines: lines.insert(3, lines[2]), "^Line 4, uid: this person is already in the file"),
    "a column that is missing": (lambda lines: lines[ANNE].pop("guest"), r"^Line 3: “guest” is missing\."),
    "a column that we do not know": (put(ANNE, "password", "x"), r"^Line 3: “password” is unknown\."),
    "a kind that we do not know": (put(ANNE, "kind", "clubs.dog"), "^Line 3: this kind of line doesn’t belong here"),
    "lines out of their order": (moved_line(ANNE, 6), "^Line 7: this kind of line doesn’t belong here"),
    "merged into nobody": (put(ANNE, "merged_into", "x"), "^Line 3, merged_into: the file has no person"),
    "a null character": (put(ANNE, "name", "A\x00"), "^Line 3: this contains a character that can’t be stored"),
    "a day that there is not": (put(EVENING, "date", "2026-02-30"), "^Line 7, date: "),
    "an evening twice": (lambda lines: lines.insert(7, lines[6]), "^Line 8, public_id: this evening is already"),
    "nobody at an evening": (put(EVENING, "presences", 0, "player", "x"), r"^Line 7, presences\[0\]\.player: the file"),
    "a game's option that is none": (put(SESSION, "options", []), "^Line 8, options: this has the wrong format"),
    "an evening that is none": (put(SESSION, "evening", "x"), "^Line 8, evening: the file has no entry with this name"),
    "a table before that is none": (put(SESSION, "follows", "x"), "^Line 8, follows: the file has no entry"),
    "somebody who sits nowhere": (put(SESSION, "seats", 1, "place", 3), r"^Line 8, seats\[1\]\.place: there is nobody"),
    "somebody who sits twice": (
        lambda lines: lines[SESSION]["seats"][1].update(player=lines[SESSION]["seats"][0]["player"]),
        r"^Line 8, seats\[1\]\.player: Anne sits at this table twice",
    ),
    "a hand that is a list": (
        put(SESSION, "hands", 0, "outcome", []),
        r"^Line 8, hands\[0\]\.outcome: this has the wrong format",
    ),
    "a hand that replaces itself": (
        put(SESSION, "hands", 0, "replaces", 0),
        r"^Line 8, hands\[0\]\.replaces: there is no hand at that number",
    ),
    "a hand that comes to something else": (
        put(SESSION, "hands", 0, "outcome", "points", 60),
        r"^Line 8, totals: .*: Anne, Bruno, Chloé, David are 264, -88, -88, -88 here and 198, -66, -66, -66",
    ),
    "a deed that is none": (
        put(SESSION, "changes", 0, "verb", "steal"),
        r"^Line 8, changes\[0\]\.verb: this has the wrong format",
    ),
    "a change that is to come": (put(SESSION, "changes", 2, "revision", 9), r"^Line 8, changes\[2\]\.revision: the"),
    "closed without being settled": (put(SESSION, "settlements", []), "^Line 8, settlements: a closed session must"),
    "settled for five": (put(SESSION, "settlements", 0, "totals", [0] * 5), r"^Line 8, settlements\[0\]\.totals: this"),
    "paid by nobody": (
        put(SESSION, "settlements", 0, "transfers", 0, "debtor", 9),
        r"^Line 8, settlements\[0\]\.transfers\[0\]: there is nobody at that seat",
    ),
    "a result of nobody": (put(SESSION, "results", 0, "seat", 4), r"^Line 8, results\[0\]\.seat: there is nobody"),
    "a number that no column takes": (put(SESSION, "revision", 10**30), "^Line 8, revision: "),
    "two journals in one": (
        lambda lines: lines[SESSION]["changes"].insert(1, lines[SESSION]["changes"][0]),
        r"^Line \d+: the database rejected the data up to this line \(.*\)\.$",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", UNTRUE)
def test_impossible_values_are_reported_by_line_and_field(file: Path, what: str) -> None:
    change, sentence = UNTRUE[what]
    lines = lines_of(file.read_bytes())
    change(lines)
    resealed(lines, file)
    if what != "two journals in one":  # which only the database knows
        refused(file, sentence, writes=False)
    refused(file, sentence)


@given(data=st.data())
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_file_is_either_imported_or_refused(file: Path, data: st.DataObject) -> None:
    lines = lines_of(file_of(one_session))
    at = data.draw(st.integers(1, len(lines) - 1))
    kind = {"kind": lines[at].pop("kind")}
    changed = data.draw(spoilt(lines[at]).filter(lambda line: isinstance(line, dict)))
    imported_or_refused([*lines[:at], {**changed, **kind}, *lines[at + 1 :]], file.with_name("spoilt"))
