"""Texts: templates, values, names, numbers, and translation."""

from fractions import Fraction

import pytest

from games.scoring.text import SeatName, Text, message, number_words, plural_message

NAMES = ("Anne", "Bruno")


class Reversing:
    """A translator with a different word order, which keeps the placeholders in braces."""

    def gettext(self, message: str, /) -> str:
        return {"{player} pays": "payé par {player}", "Garde": "GARDE", "made {what}": "{what}, fait"}[message]

    def ngettext(self, singular: str, plural: str, number: int, /) -> str:
        return "{number} levée" if number == 1 else "{number} levées"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (Text("Nothing to fill in, {braces} stay"), "Nothing to fill in, {braces} stay"),
        (Text(""), ""),
        (message("{a} of {b}", a=1, b=2), "1 of 2"),
        (message("{player} pays", player=SeatName(1)), "Bruno pays"),
        (message("{player} pays", player=SeatName(2)), "3 pays"),
        (message("{n} points", n=-7), "−7 points"),
        (message("{n} points", n=Fraction(81, 2)), "40½ points"),
        (message("made {what}", what=message("by {n}", n=8)), "made by 8"),
        (message("{note}", note="{not} a {template}"), "{not} a {template}"),
        (plural_message("{number} trick", "{number} tricks", 1), "1 trick"),
        (plural_message("{number} trick", "{number} tricks", 2), "2 tricks"),
        (plural_message("{number} trick by {who}", "{number} tricks by {who}", 0, who=SeatName(0)), "0 tricks by Anne"),
    ],
)
def test_a_text_in_english(text: Text, words: str) -> None:
    assert text.render(NAMES) == words


def test_names_are_filled_in_when_the_text_is_shown() -> None:
    text = message("{player} pays", player=SeatName(1))
    assert text.render(("Anne", "Benoît")) == "Benoît pays"
    assert str(text) == "2 pays"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (message("{player} pays", player=SeatName(0)), "payé par Anne"),
        (message("made {what}", what=message("Garde")), "GARDE, fait"),
        (plural_message("{number} trick", "{number} tricks", 1), "1 levée"),
        (plural_message("{number} trick", "{number} tricks", 3), "3 levées"),
        (Text(""), ""),
    ],
)
def test_a_text_in_another_language(text: Text, words: str) -> None:
    assert text.render(NAMES, Reversing()) == words


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "0"),
        (1740, "1740"),
        (-1, "−1"),
        (Fraction(1, 2), "½"),
        (Fraction(-1, 2), "−½"),
        (82.5, "82½"),
        (Fraction(165, 2), "82½"),
        (Fraction(-165, 2), "−82½"),
        (Fraction(4, 2), "2"),
        (Fraction(1, 4), "0.25"),
    ],
)
def test_a_number_in_words(number: float | Fraction, words: str) -> None:
    assert number_words(number) == words
