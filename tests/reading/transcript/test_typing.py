"""The page for typing a paper list: what is recorded, what is checked, what is refused."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from games import registry
from scorekeeper.play import queries, recording
from scorekeeper.play.models import Role
from scorekeeper.play.recording.write import Write
from scorekeeper.reading.models import WrittenTotal
from tests.clubs.clubs import SampleClub
from tests.play.browsers import HTMX, Form, browser, watcher_of, words_of
from tests.play.tables import Scorer, device, fresh
from tests.reading.transcript.typed import FOUR, LIST, TOTALS, as_typed

pytestmark = pytest.mark.django_db


class Typist:
    """A browser without scripts on the typing page of a Skat session."""

    def __init__(self, scorer: Scorer | None = None, **changes: Any) -> None:
        usual: dict[str, Any] = {"game": "skat", "rules": "isko", "players": FOUR}
        self.scorer = scorer or Scorer(**{**usual, **changes})
        self.client = browser(self.scorer)
        self.here = f"/s/{self.scorer.session.public_id}/type/"
        self.page: Any = self.client.get(self.here)

    @property
    def fields(self) -> dict[str, str]:
        return Form(self.page, "/type/").fields

    def send(self, line: str, **changes: str) -> Any:
        """Type a line and press Enter; return the answer as it comes."""
        return self.client.post(self.here, {**self.fields, "line": line, **changes})

    def type(self, *lines: str) -> str:
        """Type lines that are accepted; return what the page then says."""
        for line in lines:
            response = self.send(line)
            assert response.status_code == 302, words_of(response)
            self.page = self.client.get(response.headers["Location"].partition("#")[0])
        return words_of(self.page)

    def look(self) -> str:
        self.page = self.client.get(self.here)
        return words_of(self.page)

    def parting(self) -> list[str]:
        """Return the rows where sheet and app part, as the page leads to them from the top."""
        found = re.search(r'id="parting">(.*?)</div>', self.look_again, re.DOTALL)
        return re.findall(r'href="#([\w-]+)"', found[1]) if found else []

    @property
    def look_again(self) -> str:
        self.page = self.client.get(self.here)
        content: str = self.page.content.decode()
        return content


# What is recorded


def test_a_typed_sheet_is_an_ordinary_session_with_its_journal() -> None:
    typist = Typist()
    words = typist.type("1 c 1 + = 24", "2 h 2 +", "-- # all tired")
    assert "Hand 3: no change" in words
    ledger = fresh(typist.scorer.session)
    assert ledger.totals == (24, 30, 0, 0)
    assert [hand.raw.get("note") for hand in ledger.hands] == [None, None, "all tired"]
    assert [change.verb for change in queries.journal(typist.scorer.session)] == ["record", "record", "record", "start"]


def test_a_whole_list_gives_the_totals_calculated_by_hand() -> None:
    typist = Typist()
    words = typist.type(*(as_typed(number) for number in range(1, len(LIST) + 1)))
    assert "48 totals on the sheet, and all match." in words
    assert fresh(typist.scorer.session).totals == TOTALS


def test_htmx_gets_the_list_and_the_form_state_but_not_the_input() -> None:
    typist = Typist()
    response = typist.client.post(typist.here, {**typist.fields, "line": "1 c 1 +"}, headers=HTMX)
    assert response.status_code == 200
    assert response.content.decode().lstrip().startswith('<div id="typing"')
    assert 'id="line"' not in response.content.decode()
    assert Form(response, "/undo/").fields["revision"] == response.headers["X-Revision"] == "1"
    assert "Hand 1: 12 × 2: Anne +24" in words_of(response)
    assert "Hand 2 · Anne deals · The dealer sits out" in words_of(response)


def test_the_reason_of_a_correction_is_said_once() -> None:
    typist = Typist()
    typist.scorer.record({"call": "correction", "amounts": {"0": 6, "1": -6}, "note": "paid twice"})
    assert typist.look().count("paid twice") == 1


def test_a_note_is_kept_even_if_its_words_are_those_of_the_hand() -> None:
    typist = Typist()
    typist.scorer.record({"call": "passed", "note": "pass"})
    assert "(pass)" in typist.look()


def test_a_line_sent_twice_is_one_hand() -> None:
    typist = Typist()
    for _ in range(2):
        assert typist.send("1 c 1 + = 24").status_code == 302
    assert len(fresh(typist.scorer.session).hands) == 1
    assert WrittenTotal.objects.count() == 1


def test_resending_a_line_with_another_total_corrects_the_total() -> None:
    """The back button, and a correction of the totals after =."""
    typist = Typist()
    for total in ("42", "24"):
        assert typist.send(f"1 c 1 + = {total}").status_code == 302
    assert [(row.hand_number, row.place, row.total) for row in WrittenTotal.objects.all()] == [(1, 0, 24)]


def test_resending_a_line_with_another_hand_is_refused_and_keeps_the_line() -> None:
    typist = Typist()
    typist.send("1 c 1 +")
    response = typist.send("1 c 2 +")
    assert response.status_code == 409
    assert Form(response, "/type/").fields["line"] == "1 c 2 +"
    assert len(fresh(typist.scorer.session).hands) == 1


def test_the_slower_of_two_typists_keeps_the_line_and_can_enter_it_again() -> None:
    typist = Typist()
    typist.scorer.record({"call": "passed"})
    response = typist.send("2 c 1 +")
    assert response.status_code == 409
    assert "The session has changed in the meantime. Your entry is still here" in words_of(response)
    typist.page = response
    assert Form(response, "/type/").fields["line"] == "2 c 1 +"
    typist.type("2 c 1 +")
    assert [hand.raw["call"] for hand in fresh(typist.scorer.session).hands] == ["passed", "suit"]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("1 c foo +", "“foo” is not recognised."),
        ("1 c 12 +", "matadors: This must be between 1 and 11, not 12."),
        ("4 c 1 +", "David sits this hand out."),
        ("5 c 1 +", "There is no player 5: they are numbered from 1 to 4."),
        ("-", "If everyone passed, type --. A single − could be the end of another line."),
        ("1 c 1 + = x", "“x” is not a total. Type a whole number, or . for none."),
        ("", "Type a hand, or after = the total of each player at the end."),
        ("1 c 1 + # " + "x" * 300, "At most 200 characters."),
    ],
)
def test_a_refused_line_stays_in_the_field(line: str, why: str) -> None:
    typist = Typist()
    response = typist.send(line)
    assert response.status_code == 422
    assert why in words_of(response)
    assert Form(response, "/type/").fields["line"] == line
    assert 'aria-invalid="true"' in response.content.decode()
    assert fresh(typist.scorer.session).hands == ()
    assert not WrittenTotal.objects.exists()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("1 c 1 +", "Clubs by Anne, matadors 1, made: 12 × 2: Anne +24"),
        ("1 c", "Still missing: matadors."),
        ("= 1 2 3 4", "The final totals."),
        (" ", ""),
    ],
)
def test_a_line_is_previewed_as_it_is_understood(line: str, expected: str) -> None:
    typist = Typist()
    response = typist.client.post(f"{typist.here}preview/", {**typist.fields, "line": line}, headers=HTMX)
    assert (response.status_code, words_of(response)) == (200, expected)
    full_page = typist.client.post(f"{typist.here}preview/", {**typist.fields, "line": line})
    assert expected in words_of(full_page)
    assert Form(full_page, "/type/").fields["line"] == line
    assert fresh(typist.scorer.session).hands == ()


# The totals on the sheet


def test_the_first_discrepancy_is_linked_and_later_ones_follow_from_it() -> None:
    typist = Typist()
    words = typist.type("1 c 1 + = 24", "2 h 2 + = 30", "1 d 1 + = 52", "1 d 1 + = 70", "2 h 1 + = 50")
    assert typist.parting() == ["hand-3"]
    assert "Hand 3: Anne has 52 on the sheet, 42 here." in words
    assert "This player’s last matching total was at hand 1." in words
    assert "If you leave it, the sheet is 10 higher from hand 3 on." in words
    assert "Anne: the sheet is 10 higher from hand 3 on." in words
    assert words.count("Anne has 52 on the sheet") == 2  # at the top, and in its row


def test_a_different_later_error_is_a_discrepancy_of_its_own() -> None:
    typist = Typist()
    typist.type("1 c 1 + = 25", "2 h 2 + = 20", "1 d 1 + = 43", "1 d 1 + = 59")
    assert typist.parting() == ["hand-1", "hand-2", "hand-4"]
    assert "Hand 4: Anne has 59 on the sheet, 60 here." in typist.look()


def test_a_mistyped_total_is_noticed_at_the_next_one() -> None:
    typist = Typist()
    words = typist.type("1 c 1 + = 42", "2 h 2 +", "1 d 1 + = 42")
    assert typist.parting() == ["hand-1"]
    assert "This player’s next total matches again" in words


def test_amending_the_hand_resolves_the_discrepancy() -> None:
    typist = Typist()
    typist.type("1 c 1 + = 36")
    amend = typist.client.get(f"{typist.here}hands/1/amend/")
    form = Form(amend, "/type/hands/1/amend/").fields
    response = typist.client.post(f"{typist.here}hands/1/amend/", {**form, "matadors": "2"})
    assert response.headers["Location"] == f"{typist.here}#hand-1"
    assert typist.parting() == []
    assert "1 total on the sheet, and it matches." in typist.look()
    assert [change.verb for change in queries.journal(typist.scorer.session)] == ["amend", "record", "start"]


def test_amending_the_written_total_resolves_it_too() -> None:
    typist = Typist()
    typist.type("1 c 1 + = 36")
    totals = f"{typist.here}totals/1/"
    form = Form(typist.client.get(totals)).fields
    assert form == {"total-0": "36", "total-1": "", "total-2": "", "total-3": ""}
    response = typist.client.post(totals, {**form, "total-0": "24", "total-2": "−0"})
    assert response.headers["Location"] == f"{typist.here}#hand-1"
    assert "2 totals on the sheet, and all match." in typist.look()
    typist.client.post(totals, dict.fromkeys(form, ""))
    assert not WrittenTotal.objects.exists()


def test_an_invalid_total_is_refused_at_its_field() -> None:
    typist = Typist()
    typist.type("1 c 1 + = 36")
    response = typist.client.post(f"{typist.here}totals/1/", {"total-0": "many", "total-1": "1" * 12})
    assert response.status_code == 422
    assert "A total must be a whole number." in words_of(response)
    assert Form(response).fields["total-0"] == "many"
    assert WrittenTotal.objects.get().total == 36


def test_totals_can_be_typed_for_all_players_and_at_the_end() -> None:
    typist = Typist()
    words = typist.type("1 c 1 + = 24 0 . -0", "= 24 0 3 0")
    assert "The final totals have been saved." in words
    assert typist.parting() == ["end"]
    assert "At the end: Chloé has 3 on the sheet, 0 here." in typist.look()
    typist.client.post(f"{typist.here}totals/0/", {"total-0": "24"})
    assert typist.parting() == []


def test_a_tournament_list_shows_game_points_and_ends_with_seeger_fabian() -> None:
    """Four at the table: Anne wins 24 and 50, Bruno loses 48 and 50; that brings each of the three others 30."""
    typist = Typist(options={"seeger": True})
    typist.type("1 c 1 + = 24", "2 c 1 - = -48", "= 104 -98 30 30")
    assert typist.parting() == []
    assert fresh(typist.scorer.session).totals == (104, -98, 30, 30)


def test_a_voided_hand_has_no_total_to_compare() -> None:
    typist = Typist()
    typist.type("1 c 1 + = 36", "2 h 2 + = 30")
    assert typist.parting() == ["hand-1"]
    form = Form(typist.client.get(f"{typist.here}hands/1/void/")).fields
    response = typist.client.post(f"{typist.here}hands/1/void/", form)
    assert response.headers["Location"] == f"{typist.here}#hand-1"
    assert typist.parting() == []


def test_undo_removes_the_line_with_its_totals() -> None:
    typist = Typist()
    typist.type("1 c 1 + = 36")
    assert typist.parting() == ["hand-1"]
    response = typist.client.post(f"{typist.here}undo/", Form(typist.page, "/undo/").fields)
    typist.page = typist.client.get(response.headers["Location"].partition("#")[0])
    assert "Hand 1 was undone." in words_of(typist.page)
    assert ">Undo</button>" not in typist.page.content.decode()
    assert fresh(typist.scorer.session).hands == ()
    typist.type("1 c 1 +")
    assert typist.parting() == []


def test_after_voiding_a_hand_the_rows_keep_the_numbers_of_the_sheet() -> None:
    """Hand 2 was typed wrong and voided: on the paper the next line is row 2 again."""
    typist = Typist()
    typist.type("1 c 1 + = 24", "2 h 3 +")
    void = f"{typist.here}hands/2/void/"
    typist.client.post(void, Form(typist.client.get(void)).fields)
    typist.look()
    assert "Hand 2 · Anne deals" in words_of(typist.page)
    words = typist.type("2 h 2 + = 31")
    assert "Hand 2: 10 × 3: Bruno +30" in words
    assert "Hand 2: Bruno has 31 on the sheet, 30 here." in words
    assert "last matching total" not in words
    assert "Hand 3 ·" in words
    heads = re.findall(r'id="(hand-\d)".*?<th scope="rowgroup">\s*(\S+)\s*</th>', typist.look_again, re.DOTALL)
    assert heads == [("hand-1", "1"), ("hand-2", "–"), ("hand-3", "2")]
    assert typist.parting() == ["hand-3"]
    assert "Totals on the sheet after hand 2" in words_of(typist.client.get(f"{typist.here}totals/3/"))
    for page in ("amend", "void"):
        assert "It is number 2 on the paper." in words_of(typist.client.get(f"{typist.here}hands/3/{page}/"))
        assert "on the paper" not in words_of(typist.client.get(f"{typist.here}hands/1/{page}/"))


def test_undo_returns_the_line_to_its_field() -> None:
    typist = Typist()
    typist.type("1  c 1 + = 30")
    assert typist.fields["line"] == ""
    response = typist.client.post(f"{typist.here}undo/", Form(typist.page, "/undo/").fields)
    typist.page = typist.client.get(response.headers["Location"].partition("#")[0])
    assert typist.fields["line"] == "1  c 1 + = 30"
    typist.look()
    assert typist.fields["line"] == ""


def test_typing_during_ones_own_undo_is_not_a_conflict() -> None:
    typist = Typist()
    typist.type("1 c 1 +")
    fields = {name: value for name, value in typist.fields.items() if name != "line"}
    typist.client.post(f"{typist.here}undo/", Form(typist.page, "/undo/").fields)
    assert typist.send("2 c 1 +", **fields).status_code == 302
    assert [hand.raw["declarer"] for hand in fresh(typist.scorer.session).hands] == [1]
    typist.scorer.session.refresh_from_db()
    typist.scorer.record({"call": "passed"})
    assert typist.send("2 c 1 +", **{**fields, "token": "another"}).status_code == 409


def test_missing_details_are_listed_in_the_readers_language() -> None:
    """Typed in German, and amended by a reader who leaves the note as it is."""
    typist = Typist(rules="foster")
    german = {"Accept-Language": "de"}
    typist.client.post(typist.here, {**typist.fields, "line": "1 so kr 1 + # spät"}, headers=german)
    session = typist.scorer.session
    assert fresh(session).hands[0].raw["note"] == "spät; card points not on the sheet"
    for language, expected in (("en", "card points not on the sheet"), ("de", "Augen nicht auf der Liste")):
        reader = {"Accept-Language": language}
        for address in (typist.here, f"/s/{session.public_id}/journal/"):
            page = words_of(typist.client.get(address, headers=reader))
            assert f"spät; {expected}" in page, address
    amend = f"{typist.here}hands/1/amend/"
    form = Form(typist.client.get(amend, headers=german), amend).fields
    assert form["note"].startswith("spät; Augen nicht auf der Liste")
    typist.client.post(amend, {**form, "matadors": "2"}, headers=german)
    assert fresh(session).hands[0].raw["matadors"] == 2
    assert fresh(session).hands[0].raw["note"] == "spät; card points not on the sheet"


def test_undoing_somebody_elses_line_does_nothing() -> None:
    typist = Typist()
    typist.type("1 c 1 +")
    form = Form(typist.page, "/undo/").fields
    typist.scorer.session.refresh_from_db()
    typist.scorer.record({"call": "passed"})
    response = typist.client.post(f"{typist.here}undo/", form)
    assert response.status_code == 409
    assert not any(hand.voided for hand in fresh(typist.scorer.session).hands)


# Permissions


def test_only_scorers_can_type() -> None:
    scorer = Scorer(game="skat", rules="isko", players=FOUR)
    scorer.record({"call": "passed"})
    here = f"/s/{scorer.session.public_id}/type/"
    other_club = SampleClub()
    for rest in ("", "totals/1/", "hands/1/amend/", "hands/1/void/"):
        assert browser().get(here + rest).status_code == 404, rest
        assert other_club.phone.get(here + rest).status_code == 404, rest
        assert watcher_of(scorer.session).get(here + rest).status_code == 403, rest
    for rest in ("", "preview/", "undo/", "totals/1/"):
        assert browser().post(here + rest, {"line": "--"}).status_code == 404, rest
        assert watcher_of(scorer.session).post(here + rest, {"line": "--"}).status_code == 403, rest
    assert len(fresh(scorer.session).hands) == 1


def test_a_closed_session_cannot_be_typed_into() -> None:
    typist = Typist()
    typist.type("1 c 1 + = 36")
    fields = typist.fields
    typist.scorer.session.refresh_from_db()
    typist.scorer.close()
    table = f"/s/{typist.scorer.session.public_id}/"
    for address in (typist.here, f"{typist.here}totals/1/"):
        response = typist.client.get(address, follow=True)
        assert response.redirect_chain == [(f"{table}?closed", 302)]
        assert "This session is closed." in words_of(response)
    response = typist.client.post(typist.here, {**fields, "line": "2 c 1 +"})
    assert response.headers["Location"] == f"{table}?unwritten"
    assert typist.client.post(f"{typist.here}totals/1/", {"total-0": "1"}).status_code == 302
    assert WrittenTotal.objects.get().total == 36


def test_a_locked_session_cannot_be_typed_into() -> None:
    sample_club = SampleClub()
    typist = Typist(Scorer(sample_club.start(*FOUR, game="skat", rules="isko")))
    fields = typist.fields
    panel = recording.join(typist.scorer.session, device="panel 1", role=Role.SCORER, label="Marion")
    recording.lock(Write.on_latest(typist.scorer.session, panel, device()))
    assert typist.client.post(typist.here, {**fields, "line": "1 c 1 +"}).status_code == 403
    assert fresh(typist.scorer.session).hands == ()


def test_totals_of_missing_hands_are_refused() -> None:
    typist = Typist()
    assert typist.client.get(f"{typist.here}totals/0/").status_code == 200
    assert typist.client.get(f"{typist.here}totals/1/").status_code == 404


def test_the_menu_links_to_the_page() -> None:
    typist = Typist()
    table = f"/s/{typist.scorer.session.public_id}/"
    assert typist.here in typist.client.get(table).content.decode()


@pytest.mark.parametrize("slug", registry.slugs())
def test_every_game_has_its_typing_page(slug: str) -> None:
    game = registry.get(slug)
    size = next(iter(game.rules.rule_sets.values())).players[0]
    typist = Typist(game=slug, rules=game.rules.default_rules, players=FOUR[:size])
    with translation.override("en"):
        table = fresh(typist.scorer.session).table
        (first, *_rest) = game.shorthand(game.rules, table, game.rules.opening(table)).examples()
    assert "How to type a hand" in words_of(typist.page)
    assert first in words_of(typist.page)
    typist.type(first)
    assert len(fresh(typist.scorer.session).hands) == 1


@pytest.mark.parametrize(("game", "rules", "is_explained"), [("tarot", "fft", True), ("whist", "short", False)])
def test_the_total_of_one_player_is_explained_where_a_player_takes_on_the_hand(
    game: str, rules: str, is_explained: bool
) -> None:
    assert ("of the player who took on the hand" in Typist(game=game, rules=rules).look()) is is_explained


# Number of queries


def test_typing_three_hands_takes_as_many_queries_as_one() -> None:
    counts = []
    for hands in (1, 3):
        typist = Typist()
        typist.type(*["-- = 0 0 0 0"] * hands)
        with CaptureQueriesContext(connection) as captured:
            typist.client.get(typist.here)
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 5


def test_a_strangers_typing_page_is_not_found() -> None:
    assert Client().get("/s/no-such-table/type/").status_code == 404
