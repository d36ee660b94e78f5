"""The marks of the players: on every chip, total and heading with a name, the same ones for a whole session."""

import re
from collections import defaultdict
from html import unescape

import pytest
from django.urls import reverse

from games import registry
from scorekeeper.play import recording
from scorekeeper.play.formatting import MARKS
from scorekeeper.play.recording.write import Write
from tests.play.browsers import browser
from tests.play.pages.marks import MARK
from tests.play.tables import FIVE, GARDE, Scorer

pytestmark = pytest.mark.django_db


def shown(page: str) -> dict[str, set[str]]:
    """Return the marks before each name on a page."""
    found = defaultdict(set)
    for mark, name in re.findall(rf"{MARK}\s*(?:<span[^>]*>)*([^<]+)<", page):
        found[unescape(name).strip()].add(mark)
    return dict(found)


def chips(page: str) -> list[tuple[list[str], str]]:
    """Return the marks and the words of each chip."""
    labels = re.findall(r'<label class="chip.*?</label>', page, re.DOTALL)
    words = [unescape(re.sub(r"<small>.*|<[^>]+>", " ", label, flags=re.DOTALL)) for label in labels]
    return [(re.findall(MARK, label), " ".join(said.split())) for label, said in zip(labels, words, strict=True)]


def table(scorer: Scorer, page: str = "session") -> str:
    body: str = browser(scorer).get(reverse(page, args=[scorer.session.public_id])).content.decode()
    return body


@pytest.mark.parametrize("slug", registry.slugs())
def test_each_chip_with_names_has_the_marks_of_those_players(slug: str) -> None:
    rules = next(iter(registry.get(slug).rules.rule_sets.values()))
    players = FIVE[: max(rules.players)]
    found = chips(table(Scorer(game=slug, rules=rules.slug, options={}, players=players, first_dealer=0)))
    expected = [
        [MARKS[players.index(name)] for name in FIVE if name in re.split(r"\W+", said)] for _marks, said in found
    ]
    assert [marks for marks, _said in found] == expected
    assert any(expected)


def test_everybody_has_one_mark_on_every_page_of_a_session() -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    expected = {name: {mark} for name, mark in zip([seat.name for seat in scorer.session.seats], MARKS, strict=False)}
    pages = {page: shown(table(scorer, page)) for page in ("session", "scores", "ledger", "chart", "close")}
    assert pages == dict.fromkeys(pages, expected)
    scorer.close()
    assert shown(table(scorer)) == expected


def test_players_keep_their_marks_when_others_leave_and_seats_are_swapped() -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    write = Write(scorer.session, **scorer.now({}))
    recording.change_players(write, leaving=(1,), joining=("Emil",), order=(2, 1, 0, 3))
    names = [seat.name for seat in scorer.session.seats]
    assert names == ["Chloé", "Emil", "Anne", "David"]
    expected = {name: {mark} for name, mark in zip(FIVE, MARKS, strict=False)}
    now = {name: expected[name] for name in names}
    assert shown(table(scorer, "scores")) == now
    assert [shown(table(scorer, page)) for page in ("session", "ledger")] == [expected] * 2, "Bruno has played, too"
    scorer.record(GARDE)
    scorer.close()
    assert shown(table(scorer)) == expected
