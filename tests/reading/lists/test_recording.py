"""A list printed elsewhere is recorded on the same pages as a sheet that was printed here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from games import registry
from games.ui.paper_list import TotalColumn
from scorekeeper.play.models import PhotographedPage, Session
from scorekeeper.printing.marked_sheets.code import SheetCode, SheetCodeError
from scorekeeper.reading import kept_pages
from scorekeeper.reading.lists import photos as lists
from scorekeeper.reading.lists import table
from scorekeeper.reading.lists.photos import PhotoOfList
from scorekeeper.reading.lists.tables import ListOfTable, all_lists, lists_for
from scorekeeper.reading.photo.geometry import Grey
from scorekeeper.reading.photo.markers import NotASheetError
from scorekeeper.reading.sheet import photos
from scorekeeper.reading.sheet.layouts import MARGIN, layout_of
from tests.handwriting.ruled_list import RuledList
from tests.play.browsers import Form, browser, words_of
from tests.play.tables import Scorer
from tests.reading.pages import rows_of

SKAT = registry.get("skat")
NAMES = ("Anne", "Bruno", "Chloé", "David")
OPTIONS: dict[str, Any] = {"payment": "sheet", "ramsch": False, "contra": False, "seeger": True}
GRAND = {"call": "grand", "declarer": 1, "matadors": 2, "bid": 18, "card_points": 61}
NULL = {"call": "null", "declarer": 0, "made": False, "bid": 23}


def list_for(size: int = 4, name: str = "dskv") -> ListOfTable:
    return next(kept for kept in all_lists() if kept.name == name and kept.table.size == size)


def code_of() -> SheetCode:
    return list_for().code()


class Camera:
    """Stands in for reading pictures: what is seen in any of them is a list with these hands, or why there is none."""

    def __init__(self) -> None:
        self.hands: Sequence[Any] = ()
        self.error: NotASheetError | None = None
        self.known: Sequence[ListOfTable] = ()

    def list_in(self, _picture: Grey, known: Sequence[ListOfTable]) -> PhotoOfList:
        self.known = known
        if self.error:
            raise self.error
        own = next(paper_list for paper_list in known if paper_list.name == "dskv" and paper_list.table.size == 4)
        printing = next(table.printings(own.form, 4))
        flat = table.FlatTable(
            image=np.full((1700, 1600), 255, np.uint8),
            columns=tuple(range(24, 24 + 8 * (len(printing.columns) + 1), 8)),
            rows=tuple(range(0, 34 * 49, 34)),
            places=np.zeros((0, 0, 2)),
        )
        rows = tuple(rows_of(own.code(), self.hands))
        return PhotoOfList(printing=printing, flat=flat, code=own.code(), first_row=1, rows=rows)


@pytest.fixture
def camera(monkeypatch: pytest.MonkeyPatch) -> Camera:
    fake = Camera()
    monkeypatch.setattr(photos, "pages_of", lambda _data, _name: [np.zeros((1, 1), np.uint8)])
    monkeypatch.setattr(lists, "page_or_list_in", fake.list_in)
    return fake


def send(client: Any, here: str = "/sheet/") -> Any:
    return client.post(here, {"photos": [SimpleUploadedFile("list.jpg", b"a picture", content_type="image/jpeg")]})


def skat_session(**options: Any) -> Scorer:
    return Scorer(game="skat", rules="isko", players=NAMES, first_dealer=2, options={**OPTIONS, **options})


@pytest.mark.django_db
class TestRecording:
    def test_a_session_is_started_from_a_list_with_names_that_are_typed(self, camera: Camera) -> None:
        camera.hands = [GRAND, NULL]
        client = browser()
        response = send(client)
        assert response["Location"] == "/sheet/start/"
        words = words_of(client.get("/sheet/start/"))
        assert "Skat , International (ISkO) · Tournament points (Seeger-Fabian)" in words
        assert "Enter the names in the order of the places on the list." in words
        assert "Player 1 deals first." in words
        names = {f"player-{at}": name for at, name in enumerate(NAMES)}
        started = client.post("/sheet/start/", Form(client.get("/sheet/start/")).fields | names)
        session = Session.objects.get()
        assert started["Location"] == reverse("type", args=[session.public_id])
        words = words_of(client.get(started["Location"]))
        assert "Grand by Bruno" in words
        assert "Record 2 hands" in words

    def test_its_hands_are_recorded_as_they_were_shown(self, camera: Camera) -> None:
        camera.hands = [GRAND, NULL]
        scorer = skat_session()
        here, client = reverse("session_sheet", args=[scorer.session.public_id]), browser(scorer)
        assert send(client, here)["Location"] == reverse("type", args=[scorer.session.public_id])
        sheet = kept_pages.sheet_of(scorer.session)
        assert sheet is not None
        assert [hand.raw for hand in sheet.hands()] == [GRAND, NULL]
        assert sheet.game_at_table[1].first_dealer == 2

    def test_the_page_shows_who_has_which_place(self) -> None:
        scorer = skat_session()
        words = words_of(browser(scorer).get(reverse("session_sheet", args=[scorer.session.public_id])))
        assert "Here, its places are: Anne Bruno Chloé David Chloé deals first." in words

    @pytest.mark.parametrize(
        ("language", "sentence"),
        [
            ("en", "A federation list has no corner marks: its whole table must be in the picture"),
            ("de", "Die Liste eines Verbands hat keine Eckmarken: Von ihr muss die ganze Tabelle im Bild sein"),
            ("fr", "Une liste de fédération n’a pas de repères aux coins : tout le tableau doit être dans l’image"),
        ],
    )
    def test_the_page_asks_for_no_corner_marks_on_a_list(self, language: str, sentence: str) -> None:
        scorer = skat_session()
        for page in ("/sheet/", reverse("session_sheet", args=[scorer.session.public_id])):
            assert sentence in words_of(browser(scorer).get(page, headers={"accept-language": language}))

    def test_a_table_without_such_a_list_reads_none(self, camera: Camera) -> None:
        scorer = skat_session(seeger=False, contra=True)
        here, client = reverse("session_sheet", args=[scorer.session.public_id]), browser(scorer)
        words = words_of(client.get(here))
        assert "its places are" not in words
        assert "federation list" not in words
        camera.error = NotASheetError("no-sheet", "")
        assert "There is no sheet with corner marks in this picture." in words_of(send(client, here))
        assert camera.known == []

    @pytest.mark.parametrize(
        ("code", "sentence"),
        [
            ("list-half", "with some paper all around the table"),
            ("list-small", "The list is too small in this picture."),
            ("list-blurred", "This picture is blurred."),
            ("list-columns", "neither corner marks nor the columns of a list that can be read"),
            ("list-rows", "This list has too few rows."),
        ],
    )
    def test_a_list_that_cannot_be_read_says_why(self, camera: Camera, code: str, sentence: str) -> None:
        camera.error = NotASheetError(code, "")
        response = send(browser())
        assert response.status_code == 422
        assert sentence in words_of(response)
        assert not PhotographedPage.objects.exists()

    def test_a_row_has_a_picture_with_headings(self, camera: Camera) -> None:
        camera.hands = [GRAND]
        scorer = skat_session()
        client, public_id = browser(scorer), scorer.session.public_id
        send(client, reverse("session_sheet", args=[public_id]))
        picture = client.get(reverse("row_picture", args=[public_id, 48]))
        assert picture.status_code == 200
        image = cv2.imdecode(np.frombuffer(picture.content, np.uint8), cv2.IMREAD_GRAYSCALE)
        assert image is not None
        assert image.shape[1] == pytest.approx(6 * sum(c.width for c in list_for().form.all_columns(4)), abs=2)
        assert client.get(reverse("row_picture", args=[public_id, 49])).status_code == 404
        heads = client.get(reverse("row_heads", args=[public_id])).content.decode()
        for head in (*NAMES, "Mata", "hand", "schw"):
            assert head in heads

    def test_no_sheet_has_the_code_of_such_a_list(self) -> None:
        code = code_of()
        assert "This isn’t the link of a score sheet." in words_of(browser().get("/sheet/", {"s": code.written()}))
        with pytest.raises(SheetCodeError):
            code.printed_here()


@pytest.mark.django_db
def test_only_tables_that_keep_such_a_list_have_one() -> None:
    def found(**options: Any) -> list[str]:
        of_table = SKAT.rules.table(NAMES, rules="isko", options={**OPTIONS, **options})
        return [paper_list.name for paper_list in lists_for(SKAT, of_table)]

    assert found() == found(seeger=False) == ["dskv", "totals"]
    assert found(contra=True, seeger=False) == []
    assert found(payment="each", seeger=False) == []


def test_a_list_is_kept_where_its_layout_says() -> None:
    """A column without its optional neighbour is where it would be with it."""
    printing = list(table.printings(list_for().form, 4))[1]
    page = RuledList(printing).blank()
    found, flat = table.flatten(np.asarray(page, np.uint8), [printing])
    kept = PhotoOfList(printing=found, flat=flat, code=code_of(), first_row=1, rows=()).jpeg()
    image = cv2.imdecode(np.frombuffer(kept, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert image is not None
    layout = layout_of(code_of()).pages[0]
    assert image.shape == pytest.approx((layout.height * 6, layout.width * 6), abs=2)
    columns = printing.form.all_columns(4)
    for at, column in enumerate(columns):
        if isinstance(column, TotalColumn):
            x = MARGIN + sum(column.width for column in columns[:at])
            left = image[:, round(x * 6) - 3 : round(x * 6) + 3].mean(axis=0).min()
            assert left < 130  # its line is there


def test_a_picture_without_a_table_is_not_a_list() -> None:
    picture = np.full((1200, 900), 230, np.uint8)
    picture[300:900:40, 200:700] = 0  # lines of a text
    with pytest.raises(NotASheetError) as refusal:
        lists.page_or_list_in(picture, list(all_lists()))
    assert refusal.value.code == "no-sheet"


@pytest.mark.thorough
def test_a_photo_of_a_list_is_recognised() -> None:
    page = RuledList(next(table.printings(list_for().form, 4))).blank()
    found = lists.page_or_list_in(page, list(all_lists()))
    assert not isinstance(found, photos.PhotoOfPage)
    assert found.code == code_of()
    assert len(found.rows) == 48
    assert replace(found.code, list="").printed_here().game == "skat"
