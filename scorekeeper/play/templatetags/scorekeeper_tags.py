"""What templates need to print amounts and sentences: `{% load scorekeeper_tags %}`."""

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django import template

from games import registry
from games.scoring.text import Text
from scorekeeper.play import words as in_play

register = template.Library()


@register.filter
def words(text: Text | str | None, names: Sequence[str] = ()) -> str:
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


@register.simple_tag
def game_name(slug: str) -> str:
    """The name of a game: `{% game_name session.game %}`."""
    return in_play.in_words(registry.get(slug).name)


@register.filter
def zipped(one: Iterable[Any], other: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    """Two lists of the same length side by side: `{% for name, total in names|zipped:totals %}`."""
    return zip(one, other, strict=True)
