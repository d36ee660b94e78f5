"""What pages fetch when a stream says that a table has changed: watchers share one rendering, scorers get their own."""

from __future__ import annotations

import gzip
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils import translation

from scorekeeper.play import recording
from scorekeeper.play.formatting import COOKIE as COUNTERS
from scorekeeper.play.formatting import IN_COUNTERS, notation_of_session
from scorekeeper.play.ledger import Progress, session_ledger
from scorekeeper.play.models import Access, Role, Session
from scorekeeper.play.pages import shared, table
from scorekeeper.play.pages.table import _rendered_for_watchers
from tests.play.browsers import HTMX, Form, browser, watcher_of, words_of
from tests.play.tables import PASSED, Scorer, another, device, start

pytestmark = pytest.mark.django_db

TABLE = re.compile(r'<div id="table".*(?=\s*<p class="visually-hidden" id="screen-reader-status")', re.DOTALL)
"""The table in its page."""


@pytest.fixture
def scorer() -> Scorer:
    """A table with one hand, at revision 1."""
    scorer = Scorer()
    scorer.record()
    return scorer


@pytest.fixture
def renderings(monkeypatch: pytest.MonkeyPatch) -> list[Access]:
    """Return for whom tables were rendered to be kept."""
    found: list[Access] = []
    original = render_to_string

    def noted(template: str, context: dict[str, Any]) -> str:
        found.append(context["access"])
        return original(template, context)

    monkeypatch.setattr(table, "render_to_string", noted)
    return found


def fetched(client: Client, session: Session, since: int = 0, language: str = "en") -> Any:
    return client.get(f"/s/{session.public_id}/", {"since": since}, headers={**HTMX, "accept-language": language})


def watching(session: Session, label: str = "") -> Client:
    """Return the browser of somebody who watches, and who may also play at the table under this name."""
    name = device()
    recording.join(session, device=name, role=Role.WATCHER, label=label)
    return browser(name=name)


def test_watchers_get_the_table_of_their_page_and_nothing_that_belongs_to_one_browser(scorer: Scorer) -> None:
    first, second = watcher_of(scorer.session), watcher_of(scorer.session)
    table = fetched(first, scorer.session)
    assert table.content == fetched(second, scorer.session).content
    page = first.get(f"/s/{scorer.session.public_id}/").content.decode()
    (part,) = TABLE.findall(page)
    assert part.split() == table.content.decode().split()
    assert "Hand 1: Anne +198" in words_of(table)
    for private in ("<form", "csrf", "token"):
        assert private not in table.content.decode()
    assert "csrftoken" not in table.cookies


def test_a_browser_that_can_decompress_gets_the_same_table_compressed(scorer: Scorer) -> None:
    watcher = watcher_of(scorer.session)
    plain, address = fetched(watcher, scorer.session), f"/s/{scorer.session.public_id}/?since=0"
    compressed = watcher.get(address, headers={**HTMX, "accept-language": "en", "accept-encoding": "br, gzip"})
    assert (compressed["Content-Encoding"], plain.get("Content-Encoding")) == ("gzip", None)
    assert gzip.decompress(compressed.content) == plain.content
    assert "Accept-Encoding" in plain["Vary"]
    assert "Accept-Encoding" in compressed["Vary"]


def test_the_table_is_rendered_once_for_each_revision(scorer: Scorer, renderings: list[Access]) -> None:
    first, second = watcher_of(scorer.session), watcher_of(scorer.session)
    for hands in (1, 2):
        for client in (first, second, first):
            assert f"Hand {hands}: Anne +198" in words_of(fetched(client, scorer.session))
        assert len(renderings) == hands
        scorer.record()


def test_hundreds_who_ask_at_once_get_one_rendering(scorer: Scorer, renderings: list[Access]) -> None:
    crowd = 32
    access = recording.join(scorer.session, device=device(), role=Role.WATCHER)
    scorer.session.refresh_from_db()
    access.session, notation = scorer.session, notation_of_session(scorer.session, in_counters=False)
    session_ledger(scorer.session)
    starting = Barrier(crowd)

    def ask(_number: int) -> tuple[bytes, bytes]:
        starting.wait()
        return _rendered_for_watchers(access, notation)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)  # so that others ask while it is rendered
    try:
        with ThreadPoolExecutor(crowd) as threads:
            tables = set(threads.map(ask, range(crowd)))
    finally:
        sys.setswitchinterval(interval)
    assert (len(tables), renderings) == (1, [access])


def test_each_language_and_notation_has_a_rendering_of_its_own() -> None:
    scorer = Scorer(game="boston", rules="original", options={"overtricks": True, "pool": False, "ante": 10})
    # 21 from each: 63, or 6 red counters and 3 white ones
    scorer.record({"call": "tricks", "bidder": 0, "bid": 7, "tricks": 9})
    pages = []
    for language, notation in (("en", ""), ("fr", ""), ("de", IN_COUNTERS), ("de", "")):
        client = watcher_of(scorer.session)
        client.cookies[COUNTERS] = notation
        pages.append(fetched(client, scorer.session, language=language))
    texts, sources = [words_of(page) for page in pages], [page.content.decode() for page in pages]
    assert "Hand 2 · Anne deals" in texts[0]
    assert "Donne 2 · Anne distribue" in texts[1]
    assert ["Spiel 2 · Anne gibt" in text for text in texts] == [False, False, True, True]
    assert ["+63" in text for text in texts] == [True, True, False, True]
    assert ['class="drawn-counters"' in source for source in sources] == [False, False, True, False]


def test_a_player_who_watches_sees_the_table_from_their_place(scorer: Scorer) -> None:
    chloe, guest = watching(scorer.session, "Chloé"), watching(scorer.session)
    assert fetched(chloe, scorer.session).content != fetched(guest, scorer.session).content


def test_changed_planned_hands_show_at_once(scorer: Scorer, monkeypatch: pytest.MonkeyPatch) -> None:
    watcher = watcher_of(scorer.session)
    for planned in (24, 20):  # which is no change of the session
        progress = Progress(round=1, hands=1, planned=planned)
        for module in (shared, table):
            monkeypatch.setattr(module, "progress_of", lambda *_of, now=progress: now)
        assert f"Hand 2 of {planned}" in words_of(fetched(watcher, scorer.session))


def test_a_locked_session_is_shown_to_its_scorers_as_to_watchers(scorer: Scorer, renderings: list[Access]) -> None:
    Session.objects.filter(pk=scorer.session.pk).update(locked_at=scorer.session.started_at, revision=2)
    table = fetched(browser(scorer), scorer.session, since=1)
    assert "An organiser has locked this session." in words_of(table)
    assert "<form" not in table.content.decode()
    assert len(renderings) == 1


# Scorers


@pytest.mark.parametrize(("language", "notation"), [("en", ""), ("de", ""), ("fr", IN_COUNTERS)])
@pytest.mark.parametrize("table", [{}, {"game": "boston", "rules": "original"}], ids=["tarot", "boston"])
def test_a_scorer_gets_the_table_of_its_page_with_what_others_wrote(
    table: dict[str, str], language: str, notation: str, renderings: list[Access]
) -> None:
    scorer = Scorer(start(**table))
    bruno = browser(another(scorer, "Bruno"))
    bruno.cookies[COUNTERS] = notation
    scorer.record(PASSED)
    answer = fetched(bruno, scorer.session, language=language)
    assert "recorded hand 1" in words_of(answer) or language != "en"
    page = bruno.get(f"/s/{scorer.session.public_id}/", headers={"accept-language": language}).content.decode()
    with translation.override(language):
        (part,) = TABLE.findall(page)
    personal = (
        r'(?<=name="csrfmiddlewaretoken" value=")\w+|(?<=name="token" value=")[-\w]+|<span[^>]*>[^<]*(?=</span>\s*</p>)'
    )
    without = [re.sub(personal, "", text).split() for text in (part, answer.content.decode())]
    assert without[0] == without[1]
    assert renderings == [], "nothing of it is kept"


def test_the_form_that_was_fetched_can_be_recorded_once(scorer: Scorer) -> None:
    bruno = browser(another(scorer, "Bruno"))
    scorer.record()
    address = f"/s/{scorer.session.public_id}/record/"
    first, second = (Form(fetched(bruno, scorer.session, since=1), "/record/").fields for _page in range(2))
    assert first["revision"] == "2"
    assert first["token"] != second["token"], "each form has a token of its own"
    for _tap in range(2):
        answer = bruno.post(address, {**first, "call": "passed"}, headers=HTMX)
        assert (answer.status_code, answer["X-Revision"]) == (200, "3")
    assert Session.objects.get(pk=scorer.session.pk).revision == 3


def test_an_undone_hand_is_given_back_to_every_scorer(scorer: Scorer) -> None:
    bruno = browser(another(scorer, "Bruno"))
    scorer.undo()
    answer = fetched(bruno, scorer.session, since=1)
    assert "undid hand 1" in words_of(answer)
    assert Form(answer, "/record/").fields["call"] == "garde"
