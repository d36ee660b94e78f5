"""Where each player sits around a tablet, and to whom its pages are turned."""

import pytest
from django.urls import reverse

from scorekeeper.play.models import Access
from scorekeeper.play.pages.tablet import places, sides
from tests.play.browsers import browser
from tests.play.tables import Scorer


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
def test_players_sit_in_the_order_they_are_named(
    size: int, clockwise: bool, bottom: int, tablet_seats: list[str]
) -> None:
    assert places(size, clockwise=clockwise, bottom=bottom) == tablet_seats


def test_a_table_without_tablet_places_does_not_turn() -> None:
    assert sides(["Anne", "Bruno", "Chloé", "David", "Émile", "Fanny"], []) == []


@pytest.mark.django_db
def test_the_scorer_sits_at_the_bottom() -> None:
    scorer = Scorer()  # Anne, Bruno, Chloé, David at French Tarot, which is dealt anticlockwise
    Access.objects.update(label="Chloé")
    page = browser(scorer).get(reverse("session", args=[scorer.session.public_id])).content.decode()
    assert '<label for="tablet-side-bottom"><bdi><span class="word">Chloé</span></bdi></label>' in page
    assert '<label for="tablet-side-right"><bdi><span class="word">David</span></bdi></label>' in page


@pytest.mark.django_db
def test_the_side_is_remembered_for_this_browser_only() -> None:
    scorer = Scorer()
    client = browser(scorer)
    address, amend = (reverse(name, args=[scorer.session.public_id]) for name in ("session", "share"))
    for htmx, status in ((True, 204), (False, 302)):
        headers = {"HX-Request": "true"} if htmx else {}
        response = client.post(
            reverse("tablet_side", args=[scorer.session.public_id]), {"facing": "left"}, headers=headers
        )
        assert response.status_code == status
    assert 'value="left"\n               aria-label="David" checked' in client.get(address).content.decode()
    assert 'data-facing="left"' in client.get(amend).content.decode()
    assert Access.objects.get().facing == "left"


@pytest.mark.django_db
@pytest.mark.parametrize("facing", ["", "up", "left" * 100])
def test_an_unknown_side_changes_nothing(facing: str) -> None:
    scorer = Scorer()
    response = browser(scorer).post(reverse("tablet_side", args=[scorer.session.public_id]), {"facing": facing})
    assert response.status_code == 302
    assert Access.objects.get().facing == "bottom"
