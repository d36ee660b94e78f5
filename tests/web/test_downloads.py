"""The names of downloaded files: they keep the letters of every language."""

from __future__ import annotations

import pytest

from scorekeeper.web.downloads import disposition, file_name


@pytest.mark.parametrize(
    ("name", "header"),
    [
        ("Skatfreunde Köln e. V.", "attachment; filename*=utf-8''skatfreunde-k%C3%B6ln-e-v.xlsx"),
        ("Dîner d’été", "attachment; filename*=utf-8''d%C3%AEner-d%C3%A9t%C3%A9.xlsx"),
        ("Red Lion 2026-11-30", 'attachment; filename="red-lion-2026-11-30.xlsx"'),
        ('"../a\r\nb', 'attachment; filename="a-b.xlsx"'),
        ("…", 'attachment; filename="file.xlsx"'),
    ],
)
def test_a_file_keeps_its_letters_and_nothing_else(name: str, header: str) -> None:
    assert disposition(name, "xlsx") == {"Content-Disposition": header}


def test_a_name_that_is_too_long_still_says_what_the_file_is() -> None:
    assert file_name("Skatfreunde " * 6, "2026-27", "Korrekturen") == "skatfreunde-" * 5 + "skatfreu-korrekturen"
    assert file_name("x" * 99, "") == file_name("", "x" * 99) == "x" * 80
