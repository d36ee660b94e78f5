"""Where each player sits around a tablet, and to whom its pages are turned."""

import pytest
from django.urls import reverse

from scorekeeper.play.models import Access
from scorekeeper.play.tablet_seating import places, sides
from tests.play.browsers import browser
from tests.play.tables import Scribe


@pytest.mark.parametrize(
    ("size", "clockwise", "bottom", "tablet_seats"),
    [
        (2, False, 1, ["top", "bottom"]),
        (3, True, 0, ["bottom", "left", "right"]),
        (4, True, 0, ["bottom", "left", "top", "right"]),
        (4, False, 0, ["bottom", "right", "top", "left"]),
        (4, True, 3, ["left", "top", "right", "bottom"]),
        (5, True, 0, ["bottom", "left", "top-left", "top-right", "right"]),
        (5, False, 2, ["top-left", "left", "bottom", "right", "top-right"]),
        (6, True, 0, []),
    ],
)
def test_they_sit_as_they_are_named(size: int, clockwise: bool, bottom: int, tablet_seats: list[str]) -> None:
    assert places(size, clockwise=clockwise, bottom=bottom) == tablet_seats


def test_nobody_turns_the_page_of_a_table_that_has_no_places() -> None:
    assert sides(["Anne", "Bruno", "Chloé", "David", "Émile", "Fanny"], []) == []


@pytest.mark.django_db
def test_who_writes_sits_at_the_bottom() -> None:
    scribe = Scribe()  # Anne, Bruno, Chloé, David at French Tarot, which is dealt anticlockwise
    Access.objects.update(label="Chloé")
    page = browser(scribe).get(reverse("session", args=[scribe.session.public_id])).content.decode()
    assert '<label for="tablet-side-bottom">Chloé</label>' in page
    assert '<label for="tablet-side-right">David</label>' in page


@pytest.mark.django_db
def test_to_whom_a_page_is_turned_is_remembered_for_this_browser_alone() -> None:
    scribe = Scribe()
    client = browser(scribe)
    address, amend = (reverse(name, args=[scribe.session.public_id]) for name in ("session", "share"))
    for htmx, status in ((True, 204), (False, 302)):
        headers = {"HX-Request": "true"} if htmx else {}
        answer = client.post(
            reverse("tablet_side", args=[scribe.session.public_id]), {"facing": "left"}, headers=headers
        )
        assert answer.status_code == status
    assert 'value="left"\n               aria-label="David" checked' in client.get(address).content.decode()
    assert 'data-facing="left"' in client.get(amend).content.decode()
    assert Access.objects.get().facing == "left"


@pytest.mark.django_db
@pytest.mark.parametrize("facing", ["", "up", "left" * 100])
def test_a_side_that_there_is_not_changes_nothing(facing: str) -> None:
    scribe = Scribe()
    answer = browser(scribe).post(reverse("tablet_side", args=[scribe.session.public_id]), {"facing": facing})
    assert answer.status_code == 302
    assert Access.objects.get().facing == "bottom"
