"""Amounts, money and the scoring core's sentences, in the reader's language."""

from collections.abc import Callable, Sequence
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from django.utils import translation
from django.utils.formats import number_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import registry, remarks
from games.scoring.tariffs import OwnTariff
from games.scoring.text import MINUS, Amount, Text, number_words, signed_words
from scorekeeper.clubs.models import Evening
from scorekeeper.days import long_day

CENT = Decimal("0.01")
NO_BREAK = "\u00a0"
IN_NO_SOURCE = gettext_lazy("* in no source that we can read")
"""What a star means in a sentence of the rules."""


def in_words(text: Text | str | None, names: Sequence[str] = (), amounts: Callable[[Amount], str] = str) -> str:
    """A sentence of the scoring core in the language of the page; `names` are the players in seat order.

    `amounts` says an amount in it, as the notation of the page has it.

    No sentence is no words, so that a place for an error can always be printed.
    """
    if text is None:
        return ""
    return text.render(names, translation, amounts) if isinstance(text, Text) else str(text)


def star_explained(text: str) -> str:
    """A sentence of the rules that stands alone, with what a star in it means behind it."""
    return f"{text} ({IN_NO_SOURCE})" if "*" in text else text


def note_in_words(note: object) -> str:
    """The note of a hand: as somebody typed it, but what a paper list left open in the language of the page."""
    return remarks.told(str(note), translation)


def note_to_keep(note: str) -> str:
    """A note as it is kept, that was told in the language of the page and perhaps changed there."""
    return remarks.kept(note, translation)


def name_of_game(slug: str) -> str:
    """What a game is called; of one that was taken away, as it was stored, with the reason why there is no more."""
    game = registry.find(slug)
    return in_words(game.name) if game else gone(slug)


def name_of_rules(slug: str, rules: str) -> str:
    """What a rule set of a game is called; the same for one that was taken away."""
    game = registry.find(slug)
    rule_set = game.rules.rule_sets.get(rules) if game else None
    return in_words(rule_set.name) if rule_set else gone(rules)


def game_and_rules(slug: str, rules: str) -> str:
    """A rule set by its game and its own name."""
    return _("%(game)s: %(rules)s") % {"game": name_of_game(slug), "rules": name_of_rules(slug, rules)}


def name_of_tariff(own: OwnTariff) -> str:
    """A club's own tariff, which has one name and several versions."""
    return _("“%(name)s”, version %(version)s") % {"name": own.name, "version": own.version}


def gone(slug: str) -> str:
    return _("%(name)s (no longer there)") % {"name": slug}


# Amounts are most of what a ledger prints. Digits and signs need no escaping, and saying so spares the time for it.


def amount(value: int | Fraction) -> SafeString:
    """A number of counters with a true minus sign.

    >>> amount(-66), amount(198)
    ('−66', '198')
    """
    return SafeString(number_words(value))


def signed(value: int | Fraction) -> SafeString:
    """A number of counters that were gained or lost.

    >>> signed(198), signed(-66), signed(0)
    ('+198', '−66', '0')
    """
    return SafeString(signed_words(value))


def average(value: Fraction) -> SafeString:
    """What was gained or lost on the average, to one decimal place, the half of one away from zero.

    >>> average(Fraction(-37, 3)), average(Fraction(5, 4)), average(Fraction(1, 100))
    ('−12.3', '+1.3', '0.0')
    """
    size = (Decimal(abs(value.numerator)) / value.denominator).quantize(Decimal("0.1"), rounding=ROUND_HALF_UP)
    sign = "" if not size else MINUS if value < 0 else "+"
    return SafeString(f"{sign}{number_format(size, decimal_pos=1)}")


GAIN, LOSS, EVEN = SafeString("gain"), SafeString("loss"), SafeString("even")


def tone(value: int) -> SafeString:
    """The class for an amount's colour; its sign says the same."""
    return GAIN if value > 0 else LOSS if value < 0 else EVEN


def name_of_evening(evening: Evening, said: Callable[[str], str] = str) -> str:
    """An evening by its name as it is `said`, where it has one, and its date."""
    day = long_day(evening.date)
    return f"{said(evening.name)}, {day}" if evening.name else day


def money(counters: int, stake: Decimal, currency: str) -> str:
    r"""What that many counters are in money, to the cent, the half cent upward.

    >>> money(-66, Decimal("0.05"), "€"), money(198, Decimal("0.0125"), "CHF")
    ('−€3.30', 'CHF\xa02.48')
    """
    value = (counters * stake).quantize(CENT, rounding=ROUND_HALF_UP)
    return sum_of_money(value, currency)


def figure_of_money(value: Decimal) -> str:
    """Without its currency: to the cent at least, and without zeros beyond."""
    exponent = value.normalize().as_tuple().exponent
    assert isinstance(exponent, int)  # neither infinite nor no number
    return number_format(value, decimal_pos=max(2, -exponent))


def sum_of_money(value: Decimal, currency: str, *, sign: bool = False) -> str:
    r"""An amount of money, to the cent at least and to as many places more as it has; with `sign` a gain says so.

    >>> sum_of_money(Decimal("-3.3"), "€"), sum_of_money(Decimal("0.0125"), "CHF")
    ('−€3.30', 'CHF\xa00.0125')
    """
    figure = figure_of_money(abs(value))
    # Translators: the order of currency and figure, as in “CHF 3.30” and “€3.30”. A space here never breaks.
    pattern = _("{letters} {figure}") if currency[-1:].isalpha() else _("{sign}{figure}")
    words = pattern.replace(" ", NO_BREAK).format(letters=currency, sign=currency, figure=figure)
    if value < 0:
        return f"{MINUS}{words}"
    return f"+{words}" if sign and value else words
