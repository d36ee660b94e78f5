"""The code on a sheet for the camera: it is read back as written, and a faulty one is refused with the reason."""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any

import pytest

from games import registry
from games.scoring.documents import LONGEST_NAME
from scorekeeper.printing.marked_sheets.code import (
    LAYOUT_VERSION,
    LONGEST,
    SheetCode,
    SheetCodeError,
    options_that_differ,
)

FOUR = ("Anne", "Zoë 🃏", "Ζωή", "דוד")
PLAIN = SheetCode(game="tarot", rules="fft", names=FOUR, first_dealer=3, rows=24)
FULL = SheetCode(
    game="boston",
    rules="original",
    names=FOUR,
    first_dealer=1,
    rows=30,
    options={"pool": True, "ante": 20},
    tariff={"name": "Thursdays", "version": 2, "figures": {"penalty.spoilt_misere.pool": 25}},
    paper="letter",
    landscape=True,
    page=2,
    pages=3,
    session="abcDEF_-123",
    printed=7,
)


@pytest.mark.parametrize("code", [PLAIN, FULL], ids=["plain", "full"])
@pytest.mark.parametrize("before", ["", "https://cards.example/?s=", "HTTP://192.168.0.7:8000/sheet/?lang=fr&s="])
def test_a_code_is_read_back_as_it_was_written(code: SheetCode, before: str) -> None:
    assert SheetCode.parse(before + code.written()) == code


def test_an_ordinary_code_is_short() -> None:
    names = ("Anne", "Bertrand", "Chloé", "Dominique")
    code = SheetCode(game="solo_whist", rules="foster", names=names, first_dealer=3, rows=24, pages=2, landscape=True)
    assert len(code.written()) < 130


def test_names_that_are_too_long_for_the_code_are_left_out() -> None:
    code = SheetCode(game="tarot", rules="fft", names=("Ж" * LONGEST_NAME, "Anne", ""), first_dealer=0, rows=24)
    assert code.at_most(len(code.written())) == code
    assert code.at_most(len(code.written()) - 1).names == ("", "", "")


def test_a_code_gives_the_table_it_was_written_for() -> None:
    game, table = FULL.game_at_table()
    assert (game.slug, table.rules, table.players, table.first_dealer) == ("boston", "original", FOUR, 1)
    assert options_that_differ(game, table) == {"pool": True, "ante": 20}
    assert table.tariff is not None
    assert table.tariff.document() == FULL.tariff


def test_players_without_a_name_are_numbered() -> None:
    _game, table = SheetCode(
        game="mort", rules="foster", names=("", "Anne", ""), first_dealer=0, rows=8
    ).game_at_table()
    assert table.players == ("#1", "Anne", "#3")


def packed(document: Any, version: int = LAYOUT_VERSION) -> str:
    """Return a code with this content, packed without the usual words, which any code may do."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    text = document if isinstance(document, bytes) else json.dumps(document).encode()
    return f"{version}.{base64.urlsafe_b64encode(packer.compress(text) + packer.flush()).decode().rstrip('=')}"


GOOD: dict[str, Any] = {"game": "tarot", "rules": "fft", "names": 4, "rows": 24}


def test_a_code_packed_by_hand_is_read() -> None:
    assert SheetCode.parse(packed(GOOD)).names == ("", "", "", "")


WRONG: dict[str, tuple[str, str]] = {
    "nothing": ("", "not-a-sheet"),
    "another QR code": ("https://cards.example/s/abc/", "not-a-sheet"),
    "a later version": (packed(GOOD, version=LAYOUT_VERSION + 1), "other-version"),
    "cut off": (PLAIN.written()[:-4], "damaged"),
    "no base64": (f"{LAYOUT_VERSION}.a", "damaged"),
    "not packed": (f"{LAYOUT_VERSION}.{base64.urlsafe_b64encode(b'{}').decode().rstrip('=')}", "damaged"),
    "no JSON": (packed(b"tarot"), "damaged"),
    "not UTF-8": (packed(b'{"game": "\xff"}'), "damaged"),
    "deeply nested": (packed(b"[" * (LONGEST - 1)), "damaged"),
    "more than it can be": (packed(b" " * LONGEST * 100 + b"1"), "damaged"),
    "a list": (packed([]), "damaged"),
    **{f"without {name}": (packed({**GOOD, name: None}), "damaged") for name in GOOD},
    **{f"no {name}": (packed({key: GOOD[key] for key in GOOD if key != name}), "damaged") for name in GOOD},
    "nobody": (packed({**GOOD, "names": []}), "damaged"),
    "a thousand people": (packed({**GOOD, "names": 1000}), "damaged"),
    "a number for a name": (packed({**GOOD, "names": [1, 2, 3, 4]}), "damaged"),
    "true rows": (packed({**GOOD, "rows": True}), "damaged"),
    "too many rows": (packed({**GOOD, "rows": 10**9}), "damaged"),
    "nobody deals": (packed({**GOOD, "first_dealer": 4}), "damaged"),
    "a page beyond the last": (packed({**GOOD, "page": 2}), "damaged"),
    "options that are none": (packed({**GOOD, "options": 1}), "damaged"),
    "a tariff that is none": (packed({**GOOD, "tariff": "ours"}), "damaged"),
    "a paper that is none": (packed({**GOOD, "paper": "a9"}), "damaged"),
    "a session that is none": (packed({**GOOD, "session": 1}), "damaged"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_faulty_code_is_refused_with_the_reason(wrong: str) -> None:
    text, code = WRONG[wrong]
    with pytest.raises(SheetCodeError) as refused:
        SheetCode.parse(text)
    assert refused.value.code == code


@pytest.mark.parametrize(
    "more",
    [
        {"game": "piquet"},
        {"rules": "isko"},
        {"names": 9},
        {"names": ["Anne", "anne", "", ""]},
        {"options": {"pool": True}},
        {"options": {"round_to_ten": "perhaps"}},
        {"tariff": {"name": "Ours", "version": 1, "figures": {"no.such.figure": 1}}},
        {"tariff": {"figures": {}}},
    ],
)
def test_a_table_that_the_rules_do_not_allow_is_refused(more: dict[str, Any]) -> None:
    code = SheetCode.parse(packed({**GOOD, **more}))
    with pytest.raises(SheetCodeError) as refused:
        code.game_at_table()
    assert refused.value.code == "unknown-rules"


@pytest.mark.parametrize("slug", registry.slugs())
def test_every_game_has_a_code_for_its_usual_table(slug: str) -> None:
    game = registry.get(slug)
    rule_set = game.rules.rule_sets[game.rules.default_rules]
    code = SheetCode(
        game=slug, rules=rule_set.slug, names=("",) * rule_set.players[0], first_dealer=rule_set.players[0] - 1, rows=24
    )
    assert SheetCode.parse(code.written()).game_at_table()[0] is game
