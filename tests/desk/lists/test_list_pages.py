"""The desk's pages of lists, and the list on the phones of its table."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.scoring.errors import RuleError
from scorekeeper.clubs.models import ClubDevice
from scorekeeper.desk import lists, publication, rounds
from scorekeeper.desk.models import TableList
from scorekeeper.evenings.models import Round
from scorekeeper.play import recording
from scorekeeper.play.models import Session
from scorekeeper.play.recording.access import remove_phones
from scorekeeper.play.recording.write import Write
from tests.desk.club_tournament import ClubTournament
from tests.desk.lists.list_desk import NAMES, TAROT, WON, ListDesk, joined, list_of
from tests.desk.rounds.club_rounds import plan
from tests.play.browsers import Form, browser, watcher_of, words_of
from tests.play.tables import GARDE, Scorer, device

pytestmark = pytest.mark.django_db

TYPED = {f"{column}-{place}": str(row[column]) for place, row in enumerate(WON) for column in row}
WON_DOCUMENT = "[" + ", ".join(str(row).replace("'", '"') for row in WON) + "]"


def write_of(scorer: Scorer) -> Write:
    scorer.session.refresh_from_db()
    return Write(scorer.session, scorer.access, scorer.session.revision, device())


def states(response: Any) -> dict[str, str]:
    """The tables of the status page in their order, each with its state."""
    page = response.content.decode()
    found = re.findall(r'table-list__name"[^>]*>\s*Table (\d+).*?list-state--\w+">(.*?)</span>', page, re.DOTALL)
    return {table: " ".join(state.split()) for table, state in found}


def invalid_fields(page: Any) -> list[str]:
    """The names of the fields that are marked as wrong; the first of them has the focus."""
    fields = re.findall(r"<input[^>]*aria-invalid[^>]*>", page.content.decode())
    assert ["autofocus" in field for field in fields] == [True] + [False] * (len(fields) - 1)
    return [match[1] for field in fields if (match := re.search(r'name="([^"]+)"', field))]


# The status of a round


def test_the_desk_sees_every_table_those_that_need_attention_first() -> None:
    desk = ListDesk(**TAROT)
    desk.played()
    desk.scorer(2, "Emil").record(GARDE)
    page = desk.club.phone.get(desk.status)
    assert list(states(page).items()) == [
        ("1", "finished, not confirmed"),
        ("2", "1 of 48"),
        ("3", "not started"),
    ]
    desk.scorer(3)
    assert states(desk.club.phone.get(desk.status))["3"] == "no hand yet"
    assert "started" in words_of(desk.club.phone.get(reverse("round", args=[desk.club.evening.public_id, 1])))
    desk.round.lists.create(table=3, dispute="Wrong sheet.", disputed_by="Ida", disputed_at=desk.round.published_at)
    page = desk.club.phone.get(desk.status)
    assert list(states(page)) == ["3", "1", "2"]
    assert "Ida: Wrong sheet." in words_of(page)


def test_a_table_says_how_many_of_its_planned_hands_are_played() -> None:
    desk = ListDesk(**TAROT)
    Round.objects.update(hands={"4": 20})
    desk.scorer().record(GARDE)
    assert states(desk.club.phone.get(desk.status))["1"] == "1 of 20"


def test_typed_and_confirmed_lists_are_told_apart_and_counted() -> None:
    desk = ListDesk(tables=2)
    desk.post("type", TYPED)
    assert states(desk.club.phone.get(desk.status)) == {"1": "typed, not confirmed", "2": "not started"}
    desk.post("confirm", {})
    page = desk.club.phone.get(desk.status)
    assert states(page) == {"2": "not started", "1": "confirmed"}
    assert "1 of 2 confirmed" in words_of(page)


def test_what_looks_mistyped_is_marked_with_a_word() -> None:
    desk = ListDesk(tables=2)
    desk.post("type", {**TYPED, "points-0": "9120"})
    words = words_of(desk.club.phone.get(desk.status))
    assert "Mistyped?" in words
    assert "9120 points don’t fit 9 won and 1 lost games." in words
    desk.post("type", TYPED)
    assert "Mistyped?" not in words_of(desk.club.phone.get(desk.status))


def test_a_typed_list_that_differs_from_its_session_is_marked() -> None:
    desk = ListDesk(**TAROT)
    Round.objects.update(hands={"4": 1})
    desk.played()
    desk.post("type", {"points-0": "198", "points-1": "-66", "points-2": "-66", "points-3": "-66"})
    assert "Mistyped?" not in words_of(desk.club.phone.get(desk.status))
    desk.post("type", {"points-0": "198", "points-1": "-198", "points-2": "0", "points-3": "0"})
    assert "The session of this table has a different result." in words_of(desk.club.phone.get(desk.status))


def test_a_session_that_was_closed_too_early_is_marked() -> None:
    desk = ListDesk(**TAROT)
    Round.objects.update(hands={"4": 2})
    desk.played()
    assert "The session was closed after 1 of 2 hands." in words_of(desk.club.phone.get(desk.status))


def test_another_round_is_a_tap_away_and_the_last_one_is_shown_first() -> None:
    desk = ListDesk(tables=1)
    seats = [[desk.club.player(name).pk for name in NAMES[:4]]]
    second = rounds.draft(desk.club.evening, plan(), seats)
    assert "Round 2" not in words_of(desk.club.phone.get(desk.status))
    rounds.publish(second)
    page = desk.club.phone.get(desk.status)
    assert page.context["round"] == second
    first = reverse("tournament_round_lists", args=[desk.club.evening.public_id, 1])
    assert first in page.content.decode()
    assert desk.club.phone.get(first).context["round"] == desk.round
    missing = reverse("tournament_round_lists", args=[desk.club.evening.public_id, 99])
    assert desk.club.phone.get(missing).status_code == 404


def test_an_open_page_is_answered_with_nothing_until_something_changes() -> None:
    desk = ListDesk(**TAROT)
    scorer = desk.scorer()

    def polls() -> list[int]:
        """Ask for the page that is new by now, then with its version."""
        page = desk.club.phone.get(desk.status, {"seen": shown[-1]})
        if page.status_code == 200:
            shown.append(page.context["version"])
        return [page.status_code, desk.club.phone.get(desk.status, {"seen": shown[-1]}).status_code]

    shown = [""]
    assert polls() == [200, 204]
    scorer.record(GARDE)
    assert polls() == [200, 204]
    lists.type_list(desk.tournament, desk.round, 2, [{"points": 0}] * 4)
    assert polls() == [200, 204]


def test_the_number_of_queries_does_not_grow_with_the_tables() -> None:
    counts = []
    for tables in (1, 3):
        desk = ListDesk(tables=tables, **TAROT)
        for table in range(1, tables + 1):
            desk.scorer(table, "Scorer").record(GARDE)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert len(states(desk.club.phone.get(desk.status))) == tables
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_before_a_round_is_published_there_is_no_list() -> None:
    club = ClubTournament(members=("Anne",))
    page = club.phone.get(reverse("tournament_lists", args=[club.evening.public_id]))
    assert (page.status_code, states(page)) == (200, {})


# The list of a table at the desk


def test_the_list_has_the_check_line() -> None:
    desk = ListDesk(tables=1)
    desk.post("type", TYPED)
    words = words_of(desk.club.phone.get(desk.url()))
    assert "Check line: 1538 + 50 × 16 + 90 × 8 = 3058" in words
    assert "Anne 912 9 / 1 +400 7 +210 1522" in words


def test_a_true_minus_sign_is_typed_as_well_as_a_hyphen() -> None:
    desk = ListDesk(tables=1)
    assert desk.post("type", {**TYPED, "points-3": "−45"}).status_code == 302
    assert desk.stored().results == WON


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"won-1": ""}, "This is still missing."),
        ({"points-0": "nine"}, "This must be a whole number."),
        ({"lost-0": "-1"}, "greater than or equal to 0"),
        ({"won-2": "40"}, "More games were won and lost (64) than there are hands at this table (48)."),
        ({"check": "3059"}, "The figures above add up to 3058."),
    ],
    ids=["missing", "no number", "below nothing", "too many games", "check line"],
)
def test_errors_are_reported_at_their_field_and_the_input_is_kept(wrong: dict[str, str], words: str) -> None:
    desk = ListDesk(tables=1)
    page = desk.post("type", {**TYPED, **wrong})
    assert page.status_code == 422
    assert words in words_of(page)
    shown = Form(page).fields
    assert invalid_fields(page) == [*wrong]
    assert {name: shown[name] for name in TYPED} == {**TYPED, **{name: wrong[name] for name in wrong if name in TYPED}}
    assert not TableList.objects.exists()


def test_the_check_line_of_the_paper_may_agree() -> None:
    desk = ListDesk(tables=1)
    assert desk.post("type", {**TYPED, "check": "3058"}).status_code == 302


@pytest.mark.parametrize(
    ("points", "total", "at"),
    [
        (("198", "-66", "-66", "66"), "132", 3),
        (("198", "-66", "-66666", "-66"), "−66600", 2),
        (("0", "1", "3", "1"), "5", 0),
    ],
    ids=["a minus sign is missing", "more than the hands allow", "any of them"],
)
def test_tarot_points_that_do_not_sum_to_zero_are_refused_at_the_figure_in_doubt(
    points: tuple[str, ...], total: str, at: int
) -> None:
    desk = ListDesk(tables=1, **TAROT)
    Round.objects.update(hands={"4": 4})
    page = desk.post("type", {f"points-{place}": figure for place, figure in enumerate(points)})
    assert (page.status_code, f"these sum to {total}" in words_of(page)) == (422, True)
    assert invalid_fields(page) == [f"points-{at}"]


def test_the_desk_confirms_with_a_signature_and_opens_again_with_a_reason() -> None:
    desk = ListDesk(tables=1)
    desk.post("type", TYPED)
    assert desk.post("confirm", {}).status_code == 302
    assert desk.stored().by_signature
    words = words_of(desk.club.phone.get(desk.url()))
    assert re.search("Confirmed at [0-9:]+ for the desk, with a signature", words), "a phone without a name"
    assert "Type the totals" not in words
    page = desk.post("open", {"reason": " "})
    assert (page.status_code, "Give a reason for the correction." in words_of(page)) == (422, True)
    assert desk.post("open", {"reason": "Added wrongly"}).status_code == 302
    assert desk.stored().confirmed_at is None


def test_a_dispute_is_shown_with_its_reason() -> None:
    desk = ListDesk(tables=1)
    desk.post("type", TYPED)
    page = desk.post("dispute", {"reason": ""})
    assert (page.status_code, "Say what is wrong with the list." in words_of(page)) == (422, True)
    assert desk.post("dispute", {"reason": "Anne’s grand was lost."}).status_code == 302
    assert re.search("Disputed at [0-9:]+: Anne’s grand was lost.", words_of(desk.club.phone.get(desk.url())))


@pytest.mark.parametrize("action", ["type", "confirm", "dispute"])
def test_concurrent_changes_are_not_overwritten(action: str) -> None:
    desk = ListDesk(tables=1)
    desk.post("type", TYPED)
    fields = Form(desk.club.phone.get(desk.url())).fields
    lists.type_list(desk.tournament, desk.round, 1, [{**WON[0], "points": 900}, *WON[1:]], by="Helper")
    sent = {**fields, **TYPED, "points-0": "911", "results": WON_DOCUMENT, "reason": "Not so", "action": action}
    page = desk.club.phone.post(desk.url(), sent)
    assert page.status_code == 409
    assert "Someone else has changed this list in the meantime." in words_of(page)
    if action == "type":
        assert Form(page).fields["points-0"] == "911"
    assert desk.stored().results == [{**WON[0], "points": 900}, *WON[1:]]
    assert (desk.stored().confirmed_at, desk.stored().disputed_at) == (None, None)


def test_a_double_tap_and_the_back_button_change_nothing() -> None:
    desk = ListDesk(tables=1)
    fields = Form(desk.club.phone.get(desk.url())).fields
    sent = {**fields, **TYPED, "action": "type"}
    assert [desk.club.phone.post(desk.url(), sent).status_code for _tap in range(2)] == [302, 302]
    confirming = {**Form(desk.club.phone.get(desk.url())).fields, "results": WON_DOCUMENT, "action": "confirm"}
    assert [desk.club.phone.post(desk.url(), confirming).status_code for _tap in range(2)] == [302, 302]
    back = desk.club.phone.post(desk.url(), {**sent, "points-0": "911"})
    assert (back.status_code, Form(back).fields["points-0"]) == (409, "911")
    assert desk.stored().results == WON


def test_other_phones_of_the_club_look_and_strangers_find_nothing() -> None:
    desk = ListDesk(tables=1)
    desk.post("type", TYPED)
    watching = browser(name=desk.club.watching_phone())
    page = watching.get(desk.url())
    assert (page.status_code, "I have seen the signature" in words_of(page)) == (200, False)
    assert watching.post(desk.url(), {"action": "confirm", "results": WON_DOCUMENT}).status_code == 403
    for address in (desk.url(), desk.status):
        assert {Client().get(address).status_code, browser().get(address).status_code} == {404}
    assert desk.club.phone.get(desk.url(9)).status_code == 404
    assert desk.stored().confirmed_at is None


def test_nothing_is_written_to_a_settled_evening() -> None:
    desk = ListDesk(**TAROT)
    desk.played()
    type(desk.club.evening).objects.update(settled_at=desk.round.published_at)
    page = desk.club.phone.post(desk.url(), {"action": "confirm", "results": '[{"points": 198}]'})
    assert page.status_code == 409
    assert not TableList.objects.exists()


def test_a_table_whose_players_changed_is_typed_by_the_desk() -> None:
    desk = ListDesk(**TAROT)
    scorer = desk.scorer()
    scorer.record(GARDE)
    ClubDevice.objects.create(club=desk.club.club, device=scorer.access.device)
    recording.change_players(write_of(scorer), leaving=[0], joining=["Zoé"])
    assert "The players of this table changed. The desk enters its list." in words_of(desk.club.phone.get(desk.url()))


def test_a_restored_table_whose_seats_others_have_now_is_typed_by_the_desk() -> None:
    desk = ListDesk(tables=2, **TAROT)
    scorer = desk.played()
    recording.delete(write_of(scorer))
    first, other = (desk.round.seats.get(table=table, place=0) for table in (1, 2))
    rounds.swap(desk.round, first.player_id, other.player_id, reason="Anne plays at table 2")
    recording.undelete(write_of(scorer))
    assert "The players of this table changed. The desk enters its list." in words_of(desk.club.phone.get(desk.url()))
    with pytest.raises(RuleError, match="changed"):
        lists.proposed(desk.round, 1)


# On the phones of the table


def notice(session: Session, client: Client) -> str:
    page = client.get(reverse("session", args=[session.public_id])).content.decode()
    found = re.search(r'<div id="list-notice".*?</div>', page, re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", found[0]).split()) if found else ""


@pytest.mark.parametrize(("payment", "total"), [("each", "+144"), ("sheet", "+48")])
def test_the_session_says_if_the_list_counts_something_else_than_its_totals(payment: str, total: str) -> None:
    desk = ListDesk(options={"payment": payment})
    scorer = desk.scorer()
    scorer.record({"call": "grand", "declarer": 0, "bid": 18, "matadors": 1, "card_points": 70})
    scorer.close()
    page = words_of(browser(scorer).get(reverse("session", args=[scorer.session.public_id])))
    assert f"Anne {total}" in page
    assert ("The tournament counts the game points of the list." in page) is (payment == "each")
    assert "Anne 48 1 / 0" in words_of(browser(scorer).get(list_of(scorer.session)))


def test_a_second_player_confirms_on_his_own_phone_and_the_list_is_locked() -> None:
    desk = ListDesk(**TAROT)
    anne = desk.played()
    bruno = browser(joined(anne.session, "Bruno"))
    assert "Confirm the list of table 1" in notice(anne.session, bruno)
    assert "is waiting to be confirmed on another phone: Bruno" in notice(anne.session, browser(anne))
    page = bruno.get(list_of(anne.session))
    assert "Bruno: the list is right" in words_of(page)
    fields = {**Form(page).fields, "action": "confirm"}
    assert [bruno.post(list_of(anne.session), fields).status_code for _tap in range(2)] == [302, 302]
    assert desk.stored().confirmed_by == "Bruno"
    assert not desk.stored().by_signature
    for client in (bruno, browser(anne), watcher_of(anne.session)):
        assert "Confirmed by Bruno, locked." in notice(anne.session, client)
    assert "the list is right" not in words_of(bruno.get(list_of(anne.session)))


def test_the_writer_does_not_confirm_while_another_player_has_a_phone() -> None:
    desk = ListDesk(**TAROT)
    anne = desk.played()
    bruno = joined(anne.session, "Bruno")
    sent = {"action": "confirm", "name": "Chloé", "results": '[{"points": 198}]'}
    assert browser(anne).post(list_of(anne.session), sent).status_code == 403
    recording.shut_out(write_of(anne), access_pk=bruno.access.pk)
    assert "Hand this phone to another player" in notice(anne.session, browser(anne))


def test_a_single_phone_is_handed_over_to_a_player_other_than_its_own() -> None:
    desk = ListDesk(**TAROT)
    anne = desk.played()
    page = browser(anne).get(list_of(anne.session))
    assert page.context["confirmers"].names == ["Bruno", "Chloé", "David"]
    fields = {**Form(page).fields, "action": "confirm"}
    for name in ("", "Anne", "Zoé"):
        refused = browser(anne).post(list_of(anne.session), {**fields, "name": name})
        assert (refused.status_code, "Choose your name." in words_of(refused)) == (422, True)
    assert browser(anne).post(list_of(anne.session), {**fields, "name": "David"}).status_code == 302
    assert desk.stored().confirmed_by == "David"


def test_neither_the_phone_that_closed_nor_the_last_recorder_confirms() -> None:
    desk = ListDesk(**TAROT)
    anne = desk.scorer()
    anne.record(GARDE)
    bruno = joined(anne.session, "Bruno")
    bruno.close()
    assert "Hand this phone" in notice(anne.session, browser(bruno))
    assert browser(bruno).get(list_of(anne.session)).context["confirmers"].names == ["Chloé", "David"]
    joined(anne.session, "Chloé")
    for writer in (anne, bruno):
        assert "on another phone: Chloé" in notice(anne.session, browser(writer))


def test_the_writer_whose_phone_was_removed_from_the_club_does_not_confirm_on_another() -> None:
    desk = ListDesk(**TAROT)
    anne = desk.played()
    remove_phones([ClubDevice.objects.create(club=desk.club.club, device=anne.access.device)])
    for label in ("Anne", "Tablet"):
        page = browser(joined(anne.session, label)).get(list_of(anne.session))
        assert page.context["confirmers"].names == ["Bruno", "Chloé", "David"]


def test_a_phone_without_a_players_name_chooses_one() -> None:
    desk = ListDesk(**TAROT)
    anne = desk.played()
    tablet = browser(joined(anne.session, "Tablet"))
    assert tablet.get(list_of(anne.session)).context["confirmers"].names == ["Bruno", "Chloé", "David"]


def test_the_desks_phone_and_watchers_cannot_confirm_there() -> None:
    desk = ListDesk(**TAROT)
    anne = desk.played()
    for client in (desk.club.phone, watcher_of(anne.session)):
        assert "Confirm" not in notice(anne.session, client)
        sent = {"action": "confirm", "name": "Bruno", "results": '[{"points": 198}]'}
        assert client.post(list_of(anne.session), sent).status_code == 403
    assert Client().get(list_of(anne.session)).status_code == 404


def test_a_dispute_stops_the_list_until_the_desk_settles_it() -> None:
    desk = ListDesk(**TAROT)
    anne = desk.played()
    bruno, chloe = browser(joined(anne.session, "Bruno")), browser(joined(anne.session, "Chloé"))
    before = Form(chloe.get(list_of(anne.session))).fields
    fields = Form(bruno.get(list_of(anne.session))).fields
    refused = bruno.post(list_of(anne.session), {**fields, "action": "dispute"})
    assert (refused.status_code, "Say what is wrong with the list." in words_of(refused)) == (422, True)
    sent = {**fields, "action": "dispute", "reason": "Hand 1 was lost."}
    assert [bruno.post(list_of(anne.session), sent).status_code for _tap in range(2)] == [302, 302]
    assert "Disputed by Bruno; the desk settles it: Hand 1 was lost." in notice(anne.session, chloe)
    late = chloe.post(list_of(anne.session), {**before, "action": "confirm"})
    assert (late.status_code, "Someone else has changed" in words_of(late)) == (409, True)
    desk.post("confirm", {})
    assert "locked." in notice(anne.session, chloe)


def test_a_list_that_changed_since_it_was_shown_is_not_confirmed() -> None:
    desk = ListDesk(**TAROT)
    anne = desk.played()
    bruno = browser(joined(anne.session, "Bruno"))
    fields = Form(bruno.get(list_of(anne.session))).fields
    anne.session.refresh_from_db()
    anne.reopen()
    while_open = bruno.post(list_of(anne.session), {**fields, "action": "confirm"})
    assert while_open["Location"] == reverse("session", args=[anne.session.public_id])
    anne.amend(1, {**GARDE, "taker": 2})
    anne.close()
    page = bruno.post(list_of(anne.session), {**fields, "action": "confirm"})
    assert (page.status_code, TableList.objects.exists()) == (409, False)


def test_the_page_of_a_result_loads_anew_when_its_list_changes() -> None:
    desk = ListDesk(**TAROT)
    anne = desk.played()
    client = browser(anne)
    page = client.get(reverse("session", args=[anne.session.public_id])).content.decode()
    (asked,) = re.findall(r'hx-get="([^"]*\?notice=[^"]*)"', page)
    assert client.get(asked).status_code == 204
    lists.dispute(desk.round, 1, reason="Wrong", by="Bruno")
    assert client.get(asked)["HX-Refresh"] == "true"


def test_a_session_outside_a_tournament_has_no_list() -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    scorer.close()
    page = browser(scorer).get(list_of(scorer.session))
    assert page["Location"] == reverse("session", args=[scorer.session.public_id])
    assert notice(scorer.session, browser(scorer)) == ""


def test_a_nonsensical_version_is_no_error() -> None:
    desk = ListDesk(**TAROT)
    anne = desk.played()
    bruno = browser(joined(anne.session, "Bruno"))
    for seen in ("", "[", "{}", "null", "[" * 5000):
        assert bruno.post(list_of(anne.session), {"action": "confirm", "results": seen}).status_code == 409


def test_a_final_result_refuses_every_change_and_says_why() -> None:
    desk = ListDesk(tables=1)
    desk.post("type", TYPED)
    publication.make_final(desk.tournament)
    for action in ("type", "confirm", "dispute"):
        page = desk.post(action, {**TYPED, "points-0": "911", "reason": "Too late"})
        assert (page.status_code, "The result is final" in words_of(page)) == (422, True)
    assert (desk.stored().results, desk.stored().confirmed_at) == (WON, None)
