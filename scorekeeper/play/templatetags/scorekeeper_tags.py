"""What templates need to print amounts and sentences: `{% load scorekeeper_tags %}`."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from django import template

from games.scoring.text import Text
from scorekeeper.play import words as in_play

register = template.Library()


@register.filter
def words(text: Text | str, names: Sequence[str] = ()) -> str:
    """A sentence of the scoring core in the page's language: `{{ line.label|words:table.players }}`."""
    return in_play.in_words(text, names)


@register.filter
def amount(value: int | Fraction) -> str:
    """A total: `{{ total|amount }}` prints −66."""
    return in_play.amount(value)


@register.filter
def signed(value: int | Fraction) -> str:
    """What was gained or lost: `{{ gain|signed }}` prints +198, −66 or 0."""
    return in_play.signed(value)


@register.simple_tag
def money(counters: int, stake: Decimal, currency: str) -> str:
    """Counters in money: `{% money 66 session.stake session.currency %}` prints €3.30."""
    return in_play.money(counters, stake, currency)
