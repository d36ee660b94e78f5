"""Files on the real server: downloads are streamed, and far too large uploads never reach the form."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection

import pytest
from django.conf import settings

from tests.clubs.clubs import House, signed_in
from tests.files.spreadsheets.spreadsheet_files import FILES, MEMBERS, csv_rows, xlsx_rows
from tests.play.tables import GARDE
from tests.servers import Server

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def server(transactional_db: None) -> Iterator[Server]:
    with Server() as server:
        yield server


def cookie(house: House) -> str:
    name = settings.SESSION_COOKIE_NAME
    return f"{name}={signed_in(house.organiser('marion')).cookies[name].value}"


def connected(server: Server) -> closing[HTTPConnection]:
    return closing(HTTPConnection("127.0.0.1", server.port, timeout=20))


def test_files_leave_in_pieces_and_come_whole(server: Server) -> None:
    house = House()
    for _session in range(3):
        house.table().record(GARDE)
    headers, came = {"Cookie": cookie(house)}, {}
    for file in ("members.csv", "members.xlsx", "sessions.jsonl"):
        with connected(server) as connection:
            connection.request("GET", f"{FILES}?file={file}", headers=headers)
            answer = connection.getresponse()
            assert (answer.status, answer.getheader("Transfer-Encoding")) == (200, "chunked")
            came[file] = answer.read()
    assert len(csv_rows(came["members.csv"])) == len(xlsx_rows(came["members.xlsx"])) == 5
    assert len(came["sessions.jsonl"].splitlines()) == 3


def test_whoever_goes_away_in_the_midst_holds_nobody_up(server: Server) -> None:
    house = House()
    headers = {"Cookie": cookie(house)}
    for _time in range(3):
        with connected(server) as gone:
            gone.request("GET", f"{FILES}?file=members.xlsx", headers=headers)
    with connected(server) as connection:
        connection.request("GET", f"{FILES}?file=members.csv", headers=headers)
        with connection.getresponse() as answer:
            assert len(csv_rows(answer.read())) == 5


def test_what_is_far_too_large_is_turned_away_before_it_is_kept(server: Server) -> None:
    headers = {"Cookie": cookie(House()), "Content-Type": "multipart/form-data; boundary=x"}
    with connected(server) as connection:
        connection.request("POST", MEMBERS, body=b"x" * 5 * 1024 * 1024, headers=headers)
        with connection.getresponse() as answer:
            assert answer.status == 413
