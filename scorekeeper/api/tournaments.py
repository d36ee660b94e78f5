"""Tournaments in the API: the list, and the entries and the ranking of one."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from games.scoring.errors import RuleError
from scorekeeper.api import schemas
from scorekeeper.api.paging import last_seen, page_of
from scorekeeper.api.problems import CannotReplayError, NotFoundError, SealedError
from scorekeeper.api.query_params import PageParams
from scorekeeper.clubs.models import Club
from scorekeeper.desk.entry_payments import What
from scorekeeper.desk.models import Tournament
from scorekeeper.desk.result.money import units
from scorekeeper.desk.result.ranking_document import ranking_document
from scorekeeper.desk.stored_result import result_of
from scorekeeper.play.formatting import in_words


def listed(club: Club, params: PageParams) -> schemas.Tournaments:
    """Return one page of the tournaments, latest first."""
    rows = Tournament.objects.filter(evening__club=club).select_related("evening")
    if last := last_seen(rows, params, "evening__public_id"):
        day = last.evening.date
        rows = rows.filter(evening__date__lt=day) | rows.filter(evening__date=day, evening__lt=last.evening_id)
    on_page, more = page_of(rows.order_by("-evening__date", "-evening"), params)
    return schemas.Tournaments(
        tournaments=[
            schemas.Tournament(
                evening=tournament.evening.public_id,
                date=tournament.evening.date,
                name=tournament.evening.name,
                currency=tournament.evening.currency,
                game=tournament.game,
                rules=tournament.rules,
                rounds=tournament.terms["rounds"],
                sealed=tournament.evening.is_sealed,
                final_at=tournament.evening.final_at,
            )
            for tournament in on_page
        ],
        next=more.evening.public_id if more else None,
    )


def _find(club: Club, public_id: str) -> Tournament:
    found = (
        Tournament.objects.filter(evening__club=club, evening__public_id=public_id).select_related("evening").first()
    )
    if found is None:
        raise NotFoundError(_("There is no such tournament in this club."))
    return found


def entries(club: Club, public_id: str) -> schemas.TournamentEntries:
    """Return the entries of a tournament; what tells of its result only once that is released."""
    tournament = _find(club, public_id)
    is_sealed = tournament.evening.is_sealed
    return schemas.TournamentEntries(
        entries=[
            schemas.TournamentEntry(
                number=entry.number,
                member=entry.player_id,
                name=entry.name,
                team=entry.team,
                tandem=entry.tandem,
                category=entry.category,
                withdrawn_after=entry.withdrawn_after,
                penalties=None if is_sealed else [schemas.EntryPenalty(**penalty) for penalty in entry.penalties],
                payments=[
                    schemas.EntryPayment(
                        what=paid.what,
                        amount=str(units(paid.cents)),
                        ticked_at=paid.ticked_at,
                        ticked_by=paid.ticked_by,
                    )
                    for paid in entry.payments.all()
                    if paid.what == What.FEE or not is_sealed
                ],
            )
            for entry in tournament.entries.prefetch_related("payments")
        ]
    )


def ranking(club: Club, public_id: str) -> dict[str, Any]:
    """Return the ranking document of a tournament; raise `SealedError` until its result is released."""
    tournament = _find(club, public_id)
    if tournament.evening.is_sealed:
        raise SealedError
    try:
        return ranking_document(result_of(tournament).day)
    except RuleError as error:
        raise CannotReplayError(in_words(error.message)) from error
