"""The details of a session: names are corrected in their seats, and the stake, a title and a note can change."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from django.urls import reverse

from games.scoring.errors import RuleError
from scorekeeper.clubs.models import Player
from scorekeeper.play import queries, recording
from scorekeeper.play.errors import ConflictError, SessionClosedError, UnchangedError
from scorekeeper.play.ledger import session_ledger
from scorekeeper.play.models import Result, Seat, Session, Verb
from scorekeeper.play.recording.details import SessionDetails
from scorekeeper.play.recording.write import Write
from tests.desk.club_evening import ClubEvening
from tests.play.browsers import browser, watcher_of, words_of
from tests.play.tables import GARDE, Scorer, fresh, start, token

pytestmark = pytest.mark.django_db


def details(session: Session, **changes: Any) -> SessionDetails:
    return replace(SessionDetails.from_session(session, queries.people(session)), **changes)


def change(scorer: Scorer, *, revision: int | None = None, token_spent: str = "", **changes: Any) -> Any:
    now = scorer.now({} if revision is None else {"revision": revision})
    now["token"] = token_spent or now["token"]
    return recording.change_details(Write(scorer.session, **now), wanted=details(scorer.session, **changes))


def names(session: Session) -> list[str]:
    return list(Seat.objects.filter(stretch__session=session).values_list("name", flat=True))


# Names


def test_a_corrected_name_stays_in_its_seat_with_its_hands_and_totals() -> None:
    scorer = Scorer(players=("Ane", "Bruno", "Chloé", "David"))
    scorer.record(GARDE)
    change(scorer, names=("Anne", "Bruno", "Chloé", "David"))
    ledger = fresh(scorer.session)
    assert (ledger.table.players, ledger.totals) == (("Anne", "Bruno", "Chloé", "David"), (198, -66, -66, -66))
    assert list(Player.objects.order_by("pk").values_list("name", flat=True)) == ["Anne", "Bruno", "Chloé", "David"]
    scorer.record(GARDE)
    scorer.close()
    assert Result.objects.get(seat__name="Anne").total == 396


def test_a_name_typed_with_the_surname_first_is_turned_round_and_an_old_one_stays() -> None:
    scorer = Scorer()
    Seat.objects.filter(stretch__session=scorer.session, place=0).update(name="Ahrens, Gisela")
    change(scorer, names=("Ahrens, Gisela", "Braun, Bruno", "Chloé", "David"))
    assert names(scorer.session) == ["Ahrens, Gisela", "Bruno Braun", "Chloé", "David"]


def test_the_scorers_label_follows_a_renamed_player() -> None:
    scorer = Scorer(players=("Ane", "Bruno", "Chloé", "David"))
    scorer.session.accesses.update(label="Ane")
    scorer.access.refresh_from_db()
    change(scorer, names=("Anne", "Bruno", "Chloé", "David"))
    assert scorer.access.label == "Anne"


def test_a_known_player_of_the_new_name_takes_the_seat() -> None:
    before = Scorer(players=("Anne", "Bruno", "Chloé", "Emil"))
    device = before.access.device
    scorer = Scorer(start(players=("Anne", "Bruno", "Chloé", "Emile"), device=device))
    write = Write(scorer.session, **scorer.now({}))
    recording.exchange_people(write, wanted=details(scorer.session, names=("Anne", "Bruno", "Chloé", "emil")))
    assert names(scorer.session)[3] == session_ledger(scorer.session).table.players[3] == "Emil"
    assert (
        Seat.objects.get(stretch__session=scorer.session, place=3).player
        == Seat.objects.get(stretch__session=before.session, place=3).player
    )


def test_a_player_seen_at_other_tables_keeps_the_old_name_there() -> None:
    before = Scorer()
    scorer = Scorer(start(device=before.access.device))
    change(scorer, names=("Anne", "Boris", "Chloé", "David"))
    boris, bruno = (Seat.objects.get(stretch__session=table.session, place=1) for table in (scorer, before))
    assert (boris.name, boris.player.name, bruno.name, bruno.player.name) == ("Boris", "Boris", "Bruno", "Bruno")


@pytest.mark.parametrize(
    ("wanted", "field"),
    [
        (("Anne", "anne", "Chloé", "David"), "players"),
        (("Anne", "", "Chloé", "David"), "players"),
        (("Bruno", "Bruno", "Chloé", "David"), "players"),
    ],
    ids=["twice", "empty", "of another"],
)
def test_an_impossible_name_is_refused(wanted: tuple[str, ...], field: str) -> None:
    scorer = Scorer()
    with pytest.raises(RuleError) as caught:
        change(scorer, names=wanted)
    assert (caught.value.field or "").startswith(field)
    assert names(scorer.session) == ["Anne", "Bruno", "Chloé", "David"]


def test_in_a_club_guests_are_renamed_and_members_are_not() -> None:
    club_evening = ClubEvening(members=("Anne", "Bruno", "Chloé", "David"))
    scorer = club_evening.table("Anne", "Bruno", "Chloé", "Visitor")
    change(scorer, names=("Anne", "Bruno", "Chloé", "Violette"))
    guest = Seat.objects.get(stretch__session=scorer.session, place=3)
    assert (guest.name, guest.player.name, guest.player.guest) == ("Violette", "Violette", True)
    with pytest.raises(RuleError):
        change(scorer, names=("ANNE", "Bruno", "Chloé", "Violette"))
    assert names(scorer.session) == ["Anne", "Bruno", "Chloé", "Violette"]


# Stake, title and note


def test_the_stake_counts_for_the_whole_session() -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    change(scorer, stake=Decimal("0.05"), currency="CHF")
    settlement = scorer.close()
    assert (settlement.stake, settlement.currency) == (Decimal("0.05"), "CHF")


def test_everything_but_the_stake_can_change_after_the_session_is_closed() -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    scorer.close()
    change(scorer, title="Saint Nicholas", note="Bruno brought the cards.")
    stored = Session.objects.get(pk=scorer.session.pk)
    assert (stored.title, stored.note, stored.closed_at is not None) == (
        "Saint Nicholas",
        "Bruno brought the cards.",
        True,
    )
    change(scorer, names=("Anna", "Bruno", "Chloé", "David"))
    assert Result.objects.get(total=198).seat.name == "Anna"
    with pytest.raises(SessionClosedError):
        change(scorer, stake=Decimal("0.10"))


# Two writers


def test_hands_recorded_in_the_meantime_are_no_conflict_either_way() -> None:
    scorer = Scorer()
    seen = scorer.session.revision
    scorer.record(GARDE)
    change(scorer, revision=seen, title="Saint Nicholas")
    scorer.record(GARDE, revision=seen + 1)
    assert (len(fresh(scorer.session).hands), scorer.session.title) == (2, "Saint Nicholas")


def test_details_changed_in_the_meantime_are_a_conflict() -> None:
    scorer = Scorer()
    seen = scorer.session.revision
    change(scorer, title="Saint Nicholas")
    with pytest.raises(ConflictError):
        change(scorer, revision=seen, title="Christmas")
    assert Session.objects.get(pk=scorer.session.pk).title == "Saint Nicholas"


def test_a_session_does_not_close_at_another_stake_than_was_shown() -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    seen = scorer.session.revision
    change(scorer, stake=Decimal("5"))
    with pytest.raises(ConflictError):
        scorer.close(revision=seen)


def test_a_form_that_is_sent_twice_changes_the_details_once() -> None:
    scorer = Scorer()
    spent, revision = token(), scorer.session.revision
    for _time in range(2):
        change(scorer, revision=revision, token_spent=spent, title="Saint Nicholas")
    assert scorer.session.changes.filter(verb=Verb.DETAILS).count() == 1


def test_undo_looks_past_a_change_of_details() -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    change(scorer, title="Saint Nicholas")
    scorer.undo()
    assert fresh(scorer.session).totals == (0, 0, 0, 0)


def test_unchanged_details_are_not_written() -> None:
    scorer = Scorer()
    with pytest.raises(UnchangedError):
        change(scorer)
    assert scorer.session.revision == 0


# The page


def posted(scorer: Scorer, **changes: str) -> dict[str, str]:
    players = {f"player-{place}": name for place, name in enumerate(names(scorer.session))}
    people = "\n".join(names(scorer.session))
    fixed = {"title": "", "note": "", "stake": "", "currency": "€", "token": token(), "people": people}
    return fixed | players | {"revision": str(scorer.session.revision)} | changes


def test_the_page_saves_and_the_journal_says_what_was_changed() -> None:
    scorer = Scorer(players=("Ane", "Bruno", "Chloé", "David"))
    client, place = browser(scorer), [scorer.session.public_id]
    assert 'value="Ane"' in client.get(reverse("session_details", args=place)).content.decode()
    changes = {"player-0": "Anne", "stake": "0,05", "title": "Saint Nicholas", "note": "At Bruno’s."}
    response = client.post(reverse("session_details", args=place), posted(scorer, **changes))
    assert response.headers["Location"] == reverse("session", args=place)
    assert (
        "renamed Ane to Anne, set the stake to €0.05, set the title to “Saint Nicholas”, changed the note"
        in words_of(client.get(reverse("journal", args=place)))
    )
    assert "Saint Nicholas · French Tarot" in client.get(reverse("session", args=place)).content.decode()


@pytest.mark.parametrize(("rules", "stake"), [("schieber", "per game"), ("differenzler", "per point")])
def test_the_page_says_what_a_stake_is_for(rules: str, stake: str) -> None:
    scorer = Scorer(game="jass", rules=rules)
    page = words_of(browser(scorer).get(reverse("session_details", args=[scorer.session.public_id])))
    assert f"Stake {stake}" in page
    assert f"{stake.capitalize()}, such as" in page


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("player-1", "", "Who sits here?"),
        ("player-1", "Chloé", "Two players cannot have the same name."),
        ("stake", "much", "“much” is not an amount of money."),
        ("title", "x" * 61, "This is longer than 60 characters."),
        ("player-1", "x" * 61, "This is longer than 60 characters."),
        ("note", "x" * 501, "This is longer than 500 characters."),
        ("currency", "Doubloons", "This is longer than 8 characters."),
    ],
)
def test_errors_are_reported_and_the_input_is_kept(field: str, value: str, message: str) -> None:
    scorer = Scorer()
    typed = posted(scorer, **{"player-3": "Daniel", field: value})
    response = browser(scorer).post(reverse("session_details", args=[scorer.session.public_id]), typed)
    assert response.status_code == 422
    assert message in words_of(response)
    assert 'value="Daniel"' in response.content.decode()
    assert names(scorer.session) == ["Anne", "Bruno", "Chloé", "David"]


def test_after_a_conflict_the_input_is_kept_and_can_be_saved() -> None:
    scorer = Scorer()
    client, address = browser(scorer), reverse("session_details", args=[scorer.session.public_id])
    late = posted(scorer, title="Christmas")
    change(scorer, title="Saint Nicholas")
    response = client.post(address, late)
    assert response.status_code == 409
    assert 'value="Christmas"' in response.content.decode()
    client.post(address, posted(scorer, title="Christmas"))
    assert Session.objects.get(pk=scorer.session.pk).title == "Christmas"


def test_another_stake_for_a_session_closed_in_the_meantime_is_refused_in_words() -> None:
    scorer = Scorer()
    client, address = browser(scorer), reverse("session_details", args=[scorer.session.public_id])
    late = posted(scorer, stake="0.5")
    scorer.close()
    response = client.post(address, late)
    assert response.status_code == 409
    assert "The session has been closed. Reopen it to change the stake." in words_of(response)
    assert Session.objects.get(pk=scorer.session.pk).stake is None


def test_watchers_cannot_change_the_details() -> None:
    scorer = Scorer()
    watcher, address = watcher_of(scorer.session), reverse("session_details", args=[scorer.session.public_id])
    assert watcher.get(address).status_code == 403
    assert watcher.post(address, posted(scorer, title="Mine")).status_code == 403
    assert Session.objects.get(pk=scorer.session.pk).title == ""
