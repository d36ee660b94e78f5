"""The pages for photographing a sheet: what is read and kept, what is refused, and who may see it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from games import registry
from scorekeeper import __version__
from scorekeeper.play import recording
from scorekeeper.play.models import PhotographedPage, Role, Session
from scorekeeper.play.recording.write import Write
from scorekeeper.printing.marked_sheets.code import SheetCode
from scorekeeper.reading import kept_pages, lists, refusals
from scorekeeper.reading.kept_pages import NewPage
from scorekeeper.reading.photo import pictures
from scorekeeper.reading.photo.markers import NotASheetError
from scorekeeper.reading.photo.registration import Flat
from scorekeeper.reading.sheet import photos
from scorekeeper.reading.sheet.seen_sheet import SeenPage
from scorekeeper.web import camera as camera_extra
from scorekeeper.web import throttling
from tests.clubs.clubs import SampleClub
from tests.play.browsers import Form, browser, watcher_of, words_of
from tests.play.tables import FOUR, GARDE, PASSED, Scorer, device, fresh
from tests.reading.cameras import Camera, Photo, error_in, page_of, send
from tests.reading.own_page import picture
from tests.reading.pages import CODE, pages_of

pytestmark = pytest.mark.django_db

TWO_PAGES = replace(CODE, rows=24)


def of_session(scorer: Scorer) -> SheetCode:
    return replace(CODE, session=scorer.session.public_id)


# Before the photo


def test_the_code_of_a_sheet_leads_to_a_page_that_describes_the_sheet() -> None:
    code = replace(TWO_PAGES, page=2, pages=2)
    words = words_of(browser().get("/sheet/", {"s": code.written()}))
    assert "French Tarot , Federation (FFT)" in words
    assert "Anne, Bruno, Chloé, David" in words
    assert "Page 2 of 2" in words


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ("nonsense", "This isn’t the link of a score sheet."),
        ("2.abc", "This sheet was printed by another version"),
        (CODE.written()[:-5], "The link of this sheet is incomplete."),
        (replace(CODE, game="piquet").written(), "for a game or for rules that this server doesn’t have"),
    ],
)
def test_a_link_without_a_valid_sheet_code_is_refused_with_a_message(written: str, sentence: str) -> None:
    response = browser().get("/sheet/", {"s": written})
    assert response.status_code == 200
    assert sentence in words_of(response)


def test_a_server_without_the_packages_says_how_to_get_them(monkeypatch: pytest.MonkeyPatch, camera: Camera) -> None:
    monkeypatch.setattr(camera_extra, "is_installed", lambda: False)
    client = browser()
    words = words_of(client.get("/sheet/"))
    assert "This server can’t read photos yet." in words
    assert f'pip install "./scorekeeper-{__version__}-py3-none-any.whl[camera]"' in words
    assert 'type="file"' not in client.get("/sheet/").content.decode()
    response = send(client, camera.file("photo", pages_of(CODE, [GARDE])))
    assert response.status_code == 422
    assert not PhotographedPage.objects.exists()


def test_a_server_without_the_packages_offers_no_photo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camera_extra, "is_installed", lambda: False)
    scorer = Scorer()
    client = browser(scorer)
    here = [reverse(name, args=[scorer.session.public_id]) for name in ("session", "type", "print_session")]
    for page in ("/", "/print/", *here):
        content = client.get(page).content.decode()
        assert "Photograph a sheet" not in content, page
        assert 'name="camera"' not in content, page


@pytest.mark.parametrize("where", ["/", "/print/"])
def test_pages_link_to_the_photo_page(where: str) -> None:
    assert 'href="/sheet/"' in browser().get(where).content.decode()


def test_a_session_links_to_its_own_photo_page() -> None:
    scorer = Scorer()
    for name in ("session", "type"):
        response = browser(scorer).get(reverse(name, args=[scorer.session.public_id]))
        assert f'href="{page_of(scorer)}"' in response.content.decode()


def test_the_field_has_safari_convert_pictures_in_heic_to_jpeg() -> None:
    """Safari converts to the first type of the list, unless the list takes all images."""
    page = browser().get("/sheet/").content.decode()
    assert 'accept="image/jpeg,image/png,image/webp,application/pdf"' in page


# A sheet of a session


def test_the_hands_of_a_sessions_sheet_wait_where_its_paper_list_is_typed(camera: Camera) -> None:
    scorer = Scorer()
    response = send(browser(scorer), camera.file("photo", pages_of(of_session(scorer), [GARDE])))
    assert response.status_code == 302
    assert response["Location"] == reverse("type", args=[scorer.session.public_id])
    sheet = kept_pages.sheet_of(scorer.session)
    assert sheet is not None
    assert [hand.raw for hand in sheet.hands()] == [GARDE]
    assert fresh(scorer.session).totals == (0, 0, 0, 0)


def test_a_blank_sheet_of_the_same_table_belongs_to_the_session_whose_page_is_open(camera: Camera) -> None:
    scorer = Scorer()
    client, blank = browser(scorer), replace(CODE, names=("", "Bruno", "", ""))
    assert send(client, camera.file("photo", pages_of(blank, [GARDE])), here=page_of(scorer)).status_code == 302
    assert [page.session for page in PhotographedPage.objects.all()] == [scorer.session]


def test_a_sheet_belongs_to_the_session_started_from_it_whatever_the_names(camera: Camera) -> None:
    client = browser()
    first, second = pages_of(replace(TWO_PAGES, names=("Ann", *FOUR[1:])), [GARDE] * 19)
    send(client, camera.file("first", [first]))
    client.post("/sheet/start/", {**start_form(client), "player-0": "Anne"})
    session = Session.objects.get()
    PhotographedPage.objects.all().delete()
    here = reverse("session_sheet", args=[session.public_id])
    assert send(client, camera.file("second", [second]), here=here).status_code == 302
    assert [(page.number, page.session) for page in PhotographedPage.objects.all()] == [(2, session)]


@pytest.mark.parametrize(
    "changes",
    [
        {"options": {"round_to_ten": True}},
        {"first_dealer": 0},
        {"names": ("Anne", "Bruno", "Chloé", "Emil")},
        {"names": ("", "", "", "", ""), "first_dealer": 3},
    ],
    ids=["options", "first dealer", "names", "players"],
)
def test_a_sheet_of_another_table_is_refused(camera: Camera, changes: dict[str, Any]) -> None:
    scorer = Scorer()
    other = NewPage(seen=SeenPage(code=replace(CODE, **changes), first_row=1, rows=()), image=b"")
    response = send(browser(scorer), camera.file("photo", [other]), here=page_of(scorer))
    assert error_in(response) == [str(refusals.OTHER_TABLE)]
    assert not PhotographedPage.objects.exists()


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "it was printed for another game, Boston. Start"),
        ("de", "Sie wurde für ein anderes Kartenspiel gedruckt, Boston. Beginnen"),
        ("fr", "elle a été imprimée pour un autre jeu, Boston. Commencez"),
    ],
)
def test_a_sheet_of_another_game_is_refused_with_its_name(camera: Camera, language: str, says: str) -> None:
    scorer = Scorer()
    client = browser(scorer)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    other = replace(CODE, game="boston", rules=registry.get("boston").rules.default_rules)
    response = send(client, camera.file("photo", pages_of(other, [])), here=page_of(scorer))
    (sentence,) = error_in(response)
    assert says in sentence
    assert not PhotographedPage.objects.exists()


def test_a_sheet_of_another_session_is_refused_on_the_page_of_this_one(camera: Camera) -> None:
    scorer, other = Scorer(), Scorer()
    response = send(browser(scorer), camera.file("photo", pages_of(of_session(other), [GARDE])), here=page_of(scorer))
    sheet = "French Tarot · Anne, Bruno, Chloé, David"
    assert error_in(response) == [
        f"This sheet belongs to another session: {sheet}. Open that one, then photograph the sheet there."
    ]


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "another session: French Tarot · Anne, Bruno, Chloé, David · 7 January 2026. Open"),
        ("de", "einer anderen Partie: Französisches Tarot · Anne, Bruno, Chloé, David · 7. Januar 2026. Öffnen"),
        ("fr", "une autre partie : Tarot · Anne, Bruno, Chloé, David · 7 janvier 2026. Ouvrez"),
    ],
)
def test_the_date_of_the_other_session_is_shown_to_those_who_may_see_it(
    camera: Camera, language: str, says: str
) -> None:
    scorer, other = Scorer(), Scorer()
    recording.join(other.session, device=scorer.access.device, role=Role.WATCHER, label="Anne")
    Session.objects.filter(pk=other.session.pk).update(started_at=datetime(2026, 1, 7, 19, tzinfo=UTC))
    client = browser(scorer)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    response = send(client, camera.file("photo", pages_of(of_session(other), [GARDE])), here=page_of(scorer))
    (sentence,) = error_in(response)
    assert says in sentence


def closed(scorer: Scorer) -> Client:
    scorer.close()
    return browser(scorer)


REFUSED = {
    "a stranger": (lambda _scorer: browser(), refusals.ELSEWHERE),
    "somebody who watches": (lambda scorer: watcher_of(scorer.session), refusals.ELSEWHERE),
    "after the end": (closed, refusals.CLOSED),
}


@pytest.mark.parametrize("who", REFUSED)
def test_a_sheet_of_a_session_that_may_not_be_written_is_refused(camera: Camera, who: str) -> None:
    scorer = Scorer()
    client_of, sentence = REFUSED[who]
    response = send(client_of(scorer), camera.file("photo", pages_of(of_session(scorer), [GARDE])))
    assert error_in(response) == [str(sentence)]
    assert not PhotographedPage.objects.exists()


def test_a_sheet_of_a_session_that_is_not_here_is_refused_in_the_same_words(camera: Camera) -> None:
    elsewhere = replace(CODE, session="x" * 12)
    response = send(browser(), camera.file("photo", pages_of(elsewhere, [GARDE])))
    assert error_in(response) == [str(refusals.ELSEWHERE)]


def test_a_phone_of_another_club_is_refused(camera: Camera) -> None:
    ours, theirs = SampleClub("Ours"), SampleClub("Theirs")
    session = ours.start(*FOUR)
    code = replace(CODE, session=session.public_id)
    assert error_in(send(theirs.phone, camera.file("photo", pages_of(code, [GARDE])))) == [str(refusals.ELSEWHERE)]


def test_after_the_end_of_a_session_its_page_leads_to_the_result() -> None:
    scorer = Scorer()
    client = closed(scorer)
    assert client.get(page_of(scorer))["Location"] == f"/s/{scorer.session.public_id}/?closed"


# A sheet without a session


def start_form(client: Client) -> dict[str, str]:
    return Form(client.get("/sheet/start/")).fields


def test_a_blank_sheet_becomes_a_session_with_its_rules_names_and_dealer(camera: Camera) -> None:
    client = browser()
    code = replace(CODE, first_dealer=2, names=("Anne", "", "Chloé", "David"))
    assert send(client, camera.file("photo", pages_of(code, [GARDE])))["Location"] == "/sheet/start/"
    form = start_form(client)
    assert [form[f"player-{place}"] for place in range(4)] == ["Anne", "", "Chloé", "David"]
    refused = client.post("/sheet/start/", form)
    assert (refused.status_code, Session.objects.count()) == (422, 0)
    assert "Enter the name of this player." in words_of(refused)
    response = client.post("/sheet/start/", {**form, "player-1": "Bruno", "played_on": "2026-01-07"})
    session = Session.objects.get()
    assert response["Location"] == reverse("type", args=[session.public_id])
    table = fresh(session).table
    assert (session.game, table.rules, table.players, table.first_dealer) == ("tarot", "fft", FOUR, 2)
    assert f"{session.started_at:%Y-%m-%d}" == "2026-01-07"
    sheet = kept_pages.sheet_of(session)
    assert sheet is not None
    assert [hand.raw for hand in sheet.hands()] == [GARDE]


@pytest.mark.parametrize(
    ("names", "language", "sentence"),
    [
        (FOUR, "en", "Chloé deals first."),
        (("Anne", "", "", "David"), "en", "Player 3 deals first."),
        (("",) * 4, "de", "Spieler 3 gibt zuerst."),
        (("",) * 4, "fr", "Le joueur 3 donne en premier."),
    ],
)
def test_the_form_says_who_deals_first(camera: Camera, names: Any, language: str, sentence: str) -> None:
    client = browser()
    send(client, camera.file("photo", pages_of(replace(CODE, first_dealer=2, names=names), [GARDE])))
    assert sentence in words_of(client.get("/sheet/start/", headers={"accept-language": language}))


def test_a_second_tap_starts_no_second_session(camera: Camera) -> None:
    client = browser()
    send(client, camera.file("photo", pages_of(CODE, [GARDE])))
    form = start_form(client)
    first, second = client.post("/sheet/start/", form), client.post("/sheet/start/", form)
    assert first["Location"] == second["Location"]
    assert Session.objects.count() == 1


def second_tab(client: Client, camera: Camera) -> dict[str, str]:
    """Open the form that starts a session in a second tab, then start the session in the first one."""
    send(client, camera.file("photo", pages_of(CODE, [GARDE])))
    form, other = start_form(client), start_form(client)
    client.post("/sheet/start/", form)
    return other


@pytest.mark.parametrize("photo_is_kept", [True, False])
def test_a_second_tab_leads_to_the_session_that_was_started_in_the_first(camera: Camera, photo_is_kept: bool) -> None:
    client = browser()
    form = second_tab(client, camera)
    if not photo_is_kept:
        PhotographedPage.objects.all().delete()
    response = client.post("/sheet/start/", form)
    assert response["Location"] == reverse("type", args=[Session.objects.get().public_id])


def test_the_form_that_started_a_session_leads_there_when_it_is_opened_again(camera: Camera) -> None:
    client = browser()
    second_tab(client, camera)
    assert client.get("/sheet/start/")["Location"] == reverse("type", args=[Session.objects.get().public_id])


def test_a_second_tab_starts_nothing_from_another_sheet_that_came_since(camera: Camera) -> None:
    client = browser()
    form = second_tab(client, camera)
    first = Session.objects.get()
    send(client, camera.file("other", pages_of(replace(CODE, rows=10), [PASSED])))
    assert client.post("/sheet/start/", form)["Location"] == reverse("type", args=[first.public_id])
    never_started = {**form, "token": "", "sheet": replace(CODE, rows=8).written()}
    assert client.post("/sheet/start/", never_started)["Location"] == "/sheet/start/"
    assert Session.objects.get() == first
    assert PhotographedPage.objects.filter(session=None).exists()


@pytest.mark.parametrize("token", ["", "x" * 100, None])
def test_a_form_without_a_valid_token_starts_the_session_anyway(camera: Camera, token: str | None) -> None:
    client = browser()
    send(client, camera.file("photo", pages_of(CODE, [GARDE])))
    form = {name: value for name, value in start_form(client).items() if name != "token"}
    response = client.post("/sheet/start/", form if token is None else {**form, "token": token})
    assert response["Location"] == reverse("type", args=[Session.objects.get().public_id])


def test_two_players_cannot_have_the_same_name(camera: Camera) -> None:
    client = browser()
    send(client, camera.file("photo", pages_of(CODE, [GARDE])))
    response = client.post("/sheet/start/", {**start_form(client), "player-0": "Bruno"})
    assert response.status_code == 422
    assert response.context["form"].errors == {"player-1": ["Two players cannot have the same name."]}
    assert PhotographedPage.objects.filter(session=None).exists()


def test_without_a_photo_there_is_nothing_to_start() -> None:
    assert browser().get("/sheet/start/")["Location"] == "/sheet/"


def test_in_a_club_its_members_are_offered_and_seated(camera: Camera) -> None:
    club = SampleClub("Ours")
    member = club.member("Anne")
    send(club.phone, camera.file("photo", pages_of(CODE, [GARDE])))
    assert [page.club for page in PhotographedPage.objects.all()] == [club.club]
    assert '<option value="Anne">' in club.phone.get("/sheet/start/").content.decode()
    club.phone.post("/sheet/start/", start_form(club.phone))
    session = Session.objects.get()
    assert session.club == club.club
    assert session.seats[0].player == member


def test_a_photo_without_a_session_can_be_discarded(camera: Camera) -> None:
    client, other = browser(), browser()
    for phone in (client, other):
        send(phone, camera.file("photo", pages_of(CODE, [GARDE])))
    assert client.get("/sheet/throw-away/")["Location"] == "/sheet/"
    assert PhotographedPage.objects.count() == 2
    assert client.post("/sheet/throw-away/")["Location"] == "/sheet/"
    assert PhotographedPage.objects.count() == 1
    assert other.get("/sheet/start/").status_code == 200


def test_the_photo_of_one_browser_is_not_shown_to_another(camera: Camera) -> None:
    send(browser(), camera.file("photo", pages_of(CODE, [GARDE])))
    assert "Anne" not in words_of(browser().get("/sheet/"))
    assert browser().get("/sheet/start/").status_code == 302


# Several pages


def test_pages_can_be_sent_one_after_the_other(camera: Camera) -> None:
    client, (first, second) = browser(), pages_of(TWO_PAGES, [GARDE] * 24)
    assert send(client, camera.file("second", [second]))["Location"] == "/sheet/"
    words = words_of(client.get("/sheet/"))
    assert "Read so far: page 2. Missing: page 1." in words
    assert "Continue to the hands" not in words
    assert send(client, camera.file("first", [first]))["Location"] == "/sheet/start/"
    assert "This sheet has been read." in words_of(client.get("/sheet/"))


def test_a_last_page_without_hands_can_be_left_out(camera: Camera) -> None:
    scorer = Scorer()
    client, (first, _second) = browser(scorer), pages_of(replace(TWO_PAGES, session=scorer.session.public_id), [GARDE])
    assert send(client, camera.file("first", [first]))["Location"] == page_of(scorer)
    page = client.get(page_of(scorer))
    assert "Read so far: page 1. Missing: page 2." in words_of(page)
    assert f'href="{reverse("type", args=[scorer.session.public_id])}">Continue to the hands' in page.content.decode()


@pytest.mark.parametrize(
    ("language", "numbers", "sentences"),
    [
        ("en", (2,), "Read so far: page 2. Missing: pages 1 and 3. Photograph"),
        ("en", (1, 3), "Read so far: pages 1 and 3. Missing: page 2. Photograph"),
        ("de", (2,), "Schon gelesen: Seite 2. Es fehlen die Seiten 1 und 3. Fotografieren"),
        ("de", (1, 3), "Schon gelesen: Seiten 1 und 3. Es fehlt Seite 2. Fotografieren"),
        ("fr", (2,), "Déjà lu : page 2. Il manque les pages 1 et 3. Photographiez"),
        ("fr", (1, 3), "Déjà lu : pages 1 et 3. Il manque la page 2. Photographiez"),
    ],
)
def test_the_pages_that_are_read_and_missing_are_listed(
    camera: Camera, language: str, numbers: Sequence[int], sentences: str
) -> None:
    client, pages = browser(), pages_of(replace(CODE, rows=45), [GARDE] * 45)
    seen = [page for page in pages if page.seen.code.page in numbers]
    for page in seen:
        send(client, camera.file(f"page-{page.seen.code.page}", [page]))
    assert sentences in words_of(client.get("/sheet/", headers={"Accept-Language": language}))


def test_a_good_page_is_kept_beside_a_bad_one(camera: Camera) -> None:
    client, (first, _second) = browser(), pages_of(TWO_PAGES, [GARDE])
    blurred = NotASheetError("blurred", "")
    response = send(client, camera.file("first", [first]), camera.file("second", blurred))
    assert error_in(response) == [f"second.jpg: {refusals.OF_PICTURES['blurred']}"]
    assert "Read so far: page 1." in words_of(response)


@pytest.mark.parametrize(
    ("seen", "sentence"),
    [
        ([*pages_of(CODE, [GARDE]), *pages_of(CODE, [GARDE])], "Page 1 is included twice. Send each page once."),
        ([*pages_of(CODE, [GARDE]), *pages_of(TWO_PAGES, [GARDE])], str(refusals.OTHERS)),
        (pages_of(CODE, [GARDE]) * 7, "You can send at most 6 pages at once. Send the pages of one sheet."),
    ],
    ids=["twice", "others", "too many"],
)
def test_pages_that_do_not_make_a_sheet_are_refused(camera: Camera, seen: Sequence[NewPage], sentence: str) -> None:
    response = send(browser(), camera.file("photo", seen))
    assert sentence in error_in(response)
    assert not PhotographedPage.objects.exists()


"""On another copy of the two-page sheet; the carried totals of every player differ."""


def test_a_scan_with_an_empty_back_is_read_and_the_page_says_what_was_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    def pages_in(_data: bytes, name: str, _read: Any, *, before: Any, skipped: Any) -> Iterator[Photo]:
        (page,) = pages_of(CODE, [GARDE])
        yield Photo(code=page.seen.code, first_row=1, rows=page.seen.rows)
        skipped(2)

    monkeypatch.setattr(photos, "pages_in", pages_in)
    client = browser()
    response = send(client, SimpleUploadedFile("scan.pdf", b"%PDF-"))
    assert response.status_code == 200
    assert "Page 2 of scan.pdf is blank and was skipped." in words_of(response)
    assert "Continue to the hands" in words_of(response)
    assert PhotographedPage.objects.count() == 1


def test_a_blank_file_is_accepted_beside_others_but_refused_alone(camera: Camera) -> None:
    def blank() -> SimpleUploadedFile:
        return camera.file("blank", NotASheetError("blank", ""))

    assert error_in(send(browser(), blank())) == [
        "This page is blank. Send the side of the sheet that the hands are on."
    ]
    response = send(browser(), blank(), camera.file("photo", pages_of(CODE, [GARDE])))
    assert response["Location"] == "/sheet/start/"


def test_a_sheet_without_hands_says_so(camera: Camera) -> None:
    client = browser()
    assert error_in(send(client, camera.file("photo", pages_of(CODE, [])))) == [str(refusals.NOTHING_WRITTEN)]
    assert not PhotographedPage.objects.exists()


def test_printed_hands_do_not_count_as_filled_in(camera: Camera) -> None:
    scorer = Scorer()
    recording.record(Write(scorer.session, **scorer.now({})), raw=GARDE)
    code = replace(of_session(scorer), printed=1)
    assert error_in(send(browser(scorer), camera.file("photo", pages_of(code, [GARDE])))) == [
        str(refusals.NOTHING_WRITTEN)
    ]
    assert send(browser(scorer), camera.file("more", pages_of(code, [GARDE, GARDE]))).status_code == 302


def test_more_files_than_a_sheet_has_pages_are_refused_unread_at_the_field(camera: Camera) -> None:
    files = [camera.file(f"photo-{number}", AssertionError("this was read")) for number in range(7)]
    assert error_in(send(browser(), *files)) == ["You can send at most 6 pages at once. Send the pages of one sheet."]


# Another sheet


# Bad pictures

PHOTO, LISTS = Path(pictures.__file__).parent, Path(lists.__file__).parent
RAISED = re.compile(r'(?:PictureError|NotASheetError|RefusedError)\("([-a-z]+)"')
NOT_SHOWN = "list-no-table"
"""Then it isn't a list either, and the page says what is wrong with the sheet."""
CODES = {
    prefix + code
    for prefix, folder, names in (
        ("", PHOTO, ("pictures.py", "decoding.py", "markers.py", "registration.py")),
        ("list-", LISTS, ("frame.py", "table.py")),
    )
    for name in names
    for code in RAISED.findall((folder / name).read_text())
} - {NOT_SHOWN}


def test_every_reason_has_a_sentence() -> None:
    assert refusals.OF_FILES.keys() | refusals.OF_PICTURES.keys() == CODES


@pytest.mark.parametrize("code", sorted(CODES))
def test_a_picture_that_cannot_be_read_says_what_to_do(camera: Camera, code: str) -> None:
    error = pictures.PictureError(code, "") if code in refusals.OF_FILES else NotASheetError(code, "")
    response = send(browser(), camera.file("photo", error))
    assert error_in(response) == [str(refusals.sentence_for(code))]


def test_without_a_file_the_field_says_what_is_missing() -> None:
    assert error_in(browser().post("/sheet/")) == [str(refusals.NO_FILE)]


def test_a_file_that_is_not_a_picture_is_refused_by_the_real_reader() -> None:
    response = send(browser(), SimpleUploadedFile("notes.txt", b"Anne 12, Bruno 7"))
    assert error_in(response) == [str(refusals.OF_FILES["unknown"])]


def test_many_photos_from_one_address_have_to_wait(camera: Camera, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "photos": (2, 600)}
    throttling.forget()
    client = browser()
    for _time in range(2):
        assert send(client, camera.file("photo", pages_of(CODE, [GARDE]))).status_code == 302
    assert send(client, camera.file("photo", pages_of(CODE, [GARDE]))).status_code == 429


# The pictures of rows


def kept(scorer: Scorer) -> None:
    """Keep the sheet of a session with a real picture."""
    image = photos.PhotoOfPage(flat=_flat(), code=CODE, first_row=1, rows=()).jpeg()
    pages = pages_of(of_session(scorer), [GARDE], image=image)
    kept_pages.keep(pages, device=scorer.access.device, club=None, session=scorer.session)


def _flat() -> Any:
    return Flat(image=picture(), code=CODE, page=None, blur=0.0)  # type: ignore[arg-type]


def heads_of(scorer: Scorer) -> str:
    return reverse("row_heads", args=[scorer.session.public_id])


def row_of(scorer: Scorer, number: int, **changes: Any) -> str:
    return kept_pages.picture_url(scorer.session, number, **changes)


def test_a_row_of_the_sheet_is_shown_to_those_who_record_it() -> None:
    scorer = Scorer()
    kept(scorer)
    client = browser(scorer)
    response = client.get(row_of(scorer, 1))
    assert (response["Content-Type"], response.content[:3]) == ("image/jpeg", b"\xff\xd8\xff")
    framed = client.get(row_of(scorer, 1, doubt=["points"]))
    assert framed.content != response.content
    again = client.get(row_of(scorer, 1), headers={"If-None-Match": response["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    for nonsense in ("%0d%0aX-Ours: 1", "%00"):
        assert client.get(f"{row_of(scorer, 1)}?doubt={nonsense}").content == response.content
    assert client.get(row_of(scorer, 13)).status_code == 404
    assert client.get(row_of(scorer, 0)).status_code == 404


def test_nobody_else_sees_a_row_or_its_headings() -> None:
    scorer = Scorer()
    kept(scorer)
    recording.join(scorer.session, device=(second := device()), role=Role.SCORER, label="Bruno")
    for address in (row_of(scorer, 1), heads_of(scorer)):
        assert browser().get(address).status_code == 404
        assert browser(Scorer()).get(address).status_code == 404
        assert watcher_of(scorer.session).get(address).status_code == 403
        assert Client().get(address).status_code == 404
        assert browser(name=second).get(address).status_code == 200


def test_the_picture_of_a_row_is_deleted_with_the_photo() -> None:
    scorer = Scorer()
    kept(scorer)
    scorer.session.photographed_pages.all().delete()
    assert browser(scorer).get(row_of(scorer, 1)).status_code == 404
    assert browser(scorer).get(heads_of(scorer)).status_code == 404


def test_a_locked_session_takes_no_photo(camera: Camera) -> None:
    scorer = Scorer()
    Session.objects.filter(pk=scorer.session.pk).update(locked_at=scorer.session.started_at)
    response = send(browser(scorer), camera.file("photo", pages_of(of_session(scorer), [GARDE])))
    assert response.status_code == 403
    assert not PhotographedPage.objects.exists()


def test_a_retake_after_some_hands_were_recorded_continues_after_them(camera: Camera) -> None:
    scorer = Scorer()
    recording.record(Write(scorer.session, **scorer.now({})), raw=GARDE)
    send(browser(scorer), camera.file("photo", pages_of(of_session(scorer), [GARDE, GARDE])))
    page = browser(scorer).get(reverse("type", args=[scorer.session.public_id]))
    assert row_of(scorer, 2) in page.content.decode()
    assert row_of(scorer, 1) not in page.content.decode()
