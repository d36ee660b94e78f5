"""The two guides: short, in the app's own words, with pictures of the right size in every language."""

from __future__ import annotations

import re
from html import unescape
from itertools import product
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.text import capfirst

from scorekeeper.guide import pictures
from scorekeeper.guide.guides import GUIDES, HERE, TABLE, Guide
from scorekeeper.guide.pictures import SHARP
from scorekeeper.play.models import RECOVERABLE
from tests.catalogues import read
from tests.clubs.clubs import SampleClub, signed_in
from tests.play.browsers import words_of
from tests.typography import WRONG

LANGUAGES = ("en", "fr", "de")
ADDRESSES = ("guide", "guide_organiser")
QUOTED = {
    "en": re.compile("“(.+?)”"),
    "fr": re.compile("«\N{NARROW NO-BREAK SPACE}(.+?)\N{NARROW NO-BREAK SPACE}»"),
    "de": re.compile("„(.+?)“"),
}
every_guide = pytest.mark.parametrize("guide", GUIDES, ids=ADDRESSES)
CATALOGUE = Path(HERE).parent / "locale" / "fr" / "LC_MESSAGES" / "django.po"


def page(name: str, language: str) -> str:
    response = Client(headers={"accept-language": language}).get(reverse(name))
    assert response.status_code == 200
    return response.content.decode()


def words_of_parts(guide: Guide, language: str) -> dict[str, str]:
    """Return the words of each part, without pictures."""
    html = {
        section.slug: "".join(block for block in section.blocks if isinstance(block, str))
        for section in guide.text(language).sections
    }
    return {slug: unescape(re.sub(r"<[^>]+>", "", words)).replace("\n", " ") for slug, words in html.items()}


@pytest.mark.parametrize("language", LANGUAGES)
@every_guide
def test_the_parts_of_a_guide_are_short(guide: Guide, language: str) -> None:
    parts = words_of_parts(guide, language)
    assert [slug for slug, words in parts.items() if not 0 < len(words.split()) <= 60] == []


@every_guide
def test_every_language_has_the_same_parts_and_pictures(guide: Guide) -> None:
    def shape(language: str) -> list[tuple[str, list[str]]]:
        return [
            (section.slug, [block.arguments[0] for block in section.blocks if not isinstance(block, str)])
            for section in guide.text(language).sections
        ]

    assert shape("fr") == shape("de") == shape("en")
    assert [scene for _slug, scenes in shape("en") for scene in scenes] == [picture.scene for picture in guide.pictures]
    assert guide.need_camera <= {slug for slug, _scenes in shape("en")}


@pytest.mark.parametrize("language", WRONG)
@every_guide
def test_typography_follows_the_language(guide: Guide, language: str) -> None:
    written = (HERE / f"{guide.name}.{language}.md").read_text(encoding="utf-8")
    paragraphs = re.sub(r" \{#.+\}|\[\[picture \S+ |\]\]", "", written).split("\n\n")
    assert [words for words in paragraphs if WRONG[language].search(words)] == []


def test_the_guide_says_for_how_long_a_deleted_session_can_be_restored() -> None:
    assert f"For {RECOVERABLE.days} days" in words_of_parts(TABLE, "en")["delete"]


def uncapitalised(words: str) -> str:
    return words[0].lower() + words[1:]


def test_guides_quote_current_texts() -> None:
    """Labels in quotation marks are texts of the app; in other languages, their translation there."""
    messages = {entry.msgid for entry in read(CATALOGUE)}

    def label(words: str) -> str:
        """Return the translation of a label; the panel shows names of models with a capital."""
        return translation.gettext(words) if words in messages else capfirst(translation.gettext(uncapitalised(words)))

    for guide, language in product(GUIDES, ("fr", "de")):
        translated = words_of_parts(guide, language)
        for slug, words in words_of_parts(guide, "en").items():
            quoted = QUOTED["en"].findall(words)
            assert {words for words in quoted if not {words, uncapitalised(words)} & messages} == set(), slug
            with translation.override(language):
                named = [label(words) for words in quoted]
            assert sorted(QUOTED[language].findall(translated[slug])) == sorted(named), (slug, language)


@every_guide
def test_every_part_has_an_anchor(guide: Guide) -> None:
    slugs = [section.slug for section in guide.text("en").sections]
    assert len(set(slugs)) == len(slugs)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "guide"), [*zip(ADDRESSES, GUIDES, strict=True)], ids=ADDRESSES)
def test_a_page_lists_its_parts_and_shows_every_picture_with_its_size(name: str, guide: Guide, language: str) -> None:
    shown = page(name, language)
    listed = re.findall(r'href="#([^"]+)"', shown[shown.index('class="contents"') : shown.index('class="chapters"')])
    slugs = [section.slug for section in guide.text("en").sections]
    assert re.findall(r'<section class="chapter"\s+id="([^"]+)"', shown) == slugs
    assert listed == slugs
    images = re.findall(r'<img src="/static/(\S+)"\s+alt="([^"]+)"\s+width="(\d+)"\s+height="(\d+)"', shown)
    assert len(images) == shown.count("<img")
    noted = pictures.records(language)
    for picture, (path, alt, width, height) in zip(guide.pictures, images, strict=True):
        assert path == pictures.path_of(picture.scene, language)
        assert (int(width), int(height)) == (noted[picture.scene].width, noted[picture.scene].height)
        assert len(alt.split()) >= 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures_have_their_declared_size_and_are_small(language: str) -> None:
    for picture in pictures.every():
        records = pictures.records(language)[picture.scene]
        file = pictures.file_of(picture, language).read_bytes()
        width, height = size_of(file)
        assert width == records.width * SHARP, picture.scene
        assert abs(height - records.height * SHARP) <= 1, picture.scene
        assert len(file) < 25_000, picture.scene
        assert records.text, picture.scene


def size_of(webp: bytes) -> tuple[int, int]:
    """Of a WebP in the extended format, as browsers write it: each side, minus one, in three bytes."""
    assert (webp[:4], webp[8:16]) == (b"RIFF", b"WEBPVP8X")
    return int.from_bytes(webp[24:27], "little") + 1, int.from_bytes(webp[27:30], "little") + 1


def test_every_picture_is_used_by_a_guide() -> None:
    expected = {pictures.file_of(picture, language) for picture in pictures.every() for language in LANGUAGES}
    assert set(HERE.glob("static/guide/**/*.*")) == expected
    for language in LANGUAGES:
        assert set(pictures.records(language)) == {picture.scene for picture in pictures.every()}


@pytest.mark.parametrize("name", ADDRESSES)
def test_guides_are_public_and_make_no_queries(client: Client, name: str) -> None:
    """Without a database fixture, a query would fail."""
    assert client.get(reverse(name)).status_code == 200
    assert client.post(reverse(name)).status_code == 405


@pytest.mark.django_db
def test_the_guides_are_linked_from_the_first_page_the_footer_and_the_panel(client: Client) -> None:
    first = client.get(reverse("home"))
    assert first.content.decode().count(f'href="{reverse("guide")}"') == 2
    assert "A short guide for the table" in words_of(first)
    panel = signed_in(SampleClub("Atout").organiser()).get(reverse("admin:index")).content.decode()
    assert f'href="{reverse("guide_organiser")}"' in panel
    assert f'href="{reverse("guide")}"' in page("guide_organiser", "en")
