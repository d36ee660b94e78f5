"""The pages of a tournament's rounds: drafted, changed, published by two at once, started, and what others see."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.models import AuditEntry, Player
from scorekeeper.desk import lists, rounds, tournament_rounds
from scorekeeper.desk.models import TournamentEntry
from scorekeeper.evenings.models import Evening, Round, RoundSeat
from scorekeeper.play.models import Session
from tests.desk.club_evening import TWELVE
from tests.desk.club_tournament import PREISSKAT, ClubTournament, enter
from tests.play.browsers import browser, words_of

pytestmark = pytest.mark.django_db

SEVEN = TWELVE[:7]
RANKED = {"rounds": 3, "seating": "rank", "hands": {"4": 48}}
FIXED = {"rounds": 2, "seating": "fixed"}


def club(members: tuple[str, ...] = SEVEN, **terms: Any) -> ClubTournament:
    return ClubTournament(members=members, terms=terms or dict(PREISSKAT))


def url(name: str, of: ClubTournament, *more: int) -> str:
    return reverse(name, args=[of.evening.public_id, *more])


def draw(of: ClubTournament, **posted: Any) -> Any:
    return of.phone.post(url("tournament_rounds", of), posted, follow=True)


def act(of: ClubTournament, action: str, client: Client | None = None, **posted: Any) -> Any:
    """Post one action on the page of the last round, with what that page had shown."""
    latest = Round.objects.latest("number")
    posted = {"seen": rounds.version(latest), **posted, "action": action}
    return (client or of.phone).post(url("round", of, latest.number), posted, follow=True)


def seat_of(name: str) -> tuple[int | None, int | None]:
    seat = RoundSeat.objects.get(player__name=name, round=Round.objects.latest("number"))
    return seat.table, seat.place


def key(name: str) -> int:
    return Player.objects.get(name=name).pk


def test_the_next_round_is_drawn_reviewed_and_published() -> None:
    of = club()
    assert "Draw round 1" in words_of(of.phone.get(url("tournament_rounds", of)))
    words = words_of(draw(of))
    assert "Draft: nobody else sees these seats yet." in words
    assert "By lot · seed number for the draw: 7" in words
    assert "Nobody meets again." not in words  # in the first round that goes without saying
    words = words_of(act(of, "publish"))
    assert "published at" in words
    assert "Start the selected tables" in words
    listed = words_of(of.phone.get(url("tournament_rounds", of)))
    assert "2 tables" in listed
    assert "Draw round 2" in listed


def test_only_phones_that_run_evenings_see_a_draft_or_write() -> None:
    of = club()
    draw(of)
    watching = browser(name=of.watching_phone())
    assert "No round has been seated yet." in words_of(watching.get(url("round", of, 1), follow=True))
    assert watching.post(url("round", of, 1), {"action": "publish"}).status_code == 403
    assert watching.post(url("tournament_rounds", of)).status_code == 403
    act(of, "publish")
    page = watching.get(url("round", of, 1))
    assert "Member A" in words_of(page)
    assert b'type="checkbox"' not in page.content


@pytest.mark.parametrize(
    ("swap", "reason", "words"),
    [
        (SEVEN[:1], "", "Select the two people to swap."),
        (SEVEN[:3], "", "Select the two people to swap."),
        (SEVEN[:2], " ", "This round is published. Give a reason for the change."),
    ],
    ids=["one", "three", "without a reason"],
)
def test_an_impossible_swap_is_refused_and_the_choice_is_kept(swap: tuple[str, ...], reason: str, words: str) -> None:
    of = club()
    draw(of)
    act(of, "publish")
    page = act(of, "swap", swap=[key(name) for name in swap], reason=reason)
    assert page.status_code == 422
    assert words in words_of(page)
    assert page.context["marked"] == [key(name) for name in swap]


def test_players_of_a_table_with_a_list_stay_there() -> None:
    of = club()
    draw(of)
    act(of, "publish")
    round_ = Round.objects.get()
    lists.type_list(of.tournament, round_, 1, [{"points": 0, "won": 0, "lost": 0}] * 4)
    (first, other) = (round_.seats.get(table=table, place=0) for table in (1, 2))
    refused = act(of, "swap", swap=[first.player_id, other.player_id], reason="mistake")
    assert refused.status_code == 422
    assert "Table 1 already has a list, so its seats can’t be changed." in words_of(refused)
    assert seat_of(first.player.name) == (1, 0)
    refused = act(of, "did_not_come", swap=[first.player_id], reason="Ill")
    assert "Table 1 already has a list, so its seats can’t be changed." in words_of(refused)
    refused = act(of, "start", start=["1", "2"])
    assert "Table 1 already has a list, so its seats can’t be changed." in words_of(refused)
    assert not Session.objects.exists()
    page = of.phone.get(url("round", of, 1)).content.decode()
    assert 'name="start" value="2"' in page
    assert 'name="start" value="1"' not in page
    assert f'name="swap" value="{first.player_id}"' not in page


def test_a_table_says_that_two_of_one_team_sit_at_it_if_the_terms_keep_teams_apart() -> None:
    of = club(**PREISSKAT, keep_apart="team")
    draw(of)
    for table in (1, 2):
        two = Round.objects.get().seats.filter(table=table).order_by("place").values_list("player", flat=True)[:2]
        of.tournament.entries.filter(player__in=two).update(team=f"Asse {table}")
    one, other = Round.objects.get().seats.filter(table=1).order_by("place")[:2]
    words = words_of(of.phone.get(url("round", of, 1)))
    assert f"From the same team, Asse 1: {one.player.name}, {other.player.name}." in words
    elsewhere = Round.objects.get().seats.get(table=2, place=0)
    assert "Asse 1" not in words_of(act(of, "swap", swap=[other.player_id, elsewhere.player_id]))


def test_a_late_entry_gets_the_free_seat() -> None:
    of = club()
    draw(of)
    act(of, "publish")
    late = of.member("Zoé Late")
    enter(of.tournament, late)
    assert "Zoé Late" in words_of(of.phone.get(url("round", of, 1)))
    assert act(of, "seat", player=late.pk, table=2).status_code == 422
    act(of, "seat", player=late.pk, table=2, reason="The train")
    assert seat_of("Zoé Late") == (2, 3)


def test_nobody_is_seated_who_has_not_entered_or_has_withdrawn() -> None:
    of = club(TWELVE[:8])
    TournamentEntry.objects.filter(number=8).update(withdrawn_after=0)
    draw(of)
    stranger = of.member("Stranger")
    for player in (stranger.pk, key(TWELVE[7])):
        page = act(of, "seat", player=player, table=2)
        assert (page.status_code, "These are the seats now." in words_of(page)) == (409, True)


def test_a_draft_is_discarded() -> None:
    of = club()
    draw(of)
    act(of, "discard")
    assert not Round.objects.exists()


def test_two_organisers_who_publish_at_once_both_see_the_published_round() -> None:
    of = club()
    draw(of)
    seen = rounds.version(Round.objects.get())
    pages = [act(of, "publish", seen=seen) for _organiser in range(2)]
    assert [page.status_code for page in pages] == [200, 200]
    assert AuditEntry.objects.filter(message__contains="publish").count() == 1


def test_the_chosen_tables_start_and_the_others_stay_on_paper() -> None:
    of = club()
    draw(of)
    act(of, "publish")
    act(of, "start", start=[2])
    session = Session.objects.get()
    assert (session.round, session.table_number, session.stretch.options["seeger"]) == (Round.objects.get(), 2, True)
    assert "0 of 2 confirmed" in words_of(of.phone.get(url("tournament_rounds", of)))
    act(of, "start", start=[1, 2])
    assert Session.objects.count() == 2
    assert "Change the seats" not in words_of(of.phone.get(url("round", of, 1)))


def test_no_table_starts_if_none_is_chosen_or_somebody_sits_elsewhere() -> None:
    of = club()
    draw(of)
    act(of, "publish")
    assert "Select the tables that record on a phone." in words_of(act(of, "start"))
    of.table(*SEVEN[:4])
    page = act(of, "start", start=[1, 2])
    assert page.status_code == 422
    assert re.search(r"Table [12]: .*is still at another of this evening’s tables", words_of(page))
    assert Session.objects.filter(round__isnull=False).count() == 0


@pytest.mark.parametrize(
    ("seating", "players", "words"),
    [
        ("draw", 7, "Lots alone decide"),
        ("rank", 7, "The tables are filled in the order of the ranking."),
        ("fewest_meetings", 12, "With up to twelve players, as few as possible meet again."),
        ("fewest_meetings", 13, "People take turns at tables that don’t seat four. With these turns"),
    ],
)
def test_a_round_says_how_it_was_seated(seating: str, players: int, words: str) -> None:
    of = club((*TWELVE, "Zoé")[:players], rounds=2, seating=seating, seed=7)
    assert words in words_of(draw(of))


def test_a_round_says_who_sits_out_and_how_often_before() -> None:
    of = club(TWELVE[:5], rounds=2, seating="fixed")
    draw(of, plan="1 2 3 4")
    act(of, "publish")
    again = draw(of, plan="1 2 3 4")
    assert again.context["explained"].turns == ["Sitting out (1 time before): Member E."]


def test_short_teams_are_named_where_rounds_are_drawn_and_in_the_terms() -> None:
    of = club(TWELVE)
    for team, numbers in {"Asse": range(1, 5), "Buben": range(5, 9), "Herz": range(9, 12)}.items():
        of.tournament.entries.filter(number__in=numbers).update(team=team)
    for page in ("tournament_rounds", "tournament_terms"):
        shown = of.phone.get(url(page, of))
        assert shown.context["short_teams"] == ["Team Herz has 3 members, the largest team 4."]
        assert "Team Herz has 3 members, the largest team 4." in words_of(shown)


def test_more_tables_than_the_entries_fill_are_refused_where_the_round_is_drawn() -> None:
    of = club(SEVEN, **{**PREISSKAT, "tables": 3})
    refused = draw(of)
    assert refused.status_code == 422
    assert "With 7 people there can be 1 to 2 tables." in words_of(refused)


def test_repeated_meetings_are_counted_and_marked_at_the_table() -> None:
    of = club(TWELVE[:8], **FIXED)
    draw(of, plan="1 2 3 4\n5 6 7 8")
    act(of, "publish")
    words = words_of(draw(of, plan="1,2,5,6\n\n3-4-7-8"))
    assert "4 pairs meet again." in words
    assert "Member A and Member B have met in round 1." in words


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        ("", "Enter the plan: a line of start numbers for each table."),
        ("1 2 3 4\n5 6 x 8", "Line 2 may contain start numbers only."),
        ("1 2 3 99", "Nobody has the start number 99."),
        ("1 2 3 4\n4 5 6 7", "Member D already has a place in this round."),
        ("1 2", "is for 3 or 4 players"),
    ],
    ids=["empty", "no number", "nobody", "twice", "too few"],
)
def test_an_impossible_plan_is_refused_and_stays_as_it_was_typed(plan: str, words: str) -> None:
    of = club(TWELVE[:8], **FIXED)
    page = draw(of, plan=plan)
    assert page.status_code == 422
    assert words in words_of(page)
    assert page.context["plan"] == plan
    assert not Round.objects.exists()


def test_a_round_by_rank_names_the_tables_without_a_list_and_is_drawn_anyway() -> None:
    of = club(TWELVE[:8], **RANKED)
    draw(of)
    act(of, "publish")
    words = words_of(of.phone.get(url("tournament_rounds", of)))
    assert "round 1, tables 1, 2" in words
    assert draw(of).status_code == 422
    assert Round.objects.count() == 1
    draw(of, anyway="1")
    assert Round.objects.count() == 2


def test_after_the_last_round_none_is_drawn() -> None:
    of = club(TWELVE[:8], **{**RANKED, "rounds": 1})
    draw(of)
    act(of, "publish")
    assert "1 round is planned." in words_of(of.phone.get(url("tournament_rounds", of)))
    assert draw(of, anyway="1").status_code == 422


def test_nothing_is_written_once_the_evening_is_settled() -> None:
    of = club()
    draw(of)
    Evening.objects.update(settled_at=of.evening.created_at)
    for page in (draw(of), act(of, "publish"), act(of, "discard")):
        assert (page.status_code, "Withdraw its settlement first" in words_of(page)) == (409, True)


def test_unknown_actions_players_and_rounds_are_answered() -> None:
    of = club()
    draw(of)
    assert act(of, "x").status_code == 404
    assert act(of, "swap", swap=[10**9 - 1, key(SEVEN[0])]).status_code == 404
    assert "Draft" not in words_of(of.phone.get(url("round", of, 9), follow=True))


def test_the_clock_of_a_round_runs_at_the_desk() -> None:
    of = club()
    draw(of)
    assert act(of, "start_clock", minutes="90").status_code == 409
    act(of, "publish")
    assert act(of, "start_clock", minutes="0").status_code == 422
    assert re.search(r"until \d\d:\d\d", words_of(act(of, "start_clock", minutes="90")))
    assert Round.objects.get().minutes == 90
    assert "until" not in words_of(act(of, "stop_clock"))


# Large tournaments


def count_queries(of: ClubTournament, address: str, django_assert: Any) -> int:
    with django_assert(100) as queries:
        assert of.phone.get(address).status_code == 200
    return len(queries)


def large(entries: int) -> ClubTournament:
    members = tuple(f"Person {number:03}" for number in range(entries))
    of = ClubTournament(f"Club of {entries}", members, terms={"rounds": 3, "seating": "draw", "seed": 7})
    for _round in range(2):
        rounds.publish(tournament_rounds.draft_next(of.tournament))
    return of


def test_round_pages_take_as_many_queries_for_400_entries_as_for_eight(django_assert_max_num_queries: Any) -> None:
    counts = []
    for entries in (8, 400):
        of = large(entries)
        pages = {name: url(name, of) for name in ("tournament_rounds", "evening", "evening_seats")}
        pages["round"] = url("round", of, 2)
        counts.append({name: count_queries(of, page, django_assert_max_num_queries) for name, page in pages.items()})
    assert counts[0] == counts[1]


# Who did not come


def test_an_absent_player_is_removed_from_the_table_and_can_withdraw_or_be_seated_again() -> None:
    of = club()
    draw(of)
    act(of, "publish")
    missing = RoundSeat.objects.get(table=1, place=1).player
    page = act(of, "did_not_come", swap=[missing.pk])
    assert (page.status_code, "Give a reason for the change." in words_of(page)) == (422, True)
    page = act(of, "did_not_come", swap=[missing.pk], reason="Ill")
    assert RoundSeat.objects.filter(table=1).count() == 3
    assert page.context["unseated"] == [(missing.pk, missing.name)]
    entry = of.tournament.entries.get(player=missing)
    withdrawing = of.phone.get(url("tournament_entry", of, entry.pk))
    assert "Before the first round" in words_of(withdrawing)
    act(of, "seat", player=missing.pk, table=1, reason="Came after all")
    assert seat_of(missing.name) == (1, 3)
    words = f"If {missing.name} did not come to round 1, say so on the page of that round first."
    assert words in words_of(of.phone.get(url("tournament_entry", of, entry.pk)))


def test_a_late_entry_gets_the_seat_of_an_absent_player() -> None:
    of = club()
    draw(of)
    act(of, "publish")
    late = enter(of.tournament, of.member("Zoé Zimmer")).player_id
    seat = RoundSeat.objects.get(table=2, place=0)
    page = act(of, "did_not_come", swap=[seat.player_id], instead=late, reason="Ill")
    assert (page.status_code, seat_of("Zoé Zimmer")) == (200, (2, 0))


@pytest.mark.parametrize("chosen", [(), SEVEN[:2]], ids=["nobody", "two"])
def test_exactly_one_absent_player_has_to_be_selected(chosen: tuple[str, ...]) -> None:
    of = club()
    draw(of)
    page = act(of, "did_not_come", swap=[key(name) for name in chosen])
    assert (page.status_code, "Select the one person who did not come." in words_of(page)) == (422, True)


# Twice, and two at once


def test_somebody_who_has_withdrawn_meanwhile_is_not_seated(monkeypatch: pytest.MonkeyPatch) -> None:
    of = club()
    draw(of)
    late = enter(of.tournament, of.member("Zoé Zimmer"))
    locked = rounds.lock

    def withdraw_first(round_: Round) -> Round:
        TournamentEntry.objects.filter(pk=late.pk).update(withdrawn_after=0)
        return locked(round_)

    monkeypatch.setattr(rounds, "lock", withdraw_first)
    assert act(of, "seat", player=late.player_id, table=2).status_code == 409
    absent = RoundSeat.objects.get(table=1, place=0).player_id
    assert act(of, "did_not_come", swap=[absent], instead=late.player_id).status_code == 409
    assert not RoundSeat.objects.filter(player=late.player_id).exists()


def test_a_second_tap_does_not_swap_the_two_back() -> None:
    of = club()
    draw(of)
    before = sorted(RoundSeat.objects.values_list("player", "table", "place"))
    seen, two = rounds.version(Round.objects.get()), [before[0][0], before[-1][0]]
    pages = [act(of, "swap", seen=seen, swap=two) for _tap in range(2)]
    assert [page.status_code for page in pages] == [200, 409]
    assert "These are the seats now." in words_of(pages[1])
    assert sorted(RoundSeat.objects.values_list("player", "table", "place")) != before


def test_a_second_tap_seats_nobody_twice_and_says_what_happened() -> None:
    of = club()
    draw(of)
    late = enter(of.tournament, of.member("Zoé Zimmer")).player_id
    seen = rounds.version(Round.objects.get())
    pages = [act(of, "seat", seen=seen, player=late, table=2) for _tap in range(2)]
    assert [page.status_code for page in pages] == [200, 409]
    assert seat_of("Zoé Zimmer")[0] == 2


def test_a_draft_is_not_drawn_again_from_an_outdated_page() -> None:
    of = club()
    draw(of)
    before = sorted(RoundSeat.objects.values_list("player", "table", "place"))
    act(of, "swap", swap=[before[0][0], before[-1][0]])
    changed = sorted(RoundSeat.objects.values_list("player", "table", "place"))
    page = draw(of)
    assert "Draft: nobody else sees these seats yet." in words_of(page)
    assert sorted(RoundSeat.objects.values_list("player", "table", "place")) == changed != before


def test_a_late_tap_does_not_draw_the_round_after_the_one_that_its_page_named() -> None:
    of = club()
    pages = [draw(of, next=1)]
    act(of, "publish")
    pages += [draw(of, next=1) for _tap in range(2)]
    assert [page.request["PATH_INFO"] for page in pages] == [url("round", of, 1)] * 3
    assert Round.objects.count() == 1
    assert AuditEntry.objects.filter(message__contains='"draft"').count() == 1
    assert 'name="next" value="2"' in of.phone.get(url("tournament_rounds", of)).content.decode()


def test_a_withdrawal_after_sitting_out_does_not_block_the_next_round() -> None:
    of = club(SEVEN[:5], rounds=2, seating="fixed", hands={"4": 48})
    draw(of, plan="1 2 3 4")
    out = of.entries[4]
    of.phone.post(url("tournament_entry", of, out.pk), {"action": "withdraw", "after": "0"})
    act(of, "publish")
    page = act(of, "swap", swap=[of.entries[0].player_id, out.player_id], reason="x")
    assert page.status_code == 404
    assert "Sitting out" not in words_of(of.phone.get(url("round", of, 1)))
    assert "Draft: nobody else sees these seats yet." in words_of(draw(of, plan="4 3 2 1"))
