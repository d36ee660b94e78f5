"""An installation with one of everything whose file must stay readable, written by this version's services.

Add new features to it; the files in `older/` stay as they are.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

from django.core.management import call_command

from scorekeeper.api import tokens
from scorekeeper.clubs import personal_data, tariffs
from scorekeeper.clubs.models import HouseRules, Player
from scorekeeper.evenings.models import Evening, Round, RoundSeat
from scorekeeper.evenings.money import settlement
from scorekeeper.evenings.money.payment_ticks import pair_of
from scorekeeper.organisers import merging
from scorekeeper.play import stretches
from scorekeeper.play.ledger.payments import payments_of
from scorekeeper.play.models import Session
from scorekeeper.play.recording import services
from scorekeeper.play.recording.session_details import SessionDetails
from scorekeeper.play.recording.transaction import Write
from scorekeeper.printing.models import WrittenTotal
from scorekeeper.reading.models import SessionSheet
from scorekeeper.standings.models import Season
from scorekeeper.tournaments.models import TableList, Tournament, TournamentEntry
from tests.accounts.member_logins import with_login
from tests.clubs.clubs import own_tariff
from tests.evenings.club_evening import STAKE, ClubEvening
from tests.files import CLUB
from tests.files.archive.whist import SOLO, SOLO_FOR
from tests.play.tables import GARDE, PASSED, Scorer

NAMES = ("Anne Arnaud", "Bruno Braun", "Chloé Clair", "David Dahl")


def play() -> None:
    """Fill an empty installation."""
    call_command("demo")
    call_command("seed", club="Les Quatre", hands=300, members=8)
    home = Scorer(stake=STAKE)
    amended_and_voided(home)
    SessionSheet.objects.create(session=home.session, code="1.code", done=1, next_hand=2)
    deleted(Scorer(players=("Zoé", "Yann", "Xavier", "Wim")))
    club_evening = ClubEvening(CLUB, (*NAMES, "Emil", "Émile"), kitty=Decimal("0.50"))
    club_evening.member("Zoé", "Zo", guest=True, retired=True)
    settled_twice(club_evening)
    settled_through_box(club_evening)
    by_own_tariff(club_evening)
    in_two_rounds(club_evening)
    partly_paid(club_evening.table(*NAMES, stake=STAKE, evening=""))
    in_two_stretches(club_evening.table(*NAMES, stake=STAKE, evening=""))
    HouseRules.objects.create(club=club_evening.club, game="tarot", rules="fft", stake=STAKE, currency="CHF")
    Season.objects.create(club=club_evening.club, name="2026/27", starts=date(2026, 9, 1), best=20)
    Season.objects.create(
        club=club_evening.club, name="Championship", starts=date(2026, 9, 1), counted_by="rounds", scoring="per_cent"
    )
    with_records(club_evening)
    merging.merge(club_evening.player("Emil"), club_evening.player("Émile"), by="marion")
    club_evening.organiser("marion")
    with_login(club_evening.player("Bruno Braun"), "bruno")
    tokens.issue(club_evening.club, "Website")


def with_records(club_evening: ClubEvening) -> None:
    """Number, category and personal data; those of Émile are taken over when he is merged."""
    anne, emile = club_evening.player("Anne Arnaud"), club_evening.player("Émile")
    Player.objects.filter(pk=anne.pk).update(member_number="17", category="Seniors")
    Player.objects.filter(pk=emile.pk).update(member_number="18")
    personal_data.store(anne, PERSONAL)
    personal_data.store(emile, {"email": "emile@example.org"})


PERSONAL = {
    "federation_number": "04-1178",
    "email": "anne@example.org",
    "phone_number": "+33 1 99 00 12 34",
    "entered_on": date(1998, 5, 1),
}


def amended_and_voided(table: Scorer) -> None:
    table.record()
    table.record(PASSED)
    table.amend(2, {**GARDE, "points": 60})
    table.amend(2, GARDE)
    table.record()
    table.void(3)
    table.record()
    table.undo()


def partly_paid(table: Scorer) -> None:
    """A closed session whose first payment is ticked as paid."""
    table.record()
    settlement = table.close()
    (first, *_others) = payments_of(settlement)
    services.tick_payment(
        Write(table.session, **table.now({})),
        settlement=settlement.pk,
        pair=first.pair,
        paid=True,
    )


def deleted(table: Scorer) -> None:
    """A session of the home table that can still be restored; a club file leaves those of its club out."""
    table.record()
    services.delete(Write(table.session, **table.now({})))


def in_two_stretches(table: Scorer) -> None:
    """A closed session in which Emil has replaced Bruno; its first payment is ticked as paid."""
    table.record()
    followed = services.change_players(Write(table.session, **table.now({})), leaving=[1], joining=["Emil"])
    table.session, table.access = followed, followed.accesses.get(device=table.access.device)
    table.record()
    settlement = table.close()
    (first, *_others) = stretches.of(followed).payments or []
    services.tick_payment(
        Write(table.session, **table.now({})),
        settlement=settlement.pk,
        pair=first.pair,
        paid=True,
        amount=stretches.sum_of(first),
    )


def with_title_and_note(table: Scorer) -> None:
    seats = list(table.session.seats.select_related("player"))
    with_title = replace(
        SessionDetails.of(table.session, seats), title="Saint Nicholas", note="Bruno brought the cards."
    )
    services.change_details(Write(table.session, **table.now({})), wanted=with_title)


def settled_twice(club_evening: ClubEvening) -> None:
    """An evening of three tables, one of them reopened, with a kitty; its settlement was withdrawn once."""
    club_evening.evening = club_evening.begin(day=date(2026, 11, 6), name="Before", kitty=Decimal("0.50"))
    evening = club_evening.evening.public_id
    anne, bruno, chloe, _david = NAMES
    club_evening.played(anne, bruno, chloe, "Emil", evening=evening)
    club_evening.played(anne, bruno, chloe, "Émile", evening=evening, hands=2)
    table = club_evening.table(*NAMES, stake=STAKE, evening=evening)
    amended_and_voided(table)
    with_title_and_note(table)
    WrittenTotal.objects.create(session=table.session, hand_number=1, place=0, total=198)
    table.close()
    table.reopen()
    table.close()
    club_evening.settle()
    settled = settlement.standing(club_evening.evening)
    assert settled
    settlement.withdraw(club_evening.evening, settlement=settled.pk)
    overview = club_evening.settle()
    for payment in overview.payments[:2]:
        assert overview.key
        settlement.tick_payment(club_evening.evening, settlement=overview.key, pair=pair_of(payment), paid=True)


def settled_through_box(club_evening: ClubEvening) -> None:
    """An evening settled through the cash box: one person has paid in, and one has been paid out of it."""
    club_evening.evening = club_evening.begin(day=date(2026, 11, 13), name="Box", kitty=Decimal("1.00"))
    club_evening.played(*NAMES, evening=club_evening.evening.public_id)
    overview = club_evening.settle(through_box=True)
    for payment in (overview.payments[0], overview.payments[1]):
        assert overview.key
        settlement.tick_payment(club_evening.evening, settlement=overview.key, pair=pair_of(payment), paid=True)


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
        TournamentEntry.objects.create(
            tournament=tournament,
            number=number,
            player=player,
            name=player.name,
            category="Seniors" if player == anne else "",
            withdrawn_after=1 if player == bruno else None,
            fee_paid_at=NOON if player == bruno else None,
            by_link=player == emile,
        )
    of_rounds: Any = {"evening": evening, **tarot, "hands": {"4": 8}, "stake": STAKE, "seating": "draw", "seed": 7}
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


def by_own_tariff(club_evening: ClubEvening) -> None:
    """A closed session by the first version of a tariff, and one that goes on by the second."""
    tariff = own_tariff(club_evening.club, figures={SOLO_FOR: 12}, by="Olga")
    HouseRules.objects.create(club=club_evening.club, game="solo_whist", rules="foster", tariff=tariff)
    for figure in (12, 15):
        tariffs.set_figures(tariff, {SOLO_FOR: figure}, by="Otto")
        table = club_evening.table(*NAMES, game="solo_whist", rules="foster", tariff=str(tariff.pk), stake=STAKE)
        table.record(SOLO)
        if figure == 12:
            table.close()
