"""An installation with one of everything whose file must stay readable, and parts of it for the tests of files.

Add new features to `everything()`; the files in `older/` stay as they are.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from scorekeeper.desk.models import EntryPayment, SignUp, TableList, Tournament, TournamentEntry
from scorekeeper.devtools.everything.club import PERSONAL as PERSONAL
from scorekeeper.devtools.everything.club import everything
from scorekeeper.evenings.models import Evening, Round, RoundSeat
from scorekeeper.play import recording
from scorekeeper.play.models import Session
from scorekeeper.play.recording.write import Write
from tests.desk.club_evening import STAKE, ClubEvening
from tests.files import CLUB
from tests.play.tables import GARDE, PASSED, Scorer

NAMES = ("Anne Arnaud", "Bruno Braun", "Chloé Clair", "David Dahl")


def play() -> None:
    """Fill an empty installation."""
    everything(CLUB)


def amended_and_voided(table: Scorer) -> None:
    table.record()
    table.record(PASSED)
    table.amend(2, {**GARDE, "points": 60})
    table.amend(2, GARDE)
    table.record()
    table.void(3)
    table.record()
    table.undo()


def in_two_stretches(table: Scorer) -> None:
    """A closed session in which Emil has replaced Bruno; its first payment is ticked as paid."""
    table.record()
    recording.change_players(Write(table.session, **table.now({})), leaving=[1], joining=["Emil"])
    table.record()
    first, *_others = table.close().payments.all()
    recording.tick_payment(Write(table.session, **table.now({})), payment=first.pk, paid=True)


NOON = datetime(2026, 11, 14, 12, tzinfo=UTC)
TERMS = {"rounds": 2, "hands": {"4": 8}, "seed": 7, "entry_fee": "5.00", "prizes": {"percent": [60, 40]}}
PLAYED = ({"points": 198}, {"points": -66}, {"points": -66}, {"points": -66})


def in_two_rounds(club_evening: ClubEvening) -> Evening:
    """A tournament: the list of round 1 is confirmed, that of round 2 disputed; Bruno withdraws and Émile comes in."""
    evening = club_evening.begin(day=NOON.date(), name="Cup")
    anne, bruno, chloe, david, emile = (club_evening.player(name) for name in (*NAMES, "Émile"))
    tarot: Any = {"game": "tarot", "rules": "fft", "options": {}}
    tournament = Tournament.objects.create(evening=evening, **tarot, terms=TERMS, sign_up_open=True, is_public=True)
    for number, player in enumerate((anne, bruno, chloe, david, emile), 1):
        entry = TournamentEntry.objects.create(
            tournament=tournament,
            number=number,
            player=player,
            name=player.name,
            category="Seniors" if player == anne else "",
            withdrawn_after=1 if player == bruno else None,
            by_link=player == emile,
        )
        if player == bruno:
            entry.payments.create(what=EntryPayment.What.FEE, cents=500, ticked_at=NOON, ticked_by="Rosa")
    SignUp.objects.create(tournament=tournament, key="a-key", name="Fanny", team="Asse", category="Seniors")
    of_rounds: Any = {"evening": evening, "game": "tarot", "rules": "fft", "games": {"1": "tarot:fft"}, "stake": STAKE}
    of_rounds |= {"hands": {"4": 8}, "seating": "draw", "seed": 7}
    first = Round.objects.create(number=1, **of_rounds, published_at=NOON, minutes=45, clock_started_at=NOON)
    second = Round.objects.create(number=2, **of_rounds, published_at=NOON)
    for round_, seated in ((first, (anne, bruno, chloe, david)), (second, (anne, emile, chloe, david))):
        for place, player in enumerate(seated):
            RoundSeat.objects.create(round=round_, player=player, table=1, place=place)
    RoundSeat.objects.create(round=first, player=emile)
    session = club_evening.played(*NAMES, evening=evening.public_id)
    Session.objects.filter(pk=session.pk).update(round=first, table_number=1)
    written: Any = {"table": 1, "results": PLAYED, "proposed_by": "Anne Arnaud", "proposed_at": NOON}
    TableList.objects.create(round=first, **written, confirmed_by="Chloé Clair", confirmed_at=NOON)
    of_dispute: Any = {"disputed_by": "Émile", "disputed_at": NOON, "dispute": "Émile made his contract."}
    TableList.objects.create(round=second, **written, typed=True, **of_dispute)
    return evening
