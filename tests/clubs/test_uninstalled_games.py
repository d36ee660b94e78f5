"""A game of a club, or a rule set, was removed: nothing fails, and what was played still counts."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.models import HouseRules
from scorekeeper.evenings.models import Evening
from scorekeeper.play.ledger import forget_ledgers
from scorekeeper.play.models import Session
from scorekeeper.standings.models import Season
from tests.clubs.clubs import SampleClub, signed_in
from tests.desk.club_evening import TWELVE, ClubEvening
from tests.play.browsers import words_of
from tests.play.tables import GARDE, Scorer
from tests.printing.print_pages import printed
from tests.standings.stored_results import NEW_YEAR, met, played, undertook

pytestmark = pytest.mark.django_db

GONE = [pytest.param("piquet", "cent", id="game"), pytest.param("tarot", "marseille", id="rule set")]


def words_for(game: str, rules: str) -> str:
    return f"{game if game == 'piquet' else rules} (no longer installed)"


class ClubWithUninstalledGame:
    """A club with an evening tonight, an open and a closed session of the removed game, and a season of it."""

    def __init__(self, game: str, rules: str) -> None:
        self.club_evening = ClubEvening()
        scorer = Scorer(self.club_evening.start(*TWELVE[:4]))
        scorer.record(GARDE)
        self.open: Session = scorer.session
        forget_ledgers()  # games are removed while nothing runs
        Session.objects.filter(pk=self.open.pk).update(game=game, rules=rules)
        totals = dict(zip(TWELVE[4:6], (7, -7), strict=True))
        self.closed = played(self.club_evening.club, totals, game=game, rules=rules)
        met(self.closed, TWELVE[4], TWELVE[5], together=3, against=4)
        undertook(self.closed, TWELVE[4], "sans_atout", made=2, failed=1, amount=9)
        self.season = Season.objects.create(
            club=self.club_evening.club, name="Of old", starts=NEW_YEAR, game=game, rules=rules
        )
        HouseRules.objects.create(
            club=self.club_evening.club, game=game, rules=rules, options={"x": 1}, currency="Taler"
        )
        self.organiser: Client = signed_in(self.club_evening.organiser("marion"))


@pytest.mark.parametrize(("game", "rules"), GONE)
def test_standings_and_member_pages_count_sessions_of_an_uninstalled_game(game: str, rules: str) -> None:
    club, notice = ClubWithUninstalledGame(game, rules), words_for(game, rules)
    player = club.club_evening.player(TWELVE[4])
    of_game = f"game={game}&rules={rules}"
    addresses = [
        *(f"{reverse('standings')}?{query}" for query in ("", of_game, f"season={club.season.pk}")),
        *(f"{reverse(name, args=[player.pk])}?{of_game}" for name in ("member", "member_sessions")),
        f"{reverse('member_sessions', args=[player.pk])}?game={game}&call=sans_atout",
        f"{reverse('member', args=[player.pk])}?season={club.season.pk}",
    ]
    for address in addresses:
        page = club.club_evening.phone.get(address)
        assert page.status_code == 200, address
        assert TWELVE[4] in words_of(page), address
        if of_game in address:
            assert notice in words_of(page).lower(), address
    for query in ("game=snap", "game=tarot&rules=snap", f"game={game}&rules=snap", f"{of_game}&by=points"):
        assert club.club_evening.phone.get(f"{reverse('standings')}?{query}").status_code == 404, query


@pytest.mark.parametrize(("game", "rules"), GONE)
def test_phone_pages_work_and_the_table_says_why_it_cannot_be_shown(game: str, rules: str) -> None:
    club = ClubWithUninstalledGame(game, rules)
    evening = club.club_evening.evening.public_id
    for address in ("/", "/club/", "/new/", "/club/members/", reverse("evenings"), reverse("new")):
        assert club.club_evening.phone.get(address).status_code == 200, address
    for name in ("evening", "evening_cash", "evening_links", "evening_draw"):
        assert club.club_evening.phone.get(reverse(name, args=[evening])).status_code == 200, name
    for session in (club.open, club.closed):
        table = club.club_evening.phone.get(reverse("session", args=[session.public_id]))
        assert table.status_code == 404
        assert "This game is no longer installed" in words_of(table)
    assert club.club_evening.phone.get(reverse("join", args=[club.open.scorer_token])).status_code == 404


@pytest.mark.parametrize(("game", "rules"), GONE)
def test_the_rest_is_printed_with_a_note_of_what_is_missing(game: str, rules: str) -> None:
    club, notice = ClubWithUninstalledGame(game, rules), words_for(game, rules)
    address = reverse("print_evening", args=[club.club_evening.evening.public_id])
    alone = club.club_evening.phone.get(address)
    assert alone.status_code == 422
    assert "The game of these sessions is no longer installed: Member A, Member B" in words_of(alone)
    club.club_evening.played(*TWELVE[8:])
    beside = club.club_evening.phone.get(address)
    assert beside.status_code == 200
    assert "The game of these sessions is no longer installed: Member A, Member B" in words_of(beside)
    assert printed(club.club_evening.phone, address, what="result").has("+198")
    assert club.club_evening.phone.get(reverse("print_session", args=[club.open.public_id])).status_code == 404
    assert printed(club.club_evening.phone, reverse("print_standings"), season=club.season.pk).has(notice)


@pytest.mark.parametrize(("game", "rules"), GONE)
def test_house_rules_of_an_uninstalled_game_are_listed_and_can_be_deleted(game: str, rules: str) -> None:
    club, notice = ClubWithUninstalledGame(game, rules), words_for(game, rules)
    row = HouseRules.objects.get()
    listed = words_of(club.organiser.get("/admin/clubs/houserules/"))
    assert notice in listed
    assert "Taler" in listed
    page = club.organiser.get(f"/admin/clubs/houserules/{row.pk}/change/")
    assert page.status_code == 200
    if game == "piquet":
        assert notice in words_of(page)
        posted = {"rules": "cent", "currency": "CHF"}
        assert club.organiser.post(f"/admin/clubs/houserules/{row.pk}/change/", posted).status_code == 403
    assert club.organiser.post(f"/admin/clubs/houserules/{row.pk}/delete/", {"post": "yes"}).status_code == 302
    assert not HouseRules.objects.exists()


@pytest.mark.parametrize(("game", "rules"), GONE)
def test_every_panel_page_works(game: str, rules: str) -> None:
    club, notice = ClubWithUninstalledGame(game, rules), words_for(game, rules)
    for address in ("/admin/", "/admin/play/session/", "/admin/play/session/journal/", "/admin/standings/season/"):
        assert club.organiser.get(address).status_code == 200, address
    assert club.organiser.get(f"/admin/standings/season/{club.season.pk}/change/").status_code == 200
    for session in (club.open, club.closed):
        page = club.organiser.get(f"/admin/play/session/{session.pk}/change/")
        assert notice in words_of(page)
        assert club.organiser.get(f"/admin/play/session/{session.pk}/hands/1/").status_code == 404


def do(club: ClubWithUninstalledGame, verb: str, **more: Any) -> str:
    form = {"revision": "1", "token": "once", "verb": verb, "confirmed": "yes", **more}
    return words_of(club.organiser.post(f"/admin/play/session/{club.open.pk}/action/", form, follow=True))


@pytest.mark.parametrize(("game", "rules"), GONE)
def test_actions_on_such_a_session_are_refused_with_a_message_or_need_no_rules(game: str, rules: str) -> None:
    club = ClubWithUninstalledGame(game, rules)
    for verb in ("close", "lock", "renew"):
        assert "The game of this session is no longer installed" in do(club, verb), verb
    for action in ("close", "lock", "export"):
        form = {"action": action, "_selected_action": [club.open.pk], "index": "0", "confirmed": "yes"}
        page = club.organiser.post("/admin/play/session/", form, follow=True)
        assert "no longer installed" in words_of(page), action
        assert TWELVE[0] in words_of(page), action
    assert Session.objects.get(pk=club.open.pk).closed_at is None
    assert "Moved" in do(club, "move", evening="")
    assert not Evening.objects.get().sessions.exists()


def test_house_rules_of_an_uninstalled_game_do_not_prefill_a_new_session() -> None:
    sample_club = SampleClub()
    HouseRules.objects.create(club=sample_club.club, game="piquet", rules="cent", options={}, currency="€")
    page = sample_club.phone.get("/new/")
    assert page.status_code == 200
    assert not page.context["draft"].as_house
