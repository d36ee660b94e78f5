"""`manage.py score`, as the contract says: as a process, and in this process where that is faster."""

import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.core.management.base import CommandError

from games import registry
from games.registry import find_rules
from games.scoring.documents import ledger_document, read
from tests.document_commands import MANAGE, call, encoded, run
from tests.external_programs import ROOT

GAMES = MANAGE.parent / "games"
HANDS = [{"call": "garde", "taker": "Anne", "bouts": 2, "points": 49}]
DOCUMENT: dict[str, Any] = {
    "format": "scorekeeper.session",
    "version": 1,
    "game": "tarot",
    "rules": "fft",
    "players": ["Anne", "Bruno", "Chloé", "David"],
    "hands": HANDS,
}
LEDGER = {
    "format": "scorekeeper.ledger",
    "version": 1,
    "game": "tarot",
    "rules": "fft",
    "options": {"five_players": "called_king", "round_to_ten": False},
    "players": ["Anne", "Bruno", "Chloé", "David"],
    "hands": [
        {
            "number": 1,
            "dealer": "David",
            "amounts": {"Anne": 198, "Bruno": -66, "Chloé": -66, "David": -66},
            "lines": [
                {
                    "label": "(25 + 8) × 2, Garde made by 8",
                    "rule": "contract",
                    "amounts": {"Anne": 198, "Bruno": -66, "Chloé": -66, "David": -66},
                }
            ],
            "state": {},
        }
    ],
    "totals": {"Anne": 198, "Bruno": -66, "Chloé": -66, "David": -66},
    "state": {},
    "transfers": [
        {"from": "Bruno", "to": "Anne", "amount": 66},
        {"from": "Chloé", "to": "Anne", "amount": 66},
        {"from": "David", "to": "Anne", "amount": 66},
    ],
}
IMPOSSIBLE = {**DOCUMENT, "hands": [*HANDS, {**HANDS[0], "points": 92}]}
NOT_JSON = {"hand": None, "field": None, "code": "invalid_document"}

score = partial(call, "score")


def without_message(result: Any) -> Any:
    assert result["error"].pop("message")
    return result["error"]


def example(heading: str) -> Any:
    """Return the last JSON example in a section of the documentation."""
    section = (ROOT / "docs" / "api.md").read_text(encoding="utf-8").split(f"## {heading}\n")[1].split("\n## ")[0]
    return json.loads(section.split("```json")[-1].split("```")[0])


def test_the_documented_session_of_several_stretches_has_the_documented_ledger() -> None:
    document, documented = example("A session with several stretches"), example("The ledger document")
    status, [ledger] = score(stdin=encoded(document))
    assert status == 0
    assert {name: ledger[name] for name in ("date", "title", "stake")} == {
        name: document[name] for name in ("date", "title", "stake")
    }
    options = {"five_players": "called_king", "round_to_ten": False}
    for stretch in documented["stretches"]:
        stretch["options"] = options
    for hand, shortened in zip(ledger["hands"], documented.pop("hands"), strict=True):
        assert hand.items() >= shortened.items()
    assert {name: ledger[name] for name in documented} == documented


@pytest.mark.parametrize("arguments", [[], ["-"]])
def test_a_document_on_standard_input_is_scored(arguments: list[str]) -> None:
    assert score(*arguments, stdin=encoded(DOCUMENT)) == (0, [LEDGER])


def test_a_document_in_a_file_is_scored(tmp_path: Path) -> None:
    file = tmp_path / "evening.json"
    file.write_text(json.dumps(DOCUMENT, indent=2), encoding="utf-8")
    assert score(str(file)) == (0, [LEDGER])
    file.write_bytes(encoded(DOCUMENT, DOCUMENT))
    assert score("--lines", str(file)) == (0, [LEDGER, LEDGER])


def test_an_impossible_hand_is_reported_with_status_1() -> None:
    status, [result] = score(stdin=encoded(IMPOSSIBLE))
    assert status == 1
    assert result["error"].pop("message").count("92") == 1
    assert result == {"error": {"hand": 2, "field": "points", "code": "out_of_range"}}


def test_a_number_of_thousands_of_digits_is_out_of_range() -> None:
    text = encoded(DOCUMENT).replace(b"49", b"9" * 6000)
    why = {"hand": 1, "field": "points", "code": "out_of_range", "message": "This must be between 0 and 91."}
    assert score(stdin=text) == (1, [{"error": why}])


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"\xff\xfe{",
        b'{"points": NaN}',
        b"[" * 100_000,
        encoded(DOCUMENT)[:-20],
        encoded(DOCUMENT, DOCUMENT),
        "Chloé".encode("latin-1"),
    ],
    ids=["nothing", "open", "not text", "NaN", "deep", "cut", "two", "latin-1"],
)
def test_invalid_json_is_reported_with_status_1(text: bytes) -> None:
    status, [result] = score(stdin=text)
    assert status == 1
    assert without_message(result) == NOT_JSON


def test_lines_are_scored_in_order_and_a_bad_one_does_not_stop_the_rest() -> None:
    lines = encoded(DOCUMENT, IMPOSSIBLE) + b"{\n\n" + encoded([], {**DOCUMENT, "game": "piquet"}) + encoded(DOCUMENT)
    status, results = score("--lines", stdin=lines)
    assert status == 0
    assert results[0] == results[-1] == LEDGER
    assert [without_message(result) for result in results[1:-1]] == [
        {"hand": 2, "field": "points", "code": "out_of_range"},
        NOT_JSON,
        NOT_JSON,  # an empty line is not a document; its answer keeps the others on their lines
        NOT_JSON,
        {"hand": None, "field": "game", "code": "unknown_game"},
    ]


@pytest.mark.thorough
@pytest.mark.parametrize("command", ["score", "score --lines", "tournament score", "tournament seat --lines"])
def test_a_closed_pipe_ends_the_program_quietly(command: str, tmp_path: Path) -> None:
    file = tmp_path / "documents.jsonl"
    file.write_bytes(b"{}\n")
    read_end, write_end = os.pipe()
    os.close(read_end)
    done = subprocess.run(
        [sys.executable, str(MANAGE), *command.split(), str(file)],
        stdout=write_end,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(write_end)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("stream", "why"),
    [
        ("<&-", "Standard input is closed."),
        (">&-", "Standard output is closed."),
        (">/dev/full", "The result can't be written: No space left on device."),
    ],
)
def test_a_stream_that_fails_is_reported_in_a_sentence(stream: str, why: str) -> None:
    program = ["sh", "-c", f'"$@" {stream}', "sh", sys.executable, str(MANAGE), "score"]
    done = subprocess.run(program, input="", capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, f"CommandError: {why}\n")


def test_the_last_line_needs_no_newline() -> None:
    assert score("--lines", stdin=encoded(DOCUMENT)) == score("--lines", stdin=encoded(DOCUMENT)[:-1]) == (0, [LEDGER])
    assert score("--lines", stdin=b"") == (0, [])


def test_an_internal_error_affects_only_its_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Broken:
        def __getattr__(self, name: str) -> object:
            raise RuntimeError("bug")

    def find(slug: str) -> Any:
        return Broken() if slug == "skat" else find_rules(slug)

    monkeypatch.setattr("scorekeeper.files.management.commands.score.find_rules", find)
    status, results = score("--lines", stdin=encoded({**DOCUMENT, "game": "skat"}, DOCUMENT))
    assert (status, results[1]) == (0, LEDGER)
    assert results[0] == {
        "error": {"hand": None, "field": None, "code": "internal", "message": "RuntimeError: bug"},
    }
    assert "RuntimeError: bug" in capsys.readouterr().err


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"nowhere\.json: No such file"):
        score(str(tmp_path / "nowhere.json"))


@pytest.mark.parametrize("slug", registry.slugs())
def test_every_worked_example_of_every_game_is_scored(slug: str) -> None:
    examples = json.loads((GAMES / slug / "examples.json").read_text(encoding="utf-8"))
    status, results = score("--lines", stdin=encoded(*[example["document"] for example in examples]))
    assert status == 0
    for example, result in zip(examples, results, strict=True):
        expected = example["expect"]
        if "error" in expected:
            assert result["error"].items() >= expected["error"].items(), example["id"]
        else:
            assert result == ledger_document(read(example["document"], find_rules).single().ledger()), example["id"]


# As a process


@pytest.mark.thorough
def test_the_program_scores_without_a_database_and_prints_utf_8(tmp_path: Path) -> None:
    done = run("score", stdin=encoded(DOCUMENT), folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.endswith(b"}\n")
    assert done.stdout.count(b"\n") == 1
    assert "Chloé".encode() in done.stdout
    assert json.loads(done.stdout) == LEDGER
    assert not list(tmp_path.glob("**/*.sqlite3"))


@pytest.mark.thorough
def test_the_program_exits_with_status_1_only_as_documented(tmp_path: Path) -> None:
    assert run("score", stdin=encoded(IMPOSSIBLE), folder=tmp_path).returncode == 1
    assert run("score", "--lines", stdin=encoded(IMPOSSIBLE), folder=tmp_path).returncode == 0


@pytest.mark.thorough
def test_a_lone_surrogate_is_printed_as_it_was_read(tmp_path: Path) -> None:
    done = run("score", stdin=b'{"format": "scorekeeper.session", "\\ud800": 1}', folder=tmp_path)
    assert (done.returncode, done.stderr) == (1, b"")
    assert json.loads(done.stdout)["error"]["code"] == "required"
    raw = json.dumps({**DOCUMENT, "\ud800": 1}).encode()
    done = run("score", stdin=raw, folder=tmp_path)
    assert (done.returncode, done.stderr) == (1, b"")
    assert json.loads(done.stdout)["error"]["field"] == "\ud800"


@pytest.mark.thorough
def test_each_line_is_scored_before_the_next_is_read(tmp_path: Path) -> None:
    program = subprocess.Popen(
        [sys.executable, str(MANAGE), "score", "--lines"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "DATA_DIR": str(tmp_path)},
    )
    with program:
        assert program.stdin is not None
        assert program.stdout is not None
        for document in (DOCUMENT, IMPOSSIBLE, DOCUMENT):
            program.stdin.write(encoded(document))
            program.stdin.flush()
            result = json.loads(program.stdout.readline())
            assert ("error" in result) is (document is IMPOSSIBLE)
        program.stdin.close()
    assert program.returncode == 0
