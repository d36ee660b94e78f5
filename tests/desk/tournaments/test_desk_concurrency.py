"""Two phones at the desk at the same moment: real threads, on the database the tests run on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from threading import Barrier, BrokenBarrierError
from types import SimpleNamespace

import pytest
from django.utils import timezone

from games.scoring.errors import RuleError
from scorekeeper.clubs.models import AuditEntry, Player
from scorekeeper.desk import entries, publication, rounds, sign_up, terms, tournament_rounds
from scorekeeper.desk.models import Tournament, TournamentEntry
from scorekeeper.desk.register import EntryDetails
from scorekeeper.evenings.models import Round, RoundSeat
from scorekeeper.play.errors import ConflictError, NotThereError
from tests.concurrency import at_once
from tests.desk.club_evening import TWELVE
from tests.desk.club_tournament import ClubTournament, enter
from tests.play.tables import token

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
SEVEN = TWELVE[:7]


def tried(write: Callable[[Tournament], object], club: ClubTournament, done: str) -> Callable[[], str]:
    """A phone at the desk, with its own instance of the tournament; it says `done`, or that it was refused."""

    def run() -> str:
        try:
            write(Tournament.objects.select_related("evening").get(pk=club.tournament.pk))
        except (RuleError, ConflictError, NotThereError, Tournament.DoesNotExist):
            return f"not {done}"
        return done

    return run


def test_the_same_person_entered_on_several_phones_at_once_enters_once() -> None:
    club = ClubTournament(members=("Anne",))
    enter_zoe = tried(lambda tournament: entries.enter(tournament, EntryDetails(name="Zoé")), club, "entered")
    assert at_once([enter_zoe] * 4) == Counter({"entered": 1, "not entered": 3})
    assert (club.tournament.entries.count(), Player.objects.filter(name="Zoé").count()) == (2, 1)


def test_different_people_entered_at_once_have_different_numbers() -> None:
    club = ClubTournament(members=("Anne",))

    def entering(name: str) -> Callable[[], str]:
        return tried(lambda tournament: entries.enter(tournament, EntryDetails(name=name)), club, "entered")

    assert at_once([entering(f"Guest {letter}") for letter in "ABCD"]) == Counter({"entered": 4})
    assert list(club.tournament.entries.values_list("number", flat=True)) == [1, 2, 3, 4, 5]


def test_a_form_of_the_link_that_is_sent_twice_at_once_is_one_sign_up() -> None:
    club = ClubTournament(members=("Anne",), sign_up_open=True)
    key = token()
    signing_up = tried(lambda tournament: sign_up.add(tournament, EntryDetails(name="Zoé"), key=key), club, "entered")
    assert at_once([signing_up] * 4) == Counter({"entered": 4})
    assert club.tournament.sign_ups.filter(key=key).count() == 1


def test_a_sign_up_that_is_confirmed_twice_at_once_is_one_entry() -> None:
    club = ClubTournament(members=("Anne",), sign_up_open=True)
    sign_up.add(club.tournament, EntryDetails(name="Zoé"), key=token())
    waiting = [club.tournament.sign_ups.get().pk]
    confirming = tried(lambda tournament: sign_up.confirm(tournament, waiting), club, "confirmed")
    assert at_once([confirming] * 4) == Counter({"confirmed": 4})
    assert list(club.tournament.entries.values_list("name", flat=True)) == ["Anne", "Zoé"]


def test_withdrawing_and_being_seated_at_once_does_only_one_of_the_two() -> None:
    for number in range(4):
        club = ClubTournament(f"Club {number}", SEVEN)
        round_ = rounds.publish(tournament_rounds.draft_next(club.tournament))
        late = enter(club.tournament, club.member("Zoé"))

        def seat(_tournament: Tournament, round_: Round = round_, late: TournamentEntry = late) -> None:
            rounds.seat(Round.objects.get(pk=round_.pk), late.player_id, 2, reason="Late")

        def withdraw(tournament: Tournament, late: TournamentEntry = late) -> None:
            entries.withdraw(tournament, late.pk, after=0)

        outcomes = at_once([tried(seat, club, "seated"), tried(withdraw, club, "withdrawn")])
        assert outcomes in (Counter(["seated", "not withdrawn"]), Counter(["not seated", "withdrawn"]))
        late.refresh_from_db()
        assert RoundSeat.objects.filter(player=late.player_id).exists() is (late.withdrawn_after is None)


def test_a_round_that_is_drawn_and_published_on_several_phones_at_once_is_one_round() -> None:
    club = ClubTournament(members=SEVEN)
    assert at_once([tried(tournament_rounds.draft_next, club, "drawn")] * 3) == Counter({"drawn": 3})
    round_ = Round.objects.get()
    assert round_.seats.count() == 7
    assert AuditEntry.objects.filter(message__contains='"draft"').count() == 1
    published = tried(lambda _tournament: rounds.publish(Round.objects.get(pk=round_.pk)), club, "published")
    assert at_once([published] * 3) == Counter({"published": 3})
    assert AuditEntry.objects.filter(message__contains='"publish"').count() == 1


def test_a_result_made_final_on_two_phones_at_once_is_noted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    club = ClubTournament(members=("Anne",))
    before, both = AuditEntry.objects.count(), Barrier(2)

    def now() -> datetime:
        """Wait for the other phone, which must not get here, between reading and writing."""
        with suppress(BrokenBarrierError):
            both.wait(timeout=0.5)
        return timezone.now()

    monkeypatch.setattr(publication, "timezone", SimpleNamespace(now=now))
    assert at_once([tried(publication.make_final, club, "final")] * 2) == Counter({"final": 2})
    assert AuditEntry.objects.count() == before + 1


def test_an_entry_is_never_lost_to_an_evening_that_becomes_ordinary_at_the_same_moment() -> None:
    for number in range(4):
        club = ClubTournament(f"Club {number}", ("Anne",))

        def undo(tournament: Tournament) -> None:
            terms.make_ordinary(tournament, entries=1, reason="By mistake")

        entering = tried(lambda tournament: entries.enter(tournament, EntryDetails(name="Zoé")), club, "entered")
        outcomes = at_once([tried(undo, club, "undone"), entering])
        assert outcomes in (Counter(["undone", "not entered"]), Counter(["not undone", "entered"]))
        assert Tournament.objects.filter(pk=club.tournament.pk).exists() is (outcomes["entered"] == 1)
