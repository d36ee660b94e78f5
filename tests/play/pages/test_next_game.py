"""A game that is over: who has won, the next game with the same or other partners, and playing on."""

from typing import Any

import pytest

from scorekeeper.play import recording
from scorekeeper.play.models import Session
from scorekeeper.play.pages import table
from scorekeeper.play.recording.players import start_again
from scorekeeper.play.recording.write import Write
from tests.desk.club_evening import TWELVE, ClubEvening
from tests.play.browsers import HTMX, Form, browser, url, watcher_of, words_of
from tests.play.stretches import at, change_players
from tests.play.tables import FOUR, Scorer, fresh, token

pytestmark = pytest.mark.django_db

GAME = {"tricks": 11}
"""5 points by cards, against none: a treble, worth 3. Two of them and the rubber points make 3 + 3 + 2 = 8."""
GRAND = {"trump": "grand", "tricks": 13}


def rubber(**changes: Any) -> Scorer:
    """Return a table at which Anne and Chloé have won a rubber worth 8; Bruno deals next."""
    scorer = Scorer(game="whist", rules="short", **{"options": {"honours": False}, **changes})
    scorer.record(GAME)
    scorer.record(GAME)
    return scorer


def tap(scorer: Scorer, **button: str) -> Any:
    """Send the form of the next game by one of its buttons."""
    sent = {"revision": scorer.session.revision, "token": token(), **button}
    return browser(scorer).post(url("next_game", scorer.session), sent)


def now(scorer: Scorer) -> Scorer:
    return at(scorer.session, scorer.access.device)


def totals(scorer: Scorer) -> list[tuple[str, str]]:
    """Return what the bar shows."""
    standings = browser(scorer).get(url("session", scorer.session)).context["standings"]
    return [(total.name.replace("\u00a0", " "), total.total) for total in standings]


def players(scorer: Scorer) -> tuple[str, ...]:
    return fresh(scorer.session).table.players


def test_the_table_says_who_has_won() -> None:
    scorer = rubber()
    for client in (browser(scorer), watcher_of(scorer.session)):
        assert "Anne and Chloé win" in words_of(client.get(url("session", scorer.session)))
    assert "Anne and Chloé win" in words_of(browser(scorer).get(url("scores", scorer.session)))


@pytest.mark.parametrize("order", ["0 1 2 3", "2 1 0 3"])
def test_the_result_of_two_games_with_the_same_partners_says_that_they_win(order: str) -> None:
    scorer = rubber()
    tap(scorer, order=order)
    scorer = now(scorer)
    scorer.record(GAME)
    scorer.record(GAME)
    scorer.close()
    assert fresh(scorer.session).totals == (16, -16, 16, -16)
    assert "Anne and Chloé win" in words_of(browser(scorer).get(url("session", scorer.session)))


def test_nothing_is_offered_before_the_end_or_to_watchers() -> None:
    scorer = rubber()
    assert "What next?" not in words_of(watcher_of(scorer.session).get(url("session", scorer.session)))
    scorer.undo()
    assert "What next?" not in words_of(browser(scorer).get(url("session", scorer.session)))


def test_every_pairing_is_offered() -> None:
    scorer = rubber()
    offered = browser(scorer).get(url("session", scorer.session)).context["next_game"]
    assert offered["same"].order == "0 1 2 3"
    assert [tuple(side.replace("\u00a0", " ") for side in pairing.sides) for pairing in offered["others"]] == [
        ("Anne + Bruno", "Chloé + David"),
        ("Anne + David", "Bruno + Chloé"),
    ]


def test_the_same_partners_share_their_totals() -> None:
    scorer = rubber()
    tap(scorer, order="0 1 2 3")
    scorer = now(scorer)
    assert len(fresh(scorer.session).stretches) == 2
    scorer.record(GAME)
    scorer.record(GAME)
    assert totals(scorer) == [("Anne + Chloé", "16"), ("Bruno + David", "−16")]


@pytest.mark.parametrize(
    ("number", "partners", "after"),
    [
        # The new partners of Anne win the second rubber with her.
        (0, ("Anne", "Bruno"), {"Anne": 16, "Bruno": 0, "Chloé": 0, "David": -16}),
        (1, ("Anne", "David"), {"Anne": 16, "Bruno": -16, "Chloé": 0, "David": 0}),
    ],
)
def test_with_another_partner_everybody_keeps_the_total(
    number: int, partners: tuple[str, str], after: dict[str, int]
) -> None:
    scorer = rubber()
    offered = browser(scorer).get(url("session", scorer.session)).context["next_game"]
    tap(scorer, order=offered["others"][number].order)
    scorer = now(scorer)
    seated = players(scorer)
    assert (seated[0], seated[2]) == partners
    assert sorted(totals(scorer)) == [("Anne", "8"), ("Bruno", "−8"), ("Chloé", "8"), ("David", "−8")]
    scorer.record(GAME)
    scorer.record(GAME)
    ledger = fresh(scorer.session)
    assert dict(zip(ledger.names, ledger.totals, strict=True)) == after


def test_partners_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    class Drawn:
        def shuffle(self, order: list[int]) -> None:
            order.reverse()

    monkeypatch.setattr(table, "SystemRandom", Drawn)
    scorer = rubber()
    tap(scorer, draw="yes")
    assert players(scorer) == FOUR[::-1]


def test_the_player_who_is_due_deals_the_next_game() -> None:
    scorer = rubber()  # David and Anne have dealt
    tap(scorer, order="0 2 1 3")
    assert "Hand 3 · Bruno deals" in words_of(browser(scorer).get(url("session", scorer.session)))


def test_the_ledger_and_the_journal_say_that_it_is_the_next_game() -> None:
    scorer = rubber()
    tap(scorer, order="0 2 1 3")
    page = words_of(browser(scorer).get(url("session", scorer.session))).replace("\u00a0", " ")
    assert "Now playing: Anne + Bruno – Chloé + David" in page
    assert "started the next game, changed the seats" in words_of(browser(scorer).get(url("journal", scorer.session)))


def test_a_form_that_is_sent_twice_starts_one_game() -> None:
    scorer = rubber()
    sent = {"revision": scorer.session.revision, "token": token(), "order": "0 1 2 3"}
    for _time in range(2):
        assert browser(scorer).post(url("next_game", scorer.session), sent).status_code == 302
    assert len(fresh(scorer.session).stretches) == 2


def test_the_game_that_another_phone_has_started_stays() -> None:
    scorer = rubber()
    seen = scorer.session.revision
    tap(scorer, order="0 2 1 3")
    answer = browser(scorer).post(
        url("next_game", scorer.session), {"revision": seen, "token": token(), "order": "0 1 2 3"}
    )
    assert answer.status_code == 409
    assert "The session has changed in the meantime" in words_of(answer)
    assert players(scorer) == ("Anne", "Chloé", "Bruno", "David")


def test_a_session_that_was_closed_goes_to_its_result() -> None:
    scorer = rubber()
    scorer.close()
    assert tap(scorer, order="0 1 2 3").url == url("session", scorer.session)
    assert Session.objects.count() == 1


def test_undo_takes_the_next_game_back() -> None:
    scorer = rubber()
    tap(scorer, order="0 2 1 3")
    scorer = now(scorer)
    scorer.undo()
    assert players(scorer) == FOUR
    assert "Anne and Chloé win" in words_of(browser(scorer).get(url("session", scorer.session)))


def test_the_desk_seats_the_next_round() -> None:
    club_evening = ClubEvening()
    of_round = club_evening.begin_round({"4": 3}, game="whist", rules="short")
    scorer = Scorer(club_evening.start_in_round(of_round, *TWELVE[:4]))
    scorer.record(GAME | {"honours": 2})
    scorer.record(GAME | {"honours": 2})
    page = words_of(browser(scorer).get(url("session", scorer.session)))
    assert "What next?" not in page


def test_players_without_partners_play_the_next_game_in_their_seats() -> None:
    scorer = Scorer(game="mort", rules="foster", players=FOUR[:3], first_dealer=0, options={"tournees": 1})
    while not fresh(scorer.session).last.is_over:
        scorer.record({"tricks": 11})
    page = words_of(browser(scorer).get(url("session", scorer.session)))
    assert "Same players" in page
    assert "Draw partners" not in page
    tap(scorer, order="0 1 2")
    assert len(fresh(scorer.session).stretches) == 2


# What ends a game, or takes its end back, says so before it is saved


def belote() -> Scorer:
    """Return a table at which Anne and Chloé have 252 of 301, by taking every trick."""
    scorer = Scorer(game="belote", rules="classic", options={"target": 301})
    scorer.record({"call": "prise", "taker": 0, "capot": "attack"})
    return scorer


def corrected(scorer: Scorer, amount: str, of_the_others: str = "") -> str:
    """Return what the save button says of a correction that moves Anne and Chloé, or the others, by an amount."""
    form = Form(browser(scorer).get(url("correction", scorer.session)), "/record/").fields
    sent = {**form, "amounts-0": amount, "amounts-1": of_the_others, "note": "belote"}
    return words_of(browser(scorer).post(url("preview", scorer.session), sent, headers=HTMX)).replace("\u00a0", " ")


@pytest.mark.parametrize(("amount", "says"), [("48", False), ("50", True)])
def test_a_correction_says_that_it_ends_the_game(amount: str, says: bool) -> None:
    words = corrected(belote(), amount)
    assert f"Record: Anne + Chloé +{amount}" in words
    assert ("Then it’s over: Anne and Chloé win" in words) == says


def test_a_correction_says_that_it_takes_the_end_back() -> None:
    scorer = belote()
    scorer.record({"call": "correction", "amounts": {"0": 50, "2": 50}, "note": "belote"})
    assert "Then it’s no longer over" in corrected(scorer, "-50")
    assert "no longer over" not in corrected(scorer, "-1")
    assert "Then it’s over" not in corrected(scorer, "10")
    assert "Then it’s over: Bruno and David win" in corrected(scorer, "", "400")


def test_the_last_hand_says_that_it_ends_the_game() -> None:
    scorer = rubber()
    scorer.undo()
    page = words_of(browser(scorer).get(url("session", scorer.session)))  # with the hand that was undone
    assert "Then it’s over: Anne and Chloé win" in page


@pytest.mark.parametrize("page", ["void", "amend"])
def test_a_change_of_a_hand_says_that_it_takes_the_end_back(page: str) -> None:
    scorer = rubber()
    client, address = browser(scorer), url(page, scorer.session, 2)
    words = words_of(client.get(address))
    if page == "amend":
        assert "no longer over" not in words
        sent = {**Form(client.get(address), "/amend/").fields, "tricks": "3"}
        words = words_of(client.post(url("amend_preview", scorer.session, 2), sent))
    assert "Then it’s no longer over" in words
    assert "at hand" not in words


def test_a_change_of_an_earlier_game_says_which_it_reopens() -> None:
    scorer = rubber()
    tap(scorer, order="0 1 2 3")
    now(scorer).record(GAME)
    words = words_of(browser(scorer).get(url("void", scorer.session, 2)))
    assert "Then it’s no longer over at hand 2" in words


def test_an_inserted_hand_says_that_it_ends_the_game() -> None:
    scorer = Scorer(game="whist", rules="short", options={"honours": False})
    scorer.record(GAME)
    client, address = browser(scorer), url("insert", scorer.session, 1)
    sent = {**Form(client.get(address), "/insert/").fields, "tricks": "11"}
    assert "Then it’s over: Anne and Chloé win" in words_of(client.post(f"{address}?preview", sent))


# Playing on


def play_on(scorer: Scorer, **sent: Any) -> Any:
    form = {"revision": scorer.session.revision, "token": token(), **sent}
    return browser(scorer).post(url("play_on", scorer.session), form)


def test_one_more_rubber_is_suggested_and_its_totals_are_shown() -> None:
    scorer = rubber()
    page = words_of(browser(scorer).get(url("play_on", scorer.session))).replace("\u00a0", " ")
    assert "Anne and Chloé win" in page
    assert "The totals would then be Anne + Chloé 8" in page
    assert "The game then goes on with hand 3." in page
    assert browser(scorer).get(url("play_on", scorer.session)).context["form"].initial == {"option-rubbers": "2"}


def test_the_same_game_goes_on_with_the_same_hands() -> None:
    scorer = rubber()
    assert play_on(scorer, **{"option-rubbers": "2"}).url == url("session", scorer.session)
    scorer = now(scorer)
    ledger = fresh(scorer.session)
    assert (len(ledger.stretches), ledger.last.is_over, ledger.table.options["rubbers"]) == (1, False, 2)
    scorer.record(GAME)
    scorer.record(GAME)
    assert scorer.totals == (16, -16, 16, -16)
    assert fresh(scorer.session).last.is_over


def test_what_the_game_was_raised_to_is_for_that_game_alone() -> None:
    scorer = rubber()
    for rubbers in ("2", "3"):
        play_on(now(scorer), **{"option-rubbers": rubbers})
        for _hand in range(2):
            now(scorer).record(GAME)
    tap(now(scorer), order="0 1 2 3")
    assert fresh(scorer.session).table.options["rubbers"] == 1, "the next game at this table"
    now(scorer).undo()
    now(scorer).close()
    fields = Form(browser(scorer).get("/new/?game=whist")).fields
    assert (fields["rules"], fields["option-rubbers"]) == ("short", "1")
    again = start_again(now(scorer).session, device=scorer.access.device, token=token())
    assert again.stretch.options["rubbers"] == 1
    fields = Form(browser(scorer).get(url("change_players", scorer.session))).fields
    assert fields["option-rubbers"] == "1", "with other people, too"


def test_undo_ends_the_game_again() -> None:
    scorer = rubber()
    play_on(scorer, **{"option-rubbers": "2"})
    scorer = now(scorer)
    scorer.undo()
    ledger = fresh(scorer.session)
    assert (ledger.last.is_over, ledger.table.options["rubbers"], ledger.totals) == (True, 1, (8, -8, 8, -8))


def test_a_number_that_is_too_low_is_refused() -> None:
    scorer = rubber()
    answer = play_on(scorer, **{"option-rubbers": "1"})
    assert answer.status_code == 422
    assert "That would end it too. Choose a higher number." in words_of(answer)
    assert fresh(scorer.session).last.is_over


def test_what_was_agreed_stays_when_a_hand_is_found_in_an_earlier_game() -> None:
    """The second game was agreed to one rubber and played on to two, then three, of which the last is undone."""
    scorer = rubber()
    tap(scorer, order="0 1 2 3")
    scorer = now(scorer)
    scorer.record(GAME)
    scorer.record(GAME)
    play_on(now(scorer), **{"option-rubbers": "2"})
    scorer = now(scorer)
    recording.insert(Write(scorer.session, **scorer.now({})), beside=1, after=False, raw={"call": "misdeal_lost"})
    for _hand in range(2):
        now(scorer).record(GAME)
    play_on(now(scorer), **{"option-rubbers": "3"})
    now(scorer).undo()
    tap(now(scorer), order="0 1 2 3")
    rubbers = [stretch.table.options["rubbers"] for stretch in fresh(now(scorer).session).stretches]
    assert rubbers == [1, 2, 1]


def test_in_a_later_stretch_only_that_one_goes_on() -> None:
    scorer = rubber()
    tap(scorer, order="0 2 1 3")
    scorer = now(scorer)
    scorer.record(GAME)
    scorer.record(GAME)
    play_on(now(scorer), **{"option-rubbers": "2"})
    ledger = fresh(scorer.session)
    assert [stretch.table.options["rubbers"] for stretch in ledger.stretches] == [1, 2]
    assert not ledger.last.is_over


def test_a_game_that_is_not_over_has_nothing_to_play_on() -> None:
    scorer = rubber()
    scorer.undo()
    assert browser(scorer).get(url("play_on", scorer.session))["Location"] == url("session", scorer.session)


def test_each_stretch_says_whose_rubber_is_not_finished() -> None:
    scorer = rubber()
    scorer.undo()
    scorer = change_players(scorer, order=(0, 2, 1, 3))
    scorer.record(GAME)
    page = words_of(browser(scorer).get(url("close", scorer.session))).replace("\u00a0", " ")
    assert "Anne + Chloé – Bruno + David: The last rubber is not finished" in page
    assert "Anne + Bruno – Chloé + David: The last rubber is not finished" in page
