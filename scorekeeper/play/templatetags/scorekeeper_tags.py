"""Template filters and tags for amounts, names and sentences: `{% load scorekeeper_tags %}`."""

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any

from django import template
from django.http import QueryDict
from django.template import Context
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.scoring.text import Text
from scorekeeper.clubs import names
from scorekeeper.clubs.models import Player
from scorekeeper.play import formatting
from scorekeeper.play.formatting import Notation, mark_of, notation_for
from scorekeeper.play.models import Session
from scorekeeper.web import camera
from scorekeeper.web.dates import evening_date, long_day

register = template.Library()


@register.filter
def words(text: Text | str | None, names: Sequence[str] = ()) -> str:
    """Return a sentence of the scoring core in the language of the page: `{{ line.label|words:table.players }}`."""
    return formatting.in_words(text, names)


@register.filter
def note(stored: str) -> str:
    """Return the note of a hand in the language of the page: `{{ form.note|note }}`."""
    return formatting.note_in_words(stored)


@register.filter
def game_title(slug: str) -> str:
    """Return the name of a game: `{{ session.game|game_title }}`."""
    return formatting.game_name(slug)


@register.filter
def amount(value: int | Fraction, notation: Notation | None = None) -> str:
    """Format a total: `{{ total|amount }}` prints −66, `{{ total|amount:notation }}` uses the reader's notation."""
    return notation.amount(int(value)) if notation else formatting.amount(value)


@register.filter
def signed(value: int | Fraction, notation: Notation | None = None) -> str:
    """Format a gain or loss: `{{ gain|signed }}` prints +198, −66 or 0."""
    return notation.signed(int(value)) if notation else formatting.signed(value)


@register.filter
def amounts_apart(sentence: str) -> SafeString:
    """Return a sentence whose amounts keep their sign on the left: `{{ message|amounts_apart }}`."""
    return formatting.with_amounts_apart(sentence)


@register.filter
def average(value: Fraction) -> str:
    """Format an average gain or loss: `{{ standing.average|average }}` prints −12.3."""
    return formatting.average(value)


@register.filter
def beside(value: int, notation: Notation) -> str:
    """Return an amount in the other notation: `{{ payment.amount|beside:notation }}` prints 18 red, 9 white."""
    return notation.beside(value)


@register.simple_tag(takes_context=True)
def notation_of(context: Context, session: Session) -> Notation:
    """Return the reader's notation for the amounts of one session, on pages that show several."""
    return notation_for(context["request"], session)


@register.simple_tag
def can_read_photos() -> bool:
    """Return whether this server can read photographed sheets: `{% can_read_photos as photos %}`."""
    return camera.is_installed()


@register.simple_tag
def game_name(slug: str) -> str:
    """Return the name of a game: `{% game_name session.game %}`."""
    return formatting.game_name(slug)


@register.filter
def table_name(session: Session) -> str:
    """Return the name of a table, its number and game: `{{ table.session|table_name }}`."""
    return formatting.table_name(session)


@register.simple_tag
def seat_mark(seat: int, marks: Sequence[int] | None = None) -> SafeString:
    """Draw the mark of the player in a seat, counted from 0: `{% seat_mark forloop.counter0 marks %}`.

    Without the `marks` of the seats, draw that of a person, counted in the order in which people first sat down.
    """
    return _drawn_mark(mark_of(seat if marks is None else marks[seat]), static("img/marks.svg"))


@register.filter
def by_words(name: str) -> SafeString:
    """Mark the words of a name, so that it is divided between them, and a word too long for its place is cut short."""
    return _marked(re.findall(r"([^\s-]+-?|-)(\s*)", name))


@register.filter
def on_two_lines(name: str) -> SafeString:
    """Mark the first word of a name and the others, so that it takes at most two lines, and either can be cut short."""
    return _marked(re.findall(r"(^[^\s-]*-?|.+)(\s*)", name))


def _marked(words: Iterable[Sequence[str]]) -> SafeString:
    return format_html_join("", '<span class="word">{}</span>{}', words)


@lru_cache(maxsize=100)
def _drawn_mark(mark: str, drawings: str) -> SafeString:
    drawing = '<svg class="seat-mark seat-mark--{}" aria-hidden="true"><use href="{}#seat-{}"></use></svg>'
    return format_html(drawing, mark, drawings, mark)


@register.simple_tag
def rules_name(slug: str, rules: str) -> str:
    """Return the name of a rule set: `{% rules_name session.game session.rules %}`."""
    return formatting.rules_name(slug, rules)


@register.inclusion_tag("standings/_difference_note.html")
def difference_note(games: Iterable[str], rules: str = "") -> dict[str, str]:
    """Say how results count where the lowest total wins: `{% difference_note standings.games terms.rules %}`."""
    return {"note": formatting.difference_note(games, rules)}


@register.simple_tag
def part_of(query: str, **narrower: object) -> str:
    """Return a query string with parameters set: `{% part_of query game="skat" as part %}`. Empty ones are ignored."""
    params = QueryDict(query, mutable=True)
    for name, value in narrower.items():
        if value:
            params[name] = str(value)
    return params.urlencode()


@register.simple_tag
def cash(value: Decimal, currency: str, sign: bool = False) -> str:
    """Format an amount of money: `{% cash balance.amount evening.currency True %}` prints +€3.30."""
    return formatting.sum_of_money(value, currency, sign=sign)


@register.simple_tag
def cents(value: int, currency: str) -> str:
    """Format an amount of money in cents: `{% cents line.prize evening.currency %}` prints €60.00."""
    return formatting.sum_of_cents(value, currency)


register.filter(long_day, expects_localtime=True)
register.filter(evening_date)


@register.filter
def display_name(player: Player) -> str:
    """Return the display name of a player: `{{ player|display_name }}`."""
    return names.display_name(player)


@register.filter
def zipped(one: Iterable[Any], other: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    """Pair the items of two lists of the same length: `{% for name, total in names|zipped:totals %}`."""
    return zip(one, other, strict=True)
