"""The ranking document: what `manage.py tournament score` prints of a tournament."""

from __future__ import annotations

from typing import Any

from games.scoring.document_format import VERSION
from scorekeeper.desk.result.day_list import DayLine, DayList
from scorekeeper.desk.result.money import units
from scorekeeper.desk.result.ranking import Placed, RoundFigure

RANKING_FORMAT = "scorekeeper.ranking"


def ranking_document(day: DayList) -> dict[str, Any]:
    """Return the ranking as JSON; what the game or the terms don't have is left out.

    Without teams there is no `teams`, and without tandems no `tandems`, which has the same form.
    """
    sums = {name: str(units(getattr(day.money.sums, name))) for name in ("entry_fees", "loss_money", "prizes", "house")}
    groups = {"teams": day.ranking.teams, "tandems": day.ranking.tandems}
    return {
        "format": RANKING_FORMAT,
        "version": VERSION,
        "entries": [_entry(line, day) for line in day.lines],
        **{name: [_group(placed) for placed in group] for name, group in groups.items() if group},
        **({"cash": sums} if day.tournament.terms.have_money else {}),
        "meetings": {"most": day.meetings.most, "repeated": day.meetings.repeated},
    }


def _entry(line: DayLine, day: DayList) -> dict[str, Any]:
    tally, terms = line.tally, day.tournament.terms
    entry: dict[str, Any] = {
        "place": line.place,
        "name": tally.name,
        "number": tally.number,
        "rounds": list(tally.rounds),
        "total": tally.total,
    }
    if day.counts_games:
        entry.update(won=tally.won, lost=tally.lost)
    if terms.loss_money is not None:
        entry["loss_money"] = str(units(line.loss_money))
    if terms.prizes is not None:
        entry["prize"] = str(units(line.prize))
    return entry


def _group(placed: Placed) -> dict[str, Any]:
    tally = placed.tally
    group = {
        "place": placed.place,
        "name": tally.name,
        "rounds": [_number(figure) for figure in tally.rounds],
        "total": _number(tally.total),
    }
    if tally.match_points:
        group["match_rounds"] = [_number(points) for points in tally.match_points]
        group["match_points"] = _number(tally.match_total)
    return group


def _number(figure: RoundFigure) -> int | float | None:
    """Return a figure as JSON has it, with up to two decimal places."""
    if figure is None:
        return None
    return float(figure) if figure % 1 else int(figure)
