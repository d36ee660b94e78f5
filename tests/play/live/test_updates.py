"""How pages learn of others' writes: the revision, the updates beside a form, and the message after a write."""

import pytest

from scorekeeper.play.ledger import SessionLedger, session_ledger
from scorekeeper.play.models import Session
from scorekeeper.play.pages import table
from tests.play.browsers import HTMX, browser, watcher_of, words_of
from tests.play.tables import PASSED, Scorer, another, token

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def address(session: Session, page: str = "") -> str:
    return f"/s/{session.public_id}/{page}"


@pytest.fixture
def scorer() -> Scorer:
    """A table with one hand: Anne has 198, the others −66 each."""
    scorer = Scorer()
    scorer.record()
    return scorer


@pytest.mark.parametrize("page", ["", "updates/"])
def test_where_nothing_is_new_the_answer_is_empty(scorer: Scorer, page: str) -> None:
    for client in (browser(scorer), watcher_of(scorer.session)):
        for since, status in ((0, 200), (1, 204), (2, 204), ("x", 200)):
            answer = client.get(address(scorer.session, page), {"since": since}, headers=HTMX)
            assert (answer.status_code, bool(answer.content)) == (status, status == 200)
        assert client.get(address(scorer.session), {"since": 1}).status_code == 200, "a browser opens the page"


def test_updates_list_who_did_what_newest_first_with_the_ledger(scorer: Scorer) -> None:
    bruno = another(scorer, "Bruno")
    bruno.record({"call": "prise", "taker": 1, "bouts": 1, "points": 51})
    bruno.record(PASSED)
    bruno.void(1)
    response = browser(scorer).get(address(scorer.session, "updates/"), {"since": 1}, headers=HTMX)
    words = words_of(response)
    assert "Bruno voided hand 1 · Bruno recorded hand 3 · Bruno recorded hand 2 (Anne −25, Bruno +75" in words
    assert 'hx-swap-oob="true"' in response.content.decode()
    assert 'data-revision="4"' in response.content.decode()
    assert "Undo" not in words


def test_without_changes_there_is_no_text(scorer: Scorer) -> None:
    for since in ({"since": "x"}, {}):
        response = browser(scorer).get(address(scorer.session, "updates/"), since, headers=HTMX)
        assert "recorded" not in words_of(response)


@pytest.mark.parametrize("where", ["", "updates/"])
def test_updates_end_at_the_ledger_sent_with_them(scorer: Scorer, monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    bruno, read = another(scorer, "Bruno"), session_ledger
    bruno.record(PASSED)

    def of(session: Session) -> SessionLedger:
        """Another process writes right after the ledger was read."""
        ledger = read(session)
        monkeypatch.undo()
        bruno.record(PASSED)
        return ledger

    client = browser(scorer)
    monkeypatch.setattr(table, "session_ledger", of)
    words = words_of(client.get(address(scorer.session, where), {"since": 1}, headers=HTMX))
    assert "Bruno recorded hand 2" in words
    assert "hand 3" not in words


def test_updates_require_access(scorer: Scorer) -> None:
    assert browser().get(address(scorer.session, "updates/"), {"since": 0}).status_code == 404


def test_a_reloaded_table_lists_changes_beside_an_empty_form(scorer: Scorer) -> None:
    another(scorer, "Bruno").record(PASSED)
    response = browser(scorer).get(address(scorer.session), {"since": 1}, headers=HTMX)
    assert "Hand 3 · Bruno deals" in words_of(response)
    assert "Bruno recorded hand 2" in words_of(response)


def test_a_table_closed_meanwhile_leads_to_its_summary_without_an_error(scorer: Scorer) -> None:
    scorer.close()
    response = browser(scorer).get(address(scorer.session), {"since": 1}, headers=HTMX)
    assert response["HX-Redirect"] == address(scorer.session)


def test_a_write_returns_its_revision_also_when_repeated(scorer: Scorer) -> None:
    client, hand = browser(scorer), {"call": "passed", "revision": 1, "token": token()}
    assert client.post(address(scorer.session, "record/"), hand, headers=HTMX)["X-Revision"] == "2"
    scorer.session.refresh_from_db()
    scorer.record()
    assert client.post(address(scorer.session, "record/"), hand, headers=HTMX)["X-Revision"] == "2"
    late = {**hand, "token": token()}
    assert "X-Revision" not in client.post(address(scorer.session, "record/"), late, headers=HTMX)


def test_a_server_without_streams_offers_none(scorer: Scorer) -> None:
    assert browser(scorer).get("/live/", {"t": f"{scorer.session.public_id}.1"}).status_code == 404
