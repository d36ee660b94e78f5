"""The to-do list on the panel's page of an evening."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorekeeper.desk import settlement
from tests.clubs.clubs import signed_in
from tests.desk.club_evening import STAKE, TWELVE, ClubEvening
from tests.play.tables import GARDE, Scorer

pytestmark = pytest.mark.django_db


class PanelPage:
    """An evening and its page in the panel."""

    def __init__(self) -> None:
        self.club_evening = ClubEvening()
        self.client: Client = signed_in(self.club_evening.organiser())
        self.address = f"/admin/evenings/evening/{self.club_evening.evening.pk}/change/"

    def to_do(self) -> list[tuple[str, str]]:
        """Return the address and the words of each entry."""
        page = self.client.get(self.address).content.decode()
        section = re.search(r'<section class="overview" aria-labelledby="to-do-title".*?</section>', page, re.DOTALL)
        assert section
        entries = re.findall(r'<li>\s*<a href="([^"]+)">(.*?)</li>', section[0], re.DOTALL)
        return [(address, " ".join(re.sub(r"<[^>]+>", " ", words).split())) for address, words in entries]


def test_each_thing_to_do_has_its_link_until_everything_is_done() -> None:
    panel = PanelPage()
    club_evening = panel.club_evening
    settling = reverse("evening_settlement", args=[club_evening.evening.public_id])
    assert panel.to_do() == [(reverse("evening", args=[club_evening.evening.public_id]), "The evening No tables yet.")]

    first = Scorer(club_evening.start(*TWELVE[:4], stake=STAKE))
    second = Scorer(club_evening.start(*TWELVE[4:8], stake=STAKE))
    second.record(GARDE)
    addresses = [f"/admin/play/session/{scorer.session.pk}/change/" for scorer in (first, second)]
    assert panel.to_do() == [
        (addresses[0], "Table 1 · French Tarot no hand yet · Member A, Member B, Member C, Member D"),
        (addresses[1], "Table 2 · French Tarot still open · 1 hand · Member E, Member F, Member G, Member H"),
    ]

    first.record(GARDE)
    for table in (first, second):
        table.close()
    assert panel.to_do() == [(settling, "Settle the evening All tables have finished.")]

    overview = club_evening.settle(through_box=True)
    assert panel.to_do() == [(f"{settling}#payments", "Payments 8 of 8 are not paid yet")]
    for number, payment in enumerate(overview.rows, 1):
        settlement.tick_payment(club_evening.evening, payment=payment.pk, paid=True)
        if number == 7:
            assert panel.to_do() == [(f"{settling}#payments", "Payments 1 of 8 is not paid yet")]
    assert [words for _address, words in panel.to_do()] == ["The evening Everything is done."]


def test_a_new_evening_has_nothing_to_do() -> None:
    panel = PanelPage()
    assert "to-do" not in panel.client.get("/admin/evenings/evening/add/").content.decode()


def test_the_queries_do_not_grow_with_the_tables() -> None:
    panel = PanelPage()
    numbers = []
    for table in range(3):
        panel.club_evening.table(*TWELVE[4 * table : 4 * table + 4]).record(GARDE)
        if table != 1:
            panel.to_do()  # Django asks for the kinds of models once in each process
            with CaptureQueriesContext(connection) as queries:
                panel.to_do()
            numbers.append(len(queries))
    assert numbers[0] == numbers[1]
