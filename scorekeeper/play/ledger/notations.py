"""How amounts are printed: as numbers of the unit, or as the counters that lie on the table.

Readers choose one in a cookie, for all games that have several kinds of counters. The choice has no effect on what is
stored, exported or scored.
"""

from __future__ import annotations

from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.html import escape
from django.utils.safestring import SafeString

from games import registry
from games.scoring.counters import Counters, sign_of
from games.scoring.text import Amount, Text
from scorekeeper.play.ledger.formatting import NO_BREAK, amount, in_words, signed
from scorekeeper.play.models import Session
from scorekeeper.web.cookies import AGE

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


def of(request: HttpRequest, session: Session) -> Notation:
    """Return the notation in which this browser wants to see the amounts of a session."""
    return of_session(session, in_counters=wants_counters(request))


def wants_counters(request: HttpRequest) -> bool:
    """Whether this browser wants amounts printed as counters in games that have several kinds."""
    return request.COOKIES.get(COOKIE) == IN_COUNTERS


def of_session(session: Session, *, in_counters: bool) -> Notation:
    """Return the notation of a session's amounts, as counters or as numbers."""
    game = registry.find(session.game)
    return _notation(game.counters.get(session.rules) if game else None, in_counters)


def remember(response: HttpResponse, *, in_counters: bool) -> None:
    """Store the choice in a cookie for as long as browsers allow. Numbers are the default and need no cookie."""
    if in_counters:
        response.set_cookie(COOKIE, IN_COUNTERS, max_age=AGE, httponly=True, samesite="Lax", secure=settings.HTTPS)
    else:
        response.delete_cookie(COOKIE, samesite="Lax")
