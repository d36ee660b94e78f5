"""`manage.py tournament`: in this process where that is faster, and once as a process."""

import json
from functools import partial
from pathlib import Path

import pytest
from django.core.management.base import CommandError

from tests.desk.documents import NAMES, score, seat, table, tournament
from tests.document_commands import call, encoded, run

DOCUMENT = tournament(NAMES[:4], terms={"seed": 7}, rounds=[{"tables": [table(1, NAMES[:4], [4, 3, 2, 1])]}])
IMPOSSIBLE = {**DOCUMENT, "kind": "duplicate"}
NOT_JSON = {"round": None, "table": None, "field": None, "code": "invalid_document"}
ANSWERS = {"score": score, "seat": seat}

command = partial(call, "tournament")


@pytest.mark.parametrize("action", ANSWERS)
@pytest.mark.parametrize("file", [[], ["-"]])
def test_a_document_on_standard_input_is_answered(action: str, file: list[str]) -> None:
    assert command(action, *file, stdin=encoded(DOCUMENT)) == (0, [ANSWERS[action](DOCUMENT)])


@pytest.mark.parametrize("action", ANSWERS)
@pytest.mark.parametrize(
    "order",
    ["{action} --lines {file}", "{action} {file} --lines", "--lines {action} {file}", "{action} -v 0 {file} --lines"],
)
def test_options_can_stand_anywhere(action: str, order: str, tmp_path: Path) -> None:
    file = tmp_path / "tournaments.jsonl"
    file.write_bytes(encoded(DOCUMENT, DOCUMENT))
    answers = [ANSWERS[action](DOCUMENT)] * 2
    assert command(*order.format(action=action, file=file).split()) == (0, answers)
    assert command(*order.format(action=action, file="-").split(), stdin=encoded(DOCUMENT, DOCUMENT)) == (0, answers)


@pytest.mark.parametrize("arguments", [[], ["rank"], ["score", "-", "-"], ["score", "--line-by-line"]])
def test_other_arguments_are_refused(arguments: list[str]) -> None:
    with pytest.raises(CommandError):
        command(*arguments)


@pytest.mark.parametrize("action", ANSWERS)
@pytest.mark.parametrize("text", [b"{", b"[" * 100_000, "Chloé".encode("latin-1")])
def test_what_is_not_json_is_reported_with_status_1(action: str, text: bytes) -> None:
    status, [answer] = command(action, stdin=text)
    assert answer["error"].pop("message")
    assert (status, answer) == (1, {"error": NOT_JSON})


@pytest.mark.parametrize("action", ANSWERS)
def test_lines_are_answered_in_order_and_a_bad_one_does_not_stop_the_rest(action: str) -> None:
    status, answers = command(action, "--lines", stdin=encoded(DOCUMENT, IMPOSSIBLE) + b"\n" + encoded(DOCUMENT))
    assert status == 0
    assert answers[0] == answers[3] == ANSWERS[action](DOCUMENT)
    assert [answer["error"]["field"] for answer in answers[1:3]] == ["kind", None]
    assert answers[1]["error"]["code"] == "unknown_choice"


def test_an_internal_error_has_the_form_of_the_others(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*arguments: object) -> None:
        raise RuntimeError("bug")

    monkeypatch.setattr("scorekeeper.files.management.commands.tournament.read", broken)
    assert command("score", "--lines", stdin=encoded(DOCUMENT)) == (
        0,
        [{"error": {"round": None, "table": None, "field": None, "code": "internal", "message": "RuntimeError: bug"}}],
    )
    assert "RuntimeError: bug" in capsys.readouterr().err


@pytest.mark.thorough
def test_the_program_needs_no_database_and_prints_utf_8(tmp_path: Path) -> None:
    done = run("tournament", "score", stdin=encoded(DOCUMENT), folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "Chloé".encode() in done.stdout
    assert json.loads(done.stdout) == score(DOCUMENT)
    assert not list(tmp_path.glob("**/*.sqlite3"))
