"""The page "What if…": a session compared with other rules, options or another tariff; nothing is written."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

import pytest
from django.urls import reverse

from games.solo_whist.rules import SoloWhistRules
from scorekeeper.clubs import tariffs
from scorekeeper.clubs.models import Tariff
from scorekeeper.play.models import Change, Hand, Session
from tests.clubs.clubs import House, signed_in
from tests.organisers.test_tariffs import STAKE_OF_SLAM, STAKE_OF_SOLO, Whist, own_tariff
from tests.play.browsers import browser, watcher_of, words_of
from tests.play.tables import FIVE, FOUR, GARDE, Scribe

pytestmark = pytest.mark.django_db

SOLO = {"call": "solo", "caller": 0, "tricks": 5}
MISERE = {"call": "misere", "caller": 2, "made": False}
GRAND = {"call": "grand", "last_trick": 3}


def whist_table(*hands: Any, **changes: Any) -> Scribe:
    """Solo Whist by Foster; by his rules Anne's solo moves 30, Chloé's misère costs her 45."""
    scribe = Scribe(game="solo_whist", rules="foster", **changes)
    for hand in hands:
        scribe.record(hand)
    return scribe


def address(session: Session, name: str = "what_if") -> str:
    return reverse(name, args=[session.public_id])


def asked(scribe: Scribe, client: Any = None, **what: str) -> Any:
    fields = {name.replace("option_", "option-"): value for name, value in what.items()}
    return (client or browser(scribe)).get(address(scribe.session), fields)


def rows(answer: Any) -> list[list[str]]:
    """The players with their original and other totals and the difference, with the text of each cell."""
    table = answer.content.decode().partition('<table class="figures">')[2].partition("</table>")[0]
    body = table.partition("<tbody>")[2]
    found = re.findall(r"<t[hd].*?</t[hd]>", body, re.DOTALL)
    cells = [" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in found]
    return [cells[at : at + 4] for at in range(0, len(cells), 4)]


def test_at_first_it_is_as_it_was_played() -> None:
    answer = asked(whist_table(SOLO))
    assert "This is how it was played." in words_of(answer)
    assert not rows(answer)


def test_solo_whist_by_the_british_rules() -> None:
    answer = asked(whist_table(SOLO, MISERE), rules="british")
    # Foster: 30 − 0 + 15, −10 + 15, −10 − 45, −10 + 15. British: 3 + 2, −1 + 2, −1 − 6, −1 + 2.
    assert rows(answer) == [
        ["Anne", "+45", "+5", "−40"],
        ["Bruno", "+5", "+1", "−4"],
        ["Chloé", "−55", "−7", "+48"],
        ["David", "+5", "+1", "−4"],
    ]
    page = words_of(answer)
    assert "Anne −40, Bruno −4, Chloé +48, David −4" in page
    assert "As played: Anne +30, Bruno −10, Chloé −10, David −10 Would be: Anne +3, Bruno −1" in page


def test_every_hand_that_differs_leads_to_why_it_is_what_it_is() -> None:
    scribe = whist_table(SOLO, MISERE)
    page = asked(scribe, rules="british").content.decode()
    for number in (1, 2):
        assert f'href="{reverse("hand", args=[scribe.session.public_id, number])}"' in page


def test_money_stands_beside_the_points_where_there_is_a_stake() -> None:
    scribe = whist_table(SOLO, stake=Decimal("0.10"))
    expected = ["Anne", "+30 €3.00", "+3 €0.30", "−27 −€2.70"]
    assert rows(asked(scribe, rules="british"))[0] == expected
    scribe.close()
    assert rows(asked(scribe, rules="british"))[0] == expected


def test_what_was_settled_is_as_it_was_played() -> None:
    scribe = whist_table(SOLO)
    settlement = scribe.close()
    settlement.totals = [60, -20, -20, -20]
    settlement.transfers = [{"debtor": seat, "creditor": 0, "amount": 20} for seat in (1, 2, 3)]
    settlement.save()  # as rules that were corrected since would give it
    assert rows(asked(scribe, rules="british"))[0] == ["Anne", "+60", "+3", "−57"]


def test_an_option_that_makes_no_difference_says_so() -> None:
    answer = asked(whist_table(SOLO), rules="foster", option_first_undertrick_free="yes")
    assert [row[3] for row in rows(answer)] == ["0"] * 4
    assert "Every hand would have scored the same." in words_of(answer)
    assert "All totals would be the same." in words_of(answer)


def test_a_hand_that_those_rules_do_not_know_is_said_and_the_others_are_scored() -> None:
    scribe = whist_table(SOLO, GRAND, MISERE, options={"grand": True, "first_undertrick_free": False})
    answer = asked(scribe, rules="foster", option_grand="no")
    page = words_of(answer)
    assert "Can’t be scored by these rules Hand 2 Grand" in page
    assert "These rules have no such call." in page
    assert "Both columns above include only the 2 hands that these rules can score." in page
    assert [row[1:] for row in rows(answer)] == [[total, total, "0"] for total in ("+45", "+5", "−55", "+5")]


def test_where_those_rules_score_no_hand_nothing_is_compared() -> None:
    scribe = whist_table(GRAND, options={"grand": True, "first_undertrick_free": False})
    answer = asked(scribe, rules="foster", option_grand="no")
    page = words_of(answer)
    assert (
        "These rules can’t score any of the hands that were played. Can’t be scored by these rules Hand 1 Grand" in page
    )
    assert not rows(answer)
    assert "differ" not in page.partition("These rules can’t score any")[2]


def test_a_number_of_players_that_those_rules_do_not_take_is_said_at_the_rules() -> None:
    scribe = Scribe(players=FIVE)
    answer = asked(scribe, rules="classic")
    assert not rows(answer)
    assert re.search(r"is for 4 players, not 5", words_of(answer))


def test_what_is_no_rule_set_is_refused_at_its_field_and_the_rest_stays() -> None:
    answer = asked(whist_table(SOLO), rules="nonsense", option_grand="x")
    assert answer.status_code == 200
    assert not rows(answer)
    assert "nonsense is not one of the available choices" in words_of(answer)


def test_a_number_that_is_out_of_range_is_refused_at_its_field() -> None:
    scribe = Scribe(game="mort", rules="foster", players=FOUR[:3])
    answer = asked(scribe, rules="foster", option_tournees="0")
    page = answer.content.decode()
    assert 'id="id_option-tournees_error"' in page
    assert 'value="0"' in page


def test_a_voided_hand_counts_in_neither() -> None:
    scribe = whist_table(SOLO, MISERE)
    scribe.void(2)
    assert [row[1:3] for row in rows(asked(scribe, rules="british"))] == [
        ["+30", "+3"],
        ["−10", "−1"],
        ["−10", "−1"],
        ["−10", "−1"],
    ]


def test_what_was_usual_by_the_one_rules_is_usual_by_the_others() -> None:
    scribe = whist_table(SOLO)
    answer = asked(scribe, **{"rules": "british", "for": "solo_whist:foster", "option_grand": "yes"})
    assert rows(answer)
    assert "first_undertrick_free" not in answer.content.decode()


def test_only_the_part_that_changes_is_sent_to_who_has_scripts() -> None:
    scribe = whist_table(SOLO)
    answer = browser(scribe).get(address(scribe.session), {"rules": "british"}, headers={"HX-Request": "true"})
    assert answer.content.decode().lstrip().startswith('<div id="what_if"')
    assert rows(answer)[0] == ["Anne", "+30", "+3", "−27"]


def test_nothing_is_written_and_no_form_is_taken() -> None:
    scribe = whist_table(SOLO)
    before = Change.objects.count(), Hand.objects.count(), Session.objects.values().get()
    asked(scribe, rules="british")
    assert browser(scribe).post(address(scribe.session), {"rules": "british"}).status_code == 405
    assert (Change.objects.count(), Hand.objects.count(), Session.objects.values().get()) == before


def test_whoever_watches_may_ask_and_a_stranger_finds_nothing() -> None:
    scribe = whist_table(SOLO)
    assert rows(asked(scribe, watcher_of(scribe.session), rules="british"))
    assert asked(scribe, browser(), rules="british").status_code == 404


@pytest.mark.parametrize("done", ["open", "closed"])
def test_the_pages_of_a_session_lead_there(done: str) -> None:
    scribe = whist_table(SOLO)
    link = f'href="{address(scribe.session)}"'
    assert link in browser(scribe).get(address(scribe.session, "close")).content.decode()
    if done == "closed":
        scribe.close()
    assert link in browser(scribe).get(address(scribe.session, "session")).content.decode()


def test_of_a_long_session_the_first_hands_that_differ_are_shown_and_all_on_demand() -> None:
    scribe = whist_table(*[SOLO] * 63)
    first = asked(scribe, rules="british")
    assert first.content.decode().count('class="change-item"') == 60
    address_of_all = re.search(r'href="([^"]*hands=all)"', first.content.decode())
    assert address_of_all
    every = browser(scribe).get(address_of_all[1].replace("&amp;", "&"))
    assert every.content.decode().count('class="change-item"') == 63


def test_the_same_of_those_that_the_other_rules_refuse() -> None:
    scribe = whist_table(*[GRAND] * 62, options={"grand": True})
    asks = {"rules": "foster", "option_grand": "no"}
    first = asked(scribe, **asks)
    assert len(re.findall("<li", first.content.decode().split('id="refused-title"')[1])) == 60
    assert "Show all of these hands" in words_of(first)
    every = asked(scribe, **asks, hands="all")
    assert len(re.findall("<li", every.content.decode().split('id="refused-title"')[1])) == 62
    assert "Show all of these hands" not in words_of(every)


# What carries over


def test_what_is_left_in_the_pool_is_in_the_totals() -> None:
    """Each puts in 10; Anne fails a misère for 20 and pays in the 40 that are there; each has 20 of the 80 back."""
    scribe = Scribe(game="boston", rules="decimal", options={"pool": True, "ante": 10})
    scribe.record({"call": "little_misere", "bidder": 0, "made": False})
    answer = asked(scribe, rules="decimal", option_pool="no")
    assert "These totals include each player’s share of what was left in the pool" in words_of(answer)
    assert [row[1:] for row in rows(answer)] == [["−90", "−60", "+30"], *[["+30", "+20", "−10"]] * 3]
    assert "As played: Anne −110, Bruno +10, Chloé +10, David +10" in words_of(answer)


def test_where_a_pool_goes_on_nothing_is_scored_after_a_hand_that_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SoloWhistRules, "carries_on", lambda self, table: True)
    scribe = whist_table(SOLO, GRAND, MISERE, options={"grand": True, "first_undertrick_free": False})
    answer = asked(scribe, rules="foster", option_grand="no")
    assert "so they weren’t scored either. Both columns above include only the 1 hand" in words_of(answer)
    assert rows(answer)[0] == ["Anne", "+30", "+30", "0"]


# A club's own tariffs


@pytest.fixture
def whist() -> Whist:
    return Whist()


def played(whist: Whist, **changes: Any) -> Scribe:
    scribe = Scribe(whist.play(**changes))
    scribe.record(SOLO)
    scribe.record(MISERE)
    return scribe


def test_a_tariff_of_the_club_or_the_printed_one(whist: Whist) -> None:
    scribe = played(whist)
    printed = asked(scribe, whist.phone, rules="foster", option_tariff="")
    # 12 instead of 10 from each of three: 36 + 15 and then 30 + 15.
    assert rows(printed)[0] == ["Anne", "+51", "+45", "−6"]
    assert rows(printed)[1] == ["Bruno", "+3", "+5", "+2"]
    assert printed.content.decode().count('class="change-item"') == 1  # the misère is worth the same
    other = own_tariff(whist.club, "Fridays", 20)
    assert rows(asked(scribe, whist.phone, rules="foster", option_tariff=str(other.pk)))[0] == [
        "Anne",
        "+51",
        "+75",
        "+24",
    ]


def test_the_version_that_was_played_stays_beside_the_latest(whist: Whist) -> None:
    scribe = played(whist)
    page = words_of(asked(scribe, whist.phone))
    assert "“Thursdays”, version 1, as played" in page
    assert page.count("“Thursdays”, version") == 2  # what is played, and that choice: the latest is the same
    tariffs.set_figures(whist.tariff, {STAKE_OF_SOLO: 15, STAKE_OF_SLAM: 50}, by="Olga")
    answer = asked(scribe, whist.phone, rules="foster", option_tariff=str(whist.tariff.pk))
    assert "“Thursdays”, version 2" in words_of(answer)
    assert rows(answer)[0] == ["Anne", "+51", "+60", "+9"]
    as_played = asked(scribe, whist.phone, rules="foster", option_tariff="played")
    assert "This is how it was played." in words_of(as_played)


def test_a_tariff_that_was_retired_stays_as_it_was_played_and_is_refused_otherwise(whist: Whist) -> None:
    scribe = played(whist)
    Tariff.objects.update(retired_at=whist.club.created_at)
    assert "This is how it was played." in words_of(asked(scribe, whist.phone))
    refused = asked(scribe, whist.phone, rules="foster", option_tariff=str(whist.tariff.pk))
    assert "This tariff is no longer offered." in words_of(refused)
    assert not rows(refused)


def test_a_session_for_the_printed_one_by_a_tariff_of_the_club(whist: Whist) -> None:
    scribe = played(whist, tariff="")
    key = str(whist.tariff.pk)
    assert rows(asked(scribe, whist.phone, rules="foster", option_tariff=key))[0] == ["Anne", "+45", "+51", "+6"]


def test_who_is_not_of_the_club_sees_what_was_played_and_no_other_tariff(whist: Whist) -> None:
    scribe = played(whist)
    own_tariff(whist.club, "Fridays", 20)
    watcher = watcher_of(scribe.session)
    page = words_of(asked(scribe, watcher))
    assert "Thursdays" in page
    assert "Fridays" not in page
    refused = asked(scribe, watcher, rules="foster", option_tariff=str(Tariff.objects.get(name="Fridays").pk))
    assert "This tariff is no longer offered." in words_of(refused)


def test_no_tariff_of_another_club_is_offered_or_taken(whist: Whist) -> None:
    other = Whist("Friday club")
    theirs = own_tariff(other.club, "Secret", 99)
    scribe = played(whist)
    assert "Secret" not in words_of(asked(scribe, whist.phone))
    answer = asked(scribe, whist.phone, rules="foster", option_tariff=str(theirs.pk))
    assert not rows(answer)
    assert asked(scribe, other.phone).status_code == 404


def test_it_takes_as_many_queries_for_three_tariffs_and_hands_as_for_one(
    whist: Whist, django_assert_num_queries: Any, django_assert_max_num_queries: Any
) -> None:
    scribe, client = Scribe(whist.play(tariff="")), whist.phone
    scribe.record(SOLO)
    asked(scribe, client, rules="british")
    with django_assert_max_num_queries(12) as seen:
        asked(scribe, client, rules="british")
    for name in ("Fridays", "Sundays"):
        own_tariff(whist.club, name)
        scribe.record(SOLO)
    with django_assert_num_queries(len(seen.captured_queries)):
        asked(scribe, client, rules="british")


# From the panel


def test_an_organiser_asks_from_the_panel(whist: Whist) -> None:
    scribe = played(whist)
    client = signed_in(whist.organiser())
    page = reverse("admin:play_session_what_if", args=[scribe.session.pk])
    assert (
        f'href="{page}"' in client.get(reverse("admin:play_session_change", args=[scribe.session.pk])).content.decode()
    )
    answer = client.get(page, {"rules": "foster", "option-tariff": ""})
    assert rows(answer)[0] == ["Anne", "+51", "+45", "−6"]
    assert f'href="{reverse("admin:play_session_hand", args=[scribe.session.pk, 1])}"' in answer.content.decode()
    assert signed_in(House("Others").organiser("others")).get(page).status_code == 404


def test_a_game_of_one_rule_set_has_its_options(whist: Whist) -> None:
    scribe = Scribe()
    scribe.record(GARDE)
    # 66 from each of the others, rounded to the tens: 70.
    assert rows(asked(scribe, rules="fft", option_round_to_ten="yes"))[0] == ["Anne", "+198", "+210", "+12"]
