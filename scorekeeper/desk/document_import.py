"""A whole tournament from its document: the evening, its terms, its entries, and the rounds as they were played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.registry import find_rules
from games.scoring.errors import Code, RuleError
from games.scoring.numbers import out_of_range
from scorekeeper.clubs.models import Club
from scorekeeper.desk.audit_notes import DeskAction, EveningAction, note
from scorekeeper.desk.document import TournamentError, decode, read
from scorekeeper.desk.document.types import RoundRecord, RoundTable, TournamentRecord
from scorekeeper.desk.models import TableList, Tournament
from scorekeeper.desk.register import EntryDetails, EntryRegister, columns_of
from scorekeeper.evenings.models import CENT, Evening, Round, RoundSeat
from scorekeeper.evenings.queries import last_evening

LARGEST_SEED = 2**63 - 1
"""The largest number that both databases store."""


@transaction.atomic(durable=True)
def import_tournament(club: Club, text: bytes, *, day: date, by: str = "") -> Tournament:
    """Store a tournament document as a new evening; raise `TournamentError` at the first thing that is wrong in it.

    Names that the club knows stand for those players, all others become guests. Rounds count as published and lists as
    confirmed; a session document is stored as its results.
    """
    raw: Any = decode(text)
    document = read(raw, find_rules)
    if abs(seed := document.terms.seed or 0) > LARGEST_SEED:
        message = out_of_range(-LARGEST_SEED, LARGEST_SEED, seed)
        raise TournamentError(RuleError(Code.OUT_OF_RANGE, "terms.seed", message))
    last = last_evening(club)
    evening = Evening.objects.create(
        club=club, date=day, rounding=CENT, currency=last.currency if last else Evening().currency
    )
    tournament = Tournament.objects.create(
        evening=evening,
        game=document.game.rules.slug,
        rules=document.game.rule_set.slug,
        options=raw.get("options", {}),
        terms=raw["terms"],
    )
    note(evening, by, EveningAction.BEGIN)
    note(evening, by, DeskAction.IMPORT)
    players = _enter_all(tournament, club, document)
    for number, round_ in enumerate(document.rounds, 1):
        _insert_round(tournament, document, number, round_, players, by)
    return tournament


def _enter_all(tournament: Tournament, club: Club, document: TournamentRecord) -> dict[str, int]:
    """Enter everybody, and return the players by their names in the document."""
    register = EntryRegister(tournament, club, takes_categories=False)
    players = {}
    for place, entry in enumerate(document.entries):
        try:
            stored = register.enter(
                EntryDetails(**columns_of(entry)),
                number=entry.number,
                withdrawn_after=entry.withdrawn_after,
                penalties=[asdict(penalty) for penalty in entry.penalties],
            )
        except RuleError as error:
            field = f"entries.{place}.{error.field}"
            raise TournamentError(RuleError(error.code, field, error.message)) from error
        players[entry.name] = stored.player_id
    return players


def _insert_round(
    tournament: Tournament,
    document: TournamentRecord,
    number: int,
    record: RoundRecord,
    players: Mapping[str, int],
    by: str,
) -> None:
    now = timezone.now()
    round_ = Round.objects.create(
        evening=tournament.evening,
        number=number,
        game=tournament.game,
        rules=tournament.rules,
        hands=tournament.terms.get("hands", {}),
        seating=document.terms.seating_of(number),
        seed=document.terms.seed,
        published_at=now,
    )
    seats = [RoundSeat(round=round_, player_id=players[name]) for name in record.out]
    lists = []
    for table_number, table in enumerate(record.tables, 1):
        seats += [
            RoundSeat(round=round_, player_id=players[name], table=table_number, place=place)
            for place, name in enumerate(table.seats)
        ]
        if table.results is not None:
            lists.append(
                TableList(
                    round=round_,
                    table=table_number,
                    results=_results(table, counts_games=document.game.rules.counts_games),
                    typed=True,
                    proposed_by=by,
                    proposed_at=now,
                    confirmed_by=by,
                    confirmed_at=now,
                )
            )
    RoundSeat.objects.bulk_create(seats)
    TableList.objects.bulk_create(lists)


def _results(table: RoundTable, *, counts_games: bool) -> list[dict[str, int]]:
    return [
        {"points": result.points, **({"won": result.won, "lost": result.lost} if counts_games else {})}
        for result in table.results or ()
    ]
