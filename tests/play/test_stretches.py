"""A session whose players change in the middle: one row, one result, one list of payments, and totals carried over."""

import re
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.scoring.errors import RuleError
from games.scoring.types import Option, OptionValue
from scorekeeper.organisers import club_overview
from scorekeeper.play import queries, recording
from scorekeeper.play.errors import CallSetError
from scorekeeper.play.ledger import session_ledger
from scorekeeper.play.models import Seat, Session, Stretch, Verb
from scorekeeper.play.pages.charts import drawing
from scorekeeper.play.pages.journal import what
from scorekeeper.play.recording.details import SessionDetails
from scorekeeper.play.recording.write import Write
from scorekeeper.play.totals import SessionTotals
from tests.api.api_client import Program
from tests.desk.club_evening import ClubEvening
from tests.play.browsers import HTMX, Form, browser, watcher_of, words_of
from tests.play.stretches import BRUNO_TAKES, at, bruno_left, change_players
from tests.play.tables import FOUR, GARDE, PASSED, Scorer, device, fresh, token

pytestmark = pytest.mark.django_db


def totals(scorer: Scorer) -> dict[str, int]:
    ledger = fresh(scorer.session)
    return dict(zip(ledger.names, ledger.come_to.settled, strict=True))


def payments(scorer: Scorer) -> set[tuple[str, str, object]]:
    ledger = fresh(scorer.session)
    come_to = SessionTotals.from_ledger(ledger, Session.objects.get(pk=scorer.session.pk))
    return {
        (
            ledger.names[payment.debtor],
            ledger.names[payment.creditor or 0],
            payment.money if payment.money is not None else payment.amount,
        )
        for payment in come_to.payments or ()
    }


def page(scorer: Scorer, name: str = "session") -> str:
    return words_of(browser(scorer).get(reverse(name, args=[scorer.session.public_id])))


def seated(scorer: Scorer) -> list[str]:
    return [seat.name for seat in queries.seats(scorer.session)]


# What they come to


def test_everybody_is_in_one_result_and_those_who_joined_start_from_zero() -> None:
    scorer = bruno_left()
    assert totals(scorer) == {"Anne": 132, "Bruno": -66, "Chloé": -132, "David": -132, "Emil": 198}
    assert Session.objects.count() == 1


def test_a_player_who_comes_back_carries_the_earlier_total() -> None:
    scorer = change_players(bruno_left(), (1,), ("Bruno",))
    scorer.record(BRUNO_TAKES)
    assert totals(scorer) == {"Anne": 66, "Bruno": 132, "Chloé": -198, "David": -198, "Emil": 198}


def test_hands_are_numbered_through() -> None:
    scorer = bruno_left()
    assert [hand.number for hand in fresh(scorer.session).hands] == [1, 2]
    assert [stretch.first_hand for stretch in scorer.session.stretches.all()] == [1, 2]


def test_a_session_that_starts_from_a_closed_one_is_a_session_of_its_own() -> None:
    first = Scorer()
    first.record(GARDE)
    first.close()
    second = change_players(first, (1,), ("Emil",))
    assert second.session != first.session
    assert totals(second) == {"Anne": 0, "Emil": 0, "Chloé": 0, "David": 0}


@pytest.mark.parametrize(
    ("stake", "expected"),
    [
        pytest.param(None, {("Chloé", "Emil", 132), ("David", "Anne", 132), ("Bruno", "Emil", 66)}, id="in points"),
        pytest.param(
            Decimal("0.05"),
            {
                ("Chloé", "Emil", Decimal("6.60")),
                ("David", "Anne", Decimal("6.60")),
                ("Bruno", "Emil", Decimal("3.30")),
            },
            id="in money",
        ),
    ],
)
def test_payments_settle_all_stretches_at_once(stake, expected) -> None:
    assert payments(bruno_left(stake=stake)) == expected


@pytest.mark.parametrize("stake", ["0.05", "0.0125"])
@pytest.mark.parametrize(
    ("game", "rules", "hand"),
    [
        pytest.param("boston", "original", {"call": "tricks", "bidder": 0, "bid": 5, "tricks": 5}, id="Boston"),
        pytest.param("solo_whist", "foster", {"call": "solo", "caller": 0, "tricks": 5}, id="Solo Whist"),
    ],
)
def test_a_stake_that_is_set_later_is_that_of_the_whole_session(game, rules, hand, stake) -> None:
    scorer = Scorer(game=game, rules=rules)
    scorer.record(hand)
    scorer = change_players(scorer, (1,), ("Emil",))
    scorer.record(hand)
    wanted = SessionDetails.from_session(scorer.session, queries.people(scorer.session))
    recording.change_details(Write(scorer.session, **scorer.now({})), wanted=replace(wanted, stake=Decimal(stake)))
    assert "Who pays whom" in page(scorer, "close")
    scorer.close()
    assert "Anne wins" in page(scorer)


def test_totals_on_a_skat_list_are_paid_by_difference_in_each_stretch() -> None:
    scorer = Scorer(game="skat", rules="isko", players=("Anne", "Bruno", "Chloé"), stake=Decimal("0.01"))
    scorer.record({"call": "correction", "amounts": {"0": 54, "1": 46}, "note": "carried over"})
    scorer = change_players(scorer, (), ("Emil",))
    scorer.record({"call": "correction", "amounts": {"3": 100}, "note": "carried over"})
    # Of three: +62, +38, −100. Of four, Emil gets 100 from each of the others.
    expected = {("Chloé", "Emil", Decimal("2.00")), ("Bruno", "Emil", Decimal("0.62"))}
    assert payments(scorer) == expected | {("Anne", "Emil", Decimal("0.38"))}


def test_without_a_stake_nobody_pays_for_totals_that_do_not_sum_to_zero() -> None:
    scorer = Scorer(game="skat", rules="isko", players=("Anne", "Bruno", "Chloé"))
    scorer.record({"call": "correction", "amounts": {"0": 54, "1": 46}, "note": "carried over"})
    scorer = change_players(scorer, (), ("Emil",))
    scorer.record({"call": "correction", "amounts": {"3": 100}, "note": "carried over"})
    scorer.close()
    assert "No stake was agreed, so nobody pays." in page(scorer)


def test_what_is_left_in_a_pool_is_shared_out_where_the_players_change() -> None:
    """Foster: all passed, each puts 10 into the pool. It is shared out among those who paid, so nobody has lost."""
    scorer = Scorer(game="boston", rules="decimal", options={"pool": True})
    scorer.record({"call": "passed"})
    assert fresh(scorer.session).totals == (-10, -10, -10, -10)
    scorer = change_players(scorer, (1,), ("Emil",))
    assert fresh(scorer.session).totals == (0, 0, 0, 0, 0)
    scorer.record({"call": "passed"})
    # In the order in which they sat down: Anne, Bruno, who has left, Chloé, David, Emil.
    assert fresh(scorer.session).totals == (-10, 0, -10, -10, -10)
    assert set(totals(scorer).values()) == {0}


# What is counted beside the totals

ISKO: dict[str, Any] = {
    "game": "skat",
    "rules": "isko",
    "options": {"seeger": True},
    "players": ("Anne", "Bruno", "Chloé"),
}


def skat(declarer: int, *, won: bool) -> dict[str, Any]:
    """A grand with two: 72 points, and 144 lost."""
    return {"call": "grand", "declarer": declarer, "matadors": 2, "card_points": 70 if won else 50, "bid": 24}


def beside_totals(scorer: Scorer) -> str:
    """Points, games won and lost, and what these count, as the ledger of the table shows them."""
    return page(scorer).rpartition("Ledger ")[2].partition(" Hand ")[0]


def test_games_won_and_lost_are_counted_over_all_stretches_of_a_seeger_fabian_list() -> None:
    scorer = Scorer(**ISKO)
    scorer.record(skat(0, won=True))
    scorer.record(skat(1, won=False))
    scorer = change_players(scorer, (2,), ("Emil",))
    scorer.record(skat(0, won=True))
    scorer.record(skat(2, won=True))
    # Three times 24 points won, and twice that lost.
    bruno = "Bruno −144 points, 0 won, 1 lost: −50"
    emil = "Emil 72 points, 1 won, 0 lost: +50"  # he was not there when Bruno lost
    assert beside_totals(scorer) == f"Anne 144 points, 2 won, 0 lost: +140 {bruno} {emil}"
    scorer = change_players(scorer, (0,), ("Chloé",))
    assert beside_totals(scorer) == f"Chloé 0 points, 0 won, 0 lost: +40 {bruno} {emil}"


def test_equal_totals_of_a_seeger_fabian_list_are_ranked_by_the_games_of_all_stretches() -> None:
    scorer = Scorer(**ISKO)
    scorer.record(skat(0, won=True))  # 72 + 50
    scorer = change_players(scorer, (2,), ("Emil",))
    scorer.record({"call": "correction", "amounts": {"1": 122}, "note": "not written"})
    scorer.close()
    assert "Anne wins" in page(scorer)


def test_the_result_of_a_seeger_fabian_list_has_the_points_and_games_of_all_stretches() -> None:
    scorer = Scorer(**ISKO)
    scorer.record(skat(0, won=True))
    scorer.record(skat(1, won=False))
    scorer = change_players(scorer, (2,), ("Emil",))
    scorer.record(skat(2, won=True))
    scorer.close()
    shown = page(scorer)
    for beside in (
        "+162 72 points, 1 won, 0 lost: +90",  # 50, and 40 for Bruno's loss
        "+122 72 points, 1 won, 0 lost: +50",  # Emil was not there when Bruno lost
        "−194 −144 points, 0 won, 1 lost: −50",
        "+40 0 points, 0 won, 0 lost: +40",
    ):
        assert beside in shown


def test_a_session_counts_once_however_many_stretches_it_has() -> None:
    club_evening = ClubEvening()
    scorer = Scorer(club_evening.start("Member A", "Member B", "Member C", "Member D"))
    scorer.record(GARDE)
    scorer = change_players(scorer, (1,), ("Member E",))
    scorer = change_players(scorer, (1,), ("Member F",))  # before a hand
    scorer.record(GARDE)
    scorer.close()
    club_evening.played("Member A", "Member B", "Member C", "Member D")
    phone = club_evening.phone
    assert "2 tables" in words_of(phone.get(reverse("evenings")))
    people = {member.name: member.sessions for member in phone.get(reverse("members")).context["people"].members}
    assert [people[f"Member {letter}"] for letter in "ABCDEF"] == [2, 2, 2, 2, 0, 1]
    assert "2 sessions" in words_of(phone.get(reverse("member", args=[club_evening.player("Member A").pk])))
    shares = words_of(phone.get(reverse("member_sessions", args=[club_evening.player("Member A").pk])))
    assert "Sessions 2 Hands 3" in shares
    table = Program(club_evening.club).get_json("standings")["ranked"]
    counts = {row["name"]: (row["sessions"], row["counted"], row["hands"]) for row in table}
    assert counts["Member A"] == (2, 2, 3)
    assert counts["Member F"] == (1, 1, 1)
    overview = club_overview.season_overview(club_evening.club)
    assert overview is not None
    assert overview.sessions == 2


# The table


def shown_rows(scorer: Scorer) -> list[str]:
    """The totals in the rows of the ledger, newest first."""
    html = browser(scorer).get(reverse("session", args=[scorer.session.public_id])).content.decode()
    return re.findall(r'<b class="[\w ]+">([−\d]+)</b>', html.partition('id="ledger"')[2])


def test_the_table_shows_carried_totals_and_who_left_and_joined() -> None:
    scorer = bruno_left()
    words = page(scorer)
    assert "Bruno left with −66. Emil joined." in words
    html = browser(scorer).get(reverse("session", args=[scorer.session.public_id])).content.decode()
    shown = re.findall(r'<b class="[\w ]+">([−\d]+)</b>', html.partition('id="standings"')[2].partition("</ul>")[0])
    assert shown == ["132", "198", "−132", "−132"]
    assert shown_rows(scorer) == ["132", "198", "−132", "−132", "198", "−66", "−66", "−66"]


def test_an_earlier_hand_is_amended_and_voided_at_the_same_table() -> None:
    scorer = bruno_left()
    scorer.amend(1, GARDE | {"taker": 1})  # Bruno, not Anne
    assert totals(scorer) == {"Anne": -132, "Bruno": 198, "Chloé": -132, "David": -132, "Emil": 198}
    scorer.void(1)
    assert "Bruno left with 0." in page(scorer)
    assert shown_rows(scorer) == ["−66", "198", "−66", "−66"]
    scorer.unvoid(1)
    assert totals(scorer)["Bruno"] == 198


def test_the_pages_of_an_earlier_hand_have_those_who_played_it() -> None:
    scorer = bruno_left()
    client, public_id = browser(scorer), scorer.session.public_id
    assert "Bruno" in words_of(client.get(reverse("hand", args=[public_id, 1])))
    amending = words_of(client.get(reverse("amend", args=[public_id, 1])))
    assert "Bruno" in amending.partition("The totals would then be")[0]
    assert "Emil" in amending.partition("The totals would then be")[2]
    assert "Emil" in words_of(client.get(reverse("hand", args=[public_id, 2])))


@pytest.mark.parametrize("name", ["scores", "ledger", "chart", "board"])
def test_other_pages_show_the_same_totals(name: str) -> None:
    scorer = bruno_left()
    args = [] if name == "board" else [scorer.session.public_id]
    assert "−132" in words_of(browser(scorer).get(reverse(name, args=args)))


def test_the_totals_before_saving_include_carried_ones() -> None:
    scorer = bruno_left()
    url = reverse("preview", args=[scorer.session.public_id])
    posted = {"call": "garde", "taker": "0", "bouts": "2", "points-tens": "4", "points-units": "9"}
    shown = words_of(browser(scorer).post(url, posted, headers=HTMX))
    assert "330" in shown  # 132 and 198


def test_a_table_takes_as_many_queries_for_three_stretches_as_for_one() -> None:
    scorer, counts = Scorer(), []
    for joining in (None, "Emil", "Fritz"):
        scorer = change_players(scorer, (1,), (joining,)) if joining else scorer
        scorer.record(GARDE)
        client, url = browser(scorer), reverse("session", args=[scorer.session.public_id])
        client.get(url)
        with CaptureQueriesContext(connection) as captured:
            client.get(url)
        counts.append(len(captured))
    assert counts[0] == counts[1] == counts[2]


def test_a_phone_with_a_filled_in_form_is_told_that_the_players_changed() -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    seen = {"since": scorer.session.revision}
    change_players(scorer, (1,), ("Emil",))
    updates = reverse("updates", args=[scorer.session.public_id])
    assert "Scorer 1 changed the players: Bruno left, Emil joined" in words_of(
        browser(scorer).get(updates, seen, headers=HTMX)
    )


def test_a_hand_of_those_who_sat_there_before_is_not_recorded_for_others() -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    client, url = browser(scorer), reverse("record", args=[scorer.session.public_id])
    form = {"revision": "1", "token": token(), "call": "passed"}
    change_players(scorer, (1,), ("Emil",))
    answer = client.post(url, form)
    assert answer.status_code == 409
    assert "Players or rules have changed in the meantime. Your entry is still here" in words_of(answer)
    assert len(fresh(scorer.session).hands) == 1


# Undo


def test_a_change_of_players_is_undone_like_a_hand() -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    scorer = change_players(scorer, (1,), ("Emil",))
    assert ">Undo<" in browser(scorer).get(scorer.session.urls["session"]).content.decode()
    scorer.undo()
    assert seated(scorer) == list(FOUR)
    assert totals(scorer) == {"Anne": 198, "Bruno": -66, "Chloé": -66, "David": -66}
    assert "undid a change of players or rules" in page(scorer, "journal")
    scorer.record(BRUNO_TAKES)
    assert totals(scorer) == {"Anne": 132, "Bruno": 132, "Chloé": -132, "David": -132}
    assert Stretch.objects.count() == 1


def test_the_undo_of_a_change_brings_those_who_left_back_to_the_evening() -> None:
    club_evening = ClubEvening()
    scorer = Scorer(club_evening.start("Member A", "Member B", "Member C", "Member D"))
    scorer.record(GARDE)
    scorer = change_players(scorer, (1,), ("Zoé",))
    present = club_evening.evening.presences
    assert present.filter(player__name="Zoé").exists()
    scorer.undo()
    assert not present.filter(player__name="Zoé").exists()
    scorer = change_players(scorer, (1,), ("Zoé",))
    club_evening.start("Member B", "Member E", "Member F", "Member G")
    with pytest.raises(RuleError, match="Member B is still at another of this evening’s tables"):
        scorer.undo()


def test_a_change_before_the_first_hand_replaces_the_players() -> None:
    scorer = change_players(Scorer(), (1,), ("Emil",))
    assert totals(scorer) == {"Anne": 0, "Emil": 0, "Chloé": 0, "David": 0}


def test_players_changed_twice_before_a_hand_leave_no_trace_but_in_the_journal() -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    scorer = change_players(change_players(scorer, (1,), ("Emil",)), (1,), ("Fritz",))
    assert totals(scorer) == {"Anne": 198, "Bruno": -66, "Chloé": -66, "David": -66, "Fritz": 0}
    assert page(scorer, "journal").count("changed the players") == 2


# Names


def test_a_renamed_player_has_the_new_name_in_every_stretch() -> None:
    scorer = bruno_left()
    people = queries.people(scorer.session)
    wanted = replace(
        SessionDetails.from_session(scorer.session, people), names=("Anna", "Bruno", "Chloé", "David", "Emil")
    )
    recording.change_details(Write(scorer.session, **scorer.now({})), wanted=wanted)
    assert totals(scorer) == {"Anna": 132, "Bruno": -66, "Chloé": -132, "David": -132, "Emil": 198}
    assert Seat.objects.filter(name="Anna").count() == 2


def test_taking_the_name_of_a_player_who_left_does_not_take_the_points() -> None:
    scorer = bruno_left()
    people = queries.people(scorer.session)
    wanted = replace(SessionDetails.from_session(scorer.session, people), names=(*FOUR, "Bruno"))
    before = totals(scorer)
    with pytest.raises(RuleError) as refused:
        recording.change_details(Write(scorer.session, **scorer.now({})), wanted=wanted)
    assert refused.value.field == "players.4"
    assert totals(scorer) == before


# The result


def test_the_result_has_everybody_and_every_hand() -> None:
    scorer = bruno_left(stake=Decimal("0.05"))
    assert "Bruno pays Emil" in page(scorer, "close")
    scorer.close()
    words = page(scorer)
    for line in ("Emil wins", "Bruno pays Emil", "Chloé pays Emil", "David pays Anne", "2 hands"):
        assert line in words
    shown = browser(scorer).get(reverse("session", args=[scorer.session.public_id])).content.decode()
    one, other = shown.partition('id="score_sheet"')[2].split("<table")[1:]
    of_hands = r'<span class="amount[^>]*>([−\d]+)<'
    assert re.findall(of_hands, one) == ["198", "−66", "−66", "−66"]
    assert re.findall(of_hands, other) == ["132", "198", "−132", "−132"]
    assert re.search(r"Bruno left with −66\.\s+Emil joined\.", one)


def test_the_score_sheet_says_once_that_somebody_left() -> None:
    scorer = change_players(bruno_left(), (2,))
    scorer.record(PASSED)
    scorer.close()
    sheet = page(scorer).partition("Every hand")[2]
    assert re.findall(r"\w+ left with −\d+\.", sheet) == ["Bruno left with −66.", "Chloé left with −132."]


def test_the_link_preview_shows_the_whole_result_once_it_is_settled() -> None:
    scorer = bruno_left()
    url, messenger = reverse("watch", args=[scorer.session.watch_token]), {"User-Agent": "WhatsApp/2.23"}
    assert "Emil wins" not in browser(name=device()).get(url, headers=messenger).content.decode()
    scorer.close()
    assert "Emil wins" in browser(name=device()).get(url, headers=messenger).content.decode()


def test_home_lists_the_session_once_with_everybody() -> None:
    scorer = bruno_left()
    (listed,) = queries.home(scorer.access.device).open
    everybody = (("Anne", "Bruno", "Chloé", "David", "Emil"), (132, -66, -132, -132, 198), 2)
    assert (listed.names, listed.totals, listed.hands) == everybody
    scorer.close()
    (listed,) = queries.home(scorer.access.device).closed
    assert (listed.session, listed.names, listed.totals, listed.hands) == (scorer.session, *everybody)


def test_payments_of_all_stretches_are_ticked_and_the_journal_names_them() -> None:
    scorer = bruno_left(stake=Decimal("0.05"))
    owed = {payment.debtor.name: payment for payment in scorer.close().payments.all() if payment.debtor}
    assert {name: str(payment.creditor) for name, payment in owed.items()} == {
        "Bruno": "Emil",
        "Chloé": "Emil",
        "David": "Anne",
    }
    for name in ("Bruno", "David"):
        recording.tick_payment(Write(scorer.session, **scorer.now({})), payment=owed[name].pk, paid=True)
    assert "2 of 3 paid" in page(scorer)
    assert "ticked a payment as paid Bruno pays Emil 66, €3.30" in page(scorer, "journal")
    scorer.reopen()
    scorer.amend(1, GARDE | {"points": 50})  # Anne has won 204, and lost 66 to Emil
    assert not scorer.close().payments.exclude(ticked_at=None).exists(), "each of them pays another amount now"


def test_the_journal_tells_of_all_stretches_and_closes_with_the_result_of_the_session() -> None:
    """Anne won 198 and then lost 66; Bruno, who lost 66, has left; Emil won 198."""
    scorer = bruno_left()
    scorer.close()
    words = page(scorer, "journal")
    told = re.findall("closed the session|recorded hand|changed the players|started the session", words)
    assert told == [
        "closed the session",
        "recorded hand",
        "changed the players",
        "recorded hand",
        "started the session",
    ]
    result = "closed the session Anne +132, Bruno −66, Chloé −132, David −132, Emil +198"
    assert result in words
    scorer.reopen()
    assert f"reopened the session was {result.removeprefix('closed the session ')}" in page(scorer, "journal")


def test_the_chart_counts_the_hands_of_all_stretches_and_has_everybody() -> None:
    drawn = drawing(fresh(bruno_left().session))
    assert drawn is not None
    assert drawn.names == ("Anne", "Bruno", "Chloé", "David", "Emil")
    assert drawn.rows == [(1, (198, -66, -66, -66, 0)), (2, (132, -66, -132, -132, 198))]


def test_a_session_that_is_closed_before_those_who_joined_have_played_is_settled_without_them() -> None:
    scorer = Scorer(stake=Decimal("0.05"))
    scorer.record(GARDE)
    scorer = change_players(scorer, (1,), ("Emil",))
    assert "Emil" not in page(scorer, "close")
    settlement = scorer.close()
    assert settlement.totals == [198, -66, -66, -66]
    assert "Anne wins" in page(scorer)
    assert seated(scorer) == list(FOUR)


# Seats and rules


def test_players_swap_seats_and_whoever_was_due_deals_next() -> None:
    scorer = Scorer()
    scorer.record(GARDE)  # David has dealt, Anne is due
    scorer = change_players(scorer, order=(1, 0, 2, 3))
    assert seated(scorer) == ["Bruno", "Anne", "Chloé", "David"]
    ledger = session_ledger(scorer.session)
    assert ledger.table.players[ledger.rules.dealer(ledger.table, ledger.state)] == "Anne"
    scorer.record(BRUNO_TAKES | {"taker": 0})
    assert totals(scorer) == {"Anne": 132, "Bruno": 132, "Chloé": -132, "David": -132}
    assert "changed the seats" in page(scorer, "journal")
    assert "Bruno, Anne, Chloé, David" in page(scorer, "journal")


def test_the_journal_lists_everything_that_a_change_of_players_changed() -> None:
    scorer = change_players(Scorer(), (0,), ("Emil",), order=(2, 1, 0, 3), options={"round_to_ten": True})
    change = scorer.session.changes.get(verb=Verb.PLAYERS)
    assert what(change) == "changed the rules, changed the seats, changed the players: Anne left, Emil joined"
    assert "Round to tens: Yes · Chloé, Bruno, Emil, David" in page(scorer, "journal")


@pytest.mark.parametrize("order", [(0, 0, 1, 2), (1, 2, 3, 4), (0, 1)])
def test_two_players_cannot_have_one_seat(order: tuple[int, ...]) -> None:
    with pytest.raises(RuleError, match="Give everybody a different seat, from 1 to 4"):
        change_players(Scorer(), order=order)


def test_options_change_from_the_next_hand_on() -> None:
    scorer = Scorer(game="solo_whist", rules="foster", players=FOUR)
    scorer.record({"call": "solo", "caller": 0, "tricks": 5})
    before = session_ledger(scorer.session).table
    (name, old), *_others = before.options.items()
    rule_set = session_ledger(scorer.session).rules.rule_set(before)
    (option,) = (option for option in rule_set.options if option.name == name)
    new = other_value(option, old)
    scorer = change_players(scorer, options={name: new})
    first, second = fresh(scorer.session).stretches
    assert first.table.options == before.options
    assert second.table.options == {**before.options, name: new}
    assert "changed the rules" in page(scorer, "journal")
    with pytest.raises(RuleError, match="Choose who leaves or who joins, or change seats or rules"):
        change_players(scorer, options={name: new})


def other_value(option: Option, value: OptionValue) -> OptionValue:
    if isinstance(value, bool):
        return not value
    if option.choices:
        return next(choice for choice, _words in option.choices if choice != value)
    return int(value) + (1 if option.high is None or int(value) < option.high else -1)


def test_the_page_swaps_seats_and_changes_options_without_scripts() -> None:
    scorer = Scorer()
    client, url = browser(scorer), reverse("change_players", args=[scorer.session.public_id])
    shown = client.get(url)
    posted = Form(shown, url).fields
    assert '<details class="fold">' in shown.content.decode()
    assert [posted[f"seat-{place}"] for place in range(4)] == ["1", "2", "3", "4"]
    swapped = posted | {"seat-0": "2", "seat-1": "1"}
    looked = client.post(url, swapped | {"action": "look"})
    assert "Bruno, Anne, Chloé, David. David deals first." in words_of(looked)
    assert '<details class="fold" open>' in looked.content.decode()
    assert client.post(url, swapped | {"seat-1": "x"}).status_code == 422
    assert client.post(url, swapped | {"seat-1": "2"}).status_code == 422
    client.post(url, swapped)
    assert seated(scorer) == ["Bruno", "Anne", "Chloé", "David"]


CALLED = {"call": "garde", "taker": "1"}


def called_by_bruno() -> Scorer:
    scorer = Scorer()
    scorer.record(GARDE)
    recording.set_call(Write(scorer.session, **scorer.now({})), posted=CALLED)
    return scorer


def test_a_call_is_kept_if_it_means_the_same_at_the_new_table() -> None:
    scorer = change_players(called_by_bruno(), (2,), ("Emil",), despite_call=False)
    assert scorer.session.called == CALLED
    assert "Being played: Garde by Bruno" in words_of(watcher_of(scorer.session).get(scorer.session.urls["session"]))


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"leaving": (1,), "joining": ("Emil",)}, id="who called leaves"),
        pytest.param({"order": (1, 0, 2, 3)}, id="who called has another seat"),
    ],
)
def test_a_call_that_does_not_fit_the_new_table_is_asked_about_first(change: dict[str, Any]) -> None:
    scorer = called_by_bruno()
    with pytest.raises(CallSetError):
        change_players(scorer, **change, despite_call=False)
    assert Session.objects.get().called == CALLED
    assert change_players(scorer, **change).session.called is None


def test_the_page_asks_about_the_hand_that_is_being_played() -> None:
    scorer = called_by_bruno()
    client, url = browser(scorer), reverse("change_players", args=[scorer.session.public_id])
    question = "Hand 2 is still being played: Garde by Bruno"
    posted = Form(client.get(url), url).fields | {"name": "Emil"}
    chloe_leaves, bruno_leaves = posted | {"leaves": "2"}, posted | {"leaves": "1"}
    look = {"action": "look"}
    assert question not in words_of(client.get(url))
    assert question not in words_of(client.post(url, chloe_leaves | look, headers=HTMX))
    assert question in words_of(client.post(url, bruno_leaves | look, headers=HTMX))
    asked = client.post(url, bruno_leaves)
    assert asked.status_code == 409
    assert question in words_of(asked)
    answer = client.post(url, bruno_leaves | Form(asked, url).fields | {"leaves": "1", "name": "Emil"})
    assert answer["Location"] == scorer.session.urls["session"]
    assert seated(scorer) == ["Anne", "Emil", "Chloé", "David"]


def test_the_page_says_that_a_hand_was_undone() -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    scorer.undo()
    words = "Hand 1 was undone. Record it again first, unless it was a mistake."
    assert words in page(scorer, "change_players")
    scorer.record(GARDE)
    assert words not in page(scorer, "change_players")


def test_a_change_of_players_that_is_sent_twice_is_made_once() -> None:
    scorer, once = Scorer(), token()
    scorer.record(GARDE)
    write = Write(scorer.session, scorer.access, 1, once)
    for _twice in range(2):
        assert recording.change_players(write, joining=("Emil",)) == scorer.session
    assert seated(at(scorer.session, scorer.access.device)) == [*FOUR, "Emil"]
    assert Stretch.objects.count() == 2


def test_the_slower_of_two_changes_of_players_is_refused_with_a_message() -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    url = reverse("change_players", args=[scorer.session.public_id])
    shown = browser(scorer).get(url)
    change_players(scorer, (1,), ("Emil",))
    answer = browser(scorer).post(url, Form(shown, url).fields | {"name": "Fritz"})
    assert answer.status_code == 409
    assert "The session has changed in the meantime" in words_of(answer)
    assert seated(scorer) == ["Anne", "Emil", "Chloé", "David"]
