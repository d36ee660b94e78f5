"""An evening: what belongs to it, who is present, the tables drawn, and one settlement for everything."""

from datetime import UTC, datetime, time, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone

from games.scoring.errors import RuleError
from scorekeeper.clubs.models import HouseRules, Player
from scorekeeper.clubs.services import admit_phone
from scorekeeper.evenings import attendance, queries, settlement, table_start
from scorekeeper.evenings.models import Evening, EveningSettlement, Presence
from scorekeeper.evenings.settlement import Balance, SettlementOverview
from scorekeeper.evenings.table_start import DrawnTable, TableRefusedError
from scorekeeper.play.errors import ConflictError, EveningSettledError, NotThereError, TablesOpenError
from scorekeeper.play.ledger.money import AccountPayment, settle_money
from scorekeeper.play.models import Session
from scorekeeper.play.recording import session_start
from tests.evenings.club_evening import STAKE, TWELVE, Night
from tests.play.tables import FOUR, GARDE, Scribe, device, start, token

pytestmark = pytest.mark.django_db


def at_clock(monkeypatch: pytest.MonkeyPatch, moment: datetime) -> None:
    monkeypatch.setattr(timezone, "now", lambda: moment)


def names_there(night: Night) -> list[str]:
    there = night.evening.presences.filter(left_at=None).select_related("player").order_by("pk")
    return [presence.player.name for presence in there]


# What belongs to it


def test_what_a_phone_of_the_club_starts_tonight_belongs_to_the_evening_and_its_players_are_there() -> None:
    night = Night()
    session = night.start(*TWELVE[:3], "Zoé")
    assert session.evening == night.evening
    assert names_there(night) == [*TWELVE[:3], "Zoé"]


def test_the_home_table_and_other_clubs_know_nothing_of_it() -> None:
    Night("One")
    other = Night("Other")
    other.evening.delete()
    assert start().evening is None
    assert other.start(*TWELVE[:4]).evening is None


def test_of_two_evenings_of_one_date_none_is_taken_unless_it_is_named() -> None:
    night = Night()
    second = night.begin(name="In the back room")
    assert night.start(*TWELVE[:4]).evening is None
    assert night.start(*TWELVE[:4], evening=second.public_id).evening == second
    night.played(*TWELVE[4:8], evening=night.evening.public_id)
    night.settle()
    assert night.start(*TWELVE[4:8]).evening == second


def test_a_session_can_be_said_to_belong_to_none() -> None:
    night = Night()
    assert night.start(*TWELVE[:4], evening="").evening is None


@pytest.mark.parametrize("whose", ["settled", "another club's", "no"])
def test_an_evening_that_is_not_open_to_the_club_takes_no_session(whose: str) -> None:
    night, other = Night("One"), Night("Other")
    named = other.evening.public_id if whose == "another club's" else "nothing"
    if whose == "settled":
        night.settle()
        named = night.evening.public_id
    with pytest.raises(RuleError) as refused:
        night.start(*TWELVE[:4], evening=named)
    assert refused.value.field == "evening"
    assert not Session.objects.exists()


def test_a_night_lasts_until_six_in_the_morning(monkeypatch: pytest.MonkeyPatch) -> None:
    night = Night()
    Evening.objects.update(date="2026-03-13")
    for day, hour, belongs in ((13, 4, True), (13, 23, True), (14, 5, True), (14, 6, False), (12, 23, False)):
        local = datetime(2026, 3, day, hour, 30, tzinfo=timezone.get_current_timezone())
        at_clock(monkeypatch, local.astimezone(UTC))
        assert (attendance.tonight(night.club) == night.evening) is belongs, (day, hour)


def test_the_same_people_again_stay_in_the_evening() -> None:
    night = Night()
    session = night.played(*TWELVE[:4])
    assert session_start.again(session, device=night.device, token=token()).evening == night.evening


def test_a_form_sent_twice_begins_one_evening() -> None:
    night = Night()
    once = device()[:12]
    assert night.begin(token=once) == night.begin(token=once)
    assert Evening.objects.count() == 2


def test_the_name_of_another_evenings_evening_is_no_way_into_it() -> None:
    one, other = Night("One"), Night("Other")
    made = other.begin(token=one.evening.public_id)
    assert made.club == other.club
    assert made.public_id != one.evening.public_id


# Who is present


def test_members_come_by_a_tap_and_a_second_tap_is_nothing() -> None:
    night = Night()
    key = night.player(TWELVE[0]).pk
    first, second = (attendance.check_in(night.evening, player=key) for _tap in range(2))
    assert first == second
    assert first.came_at == second.came_at


def test_a_guest_comes_by_a_name_once_and_a_members_name_is_the_member() -> None:
    night = Night()
    for name in ("Zoé", " zoé ", TWELVE[0].upper()):
        attendance.check_in(night.evening, name=name)
    assert names_there(night) == ["Zoé", TWELVE[0]]
    zoe = night.player("Zoé")
    assert (zoe.guest, zoe.club) == (True, night.club)


def test_who_leaves_is_free_no_more_and_comes_back_by_a_tap() -> None:
    night = Night()
    key = attendance.check_in(night.evening, name=TWELVE[0]).player_id
    attendance.leave(night.evening, player=key)
    assert queries.free(night.evening) == []
    attendance.check_in(night.evening, player=key)
    assert [player.pk for player in queries.free(night.evening)] == [key]


def test_who_sits_down_after_having_left_is_back() -> None:
    night = Night()
    key = attendance.check_in(night.evening, name=TWELVE[0]).player_id
    attendance.leave(night.evening, player=key)
    night.start(*TWELVE[:4])
    assert night.evening.presences.get(player=key).left_at is None


def test_nobody_leaves_while_they_sit_at_a_table_nor_was_never_there_after_having_played() -> None:
    night = Night()
    session = night.start(*TWELVE[:4])
    key = night.player(TWELVE[0]).pk
    for verb in (attendance.leave, attendance.undo_check_in):
        with pytest.raises(RuleError, match=TWELVE[0]):
            verb(night.evening, player=key)
    scribe = Scribe(session)
    scribe.record(GARDE)
    scribe.close()
    attendance.leave(night.evening, player=key)
    with pytest.raises(RuleError, match="has played"):
        attendance.undo_check_in(night.evening, player=key)


def test_a_tap_too_many_is_taken_back() -> None:
    night = Night()
    key = attendance.check_in(night.evening, name=TWELVE[0]).player_id
    for _tap in range(2):
        attendance.undo_check_in(night.evening, player=key)
    assert not night.evening.presences.exists()


def test_times_by_the_clock_are_those_of_the_evening_and_of_the_night_after() -> None:
    night = Night()
    key = attendance.check_in(night.evening, name=TWELVE[0]).player_id
    found = attendance.set_times(night.evening, player=key, came=time(21, 15), left=time(0, 45))
    came, left = timezone.localtime(found.came_at), timezone.localtime(found.left_at)
    assert (came.date(), came.time()) == (night.evening.date, time(21, 15))
    assert (left.date(), left.time()) == (night.evening.date + timedelta(days=1), time(0, 45))
    with pytest.raises(RuleError) as refused:
        attendance.set_times(night.evening, player=key, came=time(21, 15), left=time(20, 0))
    assert refused.value.field == "left"
    assert attendance.set_times(night.evening, player=key, came=time(19, 0), left=None).left_at is None


def test_a_player_of_another_club_is_nobody_here() -> None:
    night, other = Night("One"), Night("Other")
    stranger = other.player(TWELVE[0]).pk
    with pytest.raises(NotThereError):
        attendance.check_in(night.evening, player=stranger)
    with pytest.raises(NotThereError):
        attendance.leave(night.evening, player=stranger)
    assert not Presence.objects.exists()


def test_somebody_merged_into_another_record_does_not_come_again() -> None:
    night = Night()
    kept, gone = night.player(TWELVE[0]), night.player(TWELVE[1])
    Player.objects.filter(pk=gone.pk).update(merged_into=kept)
    with pytest.raises(NotThereError):
        attendance.check_in(night.evening, player=gone.pk)
    assert gone.pk not in [player.pk for player in queries.absent(night.club, [])]


# Nobody at two tables at once


def test_who_sits_at_an_open_table_of_the_evening_sits_down_at_no_other() -> None:
    night = Night()
    first = night.start(*TWELVE[:4])
    with pytest.raises(RuleError, match=f"{TWELVE[3]} still sits at another table"):
        night.start(*TWELVE[3:7])
    assert Session.objects.get() == first
    Scribe(first).close()
    assert night.start(*TWELVE[3:7]).evening == night.evening


def test_the_form_of_a_table_sent_twice_is_one_table_all_the_same() -> None:
    night, once = Night(), token()
    assert night.start(*TWELVE[:4], token=once) == night.start(*TWELVE[:4], token=once)


def test_the_same_people_again_are_refused_while_one_of_them_sits_elsewhere() -> None:
    night = Night()
    first = night.played(*TWELVE[:4])
    night.start(*TWELVE[3:7])
    with pytest.raises(RuleError, match=TWELVE[3]):
        session_start.again(first, device=night.device, token=token())


# Tables drawn


def laid(night: Night, *tables: tuple[str, ...], game: str = "tarot:fft", **changes: Any) -> list[DrawnTable]:
    found = table_start.playable(night.evening)
    return [
        DrawnTable(game=found[game], players=[night.player(name).pk for name in names], token=token(), **changes)
        for names in tables
    ]


def start_drawn(night: Night, tables: list[DrawnTable]) -> list[Session]:
    return table_start.start(night.evening, device=night.device, label="Counter", tables=tables)


def test_drawn_tables_start_together_in_the_order_of_their_seats_and_the_last_seat_deals() -> None:
    night = Night()
    sessions = start_drawn(night, laid(night, TWELVE[:4], TWELVE[4:8], stake=STAKE))
    assert [[seat.name for seat in session.seats.all()] for session in sessions] == [
        list(TWELVE[:4]),
        list(TWELVE[4:8]),
    ]
    for session in sessions:
        assert (session.evening, session.club, session.first_dealer) == (night.evening, night.club, 3)
        assert (session.stake, session.currency) == (STAKE, "€")
        assert session.accesses.get().label == "Counter"


def test_a_second_tap_starts_nothing_more() -> None:
    night = Night()
    tables = laid(night, TWELVE[:4], TWELVE[4:8])
    assert start_drawn(night, tables) == start_drawn(night, tables)
    assert Session.objects.count() == 2


def test_of_tables_of_which_one_cannot_be_none_is_started() -> None:
    night = Night()
    for tables, number in (
        (laid(night, TWELVE[:4], TWELVE[3:7]), 1),  # Member D at both
        (laid(night, TWELVE[:4], TWELVE[4:6]), 1),  # two, but at least three play
    ):
        with pytest.raises(TableRefusedError) as refused:
            start_drawn(night, tables)
        assert refused.value.number == number
        assert not Session.objects.exists()


def test_tables_that_were_drawn_before_somebody_sat_down_elsewhere_are_refused() -> None:
    night = Night()
    tables = laid(night, TWELVE[:4])
    night.start(*TWELVE[3:7])
    with pytest.raises(TableRefusedError, match=TWELVE[3]):
        start_drawn(night, tables)


def test_nobody_of_another_club_is_drawn_and_no_token_of_another_evening_counts() -> None:
    night, other = Night("One"), Night("Other")
    mine = laid(night, TWELVE[:4])
    foreign = laid(other, TWELVE[:4])
    with pytest.raises(NotThereError):
        start_drawn(night, [DrawnTable(game=mine[0].game, players=foreign[0].players, token=token())])
    start_drawn(other, foreign)
    with pytest.raises(ConflictError):
        start_drawn(night, [DrawnTable(game=mine[0].game, players=mine[0].players, token=foreign[0].token)])


def test_the_house_says_by_which_rules_and_for_what_a_drawn_table_plays() -> None:
    night = Night()
    HouseRules.objects.create(
        club=night.club, game="skat", rules="isko", options={"payment": "each"}, stake="0.10", currency="CHF"
    )
    assert next(iter(table_start.playable(night.evening))) == "skat:isko"
    skat, tarot = start_drawn(
        night,
        [*laid(night, TWELVE[:3], game="skat:isko", stake=STAKE), *laid(night, TWELVE[4:8], stake=STAKE)],
    )
    assert (skat.stake, skat.currency, skat.options["payment"]) == (Decimal("0.10"), "CHF", "each")
    assert (tarot.stake, tarot.currency) == (STAKE, "€")


def test_of_two_whom_the_table_would_call_the_same_each_is_called_in_full() -> None:
    night = Night(members=("Anna Roth", "Anna Blau", "Carl", "Dora"))
    night.club.players.filter(name__startswith="Anna").update(nickname="Anna")
    session = start_drawn(night, laid(night, ("Anna Roth", "Anna Blau", "Carl", "Dora")))[0]
    assert [seat.name for seat in session.seats.all()] == ["Anna Roth", "Anna Blau", "Carl", "Dora"]


def test_who_has_sat_together_tonight_is_drawn_apart() -> None:
    night = Night()
    start_drawn(night, laid(night, TWELVE[:4], TWELVE[4:8], TWELVE[8:]))
    for session in Session.objects.all():
        scribe = Scribe(session)
        scribe.record(GARDE)
        scribe.close()
    keys = [player.pk for player in queries.free(night.evening)]
    tables, left = table_start.draw_lots(night.evening, keys, (4, 4, 4))
    assert left == []
    before = [{seat.player_id for seat in session.seats.all()} for session in Session.objects.all()]
    # Three tables of four from three tables of four: some two of each table meet again, and no more than two.
    assert sorted(max(len(set(table) & old) for old in before) for table in tables) == [2, 2, 2]


# The settlement


def balances(found: settlement.SettlementOverview) -> dict[str, str]:
    return {one.name: f"{one.amount:f}" for one in found.balances}


def test_one_settlement_across_tables_and_games() -> None:
    night = Night()
    night.played(*TWELVE[:4], hands=2)  # A +396, B C D −132 each: +19.80, −6.60
    night.played(TWELVE[1], TWELVE[0], *TWELVE[4:6], stake=Decimal("0.10"))  # B +198, A E F −66: +19.80, −6.60
    assert balances(night.settle()) == {
        "Member A": "13.20",
        "Member B": "13.20",
        "Member C": "-6.60",
        "Member D": "-6.60",
        "Member E": "-6.60",
        "Member F": "-6.60",
    }
    paid = EveningSettlement.objects.get()
    assert len(paid.transfers) == 4
    assert {one["creditor"] for one in paid.transfers} == {night.player(name).pk for name in TWELVE[:2]}
    assert [one["tables"] for one in paid.balances if one["name"] == "Member C"] == [
        {str(Session.objects.earliest("pk").pk): "-6.60"}
    ]


def test_what_is_not_settled_in_money_is_listed_with_the_reason() -> None:
    night = Night()
    night.played(*TWELVE[:4], stake=None)
    night.played(*TWELVE[:4], currency="CHF")
    tables = settlement.tables_of(night.evening, settlement.sessions_of(night.evening))
    assert [table.money for table in tables] == [None, None]
    assert [str(table.why_not) for table in tables] == ["no stake was agreed", "its stake is in another currency"]
    done = night.settle()
    assert set(balances(done).values()) == {"0.00"}
    assert list(done.sessions) == []


def test_everybody_who_was_there_pays_into_the_kitty_who_only_looked_on_too() -> None:
    night = Night(kitty=Decimal("1.50"))
    night.played(*TWELVE[:4])  # +9.90, −3.30 each
    key = attendance.check_in(night.evening, name="Zoé").player_id
    attendance.leave(night.evening, player=key)
    done = night.settle()
    assert balances(done) == {
        "Member A": "8.40",
        "Member B": "-4.80",
        "Member C": "-4.80",
        "Member D": "-4.80",
        "Zoé": "-1.50",
    }
    assert done.kitty == Decimal("7.50")
    assert sum(payment.amount for payment in done.payments if payment.creditor is None) == Decimal("7.50")


def test_whoever_has_several_payments_to_make_finds_them_together_the_largest_first() -> None:
    payments = [
        AccountPayment(debtor=2, creditor=1, amount=Decimal(1)),
        AccountPayment(debtor=3, creditor=1, amount=Decimal(9)),
    ]
    payments.append(AccountPayment(debtor=2, creditor=None, amount=Decimal(4)))
    done = SettlementOverview(
        balances=[
            Balance(player=key, name=name, played=Decimal(0), amount=Decimal(0), tables={})
            for key, name in {1: "Zoé", 2: "émile", 3: "Bruno"}.items()
        ],
        payments=payments,
        kitty=Decimal(4),
        currency="€",
        sessions=[],
    )
    assert [(done.names[one.debtor], str(one.amount)) for one in done.payments_by_name] == [
        ("Bruno", "9"),
        ("émile", "4"),
        ("émile", "1"),
    ]


def test_an_evening_with_open_tables_is_not_settled_and_they_are_named() -> None:
    night = Night()
    still = night.start(*TWELVE[:4])
    with pytest.raises(TablesOpenError) as refused:
        night.settle()
    assert refused.value.sessions == [still]
    assert not EveningSettlement.objects.exists()


def test_what_changed_since_it_was_looked_at_is_not_settled() -> None:
    night = Night()
    session = night.played(*TWELVE[:4])
    seen = night.preview_settlement().digest
    scribe = Scribe(session)
    scribe.reopen()
    scribe.record(GARDE)
    scribe.close()
    with pytest.raises(ConflictError):
        settlement.settle(night.evening, digest=seen)


def test_a_second_tap_settles_nothing_more_and_withdraws_nothing_more() -> None:
    night = Night()
    night.played(*TWELVE[:4])
    seen = night.preview_settlement().digest
    first, second = (settlement.settle(night.evening, digest=seen) for _tap in range(2))
    assert first.key == second.key
    for _tap in range(2):
        settlement.withdraw(night.evening, settlement=int(first.key or 0))
    again = settlement.settle(night.evening, digest=seen)
    settlement.withdraw(night.evening, settlement=int(first.key or 0))  # the tap on the first tap's page
    night.evening.refresh_from_db()
    assert night.evening.settled_at is not None
    assert again.key != first.key
    assert EveningSettlement.objects.filter(withdrawn_at=None).count() == 1


def test_settled_nothing_of_the_evening_changes_until_it_is_withdrawn() -> None:
    night = Night()
    session = night.played(*TWELVE[:4])
    key = night.player(TWELVE[0]).pk
    tables = laid(night, TWELVE[4:8])
    settled = night.settle()
    scribe = Scribe(Session.objects.get(pk=session.pk))
    refused: list[Any] = [
        lambda: attendance.check_in(night.evening, name="Zoé"),
        lambda: attendance.leave(night.evening, player=key),
        lambda: attendance.undo_check_in(night.evening, player=key),
        lambda: attendance.set_times(night.evening, player=key, came=time(20), left=None),
        lambda: attendance.change(
            night.evening, day=night.evening.date, name="", kitty=None, rounding=STAKE, currency=""
        ),
        lambda: start_drawn(night, tables),
        scribe.reopen,
    ]
    for write in refused:
        with pytest.raises(EveningSettledError):
            write()
    assert night.start(*TWELVE[:4]).evening is None
    settlement.withdraw(night.evening, settlement=int(settled.key or 0))
    scribe.reopen()
    assert Session.objects.get(pk=session.pk).closed_at is None


def test_a_session_that_is_reopened_closed_and_settled_again_settles_the_evening_at_the_same() -> None:
    night = Night(rounding=Decimal("0.50"), kitty=Decimal("1.00"))
    session = night.played(*TWELVE[:4])
    night.played(*TWELVE[4:8], hands=3)
    first = night.settle()
    settlement.withdraw(night.evening, settlement=int(first.key or 0))
    scribe = Scribe(Session.objects.get(pk=session.pk))
    scribe.reopen()
    scribe.close()
    assert night.settle().frozen() == first.frozen()


def test_somebody_merged_or_renamed_later_keeps_what_they_were_settled_at() -> None:
    night = Night()
    session = night.played(*TWELVE[:4])
    frozen = night.settle().frozen()
    kept, gone = night.player(TWELVE[4]), night.player(TWELVE[0])
    session.seats.filter(player=gone).update(player=kept)
    Player.objects.filter(pk=gone.pk).update(merged_into=kept, name="Somebody")
    standing = settlement.standing(night.evening)
    assert standing is not None
    assert settlement.of_frozen(standing).frozen() == frozen


def test_thirty_people_are_settled_by_at_most_thirty_payments() -> None:
    played = {key: Decimal(key * key % 97 - 48) for key in range(30)}
    played[0] -= sum(played.values())
    done = settle_money(played, kitty=Decimal(1), rounding=Decimal("0.01"))
    assert len(done.payments) <= 30


# The standing


def test_the_evening_so_far_counts_open_tables_as_they_stand() -> None:
    night = Night()
    night.played(*TWELVE[:4])
    scribe = Scribe(night.start(TWELVE[1], TWELVE[0], *TWELVE[2:4], stake=STAKE))
    scribe.record(GARDE)
    at = queries.at(night.evening)
    assert at.games == ["tarot"]
    assert [(row.name, f"{row.money:.2f}", list(row.by_game)) for row in at.standings] == [
        ("Member A", "6.60", [132]),
        ("Member B", "6.60", [132]),
        ("Member C", "-6.60", [-132]),
        ("Member D", "-6.60", [-132]),
    ]


def test_a_phone_that_changes_its_club_leaves_the_evening_behind() -> None:
    night, other = Night("One"), Night("Other")
    admit_phone(other.club, night.device)
    assert night.start(*FOUR).evening == other.evening
