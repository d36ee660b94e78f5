"""The wrong person at a seat is put right: somebody else gets the hands and the total, and the journal says so."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.urls import reverse

from games.scoring.errors import RuleError
from scorekeeper.clubs.models import Player
from scorekeeper.evenings.errors import EveningSettledError
from scorekeeper.play import queries, recording
from scorekeeper.play.errors import ConflictError
from scorekeeper.play.ledger import forget_ledgers
from scorekeeper.play.models import Result, Session
from scorekeeper.play.recording.details import SessionDetails
from scorekeeper.play.recording.write import Write
from tests.desk.club_evening import ClubEvening
from tests.play.browsers import browser, words_of
from tests.play.stretches import BRUNO_TAKES, bruno_left, change_players
from tests.play.tables import GARDE, Scorer, fresh, start, token

pytestmark = pytest.mark.django_db

FOUR = ("Anne", "Bruno", "Chloé", "David")
EXCHANGED = ("Bruno", "Anne", "Chloé", "David")


def name(scorer: Scorer, *names: str) -> None:
    """Say who the people of the session are, in the order in which they sat down."""
    wanted = replace(SessionDetails.from_session(scorer.session, queries.people(scorer.session)), names=names)
    recording.exchange_people(Write(scorer.session, **scorer.now({})), wanted=wanted)


def totals(session: Session) -> dict[str, int]:
    ledger = fresh(session)
    return dict(zip(ledger.names, ledger.totals, strict=True))


def results(session: Session) -> dict[str, int]:
    """The results by the person whose standings they count in."""
    rows = Result.objects.filter(session=session)
    return {result.seat.player.name: result.total for result in rows.select_related("seat__player")}


def payments(session: Session) -> set[tuple[str, str, bool]]:
    rows = session.settlements.get(withdrawn_at=None).payments.all()
    return {
        (row.debtor.name, row.creditor.name, row.ticked_at is not None) for row in rows if row.debtor and row.creditor
    }


def journal(scorer: Scorer) -> str:
    response = browser(scorer).get(reverse("journal", args=[scorer.session.public_id]))
    return words_of(response).translate(str.maketrans("", "", "\u2068\u2069"))


def test_two_people_are_exchanged_and_play_goes_on() -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    name(scorer, *EXCHANGED)
    assert totals(scorer.session) == {"Bruno": 198, "Anne": -66, "Chloé": -66, "David": -66}
    scorer.record(BRUNO_TAKES)  # in the seat where Anne sits
    assert totals(scorer.session) == {"Bruno": 132, "Anne": 132, "Chloé": -132, "David": -132}
    assert "exchanged Anne and Bruno" in journal(scorer)
    assert "exchanged Bruno" not in journal(scorer)
    scorer.close()
    assert results(scorer.session) == totals(scorer.session)


def test_exchanging_them_again_leaves_all_as_it_was() -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    before = totals(scorer.session)
    name(scorer, *EXCHANGED)
    name(scorer, *FOUR)
    assert totals(scorer.session) == before


def test_in_a_closed_session_results_and_payments_are_those_of_the_others() -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    scorer.close()
    paid = scorer.session.settlements.get().payments.get(debtor__name="Chloé")
    recording.tick_payment(Write(scorer.session, **scorer.now({})), payment=paid.pk, paid=True)
    name(scorer, "Chloé", "Bruno", "Anne", "David")
    assert results(scorer.session) == {"Chloé": 198, "Bruno": -66, "Anne": -66, "David": -66}
    assert payments(scorer.session) == {
        ("Anne", "Chloé", True),
        ("Bruno", "Chloé", False),
        ("David", "Chloé", False),
    }
    before = results(scorer.session)
    scorer.reopen()
    scorer.close()
    assert results(scorer.session) == before
    assert ("Anne", "Chloé", True) in payments(scorer.session)


def test_somebody_who_left_changes_places_with_somebody_at_the_table() -> None:
    scorer = bruno_left()
    assert totals(scorer.session) == {"Anne": 132, "Bruno": -66, "Chloé": -132, "David": -132, "Emil": 198}
    name(scorer, "Bruno", "Anne", "Chloé", "David", "Emil")
    assert totals(scorer.session) == {"Bruno": 132, "Anne": -66, "Chloé": -132, "David": -132, "Emil": 198}


def test_three_change_places_and_a_name_that_is_free_is_a_new_person() -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    bruno = Player.objects.get(name="Bruno")
    name(scorer, "Bruno", "Chloé", "Zoé", "David")
    assert totals(scorer.session) == {"Bruno": 198, "Chloé": -66, "Zoé": -66, "David": -66}
    assert queries.people(scorer.session)[0].player == bruno
    assert "put Bruno in the place of Anne, put Chloé in the place of Bruno, put Zoé" in journal(scorer)


def test_a_name_that_another_person_keeps_is_refused_at_its_field() -> None:
    scorer = Scorer()
    with pytest.raises(RuleError, match="change both names") as refused:
        name(scorer, "Bruno K.", "Bruno", "bruno", "David")
    assert refused.value.field == "players.2"
    assert [seat.name for seat in queries.people(scorer.session)] == list(FOUR)


def test_a_form_from_before_the_exchange_is_not_recorded_for_the_other_person() -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    seen = scorer.session.revision
    name(scorer, *EXCHANGED)
    with pytest.raises(ConflictError):
        scorer.record(GARDE, revision=seen)
    write = Write(scorer.session, **scorer.now({"revision": seen}))
    with pytest.raises(ConflictError):
        recording.change_players(write, leaving=(0,), joining=("Emil",))
    assert totals(scorer.session) == {"Bruno": 198, "Anne": -66, "Chloé": -66, "David": -66}


def test_a_phone_keeps_the_name_of_its_holder_whose_place_another_takes() -> None:
    scorer = Scorer()
    scorer.session.accesses.update(label="Anne")
    name(scorer, *EXCHANGED)
    assert scorer.session.accesses.get().label == "Anne"


# In a club


def club_table() -> tuple[ClubEvening, Scorer]:
    """Return an evening and its table: three members and a guest, who loses."""
    evening = ClubEvening(members=("Anne", "Bruno", "Chloé", "David", "Emil", "Fritz", "Greta", "Hugo"))
    scorer = evening.table("Anne", "Bruno", "Chloé", "Visitor")
    scorer.record(GARDE)
    return evening, scorer


def present(evening: ClubEvening) -> set[str]:
    return set(evening.evening.presences.filter(left_at=None).values_list("player__name", flat=True))


@pytest.mark.parametrize("closed", [False, True])
def test_another_member_takes_the_place_of_a_guest(closed: bool) -> None:
    evening, scorer = club_table()
    if closed:
        scorer.close()
    name(scorer, "Anne", "Bruno", "Chloé", "David")
    assert totals(scorer.session) == {"Anne": 198, "Bruno": -66, "Chloé": -66, "David": -66}
    assert queries.people(scorer.session)[3].player == evening.player("David")
    assert present(evening) == {"Anne", "Bruno", "Chloé", "David"}
    assert results(scorer.session) == (totals(scorer.session) if closed else {})


def test_who_takes_the_place_of_somebody_who_left_is_present_too() -> None:
    evening = ClubEvening(members=("Anne", "Bruno", "Chloé", "David", "Emil", "Fritz"))
    scorer = evening.table("Anne", "Bruno", "Chloé", "David")
    scorer.record(GARDE)
    scorer = change_players(scorer, (1,), ("Emil",))
    scorer.record(BRUNO_TAKES)
    name(scorer, "Anne", "Fritz", "Chloé", "David", "Emil")
    assert present(evening) == {"Anne", "Fritz", "Chloé", "David", "Emil"}


def test_nobody_is_present_through_a_closed_table_without_a_hand() -> None:
    evening = ClubEvening(members=FOUR)
    scorer = evening.table(*FOUR)
    scorer.close()
    name(scorer, *EXCHANGED)
    assert present(evening) == set()


def test_a_new_name_in_the_place_of_a_member_is_a_guest_and_renames_nobody() -> None:
    evening, scorer = club_table()
    name(scorer, "Violette", "Bruno", "Chloé", "Visitor")
    person = queries.people(scorer.session)[0].player
    assert (person.name, person.guest, person.club) == ("Violette", True, evening.club)
    assert evening.player("Anne").seats.count() == 0


def test_who_sits_at_another_open_table_is_refused_and_nothing_changes() -> None:
    evening, scorer = club_table()
    evening.table("Emil", "Fritz", "Greta", "Hugo")
    with pytest.raises(RuleError, match="another of this evening’s tables"):
        name(scorer, "Anne", "Bruno", "Chloé", "Emil")
    assert totals(scorer.session) == {"Anne": 198, "Bruno": -66, "Chloé": -66, "Visitor": -66}
    assert present(evening) >= {"Anne", "Bruno", "Chloé", "Visitor"}


def test_people_stay_while_the_evening_is_settled() -> None:
    evening, scorer = club_table()
    scorer.close()
    evening.settle()
    with pytest.raises(EveningSettledError):
        name(scorer, "Bruno", "Anne", "Chloé", "Visitor")
    assert results(scorer.session)["Anne"] == 198


def posted(scorer: Scorer, names: tuple[str, ...], **fields: str) -> dict[str, Any]:
    players = {f"player-{number}": name for number, name in enumerate(names)}
    people = "\n".join(seat.name for seat in queries.people(scorer.session))
    state = {"revision": str(scorer.session.revision), "token": token(), "people": people}
    return {"title": "", "note": "", "stake": "", "currency": "€", **players, **state, **fields}


@pytest.mark.parametrize("closed", [False, True])
def test_the_page_shows_the_totals_before_it_exchanges_people(closed: bool) -> None:
    scorer = Scorer(start())
    scorer.record(GARDE)
    if closed:
        scorer.close()
    client, url = browser(scorer), reverse("session_details", args=[scorer.session.public_id])
    asked = client.post(url, posted(scorer, EXCHANGED))
    assert "the totals would then be" in words_of(asked)
    assert "Bruno 198 +264" in words_of(asked)
    assert totals(scorer.session)["Anne"] == 198
    sure = asked.context["sure"]
    other = client.post(url, posted(scorer, ("Chloé", "Bruno", "Anne", "David"), sure=sure))
    assert "the totals would then be" in words_of(other), "they said yes to something else"
    assert client.post(url, posted(scorer, EXCHANGED, sure=sure)).status_code == 302
    forget_ledgers()
    assert totals(scorer.session)["Bruno"] == 198


def test_a_page_from_before_others_sat_down_renames_nobody() -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    scorer = change_players(scorer, (1,), ("Emil",))
    client, url = browser(scorer), reverse("session_details", args=[scorer.session.public_id])
    seen = posted(scorer, (*FOUR, "Emil"), title="Saint Nicholas")
    scorer = change_players(scorer, (1,), ("Fritz",))
    answer = client.post(url, seen)
    assert answer.status_code == 409
    assert 'value="Fritz"' in answer.content.decode()
    assert 'value="Emil"' not in answer.content.decode()
    assert "Saint Nicholas" in answer.content.decode()
    assert [seat.name for seat in queries.people(scorer.session)] == [*FOUR, "Fritz"]


def test_the_page_refuses_before_it_asks_while_the_evening_is_settled() -> None:
    evening, scorer = club_table()
    scorer.close()
    evening.settle()
    url = reverse("session_details", args=[scorer.session.public_id])
    answer = browser(scorer).post(url, posted(scorer, ("Bruno", "Anne", "Chloé", "Visitor")))
    assert "would then be" not in words_of(answer)
    assert "is settled" in words_of(answer)


def test_a_corrected_name_is_saved_at_once() -> None:
    scorer = Scorer()
    url = reverse("session_details", args=[scorer.session.public_id])
    form = posted(scorer, ("Anna", *FOUR[1:]))
    for _time in range(2):  # a double tap
        assert browser(scorer).post(url, form).status_code == 302
    assert [seat.name for seat in queries.people(scorer.session)] == ["Anna", *FOUR[1:]]


# Undo


def test_undo_takes_an_exchange_back_and_leaves_the_hands() -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    before = [seat.player for seat in queries.people(scorer.session)]
    name(scorer, *EXCHANGED)
    scorer.undo()
    assert totals(scorer.session) == {"Anne": 198, "Bruno": -66, "Chloé": -66, "David": -66}
    assert [seat.player for seat in queries.people(scorer.session)] == before
    forget_ledgers()
    assert totals(scorer.session)["Anne"] == 198
    assert "undid an exchange of people" in journal(scorer)
    assert not fresh(scorer.session).can_undo


def test_undo_takes_an_exchange_back_in_every_stretch() -> None:
    scorer = bruno_left()
    before = totals(scorer.session)
    name(scorer, "Bruno", "Anne", "Chloé", "David", "Emil")
    scorer.undo()
    assert totals(scorer.session) == before


def test_an_exchange_with_another_title_and_a_corrected_name_is_undone_alone() -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    people = queries.people(scorer.session)
    names = ("Bruno", "Anne", "Chloé", "Davide")
    wanted = replace(SessionDetails.from_session(scorer.session, people), names=names, title="Saint Nicholas")
    recording.exchange_people(Write(scorer.session, **scorer.now({})), wanted=wanted)
    assert totals(scorer.session) == {"Bruno": 198, "Anne": -66, "Chloé": -66, "Davide": -66}
    scorer.undo()
    assert totals(scorer.session) == {"Anne": 198, "Bruno": -66, "Chloé": -66, "Davide": -66}
    scorer.session.refresh_from_db()
    assert scorer.session.title == "Saint Nicholas"


def test_what_was_corrected_since_leaves_an_exchange_to_be_undone() -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    name(scorer, "Bruno", "Anne", "Chloé", "David")
    wanted = replace(
        SessionDetails.from_session(scorer.session, queries.people(scorer.session)), title="Saint Nicholas"
    )
    recording.change_details(Write(scorer.session, **scorer.now({})), wanted=wanted)
    scorer.undo()
    assert totals(scorer.session)["Anne"] == 198


def test_after_a_further_hand_undo_takes_back_that_hand() -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    name(scorer, *EXCHANGED)
    scorer.record(BRUNO_TAKES)
    scorer.undo()
    assert totals(scorer.session) == {"Bruno": 198, "Anne": -66, "Chloé": -66, "David": -66}


def test_an_exchange_before_the_first_hand_is_undone_on_the_page() -> None:
    scorer = Scorer()
    name(scorer, *EXCHANGED)
    client = browser(scorer)
    assert "Undo" in words_of(client.get(scorer.session.urls["session"]))
    state = {"revision": str(scorer.session.revision), "token": token()}
    assert client.post(scorer.session.urls["undo"], state).status_code in (200, 302)
    assert [seat.name for seat in queries.people(scorer.session)] == list(FOUR)


def test_undo_brings_a_guest_back_to_the_table_and_to_the_evening() -> None:
    evening, scorer = club_table()
    guest = queries.people(scorer.session)[3].player
    name(scorer, "Anne", "Bruno", "Chloé", "David")
    assert present(evening) == {"Anne", "Bruno", "Chloé", "David"}
    scorer.undo()
    assert queries.people(scorer.session)[3].player == guest
    assert present(evening) == {"Anne", "Bruno", "Chloé", "Visitor"}


def test_an_exchange_is_not_undone_once_the_other_sits_at_another_table() -> None:
    evening, scorer = club_table()
    name(scorer, "Anne", "Bruno", "Chloé", "David")
    evening.table("Visitor", "Emil", "Fritz", "Greta")
    visitor = queries.people(scorer.session)[3].player
    with pytest.raises(RuleError, match="another of this evening’s tables"):
        scorer.undo()
    assert queries.people(scorer.session)[3].player == visitor == evening.player("David")


def test_an_exchange_in_a_closed_session_is_not_undone_when_that_is_reopened() -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    scorer.close()
    name(scorer, *EXCHANGED)
    scorer.reopen()
    assert not fresh(scorer.session).can_undo


def test_a_form_that_is_sent_again_after_undo_exchanges_nobody() -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    client, url = browser(scorer), reverse("session_details", args=[scorer.session.public_id])
    form = posted(scorer, EXCHANGED)
    form["sure"] = client.post(url, form).context["sure"]
    for _time in range(2):  # a double tap
        assert client.post(url, form).status_code == 302
    scorer.session.refresh_from_db()
    scorer.undo()
    assert client.post(url, form).status_code == 409
    assert totals(scorer.session)["Anne"] == 198
