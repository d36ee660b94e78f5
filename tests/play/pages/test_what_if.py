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
from tests.clubs.clubs import SampleClub, signed_in
from tests.clubs.whist_club import STAKE_OF_SLAM, STAKE_OF_SOLO, Whist, own_tariff
from tests.play.browsers import browser, watcher_of, words_of
from tests.play.stretches import change_players
from tests.play.tables import FIVE, FOUR, GARDE, Scorer

pytestmark = pytest.mark.django_db

SOLO = {"call": "solo", "caller": 0, "tricks": 5}
MISERE = {"call": "misere", "caller": 2, "made": False}
GRAND = {"call": "grand", "last_trick": 3}


def whist_table(*hands: Any, **changes: Any) -> Scorer:
    """Solo Whist by Foster; by his rules Anne's solo moves 30, Chloé's misère costs her 45."""
    scorer = Scorer(game="solo_whist", rules="foster", **changes)
    for hand in hands:
        scorer.record(hand)
    return scorer


def address(session: Session, name: str = "what_if") -> str:
    return reverse(name, args=[session.public_id])


def ask_what_if(scorer: Scorer, client: Any = None, **what: str) -> Any:
    fields = {name.replace("option_", "option-"): value for name, value in what.items()}
    return (client or browser(scorer)).get(address(scorer.session), fields)


def rows(response: Any) -> list[list[str]]:
    """The players with their original and other totals and the difference, with the text of each cell."""
    table = response.content.decode().partition('<table class="figures">')[2].partition("</table>")[0]
    body = table.partition("<tbody>")[2]
    cells_html = re.findall(r"<t[hd].*?</t[hd]>", body, re.DOTALL)
    cells = [" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in cells_html]
    return [cells[at : at + 4] for at in range(0, len(cells), 4)]


def test_initially_it_shows_the_session_as_played() -> None:
    response = ask_what_if(whist_table(SOLO))
    assert "This is how it was played." in words_of(response)
    assert not rows(response)


def test_solo_whist_by_the_british_rules() -> None:
    response = ask_what_if(whist_table(SOLO, MISERE), rules="british")
    # Foster: 30 − 0 + 15, −10 + 15, −10 − 45, −10 + 15. British: 3 + 2, −1 + 2, −1 − 6, −1 + 2.
    assert rows(response) == [
        ["Anne", "+45", "+5", "−40"],
        ["Bruno", "+5", "+1", "−4"],
        ["Chloé", "−55", "−7", "+48"],
        ["David", "+5", "+1", "−4"],
    ]
    page = words_of(response)
    assert "Anne −40, Bruno −4, Chloé +48, David −4" in page
    assert "As played: Anne +30, Bruno −10, Chloé −10, David −10 Would be: Anne +3, Bruno −1" in page


def test_every_hand_that_differs_links_to_its_derivation() -> None:
    scorer = whist_table(SOLO, MISERE)
    page = ask_what_if(scorer, rules="british").content.decode()
    for number in (1, 2):
        assert f'href="{reverse("hand", args=[scorer.session.public_id, number])}"' in page


def test_amounts_are_shown_beside_the_points_if_there_is_a_stake() -> None:
    scorer = whist_table(SOLO, stake=Decimal("0.10"))
    expected = ["Anne", "+30 €3.00", "+3 €0.30", "−27 −€2.70"]
    assert rows(ask_what_if(scorer, rules="british"))[0] == expected
    scorer.close()
    assert rows(ask_what_if(scorer, rules="british"))[0] == expected


def test_the_settlement_is_shown_as_played() -> None:
    scorer = whist_table(SOLO)
    settlement = scorer.close()
    settlement.totals = settlement.gains = [60, -20, -20, -20]
    settlement.transfers = [{"debtor": seat, "creditor": 0, "amount": 20} for seat in (1, 2, 3)]
    settlement.save()  # as rules that were corrected since would give it
    assert rows(ask_what_if(scorer, rules="british"))[0] == ["Anne", "+60", "+3", "−57"]


def test_an_option_without_effect_says_so() -> None:
    response = ask_what_if(whist_table(SOLO), rules="foster", option_first_undertrick_free="yes")
    assert [row[3] for row in rows(response)] == ["0"] * 4
    assert "Every hand would have scored the same." in words_of(response)
    assert "All totals would be the same." in words_of(response)


def test_a_hand_impossible_by_the_other_rules_is_named_and_the_rest_scored() -> None:
    scorer = whist_table(SOLO, GRAND, MISERE, options={"grand": True, "first_undertrick_free": False})
    response = ask_what_if(scorer, rules="foster", option_grand="no")
    page = words_of(response)
    assert "Can’t be scored by these rules Hand 2 Grand" in page
    assert "These rules have no such call." in page
    assert "Both columns above include only the 2 hands that these rules can score." in page
    assert [row[1:] for row in rows(response)] == [[total, total, "0"] for total in ("+45", "+5", "−55", "+5")]


def test_if_the_other_rules_score_no_hand_nothing_is_compared() -> None:
    scorer = whist_table(GRAND, options={"grand": True, "first_undertrick_free": False})
    response = ask_what_if(scorer, rules="foster", option_grand="no")
    page = words_of(response)
    assert (
        "These rules can’t score any of the hands that were played. Can’t be scored by these rules Hand 1 Grand" in page
    )
    assert not rows(response)
    assert "differ" not in page.partition("These rules can’t score any")[2]


def offered(response: Any) -> list[str]:
    """The rule sets that can be chosen."""
    return re.findall(r'name="rules" value="(\w+)"', response.content.decode())


def test_rules_for_another_number_of_players_are_not_offered() -> None:
    scorer = Scorer(players=FIVE)
    assert offered(ask_what_if(scorer)) == ["fft"]
    response = ask_what_if(scorer, rules="classic")
    assert not rows(response)
    assert "classic is not one of the available choices" in words_of(response)


GRAND_BY_ISKO = {"call": "grand", "declarer": 0, "matadors": 2, "card_points": 70, "bid": 24}
CORRECTED = {"call": "correction", "amounts": {"0": 24}, "note": "a game that was not written"}


def test_rules_that_can_read_none_of_the_hands_are_not_offered() -> None:
    scorer = Scorer(game="skat", rules="isko", players=FOUR[:3])
    assert offered(ask_what_if(scorer)) == ["foster", "gucki_solo", "isko", "pub"]
    scorer.record(GRAND_BY_ISKO)
    scorer.record(CORRECTED)  # which all rules can read
    assert offered(ask_what_if(scorer)) == ["isko", "pub"]


def test_nothing_is_said_of_totals_if_only_corrections_can_be_scored() -> None:
    scorer = whist_table(GRAND, options={"grand": True})
    scorer.record({"call": "correction", "amounts": {"0": 5, "1": -5}, "note": "agreed"})
    response = ask_what_if(scorer, rules="foster", option_grand="no")
    assert "These rules can’t score any of the hands that were played." in words_of(response)
    assert not rows(response)


def test_hands_that_could_not_be_scored_are_not_said_to_be_the_same() -> None:
    scorer = whist_table(SOLO, GRAND, options={"grand": True})
    page = words_of(ask_what_if(scorer, rules="foster", option_grand="no"))
    assert "No hand that was scored would differ." in page
    assert "All totals would be the same" not in page
    assert "Every hand would have scored the same" not in page


@pytest.mark.parametrize(
    ("recorded", "asked", "reason"),
    [
        pytest.param(
            {"tricks": 8, "honours": 3},
            {"option_honours": "no"},
            "Recorded for this hand, but not counted by these rules: Points for honours.",
            id="not counted",
        ),
        pytest.param(
            {"tricks": 8},
            {"option_honours": "yes"},
            "Needed by these rules, but not recorded for this hand: Points for honours.",
            id="not recorded",
        ),
    ],
)
def test_an_option_that_refuses_a_hand_says_why(recorded: Any, asked: dict[str, str], reason: str) -> None:
    scorer = Scorer(game="whist", rules="short", options={"honours": "honours" in recorded})
    scorer.record(recorded)
    words = words_of(ask_what_if(scorer, rules="short", **asked))
    assert "Hand 1" in words
    assert reason in words


def test_an_unknown_rule_set_is_refused_at_its_field_and_the_rest_is_kept() -> None:
    response = ask_what_if(whist_table(SOLO), rules="nonsense", option_grand="x")
    assert response.status_code == 200
    assert not rows(response)
    assert "nonsense is not one of the available choices" in words_of(response)


def test_a_number_out_of_range_is_refused_at_its_field() -> None:
    scorer = Scorer(game="mort", rules="foster", players=FOUR[:3])
    response = ask_what_if(scorer, rules="foster", option_tournees="0")
    page = response.content.decode()
    assert 'id="id_option-tournees_error"' in page
    assert 'value="0"' in page


def test_a_voided_hand_counts_in_neither() -> None:
    scorer = whist_table(SOLO, MISERE)
    scorer.void(2)
    assert [row[1:3] for row in rows(ask_what_if(scorer, rules="british"))] == [
        ["+30", "+3"],
        ["−10", "−1"],
        ["−10", "−1"],
        ["−10", "−1"],
    ]


def test_defaults_of_one_rule_set_become_defaults_of_the_other() -> None:
    scorer = whist_table(SOLO)
    response = ask_what_if(scorer, **{"rules": "british", "for": "solo_whist:foster", "option_grand": "yes"})
    assert rows(response)
    assert "first_undertrick_free" not in response.content.decode()


def test_htmx_gets_only_the_part_that_changes() -> None:
    scorer = whist_table(SOLO)
    response = browser(scorer).get(address(scorer.session), {"rules": "british"}, headers={"HX-Request": "true"})
    assert response.content.decode().lstrip().startswith('<div id="what_if"')
    assert rows(response)[0] == ["Anne", "+30", "+3", "−27"]


def test_what_if_writes_nothing_and_accepts_only_get() -> None:
    scorer = whist_table(SOLO)
    before = Change.objects.count(), Hand.objects.count(), Session.objects.values().get()
    ask_what_if(scorer, rules="british")
    assert browser(scorer).post(address(scorer.session), {"rules": "british"}).status_code == 405
    assert (Change.objects.count(), Hand.objects.count(), Session.objects.values().get()) == before


def test_watchers_may_use_it_and_strangers_find_nothing() -> None:
    scorer = whist_table(SOLO)
    assert rows(ask_what_if(scorer, watcher_of(scorer.session), rules="british"))
    assert ask_what_if(scorer, browser(), rules="british").status_code == 404


@pytest.mark.parametrize("done", ["open", "closed"])
def test_session_pages_link_to_it(done: str) -> None:
    scorer = whist_table(SOLO)
    link = f'href="{address(scorer.session)}"'
    assert link in browser(scorer).get(address(scorer.session, "close")).content.decode()
    if done == "closed":
        scorer.close()
    assert link in browser(scorer).get(address(scorer.session, "session")).content.decode()


def test_a_long_session_shows_the_first_differing_hands_and_all_on_request() -> None:
    scorer = whist_table(*[SOLO] * 63)
    first = ask_what_if(scorer, rules="british")
    assert first.content.decode().count('class="change-item"') == 60
    address_of_all = re.search(r'href="([^"]*hands=all)"', first.content.decode())
    assert address_of_all
    every = browser(scorer).get(address_of_all[1].replace("&amp;", "&"))
    assert every.content.decode().count('class="change-item"') == 63


def test_the_list_of_refused_hands_is_shortened_too() -> None:
    scorer = whist_table(*[GRAND] * 62, options={"grand": True})
    asks = {"rules": "foster", "option_grand": "no"}
    first = ask_what_if(scorer, **asks)
    assert len(re.findall("<li", first.content.decode().split('id="refused-title"')[1])) == 60
    assert "Show all of these hands" in words_of(first)
    every = ask_what_if(scorer, **asks, hands="all")
    assert len(re.findall("<li", every.content.decode().split('id="refused-title"')[1])) == 62
    assert "Show all of these hands" not in words_of(every)


# What carries over


def test_counters_left_in_the_pool_are_in_the_totals() -> None:
    """Each puts in 10; Anne fails a misère for 20 and pays in the 40 that are there; each has 20 of the 80 back."""
    scorer = Scorer(game="boston", rules="decimal", options={"pool": True, "ante": 10})
    scorer.record({"call": "little_misere", "bidder": 0, "made": False})
    response = ask_what_if(scorer, rules="decimal", option_pool="no")
    assert "These totals include each player’s share of what was left over" in words_of(response)
    assert [row[1:] for row in rows(response)] == [["−90", "−60", "+30"], *[["+30", "+20", "−10"]] * 3]
    assert "As played: Anne −110, Bruno +10, Chloé +10, David +10" in words_of(response)
    scorer.close()
    journal = words_of(browser(scorer).get(address(scorer.session, "journal")))
    assert "closed the session Anne −90, Bruno +30, Chloé +30, David +30" in journal


def test_with_a_pool_nothing_is_scored_after_a_refused_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SoloWhistRules, "carries_on", lambda self, table: True)
    scorer = whist_table(SOLO, GRAND, MISERE, options={"grand": True, "first_undertrick_free": False})
    response = ask_what_if(scorer, rules="foster", option_grand="no")
    assert "so they weren’t scored either. Both columns above include only the 1 hand" in words_of(response)
    assert rows(response)[0] == ["Anne", "+30", "+30", "0"]


def test_hands_of_a_pool_that_others_would_not_have_are_left_out_of_both_columns() -> None:
    """Without a pool nobody can owe it a penalty; what the other hand moved then doesn't sum to zero."""
    scorer = Scorer(game="boston", rules="decimal", options={"pool": True, "ante": 10}, stake=Decimal("0.05"))
    scorer.record({"call": "little_misere", "bidder": 0, "made": False})
    scorer.record({"call": "passed", "penalties": [{"by": 1, "to": "pool", "amount": 5}]})
    response = ask_what_if(scorer, rules="decimal", option_pool="no")
    assert "Both columns above include only the 1 hand" in words_of(response)
    assert [row[1:3] for row in rows(response)] == [["−110", "−60"], *[["+10", "+20"]] * 3]


# A club's own tariffs


@pytest.fixture
def whist() -> Whist:
    return Whist()


def played(whist: Whist, **changes: Any) -> Scorer:
    scorer = Scorer(whist.play(**changes))
    scorer.record(SOLO)
    scorer.record(MISERE)
    return scorer


def test_a_club_tariff_or_the_printed_one_can_be_chosen(whist: Whist) -> None:
    scorer = played(whist)
    printed = ask_what_if(scorer, whist.phone, rules="foster", option_own_tariff="")
    # 12 instead of 10 from each of three: 36 + 15 and then 30 + 15.
    assert rows(printed)[0] == ["Anne", "+51", "+45", "−6"]
    assert rows(printed)[1] == ["Bruno", "+3", "+5", "+2"]
    assert printed.content.decode().count('class="change-item"') == 1  # the misère is worth the same
    other = own_tariff(whist.club, "Fridays", 20)
    assert rows(ask_what_if(scorer, whist.phone, rules="foster", option_own_tariff=str(other.pk)))[0] == [
        "Anne",
        "+51",
        "+75",
        "+24",
    ]


def test_the_version_played_is_listed_beside_the_latest(whist: Whist) -> None:
    scorer = played(whist)
    page = words_of(ask_what_if(scorer, whist.phone))
    assert "“Thursdays”, version 1, as played" in page
    assert (
        page.count("“Thursdays”, version") == 3
    )  # what is played, in the menu too, and that choice: the latest is the same
    tariffs.set_figures(whist.tariff, {STAKE_OF_SOLO: 15, STAKE_OF_SLAM: 50}, by="Olga")
    response = ask_what_if(scorer, whist.phone, rules="foster", option_own_tariff=str(whist.tariff.pk))
    assert "“Thursdays”, version 2" in words_of(response)
    assert rows(response)[0] == ["Anne", "+51", "+60", "+9"]
    as_played = ask_what_if(scorer, whist.phone, rules="foster", option_own_tariff="played")
    assert "This is how it was played." in words_of(as_played)


def test_a_retired_tariff_can_be_chosen_only_if_it_was_played(whist: Whist) -> None:
    scorer = played(whist)
    Tariff.objects.update(retired_at=whist.club.created_at)
    assert "This is how it was played." in words_of(ask_what_if(scorer, whist.phone))
    refused = ask_what_if(scorer, whist.phone, rules="foster", option_own_tariff=str(whist.tariff.pk))
    assert "This tariff is no longer offered." in words_of(refused)
    assert not rows(refused)


def test_a_session_with_the_printed_tariff_compared_by_a_club_tariff(whist: Whist) -> None:
    scorer = played(whist, tariff="")
    key = str(whist.tariff.pk)
    assert rows(ask_what_if(scorer, whist.phone, rules="foster", option_own_tariff=key))[0] == [
        "Anne",
        "+45",
        "+51",
        "+6",
    ]


def test_phones_outside_the_club_see_only_the_tariff_played(whist: Whist) -> None:
    scorer = played(whist)
    own_tariff(whist.club, "Fridays", 20)
    watcher = watcher_of(scorer.session)
    page = words_of(ask_what_if(scorer, watcher))
    assert "Thursdays" in page
    assert "Fridays" not in page
    refused = ask_what_if(scorer, watcher, rules="foster", option_own_tariff=str(Tariff.objects.get(name="Fridays").pk))
    assert "This tariff is no longer offered." in words_of(refused)


def test_no_tariff_of_another_club_is_offered_or_accepted(whist: Whist) -> None:
    other = Whist("Friday club")
    theirs = own_tariff(other.club, "Secret", 99)
    scorer = played(whist)
    assert "Secret" not in words_of(ask_what_if(scorer, whist.phone))
    response = ask_what_if(scorer, whist.phone, rules="foster", option_own_tariff=str(theirs.pk))
    assert not rows(response)
    assert ask_what_if(scorer, other.phone).status_code == 404


def test_it_takes_as_many_queries_for_three_tariffs_and_hands_as_for_one(
    whist: Whist, django_assert_num_queries: Any, django_assert_max_num_queries: Any
) -> None:
    scorer, client = Scorer(whist.play(tariff="")), whist.phone
    scorer.record(SOLO)
    ask_what_if(scorer, client, rules="british")
    with django_assert_max_num_queries(12) as seen:
        ask_what_if(scorer, client, rules="british")
    for name in ("Fridays", "Sundays"):
        own_tariff(whist.club, name)
        scorer.record(SOLO)
    with django_assert_num_queries(len(seen.captured_queries)):
        ask_what_if(scorer, client, rules="british")


# From the panel


def test_an_organiser_can_use_it_in_the_panel(whist: Whist) -> None:
    scorer = played(whist)
    client = signed_in(whist.organiser())
    page = reverse("admin:play_session_what_if", args=[scorer.session.pk])
    assert (
        f'href="{page}"' in client.get(reverse("admin:play_session_change", args=[scorer.session.pk])).content.decode()
    )
    response = client.get(page, {"rules": "foster", "option-own_tariff": ""})
    assert rows(response)[0] == ["Anne", "+51", "+45", "−6"]
    assert f'href="{reverse("admin:play_session_hand", args=[scorer.session.pk, 1])}"' in response.content.decode()
    assert signed_in(SampleClub("Others").organiser("others")).get(page).status_code == 404


def test_a_game_with_one_rule_set_offers_its_options(whist: Whist) -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    # 66 from each of the others, rounded to the tens: 70.
    assert rows(ask_what_if(scorer, rules="fft", option_round_to_ten="yes"))[0] == ["Anne", "+198", "+210", "+12"]


def test_all_stretches_of_a_session_are_scored_again() -> None:
    scorer = change_players(whist_table(SOLO, stake=Decimal("0.10")), (1,), ("Emil",))
    scorer.record(MISERE)
    answer = ask_what_if(scorer, rules="british")
    # Bruno played only Anne's solo, Emil only Chloé's misère. British: 3 + 2, −1, −1 − 6, −1 + 2, and 2.
    assert {name: (old, new) for name, old, new, _moved in rows(answer)} == {
        "Anne": ("+45 €4.50", "+5 €0.50"),
        "Bruno": ("−10 −€1.00", "−1 −€0.10"),
        "Chloé": ("−55 −€5.50", "−7 −€0.70"),
        "David": ("+5 €0.50", "+1 €0.10"),
        "Emil": ("+15 €1.50", "+2 €0.20"),
    }
