"""The pages of a result: who sees it, how the desk releases it, and when it is final."""

from __future__ import annotations

import gzip
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.scoring.errors import RuleError
from scorekeeper.desk import lists
from scorekeeper.desk.audit_notes import AT_DESK, in_words
from tests.desk.club_evening import ClubEvening
from tests.desk.club_tournament import change_tournament
from tests.desk.documents import examples
from tests.desk.stored import store
from tests.play.browsers import browser, words_of

pytestmark = pytest.mark.django_db
WORKED = {example["id"]: example["document"] for example in examples("worked_examples.json")}


class ClubResult(ClubEvening):
    """A club with a worked example as its tournament, a phone that runs it and one that watches."""

    def __init__(self, example: str = "withdrawn", **changes: Any) -> None:
        super().__init__(members=("Anne",))
        self.tournament = store(WORKED[example], self.evening)
        change_tournament(self.tournament, **changes)
        self.url = reverse("tournament_result", args=[self.evening.public_id])
        self.watcher = browser(name=self.watching_phone())

    def act(self, action: str, **fields: str) -> Any:
        return self.phone.post(self.url, {"action": action, **fields})

    def public(self, name: str = "public_result", query: str = "") -> Any:
        self.tournament.refresh_from_db()
        return Client().get(reverse(name, args=[self.tournament.public_token]) + query)

    def notes(self) -> list[str]:
        return [in_words(entry) for entry in self.club.audit_entries.filter(action=AT_DESK).order_by("pk")]


# What is shown


def test_the_page_shows_places_totals_prizes_and_teams_as_calculated() -> None:
    """Bruno is last because he withdrew; Anne and David share 5.00 and 2.00; Asse has 130, Buben 100."""
    club = ClubResult()
    page = club.watcher.get(club.url)
    day = page.context["stored"].day
    assert [(line.place, line.entry.name, line.prize) for line in day.lines] == [
        (1, "Chloé", 1000),
        (2, "Anne", 350),
        (2, "David", 350),
        (4, "Bruno", 0),
    ]
    words = words_of(page)
    for part in ("withdrawn", "€3.50", "€10.00", "Asse", "130", "3 pairs have sat at the same table twice"):
        assert part in words, part


def test_teams_with_match_points_come_first_and_say_what_each_round_brought() -> None:
    """The league day of the worked examples: Damen have more points than Contra, and are last."""
    club = ClubResult("league-day")
    page = club.watcher.get(club.url)
    words = words_of(page)
    assert "Match points by place in each round: 3, 2, 1, 0. Equal ones: the total." in words
    teams = words[words.index("Match points by place") : words.index("Astrid Arndt")]
    order = [teams.index(words) for words in ("Buben", "5:4", "Contra", "11943", "4½:4½", "Asse", "Damen", "4:5")]
    assert order == sorted(order)
    assert "1½:1½" in teams


def test_a_team_that_counts_as_a_full_one_says_so() -> None:
    club = ClubResult("league-day")
    club.tournament.entries.filter(name="Dirk Decker").update(team="")
    club.tournament.terms["team_size"] = 4
    club.tournament.save()
    words = words_of(club.watcher.get(club.url))
    assert "A team of 3 counts as one of 4." in words
    assert "one player missing; counts as 4" in words
    # 745 + 1118 + 803 = 2666, and a third more
    assert "3554.67" in words
    german = words_of(club.watcher.get(club.url, headers={"accept-language": "de"}))
    assert "3554,67" in german


def test_tie_breaks_are_described_in_words_and_missing_lists_are_counted() -> None:
    club = ClubResult("tie-breaks-won-and-lost")
    assert "Equal totals: More games won · Fewer games lost" in words_of(club.watcher.get(club.url))
    club.evening.rounds.get().lists.update(confirmed_at=None)
    assert "1 list is missing: round 1, table 1" in words_of(club.watcher.get(club.url))


def test_missing_lists_are_links_for_the_club_and_words_for_the_public() -> None:
    club = ClubResult("tie-breaks-won-and-lost", is_public=True)
    club.evening.rounds.get().lists.update(confirmed_at=None)
    link = reverse("tournament_list", args=[club.evening.public_id, 1, 1])
    assert f'href="{link}" aria-label="Round 1, table 1"' in club.phone.get(club.url).content.decode()
    assert "1 list is missing: round 1, table 1" in words_of(club.public())
    assert link not in club.public().content.decode()


def test_an_open_page_polls_and_receives_only_changes() -> None:
    club = ClubResult()
    fresh = club.watcher.get(club.url).context["fresh"]
    assert club.watcher.get(fresh).status_code == 204
    club.tournament.entries.filter(number=1).update(team="Damen")
    assert club.watcher.get(fresh).status_code == 200


def test_inconsistent_lists_give_a_message_rather_than_an_error() -> None:
    club = ClubResult()
    club.tournament.entries.filter(name="David").update(withdrawn_after=0)
    assert "don’t fit together" in words_of(club.phone.get(club.url))
    cash = club.phone.get(reverse("evening_cash", args=[club.evening.public_id]))
    assert "don’t fit together" in words_of(cash)


def test_strangers_find_nothing() -> None:
    assert Client().get(ClubResult().url).status_code == 404


def test_only_the_desk_sees_what_a_tournament_has_in_its_cash() -> None:
    club = ClubResult()
    url = reverse("evening_cash", args=[club.evening.public_id])
    watched = club.watcher.get(url)
    assert watched.status_code == 200
    shown, _mark, _rest = words_of(watched).partition("Amounts are rounded")
    assert [part for part in ("Entry fee", "Prize", "€") if part in shown] == []
    words = words_of(club.phone.get(url))
    for part in ("Remains for the house €7.00", "Prize −€17.00", "In the box €7.00 €0.00 €7.00"):
        assert part in words, part


# Sealed


def test_nobody_but_the_desk_sees_a_sealed_result() -> None:
    club = ClubResult(is_sealed=True, is_public=True)
    pages = [club.watcher.get(club.url), club.public(), club.public("public_wall")]
    for page in pages:
        assert page.status_code == 200
        assert "The result is sealed" in words_of(page)
        assert not any(figure in words_of(page) for figure in ("Chloé", "130", "Asse"))
    assert "Chloé" in words_of(club.phone.get(club.url))


def test_the_standings_of_the_evening_are_sealed_with_the_result() -> None:
    club = ClubResult(is_sealed=True)
    club.played("Anne", "Bruno", "Chloé", "David")
    url = reverse("evening", args=[club.evening.public_id])
    assert "standings-title" in club.phone.get(url).content.decode()
    assert "standings-title" not in club.watcher.get(url).content.decode()


def test_the_desk_seals_and_releases_with_a_note() -> None:
    club = ClubResult()
    for action in ("seal", "seal", "release"):
        assert club.act(action).status_code == 302
    assert club.notes() == ["sealed the result", "released the result"]
    assert "Chloé" in words_of(club.watcher.get(club.url))


def test_a_phone_that_only_watches_releases_nothing() -> None:
    club = ClubResult(is_sealed=True)
    assert club.watcher.post(club.url, {"action": "release"}).status_code == 403
    club.tournament.refresh_from_db()
    assert club.tournament.evening.is_sealed


def test_an_unknown_action_changes_nothing() -> None:
    club = ClubResult()
    assert club.act("burn").status_code == 302
    assert club.notes() == []


# In public


def test_the_public_page_needs_no_access_and_is_not_for_search_engines() -> None:
    club = ClubResult()
    assert club.public().status_code == 404
    club.act("open")
    page = club.public()
    assert (page.status_code, page.headers["X-Robots-Tag"]) == (200, "noindex")
    assert "no-store" in page.headers["Cache-Control"]
    assert "Chloé" in words_of(page)
    club.act("close")
    assert club.public().status_code == 404
    assert club.notes() == ["opened the public page of the result", "closed the public page of the result"]


def test_the_public_page_does_not_show_who_owes_loss_money() -> None:
    club = ClubResult("loss-money-afresh-in-each-round", is_public=True)
    assert "Loss money" in words_of(club.watcher.get(club.url))
    assert "Loss money" not in words_of(club.public())
    assert "€5.00" not in words_of(club.public())


def test_a_new_link_revokes_the_old_one() -> None:
    club = ClubResult(is_public=True)
    old = reverse("public_result", args=[club.tournament.public_token])
    link = club.tournament.public_token
    assert f'name="link" value="{link}"' in club.phone.get(club.url).content.decode()
    for _tap in range(2):
        club.act("renew", link=link)
    assert club.notes() == ["renewed the public link to the result"]
    assert Client().get(old).status_code == 404
    assert club.public().status_code == 200


@pytest.mark.parametrize("action", ["seal", "release", "open", "close", "final", "correct"])
def test_a_double_tap_at_the_desk_is_noted_once(action: str) -> None:
    undone: dict[str, Any] = {"is_sealed": action == "release", "is_public": action == "close"}
    club = ClubResult(final_at=timezone.now() if action == "correct" else None, **undone)
    for _tap in range(2):
        assert club.act(action, reason="Typed wrongly", anyway="1").status_code == 302
    assert len(club.notes()) == 1


def test_an_open_public_page_polls() -> None:
    club = ClubResult(is_public=True)
    fresh = club.public().context["fresh"]
    assert Client().get(fresh).status_code == 204
    club.act("seal")
    assert "Chloé" not in words_of(Client().get(fresh))


def test_the_public_link_shows_who_sits_where_and_no_draft() -> None:
    club = ClubResult(is_public=True)
    rounds = club.evening.rounds
    last = rounds.count()
    page = club.public("public_seats")
    assert f"Round {last}" in words_of(page)
    assert "Anne table 1, seat 1" in words_of(page)
    assert page.headers["X-Robots-Tag"] == "noindex"
    assert club.evening.public_id not in page.content.decode()
    polled = f"?seen={page.context['version']}"
    assert club.public("public_seats", polled).status_code == 204
    rounds.update(published_at=None)
    assert "No seats yet." in words_of(club.public("public_seats", polled))


@pytest.mark.parametrize("name", ["public_result", "public_wall", "public_seats"])
def test_a_closed_public_link_shows_nothing(name: str) -> None:
    assert ClubResult(is_public=False).public(name).status_code == 404


def test_the_wall_pages_through_a_long_list_without_a_script() -> None:
    club = ClubResult("before-the-first-round", is_public=True)
    for number in range(30, 47):
        player = club.club.players.create(name=f"Player {number}", guest=True)
        club.tournament.entries.create(number=number, name=player.name, player=player)
    first, second = club.public("public_wall"), club.public("public_wall", "?page=2")
    seen = [[line.entry.number for line in page.context["lines"]] for page in (first, second)]
    assert [len(page) for page in seen] == [16, 3]
    assert first.headers["Refresh"].endswith("?page=2")
    assert second.headers["Refresh"].endswith("?page=1")
    assert [line.entry.number for line in club.public("public_wall", "?page=99").context["lines"]] == seen[1]


# Final


def test_a_final_result_takes_no_corrections_until_the_desk_gives_a_reason() -> None:
    club = ClubResult()
    club.act("final")
    round_ = club.evening.rounds.get(number=1)
    with pytest.raises(RuleError, match="final"):
        lists.open_again(round_, 1, reason="Typed wrongly", by="Desk")
    assert round_.lists.get().confirmed_at is not None
    assert "This result is final." in words_of(club.watcher.get(club.url))

    refused = club.act("correct", reason=" ")
    assert (refused.status_code, "Give a reason" in words_of(refused)) == (422, True)
    assert club.act("correct", reason="The list of table 1 was wrong").status_code == 302
    lists.open_again(round_, 1, reason="Typed wrongly", by="Desk")
    assert club.notes()[:2] == [
        "declared the result final",
        "allowed corrections of the result again: The list of table 1 was wrong",
    ]


# Polled by many


HTMX = {"HX-Request": "true", "Accept-Encoding": "gzip"}
OLD = "?seen=old"


def polled(client: Client, url: str, **headers: str) -> str:
    """Return what a page gets that asks whether there is anything newer than an old version."""
    answer = client.get(url + OLD, headers={**HTMX, **headers})
    assert (answer.status_code, answer.headers["Content-Encoding"]) == (200, "gzip")
    return gzip.decompress(answer.content).decode()


def test_an_open_page_gets_only_the_part_that_changed_and_it_is_made_once_for_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = ClubResult(is_public=True)
    public = reverse("public_result", args=[club.tournament.public_token])
    made: list[str] = []

    def counted(template: str, context: dict[str, Any]) -> str:
        made.append(template)
        return render_to_string(template, context)

    monkeypatch.setattr("scorekeeper.desk.pages.result.render_to_string", counted)
    parts = {polled(Client(), public) for _watcher in range(5)}
    assert made == ["desk/_result.html", "desk/_shown_result.html"]
    (part,) = parts
    assert part.lstrip().startswith('<div id="result"')
    assert "Chloé" in part
    plain = Client().get(public + OLD, headers={"HX-Request": "true"})
    assert (plain.content.decode(), "Content-Encoding" in plain.headers) == (part, False)
    assert "no-store" in plain.headers["Cache-Control"]
    club.tournament.entries.filter(name="Chloé").update(name="Claire")
    assert "Claire" in polled(Client(), public)
    assert len(made) == 4


def test_a_page_rendered_for_one_is_not_shown_to_those_who_may_see_less() -> None:
    """The desk, the club and the public ask one after the other, in two languages; then the result is sealed."""
    club = ClubResult("loss-money-afresh-in-each-round", is_public=True)
    public = reverse("public_result", args=[club.tournament.public_token])
    desk, watcher, stranger = (
        polled(client, url) for client, url in ((club.phone, club.url), (club.watcher, club.url), (Client(), public))
    )
    assert "Loss money" in watcher
    assert "Loss money" not in stranger
    assert len({desk, watcher, stranger}) == 3  # each asks again at an address of its own
    assert "Rangliste" in polled(Client(), public, **{"Accept-Language": "de"})
    assert "Ranking" in polled(Client(), public)
    club.act("final")
    assert "This result is final." in polled(Client(), public)
    club.act("seal")
    assert "Anne" in polled(club.phone, club.url)
    for client, url in ((club.watcher, club.url), (Client(), public)):
        sealed = client.get(url + OLD, headers={"HX-Request": "true"}).content.decode()
        assert "The result is sealed" in sealed
        assert "Anne" not in sealed
