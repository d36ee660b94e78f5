"""What templates need to print amounts and sentences: `{% load scorekeeper_tags %}`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django import template
from django.http import QueryDict
from django.template import Context
from django.utils.safestring import SafeString

from games.scoring.text import Text
from scorekeeper.clubs import names
from scorekeeper.clubs.models import Evening, Player
from scorekeeper.play.ledger import notation as notations
from scorekeeper.play.ledger import words as in_play
from scorekeeper.play.ledger.notation import Notation
from scorekeeper.play.models import Session
from scorekeeper.web.dates import long_day

register = template.Library()


@register.filter
def words(text: Text | str | None, names: Sequence[str] = ()) -> str:
    """A sentence of the scoring core in the page's language: `{{ line.label|words:table.players }}`."""
    return in_play.in_words(text, names)


@register.filter
def note(kept: str) -> str:
    """The note of a hand in the page's language: `{{ form.note|note }}`."""
    return in_play.note_in_words(kept)


@register.filter
def name_of_game(slug: str) -> str:
    """What a game is called: `{{ session.game|name_of_game }}`."""
    return in_play.game_name(slug)


@register.filter
def amount(value: int | Fraction, notation: Notation | None = None) -> str:
    """A total: `{{ total|amount }}` prints −66, `{{ total|amount:notation }}` what the reader chose."""
    return notation.amount(int(value)) if notation else in_play.amount(value)


@register.filter
def signed(value: int | Fraction, notation: Notation | None = None) -> str:
    """What was gained or lost: `{{ gain|signed }}` prints +198, −66 or 0."""
    return notation.signed(int(value)) if notation else in_play.signed(value)


@register.filter
def amounts_apart(sentence: str) -> SafeString:
    """A sentence whose amounts keep their sign at the left: `{{ said|amounts_apart }}`."""
    return in_play.with_amounts_apart(sentence)


@register.filter
def average(value: Fraction) -> str:
    """What was gained on the average: `{{ standing.average|average }}` prints −12.3."""
    return in_play.average(value)


@register.filter
def beside(value: int, notation: Notation) -> str:
    """An amount in the other notation: `{{ payment.amount|beside:notation }}` prints 18 red 9 white."""
    return notation.beside(value)


@register.simple_tag(takes_context=True)
def notation_of(context: Context, session: Session) -> Notation:
    """How the reader wants to see the amounts of one session among many."""
    return notations.of(context["request"], session)


@register.simple_tag
def money(counters: int, stake: Decimal, currency: str) -> str:
    """Counters in money: `{% money 66 session.stake session.currency %}` prints €3.30."""
    return in_play.money(counters, stake, currency)


@register.simple_tag
def game_name(slug: str) -> str:
    """The name of a game: `{% game_name session.game %}`."""
    return in_play.game_name(slug)


@register.filter
def table_name(session: Session) -> str:
    """A table by its number and its game: `{{ table.session|table_name }}`."""
    return in_play.table_name(session)


@register.simple_tag
def rules_name(slug: str, rules: str) -> str:
    """The name of a rule set: `{% rules_name session.game session.rules %}`."""
    return in_play.rules_name(slug, rules)


@register.simple_tag
def part_of(query: str, **narrower: object) -> str:
    """An address's query made narrower: `{% part_of query game="skat" as part %}`; what is empty is left as it is."""
    asked = QueryDict(query, mutable=True)
    for name, value in narrower.items():
        if value:
            asked[name] = str(value)
    return asked.urlencode()


@register.simple_tag
def cash(value: Decimal, currency: str, sign: bool = False) -> str:
    """Money as it is: `{% cash balance.amount evening.currency True %}` prints +€3.30."""
    return in_play.sum_of_money(value, currency, sign=sign)


register.filter(long_day, expects_localtime=True)


@register.filter
def evening_name(evening: Evening) -> str:
    """An evening by its name and date: `{{ evening|evening_name }}`."""
    return in_play.evening_name(evening)


@register.filter
def called(player: Player) -> str:
    """What the table calls somebody: `{{ player|called }}`."""
    return names.display_name(player)


@register.filter
def at(mapping: Mapping[Any, Any], key: Any) -> Any:
    """What a mapping has for a key, or nothing: `{{ settling.names|at:payment.debtor }}`."""
    return mapping.get(key)


@register.filter
def zipped(one: Iterable[Any], other: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    """Two lists of the same length side by side: `{% for name, total in names|zipped:totals %}`."""
    return zip(one, other, strict=True)
