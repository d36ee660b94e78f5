"""Sheets of sessions, evenings and standings: who may print them, and their content."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorekeeper.clubs import services as clubs
from scorekeeper.evenings import settlement
from scorekeeper.play.ledger import ledgers
from scorekeeper.play.models import Hand, Session
from scorekeeper.play.recording import services
from scorekeeper.play.recording.transaction import Write
from scorekeeper.printing import previews, print_jobs
from scorekeeper.printing.forms import FILLED, PrintChoices
from scorekeeper.printing.headings import Back
from scorekeeper.printing.pages import PageSetup
from scorekeeper.standings.models import Season
from tests.clubs.clubs import House, signed_in
from tests.evenings.club_evening import TWELVE, Night
from tests.organisers.test_panel import SESSIONS_PAGE, act
from tests.play.browsers import browser, watcher_of, words_of
from tests.play.tables import FOUR, GARDE, Scribe
from tests.printing.asked import found, printed
from tests.printing.printed import Printed
from tests.standings.stored_results import NEW_YEAR
from tests.web.test_throttling import limits

pytestmark = pytest.mark.django_db


def paper_of(session: Session) -> str:
    return reverse("print_session", args=[session.public_id])


def evening_paper(night: Night) -> str:
    return reverse("print_evening", args=[night.evening.public_id])


STANDINGS = "/club/standings/print/"


# Who may print it


def test_who_may_see_a_session_prints_it_and_nobody_else() -> None:
    scribe = Scribe()
    scribe.record()
    for page in ("", "sheet.pdf", "1.svg"):
        address = paper_of(scribe.session) + page
        for welcome in (browser(scribe), watcher_of(scribe.session)):
            assert welcome.get(address).status_code == 200
        for stranger in (browser(), Client(), browser(Scribe())):
            assert stranger.get(address).status_code == 404


@pytest.mark.parametrize("page", ["", "sheet.pdf", "1.svg"])
def test_what_is_a_clubs_is_printed_on_its_own_phones_alone(page: str) -> None:
    night, other = Night("One"), Night("Other", ("Xaver", "Yves", "Zita", "Wanda"))
    played = night.played(*TWELVE[:4])
    other.played("Xaver", "Yves", "Zita", "Wanda")
    looker = browser(name=night.looker())
    for address in (evening_paper(night), paper_of(played)):
        assert looker.get(address + page).status_code == 200
        for stranger in (other.phone, browser(), Client()):
            assert stranger.get(address + page).status_code == 404
    assert looker.get(STANDINGS + page).status_code == 200
    for stranger in (browser(), Client()):
        assert stranger.get(STANDINGS + page).status_code == 404
    assert not printed(other.phone, STANDINGS).has("Member A")
    season = Season.objects.create(club=night.club, name="Winter", starts=NEW_YEAR)
    assert other.phone.get(STANDINGS + page, {"season": season.pk}).status_code == 404


# A session


def test_a_sheet_has_the_totals_the_payments_and_room_to_sign() -> None:
    scribe = Scribe(stake="0.05")
    for _hand in range(3):
        scribe.record(GARDE)
    sheet = printed(browser(scribe), paper_of(scribe.session))
    assert all(sheet.has(words) for words in (*FOUR, "594", "−198", "Stake €0.05 per point", "Bruno → Anne 198 €9.90"))
    assert sheet.letters.count("Chloé") >= 3  # above the column, in the payments, under the line


def test_a_closed_session_is_printed_as_it_was_settled_and_a_locked_one_as_any() -> None:
    scribe = Scribe()
    scribe.record(GARDE)
    scribe.close()
    Session.objects.filter(pk=scribe.session.pk).update(locked_at=scribe.session.started_at)
    assert printed(browser(scribe), paper_of(scribe.session)).has("198")


def three_gardes() -> Scribe:
    """Three hands with different points: 49, 51 and 53."""
    scribe = Scribe()
    for points in (49, 51, 53):
        scribe.record({**GARDE, "points": points})
    return scribe


def test_a_voided_hand_is_not_on_the_sheet_and_others_keep_their_numbers() -> None:
    scribe = three_gardes()
    scribe.void(2)
    sheet = printed(browser(scribe), paper_of(scribe.session), appendix="on")
    assert sheet.has("1. Garde by Anne, 49 points, 2 bouts")
    assert sheet.has("3. Garde by Anne, 53 points, 2 bouts")
    assert not sheet.has("51 points")


def test_what_the_rules_refuse_by_now_is_missing_and_page_and_paper_say_so() -> None:
    scribe = three_gardes()
    Hand.objects.filter(number=2).update(outcome={"call": "garde", "taker": 9, "bouts": 2, "points": 51})
    ledgers.forget()
    page = found(browser(scribe), paper_of(scribe.session))
    assert (
        "Hand 2 isn’t possible under the current rules, so it and all later hands are not on this sheet" in page.words
    )
    sheet = printed(browser(scribe), paper_of(scribe.session), appendix="on")
    assert sheet.has("Hand 2 isn’t possible under the current rules, so it and all later hands are not on this sheet")
    assert sheet.has("49 points")
    assert not sheet.has("53 points")


def test_why_each_hand_came_to_what_it_did_is_printed_on_demand() -> None:
    scribe = Scribe()
    scribe.record(GARDE)
    client, address = browser(scribe), paper_of(scribe.session)
    assert not printed(client, address).has("Garde made by 8")
    assert printed(client, address, appendix="on").has("Garde made by 8")


def test_a_sheet_to_write_on_has_the_same_names_and_nothing_that_was_played() -> None:
    scribe = Scribe()
    scribe.record(GARDE)
    sheet = printed(browser(scribe), paper_of(scribe.session), what="blank")
    assert all(sheet.has(name) for name in FOUR)
    assert not sheet.has("198")
    assert printed(browser(scribe), paper_of(scribe.session), what="card").has("French Tarot")


def test_each_sheet_leads_back_to_its_own_session_by_an_address_that_lets_nobody_in() -> None:
    scribe = Scribe()
    back = Back("https://cards.example")
    wanted = PrintChoices(what=FILLED, page_setup=PageSetup(), language="en")
    made = print_jobs.of_sessions(print_jobs.Batch.of([scribe.session]), wanted, back)
    assert made.order.sheets[0]["qr"] == back.qr(f"/s/{scribe.session.public_id}/")
    assert browser().get(f"/s/{scribe.session.public_id}/").status_code == 404


@pytest.mark.parametrize("page", ["", "sheet.pdf", "1.svg"])
def test_no_cache_keeps_what_is_private_and_nothing_of_it_runs(page: str) -> None:
    scribe = Scribe()
    answer = browser(scribe).get(paper_of(scribe.session) + page)
    assert {"private", "no-store"} <= set(answer["Cache-Control"].split(", "))
    policy = answer["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in policy
    assert "script" not in policy
    if page == "sheet.pdf":
        assert answer["Content-Disposition"].startswith('inline; filename="tarot-20')
        assert answer["Content-Disposition"].endswith('-anne-bruno-chloe-david.pdf"')
    if page == "1.svg":
        assert "sandbox" in policy


def test_a_page_that_there_is_not_is_not_found() -> None:
    scribe = Scribe()
    for number in (0, 2, 999999999999):
        assert browser(scribe).get(f"{paper_of(scribe.session)}{number}.svg").status_code == 404


@pytest.mark.parametrize(
    "address", ["/s/{session}/", "/s/{session}/journal/", "/club/evenings/{evening}/", "/club/standings/"]
)
def test_pages_lead_to_their_paper(address: str) -> None:
    night = Night()
    session = night.played(*TWELVE[:4])
    here = address.format(session=session.public_id, evening=night.evening.public_id)
    there = {"/s/{": paper_of(session), "/clu": evening_paper(night)}[address[:4]]
    assert (STANDINGS if "standings" in here else there) in night.phone.get(here).content.decode()


# An evening


def test_all_tables_of_an_evening_are_one_file() -> None:
    night = Night()
    night.played(*TWELVE[:4], hands=2)
    night.played(*TWELVE[4:8])
    night.start(*TWELVE[8:])
    sheets = printed(night.phone, evening_paper(night))
    assert len(sheets.pages) == 3
    assert all(sheets.has(words) for words in (*TWELVE, "Table 3", "396", f"{night.evening.date:%-d %B %Y}"))
    to_write = printed(night.phone, evening_paper(night), what="blank")
    assert len(to_write.pages) == 1
    assert to_write.has("Member L")
    assert to_write.has("Table 3")
    assert not to_write.has("Member A")


def test_an_evening_without_a_table_says_that_there_is_none() -> None:
    night = Night()
    for what in ("filled", "blank", "result"):
        page = found(night.phone, evening_paper(night), what=what)
        assert (page.status, page.pdf) == (422, "")
        assert "There are no tables yet." in page.words


def test_the_result_of_an_evening_goes_on_the_board() -> None:
    night = Night(kitty="1.50")
    night.played(*TWELVE[:4])
    before = printed(night.phone, evening_paper(night), what="result")
    assert before.has("Not settled yet")
    night.settle()
    page = found(night.phone, evening_paper(night))
    assert page.fields["what"] == "result"
    notice = printed(night.phone, evening_paper(night))
    # 198 points at 5 cents are 9.90, less 1.50 for the kitty; each of the others loses 3.30 and pays 1.50.
    said = ("Member A +€9.90 +€8.40", "Member B −€3.30 −€4.80", "The kitty +€6.00", "Member A +198", "Member D −66")
    assert all(notice.has(words) for words in said)
    assert not notice.has("Not settled yet")


def test_a_result_without_money_is_that_of_the_games() -> None:
    night = Night()
    night.played(*TWELVE[:4], stake=None)
    notice = printed(night.phone, evening_paper(night), what="result")
    assert notice.has("Member A +198")
    assert not notice.has("€")


# The standings


def test_the_standings_go_on_the_board_on_the_terms_on_which_they_are_looked_at() -> None:
    night = Night()
    for _session in range(2):
        night.played(*TWELVE[:4])
    night.played(*TWELVE[4:8])
    notice = printed(night.phone, STANDINGS, game="tarot")
    assert notice.has("1. Member A +396 +198.0 2 2")
    best = printed(night.phone, STANDINGS, game="tarot", best="1", minimum="2")
    assert best.has("Member A +198 +198.0 1 of 2 1")
    assert best.has("Not ranked yet")
    assert best.has("The best 1 session counts")


def test_numbers_that_are_none_are_mended_where_they_are_asked() -> None:
    answer = Night().phone.get(STANDINGS, {"best": "many"})
    assert answer.status_code == 302
    assert answer["Location"] == "/club/standings/?best=many"


def test_long_standings_take_as_many_pages_as_they_need_with_their_heads() -> None:
    night = Night(members=tuple(f"Wolkenstein-Rodenegg {number}" for number in range(120)))
    people = [player.name for player in night.club.players.order_by("pk")]
    for first in range(0, 120, 4):
        night.played(*people[first : first + 4])
    notice = printed(night.phone, STANDINGS, paper="a5")
    assert len(notice.pages) > 1
    assert all(page.count("Sessions") == 1 for page in notice.pages)
    assert all(notice.has(name) for name in people)


# Limits


def test_so_many_sheets_and_hands_are_printed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    night = Night()
    for tables in range(3):
        night.played(*TWELVE[4 * tables : 4 * tables + 4], hands=2)
    monkeypatch.setattr(print_jobs, "MOST_SHEETS", 2)
    page = found(night.phone, evening_paper(night))
    assert (page.status, page.pdf) == (422, "")
    assert "You can print at most 2 sheets in one file; you asked for 3." in page.words
    assert night.phone.get(f"{evening_paper(night)}sheet.pdf").status_code == 302
    monkeypatch.setattr(print_jobs, "MOST_SHEETS", 3)
    monkeypatch.setattr(print_jobs, "MOST_HANDS", 5)
    assert (
        "You can print at most 5 hands in one file; you asked for 6." in found(night.phone, evening_paper(night)).words
    )
    monkeypatch.setattr(print_jobs, "MOST_HANDS", 6)
    monkeypatch.setattr(print_jobs, "MOST_EXPLAINED", 5)
    assert found(night.phone, evening_paper(night)).status == 200
    explained = found(night.phone, evening_paper(night), appendix="on")
    assert "At most 5 hands can be explained in one file; you asked for 6." in explained.words


def test_what_has_many_hands_is_printed_and_not_shown_before(monkeypatch: pytest.MonkeyPatch) -> None:
    night = Night()
    for tables in range(2):
        night.played(*TWELVE[4 * tables : 4 * tables + 4], hands=2)
    monkeypatch.setattr(print_jobs, "MOST_PREVIEWED", 3)
    page = found(night.phone, evening_paper(night))
    assert len(page.images) == 1
    assert "This preview shows only the first of 2 sheets. The file contains all of them." in page.words
    monkeypatch.setattr(print_jobs, "MOST_PREVIEWED", 1)
    page = found(night.phone, evening_paper(night))
    assert page.images == []
    assert len(Printed(night.phone.get(page.pdf).content).pages) == 2


def test_who_prints_too_often_has_to_wait_and_images_at_hand_count_nothing() -> None:
    scribe = Scribe()
    client, address = browser(scribe), paper_of(scribe.session)
    previews.forget()
    with limits(prints=(2, 60)):
        assert client.get(address).status_code == 200
        for _look in range(3):
            assert client.get(f"{address}1.svg").status_code == 200
        assert client.get(f"{address}sheet.pdf").status_code == 200
        assert client.get(f"{address}sheet.pdf").status_code == 429


def queries(client: Client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
    return len(asked)


@pytest.mark.parametrize("what", ["filled", "blank", "result"])
def test_three_tables_are_printed_with_as_many_queries_as_one(what: str) -> None:
    counts = []
    for tables in (1, 3):
        night = Night(f"With {tables}")
        for number in range(tables):
            people = TWELVE[4 * number : 4 * number + 4]
            (night.start if what == "blank" else night.played)(*people)
        address = f"{evening_paper(night)}sheet.pdf?what={what}"
        counts.append(queries(night.phone, address))
    assert counts[0] == counts[1]


# The panel


def panel(model: str, *rows: Any, page: str = "") -> str:
    return f"/admin/{model}/print/{page}?" + "&".join(f"pk={row.pk}" for row in rows)


def test_an_organiser_prints_sessions_evenings_and_standings_of_the_club() -> None:
    night = Night()
    one, other = night.played(*TWELVE[:4]), night.played(*TWELVE[4:8], hands=2)
    season = Season.objects.create(club=night.club, name="Winter", starts=NEW_YEAR)
    client = signed_in(night.organiser())
    sheets = printed(client, panel("play/session", one, other))
    assert len(sheets.pages) == 2
    assert all(sheets.has(words) for words in ("198", "396", "Table 2"))
    assert len(printed(client, panel("evenings/evening", night.evening)).pages) == 2
    assert printed(client, panel("evenings/evening", night.evening) + "&what=result").has("Member E +396")
    assert printed(client, panel("standings/season", season)).has("1. Member E +396")


@pytest.mark.parametrize("page", ["", "sheet.pdf", "1.svg"])
def test_nothing_of_another_club_is_printed_in_the_panel(page: str) -> None:
    night, other = Night("One"), Night("Other")
    ours, theirs = night.played(*TWELVE[:4]), other.played(*TWELVE[:4])
    season = Season.objects.create(club=other.club, name="Winter", starts=NEW_YEAR)
    client = signed_in(night.organiser())
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


def test_the_action_of_a_list_leads_to_the_page_for_what_was_ticked(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House()
    one, other = house.table(), house.table()
    client = signed_in(house.organiser())
    page = words_of(act(client, SESSIONS_PAGE, "print_chosen", one.session, other.session))
    assert "PDF to print" in page
    assert "Organisers’ panel" in page
    monkeypatch.setattr("scorekeeper.organisers.printing.MOST_SHEETS", 1)
    refused = words_of(act(client, SESSIONS_PAGE, "print_chosen", one.session, other.session))
    assert "You can print at most 1 of these at once." in refused
    theirs = signed_in(House("Theirs", ()).organiser())
    assert "Anne" not in words_of(act(theirs, SESSIONS_PAGE, "print_chosen", one.session))


def test_several_sessions_of_a_panel_are_read_in_as_many_queries_as_one() -> None:
    counts = []
    for number in (1, 3):
        night = Night(f"With {number}")
        rows = [night.played(*TWELVE[4 * table : 4 * table + 4]) for table in range(number)]
        user = User.objects.create_user(f"organiser-{number}", is_staff=True)
        clubs.make_organiser(night.club, user)
        client = signed_in(user)
        address = panel("play/session", *rows, page="sheet.pdf")
        counts.append(queries(client, address))
    assert counts[0] == counts[1]


def test_a_frozen_settlement_is_printed_as_it_was() -> None:
    night = Night()
    night.played(*TWELVE[:4])
    night.settle()
    settled = settlement.standing(night.evening)
    assert settled
    settled.balances[0]["name"] = "As She Was Called Then"
    settled.save()
    assert printed(night.phone, evening_paper(night)).has("As She Was Called Then")


def test_a_session_whose_link_was_shut_is_not_printed() -> None:
    scribe = Scribe()
    bruno = services.join(scribe.session, device="b" * 32, role="watcher")
    services.revoke_access(Write(scribe.session, scribe.access, 0, "t"), access_pk=bruno.pk)
    assert browser(name=bruno.device).get(paper_of(scribe.session)).status_code == 403
