"""How names, amounts and sums of money are written on a page, and in which notation.

A *notation* prints amounts as numbers of the unit, or as the counters that lie on the table. Readers choose one in a
cookie, for all games that have several kinds of counters. The choice has no effect on what is stored, exported or
scored.

Each player has a *mark*, a shape and a colour, beside the name wherever a player is named at a table. The shapes are in
`static/img/marks.svg`, the colours in `static/css/tokens.css`, both under the name of the mark. None looks like a suit.
Marks are numbered in the order in which the players of a session sat down; `marks` of its ledger has each seat's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.formats import get_format, number_format
from django.utils.html import conditional_escape, escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import notes, registry
from games.scoring.counters import Counters, sign_of
from games.scoring.tariffs import OwnTariff
from games.scoring.text import MINUS, Amount, Text, number_words, signed_words
from games.scoring.types import Option, OptionValue, RuleSet
from scorekeeper.play.models import Session
from scorekeeper.web.cookies import AGE

NO_BREAK = "\u00a0"
IN_NO_SOURCE = gettext_lazy("* our own reading, not in a printed source")
"""The meaning of a star in a sentence of the rules."""


def in_words(text: Text | str | None, names: Sequence[str] = (), amounts: Callable[[Amount], str] = str) -> str:
    """Return a sentence of the scoring core in the language of the page; empty if `text` is None.

    `names` are the players in seat order. `amounts` formats the amounts in the sentence, such as a method of the page's
    notation.
    """
    if text is None:
        return ""
    return text.render(names, translation, amounts) if isinstance(text, Text) else str(text)


def without_star(text: str) -> str:
    """Return a sentence of the rules without the star for its source, which only the rules page explains.

    >>> without_star("How many rubbers are played in a row, with the same partners*.")
    'How many rubbers are played in a row, with the same partners.'
    """
    return text.replace("*", "")


def note_in_words(note: object) -> str:
    """Return the note of a hand as it was typed, with remarks of a paper list in the language of the page."""
    return notes.translated(str(note), translation)


def note_to_keep(note: str) -> str:
    """Return a note in the form in which it is stored: the reverse of `note_in_words`, even for an edited note."""
    return notes.stored(note, translation)


def game_name(slug: str) -> str:
    """Return the name of a game. A game that was removed is called by its slug, marked as gone."""
    game = registry.find(slug)
    return in_words(game.name) if game else removed_name(slug)


def table_name(session: Session) -> str:
    """Return the name of a table: its round, its number there or at the evening, its title, and its game."""
    game = game_name(session.game)
    if session.title:
        game = f"{session.title} · {game}"
    if session.table_number is None:
        return game
    parts = {"number": session.table_number, "game": game}
    if session.round is not None:
        return _("Round %(round)d · Table %(number)d · %(game)s") % {**parts, "round": session.round.number}
    return _("Table %(number)d · %(game)s") % parts


def joined_names(names: Sequence[str]) -> str:
    """Return the name of a player or of a side, in which a line ends after the plus.

    >>> joined_names(["Anne", "Chloé"]).replace(NO_BREAK, " ")
    'Anne + Chloé'
    """
    return f"{NO_BREAK}+ ".join(names)


def rules_name(slug: str, rules: str) -> str:
    """Return the name of a rule set. One that was removed is called by its slug, marked as gone."""
    game = registry.find(slug)
    rule_set = game.rules.rule_sets.get(rules) if game else None
    return in_words(rule_set.name) if rule_set else removed_name(rules)


def difference_note(games: Iterable[str], rules: str = "") -> str:
    """Return how results count where the lowest total wins; empty if none of these games or rules is like that."""
    if not any(registry.lowest_wins(game, rules) for game in games):
        return ""
    return _(
        "Where the lowest total wins, a result is the sum of all totals at the table, minus the number of players "
        "times the player’s own total. The highest result is first."
    )


def game_and_rules(slug: str, rules: str) -> str:
    """Return the name of a rule set with that of its game."""
    return _("%(game)s: %(rules)s") % {"game": game_name(slug), "rules": rules_name(slug, rules)}


def tariff_name(tariff: OwnTariff) -> str:
    """Return the name of a club's own tariff with its version."""
    return _("“%(name)s”, version %(version)s") % {"name": tariff.name, "version": tariff.version}


def removed_name(slug: str) -> str:
    return _("%(name)s (no longer installed)") % {"name": slug}


# A ledger prints mostly amounts. Digits and signs need no escaping; SafeString saves that time.
def amount(value: int | Fraction | Decimal) -> SafeString:
    """Format a number of counters with a true minus sign.

    >>> amount(-66), amount(198)
    ('−66', '198')
    """
    return SafeString(_with_separator(number_words(value), value))


def signed(value: int | Fraction | Decimal) -> SafeString:
    """Format a number of counters that were gained or lost, with its sign.

    >>> signed(198), signed(-66), signed(0)
    ('+198', '−66', '0')
    """
    return SafeString(_with_separator(signed_words(value), value))


def _with_separator(words: str, value: int | Fraction | Decimal) -> str:
    """Return a number with the decimal separator of the language, if it can have decimal places."""
    return words.replace(".", str(get_format("DECIMAL_SEPARATOR"))) if isinstance(value, Decimal) else words


def average(value: Fraction) -> SafeString:
    """Format an average gain or loss to one decimal place, rounding halves away from zero.

    >>> average(Fraction(-37, 3)), average(Fraction(5, 4)), average(Fraction(1, 100))
    ('−12.3', '+1.3', '0.0')
    """
    size = (Decimal(abs(value.numerator)) / value.denominator).quantize(Decimal("0.1"), rounding=ROUND_HALF_UP)
    sign = "" if not size else MINUS if value < 0 else "+"
    return SafeString(f"{sign}{number_format(size, decimal_pos=1)}")


_SIGNED = re.compile(rf"[+{MINUS}](?:[A-Z]{{3}}{NO_BREAK}|[^\w\s&;<>]?)\d(?:[\d.,{NO_BREAK}]*[\d½])?")
"""An amount with its sign within a sentence, money included."""


def with_amounts_apart(sentence: str) -> SafeString:
    """Return a sentence as HTML in which each signed amount keeps its sign on the left, in either text direction.

    >>> with_amounts_apart("Record: Anne <3 +198, Bruno −€3.30.")
    'Record: Anne &lt;3 <bdi>+198</bdi>, Bruno <bdi>−€3.30</bdi>.'
    """
    return SafeString(_SIGNED.sub(r"<bdi>\g<0></bdi>", conditional_escape(sentence)))


GAIN, LOSS, EVEN = SafeString("gain"), SafeString("loss"), SafeString("even")


def tone(value: int) -> SafeString:
    """Return the CSS class for an amount's colour. The sign carries the same meaning without colour."""
    return GAIN if value > 0 else LOSS if value < 0 else EVEN


def figure_of_money(value: Decimal, *, grouped: bool = False) -> str:
    """Format an amount without currency, with at least two decimal places and no further trailing zeros.

    With `grouped`, thousands are set apart, which a field of a form must not do.
    """
    exponent = value.normalize().as_tuple().exponent
    assert isinstance(exponent, int)  # neither infinite nor NaN
    return number_format(value, decimal_pos=max(2, -exponent), force_grouping=grouped)


def sum_of_cents(cents: int, currency: str) -> str:
    """Format an amount of money in cents.

    >>> sum_of_cents(350, "€")
    '€3.50'
    """
    return sum_of_money(Decimal(cents) / 100, currency)


def sum_of_money(value: Decimal, currency: str, *, sign: bool = False) -> str:
    r"""Format an amount of money with at least two decimal places; with `sign`, a gain gets a plus sign.

    >>> sum_of_money(Decimal("-3.3"), "€"), sum_of_money(Decimal("0.0125"), "CHF"), sum_of_money(Decimal(12000), "€")
    ('−€3.30', 'CHF\xa00.0125', '€12,000.00')
    """
    figure = figure_of_money(abs(value), grouped=True)
    # Translators: the order of currency and figure, as in “CHF 3.30” and “€3.30”. A space here never breaks.
    pattern = _("{letters} {figure}") if currency[-1:].isalpha() else _("{sign}{figure}")
    words = pattern.replace(" ", NO_BREAK).format(letters=currency, sign=currency, figure=figure).strip()
    if value < 0:
        return f"{MINUS}{words}"
    return f"+{words}" if sign and value else words


def stake_in_words(stake: Decimal, currency: str, kitty: Decimal | None, rules: RuleSet) -> str:
    """Return what a stake is paid for, each point or each game, and what each pays into the kitty."""
    words = _("%(money)s per game") if rules.stake_per_game else _("%(money)s per point")
    return ", ".join(filter(None, [words % {"money": sum_of_money(stake, currency)}, kitty_in_words(kitty, currency)]))


def kitty_in_words(kitty: Decimal | None, currency: str) -> str:
    """Return what each player pays into the kitty; empty if there is none."""
    return _("%(money)s each into the kitty") % {"money": sum_of_money(kitty, currency)} if kitty else ""


def value_in_words(option: Option, value: OptionValue) -> str:
    """Return the value of an option: yes or no, its choice, or its number."""
    if isinstance(value, bool):
        return _("Yes") if value else _("No")
    return in_words(dict(option.choices).get(str(value), str(value)))


COOKIE, IN_COUNTERS = "counters", "drawn"


class Notation:
    """The default notation: numbers of the unit. `counters` is None if the session has no choice of notation."""

    in_counters = False
    """Whether amounts are printed as counters."""

    def __init__(self, counters: Counters | None = None) -> None:
        self.counters = counters

    def amount(self, value: int) -> SafeString:
        """Return a total."""
        return amount(value)

    def signed(self, value: int) -> SafeString:
        """Return a gain or loss, with its sign."""
        return signed(value)

    def words(self, value: Amount) -> str:
        """Return an amount for use in a sentence."""
        return str(value)

    @property
    def name(self) -> Text | None:
        """The unit of the amounts, or None if there is no choice of notation."""
        return self.counters.unit if self.counters else None

    @property
    def other(self) -> Notation | None:
        """The other notation, which the explanation of a hand shows as well; None if there is only one."""
        return _notation(self.counters, not self.in_counters) if self.counters else None

    def beside(self, value: int) -> str:
        """Return an amount in words in the other notation, for those who pay it; empty if there is none."""
        return self.other.listed(value) if self.other else ""

    def listed(self, value: int) -> str:
        """Return an amount in words that stand alone."""
        return self.words(Amount(value))


class CounterNotation(Notation):
    """Numbers with drawings of the counters, read aloud as words."""

    in_counters = True

    def __init__(self, counters: Counters) -> None:
        super().__init__(counters)
        self._lay, self._unit, self._name = counters.pieces, counters.kinds[-1], counters.name

    @property
    def name(self) -> Text:
        return self._name

    def beside(self, value: int) -> str:
        return in_words(self._unit.some(value)).replace(" ", NO_BREAK)

    def amount(self, value: int) -> SafeString:
        return self._drawn(Amount(value))

    def signed(self, value: int) -> SafeString:
        return self._drawn(Amount(value, signed=True))

    def words(self, value: Amount) -> str:
        """Return an amount in words, with a no-break space between each number and its counters.

        >>> from games.scoring.counters import red_and_white
        >>> CounterNotation(red_and_white(red=10)).words(Amount(-65)).replace(NO_BREAK, " ")
        '−6 red 5 white'
        """
        return self._joined(value, " ")

    def listed(self, value: int) -> str:
        """Return an amount with a comma after each kind of counters, where none can be taken for the next player's."""
        return self._joined(Amount(value), ", ")

    def _joined(self, value: Amount, between: str) -> str:
        parts = [in_words(kind.some(number)).replace(" ", NO_BREAK) for number, kind in self._lay(value.value)]
        return sign_of(value.value, signed=value.signed) + between.join(parts) if parts else "0"

    def _drawn(self, value: Amount) -> SafeString:
        if not value.value:
            return amount(0)
        drawn = " ".join(f'<span>{number}<i class="{kind.look}"></i></span>' for number, kind in self._lay(value.value))
        sign = sign_of(value.value, signed=value.signed)
        drawn = drawn.replace("<span>", f"<span>{sign}", 1)
        return SafeString(
            f'<span class="counters"><span class="visually-hidden">{escape(self.words(value))}</span>'
            f'<span class="drawn-counters" aria-hidden="true">{drawn}</span></span>'
        )


@lru_cache(maxsize=100)
def _notation(counters: Counters | None, in_counters: bool) -> Notation:
    """Return a notation: always the same instance for the same counters, so that it can be a cache key."""
    return CounterNotation(counters) if counters and in_counters else Notation(counters)


def notation_for(request: HttpRequest, session: Session) -> Notation:
    """Return the notation in which this browser wants to see the amounts of a session."""
    return notation_of_session(session, in_counters=wants_counters(request))


def wants_counters(request: HttpRequest) -> bool:
    """Whether this browser wants amounts printed as counters in games that have several kinds."""
    return request.COOKIES.get(COOKIE) == IN_COUNTERS


def notation_of_session(session: Session, *, in_counters: bool) -> Notation:
    """Return the notation of a session's amounts, as counters or as numbers."""
    game = registry.find(session.game)
    return _notation(game.counters.get(session.rules) if game else None, in_counters)


def remember_notation(response: HttpResponse, *, in_counters: bool) -> None:
    """Store the choice in a cookie for as long as browsers allow. Numbers are the default and need no cookie."""
    if in_counters:
        response.set_cookie(COOKIE, IN_COUNTERS, max_age=AGE, httponly=True, samesite="Lax", secure=settings.HTTPS)
    else:
        response.delete_cookie(COOKIE, samesite="Lax")


MARKS = ("disc", "square", "triangle", "hourglass", "ring", "cross", "block")


def mark_of(number: int) -> str:
    """Return the name of a mark, counted from 0.

    >>> mark_of(0), mark_of(6), mark_of(7)
    ('disc', 'block', 'disc')
    """
    return MARKS[number % len(MARKS)]
