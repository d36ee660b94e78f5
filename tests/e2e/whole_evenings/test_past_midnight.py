"""A night of Doppelkopf from ten to midnight until one, with a Bock round and a Solo.

By the rules of homes: a hand of 120 to 120 sets off a Bock round, so each of the next four is doubled, and so does each
of Re and Kontra that is announced.
"""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.e2e.conftest import Phones
from tests.e2e.hand_taps import Taps, play
from tests.play.tables import Scorer

pytestmark = pytest.mark.django_db(transaction=True)

Played = tuple[Taps, str, tuple[int, int, int, int]]


def re(first: int, second: int, augen: str) -> Taps:
    """Return the taps for who is Re and what they took, three digits."""
    hundreds, tens, units = list(augen)
    return (
        (f"re-{first}", "1"),
        (f"re-{second}", "1"),
        ("augen-hundreds", hundreds),
        ("augen-tens", tens),
        ("augen-units", units),
    )


SOLO: Taps = (
    ("call", "solo"),
    ("declarer", "1"),
    ("augen-hundreds", "1"),
    ("augen-tens", "3"),
    ("augen-units", "4"),
    ("re_announced", "re"),
)
BEFORE_MIDNIGHT: list[Played] = [
    # Kontra wins with 120: 1, and 1 against the old ones
    ((*re(0, 2, "120"), ("bock", "1")), "Kontra +2", (-2, 2, -2, 2)),
    # 1 × 2 for Re × 2 for Bock, from each of three
    (SOLO, "Bruno +12", (-6, 14, -6, -2)),
]
AFTER_MIDNIGHT: list[Played] = [
    # 1, and 1 for Kontra's 85, × 2 × 2 for Re and Kontra × 2 for Bock
    (
        (*re(2, 3, "155"), ("re_announced", "re"), ("kontra_announced", "kontra")),
        "Re +16",
        (-22, -2, 10, 14),
    ),
    # Kontra wins: 1, and 1 against the old ones, × 2 for Bock
    (re(0, 1, "098"), "Kontra +4", (-26, -6, 14, 18)),
    # 1, and 1 for the Fuchs, × 2 for Bock
    ((*re(0, 3, "131"), ("fuchs_re", "1")), "Re +4", (-22, -10, 10, 22)),
    # The Bock round is over: 1 × 2 for Re
    ((*re(1, 2, "142"), ("re_announced", "re")), "Re +2", (-24, -8, 12, 20)),
]


def test_doppelkopf_past_midnight_is_one_evening(phones: Phones, monkeypatch: pytest.MonkeyPatch) -> None:
    it_is(monkeypatch, "2026-03-06T23:50")
    scorer = Scorer(game="doppelkopf", rules="home")
    phone = phones(scorer)
    phone.sit_down(scorer.session)
    for number, played in enumerate(BEFORE_MIDNIGHT, 1):
        play(phone, number, *played)
    it_is(monkeypatch, "2026-03-07T00:50")
    page = phone.sit_down(scorer.session)
    expect(page.locator(".table-notice")).to_have_count(0)  # which an open table of yesterday has
    for number, played in enumerate(AFTER_MIDNIGHT, len(BEFORE_MIDNIGHT) + 1):
        play(phone, number, *played)
    phone.menu("Close and settle")
    page.get_by_role("button", name="Close and settle").tap()
    expect(page.locator(".ranked__name")).to_have_text(["David", "Chloé", "Bruno", "Anne"])
    expect(page.locator(".ranked__total")).to_have_text(["+20", "+12", "−8", "−24"])
    with page.expect_download() as download:
        page.get_by_role("link", name="Export").tap()
    assert download.value.suggested_filename == "doppelkopf-2026-03-06-anne-bruno-chloé-david.json"


def it_is(monkeypatch: pytest.MonkeyPatch, moment: str) -> None:
    """Set the server's clock, in the time zone of the tests."""
    now = datetime.fromisoformat(moment).replace(tzinfo=ZoneInfo("Europe/Berlin"))
    monkeypatch.setattr(timezone, "now", lambda: now)
