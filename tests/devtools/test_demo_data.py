"""`manage.py seed` writes what real play would have written, and touches nothing else."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.forms import model_to_dict

from games import registry
from scorekeeper.clubs.models import Club, ClubDevice, Player
from scorekeeper.evenings.models import Presence
from scorekeeper.play import results
from scorekeeper.play.ledger import session_ledgers
from scorekeeper.play.models import CallStats, Change, Hand, PlayerPairStats, Result, Session, Settlement
from scorekeeper.play.totals import SessionTotals
from tests.clubs.clubs import SampleClub
from tests.play.browsers import browser
from tests.play.tables import start

pytestmark = pytest.mark.django_db


def seed(**options: Any) -> str:
    output = StringIO()
    call_command("seed", stdout=output, **options)
    return output.getvalue()


def test_every_session_replays_to_its_settled_totals_and_stored_results() -> None:
    output = seed(hands=3_000, members=24)
    sessions = list(Session.objects.all())
    assert {session.game for session in sessions} == set(registry.slugs())
    assert len({session.rules for session in sessions}) > len(registry.slugs())
    assert Hand.objects.count() >= 3_000
    assert f"{Hand.objects.count():,} hands of {len(sessions)} sessions" in output
    found = session_ledgers(sessions)
    for session in sessions:
        ledger = found[session.pk]
        settlement = session.settlements.get()
        assert ledger.refusal is None
        assert tuple(settlement.totals) == ledger.totals
        made = results.rows(session, session.seats, ledger, SessionTotals.from_ledger(ledger, session))
        assert numbers(session.results.order_by("seat__place")) == numbers(made.results)
        assert counts(CallStats, session) == len(made.call_stats)
        assert counts(PlayerPairStats, session) == len(made.pair_stats)
        assert session.changes.count() == session.revision + 1 == len(ledger.hands) + 2


def numbers(rows: Any) -> list[dict[str, Any]]:
    return [model_to_dict(row, exclude=["id"]) for row in rows]


def counts(model: Any, session: Session) -> int:
    return int(model.objects.filter(result__session=session).count())


def test_a_small_club_has_members_guests_seasons_and_evenings_with_attendance() -> None:
    seed(hands=3_000, members=24)
    club = Club.objects.get()
    assert (club.players.filter(guest=False).count(), club.players.filter(guest=True).count()) == (24, 2)
    evening = club.evenings.latest("pk")
    season = club.seasons.get(starts__lte=evening.date, ends__gte=evening.date)
    there = set(evening.presences.values_list("player", flat=True))
    assert {seat.player_id for session in evening.sessions.all() for seat in session.seats} <= there
    phone = browser(name=ClubDevice.objects.get().device)
    assert phone.get(f"/club/standings/?season={season.pk}").status_code == 200


def test_the_same_seed_creates_the_same_club() -> None:
    def contents_of(club: str) -> list[Any]:
        seed(hands=100, members=8, club=club)
        found = Result.objects.filter(session__club__name=club).order_by("pk")
        return list(found.values_list("seat__name", "total", "session__game", "session__started_at"))

    assert contents_of("One") == contents_of("Two")


@pytest.mark.parametrize("there_is", [lambda: SampleClub(members=()), start])
def test_a_new_club_in_a_database_with_data_needs_a_name(there_is: Any) -> None:
    there_is()
    before = (Club.objects.count(), Session.objects.count(), Player.objects.count())
    with pytest.raises(CommandError, match="--club"):
        seed(hands=10, members=8)
    assert (Club.objects.count(), Session.objects.count(), Player.objects.count()) == before


def test_existing_clubs_stay_unchanged() -> None:
    sample_club = SampleClub()
    sample_club.table().close()
    with pytest.raises(CommandError, match="already a club with this name"):
        seed(hands=10, members=8, club="coupe-FILE")
    seed(hands=10, members=8, club="Beside")
    assert (sample_club.club.players.count(), sample_club.club.sessions.count(), sample_club.club.seasons.count()) == (
        4,
        1,
        0,
    )
    assert Club.objects.count() == 2


@pytest.mark.parametrize("options", [{"hands": 0}, {"members": 3}])
def test_an_invalid_club_is_refused(options: dict[str, int]) -> None:
    with pytest.raises(CommandError, match="at least one hand"):
        seed(**{"hands": 10, "members": 8, **options})
    models = (Club, Session, Presence, Change, Settlement)
    assert [model for model in models if model._default_manager.exists()] == []
