"""What pages are told of others' writes: the revision, the news beside a form, and the message of a write itself."""

import pytest

from scorekeeper.play.ledger import ledgers
from scorekeeper.play.models import Role, Session
from scorekeeper.play.recording import services
from tests.play.browsers import browser, watcher_of, words_of
from tests.play.tables import PASSED, Scribe, device, token

HTMX = {"HX-Request": "true"}

pytestmark = pytest.mark.django_db


def address(session: Session, page: str = "") -> str:
    return f"/s/{session.public_id}/{page}"


@pytest.fixture
def scribe() -> Scribe:
    """A table at which one hand was played: Anne has 198, the others −66 each."""
    scribe = Scribe()
    scribe.record()
    return scribe


def another(scribe: Scribe, label: str) -> Scribe:
    """Somebody else who records at the same table."""
    access = services.join(scribe.session, device=device(), role=Role.SCORER, label=label)
    other = object.__new__(Scribe)
    other.session, other.access = Session.objects.get(pk=scribe.session.pk), access
    return other


def test_a_page_that_asks_is_told_the_revision_and_no_more(scribe: Scribe) -> None:
    for client in (browser(scribe), watcher_of(scribe.session)):
        answer = client.get(address(scribe.session), {"revision": 0}, headers=HTMX)
        assert (answer.status_code, answer["X-Revision"], answer.content) == (204, "1", b"")


def test_news_say_who_did_what_latest_first_and_bring_the_ledger(scribe: Scribe) -> None:
    bruno = another(scribe, "Bruno")
    bruno.record({"call": "prise", "taker": 1, "bouts": 1, "points": 51})
    bruno.record(PASSED)
    bruno.void(1)
    answer = browser(scribe).get(address(scribe.session, "updates/"), {"since": 1}, headers=HTMX)
    said = words_of(answer)
    assert "Bruno voided hand 1 · Bruno recorded hand 3 · Bruno recorded hand 2 (Anne −25, Bruno +75" in said
    assert 'hx-swap-oob="true"' in answer.content.decode()
    assert 'data-revision="4"' in answer.content.decode()
    assert "Undo" not in said


def test_no_news_are_no_words(scribe: Scribe) -> None:
    for since in ({"since": 1}, {"since": "x"}, {}):
        answer = browser(scribe).get(address(scribe.session, "updates/"), since, headers=HTMX)
        assert "recorded" not in words_of(answer)


@pytest.mark.parametrize("where", ["", "updates/"])
def test_news_go_no_further_than_the_ledger_beside_them(
    scribe: Scribe, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    bruno, read = another(scribe, "Bruno"), ledgers.of
    bruno.record(PASSED)

    def of(session: Session) -> ledgers.SessionLedger:
        """Another process writes right after the ledger was read."""
        ledger = read(session)
        monkeypatch.undo()
        bruno.record(PASSED)
        return ledger

    client = browser(scribe)
    monkeypatch.setattr(ledgers, "of", of)
    said = words_of(client.get(address(scribe.session, where), {"since": 1}, headers=HTMX))
    assert "Bruno recorded hand 2" in said
    assert "hand 3" not in said


def test_news_are_for_those_who_were_let_in(scribe: Scribe) -> None:
    assert browser().get(address(scribe.session, "updates/"), {"since": 0}).status_code == 404


def test_a_fresh_table_says_what_is_new_beside_an_empty_form(scribe: Scribe) -> None:
    another(scribe, "Bruno").record(PASSED)
    answer = browser(scribe).get(address(scribe.session), {"since": 1}, headers=HTMX)
    assert "Hand 3 · Bruno deals" in words_of(answer)
    assert "Bruno recorded hand 2" in words_of(answer)


def test_a_table_that_was_closed_is_left_for_its_summary_without_a_reproach(scribe: Scribe) -> None:
    scribe.close()
    answer = browser(scribe).get(address(scribe.session), {"since": 1}, headers=HTMX)
    assert answer["HX-Redirect"] == address(scribe.session)


def test_a_write_says_which_revision_it_made_also_when_it_is_sent_again_later(scribe: Scribe) -> None:
    client, hand = browser(scribe), {"call": "passed", "revision": 1, "token": token()}
    assert client.post(address(scribe.session, "record/"), hand, headers=HTMX)["X-Revision"] == "2"
    scribe.session.refresh_from_db()
    scribe.record()
    assert client.post(address(scribe.session, "record/"), hand, headers=HTMX)["X-Revision"] == "2"
    late = {**hand, "token": token()}
    assert "X-Revision" not in client.post(address(scribe.session, "record/"), late, headers=HTMX)


def test_behind_a_plain_server_there_is_no_stream(scribe: Scribe) -> None:
    assert browser(scribe).get("/live/", {"t": f"{scribe.session.public_id}.1"}).status_code == 404
