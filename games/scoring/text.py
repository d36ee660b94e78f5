"""Translatable texts for code that doesn't know the reader's language.

The rules of a game return a `Text`: an English template with its values, which a `Translator` renders where it is
shown. Until then players are seat numbers, so renaming a player takes effect everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple, Protocol
from unicodedata import bidirectional, category

MINUS = "−"
HALF = 0.5


def quoted(text: object, longest: int = 60) -> str:
    """Return somebody's input for quoting in a message: shortened, and with lone surrogates replaced.

    >>> quoted("x" * 100, longest=5), quoted(chr(0xD800))
    ('xxxx…', '?')
    """
    words = str(text).encode("utf-8", "replace").decode()
    return words if len(words) <= longest else f"{words[: longest - 1]}…"


class Translator(Protocol):
    """Translates templates into the reader's language; Django's `translation` module is one."""

    def gettext(self, message: str, /) -> str: ...

    def ngettext(self, singular: str, plural: str, number: int, /) -> str: ...


class English:
    """The translator that returns the English templates unchanged."""

    def gettext(self, message: str, /) -> str:
        return message

    def ngettext(self, singular: str, plural: str, number: int, /) -> str:
        return singular if number == 1 else plural


ENGLISH = English()


class SeatName(NamedTuple):
    """The name of the player in a seat, as a value of a `Text`."""

    seat: int


class Amount(NamedTuple):
    """An amount of the ledger, as a value of a `Text`; unlike tricks or points, it can be shown in counters.

    >>> str(Amount(198, signed=True)), str(Amount(-66))
    ('+198', '−66')
    """

    value: int
    signed: bool = False

    def __str__(self) -> str:
        return signed_words(self.value) if self.signed else number_words(self.value)


class Text(NamedTuple):
    """A translatable text: an English template, its values and, if it depends on a number, its plural.

    The value called `number` selects the plural.

    >>> str(Text("{made} made by {number}", {"made": "Garde", "number": 8}))
    'Garde made by 8'
    """

    template: str
    values: Mapping[str, object] = {}
    plural: str = ""

    def render(
        self,
        names: Sequence[str] = (),
        translator: Translator = ENGLISH,
        amounts: Callable[[Amount], str] = str,
    ) -> str:
        """Render in the translator's language; `names` are the players in seat order, `amounts` formats an amount."""
        if self.plural:
            number = self.values["number"]
            assert isinstance(number, int)
            template = translator.ngettext(self.template, self.plural, number)
        else:
            template = translator.gettext(self.template) if self.template else ""
        if not self.values:
            return template
        words = {key: _word(value, names, translator, amounts) for key, value in self.values.items()}
        return template.format(**words)

    def __str__(self) -> str:
        return self.render()


def named(seat: int) -> Text:
    """Return the name of the player in a seat as a text."""
    return Text("{player}", {"player": SeatName(seat)})


def _word(value: object, names: Sequence[str], translator: Translator, amounts: Callable[[Amount], str]) -> str:
    if isinstance(value, Text):
        return value.render(names, translator, amounts)
    if isinstance(value, SeatName):
        return isolated(names[value.seat]) if value.seat < len(names) else str(value.seat + 1)
    if isinstance(value, int | float | Fraction) and not isinstance(value, bool):
        return number_words(value)
    return amounts(value) if isinstance(value, Amount) else str(value)


def can_be_kept(text: str) -> bool:
    """Return whether a text can be stored and shown: no control characters except line feeds, no lone surrogates.

    >>> can_be_kept("Zoé"), can_be_kept(chr(0)), can_be_kept(chr(0xD800))
    (True, False, False)
    """
    return text.isprintable() or not any(category(character) in ("Cc", "Cs") for character in text if character != "\n")


UNSEEN = ("\u115f", "\u1160", "\u3164", "\uffa0")
"""Invisible characters that Unicode classifies as letters."""
TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that change the writing direction of what follows them."""


def can_be_a_name(text: str) -> bool:
    """Return whether a text can be a name: storable, visible, on one line, without changing the writing direction.

    >>> can_be_a_name("Zoé"), can_be_a_name(chr(0x200B)), can_be_a_name(chr(0x202E) + "evil")
    (True, False, False)
    """
    is_visible = any(category(character)[0] not in "CZ" and character not in UNSEEN for character in text)
    return is_visible and can_be_kept(text) and "\n" not in text and not TURNING.intersection(text)


FROM_THE_RIGHT = frozenset({"R", "AL", "AN"})
ISOLATED = "\u2068{}\u2069"


def isolated(name: str) -> str:
    """Return a name for use among other words.

    A right-to-left name gets Unicode isolates, so that it doesn't reorder the figures and signs beside it.

    >>> isolated("Zoé"), [f"{ord(sign):x}" for sign in isolated(chr(0x5D0))]
    ('Zoé', ['2068', '5d0', '2069'])
    """
    if name.isascii() or TURNING.intersection(name):
        return name
    return ISOLATED.format(name) if any(bidirectional(letter) in FROM_THE_RIGHT for letter in name) else name


def number_words(value: float | Fraction | Decimal) -> str:
    """Format a whole or half number, or one with decimal places, with a true minus sign.

    >>> number_words(40.5), number_words(-7), number_words(Fraction(1, 2)), number_words(Decimal("10697.33"))
    ('40½', '−7', '½', '10697.33')
    """
    if isinstance(value, int):
        return f"{MINUS}{-value}" if value < 0 else str(value)
    sign, size = (MINUS, -value) if value < 0 else ("", value)
    integer, rest = divmod(size, 1)
    if not rest:
        return f"{sign}{int(integer)}"
    return f"{sign}{int(integer) or ''}½" if rest == HALF else f"{sign}{float(size)}"


def signed_words(value: float | Fraction | Decimal) -> str:
    """Format a gain or loss, with its sign.

    >>> signed_words(198), signed_words(-66), signed_words(0)
    ('+198', '−66', '0')
    """
    return f"+{number_words(value)}" if value > 0 else number_words(value)


def joined(parts: Sequence[Text | str], by: str = ", ") -> Text:
    """Join several texts.

    >>> str(joined(["Garde", "49 points"]))
    'Garde, 49 points'
    """
    values = {f"part{number}": part for number, part in enumerate(parts)}
    return Text(by.join(f"{{{key}}}" for key in values), values)


def message(template: str, **values: object) -> Text:
    """Mark a template for translation and return it with its values; usually imported as `_`."""
    return Text(template, values)


def plural_message(singular: str, plural: str, number: int, **values: object) -> Text:
    """Mark a template with a plural for translation and return it with its values."""
    return Text(singular, {"number": number, **values}, plural)
