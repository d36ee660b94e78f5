"""A club's own tariffs: versions, the choice when a session starts, and the copy that it keeps."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.urls import reverse

from games.scoring.documents import session_document
from games.scoring.errors import RuleError
from games.solo_whist.rules import SoloWhistRules
from scorekeeper.clubs import tariffs
from scorekeeper.clubs.models import HouseRules, Tariff, TariffVersion
from scorekeeper.desk import rounds
from scorekeeper.organisers import tariff_editing
from scorekeeper.play.models import Session
from scorekeeper.play.recording.players import start_again
from tests.clubs.whist_club import STAKE_OF_SLAM, STAKE_OF_SOLO, Whist, own_tariff
from tests.desk.club_evening import TWELVE, ClubEvening
from tests.desk.rounds.club_rounds import drawn_round
from tests.play.browsers import Form, browser, words_of
from tests.play.tables import FOUR, Scorer, fresh, token

pytestmark = pytest.mark.django_db

SOLO = {"call": "solo", "caller": 0, "tricks": 5}
PRINTED = (30, -10, -10, -10)
"""A solo that is made exactly: 10 from each of the three others (Foster)."""
TWELVE_EACH = (36, -12, -12, -12)


@pytest.fixture
def whist() -> Whist:
    return Whist()


def test_a_session_is_scored_by_the_tariff_it_was_started_with(whist: Whist) -> None:
    scorer = Scorer(whist.play())
    scorer.record(SOLO)
    assert scorer.totals == TWELVE_EACH
    assert Scorer(whist.play(tariff="")).record(SOLO).ledger.totals == PRINTED


def test_a_later_version_does_not_change_a_session(whist: Whist) -> None:
    before = Scorer(whist.play())
    before.record(SOLO)
    tariffs.set_figures(whist.tariff, {STAKE_OF_SOLO: 15, STAKE_OF_SLAM: 50}, by="Olga")
    before.record(SOLO)
    assert before.totals == (72, -24, -24, -24)
    after = Scorer(whist.play())
    after.record(SOLO)
    assert after.totals == (45, -15, -15, -15)
    assert [session.tariff and session.tariff["version"] for session in (before.session, after.session)] == [1, 2]


def test_an_unchanged_tariff_is_no_new_version(whist: Whist) -> None:
    printed = SoloWhistRules.tariffs["foster"].figures
    for _time in range(2):
        assert tariffs.set_figures(whist.tariff, {**printed, STAKE_OF_SOLO: 12}, by="Otto").number == 1
    assert tariffs.set_figures(whist.tariff, printed, by="Otto").number == 2
    assert [version.figures for version in whist.tariff.versions.all()] == [{"stake.solo.each": 12}, {}]
    assert TariffVersion.objects.get(number=2).made_by == "Otto"


def test_renaming_a_tariff_does_not_rename_it_in_sessions(whist: Whist) -> None:
    session = whist.play()
    Tariff.objects.update(name="Fridays")
    assert fresh(session).table.tariff == tariffs.latest(whist.tariff)
    document = session_document(fresh(session).last.ledger)
    assert document["tariff"] == {"name": "Thursdays", "version": 1, "figures": {"stake.solo.each": 12}}
    assert Scorer(whist.play()).session.tariff == {"name": "Fridays", "version": 1, "figures": {"stake.solo.each": 12}}


def refusals(whist: Whist) -> dict[str, dict[str, str]]:
    other = Whist("Friday club")
    retired_tariff = own_tariff(whist.club, "Of old")
    retired_tariff.retired_at = retired_tariff.club.created_at
    retired_tariff.save()
    return {
        "of another club": {"tariff": str(other.tariff.pk)},
        "of another rule set": {"rules": "british"},
        "retired": {"tariff": str(retired_tariff.pk)},
        "no key": {"tariff": "x"},
    }


@pytest.mark.parametrize("what", ["of another club", "of another rule set", "retired", "no key"])
def test_a_tariff_that_is_not_offered_is_refused_at_its_field(whist: Whist, what: str) -> None:
    with pytest.raises(RuleError) as refused:
        whist.play(**refusals(whist)[what])
    assert refused.value.field == "options.own_tariff"
    assert not Session.objects.exists()


def test_playing_again_uses_the_same_figures(whist: Whist) -> None:
    scorer = Scorer(whist.play())
    tariffs.set_figures(whist.tariff, {STAKE_OF_SOLO: 15}, by="Olga")
    again = start_again(scorer.session, device=scorer.access.device, token=token())
    assert again.tariff == scorer.session.tariff


def test_a_drawn_table_uses_the_tariff_of_the_house_rules() -> None:
    club_evening = ClubEvening()
    tariff = own_tariff(club_evening.club)
    HouseRules.objects.create(club=club_evening.club, game="solo_whist", rules="foster", tariff=tariff)
    round_ = drawn_round(club_evening, TWELVE[:4], game="solo_whist:foster")
    (session,) = rounds.start_tables(round_, device=club_evening.device, label="Phone")
    assert session.tariff == {"name": "Thursdays", "version": 1, "figures": {"stake.solo.each": 12}}


# The page of a new session


def session_form(**changes: str) -> dict[str, str]:
    seats = {f"player-{place}": name for place, name in enumerate(FOUR)}
    usual = {"game": "solo_whist", "rules": "foster", "first_dealer": "3", "for": "solo_whist:foster", "stake": ""}
    options = {"option-grand": "yes", "option-first_undertrick_free": "no"}
    return {**usual, **options, **seats, "currency": "€", "token": token(), "action": "start", **changes}


def test_the_new_session_page_offers_the_clubs_tariffs(whist: Whist) -> None:
    client = whist.phone
    page = words_of(client.get(reverse("new"), {"game": "solo_whist"}))
    assert "As printed" in page
    assert "Thursdays" in page
    assert "Thursdays" not in words_of(client.get(reverse("new"), {"game": "tarot"}))
    assert "Thursdays" not in words_of(client.get(reverse("new"), {"game": "solo_whist", "rules": "british"}))
    assert "Thursdays" not in words_of(browser().get(reverse("new"), {"game": "solo_whist"}))
    assert client.post(reverse("new"), session_form(**{"option-own_tariff": str(whist.tariff.pk)})).status_code == 302
    assert Session.objects.get().tariff == tariffs.latest(whist.tariff).document()


def test_the_tariff_of_the_house_rules_is_preselected(whist: Whist) -> None:
    HouseRules.objects.create(club=whist.club, game="solo_whist", rules="foster", tariff=whist.tariff)
    chosen = f'name="option-own_tariff" value="{whist.tariff.pk}"'
    page = whist.phone.get(reverse("new"), {"game": "solo_whist"}).content.decode()
    (radio,) = [part for part in page.split("<input")[1:] if chosen in " ".join(part.split(">")[0].split())]
    assert "checked" in radio.split(">")[0]


def test_the_tariff_of_last_time_is_preselected_in_the_same_club_while_it_is_offered(whist: Whist) -> None:
    whist.play()
    tariffs.set_figures(whist.tariff, {STAKE_OF_SOLO: 15}, by="Olga")
    for address in ("/new/", "/new/?game=solo_whist"):
        assert Form(whist.phone.get(address)).fields["option-own_tariff"] == str(whist.tariff.pk)
    whist.play(tariff="")
    assert Form(whist.phone.get("/new/")).fields["option-own_tariff"] == ""
    whist.play()
    Tariff.objects.update(retired_at=whist.club.created_at)
    assert "option-own_tariff" not in Form(whist.phone.get("/new/")).fields


def test_the_tariff_of_another_club_is_not_carried_over(whist: Whist) -> None:
    whist.play()
    other = Whist("Friday club")
    whist.club.devices.update(club=other.club)  # the phone moves
    fields = Form(whist.phone.get("/new/?game=solo_whist")).fields
    assert (fields["rules"], fields["option-own_tariff"]) == ("foster", "")


def test_changing_the_rules_clears_a_tariff_of_other_rules(whist: Whist) -> None:
    redrawn = session_form(**{"option-own_tariff": str(whist.tariff.pk), "rules": "british", "action": "redraw"})
    client = whist.phone
    assert "Thursdays" not in words_of(client.post(reverse("new"), redrawn))
    started = session_form(**{"option-own_tariff": str(whist.tariff.pk), "rules": "british"})
    assert client.post(reverse("new"), started).status_code == 302
    assert Session.objects.get().tariff is None


def test_a_tariff_retired_in_the_meantime_is_refused_at_its_field(whist: Whist) -> None:
    Tariff.objects.update(retired_at=whist.club.created_at)
    response = whist.phone.post(reverse("new"), session_form(**{"option-own_tariff": str(whist.tariff.pk)}))
    assert response.status_code == 422
    assert "This tariff is no longer offered." in words_of(response)
    assert not Session.objects.exists()
    assert "Anne" in response.content.decode()
    marked = " ".join(response.content.decode().split()).split('name="option-own_tariff" value=""')[1].split(">")[0]
    assert "checked" in marked  # the marked choice is what another tap would start


def test_offering_tariffs_takes_as_many_queries_for_three_as_for_one(
    whist: Whist, django_assert_num_queries: Any, django_assert_max_num_queries: Any
) -> None:
    client = whist.phone
    with django_assert_max_num_queries(40) as seen:
        client.get(reverse("new"), {"game": "solo_whist"})
    own_tariff(whist.club, "Fridays")
    own_tariff(whist.club, "Sundays")
    with django_assert_num_queries(len(seen.captured_queries)):
        client.get(reverse("new"), {"game": "solo_whist"})


def test_an_imported_session_uses_a_version_only_if_its_figures_match(whist: Whist) -> None:
    whist.play()
    document = session_document(fresh(whist.play()).last.ledger)
    for number, figure in ((1, 12), (1, 99), (9, 12)):
        tariff_document = {"name": "Thursdays", "version": number, "figures": {"stake.solo.each": figure}}
        sent = {"text": json.dumps({**document, "tariff": tariff_document}), "token": token()}
        assert whist.phone.post(reverse("import"), sent).status_code == 302
    assert tariff_editing.played_for([whist.tariff]) == {whist.tariff.pk: {1: 3}}


def test_a_document_contains_its_tariff(whist: Whist) -> None:
    session = whist.play()
    document = session_document(fresh(session).last.ledger)
    response = browser().post(reverse("import"), {"text": json.dumps(document), "token": token()})
    assert response.status_code == 302
    assert Session.objects.exclude(pk=session.pk).get().tariff == session.tariff
