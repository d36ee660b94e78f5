"""The pages on how each game is scored: tariffs, paragraphs, every worked example, in three languages."""

from __future__ import annotations

import gzip
import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from games import files, registry
from games.scoring.text import Text, number_words
from games.tarot.game import GAME
from scorekeeper.play.pages import rules
from tests.games.registry_cases import OUR_GAMES
from tests.games.worked_examples import examples, score
from tests.play.browsers import words_of

GAMES = registry.slugs()
OURS = [game.slug for game in OUR_GAMES]
LANGUAGES = ("en", "fr", "de")
HEADING = re.compile(r"<h[12][^>]*>(.+?)</h[12]>")
ONE_TABLE = re.compile(r"<table\b.*?</table>", re.DOTALL)
NAMED_TABLE = re.compile(r'(?:aria-label="([^"]+)">\s*)?(<table\b.*?</table>)', re.DOTALL)
"""A table with the name of the group that it scrolls in, if it does."""


def scored(slug: str) -> list[dict[str, Any]]:
    return [example for example in examples(slug) if "error" not in example["expect"]]


@pytest.fixture(scope="module")
def pages() -> dict[tuple[str, str], str]:
    """The page of every game in every language."""
    return {
        (slug, language): Client(headers={"accept-language": language}).get(address(slug)).content.decode()
        for slug in GAMES
        for language in LANGUAGES
    }


def address(slug: str) -> str:
    return reverse("rules", args=[slug])


def text(html: str) -> str:
    """Return the text of a piece of a page, with single spaces."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def piece(page: str, key: str) -> str:
    """Return the element with an id, up to the next of its kind."""
    found = re.search(rf'\sid="{re.escape(key)}"', page)
    assert found, f"nothing on the page has the id {key}"
    start = page.rindex("<", 0, found.start())
    tag = page[start + 1 : found.start()].split(maxsplit=1)[0]
    return page[start : page.find(f"</{tag}>", start)]


def rows(table: str) -> list[list[str]]:
    """Return the rows of a table, with the text of each cell."""
    return [
        [text(cell) for cell in re.findall(r"<t[hd]\b[^>]*>(.*?)</t[hd]>", row, re.DOTALL)]
        for row in re.findall(r"<tr\b.*?</tr>", table, re.DOTALL)
    ]


def tariff(page: str, caption: str) -> list[list[str]]:
    """Return the rows of the tariff with a caption."""
    matches = [table for table in ONE_TABLE.findall(page) if caption in text(table)]
    assert len(matches) == 1, f"{len(matches)} tables are captioned {caption}"
    return rows(matches[0])


def words_of_glossary(slug: str, language: str) -> list[str]:
    path = files.of_game(slug, f"rules.{language}.md")
    assert path is not None
    _before, _heading, section = path.read_text(encoding="utf-8").partition("{#words}\n")
    return re.findall(r"^\* \*\*(.+?)\*\*", section.partition("\n## ")[0], re.MULTILINE)


def signed(value: int) -> str:
    return f"+{value}" if value > 0 else number_words(value)


# The list of games


@pytest.mark.django_db
def test_the_list_names_every_game_with_its_rule_sets_and_a_link(client: Client) -> None:
    page = client.get(reverse("games"))
    for game in registry.all_games():
        assert f'href="{address(game.slug)}"' in page.content.decode()
        for words in (game.name, game.summary, *(rule_set.name for rule_set in game.rules.rule_sets.values())):
            assert str(words) in words_of(page)


@pytest.mark.parametrize("slug", ["piquet", "scoring", "Tarot"])
def test_an_unknown_game_has_no_rules_page(client: Client, slug: str) -> None:
    assert client.get(address(slug)).status_code == 404


def test_the_rules_pages_accept_only_get(client: Client) -> None:
    assert client.post(address("tarot")).status_code == 405
    assert client.post(reverse("games")).status_code == 405


# The page of any game


@pytest.mark.parametrize("slug", GAMES)
def test_every_paragraph_has_an_anchor_a_sentence_and_a_source(pages: Any, slug: str) -> None:
    for paragraph in registry.get(slug).rules.paragraphs.values():
        section = text(piece(pages[slug, "en"], paragraph.slug))
        for words in (paragraph.title, paragraph.sentence, paragraph.source):
            assert " ".join(str(words).split()) in section


@pytest.mark.parametrize("slug", GAMES)
def test_every_rule_set_is_explained_with_its_options(pages: Any, slug: str) -> None:
    words = text(pages[slug, "en"])
    for rule_set in registry.get(slug).rules.rule_sets.values():
        for expected in (rule_set.name, rule_set.summary, *(option.label for option in rule_set.options)):
            assert str(expected) in words
        for option in rule_set.options:
            assert str(option.help) in words
            if option.low is not None:
                most = " or more" if option.high is None else f"–{option.high}"
                assert f"{option.label} · default {option.default}, {option.low}{most}" in words


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("slug", "locale", "named"),
    [
        ("skat", "de", "International (ISkO) Standard"),
        ("skat", "en-GB", "International (ISkO) default"),
        ("skat", "en-US", "Foster 1909 default"),
        ("tarot", "en-GB", "Classic default"),
        ("tarot", "fr", "Fédération (FFT) par défaut"),
    ],
)
def test_the_default_rule_set_is_the_one_that_the_form_offers_there(
    client: Client, slug: str, locale: str, named: str
) -> None:
    page = client.get(address(slug), headers={"accept-language": locale}).content.decode()
    names = [text(name) for name in re.findall(r"<dt>(.*?)</dt>", piece(page, "rule-sets"), re.DOTALL)]
    assert [name for name in names if name.endswith(("default", "Standard", "défaut"))] == [named]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_anchors_are_unique_and_every_link_within_the_page_works(pages: Any, slug: str, language: str) -> None:
    page = pages[slug, language]
    anchors = re.findall(r'\bid="([^"]+)"', page)
    assert sorted(anchors) == sorted(set(anchors))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(anchors)


@pytest.mark.parametrize("slug", GAMES)
def test_the_table_of_contents_lists_every_section_in_order(pages: Any, slug: str) -> None:
    page = pages[slug, "en"]
    listed = re.findall(r'href="#([^"]+)"', page[page.index('class="contents"') : page.index("</nav>")])
    assert listed == re.findall(r'<section class="chapter"\s+id="([^"]+)"', page)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", OURS)
def test_the_glossary_follows_the_summary_of_the_game(pages: Any, slug: str, language: str) -> None:
    shown = re.findall(r"<dt>(.*?)</dt>\s*<dd>.+?</dd>", piece(pages[slug, language], "words"), re.DOTALL)
    assert [text(word) for word in shown] == words_of_glossary(slug, language)
    chapters = re.findall(r'<section class="chapter"\s+id="([^"]+)"', pages[slug, language])
    assert chapters[:2] == ["in-short", "words"]


@pytest.mark.parametrize("slug", OURS)
def test_the_glossary_opens_at_the_table_and_links_to_the_rules(client: Client, slug: str) -> None:
    there = reverse("glossary", args=[slug])
    part = client.get(there, headers={"hx-request": "true"}).content.decode()
    assert part.count("<dt>") == len(words_of_glossary(slug, "en"))
    assert "<html" not in part
    assert client.get(there).headers["Location"] == f"{address(slug)}#words"
    assert client.post(there).status_code == 405


def test_an_unknown_game_has_no_glossary(client: Client) -> None:
    assert client.get(reverse("glossary", args=["piquet"])).status_code == 404


@pytest.mark.parametrize("slug", GAMES)
def test_every_table_has_a_name_and_every_heading_a_scope(pages: Any, slug: str) -> None:
    for label, table in NAMED_TABLE.findall(pages[slug, "en"]):
        assert label or text(table[table.index("<caption") : table.index("</caption>")])
        assert all("scope=" in heading for heading in re.findall(r"<th\b[^>]*>", table))
        assert len({len(row) for row in rows(table)}) == 1


@pytest.mark.parametrize("slug", GAMES)
def test_the_first_view_of_the_page_stays_within_its_budget(client: Client, slug: str) -> None:
    page = client.get(address(slug), headers={"accept-encoding": "gzip"})
    assert page.headers["Content-Encoding"] == "gzip"
    html = gzip.decompress(page.content).decode()
    parts = set(re.findall(r'(?:href|src)="/static/([^"#]+)', html))
    assert "css/rules.css" in parts
    weight = len(page.content) + sum(len(gzip.compress(_static(part))) for part in parts)
    assert weight <= 60 * 1024


def _static(path: str) -> bytes:
    static_file = finders.find(path)
    assert isinstance(static_file, str), path
    with open(static_file, "rb") as file:
        return file.read()


def test_a_game_without_a_text_gets_a_plain_page(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    other = replace(GAME, name=Text("Another game"))
    monkeypatch.setattr(registry, "get", lambda slug: other)
    rules._book.cache_clear()
    page = client.get(address("other"))
    rules._book.cache_clear()
    assert {"Another game", "Rule sets and options", "Tariff: Classic"} <= set(HEADING.findall(page.content.decode()))
    for paragraph in GAME.rules.paragraphs.values():
        assert str(paragraph.sentence) in words_of(page)
    assert "Worked examples" not in words_of(page)


# The worked examples


@pytest.mark.parametrize("slug", GAMES)
def test_a_worked_example_shows_every_hand_with_its_amounts(pages: Any, slug: str) -> None:
    for example in scored(slug):
        shown = piece(pages[slug, "en"], example["id"])
        assert example["title"] in text(shown)
        assert example["source"] in text(shown)
        players, hands = example["document"]["players"], example["expect"]["amounts"]
        tables = [rows(table) for table in ONE_TABLE.findall(shown)]
        assert len(tables) == len(hands), example["id"]
        totals = [signed(example["expect"]["totals"][name]) for name in players]
        for number, (table, amounts) in enumerate(zip(tables, hands, strict=True), 1):
            if 1 < len(hands) == number:
                assert table.pop()[1:] == totals, example["id"]
            assert table[0][1:] == players, example["id"]
            assert table[-1][1:] == [signed(amounts[name]) for name in players], example["id"]


@pytest.mark.parametrize("slug", GAMES)
def test_every_line_of_an_example_links_to_its_paragraph(pages: Any, slug: str) -> None:
    paragraphs = registry.get(slug).rules.paragraphs
    for table in ONE_TABLE.findall(piece(pages[slug, "en"], "examples")):
        assert set(re.findall(r'href="#([^"]+)"', table)) <= set(paragraphs)


@pytest.mark.parametrize("slug", GAMES)
def test_an_example_of_an_error_shows_its_message(pages: Any, slug: str) -> None:
    for example in examples(slug):
        if "error" in example["expect"]:
            shown = piece(pages[slug, "en"], example["id"])
            title, message = (text(part) for part in shown.split("</dt>"))
            assert title == example["title"]
            assert message == score(example["document"])["error"]["message"]


def test_errors_possible_only_in_files_are_listed_separately(pages: Any) -> None:
    page = text(piece(pages["tarot", "en"], "refused"))
    at_the_table, in_a_file = page.split("The same, in a file that is imported")
    assert "85 points without a bout Without a bout the attack has 0 to 78 points, not 85." in at_the_table
    assert "A wrong version This version of the document is not supported." in in_a_file


@pytest.mark.parametrize("language", ["fr", "de"])
@pytest.mark.parametrize("slug", OURS)
def test_every_example_has_a_title_in_every_language(pages: Any, slug: str, language: str) -> None:
    for example in examples(slug):
        title, source = example["titles"][language], example["sources"][language]
        assert title.strip(), example["id"]
        assert source.strip() not in ("", title), example["id"]
        shown = text(piece(pages[slug, language], example["id"]))
        assert text(title) in shown
        assert text(source) in shown or "error" in example["expect"]


# French Tarot, by the written rules


def test_tarot_prints_the_points_that_the_attack_needs(pages: Any) -> None:
    printed = tariff(pages["tarot", "en"], "Points that the attack needs")
    assert printed[1:] == [["0", "56"], ["1", "51"], ["2", "41"], ["3", "36"]]


def test_tarot_prints_the_value_of_each_contract(pages: Any) -> None:
    printed = {row[0]: row[1:] for row in tariff(pages["tarot", "en"], "What each defender pays when it is made")}
    assert printed["0"] == ["25", "50", "100", "150"]
    assert printed["8"] == ["33", "66", "132", "198"]
    assert printed["55"] == ["80", "160", "320", "480"]


def test_tarot_prints_every_slam_and_stars_unsourced_values(pages: Any) -> None:
    federation, classic = (rows(table)[1:] for table in ONE_TABLE.findall(piece(pages["tarot", "en"], "slam"))[-2:])
    assert federation == [
        ["Slam announced and made", "400"],
        ["Slam made, not announced", "200"],
        ["Slam announced and missed", "−200"],
        ["The defence won every trick", "−200"],
        ["Slam announced, and the defence won every trick", "−400 *"],
    ]
    assert classic == [
        ["Slam announced and made", "400"],
        ["Slam made, not announced", "200"],
        ["Slam announced and missed", "−200"],
        ["Slam announced, little slam made", "−200 *"],
        ["Little slam announced and made", "300"],
        ["Little slam announced, slam made", "300 *"],
        ["Little slam announced and missed", "−150"],
        ["Little slam made, not announced", "0"],
    ]


def test_tarot_prints_poignees_with_their_trumps_per_number_of_players(pages: Any) -> None:
    printed = tariff(pages["tarot", "en"], "Poignées: value")
    assert printed[1:] == [
        ["Simple poignée", "20", "13", "10", "8"],
        ["Double poignée", "30", "15", "13", "10"],
        ["Triple poignée", "40", "18", "15", "13"],
    ]


def test_tarot_compares_its_rule_sets_by_one_hand(pages: Any) -> None:
    printed = tariff(pages["tarot", "en"], "Rules Anne Bruno")
    assert printed[1:] == [
        ["Classic", "−113", "+91", "+11", "+11"],
        ["Federation (FFT)", "−153", "+51", "+51", "+51"],
    ]


def test_tarot_prints_who_pays_whom(pages: Any) -> None:
    printed = tariff(pages["tarot", "en"], "At the table Taker Partner")
    assert [row[1:] for row in printed[1:]] == [
        ["+2", "–", "−1"],
        ["+3", "–", "−1"],
        ["+2", "+1", "−1"],
        ["+4", "–", "−1"],
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_tarot_prints_possible_point_values(pages: Any, language: str) -> None:
    def figures(table: str) -> list[list[str]]:
        return [[" ".join(re.findall(r"[\d½]+", cell)) for cell in row[1:]] for row in rows(table)[1:]]

    points, slams = ONE_TABLE.findall(piece(pages["tarot", language], "impossible"))
    assert figures(points) == [
        ["0 78", "0 78", "0 78"],
        ["4 82½", "4 82", "4 82½"],
        ["8½ 87", "9 87", "8½ 87"],
        ["13 91", "13 91", "13 91"],
    ]
    assert figures(slams) == [
        ["91", "91", ""],
        ["87", "87", ""],
        ["", "", "60 88"],
        ["", "", "73½ 89½"],
        ["69 89", "69 89", "46 86"],
        ["0 23", "0 31", "0 4"],
        ["0 14½", "0 17½", "0 4"],
    ]


# In a browser


@pytest.mark.django_db(transaction=True)
def test_a_link_to_an_example_unfolds_its_group(page: Page, live_server: Any) -> None:
    page.goto(f"{live_server.url}{address('tarot')}#tarot-35")
    expect(page.locator("#tarot-35")).to_be_in_viewport()
    expect(page.locator("#tarot-01 table")).to_be_visible()


@pytest.mark.django_db(transaction=True)
def test_the_printed_page_has_the_tariff_and_unfolded_sections(page: Page, live_server: Any) -> None:
    page.goto(f"{live_server.url}{address('tarot')}")
    page.emulate_media(media="print")
    expect(page.locator("#contract table").first).to_be_visible()
    for hidden in (".contents", "#examples", "#refused"):
        expect(page.locator(hidden)).to_be_hidden()
    page.emulate_media(media="screen")
    page.locator("#examples summary").first.click()
    page.emulate_media(media="print")
    expect(page.locator("#tarot-23 table")).to_be_visible()


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.django_db(transaction=True)
def test_nothing_is_cut_off_on_the_printed_page(page: Page, live_server: Any, slug: str) -> None:
    """On A5, between margins of 15 mm; anything wider would be cut off, since paper can't be scrolled."""
    width = 446
    page.set_viewport_size({"width": width, "height": 820})
    page.emulate_media(media="print")
    page.goto(f"{live_server.url}{address(slug)}")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    too_wide = f"all => all.filter(one => one.getBoundingClientRect().right > {width}).map(one => one.textContent)"
    assert page.locator("table").evaluate_all(too_wide) == []
    for not_printed in (".head", ".foot", ".contents", ".shown figcaption a"):
        expect(page.locator(not_printed).first).to_be_hidden()
