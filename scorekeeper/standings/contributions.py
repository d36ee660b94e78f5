"""The sessions behind a figure of the standings or of a member's page, each with its share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from scorekeeper.clubs.models import Player
from scorekeeper.clubs.names import display_name
from scorekeeper.play.models import CallStats, PlayerPairStats, Result
from scorekeeper.standings.player_stats import PlayedSession, played
from scorekeeper.standings.standings import Terms


@dataclass(frozen=True, kw_only=True)
class TableTotal:
    """One person at a table, and the session's total for them."""

    name: str
    amount: int


@dataclass(frozen=True, kw_only=True)
class Contribution:
    """One session's share of a figure: how many hands, None if nobody knows, and what the player gained in them.

    `made` and `failed` are None unless the figure is about a call.
    """

    session: PlayedSession
    hands: int | None
    amount: int
    made: int | None = None
    failed: int | None = None
    table: Sequence[TableTotal] = ()


@dataclass(frozen=True, kw_only=True)
class ContributionFilter:
    """What a figure is about: all hands, a call, or the hands with or against someone."""

    call: str = ""
    company: str = ""
    other: Player | None = None


def contributions(terms: Terms, player: Player, about: ContributionFilter) -> list[Contribution]:
    """Return the sessions behind a figure, newest first."""
    sessions = list(reversed(played(terms, player)))
    if about.call:
        return list(_of_call(terms, player, about.call, sessions))
    if about.other:
        return list(_of_company(terms, player, about.other, about.company, sessions))
    return [Contribution(session=one, hands=one.hands, amount=one.amount) for one in sessions]


def _of_call(terms: Terms, player: Player, call: str, sessions: Iterable[PlayedSession]) -> Iterator[Contribution]:
    rows = terms.stats_of(player, CallStats).filter(call=call)
    figures = {row[0]: row[1:] for row in rows.values_list("result__session", "made", "failed", "amount")}
    for one in sessions:
        if one.pk is not None and one.pk in figures:
            made, failed, amount = figures[one.pk]
            yield Contribution(session=one, hands=made + failed, amount=amount, made=made, failed=failed)


def _of_company(
    terms: Terms, player: Player, other: Player, company: str, sessions: Iterable[PlayedSession]
) -> Iterator[Contribution]:
    rows = terms.stats_of(player, PlayerPairStats).filter(other__player=other)
    figures = {row[0]: row[1:] for row in rows.values_list("result__session", company, f"{company}_amount")}
    for one in sessions:
        hands, amount = figures.get(one.pk, (0, 0)) if one.pk is not None else (0, 0)
        if hands:
            yield Contribution(session=one, hands=hands, amount=amount)


def with_tables(listed: Sequence[Contribution]) -> list[Contribution]:
    """Return the shares with everyone at each table, in the order in which they sat down."""
    at: dict[int | None, list[TableTotal]] = {}
    sessions = [one.session.pk for one in listed if one.session.pk is not None]
    results = Result.objects.filter(session__in=sessions).order_by("session", "pk")
    for session, name, total in results.values_list("session", "seat__name", "total"):
        at.setdefault(session, []).append(TableTotal(name=name, amount=total))
    return [replace(one, table=_on_paper(one.session) or at[one.session.pk]) for one in listed]


def _on_paper(session: PlayedSession) -> list[TableTotal]:
    results = session.on_paper.results if session.on_paper else ()
    return [TableTotal(name=display_name(one.player), amount=one.total) for one in results]
