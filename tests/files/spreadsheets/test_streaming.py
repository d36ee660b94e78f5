"""Files on the real server: downloads are streamed, and far too large uploads never reach the form."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection

import pytest
from django.conf import settings

from tests.clubs.clubs import SampleClub, signed_in
from tests.files.spreadsheets.spreadsheet_files import FILES, MEMBERS, csv_rows, xlsx_rows
from tests.play.tables import GARDE
from tests.servers import Server

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def server(transactional_db: None) -> Iterator[Server]:
    with Server() as server:
        yield server


def cookie(sample_club: SampleClub) -> str:
    name = settings.SESSION_COOKIE_NAME
    return f"{name}={signed_in(sample_club.organiser('marion')).cookies[name].value}"


def connected(server: Server) -> closing[HTTPConnection]:
    return closing(HTTPConnection("127.0.0.1", server.port, timeout=60))


def test_files_are_streamed_completely(server: Server) -> None:
    sample_club = SampleClub()
    for _session in range(3):
        sample_club.table().record(GARDE)
    headers, received = {"Cookie": cookie(sample_club)}, {}
    for file in ("members.csv", "members.xlsx", "sessions.jsonl"):
        with connected(server) as connection:
            connection.request("GET", f"{FILES}?file={file}", headers=headers)
            response = connection.getresponse()
            assert (response.status, response.getheader("Transfer-Encoding")) == (200, "chunked")
            received[file] = response.read()
    assert len(csv_rows(received["members.csv"])) == len(xlsx_rows(received["members.xlsx"])) == 5
    assert len(received["sessions.jsonl"].splitlines()) == 3


def test_a_client_that_disconnects_blocks_nobody(server: Server) -> None:
    sample_club = SampleClub()
    headers = {"Cookie": cookie(sample_club)}
    for _time in range(3):
        with connected(server) as aborted:
            aborted.request("GET", f"{FILES}?file=members.xlsx", headers=headers)
    with connected(server) as connection:
        connection.request("GET", f"{FILES}?file=members.csv", headers=headers)
        with connection.getresponse() as response:
            assert len(csv_rows(response.read())) == 5


def test_an_upload_that_is_too_large_is_refused_before_it_is_stored(server: Server) -> None:
    headers = {"Cookie": cookie(SampleClub()), "Content-Type": "multipart/form-data; boundary=x"}
    with connected(server) as connection:
        connection.request("POST", MEMBERS, body=b"x" * 5 * 1024 * 1024, headers=headers)
        with connection.getresponse() as response:
            assert response.status == 413
