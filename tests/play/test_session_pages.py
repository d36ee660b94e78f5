"""The pages of a session besides its table: access, journal, chart, share, close, summary, export."""

import json
import re
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.http import HttpRequest
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorekeeper.play import queries
from scorekeeper.play.ledger import ledgers
from scorekeeper.play.models import Session
from scorekeeper.play.urls import of_a_session
from scorekeeper.web.errors import bad_request, csrf_failure, server_error
from tests.play.browsers import Form, browser, watcher_of, words_of
from tests.play.tables import GARDE, PASSED, Scribe

pytestmark = pytest.mark.django_db

READ = ("session", "ledger", "journal", "chart", "share", "export")
WRITTEN = ("record", "preview", "undo", "amend", "amend_preview", "void", "restore", "close", "reopen", "play_again")
OF_ACCESS = ("renew_link", "revoke_access", "restore_access")


def url(name: str, session: Session, number: int = 1) -> str:
    of_a_hand = name in ("hand", "amend", "amend_preview", "void", "restore")
    return reverse(name, args=[session.public_id, number] if of_a_hand else [session.public_id])


def scribe_with_hands(number: int = 2, **changes: Any) -> Scribe:
    scribe = Scribe(**changes)
    for _ in range(number):
        scribe.record()
    return scribe


# Permissions


@pytest.mark.parametrize("name", [route.name for route in of_a_session])
@pytest.mark.parametrize("stranger", [Client, browser], ids=["no cookie", "another browser"])
def test_a_stranger_finds_nothing_at_any_address_of_a_session(name: str, stranger: Any) -> None:
    scribe = scribe_with_hands()
    client = stranger()
    statuses = {client.get(url(name, scribe.session)).status_code, client.post(url(name, scribe.session)).status_code}
    assert statuses <= {404, 405}  # wrong methods are refused before anything is read
    assert 404 in statuses
    scribe.session.refresh_from_db()
    assert scribe.session.revision == 2


@pytest.mark.parametrize("name", READ)
def test_a_watcher_reads_everything(name: str) -> None:
    scribe = scribe_with_hands()
    assert watcher_of(scribe.session).get(url(name, scribe.session)).status_code == 200


@pytest.mark.parametrize("name", [*WRITTEN, *OF_ACCESS])
def test_a_watcher_writes_nothing(name: str) -> None:
    scribe = scribe_with_hands()
    response = watcher_of(scribe.session).post(url(name, scribe.session), {"revision": "2", "token": "t"})
    assert response.status_code == 403
    assert "You can only watch here" in words_of(response)
    scribe.session.refresh_from_db()
    assert (scribe.session.revision, Session.objects.count()) == (2, 1)


def test_a_watcher_is_not_given_the_link_to_write() -> None:
    session = Scribe().session
    page = watcher_of(session).get(url("share", session)).content.decode()
    assert session.watch_token in page
    assert session.scorer_token not in page


# Journal


def test_the_journal_says_who_did_what_and_what_it_said_before() -> None:
    scribe = Scribe(label="Anne")
    scribe.record({**GARDE, "note": "counted twice"})
    scribe.amend(1, {**GARDE, "points": 41})
    scribe.void(1)
    scribe.restore(1)
    scribe.close()
    scribe.reopen()
    words = words_of(browser(scribe).get(url("journal", scribe.session)))
    told = [
        "Anne reopened the session was Anne +150, Bruno −50, Chloé −50, David −50",
        "Anne closed the session Anne +150, Bruno −50, Chloé −50, David −50",
        "Anne restored hand 1 Garde by Anne, 41 points, 2 bouts",
        "Anne voided hand 1 was Garde by Anne, 41 points, 2 bouts",
        "Anne amended hand 1 was Garde by Anne, 49 points, 2 bouts (counted twice) is Garde by Anne, 41 points",
        "Anne recorded hand 1 Garde by Anne, 49 points, 2 bouts (counted twice)",
        "Anne started the session",
    ]
    places = [words.find(sentence) for sentence in told]
    assert -1 not in places, [sentence for sentence in told if sentence not in words]
    assert places == sorted(places)  # the latest first


def test_the_journal_of_an_imported_session_says_how_many_hands_came_with_it() -> None:
    client = Client()
    scribe = scribe_with_hands(2)
    text = browser(scribe).get(url("export", scribe.session)).content.decode()
    client.post("/import/", {"text": text, "token": "t"})
    imported = Session.objects.exclude(pk=scribe.session.pk).get()
    assert "imported the session with 2 hands" in words_of(client.get(url("journal", imported)))


def test_names_are_printed_as_text() -> None:
    scribe = Scribe(players=("<b>Anne</b>", "Bruno & Co", '"Chloé"', "David"), label="<i>me</i>")
    scribe.record()
    client = browser(scribe)
    for name in (*READ[:5], "close"):
        page = client.get(url(name, scribe.session)).content.decode()
        assert "<b>Anne" not in page
        assert "<i>me" not in page


def test_a_name_from_the_right_turns_no_figure_of_its_sentence() -> None:
    scribe = Scribe(players=("עדה", "Bruno", "Chloé", "David"))
    scribe.record(GARDE | {"taker": 0})
    page = words_of(browser(scribe).get(reverse("session", args=[scribe.session.public_id])))
    assert "Garde by \u2068עדה\u2069, 49 points" in page
    changes = words_of(browser(scribe).get(reverse("journal", args=[scribe.session.public_id])))
    assert "Garde by \u2068עדה\u2069, 49 points" in changes


# Chart


def test_what_a_star_means_stands_wherever_a_hand_rests_on_such_a_sentence() -> None:
    note = "* not in a printed source"
    scribe = Scribe(game="boston", rules="decimal", options={"pool": True})
    scribe.record({"call": "tricks", "bid": 5, "bidder": 0, "tricks": 5})
    assert note in words_of(browser(scribe).get(reverse("hand", args=[scribe.session.public_id, 1])))
    starred = Scribe(players=("Anne*", "Bruno", "Chloé", "David"))
    starred.record({"call": "correction", "amounts": {"0": 20, "1": -20}, "note": "played out of turn"})
    assert note not in words_of(browser(starred).get(reverse("hand", args=[starred.session.public_id, 1])))
    assert note in words_of(Client().get(f"{reverse('new')}?game=solo_whist"))


def test_the_chart_draws_every_player_and_prints_the_numbers() -> None:
    scribe = scribe_with_hands(2)
    scribe.record(PASSED)
    scribe.void(2)
    page = browser(scribe).get(url("chart", scribe.session))
    svg = page.content.decode()
    assert svg.count("<polyline") == 8  # four players on the narrow sheet, four on the wide one
    assert "Hand Anne Bruno Chloé David 1 198 −66 −66 −66 3 198 −66 −66 −66" in words_of(page)


def test_the_chart_is_drawn_with_points_in_every_language() -> None:
    scribe = scribe_with_hands(2)
    page = browser(scribe).get(url("chart", scribe.session), headers={"Accept-Language": "de"}).content.decode()
    paths = re.findall(r'points="([^"]+)"', page)
    assert paths
    assert all(re.fullmatch(r"[\d.]+,[\d.]+( [\d.]+,[\d.]+)*", path) for path in paths)
    assert not re.search(r' (x|y|dy)="[^"]*,[^"]*"', page)


def test_before_the_first_hand_there_is_nothing_to_draw() -> None:
    scribe = Scribe()
    page = browser(scribe).get(url("chart", scribe.session))
    assert "<polyline" not in page.content.decode()
    assert "after the first hand" in words_of(page)


# Share


def test_the_links_lead_to_the_address_the_app_was_opened_by() -> None:
    scribe = Scribe(label="Anne")
    with override_settings(ALLOWED_HOSTS=["cards.example"]):
        page = browser(scribe).get(url("share", scribe.session), headers={"Host": "cards.example:8123"})
    html = page.content.decode()
    for name, token in (("join", scribe.session.scorer_token), ("watch", scribe.session.watch_token)):
        assert f'value="http://cards.example:8123{reverse(name, args=[token])}"' in html
    assert html.count("<svg") >= 2
    assert "Anne records · this browser · since" in words_of(page)


def test_links_of_this_machine_alone_name_its_address_in_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    scribe = Scribe()
    monkeypatch.setattr("scorekeeper.web.links.addresses", lambda: ["192.0.2.7"])
    for hosts, words in (
        (["localhost", "192.0.2.7"], "http://192.0.2.7:8000/join/"),
        (["localhost"], "http://localhost:8000/join/"),
    ):
        with override_settings(ALLOWED_HOSTS=hosts):
            page = browser(scribe).get(url("share", scribe.session), headers={"Host": "localhost:8000"})
        assert words in page.content.decode()
        assert ("This address works only on this computer" in words_of(page)) is (len(hosts) == 1)


# Closing, and the result of a session


def test_before_closing_the_page_shows_who_would_pay_whom() -> None:
    scribe = scribe_with_hands(1, stake=Decimal("0.05"), currency="€")
    page = browser(scribe).get(url("close", scribe.session))
    words = words_of(page)
    assert "1 Anne +198 €9.90" in words
    assert "Bruno pays Anne 66 €3.30" in words
    scribe.session.refresh_from_db()
    assert scribe.session.closed_at is None


def test_closing_leads_to_the_summary() -> None:
    scribe = scribe_with_hands(1)
    scribe.record({**GARDE, "taker": 1, "points": 31})
    client = browser(scribe)
    response = client.post(
        url("close", scribe.session), Form(client.get(url("close", scribe.session))).fields, follow=True
    )
    words = words_of(response)
    assert "Anne wins" in words
    assert "2 hands" in words
    assert "Best hand Anne +198 · hand 1 Garde by Anne, 49 points, 2 bouts" in words
    assert "Worst hand Bruno −210 · hand 2" in words
    assert "Bruno pays Anne 268" in words


def test_a_double_tap_on_close_and_a_reload_close_once() -> None:
    scribe = scribe_with_hands(1)
    client = browser(scribe)
    fields = Form(client.get(url("close", scribe.session))).fields
    for _ in range(2):
        assert client.post(url("close", scribe.session), fields)["Location"] == url("session", scribe.session)
    assert scribe.session.settlements.count() == 1
    assert client.get(url("close", scribe.session))["Location"] == url("session", scribe.session)


def test_whoever_closes_on_old_totals_is_shown_the_new_ones() -> None:
    scribe = scribe_with_hands(1)
    client = browser(scribe)
    fields = Form(client.get(url("close", scribe.session))).fields
    scribe.record()
    response = client.post(url("close", scribe.session), fields)
    assert response.status_code == 409
    assert "Someone else has made a change in the meantime." in words_of(response)
    assert "1 Anne +396" in words_of(response)
    assert not scribe.session.settlements.exists()


@pytest.mark.parametrize(
    ("hands", "headline"),
    [
        ([PASSED], "All square"),
        ([GARDE], "Anne wins"),
        ([{**GARDE, "points": 40, "bouts": 1}], "Bruno, Chloé and David share first place"),
    ],
)
def test_the_headline_of_a_summary(hands: list[dict[str, Any]], headline: str) -> None:
    scribe = Scribe()
    for hand in hands:
        scribe.record(hand)
    scribe.close()
    assert headline in words_of(browser(scribe).get(url("session", scribe.session)))


def test_a_closed_session_shows_every_hand_and_voided_ones_struck_through() -> None:
    scribe = scribe_with_hands(2)
    scribe.void(2)
    scribe.close()
    page = browser(scribe).get(url("session", scribe.session))
    assert "Garde by Anne, 49 points, 2 bouts (voided)" in words_of(page)
    assert "sheet__hand--voided" in page.content.decode()
    assert "1 hand ·" in words_of(page)


def test_a_closed_session_is_reopened_from_its_summary() -> None:
    scribe = scribe_with_hands(1)
    scribe.close()
    client = browser(scribe)
    fields = Form(client.get(url("session", scribe.session)), "reopen").fields
    for _ in range(2):
        client.post(url("reopen", scribe.session), fields)
    scribe.session.refresh_from_db()
    assert (scribe.session.closed_at, scribe.session.revision) == (None, 3)


def test_a_watcher_of_a_closed_session_is_offered_nothing_to_write() -> None:
    scribe = scribe_with_hands(1)
    scribe.close()
    words = words_of(watcher_of(scribe.session).get(url("session", scribe.session)))
    assert "Reopen" not in words
    assert "Same people again" not in words
    assert "Export" in words


def test_reopening_what_somebody_else_closed_anew_asks_to_look_again() -> None:
    scribe = scribe_with_hands(1)
    scribe.close()
    client = browser(scribe)
    fields = Form(client.get(url("session", scribe.session)), "reopen").fields
    scribe.reopen()
    scribe.close()
    response = client.post(url("reopen", scribe.session), fields)
    assert response.status_code == 409
    assert "Someone else has made a change in the meantime." in words_of(response)


# Export and import


def test_an_exported_session_imported_again_has_the_same_ledger() -> None:
    scribe = scribe_with_hands(2)
    scribe.record({**GARDE, "taker": 2, "points": 55, "note": "a “note”"})
    scribe.void(1)
    client = browser(scribe)
    response = client.get(url("export", scribe.session))
    assert re.fullmatch(
        r'attachment; filename="tarot-\d{4}-\d\d-\d\d-anne-bruno-chloe-david\.json"', response["Content-Disposition"]
    )
    document = json.loads(response.content)
    assert len(document["hands"]) == 2
    client.post("/import/", {"text": response.content.decode(), "token": "t"})
    imported = Session.objects.exclude(pk=scribe.session.pk).get()
    assert queries.ledger(imported).totals == queries.ledger(scribe.session).totals
    assert json.loads(client.get(url("export", imported)).content) == document


def test_what_the_rules_now_refuse_is_not_exported_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    scribe = Scribe()
    scribe.record()
    scribe.record()
    ledgers.forget()
    monkeypatch.setattr("games.tarot.refusals.POINTS_WITH_BOUTS", {4: ((0, 0),) * 4})
    response = browser(scribe).get(url("export", scribe.session))
    assert response.status_code == 409
    assert "Hand 1" in response.content.decode()


def test_the_name_of_an_exported_file_is_plain_whatever_the_players_are_called() -> None:
    scribe = Scribe(players=('"; rm', "日本", "../..", "x" * 60))
    response = browser(scribe).get(url("export", scribe.session))
    assert re.fullmatch(
        r'attachment; filename="tarot-[\d-]{10}-[a-z0-9-]{1,60}\.json"', response["Content-Disposition"]
    )


# After a write


def test_undo_is_offered_only_while_the_hand_is_the_latest_that_was_written() -> None:
    scribe = scribe_with_hands(1)
    client = browser(scribe)
    table = url("session", scribe.session)
    said = f"{table}?hand=1&at={scribe.session.revision}"
    assert "Undo" in client.get(said).content.decode()
    scribe.record()
    assert "Undo" not in client.get(said).content.decode()


def test_what_was_undone_can_be_put_back_and_undone_again() -> None:
    scribe = scribe_with_hands(1)
    client = browser(scribe)
    for again, offered in (("", "Put it back"), ("yes", "Undo"), ("", "Put it back")):
        data = {"revision": scribe.session.revision, "token": f"undo-{scribe.session.revision}"}
        answer = client.post(url("undo", scribe.session), data | ({"again": again} if again else {}), follow=True)
        scribe.session.refresh_from_db()
        page = answer.content.decode()
        assert f">{offered}</button>" in page
        assert ('name="again"' in page) is (offered == "Put it back")


def test_a_hand_that_came_after_the_session_was_closed_is_said_to_be_unrecorded() -> None:
    scribe = scribe_with_hands(1)
    client = browser(scribe)
    data = {"call": "passed", "revision": scribe.session.revision, "token": "late"}
    scribe.close()
    response = client.post(url("record", scribe.session), data, follow=True)
    assert "what you sent was not recorded" in response.content.decode()
    assert scribe.session.hands.count() == 1


def test_back_never_finds_the_part_of_a_page_that_htmx_was_given() -> None:
    scribe = scribe_with_hands(1)
    assert "HX-Request" in browser(scribe).get(url("hand", scribe.session))["Vary"]


def test_an_import_of_thousands_of_hands_is_refused() -> None:
    people = ["Anne", "Bruno", "Chloé", "David"]
    document: dict[str, Any] = {"format": "scorekeeper.session", "version": 1, "game": "tarot", "players": people}
    document["hands"] = [{"call": "misdeal"}] * 2001
    text = json.dumps(document)
    response = Client().post("/import/", {"text": text, "token": "t"})
    assert response.status_code == 422
    assert "at most 2000 hands" in response.content.decode().replace(",", "")


# All pages


@pytest.mark.parametrize("name", ["journal", "chart", "share", "close", "session", "export"])
def test_pages_ask_as_much_for_three_hands_as_for_one(name: str) -> None:
    counts = []
    for number in (1, 3):
        scribe = scribe_with_hands(number)
        if name == "session":
            scribe.close()
        client = browser(scribe)
        ledgers.forget()
        with CaptureQueriesContext(connection) as asked:
            assert client.get(url(name, scribe.session)).status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1]
    assert counts[0] <= 6


def test_no_page_has_a_script_or_a_style_of_its_own() -> None:
    scribe = scribe_with_hands(1)
    open_one, closed = browser(scribe), scribe_with_hands(1, device=scribe.access.device)
    closed.close()
    addresses = ["/", "/new/", "/import/", *(url(name, scribe.session) for name in (*READ[:5], "close"))]
    for address in [*addresses, url("session", closed.session)]:
        page = open_one.get(address).content.decode()
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:|<script(?![^>]*\ssrc=)", page), address


def test_errors_are_said_in_words() -> None:
    assert "Page not found" in words_of(Client().get("/nowhere/"))
    request = HttpRequest()
    request.META = {"SERVER_NAME": "localhost", "SERVER_PORT": "80"}
    assert "Something went wrong on the server" in words_of(server_error(request))
    assert "Bad request" in words_of(bad_request(request, ValueError()))
    assert "Nothing was recorded" in words_of(csrf_failure(request))


def test_a_form_without_its_token_is_told_so() -> None:
    scribe = scribe_with_hands(1)
    client = browser(scribe)
    client.handler.enforce_csrf_checks = True
    response = client.post(url("close", scribe.session), {"revision": "1", "token": "t"})
    assert response.status_code == 403
    assert "Nothing was recorded" in words_of(response)
