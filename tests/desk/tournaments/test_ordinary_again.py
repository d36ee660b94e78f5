"""A tournament made by mistake becomes an ordinary evening again, unless people were seated in it or have paid."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.http import Http404
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.models import Player
from scorekeeper.desk import attendance, publication, sign_up, terms, tournament_rounds
from scorekeeper.desk import entries as desk
from scorekeeper.desk.audit_notes import AT_DESK, in_words
from scorekeeper.desk.models import Tournament, TournamentEntry
from scorekeeper.desk.register import EntryDetails
from scorekeeper.evenings.models import Evening, Round
from tests.desk.club_evening import ClubEvening
from tests.desk.club_tournament import ClubTournament, pay_fees
from tests.desk.tournaments.new_tournaments import make
from tests.play.browsers import browser, words_of

pytestmark = pytest.mark.django_db


def url(evening: Evening) -> str:
    return reverse("tournament_ordinary", args=[evening.public_id])


def undo(club: ClubTournament, *, entries: int, reason: str = "The wrong evening") -> Any:
    return club.phone.post(url(club.evening), {"entries": entries, "reason": reason})


def test_terms_entries_and_draft_are_deleted_and_the_evening_stays() -> None:
    club = ClubTournament(members=("Anne", "Bruno"))
    guest = desk.enter(club.tournament, EntryDetails(name="Zoé")).player
    desk.enter(club.tournament, EntryDetails(name="Yann"))
    attendance.check_in(club.evening, player=guest.pk)
    session = club.played("Anne", "Bruno", "Yann")
    club.begin_round(game="skat", rules="isko")
    page = words_of(club.phone.get(url(club.evening)))
    assert "4 entries" in page
    assert "The draft of round 1" in page
    assert undo(club, entries=4).url == reverse("evening", args=[club.evening.public_id])
    assert [model.objects.count() for model in (Tournament, TournamentEntry, Round)] == [0, 0, 0]
    assert set(club.club.players.values_list("name", flat=True)) == {"Anne", "Bruno", "Zoé", "Yann"}
    assert club.evening.presences.filter(player=guest).exists()
    assert list(club.evening.sessions.all()) == [session]
    noted = [in_words(entry) for entry in club.club.audit_entries.filter(action=AT_DESK).order_by("pk")]
    assert noted[-1] == ("made the tournament an ordinary evening again and deleted its 4 entries: The wrong evening")
    assert undo(club, entries=4).status_code == 302  # a second tap
    assert make(club).status_code == 302


def test_made_a_tournament_again_it_is_not_sealed() -> None:
    club = ClubTournament(members=("Anne", "Bruno"), is_sealed=True)
    undo(club, entries=2)
    make(club)
    assert not Evening.objects.get().is_sealed


@pytest.mark.parametrize(
    "write",
    [
        pytest.param(tournament_rounds.draft_next, id="the draw"),
        pytest.param(publication.seal, id="sealing"),
        pytest.param(
            lambda tournament: sign_up.renew(tournament, seen=tournament.sign_up_token), id="another sign-up link"
        ),
        pytest.param(lambda tournament: desk.enter(tournament, EntryDetails(name="Zoé")), id="an entry"),
        pytest.param(lambda tournament: terms.change(tournament, tournament), id="its terms"),
    ],
)
def test_late_forms_of_another_phone_find_no_tournament(write: Callable[[Tournament], object]) -> None:
    club = ClubTournament(members=("Anne",))
    undo(club, entries=1)
    with pytest.raises(Http404):
        write(club.tournament)
    assert not Tournament.objects.exists()


def test_guests_who_were_only_entered_are_forgotten() -> None:
    club = ClubTournament(members=("Anne",))
    desk.enter(club.tournament, EntryDetails(name="Zoé"))
    undo(club, entries=2)
    assert not Player.objects.filter(name="Zoé").exists()


def test_it_is_refused_once_a_round_is_published() -> None:
    club = ClubTournament(members=("Anne",))
    Round.objects.filter(pk=club.begin_round().pk).update(published_at=timezone.now())
    words = "Round 1 has been published, so this evening stays a tournament."
    assert words in words_of(club.phone.get(url(club.evening)))
    page = undo(club, entries=1)
    assert (page.status_code, words in words_of(page), Tournament.objects.count()) == (422, True, 1)


def test_it_is_refused_while_somebody_has_paid() -> None:
    club = ClubTournament(members=("Anne",))
    pay_fees(club.tournament)
    page = undo(club, entries=1)
    assert (page.status_code, Tournament.objects.count()) == (422, 1)
    assert "Anne has paid the fee. Give it back and remove the tick first." in words_of(page)


def test_it_is_refused_when_the_result_is_final() -> None:
    club = ClubTournament(members=("Anne",), final_at=timezone.now())
    assert "final" in words_of(undo(club, entries=1))
    assert Tournament.objects.exists()


def test_a_settled_evening_stays_as_it_is() -> None:
    club = ClubTournament(members=("Anne",))
    club.settle()
    assert (undo(club, entries=1).status_code, Tournament.objects.count()) == (409, 1)


@pytest.mark.parametrize("reason", ["", "  "])
def test_it_needs_a_reason(reason: str) -> None:
    club = ClubTournament(members=("Anne",))
    page = undo(club, entries=1, reason=reason)
    assert (page.status_code, Tournament.objects.count()) == (422, 1)
    assert "Give a reason" in page.context["form"].errors["reason"][0]


def test_an_entry_that_came_meanwhile_is_not_silently_lost() -> None:
    club = ClubTournament(members=("Anne", "Bruno"))
    page = undo(club, entries=1)
    assert (page.status_code, Tournament.objects.count()) == (409, 1)
    assert "2 entries" in words_of(page)


def test_only_phones_that_run_the_evenings_can_do_it() -> None:
    club = ClubTournament(members=("Anne",))
    watcher = browser(name=club.watching_phone())
    assert watcher.get(url(club.evening)).status_code == 403
    assert watcher.post(url(club.evening), {"entries": 1, "reason": "x"}).status_code == 403


def test_an_evening_that_has_rounds_does_not_become_a_tournament() -> None:
    club = ClubEvening()
    club.begin_round()
    Round.objects.update(published_at=timezone.now())
    page = make(club)
    assert (page.status_code, Tournament.objects.exists()) == (422, False)
    assert "This evening already has rounds." in words_of(page)
