"""The same table with other people: seats, dealer, what is frozen, and what is refused."""

from decimal import Decimal
from typing import Any

import pytest
from django.urls import reverse

from games.scoring.errors import RuleError
from scorekeeper.clubs.models import Player
from scorekeeper.evenings import attendance
from scorekeeper.organisers import merging
from scorekeeper.play.errors import CannotStartError, ConflictError, EveningSettledError, SessionClosedError
from scorekeeper.play.models import Role, Seat, Session, Verb
from scorekeeper.play.recording import change_players, services, session_start
from scorekeeper.play.recording.transaction import Write
from tests.evenings.club_evening import STAKE, TWELVE, Night
from tests.play.browsers import Form, browser, watcher_of, words_of
from tests.play.tables import FIVE, FOUR, GARDE, PASSED, Scribe, device, fresh, start, token

pytestmark = pytest.mark.django_db


def go_on(scribe: Scribe, leaving: tuple[int, ...] = (), coming: tuple[str, ...] = (), **changes: Any) -> Session:
    return services.change_players(Write(scribe.session, **scribe.now(changes)), leaving=leaving, joining=coming)


def names(session: Session) -> list[str]:
    return [seat.name for seat in session.seats.order_by("place")]


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
def test_the_order_of_the_seats_is_kept_and_the_deal_goes_on(players, passed, leaving, coming, then, dealer) -> None:
    scribe = Scribe(players=players)
    for _hand in range(passed):
        scribe.record(PASSED)
    followed = go_on(scribe, leaving, coming)
    assert names(followed) == then.split()
    ledger = fresh(followed)
    assert ledger.table.players[ledger.rules.dealer(ledger.table, ledger.state)] == dealer


def test_what_was_played_is_frozen_and_the_new_session_has_the_same_terms() -> None:
    scribe = Scribe(stake=Decimal("0.05"), currency="CHF")
    scribe.record(GARDE)
    followed = go_on(scribe, (3,), ("Emil",))
    scribe.session.refresh_from_db()
    assert scribe.session.closed_at is not None
    assert scribe.session.settlements.get().totals == [198, -66, -66, -66]
    assert followed.follows == scribe.session
    assert (followed.game, followed.rules, followed.stake, followed.currency) == (
        "tarot",
        "fft",
        Decimal("0.05"),
        "CHF",
    )
    assert fresh(followed).totals == (0, 0, 0, 0)
    assert [change.verb for change in scribe.session.changes.all()] == [Verb.START, Verb.RECORD, Verb.CLOSE]
    assert [seat.player for seat in followed.seats.all()][:3] == [seat.player for seat in scribe.session.seats.all()][
        :3
    ]


def test_a_second_tap_goes_on_with_the_same_session() -> None:
    scribe = Scribe()
    once = {"token": token(), "revision": 0}
    first = go_on(scribe, (3,), ("Emil",), **once)
    scribe.session.refresh_from_db()
    before = Session.objects.get(pk=scribe.session.pk)
    before.closed_at = None  # as on the page of the second tap
    scribe.session = before
    assert go_on(scribe, (3,), ("Emil",), **once) == first
    assert Session.objects.count() == 2


def test_a_session_that_is_closed_is_followed_once() -> None:
    scribe = Scribe()
    scribe.close()
    once = token()
    first, second = (go_on(scribe, (3,), ("Emil",), token=once) for _tap in range(2))
    assert first == second
    with pytest.raises(SessionClosedError):
        go_on(scribe, (3,), ("Fritz",))
    assert Session.objects.count() == 2


def test_whoever_has_not_seen_the_latest_hand_changes_nobody() -> None:
    scribe = Scribe()
    scribe.record(GARDE)
    with pytest.raises(ConflictError):
        go_on(scribe, (3,), ("Emil",), revision=0)
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
def test_a_table_that_the_game_does_not_take_is_refused_and_the_session_stays_open(leaving, coming) -> None:
    scribe = Scribe()
    with pytest.raises(RuleError):
        go_on(scribe, leaving, coming)
    assert Session.objects.get().closed_at is None


def test_all_browsers_of_the_table_come_along_and_who_was_shut_out_stays_out() -> None:
    scribe = Scribe()
    watcher, out = device(), device()
    services.join(scribe.session, device=watcher, role=Role.WATCHER)
    shut = services.join(scribe.session, device=out, role=Role.SCORER, label="Max")
    services.revoke_access(Write(scribe.session, **scribe.now({})), access_pk=shut.pk)
    followed = go_on(scribe, (3,), ("Emil",))
    found = {one.device: (one.role, one.shut_out_at is not None) for one in followed.accesses.all()}
    assert found == {
        scribe.access.device: (Role.SCORER, False),
        watcher: (Role.WATCHER, False),
        out: (Role.SCORER, True),
    }


def test_in_mort_the_next_one_deals_where_who_was_due_sits_out_the_first_game() -> None:
    players = {"game": "mort", "rules": "foster", "players": FOUR, "first_dealer": 0}
    scribe = Scribe(start(**players))
    for _game in range(3):  # twelve tricks win a game at once
        scribe.record({"tricks": 12})
    assert fresh(scribe.session).table.players[fresh(scribe.session).state.dealer] == "David"
    followed = go_on(scribe, (0,), ("Emil",))
    assert fresh(followed).table.players[followed.first_dealer] == "Emil"
    again = session_start.again(scribe.session, device=scribe.access.device, token=token())
    assert fresh(again).table.players[again.first_dealer] == "Anne"


# In an evening


def test_the_table_goes_on_in_its_evening_and_who_comes_is_there() -> None:
    night = Night()
    scribe = night.table(*TWELVE[:4], stake=STAKE)
    followed = go_on(scribe, (0,), (TWELVE[4],))
    assert followed.evening == night.evening
    assert night.evening.presences.filter(player=night.player(TWELVE[4])).exists()
    assert names(followed) == [TWELVE[4], *TWELVE[1:4]]


def test_nobody_comes_who_sits_at_another_table_and_the_session_stays_open() -> None:
    night = Night()
    night.start(*TWELVE[4:8])
    scribe = night.table(*TWELVE[:4])
    with pytest.raises(RuleError, match="still sits at another table"):
        go_on(scribe, (0,), (TWELVE[4],))
    assert Session.objects.get(pk=scribe.session.pk).closed_at is None


def merged_at_the_table() -> tuple[Night, Scribe]:
    """A table at which Zoé sits, who has since been merged into Member L."""
    night = Night()
    scribe = night.table("Zoé", *TWELVE[1:4])
    merging.merge(night.player("Member L"), night.player("Zoé"), by="")
    return night, scribe


@pytest.mark.parametrize("closed", [False, True])
def test_nobody_comes_who_sits_there_under_another_name(closed: bool) -> None:
    _night, scribe = merged_at_the_table()
    if closed:
        scribe.close()
    page = browser(scribe).post(
        url(scribe.session),
        {"revision": str(scribe.session.revision), "token": token(), "leaves": ["3"], "name": "Member L"},
    )
    assert page.status_code == 422
    assert "Zoé and Member L are one person." in words_of(page)
    assert 'value="Member L"' in page.content.decode()
    assert Session.objects.count() == 1
    assert (Session.objects.get().closed_at is not None) is closed


def test_the_table_shows_it_before_it_goes_on() -> None:
    _night, scribe = merged_at_the_table()
    page = browser(scribe).post(url(scribe.session), {"action": "look", "leaves": ["3"], "name": "member l"})
    assert page.status_code == 422
    assert "Zoé and member l are one person." in words_of(page)


def test_nor_do_two_names_of_one_person_come_but_each_of_them_can() -> None:
    night, scribe = merged_at_the_table()
    night.member("Max Moser", "Mo")
    with pytest.raises(RuleError, match="Mo and Max Moser are one person"):
        go_on(scribe, (2, 3), ("Mo", "Max Moser"))
    followed = go_on(scribe, (0, 3), ("Member L", "Max Moser"))  # Zoé keeps her own place, under her other name
    assert [seat.player.name for seat in followed.seats.order_by("place")] == [
        "Member L",
        *TWELVE[1:3],
        "Max Moser",
    ]
    assert night.club.players.filter(guest=True).count() == 1  # Zoé, whose record went into another


def test_two_merged_while_the_table_changes_its_players_sit_down_once(monkeypatch: pytest.MonkeyPatch) -> None:
    night = Night()
    scribe = night.table("Zoé", *TWELVE[1:4])
    known = session_start.known_by_name

    def merged_after_that(*asked: Any) -> Any:
        found = known(*asked)
        Player.objects.filter(name="Zoé").update(merged_into=night.player("Member L"))
        Seat.objects.filter(name="Zoé").update(player=night.player("Member L"))
        return found

    monkeypatch.setattr(change_players, "known_by_name", merged_after_that)
    with pytest.raises(RuleError, match="are one person"):
        go_on(scribe, (3,), ("Member L",))
    assert Session.objects.get().closed_at is None


def test_where_only_phones_that_run_evenings_start_sessions_no_other_lets_a_table_go_on() -> None:
    night = Night()
    scribe = night.table(*TWELVE[:4])
    night.club.starters = "runners"
    night.club.save()
    scribe.session.refresh_from_db()
    other = services.join(scribe.session, device=night.looker(), role=Role.SCORER, label="Table 2")
    table, change = reverse("session", args=[scribe.session.public_id]), url(scribe.session)
    looker, runner = browser(name=other.device), night.phone
    form = {"revision": "0", "token": token(), "leaves": ["0"], "name": TWELVE[4]}
    for answer in (looker.get(change), looker.post(change, form)):
        assert answer.status_code == 403
        assert "only phones that run evenings can start sessions" in words_of(answer)
    with pytest.raises(CannotStartError):
        services.change_players(Write(scribe.session, other, 0, token()), leaving=[0], joining=[TWELVE[4]])
    assert "Close and settle" in words_of(looker.get(table))
    assert "Change players" not in words_of(looker.get(table))
    assert "Change players" in words_of(runner.get(table))
    scribe.record(GARDE)
    scribe.close()
    scribe.session.refresh_from_db()
    assert not {"Continue with other players", "Same people again"} & said(looker.get(table))
    assert {"Continue with other players", "Same people again"} <= said(runner.get(table))
    assert "Same people again" not in words_of(looker.get("/"))
    assert "Same people again" in words_of(runner.get("/"))
    assert Session.objects.count() == 1
    assert runner.post(change, {**form, "revision": "1"}).status_code == 302
    assert Session.objects.count() == 2


def said(page: Any) -> set[str]:
    """Return the links that a closed session offers for continuing."""
    return {words for words in ("Continue with other players", "Same people again") if words in words_of(page)}


def test_what_follows_a_session_of_a_settled_evening_is_none_of_it() -> None:
    night = Night()
    scribe = night.table(*TWELVE[:4])
    scribe.close()
    night.settle()
    scribe.session = Session.objects.get(pk=scribe.session.pk)
    assert go_on(scribe, (0,), (TWELVE[4],)).evening is None
    with pytest.raises(EveningSettledError):
        scribe.reopen()


# The page


def url(session: Session) -> str:
    return reverse("change_players", args=[session.public_id])


def test_the_page_shows_the_table_first_and_then_lets_it_go_on() -> None:
    scribe = Scribe()
    client = browser(scribe)
    page = client.get(url(scribe.session))
    posted = {**Form(page, url(scribe.session)).fields, "leaves": ["1"], "comes": [], "name": "Emil"}
    looked = client.post(url(scribe.session), {**posted, "action": "look"})
    assert "Anne, Emil, Chloé, David. David deals first." in words_of(looked)
    assert 'value="Emil"' in looked.content.decode()
    assert Session.objects.count() == 1
    done = client.post(url(scribe.session), posted)
    followed = Session.objects.get(follows=scribe.session)
    assert done["Location"] == reverse("session", args=[followed.public_id])
    closed = client.get(reverse("session", args=[scribe.session.public_id]))
    assert reverse("session", args=[followed.public_id]) in closed.content.decode()
    assert "Continue with other players" not in words_of(closed)


def test_the_page_refuses_in_words_and_keeps_what_was_chosen() -> None:
    scribe = Scribe()
    page = browser(scribe).post(
        url(scribe.session), {"revision": "0", "token": token(), "leaves": ["0", "1"], "name": "Chloé"}
    )
    assert page.status_code == 422
    assert "Two players cannot have the same name" in words_of(page)
    assert page.content.decode().count("checked") == 2
    assert 'value="Chloé"' in page.content.decode()


def test_who_watches_changes_nobody_and_strangers_find_nothing() -> None:
    scribe = Scribe()
    assert watcher_of(scribe.session).get(url(scribe.session)).status_code == 403
    assert browser().post(url(scribe.session)).status_code == 404
    assert Session.objects.count() == 1


def test_those_who_are_free_tonight_are_offered() -> None:
    night = Night()
    scribe = night.table(*TWELVE[:4])
    night.start(*TWELVE[4:8])
    for name in TWELVE[8:10]:
        attendance.check_in(night.evening, name=name)
    page = browser(scribe).get(url(scribe.session))
    assert page.context["offered"] == [(TWELVE[8], False), (TWELVE[9], False)]


def test_at_home_those_who_are_known_here_are_offered() -> None:
    scribe = Scribe()
    start(device=scribe.access.device, players=FIVE)
    page = browser(scribe).get(url(scribe.session))
    assert page.context["offered"] == [("Emil", False)]
