"""The ranking document: what `manage.py tournament score` prints of a tournament."""

from __future__ import annotations

from typing import Any

from games.scoring.document_format import VERSION
from scorekeeper.evenings.seating.meetings import count_meetings, summary
from scorekeeper.tournaments.document.types import TournamentDocument
from scorekeeper.tournaments.money import Money, settle
from scorekeeper.tournaments.ranking import Placed, rank

RANKING_FORMAT = "scorekeeper.ranking"


def ranking_document(tournament: TournamentDocument) -> dict[str, Any]:
    """Return the ranking as JSON; what the game or the terms don't have is left out.

    Without teams there is no `teams`, and without tandems no `tandems`, which has the same form.
    """
    ranking = rank(tournament)
    money = settle(tournament, ranking)
    meetings = summary(count_meetings([table.seats for table in one.tables] for one in tournament.rounds))
    groups = {"teams": ranking.teams, "tandems": ranking.tandems}
    return {
        "format": RANKING_FORMAT,
        "version": VERSION,
        "entries": [_entry(placed, tournament, money) for placed in ranking.entries],
        **{name: [_group(placed) for placed in group] for name, group in groups.items() if group},
        **({"cash": _cash(money)} if tournament.terms.have_money else {}),
        "meetings": {"most": meetings.most, "repeated": meetings.repeated},
    }


def _entry(placed: Placed, tournament: TournamentDocument, money: Money) -> dict[str, Any]:
    tally, terms = placed.tally, tournament.terms
    entry: dict[str, Any] = {
        "place": placed.place,
        "name": tally.name,
        "number": tally.number,
        "rounds": list(tally.rounds),
        "total": tally.total,
    }
    if tournament.game.rules.counts_games:
        entry.update(won=tally.won, lost=tally.lost)
    if terms.loss_money is not None:
        entry["loss_money"] = amount(money.loss_money[tally.number])
    if terms.prizes is not None:
        entry["prize"] = amount(money.prizes.get(tally.number, 0))
    return entry


def _group(placed: Placed) -> dict[str, Any]:
    tally = placed.tally
    return {"place": placed.place, "name": tally.name, "rounds": list(tally.rounds), "total": tally.total}


def _cash(money: Money) -> dict[str, str]:
    cash = money.cash
    return {
        "entry_fees": amount(cash.entry_fees),
        "loss_money": amount(cash.loss_money),
        "prizes": amount(cash.prizes),
        "house": amount(cash.house),
    }


def amount(cents: int) -> str:
    """Return an amount as text with two decimal places.

    >>> amount(5), amount(-1250)
    ('0.05', '-12.50')
    """
    units, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{units}.{rest:02}"
