"""The texts on how each game is scored: the same in every language, with every paragraph, and typeset correctly."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.utils import translation

from games import files
from games.game import Game
from games.ui import written_text
from games.ui.written_text import WrittenText
from scorekeeper.play.formatting import in_words
from tests.games.registry_cases import every_game_of_ours
from tests.typography import WRONG

every_language = pytest.mark.parametrize("language", ["en", "fr", "de"])
SHAPE = re.compile(r"^##.* (\{#.+\})$|^(\[\[.+\]\])$|(\]\(.+?\))|^(\* \*\*)|^(\|)", re.MULTILINE)
TERM = re.compile(r"<dt>(.+?)</dt><dd>(.+?)</dd>", re.DOTALL)


def written(game: Game, language: str) -> str:
    """Return the file of a game in a language."""
    path = files.of_game(game.slug, f"rules.{language}.md")
    assert path is not None
    return path.read_text(encoding="utf-8")


def text_of(game: Game, language: str) -> WrittenText:
    text = written_text.rules_of(game.slug, language)
    assert text is not None
    return text


def html_of(text: WrittenText) -> list[str]:
    """Return everything that is HTML."""
    return [text.introduction, *(block for section in text.sections for block in section.blocks if type(block) is str)]


@every_game_of_ours
def test_every_language_has_the_same_sections_placeholders_links_and_terms(game: Game) -> None:
    def shape(language: str) -> list[tuple[str, ...]]:
        return SHAPE.findall(written(game, language))

    assert shape("en")
    assert shape("fr") == shape("de") == shape("en")


@every_game_of_ours
def test_the_page_shows_every_table_that_the_game_has_for_it(game: Game) -> None:
    shown = re.findall(r"^\[\[tariff (.+)\]\]$", written(game, "en"), re.MULTILINE)
    assert sorted(name for name in " ".join(shown).split() if "." not in name) == sorted(game.page_tariffs)


@every_language
@every_game_of_ours
def test_every_paragraph_of_the_rules_has_its_section(game: Game, language: str) -> None:
    titles = {section.slug: section.title for section in text_of(game, language).sections}
    assert len(titles) == len(text_of(game, language).sections)
    with translation.override(language):
        for slug, paragraph in game.rules.paragraphs.items():
            assert titles[slug] == in_words(paragraph.title).replace("\N{SOFT HYPHEN}", "")


@every_language
@every_game_of_ours
def test_every_word_of_the_glossary_is_explained_once_in_a_sentence(game: Game, language: str) -> None:
    terms = TERM.findall(text_of(game, language).glossary)
    assert terms
    assert len({word for word, _meaning in terms}) == len(terms)
    for word, meaning in terms:
        assert 1 < len(meaning.split()) <= 30
        assert meaning.endswith(".")
        assert meaning != word


@every_language
@every_game_of_ours
def test_stars_stay_stars_and_no_markup_is_left(game: Game, language: str) -> None:
    html = "".join(html_of(text_of(game, language)))
    assert html.count("*") == re.sub(r"\*\*|^\* ", "", written(game, language), flags=re.MULTILINE).count("*")
    assert not re.search(r"\*\*|\[\[|\]\]|^#|\{#|<em>|\N{SOFT HYPHEN}", html, re.MULTILINE)


@pytest.mark.parametrize("language", WRONG)
@every_game_of_ours
def test_typography_follows_the_language(game: Game, language: str) -> None:
    html = "".join(html_of(text_of(game, language)))
    blocks = re.findall(r"<(?:p|li|dt|dd|h3|th|td)(?: [^>]*)?>(.+?)</", html, re.DOTALL)
    assert [block for block in map(unescape, blocks) if WRONG[language].search(block)] == []


def test_a_table_has_headings_of_its_rows_and_scrolls_where_it_is_too_wide() -> None:
    html = written_text.read("| Call | each |\n|---|--:|\n| Solo & more | 10 |\n").introduction
    assert '<div class="scroll" tabindex="0" role="group" aria-label="Call, each">' in html
    assert '<th scope="col" class="words">Call</th>\n<th scope="col">each</th>' in html
    assert '<th scope="row" class="words">Solo &amp; more</th>\n<td>10</td>' in html


def test_other_languages_read_the_english_text() -> None:
    assert written_text.rules_of("solo_whist", "es") == written_text.rules_of("solo_whist", "en")


def test_html_in_a_text_is_shown_as_written() -> None:
    text = written_text.read("<b>Bold</b>\n\n## Title {#slug}\n\n<script>\n\n* **A**: <i>one</i>\n")
    assert text.introduction == "<p>&lt;b&gt;Bold&lt;/b&gt;</p>\n"
    assert "<script>" not in "".join(html_of(text))
    assert "&lt;i&gt;one&lt;/i&gt;" in "".join(html_of(text))


def test_only_a_list_in_which_every_item_has_a_term_becomes_a_list_of_terms() -> None:
    assert "<ul>" in written_text.read("* **Solo**: five tricks\n* a slam\n").introduction
    assert "<ul>" not in written_text.read("* **Solo**: five tricks\n* **Slam**: all of them\n").introduction
