"""Convert what the pages' queries return to API answers. Nothing is calculated here."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, cast

from django.conf import settings
from django.http import QueryDict
from django.utils.translation import gettext as _

from scorekeeper.api import schemas
from scorekeeper.api.paging import last_seen, page_of
from scorekeeper.api.problems import BadParameterError, NotFoundError
from scorekeeper.api.query_params import ChampionshipParams, PageParams, StandingsParams, TermsParams
from scorekeeper.api.rounds import rounds_of
from scorekeeper.api.sessions import sessions_as_answers
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.names import display_name
from scorekeeper.desk import evening_overview, settlement
from scorekeeper.desk.evening_overview import ListedEvening
from scorekeeper.desk.settlement import decimal_text
from scorekeeper.play.evening_tables import TABLES_IN_ORDER
from scorekeeper.play.sealed_tables import hidden_from
from scorekeeper.standings import standings
from scorekeeper.standings.championship import Score
from scorekeeper.standings.models import Season
from scorekeeper.standings.pages.club import member_lists
from scorekeeper.standings.pages.terms import UnknownTerm, terms_of
from scorekeeper.standings.standings import Standing, Terms
from scorekeeper.standings.units import PlayedUnit
from scorekeeper.standings.wording import rounded
from scorekeeper.web.dates import this_evening

TENTH = Decimal("0.1")


def club(club_: Club) -> schemas.Club:
    """Return the club that the token belongs to."""
    return schemas.Club(
        name=club_.name,
        short_name=club_.slug,
        members=evening_overview.members(club_).count(),
        time_zone=settings.TIME_ZONE,
    )


def people(club_: Club) -> schemas.Members:
    """Return everybody the club knows: members, guests, then retired people."""
    lists = member_lists(club_)
    return schemas.Members(
        members=[
            schemas.Member(
                id=member.player.pk,
                name=member.player.name,
                nickname=member.player.nickname,
                guest=member.player.guest,
                retired_at=member.player.retired_at,
                sessions=member.sessions,
                hands=member.hands,
                last_played_at=member.last,
            )
            for member in (*lists.members, *lists.guests, *lists.retired)
        ]
    )


def seasons(club_: Club) -> schemas.Seasons:
    """Return the seasons, latest first."""
    all_seasons = standings.seasons(club_)
    current = standings.current(all_seasons, this_evening())
    return schemas.Seasons(seasons=[_season(season, current) for season in all_seasons])


def _season(season: Season, current: Season | None) -> schemas.Season:
    return schemas.Season(
        id=season.pk,
        name=season.name,
        starts=season.starts,
        ends=season.ends,
        game=season.game or None,
        rules=season.rules or None,
        minimum=season.minimum,
        best=season.best,
        counted_by=cast(schemas.CountedBy, season.counted_by),
        scoring=cast(schemas.Scoring, season.scoring),
        only_tournaments=season.only_tournaments,
        current=season == current,
    )


def table(club_: Club, params: StandingsParams) -> schemas.Standings:
    """Return the standings as the page shows them, on the same terms."""
    ranking = standings.standings(_terms(club_, params))
    return schemas.Standings(
        terms=schemas.Terms(**_terms_in_force(ranking.terms), sort=cast(schemas.Sort, ranking.terms.sort)),
        adds_games=ranking.adds_games,
        ranked=_standings(ranking.ranked),
        below=_standings(ranking.below),
        guests=_standings(ranking.guests),
    )


def _terms_in_force(terms: Terms) -> dict[str, Any]:
    """Return the terms that standings and championship share."""
    return {
        "season": terms.season.pk if terms.season else None,
        "game": terms.game or None,
        "rules": terms.rules or None,
        "by": "points" if terms.points else "total",
        "minimum": terms.minimum,
        "best": terms.best,
        "counted_by": terms.counted_by,
    }


def _terms(club_: Club, params: TermsParams) -> Terms:
    """Parse the terms with the page's own parser, so that both give the same standings."""
    query = QueryDict(mutable=True)
    query.update({name: str(value) for name, value in params.model_dump(exclude_none=True).items()})
    try:
        terms, form = terms_of(query, club_, standings.seasons(club_))
    except UnknownTerm as error:
        unknown = _("The club has no such entry.")
        reason = _("Points are available only for a game that counts them.") if error.name == "by" else unknown
        raise BadParameterError([(error.name, reason)]) from error
    if form.errors:
        raise BadParameterError([(name, str(errors[0])) for name, errors in form.errors.items()])
    return terms


def _standings(rows: Sequence[Standing]) -> list[schemas.Standing]:
    return [
        schemas.Standing(
            place=row.place,
            member=row.player.pk,
            name=row.name,
            sessions=row.sessions,
            counted=row.counted,
            units=row.units,
            counted_units=row.counted_units,
            hands=row.hands,
            total=row.total,
            average=_to_a_tenth(row),
            by_game=dict(row.by_game),
        )
        for row in rows
    ]


def _to_a_tenth(standing: Standing) -> str:
    """Round an average to a tenth as the page does, half away from zero."""
    size = (Decimal(standing.average.numerator) / standing.average.denominator).quantize(TENTH, rounding=ROUND_HALF_UP)
    return f"{size + 0:f}" if size else "0.0"  # never −0


def championship(club_: Club, params: ChampionshipParams) -> schemas.Championship:
    """Return the championship as the page shows it, with every column."""
    found = standings.championship(_terms(club_, params))
    return schemas.Championship(
        terms=schemas.ChampionshipTerms(
            **_terms_in_force(found.terms), scoring=cast(schemas.Scoring, found.terms.scoring)
        ),
        adds_games=found.adds_games,
        units=[
            schemas.ChampionshipUnit(
                date=unit.day,
                name=unit.name,
                evening=unit.public_id if unit.is_evening else None,
                session=None if unit.is_evening else unit.public_id,
            )
            for unit in found.units
        ],
        ranked=[_championship_row(row, found.units) for row in found.ranked],
        below=[_championship_row(row, found.units) for row in found.below],
    )


def _championship_row(row: Standing, units: Sequence[PlayedUnit]) -> schemas.ChampionshipRow:
    scores = [row.scores.get(unit.unit) for unit in units]
    return schemas.ChampionshipRow(
        place=row.place,
        member=row.player.pk,
        name=row.name,
        units=row.units,
        counted=row.counted_units,
        total=_to_two_places(row.score),
        scores=[
            None
            if score is None
            else schemas.ChampionshipScore(amount=score.amount, score=_to_two_places(score.score), struck=score.struck)
            for score in scores
        ],
    )


def _to_two_places(score: Score) -> str:
    return f"{rounded(score) + 0:f}"  # never −0


def evenings(club_: Club, params: PageParams) -> schemas.Evenings:
    """Return one page of the evenings, latest first."""
    rows = club_.evenings.all()
    if last := last_seen(club_.evenings.all(), params):
        rows = rows.filter(date__lt=last.date) | rows.filter(date=last.date, pk__lt=last.pk)
    on_page, more = page_of(rows, params)
    return schemas.Evenings(
        evenings=[schemas.Evening(**_evening(evening)) for evening in evening_overview.listed(on_page)],
        next=more.public_id if more else None,
    )


def _evening(listed: ListedEvening) -> dict[str, Any]:
    """Return the fields that an evening has in the list and by itself."""
    evening = listed.evening
    return {
        "id": evening.public_id,
        "date": evening.date,
        "name": evening.name,
        "currency": evening.currency,
        "kitty": None if evening.kitty is None else decimal_text(evening.kitty),
        "rounding": decimal_text(evening.rounding),
        "settled_at": evening.settled_at,
        "tables": listed.tables,
        "people": listed.people,
    }


def evening(club_: Club, public_id: str) -> schemas.EveningInFull:
    """Return an evening with all its details."""
    found = club_.evenings.select_related("tournament").filter(public_id=public_id).first()
    if found is None:
        raise NotFoundError(_("There is no such evening in this club."))
    frozen = None if found.is_sealed else settlement.standing(found)
    tables = list(found.sessions.listed().select_related("round").order_by(*TABLES_IN_ORDER))
    presences = found.presences.select_related("player").order_by("came_at", "pk")
    hidden = hidden_from(None, tables)
    shown = [table for table in tables if table.pk not in hidden]
    return schemas.EveningInFull(
        **_evening(ListedEvening(evening=found, tables=len(tables), people=len(presences))),
        presences=[
            schemas.Presence(
                member=row.player_id, name=display_name(row.player), came_at=row.came_at, left_at=row.left_at
            )
            for row in presences
        ],
        rounds=rounds_of(found, {table.pk for table in shown}),
        sessions=sessions_as_answers(shown),
        settlement=_settlement(settlement.frozen_overview(frozen)) if frozen else None,
    )


def _settlement(settled: settlement.SettlementOverview) -> schemas.Settlement:
    return schemas.Settlement(
        through_box=settled.through_box,
        balances=[
            schemas.Balance(
                member=balance.player,
                name=balance.name,
                played=decimal_text(balance.played),
                fee=None if balance.fee is None else decimal_text(balance.fee),
                amount=decimal_text(balance.amount),
            )
            for balance in settled.balances
        ],
        payments=[
            schemas.Payment(
                debtor=row.debtor_id,
                creditor=row.creditor_id,
                amount=decimal_text(row.money or Decimal(0)),
                ticked_at=row.ticked_at,
                ticked_by=row.ticked_by,
            )
            for row in settled.rows
        ],
        kitty=decimal_text(settled.kitty),
    )
