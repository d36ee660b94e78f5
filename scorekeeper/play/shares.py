"""The sessions that a number of a standing or of a member's page is made of, each with its share in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from scorekeeper.clubs.models import Player
from scorekeeper.play.careers import Played, played
from scorekeeper.play.models import Company, Seat, Tally
from scorekeeper.play.standings import Terms


@dataclass(frozen=True, kw_only=True)
class AtTable:
    """Who sat at a table, and what the session came to for them."""

    name: str
    amount: int


@dataclass(frozen=True, kw_only=True)
class Share:
    """What one session has to do with a number: the hands it is about, and what the player gained in them.

    `made` and `failed` are of a call; where the number is about none they are None.
    """

    session: Played
    hands: int
    amount: int
    made: int | None = None
    failed: int | None = None
    table: Sequence[AtTable] = ()


@dataclass(frozen=True, kw_only=True)
class About:
    """What a number is about: all hands of the sessions, a call, or the hands with or against somebody."""

    call: str = ""
    company: str = ""
    other: Player | None = None


def shares(terms: Terms, player: Player, about: About) -> list[Share]:
    """The sessions of which a number is made, the latest first."""
    sessions = list(reversed(played(terms, player)))
    if about.call:
        return list(_of_call(terms, player, about.call, sessions))
    if about.other:
        return list(_of_company(terms, player, about.other, about.company, sessions))
    return [Share(session=one, hands=one.hands, amount=one.amount) for one in sessions]


def _of_call(terms: Terms, player: Player, call: str, sessions: Iterable[Played]) -> Iterator[Share]:
    rows = Tally.objects.filter(terms.where("result__"), result__seat__player=player, call=call)
    found = {row[0]: row[1:] for row in rows.values_list("result__session", "made", "failed", "amount")}
    for one in sessions:
        if one.pk in found:
            made, failed, amount = found[one.pk]
            yield Share(session=one, hands=made + failed, amount=amount, made=made, failed=failed)


def _of_company(
    terms: Terms, player: Player, other: Player, company: str, sessions: Iterable[Played]
) -> Iterator[Share]:
    rows = Company.objects.filter(terms.where("result__"), result__seat__player=player, other__player=other)
    found = {row[0]: row[1:] for row in rows.values_list("result__session", company, f"{company}_amount")}
    for one in sessions:
        hands, amount = found.get(one.pk, (0, 0))
        if hands:
            yield Share(session=one, hands=hands, amount=amount)


def with_tables(found: Sequence[Share]) -> list[Share]:
    """The same with everybody at each table, in the order of the seats."""
    at: dict[int, list[AtTable]] = {}
    seats = Seat.objects.filter(session__in=[one.session.pk for one in found]).order_by("session_id", "place")
    for session, name, total in seats.values_list("session_id", "name", "result__total"):
        at.setdefault(session, []).append(AtTable(name=name, amount=total))
    return [replace(one, table=at[one.session.pk]) for one in found]
