"""A change of players before a hand is undone: everybody sits where they sat, with the same rules and first dealer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.urls import reverse

from games.scoring.errors import RuleError
from scorekeeper.evenings.models import Presence
from scorekeeper.organisers import merging
from scorekeeper.play import queries, recording
from scorekeeper.play.errors import NotThereError
from scorekeeper.play.models import Session, Stretch, Verb
from scorekeeper.play.recording.details import SessionDetails
from scorekeeper.play.recording.write import Write
from tests.desk.club_evening import ClubEvening
from tests.play.browsers import browser, words_of
from tests.play.stretches import BRUNO_TAKES, change_players
from tests.play.tables import FOUR, GARDE, Scorer, fresh, start, token

pytestmark = pytest.mark.django_db


def seated(scorer: Scorer) -> list[str]:
    return [seat.name for seat in queries.seats(scorer.session)]


def stretches(scorer: Scorer) -> list[dict[str, Any]]:
    """What is stored of every stretch, with who sits where."""
    rows = Stretch.objects.filter(session=scorer.session).order_by("first_hand")
    columns = rows.values("first_hand", "options", "first_dealer")
    seats = [list(row.seats.order_by("place").values_list("player", "name")) for row in rows]
    return [{**row, "seats": of_row} for row, of_row in zip(columns, seats, strict=True)]


def totals(scorer: Scorer) -> dict[str, int]:
    ledger = fresh(scorer.session)
    return dict(zip(ledger.names, ledger.totals, strict=True))


def rename(scorer: Scorer, **names: str) -> None:
    """Correct the names of people of the session."""
    wanted = SessionDetails.from_session(scorer.session, queries.people(scorer.session))
    wanted = replace(wanted, names=tuple(names.get(name, name) for name in wanted.names))
    recording.change_details(Write(scorer.session, **scorer.now({})), wanted=wanted)


CHANGES = [
    pytest.param({"leaving": (1,), "joining": ("Emil",)}, id="others"),
    pytest.param({"joining": ("Emil",)}, id="one more"),
    pytest.param({"leaving": (3,)}, id="the first dealer leaves"),
    pytest.param({"order": (2, 1, 0, 3)}, id="seats"),
    pytest.param({"options": {"round_to_ten": True}}, id="rules"),
    pytest.param(
        {"leaving": (0,), "joining": ("Emil",), "order": (3, 0, 1, 2), "options": {"round_to_ten": True}},
        id="everything",
    ),
]


@pytest.mark.parametrize("hands", [0, 1])
@pytest.mark.parametrize("change", CHANGES)
def test_undo_puts_back_what_a_change_of_players_changed(change: dict[str, Any], hands: int) -> None:
    scorer = Scorer()
    for _hand in range(hands):
        scorer.record(GARDE)
    before = stretches(scorer)
    scorer = change_players(scorer, **change)
    assert stretches(scorer) != before
    scorer.undo()
    assert stretches(scorer) == before
    assert fresh(scorer.session).table.players == FOUR


@pytest.mark.parametrize("change", CHANGES)
def test_undo_takes_back_only_the_second_of_two_changes_before_a_hand(change: dict[str, Any]) -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    scorer = change_players(scorer, (2,), ("Fritz",))
    before = stretches(scorer)
    scorer = change_players(scorer, **change)
    scorer.undo()
    assert stretches(scorer) == before
    assert seated(scorer) == ["Anne", "Bruno", "Fritz", "David"]
    scorer.record(BRUNO_TAKES)
    assert totals(scorer) == {"Anne": 132, "Bruno": 132, "Chloé": -66, "David": -132, "Fritz": -66}


def test_undo_itself_is_not_undone() -> None:
    scorer = change_players(change_players(Scorer(), (1,), ("Emil",)), (1,), ("Fritz",))
    scorer.undo()
    assert seated(scorer) == ["Anne", "Emil", "Chloé", "David"]
    assert not fresh(scorer.session).can_undo
    with pytest.raises(NotThereError):
        scorer.undo()
    assert seated(scorer) == ["Anne", "Emil", "Chloé", "David"]


def test_the_page_of_a_table_without_a_hand_undoes_the_change() -> None:
    scorer = change_players(Scorer(), (1,), ("Emil",))
    client = browser(scorer)
    assert ">Undo<" in client.get(scorer.session.urls["session"]).content.decode()
    form = {"revision": str(scorer.session.revision), "token": token()}
    for _time in range(2):  # a double tap
        answer = client.post(scorer.session.urls["undo"], form, follow=True)
        assert answer.status_code == 200
        assert "Emil" not in words_of(answer)
    assert seated(scorer) == list(FOUR)
    journal = words_of(client.get(reverse("journal", args=[scorer.session.public_id])))
    assert journal.count("undid a change of players or rules") == 1
    assert ">Undo<" not in client.get(scorer.session.urls["session"]).content.decode()


def test_an_undo_that_is_sent_twice_is_made_once() -> None:
    scorer = change_players(Scorer(), (1,), ("Emil",))
    revision, once = scorer.session.revision, token()
    assert not scorer.undo(revision=revision, token=once).repeated
    change_players(scorer, (2,), ("Fritz",))
    assert scorer.undo(revision=revision, token=once).repeated
    assert seated(scorer) == ["Anne", "Bruno", "Fritz", "David"]


def test_a_change_that_is_sent_again_after_undo_is_not_taken_for_a_repetition() -> None:
    scorer, spent = Scorer(), token()
    write = Write(scorer.session, **scorer.now({"token": spent}))
    recording.change_players(write, leaving=(1,), joining=("Emil",))
    scorer.session.refresh_from_db()
    scorer.undo()
    client, url = browser(scorer), reverse("change_players", args=[scorer.session.public_id])
    seats = {f"seat-{place}": str(place + 1) for place in range(4)}
    posted = {"revision": "0", "token": spent, "leaves": "1", "name": "Emil", **seats}
    assert client.post(url, posted).status_code == 409
    assert seated(scorer) == list(FOUR)


def test_a_call_that_was_kept_is_kept_by_undo() -> None:
    scorer, called = Scorer(), {"call": "garde", "taker": "1"}
    recording.set_call(Write(scorer.session, **scorer.now({})), posted=called)
    scorer = change_players(scorer, (2,), ("Emil",), despite_call=False)
    scorer.undo()
    assert Session.objects.get().called == called
    assert seated(scorer) == list(FOUR)


def test_after_a_call_the_change_stays() -> None:
    scorer = change_players(Scorer(), (1,), ("Emil",))
    recording.set_call(Write(scorer.session, **scorer.now({})), posted={"call": "garde", "taker": "1"})
    assert not fresh(scorer.session).can_undo


def test_a_line_of_the_journal_without_what_was_before_is_not_undone() -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    scorer = change_players(change_players(scorer, (1,), ("Emil",)), (1,), ("Fritz",))
    scorer.session.changes.filter(verb=Verb.PLAYERS).update(before=None)
    assert not fresh(scorer.session).can_undo
    with pytest.raises(NotThereError):
        scorer.undo()
    assert seated(scorer) == ["Anne", "Fritz", "Chloé", "David"]


# At an evening


def club_table() -> tuple[ClubEvening, Scorer]:
    """A table of an evening before its first hand."""
    evening = ClubEvening(members=(*FOUR, "Emil", "Fritz", "Greta"))
    return evening, evening.table(*FOUR)


def present(evening: ClubEvening) -> set[str]:
    return set(Presence.objects.filter(evening=evening.evening, left_at=None).values_list("player__name", flat=True))


def test_undo_leaves_no_guest_at_the_evening_and_brings_back_who_had_left() -> None:
    evening, scorer = club_table()
    came = set(evening.evening.presences.exclude(player__name="Bruno").values_list("player__name", "came_at"))
    scorer = change_players(scorer, (1,), ("Visitor",))
    assert present(evening) == {"Anne", "Visitor", "Chloé", "David"}
    scorer.undo()
    assert present(evening) == set(FOUR)
    assert came <= set(evening.evening.presences.values_list("player__name", "came_at"))
    assert [seat.player for seat in queries.seats(scorer.session)] == [evening.player(name) for name in FOUR]


def test_undo_leaves_those_at_the_evening_who_are_there_without_this_table() -> None:
    evening, scorer = club_table()
    evening.played("Emil", "Fritz", "Greta")
    scorer = change_players(scorer, (1,), ("Emil",))
    scorer.undo()
    assert present(evening) == {*FOUR, "Emil", "Fritz", "Greta"}


def test_undo_is_refused_while_who_had_left_sits_at_another_table() -> None:
    evening, scorer = club_table()
    scorer = change_players(scorer, (1,), ("Visitor",))
    evening.start("Bruno", "Emil", "Fritz", "Greta")
    with pytest.raises(RuleError, match="Bruno is still at another of this evening’s tables"):
        scorer.undo()
    assert seated(scorer) == ["Anne", "Visitor", "Chloé", "David"]
    assert "Visitor" in present(evening)
    url = scorer.session.urls["undo"]
    form = {"revision": str(scorer.session.revision), "token": token()}
    assert "Bruno is still at another of this evening’s tables" in words_of(browser(scorer).post(url, form))


# When names or people have changed meanwhile


def test_names_that_were_corrected_since_stay_corrected() -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    scorer = change_players(change_players(scorer, (1,), ("Emil",)), (2,), ("Fritz",))
    rename(scorer, Anne="Anna", Bruno="Brunó")
    scorer.undo()
    assert seated(scorer) == ["Anna", "Emil", "Chloé", "David"]
    scorer.record(BRUNO_TAKES)
    assert totals(scorer) == {"Anna": 132, "Brunó": -66, "Chloé": -132, "David": -132, "Emil": 198}


def test_who_became_another_player_by_a_correction_keeps_the_hands() -> None:
    """Bruno and Anne are known from another table, where they keep their names."""
    scorer = Scorer(start(device=Scorer().access.device))
    scorer.record(GARDE)
    scorer = change_players(change_players(scorer, (3,), ("Emil",)), (1,), ("Fritz",))
    rename(scorer, Anne="Anna", Bruno="Brunó")
    scorer.undo()
    assert seated(scorer) == ["Anna", "Brunó", "Chloé", "Emil"]
    scorer.record(BRUNO_TAKES)
    assert totals(scorer) == {"Anna": 132, "Brunó": 132, "Chloé": -132, "David": -66, "Emil": -66}


def test_undo_is_refused_if_somebody_has_got_the_name_of_who_had_left() -> None:
    scorer = change_players(Scorer(), (1,), ("Emil",))
    rename(scorer, Chloé="Bruno")
    with pytest.raises(RuleError, match="Two players cannot have the same name"):
        scorer.undo()
    assert seated(scorer) == ["Anne", "Emil", "Bruno", "David"]


def test_undo_is_refused_if_who_had_left_is_no_longer_known() -> None:
    scorer = Scorer()
    bruno = queries.seats(scorer.session)[1].player
    scorer = change_players(scorer, (1,), ("Emil",))
    bruno.delete()
    with pytest.raises(RuleError, match="Somebody who sat there is no longer known"):
        scorer.undo()
    assert seated(scorer) == ["Anne", "Emil", "Chloé", "David"]


def test_who_was_merged_since_comes_back_as_one_person() -> None:
    evening, scorer = club_table()
    scorer = change_players(scorer, (1,), ("Emil",))
    merging.merge(evening.player("Fritz"), evening.player("Bruno"), by="marion")
    scorer.undo()
    assert queries.seats(scorer.session)[1].player == evening.player("Fritz")


def test_undo_is_refused_if_who_had_left_was_merged_with_somebody_at_the_table() -> None:
    evening, scorer = club_table()
    scorer = change_players(scorer, (1,), ("Emil",))
    merging.merge(evening.player("Anne"), evening.player("Bruno"), by="marion")
    with pytest.raises(RuleError, match="Anne and Bruno are the same person"):
        scorer.undo()
