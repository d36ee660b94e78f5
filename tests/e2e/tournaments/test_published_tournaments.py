"""Tournaments that were published, or worked by hand, from the terms to the result through the pages of the desk.

Who sat where was not published, so that the desk's own plan seats them. Of no league day have all figures been found in
print: the one here is worked from the rules of the league (`tests/desk/worked_examples.json`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.scoring.text import number_words
from tests.desk.club_evening import ClubEvening
from tests.desk.documents import examples
from tests.e2e.conftest import Phones
from tests.e2e.tournaments.tournament_desk import LAPTOP, open_list, publish

pytestmark = pytest.mark.django_db(transaction=True)

(ASPERG,) = (
    example
    for example in examples("published_rankings.json")
    if example["id"] == "skat-championship-of-an-asperg-band-2012"
)
(LEAGUE_DAY,) = (example for example in examples("worked_examples.json") if example["id"] == "league-day")


def make_skat(page: Page, *, rounds: int, seeger: bool, fields: Mapping[str, str]) -> None:
    """Make the evening a tournament of Skat whose rounds are seated by the desk's own plan, without loss money."""
    page.get_by_role("link", name="Make this evening a tournament").click()
    page.wait_for_url("**/tournament/new/")
    page.get_by_label("Game and rules").select_option("skat:isko")
    expect(page.get_by_label("At a table of 4")).to_have_value("48")
    page.wait_for_load_state("networkidle")  # the usual terms of the game, which replace what is on the form
    page.get_by_label("Number of rounds").fill(str(rounds))
    page.get_by_label("Number of rounds").press("Tab")
    expect(page.get_by_label(f"Round {rounds}", exact=True)).to_be_visible()
    for number in range(1, rounds + 1):
        page.get_by_label(f"Round {number}", exact=True).select_option("fixed")
    page.get_by_text("Options:").click()
    page.locator(f"[name=option-seeger][value={'yes' if seeger else 'no'}]").check(force=True)
    for row in (1, 2):
        for name in ("From lost game", "each costs"):
            page.get_by_label(name).nth(row - 1).fill("")
    for label, text in fields.items():
        page.get_by_label(label, exact=True).fill(text)
    page.get_by_role("button", name="Make this evening a tournament").click()


def enter(page: Page, lines: Sequence[str]) -> None:
    page.get_by_text("Several at once").click()
    page.get_by_label("One line each").fill("\n".join(lines))
    page.get_by_role("button", name="Enter all").click()
    expect(page.get_by_role("heading", name=f"{len(lines)} entries")).to_be_visible()


def play_round(page: Page, number: int, tables: Sequence[Mapping[int, Sequence[int]]]) -> None:
    """Seat a round by start numbers, and type and confirm the list of each table: points, games won and lost."""
    page.get_by_role("link", name="Rounds", exact=True).click()
    page.get_by_label("Plan of the next round").fill("\n".join(" ".join(map(str, table)) for table in tables))
    page.get_by_role("button", name=f"Draw round {number}").click()
    publish(page, number)
    for table, rows in enumerate(tables, 1):
        open_list(page, table)
        for place, figures in enumerate(rows.values()):
            for column, figure in zip(("points", "won", "lost"), figures, strict=True):
                page.locator(f"[name={column}-{place}]").fill(str(figure))
        page.get_by_role("button", name="Save the list").click()
        page.get_by_role("button", name="I have seen the signature: confirm").click()
        expect(page.get_by_text("with a signature")).to_be_visible()


def ranked(page: Page, title: str) -> list[list[str]]:
    """Return what each row of a ranking shows: place, name, rounds, and the figures that follow."""
    page.wait_for_load_state()
    rows = page.locator(f"section[aria-labelledby={title}-title] tbody tr").all()
    shown = [(row.locator("summary > span").inner_text(), row.locator("td").all_inner_texts()) for row in rows]
    return [[place, name, *figures] for name, (place, *figures) in shown]


def test_an_individual_tournament_of_two_serien(phones: Phones) -> None:
    """The published totals without names; half of the fees of 5.00 go to the first, 30 and 20 per cent to the next."""
    club = ClubEvening()
    desk = phones(**LAPTOP)
    desk.known_as(club.device)
    page = desk.open("evening", club.evening.public_id)
    make_skat(page, rounds=2, seeger=False, fields={"Entry fee": "5", "First prize, second prize …": "50 30 20"})
    players: list[dict[str, Any]] = sorted(ASPERG["players"], key=lambda player: -player["rounds"][0])
    enter(page, [f"Player {player['place']}" for player in players])

    def tables(number: int, here: Sequence[int]) -> list[dict[int, Sequence[int]]]:
        rows = {start: (players[start - 1]["rounds"][number], 0, 0) for start in here}
        return [{start: rows[start] for start in here[first : first + 4]} for first in range(0, len(here), 4)]

    play_round(page, 1, tables(0, range(1, 13)))
    (left,) = (start for start, player in enumerate(players, 1) if player["rounds"][1] is None)
    page.get_by_role("link", name="Entries", exact=True).click()
    page.locator(".entry__name", has_text=f"Player {players[left - 1]['place']}").click()
    page.get_by_label("The last round that they play").select_option("1")
    page.get_by_role("button", name="Withdraw", exact=True).click()
    play_round(page, 2, tables(1, [start for start in range(1, 13) if start != left]))

    page.get_by_role("link", name="Result", exact=True).click()
    prizes = {1: "€30.00", 2: "€18.00", 3: "€12.00"}
    assert ranked(page, "ranking") == [
        [
            *(str(player["place"]), f"Player {player['place']}"),
            *("–" if figure is None else str(figure) for figure in player["rounds"]),
            *("0", "0", "0", prizes.get(player["place"], "")),
            str(player["total"]),
        ]
        for player in sorted(ASPERG["players"], key=lambda player: player["place"])
    ]


def test_a_league_day_with_match_points(phones: Phones) -> None:
    document, expected = LEAGUE_DAY["document"], LEAGUE_DAY["expect"]
    club = ClubEvening()
    desk = phones(**LAPTOP)
    desk.known_as(club.device)
    page = desk.open("evening", club.evening.public_id)
    make_skat(page, rounds=3, seeger=True, fields={"Match points by place": "3 2 1 0", "Players of a full team": "4"})
    enter(page, [f"{entry['name']}; {entry['team']}" for entry in document["entries"]])
    number_of = {entry["name"]: entry["number"] for entry in document["entries"]}
    for number, round_ in enumerate(document["rounds"], 1):
        tables = [
            {number_of[name]: tuple(table["results"][name].values()) for name in table["seats"]}
            for table in round_["tables"]
        ]
        play_round(page, number, tables)

    page.get_by_role("link", name="Result", exact=True).click()
    assert ranked(page, "teams") == [
        ["1", "Buben", "4105 · 2:1", "3575 · 0:3", "4377 · 3:0", "12057", "5:4"],
        ["2", "Contra", "3820 · 1:2", "4030 · 1½:1½", "4093 · 2:1", "11943", "4½:4½"],
        ["3", "Asse", "4195 · 3:0", "4030 · 1½:1½", "3683 · 0:3", "11908", "4½:4½"],
        ["4", "Damen", "3616 · 0:3", "4414 · 3:0", "3914 · 1:2", "11944", "4:5"],
    ]
    assert [[*row[:5], row[-1]] for row in ranked(page, "ranking")] == [
        [str(entry["place"]), entry["name"], *map(number_words, entry["rounds"]), number_words(entry["total"])]
        for entry in expected["entries"]
    ]
