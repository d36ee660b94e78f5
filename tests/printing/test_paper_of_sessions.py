"""Sheets of sessions, evenings and standings: who may print them, and their content."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scorekeeper.clubs import services as clubs
from scorekeeper.desk import settlement
from scorekeeper.play import recording
from scorekeeper.play.ledger import forget_ledgers
from scorekeeper.play.models import Hand, Session
from scorekeeper.play.recording.write import Write
from scorekeeper.printing import session_sheets, typesetting
from scorekeeper.printing.forms import FILLED, PrintChoices
from scorekeeper.printing.score_sheets import qr_svg
from scorekeeper.printing.typesetting import PageSetup
from scorekeeper.standings.models import Season
from tests.clubs.clubs import SampleClub, signed_in
from tests.desk.club_evening import TWELVE, ClubEvening
from tests.organisers.panel_pages import SESSIONS_PAGE, act
from tests.play.browsers import browser, watcher_of, words_of
from tests.play.stretches import bruno_left
from tests.play.tables import FOUR, GARDE, Scorer
from tests.printing.print_pages import evening_paper, paper_of, print_page, printed
from tests.printing.printed import Printed
from tests.standings.stored_results import NEW_YEAR
from tests.web.rate_limits import limits

pytestmark = pytest.mark.django_db


STANDINGS = "/club/standings/print/"


# Who may print it


def test_only_phones_with_access_print_a_session() -> None:
    scorer = Scorer()
    scorer.record()
    for page in ("", "sheet.pdf", "1.svg"):
        address = paper_of(scorer.session) + page
        for welcome in (browser(scorer), watcher_of(scorer.session)):
            assert welcome.get(address).status_code == 200
        for stranger in (browser(), Client(), browser(Scorer())):
            assert stranger.get(address).status_code == 404


def test_club_pages_are_printed_only_on_the_clubs_phones() -> None:
    club_evening, other = ClubEvening("One"), ClubEvening("Other", ("Xaver", "Yves", "Zita", "Wanda"))
    played = club_evening.played(*TWELVE[:4])
    other.played("Xaver", "Yves", "Zita", "Wanda")
    watching_phone = browser(name=club_evening.watching_phone())
    season = Season.objects.create(club=club_evening.club, name="Winter", starts=NEW_YEAR)
    for page in ("", "sheet.pdf", "1.svg"):
        for address in (evening_paper(club_evening), paper_of(played)):
            assert watching_phone.get(address + page).status_code == 200
            for stranger in (other.phone, browser(), Client()):
                assert stranger.get(address + page).status_code == 404
        assert watching_phone.get(STANDINGS + page).status_code == 200
        for stranger in (browser(), Client()):
            assert stranger.get(STANDINGS + page).status_code == 404
        assert other.phone.get(STANDINGS + page, {"season": season.pk}).status_code == 404
    assert not printed(other.phone, STANDINGS).has("Member A")


# A session


def test_a_sheet_has_totals_payments_and_room_to_sign() -> None:
    scorer = Scorer(stake="0.05")
    for _hand in range(3):
        scorer.record(GARDE)
    sheet = printed(browser(scorer), paper_of(scorer.session))
    assert all(sheet.has(words) for words in (*FOUR, "594", "−198", "Stake €0.05 per point", "Bruno → Anne 198 €9.90"))
    assert sheet.letters.count("Chloé") >= 3  # above the column, in the payments, under the line


def test_a_closed_session_is_printed_with_its_settlement_and_a_locked_one_like_any() -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    scorer.close()
    Session.objects.filter(pk=scorer.session.pk).update(locked_at=scorer.session.started_at)
    assert printed(browser(scorer), paper_of(scorer.session)).has("198")


def three_gardes() -> Scorer:
    """Three hands with different points: 49, 51 and 53."""
    scorer = Scorer()
    for points in (49, 51, 53):
        scorer.record({**GARDE, "points": points})
    return scorer


def test_a_voided_hand_is_not_printed_and_the_others_keep_their_numbers() -> None:
    scorer = three_gardes()
    scorer.void(2)
    sheet = printed(browser(scorer), paper_of(scorer.session), appendix="on")
    assert sheet.has("1. Garde by Anne, 49 points, 2 bouts")
    assert sheet.has("3. Garde by Anne, 53 points, 2 bouts")
    assert not sheet.has("51 points")


def test_a_session_that_cannot_be_scored_is_left_out_with_a_message() -> None:
    scorer = three_gardes()
    Hand.objects.filter(number=2).update(outcome={"call": "garde", "taker": 9, "bouts": 2, "points": 51})
    forget_ledgers()
    page = print_page(browser(scorer), paper_of(scorer.session))
    assert (
        "Hand 2 isn’t possible under the current rules, so it and all later hands are not on this sheet" in page.words
    )
    sheet = printed(browser(scorer), paper_of(scorer.session), appendix="on")
    assert sheet.has("Hand 2 isn’t possible under the current rules, so it and all later hands are not on this sheet")
    assert sheet.has("49 points")
    assert not sheet.has("53 points")


def test_derivations_are_printed_on_request() -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    client, address = browser(scorer), paper_of(scorer.session)
    assert not printed(client, address).has("Garde made by 8")
    assert printed(client, address, appendix="on").has("Garde made by 8")


def test_a_blank_sheet_of_a_session_has_its_names_and_no_hands() -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    sheet = printed(browser(scorer), paper_of(scorer.session), what="blank")
    assert all(sheet.has(name) for name in FOUR)
    assert not sheet.has("198")
    assert printed(browser(scorer), paper_of(scorer.session), what="card").has("French Tarot")


def test_each_sheet_links_to_its_session_without_granting_access() -> None:
    scorer = Scorer()
    choices = PrintChoices(what=FILLED, page_setup=PageSetup(), language="en")
    made = session_sheets.sessions_print_order([scorer.session], choices, "https://cards.example")
    assert made.sheets[0]["qr"] == qr_svg(f"https://cards.example/s/{scorer.session.public_id}/", border=1)
    assert browser().get(f"/s/{scorer.session.public_id}/").status_code == 404


@pytest.mark.parametrize("page", ["", "sheet.pdf", "1.svg"])
def test_private_prints_are_not_cached_and_run_no_scripts(page: str) -> None:
    scorer = Scorer()
    response = browser(scorer).get(paper_of(scorer.session) + page)
    assert {"private", "no-store"} <= set(response["Cache-Control"].split(", "))
    policy = response["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in policy
    assert "script" not in policy
    if page == "sheet.pdf":
        assert response["Content-Disposition"].startswith("inline; filename*=utf-8''tarot-20")
        assert response["Content-Disposition"].endswith("-anne-bruno-chlo%C3%A9-david.pdf")
    if page == "1.svg":
        assert "sandbox" in policy


def test_an_unknown_page_is_not_found() -> None:
    scorer = Scorer()
    for number in (0, 2, 999999999999):
        assert browser(scorer).get(f"{paper_of(scorer.session)}{number}.svg").status_code == 404


@pytest.mark.parametrize(
    "address", ["/s/{session}/", "/s/{session}/journal/", "/club/evenings/{evening}/", "/club/standings/"]
)
def test_pages_link_to_their_print_pages(address: str) -> None:
    club_evening = ClubEvening()
    session = club_evening.played(*TWELVE[:4])
    here = address.format(session=session.public_id, evening=club_evening.evening.public_id)
    there = {"/s/{": paper_of(session), "/clu": evening_paper(club_evening)}[address[:4]]
    assert (STANDINGS if "standings" in here else there) in club_evening.phone.get(here).content.decode()


# An evening


def test_all_tables_of_an_evening_are_one_file() -> None:
    club_evening = ClubEvening()
    club_evening.played(*TWELVE[:4], hands=2)
    club_evening.played(*TWELVE[4:8])
    club_evening.start(*TWELVE[8:])
    sheets = printed(club_evening.phone, evening_paper(club_evening))
    assert len(sheets.pages) == 3
    assert all(sheets.has(words) for words in (*TWELVE, "Table 3", "396", f"{club_evening.evening.date:%-d %B %Y}"))
    to_write = printed(club_evening.phone, evening_paper(club_evening), what="blank", camera="no")
    assert len(to_write.pages) == 1
    assert to_write.has("Member L")
    assert to_write.has("Table 3")
    assert not to_write.has("Member A")


def test_an_evening_without_tables_says_so() -> None:
    club_evening = ClubEvening()
    for what in ("filled", "blank", "result"):
        page = print_page(club_evening.phone, evening_paper(club_evening), what=what)
        assert (page.status, page.pdf) == (422, "")
        assert "There are no tables yet." in page.words


def test_the_result_of_an_evening_is_printed_as_a_notice() -> None:
    club_evening = ClubEvening(kitty="1.50")
    club_evening.played(*TWELVE[:4])
    before = printed(club_evening.phone, evening_paper(club_evening), what="result")
    assert before.has("Not settled yet")
    club_evening.settle()
    page = print_page(club_evening.phone, evening_paper(club_evening))
    assert page.fields["what"] == "result"
    notice = printed(club_evening.phone, evening_paper(club_evening))
    # 198 points at 5 cents are 9.90, less 1.50 for the kitty; each of the others loses 3.30 and pays 1.50.
    expected = ("Member A +€9.90 +€8.40", "Member B −€3.30 −€4.80", "The kitty +€6.00", "Member A +198", "Member D −66")
    assert all(notice.has(words) for words in expected)
    assert not notice.has("Not settled yet")


def test_a_result_without_money_lists_the_totals_of_the_games() -> None:
    club_evening = ClubEvening()
    club_evening.played(*TWELVE[:4], stake=None)
    notice = printed(club_evening.phone, evening_paper(club_evening), what="result")
    assert notice.has("Member A +198")
    assert not notice.has("€")


# The standings


def test_the_standings_are_printed_on_the_terms_of_the_page() -> None:
    club_evening = ClubEvening()
    club_evening.played(*TWELVE[:4])
    club_evening.played(*TWELVE[:4], evening="")
    club_evening.played(*TWELVE[4:8])
    notice = printed(club_evening.phone, STANDINGS, game="tarot")
    assert notice.has("1. Member A +396 +198.0 2 2")
    best = printed(club_evening.phone, STANDINGS, game="tarot", best="1", minimum="2")
    assert best.has("Member A +198 +198.0 1 of 2 1")
    assert best.has("Not ranked yet")
    assert best.has("The best 1 of 2 evenings counts")


def test_invalid_numbers_lead_back_to_the_standings_page() -> None:
    response = ClubEvening().phone.get(STANDINGS, {"best": "many"})
    assert response.status_code == 302
    assert response["Location"] == "/club/standings/?best=many"


def test_long_standings_take_several_pages_with_headings() -> None:
    club_evening = ClubEvening(members=tuple(f"Wolkenstein-Rodenegg {number}" for number in range(120)))
    people = [player.name for player in club_evening.club.players.order_by("pk")]
    for first in range(0, 120, 4):
        club_evening.played(*people[first : first + 4])
    notice = printed(club_evening.phone, STANDINGS, paper="a5")
    assert len(notice.pages) > 1
    assert all(page.count("Evenings") == 1 for page in notice.pages)
    assert all(notice.has(name) for name in people)


# Limits


def test_the_number_of_sheets_and_hands_per_file_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    club_evening = ClubEvening()
    for tables in range(3):
        club_evening.played(*TWELVE[4 * tables : 4 * tables + 4], hands=2)
    monkeypatch.setattr(session_sheets, "MOST_SHEETS", 2)
    page = print_page(club_evening.phone, evening_paper(club_evening))
    assert (page.status, page.pdf) == (422, "")
    assert "You can print at most 2 sheets in one file; you asked for 3." in page.words
    assert club_evening.phone.get(f"{evening_paper(club_evening)}sheet.pdf").status_code == 302
    monkeypatch.setattr(session_sheets, "MOST_SHEETS", 3)
    monkeypatch.setattr(session_sheets, "MOST_HANDS", 5)
    assert (
        "You can print at most 5 hands in one file; you asked for 6."
        in print_page(club_evening.phone, evening_paper(club_evening)).words
    )
    monkeypatch.setattr(session_sheets, "MOST_HANDS", 6)
    monkeypatch.setattr(session_sheets, "MOST_EXPLAINED", 5)
    assert print_page(club_evening.phone, evening_paper(club_evening)).status == 200
    explained = print_page(club_evening.phone, evening_paper(club_evening), appendix="on")
    assert "At most 5 hands can be explained in one file; you asked for 6." in explained.words


def test_a_large_file_is_printed_without_a_preview(monkeypatch: pytest.MonkeyPatch) -> None:
    club_evening = ClubEvening()
    for tables in range(2):
        club_evening.played(*TWELVE[4 * tables : 4 * tables + 4], hands=2)
    monkeypatch.setattr(session_sheets, "MOST_PREVIEWED", 3)
    page = print_page(club_evening.phone, evening_paper(club_evening))
    assert len(page.images) == 1
    assert "This preview shows 1 of 2 sheets. The file contains all of them." in page.words
    monkeypatch.setattr(session_sheets, "MOST_PREVIEWED", 1)
    page = print_page(club_evening.phone, evening_paper(club_evening))
    assert page.images == []
    assert len(Printed(club_evening.phone.get(page.pdf).content).pages) == 2


def test_printing_is_rate_limited_but_cached_images_do_not_count() -> None:
    scorer = Scorer()
    client, address = browser(scorer), paper_of(scorer.session)
    typesetting.forget_previews()
    with limits(prints=(2, 60)):
        assert client.get(address).status_code == 200
        for _look in range(3):
            assert client.get(f"{address}1.svg").status_code == 200
        assert client.get(f"{address}sheet.pdf").status_code == 200
        assert client.get(f"{address}sheet.pdf").status_code == 429


def queries(client: Client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


@pytest.mark.parametrize("what", ["filled", "blank", "result"])
def test_printing_three_tables_takes_as_many_queries_as_one(what: str) -> None:
    counts = []
    for tables in (1, 3):
        club_evening = ClubEvening(f"With {tables}")
        for number in range(tables):
            people = TWELVE[4 * number : 4 * number + 4]
            (club_evening.start if what == "blank" else club_evening.played)(*people)
        address = f"{evening_paper(club_evening)}sheet.pdf?what={what}"
        counts.append(queries(club_evening.phone, address))
    assert counts[0] == counts[1]


# The panel


def panel(model: str, *rows: Any, page: str = "") -> str:
    return f"/admin/{model}/print/{page}?" + "&".join(f"pk={row.pk}" for row in rows)


def test_an_organiser_prints_sessions_evenings_and_standings_of_the_club() -> None:
    club_evening = ClubEvening()
    one, other = club_evening.played(*TWELVE[:4]), club_evening.played(*TWELVE[4:8], hands=2)
    season = Season.objects.create(club=club_evening.club, name="Winter", starts=NEW_YEAR)
    client = signed_in(club_evening.organiser())
    sheets = printed(client, panel("play/session", one, other))
    assert len(sheets.pages) == 2
    assert all(sheets.has(words) for words in ("198", "396", "Table 2"))
    assert len(printed(client, panel("evenings/evening", club_evening.evening)).pages) == 2
    assert printed(client, panel("evenings/evening", club_evening.evening) + "&what=result").has("Member E +396")
    assert printed(client, panel("standings/season", season)).has("1. Member E +396")


@pytest.mark.parametrize("page", ["", "sheet.pdf", "1.svg"])
def test_the_panel_prints_nothing_of_another_club(page: str) -> None:
    club_evening, other = ClubEvening("One"), ClubEvening("Other")
    ours, theirs = club_evening.played(*TWELVE[:4]), other.played(*TWELVE[:4])
    season = Season.objects.create(club=other.club, name="Winter", starts=NEW_YEAR)
    client = signed_in(club_evening.organiser())
    addresses = [
        panel("play/session", theirs, page=page),
        panel("play/session", ours, theirs, page=page),
        panel("evenings/evening", other.evening, page=page),
        panel("standings/season", season, page=page),
        f"/admin/play/session/print/{page}",
        f"/admin/play/session/print/{page}?pk=x",
    ]
    for address in addresses:
        assert client.get(address).status_code == 404, address
    for who in (Client(), other.phone):
        assert who.get(panel("play/session", theirs, page=page)).status_code == 302
    assert client.get(panel("play/session", ours, page=page)).status_code == 200


def test_the_list_action_leads_to_the_print_page_of_the_selection(monkeypatch: pytest.MonkeyPatch) -> None:
    sample_club = SampleClub()
    one, other = sample_club.table(), sample_club.table()
    client = signed_in(sample_club.organiser())
    page = words_of(act(client, SESSIONS_PAGE, "print_chosen", one.session, other.session))
    assert "PDF to print" in page
    assert "Organisers’ panel" in page
    monkeypatch.setattr("scorekeeper.organisers.printing.MOST_SHEETS", 1)
    refused = words_of(act(client, SESSIONS_PAGE, "print_chosen", one.session, other.session))
    assert "You can print at most 1 of these at once." in refused
    theirs = signed_in(SampleClub("Theirs", ()).organiser())
    assert "Anne" not in words_of(act(theirs, SESSIONS_PAGE, "print_chosen", one.session))


def test_printing_several_sessions_in_the_panel_takes_as_many_queries_as_one() -> None:
    counts = []
    for number in (1, 3):
        club_evening = ClubEvening(f"With {number}")
        rows = [club_evening.played(*TWELVE[4 * table : 4 * table + 4]) for table in range(number)]
        user = User.objects.create_user(f"organiser-{number}", is_staff=True)
        clubs.make_organiser(club_evening.club, user)
        client = signed_in(user)
        address = panel("play/session", *rows, page="sheet.pdf")
        counts.append(queries(client, address))
    assert counts[0] == counts[1]


def test_a_stored_settlement_is_printed_as_it_was() -> None:
    club_evening = ClubEvening()
    club_evening.played(*TWELVE[:4])
    club_evening.settle()
    settled = settlement.standing(club_evening.evening)
    assert settled
    settled.balances[0]["name"] = "As She Was Called Then"
    settled.save()
    assert printed(club_evening.phone, evening_paper(club_evening)).has("As She Was Called Then")


def test_a_phone_that_was_shut_out_cannot_print_the_session() -> None:
    scorer = Scorer()
    bruno = recording.join(scorer.session, device="b" * 32, role="watcher")
    recording.shut_out(Write(scorer.session, scorer.access, 0, "t"), access_pk=bruno.pk)
    assert browser(name=bruno.device).get(paper_of(scorer.session)).status_code == 403


def test_a_session_of_several_stretches_is_one_file_with_the_totals_carried_over() -> None:
    scorer = bruno_left(stake=Decimal("0.05"))
    scorer.close()
    one, other = (" ".join(page) for page in printed(browser(scorer), paper_of(scorer.session)).pages)
    assert "Who pays whom" not in one
    assert "The session so far" not in one
    assert "Who pays whom" in other
    assert "The session so far" in other
    assert "Anne +198 −66 +132" in other
    assert "Bruno −66 0 −66" in other


def test_a_blank_sheet_of_a_session_of_several_stretches_is_for_those_who_sit_there() -> None:
    scorer = bruno_left()
    sheet = printed(browser(scorer), paper_of(scorer.session), what="blank", camera="no")
    assert len(sheet.pages) == 1
    assert sheet.has("Emil")
    assert not sheet.has("Bruno")
