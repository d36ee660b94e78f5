"""Long names on the chips and in the bar, measured in each engine: they differ in how they divide words."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.urls import reverse

from scorekeeper.play.models import Access
from scorekeeper.web.cookies import DEVICE_COOKIE, signed_device
from tests.e2e.page_checks import BROKEN, BROKEN_NAMES
from tests.engines.connection import Connection
from tests.engines.engine import DESK, PHONE, Engine, Size
from tests.play.tables import GARDE, Scorer, device

NAMES = ("Hannelore", "Marie-Christine", "Maximilianowitz", "Élisabeth", "Ömer")
WORDS = " ".join(NAMES).replace("-", " ").split()
LARGE_TYPE = Size(260, 443)
"""What is left of the phone at one and a half times the size."""


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("size", [PHONE, LARGE_TYPE, DESK], ids=str)
def test_no_name_is_broken(engine: type[Engine], connection: Connection, size: Size) -> None:
    scorer = Scorer(players=NAMES, first_dealer=0)
    with engine(size) as page:
        page.remember(connection.url, DEVICE_COOKIE, signed_device(scorer.access.device))
        page.go(connection.url + reverse("session", args=[scorer.session.public_id]))
        page.sees("#save")
        assert set(page.run(BROKEN)) & set(WORDS) == set()
        scorer.record({**GARDE, "partner": 1})
        scorer.close()
        page.go(connection.url + reverse("session", args=[scorer.session.public_id]))
        page.sees("#score_sheet")
        assert page.run(BROKEN_NAMES, WORDS) == []


@pytest.mark.django_db(transaction=True)
def test_a_name_of_forty_letters_is_no_wider_than_the_page(engine: type[Engine], connection: Connection) -> None:
    phone, names = device(), [letter * 40 for letter in "MWQG"]
    closed, going = (Scorer(device=phone, players=names, stake=Decimal(1), title="T" * 40) for _table in range(2))
    for scorer in (closed, going):
        scorer.record(GARDE)
    closed.close()
    Access.objects.update(label="L" * 40)
    pages = [reverse(name, args=[going.session.public_id]) for name in ("session", "share", "close")]
    pages += [reverse("session", args=[closed.session.public_id]), reverse("home")]
    with engine(Size(320, 640)) as page:
        page.remember(connection.url, DEVICE_COOKIE, signed_device(phone))
        widths = {}
        for address in pages:
            page.go(connection.url + address)
            widths[address] = page.run("() => document.documentElement.scrollWidth")
        assert set(widths.values()) == {320}, widths


SHOWN = """() => [...document.querySelectorAll("#standings .word")]
    .filter((word) => word.getBoundingClientRect().bottom < word.parentElement.getBoundingClientRect().bottom + 1)
    .map((word) => word.textContent.trim())"""
BEHIND_THE_TOTAL = """() => [...document.querySelectorAll("#standings .word")]
    .map((word) => [word, word.closest("li").querySelector("b").getBoundingClientRect()])
    .filter(([word, total]) => total.top + 4 < word.getBoundingClientRect().bottom)
    .map(([word]) => word.textContent)"""
"""The words of names that are more than their padding behind the figure below them."""


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("size", [PHONE, Size(325, 560)], ids=str)
def test_the_names_of_partners_are_above_their_total(engine: type[Engine], connection: Connection, size: Size) -> None:
    scorer = Scorer(game="jass", rules="schieber", players=("Marie-Christine", "Karl-Heinz", "Hannelore", "Sepp"))
    with engine(size) as page:
        page.remember(connection.url, DEVICE_COOKIE, signed_device(scorer.access.device))
        page.go(connection.url + reverse("session", args=[scorer.session.public_id]))
        page.sees("#save")
        assert page.run(SHOWN) == ["Marie-Christine", "+ Hannelore", "Karl-Heinz", "+ Sepp"]
        assert page.run(BEHIND_THE_TOTAL) == []
