"""A session whose players change in the middle: one result, one list of payments, ticks, and totals carried over."""

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.scoring.errors import RuleError
from games.scoring.types import Option, OptionValue, Table
from scorekeeper.organisers import club_overview
from scorekeeper.play import queries, stretches
from scorekeeper.play.errors import (
    AccessRevokedError,
    CallSetError,
    NotThereError,
    PlayedElsewhereError,
    SessionClosedError,
)
from scorekeeper.play.ledger import ledgers
from scorekeeper.play.ledger.ledgers import SessionLedger
from scorekeeper.play.models import Access, Role, Seat, Session
from scorekeeper.play.recording import services
from scorekeeper.play.recording.play_again import start_again
from scorekeeper.play.recording.session_details import SessionDetails
from scorekeeper.play.recording.transaction import Write
from scorekeeper.play.screens import journals
from scorekeeper.play.screens.summary import drawing_of_all
from scorekeeper.play.stretches import Stretches
from scorekeeper.play.visibility.deleted_sessions import in_play
from tests.api.api_client import Program
from tests.evenings.club_evening import ClubEvening
from tests.play.browsers import HTMX, Form, browser, watcher_of, words_of
from tests.play.stretches import BRUNO_TAKES, at, bruno_left, change_players
from tests.play.tables import FOUR, GARDE, PASSED, Scorer, device, token

pytestmark = pytest.mark.django_db


def whole_of(session: Session) -> Stretches:
    return stretches.of(Session.objects.get(pk=session.pk))


def totals(session: Session) -> dict[str, int]:
    return {person.name: person.total for person in whole_of(session).people}


def payments(session: Session) -> set[tuple[str, str, object]]:
    whole = whole_of(session)
    names = [person.name for person in whole.people]
    return {
        (names[one.debtor], names[one.creditor], one.money if one.money is not None else one.amount)
        for one in whole.payments or ()
    }


def page(scorer: Scorer, name: str = "session") -> str:
    return words_of(browser(scorer).get(reverse(name, args=[scorer.session.public_id])))


# What they come to


def test_everybody_is_in_one_result_and_those_who_joined_start_from_zero() -> None:
    first, second = bruno_left()
    assert totals(second.session) == {"Anne": 132, "Bruno": -66, "Chloé": -132, "David": -132, "Emil": 198}
    assert totals(first.session) == totals(second.session)


def test_a_player_who_comes_back_carries_the_earlier_total() -> None:
    _first, second = bruno_left()
    third = change_players(second, (1,), ("Bruno",))
    third.record(BRUNO_TAKES)
    assert totals(third.session) == {"Anne": 66, "Bruno": 132, "Chloé": -198, "David": -198, "Emil": 198}
    assert len(whole_of(third.session)) == 3


def test_a_session_that_starts_from_a_closed_one_is_a_session_of_its_own() -> None:
    first = Scorer()
    first.record(GARDE)
    first.close()
    second = change_players(first, (1,), ("Emil",))
    assert not second.session.continues
    assert not whole_of(second.session)
    assert "Bruno left" not in page(second)


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
    _first, second = bruno_left(stake=stake)
    second.close()
    assert payments(second.session) == expected


def change_stake(scorer: Scorer, stake: str, currency: str = "€") -> None:
    """Set the stake after the players have changed."""
    wanted = replace(SessionDetails.of(scorer.session, queries.seats(scorer.session)), currency=currency)
    wanted = replace(wanted, stake=Decimal(stake))
    services.change_details(Write(scorer.session, **scorer.now({})), wanted=wanted)


@pytest.mark.parametrize("before", [None, Decimal("0.10")])
def test_a_stake_that_is_set_later_is_that_of_the_whole_session(before: Decimal | None) -> None:
    _first, second = bruno_left(stake=before)
    change_stake(second, "0.05", "CHF")
    second.close()
    # Anne 132, Bruno −66, Chloé and David −132, Emil 198, at five centimes.
    words = page(second)
    for one in ("Anne +132 CHF 6.60", "Bruno −66 −CHF 3.30", "David −132 −CHF 6.60", "Emil +198 CHF 9.90"):
        assert one in words.replace("\N{NO-BREAK SPACE}", " ")
    assert {session.stake for session in Session.objects.all()} == {Decimal("0.05")}


@pytest.mark.parametrize(
    ("game", "rules", "hand"),
    [
        pytest.param("boston", "original", {"call": "tricks", "bidder": 0, "bid": 5, "tricks": 5}, id="Boston"),
        pytest.param("solo_whist", "foster", {"call": "solo", "caller": 0, "tricks": 5}, id="Solo Whist"),
    ],
)
@pytest.mark.parametrize("stake", ["0.05", "0.0125"])
def test_a_session_of_several_kinds_of_counters_can_be_closed_after_the_stake_was_set(game, rules, hand, stake) -> None:
    first = Scorer(game=game, rules=rules)
    first.record(hand)
    second = change_players(first, (1,), ("Emil",))
    second.record(hand)
    change_stake(second, stake)
    assert "Who pays whom" in page(second, "close")
    second.close()
    assert "Anne wins" in page(second)


def test_totals_on_a_skat_list_are_paid_by_difference_in_each_stretch() -> None:
    first = Scorer(game="skat", rules="isko", players=("Anne", "Bruno", "Chloé"), stake=Decimal("0.01"))
    first.record({"call": "correction", "amounts": {"0": 54, "1": 46}, "note": "carried over"})
    second = change_players(first, (), ("Emil",))
    second.record({"call": "correction", "amounts": {"3": 100}, "note": "carried over"})
    second.close()
    # Of three: +62, +38, −100. Of four, Emil gets 100 from each of the others.
    assert payments(second.session) == {("Chloé", "Emil", Decimal("2.00")), ("Bruno", "Emil", Decimal("0.62"))} | {
        ("Anne", "Emil", Decimal("0.38"))
    }


def test_without_a_stake_nobody_pays_for_totals_that_do_not_sum_to_zero() -> None:
    first = Scorer(game="skat", rules="isko", players=("Anne", "Bruno", "Chloé"))
    first.record({"call": "correction", "amounts": {"0": 54, "1": 46}, "note": "carried over"})
    second = change_players(first, (), ("Emil",))
    second.record({"call": "correction", "amounts": {"3": 100}, "note": "carried over"})
    second.close()
    assert whole_of(first.session).payments is None
    assert "No stake was agreed, so nobody pays." in page(second)


def test_a_stretch_that_was_closed_without_a_hand_is_left_out() -> None:
    first = Scorer()
    first.record(GARDE)
    second = change_players(first, (1,), ("Emil",))
    third = change_players(second, (2,), ("Fritz",))
    assert totals(third.session) == {"Anne": 198, "Bruno": -66, "Chloé": -66, "David": -66, "Emil": 0, "Fritz": 0}
    assert len(whole_of(third.session)) == 2
    third.close()
    assert not whole_of(first.session)
    assert "Anne wins" in page(first)


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


def strip(scorer: Scorer) -> str:
    """Points, and games won and lost, as the table shows them."""
    words = page(scorer).partition("Points, and games won and lost ")[2]
    return words[: words.index("Lost") + len("Lost 0 0 0")]


def test_games_won_and_lost_are_counted_over_all_stretches_of_a_seeger_fabian_list() -> None:
    first = Scorer(**ISKO)
    first.record(skat(0, won=True))
    first.record(skat(1, won=False))
    second = change_players(first, (2,), ("Emil",))
    second.record(skat(0, won=True))
    second.record(skat(2, won=True))
    # Three times 24 points won, and twice that lost.
    assert strip(second) == "Anne Bruno Emil Points +144 −144 +72 Won 2 0 1 Lost 0 1 0"
    third = change_players(second, (0,), ("Chloé",))
    assert strip(third) == "Chloé Bruno Emil Points 0 −144 +72 Won 0 0 1 Lost 0 1 0"


def test_equal_totals_of_a_seeger_fabian_list_are_ranked_by_the_games_of_all_stretches() -> None:
    first = Scorer(**ISKO)
    first.record(skat(0, won=True))  # 72 + 50
    second = change_players(first, (2,), ("Emil",))
    second.record({"call": "correction", "amounts": {"1": 122}, "note": "not written"})
    second.close()
    assert "Anne wins" in page(second)


def test_a_session_counts_once_however_many_stretches_it_has() -> None:
    club_evening = ClubEvening()
    first = Scorer(club_evening.start("Member A", "Member B", "Member C", "Member D"))
    first.record(GARDE)
    second = change_players(first, (1,), ("Member E",))
    third = change_players(second, (1,), ("Member F",))  # before a hand
    third.record(GARDE)
    third.close()
    club_evening.played("Member A", "Member B", "Member C", "Member D")
    phone = club_evening.phone
    assert "2 tables" in words_of(phone.get(reverse("evenings")))
    people = {one.name: one.sessions for one in phone.get(reverse("members")).context["people"].members}
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


def test_the_table_shows_carried_totals_and_who_left() -> None:
    _first, second = bruno_left()
    words = page(second)
    assert "Bruno left with −66." in words
    html = browser(second).get(reverse("session", args=[second.session.public_id])).content.decode()
    shown = re.findall(r'<b class="[\w ]+">([−\d]+)</b>', html.partition('id="standings"')[2].partition("</ul>")[0])
    assert shown == ["132", "198", "−132", "−132"]
    row = html.partition('id="ledger"')[2]
    assert re.findall(r'<b class="[\w ]+">([−\d]+)</b>', row) == ["132", "198", "−132", "−132"]


def test_a_corrected_stretch_changes_the_rows_of_the_next_one() -> None:
    first, second = bruno_left()
    assert "Bruno left with −66." in page(second)
    first = at(first.session, first.access.device)
    first.reopen()
    first.void(1)
    assert "Bruno left with 0." in page(second)
    html = browser(second).get(reverse("session", args=[second.session.public_id])).content.decode()
    row = html.partition('id="ledger"')[2]
    assert re.findall(r'<b class="[\w ]+">([−\d]+)</b>', row) == ["−66", "198", "−66", "−66"]


@pytest.mark.parametrize("name", ["scores", "ledger", "chart"])
def test_other_pages_show_the_same_totals(name: str) -> None:
    _first, second = bruno_left()
    assert "−132" in page(second, name)


def test_the_board_shows_the_same_totals() -> None:
    _first, second = bruno_left()
    assert "−132" in words_of(browser(second).get(reverse("board")))


def test_the_totals_before_saving_include_carried_ones() -> None:
    _first, second = bruno_left()
    url = reverse("preview", args=[second.session.public_id])
    posted = {"call": "garde", "taker": "0", "bouts": "2", "points-tens": "4", "points-units": "9"}
    shown = words_of(browser(second).post(url, posted, headers=HTMX))
    assert "330" in shown  # 132 and 198


def test_a_table_takes_as_many_queries_for_three_stretches_as_for_two() -> None:
    _first, second = bruno_left()
    counts = []
    for joining in (None, "Fritz"):
        table = change_players(second, (1,), (joining,)) if joining else second
        table.record(GARDE)
        client, url = browser(table), reverse("session", args=[table.session.public_id])
        client.get(url)
        with CaptureQueriesContext(connection) as captured:
            client.get(url)
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_another_phone_is_taken_to_the_next_stretch() -> None:
    first = Scorer()
    first.record(GARDE)
    client = watcher_of(first.session)
    url = reverse("session", args=[first.session.public_id])
    seen = first.session.revision
    second = change_players(first, (1,), ("Emil",))
    answer = client.get(url, {"since": seen}, headers=HTMX)
    assert answer["HX-Redirect"] == reverse("session", args=[second.session.public_id])
    assert "Bruno left with −66." in words_of(client.get(answer["HX-Redirect"]))
    scores = client.get(reverse("scores", args=[first.session.public_id]), headers=HTMX)
    assert scores["HX-Redirect"] == reverse("scores", args=[second.session.public_id])


def test_a_phone_with_a_filled_in_form_is_told_that_the_players_changed() -> None:
    first = Scorer()
    first.record(GARDE)
    seen = {"since": first.session.revision}
    updates = reverse("updates", args=[first.session.public_id])
    change_players(first, (1,), ("Emil",))
    words = words_of(browser(first).get(updates, seen, headers=HTMX))
    assert "Scorer 1 changed the players: Bruno left, Emil joined" in words
    assert "closed the session" not in words


def test_a_hand_that_came_too_late_is_not_silently_lost() -> None:
    first = Scorer()
    first.record(GARDE)
    client, url = browser(first), reverse("record", args=[first.session.public_id])
    form = {"revision": "1", "token": token(), "call": "passed"}
    change_players(first, (1,), ("Emil",))
    words = words_of(client.post(url, form, follow=True))
    assert "Players or rules were changed in the meantime, so what you sent was not recorded." in words


def test_a_browser_that_joins_a_stretch_may_open_the_others() -> None:
    first, second = bruno_left()
    name = device()
    services.join(second.session, device=name, role=Role.WATCHER)
    assert browser(name=name).get(reverse("session", args=[first.session.public_id])).status_code == 200


def test_an_old_link_leads_to_the_table() -> None:
    first, second = bruno_left()
    first.session.refresh_from_db()
    answer = browser(name=device()).get(reverse("watch", args=[first.session.watch_token]))
    assert answer["Location"] == reverse("session", args=[second.session.public_id])


def test_a_session_reopened_for_corrections_is_continued_only_once() -> None:
    first, _second = bruno_left()
    first = at(first.session, first.access.device)
    first.reopen()
    with pytest.raises(SessionClosedError):
        change_players(first, (2,), ("Fritz",))


def brought_back() -> tuple[Scorer, Scorer]:
    """The first stretch was reopened while the second was deleted; then the second was restored."""
    first, second = bruno_left()
    services.delete(Write(second.session, **second.now({})))
    first = at(first.session, first.access.device)
    first.reopen()
    services.undelete(Write(second.session, **second.now({})))
    return first, second


def test_a_continued_stretch_is_not_in_play_even_if_it_is_open() -> None:
    first, second = brought_back()
    listed = queries.home(first.access.device)
    assert [one.session for one in listed.open] == [second.session]
    assert not listed.closed
    assert queries.board(first.access.device) == [second.session]
    assert queries.only_table(first.access.device) == second.session
    assert not Session.objects.filter(in_play(), pk=first.session.pk)


def test_the_table_of_a_continued_stretch_leads_to_the_last_one() -> None:
    first, second = brought_back()
    words = "This earlier part of the session is open only to be corrected. Close it again afterwards."
    shown = browser(first).get(reverse("session", args=[first.session.public_id]))
    assert words in words_of(shown)
    assert f'<a href="{reverse("session", args=[second.session.public_id])}">To the table</a>' in shown.content.decode()
    assert words not in page(second)


def test_only_a_watcher_of_the_last_stretch_fetches_the_way_there() -> None:
    first, second = brought_back()
    watcher, name = watcher_of(first.session), device()
    Access.objects.create(session=first.session, device=name, role=Role.WATCHER)
    for client, leads_there in ((watcher, True), (browser(name=name), False)):
        answer = client.get(reverse("session", args=[first.session.public_id]), {"since": 0}, headers=HTMX)
        assert answer.status_code == 200
        assert (reverse("session", args=[second.session.public_id]) in answer.content.decode()) is leads_there


def test_no_new_hand_is_recorded_in_a_continued_stretch() -> None:
    first, second = brought_back()
    url = reverse("session", args=[first.session.public_id])
    shown = browser(first).get(url)
    assert 'id="outcome"' not in shown.content.decode()
    assert "Close and settle" in words_of(shown)
    with pytest.raises(PlayedElsewhereError):
        first.record(GARDE)
    with pytest.raises(PlayedElsewhereError):
        services.set_call(Write(first.session, **first.now({})), posted=CALLED)
    assert browser(first).get(reverse("type", args=[first.session.public_id]))["Location"] == url
    assert len(queries.ledger(first.session).hands) == 1
    first.amend(1, GARDE | {"points": 50})
    second.record(GARDE)


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["form", "htmx"])
def test_a_hand_sent_to_a_continued_stretch_is_refused_with_a_message(headers: dict[str, str]) -> None:
    first, second = brought_back()
    sent = {"revision": first.session.revision, "token": token(), "call": "passed"}
    answer = browser(first).post(reverse("record", args=[first.session.public_id]), sent, headers=headers)
    assert answer.status_code == 410
    assert "Record it at the new table" in words_of(answer)
    assert reverse("session", args=[second.session.public_id]) in answer.content.decode()


def test_players_are_changed_at_the_last_stretch() -> None:
    first, second = brought_back()
    there = reverse("change_players", args=[second.session.public_id])
    here = reverse("change_players", args=[first.session.public_id])
    assert browser(first).get(here)["Location"] == there
    assert browser(first).post(here, {"leaves": "0"})["Location"] == there
    assert browser(first).post(here, {"leaves": "0"}, headers=HTMX)["HX-Redirect"] == there
    first.close()
    assert browser(first).get(here)["Location"] == there


def test_a_renamed_player_stays_the_same_person() -> None:
    _first, second = bruno_left()
    seats = queries.seats(second.session)
    wanted = replace(SessionDetails.of(second.session, seats), names=("Anna", "Emil", "Chloé", "David"))
    services.change_details(Write(second.session, **second.now({})), wanted=wanted)
    assert totals(second.session) == {"Anna": 132, "Bruno": -66, "Chloé": -132, "David": -132, "Emil": 198}
    assert Seat.objects.filter(player__name="Anna").count() == 2


def test_a_browser_that_is_shut_out_cannot_return_through_an_earlier_stretch() -> None:
    first, second = bruno_left()
    name = device()
    services.join(second.session, device=name, role=Role.SCORER, label="Max")
    shut = Access.objects.get(session=second.session, device=name)
    services.revoke_access(Write(second.session, **second.now({})), access_pk=shut.pk)
    first.session.refresh_from_db()
    with pytest.raises(AccessRevokedError):
        services.join(first.session, device=name, role=Role.SCORER, label="Max")
    services.restore_access(Write(second.session, **second.now({})), access_pk=shut.pk)
    assert services.join(first.session, device=name, role=Role.SCORER, label="Max").role == Role.SCORER


def test_renewing_a_link_invalidates_those_of_earlier_stretches() -> None:
    first, second = bruno_left()
    first.session.refresh_from_db()
    before = first.session.scorer_token, first.session.watch_token
    services.renew_link(Write(second.session, **second.now({})), role=Role.SCORER)
    first.session.refresh_from_db()
    assert first.session.scorer_token != before[0]
    assert first.session.watch_token == before[1]


# The result


def test_the_last_page_has_the_whole_result_and_the_others_lead_there() -> None:
    first, second = bruno_left(stake=Decimal("0.05"))
    assert "To the table" in page(first)
    second.close()
    words = page(second)
    assert "Emil wins" in words
    for line in ("Bruno pays Emil", "Chloé pays Emil", "David pays Anne", "2 hands"):
        assert line in words
    assert "1 hand: Anne, Bruno, Chloé and David" in words
    assert "1 hand: Anne, Emil, Chloé and David" in words
    earlier = page(first)
    assert "The session is settled once, at its end." in earlier
    assert "To the result" in earlier
    assert "pays" not in earlier


def test_the_question_before_closing_shows_the_whole_result() -> None:
    _first, second = bruno_left(stake=Decimal("0.05"))
    assert "Bruno pays Emil" in page(second, "close")


def test_the_link_preview_shows_the_whole_result_once_it_is_settled() -> None:
    first, second = bruno_left()
    first.session.refresh_from_db()
    url = reverse("watch", args=[first.session.watch_token])
    messenger = {"User-Agent": "WhatsApp/2.23"}
    assert "Emil wins" not in browser(name=device()).get(url, headers=messenger).content.decode()
    second.close()
    assert "Emil wins" in browser(name=device()).get(url, headers=messenger).content.decode()


def test_home_lists_the_session_once_with_everybody() -> None:
    _first, second = bruno_left()
    (listed,) = queries.home(second.access.device).open
    assert not queries.home(second.access.device).closed
    everybody = (("Anne", "Bruno", "Chloé", "David", "Emil"), (132, -66, -132, -132, 198), 2)
    assert (listed.names, listed.totals, listed.hands) == everybody
    second.close()
    (listed,) = queries.home(second.access.device).closed
    assert (listed.session, listed.names, listed.totals, listed.hands) == (second.session, *everybody)


def test_the_score_sheet_of_the_result_has_every_hand_and_carries_totals_over() -> None:
    first, second = bruno_left()
    second.close()
    shown = browser(second).get(reverse("session", args=[second.session.public_id])).content.decode()
    sheet = shown.partition('id="score_sheet"')[2]
    one, other = sheet.split("<table")[1:]
    totals = r'<span class="amount[^>]*>([−\d]+)<'
    assert re.findall(totals, one) == ["198", "−66", "−66", "−66"]
    assert re.findall(totals, other) == ["132", "198", "−132", "−132"]
    assert re.findall(r"Part \d", sheet) == ["Part 1", "Part 2"]
    assert re.search(r"Bruno left with −66\.\s+Emil joined\.", sheet)
    for scorer in (first, second):
        assert reverse("hand", args=[scorer.session.public_id, 1]) in sheet
    of_first = browser(first).get(reverse("session", args=[first.session.public_id])).content.decode()
    assert of_first.partition('id="score_sheet"')[2].count("<table") == 1


def test_the_score_sheet_says_once_that_somebody_left() -> None:
    _first, second = bruno_left()
    third = change_players(second, (2,))
    third.record(PASSED)
    third.close()
    sheet = page(third).partition("Every hand")[2]
    assert re.findall(r"\w+ left with −\d+\.", sheet) == ["Bruno left with −66.", "Chloé left with −132."]


def test_every_stretch_is_exported_as_a_document_of_its_own() -> None:
    first, second = bruno_left()
    second.close()
    urls = [reverse("export", args=[scorer.session.public_id]) for scorer in (first, second)]
    for scorer in (first, second):
        shown = browser(scorer).get(reverse("session", args=[scorer.session.public_id])).content.decode()
        assert re.findall(r'href="([^"]*/export\.json)"', shown) == urls
    players = [browser(second).get(url).json()["players"] for url in urls]
    assert players == [["Anne", "Bruno", "Chloé", "David"], ["Anne", "Emil", "Chloé", "David"]]


# Ticks


def tick(scorer: Scorer, *names: str, paid: bool = True) -> Any:
    whole = whole_of(scorer.session)
    places = [person.name for person in whole.people]
    pair = (places.index(names[0]), places.index(names[1]))
    (payment,) = [one for one in whole.payments or () if one.pair == pair]
    settlement = whole.last.settlement
    assert settlement
    write = Write(scorer.session, **scorer.now({}))
    return services.tick_payment(
        write, settlement=settlement.pk, pair=pair, paid=paid, amount=stretches.sum_of(payment)
    )


def ticked(session: Session) -> set[tuple[str, str]]:
    whole = whole_of(session)
    return {(whole.people[debtor].name, whole.people[creditor].name) for debtor, creditor in whole.ticked()}


def test_payments_of_all_stretches_are_ticked_and_the_journal_names_them() -> None:
    _first, second = bruno_left(stake=Decimal("0.05"))
    second.close()
    tick(second, "Bruno", "Emil")
    tick(second, "David", "Anne")
    tick(second, "David", "Anne", paid=False)
    assert ticked(second.session) == {("Bruno", "Emil")}
    assert "1 of 3 paid" in page(second)
    assert "Bruno pays Emil 66 €3.30" in page(second)
    assert "ticked a payment as paid Bruno pays Emil 66, €3.30" in page(second, "journal")


def test_a_page_does_not_claim_the_revision_of_a_tick_that_was_made_while_it_was_rendered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It would never ask for that tick."""
    _first, second = bruno_left()
    second.close()
    tick(second, "David", "Anne")
    second.session.refresh_from_db()
    before, load_all = second.session.revision, ledgers.load_all

    def after_a_tick(sessions: Sequence[Session]) -> dict[int, SessionLedger]:
        if len(sessions) > 1:
            monkeypatch.setattr(ledgers, "load_all", load_all)
            tick(at(second.session, second.access.device), "Bruno", "Emil")
        return load_all(sessions)

    monkeypatch.setattr(ledgers, "load_all", after_a_tick)
    answer = browser(second).get(
        reverse("payments", args=[second.session.public_id]), {"since": before - 1}, headers=HTMX
    )
    assert ticked(second.session) == {("Bruno", "Emil"), ("David", "Anne")}
    assert "1 of 3 paid" in words_of(answer)
    assert f'data-revision="{before}"' in answer.content.decode()


def test_a_tick_stays_when_the_last_stretch_is_reopened_and_closed_again() -> None:
    _first, second = bruno_left(stake=Decimal("0.05"))
    second.close()
    tick(second, "Bruno", "Emil")
    second.reopen()
    second.close()
    assert ticked(second.session) == {("Bruno", "Emil")}


def test_a_correction_of_an_earlier_stretch_drops_the_ticks_of_payments_that_change() -> None:
    first, second = bruno_left(stake=Decimal("0.05"))
    second.close()
    tick(second, "Bruno", "Emil")
    tick(second, "David", "Anne")
    first = at(first.session, first.access.device)
    first.reopen()
    assert "An earlier part of this session was reopened" in page(second)
    first.record({"call": "correction", "amounts": {"1": -20, "2": 20}, "note": "a slip"})
    with pytest.raises(NotThereError):
        tick(second, "David", "Anne", paid=False)
    first.close()
    assert ticked(second.session) == {("David", "Anne")}
    assert "These ticks no longer count: Bruno pays Emil €3.30" in page(second)


def test_a_page_with_an_outdated_amount_ticks_nothing() -> None:
    _first, second = bruno_left(stake=Decimal("0.05"))
    settlement = second.close()
    write = Write(second.session, **second.now({}))
    with pytest.raises(NotThereError):
        services.tick_payment(write, settlement=settlement.pk, pair=(1, 4), paid=True, amount="9.90 €")


def test_an_earlier_stretch_has_nothing_to_tick() -> None:
    first, second = bruno_left()
    second.close()
    first.session.refresh_from_db()
    write = Write(first.session, **at(first.session, first.access.device).now({}))
    with pytest.raises(NotThereError):
        services.tick_payment(write, settlement=first.session.settlements.get().pk, pair=(1, 0), paid=True, amount="66")


def test_without_scripts_each_payment_is_ticked_by_its_form() -> None:
    _first, second = bruno_left(stake=Decimal("0.05"))
    second.close()
    client, url = browser(second), reverse("session", args=[second.session.public_id])
    for _payment in range(3):
        html = client.get(url).content.decode()
        forms = re.findall(r'<form method="post"\s+action="[^"]*/payments/".*?</form>', html, re.DOTALL)
        unpaid = next(one for one in forms if 'aria-checked="false"' in one)
        fields = dict(re.findall(r'name="(\w+)"\s+value="([^"]*)"', unpaid))
        answer = client.post(reverse("payments", args=[second.session.public_id]), fields | {"paid": "yes"})
        assert answer["Location"] == f"{url}#payments"
    assert "Everything is paid." in words_of(client.get(url))


def test_the_journal_says_who_left_and_who_joined() -> None:
    _first, second = bruno_left()
    assert "changed the players: Bruno left, Emil joined" in page(second, "journal")


def test_the_journal_covers_all_stretches() -> None:
    first, second = bruno_left()
    second.close()
    words = page(second, "journal")
    told = re.findall("closed the session|recorded hand|changed the players|started the session", words)
    assert told == [
        "closed the session",
        "recorded hand",
        "changed the players",
        "recorded hand",
        "started the session",
    ]
    assert page(first, "journal").count("recorded hand") == 2


def test_the_journal_closes_with_the_result_of_the_session() -> None:
    """Anne won 198 and then lost 66; Bruno, who lost 66, has left; Emil won 198."""
    _first, second = bruno_left()
    second.close()
    result = "closed the session Anne +132, Emil +198, Chloé −132, David −132, Bruno −66"
    assert result in page(second, "journal")
    assert result in page(second, "chart")
    second.reopen()
    assert f"reopened the session was {result.removeprefix('closed the session ')}" in page(second, "journal")


def test_the_chart_counts_the_hands_of_all_stretches_and_has_everybody() -> None:
    _first, second = bruno_left()
    drawing = drawing_of_all(whole_of(second.session))
    assert drawing is not None
    assert drawing.names == ("Anne", "Bruno", "Chloé", "David", "Emil")
    assert drawing.rows == [(1, (198, -66, -66, -66, 0)), (2, (132, -66, -132, -132, 198))]


# Seats and rules


def names(session: Session) -> list[str]:
    return [seat.name for seat in queries.seats(session)]


def test_players_swap_seats_and_whoever_was_due_deals_next() -> None:
    first = Scorer()
    first.record(GARDE)  # David has dealt, Anne is due
    second = change_players(first, order=(1, 0, 2, 3))
    assert names(second.session) == ["Bruno", "Anne", "Chloé", "David"]
    ledger = queries.ledger(second.session)
    assert ledger.table.players[ledger.rules.dealer(ledger.table, ledger.state)] == "Anne"
    second.record(BRUNO_TAKES | {"taker": 0})
    assert totals(second.session) == {"Anne": 132, "Bruno": 132, "Chloé": -132, "David": -132}
    assert "changed the seats" in page(second, "journal")
    assert "Bruno, Anne, Chloé, David" in page(second, "journal")


def test_the_journal_lists_everything_that_a_change_of_players_changed() -> None:
    second = change_players(Scorer(), (0,), ("Emil",), order=(2, 1, 0, 3), options={"round_to_ten": True})
    start = queries.journal(second.session)[-1]
    assert journals.what(start) == "changed the rules, changed the seats, changed the players: Anne left, Emil joined"
    assert "Round to tens: Yes · Chloé, Bruno, Emil, David" in page(second, "journal")


def test_a_new_player_takes_the_seat_after_the_swap() -> None:
    first = Scorer()
    second = change_players(first, (0,), ("Emil",), order=(2, 1, 0, 3))
    assert names(second.session) == ["Chloé", "Bruno", "Emil", "David"]


@pytest.mark.parametrize("order", [(0, 0, 1, 2), (1, 2, 3, 4), (0, 1)])
def test_two_players_cannot_have_one_seat(order: tuple[int, ...]) -> None:
    with pytest.raises(RuleError, match="Give everybody a different seat, from 1 to 4"):
        change_players(Scorer(), order=order)


def test_options_change_from_the_next_hand_on() -> None:
    first = Scorer(game="solo_whist", rules="foster", players=FOUR)
    (name, old), *_others = queries.ledger(first.session).table.options.items()
    rule_set = queries.ledger(first.session).rules.rule_set(table_of(first))
    (option,) = (one for one in rule_set.options if one.name == name)
    new = other_value(option, old)
    second = change_players(first, options={name: new})
    assert table_of(first).options[name] == old
    assert table_of(second).options == {**table_of(first).options, name: new}
    assert "changed the rules" in page(second, "journal")
    with pytest.raises(RuleError, match="Choose who leaves or who joins, or change seats or rules"):
        change_players(second, options={name: new})


def table_of(scorer: Scorer) -> Table:
    return queries.ledger(scorer.session).table


def other_value(option: Option, value: OptionValue) -> OptionValue:
    if isinstance(value, bool):
        return not value
    if option.choices:
        return next(choice for choice, _words in option.choices if choice != value)
    return int(value) + (1 if option.high is None or int(value) < option.high else -1)


def test_the_page_swaps_seats_and_changes_options_without_scripts() -> None:
    first = Scorer()
    client, url = browser(first), reverse("change_players", args=[first.session.public_id])
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
    assert names(Session.objects.get(follows=first.session)) == ["Bruno", "Anne", "Chloé", "David"]


CALLED = {"call": "garde", "taker": "1"}


def called_by_bruno() -> Scorer:
    scorer = Scorer()
    scorer.record(GARDE)
    services.set_call(Write(scorer.session, **scorer.now({})), posted=CALLED)
    return scorer


def test_a_call_is_kept_if_it_means_the_same_at_the_new_table() -> None:
    first = called_by_bruno()
    second = change_players(first, (2,), ("Emil",), despite_call=False)
    assert second.session.called == CALLED
    assert Session.objects.get(pk=first.session.pk).called is None
    assert "Being played: Garde by Bruno" in words_of(watcher_of(second.session).get(second.session.urls["session"]))


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"leaving": (1,), "joining": ("Emil",)}, id="who called leaves"),
        pytest.param({"order": (1, 0, 2, 3)}, id="who called has another seat"),
    ],
)
def test_a_call_that_does_not_fit_the_new_table_is_asked_about_first(change: dict[str, Any]) -> None:
    first = called_by_bruno()
    with pytest.raises(CallSetError):
        change_players(first, **change, despite_call=False)
    assert Session.objects.get().called == CALLED
    second = change_players(first, **change)
    assert second.session.called is None
    assert Session.objects.get(pk=first.session.pk).called is None


def test_the_page_asks_about_the_hand_that_is_being_played() -> None:
    first = called_by_bruno()
    client, url = browser(first), reverse("change_players", args=[first.session.public_id])
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
    assert answer["Location"] == reverse("session", args=[Session.objects.get(continues=True).public_id])


def test_the_page_says_that_a_hand_was_undone() -> None:
    first = Scorer()
    first.record(GARDE)
    services.undo(Write(first.session, **first.now({})))
    words = "Hand 1 was undone. Record it again first, unless it was a mistake."
    assert words in page(first, "change_players")
    first.record(GARDE)
    assert words not in page(first, "change_players")


def test_titles_are_kept() -> None:
    first = Scorer(players=FOUR)
    Session.objects.filter(pk=first.session.pk).update(title="Family", note="At Anne’s")
    first.session.refresh_from_db()
    second = change_players(first, (1,), ("Emil",))
    assert (second.session.title, second.session.note) == ("Family", "At Anne’s")
    ledgers.forget()


def test_taking_the_name_of_a_player_who_left_does_not_take_the_points() -> None:
    _first, second = bruno_left()
    seats = list(second.session.seats.select_related("player").order_by("place"))
    wanted = replace(SessionDetails.of(second.session, seats), names=("Anne", "Bruno", "Chloé", "David"))
    before = totals(second.session)
    with pytest.raises(RuleError) as refused:
        services.change_details(Write(second.session, **second.now({})), wanted=wanted)
    assert refused.value.field == "players.1"
    assert totals(second.session) == before


def test_a_change_of_players_that_is_sent_twice_leads_to_the_same_table() -> None:
    scorer, once = Scorer(), token()
    scorer.record(GARDE)
    write = Write(scorer.session, scorer.access, 1, once)
    tables = [services.change_players(write, joining=("Emil",)) for _twice in range(2)]
    assert tables[0] == tables[1]
    assert [seat.name for seat in tables[0].seats.order_by("place")] == [*FOUR, "Emil"]


def test_the_slower_of_two_changes_of_players_is_refused_with_a_message() -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    page = browser(scorer).get(reverse("change_players", args=[scorer.session.public_id]))
    change_players(scorer, (1,), ("Emil",))
    form = Form(page, "/change-players/").fields | {"name": "Fritz"}
    answer = browser(scorer).post(reverse("change_players", args=[scorer.session.public_id]), form, follow=True)
    assert "so what you sent was not recorded" in words_of(answer)


def test_a_tick_for_another_amount_is_refused_if_a_single_stretch_is_left() -> None:
    first, second = bruno_left()
    settlement = second.close().pk
    first.session.refresh_from_db()
    first.reopen()
    first.void(1)
    first.close()
    second.session.refresh_from_db()
    with pytest.raises(NotThereError):
        services.tick_payment(
            Write(second.session, **second.now({})), settlement=settlement, pair=(3, 1), paid=True, amount="132"
        )


def test_deleting_a_part_of_a_session_says_that_the_others_stay() -> None:
    first, second = bruno_left()
    for scorer in (first, second):
        page = browser(scorer).get(reverse("delete", args=[scorer.session.public_id]))
        assert "Its other parts stay" in words_of(page)
    services.delete(Write(second.session, **second.now({})))
    assert totals(first.session) == {}
    single = Scorer()
    page = browser(single).get(reverse("delete", args=[single.session.public_id]))
    assert "Its other parts stay" not in words_of(page)


# The session ends in a stretch without a hand


def ended_before_a_hand(**changes: Any) -> tuple[Scorer, Scorer]:
    """Emil replaces Bruno after Anne has won 198, and then nobody plays on."""
    first = Scorer(**changes)
    first.record(GARDE)
    second = change_players(first, (1,), ("Emil",))
    return at(first.session, first.access.device), second


def test_closing_a_stretch_without_a_hand_settles_the_session_and_leads_to_its_result() -> None:
    first, second = ended_before_a_hand(stake=Decimal("0.05"))
    client, url = browser(second), reverse("close", args=[second.session.public_id])
    asked = client.get(url)
    words = words_of(asked)
    assert "Close the session?" in words
    assert "Close and settle" in words
    assert "nothing is lost" not in words
    assert "€9.90" in words
    closed = client.post(url, Form(asked).fields, follow=True)
    assert closed.redirect_chain[-1][0] == reverse("session", args=[first.session.public_id])
    result = words_of(closed)
    assert "Anne wins" in result
    assert "€9.90" in result
    assert 'name="payment"' in closed.content.decode()


def test_the_result_of_several_stretches_stays_whole_if_the_last_has_no_hand() -> None:
    _first, second = bruno_left()
    third = change_players(second, (1,), ("Fritz",))
    before = totals(second.session)
    third.close()
    assert totals(second.session) == {name: total for name, total in before.items() if name != "Fritz"}
    shown = browser(third).get(reverse("session", args=[third.session.public_id]), follow=True)
    assert shown.redirect_chain[-1][0] == reverse("session", args=[second.session.public_id])
    assert "Bruno" in words_of(shown)


def test_players_changed_twice_before_a_hand_hide_no_session() -> None:
    first, second = ended_before_a_hand()
    third = change_players(second, (1,), ("Fritz",))
    third.close()
    listed = queries.home(first.access.device)
    assert [one.session for one in listed.closed] == [first.session]
    assert not listed.open
    for scorer in (second, third):
        answer = browser(scorer).get(reverse("session", args=[scorer.session.public_id]))
        assert answer["Location"] == reverse("session", args=[first.session.public_id])


def test_a_session_that_ended_in_an_empty_stretch_is_reopened_there() -> None:
    first, second = ended_before_a_hand()
    second.close()
    client = browser(first)
    result = client.get(reverse("session", args=[first.session.public_id]))
    client.post(reverse("reopen", args=[second.session.public_id]), Form(result, action="/reopen/").fields)
    second.session.refresh_from_db()
    assert second.session.closed_at is None
    assert [one.session for one in queries.home(first.access.device).open] == [second.session]


def test_playing_again_seats_those_who_sat_there_last() -> None:
    first, second = ended_before_a_hand()
    second.close()
    again = start_again(first.session, device=first.access.device, token=token())
    assert names(again) == ["Anne", "Emil", "Chloé", "David"]
    assert start_again(first.session, device=first.access.device, token=token()) == again
    shown = browser(first).get(reverse("session", args=[first.session.public_id]))
    assert "The table continues" in words_of(shown)


def test_deleting_a_result_leaves_the_empty_stretch() -> None:
    first, second = ended_before_a_hand()
    second.close()
    first = at(first.session, first.access.device)
    services.delete(Write(first.session, **first.now({})))
    assert not queries.home(first.access.device).closed
    assert "Closed without hands" in page(second)
