"""Commands that are interrupted, or started with a bad environment, end without a traceback."""

from pathlib import Path

import pytest

from scorekeeper import command_line
from tests.external_programs import python

NO_DATABASE = (
    "DATABASE_URL is not the URL of an SQLite or PostgreSQL database, such as postgres://user@host/name "
    "(special characters in a password are percent-encoded)."
)


def test_ctrl_c_ends_a_command_quietly(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed: list[list[str]] = []

    def interrupted(words: list[str]) -> None:
        typed.append(words)
        raise KeyboardInterrupt

    monkeypatch.setattr(command_line, "execute_from_command_line", interrupted)
    with pytest.raises(SystemExit) as ended:
        command_line.execute("scorekeeper", "print-sheet", "tarot")
    assert ended.value.code == 130
    assert typed == [["scorekeeper", "print_sheet", "tarot"]]
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("SECRET_KEY", "a", "SECRET_KEY is too short; a key takes at least 16 random characters."),
        ("SECRET_KEY_FALLBACKS", "a", "SECRET_KEY_FALLBACKS is too short; a key takes at least 16 random characters."),
        ("TIME_ZONE", "Mars/Base", "TIME_ZONE is 'Mars/Base'; it takes a time zone such as Europe/Paris."),
        ("TIME_ZONE", "../etc/passwd", "TIME_ZONE is '../etc/passwd'; it takes a time zone such as Europe/Paris."),
        ("LANGUAGE_CODE", "xx", "LANGUAGE_CODE is 'xx'; it takes en, fr or de."),
        ("DATABASE_URL", "nonsense", NO_DATABASE),
        ("DATABASE_URL", "mysql://club:hidden@db.example/club", NO_DATABASE),
        ("DATABASE_URL", "postgres://club:hid/den@db.example:port/club", NO_DATABASE),
    ],
)
def test_a_bad_variable_is_one_sentence(tmp_path: Path, name: str, value: str, sentence: str) -> None:
    done = python("manage.py", "check", data_dir=tmp_path, **{name: value})
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"{sentence}\n")


@pytest.mark.parametrize("words", [["manage.py", "prepare"], ["-m", "scorekeeper"]])
def test_every_way_to_start_says_so(tmp_path: Path, words: list[str]) -> None:
    done = python(*words, data_dir=tmp_path, DATABASE_URL="nonsense")
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"{NO_DATABASE}\n")
