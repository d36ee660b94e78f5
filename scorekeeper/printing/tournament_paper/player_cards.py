"""Cards of a tournament's players: a start card for each entry, and a place card for each seat of a round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from scorekeeper.desk.models import TournamentEntry
from scorekeeper.desk.round_seats import SeatedRound, seat_in_words
from scorekeeper.evenings.models import RoundSeat
from scorekeeper.printing.typesetting.names import names_on_paper, on_paper
from scorekeeper.printing.typesetting.pages import PageSetup
from scorekeeper.printing.typesetting.typesetter import Sheet

Seats = Mapping[tuple[int, int], RoundSeat]
"""Published seats by round number and the player's key."""


def start_cards(
    entries: Sequence[TournamentEntry], seats: Seats, rounds: int, title: str, page_setup: PageSetup
) -> Sheet:
    """Return a card for each entry, with table and seat of published rounds, and room to write those to come."""
    people = names_on_paper(entry.name for entry in entries)
    sizes = Counter((seat.round_id, seat.table) for seat in seats.values())
    return {
        "kind": "start-cards",
        "page": page_setup.page(landscape=page_setup.paper == "a5"),
        "subtitle": title,
        "head": [_("Round"), _("Table"), _("Seat"), _("Points")],
        "cards": [
            {
                "number": str(entry.number),
                "name": people[entry.name],
                "team": on_paper(entry.team or entry.tandem),
                "rounds": [
                    [str(number), *_where(seats.get((number, entry.player_id)), sizes)]
                    for number in range(1, rounds + 1)
                ],
            }
            for entry in entries
        ],
    }


def _where(seat: RoundSeat | None, sizes: Mapping[tuple[int, int | None], int]) -> list[str]:
    """Return table and seat, empty if they are not known yet, and dashes for one who sits out.

    `sizes` are those of the tables, by round and number.
    """
    if seat is None:
        return ["", ""]
    if seat.table is None or seat.place is None:
        return ["–", "–"]
    return [str(seat.table), seat_in_words(seat.round, sizes[seat.round_id, seat.table], seat.place)]


def place_cards(seated: SeatedRound, numbers: Mapping[int, int], page_setup: PageSetup) -> Sheet:
    """Return a card for each seat of a round, table by table; `numbers` are the start numbers by the player's key."""
    people = names_on_paper(player.name for player in seated.by_name)
    where = _("Round %(number)s") % {"number": seated.round.number}
    cards = []
    for table in seated.tables:
        at_table = _("Table %(number)s") % {"number": table.number}
        for player in table.players:
            words = [where, at_table, _("Seat %(number)s") % {"number": player.seat}]
            if player.key in numbers:
                words.append(_("No. %(number)s") % {"number": numbers[player.key]})
            cards.append({"name": people[player.name], "place": " · ".join(words)})
    return {"kind": "place-cards", "page": page_setup.page(landscape=False), "cards": cards}
