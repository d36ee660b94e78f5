"""Everything a person reads is translated into French and German: in the catalogues, and on the pages."""

import ast
import os
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import polib
import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse
from django.utils import translation

from games import examples, registry
from scorekeeper.desk import attendance
from scorekeeper.welcome.address import new_path
from tests.accounts.member_logins import link_on, login_page, phone_of, with_login
from tests.catalogues import CATALOGUES, ROOT, faults, read
from tests.clubs.clubs import SampleClub, signed_in
from tests.desk.club_evening import TWELVE, ClubEvening
from tests.desk.club_tournament import enter, make_tournament
from tests.play.browsers import browser
from tests.play.tables import GARDE, Scorer
from tests.typography import WRONG

LANGUAGES = ("fr", "de")
EACH = [pytest.param(source, id=str(source.relative_to(ROOT))) for source in CATALOGUES]

MARKER = re.compile(r"_|_lazy|n?p?gettext(_lazy)?|(plural_)?message")
"""What a function is called that marks a message."""

Said = tuple[str, str, str]
"""Return a message to translate: its context, its text and its plural."""


@cache
def entries(source: Path) -> dict[Said, polib.POEntry]:
    return {(entry.msgctxt or "", entry.msgid, entry.msgid_plural): entry for entry in read(source)}


def translations(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) or [entry.msgstr]


# The catalogues


def test_every_language_has_its_catalogues():
    folders = {source.parent.parent.parent.relative_to(ROOT) for source in CATALOGUES}
    assert {Path("scorekeeper/locale"), Path("games/locale"), Path("games/tarot/locale")} <= folders
    assert (
        sorted(ROOT / folder / code / "LC_MESSAGES/django.po" for folder in folders for code in LANGUAGES) == CATALOGUES
    )


def test_no_message_is_in_an_f_string_where_gettext_does_not_find_it() -> None:
    hidden = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for folder in ("scorekeeper", "games")
        for path in (ROOT / folder).rglob("*.py")
        for string in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(string, ast.JoinedStr)
        for call in ast.walk(string)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and MARKER.fullmatch(call.func.id)
    ]
    assert hidden == []


@pytest.mark.parametrize("source", EACH)
def test_catalogues_are_complete(source: Path):
    assert list(faults(source)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_text_is_translated_once(language: str):
    """All catalogues of a language are merged: if two translate a text differently, either could be shown."""
    translated: dict[Said, set[tuple[str, ...]]] = defaultdict(set)
    for source in CATALOGUES:
        if source.parent.parent.name == language:
            for said, entry in entries(source).items():
                translated[said].add(tuple(translations(entry)))
    assert {said: words for said, words in translated.items() if len(words) > 1} == {}


TERMS = {
    "session": {"fr": "partie", "de": "Partie"},
    "ledger": {"fr": "feuille de marque", "de": "Spielliste"},
    "misdeal": {"fr": "maldonne", "de": "vergeben"},
    "rubber": {"fr": "robre", "de": "Robber"},
    "slam": {"fr": "chelem", "de": "Schlemm"},
    "correction": {"fr": "correction", "de": "Korrektur"},
}
"""Terms that are the same in every game, as card players use them."""


@pytest.mark.parametrize("term", TERMS)
def test_one_term_has_one_translation(term: str):
    spoken_of = re.compile(rf"(?<![{{(])\b{term}", re.IGNORECASE)
    for source in CATALOGUES:
        name = TERMS[term][source.parent.parent.name]
        matching = [entry for said, entry in entries(source).items() if spoken_of.search(said[1])]
        other = [words for entry in matching for words in translations(entry) if name.lower() not in words.lower()]
        assert other == [], source


@pytest.mark.parametrize("source", EACH)
def test_typography_follows_the_language(source: Path):
    wrong = WRONG[source.parent.parent.name]
    assert [words for entry in entries(source).values() for words in translations(entry) if wrong.search(words)] == []


FIGURES = {
    *("low", "high", "most", "number", "minimum", "by", "bid", "fewer", "size"),
    *("came", "from", "day", "until_day", "dates"),
}
"""Placeholders that stand for numbers, where nothing is elided; all others may begin with a vowel."""
ELIDED = re.compile(r"\b(?:de|que|jusque|lorsque|puisque|parce que|la|le|du) (?:%\(|\{)(\w+)", re.IGNORECASE)


@pytest.mark.parametrize("source", [message for message in EACH if "/fr/" in str(message.id)])
def test_french_needs_no_elision_before_placeholders(source: Path):
    """“de Émile” is wrong, and so is “d’Bruno”: the wording must allow either name."""
    said = [words for entry in entries(source).values() for words in translations(entry)]
    assert [words for words in said if set(ELIDED.findall(words)) - FIGURES] == []


# "Chloé est parti" would be wrong, as a name doesn't say whether it is a woman's. It is not about a person within
# quotation marks or brackets.
AGREES = re.compile(r"(%\((name|other|who)\)s|\{(name|other|who)\}) (n’)?est (pas |déjà )?\w+(é|i|u|is)\b")


@pytest.mark.parametrize("source", [message for message in EACH if "/fr/" in str(message.id)])
def test_french_has_no_words_that_agree_with_the_gender_of_a_person(source: Path):
    said = [text for entry in entries(source).values() for text in translations(entry)]
    assert [text for text in said if AGREES.search(text)] == []


@pytest.mark.thorough
def test_the_catalogues_contain_every_text_of_code_and_templates(tmp_path: Path):
    """`make messages` in a copy of the project finds nothing new and loses nothing."""
    if shutil.which("xgettext") is None:
        assert os.environ.get("REQUIRE_ALL") != "1", "REQUIRE_ALL=1, and no gettext was found for this test."
        pytest.skip("no gettext")
    for folder in ("games", "scorekeeper", "templates"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__", "*.mo"))
    for file in ("manage.py", "pyproject.toml"):  # by the latter a checkout is known, which alone has this command
        shutil.copy(ROOT / file, tmp_path)
    environment = {"PATH": os.environ["PATH"], "DATA_DIR": str(tmp_path / "data")}
    done = subprocess.run(
        [sys.executable, "manage.py", "makemessages"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    collected = sorted(tmp_path.glob("**/*.po"))
    assert [source.relative_to(tmp_path) for source in collected] == [source.relative_to(ROOT) for source in CATALOGUES]
    for now, committed in zip(collected, CATALOGUES, strict=True):
        assert set(entries(now)) == set(entries(committed)), f"make messages: {committed.relative_to(ROOT)}"


# The pages


class Page(HTMLParser):
    """Return every text of a page, including those only for screen readers."""

    def __init__(self, content: str) -> None:
        super().__init__()
        self.texts: set[str] = set()
        self.language = ""
        self.silent = 0
        self.feed(content)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "html":
            self.language = given.get("lang") or ""
        self.silent += tag in ("script", "style")
        for name in ("aria-label", "title", "placeholder", "alt", "data-copied"):
            self.add(given.get(name) or "")

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.add(data)

    def add(self, text: str) -> None:
        if words := " ".join(text.split()):
            self.texts.add(words)


@cache
def english(language: str) -> tuple[frozenset[str], re.Pattern[str]]:
    """Return the texts that only an English page has, and a pattern of those with values in them.

    A text that is also a translation is no sign.
    """
    catalogue_entries = [
        entry for source in CATALOGUES if source.parent.parent.name == language for entry in entries(source).values()
    ]
    said = {
        (words, bool(entry.msgid_plural)) for entry in catalogue_entries for words in (entry.msgid, entry.msgid_plural)
    }
    translated = {words for entry in catalogue_entries for words in translations(entry)}
    value = re.compile(r"%\\\(\w+\\\)[a-z]|\\\{\w*\\\}")  # as they are in an escaped pattern

    def pattern(words: str, counted: bool) -> str:
        return value.sub(lambda name: r"\d+" if counted or "number" in name[0] else ".+", re.escape(words))

    signs = {
        pattern(words, counted): words
        for words, counted in said
        if words not in translated and re.search(r"[^\W\d_]{2}", value.sub("", re.escape(words)))
    }
    fixed = frozenset(words for sign, words in signs.items() if sign == re.escape(words))
    return fixed, re.compile("|".join(sign for sign, words in signs.items() if words not in fixed))


@cache
def is_english(text: str, language: str) -> bool:
    """Return whether only an English page has a text; most texts are on many pages."""
    fixed, with_values = english(language)
    return text in fixed or bool(with_values.fullmatch(text))


def left_in_english(page: Page, language: str) -> set[str]:
    """Return the English texts on a page, except for the titles of examples, which are data, and for some names."""
    return {text for text in page.texts - titles_of_examples() - untranslated_names() if is_english(text, language)}


@cache
def titles_of_examples() -> frozenset[str]:
    return frozenset(example.title for slug in registry.slugs() for example in examples.scored_examples(slug))


@cache
def untranslated_names() -> frozenset[str]:
    """Return the names of games that are the same in every language, although they are also words for a suit."""
    return frozenset(str(game.name) for game in registry.all_games() if game.name.template == "{game}")


def pages(values: dict[str, object]) -> list[str]:
    """Return every address that these values fill in."""
    addresses: list[str] = []

    def walk(patterns: list[Any], names: set[str]) -> None:
        for route in patterns:
            needed = names | set(route.pattern.converters)
            if not isinstance(route, URLPattern):
                if route.namespace != "admin":  # has a test of its own
                    walk(route.url_patterns, needed)
            elif route.name and needed <= set(values):
                addresses.append(reverse(route.name, kwargs={name: values[name] for name in needed}))

    walk(get_resolver().url_patterns, set())
    return addresses


@pytest.fixture(autouse=True)
def no_language_left_on() -> Iterator[None]:
    """Reset the language after each test, as pages leave theirs active in the thread."""
    yield
    translation.deactivate()


@pytest.fixture
def scorer(db: None) -> Scorer:
    """Somebody at a table with all kinds of hands: recorded, amended, voided, with everything rare."""
    scorer = Scorer(rules="classic", stake="0.05", label="Anne")
    shown = {"poignees": [{"player": 1, "size": "double"}], "miseres": [{"player": 2, "kind": "no_trumps"}]}
    scorer.record(GARDE)
    scorer.record({**GARDE, "petit_au_bout": "attack", "slam_announced": "petit", **shown})
    scorer.record({"call": "misdeal"})
    scorer.record({"call": "correction", "amounts": {"0": 5, "1": -5}, "note": "7"})
    scorer.amend(1, {**GARDE, "bouts": 1})
    scorer.void(3)
    return scorer


def check_pages(client: Client, language: str, values: dict[str, object], besides: Sequence[str] = ()) -> list[str]:
    """Check each page that can be fetched, besides those that were; return their addresses."""
    looked_at = []
    for address in sorted({*pages(values)} - {*besides}):
        if address == "/live/" or address.endswith(("/updates/", ".svg", ".pdf", ".png", ".jpg")):
            # no page, a part of one, paper and pictures
            continue
        if address == "/demo/":  # only while there is a demo
            continue
        if address.startswith("/club/") and "evening" not in values:  # for phones of a club, with tests of their own
            continue
        response = client.get(address, headers={"Accept-Language": language})
        if (
            address == "/live/"
            or response.status_code in (302, 405)
            or not response.headers["Content-Type"].startswith("text/html")
        ):
            continue
        assert response.status_code == 200, address
        page = Page(response.content.decode())
        assert page.language == language, address
        assert left_in_english(page, language) == set(), address
        looked_at.append(address)
    return looked_at


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.django_db
def test_app_pages_are_translated(language: str):
    assert {"/", "/new/", "/import/", "/games/", "/games/tarot/"} <= set(
        check_pages(Client(), language, {"slug": "tarot"})
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.django_db
def test_the_first_minutes_are_translated(language: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("scorekeeper.welcome.first_answer._over", False)
    client, link = Client(headers={"Accept-Language": language}), new_path()
    refused = client.post(f"{link}club/", {"name": "Les Atouts", "password1": "1", "password2": "2"})
    asked = client.get(link)
    demo = client.post(link, {"answer": "demo"}, follow=True)
    for response in (asked, refused, demo, client.get(link)):
        page = Page(response.content.decode())
        assert page.language == language
        assert left_in_english(page, language) == set()


@pytest.mark.thorough
@pytest.mark.parametrize("language", LANGUAGES)
def test_session_pages_are_translated(language: str, scorer: Scorer):
    here, looked_at = f"/s/{scorer.session.public_id}/", list[str]()
    for number in (1, 2, 3, 4):
        values: dict[str, object] = {"public_id": scorer.session.public_id, "number": number}
        looked_at += check_pages(browser(scorer), language, values, besides=looked_at)
        assert f"{here}hands/{number}/" in looked_at
    assert {
        f"{here}{page}" for page in ("", "ledger/", "journal/", "chart/", "share/", "close/", "correction/", "print/")
    } <= set(looked_at)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_session_summary_is_translated(language: str, scorer: Scorer):
    scorer.close()
    response = browser(scorer).get(f"/s/{scorer.session.public_id}/", headers={"Accept-Language": language})
    page = Page(response.content.decode())
    assert left_in_english(page, language) == set()
    assert page.texts & {"David gagne", "David gewinnt"}


@pytest.mark.thorough
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.django_db
def test_club_and_panel_pages_are_translated(language: str):
    sample_club = SampleClub("Atout", ("Zoé", "Inès"))
    sample_club.start("Zoé", "Inès", "Léo", "Ali")
    for number in range(2):
        scorer = sample_club.table("Zoé", "Inès", "Léo", "Ali")
        scorer.record({**GARDE, "points": 30 + 30 * number})
        scorer.close()
    zoe = sample_club.club.players.get(name="Zoé")
    in_language: Any = {"headers": {"Accept-Language": language}}
    link = reverse("join_club", args=[sample_club.club.phones_token])
    outside = [
        Client().get(link, **in_language),
        sample_club.phone.get(link, **in_language),
        sample_club.phone.get("/club/", **in_language),
    ]
    of_phones = ["phone/", "standings/", "standings/?game=tarot&best=1", "standings/?minimum=9", "members/"]
    of_phones += ["standings/print/", "standings/print/?game=tarot"]
    of_phones += [
        f"members/{zoe.pk}/{rest}" for rest in ("", "sessions/", "sessions/?best=1", "sessions/?game=tarot&call=garde")
    ]
    outside += [sample_club.phone.get(f"/club/{address}", **in_language) for address in of_phones]
    outside += [sample_club.phone.get("/new/", **in_language), Client().get("/admin/login/", **in_language)]
    client, player = signed_in(sample_club.organiser()), sample_club.club.players.get(name="Zoé")
    models = [f"/admin/{model}/" for model in ("clubs/player", "clubs/club", "clubs/organiser", "play/session")]
    addresses = ["/admin/", *models, f"{models[0]}add/", f"{models[0]}{player.pk}/change/", f"{models[2]}add/"]
    addresses += [f"{models[1]}{sample_club.club.pk}/{page}/" for page in ("change", "link", "history")]
    addresses += [f"{models[3]}{sample_club.club.sessions.latest('pk').pk}/change/", "/admin/password_change/"]
    with_login(zoe)
    zoes, login = phone_of(), login_page(sample_club.club.players.get(name="Inès"))
    outside += [
        zoes.get(f"/club/{address}", **in_language) for address in ("", "me/name/", "me/password/", "standings/")
    ]
    outside += [zoes.get(f"/club/members/{zoe.pk}/", **in_language), Client().get("/club/sign-in/", **in_language)]
    addresses += [login_page(zoe), login]
    outside += [
        client.get(login, **in_language),
        client.post(login, {"verb": "give", "username": "ines"}, follow=True, **in_language),
    ]
    outside += [Client().get(link_on(outside[-1]), **in_language)]
    for response in [*outside, *(client.get(address, **in_language) for address in addresses)]:
        assert response.status_code == 200
        page = Page(response.content.decode())
        address = response.request["PATH_INFO"]
        assert page.language == language, address
        assert left_in_english(page, language) - {"Clubs"} == set(), address  # in French the word, not the suit


@pytest.mark.thorough
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.django_db
def test_evening_pages_are_translated(language: str):
    club_evening = ClubEvening("Atout", kitty="1.50")
    club_evening.played(*TWELVE[:4])
    club_evening.played(*TWELVE[:4], stake=None)
    club_evening.start(*TWELVE[4:8])
    tournament = make_tournament(club_evening.evening, sign_up_open=True)
    entry = enter(tournament, club_evening.player(TWELVE[0]))
    values = {
        "evening": club_evening.evening.public_id,
        "player": club_evening.player(TWELVE[0]).pk,
        "entry": entry.pk,
    }
    here = f"/club/evenings/{club_evening.evening.public_id}/"
    looked_at = set(check_pages(club_evening.phone, language, values))
    assert {
        "/club/evenings/",
        here,
        f"{here}details/",
        f"{here}links/",
        f"{here}cash/",
        f"{here}tournament/",
        f"{here}tournament/entries/{entry.pk}/",
        f"{here}tournament/sign-up/",
        f"{here}tournament/terms/",
    } <= looked_at
    in_language: Any = {"headers": {"Accept-Language": language}}
    keys = [attendance.check_in(club_evening.evening, name=name).player_id for name in TWELVE]
    ordinary = ClubEvening("Levée")
    drawing = f"/club/evenings/{ordinary.evening.public_id}/draw/"
    free = [attendance.check_in(ordinary.evening, name=name).player_id for name in TWELVE]
    drawn = {"action": "draw", "free": free, "game": "tarot:classic"}
    wrong = [{"came": "21:00", "left": "20:00"}, {"came": ""}]
    shown = [
        club_evening.phone.post(f"{here}check-in/", {"player": keys[8]}, follow=True, **in_language),
        club_evening.phone.post(f"{here}check-in/", {"name": ""}, **in_language),
        ordinary.phone.post(drawing, {**drawn, "free": free[:1]}, **in_language),
        ordinary.phone.post(drawing, {**drawn, "tables": "9"}, **in_language),
        ordinary.phone.post(drawing, drawn, follow=True, **in_language),
        ordinary.phone.get(drawing, {"change": "1"}, **in_language),
        *(club_evening.phone.post(f"{here}people/{keys[0]}/", times, **in_language) for times in wrong),
        club_evening.phone.post(f"{here}details/", {"kitty": "-1", "rounding": "0.001"}, **in_language),
        browser(name=club_evening.watching_phone()).get(f"{here}draw/", **in_language),
        club_evening.phone.get(f"/new/?evening={club_evening.evening.public_id}", **in_language),
    ]
    desk, link = f"{here}tournament/", reverse("sign_up", args=[tournament.sign_up_token])
    new = reverse("tournament_new", args=[club_evening.begin(name="Anlass").public_id])
    shown += [
        club_evening.phone.post(new, {"action": "game", "game": "skat:isko"}, **in_language),
        club_evening.phone.post(new, {"game": "tarot:fft", "rounds": "0", "prizes": "x"}, **in_language),
        club_evening.phone.post(desk, {"action": "lines", "lines": f"{TWELVE[0]}\nAnna"}, **in_language),
        club_evening.phone.post(
            f"{desk}entries/{entry.pk}/", {"action": "withdraw", "after": "0"}, follow=True, **in_language
        ),
        browser(name=club_evening.watching_phone()).get(f"{desk}terms/", **in_language),
        Client().get(link, **in_language),
        Client().post(link, {"token": "once", "name": ""}, **in_language),
        Client().post(link, {"token": "once", "name": "Hans"}, follow=True, **in_language),
    ]
    for session in club_evening.club.sessions.filter(closed_at=None):
        shown.append(club_evening.phone.get(f"/s/{session.public_id}/change-players/", **in_language))
        Scorer(session).close()
    club_evening.settle()
    shown += [club_evening.phone.get(here, **in_language), club_evening.phone.get(f"{here}cash/", **in_language)]
    for response in shown:
        page = Page(response.content.decode())
        assert page.language == language
        assert left_in_english(page, language) == set(), response.request["PATH_INFO"]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("fr", "Sans bout, l’attaque a de 0 à 78 points, pas 89."),
        ("de", "Ohne Bout hat der Angriff 0 bis 78 Punkte, nicht 89."),
    ],
)
def test_an_error_is_in_the_language_of_the_page(language: str, sentence: str, scorer: Scorer):
    hand = {"call": "prise", "taker": "1", "bouts": "0", "points-tens": "8", "points-units": "9"}
    seen = {"revision": str(scorer.session.revision), "token": "a-token"}
    address = reverse("record", kwargs={"public_id": scorer.session.public_id})
    response = browser(scorer).post(address, {**hand, **seen}, headers={"Accept-Language": language})
    assert response.status_code == 422
    page = Page(response.content.decode())
    assert sentence in page.texts
    assert left_in_english(page, language) == set()


@pytest.mark.django_db
def test_a_language_is_chosen_by_its_own_name():
    client = Client(headers={"Accept-Language": "de"})
    first = Page(client.get("/").content.decode())
    assert {"English", "Français", "Deutsch"} <= first.texts
    client.post(reverse("set_language"), {"language": "fr", "next": "/"})
    assert Page(client.get("/").content.decode()).language == "fr"
