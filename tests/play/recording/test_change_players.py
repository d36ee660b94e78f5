"""The same table with other people: seats, dealer, what is frozen, and what is refused."""

from decimal import Decimal
from typing import Any

import pytest
from django.urls import reverse

from games.scoring.errors import RuleError
from scorekeeper.clubs.models import Player
from scorekeeper.desk import attendance
from scorekeeper.evenings.errors import EveningSettledError
from scorekeeper.organisers import merging
from scorekeeper.play import recording
from scorekeeper.play.errors import CannotStartError, ConflictError, SessionClosedError
from scorekeeper.play.models import Role, Seat, Session
from scorekeeper.play.recording import players
from scorekeeper.play.recording.players import start_again
from scorekeeper.play.recording.start import known_by_name
from scorekeeper.play.recording.write import Write
from tests.desk.club_evening import STAKE, TWELVE, ClubEvening
from tests.play.browsers import Form, browser, watcher_of, words_of
from tests.play.tables import FIVE, FOUR, GARDE, PASSED, Scorer, device, fresh, start, token

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def go_on(scorer: Scorer, leaving: tuple[int, ...] = (), coming: tuple[str, ...] = (), **changes: Any) -> Session:
    return recording.change_players(Write(scorer.session, **scorer.now(changes)), leaving=leaving, joining=coming)


def names(session: Session) -> list[str]:
    return [seat.name for seat in session.seats]


@pytest.mark.parametrize(
    ("players", "passed", "leaving", "coming", "then", "dealer"),
    [
        # David deals first; after each hand the next in the order of the seats.
        pytest.param(FOUR, 1, (1,), ("Emil",), "Anne Emil Chloé David", "Anne", id="somebody else in one place"),
        pytest.param(FOUR, 2, (1,), ("Emil",), "Anne Emil Chloé David", "Emil", id="who was due to deal left"),
        pytest.param(FOUR, 1, (), ("Emil",), "Anne Bruno Chloé David Emil", "Anne", id="a fifth sits down"),
        pytest.param(FIVE, 3, (2,), (), "Anne Bruno David Emil", "David", id="who was due left, the next deals"),
        pytest.param(FIVE, 0, (4,), (), "Anne Bruno Chloé David", "Anne", id="the last was due and left"),
        pytest.param(FIVE, 1, (1, 3), ("Fritz",), "Anne Fritz Chloé Emil", "Anne", id="two leave, one comes"),
        pytest.param(FOUR, 1, (0, 2), ("Emil", "Fritz"), "Emil Bruno Fritz David", "Emil", id="two for two"),
    ],
)
def test_the_seating_order_is_kept_and_the_deal_continues(players, passed, leaving, coming, then, dealer) -> None:
    scorer = Scorer(players=players)
    for _hand in range(passed):
        scorer.record(PASSED)
    followed = go_on(scorer, leaving, coming)
    assert names(followed) == then.split()
    ledger = fresh(followed)
    assert ledger.table.players[ledger.rules.dealer(ledger.table, ledger.state)] == dealer


def test_after_a_closed_session_a_new_one_has_the_same_terms() -> None:
    scorer = Scorer(stake=Decimal("0.05"), currency="CHF")
    scorer.record(GARDE)
    scorer.close()
    followed = go_on(scorer, (3,), ("Emil",))
    assert followed.follows == scorer.session
    assert (followed.game, followed.rules, followed.stake, followed.currency) == (
        "tarot",
        "fft",
        Decimal("0.05"),
        "CHF",
    )
    assert fresh(followed).totals == (0, 0, 0, 0)
    assert [seat.player for seat in followed.seats][:3] == [seat.player for seat in scorer.session.seats][:3]


def test_a_closed_session_is_followed_once() -> None:
    scorer = Scorer()
    scorer.close()
    once = token()
    first, second = (go_on(scorer, (3,), ("Emil",), token=once) for _tap in range(2))
    assert first == second
    with pytest.raises(SessionClosedError):
        go_on(scorer, (3,), ("Fritz",))
    assert Session.objects.count() == 2


def test_changing_players_with_an_outdated_ledger_is_refused() -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    with pytest.raises(ConflictError):
        go_on(scorer, (3,), ("Emil",), revision=0)
    assert Session.objects.get().closed_at is None


@pytest.mark.parametrize(
    ("leaving", "coming"),
    [
        pytest.param((), (), id="nobody"),
        pytest.param((0, 1), (), id="two are too few"),
        pytest.param((), ("Emil", "Fritz"), id="six are too many"),
        pytest.param((0,), ("bruno",), id="who sits there already"),
        pytest.param((0,), (" ",), id="nobody by name"),
    ],
)
def test_a_table_that_the_game_does_not_allow_is_refused_and_the_session_stays_open(leaving, coming) -> None:
    scorer = Scorer()
    with pytest.raises(RuleError):
        go_on(scorer, leaving, coming)
    assert Session.objects.get().closed_at is None


def test_all_browsers_move_to_a_session_that_follows_and_shut_out_ones_stay_out() -> None:
    scorer = Scorer()
    watcher, out = device(), device()
    recording.join(scorer.session, device=watcher, role=Role.WATCHER)
    shut = recording.join(scorer.session, device=out, role=Role.SCORER, label="Max")
    recording.shut_out(Write(scorer.session, **scorer.now({})), access_pk=shut.pk)
    scorer.close()
    followed = go_on(scorer, (3,), ("Emil",))
    accesses = {access.device: (access.role, access.shut_out_at is not None) for access in followed.accesses.all()}
    assert accesses == {
        scorer.access.device: (Role.SCORER, False),
        watcher: (Role.WATCHER, False),
        out: (Role.SCORER, True),
    }


def test_in_mort_the_next_player_deals_if_the_dealer_sits_out_the_first_game() -> None:
    players = {"game": "mort", "rules": "foster", "players": FOUR, "first_dealer": 0}
    scorer = Scorer(start(**players))
    for _game in range(3):  # twelve tricks win a game at once
        scorer.record({"tricks": 12})
    assert fresh(scorer.session).table.players[fresh(scorer.session).state.dealer] == "David"
    scorer.close()
    followed = go_on(scorer, (0,), ("Emil",))
    assert fresh(followed).table.players[followed.stretch.first_dealer] == "Emil"
    again = start_again(scorer.session, device=scorer.access.device, token=token())
    assert fresh(again).table.players[again.stretch.first_dealer] == "Anne"


# In an evening


def test_new_players_are_present_at_the_evening() -> None:
    club_evening = ClubEvening()
    scorer = club_evening.table(*TWELVE[:4], stake=STAKE)
    followed = go_on(scorer, (0,), (TWELVE[4],))
    assert followed.evening == club_evening.evening
    assert club_evening.evening.presences.filter(player=club_evening.player(TWELVE[4])).exists()
    assert names(followed) == [TWELVE[4], *TWELVE[1:4]]


def test_a_player_seated_at_another_table_is_refused_and_the_session_stays_open() -> None:
    club_evening = ClubEvening()
    club_evening.start(*TWELVE[4:8])
    scorer = club_evening.table(*TWELVE[:4])
    with pytest.raises(RuleError, match="is still at another of this evening’s tables"):
        go_on(scorer, (0,), (TWELVE[4],))
    assert Session.objects.get(pk=scorer.session.pk).closed_at is None


def merged_at_the_table() -> tuple[ClubEvening, Scorer]:
    """A table at which Zoé sits, who has since been merged into Member L."""
    club_evening = ClubEvening()
    scorer = club_evening.table("Zoé", *TWELVE[1:4])
    merging.merge(club_evening.player("Member L"), club_evening.player("Zoé"), by="")
    return club_evening, scorer


@pytest.mark.parametrize("closed", [False, True])
def test_a_player_seated_under_another_name_is_refused(closed: bool) -> None:
    _club_evening, scorer = merged_at_the_table()
    if closed:
        scorer.close()
    page = browser(scorer).post(
        url(scorer.session),
        {"revision": str(scorer.session.revision), "token": token(), "leaves": ["3"], "name": "Member L"},
    )
    assert page.status_code == 422
    assert "Zoé and Member L are the same person." in words_of(page)
    assert ">Member L</textarea>" in page.content.decode()
    assert Session.objects.count() == 1
    assert (Session.objects.get().closed_at is not None) is closed


def test_the_new_table_is_previewed() -> None:
    _club_evening, scorer = merged_at_the_table()
    page = browser(scorer).post(url(scorer.session), {"action": "look", "leaves": ["3"], "name": "member l"})
    assert page.status_code == 422
    assert "Zoé and member l are the same person." in words_of(page)


def test_two_names_of_one_person_cannot_sit_together_but_either_can_alone() -> None:
    club_evening, scorer = merged_at_the_table()
    club_evening.member("Max Moser", "Mo")
    with pytest.raises(RuleError, match="Mo and Max Moser are the same person"):
        go_on(scorer, (2, 3), ("Mo", "Max Moser"))
    followed = go_on(scorer, (0, 3), ("Member L", "Max Moser"))  # Zoé keeps her own place, under her other name
    assert [seat.player.name for seat in followed.seats] == [
        "Member L",
        *TWELVE[1:3],
        "Max Moser",
    ]
    assert club_evening.club.players.filter(guest=True).count() == 1  # Zoé, whose record went into another


def test_two_records_merged_while_players_change_are_seated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    club_evening = ClubEvening()
    scorer = club_evening.table("Zoé", *TWELVE[1:4])
    known = known_by_name

    def merged_after_that(*arguments: Any) -> Any:
        players_known = known(*arguments)
        Player.objects.filter(name="Zoé").update(merged_into=club_evening.player("Member L"))
        Seat.objects.filter(name="Zoé").update(player=club_evening.player("Member L"))
        return players_known

    monkeypatch.setattr(players, "known_by_name", merged_after_that)
    with pytest.raises(RuleError, match="are the same person"):
        go_on(scorer, (3,), ("Member L",))
    assert Session.objects.get().closed_at is None


def test_if_only_some_phones_may_start_sessions_only_they_may_change_players() -> None:
    club_evening = ClubEvening()
    scorer = club_evening.table(*TWELVE[:4])
    club_evening.club.starters = "runners"
    club_evening.club.save()
    scorer.session.refresh_from_db()
    other = recording.join(scorer.session, device=club_evening.watching_phone(), role=Role.SCORER, label="Table 2")
    table, change = reverse("session", args=[scorer.session.public_id]), url(scorer.session)
    watching_phone, runner = browser(name=other.device), club_evening.phone
    form = {"revision": "0", "token": token(), "leaves": ["0"], "name": TWELVE[4]}
    for response in (watching_phone.get(change), watching_phone.post(change, form)):
        assert response.status_code == 403
        assert "only phones that run evenings can start sessions" in words_of(response)
    with pytest.raises(CannotStartError):
        recording.change_players(Write(scorer.session, other, 0, token()), leaving=[0], joining=[TWELVE[4]])
    assert "Close and settle" in words_of(watching_phone.get(table))
    assert "Change players" not in words_of(watching_phone.get(table))
    assert "Change players" in words_of(runner.get(table))
    scorer.record(GARDE)
    scorer.close()
    scorer.session.refresh_from_db()
    assert not {"Continue with other players", "Same people again"} & next_steps(watching_phone.get(table))
    assert {"Continue with other players", "Same people again"} <= next_steps(runner.get(table))
    assert "Same people again" not in words_of(watching_phone.get("/"))
    assert "Same people again" in words_of(runner.get("/"))
    assert Session.objects.count() == 1
    assert runner.post(change, {**form, "revision": "1"}).status_code == 302
    assert Session.objects.count() == 2


def next_steps(page: Any) -> set[str]:
    """Return the links that a closed session offers for continuing."""
    return {words for words in ("Continue with other players", "Same people again") if words in words_of(page)}


def test_a_session_that_follows_one_of_a_settled_evening_is_not_part_of_it() -> None:
    club_evening = ClubEvening()
    scorer = club_evening.table(*TWELVE[:4])
    scorer.close()
    club_evening.settle()
    scorer.session = Session.objects.get(pk=scorer.session.pk)
    assert go_on(scorer, (0,), (TWELVE[4],)).evening is None
    with pytest.raises(EveningSettledError):
        scorer.reopen()


# The page


def url(session: Session) -> str:
    return reverse("change_players", args=[session.public_id])


def test_the_page_previews_the_table_and_then_continues() -> None:
    scorer = Scorer()
    client = browser(scorer)
    page = client.get(url(scorer.session))
    posted = {**Form(page, url(scorer.session)).fields, "leaves": ["1"], "comes": [], "name": "Emil"}
    looked = client.post(url(scorer.session), {**posted, "action": "look"})
    assert "Anne, Emil, Chloé, David. David deals first." in words_of(looked)
    assert ">Emil</textarea>" in looked.content.decode()
    assert Session.objects.count() == 1
    done = client.post(url(scorer.session), posted)
    assert done["Location"] == reverse("session", args=[scorer.session.public_id])
    assert Session.objects.count() == 1
    assert names(scorer.session) == ["Anne", "Emil", "Chloé", "David"]


def test_the_page_refuses_invalid_choices_with_a_message_and_keeps_them() -> None:
    scorer = Scorer()
    page = browser(scorer).post(
        url(scorer.session), {"revision": "0", "token": token(), "leaves": ["0", "1"], "name": "Chloé"}
    )
    assert page.status_code == 422
    assert "Two players cannot have the same name" in words_of(page)
    leaving = page.content.decode().partition("Who leaves")[2].partition("</fieldset>")[0]
    assert leaving.count("checked") == 2
    assert ">Chloé</textarea>" in page.content.decode()


def test_a_comma_belongs_to_a_name_and_each_line_is_one_player() -> None:
    scorer = Scorer()
    typed = "Ahrens, Gisela\r\n\r\nEmil\r\nFritz "
    form = {"revision": "0", "token": token(), "leaves": ["1", "2", "3"], "name": typed}
    browser(scorer).post(url(scorer.session), form)
    assert names(scorer.session) == ["Anne", "Gisela Ahrens", "Emil", "Fritz"]
    page = browser(scorer).get(reverse("journal", args=[scorer.session.public_id]))
    assert "Gisela Ahrens" in words_of(page)


def test_watchers_cannot_change_players_and_strangers_find_nothing() -> None:
    scorer = Scorer()
    assert watcher_of(scorer.session).get(url(scorer.session)).status_code == 403
    assert browser().post(url(scorer.session)).status_code == 404
    assert Session.objects.count() == 1


def test_free_people_of_the_evening_are_offered() -> None:
    club_evening = ClubEvening()
    scorer = club_evening.table(*TWELVE[:4])
    club_evening.start(*TWELVE[4:8])
    for name in TWELVE[8:10]:
        attendance.check_in(club_evening.evening, name=name)
    page = browser(scorer).get(url(scorer.session))
    assert page.context["offered"] == [(TWELVE[8], False), (TWELVE[9], False)]


def test_at_the_home_table_known_players_are_offered() -> None:
    scorer = Scorer()
    start(device=scorer.access.device, players=FIVE)
    page = browser(scorer).get(url(scorer.session))
    assert page.context["offered"] == [("Emil", False)]
