"""A final result: nothing that it stands on changes, whoever tries and however, until the desk allows corrections."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from io import StringIO
from itertools import product
from typing import Any

import pytest
from django.core.management import call_command
from django.db.models import ProtectedError
from django.urls import reverse

from games.scoring.errors import RuleError
from scorekeeper.clubs.models import Player
from scorekeeper.desk import attendance, entries, lists, publication, rounds, sign_up, terms, tournament_rounds
from scorekeeper.desk.document_export import document_of
from scorekeeper.desk.models import TableList, Tournament
from scorekeeper.desk.register import EntryDetails
from scorekeeper.desk.result.day_list import day_list
from scorekeeper.desk.result.ranking_document import ranking_document
from scorekeeper.desk.stored_result import read_stored
from scorekeeper.evenings.errors import ResultStandsError
from scorekeeper.evenings.models import CENT
from scorekeeper.evenings.queries import RESULT_IS_FINAL
from scorekeeper.organisers import merging
from scorekeeper.play import recording
from scorekeeper.play.errors import PANEL, SessionClosedError
from scorekeeper.play.models import Access, Role, Session, make_token
from scorekeeper.play.recording.write import Write
from scorekeeper.standings.standings import Terms, standings
from tests.clubs.clubs import signed_in
from tests.desk.lists.list_desk import TAROT, ListDesk
from tests.play.browsers import Form, browser, words_of
from tests.play.tables import GARDE

pytestmark = pytest.mark.django_db

ZERO = [{"points": 30}, {"points": -10}, {"points": -10}, {"points": -10}]


class Closed:
    """A tournament of two tables: the list of one is its session's, that of the other is typed. An organiser looks."""

    def __init__(self, *, is_final: bool) -> None:
        self.desk = ListDesk(tables=2, **TAROT)
        self.scorer = self.desk.played()
        self.confirm(1)
        lists.type_list(self.desk.tournament, self.desk.round, 2, ZERO)
        self.confirm(2)
        if is_final:
            publication.make_final(self.desk.tournament)
        self.organiser = signed_in(self.desk.club.organiser("marion"))

    def confirm(self, table: int) -> TableList:
        seen = lists.proposed(self.desk.round, table)
        return lists.confirm(self.desk.tournament, self.desk.round, table, seen=seen, by="Rosa")

    @property
    def session(self) -> Session:
        return Session.objects.get(pk=self.scorer.session.pk)

    def write(self, *, in_panel: bool) -> Write:
        access = self.scorer.access
        if in_panel:
            access, _new = Access.objects.get_or_create(
                session=self.session, device=f"{PANEL}1", defaults={"role": Role.SCORER, "label": "marion"}
            )
        return Write(self.session, access, self.session.revision, make_token())

    @property
    def figures(self) -> tuple[Any, ...]:
        """Everything that people read of the tournament."""
        stored = self.desk.tournament
        season = standings(Terms(club=self.desk.club.club)).ranked
        ranking = ranking_document(day_list(read_stored(stored)))
        return document_of(stored), ranking, [(row.name, row.total, row.hands) for row in season], self.session.evening


@pytest.fixture(params=[False, True], ids=["confirmed", "final"])
def closed(request: pytest.FixtureRequest) -> Closed:
    return Closed(is_final=request.param)


VERBS: dict[str, Callable[[Write], object]] = {
    "reopen": recording.reopen,
    "delete": recording.delete,
    "amend": lambda write: recording.amend(write, number=1, raw={**GARDE, "points": 41}),
    "void": lambda write: recording.void(write, number=1),
}


def test_no_verb_changes_a_session_that_counts_for_a_list(closed: Closed) -> None:
    before = closed.figures
    for verb, in_panel in product(VERBS, (False, True)):
        refusals = ResultStandsError if in_panel or verb in ("reopen", "delete") else SessionClosedError
        with pytest.raises(refusals):
            VERBS[verb](closed.write(in_panel=in_panel))
    assert closed.figures == before


def test_the_buttons_of_the_panel_refuse_in_a_sentence(closed: Closed) -> None:
    before, page = closed.figures, f"/admin/play/session/{closed.session.pk}/"
    other = closed.desk.club.begin(name="Another")
    form = Form(closed.organiser.get(f"{page}change/"), "/action/").fields
    form |= {"evening": str(other.pk), "confirmed": "yes"}  # deleting asks first
    for verb in ("reopen", "delete", "move"):
        said = words_of(closed.organiser.post(f"{page}action/", {**form, "verb": verb}, follow=True))
        assert "again first, with a reason." in said or "so it stays at its evening." in said, verb
    assert closed.figures == before


def test_the_forms_of_the_panel_and_the_pages_of_the_table_refuse_in_a_sentence(closed: Closed) -> None:
    before, of_panel = closed.figures, f"/admin/play/session/{closed.session.pk}/hands/1/"
    hand = {"call": "garde", "taker": "0", "bouts": "2", "points-tens": "4", "points-units": "1"}
    sent = {**hand, "revision": closed.session.revision, "token": make_token()}
    answers = [closed.organiser.post(f"{of_panel}{form}/", sent) for form in ("amend", "void")]
    at_table = browser(closed.scorer)
    answers += [at_table.post(reverse(name, args=[closed.session.public_id]), sent) for name in ("reopen", "delete")]
    said = [(answer.status_code, "again first, with a reason." in words_of(answer)) for answer in answers]
    assert said == [(409, True)] * 4
    assert closed.figures == before


OFFERED: dict[str, tuple[list[int], tuple[str, ...]]] = {
    "tournament": ([], ("enter", "lines")),
    "tournament_entry": ([1], ("save", "withdraw", "penalty")),
    "tournament_terms": ([], ("redraw",)),
    "round": ([1], ("start_clock",)),
    "tournament_list": ([1, 1], ("open",)),
}
"""The pages of the desk, with the buttons that a final result takes from them."""


@pytest.mark.parametrize("is_final", [False, True])
def test_the_desk_offers_no_form_that_a_final_result_refuses(*, is_final: bool) -> None:
    club = Closed(is_final=is_final).desk.club
    for name, (args, buttons) in OFFERED.items():
        its = [club.entries[0].pk] if name == "tournament_entry" else args
        page = club.phone.get(reverse(name, args=[club.evening.public_id, *its]))
        assert [f'value="{button}"' in page.content.decode() for button in buttons] == [not is_final] * len(buttons)
        assert (str(RESULT_IS_FINAL) in words_of(page)) is is_final, name
    evening = club.phone.get(reverse("evening", args=[club.evening.public_id])).content.decode()
    assert ('value="start_clock"' in evening) is not is_final


def test_the_table_and_the_panel_do_not_offer_what_a_confirmed_list_refuses(closed: Closed) -> None:
    before, client, public_id = "again first, with a reason.", browser(closed.scorer), closed.session.public_id
    panel = f"/admin/play/session/{closed.session.pk}/"
    pages = [
        (client.get(reverse("session", args=[public_id])), reverse("reopen", args=[public_id])),
        (client.get(reverse("delete", args=[public_id])), "button--owed"),
        (closed.organiser.get(f"{panel}change/"), 'value="reopen"'),
        (closed.organiser.get(f"{panel}change/"), 'value="delete"'),
        (closed.organiser.get(f"{panel}change/"), 'value="move"'),
        (closed.organiser.get(f"{panel}hands/1/amend/"), "outcome"),
    ]
    assert [before in words_of(page) for page, _form in pages] == [True] * len(pages)
    assert [form in page.content.decode() for page, form in pages] == [False] * len(pages)


def test_a_hand_that_comes_too_late_does_not_ask_to_reopen_what_cannot_be_reopened(closed: Closed) -> None:
    late = browser(closed.scorer).get(f"{reverse('session', args=[closed.session.public_id])}?unwritten")
    assert "what you sent was not recorded. The " in words_of(late)
    assert "Reopen it" not in words_of(late)


def test_no_table_of_a_tournament_is_continued_beside_its_rounds(closed: Closed) -> None:
    before, evening, client = closed.figures, closed.desk.club.evening, browser(closed.scorer)
    again, others = (reverse(name, args=[closed.session.public_id]) for name in ("play_again", "change_players"))
    for page in (reverse("session", args=[closed.session.public_id]), reverse("home")):
        html = client.get(page).content.decode()
        assert "Anne" in html
        assert again not in html
        assert others not in html
    assert client.get(others).status_code == 302
    sent = {"name": "Quentin", "leaves": "0", "revision": closed.session.revision, "token": make_token()}
    for refused in (client.post(again, {"token": make_token()}), client.post(others, sent)):
        assert refused.status_code == 422
        assert "This table belongs to a tournament: the desk seats its next round." in words_of(refused)
    assert evening.sessions.count() == 1
    assert closed.figures == before


def test_no_further_table_joins_an_evening_whose_result_is_final() -> None:
    closed = Closed(is_final=True)
    club, before = closed.desk.club, closed.figures
    with pytest.raises(ResultStandsError):
        club.start(*(club.player(name).name for name in ("Anne", "Bruno", "Chloé", "David")))
    assert club.evening.sessions.count() == 1
    assert closed.figures == before


def test_commands_the_api_and_deleting_in_the_panel_leave_it_as_it_is(closed: Closed) -> None:
    before, evening = closed.figures, closed.desk.club.evening
    call_command("recount", "--all", stdout=StringIO())
    call_command("erasedeleted", stdout=StringIO())
    superuser = signed_in(closed.desk.club.organiser("root", superuser=True))
    for model, key in (("play/session", closed.session.pk), ("evenings/evening", evening.pk)):
        for client in (closed.organiser, superuser):
            assert client.post(f"/admin/{model}/{key}/delete/", {"post": "yes"}).status_code == 403
    api = f"/api/v1/sessions/{closed.session.public_id}"
    assert {getattr(closed.organiser, method)(api).status_code for method in ("post", "put", "patch", "delete")} == {
        405
    }
    with pytest.raises(ProtectedError):
        evening.delete()
    assert closed.figures == before


def test_an_evening_whose_tables_were_all_on_paper_is_not_deleted_either() -> None:
    desk = ListDesk(tables=1, **TAROT)
    lists.type_list(desk.tournament, desk.round, 1, ZERO)
    superuser = signed_in(desk.club.organiser("root", superuser=True))
    assert superuser.post(f"/admin/evenings/evening/{desk.club.evening.pk}/delete/", {"post": "yes"}).status_code == 403


def test_a_deleted_session_does_not_return_to_a_table_with_a_confirmed_list() -> None:
    desk = ListDesk(tables=1, **TAROT)
    scorer = desk.played()
    recording.delete(Write(scorer.session, **scorer.now({})))
    lists.type_list(desk.tournament, desk.round, 1, ZERO)
    lists.confirm(desk.tournament, desk.round, 1, seen=ZERO, by="Rosa")
    with pytest.raises(ResultStandsError):
        recording.undelete(Write.on_latest(scorer.session, scorer.access, make_token()))


OF_DESK: dict[str, Callable[[ListDesk], object]] = {
    "type": lambda desk: lists.type_list(desk.tournament, desk.round, 2, ZERO[::-1]),
    "open": lambda desk: lists.open_again(desk.round, 1, reason="Wrong", by="Rosa"),
    "dispute": lambda desk: lists.dispute(desk.round, 1, reason="Wrong", by="Rosa"),
    "enter": lambda desk: entries.enter(desk.tournament, EntryDetails(name="Zoé")),
    "withdraw": lambda desk: entries.withdraw(desk.tournament, desk.club.entries[0].pk, after=1),
    "sign up": lambda desk: sign_up.add(desk.tournament, EntryDetails(name="Zoé"), key="k"),
    "terms": lambda desk: terms.change(desk.tournament, Tournament(**{**TAROT, "terms": {"rounds": 2}})),
    "ordinary": lambda desk: terms.make_ordinary(desk.tournament, entries=8, reason="Wrong"),
    "swap": lambda desk: rounds.swap(desk.round, *[entry.player_id for entry in desk.club.entries[3:5]], reason="Late"),
    "discard": lambda desk: rounds.discard(desk.round),
    "start": lambda desk: rounds.start_tables(desk.round, device=desk.club.device, label="Rosa"),
    "date": lambda desk: attendance.change(
        desk.club.evening, day=date(2025, 1, 1), name="", kitty=None, rounding=CENT, currency="€"
    ),
}


def test_the_desk_changes_nothing_of_a_final_result() -> None:
    closed = Closed(is_final=True)
    before = closed.figures
    for name, write in OF_DESK.items():
        with pytest.raises(RuleError):
            write(closed.desk)
        assert closed.figures == before, name


def test_the_page_of_the_evening_refuses_another_date_at_its_field() -> None:
    closed = Closed(is_final=True)
    url = reverse("evening_details", args=[closed.desk.club.evening.public_id])
    page = closed.desk.club.phone.get(url)
    answer = closed.desk.club.phone.post(url, {**Form(page).fields, "day": "2025-01-01"})
    assert answer.status_code == 422
    assert answer.context["form"].errors["day"] == [str(RESULT_IS_FINAL)]


def test_merging_the_records_of_one_person_leaves_a_final_result_as_it_is() -> None:
    closed = Closed(is_final=True)
    before = closed.figures[:2]
    seated = closed.desk.club.entries[0].player
    merged = merging.merge(Player.objects.create(club=seated.club, name="Annette"), seated, by="marion")
    assert closed.figures[:2] == before
    assert [
        standing.name for standing in standings(Terms(club=closed.desk.club.club)).ranked if standing.total == 198
    ] == ["Annette"]
    merging.unmerge(merged)
    assert closed.figures[:2] == before


def test_no_further_round_is_drawn_after_a_final_result() -> None:
    desk = ListDesk(tables=2, **{**TAROT, "terms": {"rounds": 2, "seed": 1}})
    publication.make_final(desk.tournament)
    with pytest.raises(ResultStandsError):
        tournament_rounds.draft_next(desk.tournament)


def test_a_result_is_not_final_while_a_table_is_being_played() -> None:
    desk = ListDesk(tables=1, **TAROT)
    scorer = desk.scorer()
    url = reverse("tournament_result", args=[desk.club.evening.public_id])
    answer = desk.club.phone.post(url, {"action": "final"})
    sentence = "Table 1 of round 1 is still being played. Close it first."
    assert (answer.status_code, sentence in words_of(answer)) == (422, True)
    scorer.record(GARDE)
    scorer.close()
    lists.confirm(desk.tournament, desk.round, 1, seen=lists.proposed(desk.round, 1), by="Rosa")
    assert desk.club.phone.post(url, {"action": "final"}).status_code == 302


def test_a_result_is_not_final_without_rounds_and_lists_before_the_desk_has_seen_which() -> None:
    desk = ListDesk(tables=2, **{**TAROT, "terms": {"rounds": 3}})
    lists.type_list(desk.tournament, desk.round, 1, ZERO)
    lists.confirm(desk.tournament, desk.round, 1, seen=ZERO, by="Rosa")
    sign_up.set_open(desk.tournament, is_open=True)
    sign_up.add(desk.tournament, EntryDetails(name="Zoé"), key="k")
    url = reverse("tournament_result", args=[desk.club.evening.public_id])
    outstanding = (
        "2 rounds are still to be played 1 sign-up still waits and is deleted round 1, table 2 "
        "The result is final without these"
    )
    assert outstanding in words_of(desk.club.phone.get(url))
    asks = desk.club.phone.post(url, {"action": "final"})
    assert (asks.status_code, outstanding in words_of(asks)) == (422, True)
    desk.tournament.refresh_from_db()
    assert not desk.tournament.evening.is_final
    fields = Form(asks).fields
    assert desk.club.phone.post(url, {**fields, "action": "final"}).status_code == 302
    desk.tournament.refresh_from_db()
    assert desk.tournament.evening.is_final


def test_the_desk_opens_result_and_list_with_a_reason_and_corrects_the_session() -> None:
    closed = Closed(is_final=True)
    publication.open_again(closed.desk.tournament, reason="Wrong taker", by="Rosa")
    lists.open_again(closed.desk.round, 1, reason="Wrong taker", by="Rosa")
    recording.amend(closed.write(in_panel=True), number=1, raw={**GARDE, "taker": 1})
    closed.confirm(1)
    totals = {standing.name: standing.total for standing in standings(Terms(club=closed.desk.club.club)).ranked}
    assert (totals["Anne"], totals["Bruno"]) == (-66, 198)
