"""The seating plan of a round, to hang up: everybody by name, and everybody by table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.desk.round_seats import SeatedPlayer, SeatedRound
from scorekeeper.printing.typesetting.names import names_on_paper
from scorekeeper.printing.typesetting.pages import PageSetup
from scorekeeper.printing.typesetting.typesetter import Sheet


def of_round(seated: SeatedRound, title: str, page_setup: PageSetup) -> Sheet:
    """Return the plan; `title` is the name of the tournament."""
    people = names_on_paper(player.name for player in seated.by_name)
    where = _("Round %(number)s") % {"number": seated.round.number}
    return {
        "kind": "seating-plan",
        "page": page_setup.page(landscape=False),
        "subtitle": title,
        "parts": [
            {
                "title": _("%(round)s: by name") % {"round": where},
                "head": [_("Name"), _("Table"), _("Seat")],
                "groups": [{"title": "", "rows": [_row(player, people)]} for player in seated.by_name],
            },
            {
                "title": _("%(round)s: by table") % {"round": where},
                "head": [_("Name")],
                "groups": _tables(seated, people),
            },
        ],
    }


def _row(player: SeatedPlayer, people: Mapping[str, str]) -> list[str]:
    """Return a name with its table and seat; dashes for one who sits out."""
    return [people[player.name], *("–" if one is None else str(one) for one in (player.table, player.seat))]


def _tables(seated: SeatedRound, people: Mapping[str, str]) -> list[dict[str, Any]]:
    tables = [
        {
            "title": _("Table %(number)s") % {"number": table.number},
            "rows": [[f"{player.seat}\N{EN SPACE}{people[player.name]}"] for player in table.players],
        }
        for table in seated.tables
    ]
    out = [[people[player.name]] for player in seated.out]
    return [*tables, *([{"title": _("Sitting out"), "rows": out}] if out else [])]
