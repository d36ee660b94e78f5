"""An installation with one of everything whose file must stay readable, written by this version's services.

Add new features to it; the files in `older/` stay as they are.
"""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from django.core.management import call_command

from scorekeeper.api import tokens
from scorekeeper.clubs import tariffs
from scorekeeper.clubs.models import HouseRules
from scorekeeper.evenings import settlement
from scorekeeper.organisers import merging
from scorekeeper.printing.models import WrittenTotal
from scorekeeper.standings.models import Season
from tests.accounts.member_logins import with_login
from tests.clubs.clubs import own_tariff
from tests.evenings.club_evening import STAKE, Night
from tests.files import CLUB
from tests.files.archive.whist import SOLO, SOLO_FOR
from tests.play.tables import GARDE, PASSED, Scribe

NAMES = ("Anne Arnaud", "Bruno Braun", "Chloé Clair", "David Dahl")


def play() -> None:
    """Fill an empty installation."""
    call_command("demo")
    call_command("seed", club="Les Quatre", hands=300, members=8)
    amended_and_voided(Scribe(stake=STAKE))
    night = Night(CLUB, (*NAMES, "Emil", "Émile"), kitty=Decimal("0.50"))
    night.member("Zoé", "Zo", guest=True, retired=True)
    settled_twice(night)
    by_own_tariff(night)
    HouseRules.objects.create(club=night.club, game="tarot", rules="fft", stake=STAKE, currency="CHF")
    Season.objects.create(club=night.club, name="2026/27", starts=date(2026, 9, 1), best=20)
    merging.merge(night.player("Emil"), night.player("Émile"), by="marion")
    night.organiser("marion")
    with_login(night.player("Bruno Braun"), "bruno")
    tokens.issue(night.club, "Website")


def amended_and_voided(table: Scribe) -> None:
    table.record()
    table.record(PASSED)
    table.amend(2, {**GARDE, "points": 60})
    table.amend(2, GARDE)
    table.record()
    table.void(3)


def settled_twice(night: Night) -> None:
    """An evening of three tables, one of them reopened, with a kitty; its settlement was withdrawn once."""
    night.evening = night.begin(day=date(2026, 11, 6), name="Before", kitty=Decimal("0.50"))
    evening = night.evening.public_id
    anne, bruno, chloe, _david = NAMES
    night.played(anne, bruno, chloe, "Emil", evening=evening)
    night.played(anne, bruno, chloe, "Émile", evening=evening, hands=2)
    table = night.table(*NAMES, stake=STAKE, evening=evening)
    amended_and_voided(table)
    WrittenTotal.objects.create(session=table.session, hand_number=1, place=0, total=198)
    table.close()
    table.reopen()
    table.close()
    night.settle()
    settled = settlement.standing(night.evening)
    assert settled
    settlement.withdraw(night.evening, settlement=settled.pk)
    night.settle()


def by_own_tariff(night: Night) -> None:
    """A closed session by the first version of a tariff, and one that goes on by the second."""
    tariff = own_tariff(night.club, figures={SOLO_FOR: 12}, by="Olga")
    HouseRules.objects.create(club=night.club, game="solo_whist", rules="foster", tariff=tariff)
    for figure in (12, 15):
        tariffs.set_figures(tariff, {SOLO_FOR: figure}, by="Otto")
        table = night.table(*NAMES, game="solo_whist", rules="foster", tariff=str(tariff.pk), stake=STAKE)
        table.record(SOLO)
        if figure == 12:
            table.close()
