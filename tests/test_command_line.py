"""Commands that are interrupted end without a traceback."""

import pytest

from scorekeeper import command_line


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
