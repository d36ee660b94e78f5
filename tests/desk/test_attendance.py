"""An evening: what belongs to it, who is present, the tables drawn, and one settlement for everything."""

from datetime import UTC, datetime, time, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone

from games.scoring.errors import RuleError
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.services import admit_phone
from scorekeeper.desk import attendance, evening_overview, rounds, settlement
from scorekeeper.desk.pages import seat_draw
from scorekeeper.desk.settlement import Balance, SettlementOverview
from scorekeeper.evenings.errors import EveningSettledError
from scorekeeper.evenings.models import Evening, EveningSettlement, Presence
from scorekeeper.evenings.queries import evening_tonight
from scorekeeper.play.errors import NotThereError
from scorekeeper.play.evening_tables import free_players
from scorekeeper.play.models import Payment, Session
from scorekeeper.web.dates import this_evening
from tests.desk.club_evening import STAKE, TWELVE, ClubEvening
from tests.desk.rounds.club_rounds import drawn_round
from tests.play.tables import FOUR, GARDE, Scorer, start, token

pytestmark = pytest.mark.django_db


def at_clock(monkeypatch: pytest.MonkeyPatch, moment: datetime) -> None:
    monkeypatch.setattr(timezone, "now", lambda: moment)


def names_there(club_evening: ClubEvening) -> list[str]:
    there = club_evening.evening.presences.filter(left_at=None).select_related("player").order_by("pk")
    return [presence.player.name for presence in there]


# What belongs to it


def test_a_session_started_tonight_belongs_to_the_evening_and_its_players_are_present() -> None:
    club_evening = ClubEvening()
    session = club_evening.start(*TWELVE[:3], "Zoé")
    assert session.evening == club_evening.evening
    assert names_there(club_evening) == [*TWELVE[:3], "Zoé"]


def test_the_home_table_and_other_clubs_do_not_use_the_evening() -> None:
    ClubEvening("One")
    other = ClubEvening("Other")
    other.evening.delete()
    assert start().evening is None
    assert other.start(*TWELVE[:4]).evening is None


def test_with_two_evenings_on_one_date_none_is_used_unless_named() -> None:
    club_evening = ClubEvening()
    second = club_evening.begin(name="In the back room")
    assert club_evening.start(*TWELVE[:4]).evening is None
    assert club_evening.start(*TWELVE[:4], evening=second.public_id).evening == second
    club_evening.played(*TWELVE[4:8], evening=club_evening.evening.public_id)
    club_evening.settle()
    assert club_evening.start(*TWELVE[4:8]).evening == second


def test_a_session_can_be_kept_out_of_the_evening() -> None:
    club_evening = ClubEvening()
    assert club_evening.start(*TWELVE[:4], evening="").evening is None


@pytest.mark.parametrize("whose", ["settled", "another club's", "no"])
def test_an_evening_that_is_not_open_to_the_club_is_refused(whose: str) -> None:
    club_evening, other = ClubEvening("One"), ClubEvening("Other")
    named = other.evening.public_id if whose == "another club's" else "nothing"
    if whose == "settled":
        club_evening.settle()
        named = club_evening.evening.public_id
    with pytest.raises(RuleError) as refused:
        club_evening.start(*TWELVE[:4], evening=named)
    assert refused.value.field == "evening"
    assert not Session.objects.exists()


def test_an_evening_lasts_until_six_in_the_morning(monkeypatch: pytest.MonkeyPatch) -> None:
    club_evening = ClubEvening()
    Evening.objects.update(date="2026-03-13")
    for day, hour, belongs in ((13, 4, True), (13, 23, True), (14, 5, True), (14, 6, False), (12, 23, False)):
        local = datetime(2026, 3, day, hour, 30, tzinfo=timezone.get_current_timezone())
        at_clock(monkeypatch, local.astimezone(UTC))
        assert (evening_tonight(club_evening.club) == club_evening.evening) is belongs, (day, hour)


def test_of_several_evenings_tonight_the_newest_is_found() -> None:
    club = ClubEvening().club
    newest = Evening.objects.create(club=club, date=this_evening())
    assert attendance.begin_tonight(club, "de") == newest
    assert Evening.objects.count() == 2


def test_another_evenings_public_id_as_a_token_starts_a_separate_evening() -> None:
    one, other = ClubEvening("One"), ClubEvening("Other")
    made = other.begin(token=one.evening.public_id)
    assert made.club == other.club
    assert made.public_id != one.evening.public_id


# Who is present


def test_members_check_in_with_a_tap_and_a_second_tap_changes_nothing() -> None:
    club_evening = ClubEvening()
    key = club_evening.player(TWELVE[0]).pk
    first, second = (attendance.check_in(club_evening.evening, player=key) for _tap in range(2))
    assert first == second
    assert first.came_at == second.came_at


def test_a_guest_checks_in_by_name_once_and_a_members_name_is_the_member() -> None:
    club_evening = ClubEvening()
    for name in ("Zimmer, Zoé", " zoé  zimmer ", TWELVE[0].upper()):
        attendance.check_in(club_evening.evening, name=name)
    assert names_there(club_evening) == ["Zoé Zimmer", TWELVE[0]]
    zoe = club_evening.player("Zoé Zimmer")
    assert (zoe.guest, zoe.club) == (True, club_evening.club)


def test_somebody_who_leaves_is_no_longer_free_and_returns_with_a_tap() -> None:
    club_evening = ClubEvening()
    key = attendance.check_in(club_evening.evening, name=TWELVE[0]).player_id
    attendance.leave(club_evening.evening, player=key)
    assert free_players(club_evening.evening) == []
    attendance.check_in(club_evening.evening, player=key)
    assert [player.pk for player in free_players(club_evening.evening)] == [key]


def test_sitting_down_after_leaving_means_being_back() -> None:
    club_evening = ClubEvening()
    key = attendance.check_in(club_evening.evening, name=TWELVE[0]).player_id
    attendance.leave(club_evening.evening, player=key)
    club_evening.start(*TWELVE[:4])
    assert club_evening.evening.presences.get(player=key).left_at is None


def test_times_after_midnight_belong_to_the_evening() -> None:
    club_evening = ClubEvening()
    key = attendance.check_in(club_evening.evening, name=TWELVE[0]).player_id
    presence = attendance.set_times(club_evening.evening, player=key, came=time(21, 15), left=time(0, 45))
    arrived, left = timezone.localtime(presence.came_at), timezone.localtime(presence.left_at)
    assert (arrived.date(), arrived.time()) == (club_evening.evening.date, time(21, 15))
    assert (left.date(), left.time()) == (club_evening.evening.date + timedelta(days=1), time(0, 45))
    with pytest.raises(RuleError) as refused:
        attendance.set_times(club_evening.evening, player=key, came=time(21, 15), left=time(20, 0))
    assert refused.value.field == "left"
    assert attendance.set_times(club_evening.evening, player=key, came=time(19, 0), left=None).left_at is None


def test_a_player_of_another_club_is_refused() -> None:
    club_evening, other = ClubEvening("One"), ClubEvening("Other")
    stranger = other.player(TWELVE[0]).pk
    with pytest.raises(NotThereError):
        attendance.check_in(club_evening.evening, player=stranger)
    with pytest.raises(NotThereError):
        attendance.leave(club_evening.evening, player=stranger)
    assert not Presence.objects.exists()


def test_a_merged_record_cannot_check_in_again() -> None:
    club_evening = ClubEvening()
    kept, merged_away = club_evening.player(TWELVE[0]), club_evening.player(TWELVE[1])
    Player.objects.filter(pk=merged_away.pk).update(merged_into=kept)
    with pytest.raises(NotThereError):
        attendance.check_in(club_evening.evening, player=merged_away.pk)
    assert merged_away.pk not in [player.pk for player in evening_overview.absent(club_evening.club, [])]


# Nobody at two tables at once


def test_nobody_sits_at_two_open_tables_of_an_evening() -> None:
    club_evening = ClubEvening()
    first = club_evening.start(*TWELVE[:4])
    with pytest.raises(RuleError, match=f"{TWELVE[3]} is still at another of this evening’s tables"):
        club_evening.start(*TWELVE[3:7])
    assert Session.objects.get() == first
    Scorer(first).close()
    assert club_evening.start(*TWELVE[3:7]).evening == club_evening.evening


def test_submitting_a_table_twice_starts_it_once() -> None:
    club_evening, once = ClubEvening(), token()
    assert club_evening.start(*TWELVE[:4], token=once) == club_evening.start(*TWELVE[:4], token=once)


# Tables drawn


def start_drawn(club_evening: ClubEvening, *tables: tuple[str, ...], stake: Decimal | None = None) -> list[Session]:
    round_ = drawn_round(club_evening, *tables, stake=stake)
    return rounds.start_tables(round_, device=club_evening.device, label="Counter")


def test_drawn_tables_start_together_with_the_last_seat_dealing() -> None:
    club_evening = ClubEvening()
    sessions = start_drawn(club_evening, TWELVE[:4], TWELVE[4:8], stake=STAKE)
    assert [[seat.name for seat in session.seats] for session in sessions] == [
        list(TWELVE[:4]),
        list(TWELVE[4:8]),
    ]
    for session in sessions:
        assert (session.evening, session.club, session.stretch.first_dealer) == (
            club_evening.evening,
            club_evening.club,
            3,
        )
        assert (session.stake, session.currency) == (STAKE, "€")
        assert session.accesses.get().label == "Counter"


def test_two_people_of_one_name_can_be_told_apart() -> None:
    club_evening = ClubEvening()
    for number in ("7", ""):
        guest = Player.objects.create(
            club=club_evening.evening.club, name="Gisela Ahrens", member_number=number, guest=True
        )
        attendance.check_in(club_evening.evening, player=guest.pk)
    overview = evening_overview.at(club_evening.evening)
    assert [attendee.name for attendee in overview.attendees] == ["Gisela Ahrens", "Gisela Ahrens (7)"]


def test_players_with_the_same_display_name_get_their_full_names() -> None:
    club_evening = ClubEvening(members=("Anna Roth", "Anna Blau", "Carl", "Dora"))
    club_evening.club.players.filter(name__startswith="Anna").update(nickname="Anna")
    session = start_drawn(club_evening, ("Anna Roth", "Anna Blau", "Carl", "Dora"))[0]
    assert [seat.name for seat in session.seats] == ["Anna Roth", "Anna Blau", "Carl", "Dora"]


def test_players_who_have_met_tonight_are_drawn_apart() -> None:
    club_evening = ClubEvening()
    start_drawn(club_evening, TWELVE[:4], TWELVE[4:8], TWELVE[8:])
    for session in Session.objects.all():
        scorer = Scorer(session)
        scorer.record(GARDE)
        scorer.close()
    keys = [player.pk for player in free_players(club_evening.evening)]
    tables, left = seat_draw.draw_lots(club_evening.evening, keys, (4, 4, 4))
    assert left == []
    before = [{seat.player_id for seat in session.seats} for session in Session.objects.all()]
    # Three tables of four from three tables of four: some two of each table meet again, and no more than two.
    assert sorted(max(len(set(table) & old) for old in before) for table in tables) == [2, 2, 2]


# The settlement


def balances(overview: settlement.SettlementOverview) -> dict[str, str]:
    return {balance.name: f"{balance.amount:f}" for balance in overview.balances}


def test_one_settlement_covers_all_tables_and_games() -> None:
    club_evening = ClubEvening()
    club_evening.played(*TWELVE[:4], hands=2)  # A +396, B C D −132 each: +19.80, −6.60
    club_evening.played(TWELVE[1], TWELVE[0], *TWELVE[4:6], stake=Decimal("0.10"))  # B +198, A E F −66: +19.80, −6.60
    assert balances(club_evening.settle()) == {
        "Member A": "13.20",
        "Member B": "13.20",
        "Member C": "-6.60",
        "Member D": "-6.60",
        "Member E": "-6.60",
        "Member F": "-6.60",
    }
    paid = EveningSettlement.objects.get()
    assert paid.payments.count() == 4
    assert {row.creditor_id for row in paid.payments.all()} == {club_evening.player(name).pk for name in TWELVE[:2]}
    assert [balance["tables"] for balance in paid.balances if balance["name"] == "Member C"] == [
        {str(Session.objects.earliest("pk").pk): "-6.60"}
    ]


def test_sessions_not_settled_in_money_are_listed_with_the_reason() -> None:
    club_evening = ClubEvening()
    club_evening.played(*TWELVE[:4], stake=None)
    club_evening.played(*TWELVE[:4], currency="CHF")
    tables = settlement.tables_of(club_evening.evening, settlement.sessions_of(club_evening.evening))
    assert [table.money for table in tables] == [None, None]
    assert [str(table.why_not) for table in tables] == ["no stake was agreed", "its stake is in another currency"]
    done = club_evening.settle()
    assert set(balances(done).values()) == {"0.00"}
    assert list(done.sessions) == []


def test_everybody_present_pays_into_the_kitty() -> None:
    club_evening = ClubEvening(kitty=Decimal("1.50"))
    club_evening.played(*TWELVE[:4])  # +9.90, −3.30 each
    key = attendance.check_in(club_evening.evening, name="Zoé").player_id
    attendance.leave(club_evening.evening, player=key)
    done = club_evening.settle()
    assert balances(done) == {
        "Member A": "8.40",
        "Member B": "-4.80",
        "Member C": "-4.80",
        "Member D": "-4.80",
        "Zoé": "-1.50",
    }
    assert done.kitty == Decimal("7.50")
    assert sum(row.money or 0 for row in done.rows if row.creditor_id is None) == Decimal("7.50")


def test_the_payments_of_one_person_are_listed_together_largest_first() -> None:
    done = SettlementOverview(
        balances=[
            Balance(player=key, name=name, played=Decimal(0), amount=Decimal(0), tables={})
            for key, name in {1: "Zoé", 2: "émile", 3: "Bruno"}.items()
        ],
        rows=[
            Payment(debtor_id=debtor, creditor_id=creditor, money=Decimal(money))
            for debtor, creditor, money in ((2, 1, 1), (3, 1, 9), (2, None, 4))
        ],
        kitty=Decimal(4),
        currency="€",
        sessions=[],
    )
    assert [(done.name(row.debtor_id), str(row.money)) for row in done.rows_by_name] == [
        ("Bruno", "9"),
        ("émile", "4"),
        ("émile", "1"),
    ]


def test_double_taps_settle_and_withdraw_once() -> None:
    club_evening = ClubEvening()
    club_evening.played(*TWELVE[:4])
    seen = club_evening.preview_settlement().digest
    first, second = (settlement.settle(club_evening.evening, digest=seen) for _tap in range(2))
    assert first.key == second.key
    for _tap in range(2):
        settlement.withdraw(club_evening.evening, settlement=int(first.key or 0))
    again = settlement.settle(club_evening.evening, digest=seen)
    settlement.withdraw(club_evening.evening, settlement=int(first.key or 0))  # the tap on the first tap's page
    club_evening.evening.refresh_from_db()
    assert club_evening.evening.settled_at is not None
    assert again.key != first.key
    assert EveningSettlement.objects.filter(withdrawn_at=None).count() == 1


def test_nothing_changes_in_a_settled_evening_until_the_settlement_is_withdrawn() -> None:
    club_evening = ClubEvening()
    session = club_evening.played(*TWELVE[:4])
    key = club_evening.player(TWELVE[0]).pk
    round_ = drawn_round(club_evening, TWELVE[4:8])
    settled = club_evening.settle()
    scorer = Scorer(Session.objects.get(pk=session.pk))
    refused: list[Any] = [
        lambda: attendance.check_in(club_evening.evening, name="Zoé"),
        lambda: attendance.leave(club_evening.evening, player=key),
        lambda: attendance.undo_check_in(club_evening.evening, player=key),
        lambda: attendance.set_times(club_evening.evening, player=key, came=time(20), left=None),
        lambda: attendance.change(
            club_evening.evening, day=club_evening.evening.date, name="", kitty=None, rounding=STAKE, currency=""
        ),
        lambda: rounds.start_tables(round_, device=club_evening.device, label=""),
        scorer.reopen,
    ]
    for write in refused:
        with pytest.raises(EveningSettledError):
            write()
    assert club_evening.start(*TWELVE[:4]).evening is None
    settlement.withdraw(club_evening.evening, settlement=int(settled.key or 0))
    scorer.reopen()
    assert Session.objects.get(pk=session.pk).closed_at is None


def test_reopening_and_closing_a_session_unchanged_gives_the_same_settlement() -> None:
    club_evening = ClubEvening(rounding=Decimal("0.50"), kitty=Decimal("1.00"))
    session = club_evening.played(*TWELVE[:4])
    club_evening.played(*TWELVE[4:8], hands=3)
    first = club_evening.settle()
    settlement.withdraw(club_evening.evening, settlement=int(first.key or 0))
    scorer = Scorer(Session.objects.get(pk=session.pk))
    scorer.reopen()
    scorer.close()
    assert club_evening.settle().frozen() == first.frozen()


def test_a_settlement_keeps_its_names_after_a_merge_or_rename() -> None:
    club_evening = ClubEvening()
    session = club_evening.played(*TWELVE[:4])
    frozen = club_evening.settle().frozen()
    kept, merged_away = club_evening.player(TWELVE[4]), club_evening.player(TWELVE[0])
    session.stretch.seats.filter(player=merged_away).update(player=kept)
    Player.objects.filter(pk=merged_away.pk).update(merged_into=kept, name="Somebody")
    standing = settlement.standing(club_evening.evening)
    assert standing is not None
    assert settlement.frozen_overview(standing).frozen() == frozen


# The standing


def test_the_interim_standings_include_open_tables() -> None:
    club_evening = ClubEvening()
    club_evening.played(*TWELVE[:4])
    scorer = Scorer(club_evening.start(TWELVE[1], TWELVE[0], *TWELVE[2:4], stake=STAKE))
    scorer.record(GARDE)
    at = evening_overview.at(club_evening.evening)
    assert at.games == ["tarot"]
    assert [(row.name, f"{row.money:.2f}", list(row.by_game.values())) for row in at.standings] == [
        ("Member A", "6.60", [132]),
        ("Member B", "6.60", [132]),
        ("Member C", "-6.60", [-132]),
        ("Member D", "-6.60", [-132]),
    ]


def test_a_phone_that_changes_clubs_leaves_the_evening() -> None:
    club_evening, other = ClubEvening("One"), ClubEvening("Other")
    admit_phone(other.club, club_evening.device)
    assert club_evening.start(*FOUR).evening == other.evening
