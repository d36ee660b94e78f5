"""The pages of a session besides its table: access, journal, chart, share, close, summary, export."""

import json
import re
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.http import HttpRequest
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scorekeeper.play import recording
from scorekeeper.play.ledger import forget_ledgers, session_ledger
from scorekeeper.play.models import Change, Role, Session
from scorekeeper.play.recording.write import Write
from scorekeeper.web.errors import bad_request, csrf_failure, server_error
from tests.play.browsers import Form, browser, url, watcher_of, words_of
from tests.play.tables import FOUR, GARDE, PASSED, Scorer, device, fresh, token

pytestmark = pytest.mark.django_db

READ = ("session", "ledger", "journal", "chart", "share", "export")
WRITTEN = ("record", "preview", "undo", "amend", "amend_preview", "void", "unvoid", "close", "reopen", "play_again")
DELETED = ("delete", "undelete")
OF_ACCESS = ("renew_link", "shut_out", "let_in")


def scorer_with_hands(number: int = 2, **changes: Any) -> Scorer:
    scorer = Scorer(**changes)
    for _ in range(number):
        scorer.record()
    return scorer


# The table


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "The last entry was made 1 day ago. Go on, or settle? Close and settle"),
        ("de", "Der letzte Eintrag ist 1 Tag her. Weiterspielen oder abrechnen? Abschließen"),
        ("fr", "Dernière saisie il y a 1 jour. On continue, ou on règle ? Terminer et régler"),
    ],
)
def test_a_table_left_open_asks_whether_it_goes_on_until_it_does(language: str, says: str) -> None:
    scorer = scorer_with_hands()
    watcher = watcher_of(scorer.session)
    scorers = browser(scorer)
    scorers.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    page = url("session", scorer.session)
    assert says not in words_of(scorers.get(page))
    Change.objects.update(at=timezone.now() - timedelta(hours=30))
    forget_ledgers()
    words = words_of(scorers.get(page)).replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")
    assert says in words
    assert says.rsplit(maxsplit=1)[-1] not in words_of(watcher.get(page))
    scorer.record()
    assert says not in words_of(scorers.get(page))


# Permissions


@pytest.mark.parametrize("name", READ)
def test_a_watcher_can_read_everything(name: str) -> None:
    scorer = scorer_with_hands()
    assert watcher_of(scorer.session).get(url(name, scorer.session)).status_code == 200


@pytest.mark.parametrize("name", [*WRITTEN, *DELETED, *OF_ACCESS])
def test_a_watcher_can_write_nothing(name: str) -> None:
    scorer = scorer_with_hands()
    response = watcher_of(scorer.session).post(url(name, scorer.session), {"revision": "2", "token": "t"})
    assert response.status_code == 403
    assert "You can only watch here" in words_of(response)
    scorer.session.refresh_from_db()
    assert (scorer.session.revision, Session.objects.count()) == (2, 1)


def test_a_watcher_does_not_get_the_scorer_link() -> None:
    session = Scorer().session
    page = watcher_of(session).get(url("share", session)).content.decode()
    assert session.watch_token in page
    assert session.scorer_token not in page


# Journal


def test_the_journal_says_who_changed_what_and_the_previous_value() -> None:
    scorer = Scorer(label="Anne")
    scorer.record({**GARDE, "note": "counted twice"})
    scorer.amend(1, {**GARDE, "points": 41})
    scorer.void(1)
    scorer.unvoid(1)
    scorer.close()
    scorer.reopen()
    words = words_of(browser(scorer).get(url("journal", scorer.session)))
    expected = [
        "Anne reopened the session was Anne +150, Bruno −50, Chloé −50, David −50",
        "Anne closed the session Anne +150, Bruno −50, Chloé −50, David −50",
        "Anne restored hand 1 Garde by Anne, 41 points, 2 bouts",
        "Anne voided hand 1 was Garde by Anne, 41 points, 2 bouts",
        "Anne amended hand 1 was Garde by Anne, 49 points, 2 bouts (counted twice) is Garde by Anne, 41 points",
        "Anne recorded hand 1 Garde by Anne, 49 points, 2 bouts (counted twice)",
        "Anne started the session",
    ]
    places = [words.find(sentence) for sentence in expected]
    assert -1 not in places, [sentence for sentence in expected if sentence not in words]
    assert places == sorted(places)  # the latest first


def test_the_journal_of_an_imported_session_says_how_many_hands_it_had() -> None:
    client = Client()
    scorer = scorer_with_hands(2)
    text = browser(scorer).get(url("export", scorer.session)).content.decode()
    client.post("/import/", {"text": text, "token": "t"})
    imported = Session.objects.exclude(pk=scorer.session.pk).get()
    assert "imported the session with 2 hands" in words_of(client.get(url("journal", imported)))


def test_names_are_escaped() -> None:
    scorer = Scorer(players=("<b>Anne</b>", "Bruno & Co", '"Chloé"', "David"), label="<i>me</i>")
    scorer.record()
    client = browser(scorer)
    for name in (*READ[:5], "close"):
        page = client.get(url(name, scorer.session)).content.decode()
        assert "<b>Anne" not in page
        assert "<i>me" not in page


def test_a_right_to_left_name_does_not_reorder_the_figures_of_its_sentence() -> None:
    scorer = Scorer(players=("עדה", "Bruno", "Chloé", "David"))
    scorer.record(GARDE | {"taker": 0})
    page = words_of(browser(scorer).get(reverse("session", args=[scorer.session.public_id])))
    assert "Garde by \u2068עדה\u2069, 49 points" in page
    changes = words_of(browser(scorer).get(reverse("journal", args=[scorer.session.public_id])))
    assert "Garde by \u2068עדה\u2069, 49 points" in changes


# Chart


def test_a_result_of_zeros_has_its_score_sheet_but_no_chart() -> None:
    scorer = Scorer(game="cayenne", rules="foster")
    scorer.record({"trump": "grand", "tricks": 7})  # scored at the end of a rubber
    scorer.close()
    page = browser(scorer).get(reverse("session", args=[scorer.session.public_id])).content.decode()
    assert 'id="score_sheet"' in page
    assert 'id="chart"' not in page


def test_the_star_is_explained_where_it_is_used() -> None:
    note = "* our own reading, not in a printed source"
    scorer = Scorer(game="boston", rules="decimal", options={"pool": True})
    scorer.record({"call": "tricks", "bid": 5, "bidder": 0, "tricks": 5})
    assert note in words_of(browser(scorer).get(reverse("hand", args=[scorer.session.public_id, 1])))
    starred = Scorer(players=("Anne*", "Bruno", "Chloé", "David"))
    starred.record({"call": "correction", "amounts": {"0": 20, "1": -20}, "note": "played out of turn"})
    assert note not in words_of(browser(starred).get(reverse("hand", args=[starred.session.public_id, 1])))
    assert note not in words_of(Client().get(f"{reverse('new')}?game=solo_whist"))  # which prints no star either


def test_the_chart_draws_every_player_and_the_numbers() -> None:
    scorer = scorer_with_hands(2)
    scorer.record(PASSED)
    scorer.void(2)
    page = browser(scorer).get(url("chart", scorer.session))
    svg = page.content.decode()
    assert svg.count("<polyline") == 8  # four players on the narrow sheet, four on the wide one
    assert "Hand Anne Bruno Chloé David 1 198 −66 −66 −66 3 198 −66 −66 −66" in words_of(page)


def test_the_chart_uses_decimal_points_in_every_language() -> None:
    scorer = scorer_with_hands(2)
    page = browser(scorer).get(url("chart", scorer.session), headers={"Accept-Language": "de"}).content.decode()
    paths = re.findall(r'points="([^"]+)"', page)
    assert paths
    assert all(re.fullmatch(r"[\d.]+,[\d.]+( [\d.]+,[\d.]+)*", path) for path in paths)
    assert not re.search(r' (x|y|dy)="[^"]*,[^"]*"', page)


def test_before_the_first_hand_there_is_no_chart() -> None:
    scorer = Scorer()
    page = browser(scorer).get(url("chart", scorer.session))
    assert "<polyline" not in page.content.decode()
    assert "after the first hand" in words_of(page)


# Share


def test_links_use_the_address_the_app_was_opened_at() -> None:
    scorer = Scorer(label="Anne")
    with override_settings(ALLOWED_HOSTS=["cards.example"]):
        page = browser(scorer).get(url("share", scorer.session), headers={"Host": "cards.example:8123"})
    html = page.content.decode()
    for name, secret in (("join", scorer.session.scorer_token), ("watch", scorer.session.watch_token)):
        assert f'value="http://cards.example:8123{reverse(name, args=[secret])}"' in html
    assert html.count("<svg") >= 2
    assert "Anne records · this browser · since" in words_of(page)


def test_links_opened_at_localhost_use_the_network_address(monkeypatch: pytest.MonkeyPatch) -> None:
    scorer = Scorer()
    monkeypatch.setattr("scorekeeper.web.links.addresses", lambda: ["192.0.2.7"])
    for hosts, words in (
        (["localhost", "192.0.2.7"], "http://192.0.2.7:8000/join/"),
        (["localhost"], "http://localhost:8000/join/"),
    ):
        with override_settings(ALLOWED_HOSTS=hosts):
            page = browser(scorer).get(url("share", scorer.session), headers={"Host": "localhost:8000"})
        assert words in page.content.decode()
        assert ("This address works only on this computer" in words_of(page)) is (len(hosts) == 1)


# Closing, and the result of a session


def test_the_closing_page_previews_the_payments() -> None:
    scorer = scorer_with_hands(1, stake=Decimal("0.05"), currency="€")
    page = browser(scorer).get(url("close", scorer.session))
    words = words_of(page)
    assert "1 Anne +198 €9.90" in words
    assert "Bruno pays Anne 66 €3.30" in words
    scorer.session.refresh_from_db()
    assert scorer.session.closed_at is None


def test_closing_leads_to_the_summary() -> None:
    scorer = scorer_with_hands(1)
    scorer.record({**GARDE, "taker": 1, "points": 31})
    client = browser(scorer)
    response = client.post(
        url("close", scorer.session), Form(client.get(url("close", scorer.session))).fields, follow=True
    )
    words = words_of(response)
    assert "Anne wins" in words
    assert "2 hands" in words
    assert "Best hand Anne +198 · hand 1 Garde by Anne, 49 points, 2 bouts" in words
    assert "Worst hand Bruno −210 · hand 2" in words
    assert "Bruno pays Anne 268" in words


def test_a_double_tap_on_close_and_a_reload_close_once() -> None:
    scorer = scorer_with_hands(1)
    client = browser(scorer)
    fields = Form(client.get(url("close", scorer.session))).fields
    for _ in range(2):
        assert client.post(url("close", scorer.session), fields)["Location"] == url("session", scorer.session)
    assert scorer.session.settlements.count() == 1
    assert client.get(url("close", scorer.session))["Location"] == url("session", scorer.session)


def test_closing_with_outdated_totals_shows_the_new_ones() -> None:
    scorer = scorer_with_hands(1)
    client = browser(scorer)
    fields = Form(client.get(url("close", scorer.session))).fields
    scorer.record()
    response = client.post(url("close", scorer.session), fields)
    assert response.status_code == 409
    assert "The session has changed in the meantime." in words_of(response)
    assert "1 Anne +396" in words_of(response)
    assert not scorer.session.settlements.exists()


@pytest.mark.parametrize(
    ("hands", "headline"),
    [
        ([PASSED], "All square"),
        ([GARDE], "Anne wins"),
        ([{**GARDE, "points": 40, "bouts": 1}], "Bruno, Chloé and David share first place"),
    ],
)
def test_the_headline_of_a_summary(hands: list[dict[str, Any]], headline: str) -> None:
    scorer = Scorer()
    for hand in hands:
        scorer.record(hand)
    scorer.close()
    assert headline in words_of(browser(scorer).get(url("session", scorer.session)))


def test_partners_win_together() -> None:
    scorer = Scorer(game="cayenne", rules="foster")
    scorer.record({"trump": "grand", "tricks": 13})  # 7 by cards, times 8, are all games of the rubber
    scorer.close()
    words = words_of(browser(scorer).get(url("session", scorer.session)))
    assert "Anne and Chloé win" in words


def test_a_closed_session_shows_every_hand_with_voided_ones_struck_through() -> None:
    scorer = scorer_with_hands(2)
    scorer.void(2)
    scorer.close()
    page = browser(scorer).get(url("session", scorer.session))
    assert "Garde by Anne, 49 points, 2 bouts (voided)" in words_of(page)
    assert "sheet__hand--voided" in page.content.decode()
    assert "1 hand ·" in words_of(page)


def test_a_closed_session_is_reopened_from_its_summary() -> None:
    scorer = scorer_with_hands(1)
    scorer.close()
    client = browser(scorer)
    fields = Form(client.get(url("session", scorer.session)), "reopen").fields
    for _ in range(2):
        client.post(url("reopen", scorer.session), fields)
    scorer.session.refresh_from_db()
    assert (scorer.session.closed_at, scorer.session.revision) == (None, 3)


def test_a_watcher_of_a_closed_session_is_offered_no_actions() -> None:
    scorer = scorer_with_hands(1)
    scorer.close()
    words = words_of(watcher_of(scorer.session).get(url("session", scorer.session)))
    assert "Reopen" not in words
    assert "Same people again" not in words
    assert "Export" in words


def test_reopening_a_session_closed_again_by_somebody_else_is_refused() -> None:
    scorer = scorer_with_hands(1)
    scorer.close()
    client = browser(scorer)
    fields = Form(client.get(url("session", scorer.session)), "reopen").fields
    scorer.reopen()
    scorer.close()
    response = client.post(url("reopen", scorer.session), fields)
    assert response.status_code == 409
    assert "The session has changed in the meantime." in words_of(response)


# Export and import


def test_an_exported_session_has_the_same_ledger_after_import() -> None:
    scorer = scorer_with_hands(2)
    scorer.record({**GARDE, "taker": 2, "points": 55, "note": "a “note”"})
    scorer.void(1)
    client = browser(scorer)
    response = client.get(url("export", scorer.session))
    assert re.fullmatch(
        r"attachment; filename\*=utf-8''tarot-\d{4}-\d\d-\d\d-anne-bruno-chlo%C3%A9-david\.json",
        response["Content-Disposition"],
    )
    document = json.loads(response.content)
    assert len(document["hands"]) == 2
    client.post("/import/", {"text": response.content.decode(), "token": "t"})
    imported = Session.objects.exclude(pk=scorer.session.pk).get()
    assert session_ledger(imported).totals == session_ledger(scorer.session).totals
    assert json.loads(client.get(url("export", imported)).content) == document


def test_a_session_that_the_rules_now_refuse_is_not_exported_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    scorer = Scorer()
    scorer.record()
    scorer.record()
    forget_ledgers()
    monkeypatch.setattr("games.tarot.rules.POINTS_WITH_BOUTS", {4: ((0, 0),) * 4})
    response = browser(scorer).get(url("export", scorer.session))
    assert response.status_code == 409
    assert "Hand 1" in response.content.decode()


def test_the_name_of_an_exported_file_has_only_letters_numbers_and_dashes() -> None:
    scorer = Scorer(players=('"; rm', "日本", "../..", "x" * 40))
    response = browser(scorer).get(url("export", scorer.session))
    assert re.fullmatch(
        r"attachment; filename\*=utf-8''tarot-[\d-]{10}-rm-%E6%97%A5%E6%9C%AC-x{40}\.json",
        response["Content-Disposition"],
    )


# After a write


def test_undo_is_offered_until_the_next_hand_is_called() -> None:
    scorer = scorer_with_hands(1)
    client = browser(scorer)
    table = url("session", scorer.session)
    for _reload in range(2):
        assert ">Undo</button>" in client.get(table).content.decode()
    recording.set_call(Write(scorer.session, **scorer.now({})), posted={"call": "garde", "taker": "0"})
    assert ">Undo</button>" not in client.get(table).content.decode()


@pytest.mark.parametrize("hands", [0, 1, 3])
def test_the_totals_lead_to_the_derivation_of_the_latest_hand(hands: int) -> None:
    scorer = scorer_with_hands(hands)
    content = browser(scorer).get(url("session", scorer.session)).content.decode()
    links = re.findall(r'class="why" href="([^"]*)"', content)
    assert links == [url("hand", scorer.session, hands)] * bool(hands)


def test_undo_gives_the_hand_back_filled_in_on_every_phone() -> None:
    scorer = Scorer()
    scorer.record({**GARDE, "note": "Chloé dealt"})
    bruno = recording.join(scorer.session, device=device(), role=Role.SCORER, label="Bruno")
    client, other = browser(scorer), browser(name=bruno.device)
    page = client.get(url("session", scorer.session))
    page = client.post(url("undo", scorer.session), Form(page, "/undo/").fields, follow=True)
    assert "Hand 1 was undone." in words_of(page)
    assert "Record: Anne +198" in words_of(page)
    for phone in (client, other):
        form = Form(phone.get(url("session", scorer.session)), "/record/").fields
        given = {name: form[name] for name in ("call", "taker", "bouts", "note")}
        assert given == {"call": "garde", "taker": "0", "bouts": "2", "note": "Chloé dealt"}
    corrected = {**form, "bouts": "3"}
    page = other.post(url("record", scorer.session), corrected, follow=True)
    assert "Hand 1:" in words_of(page)
    assert fresh(scorer.session).hand(1).raw == {**GARDE, "bouts": 3, "note": "Chloé dealt"}


def test_a_hand_that_cannot_be_voided_says_why_and_has_no_button() -> None:
    scorer = Scorer(game="mort", rules="foster", players=FOUR, first_dealer=0)
    scorer.record({"tricks": 12})  # ends the first game, which David sits out
    scorer.record({"tricks": 7, "dealer": 3})
    client = browser(scorer)
    address, why = url("void", scorer.session, 1), "Hand 2 would become impossible: David sits this game out."
    shown = client.get(address)
    assert why in words_of(shown)
    assert ">Void hand 1<" not in re.sub(r"\s*\n\s*", "", shown.content.decode())
    posted = client.post(address, {"revision": scorer.session.revision, "token": token()})
    assert posted.status_code == 422
    assert why in words_of(posted)
    assert not fresh(scorer.session).hands[0].voided


def test_the_form_that_gives_a_hand_back_can_be_emptied() -> None:
    scorer = scorer_with_hands(1)
    client = browser(scorer)
    page = client.get(url("session", scorer.session))
    page = client.post(url("undo", scorer.session), Form(page, "/undo/").fields, follow=True)
    assert ">Clear</button>" in page.content.decode()
    page = client.post(url("clear_call", scorer.session), Form(page, "/undo/").fields, follow=True)
    assert "taker" not in Form(page, "/record/").fields
    assert "cleared the form" in words_of(client.get(url("journal", scorer.session)))


def test_a_late_tap_on_clear_the_form_says_what_happened() -> None:
    scorer = scorer_with_hands(1)
    client = browser(scorer)
    page = client.post(
        url("undo", scorer.session), Form(client.get(url("session", scorer.session)), "/undo/").fields, follow=True
    )
    scorer.session.refresh_from_db()
    recording.clear_call(Write(scorer.session, **scorer.now({})))
    late = client.post(url("clear_call", scorer.session), Form(page, "/undo/").fields)
    assert late.status_code == 409
    assert "Your entry is still here" not in words_of(late)


def test_the_question_before_closing_mentions_a_hand_that_was_undone() -> None:
    scorer = scorer_with_hands(2)
    client = browser(scorer)
    assert "was undone" not in words_of(client.get(url("close", scorer.session)))
    scorer.undo()
    assert "Hand 2 was undone. It is not in these totals" in words_of(client.get(url("close", scorer.session)))


@pytest.mark.parametrize("name", ["amend", "amend_preview", "void", "unvoid"])
def test_a_page_of_a_hand_that_was_undone_says_so(name: str) -> None:
    scorer = scorer_with_hands(2)
    client = browser(scorer)
    form = Form(client.get(url("amend", scorer.session, 2)), "/amend/").fields
    scorer.undo()
    answer = client.post(url(name, scorer.session, 2), form, follow=True)
    assert (answer.status_code, "Hand 2 was undone in the meantime." in words_of(answer)) == (409, True)
    assert client.post(url(name, scorer.session, 3), form).status_code == 404


@pytest.mark.parametrize("amends", [False, True])
def test_an_answer_that_a_document_may_leave_out_is_asked_for_on_the_page(amends: bool) -> None:
    scorer = Scorer(game="skat", rules="isko")
    scorer.record({"call": "grand", "declarer": 0, "bid": 18, "matadors": 1, "card_points": 90})
    points = {"card_points-tens": "12", "card_points-units": "0"}
    hand = {"call": "grand", "declarer": "0", "bid": "18", "matadors": "1", **points}
    address = url("amend", scorer.session, 1) if amends else url("record", scorer.session)
    data = {**hand, "token": token(), "revision": fresh(scorer.session).revision}
    page = browser(scorer).post(address, data)
    assert page.status_code == 422
    assert '<p class="error" id="e-schwarz">This is still missing.</p>' in " ".join(page.content.decode().split())
    assert [hand.raw["card_points"] for hand in fresh(scorer.session).hands] == [90]


def test_an_amendment_of_a_hand_that_was_voided_in_the_meantime_is_refused_in_words() -> None:
    scorer = scorer_with_hands(2)
    client = browser(scorer)
    form = Form(client.get(url("amend", scorer.session, 1)), "/amend/").fields
    scorer.void(1)
    answer = client.post(url("amend", scorer.session, 1), form)
    assert (answer.status_code, "The session has changed in the meantime." in words_of(answer)) == (409, True)


@pytest.mark.parametrize(
    ("language", "words"), [("fr", "Rouvrez-la, puis inscrivez de nouveau."), ("de", "Öffnen Sie die Partie wieder")]
)
def test_what_to_do_at_a_session_closed_in_the_meantime_is_translated(language: str, words: str) -> None:
    scorer = scorer_with_hands(1)
    scorer.close()
    page = browser(scorer).get(f"{url('session', scorer.session)}?unwritten", headers={"accept-language": language})
    assert words in words_of(page)


def test_a_hand_sent_after_closing_is_reported_as_unrecorded() -> None:
    scorer = scorer_with_hands(1)
    client = browser(scorer)
    data = {"call": "passed", "revision": scorer.session.revision, "token": "late"}
    scorer.close()
    response = client.post(url("record", scorer.session), data, follow=True)
    assert "what you sent was not recorded" in response.content.decode()
    assert scorer.session.hands.count() == 1


@pytest.mark.parametrize("page", ["amend", "insert", "swap", "void"])
def test_a_form_of_a_hand_that_is_opened_after_closing_says_that_the_session_is_closed(page: str) -> None:
    scorer = scorer_with_hands(2)
    scorer.close()
    response = browser(scorer).get(url(page, scorer.session, 1), follow=True)
    assert "This session is closed. Reopen it to enter or change hands." in words_of(response)


def test_the_back_button_never_shows_a_partial_page() -> None:
    scorer = scorer_with_hands(1)
    assert "HX-Request" in browser(scorer).get(url("hand", scorer.session))["Vary"]


def test_importing_thousands_of_hands_is_refused() -> None:
    people = ["Anne", "Bruno", "Chloé", "David"]
    document: dict[str, Any] = {"format": "scorekeeper.session", "version": 1, "game": "tarot", "players": people}
    document["hands"] = [{"call": "misdeal"}] * 2001
    text = json.dumps(document)
    response = Client().post("/import/", {"text": text, "token": "t"})
    assert response.status_code == 422
    assert "at most 2000 hands" in response.content.decode().replace(",", "")


# All pages


@pytest.mark.parametrize("name", ["journal", "chart", "share", "close", "session", "export"])
def test_pages_take_as_many_queries_for_three_hands_as_for_one(name: str) -> None:
    counts = []
    for number in (1, 3):
        scorer = scorer_with_hands(number)
        if name == "session":
            scorer.close()
        client = browser(scorer)
        forget_ledgers()
        with CaptureQueriesContext(connection) as captured:
            assert client.get(url(name, scorer.session)).status_code == 200
        counts.append(len(captured))
    assert counts[0] == counts[1]
    assert counts[0] <= 8


def test_no_page_has_inline_scripts_or_styles() -> None:
    scorer = scorer_with_hands(1)
    open_one, closed = browser(scorer), scorer_with_hands(1, device=scorer.access.device)
    closed.close()
    addresses = ["/", "/new/", "/import/", *(url(name, scorer.session) for name in (*READ[:5], "close"))]
    for address in [*addresses, url("session", closed.session)]:
        page = open_one.get(address).content.decode()
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:|<script(?![^>]*\ssrc=)", page), address


def test_error_pages_have_a_message() -> None:
    assert "Page not found" in words_of(Client().get("/nowhere/"))
    request = HttpRequest()
    request.META = {"SERVER_NAME": "localhost", "SERVER_PORT": "80"}
    assert "Something went wrong on the server" in words_of(server_error(request))
    assert "Bad request" in words_of(bad_request(request, ValueError()))
    assert "Nothing was recorded" in words_of(csrf_failure(request))


def test_a_form_without_a_csrf_token_gets_a_message() -> None:
    scorer = scorer_with_hands(1)
    client = browser(scorer)
    client.handler.enforce_csrf_checks = True
    response = client.post(url("close", scorer.session), {"revision": "1", "token": "t"})
    assert response.status_code == 403
    assert "Nothing was recorded" in words_of(response)


def test_a_table_without_hands_is_discarded_rather_than_settled() -> None:
    scorer = Scorer()
    client, address = browser(scorer), url("close", scorer.session)
    page = client.get(address)
    words = words_of(page)
    assert "Discard this table?" in words
    assert "Who pays whom" not in words
    client.post(address, Form(page).fields)
    assert url("session", scorer.session) not in client.get("/").content.decode()
    scorer.session.refresh_from_db()
    scorer.reopen()
    scorer.record()
    assert "Close the session?" in words_of(client.get(address))


def test_equals_share_the_best_hand_and_later_ones_are_named_too() -> None:
    scorer = Scorer()
    for taker in (0, 0, 1):  # Anne twice +198, the others −66; then Bruno
        scorer.record({"call": "garde", "taker": taker, "bouts": 2, "points": 49})
    scorer.close()
    words = words_of(browser(scorer).get(reverse("session", args=[scorer.session.public_id])))
    assert "Best hand Anne +198 · hand 1 , hand 2 , Bruno · hand 3 Garde by Anne" in words
    worst = "Worst hand Bruno, Chloé and David −66 · hand 1 , hand 2 , Anne, Chloé and David · hand 3 Garde by Anne"
    assert worst in words


def test_the_heading_says_which_hand_of_a_fixed_number_comes_next(monkeypatch: pytest.MonkeyPatch) -> None:
    scorer = Scorer()
    monkeypatch.setattr(type(session_ledger(scorer.session).rules), "hands_planned", lambda self, table: 12)
    scorer.record()
    scorer.record()
    page = words_of(browser(scorer).get(url("session", scorer.session)))
    assert "Hand 3 of 12 · Bruno deals" in page
    scorer.record({"call": "correction", "amounts": {"0": 2, "1": -2}, "note": "the drinks"})
    assert "Hand 3 of 12 · Bruno deals" in words_of(browser(scorer).get(url("session", scorer.session)))
