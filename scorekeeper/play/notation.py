"""How amounts are printed: as a number of the unit, or in the counters that lie on the table.

Which of them is the reader's choice, kept in a cookie for all games that have counters of several kinds. Nothing that
is stored, exported or scored depends on it.
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
from scorekeeper.play.devices import LONGEST_AGE
from scorekeeper.play.models import Session
from scorekeeper.play.words import NO_BREAK, amount, in_words, signed

COOKIE, IN_COUNTERS = "counters", "laid"


class Notation:
    """The plain one: numbers of the unit. `counters` are those that the session has, to offer the other one."""

    laid = False
    """Whether amounts are laid in counters."""

    def __init__(self, counters: Counters | None = None) -> None:
        self.counters = counters

    def amount(self, value: int) -> SafeString:
        """A total."""
        return amount(value)

    def signed(self, value: int) -> SafeString:
        """What was gained or lost."""
        return signed(value)

    def words(self, value: Amount) -> str:
        """An amount in a sentence."""
        return str(value)

    @property
    def name(self) -> Text | None:
        """What amounts are counted in, where that can be chosen."""
        return self.counters.unit if self.counters else None

    @property
    def other(self) -> Notation | None:
        """The one that stands beside this where a hand is explained, if there are two."""
        return _notation(self.counters, not self.laid) if self.counters else None

    def beside(self, value: int) -> str:
        """An amount in the words of the other one, for those who pay it."""
        return self.other.words(Amount(value)) if self.other else ""


class InCounters(Notation):
    """Numbers of drawn counters, which are read aloud in words."""

    laid = True

    def __init__(self, counters: Counters) -> None:
        super().__init__(counters)
        self._lay, self._unit, self._name = counters.laid, counters.kinds[-1], counters.name

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
        """With a space that never breaks between a number and its counters.

        >>> from games.scoring.counters import red_and_white
        >>> InCounters(red_and_white(red=10)).words(Amount(-65)).replace(NO_BREAK, " ")
        '−6 red 5 white'
        """
        said = [in_words(kind.some(number)).replace(" ", NO_BREAK) for number, kind in self._lay(value.value)]
        return sign_of(value.value, signed=value.signed) + " ".join(said) if said else "0"

    def _drawn(self, value: Amount) -> SafeString:
        if not value.value:
            return amount(0)
        drawn = " ".join(f'<span>{number}<i class="{kind.look}"></i></span>' for number, kind in self._lay(value.value))
        sign = sign_of(value.value, signed=value.signed)
        drawn = drawn.replace("<span>", f"<span>{sign}", 1)
        return SafeString(
            f'<span class="counters"><span class="seen-by-none">{escape(self.words(value))}</span>'
            f'<span class="laid" aria-hidden="true">{drawn}</span></span>'
        )


@lru_cache(maxsize=100)
def _notation(counters: Counters | None, laid: bool) -> Notation:
    """Always the same one for the same counters, so that what is printed can be kept under it."""
    return InCounters(counters) if counters and laid else Notation(counters)


def of(request: HttpRequest, session: Session) -> Notation:
    """How this browser wants to see the amounts of a session."""
    return of_session(session, laid=wants_counters(request))


def wants_counters(request: HttpRequest) -> bool:
    """Whether this browser wants amounts laid in counters, wherever there are several kinds."""
    return request.COOKIES.get(COOKIE) == IN_COUNTERS


def of_session(session: Session, *, laid: bool) -> Notation:
    """How the amounts of a session are seen by those who want them laid, or by those who do not."""
    game = registry.find(session.game)
    return _notation(game.counters.get(session.rules) if game else None, laid)


def remember(response: HttpResponse, *, laid: bool) -> None:
    """Keep the choice for as long as browsers allow; numbers of the unit need none."""
    if laid:
        response.set_cookie(
            COOKIE, IN_COUNTERS, max_age=LONGEST_AGE, httponly=True, samesite="Lax", secure=settings.HTTPS
        )
    else:
        response.delete_cookie(COOKIE, samesite="Lax")
