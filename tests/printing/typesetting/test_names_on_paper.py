"""Names in any script and with any sign: they don't reorder anything, are no boxes, and are never cut off."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from games.scoring.documents import LONGEST_NAME
from scorekeeper.devtools.demo_data.example_hands import session_of
from scorekeeper.play.pages.summary import ShownPayment
from scorekeeper.printing import typesetting as names
from scorekeeper.printing.typesetting import PageSetup, names_on_paper, on_paper
from tests.desk.club_evening import ClubEvening
from tests.printing.every_setting import NAMES, Setting, every_setting, played
from tests.printing.made_sheets import filled
from tests.printing.print_pages import evening_paper, printed
from tests.printing.printed import BOX, Printed, letters_of

pytestmark = pytest.mark.django_db
DAVID, AHMED = "דוד", "أحمد"
TURNED = (DAVID, AHMED, "Chloé", "נועה")
FAMILY = "👩\u200d👩\u200d👧\u200d👦"  # joined by an invisible character
MIXED = ShownPayment(DAVID, AHMED, 1234, "€61.70"), ShownPayment(AHMED, "Chloé", 34, "€1.70")


def tarot(people: tuple[str, ...], *, appendix: bool = False, payments: tuple[ShownPayment, ...] = ()) -> Printed:
    ledger = session_of("tarot", "fft", people, 14)
    return Printed.of(filled(ledger, PageSetup("a4"), payments=payments, appendix=appendix))


# From right to left


def test_a_right_to_left_name_is_isolated_from_the_words_beside_it() -> None:
    assert on_paper(DAVID) == f"\u2068{DAVID}\u2069"
    assert on_paper("Chloé") == "Chloé"


def test_payments_read_from_left_to_right_whatever_the_names() -> None:
    sheet = tarot(TURNED, payments=MIXED)
    assert letters_of(f"{DAVID} → {AHMED} 1234 €61.70") in sheet.as_typeset
    assert letters_of(f"{AHMED} → Chloé 34 €1.70") in sheet.as_typeset


def test_figures_beside_a_right_to_left_name_stay_in_place() -> None:
    sheet = tarot(TURNED, appendix=True)
    assert sheet.has(f"1. Garde by {DAVID}, 49 points, 2 bouts")
    assert sheet.has(f"Simple poignée by {DAVID}: 20 · Poignée")
    assert sheet.has(f"4. Garde by {DAVID}, 52 points, 2 bouts, simple poignée by {AHMED}")


def test_club_and_evening_keep_their_order_in_a_line() -> None:
    club_evening = ClubEvening(AHMED, TURNED, kitty="1.50")
    club_evening.evening.name = "ערב"
    club_evening.evening.save()
    club_evening.played(*TURNED)
    notice = printed(club_evening.phone, evening_paper(club_evening), what="result")
    assert notice.has(f"{AHMED} · ערב, {club_evening.evening.date:%-d %B %Y}")
    assert all(notice.has(name) for name in TURNED)


@pytest.mark.parametrize("name", ["Anne", "Chloé", "李", "Łukasz", "Ἀθηνᾶ", "♠ Zoë"])
def test_a_left_to_right_name_is_printed_as_typed(name: str) -> None:
    assert on_paper(name) == name


# Signs


@pytest.fixture
def letters_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Typeset without pictographic fonts, as on a machine that has none."""
    monkeypatch.setattr(names, "_drawn", lambda sign: sign < "\U0001f000")


@pytest.mark.usefixtures("letters_only")
@pytest.mark.parametrize("name", [f"{FAMILY} Zoë", f"Zoë {FAMILY}", "Zoë 👍🏽", "🇫🇷 Zoë", "👩\u200d🚀Zoë"])
def test_a_character_without_a_glyph_is_left_out(name: str) -> None:
    sheet = tarot((name, "Bruno", "Chloé", "David"), appendix=True)
    assert sheet.has("1. Garde by Zoë, 49 points")


@pytest.mark.usefixtures("letters_only")
def test_a_name_without_printable_characters_is_replaced_by_their_names() -> None:
    assert tarot((FAMILY, "Bruno", "Chloé", "David")).has("woman, woman, girl, boy")


@pytest.mark.usefixtures("letters_only")
def test_two_names_that_differ_in_an_unprintable_character_are_told_apart() -> None:
    assert names_on_paper(["Zoë 👍", "Zoë 👎", "Anne 👍"]) == {
        "Zoë 👍": "Zoë thumbs up sign",
        "Zoë 👎": "Zoë thumbs down sign",
        "Anne 👍": "Anne",
    }


def test_a_character_with_a_glyph_is_printed() -> None:
    assert tarot(("★ Zoë", "Bruno", "Chloé", "David")).has("★ Zoë")


def test_a_keycap_digit_is_printed_as_a_digit() -> None:
    assert on_paper("Zoë 1\ufe0f\u20e3") == "Zoë 1\ufe0f"


def test_no_sheet_contains_a_missing_glyph_box() -> None:
    people = (f"Zoë {FAMILY}", "Bruno", "Chloé", "David")
    club_evening = ClubEvening("Coupe 👍", people)
    club_evening.played(*people)
    club_evening.start(*people)
    for what in ("blank", "filled", "result"):
        sheet = printed(club_evening.phone, evening_paper(club_evening), what=what)
        assert sheet.has("Zoë")
        assert BOX not in sheet.as_typeset


# Very long words


UNBROKEN = tuple(f"{name}{'wolkenstein' * 6}"[:LONGEST_NAME] for name in NAMES)


def words_in(made: Any) -> Iterator[str]:
    """Return all words that the typesetter receives."""
    if isinstance(made, str):
        yield made
    elif isinstance(made, dict):
        yield from words_in(list(made.values()))
    elif isinstance(made, list | tuple):
        for part in made:
            yield from words_in(part)


@pytest.mark.thorough
@every_setting
def test_even_the_longest_word_is_wrapped(setting: Setting) -> None:
    payments = [ShownPayment(UNBROKEN[0], UNBROKEN[1], 1234, "€61.70")]
    made = filled(played(setting, UNBROKEN), PageSetup("a5"), payments=payments, appendix=True)
    assert [words for words in words_in(made["appendix"]) if re.search(r"[^\W_]{25}", words)] == []
    assert Printed.of(made).outside() == []


def test_very_long_names_are_printed_in_full_with_combined_characters_together() -> None:
    accented = "e\u0301" * (LONGEST_NAME // 2)
    sheet = tarot((UNBROKEN[0], UNBROKEN[1], accented, DAVID * 20), appendix=True)
    assert all(sheet.has(name) for name in (*UNBROKEN[:2], accented))
    assert "e\u200b\u0301" not in on_paper(accented)
