"""The first view of a page, with its files, is small enough for a phone with a poor connection."""

from __future__ import annotations

import gzip

import pytest
from django.test import Client

from tests.clubs.clubs import SampleClub
from tests.page_files import files_of
from tests.play.browsers import browser
from tests.play.tables import GARDE, Scorer

FIRST_VIEW = 60_000
"""Bytes of a page with all its files, compressed."""

pytestmark = pytest.mark.django_db


def weight(client: Client, address: str) -> int:
    """Return the compressed bytes of a page and of all files that it loads."""
    found: dict[str, str] = {}
    pending = {address}
    total = 0
    while pending:
        path = pending.pop()
        response = client.get(path)
        assert response.status_code == 200, path
        content = response.getvalue()
        total += len(gzip.compress(content))
        found[path] = content.decode(errors="replace")
        if path == address or path.endswith(".css"):
            pending |= files_of(found[path], path) - found.keys()
    assert len(found) > 3, "a page has styles and scripts"
    return total


@pytest.mark.parametrize("address", ["/", "/new/"])
def test_the_first_pages_are_small(address: str) -> None:
    assert weight(browser(), address) <= FIRST_VIEW


def test_a_table_is_small() -> None:
    scorer = Scorer()
    for _hand in range(20):
        scorer.record(GARDE)
    assert weight(browser(scorer), f"/s/{scorer.session.public_id}/") <= FIRST_VIEW


@pytest.mark.parametrize("address", ["/club/", "/club/standings/", "/club/members/"])
def test_the_pages_of_a_club_are_small(address: str) -> None:
    sample_club = SampleClub()
    sample_club.table().close()
    assert weight(sample_club.phone, address) <= FIRST_VIEW
