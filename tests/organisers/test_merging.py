"""Two records of one person: what a merge moves, what it never touches, and that undoing it restores everything."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.urls import reverse
from hypothesis import example, given
from hypothesis import strategies as st

from scorekeeper.clubs import queries
from scorekeeper.clubs.models import Club, Merge, Player
from scorekeeper.desk import settlement
from scorekeeper.desk.models import Tournament, TournamentEntry
from scorekeeper.evenings.models import Evening, EveningSettlement, Presence, Round, RoundSeat
from scorekeeper.organisers import merging
from scorekeeper.organisers.merging import CannotMergeError
from scorekeeper.play import recording
from scorekeeper.play.models import Payment, Result, Seat, Session, Settlement
from scorekeeper.play.recording.players import start_again
from scorekeeper.play.recording.write import Write
from tests.clubs.clubs import MEMBERS, SampleClub, signed_in
from tests.concurrency import at_once
from tests.desk.club_evening import ClubEvening
from tests.play.browsers import words_of
from tests.play.tables import FOUR, GARDE, Scorer, fresh
from tests.property_tests import examples
from tests.rollbacks import thrown_away

pytestmark = pytest.mark.django_db

SEVEN = datetime(2026, 11, 20, 19, tzinfo=UTC)
EIGHT, NINE, TEN = (SEVEN + timedelta(hours=hours) for hours in (1, 2, 3))


def evening(club: Club, day: int = 20) -> Evening:
    return Evening.objects.create(club=club, date=date(2026, 11, day))


def there(evening: Evening, player: Player, came_at: datetime, left_at: datetime | None = None) -> Presence:
    return Presence.objects.create(evening=evening, player=player, came_at=came_at, left_at=left_at)


def rows(*, but: tuple[type[Any], ...] = (Merge,)) -> dict[str, list[tuple[Any, ...]]]:
    """Return every row that a merge could move, and those that it must not."""
    models = (
        *(Player, Presence, Seat, Session, Settlement, Result, EveningSettlement, Evening, Merge),
        *(RoundSeat, TournamentEntry, Payment),
    )
    return {
        model.__name__: sorted(model._default_manager.values_list(), key=lambda row: row[0])
        for model in models
        if model not in but
    }


def seated(evening: Evening, *players: Player, number: int = 1) -> Round:
    """Seat players at a table of a round."""
    round_ = Round.objects.create(evening=evening, number=number, game="tarot", rules="fft", seating="draw")
    for place, player in enumerate(players):
        RoundSeat.objects.create(round=round_, player=player, table=1, place=place)
    return round_


def entered(evening: Evening, *players: Player) -> Tournament:
    tournament = Tournament.objects.create(evening=evening, game="tarot", rules="fft", terms={"rounds": 2})
    for number, player in enumerate(players, 1):
        TournamentEntry.objects.create(tournament=tournament, number=number, player=player, name=player.name)
    return tournament


def two() -> tuple[SampleClub, Player, Player]:
    """Anne Arnaud, and a guest who was recorded as Anne A."""
    sample_club = SampleClub()
    sample_club.start(*MEMBERS)
    sample_club.start("Anne A.", *MEMBERS[1:])
    return sample_club, sample_club.club.players.get(name="Anne Arnaud"), sample_club.club.players.get(name="Anne A.")


# What is moved


def test_a_merge_is_previewed_without_writing() -> None:
    sample_club, anne, guest = two()
    tonight, before = evening(sample_club.club), evening(sample_club.club, 13)
    there(tonight, anne, SEVEN)
    there(tonight, guest, EIGHT)
    there(before, guest, EIGHT)
    Player.objects.filter(pk=guest.pk).update(nickname="Nana")
    guest.refresh_from_db()
    written = rows(but=())
    shown = merging.preview(anne, guest)
    assert [seat.name for seat in shown.seats] == ["Anne A."]
    assert [presence.evening for presence in shown.presences] == [before]
    assert [presence.evening for presence in shown.both] == [tonight]
    assert shown.nickname == "Nana"
    assert rows(but=()) == written


def test_seats_move_to_the_kept_record_and_keep_their_names() -> None:
    sample_club, anne, guest = two()
    merged = merging.merge(anne, guest, by="marion")
    assert sorted(anne.seats.values_list("name", flat=True)) == ["Anne A.", "Anne Arnaud"]
    assert not guest.seats.exists()
    guest.refresh_from_db()
    assert guest.merged_into == anne
    assert (merged.club, merged.merged_by, len(merged.moved["seats"])) == (sample_club.club, "marion", 1)


def test_a_merged_record_is_no_longer_offered_and_found_under_either_name() -> None:
    sample_club, anne, guest = two()
    Player.objects.filter(pk=guest.pk).update(nickname="Nana")
    merging.merge(anne, guest, by="")
    known = queries.people(sample_club.club)
    assert (known.members[0], known.guests) == ("Nana", ())  # the nickname is hers now
    for name in ("anne a.", "Anne Arnaud", "NANA"):
        assert sample_club.start(name, *MEMBERS[1:]).seats[0].player == anne
    assert not known.is_guest("Anne A.")
    assert sample_club.club.players.count() == 5


def test_a_name_that_belongs_to_another_member_still_does() -> None:
    sample_club, anne, guest = two()
    merging.merge(anne, guest, by="")
    another = sample_club.member("Anne A.")
    assert queries.people(sample_club.club).by_name["anne a."] == another


@pytest.mark.parametrize(
    ("kept", "merged_away", "then"),
    [
        ((SEVEN, NINE), (EIGHT, TEN), (SEVEN, TEN)),
        ((EIGHT, NINE), (SEVEN, EIGHT), (SEVEN, NINE)),
        ((EIGHT, None), (SEVEN, NINE), (SEVEN, None)),
        ((SEVEN, NINE), (NINE, None), (SEVEN, None)),
        ((SEVEN, None), (NINE, None), (SEVEN, None)),
    ],
    ids=["later-end", "earlier-start", "kept-still-there", "gone-still-there", "both-still-there"],
)
def test_two_presences_at_one_evening_become_one_with_both_times(kept: Any, merged_away: Any, then: Any) -> None:
    sample_club, anne, guest = two()
    tonight = evening(sample_club.club)
    there(tonight, anne, *kept)
    there(tonight, guest, *merged_away)
    before = rows()
    merged = merging.merge(anne, guest, by="")
    assert list(tonight.presences.values_list("player", "came_at", "left_at")) == [(anne.pk, *then)]
    merging.unmerge(merged)
    assert rows() == before


def test_places_in_rounds_and_entries_move_to_the_kept_record_and_back() -> None:
    sample_club, anne, guest = two()
    friday, saturday = evening(sample_club.club, 20), evening(sample_club.club, 21)
    first, second = seated(friday, guest), seated(saturday, anne)
    cup = entered(saturday, guest)
    before = rows()
    shown = merging.preview(anne, guest)
    assert (shown.rounds, shown.entries) == ([first], [cup.entries.get()])
    merged = merging.merge(anne, guest, by="")
    assert {seat.round for seat in anne.round_seats.all()} == {first, second}
    entry = cup.entries.get()
    assert (entry.player, entry.name) == (anne, "Anne A.")
    merging.unmerge(merged)
    assert rows() == before


def test_the_preview_of_a_merge_names_rounds_and_entries() -> None:
    sample_club, anne, guest = two()
    friday = evening(sample_club.club)
    seated(friday, guest, number=2)
    entered(friday, guest)
    client = signed_in(sample_club.organiser("marion"))
    words = words_of(client.get("/admin/clubs/player/merge/", {"one": anne.pk, "other": guest.pk}))
    assert "The place in round 2 of the evening 20 November 2026" in words
    assert "Start number 1 of the tournament 20 November 2026, as Anne A." in words


def test_a_place_reassigned_since_the_merge_stays_with_its_new_owner() -> None:
    sample_club, anne, guest = two()
    bruno = sample_club.club.players.get(name="Bruno Braun")
    round_ = seated(evening(sample_club.club), guest, bruno)
    merged = merging.merge(anne, guest, by="")
    round_.seats.all().delete()
    for place, player in enumerate((bruno, anne)):
        RoundSeat.objects.create(round=round_, player=player, table=1, place=place)
    merging.unmerge(merged)
    assert [seat.player for seat in round_.seats.all()] == [bruno, guest]


def test_a_merge_made_by_an_older_version_can_be_undone() -> None:
    sample_club, anne, guest = two()
    round_ = seated(evening(sample_club.club), anne)
    merged = merging.merge(anne, guest, by="")
    merged.moved = {name: value for name, value in merged.moved.items() if name not in ("rounds", "tournaments")}
    merged.save()
    merging.unmerge(merged)
    assert round_.seats.get().player == anne


# Refused merges


@pytest.mark.parametrize("closed", [False, True])
def test_players_who_shared_a_table_are_never_merged(closed: bool) -> None:
    sample_club = SampleClub()
    scorer = sample_club.table()
    scorer.record(GARDE)
    if closed:
        scorer.close()
    anne, bruno = sample_club.club.players.filter(name__in=MEMBERS[:2]).order_by("name")
    before = rows(but=())
    for verb in (merging.preview, lambda one, other: merging.merge(one, other, by="")):
        with pytest.raises(
            CannotMergeError, match=r"Anne Arnaud and Bruno Braun sat at the same table on 20\d\d-\d\d-\d\d"
        ):
            verb(anne, bruno)
    assert rows(but=()) == before


def in_one_round() -> tuple[Player, Player]:
    sample_club, anne, guest = two()
    seated(evening(sample_club.club), guest, anne)
    return anne, guest


def in_one_tournament() -> tuple[Player, Player]:
    sample_club, anne, guest = two()
    entered(evening(sample_club.club), guest, anne)
    return anne, guest


def other_club() -> tuple[Player, Player]:
    return SampleClub("One").member("Anne"), SampleClub("Two").member("Anne")


def same_record() -> tuple[Player, Player]:
    player = SampleClub().member("Zoé")
    return player, player


def of_no_club() -> tuple[Player, Player]:
    return Player.objects.create(name="Anne"), Player.objects.create(name="Anne")


def gone_already() -> tuple[Player, Player]:
    sample_club, anne, guest = two()
    merging.merge(anne, guest, by="")
    guest.refresh_from_db()
    return sample_club.member("Zoé"), guest


def into_one_that_is_gone() -> tuple[Player, Player]:
    return gone_already()[::-1]


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (other_club, "people of the same club"),
        (same_record, "Choose two different people"),
        (of_no_club, "people of the same club"),
        (gone_already, r"Anne A\. has already been merged into Anne Arnaud"),
        (into_one_that_is_gone, r"Anne A\. has already been merged into Anne Arnaud"),
        (in_one_round, r"Anne Arnaud and Anne A\. are in the same round on 2026-11-20, so they are different people\."),
        (in_one_tournament, r"Anne Arnaud and Anne A\. are both entered in the tournament on 2026-11-20\. If they"),
    ],
)
def test_unsuitable_records_are_refused(make: Callable[[], tuple[Player, Player]], words: str) -> None:
    kept, merged_away = make()
    before = rows(but=())
    with pytest.raises(CannotMergeError, match=words):
        merging.merge(kept, merged_away, by="")
    assert rows(but=()) == before


def test_records_in_one_round_are_not_offered_as_duplicates() -> None:
    sample_club, anne, guest = two()
    bruno = sample_club.club.players.get(name="Bruno Braun")
    seated(evening(sample_club.club), guest, anne)
    everybody = [anne.pk, guest.pk, bruno.pk]
    assert frozenset({anne.pk, guest.pk}) in merging.sat_together(everybody)
    assert frozenset({anne.pk, bruno.pk}) in merging.sat_together(everybody)
    assert merging.sat_together([guest.pk]) == set()


def test_double_taps_merge_and_undo_once() -> None:
    _sample_club, anne, guest = two()
    merged = merging.merge(anne, guest, by="")
    assert merging.merge(anne, guest, by="") == merged
    assert merging.unmerge(merged)
    before = rows(but=())
    assert not merging.unmerge(merged)
    assert rows(but=()) == before
    assert Merge.objects.count() == 1


# Undoing


def test_undoing_a_merge_restores_everything() -> None:
    sample_club, anne, guest = two()
    Player.objects.filter(pk=guest.pk).update(nickname="Nana")
    there(evening(sample_club.club), guest, SEVEN, TEN)
    before = rows()
    merging.unmerge(merging.merge(anne, guest, by=""))
    assert rows() == before
    assert Merge.objects.get().undone_at is not None


def test_undoing_a_merge_restores_how_each_presence_began() -> None:
    club_evening, anne, guest = two()
    friday = evening(club_evening.club)
    there(friday, anne, SEVEN)
    Presence.objects.create(evening=friday, player=guest, came_at=TEN, by_table=True)
    merged = merging.merge(guest, anne, by="")
    assert [presence.by_table for presence in friday.presences.all()] == [False]
    merging.unmerge(merged)
    assert {presence.player: presence.by_table for presence in friday.presences.all()} == {anne: False, guest: True}


def test_payments_move_with_the_seat_and_its_ticks_and_back() -> None:
    sample_club = SampleClub()
    scorer = sample_club.table("Anne A.", *MEMBERS[1:])
    scorer.record(GARDE)
    payment = scorer.close().payments.all()[0]
    recording.tick_payment(Write(scorer.session, **scorer.now({})), payment=payment.pk, paid=True)
    anne, guest = sample_club.member("Anne"), sample_club.club.players.get(name="Anne A.")
    merged = merging.merge(anne, guest, by="")
    assert set(Payment.objects.values_list("creditor", flat=True)) == {anne.pk}
    scorer.reopen()
    assert scorer.close().payments.exclude(ticked_at=None).count() == 1
    merging.unmerge(merged)  # with the payments of the second settlement
    assert set(Payment.objects.values_list("creditor", flat=True)) == {guest.pk}
    assert Payment.objects.exclude(ticked_at=None).count() == 2


def test_the_payments_of_an_evening_stay_as_they_were_settled() -> None:
    evening = ClubEvening(members=(*FOUR, "Anne A."), kitty=Decimal("1.00"))
    evening.played(*FOUR)
    evening.played("Anne A.", *FOUR[1:])
    before = evening.settle()
    merging.merge(evening.player("Anne"), evening.player("Anne A."), by="")
    frozen = settlement.standing(evening.evening)
    assert frozen
    after = settlement.frozen_overview(frozen)
    names = [(after.name(row.debtor_id), after.name(row.creditor_id), row.money) for row in after.rows]
    assert names == [(before.name(row.debtor_id), before.name(row.creditor_id), row.money) for row in before.rows]
    page = evening.phone.get(reverse("evening_cash", args=[evening.evening.public_id]))
    assert "pays Anne A." in words_of(page)


def test_seats_taken_after_a_merge_stay_with_the_kept_record() -> None:
    sample_club, anne, guest = two()
    merged = merging.merge(anne, guest, by="")
    later = sample_club.start("Anne A.", *MEMBERS[1:])
    merging.unmerge(merged)
    assert later.seats[0].player == anne
    assert guest.seats.count() == 1


def chain() -> tuple[Merge, Merge, SampleClub]:
    """Merge one into two, and two into three."""
    sample_club = SampleClub(members=("One", "Two", "Three", *MEMBERS[1:]))
    for name in ("One", "Two", "Three"):
        sample_club.start(name, *MEMBERS[1:])
    one, two, three = (sample_club.club.players.get(name=name) for name in ("One", "Two", "Three"))
    return merging.merge(two, one, by=""), merging.merge(three, two, by=""), sample_club


def test_a_chain_of_merges_leads_every_name_to_the_kept_record() -> None:
    _first, _second, sample_club = chain()
    three = sample_club.club.players.get(name="Three")
    assert {queries.people(sample_club.club).by_name[name] for name in ("one", "two", "three")} == {three}
    assert three.seats.count() == 3


def test_a_chain_of_merges_is_undone_from_its_end() -> None:
    first, second, sample_club = chain()
    with pytest.raises(CannotMergeError, match=r"Two has since been merged into Three\. Undo that merge first"):
        merging.unmerge(first)
    merging.unmerge(second)
    merging.unmerge(first)
    for name in ("One", "Two", "Three"):
        assert sample_club.club.players.get(name=name).seats.count() == 1


def test_two_merges_into_one_record_are_undone_in_any_order() -> None:
    for order in ((0, 1), (1, 0)):
        sample_club = SampleClub(f"Club {order}", members=("One", "Two", "Three", *MEMBERS[1:]))
        for name in ("One", "Two", "Three"):
            sample_club.start(name, *MEMBERS[1:])
        one, two, three = (sample_club.club.players.get(name=name) for name in ("One", "Two", "Three"))
        before = rows()
        merged = [merging.merge(one, two, by=""), merging.merge(one, three, by="")]
        for place in order:
            merging.unmerge(merged[place])
        assert rows() == before


@pytest.mark.parametrize("change", ["left", "removed"])
def test_a_presence_changed_since_blocks_undoing_the_merge(change: str) -> None:
    sample_club, anne, guest = two()
    tonight = evening(sample_club.club)
    there(tonight, anne, SEVEN)
    there(tonight, guest, EIGHT)
    merged = merging.merge(anne, guest, by="")
    if change == "left":
        tonight.presences.update(left_at=TEN)
    else:
        tonight.presences.all().delete()
    before = rows(but=())
    with pytest.raises(CannotMergeError, match="has been changed since"):
        merging.unmerge(merged)
    assert rows(but=()) == before


def test_a_presence_removed_since_blocks_undoing_the_merge() -> None:
    sample_club, anne, guest = two()
    there(evening(sample_club.club), guest, EIGHT)
    merged = merging.merge(anne, guest, by="")
    anne.presences.all().delete()
    with pytest.raises(CannotMergeError, match=r"An evening that Anne A\. attended has changed"):
        merging.unmerge(merged)


def test_a_nickname_given_since_is_kept() -> None:
    _sample_club, anne, guest = two()
    Player.objects.filter(pk=guest.pk).update(nickname="Nana")
    merged = merging.merge(anne, Player.objects.get(pk=guest.pk), by="")
    Player.objects.filter(pk=anne.pk).update(nickname="Ann")
    merging.unmerge(merged)
    anne.refresh_from_db()
    assert anne.nickname == "Ann"


# At the same moment


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_a_record_being_merged_cannot_be_seated() -> None:
    sample_club, anne, guest = two()

    def merges() -> str:
        merging.merge(anne, guest, by="")
        return "merged"

    def starts() -> str:
        sample_club.start("Anne A.", *MEMBERS[1:])
        return "started"

    assert at_once([merges, starts, starts]) == {"merged": 1, "started": 2}
    assert anne.seats.count() == 4
    assert not guest.seats.exists()


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_merging_twice_at_once_merges_once() -> None:
    _sample_club, anne, guest = two()

    def merges(kept: Player, merged_away: Player) -> Callable[[], str]:
        def run() -> str:
            try:
                merging.merge(kept, merged_away, by="")
            except CannotMergeError:
                return "refused"
            return "merged"

        return run

    outcomes = at_once([merges(anne, guest), merges(guest, anne), merges(anne, guest)])
    merged = Merge.objects.get(undone_at=None)
    assert outcomes == ({"merged": 2, "refused": 1} if merged.kept == anne else {"merged": 1, "refused": 2})


# Properties

PEOPLE = 6
GUESTS = ("Ida", "Jo", "Kim")


def played(sample_club: SampleClub, tables: list[list[int]], evenings: list[list[tuple[int, int, int | None]]]) -> None:
    """Create tables at which each player made a garde, every other one closed, and settled evenings."""
    people = list(sample_club.club.players.order_by("pk"))
    for number, seated in enumerate(tables):
        scorer = sample_club.table(
            *[people[seat].name for seat in seated], GUESTS[number % 3] + f" {sample_club.club.pk}"
        )
        scorer.record(GARDE)
        scorer.record({**GARDE, "taker": number % 4, "points": 41})
        if number % 2 == 0:
            scorer.close()
    for number, present in enumerate(evenings):
        played_on = evening(sample_club.club, 1 + number)
        for who, came, left in {place: (place, came, left) for place, came, left in present}.values():
            there(
                played_on,
                people[who],
                SEVEN + timedelta(minutes=came),
                None if left is None else TEN + timedelta(minutes=left),
            )
        balances = [{"player": person.pk, "name": person.name, "played": "1", "amount": "1"} for person in people]
        EveningSettlement.objects.create(
            evening=played_on, sessions=[], balances=balances, currency="€", settled_at=SEVEN
        )


def amounts() -> tuple[Any, ...]:
    """Return everything ever won and lost, and under which name."""
    totals = [fresh(session).totals for session in Session.objects.order_by("pk")]
    names = list(Seat.objects.order_by("pk").values_list("stretch", "place", "name"))
    return rows()["Settlement"], rows()["EveningSettlement"], rows()["Result"], totals, names


person = st.integers(0, PEOPLE - 1)
presence = st.tuples(person, st.integers(0, 90), st.none() | st.integers(1, 60))


@examples(4)
@given(
    tables=st.lists(st.lists(person, min_size=3, max_size=3, unique=True), max_size=4),
    evenings=st.lists(st.lists(presence, max_size=5), max_size=2),
    merges_tried=st.lists(st.tuples(person, person), min_size=1, max_size=5),
    undone=st.lists(st.integers(0, 4), max_size=6),
)
@example(tables=[], evenings=[[(2, 0, None), (4, 0, None)]], merges_tried=[(0, 2), (0, 4)], undone=[0])
@example(tables=[], evenings=[[(0, 10, 10), (2, 0, 30), (4, 5, 10)]], merges_tried=[(0, 2), (0, 4)], undone=[0])
def test_merging_never_changes_an_amount_and_undoing_restores_every_row(
    tables: Any, evenings: Any, merges_tried: Any, undone: Any
) -> None:
    with thrown_away():
        sample_club = SampleClub(members=tuple(f"Person {number}" for number in range(PEOPLE)))
        played(sample_club, tables, evenings)
        people = list(sample_club.club.players.order_by("pk"))[:PEOPLE]
        first, owed = rows(), amounts()
        states: list[tuple[Merge, Any]] = []
        for kept, merged_away in merges_tried:
            before = rows()
            with suppress(CannotMergeError):
                merged = merging.merge(people[kept], people[merged_away], by="")
                if all(merged != earlier for earlier, _before in states):  # else it is one that was made already
                    states.append((merged, before))
                    before = rows()
            assert rows() == before
            assert amounts() == owed
        for place in undone:  # in any order: done exactly, or refused
            if place < len(states):
                assert_undone_or_refused(states[place][0])
                assert amounts() == owed
        for merged, _before in reversed(states):
            merging.unmerge(merged)  # nothing, where it is undone
        assert rows() == first
        assert amounts() == owed


def assert_undone_or_refused(merged: Merge) -> None:
    before = rows()
    try:
        merging.unmerge(merged)
    except CannotMergeError:
        assert rows() == before
    else:
        assert Player.objects.get(pk=merged.gone_id).merged_into is None


@examples(4)
@given(
    tables=st.lists(st.lists(person, min_size=3, max_size=3, unique=True), min_size=1, max_size=4),
    evenings=st.lists(st.lists(presence, max_size=5), max_size=2),
    merges_tried=st.lists(st.tuples(person, person), min_size=1, max_size=5),
)
def test_each_undo_restores_the_rows_before_its_merge(tables: Any, evenings: Any, merges_tried: Any) -> None:
    with thrown_away():
        sample_club = SampleClub(members=tuple(f"Person {number}" for number in range(PEOPLE)))
        played(sample_club, tables, evenings)
        people = list(sample_club.club.players.order_by("pk"))[:PEOPLE]
        states = []
        for kept, merged_away in dict.fromkeys(merges_tried):
            before = rows()
            with suppress(CannotMergeError):
                states.append((merging.merge(people[kept], people[merged_away], by=""), before))
        for merged, before in reversed(states):
            merging.unmerge(merged)
            assert rows() == before


def test_an_open_table_goes_on_during_a_merge() -> None:
    sample_club, anne, guest = two()
    scorer = Scorer(guest.seats.get().stretch.session)
    merging.merge(anne, guest, by="")
    scorer.record(GARDE)
    again = start_again(scorer.session, device=sample_club.device, token="again")
    assert again.seats[0].player == anne
    assert again.seats[0].name == "Anne A."


def test_undoing_a_merge_notices_a_seat_taken_in_the_meantime() -> None:
    sample_club, anne, guest = two()
    merged = merging.merge(anne, guest, by="")
    assert not merging.played_since(merged)
    sample_club.start(anne.name, "Bruno", "Chloé", "David")
    assert merging.played_since(merged)
