"""A game of a club, or a rule set, was removed: nothing fails, and what was played still counts."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.models import HouseRules
from scorekeeper.evenings.models import Evening
from scorekeeper.play.ledger import ledgers
from scorekeeper.play.models import Session
from scorekeeper.standings.models import Season
from tests.clubs.clubs import House, signed_in
from tests.evenings.club_evening import TWELVE, Night
from tests.play.browsers import words_of
from tests.play.tables import GARDE, Scribe
from tests.printing.asked import printed
from tests.standings.stored_results import NEW_YEAR, met, played, undertook

pytestmark = pytest.mark.django_db

GONE = [pytest.param("belote", "coinche", id="game"), pytest.param("tarot", "marseille", id="rule set")]


def words_for(game: str, rules: str) -> str:
    return f"{game if game == 'belote' else rules} (no longer installed)"


class Rest:
    """A club with an evening tonight, an open and a closed session of the removed game, and a season of it."""

    def __init__(self, game: str, rules: str) -> None:
        self.night = Night()
        scribe = Scribe(self.night.start(*TWELVE[:4]))
        scribe.record(GARDE)
        self.open: Session = scribe.session
        ledgers.forget()  # games are removed while nothing runs
        Session.objects.filter(pk=self.open.pk).update(game=game, rules=rules)
        totals = dict(zip(TWELVE[4:6], (7, -7), strict=True))
        self.closed = played(self.night.club, totals, game=game, rules=rules)
        met(self.closed, TWELVE[4], TWELVE[5], together=3, against=4)
        undertook(self.closed, TWELVE[4], "sans_atout", made=2, failed=1, amount=9)
        self.season = Season.objects.create(
            club=self.night.club, name="Of old", starts=NEW_YEAR, game=game, rules=rules
        )
        HouseRules.objects.create(club=self.night.club, game=game, rules=rules, options={"x": 1}, currency="Taler")
        self.organiser: Client = signed_in(self.night.organiser("marion"))


@pytest.mark.parametrize(("game", "rules"), GONE)
def test_standings_and_the_pages_of_members_count_what_was_played(game: str, rules: str) -> None:
    rest, said = Rest(game, rules), words_for(game, rules)
    player = rest.night.player(TWELVE[4])
    of_game = f"game={game}&rules={rules}"
    addresses = [
        *(f"{reverse('standings')}?{asked}" for asked in ("", of_game, f"season={rest.season.pk}")),
        *(f"{reverse(name, args=[player.pk])}?{of_game}" for name in ("member", "member_sessions")),
        f"{reverse('member_sessions', args=[player.pk])}?game={game}&call=sans_atout",
        f"{reverse('member', args=[player.pk])}?season={rest.season.pk}",
    ]
    for address in addresses:
        page = rest.night.phone.get(address)
        assert page.status_code == 200, address
        assert TWELVE[4] in words_of(page), address
        if of_game in address:
            assert said in words_of(page).lower(), address
    for asked in ("game=bridge", "game=tarot&rules=bridge", f"game={game}&rules=bridge", f"{of_game}&by=points"):
        assert rest.night.phone.get(f"{reverse('standings')}?{asked}").status_code == 404, asked


@pytest.mark.parametrize(("game", "rules"), GONE)
def test_no_page_of_a_phone_fails_and_the_table_says_why_it_cannot_be_seen(game: str, rules: str) -> None:
    rest = Rest(game, rules)
    evening = rest.night.evening.public_id
    for address in ("/", "/club/", "/new/", "/club/members/", reverse("evenings"), reverse("new")):
        assert rest.night.phone.get(address).status_code == 200, address
    for name in ("evening", "evening_settlement", "evening_links", "evening_draw"):
        assert rest.night.phone.get(reverse(name, args=[evening])).status_code == 200, name
    for session in (rest.open, rest.closed):
        table = rest.night.phone.get(reverse("session", args=[session.public_id]))
        assert table.status_code == 404
        assert "This game is no longer installed" in words_of(table)
    assert rest.night.phone.get(reverse("join", args=[rest.open.scorer_token])).status_code == 404


@pytest.mark.parametrize(("game", "rules"), GONE)
def test_what_is_left_is_printed_and_said_what_is_not(game: str, rules: str) -> None:
    rest, said = Rest(game, rules), words_for(game, rules)
    address = reverse("print_evening", args=[rest.night.evening.public_id])
    alone = rest.night.phone.get(address)
    assert alone.status_code == 422
    assert "The game of these sessions is no longer installed: Member A, Member B" in words_of(alone)
    rest.night.played(*TWELVE[8:])
    beside = rest.night.phone.get(address)
    assert beside.status_code == 200
    assert "The game of these sessions is no longer installed: Member A, Member B" in words_of(beside)
    assert printed(rest.night.phone, address, what="result").has("+198")
    assert rest.night.phone.get(reverse("print_session", args=[rest.open.public_id])).status_code == 404
    assert printed(rest.night.phone, reverse("print_standings"), season=rest.season.pk).has(said)


@pytest.mark.parametrize(("game", "rules"), GONE)
def test_the_panel_lists_house_rules_that_are_gone_and_lets_them_be_deleted(game: str, rules: str) -> None:
    rest, said = Rest(game, rules), words_for(game, rules)
    row = HouseRules.objects.get()
    listed = words_of(rest.organiser.get("/admin/clubs/houserules/"))
    assert said in listed
    assert "Taler" in listed
    page = rest.organiser.get(f"/admin/clubs/houserules/{row.pk}/change/")
    assert page.status_code == 200
    if game == "belote":
        assert said in words_of(page)
        posted = {"rules": "coinche", "currency": "CHF"}
        assert rest.organiser.post(f"/admin/clubs/houserules/{row.pk}/change/", posted).status_code == 403
    assert rest.organiser.post(f"/admin/clubs/houserules/{row.pk}/delete/", {"post": "yes"}).status_code == 302
    assert not HouseRules.objects.exists()


@pytest.mark.parametrize(("game", "rules"), GONE)
def test_no_page_of_the_panel_fails(game: str, rules: str) -> None:
    rest, said = Rest(game, rules), words_for(game, rules)
    for address in ("/admin/", "/admin/play/session/", "/admin/play/session/journal/", "/admin/standings/season/"):
        assert rest.organiser.get(address).status_code == 200, address
    assert rest.organiser.get(f"/admin/standings/season/{rest.season.pk}/change/").status_code == 200
    assert rest.organiser.get(f"/admin/evenings/evening/{rest.night.evening.pk}/change/").status_code == 200
    for session in (rest.open, rest.closed):
        page = rest.organiser.get(f"/admin/play/session/{session.pk}/change/")
        assert said in words_of(page)
        assert rest.organiser.get(f"/admin/play/session/{session.pk}/hands/1/").status_code == 404


def do(rest: Rest, verb: str, **more: Any) -> str:
    form = {"revision": "1", "token": "once", "verb": verb, **more}
    return words_of(rest.organiser.post(f"/admin/play/session/{rest.open.pk}/action/", form, follow=True))


@pytest.mark.parametrize(("game", "rules"), GONE)
def test_what_is_done_with_such_a_session_is_refused_in_words_or_needs_no_rules(game: str, rules: str) -> None:
    rest = Rest(game, rules)
    for verb in ("close", "lock", "renew"):
        assert "The game of this session is no longer installed" in do(rest, verb), verb
    for action in ("close", "lock", "export"):
        form = {"action": action, "_selected_action": [rest.open.pk], "index": "0"}
        page = rest.organiser.post("/admin/play/session/", form, follow=True)
        assert "no longer installed" in words_of(page), action
        assert TWELVE[0] in words_of(page), action
    assert Session.objects.get(pk=rest.open.pk).closed_at is None
    assert "Moved" in do(rest, "move", evening="")
    assert not Evening.objects.get().sessions.exists()


def test_house_rules_of_a_game_that_is_gone_are_not_what_a_new_session_begins_with() -> None:
    house = House()
    HouseRules.objects.create(club=house.club, game="belote", rules="coinche", options={}, currency="€")
    page = house.phone.get("/new/")
    assert page.status_code == 200
    assert not page.context["draft"].as_house
